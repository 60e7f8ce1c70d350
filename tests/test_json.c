/* SPDX-License-Identifier: MIT
 * JSON: what RFC 8259 allows is read, all else is refused with its place, and what is
 * written is read back as it was. */
#include <bouton/json.h>

#include "check.h"
#include "failing_host.h"

struct fixture {
    struct failing_host host;
    bt_context *ctx;
    bt_arena arena;
    bt_text text;
};

static void set_up(struct fixture *f)
{
    failing_host_init(&f->host, 0);
    f->ctx = bt_context_new(&f->host.host, 0);
    bt_arena_init(&f->arena, f->ctx);
    bt_text_init(&f->text, f->ctx);
}

static void tear_down(struct fixture *f)
{
    bt_text_free(&f->text);
    bt_arena_free(&f->arena);
    CHECK(bt_memory_used(f->ctx) == 0, "%llu bytes",
          (unsigned long long)bt_memory_used(f->ctx));
    bt_context_free(f->ctx);
    CHECK(f->host.live_bytes == 0, "%llu bytes",
          (unsigned long long)f->host.live_bytes);
}

/* Reads from a block of exactly this size, so that a look beyond its end shows. */
static bt_status read_exact(bt_arena *arena, bt_span text, const bt_json **out)
{
    char *copy = malloc(text.len > 0 ? text.len : 1);
    bt_status status;
    if (text.len > 0)
        memcpy(copy, text.at, text.len);
    status = bt_json_read(arena, (bt_span){copy, text.len}, out);
    free(copy);
    return status;
}

/* The tree as text: JSON again, but numbers as they were written. */
static void dump(const bt_json *node, bt_text *out)
{
    static const char *const word[] = {"null", "false", "true"};
    bt_json_writer w;
    size_t children = 0;

    bt_json_begin(&w, out);
    if (node->kind == BT_JSON_STRING) {
        bt_json_put_string(&w, node->text);
    } else if (node->kind == BT_JSON_NUMBER) {
        bt_text_put_span(out, node->text);
    } else if (node->kind < BT_JSON_NUMBER) {
        bt_text_put(out, word[node->kind]);
    } else {
        bool object = node->kind == BT_JSON_OBJECT;
        bt_text_put_char(out, object ? '{' : '[');
        for (const bt_json *m = node->child; m; m = m->next, children++) {
            if (m != node->child)
                bt_text_put_char(out, ',');
            if (object) {
                bt_json_begin(&w, out);
                bt_json_put_string(&w, m->key);
                bt_text_put_char(out, ':');
            }
            dump(m, out);
        }
        bt_text_put_char(out, object ? '}' : ']');
    }
    CHECK(node->count == children, "%zu and %zu", node->count, children);
}

/* Good documents and what they say. */

static const struct {
    const char *text, *says;
} good[] = {
    {"null", "null"},
    {"true", "true"},
    {"false", "false"},
    {" \t\r\n null \t\r\n ", "null"},
    {"0", "0"},
    {"-0", "-0"},
    {"7", "7"},
    {"-12", "-12"},
    {"10", "10"},
    {"0.5", "0.5"},
    {"-0.0", "-0.0"},
    {"1.000", "1.000"},
    {"1e5", "1e5"},
    {"0e0", "0e0"},
    {"0E+01", "0E+01"},
    {"12.34E-056", "12.34E-056"},
    {"1e999999", "1e999999"},
    {"18446744073709551616", "18446744073709551616"},
    {"123456789012345678901234567890", "123456789012345678901234567890"},
    {"\"\"", "\"\""},
    {"\"abc\"", "\"abc\""},
    {"\" \"", "\" \""},
    {"\"\x7F\"", "\"\\u007f\""},
    {"\"/\"", "\"/\""},
    {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\\"\\\\/\\b\\f\\n\\r\\t\""},
    {"\"\\u0041\\u00e9\\u00E9\\u20AC\"", "\"A\xC3\xA9\xC3\xA9\xE2\x82\xAC\""},
    {"\"\\u0022\\u005C\\u002f\"", "\"\\\"\\\\/\""},
    {"\"\\u0000\\u001f\\u007f\"", "\"\\u0000\\u001f\\u007f\""},
    {"\"\\uD834\\uDD1E\"", "\"\xF0\x9D\x84\x9E\""},
    {"\"\\ud800\\udc00\\uDBFF\\uDFFF\"", "\"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\""},
    {"\"\\uD7FF\\uE000\\uFFFF\"", "\"\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF\""},
    {"\"\\\\u0041\"", "\"\\\\u0041\""},
    {"\"\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\"",
     "\"\\u0080\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\""},
    {"\"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"", "\"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\""},
    {"\"\xEF\xBB\xBF\"", "\"\xEF\xBB\xBF\""},
    {"\"\xE2\x80\xA8\xE2\x80\xA9\"", "\"\\u2028\\u2029\""},
    {"[]", "[]"},
    {"[ ]", "[]"},
    {"[1]", "[1]"},
    {"[ 1 , 2 ,\n3 ]", "[1,2,3]"},
    {"[[],[[]],{}]", "[[],[[]],{}]"},
    {"[null,true,false,0,\"\",[],{}]", "[null,true,false,0,\"\",[],{}]"},
    {"[0\n]", "[0]"},
    {"[-1e-1,2]", "[-1e-1,2]"},
    {"{}", "{}"},
    {"{ }", "{}"},
    {"{\"\":0}", "{\"\":0}"},
    {"{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":2}"},
    {"{\"b\" :\t1 ,\r\n \"a\": {\"b\":2} }", "{\"b\":1,\"a\":{\"b\":2}}"},
    {"{\"a\":1,\"A\":2,\"a \":3,\"\":4}", "{\"a\":1,\"A\":2,\"a \":3,\"\":4}"},
    {"{\"a\":{\"a\":{\"a\":[]}}}", "{\"a\":{\"a\":{\"a\":[]}}}"},
    {"{\"a\\u0000b\":1,\"a\\u0000c\":2,\"a\":3}",
     "{\"a\\u0000b\":1,\"a\\u0000c\":2,\"a\":3}"},
};

static void good_documents(void)
{
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct fixture f;
        const bt_json *node = NULL;
        set_up(&f);
        if (read_exact(&f.arena, bt_span_of(good[i].text), &node) == BT_OK)
            dump(node, &f.text);
        else
            bt_text_put(&f.text, bt_message(f.ctx));
        CHECK(bt_span_equal(bt_text_span(&f.text), bt_span_of(good[i].says)),
              "%s says %s, not %s", good[i].text, bt_text_span(&f.text).at,
              good[i].says);
        tear_down(&f);
    }
}

/* Bad documents and the sentence about each, without its first words. */

static const char value[] = "a value was expected";
static const char value_end[] = "a value was expected, but the text ends";
static const char after_element[] = "a comma or ] after the element was expected";
static const char element_end[] =
    "a comma or ] after the element was expected, but the text ends";
static const char after_member[] = "a comma or } after the member was expected";
static const char member_end[] =
    "a comma or } after the member was expected, but the text ends";
static const char name[] = "a name in double quotes was expected";
static const char name_end[] =
    "a name in double quotes was expected, but the text ends";
static const char colon[] = "a colon after the name was expected";
static const char colon_end[] =
    "a colon after the name was expected, but the text ends";
static const char digit[] = "a digit was expected";
static const char digit_end[] = "a digit was expected, but the text ends";
static const char zero[] = "a number does not begin with a needless 0";
static const char more[] = "the text goes on after its value";
static const char quote[] = "this string has no closing quote";
static const char line_end[] = "the line ends inside a string";
static const char control[] = "a control character in a string must be escaped";
static const char escape[] = "a backslash goes only before one of \" \\ / b f n r t u";
static const char hex[] = "\\u needs four hexadecimal digits";
static const char half[] = "half of a surrogate pair is not a character";
static const char utf8[] = "this byte is not UTF-8";
static const char twice[] = "a second value for the same name";

static const struct {
    const char *text;
    int line, column;
    const char *sentence;
} bad[] = {
    {"", 1, 1, value_end},
    {" \n ", 2, 2, value_end},
    {"nul", 1, 1, value},
    {"Null", 1, 1, value},
    {"nulll", 1, 5, more},
    {"truefalse", 1, 5, more},
    {"NaN", 1, 1, value},
    {"Infinity", 1, 1, value},
    {"-Infinity", 1, 2, digit},
    {"undefined", 1, 1, value},
    {"'a'", 1, 1, value},
    {"a", 1, 1, value},
    {",", 1, 1, value},
    {":", 1, 1, value},
    {"]", 1, 1, value},
    {"}", 1, 1, value},
    {"\\u0031", 1, 1, value},
    {"/**/1", 1, 1, value},
    {"1//", 1, 2, more},
    {"#\n1", 1, 1, value},
    {"\xEF\xBB\xBF"
     "1",
     1, 1, value},
    {"\xC2\xA0"
     "1",
     1, 1, value},
    {"\f1", 1, 1, value},
    {"\v1", 1, 1, value},
    {"1\f", 1, 2, more},
    {"1\xE2\x80\xA8", 1, 2, more},
    {"\xFF", 1, 1, value},
    {"1 2", 1, 3, more},
    {"1\n\n  ,", 3, 3, more},
    {"{}}", 1, 3, more},
    {"[]]", 1, 3, more},
    {"[][]", 1, 3, more},
    {"\"a\"x", 1, 4, more},
    /* numbers */
    {"-", 1, 2, digit_end},
    {"--1", 1, 2, digit},
    {"- 1", 1, 2, digit},
    {"-a", 1, 2, digit},
    {"+1", 1, 1, value},
    {".5", 1, 1, value},
    {"-.5", 1, 2, digit},
    {"00", 1, 1, zero},
    {"01", 1, 1, zero},
    {"-01", 1, 2, zero},
    {"-00.1", 1, 2, zero},
    {"1.", 1, 3, digit_end},
    {"1.e1", 1, 3, digit},
    {"1.-1", 1, 3, digit},
    {"1.2.3", 1, 4, more},
    {"1e", 1, 3, digit_end},
    {"1e+", 1, 4, digit_end},
    {"1E-", 1, 4, digit_end},
    {"1e+-1", 1, 4, digit},
    {"1e1.5", 1, 4, more},
    {"1e1e1", 1, 4, more},
    {"0x10", 1, 2, more},
    {"1_000", 1, 2, more},
    {"1,000", 1, 2, more},
    {"\xEF\xBC\x91", 1, 1, value},
    /* strings */
    {"\"", 1, 1, quote},
    {"  \"abc", 1, 3, quote},
    {"\"abc\\\"", 1, 1, quote},
    {"\"abc\\", 1, 1, quote},
    {"\"\\\\\\\"", 1, 1, quote},
    {"\"a\nb\"", 1, 3, line_end},
    {"\"a\r\nb\"", 1, 3, line_end},
    {"\"a\\\nb\"", 1, 4, line_end},
    {"[\"a,\n1]", 1, 5, line_end},
    {"\"\t\"", 1, 2, control},
    {"\"\x01\"", 1, 2, control},
    {"\"ab\x1F\"", 1, 4, control},
    {"\"\\a\"", 1, 2, escape},
    {"\"\\v\"", 1, 2, escape},
    {"\"\\0\"", 1, 2, escape},
    {"\"\\x41\"", 1, 2, escape},
    {"\"\\'\"", 1, 2, escape},
    {"\"\\U0041\"", 1, 2, escape},
    {"\"ab\\ n\"", 1, 4, escape},
    {"\"\\\xC3\xA9\"", 1, 2, escape},
    {"\"\\\xF0\x9F\x8C\x80\"", 1, 2, escape},
    {"\"\\u\"", 1, 4, hex},
    {"\"\\u1\"", 1, 5, hex},
    {"\"\\u004\"", 1, 7, hex},
    {"\"\\u00G1\"", 1, 6, hex},
    {"\"\\u-001\"", 1, 4, hex},
    {"\"\\u 041\"", 1, 4, hex},
    {"\"\\u{41}\"", 1, 4, hex},
    {"\"\\ud800\"", 1, 2, half},
    {"\"\\uDBFFx\"", 1, 2, half},
    {"\"\\udc00\"", 1, 2, half},
    {"\"a\\uDFFF\"", 1, 3, half},
    {"\"\\udc00\\ud800\"", 1, 2, half},
    {"\"\\ud800\\ud800\"", 1, 2, half},
    {"\"\\ud800\\u0041\"", 1, 2, half},
    {"\"\\ud800\\n\"", 1, 2, half},
    {"\"\\ud800\\uZ\"", 1, 10, hex},
    {"\"\x80\"", 1, 2, utf8},
    {"\"\xBF\"", 1, 2, utf8},
    {"\"a\xC0\x80\"", 1, 3, utf8},
    {"\"\xC1\xBF\"", 1, 2, utf8},
    {"\"\xC3\"", 1, 2, utf8},
    {"\"\xC3(\"", 1, 2, utf8},
    {"\"\xE0\x9F\xBF\"", 1, 2, utf8},
    {"\"\xE2\x82\"", 1, 2, utf8},
    {"\"\xE2\"", 1, 2, utf8},
    {"\"\xED\xA0\x80\"", 1, 2, utf8},
    {"\"\xED\xBF\xBF\"", 1, 2, utf8},
    {"\"\xF0\x8F\xBF\xBF\"", 1, 2, utf8},
    {"\"\xF0\x9F\x8C\"", 1, 2, utf8},
    {"\"\xF4\x90\x80\x80\"", 1, 2, utf8},
    {"\"\xF5\x80\x80\x80\"", 1, 2, utf8},
    {"\"\xFE\"", 1, 2, utf8},
    {"\"\xFF\"", 1, 2, utf8},
    {"\"\xF8\x88\x80\x80\x80\"", 1, 2, utf8},
    /* arrays */
    {"[", 1, 2, value_end},
    {"[1", 1, 3, element_end},
    {"[1,", 1, 4, value_end},
    {"[1,]", 1, 4, value},
    {"[,1]", 1, 2, value},
    {"[,]", 1, 2, value},
    {"[1,,2]", 1, 4, value},
    {"[1 2]", 1, 4, after_element},
    {"[1:2]", 1, 3, after_element},
    {"[1}", 1, 3, after_element},
    {"[1,\n 2,\n 3 4]", 3, 4, after_element},
    {"[[1]", 1, 5, element_end},
    {"[\"a\"", 1, 5, element_end},
    {"[a]", 1, 2, value},
    {"[1.]", 1, 4, digit},
    {"[-]", 1, 3, digit},
    {"[012]", 1, 2, zero},
    {"[*]", 1, 2, value},
    /* objects */
    {"{", 1, 2, name_end},
    {"{\"a\"", 1, 5, colon_end},
    {"{\"a\":", 1, 6, value_end},
    {"{\"a\":1", 1, 7, member_end},
    {"{\"a\":1,", 1, 8, name_end},
    {"{\"a\":1,}", 1, 8, name},
    {"{,}", 1, 2, name},
    {"{,\"a\":1}", 1, 2, name},
    {"{\"a\":1,,\"b\":2}", 1, 8, name},
    {"{a:1}", 1, 2, name},
    {"{'a':1}", 1, 2, name},
    {"{1:1}", 1, 2, name},
    {"{null:1}", 1, 2, name},
    {"{[]:1}", 1, 2, name},
    {"{\"a\" 1}", 1, 6, colon},
    {"{\"a\",1}", 1, 5, colon},
    {"{\"a\"=1}", 1, 5, colon},
    {"{\"a\"::1}", 1, 6, value},
    {"{\"a\":}", 1, 6, value},
    {"{\"a\":1 \"b\":2}", 1, 8, after_member},
    {"{\"a\":1]", 1, 7, after_member},
    {"{\"a\":1:2}", 1, 7, after_member},
    {"{\"a\n\":1}", 1, 4, line_end},
    {"{\"\\ud800\":1}", 1, 3, half},
    {"{\"a\":1,\"a\":1}", 1, 12, twice},
    {"{\"a\":1,\n\"b\":2,\n\"a\":3}", 3, 5, twice},
    {"{\"\":1,\"x\":2,\"\":3}", 1, 16, twice},
    {"{\"a\":1,\"\\u0061\":2}", 1, 17, twice},
    {"[{\"c\":{\"a\":1,\"b\":2,\"b\":3}}]", 1, 24, twice},
    {"{\"a\\u0000\":1,\"a\\u0000\":2}", 1, 24, twice},
};

static void bad_documents(void)
{
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct fixture f;
        const bt_json *node = NULL;
        bt_status status;
        set_up(&f);
        status = read_exact(&f.arena, bt_span_of(bad[i].text), &node);
        CHECK(status == BT_SYNTAX && !node, "%s: status %d", bad[i].text, (int)status);
        bt_text_format(&f.text, "line %d, column %d: %s", bad[i].line, bad[i].column,
                       bad[i].sentence);
        CHECK(strcmp(bt_message(f.ctx), bt_text_span(&f.text).at) == 0,
              "%s: \"%s\" where \"%s\" was expected", bad[i].text, bt_message(f.ctx),
              bt_text_span(&f.text).at);
        tear_down(&f);
    }
}

/* Zero bytes cannot stand in the tables. */
static void zero_bytes(void)
{
    static const struct {
        const char *text;
        size_t len;
        const char *message;
    } row[] = {
        {"\0", 1, "line 1, column 1: a value was expected"},
        {"1\0", 2, "line 1, column 2: the text goes on after its value"},
        {"\"\0\"", 3,
         "line 1, column 2: a control character in a string must be escaped"},
        {"\"\\\0\"", 4,
         "line 1, column 3: a control character in a string must be escaped"},
        {"[\0]", 3, "line 1, column 2: a value was expected"},
        {NULL, 0, "line 1, column 1: a value was expected, but the text ends"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct fixture f;
        const bt_json *node = NULL;
        bt_status status;
        set_up(&f);
        status = bt_json_read(&f.arena, (bt_span){row[i].text, row[i].len}, &node);
        CHECK(status == BT_SYNTAX && !node, "row %zu: status %d", i, (int)status);
        CHECK(strcmp(bt_message(f.ctx), row[i].message) == 0, "row %zu: %s", i,
              bt_message(f.ctx));
        tear_down(&f);
    }
}

/* Depth. */

static void put_repeated(bt_text *text, const char *what, size_t times)
{
    while (times-- > 0)
        bt_text_put(text, what);
}

static void check_depth(const char *open, const char *close, size_t depth, bool deep)
{
    struct fixture f;
    const bt_json *node = NULL;
    bt_status status;

    set_up(&f);
    put_repeated(&f.text, open, depth);
    bt_text_put(&f.text, "0");
    put_repeated(&f.text, close, depth);
    status = bt_json_read(&f.arena, bt_text_span(&f.text), &node);
    CHECK(status == (deep ? BT_UNABLE : BT_OK), "%zu times %s: status %d %s", depth,
          open, (int)status, bt_message(f.ctx));
    CHECK(deep == !node, "%zu times %s", depth, open);
    tear_down(&f);
}

static void depth(void)
{
    struct fixture f;
    const bt_json *node = NULL;

    check_depth("[", "]", 64, false);
    check_depth("[", "]", 65, true);
    check_depth("[", "]", 1000000, true);
    check_depth("[", "", 100000, true);
    check_depth("{\"a\":", "}", 64, false);
    check_depth("{\"a\":", "}", 65, true);
    check_depth("[{\"a\":", "}]", 32, false);
    check_depth("[{\"a\":", "}]", 33, true);

    set_up(&f);
    bt_text_put(&f.text, "[\n");
    put_repeated(&f.text, "[", 64);
    CHECK(bt_json_read(&f.arena, bt_text_span(&f.text), &node) == BT_UNABLE, "65 deep");
    CHECK(strcmp(bt_message(f.ctx),
                 "line 2, column 64: more than 64 brackets inside each other") == 0,
          "%s", bt_message(f.ctx));
    /* Brackets side by side are not deep. */
    bt_text_clear(&f.text);
    bt_text_put(&f.text, "[[]");
    put_repeated(&f.text, ",[{}]", 1000);
    bt_text_put(&f.text, "]");
    CHECK(bt_json_read(&f.arena, bt_text_span(&f.text), &node) == BT_OK, "%s",
          bt_message(f.ctx));
    tear_down(&f);
}

/* Nodes tell where they began. */
static void places(void)
{
    struct fixture f;
    const bt_json *node = NULL, *list, *second;

    set_up(&f);
    CHECK(bt_json_read(&f.arena, bt_span_of("\n {\"a\":\n\n  [1,\t\"x\"]}"), &node) ==
              BT_OK,
          "%s", bt_message(f.ctx));
    list = bt_json_get(node, "a");
    second = list->child->next;
    CHECK(node->line == 2 && node->column == 2, "%zu %zu", node->line, node->column);
    CHECK(list->line == 4 && list->column == 3, "%zu %zu", list->line, list->column);
    CHECK(second->line == 4 && second->column == 7, "%zu %zu", second->line,
          second->column);
    CHECK(list->count == 2 && !second->next && !node->next, "links");
    tear_down(&f);
}

static void looking_up(void)
{
    struct fixture f;
    const bt_json *node = NULL;

    set_up(&f);
    CHECK(bt_json_read(&f.arena, bt_span_of("{\"a\":1,\"\":2,\"b\\u0000\":3}"),
                       &node) == BT_OK,
          "%s", bt_message(f.ctx));
    CHECK(bt_json_get(node, "a") == node->child, "a");
    CHECK(bt_json_get(node, "") == node->child->next, "the empty name");
    CHECK(!bt_json_get(node, "b"), "b and a zero byte is another name");
    CHECK(!bt_json_get(node, "c"), "c");
    CHECK(!bt_json_get(node->child, "a"), "a number has no members");
    CHECK(!bt_json_get(NULL, "a"), "nothing has no members");
    tear_down(&f);
}

static void whole_numbers(void)
{
    static const struct {
        const char *text;
        bool whole;
        uint64_t number;
    } row[] = {
        {"0", true, 0},
        {"7", true, 7},
        {"\"7\"", true, 7},
        {"9007199254740993", true, UINT64_C(9007199254740993)},
        {"18446744073709551615", true, UINT64_MAX},
        {"\"18446744073709551615\"", true, UINT64_MAX},
        {"18446744073709551616", false, 0},
        {"\"18446744073709551616\"", false, 0},
        {"-0", false, 0},
        {"-1", false, 0},
        {"1.0", false, 0},
        {"1e2", false, 0},
        {"\"\"", false, 0},
        {"\" 1\"", false, 0},
        {"\"1 \"", false, 0},
        {"\"+1\"", false, 0},
        {"\"1\\u0000\"", false, 0},
        {"\"x\"", false, 0},
        {"null", false, 0},
        {"true", false, 0},
        {"[1]", false, 0},
        {"{}", false, 0},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct fixture f;
        const bt_json *node = NULL;
        uint64_t number = 99;
        set_up(&f);
        CHECK(bt_json_read(&f.arena, bt_span_of(row[i].text), &node) == BT_OK, "%s",
              row[i].text);
        CHECK(bt_json_u64(node, &number) == row[i].whole, "%s", row[i].text);
        CHECK(number == (row[i].whole ? row[i].number : 99), "%s", row[i].text);
        tear_down(&f);
    }
}

/* Writing. */

static void check_written(struct fixture *f, const char *wanted)
{
    CHECK(bt_text_status(&f->text) == BT_OK, "%s", bt_message(f->ctx));
    CHECK(bt_span_equal(bt_text_span(&f->text), bt_span_of(wanted)), "%s, not %s",
          bt_text_span(&f->text).at, wanted);
}

static void writing(void)
{
    struct fixture f;
    bt_json_writer w;

    set_up(&f);
    bt_json_begin(&w, &f.text);
    bt_json_open(&w, '{');
    bt_json_key(&w, "a\n\xFF");
    bt_json_put_u64(&w, 0);
    bt_json_key(&w, "b");
    bt_json_open(&w, '[');
    bt_json_open(&w, '[');
    bt_json_close(&w, ']');
    bt_json_open(&w, '{');
    bt_json_close(&w, '}');
    bt_json_put_bool(&w, true);
    bt_json_put_bool(&w, false);
    bt_json_put_null(&w);
    bt_json_put_string(&w, bt_span_of("x"));
    bt_json_put_string(&w, (bt_span){NULL, 0});
    bt_json_close(&w, ']');
    bt_json_key(&w, "c");
    bt_json_open(&w, '{');
    bt_json_key(&w, "d");
    bt_json_put_null(&w);
    bt_json_close(&w, '}');
    bt_json_key(&w, "");
    bt_json_put_u64(&w, 1);
    bt_json_close(&w, '}');
    check_written(&f,
                  "{\"a\\n\xEF\xBF\xBD\":0,\"b\":[[],{},true,false,null,\"x\",\"\"],"
                  "\"c\":{\"d\":null},\"\":1}");
    tear_down(&f);
}

static void written_numbers(void)
{
    static const struct {
        uint64_t number;
        const char *text;
    } row[] = {
        {0, "0"},
        {9, "9"},
        {10, "10"},
        {UINT64_C(9007199254740990), "9007199254740990"},
        {UINT64_C(9007199254740991), "9007199254740991"},
        {UINT64_C(9007199254740992), "\"9007199254740992\""},
        {UINT64_C(9223372036854775808), "\"9223372036854775808\""},
        {UINT64_MAX, "\"18446744073709551615\""},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct fixture f;
        bt_json_writer w;
        const bt_json *node = NULL;
        uint64_t number = 99;
        set_up(&f);
        bt_json_begin(&w, &f.text);
        bt_json_put_u64(&w, row[i].number);
        check_written(&f, row[i].text);
        CHECK(bt_json_read(&f.arena, bt_text_span(&f.text), &node) == BT_OK &&
                  bt_json_u64(node, &number) && number == row[i].number,
              "%s", row[i].text);
        tear_down(&f);
    }
}

#define FFFD "\xEF\xBF\xBD"

/* The last four rows are tables 3-8 to 3-11 of the Unicode Standard. */
static void written_strings(void)
{
    static const struct {
        const char *string;
        size_t len;
        const char *text;
    } row[] = {
        {"", 0, ""},
        {"plain / text", 12, "plain / text"},
        {"\"\\", 2, "\\\"\\\\"},
        {"a\"b\\c", 5, "a\\\"b\\\\c"},
        {"\b\f\n\r\t", 5, "\\b\\f\\n\\r\\t"},
        {"\0\x01\x07\x0B\x0E\x1F\x7F", 7,
         "\\u0000\\u0001\\u0007\\u000b\\u000e\\u001f\\u007f"},
        {"\xC2\x9B\xC2\xA0\xD8\x9C\xE2\x80\xAE\xE2\x81\xA9", 12,
         "\\u009b\xC2\xA0\\u061c\\u202e\\u2069"},
        {"mis\xC3\xA8re", 7, "mis\xC3\xA8re"},
        {"\xF0\x9D\x84\x9E", 4, "\xF0\x9D\x84\x9E"},
        {"\xC3", 1, FFFD},
        {"\xC3\xA8\xC3", 3, "\xC3\xA8" FFFD},
        {"a\xE2\x82", 3, "a" FFFD},
        {"\xE2\x82\n", 3, FFFD "\\n"},
        {"\xF0\x9D\x84\"", 4, FFFD "\\\""},
        {"\x80\x80", 2, FFFD FFFD},
        {"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", 9,
         FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD "A"},
        {"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", 9,
         FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD "A"},
        {"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", 9,
         FFFD FFFD FFFD FFFD FFFD "A" FFFD FFFD "B"},
        {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", 9, FFFD FFFD FFFD FFFD "A"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct fixture f;
        bt_json_writer w;
        bt_span got;
        set_up(&f);
        bt_json_begin(&w, &f.text);
        bt_json_put_string(&w, (bt_span){row[i].string, row[i].len});
        got = bt_text_span(&f.text);
        CHECK(got.len >= 2 && got.at[0] == '"' && got.at[got.len - 1] == '"', "row %zu",
              i);
        got = (bt_span){got.at + 1, got.len - 2};
        CHECK(bt_span_equal(got, bt_span_of(row[i].text)), "row %zu: %s", i, got.at);
        tear_down(&f);
    }
}

static void writer_depth(void)
{
    struct fixture f;
    bt_json_writer w;
    const bt_json *node = NULL;

    set_up(&f);
    bt_json_begin(&w, &f.text);
    for (int i = 0; i < 64; i++)
        bt_json_open(&w, '[');
    bt_json_put_null(&w);
    bt_json_put_null(&w);
    for (int i = 0; i < 64; i++)
        bt_json_close(&w, ']');
    CHECK(bt_text_status(&f.text) == BT_OK, "%s", bt_message(f.ctx));
    CHECK(bt_json_read(&f.arena, bt_text_span(&f.text), &node) == BT_OK, "%s",
          bt_message(f.ctx));

    bt_text_clear(&f.text);
    bt_json_begin(&w, &f.text);
    for (int i = 0; i < 1000; i++)
        bt_json_open(&w, i % 2 ? '{' : '[');
    for (int i = 0; i < 1001; i++)
        bt_json_close(&w, ']');
    CHECK(bt_text_status(&f.text) == BT_UNABLE, "1000 deep");

    bt_text_clear(&f.text);
    bt_json_begin(&w, &f.text);
    bt_json_close(&w, ']');
    CHECK(bt_text_status(&f.text) == BT_UNABLE, "closed without opening");
    tear_down(&f);
}

/* Round trips of all characters. */

static size_t encode(char *out, unsigned long c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xC0 + c / 0x40);
        out[1] = (char)(0x80 + c % 0x40);
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xE0 + c / 0x1000);
        out[1] = (char)(0x80 + c / 0x40 % 0x40);
        out[2] = (char)(0x80 + c % 0x40);
        return 3;
    }
    out[0] = (char)(0xF0 + c / 0x40000);
    out[1] = (char)(0x80 + c / 0x1000 % 0x40);
    out[2] = (char)(0x80 + c / 0x40 % 0x40);
    out[3] = (char)(0x80 + c % 0x40);
    return 4;
}

static void put_escaped(bt_text *text, unsigned long c)
{
    char buffer[40];
    if (c < 0x10000)
        snprintf(buffer, sizeof buffer, "\\u%04lX", c);
    else
        snprintf(buffer, sizeof buffer, "\\u%04lx\\u%04lx",
                 0xD800 + (c - 0x10000) / 0x400, 0xDC00 + (c - 0x10000) % 0x400);
    bt_text_put(text, buffer);
}

static void check_block(unsigned long first, unsigned long count)
{
    struct fixture f;
    bt_text plain;
    bt_json_writer w;
    const bt_json *node = NULL;

    set_up(&f);
    bt_text_init(&plain, f.ctx);
    bt_text_put_char(&f.text, '"');
    for (unsigned long c = first; c < first + count; c++) {
        char bytes[4];
        bt_text_put_span(&plain, (bt_span){bytes, encode(bytes, c)});
        put_escaped(&f.text, c);
    }
    bt_text_put_char(&f.text, '"');
    CHECK(bt_json_read(&f.arena, bt_text_span(&f.text), &node) == BT_OK &&
              bt_span_equal(node->text, bt_text_span(&plain)),
          "escapes from U+%04lX", first);
    bt_text_clear(&f.text);
    bt_json_begin(&w, &f.text);
    bt_json_put_string(&w, bt_text_span(&plain));
    CHECK(bt_json_read(&f.arena, bt_text_span(&f.text), &node) == BT_OK &&
              bt_span_equal(node->text, bt_text_span(&plain)),
          "characters from U+%04lX", first);
    bt_text_free(&plain);
    tear_down(&f);
}

static void all_characters(void)
{
    for (unsigned long first = 0; first < 0x110000; first += 0x800)
        if (first != 0xD800)
            check_block(first, 0x800);
}

/* A document that uses everything, cut short at every place and with every byte
 * replaced: nothing is read beyond its end and each failure has a sentence. */

static const char everything[] =
    "{\"rules\":\"nim\",\"play\":\"normal\",\"position\":\"14,9,7,5,2\",\n"
    "\"grundy\":7,\"big\":\"18446744073709551615\",\"x\":-1.5e+3,\r\n"
    "\"winning_moves\":[{\"to\":\"9,9\",\"changes\":[[0,14,9]],\"text\":\"\\u00e9\\n\"}"
    ",\n"
    "[],{},\"\\uD834\\uDD1E\",\"mis\xC3\xA8re \xF0\x9D\x84\x9E\"],\t\"terminal\":false,"
    "\"none\":null,\"yes\":true}";

static void cut_short(void)
{
    for (size_t len = 0; len < strlen(everything); len++) {
        struct fixture f;
        const bt_json *node = NULL;
        set_up(&f);
        CHECK(read_exact(&f.arena, (bt_span){everything, len}, &node) == BT_SYNTAX,
              "%zu", len);
        CHECK(strncmp(bt_message(f.ctx), "line ", 5) == 0, "%zu: %s", len,
              bt_message(f.ctx));
        tear_down(&f);
    }
}

static void one_byte_wrong(void)
{
    static const char other[] = "\0\n\x1F \",0\\a[]{}\x7F\x80\xC3\xE2\xF0\xFF";
    char copy[sizeof everything];

    for (size_t i = 0; i < (sizeof everything - 1) * sizeof other; i++) {
        struct fixture f;
        const bt_json *node = NULL;
        bt_status status;
        set_up(&f);
        memcpy(copy, everything, sizeof copy);
        copy[i / sizeof other] = other[i % sizeof other];
        status = read_exact(&f.arena, (bt_span){copy, sizeof copy - 1}, &node);
        if (status != BT_OK)
            CHECK(status == BT_SYNTAX && !node && bt_message(f.ctx)[0], "%zu", i);
        tear_down(&f);
    }
}

/* Each allocation fails in turn. */

static bt_status read_and_write(bt_context *ctx)
{
    bt_text text;
    bt_arena arena;
    bt_json_writer w;
    const bt_json *node = NULL;
    bt_status status;

    bt_text_init(&text, ctx);
    bt_arena_init(&arena, ctx);
    bt_json_begin(&w, &text);
    bt_json_open(&w, '{');
    for (char key[] = "aa"; key[0] <= 'z'; key[0]++) {
        bt_json_key(&w, key);
        bt_json_open(&w, '[');
        for (uint64_t i = 0; i < 20; i++)
            bt_json_put_u64(&w, i << 50);
        bt_json_put_string(&w, bt_span_of(everything));
        bt_json_close(&w, ']');
    }
    bt_json_close(&w, '}');
    status = bt_text_status(&text);
    if (status == BT_OK)
        status = bt_json_read(&arena, bt_text_span(&text), &node);
    CHECK((status == BT_OK) == (node != NULL), "status %d", (int)status);
    CHECK(status == bt_last_status(ctx), "%d %d", (int)status,
          (int)bt_last_status(ctx));
    bt_arena_free(&arena);
    bt_text_free(&text);
    return status;
}

static void failing_memory(void)
{
    for (uint64_t k = 1;; k++) {
        struct failing_host host;
        bt_context *ctx;
        bt_status status = BT_NOMEM;
        failing_host_init(&host, k);
        ctx = bt_context_new(&host.host, 0);
        if (ctx)
            status = read_and_write(ctx);
        bt_context_free(ctx);
        CHECK(host.live_bytes == 0, "k = %llu", (unsigned long long)k);
        if (host.calls < k) {
            CHECK(status == BT_OK && k > 5, "k = %llu", (unsigned long long)k);
            return;
        }
        CHECK(status == BT_NOMEM, "k = %llu: %d", (unsigned long long)k, (int)status);
    }
}

static void limited_memory(void)
{
    bt_status last = BT_UNABLE;
    for (uint64_t limit = 1000; last != BT_OK && limit < 1000000; limit += 1000) {
        struct failing_host host;
        bt_context *ctx;
        failing_host_init(&host, 0);
        ctx = bt_context_new(&host.host, limit);
        last = read_and_write(ctx);
        CHECK(last == BT_OK || last == BT_UNABLE, "limit %llu: %d",
              (unsigned long long)limit, (int)last);
        bt_context_free(ctx);
        CHECK(host.live_bytes == 0, "limit %llu", (unsigned long long)limit);
    }
    CHECK(last == BT_OK, "a megabyte is enough");
}

/* Large documents. Names that differ only at the end are the worst case for sorting;
 * comparing all pairs would take minutes. */

static void many_members(void)
{
    enum { MEMBERS = 200000 };
    struct fixture f;
    bt_json_writer w;
    const bt_json *node = NULL;
    char key[40];

    set_up(&f);
    bt_json_begin(&w, &f.text);
    bt_json_open(&w, '{');
    for (unsigned i = 0; i < MEMBERS; i++) {
        snprintf(key, sizeof key, "a rather long name %07u", i * 7919u % MEMBERS);
        bt_json_key(&w, key);
        bt_json_put_u64(&w, i);
    }
    bt_json_close(&w, '}');
    CHECK(bt_json_read(&f.arena, bt_text_span(&f.text), &node) == BT_OK &&
              node->count == MEMBERS,
          "%s", bt_message(f.ctx));

    f.text.len--;
    bt_text_put(&f.text, ",\"a rather long name 0000001\":[]}");
    node = NULL;
    CHECK(bt_json_read(&f.arena, bt_text_span(&f.text), &node) == BT_SYNTAX && !node,
          "a name twice among %d", MEMBERS);
    tear_down(&f);
}

static void many_elements(void)
{
    enum { ELEMENTS = 300000 };
    struct fixture f;
    const bt_json *node = NULL;
    size_t n = 0;

    set_up(&f);
    bt_text_put(&f.text, "[{\"a\":[]}");
    put_repeated(&f.text, ",\n[0]", ELEMENTS);
    bt_text_put(&f.text, "]");
    CHECK(bt_json_read(&f.arena, bt_text_span(&f.text), &node) == BT_OK, "%s",
          bt_message(f.ctx));
    for (const bt_json *m = node->child; m; m = m->next)
        n += m->count == 1 && m->line == n + 1;
    CHECK(n == ELEMENTS + 1 && node->count == n, "%zu of %zu", n, node->count);
    tear_down(&f);
}

static void long_strings(void)
{
    struct fixture f;
    const bt_json *node = NULL;

    set_up(&f);
    bt_text_put(&f.text, "\"");
    put_repeated(&f.text, "0123456789\\n\xC3\xA9", 300000);
    bt_text_put(&f.text, "\"");
    CHECK(bt_json_read(&f.arena, bt_text_span(&f.text), &node) == BT_OK &&
              node->text.len == 300000 * 13,
          "%s", bt_message(f.ctx));
    bt_text_clear(&f.text);
    put_repeated(&f.text, "9", 1000000);
    CHECK(bt_json_read(&f.arena, bt_text_span(&f.text), &node) == BT_OK &&
              node->text.len == 1000000,
          "%s", bt_message(f.ctx));
    tear_down(&f);
}

int main(void)
{
    good_documents();
    bad_documents();
    zero_bytes();
    depth();
    places();
    looking_up();
    whole_numbers();
    writing();
    written_numbers();
    written_strings();
    writer_depth();
    all_characters();
    cut_short();
    one_byte_wrong();
    failing_memory();
    limited_memory();
    many_members();
    many_elements();
    long_strings();
    return check_close();
}
