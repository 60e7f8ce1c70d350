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

/* A value is at most the number of options, so `seen` has one entry more. */
static bt_status make_room(bti_heap_table *t, const bt_box *box)
{
    if (box->size > SIZE_MAX / 2) {
        bt_fail(t->ctx, BT_UNABLE, "too large");
        return BT_UNABLE;
    }
    size_t heaps = (size_t)box->size;
    if (heaps > t->cap) {
        uint32_t *value =
            bt_resize_array(t->ctx, t->value, t->cap, heaps, sizeof *value);
        if (!value)
            return bt_last_status(t->ctx);
        t->value = value;
        t->cap = heaps;
    }
    if (box->options_max > t->options_cap) {
        uint64_t *option = bt_resize_array(t->ctx, t->option, t->options_cap,
                                           box->options_max, sizeof *option);
        if (!option)
            return bt_last_status(t->ctx);
        t->option = option;
        t->options_cap = box->options_max;
    }
    size_t values = box->options_max + 1;
    if (values > t->seen_cap) {
        uint64_t *seen =
            bt_resize_array(t->ctx, t->seen, t->seen_cap, values, sizeof *seen);
        if (!seen)
            return bt_last_status(t->ctx);
        memset(seen + t->seen_cap, 0, (values - t->seen_cap) * sizeof *seen);
        t->seen = seen;
        t->seen_cap = values;
    }
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
        if (!t->game->rules->box(t->game, &root, &box) || box.size > UINT32_MAX) {
            bt_fail(t->ctx, BT_UNABLE, "too large");
            return too_large(t, heap);
        }
        if (make_room(t, &box) != BT_OK)
            return too_large(t, heap);
        BT_TRY(sweep(t, &box));
    }
    *value = t->value[heap];
    return BT_OK;
}
