/* SPDX-License-Identifier: MIT
 * Where is a term natural, where has a formula a truth value? */
#ifndef BOUTON_CHECK_CHECK_DEFINED_H
#define BOUTON_CHECK_CHECK_DEFINED_H

#include "check/check_syntax.h"

/* ^ and or shl low high: their arguments must be natural. */
bool bti_check_on_digits(const bti_check_node *n);
/* No variable has a negative coefficient: the term is natural whatever they are. */
bool bti_check_surely_natural(const bti_check_node *term);

/* A formula that holds where the given one is undefined, or where the given term, of a
 * measure, is. NULL: it is defined everywhere. BT_UNABLE when it grows too large. */
bt_status bti_check_undefined(const bti_certificate *c, const bti_check_node *n,
                              const bti_check_node **out);

#endif
