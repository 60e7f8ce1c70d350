/* SPDX-License-Identifier: MIT
 * Registries that programs extend. A rule set comes as a table of functions that may be
 * older than this library, and so shorter than bt_rules, or newer: what is missing is
 * nothing, and what the library does not know must be nothing. The same holds for its
 * kits. */
#include <bouton/kit.h>

#include "core/grow.h"
#include "core/quote.h"
#include "rules/registry.h"

#include <string.h>

static bt_status reserve(bt_registry *r, size_t count)
{
    BT_TRY(BTI_RESERVE(r->arena.ctx, r->own, r->cap, count));
    r->rules = r->own;
    return BT_OK;
}

bt_status bt_registry_new(bt_context *ctx, const bt_registry *base, bt_registry **out)
{
    bt_registry *r = bt_resize(ctx, NULL, 0, sizeof *r);
    if (!r)
        return bt_last_status(ctx);
    *r = (bt_registry){.games = base ? base->games : NULL};
    bt_arena_init(&r->arena, ctx);
    bt_status status = base ? reserve(r, base->count + 1) : BT_OK;
    if (status != BT_OK) {
        bt_registry_free(r);
        return status;
    }
    for (; base && r->count < base->count; r->count++)
        r->own[r->count] = base->rules[r->count];
    *out = r;
    return BT_OK;
}

void bt_registry_free(bt_registry *r)
{
    if (!r)
        return;
    bt_context *ctx = r->arena.ctx;
    bt_release(ctx, r->own, r->cap * sizeof *r->own);
    bt_arena_free(&r->arena);
    bt_release(ctx, r, sizeof *r);
}

/* Copies what both sides know of a table that begins with its size. */
static bt_status copy(bt_context *ctx, const char *type, const void *from, void *to,
                      size_t full)
{
    size_t size = 0;
    memcpy(&size, from, sizeof size);
    if (size <= sizeof size)
        return bt_fail(ctx, BT_DOMAIN,
                       "the field 'size' of {type} must be sizeof({type})",
                       BT_ARGS(BT_STR("type", type)));
    for (size_t i = full; i < size; i++)
        if (((const unsigned char *)from)[i] != 0)
            return bt_fail(ctx, BT_DOMAIN,
                           "this {type} is made for a newer version of Bouton: this "
                           "one does not know all of its fields",
                           BT_ARGS(BT_STR("type", type)));
    memset(to, 0, full);
    memcpy(to, from, size < full ? size : full);
    memcpy(to, &full, sizeof full);
    return BT_OK;
}

/* A kit becomes a full one that the registry keeps. NULL stays NULL. */
static bt_status keep(bt_registry *r, const char *type, const void *from, size_t full,
                      const void **kept)
{
    if (!from)
        return BT_OK;
    void *to = bt_arena_alloc(&r->arena, 1, full);
    if (!to)
        return bt_last_status(r->arena.ctx);
    *kept = to;
    return copy(r->arena.ctx, type, from, to, full);
}

/* A name is a word of a command line. */
static bool is_name(const char *name)
{
    if (!name || !name[0])
        return false;
    for (; *name; name++)
        if (!(*name >= 'a' && *name <= 'z') && !(*name >= '0' && *name <= '9') &&
            *name != '-')
            return false;
    return true;
}

static const char *missing(const bt_rules *r)
{
    return !r->usage                   ? "usage"
           : !r->summary               ? "summary"
           : !r->help                  ? "help"
           : !r->examples              ? "examples"
           : !r->bind                  ? "bind"
           : !r->parse                 ? "parse"
           : !r->print                 ? "print"
           : !r->options               ? "options"
           : !r->say                   ? "say"
           : r->winning && !r->theorem ? "theorem"
           : r->reason && !r->theorem  ? "theorem"
           : r->box_options && !r->box ? "box"
           : r->box && !r->box_options ? "box_options"
                                       : NULL;
}

static bool uses_heap_kit(const bt_rules *r)
{
    return r->bind == bt_heap_bind || r->parse == bt_heap_parse ||
           r->options == bt_heap_options || r->say == bt_heap_say ||
           r->theorem == bt_heap_theorem || r->winning == bt_heap_winning ||
           r->reason == bt_heap_reason || r->rank == bt_heap_rank ||
           r->repeats == bt_heap_repeats;
}

static bool uses_disguise(const bt_rules *r)
{
    return r->options == bt_disguise_options || r->theorem == bt_disguise_theorem ||
           r->winning == bt_disguise_winning || r->reason == bt_disguise_reason ||
           r->rank == bt_disguise_rank;
}

/* What the functions of a kit cannot do without. */
static const char *missing_for_kits(const bt_rules *r)
{
    const bt_heap_kit *heaps = r->heaps;
    const bt_disguise *nim = r->disguise;
    return uses_heap_kit(r) && !heaps                ? "heaps"
           : heaps && !r->heap_word                  ? "heap_word"
           : heaps && heaps->options && !heaps->rank ? "rank"
           : uses_disguise(r) && !nim                ? "disguise"
           : nim && !nim->what                       ? "what"
           : nim && !nim->piles                      ? "piles"
           : nim && !nim->as && !nim->make           ? "make"
           : nim && nim->as && !nim->leave           ? "leave"
                                                     : NULL;
}

/* What a game must have whose heaps other games stand for. */
static const char *not_heaps(const bt_rules *r)
{
    return !(r->flags & BT_HEAPS) ? BT_TEXT("its positions are not sums of heaps")
           : !r->theorem          ? BT_TEXT("it has no theorem")
           : !r->winning          ? BT_TEXT("it does not say which moves win")
           : r->flags & BT_WINS_ALONE
               ? BT_TEXT("its winning moves are not told in sums")
           : !r->reason ? BT_TEXT("it gives no reason for its theorem")
                        : NULL;
}

static bt_status check_as(bt_registry *r, const bt_rules *rules)
{
    bt_context *ctx = r->arena.ctx;
    const bt_disguise *d = rules->disguise;
    bt_game *game = NULL;
    if (!d || !d->as)
        return BT_OK;
    if (d->growth)
        return bt_fail(ctx, BT_DOMAIN,
                       "the piles of '{name}' are heaps of another game, so its "
                       "disguise cannot have the field 'growth'",
                       BT_ARGS(BT_STR("name", rules->name)));
    bt_status status = bt_game_new(ctx, r, bt_span_of(d->as), &game);
    if (status == BT_SYNTAX || status == BT_DOMAIN)
        return bt_fail(
            ctx, BT_DOMAIN, "the game whose heaps the piles of '{name}' are: {why}",
            BT_ARGS(BT_STR("name", rules->name), BT_STR("why", bt_message(ctx))));
    BT_TRY(status);
    const char *why = game->play_given ? BT_TEXT("it must be named without a play")
                                       : not_heaps(game->rules);
    bt_game_free(game);
    if (why)
        return bt_fail(
            ctx, BT_DOMAIN, "the piles of '{name}' cannot be heaps of {as}: {why}",
            BT_ARGS(BT_STR("name", rules->name), BT_QUOTE("as", bt_span_of(d->as)),
                    BT_STR("why", bt_words_for(ctx, why))));
    return BT_OK;
}

bt_status bt_registry_add(bt_registry *r, const bt_rules *rules)
{
    bt_context *ctx = r->arena.ctx;
    bt_rules full;
    const void *heaps = NULL, *disguise = NULL;
    BT_TRY(copy(ctx, "bt_rules", rules, &full, sizeof full));
    BT_TRY(keep(r, "bt_heap_kit", full.heaps, sizeof *full.heaps, &heaps));
    BT_TRY(keep(r, "bt_disguise", full.disguise, sizeof *full.disguise, &disguise));
    full.heaps = heaps;
    full.disguise = disguise;
    if (!is_name(full.name))
        return bt_fail(
            ctx, BT_DOMAIN,
            "rules need a name of small letters, digits and hyphens, not {name}",
            BT_ARGS(BT_QUOTE("name", bt_span_of(full.name ? full.name : ""))));
    const char *field = missing(&full) ? missing(&full) : missing_for_kits(&full);
    if (field)
        return bt_fail(ctx, BT_DOMAIN, "the rules '{name}' need the field '{field}'",
                       BT_ARGS(BT_STR("name", full.name), BT_STR("field", field)));
    if (full.heaps && !full.heaps->options && full.bind != bt_heap_bind)
        return bt_fail(ctx, BT_DOMAIN,
                       "the heaps of '{name}' follow a code, so the field 'bind' of "
                       "its rules must be bt_heap_bind",
                       BT_ARGS(BT_STR("name", full.name)));
    BT_TRY(check_as(r, &full));
    if (bt_registry_find(r, bt_span_of(full.name)))
        return bt_fail(ctx, BT_DOMAIN, "there are already rules called '{name}'",
                       BT_ARGS(BT_STR("name", full.name)));
    bt_rules *kept = bt_arena_alloc(&r->arena, 1, sizeof *kept);
    if (!kept)
        return bt_last_status(ctx);
    BT_TRY(reserve(r, r->count + 1));
    *kept = full;
    r->own[r->count++] = kept;
    return BT_OK;
}
