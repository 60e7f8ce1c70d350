/* SPDX-License-Identifier: MIT
 * Why play ends. */
#ifndef BOUTON_PROVE_MEASURE_H
#define BOUTON_PROVE_MEASURE_H

#include "prove/theory.h"

enum { BTI_MEASURES = 32 };

typedef enum {
    BTI_SUM_OF,     /* the sum of the variables of `of` */
    BTI_EMPTY_OF,   /* how many of them are 0 */
    BTI_PRESENT_OF, /* how many of them are not */
    BTI_TERM        /* term, from a line `rank` */
} bti_component_kind;

/* A natural number that depends on the position. */
typedef struct {
    bti_component_kind kind;
    uint64_t of; /* bit i: variable i */
    const bti_node *term;
} bti_component;

/* Every move makes the list of components lexicographically smaller. */
typedef struct {
    bool found;
    bti_component component[BTI_MEASURES];
    size_t components;
    uint32_t *drop; /* of each rule: the component that it always lowers, if has_drop */
    size_t rules;
    bool has_drop;
    /* A line `rank` that is none: which rule, and a move that shows it. */
    bool bad_rank;
    const char *why_bad;
} bti_measure;

/* Looks for a measure, or checks the one that the file gives. Not to find one is BT_OK.
 * Free it whatever happens. */
BT_MUST_CHECK bt_status bti_measure_find(bti_theory *t, bti_measure *out);
void bti_measure_free(bti_theory *t, bti_measure *measure);

/* "x + y", "[x = 0] + [y = 0]": as certificates have it. */
void bti_component_print(const bti_theory *t, const bti_component *c, bt_text *text);
/* All of them, with commas. */
void bti_measure_print(const bti_theory *t, const bti_measure *measure, bt_text *text);

#endif
