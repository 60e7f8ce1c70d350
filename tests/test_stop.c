/* SPDX-License-Identifier: MIT
 * A host that says stop at its k-th question, for growing k: every command ends at once
 * with STOPPED, gives back all memory and leaves no file open. And questions come
 * often: rules that count what is asked of them tell how much is done between two of
 * them. tests/signals.c does the same with the program itself and with long work. */
#include "check.h"
#include "core/parallel.h"
#include "failing_host.h"
#include "rules/registry.h"

#include <bouton/all.h>

#define HEADS "HHTHHHTHHHHTHHHHHTHHHHHHTHHHHHHHTHHHHHHHHTHHHHHHHHHTHHHHHH"

/* The host. */

struct asking {
    struct failing_host memory; /* first: its functions get a pointer to it */
    uint64_t questions, yes_at; /* yes from this question on; 0: never */
    uint64_t work, worst;       /* done since the last question, and at most */
    uint64_t told;              /* calls of progress */
    int open_stores, stores;
};

static struct asking
    *counting; /* where the rules below count; they have no other way */

static bool stop(void *self)
{
    struct asking *a = self;
    a->worst = a->work > a->worst ? a->work : a->worst;
    a->work = 0;
    a->questions++;
    return a->yes_at > 0 && a->questions >= a->yes_at;
}

static void progress(void *self, const char *what, uint64_t done, uint64_t total)
{
    struct asking *a = self;
    (void)what;
    (void)done;
    (void)total;
    a->told++;
}

struct quiet_store {
    bt_store store;
    struct asking *a;
};

static bt_status quiet_write(bt_store *store, bt_context *ctx, const void *bytes,
                             size_t len)
{
    (void)store;
    (void)ctx;
    (void)bytes;
    (void)len;
    return BT_OK;
}

static void quiet_abandon(bt_store *store)
{
    struct quiet_store *s = (struct quiet_store *)store;
    s->a->open_stores--;
    free(s);
}

static bt_status quiet_commit(bt_store *store, bt_context *ctx)
{
    (void)ctx;
    quiet_abandon(store);
    return BT_OK;
}

static bt_status open_quietly(void *self, bt_context *ctx, const char *name,
                              bt_store **out)
{
    struct asking *a = self;
    struct quiet_store *s = calloc(1, sizeof *s);
    (void)name;
    if (!s)
        return bt_fail(ctx, BT_NOMEM, "memory", BT_NO_ARGS);
    *s = (struct quiet_store){{quiet_write, quiet_commit, quiet_abandon}, a};
    a->open_stores++;
    a->stores++;
    *out = &s->store;
    return BT_OK;
}

static void begin(struct asking *a, uint64_t yes_at)
{
    *a = (struct asking){.yes_at = yes_at};
    failing_host_init(&a->memory, 0);
    a->memory.host.stop = stop;
    a->memory.host.progress = progress;
    a->memory.host.open_store = open_quietly;
    counting = a;
}

/* Rules that count: an option, a word that a theorem or a search has to read. */

enum { MOST_RULES = 32 };
static bt_rules counted_rules[MOST_RULES];
static const bt_rules *counted_list[MOST_RULES];
static bt_registry counted;

static const bt_rules *original(const bt_game *g)
{
    return bt_registry_find(&bt_builtin, bt_span_of(g->rules->name));
}

struct counting_visit {
    bt_visit visit;
    bt_visit *inner;
};

static bool count_option(bt_visit *visit, const bt_move *move)
{
    struct counting_visit *v = (struct counting_visit *)visit;
    counting->work += 1 + move->to->n;
    return v->inner->option(v->inner, move);
}

static bool count_options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    struct counting_visit v = {*visit, visit};
    v.visit.option = count_option;
    bool going = original(g)->options(g, p, &v.visit);
    visit->status = visit->status == BT_OK ? v.visit.status : visit->status;
    return going;
}

static size_t count_box_options(const bt_game *g, const bt_box *box,
                                const uint64_t *digit, uint64_t index, uint64_t *out)
{
    size_t n = original(g)->box_options(g, box, digit, index, out);
    counting->work += 1 + n;
    return n;
}

static void count_theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    counting->work += 1 + p->n;
    original(g)->theorem(g, p, out);
}

static void make_counted_rules(void)
{
    for (size_t i = 0; i < bt_builtin.count && i < MOST_RULES; i++) {
        bt_rules *r = &counted_rules[i];
        *r = *bt_builtin.rules[i];
        r->options = count_options;
        if (r->box_options)
            r->box_options = count_box_options;
        if (r->theorem)
            r->theorem = count_theorem;
        counted_list[i] = r;
        counted = (bt_registry){.rules = counted_list, .count = i + 1};
    }
}

/* Commands. */

static bt_status write_nowhere(void *self, bt_context *ctx, bt_stream stream,
                               const char *bytes, size_t len)
{
    (void)self;
    (void)ctx;
    (void)stream;
    (void)bytes;
    (void)len;
    return BT_OK;
}

struct lines {
    bt_source source;
    const char *rest;
};

static bt_status read_lines(bt_source *source, bt_context *ctx, char *into, size_t most,
                            size_t *got)
{
    struct lines *l = (struct lines *)source;
    (void)ctx;
    *got = strlen(l->rest) < most ? strlen(l->rest) : most;
    memcpy(into, l->rest, *got);
    l->rest += *got;
    return BT_OK;
}

static void close_lines(bt_source *source)
{
    (void)source;
}

typedef struct {
    const char *words, *input;
} command;

static int run(bt_context *ctx, const command *c)
{
    enum { MOST_WORDS = 20 };
    bt_span word[MOST_WORDS];
    size_t words = 0;
    for (const char *at = c->words; *at && words < MOST_WORDS;) {
        size_t len = strcspn(at, " ");
        word[words++] = (bt_span){at, len};
        at += len + (at[len] == ' ');
    }
    struct lines input = {{read_lines, close_lines}, c->input ? c->input : ""};
    bt_io io = {.size = sizeof(bt_io), .write = write_nowhere, .input = &input.source};
    return bt_command_run(ctx, &counted, &io, words, word);
}

/* Stops the command at question k; false if it never got that far. */
static bool check_stop_at(const command *c, uint64_t k)
{
    struct asking a;
    begin(&a, k);
    bt_context *ctx = bt_context_new(&a.memory.host, UINT64_C(1) << 30);
    if (!ctx)
        return false;
    int code = run(ctx, c);
    bool reached = a.questions >= k;
    if (reached) {
        CHECK(code == 3 && bt_last_status(ctx) == BT_STOPPED,
              "%s: stopped at question %llu it ends with %d: %s", c->words,
              (unsigned long long)k, code, bt_message(ctx));
        CHECK(a.questions < k + 100, "%s: stopped at question %llu it asks %llu more",
              c->words, (unsigned long long)k, (unsigned long long)(a.questions - k));
    }
    CHECK(bt_memory_used(ctx) == 0, "%s: stopped at question %llu it keeps %llu bytes",
          c->words, (unsigned long long)k, (unsigned long long)bt_memory_used(ctx));
    CHECK(a.open_stores == 0, "%s: stopped at question %llu it leaves a file open",
          c->words, (unsigned long long)k);
    bt_context_free(ctx);
    CHECK(a.memory.live_bytes == 0, "%s: the context stays", c->words);
    return reached;
}

static void check_every_stop(void)
{
    static const command commands[] = {
        {"solve nim 30,30,30 --by plain", NULL},
        {"solve nim 9,9,9,9,9 --by search", NULL},
        {"solve moore:2 20,20,20 --by search", NULL},
        {"solve moore:2 9,8,7,6,5 --by search --json", NULL},
        {"solve nimble 2,2,2,2,2 --by search", NULL},
        {"solve subtraction:squares 20000", NULL},
        {"solve subtraction:1,2,9,15,24,1000 5000", NULL},
        {"solve subtraction:1,3,4 + staircase 3,4,5", NULL},
        {"solve cheating 3,3:3", NULL},
        {"solve ../games/wythoff.game 40,30", NULL},
        {"solve graph:examples/roundabout.txt 1 + nim 3,4", NULL},
        {"solve moore:2 12,12,12 --table out.table", NULL},
        {"solve nimble 2,2,2,2 --table out.table", NULL},
        {"solve moore:2 --batch - --by search", "9,8,7\n12,11,10\n20,19,18\n5,5,5,5\n"},
        {"moves nim 3000,2000 --all-moves", NULL},
        {"moves moore:2 30,30,30 --by search --json", NULL},
        {"explain moore:2 20,20,20 --by search", NULL},
        {"explain dynamic:3 60:59 --by search", NULL},
        {"solve mock-turtles " HEADS, NULL},
        {"solve ruler " HEADS HEADS, NULL},
        {"explain tartan:twins,triplets HTHTHTH/THTHTHT/HHHTTTH/TTTHHHT", NULL},
        {"solve tartan:mock-turtles,ruler HTHTHTH/THTHTHT/HHHTTTH/TTTHHHT", NULL},
        {"table nim 0..150,0..150", NULL},
        {"table ../games/wythoff.game 0..20,0..20 --grundy", NULL},
        {"table subtraction:1,3,4 0..5000 -o out.svg", NULL},
        {"graph nim 9,9,9 --limit 1000 -o out.svg", NULL},
        {"graph nim 5,5,5 --limit 1000 -o out.tex", NULL},
        {"graph nim 9,9,9 --limit 1000 -o out.dot", NULL},
        {"graph nim 9,9,9 --limit 1000 -o out.json", NULL},
        {"graph nim 9,9,9 --limit 1000", NULL},
        {"graph nim 4,4 --steps -o out.svg", NULL},
        {"graph nim 60 --limit 60 -o out.svg", NULL},
        {"label ../tests/examples/roundabout.txt --json", NULL},
        {"prove nim --heaps 3 --certificate out.cert", NULL},
        {"prove moore:2 --heaps 4", NULL},
        {"prove ../games/wythoff-2.game --claim x=y", NULL},
        {"discover ../games/wythoff.game -o out.svg", NULL},
        {"discover subtraction:1,3,4 --grundy", NULL},
        {"demo moore:2 12,12,12 --by search", NULL},
        {"play moore:2 12,12,12 --by search --first computer", "hint\nquit\n"},
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        uint64_t k = 1;
        while (check_stop_at(&commands[i], k))
            k *= 2;
    }
}

/* Many heaps, as text. */
static char *many_heaps(const char *before, size_t heaps, const char *after)
{
    size_t size = strlen(before) + 2 * heaps + strlen(after) + 1;
    char *text = malloc(size), *at = text;
    if (!text)
        return NULL;
    at += sprintf(at, "%s", before);
    for (size_t i = 0; i < heaps; i++)
        at += sprintf(at, i == 0 ? "%d" : ",%d", (int)(1 + i % 7));
    sprintf(at, "%s", after);
    return text;
}

/* Questions come after this much work at the latest, in options and words: some
 * milliseconds. */
enum { MOST_WORK = 3000000, MOST_QUESTIONS = 1000 };

static void check_work(const char *words)
{
    struct asking a;
    const command c = {words, NULL};
    begin(&a, MOST_QUESTIONS);
    bt_context *ctx = bt_context_new(&a.memory.host, UINT64_C(1) << 30);
    if (!ctx)
        return;
    int code = run(ctx, &c);
    a.worst = a.work > a.worst ? a.work : a.worst;
    CHECK(a.worst < MOST_WORK, "%.60s: %llu options and words without a question",
          words, (unsigned long long)a.worst);
    CHECK(a.questions > 10, "%.60s: %llu questions, code %d", words,
          (unsigned long long)a.questions, code);
    bt_context_free(ctx);
}

static void check_work_between_questions(void)
{
    static const char *const some[] = {
        "solve nim 400,400 --by plain",
        "solve nim 5000 --by search",
        "solve moore:2 28,28,28,28 --by search",
        "solve moore:2 40,40,40,40 --by search",
        "moves moore:2 40,40,40,40 --by search",
        "solve subtraction:all-but-999983 100000",
        "solve subtraction:1..5000,7000 100000,90000 --by search",
        "moves nim 1000000000000",
        "graph nim 9,9,9,9 --limit 10000",
        "table ../games/wythoff.game 0..60,0..60",
    };
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        check_work(some[i]);
    static const char *const around[][2] = {
        {"solve nim ", " --by plain"},        {"solve nim/misere ", " --by search"},
        {"solve staircase ", " --by search"}, {"graph nim ", " --limit 300"},
        {"moves nim ", " --all-moves"},       {"moves staircase ", " --all-moves"},
    };
    for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
        char *words = many_heaps(around[i][0], 20000, around[i][1]);
        if (words)
            check_work(words);
        free(words);
    }
}

/* However short the calls are, they add up; and what was asked for is told. */
static void check_counting(void)
{
    struct asking a;
    begin(&a, 0);
    bt_context *ctx = bt_context_new(&a.memory.host, 0);
    bool stopped = false;
    if (!ctx)
        return;
    for (int i = 0; i < 1000000; i++)
        stopped = bti_worked(ctx, 1) || stopped;
    CHECK(!stopped && a.questions >= 10 && a.questions <= 100, "%llu questions",
          (unsigned long long)a.questions);
    uint64_t before = a.questions;
    CHECK(!bti_worked(ctx, UINT64_MAX) && a.questions == before + 1, "one large step");
    CHECK(a.told == 0, "told nothing yet");
    for (uint64_t i = 0; i < 1000000; i++)
        stopped = bti_worked_at(ctx, 1, "steps", i, 0) || stopped;
    CHECK(a.told >= 10 && a.told <= 100, "told %llu times", (unsigned long long)a.told);

    bt_text text;
    bt_text_init(&text, ctx);
    before = a.questions;
    for (int i = 0; i < 1000000; i++)
        bt_text_put(&text, "some words ");
    CHECK(bt_text_status(&text) == BT_OK && a.questions > before + 10, "a long text");
    a.yes_at = 1;
    size_t len = text.len;
    for (int i = 0; i < 1000000; i++)
        bt_text_put(&text, "some words ");
    CHECK(bt_text_status(&text) == BT_STOPPED && text.len < len + 1000000,
          "a text goes on for %zu bytes", text.len - len);
    bt_text_free(&text);

    char *block = bt_resize(ctx, NULL, 0, 1 << 26);
    CHECK(block && bti_fill(ctx, block, 1, 1 << 26) == BT_STOPPED, "fill is stopped");
    a.yes_at = 0;
    CHECK(block && bti_fill(ctx, block, 7, 1 << 26) == BT_OK && block[0] == 7 &&
              block[(1 << 26) - 1] == 7,
          "fill fills");
    bt_release(ctx, block, 1 << 26);
    bt_context_free(ctx);
}

/* Commands that were silent: one that checks, one that lists. */
static void check_progress(void)
{
    static const command commands[] = {
        {"moves moore:2 20,20,20 --by search --progress", NULL},
        {"moves nim 9,8,7 --by plain --progress", NULL},
        {"check ../tests/examples/dynamic-3.certificate --progress", NULL},
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        struct asking a;
        begin(&a, 0);
        bt_context *ctx = bt_context_new(&a.memory.host, UINT64_C(1) << 30);
        int code = ctx ? run(ctx, &commands[i]) : -1;
        CHECK(code == 0 && a.told > 0, "%s: code %d, told %llu times: %s",
              commands[i].words, code, (unsigned long long)a.told,
              ctx ? bt_message(ctx) : "");
        bt_context_free(ctx);
    }
}

int main(void)
{
    make_counted_rules();
    check_counting();
    check_every_stop();
    check_work_between_questions();
    check_progress();
    return check_close();
}
