/* SPDX-License-Identifier: MIT
 * "From every position x outside P some move leads into P" as a game about digits. In
 * every round the opponent gives a column of digits of x, the most significant first,
 * and we answer with a column of digits of x'. What the left machine may be in is the
 * opponent's choice as well; the right machines are followed as the set of all items
 * that x, x' can be in. We lose when the left item accepts and no right one does. If
 * the opponent cannot win, there is a good x' for every x, found column by column, as
 * in Bouton's and in Moore's proofs; and this has far fewer states than the sets of x
 * alone, where nothing is chosen. If the opponent wins nothing follows: which digits
 * are right may depend on digits to come.
 *
 * We never have to win at a certain time, so it is a safety game: everything is good
 * until it is known to be lost. A node of ours has one answer at a time, the other is
 * looked at when that one is lost. So little of the game is made; then loss runs back
 * along the edges, each of them once.
 *
 * Before the first column there is one of zeros, as x' may be longer than x. */
#include "check/check_strategy.h"

#include "core/grow.h"
#include "core/hash.h"
#include "core/parallel.h"

#include <string.h>

/* `at` says what comes next. With n variables, from 0: n digits of x, the tick of the
 * left machine, n digits of x', the tick of the right ones. */
typedef struct {
    uint32_t left, set;
    uint32_t edges; /* to the nodes before it, or UINT32_MAX */
    uint8_t at;
    uint8_t tried; /* answers, of our nodes */
    bool lost;
} node;

typedef struct {
    uint32_t before, next;
} edge;

typedef struct {
    bti_item_store store;
    bti_question *q;
    size_t vars; /* digits of a column */
    size_t most;
    node *node;
    size_t nodes, node_room;
    edge *edge;
    size_t edges, edge_room;
    uint32_t *todo; /* to expand, or to answer anew */
    size_t todos, todo_room;
    bti_index seen;
    bool gave_up;
} play;

static uint64_t hash_of(const node *n)
{
    return bti_mix(((uint64_t)n->left << 32 | n->set) + bti_mix(n->at + UINT64_C(1)));
}

static bt_status push(play *g, uint32_t n)
{
    BT_TRY(BTI_RESERVE(g->q->ctx, g->todo, g->todo_room, g->todos + 1));
    g->todo[g->todos++] = n;
    return BT_OK;
}

/* The node's number; a new one is to be expanded, unless no right item is left. */
static bt_status find(play *g, uint32_t left, uint32_t set, size_t at, uint32_t *out)
{
    node n = {.left = left, .set = set, .at = (uint8_t)at, .edges = UINT32_MAX};
    BT_TRY(bti_index_reserve(g->q->ctx, &g->seen));
    bti_probe p = bti_index_probe(&g->seen, hash_of(&n));
    while (bti_index_next(&g->seen, &p)) {
        const node *o = &g->node[ *out = p.item];
        if (o->left == left && o->set == set && o->at == n.at)
            return BT_OK;
    }
    n.lost = g->store.set[set].count == 0;
    BT_TRY(BTI_RESERVE(g->q->ctx, g->node, g->node_room, g->nodes + 1));
    *out = (uint32_t)g->nodes;
    bti_index_put(&g->seen, &p, *out);
    g->node[g->nodes++] = n;
    g->gave_up = g->nodes >= g->most;
    return n.lost ? BT_OK : push(g, *out);
}

static bt_status link(play *g, uint32_t before, uint32_t behind)
{
    BT_TRY(BTI_RESERVE(g->q->ctx, g->edge, g->edge_room, g->edges + 1));
    if (g->edges >= UINT32_MAX - 1)
        return bt_fail(g->q->ctx, BT_UNABLE, "the check needs too many states",
                       BT_NO_ARGS);
    g->edge[g->edges] = (edge){before, g->node[behind].edges};
    g->node[behind].edges = (uint32_t)g->edges++;
    return BT_OK;
}

static bool is_ours(const play *g, uint32_t n)
{
    return g->node[n].at > g->vars && g->node[n].at <= 2 * g->vars;
}

/* Our nodes before a lost one look for another answer, those of the opponent are lost.
 * Both are done from the list: `lose` marks them and puts them there. */
static bt_status lose(play *g, uint32_t n)
{
    size_t bottom = g->todos;
    g->node[n].lost = true;
    BT_TRY(push(g, n));
    for (size_t i = bottom; i < g->todos;) {
        uint32_t lost = g->todo[i];
        if (!g->node[lost].lost) { /* ours: stays in the list */
            i++;
            continue;
        }
        g->todo[i] = g->todo[--g->todos];
        for (uint32_t e = g->node[lost].edges; e != UINT32_MAX; e = g->edge[e].next) {
            uint32_t before = g->edge[e].before;
            if (g->node[before].lost)
                continue;
            g->node[before].lost = !is_ours(g, before);
            BT_TRY(push(g, before));
        }
    }
    return BT_OK;
}

/* The opponent's nodes: every left item that comes of this, with the set. */
static bt_status follow(play *g, uint32_t n, uint32_t list, uint32_t set)
{
    size_t at = g->node[n].at + 1u;
    for (uint32_t i = 1; i <= g->store.lists[list] && !g->node[n].lost; i++) {
        uint32_t behind;
        BT_TRY(find(g, g->store.lists[list + i], set, at, &behind));
        if (g->node[behind].lost)
            return lose(g, n);
        BT_TRY(link(g, n, behind));
    }
    return BT_OK;
}

static bt_status give_digits(play *g, uint32_t n)
{
    uint32_t list, set;
    for (unsigned digit = 0; digit < 2 && !g->node[n].lost; digit++) {
        BT_TRY(bti_item_read(&g->store, g->node[n].left, digit, &list));
        if (g->store.lists[list] == 0)
            continue;
        BT_TRY(bti_set_read(&g->store, g->node[n].set, digit, &set));
        BT_TRY(follow(g, n, list, set));
    }
    return BT_OK;
}

static bt_status end_round(play *g, uint32_t n)
{
    uint32_t set, behind;
    BT_TRY(bti_set_read(&g->store, g->node[n].set, BTI_TICK, &set));
    BT_TRY(find(g, g->node[n].left, set, 0, &behind));
    return g->node[behind].lost ? lose(g, n) : link(g, n, behind);
}

/* The first answer that is not known to be lost. */
static bt_status answer(play *g, uint32_t n)
{
    while (g->node[n].tried < 2) {
        uint32_t set, behind;
        BT_TRY(bti_set_read(&g->store, g->node[n].set, g->node[n].tried++, &set));
        BT_TRY(find(g, g->node[n].left, set, g->node[n].at + 1u, &behind));
        if (!g->node[behind].lost)
            return link(g, n, behind);
    }
    return lose(g, n);
}

static bt_status expand(play *g, uint32_t n)
{
    uint32_t list;
    if (is_ours(g, n))
        return answer(g, n);
    if (g->node[n].at == 2 * g->vars + 1)
        return end_round(g, n);
    if (g->node[n].at == g->vars) {
        BT_TRY(bti_item_read(&g->store, g->node[n].left, BTI_TICK, &list));
        return follow(g, n, list, g->node[n].set);
    }
    if (g->node[n].at == 0) {
        bool left, right = false;
        BT_TRY(bti_item_accepts(&g->store, g->node[n].left, &left));
        if (left)
            BT_TRY(bti_set_accepts(&g->store, g->node[n].set, &right));
        if (left && !right)
            return lose(g, n);
    }
    return give_digits(g, n);
}

/* The nodes after a column of zeros of x. */
static bt_status start(play *g, bti_machine *const *left, size_t lefts,
                       bti_machine *const *right, size_t rights)
{
    uint32_t first, set, n;
    BT_TRY(bti_set_start(&g->store, right, rights, &set));
    BT_TRY(bti_set_start(&g->store, left, lefts, &first));
    for (size_t i = 0; i < g->vars; i++) {
        BT_TRY(bti_set_read(&g->store, set, BTI_ZERO, &set));
        BT_TRY(bti_set_read(&g->store, first, BTI_ZERO, &first));
    }
    BT_TRY(bti_set_read(&g->store, first, BTI_TICK, &first));
    for (size_t i = 0; i < g->store.set[first].count; i++)
        BT_TRY(find(g, g->store.members[g->store.set[first].at + i], set, g->vars + 1,
                    &n));
    return BT_OK;
}

static bt_status run(play *g, bti_strategy *out)
{
    size_t roots = g->nodes;
    for (uint64_t steps = 0; g->todos > 0 && !g->gave_up; steps++) {
        uint32_t n = g->todo[--g->todos];
        if (bti_worked_at(g->q->ctx, 64, "states checked", steps, 0))
            return BT_STOPPED;
        if (!g->node[n].lost)
            BT_TRY(expand(g, n));
    }
    out->gave_up = g->gave_up;
    out->won = !g->gave_up;
    for (size_t i = 0; i < roots; i++)
        out->won &= !g->node[i].lost;
    return BT_OK;
}

bt_status bti_check_strategy(bti_question *q, bti_machine *const *left, size_t lefts,
                             bti_machine *const *right, size_t rights, size_t most,
                             bti_strategy *out)
{
    play g = {.q = q, .vars = q->outer, .most = most};
    memset(out, 0, sizeof *out);
    bt_status status = bti_store_begin(&g.store, q);
    if (status == BT_OK)
        status = start(&g, left, lefts, right, rights);
    if (status == BT_OK)
        status = run(&g, out);
    out->looked_at = g.nodes;
    bti_store_end(&g.store);
    bt_release(q->ctx, g.node, g.node_room * sizeof *g.node);
    bt_release(q->ctx, g.edge, g.edge_room * sizeof *g.edge);
    bt_release(q->ctx, g.todo, g.todo_room * sizeof *g.todo);
    bti_index_free(q->ctx, &g.seen);
    return status;
}
