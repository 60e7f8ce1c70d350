/* SPDX-License-Identifier: MIT
 * Where a formula has no meaning, because an operation on digits gets a negative
 * number there (formula.h). */
#ifndef BOUTON_FORMULA_FORMULA_DEFINED_H
#define BOUTON_FORMULA_FORMULA_DEFINED_H

#include "formula/formula.h"

/* Operations that ask for the digits of their arguments. */
bool bti_wants_naturals(bti_op op);

/* Whether a term is natural as far as the eye sees: no minus in it. */
bool bti_plainly_natural(const bti_node *term);

/* Whether no operation on digits in a formula or a term has an argument that could be
 * negative, as far as the eye sees. Then it is defined everywhere. */
bool bti_plainly_defined(const bti_node *node);

/* The values of the free variables, among those whose declared variables are in
 * `within` (NULL: all), at which a formula or a term is undefined. */
BT_MUST_CHECK bt_status bti_undefined_compile(bti_automata *m, const bti_node *node,
                                              const bti_dfa *within, bti_dfa **out);

/* BT_DOMAIN if it is undefined somewhere (undefined_place.c). The sentence names the
 * least such position, the operation with its place in `from`, and what can be written
 * instead. scope->vars are the numbers of a position; all other free variables may have
 * any value. */
BT_MUST_CHECK bt_status bti_check_defined(bti_automata *m, const bti_node *node,
                                          const bti_dfa *within, const bti_scope *scope,
                                          const bti_formula_text *from);

#endif
