/* SPDX-License-Identifier: MIT
 * A number alone is a move of the list, unless it could as well be an amount, a coin or
 * a position. Then the player is asked. */
#ifndef BOUTON_PLAY_MOVE_NUMBER_H
#define BOUTON_PLAY_MOVE_NUMBER_H

#include "play/move_words.h"

/* The move with this number in the list, and no other meaning. */
bt_status bti_listed_move(bt_sum *sum, uint64_t number, bti_asker asker, bti_kept *move,
                          bool *found, bt_text *why);

bt_status bti_understand_number(bti_judge *judge, bt_sum *sum, uint64_t number,
                                bti_kept *move, bool *found, bt_text *why);

#endif
