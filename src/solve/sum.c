/* SPDX-License-Identifier: MIT
 * Sums as lists of parts. */
#include <bouton/solve.h>

static bt_status check_play(bt_context *ctx, const bt_sum *sum, const bt_game *game)
{
    if (sum->n == 0 || sum->part[0].game->play == game->play)
        return BT_OK;
    return bt_fail(ctx, BT_DOMAIN,
                   "the parts of a sum must agree on play, but %s and %s do not",
                   sum->part[0].game->name, game->name);
}

/* A position that says which coins belong to the player to move changes when somebody
 * moves elsewhere, and parts of a sum do not. */
static bt_status check_turn(bt_context *ctx, const bt_sum *sum, const bt_game *game)
{
    const bt_game *other = sum->n > 0 ? sum->part[0].game : game;
    const bt_game *turned = game->rules->flags & BT_TURNS ? game : other;
    if (sum->n == 0 || !(turned->rules->flags & BT_TURNS))
        return BT_OK;
    return bt_fail(ctx, BT_DOMAIN,
                   "%s cannot be a part of a sum: its positions are written from the "
                   "side of the player to move, and a move in another part would "
                   "change sides",
                   turned->name);
}

bt_status bt_sum_add(bt_context *ctx, bt_sum *sum, const bt_game *game,
                     bt_span position)
{
    BT_TRY(check_play(ctx, sum, game));
    BT_TRY(check_turn(ctx, sum, game));
    if (sum->n == sum->cap) {
        size_t cap = sum->cap ? 2 * sum->cap : 1;
        bt_part *part = bt_resize_array(ctx, sum->part, sum->cap, cap, sizeof *part);
        if (!part)
            return bt_last_status(ctx);
        sum->part = part;
        sum->cap = cap;
    }
    bt_part *part = &sum->part[sum->n];
    part->game = game;
    bt_pos_init(&part->pos, ctx);
    bt_status status = game->rules->parse(ctx, game, position, &part->pos);
    if (status == BT_OK)
        sum->n++;
    else
        bt_pos_free(&part->pos);
    return status;
}

void bt_sum_free(bt_context *ctx, bt_sum *sum)
{
    for (size_t i = 0; i < sum->n; i++)
        bt_pos_free(&sum->part[i].pos);
    bt_release(ctx, sum->part, sum->cap * sizeof *sum->part);
    *sum = (bt_sum){0};
}

void bt_say_move(bt_text *out, const bt_sum *sum, const bt_move *move)
{
    const bt_game *game = sum->part[move->part].game;
    if (sum->n > 1)
        bt_text_format(out, "in part %zu: ", move->part + 1);
    game->rules->say(game, move, out);
}
