/* SPDX-License-Identifier: MIT
 * The fast search for positions of one game: a sweep over a box where that is the
 * quicker way, a table of packed positions otherwise, and plain memo search for what
 * does not fit either. */
#ifndef BOUTON_SOLVE_SEARCH_H
#define BOUTON_SOLVE_SEARCH_H

#include "solve/packed.h"
#include "solve/sweep.h"

typedef struct bti_search bti_search;

/* The game must outlive the search. */
bt_status bti_search_new(bt_context *ctx, const bt_game *game, bti_search **out);
void bti_search_free(bti_search *search); /* NULL is fine */
/* From now on nothing is swept of which much may be unreachable: for tables that hold
 * what can be reached. */
void bti_search_reached(bti_search *search);
const bt_game *bti_search_game(const bti_search *search);

/* As bti_memo_value, for one position: the same values, and UNABLE when it needs more
 * than `most_positions` new ones, which never depends on the machine. */
bt_status bti_search_value(bti_search *search, const bt_pos *pos,
                           uint64_t most_positions, uint64_t *value);

/* What holds everything below the first position that was asked for: exactly one of
 * these is not NULL, or neither when that was memo search. */
const bti_sweep *bti_search_sweep(const bti_search *search);
bti_packed *bti_search_packed(const bti_search *search);

/* The words as the search orders them: where words may be permuted, sorted, the largest
 * first, without zeros; otherwise as they stand. */
bt_status bti_search_order(const bt_game *game, const bt_pos *pos, bt_pos *out);

#endif
