/* SPDX-License-Identifier: MIT
 * bt_label_graph: the check, the part of the graph from which play must end, the rest
 * of it if there is one. */
#include "graph/label.h"
#include "core/grow.h"
#include "core/parallel.h"

enum { SMALL = 1 << 14, WORKERS_MAX = 256 };

static bt_status label_rest(bti_labelling *l)
{
    bti_unlabelled rest;
    bt_status status = bti_rest_init(&rest, l);
    if (status == BT_OK)
        status = bti_label_outcomes(&rest);
    if (status == BT_OK && l->play == BT_NORMAL)
        status = bti_label_values(&rest);
    bti_rest_free(&rest);
    return status;
}

static bt_status label_all(bti_labelling *l)
{
    uint64_t nodes = l->graph->nodes;
    BT_TRY(bti_label_check(l));
    BT_TRY(bti_label_acyclic(l));
    if (l->labelled < nodes)
        BT_TRY(label_rest(l));
    bti_progress(l->ctx, "nodes", nodes, nodes);
    return BT_OK;
}

bt_status bt_label_graph(bt_context *ctx, const bt_csr *graph, bt_play play,
                         bt_label *label)
{
    if (graph->nodes > BT_NODES_MAX)
        return bt_fail(
            ctx, BT_DOMAIN, "a graph has at most {nodes_max} nodes, this one {nodes}",
            BT_ARGS(BT_NUM("nodes_max", BT_NODES_MAX), BT_NUM("nodes", graph->nodes)));
    if (graph->nodes == 0 && graph->edges == 0)
        return BT_OK;
    if (graph->nodes == 0)
        return bt_fail(ctx, BT_DOMAIN,
                       "the graph is malformed: {edges} arrows, but no nodes",
                       BT_ARGS(BT_NUM("edges", graph->edges)));
    static const uint32_t no_target = 0;
    bt_csr whole = *graph;
    if (whole.edges == 0) /* then it may be NULL, with which C cannot even add 0 */
        whole.target = &no_target;
    bti_labelling l = {.ctx = ctx, .graph = &whole, .play = play, .label = label};
    bool small = graph->nodes < SMALL && graph->edges < SMALL;
    l.workers = small ? 1 : bt_threads(ctx);
    if (l.workers > WORKERS_MAX)
        l.workers = WORKERS_MAX;
    BT_TRY(BTI_NEW(ctx, l.word, (size_t)graph->nodes));
    bt_status status = label_all(&l);
    bt_release(ctx, (void *)l.word, (size_t)graph->nodes * sizeof *l.word);
    return status;
}
