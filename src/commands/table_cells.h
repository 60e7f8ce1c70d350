/* SPDX-License-Identifier: MIT
 * The cells of a table: labels or Grundy values over one number n, or over n and m. */
#ifndef BOUTON_COMMANDS_TABLE_CELLS_H
#define BOUTON_COMMANDS_TABLE_CELLS_H

#include <bouton/solve.h>

typedef struct {
    uint64_t from, to;
} bti_range;

typedef struct {
    bt_context *ctx;
    bti_range range[2]; /* of n and of m */
    size_t numbers;     /* 1 or 2 */
    size_t columns;     /* one for each n */
    size_t rows;        /* one for each m; 1 over one number */
    const bt_game *game;
    char between;    /* the two numbers of a position: ',' or ':' */
    char *label;     /* row by row: N or P; '?': not known; ' ': not a position */
    uint64_t *value; /* NULL: labels are wanted; else it counts beside N and P */
} bti_cells;

/* Reads RANGE[,RANGE], where a RANGE is 3..40 or 40, and checks the number of cells. */
bt_status bti_cells_read(bt_context *ctx, bt_span ranges, bti_cells *out);

/* Fills the cells. Without a way of its own (BT_BY_ANY) it asks theorems and searches
 * what they do not tell, Grundy values too. A failure leaves nothing to free. */
bt_status bti_cells_solve(bti_cells *cells, const bt_game *game, bt_by by, bool grundy);
void bti_cells_free(bti_cells *cells);

/* "n", "n,m" or "n:m" */
const char *bti_cells_position(const bti_cells *cells);

/* Columns are counted from 0 here. */
typedef struct {
    size_t preperiod; /* the least column from which on everything repeats */
    size_t period;    /* the least such period; 0: no pattern */
    size_t from;      /* the first P behind it, or preperiod: told as the beginning */
} bti_pattern;

/* What repeats in a table of one row: twice or more, and from the middle on at
 * least. It is a statement about this table only. */
bt_status bti_cells_pattern(const bti_cells *cells, bti_pattern *out);

#endif
