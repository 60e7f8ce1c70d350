/* SPDX-License-Identifier: MIT
 * Pictures, written as text: SVG for pages, TeX for papers. N is green and P is orange,
 * but colour never stands alone: every mark has a letter or a shape too. */
#ifndef BOUTON_DRAW_H
#define BOUTON_DRAW_H

#include <bouton/shapes.h>
#include <bouton/steps.h>
#include <bouton/text.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { BT_SVG, BT_TEX } bt_picture;

/* A table of labels or Grundy values, over one number (one row) or over two. */
typedef struct {
    const char *title;                  /* "subtraction:1,3,4" */
    const char *column_name, *row_name; /* "n"; row_name NULL: over one number */
    uint64_t first_column, columns, first_row, rows; /* rows is 1 over one number */
    const char *label;     /* rows * columns: N, P, blank (no position), ? (unknown) */
    const uint64_t *value; /* Grundy values to show instead of labels, or NULL */
    /* Over one number: from the number `preperiod` on (counted from 0, not from
     * first_column), what is shown repeats with this period. Period 0: it does not. */
    uint64_t preperiod, period;
    uint64_t saltus; /* how much larger the values get each period; 0 for labels */
    bool proved;     /* for all numbers; otherwise only seen in this table */
} bt_table;

/* A game graph. Play begins at node 0. */
typedef struct {
    const char *name;  /* the position */
    char outcome;      /* N, P, D, ? (unknown) or blank (not coloured yet) */
    const char *value; /* the Grundy value as text, "3" or "\u221e{0,2}", or NULL */
    bool fresh;        /* coloured in the latest round: drawn so that it is noticed */
    bool more;         /* some of its arrows were left out: drawn with a dotted stub */
} bt_graph_node;

typedef struct {
    uint32_t from, to;
    bool winning;      /* from an N-position to a P-position: green and bold */
    const char *label; /* a few letters on the arrow, or NULL */
} bt_graph_arrow;

typedef struct {
    const char *title;   /* "nim 1,2" */
    const char *caption; /* a line below the picture, or NULL */
    const bt_graph_node *node;
    size_t nodes;
    const bt_graph_arrow *arrow;
    size_t arrows;
} bt_graph_view;

/* Draws the graph in layers: a position stands above every position it leads to, as
 * high as the longest play from it. Positions on one cycle share a band of layers. */
BT_API BT_MUST_CHECK bt_status bt_draw_graph(bt_context *ctx, const bt_graph_view *view,
                                             bt_picture kind, bt_text *out);

/* Draws a position; the parts of a sum are drawn one below the other. */
typedef struct {
    const char *title; /* "nim 3,4,6" */
    const bt_shapes *shapes;
} bt_board_part;

BT_API void bt_draw_board(const bt_board_part *part, size_t parts, bt_picture kind,
                          bt_text *out);

BT_API void bt_draw_grid(const bt_grid *grid, bt_picture kind, bt_text *out);
BT_API void bt_draw_table(const bt_table *table, bt_picture kind, bt_text *out);

#ifdef __cplusplus
}
#endif
#endif
