/* SPDX-License-Identifier: MIT
 * An arena is a chain of chunks; a block is cut from the newest one, or gets a chunk of
 * its own size when it does not fit. Where addresses are watched, a gap that nobody may
 * touch stands behind every block. */
#include <bouton/context.h>

#include "core/apart.h"
#include "core/arith.h"
#include "core/parallel.h"

#include <stdalign.h>
#include <string.h>

enum { CHUNK_BYTES = 4000, GAP = BTI_BLOCKS_APART ? alignof(max_align_t) : 0 };

struct bt_arena_chunk {
    bt_arena_chunk *older;
    size_t used, bytes; /* of data */
    alignas(max_align_t) char data[];
};

void bt_arena_init(bt_arena *arena, bt_context *ctx)
{
    *arena = (bt_arena){.ctx = ctx};
}

void *bt_arena_alloc(bt_arena *arena, size_t count, size_t size)
{
    uint64_t wanted;
    if (!bti_mul(count, size, &wanted) || wanted > SIZE_MAX / 2) {
        bt_fail(arena->ctx, BT_NOMEM, "out of memory: {count} times {size} bytes",
                BT_ARGS(BT_NUM("count", count), BT_NUM("size", size)));
        return NULL;
    }
    size_t align = alignof(max_align_t);
    size_t bytes = ((size_t)wanted + align - 1) / align * align + GAP;
    bt_arena_chunk *chunk = arena->head;
    if (!chunk || chunk->bytes - chunk->used < bytes) {
        size_t room = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
        chunk = bt_resize(arena->ctx, NULL, 0, sizeof *chunk + room);
        if (!chunk)
            return NULL;
        *chunk = (bt_arena_chunk){.older = arena->head, .bytes = room};
        arena->head = chunk;
        BTI_FORBID(chunk->data, room);
    }
    char *block = chunk->data + chunk->used;
    BTI_ALLOW(block, (size_t)wanted);
    if (bti_fill(arena->ctx, block, 0, (size_t)wanted) != BT_OK)
        return NULL;
    chunk->used += bytes;
    return block;
}

char *bt_arena_copy(bt_arena *arena, bt_span text)
{
    char *copy = bt_arena_alloc(arena, text.len + 1, 1);
    if (copy && text.len > 0)
        memcpy(copy, text.at, text.len);
    return copy;
}

void bt_arena_free(bt_arena *arena)
{
    while (arena->head) {
        bt_arena_chunk *chunk = arena->head;
        arena->head = chunk->older;
        BTI_ALLOW(chunk->data, chunk->bytes);
        bt_release(arena->ctx, chunk, sizeof *chunk + chunk->bytes);
    }
}
