/* SPDX-License-Identifier: MIT
 * The rules of a game as automata: what proofs about it are made of. */
#ifndef BOUTON_PROVE_THEORY_H
#define BOUTON_PROVE_THEORY_H

#include "prove/rule_parts.h"
#include "rules/game_rules.h"

/* Everything here is a set of positions, or (a move) a relation between positions and
 * what comes after them, whose tracks are the primed variables. */
typedef struct {
    bt_context *ctx;
    bti_automata m;
    const bti_game_file *file;
    bool misere;
    size_t vars, rules;
    bti_dfa *position; /* all tuples without a line `position` */
    bti_dfa **move;    /* of each rule, from positions only */
    /* In digits that are neither binary nor Fibonacci, each rule in parts; move[] then
     * has all its moves and perhaps more: those of which every changed number alone
     * changes as the rule allows. NULL otherwise. */
    bti_pool *pool;
    bti_dfa *movable; /* the positions that have an option: not terminal */
} bti_theory;

/* Of a game from a `.game` file or text, which must outlive the theory. Call
 * bti_theory_end whatever happens. */
BT_MUST_CHECK bt_status bti_theory_begin(bti_theory *t, bt_context *ctx,
                                         const bt_game *game);
void bti_theory_end(bti_theory *t);

/* The positions of which `formula` is true. */
BT_MUST_CHECK bt_status bti_theory_set(bti_theory *t, const bti_node *formula,
                                       bti_dfa **out);

/* BT_DOMAIN if `formula` is undefined at some position (formula/formula_defined.h). */
BT_MUST_CHECK bt_status bti_theory_check(bti_theory *t, const bti_node *formula,
                                         const bti_formula_text *from);

/* Positions from which rule `rule` has an option in `set`. */
BT_MUST_CHECK bt_status bti_theory_into(bti_theory *t, size_t rule, const bti_dfa *set,
                                        bti_dfa **out);
/* The same for all rules; into[] has room for t->rules, all NULL after a failure. */
BT_MUST_CHECK bt_status bti_theory_into_all(bti_theory *t, const bti_dfa *set,
                                            bti_dfa **into);
void bti_theory_free_all(bti_theory *t, bti_dfa **into);

/* The least option (of least total) of `position` by `rule` that lies in `set`. */
BT_MUST_CHECK bt_status bti_theory_least_option(bti_theory *t, size_t rule,
                                                const bti_dfa *set,
                                                const uint64_t *position,
                                                uint64_t *option, bool *found);

/* An array of automata, all NULL. */
BT_MUST_CHECK bt_status bti_dfa_row_new(bt_context *ctx, size_t count, bti_dfa ***out);
void bti_dfa_row_free(bt_context *ctx, bti_dfa **row, size_t count);

#endif
