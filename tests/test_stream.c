/* SPDX-License-Identifier: MIT
 * Long lists of moves are written as they come: what the engine holds meanwhile is
 * counted, not timed. */
#include "check.h"
#include "failing_host.h"

#include <bouton/all.h>

enum { FEW_BYTES = 2 << 20, MOVES = 200000 };

struct watch {
    struct failing_host memory; /* first: its functions get a pointer to it */
    uint64_t peak;
    uint64_t written, lines, stop_after; /* bytes; 0: never stops */
    uint64_t fail_after;                 /* bytes; 0: writing never fails */
    char tail[200];                      /* the end of what was written */
};

static void *resize_watched(void *self, void *old, size_t old_bytes, size_t new_bytes)
{
    struct watch *w = self;
    void *block = failing_host_resize(&w->memory, old, old_bytes, new_bytes);
    if (w->memory.live_bytes > w->peak)
        w->peak = w->memory.live_bytes;
    return block;
}

static bool wants_stop(void *self)
{
    struct watch *w = self;
    return w->stop_after > 0 && w->written >= w->stop_after;
}

static bt_status write_watched(void *self, bt_context *ctx, bt_stream stream,
                               const char *bytes, size_t len)
{
    struct watch *w = self;
    if (stream != BT_STDOUT)
        return BT_OK;
    if (w->fail_after > 0 && w->written >= w->fail_after)
        return bt_fail(ctx, BT_IO, "the disk is full", BT_NO_ARGS);
    w->written += len;
    for (size_t i = 0; i < len; i++)
        w->lines += bytes[i] == '\n';
    size_t kept = len < sizeof w->tail - 1 ? len : sizeof w->tail - 1;
    memcpy(w->tail, bytes + len - kept, kept);
    w->tail[kept] = 0;
    return BT_OK;
}

static int run(struct watch *w, size_t words, const char *const *word)
{
    bt_span argv[8];
    for (size_t i = 0; i < words; i++)
        argv[i] = bt_span_of(word[i]);
    failing_host_init(&w->memory, 0);
    w->memory.host.self = w;
    w->memory.host.resize = resize_watched;
    w->memory.host.stop = wants_stop;
    bt_context *ctx = bt_context_new(&w->memory.host, 0);
    bt_io io = {.size = sizeof(bt_io), .self = w, .write = write_watched};
    int code = bt_command_run(ctx, &bt_builtin, &io, words, argv);
    bt_context_free(ctx);
    CHECK(w->memory.live_bytes == 0, "memory is lost");
    return code;
}

static void long_lists(void)
{
    static const struct {
        const char *word[5];
        size_t words;
        uint64_t lines, bytes; /* at least */
    } rows[] = {
        {{"moves", "nim", "200000", "--all-moves", "--json"}, 5, 1, 20 * MOVES},
        {{"moves", "nim", "200000", "--all-moves"}, 4, MOVES + 5, 20 * MOVES},
        {{"solve", "subtraction:primes", "100000", "--all-moves"}, 4, 500, 40000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct watch w = {.peak = 0};
        int code = run(&w, rows[i].words, rows[i].word);
        CHECK(code == 0 && w.written >= rows[i].bytes && w.peak < FEW_BYTES &&
                  w.lines >= rows[i].lines,
              "%s %s: code %d, %llu bytes written, %llu held", rows[i].word[0],
              rows[i].word[1], code, (unsigned long long)w.written,
              (unsigned long long)w.peak);
    }
}

/* What was begun and cannot be finished: the failure has a line of its own. */
static void unfinished(void)
{
    static const char *const word[] = {"moves", "nim", "200000", "--all-moves",
                                       "--json"};
    struct watch w = {.stop_after = 1000000};
    int code = run(&w, 5, word);
    CHECK(code != 0 && w.lines == 2 && strncmp(w.tail, "{\"error\":{", 10) == 0,
          "stopped: code %d, %llu lines, then %s", code, (unsigned long long)w.lines,
          w.tail);
    w = (struct watch){.stop_after = 1000000};
    code = run(&w, 4, word);
    CHECK(code != 0 && w.lines > 1000 && w.lines < MOVES, "stopped: code %d", code);
    w = (struct watch){.fail_after = 1000000};
    code = run(&w, 5, word);
    CHECK(code == 4 && w.lines == 0, "no room: code %d, %llu lines", code,
          (unsigned long long)w.lines);
}

int main(void)
{
    long_lists();
    unfinished();
    return check_close();
}
