/* SPDX-License-Identifier: MIT
 * bt_label_graph beside slow labellers that follow the definitions word by word, on
 * thousands of random graphs; on large ones the labels are verified: remoteness at
 * every node, and the three conditions that define Fraenkel's generalized
 * Sprague-Grundy function, with a counter function that is found anew. Values are also
 * checked for what they are good for: sums of two loopy games are multiplied out and
 * solved by brute force. */
#include "check.h"
#include "failing_host.h"

#include <bouton/context.h>
#include <bouton/graph.h>

#include <stdatomic.h>

enum { SLOW_MAX = 64 };

/* Sanitizers make everything many times slower. */
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { SLOWNESS = 8 };
#else
enum { SLOWNESS = 1 };
#endif

typedef struct {
    bt_csr csr;
    uint64_t *start;
    uint32_t *target;
} graph;

static uint64_t seed = 1901;

static uint64_t draw(uint64_t below)
{
    seed += 0x9e3779b97f4a7c15u;
    uint64_t x = seed;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (x ^ x >> 31) % below;
}

static void *need(size_t bytes)
{
    void *block = malloc(bytes > 0 ? bytes : 1);
    if (!block) {
        fputs("test_label: no memory\n", stderr);
        exit(3);
    }
    return block;
}

static graph graph_new(uint64_t nodes, uint64_t edges)
{
    graph g = {.csr = {.nodes = nodes, .edges = edges}};
    g.start = need((nodes + 1) * sizeof *g.start);
    g.target = need(edges * sizeof *g.target);
    memset(g.start, 0, (nodes + 1) * sizeof *g.start);
    g.csr.start = g.start;
    g.csr.target = g.target;
    return g;
}

static void graph_free(graph *g)
{
    free(g->start);
    free(g->target);
}

/* Rows from a list of arrows: pair[2i] to pair[2i + 1], through a renumbering. */
static graph graph_of(uint64_t nodes, uint64_t edges, const uint32_t *pair,
                      const uint32_t *number)
{
    graph g = graph_new(nodes, edges);
    uint64_t *at = need((nodes + 1) * sizeof *at);
    for (uint64_t e = 0; e < edges; e++)
        g.start[number[pair[2 * e]] + 1]++;
    for (uint64_t v = 0; v < nodes; v++)
        g.start[v + 1] += g.start[v];
    memcpy(at, g.start, (nodes + 1) * sizeof *at);
    for (uint64_t e = 0; e < edges; e++)
        g.target[at[number[pair[2 * e]]]++] = number[pair[2 * e + 1]];
    free(at);
    return g;
}

typedef enum { ASCENDING, DESCENDING, SHUFFLED } numbering;

static uint32_t *numbers(uint64_t nodes, numbering how)
{
    uint32_t *number = need(nodes * sizeof *number);
    for (uint64_t v = 0; v < nodes; v++)
        number[v] = (uint32_t)(how == DESCENDING ? nodes - 1 - v : v);
    for (uint64_t v = nodes; how == SHUFFLED && v > 1; v--) {
        uint64_t other = draw(v);
        uint32_t kept = number[v - 1];
        number[v - 1] = number[other];
        number[other] = kept;
    }
    return number;
}

/* Arrows to smaller numbers; of a thousand, `loopy` lead anywhere (to the node itself,
 * too), and one in eight is drawn twice. span: how far down arrows go at most. */
static graph random_graph(uint64_t nodes, uint64_t edges, uint64_t span, unsigned loopy,
                          numbering how)
{
    uint32_t *pair = need(2 * (edges + 1) * sizeof *pair);
    uint32_t *number = numbers(nodes, how);
    uint64_t n = 0;
    for (uint64_t tries = 0; n < edges && nodes > 0 && tries < 4 * edges + 16;
         tries++) {
        uint64_t v = draw(nodes), to;
        if (draw(1000) < loopy)
            to = draw(nodes);
        else if (v > 0)
            to = v - 1 - draw(v < span ? v : span);
        else
            continue;
        for (uint64_t again = draw(8) == 0 ? 2 : 1; again > 0 && n < edges; again--) {
            pair[2 * n] = (uint32_t)v;
            pair[2 * n + 1] = (uint32_t)to;
            n++;
        }
    }
    graph g = graph_of(nodes, n, pair, number);
    free(pair);
    free(number);
    return g;
}

/* ---- the slow ways ---- */

static bool is_p(bt_play play, uint32_t remoteness)
{
    return (play == BT_NORMAL) == (remoteness % 2 == 0);
}

/* May v have this remoteness, given the labels below it? */
static bool settles(const bt_csr *g, bt_play play, const uint32_t *remoteness,
                    uint64_t v, uint32_t level)
{
    bool all_n = true, p_below = false, n_below = false;
    if (g->start[v] == g->start[v + 1])
        return level == 0;
    for (uint64_t e = g->start[v]; e < g->start[v + 1]; e++) {
        uint32_t r = remoteness[g->target[e]];
        bool p = r != BT_NEVER && is_p(play, r);
        all_n = all_n && r != BT_NEVER && r < level && !p;
        p_below = p_below || (p && r + 1 == level);
        n_below = n_below || (!p && r != BT_NEVER && r + 1 == level);
    }
    return p_below || (all_n && n_below);
}

static void slow_remoteness(const bt_csr *g, bt_play play, uint32_t *remoteness)
{
    for (uint64_t v = 0; v < g->nodes; v++)
        remoteness[v] = BT_NEVER;
    for (uint32_t level = 0; level <= g->nodes; level++)
        for (uint64_t v = 0; v < g->nodes; v++)
            if (remoteness[v] == BT_NEVER && settles(g, play, remoteness, v, level))
                remoteness[v] = level;
}

static bool has_option_of(const bt_csr *g, const uint32_t *value, uint64_t v,
                          uint32_t wanted)
{
    for (uint64_t e = g->start[v]; e < g->start[v + 1]; e++)
        if (value[g->target[e]] == wanted)
            return true;
    return false;
}

/* The algorithm of Fraenkel and Yesha as it is printed, step by step. */
static void slow_values(const bt_csr *g, uint32_t *value)
{
    const uint32_t none = BT_INFINITE - 1;
    uint64_t unlabelled = g->nodes;
    for (uint64_t v = 0; v < g->nodes; v++)
        value[v] = none;
    for (uint32_t m = 0; unlabelled > 0; m++) {
        for (bool again = true; again;) {
            again = false;
            for (uint64_t v = 0; v < g->nodes; v++) {
                bool gets = value[v] == none && !has_option_of(g, value, v, m);
                for (uint64_t e = g->start[v]; gets && e < g->start[v + 1]; e++)
                    gets = value[g->target[e]] < none ||
                           has_option_of(g, value, g->target[e], m);
                if (!gets)
                    continue;
                value[v] = m;
                again = true;
                unlabelled--;
            }
        }
        for (uint64_t v = 0; v < g->nodes; v++)
            if (value[v] == none && !has_option_of(g, value, v, m)) {
                value[v] = BT_INFINITE;
                unlabelled--;
            }
    }
}

/* ---- verifying ---- */

static bool remoteness_is_right(const bt_csr *g, bt_play play, const bt_label *label,
                                uint64_t v)
{
    uint32_t least = UINT32_MAX, most = 0, r = label[v].remoteness;
    bool draws = false;
    if (g->start[v] == g->start[v + 1])
        return r == 0;
    for (uint64_t e = g->start[v]; e < g->start[v + 1]; e++) {
        uint32_t option = label[g->target[e]].remoteness;
        if (option == BT_NEVER)
            draws = true;
        else if (is_p(play, option))
            least = option < least ? option : least;
        else
            most = option > most ? option : most;
    }
    if (least != UINT32_MAX)
        return r == least + 1;
    return r == (draws ? BT_NEVER : most + 1);
}

static uint32_t mex_of(const bt_csr *g, const bt_label *label, uint64_t v)
{
    uint64_t degree = g->start[v + 1] - g->start[v];
    unsigned char *seen = need(degree + 1);
    uint32_t mex = 0;
    memset(seen, 0, degree + 1);
    for (uint64_t e = g->start[v]; e < g->start[v + 1]; e++)
        if (label[g->target[e]].grundy <= degree)
            seen[label[g->target[e]].grundy] = 1;
    while (seen[mex])
        mex++;
    free(seen);
    return mex;
}

static bool has_label_below(const bt_csr *g, const bt_label *label,
                            const uint32_t *counter, uint64_t v, uint32_t wanted,
                            uint32_t bound)
{
    for (uint64_t e = g->start[v]; e < g->start[v + 1]; e++)
        if (label[g->target[e]].grundy == wanted && counter[g->target[e]] < bound)
            return true;
    return false;
}

/* Condition B with a counter function that grows round by round: every option of
 * greater value has an option of our value with a smaller counter. */
static bool counters_exist(const bt_csr *g, const bt_label *label)
{
    uint32_t *counter = need(g->nodes * sizeof *counter);
    uint64_t open = 0;
    for (uint64_t v = 0; v < g->nodes; v++) {
        counter[v] = UINT32_MAX;
        open += label[v].grundy != BT_INFINITE;
    }
    uint64_t before = open + 1;
    for (uint32_t round = 0; open > 0 && open < before; round++) {
        before = open;
        for (uint64_t v = 0; v < g->nodes; v++) {
            uint32_t own = label[v].grundy;
            bool good = own != BT_INFINITE && counter[v] == UINT32_MAX;
            for (uint64_t e = g->start[v]; good && e < g->start[v + 1]; e++)
                good = label[g->target[e]].grundy <= own ||
                       has_label_below(g, label, counter, g->target[e], own, round + 1);
            if (good) {
                counter[v] = round + 1; /* may serve others of the next round */
                open--;
            }
        }
    }
    free(counter);
    return open == 0;
}

/* Condition C: a node of value infinity has an option of value infinity from which the
 * mex of the node's values cannot be reached. */
static bool infinity_is_right(const bt_csr *g, const bt_label *label, uint64_t v)
{
    uint32_t mex = mex_of(g, label, v);
    for (uint64_t e = g->start[v]; e < g->start[v + 1]; e++) {
        uint64_t to = g->target[e];
        bool reaches = label[to].grundy != BT_INFINITE;
        for (uint64_t f = g->start[to]; !reaches && f < g->start[to + 1]; f++)
            reaches = label[g->target[f]].grundy == mex;
        if (!reaches)
            return true;
    }
    return false;
}

static bool verify(const bt_csr *g, bt_play play, const bt_label *label)
{
    for (uint64_t v = 0; v < g->nodes; v++) {
        uint32_t own = label[v].grundy;
        if (!remoteness_is_right(g, play, label, v))
            return false;
        if (play == BT_MISERE && own != BT_INFINITE)
            return false;
        if (play == BT_MISERE)
            continue;
        if ((own == 0) != (bt_label_outcome(play, label[v]) == BT_P))
            return false;
        if (own == BT_INFINITE ? !infinity_is_right(g, label, v)
                               : own != mex_of(g, label, v))
            return false;
    }
    return play == BT_MISERE || counters_exist(g, label);
}

/* ---- the tests ---- */

static bt_label *labels(bt_context *ctx, const bt_csr *g, bt_play play,
                        unsigned threads)
{
    bt_label *label = need(g->nodes * sizeof *label);
    memset(label, 0xA5, g->nodes * sizeof *label);
    bt_set_threads(ctx, threads);
    bt_status status = bt_label_graph(ctx, g, play, label);
    CHECK(status == BT_OK, "%s", bt_message(ctx));
    CHECK(bt_memory_used(ctx) == 0, "%llu bytes kept",
          (unsigned long long)bt_memory_used(ctx));
    return label;
}

static void against_slow(bt_context *ctx, const bt_csr *g, const char *what)
{
    for (int play = BT_NORMAL; play <= BT_MISERE; play++) {
        uint32_t remoteness[SLOW_MAX], value[SLOW_MAX];
        bt_label *label = labels(ctx, g, (bt_play)play, 1);
        bool same = true;
        slow_remoteness(g, (bt_play)play, remoteness);
        if (play == BT_NORMAL)
            slow_values(g, value);
        for (uint64_t v = 0; v < g->nodes; v++) {
            uint32_t want = play == BT_NORMAL ? value[v] : BT_INFINITE;
            same &= label[v].remoteness == remoteness[v] && label[v].grundy == want;
        }
        CHECK(same, "%s, play %d, %llu nodes, %llu arrows", what, play,
              (unsigned long long)g->nodes, (unsigned long long)g->edges);
        CHECK(verify(g, (bt_play)play, label), "%s, play %d does not verify", what,
              play);
        free(label);
    }
}

static void small_graphs(bt_context *ctx)
{
    static const unsigned loopy[] = {0, 0, 20, 100, 300, 1000};
    for (unsigned i = 0; i < 6000 / SLOWNESS; i++) {
        uint64_t nodes = 1 + draw(i % 3 == 0 ? 8 : SLOW_MAX - 1);
        uint64_t edges = draw(i % 4 == 0 ? nodes * nodes / 2 + 1 : 3 * nodes);
        graph g = random_graph(nodes, edges, 1 + draw(nodes), loopy[i % 6],
                               (numbering)(i % 3));
        against_slow(ctx, &g.csr, "a small graph");
        graph_free(&g);
    }
}

/* Every graph with three nodes and no repeated arrows. */
static void all_tiny_graphs(bt_context *ctx)
{
    static const uint32_t same[] = {0, 1, 2};
    for (unsigned arrows = 0; arrows < 1u << 9; arrows++) {
        uint32_t pair[18];
        uint64_t n = 0;
        for (uint32_t bit = 0; bit < 9; bit++)
            if (arrows >> bit & 1) {
                pair[2 * n] = bit / 3;
                pair[2 * n + 1] = bit % 3;
                n++;
            }
        graph g = graph_of(3, n, pair, same);
        against_slow(ctx, &g.csr, "a tiny graph");
        graph_free(&g);
    }
}

/* 0 -> terminal; a few by hand. 0: terminal. 1: self-loop alone (draw). 2 -> 1, 0: N.
 * 3 -> 2, 3: 2 is N, staying is a draw. 4 <-> 5, 5 -> 0: 5 is N in 1, 4 is P in 2. */
static void by_hand(bt_context *ctx)
{
    static const uint64_t start[] = {0, 0, 1, 3, 5, 6, 8};
    static const uint32_t target[] = {1, 1, 0, 2, 3, 5, 4, 0};
    const bt_csr g = {6, 8, start, target};
    static const bt_label want[] = {{0, 0},           {BT_INFINITE, BT_NEVER},
                                    {BT_INFINITE, 1}, {BT_INFINITE, BT_NEVER},
                                    {0, 2},           {1, 1}};
    bt_label *label = labels(ctx, &g, BT_NORMAL, 1);
    for (uint64_t v = 0; v < 6; v++)
        CHECK(label[v].grundy == want[v].grundy &&
                  label[v].remoteness == want[v].remoteness,
              "node %llu: %lu %lu", (unsigned long long)v,
              (unsigned long)label[v].grundy, (unsigned long)label[v].remoteness);
    CHECK(bt_label_outcome(BT_NORMAL, label[1]) == BT_D, "a lone loop is a draw");
    static const uint64_t no_arrows[] = {0, 0, 0};
    bt_label end[2];
    CHECK(bt_label_graph(ctx, &(bt_csr){2, 0, no_arrows, NULL}, BT_NORMAL, end) ==
                  BT_OK &&
              end[0].remoteness == 0 && end[1].grundy == 0,
          "nodes without arrows");
    CHECK(bt_label_outcome(BT_NORMAL, label[2]) == BT_N, "2 goes to 0");
    free(label);
    label = labels(ctx, &g, BT_MISERE, 1);
    CHECK(bt_label_outcome(BT_MISERE, label[0]) == BT_N, "a misere terminal");
    free(label);
}

/* ---- sums ---- */

static graph product(const bt_csr *a, const bt_csr *b)
{
    graph g = graph_new(a->nodes * b->nodes, a->edges * b->nodes + b->edges * a->nodes);
    uint64_t n = 0;
    for (uint64_t v = 0; v < g.csr.nodes; v++) {
        uint64_t x = v / b->nodes, y = v % b->nodes;
        for (uint64_t e = a->start[x]; e < a->start[x + 1]; e++)
            g.target[n++] = (uint32_t)(a->target[e] * b->nodes + y);
        for (uint64_t e = b->start[y]; e < b->start[y + 1]; e++)
            g.target[n++] = (uint32_t)(x * b->nodes + b->target[e]);
        g.start[v + 1] = n;
    }
    return g;
}

/* infinity_K + g is N if g is in K, the values of the options, and a draw if not. */
static bt_outcome infinite_plus(const bt_csr *g, const bt_label *label, uint64_t v,
                                uint32_t value)
{
    for (uint64_t e = g->start[v]; e < g->start[v + 1]; e++)
        if (label[g->target[e]].grundy == value)
            return BT_N;
    return BT_D;
}

static bt_outcome sum_rule(const bt_csr *a, const bt_label *la, uint64_t x,
                           const bt_csr *b, const bt_label *lb, uint64_t y)
{
    if (la[x].grundy == BT_INFINITE && lb[y].grundy == BT_INFINITE)
        return BT_D;
    if (la[x].grundy == BT_INFINITE)
        return infinite_plus(a, la, x, lb[y].grundy);
    if (lb[y].grundy == BT_INFINITE)
        return infinite_plus(b, lb, y, la[x].grundy);
    return (la[x].grundy ^ lb[y].grundy) == 0 ? BT_P : BT_N;
}

static void sums(bt_context *ctx)
{
    uint64_t seen[4] = {0};
    for (unsigned i = 0; i < 1500 / SLOWNESS; i++) {
        uint64_t na = 1 + draw(8), nb = 1 + draw(8);
        graph a = random_graph(na, draw(3 * na), na, (unsigned)draw(500), SHUFFLED);
        graph b = random_graph(nb, draw(3 * nb), nb, (unsigned)draw(500), SHUFFLED);
        graph g = product(&a.csr, &b.csr);
        bt_label *la = labels(ctx, &a.csr, BT_NORMAL, 1);
        bt_label *lb = labels(ctx, &b.csr, BT_NORMAL, 1);
        uint32_t remoteness[SLOW_MAX];
        bool right = true;
        slow_remoteness(&g.csr, BT_NORMAL, remoteness);
        for (uint64_t v = 0; v < g.csr.nodes; v++) {
            bt_outcome want = bt_label_outcome(BT_NORMAL, (bt_label){0, remoteness[v]});
            right &= sum_rule(&a.csr, la, v / nb, &b.csr, lb, v % nb) == want;
            seen[want]++;
        }
        CHECK(right, "sum %u", i);
        free(la);
        free(lb);
        graph_free(&a);
        graph_free(&b);
        graph_free(&g);
    }
    CHECK(seen[BT_N] > 0 && seen[BT_P] > 0 && seen[BT_D] > 0, "sums of all outcomes");
}

/* ---- large graphs, and threads ---- */

static void any_threads(bt_context *ctx, const bt_csr *g, const char *what)
{
    static const unsigned threads[] = {2, 4};
    for (int play = BT_NORMAL; play <= BT_MISERE; play++) {
        bt_label *label = labels(ctx, g, (bt_play)play, 1);
        CHECK(verify(g, (bt_play)play, label), "%s, play %d", what, play);
        for (size_t i = 0; i < 2; i++) {
            bt_label *other = labels(ctx, g, (bt_play)play, threads[i]);
            CHECK(memcmp(label, other, g->nodes * sizeof *label) == 0,
                  "%s, play %d: %u threads say something else", what, play, threads[i]);
            free(other);
        }
        free(label);
    }
}

static void large_graphs(bt_context *ctx)
{
    static const unsigned loopy[] = {0, 1, 30, 1000};
    for (unsigned i = 0; i<24; i += SLOWNESS> 1 ? 5 : 1) {
        uint64_t nodes = 20000 + draw(20000);
        graph g = random_graph(nodes, nodes * (1 + draw(6)), i % 2 ? nodes : 50,
                               loopy[i / 3 % 4], (numbering)(i % 3));
        any_threads(ctx, &g.csr, "a large graph");
        graph_free(&g);
    }
}

/* Short arrows in topological order: threads get in each other's way. */
static void short_arrows(bt_context *ctx)
{
    static const uint64_t span[] = {3, 40, 3000};
    for (size_t i = 0; i < 3; i++) {
        graph g = random_graph(400000 / SLOWNESS, 1200000 / SLOWNESS, span[i], 0,
                               i % 2 ? DESCENDING : ASCENDING);
        bt_label *label = labels(ctx, &g.csr, BT_NORMAL, 1);
        for (unsigned threads = 2; threads <= 8; threads *= 2) {
            bt_label *other = labels(ctx, &g.csr, BT_NORMAL, threads);
            CHECK(memcmp(label, other, g.csr.nodes * sizeof *label) == 0,
                  "short arrows, %u threads", threads);
            free(other);
        }
        free(label);
        graph_free(&g);
    }
}

static void long_paths(bt_context *ctx)
{
    enum { NODES = 1000000 / SLOWNESS };
    uint32_t *pair = need(2 * NODES * sizeof *pair);
    for (uint32_t v = 1; v < NODES; v++) {
        pair[2 * (v - 1)] = v;
        pair[2 * (v - 1) + 1] = v - 1;
    }
    for (int how = ASCENDING; how <= SHUFFLED; how++) {
        uint32_t *number = numbers(NODES, (numbering)how);
        graph g = graph_of(NODES, NODES - 1, pair, number);
        bt_label *label = labels(ctx, &g.csr, BT_NORMAL, how == SHUFFLED ? 2 : 1);
        uint64_t wrong = 0;
        for (uint32_t v = 0; v < NODES; v++)
            wrong +=
                label[number[v]].remoteness != v || label[number[v]].grundy != v % 2;
        CHECK(wrong == 0, "a path numbered in way %d: %llu wrong", how,
              (unsigned long long)wrong);
        free(label);
        free(number);
        graph_free(&g);
    }
    free(pair);
}

/* A path to 0 on which odd nodes may also step back: every node but 0 is on a cycle,
 * odd ones are N and even ones P all the same, and settled as deep as it gets. */
static void long_loopy_path(bt_context *ctx)
{
    enum { NODES = 50000 };
    uint32_t *pair = need(4 * NODES * sizeof *pair);
    uint64_t n = 0;
    for (uint32_t v = 1; v < NODES; v++) {
        pair[2 * n] = v;
        pair[2 * n++ + 1] = v - 1;
        if (v % 2 == 1 && v + 1 < NODES) {
            pair[2 * n] = v;
            pair[2 * n++ + 1] = v + 1;
        }
    }
    uint32_t *number = numbers(NODES, SHUFFLED);
    graph g = graph_of(NODES, n, pair, number);
    bt_label *label = labels(ctx, &g.csr, BT_NORMAL, 2);
    for (uint64_t v = 0; v < NODES; v++)
        if (!remoteness_is_right(&g.csr, BT_NORMAL, label, v)) {
            CHECK(false, "node %llu of a path there and back", (unsigned long long)v);
            break;
        }
    CHECK(label[number[NODES - 1]].remoteness == NODES - 1, "the end of the path: %lu",
          (unsigned long)label[number[NODES - 1]].remoteness);
    free(label);
    free(number);
    free(pair);
    graph_free(&g);
}

/* Heaps of Nim: every smaller number is an option, so the value is the number. */
static void heaps(bt_context *ctx, uint32_t nodes, numbering how, unsigned threads)
{
    uint64_t edges = (uint64_t)nodes * (nodes - 1) / 2, n = 0;
    uint32_t *number = numbers(nodes, how), *back = need(nodes * sizeof *back);
    graph g = graph_new(nodes, edges);
    for (uint32_t v = 0; v < nodes; v++)
        back[number[v]] = v;
    for (uint32_t v = 0; v < nodes; v++) {
        for (uint32_t to = 0; to < back[v]; to++)
            g.target[n++] = number[to];
        g.start[v + 1] = n;
    }
    bt_label *label = labels(ctx, &g.csr, BT_NORMAL, threads);
    uint64_t wrong = 0;
    for (uint32_t v = 0; v < nodes; v++)
        wrong += label[number[v]].grundy != v || label[number[v]].remoteness != (v > 0);
    CHECK(wrong == 0, "%lu heaps, numbered in way %d: %llu wrong", (unsigned long)nodes,
          (int)how, (unsigned long long)wrong);
    free(label);
    free(number);
    free(back);
    graph_free(&g);
}

/* Stars: one node with many arrows, many nodes with an arrow to one, and loopy nodes
 * beside heaps of Nim, so that stages go far beyond 64. */
static void stars(bt_context *ctx)
{
    enum { LEAVES = 100000, HEAPS = 200 };
    uint32_t *pair = need((size_t)2 * (4 * LEAVES + HEAPS * HEAPS) * sizeof *pair);
    uint64_t n = 0;
    for (uint32_t v = 1; v <= LEAVES; v++) { /* leaves -> 0, LEAVES + 1 -> leaves */
        pair[2 * n] = v;
        pair[2 * n++ + 1] = 0;
        pair[2 * n] = LEAVES + 1;
        pair[2 * n++ + 1] = v;
    }
    uint32_t *number = numbers(LEAVES + 2, SHUFFLED);
    graph g = graph_of(LEAVES + 2, n, pair, number);
    any_threads(ctx, &g.csr, "a star there and a star back");
    free(number);
    graph_free(&g);

    n = 0;
    for (uint32_t v = 0; v < HEAPS; v++)
        for (uint32_t to = 0; to < v; to++) {
            pair[2 * n] = v;
            pair[2 * n++ + 1] = to;
        }
    for (uint32_t i = 0; i < HEAPS; i++) { /* HEAPS + 2i <-> HEAPS + 2i + 1 */
        for (uint32_t to = 0; to <= i; to++) {
            pair[2 * n] = HEAPS + 2 * i;
            pair[2 * n++ + 1] = to;
            if (to == i && i % 3 == 0)
                continue;
            pair[2 * n] = HEAPS + 2 * i + 1;
            pair[2 * n++ + 1] = to;
        }
        pair[2 * n] = HEAPS + 2 * i;
        pair[2 * n++ + 1] = HEAPS + 2 * i + 1;
        pair[2 * n] = HEAPS + 2 * i + 1;
        pair[2 * n++ + 1] = HEAPS + 2 * i;
    }
    number = numbers(3 * HEAPS, SHUFFLED);
    g = graph_of(3 * HEAPS, n, pair, number);
    bt_label *label = labels(ctx, &g.csr, BT_NORMAL, 1);
    CHECK(verify(&g.csr, BT_NORMAL, label), "loops beside heaps");
    CHECK(label[number[HEAPS + 2 * 150 + 1]].grundy == 150,
          "value 150 with a loop: %lu",
          (unsigned long)label[number[HEAPS + 2 * 150 + 1]].grundy);
    CHECK(label[number[HEAPS + 2 * 151]].grundy == BT_INFINITE, "infinity with a loop");
    free(label);
    free(number);
    free(pair);
    graph_free(&g);
}

/* ---- what can go wrong ---- */

static void expect_domain(bt_context *ctx, const bt_csr *g, const char *part)
{
    bt_label label[4];
    for (unsigned threads = 1; threads <= 2; threads++) {
        bt_set_threads(ctx, threads);
        bt_status status = bt_label_graph(ctx, g, BT_NORMAL, label);
        CHECK(status == BT_DOMAIN && strstr(bt_message(ctx), part), "%d: %s", status,
              bt_message(ctx));
        CHECK(bt_memory_used(ctx) == 0, "memory is given back");
    }
}

static void malformed(bt_context *ctx)
{
    static const uint32_t target[] = {0, 1, 2, 3, 1, 2};
    static const uint64_t good[] = {0, 2, 4, 6, 6}, falls[] = {0, 5, 3, 6, 6},
                          far[] = {0, 2, 9, 6, 6}, late[] = {1, 2, 4, 6, 6},
                          wild[] = {0, UINT64_MAX, 4, 6, 6};
    expect_domain(ctx, &(bt_csr){3, 6, good, target}, "leads to node 3");
    expect_domain(ctx, &(bt_csr){4, 6, falls, target},
                  "node 1 begin at 5 and end at 3");
    expect_domain(ctx, &(bt_csr){4, 6, far, target}, "node 1 begin at 2 and end at 9");
    expect_domain(ctx, &(bt_csr){4, 6, wild, target}, "node 0 begin at 0");
    expect_domain(ctx, &(bt_csr){4, 6, late, target}, "from 1 to 6");
    expect_domain(ctx, &(bt_csr){4, 5, good, target}, "from 0 to 6");
    expect_domain(ctx, &(bt_csr){4, 7, good, target}, "from 0 to 6");
    expect_domain(ctx, &(bt_csr){0, 7, good, target}, "no nodes");
    expect_domain(ctx, &(bt_csr){(uint64_t)BT_NODES_MAX + 1, 6, good, target},
                  "at most 2147483646 nodes");
    bt_csr empty = {0, 0, good, NULL};
    CHECK(bt_label_graph(ctx, &empty, BT_NORMAL, NULL) == BT_OK, "no nodes at all");

    /* The same in the midst of a large one, on two threads. */
    graph g = random_graph(100000, 300000, 100000, 0, SHUFFLED);
    g.target[g.csr.edges / 2] = 100000;
    bt_label *label = need(100000 * sizeof *label);
    bt_set_threads(ctx, 2);
    CHECK(bt_label_graph(ctx, &g.csr, BT_NORMAL, label) == BT_DOMAIN &&
              strstr(bt_message(ctx), "leads to node 100000"),
          "%s", bt_message(ctx));
    free(label);
    graph_free(&g);
}

static void failing_memory(void)
{
    graph g = random_graph(3000, 6000, 3000, 20, SHUFFLED);
    bt_label *label = need(3000 * sizeof *label);
    for (uint64_t k = 1;; k++) {
        struct failing_host f;
        failing_host_init(&f, k);
        bt_context *ctx = bt_context_new(&f.host, 0);
        if (ctx) {
            bt_status status = bt_label_graph(ctx, &g.csr, BT_NORMAL, label);
            CHECK(status == (f.calls < k ? BT_OK : BT_NOMEM), "allocation %llu: %d",
                  (unsigned long long)k, status);
        }
        bt_context_free(ctx);
        CHECK(f.live_bytes == 0, "allocation %llu leaks", (unsigned long long)k);
        if (f.calls < k) {
            CHECK(k > 12, "only %llu allocations", (unsigned long long)k);
            break;
        }
    }
    struct failing_host f;
    failing_host_init(&f, 0);
    bt_context *ctx = bt_context_new(&f.host, 20000);
    CHECK(bt_label_graph(ctx, &g.csr, BT_NORMAL, label) == BT_UNABLE &&
              strstr(bt_message(ctx), "20000 bytes"),
          "%s", bt_message(ctx));
    bt_context_free(ctx);
    free(label);
    graph_free(&g);
}

struct watch {
    atomic_long left; /* times to answer no */
    uint64_t reports, last, total;
    bool falls;
};

static bool watch_stop(void *self)
{
    struct watch *w = self;
    return atomic_fetch_sub(&w->left, 1) <= 0;
}

static void watch_progress(void *self, const char *what, uint64_t done, uint64_t total)
{
    struct watch *w = self;
    w->reports++;
    w->falls |= done < w->last || done > total || strcmp(what, "nodes") != 0;
    w->last = done;
    w->total = total;
}

static void stopping(void)
{
    enum { NODES = 60000 };
    static const long step[] = {0, 1, 2, 3, 5, 9, 17, 33, 65, 129, 10000000};
    graph g = random_graph(NODES, 2 * NODES, NODES, 10, SHUFFLED);
    bt_label *label = need(NODES * sizeof *label);
    for (unsigned i = 0; i < 22; i++) {
        struct watch w = {.last = 0};
        atomic_init(&w.left, step[i / 2]);
        bt_host host = *bt_host_posix();
        host.self = &w;
        host.stop = watch_stop;
        host.progress = watch_progress;
        bt_context *ctx = bt_context_new(&host, 0);
        bt_set_threads(ctx, 1 + i % 2);
        bt_status status = bt_label_graph(ctx, &g.csr, BT_NORMAL, label);
        CHECK(status == (i < 18 ? BT_STOPPED : status) &&
                  (i >= 20 ? status == BT_OK : true),
              "after %ld questions: %d", step[i / 2], status);
        CHECK(bt_memory_used(ctx) == 0, "memory is given back");
        CHECK(!w.falls, "progress goes forward");
        CHECK(status != BT_OK || (w.reports > 0 && w.last == NODES && w.total == NODES),
              "%llu reports, at last %llu", (unsigned long long)w.reports,
              (unsigned long long)w.last);
        bt_context_free(ctx);
    }
    free(label);
    graph_free(&g);
}

int main(void)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    by_hand(ctx);
    all_tiny_graphs(ctx);
    small_graphs(ctx);
    sums(ctx);
    large_graphs(ctx);
    short_arrows(ctx);
    long_paths(ctx);
    long_loopy_path(ctx);
    heaps(ctx, 300, SHUFFLED, 1);
    heaps(ctx, 1500, DESCENDING, 2);
    if (SLOWNESS == 1)
        heaps(ctx, 4200, SHUFFLED, 2); /* values beyond one window of wide_mex */
    stars(ctx);
    malformed(ctx);
    failing_memory();
    stopping();
    bt_context_free(ctx);
    return check_close();
}
