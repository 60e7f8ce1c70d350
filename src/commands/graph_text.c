/* SPDX-License-Identifier: MIT
 * A game graph for people to read: layer by layer, a line for each position with its
 * labels and options. */
#include "commands/graph_formats.h"

#include "commands/report.h"
#include "core/piece.h"

enum { LISTED = 24 }; /* options that are listed, besides the winning ones */

struct writer {
    bt_text *out;
    const bti_game_graph *graph;
    bool letters, colour;
    size_t value_width, left_width, name_width;
    size_t column, indent; /* in the line that is being written */
};

static size_t width_of(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xC0) != 0x80;
    return width;
}

static void put_padded(struct writer *w, const char *text, size_t width)
{
    size_t used = width_of(text);
    bt_text_put(w->out, text);
    for (; used < width; used++)
        bt_text_put_char(w->out, ' ');
    w->column += used;
}

/* One word of a list, on a new line when this one is full. */
static void put_item(struct writer *w, const char *mark, const char *name)
{
    size_t width = width_of(mark) + width_of(name);
    if (w->column + 1 + width >= bt_line_width(w->out->ctx) && w->column > w->indent) {
        bt_text_put_char(w->out, '\n');
        w->column = 0;
        put_padded(w, "", w->indent);
    }
    bt_text_put_char(w->out, ' ');
    bt_text_put(w->out, mark);
    bt_text_put(w->out, name);
    w->column += 1 + width;
}

static void put_left(struct writer *w, const bti_graph_box *box)
{
    char left[21] = "";
    if (box->has_remoteness)
        left[bt_print_u64(left, box->remoteness)] = 0;
    put_padded(w, box->outcome == BT_D ? "-" : left, w->left_width);
    put_padded(w, "  ", 2);
}

static void put_count(struct writer *w, uint64_t count)
{
    bt_text more;
    bt_text_init(&more, w->out->ctx);
    bt_say(&more, "and {count} more", BT_ARGS(BT_NUM("count", count)));
    put_item(w, " ", bt_text_chars(&more));
    bti_piece_end(&more, w->out);
}

static void put_options(struct writer *w, uint32_t v)
{
    const bti_game_graph *g = w->graph;
    const bt_csr *csr = g->csr;
    uint64_t left_out = 0, listed = 0, losing = 0;
    for (uint64_t k = csr->start[v]; k < csr->start[v + 1]; k++) {
        uint32_t to = csr->target[k];
        bool wins = w->letters && bti_arrow_wins(g, v, to);
        if (!wins && losing == LISTED) {
            left_out++;
            continue;
        }
        losing += !wins;
        put_item(w,
                 listed++ == 0 ? (wins ? "-> *" : "-> ")
                 : wins        ? " *"
                               : " ",
                 g->box[to].name);
    }
    if (left_out > 0)
        put_count(w, left_out);
    if (bti_graph_has_more(g, v))
        put_item(w, listed == 0 ? "-> " : " ", "...");
    else if (listed == 0)
        bt_say(w->out, BT_TEXT("  no move is left"), BT_NO_ARGS);
}

static void put_line(struct writer *w, uint32_t v)
{
    const bti_graph_box *box = &w->graph->box[v];
    w->column = 0;
    put_padded(w, "  ", 2);
    if (w->letters) {
        bti_put_letter(w->out, box->outcome, w->colour);
        w->column++;
        put_padded(w, "", w->value_width > 0 ? 1 : 2);
    }
    if (w->value_width > 0) {
        put_padded(w, box->value ? box->value : "", w->value_width);
        put_padded(w, "  ", 2);
    }
    if (w->letters && w->left_width > 0)
        put_left(w, box);
    put_padded(w, box->name, w->name_width);
    w->indent = w->column < bt_line_width(w->out->ctx) / 2 ? w->column + 2 : 8;
    put_options(w, v);
    bt_text_put_char(w->out, '\n');
}

static void measure(struct writer *w, unsigned labels)
{
    const bti_game_graph *g = w->graph;
    size_t names = 0;
    for (uint64_t v = 0; v < g->csr->nodes; v++) {
        const bti_graph_box *box = &g->box[v];
        char digits[20];
        size_t value =
            box->value && labels & BTI_SHOWN_VALUES ? width_of(box->value) : 0;
        size_t left = box->has_remoteness ? bt_print_u64(digits, box->remoteness) : 0;
        size_t name = width_of(box->name);
        w->value_width = value > w->value_width ? value : w->value_width;
        w->left_width = left > w->left_width ? left : w->left_width;
        names = name > names ? name : names;
    }
    w->name_width = names <= 24 ? names : 0;
}

static void put_legend(struct writer *w)
{
    bool value = w->value_width > 0, left = w->left_width > 0;
    const char *words =
        !w->letters && !value ? BT_TEXT("position -> its options")
        : !w->letters         ? BT_TEXT("Grundy value, position -> its options")
        : value && left
            ? BT_TEXT("letter, Grundy value, moves left (the winner hurries, the loser "
                      "delays), position -> its options, * wins")
        : value ? BT_TEXT("letter, Grundy value, position -> its options, * wins")
        : left  ? BT_TEXT("letter, moves left (the winner hurries, the loser delays), "
                           "position -> its options, * wins")
                : BT_TEXT("letter, position -> its options, * wins");
    bti_say_paragraph(w->out, 0, words, BT_NO_ARGS);
}

static void put_layer_head(bt_text *out, uint64_t layer)
{
    if (layer == 0)
        bt_text_put_char(out, '\n');
    if (layer == 0)
        bt_say(out, "the start\n", BT_NO_ARGS);
    else
        bt_say(out, "after {moves, plural, one {1 move} other {{moves} moves}}\n",
               BT_ARGS(BT_NUM("moves", layer)));
}

/* The last node that the arrows of v lead to. */
static uint64_t last_option(const bt_csr *csr, uint32_t v)
{
    uint64_t last = 0;
    for (uint64_t k = csr->start[v]; k < csr->start[v + 1]; k++)
        last = csr->target[k] > last ? csr->target[k] : last;
    return last;
}

bt_status bti_graph_text(bti_graph_sink sink, const bti_game_graph *g, unsigned labels,
                         bool colour)
{
    const bt_csr *csr = g->csr;
    struct writer w = {.out = sink.text,
                       .graph = g,
                       .letters = labels & BTI_SHOWN_LETTERS,
                       .colour = colour};
    measure(&w, labels);
    bt_text_format(w.out, "%s\n", g->title);
    bt_say(w.out,
           bti_graph_is_cut(g)
               ? BT_TEXT("{positions, plural, one {1 position} other {{positions} "
                         "positions}} and {arrows, plural, one {1 arrow} other "
                         "{{arrows} arrows}}; there are more\n")
               : BT_TEXT("{positions, plural, one {1 position} other {{positions} "
                         "positions}} and {arrows, plural, one {1 arrow} other "
                         "{{arrows} arrows}}\n"),
           BT_ARGS(BT_NUM("positions", csr->nodes), BT_NUM("arrows", csr->edges)));
    put_legend(&w);
    /* Nodes are numbered breadth first: a layer ends with the last node that the layer
     * before it leads to. */
    uint64_t layer = 0, layer_end = 0, reached = 0;
    for (uint32_t v = 0; v < csr->nodes; v++) {
        if (!g->position && v == 0) {
            bt_text_put_char(w.out, '\n');
            bt_say(w.out, "all nodes\n", BT_NO_ARGS);
        } else if (g->position && v == layer_end) {
            put_layer_head(w.out, layer++);
            layer_end = reached + 1;
        }
        uint64_t last = last_option(csr, v);
        reached = last > reached ? last : reached;
        put_line(&w, v);
        BT_TRY(bti_graph_flush(sink));
    }
    return bt_text_status(w.out);
}
