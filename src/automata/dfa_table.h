/* SPDX-License-Identifier: MIT
 * How automata are made, for the files of this folder: a draft grows state by state;
 * finishing it minimises. */
#ifndef BOUTON_AUTOMATA_DFA_TABLE_H
#define BOUTON_AUTOMATA_DFA_TABLE_H

#include "automata.h"
#include "core/index.h"

#define BTI_NO_STATE UINT32_MAX

/* Numbers for 64-bit keys, given in the order of their first asking. */
typedef struct {
    bt_context *ctx;
    uint64_t *key;
    size_t count, cap;
    bti_index index;
} bti_keys;

void bti_keys_init(bti_keys *k, bt_context *ctx);
void bti_keys_free(bti_keys *k);
BT_MUST_CHECK bt_status bti_keys_number(bti_keys *k, uint64_t key, uint32_t *number);
/* The same where keys are never looked for: only k->key is kept. */
BT_MUST_CHECK bt_status bti_keys_push(bti_keys *k, uint64_t key);

typedef struct {
    bti_automata *m;
    bti_dfa *a;
    size_t cap;
} bti_dfa_draft;

/* Tracks ascending and distinct. After a failure there is nothing to drop. */
BT_MUST_CHECK bt_status bti_dfa_draft_begin(bti_dfa_draft *d, bti_automata *m,
                                            const uint32_t *track, unsigned tracks);
void bti_dfa_draft_drop(bti_dfa_draft *d);

/* One more state; its row and its accept are for the caller to fill. */
BT_MUST_CHECK bt_status bti_dfa_draft_state(bti_dfa_draft *d);

/* Minimises; the draft is gone afterwards, whatever happens. */
BT_MUST_CHECK bt_status bti_dfa_draft_finish(bti_dfa_draft *d, bti_dfa **out);

/* The draft as it is, for tables that are minimal or need not be. */
BT_MUST_CHECK bt_status bti_dfa_draft_table(bti_dfa_draft *d, bti_dfa **out);

/* An automaton whose states are 64-bit keys: the breadth-first search behind most
 * atoms. Behind BTI_DEAD nothing is accepted, and neither function is asked about it.
 */
#define BTI_DEAD (UINT64_C(1) << 63)
typedef struct {
    uint64_t start;
    uint64_t (*step)(const void *self, uint64_t key, uint32_t letter);
    bool (*accepts)(const void *self, uint64_t key);
    const void *self;
} bti_dfa_stepper;

BT_MUST_CHECK bt_status bti_dfa_explore(bti_automata *m, const uint32_t *track,
                                        unsigned tracks, const bti_dfa_stepper *stepper,
                                        bti_dfa **out);

/* *a becomes minimal, loses the tracks on which it does not depend, and is numbered
 * breadth-first; after a failure it is freed and NULL. */
BT_MUST_CHECK bt_status bti_dfa_minimise(bti_automata *m, bti_dfa **a);

/* Shows how far the work is; true when it is to stop. */
bool bti_automata_stopped(bti_automata *m);

/* The same for every loop over states: one more was seen. */
static inline bool bti_automata_step(bti_automata *m)
{
    return m->seen++ % 256 == 0 && bti_automata_stopped(m);
}

/* A nondeterministic automaton: the states behind (s, letter) are
 * to[offset[i]] .. to[offset[i + 1] - 1] with i = s << tracks | letter, or, without
 * offset, the 1 << shift ones from to[i << shift]. */
typedef struct {
    unsigned tracks;
    const uint32_t *track;
    size_t states;
    const uint32_t *to;
    const size_t *offset;
    unsigned shift;
    const unsigned char *accept;
    const unsigned char *dead; /* nothing is accepted from here, or NULL */
    const unsigned char *full; /* everything is accepted from here, or NULL */
} bti_nfa;

/* The subset construction. */
BT_MUST_CHECK bt_status bti_dfa_of_nfa(bti_automata *m, const bti_nfa *n,
                                       const uint32_t *start, size_t starts,
                                       bti_dfa **out);

/* Where digits are not binary: *a becomes the part of it with a greedy word on each
 * track. After a failure it is freed and NULL. */
BT_MUST_CHECK bt_status bti_dfa_cut(bti_automata *m, bti_dfa **a);

/* Replaces *a by the result of an operation on it: frees the old one, or on failure
 * both. */
BT_MUST_CHECK bt_status bti_dfa_replace(bti_dfa **a, bt_status status, bti_dfa *by);

/* -1: not a sink (a state that is its own only successor); else whether it accepts. */
int bti_dfa_sink(const bti_dfa *a, uint32_t state);

/* Sorted union of two sorted lists into out[BTI_DFA_MOST_TRACKS], which may be a. */
BT_MUST_CHECK bt_status bti_tracks_union(bti_automata *m, const uint32_t *a,
                                         unsigned as, const uint32_t *b, unsigned bs,
                                         uint32_t *out, unsigned *count);

/* The place of var among sorted tracks, or BTI_NO_STATE. */
uint32_t bti_track_place(const uint32_t *track, unsigned tracks, uint32_t var);

/* Edges backwards. State s has the successors to[s * stride + i], i < choices; those
 * before q become back[begin[q]] .. back[begin[q + 1] - 1]. */
void bti_dfa_reverse(const uint32_t *to, size_t states, size_t stride, size_t choices,
                     size_t *begin, uint32_t *back);

/* made[letter], for all letters of so many tracks: bits[i] for each bit i of the
 * letter, or-ed. */
void bti_letter_table(uint32_t *made, unsigned tracks, const uint32_t *bits);

#endif
