/* SPDX-License-Identifier: MIT
 * The types that every other header uses.
 *
 * Thread safety, said once for the whole library: a context and everything made with it
 * belong to one thread at a time. The exception is a bound bt_game: it never changes,
 * so several threads may read it. Rule sets are const. There is no global state. */
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

/* 0 or negative. After a failure, bt_message(ctx) is a sentence that says what went
 * wrong. A mathematical "no" or "unknown" is a result, not a status. */
typedef enum {
    BT_OK = 0,
    BT_SYNTAX = -1, /* the text cannot be read */
    BT_DOMAIN = -2, /* it can be read, but it is false or has no meaning here */
    BT_UNABLE = -3, /* a limit of this run was reached; says nothing about the game */
    BT_NOMEM = -4,  /* the caller's allocator returned NULL */
    BT_IO = -5,     /* the host could not read or write */
    BT_STOPPED = -6 /* the host asked to stop */
} bt_status;

/* Normal: the player who cannot move loses. Misere: the player who cannot move wins. */
typedef enum { BT_NORMAL, BT_MISERE } bt_play;

/* N: the next player wins. P: the previous player wins. D: a draw, because play can go
 * on for ever and neither player can force a win. */
typedef enum { BT_UNKNOWN, BT_N, BT_P, BT_D } bt_outcome;

/* A piece of text. It need not end in a zero byte. */
typedef struct {
    const char *at;
    size_t len;
} bt_span;

BT_API bt_span bt_span_of(const char *text);
BT_API bool bt_span_equal(bt_span a, bt_span b);

/* "syntax", "domain", "unable", "nomem", "io" or "stopped". These are also the kinds of
 * errors in JSON. */
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
