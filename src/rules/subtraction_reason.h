/* SPDX-License-Identifier: MIT
 * Why a subtraction game is won or lost: the law of the values and what it gives here.
 */
#ifndef BOUTON_RULES_SUBTRACTION_REASON_H
#define BOUTON_RULES_SUBTRACTION_REASON_H

#include "rules/subtraction_values.h"

#include <bouton/rules.h>

void bti_subtraction_reason(const bti_amounts *set, const bti_values *values,
                            bt_play play, const bt_pos *p, bt_steps *steps);

#endif
