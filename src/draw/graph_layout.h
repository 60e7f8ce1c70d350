/* SPDX-License-Identifier: MIT
 * Where the boxes and arrows of a game graph go. Layered drawing after Sugiyama, Tagawa
 * and Toda (1981), in four steps with a file each: layers (graph_layers.c), the order
 * within them (graph_order.c), places from left to right (graph_places.c), and the
 * curves of the arrows (graph_layout.c).
 *
 * Everything is counted in whole units, so that the same graph gives the same picture
 * on every machine. All memory is the arena's. */
#ifndef BOUTON_DRAW_GRAPH_LAYOUT_H
#define BOUTON_DRAW_GRAPH_LAYOUT_H

#include <bouton/draw.h>

enum {
    BTI_BOX_HEIGHT = 48,
    BTI_BOX_GAP = 26,    /* between boxes of a layer */
    BTI_LINE_GAP = 12,   /* between lines, and between a line and a box */
    BTI_LOOP_WIDTH = 28, /* of an arrow from a node to itself, at its right side */
    BTI_LABEL_HEIGHT = 18,
    BTI_LABEL_SPACE = 4 /* between a loop and its label */
};

typedef struct {
    int64_t x, y;
} bti_point;

typedef struct {
    size_t nodes, arrows;
    const bt_graph_arrow *arrow;
    int64_t *width; /* of each box, even; may be made larger */
    const bt_graph_node *node;
    const int64_t
        *label;  /* room of each arrow's label, even, 0: none; NULL: no labels */
    bool narrow; /* where there are many arrows, long ones may pass behind boxes */
} bti_graph_shape;

/* The arrow a is the curve through point[first[a]] .. point[first[a + 1]) - 1: where it
 * begins, and for each cubic piece two control points and its end. Its last piece
 * points straight at the border where the arrow ends: down, up, left or right. */
typedef struct {
    bti_point *corner; /* upper left of each box */
    int64_t *stub;     /* x of the stub below each box */
    size_t *first;
    bti_point *point;
    bti_point *label; /* the middle of each label, of a loop's its left end; or NULL */
    int64_t width, height;
} bti_graph_layout;

bt_status bti_lay_out_graph(bt_arena *arena, const bti_graph_shape *shape,
                            bti_graph_layout *out);

/* Inside. A long arrow passes the layers between its ends through bends, which are
 * vertices like the nodes, so that it has room of its own there. Segments lead from a
 * vertex to one in the next layer below. */
typedef struct {
    uint32_t nodes, vertices; /* the nodes come first, then the bends */
    uint32_t layers;          /* 0 is the lowest */
    uint32_t *layer;          /* of each vertex */
    uint32_t *down_start, *down, *up_start, *up;
    uint32_t *row_start, *row; /* the vertices of each layer from left to right */
    uint32_t *rank;            /* of each vertex in its row */
    int64_t *half;             /* half the width of each vertex */
    int64_t *x;                /* its middle */
} bti_layered;

bt_status bti_find_layers(bt_arena *arena, const bti_graph_shape *shape,
                          uint32_t *layer);
bt_status bti_order_layers(bt_arena *arena, bti_layered *g);
bt_status bti_place_layers(bt_arena *arena, bti_layered *g);

/* Sorts `item` by key, equal keys as they stand. `spare` has room for as many. */
typedef struct {
    int64_t key;
    uint32_t item;
} bti_keyed;
void bti_sort_keyed(bti_keyed *keyed, bti_keyed *spare, size_t count);

/* Starts of rows from their lengths, which stand one place further: start[i + 1] is the
 * length of row i. */
static inline void bti_starts(uint32_t *start, size_t rows)
{
    for (size_t i = 0; i < rows; i++)
        start[i + 1] += start[i];
}

#endif
