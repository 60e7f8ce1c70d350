/* SPDX-License-Identifier: MIT */
#include "core/quote.h"

#include "core/utf8.h"

#include <string.h>

enum { MOST = 48 };

const char *bti_quoted(bti_quote *quote, bt_span text)
{
    size_t len = 0;
    bool well_formed;
    while (len < text.len) {
        size_t step = bti_utf8_step(text.at + len, text.len - len, &well_formed);
        if (len + step > MOST)
            break;
        len += step;
    }
    char *to = quote->text;
    *to++ = '\'';
    for (size_t i = 0; i < len; i++) /* a zero byte would end the sentence */
        *to++ = text.at[i] ? text.at[i] : '?';
    if (len < text.len) {
        memcpy(to, "...", 3);
        to += 3;
    }
    memcpy(to, "'", 2);
    return quote->text;
}
