/* SPDX-License-Identifier: MIT
 * Formulas as automata. */
#ifndef BOUTON_FORMULA_FORMULA_COMPILE_H
#define BOUTON_FORMULA_FORMULA_COMPILE_H

#include "formula/formula.h"

/* Numbers of variables from here on are free for whoever works with the automata; the
 * compiler's own come from BTI_INNER_VAR on and never leave it. */
enum { BTI_SPARE_VAR = 1000, BTI_INNER_VAR = 2000 };

/* The set of all values of the free variables that make the formula true, where an
 * undefined atom counts as false; tracks are the numbers of its variables. m->digits
 * must be those of the formula's scope. */
BT_MUST_CHECK bt_status bti_formula_compile(bti_automata *m, const bti_node *formula,
                                            bti_dfa **out);

/* The same for the comparison of two terms. */
BT_MUST_CHECK bt_status bti_compare_compile(bti_automata *m, const bti_node *a,
                                            bti_relation relation, const bti_node *b,
                                            bti_dfa **out);

/* Where `terms` terms, `first` and those next to it, have values: no operation on
 * digits in them gets a negative number. `natural`: and they are not negative
 * themselves. */
BT_MUST_CHECK bt_status bti_values_compile(bti_automata *m, const bti_node *first,
                                           size_t terms, bool natural, bti_dfa **out);

/* A copy in which every variable id < count has become to[id]. */
BT_MUST_CHECK bt_status bti_formula_rename(bt_arena *arena, const bti_node *node,
                                           const uint32_t *to, uint32_t count,
                                           const bti_node **out);

#endif
