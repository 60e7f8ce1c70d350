/* SPDX-License-Identifier: MIT
 * Graphs with names: which of the four readers a file needs, and what was read.
 *
 * This folder makes compressed rows (bt_csr) of files, and labels such rows as games.
 * From here a text goes to one of three readers, which write into a draft
 * (graph_draft.h); binary rows go to rows_reader.c, which takes them as they are.
 * Labelling begins in label.c and needs no names, so a graph that was explored is
 * labelled by the same code as one from a file. */
#include "core/grow.h"
#include "graph/dot_words.h"
#include "graph/graph_readers.h"

#include <string.h>

typedef enum { EDGE_LIST, DOT, JSON, ROWS } format;

enum { LOOK_AT = 1 << 16 }; /* bytes from which the format is seen */

/* So much of the file, or all of it, in the buffer. */
static bt_status fill_up(bti_graph_input *in)
{
    while (!in->ended && in->end - in->begin < LOOK_AT)
        BT_TRY(bti_graph_input_fill(in));
    return BT_OK;
}

static bt_span waiting(const bti_graph_input *in)
{
    return (bt_span){in->buffer + in->begin, in->end - in->begin};
}

static bool begins(bt_span text, const char *with, size_t len)
{
    return text.len >= len && memcmp(text.at, with, len) == 0;
}

static bt_span skip_line_blanks(bt_span text)
{
    while (bt_take_char(&text, ' ') || bt_take_char(&text, '\t') ||
           bt_take_char(&text, '\r')) {}
    return text;
}

/* Uses up lines that are empty or comments in all formats, so that a long head does
 * not hide the format. */
static bt_status skip_head(bti_graph_input *in)
{
    for (;;) {
        BT_TRY(fill_up(in));
        bt_span text = waiting(in), line = skip_line_blanks(text);
        if (line.len > 0 && line.at[0] != '#' && line.at[0] != '\n')
            return BT_OK;
        const char *end = line.len > 0 ? memchr(line.at, '\n', line.len) : NULL;
        if (end) {
            in->begin += (size_t)(end - text.at) + 1;
            in->line++;
        } else if (in->ended) {
            return BT_OK;
        } else { /* twice as much, so that a long line is not looked at too often */
            while (!in->ended && waiting(in).len < 2 * text.len)
                BT_TRY(bti_graph_input_fill(in));
        }
    }
}

/* The version of a binary file is a control character, so no text begins like it. */
static bool looks_like_rows(bt_span text)
{
    size_t letters = sizeof BTI_ROWS_MAGIC - 2;
    if (!begins(text, BTI_ROWS_MAGIC, letters) || text.len == letters)
        return false;
    unsigned char version = (unsigned char)text.at[letters];
    return version < ' ' && !strchr("\t\n\r", version == 0 ? 1 : version);
}

static bt_status find_format(bti_graph_input *in, format *out)
{
    BT_TRY(fill_up(in));
    *out = ROWS;
    if (looks_like_rows(waiting(in)))
        return BT_OK;
    if (begins(waiting(in), "\xEF\xBB\xBF", 3)) /* a byte order mark */
        in->begin += 3;
    BT_TRY(skip_head(in));
    bt_span text = waiting(in), line = skip_line_blanks(text);
    *out = EDGE_LIST;
    bool list = line.len > 1 && line.at[0] == '[' &&
                (line.at[1] == '[' || line.at[1] == '{'); /* JSON says what is wrong */
    if (list || (line.len > 0 && line.at[0] == '{'))
        *out = JSON;
    else if (bti_dot_looks_like(text))
        *out = DOT;
    return BT_OK;
}

/* DOT and JSON are read as a whole. */
static bt_status read_text(bti_graph_input *in, format f, bti_draft *draft,
                           bool *strict)
{
    bt_text text;
    bt_text_init(&text, in->ctx);
    bt_status status = bti_graph_input_all(in, &text);
    bti_graph_input_free(in);
    if (status == BT_OK)
        status = f == DOT ? bti_read_dot(bt_text_span(&text), draft, strict)
                          : bti_read_json_graph(bt_text_span(&text), draft);
    bt_text_free(&text);
    return status;
}

static bt_status read_draft(bti_graph_input *in, format f, bt_graph *graph)
{
    bool strict = false;
    bti_draft draft;
    bti_draft_init(&draft, in->ctx);
    bt_status status = f == EDGE_LIST ? bti_read_edge_list(in, &draft)
                                      : read_text(in, f, &draft, &strict);
    bti_graph_input_free(in);
    if (status == BT_OK)
        status = bti_draft_finish(&draft, graph);
    bti_draft_free(&draft);
    return status == BT_OK && strict ? bt_graph_drop_repeats(graph) : status;
}

bt_status bt_graph_read(bt_context *ctx, bt_source *source, bt_graph **out)
{
    format f;
    bti_graph_input in;
    bt_graph *graph;
    BT_TRY(BTI_NEW(ctx, graph, 1));
    *graph = (bt_graph){.ctx = ctx};
    bti_names_init(&graph->names, ctx);
    bti_graph_input_init(&in, ctx, source);
    bt_status status = find_format(&in, &f);
    if (status == BT_OK)
        status = f == ROWS ? bti_read_rows(&in, graph) : read_draft(&in, f, graph);
    bti_graph_input_free(&in);
    if (status == BT_OK)
        *out = graph;
    else
        bt_graph_free(graph);
    return status;
}

/* Bytes in memory as a source. */
struct memory_source {
    bt_source source;
    bt_span rest;
};

static bt_status memory_read(bt_source *source, bt_context *ctx, char *buffer,
                             size_t cap, size_t *got)
{
    struct memory_source *m = (struct memory_source *)source;
    (void)ctx;
    *got = cap < m->rest.len ? cap : m->rest.len;
    if (*got > 0)
        memcpy(buffer, m->rest.at, *got);
    m->rest.at += *got;
    m->rest.len -= *got;
    return BT_OK;
}

bt_status bt_graph_read_bytes(bt_context *ctx, bt_span bytes, bt_graph **out)
{
    struct memory_source m = {.source.read = memory_read, .rest = bytes};
    if (bytes.len == 0)
        m.rest.at = "";
    return bt_graph_read(ctx, &m.source, out);
}

void bt_graph_free(bt_graph *graph)
{
    if (!graph)
        return;
    bt_context *ctx = graph->ctx;
    bti_names_free(&graph->names);
    bt_release(ctx, graph->start, graph->starts * sizeof *graph->start);
    bt_release(ctx, graph->target, graph->targets * sizeof *graph->target);
    bt_release(ctx, graph, sizeof *graph);
}

const bt_csr *bt_graph_csr(const bt_graph *graph)
{
    return &graph->csr;
}

bt_span bt_graph_name(const bt_graph *graph, uint32_t node, char digits[20])
{
    return bti_names_get(&graph->names, node, digits);
}

bool bt_graph_find(const bt_graph *graph, bt_span name, uint32_t *node)
{
    return bti_names_find(&graph->names, name, node);
}

/* In place: last[w] is the node (counted from 1) whose row had w last. */
bt_status bt_graph_drop_repeats(bt_graph *graph)
{
    bt_csr *csr = &graph->csr;
    size_t nodes = (size_t)csr->nodes;
    uint32_t *last;
    BT_TRY(BTI_NEW(graph->ctx, last, nodes));
    memset(last, 0, nodes * sizeof *last);
    uint64_t kept = 0, i = 0;
    for (uint32_t v = 0; v < nodes; v++) {
        uint64_t end = graph->start[v + 1];
        for (; i < end; i++) {
            uint32_t w = graph->target[i];
            if (last[w] != v + 1)
                graph->target[kept++] = w;
            last[w] = v + 1;
        }
        graph->start[v + 1] = kept;
    }
    csr->edges = kept;
    bt_release(graph->ctx, last, nodes * sizeof *last);
    return BT_OK;
}
