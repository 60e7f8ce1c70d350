/* SPDX-License-Identifier: MIT */
#include "commands/parts.h"

#include "commands/written.h"
#include "solve/warnings.h"

/* Adds the position that the word holds or, by @file or -, points at. */
static bt_status add_position(bti_call *call, bt_sum *sum, const bt_game *game,
                              bti_word word)
{
    bool from_file = !word.literal && word.text.len > 0 && word.text.at[0] == '@';
    bool from_input = !word.literal && bt_span_equal(word.text, bt_span_of("-"));
    if (!from_file && !from_input)
        return bt_sum_add(call->ctx, sum, game, word.text);
    if (from_input && !call->io->input)
        return bt_fail(call->ctx, BT_UNABLE, "there is no standard input here",
                       BT_NO_ARGS);
    bt_text bytes;
    bt_text_init(&bytes, call->ctx);
    bt_span name = {word.text.at + 1, word.text.len - 1};
    bt_status status = from_file ? bt_read_file(&bytes, name)
                                 : bt_read_most(call->io->input, &bytes, BT_FILE_BYTES,
                                                bt_span_of("standard input"));
    if (status == BT_OK)
        status = bt_sum_add(call->ctx, sum, game, bt_text_span(&bytes));
    bt_text_free(&bytes);
    return status;
}

/* Where a game may begin: the first example of its rules, or for rules from files,
 * which the examples need not fit, the first position that they take. */
static bt_status add_start(bti_call *call, bt_sum *sum, const bt_game *game)
{
    static const char *const lists[] = {"3,4,5",   "5,4,3",   "5,4",     "10",
                                        "3,4,5,6", "6,5,4,3", "3,4,5,1", "3,4,1",
                                        "3,1",     "1,1",     "1,1,1",   "1,1,1,1"};
    const bt_rules *rules = game->rules;
    bt_status status =
        bt_sum_add(call->ctx, sum, game, bt_span_of(rules->examples[0].position));
    if (rules->graph && (status == BT_DOMAIN || status == BT_SYNTAX)) {
        uint64_t node = 0;
        const bt_pos first = {.x = &node, .n = 1};
        bt_text name;
        bt_text_init(&name, call->ctx);
        rules->print(game, &first, &name);
        status = bt_text_status(&name);
        if (status == BT_OK)
            status = bt_sum_add(call->ctx, sum, game, bt_text_span(&name));
        bt_text_free(&name);
        return status;
    }
    for (size_t i = 0; i < sizeof lists / sizeof lists[0] &&
                       (status == BT_DOMAIN || status == BT_SYNTAX);
         i++)
        status = bt_sum_add(call->ctx, sum, game, bt_span_of(lists[i]));
    return status;
}

/* `rules` and `position` are scratch. */
static bt_status read_part(bti_call *call, bti_parts *parts, const bti_written *all,
                           const bti_written_part *part, bt_text *rules,
                           bt_text *position)
{
    bt_game **game = &parts->game[parts->games];
    BT_TRY(bti_written_texts(call, all, part, rules, position));
    BT_TRY(bt_game_new(call->ctx, call->registry, bt_text_span(rules), game));
    parts->games++;
    parts->chosen |= !part->given;
    if (!part->given)
        return add_start(call, &parts->sum, *game);
    if (position->len > 0)
        return bt_sum_add(call->ctx, &parts->sum, *game, bt_text_span(position));
    return add_position(call, &parts->sum, *game, call->word[part->position]);
}

static bt_status read_all(bti_call *call, bti_parts *parts, bool start)
{
    bti_written all;
    bti_written_part part;
    bt_text rules, position;
    BT_TRY(bti_written_read(call, start, &all)); /* the first mistake is told */
    bt_text_init(&rules, call->ctx);
    bt_text_init(&position, call->ctx);
    bt_status status = BT_OK;
    for (size_t i = all.first; i < all.end && status == BT_OK; i = part.end + 1) {
        part = bti_written_part_at(call, &all, i);
        status = read_part(call, parts, &all, &part, &rules, &position);
    }
    bt_text_free(&rules);
    bt_text_free(&position);
    return status;
}

static bt_status warn_all(bti_call *call, const bt_sum *sum)
{
    for (size_t i = 0; i < sum->n; i++)
        if (!bti_rules_came_before(sum, i))
            BT_TRY(bti_warn(call, sum->part[i].game));
    return BT_OK;
}

static bt_status read_parts(bti_call *call, bti_parts *out, bool start)
{
    size_t cap = call->words / 2 + 1; /* a plus between any two of them */
    *out = (bti_parts){.cap = cap};
    out->game = bt_resize_array(call->ctx, NULL, 0, cap, sizeof *out->game);
    bt_status status =
        out->game ? read_all(call, out, start) : bt_last_status(call->ctx);
    if (status == BT_OK)
        status = warn_all(call, &out->sum);
    if (status != BT_OK)
        bti_parts_free(call, out);
    return status;
}

bt_status bti_parts_read(bti_call *call, bti_parts *out)
{
    return read_parts(call, out, false);
}

bt_status bti_parts_read_start(bti_call *call, bti_parts *out)
{
    return read_parts(call, out, true);
}

void bti_parts_free(bti_call *call, bti_parts *parts)
{
    bt_sum_free(call->ctx, &parts->sum);
    for (size_t i = 0; i < parts->games; i++)
        bt_game_free(parts->game[i]);
    bt_release(call->ctx, parts->game, parts->cap * sizeof *parts->game);
    *parts = (bti_parts){.cap = 0};
}
