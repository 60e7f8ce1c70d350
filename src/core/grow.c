/* SPDX-License-Identifier: MIT
 * Arrays that grow. The caller's pointer may point to any type of object, so it is read
 * and written as bytes. */
#include "core/grow.h"

#include <string.h>

bt_status bti_resize_to(bt_context *ctx, void *array, size_t old_count,
                        size_t new_count, size_t size)
{
    void *block;
    memcpy(&block, array, sizeof block);
    block = bt_resize_array(ctx, block, old_count, new_count, size);
    if (!block && new_count > 0)
        return bt_last_status(ctx);
    memcpy(array, &block, sizeof block);
    return BT_OK;
}

bt_status bti_grow(bt_context *ctx, void *array, size_t *room, size_t count,
                   size_t size)
{
    enum { FIRST = 16 };
    size_t wanted = *room < FIRST ? FIRST : *room;
    while (wanted < count && wanted <= SIZE_MAX / 2)
        wanted *= 2;
    wanted = wanted < count ? count : wanted;
    BT_TRY(bti_resize_to(ctx, array, *room, wanted, size));
    *room = wanted;
    return BT_OK;
}
