/* SPDX-License-Identifier: MIT */
#include "graph/graph_input.h"

#include "core/grow.h"

#include <string.h>

/* What must lie together is a line. A device, or a file without line ends, would take
 * all memory before anybody is told. */
enum { PIECE = 1 << 18, LONGEST_LINE = 1 << 24 };
/* DOT and JSON are read as a whole. */
#define MOST_BYTES (UINT64_C(4) << 30)

void bti_graph_input_init(bti_graph_input *in, bt_context *ctx, bt_source *source)
{
    *in = (bti_graph_input){.ctx = ctx, .source = source, .line = 1};
}

void bti_graph_input_free(bti_graph_input *in)
{
    bt_release(in->ctx, in->buffer, in->cap);
    bti_graph_input_init(in, in->ctx, in->source);
}

static bt_status make_room(bti_graph_input *in)
{
    size_t left = in->end - in->begin;
    if (left > 0 && in->cap - in->end > PIECE)
        return BT_OK;
    if (in->begin > 0 && left > 0)
        memmove(in->buffer, in->buffer + in->begin, left);
    in->begin = 0;
    in->end = left;
    if (in->cap - left > PIECE)
        return BT_OK;
    return BTI_RESERVE(in->ctx, in->buffer, in->cap, left + 2 * PIECE);
}

bt_status bti_graph_input_fill(bti_graph_input *in)
{
    size_t got = 0;
    if (bt_stopped(in->ctx))
        return BT_STOPPED;
    if (in->end - in->begin > LONGEST_LINE)
        return bt_fail(in->ctx, BT_UNABLE,
                       "the graph has a line of more than {longest_line} MB; names are "
                       "much shorter",
                       BT_ARGS(BT_NUM("longest_line", (uint64_t)(LONGEST_LINE >> 20))));
    BT_TRY(make_room(in));
    BT_TRY(in->source->read(in->source, in->ctx, in->buffer + in->end,
                            in->cap - in->end - 1, &got));
    in->end += got;
    in->ended = got == 0;
    return BT_OK;
}

bt_status bti_graph_input_take(bti_graph_input *in, void *to, size_t len, size_t *got)
{
    char *at = to;
    *got = 0;
    while (*got < len) {
        size_t waiting = in->end - in->begin, piece = len - *got;
        if (waiting == 0 && in->ended)
            return BT_OK;
        if (waiting == 0) {
            BT_TRY(bti_graph_input_fill(in));
            continue;
        }
        if (piece > waiting)
            piece = waiting;
        memcpy(at + *got, in->buffer + in->begin, piece);
        in->begin += piece;
        *got += piece;
    }
    return BT_OK;
}

bt_status bti_graph_input_all(bti_graph_input *in, bt_text *text)
{
    for (size_t line = 1; line < in->line; line++)
        bt_text_put_char(text, '\n');
    bt_text_put_span(text, (bt_span){in->buffer + in->begin, in->end - in->begin});
    in->begin = in->end;
    BT_TRY(bt_text_status(text));
    return in->ended
               ? BT_OK
               : bt_read_most(in->source, text, MOST_BYTES, bt_span_of("the graph"));
}
