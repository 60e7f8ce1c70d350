/* SPDX-License-Identifier: MIT
 * Is there a way to find a good move digit by digit, from the most significant one on?
 */
#ifndef BOUTON_CHECK_CHECK_STRATEGY_H
#define BOUTON_CHECK_CHECK_STRATEGY_H

#include "check/check_items.h"

typedef struct {
    bool won;           /* if not, nothing is known */
    bool gave_up;       /* more than `most` nodes */
    uint64_t looked_at; /* nodes of the game */
} bti_strategy;

/* The left machines read a position x, the right ones pairs x, x' (made by
 * bti_machine_new_pair), from the most significant digit down. Won: for every x that a
 * left machine accepts, some x, x' is accepted by a right one. */
bt_status bti_check_strategy(bti_question *q, bti_machine *const *left, size_t lefts,
                             bti_machine *const *right, size_t rights, size_t most,
                             bti_strategy *out);

#endif
