/* SPDX-License-Identifier: MIT
 * Reading and writing files, as far as the host has them. */
#include "core/quote.h"

#include <bouton/text.h>

#include <string.h>

/* The name as the host wants it, ending in a zero byte. */
static bt_status put_path(bt_text *path, bt_span name)
{
    if (name.len > 0 && memchr(name.at, 0, name.len))
        return bt_fail(path->ctx, BT_DOMAIN, "a file name cannot hold a zero byte",
                       BT_NO_ARGS);
    bt_text_put_span(path, name);
    return bt_text_status(path);
}

bt_status bt_open_source(bt_context *ctx, bt_span name, bt_source **out)
{
    const bt_host *host = bt_context_host(ctx);
    if (!host->open_source)
        return bt_fail(ctx, BT_UNABLE, "files cannot be read here", BT_NO_ARGS);
    bt_text path;
    bt_text_init(&path, ctx);
    bt_status status = put_path(&path, name);
    if (status == BT_OK)
        status = host->open_source(host->self, ctx, bt_text_chars(&path), out);
    bt_text_free(&path);
    return status;
}

bt_status bt_open_store(bt_context *ctx, bt_span name, bt_store **out)
{
    const bt_host *host = bt_context_host(ctx);
    if (!host->open_store)
        return bt_fail(ctx, BT_UNABLE, "files cannot be written here", BT_NO_ARGS);
    bt_text path;
    bt_text_init(&path, ctx);
    bt_status status = put_path(&path, name);
    if (status == BT_OK)
        status = host->open_store(host->self, ctx, bt_text_chars(&path), out);
    bt_text_free(&path);
    return status;
}

static bt_status too_long(bt_context *ctx, bt_span name, uint64_t most)
{
    return bt_fail(ctx, BT_UNABLE, "{name} is too long: it has more than {most} MB",
                   BT_ARGS(BT_QUOTE("name", name), BT_NUM("most", most >> 20)));
}

bt_status bt_read_most(bt_source *source, bt_text *bytes, uint64_t most, bt_span name)
{
    enum { PIECE = 1 << 16 };
    size_t before = bytes->len;
    for (;;) {
        size_t got = 0;
        if (bt_stopped(bytes->ctx))
            return BT_STOPPED;
        char *at = bt_text_reserve(bytes, PIECE);
        if (!at)
            return bt_text_status(bytes);
        BT_TRY(source->read(source, bytes->ctx, at, PIECE, &got));
        if (got == 0)
            return BT_OK;
        bytes->len += got;
        bytes->at[bytes->len] = 0;
        if (bytes->len - before > most)
            return too_long(bytes->ctx, name, most);
    }
}

bt_status bt_read_all(bt_source *source, bt_text *bytes)
{
    return bt_read_most(source, bytes, UINT64_MAX, bt_span_of("the input"));
}

bt_status bt_read_file_most(bt_text *bytes, bt_span name, uint64_t most)
{
    bt_source *source = NULL;
    BT_TRY(bt_open_source(bytes->ctx, name, &source));
    bt_status status = bt_read_most(source, bytes, most, name);
    source->close(source);
    return status;
}

bt_status bt_read_file(bt_text *bytes, bt_span name)
{
    return bt_read_file_most(bytes, name, BT_FILE_BYTES);
}

static bt_status write_pieces(bt_context *ctx, bt_store *store, bt_span bytes)
{
    enum { PIECE = 1 << 20 };
    while (bytes.len > 0) {
        size_t piece = bytes.len < PIECE ? bytes.len : PIECE;
        if (bt_stopped(ctx))
            return BT_STOPPED;
        BT_TRY(store->write(store, ctx, bytes.at, piece));
        bytes.at += piece;
        bytes.len -= piece;
    }
    return BT_OK;
}

bt_status bt_write_file(bt_context *ctx, bt_span name, bt_span bytes)
{
    bt_store *store = NULL;
    BT_TRY(bt_open_store(ctx, name, &store));
    bt_status status = write_pieces(ctx, store, bytes);
    if (status == BT_OK)
        return store->commit(store, ctx);
    store->abandon(store);
    return status;
}
