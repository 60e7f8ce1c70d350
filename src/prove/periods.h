/* SPDX-License-Identifier: MIT
 * Rows of signs, one for each number 0, 1, 2..., that become periodic. */
#ifndef BOUTON_PROVE_PERIODS_H
#define BOUTON_PROVE_PERIODS_H

#include <bouton/text.h>

enum { BTI_NO_VALUE = 100 }; /* larger Grundy values have no place in a table */

/* The least period p, and with it the least preperiod, that a row of n signs shows at
 * least three times and from its middle on at the latest; 0: none. */
size_t bti_find_period(const char *sign, size_t n, size_t *preperiod);

/* A formula for the numbers that have this letter; n is the name of the number. */
void bti_put_periodic(bt_text *out, const char *n, const char *sign, char letter,
                      size_t preperiod, size_t period);

/* One for the values: a sign is the value itself. */
void bti_put_values(bt_text *out, const char *n, const char *sign, size_t preperiod,
                    size_t period);

#endif
