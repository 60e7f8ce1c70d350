/* SPDX-License-Identifier: MIT
 * A source read in pieces: the bytes that wait to be used lie in one buffer, which
 * grows only when what must lie together is longer than it. */
#ifndef BOUTON_GRAPH_INPUT_H
#define BOUTON_GRAPH_INPUT_H

#include <bouton/text.h>

typedef struct {
    bt_context *ctx;
    bt_source *source;
    char *buffer;
    size_t cap, begin, end; /* buffer[begin .. end) waits; one byte behind it is free */
    bool ended;             /* the source has no more */
    size_t line;            /* of the first byte that waits, from 1 */
} bti_graph_input;

void bti_graph_input_init(bti_graph_input *in, bt_context *ctx, bt_source *source);
void bti_graph_input_free(bti_graph_input *in);

/* Reads one more piece, or sets `ended`. */
bt_status bti_graph_input_fill(bti_graph_input *in);
/* The next `len` bytes, or fewer at the end: *got. */
bt_status bti_graph_input_take(bti_graph_input *in, void *to, size_t len, size_t *got);
/* Everything that is left, behind as many empty lines as were used before, so that who
 * counts lines counts right. */
bt_status bti_graph_input_all(bti_graph_input *in, bt_text *text);

#endif
