/* SPDX-License-Identifier: MIT
 * How much is done in one way before another is tried. It changes no answer, only the
 * time; tests use it to see every way at work. */
#ifndef BOUTON_CHECK_CHECK_EFFORT_H
#define BOUTON_CHECK_CHECK_EFFORT_H

#include <bouton/certificate.h>

typedef struct {
    size_t pairs;  /* of the search */
    size_t states; /* of the union, the first time */
    size_t nodes;  /* of the strategy, the first time */
    bool won;      /* set: a strategy was found */
} bti_check_effort;

bt_status bti_check_with_effort(bt_arena *arena, bt_span bytes,
                                bti_check_effort *effort, bt_checked *out);

#endif
