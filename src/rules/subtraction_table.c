/* SPDX-License-Identifier: MIT
 * Heap by heap: the value is the mex over all amounts.
 *
 * Value by value: let L be the set of the heaps of value v. A heap whose value is not
 * smaller is in L exactly if no heap n - s, s in S, is. So go up through these heaps:
 * the first is in L, and each that joins L forbids v to the heaps it can be reached
 * from. All of these, L + S, are the union of S moved up by each heap of L, or of L
 * moved up by each amount of S: whichever are fewer, 1024 heaps at a time. */
#include "rules/subtraction_table.h"

#include "core/arith.h"
#include "core/parallel.h"
#include "kernels/or_moved.h"

#include <string.h>

/* Numbers below some bound, as a list and as bits; there is room for a block before the
 * row and after it. */
struct set {
    uint32_t *member;
    size_t count;
    unsigned char *row[8];
};

static bool set_new(bt_arena *arena, size_t members, size_t bound, struct set *s)
{
    size_t bytes = bound / 8 + 3 * BTI_BLOCK_BYTES;
    s->count = 0;
    s->member = bt_arena_alloc(arena, members, sizeof *s->member);
    unsigned char *bits = s->member ? bt_arena_alloc(arena, 8, bytes) : NULL;
    for (size_t r = 0; bits && r < 8; r++)
        s->row[r] = bits + r * bytes + BTI_BLOCK_BYTES;
    return bits != NULL;
}

static void set_bit(struct set *s, size_t n)
{
    for (size_t r = 0; r < 8; r++)
        s->row[r][(n + r) / 8] |= (unsigned char)(1u << (n + r) % 8);
}

static void set_add(struct set *s, size_t n)
{
    s->member[s->count++] = (uint32_t)n;
    set_bit(s, n);
}

static void set_clear(struct set *s)
{
    for (size_t i = 0; i < s->count; i++)
        for (size_t r = 0; r < 8; r++)
            s->row[r][(s->member[i] + r) / 8] = 0;
    s->count = 0;
}

struct table {
    bt_context *ctx;
    bti_or_moved_fn *or_moved;
    uint32_t *value, v;              /* v: the value that heaps get now */
    size_t to, known, blocks, first; /* first: the blocks before have all values */
    unsigned char *open;             /* a bit for each heap that has no value yet */
    struct set amounts, heaps;       /* heaps: those of value v */
};

static const unsigned char *const *rows_of(const struct set *s)
{
    return (const unsigned char *const *)s->row;
}

/* What L, as far as it is known, forbids in this block; the count of what was united.
 */
static size_t forbid(const struct table *t, size_t block, size_t amounts,
                     unsigned char *forbidden)
{
    size_t at = block * BTI_BLOCK_BYTES;
    bool few = amounts < t->heaps.count;
    size_t n = few ? amounts : t->heaps.count;
    t->or_moved(rows_of(few ? &t->heaps : &t->amounts), at,
                few ? t->amounts.member : t->heaps.member, n, forbidden);
    return n;
}

static void join(struct table *t, size_t block, size_t n, unsigned char *forbidden)
{
    if (n < t->to) {
        t->value[n] = t->v;
        t->known++;
    }
    t->open[n / 8] &= (unsigned char)~(1u << n % 8);
    set_add(&t->heaps, n);
    t->or_moved(rows_of(&t->amounts), block * BTI_BLOCK_BYTES,
                t->heaps.member + t->heaps.count - 1, 1, forbidden);
}

static bool is_open(const struct table *t, size_t block)
{
    static const unsigned char none[BTI_BLOCK_BYTES];
    return memcmp(t->open + block * BTI_BLOCK_BYTES, none, sizeof none) != 0;
}

/* Bit i of it is heap i of these 64. Written out, it is one load on many machines. */
static uint64_t word_at(const unsigned char *b)
{
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 |
           (uint64_t)b[3] << 24 | (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 |
           (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
}

static size_t walk_block(struct table *t, size_t block, size_t amounts)
{
    unsigned char forbidden[BTI_BLOCK_BYTES] = {0};
    const unsigned char *open = t->open + block * BTI_BLOCK_BYTES;
    size_t work = forbid(t, block, amounts, forbidden);
    for (size_t i = 0; i < BTI_BLOCK_BYTES; i += 8) {
        uint64_t free = word_at(open + i) & ~word_at(forbidden + i);
        for (; free != 0; free = word_at(open + i) & ~word_at(forbidden + i))
            join(t, block, block * BTI_BLOCK_BITS + 8 * i + bti_lowest_bit(free),
                 forbidden);
    }
    return work;
}

/* All heaps of value v. */
static bt_status find_heaps(struct table *t)
{
    size_t amounts = 0;
    for (size_t block = t->first; block < t->blocks; block++) {
        while (amounts < t->amounts.count &&
               t->amounts.member[amounts] < (block + 1) * BTI_BLOCK_BITS)
            amounts++;
        size_t work = is_open(t, block) ? walk_block(t, block, amounts) : 0;
        if (bti_worked_at(t->ctx, 16 + 2 * work, "heaps", t->known, t->to))
            return BT_STOPPED;
    }
    while (t->first < t->blocks && !is_open(t, t->first))
        t->first++;
    return BT_OK;
}

static bt_status list_amounts(const bti_amounts *set, bt_context *ctx, size_t to,
                              struct set *out)
{
    for (bti_amount a = bti_amount_first(set); a.is && a.amount < to;
         a = bti_amount_next(set, a)) {
        out->member[out->count++] = (uint32_t)a.amount;
        if (bti_worked(ctx, 1))
            return BT_STOPPED;
    }
    return BT_OK;
}

static bt_status fill_by_values(struct table *t, const bti_amounts *set)
{
    BT_TRY(list_amounts(set, t->ctx, t->to, &t->amounts));
    for (size_t i = 0; i < t->amounts.count; i++)
        set_bit(&t->amounts, t->amounts.member[i]);
    memset(t->open, 0xff, t->blocks * BTI_BLOCK_BYTES);
    for (; t->known < t->to; t->v++) {
        BT_TRY(find_heaps(t));
        set_clear(&t->heaps);
    }
    return BT_OK;
}

bt_status bti_subtraction_by_values(bt_context *ctx, const bti_amounts *set,
                                    uint32_t *value, size_t to)
{
    struct table t = {.ctx = ctx, .value = value, .to = to};
    bt_arena arena;
    t.or_moved = bti_or_moved_best();
    t.blocks = to / BTI_BLOCK_BITS + 1;
    bt_arena_init(&arena, ctx);
    size_t bound = t.blocks * BTI_BLOCK_BITS;
    bt_status status = BT_OK;
    if (!set_new(&arena, (size_t)bti_amounts_bound(set, to) + 1, bound, &t.amounts) ||
        !set_new(&arena, bound, bound, &t.heaps) ||
        !(t.open = bt_arena_alloc(&arena, t.blocks, BTI_BLOCK_BYTES)))
        status = bt_last_status(ctx);
    if (status == BT_OK)
        status = fill_by_values(&t, set);
    bt_arena_free(&arena);
    return status;
}

static bt_status fill_by_heaps(bt_context *ctx, const struct set *amounts,
                               uint32_t *seen, uint32_t *value, size_t from, size_t to)
{
    for (size_t n = from; n < to; n++) {
        uint32_t mex = 0;
        size_t i = 0;
        for (; i < amounts->count && amounts->member[i] <= n; i++)
            seen[value[n - amounts->member[i]]] = (uint32_t)n + 1;
        while (seen[mex] == n + 1)
            mex++;
        value[n] = mex;
        if (bti_worked_at(ctx, 4 + i, "heaps", n, to))
            return BT_STOPPED;
    }
    return BT_OK;
}

/* No value is larger than the number of amounts. */
bt_status bti_subtraction_by_heaps(bt_context *ctx, const bti_amounts *set,
                                   uint32_t *value, size_t from, size_t to)
{
    bt_arena arena;
    struct set amounts = {.count = 0};
    bt_arena_init(&arena, ctx);
    size_t most = (size_t)bti_amounts_bound(set, to) + 1;
    uint32_t *seen = bt_arena_alloc(&arena, most + 1, sizeof *seen);
    amounts.member = bt_arena_alloc(&arena, most, sizeof *amounts.member);
    bt_status status = seen && amounts.member ? BT_OK : bt_last_status(ctx);
    if (status == BT_OK)
        status = list_amounts(set, ctx, to, &amounts);
    if (status == BT_OK)
        status = fill_by_heaps(ctx, &amounts, seen, value, from, to);
    bt_arena_free(&arena);
    return status;
}

/* Value by value takes at most to * to / 2048 blocks, of some 20 steps of the other. */
bt_status bti_subtraction_table(bt_context *ctx, const bti_amounts *set,
                                uint32_t *value, size_t from, size_t to)
{
    uint64_t amounts = bti_amounts_bound(set, to), all = to;
    if (amounts <= all / 4096 * all / (all - from + 1))
        return bti_subtraction_by_heaps(ctx, set, value, from, to);
    return bti_subtraction_by_values(ctx, set, value, to);
}
