/* SPDX-License-Identifier: MIT
 * Hashing for tables in memory. Nothing rests on it: equal hashes are always followed
 * by an exact comparison. */
#ifndef BOUTON_CORE_HASH_H
#define BOUTON_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The finaliser of splitmix64 (Steele, Lea, Flood 2014): a bijection that mixes well.
 */
static inline uint64_t bti_mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    x ^= x >> 31;
    return x;
}

uint64_t bti_hash_bytes(const void *bytes, size_t len);

#endif
