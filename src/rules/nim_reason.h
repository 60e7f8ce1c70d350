/* SPDX-License-Identifier: MIT
 * Why a Nim position is won or lost, for every game that comes down to Nim on some
 * piles: the binary grid, the nim-sum, the leading column, every pile that can be used.
 */
#ifndef BOUTON_RULES_NIM_REASON_H
#define BOUTON_RULES_NIM_REASON_H

#include <bouton/rules.h>

typedef struct {
    bt_play play;
    const char *what;       /* "pile", "step": what a row of the grid is */
    const char *whats;      /* "piles", "steps" */
    const uint64_t *number; /* the sizes */
    const uint64_t *place;  /* their numbers for people, or NULL: 1, 2, 3, ... */
    size_t n;
    bool on_squares; /* what are coins, and a number is the square of one */
    bool may_grow;   /* other moves than Nim's can make a pile larger now */
    bool more_later; /* or later: chips can still come in */
} bti_nim_piles;

void bti_nim_reason(const bti_nim_piles *piles, bt_steps *steps);

#endif
