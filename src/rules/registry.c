/* SPDX-License-Identifier: MIT
 * The registry, and how RULES text (rules/rules_text.h) becomes a game. */
#include "rules/registry.h"

#include "core/excerpt.h"
#include "core/nearest.h"
#include "core/quote.h"
#include "rules/rules_text.h"

#include <bouton/disguise.h>

#include <string.h>

#define POINTER(name) &bti_rules_##name,
static const bt_rules *const all_rules[] = {BTI_ALL_RULES(POINTER)};

const bt_registry bt_builtin = {.rules = all_rules,
                                .count = sizeof all_rules / sizeof all_rules[0],
                                .games = bti_named_games};

const bt_rules *bt_registry_at(const bt_registry *registry, size_t i)
{
    return i < registry->count ? registry->rules[i] : NULL;
}

void bti_put_game_name(const bt_registry *registry, const bt_named_game *game,
                       bt_text *text)
{
    if (bt_registry_find(registry, bt_span_of(game->name)))
        bt_text_format(text, "%s:", game->rules->name);
    bt_text_put(text, game->name);
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

/* The names of rule sets, then those of games that have names; NULL from the end on. */
static const char *name_at(const bt_registry *registry, size_t i)
{
    const bt_named_game *game = registry->games;
    if (i < registry->count)
        return registry->rules[i]->name;
    for (i -= registry->count; i > 0 && game && game->name; i--)
        game++;
    return game ? game->name : NULL;
}

/* What may be meant: a name that is in what was written (lasker-nim), one that is
 * nearly what was written, first of all among those that share a part with it
 * (dawson-chss), or two of those that do (dawson). */
struct meant {
    const char *inside, *sharing[2];
    bti_nearest near, near_sharing;
};

static void find_meant(const bt_registry *registry, bt_span name, struct meant *m)
{
    const char *known;
    *m = (struct meant){0};
    bti_nearest_begin(&m->near, name);
    bti_nearest_begin(&m->near_sharing, name);
    for (size_t i = 0; (known = name_at(registry, i)); i++) {
        bool whole;
        bti_nearest_try(&m->near, known);
        if (!bti_shares_part(name, known, &whole))
            continue;
        bti_nearest_try(&m->near_sharing, known);
        if (whole && !m->inside)
            m->inside = known;
        if (!m->sharing[0])
            m->sharing[0] = known;
        else if (!m->sharing[1])
            m->sharing[1] = known;
    }
}

static bt_status fail_near(bt_context *ctx, const bt_registry *registry, bt_span name)
{
    struct meant m;
    find_meant(registry, name, &m);
    const char *one = m.inside              ? m.inside
                      : m.near_sharing.best ? m.near_sharing.best
                      : m.sharing[1]        ? NULL
                      : m.sharing[0]        ? m.sharing[0]
                                            : m.near.best;
    if (one)
        return bt_fail(ctx, BT_SYNTAX,
                       "no rules are called {name}; did you mean '{one}'?",
                       BT_ARGS(BT_QUOTE("name", name), BT_STR("one", one)));
    if (m.sharing[1])
        return bt_fail(ctx, BT_SYNTAX,
                       "no rules are called {name}; did you mean '{one}' or '{other}'?",
                       BT_ARGS(BT_QUOTE("name", name), BT_STR("one", m.sharing[0]),
                               BT_STR("other", m.sharing[1])));
    bt_fail(ctx, BT_SYNTAX, "no rules are called {name}",
            BT_ARGS(BT_QUOTE("name", name)));
    bti_set_limit(ctx, BT_LIMIT_NAMES);
    return BT_SYNTAX;
}

static bt_status unknown_rules(bt_context *ctx, const bt_registry *registry,
                               bt_span name)
{
    bt_play other;
    const char *slash = name.len ? memchr(name.at, '/', name.len) : NULL;
    bt_span play = {slash, slash ? (size_t)(name.at + name.len - slash) : 0};
    bt_span stem = {name.at, name.len - play.len};
    if (name.len == 0)
        return bt_fail(ctx, BT_SYNTAX, "the name of the rules is missing", BT_NO_ARGS);
    if (slash && bti_play_word((bt_span){slash + 1, play.len - 1}, &other))
        return bt_fail(ctx, BT_SYNTAX, "{play} must be at the very end of the rules",
                       BT_ARGS(BT_QUOTE("play", play)));
    if (slash &&
        (bt_registry_find(registry, stem) || bt_registry_find_game(registry, stem)))
        return bt_fail(ctx, BT_SYNTAX,
                       "no play is called {play}; there are /misere and /normal",
                       BT_ARGS(BT_QUOTE("play", play)));
    if (is_file(ctx, name))
        return bt_fail(ctx, BT_SYNTAX,
                       "no rules are called {name}; to read the file of that name "
                       "write game:{file}, or graph:{file} if it is a graph",
                       BT_ARGS(BT_QUOTE("name", name), BT_SPAN("file", name)));
    return fail_near(ctx, registry, name);
}

/* A colon with nothing after it is not a parameter: nim: 3,4,6. */
static bt_status check_param(bt_context *ctx, const bti_rules_text *r)
{
    const bt_rules *rules = r->rules;
    const char *name = r->named ? r->named->name : rules->name;
    if ((r->named || rules->param == BT_PARAM_NONE) && r->param.len > 0)
        return bt_fail(ctx, BT_SYNTAX,
                       "{name} takes nothing after its name; write just '{name}'",
                       BT_ARGS(BT_STR("name", name)));
    const char *example = rules->example_param ? rules->example_param : "FILE";
    if (!r->named && rules->param >= BT_PARAM_TEXT && r->param.len == 0)
        return bt_fail(
            ctx, BT_SYNTAX,
            "{name} needs more after its name: {usage}, such as {name}:{example}",
            BT_ARGS(BT_STR("name", rules->name), BT_STR("usage", rules->usage),
                    BT_STR("example", example)));
    return BT_OK;
}

/* The name of the file becomes part of the game's name, which stands in lines of text,
 * records and tables. */
static bt_status check_file_name(bt_context *ctx, bt_span file)
{
    for (size_t i = 0; i < file.len; i++)
        if ((unsigned char)file.at[i] < ' ' || file.at[i] == 127)
            return bt_fail(ctx, BT_DOMAIN,
                           "the file name {file} holds a control character; rename the "
                           "file to use it as rules",
                           BT_ARGS(BT_QUOTE("file", file)));
    return BT_OK;
}

/* While a game is bound. */
struct binding {
    bt_context *ctx;
    const bt_registry *registry;
    bti_rules_text r;
    bt_game *game;
    bt_text name, bytes; /* scratch */
};

/* The named game that the name of a file that is not there makes one think of:
 * wythoff for games/wythoff.game. `bare`: the name is that of the game itself. */
static const bt_named_game *game_of_file(const bt_registry *registry,
                                         const bt_rules *rules, bt_span file,
                                         bool *bare)
{
    bt_span stem = file, end = bt_span_of(rules->suffix ? rules->suffix : "");
    for (size_t i = stem.len; i > 0; i--)
        if (stem.at[i - 1] == '/') {
            stem = (bt_span){stem.at + i, stem.len - i};
            break;
        }
    if (stem.len > end.len &&
        bt_span_equal((bt_span){stem.at + stem.len - end.len, end.len}, end))
        stem.len -= end.len;
    *bare = stem.len == file.len;
    const bt_named_game *g = bt_registry_find_game(registry, stem);
    return g && g->rules == rules ? g : NULL;
}

/* The bytes that rules with a file are bound to. game:NAME means a named game if there
 * is no such file. */
static bt_status read_bytes(struct binding *b)
{
    const bt_rules *rules = b->r.rules;
    bool bare = false;
    uint64_t most = rules->file_bytes ? rules->file_bytes : BT_FILE_BYTES;
    BT_TRY(check_file_name(b->ctx, b->r.param));
    bt_status status = bt_read_file_most(&b->bytes, b->r.param, most);
    if (status != BT_DOMAIN && status != BT_UNABLE)
        return status;
    const bt_named_game *g = game_of_file(b->registry, rules, b->r.param, &bare);
    if (!g || b->bytes.len > 0)
        return status;
    if (bare) {
        b->r.named = g;
        return BT_OK;
    }
    bti_put_game_name(b->registry, g, &b->name);
    BT_TRY(bt_text_status(&b->name));
    return bt_fail(b->ctx, status,
                   "{message}; the game that comes with Bouton is called '{name}'",
                   BT_ARGS(BT_STR("message", bt_message(b->ctx)),
                           BT_STR("name", bt_text_chars(&b->name))));
}

static bt_status bind_named(struct binding *b)
{
    const bt_named_game *named = b->r.named;
    b->game->named = named;
    bti_put_game_name(b->registry, named, &b->name);
    BT_TRY(bt_text_status(&b->name));
    return named->rules->bind(b->ctx, bt_span_of(named->text), b->game, &b->name);
}

static bt_status bind_rules(struct binding *b)
{
    const bt_rules *rules = b->r.rules;
    bt_span param = b->r.param;
    if (rules->param == BT_PARAM_FILE)
        BT_TRY(read_bytes(b));
    if (b->r.named)
        return bind_named(b);
    bt_text_format(&b->name, "%s:", rules->name);
    size_t bare = b->name.len;
    if (rules->param == BT_PARAM_FILE) {
        bt_text_put_span(&b->name, param);
        param = bt_text_span(&b->bytes);
    }
    BT_TRY(bt_text_status(&b->name));
    BT_TRY(rules->bind(b->ctx, param, b->game, &b->name));
    if (b->name.len == bare && bare > 0)
        b->name.len--; /* nothing after the colon */
    return BT_OK;
}

/* The game whose heaps the piles of a disguise are. */
static bt_status bind_as(struct binding *b)
{
    const bt_disguise *d = b->game->rules->disguise;
    if (!d || !d->as)
        return BT_OK;
    bt_text_clear(&b->bytes);
    bt_text_format(&b->bytes, "%s/%s", d->as,
                   b->game->play == BT_MISERE ? "misere" : "normal");
    BT_TRY(bt_text_status(&b->bytes));
    return bt_game_new(b->ctx, b->registry, bt_text_span(&b->bytes), &b->game->as);
}

static bt_status bind(struct binding *b)
{
    bt_game *g = b->game;
    BT_TRY(check_param(b->ctx, &b->r));
    BT_TRY(b->r.named ? bind_named(b) : bind_rules(b));
    BT_TRY(bind_as(b));
    if (g->play == BT_MISERE)
        bt_text_put(&b->name, "/misere");
    BT_TRY(bt_text_status(&b->name));
    g->name = bt_arena_copy(&g->arena, bt_text_span(&b->name));
    return g->name ? BT_OK : bt_last_status(b->ctx);
}

bt_status bt_game_new(bt_context *ctx, const bt_registry *registry, bt_span rules_text,
                      bt_game **out)
{
    bti_rules_text r = bti_rules_text_read(registry, rules_text);
    const bt_rules *rules = r.rules;
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
    struct binding b = {.ctx = ctx, .registry = registry, .r = r, .game = g};
    bt_text_init(&b.name, ctx);
    bt_text_init(&b.bytes, ctx);
    bt_status status = bind(&b);
    bt_text_free(&b.name);
    bt_text_free(&b.bytes);
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
    bt_game_free(game->as);
    bt_arena_free(&game->arena);
    bt_release(ctx, game, sizeof *game);
}
