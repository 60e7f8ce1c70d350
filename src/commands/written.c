/* SPDX-License-Identifier: MIT
 * A part is rules and a position, and a plus stands between two parts. Numbers that
 * stand apart are one position. Rules whose bracket is open go on until it is closed.
 * A word for the play before all parts, or after them, is meant for each of them. */
#include "commands/written.h"

#include "core/quote.h"
#include "rules/rules_text.h"
#include "rules/said.h"

#include <string.h>

static bool is_plus(bti_word word)
{
    return !word.literal && bt_span_equal(word.text, bt_span_of("+"));
}

/* Whether the word can be a piece of a list of numbers. */
static bool is_piece(bti_word word)
{
    for (size_t i = 0; i < word.text.len; i++)
        if (!strchr("0123456789,;:()[]{}", word.text.at[i]) || !word.text.at[i])
            return false;
    return !word.literal && word.text.len > 0;
}

static long open_brackets(bt_span text)
{
    long open = 0;
    for (size_t i = 0; i < text.len; i++) {
        open += text.at[i] == '(' || text.at[i] == '{';
        open -= text.at[i] == ')' || text.at[i] == '}';
    }
    return open;
}

/* The word after the rules: more than one word if a bracket is closed in a later one.
 */
static size_t end_of_rules(const bti_call *call, size_t first, size_t end)
{
    long open = open_brackets(call->word[first].text);
    size_t i = first + 1;
    for (; i < end && open > 0 && is_piece(call->word[i]); i++)
        open += open_brackets(call->word[i].text);
    return open == 0 ? i : first + 1;
}

/* The words of rules as one text, blanks between them. */
static void join(const bti_call *call, size_t first, size_t end, bt_text *out)
{
    for (size_t i = first; i < end; i++) {
        bt_text_put(out, i > first ? " " : "");
        bt_text_put_span(out, call->word[i].text);
    }
}

/* Whether rules of several words, in which a bracket goes on, hold a position. */
static bool has_round_bracket(const bti_call *call, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        if (memchr(call->word[i].text.at, '(', call->word[i].text.len))
            return true;
    return false;
}

bti_written_part bti_written_part_at(const bti_call *call, const bti_written *all,
                                     size_t first)
{
    bti_call_text text;
    bti_written_part part = {.first = first, .end = first};
    while (part.end < all->end && !is_plus(call->word[part.end]))
        part.end++;
    if (part.end == first)
        return part;
    part.position = end_of_rules(call, first, part.end);
    if (part.position == part.end)
        part.in_rules =
            part.position == first + 1
                ? bti_call_text_read(call->registry, call->word[first].text, &text)
                : has_round_bracket(call, first, part.end);
    part.given = part.in_rules || part.position < part.end;
    return part;
}

static bt_status missing(bti_call *call, const bti_written *all, size_t at, bool start)
{
    const char *name = call->command->name;
    if (call->words == 0)
        return bt_fail(
            call->ctx, BT_SYNTAX,
            start
                ? BT_TEXT("{command} needs rules, such as: bouton {command} nim 3,4,6")
                : BT_TEXT("{command} needs rules and a position, such as: bouton "
                          "{command} nim 3,4,6"),
            BT_ARGS(BT_STR("command", name)));
    if (at >= all->end || is_plus(call->word[at]))
        return bt_fail(
            call->ctx, BT_SYNTAX,
            "a + stands between two games, as in: nim 3 + nim 4; here one is missing",
            BT_NO_ARGS);
    bt_span word = call->word[at].text, stem = word;
    const char *colon = memchr(word.at, ':', word.len);
    stem.len = colon ? (size_t)(colon - word.at) : word.len;
    const bt_args args = BT_ARGS(BT_QUOTE("word", word), BT_SPAN("name", stem));
    if (bt_registry_find(call->registry, stem))
        return bt_fail(call->ctx, BT_SYNTAX,
                       "the position is missing after {word}; 'bouton games {name}' "
                       "shows how positions are written",
                       args);
    return bt_fail(call->ctx, BT_SYNTAX,
                   "the position is missing after {word}; 'bouton games NAME' shows "
                   "how positions are written",
                   args);
}

/* Shells make of subtraction:{1,3} the words subtraction:1 and subtraction:3. */
static bool is_taken_apart(bt_span a, bt_span b)
{
    const char *colon = a.len > 0 ? memchr(a.at, ':', a.len) : NULL;
    size_t len = colon ? (size_t)(colon - a.at) + 1 : 0;
    return len > 0 && b.len > len && memcmp(a.at, b.at, len) == 0;
}

static bt_status too_many(bti_call *call, const bti_written_part *part, size_t at)
{
    bt_span rules = call->word[part->first].text, word = call->word[at].text;
    bt_span next = call->word[part->position].text;
    if (is_taken_apart(rules, next))
        return bt_fail(
            call->ctx, BT_SYNTAX,
            "{next} is one word too many; a shell takes braces apart, so write a set "
            "without them, such as subtraction:1,3,4, or in quotes",
            BT_ARGS(BT_QUOTE("next", next)));
    return bt_fail(call->ctx, BT_SYNTAX,
                   "{word} cannot follow the position; write + before another game",
                   BT_ARGS(BT_QUOTE("word", word)));
}

static bt_status check_part(bti_call *call, const bti_written_part *part)
{
    size_t words = part->end - part->position;
    if (part->in_rules || words < 2)
        return BT_OK;
    for (size_t i = part->position; i < part->end; i++)
        if (!is_piece(call->word[i]))
            return too_many(call, part, i > part->position ? i : i + 1);
    return BT_OK;
}

/* Whether the last part has a position: a word after it is not that position. */
static bool ends_in_position(const bti_call *call, const bti_written *all)
{
    bti_written_part part = {.end = all->first};
    for (size_t i = all->first; i < all->end; i = part.end + 1)
        part = bti_written_part_at(call, all, i);
    return part.given;
}

static bt_status set_play(bti_call *call, bti_written *all, bt_play play)
{
    if (all->play_given && all->play != play)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "the line says normal and misere; write one of them",
                       BT_NO_ARGS);
    all->play_given = true;
    all->play = play;
    return BT_OK;
}

/* The play before all parts, or after them. */
static bt_status take_play(bti_call *call, bti_written *all)
{
    bt_play play;
    const bti_word *word = call->word;
    if (all->end > 1 && !word[0].literal && !is_plus(word[1]) &&
        bti_play_word(word[0].text, &play)) {
        all->first = 1;
        BT_TRY(set_play(call, all, play));
    }
    bti_written shorter = *all;
    shorter.end--;
    if (all->end < all->first + 2 || word[shorter.end].literal ||
        !bti_play_word(word[shorter.end].text, &play) ||
        !ends_in_position(call, &shorter))
        return BT_OK;
    all->end--;
    return set_play(call, all, play);
}

bt_status bti_written_read(bti_call *call, bool start, bti_written *all)
{
    *all = (bti_written){.end = call->words};
    if (call->words > 0)
        BT_TRY(take_play(call, all));
    for (size_t i = all->first;; i++) {
        if (i < all->end && call->word[i].literal)
            return bt_fail(call->ctx, BT_SYNTAX, "--position comes after its rules",
                           BT_NO_ARGS);
        bti_written_part part = bti_written_part_at(call, all, i);
        if (part.end == i || (!part.given && !start))
            return missing(call, all, i, start);
        BT_TRY(check_part(call, &part));
        i = part.end;
        if (i == all->end)
            return BT_OK;
    }
}

/* Puts the play after the rules, unless they say it themselves. */
static bt_status put_play(bti_call *call, bt_text *rules, bt_play play)
{
    bt_span text = bt_text_span(rules);
    bt_play said;
    if (bti_take_play(&text, &said)) {
        if (said != play)
            return bt_fail(
                call->ctx, BT_SYNTAX,
                "the line says {play}, and its rules say {other}; write one of them",
                BT_ARGS(BT_STR("play", bti_play_name(play)),
                        BT_STR("other", bti_play_name(said))));
        return BT_OK;
    }
    bt_text_format(rules, "/%s", bti_play_name(play));
    return bt_text_status(rules);
}

bt_status bti_written_texts(bti_call *call, const bti_written *all,
                            const bti_written_part *part, bt_text *rules,
                            bt_text *position)
{
    bti_call_text both = {.play_given = false};
    bt_text_clear(rules);
    bt_text_clear(position);
    join(call, part->first, part->position, rules);
    BT_TRY(bt_text_status(rules));
    if (part->in_rules) {
        if (!bti_call_text_read(call->registry, bt_text_span(rules), &both))
            return missing(call, all, part->first, false);
        bt_text_put_span(position, both.position);
        rules->len = both.rules.len; /* they begin the text */
    } else if (part->end > part->position + 1) {
        join(call, part->position, part->end, position);
    }
    BT_TRY(bt_text_status(position));
    if (both.play_given)
        BT_TRY(put_play(call, rules, both.play));
    return all->play_given ? put_play(call, rules, all->play) : BT_OK;
}
