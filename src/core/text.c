/* SPDX-License-Identifier: MIT
 * Growing text, and the numbers in it. */
#include <bouton/text.h>

#include "core/format.h"
#include "core/parallel.h"
#include "core/say_into.h"

#include <string.h>

void bt_text_init(bt_text *text, bt_context *ctx)
{
    *text = (bt_text){.ctx = ctx};
}

void bt_text_free(bt_text *text)
{
    bt_release(text->ctx, text->at, text->cap);
    bt_text_init(text, text->ctx);
}

void bt_text_clear(bt_text *text)
{
    text->len = text->safe = 0;
    text->status = BT_OK;
    if (text->at)
        text->at[0] = 0;
}

bt_status bt_text_status(const bt_text *text)
{
    return text->status;
}

const char *bt_text_chars(const bt_text *text)
{
    return text->at ? text->at : "";
}

bt_span bt_text_span(const bt_text *text)
{
    return (bt_span){bt_text_chars(text), text->len};
}

char *bt_text_grow(bt_text *text, size_t more)
{
    if (text->status != BT_OK)
        return NULL;
    size_t cap = text->cap < 64 ? 64 : text->cap;
    while (cap - 1 < more || text->len > cap - 1 - more) { /* 1 for the zero byte */
        if (cap > SIZE_MAX / 2) {
            text->status =
                bt_fail(text->ctx, BT_NOMEM, "out of memory: a text of {len} bytes",
                        BT_ARGS(BT_NUM("len", text->len)));
            return NULL;
        }
        cap *= 2;
    }
    char *at = bt_resize(text->ctx, text->at, text->cap, cap);
    if (!at) {
        text->status = bt_last_status(text->ctx);
        return NULL;
    }
    text->at = at;
    text->cap = cap;
    at[text->len] = 0;
    return at + text->len;
}

/* Long texts come from long loops, so writing counts as work: being asked to stop is a
 * failure that sticks. */
void bt_text_put_span(bt_text *text, bt_span span)
{
    char *at = bt_text_reserve(text, span.len);
    if (!at)
        return;
    if (bti_worked(text->ctx, 2 + span.len / 16)) {
        text->status = BT_STOPPED;
        return;
    }
    if (span.len > 0)
        memcpy(at, span.at, span.len);
    at[span.len] = 0;
    text->len += span.len;
}

void bt_text_put(bt_text *text, const char *zero_ended)
{
    bt_text_put_span(text, bt_span_of(zero_ended));
}

void bt_text_put_char(bt_text *text, char c)
{
    char *at = bt_text_reserve(text, 1);
    if (!at)
        return;
    at[0] = c;
    at[1] = 0;
    text->len++;
}

void bt_text_put_u64(bt_text *text, uint64_t number)
{
    char *at = bt_text_reserve(text, 20);
    if (!at)
        return;
    text->len += bt_print_u64(at, number);
    text->at[text->len] = 0;
}

struct text_sink {
    bti_sink sink;
    bt_text *text;
};

static void text_sink_put(bti_sink *sink, const char *bytes, size_t len)
{
    bt_text_put_span(((struct text_sink *)sink)->text, (bt_span){bytes, len});
}

void bt_text_vformat(bt_text *text, const char *format, va_list args)
{
    struct text_sink s = {.sink.put = text_sink_put, .text = text};
    bti_vformat(&s.sink, format, args);
}

void bt_say(bt_text *text, const char *key, bt_args args)
{
    struct text_sink s = {.sink.put = text_sink_put, .text = text};
    bti_say_into(&s.sink, bti_context_catalogue(text->ctx), key, args);
}

void bt_text_format(bt_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bt_text_vformat(text, format, args);
    va_end(args);
}

enum { BTI_PAGE_WIDTH = 80 }; /* what pages in the sources are laid out for */

/* Columns count characters, not bytes. */
static size_t width_of(const char *word, size_t len)
{
    size_t width = 0;
    for (size_t i = 0; i < len; i++)
        width += ((unsigned char)word[i] & 0xC0) != 0x80;
    return width;
}

/* Puts words into the line that stands at `column`, and into more lines with this
 * indent. Returns where the last one ends. */
static size_t put_words(bt_text *text, bt_span words, size_t column, size_t indent)
{
    size_t most = bt_line_width(text->ctx) - 2;
    bool fresh = true;
    while (words.len > 0) {
        size_t len = 0;
        while (len < words.len && words.at[len] != ' ' && words.at[len] != '\n')
            len++;
        size_t width = width_of(words.at, len);
        if (!fresh && column + 1 + width > most) {
            bt_text_put_char(text, '\n');
            for (column = 0; column < indent; column++)
                bt_text_put_char(text, ' ');
        } else if (!fresh) {
            bt_text_put_char(text, ' ');
            column++;
        }
        bt_text_put_span(text, (bt_span){words.at, len});
        column += width;
        fresh = column == indent;
        len += len < words.len;
        words.at += len;
        words.len -= len;
    }
    return column;
}

void bt_text_put_wrapped(bt_text *text, const char *words, size_t indent)
{
    size_t most = bt_line_width(text->ctx) / 2;
    put_words(text, bt_span_of(words), indent, indent < most ? indent : 4);
    bt_text_put_char(text, '\n');
}

/* A paragraph ends before an empty line and before one that begins with a blank: such a
 * line is laid out by hand. */
static size_t paragraph_length(const char *at)
{
    size_t len = 0;
    for (;;) {
        len += strcspn(at + len, "\n");
        if (!at[len] || at[len + 1] == '\n' || at[len + 1] == ' ' || !at[len + 1])
            return len;
        len++;
    }
}

void bt_text_put_page(bt_text *text, const char *page)
{
    if (bt_line_width(text->ctx) == BTI_PAGE_WIDTH) {
        bt_text_put(text, page);
        return;
    }
    while (*page) {
        bool by_hand = *page == ' ' || *page == '\n';
        size_t len = by_hand ? strcspn(page, "\n") : paragraph_length(page);
        if (by_hand)
            bt_text_put_span(text, (bt_span){page, len});
        else
            put_words(text, (bt_span){page, len}, 0, 0);
        page += len;
        if (*page == '\n') {
            bt_text_put_char(text, '\n');
            page++;
        }
    }
}

bool bt_take_char(bt_span *text, char c)
{
    if (text->len == 0 || text->at[0] != c)
        return false;
    text->at++;
    text->len--;
    return true;
}

void bt_take_blanks(bt_span *text)
{
    while (text->len > 0 && (text->at[0] == ' ' || text->at[0] == '\t' ||
                             text->at[0] == '\n' || text->at[0] == '\r')) {
        text->at++;
        text->len--;
    }
}

/* Eighteen digits cannot overflow, so only the rest is checked. */
bt_number bt_take_u64(bt_span *text, uint64_t *number)
{
    if (text->len == 0)
        return BT_NUMBER_NONE;
    const char *at = text->at, *end = at + text->len;
    const char *safe = text->len > 18 ? at + 18 : end;
    uint64_t n = 0;
    while (at < safe && (unsigned char)(*at - '0') <= 9)
        n = 10 * n + (unsigned char)(*at++ - '0');
    if (at == text->at)
        return BT_NUMBER_NONE;
    if (at == safe)
        for (; at < end && (unsigned char)(*at - '0') <= 9; at++) {
            unsigned digit = (unsigned char)(*at - '0');
            if (n > (UINT64_MAX - digit) / 10)
                return BT_NUMBER_TOO_LARGE;
            n = 10 * n + digit;
        }
    *number = n;
    text->len = (size_t)(end - at);
    text->at = at;
    return BT_NUMBER_OK;
}

static size_t count_digits(uint64_t number)
{
    size_t digits = 1;
    for (; number >= 10000; number /= 10000)
        digits += 4;
    return digits + (number >= 10) + (number >= 100) + (number >= 1000);
}

size_t bt_print_u64(char *out, uint64_t number)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    if (number < 1000) {
        unsigned n = (unsigned)number, hundreds = n / 100, rest = n - 100 * hundreds;
        unsigned three = n >= 100, two = n >= 10;
        out[0] = (char)('0' + hundreds);
        out[three] = pairs[2 * rest];
        out[three + two] = pairs[2 * rest + 1];
        return 1 + two + three;
    }
    size_t digits = count_digits(number);
    char *at = out + digits;
    while (number >= 100) {
        at -= 2;
        memcpy(at, pairs + 2 * (number % 100), 2);
        number /= 100;
    }
    if (number >= 10)
        memcpy(out, pairs + 2 * number, 2);
    else
        out[0] = (char)('0' + number);
    return digits;
}
