/* SPDX-License-Identifier: MIT
 * The row tables, run by every means: theorem, search, plain search, as part of a sum,
 * through the command line; and small rows again with each allocation failing. The Node
 * runner takes the same tables through WebAssembly. */
#include "check.h"
#include "effort.h"
#include "failing_host.h"
#include "rowfile.h"

#include <bouton/all.h>

#include <glob.h>

enum { SEARCH_BYTES = 16 << 20, SMALL_RANK = 24 };

struct expected {
    bt_status error;
    bt_outcome outcome;
    bool has_grundy;
    uint64_t grundy;
    bool infinite; /* and the set K */
    uint64_t set[8];
    size_t members;
};

/* {0,2} */
static bool read_set(bt_span text, struct expected *e)
{
    e->infinite = bt_take_char(&text, '{');
    while (e->infinite && e->members < 8 &&
           bt_take_u64(&text, &e->set[e->members]) == BT_NUMBER_OK) {
        e->members++;
        bt_take_char(&text, ',');
    }
    return e->infinite && bt_take_char(&text, '}') && text.len == 0;
}

static bool read_expected(const char *text, struct expected *e)
{
    static const bt_status kinds[] = {BT_SYNTAX, BT_DOMAIN, BT_UNABLE};
    *e = (struct expected){.error = BT_OK};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(text, bt_status_name(kinds[i])) == 0) {
            e->error = kinds[i];
            return true;
        }
    if (!text[0] || !strchr("NPD", text[0]) || text[1] != ' ')
        return false;
    e->outcome = text[0] == 'N' ? BT_N : text[0] == 'P' ? BT_P : BT_D;
    bt_span number = bt_span_of(text + 2);
    if (bt_span_equal(number, bt_span_of("-")))
        return true;
    if (text[2] == '{')
        return read_set(number, e);
    e->has_grundy = true;
    return bt_take_u64(&number, &e->grundy) == BT_NUMBER_OK && number.len == 0;
}

/* A sum of the row's position and, if `beside` is given, a Nim position. */
struct question {
    bt_context *ctx;
    bt_game *game[2];
    bt_part part[2];
    bt_sum sum;
};

static bt_status question_add(struct question *q, const char *rules,
                              const char *position)
{
    size_t i = q->sum.n;
    BT_TRY(bt_game_new(q->ctx, &bt_builtin, bt_span_of(rules), &q->game[i]));
    q->part[i].game = q->game[i];
    bt_pos_init(&q->part[i].pos, q->ctx);
    q->sum = (bt_sum){.part = q->part, .n = i + 1};
    return q->game[i]->rules->parse(q->ctx, q->game[i], bt_span_of(position),
                                    &q->part[i].pos);
}

static void question_free(struct question *q)
{
    for (size_t i = 0; i < q->sum.n; i++) {
        bt_pos_free(&q->part[i].pos);
        bt_game_free(q->game[i]);
    }
}

/* The set is the solver's, so it is compared while that is there. */
static bt_status solve_by(struct question *q, bt_by by, const struct expected *e,
                          bt_verdict *verdict)
{
    bt_solver *solver = NULL;
    BT_TRY(bt_solver_new(q->ctx, by, &solver));
    bt_status status = bt_solve(solver, &q->sum, verdict);
    if (status == BT_OK && e && verdict->infinite)
        CHECK(verdict->infinity_count == e->members &&
                  (e->members == 0 ||
                   memcmp(verdict->infinity, e->set, e->members * sizeof *e->set) == 0),
              "the set of infinity has %zu members, not %zu, or others",
              verdict->infinity_count, e->members);
    bt_solver_free(solver);
    return status;
}

/* A theorem may tell the outcome and no value. */
static bool agrees(const bt_verdict *v, const struct expected *e, bt_by by)
{
    bool same_value = v->has_grundy ? e->has_grundy && v->grundy == e->grundy
                                    : !e->has_grundy || by == BT_BY_THEOREM;
    return v->outcome == e->outcome && same_value && v->infinite == e->infinite;
}

static void check_by(const struct row *row, struct question *q,
                     const struct expected *e, bt_by by, const char *means,
                     bool may_be_unable)
{
    bt_verdict v;
    bt_status status = solve_by(q, by, e, &v);
    if (status == BT_UNABLE && may_be_unable)
        return;
    CHECK(status == BT_OK && agrees(&v, e, by),
          "%s:%d: %s says %s, outcome %d, Grundy value %llu", row->file, row->line,
          means, bt_status_name(status), v.outcome, (unsigned long long)v.grundy);
}

static bool in_set(const struct expected *e, uint64_t value)
{
    for (size_t i = 0; i < e->members; i++)
        if (e->set[i] == value)
            return true;
    return false;
}

/* g(A + *n) = g(A) xor n, and A + *g(A) is P; misere: the reference decides. */
static void check_sum(const struct row *row, bt_context *ctx, const struct expected *e)
{
    static const uint64_t piles[] = {0, 1, 2, 5};
    bool misere = strstr(row->field[0], "/misere") != NULL;
    if (!misere && !e->has_grundy && !e->infinite)
        return; /* nobody knows the value */
    for (size_t i = 0; i <= sizeof piles / sizeof piles[0]; i++) {
        bool own = i == sizeof piles / sizeof piles[0];
        uint64_t pile = own ? e->grundy : piles[i];
        char text[32];
        struct question q = {.ctx = ctx};
        bt_verdict v, reference;
        snprintf(text, sizeof text, "%llu", (unsigned long long)pile);
        bt_status status = question_add(&q, row->field[0], row->field[1]);
        if (status == BT_OK)
            status = question_add(&q, misere ? "nim/misere" : "nim", text);
        if (status == BT_OK)
            status = solve_by(&q, BT_BY_ANY, NULL, &v);
        CHECK(status == BT_OK, "%s:%d: a sum fails: %s", row->file, row->line,
              bt_message(ctx));
        if (status == BT_OK && e->infinite)
            CHECK(v.infinite && v.outcome == (in_set(e, pile) ? BT_N : BT_D),
                  "%s:%d: beside a pile of %s the outcome is %d", row->file, row->line,
                  text, v.outcome);
        else if (status == BT_OK && !misere)
            CHECK(v.grundy == (e->grundy ^ pile) &&
                      (v.outcome == BT_P) == (v.grundy == 0),
                  "%s:%d: beside a pile of %s the value is %llu", row->file, row->line,
                  text, (unsigned long long)v.grundy);
        else if (status == BT_OK &&
                 solve_by(&q, BT_BY_PLAIN, NULL, &reference) == BT_OK)
            CHECK(v.outcome == reference.outcome,
                  "%s:%d: misere beside a pile of %s: %d, plain search says %d",
                  row->file, row->line, text, v.outcome, reference.outcome);
        question_free(&q);
    }
}

static void check_row(struct row *row, void *arg)
{
    struct expected e;
    bool readable = read_expected(row->field[2], &e);
    (void)arg;
    CHECK(readable, "%s:%d: '%s' is not an expectation", row->file, row->line,
          row->field[2]);
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, SEARCH_BYTES);
    struct question q = {.ctx = ctx};
    bt_status status = question_add(&q, row->field[0], row->field[1]);
    CHECK(status == e.error, "%s:%d: reading says %s (%s), not %s", row->file,
          row->line, bt_status_name(status), bt_message(ctx), bt_status_name(e.error));
    if (status != BT_OK)
        CHECK(strlen(bt_message(ctx)) > 10, "%s:%d: no sentence", row->file, row->line);
    if (status == BT_OK && e.error == BT_OK) {
        check_by(row, &q, &e, BT_BY_ANY, "any", false);
        check_by(row, &q, &e, BT_BY_THEOREM, "theorem", true);
        if (effort_is_low())
            bt_set_memory_limit(ctx, SEARCH_BYTES / EFFORT_FEWER / 2);
        check_by(row, &q, &e, BT_BY_SEARCH, "search", true);
        check_by(row, &q, &e, BT_BY_PLAIN, "plain search", true);
        bt_set_memory_limit(ctx, SEARCH_BYTES);
        check_sum(row, ctx, &e);
    }
    question_free(&q);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "%s:%d: %llu bytes are lost", row->file, row->line,
          (unsigned long long)host.live_bytes);
}

/* The command line as a function, writing into memory of its own. */
struct sink {
    size_t out_len, err_len;
    char out[1 << 16], err[1 << 12];
};

static bt_status keep_bytes(void *self, bt_context *ctx, bt_stream stream,
                            const char *bytes, size_t len)
{
    struct sink *s = self;
    char *to = stream == BT_STDOUT ? s->out : s->err;
    size_t *used = stream == BT_STDOUT ? &s->out_len : &s->err_len;
    size_t cap = stream == BT_STDOUT ? sizeof s->out : sizeof s->err;
    if (len >= cap - *used)
        return bt_fail(ctx, BT_IO, "the test's buffer is full", BT_NO_ARGS);
    memcpy(to + *used, bytes, len);
    *used += len;
    to[*used] = 0;
    return BT_OK;
}

static int run_command(bt_context *ctx, struct sink *sink, size_t argc,
                       const char *const *argv)
{
    bt_span words[8];
    for (size_t i = 0; i < argc; i++)
        words[i] = bt_span_of(argv[i]);
    bt_io io = {.size = sizeof(bt_io), .self = sink, .write = keep_bytes};
    memset(sink, 0, sizeof *sink);
    return bt_command_run(ctx, &bt_builtin, &io, argc, words);
}

/* Fails the k-th allocation for k = 1, 2, 3 ... until there is no k-th. Each time the
 * command must end with exit code 3 and give everything back, or answer as always. */
static void fail_every_allocation(const struct row *row, size_t argc,
                                  const char *const *argv)
{
    static struct sink right, sink;
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    int code = run_command(ctx, &right, argc, argv);
    bt_context_free(ctx);
    for (uint64_t k = 1;; k++) {
        failing_host_init(&host, k);
        ctx = bt_context_new(&host.host, 0);
        if (ctx) {
            int got = run_command(ctx, &sink, argc, argv);
            bool same = got == code && strcmp(sink.out, right.out) == 0;
            CHECK(same || (got == 3 && host.calls >= k),
                  "%s:%d: exit code %d when allocation %llu fails", row->file,
                  row->line, got, (unsigned long long)k);
            bt_context_free(ctx);
        }
        CHECK(host.live_bytes == 0, "%s:%d: %llu bytes lost when allocation %llu fails",
              row->file, row->line, (unsigned long long)host.live_bytes,
              (unsigned long long)k);
        if (host.calls < k)
            break;
    }
}

static bool is_small(const struct row *row)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    struct question q = {.ctx = ctx};
    uint64_t rank;
    bt_status status = question_add(&q, row->field[0], row->field[1]);
    bool small = status != BT_OK || q.game[0]->rules->graph ||
                 (q.game[0]->rules->rank &&
                  q.game[0]->rules->rank(q.game[0], &q.part[0].pos, &rank) &&
                  rank <= SMALL_RANK);
    question_free(&q);
    bt_context_free(ctx);
    return small;
}

/* Where every bind sieves a million numbers, or looks for a period, few rows will do.
 */
static bool was_tried(const struct row *row)
{
    enum { FEW = 3 };
    static char rules[64];
    static unsigned tried;
    bool same = strcmp(rules, row->field[0]) == 0;
    tried = same ? tried + 1 : 1;
    snprintf(rules, sizeof rules, "%s", row->field[0]);
    return (strstr(row->field[0], "primes") && strcmp(row->field[1], "9") != 0) ||
           (strstr(row->file, "breaking") && tried > FEW);
}

/* With little effort the commands take turns: each meets every third row. */
static bool is_turn(const struct row *row, unsigned command)
{
    return !effort_is_low() || ((unsigned)row->line + command) % 3 == 0;
}

static void check_failures(struct row *row, void *arg)
{
    (void)arg;
    if (was_tried(row) || !is_small(row))
        return;
    const char *plain[] = {"solve", row->field[0], row->field[1]};
    const char *json[] = {"solve", row->field[0], row->field[1], "--json"};
    const char *moves[] = {"moves", row->field[0], row->field[1]};
    const char *search[] = {"solve", row->field[0], row->field[1], "--by", "plain"};
    const char *explain[] = {"explain", row->field[0], row->field[1]};
    if (is_turn(row, 0))
        fail_every_allocation(row, 3, plain);
    if (is_turn(row, 1))
        fail_every_allocation(row, 3, explain);
    if (is_turn(row, 2))
        fail_every_allocation(row, 4, json);
    if (is_turn(row, 3))
        fail_every_allocation(row, 3, moves);
    if (is_turn(row, 4))
        fail_every_allocation(row, 5, search);
}

int main(void)
{
    glob_t files;
    int rows = 0;
    if (glob("rows/*.t", 0, NULL, &files) == 0)
        for (size_t i = 0; i < files.gl_pathc; i++) {
            rows += rows_read(files.gl_pathv[i], check_row, NULL);
            rows_read(files.gl_pathv[i], check_failures, NULL);
        }
    globfree(&files);
    CHECK(rows > 0, "no rows were found");
    const struct row none = {.file = "commands"};
    const char *games[] = {"games", "--json"}, *man[] = {"help", "--man"},
               *page[] = {"games", "subtraction", "--markdown"}, *tour[] = {"tour"};
    fail_every_allocation(&none, 2, games);
    fail_every_allocation(&none, 2, man);
    fail_every_allocation(&none, 3, page);
    fail_every_allocation(&none, 1, tour);
    return check_close();
}
