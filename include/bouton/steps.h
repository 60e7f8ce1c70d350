/* SPDX-License-Identifier: MIT
 * An explanation is a list of steps, in the order in which a teacher would write them
 * on the board. A step has a kind, a sentence, facts that a program can check, and
 * perhaps a grid of binary digits. The terminal, JSON and pictures all show the same
 * steps. After a failure nothing more is added, as in bt_text. */
#ifndef BOUTON_STEPS_H
#define BOUTON_STEPS_H

#include <bouton/text.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bt_fact bt_fact;
struct bt_fact {
    bt_fact *next;
    const char *key;
    const char *words; /* NULL: numbers */
    const uint64_t *number;
    size_t numbers;
    bool list; /* in JSON an array even if it has one element */
};

/* Rows of binary digits, the most significant first, and a last row with the sum of
 * each column modulo `modulus`. If that is 2, the last row is the nim-sum. */
typedef struct {
    const uint64_t *number; /* the rows */
    const uint64_t *place;  /* the number of the pile in each row, from 1 */
    size_t rows;
    unsigned columns; /* digits: column i from the left stands for 2^(columns-1-i) */
    uint64_t modulus;
    const uint64_t *sum; /* of each column */
    unsigned lead;       /* the leftmost column whose sum is not 0, or `columns` */
    uint64_t least;      /* 0, or: `sum` has a 1 where at least this many rows do */
} bt_grid;

typedef struct bt_step bt_step;
struct bt_step {
    bt_step *next;
    const char *kind;
    const char *text; /* the sentence, which is made of `key` and `args` */
    const char *key;
    bt_args args;
    bt_fact *facts, *last_fact;
    const bt_grid *grid; /* or NULL */
};

typedef struct {
    bt_arena arena;
    bt_step *first, *last;
    size_t count;
    bt_status status;
} bt_steps;

BT_API void bt_steps_init(bt_steps *steps, bt_context *ctx);
BT_API void bt_steps_free(bt_steps *steps);
BT_API BT_MUST_CHECK bt_status bt_steps_status(const bt_steps *steps);

/* Room for numbers, all 0, that lasts as long as the explanation; NULL on failure. */
BT_API uint64_t *bt_steps_room(bt_steps *steps, size_t count);

/* Adds a step. The kind is a constant. The sentence is a message (bouton/message.h);
 * the step keeps its key and a copy of its arguments. */
BT_API void bt_step_say(bt_steps *steps, const char *kind, const char *key,
                        bt_args args);

/* Adds a fact to the last step. Keys are constants; values are copied. */
BT_API void bt_step_number(bt_steps *steps, const char *key, uint64_t number);
BT_API void bt_step_numbers(bt_steps *steps, const char *key, const uint64_t *number,
                            size_t count);
BT_API void bt_step_words(bt_steps *steps, const char *key, bt_span words);
/* Gives the last step a grid of these numbers. place NULL: the rows are 1, 2, 3, ... */
BT_API void bt_step_grid(bt_steps *steps, const uint64_t *number, const uint64_t *place,
                         size_t rows, uint64_t modulus);

/* The same, but the last row marks the columns with at least `least` ones. */
BT_API void bt_step_columns(bt_steps *steps, const uint64_t *number, size_t rows,
                            uint64_t least);
/* Writes the label of the last row of a grid: "sum" or "2 or more". */
BT_API void bt_grid_put_label(const bt_grid *grid, bt_text *out);

/* Writes the sentences and grids as plain text. */
BT_API void bt_steps_write_text(const bt_steps *steps, bt_text *out);

#ifdef __cplusplus
}
#endif
#endif
