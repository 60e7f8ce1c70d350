/* SPDX-License-Identifier: MIT
 * A game given as a directed graph: positions are its nodes, a move follows an arrow.
 * There is no theorem: the colouring of the course notes labels the graph from its
 * sinks up, and what lies on or before a cycle is labelled by Smith's rules (1966).
 * Both are the engine's work; the rules only show the graph. */
#include <bouton/rules.h>

#include "core/checksum.h"
#include "core/nearest.h"
#include "core/quote.h"
#include "rules/registry.h"

struct params {
    bt_graph *graph;
    const char *file; /* "graph:FILE" */
};

static bt_graph *graph_of(const bt_game *g)
{
    return ((const struct params *)g->params)->graph;
}

static bt_status bind(bt_context *ctx, bt_span bytes, bt_game *g, bt_text *canonical)
{
    struct params *p = bt_arena_alloc(&g->arena, 1, sizeof *p);
    if (!p)
        return bt_last_status(ctx);
    g->params = p;
    p->file = bt_arena_copy(&g->arena, bt_text_span(canonical));
    if (!p->file)
        return bt_last_status(ctx);
    bt_status status = bt_graph_read_bytes(ctx, bytes, &p->graph);
    if (status == BT_SYNTAX || status == BT_DOMAIN)
        return bt_fail(
            ctx, status, "{file}: {message}",
            BT_ARGS(BT_STR("file", p->file), BT_STR("message", bt_message(ctx))));
    BT_TRY(status);
    return bt_graph_drop_repeats(p->graph);
}

static void unbind(bt_context *ctx, bt_game *g)
{
    (void)ctx;
    if (g->params)
        bt_graph_free(graph_of(g));
}

/* The order of nodes and arrows in the file does not matter, so sums are taken. */
static bt_status content(bt_context *ctx, const bt_game *g, uint64_t *hash)
{
    const bt_csr *csr = bt_graph_csr(graph_of(g));
    char digits[20];
    size_t nodes = (size_t)csr->nodes;
    uint64_t *name = bt_resize_array(ctx, NULL, 0, nodes, sizeof *name), sum = 0;
    if (!name)
        return bt_last_status(ctx);
    for (size_t v = 0; v < nodes; v++) {
        name[v] = bti_checksum64_of(bt_graph_name(graph_of(g), (uint32_t)v, digits));
        sum += bti_mix(name[v]);
    }
    for (size_t v = 0; v < nodes; v++)
        for (uint64_t i = csr->start[v]; i < csr->start[v + 1]; i++)
            sum += bti_mix(bti_mix(name[v] + 1) ^ name[csr->target[i]]);
    bt_release(ctx, name, nodes * sizeof *name);
    *hash = sum;
    return BT_OK;
}

static const bt_csr *graph(const bt_game *g)
{
    return bt_graph_csr(graph_of(g));
}

static bt_span name_of(const bt_game *g, uint64_t node, char digits[20])
{
    return bt_graph_name(graph_of(g), (uint32_t)node, digits);
}

/* A name that is not there: the nearest one is suggested, in a graph that people made;
 * otherwise some are shown. */
static bt_status unknown_node(bt_context *ctx, const bt_game *g, bt_span text)
{
    enum { LOOKED_AT = 10000, NAME = 64 };
    bti_nearest near;
    char digits[20], name[NAME], best[NAME] = "";
    uint64_t nodes = graph(g)->nodes;
    const char *file = ((const struct params *)g->params)->file;
    bti_nearest_begin(&near, text);
    for (uint64_t i = 0; i < nodes && i < LOOKED_AT; i++) {
        bt_span span = name_of(g, i, digits);
        if (span.len >= sizeof name)
            continue;
        for (size_t k = 0; k < span.len; k++)
            name[k] = span.at[k];
        name[span.len] = 0;
        near.best = NULL;
        bti_nearest_try(&near, name);
        for (size_t k = 0; near.best && k <= span.len; k++)
            best[k] = name[k];
    }
    if (best[0])
        return bt_fail(ctx, BT_DOMAIN,
                       "{file} has no node {text}; did you mean '{best}'?",
                       BT_ARGS(BT_STR("file", file), BT_QUOTE("text", text),
                               BT_STR("best", best)));
    bt_span first = name_of(g, 0, digits);
    return bt_fail(
        ctx, BT_DOMAIN,
        "{file} has no node {text}; it has {nodes, plural, one {one node, '{first}'} "
        "other {{nodes} nodes, and the first is '{first}'}}",
        BT_ARGS(BT_STR("file", file), BT_QUOTE("text", text), BT_NUM("nodes", nodes),
                BT_SPAN("first",
                        ((bt_span){first.at,
                                   (size_t)(first.len < NAME ? first.len : NAME)}))));
}

/* Names may hold blanks; only a line end behind the name, as files have it, goes. */
static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    uint32_t node;
    if (!bt_graph_find(graph_of(g), text, &node)) {
        while (text.len > 0 &&
               (text.at[text.len - 1] == '\n' || text.at[text.len - 1] == '\r'))
            text.len--;
        if (!bt_graph_find(graph_of(g), text, &node))
            return unknown_node(ctx, g, text);
    }
    pos->n = 0;
    return bt_pos_push(pos, node);
}

/* A program names a node by its number. */
static bt_status check(bt_context *ctx, const bt_game *g, const bt_pos *pos)
{
    const char *file = ((const struct params *)g->params)->file;
    if (pos->n != 1)
        return bt_fail(ctx, BT_DOMAIN,
                       "a position of a graph is one number, that of a node, and not "
                       "{n} numbers",
                       BT_ARGS(BT_NUM("n", pos->n)));
    if (pos->x[0] >= graph(g)->nodes)
        return bt_fail(ctx, BT_DOMAIN,
                       "{file} has no node number {node}; it has {nodes}, numbered "
                       "from 0",
                       BT_ARGS(BT_STR("file", file), BT_NUM("node", pos->x[0]),
                               BT_NUM("nodes", graph(g)->nodes)));
    return BT_OK;
}

static void print(const bt_game *g, const bt_pos *p, bt_text *out)
{
    char digits[20];
    bt_text_put_span(out, name_of(g, p->x[0], digits));
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    const bt_csr *csr = graph(g);
    uint64_t node = p->x[0];
    bool going = true;
    for (uint64_t i = csr->start[node]; i < csr->start[node + 1] && going; i++) {
        p->x[0] = csr->target[i];
        going = bt_show(visit, p, 0, 1, &node);
    }
    p->x[0] = node;
    return going;
}

static void say(const bt_game *g, const bt_move *move, bt_text *out)
{
    char digits[20];
    bt_say(out, "follow the arrow to {node}",
           BT_ARGS(BT_SPAN("node", name_of(g, move->to->x[0], digits))));
}

static const bt_example examples[] = {
    {"A", BT_TEXT("where the brain teaser begins")},
    {"D", BT_TEXT("a win, although one arrow leads into the circle of H and K")},
    {"H", BT_TEXT("a draw: whoever leaves the circle loses")},
    {NULL, NULL},
};

const bt_rules bti_rules_graph = {
    .size = sizeof(bt_rules),
    .name = "graph",
    .usage = "graph:FILE",
    .summary = "move the token along an arrow of a graph in a file",
    .help =
        "A game given as a directed graph. A position is a node; a move follows an\n"
        "arrow. A player at a node without arrows cannot move.\n"
        "\n"
        "FILE is in the DOT language (digraph { A -> B; A -> C }), an edge list (a\n"
        "line 'A B' for an arrow from A to B), JSON ({\"edges\":[[\"A\",\"B\"]]}) or\n"
        "Bouton's binary rows; a file whose name ends in .dot needs no 'graph:'\n"
        "before it. A position is written as the node's name.\n"
        "\n"
        "Nodes are labelled from those without arrows up: P if all arrows lead to N,\n"
        "N if some arrow leads to P. Where play can go on for ever, some nodes may "
        "get\n"
        "neither label: they are draws, D, because no player can force a win. Their\n"
        "Grundy value is infinity with the set of the numbers among the values of\n"
        "their options; with these values sums can be solved, too. The remoteness is\n"
        "the number of moves if the winner hurries and the loser delays.",
    .theorem_note =
        BT_TEXT("Smith 1966, Fraenkel and Perl 1975: on every finite graph these "
                "values exist, and with them sums are solved, with cycles or without. "
                "The graph itself is labelled as a whole."),
    .example_param = "examples/teaser.dot",
    .examples = examples,
    .param = BT_PARAM_FILE,
    .file_bytes = UINT64_C(4) << 30,
    .suffix = ".dot",
    .bind = bind,
    .unbind = unbind,
    .content = content,
    .parse = parse,
    .print = print,
    .options = options,
    .say = say,
    .graph = graph,
    .look = BT_LOOK_NODES,
    .check = check,
};
