/* SPDX-License-Identifier: MIT
 * The memo search again (see memo.c), for positions that fit one or two machine words,
 * as nearly all that can be searched do: a key is a number, comparing is comparing
 * numbers, and an entry of the open-addressed table is the key and a 32-bit value.
 * Core's index would find a number first and the key by that: a search of lim 40,40,40
 * took 520 M instructions with it instead of 482 M, and more than 2^31 slots it has
 * not.
 *
 * The root tells how wide a word must be: enough for the sum of its words, and then as
 * wide as there is room. Should a word outgrow that, the search begins again with two
 * machine words, and says that the position does not fit if those are too few. */
#include "solve/packed.h"

#include "solve/growth.h"
#include "solve/loopy.h"

#include "core/arith.h"
#include "core/grow.h"
#include "core/hash.h"
#include "core/parallel.h"

#include <string.h>

#define EMPTY UINT32_MAX
#define NEW (UINT32_MAX - 1)
#define OPEN (UINT32_MAX - 2)

enum { SMALL_VALUES = 64, FIRST_SLOTS = 256 };

struct bti_packed {
    bt_context *ctx;
    const bt_game *game;
    bti_packing shape;
    uint64_t *key; /* shape.words for each slot of the table, the higher first */
    uint32_t *value;
    size_t cap, count; /* cap is a power of two or 0 */
    uint64_t most, most_looks;
    uint64_t *stack;         /* keys */
    size_t depth, stack_cap; /* in words of memory */
    bt_pos work;
    uint64_t *seen; /* by value from 64 on: the number of the position that has it */
    size_t seen_cap;
    uint64_t position, looked, rounds;
    bool full;  /* the memory limit was met */
    bool unfit; /* a position did not fit the shape */
    bti_growth_watch watch;
};

bool bti_shape_for(size_t slots, unsigned bits, unsigned least_words, bti_packing *out)
{
    slots = slots > 0 ? slots : 1;
    for (unsigned words = least_words; words <= 2 && slots <= 64 * words; words++) {
        size_t in_word = (slots + words - 1) / words;
        if (64 / in_word < bits)
            continue;
        *out = (bti_packing){slots, (unsigned)(64 / in_word), words};
        return true;
    }
    return false;
}

static bool put_word(const bti_packing *s, size_t slot, uint64_t word, bti_key *key)
{
    if (s->bits < 64 && word >> s->bits != 0)
        return false;
    size_t in_word = 64 / s->bits;
    key->w[slot / in_word] |= word << slot % in_word * s->bits;
    return true;
}

static uint64_t get_word(const bti_packing *s, size_t slot, const bti_key *key)
{
    size_t in_word = 64 / s->bits;
    uint64_t mask = UINT64_MAX >> (64 - s->bits);
    return key->w[slot / in_word] >> slot % in_word * s->bits & mask;
}

static bool pack_sorted(const bti_packing *shape, const bt_pos *pos, bti_key *key)
{
    uint64_t sorted[BTI_PACKED_SLOTS];
    size_t n = 0;
    for (size_t i = 0; i < pos->n; i++) {
        uint64_t word = pos->x[i];
        if (word == 0)
            continue;
        if (n == shape->slots)
            return false;
        size_t at = n++;
        for (; at > 0 && sorted[at - 1] < word; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = word;
    }
    for (size_t i = 0; i < n; i++)
        if (!put_word(shape, i, sorted[i], key))
            return false;
    return true;
}

bool bti_pack(const bti_packing *shape, const bt_game *game, const bt_pos *pos,
              bti_key *key)
{
    *key = (bti_key){{0, 0}};
    if (game->rules->flags & BT_UNORDERED)
        return pack_sorted(shape, pos, key);
    if (pos->n != shape->slots)
        return false;
    for (size_t i = 0; i < pos->n; i++)
        if (!put_word(shape, i, pos->x[i], key))
            return false;
    return true;
}

static bt_status unpack(bti_packed *p, const bti_key *key)
{
    p->work.n = 0;
    for (size_t i = 0; i < p->shape.slots; i++) {
        uint64_t word = get_word(&p->shape, i, key);
        if (word == 0 && (p->game->rules->flags & BT_UNORDERED))
            break;
        BT_TRY(bt_pos_push(&p->work, word));
    }
    return BT_OK;
}

bt_status bti_packed_new(bt_context *ctx, const bt_game *game, bti_packed **out)
{
    bti_packed *p;
    BT_TRY(BTI_NEW(ctx, p, 1));
    *p = (bti_packed){.ctx = ctx, .game = game};
    bt_pos_init(&p->work, ctx);
    *out = p;
    return BT_OK;
}

const bti_packing *bti_packed_shape(const bti_packed *p)
{
    return &p->shape;
}

static void free_table(bti_packed *p)
{
    bt_release(p->ctx, p->key, p->cap * p->shape.words * sizeof *p->key);
    bt_release(p->ctx, p->value, p->cap * sizeof *p->value);
    p->key = NULL;
    p->value = NULL;
    p->cap = p->count = 0;
}

void bti_packed_free(bti_packed *p)
{
    if (!p)
        return;
    free_table(p);
    bt_release(p->ctx, p->stack, p->stack_cap * sizeof *p->stack);
    bt_release(p->ctx, p->seen, p->seen_cap * sizeof *p->seen);
    bt_pos_free(&p->work);
    bt_release(p->ctx, p, sizeof *p);
}

static bt_status no_room(bti_packed *p)
{
    bt_status status = bt_last_status(p->ctx);
    p->full = status == BT_UNABLE;
    return status;
}

static void put_key(const bti_packed *p, uint64_t *to, const bti_key *key)
{
    if (p->shape.words == 2)
        *to++ = key->w[1];
    *to = key->w[0];
}

static bti_key key_at(const bti_packed *p, const uint64_t *from)
{
    return p->shape.words == 2 ? (bti_key){{from[1], from[0]}}
                               : (bti_key){{from[0], 0}};
}

/* The slot that has the key, or the empty one where it belongs. */
static size_t find(const bti_packed *p, const bti_key *key)
{
    size_t mask = p->cap - 1;
    uint64_t hash = bti_mix(key->w[0]);
    if (p->shape.words == 1) {
        size_t at = (size_t)hash & mask;
        while (p->value[at] != EMPTY && p->key[at] != key->w[0])
            at = (at + 1) & mask;
        return at;
    }
    size_t at = (size_t)bti_mix(hash ^ key->w[1]) & mask;
    while (p->value[at] != EMPTY &&
           (p->key[2 * at] != key->w[1] || p->key[2 * at + 1] != key->w[0]))
        at = (at + 1) & mask;
    return at;
}

bool bti_packed_knows(const bti_packed *p, const bt_pos *pos, uint64_t *value)
{
    bti_key key;
    if (p->cap == 0 || !bti_pack(&p->shape, p->game, pos, &key))
        return false;
    size_t slot = find(p, &key);
    *value = p->value[slot];
    return p->value[slot] < OPEN;
}

/* Everything that `old` holds; false if the host wants to stop. */
static bool move_entries(bti_packed *p, const bti_packed *old)
{
    enum { STRIDE = 1024 };
    size_t words = p->shape.words;
    for (size_t i = 0; i < old->cap; i++) {
        if (i % STRIDE == 0 && bti_worked(p->ctx, 16 * STRIDE))
            return false;
        if (old->value[i] == EMPTY)
            continue;
        bti_key moved = key_at(p, old->key + i * words);
        size_t at = find(p, &moved);
        p->value[at] = old->value[i];
        put_key(p, p->key + at * words, &moved);
    }
    return true;
}

static bt_status grow_table(bti_packed *p)
{
    bti_packed old = *p;
    size_t cap = p->cap > 0 ? 2 * p->cap : FIRST_SLOTS, words = p->shape.words;
    uint32_t *value = bt_resize_array(p->ctx, NULL, 0, cap, sizeof *value);
    if (!value)
        return no_room(p);
    uint64_t *key = bt_resize_array(p->ctx, NULL, 0, cap, words * sizeof *key);
    if (!key) {
        bt_status status = no_room(p);
        bt_release(p->ctx, value, cap * sizeof *value);
        return status;
    }
    p->key = key;
    p->value = value;
    p->cap = cap;
    if (bti_fill(p->ctx, value, 0xFF, cap * sizeof *value) != BT_OK ||
        !move_entries(p, &old)) {
        free_table(p);
        *p = old;
        return BT_STOPPED;
    }
    free_table(&old);
    return BT_OK;
}

/* The slot of the position, made if it is new. */
static bt_status intern(bti_packed *p, const bti_key *key, size_t *slot)
{
    if (p->cap > 0) {
        *slot = find(p, key);
        if (p->value[*slot] != EMPTY)
            return BT_OK;
    }
    if (p->count >= p->most)
        return bt_fail(p->ctx, BT_UNABLE,
                       "the search may hold at most {most} positions",
                       BT_ARGS(BT_NUM("most", p->most)));
    if (p->cap == 0 || p->count + 1 > p->cap - p->cap / 4) {
        BT_TRY(grow_table(p));
        *slot = find(p, key);
    }
    p->value[*slot] = NEW;
    put_key(p, p->key + *slot * p->shape.words, key);
    p->count++;
    return BT_OK;
}

static bt_status push(bti_packed *p, const bti_key *key)
{
    size_t words = p->shape.words;
    if (BTI_RESERVE(p->ctx, p->stack, p->stack_cap, p->depth + words) != BT_OK)
        return no_room(p);
    put_key(p, p->stack + p->depth, key);
    p->depth += words;
    return BT_OK;
}

struct look {
    bt_visit visit;
    bti_packed *packed;
    uint64_t small; /* which of the values 0 to 63 were seen */
    size_t options, waiting;
};

static bt_status note_large(bti_packed *p, uint32_t value)
{
    size_t old = p->seen_cap, at = value - SMALL_VALUES;
    if (BTI_RESERVE(p->ctx, p->seen, p->seen_cap, at + 1) != BT_OK)
        return no_room(p);
    if (p->seen_cap > old)
        memset(p->seen + old, 0, (p->seen_cap - old) * sizeof *p->seen);
    p->seen[at] = p->position;
    return BT_OK;
}

static bt_status look_at(struct look *look, const bt_pos *pos)
{
    bti_packed *p = look->packed;
    bti_key key;
    size_t slot = 0, known = p->count;
    if (!bti_pack(&p->shape, p->game, pos, &key)) {
        p->unfit = true;
        return BT_OK;
    }
    BT_TRY(intern(p, &key, &slot));
    if (p->count > known)
        BT_TRY(bti_growth_look(&p->watch, 0, pos, p->count));
    look->options++;
    if (bti_worked(p->ctx, 16 + 4 * pos->n))
        return BT_STOPPED;
    if (++p->looked > p->most_looks)
        return bt_fail(p->ctx, BT_UNABLE, "the search would take too long", BT_NO_ARGS);
    uint32_t value = p->value[slot];
    if (value == OPEN)
        return bti_fail_loopy(p->ctx);
    if (value == NEW) {
        look->waiting++;
        return push(p, &key);
    }
    if (value >= SMALL_VALUES)
        return note_large(p, value);
    look->small |= UINT64_C(1) << value;
    return 0;
}

static bool look_at_option(bt_visit *visit, const bt_move *move)
{
    struct look *look = (struct look *)visit;
    visit->status = look_at(look, move->to);
    return visit->status == BT_OK && !look->packed->unfit;
}

static uint32_t value_of(const struct look *look)
{
    const bti_packed *p = look->packed;
    uint32_t mex = 0;
    if (p->game->play == BT_MISERE)
        return look->options == 0 || (look->small & 1);
    while (mex < SMALL_VALUES && look->small >> mex & 1)
        mex++;
    if (mex == SMALL_VALUES)
        while (mex - SMALL_VALUES < p->seen_cap &&
               p->seen[mex - SMALL_VALUES] == p->position)
            mex++;
    return mex;
}

/* Solves the position on top of the stack, or puts what it waits for above it. */
static bt_status look_at_top(bti_packed *p)
{
    bti_key key = key_at(p, p->stack + p->depth - p->shape.words);
    size_t slot = find(p, &key);
    if (p->value[slot] < OPEN) {
        p->depth -= p->shape.words;
        return BT_OK;
    }
    p->value[slot] = OPEN;
    p->position++;
    BT_TRY(unpack(p, &key));
    struct look look = {.visit.option = look_at_option, .packed = p};
    BT_TRY(bt_options(p->game, &p->work, &look.visit));
    if (look.waiting == 0 && !p->unfit) {
        p->value[find(p, &key)] = value_of(&look); /* the table may have moved */
        p->depth -= p->shape.words;
    }
    return BT_OK;
}

static bt_status run(bti_packed *p)
{
    while (p->depth > 0 && !p->unfit) {
        BT_TRY(look_at_top(p));
        if (++p->rounds % 1024 == 0)
            bti_progress(p->ctx, "positions", p->count, 0);
    }
    return BT_OK;
}

/* After a failure nothing half-done may stay: open positions are new again. */
static void abandon(bti_packed *p)
{
    p->depth = 0;
    for (size_t i = 0; i < p->cap; i++)
        if (p->value[i] == OPEN)
            p->value[i] = NEW;
}

static unsigned bits_of(const bt_pos *pos)
{
    uint64_t sum = 0;
    unsigned bits = 1;
    for (size_t i = 0; i < pos->n; i++)
        if (!bti_add(sum, pos->x[i], &sum))
            return 64;
    while (bits < 64 && sum >> bits != 0)
        bits++;
    return bits;
}

/* Chooses a shape in which the position fits. What is known is kept if it fits, too. */
static bool choose_shape(bti_packed *p, const bt_pos *pos, unsigned least_words)
{
    bool unordered = p->game->rules->flags & BT_UNORDERED;
    size_t slots = unordered ? 0 : pos->n;
    unsigned bits = bits_of(pos);
    bti_packing now = p->shape, shape;
    for (size_t i = 0; i < pos->n && unordered; i++)
        slots += pos->x[i] > 0;
    slots = slots > 0 ? slots : 1;
    bool kin = now.words > 0 && (unordered || now.slots == slots);
    if (kin && now.words >= least_words && now.slots >= slots && now.bits >= bits)
        return true;
    size_t more = kin && now.slots > slots ? now.slots : slots;
    if (!bti_shape_for(more, bits, least_words, &shape) &&
        !bti_shape_for(slots, bits, least_words, &shape))
        return false;
    free_table(p); /* needs the old shape */
    p->shape = shape;
    return true;
}

static bt_status search(bti_packed *p, const bt_pos *pos, uint64_t most,
                        uint64_t *value)
{
    bti_key key;
    size_t slot = 0;
    p->unfit = !bti_pack(&p->shape, p->game, pos, &key);
    if (p->unfit)
        return BT_OK;
    p->most = most < UINT64_MAX - p->count ? p->count + most : UINT64_MAX;
    p->most_looks = most < UINT64_MAX / 64 ? p->looked + 64 * most : UINT64_MAX;
    const bt_part root = {.game = p->game, .pos = *pos};
    bti_growth_begin(&p->watch, p->ctx, &root, 1, p->count);
    BT_TRY(intern(p, &key, &slot));
    BT_TRY(push(p, &key));
    BT_TRY(run(p));
    if (!p->unfit)
        *value = p->value[find(p, &key)];
    return BT_OK;
}

static void swap_entries(bti_packed *p, size_t i, size_t j)
{
    uint32_t value = p->value[i];
    p->value[i] = p->value[j];
    p->value[j] = value;
    for (size_t k = 0; k < p->shape.words; k++) {
        uint64_t *a = &p->key[i * p->shape.words + k];
        uint64_t *b = &p->key[j * p->shape.words + k];
        uint64_t word = *a;
        *a = *b;
        *b = word;
    }
}

static bool bit_of(const bti_packed *p, size_t i, unsigned bit)
{
    size_t word = p->shape.words - 1 - bit / 64;
    return p->key[i * p->shape.words + word] >> bit % 64 & 1;
}

/* Radix exchange: split by the highest bit, then both halves by the next one. The
 * larger bits come first, so no more than one range a bit ever waits. */
static void sort(bti_packed *p)
{
    struct range {
        size_t from, to;
        unsigned bits;
    } todo[2 * 64 + 2];
    size_t n = 0;
    todo[n++] = (struct range){0, p->count, 64 * p->shape.words};
    while (n > 0) {
        struct range r = todo[--n];
        if (r.bits == 0 || r.to - r.from < 2)
            continue;
        size_t low = r.from, high = r.to;
        while (low < high)
            if (!bit_of(p, low, r.bits - 1))
                low++;
            else
                swap_entries(p, low, --high);
        todo[n++] = (struct range){r.from, low, r.bits - 1};
        todo[n++] = (struct range){low, r.to, r.bits - 1};
    }
}

size_t bti_packed_list(bti_packed *p, const uint64_t **keys, const uint32_t **values)
{
    size_t n = 0;
    for (size_t i = 0; i < p->cap; i++)
        if (p->value[i] < OPEN)
            swap_entries(p, i, n++);
    p->count = n;
    sort(p);
    *keys = p->key;
    *values = p->value;
    return n;
}

bt_status bti_packed_value(bti_packed *p, const bt_pos *pos, uint64_t most,
                           uint64_t *value, bool *fits)
{
    bt_status status = BT_OK;
    p->full = false;
    *fits = false;
    for (unsigned words = 1; words <= 2 && !*fits && status == BT_OK; words++) {
        if (!choose_shape(p, pos, words))
            return BT_OK;
        status = search(p, pos, most, value);
        *fits = status == BT_OK && !p->unfit;
        if (!*fits)
            abandon(p);
    }
    bti_growth growth;
    if (status != BT_OK && p->full)
        return bt_fail(
            p->ctx, BT_UNABLE,
            "the search reached the memory limit of {limit} bytes after {count} "
            "positions; --memory raises it{growth}",
            BT_ARGS(BT_NUM("limit", bt_memory_limit(p->ctx)), BT_NUM("count", p->count),
                    BT_STR("growth", bti_say_growth(&growth, pos, &p->work))));
    return status;
}
