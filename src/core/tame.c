/* SPDX-License-Identifier: MIT */
#include "core/tame.h"

#include "core/utf8.h"

#include <string.h>

/* U+0080 to U+07FF have two bytes, and to U+FFFF three; none of four controls. */
unsigned bti_control_code(const char *at, size_t step)
{
    const unsigned char *c = (const unsigned char *)at;
    if (step == 2)
        return (c[0] & 0x1Fu) << 6 | (c[1] & 0x3Fu);
    if (step == 3)
        return (c[0] & 0x0Fu) << 12 | (c[1] & 0x3Fu) << 6 | (c[2] & 0x3Fu);
    return step == 1 ? c[0] : 0x10000;
}

bool bti_controls(const char *at, size_t step)
{
    unsigned code = bti_control_code(at, step);
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C ||
           code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

static bool is_plain(unsigned char c, bool lines)
{
    return (c >= 0x20 && c < 0x7F) || (lines && (c == '\n' || c == '\t'));
}

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* The high bit of every byte of `word` that equals this one. */
static uint64_t equal_bytes(uint64_t word, unsigned char byte)
{
    uint64_t x = word ^ EACH(byte);
    return ~(((x & EACH(0x7F)) + EACH(0x7F)) | x) & EACH(0x80);
}

/* The same question for eight bytes at once: most text is nothing but plain bytes. */
static bool are_plain(const char *at, bool lines)
{
    uint64_t word;
    memcpy(&word, at, 8);
    uint64_t low = ~((word | EACH(0x80)) - EACH(0x20)) & EACH(0x80);
    if (lines)
        low &= ~(equal_bytes(word, '\n') | equal_bytes(word, '\t'));
    return (low | equal_bytes(word, 0x7F) | (word & EACH(0x80))) == 0;
}

/* How many bytes need no look. */
static size_t plain_run(const char *at, size_t len, bool lines)
{
    size_t i = 0;
    while (len - i >= 8 && are_plain(at + i, lines))
        i += 8;
    while (i < len && is_plain((unsigned char)at[i], lines))
        i++;
    return i;
}

static size_t tame(char *text, size_t len, bool lines)
{
    size_t to = 0;
    for (size_t i = 0; i < len;) {
        size_t run = plain_run(text + i, len - i, lines);
        if (to < i)
            memmove(text + to, text + i, run);
        to += run;
        i += run;
        if (i == len)
            break;
        bool well_formed;
        size_t step = bti_utf8_step(text + i, len - i, &well_formed);
        bool keep = well_formed && !bti_controls(text + i, step);
        if (keep)
            memmove(text + to, text + i, step);
        else
            text[to] = '?';
        to += keep ? step : 1;
        i += step;
    }
    return to;
}

size_t bti_tame(char *text, size_t len)
{
    return tame(text, len, true);
}

size_t bti_tame_line(char *text, size_t len)
{
    return tame(text, len, false);
}

void bti_text_tame(bt_text *text)
{
    if (text->status != BT_OK || text->len <= text->safe)
        return;
    text->len = text->safe + bti_tame(text->at + text->safe, text->len - text->safe);
    text->at[text->len] = 0;
    text->safe = text->len;
}

void bti_text_put_own(bt_text *text, const char *sequence)
{
    bti_text_tame(text);
    bt_text_put(text, sequence);
    text->safe = text->len;
}

void bti_text_put_text(bt_text *text, bt_text *more)
{
    bti_text_tame(text);
    bti_text_tame(more);
    bt_text_put_span(text, bt_text_span(more));
    text->safe = text->len;
}
