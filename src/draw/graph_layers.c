/* SPDX-License-Identifier: MIT
 * The layer of a position is the length of the longest play left from it, so every move
 * goes down. Where play can go round, positions on a common cycle (a strong component,
 * found by Tarjan's search of 1972) take a band of layers of their own: in the order of
 * a breadth-first search from the position that was reached first, those that are
 * joined by a move never side by side. */
#include "draw/graph_layout.h"

#include "core/parallel.h"

enum { UNSEEN = UINT32_MAX };

typedef struct {
    uint32_t nodes;
    uint32_t *start, *to;   /* the moves of each node */
    uint32_t *component;    /* numbered so that moves lead to smaller numbers */
    uint32_t *member;       /* the nodes, component by component */
    uint32_t *member_start; /* of each component */
    uint32_t components;
    uint32_t *seen, *low;  /* Tarjan's numbers; later the order and the depth */
    uint32_t *next, *path; /* the search's own stack */
    uint32_t *waiting;
    uint32_t *layer;
} search;

static bool prepare(bt_arena *arena, const bti_graph_shape *shape, search *s)
{
    uint32_t **row[] = {&s->component, &s->member, &s->seen,   &s->low,
                        &s->next,      &s->path,   &s->waiting};
    s->nodes = (uint32_t)shape->nodes;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        if (!(*row[i] = bt_arena_alloc(arena, shape->nodes, sizeof **row[i])))
            return false;
    s->start = bt_arena_alloc(arena, shape->nodes + 2, sizeof *s->start);
    s->member_start = bt_arena_alloc(arena, shape->nodes + 1, sizeof *s->member_start);
    s->to = bt_arena_alloc(arena, shape->arrows, sizeof *s->to);
    if (!s->start || !s->member_start || !s->to)
        return false;
    for (size_t a = 0; a < shape->arrows; a++)
        s->start[shape->arrow[a].from + 2]++;
    bti_starts(s->start + 1, shape->nodes);
    for (size_t a = 0; a < shape->arrows; a++)
        s->to[s->start[shape->arrow[a].from + 1]++] = shape->arrow[a].to;
    for (size_t v = 0; v < shape->nodes; v++)
        s->seen[v] = s->component[v] = UNSEEN;
    return true;
}

/* A component is complete: it is what waits from `v` on. */
static void close_component(search *s, uint32_t v, uint32_t *waiting, uint32_t *members)
{
    uint32_t w, bottom = *waiting;
    do {
        w = s->waiting[--bottom];
        s->component[w] = s->components;
    } while (w != v);
    s->member_start[s->components++] = *members;
    for (uint32_t i = bottom; i < *waiting; i++)
        s->member[(*members)++] = s->waiting[i];
    s->member_start[s->components] = *members;
    *waiting = bottom;
}

static void find_components(search *s)
{
    uint32_t count = 0, waiting = 0, members = 0, depth;
    for (uint32_t root = 0; root < s->nodes; root++) {
        if (s->seen[root] != UNSEEN)
            continue;
        s->path[0] = root;
        for (depth = 1; depth > 0;) {
            uint32_t v = s->path[depth - 1];
            if (s->seen[v] == UNSEEN) {
                s->seen[v] = s->low[v] = count++;
                s->next[v] = s->start[v];
                s->waiting[waiting++] = v;
            }
            uint32_t w = v;
            while (s->next[v] < s->start[v + 1] &&
                   s->seen[w = s->to[s->next[v]]] != UNSEEN) {
                if (s->component[w] == UNSEEN && s->seen[w] < s->low[v])
                    s->low[v] = s->seen[w];
                s->next[v]++;
            }
            if (s->next[v] < s->start[v + 1]) {
                s->path[depth++] = w;
                continue;
            }
            if (s->low[v] == s->seen[v])
                close_component(s, v, &waiting, &members);
            if (--depth > 0 && s->low[v] < s->low[s->path[depth - 1]])
                s->low[s->path[depth - 1]] = s->low[v];
        }
    }
}

/* One above everything that moves from the component lead to. */
static uint32_t base_of(const search *s, uint32_t c)
{
    uint32_t base = 0;
    for (uint32_t m = s->member_start[c]; m < s->member_start[c + 1]; m++) {
        uint32_t v = s->member[m];
        for (uint32_t i = s->start[v]; i < s->start[v + 1]; i++)
            if (s->component[s->to[i]] != c && s->layer[s->to[i]] >= base)
                base = s->layer[s->to[i]] + 1;
    }
    return base;
}

/* The members of the component in breadth-first order into path, their places in it
 * into seen. The first member is the one that the search reached first. */
static uint32_t order_component(search *s, uint32_t c)
{
    uint32_t count = 0;
    for (uint32_t m = s->member_start[c]; m < s->member_start[c + 1]; m++)
        s->seen[s->member[m]] = UNSEEN;
    s->path[count] = s->member[s->member_start[c]];
    s->seen[s->path[0]] = 0;
    count++;
    for (uint32_t at = 0; at < count; at++)
        for (uint32_t i = s->start[s->path[at]]; i < s->start[s->path[at] + 1]; i++) {
            uint32_t w = s->to[i];
            if (s->component[w] == c && s->seen[w] == UNSEEN) {
                s->seen[w] = count;
                s->path[count++] = w;
            }
        }
    return count;
}

static void place_component(search *s, uint32_t c)
{
    uint32_t base = base_of(s, c), height = 0, count = order_component(s, c);
    uint32_t *depth = s->low;
    for (uint32_t at = 0; at < count; at++)
        depth[s->path[at]] = 0;
    for (uint32_t at = 0; at < count; at++) {
        uint32_t v = s->path[at];
        for (uint32_t i = s->start[v]; i < s->start[v + 1]; i++) {
            uint32_t w = s->to[i]; /* a move back: it stays above */
            if (s->component[w] == c && s->seen[w] < at && depth[w] >= depth[v])
                depth[v] = depth[w] + 1;
        }
        for (uint32_t i = s->start[v]; i < s->start[v + 1]; i++) {
            uint32_t w = s->to[i];
            if (s->component[w] == c && s->seen[w] > at && depth[w] <= depth[v])
                depth[w] = depth[v] + 1;
        }
        height = depth[v] > height ? depth[v] : height;
    }
    for (uint32_t at = 0; at < count; at++)
        s->layer[s->path[at]] = base + height - depth[s->path[at]];
}

bt_status bti_find_layers(bt_arena *arena, const bti_graph_shape *shape,
                          uint32_t *layer)
{
    search s = {.layer = layer};
    if (!prepare(arena, shape, &s))
        return bt_last_status(arena->ctx);
    find_components(&s);
    if (bt_stopped(arena->ctx))
        return BT_STOPPED;
    for (uint32_t c = 0; c < s.components; c++) {
        if (bti_worked(arena->ctx, 64))
            return BT_STOPPED;
        place_component(&s, c);
    }
    return BT_OK;
}
