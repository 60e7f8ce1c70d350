/* SPDX-License-Identifier: MIT
 * bouton board: a position as it is drawn, as text, as a picture, and for programs as
 * shapes with handles, and every move with the handles that it touches. */
#include "commands/parts.h"
#include "commands/picture_file.h"
#include "commands/report.h"
#include "core/json_members.h"
#include "play/board.h"

enum { LETTER = 6 }; /* the width of a letter that labels are counted with */

/* A part, drawn. */
struct drawn {
    bt_shapes shapes;
    bt_text title;
};

/* A picture is only looked at; a program may play on what it gets. */
static bt_status draw(const bt_part *part, bool brief, struct drawn *out)
{
    bt_context *ctx = part->pos.ctx;
    bt_shapes_free(&out->shapes);
    bt_shapes_init(&out->shapes, ctx);
    out->shapes.brief = brief;
    bt_text_free(&out->title);
    bt_text_init(&out->title, ctx);
    bt_shapes_of(part->game, &part->pos, &out->shapes);
    bt_text_format(&out->title, "%s ", part->game->name);
    bti_put_short_pos(&out->title, part->game, &part->pos);
    BT_TRY(bt_shapes_status(&out->shapes));
    return bt_text_status(&out->title);
}

static void put_at(bt_json_writer *w, const char *key, int32_t at, int32_t from)
{
    bti_put_count(w, key, (uint64_t)(at - from));
}

static void put_shape(bt_json_writer *w, const bt_shape *s, const int32_t *box)
{
    static const char *const kind[] = {"disc", "square", "line", "loop", "label"};
    static const char *const tone[] = {"chip", "other", "place", "table",
                                       "name", "count", "note",  "tick"};
    bt_json_open(w, '{');
    bti_put_member(w, "kind", kind[s->kind]);
    bti_put_member(w, "tone", tone[s->tone]);
    put_at(w, "x", s->x, box[0]);
    put_at(w, "y", s->y, box[1]);
    if (s->kind == BT_DISC) {
        put_at(w, "r", s->x2, 0);
    } else if (s->kind == BT_LABEL) {
        bti_put_member(w, "anchor", s->x2 < 0 ? "end" : s->x2 > 0 ? "start" : "middle");
    } else {
        put_at(w, "x2", s->x2, box[0]);
        put_at(w, "y2", s->y2, box[1]);
    }
    if (s->handle != 0)
        bti_put_count(w, "handle", s->handle);
    if (s->word != 0) {
        bti_put_count(w, "word", s->word - 1);
        bti_put_count(w, "value", s->value);
    }
    if (s->text && s->kind != BT_SQUARE && (s->kind != BT_DISC || s->text[0]))
        bti_put_member(w, "text", s->text);
    bt_json_close(w, '}');
}

static void put_part(bt_json_writer *w, const bt_part *part, const struct drawn *drawn)
{
    int32_t box[4];
    bt_shapes_box(&drawn->shapes, LETTER, box);
    bt_json_open(w, '{');
    bti_put_member(w, "look", bt_look_name(bt_look_of(part->game, &part->pos)));
    put_at(w, "width", box[2], box[0]);
    put_at(w, "height", box[3], box[1]);
    bt_json_key(w, "shapes");
    bt_json_open(w, '[');
    for (const bt_shape *s = drawn->shapes.first; s; s = s->next)
        put_shape(w, s, box);
    bt_json_close(w, ']');
    bt_json_close(w, '}');
}

static bt_status write_json(bti_call *call, bt_sum *sum, const struct drawn *drawn)
{
    bt_text whole;
    bt_json_writer w;
    bt_text_init(&whole, call->ctx);
    bt_json_begin(&w, &whole);
    bt_json_open(&w, '{');
    bt_json_key(&w, "parts");
    bt_json_open(&w, '[');
    for (size_t i = 0; i < sum->n; i++)
        put_part(&w, &sum->part[i], &drawn[i]);
    bt_json_close(&w, ']');
    bt_status status = bti_moves_json(call, NULL, sum, BTI_BOARD_MOVES, &w);
    bt_json_close(&w, '}');
    bt_text_put_char(&whole, '\n');
    if (status == BT_OK)
        status = bt_text_status(&whole);
    if (status == BT_OK)
        bt_text_put_span(&call->out, bt_text_span(&whole));
    bt_text_free(&whole);
    return status;
}

static bt_status write_picture(bti_call *call, bti_graph_file kind, size_t parts,
                               const struct drawn *drawn)
{
    bt_board_part *part = bt_resize_array(call->ctx, NULL, 0, parts, sizeof *part);
    if (!part)
        return bt_last_status(call->ctx);
    for (size_t i = 0; i < parts; i++)
        part[i] = (bt_board_part){bt_text_chars(&drawn[i].title), &drawn[i].shapes};
    bt_status status = bti_draw_board_file(call, kind, part, parts);
    bt_release(call->ctx, part, parts * sizeof *part);
    return status;
}

static bt_status draw_all(const bt_sum *sum, bool brief, struct drawn *drawn)
{
    for (size_t i = 0; i < sum->n; i++)
        BT_TRY(draw(&sum->part[i], brief, &drawn[i]));
    return BT_OK;
}

static bt_status answer(bti_call *call, bt_sum *sum, bti_graph_file kind,
                        struct drawn *drawn)
{
    bool file = bti_given(call, BTI_OUTPUT), json = bti_given(call, BTI_JSON);
    bt_status status = BT_OK;
    if (file)
        status = draw_all(sum, true, drawn);
    if (status == BT_OK && file)
        status = write_picture(call, kind, sum->n, drawn);
    if (status == BT_OK && json)
        status = draw_all(sum, false, drawn);
    if (status == BT_OK && json)
        status = write_json(call, sum, drawn);
    else if (status == BT_OK && !file)
        bti_put_board(&call->out, sum, call->io->colour);
    return status;
}

static bt_status run_board(bti_call *call)
{
    bti_parts parts;
    bti_graph_file kind = BTI_GRAPH_SVG;
    if (bti_given(call, BTI_OUTPUT))
        BT_TRY(bti_board_file_kind(call, &kind));
    BT_TRY(bti_parts_read_start(call, &parts));
    size_t n = parts.sum.n;
    struct drawn *drawn = bt_resize_array(call->ctx, NULL, 0, n, sizeof *drawn);
    bt_status status = drawn ? BT_OK : bt_last_status(call->ctx);
    for (size_t i = 0; drawn && i < n; i++) {
        bt_shapes_init(&drawn[i].shapes, call->ctx);
        bt_text_init(&drawn[i].title, call->ctx);
    }
    if (drawn)
        status = answer(call, &parts.sum, kind, drawn);
    for (size_t i = 0; drawn && i < n; i++) {
        bt_shapes_free(&drawn[i].shapes);
        bt_text_free(&drawn[i].title);
    }
    bt_release(call->ctx, drawn, n * sizeof *drawn);
    bti_parts_free(call, &parts);
    return status == BT_OK ? bt_text_status(&call->out) : status;
}

static const char *const usage[] = {
    "board RULES [POSITION] [+ RULES POSITION]...",
    NULL,
};

static const char *const examples[] = {
    "board kayles 5,3",
    "board wythoff 3,5 -o board.svg",
    "board nim 1,2 --json",
    NULL,
};

const bti_command bti_command_board = {
    .name = "board",
    .usage = usage,
    .summary = "a position as it is drawn: chips, pins, coins or a board",
    .help =
        "Shows the position as players see it. With -o the board goes into a file:\n"
        ".svg, .tex or .png. Of a heap the first 32 chips are shown and then dots; in\n"
        "a picture a heap of more than 60 chips is one stack. Of many heaps the first\n"
        "24 are drawn. The number beside a heap is always exact. A position without a\n"
        "good picture is written as text.\n"
        "\n"
        "With --json a program gets what is needed for a board of its own: of every\n"
        "part its look and its shapes with their places (a square is 16 wide), and of\n"
        "every move the handles of the shapes that it touches. A move that can be\n"
        "chosen in several ways has a list of handles for each of them; one without\n"
        "handles can be chosen by its words only. Chips that stand for a number\n"
        "of the position say which one (word), and what it becomes if they are\n"
        "chosen (value). On a board of cells (coins, strips, squares) a move also\n"
        "has the cells that it changes, as from 'moves'.",
    .options = BTI_BIT(BTI_JSON) | BTI_BIT(BTI_POSITION) | BTI_BIT(BTI_MEMORY) |
               BTI_BIT(BTI_OUTPUT) | BTI_BIT(BTI_ALL_MOVES),
    .examples = examples,
    .run = run_board,
};
