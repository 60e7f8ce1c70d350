/* SPDX-License-Identifier: MIT
 * Positions that fall apart. Two rule sets need it: pins in a row of cells, which fall
 * apart into runs (Kayles, and so the same as the heap game); and a row of numbers, of
 * which two neighbours are lowered, whose runs may be read from either side. Searches
 * that split are compared with plain search, which never does, alone and in sums, in
 * both plays, and with every allocation failing. A rule set that counts shows that a
 * theorem is asked once. */
#include "check.h"
#include "failing_host.h"
#include "rules/registry.h"

#include <bouton/all.h>

static const bt_example examples[] = {{"3", "a position"}, {NULL, NULL}};

static bt_status bind_nothing(bt_context *ctx, bt_span param, bt_game *g,
                              bt_text *canonical)
{
    (void)ctx;
    (void)param;
    (void)g;
    (void)canonical;
    return BT_OK;
}

static bt_status parse_numbers(bt_context *ctx, const bt_game *g, bt_span text,
                               bt_pos *pos)
{
    (void)g;
    pos->n = 0;
    do {
        uint64_t number;
        if (bt_take_u64(&text, &number) != BT_NUMBER_OK)
            return bt_fail(ctx, BT_SYNTAX, "numbers are wanted", BT_NO_ARGS);
        BT_TRY(bt_pos_push(pos, number));
    } while (bt_take_char(&text, ','));
    return BT_OK;
}

static void print_numbers(const bt_game *g, const bt_pos *pos, bt_text *text)
{
    (void)g;
    for (size_t i = 0; i < pos->n; i++)
        bt_text_format(text, "%s%llu", i ? "," : "", (unsigned long long)pos->x[i]);
}

static void say_something(const bt_game *g, const bt_move *move, bt_text *text)
{
    (void)g;
    bt_text_format(text, "change %zu", move->at + 1);
}

/* ---- Kayles on cells: the word's bits are the pins that stand ---- */

static bool cells_options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    uint64_t pins = p->x[0];
    bool go_on = true;
    (void)g;
    for (unsigned i = 0; i < 64 && go_on; i++)
        for (unsigned two = 0; two < 2 && go_on; two++) {
            uint64_t hit = (two ? UINT64_C(3) : UINT64_C(1)) << i;
            if ((pins & hit) != hit || (two && i == 63))
                continue;
            p->x[0] = pins & ~hit;
            go_on = bt_show(visit, p, 0, 1, &pins);
        }
    p->x[0] = pins;
    return go_on;
}

static void cells_split(const bt_game *g, const bt_pos *p, bt_summands *out)
{
    (void)g;
    for (uint64_t pins = p->x[0]; pins > 0;) {
        uint64_t run = 0;
        while (!(pins & 1))
            pins >>= 1;
        for (; pins & 1; pins >>= 1)
            run = 2 * run + 1;
        bt_summands_put(out, run);
        bt_summands_end(out);
    }
}

static const bt_rules cells = {
    .size = sizeof(bt_rules),
    .name = "cells",
    .usage = "cells",
    .summary = "pins in a row of cells",
    .help = "A rule set of a test.",
    .examples = examples,
    .bind = bind_nothing,
    .parse = parse_numbers,
    .print = print_numbers,
    .options = cells_options,
    .say = say_something,
    .split = cells_split,
};

/* ---- Two neighbouring numbers, both at least 1, are lowered by 1 ---- */

static bool chain_options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    bool go_on = true;
    (void)g;
    for (size_t i = 0; i + 1 < p->n && go_on; i++) {
        const uint64_t before[] = {p->x[i], p->x[i + 1]};
        if (before[0] == 0 || before[1] == 0)
            continue;
        p->x[i]--;
        p->x[i + 1]--;
        go_on = bt_show(visit, p, i, 2, before);
        p->x[i] = before[0];
        p->x[i + 1] = before[1];
    }
    return go_on;
}

static bool reads_backwards(const uint64_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (x[i] != x[n - 1 - i])
            return x[n - 1 - i] < x[i];
    return false;
}

static void chain_split(const bt_game *g, const bt_pos *p, bt_summands *out)
{
    (void)g;
    for (size_t i = 0, n; i < p->n; i += n + 1) {
        for (n = 0; i + n < p->n && p->x[i + n] > 0;)
            n++;
        if (n < 2)
            continue;
        bool back = reads_backwards(p->x + i, n);
        for (size_t k = 0; k < n; k++)
            bt_summands_put(out, p->x[i + (back ? n - 1 - k : k)]);
        bt_summands_end(out);
    }
}

static const bt_rules chain = {
    .size = sizeof(bt_rules),
    .name = "chain",
    .usage = "chain",
    .summary = "lower two neighbours",
    .help = "A rule set of a test.",
    .examples = examples,
    .bind = bind_nothing,
    .parse = parse_numbers,
    .print = print_numbers,
    .options = chain_options,
    .say = say_something,
    .split = chain_split,
};

/* ---- Nim with one pile that counts how often its theorem is asked ---- */

static unsigned asked;

static bool pile_options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    uint64_t pile = p->x[0];
    bool go_on = true;
    (void)g;
    while (p->x[0] > 0 && go_on) {
        p->x[0]--;
        go_on = bt_show(visit, p, 0, 1, &pile);
    }
    p->x[0] = pile;
    return go_on;
}

static void pile_theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    asked++;
    *out = (bt_answer){.outcome = p->x[0] ? BT_N : BT_P,
                       .has_grundy = g->play == BT_NORMAL,
                       .grundy = p->x[0]};
    if (g->play == BT_MISERE)
        out->outcome = p->x[0] == 1 ? BT_P : BT_N;
}

static bool pile_winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit)
{
    uint64_t pile = p->x[0], wanted = g->play == BT_MISERE ? 1 : rest.grundy;
    p->x[0] = wanted;
    bool go_on = wanted >= pile || bt_show(visit, p, 0, 1, &pile);
    p->x[0] = pile;
    return go_on;
}

static const bt_rules pile = {
    .size = sizeof(bt_rules),
    .name = "pile",
    .usage = "pile",
    .summary = "one pile of Nim",
    .help = "A rule set of a test.",
    .theorem_note = "Bouton 1901.",
    .examples = examples,
    .bind = bind_nothing,
    .parse = parse_numbers,
    .print = print_numbers,
    .options = pile_options,
    .say = say_something,
    .theorem = pile_theorem,
    .winning = pile_winning,
};

static const bt_rules *const own[] = {&cells, &chain, &pile};
static const bt_registry registry = {.rules = own, .count = 3};

/* ---- questions ---- */

enum { PARTS = 3 };

struct question {
    bt_context *ctx;
    bt_game *game[PARTS];
    bt_sum sum;
};

/* "cells 7 + nim 2": rules and position in turn. */
static bt_status ask(struct question *q, bt_context *ctx, bool misere,
                     const char *const *words)
{
    *q = (struct question){.ctx = ctx};
    bt_status status = BT_OK;
    for (size_t i = 0; words[2 * i] && status == BT_OK; i++) {
        char rules[32];
        snprintf(rules, sizeof rules, "%s%s", words[2 * i], misere ? "/misere" : "");
        bool known = bt_registry_find(&registry, bt_span_of(words[2 * i])) != NULL;
        size_t same = 0; /* parts with equal rules share one game */
        while (same < i && strcmp(words[2 * same], words[2 * i]) != 0)
            same++;
        if (same == i)
            status = bt_game_new(ctx, known ? &registry : &bt_builtin,
                                 bt_span_of(rules), &q->game[i]);
        if (status == BT_OK)
            status =
                bt_sum_add(ctx, &q->sum, q->game[same], bt_span_of(words[2 * i + 1]));
    }
    return status;
}

static void forget(struct question *q)
{
    bt_sum_free(q->ctx, &q->sum);
    for (size_t i = 0; i < PARTS; i++)
        bt_game_free(q->game[i]);
}

struct answer {
    bt_visit visit;
    bt_verdict verdict;
    uint64_t hash; /* of the winning moves, in their order */
};

static bool note_move(bt_visit *visit, const bt_move *move)
{
    struct answer *a = (struct answer *)visit;
    a->hash = a->hash * 31 + move->part + 1;
    for (size_t i = 0; i < move->to->n; i++)
        a->hash = a->hash * 1000003 + move->to->x[i];
    return true;
}

static bt_status find_answer(struct question *q, bt_by by, uint64_t most,
                             struct answer *a)
{
    bt_solver *solver = NULL;
    *a = (struct answer){.visit.option = note_move};
    bt_status status = bt_solver_new(q->ctx, by, &solver);
    if (status == BT_OK) {
        bt_solver_limit(solver, most);
        status = bt_solve_and_walk(solver, &q->sum, &a->verdict, &a->visit);
    }
    bt_solver_free(solver);
    return status;
}

static void compare(bt_context *ctx, const char *const *words)
{
    for (unsigned play = 0; play < 2; play++) {
        struct question q;
        struct answer plain, other;
        bt_status status = ask(&q, ctx, play, words);
        if (status == BT_OK)
            status = find_answer(&q, BT_BY_PLAIN, 0, &plain);
        CHECK(status == BT_OK, "%s %s: %s", words[0], words[1], bt_message(ctx));
        for (unsigned search = 0; search < 2 && status == BT_OK; search++) {
            CHECK(find_answer(&q, search ? BT_BY_SEARCH : BT_BY_ANY, 0, &other) ==
                      BT_OK,
                  "%s %s: %s", words[0], words[1], bt_message(ctx));
            CHECK(other.verdict.outcome == plain.verdict.outcome &&
                      other.verdict.grundy * !play == plain.verdict.grundy * !play &&
                      other.hash == plain.hash,
                  "%s %s + %s %s, play %u: %d %d, plainly %d %d", words[0], words[1],
                  words[2] ? words[2] : "", words[2] ? words[3] : "", play,
                  (int)other.verdict.outcome, (int)other.verdict.grundy,
                  (int)plain.verdict.outcome, (int)plain.verdict.grundy);
        }
        forget(&q);
    }
}

static void check_alone(bt_context *ctx)
{
    for (unsigned mask = 0; mask < 512; mask++) {
        char text[16];
        snprintf(text, sizeof text, "%u", mask);
        compare(ctx, (const char *const[]){"cells", text, NULL});
    }
    for (unsigned i = 0; i < 3 * 3 * 3 * 3 * 3; i++) {
        char text[16];
        snprintf(text, sizeof text, "%u,%u,%u,%u,%u", i % 3, i / 3 % 3, i / 9 % 3,
                 i / 27 % 3, i / 81);
        compare(ctx, (const char *const[]){"chain", text, NULL});
    }
}

static void check_sums(bt_context *ctx)
{
    static const char *const position[] = {"3", "13", "53", "27", "119"};
    static const char *const numbers[] = {"1,1", "2,1,2", "1,1,0,2,2", "1,2,0,2,1"};
    static const char *const rows[] = {"1", "3,2", "4"};
    for (size_t i = 0; i < 5; i++) {
        for (size_t k = 0; k < 5; k++)
            compare(ctx, (const char *const[]){"cells", position[i], "cells",
                                               position[k], "nim", "1", NULL});
        for (size_t k = 0; k < 4; k++)
            compare(ctx, (const char *const[]){"cells", position[i], "chain",
                                               numbers[k], NULL});
        for (size_t k = 0; k < 3; k++) {
            compare(ctx, (const char *const[]){"kayles", rows[k], "cells", position[i],
                                               NULL});
            compare(ctx, (const char *const[]){"moore:2", "2,1", "cells", position[i],
                                               "kayles", rows[k], NULL});
            compare(ctx, (const char *const[]){"wythoff", "2,1", "cells", position[i],
                                               NULL});
        }
    }
}

/* Cells and heaps are the same game: runs of pins are rows. */
static void check_kayles(bt_context *ctx)
{
    for (unsigned a = 0; a < 14; a++)
        for (unsigned b = 0; b < 6; b++)
            for (unsigned play = 0; play < 2; play++) {
                char mask[24], heaps[16];
                struct question drawn, heap;
                struct answer x, y;
                snprintf(mask, sizeof mask, "%llu",
                         ((1ULL << a) - 1) | ((1ULL << b) - 1) << (a + 1));
                snprintf(heaps, sizeof heaps, "%u,%u", a, b);
                CHECK(ask(&drawn, ctx, play,
                          (const char *const[]){"cells", mask, NULL}) == BT_OK &&
                          ask(&heap, ctx, play,
                              (const char *const[]){"kayles", heaps, NULL}) == BT_OK &&
                          find_answer(&drawn, BT_BY_ANY, 0, &x) == BT_OK &&
                          find_answer(&heap, BT_BY_ANY, 0, &y) == BT_OK,
                      "%s", bt_message(ctx));
                CHECK(x.verdict.outcome == y.verdict.outcome &&
                          x.verdict.grundy == y.verdict.grundy,
                      "kayles %s: %d %d, on cells %d %d", heaps, (int)y.verdict.outcome,
                      (int)y.verdict.grundy, (int)x.verdict.outcome,
                      (int)x.verdict.grundy);
                forget(&drawn);
                forget(&heap);
            }
}

/* That it is used: 60 pins fall apart into 60 different runs, and a plain search meets
 * far more positions; two parts of a sum share them. In misere play the runs of a row
 * are kept as a multiset. */
static void check_limits(bt_context *ctx)
{
    static const struct {
        const char *words[7];
        bool misere;
        uint64_t most;
    } rows[] = {
        {{"cells", "1152921504606846975", NULL}, false, 300},
        {{"cells", "1099511627775", "cells", "1152921504606846975", NULL}, false, 300},
        {{"cells", "1040187391", NULL}, true, 12000},
        {{"chain", "2,3,2,3,2,0,2,3,2,3,2", NULL}, false, 300},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct question q;
        struct answer a;
        CHECK(ask(&q, ctx, rows[i].misere, rows[i].words) == BT_OK, "%s",
              bt_message(ctx));
        CHECK(find_answer(&q, BT_BY_SEARCH, rows[i].most, &a) == BT_OK,
              "row %d by split: %s", (int)i, bt_message(ctx));
        CHECK(find_answer(&q, BT_BY_PLAIN, rows[i].most, &a) == BT_UNABLE,
              "row %d by plain search", (int)i);
        forget(&q);
    }
}

/* Graphs: positions with the same standard parts are one node. */
static void check_graphs(bt_context *ctx)
{
    for (unsigned merge = 0; merge < 2; merge++) {
        struct question q;
        bt_explored *explored = NULL;
        bt_explore_how how = {.merge = merge, .depth = UINT64_MAX};
        CHECK(ask(&q, ctx, false, (const char *const[]){"cells", "31", NULL}) ==
                      BT_OK &&
                  bt_explore(ctx, &q.sum, how, &explored) == BT_OK,
              "%s", bt_message(ctx));
        /* Subsets of five pins; and the rows that five cells have room for: none, 1 to
         * 5, 1+1, 1+2, 1+3, 2+2, 1+1+1. */
        size_t nodes = (size_t)bt_explored_csr(explored)->nodes;
        CHECK(merge ? nodes == 11 : nodes == 32, "%d nodes", (int)nodes);
        bt_explored_free(explored);
        forget(&q);
    }
}

static void check_asked(bt_context *ctx)
{
    for (unsigned misere = 0; misere < 2; misere++) {
        struct question q;
        bt_solver *solver = NULL;
        struct answer a = {.visit.option = note_move};
        CHECK(ask(&q, ctx, misere, (const char *const[]){"pile", "9", NULL}) == BT_OK &&
                  bt_solver_new(ctx, BT_BY_ANY, &solver) == BT_OK,
              "%s", bt_message(ctx));
        asked = 0;
        CHECK(bt_solve(solver, &q.sum, &a.verdict) == BT_OK &&
                  bt_walk_winning(solver, &q.sum, &a.visit) == BT_OK &&
                  bt_solve(solver, &q.sum, &a.verdict) == BT_OK &&
                  bt_solve_and_walk(solver, &q.sum, &a.verdict, &a.visit) == BT_OK,
              "%s", bt_message(ctx));
        CHECK(asked == 1, "the theorem was asked %u times", asked);
        q.sum.part[0].pos.x[0] = 4; /* another question */
        CHECK(bt_solve(solver, &q.sum, &a.verdict) == BT_OK && asked == 2 &&
                  (misere || a.verdict.grundy == 4),
              "a new position is a new question: asked %u times", asked);
        bt_solver_free(solver);
        forget(&q);
    }
}

static void every_allocation_fails(const char *const *words, bool misere, bt_by by)
{
    for (uint64_t k = 1;; k++) {
        struct failing_host f;
        struct question q = {0};
        struct answer a;
        failing_host_init(&f, k);
        bt_context *ctx = bt_context_new(&f.host, 0);
        bt_status status = ctx ? ask(&q, ctx, misere, words) : BT_NOMEM;
        if (status == BT_OK)
            status = find_answer(&q, by, 0, &a);
        CHECK(status == BT_NOMEM || (status == BT_OK && f.calls < k), "status %d",
              (int)status);
        if (ctx)
            forget(&q);
        bt_context_free(ctx);
        CHECK(f.live_bytes == 0, "%s: allocation %d", words[0], (int)k);
        if (f.calls < k)
            break;
    }
}

int main(void)
{
    struct failing_host f;
    failing_host_init(&f, 0);
    bt_context *ctx = bt_context_new(&f.host, 0);
    check_alone(ctx);
    check_sums(ctx);
    check_kayles(ctx);
    check_limits(ctx);
    check_graphs(ctx);
    check_asked(ctx);
    bt_context_free(ctx);
    CHECK(f.live_bytes == 0, "all memory is given back");
    for (unsigned misere = 0; misere < 2; misere++) {
        every_allocation_fails(
            (const char *const[]){"cells", "119", "chain", "1,2,0,2,1", NULL}, misere,
            BT_BY_ANY);
        every_allocation_fails((const char *const[]){"cells", "63", NULL}, misere,
                               BT_BY_SEARCH);
    }
    return check_close();
}
