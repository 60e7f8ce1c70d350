/* SPDX-License-Identifier: MIT
 * A named game is a `.game` text (formula/game_file.h). Only the text is read here: no
 * rules are bound, so a list of all games costs little. */
#include "commands/named_games.h"

#include "core/json_members.h"
#include "core/piece.h"
#include "formula/game_file.h"
#include "rules/registry.h"

#include <string.h>

void bti_named_games_list(bt_text *out, const bt_registry *registry)
{
    if (!registry->games || !registry->games->name)
        return;
    bt_text_put_char(out, '\n');
    bti_say_paragraph(out, 0,
                      "Games whose rules are a short text, such as 'bouton solve "
                      "at-most-half 12':",
                      BT_NO_ARGS);
    bt_text names;
    bt_text_init(&names, out->ctx);
    for (const bt_named_game *g = registry->games; g->name; g++) {
        bt_text_put(&names, g == registry->games ? "" : ", ");
        bti_put_game_name(registry, g, &names);
    }
    bt_text_put(out, "  ");
    bt_text_put_wrapped(out, bt_text_chars(&names), 2);
    bti_piece_end(&names, out);
}

/* What the text of a game says of itself. */
struct about {
    bt_arena arena;
    bti_game_file file;
    bt_text name; /* as it is written */
};

static void forget(struct about *a)
{
    bt_text_free(&a->name);
    bt_arena_free(&a->arena);
}

static bt_status learn(bti_call *call, const bt_named_game *game, struct about *a)
{
    bt_arena_init(&a->arena, call->ctx);
    bt_text_init(&a->name, call->ctx);
    bti_put_game_name(call->registry, game, &a->name);
    const bti_formula_text from = {
        .lines = true, .name = game->name, .text = bt_span_of(game->text)};
    bt_status status = bt_text_status(&a->name);
    if (status == BT_OK)
        status = bti_game_file_parse(&a->arena, &from, &a->file);
    if (status != BT_OK)
        forget(a);
    return status;
}

static const char *title_of(const bt_named_game *game, const struct about *a)
{
    return a->file.title[0] ? a->file.title : game->name;
}

/* "x,y" */
static void put_vars(bt_text *out, const bti_game_file *file)
{
    for (size_t i = 0; i < file->scope.vars; i++)
        bt_text_format(out, "%s%s", i > 0 ? "," : "", file->scope.var[i]);
}

/* What a reader needs beside the text. */
static void put_notes(bt_text *out, const struct about *a)
{
    bool claims = a->file.claims > 0 || a->file.grundy.formula;
    bt_text vars;
    bt_text_init(&vars, out->ctx);
    put_vars(&vars, &a->file);
    bt_say(out,
           a->file.scope.vars == 1 ? BT_TEXT("A position is a number, {variables}.")
                                   : BT_TEXT("A position is {variables}."),
           BT_ARGS(BT_STR("variables", bt_text_chars(&vars))));
    bt_text_put_char(out, ' ');
    bt_say(out,
           claims ? BT_TEXT("'bouton games game' says how such rules are written, and "
                            "'bouton prove {game}' proves what is claimed here.")
                  : BT_TEXT("'bouton games game' says how such rules are written."),
           BT_ARGS(BT_STR("game", bt_text_chars(&a->name))));
    bti_piece_end(&vars, out);
}

/* Head, title and notes. */
static bt_status put_head(bti_call *call, const bt_named_game *game,
                          const struct about *a, const char *mark)
{
    bt_text notes;
    bt_text_init(&notes, call->ctx);
    put_notes(&notes, a);
    bt_text_format(&call->out, "%s%s\n%s%s\n\n", mark, bt_text_chars(&a->name),
                   mark[0] ? "\n" : "", title_of(game, a));
    bt_text_put_wrapped(&call->out, bt_text_chars(&notes), 0);
    bt_status status = bt_text_status(&notes);
    bt_text_free(&notes);
    return status;
}

static bt_status put_page(bti_call *call, const bt_named_game *game, const char *mark,
                          const char *fence)
{
    struct about a;
    BT_TRY(learn(call, game, &a));
    bt_status status = put_head(call, game, &a, mark);
    bt_text_format(&call->out, "\n%s%s%s", fence, game->text, fence);
    forget(&a);
    return status != BT_OK ? status : bt_text_status(&call->out);
}

bt_status bti_named_game_page(bti_call *call, const bt_named_game *game)
{
    BT_TRY(put_page(call, game, "", ""));
    bt_text_put_char(&call->out, '\n');
    bt_say(&call->out, "Examples:\n", BT_NO_ARGS);
    bt_text_put(&call->out, "  bouton play ");
    bti_put_game_name(call->registry, game, &call->out);
    bt_text_put(&call->out, "\n      ");
    bt_say(&call->out, "play it against the computer\n", BT_NO_ARGS);
    return bt_text_status(&call->out);
}

bt_status bti_named_game_markdown(bti_call *call, const bt_named_game *game)
{
    return put_page(call, game, "# ", "```\n");
}

bt_status bti_named_game_json(bti_call *call, const bt_named_game *game,
                              bt_json_writer *w)
{
    struct about a;
    bt_text notes;
    const char *vars[BTI_VARS_MAX];
    BT_TRY(learn(call, game, &a));
    bt_text_init(&notes, call->ctx);
    put_notes(&notes, &a);
    for (size_t i = 0; i < a.file.scope.vars; i++)
        vars[i] = a.file.scope.var[i];
    bt_json_open(w, '{');
    bti_put_member(w, "name", game->name);
    bti_put_member(w, "usage", bt_text_chars(&a.name));
    bti_put_member(w, "summary", title_of(game, &a));
    bti_put_member(w, "help", bt_text_chars(&notes));
    bti_put_member(w, "theorem",
                   bt_words_for(call->ctx, bti_theorem_note(game->rules)));
    bti_put_member(w, "param", "none");
    bti_put_member(w, "suffix", NULL);
    bti_put_member(w, "heap_word", NULL);
    bti_put_member(w, "last_word", NULL);
    bti_put_count(w, "heaps_from", 0);
    bti_put_flag(w, "has_theorem", false);
    bti_put_flag(w, "proves", true);
    bti_put_member(w, "start", NULL);
    bti_put_member(w, "example_rules", bt_text_chars(&a.name));
    bti_put_list(w, "examples", NULL, 0);
    bti_put_list(w, "vars", vars, a.file.scope.vars);
    bti_put_member(w, "text", game->text);
    bt_json_close(w, '}');
    bt_status status = bt_text_status(&notes);
    bt_text_free(&notes);
    forget(&a);
    return status != BT_OK ? status : bt_text_status(&call->out);
}
