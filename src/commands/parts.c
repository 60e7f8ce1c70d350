/* SPDX-License-Identifier: MIT */
#include "commands/parts.h"

#include "core/quote.h"
#include "solve/warnings.h"

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

static bt_status read_part(bti_call *call, bti_parts *parts, bti_word rules,
                           const bti_word *position)
{
    bt_game **game = &parts->game[parts->games];
    BT_TRY(bt_game_new(call->ctx, call->registry, rules.text, game));
    parts->games++;
    return position ? add_position(call, &parts->sum, *game, *position)
                    : add_start(call, &parts->sum, *game);
}

static bt_status missing(bti_call *call, size_t at, bool start)
{
    bti_quote quote;
    const char *name = call->command->name;
    if (call->words == 0)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "%s needs rules%s, such as: bouton %s nim 3,4,6", name,
                       start ? "" : " and a position", name);
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

/* Whether a position stands behind the rules at word i. */
static bool has_position(const bti_call *call, size_t i)
{
    return i + 1 < call->words && !is_plus(call->word[i + 1]);
}

/* The shape is judged before anything is read, so that the first mistake is told. */
static bt_status check_words(bti_call *call, bool start)
{
    bti_quote quote;
    const bti_word *word = call->word;
    for (size_t i = 0;; i++) {
        bool has_rules = i < call->words && !is_plus(word[i]);
        if (has_rules && word[i].literal)
            return bt_fail(call->ctx, BT_SYNTAX, "--position stands behind its rules");
        if (!has_rules || (!start && !has_position(call, i)))
            return missing(call, i, start);
        i += has_position(call, i) ? 2 : 1;
        if (i == call->words)
            return BT_OK;
        if (!is_plus(word[i]))
            return bt_fail(call->ctx, BT_SYNTAX,
                           "%s is one word too many: a position is one word such as "
                           "3,4,6, and another game comes behind a +",
                           bti_quoted(&quote, word[i].text));
    }
}

static bt_status read_all(bti_call *call, bti_parts *parts, bool start)
{
    BT_TRY(check_words(call, start));
    for (size_t i = 0; i < call->words; i += 2) {
        bool given = has_position(call, i);
        BT_TRY(
            read_part(call, parts, call->word[i], given ? &call->word[i + 1] : NULL));
        i += given;
    }
    return BT_OK;
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
    size_t cap = call->words / 2 + 1;
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
