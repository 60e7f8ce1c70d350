/* SPDX-License-Identifier: MIT
 * Coins on the squares of a board, as shapes: what rules that draw such boards share.
 */
#ifndef BOUTON_RULES_SQUARES_H
#define BOUTON_RULES_SQUARES_H

#include <bouton/rules.h>

static inline int32_t bti_square_at(size_t number)
{
    return BT_SHAPE_UNIT / 2 + BT_SHAPE_UNIT * (int32_t)number;
}

static inline void bti_shape_square(bt_shapes *shapes, size_t column, size_t row,
                                    uint32_t handle, bool empty)
{
    int32_t x = bti_square_at(column), y = bti_square_at(row) - BT_SHAPE_UNIT;
    bt_shape_add(shapes, (bt_shape){.kind = BT_SQUARE,
                                    .tone = BT_TONE_PLACE,
                                    .x = x,
                                    .y = y,
                                    .x2 = x + BT_SHAPE_UNIT,
                                    .y2 = y + BT_SHAPE_UNIT,
                                    .handle = handle,
                                    .text = empty ? "·" : NULL});
}

/* A coin on a square: the square is what is chosen. */
static inline void bti_shape_coin(bt_shapes *shapes, size_t column, size_t row,
                                  bt_tone tone, const char *letter)
{
    bt_shape_add(shapes, (bt_shape){.kind = BT_DISC,
                                    .tone = tone,
                                    .x = bti_square_at(column) + BT_SHAPE_UNIT / 2,
                                    .y = bti_square_at(row) - BT_SHAPE_UNIT / 2,
                                    .x2 = BT_SHAPE_UNIT / 2 - 1,
                                    .text = letter});
}

/* The number of a row, to its left, as wide as `most`; and that of a column, below
 * `rows` rows. */
static inline void bti_shape_row_name(bt_shapes *shapes, size_t row, const char *what,
                                      size_t number, size_t most)
{
    bt_shape_label(shapes,
                   (bt_shape){.tone = BT_TONE_NAME,
                              .y = bti_square_at(row) - BT_SHAPE_UNIT / 2,
                              .x2 = -1},
                   "%s%s%zu", what, number < 10 && most >= 10 ? " " : "", number);
}

static inline void bti_shape_tick(bt_shapes *shapes, size_t column, size_t rows,
                                  uint64_t number)
{
    bt_shape_label(shapes,
                   (bt_shape){.tone = BT_TONE_TICK,
                              .x = bti_square_at(column) + BT_SHAPE_UNIT / 2,
                              .y = bti_square_at(rows) - BT_SHAPE_UNIT / 2},
                   "%llu", (unsigned long long)number);
}

#endif
