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

enum { SHOWN = 4, NUMBERS_BYTES = SHOWN * 21 + 4 };

/* The first few numbers. */
static const char *print_numbers(char room[NUMBERS_BYTES], const bt_pos *p)
{
    size_t len = 0;
    for (size_t i = 0; i < p->n && i < SHOWN; i++) {
        if (i > 0)
            room[len++] = ',';
        len += bt_print_u64(room + len, p->x[i]);
    }
    memcpy(room + len, p->n > SHOWN ? ",..." : "", p->n > SHOWN ? 5 : 1);
    return room;
}

const char bti_search_is_full[] =
    BT_TEXT("the search reached the memory limit of {limit} bytes after {positions} "
            "positions");
const char bti_growing_search_is_full[] =
    BT_TEXT("the search reached the memory limit of {limit} bytes after {positions} "
            "positions, and the numbers kept growing: play led from {from} to {to}");

bt_status bti_fail_full(bt_context *ctx, const char *plain, const char *growing,
                        uint64_t positions, const bt_pos *from, const bt_pos *now)
{
    char begin[NUMBERS_BYTES], end[NUMBERS_BYTES];
    const bt_arg limit = BT_NUM("limit", bt_memory_limit(ctx));
    const bt_arg count = BT_NUM("positions", positions);
    if (!from || !now || total_of(now) <= total_of(from))
        return bt_fail_at_limit(ctx, BT_LIMIT_MEMORY, plain, BT_ARGS(limit, count));
    return bt_fail_at_limit(ctx, BT_LIMIT_MEMORY, growing,
                            BT_ARGS(limit, count,
                                    BT_STR("from", print_numbers(begin, from)),
                                    BT_STR("to", print_numbers(end, now))));
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

/* Only games of a text are watched, so the number has a name. */
static bt_status stop(const bti_growth_watch *w, size_t part, const bt_pos *pos,
                      size_t word)
{
    const bt_part *root = &w->root[part];
    return bt_fail_at_limit(
        w->ctx, BT_LIMIT_GROWTH,
        "the search stopped after {positions} positions: {name} keeps growing (from "
        "{from} to {to}), and nothing in the rules says that play ends; if it does, "
        "add a line 'rank'",
        BT_ARGS(BT_NUM("positions", bt_growth_limit(w->ctx)),
                BT_STR("name", bti_game_file_of(root->game)->scope.var[word]),
                BT_NUM("from", word < root->pos.n ? root->pos.x[word] : 0),
                BT_NUM("to", pos->x[word])));
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
