/* SPDX-License-Identifier: MIT
 * Arrays that grow: against plain arrays, with every allocation failing, and with sizes
 * that no memory has. */
#include "check.h"
#include "core/grow.h"
#include "failing_host.h"

struct three { /* an element whose size is no power of 2 */
    uint32_t word[3];
};

static bt_status push_all(bt_context *ctx, struct three **array, size_t *room,
                          size_t *used, size_t count)
{
    for (; *used < count; ++*used) {
        BT_TRY(BTI_RESERVE(ctx, *array, *room, *used + 1));
        uint32_t i = (uint32_t)*used;
        (*array)[*used] = (struct three){{i, 2 * i, 3 * i}};
    }
    return BT_OK;
}

static bool holds(const struct three *array, size_t used)
{
    for (uint32_t i = 0; i < used; i++)
        if (array[i].word[0] != i || array[i].word[1] != 2 * i ||
            array[i].word[2] != 3 * i)
            return false;
    return true;
}

/* A failure leaves what was there, and the work goes on after it. */
static void every_failure(void)
{
    for (uint64_t k = 2;; k++) { /* the first makes the context */
        struct failing_host host;
        failing_host_init(&host, k);
        bt_context *ctx = bt_context_new(&host.host, 0);
        struct three *array = NULL;
        size_t room = 0, used = 0, tries = 0;
        while (push_all(ctx, &array, &room, &used, 1000) != BT_OK) {
            CHECK(bt_last_status(ctx) == BT_NOMEM && used == room, "call %llu",
                  (unsigned long long)k);
            CHECK(holds(array, used) && tries++ == 0, "what was there stays");
        }
        CHECK(holds(array, 1000) && room >= 1000 && room < 2048, "room %zu", room);
        CHECK(bt_memory_used(ctx) == room * sizeof *array, "every byte is counted");
        BTI_RELEASE(ctx, array, room);
        CHECK(bt_memory_used(ctx) == 0, "and given back");
        bt_context_free(ctx);
        CHECK(host.live_bytes == 0, "nothing is left");
        if (host.calls < k)
            break;
    }
}

/* Growing is seldom, and never less than what is wanted. */
static void growth(bt_context *ctx, const struct failing_host *host)
{
    unsigned char *bytes = NULL;
    size_t room = 0;
    uint64_t before = host->calls;
    for (size_t count = 1; count <= 1 << 20; count++)
        if (BTI_RESERVE(ctx, bytes, room, count) != BT_OK || room < count)
            CHECK(false, "room for %zu", count);
    CHECK(host->calls - before < 20, "%llu calls", (unsigned long long)host->calls);
    CHECK(BTI_RESERVE(ctx, bytes, room, 5 << 20) == BT_OK && room == 8 << 20,
          "doubled until it fits: %zu", room);
    before = host->calls;
    CHECK(BTI_RESERVE(ctx, bytes, room, 0) == BT_OK &&
              BTI_RESERVE(ctx, bytes, room, room) == BT_OK && host->calls == before,
          "what is there already is not asked for");
    BTI_RELEASE(ctx, bytes, room);
}

static void exact(bt_context *ctx)
{
    uint64_t *a, *none;
    CHECK(BTI_NEW(ctx, a, 3) == BT_OK && bt_memory_used(ctx) == 24, "three words");
    a[0] = 1;
    a[2] = 3;
    CHECK(BTI_RESIZE(ctx, a, 3, 1000) == BT_OK && a[0] == 1 && a[2] == 3, "more");
    CHECK(BTI_RESIZE(ctx, a, 1000, 1) == BT_OK && a[0] == 1, "fewer");
    CHECK(bt_memory_used(ctx) == 8, "%llu bytes",
          (unsigned long long)bt_memory_used(ctx));
    CHECK(BTI_RESIZE(ctx, a, 1, 0) == BT_OK && !a, "none at all");
    CHECK(BTI_NEW(ctx, none, 0) == BT_OK && !none, "none to begin with");
}

/* Products and doublings that do not fit into a size are no memory, never too little.
 */
static void overflow(bt_context *ctx)
{
    uint64_t *a = NULL;
    size_t room = 0;
    CHECK(BTI_NEW(ctx, a, SIZE_MAX / 8 + 2) == BT_NOMEM && !a, "2^64 + 8 bytes");
    CHECK(BTI_RESERVE(ctx, a, room, SIZE_MAX / 8 + 2) == BT_NOMEM, "the same");
    CHECK(BTI_RESERVE(ctx, a, room, SIZE_MAX) == BT_NOMEM && !a && room == 0, "more");
    char *most = NULL;
    room = SIZE_MAX / 2 + 2; /* never used: only its double matters */
    CHECK(bti_grow(ctx, &most, &room, SIZE_MAX, 2) == BT_NOMEM, "no double");
    CHECK(room == SIZE_MAX / 2 + 2 && bt_memory_used(ctx) == 0, "nothing changed");
}

static void limit(struct failing_host *host)
{
    bt_context *ctx = bt_context_new(&host->host, 1024);
    uint32_t *a = NULL;
    size_t room = 0;
    CHECK(BTI_RESERVE(ctx, a, room, 200) == BT_OK && room == 256, "1024 bytes");
    CHECK(BTI_RESERVE(ctx, a, room, 257) == BT_UNABLE && room == 256, "the limit");
    BTI_RELEASE(ctx, a, room);
    bt_context_free(ctx);
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    every_failure();
    growth(ctx, &host);
    exact(ctx);
    overflow(ctx);
    limit(&host);
    bt_context_free(ctx);
    return check_close();
}
