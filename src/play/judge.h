/* SPDX-License-Identifier: MIT
 * What is known about a position while a game is played, and the moves that follow from
 * it: the one that wins soonest, keeps a draw, or resists longest. */
#ifndef BOUTON_PLAY_JUDGE_H
#define BOUTON_PLAY_JUDGE_H

#include "play/game_tree.h"

#include <bouton/explain.h>
#include <bouton/explore.h>

typedef struct {
    bt_context *ctx;
    bt_solver *solver;
    /* All that can be reached from the start, labelled, if it is not too much. */
    bt_explored *explored;
    bt_label *label;
    size_t labels;
    /* So many searches may still come to nothing; then only small ones are made. */
    unsigned tries;
    /* Searches have no bound but the context's: a demonstration may not be wrong. */
    bool thorough;
} bti_judge;

/* For all positions that can be reached from `start`. A thorough judge labels only sums
 * with a graph, where play might go round in circles. */
bt_status bti_judge_init(bti_judge *judge, bt_context *ctx, bt_by by, bool thorough,
                         bt_sum *start);
void bti_judge_free(bti_judge *judge);

/* Before a line is answered: searches may be tried again. */
void bti_judge_refill(bti_judge *judge);

bt_status bti_judge_view(bti_judge *judge, bt_sum *sum, bti_view *view);

/* Within the same bounds, BT_UNABLE beyond them: the moves to P-positions or, if D is
 * wanted, those that keep a draw; and the reason. */
bt_status bti_walk_good(bti_judge *judge, bt_sum *sum, bt_outcome wanted,
                        bt_visit *visit);
bt_status bti_judge_explain(bti_judge *judge, bt_sum *sum, bt_steps *steps);

/* Which move is chosen among those that are as good: splitmix64 from a seed, or NULL,
 * the first one. */
uint64_t bti_random(uint64_t *random);

/* A move as good as any from a position with this view; *found is false where no move
 * is left. */
bt_status bti_best_move(bti_judge *judge, bt_sum *sum, const bti_view *view,
                        uint64_t *random, bti_kept *move, bool *found);
/* Any move, and any that gives away what the position is worth (not found where there
 * is none). Chosen among the first thousand. */
bt_status bti_random_move(bti_judge *judge, bt_sum *sum, uint64_t *random,
                          bti_kept *move, bool *found);
bt_status bti_slip_move(bti_judge *judge, bt_sum *sum, const bti_view *view,
                        uint64_t *random, bti_kept *move, bool *found);

/* How many moves lead to an equally good position, counted up to `most`, and how many
 * there are in all. *more: there may be others. */
bt_status bti_count_moves(bt_sum *sum, size_t most, size_t *count);
bt_status bti_count_good(bti_judge *judge, bt_sum *sum, const bti_view *view,
                         size_t most, size_t *count, bool *more);

#endif
