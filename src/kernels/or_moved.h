/* SPDX-License-Identifier: MIT
 * The union of a set of numbers with itself moved up by several amounts, for a block of
 * numbers at a time. A set is 8 rows of bits: row r is the set moved up by r, so that
 * moving by any amount is reading at another byte. */
#ifndef BTI_OR_MOVED_H
#define BTI_OR_MOVED_H

#include <bouton/kernels.h>

#ifndef BTI_X86_KERNELS
#define BTI_X86_KERNELS 0
#endif

enum { BTI_BLOCK_BYTES = 128, BTI_BLOCK_BITS = 8 * BTI_BLOCK_BYTES };

/* For every amount m of the list, block |= the BTI_BLOCK_BYTES bytes that begin at
 * row[m % 8] + at - m / 8. */
typedef void bti_or_moved_fn(const unsigned char *const row[8], size_t at,
                             const uint32_t *list, size_t n, unsigned char *block);

bti_or_moved_fn bti_or_moved_c; /* this is what it means */
#if BTI_X86_KERNELS
bti_or_moved_fn bti_or_moved_avx2;
#endif

typedef struct {
    const char *name;
    bti_or_moved_fn *or_moved;
} bti_or_moved_kernel;

/* The kernel numbered i among those that this CPU can run, the reference first and the
 * fastest last; name is NULL after the last. */
bti_or_moved_kernel bti_or_moved_kernel_at(size_t i);
bti_or_moved_fn *bti_or_moved_best(void);

#endif
