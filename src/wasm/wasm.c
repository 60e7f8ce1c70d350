/* SPDX-License-Identifier: MIT
 * The engine for JavaScript: a command line goes in as a JSON array of words, what the
 * command wrote and its exit code come out. Files are those that were added before; the
 * module imports nothing.
 *
 *     code = bt_wasm_run(json, len)           -1: not an array of strings, or no memory
 *     bt_wasm_out() .. bt_wasm_out_len()      standard output of the last run
 *     bt_wasm_err() .. bt_wasm_err_len()      standard error
 *     bt_wasm_add_file(name, len, bytes, len) for @name and file rules; 0 on success
 *     bt_wasm_alloc(bytes), bt_wasm_free(p, bytes)  room for what is passed in
 *
 * A module instance is one engine on one thread, so its state stands in one variable.
 */
#include <bouton/bouton.h>

#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name), used))

struct file {
    struct file *next;
    bt_text name, bytes;
};

static struct {
    bt_context *ctx;
    bt_text out, err;
    struct file *files;
} engine;

static void *resize(void *self, void *old, size_t old_bytes, size_t new_bytes)
{
    (void)self;
    (void)old_bytes;
    if (new_bytes == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_bytes);
}

struct memory_source {
    bt_source source;
    bt_span rest;
};

static bt_status read_memory(bt_source *source, bt_context *ctx, char *buffer,
                             size_t cap, size_t *got)
{
    struct memory_source *s = (struct memory_source *)source;
    (void)ctx;
    *got = s->rest.len < cap ? s->rest.len : cap;
    memcpy(buffer, s->rest.at, *got);
    s->rest.at += *got;
    s->rest.len -= *got;
    return BT_OK;
}

static void close_memory(bt_source *source)
{
    bt_release(engine.ctx, source, sizeof(struct memory_source));
}

static struct file *find_file(bt_span name)
{
    struct file *f = engine.files;
    while (f && !bt_span_equal(bt_text_span(&f->name), name))
        f = f->next;
    return f;
}

static bt_status open_memory(void *self, bt_context *ctx, const char *name,
                             bt_source **out)
{
    (void)self;
    struct file *f = find_file(bt_span_of(name));
    if (!f)
        return bt_fail(ctx, BT_DOMAIN, "cannot open '%s': No such file or directory",
                       name);
    struct memory_source *s = bt_resize(ctx, NULL, 0, sizeof *s);
    if (!s)
        return bt_last_status(ctx);
    *s = (struct memory_source){{read_memory, close_memory}, bt_text_span(&f->bytes)};
    *out = &s->source;
    return BT_OK;
}

static bool start(void)
{
    static const bt_host host = {.resize = resize, .open_source = open_memory};
    if (!engine.ctx) {
        engine.ctx = bt_context_new(&host, 0);
        bt_text_init(&engine.out, engine.ctx);
        bt_text_init(&engine.err, engine.ctx);
    }
    return engine.ctx != NULL;
}

EXPORT(bt_wasm_alloc) void *bt_wasm_alloc(size_t bytes)
{
    return start() ? bt_resize(engine.ctx, NULL, 0, bytes) : NULL;
}

EXPORT(bt_wasm_free) void bt_wasm_free(void *block, size_t bytes)
{
    bt_release(engine.ctx, block, bytes);
}

EXPORT(bt_wasm_add_file)
int bt_wasm_add_file(const char *name, size_t name_len, const char *bytes, size_t len)
{
    if (!start())
        return BT_NOMEM;
    struct file *f = find_file((bt_span){name, name_len});
    if (!f) {
        f = bt_resize(engine.ctx, NULL, 0, sizeof *f);
        if (!f)
            return BT_NOMEM;
        *f = (struct file){.next = engine.files};
        bt_text_init(&f->name, engine.ctx);
        bt_text_init(&f->bytes, engine.ctx);
        bt_text_put_span(&f->name, (bt_span){name, name_len});
        engine.files = f;
    }
    bt_text_clear(&f->bytes);
    bt_text_put_span(&f->bytes, (bt_span){bytes, len});
    return bt_text_status(&f->name) == BT_OK ? bt_text_status(&f->bytes) : BT_NOMEM;
}

static bt_status write_text(void *self, bt_context *ctx, bt_stream stream,
                            const char *bytes, size_t len)
{
    (void)self;
    (void)ctx;
    bt_text *text = stream == BT_STDOUT ? &engine.out : &engine.err;
    bt_text_put_span(text, (bt_span){bytes, len});
    return bt_text_status(text);
}

static int run_words(bt_arena *arena, const bt_json *words)
{
    bt_span *word = bt_arena_alloc(arena, words->count + 1, sizeof *word);
    size_t n = 0;
    if (!word)
        return -1;
    for (const bt_json *w = words->child; w; w = w->next) {
        if (w->kind != BT_JSON_STRING)
            return -1;
        word[n++] = w->text;
    }
    bt_io io = {.write = write_text};
    return bt_command_run(engine.ctx, &bt_builtin, &io, n, word);
}

EXPORT(bt_wasm_run) int bt_wasm_run(const char *json, size_t len)
{
    if (!start())
        return -1;
    bt_text_clear(&engine.out);
    bt_text_clear(&engine.err);
    bt_arena arena;
    const bt_json *words;
    int code = -1;
    bt_arena_init(&arena, engine.ctx);
    if (bt_json_read(&arena, (bt_span){json, len}, &words) == BT_OK &&
        words->kind == BT_JSON_ARRAY)
        code = run_words(&arena, words);
    bt_arena_free(&arena);
    return code;
}

EXPORT(bt_wasm_out) const char *bt_wasm_out(void)
{
    return bt_text_chars(&engine.out);
}

EXPORT(bt_wasm_out_len) size_t bt_wasm_out_len(void)
{
    return engine.out.len;
}

EXPORT(bt_wasm_err) const char *bt_wasm_err(void)
{
    return bt_text_chars(&engine.err);
}

EXPORT(bt_wasm_err_len) size_t bt_wasm_err_len(void)
{
    return engine.err.len;
}
