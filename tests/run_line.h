/* SPDX-License-Identifier: MIT
 * Commands in the same process, for tests: a line is run, what it said is kept. Include
 * <string.h> before. */
#ifndef BOUTON_TESTS_RUN_LINE_H
#define BOUTON_TESTS_RUN_LINE_H

#include <bouton/all.h>

struct sink {
    char out[1 << 20];
    size_t len;
};

static inline bt_status keep_bytes(void *self, bt_context *ctx, bt_stream stream,
                                   const char *bytes, size_t len)
{
    struct sink *s = self;
    if (stream != BT_STDOUT)
        return BT_OK;
    if (len >= sizeof s->out - s->len)
        return bt_fail(ctx, BT_IO, "the test's buffer is full", BT_NO_ARGS);
    memcpy(s->out + s->len, bytes, len);
    s->len += len;
    s->out[s->len] = 0;
    return BT_OK;
}

/* Runs the words of a line, which has no quotes. */
static inline int run_line(bt_context *ctx, struct sink *sink, const char *line)
{
    bt_span words[16];
    size_t n = 0;
    while (*line && n < 16) {
        size_t len = strcspn(line, " ");
        words[n++] = (bt_span){line, len};
        line += len + (line[len] == ' ');
    }
    bt_io io = {.size = sizeof(bt_io), .self = sink, .write = keep_bytes};
    sink->len = 0;
    sink->out[0] = 0;
    return bt_command_run(ctx, &bt_builtin, &io, n, words);
}

#endif
