/* SPDX-License-Identifier: MIT
 * RULES POSITION [+ RULES POSITION]... from the words of a call. */
#ifndef BOUTON_COMMANDS_PARTS_H
#define BOUTON_COMMANDS_PARTS_H

#include "commands/call.h"

/* Games and positions that belong to a call. */
typedef struct {
    bt_sum sum;
    bt_game **game;
    size_t games, cap;
    bool chosen; /* some position was not given and chosen here */
} bti_parts;

bt_status bti_parts_read(bti_call *call, bti_parts *out);
/* The same, but a missing position is the first example of its rules. */
bt_status bti_parts_read_start(bti_call *call, bti_parts *out);
void bti_parts_free(bti_call *call, bti_parts *parts);

#endif
