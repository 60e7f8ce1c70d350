/* SPDX-License-Identifier: MIT
 * Is a position P? By search, as little of it as possible. */
#ifndef BOUTON_PROVE_OUTCOMES_H
#define BOUTON_PROVE_OUTCOMES_H

#include <bouton/rules.h>

typedef struct bti_outcomes bti_outcomes;

/* Gives up with BT_UNABLE when more than `most` options were looked at in all. Play
 * must end. */
BT_MUST_CHECK bt_status bti_outcomes_new(bt_context *ctx, const bt_game *game,
                                         size_t vars, uint64_t most,
                                         bti_outcomes **out);
void bti_outcomes_free(bti_outcomes *o); /* NULL is fine */

BT_MUST_CHECK bt_status bti_outcomes_ask(bti_outcomes *o, const uint64_t *x,
                                         bool *is_p);
uint64_t bti_outcomes_looked(const bti_outcomes *o); /* at so many options */

#endif
