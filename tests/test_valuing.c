/* SPDX-License-Identifier: MIT
 * The rounds of Grundy values on random graphs, with cycles and without, beside a slow
 * labeller that looks at every box in every round; and their numbers beside those of
 * bt_label_graph. */
#include "check.h"
#include "failing_host.h"

#include "commands/graph_steps.h"

enum { MOST_NODES = 10, MOST_EDGES = MOST_NODES * MOST_NODES, GRAPHS = 4000 };
enum { NONE = -1 };

static uint64_t seed = 1966;

static uint32_t draw(uint32_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((seed >> 33) % below);
}

struct graph {
    bt_csr csr;
    uint64_t start[MOST_NODES + 1];
    uint32_t target[MOST_EDGES];
};

/* In an `ended` graph arrows lead to boxes with smaller numbers. */
static void make(struct graph *g, bool ended)
{
    uint32_t nodes = 1 + draw(MOST_NODES), chance = 1 + draw(6);
    g->csr = (bt_csr){.nodes = nodes, .start = g->start, .target = g->target};
    g->start[0] = 0;
    for (uint32_t v = 0; v < nodes; v++) {
        for (uint32_t to = 0; to < (ended ? v : nodes); to++)
            if (draw(8) < chance)
                g->target[g->csr.edges++] = to;
        g->start[v + 1] = g->csr.edges;
    }
}

struct slow {
    const bt_csr *csr;
    int value[MOST_NODES];
    uint32_t round[MOST_NODES], rounds, plain;
};

static bool leads_to(const struct slow *s, uint32_t v, int value)
{
    for (uint64_t k = s->csr->start[v]; k < s->csr->start[v + 1]; k++)
        if (s->value[s->csr->target[k]] == value)
            return true;
    return false;
}

/* The value that the box may get now, or NONE; `plain`: all options must have values.
 */
static int value_now(const struct slow *s, uint32_t v, bool plain)
{
    int m = 0;
    while (leads_to(s, v, m))
        m++;
    for (uint64_t k = s->csr->start[v]; k < s->csr->start[v + 1]; k++)
        if (s->value[s->csr->target[k]] == NONE &&
            (plain || !leads_to(s, s->csr->target[k], m)))
            return NONE;
    return m;
}

static bool one_round(struct slow *s, bool plain)
{
    int found[MOST_NODES];
    bool some = false;
    for (uint32_t v = 0; v < s->csr->nodes; v++)
        found[v] = s->value[v] == NONE ? value_now(s, v, plain) : NONE;
    for (uint32_t v = 0; v < s->csr->nodes; v++)
        if (found[v] != NONE) {
            s->round[v] = s->rounds + 1;
            s->value[v] = found[v];
            some = true;
        }
    s->rounds += some;
    return some;
}

static void label_slowly(struct slow *s)
{
    for (uint32_t v = 0; v < s->csr->nodes; v++)
        s->value[v] = NONE;
    while (one_round(s, true))
        ;
    s->plain = s->rounds;
    while (one_round(s, false))
        ;
}

static void check_graph(bt_context *ctx, const struct graph *g, unsigned *infinite)
{
    bti_valuing v;
    bt_arena arena;
    bt_label label[MOST_NODES];
    struct slow s = {.csr = &g->csr};
    bt_arena_init(&arena, ctx);
    label_slowly(&s);
    CHECK(bti_value_graph(&arena, &g->csr, &v) == BT_OK &&
              bt_label_graph(ctx, &g->csr, BT_NORMAL, label) == BT_OK,
          "%s", bt_message(ctx));
    unsigned bad = v.plain != s.plain || v.by.rounds != s.rounds + v.by.draws;
    for (uint32_t i = 0; i < g->csr.nodes; i++) {
        bool number = bti_has_number(&v, i);
        bad += number != (s.value[i] != NONE);
        bad += number != (label[i].grundy != BT_INFINITE);
        *infinite += !number;
        if (number)
            bad += v.value[i] != label[i].grundy || v.by.round[i] != s.round[i];
        else
            bad += v.by.round[i] != v.by.rounds;
    }
    for (uint32_t i = 1; i < g->csr.nodes; i++) {
        uint32_t a = v.by.order[i - 1], b = v.by.order[i];
        bad +=
            v.by.round[a] > v.by.round[b] || (v.by.round[a] == v.by.round[b] && a >= b);
    }
    CHECK(bad == 0, "%u things are wrong in a graph of %u boxes", bad,
          (unsigned)g->csr.nodes);
    bt_arena_free(&arena);
}

int main(void)
{
    struct failing_host host;
    struct graph g;
    unsigned infinite = 0;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    for (int i = 0; i < GRAPHS; i++) {
        make(&g, i % 4 == 0);
        check_graph(ctx, &g, &infinite);
    }
    CHECK(infinite > GRAPHS, "only %u boxes have no number", infinite);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "bytes were not given back");
    return check_close();
}
