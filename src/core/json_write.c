/* SPDX-License-Identifier: MIT
 * Writing JSON: the shortest form, without blanks or line ends, so that an answer is
 * one line. The writer knows only whether a comma is due; a failure sticks in the text.
 */
#include <bouton/json.h>

#include "core/tame.h"
#include "core/utf8.h"

#include <string.h>

enum { DEPTH_MAX = sizeof((bt_json_writer){0}.has_item) / sizeof(bool) };

/* Beyond this a double no longer tells neighbours apart, and most readers use doubles.
 */
#define EXACT_MAX ((UINT64_C(1) << 53) - 1)

static void fail(bt_json_writer *w, const char *sentence)
{
    if (w->text->status == BT_OK)
        w->text->status = bt_fail(w->text->ctx, BT_UNABLE, "{sentence}",
                                  BT_ARGS(BT_STR("sentence", sentence)));
}

static void separate(bt_json_writer *w)
{
    if (w->after_key) {
        w->after_key = false;
    } else if (w->depth > 0) {
        if (w->has_item[w->depth - 1])
            bt_text_put_char(w->text, ',');
        w->has_item[w->depth - 1] = true;
    }
}

static void put_escape(bt_text *text, const char *at, size_t step)
{
    static const char meant[] = "\"\\\b\f\n\r\t", written[] = "\"\\bfnrt";
    static const char hex[] = "0123456789abcdef";
    const char *which = memchr(meant, *at, sizeof meant - 1);
    unsigned code = bti_control_code(at, step);

    if (which) {
        bt_text_put_char(text, '\\');
        bt_text_put_char(text, written[which - meant]);
        return;
    }
    bt_text_put(text, "\\u");
    for (int shift = 12; shift >= 0; shift -= 4)
        bt_text_put_char(text, hex[code >> shift & 15]);
}

static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

/* Runs of bytes that stand for themselves are copied whole. What controls a terminal is
 * escaped although JSON would not ask for it: an answer may be read there. */
static void put_quoted(bt_text *text, bt_span string)
{
    const char *end = string.at + string.len, *run = string.at;

    bt_text_put_char(text, '"');
    for (const char *at = run; at < end;) {
        bool well_formed = true, stands = is_plain((unsigned char)*at);
        size_t len = 1;
        if ((unsigned char)*at >= 0x80) {
            len = bti_utf8_step(at, (size_t)(end - at), &well_formed);
            stands = well_formed && !bti_controls(at, len);
        }
        at += len;
        if (stands)
            continue;
        bt_text_put_span(text, (bt_span){run, (size_t)(at - len - run)});
        if (well_formed)
            put_escape(text, at - len, len);
        else
            bt_text_put(text, "\xEF\xBF\xBD");
        run = at;
    }
    bt_text_put_span(text, (bt_span){run, (size_t)(end - run)});
    bt_text_put_char(text, '"');
}

void bt_json_begin(bt_json_writer *w, bt_text *text)
{
    *w = (bt_json_writer){.text = text};
}

void bt_json_open(bt_json_writer *w, char bracket)
{
    separate(w);
    if (w->depth == DEPTH_MAX) {
        fail(w, BT_TEXT("more than 64 brackets inside each other were written"));
        return;
    }
    w->has_item[w->depth++] = false;
    bt_text_put_char(w->text, bracket);
}

void bt_json_close(bt_json_writer *w, char bracket)
{
    if (w->depth == 0) {
        fail(w, BT_TEXT("more brackets were closed than opened"));
        return;
    }
    w->depth--;
    bt_text_put_char(w->text, bracket);
}

void bt_json_key(bt_json_writer *w, const char *key)
{
    separate(w);
    put_quoted(w->text, bt_span_of(key));
    bt_text_put_char(w->text, ':');
    w->after_key = true;
}

void bt_json_put_string(bt_json_writer *w, bt_span string)
{
    separate(w);
    put_quoted(w->text, string.len > 0 ? string : bt_span_of(""));
}

void bt_json_put_u64(bt_json_writer *w, uint64_t number)
{
    separate(w);
    if (number > EXACT_MAX)
        bt_text_put_char(w->text, '"');
    bt_text_put_u64(w->text, number);
    if (number > EXACT_MAX)
        bt_text_put_char(w->text, '"');
}

void bt_json_put_bool(bt_json_writer *w, bool value)
{
    separate(w);
    bt_text_put(w->text, value ? "true" : "false");
}

void bt_json_put_null(bt_json_writer *w)
{
    separate(w);
    bt_text_put(w->text, "null");
}
