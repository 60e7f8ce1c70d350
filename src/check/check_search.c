/* SPDX-License-Identifier: MIT
 * Breadth first over pairs: an item of a left machine, and the set of all items that
 * the right machines may be in. The digits of the position are read one by one, first
 * those of the first round. Between rounds a pair is dropped if a smaller set was seen
 * with the same left item: what the smaller one lets pass, is let pass earlier (the
 * antichains of De Wulf, Doyen, Henzinger and Raskin, 2006). */
#include "check/check_search.h"

#include "core/grow.h"
#include "core/hash.h"
#include "core/parallel.h"

#include <string.h>

/* In digits that are not binary there is no other way than this search. */
enum { MOST_PAIRS = 1 << 23 };

typedef struct {
    uint64_t
        words; /* of digits that are not binary: the states of the numbers' words */
    uint32_t left, set, from;
    uint32_t other; /* the next pair with the same left item */
    uint8_t at;     /* which variable comes next; their number: the tick */
    uint8_t digit;
    bool dropped;
} pair;

typedef struct {
    bti_item_store store;
    bti_question *q;
    pair *pair;
    size_t pairs, room;
    bti_index seen;  /* every pair */
    bti_index front; /* the first of each list of pairs with the same left item */
} search;

static uint64_t left_hash(const pair *p)
{
    return bti_mix(p->words + p->left * UINT64_C(0x9e3779b97f4a7c15));
}

static uint64_t pair_hash(const pair *p)
{
    return bti_mix(left_hash(p) + p->set * UINT64_C(0x9e3779b97f4a7c15) + p->at);
}

static bool same(const pair *a, const pair *b)
{
    return a->left == b->left && a->set == b->set && a->words == b->words &&
           a->at == b->at;
}

/* Does the old pair make one with this set needless? Or the other way round? */
static bool drops(search *s, uint32_t old, uint32_t set)
{
    pair *p = &s->pair[old];
    if (p->dropped)
        return false;
    if (bti_set_within(&s->store, p->set, set))
        return true;
    p->dropped = bti_set_within(&s->store, set, p->set);
    return false;
}

/* Puts the newest pair into the list of its left item, or says that it is not needed.
 */
static bt_status enter_front(search *s, bool *needed)
{
    pair *p = &s->pair[s->pairs - 1];
    BT_TRY(bti_index_reserve(s->q->ctx, &s->front));
    bti_probe at = bti_index_probe(&s->front, left_hash(p));
    uint32_t first = UINT32_MAX;
    while (first == UINT32_MAX && bti_index_next(&s->front, &at))
        if (s->pair[at.item].left == p->left && s->pair[at.item].words == p->words)
            first = at.item;
    *needed = true;
    uint32_t *link = first == UINT32_MAX ? NULL : &s->pair[first].other;
    if (link)
        *needed = !drops(s, first, p->set);
    while (link && *needed && *link != UINT32_MAX) {
        if (bti_worked(s->q->ctx, 16 + s->store.set[p->set].count))
            return BT_STOPPED;
        pair *other = &s->pair[*link];
        *needed = !drops(s, *link, p->set);
        if (other->dropped)
            *link = other->other;
        else
            link = &other->other;
    }
    if (!link) {
        bti_index_put(&s->front, &at, (uint32_t)(s->pairs - 1));
        p->other = UINT32_MAX;
    } else if (*needed) {
        p->other = s->pair[first].other;
        s->pair[first].other = (uint32_t)(s->pairs - 1);
    }
    return BT_OK;
}

static bt_status add(search *s, const pair *p)
{
    BT_TRY(bti_index_reserve(s->q->ctx, &s->seen));
    bti_probe at = bti_index_probe(&s->seen, pair_hash(p));
    while (bti_index_next(&s->seen, &at))
        if (same(&s->pair[at.item], p))
            return BT_OK;
    if (s->pairs >= (s->q->c->digits ? MOST_PAIRS : UINT32_MAX / 2))
        return bt_fail(s->q->ctx, BT_UNABLE, "the check needs too many states",
                       BT_NO_ARGS);
    BT_TRY(BTI_RESERVE(s->q->ctx, s->pair, s->room, s->pairs + 1));
    s->pair[s->pairs++] = *p;
    bool needed;
    BT_TRY(enter_front(s, &needed));
    if (!needed) {
        s->pairs--;
        return BT_OK;
    }
    bti_index_put(&s->seen, &at, (uint32_t)(s->pairs - 1));
    return BT_OK;
}

static bt_status read(search *s, uint32_t from, unsigned what)
{
    const pair p = s->pair[from];
    bool tick = what == BTI_TICK;
    uint64_t words = p.words;
    uint32_t set, list;
    if (s->q->c->digits && !tick &&
        !bti_words_read(s->q->c->digits, &words, p.at, what == BTI_ONE))
        return BT_OK;
    BT_TRY(bti_item_read(&s->store, p.left, what, &list));
    if (s->store.lists[list] == 0)
        return BT_OK;
    BT_TRY(bti_set_read(&s->store, p.set, what, &set));
    pair next = {.set = set,
                 .from = from,
                 .words = words,
                 .at = tick ? 0 : (uint8_t)(p.at + 1),
                 .digit = (uint8_t)what};
    for (uint32_t i = 1; i <= s->store.lists[list]; i++) {
        next.left = s->store.lists[list + i];
        BT_TRY(add(s, &next));
    }
    return BT_OK;
}

/* The position that was read when this pair was reached. From the end back, other
 * digits come from the least significant one on, binary ones from the most. */
static void spell(const search *s, uint32_t at, bti_witness *w)
{
    const bti_check_digits *d = s->q->c->digits;
    size_t rounds = 0, place = 0;
    for (uint32_t i = at; s->pair[i].from != UINT32_MAX; i = s->pair[i].from)
        rounds += s->pair[i].digit == BTI_TICK;
    w->fits = rounds <= 64 && (!d || rounds < d->weights);
    for (uint32_t i = at; w->fits && s->pair[i].from != UINT32_MAX;
         i = s->pair[i].from) {
        const pair *p = &s->pair[i];
        if (p->digit == BTI_TICK)
            continue;
        uint64_t *number = &w->number[p->at - 1];
        *number = d ? *number + p->digit * d->weight[place] : *number * 2 + p->digit;
        place += p->at == 1;
    }
}

static bt_status start(search *s, bti_machine *const *left, size_t lefts,
                       bti_machine *const *right, size_t rights)
{
    uint32_t first;
    pair p = {.from = UINT32_MAX, .other = UINT32_MAX};
    for (size_t i = 0; s->q->c->digits && i < s->q->outer; i++)
        p.words |= (uint64_t)s->q->phase << i * s->q->c->digits->bits;
    BT_TRY(bti_set_start(&s->store, right, rights, &p.set));
    BT_TRY(bti_set_start(&s->store, left, lefts, &first));
    for (size_t i = 0; i < s->store.set[first].count; i++) {
        p.left = s->store.members[s->store.set[first].at + i];
        BT_TRY(add(s, &p));
    }
    return BT_OK;
}

static bt_status look(search *s, uint32_t i, bool *found)
{
    bool right;
    const bti_check_digits *d = s->q->c->digits;
    *found = false;
    if (s->pair[i].at != 0)
        return BT_OK;
    for (unsigned k = 0; d && k < s->q->outer; k++)
        if (!d->ends[bti_word_of(d, s->pair[i].words, k)])
            return BT_OK;
    BT_TRY(bti_item_accepts(&s->store, s->pair[i].left, found));
    if (!*found)
        return BT_OK;
    BT_TRY(bti_set_accepts(&s->store, s->pair[i].set, &right));
    *found = !right;
    return BT_OK;
}

static bt_status run(search *s, size_t most, bti_witness *out)
{
    size_t vars = s->q->outer;
    for (uint32_t i = 0; i < s->pairs; i++) {
        if (bti_worked_at(s->q->ctx, 64, "states checked", i, 0))
            return BT_STOPPED;
        if (s->pair[i].dropped)
            continue;
        if (s->pairs > most) {
            out->gave_up = true;
            return BT_OK;
        }
        BT_TRY(look(s, i, &out->found));
        if (out->found) {
            spell(s, i, out);
            return BT_OK;
        }
        if (s->pair[i].at == vars) {
            BT_TRY(read(s, i, BTI_TICK));
        } else {
            BT_TRY(read(s, i, BTI_ZERO));
            BT_TRY(read(s, i, BTI_ONE));
        }
    }
    return BT_OK;
}

/* The search among words whose length has the question's phase. */
static bt_status search_phase(bti_question *q, bti_machine *const *left, size_t lefts,
                              bti_machine *const *right, size_t rights, size_t most,
                              bti_witness *out)
{
    search s = {.q = q};
    bt_status status = bti_store_begin(&s.store, q);
    if (status == BT_OK)
        status = start(&s, left, lefts, right, rights);
    if (status == BT_OK)
        status = run(&s, most, out);
    out->looked_at += s.pairs;
    bti_store_end(&s.store);
    bt_release(q->ctx, s.pair, s.room * sizeof *s.pair);
    bti_index_free(q->ctx, &s.seen);
    bti_index_free(q->ctx, &s.front);
    return status;
}

bt_status bti_check_search(bti_question *q, bti_machine *const *left, size_t lefts,
                           bti_machine *const *right, size_t rights, size_t most,
                           bti_witness *out)
{
    const bti_check_digits *d = q->c->digits;
    memset(out, 0, sizeof *out);
    if (d && q->outer * d->bits > 64)
        return bt_fail(q->ctx, BT_UNABLE, "too many numbers for these digits",
                       BT_NO_ARGS);
    for (q->phase = 0; q->phase < (d ? d->period : 1) && !out->found; q->phase++)
        BT_TRY(search_phase(q, left, lefts, right, rights, most, out));
    return BT_OK;
}
