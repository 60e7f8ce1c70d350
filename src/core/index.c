/* SPDX-License-Identifier: MIT
 * The memory of an index. */
#include "core/index.h"

#include "core/grow.h"
#include "core/parallel.h"

#include <string.h>

enum { FIRST = 32, SMALL = 1 << 12 };
static const uint32_t MOST = UINT32_C(1) << 31; /* tags tell hardly more apart */

static bt_status move_over(bt_context *ctx, const bti_index *from, bti_index *to)
{
    BT_TRY(bti_fill(ctx, to->slot, 0, to->slots * sizeof *to->slot));
    for (size_t i = 0; i < from->slots; i++) {
        if (from->slot[i].item_1 == 0)
            continue;
        size_t at = from->slot[i].tag & (to->slots - 1);
        while (to->slot[at].item_1 != 0)
            at = (at + 1) & (to->slots - 1);
        to->slot[at] = from->slot[i];
        if (bti_worked(ctx, 4))
            return BT_STOPPED;
    }
    return BT_OK;
}

bt_status bti_index_grow(bt_context *ctx, bti_index *x)
{
    size_t times = x->slots < SMALL ? 4 : 2;
    bti_index larger = {.slots = x->slots ? times * x->slots : FIRST,
                        .items = x->items};
    if (x->slots >= MOST)
        return bt_fail(ctx, BT_UNABLE, "a table in memory cannot have more entries",
                       BT_NO_ARGS);
    BT_TRY(BTI_NEW(ctx, larger.slot, larger.slots));
    bt_status status = move_over(ctx, x, &larger);
    bti_index_free(ctx, status == BT_OK ? x : &larger);
    if (status == BT_OK)
        *x = larger;
    return status;
}

void bti_index_clear(bti_index *x)
{
    if (x->slots > 0)
        memset(x->slot, 0, x->slots * sizeof *x->slot);
    x->items = 0;
}

void bti_index_free(bt_context *ctx, bti_index *x)
{
    BTI_RELEASE(ctx, x->slot, x->slots);
    *x = (bti_index){0};
}
