/* SPDX-License-Identifier: MIT
 * The kernels behind bt_nim_sum, for the test that compares them. All take any length
 * and any alignment that a uint64_t may have, and all agree bit for bit with
 * bti_nim_sum_c. */
#ifndef BTI_NIM_SUM_H
#define BTI_NIM_SUM_H

#include <bouton/kernels.h>

#ifndef BTI_X86_KERNELS
#define BTI_X86_KERNELS 0
#endif

typedef uint64_t bti_nim_sum_fn(const uint64_t *heap, size_t n);

bti_nim_sum_fn bti_nim_sum_c;     /* this is what nim-sum means */
bti_nim_sum_fn bti_nim_sum_lanes; /* plain C too, for any CPU */
#if BTI_X86_KERNELS
bti_nim_sum_fn bti_nim_sum_avx2;
bti_nim_sum_fn bti_nim_sum_avx512;
#endif

typedef struct {
    const char *name;
    bti_nim_sum_fn *nim_sum;
} bti_nim_sum_kernel;

/* The kernel numbered i among those that this CPU can run, the reference first and the
 * one that long inputs get last; name is NULL behind the last. */
bti_nim_sum_kernel bti_nim_sum_kernel_at(size_t i);

#endif
