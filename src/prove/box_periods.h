/* SPDX-License-Identifier: MIT
 * Sets of positions that are periodic in every variable, guessed from boxes. */
#ifndef BOUTON_PROVE_BOX_PERIODS_H
#define BOUTON_PROVE_BOX_PERIODS_H

#include "prove/box.h"

enum { BTI_BOX_LENGTH = 64 }; /* numbers of one variable in a row */

/* What was guessed of a game with several variables: all are periodic with this period
 * behind this preperiod. */
typedef struct {
    size_t preperiod, period;
} bti_box_period;

/* Looks at boxes of that length, `across` wide in all other directions, one for each
 * variable. period 0: none. */
BT_MUST_CHECK bt_status bti_box_period_find(const bti_theory *t, bti_proof_box *b,
                                            uint64_t across, bti_box_period *out);

/* The set of P-positions with this period, as the box of one preperiod and period shows
 * it: an automaton, and a formula for it in *words unless that would be long. *out is
 * NULL if it would be too large. */
BT_MUST_CHECK bt_status bti_box_period_set(bti_theory *t, bti_proof_box *b,
                                           bti_box_period p, bt_text *words,
                                           bti_dfa **out);

#endif
