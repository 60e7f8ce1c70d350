/* SPDX-License-Identifier: MIT
 * The game graph, breadth first. Positions are numbered in the order in which they are
 * met, so the set of positions is its own queue: node v is opened when all nodes before
 * it have been, and its arrows are written behind theirs. That is a graph in compressed
 * rows, with nothing to sort afterwards.
 *
 * Depth and limit only keep new nodes from being made; a node at the edge is opened
 * like any other and keeps its arrows to nodes that are there. But a pile of a billion
 * chips has a billion options: a node from which something was left out has an
 * allowance for looking further, and what lies behind that counts as left out, too. */
#include <bouton/explore.h>

#include "core/arith.h"
#include "core/grow.h"
#include "core/parallel.h"
#include "solve/growth.h"
#include "solve/position_set.h"

enum {
    ALLOWANCE = 1 << 14, /* words of options that are still looked at for such a node */
    COMMON_PURSE = 1 << 26 /* and so many more for all of them together */
};

struct bt_explored {
    bt_context *ctx;
    bti_position_set set; /* state: 1 + the node whose arrow led here last */
    bt_part *work;        /* the games, and room for the position being opened */
    uint64_t most, purse, allowance;
    bool cut;
    bti_growth_watch watch;

    bt_csr csr;
    uint64_t *start;
    uint32_t *target;
    bool *more;
    size_t start_cap, target_cap, more_cap;
};

void bt_explored_free(bt_explored *e)
{
    if (!e)
        return;
    for (size_t i = 0; e->work && i < e->set.parts; i++)
        bt_pos_free(&e->work[i].pos);
    bt_release(e->ctx, e->work, e->set.parts * sizeof *e->work);
    bt_release(e->ctx, e->start, e->start_cap * sizeof *e->start);
    bt_release(e->ctx, e->target, e->target_cap * sizeof *e->target);
    bt_release(e->ctx, e->more, e->more_cap * sizeof *e->more);
    bti_position_set_free(&e->set);
    bt_release(e->ctx, e, sizeof *e);
}

static bt_status new_explored(bt_context *ctx, const bt_sum *sum, bool merge,
                              bt_explored **out)
{
    bt_explored *e;
    BT_TRY(BTI_NEW(ctx, e, 1));
    *e = (bt_explored){.ctx = ctx, .purse = COMMON_PURSE};
    bti_position_set_init(&e->set, ctx, sum->n, merge ? BTI_SPLIT : BTI_KEPT, 0);
    e->work = bt_resize_array(ctx, NULL, 0, sum->n, sizeof *e->work);
    for (size_t i = 0; e->work && i < sum->n; i++) {
        e->work[i].game = sum->part[i].game;
        bt_pos_init(&e->work[i].pos, ctx);
    }
    *out = e;
    return e->work ? BT_OK : bt_last_status(ctx);
}

/* Where all words were zeros and left out one is put back, for rules can write that. */
static bt_status get_position(const bt_explored *e, uint32_t node, bt_part *part)
{
    BT_TRY(bti_position_get(&e->set, node, part));
    for (size_t i = 0; i < e->set.parts; i++)
        if (e->set.merge != BTI_KEPT && part[i].game->rules->flags & BT_UNORDERED &&
            part[i].pos.n == 0)
            BT_TRY(bt_pos_push(&part[i].pos, 0));
    return BT_OK;
}

struct opening {
    bt_visit visit;
    bt_explored *explored;
    uint32_t node;
    bool may_make; /* it is not so deep that its options are left out */
    bool poor;     /* it may look at no more options */
};

static bt_status put_arrow(struct opening *o, uint32_t to)
{
    bt_explored *e = o->explored;
    if (e->set.entry[to].state == o->node + 1) /* there is one already */
        return BT_OK;
    e->set.entry[to].state = o->node + 1;
    BT_TRY(bti_position_reserve(&e->set, &e->target, &e->target_cap,
                                (size_t)e->csr.edges + 1, sizeof *e->target));
    e->target[e->csr.edges++] = to;
    return BT_OK;
}

/* Whether the node may look at one more option of so many words. */
static bool pay(bt_explored *e, uint64_t words)
{
    if (e->allowance >= words) {
        e->allowance -= words;
        return true;
    }
    e->allowance = 0;
    if (e->purse < words)
        return false;
    e->purse -= words;
    return true;
}

/* The option is edited in place, inside e->work. */
static bt_status look_at(struct opening *o, const bt_move *move)
{
    bt_explored *e = o->explored;
    uint32_t to = UINT32_MAX;
    size_t known = e->set.entries;
    o->poor = e->more[o->node] && !pay(e, move->to->n + 8);
    if (o->poor)
        return BT_OK;
    BT_TRY(bti_position_intern(&e->set, e->work, o->may_make ? e->most : 0, &to));
    if (e->set.entries > known)
        BT_TRY(bti_growth_look(&e->watch, move->part, move->to, e->set.entries));
    if (to != UINT32_MAX)
        return put_arrow(o, to);
    e->more[o->node] = true;
    return BT_OK;
}

static bool look_at_option(bt_visit *visit, const bt_move *move)
{
    struct opening *o = (struct opening *)visit;
    visit->status = look_at(o, move);
    return visit->status == BT_OK && !o->poor;
}

/* Writes the arrows of the next node. */
static bt_status open_node(bt_explored *e, uint32_t node, bool may_make)
{
    struct opening o = {.visit.option = look_at_option,
                        .explored = e,
                        .node = node,
                        .may_make = may_make};
    bti_position_set *set = &e->set;
    BT_TRY(bti_position_reserve(set, &e->more, &e->more_cap, (size_t)node + 1,
                                sizeof(bool)));
    BT_TRY(bti_position_reserve(set, &e->start, &e->start_cap, (size_t)node + 2,
                                sizeof *e->start));
    BT_TRY(get_position(e, node, e->work));
    e->more[node] = false;
    e->start[node] = e->csr.edges;
    e->allowance = ALLOWANCE;
    bt_sum sum = {.part = e->work, .n = set->parts};
    bt_status status = bt_walk_moves(&sum, &o.visit);
    e->cut = e->cut || e->more[node];
    e->start[node + 1] = e->csr.edges;
    return status;
}

static bt_status open_all(bt_explored *e, const bt_sum *sum, uint64_t depth)
{
    uint32_t root;
    uint64_t level = 0, next_level = 1; /* where the nodes one move further begin */
    BT_TRY(bti_position_intern(&e->set, sum->part, 1, &root));
    for (uint32_t node = 0; node < e->set.entries; node++) {
        if (node == next_level) {
            level++;
            next_level = e->set.entries;
        }
        BT_TRY(open_node(e, node, level < depth));
        if (bti_worked(e->ctx, 64))
            return BT_STOPPED;
        if (node % 1024 == 0)
            bti_progress(e->ctx, "positions", node, e->set.entries);
    }
    return BT_OK;
}

static bt_status is_full(const bt_explored *e, const bt_sum *sum)
{
    static const char plain[] =
        BT_TEXT("the game graph reached the memory limit of {limit} bytes after "
                "{positions} positions");
    static const char growing[] =
        BT_TEXT("the game graph reached the memory limit of {limit} bytes after "
                "{positions} positions, and the numbers kept growing: play led from "
                "{from} to {to}");
    bool one = sum->n == 1;
    return bti_fail_full(e->ctx, plain, growing, e->set.entries,
                         one ? &sum->part[0].pos : NULL, one ? &e->work[0].pos : NULL);
}

static bt_status explore(bt_explored *e, const bt_sum *sum, bt_explore_how how)
{
    bool limited = how.limit > 0 && how.limit <= BT_NODES_MAX;
    e->most = limited ? how.limit : BT_NODES_MAX;
    bti_growth_begin(&e->watch, e->ctx, sum->part, limited ? 0 : sum->n, 0);
    bt_status status = open_all(e, sum, how.depth);
    if (e->set.full)
        return is_full(e, sum);
    e->csr.nodes = e->set.entries;
    e->csr.start = e->start;
    e->csr.target = e->target;
    return status;
}

bt_status bt_explore(bt_context *ctx, bt_sum *sum, bt_explore_how how,
                     bt_explored **out)
{
    bt_explored *e = NULL;
    if (sum->n == 0)
        return bt_fail(ctx, BT_DOMAIN, "a game graph begins with a position",
                       BT_NO_ARGS);
    bt_status status = new_explored(ctx, sum, how.merge, &e);
    if (status == BT_OK)
        status = explore(e, sum, how);
    if (status == BT_OK)
        *out = e;
    else
        bt_explored_free(e);
    return status;
}

const bt_csr *bt_explored_csr(const bt_explored *e)
{
    return &e->csr;
}

bool bt_explored_is_cut(const bt_explored *e)
{
    return e->cut;
}

bool bt_explored_has_more(const bt_explored *e, uint32_t node)
{
    return e->more[node];
}

static bt_status check_games(const bt_explored *e, const bt_sum *sum)
{
    bool same = sum->n == e->set.parts;
    for (size_t i = 0; same && i < sum->n; i++)
        same = sum->part[i].game == e->work[i].game;
    if (same)
        return BT_OK;
    return bt_fail(e->ctx, BT_DOMAIN, "this game graph is of other games", BT_NO_ARGS);
}

bt_status bt_explored_position(const bt_explored *e, uint32_t node, bt_sum *into)
{
    BT_TRY(check_games(e, into));
    if (node >= e->csr.nodes)
        return bt_fail(e->ctx, BT_DOMAIN, "this game graph has no node {node}",
                       BT_ARGS(BT_NUM("node", node)));
    return get_position(e, node, into->part);
}

bt_status bt_explored_find(bt_explored *e, const bt_sum *sum, uint32_t *node)
{
    BT_TRY(check_games(e, sum));
    return bti_position_intern(&e->set, sum->part, 0, node);
}
