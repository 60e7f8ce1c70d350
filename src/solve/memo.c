/* SPDX-License-Identifier: MIT
 * A position is kept as a key: for each part the number of words and the words, seven
 * bits to a byte; where words may be permuted they are sorted and zeros left out. Keys
 * stand one behind the other, an open-addressed table finds them by hash, and equality
 * is always decided on the bytes.
 *
 * The search uses a stack of its own, so play may be millions of moves deep. A position
 * is opened once: its unsolved options go on the stack; when it comes up again they are
 * all solved. An option that is open itself is on the current line of play: then play
 * need not end, and the search says so. */
#include "solve/memo.h"

#include "core/hash.h"

#include <string.h>

#define NEW UINT32_MAX
#define OPEN (UINT32_MAX - 1)
#define MAX_ENTRIES (UINT32_MAX - 2)

struct entry {
    uint64_t key;
    uint32_t state; /* NEW, OPEN or the value */
    uint32_t hash;
};

struct bti_memo {
    bt_context *ctx;
    bt_part *work; /* the games, and room for the position being looked at */
    size_t parts;
    bt_play play;

    unsigned char *keys;
    size_t keys_len, keys_cap;
    struct entry *entry;
    size_t entries, entries_cap;
    uint64_t most, most_looks; /* entries and looked may not pass these */
    uint32_t *slot;            /* entry + 1, or 0 */
    size_t slots;              /* a power of two */

    uint32_t *stack;
    size_t depth, stack_cap;
    uint64_t *seen; /* by value: the number of the position that has it as an option */
    size_t seen_cap;
    uint64_t position, looked;
    uint64_t *sorted; /* scratch for one part's words */
    size_t sorted_cap;
    bool full; /* the memory limit was met */
};

static void release(bti_memo *m, void *block, size_t count, size_t size)
{
    bt_release(m->ctx, block, count * size);
}

void bti_memo_free(bti_memo *m)
{
    if (!m)
        return;
    for (size_t i = 0; m->work && i < m->parts; i++)
        bt_pos_free(&m->work[i].pos);
    release(m, m->work, m->parts, sizeof *m->work);
    release(m, m->keys, m->keys_cap, 1);
    release(m, m->entry, m->entries_cap, sizeof *m->entry);
    release(m, m->slot, m->slots, sizeof *m->slot);
    release(m, m->stack, m->stack_cap, sizeof *m->stack);
    release(m, m->seen, m->seen_cap, sizeof *m->seen);
    release(m, m->sorted, m->sorted_cap, sizeof *m->sorted);
    release(m, m, 1, sizeof *m);
}

bt_status bti_memo_new(bt_context *ctx, const bt_part *part, size_t parts,
                       bti_memo **out)
{
    bti_memo *m = bt_resize(ctx, NULL, 0, sizeof *m);
    if (!m)
        return bt_last_status(ctx);
    *m = (bti_memo){.ctx = ctx, .parts = parts, .play = part[0].game->play};
    m->work = bt_resize_array(ctx, NULL, 0, parts, sizeof *m->work);
    if (!m->work) {
        bt_status status = bt_last_status(ctx);
        m->parts = 0;
        bti_memo_free(m);
        return status;
    }
    for (size_t i = 0; i < parts; i++) {
        m->work[i].game = part[i].game;
        bt_pos_init(&m->work[i].pos, ctx);
    }
    *out = m;
    return BT_OK;
}

bool bti_memo_is_for(const bti_memo *m, const bt_part *part, size_t parts)
{
    if (m->parts != parts)
        return false;
    for (size_t i = 0; i < parts; i++)
        if (m->work[i].game != part[i].game)
            return false;
    return true;
}

static bt_status no_room(bti_memo *m)
{
    bt_status status = bt_last_status(m->ctx);
    m->full = status == BT_UNABLE;
    return status;
}

/* Room for `more` elements behind `used`; doubles. */
static bt_status reserve(bti_memo *m, void *array_pointer, size_t *cap, size_t used,
                         size_t more, size_t size)
{
    void *array, *grown;
    memcpy(&array, array_pointer, sizeof array);
    if (more <= *cap && used <= *cap - more)
        return BT_OK;
    size_t wanted = *cap < 64 ? 64 : *cap;
    while (wanted < used + more && wanted <= SIZE_MAX / 2)
        wanted *= 2;
    if (wanted < used + more)
        wanted = used + more;
    grown = bt_resize_array(m->ctx, array, *cap, wanted, size);
    if (!grown)
        return no_room(m);
    memcpy(array_pointer, &grown, sizeof grown);
    *cap = wanted;
    return BT_OK;
}

static void put_varint(bti_memo *m, uint64_t number)
{
    for (; number >= 128; number >>= 7)
        m->keys[m->keys_len++] = (unsigned char)(number | 128);
    m->keys[m->keys_len++] = (unsigned char)number;
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

static bt_status put_part(bti_memo *m, const bt_game *game, const bt_pos *pos)
{
    const uint64_t *x = pos->x;
    size_t n = pos->n;
    if (game->rules->flags & BT_UNORDERED) {
        BT_TRY(reserve(m, &m->sorted, &m->sorted_cap, 0, n, sizeof *m->sorted));
        n = 0;
        for (size_t i = 0; i < pos->n; i++)
            if (pos->x[i] > 0)
                m->sorted[n++] = pos->x[i];
        sort_words(m->sorted, n);
        x = m->sorted;
    }
    BT_TRY(reserve(m, &m->keys, &m->keys_cap, m->keys_len, 10 * (n + 1), 1));
    put_varint(m, n);
    for (size_t i = 0; i < n; i++)
        put_varint(m, x[i]);
    return BT_OK;
}

static bt_status get_position(bti_memo *m, uint32_t id)
{
    const unsigned char *at = m->keys + m->entry[id].key;
    for (size_t i = 0; i < m->parts; i++) {
        bt_pos *pos = &m->work[i].pos;
        uint64_t n = take_varint(&at);
        pos->n = 0;
        for (uint64_t k = 0; k < n; k++)
            BT_TRY(bt_pos_push(pos, take_varint(&at)));
    }
    return BT_OK;
}

static bt_status grow_slots(bti_memo *m)
{
    size_t slots = m->slots ? 2 * m->slots : 256;
    uint32_t *slot = bt_resize_array(m->ctx, NULL, 0, slots, sizeof *slot);
    if (!slot)
        return no_room(m);
    memset(slot, 0, slots * sizeof *slot);
    for (size_t id = 0; id < m->entries; id++) {
        size_t at = m->entry[id].hash & (slots - 1);
        while (slot[at])
            at = (at + 1) & (slots - 1);
        slot[at] = (uint32_t)id + 1;
    }
    release(m, m->slot, m->slots, sizeof *slot);
    m->slot = slot;
    m->slots = slots;
    return BT_OK;
}

/* The entry of the position in `part`, made if it is new. */
static bt_status intern(bti_memo *m, const bt_part *part, uint32_t *id)
{
    size_t start = m->keys_len;
    bt_status status = BT_OK;
    for (size_t i = 0; i < m->parts && status == BT_OK; i++)
        status = put_part(m, part[i].game, &part[i].pos);
    if (status == BT_OK && 2 * (m->entries + 1) > m->slots)
        status = grow_slots(m);
    if (status == BT_OK)
        status =
            reserve(m, &m->entry, &m->entries_cap, m->entries, 1, sizeof *m->entry);
    size_t len = m->keys_len - start;
    m->keys_len = start;
    if (status != BT_OK)
        return status;

    uint32_t hash = (uint32_t)bti_hash_bytes(m->keys + start, len);
    size_t at = hash & (m->slots - 1);
    for (; m->slot[at]; at = (at + 1) & (m->slots - 1)) {
        const struct entry *e = &m->entry[m->slot[at] - 1];
        /* Keys are self-delimiting, so equal first bytes mean equal keys. */
        if (e->hash == hash && start - e->key >= len &&
            memcmp(m->keys + e->key, m->keys + start, len) == 0) {
            *id = m->slot[at] - 1;
            return BT_OK;
        }
    }
    if (m->entries >= m->most)
        return bt_fail(m->ctx, BT_UNABLE, "the search may hold at most %llu positions",
                       (unsigned long long)m->most);
    m->entry[m->entries] = (struct entry){start, NEW, hash};
    m->keys_len = start + len;
    *id = (uint32_t)m->entries++;
    m->slot[at] = *id + 1;
    return BT_OK;
}

static bt_status push(bti_memo *m, uint32_t id)
{
    BT_TRY(reserve(m, &m->stack, &m->stack_cap, m->depth, 1, sizeof *m->stack));
    m->stack[m->depth++] = id;
    return BT_OK;
}

struct look {
    bt_visit visit;
    bti_memo *memo;
    size_t options, waiting;
    bool p_option;
};

static bt_status note_value(bti_memo *m, uint32_t value)
{
    size_t old = m->seen_cap;
    BT_TRY(reserve(m, &m->seen, &m->seen_cap, 0, (size_t)value + 1, sizeof *m->seen));
    if (m->seen_cap > old)
        memset(m->seen + old, 0, (m->seen_cap - old) * sizeof *m->seen);
    m->seen[value] = m->position;
    return BT_OK;
}

static int look_at_option(bt_visit *visit, const bt_pos *p, size_t first, size_t count)
{
    struct look *look = (struct look *)visit;
    bti_memo *m = look->memo;
    uint32_t id;
    (void)p; /* it is edited in place, inside m->work */
    (void)first;
    (void)count;
    BT_TRY(intern(m, m->work, &id));
    look->options++;
    if (++m->looked % 1024 == 0 && bt_stopped(m->ctx))
        return BT_STOPPED;
    if (m->looked > m->most_looks)
        return bt_fail(m->ctx, BT_UNABLE, "the search would take too long");
    uint32_t state = m->entry[id].state;
    if (state == OPEN)
        return bt_fail(m->ctx, BT_UNABLE,
                       "play can go on for ever: a position comes back "
                       "to itself");
    if (state == NEW) {
        look->waiting++;
        return push(m, id);
    }
    look->p_option = look->p_option || state == 0;
    return m->play == BT_NORMAL ? note_value(m, state) : BT_OK;
}

static uint32_t value_of(const struct look *look)
{
    const bti_memo *m = look->memo;
    if (m->play == BT_MISERE)
        return look->p_option || look->options == 0;
    uint32_t mex = 0;
    while (mex < m->seen_cap && m->seen[mex] == m->position)
        mex++;
    return mex;
}

/* Solves the entry on top of the stack, or puts what it waits for above it. */
static bt_status look_at_top(bti_memo *m)
{
    uint32_t id = m->stack[m->depth - 1];
    if (m->entry[id].state < OPEN) {
        m->depth--;
        return BT_OK;
    }
    m->entry[id].state = OPEN;
    m->position++;
    BT_TRY(get_position(m, id));
    struct look look = {.visit.option = look_at_option, .memo = m};
    for (size_t i = 0; i < m->parts; i++) {
        bt_part *part = &m->work[i];
        int status = part->game->rules->options(part->game, &part->pos, &look.visit);
        if (status < 0)
            return (bt_status)status;
    }
    if (look.waiting == 0) {
        m->entry[id].state = value_of(&look);
        m->depth--;
    }
    return BT_OK;
}

static bt_status run(bti_memo *m)
{
    const bt_host *host = bt_context_host(m->ctx);
    uint64_t rounds = 0;
    while (m->depth > 0) {
        BT_TRY(look_at_top(m));
        if (++rounds % 1024 == 0 && host->progress)
            host->progress(host->self, "positions", m->entries, 0);
    }
    return BT_OK;
}

/* After a failure nothing half-done may stay: open positions are new again. */
static void abandon(bti_memo *m)
{
    m->depth = 0;
    for (size_t id = 0; id < m->entries; id++)
        if (m->entry[id].state == OPEN)
            m->entry[id].state = NEW;
}

bt_status bti_memo_value(bti_memo *m, const bt_part *part, uint64_t most,
                         uint64_t *value)
{
    uint32_t id;
    m->most = most < MAX_ENTRIES - m->entries ? m->entries + most : MAX_ENTRIES;
    m->most_looks = most < UINT64_MAX / 64 ? m->looked + 64 * most : UINT64_MAX;
    bt_status status = intern(m, part, &id);
    if (status == BT_OK)
        status = push(m, id);
    if (status == BT_OK)
        status = run(m);
    if (status == BT_OK) {
        *value = m->entry[id].state;
        return BT_OK;
    }
    abandon(m);
    if (m->full)
        return bt_fail(m->ctx, BT_UNABLE,
                       "the search reached the memory limit of %llu bytes after %zu "
                       "positions; --memory raises it",
                       (unsigned long long)bt_memory_limit(m->ctx), m->entries);
    return status;
}
