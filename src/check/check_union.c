/* SPDX-License-Identifier: MIT
 * Where the search over pairs grows too large, machines are made deterministic one
 * after the other, and their union is minimised each time: the sets stay small when
 * what is missing is little.
 *
 * Minimising is Moore's refinement, a whole round of digits at a time: between rounds
 * two states are different when their answers are, or when they lead to different
 * ones; inside a round states are equal if both digits lead to equal ones. */
#include "check/check_union.h"

#include "core/grow.h"
#include "core/hash.h"
#include "core/index.h"
#include "core/parallel.h"

#include <string.h>

/* Numbers for triples, in the order in which they come; each is kept once. */
typedef struct {
    bt_context *ctx;
    uint32_t (*triple)[3];
    size_t count, room;
    bti_index index;
} triples;

static uint64_t hash_triple(const uint32_t *t)
{
    return bti_mix(((uint64_t)t[0] << 32 | t[1]) + bti_mix(t[2] + UINT64_C(1)));
}

static bt_status number_triple(triples *t, uint32_t a, uint32_t b, uint32_t c,
                               uint32_t *out)
{
    const uint32_t key[3] = {a, b, c};
    BT_TRY(bti_index_reserve(t->ctx, &t->index));
    bti_probe p = bti_index_probe(&t->index, hash_triple(key));
    while (bti_index_next(&t->index, &p))
        if (memcmp(t->triple[ *out = p.item], key, sizeof key) == 0)
            return BT_OK;
    BT_TRY(BTI_RESERVE(t->ctx, t->triple, t->room, t->count + 1));
    memcpy(t->triple[t->count], key, sizeof key);
    *out = (uint32_t)t->count++;
    bti_index_put(&t->index, &p, *out);
    return BT_OK;
}

static void forget_triples(triples *t)
{
    t->count = 0;
    bti_index_clear(&t->index);
}

static void free_triples(triples *t)
{
    bt_release(t->ctx, t->triple, t->room * sizeof *t->triple);
    bti_index_free(t->ctx, &t->index);
}

static bt_status add_state(bti_union *u, size_t turn, bool accept)
{
    size_t count = u->states + 1;
    BT_TRY(BTI_RESERVE(u->ctx, u->next, u->next_room, count));
    BT_TRY(BTI_RESERVE(u->ctx, u->turn, u->turn_room, count));
    BT_TRY(BTI_RESERVE(u->ctx, u->accept, u->accept_room, count));
    u->next[u->states][0] = u->next[u->states][1] = 0;
    u->turn[u->states] = (uint8_t)turn;
    u->accept[u->states++] = accept;
    return BT_OK;
}

bt_status bti_union_begin(bti_union *u, bt_context *ctx, size_t vars, size_t budget)
{
    memset(u, 0, sizeof *u);
    u->ctx = ctx;
    u->vars = vars;
    u->budget = budget;
    for (uint32_t i = 0; i < vars; i++) {
        BT_TRY(add_state(u, i, false));
        u->next[i][0] = u->next[i][1] = (uint32_t)((i + 1) % vars);
    }
    return BT_OK;
}

void bti_union_end(bti_union *u)
{
    bt_release(u->ctx, u->next, u->next_room * sizeof *u->next);
    bt_release(u->ctx, u->turn, u->turn_room * sizeof *u->turn);
    bt_release(u->ctx, u->accept, u->accept_room * sizeof *u->accept);
}

void bti_union_complement(bti_union *u)
{
    for (size_t i = 0; i < u->states; i++)
        u->accept[i] = u->turn[i] == 0 && !u->accept[i];
}

/* Classes of states by one more round of digits; `class` has those of before for states
 * between rounds. The number of these is given back. */
static bt_status refine(const bti_union *u, triples *t, uint32_t *class,
                        uint32_t *fresh, size_t *count)
{
    for (size_t turn = u->vars; turn-- > 0;) {
        const uint32_t *of_next = turn + 1 == u->vars ? class : fresh;
        forget_triples(t);
        for (size_t i = 0; i < u->states; i++) {
            if (u->turn[i] != turn)
                continue;
            BT_TRY(number_triple(t, of_next[u->next[i][0]], of_next[u->next[i][1]],
                                 turn == 0 ? class[i] : 0, &fresh[i]));
            if (bti_worked(u->ctx, 32))
                return BT_STOPPED;
        }
    }
    *count = t->count;
    memcpy(class, fresh, u->states * sizeof *class);
    return BT_OK;
}

/* One state for each class, in the order of turns, the first state's class first. */
static bt_status take_classes(bti_union *u, triples *t, const uint32_t *class)
{
    bti_union small = {.ctx = u->ctx, .vars = u->vars, .budget = u->budget};
    bt_status status = BT_OK;
    uint32_t state;
    forget_triples(t);
    for (size_t i = 0; i < u->states && status == BT_OK; i++) {
        size_t before = t->count;
        status = number_triple(t, u->turn[i], class[i], 0, &state);
        if (status == BT_OK && t->count > before)
            status = add_state(&small, u->turn[i], u->accept[i]);
    }
    for (size_t i = 0; i < u->states && status == BT_OK; i++) {
        status = number_triple(t, u->turn[i], class[i], 0, &state);
        for (size_t d = 0; d < 2 && status == BT_OK; d++)
            status = number_triple(t, u->turn[u->next[i][d]], class[u->next[i][d]], 0,
                                   &small.next[state][d]);
    }
    if (status != BT_OK) {
        bti_union_end(&small);
        return status;
    }
    bti_union_end(u);
    *u = small;
    return BT_OK;
}

static bt_status minimise_with(bti_union *u, triples *t, uint32_t *class,
                               uint32_t *fresh)
{
    size_t before = 0, count = 1;
    for (size_t i = 0; i < u->states; i++)
        class[i] = u->accept[i];
    while (count != before) {
        before = count;
        BT_TRY(refine(u, t, class, fresh, &count));
    }
    return take_classes(u, t, class);
}

static bt_status minimise(bti_union *u)
{
    size_t states = u->states;
    triples t = {.ctx = u->ctx};
    uint32_t *room;
    BT_TRY(BTI_NEW(u->ctx, room, 2 * states));
    bt_status status = minimise_with(u, &t, room, room + states);
    free_triples(&t);
    bt_release(u->ctx, room, 2 * states * sizeof *room);
    return status;
}

/* The set after a digit; behind the last variable the round ends. */
static bt_status next_set(const bti_union *u, bti_item_store *s, size_t turn,
                          uint32_t set, unsigned digit, uint32_t *out)
{
    BT_TRY(bti_set_read(s, set, digit, out));
    return turn + 1 == u->vars ? bti_set_read(s, *out, BTI_TICK, out) : BT_OK;
}

/* All pairs of a state of the union and a set of the machine, breadth first. */
static bt_status multiply(const bti_union *u, bti_item_store *s, uint32_t start,
                          triples *t, bti_union *out)
{
    uint32_t found;
    BT_TRY(number_triple(t, 0, start, 0, &found));
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t state = t->triple[i][0], set = t->triple[i][1];
        size_t turn = u->turn[state];
        bool accept = turn == 0 && u->accept[state];
        if (turn == 0 && !accept)
            BT_TRY(bti_set_accepts(s, set, &accept));
        if (bti_worked_at(u->ctx, 64, "states checked", i, 0))
            return BT_STOPPED;
        out->gave_up = out->budget == 0;
        if (out->gave_up)
            return BT_OK;
        out->budget--;
        BT_TRY(add_state(out, turn, accept));
        for (unsigned digit = 0; digit < 2; digit++) {
            uint32_t set_after;
            BT_TRY(next_set(u, s, turn, set, digit, &set_after));
            BT_TRY(number_triple(t, u->next[state][digit], set_after, 0, &found));
            out->next[i][digit] = found;
        }
    }
    return BT_OK;
}

bt_status bti_union_add(bti_union *u, bti_question *q, bti_machine *m)
{
    bti_item_store s;
    uint32_t start;
    triples t = {.ctx = u->ctx};
    bti_union product = {.ctx = u->ctx, .vars = u->vars, .budget = u->budget};
    bt_status status = bti_store_begin(&s, q);
    if (status == BT_OK)
        status = bti_set_start(&s, &m, 1, &start);
    if (status == BT_OK)
        status = multiply(u, &s, start, &t, &product);
    bti_store_end(&s);
    free_triples(&t);
    u->gave_up = product.gave_up;
    if (status == BT_OK && !u->gave_up)
        status = minimise(&product);
    if (status != BT_OK || u->gave_up) {
        bti_union_end(&product);
        return status;
    }
    bti_union_end(u);
    *u = product;
    return BT_OK;
}

/* How a state was found. */
typedef struct {
    uint32_t state, from, digit;
} visit;

static void spell(const bti_union *u, const visit *v, size_t at, bti_witness *out)
{
    size_t digits = 0;
    for (size_t i = at; i > 0; i = v[i].from)
        digits++;
    out->fits = digits <= 64 * u->vars;
    for (size_t i = at; i > 0 && out->fits; i = v[i].from) {
        uint64_t *number = &out->number[u->turn[v[v[i].from].state]];
        *number = 2 * *number + v[i].digit;
    }
}

bt_status bti_union_missing(const bti_union *u, bti_witness *out)
{
    size_t found = 1;
    visit *v = bt_resize_array(u->ctx, NULL, 0, u->states, sizeof *v);
    bool *seen = v ? bt_resize_array(u->ctx, NULL, 0, u->states, sizeof *seen) : NULL;
    memset(out, 0, sizeof *out);
    if (seen) {
        memset(seen, 0, u->states);
        v[0] = (visit){.state = 0};
        seen[0] = true;
    }
    for (size_t i = 0; seen && i < found && !out->found; i++) {
        uint32_t state = v[i].state;
        out->found = u->turn[state] == 0 && !u->accept[state];
        if (out->found)
            spell(u, v, i, out);
        for (uint32_t digit = 0; digit < 2; digit++) {
            uint32_t next = u->next[state][digit];
            if (!seen[next])
                v[found++] = (visit){next, (uint32_t)i, digit};
            seen[next] = true;
        }
    }
    bt_status status = seen ? BT_OK : bt_last_status(u->ctx);
    bt_release(u->ctx, v, v ? u->states * sizeof *v : 0);
    bt_release(u->ctx, seen, seen ? u->states * sizeof *seen : 0);
    return status;
}
