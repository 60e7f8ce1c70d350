/* SPDX-License-Identifier: MIT
 * Graphs as JSON: {"nodes": ["a", "b"], "edges": [["a", "b"]]}, and the form in which
 * game graphs are written: nodes are objects with a "position", edges are objects whose
 * "from" and "to" count the nodes from 0. */
#include "graph/graph_readers.h"

#include "core/quote.h"
#include "core/say_into.h"

#include <bouton/json.h>

typedef struct {
    bti_draft *draft;
    bt_context *ctx;
    size_t listed; /* nodes under "nodes" */
    bool objects;  /* they are objects: edges count them */
} reader;

static bt_status refuse(const reader *r, const bt_json *at, const char *sentence)
{
    return bti_fail_in_line(r->ctx, BT_SYNTAX, at->line, at->column, sentence);
}

static bool is_name(const bt_json *value)
{
    uint64_t number;
    return value && (value->kind == BT_JSON_STRING || bt_json_u64(value, &number));
}

static bt_status add(reader *r, const bt_json *name, uint32_t *node)
{
    return bti_names_add(&r->draft->names, name->text,
                         (bti_place){name->line, name->column}, node);
}

static bt_status read_node(reader *r, const bt_json *value)
{
    const bt_json *name = value;
    uint32_t node, before = r->draft->names.count;
    if ((value->kind == BT_JSON_OBJECT) != r->objects)
        return refuse(r, value, BT_TEXT("nodes are all names, or all objects"));
    if (r->objects && !(name = bt_json_get(value, "position")) &&
        !(name = bt_json_get(value, "name")))
        name = bt_json_get(value, "id");
    if (!name)
        return refuse(r, value,
                      BT_TEXT("a node needs a \"position\", \"name\" or \"id\""));
    if (!is_name(name))
        return refuse(r, name, BT_TEXT("a name is a string or a whole number"));
    BT_TRY(add(r, name, &node));
    if (node < before)
        return bt_fail(r->ctx, BT_DOMAIN,
                       "line {line}, column {column}: a second node is called {name}; "
                       "every node needs a name of its own",
                       BT_ARGS(BT_NUM("line", name->line),
                               BT_NUM("column", name->column),
                               BT_QUOTE("name", name->text)));
    return BT_OK;
}

static bt_status read_nodes(reader *r, const bt_json *nodes)
{
    if (nodes->kind != BT_JSON_ARRAY)
        return refuse(r, nodes,
                      BT_TEXT("\"nodes\" is a list of names, such as [\"a\", \"b\"]"));
    r->objects = nodes->count > 0 && nodes->child->kind == BT_JSON_OBJECT;
    r->listed = nodes->count;
    for (const bt_json *v = nodes->child; v; v = v->next)
        BT_TRY(read_node(r, v));
    return BT_OK;
}

static bt_status read_end(reader *r, const bt_json *value, uint32_t *node)
{
    uint64_t index;
    if (!is_name(value))
        return refuse(r, value,
                      BT_TEXT("an end of an arrow is a string or a whole number"));
    if (!r->objects || value->kind != BT_JSON_NUMBER)
        return add(r, value, node);
    if (!bt_json_u64(value, &index) || index >= r->listed)
        return bt_fail(
            r->ctx, BT_DOMAIN,
            "line {line}, column {column}: there is no node {value}; the {listed} "
            "nodes are counted from 0",
            BT_ARGS(BT_NUM("line", value->line), BT_NUM("column", value->column),
                    BT_SPAN("value",
                            ((bt_span){value->text.at,
                                       (size_t)(value->text.len < 30 ? value->text.len
                                                                     : 30)})),
                    BT_NUM("listed", r->listed)));
    *node = (uint32_t)index; /* listed nodes come first, so they are numbered so */
    return BT_OK;
}

static bt_status read_edge(reader *r, const bt_json *edge)
{
    const bt_json *from = NULL, *to = NULL;
    uint32_t a, b;
    if (edge->kind == BT_JSON_ARRAY && edge->count == 2) {
        from = edge->child;
        to = from->next;
    } else if (edge->kind == BT_JSON_OBJECT) {
        from = bt_json_get(edge, "from");
        to = bt_json_get(edge, "to");
    }
    if (!from || !to)
        return refuse(
            r, edge,
            BT_TEXT("an edge is a pair of names, such as [\"a\", \"b\"], or an object "
                    "with \"from\" and \"to\""));
    BT_TRY(read_end(r, from, &a));
    BT_TRY(read_end(r, to, &b));
    return bti_draft_arrow(r->draft, a, b);
}

static bt_status read_edges(reader *r, const bt_json *edges)
{
    if (edges->kind != BT_JSON_ARRAY)
        return refuse(
            r, edges,
            BT_TEXT("\"edges\" is a list of pairs, such as [[\"a\", \"b\"]]"));
    for (const bt_json *e = edges->child; e; e = e->next)
        BT_TRY(read_edge(r, e));
    return BT_OK;
}

static bt_status read_tree(reader *r, const bt_json *root)
{
    const bt_json *nodes = bt_json_get(root, "nodes");
    const bt_json *edges = bt_json_get(root, "edges");
    if (!nodes && !edges)
        return refuse(
            r, root,
            BT_TEXT("a graph has \"edges\", \"nodes\" or both, such as '{'\"edges\": "
                    "[[\"a\", \"b\"]]'}'"));
    if (nodes)
        BT_TRY(read_nodes(r, nodes));
    return edges ? read_edges(r, edges) : BT_OK;
}

bt_status bti_read_json_graph(bt_span text, bti_draft *draft)
{
    reader r = {.draft = draft, .ctx = draft->ctx};
    const bt_json *root;
    bt_arena arena;
    bt_arena_init(&arena, draft->ctx);
    bt_status status = bt_json_read(&arena, text, &root);
    if (status == BT_OK)
        status = read_tree(&r, root);
    bt_arena_free(&arena);
    return status;
}
