/* SPDX-License-Identifier: MIT */
#include "graph/graph_draft.h"

#include "core/parallel.h"

#include <string.h>

enum { LEAST = 256, MOST = 1 << 16 };

void bti_draft_init(bti_draft *draft, bt_context *ctx)
{
    *draft = (bti_draft){.ctx = ctx};
    bti_names_init(&draft->names, ctx);
}

static size_t chunk_bytes(uint32_t cap)
{
    bti_arrow_chunk *chunk = NULL;
    return sizeof *chunk + cap * sizeof chunk->arrow[0];
}

static void drop_first(bti_draft *draft)
{
    bti_arrow_chunk *chunk = draft->first;
    draft->first = chunk->next;
    bt_release(draft->ctx, chunk, chunk_bytes(chunk->cap));
}

void bti_draft_free(bti_draft *draft)
{
    while (draft->first)
        drop_first(draft);
    bti_names_free(&draft->names);
    bti_draft_init(draft, draft->ctx);
}

bt_status bti_draft_grow(bti_draft *draft)
{
    uint32_t cap = LEAST;
    if (draft->last) {
        cap = draft->last->cap < MOST ? 2 * draft->last->cap : MOST;
        draft->arrows += draft->last->count;
        bti_progress(draft->ctx, "arrows read", draft->arrows, 0);
        if (bt_stopped(draft->ctx))
            return BT_STOPPED;
    }
    bti_arrow_chunk *chunk = bt_resize(draft->ctx, NULL, 0, chunk_bytes(cap));
    if (!chunk)
        return bt_last_status(draft->ctx);
    chunk->next = NULL;
    chunk->count = 0;
    chunk->cap = cap;
    if (draft->last)
        draft->last->next = chunk;
    else
        draft->first = chunk;
    draft->last = chunk;
    return BT_OK;
}

static bt_status make_room(bt_graph *graph, uint64_t nodes, uint64_t edges)
{
    bt_context *ctx = graph->ctx;
    if (nodes + 2 > SIZE_MAX || edges + 1 > SIZE_MAX)
        return bt_fail(ctx, BT_UNABLE, "the graph is too large for this machine");
    graph->start =
        bt_resize_array(ctx, NULL, 0, (size_t)nodes + 2, sizeof *graph->start);
    if (!graph->start)
        return bt_last_status(ctx);
    graph->starts = (size_t)nodes + 2;
    graph->target =
        bt_resize_array(ctx, NULL, 0, (size_t)edges + 1, sizeof *graph->target);
    if (!graph->target)
        return bt_last_status(ctx);
    graph->targets = (size_t)edges + 1;
    return BT_OK;
}

/* start[v + 2] counts the arrows of v; summed up, start[v + 1] is where row v begins;
 * and while the row is filled it grows to where row v + 1 begins, as it should. */
static bt_status sort_arrows(bti_draft *draft, bt_graph *graph)
{
    uint64_t *start = graph->start, nodes = draft->names.count;
    memset(start, 0, graph->starts * sizeof *start);
    for (const bti_arrow_chunk *c = draft->first; c; c = c->next)
        for (uint32_t i = 0; i < c->count; i++)
            start[c->arrow[i].from + 2]++;
    for (uint64_t v = 0; v < nodes; v++)
        start[v + 2] += start[v + 1];
    for (; draft->first; drop_first(draft)) {
        const bti_arrow_chunk *c = draft->first;
        if (bt_stopped(draft->ctx))
            return BT_STOPPED;
        for (uint32_t i = 0; i < c->count; i++)
            graph->target[start[c->arrow[i].from + 1]++] = c->arrow[i].to;
    }
    draft->last = NULL;
    return BT_OK;
}

bt_status bti_draft_finish(bti_draft *draft, bt_graph *graph)
{
    uint64_t edges = draft->arrows + (draft->last ? draft->last->count : 0);
    if (draft->names.count == 0)
        return bt_fail(draft->ctx, BT_DOMAIN,
                       "the graph has no node; a line such as 'a b' in an edge list "
                       "is an arrow from node a to node b");
    BT_TRY(make_room(graph, draft->names.count, edges));
    BT_TRY(sort_arrows(draft, graph));
    graph->csr = (bt_csr){draft->names.count, edges, graph->start, graph->target};
    graph->names = draft->names;
    bti_names_init(&draft->names, draft->ctx);
    return BT_OK;
}
