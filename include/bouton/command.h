/* SPDX-License-Identifier: MIT
 * The commands (`solve`, `moves`, `games`, ...) as a function from words to bytes and
 * an exit code. The terminal program and the WebAssembly build are both thin shells
 * around it, so they answer with the same bytes. */
#ifndef BOUTON_COMMAND_H
#define BOUTON_COMMAND_H

#include <bouton/play.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { BT_STDOUT = 1, BT_STDERR = 2 } bt_stream;

/* How `bouton serve` hands out the web page. */
typedef struct {
    bt_span folder; /* of the page's files; at == NULL: those inside the program */
    unsigned port;  /* of 127.0.0.1; 0: any that is free */
    unsigned patience_seconds; /* for a request, and for an answer to move on */
    /* Called once, when it listens. */
    bt_status (*listening)(void *arg, unsigned port);
    void *arg;
} bt_serve_how;

typedef struct {
    size_t size; /* sizeof(bt_io): a program may be older than the library */
    void *self;
    /* Required. Writes all of it or fails. */
    bt_status (*write)(void *self, bt_context *, bt_stream, const char *, size_t);
    bt_source *input; /* standard input, or NULL where there is none */
    bool colour;      /* standard output is a terminal that likes colour */
    bool terminal;    /* a person types: standard input and output are a terminal */
    /* --progress was given: tell about long work even if nobody watches. Or NULL. */
    void (*show_progress)(void *self);
    /* Turns an SVG picture into a PNG picture, or NULL where that is not possible. */
    bt_status (*rasterize)(void *self, bt_context *, bt_span svg, bt_text *png);
    /* Serves the page until the host asks to stop, or NULL where there is no server. */
    bt_status (*serve)(void *self, bt_context *, const bt_serve_how *);
    /* Takes over the session that `play --json` has begun and answered for the first
     * time, which then reads no lines: bt_session_answer goes on. Or NULL. */
    void (*keep_game)(void *self, bt_session *session);
} bt_io;

/* Runs one command line (without the program's own name); returns the exit code:
 * 0 fine, 1 the answer is no, 2 bad usage or input, 3 unable, 4 reading or writing. */
BT_API int bt_command_run(bt_context *ctx, const bt_registry *registry, const bt_io *io,
                          size_t argc, const bt_span *argv);

/* The same for programs that want the bytes: what the command writes to standard output
 * is added to `out`, and after a failure bt_message(ctx) is its sentence. */
BT_API int bt_ask(bt_context *ctx, const bt_registry *registry,
                  const char *const *words, size_t count, bt_text *out);

/* What a command with --json writes after a failure, {"error": ...}, instead of what
 * `out` held; returns the exit code. */
BT_API int bt_put_failure(bt_context *ctx, bt_status failure, bt_text *out);

/* What was found out about a claim for all positions: NOT PROVED, where it may be true
 * (a limit was reached, or play may not end). */
typedef enum { BT_PROVED, BT_REFUTED, BT_NOT_PROVED } bt_finding;

/* What `bouton prove RULES --heaps HEAPS --json` writes, and the same with `discover`.
 * heaps 0: the rules need no such number. */
BT_API BT_MUST_CHECK bt_status bt_prove_rules(bt_context *ctx,
                                              const bt_registry *registry,
                                              const char *rules, size_t heaps,
                                              bt_text *json, bt_finding *proof);
BT_API BT_MUST_CHECK bt_status bt_discover_rules(bt_context *ctx,
                                                 const bt_registry *registry,
                                                 const char *rules, size_t heaps,
                                                 bt_text *json, bt_finding *proof);

#ifdef __cplusplus
}
#endif
#endif
