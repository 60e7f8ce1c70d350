/* SPDX-License-Identifier: MIT
 * Grundy values of one heap of a subtraction game, for every heap at once. */
#ifndef BOUTON_RULES_SUBTRACTION_VALUES_H
#define BOUTON_RULES_SUBTRACTION_VALUES_H

#include "rules/amounts.h"

#include <bouton/rules.h>

typedef enum {
    BTI_VALUES_NONE,  /* nothing proved: search */
    BTI_VALUES_RANGE, /* S = {a..b}: g(n) = floor((n mod (a+b)) / a) */
    BTI_VALUES_MOD_3, /* powers of 2: g(n) = n mod 3 */
    BTI_VALUES_TABLE  /* g(n+p) = g(n) + saltus from the preperiod on */
} bti_values_kind;

typedef struct {
    bti_values_kind kind;
    uint64_t a, cycle; /* RANGE; cycle = a+b, 0: beyond 64 bits, so nothing repeats */
    uint32_t *value;   /* TABLE: of the heaps below preperiod + period */
    uint64_t preperiod, period, saltus;
    uint64_t largest; /* MOD_3, and TABLE without a saltus: no value exceeds it */
    uint64_t reach;   /* TABLE: so many values, with B (below), determine the next */
    uint64_t stretch; /* where such a stretch begins that comes back after a period */
    uint64_t base;    /* B: the values of the heaps before that stretch are 0 .. B-1
                       * and forbidden; 0 for finite S, where nothing is for good */
} bti_values;

/* Never fails for lack of a theorem: then the kind is NONE. */
bt_status bti_values_find(bt_arena *arena, const bti_amounts *set, bti_values *out);

uint64_t bti_value_of(const bti_values *values, uint64_t heap); /* kind is not NONE */

/* Of the values, with the least preperiod and period; false where the kind is NONE. */
bool bti_values_repetition(const bti_values *values, bt_repetition *out);

/* The same of the row of labels, where a heap is P exactly if its value is `target`. */
bool bti_labels_repetition(const bti_values *values, uint64_t target,
                           bt_repetition *out);

/* The largest heap <= most with this value, for RANGE and for TABLE with a saltus,
 * where a walk over all amounts could be endless. */
bool bti_values_last(const bti_values *values, uint64_t value, uint64_t most,
                     uint64_t *heap);

#endif
