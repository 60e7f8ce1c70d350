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
    BTI_TOKEN_SIGN, /* one of + - * ^ ( ) , ; : { } & | ! */
    BTI_TOKEN_RELATION,
    BTI_TOKEN_IMPLIES,
    BTI_TOKEN_IFF,
    BTI_TOKEN_WRONG /* a character that no formula has */
} bti_token_kind;

typedef struct {
    bti_token_kind kind;
    bt_span text; /* of a name: without its prime */
    char sign;
    bool primed;
    bti_relation relation;
    uint64_t number;
} bti_token;

/* Takes the next token from the front of `rest`; blanks, line ends and comments from #
 * to the end of the line are passed over. */
bti_token bti_token_take(bt_span *rest);

#endif
