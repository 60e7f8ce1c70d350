/* SPDX-License-Identifier: MIT
 * Numbers that grow in the moves: why a search does not end. */
#ifndef BOUTON_SOLVE_GROWTH_H
#define BOUTON_SOLVE_GROWTH_H

#include <bouton/solve.h>

/* What a search says when it ran out of memory after `positions`: the sentence `plain`
 * with {limit} and {positions} or, where the numbers of `now` have a larger total than
 * those of `from`, the sentence `growing`, which also has {from} and {to}. Either
 * position may be NULL: then it is the plain one. Allocates nothing, because nothing is
 * left. */
BT_MUST_CHECK bt_status bti_fail_full(bt_context *ctx, const char *plain,
                                      const char *growing, uint64_t positions,
                                      const bt_pos *from, const bt_pos *now);
/* The two sentences of a search, for it. */
extern const char bti_search_is_full[], bti_growing_search_is_full[];

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
