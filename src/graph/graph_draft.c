/* SPDX-License-Identifier: MIT */
#include "graph/graph_draft.h"

#include "core/arith.h"
#include "core/grow.h"
#include "core/parallel.h"

#include <string.h>

enum { LEAST = 256, MOST = 1 << 14 }; /* arrows in a chunk */

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

static void drop_first(bti_draft *draft, bti_arrow_list *list)
{
    bti_arrow_chunk *chunk = list->first;
    list->first = chunk->next;
    if (!list->first)
        list->last = NULL;
    bt_release(draft->ctx, chunk, chunk_bytes(chunk->cap));
}

void bti_draft_free(bti_draft *draft)
{
    for (size_t p = 0; p < draft->parts; p++)
        while (draft->part[p].first)
            drop_first(draft, &draft->part[p]);
    bt_release(draft->ctx, draft->part, draft->parts * sizeof *draft->part);
    bti_names_free(&draft->names);
    bti_draft_init(draft, draft->ctx);
}

static bt_status grow_parts(bti_draft *draft, size_t part)
{
    size_t old = draft->parts;
    BT_TRY(BTI_RESERVE(draft->ctx, draft->part, draft->parts, part + 1));
    for (size_t p = old; p < draft->parts; p++)
        draft->part[p] = (bti_arrow_list){NULL, NULL};
    return BT_OK;
}

bt_status bti_draft_grow(bti_draft *draft, size_t part)
{
    BT_TRY(grow_parts(draft, part));
    bti_arrow_list *list = &draft->part[part];
    uint32_t cap = LEAST;
    if (list->last) {
        cap = list->last->cap < MOST ? 2 * list->last->cap : MOST;
        draft->arrows += list->last->count;
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
    if (list->last)
        list->last->next = chunk;
    else
        list->first = chunk;
    list->last = chunk;
    return BT_OK;
}

static uint64_t count_arrows(const bti_draft *draft)
{
    uint64_t arrows = draft->arrows;
    for (size_t p = 0; p < draft->parts; p++)
        arrows += draft->part[p].last ? draft->part[p].last->count : 0;
    return arrows;
}

static bt_status make_room(bt_graph *graph, uint64_t nodes, uint64_t edges)
{
    bt_context *ctx = graph->ctx;
    if (nodes + 2 > SIZE_MAX || edges + 1 > SIZE_MAX)
        return bt_fail(ctx, BT_UNABLE, "the graph is too large for this machine",
                       BT_NO_ARGS);
    BT_TRY(BTI_NEW(ctx, graph->start, (size_t)nodes + 2));
    graph->starts = (size_t)nodes + 2;
    BT_TRY(BTI_NEW(ctx, graph->target, (size_t)edges + 1));
    graph->targets = (size_t)edges + 1;
    return BT_OK;
}

/* The rows of the nodes first .. end-1, whose arrows are in the list. start[v + 2]
 * counts the arrows of v; summed up, start[v + 1] is where row v begins; and while the
 * row is filled it grows to where row v + 1 begins, as it should. start[end + 1], where
 * the next part goes on, is left as summed up. */
static void sort_part(bti_draft *draft, bt_graph *graph, bti_arrow_list *list,
                      uint64_t first, uint64_t end)
{
    uint64_t *start = graph->start;
    for (const bti_arrow_chunk *c = list->first; c; c = c->next)
        for (uint32_t i = 0; i < c->count; i++)
            start[c->arrow[i].from + 2]++;
    for (uint64_t v = first; v < end; v++)
        start[v + 2] += start[v + 1];
    for (; list->first; drop_first(draft, list))
        for (uint32_t i = 0; i < list->first->count; i++) {
            uint32_t from = list->first->arrow[i].from;
            graph->target[start[from + 1]++] = list->first->arrow[i].to;
        }
}

static bt_status sort_arrows(bti_draft *draft, bt_graph *graph)
{
    uint64_t nodes = draft->names.count, step = UINT64_C(1) << BTI_PART_BITS;
    memset(graph->start, 0, graph->starts * sizeof *graph->start);
    for (uint64_t v = 0; v < nodes; v += step) {
        size_t p = (size_t)(v >> BTI_PART_BITS);
        bti_arrow_list none = {NULL, NULL};
        if (bt_stopped(draft->ctx))
            return BT_STOPPED;
        sort_part(draft, graph, p < draft->parts ? &draft->part[p] : &none, v,
                  bti_min(v + step, nodes));
    }
    return BT_OK;
}

bt_status bti_draft_finish(bti_draft *draft, bt_graph *graph)
{
    uint64_t nodes = draft->names.count, edges = count_arrows(draft);
    if (nodes == 0)
        return bt_fail(draft->ctx, BT_DOMAIN,
                       "the graph has no nodes; an arrow from node a to node b is a "
                       "line 'a b' in an edge list, and a -> b in DOT",
                       BT_NO_ARGS);
    BT_TRY(make_room(graph, nodes, edges));
    BT_TRY(sort_arrows(draft, graph));
    graph->csr = (bt_csr){nodes, edges, graph->start, graph->target};
    graph->names = draft->names;
    bti_names_init(&draft->names, draft->ctx);
    return BT_OK;
}
