/* SPDX-License-Identifier: MIT
 * Labels of a whole graph, kept for the questions that follow. */
#include "solve/labelled.h"

#include "core/arith.h"
#include "core/grow.h"
#include "core/parallel.h"

struct bti_labelled {
    bt_context *ctx;
    const bt_game *game;   /* the graph is its own, or NULL */
    bt_explored *explored; /* the graph was explored, or NULL */
    const bt_game **games; /* then: of these parts */
    size_t parts;
    bt_play play;
    const bt_csr *csr;
    bt_label *label;
};

void bti_labelled_free(bti_labelled *l)
{
    if (!l)
        return;
    bt_release(l->ctx, l->label,
               l->label ? (size_t)l->csr->nodes * sizeof *l->label : 0);
    bt_release(l->ctx, l->games, l->parts * sizeof *l->games);
    bt_explored_free(l->explored);
    bt_release(l->ctx, l, sizeof *l);
}

static bt_status new_labelled(bt_context *ctx, bt_play play, bti_labelled **out)
{
    bti_labelled *l;
    BT_TRY(BTI_NEW(ctx, l, 1));
    *l = (bti_labelled){.ctx = ctx, .play = play};
    *out = l;
    return BT_OK;
}

static bt_status label_all(bti_labelled *l)
{
    BT_TRY(BTI_NEW(l->ctx, l->label, (size_t)l->csr->nodes));
    return bt_label_graph(l->ctx, l->csr, l->play, l->label);
}

static bt_status hand_over(bti_labelled *l, bt_status status, bti_labelled **out)
{
    if (status == BT_OK)
        *out = l;
    else
        bti_labelled_free(l);
    return status;
}

bt_status bti_labelled_game(bt_context *ctx, const bt_game *game, bti_labelled **out)
{
    bti_labelled *l = NULL;
    BT_TRY(new_labelled(ctx, game->play, &l));
    l->game = game;
    l->csr = game->rules->graph(game);
    return hand_over(l, label_all(l), out);
}

static bt_status explore_all(bti_labelled *l, bt_sum *sum, uint64_t most)
{
    bt_explore_how how = {.depth = UINT64_MAX, .limit = most};
    BT_TRY(BTI_NEW(l->ctx, l->games, sum->n));
    l->parts = sum->n;
    for (size_t i = 0; i < sum->n; i++)
        l->games[i] = sum->part[i].game;
    BT_TRY(bt_explore(l->ctx, sum, how, &l->explored));
    if (bt_explored_is_cut(l->explored))
        return bt_fail(l->ctx, BT_UNABLE, "this sum has more than {min} positions",
                       BT_ARGS(BT_NUM("min", bti_min(most, BT_NODES_MAX))));
    l->csr = bt_explored_csr(l->explored);
    return label_all(l);
}

bt_status bti_labelled_sum(bt_context *ctx, bt_sum *sum, uint64_t most,
                           bti_labelled **out)
{
    bti_labelled *l = NULL;
    BT_TRY(new_labelled(ctx, sum->part[0].game->play, &l));
    return hand_over(l, explore_all(l, sum, most), out);
}

bool bti_labelled_is_of(const bti_labelled *l, const bt_game *game)
{
    return l->game == game;
}

bool bti_labelled_is_explored(const bti_labelled *l)
{
    return l->explored != NULL;
}

bt_status bti_labelled_holds(bti_labelled *l, const bt_sum *sum, bool *yes)
{
    uint32_t node = UINT32_MAX;
    *yes = l->explored && l->parts == sum->n;
    for (size_t i = 0; i < sum->n && *yes; i++)
        *yes = l->games[i] == sum->part[i].game;
    if (!*yes)
        return BT_OK;
    BT_TRY(bt_explored_find(l->explored, sum, &node));
    *yes = node != UINT32_MAX;
    return BT_OK;
}

bt_status bti_labelled_find(bti_labelled *l, const bt_sum *sum, uint32_t *node)
{
    if (l->explored)
        return bt_explored_find(l->explored, sum, node);
    *node = (uint32_t)sum->part[0].pos.x[0];
    return BT_OK;
}

bt_label bti_labelled_label(const bti_labelled *l, uint32_t node)
{
    return l->label[node];
}

bt_outcome bti_labelled_outcome(const bti_labelled *l, uint32_t node)
{
    return bt_label_outcome(l->play, l->label[node]);
}

bool bti_labelled_set_has(const bti_labelled *l, uint32_t node, uint64_t value)
{
    for (uint64_t i = l->csr->start[node]; i < l->csr->start[node + 1]; i++) {
        uint32_t grundy = l->label[l->csr->target[i]].grundy;
        if (grundy != BT_INFINITE && grundy == value)
            return true;
    }
    return false;
}

/* A node has few different values among its options, so each is sought in the list. */
static bt_status insert(bt_pos *set, uint64_t value)
{
    size_t at = set->n;
    for (size_t i = 0; i < set->n; i++)
        if (set->x[i] == value)
            return BT_OK;
    BT_TRY(bt_pos_push(set, value));
    for (; at > 0 && set->x[at - 1] > value; at--)
        set->x[at] = set->x[at - 1];
    set->x[at] = value;
    return BT_OK;
}

bt_status bti_labelled_set(const bti_labelled *l, uint32_t node, uint64_t shift,
                           bt_pos *set)
{
    set->n = 0;
    for (uint64_t i = l->csr->start[node]; i < l->csr->start[node + 1]; i++) {
        uint32_t grundy = l->label[l->csr->target[i]].grundy;
        if (grundy != BT_INFINITE)
            BT_TRY(insert(set, grundy ^ shift));
        if (bti_worked(l->ctx, 1 + set->n))
            return BT_STOPPED;
    }
    return BT_OK;
}
