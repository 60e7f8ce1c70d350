/* SPDX-License-Identifier: MIT
 * Play has to end: two equal parts in which it can go on for ever may be a draw. Rules
 * with a bound on the length of play say so themselves; of others, graphs and files of
 * rules, all positions are looked at as long as they are few. */
#include "explain/copycat.h"

#include <bouton/explore.h>

#include <string.h>

enum { EXPLORED_MOST = 20000 };

/* Takes away nodes to which no arrow leads any more, over and over; what is left is
 * reached from a cycle. `into` counts arrows; it and `stack` have room for every node.
 */
static bool is_acyclic(const bt_csr *g, uint64_t *into, uint32_t *stack)
{
    uint64_t waiting = 0, gone = 0;
    for (uint64_t e = 0; e < g->edges; e++)
        into[g->target[e]]++;
    for (uint32_t v = 0; v < g->nodes; v++)
        if (into[v] == 0)
            stack[waiting++] = v;
    for (; waiting > 0; gone++) {
        uint32_t v = stack[--waiting];
        for (uint64_t e = g->start[v]; e < g->start[v + 1]; e++)
            if (--into[g->target[e]] == 0)
                stack[waiting++] = g->target[e];
    }
    return gone == g->nodes;
}

static bt_status check_acyclic(bt_context *ctx, const bt_csr *g, bool *ends)
{
    bt_arena arena;
    bt_arena_init(&arena, ctx);
    uint64_t *into = bt_arena_alloc(&arena, (size_t)g->nodes, sizeof *into);
    uint32_t *stack = bt_arena_alloc(&arena, (size_t)g->nodes, sizeof *stack);
    bt_status status = into && stack ? BT_OK : bt_last_status(ctx);
    if (status == BT_OK)
        *ends = is_acyclic(g, into, stack);
    bt_arena_free(&arena);
    return status;
}

static bt_status play_ends(bt_context *ctx, bt_part *part, bool *ends)
{
    bt_sum one = {.part = part, .n = 1};
    bt_explore_how how = {.depth = UINT64_MAX, .limit = EXPLORED_MOST};
    bt_explored *explored = NULL;
    *ends = part->game->rules->rank != NULL;
    if (*ends)
        return BT_OK;
    bt_status status = bt_explore(ctx, &one, how, &explored);
    if (status == BT_UNABLE)
        return BT_OK; /* no room to find out */
    BT_TRY(status);
    if (!bt_explored_is_cut(explored))
        status = check_acyclic(ctx, bt_explored_csr(explored), ends);
    bt_explored_free(explored);
    return status;
}

static bool same_words(const bt_pos *a, const bt_pos *b)
{
    return a->n == b->n && memcmp(a->x, b->x, a->n * sizeof *a->x) == 0;
}

static bool are_equal(const bt_sum *sum, const bti_twin *a, const bti_twin *b)
{
    const bt_part *p = &sum->part[a->part], *q = &sum->part[b->part];
    if (p->game->rules != q->game->rules || strcmp(p->game->name, q->game->name) != 0)
        return false;
    if (a->word == BTI_WHOLE || b->word == BTI_WHOLE)
        return a->word == b->word && same_words(&p->pos, &q->pos);
    return p->pos.x[a->word] == q->pos.x[b->word];
}

static bool add_twin(bti_copycat *c, const bt_sum *sum, size_t part, size_t word)
{
    if (c->n == BTI_TWINS_MOST)
        return false;
    bti_twin *added = &c->twin[c->n];
    *added = (bti_twin){part, word, BTI_NO_PARTNER};
    for (size_t i = 0; i < c->n && added->partner == BTI_NO_PARTNER; i++)
        if (c->twin[i].partner == BTI_NO_PARTNER &&
            are_equal(sum, &c->twin[i], added)) {
            added->partner = i;
            c->twin[i].partner = c->n;
        }
    c->n++;
    return true;
}

static bt_status add_part(bti_copycat *c, bt_sum *sum, size_t i, bool *fits)
{
    bt_part *part = &sum->part[i];
    bt_sum one = {.part = part, .n = 1};
    bool terminal = false;
    if (part->game->rules->grows > 0) { /* copies would have to find their new places */
        *fits = false;
        return BT_OK;
    }
    if (part->game->rules->flags & BT_HEAPS) {
        for (size_t word = 0; word < part->pos.n && *fits; word++)
            *fits = part->pos.x[word] == 0 || add_twin(c, sum, i, word);
        return BT_OK;
    }
    BT_TRY(bt_terminal(&one, &terminal));
    *fits = terminal || add_twin(c, sum, i, BTI_WHOLE);
    return BT_OK;
}

bt_status bti_copycat_find(bt_context *ctx, bt_sum *sum, bti_copycat *out, bool *valid)
{
    *out = (bti_copycat){0};
    *valid = sum->part[0].game->play == BT_NORMAL;
    for (size_t i = 0; i < sum->n && *valid; i++)
        BT_TRY(add_part(out, sum, i, valid));
    for (size_t i = 0; i < out->n; i++)
        if (out->twin[i].partner == BTI_NO_PARTNER) {
            out->single = i;
            out->singles++;
        }
    *valid = *valid && out->n >= 2 && out->singles <= 1;
    for (size_t i = 0; i < sum->n && *valid; i++)
        BT_TRY(play_ends(ctx, &sum->part[i], valid));
    return BT_OK;
}

const bti_twin *bti_copycat_moved(const bti_copycat *c, const bt_move *move)
{
    for (size_t i = 0; i < c->n; i++) {
        const bti_twin *t = &c->twin[i];
        if (t->part == move->part && (t->word == BTI_WHOLE || t->word == move->at) &&
            t->partner != BTI_NO_PARTNER)
            return t;
    }
    return NULL;
}

void bti_copycat_put(const bti_copycat *c, const bti_twin *moved, const bt_move *move,
                     const uint64_t *words, bt_sum *sum)
{
    const bti_twin *to = &c->twin[moved->partner];
    size_t at = to->word == BTI_WHOLE ? move->at : to->word;
    bt_pos_splice(&sum->part[to->part].pos, at, move->now, words, move->now);
}
