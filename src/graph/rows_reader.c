/* SPDX-License-Identifier: MIT
 * Graphs as binary rows: the arrays of a bt_csr as they are, little end first, between
 * a head of three 64-bit words and a checksum. Memory is taken as the rows arrive, so a
 * damaged head cannot ask for more than the file holds, twice. */
#include "graph/graph_checksum.h"
#include "graph/graph_readers.h"

#include "core/parallel.h"

#include <string.h>

enum { HEAD = 24, STEP = 1 << 16 };

typedef struct {
    bti_graph_input *in;
    bt_graph *graph;
    uint64_t checksum;
} reader;

static bt_status refuse(const reader *r, const char *sentence)
{
    return bt_fail(r->in->ctx, BT_DOMAIN, sentence, BT_NO_ARGS);
}

static bt_status take(reader *r, void *to, size_t len)
{
    size_t got;
    BT_TRY(bti_graph_input_take(r->in, to, len, &got));
    if (got < len)
        return refuse(r, BT_TEXT("the binary graph file ends early; it was cut off"));
    r->checksum = bti_checksum(r->checksum, to, len);
    return BT_OK;
}

static bt_status read_head(reader *r)
{
    unsigned char head[HEAD];
    BT_TRY(take(r, head, 8));
    if (memcmp(head, BTI_ROWS_MAGIC, 8) != 0)
        return bt_fail(r->in->ctx, BT_DOMAIN,
                       "the binary graph file is of version {version}; this program "
                       "reads version 1",
                       BT_ARGS(BT_NUM("version", head[7])));
    BT_TRY(take(r, head + 8, HEAD - 8));
    uint64_t nodes = bti_get_u64(head + 8), edges = bti_get_u64(head + 16);
    if (nodes > BT_NODES_MAX)
        return bt_fail(
            r->in->ctx, BT_DOMAIN,
            "the binary graph file claims {nodes} nodes; at most {most} are possible",
            BT_ARGS(BT_NUM("nodes", nodes), BT_NUM("most", BT_NODES_MAX)));
    if (nodes == 0)
        return refuse(r, BT_TEXT("the binary graph file has no node"));
    if (edges > SIZE_MAX / 8 || nodes > SIZE_MAX / 16)
        return bt_fail(
            r->in->ctx, BT_UNABLE,
            "the binary graph file is too large for this machine, or damaged",
            BT_NO_ARGS);
    r->graph->csr.nodes = nodes;
    r->graph->csr.edges = edges;
    return BT_OK;
}

/* `count` elements of `size` bytes into *array, which grows while they come. */
static bt_status read_array(reader *r, void **array, size_t *room, size_t count,
                            size_t size)
{
    bt_context *ctx = r->in->ctx;
    for (size_t done = 0; done < count; done = *room) {
        size_t more = done < STEP ? STEP : done;
        size_t want = count - done < more ? count : done + more;
        void *moved = bt_resize_array(ctx, *array, done, want, size);
        if (!moved)
            return bt_last_status(ctx);
        *array = moved;
        *room = want;
        BT_TRY(take(r, (char *)moved + done * size, (want - done) * size));
        bti_progress(ctx, BT_TEXT("binary rows read"), want, count);
    }
    return BT_OK;
}

/* Puts the bytes of every number into this machine's order, and checks them. */
static bt_status read_starts(reader *r)
{
    bt_graph *g = r->graph;
    void *array = NULL;
    bt_status status =
        read_array(r, &array, &g->starts, (size_t)g->csr.nodes + 1, sizeof *g->start);
    g->start = array;
    BT_TRY(status);
    uint64_t before = 0;
    for (size_t v = 0; v <= g->csr.nodes; v++) {
        g->start[v] = bti_get_u64(&g->start[v]);
        if (g->start[v] < before || (v == 0 && g->start[v] != 0))
            return refuse(r, BT_TEXT("the binary graph file is damaged: rows overlap"));
        before = g->start[v];
    }
    return before == g->csr.edges
               ? BT_OK
               : refuse(r, BT_TEXT(
                               "the binary graph file is damaged: arrows are missing"));
}

static bt_status read_targets(reader *r)
{
    bt_graph *g = r->graph;
    void *array = NULL;
    bt_status status =
        read_array(r, &array, &g->targets, (size_t)g->csr.edges, sizeof *g->target);
    g->target = array;
    BT_TRY(status);
    for (size_t i = 0; i < g->csr.edges; i++) {
        g->target[i] = bti_get_u32(&g->target[i]);
        if (g->target[i] >= g->csr.nodes)
            return refuse(r, BT_TEXT("the binary graph file is damaged: an arrow leads "
                                     "out of the graph"));
    }
    return BT_OK;
}

static bt_status read_end(reader *r)
{
    unsigned char end[8];
    size_t got;
    uint64_t checksum = r->checksum;
    BT_TRY(take(r, end, sizeof end));
    if (bti_get_u64(end) != checksum)
        return refuse(
            r, BT_TEXT("the binary graph file is damaged: its checksum is wrong"));
    BT_TRY(bti_graph_input_take(r->in, end, 1, &got));
    return got == 0 ? BT_OK
                    : refuse(r, BT_TEXT("the binary graph file goes on after its end"));
}

bt_status bti_read_rows(bti_graph_input *in, bt_graph *graph)
{
    reader r = {in, graph, BTI_CHECKSUM_START};
    BT_TRY(read_head(&r));
    BT_TRY(read_starts(&r));
    BT_TRY(read_targets(&r));
    BT_TRY(read_end(&r));
    graph->csr.start = graph->start;
    graph->csr.target = graph->target;
    graph->names.plain = true;
    graph->names.count = (uint32_t)graph->csr.nodes;
    return BT_OK;
}

/* Writing: the same arrays through a small buffer. */

enum { OUT = 1 << 15 };

typedef struct {
    bt_context *ctx;
    bt_store *store;
    uint64_t checksum;
    size_t len;
    unsigned char bytes[OUT];
} writer;

static bt_status flush(writer *w)
{
    w->checksum = bti_checksum(w->checksum, w->bytes, w->len);
    size_t len = w->len;
    w->len = 0;
    return len > 0 ? w->store->write(w->store, w->ctx, w->bytes, len) : BT_OK;
}

static bt_status put(writer *w, uint64_t number, size_t size)
{
    if (w->len + size > OUT)
        BT_TRY(flush(w));
    if (size == 8)
        bti_put_u64(w->bytes + w->len, number);
    else
        bti_put_u32(w->bytes + w->len, (uint32_t)number);
    w->len += size;
    return BT_OK;
}

bt_status bt_csr_write(bt_context *ctx, const bt_csr *graph, bt_store *store)
{
    writer w = {.ctx = ctx, .store = store, .checksum = BTI_CHECKSUM_START, .len = 8};
    memcpy(w.bytes, BTI_ROWS_MAGIC, 8);
    BT_TRY(put(&w, graph->nodes, 8));
    BT_TRY(put(&w, graph->edges, 8));
    for (uint64_t v = 0; v <= graph->nodes; v++)
        BT_TRY(put(&w, graph->start[v], 8));
    for (uint64_t i = 0; i < graph->edges; i++)
        BT_TRY(put(&w, graph->target[i], 4));
    BT_TRY(flush(&w));
    BT_TRY(put(&w, w.checksum, 8));
    return flush(&w);
}
