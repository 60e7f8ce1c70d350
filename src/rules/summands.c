/* SPDX-License-Identifier: MIT
 * Positions that are sums. */
#include <bouton/rules.h>

void bt_summands_init(bt_summands *s, bt_context *ctx)
{
    bt_pos_init(&s->words, ctx);
    bt_pos_init(&s->end, ctx);
    s->status = BT_OK;
}

void bt_summands_free(bt_summands *s)
{
    bt_pos_free(&s->words);
    bt_pos_free(&s->end);
}

void bt_summands_clear(bt_summands *s)
{
    s->words.n = s->end.n = 0;
    s->status = BT_OK;
}

void bt_summands_put(bt_summands *s, uint64_t word)
{
    if (s->status == BT_OK)
        s->status = bt_pos_push(&s->words, word);
}

void bt_summands_end(bt_summands *s)
{
    if (s->status == BT_OK)
        s->status = bt_pos_push(&s->end, s->words.n);
}

bt_pos bt_summand(const bt_summands *s, size_t i)
{
    size_t first = i > 0 ? (size_t)s->end.x[i - 1] : 0;
    size_t n = (size_t)s->end.x[i] - first;
    bt_pos pos = {s->words.x + first, n, n, s->words.ctx};
    return pos;
}

bt_status bt_split(const bt_game *game, const bt_pos *pos, bt_summands *out)
{
    bool heaps = game->rules->flags & BT_HEAPS;
    if (game->rules->split) {
        game->rules->split(game, pos, out);
        return out->status;
    }
    for (size_t i = 0; i < pos->n; i++) {
        if (!heaps || pos->x[i] > 0)
            bt_summands_put(out, pos->x[i]);
        if (heaps && pos->x[i] > 0)
            bt_summands_end(out);
    }
    if (!heaps)
        bt_summands_end(out);
    return out->status;
}
