/* SPDX-License-Identifier: MIT
 * Marsaglia's xorshift: the same numbers in every run. */
#ifndef BOUTON_TESTS_RANDOM_H
#define BOUTON_TESTS_RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

#endif
