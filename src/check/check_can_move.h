/* SPDX-License-Identifier: MIT
 * When is there a move at all? */
#ifndef BOUTON_CHECK_CHECK_CAN_MOVE_H
#define BOUTON_CHECK_CHECK_CAN_MOVE_H

#include "check/check_syntax.h"

/* A formula that some numbers after the move satisfy if and only if some satisfy the
 * move; it may be simpler. */
bt_status bti_check_can_move(const bti_certificate *c, size_t move,
                             const bti_check_node **out);

#endif
