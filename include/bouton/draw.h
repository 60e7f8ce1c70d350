/* SPDX-License-Identifier: MIT
 * Pictures as text: SVG for pages, TeX for papers. Never colour alone: every mark has a
 * letter or a shape too. N is green, P is orange. */
#ifndef BOUTON_DRAW_H
#define BOUTON_DRAW_H

#include <bouton/shapes.h>
#include <bouton/steps.h>
#include <bouton/text.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { BT_SVG, BT_TEX } bt_picture;

/* Labels or Grundy values over one number (one row) or two. */
typedef struct {
    const char *title;                  /* "subtraction:1,3,4" */
    const char *column_name, *row_name; /* "n"; row_name NULL: over one number */
    uint64_t first_column, columns, first_row, rows; /* rows is 1 over one number */
    const char *label; /* rows * columns: N, P, blank (no position) or ? (unknown) */
    const uint64_t *value; /* Grundy values to show instead of labels, or NULL */
    /* Over one number: the labels or values shown repeat from this number on, which is
     * not counted from first_column; period 0: they do not. */
    uint64_t preperiod, period;
    uint64_t saltus; /* values: so much larger each time; 0 for labels */
    bool proved;     /* for all numbers; otherwise it was only seen here */
} bt_table;

/* A game graph. Node 0 is where play begins. */
typedef struct {
    const char *name; /* the position */
    char outcome;     /* N, P, D, ? (unknown), or blank: not coloured (yet) */
    const char
        *value; /* what stands for the Grundy value, or NULL: "3", "\u221e{0,2}" */
    bool fresh; /* coloured in this round of the colouring: drawn to be noticed */
    bool more;  /* it has arrows that are not here: drawn with a dotted stub */
} bt_graph_node;

typedef struct {
    uint32_t from, to;
    bool winning;      /* from an N-position to a P-position: green and bold */
    const char *label; /* a few letters on it, or NULL */
} bt_graph_arrow;

typedef struct {
    const char *title;   /* "nim 1,2" */
    const char *caption; /* a line below the picture, or NULL */
    const bt_graph_node *node;
    size_t nodes;
    const bt_graph_arrow *arrow;
    size_t arrows;
} bt_graph_view;

/* Layered: a position stands above all it leads to, at the height of the longest play
 * left; positions on a common cycle share a band of layers. */
BT_API BT_MUST_CHECK bt_status bt_draw_graph(bt_context *ctx, const bt_graph_view *view,
                                             bt_picture kind, bt_text *out);

/* A position, or the parts of a sum one below the other. */
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
