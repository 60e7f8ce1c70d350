/* SPDX-License-Identifier: MIT
 * UTF-8, one character at a time, by table 3-7 of the Unicode Standard: no overlong
 * forms, no surrogates, nothing above U+10FFFF. */
#ifndef BOUTON_CORE_UTF8_H
#define BOUTON_CORE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The length of the character at `at`, where `left` >= 1 bytes are left. When it is not
 * well formed: the length of its maximal subpart, which is what one U+FFFD replaces. */
static inline size_t bti_utf8_step(const char *at, size_t left, bool *well_formed)
{
    unsigned lead = (unsigned char)at[0];
    unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    size_t len = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;

    *well_formed = lead < 0x80 || (lead >= 0xC2 && lead <= 0xF4);
    if (!*well_formed)
        return 1;
    for (size_t i = 1; i < len; i++) {
        unsigned byte = i < left ? (unsigned char)at[i] : 0;
        if (byte < low || byte > high) {
            *well_formed = false;
            return i;
        }
        low = 0x80;
        high = 0xBF;
    }
    return len;
}

/* How long the mark is with which some editors begin a file: U+FEFF, no part of the
 * text. */
static inline size_t bti_utf8_mark(const char *at, size_t len)
{
    return len >= 3 && at[0] == '\xEF' && at[1] == '\xBB' && at[2] == '\xBF' ? 3 : 0;
}

#endif
