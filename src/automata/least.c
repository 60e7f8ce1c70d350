/* SPDX-License-Identifier: MIT
 * The accepted tuple of least total.
 *
 * If the shortest accepted word has L digits, its total is less than k w_L, where k is
 * the number of tracks and w_L the weight of the digit at place L (each number of L
 * digits is below w_L, in both systems). A word with a one at place j has a total of at
 * least w_j. So when w_M >= k w_L no word with a one at place M or beyond can be the
 * least, and words of exactly M digits (shorter ones padded) are enough.
 *
 * Among these: best_j(s) is the least (total, first variable, second variable...) in
 * lexicographic order that the places j .. M-1 can contribute from state s. A letter at
 * place j adds the same to every suffix behind it, which keeps the order, so
 * best_j(s) is the least over the letters of what the letter adds plus
 * best_{j+1}(next). */
#include "dfa_table.h"

#include <string.h>

#define NONE UINT64_MAX

typedef struct {
    bti_automata *m;
    const bti_dfa *a;
    unsigned place[BTI_DFA_MOST_TRACKS]; /* of a track in the tuple, 1 ... tracks */
    size_t width;                        /* of a tuple: 1 + tracks */
    uint64_t *best[2];                   /* this place's and the next one's */
    uint64_t weight[BTI_MOST_DIGITS];
    unsigned weights, digits;
} least;

static void free_least(least *w)
{
    for (int i = 0; i < 2; i++)
        bt_release(w->m->ctx, w->best[i], w->a->states * w->width * sizeof *w->best[i]);
}

/* The length of the shortest accepted word; the queue lies in w->best. */
static unsigned shortest(least *w)
{
    const bti_dfa *a = w->a;
    uint64_t *depth = w->best[0], *queue = w->best[1];
    size_t found = 1;
    memset(depth, 0xff, a->states * sizeof *depth);
    depth[0] = queue[0] = 0;
    for (size_t i = 0; i < found; i++) {
        uint64_t s = queue[i];
        if (a->accept[s])
            return (unsigned)depth[s];
        for (size_t l = 0; l < (size_t)1 << a->tracks; l++) {
            uint32_t to = a->next[s << a->tracks | l];
            if (depth[to] != NONE)
                continue;
            depth[to] = depth[s] + 1;
            queue[found++] = to;
        }
    }
    return UINT32_MAX;
}

/* Finds M; totals of M digits must fit into 64 bits. */
static bt_status find_digits(least *w, unsigned length)
{
    uint64_t k = w->a->tracks;
    unsigned most = w->weights - 1;
    while (most > 0 && w->weight[most] > (UINT64_MAX - 1) / (k ? k : 1))
        most--;
    if (length <= most)
        for (w->digits = length; w->digits < most; w->digits++)
            if (w->weight[w->digits] >= k * w->weight[length])
                return BT_OK;
    return bt_fail(w->m->ctx, BT_UNABLE,
                   "the least example has more than {most} digits, too many to add up",
                   BT_ARGS(BT_NUM("most", most > 5 ? most - 5 : 0)));
}

/* Whether the letter's tuple is less than `best`, when the totals are equal. */
static bool less(const least *w, const uint64_t *suffix, size_t letter, uint64_t weight,
                 const uint64_t *best)
{
    uint64_t add[BTI_DFA_MOST_TRACKS + 1] = {0};
    for (unsigned i = 0; i < w->a->tracks; i++)
        add[w->place[i]] = letter >> i & 1 ? weight : 0;
    for (size_t i = 1; i < w->width; i++)
        if (suffix[i] + add[i] != best[i])
            return suffix[i] + add[i] < best[i];
    return false;
}

static void best_letter(const least *w, size_t s, uint64_t weight, const uint64_t *next,
                        uint64_t *best)
{
    const uint32_t *row = w->a->next + (s << w->a->tracks);
    best[0] = NONE;
    for (size_t l = 0; l < (size_t)1 << w->a->tracks; l++) {
        const uint64_t *suffix = next + row[l] * w->width;
        uint64_t total = suffix[0];
        if (total == NONE)
            continue;
        for (size_t ones = l; ones; ones &= ones - 1)
            total += weight;
        if (total > best[0] || (total == best[0] && !less(w, suffix, l, weight, best)))
            continue;
        memcpy(best, suffix, w->width * sizeof *best);
        best[0] = total;
        for (unsigned i = 0; i < w->a->tracks; i++)
            best[w->place[i]] += l >> i & 1 ? weight : 0;
    }
}

static bt_status all_places(least *w)
{
    uint64_t *this = w->best[0], *next = w->best[1];
    size_t n = w->a->states;
    memset(this, 0, n * w->width * sizeof *this);
    for (size_t s = 0; s < n; s++)
        this[s * w->width] = w->a->accept[s] ? 0 : NONE;
    for (unsigned j = w->digits; j-- > 0;) {
        uint64_t *swap = this;
        if (bt_stopped(w->m->ctx))
            return BT_STOPPED;
        this = next;
        next = swap;
        for (size_t s = 0; s < n; s++)
            best_letter(w, s, w->weight[j], next, this + s * w->width);
    }
    w->best[0] = this;
    w->best[1] = next;
    return BT_OK;
}

static bt_status find(least *w)
{
    for (int i = 0; i < 2; i++) {
        w->best[i] = bt_resize_array(w->m->ctx, NULL, 0, w->a->states,
                                     w->width * sizeof *w->best[i]);
        if (!w->best[i])
            return bt_last_status(w->m->ctx);
    }
    BT_TRY(find_digits(w, shortest(w)));
    return all_places(w);
}

/* Where each track stands in the tuple: in the order of var. */
static bt_status order_tracks(least *w, const uint32_t *var, size_t vars)
{
    unsigned found = 0;
    for (size_t i = 0; i < vars; i++) {
        uint32_t at = bti_track_place(w->a->track, w->a->tracks, var[i]);
        if (at != BTI_NO_STATE && w->place[at] == 0)
            w->place[at] = ++found;
    }
    if (found == w->a->tracks)
        return BT_OK;
    return bt_fail(w->m->ctx, BT_DOMAIN,
                   "an automaton has a variable that was not asked for", BT_NO_ARGS);
}

bt_status bti_dfa_least(bti_automata *m, const bti_dfa *a, const uint32_t *var,
                        size_t vars, uint64_t *value, bool *found)
{
    least w = {.m = m, .a = a, .width = a->tracks + 1};
    *found = false;
    BT_TRY(order_tracks(&w, var, vars));
    if (bti_dfa_is_empty(a))
        return BT_OK;
    w.weights = bti_digit_weights(m->digits, w.weight);
    bt_status status = find(&w);
    for (size_t i = 0; status == BT_OK && i < vars; i++) {
        uint32_t at = bti_track_place(a->track, a->tracks, var[i]);
        value[i] = at == BTI_NO_STATE ? 0 : w.best[0][w.place[at]];
    }
    *found = status == BT_OK;
    free_least(&w);
    return status;
}
