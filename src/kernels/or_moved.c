/* SPDX-License-Identifier: MIT */
#include "kernels/or_moved.h"

#include <string.h>

/* Eight words at a time stay in registers while the list is walked. */
static void or_words(const unsigned char *const row[8], size_t at, const uint32_t *list,
                     size_t n, unsigned char *block)
{
    uint64_t e[8], w[8];
    memcpy(e, block, sizeof e);
    for (size_t i = 0; i < n; i++) {
        memcpy(w, row[list[i] % 8] + at - list[i] / 8, sizeof w);
        e[0] |= w[0];
        e[1] |= w[1];
        e[2] |= w[2];
        e[3] |= w[3];
        e[4] |= w[4];
        e[5] |= w[5];
        e[6] |= w[6];
        e[7] |= w[7];
    }
    memcpy(block, e, sizeof e);
}

void bti_or_moved_c(const unsigned char *const row[8], size_t at, const uint32_t *list,
                    size_t n, unsigned char *block)
{
    for (size_t i = 0; i < BTI_BLOCK_BYTES; i += 64)
        or_words(row, at + i, list, n, block + i);
}

bti_or_moved_kernel bti_or_moved_kernel_at(size_t i)
{
    if (i-- == 0)
        return (bti_or_moved_kernel){"c", bti_or_moved_c};
#if BTI_X86_KERNELS
    if (__builtin_cpu_supports("avx2") && i-- == 0)
        return (bti_or_moved_kernel){"avx2", bti_or_moved_avx2};
#endif
    return (bti_or_moved_kernel){NULL, NULL};
}

bti_or_moved_fn *bti_or_moved_best(void)
{
    bti_or_moved_fn *best = NULL;
    bti_or_moved_kernel k;
    for (size_t i = 0; (k = bti_or_moved_kernel_at(i)).name; i++)
        best = k.or_moved;
    return best;
}
