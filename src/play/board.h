/* SPDX-License-Identifier: MIT
 * The position for people: chips in rows where the rules have heaps, text elsewhere. */
#ifndef BOUTON_PLAY_BOARD_H
#define BOUTON_PLAY_BOARD_H

#include <bouton/solve.h>

void bti_put_board(bt_text *out, const bt_sum *sum, bool colour);

#endif
