/* SPDX-License-Identifier: MIT
 * Graph files: what is good reads as the graph that was meant, in every format and in
 * pieces of any size; what is bad is refused with its place. */
#include <bouton/all.h>

#include "check.h"
#include "failing_host.h"
#include "graph/graph_checksum.h"

/* A source that gives `piece` bytes at a time. */
struct bytes_source {
    bt_source source;
    bt_span rest;
    size_t piece;
};

static bt_status bytes_read(bt_source *source, bt_context *ctx, char *buffer,
                            size_t cap, size_t *got)
{
    struct bytes_source *s = (struct bytes_source *)source;
    (void)ctx;
    *got = s->piece < cap ? s->piece : cap;
    if (*got > s->rest.len)
        *got = s->rest.len;
    if (*got > 0)
        memcpy(buffer, s->rest.at, *got);
    s->rest.at += *got;
    s->rest.len -= *got;
    return BT_OK;
}

static bt_status read_pieces(bt_context *ctx, bt_span bytes, size_t piece,
                             bt_graph **out)
{
    struct bytes_source s = {{bytes_read, NULL}, bytes, piece};
    return bt_graph_read(ctx, &s.source, out);
}

/* A store that gathers what is written. */
struct bytes_store {
    bt_store store;
    bt_text *text;
};

static bt_status bytes_write(bt_store *store, bt_context *ctx, const void *bytes,
                             size_t len)
{
    struct bytes_store *s = (struct bytes_store *)store;
    (void)ctx;
    bt_text_put_span(s->text, (bt_span){bytes, len});
    return bt_text_status(s->text);
}

static void put_rows(bt_text *out, const bt_csr *csr)
{
    struct bytes_store s = {{bytes_write, NULL, NULL}, out};
    CHECK(bt_csr_write(out->ctx, csr, &s.store) == BT_OK, "%s", bt_message(out->ctx));
}

/* The graph as text: names, and behind each its targets, as in `a>b,c; b; c>a`. */
static void dump(const bt_graph *graph, bt_text *out)
{
    const bt_csr *csr = bt_graph_csr(graph);
    char digits[20];
    bt_text_clear(out);
    for (uint32_t v = 0; v < csr->nodes; v++) {
        bt_text_put(out, v > 0 ? "; " : "");
        bt_text_put_span(out, bt_graph_name(graph, v, digits));
        for (uint64_t i = csr->start[v]; i < csr->start[v + 1]; i++) {
            bt_text_put(out, i == csr->start[v] ? ">" : ",");
            bt_text_put_span(out, bt_graph_name(graph, csr->target[i], digits));
        }
    }
}

/* Every name is found again, and leads to its node. */
static void check_names(const bt_graph *graph)
{
    char digits[20];
    uint32_t node, wrong = 0;
    for (uint32_t v = 0; v < bt_graph_csr(graph)->nodes; v++)
        wrong +=
            !bt_graph_find(graph, bt_graph_name(graph, v, digits), &node) || node != v;
    CHECK(wrong == 0, "%u names are not found", wrong);
    CHECK(!bt_graph_find(graph, bt_span_of("no such name"), &node), "found");
    CHECK(!bt_graph_find(graph, bt_span_of("4294967297"), &node), "found");
    CHECK(!bt_graph_find(graph, bt_span_of("007"), &node), "found");
}

struct row {
    const char *text;
    const char *says; /* the graph, or "status sentence" behind a '!' */
};

#define NO_ARROW                                                                       \
    " does not belong in an edge list; write 'a b' for an arrow from a to b, or "      \
    "begin the file with 'digraph {' if it is DOT"
#define THIRD                                                                          \
    " is a third name; a line holds two names, an arrow from the first to the "        \
    "second, or one name, a node"
#define NO_NODE                                                                        \
    "!domain the graph has no nodes; an arrow from node a to node b is a line 'a b' "  \
    "in an edge list, and a -> b in DOT"
#define IN_QUOTES                                                                      \
    "this does not belong in DOT outside of quotes; names that are not made of "       \
    "letters, digits and _ are written like \"a b\""
#define ODD_WORD                                                                       \
    "this word means something else in DOT; to use it as a name write it in quotes"

static const struct row edge_lists[] = {
    {"a b", "a>b; b"},
    {"a b\n", "a>b; b"},
    {"a b\r\nb c\r\n", "a>b; b>c; c"},
    {"1 2\r\n2 3", "1>2; 2>3; 3"},
    {"\n\n  a \t b  \n\n c\n", "a>b; b; c"},
    {"b a\na b\nb b\nb a\n", "b>a,b,a; a>b"},
    {"# head\n a b # tail\n#c d\nc #\n", "a>b; b; c"},
    {"a#b c#\n", "a#b>c#; c#"},
    {"0 10\n10 0\n4294967295 4294967296\n",
     "0>10; 10>0; 4294967295>4294967296; 4294967296"},
    {"00 0\n0 01\n1 00\n", "00>0; 0>01; 01; 1>00"},
    {"5 5\n", "5>5"},
    {"5\n4 5\nx 5\n5 x\n", "5>x; 4>5; x>5"},
    {"3,4,6 2,4,6\n-1 -1\n1.5 +2\n", "3,4,6>2,4,6; 2,4,6; -1>-1; 1.5>+2; +2"},
    {"\xC3\xA4 \xE2\x82\xAC\n\xF0\x9D\x84\x9E \xC3\xA4\n",
     "\xC3\xA4>\xE2\x82\xAC; \xE2\x82\xAC; \xF0\x9D\x84\x9E>\xC3\xA4"},
    {"\xEF\xBB\xBF"
     "a b\n",
     "a>b; b"},
    {"digraphs b\n", "digraphs>b; b"},
    {"BTNGRAF\nBTNGRAF BTNGRAF1", "BTNGRAF>BTNGRAF1; BTNGRAF1"},
    {"1 2\nx y\n3 1\n", "1>2; 2; x>y; y; 3>1"},
    {"{ b\n", "!syntax line 1, column 3: a name in double quotes was expected"},
    {"a -> b\n", "!syntax line 1, column 3: '->'" NO_ARROW},
    {"x y\na -- b\n", "!syntax line 2, column 3: '--'" NO_ARROW},
    {"\n a->b\n", "!syntax line 2, column 2: 'a->b'" NO_ARROW},
    {"1 2\n1 2 3\n", "!syntax line 2, column 5: '3'" THIRD},
    {"# head\n\n\na\tb c\n", "!syntax line 4, column 5: 'c'" THIRD},
    {"a b\nc \xFF\n", "!syntax line 2, column 3: the name '?' is not UTF-8"},
    {"a \xC3\n", "!syntax line 1, column 3: the name '?' is not UTF-8"},
    {"a\x01 b\n",
     "!syntax line 1, column 1: the name 'a?' holds a control character; graph files "
     "are text or begin with BTNGRAF"},
    {"b \xC2\x85\n",
     "!syntax line 1, column 3: the name '?' holds a control character; graph files "
     "are text or begin with BTNGRAF"},
    {"", NO_NODE},
    {"\n \n# nothing", NO_NODE},
};

static const struct row dots[] = {
    {"digraph{a}", "a"},
    {"digraph { a -> b }", "a>b; b"},
    {"DiGraph G{a->b->c;b}", "a>b; b>c; c"},
    {"strict digraph \"x y\" { a -> b a -> b; a -> a }", "a>b,a; b"},
    {"digraph { a -> b a -> b }", "a>b,b; b"},
    {"digraph { a -> {b c} }", "a>b,c; b; c"},
    {"digraph { {a b} -> {c; d} -> e }", "a>c,d; b>c,d; c>e; d>e; e"},
    {"digraph { {a a} -> {b, b} }", "a>b; b"},
    {"digraph { a, b -> c, d }", "a>c,d; b>c,d; c; d"},
    {"digraph { a -> subgraph s { b -> {c d} } }", "a>b,c,d; b>c,d; c; d"},
    {"digraph { subgraph { x } subgraph cluster_1 { y } }", "x; y"},
    {"digraph { node [shape=box, color=\"]\"]; edge[]; graph [a=b;c=d][e=f] a }", "a"},
    {"digraph { a [label=<<b>x</b> ]>, bold] -> }",
     "!syntax line 1, column 40: a node, a group or '}' was expected"},
    {"digraph { rankdir=LR; \"size\" = \"7,10\"; a -> b [label=<a<b>c>] }", "a>b; b"},
    {"// head\n/* digraph { x } */ digraph { // tail }\n a /* b */ -> c # \n}",
     "!syntax line 3, column 17: " IN_QUOTES},
    {"# head\ndigraph {\n # x -> y\na\n#b\n}\n# end", "a"},
    {"digraph { \"a b\" -> \"a\\\"b\" -> \"a\\n\" -> \"\\\\\" -> \"\" }",
     "a b>a\"b; a\"b>a\\n; a\\n>\\\\; \\\\>; "},
    {"digraph { \"a\" + \"b\" -> \"c\\\nd\" + /* x */ \"e\" }", "ab>cde; cde"},
    {"digraph { 1 -> -2 -> .5 -> 3.25 -> \"1\" -> -.7 }",
     "1>-2,-.7; -2>.5; .5>3.25; 3.25>1; -.7"},
    {"digraph { a:n -> b:port:sw -> c:\"p q\" }", "a>b; b>c; c"},
    {"digraph { \"node\" -> \xC3\xA4 }", "node>\xC3\xA4; \xC3\xA4"},
    {"\xEF\xBB\xBF"
     "digraph { a\r\n}\r\n",
     "a"},
    {"digraph { a -> b,; ,; c }", "a>b; b; c"},
    {"digraph {}", NO_NODE},
    {"graph { a -- b }",
     "!syntax line 1, column 1: the lines of a 'graph' have no direction, and a move "
     "leads one way; write 'digraph' and '->'"},
    {"strict a", "!syntax line 1, column 8: 'digraph' was expected"},
    {"digraph a b", "!syntax line 1, column 11: '{' was expected"},
    {"digraph {\n a -- b }",
     "!syntax line 2, column 4: '--' has no direction; a move leads one way: write "
     "'->'"},
    {"digraph {\n a -> \n}",
     "!syntax line 3, column 1: a node, a group or '}' was expected"},
    {"digraph { a -> b",
     "!syntax line 1, column 17: '}' was expected, but the text ends"},
    {"digraph { a } x", "!syntax line 1, column 15: the text goes on after the graph; "
                        "a file holds one graph"},
    {"digraph { node -> b }", "!syntax line 1, column 11: " ODD_WORD},
    {"digraph { a -> EDGE }", "!syntax line 1, column 16: " ODD_WORD},
    {"digraph { digraph }", "!syntax line 1, column 11: " ODD_WORD},
    {"digraph { \"a }",
     "!syntax line 1, column 11: this quoted name is not closed; '\"' ends it"},
    {"digraph { \"a\" + b }",
     "!syntax line 1, column 17: a quoted name belongs after '+'"},
    {"digraph { \"a\nb\" }",
     "!syntax line 1, column 11: the name 'a?b' holds a control character; graph files "
     "are text or begin with BTNGRAF"},
    {"digraph { \xC3( }", "!syntax line 1, column 11: the name '?' is not UTF-8"},
    {"digraph { /* a }",
     "!syntax line 1, column 11: this comment is not closed; '*/' ends it"},
    {"digraph { <b> }",
     "!syntax line 1, column 11: a node cannot be called by an HTML string; give it a "
     "name and the string as its label"},
    {"digraph { a [x=<b] }",
     "!syntax line 1, column 16: this '<' is not closed; a '>' for each '<' ends it"},
    {"digraph { 3a }",
     "!syntax line 1, column 11: this is neither a number nor a plain name; write it "
     "in quotes, such as \"3a\""},
    {"digraph { 1.2.3 }",
     "!syntax line 1, column 11: this is neither a number nor a plain name; write it "
     "in quotes, such as \"3a\""},
    {"digraph { - }",
     "!syntax line 1, column 11: this is neither a number nor a plain name; write it "
     "in quotes, such as \"3a\""},
    {"digraph { a [color=#ff0000] }", "!syntax line 1, column 20: " IN_QUOTES},
    {"digraph { a [x=] }", "!syntax line 1, column 16: a value after '=' was expected"},
    {"digraph { a [x=y }",
     "!syntax line 1, column 18: the name of an attribute or ']' was expected"},
    {"digraph { a: -> b }",
     "!syntax line 1, column 14: the name of a port after ':' was expected"},
    {"digraph { subgraph x a }",
     "!syntax line 1, column 22: the '{' of a subgraph was expected"},
};

static const struct row jsons[] = {
    {"{\"nodes\":[\"a\",\"b\"],\"edges\":[[\"b\",\"a\"],[\"b\",\"b\"]]}", "a; b>a,b"},
    {"{\"edges\":[[\"a\",\"b\"],{\"from\":\"b\",\"to\":\"c\"}]}", "a>b; b>c; c"},
    {" \n{\"nodes\":[3,1,\"x\"],\"edges\":[[1,3],[\"3\",7]],\"more\":null}",
     "3>7; 1>3; x; 7"},
    {"{\"edges\":[[0,1]],\"nodes\":[1,0]}", "1; 0>1"},
    {"{\"nodes\":[{\"position\":\"2\"},{\"position\":\"1\",\"name\":\"q\"}],"
     "\"edges\":[{\"from\":0,\"to\":1,\"winning\":true}]}",
     "2>1; 1"},
    {"{\"nodes\":[{\"name\":\"x\"},{\"id\":5}],\"edges\":[[1,0],[\"x\",\"5\"]]}",
     "x>5; 5>x"},
    {"{\"nodes\":[\"\",\"a b\",\"\xC3\xA4\"]}", "; a b; \xC3\xA4"},
    {"\xEF\xBB\xBF"
     "{\"nodes\":[1]}",
     "1"},
    {"{\"nodes\":[]}", NO_NODE},
    {"{}",
     "!syntax line 1, column 1: a graph has \"edges\", \"nodes\" or both, such as "
     "{\"edges\": [[\"a\", \"b\"]]}"},
    {"{\"nodes\":3}",
     "!syntax line 1, column 10: \"nodes\" is a list of names, such as [\"a\", \"b\"]"},
    {"{\"edges\":{}}",
     "!syntax line 1, column 10: \"edges\" is a list of pairs, such as [[\"a\", "
     "\"b\"]]"},
    {"{\"nodes\":[\n\"a\",\n\"a\"]}",
     "!domain line 3, column 1: a second node is called 'a'; every node needs a name "
     "of its own"},
    {"{\"nodes\":[7,\"7\"]}",
     "!domain line 1, column 13: a second node is called '7'; every node needs a name "
     "of its own"},
    {"{\"nodes\":[\"a\",{\"name\":\"b\"}]}",
     "!syntax line 1, column 15: nodes are all names, or all objects"},
    {"{\"nodes\":[{}]}",
     "!syntax line 1, column 11: a node needs a \"position\", \"name\" or \"id\""},
    {"{\"nodes\":[1.5]}",
     "!syntax line 1, column 11: a name is a string or a whole number"},
    {"{\"nodes\":[-1]}",
     "!syntax line 1, column 11: a name is a string or a whole number"},
    {"{\"nodes\":[\"a\\nb\"]}",
     "!syntax line 1, column 11: the name 'a?b' holds a control character; graph files "
     "are text or begin with BTNGRAF"},
    {"\n\n{\"edges\":[[\"a\"]]}", "!syntax line 3, column 11: an edge is a pair of "
                                  "names, such as [\"a\", \"b\"], or "
                                  "an object with \"from\" and \"to\""},
    {"{\"edges\":[{\"from\":\"a\"}]}", "!syntax line 1, column 11: an edge is a pair "
                                       "of names, such as [\"a\", \"b\"], or "
                                       "an object with \"from\" and \"to\""},
    {"{\"edges\":[[\"a\",null]]}",
     "!syntax line 1, column 16: an end of an arrow is a string or a whole number"},
    {"{\"nodes\":[{\"id\":\"a\"}],\"edges\":[[0,1]]}",
     "!domain line 1, column 35: there is no node 1; the 1 nodes are counted from 0"},
    {"{\"edges\":[[\"a\",\"b\"]}",
     "!syntax line 1, column 20: a comma or ] after the element was expected"},
};

static void run_row(bt_context *ctx, const struct row *row, size_t piece)
{
    bt_text text;
    bt_graph *graph = NULL;
    bt_text_init(&text, ctx);
    bt_status status = piece == 0
                           ? bt_graph_read_bytes(ctx, bt_span_of(row->text), &graph)
                           : read_pieces(ctx, bt_span_of(row->text), piece, &graph);
    if (status == BT_OK) {
        dump(graph, &text);
        check_names(graph);
    } else {
        bt_text_format(&text, "!%s %s", bt_status_name(status), bt_message(ctx));
        CHECK(!graph, "%s", row->text);
    }
    CHECK(bt_span_equal(bt_text_span(&text), bt_span_of(row->says)),
          "in pieces of %zu:\n%s\n  says  %s\n  not   %s", piece, row->text,
          bt_text_chars(&text), row->says);
    bt_graph_free(graph);
    bt_text_free(&text);
}

static void test_rows(const struct row *rows, size_t n)
{
    struct failing_host host;
    for (size_t i = 0; i < n; i++)
        for (size_t piece = 0; piece < 4; piece++) {
            failing_host_init(&host, 0);
            bt_context *ctx = bt_context_new(&host.host, 0);
            run_row(ctx, &rows[i], piece);
            CHECK(bt_memory_used(ctx) == 0, "%s", rows[i].text);
            bt_context_free(ctx);
        }
}

/* Random graphs, in all formats. */

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

struct random_graph {
    uint32_t nodes, arrows;
    uint32_t *from, *to;
    char (*name)[24];
};

/* Kinds of names: dense numbers in any order, numbers far apart, words. */
static struct random_graph make_random(uint64_t *state, uint32_t nodes, uint32_t arrows,
                                       unsigned kind)
{
    struct random_graph g = {nodes, arrows, calloc(arrows + 1, 4),
                             calloc(arrows + 1, 4), calloc(nodes, 24)};
    uint64_t shift = next_random(state);
    for (uint32_t v = 0; v < nodes; v++) {
        uint32_t odd = (v * 2654435761u) ^ (uint32_t)shift; /* one to one */
        if (kind == 0)
            snprintf(g.name[v], 24, "%u",
                     (v * 7919u + (uint32_t)shift % nodes) % nodes);
        else if (kind == 1 || (kind == 3 && v % 3 > 0))
            snprintf(g.name[v], 24, "%u", odd);
        else
            snprintf(g.name[v], 24, "n\xC3\xA4%x", odd);
    }
    for (uint32_t i = 0; i < arrows; i++) {
        g.from[i] = (uint32_t)(next_random(state) % nodes);
        g.to[i] = (uint32_t)(next_random(state) % nodes);
    }
    return g;
}

static void free_random(struct random_graph *g)
{
    free(g->from);
    free(g->to);
    free(g->name);
}

/* Nodes are named first, so that they are numbered 0, 1, 2, ... in every format. */
static void write_random(const struct random_graph *g, unsigned format, bt_text *out)
{
    static const char *const head[] = {"", "digraph {\n", "{\"nodes\":["};
    static const char *const node[] = {"%s\n", "\"%s\";\n", "%s\"%s\""};
    static const char *const arrow[] = {"%s %s\n", "\"%s\" -> \"%s\"\n",
                                        "%s[\"%s\",\"%s\"]"};
    bt_text_clear(out);
    bt_text_put(out, head[format]);
    for (uint32_t v = 0; v < g->nodes; v++)
        if (format == 2)
            bt_text_format(out, node[2], v > 0 ? ",\n" : "", g->name[v]);
        else
            bt_text_format(out, node[format], g->name[v]);
    bt_text_put(out, format == 2 ? "],\"edges\":[" : "");
    for (uint32_t i = 0; i < g->arrows; i++)
        if (format == 2)
            bt_text_format(out, arrow[2], i > 0 ? ",\n" : "", g->name[g->from[i]],
                           g->name[g->to[i]]);
        else
            bt_text_format(out, arrow[format], g->name[g->from[i]], g->name[g->to[i]]);
    bt_text_put(out, format == 2 ? "]}" : format == 1 ? "}" : "");
}

/* Row by row, arrow by arrow: a slow look through the list for each node. */
static bool same_graph(const struct random_graph *g, const bt_graph *graph, bool names)
{
    const bt_csr *csr = bt_graph_csr(graph);
    char digits[20];
    uint64_t at = 0;
    uint32_t *row = calloc(g->nodes, sizeof *row); /* how far each row was compared */
    bool same = csr->nodes == g->nodes && csr->edges == g->arrows;
    for (uint32_t i = 0; same && i < g->arrows; i++) {
        at = csr->start[g->from[i]] + row[g->from[i]]++;
        same = at < csr->start[g->from[i] + 1] && csr->target[at] == g->to[i];
    }
    for (uint32_t v = 0; same && v < g->nodes; v++) {
        same = csr->start[v] + row[v] == csr->start[v + 1];
        if (same && names)
            same =
                bt_span_equal(bt_graph_name(graph, v, digits), bt_span_of(g->name[v]));
    }
    free(row);
    return same && csr->start[0] == 0;
}

static void compare_random(bt_context *ctx, const struct random_graph *g)
{
    bt_text text;
    bt_text_init(&text, ctx);
    for (unsigned format = 0; format < 4; format++) {
        bt_graph *graph = NULL, *pieces = NULL;
        if (format == 3) { /* from what was read last */
            CHECK(bt_graph_read_bytes(ctx, bt_text_span(&text), &graph) == BT_OK, " ");
            bt_text_clear(&text);
            put_rows(&text, bt_graph_csr(graph));
            bt_graph_free(graph);
            graph = NULL;
        } else {
            write_random(g, format, &text);
        }
        bt_status status = bt_graph_read_bytes(ctx, bt_text_span(&text), &graph);
        CHECK(status == BT_OK, "format %u: %s", format, bt_message(ctx));
        size_t piece = g->nodes < 50 ? 1 : 1000 + g->nodes % 13;
        status = read_pieces(ctx, bt_text_span(&text), piece, &pieces);
        CHECK(status == BT_OK, "format %u: %s", format, bt_message(ctx));
        if (graph && pieces) {
            CHECK(same_graph(g, graph, format < 3), "format %u", format);
            CHECK(same_graph(g, pieces, format < 3), "format %u", format);
            check_names(graph);
        }
        bt_graph_free(graph);
        bt_graph_free(pieces);
    }
    bt_text_free(&text);
}

static void test_random(void)
{
    struct failing_host host;
    uint64_t state = 20;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    for (unsigned i = 0; i < 240; i++) {
        uint32_t nodes = 1 + (uint32_t)(next_random(&state) % (i < 200 ? 40 : 3000));
        uint32_t arrows = (uint32_t)(next_random(&state) % (3 * nodes));
        struct random_graph g = make_random(&state, nodes, arrows, i % 4);
        compare_random(ctx, &g);
        free_random(&g);
    }
    CHECK(bt_memory_used(ctx) == 0, " ");
    bt_context_free(ctx);
}

/* Many numbers without a page, pages that open late, chunks of arrows that are full,
 * and names that come while others wait. */
static void test_large(void)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    uint64_t state = 21;
    for (unsigned kind = 0; kind < 4; kind++) {
        bt_text text;
        bt_graph *graph = NULL;
        bt_text_init(&text, ctx);
        struct random_graph g =
            make_random(&state, kind == 1 ? 300000 : 20000, 350000, kind);
        write_random(&g, 0, &text);
        bt_status status = read_pieces(ctx, bt_text_span(&text), 1 << 16, &graph);
        CHECK(status == BT_OK, "%s", bt_message(ctx));
        if (graph) {
            CHECK(same_graph(&g, graph, true), "kind %u", kind);
            check_names(graph);
        }
        bt_graph_free(graph);
        free_random(&g);
        bt_text_free(&text);
    }
    CHECK(bt_memory_used(ctx) == 0, " ");
    bt_context_free(ctx);
}

/* Numbers far apart first, so that they have no page; then dense ones, until the pages
 * of the first ones open; then the first ones again. */
static void test_late_pages(void)
{
    enum { FAR = 400, DENSE = 600000 };
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    bt_text text;
    bt_graph *graph = NULL;
    bt_text_init(&text, ctx);
    for (uint32_t i = 0; i < FAR; i++)
        bt_text_format(&text, "%u\n", 16384 * i + 5);
    for (uint32_t i = 0; i < DENSE; i++)
        bt_text_format(&text, "%u\n", 16384 * FAR + i);
    for (uint32_t i = 0; i < FAR; i++) /* the second name makes the page open */
        bt_text_format(&text, "%u %u\n%u %u\n", 16384 * i + 5, 16384 * i + 6,
                       16384 * i + 6, 16384 * i + 5);
    CHECK(bt_graph_read_bytes(ctx, bt_text_span(&text), &graph) == BT_OK, "%s",
          bt_message(ctx));
    if (graph) {
        const bt_csr *csr = bt_graph_csr(graph);
        CHECK(csr->nodes == 2 * FAR + DENSE, "%llu", (unsigned long long)csr->nodes);
        uint32_t wrong = 0;
        for (uint32_t i = 0; i < FAR; i++) {
            uint32_t far = FAR + DENSE + i;
            wrong +=
                csr->target[csr->start[i]] != far || csr->target[csr->start[far]] != i;
        }
        CHECK(wrong == 0, "%u", wrong);
        check_names(graph);
    }
    bt_graph_free(graph);
    bt_text_free(&text);
    CHECK(bt_memory_used(ctx) == 0, " ");
    bt_context_free(ctx);
}

/* Binary rows. */

static void refused(bt_context *ctx, bt_span bytes, const char *sentence)
{
    bt_graph *graph = NULL;
    bt_status status = bt_graph_read_bytes(ctx, bytes, &graph);
    CHECK(status == BT_DOMAIN && !graph, "status %d", status);
    CHECK(strcmp(bt_message(ctx), sentence) == 0, "%s\nnot %s", bt_message(ctx),
          sentence);
    bt_graph_free(graph);
}

/* The checksum made right again, so that only what was changed is wrong. */
static void seal(bt_text *text)
{
    bti_put_u64(text->at + text->len - 8,
                bti_checksum(BTI_CHECKSUM_START, text->at, text->len - 8));
}

static void put_small(bt_text *text)
{
    static const uint64_t start[] = {0, 2, 2, 3};
    static const uint32_t target[] = {1, 2, 10};
    bt_csr csr = {3, 3, start, target};
    bt_text_clear(text);
    put_rows(text, &csr);
    bti_put_u32(text->at + 24 + 32 + 8, 0); /* a line end among the numbers, no more */
    seal(text);
}

static void test_damaged(bt_context *ctx, bt_text *text)
{
    put_small(text);
    for (size_t len = 8; len < text->len; len++)
        refused(ctx, (bt_span){text->at, len},
                "the binary graph file ends early; it was cut off");
    bt_text_put_char(text, 0);
    refused(ctx, bt_text_span(text), "the binary graph file goes on after its end");
    put_small(text);
    text->at[7] = 2;
    refused(ctx, bt_text_span(text),
            "the binary graph file is of version 2; this program reads version 1");
    put_small(text);
    text->at[12] = 1;
    refused(ctx, bt_text_span(text),
            "the binary graph file claims 4294967299 nodes; at most 2147483646 are "
            "possible");
    put_small(text);
    bti_put_u64(text->at + 32, 4);
    seal(text);
    refused(ctx, bt_text_span(text), "the binary graph file is damaged: rows overlap");
    put_small(text);
    bti_put_u64(text->at + 48, 2);
    seal(text);
    refused(ctx, bt_text_span(text),
            "the binary graph file is damaged: arrows are missing");
    put_small(text);
    bti_put_u32(text->at + 56, 3);
    seal(text);
    refused(ctx, bt_text_span(text),
            "the binary graph file is damaged: an arrow leads out of the graph");
    put_small(text);
    text->at[text->len - 1] ^= 1;
    refused(ctx, bt_text_span(text),
            "the binary graph file is damaged: its checksum is wrong");
    put_small(text);
    bti_put_u64(text->at + 8, 0);
    refused(ctx, bt_text_span(text), "the binary graph file has no node");
}

/* Every byte, every value it could have instead; every shorter file. */
static void test_flips(bt_context *ctx, bt_text *text)
{
    unsigned long accepted = 0;
    bt_graph *graph = NULL;
    put_small(text);
    CHECK(bt_graph_read_bytes(ctx, bt_text_span(text), &graph) == BT_OK, "%s",
          bt_message(ctx));
    bt_graph_free(graph);
    for (size_t i = 0; i < text->len; i++)
        for (unsigned flip = 1; flip < 256; flip++) {
            graph = NULL;
            text->at[i] = (char)(text->at[i] ^ (char)flip);
            accepted += bt_graph_read_bytes(ctx, bt_text_span(text), &graph) == BT_OK;
            bt_graph_free(graph);
            text->at[i] = (char)(text->at[i] ^ (char)flip);
        }
    CHECK(accepted == 0, "%lu flipped bytes were accepted", accepted);
    for (size_t len = 0; len < text->len; len++) {
        graph = NULL;
        bt_span cut = {text->at, len};
        /* Its letters alone are a name in an edge list. */
        CHECK((bt_graph_read_bytes(ctx, cut, &graph) == BT_OK) == (len > 0 && len < 8),
              "%zu bytes", len);
        bt_graph_free(graph);
    }
}

/* A head that claims much costs no memory that the file does not fill. */
static void test_claims(void)
{
    char bytes[80] = "BTNGRAF\1";
    bt_graph *graph = NULL;
    bt_context *ctx = bt_context_new(bt_host_posix(), 4 << 20);
    bti_put_u64(bytes + 8, 0x7FFFFFFE);
    bti_put_u64(bytes + 16, UINT64_C(1) << 40);
    refused(ctx, (bt_span){bytes, sizeof bytes},
            "the binary graph file ends early; it was cut off");
    bti_put_u64(bytes + 16, UINT64_MAX);
    CHECK(bt_graph_read_bytes(ctx, (bt_span){bytes, sizeof bytes}, &graph) == BT_UNABLE,
          "%s", bt_message(ctx));
    bt_context_free(ctx);
}

static void test_binary(void)
{
    bt_text text;
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    bt_text_init(&text, ctx);
    test_damaged(ctx, &text);
    test_flips(ctx, &text);
    bt_text_free(&text);
    CHECK(bt_memory_used(ctx) == 0, " ");
    bt_context_free(ctx);
    test_claims();
}

/* Nesting. */
static void test_depth(void)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    for (int depth = 64; depth <= 65; depth++) {
        bt_text text;
        bt_graph *graph = NULL;
        bt_text_init(&text, ctx);
        bt_text_put(&text, "digraph {");
        for (int i = 0; i < depth; i++)
            bt_text_put(&text, "a -> {");
        bt_text_put(&text, "b");
        for (int i = 0; i < depth; i++)
            bt_text_put(&text, "}");
        bt_text_put(&text, "}");
        bt_status status = bt_graph_read_bytes(ctx, bt_text_span(&text), &graph);
        CHECK(status == (depth > 64 ? BT_UNABLE : BT_OK), "%d: %s", depth,
              bt_message(ctx));
        if (depth > 64)
            CHECK(strcmp(bt_message(ctx), "line 1, column 399: groups within groups, "
                                          "more than 64 deep") == 0,
                  "%s", bt_message(ctx));
        bt_graph_free(graph);
        bt_text_free(&text);
    }
    CHECK(bt_memory_used(ctx) == 0, " ");
    bt_context_free(ctx);
}

/* New memory that is full of ones: as if the first node had met every other. */
static void *resize_to_ones(void *self, void *old, size_t old_bytes, size_t new_bytes)
{
    uint32_t *block = failing_host_resize(self, old, old_bytes, new_bytes);
    for (size_t i = old_bytes / 4 + 1; block && i <= new_bytes / 4; i++)
        block[i - 1] = 1;
    return block;
}

static void test_drop_repeats_in_used_memory(void)
{
    struct failing_host f;
    bt_graph *graph = NULL;
    failing_host_init(&f, 0);
    f.host.resize = resize_to_ones;
    bt_context *ctx = bt_context_new(&f.host, 0);
    bt_status status = bt_graph_read_bytes(ctx, bt_span_of("a b\na c\na b\n"), &graph);
    if (status == BT_OK)
        status = bt_graph_drop_repeats(graph);
    CHECK(status == BT_OK && bt_graph_csr(graph)->edges == 2, "a has two options");
    bt_graph_free(graph);
    bt_context_free(ctx);
    CHECK(f.live_bytes == 0, "memory is lost");
}

static void test_drop_repeats(void)
{
    static const char input[] = "a b\nb c\na c\na b\nb c\nb c\nc a\na a\na a\nd\n";
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    bt_graph *graph = NULL;
    bt_text text;
    bt_text_init(&text, ctx);
    CHECK(bt_graph_read_bytes(ctx, bt_span_of(input), &graph) == BT_OK, " ");
    for (int i = 0; i < 2; i++) {
        CHECK(bt_graph_drop_repeats(graph) == BT_OK, " ");
        dump(graph, &text);
        CHECK(strcmp(bt_text_chars(&text), "a>b,c,a; b>c; c>a; d") == 0, "%s",
              bt_text_chars(&text));
        CHECK(bt_graph_csr(graph)->edges == 5 && bt_graph_csr(graph)->start[4] == 5,
              " ");
    }
    bt_graph_free(graph);
    bt_text_free(&text);
    bt_context_free(ctx);
}

/* Every allocation fails once, in every format. */
static void test_failures(bt_span bytes)
{
    for (uint64_t k = 2;; k++) { /* the first one makes the context */
        struct failing_host host;
        bt_graph *graph = NULL;
        failing_host_init(&host, k);
        bt_context *ctx = bt_context_new(&host.host, 0);
        bt_status status = bt_graph_read_bytes(ctx, bytes, &graph);
        if (status == BT_OK)
            status = bt_graph_drop_repeats(graph);
        bool failed = host.calls >= k;
        CHECK(status == (failed ? BT_NOMEM : BT_OK), "allocation %llu: %d %s",
              (unsigned long long)k, status, bt_message(ctx));
        bt_graph_free(graph);
        CHECK(bt_memory_used(ctx) == 0, "allocation %llu", (unsigned long long)k);
        bt_context_free(ctx);
        CHECK(host.live_bytes == 0, "allocation %llu", (unsigned long long)k);
        if (!failed)
            break;
    }
}

static void test_all_failures(void)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    uint64_t state = 22;
    for (unsigned kind = 1; kind < 4; kind++) {
        struct random_graph g = make_random(&state, 70, 600, kind);
        bt_text text;
        bt_graph *graph = NULL;
        bt_text_init(&text, ctx);
        for (unsigned format = 0; format < 3; format++) {
            write_random(&g, format, &text);
            test_failures(bt_text_span(&text));
        }
        if (bt_graph_read_bytes(ctx, bt_text_span(&text), &graph) == BT_OK) {
            bt_text_clear(&text);
            put_rows(&text, bt_graph_csr(graph));
            test_failures(bt_text_span(&text));
        }
        bt_graph_free(graph);
        bt_text_free(&text);
        free_random(&g);
    }
    test_failures(bt_span_of("digraph { {a b c} -> {d e {f g}} -> \"h\" + \"i\" }"));
    bt_context_free(ctx);
}

/* A graph that is too large for the limit is not the file's fault. */
static void test_limit(void)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    uint64_t state = 23;
    struct random_graph g = make_random(&state, 5000, 100000, 2);
    bt_text text;
    bt_graph *graph = NULL;
    bt_text_init(&text, ctx);
    for (unsigned format = 0; format < 3; format++) {
        write_random(&g, format, &text);
        uint64_t before = bt_memory_used(ctx);
        bt_set_memory_limit(ctx, before + (1 << 20));
        bt_status status = bt_graph_read_bytes(ctx, bt_text_span(&text), &graph);
        CHECK(status == BT_UNABLE && bt_message(ctx)[0], "%d", status);
        CHECK(bt_memory_used(ctx) == before, "format %u", format);
        bt_set_memory_limit(ctx, 0);
    }
    bt_text_free(&text);
    bt_context_free(ctx);
    free_random(&g);
}

/* Reading ends when the source fails or the host wants to stop. */
static bt_status broken_read(bt_source *source, bt_context *ctx, char *buffer,
                             size_t cap, size_t *got)
{
    if (((struct bytes_source *)source)->rest.len == 0)
        return bt_fail(ctx, BT_IO, "the source is broken", BT_NO_ARGS);
    return bytes_read(source, ctx, buffer, cap, got);
}

static bool stop_now(void *self)
{
    return --*(int *)self < 0;
}

static void test_world(void)
{
    static const char *const texts[] = {"a b\nb c\n", "digraph { a -> b }",
                                        "{\"edges\":[[1,2]]}", "BTNGRAF\1"};
    int patience = 3;
    bt_graph *graph = NULL;
    bt_host host = *bt_host_posix();
    host.self = &patience;
    bt_context *ctx = bt_context_new(&host, 0);
    for (size_t i = 0; i < 4; i++) {
        struct bytes_source s = {{broken_read, NULL}, bt_span_of(texts[i]), 5};
        CHECK(bt_graph_read(ctx, &s.source, &graph) == BT_IO && !graph, "%s", texts[i]);
    }
    CHECK(bt_memory_used(ctx) == 0, " ");
    bt_context_free(ctx);
    host.stop = stop_now;
    ctx = bt_context_new(&host, 0);
    CHECK(read_pieces(ctx, bt_span_of(texts[0]), 1, &graph) == BT_STOPPED, " ");
    CHECK(bt_memory_used(ctx) == 0, " ");
    bt_context_free(ctx);
}

/* The command, with every allocation failing once: a store that was opened is committed
 * if all went well and abandoned otherwise. */

struct command_host {
    struct failing_host memory; /* first: the host's self */
    bt_store store;
    int opened, committed, abandoned;
    size_t written;
    bool full; /* writing fails */
};

static struct command_host *of_store(bt_store *store)
{
    return (struct command_host *)((char *)store -
                                   offsetof(struct command_host, store));
}

static bt_status count_written(bt_store *store, bt_context *ctx, const void *bytes,
                               size_t len)
{
    (void)bytes;
    of_store(store)->written += len;
    return of_store(store)->full ? bt_fail(ctx, BT_IO, "the disk is full", BT_NO_ARGS)
                                 : BT_OK;
}

static bt_status count_commit(bt_store *store, bt_context *ctx)
{
    (void)ctx;
    of_store(store)->committed++;
    return BT_OK;
}

static void count_abandon(bt_store *store)
{
    of_store(store)->abandoned++;
}

static bt_status open_counting(void *self, bt_context *ctx, const char *name,
                               bt_store **out)
{
    struct command_host *h = self;
    (void)ctx;
    (void)name;
    h->opened++;
    *out = &h->store;
    return BT_OK;
}

static bt_status forget(void *self, bt_context *ctx, bt_stream stream,
                        const char *bytes, size_t len)
{
    (void)ctx;
    (void)bytes;
    *(size_t *)self += stream == BT_STDOUT ? len : 0;
    return BT_OK;
}

static int run_label(struct command_host *h, uint64_t fail_at, const char *output)
{
    bt_span words[] = {bt_span_of("label"), bt_span_of("-"), bt_span_of("-o"),
                       bt_span_of(output ? output : "")};
    struct bytes_source input = {
        {bytes_read, NULL}, bt_span_of("a b\nb a\nb c\nd b\n1 a\n2 1\n2 c\n"), 7};
    size_t said = 0;
    bt_io io = {
        .size = sizeof(bt_io), .self = &said, .write = forget, .input = &input.source};
    failing_host_init(&h->memory, fail_at);
    h->memory.host.open_store = open_counting;
    h->store = (bt_store){count_written, count_commit, count_abandon};
    h->opened = h->committed = h->abandoned = 0;
    h->written = 0;
    bt_context *ctx = bt_context_new(&h->memory.host, 0);
    int code = bt_command_run(ctx, &bt_builtin, &io, output ? 4 : 2, words);
    CHECK(code != 0 || said > 0, "nothing was said");
    CHECK(bt_memory_used(ctx) == 0, "allocation %llu", (unsigned long long)fail_at);
    bt_context_free(ctx);
    CHECK(h->memory.live_bytes == 0, "allocation %llu", (unsigned long long)fail_at);
    return code;
}

static void test_command(void)
{
    static const char *const outputs[] = {NULL, "x.tsv", "x.bin"};
    struct command_host h = {.full = false};
    for (size_t i = 0; i < 3; i++)
        for (uint64_t k = 2;; k++) {
            int code = run_label(&h, k, outputs[i]);
            bool failed = h.memory.calls >= k;
            CHECK(code == (failed ? 3 : 0), "allocation %llu: exit code %d",
                  (unsigned long long)k, code);
            CHECK(h.opened == h.committed + h.abandoned && (failed || !h.abandoned),
                  "allocation %llu: %d opened", (unsigned long long)k, h.opened);
            if (failed)
                continue;
            CHECK(h.opened == (i > 0), "%d opened", h.opened);
            CHECK(i != 2 || h.written == 8 * (3 + 6 + 1), "%zu bytes", h.written);
            break;
        }
    h.full = true;
    CHECK(run_label(&h, 0, "x.tsv") == 4, " ");
    CHECK(h.opened == 1 && h.abandoned == 1 && h.committed == 0, " ");
}

#define ROWS(table) test_rows(table, sizeof table / sizeof *table)

int main(void)
{
    ROWS(edge_lists);
    ROWS(dots);
    ROWS(jsons);
    test_random();
    test_large();
    test_late_pages();
    test_binary();
    test_depth();
    test_drop_repeats();
    test_drop_repeats_in_used_memory();
    test_all_failures();
    test_limit();
    test_world();
    test_command();
    return check_close();
}
