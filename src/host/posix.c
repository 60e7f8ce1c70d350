/* SPDX-License-Identifier: MIT
 * The world as POSIX has it: malloc, files, threads. */
#define _XOPEN_SOURCE 700 /* for realpath */
#define _GNU_SOURCE       /* for madvise and F_SETPIPE_SZ, where they are */
#include <bouton/context.h>
#include <bouton/host.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
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
            return bt_fail(ctx, BT_IO, "cannot read '%s': %s", s->name,
                           strerror(errno));
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
        return bt_fail(ctx, BT_NOMEM, "out of memory for reading '%s'", name);
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
        return bt_fail(ctx, BT_DOMAIN, "cannot open '%s': %s", name, strerror(errno));
    struct stat info;
    if (fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
        close(fd);
        return bt_fail(ctx, BT_DOMAIN, "'%s' is a folder, not a file", name);
    }
    return bt_source_of_fd(ctx, fd, name, out);
}

/* A store writes to a neighbour of the file and renames it at commit, so readers see
 * the old file or the new one and never a piece. */
struct posix_store {
    bt_store store;
    int fd;
    char *name, *temporary;
};

static void store_end(struct posix_store *s, bool keep)
{
    if (s->fd >= 0)
        close(s->fd);
    if (!keep && s->temporary)
        unlink(s->temporary);
    free(s->name);
    free(s->temporary);
    free(s);
}

static bt_status store_write(bt_store *store, bt_context *ctx, const void *bytes,
                             size_t len)
{
    struct posix_store *s = (struct posix_store *)store;
    const char *at = bytes;
    while (len > 0) {
        ssize_t put = write(s->fd, at, len);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return bt_fail(ctx, BT_IO, "cannot write '%s': %s", s->name,
                           strerror(errno));
        at += put;
        len -= (size_t)put;
    }
    return BT_OK;
}

/* The folder is synced too: without that a crash may lose the rename. */
static void sync_folder_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    char *folder =
        slash ? strndup(name, slash == name ? 1 : (size_t)(slash - name)) : strdup(".");
    int fd = folder ? open(folder, O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
    free(folder);
}

static bt_status store_commit(bt_store *store, bt_context *ctx)
{
    struct posix_store *s = (struct posix_store *)store;
    bool good = !s->temporary || fsync(s->fd) == 0;
    good = close(s->fd) == 0 && good;
    s->fd = -1;
    if (s->temporary)
        good = good && rename(s->temporary, s->name) == 0;
    bt_status status = BT_OK;
    if (!good)
        status = bt_fail(ctx, BT_IO, "cannot write '%s': %s", s->name, strerror(errno));
    else if (s->temporary)
        sync_folder_of(s->name);
    store_end(s, good);
    return status;
}

static void store_abandon(bt_store *store)
{
    store_end((struct posix_store *)store, false);
}

/* The name of a file that is not there yet, beside s->name. */
static int open_neighbour(struct posix_store *s)
{
    enum { TRIES = 100, ENDING = 40 };
    size_t size = strlen(s->name) + ENDING;
    s->temporary = malloc(size);
    if (!s->temporary)
        return -1;
    int fd = -1;
    for (int i = 0; i < TRIES && fd < 0 && (i == 0 || errno == EEXIST); i++) {
        snprintf(s->temporary, size, "%s.new-%ld-%d", s->name, (long)getpid(), i);
        fd = open(s->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    if (fd < 0) {
        free(s->temporary);
        s->temporary = NULL;
    }
    return fd;
}

static bt_status posix_open_store(void *self, bt_context *ctx, const char *name,
                                  bt_store **out)
{
    (void)self;
    struct posix_store *s = calloc(1, sizeof *s);
    if (!s)
        return bt_fail(ctx, BT_NOMEM, "out of memory for writing '%s'", name);
    struct stat info;
    bool exists = stat(name, &info) == 0;
    s->store = (bt_store){store_write, store_commit, store_abandon};
    s->name = exists ? realpath(name, NULL) : strdup(name);
    if (s->name && exists && !S_ISREG(info.st_mode))
        s->fd = open(s->name, O_WRONLY | O_CLOEXEC);
    else
        s->fd = s->name ? open_neighbour(s) : -1;
    if (s->fd < 0) {
        bt_status status =
            bt_fail(ctx, BT_IO, "cannot write '%s': %s", name, strerror(errno));
        store_end(s, true);
        return status;
    }
    *out = &s->store;
    return BT_OK;
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
        .resize = posix_resize,
        .open_source = posix_open_source,
        .open_store = posix_open_store,
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
