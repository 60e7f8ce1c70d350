/* SPDX-License-Identifier: MIT
 * What the searches say when a position comes back to itself: they are made for play
 * that ends. The solver then explores and labels instead. */
#ifndef BOUTON_SOLVE_LOOPY_H
#define BOUTON_SOLVE_LOOPY_H

#include <bouton/context.h>

/* A status of this layer only; the context says BT_UNABLE. */
#define BTI_LOOPY ((bt_status)-100)

static inline bt_status bti_fail_loopy(bt_context *ctx)
{
    bt_fail(ctx, BT_UNABLE, "play can go on for ever: a position comes back to itself",
            BT_NO_ARGS);
    return BTI_LOOPY;
}

#endif
