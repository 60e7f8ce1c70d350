/* SPDX-License-Identifier: MIT
 * A context holds the host's table, the memory in use and its limit, and the sentence
 * of the last failure. An arena is memory that is freed all at once. */
#ifndef BOUTON_CONTEXT_H
#define BOUTON_CONTEXT_H

#include <bouton/base.h>
#include <bouton/host.h>
#include <bouton/message.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a context, or returns NULL if the host has no memory for one. The table is
 * copied. memory_limit_bytes 0: only the host sets a limit. */
BT_API bt_context *bt_context_new(const bt_host *host, uint64_t memory_limit_bytes);
BT_API void bt_context_free(bt_context *ctx); /* NULL is fine */

/* Keeps the sentence, which is a message (bouton/message.h), and returns `status`. */
BT_API bt_status bt_fail(bt_context *ctx, bt_status status, const char *key,
                         bt_args args);

/* What the last failure was; "" and BT_OK if there was none. */
BT_API const char *bt_message(const bt_context *ctx);
BT_API bt_status bt_last_status(const bt_context *ctx);

/* Which limit stopped the work, as data beside the sentence: the sentence says what
 * happened, and a program says in its own words what its user can do about it. */
typedef enum {
    BT_LIMIT_NONE,
    BT_LIMIT_MEMORY,   /* bt_set_memory_limit */
    BT_LIMIT_GROWTH,   /* bt_set_growth_limit */
    BT_LIMIT_THEOREMS, /* only theorems were asked; a search may know the answer */
    BT_LIMIT_PICTURE,  /* the picture would be too large */
    BT_LIMIT_NAMES     /* no rules have this name; the registry lists those that are */
} bt_limit;
/* Sets the sentence and the limit, and returns BT_UNABLE. */
BT_API bt_status bt_fail_at_limit(bt_context *ctx, bt_limit limit, const char *key,
                                  bt_args args);
BT_API bt_limit bt_last_limit(const bt_context *ctx); /* of the last failure */
/* "memory", "growth", "theorems", "picture", "names", or NULL for BT_LIMIT_NONE. */
BT_API const char *bt_limit_name(bt_limit limit);

BT_API const bt_host *bt_context_host(const bt_context *ctx);
/* Asks the host whether to stop; if so, the last status is BT_STOPPED. */
BT_API bool bt_stopped(bt_context *ctx);

BT_API uint64_t bt_memory_limit(const bt_context *ctx); /* bytes, 0: none */
BT_API void bt_set_memory_limit(bt_context *ctx, uint64_t bytes);
BT_API uint64_t bt_memory_used(const bt_context *ctx);

/* If a game does not say why play ends, a search stops after this many positions if
 * their numbers are still growing. 2^20 unless set; 0: it goes on while there is
 * memory. */
BT_API uint64_t bt_growth_limit(const bt_context *ctx);
BT_API void bt_set_growth_limit(bt_context *ctx, uint64_t positions);

/* How many threads long work may use if the host has parallel_for; 1 unless set. */
BT_API void bt_set_threads(bt_context *ctx, unsigned threads);
BT_API unsigned bt_threads(const bt_context *ctx);

/* How many columns a line of prose or of a table has: 80 unless set. The least is 20
 * and the most 10000; other numbers are moved to the nearer of the two. */
BT_API void bt_set_line_width(bt_context *ctx, size_t columns);
BT_API size_t bt_line_width(const bt_context *ctx);

/* Calls the host's resize, if the memory limit allows it. NULL (with new_bytes > 0)
 * means that it failed: the old block stays, and the sentence and bt_last_status(ctx)
 * say why. BT_NOMEM: the host had no memory. BT_UNABLE: the limit was reached. */
BT_API void *bt_resize(bt_context *ctx, void *old, size_t old_bytes, size_t new_bytes);
BT_API void bt_release(bt_context *ctx, void *block, size_t bytes);

/* The same for arrays of elements of `size` bytes; fails if the product overflows. */
BT_API void *bt_resize_array(bt_context *ctx, void *old, size_t old_count,
                             size_t new_count, size_t size);

typedef struct bt_arena_chunk bt_arena_chunk;
typedef struct {
    bt_context *ctx;
    bt_arena_chunk *head;
} bt_arena;

BT_API void bt_arena_init(bt_arena *arena, bt_context *ctx);
BT_API void *bt_arena_alloc(bt_arena *arena, size_t count, size_t size); /* zeroed */
BT_API char *bt_arena_copy(bt_arena *arena, bt_span text); /* ends in a zero byte */
BT_API void bt_arena_free(bt_arena *arena);                /* all of it */

#ifdef __cplusplus
}
#endif
#endif
