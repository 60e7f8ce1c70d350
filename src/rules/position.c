/* SPDX-License-Identifier: MIT
 * Position vectors and boxes. */
#include "core/arith.h"
#include "core/grow.h"
#include "rules/boxes.h"

#include <string.h>

void bt_pos_init(bt_pos *pos, bt_context *ctx)
{
    *pos = (bt_pos){.ctx = ctx};
}

void bt_pos_free(bt_pos *pos)
{
    bt_release(pos->ctx, pos->x, pos->cap * sizeof *pos->x);
    bt_pos_init(pos, pos->ctx);
}

bt_status bt_pos_push(bt_pos *pos, uint64_t word)
{
    BT_TRY(BTI_RESERVE(pos->ctx, pos->x, pos->cap, pos->n + 1));
    pos->x[pos->n++] = word;
    return BT_OK;
}

bt_status bt_pos_copy(bt_pos *to, const bt_pos *from)
{
    BT_TRY(bt_pos_reserve(to, from->n));
    if (from->n > 0)
        memcpy(to->x, from->x, from->n * sizeof *to->x);
    to->n = from->n;
    return BT_OK;
}

bt_status bt_pos_reserve(bt_pos *pos, size_t words)
{
    if (words <= pos->cap)
        return BT_OK;
    BT_TRY(BTI_RESIZE(pos->ctx, pos->x, pos->cap, words)); /* no more: many are kept */
    pos->cap = words;
    return BT_OK;
}

static void walk(const bt_game *game, bt_pos *pos, const bt_rest *rest, bt_visit *visit)
{
    visit->ended = false;
    if (rest)
        game->rules->winning(game, pos, *rest, visit);
    else
        game->rules->options(game, pos, visit);
}

/* The copy is this walk's own, since a visitor may walk from the option that it is
 * shown; nor is it in pos, whose memory then moves. */
static bt_status walk_wide(const bt_game *game, bt_pos *pos, const bt_rest *rest,
                           bt_visit *visit)
{
    enum { FEW = 64 };
    uint64_t few[FEW], *copy = few;
    const uint64_t *outer = visit->origin;
    size_t n = pos->n;
    if (n > FEW && !(copy = bt_resize_array(pos->ctx, NULL, 0, n, sizeof *copy)))
        return bt_last_status(pos->ctx);
    if (n > 0)
        memcpy(copy, pos->x, n * sizeof *copy);
    visit->origin = copy;
    walk(game, pos, rest, visit);
    visit->origin = outer;
    if (copy != few)
        bt_release(pos->ctx, copy, n * sizeof *copy);
    return visit->status;
}

static bt_status walk_with_room(const bt_game *game, bt_pos *pos, const bt_rest *rest,
                                bt_visit *visit)
{
    if (game->rules->grows > 0)
        BT_TRY(bt_pos_reserve(pos, pos->n + game->rules->grows));
    if (game->rules->flags & BT_WIDE)
        return walk_wide(game, pos, rest, visit);
    walk(game, pos, rest, visit);
    return visit->status;
}

bt_status bt_options(const bt_game *game, bt_pos *pos, bt_visit *visit)
{
    return walk_with_room(game, pos, NULL, visit);
}

bt_status bt_winning(const bt_game *game, bt_pos *pos, bt_rest rest, bt_visit *visit)
{
    return walk_with_room(game, pos, &rest, visit);
}

void bt_pos_splice(bt_pos *pos, size_t at, size_t was, const uint64_t *words,
                   size_t now)
{
    uint64_t *x = pos->x + at;
    if (was != now)
        memmove(x + now, x + was, (pos->n - at - was) * sizeof *x);
    if (now > 0)
        memcpy(x, words, now * sizeof *x);
    pos->n = pos->n - was + now;
}

bool bt_box_make(bt_box *box, const uint64_t *radix, size_t words, bool last_least,
                 size_t most_options)
{
    if (words > BTI_BOX_WORDS)
        return false;
    *box = (bt_box){.n = words, .options_max = most_options, .size = 1};
    for (size_t k = 0; k < words; k++) {
        size_t i = last_least ? words - 1 - k : k;
        box->radix[i] = radix[i];
        box->stride[i] = box->size;
        if (radix[i] == 0 || !bti_mul(box->size, radix[i], &box->size))
            return false;
    }
    return true;
}

const uint64_t *bt_box_strides(const bt_box *box)
{
    return box->stride;
}

size_t bt_box_words(const bt_box *box)
{
    return box->n;
}
