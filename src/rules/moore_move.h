/* SPDX-License-Identifier: MIT
 * One winning move of Moore's Nim_k, constructed column by column from the left. Row i
 * is pile i in binary.
 *
 * r rows are chosen so far; s is the number of ones that this column has in the other
 * rows, modulo k+1. All columns are to become 0 modulo k+1.
 * - r+s <= k: choose s of these ones' rows and put 0 into all chosen rows here.
 * - r+s > k: choose none and put k+1-s ones into the chosen rows here (they are r or
 *   fewer).
 * A row is chosen where its 1 becomes 0, so it gets smaller whatever follows on its
 * right, and never more than k rows are chosen. In a P-position every s is 0 and no row
 * is chosen; otherwise the leftmost column that is not 0 chooses some.
 *
 * Misere play differs only if, when the last column is reached, no row outside the
 * chosen ones has two chips or more: then the chosen rows are 0 in all columns on its
 * left, only ones are left, and the last column is to become 1 modulo k+1. So one 1
 * less than there are must go; s counts that (k if there is no 1 at all: then there is
 * a chosen row, and one 1 is put into it). */
#ifndef BOUTON_RULES_MOORE_MOVE_H
#define BOUTON_RULES_MOORE_MOVE_H

#include <bouton/rules.h>

enum { BTI_MOORE_COLUMNS = 64 };

typedef struct {
    size_t pile;
    unsigned column; /* where it was chosen; column c stands for 2^c */
    uint64_t from, to;
} bti_moore_row;

/* What happened in a column: ones and s as above, what was chosen or put. */
typedef struct {
    uint64_t ones;   /* in the rows not chosen before */
    uint64_t target; /* what the column is to become: 0, or 1 in the misere case */
    uint64_t s;      /* ones - target modulo k+1 */
    uint64_t before; /* r: rows chosen in columns further left */
    uint64_t chosen; /* rows chosen here */
    uint64_t put;    /* ones put into chosen rows here */
} bti_moore_column;

/* ones - target modulo k+1, for target 0 or 1; k may be 2^64-1. */
static inline uint64_t bti_moore_rest(uint64_t ones, uint64_t target, uint64_t k)
{
    if (ones < target)
        return k;
    uint64_t over = ones - target;
    return over <= k ? over : over % (k + 1);
}

/* The ones in a column. */
static inline uint64_t bti_moore_ones(const uint64_t *pile, size_t n, unsigned column)
{
    uint64_t ones = 0;
    for (size_t i = 0; i < n; i++)
        ones += pile[i] >> column & 1;
    return ones;
}

/* Makes the move: `pile` becomes the position after it, row[] the chosen rows in the
 * order of choice. Returns how many they are: at most k, and at most the piles that are
 * not empty, for so many there must be room; 0 for a P-position and where no move is
 * left. `column` has room for BTI_MOORE_COLUMNS, or is NULL. Time: 64 looks at each
 * pile. */
size_t bti_moore_move(uint64_t *pile, size_t n, uint64_t k, bt_play play,
                      bti_moore_row *row, bti_moore_column *column);

/* Takes the move back. */
void bti_moore_undo(uint64_t *pile, const bti_moore_row *row, size_t rows);

#endif
