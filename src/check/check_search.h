/* SPDX-License-Identifier: MIT
 * One question: is there a position that some left machine accepts and no right one? */
#ifndef BOUTON_CHECK_CHECK_SEARCH_H
#define BOUTON_CHECK_CHECK_SEARCH_H

#include "check/check_items.h"

typedef struct {
    bool found;
    bool gave_up; /* more than `most` pairs: nothing is known */
    bool fits;    /* its numbers have 64 bits */
    uint64_t number[2 * BTI_CHECK_VARS];
    uint64_t looked_at;
} bti_witness;

bt_status bti_check_search(bti_question *q, bti_machine *const *left, size_t lefts,
                           bti_machine *const *right, size_t rights, size_t most,
                           bti_witness *out);

#endif
