/* SPDX-License-Identifier: MIT
 * Who wins, what the Grundy value is and which moves win, for one position or a sum. */
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

/* A sum of positions; a position alone is a sum of one part. All parts are played under
 * the same convention, normal or misere. Walks over moves edit positions in place and
 * restore them. A sum begins as {0}. */
typedef struct {
    bt_part *part;
    size_t n, cap;
} bt_sum;

/* Reads a position and adds it as a part. After a failure the sum is as it was. The
 * game must outlive the sum. */
BT_API BT_MUST_CHECK bt_status bt_sum_add(bt_context *ctx, bt_sum *sum,
                                          const bt_game *game, bt_span position);
/* The same from numbers: the words that positions of the game have, which sum->part[i]
 * .pos.x shows. Every position is taken back from its words, and what is not a position
 * is refused with a sentence. */
BT_API BT_MUST_CHECK bt_status bt_sum_add_words(bt_context *ctx, bt_sum *sum,
                                                const bt_game *game,
                                                const uint64_t *words, size_t count);
/* Copies all parts into `to`, which must be {0}. */
BT_API BT_MUST_CHECK bt_status bt_sum_copy(bt_context *ctx, bt_sum *to,
                                           const bt_sum *from);
BT_API void bt_sum_free(bt_context *ctx, bt_sum *sum);

/* Writes the positions of all parts with " + " between them. */
BT_API void bt_sum_print(bt_text *out, const bt_sum *sum);

/* Makes a move; BT_DOMAIN if it is not a move of this position. The move comes from a
 * walk over a copy of the sum, or from bt_moves_next. */
BT_API BT_MUST_CHECK bt_status bt_sum_play(bt_context *ctx, bt_sum *sum,
                                           const bt_move *move);

/* Writes a move in words; in a sum this includes the part in which it is made. */
BT_API void bt_say_move(bt_text *out, const bt_sum *sum, const bt_move *move);

typedef enum {
    BT_BY_ANY,     /* a theorem if there is one, otherwise search */
    BT_BY_THEOREM, /* only theorems: BT_UNABLE if none applies */
    BT_BY_SEARCH,  /* no theorem about the rules; normal play splits sums and heaps */
    BT_BY_PLAIN,   /* the reference: one search over whole positions, nothing split */
    BT_BY_TABLE    /* only in verdicts: looked up in a solved table */
} bt_by;

/* If play can go on for ever, the Grundy value in normal play (Smith 1966, Fraenkel and
 * Perl 1975) is a number, or infinity with a set K: the values of those options whose
 * value is a number. With infinity the position is N if 0 is in K, otherwise a draw. */
typedef struct {
    bt_outcome outcome;
    bool has_grundy;
    uint64_t grundy; /* normal play only */
    bt_by by;        /* where the answer is from: BT_BY_THEOREM, _SEARCH or _TABLE */
    bool infinite;   /* the value is infinity, with K = infinity[] in ascending order */
    const uint64_t *infinity; /* valid until the solver is asked again */
    size_t infinity_count;
    bool has_remoteness; /* after how many moves play ends if the winner ends it as soon
                            and the loser as late as possible; for graph rules */
    uint64_t remoteness;
} bt_verdict;

typedef struct bt_solver bt_solver;

/* A solver remembers what it has searched and uses it in later calls. The games must
 * outlive it. */
BT_API BT_MUST_CHECK bt_status bt_solver_new(bt_context *ctx, bt_by by,
                                             bt_solver **out);
BT_API void bt_solver_free(bt_solver *solver); /* NULL is fine */
BT_API bt_by bt_solver_by(const bt_solver *solver);

/* From now on, a question that needs more than most_positions new positions fails with
 * BT_UNABLE; 0: no limit. Positions are counted instead of time, so that every machine
 * gives the same answer. */
BT_API void bt_solver_limit(bt_solver *solver, uint64_t most_positions);

BT_API BT_MUST_CHECK bt_status bt_solve(bt_solver *solver, bt_sum *sum,
                                        bt_verdict *out);

/* Shows every move, part by part, in the order of `options`. */
BT_API BT_MUST_CHECK bt_status bt_walk_moves(bt_sum *sum, bt_visit *visit);

/* Shows the moves to P-positions in the same order, each P-position once. The visitor
 * must not use this solver during the walk. */
BT_API BT_MUST_CHECK bt_status bt_walk_winning(bt_solver *solver, bt_sum *sum,
                                               bt_visit *visit);

/* Shows the moves that keep a draw, from D to D. There are none if play always ends. */
BT_API BT_MUST_CHECK bt_status bt_walk_drawing(bt_solver *solver, bt_sum *sum,
                                               bt_visit *visit);

/* Calls bt_solve and then, if the outcome is N, bt_walk_winning, but does the work that
 * they share only once. *out is complete before the first move is shown. */
BT_API BT_MUST_CHECK bt_status bt_solve_and_walk(bt_solver *solver, bt_sum *sum,
                                                 bt_verdict *out, bt_visit *visit);

/* Whether no move is left. */
BT_API BT_MUST_CHECK bt_status bt_terminal(bt_sum *sum, bool *terminal);

/* The same walks as a list, for a loop instead of a visitor:
 *
 *     for (const bt_move *m; (m = bt_moves_next(moves)) != NULL;) ...
 *
 * A move is valid until the next one. The list keeps its own copy of the sum. */
typedef enum { BT_ALL_MOVES, BT_WINNING_MOVES, BT_DRAWING_MOVES } bt_which_moves;
typedef struct bt_moves bt_moves;
/* For BT_ALL_MOVES the solver may be NULL. */
BT_API BT_MUST_CHECK bt_status bt_moves_new(bt_context *ctx, bt_solver *solver,
                                            const bt_sum *sum, bt_which_moves which,
                                            bt_moves **out);
BT_API const bt_move *bt_moves_next(bt_moves *moves); /* NULL: no more */
BT_API size_t bt_moves_count(const bt_moves *moves);
BT_API bool bt_moves_more(const bt_moves *moves); /* the list may not be complete */
BT_API void bt_moves_free(bt_moves *moves);       /* NULL is fine */

#ifdef __cplusplus
}
#endif
#endif
