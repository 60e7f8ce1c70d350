/* SPDX-License-Identifier: MIT
 * Any bytes as a graph file: read or refused, the same in one piece and byte by byte;
 * what was read is a sound graph whose names lead to their nodes, and written as binary
 * rows it reads as the same rows. */
#include "fuzz.h"

struct byte_source {
    bt_source source;
    bt_span rest;
};

static bt_status read_one_byte(bt_source *source, bt_context *ctx, char *buffer,
                               size_t cap, size_t *got)
{
    struct byte_source *s = (struct byte_source *)source;
    (void)ctx;
    *got = cap > 0 && s->rest.len > 0;
    if (*got > 0)
        *buffer = *s->rest.at;
    s->rest.at += *got;
    s->rest.len -= *got;
    return BT_OK;
}

struct text_store {
    bt_store store;
    bt_text *text;
};

static bt_status write_text(bt_store *store, bt_context *ctx, const void *bytes,
                            size_t len)
{
    bt_text *text = ((struct text_store *)store)->text;
    (void)ctx;
    bt_text_put_span(text, (bt_span){bytes, len});
    return bt_text_status(text);
}

static void insist_sound(const bt_graph *graph)
{
    const bt_csr *csr = bt_graph_csr(graph);
    char digits[20];
    uint32_t node;

    insist(csr->nodes > 0 && csr->nodes <= BT_NODES_MAX && csr->start[0] == 0);
    insist(csr->start[csr->nodes] == csr->edges);
    for (uint32_t v = 0; v < csr->nodes; v++) {
        insist(csr->start[v] <= csr->start[v + 1]);
        bt_span name = bt_graph_name(graph, v, digits);
        insist(bt_graph_find(graph, name, &node) && node == v);
        for (size_t i = 0; i < name.len; i++)
            insist((unsigned char)name.at[i] >= ' ');
    }
    for (uint64_t i = 0; i < csr->edges; i++)
        insist(csr->target[i] < csr->nodes);
}

static void insist_same_rows(const bt_csr *a, const bt_csr *b)
{
    insist(a->nodes == b->nodes && a->edges == b->edges);
    insist(memcmp(a->start, b->start, (a->nodes + 1) * sizeof *a->start) == 0);
    insist(a->edges == 0 ||
           memcmp(a->target, b->target, a->edges * sizeof *a->target) == 0);
}

static void insist_same(const bt_graph *a, const bt_graph *b)
{
    char digits[2][20];

    insist_same_rows(bt_graph_csr(a), bt_graph_csr(b));
    for (uint32_t v = 0; v < bt_graph_csr(a)->nodes; v++)
        insist(bt_span_equal(bt_graph_name(a, v, digits[0]),
                             bt_graph_name(b, v, digits[1])));
}

static void write_and_read_again(struct fuzz *f, const bt_graph *graph)
{
    bt_text text;
    bt_graph *again = NULL;
    struct text_store store = {{write_text, NULL, NULL}, &text};

    bt_text_init(&text, f->ctx);
    if (bt_csr_write(f->ctx, bt_graph_csr(graph), &store.store) == BT_OK) {
        bt_status status = bt_graph_read_bytes(f->ctx, bt_text_span(&text), &again);
        if (status == BT_OK)
            insist_same_rows(bt_graph_csr(graph), bt_graph_csr(again));
        else
            insist(status == BT_UNABLE); /* the memory limit */
    }
    bt_graph_free(again);
    bt_text_free(&text);
}

static void insist_no_repeats(bt_graph *graph)
{
    const bt_csr *csr = bt_graph_csr(graph);
    uint64_t before = csr->edges;

    if (bt_graph_drop_repeats(graph) != BT_OK)
        return;
    insist(csr->edges <= before);
    insist_sound(graph);
    for (uint32_t v = 0; v < csr->nodes; v++)
        for (uint64_t i = csr->start[v]; i + 1 < csr->start[v + 1]; i++)
            insist(csr->target[i] != csr->target[i + 1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f;
    bt_span bytes = {size > 0 ? (const char *)data : "", size};
    struct byte_source source = {{read_one_byte, NULL}, bytes};
    bt_graph *whole = NULL, *pieces = NULL;
    char sentence[1001];

    fuzz_begin(&f, UINT64_C(64) << 20);
    f.patience = 2 * size + 100000; /* every byte may ask */
    bt_status status = bt_graph_read_bytes(f.ctx, bytes, &whole);
    snprintf(sentence, sizeof sentence, "%s", bt_message(f.ctx));
    if (status == BT_OK)
        insist_sound(whole);
    else
        insist_failed(&f, status);
    bt_status again = bt_graph_read(f.ctx, &source.source, &pieces);
    if (status == BT_OK && again == BT_OK)
        insist_same(whole, pieces);
    else if (status != BT_UNABLE && again != BT_UNABLE) /* memory is shared */
        insist(status == again && strcmp(bt_message(f.ctx), sentence) == 0);
    bt_graph_free(pieces);
    if (whole) {
        write_and_read_again(&f, whole);
        insist_no_repeats(whole);
    }
    bt_graph_free(whole);
    fuzz_end(&f);
    return 0;
}
