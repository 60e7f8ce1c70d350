/* SPDX-License-Identifier: MIT
 * The checksum of binary graphs and labels: FNV-1a over 32-bit words, little end first.
 * For a given state each step is one to one in the word, and for a given word in the
 * state, so a change within one word always shows. */
#ifndef BOUTON_GRAPH_CHECKSUM_H
#define BOUTON_GRAPH_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define BTI_CHECKSUM_START UINT64_C(0xcbf29ce484222325)

static inline uint32_t bti_get_u32(const void *bytes)
{
    unsigned char b[4];
    memcpy(b, bytes, 4);
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 |
           (uint32_t)b[3] << 24;
}

static inline uint64_t bti_get_u64(const void *bytes)
{
    return bti_get_u32(bytes) | (uint64_t)bti_get_u32((const unsigned char *)bytes + 4)
                                    << 32;
}

static inline void bti_put_u32(void *bytes, uint32_t number)
{
    unsigned char b[4] = {(unsigned char)number, (unsigned char)(number >> 8),
                          (unsigned char)(number >> 16), (unsigned char)(number >> 24)};
    memcpy(bytes, b, 4);
}

static inline void bti_put_u64(void *bytes, uint64_t number)
{
    bti_put_u32(bytes, (uint32_t)number);
    bti_put_u32((unsigned char *)bytes + 4, (uint32_t)(number >> 32));
}

/* len is a multiple of 4. */
static inline uint64_t bti_checksum(uint64_t state, const void *bytes, size_t len)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i + 4 <= len; i += 4)
        state = (state ^ bti_get_u32(at + i)) * UINT64_C(0x100000001b3);
    return state;
}

#endif
