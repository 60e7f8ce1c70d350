/* SPDX-License-Identifier: MIT
 * The answer with its reason. */
#ifndef BOUTON_EXPLAIN_H
#define BOUTON_EXPLAIN_H

#include <bouton/solve.h>
#include <bouton/steps.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Adds to `steps` why the sum is won or lost for the player to move. */
BT_API BT_MUST_CHECK bt_status bt_explain(bt_solver *solver, bt_sum *sum,
                                          bt_steps *steps);

#ifdef __cplusplus
}
#endif
#endif
