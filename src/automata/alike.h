/* SPDX-License-Identifier: MIT
 * Letters that behave alike: work on many tracks with few kinds of letters. */
#ifndef BOUTON_AUTOMATA_ALIKE_H
#define BOUTON_AUTOMATA_ALIKE_H

#include "dfa_table.h"

typedef struct {
    bti_automata *m;
    unsigned tracks; /* that are squeezed into `codes` others */
    uint32_t track[BTI_DFA_MOST_TRACKS];
    unsigned codes;
    uint32_t *class_of; /* by letter of `track`; that of letter 0 is 0 */
    uint32_t *first;    /* of each class, its least letter; letters / 4 of them */
    size_t classes;     /* 0: there are too few letters, or too many kinds of them */
} bti_alike;

/* The classes of the letters on all tracks of a[] but those of keep[]. After BT_OK free
 * it; while classes is 0 nothing else may be asked. */
BT_MUST_CHECK bt_status bti_alike_find(bti_automata *m, const bti_dfa *const *a,
                                       size_t n, const uint32_t *keep, size_t keeps,
                                       bti_alike *out);
void bti_alike_free(bti_alike *k);

/* One of a[] with codes in the place of the squeezed tracks. Not minimal: it may ignore
 * some of the codes. */
BT_MUST_CHECK bt_status bti_alike_squeeze(const bti_alike *k, const bti_dfa *a,
                                          bti_dfa **out);

/* The way back for a minimal automaton on codes and other tracks; *a becomes minimal.
 * After a failure it is freed and NULL. */
BT_MUST_CHECK bt_status bti_alike_expand(const bti_alike *k, bti_dfa **a);

#endif
