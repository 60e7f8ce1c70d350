/* SPDX-License-Identifier: MIT
 * How long proofs and discoveries take, one core: `prove_bench`. Each line is the
 * median of several runs, from the text of the rules to the answer; the columns behind
 * it are the states of the largest automaton, before and after it was made minimal, and
 * its tracks. Beside proofs for Moore's Nim stands, where it is installed, how long
 * MONA takes for the three steps alone (tests/mona_text.h), its start included; it gets
 * 60 seconds. */
#include "../tests/mona_text.h"

#include "prove/discover.h"
#include "rules/game_rules.h"

#include <bouton/all.h>

#include <time.h>

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct row {
    const char *rules;
    size_t heaps;
};

static const struct row proofs[] = {
    {"nim", 2},
    {"nim", 3},
    {"nim", 4},
    {"nim", 5},
    {"nim", 6},
    {"nim", 7},
    {"nim", 8},
    {"nim", 16},
    {"nim/misere", 2},
    {"nim/misere", 3},
    {"nim/misere", 4},
    {"nim/misere", 5},
    {"nim/misere", 6},
    {"nim/misere", 7},
    {"nim/misere", 8},
    {"nim/misere", 16},
    {"staircase", 3},
    {"staircase", 4},
    {"staircase", 5},
    {"staircase", 6},
    {"staircase/misere", 3},
    {"staircase/misere", 6},
    {"cheating", 3},
    {"cheating/misere", 3},
    {"dynamic", 0},
    {"dynamic/misere", 0},
    {"dynamic:2", 0},
    {"dynamic:2/misere", 0},
    {"dynamic:3", 0},
    {"dynamic:3/misere", 0},
    {"subtraction:1,3,6", 1},
    {"subtraction:1,3,6/misere", 1},
    {"subtraction:1,5,6", 1},
    {"subtraction:1,5,6/misere", 1},
    {"subtraction:1,3,5,6", 1},
    {"subtraction:1,3,5,6/misere", 1},
    {"subtraction:1,4,10", 1},
    {"subtraction:1,4,10/misere", 1},
    {"subtraction:powers-of-2", 1},
    {"subtraction:powers-of-2/misere", 1},
    {"subtraction:1,3,4", 4},
    {"subtraction:1,5,6", 4},
    {"subtraction:1,4,10/misere", 8},
    {"games/dynamic.game", 0},
    {"moore:2", 3},
    {"moore:2", 4},
    {"moore:2", 5},
    {"moore:2", 6},
    {"moore:2", 7},
    {"moore:2", 8},
    {"moore:3", 4},
    {"moore:3", 5},
    {"moore:3", 6},
    {"moore:4", 5},
    {"games/wythoff.game", 0},
    {"games/fibonacci-nim.game", 0},
    {"games/dynamic-3.game", 0},
};

static const struct row discoveries[] = {
    {"nim", 4},
    {"nim/misere", 4},
    {"moore:2", 4},
    {"moore:3", 4},
    {"moore:3/misere", 4},
    {"moore:2/misere", 4},
    {"staircase", 4},
    {"staircase/misere", 4},
    {"cheating", 3},
    {"cheating/misere", 3},
    {"dynamic", 0},
    {"dynamic/misere", 0},
    {"dynamic:2", 0},
    {"dynamic:2/misere", 0},
    {"subtraction:1,3,6", 1},
    {"subtraction:1,5,6", 1},
    {"subtraction:1,3,5,6/misere", 1},
    {"subtraction:1,4,10", 1},
    {"subtraction:powers-of-2", 1},
    {"subtraction:1,3,4", 2},
    {"subtraction:1,3,4", 3},
    {"subtraction:1,3,4", 4},
    {"subtraction:1,3,4/misere", 4},
    {"subtraction:1,3,6", 4},
    {"subtraction:1,5,6", 4},
    {"subtraction:1,3,5,6/misere", 4},
    {"subtraction:1,4,10", 2},
    {"subtraction:1,4,10", 4},
    {"subtraction:1,4,10/misere", 8},
    {"subtraction:powers-of-2", 4},
    {"games/nim2-pass.game", 0},
    {"games/end-nim3.game", 0},
    {"games/power-diagonals.game", 0},
    {"games/at-most-one-more.game", 0},
    {"games/at-most-the-other.game", 0},
    {"games/wythoff.game", 0},
    {"games/wythoff-2.game", 0},
    {"games/chomp3.game", 0},
    {"games/nim3-pass.game", 0},
    {"dynamic:3", 0},
    {"games/sub-mask.game", 0},
    {"games/even-diagonals.game", 0},
    {"games/euclid-like.game", 0},
    {"games/at-most-half2.game", 0},
};

struct result {
    const char *answer;
    uint64_t raw, states;
    unsigned tracks;
};

static bt_status open_game(bt_context *ctx, const struct row *row, bt_game **asked,
                           bt_game **game)
{
    bt_text text;
    BT_TRY(bt_game_new(ctx, &bt_builtin, bt_span_of(row->rules), asked));
    if (bti_game_file_of(*asked)) {
        *game = *asked;
        *asked = NULL;
        return BT_OK;
    }
    bt_text_init(&text, ctx);
    bt_status status = (*asked)->rules->game_text(ctx, *asked, row->heaps, &text);
    if (status == BT_OK)
        status = bti_game_of_text(ctx, row->rules, bt_text_span(&text), game);
    bt_text_free(&text);
    return status;
}

/* As the command does it: a claim about a sum part by part. */
static bt_status prove_claim(bti_theory *t, const bti_measure *measure,
                             const bti_node *claim, bt_arena *arena, bti_proof *out)
{
    bool found;
    BT_TRY(bti_prove_sum(t, claim, false, arena, out, &found));
    return found ? BT_OK : bti_prove_claim(t, measure, claim, out);
}

static bt_status prove(bti_theory *t, const bti_measure *measure, struct result *out)
{
    bt_arena arena;
    bt_status status = BT_OK;
    bt_arena_init(&arena, t->ctx);
    for (size_t i = 0; i < t->file->claims && status == BT_OK; i++) {
        bti_proof proof;
        status = prove_claim(t, measure, t->file->claim[i].formula, &arena, &proof);
        if (status != BT_OK)
            break;
        *out = (struct result){bti_answer_name(proof.answer), proof.largest_raw,
                               proof.largest, proof.tracks};
        bti_proof_free(&proof);
    }
    bt_arena_free(&arena);
    return status;
}

static bt_status discover(bti_theory *t, const bti_measure *measure, bt_game *game,
                          struct result *out)
{
    bt_arena arena;
    bti_discovery found;
    bt_arena_init(&arena, t->ctx);
    bt_status status =
        bti_discover_set(t, measure, game, bti_discover_usual, &arena, &found);
    *out = (struct result){bti_answer_name(found.answer), t->m.largest_raw,
                           found.set ? found.set->states : 0, t->m.largest_tracks};
    bti_discovery_free(&found);
    bt_arena_free(&arena);
    return status;
}

static bt_status run(bt_context *ctx, const struct row *row, bool discovery,
                     struct result *out)
{
    bt_game *asked = NULL, *game = NULL;
    bti_theory t = {.ctx = NULL};
    bti_measure measure = {.found = false};
    bt_status status = open_game(ctx, row, &asked, &game);
    if (status == BT_OK) {
        status = bti_theory_begin(&t, ctx, game);
        if (status == BT_OK)
            status = bti_measure_find(&t, &measure);
        if (status == BT_OK)
            status = discovery ? discover(&t, &measure, game, out)
                               : prove(&t, &measure, out);
        bti_measure_free(&t, &measure);
        bti_theory_end(&t);
    }
    bt_game_free(game);
    bt_game_free(asked);
    return status;
}

/* MONA on the same steps: seconds, or less than 0 if it does not finish. */
static double mona_seconds(bt_context *ctx, const struct row *row)
{
    bt_game *asked = NULL, *game = NULL;
    bt_text text;
    double seconds = -1;
    bt_text_init(&text, ctx);
    if (open_game(ctx, row, &asked, &game) == BT_OK) {
        const bti_game_file *file = bti_game_file_of(game);
        bool expressed =
            mona_steps(file, game->play == BT_MISERE, file->claim[0].formula, &text);
        double begin = now_seconds();
        if (expressed && mona_judge(bt_text_span(&text), 60) == MONA_VALID)
            seconds = now_seconds() - begin;
    }
    bt_text_free(&text);
    bt_game_free(game);
    bt_game_free(asked);
    return seconds;
}

static void put_mona(bt_context *ctx, const struct row *row)
{
    double seconds = mona_seconds(ctx, row);
    if (seconds < 0)
        printf("  mona does not finish");
    else
        printf("  mona %9.4f s", seconds);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure_row(bt_context *ctx, const struct row *row, bool discovery)
{
    enum { ROUNDS = 5 };
    double seconds[ROUNDS], spent = 0;
    struct result result = {.answer = "failed"};
    int rounds = 0;
    while (rounds < ROUNDS && (rounds == 0 || spent < 2)) {
        double begin = now_seconds();
        if (run(ctx, row, discovery, &result) != BT_OK) {
            printf("%-32s %2zu  %s\n", row->rules, row->heaps, bt_message(ctx));
            return;
        }
        spent += seconds[rounds++] = now_seconds() - begin;
    }
    qsort(seconds, (size_t)rounds, sizeof seconds[0], by_size);
    printf("%-32s %2zu  %-10s %9.4f s  %8llu %8llu %3u", row->rules, row->heaps,
           result.answer, seconds[rounds / 2], (unsigned long long)result.raw,
           (unsigned long long)result.states, result.tracks);
    if (!discovery && mona_is_installed() && strncmp(row->rules, "moore", 5) == 0)
        put_mona(ctx, row);
    printf("\n");
    fflush(stdout);
}

int main(void)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    if (!ctx)
        return 1;
    printf("prove\n");
    for (size_t i = 0; i < sizeof proofs / sizeof proofs[0]; i++)
        measure_row(ctx, &proofs[i], false);
    printf("discover (states: of what was found)\n");
    for (size_t i = 0; i < sizeof discoveries / sizeof discoveries[0]; i++)
        measure_row(ctx, &discoveries[i], true);
    bt_context_free(ctx);
    return 0;
}
