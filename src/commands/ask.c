/* SPDX-License-Identifier: MIT
 * Commands for programs: their output as text. */
#include "commands/call.h"

static bt_status keep(void *self, bt_context *ctx, bt_stream stream, const char *bytes,
                      size_t len)
{
    bt_text *out = self;
    (void)ctx;
    if (stream == BT_STDOUT)
        bt_text_put_span(out, (bt_span){bytes, len});
    return bt_text_status(out);
}

static bt_status run(bt_context *ctx, const bt_registry *registry,
                     const char *const *words, size_t count, bt_text *out, int *code)
{
    const bt_io io = {.size = sizeof io, .self = out, .write = keep};
    bt_span *argv = bt_resize_array(ctx, NULL, 0, count + 1, sizeof *argv);
    *code = 3;
    if (!argv)
        return bt_last_status(ctx);
    for (size_t i = 0; i < count; i++)
        argv[i] = bt_span_of(words[i]);
    bt_status status = bti_run_line(ctx, registry, &io, count, argv, code);
    bt_release(ctx, argv, (count + 1) * sizeof *argv);
    return status;
}

int bt_ask(bt_context *ctx, const bt_registry *registry, const char *const *words,
           size_t count, bt_text *out)
{
    int code;
    (void)run(ctx, registry, words, count, out, &code);
    return code;
}

/* COMMAND --json --heaps HEAPS -- RULES; the number is left out if it is 0. */
static bt_status ask_about(bt_context *ctx, const bt_registry *registry,
                           const char *command, const char *rules, size_t heaps,
                           bt_text *json, bt_finding *proof)
{
    static const bt_finding of_code[] = {BT_PROVED, BT_REFUTED, BT_NOT_PROVED,
                                         BT_NOT_PROVED};
    const char *words[6] = {command, "--json"};
    size_t n = 2;
    int code = 0;
    bt_text number;
    bt_text_init(&number, ctx);
    bt_text_put_u64(&number, heaps);
    bt_status status = bt_text_status(&number);
    if (heaps > 0) {
        words[n++] = "--heaps";
        words[n++] = bt_text_chars(&number);
    }
    words[n++] = "--";
    words[n++] = rules;
    if (status == BT_OK)
        status = run(ctx, registry, words, n, json, &code);
    if (status == BT_OK)
        *proof = of_code[code & 3];
    bt_text_free(&number);
    return status;
}

bt_status bt_prove_rules(bt_context *ctx, const bt_registry *registry,
                         const char *rules, size_t heaps, bt_text *json,
                         bt_finding *proof)
{
    return ask_about(ctx, registry, "prove", rules, heaps, json, proof);
}

bt_status bt_discover_rules(bt_context *ctx, const bt_registry *registry,
                            const char *rules, size_t heaps, bt_text *json,
                            bt_finding *proof)
{
    return ask_about(ctx, registry, "discover", rules, heaps, json, proof);
}
