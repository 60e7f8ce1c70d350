/* SPDX-License-Identifier: MIT
 * The copycat strategy: a position of equal pairs is lost in normal play if play ends,
 * because every move in one of a pair can be made in the other. */
#ifndef BOUTON_EXPLAIN_COPYCAT_H
#define BOUTON_EXPLAIN_COPYCAT_H

#include <bouton/solve.h>

enum { BTI_TWINS_MOST = 64 };

/* A summand of the position: a heap, or a whole part whose rules do not split it. */
typedef struct {
    size_t part;
    size_t word;    /* which heap of the part; BTI_WHOLE: all of it */
    size_t partner; /* its equal; BTI_NO_PARTNER: none */
} bti_twin;

#define BTI_WHOLE SIZE_MAX
#define BTI_NO_PARTNER SIZE_MAX

typedef struct {
    bti_twin twin[BTI_TWINS_MOST];
    size_t n;      /* summands in which a move may be left */
    size_t single; /* the last one without a partner */
    size_t singles;
} bti_copycat;

/* Pairs equal summands. False where copying proves nothing: misere play, play that may
 * go on for ever (or is not known to end), more summands than can be looked at. */
bt_status bti_copycat_find(bt_context *ctx, bt_sum *sum, bti_copycat *out, bool *valid);

/* The summand in which a move was made. */
const bti_twin *bti_copycat_moved(const bti_copycat *c, const bt_move *move);

/* Makes the same move in the partner of `moved`, with the words after it, or takes it
 * back with those before it. */
void bti_copycat_put(const bti_copycat *c, const bti_twin *moved, const bt_move *move,
                     const uint64_t *words, bt_sum *sum);

#endif
