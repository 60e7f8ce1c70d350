/* SPDX-License-Identifier: MIT
 * Every cell of a table is what plain search says of its position. What is said of a
 * period is derived again by its definition: one that was seen from the cells, one that
 * is proved from plain search far beyond the table. Tables come as JSON through the
 * command itself. Rules made up here have cells that are no positions and values that
 * no theorem tells. */
#include "check.h"
#include "failing_host.h"
#include "rules/registry.h"

#include <bouton/all.h>

enum { MAX_WORDS = 8, MAX_COLUMNS = 400 };

/* Even: a heap of 0, 2, 4, ... chips up to 30; take 2 or 4. Odd heaps are no positions.
 * The theorem tells the outcome (P: multiples of 6) and no value. Pair: the same heap
 * and a number behind a colon, which must not be larger than the heap. */
static bt_status bind(bt_context *ctx, bt_span param, bt_game *g, bt_text *canonical)
{
    (void)ctx;
    (void)param;
    (void)g;
    (void)canonical;
    return BT_OK;
}

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    uint64_t heap, other = 0;
    bool pair = g->rules->name[0] == 'p';
    if (bt_take_u64(&text, &heap) != BT_NUMBER_OK)
        return bt_fail(ctx, BT_SYNTAX, "a number is wanted", BT_NO_ARGS);
    if (pair && (!bt_take_char(&text, ':') || bt_take_u64(&text, &other)))
        return bt_fail(ctx, BT_SYNTAX, "heap:number is wanted", BT_NO_ARGS);
    if (text.len > 0)
        return bt_fail(ctx, BT_SYNTAX, "one number is wanted", BT_NO_ARGS);
    if (heap % 2 == 1 || heap > 30 || other > heap)
        return bt_fail(ctx, BT_DOMAIN, "there is no such heap", BT_NO_ARGS);
    BT_TRY(bt_pos_push(pos, heap));
    return pair ? bt_pos_push(pos, other) : BT_OK;
}

static void print(const bt_game *g, const bt_pos *pos, bt_text *text)
{
    (void)g;
    bt_text_put_u64(text, pos->x[0]);
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    uint64_t heap = p->x[0];
    bool going = true;
    (void)g;
    for (uint64_t take = 2; take <= 4 && take <= heap && going; take += 2) {
        p->x[0] = heap - take;
        going = bt_show(visit, p, 0, 1, &heap);
    }
    p->x[0] = heap;
    return going;
}

static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    (void)g;
    (void)move;
    bt_text_put(text, "take");
}

static void theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    if (g->play == BT_NORMAL)
        out->outcome = p->x[0] % 6 == 0 ? BT_P : BT_N;
}

#define EVEN                                                                           \
    .usage = "even", .summary = "even", .help = "even", .theorem_note = "none",        \
    .bind = bind, .parse = parse, .print = print, .options = options, .say = say,      \
    .theorem = theorem
static const bt_rules rules_even = {.size = sizeof(bt_rules), .name = "even", EVEN};
static const bt_rules rules_pair = {.size = sizeof(bt_rules), .name = "pair", EVEN};
static const bt_rules *const list[] = {&rules_even, &rules_pair};
static const bt_registry made_up = {.rules = list, .count = 2};

struct sink {
    bt_text out;
};

static bt_status keep(void *self, bt_context *ctx, bt_stream stream, const char *bytes,
                      size_t len)
{
    struct sink *s = self;
    (void)ctx;
    if (stream == BT_STDOUT)
        bt_text_put_span(&s->out, (bt_span){bytes, len});
    return bt_text_status(&s->out);
}

/* Runs a command line, words between blanks. */
static int run(bt_context *ctx, const bt_registry *registry, const char *line,
               struct sink *sink)
{
    bt_span word[MAX_WORDS];
    size_t n = 0;
    bt_io io = {.size = sizeof(bt_io), .self = sink, .write = keep};
    for (const char *at = line; *at && n < MAX_WORDS;) {
        size_t len = strcspn(at, " ");
        word[n++] = (bt_span){at, len};
        at += len + (at[len] == ' ');
    }
    return bt_command_run(ctx, registry, &io, n, word);
}

struct table {
    const char *line; /* the command, for sentences */
    bt_context *ctx;
    bt_game *game;
    bt_solver *plain;
    uint64_t from[2], to[2];
    size_t numbers;
    bool values, nulls; /* nulls: values may be unknown */
    char form[64];      /* n,m,3: how the numbers make a position */
    char between;
};

/* The cell by plain search: N, P, or a blank. */
static char truth(const struct table *t, uint64_t n, uint64_t m, uint64_t *value)
{
    char text[200];
    size_t len = 0;
    bt_sum sum = {0};
    bt_verdict v = {.outcome = BT_UNKNOWN};
    for (const char *at = t->form; *at; at++)
        if (*at == 'n' || *at == 'm')
            len += (size_t)snprintf(text + len, sizeof text - len, "%llu",
                                    (unsigned long long)(*at == 'n' ? n : m));
        else
            text[len++] = *at;
    text[len] = 0;
    bool position = bt_sum_add(t->ctx, &sum, t->game, bt_span_of(text)) == BT_OK;
    if (position)
        CHECK(bt_solve(t->plain, &sum, &v) == BT_OK, "%s: %s", t->line,
              bt_message(t->ctx));
    bt_sum_free(t->ctx, &sum);
    *value = v.grundy;
    return !position ? ' ' : v.outcome == BT_N ? 'N' : v.outcome == BT_P ? 'P' : '?';
}

/* A row as numbers that can be compared: letters, or 1000 and the value. */
static size_t check_row(const struct table *t, const bt_json *row, uint64_t m,
                        uint64_t *kept)
{
    size_t n = (size_t)(t->to[0] - t->from[0] + 1);
    const bt_json *value = t->values ? row->child : NULL;
    CHECK((t->values ? row->count : row->text.len) == n, "%s: row %llu has %zu cells",
          t->line, (unsigned long long)m, t->values ? row->count : row->text.len);
    if ((t->values ? row->count : row->text.len) != n || n > MAX_COLUMNS)
        return 0;
    for (size_t i = 0; i < n; i++, value = value ? value->next : NULL) {
        uint64_t right = 0, told = 0;
        char label = truth(t, t->from[0] + i, m, &right);
        if (!t->values) {
            kept[i] = (unsigned char)row->text.at[i];
            CHECK(row->text.at[i] == label, "%s: at %llu, %llu '%c' and not '%c'",
                  t->line, (unsigned long long)(t->from[0] + i), (unsigned long long)m,
                  row->text.at[i], label);
        } else if (label == ' ' || t->nulls) {
            kept[i] = ' ';
            CHECK(value->kind == BT_JSON_NULL, "%s: a value where is none", t->line);
        } else {
            CHECK(bt_json_u64(value, &told) && told == right,
                  "%s: at %llu, %llu value %llu and not %llu", t->line,
                  (unsigned long long)(t->from[0] + i), (unsigned long long)m,
                  (unsigned long long)told, (unsigned long long)right);
            kept[i] = 1000 + told;
        }
    }
    return n;
}

/* By definition: the least preperiod, not behind the middle, and for it the least
 * period, such that the pattern stands there three times. */
static size_t find_pattern(const uint64_t *cell, size_t n, size_t *preperiod)
{
    for (size_t i = 0; i < n; i++)
        if (cell[i] == ' ')
            return 0;
    for (size_t q = 0; 2 * q <= n; q++)
        for (size_t p = 1; q + 3 * p <= n; p++) {
            bool fits = true;
            for (size_t i = q; i + p < n && fits; i++)
                fits = cell[i] == cell[i + p];
            if (fits) {
                *preperiod = q;
                return p;
            }
        }
    return 0;
}

static uint64_t number(const bt_json *object, const char *key)
{
    uint64_t n = UINT64_MAX;
    const bt_json *member = bt_json_get(object, key);
    CHECK(member && bt_json_u64(member, &n), "no number %s", key);
    return n;
}

static bool is_known(const bt_json *period, const char *how)
{
    const bt_json *known = period ? bt_json_get(period, "known") : NULL;
    return known && bt_span_equal(known->text, bt_span_of(how));
}

/* Does the row have this period from `from` on, up to `end`? */
static bool repeats(const uint64_t *row, uint64_t from, uint64_t period,
                    uint64_t saltus, uint64_t end)
{
    for (uint64_t i = from; i + period < end; i++)
        if (row[i + period] != row[i] + saltus)
            return false;
    return true;
}

/* A proved period against plain search from 0 on: it holds, and nothing less does. */
static void check_proved(const struct table *t, const bt_json *period, bool values)
{
    static uint64_t row[MAX_COLUMNS];
    const bt_json *member = bt_json_get(period, "saltus");
    uint64_t from = number(period, "preperiod"), p = number(period, "period");
    uint64_t saltus = member ? number(period, "saltus") : 0;
    bool one = strchr(t->form, ',') == NULL;
    uint64_t end = one ? MAX_COLUMNS : 120;
    if (from >= end || p >= end || from + 2 * p + 2 >= end)
        return; /* too far to be looked at */
    for (uint64_t n = 0; n < end; n++) {
        uint64_t value = 0;
        char label = truth(t, n, t->from[1], &value);
        row[n] = values ? value : (uint64_t)label;
    }
    CHECK(repeats(row, from, p, saltus, end), "%s: %s do not have period %llu", t->line,
          values ? "values" : "labels", (unsigned long long)p);
    CHECK(from == 0 || !repeats(row, from - 1, p, saltus, end),
          "%s: %s repeat before %llu", t->line, values ? "values" : "labels",
          (unsigned long long)from);
    for (uint64_t less = 1; less < p; less++) {
        uint64_t step = row[from + less] - row[from];
        CHECK(p % less != 0 || !repeats(row, from, less, values ? step : 0, end),
              "%s: %s have period %llu", t->line, values ? "values" : "labels",
              (unsigned long long)less);
    }
}

static void check_seen(const struct table *t, const bt_json *period,
                       const uint64_t *cell, size_t n)
{
    size_t preperiod = 0, right = find_pattern(cell, n, &preperiod);
    CHECK(period && (period->kind == BT_JSON_NULL) == (right == 0), "%s: period %zu",
          t->line, right);
    if (right == 0 || !period || period->kind == BT_JSON_NULL)
        return;
    CHECK(is_known(period, "seen") && number(period, "period") == right &&
              number(period, "preperiod") == t->from[0] + preperiod,
          "%s: not seen with period %zu, preperiod %zu", t->line, right, preperiod);
}

/* The word of the pattern is what stands in the table where it begins. */
static void check_word(const struct table *t, const bt_json *pattern,
                       const uint64_t *cell, size_t n)
{
    uint64_t from = number(pattern, "from"), period = number(pattern, "period");
    uint64_t preperiod = number(pattern, "preperiod");
    const bt_json *word = bt_json_get(pattern, t->values ? "values" : "labels");
    CHECK(from >= preperiod && from >= t->from[0] && (from - preperiod) % period == 0 &&
              (from == preperiod || from - period < t->from[0]),
          "%s: from %llu", t->line, (unsigned long long)from);
    bool here = !bt_json_get(pattern, "saltus") && period <= n &&
                from - t->from[0] <= n - period;
    CHECK(word && (word->kind != BT_JSON_NULL) == here, "%s: the pattern's word",
          t->line);
    if (!word || !here || word->kind == BT_JSON_NULL)
        return;
    CHECK((t->values ? word->count : word->text.len) == period,
          "%s: the pattern has another length", t->line);
    const bt_json *value = t->values ? word->child : NULL;
    const uint64_t *at = cell + (from - t->from[0]);
    for (size_t i = 0; i < period; i++, value = value ? value->next : NULL) {
        uint64_t told = 0;
        if (t->values)
            CHECK(value && bt_json_u64(value, &told) && told + 1000 == at[i],
                  "%s: value %zu of the pattern", t->line, i);
        else
            CHECK((unsigned char)word->text.at[i] == at[i],
                  "%s: letter %zu of the pattern", t->line, i);
    }
}

static void check_periods(const struct table *t, const bt_json *answer,
                          const uint64_t *cell, size_t n)
{
    static const char *const names[] = {"labels", "values"};
    const bt_json *periods = bt_json_get(answer, "periods");
    const bt_json *pattern = bt_json_get(answer, "pattern");
    CHECK(periods && pattern, "%s: no periods", t->line);
    for (int i = 0; i < 2 && periods; i++) {
        const bt_json *period = bt_json_get(periods, names[i]);
        bool shown = t->values == (i == 1);
        CHECK(period != NULL, "%s: no period of the %s", t->line, names[i]);
        if (is_known(period, "proved"))
            check_proved(t, period, i == 1);
        else if (shown)
            check_seen(t, period, cell, n);
        if (shown && pattern && period)
            CHECK((pattern->kind == BT_JSON_NULL) == (period->kind == BT_JSON_NULL),
                  "%s: the pattern is not the period", t->line);
    }
    if (pattern && pattern->kind != BT_JSON_NULL)
        check_word(t, pattern, cell, n);
}

static void read_ends(struct table *t, const bt_json *answer)
{
    const bt_json *from = bt_json_get(answer, "from"), *to = bt_json_get(answer, "to");
    const bt_json *position = bt_json_get(answer, "position");
    bool good = from && to && position && from->count == to->count &&
                from->count >= 1 && from->count <= 2 &&
                position->text.len < sizeof t->form;
    CHECK(good, "%s: no ends", t->line);
    t->numbers = good ? from->count : 0;
    const bt_json *a = good ? from->child : NULL, *b = good ? to->child : NULL;
    for (size_t i = 0; i < t->numbers; i++, a = a->next, b = b->next)
        CHECK(bt_json_u64(a, &t->from[i]) && bt_json_u64(b, &t->to[i]),
              "%s: ends that are no numbers", t->line);
    snprintf(t->form, sizeof t->form, "%.*s", good ? (int)position->text.len : 0,
             good ? position->text.at : "");
    t->between = strchr(t->form, ':') ? ':' : strchr(t->form, ',') ? ',' : 0;
}

static void check_answer(struct table *t, const bt_json *answer)
{
    static uint64_t cell[MAX_COLUMNS];
    size_t n = 0;
    read_ends(t, answer);
    const bt_json *rows = bt_json_get(answer, t->values ? "values" : "labels");
    size_t count = t->numbers == 2 ? (size_t)(t->to[1] - t->from[1] + 1) : 1;
    CHECK(rows && rows->count == count, "%s: not %zu rows", t->line, count);
    const bt_json *row = rows ? rows->child : NULL;
    for (uint64_t m = t->from[1]; row; row = row->next, m++)
        n = check_row(t, row, m, cell);
    const bt_json *pattern = bt_json_get(answer, "pattern");
    if (count == 1)
        check_periods(t, answer, cell, n);
    else
        CHECK(pattern && pattern->kind == BT_JSON_NULL, "%s: a pattern", t->line);
}

static void check_table(bt_context *ctx, const bt_registry *registry, const char *rules,
                        const char *ranges, const char *more, char between)
{
    char line[200];
    struct sink sink;
    struct table t = {.line = line, .ctx = ctx, .values = strstr(more, "--grundy")};
    const bt_json *answer = NULL;
    bt_arena arena;
    t.nulls = t.values && strstr(more, "theorem") && registry == &made_up;
    bt_arena_init(&arena, ctx);
    bt_text_init(&sink.out, ctx);
    snprintf(line, sizeof line, "table %s %s --json%s", rules, ranges, more);
    int code = run(ctx, registry, line, &sink);
    CHECK(code == 0, "%s: exit %d: %s", line, code, bt_message(ctx));
    bt_status status = bt_game_new(ctx, registry, bt_span_of(rules), &t.game);
    if (status == BT_OK)
        status = bt_solver_new(ctx, BT_BY_PLAIN, &t.plain);
    if (status == BT_OK)
        status = bt_json_read(&arena, bt_text_span(&sink.out), &answer);
    CHECK(status == BT_OK, "%s: %s", line, bt_message(ctx));
    if (code == 0 && status == BT_OK) {
        check_answer(&t, answer);
        CHECK(t.between == between, "%s: between the numbers is '%c'", line, t.between);
    }
    bt_solver_free(t.plain);
    bt_game_free(t.game);
    bt_text_free(&sink.out);
    bt_arena_free(&arena);
}

/* Normal and misere play, labels and values, by every way that can answer. */
static void check_rules(bt_context *ctx, const char *rules, const char *ranges,
                        char between)
{
    static const char *const ways[] = {"", " --by search", " --by plain"};
    bt_span name = {rules, strcspn(rules, ":")};
    CHECK(bt_registry_find(&bt_builtin, name) != NULL, "no rules are called %s", rules);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        char text[100], more[40];
        snprintf(text, sizeof text, "%s/misere", rules);
        snprintf(more, sizeof more, " --grundy%s", ways[i]);
        check_table(ctx, &bt_builtin, rules, ranges, ways[i], between);
        check_table(ctx, &bt_builtin, text, ranges, ways[i], between);
        check_table(ctx, &bt_builtin, rules, ranges, more, between);
    }
}

static void check_builtin(bt_context *ctx)
{
    static const char *const sets[] = {"1,5,6",
                                       "1,3,4",
                                       "1,2",
                                       "2,5",
                                       "3",
                                       "2..4",
                                       "all-but-3",
                                       "1,8,13",
                                       "4,7,9",
                                       "powers-of-2",
                                       "6,10",
                                       "1",
                                       "2",
                                       "squares",
                                       "1,2,9,15,24",
                                       "2,5,9,31",
                                       "all-but-2",
                                       "all-but-1,4,5,9",
                                       "all-but-1..6",
                                       "1,3,4,6",
                                       "2,3..4"};
    char rules[64];
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        snprintf(rules, sizeof rules, "subtraction:%s", sets[i]);
        check_rules(ctx, rules, "0..80", 0);
        check_rules(ctx, rules, "7..61", 0);
        check_rules(ctx, rules, "9,12", ',');
        check_rules(ctx, rules, "0..30,4", ',');
        check_rules(ctx, rules, "1,2..9,3..8", ',');
    }
    check_rules(ctx, "nim", "0", 0);
    check_rules(ctx, "nim", "9", 0);
    check_rules(ctx, "nim", "0..10,3..8", ',');
    check_rules(ctx, "nim", "0..30,5", ',');
    check_rules(ctx, "nim", "1,0..30,1", ',');
    check_rules(ctx, "nim", "2,1,0..30", ',');
    check_rules(ctx, "nim", "0..7,0..7,3", ',');
    check_rules(ctx, "cheating", "0..5,0..4,2", ':');
    check_rules(ctx, "cheating", "0..5,3:0..4", ':');
    check_rules(ctx, "dynamic", "20:0..12", ':');
    check_rules(ctx, "nimble", "3,5", ',');
    check_rules(ctx, "dynamic", "20,12", ':');
    check_rules(ctx, "dynamic", "3..60,2..2", ':');
    check_rules(ctx, "dynamic:2", "20,12", ':');
    check_rules(ctx, "cheating", "6,4", ':');
    check_rules(ctx, "staircase", "6,5", ',');
    check_rules(ctx, "moore:1", "6,7", ',');
    check_rules(ctx, "moore:2", "6,7", ',');
}

/* Cells that are no positions, and values that only a search knows. */
static void check_made_up(bt_context *ctx)
{
    check_table(ctx, &made_up, "even", "33", "", 0);
    check_table(ctx, &made_up, "even/misere", "33", "", 0);
    check_table(ctx, &made_up, "even", "33", " --grundy", 0);
    check_table(ctx, &made_up, "even", "33", " --grundy --by theorem", 0);
    check_table(ctx, &made_up, "even", "0..0", " --grundy --by theorem", 0);
    check_table(ctx, &made_up, "pair", "31,5", "", ':');
    check_table(ctx, &made_up, "pair", "31,5", " --grundy", ':');
    check_table(ctx, &made_up, "pair/misere", "2..8,1..5", " --by search", ':');
    struct sink sink;
    bt_text_init(&sink.out, ctx);
    CHECK(run(ctx, &made_up, "table even 1..8", &sink) == 0, "2 is a position");
    CHECK(run(ctx, &made_up, "table even 1..1", &sink) == 2, "1 is none");
    CHECK(run(ctx, &made_up, "table even 4,4", &sink) == 2, "one number, two ranges");
    CHECK(run(ctx, &made_up, "table pair 1,1", &sink) == 0, "0:0 is a position");
    CHECK(run(ctx, &made_up, "table pair 1..4,1..4", &sink) == 2, "1:1 is none");
    bt_text_free(&sink.out);
}

/* The periods that the program can prove, which a table once named falsely. */
static void check_proved_rows(bt_context *ctx)
{
    static const struct {
        const char *line, *part;
    } rows[] = {
        {"table subtraction:1,2,9,15,24 0..60 --json",
         "\"labels\":{\"known\":\"proved\",\"preperiod\":0,\"period\":33}"},
        {"table subtraction:2,5,9,31 0..90 --json",
         "\"periods\":{\"labels\":{\"known\":\"proved\",\"preperiod\":33,\"period\":36}"
         ","
         "\"values\":{\"known\":\"proved\",\"preperiod\":49,\"period\":36}}"},
        {"table subtraction:2,5,9,31 0..10 --json", "\"preperiod\":33"},
        {"table subtraction:squares 0..13 --json", "\"periods\":{\"labels\":null"},
        {"table subtraction:squares 0..14 --json", "\"known\":\"seen\""},
        {"table subtraction:1,3,4/misere 0..9 --json", "\"values\":null"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sink sink;
        bt_text_init(&sink.out, ctx);
        int code = run(ctx, &bt_builtin, rows[i].line, &sink);
        CHECK(code == 0 && strstr(bt_text_chars(&sink.out), rows[i].part),
              "%s: %s is not in %s", rows[i].line, rows[i].part,
              bt_text_chars(&sink.out));
        bt_text_free(&sink.out);
    }
}

/* No line of a table is wider than it may be, where one column fits. */
static void check_matrix_lines(bt_context *ctx)
{
    static const char *const lines[] = {
        "table nim 0..70,0..9 --grundy", "table subtraction:1,5,6 0..300",
        "table subtraction:1,70 0..300", "table dynamic 0..60,1..9"};
    static const size_t widths[] = {0, 20, 33, 80, 200, SIZE_MAX};
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < sizeof widths / sizeof widths[0]; k++) {
            struct sink sink;
            bt_text_init(&sink.out, ctx);
            bt_set_line_width(ctx, widths[k]);
            CHECK(run(ctx, &bt_builtin, lines[i], &sink) == 0, "%s", lines[i]);
            size_t most = bt_line_width(ctx), title = strcspn(sink.out.at, "\n") + 1;
            CHECK(most >= 20, "lines of %zu", most);
            for (const char *at = bt_text_chars(&sink.out) + title; *at;) {
                size_t len = strcspn(at, "\n");
                CHECK(len <= most || !memchr(at, ' ', len),
                      "%s: %zu columns of %zu: %.*s", lines[i], len, most, (int)len,
                      at);
                at += len + (at[len] == '\n');
            }
            bt_text_free(&sink.out);
        }
    bt_set_line_width(ctx, 80);
}

struct stopping_host {
    struct failing_host host; /* first */
    unsigned asked;
};

static bool stop_at_once(void *self)
{
    ((struct stopping_host *)self)->asked++;
    return true;
}

static void check_stop(void)
{
    struct stopping_host w = {.asked = 0};
    struct sink sink;
    failing_host_init(&w.host, 0);
    w.host.host.stop = stop_at_once;
    bt_context *ctx = bt_context_new(&w.host.host, 0);
    bt_text_init(&sink.out, ctx);
    int code = run(ctx, &bt_builtin, "table nim 99999", &sink);
    CHECK(code == 3 && bt_last_status(ctx) == BT_STOPPED && w.asked == 1,
          "stop gives exit code %d", code);
    CHECK(sink.out.len == 0, "half a table was written");
    bt_text_free(&sink.out);
    bt_context_free(ctx);
    CHECK(w.host.live_bytes == 0, "a stopped table keeps memory");
}

/* A store that keeps nothing but says whether it was ended. */
static int stores;

static bt_status write_away(bt_store *store, bt_context *ctx, const void *bytes,
                            size_t len)
{
    (void)store;
    (void)ctx;
    (void)bytes;
    CHECK(len > 100, "a picture of %zu bytes", len);
    return BT_OK;
}

static bt_status commit(bt_store *store, bt_context *ctx)
{
    (void)store;
    (void)ctx;
    stores--;
    return BT_OK;
}

static void abandon(bt_store *store)
{
    (void)store;
    stores--;
}

static bt_status open_store(void *self, bt_context *ctx, const char *name,
                            bt_store **out)
{
    static bt_store store = {write_away, commit, abandon};
    (void)self;
    (void)ctx;
    (void)name;
    stores++;
    *out = &store;
    return BT_OK;
}

/* Each allocation fails once; then the exit code says so and nothing is lost. */
static void check_memory(const char *line)
{
    uint64_t k = 1;
    for (;; k++) {
        struct failing_host host;
        struct sink sink;
        failing_host_init(&host, k);
        host.host.open_store = open_store;
        bt_context *ctx = bt_context_new(&host.host, 0);
        int code = 3;
        if (ctx) {
            bt_text_init(&sink.out, ctx);
            code = run(ctx, &bt_builtin, line, &sink);
            bt_text_free(&sink.out);
        }
        bt_context_free(ctx);
        CHECK(code == (host.calls < k ? 0 : 3), "%s: allocation %llu: exit code %d",
              line, (unsigned long long)k, code);
        CHECK(host.live_bytes == 0 && stores == 0,
              "%s: allocation %llu: memory or a store is lost", line,
              (unsigned long long)k);
        if (host.calls < k || k > 10000)
            break;
    }
    CHECK(k > 5 && k <= 10000, "%s: %llu allocations", line, (unsigned long long)k);
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    check_builtin(ctx);
    check_made_up(ctx);
    check_stop();
    check_memory("table subtraction:1,5,6 40");
    check_memory("table subtraction:1,3,4/misere 40 --json");
    check_memory("table subtraction:squares 30 --grundy");
    check_memory("table dynamic 9,3 --grundy --json");
    check_memory("table nim 6,6 --by plain --tsv");
    check_memory("table subtraction:1,2 12 -o x.svg");
    check_memory("table nim 4,4 --grundy -o x.tex");
    check_memory("table nim 0..40,0..9,3 --grundy -o x.csv");
    check_memory("table subtraction:2,5,9,31 0..90 -o x.json");
    check_proved_rows(ctx);
    check_matrix_lines(ctx);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "memory is lost");
    return check_close();
}
