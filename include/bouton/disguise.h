/* SPDX-License-Identifier: MIT
 * Nim in disguise: games whose positions stand for Nim piles, such as the coins on the
 * odd steps of a staircase or the empty squares between two coins. A move makes one
 * pile smaller, as in Nim, or changes no pile, or makes a pile larger; the opponent can
 * undo the last two kinds. Such a rule set says what its piles are and which move gives
 * a pile a new size. The theorem, the winning moves and the explanation then follow. */
#ifndef BOUTON_DISGUISE_H
#define BOUTON_DISGUISE_H

#include <bouton/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bt_disguise {
    size_t size;      /* sizeof(bt_disguise) */
    const char *what; /* what people call a pile: "pile", "step" or "gap" */
    bool odd;         /* the piles are numbered 1, 3, 5, ... instead of 1, 2, 3, ... */
    bool normal_only; /* misere play differs from Nim and is searched */
    /* How many piles there are. */
    size_t (*piles)(const bt_pos *);
    /* The size of pile i. NULL: the piles are the first words of the position. */
    uint64_t (*pile)(const bt_pos *, size_t i);
    /* Shows the move that changes pile i to `size`, if there is one. Returns false if
     * the visitor did, otherwise true. */
    bool (*make)(const bt_game *, bt_pos *, size_t i, uint64_t size, bt_visit *);
    /* Explains what the piles are, and why other moves do not matter. Or NULL. */
    void (*story)(const bt_game *, const bt_pos *, bt_steps *);
    /* Whether a move can make a pile larger now, and whether one may do so later. NULL:
     * neither. */
    void (*growth)(const bt_pos *, bool *now, bool *later);
};

BT_API void bt_disguise_theorem(const bt_game *, const bt_pos *, bt_answer *);
BT_API bool bt_disguise_winning(const bt_game *, bt_pos *, bt_rest rest, bt_visit *);
BT_API void bt_disguise_reason(const bt_game *, const bt_pos *, bt_steps *);

/* The sum of all piles, or UINT64_MAX if it is larger. */
BT_API uint64_t bt_disguise_total(const bt_game *, const bt_pos *);

/* The fields that a disguise fills in, for the initialiser of a bt_rules. */
#define BT_DISGUISE_RULES(nim)                                                         \
    .disguise = &(nim), .theorem = bt_disguise_theorem,                                \
    .winning = bt_disguise_winning, .reason = bt_disguise_reason

#ifdef __cplusplus
}
#endif
#endif
