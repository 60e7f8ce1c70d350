/* SPDX-License-Identifier: MIT
 * What is odd in the rules of a sum, as data. */
#ifndef BOUTON_SOLVE_WARNINGS_H
#define BOUTON_SOLVE_WARNINGS_H

#include <bouton/json.h>
#include <bouton/solve.h>

/* The member "warnings", if there are any; those of a game that occurs again are not
 * repeated. */
void bti_put_warnings(bt_json_writer *w, const bt_sum *sum);

/* The same of one game. */
void bti_put_game_warnings(bt_json_writer *w, const bt_game *game);

/* Whether part i has the rules of an earlier part. */
bool bti_rules_came_before(const bt_sum *sum, size_t i);

#endif
