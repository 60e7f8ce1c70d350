/* SPDX-License-Identifier: MIT
 * All values of a box, by one ascending sweep. */
#ifndef BOUTON_SOLVE_SWEEP_H
#define BOUTON_SOLVE_SWEEP_H

#include "rules/boxes.h"

typedef struct bti_sweep bti_sweep;

/* Bytes for each value of such a box: 1, 2 or 4; 0 when its values could be too large.
 */
unsigned bti_sweep_width(const bt_box *box);

/* Solves the whole box, for rules with box_options, on up to bt_threads(ctx) threads.
 * What a smaller box of the same game knows (`known`, or NULL) is taken over; words
 * that it does not have are 0 there. */
bt_status bti_sweep_new(bt_context *ctx, const bt_game *game, const bt_box *box,
                        const bti_sweep *known, bti_sweep **out);
void bti_sweep_free(bti_sweep *sweep); /* NULL is fine */

/* Whether such a box is solved once for all orders of the same numbers. */
bool bti_sweep_spreads(const bt_game *game, const bt_box *box);

const bt_box *bti_sweep_box(const bti_sweep *sweep);

/* Normal play: the Grundy value. Misere: 0 for P, 1 for N. index < box->size */
uint32_t bti_sweep_at(const bti_sweep *sweep, uint64_t index);

/* The index of a position; false when the box does not hold it. */
bool bti_box_index(const bt_box *box, const bt_pos *pos, uint64_t *index);

#endif
