/* SPDX-License-Identifier: MIT
 * What stands between two numbers of a list: a comma, a semicolon, or blanks alone. */
#ifndef BOUTON_RULES_BETWEEN_H
#define BOUTON_RULES_BETWEEN_H

#include <bouton/text.h>

typedef enum {
    BTI_LIST_ENDS, /* no other number follows, or nothing separates it */
    BTI_LIST_GOES_ON,
    BTI_SIGNS_MIXED, /* a comma here and a semicolon there */
    BTI_DIGITS_APART /* 1 000: perhaps one number, perhaps two */
} bti_between;

/* Takes it, and the blanks around it. `sign` is the one that the list has used so far,
 * 0 at first. A line end alone separates nothing: a file of many positions is not one
 * position. */
bti_between bti_take_between(bt_span *text, char *sign);

#endif
