/* SPDX-License-Identifier: MIT
 * A sum with each variable once, its tracks ascending, and its value for each letter.
 */
#ifndef BOUTON_AUTOMATA_LINEAR_FORM_H
#define BOUTON_AUTOMATA_LINEAR_FORM_H

#include "automata.h"

typedef struct {
    unsigned tracks;
    uint32_t track[BTI_DFA_MOST_TRACKS];
    int64_t factor[BTI_DFA_MOST_TRACKS]; /* never 0 */
    int64_t constant;
    int64_t *value; /* by letter: the sum of the factors of its ones */
} bti_linear;

/* The sum of all |factor| and |constant| is at most this. */
#define BTI_LINEAR_MOST (INT64_C(1) << 60)

/* Where digits are not binary: f->constant is 0; value REL 0 for REL one of =, <=. */
BT_MUST_CHECK bt_status bti_dfa_linear_down(bti_automata *m, const bti_linear *f,
                                            bool equal, bti_dfa **out);

#endif
