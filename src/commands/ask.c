/* SPDX-License-Identifier: MIT
 * Commands for programs: their output as text. */
#include <bouton/command.h>

static bt_status keep(void *self, bt_context *ctx, bt_stream stream, const char *bytes,
                      size_t len)
{
    bt_text *out = self;
    (void)ctx;
    if (stream == BT_STDOUT)
        bt_text_put_span(out, (bt_span){bytes, len});
    return bt_text_status(out);
}

int bt_ask(bt_context *ctx, const bt_registry *registry, const char *const *words,
           size_t count, bt_text *out)
{
    const bt_io io = {.size = sizeof io, .self = out, .write = keep};
    bt_span *argv = bt_resize_array(ctx, NULL, 0, count + 1, sizeof *argv);
    if (!argv)
        return 3;
    for (size_t i = 0; i < count; i++)
        argv[i] = bt_span_of(words[i]);
    int code = bt_command_run(ctx, registry, &io, count, argv);
    bt_release(ctx, argv, (count + 1) * sizeof *argv);
    return code;
}

static bt_status ask_about(bt_context *ctx, const bt_registry *registry,
                           const char *command, const char *rules, bt_text *json,
                           bool *yes)
{
    const char *const words[] = {command, rules, "--json"};
    int code = bt_ask(ctx, registry, words, 3, json);
    *yes = code == 0;
    return code <= 1 ? BT_OK : bt_last_status(ctx);
}

bt_status bt_prove_rules(bt_context *ctx, const bt_registry *registry,
                         const char *rules, bt_text *json, bool *yes)
{
    return ask_about(ctx, registry, "prove", rules, json, yes);
}

bt_status bt_discover_rules(bt_context *ctx, const bt_registry *registry,
                            const char *rules, bt_text *json, bool *yes)
{
    return ask_about(ctx, registry, "discover", rules, json, yes);
}
