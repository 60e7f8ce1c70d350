/* SPDX-License-Identifier: MIT
 * How much a test repeats itself. gcc's build does all of it. A sanitizer sees a
 * mistake as soon as the code is walked, and takes several times as long: there random
 * rounds are fewer, and what only compares more answers is left to gcc's build.
 * BOUTON_FEW=1 is as short in any build (tools/mutants.mjs begins so), BOUTON_LONG=1 is
 * as long as it can be. */
#ifndef BOUTON_TESTS_EFFORT_H
#define BOUTON_TESTS_EFFORT_H

#include <stdbool.h>
#include <stdlib.h>

enum { EFFORT_FEWER = 8 };

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { EFFORT_SANITIZED = 1 };
#else
enum { EFFORT_SANITIZED = 0 };
#endif

static inline bool effort_is_long(void)
{
    return getenv("BOUTON_LONG") != NULL;
}

static inline bool effort_is_low(void)
{
    return !effort_is_long() && (EFFORT_SANITIZED || getenv("BOUTON_FEW"));
}

/* Random rounds: as many as usual, an eighth of them, or as many as at length. */
static inline unsigned effort_rounds(unsigned usual, unsigned at_length)
{
    if (effort_is_long())
        return at_length;
    return effort_is_low() ? 1 + usual / EFFORT_FEWER : usual;
}

/* The thread sanitizer is there for threads: what runs in one thread, failing
 * allocations above all, the address sanitizer has seen. */
static inline bool effort_is_for_threads(void)
{
#ifdef __SANITIZE_THREAD__
    return !effort_is_long();
#else
    return false;
#endif
}

#endif
