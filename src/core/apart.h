/* SPDX-License-Identifier: MIT
 * BTI_BLOCKS_APART: 1 in builds that watch addresses. There an arena asks for every
 * block by itself, so that a step beyond a block is seen and not taken for its
 * neighbour. */
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

#endif
