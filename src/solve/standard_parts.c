/* SPDX-License-Identifier: MIT */
#include "solve/standard_parts.h"

#include <string.h>

void bti_standard_parts_init(bti_standard_parts *s, bt_context *ctx)
{
    bt_summands_init(&s->all, ctx);
    bt_pos_init(&s->order, ctx);
}

void bti_standard_parts_free(bti_standard_parts *s)
{
    bt_summands_free(&s->all);
    bt_pos_free(&s->order);
}

bool bti_same_game(const bt_game *a, const bt_game *b)
{
    return a == b ||
           (a->rules == b->rules && a->play == b->play &&
            a->rules->param != BT_PARAM_FILE && strcmp(a->name, b->name) == 0);
}

bool bti_falls_apart(const bt_part *part, size_t parts)
{
    for (size_t i = 0; i < parts; i++) {
        const bt_rules *rules = part[i].game->rules;
        if (rules->split)
            return true;
        for (size_t k = 0; k < i && rules->flags & BT_HEAPS; k++)
            if (bti_same_game(part[k].game, part[i].game))
                return true;
    }
    return false;
}

static int compare(const bti_standard_parts *s, uint64_t a, uint64_t b)
{
    bt_pos x = bt_summand(&s->all, (size_t)a), y = bt_summand(&s->all, (size_t)b);
    if (x.n != y.n)
        return x.n < y.n ? -1 : 1;
    for (size_t i = 0; i < x.n; i++)
        if (x.x[i] != y.x[i])
            return x.x[i] < y.x[i] ? -1 : 1;
    return 0;
}

static bt_status insert(bti_standard_parts *s, uint64_t summand)
{
    BT_TRY(bt_pos_push(&s->order, summand));
    uint64_t *x = s->order.x;
    size_t at = s->order.n - 1;
    for (; at > 0 && compare(s, x[at - 1], summand) > 0; at--)
        x[at] = x[at - 1];
    x[at] = summand;
    return BT_OK;
}

/* The summands of a part, with the number of its game before each: that of the first
 * part with this game. */
static bt_status add(bti_standard_parts *s, bt_summands *own, uint64_t game)
{
    for (size_t i = 0; i < own->end.n; i++) {
        bt_pos one = bt_summand(own, i);
        bt_summands_put(&s->all, game);
        for (size_t k = 0; k < one.n; k++)
            bt_summands_put(&s->all, one.x[k]);
        bt_summands_end(&s->all);
        BT_TRY(s->all.status);
        BT_TRY(insert(s, s->all.end.n - 1));
    }
    return BT_OK;
}

bt_status bti_standard_parts_find(bti_standard_parts *s, const bt_part *part,
                                  size_t parts)
{
    bt_summands own;
    bt_status status = BT_OK;
    bt_summands_init(&own, s->order.ctx);
    bt_summands_clear(&s->all);
    s->order.n = 0;
    for (size_t i = 0; i < parts && status == BT_OK; i++) {
        size_t game = 0;
        while (!bti_same_game(part[game].game, part[i].game))
            game++;
        bt_summands_clear(&own);
        status = bt_split(part[i].game, &part[i].pos, &own);
        if (status == BT_OK)
            status = add(s, &own, game);
    }
    bt_summands_free(&own);
    return status;
}
