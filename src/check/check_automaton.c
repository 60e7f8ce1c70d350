/* SPDX-License-Identifier: MIT
 * What can be seen from the certificate's automaton itself: which states are reached at
 * all, from which ones the answer is decided whatever comes, and, for reading it
 * backwards, which states lead to which. Leaving this out would change no answer of the
 * checker, only its time. */
#include "check/check_automaton.h"

#include "core/grow.h"

#include <string.h>

static size_t widest(const bti_certificate *c)
{
    size_t width = c->states;
    for (size_t v = 0; v < c->names; v++)
        width = c->level[v].nodes > width ? c->level[v].nodes : width;
    return width;
}

/* Bits of what can be reached: 1 a state that rejects, 2 one that accepts. Upwards from
 * the states through the nodes, again and again until nothing changes. */
static bt_status find_fates(bti_certificate *c, bt_context *ctx, unsigned char *room)
{
    size_t width = widest(c);
    unsigned char *above = room, *below = room + width;
    for (size_t q = 0; q < c->states; q++)
        c->fate[q] = c->accept[q] ? 2 : 1;
    for (bool changed = true; changed;) {
        changed = false;
        if (bt_stopped(ctx))
            return BT_STOPPED;
        memcpy(below, c->fate, c->states);
        for (size_t v = c->names; v-- > 0;) {
            const bti_check_level *l = &c->level[v];
            unsigned char *swapped = above;
            for (size_t n = 0; n < l->nodes; n++)
                above[n] = below[l->pair[2 * n]] | below[l->pair[2 * n + 1]];
            above = below;
            below = swapped;
        }
        for (size_t q = 0; q < c->states; q++) {
            unsigned char fate = c->fate[q] | below[c->first[q]];
            changed |= fate != c->fate[q];
            c->fate[q] = fate;
        }
    }
    return BT_OK;
}

/* The states to which one state leads: `list`, through nodes that are marked by it. */
typedef struct {
    uint32_t *mark, *list, *next;
    uint32_t stamp;
} walk;

static size_t find_targets(const bti_certificate *c, walk *w, size_t from)
{
    size_t count = 1;
    w->list[0] = c->first[from];
    for (size_t v = 0; v < c->names; v++) {
        size_t more = 0;
        w->stamp++;
        for (size_t i = 0; i < 2 * count; i++) {
            uint32_t to = c->level[v].pair[2 * w->list[i / 2] + i % 2];
            if (w->mark[to] == w->stamp)
                continue;
            w->mark[to] = w->stamp;
            w->next[more++] = to;
        }
        uint32_t *swapped = w->list;
        w->list = w->next;
        w->next = swapped;
        count = more;
    }
    return count;
}

static bt_status begin_walk(const bti_certificate *c, walk *w)
{
    size_t width = widest(c);
    BT_TRY(BTI_ARENA_NEW(c->arena, w->mark, 3 * width));
    w->list = w->mark + width;
    w->next = w->list + width;
    return BT_OK;
}

/* States in the order in which they are found. */
static bt_status find_reached(bti_certificate *c, walk *w, uint32_t *queue)
{
    size_t found = 1;
    queue[0] = 0;
    c->reached[0] = true;
    for (size_t i = 0; i < found; i++) {
        size_t count = find_targets(c, w, queue[i]);
        if (i % 1024 == 1023 && bt_stopped(c->arena->ctx))
            return BT_STOPPED;
        for (size_t k = 0; k < count; k++)
            if (!c->reached[w->list[k]]) {
                c->reached[w->list[k]] = true;
                queue[found++] = w->list[k];
            }
    }
    return BT_OK;
}

/* Counts, then places: behind each state the reached ones that lead to it. */
static bt_status find_predecessors(bti_certificate *c, walk *w)
{
    uint64_t total = 0;
    uint32_t *end = bt_arena_alloc(c->arena, c->states + 1, sizeof *end);
    c->pred_first = bt_arena_alloc(c->arena, c->states + 1, sizeof *c->pred_first);
    if (!end || !c->pred_first)
        return bt_last_status(c->arena->ctx);
    for (size_t q = 0; q < c->states; q++) {
        size_t count = c->reached[q] ? find_targets(c, w, q) : 0;
        for (size_t k = 0; k < count; k++)
            end[w->list[k]]++;
        total += count;
        if (total > BTI_CHECK_NODES)
            return bt_fail(c->arena->ctx, BT_UNABLE,
                           "the automaton is too large to be read backwards",
                           BT_NO_ARGS);
    }
    for (size_t q = 0; q < c->states; q++) {
        c->pred_first[q + 1] = c->pred_first[q] + end[q];
        end[q] = c->pred_first[q];
    }
    BT_TRY(BTI_ARENA_NEW(c->arena, c->pred, (size_t)total + 1));
    for (size_t q = 0; q < c->states; q++) {
        size_t count = c->reached[q] ? find_targets(c, w, q) : 0;
        for (size_t k = 0; k < count; k++)
            c->pred[end[w->list[k]]++] = (uint32_t)q;
    }
    return BT_OK;
}

bt_status bti_check_study(bti_certificate *c)
{
    bt_arena *arena = c->arena;
    walk w = {.stamp = 0};
    c->reached = bt_arena_alloc(arena, c->states, sizeof *c->reached);
    c->fate = bt_arena_alloc(arena, c->states, sizeof *c->fate);
    unsigned char *room = bt_arena_alloc(arena, 2 * widest(c), 1);
    uint32_t *queue = bt_arena_alloc(arena, c->states, sizeof *queue);
    if (!c->reached || !c->fate || !room || !queue)
        return bt_last_status(arena->ctx);
    BT_TRY(begin_walk(c, &w));
    BT_TRY(find_reached(c, &w, queue));
    BT_TRY(find_fates(c, arena->ctx, room));
    return c->digits ? find_predecessors(c, &w) : BT_OK;
}

bt_status bti_check_study_backwards(bti_certificate *c)
{
    walk w = {.stamp = 0};
    if (c->pred)
        return BT_OK;
    BT_TRY(begin_walk(c, &w));
    return find_predecessors(c, &w);
}
