/* SPDX-License-Identifier: MIT
 * The words of a line, or of the sentence of a move, that matter. A line means a move
 * if its words are in the sentence, in this order. */
#ifndef BOUTON_PLAY_PHRASE_H
#define BOUTON_PLAY_PHRASE_H

#include <bouton/text.h>

/* What the word before a number calls it: "pin 4", "row 1", "square 2", or nothing; and
 * the word after it: "2 pins" are so many. */
typedef enum {
    BTI_NUMBER,
    BTI_CHIP,
    BTI_HEAP,
    BTI_SQUARE,
    BTI_COUNT,
    BTI_NOTHING
} bti_role;

typedef struct {
    bt_span text; /* in its usual form: "turn" for flip */
    bool is_number;
    bti_role role;
    size_t set;  /* so many numbers from here on may stand in any order; 0, 1: no set */
    bool in_set; /* after the first of a set */
    bool bare;   /* "pile 1" begins the sentence, so it cannot be called just 1 */
} bti_word;

/* Verbs that are not kept as words. */
enum { BTI_TAKES = 1, BTI_MOVES = 2 };

enum { BTI_PHRASE_WORDS = 64 };
typedef struct {
    bti_word word[BTI_PHRASE_WORDS];
    size_t n;
    bool too_long;
    unsigned verbs;
    bt_span heap;  /* the last word for a heap: "row"; empty: there is none */
    bool has_part; /* "in part 2": */
    size_t part;   /* from 0 */
} bti_phrase;

bool bti_number_of(bt_span word, uint64_t *number); /* digits and nothing else */
bool bti_is_word(const bti_phrase *phrase, size_t i, const char *word);
bool bti_number_at(const bti_phrase *phrase, size_t i, uint64_t *number);

/* A typed line. */
void bti_phrase_of(bt_span line, bti_phrase *phrase);

/* How far a typed line is from the sentence of a move: the number of words that follow
 * if it begins the sentence, BTI_INSIDE if it stands somewhere in it, or SIZE_MAX. */
enum { BTI_INSIDE = 1000 };
size_t bti_phrase_distance(const bti_phrase *typed, bt_span sentence);

#endif
