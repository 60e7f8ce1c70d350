/* SPDX-License-Identifier: MIT
 * The Grundy values of all heaps of a subtraction game below some heap, where no law
 * gives them. */
#ifndef BOUTON_RULES_SUBTRACTION_TABLE_H
#define BOUTON_RULES_SUBTRACTION_TABLE_H

#include "rules/amounts.h"

/* Fills value[from .. to); the values before are there. The faster of the two below. */
bt_status bti_subtraction_table(bt_context *ctx, const bti_amounts *set,
                                uint32_t *value, size_t from, size_t to);

/* Heap by heap, as values are defined. */
bt_status bti_subtraction_by_heaps(bt_context *ctx, const bti_amounts *set,
                                   uint32_t *value, size_t from, size_t to);
/* Value by value, many heaps at once; begins at heap 0 always. */
bt_status bti_subtraction_by_values(bt_context *ctx, const bti_amounts *set,
                                    uint32_t *value, size_t to);

#endif
