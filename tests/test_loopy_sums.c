/* SPDX-License-Identifier: MIT
 * Sums with graphs in them whose play may go on for ever: what the solver says about
 * thousands of random ones, and which moves it shows, against the whole sum explored
 * and labelled by a loop that applies the definition until nothing changes. */
#include <bouton/explore.h>

#include "check.h"
#include "failing_host.h"

enum { SUMS = 4000, GRAPH_MOST = 7, TEXT = 1000, PARTS = 3 };

static uint64_t state = 4;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state >> 33) % below);
}

/* Two graphs in memory, as edge lists named 0 and 1. */
static char file[2][TEXT];
static unsigned file_nodes[2];

static void make_graph(unsigned which)
{
    char *at = file[which], *end = at + TEXT;
    unsigned nodes = file_nodes[which] = 1 + draw(GRAPH_MOST);
    for (unsigned v = 0; v < nodes; v++)
        at += snprintf(at, (size_t)(end - at), "%u\n", v);
    for (unsigned v = 0; v < nodes; v++)
        for (unsigned left = draw(4); left > 0; left--) {
            bool back = draw(3) == 0 || v == 0; /* not only downwards */
            if (back && draw(2) == 0)
                continue;
            at +=
                snprintf(at, (size_t)(end - at), "%u %u\n", v, draw(back ? nodes : v));
        }
}

struct memory {
    bt_source source;
    const char *rest;
};

static bt_status read_memory(bt_source *source, bt_context *ctx, char *buffer,
                             size_t cap, size_t *got)
{
    struct memory *m = (struct memory *)source;
    (void)ctx;
    *got = strlen(m->rest) < cap ? strlen(m->rest) : cap;
    memcpy(buffer, m->rest, *got);
    m->rest += *got;
    return BT_OK;
}

static void close_memory(bt_source *source)
{
    free(source);
}

static bt_status open_memory(void *self, bt_context *ctx, const char *name,
                             bt_source **out)
{
    struct memory *m = malloc(sizeof *m);
    (void)self;
    (void)ctx;
    *m = (struct memory){{read_memory, close_memory}, file[name[0] - '0']};
    *out = &m->source;
    return BT_OK;
}

/* N if some option is P, P if all are N, again and again; what is left is a draw. */
static bt_outcome *slow_outcomes(const bt_csr *g, bt_play play)
{
    bt_outcome *outcome = malloc((size_t)g->nodes * sizeof *outcome);
    bool changed = true;
    for (uint64_t v = 0; v < g->nodes; v++)
        outcome[v] = BT_D;
    while (changed) {
        changed = false;
        for (uint64_t v = 0; v < g->nodes; v++) {
            uint64_t options = g->start[v + 1] - g->start[v], n = 0, p = 0;
            for (uint64_t k = g->start[v]; k < g->start[v + 1]; k++) {
                n += outcome[g->target[k]] == BT_N;
                p += outcome[g->target[k]] == BT_P;
            }
            bt_outcome now = options == 0   ? (play == BT_NORMAL ? BT_P : BT_N)
                             : p > 0        ? BT_N
                             : n == options ? BT_P
                                            : BT_D;
            changed |= now != outcome[v];
            outcome[v] = now;
        }
    }
    return outcome;
}

struct shown {
    bt_visit visit;
    bt_explored *explored;
    bt_sum *sum;
    const bt_outcome *outcome;
    bt_outcome wanted;
    unsigned moves, wrong;
};

static bool see_move(bt_visit *visit, const bt_move *move)
{
    struct shown *s = (struct shown *)visit;
    uint32_t node = 0;
    (void)move;
    s->moves++;
    s->wrong += bt_explored_find(s->explored, s->sum, &node) != BT_OK ||
                s->outcome[node] != s->wanted;
    return true;
}

/* Of all moves those to such positions. Loops in two parts are two moves to the same
 * position. */
static unsigned moves_to(bt_explored *e, bt_sum *sum, const bt_outcome *outcome,
                         bt_outcome wanted)
{
    struct shown s = {{.option = see_move}, e, sum, outcome, wanted, 0, 0};
    CHECK(bt_walk_moves(sum, &s.visit) == 0, "not all moves are shown");
    return s.moves - s.wrong;
}

static bool same_value(const bt_verdict *a, const bt_verdict *b, const uint64_t *set)
{
    return a->has_grundy == b->has_grundy && a->infinite == b->infinite &&
           (!a->has_grundy || a->grundy == b->grundy) &&
           (!a->infinite ||
            (a->infinity_count == b->infinity_count &&
             (a->infinity_count == 0 ||
              memcmp(set, b->infinity, a->infinity_count * sizeof *set) == 0)));
}

static unsigned seen[4], infinite, drawing;

/* `any` splits the sum where it can; `plain` labels it as a whole. */
static void check_sum(bt_context *ctx, bt_solver *any, bt_solver *plain, bt_sum *sum)
{
    bt_explored *e = NULL;
    bt_verdict verdict, whole;
    uint64_t set[64];
    CHECK(bt_explore(ctx, sum, (bt_explore_how){.depth = UINT64_MAX}, &e) == BT_OK &&
              bt_solve(any, sum, &verdict) == BT_OK,
          "%s", bt_message(ctx));
    for (size_t i = 0; verdict.infinite && i < verdict.infinity_count; i++)
        set[i] = verdict.infinity[i];
    const bt_csr *csr = bt_explored_csr(e);
    bt_outcome *outcome = slow_outcomes(csr, sum->part[0].game->play);
    CHECK(verdict.outcome == outcome[0], "outcome %d, not %d of\n%s+\n%s",
          verdict.outcome, outcome[0], file[0], file[1]);
    CHECK(bt_solve(plain, sum, &whole) == BT_OK && same_value(&verdict, &whole, set),
          "another value of\n%s+\n%s", file[0], file[1]);
    struct shown s = {{.option = see_move}, e, sum, outcome, BT_P, 0, 0};
    CHECK(bt_walk_winning(any, sum, &s.visit) == 0 && s.wrong == 0 &&
              s.moves == moves_to(e, sum, outcome, BT_P),
          "%u winning moves, %u wrong, of\n%s+\n%s", s.moves, s.wrong, file[0],
          file[1]);
    if (outcome[0] == BT_D) {
        s = (struct shown){{.option = see_move}, e, sum, outcome, BT_D, 0, 0};
        CHECK(bt_walk_drawing(any, sum, &s.visit) == 0 && s.wrong == 0 &&
                  s.moves == moves_to(e, sum, outcome, BT_D),
              "%u drawing moves, %u wrong, of\n%s+\n%s", s.moves, s.wrong, file[0],
              file[1]);
        drawing += s.moves;
    }
    seen[outcome[0]]++;
    infinite += verdict.infinite;
    free(outcome);
    bt_explored_free(e);
}

static void add_part(bt_context *ctx, bt_sum *sum, const bt_game *game, unsigned below)
{
    char position[16];
    snprintf(position, sizeof position, "%u", draw(below));
    CHECK(bt_sum_add(ctx, sum, game, bt_span_of(position)) == BT_OK, "%s",
          bt_message(ctx));
}

/* Several sums of the same games, so that the solver is asked again. */
static void check_games(bt_context *ctx, bool misere)
{
    static const char *const names[2][PARTS] = {
        {"graph:0", "graph:1", "subtraction:1,3"},
        {"graph:0/misere", "graph:1/misere", "subtraction:1,3/misere"}};
    bt_game *game[PARTS];
    bt_solver *any = NULL, *plain = NULL;
    bool good = bt_solver_new(ctx, BT_BY_ANY, &any) == BT_OK &&
                bt_solver_new(ctx, BT_BY_PLAIN, &plain) == BT_OK;
    make_graph(0);
    make_graph(1);
    for (size_t i = 0; i < PARTS; i++) {
        game[i] = NULL;
        good &= bt_game_new(ctx, &bt_builtin, bt_span_of(names[misere][i]), &game[i]) ==
                BT_OK;
    }
    CHECK(good, "%s", bt_message(ctx));
    for (unsigned round = 0; round < 4 && good; round++) {
        bt_sum sum = {0};
        add_part(ctx, &sum, game[0], file_nodes[0]);
        if (round % 2 == 0)
            add_part(ctx, &sum, game[1], file_nodes[1]);
        if (round > 0)
            add_part(ctx, &sum, game[2], 6);
        check_sum(ctx, any, plain, &sum);
        bt_sum_free(ctx, &sum);
    }
    bt_solver_free(any);
    bt_solver_free(plain);
    for (size_t i = 0; i < PARTS; i++)
        bt_game_free(game[i]);
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    host.host.open_source = open_memory;
    bt_context *ctx = bt_context_new(&host.host, 0);
    for (unsigned i = 0; i < SUMS / 4; i++)
        check_games(ctx, i % 2 == 1);
    CHECK(seen[BT_N] > 100 && seen[BT_P] > 100 && seen[BT_D] > 100 && infinite > 100 &&
              drawing > 100,
          "%u N, %u P, %u D, %u infinite, %u drawing moves", seen[BT_N], seen[BT_P],
          seen[BT_D], infinite, drawing);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "memory is lost");
    return check_close();
}
