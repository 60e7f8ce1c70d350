/* SPDX-License-Identifier: MIT
 * Nim-sum, eight heaps to a register, each exactly one cache line when the heaps are
 * aligned to 64 bytes. The few heaps before the first full line and behind the last are
 * taken with a mask: loads under it read nothing else. */
#include "kernels/nim_sum.h"

#include <immintrin.h>

/* The first k < 8 heaps, zeros in the other lanes. */
static __m512i load_few(const uint64_t *heap, size_t k)
{
    return _mm512_maskz_loadu_epi64((__mmask8)((1u << k) - 1), heap);
}

uint64_t bti_nim_sum_avx512(const uint64_t *heap, size_t n)
{
    if (n == 0)
        return 0; /* heap may be NULL */
    size_t before = (0 - (uintptr_t)heap) % 64 / sizeof *heap;
    if (before > n)
        before = n;
    __m512i a = load_few(heap, before);
    __m512i b = _mm512_setzero_si512(), c = b, d = b;
    size_t i = before;
    for (; n - i >= 32; i += 32) {
        a = _mm512_xor_si512(a, _mm512_loadu_si512(heap + i));
        b = _mm512_xor_si512(b, _mm512_loadu_si512(heap + i + 8));
        c = _mm512_xor_si512(c, _mm512_loadu_si512(heap + i + 16));
        d = _mm512_xor_si512(d, _mm512_loadu_si512(heap + i + 24));
    }
    for (; n - i >= 8; i += 8)
        b = _mm512_xor_si512(b, _mm512_loadu_si512(heap + i));
    c = _mm512_xor_si512(c, load_few(heap + i, n - i));
    a = _mm512_xor_si512(_mm512_xor_si512(a, b), _mm512_xor_si512(c, d));

    /* Fold halves: 8 lanes, 4, 2, 1. */
    __m256i half =
        _mm256_xor_si256(_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64(a, 1));
    __m128i pair =
        _mm_xor_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    return (uint64_t)_mm_cvtsi128_si64(pair) ^ (uint64_t)_mm_extract_epi64(pair, 1);
}
