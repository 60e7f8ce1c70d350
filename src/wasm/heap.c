/* SPDX-License-Identifier: MIT
 * Memory without malloc, which would be a thirtieth of the module. The engine tells the
 * size of a block when it gives it back, so blocks need no headers. Small ones come
 * from a list for each size; large ones from one list of free pieces, in the order of
 * their addresses, in which neighbours are joined again. */
#include "heap.h"

#include <stdint.h>
#include <string.h>

enum { STEP = 16, SMALL = 1024, SLAB = 16384, PAGE = 65536, LEAST_GROWTH = 16 };

typedef struct piece piece;
struct piece {
    piece *next;
    size_t bytes; /* of a free large piece */
};

static piece *small[SMALL / STEP + 1];
static piece *large;
static size_t top; /* the end of the memory that was taken, 0 before the beginning */

extern unsigned char __heap_base; /* of the linker */

static size_t rounded(size_t bytes)
{
    return bytes > SIZE_MAX - STEP ? 0 : (bytes + STEP - 1) & ~(size_t)(STEP - 1);
}

static char *end_of(piece *p)
{
    return (char *)p + p->bytes;
}

static void join(piece *p)
{
    if (p->next && end_of(p) == (char *)p->next) {
        p->bytes += p->next->bytes;
        p->next = p->next->next;
    }
}

static void give_large(void *block, size_t bytes)
{
    piece *before = NULL, *p = block, *after = large;
    while (after && after < p) {
        before = after;
        after = after->next;
    }
    *p = (piece){after, bytes};
    join(p);
    if (before) {
        before->next = p;
        join(before);
    } else {
        large = p;
    }
}

/* More pages, behind the last ones. */
static int grow(size_t bytes)
{
    if (top == 0) {
        top = __builtin_wasm_memory_size(0) * PAGE;
        size_t base = rounded((size_t)&__heap_base);
        if (top > base + SMALL)
            give_large((void *)base, top - base);
    }
    size_t pages = bytes / PAGE + 1;
    pages = pages < LEAST_GROWTH ? LEAST_GROWTH : pages;
    if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX)
        return 0;
    give_large((void *)top, pages * PAGE); /* pages end below 4 GiB: it fits */
    top += pages * PAGE;
    return 1;
}

static void *take_from(piece **at, size_t bytes)
{
    piece *p = *at;
    if (p->bytes > bytes) {
        piece *rest = (piece *)((char *)p + bytes);
        *rest = (piece){p->next, p->bytes - bytes};
        *at = rest;
    } else {
        *at = p->next;
    }
    return p;
}

/* The first piece that is large enough; from the end of the memory only if need be. */
static void *take_large(size_t bytes)
{
    for (int again = 1; again; again = grow(bytes))
        for (piece **at = &large; *at; at = &(*at)->next)
            if ((*at)->bytes >= bytes)
                return take_from(at, bytes);
    return NULL;
}

static void *take_small(size_t bytes)
{
    piece **list = &small[bytes / STEP];
    if (!*list) {
        char *slab = take_large(SLAB);
        for (size_t at = 0; slab && at + bytes <= SLAB; at += bytes) {
            piece *p = (piece *)(slab + at);
            p->next = *list;
            *list = p;
        }
    }
    piece *p = *list;
    if (p)
        *list = p->next;
    return p;
}

static void *take(size_t bytes)
{
    return bytes == 0 ? NULL : bytes <= SMALL ? take_small(bytes) : take_large(bytes);
}

static void give(void *block, size_t bytes)
{
    if (bytes > SMALL) {
        give_large(block, bytes);
        return;
    }
    piece *p = block;
    p->next = small[bytes / STEP];
    small[bytes / STEP] = p;
}

/* A large block grows in its place if what follows is free, and shrinks there. */
static int resize_here(char *block, size_t old, size_t wanted)
{
    if (old == wanted)
        return 1;
    if (old <= SMALL || wanted <= SMALL)
        return 0;
    if (wanted < old) {
        give_large(block + wanted, old - wanted);
        return 1;
    }
    piece **at = &large;
    while (*at && (char *)*at < block + old)
        at = &(*at)->next;
    if (!*at || (char *)*at != block + old || (*at)->bytes < wanted - old)
        return 0;
    take_from(at, wanted - old);
    return 1;
}

void *bti_heap_resize(void *old, size_t old_bytes, size_t new_bytes)
{
    size_t had = rounded(old_bytes), wanted = rounded(new_bytes);
    if (!old)
        return take(wanted);
    if (new_bytes == 0) {
        give(old, had);
        return NULL;
    }
    if (wanted > 0 && resize_here(old, had, wanted))
        return old;
    void *block = take(wanted);
    if (block) {
        memcpy(block, old, old_bytes < new_bytes ? old_bytes : new_bytes);
        give(old, had);
    }
    return block;
}
