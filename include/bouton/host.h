/* SPDX-License-Identifier: MIT
 * The host: one table with everything the engine needs from the outside world. The
 * engine itself opens no file, starts no thread, reads no clock and calls no malloc, so
 * it runs wherever this table can be filled in: with bt_host_posix() in programs,
 * without threads in WebAssembly, with failures on purpose in tests. */
#ifndef BOUTON_HOST_H
#define BOUTON_HOST_H

#include <bouton/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A file that is read from its beginning to its end. At the end *got is 0. */
typedef struct bt_source bt_source;
struct bt_source {
    bt_status (*read)(bt_source *, bt_context *, char *buffer, size_t cap, size_t *got);
    void (*close)(bt_source *);
};

/* A file that is being written. Nothing appears under its name before commit, and then
 * the whole file is there and on disk. abandon removes what was written. Either one
 * ends the store. */
typedef struct bt_store bt_store;
struct bt_store {
    bt_status (*write)(bt_store *, bt_context *, const void *bytes, size_t len);
    bt_status (*commit)(bt_store *, bt_context *);
    void (*abandon)(bt_store *);
};

typedef struct {
    size_t size; /* sizeof(bt_host), because a program may be older than the library */
    void *self;  /* handed back to every function of this table */

    /* Required. old == NULL: a new block; new_bytes == 0: free, and return NULL. On
     * failure it returns NULL and the old block stays. The sizes are exact, so a host
     * can count what is in use. */
    void *(*resize)(void *self, void *old, size_t old_bytes, size_t new_bytes);

    /* The rest is optional: NULL if this host cannot do it. */
    /* BT_DOMAIN if the name cannot be opened, BT_IO if reading fails later. */
    bt_status (*open_source)(void *self, bt_context *, const char *name, bt_source **);
    bt_status (*open_store)(void *self, bt_context *, const char *name, bt_store **);
    /* Runs task(arg, i) for every i < tasks, in any order, on at most `threads`
     * threads, and returns when all are done. If it is NULL, the engine runs them one
     * after the other. */
    void (*parallel_for)(void *self, unsigned threads, size_t tasks,
                         void (*task)(void *arg, size_t i), void *arg);
    bool (*stop)(void *self); /* asked often; true ends long work with BT_STOPPED */
    void (*progress)(void *self, const char *what, uint64_t done, uint64_t total);
} bt_host;

/* The host of ordinary programs: malloc, files and threads. stop is always false, and
 * progress does nothing. */
BT_API const bt_host *bt_host_posix(void);

/* Reads an open file descriptor as a source, which also closes it. The name is used in
 * sentences only. */
BT_API bt_status bt_source_of_fd(bt_context *ctx, int fd, const char *name,
                                 bt_source **out);

/* How many processors this program may use, at least 1. */
BT_API unsigned bt_host_processors(void);

/* How many bytes of memory this machine has; 0 if that is not known. */
BT_API uint64_t bt_host_memory_bytes(void);

#ifdef __cplusplus
}
#endif
#endif
