/* SPDX-License-Identifier: MIT
 * Sums as lists of parts. */
#include "solve/sum_words.h"

#include "core/grow.h"
#include "core/piece.h"

#include <string.h>

static bt_status check_play(bt_context *ctx, const bt_sum *sum, const bt_game *game)
{
    if (sum->n == 0 || sum->part[0].game->play == game->play)
        return BT_OK;
    return bt_fail(
        ctx, BT_DOMAIN,
        "all parts of a sum must be played the same way, but one of {first} and "
        "{second} is normal play and the other misère play",
        BT_ARGS(BT_STR("first", sum->part[0].game->name),
                BT_STR("second", game->name)));
}

/* A position that says which coins belong to the player to move changes when somebody
 * moves elsewhere, and parts of a sum do not. */
static bt_status check_turn(bt_context *ctx, const bt_sum *sum, const bt_game *game)
{
    const bt_game *other = sum->n > 0 ? sum->part[0].game : game;
    const bt_game *turned = game->rules->flags & BT_TURNS ? game : other;
    if (sum->n == 0 || !(turned->rules->flags & BT_TURNS))
        return BT_OK;
    return bt_fail(
        ctx, BT_DOMAIN,
        "{name} cannot be a part of a sum: its positions are written from the side of "
        "the player to move, and a move in another part would change sides",
        BT_ARGS(BT_STR("name", turned->name)));
}

/* A part behind the others, which counts once its position is there. */
static bt_status begin_part(bt_context *ctx, bt_sum *sum, const bt_game *game,
                            bt_pos **pos)
{
    BT_TRY(check_play(ctx, sum, game));
    BT_TRY(check_turn(ctx, sum, game));
    BT_TRY(BTI_RESERVE(ctx, sum->part, sum->cap, sum->n + 1));
    sum->part[sum->n].game = game;
    *pos = &sum->part[sum->n].pos;
    bt_pos_init(*pos, ctx);
    return BT_OK;
}

static bt_status end_part(bt_sum *sum, bt_status status)
{
    if (status == BT_OK)
        sum->n++;
    else
        bt_pos_free(&sum->part[sum->n].pos);
    return status;
}

bt_status bt_sum_add(bt_context *ctx, bt_sum *sum, const bt_game *game,
                     bt_span position)
{
    bt_pos *pos;
    BT_TRY(begin_part(ctx, sum, game, &pos));
    return end_part(sum, game->rules->parse(ctx, game, position, pos));
}

static bool equal_words(const uint64_t *a, const uint64_t *b, size_t count)
{
    return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

/* Of rules that do not say which words are positions: numbers become the list that
 * people write, and the rules read it. What reads back otherwise is more than a list.
 */
static bt_status read_list(bt_context *ctx, const bt_game *game, const uint64_t *words,
                           size_t count, bt_pos *pos)
{
    bt_text text;
    bt_text_init(&text, ctx);
    for (size_t i = 0; i < count; i++) {
        bool last = i + 1 == count && game->rules->last_word;
        bt_text_put(&text, i == 0 ? "" : last ? ":" : ",");
        bt_text_put_u64(&text, words[i]);
    }
    bt_status status = bt_text_status(&text);
    if (status == BT_OK)
        status = game->rules->parse(ctx, game, bt_text_span(&text), pos);
    bt_text_free(&text);
    if (status != BT_OK || (pos->n == count && equal_words(pos->x, words, count)))
        return status;
    return bt_fail(
        ctx, BT_DOMAIN,
        "these numbers are not a position of {name}: give it as text, such as "
        "{position}",
        BT_ARGS(BT_STR("name", game->name),
                BT_STR("position", game->rules->examples[0].position)));
}

static bt_status read_words(bt_context *ctx, const bt_game *game, const uint64_t *words,
                            size_t count, bt_pos *pos)
{
    if (!game->rules->check)
        return read_list(ctx, game, words, count, pos);
    BT_TRY(bt_pos_reserve(pos, count));
    for (size_t i = 0; i < count; i++)
        BT_TRY(bt_pos_push(pos, words[i]));
    return game->rules->check(ctx, game, pos);
}

bt_status bt_sum_add_words(bt_context *ctx, bt_sum *sum, const bt_game *game,
                           const uint64_t *words, size_t count)
{
    bt_pos *pos;
    BT_TRY(begin_part(ctx, sum, game, &pos));
    return end_part(sum, read_words(ctx, game, words, count, pos));
}

bt_status bt_sum_copy(bt_context *ctx, bt_sum *to, const bt_sum *from)
{
    bt_status status = BT_OK;
    *to = (bt_sum){.part = bt_resize_array(ctx, NULL, 0, from->n, sizeof *to->part),
                   .cap = from->n};
    if (!to->part && from->n > 0) {
        *to = (bt_sum){0};
        return bt_last_status(ctx);
    }
    for (; to->n < from->n && status == BT_OK; to->n++) {
        bt_part *part = &to->part[to->n];
        part->game = from->part[to->n].game;
        bt_pos_init(&part->pos, ctx);
        status = bt_pos_copy(&part->pos, &from->part[to->n].pos);
    }
    if (status != BT_OK)
        bt_sum_free(ctx, to);
    return status;
}

void bt_sum_print(bt_text *out, const bt_sum *sum)
{
    for (size_t i = 0; i < sum->n; i++) {
        const bt_part *part = &sum->part[i];
        bt_text_put(out, i > 0 ? " + " : "");
        part->game->rules->print(part->game, &part->pos, out);
    }
}

void bti_put_sum_rules(bt_text *out, const bt_sum *sum)
{
    for (size_t i = 0; i < sum->n; i++)
        bt_text_format(out, "%s%s", i > 0 ? " + " : "", sum->part[i].game->name);
}

void bti_put_short_position(bt_text *out, const bt_sum *sum)
{
    for (size_t i = 0; i < sum->n; i++) {
        bt_text_put(out, i > 0 ? " + " : "");
        bti_put_short_pos(out, sum->part[i].game, &sum->part[i].pos);
    }
}

void bti_put_sum_title(bt_text *out, const bt_sum *sum, bool whole)
{
    for (size_t i = 0; i < sum->n; i++) {
        const bt_sum one = {.part = &sum->part[i], .n = 1};
        bt_text_format(out, "%s%s ", i > 0 ? " + " : "", one.part->game->name);
        (whole ? bt_sum_print : bti_put_short_position)(out, &one);
    }
}

size_t bti_count_words(const bt_sum *sum)
{
    size_t words = 0;
    for (size_t i = 0; i < sum->n; i++)
        words += sum->part[i].pos.n;
    return words;
}

/* Is this the position that the move was found in? What it changes must have been as
 * now, and all else must be as it left it. */
static bool is_origin(const bt_pos *pos, const bt_move *move)
{
    const bt_pos *to = move->to;
    if (move->was > pos->n || move->at > pos->n - move->was ||
        to->n != pos->n - move->was + move->now)
        return false;
    size_t after = pos->n - move->was - move->at;
    return equal_words(pos->x, to->x, move->at) &&
           equal_words(pos->x + move->at, move->before, move->was) &&
           equal_words(pos->x + pos->n - after, to->x + to->n - after, after);
}

bt_status bt_sum_play(bt_context *ctx, bt_sum *sum, const bt_move *move)
{
    bt_pos *pos = move->part < sum->n ? &sum->part[move->part].pos : NULL;
    if (!pos || !is_origin(pos, move))
        return bt_fail(ctx, BT_DOMAIN, "that is not a move of this position",
                       BT_NO_ARGS);
    BT_TRY(bt_pos_reserve(pos, pos->n - move->was + move->now));
    bt_pos_splice(pos, move->at, move->was, bt_move_words(move), move->now);
    return BT_OK;
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
    if (sum->n == 1) {
        game->rules->say(game, move, out);
        return;
    }
    bt_text words;
    bt_text_init(&words, out->ctx);
    game->rules->say(game, move, &words);
    bt_say(
        out, "in part {part}: {move}",
        BT_ARGS(BT_NUM("part", move->part + 1), BT_STR("move", bt_text_chars(&words))));
    bti_piece_end(&words, out);
}
