/* SPDX-License-Identifier: MIT */
#include "commands/parts.h"

#include "core/quote.h"

static bool is_plus(bti_word word)
{
    return !word.literal && bt_span_equal(word.text, bt_span_of("+"));
}

/* Adds the position that the word holds or, by @file or -, points at. */
static bt_status add_position(bti_call *call, bt_sum *sum, const bt_game *game,
                              bti_word word)
{
    bool from_file = !word.literal && word.text.len > 0 && word.text.at[0] == '@';
    bool from_input = !word.literal && bt_span_equal(word.text, bt_span_of("-"));
    if (!from_file && !from_input)
        return bt_sum_add(call->ctx, sum, game, word.text);
    if (from_input && !call->io->input)
        return bt_fail(call->ctx, BT_UNABLE, "there is no standard input here");
    bt_text bytes;
    bt_text_init(&bytes, call->ctx);
    bt_span name = {word.text.at + 1, word.text.len - 1};
    bt_status status =
        from_file ? bt_read_file(&bytes, name) : bt_read_all(call->io->input, &bytes);
    if (status == BT_OK)
        status = bt_sum_add(call->ctx, sum, game, bt_text_span(&bytes));
    bt_text_free(&bytes);
    return status;
}

static bt_status read_part(bti_call *call, bti_parts *parts, bti_word rules,
                           bti_word position)
{
    bt_game **game = &parts->game[parts->games];
    BT_TRY(bt_game_new(call->ctx, call->registry, rules.text, game));
    parts->games++;
    return add_position(call, &parts->sum, *game, position);
}

static bt_status missing(bti_call *call, size_t at)
{
    bti_quote quote;
    const char *name = call->command->name;
    if (call->words == 0)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "%s needs rules and a position, such as: bouton %s nim 3,4,6",
                       name, name);
    if (at == call->words || is_plus(call->word[at]))
        return bt_fail(
            call->ctx, BT_SYNTAX,
            "a + stands between two games, as in: nim 3 + nim 4; here one is "
            "missing");
    return bt_fail(call->ctx, BT_SYNTAX,
                   "the position is missing behind %s; 'bouton games NAME' shows how "
                   "positions are written",
                   bti_quoted(&quote, call->word[at].text));
}

/* The shape is judged before anything is read, so that the first mistake is told. */
static bt_status check_words(bti_call *call)
{
    bti_quote quote;
    const bti_word *word = call->word;
    for (size_t i = 0;; i += 3) {
        bool has_rules = i < call->words && !is_plus(word[i]);
        if (has_rules && word[i].literal)
            return bt_fail(call->ctx, BT_SYNTAX, "--position stands behind its rules");
        if (!has_rules || i + 1 == call->words || is_plus(word[i + 1]))
            return missing(call, i);
        if (i + 2 == call->words)
            return BT_OK;
        if (!is_plus(word[i + 2]))
            return bt_fail(call->ctx, BT_SYNTAX,
                           "%s is one word too many: a position is one word such as "
                           "3,4,6, and another game comes behind a +",
                           bti_quoted(&quote, word[i + 2].text));
    }
}

static bt_status read_all(bti_call *call, bti_parts *parts)
{
    BT_TRY(check_words(call));
    for (size_t i = 0; i < call->words; i += 3)
        BT_TRY(read_part(call, parts, call->word[i], call->word[i + 1]));
    return BT_OK;
}

bt_status bti_parts_read(bti_call *call, bti_parts *out)
{
    size_t cap = call->words / 3 + 1;
    *out = (bti_parts){.cap = cap};
    out->game = bt_resize_array(call->ctx, NULL, 0, cap, sizeof *out->game);
    bt_status status = out->game ? read_all(call, out) : bt_last_status(call->ctx);
    if (status != BT_OK)
        bti_parts_free(call, out);
    return status;
}

void bti_parts_free(bti_call *call, bti_parts *parts)
{
    bt_sum_free(call->ctx, &parts->sum);
    for (size_t i = 0; i < parts->games; i++)
        bt_game_free(parts->game[i]);
    bt_release(call->ctx, parts->game, parts->cap * sizeof *parts->game);
    *parts = (bti_parts){.cap = 0};
}
