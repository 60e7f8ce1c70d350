/* SPDX-License-Identifier: MIT
 * A game whose graph is at hand, labelled as a whole: a graph file, or everything that
 * can be reached from a sum. Here play may go on for ever. */
#ifndef BOUTON_SOLVE_LABELLED_H
#define BOUTON_SOLVE_LABELLED_H

#include <bouton/explore.h>

typedef struct bti_labelled bti_labelled;

/* The graph of one game with a `graph` hook. */
bt_status bti_labelled_game(bt_context *ctx, const bt_game *game, bti_labelled **out);
/* Everything that can be reached from the sum, as one graph of at most so many nodes.
 */
bt_status bti_labelled_sum(bt_context *ctx, bt_sum *sum, uint64_t most,
                           bti_labelled **out);
void bti_labelled_free(bti_labelled *l); /* NULL is fine */

bool bti_labelled_is_of(const bti_labelled *l, const bt_game *game);
bool bti_labelled_is_explored(const bti_labelled *l); /* made by bti_labelled_sum */
/* Whether it was made by bti_labelled_sum for these games, and holds this position. */
bt_status bti_labelled_holds(bti_labelled *l, const bt_sum *sum, bool *yes);

/* The position must be there: *node is its node. */
bt_status bti_labelled_find(bti_labelled *l, const bt_sum *sum, uint32_t *node);

bt_label bti_labelled_label(const bti_labelled *l, uint32_t node);
bt_outcome bti_labelled_outcome(const bti_labelled *l, uint32_t node);

/* The set K of a node of infinite value: the values of its options that are numbers. */
bool bti_labelled_set_has(const bti_labelled *l, uint32_t node, uint64_t value);
/* Every member xor `shift`, ascending; replaces what is in *set. */
bt_status bti_labelled_set(const bti_labelled *l, uint32_t node, uint64_t shift,
                           bt_pos *set);

#endif
