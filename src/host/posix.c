/* SPDX-License-Identifier: MIT
 * The world as POSIX has it: malloc, files, threads. This fills the table bt_host
 * (bouton/host.h), through which the engine asks for all it cannot do itself; writing
 * files is in posix_store.c. Only programs link it: the module for browsers fills the
 * table in another way (wasm.c). */
#define _GNU_SOURCE /* for madvise and F_SETPIPE_SZ, where they are */
#include "posix_store.h"

#include <bouton/context.h>
#include <bouton/host.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Large tables are read here and there, and in small pages most of the time would go
 * into finding the page. Where the system has large ones it is asked for them; whether
 * it gives them changes nothing but the time. */
static void ask_for_large_pages(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    enum { LARGE_PAGE = 1 << 21 };
    uintptr_t first = ((uintptr_t)block + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    uintptr_t end = ((uintptr_t)block + bytes) / LARGE_PAGE * LARGE_PAGE;
    if (first < end)
        (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
    (void)block;
    (void)bytes;
#endif
}

static void *posix_resize(void *self, void *old, size_t old_bytes, size_t new_bytes)
{
    enum { LARGE = 8 << 20 };
    (void)self;
    (void)old_bytes;
    if (new_bytes == 0) {
        free(old);
        return NULL;
    }
    void *block = realloc(old, new_bytes);
    if (block && new_bytes >= LARGE)
        ask_for_large_pages(block, new_bytes);
    return block;
}

struct posix_source {
    bt_source source;
    int fd;
    char *name;
};

static void source_close(bt_source *source)
{
    struct posix_source *s = (struct posix_source *)source;
    if (s->fd >= 0)
        close(s->fd);
    free(s->name);
    free(s);
}

static bt_status source_read(bt_source *source, bt_context *ctx, char *buffer,
                             size_t cap, size_t *got)
{
    struct posix_source *s = (struct posix_source *)source;
    for (;;) {
        ssize_t n = read(s->fd, buffer, cap);
        if (n >= 0) {
            *got = (size_t)n;
            return BT_OK;
        }
        if (errno != EINTR)
            return bt_fail(
                ctx, BT_IO, "cannot read '{name}': {reason}",
                BT_ARGS(BT_STR("name", s->name), BT_STR("reason", strerror(errno))));
        if (bt_stopped(ctx))
            return BT_STOPPED;
    }
}

/* A longer pipe lets who writes and who reads take turns less often. */
static void ask_for_long_pipe(int fd)
{
#ifdef F_SETPIPE_SZ
    struct stat info;
    if (fstat(fd, &info) == 0 && S_ISFIFO(info.st_mode))
        (void)fcntl(fd, F_SETPIPE_SZ, 1 << 20);
#else
    (void)fd;
#endif
}

bt_status bt_source_of_fd(bt_context *ctx, int fd, const char *name, bt_source **out)
{
    ask_for_long_pipe(fd);
    struct posix_source *s = calloc(1, sizeof *s);
    if (s)
        *s = (struct posix_source){{source_read, source_close}, fd, strdup(name)};
    if (!s || !s->name) {
        close(fd);
        free(s);
        return bt_fail(ctx, BT_NOMEM, "out of memory for reading '{name}'",
                       BT_ARGS(BT_STR("name", name)));
    }
    *out = &s->source;
    return BT_OK;
}

/* A name that cannot be opened is the caller's mistake (BT_DOMAIN); what goes wrong
 * afterwards is the world's (BT_IO). */
static bt_status posix_open_source(void *self, bt_context *ctx, const char *name,
                                   bt_source **out)
{
    (void)self;
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return bt_fail(
            ctx, BT_DOMAIN, "cannot open '{name}': {reason}",
            BT_ARGS(BT_STR("name", name), BT_STR("reason", strerror(errno))));
    struct stat info;
    if (fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
        close(fd);
        return bt_fail(ctx, BT_DOMAIN, "'{name}' is a folder, not a file",
                       BT_ARGS(BT_STR("name", name)));
    }
    return bt_source_of_fd(ctx, fd, name, out);
}

struct crew {
    void (*task)(void *arg, size_t i);
    void *arg;
    size_t tasks;
    atomic_size_t next;
};

static void *crew_work(void *arg)
{
    struct crew *crew = arg;
    for (;;) {
        size_t i = atomic_fetch_add(&crew->next, 1);
        if (i >= crew->tasks)
            return NULL;
        crew->task(crew->arg, i);
    }
}

static void posix_parallel_for(void *self, unsigned threads, size_t tasks,
                               void (*task)(void *arg, size_t i), void *arg)
{
    (void)self;
    enum { MOST = 256 };
    pthread_t thread[MOST];
    unsigned started = 0;
    struct crew crew = {.task = task, .arg = arg, .tasks = tasks};
    if (threads > MOST)
        threads = MOST;
    while (started + 1 < threads && started + 1 < tasks &&
           pthread_create(&thread[started], NULL, crew_work, &crew) == 0)
        started++;
    crew_work(&crew); /* this thread works too, so no thread at all is still right */
    for (unsigned i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

const bt_host *bt_host_posix(void)
{
    static const bt_host host = {
        .size = sizeof(bt_host),
        .resize = posix_resize,
        .open_source = posix_open_source,
        .open_store = bti_posix_open_store,
        .parallel_for = posix_parallel_for,
    };
    return &host;
}

unsigned bt_host_processors(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors > 0 && processors < INT_MAX ? (unsigned)processors : 1;
}

uint64_t bt_host_memory_bytes(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
}
