/* SPDX-License-Identifier: MIT
 * A position as a drawing: a list of shapes in the order in which they are read. One
 * list for the terminal, SVG, TeX and the page. A shape that can be chosen has a
 * handle, and a move says which handles it touches, so a program finds the move that a
 * player means without knowing the rules. Failure sticks, as in bt_text. */
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
    BT_LABEL   /* text in the middle of the row at y; it ends at x if x2 < 0, begins
                  at x if x2 > 0, and has its middle at x if x2 is 0 */
} bt_shape_kind;

/* What a shape is, from which each drawing takes its colours. */
typedef enum {
    BT_TONE_CHIP, /* what moves: a chip, a pin, heads, the coin of the player to move */
    BT_TONE_OTHER, /* what does not: tails, the opponent's coin */
    BT_TONE_PLACE, /* an empty place; a disc: where a chip can come, which is drawn when
                      it does */
    BT_TONE_TABLE, /* what chips stand on: the edge of a table, a step */
    BT_TONE_NAME,  /* a label that begins a line where drawings are lines of text */
    BT_TONE_COUNT, /* a label with a number */
    BT_TONE_NOTE,  /* a label that stands for what is not drawn */
    BT_TONE_TICK   /* a label for pictures only, such as the number of a square */
} bt_tone;

typedef struct bt_shape bt_shape;
struct bt_shape {
    bt_shape *next;
    bt_shape_kind kind;
    bt_tone tone;
    int32_t x, y, x2, y2;
    uint32_t handle; /* 0: it cannot be chosen */
    /* 1 + the number of the word of the position that it belongs to; 0: none. What that
     * word becomes if this is chosen (a chip and those after it go, or a place is
     * filled); of a square that chips stand on or in, what the word is now. */
    uint32_t word;
    uint64_t value;
    /* Of a label; of a disc the letter on it; of a square what stands for it in a line
     * of text, where a square without text and a disc with an empty one are left out.
     * NULL: none. */
    const char *text;
};

typedef struct {
    bt_arena arena;
    bt_shape *first, *last;
    size_t count;
    bt_status status;
    /* Set it before anything is drawn, for a picture that is only looked at: then of
     * many heaps some are drawn, no places where a chip can come, and numbers without a
     * look are text. Otherwise everything that a move touches is there. */
    bool brief;
} bt_shapes;

BT_API void bt_shapes_init(bt_shapes *shapes, bt_context *ctx);
BT_API void bt_shapes_free(bt_shapes *shapes);
BT_API BT_MUST_CHECK bt_status bt_shapes_status(const bt_shapes *shapes);

/* Adds a copy. `next` is not looked at, and the text is copied. */
BT_API void bt_shape_add(bt_shapes *shapes, bt_shape shape);
/* A label whose text is formatted as by bt_text_format. */
BT_API void bt_shape_label(bt_shapes *shapes, bt_shape shape, const char *format, ...)
    BT_FORMAT(3, 4);

/* The smallest box that holds all shapes, labels counted as `letter` wide for each of
 * their letters. All 0 where there are none. */
BT_API void bt_shapes_box(const bt_shapes *shapes, int32_t letter, int32_t box[4]);

/* The handles that a move touches. Where it can be chosen in several ways (a pin taken
 * from either end of a row leaves the same), each way has its own handles. */
typedef struct {
    bt_context *ctx;
    uint32_t *handle; /* 0 stands between two ways */
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
