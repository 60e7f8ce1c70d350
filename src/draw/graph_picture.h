/* SPDX-License-Identifier: MIT
 * What the pictures of a game graph in SVG and in TikZ share. */
#ifndef BOUTON_DRAW_GRAPH_PICTURE_H
#define BOUTON_DRAW_GRAPH_PICTURE_H

#include "draw/graph_layout.h"

enum {
    BTI_STUB = 16, /* the dotted line below a node with moves that are not shown */
    BTI_HALO = 5   /* between a node and the ring around it */
};

typedef struct {
    const bt_graph_view *view;
    bti_graph_layout layout;
    int64_t *width; /* of the boxes */
} bti_graph_scene;

/* A name with more than 40 letters loses its middle: true, and what is left of it. */
bool bti_cut_name(const char *name, bt_span *begin, bt_span *end);

/* Finds the places; all memory is the arena's. */
bt_status bti_graph_scene_make(bt_arena *arena, const bt_graph_view *view, bool narrow,
                               bti_graph_scene *out);

void bti_put_integer(bt_text *out, int64_t number);

/* N, P, D, ? or 0: nothing to say. */
char bti_node_letter(const bt_graph_node *node);

/* The label of an arrow, "" if it has none. */
const char *bti_arrow_label(const bti_graph_scene *scene, size_t arrow);

/* It stands at the right side of a loop, and elsewhere on its arrow. */
static inline bool bti_label_beside(const bti_graph_scene *scene, size_t arrow)
{
    return scene->view->arrow[arrow].from == scene->view->arrow[arrow].to;
}

/* The three corners of an arrow's head, its tip first, and where the line ends. */
typedef struct {
    bti_point corner[3], line_end;
} bti_head;
bti_head bti_arrow_head(const bti_graph_scene *scene, size_t arrow);

bt_status bti_draw_graph_tikz(bt_context *ctx, const bti_graph_scene *scene,
                              bt_text *out);

#endif
