/* SPDX-License-Identifier: MIT */
#include <bouton/cells.h>

#include "core/grow.h"

void bt_cells_init(bt_cells *cells, bt_context *ctx)
{
    *cells = (bt_cells){.ctx = ctx};
}

void bt_cells_free(bt_cells *cells)
{
    bt_release(cells->ctx, cells->cell, cells->cap * sizeof *cells->cell);
    bt_cells_init(cells, cells->ctx);
}

void bt_cell_changes(bt_cells *cells, bt_cell cell)
{
    if (cells->status != BT_OK || cell.was == cell.now)
        return;
    cells->status = BTI_RESERVE(cells->ctx, cells->cell, cells->cap, cells->n + 1);
    if (cells->status == BT_OK)
        cells->cell[cells->n++] = cell;
}
