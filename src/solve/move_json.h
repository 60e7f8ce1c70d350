/* SPDX-License-Identifier: MIT
 * What a move does to a board, as a member of a JSON object. */
#ifndef BOUTON_SOLVE_MOVE_JSON_H
#define BOUTON_SOLVE_MOVE_JSON_H

#include <bouton/json.h>
#include <bouton/rules.h>

/* "cells":[{"row":0,"column":2,"was":1,"now":0},...], with "part" in each if told; no
 * member where the game is not played on a board. `work` is any list. */
void bti_put_cells(bt_json_writer *w, const bt_game *game, const bt_move *move,
                   bool tell_part, bt_cell_list *work);

#endif
