/* SPDX-License-Identifier: MIT
 * Linear relations in Fibonacci digits, weights 1, 2, 3, 5, 8... (F_2, F_3, ...).
 *
 * Read from the most significant digit, a sum of numbers is kept as (p, q), which
 * stands for p F_{j+1} + q F_j while the digits of weight F_j have been read; a letter
 * of value t leads to (p + q, p + t), because F_{j+1} = F_j + F_{j-1}. At the end, j =
 * 2, the sum is 2p + q. If k more digits can no longer make it 0 or less, for any k,
 * the state is "positive", and likewise "negative"; the others are finitely many (in
 * terms of the golden ratio g: the part of (p, q) along (g, 1) grows unless it is
 * small, the part along (-1/g, 1) never grows beyond a multiple of the largest |t|).
 * Automata for adding in Zeckendorf's system: Frougny 1992; Mousavi, Schaeffer and
 * Shallit 2016.
 *
 * Reading least digits first is running this backwards, by the subset construction. The
 * words need not be Zeckendorf words here: the caller cuts. */
#include "dfa_table.h"
#include "linear_form.h"

#include <string.h>

/* Keys: p and q, each plus MIDDLE, in 30 bits; or the sign that is certain. */
enum { HALF = 30, MIDDLE = 1 << 28 };
#define POSITIVE (UINT64_C(1) << 61)
#define NEGATIVE (POSITIVE + 1)

typedef struct {
    bti_automata *m;
    const bti_linear *f;
    int64_t above, below; /* the largest t, and the largest -t */
    bti_keys keys;
    uint32_t *to; /* to[s << tracks | letter], most significant digit first */
    size_t to_cap;
    size_t *begin; /* the same, backwards */
    uint32_t *back, *start;
    unsigned char *accept;
} top_down;

static void free_top_down(top_down *w)
{
    bt_context *ctx = w->m->ctx;
    size_t n = w->keys.count, edges = n << w->f->tracks;
    bt_release(ctx, w->to, w->to_cap * sizeof *w->to);
    bt_release(ctx, w->begin, (edges + 1) * sizeof *w->begin);
    bt_release(ctx, w->back, edges * sizeof *w->back);
    bt_release(ctx, w->start, n * sizeof *w->start);
    bt_release(ctx, w->accept, n);
    bti_keys_free(&w->keys);
}

/* p F_{k+3} + q F_{k+2} - below (F_2 + ... + F_{k+1}) > 0 for every k >= 0. The last
 * sum is F_{k+3} - 2, so with g_k = (p - below) F_{k+3} + q F_{k+2} this is g_k + 2
 * below > 0; and g_{k+2} = g_{k+1} + g_k, so once two of them are not negative none is.
 */
static bool stays_positive(int64_t p, int64_t q, int64_t below)
{
    int64_t g = 2 * (p - below) + q, h = 3 * (p - below) + 2 * q;
    for (;;) {
        int64_t sum = g + h;
        if (g + 2 * below <= 0)
            return false;
        if (g >= 0 && h >= 0)
            return h + 2 * below > 0;
        g = h;
        h = sum;
    }
}

static uint64_t key_of(const top_down *w, int64_t p, int64_t q)
{
    if (stays_positive(p, q, w->below))
        return POSITIVE;
    if (stays_positive(-p, -q, w->above))
        return NEGATIVE;
    return (uint64_t)(p + MIDDLE) << HALF | (uint64_t)(q + MIDDLE);
}

static uint64_t step_down(const top_down *w, uint64_t key, size_t letter)
{
    if (key >= POSITIVE)
        return key;
    int64_t p = (int64_t)(key >> HALF) - MIDDLE;
    int64_t q = (int64_t)(key & ((UINT64_C(1) << HALF) - 1)) - MIDDLE;
    return key_of(w, p + q, p + w->f->value[letter]);
}

static bt_status more_edges(top_down *w)
{
    size_t letters = (size_t)1 << w->f->tracks, want = w->keys.count * letters;
    if (w->keys.count > w->m->limits.states ||
        w->keys.count > w->m->limits.entries >> w->f->tracks)
        return bt_fail(w->m->ctx, BT_UNABLE,
                       "a sum in Fibonacci digits went beyond the limit of %llu states "
                       "or %llu table entries",
                       (unsigned long long)w->m->limits.states,
                       (unsigned long long)w->m->limits.entries);
    if (want <= w->to_cap)
        return BT_OK;
    size_t cap = want + w->to_cap;
    uint32_t *to = bt_resize_array(w->m->ctx, w->to, w->to_cap, cap, sizeof *to);
    if (!to)
        return bt_last_status(w->m->ctx);
    w->to = to;
    w->to_cap = cap;
    return BT_OK;
}

static bt_status walk_down(top_down *w)
{
    size_t letters = (size_t)1 << w->f->tracks;
    BT_TRY(bti_keys_add(&w->keys, (uint64_t)MIDDLE << HALF | MIDDLE));
    for (size_t s = 0; s < w->keys.count; s++) {
        if (bti_automata_step(w->m))
            return BT_STOPPED;
        BT_TRY(more_edges(w));
        for (size_t l = 0; l < letters; l++) {
            uint64_t key = step_down(w, w->keys.key[s], l);
            uint32_t q = bti_keys_find(&w->keys, key);
            if (q == BTI_NO_STATE) {
                q = (uint32_t)w->keys.count;
                BT_TRY(bti_keys_add(&w->keys, key));
            }
            w->to[s * letters + l] = q;
        }
    }
    return BT_OK;
}

static bt_status get_memory(top_down *w)
{
    bt_context *ctx = w->m->ctx;
    size_t n = w->keys.count, edges = n << w->f->tracks;
    w->begin = bt_resize_array(ctx, NULL, 0, edges + 1, sizeof *w->begin);
    if (!w->begin)
        return bt_last_status(ctx);
    w->back = bt_resize_array(ctx, NULL, 0, edges, sizeof *w->back);
    if (!w->back)
        return bt_last_status(ctx);
    w->start = bt_resize_array(ctx, NULL, 0, n, sizeof *w->start);
    if (!w->start)
        return bt_last_status(ctx);
    w->accept = bt_resize(ctx, NULL, 0, n);
    return w->accept ? BT_OK : bt_last_status(ctx);
}

static void turn_round(top_down *w)
{
    size_t n = w->keys.count, letters = (size_t)1 << w->f->tracks, edges = n * letters;
    memset(w->begin, 0, (edges + 1) * sizeof *w->begin);
    for (size_t i = 0; i < edges; i++)
        w->begin[w->to[i] * letters + i % letters]++;
    for (size_t i = 0, sum = 0; i <= edges; i++) {
        sum += i < edges ? w->begin[i] : 0;
        w->begin[i] = sum;
    }
    for (size_t i = 0; i < edges; i++)
        w->back[--w->begin[w->to[i] * letters + i % letters]] = (uint32_t)(i / letters);
}

static bool holds_at_end(uint64_t key, bool equal)
{
    if (key >= POSITIVE)
        return key == NEGATIVE && !equal;
    int64_t p = (int64_t)(key >> HALF) - MIDDLE;
    int64_t q = (int64_t)(key & ((UINT64_C(1) << HALF) - 1)) - MIDDLE;
    return equal ? 2 * p + q == 0 : 2 * p + q <= 0;
}

static bt_status walk_up(top_down *w, bool equal, bti_dfa **out)
{
    size_t n = w->keys.count, starts = 0;
    BT_TRY(get_memory(w));
    turn_round(w);
    memset(w->accept, 0, n);
    w->accept[0] = 1;
    for (size_t s = 0; s < n; s++)
        if (holds_at_end(w->keys.key[s], equal))
            w->start[starts++] = (uint32_t)s;
    const bti_nfa nfa = {.tracks = w->f->tracks,
                         .track = w->f->track,
                         .states = n,
                         .to = w->back,
                         .offset = w->begin,
                         .accept = w->accept};
    return bti_dfa_of_nfa(w->m, &nfa, w->start, starts, out);
}

bt_status bti_dfa_zeckendorf(bti_automata *m, const bti_linear *f, bool equal,
                             bti_dfa **out)
{
    top_down w = {.m = m, .f = f};
    *out = NULL;
    for (unsigned i = 0; i < f->tracks; i++) {
        w.above += f->factor[i] > 0 ? f->factor[i] : 0;
        w.below -= f->factor[i] < 0 ? f->factor[i] : 0;
    }
    if (w.above + w.below > MIDDLE / 16)
        return bt_fail(m->ctx, BT_UNABLE,
                       "the factors of a sum in Fibonacci digits are too large: "
                       "together they may be at most %d",
                       MIDDLE / 16);
    bti_keys_init(&w.keys, m->ctx);
    bt_status status = walk_down(&w);
    if (status == BT_OK)
        status = walk_up(&w, equal, out);
    free_top_down(&w);
    return status;
}
