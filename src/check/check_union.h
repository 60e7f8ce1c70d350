/* SPDX-License-Identifier: MIT
 * Sets of positions as automata that read one binary digit after the other, for unions
 * of many machines. */
#ifndef BOUTON_CHECK_CHECK_UNION_H
#define BOUTON_CHECK_CHECK_UNION_H

#include "check/check_search.h"

typedef struct {
    bt_context *ctx;
    size_t vars;
    uint32_t (*next)[2]; /* the first state is 0 */
    uint8_t *turn;       /* which variable comes next; 0: between rounds */
    bool *accept;        /* between rounds */
    size_t states, next_room, turn_room, accept_room;
    size_t budget; /* so many more states may be made */
    bool gave_up;  /* they were not enough: nothing is known */
} bti_union;

/* Nothing is in it. */
bt_status bti_union_begin(bti_union *u, bt_context *ctx, size_t vars, size_t budget);
void bti_union_end(bti_union *u);

/* Adds what the machine accepts. */
bt_status bti_union_add(bti_union *u, bti_question *q, bti_machine *m);
void bti_union_complement(bti_union *u);
/* A shortest position that is not in it. */
bt_status bti_union_missing(const bti_union *u, bti_witness *out);

#endif
