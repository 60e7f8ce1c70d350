/* SPDX-License-Identifier: MIT
 * Messages: sentences with named arguments. The English sentence stands in the code. It
 * is also the key under which a catalogue may hold another sentence:
 *
 *     bt_say(out, "{n, plural, one {One pile is} other {{n} piles are}} left.",
 *            BT_ARGS(BT_NUM("n", piles)));
 *
 * {name} is replaced by the argument, {Name} by the argument with a capital letter.
 * {name, plural, =0 {..} one {..} other {..}} chooses by a number, or by the length of
 * a list. {name, select, word {..} other {..}} chooses by words, or by "yes" and "no".
 * To show a brace, put it in quotes: '{' or '}'. What cannot be read, or asks for an
 * argument that is not given, is written as it stands.
 *
 * A message is a whole sentence or the whole name of a thing, never a part of one,
 * because other languages have another word order. docs/wording.md says more. */
#ifndef BOUTON_MESSAGE_H
#define BOUTON_MESSAGE_H

#include <bouton/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    BT_ARG_NUMBER,
    BT_ARG_WORDS, /* a name, a position or a move: shown as it is */
    BT_ARG_QUOTE, /* what a user typed: 'in quotes', and cut off if long */
    BT_ARG_LIST,  /* numbers: "1, 2 and 3" */
    BT_ARG_TRUTH  /* for select: "yes" or "no" */
} bt_arg_kind;

typedef struct {
    const char *name;
    bt_arg_kind kind;
    uint64_t number; /* the number; 1 or 0 for a truth; how long words or a list are */
    union {
        const char *words; /* need not end in a zero byte */
        const uint64_t *list;
    } at;
} bt_arg;

typedef struct {
    const bt_arg *arg;
    size_t count;
} bt_args;

BT_API bt_arg bt_arg_number(const char *name, uint64_t number);
BT_API bt_arg bt_arg_string(const char *name, const char *words); /* NULL: "" */
BT_API bt_arg bt_arg_span(const char *name, bt_span words);
BT_API bt_arg bt_arg_quote(const char *name, bt_span words);
BT_API bt_arg bt_arg_list(const char *name, const uint64_t *number, size_t count);
BT_API bt_arg bt_arg_truth(const char *name, bool truth);

#define BT_NUM(name, number) bt_arg_number(name, number)
#define BT_STR(name, words) bt_arg_string(name, words)
#define BT_SPAN(name, words) bt_arg_span(name, words)
#define BT_QUOTE(name, words) bt_arg_quote(name, words)
#define BT_LIST(name, number, count) bt_arg_list(name, number, count)
#define BT_TRUE(name, truth) bt_arg_truth(name, truth)

/* Marks a message that is kept in a table or a variable and said somewhere else, so
 * that tools/texts.mjs finds it. */
#define BT_TEXT(message) message

/* A catalogue says messages in other words. Its entries are sorted by key, compared
 * byte by byte. A message without an entry is said in English. */
typedef struct {
    const char *key, *text;
} bt_entry;
typedef struct {
    size_t size;      /* sizeof(bt_catalogue) */
    const char *name; /* "winning" */
    const bt_entry *entry;
    size_t entries;
    /* The plural form of a number: "one", "few", "other". NULL: as in English. */
    const char *(*plural)(uint64_t number);
    /* Asked for a text that is not in the table; NULL if it has none. Or NULL. */
    const char *(*find)(const char *key);
} bt_catalogue;

/* Sets the catalogue that a context uses. NULL, as in a new context: English, as it
 * stands in the code. The catalogue is not copied. */
BT_API void bt_set_catalogue(bt_context *ctx, const bt_catalogue *catalogue);
/* Finds a catalogue that comes with Bouton, or returns NULL. "winning" says winning and
 * losing positions instead of N- and P-positions. */
BT_API const bt_catalogue *bt_find_catalogue(bt_span name);
/* The text of the context's catalogue for this key; if it has none, the key itself. */
BT_API const char *bt_words_for(const bt_context *ctx, const char *key);

#ifdef __cplusplus
}
extern "C++" {
template <size_t N> bt_args bt_args_of(const bt_arg (&arg)[N])
{
    return bt_args{arg, N};
}
}
#define BT_ARGS(...) bt_args_of({__VA_ARGS__})
#define BT_NO_ARGS (bt_args{nullptr, 0})
#else
#define BT_ARGS(...)                                                                   \
    ((bt_args){(const bt_arg[]){__VA_ARGS__},                                          \
               sizeof((const bt_arg[]){__VA_ARGS__}) / sizeof(bt_arg)})
#define BT_NO_ARGS ((bt_args){NULL, 0})
#endif
#endif
