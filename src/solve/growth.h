/* SPDX-License-Identifier: MIT
 * Where a search was when it ran out of memory: if the numbers grow in the moves, that
 * is why. */
#ifndef BOUTON_SOLVE_GROWTH_H
#define BOUTON_SOLVE_GROWTH_H

#include <bouton/rules.h>

typedef struct {
    char text[160];
} bti_growth;

/* "; the numbers grow: from 2,3 play came to 2,90000", or nothing if the total of `now`
 * is not larger. Allocates nothing, for there is nothing left. */
const char *bti_say_growth(bti_growth *growth, const bt_pos *from, const bt_pos *now);

#endif
