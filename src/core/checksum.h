/* SPDX-License-Identifier: MIT
 * The checksum of tables and of rules, the same on every machine; docs/table-files.md
 * describes it. It goes on word by word. Each step is a bijection of what was there
 * before, so texts of one length that differ in eight bytes or fewer, aligned, never
 * agree. */
#ifndef BOUTON_CORE_CHECKSUM_H
#define BOUTON_CORE_CHECKSUM_H

#include "core/hash.h"

#include <bouton/base.h>

typedef struct {
    uint64_t sum, word, len;
} bti_checksum64;

static inline void bti_checksum64_add(bti_checksum64 *c, unsigned char byte)
{
    c->word |= (uint64_t)byte << c->len % 8 * 8;
    if (++c->len % 8 == 0) {
        c->sum = bti_mix(c->sum ^ c->word) + 0x9e3779b97f4a7c15u;
        c->word = 0;
    }
}

static inline uint64_t bti_checksum64_end(const bti_checksum64 *c)
{
    return bti_mix(bti_mix(c->sum ^ c->word) ^ c->len);
}

static inline uint64_t bti_checksum64_of(bt_span bytes)
{
    bti_checksum64 c = {0, 0, 0};
    for (size_t i = 0; i < bytes.len; i++)
        bti_checksum64_add(&c, (unsigned char)bytes.at[i]);
    return bti_checksum64_end(&c);
}

#endif
