/* SPDX-License-Identifier: MIT
 * Inner loops that are worth a processor's widest registers. */
#ifndef BOUTON_KERNELS_H
#define BOUTON_KERNELS_H

#include <bouton/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The nim-sum (bitwise exclusive or) of n heaps; 0 for none. */
BT_API uint64_t bt_nim_sum(const uint64_t *heap, size_t n);

#ifdef __cplusplus
}
#endif
#endif
