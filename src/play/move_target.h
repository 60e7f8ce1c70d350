/* SPDX-License-Identifier: MIT
 * The move that leads to a given position, if there is one. */
#ifndef BOUTON_PLAY_MOVE_TARGET_H
#define BOUTON_PLAY_MOVE_TARGET_H

#include "play/judge.h"
#include "play/refusal.h"

typedef enum { BTI_A_MOVE, BTI_NO_MOVE, BTI_TOO_MANY_MOVES } bti_found;

/* A whole position from its text, part by part between plus signs: any, or one with as
 * many numbers as `like`. */
bt_status bti_read_start(bt_context *ctx, const bt_sum *like, bt_span text,
                         bt_sum *target);
bt_status bti_read_position(bt_context *ctx, const bt_sum *like, bt_span text,
                            bti_asker asker, bt_sum *target);
/* `target` is a sum of the same games. */
bt_status bti_find_move(bti_judge *judge, bt_sum *sum, const bt_sum *target,
                        bti_kept *move, bti_found *found);

#endif
