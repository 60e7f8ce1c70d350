/* SPDX-License-Identifier: MIT
 * Seams that no shipped rule set uses yet, tried with rule sets made up here: files as
 * parameters, suffixes, play that need not end, games without any theorem, hosts that
 * stop, count progress or have no files. */
#include "check.h"
#include "failing_host.h"
#include "rules/registry.h"

#include <bouton/all.h>

/* "Steps": from n go to n-1 or n-2; with the parameter "loop" also back to n+1. */
static bt_status bind_steps(bt_context *ctx, bt_span param, bt_game *g,
                            bt_text *canonical)
{
    bool *loop = bt_arena_alloc(&g->arena, 1, sizeof *loop);
    if (!loop)
        return bt_last_status(ctx);
    *loop = bt_span_equal(param, bt_span_of("loop"));
    g->params = loop;
    if (g->rules->param == BT_PARAM_TEXT)
        bt_text_put_span(canonical, param);
    return BT_OK;
}

static bt_status parse_number(bt_context *ctx, const bt_game *g, bt_span text,
                              bt_pos *pos)
{
    uint64_t n;
    (void)g;
    pos->n = 0;
    if (bt_take_u64(&text, &n) != BT_NUMBER_OK || text.len > 0)
        return bt_fail(ctx, BT_SYNTAX, "a number is wanted", BT_NO_ARGS);
    return bt_pos_push(pos, n);
}

static void print_number(const bt_game *g, const bt_pos *pos, bt_text *text)
{
    (void)g;
    bt_text_put_u64(text, pos->x[0]);
}

static bool steps(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    uint64_t n = p->x[0];
    bool going = true;
    for (uint64_t take = 1; take <= 2 && take <= n && going; take++) {
        p->x[0] = n - take;
        going = bt_show(visit, p, 0, 1, &n);
    }
    if (going && *(const bool *)g->params) {
        p->x[0] = n + 1;
        going = bt_show(visit, p, 0, 1, &n);
    }
    p->x[0] = n;
    return going;
}

static void say_step(const bt_game *g, const bt_move *move, bt_text *text)
{
    (void)g;
    bt_text_format(text, "%llu to %llu", (unsigned long long)move->before[0],
                   (unsigned long long)move->to->x[0]);
}

#define STEPS                                                                          \
    .usage = "steps", .summary = "steps", .help = "steps", .theorem_note = "none",     \
    .bind = bind_steps, .parse = parse_number, .print = print_number,                  \
    .options = steps, .say = say_step
static const bt_rules rules_steps = {
    .size = sizeof(bt_rules), .name = "steps", .param = BT_PARAM_TEXT, STEPS};
static const bt_rules rules_file = {.size = sizeof(bt_rules),
                                    .name = "file",
                                    .param = BT_PARAM_FILE,
                                    .suffix = ".steps",
                                    STEPS};
static const bt_rules *const list[] = {&rules_steps, &rules_file};
static const bt_registry registry = {.rules = list, .count = 2};

static bt_status open_here(void *self, bt_context *ctx, const char *name,
                           bt_source **out);

struct memory {
    bt_source source;
    const char *rest;
};

static bt_status read_memory(bt_source *source, bt_context *ctx, char *buffer,
                             size_t cap, size_t *got)
{
    struct memory *m = (struct memory *)source;
    (void)ctx;
    *got = *m->rest && cap > 0;
    if (*got)
        buffer[0] = *m->rest++;
    return BT_OK;
}

static void close_memory(bt_source *source)
{
    free(source);
}

static bt_status open_here(void *self, bt_context *ctx, const char *name,
                           bt_source **out)
{
    (void)self;
    if (strcmp(name, "a:b/loop.steps") != 0 && strcmp(name, "plain.steps") != 0)
        return bt_fail(ctx, BT_DOMAIN, "no file is called '{name}'",
                       BT_ARGS(BT_STR("name", name)));
    struct memory *m = malloc(sizeof *m);
    *m = (struct memory){{read_memory, close_memory},
                         name[0] == 'a' ? "loop" : "no more"};
    *out = &m->source;
    return BT_OK;
}

static bt_status solve(bt_context *ctx, const char *rules, const char *position,
                       bt_by by, bt_verdict *verdict)
{
    bt_game *game = NULL;
    bt_sum sum = {0};
    bt_solver *solver = NULL;
    bt_status status = bt_game_new(ctx, &registry, bt_span_of(rules), &game);
    if (status == BT_OK)
        status = bt_sum_add(ctx, &sum, game, bt_span_of(position));
    if (status == BT_OK)
        status = bt_solver_new(ctx, by, &solver);
    if (status == BT_OK)
        status = bt_solve(solver, &sum, verdict);
    bt_solver_free(solver);
    bt_sum_free(ctx, &sum);
    bt_game_free(game);
    return status;
}

static void check_name(bt_context *ctx, const char *text, const char *name)
{
    bt_game *game = NULL;
    bt_status status = bt_game_new(ctx, &registry, bt_span_of(text), &game);
    CHECK(name ? status == BT_OK && strcmp(game->name, name) == 0 : status != BT_OK,
          "'%s' is %s, not %s", text, game ? game->name : bt_message(ctx),
          name ? name : "refused");
    bt_game_free(game);
}

static void check_files(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    host.host.open_source = open_here;
    bt_context *ctx = bt_context_new(&host.host, 0);
    check_name(ctx, "steps:a:b", "steps:a:b"); /* the name ends at the first colon */
    check_name(ctx, "steps:a/misere/normal", "steps:a/misere"); /* only the very end */
    check_name(ctx, "steps:a/misere", "steps:a/misere");
    check_name(ctx, "steps:a/normal", "steps:a");
    check_name(ctx, "file:plain.steps", "file:plain.steps");
    check_name(ctx, "plain.steps", "file:plain.steps");
    check_name(ctx, "plain.steps/misere", "file:plain.steps/misere");
    check_name(ctx, "a:b/loop.steps", "file:a:b/loop.steps");
    check_name(ctx, "steps:x.steps", "steps:x.steps"); /* named rules come first */
    check_name(ctx, "missing.steps", NULL);
    check_name(ctx, ".steps", NULL);
    check_name(ctx, "steps", NULL);
    check_name(ctx, "steps:", NULL);
    check_name(ctx, "", NULL);
    check_name(ctx, "/misere", NULL);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "memory is lost");

    failing_host_init(&host, 0); /* and without files */
    host.host.open_source = NULL;
    ctx = bt_context_new(&host.host, 0);
    bt_game *game = NULL;
    bt_status status = bt_game_new(ctx, &registry, bt_span_of("plain.steps"), &game);
    CHECK(status == BT_UNABLE, "a host without files says %s", bt_status_name(status));
    bt_context_free(ctx);
}

static void check_endless_play(bt_context *ctx)
{
    bt_verdict v;
    bt_set_memory_limit(ctx, 1 << 20);
    for (bt_by by = BT_BY_ANY; by <= BT_BY_PLAIN; by++) {
        bt_status status = solve(ctx, "steps:loop", "3", by, &v);
        CHECK(status == BT_UNABLE && strlen(bt_message(ctx)) > 20,
              "endless play by %d says %s: %s", by, bt_status_name(status),
              bt_message(ctx));
    }
    bt_set_memory_limit(ctx, 0);
}

/* A game with neither theorem nor box nor rank, hundreds of thousands of moves deep. */
static void check_depth(bt_context *ctx)
{
    bt_verdict v;
    bt_status status = solve(ctx, "steps:x", "300000", BT_BY_ANY, &v);
    CHECK(status == BT_OK && v.outcome == BT_P && v.grundy == 0 && v.by == BT_BY_SEARCH,
          "300000 is a multiple of 3: %s", bt_message(ctx));
    status = solve(ctx, "steps:x/misere", "300001", BT_BY_ANY, &v);
    CHECK(status == BT_OK && v.outcome == BT_P && !v.has_grundy, "misere: %s",
          bt_message(ctx));
    status = solve(ctx, "steps:x", "5", BT_BY_THEOREM, &v);
    CHECK(status == BT_UNABLE, "there is no theorem: %s", bt_status_name(status));
}

struct watcher {
    struct failing_host host;
    uint64_t asked, stop_at, told, last;
};

static bool stop_after(void *self)
{
    struct watcher *w = self;
    return ++w->asked >= w->stop_at;
}

static void count_progress(void *self, const char *what, uint64_t done, uint64_t total)
{
    struct watcher *w = self;
    CHECK(what[0] != 0 && done >= w->last && (total == 0 || done <= total),
          "progress goes from %llu to %llu", (unsigned long long)w->last,
          (unsigned long long)done);
    w->last = done;
    w->told++;
}

static void check_stop_and_progress(void)
{
    struct watcher w;
    memset(&w, 0, sizeof w);
    failing_host_init(&w.host, 0);
    w.host.host.stop = stop_after; /* host.self is the failing host, the first member */
    w.host.host.progress = count_progress;
    w.stop_at = 50;
    bt_context *ctx = bt_context_new(&w.host.host, 0);
    bt_verdict v;
    bt_status status = solve(ctx, "steps:x", "300000", BT_BY_PLAIN, &v);
    CHECK(status == BT_STOPPED && w.asked == 50, "stop says %s",
          bt_status_name(status));
    CHECK(w.told > 0 && w.last > 0, "no progress was told");
    bt_context_free(ctx);
    CHECK(w.host.live_bytes == 0, "a stopped search keeps memory");
}

/* After the limit is met the same solver still answers smaller questions. */
static void check_memory_limit(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 1 << 20);
    bt_game *game = NULL;
    bt_sum large = {0}, small = {0};
    bt_solver *solver = NULL;
    bt_verdict v;
    bt_status status = bt_game_new(ctx, &registry, bt_span_of("steps:x"), &game);
    if (status == BT_OK)
        status = bt_sum_add(ctx, &large, game, bt_span_of("10000000"));
    if (status == BT_OK)
        status = bt_sum_add(ctx, &small, game, bt_span_of("1000"));
    if (status == BT_OK)
        status = bt_solver_new(ctx, BT_BY_ANY, &solver);
    CHECK(status == BT_OK, "%s", bt_message(ctx));
    for (int round = 0; round < 2 && status == BT_OK; round++) {
        bt_status limit = bt_solve(solver, &large, &v);
        CHECK(limit == BT_UNABLE && strstr(bt_message(ctx), "positions"),
              "the limit says %s: %s", bt_status_name(limit), bt_message(ctx));
        bt_status fine = bt_solve(solver, &small, &v);
        CHECK(fine == BT_OK && v.grundy == 1, "after the limit: %s", bt_message(ctx));
    }
    bt_solver_free(solver);
    bt_sum_free(ctx, &large);
    bt_sum_free(ctx, &small);
    bt_game_free(game);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "memory is lost");
}

struct any_move {
    bt_visit visit;
    unsigned seen;
};

static bool see_move(bt_visit *visit, const bt_move *move)
{
    (void)move;
    ((struct any_move *)visit)->seen++;
    return true;
}

/* Whatever stood in a verdict before, nothing of it is left. */
static void check_whole_verdict(bt_context *ctx)
{
    bt_game *game = NULL;
    bt_sum sum = {0};
    bt_solver *solver = NULL;
    bt_verdict v;
    struct any_move moves = {{.option = see_move}, 0};
    memset(&v, 0x55, sizeof v);
    v.infinite = v.has_remoteness = true;
    bt_status status = bt_game_new(ctx, &bt_builtin, bt_span_of("nim"), &game);
    if (status == BT_OK)
        status = bt_sum_add(ctx, &sum, game, bt_span_of("3,4,6"));
    if (status == BT_OK)
        status = bt_solver_new(ctx, BT_BY_ANY, &solver);
    CHECK(status == BT_OK && bt_solve_and_walk(solver, &sum, &v, &moves.visit) == 0 &&
              moves.seen == 1,
          "%u moves: %s", moves.seen, bt_message(ctx));
    CHECK(v.outcome == BT_N && v.has_grundy && v.grundy == 1 && !v.infinite &&
              v.infinity_count == 0 && !v.has_remoteness,
          "a verdict by theorem is not whole");
    bt_solver_free(solver);
    bt_sum_free(ctx, &sum);
    bt_game_free(game);
}

/* Each of these sums fits the memory, all together would not. */
static void check_many_sums(void)
{
    enum { MOST = 160 };
    bt_context *ctx = bt_context_new(bt_host_posix(), 8 << 20);
    bt_game *game = NULL, *nim = NULL;
    bt_solver *solver = NULL;
    bt_verdict v;
    bt_status status = bt_game_new(
        ctx, &bt_builtin, bt_span_of("graph:examples/teaser.dot/misere"), &game);
    if (status == BT_OK)
        status = bt_game_new(ctx, &bt_builtin, bt_span_of("nim/misere"), &nim);
    if (status == BT_OK)
        status = bt_solver_new(ctx, BT_BY_ANY, &solver);
    for (unsigned k = 1; k <= MOST && status == BT_OK; k++) {
        char heap[16];
        bt_sum sum = {0};
        snprintf(heap, sizeof heap, "%u", k);
        status = bt_sum_add(ctx, &sum, game, bt_span_of("A"));
        if (status == BT_OK)
            status = bt_sum_add(ctx, &sum, nim, bt_span_of(heap));
        if (status == BT_OK)
            status = bt_solve(solver, &sum, &v);
        CHECK(status == BT_OK, "A beside a heap of %u: %s", k, bt_message(ctx));
        bt_sum_free(ctx, &sum);
    }
    bt_solver_free(solver);
    bt_game_free(nim);
    bt_game_free(game);
    CHECK(bt_memory_used(ctx) == 0, "memory is lost");
    bt_context_free(ctx);
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    check_files();
    check_endless_play(ctx);
    check_depth(ctx);
    check_stop_and_progress();
    check_memory_limit();
    check_whole_verdict(ctx);
    check_many_sums();
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "memory is lost");
    return check_close();
}
