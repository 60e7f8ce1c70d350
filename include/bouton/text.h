/* SPDX-License-Identifier: MIT
 * Text that grows. Once an append has failed, later ones do nothing and bt_text_status
 * reports the failure, so a writer checks once, at the end. */
#ifndef BOUTON_TEXT_H
#define BOUTON_TEXT_H

#include <bouton/context.h>
#include <bouton/message.h>

#include <stdarg.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    bt_context *ctx;
    char *at; /* NULL while it is empty: read it by bt_text_chars or bt_text_span */
    size_t len, cap;
    size_t safe; /* this many bytes are known to be safe to show; for the engine only */
    bt_status status;
} bt_text;

BT_API void bt_text_init(bt_text *text, bt_context *ctx);
BT_API void bt_text_free(bt_text *text);
BT_API void bt_text_clear(bt_text *text); /* keeps the memory and forgets a failure */
BT_API BT_MUST_CHECK bt_status bt_text_status(const bt_text *text);
BT_API bt_span bt_text_span(const bt_text *text);
BT_API const char *bt_text_chars(const bt_text *text); /* ends in a zero byte */

/* Makes room for `more` bytes after the end and returns where it begins; NULL after a
 * failure. The writer fills it in and then adds to len. */
BT_API char *bt_text_grow(bt_text *text, size_t more);
static inline char *bt_text_reserve(bt_text *text, size_t more)
{
    if (text->status == BT_OK && more < text->cap - text->len)
        return text->at + text->len;
    return bt_text_grow(text, more);
}
BT_API void bt_text_put(bt_text *text, const char *zero_ended);
BT_API void bt_text_put_span(bt_text *text, bt_span span);
BT_API void bt_text_put_char(bt_text *text, char c);
BT_API void bt_text_put_u64(bt_text *text, uint64_t number);
/* Appends a message in the words of the context's catalogue; see bouton/message.h. */
BT_API void bt_say(bt_text *text, const char *key, bt_args args);
/* For what is not a sentence. It knows %s %.*s %c %d %u %zu %lu %llu %%. */
BT_API void bt_text_format(bt_text *text, const char *format, ...) BT_FORMAT(2, 3);
BT_API void bt_text_vformat(bt_text *text, const char *format, va_list args)
    BT_FORMAT(2, 0);

/* Appends words, broken at blanks into lines, and a line end. A line has at most two
 * columns less than bt_line_width of the context. The first line continues the text,
 * which is taken to stand at column `indent`; the others are indented by as much, or by
 * 4 columns if that would be half of the line. */
BT_API void bt_text_put_wrapped(bt_text *text, const char *words, size_t indent);

/* Appends a page that was laid out for 80 columns. For another width its paragraphs are
 * broken again; lines that begin with a blank stay as they are. */
BT_API void bt_text_put_page(bt_text *text, const char *page);

/* Reading: each of these moves `text` past what it took, or leaves it alone if it found
 * nothing to take. */
BT_API bool bt_take_char(bt_span *text, char c);
typedef enum { BT_NUMBER_OK, BT_NUMBER_NONE, BT_NUMBER_TOO_LARGE } bt_number;
BT_API bt_number bt_take_u64(bt_span *text, uint64_t *number); /* digits only */
BT_API void bt_take_blanks(bt_span *text); /* blanks, tabs, line ends */

/* Opens a file of the host to read or to write it. The name need not end in a zero
 * byte. BT_UNABLE if the host has no files. */
BT_API BT_MUST_CHECK bt_status bt_open_source(bt_context *ctx, bt_span name,
                                              bt_source **out);
BT_API BT_MUST_CHECK bt_status bt_open_store(bt_context *ctx, bt_span name,
                                             bt_store **out);
/* Appends the rest of the source to `bytes`. The second form gives up with BT_UNABLE,
 * and a sentence about `name`, when there are more than `most` bytes. */
BT_API BT_MUST_CHECK bt_status bt_read_all(bt_source *source, bt_text *bytes);
BT_API BT_MUST_CHECK bt_status bt_read_most(bt_source *source, bt_text *bytes,
                                            uint64_t most, bt_span name);
/* Appends a whole file. The first form reads at most BT_FILE_BYTES. */
#define BT_FILE_BYTES (UINT64_C(1) << 28)
BT_API BT_MUST_CHECK bt_status bt_read_file(bt_text *bytes, bt_span name);
BT_API BT_MUST_CHECK bt_status bt_read_file_most(bt_text *bytes, bt_span name,
                                                 uint64_t most);
/* Writes a whole file. If that fails, there is no file. */
BT_API BT_MUST_CHECK bt_status bt_write_file(bt_context *ctx, bt_span name,
                                             bt_span bytes);

/* Writes the decimal digits of `number` into `out`, which needs up to 20 bytes, and
 * returns how many there are. */
BT_API size_t bt_print_u64(char *out, uint64_t number);

#ifdef __cplusplus
}
#endif
#endif
