/* SPDX-License-Identifier: MIT
 * Nim in disguise: games whose positions stand for Nim piles, such as the coins on the
 * odd steps of a staircase or the empty squares between two coins. A move makes one
 * pile smaller, as in Nim, or changes no pile, or makes a pile larger; the opponent can
 * undo the last two kinds. Such a rule set says what its piles are and which move gives
 * a pile a new size. The theorem, the winning moves and the explanation then follow.
 *
 * Another game in disguise: the piles are heaps of the game `as`. There a move may also
 * break a pile, as in Kayles. All that is known about heaps of that game is then known
 * about the drawn position. examples/rules/skittles.c is such a game. */
#ifndef BOUTON_DISGUISE_H
#define BOUTON_DISGUISE_H

#include <bouton/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bt_disguise {
    size_t size;       /* sizeof(bt_disguise) */
    const char *what;  /* what people call a pile: "pile", "step" or "gap" */
    const char *whats; /* several of them: "steps"; NULL: "piles" */
    bool odd;          /* the piles are numbered 1, 3, 5, ... instead of 1, 2, 3, ... */
    bool normal_only;  /* misere play differs from Nim and is searched */
    /* How many piles there are. */
    size_t (*piles)(const bt_pos *);
    /* The size of pile i. NULL: the piles are the first words of the position. */
    uint64_t (*pile)(const bt_pos *, size_t i);
    /* Without `as`: shows the move that changes pile i to `size`, if there is one.
     * Returns false if the visitor did, otherwise true. */
    bool (*make)(const bt_game *, bt_pos *, size_t i, uint64_t size, bt_visit *);
    /* Explains what the piles are, and why other moves do not matter. Or NULL. */
    void (*story)(const bt_game *, const bt_pos *, bt_steps *);
    /* Whether a move can make a pile larger now, and whether one may do so later. NULL:
     * neither. */
    void (*growth)(const bt_pos *, bool *now, bool *later);
    /* The game whose heaps the piles are, such as "kayles" or "subtraction:1,2",
     * without a play; NULL: Nim. Its positions must be sums of heaps (BT_HEAPS), with
     * theorem, winning and reason. Every move turns one pile into heaps that a move of
     * that game leaves of it, and each of its moves can be made; so `growth` is not for
     * it. In misere play as much is known as about that game: nothing is inferred. */
    const char *as;
    /* With `as`, instead of `make`: shows every move that leaves these heaps of pile i,
     * none of them empty; no heap at all if the whole pile goes. */
    bool (*leave)(const bt_game *, bt_pos *, size_t i, const uint64_t *heap,
                  size_t heaps, bt_visit *);
};

BT_API void bt_disguise_theorem(const bt_game *, const bt_pos *, bt_answer *);
BT_API bool bt_disguise_winning(const bt_game *, bt_pos *, bt_rest rest, bt_visit *);
BT_API void bt_disguise_reason(const bt_game *, const bt_pos *, bt_steps *);

/* For games without other moves: every move of every pile, by `make` or `leave`; and an
 * upper bound on the number of moves left. */
BT_API bool bt_disguise_options(const bt_game *, bt_pos *, bt_visit *);
BT_API bool bt_disguise_rank(const bt_game *, const bt_pos *, uint64_t *moves);

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
