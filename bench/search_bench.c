/* SPDX-License-Identifier: MIT
 * The sweep over all positions of Nim with 6 and 7 heaps of at most 9, without symmetry
 * and without the theorem (which checks the answer): `search_bench [THREADS]`.
 *
 * Beside it the plain memo search, over the same positions: both get a copy of the
 * rules that does not allow heaps to be permuted. What is compared is the time for one
 * option of one position, counted once, though the memo search looks at each twice.
 *
 * Instructions for an option: `search_bench count HEAPS` sweeps once, on one thread,
 * and prints the number of options. Under
 *     valgrind --tool=callgrind search_bench count 6
 * the total that callgrind collects, divided by that number, is a little more than what
 * the sweep itself takes: starting the program is in it. */
#include "rules/boxes.h"
#include "solve/memo.h"
#include "solve/sweep.h"

#include <bouton/all.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 5, MOST = 9 };

struct bench {
    bt_context *ctx;
    bt_game game; /* Nim without symmetry */
    bt_rules rules;
    uint64_t heap[8];
    size_t heaps;
    uint64_t positions, options;
};

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *x)
{
    qsort(x, ROUNDS, sizeof *x, compare);
    return x[ROUNDS / 2];
}

static void give_up(const struct bench *b)
{
    fprintf(stderr, "search_bench: %s\n", bt_message(b->ctx));
    exit(1);
}

static bt_pos root_of(struct bench *b)
{
    return (bt_pos){.x = b->heap, .n = b->heaps, .cap = b->heaps, .ctx = b->ctx};
}

/* Every value is the nim-sum of the digits. */
static void check_values(const bti_sweep *sweep)
{
    const bt_box *box = bti_sweep_box(sweep);
    for (uint64_t i = 0; i < box->size; i++) {
        uint64_t sum = 0, rest = i;
        for (size_t k = 0; k < box->n; k++, rest /= box->radix[k - 1])
            sum ^= rest % box->radix[k];
        if (bti_sweep_at(sweep, i) != sum) {
            fputs("search_bench: a value is wrong\n", stderr);
            exit(1);
        }
    }
}

static double sweep_seconds(struct bench *b, unsigned threads, bool check)
{
    bt_box box;
    bti_sweep *sweep = NULL;
    bt_pos root = root_of(b);
    bt_set_threads(b->ctx, threads);
    double start = now_seconds();
    if (!b->rules.box(&b->game, &root, &box) ||
        bti_sweep_new(b->ctx, &b->game, &box, NULL, &sweep) != BT_OK)
        give_up(b);
    double seconds = now_seconds() - start;
    if (check)
        check_values(sweep);
    bti_sweep_free(sweep);
    return seconds;
}

static double memo_seconds(struct bench *b)
{
    bti_memo *memo = NULL;
    bt_part part = {&b->game, root_of(b)};
    uint64_t value;
    double start = now_seconds();
    if (bti_memo_new(b->ctx, &part, 1, &memo) != BT_OK ||
        bti_memo_value(memo, &part, UINT64_MAX, &value) != BT_OK)
        give_up(b);
    double seconds = now_seconds() - start;
    bti_memo_free(memo);
    return seconds;
}

static void set_heaps(struct bench *b, size_t heaps)
{
    b->heaps = heaps;
    b->positions = 1;
    for (size_t i = 0; i < heaps; i++) {
        b->heap[i] = MOST;
        b->positions *= MOST + 1;
    }
    b->options = b->positions / 2 * heaps * MOST; /* 4.5 a heap on average */
}

static void print_row(const struct bench *b, const char *what, double ours,
                      double theirs, const char *target)
{
    char name[64];
    snprintf(name, sizeof name, "nim %zu heaps: %s", b->heaps, what);
    printf("%-36s %9.1f %9.1f %6.2f  %s\n", name, ours, theirs, ours / theirs, target);
    fflush(stdout);
}

static void race_threads(struct bench *b, unsigned threads)
{
    double one[ROUNDS], many[ROUNDS], ratio[ROUNDS];
    for (size_t i = 0; i < ROUNDS; i++) {
        one[i] = sweep_seconds(b, 1, false);
        many[i] = sweep_seconds(b, threads, i == 0);
        ratio[i] = one[i] / many[i];
    }
    char what[40], name[64];
    snprintf(what, sizeof what, "%u threads | 1, ms", threads);
    snprintf(name, sizeof name, "nim %zu heaps: %s", b->heaps, what);
    double r = median(ratio);
    printf("%-36s %9.1f %9.1f %6.2f  %s\n", name, 1e3 * median(many), 1e3 * median(one),
           r, ">= 1.60 (median of pairs)");
    fflush(stdout);
}

static double rows(struct bench *b, double memo_speed, unsigned threads)
{
    double seconds[ROUNDS];
    for (size_t i = 0; i < ROUNDS; i++)
        seconds[i] = sweep_seconds(b, 1, i == 0);
    double speed = 1e-6 * (double)b->options / median(seconds);
    if (memo_speed == 0)
        memo_speed = 1e-6 * (double)b->options / memo_seconds(b);
    print_row(b, "sweep | memo, M options/s", speed, memo_speed, ">= 10");
    bt_box box;
    bt_pos root = root_of(b);
    if (!b->rules.box(&b->game, &root, &box))
        give_up(b);
    print_row(b, "bytes a position", bti_sweep_width(&box), 4, "<= 1.00");
    race_threads(b, threads);
    return memo_speed;
}

int main(int argc, char **argv)
{
    struct bench b = {.ctx = bt_context_new(bt_host_posix(), 0)};
    bt_game *nim = NULL;
    if (!b.ctx || bt_game_new(b.ctx, &bt_builtin, bt_span_of("nim"), &nim) != BT_OK)
        return 1;
    b.rules = *nim->rules;
    b.rules.flags = 0;
    b.game = *nim;
    b.game.rules = &b.rules;
    if (argc == 3 && strcmp(argv[1], "count") == 0) {
        size_t heaps = strtoul(argv[2], NULL, 10);
        set_heaps(&b, heaps >= 1 && heaps <= 8 ? heaps : 6);
        sweep_seconds(&b, 1, false);
        printf("%llu options\n", (unsigned long long)b.options);
    } else {
        unsigned threads = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 2;
        set_heaps(&b, 6);
        double memo_speed = rows(&b, 0, threads);
        set_heaps(&b, 7); /* the memo's speed is that of 6 heaps: 7 take a minute */
        rows(&b, memo_speed, threads);
    }
    bt_game_free(nim);
    bt_context_free(b.ctx);
    return 0;
}
