/* SPDX-License-Identifier: MIT
 * Items, sets, and what they become; docs in the header.
 *
 * An item is dropped when its formula is false whatever comes. Atoms that no longer
 * matter are set to BTI_YES, so that items that differ only there are one. Of two items
 * of a set the worse one is dropped, when one is better: what the worse one accepts,
 * the better one accepts too. */
#include "check/check_items.h"

#include "check/check_atoms.h"
#include "core/grow.h"
#include "core/hash.h"
#include "core/parallel.h"

#include <string.h>

enum { MOST_BRANCHES = 1 << 20, MOST_STEPS = 1 << 27 };

#define ROOM(s, block, room, count)                                                    \
    BTI_RESERVE((s)->q->ctx, (s)->block, (s)->room, count)

static uint64_t item_hash(const bti_item_store *s, uint32_t machine,
                          const int64_t *words)
{
    size_t width = bti_machine_width(s->q->machine[machine]);
    return bti_hash_bytes(words, width * sizeof *words) ^ bti_mix(machine + 1u);
}

static uint64_t set_hash(const uint32_t *members, size_t count)
{
    return bti_hash_bytes(members, count * sizeof *members);
}

/* A hash of all that better and worse items share. */
static uint64_t key_of(const bti_machine *m, const int64_t *words)
{
    uint64_t key = bti_mix((uint64_t)m->id << 32 | (uint64_t)words[0]);
    for (size_t i = 0; i < m->atoms; i++)
        if (m->atom[i].kind != BTI_A_LE || m->atom[i].polarity == 0)
            key = bti_mix(key + (uint64_t)words[2 + i]);
    return key;
}

static bt_status intern_item(bti_item_store *s, const bti_machine *m,
                             const int64_t *words, uint32_t *out)
{
    size_t width = bti_machine_width(m);
    BT_TRY(bti_index_reserve(s->q->ctx, &s->item_index));
    bti_probe p = bti_index_probe(&s->item_index, item_hash(s, m->id, words));
    while (bti_index_next(&s->item_index, &p)) {
        const bti_item *other = &s->item[ *out = p.item];
        if (other->machine == m->id &&
            memcmp(s->words + other->at, words, width * sizeof *words) == 0)
            return BT_OK;
    }
    BT_TRY(ROOM(s, item, item_room, s->items + 1));
    BT_TRY(ROOM(s, words, word_room, s->word_count + width));
    memcpy(s->words + s->word_count, words, width * sizeof *words);
    *out = (uint32_t)s->items++;
    s->item[*out] = (bti_item){.at = s->word_count,
                               .key = key_of(m, words),
                               .machine = m->id,
                               .list = {UINT32_MAX, UINT32_MAX, UINT32_MAX},
                               .accepts = -1};
    s->word_count += width;
    bti_index_put(&s->item_index, &p, *out);
    return BT_OK;
}

/* The last `count` members in the pool become a set; they must be in order. */
static bt_status intern_set(bti_item_store *s, size_t count, uint32_t *out)
{
    size_t first = s->member_count - count;
    const uint32_t *members = s->members + first;
    BT_TRY(bti_index_reserve(s->q->ctx, &s->set_index));
    bti_probe p = bti_index_probe(&s->set_index, set_hash(members, count));
    while (bti_index_next(&s->set_index, &p)) {
        const bti_set *other = &s->set[ *out = p.item];
        if (other->count == count &&
            memcmp(s->members + other->at, members, count * sizeof *members) == 0) {
            s->member_count = first;
            return BT_OK;
        }
    }
    BT_TRY(ROOM(s, set, set_room, s->sets + 1));
    *out = (uint32_t)s->sets++;
    s->set[*out] = (bti_set){.at = first,
                             .count = (uint32_t)count,
                             .after = {UINT32_MAX, UINT32_MAX, UINT32_MAX},
                             .accepts = -1};
    for (size_t i = 0; i < count; i++) {
        uint64_t key = s->item[members[i]].key;
        s->set[*out].signature[key >> 6 & (BTI_SIGNATURE - 1)] |= UINT64_C(1)
                                                                  << (key & 63);
    }
    bti_index_put(&s->set_index, &p, *out);
    return BT_OK;
}

static bt_status add_member(bti_item_store *s, uint32_t item)
{
    BT_TRY(ROOM(s, members, member_room, s->member_count + 1));
    s->members[s->member_count++] = item;
    return BT_OK;
}

/* Items of one key stand together. */
static bool before(const bti_item_store *s, uint32_t a, uint32_t b)
{
    uint64_t x = s->item[a].key, y = s->item[b].key;
    return x != y ? x < y : a < b;
}

/* Heap sort: no recursion, no bad inputs. */
static void sink(const bti_item_store *s, uint32_t *list, size_t root, size_t count)
{
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && before(s, list[child], list[child + 1]))
            child++;
        if (!before(s, list[root], list[child]))
            return;
        uint32_t swapped = list[root];
        list[root] = list[child];
        list[child] = swapped;
    }
}

static bt_status sort(const bti_item_store *s, uint32_t *list, size_t count)
{
    enum { SINK = 64 }; /* steps */
    for (size_t i = count / 2; i-- > 0;)
        sink(s, list, i, count);
    while (count > 1) {
        if (bti_worked(s->q->ctx, SINK))
            return BT_STOPPED;
        uint32_t swapped = list[0];
        list[0] = list[--count];
        list[count] = swapped;
        sink(s, list, 0, count);
    }
    return BT_OK;
}

static bt_status sort_unique(const bti_item_store *s, uint32_t *list, size_t *count)
{
    size_t kept = 0;
    BT_TRY(sort(s, list, *count));
    for (size_t i = 0; i < *count; i++)
        if (i == 0 || list[i] != list[i - 1])
            list[kept++] = list[i];
    *count = kept;
    return BT_OK;
}

/* Can the local numbers of x go on in all the ways in which those of y can? */
static bool words_wider(const bti_check_digits *d, const bti_machine *m, uint64_t x,
                        uint64_t y)
{
    for (size_t i = 0; x != y && i < m->steps; i++)
        if (m->step[i].local && !bti_word_wider(d, bti_word_of(d, x, m->step[i].bit),
                                                bti_word_of(d, y, m->step[i].bit)))
            return false;
    return true;
}

static bool better(const bti_item_store *s, uint32_t a, uint32_t b)
{
    const bti_machine *m = s->q->machine[s->item[a].machine];
    const int64_t *x = s->words + s->item[a].at, *y = s->words + s->item[b].at;
    if (s->item[a].machine != s->item[b].machine || !m->ordered || x[0] != y[0] ||
        !words_wider(s->q->c->digits, m, (uint64_t)x[1], (uint64_t)y[1]))
        return false;
    for (size_t i = 0; i < m->atoms; i++)
        if (x[2 + i] != y[2 + i] &&
            !bti_atom_better(s->q, &m->atom[i], x[2 + i], y[2 + i]))
            return false;
    return true;
}

static size_t group_end(const bti_item_store *s, const uint32_t *list, size_t at,
                        size_t count)
{
    uint64_t key = s->item[list[at]].key;
    while (at < count && s->item[list[at]].key == key)
        at++;
    return at;
}

/* Two items are never better than each other: they would be the same. */
static bt_status drop_worse(const bti_item_store *s, uint32_t *list, size_t *count)
{
    enum { COMPARED = 8 }; /* steps */
    size_t kept = 0;
    for (size_t first = 0, end; first < *count; first = end) {
        size_t begin = kept;
        end = group_end(s, list, first, *count);
        for (size_t i = first; i < end; i++) {
            bool worse = false;
            if (bti_worked(s->q->ctx, COMPARED * (kept - begin + end - i)))
                return BT_STOPPED;
            for (size_t j = begin; j < kept && !worse; j++)
                worse = better(s, list[j], list[i]);
            for (size_t j = i + 1; j < end && !worse; j++)
                worse = better(s, list[j], list[i]);
            if (!worse)
                list[kept++] = list[i];
        }
    }
    *count = kept;
    return BT_OK;
}

/* In order, each once, and none that another one makes needless. */
static bt_status tidy(const bti_item_store *s, uint32_t *list, size_t *count)
{
    BT_TRY(sort_unique(s, list, count));
    return drop_worse(s, list, count);
}

/* The members from `first` on become a set. */
static bt_status close_set(bti_item_store *s, size_t first, uint32_t *out)
{
    size_t count = s->member_count - first;
    BT_TRY(tidy(s, s->members + first, &count));
    s->member_count = first + count;
    return intern_set(s, count, out);
}

/* The value of every gate: 1, 0, or -1 for not known yet. False: it never holds. */
static bool still_possible(bti_machine *m, const int64_t *state)
{
    for (size_t i = 0; i < m->gates; i++) {
        const bti_gate *g = &m->gate[i];
        signed char a = g->op == BTI_G_ATOM || i == 0 ? 0 : m->value[g->a];
        signed char b = g->op < BTI_G_AND ? 0 : m->value[g->b];
        switch (g->op) {
        case BTI_G_ATOM:
            m->value[i] = state[g->a] == BTI_NO ? 0 : state[g->a] == BTI_YES ? 1 : -1;
            break;
        case BTI_G_TRUE:
        case BTI_G_FALSE:
            m->value[i] = g->op == BTI_G_TRUE;
            break;
        case BTI_G_NOT:
            m->value[i] = (signed char)(a < 0 ? -1 : !a);
            break;
        case BTI_G_AND:
            m->value[i] = a == 0 || b == 0 ? 0 : a < 0 || b < 0 ? -1 : 1;
            break;
        case BTI_G_OR:
            m->value[i] = a == 1 || b == 1 ? 1 : a < 0 || b < 0 ? -1 : 0;
            break;
        }
    }
    return m->value[m->gates - 1] != 0;
}

/* Atoms below gates that are decided do not matter. Each gate is used by one gate only
 * or by two of an equivalence, so a mark from above is enough: 2 says it matters. */
static void forget_decided(bti_machine *m, int64_t *state)
{
    signed char *v = m->value;
    if (v[m->gates - 1] == -1)
        v[m->gates - 1] = 2;
    for (size_t i = m->gates; i-- > 0;) {
        const bti_gate *g = &m->gate[i];
        if (g->op == BTI_G_ATOM) {
            if (v[i] == -1)
                state[g->a] = BTI_YES;
        } else if (v[i] == 2 && g->op >= BTI_G_NOT) {
            if (v[g->a] == -1)
                v[g->a] = 2;
            if (g->op != BTI_G_NOT && v[g->b] == -1)
                v[g->b] = 2;
        }
    }
}

/* Keeps or drops the last item in the work room. */
static void settle(bti_machine *m)
{
    int64_t *last = m->work + (m->work_count - 1) * bti_machine_width(m);
    if (still_possible(m, last + 2))
        forget_decided(m, last + 2);
    else
        m->work_count--;
}

/* A copy of a work item at the end of the work room. */
static bt_status push_copy(bti_item_store *s, bti_machine *m, size_t index,
                           int64_t **out)
{
    size_t width = bti_machine_width(m), total = (m->work_count + 1) * width;
    if (bti_worked(s->q->ctx, 16 + width + m->gates))
        return BT_STOPPED;
    if (++s->steps > MOST_STEPS)
        return bt_fail(s->q->ctx, BT_UNABLE, "the check takes too many steps",
                       BT_NO_ARGS);
    if (m->work_count >= MOST_BRANCHES)
        return bt_fail(s->q->ctx, BT_UNABLE, "a formula has too many cases to check",
                       BT_NO_ARGS);
    BT_TRY(BTI_RESERVE(s->q->ctx, m->work, m->work_room, total));
    *out = m->work + m->work_count++ * width;
    memcpy(*out, m->work + index * width, width * sizeof **out);
    return BT_OK;
}

static void drop_front(bti_machine *m, size_t count)
{
    size_t width = bti_machine_width(m);
    m->work_count -= count;
    memmove(m->work, m->work + count * width, m->work_count * width * sizeof *m->work);
}

static bool chooses(const bti_item_store *s, const bti_machine *m, const bti_use *use)
{
    return s->q->down && use->arg == 0 && m->atom[use->atom].kind == BTI_A_PSET;
}

/* Read backwards, the automaton chooses the state it came from with the first variable:
 * the last item is replaced by one for each choice. */
static bt_status choose(bti_item_store *s, bti_machine *m, const bti_use *use,
                        unsigned digit, size_t first)
{
    size_t end = m->work_count, width = bti_machine_width(m);
    for (size_t i = first; i < end; i++) {
        int64_t to = m->work[i * width + 2 + use->atom];
        if (to == BTI_NO || to == BTI_YES) {
            int64_t *same;
            BT_TRY(push_copy(s, m, i, &same));
            continue;
        }
        for (uint32_t p = s->q->c->pred_first[to]; p < s->q->c->pred_first[to + 1];
             p++) {
            int64_t *item;
            uint32_t node = s->q->c->first[s->q->c->pred[p]];
            BT_TRY(push_copy(s, m, i, &item));
            item[2 + use->atom] =
                bti_backwards(s->q->c->pred[p], (uint64_t)to,
                              s->q->c->level[0].pair[2 * node + digit]);
        }
    }
    m->work_count -= end - first;
    memmove(m->work + first * width, m->work + end * width,
            (m->work_count - first) * width * sizeof *m->work);
    return BT_OK;
}

static bt_status atom_digit(bti_item_store *s, const bti_atom *atom, const bti_use *use,
                            unsigned digit, int64_t *state)
{
    uint32_t set;
    if (*state == BTI_NO || *state == BTI_YES)
        return BT_OK;
    if (atom->kind != BTI_A_MACHINE) {
        *state = bti_atom_digit(s->q, atom, *state, use->arg, digit);
        if (use->last && *state != BTI_NO && *state != BTI_YES)
            *state = bti_atom_tick(s->q, atom, *state);
        return BT_OK;
    }
    BT_TRY(bti_set_read(s, (uint32_t)*state, digit, &set));
    *state = s->set[set].count > 0 ? (int64_t)set : BTI_NO;
    return BT_OK;
}

/* The work item `index` reads a digit of its next track; what it becomes is added. */
static bt_status read_digit(bti_item_store *s, bti_machine *m, size_t index,
                            unsigned digit)
{
    const bti_machine_step *step = &m->step[m->work[index * bti_machine_width(m)]];
    int64_t *item;
    size_t first = m->work_count, width = bti_machine_width(m);
    BT_TRY(push_copy(s, m, index, &item));
    item[0]++;
    if (s->q->c->digits && step->local) {
        uint64_t words = (uint64_t)item[1];
        if (!bti_words_read(s->q->c->digits, &words, step->bit, digit)) {
            m->work_count--; /* no number */
            return BT_OK;
        }
        item[1] = (int64_t)words;
    }
    bool choice = false;
    for (uint32_t u = step->first_use; u < step->first_use + step->uses; u++) {
        const bti_use *use = &m->use[u];
        if (chooses(s, m, use))
            choice = true;
        else
            BT_TRY(atom_digit(s, &m->atom[use->atom], use, digit,
                              &m->work[first * width + 2 + use->atom]));
    }
    settle(m);
    for (uint32_t u = step->first_use; choice && u < step->first_use + step->uses; u++)
        if (m->work_count > first && chooses(s, m, &m->use[u]))
            BT_TRY(choose(s, m, &m->use[u], digit, first));
    return s->q->vectors->status;
}

static bt_status read_tick(bti_item_store *s, bti_machine *m, size_t index)
{
    int64_t *item;
    size_t place = m->work_count, width = bti_machine_width(m);
    BT_TRY(push_copy(s, m, index, &item));
    item[0] = 0;
    for (size_t i = 0; i < m->atoms; i++) {
        int64_t *state = &m->work[place * width + 2 + i];
        uint32_t set;
        if (*state == BTI_NO || *state == BTI_YES)
            continue;
        if (m->atom[i].early)
            continue;
        if (m->atom[i].kind != BTI_A_MACHINE) {
            *state = bti_atom_tick(s->q, &m->atom[i], *state);
            continue;
        }
        BT_TRY(bti_set_read(s, (uint32_t)*state, BTI_TICK, &set));
        *state = s->set[set].count > 0 ? (int64_t)set : BTI_NO;
    }
    settle(m);
    return s->q->vectors->status;
}

/* All work items go through their local tracks, with both digits, and then read. */
static bt_status read_all(bti_item_store *s, bti_machine *m, size_t at, unsigned read)
{
    size_t count;
    for (; at < m->steps && m->step[at].local; at++) {
        count = m->work_count;
        for (size_t i = 0; i < count; i++)
            for (unsigned digit = 0; digit < 2; digit++)
                BT_TRY(read_digit(s, m, i, digit));
        drop_front(m, count);
    }
    count = m->work_count;
    for (size_t i = 0; i < count; i++)
        BT_TRY(read == BTI_TICK ? read_tick(s, m, i) : read_digit(s, m, i, read));
    drop_front(m, count);
    return BT_OK;
}

bt_status bti_item_read(bti_item_store *s, uint32_t item, unsigned read, uint32_t *list)
{
    bti_machine *m = s->q->machine[s->item[item].machine];
    size_t width = bti_machine_width(m);
    *list = s->item[item].list[read];
    if (*list != UINT32_MAX)
        return BT_OK;
    BT_TRY(BTI_RESERVE(s->q->ctx, m->work, m->work_room, width));
    memcpy(m->work, s->words + s->item[item].at, width * sizeof *m->work);
    m->work_count = 1;
    BT_TRY(read_all(s, m, (size_t)m->work[0], read));
    if (s->list_count + m->work_count >= UINT32_MAX - 1)
        return bt_fail(s->q->ctx, BT_UNABLE, "the check needs too many states",
                       BT_NO_ARGS);
    size_t first = s->list_count;
    BT_TRY(ROOM(s, lists, list_room, first + 1 + m->work_count));
    for (size_t i = 0; i < m->work_count; i++)
        BT_TRY(intern_item(s, m, m->work + i * width, &s->lists[first + 1 + i]));
    size_t count = m->work_count;
    BT_TRY(tidy(s, s->lists + first + 1, &count));
    s->lists[first] = (uint32_t)count;
    s->list_count = first + 1 + count;
    *list = s->item[item].list[read] = (uint32_t)first;
    return BT_OK;
}

bt_status bti_set_read(bti_item_store *s, uint32_t set, unsigned read, uint32_t *out)
{
    *out = s->set[set].after[read];
    if (*out != UINT32_MAX)
        return BT_OK;
    /* Items first: reading them may make sets of machines below. */
    for (size_t i = 0; i < s->set[set].count; i++) {
        uint32_t list;
        BT_TRY(bti_item_read(s, s->members[s->set[set].at + i], read, &list));
    }
    size_t first = s->member_count;
    for (size_t i = 0; i < s->set[set].count; i++) {
        uint32_t list;
        BT_TRY(bti_item_read(s, s->members[s->set[set].at + i], read, &list));
        for (uint32_t k = 1; k <= s->lists[list]; k++)
            BT_TRY(add_member(s, s->lists[list + k]));
    }
    BT_TRY(close_set(s, first, out));
    s->set[set].after[read] = *out;
    return BT_OK;
}

/* Does it accept when no digit but 0 comes any more, on any track? */
static bt_status accepts_now(bti_item_store *s, uint32_t item, bool *out)
{
    bti_machine *m = s->q->machine[s->item[item].machine];
    const bti_check_digits *d = s->q->c->digits;
    *out = false;
    for (size_t i = 0; d && i < m->steps; i++)
        if (m->step[i].local &&
            !d->ends[bti_word_of(d, (uint64_t)s->words[s->item[item].at + 1],
                                 m->step[i].bit)])
            return BT_OK;
    for (size_t i = 0; i < m->gates; i++) {
        const bti_gate *g = &m->gate[i];
        bool value = g->op == BTI_G_TRUE;
        if (g->op == BTI_G_ATOM) {
            int64_t state = s->words[s->item[item].at + 2 + g->a];
            if (m->atom[g->a].kind == BTI_A_MACHINE && state != BTI_NO &&
                state != BTI_YES)
                BT_TRY(bti_set_accepts(s, (uint32_t)state, &value));
            else
                value = bti_atom_accepts(s->q, &m->atom[g->a], state);
        } else if (g->op == BTI_G_NOT) {
            value = !m->value[g->a];
        } else if (g->op == BTI_G_AND) {
            value = m->value[g->a] && m->value[g->b];
        } else if (g->op == BTI_G_OR) {
            value = m->value[g->a] || m->value[g->b];
        }
        m->value[i] = value;
    }
    *out = m->value[m->gates - 1];
    return BT_OK;
}

/* A round of zeros on the outer tracks. */
static bt_status zero_round(bti_item_store *s, uint32_t set, uint32_t machine,
                            uint32_t *out)
{
    const bti_machine *m = s->q->machine[machine];
    *out = set;
    for (size_t i = 0; i < m->steps; i++)
        if (!m->step[i].local)
            BT_TRY(bti_set_read(s, *out, BTI_ZERO, out));
    return bti_set_read(s, *out, BTI_TICK, out);
}

static bt_status singleton(bti_item_store *s, uint32_t item, uint32_t *out)
{
    size_t first = s->member_count;
    BT_TRY(add_member(s, item));
    return close_set(s, first, out);
}

/* The union of two sets. */
static bt_status unite(bti_item_store *s, uint32_t a, uint32_t b, uint32_t *out)
{
    size_t first = s->member_count;
    for (size_t i = 0; i < s->set[a].count; i++)
        BT_TRY(add_member(s, s->members[s->set[a].at + i]));
    for (size_t i = 0; i < s->set[b].count; i++)
        BT_TRY(add_member(s, s->members[s->set[b].at + i]));
    return close_set(s, first, out);
}

/* Binary numbers of local tracks may be longer than those of outer tracks: zeros are
 * read until nothing new comes. Read from the other end they may be longer at the
 * beginning, which bti_set_start has seen to. */
bt_status bti_item_accepts(bti_item_store *s, uint32_t item, bool *out)
{
    uint32_t machine = s->item[item].machine, set, next;
    if (s->item[item].accepts >= 0) {
        *out = s->item[item].accepts;
        return BT_OK;
    }
    BT_TRY(accepts_now(s, item, out));
    if (!s->q->down && !*out) {
        BT_TRY(singleton(s, item, &set));
        for (;;) {
            BT_TRY(zero_round(s, set, machine, &next));
            BT_TRY(unite(s, set, next, &next));
            if (next == set)
                break;
            set = next;
        }
        for (size_t i = 0; i < s->set[set].count && !*out; i++)
            BT_TRY(accepts_now(s, s->members[s->set[set].at + i], out));
    }
    s->item[item].accepts = *out;
    return BT_OK;
}

bt_status bti_set_accepts(bti_item_store *s, uint32_t set, bool *out)
{
    *out = s->set[set].accepts == 1;
    if (s->set[set].accepts >= 0)
        return BT_OK;
    for (size_t i = 0; i < s->set[set].count && !*out; i++)
        BT_TRY(bti_item_accepts(s, s->members[s->set[set].at + i], out));
    s->set[set].accepts = *out;
    return BT_OK;
}

bool bti_set_within(const bti_item_store *s, uint32_t small, uint32_t large)
{
    const bti_set *a = &s->set[small], *b = &s->set[large];
    const uint32_t *x = s->members + a->at, *y = s->members + b->at;
    for (size_t i = 0; i < BTI_SIGNATURE; i++)
        if ((a->signature[i] & ~b->signature[i]) != 0)
            return false;
    for (size_t i = 0, j = 0; i < a->count; i++) {
        uint64_t key = s->item[x[i]].key;
        bool outdone = false;
        while (j < b->count && s->item[y[j]].key < key)
            j++;
        for (size_t k = j; k < b->count && s->item[y[k]].key == key && !outdone; k++)
            outdone = x[i] == y[k] || better(s, y[k], x[i]);
        if (!outdone)
            return false;
    }
    return true;
}

/* The first items of a machine: one, unless its automaton is read backwards and may
 * have ended in any state with the wanted answer. */
static bt_status first_items(bti_item_store *s, bti_machine *m)
{
    size_t width = bti_machine_width(m);
    const bti_certificate *c = s->q->c;
    int64_t *item;
    for (size_t i = 0; i < m->atoms; i++) /* machines below begin first */
        if (m->atom[i].kind == BTI_A_MACHINE)
            BT_TRY(
                bti_set_start(s, &m->atom[i].machine, 1, &m->atom[i].machine->start));
    BT_TRY(BTI_RESERVE(s->q->ctx, m->work, m->work_room, width));
    memset(m->work, 0, width * sizeof *m->work);
    for (size_t i = 0; c->digits && i < m->steps; i++)
        if (m->step[i].local)
            m->work[1] |= (int64_t)s->q->phase << m->step[i].bit * c->digits->bits;
    for (size_t i = 0; i < m->atoms; i++)
        m->work[2 + i] = m->atom[i].kind == BTI_A_MACHINE
                             ? (int64_t)m->atom[i].machine->start
                             : bti_atom_start(s->q, &m->atom[i]);
    m->work_count = 1;
    BT_TRY(s->q->vectors->status);
    for (size_t i = 0; s->q->down && i < m->atoms; i++) {
        if (m->atom[i].kind != BTI_A_PSET)
            continue;
        size_t count = m->work_count;
        for (size_t k = 0; k < count; k++)
            for (size_t state = 0; state < c->states; state++) {
                if (c->accept[state] != m->atom[i].wanted || !c->reached[state])
                    continue;
                BT_TRY(push_copy(s, m, k, &item));
                item[2 + i] = (int64_t)state;
            }
        drop_front(m, count);
    }
    return BT_OK;
}

static bt_status start_one(bti_item_store *s, bti_machine *m, uint32_t *out)
{
    size_t width = bti_machine_width(m);
    BT_TRY(first_items(s, m));
    size_t first = s->member_count;
    for (size_t i = 0; i < m->work_count; i++) {
        uint32_t item;
        int64_t *words = m->work + i * width;
        if (!still_possible(m, words + 2))
            continue;
        forget_decided(m, words + 2);
        BT_TRY(intern_item(s, m, words, &item));
        BT_TRY(add_member(s, item));
    }
    BT_TRY(close_set(s, first, out));
    while (s->q->down) {
        uint32_t next = *out;
        unsigned rounds = s->q->c->digits ? s->q->c->digits->period : 1;
        for (unsigned i = 0; i < rounds; i++)
            BT_TRY(zero_round(s, next, m->id, &next));
        BT_TRY(unite(s, *out, next, &next));
        if (next == *out)
            break;
        *out = next;
    }
    return BT_OK;
}

bt_status bti_set_start(bti_item_store *s, bti_machine *const *m, size_t count,
                        uint32_t *out)
{
    BT_TRY(close_set(s, s->member_count, out));
    for (size_t i = 0; i < count; i++) {
        uint32_t one;
        BT_TRY(start_one(s, m[i], &one));
        BT_TRY(unite(s, *out, one, out));
    }
    return BT_OK;
}

bt_status bti_store_begin(bti_item_store *s, bti_question *q)
{
    memset(s, 0, sizeof *s);
    s->q = q;
    return ROOM(s, members, member_room, 1);
}

void bti_store_end(bti_item_store *s)
{
    bt_context *ctx = s->q->ctx;
    bt_release(ctx, s->item, s->item_room * sizeof *s->item);
    bt_release(ctx, s->words, s->word_room * sizeof *s->words);
    bt_release(ctx, s->lists, s->list_room * sizeof *s->lists);
    bt_release(ctx, s->set, s->set_room * sizeof *s->set);
    bt_release(ctx, s->members, s->member_room * sizeof *s->members);
    bti_index_free(ctx, &s->item_index);
    bti_index_free(ctx, &s->set_index);
}
