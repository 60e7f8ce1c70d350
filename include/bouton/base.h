/* SPDX-License-Identifier: MIT
 * The words every other header uses.
 *
 * Thread safety, said once for the whole library: a context, and what is made with it,
 * belongs to one thread at a time; only a bound bt_game, which never changes, may be
 * read by several. Rule sets are const. There is no global state. */
#ifndef BOUTON_BASE_H
#define BOUTON_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define BT_API __attribute__((visibility("default")))
#define BT_MUST_CHECK __attribute__((warn_unused_result))
#define BT_FORMAT(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define BT_API
#define BT_MUST_CHECK
#define BT_FORMAT(fmt, args)
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bt_context bt_context;

/* 0 or negative. The sentence that goes with a failure is bt_message(ctx).
 * A mathematical "no" or "unknown" is a result, not a status. */
typedef enum {
    BT_OK = 0,
    BT_SYNTAX = -1, /* the text cannot be read */
    BT_DOMAIN = -2, /* it can be read, and it is false or has no meaning here */
    BT_UNABLE = -3, /* a limit of this run, not a fact about the game */
    BT_NOMEM = -4,  /* the caller's allocator said no */
    BT_IO = -5,     /* the host could not read or write */
    BT_STOPPED = -6 /* the host asked to stop */
} bt_status;

/* Normal: the player who cannot move loses. Misere: the player who cannot move wins. */
typedef enum { BT_NORMAL, BT_MISERE } bt_play;

/* N: the next player wins. P: the previous player wins. D: a draw, neither can force a
 * win, for play can go on for ever. */
typedef enum { BT_UNKNOWN, BT_N, BT_P, BT_D } bt_outcome;

/* A piece of text that need not end in a zero byte. */
typedef struct {
    const char *at;
    size_t len;
} bt_span;

BT_API bt_span bt_span_of(const char *text);
BT_API bool bt_span_equal(bt_span a, bt_span b);

/* "syntax", "domain", "unable", "nomem", "io", "stopped": the kinds of JSON errors. */
BT_API const char *bt_status_name(bt_status status);

BT_API const char *bt_version(void);

#define BT_TRY(call)                                                                   \
    do {                                                                               \
        bt_status bt_try_status_ = (call);                                             \
        if (bt_try_status_ != BT_OK)                                                   \
            return bt_try_status_;                                                     \
    } while (0)

#ifdef __cplusplus
}
#endif
#endif
