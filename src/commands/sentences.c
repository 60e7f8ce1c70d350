/* SPDX-License-Identifier: MIT
 * Sentences that are put together piece by piece and then laid out as lines. */
#include "commands/call.h"

#include <string.h>

void bti_end_sentence(bt_text *out, size_t begin, size_t column)
{
    bt_text words;
    if (bt_text_status(out) != BT_OK)
        return;
    bt_text_init(&words, out->ctx);
    bt_text_put(&words, bt_text_chars(out) + begin);
    out->status = bt_text_status(&words);
    if (out->status == BT_OK) {
        out->len = begin;
        bti_put_line(out, bt_text_chars(&words), column);
    }
    bt_text_free(&words);
}

void bti_put_step(bt_text *out, const char *number, const char *words)
{
    bt_text_put(out, number);
    bti_put_line(out, words, strlen(number));
}
