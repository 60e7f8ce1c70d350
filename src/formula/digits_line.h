/* SPDX-License-Identifier: MIT
 * The line `digits` of a game file:
 *
 *     digits binary      # 1, 2, 4, 8, ...; what there is without the line
 *     digits fib         # 1, 2, 3, 5, ...
 *     digits base 3      # 1, 1, 3, 3, 9, 9, ...: a weight twice for a digit up to 2
 *     digits 1, 2, 3, 4, 6 then w(n) = w(n-1) + w(n-4)  # 8, 11, 15, 21, ... */
#ifndef BOUTON_FORMULA_DIGITS_LINE_H
#define BOUTON_FORMULA_DIGITS_LINE_H

#include "formula/formula.h"

/* `text` is what stands behind the keyword, which begins at `at`. */
BT_MUST_CHECK bt_status bti_digits_read(bt_arena *arena, const bti_formula_text *from,
                                        bt_span text, const char *at, bti_digits *out);

/* As it is read. */
void bti_digits_print(bti_digits digits, bt_text *out);

#endif
