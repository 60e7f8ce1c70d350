/* SPDX-License-Identifier: MIT
 * The order of the vertices within their layers, so that few arrows cross. To find the
 * least number of crossings is NP-hard even for two layers (Garey and Johnson 1983); as
 * usual each layer is sorted by the mean places of its neighbours, sweeping down and
 * up, neighbours are exchanged where that helps, and the best order seen is kept; small
 * graphs are begun with several orders. */
#include "draw/graph_layout.h"

#include "core/parallel.h"

#include <string.h>

enum {
    SWEEPS = 24,
    FEW_SWEEPS = 8,       /* for large graphs */
    LARGE = 20000,        /* segments */
    EXCHANGE_MOST = 6000, /* segments, for exchanging neighbours */
    EXCHANGE_ROUNDS = 6,
    MOST_STARTS = 16, /* orders that the search begins with */
    WORK = 6000,      /* segments times starts */
    FINENESS = 4096   /* of mean places */
};

typedef struct {
    bti_layered *g;
    bti_keyed *keyed, *spare;
    uint32_t *tree; /* of counts, to count inversions (Fenwick 1994) */
    uint32_t *best; /* the rows with the fewest crossings */
    bt_context *ctx;
    bool stopped; /* the host wants to stop: what is left is not done */
} sorter;

static bool tired(sorter *s, uint64_t steps)
{
    s->stopped = s->stopped || bti_worked(s->ctx, steps);
    return s->stopped;
}

void bti_sort_keyed(bti_keyed *keyed, bti_keyed *spare, size_t count)
{
    bti_keyed *from = keyed, *to = spare;
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t at = 0; at < count; at += 2 * run) {
            size_t i = at, middle = count - at < run ? count : at + run;
            size_t k = middle, end = count - at < 2 * run ? count : at + 2 * run;
            for (size_t out = at; out < end; out++)
                if (i < middle && (k == end || from[i].key <= from[k].key))
                    to[out] = from[i++];
                else
                    to[out] = from[k++];
        }
        bti_keyed *swap = from;
        from = to;
        to = swap;
    }
    if (from != keyed)
        memcpy(keyed, from, count * sizeof *keyed);
}

static uint32_t row_length(const bti_layered *g, uint32_t layer)
{
    return g->row_start[layer + 1] - g->row_start[layer];
}

static void number_row(bti_layered *g, uint32_t layer)
{
    for (uint32_t i = g->row_start[layer]; i < g->row_start[layer + 1]; i++)
        g->rank[g->row[i]] = i - g->row_start[layer];
}

/* The order in which a depth-first search from the top meets the vertices: a tree has
 * no crossings in it. */
static bool first_order(bt_arena *arena, bti_layered *g)
{
    uint32_t *stack = bt_arena_alloc(arena, g->vertices, sizeof *stack);
    uint32_t *next = bt_arena_alloc(arena, g->vertices, sizeof *next);
    bool *seen = bt_arena_alloc(arena, g->vertices, sizeof *seen);
    uint32_t *filled = bt_arena_alloc(arena, g->layers, sizeof *filled);
    if (!stack || !next || !seen || !filled)
        return false;
    for (uint32_t pass = 0; pass < 2; pass++) /* first what nothing leads to */
        for (uint32_t root = 0; root < g->vertices; root++) {
            uint32_t depth = 0;
            if (seen[root] || (pass == 0 && g->up_start[root] < g->up_start[root + 1]))
                continue;
            stack[depth++] = root;
            while (depth > 0) {
                uint32_t v = stack[depth - 1], layer = g->layer[v];
                if (!seen[v]) {
                    seen[v] = true;
                    next[v] = g->down_start[v];
                    g->row[g->row_start[layer] + filled[layer]++] = v;
                }
                while (next[v] < g->down_start[v + 1] && seen[g->down[next[v]]])
                    next[v]++;
                if (next[v] == g->down_start[v + 1])
                    depth--;
                else
                    stack[depth++] = g->down[next[v]];
            }
        }
    for (uint32_t layer = 0; layer < g->layers; layer++)
        number_row(g, layer);
    return true;
}

/* Crossings between a layer and the one below it. Those of segments that leave the same
 * vertex are none: a vertex asks before it is counted. */
static uint64_t crossings_below(sorter *s, uint32_t layer)
{
    const bti_layered *g = s->g;
    uint32_t width = row_length(g, layer - 1), counted = 0;
    uint64_t crossings = 0;
    memset(s->tree, 0, (width + 1) * sizeof *s->tree);
    for (uint32_t i = g->row_start[layer]; i < g->row_start[layer + 1]; i++) {
        uint32_t v = g->row[i];
        if (tired(s, 8 + 32 * (uint64_t)(g->down_start[v + 1] - g->down_start[v])))
            return 0;
        for (uint32_t k = g->down_start[v]; k < g->down_start[v + 1]; k++) {
            uint32_t before = 0;
            for (uint32_t t = g->rank[g->down[k]] + 1; t > 0; t &= t - 1)
                before += s->tree[t];
            crossings += counted - before;
        }
        for (uint32_t k = g->down_start[v]; k < g->down_start[v + 1]; k++, counted++)
            for (uint32_t t = g->rank[g->down[k]] + 1; t <= width; t += t & (~t + 1))
                s->tree[t]++;
    }
    return crossings;
}

static uint64_t all_crossings(sorter *s)
{
    uint64_t crossings = 0;
    for (uint32_t layer = 1; layer < s->g->layers; layer++)
        crossings += crossings_below(s, layer);
    return crossings;
}

/* Sorts a layer by the mean places of its neighbours in the layer `beside`. A vertex
 * without neighbours there stays about where it is. `turn`: equal ones change places.
 */
static void sort_row(sorter *s, uint32_t layer, uint32_t beside, bool turn)
{
    bti_layered *g = s->g;
    uint32_t *start = beside < layer ? g->down_start : g->up_start;
    uint32_t *to = beside < layer ? g->down : g->up;
    uint32_t count = row_length(g, layer), *row = g->row + g->row_start[layer];
    if (tired(s, 64 * (uint64_t)count))
        return;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = row[turn ? count - 1 - i : i], degree = start[v + 1] - start[v];
        int64_t sum = 0;
        for (uint32_t k = start[v]; k < start[v + 1]; k++)
            sum += g->rank[to[k]];
        s->keyed[i].item = v;
        if (degree > 0)
            s->keyed[i].key = sum * FINENESS / degree;
        else
            s->keyed[i].key =
                (int64_t)g->rank[v] * FINENESS * row_length(g, beside) / count;
    }
    bti_sort_keyed(s->keyed, s->spare, count);
    for (uint32_t i = 0; i < count; i++)
        row[i] = s->keyed[i].item;
    number_row(g, layer);
}

/* Crossings of the segments of v and w if v stands to the left, less those if w does.
 */
static int64_t gain(const bti_layered *g, const uint32_t *start, const uint32_t *to,
                    uint32_t v, uint32_t w)
{
    int64_t difference = 0;
    for (uint32_t i = start[v]; i < start[v + 1]; i++)
        for (uint32_t k = start[w]; k < start[w + 1]; k++)
            difference +=
                (g->rank[to[i]] > g->rank[to[k]]) - (g->rank[to[i]] < g->rank[to[k]]);
    return difference;
}

static uint32_t degree(const bti_layered *g, uint32_t v)
{
    return g->up_start[v + 1] - g->up_start[v] + g->down_start[v + 1] -
           g->down_start[v];
}

static bool exchange_row(sorter *s, uint32_t layer)
{
    bti_layered *g = s->g;
    uint32_t *row = g->row + g->row_start[layer];
    bool better = false;
    for (uint32_t i = 0; i + 1 < row_length(g, layer); i++) {
        uint32_t v = row[i], w = row[i + 1];
        if (tired(s, (uint64_t)degree(g, v) * degree(g, w)))
            return false;
        if (gain(g, g->up_start, g->up, v, w) + gain(g, g->down_start, g->down, v, w) <=
            0)
            continue;
        row[i] = w;
        row[i + 1] = v;
        g->rank[w] = i;
        g->rank[v] = i + 1;
        better = true;
    }
    return better;
}

static void exchange(sorter *s)
{
    const bti_layered *g = s->g;
    bool better = g->down_start[g->vertices] <= EXCHANGE_MOST;
    for (uint32_t round = 0; better && round < EXCHANGE_ROUNDS; round++) {
        better = false;
        for (uint32_t layer = 0; layer < g->layers; layer++)
            better = exchange_row(s, layer) || better;
    }
}

static void sweep(sorter *s, uint32_t round)
{
    bool turn = round % 4 >= 2;
    if (round % 2 == 0)
        for (uint32_t layer = s->g->layers - 1; layer > 0; layer--)
            sort_row(s, layer - 1, layer, turn);
    else
        for (uint32_t layer = 1; layer < s->g->layers; layer++)
            sort_row(s, layer, layer - 1, turn);
    exchange(s);
}

static bool prepare(bt_arena *arena, sorter *s)
{
    uint32_t widest = 0;
    for (uint32_t layer = 0; layer < s->g->layers; layer++)
        if (row_length(s->g, layer) > widest)
            widest = row_length(s->g, layer);
    s->keyed = bt_arena_alloc(arena, widest, sizeof *s->keyed);
    s->spare = bt_arena_alloc(arena, widest, sizeof *s->spare);
    s->tree = bt_arena_alloc(arena, (size_t)widest + 1, sizeof *s->tree);
    s->best = bt_arena_alloc(arena, s->g->vertices, sizeof *s->best);
    return s->keyed && s->spare && s->tree && s->best;
}

/* Another order to start from, always the same ones. */
static void shuffle(bti_layered *g, uint64_t *seed)
{
    for (uint32_t layer = 0; layer < g->layers; layer++) {
        uint32_t *row = g->row + g->row_start[layer];
        for (uint32_t left = row_length(g, layer); left > 1; left--) {
            *seed = *seed * 6364136223846793005u + 1442695040888963407u; /* Knuth */
            uint32_t pick = (uint32_t)((*seed >> 33) % left), v = row[pick];
            row[pick] = row[left - 1];
            row[left - 1] = v;
        }
        number_row(g, layer);
    }
}

static bt_status improve(sorter *s, uint32_t rounds, uint64_t *least)
{
    bti_layered *g = s->g;
    for (uint32_t round = 0; round<rounds && * least> 0; round++) {
        sweep(s, round);
        uint64_t crossings = all_crossings(s);
        if (s->stopped)
            return BT_STOPPED;
        if (crossings >= *least)
            continue;
        *least = crossings;
        memcpy(s->best, g->row, g->vertices * sizeof *g->row);
    }
    return BT_OK;
}

bt_status bti_order_layers(bt_arena *arena, bti_layered *g)
{
    sorter s = {.g = g, .ctx = arena->ctx};
    uint32_t segments = g->down_start[g->vertices];
    uint32_t rounds = segments > LARGE ? FEW_SWEEPS : SWEEPS;
    uint32_t starts = segments < WORK / MOST_STARTS ? MOST_STARTS : 1 + WORK / segments;
    uint64_t seed = 1;
    if (!first_order(arena, g) || !prepare(arena, &s))
        return bt_last_status(arena->ctx);
    uint64_t least = all_crossings(&s);
    if (s.stopped)
        return BT_STOPPED;
    memcpy(s.best, g->row, g->vertices * sizeof *g->row);
    BT_TRY(improve(&s, rounds, &least));
    for (uint32_t start = 1; start < starts && least > 0; start++) {
        shuffle(g, &seed);
        BT_TRY(improve(&s, rounds, &least));
    }
    memcpy(g->row, s.best, g->vertices * sizeof *g->row);
    for (uint32_t layer = 0; layer < g->layers; layer++)
        number_row(g, layer);
    return BT_OK;
}
