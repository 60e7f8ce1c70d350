/* SPDX-License-Identifier: MIT
 * The cells of a board that a move changes. A program that draws a board of its own
 * needs no more than this to follow a move. Failure sticks, as in bt_text. */
#ifndef BOUTON_CELLS_H
#define BOUTON_CELLS_H

#include <bouton/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a cell held before the move and holds after it: 0 is nothing, or tails. Rows
 * and columns are numbered from 0, columns to the right and rows downwards, except on
 * wythoff's board, whose row 0 is drawn at the bottom; one line alone is row 0. */
typedef struct {
    uint64_t row, column, was, now;
} bt_cell;

typedef struct {
    bt_context *ctx;
    bt_cell *cell;
    size_t n, cap;
    bt_status status;
} bt_cell_list;

BT_API void bt_cell_list_init(bt_cell_list *cells, bt_context *ctx);
BT_API void bt_cell_list_free(bt_cell_list *cells);
/* Adds a cell if it changes. */
BT_API void bt_cell_changes(bt_cell_list *cells, bt_cell cell);

#ifdef __cplusplus
}
#endif
#endif
