/* SPDX-License-Identifier: MIT
 * The command `bouton` with one more game:
 *
 *     cc bouton-halving.c halving.c $(pkg-config --cflags --libs bouton)
 *     ./a.out solve halving 10,7
 *
 * Every command knows it: solve, moves, explain, table, graph, play, prove, help. */
#include <bouton/bouton.h>

#include <stdio.h>

extern const bt_rules halving;

int main(int argc, char **argv)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    bt_registry *registry = NULL;
    bt_text out;
    int code = 3;
    if (!ctx)
        return code;
    bt_text_init(&out, ctx);
    if (bt_registry_new(ctx, &bt_builtin, &registry) == BT_OK &&
        bt_registry_add(registry, &halving) == BT_OK)
        code = bt_ask(ctx, registry, (const char *const *)argv + 1, (size_t)argc - 1,
                      &out);
    fputs(bt_text_chars(&out), stdout);
    if (code > 1)
        fprintf(stderr, "%s\n", bt_message(ctx));
    bt_text_free(&out);
    bt_registry_free(registry);
    bt_context_free(ctx);
    return code;
}
