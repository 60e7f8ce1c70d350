/* SPDX-License-Identifier: MIT */
#include "rules/between.h"

static bool is_digit(bt_span text, size_t i)
{
    return i < text.len && text.at[i] >= '0' && text.at[i] <= '9';
}

bti_between bti_take_between(bt_span *text, char *sign)
{
    bt_span before = *text;
    bool line_end = false;
    bt_take_blanks(text);
    for (const char *c = before.at; c < text->at; c++)
        line_end |= *c == '\n' || *c == '\r';
    char next = text->len > 0 ? text->at[0] : 0;
    if (next == ',' || next == ';') {
        if (*sign && *sign != next)
            return BTI_SIGNS_MIXED;
        *sign = next;
        bt_take_char(text, next);
        bt_take_blanks(text);
        return BTI_LIST_GOES_ON;
    }
    bool number = is_digit(*text, 0) || (next == '-' && is_digit(*text, 1));
    if (!number || line_end || text->at == before.at)
        return BTI_LIST_ENDS;
    return next == '0' && is_digit(*text, 1) ? BTI_DIGITS_APART : BTI_LIST_GOES_ON;
}
