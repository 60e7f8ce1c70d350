/* SPDX-License-Identifier: MIT
 * Boards: the shapes of a position, each part of a sum below its title. A coin of the
 * other side is not only lighter but has a ring, so that no colour is needed. */
#include "draw/picture.h"

enum {
    SCALE = 2, /* pixels of a unit */
    LETTER_UNITS = BTI_ADVANCE / SCALE,
    TITLE_LETTERS = 60,
    TITLE_ROW = 26,
    SPACE = 14,
};

/* Where the shapes of a part are drawn, in pixels or in the units of TeX. */
struct frame {
    bt_text *out;
    bt_picture kind;
    int32_t left, top;    /* of the box, in units */
    uint64_t x, y, scale; /* where that corner is drawn */
    uint64_t width, height;
};

static uint64_t across(const struct frame *f, int32_t x)
{
    return f->x + f->scale * (uint64_t)(x - f->left);
}

static uint64_t down(const struct frame *f, int32_t y)
{
    return f->y + f->scale * (uint64_t)(y - f->top);
}

static void measure(const bt_shapes *shapes, struct frame *f)
{
    int32_t box[4];
    bt_shapes_box(shapes, LETTER_UNITS, box);
    f->left = box[0];
    f->top = box[1];
    f->width = f->scale * (uint64_t)(box[2] - box[0]);
    f->height = f->scale * (uint64_t)(box[3] - box[1]);
}

static const char *tone_class(const bt_shape *s)
{
    static const char *const name[] = {
        [BT_TONE_CHIP] = "chip",   [BT_TONE_OTHER] = "other", [BT_TONE_PLACE] = "place",
        [BT_TONE_TABLE] = "place", [BT_TONE_NAME] = "name1",  [BT_TONE_COUNT] = "count",
        [BT_TONE_NOTE] = "count",  [BT_TONE_TICK] = "soft",
    };
    return name[s->tone];
}

static void put_number(bt_text *out, const char *name, uint64_t number)
{
    bt_text_format(out, " %s=\"%llu\"", name, (unsigned long long)number);
}

static void svg_words(const struct frame *f, const bt_shape *s, const char *kind)
{
    bool label = s->kind == BT_LABEL;
    const char *anchor = !label || s->x2 == 0 ? "middle" : s->x2 < 0 ? "end" : "start";
    bt_text_format(f->out, "<text class=\"%s\" text-anchor=\"%s\"", kind, anchor);
    put_number(f->out, "x", across(f, s->x));
    put_number(f->out, "y", down(f, s->y) + 6);
    bt_text_put_char(f->out, '>');
    bti_put_xml(f->out, bt_span_of(s->text));
    bt_text_put(f->out, "</text>\n");
}

static void svg_disc(const struct frame *f, const bt_shape *s)
{
    bt_text_format(f->out, "<circle class=\"%s\"", tone_class(s));
    put_number(f->out, "cx", across(f, s->x));
    put_number(f->out, "cy", down(f, s->y));
    put_number(f->out, "r", f->scale * (uint64_t)s->x2);
    bt_text_put(f->out, "/>\n");
    if (s->text && s->text[0])
        svg_words(f, s, s->tone == BT_TONE_CHIP ? "on" : "off");
}

static void svg_box(const struct frame *f, const bt_shape *s)
{
    uint64_t x = across(f, s->x), y = down(f, s->y);
    uint64_t wide = across(f, s->x2) - x, high = down(f, s->y2) - y;
    bt_text_format(f->out, "<rect class=\"%s\"", tone_class(s));
    put_number(f->out, "x", x);
    put_number(f->out, "y", y);
    put_number(f->out, "width", wide);
    put_number(f->out, "height", high);
    put_number(f->out, "rx", s->kind == BT_LOOP ? high / 2 : 2);
    bt_text_put(f->out, "/>\n");
}

static void svg_line(const struct frame *f, const bt_shape *s)
{
    bt_text_put(f->out, "<line class=\"cut\"");
    put_number(f->out, "x1", across(f, s->x));
    put_number(f->out, "y1", down(f, s->y));
    put_number(f->out, "x2", across(f, s->x2));
    put_number(f->out, "y2", down(f, s->y2));
    bt_text_put(f->out, "/>\n");
}

static void tex_words(const struct frame *f, const bt_shape *s, const char *colour)
{
    bool label = s->kind == BT_LABEL;
    bt_text_format(f->out, "\\node[inner sep=0pt,anchor=%s,text=%s] at (%llu,%llu) {",
                   !label || s->x2 == 0 ? "center"
                   : s->x2 < 0          ? "east"
                                        : "west",
                   colour, (unsigned long long)across(f, s->x),
                   (unsigned long long)down(f, s->y));
    bti_put_tex(f->out, bt_span_of(s->text));
    bt_text_put(f->out, "};\n");
}

static void tex_disc(const struct frame *f, const bt_shape *s)
{
    bt_text_format(f->out, "\\path[bouton %s] (%llu,%llu) circle[radius=%llupt];\n",
                   tone_class(s), (unsigned long long)across(f, s->x),
                   (unsigned long long)down(f, s->y), (unsigned long long)s->x2);
    if (s->text && s->text[0])
        tex_words(f, s, s->tone == BT_TONE_CHIP ? "white" : "black");
}

static void tex_box(const struct frame *f, const bt_shape *s)
{
    bt_text_format(
        f->out,
        "\\path[bouton %s,rounded corners=%dpt] (%llu,%llu) rectangle "
        "(%llu,%llu);\n",
        tone_class(s), s->kind == BT_LOOP ? 8 : 1, (unsigned long long)across(f, s->x),
        (unsigned long long)down(f, s->y), (unsigned long long)across(f, s->x2),
        (unsigned long long)down(f, s->y2));
}

static void tex_line(const struct frame *f, const bt_shape *s)
{
    bt_text_format(
        f->out, "\\draw[bouton cut] (%llu,%llu) -- (%llu,%llu);\n",
        (unsigned long long)across(f, s->x), (unsigned long long)down(f, s->y),
        (unsigned long long)across(f, s->x2), (unsigned long long)down(f, s->y2));
}

static void draw_shape(const struct frame *f, const bt_shape *s)
{
    bool svg = f->kind == BT_SVG;
    switch (s->kind) {
    case BT_DISC:
        if (s->tone != BT_TONE_PLACE)
            (svg ? svg_disc : tex_disc)(f, s);
        break;
    case BT_LINE:
        (svg ? svg_line : tex_line)(f, s);
        break;
    case BT_SQUARE:
    case BT_LOOP:
        (svg ? svg_box : tex_box)(f, s);
        break;
    case BT_LABEL:
        if (svg)
            svg_words(f, s, tone_class(s));
        else
            tex_words(f, s, s->tone == BT_TONE_TICK ? "black!60" : "black");
        break;
    }
}

static void draw_shapes(const struct frame *f, const bt_shapes *shapes)
{
    for (const bt_shape *s = shapes->first; s; s = s->next)
        draw_shape(f, s);
}

static const char svg_style[] = "<style>\n"
                                ".bouton .chip{fill:#1d4ed8;stroke:#0f2f86}\n"
                                ".bouton .other{fill:#fff;stroke:#57606a;"
                                "stroke-width:2.5}\n"
                                ".bouton .place{fill:#f3f4f6;stroke:#59636e}\n"
                                ".bouton .cut{stroke:#59636e;stroke-width:1.5;"
                                "stroke-dasharray:3 3}\n"
                                ".bouton text.on{fill:#fff;font-weight:700}\n"
                                ".bouton text.off{fill:#1f2328}\n"
                                ".bouton text.count{font-weight:700}\n"
                                "@media (prefers-color-scheme:dark){\n"
                                ".bouton .chip{fill:#8ab4ff;stroke:#dbe8ff}\n"
                                ".bouton .other{fill:#16181d;stroke:#c3cad2}\n"
                                ".bouton .place{fill:#23272e;stroke:#9aa4af}\n"
                                ".bouton .cut{stroke:#c3cad2}\n"
                                ".bouton text.on{fill:#0b1f4d}\n"
                                ".bouton text.off{fill:#e6e8eb}\n"
                                "}\n"
                                "</style>\n";

static uint64_t title_lines(const char *title, uint64_t *letters)
{
    bt_span rest = bt_span_of(title), line;
    uint64_t lines = 0;
    for (; bti_take_line(&rest, TITLE_LETTERS, &line); lines++)
        *letters = bti_most(*letters, bti_letters(line));
    return lines;
}

static void draw_svg(const bt_board_part *part, size_t parts, bt_text *out)
{
    struct frame f = {.out = out, .kind = BT_SVG, .x = BTI_MARGIN, .scale = SCALE};
    uint64_t width = 0, height = BTI_MARGIN, letters = 0;
    for (size_t i = 0; i < parts; i++) {
        measure(part[i].shapes, &f);
        width = bti_most(width, f.width);
        height += title_lines(part[i].title, &letters) * TITLE_ROW + SPACE + f.height +
                  BTI_MARGIN;
    }
    width = bti_most(width, letters * BTI_ADVANCE) + 2 * BTI_MARGIN;
    bti_svg_begin(out, width, height);
    for (size_t i = 0; i < parts; i++) {
        bt_text_put(out, i > 0 ? " + " : "");
        bti_put_xml(out, bt_span_of(part[i].title));
    }
    bti_svg_titled(out, width, height);
    bt_text_put(out, svg_style);
    f.y = BTI_MARGIN;
    for (size_t i = 0; i < parts; i++) {
        bt_span rest = bt_span_of(part[i].title), line;
        for (; bti_take_line(&rest, TITLE_LETTERS, &line); f.y += TITLE_ROW)
            bti_svg_words(out, "strong", BTI_MARGIN, f.y + BTI_MARGIN, line);
        f.y += SPACE;
        measure(part[i].shapes, &f);
        draw_shapes(&f, part[i].shapes);
        f.y += f.height + BTI_MARGIN;
    }
    bti_svg_end(out);
}

static const char tex_style[] =
    "\\definecolor{boutonchip}{HTML}{1D4ED8}%\n"
    "\\begin{tikzpicture}[x=1pt,y=-1pt,\n"
    "  bouton chip/.style={draw=black!80,fill=boutonchip},\n"
    "  bouton other/.style={draw=black!70,fill=white,line width=1.2pt},\n"
    "  bouton place/.style={draw=black!60,fill=black!4},\n"
    "  bouton cut/.style={draw=black!60,dash pattern=on 1.5pt off 1.5pt}]\n";

static void draw_tex(const bt_board_part *part, size_t parts, bt_text *out)
{
    struct frame f = {.out = out, .kind = BT_TEX, .scale = 1};
    bti_tikz_begin(out);
    for (size_t i = 0; i < parts; i++) {
        bt_span rest = bt_span_of(part[i].title), line;
        while (bti_take_line(&rest, TITLE_LETTERS, &line)) {
            bti_tex_box(out);
            bt_text_put(out, "\\textbf{");
            bti_put_tex(out, line);
            bt_text_put(out, "}%\n");
            bti_tex_box_end(out);
        }
        bt_text_put(out, "\\kern6pt\n");
        bti_tex_box(out);
        bt_text_put(out, tex_style);
        measure(part[i].shapes, &f);
        draw_shapes(&f, part[i].shapes);
        bt_text_put(out, "\\end{tikzpicture}%\n");
        bti_tex_box_end(out);
        bt_text_put(out, i + 1 < parts ? "\\kern10pt\n" : "");
    }
    bti_tex_end(out);
}

void bt_draw_board(const bt_board_part *part, size_t parts, bt_picture kind,
                   bt_text *out)
{
    if (kind == BT_SVG)
        draw_svg(part, parts, out);
    else
        draw_tex(part, parts, out);
}
