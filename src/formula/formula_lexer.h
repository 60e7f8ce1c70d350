/* SPDX-License-Identifier: MIT
 * Formula text as tokens. */
#ifndef BOUTON_FORMULA_FORMULA_LEXER_H
#define BOUTON_FORMULA_FORMULA_LEXER_H

#include "formula/formula.h"

typedef enum {
    BTI_TOKEN_END,
    BTI_TOKEN_NUMBER,
    BTI_TOKEN_TOO_LARGE, /* a number above BTI_CONSTANT_MAX */
    BTI_TOKEN_NAME,
    BTI_TOKEN_SIGN, /* one of + - * ^ ( ) , ; : { } & | ! and those below */
    BTI_TOKEN_RELATION,
    BTI_TOKEN_IMPLIES,
    BTI_TOKEN_IFF,
    BTI_TOKEN_WRONG /* a character that no formula has */
} bti_token_kind;

/* A bar is "or" or "divides", as its place tells; these signs are only one of them. The
 * others are words in the plain language. */
enum {
    BTI_SIGN_OR = 'o',
    BTI_SIGN_DIVIDES = 'd',
    BTI_SIGN_EX = 'e',
    BTI_SIGN_ALL = 'a'
};

typedef struct {
    bti_token_kind kind;
    bt_span text; /* of a name: without its prime */
    char sign;
    bool primed;
    bool congruent; /* of a relation: it is ≡ or ≢, and (mod m) must follow */
    bti_relation relation;
    uint64_t number;
} bti_token;

/* Takes the next token from the front of `rest`; blanks, line ends and comments from #
 * to the end of the line are passed over. */
bti_token bti_token_take(bt_span *rest);

#endif
