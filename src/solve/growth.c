/* SPDX-License-Identifier: MIT */
#include "solve/growth.h"

#include "core/arith.h"
#include "rules/game_rules.h"

#include <string.h>

static uint64_t total_of(const bt_pos *p)
{
    uint64_t total = 0;
    for (size_t i = 0; i < p->n; i++)
        if (!bti_add(total, p->x[i], &total))
            return UINT64_MAX;
    return total;
}

static void put(bti_growth *g, size_t *len, const char *words)
{
    for (; *words && *len + 1 < sizeof g->text; words++)
        g->text[(*len)++] = *words;
    g->text[*len] = 0;
}

/* The first few numbers. */
static void put_numbers(bti_growth *g, size_t *len, const bt_pos *p)
{
    enum { SHOWN = 4 };
    for (size_t i = 0; i < p->n && i < SHOWN; i++) {
        char digits[21] = "";
        bt_print_u64(digits, p->x[i]);
        put(g, len, i > 0 ? "," : "");
        put(g, len, digits);
    }
    put(g, len, p->n > SHOWN ? ",..." : "");
}

const char *bti_say_growth(bti_growth *g, const bt_pos *from, const bt_pos *now)
{
    size_t len = 0;
    put(g, &len, "");
    if (total_of(now) <= total_of(from))
        return g->text;
    put(g, &len, "; the numbers grow: from ");
    put_numbers(g, &len, from);
    put(g, &len, " play came to ");
    put_numbers(g, &len, now);
    return g->text;
}

/* Only rules of one's own can grow by mistake: what Bouton brings is finite. */
static bool says_why_play_ends(const bt_game *g)
{
    const bti_game_file *file = bti_game_file_of(g);
    return !file || file->ranks > 0;
}

static size_t largest_of(const bt_pos *p)
{
    size_t at = 0;
    for (size_t i = 1; i < p->n; i++)
        at = p->x[i] > p->x[at] ? i : at;
    return at;
}

void bti_growth_begin(bti_growth_watch *w, bt_context *ctx, const bt_part *root,
                      size_t parts, uint64_t positions)
{
    uint64_t limit = bt_growth_limit(ctx);
    bool ends = true;
    *w = (bti_growth_watch){
        .ctx = ctx, .root = root, .parts = parts, .stop_at = UINT64_MAX};
    for (size_t i = 0; i < parts; i++) {
        const bt_pos *pos = &root[i].pos;
        uint64_t here = pos->n > 0 ? pos->x[largest_of(pos)] : 0;
        w->largest = here > w->largest ? here : w->largest;
        ends = ends && says_why_play_ends(root[i].game);
    }
    if (limit > 0 && !ends)
        w->stop_at = positions < UINT64_MAX - limit ? positions + limit : UINT64_MAX;
}

/* "x", "number 2" */
static void put_name(bt_text *out, const bt_game *g, size_t word)
{
    const bti_game_file *file = bti_game_file_of(g);
    if (file)
        bt_text_put(out, file->scope.var[word]);
    else
        bt_say(out, "number {word}", BT_ARGS(BT_NUM("word", word + 1)));
}

static bt_status stop(const bti_growth_watch *w, size_t part, const bt_pos *pos,
                      size_t word)
{
    const bt_part *root = &w->root[part];
    bt_text name;
    bt_text_init(&name, w->ctx);
    put_name(&name, root->game, word);
    bt_status status = bt_text_status(&name);
    if (status == BT_OK)
        status = bt_fail(
            w->ctx, BT_UNABLE,
            "the search stopped after {limit} positions: {name} still grows (from "
            "{word} to {x}), and nothing in the rules says that play ends; if it does, "
            "add a line 'rank', or let the search go on with --memory",
            BT_ARGS(BT_NUM("limit", bt_growth_limit(w->ctx)),
                    BT_STR("name", bt_text_chars(&name)),
                    BT_NUM("word", word < root->pos.n ? root->pos.x[word] : 0),
                    BT_NUM("x", pos->x[word])));
    bt_text_free(&name);
    return status;
}

bt_status bti_growth_look(bti_growth_watch *w, size_t part, const bt_pos *pos,
                          uint64_t positions)
{
    if (w->stop_at == UINT64_MAX || pos->n == 0 ||
        says_why_play_ends(w->root[part].game))
        return BT_OK;
    size_t word = largest_of(pos);
    if (pos->x[word] <= w->largest)
        return BT_OK;
    w->largest = pos->x[word];
    return positions > w->stop_at ? stop(w, part, pos, word) : BT_OK;
}
