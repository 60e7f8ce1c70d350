/* SPDX-License-Identifier: MIT */
#include "solve/move_json.h"

#include "core/json_members.h"

void bti_put_cells(bt_json_writer *w, const bt_game *game, const bt_move *move,
                   bool tell_part, bt_cell_list *work)
{
    if (!bt_cells_of(game, move, work))
        return;
    bt_json_key(w, "cells");
    bt_json_open(w, '[');
    for (size_t i = 0; i < work->n; i++) {
        bt_json_open(w, '{');
        if (tell_part)
            bti_put_count(w, "part", move->part);
        bti_put_count(w, "row", work->cell[i].row);
        bti_put_count(w, "column", work->cell[i].column);
        bti_put_count(w, "was", work->cell[i].was);
        bti_put_count(w, "now", work->cell[i].now);
        bt_json_close(w, '}');
    }
    bt_json_close(w, ']');
    if (w->text->status == BT_OK)
        w->text->status = work->status;
}
