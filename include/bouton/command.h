/* SPDX-License-Identifier: MIT
 * The commands (`solve`, `moves`, `games`, ...) as a function that takes words and
 * gives bytes and an exit code. The terminal program and the WebAssembly build both
 * call it, so they give the same bytes. */
#ifndef BOUTON_COMMAND_H
#define BOUTON_COMMAND_H

#include <bouton/play.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { BT_STDOUT = 1, BT_STDERR = 2 } bt_stream;

/* How `bouton serve` hands out the web page. */
typedef struct {
    bt_span folder; /* with the page's files; at == NULL: those in the program */
    unsigned port;  /* on 127.0.0.1; 0: any free one */
    unsigned patience_seconds; /* how long a request or a stuck answer may take */
    /* Called once, as soon as the server listens. */
    bt_status (*listening)(void *arg, unsigned port);
    void *arg;
} bt_serve_how;

typedef struct {
    size_t size; /* sizeof(bt_io), because a program may be older than the library */
    void *self;
    /* Required. Writes all the bytes, or fails. */
    bt_status (*write)(void *self, bt_context *, bt_stream, const char *, size_t);
    bt_source *input; /* standard input, or NULL if there is none */
    bool colour;      /* standard output is a terminal that shows colours */
    bool terminal;    /* standard input and output are a terminal: a person types */
    /* Called for --progress: report long work even if standard error is not a terminal.
     * Or NULL. */
    void (*show_progress)(void *self);
    /* Turns an SVG picture into a PNG picture. NULL if that is not possible. */
    bt_status (*rasterize)(void *self, bt_context *, bt_span svg, bt_text *png);
    /* Serves the page until the host asks to stop. NULL if there is no server. */
    bt_status (*serve)(void *self, bt_context *, const bt_serve_how *);
    /* Takes over the session that `play --json` has begun, after its first answer. The
     * command reads no lines then; the caller uses bt_session_answer. Or NULL. */
    void (*keep_game)(void *self, bt_session *session);
} bt_io;

/* Runs one command line (without the name of the program) and returns the exit code:
 * 0 success, 1 the answer is no, 2 bad usage or input, 3 a limit was reached, 4 reading
 * or writing failed. */
BT_API int bt_command_run(bt_context *ctx, const bt_registry *registry, const bt_io *io,
                          size_t argc, const bt_span *argv);

/* The same for programs that use the bytes themselves: standard output is appended to
 * `out`, and after a failure bt_message(ctx) is the sentence about it. */
BT_API int bt_ask(bt_context *ctx, const bt_registry *registry,
                  const char *const *words, size_t count, bt_text *out);

/* Replaces `out` by what a command with --json writes after a failure, {"error": ...},
 * and returns the exit code. */
BT_API int bt_put_failure(bt_context *ctx, bt_status failure, bt_text *out);

/* What was found out about a claim for all positions. BT_NOT_PROVED: it may be true,
 * but a limit was reached, or Bouton could not show that play ends. */
typedef enum { BT_PROVED, BT_REFUTED, BT_NOT_PROVED } bt_finding;

/* Writes what `bouton prove RULES --heaps HEAPS --json` writes; the second function
 * does the same for `discover`. heaps 0: no number of heaps is given. */
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
