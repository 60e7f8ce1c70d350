/* SPDX-License-Identifier: MIT
 * Position vectors and boxes. */
#include <bouton/rules.h>

#include "core/arith.h"

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

static bt_status grow(bt_pos *pos, size_t cap)
{
    uint64_t *x = bt_resize_array(pos->ctx, pos->x, pos->cap, cap, sizeof *x);
    if (!x)
        return bt_last_status(pos->ctx);
    pos->x = x;
    pos->cap = cap;
    return BT_OK;
}

bt_status bt_pos_push(bt_pos *pos, uint64_t word)
{
    if (pos->n == pos->cap)
        BT_TRY(grow(pos, pos->cap < 8 ? 8 : pos->cap * 2));
    pos->x[pos->n++] = word;
    return BT_OK;
}

bt_status bt_pos_copy(bt_pos *to, const bt_pos *from)
{
    if (to->cap < from->n)
        BT_TRY(grow(to, from->n));
    if (from->n > 0)
        memcpy(to->x, from->x, from->n * sizeof *to->x);
    to->n = from->n;
    return BT_OK;
}

bt_status bt_pos_reserve(bt_pos *pos, size_t words)
{
    return words > pos->cap ? grow(pos, words) : BT_OK;
}

int bt_options(const bt_game *game, bt_pos *pos, bt_visit *visit)
{
    if (game->rules->grows > 0)
        BT_TRY(bt_pos_reserve(pos, pos->n + game->rules->grows));
    return game->rules->options(game, pos, visit);
}

void bt_pos_splice(bt_pos *pos, bt_edit edit, const uint64_t *words)
{
    uint64_t *x = pos->x + edit.at;
    size_t behind = pos->n - edit.at - edit.was;
    if (edit.was != edit.now)
        memmove(x + edit.now, x + edit.was, behind * sizeof *x);
    if (edit.now > 0)
        memcpy(x, words, edit.now * sizeof *x);
    pos->n = pos->n - edit.was + edit.now;
}

bool bt_box_finish(bt_box *box)
{
    box->size = 1;
    for (size_t i = 0; i < box->n; i++) {
        box->stride[i] = box->size;
        if (!bti_mul(box->size, box->radix[i], &box->size))
            return false;
    }
    return true;
}
