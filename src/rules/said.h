/* SPDX-License-Identifier: MIT
 * How outcomes, plays and positions are said, here and nowhere else. Sums are said in
 * solve/sum_words.h, moves by bt_say_move. */
#ifndef BOUTON_RULES_SAID_H
#define BOUTON_RULES_SAID_H

#include <bouton/rules.h>

/* "N", "P" or "D", as programs read it; "?" if it is not known. */
const char *bti_outcome_letter(bt_outcome outcome);
/* The same, or NULL if it is not known: null in JSON. */
const char *bti_known_letter(bt_outcome outcome);
/* Such a letter as people see it, in the words of the context's catalogue; "" for any
 * other character. */
const char *bti_shown_letter(const bt_context *ctx, char letter);

/* "normal" or "misere", as rules, records and JSON write it. */
const char *bti_play_name(bt_play play);

/* Whether the number at i stands in this list before, too. */
bool bti_stands_before(const uint64_t *number, size_t i);

/* What several heaps of these rules are called. */
const char *bti_heap_words(const bt_rules *rules);

/* A position for people: as it is written or, if it is long, how many numbers it has.
 */
void bti_put_short_pos(bt_text *out, const bt_game *game, const bt_pos *pos);

#endif
