/* SPDX-License-Identifier: MIT
 * Arithmetic of Grundy values; the nim-sum uses a processor's widest registers. */
#ifndef BOUTON_KERNELS_H
#define BOUTON_KERNELS_H

#include <bouton/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The nim-sum (bitwise exclusive or) of n heaps; 0 for none. */
BT_API uint64_t bt_nim_sum(const uint64_t *heap, size_t n);

/* The nim-product of two numbers, which is below 2^64 again. */
BT_API uint64_t bt_nim_product(uint64_t a, uint64_t b);

#ifdef __cplusplus
}
#endif
#endif
