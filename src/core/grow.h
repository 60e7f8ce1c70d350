/* SPDX-License-Identifier: MIT
 * Arrays from a context, and arrays that grow. An array is a pointer and the number of
 * elements that it has room for, both fields of whoever owns it; how many are used, the
 * owner counts. The macros take the size of an element from the pointer's type.
 *
 * Each returns a bt_status, and a failure changes nothing: the old block stays with its
 * old room. So several arrays side by side each have a room of their own. */
#ifndef BOUTON_CORE_GROW_H
#define BOUTON_CORE_GROW_H

#include <bouton/context.h>

/* `array` is the address of a pointer to objects, of whatever type. */
BT_MUST_CHECK bt_status bti_resize_to(bt_context *ctx, void *array, size_t old_count,
                                      size_t new_count, size_t size);
BT_MUST_CHECK bt_status bti_grow(bt_context *ctx, void *array, size_t *room,
                                 size_t count, size_t size);

BT_MUST_CHECK static inline bt_status
bti_reserve(bt_context *ctx, void *array, size_t *room, size_t count, size_t size)
{
    return count <= *room ? BT_OK : bti_grow(ctx, array, room, count, size);
}

/* A new block of exactly `count` elements, not zeroed; after a failure it is NULL. */
#define BTI_NEW(ctx, array, count)                                                     \
    ((array) = NULL, bti_resize_to((ctx), &(array), 0, (count), sizeof *(array)))

/* Exactly `count` elements instead of `old`. */
#define BTI_RESIZE(ctx, array, old, count)                                             \
    bti_resize_to((ctx), &(array), (old), (count), sizeof *(array))

/* Room for at least `count` elements in all. It is doubled until they fit, so pushing
 * one by one costs a constant each. */
#define BTI_RESERVE(ctx, array, room, count)                                           \
    bti_reserve((ctx), &(array), &(room), (count), sizeof *(array))

/* The same from an arena, zeroed. */
#define BTI_ARENA_NEW(arena, array, count)                                             \
    (((array) = bt_arena_alloc((arena), (count), sizeof *(array)))                     \
         ? BT_OK                                                                       \
         : bt_last_status((arena)->ctx))

#define BTI_RELEASE(ctx, array, room)                                                  \
    bt_release((ctx), (array), (room) * sizeof *(array))

#endif
