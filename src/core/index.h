/* SPDX-License-Identifier: MIT
 * An index finds numbers by hash: open addressing, linear probing. What the numbers
 * stand for belongs to the caller, who keeps keys in arrays of its own and decides what
 * is equal. A slot keeps 32 bits of the hash beside the number, so that most strangers
 * are passed over without a look at their keys, and growing needs no keys at all.
 *
 *     BT_TRY(bti_index_reserve(ctx, &x));           // one more will fit
 *     bti_probe p = bti_index_probe(&x, hash);
 *     while (bti_index_next(&x, &p))
 *         if (is_same(key[p.item], wanted))
 *             return p.item;                        // known
 *     bti_index_put(&x, &p, new_item);              // where the probing ended
 *
 * An index of zeros is empty. Hashes must be mixed well in their low 32 bits. */
#ifndef BOUTON_CORE_INDEX_H
#define BOUTON_CORE_INDEX_H

#include <bouton/context.h>

typedef struct {
    uint32_t tag;    /* the low bits of the hash */
    uint32_t item_1; /* the number plus 1, or 0: free */
} bti_slot;

typedef struct {
    bti_slot *slot;
    size_t slots; /* a power of 2, or 0 */
    size_t items; /* at most two thirds of the slots */
} bti_index;

/* Where looking for a hash has come to; item is valid after bti_index_next said yes. */
typedef struct {
    size_t at;
    uint32_t tag, item;
} bti_probe;

BT_MUST_CHECK bt_status bti_index_grow(bt_context *ctx, bti_index *x);
void bti_index_clear(bti_index *x); /* keeps the memory */
void bti_index_free(bt_context *ctx, bti_index *x);

/* Makes room for one more item; a probe from before is no longer valid. */
BT_MUST_CHECK static inline bt_status bti_index_reserve(bt_context *ctx, bti_index *x)
{
    return 3 * x->items + 2 < 2 * x->slots ? BT_OK : bti_index_grow(ctx, x);
}

static inline bti_probe bti_index_probe(const bti_index *x, uint64_t hash)
{
    uint32_t tag = (uint32_t)hash;
    return (bti_probe){(tag & (x->slots - 1)) - (size_t)1, tag, 0};
}

/* The next number with that hash; false: there is no other, as in an empty index. */
static inline bool bti_index_next(const bti_index *x, bti_probe *p)
{
    if (x->slots == 0)
        return false;
    for (;;) {
        const bti_slot *s = &x->slot[p->at = (p->at + 1) & (x->slots - 1)];
        if (s->item_1 == 0)
            return false;
        p->item = s->item_1 - 1;
        if (s->tag == p->tag)
            return true;
    }
}

/* After bti_index_next said no, and bti_index_reserve before the probe. */
static inline void bti_index_put(bti_index *x, const bti_probe *p, uint32_t item)
{
    x->slot[p->at] = (bti_slot){p->tag, item + 1};
    x->items++;
}

/* A number that is not there yet, after bti_index_reserve. */
static inline void bti_index_add(bti_index *x, uint64_t hash, uint32_t item)
{
    bti_probe p = bti_index_probe(x, hash);
    while (bti_index_next(x, &p))
        ;
    bti_index_put(x, &p, item);
}

#endif
