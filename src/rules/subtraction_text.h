/* SPDX-License-Identifier: MIT
 * A subtraction game as a `.game` text. */
#ifndef BOUTON_RULES_SUBTRACTION_TEXT_H
#define BOUTON_RULES_SUBTRACTION_TEXT_H

#include "rules/subtraction_values.h"

#include <bouton/rules.h>

bt_status bti_subtraction_text(bt_context *ctx, const bt_game *g,
                               const bti_amounts *set, const bti_values *values,
                               size_t heaps, bt_text *out);

#endif
