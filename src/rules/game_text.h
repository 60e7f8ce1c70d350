/* SPDX-License-Identifier: MIT
 * Pieces of the `.game` texts that rule sets write of themselves (game_text of
 * bt_rules). Heaps are called n (one), x y z (up to three) or x1 x2 x3 ... */
#ifndef BOUTON_RULES_GAME_TEXT_H
#define BOUTON_RULES_GAME_TEXT_H

#include <bouton/rules.h>

enum { BTI_TEXT_HEAPS = 20 }; /* an automaton has at most 20 tracks */

/* The number of heaps, checked: 0 means that none was given, which is `usual` if that
 * is not 0. */
bt_status bti_text_heaps(bt_context *ctx, const bt_game *g, size_t usual,
                         size_t *heaps);

/* "game TITLE", "vars x y z EXTRA" and, if it is so, "misere". */
void bti_text_begin(bt_text *out, const bt_game *g, const char *title, size_t heaps,
                    const char *extra);

void bti_text_heap(bt_text *out, size_t heaps, size_t i);
/* Heaps first, first + step ..., with `between` between them and `behind` behind each.
 */
void bti_text_list(bt_text *out, size_t heaps, size_t first, size_t step,
                   const char *between, const char *behind);

/* The claim for games that behave like Nim on heaps first, first + step, ... */
void bti_text_nim_claim(bt_text *out, const bt_game *g, size_t heaps, size_t first,
                        size_t step);

/* "g1 ^ g2 = 0": the end of a claim about a sum whose parts have the values g1, g2 ...;
 * in misere play with the exception for values that are all at most 1. */
void bti_text_nim_sum(bt_text *out, size_t parts, bool misere);
/* "g1 ^ g2" */
void bti_text_values(bt_text *out, size_t parts, const char *between,
                     const char *behind);

#endif
