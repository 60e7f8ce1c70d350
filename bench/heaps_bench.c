/* SPDX-License-Identifier: MIT
 * Tables of single heaps beside the loop that everybody writes first, which checks the
 * values: kayles and others heap by heap, the period not used, and subtraction games
 * without a law. Then Wythoff's game from its file, every position of two piles beside
 * a loop in C. `heaps_bench [LESS]` divides the sizes by LESS. */
#include "rules/kit_code.h"

#include <bouton/all.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 3 };

struct naive {
    const char *rules;
    uint32_t heaps;
    const char *target;
    const char *code; /* of octal games: the digits for 0, 1, 2 chips */
    bool unequal;
    bool (*takes)(uint32_t amount); /* of subtraction games */
};

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool is_square(uint32_t n)
{
    uint32_t root = 0;
    while (root * root < n)
        root++;
    return root * root == n;
}

static bool is_prime(uint32_t n)
{
    for (uint32_t d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return n >= 2;
}

static uint32_t mex_of(const uint32_t *seen, uint32_t n)
{
    uint32_t mex = 0;
    while (seen[mex] == n + 1)
        mex++;
    return mex;
}

static void break_heaps(const struct naive *game, uint32_t heaps, uint32_t *value,
                        uint32_t *seen)
{
    for (uint32_t n = 0; n < heaps; n++) {
        for (uint32_t k = 0; k < 3 && k <= n; k++) {
            uint32_t m = n - k, end = m > 0 ? (m - game->unequal) / 2 : 0;
            int digit = game->code[k] - '0';
            if (digit & 1 && m == 0)
                seen[0] = n + 1;
            if (digit & 2 && m > 0)
                seen[value[m]] = n + 1;
            if (digit & 4)
                for (uint32_t b = 1; b <= end; b++)
                    seen[value[b] ^ value[m - b]] = n + 1;
        }
        value[n] = mex_of(seen, n);
    }
}

static void take_from_heaps(const uint32_t *amount, size_t amounts, uint32_t heaps,
                            uint32_t *value, uint32_t *seen)
{
    for (uint32_t n = 0; n < heaps; n++) {
        for (size_t i = 0; i < amounts && amount[i] <= n; i++)
            seen[value[n - amount[i]]] = n + 1;
        value[n] = mex_of(seen, n);
    }
}

static double naive_seconds(const struct naive *game, uint32_t heaps, uint32_t *value)
{
    uint32_t *seen = calloc(heaps + 1, sizeof *seen),
             *amount = calloc(heaps, sizeof *amount);
    size_t amounts = 0;
    if (!seen || !amount)
        exit(1);
    for (uint32_t s = 1; game->takes && s < heaps; s++)
        if (game->takes(s))
            amount[amounts++] = s;
    double start = now_seconds();
    if (game->takes)
        take_from_heaps(amount, amounts, heaps, value, seen);
    else
        break_heaps(game, heaps, value, seen);
    double took = now_seconds() - start;
    free(seen);
    free(amount);
    return took;
}

static double our_seconds(bt_context *ctx, const struct naive *row, uint32_t heaps,
                          uint32_t *value)
{
    bt_game *game;
    if (bt_game_new(ctx, &bt_builtin, bt_span_of(row->rules), &game) != BT_OK) {
        fprintf(stderr, "heaps_bench: %s\n", bt_message(ctx));
        exit(1);
    }
    bt_heap_values *values =
        game->rules->heaps ? bti_kit_code_values : game->rules->heap_values;
    double start = now_seconds();
    if (values(ctx, game, value, 0, heaps) != BT_OK)
        exit(1);
    double took = now_seconds() - start;
    bt_game_free(game);
    return took;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_row(const char *name, double *ours, double *theirs,
                      const char *target)
{
    qsort(ours, ROUNDS, sizeof *ours, compare);
    qsort(theirs, ROUNDS, sizeof *theirs, compare);
    printf("%-36s %9.3f %9.3f %6.2f  %s\n", name, ours[ROUNDS / 2], theirs[ROUNDS / 2],
           ours[ROUNDS / 2] / theirs[ROUNDS / 2], target);
    fflush(stdout);
}

static void race(bt_context *ctx, const struct naive *row, uint32_t less)
{
    uint32_t heaps = row->heaps / less;
    double ours[ROUNDS], theirs[ROUNDS];
    uint32_t *value = calloc(heaps, sizeof *value),
             *right = calloc(heaps, sizeof *right);
    if (!value || !right)
        exit(1);
    for (size_t i = 0; i < ROUNDS; i++) {
        ours[i] = our_seconds(ctx, row, heaps, value);
        theirs[i] = naive_seconds(row, heaps, right);
    }
    if (memcmp(value, right, heaps * sizeof *value) != 0) {
        fprintf(stderr, "heaps_bench: a value of %s is wrong\n", row->rules);
        exit(1);
    }
    char name[64];
    snprintf(name, sizeof name, "%s below %u, cpu s", row->rules, heaps);
    print_row(name, ours, theirs, row->target);
    free(value);
    free(right);
}

static uint32_t naive_wythoff(uint32_t most, uint32_t *value, uint32_t *seen)
{
    uint32_t side = most + 1;
    for (uint32_t y = 0; y <= most; y++)
        for (uint32_t x = 0; x <= most; x++) {
            uint32_t here = y * side + x, less = x < y ? x : y;
            for (uint32_t k = 1; k <= x; k++)
                seen[value[here - k]] = here + 1;
            for (uint32_t k = 1; k <= y; k++)
                seen[value[here - k * side]] = here + 1;
            for (uint32_t k = 1; k <= less; k++)
                seen[value[here - k * (side + 1)]] = here + 1;
            value[here] = mex_of(seen, here);
        }
    return value[side * side - 1];
}

static uint64_t search_wythoff(bt_context *ctx, uint64_t most)
{
    bt_game *game;
    bt_solver *solver = NULL;
    bt_verdict verdict = {0};
    uint64_t pile[] = {most, most};
    if (bt_game_new(ctx, &bt_builtin, bt_span_of("game:wythoff"), &game) != BT_OK ||
        bt_solver_new(ctx, BT_BY_SEARCH, &solver) != BT_OK)
        exit(1);
    bt_part part = {game, {.x = pile, .n = 2, .cap = 2, .ctx = ctx}};
    bt_sum sum = {.part = &part, .n = 1};
    if (bt_solve(solver, &sum, &verdict) != BT_OK)
        exit(1);
    bt_solver_free(solver);
    bt_game_free(game);
    return verdict.grundy;
}

static void race_wythoff(bt_context *ctx, uint32_t most)
{
    double ours[ROUNDS], theirs[ROUNDS];
    uint32_t side = most + 1;
    uint32_t *value = calloc((size_t)side * side, sizeof *value);
    uint32_t *seen = calloc(4 * (size_t)side, sizeof *seen);
    if (!value || !seen)
        exit(1);
    for (size_t i = 0; i < ROUNDS; i++) {
        double start = now_seconds();
        uint64_t found = search_wythoff(ctx, most);
        ours[i] = now_seconds() - start;
        memset(seen, 0, 4 * (size_t)side * sizeof *seen);
        start = now_seconds();
        if (naive_wythoff(most, value, seen) != found) {
            fputs("heaps_bench: a value of wythoff.game is wrong\n", stderr);
            exit(1);
        }
        theirs[i] = now_seconds() - start;
    }
    print_row("wythoff.game by search, cpu s", ours, theirs, "<= 30");
    free(value);
    free(seen);
}

int main(int argc, char **argv)
{
    static const struct naive rows[] = {
        {"kayles", 100000, "<= 1.00", "077", false, NULL},
        {"grundy", 50000, "<= 1.00", "400", true, NULL},
        {"officers", 50000, "<= 1.00", "060", false, NULL},
        {"subtraction:primes", 300000, "<= 0.10", "", false, is_prime},
        {"subtraction:squares", 1000000, "<= 0.50", "", false, is_square},
    };
    unsigned long less = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    if (!ctx || less == 0)
        return 1;
    bt_set_threads(ctx, 1);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        race(ctx, &rows[i], (uint32_t)less);
    race_wythoff(ctx, 300 / (uint32_t)less);
    bt_context_free(ctx);
    return 0;
}
