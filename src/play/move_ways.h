/* SPDX-License-Identifier: MIT
 * Other words for a move than those that its rules say, written from what it changes:
 * which pins of a row go, what a heap is broken into, what each pile loses. Nobody
 * reads them; typed lines are compared with them. */
#ifndef BOUTON_PLAY_MOVE_WAYS_H
#define BOUTON_PLAY_MOVE_WAYS_H

#include "play/phrase.h"

#include <bouton/kit.h>
#include <bouton/solve.h>

/* One sentence a line. */
void bti_put_ways(const bt_game *game, const bt_move *move, bt_text *out);

/* What the heaps of a position are called, which are its first words, and how many
 * there are. NULL: they have no numbers. */
const char *bti_heaps_named(const bt_part *part, size_t *heaps);

/* Whether a line may speak of this part of a sum: a word for its heaps that only other
 * parts use chooses one of them, unless the line has the number of a part. */
bool bti_may_mean(const bt_sum *sum, const bti_phrase *typed, size_t part);

/* By how much a move makes a heap smaller, and by how much larger; 0: it does not. A
 * heap that breaks loses what is in none of its parts. */
uint64_t bti_move_takes(const bt_move *move, size_t heap);
uint64_t bti_move_adds(const bt_move *move, size_t heap);

#endif
