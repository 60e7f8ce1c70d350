/* SPDX-License-Identifier: MIT
 * Writing a file so that readers see the old one or the new one and never a piece: a
 * neighbour, NAME.new-PID-N, is written and takes the name at commit. It gets the mode
 * of the file that it replaces. A symbolic link is followed and stays. What is not a
 * regular file (/dev/null, a pipe) is written directly.
 *
 * A run that was killed leaves its neighbour behind. The next run that writes the same
 * name removes it. To tell it from the neighbour of a run that still works, every
 * neighbour is locked by flock as long as it is written, and the system gives the lock
 * back when a process ends, however that comes about. */
#define _GNU_SOURCE /* for flock, O_NOFOLLOW and realpath */
#include "posix_store.h"

#include <bouton/context.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* So many bytes of the name go into a neighbour's, which may have 255 with its ending,
 * .new-PID-N. */
enum { LONGEST_BASE = 200, ENDING = 48, MOST_LINKS = 40 };

struct posix_store {
    bt_store store;
    int fd;
    char *name, *temporary; /* temporary NULL: the file is written directly */
    bool no_neighbour;      /* the file is there, but its folder takes no new one */
};

static void store_end(struct posix_store *s, bool keep)
{
    if (!keep && s->temporary)
        unlink(s->temporary); /* before close, which gives the lock back */
    if (s->fd >= 0)
        close(s->fd);
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
            return bt_fail(
                ctx, BT_IO, "cannot write '{name}': {reason}",
                BT_ARGS(BT_STR("name", s->name), BT_STR("reason", strerror(errno))));
        at += put;
        len -= (size_t)put;
    }
    return BT_OK;
}

/* The length of what stands before the last part of a path, with its slash. */
static size_t folder_len(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? (size_t)(slash - name) + 1 : 0;
}

static char *folder_of(const char *name)
{
    size_t len = folder_len(name);
    return len > 0 ? strndup(name, len) : strdup(".");
}

/* The folder is synced too: without that a crash may lose the rename. */
static void sync_folder_of(const char *name)
{
    char *folder = folder_of(name);
    int fd = folder ? open(folder, O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
    free(folder);
}

/* The lock is held until the neighbour has its name; closing what was synced has
 * nothing left to tell. A file that is written directly tells at its closing. */
static bt_status store_commit(bt_store *store, bt_context *ctx)
{
    struct posix_store *s = (struct posix_store *)store;
    bool good;
    if (s->temporary) {
        good = fsync(s->fd) == 0 && rename(s->temporary, s->name) == 0;
    } else {
        good = close(s->fd) == 0;
        s->fd = -1;
    }
    bt_status status = BT_OK;
    if (!good)
        status = bt_fail(
            ctx, BT_IO, "cannot write '{name}': {reason}",
            BT_ARGS(BT_STR("name", s->name), BT_STR("reason", strerror(errno))));
    else if (s->temporary)
        sync_folder_of(s->name);
    store_end(s, good);
    return status;
}

static void store_abandon(bt_store *store)
{
    store_end((struct posix_store *)store, false);
}

/* What a link holds, as a path from here; NULL if `name` is not a link. */
static char *link_target(const char *name)
{
    char target[4096];
    ssize_t len = readlink(name, target, sizeof target - 1);
    if (len < 0)
        return NULL;
    target[len] = 0;
    if (target[0] == '/')
        return strdup(target);
    size_t folder = folder_len(name);
    char *joined = malloc(folder + (size_t)len + 1);
    if (joined) {
        memcpy(joined, name, folder);
        memcpy(joined + folder, target, (size_t)len + 1);
    }
    return joined;
}

/* The file that `name` means. It need not be there, not even behind links. NULL, with
 * errno, if it cannot be found out. */
static char *follow(const char *name)
{
    char *at = realpath(name, NULL);
    if (at || errno != ENOENT)
        return at;
    at = strdup(name);
    for (int i = 0; at && i < MOST_LINKS; i++) {
        char *target = link_target(at);
        if (!target && errno != ENOMEM)
            return at;
        free(at);
        at = target;
    }
    if (at) {
        free(at);
        errno = ELOOP;
    }
    return NULL;
}

static size_t base_len(const char *name)
{
    size_t len = strlen(name) - folder_len(name);
    return len < LONGEST_BASE ? len : LONGEST_BASE;
}

/* After a row of digits, or NULL if there is none. */
static const char *skip_digits(const char *at)
{
    size_t digits = strspn(at, "0123456789");
    return digits > 0 ? at + digits : NULL;
}

/* Whether an entry of the folder is called like a neighbour of `name`: with .new-PID-N,
 * or .new-PID, after it. */
static bool is_neighbour(const char *name, const char *entry)
{
    const char *base = name + folder_len(name);
    size_t len = base_len(name);
    if (strncmp(entry, base, len) != 0 || strncmp(entry + len, ".new-", 5) != 0)
        return false;
    const char *end = skip_digits(entry + len + 5);
    if (end && *end == '-')
        end = skip_digits(end + 1);
    return end && *end == 0;
}

/* Only one's own regular file is removed, and only under its lock: whoever works with
 * it holds that. Before the lock was taken the file may have got its name, and another
 * one be called so; under the lock nobody changes that any more. */
static void remove_if_left(int folder, const char *entry)
{
    struct stat info, named;
    int fd = openat(folder, entry,
                    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
        flock(fd, LOCK_EX | LOCK_NB) == 0 &&
        fstatat(folder, entry, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
        named.st_ino == info.st_ino && named.st_dev == info.st_dev)
        (void)unlinkat(folder, entry, 0);
    close(fd);
}

static void remove_left_over(const char *name)
{
    char *path = folder_of(name);
    DIR *folder = path ? opendir(path) : NULL;
    const struct dirent *entry;
    while (folder && (entry = readdir(folder)))
        if (is_neighbour(name, entry->d_name))
            remove_if_left(dirfd(folder), entry->d_name);
    if (folder)
        closedir(folder);
    free(path);
}

/* Another run may see the new file before it is locked, and take it for one that was
 * left behind: then it holds the lock, or the file is gone. Where the system has no
 * locks nobody removes anything. */
static bool is_kept(int fd)
{
    struct stat info;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return false;
    return fstat(fd, &info) == 0 && info.st_nlink > 0;
}

/* The owner comes first: a change of owner clears bits of the mode. Rights of another
 * owner are not given away if the owner stays ours. */
static void take_mode(int fd, const struct stat *old)
{
    struct stat now;
    mode_t mode = old->st_mode & 07777;
    bool same =
        fstat(fd, &now) == 0 && now.st_uid == old->st_uid && now.st_gid == old->st_gid;
    if (!same && fchown(fd, old->st_uid, old->st_gid) != 0)
        mode &= 0777;
    (void)fchmod(fd, mode);
}

/* A file that is not there yet, beside s->name; `old` is what it will replace, or NULL.
 * No one may read it who may not read the old one. */
static int open_neighbour(struct posix_store *s, const struct stat *old)
{
    enum { TRIES = 100 };
    size_t len = folder_len(s->name) + base_len(s->name);
    mode_t mode = old ? old->st_mode & 0666 : 0666;
    s->temporary = malloc(len + ENDING);
    if (!s->temporary)
        return -1;
    memcpy(s->temporary, s->name, len);
    int fd = -1;
    errno = EEXIST;
    for (int i = 0; i < TRIES && fd < 0 && errno == EEXIST; i++) {
        snprintf(s->temporary + len, ENDING, ".new-%ld-%d", (long)getpid(), i);
        fd = open(s->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0 && !is_kept(fd)) {
            close(fd);
            fd = -1;
            errno = EEXIST;
        }
    }
    if (fd < 0) {
        int why = errno;
        free(s->temporary);
        s->temporary = NULL;
        s->no_neighbour = old != NULL;
        errno = why;
    } else if (old) {
        take_mode(fd, old);
    }
    return fd;
}

/* A pipe is opened when somebody reads it; until then one can be asked to stop. */
static int open_directly(bt_context *ctx, const char *name)
{
    int fd;
    do
        fd = open(name, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    while (fd < 0 && errno == EINTR && !bt_stopped(ctx));
    return fd;
}

static int open_for_writing(struct posix_store *s, bt_context *ctx)
{
    struct stat info;
    bool exists = stat(s->name, &info) == 0;
    if (exists && !S_ISREG(info.st_mode))
        return open_directly(ctx, s->name);
    if (exists && access(s->name, W_OK) != 0)
        return -1; /* who made it read-only meant it */
    remove_left_over(s->name);
    return open_neighbour(s, exists ? &info : NULL);
}

static bt_status not_opened(const struct posix_store *s, bt_context *ctx,
                            const char *name, int why)
{
    if (why == EINTR && bt_stopped(ctx))
        return BT_STOPPED;
    return bt_fail(ctx, BT_IO,
                   s->no_neighbour
                       ? BT_TEXT("cannot write '{name}': no new file can be made "
                                 "beside it: {reason}")
                       : BT_TEXT("cannot write '{name}': {reason}"),
                   BT_ARGS(BT_STR("name", name), BT_STR("reason", strerror(why))));
}

bt_status bti_posix_open_store(void *self, bt_context *ctx, const char *name,
                               bt_store **out)
{
    (void)self;
    struct posix_store *s = calloc(1, sizeof *s);
    if (!s)
        return bt_fail(ctx, BT_NOMEM, "out of memory for writing '{name}'",
                       BT_ARGS(BT_STR("name", name)));
    s->store = (bt_store){store_write, store_commit, store_abandon};
    s->name = follow(name);
    s->fd = s->name ? open_for_writing(s, ctx) : -1;
    if (s->fd < 0) {
        bt_status status = not_opened(s, ctx, name, errno);
        store_end(s, true);
        return status;
    }
    *out = &s->store;
    return BT_OK;
}
