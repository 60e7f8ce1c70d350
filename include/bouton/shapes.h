/* SPDX-License-Identifier: MIT
 * A drawing of a position: a list of shapes in reading order. The terminal, SVG, TeX
 * and the page all use the same list. A shape that can be chosen has a handle, and a
 * move says which handles it touches, so a program finds the move that a player means
 * without knowing the rules. After a failure nothing more is added, as in bt_text. */
#ifndef BOUTON_SHAPES_H
#define BOUTON_SHAPES_H

#include <bouton/text.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A square of a board is BT_SHAPE_UNIT wide. x grows to the right and y downwards. */
enum { BT_SHAPE_UNIT = 16 };

typedef enum {
    BT_DISC,   /* centre x, y; radius x2 */
    BT_SQUARE, /* from the corner x, y to the corner x2, y2 */
    BT_LINE,   /* from x, y to x2, y2 */
    BT_LOOP,   /* an oval in the box from x, y to x2, y2 */
    BT_LABEL   /* text, vertically centred at y; it ends at x if x2 < 0, begins at x if
                  x2 > 0, and is centred at x if x2 is 0 */
} bt_shape_kind;

/* What a shape stands for. Each kind of drawing chooses its colours by that. */
typedef enum {
    BT_TONE_CHIP,  /* what can be moved: a chip, a pin, heads, the mover's coin */
    BT_TONE_OTHER, /* what cannot be moved: tails, the opponent's coin */
    BT_TONE_PLACE, /* an empty place; a disc: where a chip can come, drawn only then */
    BT_TONE_TABLE, /* what chips stand on: the edge of a table, a step */
    BT_TONE_NAME,  /* a label that begins a line when the drawing is text */
    BT_TONE_COUNT, /* a label with a number */
    BT_TONE_NOTE,  /* a label in place of what is not drawn */
    BT_TONE_TICK   /* a label for pictures only, such as the number of a square */
} bt_tone;

typedef struct bt_shape bt_shape;
struct bt_shape {
    bt_shape *next;
    bt_shape_kind kind;
    bt_tone tone;
    int32_t x, y, x2, y2;
    uint32_t handle; /* 0: it cannot be chosen */
    /* word: 1 + the number of the word of the position that the shape belongs to; 0 if
     * there is none. value: what that word becomes if the shape is chosen (a chip goes
     * with those after it, or a place is filled); for a square that chips stand on or
     * in, what the word is now. */
    uint32_t word;
    uint64_t value;
    /* The text of a label; the letter on a disc; for a square, what a drawing in text
     * shows in its place. In such a drawing a square without text, and a disc with an
     * empty one, are left out. Or NULL. */
    const char *text;
};

typedef struct {
    bt_arena arena;
    bt_shape *first, *last;
    size_t count;
    bt_status status;
    /* Set before drawing, for a picture that is only looked at: then only some of many
     * heaps are drawn, no places where a chip can come, and numbers without a look are
     * text. Otherwise everything that a move touches is drawn. */
    bool brief;
} bt_shapes;

BT_API void bt_shapes_init(bt_shapes *shapes, bt_context *ctx);
BT_API void bt_shapes_free(bt_shapes *shapes);
BT_API BT_MUST_CHECK bt_status bt_shapes_status(const bt_shapes *shapes);

/* Adds a copy of the shape and its text; `next` is ignored. */
BT_API void bt_shape_add(bt_shapes *shapes, bt_shape shape);
/* Adds a label; its text is formatted as by bt_text_format. */
BT_API void bt_shape_label(bt_shapes *shapes, bt_shape shape, const char *format, ...)
    BT_FORMAT(3, 4);

/* The smallest box that holds all shapes, if every letter of a label is `letter` wide.
 * All 0 if there are no shapes. */
BT_API void bt_shapes_box(const bt_shapes *shapes, int32_t letter, int32_t box[4]);

/* The handles that a move touches. If it can be chosen in several ways (a pin taken
 * from either end of a row leaves the same row), each way has its own handles. */
typedef struct {
    bt_context *ctx;
    uint32_t *handle; /* with a 0 between two ways */
    size_t n, cap;
    bt_status status;
} bt_touches;

BT_API void bt_touches_init(bt_touches *touches, bt_context *ctx);
BT_API void bt_touches_free(bt_touches *touches);
BT_API void bt_touch(bt_touches *touches, uint32_t handle);
BT_API void bt_touch_or(bt_touches *touches); /* another way follows */

#ifdef __cplusplus
}
#endif
#endif
