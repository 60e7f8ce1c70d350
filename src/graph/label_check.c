/* SPDX-License-Identifier: MIT
 * Is a graph well formed? Rows are taken in blocks: within a block `start` must ascend,
 * and then the targets of all its rows are one run, whose maximum says whether they are
 * nodes. Where a block is wrong, it is looked at again to name the row. A sample of the
 * nodes tells which way their arrows lead. */
#include "core/arith.h"
#include "core/parallel.h"
#include "graph/label.h"

enum { BLOCK = 4096, SAMPLE = 16 };

struct check {
    bti_labelling *l;
    uint64_t blocks;
    atomic_uint_fast64_t next, wrong; /* wrong: the first such block */
    atomic_uint_fast64_t up, down;    /* arrows of the sample */
    atomic_bool stopped;
};

static void note_wrong(struct check *c, uint64_t block)
{
    uint64_t seen = atomic_load(&c->wrong);
    while (block < seen && !atomic_compare_exchange_weak(&c->wrong, &seen, block))
        ;
}

static bool rows_ascend(const bt_csr *g, uint64_t begin, uint64_t end)
{
    bool ascend = true;
    for (uint64_t v = begin; v < end; v++)
        ascend &= g->start[v] <= g->start[v + 1];
    return ascend && g->start[end] <= g->edges;
}

static uint32_t greatest(const uint32_t *target, uint64_t n)
{
    uint32_t lane[8] = {0};
    uint64_t i = 0;
    for (; n - i >= 8; i += 8)
        for (size_t j = 0; j < 8; j++)
            lane[j] = target[i + j] > lane[j] ? target[i + j] : lane[j];
    for (; i < n; i++)
        lane[0] = target[i] > lane[0] ? target[i] : lane[0];
    for (size_t j = 1; j < 8; j++)
        lane[0] = lane[j] > lane[0] ? lane[j] : lane[0];
    return lane[0];
}

static void sample_directions(struct check *c, uint64_t begin, uint64_t end)
{
    const bt_csr *g = c->l->graph;
    uint64_t up = 0, down = 0;
    for (uint64_t v = begin; v < end; v += SAMPLE)
        for (uint64_t e = g->start[v]; e < g->start[v + 1]; e++) {
            up += g->target[e] > v;
            down += g->target[e] < v;
        }
    atomic_fetch_add(&c->up, up);
    atomic_fetch_add(&c->down, down);
}

static void check_block(struct check *c, uint64_t block)
{
    const bt_csr *g = c->l->graph;
    uint64_t begin = block * BLOCK, end = bti_min(begin + BLOCK, g->nodes);
    for (uint64_t v = begin; v < end; v++)
        atomic_init(&c->l->word[v], 0);
    if (!rows_ascend(g, begin, end)) {
        note_wrong(c, block);
        return;
    }
    uint64_t from = g->start[begin], n = g->start[end] - from;
    if (n > 0 && greatest(g->target + from, n) >= g->nodes)
        note_wrong(c, block);
    else
        sample_directions(c, begin, end);
}

static void work(void *arg, size_t i)
{
    struct check *c = arg;
    (void)i;
    for (;;) {
        uint64_t block = atomic_fetch_add(&c->next, 1);
        if (block >= c->blocks || atomic_load(&c->stopped))
            return;
        if (bti_wants_stop(c->l->ctx))
            atomic_store(&c->stopped, true);
        check_block(c, block);
    }
}

static bt_status say_wrong(const bti_labelling *l, uint64_t block)
{
    const bt_csr *g = l->graph;
    uint64_t end = bti_min((block + 1) * BLOCK, g->nodes);
    for (uint64_t v = block * BLOCK; v < end; v++) {
        if (g->start[v] > g->start[v + 1] || g->start[v + 1] > g->edges)
            return bt_fail(
                l->ctx, BT_DOMAIN,
                "the graph is malformed: the arrows of node {v} begin at {start} and "
                "end at {start2}; rows must ascend and end within the {edges} arrows",
                BT_ARGS(BT_NUM("v", v), BT_NUM("start", g->start[v]),
                        BT_NUM("start2", g->start[v + 1]), BT_NUM("edges", g->edges)));
        for (uint64_t e = g->start[v]; e < g->start[v + 1]; e++)
            if (g->target[e] >= g->nodes)
                return bt_fail(l->ctx, BT_DOMAIN,
                               "the graph is malformed: an arrow of node {v} leads to "
                               "node {target}, but nodes are numbered below {nodes}",
                               BT_ARGS(BT_NUM("v", v), BT_NUM("target", g->target[e]),
                                       BT_NUM("nodes", g->nodes)));
    }
    return BT_OK;
}

bt_status bti_label_check(bti_labelling *l)
{
    const bt_csr *g = l->graph;
    if (g->start[0] != 0 || g->start[g->nodes] != g->edges)
        return bt_fail(l->ctx, BT_DOMAIN,
                       "the graph is malformed: its rows go from {start} to {start2}; "
                       "they must go from 0 to {edges}, the number of arrows",
                       BT_ARGS(BT_NUM("start", g->start[0]),
                               BT_NUM("start2", g->start[g->nodes]),
                               BT_NUM("edges", g->edges)));
    struct check c = {.l = l, .blocks = (g->nodes + BLOCK - 1) / BLOCK};
    atomic_init(&c.wrong, UINT64_MAX);
    bti_parallel_for(l->ctx, l->workers, work, &c);
    if (atomic_load(&c.stopped))
        return bt_fail(l->ctx, BT_STOPPED, "stopped", BT_NO_ARGS);
    if (atomic_load(&c.wrong) != UINT64_MAX)
        return say_wrong(l, atomic_load(&c.wrong));
    uint64_t up = atomic_load(&c.up), down = atomic_load(&c.down);
    l->descending = up > down;
    l->orderly = (up > down ? down : up) <= (up + down) / 16;
    return BT_OK;
}
