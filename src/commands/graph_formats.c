/* SPDX-License-Identifier: MIT
 * The formats that programs read, and the view for pictures. */
#include "commands/graph_formats.h"
#include "rules/boxes.h"

#include "commands/report.h"
#include "core/json_members.h"
#include "solve/warnings.h"

bt_status bti_graph_flush(bti_graph_sink sink)
{
    enum { LONG = 1 << 16 };
    if (sink.call && sink.text->len > LONG)
        return bti_flush(sink.call);
    return bt_text_status(sink.text);
}

void bti_graph_json_head(bt_json_writer *w, const bti_game_graph *g)
{
    bti_put_member(w, "rules", g->rules);
    bti_put_member(w, "play", bti_play_name(g->play));
    bti_put_member(w, "position", g->position);
    bti_put_flag(w, "cut", bti_graph_is_cut(g));
    if (g->sum)
        bti_put_warnings(w, g->sum);
}

static void put_infinity(bt_json_writer *w, const bti_graph_box *box)
{
    bt_json_key(w, "loopy");
    bt_json_open(w, '{');
    bt_json_key(w, "infinity");
    bt_json_open(w, '[');
    for (size_t i = 0; i < box->infinity_count; i++)
        bt_json_put_u64(w, box->infinity[i]);
    bt_json_close(w, ']');
    bt_json_close(w, '}');
}

void bti_graph_json_value(bt_json_writer *w, const bti_graph_box *box)
{
    bti_put_known(w, "grundy", box->has_grundy, box->grundy);
    if (box->infinite)
        put_infinity(w, box);
}

/* Whether --merge makes a difference, and the size of the whole. */
static void put_places_head(bt_json_writer *w, const bti_game_graph *g,
                            const bti_graph_places *places)
{
    bool unordered = false;
    for (size_t i = 0; i < g->sum->n; i++)
        unordered |= (g->sum->part[i].game->rules->flags & BT_UNORDERED) != 0;
    bti_put_flag(w, "unordered", unordered);
    if (places->caption)
        bti_put_member(w, "caption", places->caption);
    bti_put_count(w, "width", (uint64_t)places->scene->layout.width);
    bti_put_count(w, "height", (uint64_t)places->scene->layout.height);
}

static void put_box_place(bt_json_writer *w, const bti_graph_scene *s, uint32_t v)
{
    bti_put_count(w, "x", (uint64_t)s->layout.corner[v].x);
    bti_put_count(w, "y", (uint64_t)s->layout.corner[v].y);
    bti_put_count(w, "width", (uint64_t)s->width[v]);
    bti_put_count(w, "height", BTI_BOX_HEIGHT);
    if (s->view->node[v].more)
        bti_put_count(w, "stub", (uint64_t)s->layout.stub[v]);
}

/* The curve in the words of SVG, up to the border of the box. */
static bt_status put_arrow_place(bt_json_writer *w, const bti_graph_scene *s,
                                 uint64_t arrow, bt_text *path)
{
    const bti_graph_layout *l = &s->layout;
    bt_text_clear(path);
    for (size_t i = l->first[arrow]; i < l->first[arrow + 1]; i++) {
        size_t nth = i - l->first[arrow];
        bt_text_put(path, nth == 0 ? "M" : nth % 3 == 1 ? " C" : " ");
        bti_put_integer(path, l->point[i].x);
        bt_text_put_char(path, ',');
        bti_put_integer(path, l->point[i].y);
    }
    BT_TRY(bt_text_status(path));
    bti_put_member(w, "path", bt_text_chars(path));
    return BT_OK;
}

static void put_node(bt_json_writer *w, const bti_game_graph *g, uint32_t v,
                     unsigned labels, const bti_graph_places *places)
{
    const bti_graph_box *box = &g->box[v];
    const char *letter = bti_outcome_letter(box->outcome);
    bt_json_open(w, '{');
    bti_put_member(w, "position", box->name);
    if (labels & BTI_SHOWN_LETTERS)
        bti_put_member(w, "outcome", letter);
    if (labels & BTI_SHOWN_VALUES)
        bti_graph_json_value(w, box);
    if (labels & BTI_SHOWN_LETTERS)
        bti_put_known(w, "remoteness", box->has_remoteness, box->remoteness);
    if (bti_graph_has_more(g, v))
        bti_put_flag(w, "more", true);
    if (places)
        put_box_place(w, places->scene, v);
    bt_json_close(w, '}');
}

/* The arrows of a node stand in the order of its moves, each target where it first
 * comes up. So one walk over the moves meets them one by one. */
struct edges {
    bt_visit visit;
    bti_game_graph *graph;
    bt_json_writer *w;
    unsigned labels;
    const bti_graph_places *places;
    bt_text say;
    uint32_t from;
    uint64_t next; /* the arrow that is looked for */
};

static bt_status put_edge(struct edges *e, const bt_move *move)
{
    bti_game_graph *g = e->graph;
    bt_json_writer *w = e->w;
    uint32_t node;
    BT_TRY(bti_graph_look_up(g, &node));
    if (node != g->csr->target[e->next])
        return BT_OK;
    bt_json_open(w, '{');
    bti_put_count(w, "from", e->from);
    bti_put_count(w, "to", node);
    if (e->labels & BTI_SHOWN_LETTERS)
        bti_put_flag(w, "winning", bti_arrow_wins(g, e->from, node));
    bt_text_clear(&e->say);
    bt_say_move(&e->say, g->sum, move);
    BT_TRY(bt_text_status(&e->say));
    bti_put_member(w, "text", bt_text_chars(&e->say));
    if (e->places)
        BT_TRY(put_arrow_place(w, e->places->scene, e->next, &e->say));
    bt_json_close(w, '}');
    e->next++;
    return BT_OK;
}

static bool show_edge(bt_visit *visit, const bt_move *move)
{
    struct edges *e = (struct edges *)visit;
    visit->status = put_edge(e, move);
    return visit->status == BT_OK && e->next < e->graph->csr->start[e->from + 1];
}

static bt_status put_edges_of(struct edges *e, uint32_t v)
{
    bti_game_graph *g = e->graph;
    if (g->csr->start[v] == g->csr->start[v + 1])
        return BT_OK;
    e->from = v;
    e->next = g->csr->start[v];
    BT_TRY(bti_graph_position(g, v));
    return bt_walk_moves(g->sum, &e->visit);
}

static bt_status put_edges(bti_graph_sink sink, struct edges *e)
{
    for (uint32_t v = 0; v < e->graph->csr->nodes; v++) {
        BT_TRY(put_edges_of(e, v));
        BT_TRY(bti_graph_flush(sink));
        if (v % 64 == 0 && bt_stopped(e->graph->ctx))
            return BT_STOPPED;
    }
    return BT_OK;
}

static bt_status walk_edges(bti_graph_sink sink, bti_game_graph *g, bt_json_writer *w,
                            unsigned labels, const bti_graph_places *places)
{
    struct edges e = {.visit.option = show_edge,
                      .graph = g,
                      .w = w,
                      .labels = labels,
                      .places = places};
    bt_text_init(&e.say, g->ctx);
    bt_status status = put_edges(sink, &e);
    bt_text_free(&e.say);
    return status;
}

bt_status bti_graph_json(bti_graph_sink sink, bti_game_graph *g, unsigned labels,
                         const bti_graph_places *places)
{
    bt_json_writer w;
    bt_json_begin(&w, sink.text);
    bt_json_open(&w, '{');
    bti_graph_json_head(&w, g);
    if (places)
        put_places_head(&w, g, places);
    bt_json_key(&w, "nodes");
    bt_json_open(&w, '[');
    for (uint32_t v = 0; v < g->csr->nodes; v++) {
        put_node(&w, g, v, labels, places);
        BT_TRY(bti_graph_flush(sink));
    }
    bt_json_close(&w, ']');
    bt_json_key(&w, "edges");
    bt_json_open(&w, '[');
    BT_TRY(walk_edges(sink, g, &w, labels, places));
    bt_json_close(&w, ']');
    bt_json_close(&w, '}');
    bt_text_put_char(sink.text, '\n');
    return bt_text_status(sink.text);
}

/* A quoted name: a backslash in it means itself, unless a quote follows. */
static void put_name(bt_text *out, const char *name)
{
    for (; *name; name++) {
        if (*name == '"')
            bt_text_put_char(out, '\\');
        bt_text_put_char(out, *name);
    }
}

/* A quoted label, where a backslash begins an escape. */
static void put_quoted(bt_text *out, const char *name)
{
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            bt_text_put_char(out, '\\');
        bt_text_put_char(out, *name);
    }
}

static const char *dot_style(char outcome)
{
    switch (outcome) {
    case 'N':
        return "shape=box, style=filled, fillcolor=\"#8bd3a0\", color=\"#1a6b35\"";
    case 'P':
        return "shape=box, style=\"filled,rounded\", fillcolor=\"#f5a04a\", "
               "color=\"#a35200\", penwidth=2";
    case 'D':
        return "shape=box, style=\"filled,diagonals\", fillcolor=\"#d5d9de\"";
    case '?':
        return "shape=box, style=dashed";
    default:
        return "shape=box";
    }
}

static void put_dot_node(bt_text *out, const bt_graph_node *node)
{
    bool letter = node->outcome != ' ';
    bt_text_put(out, "  \"");
    put_name(out, node->name);
    bt_text_put(out, "\" [label=\"");
    put_quoted(out, node->name);
    if (letter || node->value)
        bt_text_put(out, "\\n");
    if (letter)
        bt_text_put(out, bti_shown_letter(out->ctx, node->outcome));
    bt_text_put(out, letter && node->value ? " " : "");
    bt_text_put(out, node->value ? node->value : "");
    if (node->more)
        bt_text_put(out, "\\n...");
    bt_text_format(out, "\", %s];\n", dot_style(node->outcome));
}

static void put_dot_arrow(bt_text *out, const bt_graph_view *view, size_t a)
{
    const bt_graph_arrow *arrow = &view->arrow[a];
    bt_text_put(out, "  \"");
    put_name(out, view->node[arrow->from].name);
    bt_text_put(out, "\" -> \"");
    put_name(out, view->node[arrow->to].name);
    bt_text_put_char(out, '"');
    if (arrow->label) {
        bt_text_put(out, " [label=\"");
        put_quoted(out, arrow->label);
        bt_text_put(out, "\"]");
    }
    bt_text_put(out, arrow->winning ? " [color=\"#1a7f37\", penwidth=2.5];\n" : ";\n");
}

bt_status bti_graph_dot(bt_text *out, const bt_graph_view *view)
{
    bt_text_put(out, "digraph \"");
    put_quoted(out, view->title);
    bt_text_put(out, "\" {\n  label=\"");
    put_quoted(out, view->title);
    if (view->caption) {
        bt_text_put(out, "\\n");
        put_quoted(out, view->caption);
    }
    bt_text_put(out,
                "\";\n  node [fontname=\"sans-serif\"];\n  edge [color=\"#59636e\"];"
                "\n");
    for (size_t v = 0; v < view->nodes; v++)
        put_dot_node(out, &view->node[v]);
    for (size_t a = 0; a < view->arrows; a++)
        put_dot_arrow(out, view, a);
    bt_text_put(out, "}\n");
    return bt_text_status(out);
}

bt_status bti_graph_make_view(bti_game_graph *g, unsigned labels, const char *caption,
                              bt_graph_node **node_out, bt_graph_arrow **arrow_out,
                              bt_graph_view *out)
{
    const bt_csr *csr = g->csr;
    size_t nodes = (size_t)csr->nodes, edges = (size_t)csr->edges, arrow_at = 0;
    bt_graph_node *node = bt_arena_alloc(&g->arena, nodes, sizeof *node);
    bt_graph_arrow *arrow = bt_arena_alloc(&g->arena, edges, sizeof *arrow);
    if (!node || !arrow)
        return bt_last_status(g->ctx);
    for (uint32_t v = 0; v < nodes; v++) {
        const bti_graph_box *box = &g->box[v];
        node[v] = (bt_graph_node){
            .name = box->name,
            .outcome =
                labels & BTI_SHOWN_LETTERS ? bti_outcome_letter(box->outcome)[0] : ' ',
            .value = labels & BTI_SHOWN_VALUES ? box->value : NULL,
            .more = bti_graph_has_more(g, v)};
        for (uint64_t k = csr->start[v]; k < csr->start[v + 1]; k++) {
            uint32_t to = csr->target[k];
            bool wins = labels & BTI_SHOWN_LETTERS && bti_arrow_wins(g, v, to);
            arrow[arrow_at++] = (bt_graph_arrow){v, to, wins, NULL};
        }
    }
    *node_out = node;
    *arrow_out = arrow;
    *out = (bt_graph_view){g->title, caption, node, nodes, arrow, edges};
    return BT_OK;
}
