/* SPDX-License-Identifier: MIT
 * A sum as a multiset of independent positions in standard form, whatever part they
 * came from: what search keys sums by in which something falls apart. */
#ifndef BOUTON_SOLVE_STANDARD_PARTS_H
#define BOUTON_SOLVE_STANDARD_PARTS_H

#include <bouton/solve.h>

typedef struct {
    bt_summands all; /* the first word of each is the number of its game */
    bt_pos order;    /* numbers of the summands, sorted */
} bti_standard_parts;

void bti_standard_parts_init(bti_standard_parts *s, bt_context *ctx);
void bti_standard_parts_free(bti_standard_parts *s);
bt_status bti_standard_parts_find(bti_standard_parts *s, const bt_part *part,
                                  size_t parts);

/* Whether two parts have the same rules. Those from files may differ under one name. */
bool bti_same_game(const bt_game *a, const bt_game *b);

/* Whether the rules of some part have `split`, or two parts are heaps of one game. */
bool bti_falls_apart(const bt_part *part, size_t parts);

#endif
