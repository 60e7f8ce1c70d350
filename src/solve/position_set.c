/* SPDX-License-Identifier: MIT
 * A position is kept as a key: for each part the number of words and the words, seven
 * bits to a byte; where words may be permuted they are sorted and zeros left out. Where
 * positions fall apart the key is their standard parts, and the words follow it. Keys
 * stand one behind the other, an open-addressed table finds them by hash, and equality
 * is always decided on the bytes. The table is its own: four bytes a slot instead of
 * the eight of core's index, because memory is what ends a search. */
#include "solve/position_set.h"

#include "core/grow.h"
#include "core/hash.h"
#include "core/parallel.h"

#include <string.h>

void bti_position_set_init(bti_position_set *s, bt_context *ctx, size_t parts,
                           bti_merge merge, uint32_t state)
{
    *s = (bti_position_set){.ctx = ctx, .parts = parts, .merge = merge, .state = state};
    bti_standard_parts_init(&s->standard, ctx);
}

void bti_position_set_free(bti_position_set *s)
{
    bt_release(s->ctx, s->keys, s->keys_cap);
    bt_release(s->ctx, s->entry, s->entries_cap * sizeof *s->entry);
    bt_release(s->ctx, s->slot, s->slots * sizeof *s->slot);
    bt_release(s->ctx, s->sorted, s->sorted_cap * sizeof *s->sorted);
    bti_standard_parts_free(&s->standard);
    bti_position_set_init(s, s->ctx, s->parts, s->merge, s->state);
}

/* Notes that the memory limit was met. */
static bt_status note(bti_position_set *s, bt_status status)
{
    s->full = s->full || status == BT_UNABLE;
    return status;
}

bt_status bti_position_reserve(bti_position_set *s, void *array, size_t *cap,
                               size_t count, size_t size)
{
    return note(s, bti_reserve(s->ctx, array, cap, count, size));
}

static void put_varint(bti_position_set *s, uint64_t number)
{
    for (; number >= 128; number >>= 7)
        s->keys[s->keys_len++] = (unsigned char)(number | 128);
    s->keys[s->keys_len++] = (unsigned char)number;
}

static uint64_t take_varint(const unsigned char **at)
{
    uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
        unsigned char byte = *(*at)++;
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return number;
    }
}

static void sift_down(uint64_t *x, size_t root, size_t n)
{
    for (size_t child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n && x[child + 1] > x[child])
            child++;
        if (x[root] >= x[child])
            return;
        uint64_t swap = x[root];
        x[root] = x[child];
        x[child] = swap;
    }
}

/* Insertion for the few words of most positions, a heap sort for many. */
static void sort_words(uint64_t *x, size_t n)
{
    if (n > 32) {
        for (size_t i = n / 2; i-- > 0;)
            sift_down(x, i, n);
        for (size_t end = n; end-- > 1;) {
            uint64_t swap = x[0];
            x[0] = x[end];
            x[end] = swap;
            sift_down(x, 0, end);
        }
        return;
    }
    for (size_t i = 1; i < n; i++) {
        uint64_t word = x[i];
        size_t j = i;
        for (; j > 0 && x[j - 1] > word; j--)
            x[j] = x[j - 1];
        x[j] = word;
    }
}

static bt_status put_words(bti_position_set *s, const uint64_t *x, size_t n)
{
    BT_TRY(
        bti_position_reserve(s, &s->keys, &s->keys_cap, s->keys_len + 10 * (n + 1), 1));
    put_varint(s, n);
    for (size_t i = 0; i < n; i++)
        put_varint(s, x[i]);
    return BT_OK;
}

static bt_status put_part(bti_position_set *s, const bt_game *game, const bt_pos *pos)
{
    const uint64_t *x = pos->x;
    size_t n = pos->n;
    if (s->merge != BTI_KEPT && game->rules->flags & BT_UNORDERED) {
        BT_TRY(
            bti_position_reserve(s, &s->sorted, &s->sorted_cap, n, sizeof *s->sorted));
        n = 0;
        for (size_t i = 0; i < pos->n; i++)
            if (pos->x[i] > 0)
                s->sorted[n++] = pos->x[i];
        sort_words(s->sorted, n);
        x = s->sorted;
    }
    return put_words(s, x, n);
}

static bt_status put_parts(bti_position_set *s, const bt_part *part)
{
    for (size_t i = 0; i < s->parts; i++)
        BT_TRY(put_part(s, part[i].game, &part[i].pos));
    return BT_OK;
}

static bool is_split(const bti_position_set *s, const bt_part *part)
{
    return s->merge == BTI_SPLIT && bti_falls_apart(part, s->parts);
}

static bt_status put_standard_parts(bti_position_set *s, const bt_part *part)
{
    bt_status status = bti_standard_parts_find(&s->standard, part, s->parts);
    BT_TRY(note(s, status));
    const bt_pos *order = &s->standard.order;
    BT_TRY(bti_position_reserve(s, &s->keys, &s->keys_cap, s->keys_len + 10, 1));
    put_varint(s, order->n);
    for (size_t i = 0; i < order->n; i++) {
        bt_pos one = bt_summand(&s->standard.all, (size_t)order->x[i]);
        BT_TRY(put_words(s, one.x, one.n));
    }
    return BT_OK;
}

/* The key of a position; *len bytes of it tell it from others. */
static bt_status put_key(bti_position_set *s, const bt_part *part, size_t *len)
{
    size_t start = s->keys_len;
    bool split = is_split(s, part);
    BT_TRY(split ? put_standard_parts(s, part) : put_parts(s, part));
    *len = s->keys_len - start;
    return split ? put_parts(s, part) : BT_OK;
}

static void skip_words(const unsigned char **at)
{
    for (uint64_t n = take_varint(at); n > 0; n--)
        (void)take_varint(at);
}

bt_status bti_position_get(const bti_position_set *s, uint32_t id, bt_part *part)
{
    const unsigned char *at = s->keys + s->entry[id].key;
    for (uint64_t n = is_split(s, part) ? take_varint(&at) : 0; n > 0; n--)
        skip_words(&at);
    for (size_t i = 0; i < s->parts; i++) {
        bt_pos *pos = &part[i].pos;
        uint64_t n = take_varint(&at);
        pos->n = 0;
        for (uint64_t k = 0; k < n; k++)
            BT_TRY(bt_pos_push(pos, take_varint(&at)));
    }
    return BT_OK;
}

static bt_status fill_slots(const bti_position_set *s, uint32_t *slot, size_t slots)
{
    BT_TRY(bti_fill(s->ctx, slot, 0, slots * sizeof *slot));
    for (size_t id = 0; id < s->entries; id++) {
        size_t at = s->entry[id].hash & (slots - 1);
        while (slot[at])
            at = (at + 1) & (slots - 1);
        slot[at] = (uint32_t)id + 1;
        if (bti_worked(s->ctx, 16))
            return BT_STOPPED;
    }
    return BT_OK;
}

static bt_status grow_slots(bti_position_set *s)
{
    size_t slots = s->slots ? 2 * s->slots : 256;
    uint32_t *slot;
    BT_TRY(note(s, BTI_NEW(s->ctx, slot, slots)));
    bt_status status = fill_slots(s, slot, slots);
    if (status != BT_OK) {
        bt_release(s->ctx, slot, slots * sizeof *slot);
        return status;
    }
    bt_release(s->ctx, s->slot, s->slots * sizeof *slot);
    s->slot = slot;
    s->slots = slots;
    return BT_OK;
}

/* Reading, sorting and hashing a position, in steps. */
static uint64_t effort(const bti_position_set *s, const bt_part *part)
{
    uint64_t words = 0;
    for (size_t i = 0; i < s->parts; i++)
        words += part[i].pos.n;
    return 32 + 16 * words;
}

bt_status bti_position_intern(bti_position_set *s, const bt_part *part, uint64_t most,
                              uint32_t *id)
{
    size_t start = s->keys_len, len = 0;
    bt_status status = bti_worked(s->ctx, effort(s, part)) ? BT_STOPPED : BT_OK;
    if (status == BT_OK)
        status = put_key(s, part, &len);
    if (status == BT_OK && 2 * (s->entries + 1) > s->slots)
        status = grow_slots(s);
    if (status == BT_OK)
        status = bti_position_reserve(s, &s->entry, &s->entries_cap, s->entries + 1,
                                      sizeof *s->entry);
    size_t end = s->keys_len;
    s->keys_len = start;
    if (status != BT_OK)
        return status;

    uint32_t hash = (uint32_t)bti_hash_bytes(s->keys + start, len);
    size_t at = hash & (s->slots - 1);
    for (; s->slot[at]; at = (at + 1) & (s->slots - 1)) {
        const bti_position *e = &s->entry[s->slot[at] - 1];
        /* Keys are self-delimiting, so equal first bytes mean equal keys. */
        if (e->hash == hash && start - e->key >= len &&
            memcmp(s->keys + e->key, s->keys + start, len) == 0) {
            *id = s->slot[at] - 1;
            return BT_OK;
        }
    }
    *id = UINT32_MAX;
    if (s->entries >= most)
        return BT_OK;
    s->entry[s->entries] = (bti_position){start, s->state, hash};
    s->keys_len = end;
    *id = (uint32_t)s->entries++;
    s->slot[at] = *id + 1;
    return BT_OK;
}
