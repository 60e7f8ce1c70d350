/* SPDX-License-Identifier: MIT
 * One ascending sweep over single heaps: every option is smaller, so its value is known
 * when it is needed. The table only grows, and what is there stays. Rules may have a
 * faster way of their own. Otherwise options come from the box where the rules have
 * one, otherwise from their walk over a position of one heap. Where moves break heaps,
 * an option is several heaps, and its value their nim-sum. */
#include "solve/heap_table.h"
#include "rules/boxes.h"

#include "core/parallel.h"
#include "rules/kit_code.h"

#include <string.h>

struct bti_heap_table {
    bt_context *ctx;
    const bt_game *game;
    uint32_t *value;
    size_t heaps, cap; /* known, and room */
    uint64_t *option;
    size_t options_cap;
    uint64_t *seen; /* by value: 1 + the last heap with such an option */
    size_t seen_cap;
    bt_pos one; /* the heap that is walked, where moves make positions longer */
};

bt_status bti_heap_table_new(bt_context *ctx, const bt_game *game, bti_heap_table **out)
{
    bti_heap_table *t = bt_resize(ctx, NULL, 0, sizeof *t);
    if (!t)
        return bt_last_status(ctx);
    *t = (bti_heap_table){.ctx = ctx, .game = game};
    bt_pos_init(&t->one, ctx);
    *out = t;
    return BT_OK;
}

void bti_heap_table_free(bti_heap_table *t)
{
    if (!t)
        return;
    bt_release(t->ctx, t->value, t->cap * sizeof *t->value);
    bt_release(t->ctx, t->option, t->options_cap * sizeof *t->option);
    bt_release(t->ctx, t->seen, t->seen_cap * sizeof *t->seen);
    bt_pos_free(&t->one);
    bt_release(t->ctx, t, sizeof *t);
}

const bt_game *bti_heap_table_game(const bti_heap_table *t)
{
    return t->game;
}

static bt_status too_large(bti_heap_table *t, uint64_t heap)
{
    if (bt_last_status(t->ctx) != BT_UNABLE)
        return bt_last_status(t->ctx);
    if (t->heaps == 0)
        return bt_fail_at_limit(
            t->ctx, BT_LIMIT_MEMORY,
            "a table of all heaps up to {heap} does not fit into the memory limit of "
            "{limit} bytes",
            BT_ARGS(BT_NUM("heap", heap), BT_NUM("limit", bt_memory_limit(t->ctx))));
    return bt_fail_at_limit(
        t->ctx, BT_LIMIT_MEMORY,
        "a table of all heaps up to {heap} does not fit into the memory limit of "
        "{limit} bytes; so far {heaps, plural, one {one heap is} other {{heaps} heaps "
        "are}} known",
        BT_ARGS(BT_NUM("heap", heap), BT_NUM("limit", bt_memory_limit(t->ctx)),
                BT_NUM("heaps", t->heaps)));
}

/* Room for `wanted` elements; twice as many as before if that is more and can be had.
 */
static void *grow(bt_context *ctx, void *array, size_t *cap, size_t wanted, size_t size)
{
    if (wanted <= *cap)
        return array;
    size_t twice = *cap <= wanted / 2 ? wanted : 2 * *cap;
    void *grown = bt_resize_array(ctx, array, *cap, twice, size);
    if (!grown && twice > wanted) {
        twice = wanted;
        grown = bt_resize_array(ctx, array, *cap, twice, size);
    }
    if (grown)
        *cap = twice;
    return grown;
}

static bt_status make_seen(bti_heap_table *t, size_t values)
{
    size_t old = t->seen_cap;
    uint64_t *seen = grow(t->ctx, t->seen, &t->seen_cap, values, sizeof *seen);
    if (!seen)
        return bt_last_status(t->ctx);
    t->seen = seen;
    if (t->seen_cap > old)
        return bti_fill(t->ctx, seen + old, 0, (t->seen_cap - old) * sizeof *seen);
    return BT_OK;
}

/* A value is at most the number of options, so `seen` has one entry more. */
static bt_status make_room(bti_heap_table *t, size_t heaps, size_t options)
{
    uint32_t *value = grow(t->ctx, t->value, &t->cap, heaps, sizeof *value);
    if (!value)
        return bt_last_status(t->ctx);
    t->value = value;
    uint64_t *option =
        grow(t->ctx, t->option, &t->options_cap, options + 1, sizeof *option);
    if (!option)
        return bt_last_status(t->ctx);
    t->option = option;
    return make_seen(t, options + 1);
}

/* The walk of a rule set without a box. */
struct collect {
    bt_visit visit;
    bti_heap_table *table;
    uint64_t heap;
    size_t count;
};

static bool keep_option(bt_visit *visit, const bt_move *move)
{
    struct collect *c = (struct collect *)visit;
    const bt_pos *p = move->to;
    if (p->n != 1 || p->x[0] >= c->heap || c->count >= c->table->options_cap)
        visit->status = bt_fail(
            c->table->ctx, BT_UNABLE,
            "the rules do not keep their promise that a move makes one heap smaller",
            BT_NO_ARGS);
    else
        c->table->option[c->count++] = p->x[0];
    return visit->status == BT_OK;
}

static bt_status options_of(bti_heap_table *t, const bt_box *box, uint64_t heap,
                            size_t *n)
{
    if (box) {
        *n = t->game->rules->box_options(t->game, box, &heap, heap, t->option);
        return BT_OK;
    }
    struct collect c = {{.option = keep_option}, t, heap, 0};
    bt_pos one = {.x = &heap, .n = 1, .cap = 1, .ctx = t->ctx};
    bt_status status = bt_options(t->game, &one, &c.visit);
    *n = c.count;
    return status;
}

static bt_status mex_of(bti_heap_table *t, uint64_t heap, size_t options, uint32_t *mex)
{
    *mex = 0;
    while (*mex < t->seen_cap && t->seen[*mex] == heap + 1)
        ++*mex;
    return bti_worked(t->ctx, 4 + options) ? BT_STOPPED : BT_OK;
}

static bt_status mex_of_heap(bti_heap_table *t, const bt_box *box, uint64_t heap,
                             uint32_t *mex)
{
    size_t n = 0;
    BT_TRY(options_of(t, box, heap, &n));
    for (size_t i = 0; i < n; i++)
        t->seen[t->value[t->option[i]]] = heap + 1;
    return mex_of(t, heap, n, mex);
}

static bt_status mark_value(const struct collect *c, const bt_pos *p)
{
    bti_heap_table *t = c->table;
    uint32_t value = 0;
    for (size_t i = 0; i < p->n; i++) {
        if (p->x[i] >= c->heap)
            return bt_fail(
                t->ctx, BT_UNABLE,
                "the rules do not keep their promise that a move leaves smaller heaps",
                BT_NO_ARGS);
        value ^= t->value[p->x[i]];
    }
    if (value >= t->seen_cap)
        BT_TRY(make_seen(t, (size_t)value + 1));
    t->seen[value] = c->heap + 1;
    return bti_worked(t->ctx, 1) ? BT_STOPPED : BT_OK;
}

static bool mark_broken(bt_visit *visit, const bt_move *move)
{
    visit->status = mark_value((struct collect *)visit, move->to);
    return visit->status == BT_OK;
}

static bt_status mex_of_broken(bti_heap_table *t, uint64_t heap, uint32_t *mex)
{
    struct collect c = {{.option = mark_broken}, t, heap, 0};
    t->one.n = 0;
    BT_TRY(bt_pos_push(&t->one, heap));
    BT_TRY(bt_options(t->game, &t->one, &c.visit));
    return mex_of(t, heap, 0, mex);
}

static bt_status sweep(bti_heap_table *t, const bt_box *box, size_t heaps)
{
    for (; t->heaps < heaps; t->heaps++) {
        BT_TRY(t->game->rules->grows > 0
                   ? mex_of_broken(t, t->heaps, &t->value[t->heaps])
                   : mex_of_heap(t, box, t->heaps, &t->value[t->heaps]));
        if (t->heaps % 1024 == 0)
            bti_progress(t->ctx, "heaps", t->heaps, heaps);
    }
    return BT_OK;
}

/* The rules have their own way; a code of the heap kit is one. */
static bt_heap_values *own_way(const bt_rules *rules)
{
    bool has_code = rules->heaps && !rules->heaps->options;
    return has_code ? bti_kit_code_values : rules->heap_values;
}

static bt_status fill(bti_heap_table *t, uint64_t heap)
{
    size_t heaps = (size_t)heap + 1;
    bt_status status =
        own_way(t->game->rules)(t->ctx, t->game, t->value, t->heaps, heaps);
    if (status == BT_UNABLE)
        return too_large(t, heap);
    if (status == BT_OK)
        t->heaps = heaps;
    return status;
}

static bt_status extend(bti_heap_table *t, uint64_t heap)
{
    const bt_rules *rules = t->game->rules;
    bt_box box;
    bt_pos root = {.x = &heap, .n = 1, .cap = 1, .ctx = t->ctx};
    bool has_box = rules->box && rules->box_options && !own_way(rules);
    if (heap >= UINT32_MAX - 1 || (has_box && !rules->box(t->game, &root, &box)))
        return bt_fail(t->ctx, BT_UNABLE,
                       "a heap of {heap} is too large to be searched: tables hold "
                       "heaps below 4294967295",
                       BT_ARGS(BT_NUM("heap", heap)));
    size_t heaps = (size_t)heap + 1;
    if (make_room(t, heaps,
                  has_box                              ? box.options_max
                  : rules->grows > 0 || own_way(rules) ? 0
                                                       : heaps) != BT_OK)
        return too_large(t, heap);
    return own_way(rules) ? fill(t, heap) : sweep(t, has_box ? &box : NULL, heaps);
}

bt_status bti_heap_table_value(bti_heap_table *t, uint64_t heap, uint32_t *value)
{
    if (heap >= t->heaps)
        BT_TRY(extend(t, heap));
    *value = t->value[heap];
    return BT_OK;
}
