/* SPDX-License-Identifier: MIT
 * Game graphs for TikZ: the same places, curves and marks as in SVG, with nothing but
 * plain \draw and \fill, so that every version of TikZ will do. */
#include "draw/graph_picture.h"
#include "draw/picture.h"
#include "rules/said.h"

enum { LINE_LETTERS = 60, MOST_UNITS = 26000 };

static void put_point(bt_text *out, bti_point p)
{
    bt_text_put_char(out, '(');
    bti_put_integer(out, p.x);
    bt_text_put_char(out, ',');
    bti_put_integer(out, p.y);
    bt_text_put_char(out, ')');
}

/* Infinity is what values have beside numbers. */
static void put_value(bt_text *out, bt_span value)
{
    static const char infinity[] = "\xE2\x88\x9E";
    bt_span sign = bt_span_of(infinity);
    while (value.len >= sign.len &&
           bt_span_equal((bt_span){value.at, sign.len}, sign)) {
        bt_text_put(out, "$\\infty$");
        value = (bt_span){value.at + sign.len, value.len - sign.len};
    }
    bti_put_tex(out, value);
}

static void draw_arrow(const bti_graph_scene *s, size_t a, bt_text *out)
{
    const bti_graph_layout *l = &s->layout;
    const char *kind = s->view->arrow[a].winning ? "wins" : "move";
    bti_head head = bti_arrow_head(s, a);
    size_t last = l->first[a + 1] - 1;
    bt_text_format(out, "\\draw[bouton %s] ", kind);
    put_point(out, l->point[l->first[a]]);
    for (size_t i = l->first[a] + 1; i <= last; i++) {
        bt_text_put(out, (i - l->first[a]) % 3 == 1   ? " .. controls "
                         : (i - l->first[a]) % 3 == 2 ? " and "
                                                      : " .. ");
        put_point(out, i < last ? l->point[i] : head.line_end);
    }
    bt_text_format(out, ";\n\\fill[bouton %s head] ", kind);
    for (size_t i = 0; i < 3; i++) {
        put_point(out, head.corner[i]);
        bt_text_put(out, " -- ");
    }
    bt_text_put(out, "cycle;\n");
}

static void draw_label(const bti_graph_scene *s, size_t a, bt_text *out)
{
    bt_span label = bt_span_of(bti_arrow_label(s, a));
    if (label.len == 0)
        return;
    bt_text_format(out, "\\node[bouton says%s] at ",
                   bti_label_beside(s, a) ? ",anchor=west" : "");
    put_point(out, s->layout.label[a]);
    bt_text_put(out, " {");
    bti_put_tex(out, label);
    bt_text_put(out, "};\n");
}

static void draw_box(const char *kind, bti_point corner, int64_t width, int64_t off,
                     bt_text *out)
{
    bt_text_format(out, "\\draw[bouton %s] ", kind);
    put_point(out, (bti_point){corner.x - off, corner.y - off});
    bt_text_put(out, " rectangle ");
    put_point(out,
              (bti_point){corner.x + width + off, corner.y + BTI_BOX_HEIGHT + off});
    bt_text_put(out, ";\n");
}

static void draw_words(const bt_graph_node *node, int64_t x, int64_t y, bt_text *out)
{
    bt_span begin, end;
    bool cut = bti_cut_name(node->name, &begin, &end);
    const char *letter = bti_shown_letter(out->ctx, bti_node_letter(node));
    bt_text_put(out, "\\node[bouton text] at ");
    put_point(out, (bti_point){x, y + 20});
    bt_text_put(out, " {");
    bti_put_tex(out, begin);
    bt_text_put(out, cut ? "\\dots{}" : "");
    bti_put_tex(out, end);
    bt_text_put(out, "};\n");
    if (!letter[0] && !node->value)
        return;
    bt_text_put(out, "\\node[bouton text] at ");
    put_point(out, (bti_point){x, y + 40});
    bt_text_format(out, " {\\textbf{%s}", letter);
    bt_text_put(out, letter[0] && node->value ? " " : "");
    put_value(out, bt_span_of(node->value ? node->value : ""));
    bt_text_put(out, "};\n");
}

static void draw_node(const bti_graph_scene *s, size_t v, bt_text *out)
{
    const bt_graph_node *node = &s->view->node[v];
    bti_point corner = s->layout.corner[v];
    char letter = bti_node_letter(node), kind[] = "box";
    if (letter && letter != '?') {
        kind[0] = letter;
        kind[1] = 0;
    }
    if (node->more) {
        bti_point top = {s->layout.stub[v], corner.y + BTI_BOX_HEIGHT};
        bt_text_put(out, "\\draw[bouton stub] ");
        put_point(out, top);
        bt_text_put(out, " -- ");
        put_point(out, (bti_point){top.x, top.y + BTI_STUB});
        bt_text_put(out, ";\n");
    }
    if (node->fresh)
        draw_box("fresh", corner, s->width[v], BTI_HALO, out);
    draw_box(kind, corner, s->width[v], 0, out);
    if (letter == 'P')
        draw_box("inner", corner, s->width[v], -4, out);
    draw_words(node, corner.x + s->width[v] / 2, corner.y, out);
}

static void draw_lines(const char *text, bool strong, bt_text *out)
{
    bt_span rest = bt_span_of(text ? text : ""), line;
    while (bti_take_line(&rest, LINE_LETTERS, &line)) {
        bti_tex_box(out);
        bt_text_put(out, strong ? "\\textbf{" : "{");
        bti_put_tex(out, line);
        bt_text_put(out, "}%\n");
        bti_tex_box_end(out);
    }
}

/* A unit is 0.6 pt: a box has room for letters of 10 pt, as in SVG for those of 16. */
static const char style[] =
    "\\definecolor{boutonP}{HTML}{F9B36B}\\definecolor{boutonPline}{HTML}{7A3B00}%\n"
    "\\definecolor{boutonN}{HTML}{A6E0B5}\\definecolor{boutonNline}{HTML}{2C6E3F}%\n"
    "\\definecolor{boutonD}{HTML}{BFD0E6}\\definecolor{boutonDline}{HTML}{34507A}%\n"
    "\\definecolor{boutonwins}{HTML}{1A7F37}\\definecolor{boutonmove}{HTML}{8B949E}%\n"
    "\\definecolor{boutonfresh}{HTML}{1D4ED8}%\n"
    "\\begin{tikzpicture}[x=0.6pt,y=-0.6pt,\n"
    "  bouton box/.style={rounded corners=2pt,draw=black!65,fill=white,"
    "line width=0.7pt},\n"
    "  bouton N/.style={bouton box,draw=boutonNline,fill=boutonN},\n"
    "  bouton P/.style={bouton box,draw=boutonPline,fill=boutonP,line width=1.5pt},\n"
    "  bouton inner/.style={bouton box,draw=boutonPline,fill=none},\n"
    "  bouton D/.style={bouton box,draw=boutonDline,fill=boutonD,line width=1pt,"
    "dash pattern=on 3pt off 2pt},\n"
    "  bouton fresh/.style={bouton box,draw=boutonfresh,fill=none,line width=1.8pt},\n"
    "  bouton text/.style={anchor=base,inner sep=0pt},\n"
    "  bouton stub/.style={line width=1pt,dash pattern=on 1pt off 2pt,draw=black!65},\n"
    "  bouton move/.style={draw=boutonmove,line width=0.7pt},\n"
    "  bouton wins/.style={draw=boutonwins,line width=1.6pt},\n"
    "  bouton move head/.style={fill=boutonmove},\n"
    "  bouton wins head/.style={fill=boutonwins}]\n";

/* TeX cannot count further than 16383 pt. */
bt_status bti_draw_graph_tikz(bt_context *ctx, const bti_graph_scene *s, bt_text *out)
{
    const bti_graph_layout *l = &s->layout;
    if (l->width > MOST_UNITS || l->height > MOST_UNITS)
        return bt_fail_at_limit(
            ctx, BT_LIMIT_PICTURE,
            "the picture of {positions} positions is too large for TeX, whose pages "
            "are at most 5.7 m long; a file that ends in .svg has no such limit",
            BT_ARGS(BT_NUM("positions", s->view->nodes)));
    bti_tikz_begin(out);
    draw_lines(s->view->title, true, out);
    bt_text_put(out, "\\kern6pt\n");
    bti_tex_box(out);
    bt_text_put(out, style);
    for (int winning = 0; winning < 2; winning++)
        for (size_t a = 0; a < s->view->arrows && out->status == BT_OK; a++)
            if (s->view->arrow[a].winning == (winning == 1))
                draw_arrow(s, a, out);
    if (l->label)
        bt_text_put(out, "\\tikzset{bouton says/.style={fill=white,inner sep=1pt,"
                         "font=\\footnotesize}}\n");
    for (size_t a = 0; l->label && a < s->view->arrows && out->status == BT_OK; a++)
        draw_label(s, a, out);
    for (size_t v = 0; v < s->view->nodes && out->status == BT_OK; v++)
        draw_node(s, v, out);
    bt_text_put(out, "\\end{tikzpicture}%\n");
    bti_tex_box_end(out);
    draw_lines(s->view->caption, false, out);
    bti_tex_end(out);
    return bt_text_status(out);
}
