/* SPDX-License-Identifier: MIT
 * What others may ask about games from `.game` files. */
#ifndef BOUTON_RULES_GAME_RULES_H
#define BOUTON_RULES_GAME_RULES_H

#include "formula/game_file.h"

#include <bouton/rules.h>

/* The formulas of a game:FILE; NULL when g is a game of other rules. */
const bti_game_file *bti_game_file_of(const bt_game *g);

/* Its formulas as automata. NULL: every tuple is a position. A move leads from
 * positions only, to positions only, and has finitely many options. */
const bti_dfa *bti_game_position_of(const bt_game *g);
const bti_dfa *bti_game_move_of(const bt_game *g, size_t line);

/* Whether there is a reason why play ends: a line `rank`, or moves that make numbers
 * only smaller. */
bool bti_game_ends(const bt_game *g);

#endif
