/* SPDX-License-Identifier: MIT
 * Walks of Moore's Nim_k: over the sets of piles that a move may touch, and over all
 * winning moves. */
#ifndef BOUTON_RULES_MOORE_SEARCH_H
#define BOUTON_RULES_MOORE_SEARCH_H

#include <bouton/rules.h>

enum { BTI_MOORE_CHOSEN = 64 }; /* larger sets are not walked over */

/* Sets of at most k piles that are not empty, each before those that extend it: {0},
 * {0,1}, {0,1,2}, {0,2}, {1}, ... */
typedef struct bti_moore_subsets bti_moore_subsets;
struct bti_moore_subsets {
    bool (*show)(bti_moore_subsets *); /* as bt_visit.option; leaves pos as it was */
    bt_pos *pos;
    bt_visit *visit;
    uint64_t k;
    size_t chosen[BTI_MOORE_CHOSEN]; /* the piles, ascending */
    size_t n;
    bool cut; /* larger sets were left out */
};

bool bti_moore_walk_subsets(bti_moore_subsets *s);

/* Are there at most about four million such sets of `piles` piles? */
bool bti_moore_few_subsets(uint64_t piles, uint64_t k);

/* Shows exactly the moves that lead to a P-position, in the order of options. */
bool bti_moore_search(bt_pos *p, uint64_t k, bt_play play, bt_visit *visit);

#endif
