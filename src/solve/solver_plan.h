/* SPDX-License-Identifier: MIT
 * How a solver answers its question: shared by solver.c, which makes the plan and the
 * verdict, and solver_walk.c, which walks the moves. Begin with solver.c. */
#ifndef BOUTON_SOLVE_SOLVER_PLAN_H
#define BOUTON_SOLVE_SOLVER_PLAN_H

#include <bouton/solved.h>

#include "solve/kept_searches.h"

typedef struct {
    bool known; /* the Grundy value is, and for misere play that the part is tame */
    bool searched, looked_up, firm;
    bool infinite; /* the value is infinity with the set of node `at` */
    uint64_t grundy;
    const bti_labelled *labelled; /* where the value came from labels */
    uint32_t at;
    bti_heap_table *table; /* where the value came from heap by heap */
    size_t firm_heaps;     /* then: how many have a value of 2 or more */
} bti_part_value;

/* The ways of solver.c. */
typedef enum { LOOKED_UP, ALONE, LABELS, VALUES, WHOLE } bti_way;

/* How the last question is answered. What is asked about it next, such as its winning
 * moves, goes the same way, and no theorem is asked twice. */
typedef struct {
    bool made;
    uint64_t gone; /* of what is kept, when it was made: it points into that */
    bti_way chosen;
    bt_answer answer;      /* of the theorem, for the way ALONE */
    bti_part_value *value; /* of the parts, for the way VALUES */
    size_t value_cap;
    bt_pos question; /* game, number of words and words of every part */
} bti_plan;

struct bt_solver {
    bt_context *ctx;
    bt_by by;
    bti_searches kept;
    bti_plan plan;
    bt_pos infinity;   /* the set of the last verdict */
    bt_solved *solved; /* or NULL */
    uint64_t most;     /* new positions a question, or UINT64_MAX */
};

/* As bti_memo_value, by search. */
bt_status bti_searched_value(bt_solver *s, const bt_part *part, size_t parts,
                             uint64_t most_positions, uint64_t *value);
bool bti_uses_theorems(const bt_solver *s);
bool bti_uses_only_theorems(const bt_solver *s);
bt_answer bti_ask_theorem(const bt_solver *s, const bt_part *part);
bt_status bti_value_of_part(bt_solver *s, bt_part *part, bt_answer answer,
                            bti_part_value *out);
bt_play bti_play_of(const bt_sum *sum);
/* Of a sum of numbers with this nim-sum. */
bt_outcome bti_outcome_of(bt_play play, uint64_t nim_sum, bool firm);
/* Everything but part `except`. */
bt_rest bti_rest_of(const bt_solver *s, const bt_sum *sum, size_t except);
/* The sum of a value that is not a number and of numbers with this nim-sum. */
bt_outcome bti_outcome_beside_infinite(const bti_part_value *value, uint64_t nim_sum);
bt_status bti_labels_of(bt_solver *s, bt_sum *sum, bti_labelled **labelled,
                        uint32_t *at);

/* The moves of the sum that was planned which lead to `wanted`, P or D. */
bt_status bti_walk_by_plan(bt_solver *s, bt_sum *sum, bt_outcome wanted,
                           bt_visit *show);

#endif
