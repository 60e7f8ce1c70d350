/* SPDX-License-Identifier: MIT
 * Numbers that grow in the moves: why a search does not end. */
#ifndef BOUTON_SOLVE_GROWTH_H
#define BOUTON_SOLVE_GROWTH_H

#include <bouton/solve.h>

typedef struct {
    char text[160];
} bti_growth;

/* "; the numbers grow: from 2,3 play came to 2,90000", or nothing if the total of `now`
 * is not larger. For a search that ran out of memory: allocates nothing, for there is
 * nothing left. */
const char *bti_say_growth(bti_growth *growth, const bt_pos *from, const bt_pos *now);

/* Stops a search that made as many positions as the context's growth limit when a new
 * position still has a larger number than all before. Games that say why play ends, by
 * a bound on its length or a line `rank`, are not watched. */
typedef struct {
    bt_context *ctx;
    const bt_part *root; /* of parts */
    size_t parts;
    uint64_t stop_at, largest;
} bti_growth_watch;

/* For a question about `root`, which stays while it is watched, when `positions` are
 * known already. */
void bti_growth_begin(bti_growth_watch *w, bt_context *ctx, const bt_part *root,
                      size_t parts, uint64_t positions);
/* A new position, of which this is a part; now there are `positions`. */
BT_MUST_CHECK bt_status bti_growth_look(bti_growth_watch *w, size_t part,
                                        const bt_pos *pos, uint64_t positions);

#endif
