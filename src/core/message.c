/* SPDX-License-Identifier: MIT
 * A message is read from left to right; what stands between braces is an argument or a
 * choice between texts that are messages again. */
#include "core/say_into.h"

#include "core/catalogues.h"
#include "core/quote.h"

#include <bouton/context.h>
#include <bouton/text.h>

#include <string.h>

/* There are a thousand calls of these; inside each they would be much more code. */
#if defined(__GNUC__)
#define APART __attribute__((noinline))
#else
#define APART
#endif

APART bt_arg bt_arg_number(const char *name, uint64_t number)
{
    return (bt_arg){.name = name, .kind = BT_ARG_NUMBER, .number = number};
}

APART bt_arg bt_arg_span(const char *name, bt_span words)
{
    return (bt_arg){
        .name = name, .kind = BT_ARG_WORDS, .number = words.len, .at.words = words.at};
}

APART bt_arg bt_arg_string(const char *name, const char *words)
{
    return bt_arg_span(name, bt_span_of(words ? words : ""));
}

APART bt_arg bt_arg_quote(const char *name, bt_span words)
{
    return (bt_arg){
        .name = name, .kind = BT_ARG_QUOTE, .number = words.len, .at.words = words.at};
}

APART bt_arg bt_arg_list(const char *name, const uint64_t *number, size_t count)
{
    return (bt_arg){
        .name = name, .kind = BT_ARG_LIST, .number = count, .at.list = number};
}

APART bt_arg bt_arg_truth(const char *name, bool truth)
{
    return (bt_arg){.name = name, .kind = BT_ARG_TRUTH, .number = truth};
}

/* The words of an argument that has some. */
static bt_span words_of(const bt_arg *arg)
{
    bool has = arg->kind == BT_ARG_WORDS || arg->kind == BT_ARG_QUOTE;
    return has ? (bt_span){arg->at.words, (size_t)arg->number} : (bt_span){NULL, 0};
}

/* A catalogue may be made by a program that knew fewer fields. */
static bool has_hooks(const bt_catalogue *words)
{
    return words && words->size >= sizeof *words;
}

const char *bti_catalogue_text(const bt_catalogue *words, const char *key)
{
    size_t low = 0, high = words ? words->entries : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(key, words->entry[middle].key);
        if (order == 0)
            return words->entry[middle].text;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    const char *found = has_hooks(words) && words->find ? words->find(key) : NULL;
    return found ? found : key;
}

/* What is being said. */
typedef struct {
    bti_sink *sink;
    const bt_catalogue *words;
    bt_args args;
    bool commas; /* between the elements of a list, and nothing else */
} saying;

enum { DEEPEST = 8 }; /* choices inside choices */

static void say_text(const saying *s, bt_span text, unsigned depth);

static void put_span(const saying *s, bt_span text)
{
    s->sink->put(s->sink, text.at, text.len);
}

static void put_number(const saying *s, uint64_t number)
{
    char digits[20];
    s->sink->put(s->sink, digits, bt_print_u64(digits, number));
}

/* "1", "1 and 2", "1, 2 and 3"; how the last one is joined is a message of its own. */
static void put_list(const saying *s, const uint64_t *number, size_t count)
{
    static const char joined[] = BT_TEXT("{some} and {last}");
    if (count > 1 && !s->commas) {
        saying pair = {.sink = s->sink, .words = s->words, .commas = true};
        pair.args = BT_ARGS(BT_LIST("some", number, count - 1),
                            BT_NUM("last", number[count - 1]));
        say_text(&pair, bt_span_of(bti_catalogue_text(s->words, joined)), 0);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            put_span(s, bt_span_of(", "));
        put_number(s, number[i]);
    }
}

static void put_capital(const saying *s, bt_span words)
{
    bool small = words.len > 0 && words.at[0] >= 'a' && words.at[0] <= 'z';
    char first = small ? (char)(words.at[0] - 'a' + 'A') : 0;
    put_span(s, (bt_span){&first, small});
    put_span(s, (bt_span){words.at + small, words.len - small});
}

static void put_arg(const saying *s, const bt_arg *arg, bool capital)
{
    bti_quote quote;
    switch (arg->kind) {
    case BT_ARG_NUMBER:
        put_number(s, arg->number);
        break;
    case BT_ARG_WORDS:
        if (capital)
            put_capital(s, words_of(arg));
        else
            put_span(s, words_of(arg));
        break;
    case BT_ARG_QUOTE:
        put_span(s, bt_span_of(bti_quoted(&quote, words_of(arg))));
        break;
    case BT_ARG_LIST:
        put_list(s, arg->at.list, (size_t)arg->number);
        break;
    case BT_ARG_TRUTH:
        put_span(s, bt_span_of(arg->number ? "yes" : "no"));
        break;
    }
}

static void skip_blanks(bt_span *text)
{
    while (text->len > 0 && text->at[0] == ' ')
        *text = (bt_span){text->at + 1, text->len - 1};
}

/* Takes what stands before one of these characters. */
static bt_span take_until(bt_span *text, const char *ends)
{
    size_t len = 0;
    while (len < text->len && !strchr(ends, text->at[len]))
        len++;
    bt_span taken = {text->at, len};
    *text = (bt_span){text->at + len, text->len - len};
    return taken;
}

/* '{' and '}' in quotes stand for braces: is there one, with its quotes, at i? */
static bool is_quoted_brace(bt_span text, size_t i)
{
    return i + 2 < text.len && text.at[i] == '\'' && text.at[i + 2] == '\'' &&
           (text.at[i + 1] == '{' || text.at[i + 1] == '}');
}

/* Takes {...} with all that is nested in it; false if the text does not begin so, or no
 * brace closes it. */
static bool take_braces(bt_span *text, bt_span *inside)
{
    size_t open = 0;
    if (text->len == 0 || text->at[0] != '{')
        return false;
    for (size_t i = 0; i < text->len; i++) {
        if (is_quoted_brace(*text, i)) {
            i += 2;
            continue;
        }
        open += text->at[i] == '{';
        open -= text->at[i] == '}';
        if (open == 0) {
            *inside = (bt_span){text->at + 1, i - 1};
            *text = (bt_span){text->at + i + 1, text->len - i - 1};
            return true;
        }
    }
    return false;
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* {Pile} asks for the argument "pile", to be said with a capital letter. */
static bool is_name(const char *name, bt_span wanted)
{
    bt_span own = bt_span_of(name);
    return wanted.len > 0 && wanted.len == own.len &&
           (wanted.at[0] == own.at[0] ||
            (is_capital(wanted.at[0]) && wanted.at[0] - 'A' + 'a' == own.at[0])) &&
           memcmp(wanted.at + 1, own.at + 1, own.len - 1) == 0;
}

static const bt_arg *find_arg(const saying *s, bt_span name)
{
    for (size_t i = 0; i < s->args.count; i++)
        if (is_name(s->args.arg[i].name, name))
            return &s->args.arg[i];
    return NULL;
}

static const char *plural_of(const saying *s, uint64_t number)
{
    if (has_hooks(s->words) && s->words->plural)
        return s->words->plural(number);
    return number == 1 ? "one" : "other";
}

/* What a plural goes by; words have no number. */
static uint64_t number_of(const bt_arg *arg)
{
    return arg->kind == BT_ARG_WORDS || arg->kind == BT_ARG_QUOTE ? 0 : arg->number;
}

/* How well a label fits: 3 for "=2", 2 for the form or the word, 1 for "other". */
static int fits(const saying *s, const bt_arg *arg, bool plural, bt_span label)
{
    char exact[21] = "=";
    size_t len = 1 + bt_print_u64(exact + 1, number_of(arg));
    bt_span form = words_of(arg);
    if (plural)
        form = bt_span_of(plural_of(s, number_of(arg)));
    else if (arg->kind == BT_ARG_TRUTH)
        form = bt_span_of(arg->number ? "yes" : "no");
    if (plural && bt_span_equal(label, (bt_span){exact, len}))
        return 3;
    if (bt_span_equal(label, form))
        return 2;
    return bt_span_equal(label, bt_span_of("other"));
}

/* "one {...} other {...}": says the text that fits best. */
static bool say_choice(const saying *s, const bt_arg *arg, bool plural, bt_span choices,
                       unsigned depth)
{
    bt_span best = {NULL, 0}, text;
    int best_fit = 0;
    for (skip_blanks(&choices); choices.len > 0; skip_blanks(&choices)) {
        bt_span label = take_until(&choices, " {");
        skip_blanks(&choices);
        if (!take_braces(&choices, &text))
            return false;
        int fit = fits(s, arg, plural, label);
        if (fit > best_fit) {
            best_fit = fit;
            best = text;
        }
    }
    if (best_fit > 0)
        say_text(s, best, depth + 1);
    return best_fit > 0;
}

/* What stands between two braces. */
static bool say_braces(const saying *s, bt_span inside, unsigned depth)
{
    bt_span name = take_until(&inside, ",");
    const bt_arg *arg = find_arg(s, name);
    if (!arg || depth > DEEPEST)
        return false;
    if (inside.len == 0) {
        put_arg(s, arg, is_capital(name.at[0]));
        return true;
    }
    bt_take_char(&inside, ',');
    skip_blanks(&inside);
    bt_span kind = take_until(&inside, ",");
    bool plural = bt_span_equal(kind, bt_span_of("plural"));
    if (!plural && !bt_span_equal(kind, bt_span_of("select")))
        return false;
    bt_take_char(&inside, ',');
    return say_choice(s, arg, plural, inside, depth);
}

/* Says what stands before the first brace that is an argument's. */
static void say_plain(const saying *s, bt_span *text)
{
    size_t from = 0, i = 0;
    while (i < text->len && text->at[i] != '{') {
        if (!is_quoted_brace(*text, i)) {
            i++;
            continue;
        }
        put_span(s, (bt_span){text->at + from, i - from});
        put_span(s, (bt_span){text->at + i + 1, 1});
        from = i += 3;
    }
    put_span(s, (bt_span){text->at + from, i - from});
    *text = (bt_span){text->at + i, text->len - i};
}

static void say_text(const saying *s, bt_span text, unsigned depth)
{
    while (text.len > 0) {
        bt_span inside;
        say_plain(s, &text);
        bt_span from_brace = text;
        if (text.len == 0)
            return;
        if (!take_braces(&text, &inside)) {
            put_span(s, text);
            return;
        }
        if (!say_braces(s, inside, depth))
            put_span(s, (bt_span){from_brace.at, from_brace.len - text.len});
    }
}

void bti_say_into(bti_sink *sink, const bt_catalogue *words, const char *key,
                  bt_args args)
{
    const saying s = {sink, words, args, false};
    say_text(&s, bt_span_of(bti_catalogue_text(words, key)), 0);
}

bt_status bti_fail_in_line(bt_context *ctx, bt_status status, uint64_t line,
                           uint64_t column, const char *sentence)
{
    char said[BTI_SENTENCE_BYTES];
    bti_say_line(ctx, said, sentence, BT_NO_ARGS);
    return bt_fail(ctx, status, "line {line}, column {column}: {sentence}",
                   BT_ARGS(BT_NUM("line", line), BT_NUM("column", column),
                           BT_STR("sentence", said)));
}

bt_status bti_fail_expected(bt_context *ctx, uint64_t line, uint64_t column,
                            const char *what, bool at_end)
{
    char said[BTI_SENTENCE_BYTES];
    bti_say_line(ctx, said, what, BT_NO_ARGS);
    return bt_fail(
        ctx, BT_SYNTAX,
        at_end ? BT_TEXT("line {line}, column {column}: {what} was expected, but the "
                         "text ends")
               : BT_TEXT("line {line}, column {column}: {what} was expected"),
        BT_ARGS(BT_NUM("line", line), BT_NUM("column", column), BT_STR("what", said)));
}

const bt_catalogue *bt_find_catalogue(bt_span name)
{
    for (size_t i = 0; i < bti_catalogue_count; i++)
        if (bt_span_equal(name, bt_span_of(bti_catalogues[i].name)))
            return &bti_catalogues[i];
    return NULL;
}
