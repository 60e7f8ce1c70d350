/* SPDX-License-Identifier: MIT
 * Explains an answer. */
#ifndef BOUTON_EXPLAIN_H
#define BOUTON_EXPLAIN_H

#include <bouton/solve.h>
#include <bouton/steps.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Adds steps that say why the player to move wins or loses. */
BT_API BT_MUST_CHECK bt_status bt_explain(bt_solver *solver, bt_sum *sum,
                                          bt_steps *steps);

#ifdef __cplusplus
}
#endif
#endif
