/* SPDX-License-Identifier: MIT
 * Pictures as text: SVG for pages, TeX for papers. Never colour alone: every mark has a
 * letter or a shape too. N is green, P is orange. */
#ifndef BOUTON_DRAW_H
#define BOUTON_DRAW_H

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
} bt_table;

BT_API void bt_draw_grid(const bt_grid *grid, bt_picture kind, bt_text *out);
BT_API void bt_draw_table(const bt_table *table, bt_picture kind, bt_text *out);

#ifdef __cplusplus
}
#endif
#endif
