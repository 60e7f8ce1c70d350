/* SPDX-License-Identifier: MIT
 * What all fuzz targets share: a context with little memory and little patience, whose
 * host knows at the end whether anything was left behind. A broken promise traps. */
#ifndef BOUTON_FUZZ_FUZZ_H
#define BOUTON_FUZZ_FUZZ_H

#include <bouton/all.h>

#include "../tests/failing_host.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct fuzz {
    struct failing_host memory; /* first: the host's self is also a struct fuzz */
    uint64_t patience;          /* how often stop still says no */
    bt_context *ctx;
};

static inline void insist(bool kept)
{
    if (!kept)
        __builtin_trap();
}

static inline bool fuzz_stop(void *self)
{
    struct fuzz *f = self;
    if (f->patience > 0)
        f->patience--;
    return f->patience == 0;
}

static inline void fuzz_begin(struct fuzz *f, uint64_t memory_limit_bytes)
{
    failing_host_init(&f->memory, 0);
    f->memory.host.stop = fuzz_stop;
    f->patience = 1000;
    f->ctx = bt_context_new(&f->memory.host, memory_limit_bytes);
    insist(f->ctx != NULL);
}

static inline void fuzz_end(struct fuzz *f)
{
    insist(bt_memory_used(f->ctx) == 0);
    bt_context_free(f->ctx);
    insist(f->memory.live_bytes == 0);
}

/* A failure that a target allows: it has a sentence, and the context remembers it. */
static inline void insist_failed(struct fuzz *f, bt_status status)
{
    insist(status < BT_OK && status >= BT_STOPPED);
    insist(bt_last_status(f->ctx) == status);
    insist(bt_message(f->ctx)[0] != 0);
}

/* The first line of the input, without its end; *rest is what comes behind it. */
static inline bt_span fuzz_first_line(const uint8_t *data, size_t size, bt_span *rest)
{
    const char *text = size > 0 ? (const char *)data : "";
    const char *end = size > 0 ? memchr(text, '\n', size) : NULL;
    size_t len = end ? (size_t)(end - text) : size;

    *rest = end ? (bt_span){end + 1, size - len - 1} : (bt_span){text + len, 0};
    return (bt_span){text, len};
}

#endif
