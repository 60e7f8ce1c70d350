/* SPDX-License-Identifier: MIT
 * Tables of labels or Grundy values. Over one number: lines of heaps, each heap's label
 * below its number, and a bracket under each repetition of the period; lines end where
 * a repetition ends if it fits in, so that equal heaps stand under each other. Over
 * two numbers: a matrix. P is orange, outlined and bold, N is green. */
#include "draw/picture.h"
#include "rules/said.h"

#include <string.h>

enum {
    LINE_HEAPS = 20,
    LINE_WIDTH = 1000, /* fewer heaps in a line when they are wide */
    TITLE_LETTERS = 40,
    TITLE_ROW = 26,
    SPACE = 12,
    LEAST_CELL = 34,
    HEAD_ROW = 26,
    BRACKET = 14,
};

static bt_span words_of(const char *text)
{
    return bt_span_of(text ? text : "");
}

static char label_at(const bt_table *t, uint64_t i)
{
    if (t->label)
        return t->label[i];
    return !t->value ? ' ' : t->value[i] == 0 ? 'P' : 'N';
}

static bool is_known(const bt_table *t, uint64_t i)
{
    return label_at(t, i) == 'N' || label_at(t, i) == 'P';
}

static uint64_t rows_of(const bt_table *t)
{
    return t->row_name ? t->rows : 1;
}

static uint64_t last_of(uint64_t first, uint64_t count)
{
    return count > 0 ? first + (count - 1) : first;
}

/* Letters in the widest cell or column head. */
static uint64_t cell_letters(const bt_table *t)
{
    uint64_t letters = bti_digits(last_of(t->first_column, t->columns));
    for (uint64_t i = 0; t->value && i < rows_of(t) * t->columns; i++)
        if (is_known(t, i))
            letters = bti_most(letters, bti_digits(t->value[i]));
    return letters;
}

/* The part of one repetition that lies in a line, as indices of columns. */
typedef struct {
    uint64_t from, to;
    bool whole_begin, whole_end; /* does the repetition begin and end here? */
} stretch;

/* The first stretch at or behind the column `at` of a line that ends before `end`. */
static bool next_stretch(const bt_table *t, uint64_t at, uint64_t end, stretch *s)
{
    if (t->period == 0 || at >= end)
        return false;
    if (t->preperiod > t->first_column && t->preperiod - t->first_column > at)
        at = t->preperiod - t->first_column;
    if (at >= end)
        return false;
    uint64_t phase = (t->first_column + at - t->preperiod) % t->period;
    uint64_t left = t->period - phase;
    s->from = at;
    s->whole_begin = phase == 0;
    s->whole_end = left <= end - at;
    s->to = s->whole_end ? at + left : end;
    return true;
}

static uint64_t line_end(const bt_table *t, uint64_t at, uint64_t heaps)
{
    uint64_t cut = at;
    stretch s;
    if (t->columns - at <= heaps)
        return t->columns;
    if (t->period > heaps)
        return at + heaps;
    for (uint64_t i = at; next_stretch(t, i, at + heaps, &s); i = s.to)
        if (s.whole_end)
            cut = s.to;
        else if (cut == at)
            cut = s.from;
    return cut > at ? cut : at + heaps;
}

static uint64_t widest_line(const bt_table *t, uint64_t heaps, uint64_t *lines)
{
    uint64_t widest = 0;
    *lines = 0;
    for (uint64_t at = 0, end; at < t->columns; at = end) {
        end = line_end(t, at, heaps);
        widest = bti_most(widest, end - at);
        ++*lines;
    }
    return widest;
}

static uint64_t heaps_in_a_line(uint64_t cell)
{
    return cell * LINE_HEAPS <= LINE_WIDTH ? LINE_HEAPS
                                           : bti_most(1, LINE_WIDTH / cell);
}

static bool has_caption(const bt_table *t)
{
    return !t->row_name && t->period > 0;
}

static const char *caption_head(const bt_table *t)
{
    return t->proved ? (t->value ? "proved: the values have period "
                                 : "proved: the labels have period ")
                     : (t->value ? "seen: the values have period "
                                 : "seen: the labels have period ");
}

/* "proved: the labels have period 11, from n = 3 on". In XML or TeX nothing but the
 * name needs care. */
static void put_caption(const bt_table *t, bt_picture kind, bt_text *out)
{
    bt_text_put(out, caption_head(t));
    bt_text_put_u64(out, t->period);
    if (t->saltus > 0) {
        bt_text_put(out, ", each time plus ");
        bt_text_put_u64(out, t->saltus);
    }
    if (t->preperiod == 0)
        return;
    bt_text_put(out, ", from ");
    if (kind == BT_SVG)
        bti_put_xml(out, words_of(t->column_name));
    else
        bti_put_tex(out, words_of(t->column_name));
    bt_text_put(out, " = ");
    bt_text_put_u64(out, t->preperiod);
    bt_text_put(out, " on");
}

static uint64_t caption_letters(const bt_table *t)
{
    uint64_t letters = bti_letters(words_of(caption_head(t))) + bti_digits(t->period);
    if (t->saltus > 0)
        letters += 17 + bti_digits(t->saltus);
    if (t->preperiod > 0)
        letters +=
            13 + bti_letters(words_of(t->column_name)) + bti_digits(t->preperiod);
    return letters;
}

static void put_range(bt_text *out, const char *name, uint64_t first, uint64_t count)
{
    bti_put_xml(out, words_of(name));
    bt_text_put(out, " = ");
    bt_text_put_u64(out, first);
    if (count > 1) {
        bt_text_put(out, " to ");
        bt_text_put_u64(out, first + (count - 1));
    }
}

static void put_title(const bt_table *t, bt_text *out)
{
    bti_put_xml(out, words_of(t->title));
    bt_text_put(out, t->value ? ": Grundy values for " : ": labels for ");
    put_range(out, t->column_name, t->first_column, t->columns);
    if (t->row_name) {
        bt_text_put(out, " and ");
        put_range(out, t->row_name, t->first_row, t->rows);
    }
}

typedef struct {
    uint64_t width, height;
    uint64_t title_letters; /* in a line of the title */
    uint64_t left, top; /* of the cells; of the first line's heads over one number */
    uint64_t cell, heaps, widest, line_height;
} layout;

/* What is written to the left of the cells, in letters. */
static uint64_t side_letters(const bt_table *t)
{
    if (!t->row_name)
        return bti_most(5, bti_letters(words_of(t->column_name))); /* label, value */
    return bti_most(bti_letters(words_of(t->row_name)),
                    bti_digits(last_of(t->first_row, t->rows)));
}

static uint64_t title_lines(const bt_table *t, uint64_t letters)
{
    bt_span rest = words_of(t->title), line;
    uint64_t lines = 0;
    while (bti_take_line(&rest, letters, &line))
        lines++;
    return lines;
}

static layout lay_out(const bt_table *t)
{
    layout l = {.left = BTI_MARGIN + side_letters(t) * BTI_ADVANCE + SPACE};
    uint64_t lines = 0, inside, names = bti_letters(words_of(t->column_name));
    l.cell = bti_most(LEAST_CELL, cell_letters(t) * BTI_ADVANCE + SPACE);
    l.heaps = heaps_in_a_line(l.cell);
    l.widest = t->row_name ? t->columns : widest_line(t, l.heaps, &lines);
    inside = l.left - BTI_MARGIN + l.widest * l.cell;
    if (t->row_name)
        inside = bti_most(inside, l.left - BTI_MARGIN + names * BTI_ADVANCE);
    if (has_caption(t))
        inside = bti_most(inside, caption_letters(t) * BTI_ADVANCE);
    l.title_letters = bti_most(TITLE_LETTERS, inside / BTI_ADVANCE);
    uint64_t title = bti_letters(words_of(t->title));
    title = title < l.title_letters ? title : l.title_letters;
    l.width = 2 * BTI_MARGIN + bti_most(inside, title * BTI_ADVANCE);
    l.top = BTI_MARGIN + title_lines(t, l.title_letters) * TITLE_ROW;
    if (t->row_name) {
        l.top += 2 * HEAD_ROW;
        l.height = l.top + t->rows * BTI_ROW + BTI_MARGIN;
        return l;
    }
    l.line_height = HEAD_ROW + BTI_ROW + (t->period > 0 ? BRACKET : 0) + SPACE;
    l.height = l.top + lines * l.line_height + BTI_MARGIN - (lines > 0 ? SPACE : 0);
    l.height += has_caption(t) ? HEAD_ROW : 0;
    return l;
}

static void draw_title(const bt_table *t, const layout *l, bt_text *out)
{
    bt_span rest = words_of(t->title), line;
    uint64_t y = BTI_MARGIN + 14;
    bti_svg_group(out, "strong", "start");
    for (; bti_take_line(&rest, l->title_letters, &line); y += TITLE_ROW)
        bti_svg_words(out, NULL, BTI_MARGIN, y, line);
    bti_svg_group_end(out);
}

/* The cell i of the table with its upper left corner at x, y. */
static void draw_cell(const bt_table *t, const layout *l, uint64_t i, uint64_t x,
                      uint64_t y, bt_text *out)
{
    char label[2] = {label_at(t, i), 0};
    if (label[0] == ' ')
        return;
    bti_svg_group(out, is_known(t, i) ? label : "soft", "middle");
    if (is_known(t, i))
        bti_svg_box(out, NULL, x + 2, y + 2, l->cell - 4, BTI_ROW - 4);
    if (is_known(t, i) && t->value)
        bti_svg_number(out, NULL, x + l->cell / 2, y + BTI_BASELINE, t->value[i]);
    else
        bti_svg_words(out, NULL, x + l->cell / 2, y + BTI_BASELINE,
                      words_of(bti_shown_letter(out->ctx, label[0])));
    bti_svg_group_end(out);
}

static void put_point(bt_text *out, uint64_t x, uint64_t y)
{
    bt_text_put_char(out, ' ');
    bt_text_put_u64(out, x);
    bt_text_put_char(out, ',');
    bt_text_put_u64(out, y);
}

/* A repetition that goes on in another line, or beyond the table, is open there. */
static void draw_bracket(const stretch *s, uint64_t x1, uint64_t x2, uint64_t y,
                         bt_text *out)
{
    x1 += s->whole_begin ? 4 : 0;
    x2 -= s->whole_end ? 4 : 0;
    bt_text_put(out, "<polyline class=\"rule\" points=\"");
    if (s->whole_begin)
        put_point(out, x1, y);
    put_point(out, x1, y + 7);
    put_point(out, x2, y + 7);
    if (s->whole_end)
        put_point(out, x2, y);
    bt_text_put(out, "\"/>\n");
}

static void draw_line(const bt_table *t, const layout *l, uint64_t at, uint64_t end,
                      uint64_t y, bt_text *out)
{
    uint64_t side = l->left - SPACE, cells = y + HEAD_ROW;
    stretch s;
    bti_svg_group(out, "soft", "end");
    bti_svg_words(out, "name", side, y + 18, words_of(t->column_name));
    bti_svg_words(out, NULL, side, cells + BTI_BASELINE,
                  bt_span_of(t->value ? "value" : "label"));
    bti_svg_group_end(out);
    bti_svg_group(out, "soft", "middle");
    for (uint64_t i = at; i < end; i++)
        bti_svg_number(out, NULL, l->left + (i - at) * l->cell + l->cell / 2, y + 18,
                       t->first_column + i);
    bti_svg_group_end(out);
    for (uint64_t i = at; i < end; i++)
        draw_cell(t, l, i, l->left + (i - at) * l->cell, cells, out);
    for (uint64_t i = at; next_stretch(t, i, end, &s); i = s.to)
        draw_bracket(&s, l->left + (s.from - at) * l->cell,
                     l->left + (s.to - at) * l->cell, cells + BTI_ROW + 3, out);
}

static void draw_lines(const bt_table *t, const layout *l, bt_text *out)
{
    uint64_t y = l->top;
    for (uint64_t at = 0, end; at < t->columns; at = end) {
        end = line_end(t, at, l->heaps);
        draw_line(t, l, at, end, y, out);
        y += l->line_height;
    }
    if (!has_caption(t))
        return;
    bti_svg_group(out, "soft", "start");
    bt_text_put(out, "<text x=\"");
    bt_text_put_u64(out, BTI_MARGIN);
    bt_text_put(out, "\" y=\"");
    bt_text_put_u64(out, l->height - BTI_MARGIN - 4);
    bt_text_put(out, "\">");
    put_caption(t, BT_SVG, out);
    bt_text_put(out, "</text>\n");
    bti_svg_group_end(out);
}

static void draw_matrix(const bt_table *t, const layout *l, bt_text *out)
{
    uint64_t side = l->left - SPACE;
    bti_svg_group(out, "soft", "end");
    bti_svg_words(out, "name", side, l->top - 8, words_of(t->row_name));
    for (uint64_t r = 0; r < t->rows; r++)
        bti_svg_number(out, NULL, side, l->top + r * BTI_ROW + BTI_BASELINE,
                       t->first_row + r);
    bti_svg_group_end(out);
    bti_svg_group(out, "soft", "start");
    bti_svg_words(out, "name", l->left + 6, l->top - HEAD_ROW - 8,
                  words_of(t->column_name));
    bti_svg_group_end(out);
    bti_svg_group(out, "soft", "middle");
    for (uint64_t c = 0; c < t->columns; c++)
        bti_svg_number(out, NULL, l->left + c * l->cell + l->cell / 2, l->top - 8,
                       t->first_column + c);
    bti_svg_group_end(out);
    for (uint64_t r = 0; r < t->rows; r++)
        for (uint64_t c = 0; c < t->columns; c++)
            draw_cell(t, l, r * t->columns + c, l->left + c * l->cell,
                      l->top + r * BTI_ROW, out);
}

static void draw_svg(const bt_table *t, bt_text *out)
{
    layout l = lay_out(t);
    bti_svg_begin(out, l.width, l.height);
    put_title(t, out);
    bti_svg_titled(out, l.width, l.height);
    draw_title(t, &l, out);
    if (t->row_name)
        draw_matrix(t, &l, out);
    else
        draw_lines(t, &l, out);
    bti_svg_end(out);
}

static void tex_cell(const bt_table *t, uint64_t i, bt_text *out)
{
    char label = label_at(t, i);
    bool strong = label == 'P';
    bt_text_put(out, " &");
    if (label == ' ')
        return;
    bt_text_put(out, strong ? " \\textbf{" : " ");
    if (is_known(t, i) && t->value)
        bt_text_put_u64(out, t->value[i]);
    else
        bti_put_tex(out, words_of(bti_shown_letter(out->ctx, label)));
    bt_text_put(out, strong ? "}" : "");
}

static void tex_name(const char *name, bt_text *out)
{
    bt_text_put(out, "\\textit{");
    bti_put_tex(out, words_of(name));
    bt_text_put_char(out, '}');
}

static void tex_skip(uint64_t columns, bt_text *out)
{
    while (columns-- > 0 && out->status == BT_OK)
        bt_text_put(out, " &");
}

/* Braces under the repetitions of a line; dots under one that goes on elsewhere. */
static void tex_braces(const bt_table *t, uint64_t at, uint64_t end, uint64_t columns,
                       bt_text *out)
{
    uint64_t i = at;
    for (stretch s; next_stretch(t, i, end, &s); i = s.to) {
        tex_skip(s.from - i, out);
        bt_text_put(out, " & \\multicolumn{");
        bt_text_put_u64(out, s.to - s.from);
        bt_text_put(out, s.whole_begin && s.whole_end ? "}{c}{\\upbracefill}"
                                                      : "}{c}{\\dotfill}");
    }
    tex_skip(columns - (i - at), out);
    bt_text_put(out, " \\\\[1ex]\n");
}

static void tex_lines(const bt_table *t, bt_text *out)
{
    uint64_t lines, cell = cell_letters(t) * BTI_ADVANCE + SPACE;
    uint64_t heaps = heaps_in_a_line(cell), columns = widest_line(t, heaps, &lines);
    bt_text_put(out, "\\begin{tabular}{r@{\\quad}");
    for (uint64_t c = 0; c < columns; c++)
        bt_text_put_char(out, 'c');
    bt_text_put(out, "}\n");
    for (uint64_t at = 0, end; at < t->columns; at = end) {
        end = line_end(t, at, heaps);
        uint64_t missing = columns - (end - at);
        tex_name(t->column_name, out);
        for (uint64_t i = at; i < end; i++) {
            bt_text_put(out, " & ");
            bt_text_put_u64(out, t->first_column + i);
        }
        tex_skip(missing, out);
        bt_text_put(out, t->value ? " \\\\\nvalue" : " \\\\\nlabel");
        for (uint64_t i = at; i < end; i++)
            tex_cell(t, i, out);
        tex_skip(missing, out);
        bt_text_put(out, t->period > 0 ? " \\\\[-1ex]\n" : " \\\\[1ex]\n");
        if (t->period > 0)
            tex_braces(t, at, end, columns, out);
    }
    bt_text_put(out, "\\end{tabular}%\n");
}

static void tex_matrix(const bt_table *t, bt_text *out)
{
    bt_text_put(out, "\\begin{tabular}{r|");
    for (uint64_t c = 0; c < t->columns; c++)
        bt_text_put_char(out, 'c');
    bt_text_put(out, "}\n & \\multicolumn{");
    bt_text_put_u64(out, t->columns);
    bt_text_put(out, "}{l}{");
    tex_name(t->column_name, out);
    bt_text_put(out, "} \\\\\n");
    tex_name(t->row_name, out);
    for (uint64_t c = 0; c < t->columns; c++) {
        bt_text_put(out, " & ");
        bt_text_put_u64(out, t->first_column + c);
    }
    bt_text_put(out, " \\\\ \\hline\n");
    for (uint64_t r = 0; r < t->rows; r++) {
        bt_text_put_u64(out, t->first_row + r);
        for (uint64_t c = 0; c < t->columns; c++)
            tex_cell(t, r * t->columns + c, out);
        bt_text_put(out, " \\\\\n");
    }
    bt_text_put(out, "\\end{tabular}%\n");
}

static void draw_tex(const bt_table *t, bt_text *out)
{
    bt_span rest = words_of(t->title), line;
    bti_tex_begin(out);
    while (bti_take_line(&rest, 2 * TITLE_LETTERS, &line)) {
        bti_tex_box(out);
        bt_text_put(out, "\\textbf{");
        bti_put_tex(out, line);
        bt_text_put(out, "}%\n");
        bti_tex_box_end(out);
    }
    bti_tex_box(out);
    if (t->columns > 0 && t->row_name)
        tex_matrix(t, out);
    else if (t->columns > 0)
        tex_lines(t, out);
    bti_tex_box_end(out);
    if (has_caption(t)) {
        bti_tex_box(out);
        put_caption(t, BT_TEX, out);
        bt_text_put(out, "%\n");
        bti_tex_box_end(out);
    }
    bti_tex_end(out);
}

void bt_draw_table(const bt_table *table, bt_picture kind, bt_text *out)
{
    if (kind == BT_SVG)
        draw_svg(table, out);
    else
        draw_tex(table, out);
}
