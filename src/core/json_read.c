/* SPDX-License-Identifier: MIT
 * Reading JSON: RFC 8259 by recursive descent, one function for each rule of its
 * grammar. Whatever the grammar does not allow is refused with its line and column.
 *
 * A line can end only between tokens, because strings hold no control characters: so
 * read_blanks alone counts lines, and every error lies in the current line. */
#include <bouton/json.h>

#include "core/say_into.h"
#include "core/utf8.h"

#include <string.h>

enum { DEPTH_MAX = 64 };

struct reader {
    bt_arena *arena;
    const char *at, *end;
    const char *line_start;
    size_t line;
    unsigned depth;
};

static bt_status fail(const struct reader *r, bt_status status, const char *sentence)
{
    return bti_fail_in_line(r->arena->ctx, status, r->line,
                            (uint64_t)(r->at - r->line_start) + 1, sentence);
}

static bt_status expected(const struct reader *r, const char *what)
{
    return bti_fail_expected(r->arena->ctx, r->line,
                             (uint64_t)(r->at - r->line_start) + 1, what,
                             r->at == r->end);
}

static bool is_next(const struct reader *r, char c)
{
    return r->at < r->end && *r->at == c;
}

static bool take(struct reader *r, char c)
{
    if (!is_next(r, c))
        return false;
    r->at++;
    return true;
}

static void read_blanks(struct reader *r)
{
    for (; r->at < r->end; r->at++) {
        if (*r->at == '\n') {
            r->line++;
            r->line_start = r->at + 1;
        } else if (*r->at != ' ' && *r->at != '\t' && *r->at != '\r') {
            return;
        }
    }
}

/* Numbers. */

static bool take_digits(struct reader *r)
{
    const char *first = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    return r->at > first;
}

static bt_status read_digits(struct reader *r)
{
    const char *first = r->at;
    if (!take_digits(r))
        return expected(r, BT_TEXT("a digit"));
    if (*first == '0' && r->at - first > 1) {
        r->at = first;
        return fail(r, BT_SYNTAX, BT_TEXT("a number does not begin with a needless 0"));
    }
    return BT_OK;
}

static bt_status read_number(struct reader *r, bt_json *node)
{
    const char *first = r->at;

    take(r, '-');
    BT_TRY(read_digits(r));
    if (take(r, '.') && !take_digits(r))
        return expected(r, BT_TEXT("a digit"));
    if (take(r, 'e') || take(r, 'E')) {
        if (!take(r, '+'))
            take(r, '-');
        if (!take_digits(r))
            return expected(r, BT_TEXT("a digit"));
    }
    node->kind = BT_JSON_NUMBER;
    node->text = (bt_span){first, (size_t)(r->at - first)};
    node->text.at = bt_arena_copy(r->arena, node->text);
    return node->text.at ? BT_OK : bt_last_status(r->arena->ctx);
}

/* Strings. What they decode to is never longer than what is written. */

static char *put_utf8(char *out, unsigned long code)
{
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t len = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

    for (size_t i = len; i-- > 1; code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(lead[len] | code);
    return out + len;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static bt_status read_four_hex(struct reader *r, unsigned long *code)
{
    *code = 0;
    for (int i = 0; i < 4; i++) {
        int digit = r->at < r->end ? hex_digit(*r->at) : -1;
        if (digit < 0)
            return fail(r, BT_SYNTAX, BT_TEXT("\\u needs four hexadecimal digits"));
        *code = *code << 4 | (unsigned long)digit;
        r->at++;
    }
    return BT_OK;
}

/* r is behind the u of its first half; escape is where its backslash stands. */
static bt_status read_unicode(struct reader *r, const char *escape, char **out)
{
    unsigned long code = 0, low = 0;

    BT_TRY(read_four_hex(r, &code));
    if (code >= 0xD800 && code <= 0xDBFF && take(r, '\\') && take(r, 'u')) {
        BT_TRY(read_four_hex(r, &low));
        if (low >= 0xDC00 && low <= 0xDFFF)
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    if (code >= 0xD800 && code <= 0xDFFF) {
        r->at = escape;
        return fail(r, BT_SYNTAX,
                    BT_TEXT("half of a surrogate pair is not a character"));
    }
    *out = put_utf8(*out, code);
    return BT_OK;
}

static bt_status read_escape(struct reader *r, char **out)
{
    static const char written[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *escape = r->at++;
    const char *which = memchr(written, *r->at, sizeof written - 1);

    if (which) {
        *(*out)++ = meant[which - written];
        r->at++;
        return BT_OK;
    }
    if (take(r, 'u'))
        return read_unicode(r, escape, out);
    r->at = escape;
    return fail(r, BT_SYNTAX,
                BT_TEXT("a backslash goes only before one of \" \\ / b f n r t u"));
}

static bt_status read_character(struct reader *r, char **out)
{
    bool well_formed;
    size_t len;

    if (is_next(r, '\\'))
        return read_escape(r, out);
    len = bti_utf8_step(r->at, (size_t)(r->end - r->at), &well_formed);
    if (!well_formed)
        return fail(r, BT_SYNTAX, BT_TEXT("this byte is not UTF-8"));
    memcpy(*out, r->at, len);
    *out += len;
    r->at += len;
    return BT_OK;
}

/* The length of the string whose first character is at r, up to its closing quote. */
static bt_status measure_string(struct reader *r, size_t *len)
{
    const char *first = r->at, *quote = first - 1;

    for (; !is_next(r, '"'); r->at++) {
        if (is_next(r, '\\') && r->end - r->at > 1 && (unsigned char)r->at[1] >= 0x20)
            r->at++;
        else if (r->at < r->end && (unsigned char)*r->at < 0x20)
            return fail(
                r, BT_SYNTAX,
                *r->at == '\n' || *r->at == '\r'
                    ? BT_TEXT("the line ends inside a string")
                    : BT_TEXT("a control character in a string must be escaped"));
        if (r->at == r->end) {
            r->at = quote;
            return fail(r, BT_SYNTAX, BT_TEXT("this string has no closing quote"));
        }
    }
    *len = (size_t)(r->at - first);
    r->at = first;
    return BT_OK;
}

static bt_status read_string(struct reader *r, bt_span *string)
{
    size_t len = 0;
    char *bytes, *out;
    const char *last;

    r->at++;
    BT_TRY(measure_string(r, &len));
    last = r->at + len;
    out = bytes = bt_arena_alloc(r->arena, len + 1, 1);
    if (!bytes)
        return bt_last_status(r->arena->ctx);
    while (r->at < last)
        BT_TRY(read_character(r, &out));
    r->at++;
    *string = (bt_span){bytes, (size_t)(out - bytes)};
    return BT_OK;
}

/* Duplicate names: all members are sorted by name (heapsort: no worst case, nothing
 * copied), so that equal names come to stand side by side. */

static int compare_members(const bt_json *a, const bt_json *b)
{
    int names;

    if (a->key.len != b->key.len)
        return a->key.len < b->key.len ? -1 : 1;
    names = memcmp(a->key.at, b->key.at, a->key.len);
    if (names != 0)
        return names;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->column < b->column ? -1 : a->column > b->column;
}

static void sift_down(const bt_json **heap, size_t root, size_t n)
{
    for (size_t child; (child = 2 * root + 1) < n; root = child) {
        const bt_json *moved = heap[root];
        if (child + 1 < n && compare_members(heap[child], heap[child + 1]) < 0)
            child++;
        if (compare_members(moved, heap[child]) >= 0)
            return;
        heap[root] = heap[child];
        heap[child] = moved;
    }
}

static void sort_members(const bt_json **member, size_t n)
{
    for (size_t i = n / 2; i-- > 0;)
        sift_down(member, i, n);
    for (size_t i = n; i-- > 1;) {
        const bt_json *largest = member[0];
        member[0] = member[i];
        member[i] = largest;
        sift_down(member, 0, i);
    }
}

static bt_status refuse_duplicates(struct reader *r, const bt_json *object)
{
    const bt_json **member;
    size_t n = 0;

    if (object->count < 2)
        return BT_OK;
    member = bt_arena_alloc(r->arena, object->count, sizeof *member);
    if (!member)
        return bt_last_status(r->arena->ctx);
    for (const bt_json *m = object->child; m; m = m->next)
        member[n++] = m;
    sort_members(member, n);
    for (size_t i = 1; i < n; i++)
        if (bt_span_equal(member[i - 1]->key, member[i]->key))
            return bt_fail(
                r->arena->ctx, BT_SYNTAX,
                "line {line}, column {column}: a second value for the same name",
                BT_ARGS(BT_NUM("line", member[i]->line),
                        BT_NUM("column", member[i]->column)));
    return BT_OK;
}

/* Values. */

static bt_status read_value(struct reader *r, bt_json *node);

static bt_status add_child(struct reader *r, bt_json *parent, bt_json **last)
{
    bt_json *node = bt_arena_alloc(r->arena, 1, sizeof *node);

    if (!node)
        return bt_last_status(r->arena->ctx);
    if (*last)
        (*last)->next = node;
    else
        parent->child = node;
    *last = node;
    parent->count++;
    return BT_OK;
}

static bt_status read_name(struct reader *r, bt_span *name)
{
    read_blanks(r);
    if (!is_next(r, '"'))
        return expected(r, BT_TEXT("a name in double quotes"));
    BT_TRY(read_string(r, name));
    read_blanks(r);
    return take(r, ':') ? BT_OK : expected(r, BT_TEXT("a colon after the name"));
}

/* r is after the opening bracket. */
static bt_status read_children(struct reader *r, bt_json *parent, char bracket)
{
    bt_json *last = NULL;

    read_blanks(r);
    if (take(r, bracket))
        return BT_OK;
    do {
        BT_TRY(add_child(r, parent, &last));
        if (parent->kind == BT_JSON_OBJECT)
            BT_TRY(read_name(r, &last->key));
        BT_TRY(read_value(r, last));
        read_blanks(r);
    } while (take(r, ','));
    if (take(r, bracket))
        return BT_OK;
    return expected(r, bracket == ']' ? BT_TEXT("a comma or ] after the element")
                                      : BT_TEXT("a comma or '}' after the member"));
}

static bt_status read_array_or_object(struct reader *r, bt_json *node)
{
    if (r->depth == DEPTH_MAX)
        return fail(r, BT_UNABLE, BT_TEXT("more than 64 brackets inside each other"));
    r->depth++;
    if (take(r, '[')) {
        node->kind = BT_JSON_ARRAY;
        BT_TRY(read_children(r, node, ']'));
    } else {
        r->at++;
        node->kind = BT_JSON_OBJECT;
        BT_TRY(read_children(r, node, '}'));
        BT_TRY(refuse_duplicates(r, node));
    }
    r->depth--;
    return BT_OK;
}

static bt_status read_word(struct reader *r, bt_json *node)
{
    static const struct {
        const char *text;
        size_t len;
        bt_json_kind kind;
    } word[] = {{"null", 4, BT_JSON_NULL},
                {"false", 5, BT_JSON_FALSE},
                {"true", 4, BT_JSON_TRUE}};

    for (size_t i = 0; i < sizeof word / sizeof word[0]; i++) {
        if ((size_t)(r->end - r->at) < word[i].len ||
            memcmp(r->at, word[i].text, word[i].len) != 0)
            continue;
        r->at += word[i].len;
        node->kind = word[i].kind;
        return BT_OK;
    }
    return expected(r, BT_TEXT("a value"));
}

static bt_status read_value(struct reader *r, bt_json *node)
{
    char c;

    read_blanks(r);
    c = r->at < r->end ? *r->at : 0;
    node->line = r->line;
    node->column = (size_t)(r->at - r->line_start) + 1;
    if (c == '[' || c == '{')
        return read_array_or_object(r, node);
    if (c == '-' || (c >= '0' && c <= '9'))
        return read_number(r, node);
    if (c != '"')
        return read_word(r, node);
    node->kind = BT_JSON_STRING;
    return read_string(r, &node->text);
}

bt_status bt_json_read(bt_arena *arena, bt_span text, const bt_json **out)
{
    bt_span t = text.len > 0 ? text : bt_span_of("");
    struct reader r = {
        .arena = arena, .at = t.at, .end = t.at + t.len, .line_start = t.at, .line = 1};
    bt_json *root = bt_arena_alloc(arena, 1, sizeof *root);

    if (!root)
        return bt_last_status(arena->ctx);
    BT_TRY(read_value(&r, root));
    read_blanks(&r);
    if (r.at < r.end)
        return fail(&r, BT_SYNTAX, BT_TEXT("the text goes on after its value"));
    *out = root;
    return BT_OK;
}

/* Looking at what was read. */

const bt_json *bt_json_get(const bt_json *object, const char *key)
{
    if (!object || object->kind != BT_JSON_OBJECT)
        return NULL;
    for (const bt_json *m = object->child; m; m = m->next)
        if (bt_span_equal(m->key, bt_span_of(key)))
            return m;
    return NULL;
}

bool bt_json_u64(const bt_json *value, uint64_t *number)
{
    bt_span rest;
    uint64_t n;

    if (!value || (value->kind != BT_JSON_NUMBER && value->kind != BT_JSON_STRING))
        return false;
    rest = value->text;
    if (bt_take_u64(&rest, &n) != BT_NUMBER_OK || rest.len > 0)
        return false;
    *number = n;
    return true;
}
