/* SPDX-License-Identifier: MIT
 * The shapes of a position as lines of text, in the order of the list: a name begins a
 * line, and what is chosen on a board is a letter each. */
#include "play/board.h"

#include "core/tame.h"

static const char blue[] = "\033[34m", plain[] = "\033[0m";

struct line {
    bt_text *out;
    bool colour;
    bool begun, named, drawn; /* a name stands there, not an empty one; shapes, too */
    bool blue;
};

static void set_blue(struct line *line, bool on)
{
    if (line->colour && line->blue != on)
        bti_text_put_own(line->out, on ? blue : plain);
    line->blue = on;
}

/* Of a heap so many chips are shown, and then dots. */
enum { SHOWN = 32 };

static const char *glyph(const bt_shape *s)
{
    if (s->kind == BT_DISC && s->word != 0 && s->value >= SHOWN)
        return s->value == SHOWN ? "…" : "";
    if (s->text || s->kind != BT_DISC)
        return s->text ? s->text : "";
    return s->tone == BT_TONE_OTHER ? "○" : "●";
}

static void put_shape(struct line *line, const bt_shape *s)
{
    bool label = s->kind == BT_LABEL;
    bool chip = s->tone == BT_TONE_CHIP || (label && s->tone == BT_TONE_NOTE);
    if ((label && s->tone == BT_TONE_TICK) || (!label && glyph(s)[0] == '\0'))
        return;
    if (label && s->tone == BT_TONE_NAME) {
        set_blue(line, false);
        bt_text_put(line->out, line->begun ? "\n  " : "  ");
        bt_text_put(line->out, s->text);
        line->begun = true;
        line->drawn = false;
        line->named = s->text[0] != '\0';
        return;
    }
    if (!line->drawn)
        bt_text_put(line->out, line->named ? "  " : "");
    set_blue(line, chip);
    if (label && s->tone == BT_TONE_COUNT && line->drawn)
        bt_text_put_char(line->out, ' ');
    bt_text_put(line->out, glyph(s));
    line->drawn = true;
}

static bt_status put_part(bt_text *out, const bt_part *part, bool colour)
{
    struct line line = {.out = out, .colour = colour};
    bt_shapes shapes;
    bt_shapes_init(&shapes, part->pos.ctx);
    shapes.brief = true;
    bt_shapes_of(part->game, &part->pos, &shapes);
    for (const bt_shape *s = shapes.first; s; s = s->next)
        put_shape(&line, s);
    set_blue(&line, false);
    bt_text_put_char(out, '\n');
    bt_status status = bt_shapes_status(&shapes);
    bt_shapes_free(&shapes);
    return status;
}

void bti_put_board(bt_text *out, const bt_sum *sum, bool colour)
{
    for (size_t i = 0; i < sum->n; i++) {
        const bt_part *part = &sum->part[i];
        if (sum->n > 1)
            bt_say(out, "part {i}, {name}:\n",
                   BT_ARGS(BT_NUM("i", i + 1), BT_STR("name", part->game->name)));
        bt_status status = put_part(out, part, colour);
        if (out->status == BT_OK)
            out->status = status;
    }
}
