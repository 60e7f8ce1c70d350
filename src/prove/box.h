/* SPDX-License-Identifier: MIT
 * All positions of a box of numbers, P or not. */
#ifndef BOUTON_PROVE_BOX_H
#define BOUTON_PROVE_BOX_H

#include "prove/theory.h"

typedef struct bti_proof_box bti_proof_box;

/* *out is NULL when some move raises a variable, or moves are known in parts only
 * (theory.h): then there are no boxes. Solves no
 * more than `most` positions and moves in all. */
BT_MUST_CHECK bt_status bti_box_new(bti_theory *t, uint64_t most, bti_proof_box **out);
void bti_box_free(bti_proof_box *b); /* NULL is fine */

/* Makes it the box of all positions whose numbers are below bound[]. */
BT_MUST_CHECK bt_status bti_box_fit(bti_proof_box *b, const uint64_t *bound);

/* Whether x is a P-position, or BTI_BEYOND the box. */
typedef enum { BTI_BOX_NOT_P, BTI_BOX_P, BTI_BEYOND } bti_box_label;
bti_box_label bti_box_look(const bti_proof_box *b, const uint64_t *x);

/* The same in a box that grows: beyond only if it would be too large. */
BT_MUST_CHECK bt_status bti_box_ask(bti_proof_box *b, const uint64_t *x,
                                    bti_box_label *out);

uint64_t bti_box_looked(const bti_proof_box *b); /* at so many positions and moves */

#endif
