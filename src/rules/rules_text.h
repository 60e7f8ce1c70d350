/* SPDX-License-Identifier: MIT
 * RULES text as people write it, taken apart: what stands where, and which rules of a
 * registry are meant. Nothing is bound here. */
#ifndef BOUTON_RULES_RULES_TEXT_H
#define BOUTON_RULES_RULES_TEXT_H

#include <bouton/rules.h>

/* Whether a word is "misere" or "normal", in large or small letters; misère has its
 * accent or not. */
bool bti_play_word(bt_span word, bt_play *play);

/* Cuts /misere or /normal off the end of the text, if it is there. */
bool bti_take_play(bt_span *text, bt_play *play);

typedef struct {
    bt_span name, param; /* what stands before and after the first colon */
    bool has_param, play_given;
    bt_play play;
    const bt_rules *rules;      /* NULL: nobody knows them */
    const bt_named_game *named; /* NULL: the rules are not those of a named game */
} bti_rules_text;

bti_rules_text bti_rules_text_read(const bt_registry *registry, bt_span whole);

/* Rules and position in one word: nim(3,4,6), nim/misere(3,4), nim(3,4)/misere,
 * 'nim 3,4,6'. False: the word is rules alone, as every name of a file is. */
typedef struct {
    bt_span rules, position;
    bool play_given; /* after the position */
    bt_play play;
} bti_call_text;

bool bti_call_text_read(const bt_registry *registry, bt_span word, bti_call_text *out);

#endif
