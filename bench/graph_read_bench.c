/* SPDX-License-Identifier: MIT
 * Reads a graph from standard input and prints how many million bytes a second that
 * was: `graph_lines NODES ARROWS | graph_read_bench [read]`. With `read` the bytes are
 * only read, into the same buffer: what the pipe and the generator can give. */
#include <bouton/context.h>
#include <bouton/graph.h>

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A source that counts what passes through it. */
struct counted {
    bt_source source;
    bt_source *inner;
    uint64_t bytes;
};

static bt_status read_counted(bt_source *source, bt_context *ctx, char *buffer,
                              size_t cap, size_t *got)
{
    struct counted *c = (struct counted *)source;
    bt_status status = c->inner->read(c->inner, ctx, buffer, cap, got);
    c->bytes += *got;
    return status;
}

static bt_status read_only(struct counted *c, bt_context *ctx)
{
    static char buffer[1 << 18];
    size_t got = 1;
    while (got > 0)
        BT_TRY(read_counted(&c->source, ctx, buffer, sizeof buffer, &got));
    return BT_OK;
}

int main(int argc, char **argv)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    struct counted c = {.source.read = read_counted};
    bt_graph *graph = NULL;
    bool plain = argc > 1 && strcmp(argv[1], "read") == 0;
    double start = now_seconds();
    bt_status status = bt_source_of_fd(ctx, dup(STDIN_FILENO), "input", &c.inner);
    if (status == BT_OK)
        status = plain ? read_only(&c, ctx) : bt_graph_read(ctx, &c.source, &graph);
    double seconds = now_seconds() - start;
    if (status != BT_OK)
        fprintf(stderr, "graph_read_bench: %s\n", bt_message(ctx));
    else
        printf("%.1f\n", (double)c.bytes / seconds / 1e6);
    bt_graph_free(graph);
    if (c.inner)
        c.inner->close(c.inner);
    bt_context_free(ctx);
    return status != BT_OK;
}
