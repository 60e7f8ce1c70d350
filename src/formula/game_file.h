/* SPDX-License-Identifier: MIT
 * `.game` files: the rules of a game, and what is claimed of it, as formulas.
 *
 *     game dynamic nim                     # a title
 *     vars n m                             # a position is n,m
 *     move n' < n & n = n' + m' & m' <= m  # primed: after the move
 *     claim n = 0 | low(n) > m             # these are the P-positions
 *
 * and also misere, position F, rank t1, t2, digits D (digits_line.h), grundy F,
 * let NAME = ..., let NAME(a,b) = ... . Lines come in any order; a line that begins
 * with a blank goes on the one above it; # begins a comment. */
#ifndef BOUTON_FORMULA_GAME_FILE_H
#define BOUTON_FORMULA_GAME_FILE_H

#include "formula/formula.h"

typedef struct {
    const bti_node *formula;
    const char *at; /* where its line begins in the source: for bti_fail_at */
    uint32_t line;
    /* bit i: the primed form of variable i occurs; the others stay as they are */
    uint64_t changes;
} bti_line;

typedef struct {
    bti_formula_text source; /* what it was read from */
    const char *title;       /* "" without one */
    bti_scope scope;         /* of a claim: variables, digits, abbreviations */
    bool misere;
    bti_line *move, *claim;
    size_t moves, claims;
    bti_line position, grundy; /* formula NULL: none */
    const bti_node **rank;     /* terms */
    size_t ranks;
} bti_game_file;

/* What it points to lies in the arena, and in from->text as long as abbreviations are
 * to be used again. */
BT_MUST_CHECK bt_status bti_game_file_parse(bt_arena *arena,
                                            const bti_formula_text *from,
                                            bti_game_file *out);

/* The file again, abbreviations written out, comments gone; and only what makes the
 * game: the variables, digits, positions and moves. */
void bti_game_file_print(const bti_game_file *file, bt_text *text);
void bti_game_file_print_rules(const bti_game_file *file, bt_text *text);

#endif
