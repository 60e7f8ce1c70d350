/* SPDX-License-Identifier: MIT
 * Edge lists: `a b` in a line is an arrow from a to b, one name alone is a node, and #
 * begins a comment where a name could begin.
 *
 * A line of two plain numbers is what large files consist of, so it is read first and
 * without ceremony. Its names are looked up later, many at a time: looking up waits for
 * memory, and what does not depend on each other waits together. */
#include "graph/graph_readers.h"

#include "core/quote.h"

#include <string.h>

enum { PENDING = 1024 };

typedef struct {
    bti_draft *draft;
    size_t line;
    size_t pending; /* numbers whose names were not looked up yet; two are an arrow */
    uint32_t number[PENDING];
} reader;

/* First all that is known already: no look waits for another. What was new is added in
 * order, or found, if it came twice. */
static bt_status look_up(reader *r)
{
    bti_names *names = &r->draft->names;
    uint32_t node_1[PENDING];
    bti_names_known(names, r->number, r->pending, node_1);
    for (size_t i = 0; i < r->pending; i += 2) {
        uint32_t from = node_1[i] - 1, to = node_1[i + 1] - 1;
        if (node_1[i] == 0)
            BT_TRY(bti_names_add_number(names, r->number[i], &from));
        if (node_1[i + 1] == 0)
            BT_TRY(bti_names_add_number(names, r->number[i + 1], &to));
        BT_TRY(bti_draft_arrow(r->draft, from, to));
    }
    r->pending = 0;
    return BT_OK;
}

/* A plain number below 2^32: where it ends, or NULL. Something that is no digit follows
 * it, for every line has an end. */
static const char *take_number(const char *at, uint32_t *number)
{
    const char *begin = at;
    uint64_t n = 0;
    unsigned digit;
    for (; (digit = (unsigned)(unsigned char)*at - '0') <= 9; at++)
        n = 10 * n + digit;
    *number = (uint32_t)n;
    size_t len = (size_t)(at - begin);
    bool plain = len == 1 || (len > 1 && len <= 10 && *begin != '0');
    return plain && n <= UINT32_MAX ? at : NULL;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bt_span take_name(const char **at, const char *end)
{
    while (*at < end && is_blank(**at))
        ++*at;
    const char *begin = *at;
    if (begin < end && *begin == '#')
        *at = end;
    else
        while (*at < end && !is_blank(**at))
            ++*at;
    bool comment = begin < end && *begin == '#';
    return (bt_span){begin, comment ? 0 : (size_t)(*at - begin)};
}

static bool is(bt_span name, const char *text)
{
    return bt_span_equal(name, bt_span_of(text));
}

static bool has_arrow(bt_span name)
{
    for (size_t i = 0; i + 1 < name.len; i++)
        if (name.at[i] == '-' && name.at[i + 1] == '>')
            return true;
    return false;
}

static bt_status refuse_arrow(bt_context *ctx, bti_place place, bt_span name)
{
    return bt_fail(ctx, BT_SYNTAX,
                   "line {line}, column {column}: {name} does not belong in an edge "
                   "list; write 'a b' for an arrow from a to b, or begin the file with "
                   "'digraph '{'' if it is DOT",
                   BT_ARGS(BT_NUM("line", place.line), BT_NUM("column", place.column),
                           BT_QUOTE("name", name)));
}

/* What people write who expect something else of the format. */
static bt_status check_line(bt_context *ctx, size_t line, const char *begin,
                            const bt_span name[3])
{
    bti_place place[3];
    for (int i = 0; i < 3; i++)
        place[i] = (bti_place){line, (size_t)(name[i].at - begin) + 1};
    if (is(name[1], "->") || is(name[1], "--"))
        return refuse_arrow(ctx, place[1], name[1]);
    if (name[1].len == 0 && has_arrow(name[0]))
        return refuse_arrow(ctx, place[0], name[0]);
    for (int i = 0; i < 3; i++)
        if (is(name[i], "{") || (name[2].len > 0 && has_arrow(name[i])))
            return refuse_arrow(ctx, place[i], name[i]);
    if (name[2].len > 0)
        return bt_fail(
            ctx, BT_SYNTAX,
            "line {line}, column {column}: {name} is a third name; a line holds two "
            "names, an arrow from the first to the second, or one name, a node",
            BT_ARGS(BT_NUM("line", line), BT_NUM("column", place[2].column),
                    BT_QUOTE("name", name[2])));
    return BT_OK;
}

/* Any line, without its end. */
static bt_status read_line(reader *r, bt_span line)
{
    const char *at = line.at, *end = line.at + line.len;
    bti_names *names = &r->draft->names;
    bt_span name[3];
    uint32_t node[2];
    for (int i = 0; i < 3; i++)
        name[i] = take_name(&at, end);
    if (name[0].len == 0)
        return BT_OK;
    BT_TRY(check_line(r->draft->ctx, r->line, line.at, name));
    BT_TRY(look_up(r));
    for (int i = 0; i < 2 && name[i].len > 0; i++) {
        bti_place place = {r->line, (size_t)(name[i].at - line.at) + 1};
        BT_TRY(bti_names_add(names, name[i], place, &node[i]));
    }
    return name[1].len > 0 ? bti_draft_arrow(r->draft, node[0], node[1]) : BT_OK;
}

/* Whole lines: the last byte is a line end. */
static bt_status read_lines(reader *r, const char *at, const char *end)
{
    for (; at < end; r->line++) {
        uint32_t *number = r->number + r->pending;
        const char *p = take_number(at, &number[0]);
        if (p && (*p == ' ' || *p == '\t') && (p = take_number(p + 1, &number[1]))) {
            p += *p == '\r';
            if (*p == '\n') {
                at = p + 1;
                r->pending += 2;
                if (r->pending == PENDING)
                    BT_TRY(look_up(r));
                continue;
            }
        }
        p = memchr(at, '\n', (size_t)(end - at));
        BT_TRY(read_line(r, (bt_span){at, (size_t)(p - at)}));
        at = p + 1;
    }
    return BT_OK;
}

/* Behind the last line end among buffer[from .. end), or `none`. */
static size_t behind_last_line(const bti_graph_input *in, size_t from, size_t none)
{
    for (size_t i = in->end; i > from; i--)
        if (in->buffer[i - 1] == '\n')
            return i;
    return none;
}

bt_status bti_read_edge_list(bti_graph_input *in, bti_draft *draft)
{
    reader r = {.draft = draft, .line = in->line};
    size_t scanned = 0; /* so many of the bytes that wait are known to end no line */
    for (;;) {
        if (in->ended && in->end > in->begin && in->buffer[in->end - 1] != '\n')
            in->buffer[in->end++] = '\n'; /* there is a free byte */
        size_t stop = behind_last_line(in, in->begin + scanned, in->begin);
        if (stop > in->begin)
            BT_TRY(read_lines(&r, in->buffer + in->begin, in->buffer + stop));
        in->begin = stop;
        if (in->ended)
            return look_up(&r);
        scanned = in->end - in->begin;
        BT_TRY(bti_graph_input_fill(in));
    }
}
