/* SPDX-License-Identifier: MIT
 * The engine for JavaScript: a command line goes in as a JSON array of words, what the
 * command wrote and its exit code come out. Files are those that were added before.
 *
 *     code = bt_wasm_run(json, len)           -1: not an array of strings, or no memory
 *     bt_wasm_out() .. bt_wasm_out_len()      standard output of the last call
 *     bt_wasm_err() .. bt_wasm_err_len()      standard error
 *     bt_wasm_add_file(name, len, bytes, len) for @name and file rules; 0 on success; a
 *                                             file of this name is replaced
 *     bt_wasm_remove_file(name, len)          there need not be one
 *     bt_wasm_alloc(bytes), bt_wasm_free(p, bytes)  room for what is passed in
 *
 * One game at a time is played line by line. Each call returns an exit code and leaves
 * in `out` what `bouton play --json` writes, or {"error": ...}, and then the game that
 * was there before goes on as if nothing had been:
 *
 *     code = bt_wasm_play(json, len)          the words behind `bouton play`
 *     code = bt_wasm_line(text, len)          a move or a command
 *     code = bt_wasm_load(text, len)          a record, with or without a game before
 *     code = bt_wasm_record()                 `out` is the record itself
 *
 * The module imports one function, bouton.progress(done, total), which is called now
 * and then during long work; total is 0 where it is not known. Long work is ended by
 * ending the worker. A module instance is one engine on one thread, so its state stands
 * in one variable. After a trap (the stack ran out) that state may be half changed: the
 * instance has to be thrown away. Running out of memory is no trap but an answer.
 */
#include "heap.h"

#include <bouton/bouton.h>
#include <bouton/json.h>

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
    bt_session *game; /* or NULL */
} engine;

__attribute__((import_module("bouton"), import_name("progress"))) void
bt_wasm_progress(double done, double total);

static void progress(void *self, const char *what, uint64_t done, uint64_t total)
{
    (void)self;
    (void)what;
    bt_wasm_progress((double)done, (double)total);
}

static void *resize(void *self, void *old, size_t old_bytes, size_t new_bytes)
{
    (void)self;
    return bti_heap_resize(old, old_bytes, new_bytes);
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

/* Files called games/NAME.game were here before these games were part of the engine:
 * addresses and records that name them stay good. */
static const char *game_text(const char *name)
{
    bt_span folder = bt_span_of("games/"), end = bt_span_of(".game");
    bt_span file = bt_span_of(name);
    if (file.len < folder.len + end.len || memcmp(name, folder.at, folder.len) != 0 ||
        memcmp(name + file.len - end.len, end.at, end.len) != 0)
        return NULL;
    bt_span stem = {name + folder.len, file.len - folder.len - end.len};
    const bt_named_game *game = bt_registry_find_game(&bt_builtin, stem);
    return game && bt_span_equal(stem, bt_span_of(game->name)) ? game->text : NULL;
}

static bt_status open_memory(void *self, bt_context *ctx, const char *name,
                             bt_source **out)
{
    (void)self;
    struct file *f = find_file(bt_span_of(name));
    const char *text = f ? NULL : game_text(name);
    if (!f && !text)
        return bt_fail(ctx, BT_DOMAIN,
                       "cannot open '{name}': No such file or directory",
                       BT_ARGS(BT_STR("name", name)));
    struct memory_source *s = bt_resize(ctx, NULL, 0, sizeof *s);
    if (!s)
        return bt_last_status(ctx);
    *s = (struct memory_source){{read_memory, close_memory},
                                f ? bt_text_span(&f->bytes) : bt_span_of(text)};
    *out = &s->source;
    return BT_OK;
}

static bool start(void)
{
    static const bt_host host = {.size = sizeof(bt_host),
                                 .resize = resize,
                                 .open_source = open_memory,
                                 .progress = progress};
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

static void free_file(struct file *f)
{
    bt_text_free(&f->name);
    bt_text_free(&f->bytes);
    bt_release(engine.ctx, f, sizeof *f);
}

EXPORT(bt_wasm_remove_file)
void bt_wasm_remove_file(const char *name, size_t name_len)
{
    for (struct file **at = &engine.files; *at; at = &(*at)->next)
        if (bt_span_equal(bt_text_span(&(*at)->name), (bt_span){name, name_len})) {
            struct file *f = *at;
            *at = f->next;
            free_file(f);
            return;
        }
}

/* What was read from a file before was copied, so a game that came from it stays. */
EXPORT(bt_wasm_add_file)
int bt_wasm_add_file(const char *name, size_t name_len, const char *bytes, size_t len)
{
    if (!start())
        return BT_NOMEM;
    struct file *f = bt_resize(engine.ctx, NULL, 0, sizeof *f);
    if (!f)
        return BT_NOMEM;
    *f = (struct file){.next = NULL};
    bt_text_init(&f->name, engine.ctx);
    bt_text_init(&f->bytes, engine.ctx);
    bt_text_put_span(&f->name, (bt_span){name, name_len});
    bt_text_put_span(&f->bytes, (bt_span){bytes, len});
    if (bt_text_status(&f->name) != BT_OK || bt_text_status(&f->bytes) != BT_OK) {
        free_file(f);
        return BT_NOMEM;
    }
    bt_wasm_remove_file(name, name_len);
    f->next = engine.files;
    engine.files = f;
    return BT_OK;
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

static void keep_game(void *self, bt_session *game)
{
    (void)self;
    bt_session_free(engine.game);
    engine.game = game;
}

/* `before` come before the words of the array. */
static int run_words(bt_arena *arena, const bt_json *words, const bt_io *io,
                     const char *const *before)
{
    enum { BEFORE = 2 };
    bt_span *word = bt_arena_alloc(arena, words->count + BEFORE, sizeof *word);
    size_t n = 0;
    if (!word)
        return -1;
    for (; *before; before++)
        word[n++] = bt_span_of(*before);
    for (const bt_json *w = words->child; w; w = w->next) {
        if (w->kind != BT_JSON_STRING)
            return -1;
        word[n++] = w->text;
    }
    return bt_command_run(engine.ctx, &bt_builtin, io, n, word);
}

static int run_json(bt_span json, const bt_io *io, const char *const *before)
{
    if (!start())
        return -1;
    bt_text_clear(&engine.out);
    bt_text_clear(&engine.err);
    bt_arena arena;
    const bt_json *words;
    int code = -1;
    bt_arena_init(&arena, engine.ctx);
    if (bt_json_read(&arena, json, &words) == BT_OK && words->kind == BT_JSON_ARRAY)
        code = run_words(&arena, words, io, before);
    bt_arena_free(&arena);
    return code;
}

EXPORT(bt_wasm_run) int bt_wasm_run(const char *json, size_t len)
{
    static const char *const none[] = {NULL};
    const bt_io io = {.size = sizeof(bt_io), .write = write_text};
    return run_json((bt_span){json, len}, &io, none);
}

EXPORT(bt_wasm_play) int bt_wasm_play(const char *json, size_t len)
{
    static const char *const play[] = {"play", "--json", NULL};
    const bt_io io = {
        .size = sizeof(bt_io), .write = write_text, .keep_game = keep_game};
    return run_json((bt_span){json, len}, &io, play);
}

static bool clear(void)
{
    if (!start())
        return false;
    bt_text_clear(&engine.out);
    bt_text_clear(&engine.err);
    return true;
}

static int no_game(void)
{
    bt_text_put(&engine.out, "{\"error\":{\"kind\":\"domain\",\"message\":\"no game "
                             "was begun\"}}\n");
    return 2;
}

static int finish(bt_status status)
{
    return status == BT_OK ? 0 : bt_put_failure(engine.ctx, status, &engine.out);
}

EXPORT(bt_wasm_line) int bt_wasm_line(const char *text, size_t len)
{
    const bt_span line = {text, len};
    bool quit;
    if (!clear())
        return -1;
    return engine.game
               ? finish(bt_session_answer(engine.game, &line, &engine.out, &quit))
               : no_game();
}

EXPORT(bt_wasm_record) int bt_wasm_record(void)
{
    if (!clear())
        return -1;
    return engine.game ? finish(bt_session_record(engine.game, &engine.out))
                       : no_game();
}

static bt_status open_record(bt_span record)
{
    const bt_session_how how = {.quiet = true};
    bt_session *game = NULL;
    bool quit;
    BT_TRY(bt_session_open(engine.ctx, &bt_builtin, record, how, &game));
    bt_status status = bt_session_answer(game, NULL, &engine.out, &quit);
    if (status == BT_OK)
        engine.game = game;
    else
        bt_session_free(game);
    return status;
}

EXPORT(bt_wasm_load) int bt_wasm_load(const char *text, size_t len)
{
    const bt_span record = {text, len};
    if (!clear())
        return -1;
    return finish(engine.game
                      ? bt_session_answer_record(engine.game, record, &engine.out)
                      : open_record(record));
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
