/* SPDX-License-Identifier: MIT
 * Graphs in DOT, the language of Graphviz: nodes, arrows, chains, groups. What is only
 * for drawing is checked for its form and skipped.
 *
 * The nodes of a group lie on a stack, in the order in which the group names them. A
 * group within a group leaves its nodes there: they belong to the outer one, too. */
#include "core/say_into.h"
#include "graph/dot_words.h"
#include "graph/graph_readers.h"

#include "core/grow.h"
#include "core/quote.h"

enum { DEPTH_MAX = 64 };

typedef struct {
    bti_draft *draft;
    bt_context *ctx;
    bti_dot_words words;
    unsigned depth;   /* groups that are open */
    uint32_t *member; /* the stack */
    size_t members, members_cap;
    uint32_t *seen; /* by node: in which group it was seen last */
    size_t seen_cap;
    uint32_t group; /* how many groups were made single, for `seen` */
} reader;

static bt_status refuse(const reader *r, const char *sentence)
{
    return bti_fail_in_line(r->ctx, BT_SYNTAX, r->words.place.line,
                            r->words.place.column, sentence);
}

static bt_status expected(const reader *r, const char *what)
{
    return bti_fail_expected(r->ctx, r->words.place.line, r->words.place.column, what,
                             r->words.kind == BTI_DOT_END);
}

static bt_status next(reader *r)
{
    return bti_dot_next(&r->words);
}

static bool is(const reader *r, char mark)
{
    return bti_dot_is(&r->words, mark);
}

static bt_status push(reader *r, uint32_t node)
{
    BT_TRY(BTI_RESERVE(r->ctx, r->member, r->members_cap, r->members + 1));
    r->member[r->members++] = node;
    return BT_OK;
}

static bt_status grow_seen(reader *r)
{
    size_t old = r->seen_cap;
    BT_TRY(BTI_RESERVE(r->ctx, r->seen, r->seen_cap, r->draft->names.count));
    for (size_t i = old; i < r->seen_cap; i++)
        r->seen[i] = 0;
    return BT_OK;
}

/* A group is a set: each node counts once, where it came first. */
static bt_status make_single(reader *r, size_t first)
{
    if (r->members < first + 2)
        return BT_OK;
    BT_TRY(grow_seen(r));
    size_t kept = first;
    r->group++;
    for (size_t i = first; i < r->members; i++) {
        uint32_t node = r->member[i];
        if (r->seen[node] != r->group)
            r->member[kept++] = node;
        r->seen[node] = r->group;
    }
    r->members = kept;
    return BT_OK;
}

/* Words that stand for themselves only in quotes. */
static bt_status refuse_word(const reader *r, const char *what)
{
    bti_dot_kind kind = r->words.kind;
    if (kind == BTI_DOT_HTML)
        return refuse(
            r, BT_TEXT("a node cannot be called by an HTML string; give it a name "
                       "and the string as its label"));
    if (kind >= BTI_DOT_STRICT && kind <= BTI_DOT_EDGE)
        return refuse(
            r, BT_TEXT("this word means something else in DOT; to use it as a name "
                       "write it in quotes"));
    if (kind == BTI_DOT_LINE)
        return refuse(
            r, BT_TEXT("'--' has no direction; a move leads one way: write '->'"));
    return expected(r, what);
}

/* The value of an attribute. */
static bt_status skip_value(reader *r)
{
    BT_TRY(next(r));
    if (r->words.kind != BTI_DOT_NAME && r->words.kind != BTI_DOT_HTML)
        return expected(r, BT_TEXT("a value after '='"));
    return next(r);
}

/* [name=value, name=value; ...] as often as it comes. */
static bt_status skip_attributes(reader *r)
{
    while (is(r, '[')) {
        BT_TRY(next(r));
        while (!is(r, ']')) {
            if (r->words.kind != BTI_DOT_NAME)
                return expected(r, BT_TEXT("the name of an attribute or ']'"));
            BT_TRY(next(r));
            if (is(r, '='))
                BT_TRY(skip_value(r));
            if (is(r, ',') || is(r, ';'))
                BT_TRY(next(r));
        }
        BT_TRY(next(r));
    }
    return BT_OK;
}

/* a:port or a:port:compass: where an arrow is drawn, not where it leads. */
static bt_status read_node(reader *r)
{
    uint32_t node;
    BT_TRY(bti_names_add(&r->draft->names, r->words.text, r->words.place, &node));
    BT_TRY(push(r, node));
    BT_TRY(next(r));
    for (int i = 0; i < 2 && is(r, ':'); i++) {
        BT_TRY(next(r));
        if (r->words.kind != BTI_DOT_NAME)
            return expected(r, BT_TEXT("the name of a port after ':'"));
        BT_TRY(next(r));
    }
    return BT_OK;
}

static bt_status read_statements(reader *r);

/* [subgraph [name]] { ... } */
static bt_status read_group(reader *r)
{
    if (r->words.kind == BTI_DOT_SUBGRAPH) {
        BT_TRY(next(r));
        if (r->words.kind == BTI_DOT_NAME)
            BT_TRY(next(r));
    }
    if (!is(r, '{'))
        return expected(r, BT_TEXT("the ''{'' of a subgraph"));
    if (r->depth == DEPTH_MAX)
        return bt_fail(r->ctx, BT_UNABLE,
                       "line {line}, column {column}: groups within groups, more than "
                       "{depth_max} deep",
                       BT_ARGS(BT_NUM("line", r->words.place.line),
                               BT_NUM("column", r->words.place.column),
                               BT_NUM("depth_max", DEPTH_MAX)));
    size_t first = r->members;
    r->depth++;
    BT_TRY(next(r));
    BT_TRY(read_statements(r));
    r->depth--;
    BT_TRY(make_single(r, first));
    return next(r);
}

static bool begins_end(const reader *r)
{
    return r->words.kind == BTI_DOT_NAME || r->words.kind == BTI_DOT_SUBGRAPH ||
           is(r, '{');
}

/* One end of arrows: nodes or groups, with commas between them. */
static bt_status read_end(reader *r)
{
    size_t first = r->members;
    bool more = true;
    if (!begins_end(r))
        return refuse_word(r, BT_TEXT("a node, a group or ''}''"));
    while (more && begins_end(r)) {
        BT_TRY(r->words.kind == BTI_DOT_NAME ? read_node(r) : read_group(r));
        more = is(r, ',');
        if (more)
            BT_TRY(next(r));
    }
    return make_single(r, first);
}

/* From every node of the first range to every one of the second. */
static bt_status add_arrows(reader *r, size_t first, size_t middle, size_t end)
{
    for (size_t i = first; i < middle; i++)
        for (size_t j = middle; j < end; j++)
            BT_TRY(bti_draft_arrow(r->draft, r->member[i], r->member[j]));
    return BT_OK;
}

static bt_status read_chain(reader *r)
{
    size_t first = r->members;
    BT_TRY(read_end(r));
    while (r->words.kind == BTI_DOT_ARROW) {
        size_t middle = r->members;
        BT_TRY(next(r));
        BT_TRY(read_end(r));
        BT_TRY(add_arrows(r, first, middle, r->members));
        first = middle;
    }
    if (r->words.kind == BTI_DOT_LINE)
        return refuse_word(r, BT_TEXT(""));
    return skip_attributes(r);
}

static bt_status read_statement(reader *r)
{
    bool value = false;
    switch (r->words.kind) {
    case BTI_DOT_GRAPH:
    case BTI_DOT_NODE:
    case BTI_DOT_EDGE:
        BT_TRY(bti_dot_peek(&r->words, '[', &value));
        if (!value)
            return refuse_word(r, BT_TEXT(""));
        BT_TRY(next(r));
        return skip_attributes(r);
    case BTI_DOT_NAME:
        BT_TRY(bti_dot_peek(&r->words, '=', &value));
        if (!value)
            return read_chain(r);
        BT_TRY(next(r));
        return skip_value(r);
    default:
        return read_chain(r);
    }
}

/* Up to the '}', which is left. Outside of groups nobody asks for members. */
static bt_status read_statements(reader *r)
{
    while (!is(r, '}')) {
        if (is(r, ';') || is(r, ',')) {
            BT_TRY(next(r));
            continue;
        }
        if (r->words.kind == BTI_DOT_END)
            return expected(r, BT_TEXT("''}''"));
        BT_TRY(read_statement(r));
        if (r->depth == 0)
            r->members = 0;
    }
    return BT_OK;
}

static bt_status read_graph(reader *r, bool *strict)
{
    BT_TRY(next(r));
    *strict = r->words.kind == BTI_DOT_STRICT;
    if (*strict)
        BT_TRY(next(r));
    if (r->words.kind == BTI_DOT_GRAPH)
        return refuse(
            r, BT_TEXT("the lines of a 'graph' have no direction, and a move leads "
                       "one way; write 'digraph' and '->'"));
    if (r->words.kind != BTI_DOT_DIGRAPH)
        return expected(r, BT_TEXT("'digraph'"));
    BT_TRY(next(r));
    if (r->words.kind == BTI_DOT_NAME)
        BT_TRY(next(r));
    if (!is(r, '{'))
        return expected(r, BT_TEXT("''{''"));
    BT_TRY(next(r));
    BT_TRY(read_statements(r));
    BT_TRY(next(r));
    return r->words.kind == BTI_DOT_END
               ? BT_OK
               : refuse(
                     r,
                     BT_TEXT(
                         "the text goes on after the graph; a file holds one graph"));
}

bt_status bti_read_dot(bt_span text, bti_draft *draft, bool *strict)
{
    reader r = {.draft = draft, .ctx = draft->ctx};
    bti_dot_begin(&r.words, draft->ctx, text);
    bt_status status = read_graph(&r, strict);
    bti_dot_end(&r.words);
    bt_release(r.ctx, r.member, r.members_cap * sizeof *r.member);
    bt_release(r.ctx, r.seen, r.seen_cap * sizeof *r.seen);
    return status;
}
