/* SPDX-License-Identifier: MIT
 * "Did you mean": the known word nearest to a misspelt one. */
#ifndef BOUTON_CORE_NEAREST_H
#define BOUTON_CORE_NEAREST_H

#include <bouton/base.h>

typedef struct {
    bt_span word;
    const char *best; /* NULL while nothing is near enough */
    size_t distance;
} bti_nearest;

void bti_nearest_begin(bti_nearest *near, bt_span word);
void bti_nearest_try(bti_nearest *near, const char *known);

/* Whether both have a part of five letters or more between hyphens in common, but for
 * an s at its end; and whether that part of `word` is all of `known`. */
bool bti_shares_part(bt_span word, const char *known, bool *whole);

#endif
