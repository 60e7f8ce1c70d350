/* SPDX-License-Identifier: MIT
 * Why a line is not a move, in words that help. */
#ifndef BOUTON_PLAY_REFUSAL_H
#define BOUTON_PLAY_REFUSAL_H

#include "play/phrase.h"

#include <bouton/solve.h>

/* "5 from 1": amount and place; "14 to 9": from and to; "add 2 to 1". */
typedef struct {
    bool takes, adds;
    bool named; /* the place is called a pile, a row ... */
    uint64_t amount, place, from, to;
} bti_amounts;

bool bti_amounts_of(const bti_phrase *typed, bti_amounts *out);

/* Who asks: somebody at the board, who hears what can be typed, or a record. */
typedef enum { BTI_AT_BOARD, BTI_IN_RECORD } bti_asker;

/* `sentence` says why the line is not a position; `domain`: it can be read as one. */
bt_status bti_refuse_words(bt_text *why, bt_sum *sum, const bti_phrase *typed,
                           bt_span line, const char *sentence, bool domain,
                           bti_asker asker);
void bti_refuse_position(bt_text *why, const bt_sum *sum, const bt_sum *target,
                         bool too_many, bti_asker asker);

#endif
