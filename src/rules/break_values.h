/* SPDX-License-Identifier: MIT
 * Grundy values of one heap of a taking-and-breaking game, with the period proved where
 * one is found. */
#ifndef BOUTON_RULES_BREAK_VALUES_H
#define BOUTON_RULES_BREAK_VALUES_H

#include "rules/heap_code.h"

typedef struct {
    const uint16_t *value; /* of the heaps below preperiod + period */
    uint64_t preperiod, period;
    uint64_t checked; /* values of all heaps up to this one were compared */
    bool proved;      /* otherwise nothing else is told */
} bti_break_values;

/* Looks for a period within so many steps: BTI_BREAK_STEPS are some hundredths of a
 * second, and enough for every code of up to three digits whose period is below 4000.
 * Without a period: not proved, which is no failure. */
enum { BTI_BREAK_STEPS = 1 << 26 };
bt_status bti_break_values_find(bt_arena *arena, const bti_code *code,
                                uint64_t most_steps, bti_break_values *out);

static inline uint16_t bti_break_value(const bti_break_values *v, uint64_t heap)
{
    if (heap >= v->preperiod + v->period)
        heap = v->preperiod + (heap - v->preperiod) % v->period;
    return v->value[heap];
}

/* Equality of g(n) and g(n + period) for preperiod <= n, n + period <= last proves it
 * for all n >= preperiod: see break_values.c. */
bool bti_break_period_is_proved(const bti_code *code, uint64_t preperiod,
                                uint64_t period, uint64_t last);

#endif
