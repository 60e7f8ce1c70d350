/* SPDX-License-Identifier: MIT
 * Grundy values of one heap of a taking-and-breaking game, with the period proved where
 * one is found. */
#ifndef BOUTON_RULES_BREAK_VALUES_H
#define BOUTON_RULES_BREAK_VALUES_H

#include "rules/heap_code.h"
#include "rules/subtraction_values.h" /* bti_values */

/* Looks for a period within so many steps: BTI_BREAK_STEPS are some hundredths of a
 * second, and enough for octal codes whose period and preperiod are below 3800.
 * With one, *out is a table, and values of all heaps up to *checked were compared.
 * Without: nothing is known, which is no failure. */
enum { BTI_BREAK_STEPS = 1 << 26 };
bt_status bti_break_values_find(bt_arena *arena, const bti_code *code,
                                uint64_t most_steps, bti_values *out,
                                uint64_t *checked);

/* Equality of g(n) and g(n + period) for preperiod <= n, n + period <= last proves it
 * for all n >= preperiod: see break_values.c. */
bool bti_break_period_is_proved(const bti_code *code, uint64_t preperiod,
                                uint64_t period, uint64_t last);

#endif
