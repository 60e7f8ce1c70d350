/* SPDX-License-Identifier: MIT
 * A block is four registers. */
#include "kernels/or_moved.h"

#include <immintrin.h>

static __m256i load(const unsigned char *at)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

static void store(unsigned char *at, __m256i x)
{
    _mm256_storeu_si256((__m256i *)(void *)at, x);
}

void bti_or_moved_avx2(const unsigned char *const row[8], size_t at,
                       const uint32_t *list, size_t n, unsigned char *block)
{
    __m256i a = load(block), b = load(block + 32), c = load(block + 64),
            d = load(block + 96);
    for (size_t i = 0; i < n; i++) {
        const unsigned char *from = row[list[i] % 8] + at - list[i] / 8;
        a = _mm256_or_si256(a, load(from));
        b = _mm256_or_si256(b, load(from + 32));
        c = _mm256_or_si256(c, load(from + 64));
        d = _mm256_or_si256(d, load(from + 96));
    }
    store(block, a);
    store(block + 32, b);
    store(block + 64, c);
    store(block + 96, d);
}
