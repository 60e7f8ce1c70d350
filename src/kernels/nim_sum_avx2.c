/* SPDX-License-Identifier: MIT
 * Nim-sum, four heaps to a register. Four registers take turns, so that no load waits
 * for the exclusive or before it. */
#include "kernels/nim_sum.h"

#include <immintrin.h>

static __m256i load(const uint64_t *heap)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)heap);
}

uint64_t bti_nim_sum_avx2(const uint64_t *heap, size_t n)
{
    __m256i a = _mm256_setzero_si256(), b = a, c = a, d = a;
    size_t i = 0;
    for (; n - i >= 16; i += 16) {
        a = _mm256_xor_si256(a, load(heap + i));
        b = _mm256_xor_si256(b, load(heap + i + 4));
        c = _mm256_xor_si256(c, load(heap + i + 8));
        d = _mm256_xor_si256(d, load(heap + i + 12));
    }
    a = _mm256_xor_si256(_mm256_xor_si256(a, b), _mm256_xor_si256(c, d));
    for (; n - i >= 4; i += 4)
        a = _mm256_xor_si256(a, load(heap + i));

    uint64_t lane[4];
    _mm256_storeu_si256((__m256i *)(void *)lane, a);
    uint64_t x = lane[0] ^ lane[1] ^ lane[2] ^ lane[3];
    for (; i < n; i++)
        x ^= heap[i];
    return x;
}
