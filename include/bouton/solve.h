/* SPDX-License-Identifier: MIT
 * Who wins, with what Grundy value, by which moves: for one position or a sum. */
#ifndef BOUTON_SOLVE_H
#define BOUTON_SOLVE_H

#include <bouton/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    const bt_game *game;
    bt_pos pos;
} bt_part;

/* One position is a sum of one part. All parts have the same play. Positions are edited
 * in place while moves are walked and are restored. Begins as {0}. */
typedef struct {
    bt_part *part;
    size_t n, cap;
} bt_sum;

/* Reads a position and adds it as a part; a failure leaves the sum as it was. The game
 * must outlive the sum. */
BT_API BT_MUST_CHECK bt_status bt_sum_add(bt_context *ctx, bt_sum *sum,
                                          const bt_game *game, bt_span position);
/* The same from numbers: the words that positions of the game have, which sum->part[i]
 * .pos.x shows. Every position is taken back from its words, and what is not a position
 * is refused with a sentence. */
BT_API BT_MUST_CHECK bt_status bt_sum_add_words(bt_context *ctx, bt_sum *sum,
                                                const bt_game *game,
                                                const uint64_t *words, size_t count);
/* A copy of all parts in `to`, which is {0} before. */
BT_API BT_MUST_CHECK bt_status bt_sum_copy(bt_context *ctx, bt_sum *to,
                                           const bt_sum *from);
BT_API void bt_sum_free(bt_context *ctx, bt_sum *sum);

/* The positions of all parts, with " + " between them. */
BT_API void bt_sum_print(bt_text *out, const bt_sum *sum);

/* Makes a move of this very position; BT_DOMAIN if it is none. The move comes from a
 * walk over a copy of the sum, or from bt_moves_next. */
BT_API BT_MUST_CHECK bt_status bt_sum_play(bt_context *ctx, bt_sum *sum,
                                           const bt_move *move);

/* A move in words; in a sum also in which part. */
BT_API void bt_say_move(bt_text *out, const bt_sum *sum, const bt_move *move);

typedef enum {
    BT_BY_ANY,     /* a theorem where there is one, otherwise search */
    BT_BY_THEOREM, /* only theorems: BT_UNABLE where none reaches */
    BT_BY_SEARCH, /* no theorem about the rules; sums and heaps are split in normal play
                   */
    BT_BY_PLAIN,  /* the reference: one memo search over whole positions, nothing split
                   */
    BT_BY_TABLE   /* only in verdicts: looked up in a solved table that was read */
} bt_by;

/* In normal play a position where play can go on for ever has a Grundy value (Smith
 * 1966, Fraenkel and Perl 1975) that is a number or infinity with a set K, the values
 * of its options that are numbers: then it is N when 0 is in K, otherwise a draw. */
typedef struct {
    bt_outcome outcome;
    bool has_grundy;
    uint64_t grundy; /* normal play only */
    bt_by by; /* what gave the answer: BT_BY_THEOREM, BT_BY_SEARCH or BT_BY_TABLE */
    bool infinite;            /* the value is infinity with K = infinity[], ascending */
    const uint64_t *infinity; /* the solver's, until it is asked again */
    size_t infinity_count;
    bool has_remoteness; /* how many moves play lasts if the winner wants it to end soon
                            and the loser late; known for graph rules */
    uint64_t remoteness;
} bt_verdict;

typedef struct bt_solver bt_solver;

/* A solver keeps what it has searched for the next call; games must outlive it. */
BT_API BT_MUST_CHECK bt_status bt_solver_new(bt_context *ctx, bt_by by,
                                             bt_solver **out);
BT_API void bt_solver_free(bt_solver *solver); /* NULL is fine */
BT_API bt_by bt_solver_by(const bt_solver *solver);

/* From now on a question that needs more than so many new positions (0: any number) is
 * BT_UNABLE. Positions are counted and not time, so that every machine answers alike.
 */
BT_API void bt_solver_limit(bt_solver *solver, uint64_t most_positions);

BT_API BT_MUST_CHECK bt_status bt_solve(bt_solver *solver, bt_sum *sum,
                                        bt_verdict *out);

/* Every move, part by part, in the order of `options`. */
BT_API BT_MUST_CHECK bt_status bt_walk_moves(bt_sum *sum, bt_visit *visit);

/* The moves to P-positions, in the same order, each target once. The visitor must not
 * use this solver meanwhile. */
BT_API BT_MUST_CHECK bt_status bt_walk_winning(bt_solver *solver, bt_sum *sum,
                                               bt_visit *visit);

/* The moves that keep a draw: from D to D. None where play always ends. */
BT_API BT_MUST_CHECK bt_status bt_walk_drawing(bt_solver *solver, bt_sum *sum,
                                               bt_visit *visit);

/* bt_solve and then, when the outcome is N, bt_walk_winning, with the work they share
 * done once. *out is complete before the first move is shown. */
BT_API BT_MUST_CHECK bt_status bt_solve_and_walk(bt_solver *solver, bt_sum *sum,
                                                 bt_verdict *out, bt_visit *visit);

BT_API BT_MUST_CHECK bt_status bt_terminal(bt_sum *sum, bool *terminal);

/* The same walks as a list, for loops without a visitor:
 *
 *     for (const bt_move *m; (m = bt_moves_next(moves)) != NULL;) ...
 *
 * A move is valid until the next one. The list keeps its own copy of the sum. */
typedef enum { BT_ALL_MOVES, BT_WINNING_MOVES, BT_DRAWING_MOVES } bt_which_moves;
typedef struct bt_moves bt_moves;
/* solver may be NULL for BT_ALL_MOVES. */
BT_API BT_MUST_CHECK bt_status bt_moves_new(bt_context *ctx, bt_solver *solver,
                                            const bt_sum *sum, bt_which_moves which,
                                            bt_moves **out);
BT_API const bt_move *bt_moves_next(bt_moves *moves); /* NULL: no more */
BT_API size_t bt_moves_count(const bt_moves *moves);
BT_API bool bt_moves_more(const bt_moves *moves); /* there may be others */
BT_API void bt_moves_free(bt_moves *moves);       /* NULL is fine */

#ifdef __cplusplus
}
#endif
#endif
