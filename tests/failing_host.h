/* SPDX-License-Identifier: MIT
 * A host for tests: it counts the bytes in use, fails on purpose at one chosen
 * allocation, and ends the program loudly when the engine gives back a wrong size.
 *
 * The loop that finds every forgotten check:
 *
 *     for (uint64_t k = 1;; k++) {
 *         struct failing_host f;
 *         failing_host_init(&f, k);
 *         ... the work, which fails with BT_NOMEM or succeeds ...
 *         CHECK(f.live_bytes == 0, ...);
 *         if (f.calls < k)
 *             break; // the k-th allocation was never asked for
 *     }
 *
 * Blocks always move when they are resized and new bytes are not zero, so a stale
 * pointer or a forgotten initialisation shows. */
#ifndef BOUTON_TESTS_FAILING_HOST_H
#define BOUTON_TESTS_FAILING_HOST_H

#include <bouton/host.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct failing_host {
    bt_host host;        /* pass &f.host to bt_context_new */
    uint64_t live_bytes; /* asked for and not given back */
    uint64_t calls;      /* resize calls that wanted memory; frees do not count */
    uint64_t fail_at;    /* this call fails, counted from 1; 0: none does */
};

enum { FAILING_HOST_HEADER = 16 }; /* keeps the size, and the alignment of malloc */

static inline void failing_host_check(const unsigned char *block, size_t old_bytes)
{
    size_t kept = 0;
    if (block)
        memcpy(&kept, block, sizeof kept);
    if (kept == old_bytes)
        return;
    fprintf(stderr, "failing_host: a block of %zu bytes was called %zu bytes\n", kept,
            old_bytes);
    abort();
}

static inline void *failing_host_resize(void *self, void *old, size_t old_bytes,
                                        size_t new_bytes)
{
    struct failing_host *f = self;
    unsigned char *block = old ? (unsigned char *)old - FAILING_HOST_HEADER : NULL;
    unsigned char *moved = NULL;

    failing_host_check(block, old_bytes);
    if (new_bytes > 0) {
        if (++f->calls == f->fail_at || new_bytes > SIZE_MAX - FAILING_HOST_HEADER)
            return NULL;
        moved = malloc(FAILING_HOST_HEADER + new_bytes);
        if (!moved)
            return NULL;
        memcpy(moved, &new_bytes, sizeof new_bytes);
        memset(moved + FAILING_HOST_HEADER, 0xA5, new_bytes);
    }
    if (block && moved)
        memcpy(moved + FAILING_HOST_HEADER, old,
               old_bytes < new_bytes ? old_bytes : new_bytes);
    free(block);
    f->live_bytes += (uint64_t)new_bytes - (uint64_t)old_bytes;
    return moved ? moved + FAILING_HOST_HEADER : NULL;
}

/* fail_at 0: never fails. The struct must stay where it is while a context uses it. */
static inline void failing_host_init(struct failing_host *f, uint64_t fail_at)
{
    memset(f, 0, sizeof *f);
    f->host.self = f;
    f->host.size = sizeof f->host;
    f->host.resize = failing_host_resize;
    f->host.open_source = bt_host_posix()->open_source;
    f->fail_at = fail_at;
}

#endif
