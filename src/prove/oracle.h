/* SPDX-License-Identifier: MIT
 * Single positions of a game, by search: what claims are compared with. */
#ifndef BOUTON_PROVE_ORACLE_H
#define BOUTON_PROVE_ORACLE_H

#include <bouton/solve.h>

typedef struct {
    bt_context *ctx;
    const bt_game *game;
    size_t vars;
    bt_solver *solver;
    bt_part part;
    bt_sum sum;
    uint64_t asked;
    uint64_t looked, most; /* options that were looked at; no more than these */
    bt_game counted;       /* the game with rules that count */
    bt_rules rules;
} bti_oracle;

/* A game from a `.game` text, as bt_game_new makes it of a file. */
BT_MUST_CHECK bt_status bti_game_of_text(bt_context *ctx, const char *name,
                                         bt_span bytes, bt_game **out);

/* Call bti_oracle_end whatever happens. It looks at as many options as it takes until
 * `most` is set; then, beyond, BT_UNABLE. It must stay where it is. */
BT_MUST_CHECK bt_status bti_oracle_begin(bti_oracle *o, bt_context *ctx,
                                         const bt_game *game, size_t vars);
void bti_oracle_end(bti_oracle *o);

/* x must be a position. */
BT_MUST_CHECK bt_status bti_oracle_solve(bti_oracle *o, const uint64_t *x,
                                         bt_verdict *out);

/* Calls show(arg, option) for every option, until it fails. */
BT_MUST_CHECK bt_status bti_oracle_options(bti_oracle *o, const uint64_t *x,
                                           bt_status (*show)(void *arg,
                                                             const uint64_t *option),
                                           void *arg);

/* Is a search from here sure to be short? At most `most` positions lie below it in all
 * variables. */
bool bti_oracle_is_near(const uint64_t *x, size_t vars, uint64_t most);

#endif
