/* SPDX-License-Identifier: MIT
 * Registries that programs extend. A rule set comes as a table of functions that may be
 * older than this library, and so shorter than bt_rules, or newer: what is missing is
 * nothing, and what the library does not know must be nothing. */
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

/* Copies what both sides know. */
static bt_status copy(bt_context *ctx, const bt_rules *from, bt_rules *to)
{
    const unsigned char *bytes = (const unsigned char *)from;
    size_t size = from->size < sizeof *to ? from->size : sizeof *to;
    if (from->size < sizeof from->size + sizeof from->name)
        return bt_fail(ctx, BT_DOMAIN,
                       "the field 'size' of the rules must be sizeof(bt_rules)");
    for (size_t i = size; i < from->size; i++)
        if (bytes[i] != 0)
            return bt_fail(ctx, BT_DOMAIN,
                           "the rules are made for a newer version of Bouton: this one "
                           "does not know all of their fields");
    memset(to, 0, sizeof *to);
    memcpy(to, from, size);
    to->size = sizeof *to;
    return BT_OK;
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

bt_status bt_registry_add(bt_registry *r, const bt_rules *rules)
{
    bt_context *ctx = r->arena.ctx;
    bti_quote quote;
    bt_rules full;
    BT_TRY(copy(ctx, rules, &full));
    if (!is_name(full.name))
        return bt_fail(ctx, BT_DOMAIN,
                       "rules need a name of small letters, digits and hyphens, not %s",
                       bti_quoted(&quote, bt_span_of(full.name ? full.name : "")));
    if (missing(&full))
        return bt_fail(ctx, BT_DOMAIN, "the rules '%s' need the field '%s'", full.name,
                       missing(&full));
    if (bt_registry_find(r, bt_span_of(full.name)))
        return bt_fail(ctx, BT_DOMAIN, "there are already rules called '%s'",
                       full.name);
    bt_rules *kept = bt_arena_alloc(&r->arena, 1, sizeof *kept);
    if (!kept)
        return bt_last_status(ctx);
    BT_TRY(reserve(r, r->count + 1));
    *kept = full;
    r->own[r->count++] = kept;
    return BT_OK;
}
