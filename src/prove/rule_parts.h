/* SPDX-License-Identifier: MIT
 * A rule as several automata that must all accept. */
#ifndef BOUTON_PROVE_RULE_PARTS_H
#define BOUTON_PROVE_RULE_PARTS_H

#include "formula/formula.h"

enum { BTI_RULE_PARTS = 64 }; /* parts of a rule, with a set and the positions */

/* Automata of which all must accept, and variables of which some values must exist. */
typedef struct {
    bti_automata *m;
    bti_dfa *part[BTI_RULE_PARTS];
    size_t parts;
    uint32_t hidden[BTI_FORMULA_DEPTH];
    size_t hiddens;
} bti_pool;

void bti_pool_free(bti_pool *p);

/* `ex a, b: F & G & H` as parts F, G, H and hidden a, b. *p is free after a failure. */
BT_MUST_CHECK bt_status bti_pool_of_formula(bti_automata *m, const bti_node *formula,
                                            bti_pool *p);
BT_MUST_CHECK bt_status bti_pool_copy(const bti_pool *from, bti_pool *to);

/* One more part, which belongs to the pool from now on, also after a failure. */
BT_MUST_CHECK bt_status bti_pool_add(bti_pool *p, bti_dfa *part);

/* The tuples, without the hidden variables and those of var[]. The pool is used up and
 * free, whatever happens. */
BT_MUST_CHECK bt_status bti_pool_project(bti_pool *p, const uint32_t *var, size_t vars,
                                         bti_dfa **out);

/* Every part with var = value. */
BT_MUST_CHECK bt_status bti_pool_fix(bti_pool *p, uint32_t var, uint64_t value);

#endif
