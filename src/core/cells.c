/* SPDX-License-Identifier: MIT */
#include <bouton/cells.h>

#include "core/grow.h"

void bt_cell_list_init(bt_cell_list *cells, bt_context *ctx)
{
    *cells = (bt_cell_list){.ctx = ctx};
}

void bt_cell_list_free(bt_cell_list *cells)
{
    bt_release(cells->ctx, cells->cell, cells->cap * sizeof *cells->cell);
    bt_cell_list_init(cells, cells->ctx);
}

void bt_cell_changes(bt_cell_list *cells, bt_cell cell)
{
    if (cells->status != BT_OK || cell.was == cell.now)
        return;
    cells->status = BTI_RESERVE(cells->ctx, cells->cell, cells->cap, cells->n + 1);
    if (cells->status == BT_OK)
        cells->cell[cells->n++] = cell;
}
