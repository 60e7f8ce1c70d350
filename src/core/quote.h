/* SPDX-License-Identifier: MIT
 * A piece of somebody's text inside a sentence. */
#ifndef BOUTON_CORE_QUOTE_H
#define BOUTON_CORE_QUOTE_H

#include <bouton/base.h>

typedef struct {
    char text[64];
} bti_quote;

/* 'text' in quotes; a long one is cut between characters and ends in dots. */
const char *bti_quoted(bti_quote *quote, bt_span text);

#endif
