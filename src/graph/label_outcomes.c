/* SPDX-License-Identifier: MIT
 * Outcomes and remoteness where play may go on for ever, by going back from the ends
 * (Zermelo 1913; Smith 1966 has the remoteness). Nodes are settled in order of
 * remoteness. N: one more than the least remoteness of a P-option. P: all options are
 * N, and one more than the greatest remoteness of those. What is never settled is a
 * draw: such a node has no P-option and an option that is not settled either, so both
 * players can keep play among such nodes, and a move that leaves them leads to an
 * N-position and loses.
 *
 * Options that the acyclic part has labelled have any remoteness, so nodes wait for
 * their turn in buckets, one for each level. A node is in a bucket twice at most: once
 * for the P-option of least remoteness in the acyclic part, and once more for the first
 * event among the nodes that are left: a P-option is settled (the nearest one, as
 * levels ascend), or the last option is, and all were N. */
#include "core/grow.h"
#include "graph/label.h"

#include <string.h>

struct outcomes {
    const bti_unlabelled *rest;
    uint64_t *open;   /* by node: options that are not known to be N */
    uint32_t *turn;   /* by node: the least level where it is in a bucket */
    uint32_t *most;   /* by node: greatest remoteness of options known to be N */
    uint32_t *next;   /* by entry: 1 + the next in the bucket, 0 ends it */
    uint32_t *bucket; /* by level: 1 + its first entry; entry node, or node + nodes */
    size_t levels;
    uint64_t waiting; /* entries in buckets */
};

static void put(struct outcomes *o, uint32_t node, bool again, uint32_t level)
{
    size_t entry = again ? o->rest->nodes + node : node;
    o->turn[node] = level;
    o->next[entry] = o->bucket[level];
    o->bucket[level] = (uint32_t)entry + 1;
    o->waiting++;
}

/* What the acyclic part says about the options of a node. */
static void first_look(struct outcomes *o, uint32_t i)
{
    const bti_labelling *l = o->rest->l;
    const bt_csr *g = l->graph;
    uint64_t v = o->rest->node[i];
    o->open[i] = g->start[v + 1] - g->start[v];
    o->most[i] = 0;
    o->turn[i] = BT_NEVER;
    for (uint64_t e = g->start[v]; e < g->start[v + 1]; e++) {
        uint32_t word = bti_word(l, g->target[e]);
        if (word < BTI_LABELLED)
            continue;
        uint32_t r = bti_label_at(l, g->target[e], word).remoteness;
        if (r + (size_t)1 >= o->levels)
            o->levels = r + (size_t)2;
        if (bti_is_p(l->play, r)) {
            o->turn[i] = r + 1 < o->turn[i] ? r + 1 : o->turn[i];
        } else {
            o->open[i]--;
            o->most[i] = r > o->most[i] ? r : o->most[i];
        }
    }
}

/* Play from a node that is left passes each of them once at most and then is in the
 * acyclic part, so that is how many levels there can be. */
static bt_status fill_buckets(struct outcomes *o)
{
    const bti_unlabelled *rest = o->rest;
    for (uint32_t i = 0; i < rest->nodes; i++) {
        if (bti_rest_stopped(rest, i))
            return BT_STOPPED;
        bti_rest_label(rest, i)->grundy = BT_INFINITE;
        bti_rest_label(rest, i)->remoteness = BT_NEVER;
        first_look(o, i);
    }
    BT_TRY(BTI_NEW(rest->l->ctx, o->bucket, o->levels + rest->nodes));
    o->levels += rest->nodes;
    memset(o->bucket, 0, o->levels * sizeof *o->bucket);
    for (uint32_t i = 0; i < rest->nodes; i++)
        if (o->turn[i] != BT_NEVER)
            put(o, i, false, o->turn[i]);
    return BT_OK;
}

/* Tells those who have node i, settled at this level, as an option. */
static void tell(struct outcomes *o, uint32_t i, uint32_t level)
{
    const bti_unlabelled *rest = o->rest;
    bool p = bti_is_p(rest->l->play, level);
    for (uint64_t e = rest->start[i]; e < rest->start[i + (size_t)1]; e++) {
        uint32_t from = rest->source[e];
        if (bti_rest_label(rest, from)->remoteness != BT_NEVER)
            continue;
        if (p) {
            if (level + 1 < o->turn[from])
                put(o, from, true, level + 1);
        } else {
            o->most[from] = level > o->most[from] ? level : o->most[from];
            if (--o->open[from] == 0)
                put(o, from, true, o->most[from] + 1);
        }
    }
}

static bt_status settle(struct outcomes *o)
{
    const bti_unlabelled *rest = o->rest;
    uint64_t steps = 0;
    for (uint32_t level = 0; o->waiting > 0; level++) {
        if (bti_rest_stopped(rest, level))
            return BT_STOPPED;
        for (uint32_t entry = o->bucket[level]; entry != 0; o->waiting--) {
            if (bti_rest_stopped(rest, ++steps))
                return BT_STOPPED;
            uint32_t i = (entry - 1) % (uint32_t)rest->nodes;
            entry = o->next[entry - 1];
            bt_label *label = bti_rest_label(rest, i);
            if (label->remoteness != BT_NEVER)
                continue; /* its other entry came first */
            label->remoteness = level;
            tell(o, i, level);
        }
    }
    return BT_OK;
}

static bool make_room(struct outcomes *o)
{
    bt_context *ctx = o->rest->l->ctx;
    size_t n = o->rest->nodes;
    return (o->open = bt_resize_array(ctx, NULL, 0, n, sizeof *o->open)) &&
           (o->turn = bt_resize_array(ctx, NULL, 0, n, sizeof *o->turn)) &&
           (o->most = bt_resize_array(ctx, NULL, 0, n, sizeof *o->most)) &&
           (o->next = bt_resize_array(ctx, NULL, 0, n, 2 * sizeof *o->next));
}

bt_status bti_label_outcomes(const bti_unlabelled *rest)
{
    struct outcomes o = {.rest = rest, .levels = 1};
    bt_context *ctx = rest->l->ctx;
    size_t n = rest->nodes;
    bt_status status = make_room(&o) ? fill_buckets(&o) : bt_last_status(ctx);
    if (status == BT_OK)
        status = settle(&o);
    bt_release(ctx, o.open, n * sizeof *o.open);
    bt_release(ctx, o.turn, n * sizeof *o.turn);
    bt_release(ctx, o.most, n * sizeof *o.most);
    bt_release(ctx, o.next, n * 2 * sizeof *o.next);
    bt_release(ctx, o.bucket, o.levels * sizeof *o.bucket);
    return status;
}
