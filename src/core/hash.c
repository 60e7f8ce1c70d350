/* SPDX-License-Identifier: MIT */
#include "core/hash.h"

#include <string.h>

uint64_t bti_hash_bytes(const void *bytes, size_t len)
{
    const unsigned char *at = bytes;
    uint64_t h = 0x9e3779b97f4a7c15u ^ (uint64_t)len;
    while (len >= 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        h = bti_mix(h ^ word);
        at += 8;
        len -= 8;
    }
    uint64_t tail = 0;
    if (len > 0)
        memcpy(&tail, at, len);
    return bti_mix(h ^ tail);
}
