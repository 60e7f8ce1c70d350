/* SPDX-License-Identifier: MIT
 * The registry, and how RULES text becomes a game:
 *     name[:param][/misere|/normal]
 * The play counts only at the very end, the name ends at the first colon, and what
 * stands between belongs to the rule set, whatever it contains. */
#include "rules/registry.h"

#include "core/nearest.h"
#include "core/quote.h"

#include <string.h>

#define POINTER(name) &bti_rules_##name,
static const bt_rules *const all_rules[] = {BTI_ALL_RULES(POINTER)};

const bt_registry bt_builtin = {all_rules, sizeof all_rules / sizeof all_rules[0]};

const bt_rules *bt_registry_find(const bt_registry *registry, bt_span name)
{
    for (size_t i = 0; i < registry->count; i++)
        if (bt_span_equal(name, bt_span_of(registry->rules[i]->name)))
            return registry->rules[i];
    return NULL;
}

static bool take_end(bt_span *text, const char *end)
{
    size_t len = strlen(end);
    if (text->len < len || memcmp(text->at + text->len - len, end, len) != 0)
        return false;
    text->len -= len;
    return true;
}

struct rules_text {
    bt_span whole, name, param;
    bool has_param, play_given;
    bt_play play;
};

static struct rules_text split(bt_span whole)
{
    struct rules_text r = {.whole = whole, .name = whole};
    if (take_end(&r.name, "/misere"))
        r.play = BT_MISERE;
    r.play_given = r.play == BT_MISERE || take_end(&r.name, "/normal");
    const char *colon = r.name.len ? memchr(r.name.at, ':', r.name.len) : NULL;
    if (colon) {
        size_t len = (size_t)(colon - r.name.at);
        r.has_param = true;
        r.param = (bt_span){colon + 1, r.name.len - len - 1};
        r.name.len = len;
    }
    return r;
}

/* An argument like wythoff.game means game:wythoff.game, unless it names its rules. */
static const bt_rules *find_by_suffix(const bt_registry *registry, struct rules_text *r)
{
    bt_span text = {r->whole.at,
                    r->has_param ? r->name.len + 1 + r->param.len : r->name.len};
    for (size_t i = 0; i < registry->count; i++) {
        bt_span stem = text;
        const char *suffix = registry->rules[i]->suffix;
        if (suffix && take_end(&stem, suffix) && stem.len > 0) {
            r->has_param = true;
            r->param = text;
            return registry->rules[i];
        }
    }
    return NULL;
}

/* Whether a name with a dot, such as rules.txt, is that of a file. */
static bool is_file(bt_context *ctx, bt_span name)
{
    bt_source *source = NULL;
    if (!memchr(name.at, '.', name.len) || bt_open_source(ctx, name, &source) != BT_OK)
        return false;
    source->close(source);
    return true;
}

static bt_status unknown_rules(bt_context *ctx, const bt_registry *registry,
                               bt_span name)
{
    bti_quote quote;
    const char *slash = name.len ? memchr(name.at, '/', name.len) : NULL;
    bt_span play = {slash, slash ? (size_t)(name.at + name.len - slash) : 0};
    bt_span stem = {name.at, name.len - play.len};
    if (name.len == 0)
        return bt_fail(ctx, BT_SYNTAX,
                       "the name of the rules is missing; "
                       "'bouton games' lists them");
    if (bt_span_equal(play, bt_span_of("/misere")) ||
        bt_span_equal(play, bt_span_of("/normal")))
        return bt_fail(ctx, BT_SYNTAX, "%s stands at the very end of the rules",
                       bti_quoted(&quote, play));
    if (slash && bt_registry_find(registry, stem))
        return bt_fail(ctx, BT_SYNTAX,
                       "no play is called %s; there are /misere and /normal",
                       bti_quoted(&quote, play));
    if (is_file(ctx, name))
        return bt_fail(ctx, BT_SYNTAX,
                       "no rules are called %s; to read the file of that name write "
                       "game:%.*s, or graph:%.*s if it is a graph",
                       bti_quoted(&quote, name), (int)name.len, name.at, (int)name.len,
                       name.at);
    bti_nearest near;
    bti_nearest_begin(&near, name);
    for (size_t i = 0; i < registry->count; i++)
        bti_nearest_try(&near, registry->rules[i]->name);
    if (near.best)
        return bt_fail(ctx, BT_SYNTAX, "no rules are called %s; did you mean '%s'?",
                       bti_quoted(&quote, name), near.best);
    return bt_fail(ctx, BT_SYNTAX, "no rules are called %s; 'bouton games' lists them",
                   bti_quoted(&quote, name));
}

static bt_status check_param(bt_context *ctx, const bt_rules *rules,
                             const struct rules_text *r)
{
    if (rules->param == BT_PARAM_NONE && r->has_param)
        return bt_fail(ctx, BT_SYNTAX,
                       "%s takes nothing behind its name; write just '%s'", rules->name,
                       rules->name);
    if (rules->param >= BT_PARAM_TEXT && r->param.len == 0)
        return bt_fail(ctx, BT_SYNTAX,
                       "%s needs more behind its name: %s, such as %s:%s", rules->name,
                       rules->usage, rules->name,
                       rules->example_param ? rules->example_param : "FILE");
    return BT_OK;
}

/* The name of the file becomes part of the game's name, which stands in lines of text,
 * records and tables. */
static bt_status check_file_name(bt_context *ctx, bt_span file)
{
    bti_quote quote;
    for (size_t i = 0; i < file.len; i++)
        if ((unsigned char)file.at[i] < ' ' || file.at[i] == 127)
            return bt_fail(
                ctx, BT_DOMAIN,
                "the file name %s holds a control character; rename the file "
                "to use it as rules",
                bti_quoted(&quote, file));
    return BT_OK;
}

/* Fills g; `name` and `bytes` are the caller's scratch texts. */
static bt_status bind(bt_context *ctx, const struct rules_text *r, bt_game *g,
                      bt_text *name, bt_text *bytes)
{
    bt_span param = r->param;
    BT_TRY(check_param(ctx, g->rules, r));
    bt_text_format(name, "%s:", g->rules->name);
    size_t bare = name->len;
    if (g->rules->param == BT_PARAM_FILE) {
        uint64_t most = g->rules->file_bytes;
        BT_TRY(check_file_name(ctx, r->param));
        BT_TRY(bt_read_file_most(bytes, r->param, most ? most : BT_FILE_BYTES));
        param = bt_text_span(bytes);
        bt_text_put_span(name, r->param);
    }
    BT_TRY(bt_text_status(name));
    BT_TRY(g->rules->bind(ctx, param, g, name));
    if (name->len == bare && bare > 0)
        name->len--; /* nothing behind the colon */
    if (g->play == BT_MISERE)
        bt_text_put(name, "/misere");
    BT_TRY(bt_text_status(name));
    g->name = bt_arena_copy(&g->arena, bt_text_span(name));
    return g->name ? BT_OK : bt_last_status(ctx);
}

bt_status bt_game_new(bt_context *ctx, const bt_registry *registry, bt_span rules_text,
                      bt_game **out)
{
    struct rules_text r = split(rules_text);
    const bt_rules *rules = bt_registry_find(registry, r.name);
    if (!rules)
        rules = find_by_suffix(registry, &r);
    if (!rules)
        return unknown_rules(ctx, registry, r.name);

    bt_game *g = bt_resize(ctx, NULL, 0, sizeof *g);
    if (!g)
        return bt_last_status(ctx);
    *g = (bt_game){.rules = rules,
                   .play = r.play,
                   .play_given = r.play_given,
                   .summary = rules->summary};
    bt_arena_init(&g->arena, ctx);
    bt_text name, bytes;
    bt_text_init(&name, ctx);
    bt_text_init(&bytes, ctx);
    bt_status status = bind(ctx, &r, g, &name, &bytes);
    bt_text_free(&name);
    bt_text_free(&bytes);
    if (status == BT_OK)
        *out = g;
    else
        bt_game_free(g);
    return status;
}

void bt_game_free(bt_game *game)
{
    if (!game)
        return;
    bt_context *ctx = game->arena.ctx;
    if (game->rules->unbind)
        game->rules->unbind(ctx, game);
    bt_arena_free(&game->arena);
    bt_release(ctx, game, sizeof *game);
}
