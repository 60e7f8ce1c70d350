/* SPDX-License-Identifier: MIT
 * What the engine asks of the world: one table. The engine itself opens no file, starts
 * no thread, reads no clock and calls no malloc, so it runs wherever this table can be
 * filled: bt_host_posix() for programs, a serial one in WebAssembly, one that fails on
 * purpose in tests. */
#ifndef BOUTON_HOST_H
#define BOUTON_HOST_H

#include <bouton/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A file being read, from its beginning to its end: *got is 0 there. */
typedef struct bt_source bt_source;
struct bt_source {
    bt_status (*read)(bt_source *, bt_context *, char *buffer, size_t cap, size_t *got);
    void (*close)(bt_source *);
};

/* A file being written. It appears under its name only at commit, whole and on disk;
 * abandon leaves nothing behind. Both end the store. */
typedef struct bt_store bt_store;
struct bt_store {
    bt_status (*write)(bt_store *, bt_context *, const void *bytes, size_t len);
    bt_status (*commit)(bt_store *, bt_context *);
    void (*abandon)(bt_store *);
};

typedef struct {
    size_t size; /* sizeof(bt_host): a program may be older than the library */
    void *self;  /* handed back to every function of this table */

    /* Required. old == NULL: a new block; new_bytes == 0: free, and return NULL. On
     * failure it returns NULL and the old block stays. The sizes are exact, so a host
     * can count what is in use. */
    void *(*resize)(void *self, void *old, size_t old_bytes, size_t new_bytes);

    /* Optional; NULL where this host has no such thing. */
    /* BT_DOMAIN when the name cannot be opened, BT_IO when reading fails later. */
    bt_status (*open_source)(void *self, bt_context *, const char *name, bt_source **);
    bt_status (*open_store)(void *self, bt_context *, const char *name, bt_store **);
    /* Runs task(arg, i) for every i < tasks, in any order, on at most `threads`
     * threads, and returns when all are done. Without it the engine runs them one by
     * one. */
    void (*parallel_for)(void *self, unsigned threads, size_t tasks,
                         void (*task)(void *arg, size_t i), void *arg);
    bool (*stop)(void *self); /* asked often; true ends long work with BT_STOPPED */
    void (*progress)(void *self, const char *what, uint64_t done, uint64_t total);
} bt_host;

/* malloc, files, threads; stop says no and progress is silent. */
BT_API const bt_host *bt_host_posix(void);

/* An open file descriptor as a source, which closes it; the name is for sentences. */
BT_API bt_status bt_source_of_fd(bt_context *ctx, int fd, const char *name,
                                 bt_source **out);

/* How many processors this machine has for us, at least 1. */
BT_API unsigned bt_host_processors(void);

/* Bytes of memory in this machine, 0 when it does not tell. */
BT_API uint64_t bt_host_memory_bytes(void);

#ifdef __cplusplus
}
#endif
#endif
