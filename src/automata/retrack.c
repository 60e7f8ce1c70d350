/* SPDX-License-Identifier: MIT
 * The same automaton on other tracks: renamed, with a track held at a number, or from
 * tables that came from elsewhere. */
#include "core/grow.h"
#include "dfa_table.h"

#include <string.h>

static uint32_t renamed(uint32_t var, const uint32_t *from, const uint32_t *to,
                        size_t pairs)
{
    for (size_t i = 0; i < pairs; i++)
        if (from[i] == var)
            return to[i];
    return var;
}

static bool ascending(const uint32_t *track, unsigned tracks)
{
    for (unsigned i = 1; i < tracks; i++)
        if (track[i - 1] >= track[i])
            return false;
    return true;
}

/* Sorts; equal ones become one. Returns how many are left. */
static unsigned sort_tracks(uint32_t *track, unsigned tracks)
{
    unsigned n = 0;
    for (unsigned i = 0; i < tracks; i++) {
        uint32_t var = track[i];
        unsigned at = n;
        if (bti_track_place(track, n, var) != BTI_NO_STATE)
            continue;
        for (; at > 0 && track[at - 1] > var; at--)
            track[at] = track[at - 1];
        track[at] = var;
        n++;
    }
    return n;
}

/* A draft with `states` rows of a table whose letters have bit i for name[i]; names may
 * repeat and have any order. */
static bt_status rows_by_name(bti_dfa_draft *d, const uint32_t *name, unsigned names,
                              size_t states, const uint32_t *next,
                              const unsigned char *accept)
{
    bti_dfa *a = d->a;
    uint32_t bits[BTI_DFA_MOST_TRACKS] = {0};
    for (unsigned i = 0; i < names; i++)
        bits[bti_track_place(a->track, a->tracks, name[i])] |= UINT32_C(1) << i;
    for (size_t s = 0; s < states; s++) {
        BT_TRY(bti_dfa_draft_state(d));
        a->accept[s] = accept[s] != 0;
    }
    size_t letters = (size_t)1 << a->tracks;
    uint32_t *old;
    BT_TRY(BTI_NEW(a->ctx, old, letters));
    bti_letter_table(old, a->tracks, bits);
    for (size_t s = 0; s < states; s++)
        for (size_t l = 0; l < letters; l++)
            a->next[s * letters + l] = next[s << names | old[l]];
    bt_release(a->ctx, old, letters * sizeof *old);
    return BT_OK;
}

static bt_status draft_by_name(bti_automata *m, const uint32_t *name, unsigned names,
                               size_t states, const uint32_t *next,
                               const unsigned char *accept, bti_dfa_draft *d)
{
    uint32_t track[BTI_DFA_MOST_TRACKS] = {0};
    if (names)
        memcpy(track, name, names * sizeof *track);
    BT_TRY(bti_dfa_draft_begin(d, m, track, sort_tracks(track, names)));
    bt_status status = rows_by_name(d, name, names, states, next, accept);
    if (status != BT_OK)
        bti_dfa_draft_drop(d);
    return status;
}

bt_status bti_dfa_rename(bti_automata *m, const bti_dfa *a, const uint32_t *from,
                         const uint32_t *to, size_t pairs, bti_dfa **out)
{
    uint32_t name[BTI_DFA_MOST_TRACKS];
    bti_dfa_draft d;
    *out = NULL;
    for (unsigned i = 0; i < a->tracks; i++)
        name[i] = renamed(a->track[i], from, to, pairs);
    if (ascending(name, a->tracks)) { /* nothing but the names changes */
        BT_TRY(bti_dfa_copy(m, a, out));
        memcpy((*out)->track, name, sizeof name);
        return BT_OK;
    }
    BT_TRY(draft_by_name(m, name, a->tracks, a->states, a->next, a->accept, &d));
    return bti_dfa_draft_finish(&d, out);
}

/* A key is a state and how many of the number's digits were read; behind its last digit
 * come zeros. */
typedef struct {
    const bti_dfa *a;
    unsigned bit, digits;
    unsigned char digit[BTI_MOST_DIGITS];
} held;

static uint64_t held_step(const void *self, uint64_t key, uint32_t letter)
{
    const held *h = self;
    uint64_t s = key / (h->digits + 1), read = key % (h->digits + 1);
    uint32_t low = letter & ((UINT32_C(1) << h->bit) - 1), one = 0;
    if (read < h->digits)
        one = (uint32_t)h->digit[read++] << h->bit;
    uint32_t whole = (letter ^ low) << 1 | one | low;
    return h->a->next[(size_t)s << h->a->tracks | whole] * (h->digits + UINT64_C(1)) +
           read;
}

/* The word may end before the number does: what is left of it is read with zeros. */
static bool held_accepts(const void *self, uint64_t key)
{
    const held *h = self;
    size_t s = (size_t)(key / (h->digits + 1));
    for (size_t read = (size_t)(key % (h->digits + 1)); read < h->digits; read++)
        s = h->a->next[s << h->a->tracks | (size_t)h->digit[read] << h->bit];
    return h->a->accept[s];
}

bt_status bti_dfa_fix(bti_automata *m, const bti_dfa *a, uint32_t var, uint64_t value,
                      bti_dfa **out)
{
    uint32_t place = bti_track_place(a->track, a->tracks, var);
    uint32_t track[BTI_DFA_MOST_TRACKS];
    held h = {.a = a, .bit = place};
    const bti_dfa_stepper stepper = {
        .step = held_step, .accepts = held_accepts, .self = &h};
    *out = NULL;
    if (place == BTI_NO_STATE)
        return bti_dfa_copy(m, a, out);
    h.digits = bti_digits_of(m->digits, value, h.digit);
    for (unsigned i = 0, j = 0; i < a->tracks; i++)
        if (i != place)
            track[j++] = a->track[i];
    return bti_dfa_explore(m, track, a->tracks - 1, &stepper, out);
}

/* A state accepts when some state on the cycle does to which reading zeros leads. So
 * acceptance does not change when zeros are read, and where it did not before it is
 * what it was. done: 0 not yet seen, 1 on the way, 2 settled. */
static void settle_zeros(bti_dfa *a, unsigned char *done)
{
    for (size_t s = 0; s < a->states; s++) {
        size_t q = s;
        unsigned char accepts = 0;
        for (; done[q] == 0; q = a->next[q << a->tracks])
            done[q] = 1;
        if (done[q] == 2) {
            accepts = a->accept[q];
        } else {
            size_t r = q;
            do {
                accepts |= a->accept[r];
                r = a->next[r << a->tracks];
            } while (r != q);
        }
        for (q = s; done[q] == 1; q = a->next[q << a->tracks]) {
            done[q] = 2;
            a->accept[q] = accepts;
        }
    }
}

static bt_status check_tables(bti_automata *m, const uint32_t *track, unsigned tracks,
                              size_t states, const uint32_t *next)
{
    if (tracks > BTI_DFA_MOST_TRACKS || tracks > m->limits.tracks)
        return bt_fail(
            m->ctx, BT_UNABLE, "an automaton with {tracks} tracks: the limit is {most}",
            BT_ARGS(BT_NUM("tracks", tracks), BT_NUM("most", m->limits.tracks)));
    if (states == 0 || states > m->limits.states || states >= BTI_NO_STATE)
        return bt_fail(
            m->ctx, states ? BT_UNABLE : BT_DOMAIN,
            "an automaton has between 1 and {most} states, not {states}",
            BT_ARGS(BT_NUM("most", m->limits.states), BT_NUM("states", states)));
    for (unsigned i = 1; i < tracks; i++)
        if (bti_track_place(track, i, track[i]) != BTI_NO_STATE)
            return bt_fail(m->ctx, BT_DOMAIN, "a variable has two tracks", BT_NO_ARGS);
    for (size_t i = 0; i < states << tracks; i++)
        if (next[i] >= states)
            return bt_fail(m->ctx, BT_DOMAIN,
                           "an automaton of {states} states has no state {next}",
                           BT_ARGS(BT_NUM("states", states), BT_NUM("next", next[i])));
    return BT_OK;
}

bt_status bti_dfa_of_tables(bti_automata *m, const uint32_t *track, unsigned tracks,
                            size_t states, const uint32_t *next,
                            const unsigned char *accept, bti_dfa **out)
{
    bti_dfa_draft d;
    *out = NULL;
    BT_TRY(check_tables(m, track, tracks, states, next));
    BT_TRY(draft_by_name(m, track, tracks, states, next, accept, &d));
    unsigned char *done = bt_resize(m->ctx, NULL, 0, states);
    if (!done) {
        bti_dfa_draft_drop(&d);
        return bt_last_status(m->ctx);
    }
    memset(done, 0, states);
    settle_zeros(d.a, done);
    bt_release(m->ctx, done, states);
    BT_TRY(bti_dfa_draft_finish(&d, out));
    return bti_dfa_cut(m, out);
}
