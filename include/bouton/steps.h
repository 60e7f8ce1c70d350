/* SPDX-License-Identifier: MIT
 * An explanation: steps in the order a teacher would write them on the board. Each has
 * a kind, a sentence, facts a program can check, and perhaps a grid of binary digits.
 * One source for the terminal, JSON and pictures. Failure sticks, as in bt_text. */
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
    bool list; /* an array even if it has one element */
};

/* Rows of binary digits, most significant first, and a last row of column sums taken
 * modulo `modulus` (2: the nim-sum). */
typedef struct {
    const uint64_t *number; /* the rows */
    const uint64_t *place;  /* which pile, from 1, each row is */
    size_t rows;
    unsigned columns; /* digits: column i from the left stands for 2^(columns-1-i) */
    uint64_t modulus;
    const uint64_t *sum; /* one for each column */
    unsigned lead;       /* the leftmost column whose sum is not 0; `columns`: none */
    uint64_t least;      /* not 0: instead of sums, 1 where so many rows have a 1 */
} bt_grid;

typedef struct bt_step bt_step;
struct bt_step {
    bt_step *next;
    const char *kind;
    const char *text; /* the sentence, made of these: */
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

/* Zeroed room for numbers that lives as long as the explanation; NULL on failure. */
BT_API uint64_t *bt_steps_room(bt_steps *steps, size_t count);

/* Adds a step. The kind is a constant; the sentence is a message (bouton/message.h),
 * whose key and arguments stay with the step. */
BT_API void bt_step_say(bt_steps *steps, const char *kind, const char *key,
                        bt_args args);

/* Facts of the last step; keys are constants, values are copied. */
BT_API void bt_step_number(bt_steps *steps, const char *key, uint64_t number);
BT_API void bt_step_numbers(bt_steps *steps, const char *key, const uint64_t *number,
                            size_t count);
BT_API void bt_step_words(bt_steps *steps, const char *key, bt_span words);
/* The grid of these numbers; place may be NULL: 1, 2, 3, ... */
BT_API void bt_step_grid(bt_steps *steps, const uint64_t *number, const uint64_t *place,
                         size_t rows, uint64_t modulus);

/* The same with a last row that marks the columns with at least so many ones. */
BT_API void bt_step_columns(bt_steps *steps, const uint64_t *number, size_t rows,
                            uint64_t least);
/* What the last row of a grid is: "sum", "2 or more". */
BT_API void bt_grid_put_label(const bt_grid *grid, bt_text *out);

/* The sentences and grids as plain text. */
BT_API void bt_steps_write_text(const bt_steps *steps, bt_text *out);

#ifdef __cplusplus
}
#endif
#endif
