/* SPDX-License-Identifier: MIT
 * The world that commands see, in memory: files, standard input, standard output and
 * standard error. Nothing of it is counted as the engine's memory.
 *
 * A name that begins with "full" is a disk that takes nothing more. The host gives no
 * more than WORLD_BYTES, whatever --memory asks for. */
#ifndef BOUTON_FUZZ_WORLD_H
#define BOUTON_FUZZ_WORLD_H

#include "fuzz.h"

enum { WORLD_FILES = 16, WORLD_NAME = 64, WORLD_BYTES = 64 << 20 };

struct world_bytes {
    char *at;
    size_t len, cap;
};

struct world_file {
    char name[WORLD_NAME];
    struct world_bytes bytes;
};

struct world {
    struct fuzz fuzz; /* first: the host's self is also a struct world */
    struct world_file file[WORLD_FILES];
    size_t files;
    bt_span any; /* the content of every file that nobody wrote; at == NULL: none */
    struct world_bytes out, err;
    bool refused; /* a full disk was written to */
};

static inline void world_append(struct world_bytes *to, const void *bytes, size_t len)
{
    if (len > to->cap - to->len) {
        to->cap = 2 * (to->cap + len);
        to->at = realloc(to->at, to->cap);
        insist(to->at != NULL);
    }
    if (len > 0)
        memcpy(to->at + to->len, bytes, len);
    to->len += len;
}

static inline bt_span world_span(const struct world_bytes *bytes)
{
    return (bt_span){bytes->at ? bytes->at : "", bytes->len};
}

/* A file being read, or standard input: in pieces, of its own block of memory. */
struct world_source {
    bt_source source;
    char *copy;
    bt_span rest;
    size_t piece;
};

static inline bt_status world_read(bt_source *source, bt_context *ctx, char *buffer,
                                   size_t cap, size_t *got)
{
    struct world_source *s = (struct world_source *)source;
    size_t len = s->rest.len < s->piece ? s->rest.len : s->piece;
    (void)ctx;
    insist(cap > 0);
    if (len > cap)
        len = cap;
    if (len > 0)
        memcpy(buffer, s->rest.at, len);
    s->rest = (bt_span){s->rest.at + len, s->rest.len - len};
    *got = len;
    return BT_OK;
}

static inline void world_close(bt_source *source)
{
    struct world_source *s = (struct world_source *)source;
    free(s->copy);
    free(s);
}

static inline bt_source *world_source(bt_span bytes)
{
    struct world_source *s = malloc(sizeof *s);
    char *copy = malloc(bytes.len > 0 ? bytes.len : 1);
    insist(s && copy);
    if (bytes.len > 0)
        memcpy(copy, bytes.at, bytes.len);
    *s = (struct world_source){.source = {world_read, world_close},
                               .copy = copy,
                               .rest = {copy, bytes.len},
                               .piece = 1 + bytes.len / 16};
    return &s->source;
}

static inline struct world_file *world_find(struct world *w, const char *name)
{
    for (size_t i = 0; i < w->files; i++)
        if (strcmp(w->file[i].name, name) == 0)
            return &w->file[i];
    return NULL;
}

/* A file under this name, empty; NULL where there is no room for it. */
static inline struct world_file *world_file(struct world *w, const char *name)
{
    struct world_file *file = world_find(w, name);
    if (!file && w->files < WORLD_FILES && strlen(name) < WORLD_NAME) {
        file = &w->file[w->files++];
        *file = (struct world_file){0};
        memcpy(file->name, name, strlen(name));
    }
    if (file)
        file->bytes.len = 0;
    return file;
}

static inline void world_put(struct world *w, const char *name, bt_span bytes)
{
    struct world_file *file = world_file(w, name);
    insist(file != NULL);
    world_append(&file->bytes, bytes.at, bytes.len);
}

static inline bt_status world_open(void *self, bt_context *ctx, const char *name,
                                   bt_source **out)
{
    struct world *w = self;
    const struct world_file *file = world_find(w, name);
    if (!file && !w->any.at)
        return bt_fail(ctx, BT_DOMAIN, "cannot open '{name}'",
                       BT_ARGS(BT_STR("name", name)));
    *out = world_source(file ? world_span(&file->bytes) : w->any);
    return BT_OK;
}

/* A file being written: it is in the world from its commit on. */
struct world_store {
    bt_store store;
    struct world *world;
    char *name;
    struct world_bytes bytes;
};

static inline bt_status world_store_write(bt_store *store, bt_context *ctx,
                                          const void *bytes, size_t len)
{
    struct world_store *s = (struct world_store *)store;
    if (strncmp(s->name, "full", 4) == 0) {
        s->world->refused = true;
        return bt_fail(ctx, BT_IO, "cannot write '{name}'",
                       BT_ARGS(BT_STR("name", s->name)));
    }
    world_append(&s->bytes, bytes, len);
    return BT_OK;
}

static inline void world_store_end(bt_store *store)
{
    struct world_store *s = (struct world_store *)store;
    free(s->bytes.at);
    free(s->name);
    free(s);
}

static inline bt_status world_store_commit(bt_store *store, bt_context *ctx)
{
    struct world_store *s = (struct world_store *)store;
    struct world_file *file = world_file(s->world, s->name);
    bt_status status = BT_OK;
    if (file) {
        world_append(&file->bytes, s->bytes.at, s->bytes.len);
    } else {
        s->world->refused = true;
        status = bt_fail(ctx, BT_IO, "no room for '{name}'",
                         BT_ARGS(BT_STR("name", s->name)));
    }
    world_store_end(store);
    return status;
}

static inline bt_status world_open_store(void *self, bt_context *ctx, const char *name,
                                         bt_store **out)
{
    struct world_store *s = malloc(sizeof *s);
    char *copy = malloc(strlen(name) + 1);
    (void)ctx;
    insist(s && copy);
    memcpy(copy, name, strlen(name) + 1);
    *s = (struct world_store){
        .store = {world_store_write, world_store_commit, world_store_end},
        .world = self,
        .name = copy};
    *out = &s->store;
    return BT_OK;
}

static inline void *world_resize(void *self, void *old, size_t old_bytes,
                                 size_t new_bytes)
{
    struct world *w = self;
    if (new_bytes > WORLD_BYTES || w->fuzz.memory.live_bytes > WORLD_BYTES - new_bytes)
        return NULL;
    return failing_host_resize(self, old, old_bytes, new_bytes);
}

static inline bt_status world_write(void *self, bt_context *ctx, bt_stream stream,
                                    const char *bytes, size_t len)
{
    struct world *w = self;
    (void)ctx;
    world_append(stream == BT_STDERR ? &w->err : &w->out, bytes, len);
    return BT_OK;
}

static inline void world_begin(struct world *w, uint64_t memory_limit_bytes)
{
    *w = (struct world){0};
    fuzz_begin_with(&w->fuzz, memory_limit_bytes,
                    &(bt_host){.resize = world_resize,
                               .open_source = world_open,
                               .open_store = world_open_store});
}

static inline void world_end(struct world *w)
{
    for (size_t i = 0; i < w->files; i++)
        free(w->file[i].bytes.at);
    free(w->out.at);
    free(w->err.at);
    fuzz_end(&w->fuzz);
}

/* Runs a command with this standard input; what it says is in w->out and w->err. */
static inline int world_run(struct world *w, bt_span input, size_t words,
                            const bt_span *word)
{
    bt_io io = {.size = sizeof io, .self = w, .write = world_write};
    io.input = world_source(input);
    w->out.len = w->err.len = 0;
    int code = bt_command_run(w->fuzz.ctx, &bt_builtin, &io, words, word);
    io.input->close(io.input);
    insist(code >= 0 && code <= 4);
    return code;
}

#endif
