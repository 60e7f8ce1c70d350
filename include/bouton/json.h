/* SPDX-License-Identifier: MIT
 * Reads and writes JSON exactly as RFC 8259 defines it.
 *
 * Reading refuses duplicate keys, bad UTF-8, lone surrogates, more than 64 levels of
 * nesting and anything after the value; the sentence names the line and the column.
 * Writing replaces bad UTF-8 by U+FFFD. It writes integers above 2^53-1 as strings of
 * digits, because many readers would round them. */
#ifndef BOUTON_JSON_H
#define BOUTON_JSON_H

#include <bouton/text.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    BT_JSON_NULL,
    BT_JSON_FALSE,
    BT_JSON_TRUE,
    BT_JSON_NUMBER,
    BT_JSON_STRING,
    BT_JSON_ARRAY,
    BT_JSON_OBJECT
} bt_json_kind;

typedef struct bt_json bt_json;
struct bt_json {
    bt_json_kind kind;
    bt_span key;          /* the name of the member if the parent is an object */
    bt_span text;         /* NUMBER: as written; STRING: decoded UTF-8 */
    const bt_json *child; /* first element or member */
    const bt_json *next;  /* next one of the same parent */
    size_t count;         /* how many children */
    size_t line,
        column; /* where it begins, from 1, for sentences; columns count bytes */
};

/* Reads a value. The tree is kept in the arena; *out is set only on BT_OK. */
BT_API BT_MUST_CHECK bt_status bt_json_read(bt_arena *arena, bt_span text,
                                            const bt_json **out);
BT_API const bt_json *bt_json_get(const bt_json *object, const char *key); /* or NULL */
/* Reads a whole number from 0 to 2^64-1, written as digits or as a string of digits. */
BT_API bool bt_json_u64(const bt_json *value, uint64_t *number);

/* Writes a value piece by piece and puts in commas and colons. More than 64 levels are
 * a programming error: the text then fails with BT_UNABLE. */
typedef struct {
    bt_text *text;
    unsigned depth;
    bool after_key;
    bool has_item[64];
} bt_json_writer;

BT_API void bt_json_begin(bt_json_writer *w, bt_text *text);
BT_API void bt_json_open(bt_json_writer *w, char bracket);  /* '{' or '[' */
BT_API void bt_json_close(bt_json_writer *w, char bracket); /* '}' or ']' */
BT_API void bt_json_key(bt_json_writer *w, const char *key);
BT_API void bt_json_put_string(bt_json_writer *w, bt_span string);
BT_API void bt_json_put_u64(bt_json_writer *w, uint64_t number);
BT_API void bt_json_put_bool(bt_json_writer *w, bool value);
BT_API void bt_json_put_null(bt_json_writer *w);

#ifdef __cplusplus
}
#endif
#endif
