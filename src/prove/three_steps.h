/* SPDX-License-Identifier: MIT
 * The three steps by which a set is shown to be the set of P-positions. */
#ifndef BOUTON_PROVE_THREE_STEPS_H
#define BOUTON_PROVE_THREE_STEPS_H

#include "prove/theory.h"

typedef enum { BTI_GAVE_UP, BTI_HOLDS, BTI_FAILS } bti_steps_result;

/* Why something was given up: the sentence, and the limit as data. */
typedef struct {
    bt_limit limit;
    char words[240]; /* "": it was not */
} bti_why;

typedef struct {
    bti_steps_result result;
    unsigned step;                   /* 1, 2 or 3: which fails */
    bool least;                      /* the position is the least that shows it */
    uint64_t position[BTI_VARS_MAX]; /* that shows it */
    bool has_option;                 /* step 3: a move from P to P */
    size_t rule;
    uint64_t option[BTI_VARS_MAX];
    bti_why why; /* GAVE_UP: which limit */
} bti_steps_check;

/* How hard it is tried. */
typedef struct {
    uint64_t tuples;  /* of the search that builds no product */
    uint64_t letters; /* and so many steps from tuple to tuple */
    bool least;       /* look for the least position, not just for one */
    bool eager;       /* build products when the search gives up */
} bti_effort;

extern const bti_effort bti_full_effort;

/* How many tuples that makes; 0: the search would not be worth while. */
uint64_t bti_effort_tuples(const bti_theory *t, bti_effort effort);

/* Do the three steps hold of `set`, a set of positions? Limits are a result here, other
 * failures a status. */
BT_MUST_CHECK bt_status bti_check_steps(bti_theory *t, const bti_dfa *set,
                                        bti_effort effort, bti_steps_check *out);

/* The next tuple with the same total in lexicographic order, from 0,...,0,total on. */
bool bti_next_tuple(uint64_t *x, size_t vars);

/* What "least" means of positions: by total, then in lexicographic order. */
bool bti_tuple_less(const uint64_t *x, const uint64_t *y, size_t vars);

/* Takes a failure with BT_UNABLE as a result: its sentence and limit go into `why`. */
bt_status bti_as_result(bt_context *ctx, bt_status status, bti_why *why);

#endif
