/* SPDX-License-Identifier: MIT
 * DOT cut into words. */
#ifndef BOUTON_GRAPH_DOT_WORDS_H
#define BOUTON_GRAPH_DOT_WORDS_H

#include "graph/graph_names.h"

typedef enum {
    BTI_DOT_END,
    BTI_DOT_NAME, /* unquoted, a numeral, or quoted: `text` */
    BTI_DOT_HTML, /* <...>, which is skipped */
    BTI_DOT_STRICT,
    BTI_DOT_GRAPH,
    BTI_DOT_DIGRAPH,
    BTI_DOT_SUBGRAPH,
    BTI_DOT_NODE,
    BTI_DOT_EDGE,
    BTI_DOT_ARROW, /* -> */
    BTI_DOT_LINE,  /* -- */
    BTI_DOT_MARK   /* one of { } [ ] ; , = : in `mark` */
} bti_dot_kind;

typedef struct {
    bt_context *ctx;
    const char *at, *end, *line_start;
    size_t line;
    bt_text quoted; /* what a quoted name says */

    bti_dot_kind kind; /* of the word that was read last */
    bt_span text;      /* valid until the next one */
    char mark;
    bti_place place;
} bti_dot_words;

void bti_dot_begin(bti_dot_words *w, bt_context *ctx, bt_span text);
void bti_dot_end(bti_dot_words *w);
bt_status bti_dot_next(bti_dot_words *w);

/* Whether `c` comes next, behind blanks and comments. */
bt_status bti_dot_peek(bti_dot_words *w, char c, bool *found);

static inline bool bti_dot_is(const bti_dot_words *w, char mark)
{
    return w->kind == BTI_DOT_MARK && w->mark == mark;
}

/* Whether text begins like DOT: with one of its first words behind comments. */
bool bti_dot_looks_like(bt_span text);

#endif
