/* SPDX-License-Identifier: MIT
 * Places from left to right, after Brandes and Koepf (2001): each vertex is aligned
 * with the middle one of its neighbours, four times (from above and from below, from
 * the left and from the right), aligned vertices move together as blocks, and the place
 * is the mean of the two middle ones of the four. Whatever keeps its distance in all
 * four keeps it in the mean. Pieces of long arrows are aligned before others, so that
 * long arrows are straight. Blocks are packed by longest paths, first to the left, then
 * each as far to the right as its neighbours allow. */
#include "draw/graph_layout.h"

#include "core/parallel.h"

#include <string.h>

typedef struct {
    bt_context *ctx;
    bti_layered *g;
    bool *crossed; /* for each place in `up`: a segment that a long arrow crosses */
    uint32_t *root, *align; /* of blocks; the members of a block go round */
    uint32_t *pending, *queue;
    int64_t *x[4];
    bool from_below, mirrored; /* the way of the current one of the four */
} placer;

static uint32_t row_length(const bti_layered *g, uint32_t layer)
{
    return g->row_start[layer + 1] - g->row_start[layer];
}

/* Places in a row, seen in a mirror or not. */
static uint32_t position(const placer *p, uint32_t v)
{
    uint32_t rank = p->g->rank[v];
    return p->mirrored ? row_length(p->g, p->g->layer[v]) - 1 - rank : rank;
}

static uint32_t vertex_at(const placer *p, uint32_t layer, uint32_t place)
{
    const bti_layered *g = p->g;
    return p->mirrored ? g->row[g->row_start[layer + 1] - 1 - place]
                       : g->row[g->row_start[layer] + place];
}

static int64_t distance(const bti_layered *g, uint32_t v, uint32_t w)
{
    int64_t gap = v < g->nodes && w < g->nodes ? BTI_BOX_GAP : BTI_LINE_GAP;
    return g->half[v] + g->half[w] + gap;
}

/* Lists the neighbours of every vertex from left to right. */
static void sort_neighbours(bti_layered *g, uint32_t *filled, bool upper)
{
    uint32_t *start = upper ? g->up_start : g->down_start;
    uint32_t *to = upper ? g->up : g->down;
    const uint32_t *back_start = upper ? g->down_start : g->up_start;
    const uint32_t *back = upper ? g->down : g->up;
    memcpy(filled, start, g->vertices * sizeof *filled);
    for (uint32_t i = 0; i < g->vertices; i++) {
        uint32_t v = g->row[i];
        for (uint32_t k = back_start[v]; k < back_start[v + 1]; k++)
            to[filled[back[k]]++] = v;
    }
}

/* The bend above a bend, or v itself if there is none. */
static uint32_t bend_above(const bti_layered *g, uint32_t v)
{
    uint32_t above = v >= g->nodes ? g->up[g->up_start[v]] : v;
    return above >= g->nodes ? above : v;
}

static void mark_crossed_above(placer *p, uint32_t layer)
{
    const bti_layered *g = p->g;
    uint32_t left = 0, next = 0, count = row_length(g, layer);
    const uint32_t *row = g->row + g->row_start[layer];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bend = bend_above(g, row[i]), right = row_length(g, layer + 1) - 1;
        if (bend == row[i] && i + 1 < count)
            continue;
        if (bend != row[i])
            right = g->rank[bend];
        for (; next <= i; next++) {
            uint32_t v = row[next];
            for (uint32_t k = g->up_start[v]; k < g->up_start[v + 1]; k++) {
                uint32_t place = g->rank[g->up[k]];
                p->crossed[k] = (place < left || place > right) &&
                                (v < g->nodes || g->up[k] < g->nodes);
            }
        }
        left = right;
    }
}

static bool is_crossed(const placer *p, uint32_t upper, uint32_t lower)
{
    for (uint32_t k = p->g->up_start[lower]; k < p->g->up_start[lower + 1]; k++)
        if (p->g->up[k] == upper && p->crossed[k])
            return true;
    return false;
}

/* Aligns v with one of its middle neighbours if it lies to the right of the last one.
 */
static void align_vertex(placer *p, uint32_t v, uint32_t *free_from, uint64_t *looked)
{
    const bti_layered *g = p->g;
    const uint32_t *start = p->from_below ? g->down_start : g->up_start;
    const uint32_t *to = p->from_below ? g->down : g->up;
    uint32_t degree = start[v + 1] - start[v];
    for (uint32_t middle = (degree - 1) / 2; degree > 0 && middle <= degree / 2;
         middle++) {
        uint32_t u = to[p->mirrored ? start[v + 1] - 1 - middle : start[v] + middle];
        uint32_t lower = p->from_below ? u : v;
        *looked += g->up_start[lower + 1] - g->up_start[lower];
        if (p->align[v] != v || position(p, u) < *free_from ||
            (p->from_below ? is_crossed(p, v, u) : is_crossed(p, u, v)))
            continue;
        p->align[u] = v;
        p->root[v] = p->root[u];
        p->align[v] = p->root[v];
        *free_from = position(p, u) + 1;
    }
}

static bt_status align_all(placer *p)
{
    const bti_layered *g = p->g;
    for (uint32_t v = 0; v < g->vertices; v++)
        p->root[v] = p->align[v] = v;
    for (uint32_t i = 1; i < g->layers; i++) {
        uint32_t layer = p->from_below ? i : g->layers - 1 - i, free_from = 0;
        for (uint32_t k = 0; k < row_length(g, layer); k++) {
            uint64_t looked = 64;
            align_vertex(p, vertex_at(p, layer, k), &free_from, &looked);
            if (bti_worked(p->ctx, looked))
                return BT_STOPPED;
        }
    }
    return BT_OK;
}

/* The vertex to the right of v, or v at the end of the row. */
static uint32_t right_of(const placer *p, uint32_t v)
{
    uint32_t place = position(p, v) + 1, layer = p->g->layer[v];
    return place < row_length(p->g, layer) ? vertex_at(p, layer, place) : v;
}

/* Every block as far to the left as it can be. The blocks, from left to right, are in
 * the queue then; how many is returned. */
static uint32_t pack_left(placer *p, int64_t *x)
{
    uint32_t count = 0, vertices = p->g->vertices;
    memset(p->pending, 0, vertices * sizeof *p->pending);
    for (uint32_t v = 0; v < vertices; v++)
        p->pending[p->root[v]] += position(p, v) > 0;
    for (uint32_t v = 0; v < vertices; v++)
        if (p->root[v] == v && p->pending[v] == 0)
            p->queue[count++] = v;
    for (uint32_t at = 0; at < count; at++) {
        uint32_t block = p->queue[at], v = block;
        do {
            uint32_t w = right_of(p, v), other = p->root[w];
            int64_t least = x[block] + distance(p->g, v, w);
            v = p->align[v];
            if (other == block)
                continue;
            x[other] = x[other] < least ? least : x[other];
            if (--p->pending[other] == 0)
                p->queue[count++] = other;
        } while (v != block);
    }
    return count;
}

static void pack_right(const placer *p, int64_t *x, uint32_t blocks)
{
    while (blocks-- > 0) {
        uint32_t block = p->queue[blocks], v = block;
        int64_t most = INT64_MAX;
        do {
            uint32_t w = right_of(p, v);
            if (w != v && x[p->root[w]] - distance(p->g, v, w) < most)
                most = x[p->root[w]] - distance(p->g, v, w);
            v = p->align[v];
        } while (v != block);
        x[block] = most == INT64_MAX ? x[block] : most;
    }
}

static bt_status place_one_way(placer *p, int64_t *x)
{
    BT_TRY(align_all(p));
    memset(x, 0, p->g->vertices * sizeof *x);
    pack_right(p, x, pack_left(p, x));
    for (uint32_t v = 0; v < p->g->vertices; v++)
        if (p->root[v] != v)
            x[v] = x[p->root[v]];
    for (uint32_t v = 0; v < p->g->vertices && p->mirrored; v++)
        x[v] = -x[v];
    return BT_OK;
}

static void measure(const bti_layered *g, const int64_t *x, int64_t *left,
                    int64_t *right)
{
    *left = INT64_MAX;
    *right = INT64_MIN;
    for (uint32_t v = 0; v < g->vertices; v++) {
        *left = x[v] - g->half[v] < *left ? x[v] - g->half[v] : *left;
        *right = x[v] + g->half[v] > *right ? x[v] + g->half[v] : *right;
    }
}

/* Puts the four on the same ground, the narrowest: those made from the left at its left
 * end, the others at its right end. */
static void bring_together(placer *p)
{
    int64_t left[4], right[4];
    size_t narrowest = 0;
    for (size_t way = 0; way < 4; way++) {
        measure(p->g, p->x[way], &left[way], &right[way]);
        if (right[way] - left[way] < right[narrowest] - left[narrowest])
            narrowest = way;
    }
    for (size_t way = 0; way < 4; way++) {
        int64_t shift =
            way % 2 ? right[narrowest] - right[way] : left[narrowest] - left[way];
        for (uint32_t v = 0; v < p->g->vertices; v++)
            p->x[way][v] += shift;
    }
}

/* Of four numbers the mean of the second and the third, rounded down. */
static int64_t middle_mean(const placer *p, uint32_t v)
{
    int64_t least = INT64_MAX, most = INT64_MIN, sum = 0;
    for (size_t way = 0; way < 4; way++) {
        int64_t x = p->x[way][v];
        least = x < least ? x : least;
        most = x > most ? x : most;
        sum += x;
    }
    sum -= least + most;
    return sum / 2 - (sum % 2 < 0);
}

/* What stands alone in the highest or lowest layer stands over or under the middle of
 * its neighbours, so that the picture looks balanced. */
static void centre_row(bti_layered *g, uint32_t layer, const uint32_t *start,
                       const uint32_t *to)
{
    uint32_t v = g->row[g->row_start[layer]];
    if (row_length(g, layer) == 1 && start[v] < start[v + 1])
        g->x[v] = (g->x[to[start[v]]] + g->x[to[start[v + 1] - 1]]) / 2;
}

static bool prepare(bt_arena *arena, placer *p)
{
    size_t vertices = p->g->vertices;
    uint32_t **row[] = {&p->root, &p->align, &p->pending, &p->queue};
    for (size_t i = 0; i < 4; i++) {
        *row[i] = bt_arena_alloc(arena, vertices, sizeof **row[i]);
        p->x[i] = bt_arena_alloc(arena, vertices, sizeof *p->x[i]);
        if (!*row[i] || !p->x[i])
            return false;
    }
    p->crossed = bt_arena_alloc(arena, p->g->up_start[vertices], sizeof *p->crossed);
    return p->crossed != NULL;
}

bt_status bti_place_layers(bt_arena *arena, bti_layered *g)
{
    placer p = {.ctx = arena->ctx, .g = g};
    if (!prepare(arena, &p))
        return bt_last_status(arena->ctx);
    sort_neighbours(g, p.pending, true);
    sort_neighbours(g, p.pending, false);
    for (uint32_t layer = 0; layer + 1 < g->layers; layer++)
        mark_crossed_above(&p, layer);
    if (bt_stopped(arena->ctx))
        return BT_STOPPED;
    for (size_t way = 0; way < 4; way++) {
        p.from_below = way >= 2;
        p.mirrored = way % 2 == 1;
        BT_TRY(place_one_way(&p, p.x[way]));
    }
    bring_together(&p);
    for (uint32_t v = 0; v < g->vertices; v++)
        g->x[v] = middle_mean(&p, v);
    centre_row(g, g->layers - 1, g->down_start, g->down);
    centre_row(g, 0, g->up_start, g->up);
    int64_t left, right;
    measure(g, g->x, &left, &right);
    for (uint32_t v = 0; v < g->vertices; v++)
        g->x[v] -= left;
    return BT_OK;
}
