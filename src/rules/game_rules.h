/* SPDX-License-Identifier: MIT
 * What others may ask about games from `.game` files. */
#ifndef BOUTON_RULES_GAME_RULES_H
#define BOUTON_RULES_GAME_RULES_H

#include "formula/game_file.h"

#include <bouton/rules.h>

/* The formulas of a game:FILE; NULL when g is a game of other rules. */
const bti_game_file *bti_game_file_of(const bt_game *g);

#endif
