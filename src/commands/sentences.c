/* SPDX-License-Identifier: MIT
 * Messages laid out as lines. */
#include "commands/call.h"

#include "core/piece.h"

#include <string.h>

void bti_say_paragraph(bt_text *out, size_t column, const char *key, bt_args args)
{
    bt_text words;
    bt_text_init(&words, out->ctx);
    bt_say(&words, key, args);
    bti_put_line(out, bt_text_chars(&words), column);
    bti_piece_end(&words, out);
}

void bti_say_step(bt_text *out, const char *number, const char *key, bt_args args)
{
    bt_text_put(out, number);
    bti_say_paragraph(out, strlen(number), key, args);
}

void bti_put_table_page(bt_text *out, const char *words)
{
    bt_text_put_page(out, bt_words_for(out->ctx, words));
}

void bti_put_table_line(bt_text *out, const char *words, size_t column)
{
    bti_put_line(out, bt_words_for(out->ctx, words), column);
}
