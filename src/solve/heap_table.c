/* SPDX-License-Identifier: MIT
 * One ascending sweep over the box of a single heap: every option is smaller, so its
 * value is known when it is needed. The table only grows, and what is there stays. */
#include "solve/heap_table.h"

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
};

bt_status bti_heap_table_new(bt_context *ctx, const bt_game *game, bti_heap_table **out)
{
    *out = NULL;
    if (!game->rules->box || !game->rules->box_options)
        return BT_OK;
    bti_heap_table *t = bt_resize(ctx, NULL, 0, sizeof *t);
    if (!t)
        return bt_last_status(ctx);
    *t = (bti_heap_table){.ctx = ctx, .game = game};
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
    return bt_fail(
        t->ctx, BT_UNABLE,
        "a table of all heaps up to %llu does not fit the memory limit of %llu "
        "bytes; so far %zu heaps are known; --memory raises it",
        (unsigned long long)heap, (unsigned long long)bt_memory_limit(t->ctx),
        t->heaps);
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

/* A value is at most the number of options, so `seen` has one entry more. */
static bt_status make_room(bti_heap_table *t, const bt_box *box)
{
    size_t heaps = (size_t)box->size, options = box->options_max, old = t->seen_cap;
    uint32_t *value = grow(t->ctx, t->value, &t->cap, heaps, sizeof *value);
    if (!value)
        return bt_last_status(t->ctx);
    t->value = value;
    uint64_t *option =
        grow(t->ctx, t->option, &t->options_cap, options + 1, sizeof *option);
    if (!option)
        return bt_last_status(t->ctx);
    t->option = option;
    uint64_t *seen = grow(t->ctx, t->seen, &t->seen_cap, options + 1, sizeof *seen);
    if (!seen)
        return bt_last_status(t->ctx);
    t->seen = seen;
    if (t->seen_cap > old)
        memset(seen + old, 0, (t->seen_cap - old) * sizeof *seen);
    return BT_OK;
}

static uint32_t mex_of_heap(bti_heap_table *t, const bt_box *box, uint64_t heap)
{
    size_t n = t->game->rules->box_options(t->game, box, &heap, heap, t->option);
    for (size_t i = 0; i < n; i++)
        t->seen[t->value[t->option[i]]] = heap + 1;
    uint32_t mex = 0;
    while (mex < t->seen_cap && t->seen[mex] == heap + 1)
        mex++;
    return mex;
}

static bt_status sweep(bti_heap_table *t, const bt_box *box)
{
    const bt_host *host = bt_context_host(t->ctx);
    for (; t->heaps < box->size; t->heaps++) {
        t->value[t->heaps] = mex_of_heap(t, box, t->heaps);
        if (t->heaps % 1024 != 0)
            continue;
        if (bt_stopped(t->ctx))
            return BT_STOPPED;
        if (host->progress)
            host->progress(host->self, "heaps", t->heaps, box->size);
    }
    return BT_OK;
}

bt_status bti_heap_table_value(bti_heap_table *t, uint64_t heap, uint32_t *value)
{
    if (heap >= t->heaps) {
        bt_box box;
        bt_pos root = {.x = &heap, .n = 1, .cap = 1, .ctx = t->ctx};
        if (!t->game->rules->box(t->game, &root, &box) || box.size > UINT32_MAX)
            return bt_fail(
                t->ctx, BT_UNABLE,
                "a heap of %llu is too large to be searched: tables hold heaps "
                "below 4294967295",
                (unsigned long long)heap);
        if (make_room(t, &box) != BT_OK)
            return too_large(t, heap);
        BT_TRY(sweep(t, &box));
    }
    *value = t->value[heap];
    return BT_OK;
}
