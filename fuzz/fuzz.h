/* SPDX-License-Identifier: MIT
 * What all fuzz targets share: a context with little memory and little patience, whose
 * host knows at the end whether anything was left behind. A broken promise traps. */
#ifndef BOUTON_FUZZ_FUZZ_H
#define BOUTON_FUZZ_FUZZ_H

#include <bouton/all.h>

#include "../tests/failing_host.h"

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

enum { FUZZ_SECONDS = 20 }; /* of processor time, for one input */

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

/* libFuzzer's own limit is time on the wall, which is short where many share a machine.
 * Abort: that is what it, and whoever reads its report, takes for a find. */
static inline void fuzz_too_slow(int signal)
{
    static const char sentence[] = "this input takes too much processor time\n";
    (void)signal;
    if (write(STDERR_FILENO, sentence, sizeof sentence - 1) >= 0)
        abort();
    _exit(1);
}

static inline void fuzz_limit_time(time_t seconds)
{
    struct itimerval limit = {.it_value.tv_sec = seconds};
    insist(signal(SIGPROF, fuzz_too_slow) != SIG_ERR);
    insist(setitimer(ITIMER_PROF, &limit, NULL) == 0);
}

/* `host` replaces how memory is had and files are opened. */
static inline void fuzz_begin_with(struct fuzz *f, uint64_t memory_limit_bytes,
                                   const bt_host *host)
{
    failing_host_init(&f->memory, 0);
    f->memory.host.resize = host->resize;
    f->memory.host.open_source = host->open_source;
    f->memory.host.open_store = host->open_store;
    f->memory.host.stop = fuzz_stop;
    f->patience = 300;
    f->ctx = bt_context_new(&f->memory.host, memory_limit_bytes);
    insist(f->ctx != NULL);
    fuzz_limit_time(FUZZ_SECONDS);
}

/* No files: an input may name any. */
static inline void fuzz_begin(struct fuzz *f, uint64_t memory_limit_bytes)
{
    fuzz_begin_with(f, memory_limit_bytes, &(bt_host){.resize = failing_host_resize});
}

static inline void fuzz_end(struct fuzz *f)
{
    fuzz_limit_time(0);
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
