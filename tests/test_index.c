/* SPDX-License-Identifier: MIT
 * The index, against a list that is searched from one end to the other: with good
 * hashes, with hashes that all collide, with every allocation failing, and stopped. */
#include "check.h"
#include "core/hash.h"
#include "core/index.h"
#include "failing_host.h"
#include "random.h"

enum { KEYS = 3000 };

struct keys {
    bt_context *ctx;
    bti_index index;
    uint64_t key[KEYS];
    uint32_t count;
    uint64_t (*hash)(uint64_t key);
};

static uint64_t mixed(uint64_t key)
{
    return bti_mix(key);
}

static uint64_t few(uint64_t key)
{
    return key % 7; /* long runs that all begin in the first slots */
}

static uint64_t last_slots(uint64_t key)
{
    return UINT64_MAX - key % 3; /* runs that go on at the beginning */
}

/* The number of a key, or UINT32_MAX. */
static uint32_t find(const struct keys *k, uint64_t key, bti_probe *p)
{
    *p = bti_index_probe(&k->index, k->hash(key));
    while (bti_index_next(&k->index, p))
        if (k->key[p->item] == key)
            return p->item;
    return UINT32_MAX;
}

static bt_status add(struct keys *k, uint64_t key)
{
    bti_probe p;
    BT_TRY(bti_index_reserve(k->ctx, &k->index));
    if (find(k, key, &p) == UINT32_MAX) {
        bti_index_put(&k->index, &p, k->count);
        k->key[k->count++] = key;
    }
    return BT_OK;
}

static uint32_t find_slowly(const struct keys *k, uint64_t key)
{
    for (uint32_t i = 0; i < k->count; i++)
        if (k->key[i] == key)
            return i;
    return UINT32_MAX;
}

static bool agrees(const struct keys *k, uint64_t most)
{
    bti_probe p;
    for (uint64_t key = 0; key < most; key++)
        if (find(k, key, &p) != find_slowly(k, key))
            return false;
    return k->index.items == k->count && 3 * k->index.items <= 2 * k->index.slots;
}

static void against_a_list(bt_context *ctx, uint64_t (*hash)(uint64_t), uint64_t most)
{
    struct keys k = {.ctx = ctx, .hash = hash};
    uint64_t random = 88172645463325252u;
    CHECK(agrees(&k, most), "an empty index finds nothing");
    for (unsigned i = 0; i < KEYS; i++) {
        random_next(&random);
        CHECK(add(&k, random % most) == BT_OK, "%s", bt_message(ctx));
        if (i % 300 == 0)
            CHECK(agrees(&k, most), "after %u keys of %llu", i,
                  (unsigned long long)most);
    }
    CHECK(agrees(&k, most), "all keys of %llu", (unsigned long long)most);
    CHECK(bt_memory_used(ctx) == k.index.slots * sizeof *k.index.slot, "counted");
    bti_index_clear(&k.index);
    k.count = 0;
    CHECK(agrees(&k, most) && add(&k, 5) == BT_OK && agrees(&k, most), "emptied");
    bti_index_free(ctx, &k.index);
    k.count = 0;
    CHECK(agrees(&k, most) && bt_memory_used(ctx) == 0, "given back");
    bti_index_free(ctx, &k.index);
    bti_index_clear(&k.index);
}

/* A failure leaves every key where it was. */
static void every_failure(void)
{
    for (uint64_t n = 2;; n++) { /* the first makes the context */
        struct failing_host host;
        failing_host_init(&host, n);
        struct keys k = {.ctx = bt_context_new(&host.host, 0), .hash = mixed};
        for (uint64_t key = 0; key < KEYS; key++)
            if (add(&k, key) != BT_OK) {
                CHECK(bt_last_status(k.ctx) == BT_NOMEM, "%s", bt_message(k.ctx));
                CHECK(agrees(&k, key + 5), "at key %llu", (unsigned long long)key);
                CHECK(add(&k, key) == BT_OK, "the next try succeeds");
            }
        CHECK(agrees(&k, KEYS + 5), "call %llu failed", (unsigned long long)n);
        bti_index_free(k.ctx, &k.index);
        bt_context_free(k.ctx);
        CHECK(host.live_bytes == 0, "nothing is left");
        if (host.calls < n)
            break;
    }
}

static bool always(void *self)
{
    (void)self;
    return true;
}

/* Growing asks the host whether to stop, and the old index stays. */
static void stopped(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    host.host.stop = always;
    bt_context *ctx = bt_context_new(&host.host, 0);
    bti_index x = {0};
    bt_status status = BT_OK;
    uint32_t i = 0;
    for (; i < 1 << 20; i++) {
        if ((status = bti_index_reserve(ctx, &x)) != BT_OK)
            break;
        bti_index_add(&x, bti_mix(i), i);
    }
    CHECK(status == BT_STOPPED && x.items == i, "%s after %u", bt_status_name(status),
          i);
    bti_probe p = bti_index_probe(&x, bti_mix(7));
    CHECK(bti_index_next(&x, &p) && p.item == 7, "what was there stays");
    CHECK(bt_memory_used(ctx) == x.slots * sizeof *x.slot, "the new one is given back");
    bti_index_free(ctx, &x);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "nothing is left");
}

static void too_large(bt_context *ctx)
{
    bti_index x = {.slots = (size_t)1 << 31}; /* only its number matters */
    CHECK(bti_index_grow(ctx, &x) == BT_UNABLE && x.slots == (size_t)1 << 31, "2^32");
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    against_a_list(ctx, mixed, 200);
    against_a_list(ctx, mixed, 4000);
    against_a_list(ctx, few, 500);
    against_a_list(ctx, last_slots, 300);
    every_failure();
    stopped();
    too_large(ctx);
    bt_context_free(ctx);
    return check_close();
}
