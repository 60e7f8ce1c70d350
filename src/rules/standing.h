/* SPDX-License-Identifier: MIT
 * Heaps that stand side by side, as shapes, and what all drawings of heaps share. */
#ifndef BOUTON_RULES_STANDING_H
#define BOUTON_RULES_STANDING_H

#include <bouton/rules.h>

enum {
    BTI_CHIPS = 60,   /* a larger heap is a stack */
    BTI_HEAPS = 1000, /* so many are drawn at most */
};

/* Piles on a table, steps or squares; numbers that have no look are piles, too. */
void bti_shape_standing(const bt_game *game, const bt_pos *pos, bt_look look,
                        bt_shapes *shapes);

/* The next line below what is drawn. */
int32_t bti_next_line(const bt_shapes *shapes);
/* The name of a heap, at `place`. */
void bti_shape_heap_name(bt_shapes *shapes, const bt_game *game, bt_shape place,
                         size_t at, size_t heaps);
/* Below all else: how many heaps are not `shown`, and a last word that is no heap. */
void bti_shape_rest(const bt_game *game, const bt_pos *pos, size_t shown,
                    bt_shapes *shapes);
/* Walks over the moves of a position; a failure is the failure of the shapes. */
void bti_look_at_moves(const bt_game *game, const bt_pos *pos, bt_visit *visit,
                       bt_shapes *shapes);

#endif
