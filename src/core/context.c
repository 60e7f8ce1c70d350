/* SPDX-License-Identifier: MIT
 * The context: every allocation passes here and is counted, every failure leaves its
 * sentence here. The sentence has a fixed place, so that running out of memory can
 * still be said.
 *
 * Everything in this folder works with a context and knows nothing about games. */
#include <bouton/context.h>
#include <bouton/version.h>

#include "core/arith.h"
#include "core/excerpt.h"
#include "core/format.h"
#include "core/parallel.h"
#include "core/say_into.h"
#include "core/tame.h"

#include <string.h>

struct bt_context {
    bt_host host;
    const bt_catalogue *words; /* NULL: English as it stands in the code */
    uint64_t used, limit, growth_limit;
    uint64_t worked; /* steps since the host was asked whether to stop */
    bool untold;     /* it was asked since it was told how far the work is */
    unsigned threads;
    size_t line_width;
    bt_status last;
    bt_limit last_limit;
    char sentence[BTI_SENTENCE_BYTES];
    bool has_excerpt;
    char excerpt[BTI_EXCERPT_BYTES];
    size_t caret;
};

const char *bt_version(void)
{
    return BT_VERSION;
}

const char *bt_status_name(bt_status status)
{
    switch (status) {
    case BT_OK:
        return "ok";
    case BT_SYNTAX:
        return "syntax";
    case BT_DOMAIN:
        return "domain";
    case BT_UNABLE:
        return "unable";
    case BT_NOMEM:
        return "nomem";
    case BT_IO:
        return "io";
    case BT_STOPPED:
        return "stopped";
    }
    return "unknown";
}

bt_span bt_span_of(const char *text)
{
    return (bt_span){text, strlen(text)};
}

bool bt_span_equal(bt_span a, bt_span b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

bt_context *bt_context_new(const bt_host *host, uint64_t memory_limit_bytes)
{
    bt_host full = {0};
    memcpy(&full, host, host->size < sizeof full ? host->size : sizeof full);
    bt_context *ctx = full.resize ? full.resize(full.self, NULL, 0, sizeof *ctx) : NULL;
    if (!ctx)
        return NULL;
    *ctx = (bt_context){.host = full,
                        .limit = memory_limit_bytes,
                        .growth_limit = UINT64_C(1) << 20,
                        .threads = 1,
                        .line_width = 80};
    return ctx;
}

void bt_context_free(bt_context *ctx)
{
    if (!ctx)
        return;
    bt_host host = ctx->host;
    host.resize(host.self, ctx, sizeof *ctx, 0);
}

/* Fills the sentence; one that is too long ends in dots, never in half a character. */
struct sentence_sink {
    bti_sink sink;
    char *at;
    size_t len;
    bool full;
};

static void sentence_put(bti_sink *sink, const char *bytes, size_t len)
{
    struct sentence_sink *s = (struct sentence_sink *)sink;
    size_t room = BTI_SENTENCE_BYTES - 4 - s->len;
    if (s->full)
        return;
    if (len > room) {
        len = room;
        while (len > 0 && ((unsigned char)bytes[len] & 0xC0) == 0x80)
            len--;
        s->full = true;
    }
    if (len > 0)
        memcpy(s->at + s->len, bytes, len);
    s->len += len;
    if (s->full) {
        memcpy(s->at + s->len, "...", 3);
        s->len += 3;
    }
}

void bt_set_catalogue(bt_context *ctx, const bt_catalogue *catalogue)
{
    ctx->words = catalogue;
}

const bt_catalogue *bti_context_catalogue(const bt_context *ctx)
{
    return ctx->words;
}

const char *bt_words_for(const bt_context *ctx, const char *key)
{
    return bti_catalogue_text(ctx->words, key);
}

void bti_say_line(const bt_context *ctx, char line[BTI_SENTENCE_BYTES], const char *key,
                  bt_args args)
{
    struct sentence_sink s = {.sink.put = sentence_put, .at = line};
    bti_say_into(&s.sink, ctx->words, key, args);
    line[bti_tame_line(line, s.len)] = 0; /* sentences go to terminals */
}

bt_status bt_fail(bt_context *ctx, bt_status status, const char *key, bt_args args)
{
    char fresh[BTI_SENTENCE_BYTES]; /* the arguments may point into the old sentence */
    bti_say_line(ctx, fresh, key, args);
    memcpy(ctx->sentence, fresh, strlen(fresh) + 1);
    ctx->last = status;
    ctx->last_limit = BT_LIMIT_NONE;
    ctx->has_excerpt = false;
    return status;
}

bt_status bt_fail_at_limit(bt_context *ctx, bt_limit limit, const char *key,
                           bt_args args)
{
    bt_status status = bt_fail(ctx, BT_UNABLE, key, args);
    ctx->last_limit = limit;
    return status;
}

void bti_set_limit(bt_context *ctx, bt_limit limit)
{
    ctx->last_limit = limit;
}

bt_limit bt_last_limit(const bt_context *ctx)
{
    return ctx->last_limit;
}

const char *bt_limit_name(bt_limit limit)
{
    switch (limit) {
    case BT_LIMIT_NONE:
        return NULL;
    case BT_LIMIT_MEMORY:
        return "memory";
    case BT_LIMIT_GROWTH:
        return "growth";
    case BT_LIMIT_THEOREMS:
        return "theorems";
    case BT_LIMIT_PICTURE:
        return "picture";
    case BT_LIMIT_NAMES:
        return "names";
    }
    return NULL;
}

void bti_set_excerpt(bt_context *ctx, const char *line, size_t caret)
{
    size_t len = strlen(line);
    ctx->has_excerpt = len < BTI_EXCERPT_BYTES;
    if (ctx->has_excerpt)
        memcpy(ctx->excerpt, line, len + 1);
    ctx->caret = caret;
}

const char *bti_excerpt(const bt_context *ctx, size_t *caret)
{
    *caret = ctx->caret;
    return ctx->has_excerpt ? ctx->excerpt : NULL;
}

const char *bt_message(const bt_context *ctx)
{
    return ctx->sentence;
}

bt_status bt_last_status(const bt_context *ctx)
{
    return ctx->last;
}

const bt_host *bt_context_host(const bt_context *ctx)
{
    return &ctx->host;
}

bool bt_stopped(bt_context *ctx)
{
    if (!ctx->host.stop || !ctx->host.stop(ctx->host.self))
        return false;
    ctx->worked = 0; /* so that the end can be told before the next question */
    bt_fail(ctx, BT_STOPPED, "stopped", BT_NO_ARGS);
    return true;
}

bool bti_worked(bt_context *ctx, uint64_t steps)
{
    enum { PATIENCE = 1 << 16 };
    ctx->worked += steps < PATIENCE ? steps : PATIENCE;
    if (ctx->worked < PATIENCE)
        return false;
    ctx->worked = 0;
    ctx->untold = true;
    return bt_stopped(ctx);
}

bool bti_worked_at(bt_context *ctx, uint64_t steps, const char *what, uint64_t done,
                   uint64_t total)
{
    bool stop = bti_worked(ctx, steps);
    if (ctx->untold)
        bti_progress(ctx, what, done, total);
    ctx->untold = false;
    return stop;
}

bt_status bti_fill(bt_context *ctx, void *block, int byte, size_t bytes)
{
    enum { PIECE = 1 << 24 };
    unsigned char *at = block;
    while (bytes > 0) {
        size_t piece = bytes < PIECE ? bytes : PIECE;
        memset(at, byte, piece);
        at += piece;
        bytes -= piece;
        if (bti_worked(ctx, piece / 64))
            return BT_STOPPED;
    }
    return BT_OK;
}

uint64_t bt_memory_limit(const bt_context *ctx)
{
    return ctx->limit;
}

void bt_set_memory_limit(bt_context *ctx, uint64_t bytes)
{
    ctx->limit = bytes;
}

uint64_t bt_memory_used(const bt_context *ctx)
{
    return ctx->used;
}

uint64_t bt_growth_limit(const bt_context *ctx)
{
    return ctx->growth_limit;
}

void bt_set_growth_limit(bt_context *ctx, uint64_t positions)
{
    ctx->growth_limit = positions;
}

void bt_set_threads(bt_context *ctx, unsigned threads)
{
    ctx->threads = threads > 0 ? threads : 1;
}

unsigned bt_threads(const bt_context *ctx)
{
    return ctx->host.parallel_for ? ctx->threads : 1;
}

void bt_set_line_width(bt_context *ctx, size_t columns)
{
    enum { LEAST = 20, MOST = 10000 };
    ctx->line_width = columns < LEAST ? LEAST : columns > MOST ? MOST : columns;
}

size_t bt_line_width(const bt_context *ctx)
{
    return ctx->line_width;
}

void bti_parallel_for(bt_context *ctx, size_t tasks, void (*task)(void *arg, size_t i),
                      void *arg)
{
    if (bt_threads(ctx) > 1 && tasks > 1) {
        ctx->host.parallel_for(ctx->host.self, ctx->threads, tasks, task, arg);
        return;
    }
    for (size_t i = 0; i < tasks; i++)
        task(arg, i);
}

bool bti_wants_stop(const bt_context *ctx)
{
    return ctx->host.stop && ctx->host.stop(ctx->host.self);
}

void bti_progress(const bt_context *ctx, const char *what, uint64_t done,
                  uint64_t total)
{
    if (ctx->host.progress)
        ctx->host.progress(ctx->host.self, what, done, total);
}

void *bt_resize(bt_context *ctx, void *old, size_t old_bytes, size_t new_bytes)
{
    uint64_t kept = ctx->used - old_bytes;
    if (new_bytes > old_bytes && ctx->limit != 0 &&
        (new_bytes > ctx->limit || kept > ctx->limit - new_bytes)) {
        bt_fail_at_limit(ctx, BT_LIMIT_MEMORY,
                         "the memory limit of {limit} bytes is reached",
                         BT_ARGS(BT_NUM("limit", ctx->limit)));
        return NULL;
    }
    void *fresh = ctx->host.resize(ctx->host.self, old, old_bytes, new_bytes);
    if (!fresh && new_bytes > 0) {
        bt_fail(ctx, BT_NOMEM, "out of memory: {new_bytes} bytes were asked for",
                BT_ARGS(BT_NUM("new_bytes", new_bytes)));
        return NULL;
    }
    ctx->used = kept + new_bytes;
    return fresh;
}

void bt_release(bt_context *ctx, void *block, size_t bytes)
{
    if (block)
        bt_resize(ctx, block, bytes, 0);
}

void *bt_resize_array(bt_context *ctx, void *old, size_t old_count, size_t new_count,
                      size_t size)
{
    uint64_t bytes;
    if (!bti_mul(new_count, size, &bytes) || bytes > SIZE_MAX) {
        bt_fail(ctx, BT_NOMEM,
                "out of memory: {new_count} times {size} bytes were asked for",
                BT_ARGS(BT_NUM("new_count", new_count), BT_NUM("size", size)));
        return NULL;
    }
    return bt_resize(ctx, old, old_count * size, (size_t)bytes);
}
