/* SPDX-License-Identifier: MIT
 * Linear relations in digits that are not binary.
 *
 * There carries run both ways, so a sum of numbers is read from the most significant
 * digit. While n digits are to come, what was read is worth S(n), which satisfies the
 * recurrence of the weights; it is kept as its values at the first places of its phase,
 * together with the states of the tracks' words (numeration.h). Each of these holds a
 * debt D, so that the rest of the number is at most -D(n) - 1. Then the whole sum is at
 * least L(n) + b, where L adds to S(n) for every factor -f < 0 f times the debt of its
 * track, and b is the sum of these f. L satisfies the recurrence, too, and since that
 * has natural factors L stays natural once it was so at `order` places: so it can be
 * decided whether L(n) + b > 0 for every n, which makes the sum positive for good;
 * likewise negative. What is left are finitely many states where the greatest root of
 * the recurrence is a Pisot number, one whose conjugates are less than 1: along that
 * root S would otherwise grow, and across it it shrinks (Frougny 1992; for Zeckendorf's
 * digits also Mousavi, Schaeffer and Shallit 2016). Elsewhere a limit ends it.
 *
 * Reading least digits first is running this backwards, by the subset construction. */
#include "core/grow.h"
#include "dfa_table.h"
#include "linear_form.h"

#include <string.h>

/* In the place of the first value: the sum is negative, whatever comes. */
#define NEGATIVE INT32_MIN

enum { MOST_VALUE = 1 << 28, MOST_FACTORS = 1 << 24 };
#define MOST_SEEN (INT64_C(1) << 50)

/* A state is the sequence phase, values, states of words. Sequences live in a tree
 * whose node is the number of its parent and one entry, both in one key. */
enum { WIDTH = 1 + BTI_MOST_GIVEN + BTI_DFA_MOST_TRACKS };

typedef struct {
    bti_automata *m;
    const bti_linear *f;
    bti_digits d;
    bool equal;
    unsigned width;
    int64_t above, below; /* sums of the factors over 0, and of the others, negated */
    uint64_t weight[BTI_MOST_DIGITS];
    bti_keys tree, states; /* the last node of each state */
    uint32_t *to;          /* to[s << tracks | letter], or BTI_NO_STATE */
    size_t to_cap;
    size_t *begin; /* the same, backwards */
    uint32_t *back, *start;
    unsigned char *accept;
} top_down;

static void free_top_down(top_down *w)
{
    bt_context *ctx = w->m->ctx;
    size_t n = w->states.count, edges = n << w->f->tracks;
    bt_release(ctx, w->to, w->to_cap * sizeof *w->to);
    bt_release(ctx, w->begin, (edges + 1) * sizeof *w->begin);
    bt_release(ctx, w->back, edges * sizeof *w->back);
    bt_release(ctx, w->start, n * sizeof *w->start);
    bt_release(ctx, w->accept, n);
    bti_keys_free(&w->tree);
    bti_keys_free(&w->states);
}

/* Is L(n) + b > 0 for all places n of a phase? Where L neither stays natural nor falls
 * to -b soon, no is a safe answer. */
static bool stays_positive(bti_digits d, const int64_t *first, int64_t b)
{
    int64_t value[BTI_MOST_GIVEN];
    unsigned natural = 0;
    memcpy(value, first, d->order * sizeof *value);
    for (unsigned k = 0; k < BTI_MOST_DIGITS; k++) {
        int64_t next = 0;
        if (value[0] + b <= 0)
            return false;
        natural = value[0] >= 0 ? natural + 1 : 0;
        if (natural == d->order)
            return true;
        for (unsigned j = 0; j < d->order; j++)
            next += (int64_t)d->step[j] * value[d->order - 1 - j];
        if (next > MOST_SEEN || next < -MOST_SEEN)
            return false;
        memmove(value, value + 1, (d->order - 1) * sizeof *value);
        value[d->order - 1] = next;
    }
    return false;
}

/* Whether the sum times `sign` is positive for good. */
static bool certain(const top_down *w, const int64_t *value, const uint32_t *word,
                    int sign)
{
    int64_t least[BTI_MOST_GIVEN];
    for (unsigned k = 0; k < w->d->order; k++) {
        least[k] = sign * value[k];
        for (unsigned i = 0; i < w->f->tracks; i++) {
            int64_t factor = sign * w->f->factor[i];
            least[k] -= factor < 0 ? factor * w->d->debt[word[i]][k] : 0;
        }
    }
    return stays_positive(w->d, least, sign > 0 ? w->below : w->above);
}

static void read_state(const top_down *w, size_t state, uint32_t *entry)
{
    uint64_t node = w->states.key[state];
    for (unsigned i = w->width; i-- > 0;) {
        entry[i] = (uint32_t)w->tree.key[node];
        node = (w->tree.key[node] >> 32) - 1;
    }
}

static bt_status state_of(top_down *w, const uint32_t *entry, uint32_t *state)
{
    uint64_t parent = 0;
    for (unsigned i = 0; i < w->width; i++) {
        uint32_t node;
        BT_TRY(bti_keys_number(&w->tree, parent << 32 | entry[i], &node));
        parent = node + UINT64_C(1);
    }
    return bti_keys_number(&w->states, parent - 1, state);
}

/* Sums of more states than these are as good as infinite when they are turned round. */
enum { MOST_STATES = 1 << 17 };

static uint64_t most_states(const top_down *w)
{
    uint64_t most = w->m->limits.states;
    return w->d == BTI_FIBONACCI || most < MOST_STATES ? most : MOST_STATES;
}

static bt_status too_large(const top_down *w)
{
    return bt_fail(w->m->ctx, BT_UNABLE,
                   "a sum in these digits went beyond the limit of {states} states or "
                   "{entries} table entries; short sums with small factors help, but "
                   "where the growth of the weights is not a Pisot number every sum "
                   "goes beyond any limit",
                   BT_ARGS(BT_NUM("states", most_states(w)),
                           BT_NUM("entries", w->m->limits.entries)));
}

/* The state behind a letter; BTI_NO_STATE: nothing is accepted there. */
static bt_status step_down(top_down *w, const uint32_t *from, size_t letter,
                           uint32_t *state)
{
    const bti_linear *f = w->f;
    const uint32_t *words = from + 1 + w->d->order;
    uint32_t entry[WIDTH] = {0}, *word = entry + 1 + w->d->order;
    int64_t value[BTI_MOST_GIVEN];
    unsigned phase = from[0];
    *state = BTI_NO_STATE;
    for (unsigned i = 0; i < f->tracks; i++) {
        word[i] = w->d->down[words[i]][letter >> i & 1];
        if (word[i] == BTI_NO_WORD)
            return BT_OK;
    }
    for (unsigned k = 0; k < w->d->order; k++)
        value[k] = (int32_t)from[1 + k];
    bool negative = value[0] == NEGATIVE;
    bti_numeration_read(w->d, w->weight, &phase, value, f->value[letter]);
    entry[0] = phase;
    if (!negative && certain(w, value, word, 1))
        return BT_OK;
    if (negative || certain(w, value, word, -1)) {
        entry[1] = (uint32_t)NEGATIVE;
        return w->equal ? BT_OK : state_of(w, entry, state);
    }
    for (unsigned k = 0; k < w->d->order; k++) {
        if (value[k] > MOST_VALUE || value[k] < -MOST_VALUE)
            return too_large(w);
        entry[1 + k] = (uint32_t)(int32_t)value[k];
    }
    return state_of(w, entry, state);
}

static bt_status more_edges(top_down *w)
{
    size_t letters = (size_t)1 << w->f->tracks, want = w->states.count * letters;
    if (w->states.count > most_states(w) || w->tree.count >= BTI_NO_STATE / 2 ||
        w->states.count > w->m->limits.entries >> w->f->tracks)
        return too_large(w);
    return BTI_RESERVE(w->m->ctx, w->to, w->to_cap, want);
}

static bt_status walk_down(top_down *w)
{
    size_t letters = (size_t)1 << w->f->tracks;
    uint32_t entry[WIDTH] = {0}, state;
    for (unsigned phase = 0; phase < w->d->period; phase++) {
        entry[0] = phase;
        for (unsigned i = 0; i < w->f->tracks; i++)
            entry[1 + w->d->order + i] = phase;
        BT_TRY(state_of(w, entry, &state));
    }
    for (size_t s = 0; s < w->states.count; s++) {
        if (bti_automata_step(w->m))
            return BT_STOPPED;
        BT_TRY(more_edges(w));
        read_state(w, s, entry);
        for (size_t l = 0; l < letters; l++)
            BT_TRY(step_down(w, entry, l, &w->to[s * letters + l]));
    }
    return BT_OK;
}

static bt_status get_memory(top_down *w)
{
    bt_context *ctx = w->m->ctx;
    size_t n = w->states.count, edges = n << w->f->tracks;
    BT_TRY(BTI_NEW(ctx, w->begin, edges + 1));
    BT_TRY(BTI_NEW(ctx, w->back, edges));
    BT_TRY(BTI_NEW(ctx, w->start, n));
    return BTI_NEW(ctx, w->accept, n);
}

static void turn_round(top_down *w)
{
    size_t letters = (size_t)1 << w->f->tracks, edges = w->states.count * letters;
    memset(w->begin, 0, (edges + 1) * sizeof *w->begin);
    for (size_t i = 0; i < edges; i++)
        if (w->to[i] != BTI_NO_STATE)
            w->begin[w->to[i] * letters + i % letters]++;
    for (size_t i = 0, sum = 0; i <= edges; i++) {
        sum += i < edges ? w->begin[i] : 0;
        w->begin[i] = sum;
    }
    for (size_t i = 0; i < edges; i++)
        if (w->to[i] != BTI_NO_STATE)
            w->back[--w->begin[w->to[i] * letters + i % letters]] =
                (uint32_t)(i / letters);
}

/* Can the least digit have been the last one that was read, and does it hold? */
static bool holds_at_end(const top_down *w, size_t state)
{
    uint32_t entry[WIDTH];
    read_state(w, state, entry);
    for (unsigned i = 0; i < w->f->tracks; i++)
        if (!w->d->down_ends[entry[1 + w->d->order + i]])
            return false;
    int32_t sum = (int32_t)entry[1];
    return entry[0] == 0 && (w->equal ? sum == 0 : sum <= 0);
}

static bt_status walk_up(top_down *w, bti_dfa **out)
{
    size_t n = w->states.count, starts = 0;
    BT_TRY(get_memory(w));
    turn_round(w);
    memset(w->accept, 0, n);
    memset(w->accept, 1, w->d->period);
    for (size_t s = 0; s < n; s++)
        if (holds_at_end(w, s))
            w->start[starts++] = (uint32_t)s;
    const bti_nfa nfa = {.tracks = w->f->tracks,
                         .track = w->f->track,
                         .states = n,
                         .to = w->back,
                         .offset = w->begin,
                         .accept = w->accept};
    return bti_dfa_of_nfa(w->m, &nfa, w->start, starts, out);
}

bt_status bti_dfa_linear_down(bti_automata *m, const bti_linear *f, bool equal,
                              bti_dfa **out)
{
    top_down w = {.m = m,
                  .f = f,
                  .d = m->digits,
                  .equal = equal,
                  .width = 1 + m->digits->order + f->tracks};
    *out = NULL;
    for (unsigned i = 0; i < f->tracks; i++) {
        w.above += f->factor[i] > 0 ? f->factor[i] : 0;
        w.below -= f->factor[i] < 0 ? f->factor[i] : 0;
    }
    if (w.above + w.below > MOST_FACTORS)
        return bt_fail(m->ctx, BT_UNABLE,
                       "the factors of a sum in these digits are too large: together "
                       "they may be at most {most}",
                       BT_ARGS(BT_NUM("most", MOST_FACTORS)));
    bti_digit_weights(w.d, w.weight);
    bti_keys_init(&w.tree, m->ctx);
    bti_keys_init(&w.states, m->ctx);
    bt_status status = walk_down(&w);
    if (status == BT_OK)
        status = walk_up(&w, out);
    free_top_down(&w);
    return status;
}
