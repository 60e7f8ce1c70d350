/* SPDX-License-Identifier: MIT
 * Game graphs in SVG. P-positions are orange with a double border, N-positions green,
 * draws blue with a dashed border, and each has its letter; winning moves are green,
 * thick and have a large head. Arrows lie behind the boxes. */
#include "draw/graph_picture.h"
#include "rules/said.h"

#include "core/grow.h"
#include "core/utf8.h"
#include "draw/picture.h"

#include <string.h>

enum {
    NAME_LETTERS = 40,
    PADDING = 6,
    LEAST_WIDTH = 48,
    NAME_BASELINE = 20,
    LABEL_BASELINE = 39,
    ARROW_ADVANCE = 10, /* room for a character of 13 units */
    ARROW_BASELINE = 5, /* below the middle of an arrow's label */
    TITLE_ROW = 24,
    TITLE_LETTERS = 30,
    SPACE = 14
};

static bt_span words_of(const char *text)
{
    return bt_span_of(text ? text : "");
}

/* Takes letters from the text until it has taken `most`, or all. */
static bt_span take_letters(bt_span *text, uint64_t most)
{
    bt_span taken = {text->at, 0};
    bool good;
    for (uint64_t letters = 0; letters < most && taken.len < text->len;) {
        const char *at = text->at + taken.len;
        size_t step = bti_utf8_step(at, text->len - taken.len, &good);
        letters += bti_letters((bt_span){at, step});
        taken.len += step;
    }
    text->at += taken.len;
    text->len -= taken.len;
    return taken;
}

bool bti_cut_name(const char *name, bt_span *begin, bt_span *end)
{
    bt_span all = words_of(name);
    uint64_t letters = bti_letters(all);
    *begin = all;
    *end = (bt_span){all.at + all.len, 0};
    if (letters <= NAME_LETTERS)
        return false;
    *begin = take_letters(&all, NAME_LETTERS / 2 - 1);
    take_letters(&all, letters - bti_letters(*begin) - (NAME_LETTERS / 2 - 1));
    *end = all;
    return true;
}

void bti_put_integer(bt_text *out, int64_t number)
{
    if (number < 0)
        bt_text_put_char(out, '-');
    bt_text_put_u64(out, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

char bti_node_letter(const bt_graph_node *node)
{
    return node->outcome && strchr("NPD?", node->outcome) ? node->outcome : 0;
}

static uint64_t name_letters(const char *name)
{
    bt_span begin, end;
    uint64_t dots = bti_cut_name(name, &begin, &end) ? 2 : 0;
    return bti_letters(begin) + dots + bti_letters(end);
}

static uint64_t label_letters(const bt_graph_node *node)
{
    return 2 + bti_letters(words_of(node->value));
}

const char *bti_arrow_label(const bti_graph_scene *scene, size_t arrow)
{
    const char *label = scene->view->arrow[arrow].label;
    return label ? label : "";
}

bti_head bti_arrow_head(const bti_graph_scene *scene, size_t arrow)
{
    const bti_graph_layout *l = &scene->layout;
    const bti_point *end = &l->point[l->first[arrow + 1] - 1];
    bool winning = scene->view->arrow[arrow].winning;
    int64_t length = winning ? 13 : 9, half = winning ? 6 : 4;
    int64_t dx = (end[0].x > end[-1].x) - (end[0].x < end[-1].x);
    int64_t dy = (end[0].y > end[-1].y) - (end[0].y < end[-1].y);
    bti_point back = {end->x - dx * length, end->y - dy * length};
    return (bti_head){{*end,
                       {back.x - dy * half, back.y + dx * half},
                       {back.x + dy * half, back.y - dx * half}},
                      {end->x - dx * (length - 2), end->y - dy * (length - 2)}};
}

static const char style[] =
    "<style>\n"
    ".bouton .arrow{fill:none;stroke:#8b949e;stroke-width:1.4}\n"
    ".bouton .head{fill:#8b949e}\n"
    ".bouton .wins .arrow{stroke:#1a7f37;stroke-width:3}\n"
    ".bouton .wins .head{fill:#1a7f37}\n"
    ".bouton .stub{fill:none;stroke:#57606a;stroke-width:2;stroke-dasharray:2 4}\n"
    ".bouton .node rect{fill:#fff;stroke:#57606a;stroke-width:1.4}\n"
    ".bouton .node text{font-weight:400}\n"
    ".bouton .node .label{font-size:14px;font-weight:700}\n"
    ".bouton .N rect{fill:#a6e0b5;stroke:#2c6e3f}\n"
    ".bouton .P rect{fill:#f9b36b;stroke:#7a3b00;stroke-width:2.6}\n"
    ".bouton .P .inner{fill:none;stroke-width:1.2}\n"
    ".bouton .D rect{fill:#bfd0e6;stroke:#34507a;stroke-width:1.8;"
    "stroke-dasharray:6 4}\n"
    ".bouton .D text{fill:#10233f}\n"
    ".bouton .node .fresh{fill:none;stroke:#1d4ed8;stroke-width:3;"
    "stroke-dasharray:none}\n"
    "@media (prefers-color-scheme:dark){\n"
    ".bouton .arrow{stroke:#8b949e}\n"
    ".bouton .head{fill:#8b949e}\n"
    ".bouton .wins .arrow{stroke:#56d378}\n"
    ".bouton .wins .head{fill:#56d378}\n"
    ".bouton .stub{stroke:#a8b1bb}\n"
    ".bouton .node rect{fill:#22262d;stroke:#9aa4af}\n"
    ".bouton .N rect{fill:#6dbb84;stroke:#c6f0d2}\n"
    ".bouton .P rect{fill:#e8913a;stroke:#ffe0bd}\n"
    ".bouton .D rect{fill:#8aa6cc;stroke:#dbe8ff}\n"
    ".bouton .D text{fill:#0b1b33}\n"
    ".bouton .node .fresh{fill:none;stroke:#8ab4ff}\n"
    ".bouton .P .inner{fill:none;stroke:#2b1600}\n"
    "}\n"
    "</style>\n";

/* A label hides its own arrow, by a seam in the paper's colour. */
static const char label_style[] =
    "<style>\n"
    ".bouton .says text{font-size:13px;stroke:#fff;stroke-width:6px;"
    "stroke-linejoin:round;paint-order:stroke}\n"
    ".bouton .says .beside{text-anchor:start}\n"
    "@media (prefers-color-scheme:dark){\n"
    ".bouton .says text{stroke:#16181d}\n"
    "}\n"
    "</style>\n";

/* Where the parts of the picture are. */
typedef struct {
    uint64_t width, height;
    uint64_t letters;   /* in a line of title or caption */
    uint64_t left, top; /* of the graph */
    uint64_t caption;   /* first baseline */
} frame;

static uint64_t count_lines(const char *text, uint64_t letters)
{
    bt_span rest = words_of(text), line;
    uint64_t lines = 0;
    while (bti_take_line(&rest, letters, &line))
        lines++;
    return lines;
}

static uint64_t room_for(const char *text, uint64_t letters)
{
    uint64_t all = bti_letters(words_of(text));
    return (all < letters ? all : letters) * BTI_ADVANCE;
}

static frame frame_of(const bti_graph_scene *s)
{
    const bt_graph_view *v = s->view;
    uint64_t inside = (uint64_t)s->layout.width, wide = inside, lines;
    frame f;
    f.letters = bti_most(TITLE_LETTERS, inside / BTI_ADVANCE);
    wide = bti_most(wide, room_for(v->title, f.letters));
    wide = bti_most(wide, room_for(v->caption, f.letters));
    f.width = wide + 2 * BTI_MARGIN;
    f.left = BTI_MARGIN + (wide - inside) / 2;
    lines = count_lines(v->title, f.letters);
    f.top = BTI_MARGIN + (lines > 0 ? lines * TITLE_ROW + SPACE : 0);
    f.height = f.top + (uint64_t)s->layout.height + BTI_MARGIN + BTI_STUB;
    f.caption = f.height + 8;
    lines = count_lines(v->caption, f.letters);
    f.height += lines > 0 ? lines * TITLE_ROW + 8 : 0;
    return f;
}

/* The inner points of a curve may lie outside of the picture. */
static void put_point(bt_text *out, const frame *f, bti_point p)
{
    bti_put_integer(out, (int64_t)f->left + p.x);
    bt_text_put_char(out, ',');
    bti_put_integer(out, (int64_t)f->top + p.y);
}

static void draw_arrow(const bti_graph_scene *s, const frame *f, size_t a, bt_text *out)
{
    const bti_graph_layout *l = &s->layout;
    bti_head head = bti_arrow_head(s, a);
    size_t last = l->first[a + 1] - 1;
    bt_text_put(out, "<path class=\"arrow\" d=\"M");
    for (size_t i = l->first[a]; i < last; i++) {
        put_point(out, f, l->point[i]);
        bt_text_put(out, (i - l->first[a]) % 3 == 0 ? " C" : " ");
    }
    put_point(out, f, head.line_end);
    bt_text_put(out, "\"/>\n<polygon class=\"head\" points=\"");
    for (size_t i = 0; i < 3; i++) {
        put_point(out, f, head.corner[i]);
        bt_text_put(out, i < 2 ? " " : "\"/>\n");
    }
}

/* Winning moves last, so that they are on top. */
static void draw_arrows(const bti_graph_scene *s, const frame *f, bool winning,
                        bt_text *out)
{
    bt_text_put(out, winning ? "<g class=\"wins\">\n" : "<g class=\"moves\">\n");
    for (size_t a = 0; a < s->view->arrows && out->status == BT_OK; a++)
        if (s->view->arrow[a].winning == winning)
            draw_arrow(s, f, a, out);
    bt_text_put(out, "</g>\n");
}

static void put_text_begin(bt_text *out, const char *kind, uint64_t x, uint64_t y)
{
    bt_text_put(out, "<text");
    if (kind)
        bt_text_format(out, " class=\"%s\"", kind);
    bt_text_put(out, " x=\"");
    bt_text_put_u64(out, x);
    bt_text_put(out, "\" y=\"");
    bt_text_put_u64(out, y);
    bt_text_put(out, "\">");
}

static void draw_labels(const bti_graph_scene *s, const frame *f, bt_text *out)
{
    bt_text_put(out, label_style);
    bti_svg_group(out, "says", "middle");
    for (size_t a = 0; a < s->view->arrows && out->status == BT_OK; a++) {
        bti_point at = s->layout.label[a];
        bt_span label = bt_span_of(bti_arrow_label(s, a));
        if (label.len > 0)
            bti_svg_words(out, bti_label_beside(s, a) ? "beside" : NULL,
                          f->left + (uint64_t)at.x,
                          f->top + (uint64_t)at.y + ARROW_BASELINE, label);
    }
    bti_svg_group_end(out);
}

static void draw_words(const bt_graph_node *node, uint64_t x, uint64_t y, bt_text *out)
{
    const char *letter = bti_shown_letter(out->ctx, bti_node_letter(node));
    bt_span begin, end;
    bool cut = bti_cut_name(node->name, &begin, &end);
    put_text_begin(out, NULL, x, y + NAME_BASELINE);
    bti_put_xml(out, begin);
    bt_text_put(out, cut ? "\xE2\x80\xA6" : "");
    bti_put_xml(out, end);
    bt_text_put(out, "</text>\n");
    if (!letter[0] && !node->value)
        return;
    put_text_begin(out, "label", x, y + LABEL_BASELINE);
    bt_text_put(out, letter);
    bt_text_put(out, letter[0] && node->value ? " " : "");
    bti_put_xml(out, words_of(node->value));
    bt_text_put(out, "</text>\n");
}

static void draw_node(const bti_graph_scene *s, const frame *f, size_t v, bt_text *out)
{
    const bt_graph_node *node = &s->view->node[v];
    uint64_t x = f->left + (uint64_t)s->layout.corner[v].x;
    uint64_t y = f->top + (uint64_t)s->layout.corner[v].y;
    uint64_t width = (uint64_t)s->width[v];
    char letter = bti_node_letter(node);
    bt_text_put(out, "<g class=\"node");
    if (letter && letter != '?')
        bt_text_format(out, " %c", letter);
    bt_text_put(out, "\">\n<title>");
    bti_put_xml(out, words_of(node->name));
    bt_text_put(out, "</title>\n");
    if (node->fresh)
        bti_svg_box(out, "fresh", x - BTI_HALO, y - BTI_HALO, width + 2 * BTI_HALO,
                    BTI_BOX_HEIGHT + 2 * BTI_HALO);
    bti_svg_box(out, NULL, x, y, width, BTI_BOX_HEIGHT);
    if (letter == 'P')
        bti_svg_box(out, "inner", x + 4, y + 4, width - 8, BTI_BOX_HEIGHT - 8);
    draw_words(node, x + width / 2, y, out);
    bt_text_put(out, "</g>\n");
}

static void draw_stubs(const bti_graph_scene *s, const frame *f, bt_text *out)
{
    for (size_t v = 0; v < s->view->nodes; v++) {
        int64_t y = s->layout.corner[v].y + BTI_BOX_HEIGHT;
        if (!s->view->node[v].more)
            continue;
        bt_text_put(out, "<path class=\"stub\" d=\"M");
        put_point(out, f, (bti_point){s->layout.stub[v], y});
        bt_text_put(out, " L");
        put_point(out, f, (bti_point){s->layout.stub[v], y + BTI_STUB});
        bt_text_put(out, "\"/>\n");
    }
}

static void draw_lines(const char *text, const char *kind, const frame *f, uint64_t y,
                       bt_text *out)
{
    bt_span rest = words_of(text), line;
    if (rest.len == 0)
        return;
    bti_svg_group(out, kind, "start");
    for (; bti_take_line(&rest, f->letters, &line); y += TITLE_ROW)
        bti_svg_words(out, NULL, BTI_MARGIN, y, line);
    bti_svg_group_end(out);
}

static void draw_svg(const bti_graph_scene *s, bt_text *out)
{
    frame f = frame_of(s);
    bti_svg_begin(out, f.width, f.height);
    bti_put_xml(out, words_of(s->view->title));
    bti_svg_titled(out, f.width, f.height);
    bt_text_put(out, style);
    draw_lines(s->view->title, "strong", &f, BTI_MARGIN + 16, out);
    draw_arrows(s, &f, false, out);
    draw_arrows(s, &f, true, out);
    draw_stubs(s, &f, out);
    if (s->layout.label)
        draw_labels(s, &f, out);
    bt_text_put(out, "<g text-anchor=\"middle\">\n");
    for (size_t v = 0; v < s->view->nodes && out->status == BT_OK; v++)
        draw_node(s, &f, v, out);
    bt_text_put(out, "</g>\n");
    draw_lines(s->view->caption, "soft", &f, f.caption + 6, out);
    bti_svg_end(out);
}

static bt_status check_view(bt_context *ctx, const bt_graph_view *view)
{
    if (view->nodes > UINT32_MAX / 8 || view->arrows > UINT32_MAX / 8)
        return bt_fail(
            ctx, BT_UNABLE,
            "a picture of {nodes} positions and {arrows} moves is too large",
            BT_ARGS(BT_NUM("nodes", view->nodes), BT_NUM("arrows", view->arrows)));
    for (size_t a = 0; a < view->arrows; a++)
        if (view->arrow[a].from >= view->nodes || view->arrow[a].to >= view->nodes)
            return bt_fail(
                ctx, BT_DOMAIN,
                "arrow {a} joins nodes {from} and {to} of {nodes}, counted from 0",
                BT_ARGS(BT_NUM("a", a), BT_NUM("from", view->arrow[a].from),
                        BT_NUM("to", view->arrow[a].to), BT_NUM("nodes", view->nodes)));
    return BT_OK;
}

/* Room for each label, or NULL where there are none. */
static bt_status measure_labels(bt_arena *arena, const bti_graph_scene *s,
                                const int64_t **out)
{
    int64_t *room = bt_arena_alloc(arena, s->view->arrows, sizeof *room), most = 0;
    if (!room)
        return bt_last_status(arena->ctx);
    for (size_t a = 0; a < s->view->arrows; a++) {
        bt_span label = bt_span_of(bti_arrow_label(s, a));
        room[a] = (int64_t)bti_letters(label) * ARROW_ADVANCE;
        most = room[a] > most ? room[a] : most;
    }
    *out = most > 0 ? room : NULL;
    return BT_OK;
}

bt_status bti_graph_scene_make(bt_arena *arena, const bt_graph_view *view, bool narrow,
                               bti_graph_scene *out)
{
    BT_TRY(check_view(arena->ctx, view));
    *out = (bti_graph_scene){.view = view};
    BT_TRY(BTI_ARENA_NEW(arena, out->width, view->nodes));
    for (size_t v = 0; v < view->nodes; v++) {
        uint64_t letters =
            bti_most(name_letters(view->node[v].name), label_letters(&view->node[v]));
        out->width[v] =
            (int64_t)bti_most(LEAST_WIDTH, letters * BTI_ADVANCE + 2 * PADDING);
    }
    bti_graph_shape shape = {.nodes = view->nodes,
                             .arrows = view->arrows,
                             .arrow = view->arrow,
                             .width = out->width,
                             .node = view->node,
                             .narrow = narrow};
    BT_TRY(measure_labels(arena, out, &shape.label));
    return bti_lay_out_graph(arena, &shape, &out->layout);
}

static bt_status draw_scene(bt_arena *arena, const bt_graph_view *view, bt_picture kind,
                            bt_text *out)
{
    bti_graph_scene s;
    BT_TRY(bti_graph_scene_make(arena, view, false, &s));
    if (kind == BT_TEX)
        return bti_draw_graph_tikz(arena->ctx, &s, out);
    draw_svg(&s, out);
    return bt_text_status(out);
}

bt_status bt_draw_graph(bt_context *ctx, const bt_graph_view *view, bt_picture kind,
                        bt_text *out)
{
    bt_arena arena;
    bt_arena_init(&arena, ctx);
    bt_status status = draw_scene(&arena, view, kind, out);
    bt_arena_free(&arena);
    return status;
}
