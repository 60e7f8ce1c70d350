/* SPDX-License-Identifier: MIT
 * How long it takes to check a certificate, beside the proof that wrote it, one core:
 * `check_bench`. Both are medians of several runs: from the text of the rules to the
 * answer, and from the text of the certificate to the answer, in seconds of the
 * processor, so that other work on the machine does not count. */
#include "prove/oracle.h"
#include "prove/prove.h"
#include "rules/game_rules.h"

#include <bouton/all.h>
#include <bouton/certificate.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct row {
    const char *rules;
    size_t from, to; /* heaps */
} rows[] = {
    {"nim", 2, 8},
    {"nim", 16, 16},
    {"nim/misere", 2, 8},
    {"staircase", 3, 6},
    {"staircase/misere", 3, 6},
    {"cheating", 3, 3},
    {"cheating/misere", 3, 3},
    {"dynamic", 0, 0},
    {"dynamic/misere", 0, 0},
    {"dynamic:2", 0, 0},
    {"dynamic:2/misere", 0, 0},
    {"subtraction:1,3,6", 1, 1},
    {"subtraction:1,3,6/misere", 1, 1},
    {"subtraction:1,5,6", 1, 1},
    {"subtraction:1,5,6/misere", 1, 1},
    {"subtraction:1,3,5,6", 1, 1},
    {"subtraction:1,3,5,6/misere", 1, 1},
    {"subtraction:1,4,10", 1, 1},
    {"subtraction:1,4,10/misere", 1, 1},
    {"subtraction:powers-of-2", 1, 1},
    {"subtraction:powers-of-2/misere", 1, 1},
    {"games/dynamic.game", 0, 0},
    {"moore:2", 3, 8},
    {"moore:3", 4, 6},
    {"moore:4", 5, 5},
    {"games/wythoff.game", 0, 0},
    {"games/fibonacci-nim.game", 0, 0},
};

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bt_status open_game(bt_context *ctx, const char *rules, size_t heaps,
                           bt_game **asked, bt_game **game)
{
    bt_text text;
    BT_TRY(bt_game_new(ctx, &bt_builtin, bt_span_of(rules), asked));
    if (bti_game_file_of(*asked)) {
        *game = *asked;
        *asked = NULL;
        return BT_OK;
    }
    bt_text_init(&text, ctx);
    bt_status status = (*asked)->rules->game_text(ctx, *asked, heaps, &text);
    if (status == BT_OK)
        status = bti_game_of_text(ctx, rules, bt_text_span(&text), game);
    bt_text_free(&text);
    return status;
}

/* Proves all claims of the file and writes the certificate. */
static bt_status prove_file(bti_theory *t, bt_text *out)
{
    bti_measure measure;
    bti_proof first = {.set = NULL};
    const bti_node *claim[16];
    size_t claims = t->file->claims < 16 ? t->file->claims : 16;
    bt_status status = bti_measure_find(t, &measure);
    for (size_t i = 0; i < claims && status == BT_OK; i++) {
        bti_proof proof;
        claim[i] = t->file->claim[i].formula;
        status = bti_prove_claim(t, &measure, claim[i], &proof);
        if (status == BT_OK && proof.answer != BTI_PROVED)
            status = bt_fail(t->ctx, BT_UNABLE, "not proved", BT_NO_ARGS);
        if (i == 0)
            first = proof;
        else
            bti_proof_free(&proof);
    }
    if (status == BT_OK)
        status = bti_certificate_write(t, &measure, claim, claims, first.set, out);
    bti_proof_free(&first);
    bti_measure_free(t, &measure);
    return status;
}

static bt_status prove(bt_context *ctx, const char *rules, size_t heaps, bt_text *out)
{
    bt_game *asked = NULL, *game = NULL;
    bti_theory t;
    bt_text_clear(out);
    bt_status status = open_game(ctx, rules, heaps, &asked, &game);
    if (status == BT_OK) {
        status = bti_theory_begin(&t, ctx, game);
        if (status == BT_OK)
            status = prove_file(&t, out);
        bti_theory_end(&t);
    }
    bt_game_free(game);
    bt_game_free(asked);
    return status;
}

static bt_status check(bt_context *ctx, bt_span bytes, size_t *states)
{
    bt_arena arena;
    bt_checked checked;
    bt_arena_init(&arena, ctx);
    bt_status status = bt_check_certificate(&arena, bytes, &checked);
    if (status == BT_OK && !checked.yes)
        status = bt_fail(ctx, BT_DOMAIN, "WRONG: {why_not}",
                         BT_ARGS(BT_STR("why_not", checked.why_not)));
    *states = checked.states;
    bt_arena_free(&arena);
    return status;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Proof and check take turns. */
static bool measure_row(bt_context *ctx, const char *rules, size_t heaps)
{
    enum { ROUNDS = 5 };
    double proof[ROUNDS], verified[ROUNDS], spent = 0;
    size_t states = 0;
    int rounds = 0;
    bt_text text;
    bt_status status = BT_OK;
    bt_text_init(&text, ctx);
    while (rounds < ROUNDS && (rounds == 0 || spent < 2) && status == BT_OK) {
        double begin = cpu_seconds();
        status = prove(ctx, rules, heaps, &text);
        double middle = cpu_seconds();
        if (status == BT_OK)
            status = check(ctx, bt_text_span(&text), &states);
        double end = cpu_seconds();
        proof[rounds] = middle - begin;
        verified[rounds++] = end - middle;
        spent += end - begin;
    }
    printf("%-32s %2zu  ", rules, heaps);
    if (status == BT_OK) {
        qsort(proof, (size_t)rounds, sizeof proof[0], by_size);
        qsort(verified, (size_t)rounds, sizeof verified[0], by_size);
        double a = proof[rounds / 2], b = verified[rounds / 2];
        printf("%8.4f s %8.4f s %6.1f %8zu bytes %6zu states%s\n", a, b, b / a,
               bt_text_span(&text).len, states,
               b > 1 && b > 10 * a ? "  too slow" : "");
    } else {
        printf("%s\n", bt_message(ctx));
    }
    fflush(stdout);
    bt_text_free(&text);
    return status == BT_OK;
}

int main(void)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    bool good = true;
    if (!ctx)
        return 1;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t heaps = rows[i].from; heaps <= rows[i].to; heaps++)
            good &= measure_row(ctx, rows[i].rules, heaps);
    bt_context_free(ctx);
    return good ? 0 : 1;
}
