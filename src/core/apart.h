/* SPDX-License-Identifier: MIT
 * BTI_BLOCKS_APART: 1 in builds that watch addresses. There an arena leaves a gap
 * behind every block and tells the sanitizer which bytes may be touched, so that a step
 * beyond a block is seen and not taken for its neighbour. */
#ifndef BOUTON_CORE_APART_H
#define BOUTON_CORE_APART_H

#if defined(__SANITIZE_ADDRESS__)
#define BTI_BLOCKS_APART 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BTI_BLOCKS_APART 1
#endif
#endif

#ifndef BTI_BLOCKS_APART
#define BTI_BLOCKS_APART 0
#endif

#if BTI_BLOCKS_APART
#include <stddef.h>
/* Of the sanitizer's own library. */
void __asan_poison_memory_region(const volatile void *at, size_t bytes);
void __asan_unpoison_memory_region(const volatile void *at, size_t bytes);
#define BTI_FORBID(at, bytes) __asan_poison_memory_region(at, bytes)
#define BTI_ALLOW(at, bytes) __asan_unpoison_memory_region(at, bytes)
#else
#define BTI_FORBID(at, bytes) ((void)0)
#define BTI_ALLOW(at, bytes) ((void)0)
#endif

#endif
