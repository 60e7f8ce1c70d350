/* SPDX-License-Identifier: MIT
 * Sentences with named arguments. The English sentence stands in the code and is the
 * key under which a catalogue may hold another one:
 *
 *     bt_say(out, "{n, plural, one {One pile is} other {{n} piles are}} left.",
 *            BT_ARGS(BT_NUM("n", piles)));
 *
 * {name} is the argument, {Name} the same with a capital letter; {name, plural, =0 {..}
 * one {..} other {..}} chooses by a number or by the length of a list; {name, select,
 * word {..} other {..}} chooses by words, or by "yes" and "no". A message is a whole
 * sentence or the name of a whole thing, never a piece of one, so that every language
 * can order it in its own way. A brace that is one is quoted: '{' and '}'. */
#ifndef BOUTON_MESSAGE_H
#define BOUTON_MESSAGE_H

#include <bouton/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    BT_ARG_NUMBER,
    BT_ARG_WORDS, /* a name, a position, a move: shown as it is */
    BT_ARG_QUOTE, /* what somebody typed: 'in quotes', and cut if it is long */
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
BT_API bt_arg bt_arg_string(const char *name, const char *words); /* NULL: none */
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

/* A sentence that is kept in a table and said elsewhere: this marks it for catalogues.
 */
#define BT_TEXT(message) message

/* Sentences in other words. Entries are in the order of their keys, byte by byte. A key
 * that is not there is said in English. */
typedef struct {
    const char *key, *text;
} bt_entry;
typedef struct {
    const char *name; /* "winning" */
    const bt_entry *entry;
    size_t entries;
    /* The plural form of a number: "one", "few", "other". NULL: that of English. */
    const char *(*plural)(uint64_t number);
    /* Finds a text that is not in the table; NULL where there is none. May be NULL. */
    const char *(*find)(const char *key);
} bt_catalogue;

/* The catalogue that a context speaks by; NULL, as at first: English as it stands in
 * the code. It is not copied. */
BT_API void bt_set_catalogue(bt_context *ctx, const bt_catalogue *catalogue);
/* One that comes with Bouton, or NULL: "winning" says winning and losing positions
 * instead of N- and P-positions. */
BT_API const bt_catalogue *bt_find_catalogue(bt_span name);
/* What the context says for this key: its catalogue's text, or the key itself. */
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
