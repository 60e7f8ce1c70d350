/* SPDX-License-Identifier: MIT
 * The grid of binary digits with the sums of its columns: the picture on the board when
 * Nim is explained. The leading column is lit and has a triangle (TeX: rules and an
 * arrow), sums that are not 0 are bold. */
#include "draw/picture.h"

#include <string.h>

enum { HEADED_COLUMNS = 10, TOLD_ROWS = 24, SPACE = 16, POINTER = 20 };

static bool has_heads(const bt_grid *g)
{
    return g->columns <= HEADED_COLUMNS;
}

static uint64_t head_of(const bt_grid *g, unsigned column)
{
    return (uint64_t)1 << (g->columns - 1 - column);
}

static uint64_t digit_of(const bt_grid *g, size_t row, unsigned column)
{
    return g->number[row] >> (g->columns - 1 - column) & 1;
}

static void put_sum_label(const bt_grid *g, bt_text *out)
{
    bt_grid_put_label(g, out);
    if (g->modulus != 2) {
        bt_text_put(out, " mod ");
        bt_text_put_u64(out, g->modulus);
    }
}

static void put_title(const bt_grid *g, bt_text *out)
{
    uint64_t nim_sum = 0;
    if (g->rows > TOLD_ROWS || g->rows == 0)
        bt_text_format(out, "%zu numbers", g->rows);
    for (size_t i = 0; i < g->rows && g->rows <= TOLD_ROWS; i++) {
        bt_text_put(out, i > 0 ? ", " : "");
        bt_text_put_u64(out, g->number[i]);
    }
    bt_text_put(out, " in binary; ");
    if (g->least) {
        bt_text_put(out, "columns with ");
        bt_text_put_u64(out, g->least);
        bt_text_put(out, " ones or more are marked");
        return;
    }
    if (g->modulus == 2) {
        for (unsigned c = 0; c < g->columns; c++)
            nim_sum = nim_sum << 1 | g->sum[c];
        bt_text_put(out, "nim-sum ");
        bt_text_put_u64(out, nim_sum);
        return;
    }
    bt_text_put(out, "sums of the columns modulo ");
    bt_text_put_u64(out, g->modulus);
    for (unsigned c = 0; c < g->columns; c++) {
        bt_text_put(out, c > 0 ? " " : ": ");
        bt_text_put_u64(out, g->sum[c]);
    }
}

typedef struct {
    uint64_t labels; /* where they end */
    uint64_t digits; /* where the first column begins */
    uint64_t cell;
    uint64_t width, height;
    uint64_t rows_top, sum_top;
} layout;

static layout lay_out(const bt_grid *g)
{
    uint64_t label = 3, cell = 1;
    if (g->least)
        label = bti_digits(g->least) + strlen(" or more");
    if (g->modulus != 2)
        label += 5 + bti_digits(g->modulus);
    for (size_t i = 0; i < g->rows; i++)
        label = bti_most(label, bti_digits(g->number[i]));
    if (has_heads(g) && g->columns > 0)
        cell = bti_digits(head_of(g, 0));
    for (unsigned c = 0; c < g->columns; c++)
        cell = bti_most(cell, bti_digits(g->sum[c]));
    layout l = {.labels = BTI_MARGIN + label * BTI_ADVANCE};
    l.digits = l.labels + SPACE;
    l.cell = cell * BTI_ADVANCE + (has_heads(g) ? SPACE + 4 : SPACE / 2);
    l.width = l.digits + g->columns * l.cell + BTI_MARGIN;
    l.rows_top = BTI_MARGIN + (has_heads(g) ? BTI_ROW + 4 : 0);
    l.sum_top = l.rows_top + g->rows * BTI_ROW + 4;
    l.height = l.sum_top + BTI_ROW + (g->lead < g->columns ? POINTER : 0) + BTI_MARGIN;
    return l;
}

static void draw_lead(const bt_grid *g, const layout *l, bt_text *out)
{
    uint64_t x = l->digits + g->lead * l->cell, middle = x + l->cell / 2;
    uint64_t bottom = l->sum_top + BTI_ROW, tip = bottom + 5,
             foot = bottom + POINTER - 3;
    bti_svg_box(out, "lead", x, BTI_MARGIN, l->cell, bottom - BTI_MARGIN);
    bt_text_format(
        out, "<polygon class=\"mark\" points=\"%llu,%llu %llu,%llu %llu,%llu\"/>\n",
        (unsigned long long)middle, (unsigned long long)tip,
        (unsigned long long)middle + 8, (unsigned long long)foot,
        (unsigned long long)middle - 8, (unsigned long long)foot);
}

static void draw_labels(const bt_grid *g, const layout *l, bt_text *out)
{
    bti_svg_group(out, NULL, "end");
    for (size_t i = 0; i < g->rows; i++)
        bti_svg_number(out, NULL, l->labels, l->rows_top + i * BTI_ROW + BTI_BASELINE,
                       g->number[i]);
    bt_text_put(out, "<text x=\"");
    bt_text_put_u64(out, l->labels);
    bt_text_put(out, "\" y=\"");
    bt_text_put_u64(out, l->sum_top + BTI_BASELINE);
    bt_text_put(out, "\">");
    put_sum_label(g, out);
    bt_text_put(out, "</text>\n");
    bti_svg_group_end(out);
}

static void draw_column(const bt_grid *g, const layout *l, unsigned column,
                        bt_text *out)
{
    uint64_t x = l->digits + column * l->cell + l->cell / 2;
    bti_svg_group(out, NULL, "middle");
    if (has_heads(g))
        bti_svg_number(out, "soft", x, BTI_MARGIN + BTI_BASELINE, head_of(g, column));
    for (size_t i = 0; i < g->rows; i++)
        bti_svg_number(out, digit_of(g, i, column) ? NULL : "soft", x,
                       l->rows_top + i * BTI_ROW + BTI_BASELINE,
                       digit_of(g, i, column));
    bti_svg_number(out, g->sum[column] ? "strong" : "soft", x,
                   l->sum_top + BTI_BASELINE, g->sum[column]);
    bti_svg_group_end(out);
}

static void draw_svg(const bt_grid *g, bt_text *out)
{
    layout l = lay_out(g);
    uint64_t right = l.width - BTI_MARGIN;
    bti_svg_begin(out, l.width, l.height);
    put_title(g, out);
    bti_svg_titled(out, l.width, l.height);
    if (g->lead < g->columns)
        draw_lead(g, &l, out);
    if (has_heads(g))
        bti_svg_line(out, l.digits, l.rows_top - 2, right, l.rows_top - 2);
    bti_svg_line(out, BTI_MARGIN, l.sum_top - 2, right, l.sum_top - 2);
    draw_labels(g, &l, out);
    for (unsigned c = 0; c < g->columns; c++)
        draw_column(g, &l, c, out);
    bti_svg_end(out);
}

/* Below the lead: the arrow, in a row where the rules beside it have ended. */
static void put_arrow(const bt_grid *g, bt_text *out)
{
    bt_text_format(out, "\\multicolumn{%u}{c}{} & \\multicolumn{1}{c}{$\\uparrow$}",
                   g->lead + 1);
    for (unsigned c = g->lead + 1; c < g->columns; c++)
        bt_text_put(out, " &");
    bt_text_put(out, " \\\\\n");
}

static void draw_tex(const bt_grid *g, bt_text *out)
{
    bt_text_put(out, "% ");
    put_title(g, out);
    bt_text_put_char(out, '\n');
    bti_tex_begin(out);
    bti_tex_box(out);
    bt_text_put(out, "\\begin{tabular}{r@{\\quad}");
    for (unsigned c = 0; c < g->columns; c++)
        bt_text_put(out, c == g->lead ? "|c|" : "c");
    bt_text_put(out, "}\n");
    for (unsigned c = 0; c < g->columns && has_heads(g); c++) {
        bt_text_put(out, " & ");
        bt_text_put_u64(out, head_of(g, c));
    }
    bt_text_put(out, has_heads(g) ? " \\\\ \\hline\n" : "");
    for (size_t i = 0; i < g->rows; i++) {
        bt_text_put_u64(out, g->number[i]);
        for (unsigned c = 0; c < g->columns; c++)
            bt_text_put(out, digit_of(g, i, c) ? " & 1" : " & 0");
        bt_text_put(out, " \\\\\n");
    }
    bt_text_put(out, "\\hline\n");
    put_sum_label(g, out);
    for (unsigned c = 0; c < g->columns; c++) {
        bt_text_put(out, g->sum[c] ? " & \\textbf{" : " & {");
        bt_text_put_u64(out, g->sum[c]);
        bt_text_put_char(out, '}');
    }
    bt_text_put(out, " \\\\\n");
    if (g->lead < g->columns)
        put_arrow(g, out);
    bt_text_put(out, "\\end{tabular}%\n");
    bti_tex_box_end(out);
    bti_tex_end(out);
}

void bt_draw_grid(const bt_grid *grid, bt_picture kind, bt_text *out)
{
    if (kind == BT_SVG)
        draw_svg(grid, out);
    else
        draw_tex(grid, out);
}
