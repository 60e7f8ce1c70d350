/* SPDX-License-Identifier: MIT
 * bouton games: the registry as a list, as help pages, as JSON, as pages of the manual.
 */
#include "commands/call.h"
#include "rules/registry.h"

#include "commands/named_games.h"
#include "core/json_members.h"
#include "core/piece.h"
#include "rules/rules_text.h"

#include <string.h>

/* The rules as they would be typed for an example: subtraction:1,3,4. */
static void put_example_rules(bt_text *out, const bt_rules *rules)
{
    bt_text_put(out, rules->name);
    if (rules->example_param)
        bt_text_format(out, ":%s", rules->example_param);
}

const char *bti_theorem_note(const bt_rules *rules)
{
    return rules->theorem_note ? rules->theorem_note
                               : BT_TEXT("No theorem is known here: positions are "
                                         "searched.");
}

static void write_list(bt_text *out, const bt_registry *registry)
{
    for (size_t i = 0; i < registry->count; i++) {
        const bt_rules *rules = registry->rules[i];
        bt_text_put(out, rules->usage);
        size_t len = strlen(rules->usage);
        for (; len < 16; len++)
            bt_text_put_char(out, ' ');
        bti_put_line(out, rules->summary, len);
    }
    bti_named_games_list(out, registry);
    bt_text_put_char(out, '\n');
    bt_text_put_page(out, "'bouton games NAME' says more about one game. Put /misere "
                          "after the\nrules for misère play.\n");
}

static void write_page(bt_text *out, const bt_rules *rules)
{
    bt_text_format(out, "%s\n", rules->usage);
    bti_put_line(out, rules->summary, 0);
    bt_text_put_char(out, '\n');
    bt_text_put_page(out, rules->help);
    bt_text_put(out, "\n\n");
    bt_text_put_wrapped(out, bt_words_for(out->ctx, bti_theorem_note(rules)), 0);
    bt_text_put(out, "\nExamples:\n");
    for (const bt_example *e = rules->examples; e->position; e++) {
        bt_say(out, "  bouton solve ", BT_NO_ARGS);
        put_example_rules(out, rules);
        bt_text_format(out, " %s\n      ", e->position);
        bti_put_line(out, bt_words_for(out->ctx, e->note), 6);
    }
    bt_say(out, "  bouton play ", BT_NO_ARGS);
    put_example_rules(out, rules);
    bt_say(out, " {position}\n      play it against the computer\n",
           BT_ARGS(BT_STR("position", rules->examples[0].position)));
}

/* What a page needs for a card and a board. */
static void write_board(bt_json_writer *w, const bt_rules *rules)
{
    static const char *const param[] = {"none", "optional", "text", "file"};
    bti_put_member(w, "param", param[rules->param]);
    bti_put_member(w, "suffix", rules->suffix);
    bti_put_member(w, "heap_word", rules->heap_word);
    bti_put_member(w, "last_word", rules->last_word);
    bti_put_count(w, "heaps_from", rules->heaps_from);
    bti_put_flag(w, "has_theorem", rules->theorem != NULL);
    bti_put_flag(w, "proves", rules->game_text != NULL);
    bti_put_member(w, "start", rules->examples[0].position);
}

static void write_json(bt_json_writer *w, const bt_rules *rules)
{
    bt_text name;
    bt_text_init(&name, w->text->ctx);
    put_example_rules(&name, rules);
    bt_json_open(w, '{');
    bti_put_member(w, "name", rules->name);
    bti_put_member(w, "usage", rules->usage);
    bti_put_member(w, "summary", rules->summary);
    bti_put_member(w, "help", rules->help);
    bti_put_member(w, "theorem", bti_theorem_note(rules));
    write_board(w, rules);
    bti_put_span_member(w, "example_rules", bt_text_span(&name));
    bt_json_key(w, "examples");
    bt_json_open(w, '[');
    for (const bt_example *e = rules->examples; e->position; e++) {
        bt_json_open(w, '{');
        bti_put_span_member(w, "rules", bt_text_span(&name));
        bti_put_member(w, "position", e->position);
        bti_put_member(w, "note", e->note);
        bt_json_close(w, '}');
    }
    bt_json_close(w, ']');
    bt_json_close(w, '}');
    bti_piece_end(&name, w->text);
}

/* A command with what it answers. */
static bt_status write_run(bti_call *call, const char *command, const bt_text *rules,
                           const bt_example *e)
{
    bt_span words[] = {bt_span_of(command), bt_text_span(rules),
                       bt_span_of(e->position)};
    bt_say(&call->out,
           "\n{note}:\n\n```console\n$ bouton {command} {rules} {position}\n",
           BT_ARGS(BT_STR("note", e->note), BT_STR("command", command),
                   BT_STR("rules", bt_text_chars(rules)),
                   BT_STR("position", e->position)));
    BT_TRY(bti_flush(call));
    if (bt_command_run(call->ctx, call->registry, call->io, 3, words) != 0)
        return bt_last_status(call->ctx);
    bt_text_put(&call->out, "```\n");
    return bt_text_status(&call->out);
}

/* The page of the manual: the help page, and every example with what Bouton says. The
 * answers are made by running the command, so they cannot be wrong for long. */
static bt_status write_markdown(bti_call *call, const bt_rules *rules)
{
    bt_text *out = &call->out;
    bt_text name;
    bt_say(out,
           "# {usage}\n\nIn short: {summary}.\n\n{help}\n\n## What is "
           "proved\n\n{note}\n\n## Examples\n",
           BT_ARGS(BT_STR("usage", rules->usage), BT_STR("summary", rules->summary),
                   BT_STR("help", rules->help),
                   BT_STR("note", bti_theorem_note(rules))));
    bt_text_init(&name, call->ctx);
    put_example_rules(&name, rules);
    bt_status status = bt_text_status(&name);
    for (const bt_example *e = rules->examples; e->position && status == BT_OK; e++)
        status = write_run(call, "solve", &name, e);
    if (status == BT_OK) {
        bt_text_put(out, "\n## Why\n");
        status = write_run(call, "explain", &name, rules->examples);
    }
    bt_text_free(&name);
    return status != BT_OK ? status : bt_text_status(out);
}

/* What a name means: rules, or a game with its text. */
static bt_status find(bti_call *call, const bt_rules **rules,
                      const bt_named_game **named)
{
    bt_span name = call->word[0].text;
    if (call->words > 1)
        return bt_fail(call->ctx, BT_SYNTAX, "games takes one name at most",
                       BT_NO_ARGS);
    bti_rules_text r = bti_rules_text_read(call->registry, name);
    *rules = r.rules;
    *named = r.named;
    if (r.named || (r.rules && !r.has_param))
        return BT_OK;
    bt_game *game = NULL; /* subtraction:1,2 names rules too; if not, it says why */
    BT_TRY(bt_game_new(call->ctx, call->registry, name, &game));
    *named = game->named;
    bt_game_free(game);
    return BT_OK;
}

static bt_status write_all_json(bti_call *call, bt_json_writer *w)
{
    const bt_registry *registry = call->registry;
    bt_json_open(w, '[');
    for (size_t i = 0; i < registry->count; i++)
        write_json(w, registry->rules[i]);
    for (const bt_named_game *g = registry->games; g && g->name; g++)
        BT_TRY(bti_named_game_json(call, g, w));
    bt_json_close(w, ']');
    return BT_OK;
}

static bt_status run_json(bti_call *call, const bt_rules *rules,
                          const bt_named_game *named)
{
    bt_json_writer w;
    bt_json_begin(&w, &call->out);
    if (named)
        BT_TRY(bti_named_game_json(call, named, &w));
    else if (rules)
        write_json(&w, rules);
    else
        BT_TRY(write_all_json(call, &w));
    bt_text_put_char(&call->out, '\n');
    return BT_OK;
}

static bt_status run_games(bti_call *call)
{
    const bt_rules *rules = NULL;
    const bt_named_game *named = NULL;
    if (call->words > 0)
        BT_TRY(find(call, &rules, &named));
    if (bti_given(call, BTI_MARKDOWN)) {
        if (!rules)
            return bt_fail(call->ctx, BT_SYNTAX, "--markdown needs the name of a game",
                           BT_NO_ARGS);
        return named ? bti_named_game_markdown(call, named)
                     : write_markdown(call, rules);
    }
    if (bti_given(call, BTI_JSON))
        return run_json(call, rules, named);
    if (named)
        return bti_named_game_page(call, named);
    if (rules)
        write_page(&call->out, rules);
    else
        write_list(&call->out, call->registry);
    return BT_OK;
}

static const char *const usage[] = {"games [NAME]", NULL};
static const char *const examples[] = {"games", "games subtraction", "games wythoff",
                                       NULL};

const bti_command bti_command_games = {
    .name = "games",
    .usage = usage,
    .summary = "the rule sets and their help",
    .help = "Lists the rule sets and the games that come with Bouton as text; with a "
            "name,\n"
            "says how that game is played, how positions are written and what is "
            "proved\n"
            "about it.",
    .options = BTI_BIT(BTI_JSON) | BTI_BIT(BTI_MARKDOWN),
    .examples = examples,
    .run = run_games,
};
