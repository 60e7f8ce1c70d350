/* SPDX-License-Identifier: MIT
 * The cells of a table: labels or Grundy values over one number n, or over n and m; the
 * other numbers of the position stand still. */
#ifndef BOUTON_COMMANDS_TABLE_CELLS_H
#define BOUTON_COMMANDS_TABLE_CELLS_H

#include <bouton/solve.h>

typedef struct {
    uint64_t from, to;
} bti_range;

enum { BTI_TABLE_WORDS = 64 };

/* A number of the positions: n, m, or one that stands still. */
typedef struct {
    bool runs;
    size_t axis; /* if it runs: 0 is n, 1 is m */
    uint64_t number;
} bti_table_word;

typedef struct {
    bt_context *ctx;
    bti_range range[2]; /* of n and of m */
    size_t numbers;     /* how many run: 1 or 2 */
    bti_table_word word[BTI_TABLE_WORDS];
    size_t words;     /* of a position */
    size_t place[2];  /* which words n and m are */
    bool colon_given; /* before the last word; then `between` is not chosen */
    size_t columns;   /* one for each n */
    size_t rows;      /* one for each m; 1 over one number */
    const bt_game *game;
    char between;    /* before the last number of a position: ',' or ':' */
    char *label;     /* row by row: N or P; '?': not known; ' ': not a position */
    uint64_t *value; /* NULL: labels are wanted; else it counts beside N and P */
} bti_cells;

/* Reads ranges and numbers, 0..7,0..7,3, and checks the number of cells. A bare number
 * beside a range stands still; without any range, one or two numbers mean 0..N. */
bt_status bti_cells_read(bt_context *ctx, bt_span ranges, bti_cells *out);

/* Fills the cells. Without a way of its own (BT_BY_ANY) it asks theorems and searches
 * what they do not tell, Grundy values too. A failure leaves nothing to free. */
bt_status bti_cells_solve(bti_cells *cells, const bt_game *game, bt_by by, bool grundy);
void bti_cells_free(bti_cells *cells);

/* "n", "n,m", "n:m", "n,3,m", with these names for n and m */
void bti_cells_position(const bti_cells *cells, const char *n, const char *m,
                        bt_text *out);

/* The position of a cell. */
bt_status bti_cells_parse(const bti_cells *cells, size_t cell, bt_pos *pos);

#endif
