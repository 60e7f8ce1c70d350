/* SPDX-License-Identifier: MIT
 * Arithmetic of Grundy values. The nim-sum uses the processor's widest registers. */
#ifndef BOUTON_KERNELS_H
#define BOUTON_KERNELS_H

#include <bouton/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The nim-sum (bitwise exclusive or) of n heaps; 0 if n is 0. */
BT_API uint64_t bt_nim_sum(const uint64_t *heap, size_t n);

/* The nim-product of two numbers. It always fits 64 bits. */
BT_API uint64_t bt_nim_product(uint64_t a, uint64_t b);

#ifdef __cplusplus
}
#endif
#endif
