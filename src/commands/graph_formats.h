/* SPDX-License-Identifier: MIT
 * How a labelled game graph is written: for people, as JSON, for Graphviz, and as the
 * view that a picture is drawn from. */
#ifndef BOUTON_COMMANDS_GRAPH_FORMATS_H
#define BOUTON_COMMANDS_GRAPH_FORMATS_H

#include "commands/graph_labels.h"

#include "draw/graph_picture.h"

/* What stands at a position; 0: nothing, to be coloured by hand. */
enum { BTI_SHOWN_LETTERS = 1, BTI_SHOWN_VALUES = 2 };

/* What JSON has besides, for a program that draws. */
typedef struct {
    const bti_graph_scene *scene;
    const char *caption; /* what a reader of a part must know, or NULL */
} bti_graph_places;

/* Where text goes: standard output, sent on when it is long, or a file's bytes. */
typedef struct {
    bt_text *text;
    bti_call *call; /* NULL: the text is kept */
} bti_graph_sink;

bt_status bti_graph_text(bti_graph_sink sink, const bti_game_graph *graph,
                         unsigned labels, bool colour);
bt_status bti_graph_json(bti_graph_sink sink, bti_game_graph *graph, unsigned labels,
                         const bti_graph_places *places); /* or NULL */
bt_status bti_graph_dot(bt_text *out, const bt_graph_view *view);

/* The view lives in the graph's arena. */
bt_status bti_graph_make_view(bti_game_graph *graph, unsigned labels,
                              const char *caption, bt_graph_node **node,
                              bt_graph_arrow **arrow, bt_graph_view *out);

/* Sends standard output on when it is long. */
bt_status bti_graph_flush(bti_graph_sink sink);

/* The members that every JSON answer about a graph begins with. */
void bti_graph_json_head(bt_json_writer *w, const bti_game_graph *graph);
/* The members for a Grundy value. */
void bti_graph_json_value(bt_json_writer *w, const bti_graph_box *box);

#endif
