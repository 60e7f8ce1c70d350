/* SPDX-License-Identifier: MIT
 * What a solved table holds, for those that make, write and read it. */
#ifndef BOUTON_SOLVE_SOLVED_TABLE_H
#define BOUTON_SOLVE_SOLVED_TABLE_H

#include <bouton/solved.h>

#include "rules/boxes.h"
#include "solve/packed.h"

typedef enum { BTI_SOLVED_BOX = 1, BTI_SOLVED_KEYS = 2 } bti_solved_kind;

struct bt_solved {
    bt_context *ctx;
    const bt_game *game;
    bti_solved_kind kind;
    uint64_t rules_hash;
    bool searched; /* in this run, not read */
    bt_pos root;   /* ordered as the search orders words */
    bt_pos probe;
    uint64_t count; /* of positions */
    bt_box box;
    bti_packing shape;
    uint64_t *key; /* ascending; shape.words for each position, the higher first */
    size_t key_cap;
    unsigned value_bits; /* 1, 2, 4, 8, 16 or 32 */
    uint64_t *value;     /* the values one behind the other, the first lowest */
    size_t value_words;
};

/* An empty table. */
bt_status bti_solved_begin(bt_context *ctx, const bt_game *game, bt_solved **out);

/* Words for `count` values of `bits` bits. */
uint64_t bti_solved_words(uint64_t count, unsigned bits);

/* Is the root a position as these rules write it, in the order of the search, and does
 * the table hold it? */
bt_status bti_solved_check_root(bt_solved *solved, bool *good);

bool bti_solved_is_for(const bt_solved *solved, const bt_game *game);

#endif
