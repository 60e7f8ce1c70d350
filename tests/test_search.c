/* SPDX-License-Identifier: MIT
 * The fast searches against the plain memo search, on everything below the roots of
 * roots.t, and against theorems on large boxes; then what they do at limits. */
#include "check.h"
#include "effort.h"
#include "failing_host.h"
#include "reachable.h"
#include "rowfile.h"
#include "rules/boxes.h"

#include "solve/loopy.h"
#include "solve/memo.h"
#include "solve/search.h"

#include <bouton/all.h>

/* A host whose memory is counted, with threads, that says stop after a while. */
struct world {
    struct failing_host memory; /* first */
    uint64_t patience;          /* 0: for ever */
    uint64_t reports;
};

static bool stop_after_a_while(void *self)
{
    struct world *w = self;
    /* Threads ask, too; that some of them count twice does not matter. */
    uint64_t left = __atomic_load_n(&w->patience, __ATOMIC_RELAXED);
    if (left > 1)
        __atomic_store_n(&w->patience, left - 1, __ATOMIC_RELAXED);
    return left == 1;
}

static void note_progress(void *self, const char *what, uint64_t done, uint64_t total)
{
    struct world *w = self;
    w->reports++;
    /* Rules that are read from a file have work of their own. */
    bool known = strcmp(what, "positions") == 0 || strcmp(what, "sets") == 0 ||
                 strcmp(what, "states") == 0;
    CHECK(known && (total == 0 || done <= total), "progress: %llu of %llu %s",
          (unsigned long long)done, (unsigned long long)total, what);
}

static bt_context *world_begin(struct world *w, uint64_t fail_at, uint64_t patience)
{
    failing_host_init(&w->memory, fail_at);
    w->memory.host.parallel_for = bt_host_posix()->parallel_for;
    w->memory.host.stop = stop_after_a_while;
    w->memory.host.progress = note_progress;
    w->patience = patience;
    w->reports = 0;
    return bt_context_new(&w->memory.host, 0);
}

struct question {
    bt_context *ctx;
    bt_game *game;
    bt_part part;
};

static bool ask(struct question *q, bt_context *ctx, const char *rules,
                const char *position)
{
    *q = (struct question){.ctx = ctx};
    bt_pos_init(&q->part.pos, ctx);
    if (bt_game_new(ctx, &bt_builtin, bt_span_of(rules), &q->game) != BT_OK)
        return false;
    q->part.game = q->game;
    return q->game->rules->parse(ctx, q->game, bt_span_of(position), &q->part.pos) ==
           BT_OK;
}

static void unask(struct question *q)
{
    bt_pos_free(&q->part.pos);
    bt_game_free(q->game);
}

static uint64_t memo_value(bti_memo *memo, const struct question *q, bt_pos pos)
{
    bt_part part = {q->game, pos};
    uint64_t value = 0;
    CHECK(bti_memo_value(memo, &part, UINT64_MAX, &value) == BT_OK, "%s",
          bt_message(q->ctx));
    return value;
}

static void check_sweep(struct question *q, const struct reachable *all, bti_memo *memo)
{
    bt_box box;
    const bt_rules *rules = q->game->rules;
    if (!rules->box || !rules->box(q->game, &q->part.pos, &box))
        return;
    bti_sweep *sweep = NULL;
    CHECK(bti_sweep_new(q->ctx, q->game, &box, NULL, &sweep) == BT_OK, "%s: %s",
          q->game->name, bt_message(q->ctx));
    unsigned long wrong = 0;
    for (size_t i = 0; sweep && i < all->n; i++) {
        uint64_t index = 0;
        bt_pos pos = reachable_at(all, i, q->ctx);
        wrong += !bti_box_index(&box, &pos, &index) ||
                 bti_sweep_at(sweep, index) != memo_value(memo, q, pos);
    }
    CHECK(wrong == 0, "%s: %lu values of the sweep are wrong", q->game->name, wrong);
    bti_sweep_free(sweep);
}

/* From the least position up, so that what is known grows, or from the root. */
static void check_packed(struct question *q, const struct reachable *all,
                         bti_memo *memo, bool upwards)
{
    bti_packed *packed = NULL;
    unsigned long wrong = 0;
    CHECK(bti_packed_new(q->ctx, q->game, &packed) == BT_OK, "memory");
    for (size_t i = 0; i < all->n; i++) {
        uint64_t value = 0;
        bool fits = false;
        bt_pos pos = reachable_at(all, upwards ? all->n - 1 - i : i, q->ctx);
        wrong += bti_packed_value(packed, &pos, UINT64_MAX, &value, &fits) != BT_OK ||
                 !fits || value != memo_value(memo, q, pos);
    }
    CHECK(wrong == 0, "%s: %lu packed values are wrong", q->game->name, wrong);
    bti_packed_free(packed);
}

static void check_search(struct question *q, const struct reachable *all,
                         bti_memo *memo, bool upwards)
{
    bti_search *search = NULL;
    unsigned long wrong = 0;
    CHECK(bti_search_new(q->ctx, q->game, &search) == BT_OK, "memory");
    for (size_t i = 0; i < all->n; i++) {
        uint64_t value = 0;
        bt_pos pos = reachable_at(all, upwards ? all->n - 1 - i : i, q->ctx);
        wrong += bti_search_value(search, &pos, UINT64_MAX, &value) != BT_OK ||
                 value != memo_value(memo, q, pos);
    }
    CHECK(wrong == 0, "%s: %lu searched values are wrong", q->game->name, wrong);
    bti_search_free(search);
}

/* A cap means the same as for the memo search. */
static void check_caps(struct question *q)
{
    for (uint64_t most = 1; most <= 30000; most *= 7) {
        bti_memo *memo = NULL;
        bti_search *search = NULL;
        uint64_t right = 0, value = 0;
        CHECK(bti_memo_new(q->ctx, &q->part, 1, &memo) == BT_OK &&
                  bti_search_new(q->ctx, q->game, &search) == BT_OK,
              "memory");
        bt_status wanted = bti_memo_value(memo, &q->part, most, &right);
        bt_status status = bti_search_value(search, &q->part.pos, most, &value);
        CHECK(wanted == status && (status != BT_OK || value == right),
              "%s: with at most %llu positions memo says %s, search says %s",
              q->game->name, (unsigned long long)most, bt_status_name(wanted),
              bt_status_name(status));
        bti_memo_free(memo);
        bti_search_free(search);
    }
}

/* These searches are for play that ends; the others are the solver's affair. */
static bool may_loop(struct question *q)
{
    bti_memo *memo = NULL;
    uint64_t value;
    CHECK(bti_memo_new(q->ctx, &q->part, 1, &memo) == BT_OK, "memory");
    bt_status status = bti_memo_value(memo, &q->part, UINT64_MAX, &value);
    bti_memo_free(memo);
    return q->game->rules->graph || status == BTI_LOOPY;
}

static void check_root(struct row *row, void *arg)
{
    for (int misere = 0; misere < 2; misere++) {
        char rules[256];
        struct question q;
        struct reachable all;
        bti_memo *memo = NULL;
        snprintf(rules, sizeof rules, "%s%s", row->field[0], misere ? "/misere" : "");
        bool good = ask(&q, arg, rules, row->field[1]);
        CHECK(good, "%s:%d: %s", row->file, row->line, bt_message(arg));
        if (good && !may_loop(&q)) {
            reachable_find(&all, q.game, &q.part.pos);
            CHECK(bti_memo_new(q.ctx, &q.part, 1, &memo) == BT_OK, "memory");
            for (int upwards = 0; upwards < 2; upwards++) {
                if (q.game->rules->grows == 0)
                    check_packed(&q, &all, memo, upwards);
                check_search(&q, &all, memo, upwards);
            }
            check_sweep(&q, &all, memo);
            check_caps(&q);
            bti_memo_free(memo);
            reachable_free(&all);
        }
        unask(&q);
    }
}

static bool theorem_agrees(const bt_game *game, const bt_pos *pos, uint32_t value)
{
    bt_answer answer = {.outcome = BT_UNKNOWN};
    game->rules->theorem(game, pos, &answer);
    return answer.outcome == (value == 0 ? BT_P : BT_N) &&
           (game->play == BT_MISERE || !answer.has_grundy || answer.grundy == value);
}

/* Boxes large enough for threads: every value has the outcome that the theorem tells,
 * and with any number of threads it is the same. */
static void check_threads(bt_context *ctx, const char *rules, const char *position)
{
    struct question q;
    bt_box box;
    bti_sweep *sweep[3] = {NULL};
    uint64_t digit[BTI_BOX_WORDS];
    bool good =
        ask(&q, ctx, rules, position) && q.game->rules->box(q.game, &q.part.pos, &box);
    CHECK(good, "%s %s has no box", rules, position);
    for (unsigned i = 0; i < 3 && good; i++) {
        bt_set_threads(ctx, 1u << i);
        good = bti_sweep_new(ctx, q.game, &box, NULL, &sweep[i]) == BT_OK;
        CHECK(good, "%s %s: %s", rules, position, bt_message(ctx));
    }
    bt_set_threads(ctx, 1);
    unsigned long wrong = 0, different = 0;
    for (uint64_t i = 0; good && i < box.size; i++) {
        for (size_t k = 0; k < box.n; k++)
            digit[k] = i / box.stride[k] % box.radix[k];
        bt_pos pos = {digit, box.n, box.n, ctx};
        uint32_t value = bti_sweep_at(sweep[0], i);
        wrong += !theorem_agrees(q.game, &pos, value);
        different += value != bti_sweep_at(sweep[1], i);
        different += value != bti_sweep_at(sweep[2], i);
    }
    CHECK(wrong == 0, "%s %s: %lu values are wrong", rules, position, wrong);
    CHECK(different == 0, "%s %s: %lu values depend on the number of threads", rules,
          position, different);
    for (unsigned i = 0; i < 3; i++)
        bti_sweep_free(sweep[i]);
    unask(&q);
}

/* A box that grows takes over what is known, on threads too. */
static void check_growing_box(bt_context *ctx)
{
    static const char *const roots[] = {"3,2",       "5,40",       "60,50",
                                        "70,60,30",  "70,60,40",   "80,80,40",
                                        "100,90,45", "100,100,50", "7"};
    bti_search *search = NULL;
    struct question q;
    CHECK(ask(&q, ctx, "nim", "1") && bti_search_new(ctx, q.game, &search) == BT_OK,
          "memory");
    bt_set_threads(ctx, 4);
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        uint64_t value = 0;
        CHECK(q.game->rules->parse(ctx, q.game, bt_span_of(roots[i]), &q.part.pos) ==
                  BT_OK,
              "%s", bt_message(ctx));
        bt_status status = bti_search_value(search, &q.part.pos, UINT64_MAX, &value);
        CHECK(status == BT_OK && value == bt_nim_sum(q.part.pos.x, q.part.pos.n),
              "nim %s: %llu", roots[i], (unsigned long long)value);
        CHECK(bti_search_sweep(search), "nim %s is not swept", roots[i]);
    }
    bt_set_threads(ctx, 1);
    bti_search_free(search);
    unask(&q);
}

struct every_option {
    bt_visit visit;
    bti_search *search;
    const bt_game *game;
    unsigned long options, wrong;
};

static bool look_up_option(bt_visit *visit, const bt_move *move)
{
    struct every_option *e = (struct every_option *)visit;
    const bt_pos *p = move->to;
    uint64_t value = 0;
    e->options++;
    e->wrong += bti_search_value(e->search, p, 0, &value) != BT_OK ||
                !theorem_agrees(e->game, p, (uint32_t)value);
    return true;
}

/* Once a position is solved its options are known: not one more position may be looked
 * at for them, whatever search has solved it. */
static void check_options_are_known(bt_context *ctx)
{
    static const char *const roots[][2] = {{"moore:2", "30,30,30,30"},
                                           {"moore:2", "9,8,7,6,5,4,3,2"},
                                           {"moore:2/misere", "20,19,18,17"},
                                           {"nim", "1,2,3,4,5,6,7,8"},
                                           {"nim", "300,2"},
                                           {"nim/misere", "5,5,5,5,5,5,5,5,5,5,5"}};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        bti_search *search = NULL;
        struct question q;
        uint64_t value = 0;
        CHECK(ask(&q, ctx, roots[i][0], roots[i][1]) &&
                  bti_search_new(ctx, q.game, &search) == BT_OK,
              "memory");
        struct every_option e = {{.option = look_up_option}, search, q.game, 0, 0};
        CHECK(bti_search_value(search, &q.part.pos, UINT64_MAX, &value) == BT_OK,
              "%s %s", roots[i][0], roots[i][1]);
        CHECK(bt_options(q.game, &q.part.pos, &e.visit) == BT_OK && e.options > 0 &&
                  e.wrong == 0,
              "%s %s: %lu of %lu options are searched again, or wrong", roots[i][0],
              roots[i][1], e.wrong, e.options);
        bti_search_free(search);
        unask(&q);
    }
}

/* Shapes change from question to question; values stay right. */
static void check_growing_packed(bt_context *ctx)
{
    static const char *const positions[] = {"1,2,3,4,5",
                                            "1,2",
                                            "2,2,2,2,2,2,2,2,2,2",
                                            "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1",
                                            "40,41",
                                            "3,3,3,3,3,3",
                                            "300,2",
                                            "0,0,0"};
    bti_packed *packed = NULL;
    struct question q;
    CHECK(ask(&q, ctx, "nim", "1") && bti_packed_new(ctx, q.game, &packed) == BT_OK,
          "memory");
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
            uint64_t value = 99;
            bool fits = false;
            CHECK(q.game->rules->parse(ctx, q.game, bt_span_of(positions[i]),
                                       &q.part.pos) == BT_OK,
                  "%s", bt_message(ctx));
            bt_status status =
                bti_packed_value(packed, &q.part.pos, UINT64_MAX, &value, &fits);
            CHECK(status == BT_OK && fits &&
                      value == bt_nim_sum(q.part.pos.x, q.part.pos.n),
                  "nim %s: %llu", positions[i], (unsigned long long)value);
        }
    bti_packed_free(packed);
    unask(&q);
}

/* Words that outgrow one machine word, and positions that outgrow two. */
static void check_wide(bt_context *ctx, const char *rules, const char *position,
                       bool packed)
{
    struct question q;
    bti_memo *memo = NULL;
    bti_search *search = NULL;
    uint64_t right = 0, value = 1;
    bool good = ask(&q, ctx, rules, position);
    CHECK(good, "%s", bt_message(ctx));
    CHECK(bti_memo_new(ctx, &q.part, 1, &memo) == BT_OK &&
              bti_search_new(ctx, q.game, &search) == BT_OK,
          "memory");
    CHECK(bti_memo_value(memo, &q.part, UINT64_MAX, &right) == BT_OK &&
              bti_search_value(search, &q.part.pos, UINT64_MAX, &value) == BT_OK &&
              value == right,
          "%s %s: %llu, memo says %llu", rules, position, (unsigned long long)value,
          (unsigned long long)right);
    CHECK((bti_search_packed(search) != NULL) == packed, "%s %s: packed or not", rules,
          position);
    bti_memo_free(memo);
    bti_search_free(search);
    unask(&q);
}

/* Three positions in a ring, and a box that breaks its promise. */
static bool ring_options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    (void)g;
    uint64_t x = p->x[0];
    p->x[0] = (x + 1) % 3;
    bool going = bt_show(visit, p, 0, 1, &x);
    p->x[0] = x;
    return going;
}

static bool ring_box(const bt_game *g, const bt_pos *root, bt_box *box)
{
    (void)g;
    (void)root;
    const uint64_t radix[] = {10};
    return bt_box_make(box, radix, 1, false, 1);
}

static size_t ring_box_options(const bt_game *g, const bt_box *box,
                               const uint64_t *digit, uint64_t index, uint64_t *out)
{
    (void)g;
    (void)digit;
    out[0] = (index + 1) % box->size;
    return 1;
}

static void check_ring(bt_context *ctx)
{
    static const bt_rules ring = {
        .size = sizeof(bt_rules), .name = "ring", .options = ring_options};
    static const bt_rules boxed = {.size = sizeof(bt_rules),
                                   .name = "boxed",
                                   .options = ring_options,
                                   .box = ring_box,
                                   .box_options = ring_box_options};
    for (int i = 0; i < 2; i++) {
        bt_game game = {.rules = i == 0 ? &ring : &boxed, .name = "ring"};
        uint64_t x = 0, value;
        bt_pos pos = {&x, 1, 1, ctx};
        bti_search *search = NULL;
        CHECK(bti_search_new(ctx, &game, &search) == BT_OK, "memory");
        bt_status status = bti_search_value(search, &pos, UINT64_MAX, &value);
        CHECK(status == (i == 0 ? BTI_LOOPY : BT_UNABLE) &&
                  strstr(bt_message(ctx), i == 0
                                              ? "play can go on for ever: a position "
                                                "comes back to itself"
                                              : "do not keep their promise"),
              "a ring: %s", bt_message(ctx));
        bti_search_free(search);
    }
}

/* One question on a fresh search; returns its status. */
static bt_status one_question(bt_context *ctx, const char *rules, const char *position)
{
    struct question q;
    bti_search *search = NULL;
    uint64_t value;
    bt_status status = ask(&q, ctx, rules, position) ? BT_OK : bt_last_status(ctx);
    if (status == BT_OK)
        status = bti_search_new(ctx, q.game, &search);
    if (status == BT_OK)
        status = bti_search_value(search, &q.part.pos, UINT64_MAX, &value);
    bti_search_free(search);
    unask(&q);
    return status;
}

static void check_memory(const char *rules, const char *position, unsigned threads)
{
    uint64_t k = 2;
    for (;; k++) {
        struct world w;
        bt_context *ctx = world_begin(&w, k, 0);
        bt_set_threads(ctx, threads);
        bt_status status = one_question(ctx, rules, position);
        CHECK(status == (w.memory.calls < k ? BT_OK : BT_NOMEM),
              "%s %s: allocation %llu: %s", rules, position, (unsigned long long)k,
              bt_status_name(status));
        CHECK(bt_memory_used(ctx) == 0, "%s %s: allocation %llu is lost", rules,
              position, (unsigned long long)k);
        bt_context_free(ctx);
        CHECK(w.memory.live_bytes == 0, "%s %s: memory is lost", rules, position);
        if (w.memory.calls < k)
            break;
    }
    CHECK(k > 5, "%s %s: %llu allocations", rules, position, (unsigned long long)k);
}

/* A memory limit is told in a sentence. */
static void check_limit(const char *rules, const char *position)
{
    struct world w;
    bt_context *ctx = world_begin(&w, 0, 0);
    bt_set_memory_limit(ctx, 200000);
    bt_status status = one_question(ctx, rules, position);
    CHECK(status == BT_UNABLE &&
              strstr(bt_message(ctx), "memory limit of 200000 bytes"),
          "%s %s: %s", rules, position, bt_message(ctx));
    CHECK(bt_memory_used(ctx) == 0, "%s %s: memory is lost", rules, position);
    bt_context_free(ctx);
}

static void check_stop(const char *rules, const char *position, unsigned threads)
{
    unsigned stopped = 0;
    for (uint64_t patience = 1; patience < 4000; patience = 3 * patience + 1) {
        struct world w;
        bt_context *ctx = world_begin(&w, 0, patience);
        bt_set_threads(ctx, threads);
        bt_status status = one_question(ctx, rules, position);
        bool good = status == BT_OK || status == BT_STOPPED;
        CHECK(good && (status == BT_OK || bt_last_status(ctx) == BT_STOPPED),
              "%s %s: %s", rules, position, bt_message(ctx));
        stopped += status == BT_STOPPED;
        CHECK(status != BT_OK || w.reports > 0, "%s %s: no progress", rules, position);
        CHECK(bt_memory_used(ctx) == 0, "%s %s: memory is lost", rules, position);
        bt_context_free(ctx);
    }
    CHECK(stopped >= 3, "%s %s: stopped only %u times", rules, position, stopped);
}

int main(void)
{
    struct world w;
    bt_context *ctx = world_begin(&w, 0, 0);
    if (!effort_is_for_threads()) {
        int rows = rows_read("roots.t", check_root, ctx);
        CHECK(rows > 10, "roots.t has %d rows", rows);
    }
    check_threads(ctx, "nim", "9,9,9,9,9");
    check_threads(ctx, "nim/misere", "9,9,9,9,9");
    check_threads(ctx, "nim", "99,70,20"); /* values of 64 and more */
    check_threads(ctx, "nim", "39,1,70,39");
    check_threads(ctx, "moore:2", "7,7,7,7,7");
    check_threads(ctx, "moore:2/misere", "7,7,7,7,7");
    check_threads(ctx, "moore:2", "28,28,28,28");  /* a block is longer than a round */
    check_threads(ctx, "moore:3", "12,11,9,13,5"); /* each order of these, once */
    check_threads(ctx, "moore:3", "7,7,7,7,7");
    check_threads(ctx, "dynamic", "400:300");
    check_threads(ctx, "subtraction:1,3,4/misere", "60,60,60");
    check_threads(ctx, "subtraction:2..5", "60,60,60");
    check_growing_box(ctx);
    check_options_are_known(ctx);
    check_growing_packed(ctx);
    check_wide(ctx, "dynamic:4611686018427387904", "7:3", true);
    check_wide(ctx, "subtraction:18446744073709551615",
               "18446744073709551615,18446744073709551615,18446744073709551615", false);
    check_wide(ctx, "subtraction:1000/misere", "2000000", true);
    check_wide(ctx, "subtraction:1,2/misere", "1100,1100", false);
    check_ring(ctx);
    bt_context_free(ctx);
    CHECK(w.memory.live_bytes == 0, "memory is lost");
    if (!effort_is_for_threads()) {
        check_memory("nim", "30,30", 1);
        check_memory("nim", "30,30,30", 2);
        check_memory("staircase", "3,3,3,3", 1);
        check_memory("staircase", "100", 1);
        check_memory("subtraction:18446744073709551615",
                     "18446744073709551615,18446744073709551615,18446744073709551615",
                     1);
        check_limit("staircase", "5,5,5,5,5");
        check_limit("nim", "60,60,60");
    }
    check_stop("nim", "99,99,50", 1);
    check_stop("nim", "99,99,50", 4);
    check_stop("staircase", "4,4,4,4,4", 1);
    return check_close();
}
