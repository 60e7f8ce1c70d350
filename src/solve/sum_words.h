/* SPDX-License-Identifier: MIT
 * How sums are said: parts joined by plus signs. bt_sum_print writes the position. */
#ifndef BOUTON_SOLVE_SUM_WORDS_H
#define BOUTON_SOLVE_SUM_WORDS_H

#include "rules/said.h"

#include <bouton/solve.h>

/* "nim + kayles" */
void bti_put_sum_rules(bt_text *out, const bt_sum *sum);
/* The position for people: long parts are only described. */
void bti_put_short_position(bt_text *out, const bt_sum *sum);
/* "nim 3,4 + kayles 5", with the whole position or with long parts only described. */
void bti_put_sum_title(bt_text *out, const bt_sum *sum, bool whole);
/* How many numbers the position has. */
size_t bti_count_words(const bt_sum *sum);

#endif
