/* SPDX-License-Identifier: MIT
 * Quantifiers. For `exists y` the digits of y are no longer read but guessed. The guess
 * may be longer than the word, so a state accepts when some guess while zeros are read
 * leads from it to one that does: this is what keeps the language closed under padding.
 * Where digits are not binary it accepts only numbers, so only numbers are guessed.
 *
 * `for all y` is `not exists y not`. */
#include "alike.h"
#include "core/grow.h"

#include <string.h>

typedef struct {
    bti_automata *m;
    const bti_dfa *a;
    uint32_t gone; /* the bits of a's letters that are guessed */
    unsigned guesses;
    uint32_t kept[BTI_DFA_MOST_TRACKS];
    uint32_t *to;         /* a->next with the guessed bits last: see bti_nfa */
    unsigned char *flags; /* accept, dead, full */
    uint32_t *back, *queue;
    size_t *begin;
} guessing;

static void free_guessing(guessing *g)
{
    bt_context *ctx = g->m->ctx;
    size_t n = g->a->states;
    bt_release(ctx, g->to, (n << g->a->tracks) * sizeof *g->to);
    bt_release(ctx, g->flags, 3 * n);
    bt_release(ctx, g->back, (n << g->guesses) * sizeof *g->back);
    bt_release(ctx, g->queue, n * sizeof *g->queue);
    bt_release(ctx, g->begin, (n + 1) * sizeof *g->begin);
}

static bt_status get_memory(guessing *g)
{
    bt_context *ctx = g->m->ctx;
    size_t n = g->a->states;
    BT_TRY(BTI_NEW(ctx, g->to, n << g->a->tracks));
    g->flags = bt_resize_array(ctx, NULL, 0, n, 3);
    if (!g->flags)
        return bt_last_status(ctx);
    BT_TRY(BTI_NEW(ctx, g->back, n << g->guesses));
    BT_TRY(BTI_NEW(ctx, g->queue, n));
    return BTI_NEW(ctx, g->begin, n + 1);
}

/* Letters with the guessed bits moved to the low end. */
static bt_status arrange(guessing *g)
{
    const bti_dfa *a = g->a;
    size_t letters = (size_t)1 << a->tracks;
    uint32_t bits[BTI_DFA_MOST_TRACKS], low = 0, high = g->guesses;
    uint32_t *from;
    BT_TRY(BTI_NEW(a->ctx, from, letters));
    for (unsigned i = 0; i < a->tracks; i++)
        bits[g->gone >> i & 1 ? low++ : high++] = UINT32_C(1) << i;
    bti_letter_table(from, a->tracks, bits);
    for (size_t s = 0; s < a->states; s++)
        for (size_t l = 0; l < letters; l++)
            g->to[s * letters + l] = a->next[s * letters + from[l]];
    bt_release(a->ctx, from, letters * sizeof *from);
    return BT_OK;
}

static void close_acceptance(guessing *g, unsigned char *accept)
{
    size_t found = 0;
    bti_dfa_reverse(g->to, g->a->states, (size_t)1 << g->a->tracks,
                    (size_t)1 << g->guesses, g->begin,
                    g->back); /* while zeros are read */
    for (size_t s = 0; s < g->a->states; s++)
        if (accept[s])
            g->queue[found++] = (uint32_t)s;
    for (size_t i = 0; i < found; i++)
        for (size_t j = g->begin[g->queue[i]]; j < g->begin[g->queue[i] + 1]; j++) {
            uint32_t s = g->back[j];
            if (accept[s])
                continue;
            accept[s] = 1;
            g->queue[found++] = s;
        }
}

static bt_status guess(guessing *g, bti_dfa **out)
{
    size_t n = g->a->states;
    const uint32_t start = 0;
    BT_TRY(get_memory(g));
    BT_TRY(arrange(g));
    unsigned char *accept = g->flags, *dead = accept + n, *full = dead + n;
    for (uint32_t s = 0; s < n; s++) {
        int sink = bti_dfa_sink(g->a, s);
        accept[s] = g->a->accept[s];
        dead[s] = sink == 0;
        full[s] = sink == 1;
    }
    close_acceptance(g, accept);
    const bti_nfa nfa = {.tracks = g->a->tracks - g->guesses,
                         .track = g->kept,
                         .states = n,
                         .to = g->to,
                         .shift = g->guesses,
                         .accept = accept,
                         .dead = dead,
                         .full = full};
    return bti_dfa_of_nfa(g->m, &nfa, &start, 1, out);
}

static bool among(const uint32_t *var, size_t vars, uint32_t which)
{
    for (size_t i = 0; i < vars; i++)
        if (var[i] == which)
            return true;
    return false;
}

static bt_status plain_exists(bti_automata *m, const bti_dfa *a, const uint32_t *var,
                              size_t vars, bti_dfa **out)
{
    guessing g = {.m = m, .a = a};
    unsigned kept = 0;
    *out = NULL;
    for (unsigned i = 0; i < a->tracks; i++)
        if (among(var, vars, a->track[i])) {
            g.gone |= UINT32_C(1) << i;
            g.guesses++;
        } else {
            g.kept[kept++] = a->track[i];
        }
    if (g.guesses == 0)
        return bti_dfa_copy(m, a, out);
    bt_status status = guess(&g, out);
    free_guessing(&g);
    return status;
}

bt_status bti_dfa_exists(bti_automata *m, const bti_dfa *a, const uint32_t *var,
                         size_t vars, bti_dfa **out)
{
    bti_alike k;
    bti_dfa *small = NULL;
    *out = NULL;
    bt_status status = bti_alike_find(m, &a, 1, var, vars, &k);
    if (status == BT_OK && k.classes == 0)
        status = plain_exists(m, a, var, vars, out);
    else if (status == BT_OK)
        status = bti_alike_squeeze(&k, a, &small);
    if (small) {
        status = plain_exists(m, small, var, vars, out);
        bti_dfa_free(small);
        if (status == BT_OK)
            status = bti_alike_expand(&k, out);
    }
    bti_alike_free(&k);
    return status;
}

static bt_status plain_before(bti_automata *m, const bti_dfa *a, const bti_dfa *move,
                              const uint32_t *from, const uint32_t *to, size_t pairs,
                              bti_dfa **out)
{
    bti_dfa *after, *moves = NULL;
    BT_TRY(bti_dfa_rename(m, a, from, to, pairs, &after));
    bt_status status = bti_dfa_product(m, after, move, BTI_BOTH, &moves);
    bti_dfa_free(after);
    if (status == BT_OK)
        status = bti_dfa_exists(m, moves, to, pairs, out);
    bti_dfa_free(moves);
    return status;
}

static bt_status squeezed_before(const bti_alike *k, const bti_dfa *a,
                                 const bti_dfa *move, const uint32_t *from,
                                 const uint32_t *to, size_t pairs, bti_dfa **out)
{
    bti_dfa *small_a, *small_move;
    BT_TRY(bti_alike_squeeze(k, a, &small_a));
    bt_status status = bti_alike_squeeze(k, move, &small_move);
    if (status == BT_OK)
        status = plain_before(k->m, small_a, small_move, from, to, pairs, out);
    bti_dfa_free(small_a);
    bti_dfa_free(small_move);
    return status == BT_OK ? bti_alike_expand(k, out) : status;
}

/* Tracks that do not move are never read apart from their codes: with many piles of
 * which one move changes one or two there is little to do. */
bt_status bti_dfa_before(bti_automata *m, const bti_dfa *a, const bti_dfa *move,
                         const uint32_t *from, const uint32_t *to, size_t pairs,
                         bti_dfa **out)
{
    const bti_dfa *part[] = {a, move};
    uint32_t keep[2 * BTI_DFA_MOST_TRACKS];
    bti_alike k = {.m = m};
    bt_status status = BT_OK;
    *out = NULL;
    if (pairs <= BTI_DFA_MOST_TRACKS) {
        memcpy(keep, from, pairs * sizeof *keep);
        memcpy(keep + pairs, to, pairs * sizeof *keep);
        status = bti_alike_find(m, part, 2, keep, 2 * pairs, &k);
    }
    if (status == BT_OK)
        status = k.classes ? squeezed_before(&k, a, move, from, to, pairs, out)
                           : plain_before(m, a, move, from, to, pairs, out);
    bti_alike_free(&k);
    return status;
}

bt_status bti_dfa_forall(bti_automata *m, const bti_dfa *a, const uint32_t *var,
                         size_t vars, bti_dfa **out)
{
    bti_dfa *b, *c;
    *out = NULL;
    BT_TRY(bti_dfa_not(m, a, &b));
    bt_status status = bti_dfa_exists(m, b, var, vars, &c);
    bti_dfa_free(b);
    BT_TRY(status);
    status = bti_dfa_not(m, c, out);
    bti_dfa_free(c);
    return status;
}
