/* SPDX-License-Identifier: MIT
 * The nodes from which a cycle can be reached, numbered anew, and the arrows among them
 * turned round: by counting them, as in a counting sort. */
#include "core/grow.h"
#include "graph/label.h"

#include <string.h>

static bool is_left(const bti_labelling *l, uint32_t node, uint32_t *index)
{
    *index = atomic_load_explicit(&l->word[node], memory_order_relaxed);
    return *index < BTI_LABELLED;
}

static bt_status number_nodes(bti_unlabelled *rest)
{
    bti_labelling *l = rest->l;
    size_t n = (size_t)(l->graph->nodes - l->labelled);
    uint32_t index;
    BT_TRY(BTI_NEW(l->ctx, rest->node, n));
    rest->nodes = n;
    n = 0;
    for (uint32_t v = 0; v < l->graph->nodes; v++) {
        if (v % 65536 == 0 && bt_stopped(l->ctx))
            return BT_STOPPED;
        if (!is_left(l, v, &index))
            continue;
        atomic_store_explicit(&l->word[v], (uint32_t)n, memory_order_relaxed);
        rest->node[n++] = v;
    }
    return BT_OK;
}

/* start[i + 1] becomes the number of arrows to i, then where they begin. */
static bt_status count_arrows(bti_unlabelled *rest)
{
    const bt_csr *g = rest->l->graph;
    bt_context *ctx = rest->l->ctx;
    uint32_t to;
    BT_TRY(BTI_NEW(ctx, rest->start, rest->nodes + 2));
    memset(rest->start, 0, (rest->nodes + 2) * sizeof *rest->start);
    for (size_t i = 0; i < rest->nodes; i++) {
        if (bti_rest_stopped(rest, i))
            return BT_STOPPED;
        uint64_t v = rest->node[i];
        for (uint64_t e = g->start[v]; e < g->start[v + 1]; e++)
            if (is_left(rest->l, g->target[e], &to))
                rest->start[to + (size_t)2]++;
    }
    for (size_t i = 2; i < rest->nodes + 2; i++)
        rest->start[i] += rest->start[i - 1];
    uint64_t edges = rest->start[rest->nodes + 1];
    if (edges > SIZE_MAX)
        return bt_fail(ctx, BT_NOMEM, "out of memory for {edges} arrows",
                       BT_ARGS(BT_NUM("edges", edges)));
    BT_TRY(BTI_NEW(ctx, rest->source, (size_t)edges));
    rest->edges = (size_t)edges;
    return BT_OK;
}

/* Filling a row moves its beginning, start[i + 1], to where the next row begins. */
static bt_status turn_arrows(bti_unlabelled *rest)
{
    const bt_csr *g = rest->l->graph;
    uint32_t to;
    for (size_t i = 0; i < rest->nodes; i++) {
        if (bti_rest_stopped(rest, i))
            return BT_STOPPED;
        uint64_t v = rest->node[i];
        for (uint64_t e = g->start[v]; e < g->start[v + 1]; e++)
            if (is_left(rest->l, g->target[e], &to))
                rest->source[rest->start[to + (size_t)1]++] = (uint32_t)i;
    }
    return BT_OK;
}

bt_status bti_rest_init(bti_unlabelled *rest, bti_labelling *l)
{
    *rest = (bti_unlabelled){.l = l};
    BT_TRY(number_nodes(rest));
    BT_TRY(count_arrows(rest));
    return turn_arrows(rest);
}

void bti_rest_free(bti_unlabelled *rest)
{
    bt_context *ctx = rest->l->ctx;
    bt_release(ctx, rest->node, rest->nodes * sizeof *rest->node);
    bt_release(ctx, rest->start, (rest->nodes + 2) * sizeof *rest->start);
    bt_release(ctx, rest->source, rest->edges * sizeof *rest->source);
}
