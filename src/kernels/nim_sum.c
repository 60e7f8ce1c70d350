/* SPDX-License-Identifier: MIT
 * Nim-sum: addition in base 2 without carrying, which is exclusive or. It is what makes
 * Nim easy: the previous player wins exactly when the nim-sum of the heaps is 0
 * (Bouton 1901), and Grundy values of a sum of games add up by it (Sprague 1935,
 * Grundy 1939).
 *
 * Exclusive or is associative and commutative, so a kernel may take the heaps in any
 * order and in as many lanes as it likes.
 *
 * For every kernel of this folder a plain C function says what it means, and a test
 * compares the two. Which one runs is decided when it is called, because the same
 * library has to run on every processor. */
#include "kernels/nim_sum.h"

uint64_t bti_nim_sum_c(const uint64_t *heap, size_t n)
{
    uint64_t x = 0;
    for (size_t i = 0; i < n; i++)
        x ^= heap[i];
    return x;
}

/* Four sums side by side, so that none waits for the one before. */
uint64_t bti_nim_sum_lanes(const uint64_t *heap, size_t n)
{
    uint64_t a = 0, b = 0, c = 0, d = 0;
    size_t i = 0;
    for (; n - i >= 4; i += 4) {
        a ^= heap[i];
        b ^= heap[i + 1];
        c ^= heap[i + 2];
        d ^= heap[i + 3];
    }
    return a ^ b ^ c ^ d ^ bti_nim_sum_c(heap + i, n - i);
}

/* Below this many heaps the plain loop is done before a choice would pay. */
enum { SHORT_HEAPS = 32 };

#if BTI_X86_KERNELS
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}

/* All that the compiler may use in an _avx512.c file. Only Knights Landing and Knights
 * Mill have the first without the others. */
static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}
#endif

bti_nim_sum_kernel bti_nim_sum_kernel_at(size_t i)
{
    if (i-- == 0)
        return (bti_nim_sum_kernel){"c", bti_nim_sum_c};
    if (i-- == 0)
        return (bti_nim_sum_kernel){"lanes", bti_nim_sum_lanes};
#if BTI_X86_KERNELS
    if (has_avx2() && i-- == 0)
        return (bti_nim_sum_kernel){"avx2", bti_nim_sum_avx2};
    if (has_avx512() && i-- == 0)
        return (bti_nim_sum_kernel){"avx512", bti_nim_sum_avx512};
#endif
    return (bti_nim_sum_kernel){NULL, NULL};
}

uint64_t bt_nim_sum(const uint64_t *heap, size_t n)
{
    if (n < SHORT_HEAPS)
        return bti_nim_sum_c(heap, n);
#if BTI_X86_KERNELS
    if (has_avx512())
        return bti_nim_sum_avx512(heap, n);
    if (has_avx2())
        return bti_nim_sum_avx2(heap, n);
#endif
    return bti_nim_sum_lanes(heap, n);
}
