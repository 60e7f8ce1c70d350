/* SPDX-License-Identifier: MIT
 * Messages: the cases of tests/messages.tsv, which the page runs too
 * (web/tests/message_test.mjs), and what only C has: catalogues with their hooks,
 * numbers of 64 bits, the arguments that steps keep, and failing allocations. */
#include "check.h"
#include "failing_host.h"

#include <bouton/all.h>

#include <string.h>

enum { MOST_ARGS = 4, MOST_NUMBERS = 8 };

struct given {
    bt_arg arg[MOST_ARGS];
    uint64_t number[MOST_ARGS][MOST_NUMBERS];
    size_t count;
};

static bt_arg list_of(const char *name, const bt_json *array, uint64_t *number)
{
    size_t n = 0;
    for (const bt_json *m = array->child; m && n < MOST_NUMBERS; m = m->next, n++)
        CHECK(bt_json_u64(m, &number[n]), "a list has numbers");
    return BT_LIST(name, number, n);
}

static bt_arg arg_of(const bt_json *value, uint64_t *number)
{
    const char *name = value->key.at;
    switch (value->kind) {
    case BT_JSON_NUMBER:
        CHECK(bt_json_u64(value, number), "%s is a number", name);
        return BT_NUM(name, *number);
    case BT_JSON_ARRAY:
        return list_of(name, value, number);
    case BT_JSON_OBJECT:
        return BT_QUOTE(name, bt_json_get(value, "quote")->text);
    case BT_JSON_TRUE:
    case BT_JSON_FALSE:
        return BT_TRUE(name, value->kind == BT_JSON_TRUE);
    default:
        return BT_SPAN(name, value->text);
    }
}

static void read_args(bt_arena *arena, const char *json, struct given *given)
{
    const bt_json *object = NULL;
    given->count = 0;
    bool good = bt_json_read(arena, bt_span_of(json), &object) == BT_OK;
    CHECK(good, "'%s' is JSON", json);
    for (const bt_json *m = good ? object->child : NULL; m && given->count < MOST_ARGS;
         m = m->next, given->count++)
        given->arg[given->count] = arg_of(m, given->number[given->count]);
}

static void check_said(bt_context *ctx, const char *key, bt_args args, const char *said)
{
    bt_text text;
    bt_text_init(&text, ctx);
    bt_say(&text, key, args);
    CHECK(bt_text_status(&text) == BT_OK, "%s is said", key);
    CHECK(strcmp(bt_text_chars(&text), said) == 0, "%s: got \"%s\", not \"%s\"", key,
          bt_text_chars(&text), said);
    bt_text_free(&text);
}

static void run_case(bt_context *ctx, char *line)
{
    char *args = strchr(line, '\t');
    char *said = args ? strchr(args + 1, '\t') : NULL;
    CHECK(said, "'%s' has three columns", line);
    if (!said)
        return;
    *args++ = 0;
    *said++ = 0;
    bt_arena arena;
    struct given given;
    bt_arena_init(&arena, ctx);
    read_args(&arena, args, &given);
    check_said(ctx, line, (bt_args){given.arg, given.count}, said);
    bt_arena_free(&arena);
}

static void test_cases(bt_context *ctx)
{
    FILE *in = fopen("messages.tsv", "r");
    char line[1024];
    unsigned cases = 0;
    CHECK(in, "tests/messages.tsv is there");
    while (in && fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] == 0 || line[0] == '#')
            continue;
        run_case(ctx, line);
        cases++;
    }
    CHECK(cases > 50, "%u cases", cases);
    if (in)
        fclose(in);
}

static void test_large_numbers(bt_context *ctx)
{
    check_said(ctx, "{n, plural, =18446744073709551615 {all: {n}} other {some}}",
               BT_ARGS(BT_NUM("n", UINT64_MAX)), "all: 18446744073709551615");
    check_said(ctx, "{a}{b}", BT_ARGS(BT_STR("a", NULL), BT_NUM("b", 0)), "0");
    check_said(ctx, "{n}", BT_NO_ARGS, "{n}");
}

/* A braced message that never ends: no brace may be looked for beyond the text. */
static void test_deep(bt_context *ctx)
{
    char text[1024];
    for (size_t open = 1; open < 500; open += 61) {
        memset(text, '{', open);
        text[open] = 0;
        check_said(ctx, text, BT_ARGS(BT_NUM("n", 1)), text);
        memset(text, '}', open);
        check_said(ctx, text, BT_ARGS(BT_NUM("n", 1)), text);
        for (size_t i = 0; i < open; i++)
            text[i] = "'{'}"[i % 4];
        bt_text said;
        bt_text_init(&said, ctx);
        bt_say(&said, text, BT_ARGS(BT_NUM("n", 1)));
        CHECK(bt_text_span(&said).len <= open, "%zu characters become no more", open);
        bt_text_free(&said);
    }
}

static const bt_entry entries[] = {
    {"a {n}", "first {n}"},
    {"b", "second"},
    {"n {n, plural, one {x} other {y}}",
     "{n, plural, one {single} few {few} other {many}}"},
    {"z", "last"},
    {"{some} and {last}", "{some} und {last}"},
};

static const char *slavic_plural(uint64_t number)
{
    return number == 1 ? "one" : number < 5 ? "few" : "other";
}

static const char *find_hook(const char *key)
{
    return strcmp(key, "by hook {n}") == 0 ? "hooked {n}" : NULL;
}

static void test_catalogue(bt_context *ctx)
{
    static const uint64_t list[] = {1, 2, 3};
    bt_catalogue own = {sizeof own, "own", entries, sizeof entries / sizeof entries[0],
                        NULL,       NULL};
    const bt_args n = BT_ARGS(BT_NUM("n", 3));
    bt_set_catalogue(ctx, &own);
    check_said(ctx, "a {n}", n, "first 3");
    check_said(ctx, "b", BT_NO_ARGS, "second");
    check_said(ctx, "z", BT_NO_ARGS, "last");
    check_said(ctx, "{l}", BT_ARGS(BT_LIST("l", list, 3)), "1, 2 und 3");
    check_said(ctx, "A", BT_NO_ARGS, "A");     /* before the first entry */
    check_said(ctx, "c", BT_NO_ARGS, "c");     /* between two */
    check_said(ctx, "{~}", BT_NO_ARGS, "{~}"); /* after the last */
    check_said(ctx, "by hook {n}", n, "by hook 3");
    check_said(ctx, "n {n, plural, one {x} other {y}}", n, "many");
    own.plural = slavic_plural;
    own.find = find_hook;
    check_said(ctx, "n {n, plural, one {x} other {y}}", n, "few");
    check_said(ctx, "by hook {n}", n, "hooked 3");
    check_said(ctx, "by none {n}", n, "by none 3");
    CHECK(strcmp(bt_words_for(ctx, "b"), "second") == 0, "words for a key");
    CHECK(strcmp(bt_words_for(ctx, "c"), "c") == 0, "a key that is not there");
    CHECK(bt_fail(ctx, BT_DOMAIN, "a {n}", n) == BT_DOMAIN, "the status");
    CHECK(strcmp(bt_message(ctx), "first 3") == 0, "'%s'", bt_message(ctx));
    own.entries = 0;
    check_said(ctx, "b", BT_NO_ARGS, "b");
    bt_set_catalogue(ctx, NULL);
    check_said(ctx, "b", BT_NO_ARGS, "b");
    CHECK(strcmp(bt_words_for(ctx, "b"), "b") == 0, "words without a catalogue");
}

/* The tables that tools/texts.mjs writes are sorted, and every entry is found. */
static void test_own_catalogues(bt_context *ctx)
{
    const bt_catalogue *winning = bt_find_catalogue(bt_span_of("winning"));
    CHECK(winning, "there is a catalogue \"winning\"");
    CHECK(!bt_find_catalogue(bt_span_of("")), "and none without a name");
    CHECK(!bt_find_catalogue(bt_span_of("winnin")), "and none with half a name");
    bt_set_catalogue(ctx, winning);
    for (size_t i = 0; winning && i < winning->entries; i++) {
        const bt_entry *e = &winning->entry[i];
        CHECK(i == 0 || strcmp(e[-1].key, e->key) < 0, "'%s' is in order", e->key);
        CHECK(bt_words_for(ctx, e->key) == e->text, "'%s' is found", e->key);
    }
    bt_set_catalogue(ctx, NULL);
}

/* Steps keep key and arguments after those of the caller are gone. */
static bt_status say_steps(bt_steps *steps)
{
    uint64_t list[] = {4, 5};
    char words[] = "gap", typed[] = "x";
    bt_step_say(
        steps, "kind", "{Thing} {n} of {list}: {typed}{yes, select, yes {!} other {?}}",
        BT_ARGS(BT_STR("thing", words), BT_NUM("n", 7), BT_LIST("list", list, 2),
                BT_QUOTE("typed", bt_span_of(typed)), BT_TRUE("yes", true)));
    bt_step_say(steps, "kind", "nothing", BT_NO_ARGS);
    memset(list, 0, sizeof list);
    memset(words, '-', sizeof words - 1);
    memset(typed, '-', sizeof typed - 1);
    return bt_steps_status(steps);
}

static void check_steps(bt_context *ctx, const bt_steps *steps)
{
    const bt_step *step = steps->first;
    CHECK(steps->count == 2 && step && step->next == steps->last, "two steps");
    CHECK(strcmp(step->text, "Gap 7 of 4 and 5: 'x'!") == 0, "'%s'", step->text);
    CHECK(step->args.count == 5, "%zu arguments", step->args.count);
    check_said(ctx, step->key, step->args, step->text);
    CHECK(steps->last->args.count == 0, "no arguments");
    check_said(ctx, steps->last->key, steps->last->args, "nothing");
}

static void test_failing_allocations(bt_context *other)
{
    for (uint64_t k = 1;; k++) {
        struct failing_host f;
        failing_host_init(&f, k);
        bt_context *ctx = bt_context_new(&f.host, 0);
        if (ctx) {
            bt_steps steps;
            bt_steps_init(&steps, ctx);
            bt_status status = say_steps(&steps);
            CHECK(status == BT_OK || status == BT_NOMEM, "status %d", status);
            if (status == BT_OK)
                check_steps(other, &steps);
            bt_steps_free(&steps);
        }
        bt_context_free(ctx);
        CHECK(f.live_bytes == 0, "all is given back after failure %d", (int)k);
        if (f.calls < k)
            break;
    }
}

int main(void)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    test_cases(ctx);
    test_large_numbers(ctx);
    test_deep(ctx);
    test_catalogue(ctx);
    test_own_catalogues(ctx);
    test_failing_allocations(ctx);
    CHECK(bt_memory_used(ctx) == 0, "all memory is given back");
    bt_context_free(ctx);
    return check_close();
}
