/* SPDX-License-Identifier: MIT
 * 64-bit arithmetic that says when it does not fit: true and a result, or false. */
#ifndef BOUTON_CORE_ARITH_H
#define BOUTON_CORE_ARITH_H

#include <stdbool.h>
#include <stdint.h>

static inline bool bti_add(uint64_t a, uint64_t b, uint64_t *sum)
{
    *sum = a + b;
    return *sum >= a;
}

static inline bool bti_mul(uint64_t a, uint64_t b, uint64_t *product)
{
    *product = a * b;
    return a == 0 || b <= UINT64_MAX / a;
}

static inline uint64_t bti_min(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint32_t bti_lowest_bit(uint64_t x) /* x is not 0 */
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(x);
#else
    uint32_t i = 0;
    while ((x >> i & 1) == 0)
        i++;
    return i;
#endif
}

#endif
