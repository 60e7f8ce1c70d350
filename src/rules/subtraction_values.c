/* SPDX-License-Identifier: MIT
 * Periods of subtraction games, found and proved in one pass.
 *
 * Finite S: g(n) is a function of the last max(S) values, so when these stand twice the
 * same, everything after them repeats.
 *
 * S = all numbers but a finite set X (A. Siegel, "Finite excluded subtraction sets and
 * infinite modular nim", 2005): let R = max(X) + 1. A value that some heap k <= n - R
 * has is forbidden to n and to all larger heaps. These values are 0 .. B-1 for some B:
 * a heap k with value v has options of every value below v, and they are smaller than
 * k. So g(n) is the least value from B on that no heap n - s, s in S, s < R, has: the
 * last R values minus B determine all that follows minus B. When they stand twice the
 * same, B having grown by the saltus, everything after them repeats plus the saltus.
 * With finite S nothing is ever forbidden for good and B stays 0.
 *
 * The first repetition after an anchor is looked for as Brent does: the anchor moves up
 * whenever the distance has doubled, so the first hit gives the least period. A rolling
 * hash of the last differences says when it is worth comparing; it proves nothing. */
#include "rules/subtraction_values.h"

#include "core/parallel.h"

enum { FIRST_HEAPS = 1 << 10, MAX_HEAPS = 1 << 22, MAX_STEPS = 1 << 26 };

static const uint64_t HASH_BASE = 0x9e3779b97f4a7c15u;

struct table {
    bt_context *ctx;
    const bti_amounts *set;
    size_t n, heaps, reach;
    uint32_t *value;     /* of the heaps below n */
    uint32_t *count;     /* by value: how many options of heap n have it */
    uint32_t base;       /* B: the values below are forbidden for good */
    uint64_t hash, drop; /* of the last reach - 1 differences; HASH_BASE^(reach - 1) */
    uint64_t steps, counted; /* counted: those that the context knows of */

    size_t anchor, distance;
    uint32_t anchor_base;
    uint64_t anchor_hash;
};

static bt_status table_new(bt_arena *scratch, const bti_amounts *set, size_t heaps,
                           size_t reach, struct table *t)
{
    *t = (struct table){.ctx = scratch->ctx,
                        .set = set,
                        .heaps = heaps,
                        .reach = reach,
                        .distance = 1,
                        .drop = 1};
    for (size_t i = 1; i < reach; i++)
        t->drop *= HASH_BASE;
    t->value = bt_arena_alloc(scratch, heaps, sizeof *t->value);
    t->count = bt_arena_alloc(scratch, heaps + 1, sizeof *t->count); /* value <= heap */
    if (!t->value || !t->count)
        return bt_last_status(scratch->ctx);
    return BT_OK;
}

static uint64_t difference(const struct table *t, size_t n)
{
    return n == 0 ? 0 : (uint64_t)t->value[n] - t->value[n - 1];
}

/* Slides every run of S one heap further and takes the mex. */
static void table_step(struct table *t)
{
    size_t n = t->n;
    for (size_t i = 0; i < t->set->runs && t->set->run[i].low <= n; i++) {
        bti_run run = t->set->run[i];
        uint32_t enters = t->value[n - run.low];
        t->count[enters]++;
        if (run.high == UINT64_MAX && enters >= t->base)
            t->base = enters + 1;
        if (n > run.high)
            t->count[t->value[n - run.high - 1]]--;
    }
    uint32_t mex = t->base;
    while (t->count[mex] > 0)
        mex++;
    t->steps += t->set->runs + (mex - t->base) + 1;
    t->value[n] = mex;
    t->hash = t->hash * HASH_BASE + difference(t, n);
    if (n + 1 >= t->reach)
        t->hash -= difference(t, n + 1 - t->reach) * t->drop;
    t->n++;
}

static bool same_state_as_anchor(struct table *t)
{
    uint32_t saltus = t->base - t->anchor_base;
    if (t->hash != t->anchor_hash)
        return false;
    t->steps += t->reach;
    const uint32_t *now = t->value + t->n, *then = t->value + t->anchor;
    for (size_t i = 1; i <= t->reach; i++)
        if (now[-(ptrdiff_t)i] != then[-(ptrdiff_t)i] + saltus)
            return false;
    return true;
}

static void drop_anchor(struct table *t)
{
    t->anchor = t->n;
    t->anchor_base = t->base;
    t->anchor_hash = t->hash;
}

static bool asked_to_stop(struct table *t)
{
    uint64_t more = t->steps - t->counted;
    t->counted = t->steps;
    return bti_worked(t->ctx, more);
}

/* Fills the table until a state repeats; *found is false when it is full before. */
static bt_status find_repetition(struct table *t, bool *found)
{
    *found = false;
    while (t->n < t->reach && t->steps < MAX_STEPS) {
        table_step(t);
        if (asked_to_stop(t))
            return BT_STOPPED;
    }
    drop_anchor(t);
    while (t->n < t->heaps && t->steps < MAX_STEPS) {
        table_step(t);
        *found = same_state_as_anchor(t);
        if (*found)
            return BT_OK;
        if (asked_to_stop(t))
            return BT_STOPPED;
        if (t->n - t->anchor == t->distance) {
            drop_anchor(t);
            t->distance *= 2;
        }
    }
    return BT_OK;
}

/* The first stretch from the preperiod on after which all has to repeat: the values do
 * so anyway, but B has to have grown by the saltus, too. That of the anchor is one. */
static void find_stretch(const struct table *t, bti_values *out)
{
    size_t period = (size_t)out->period, at = (size_t)out->preperiod;
    uint64_t low = 0, high = 0; /* B before the stretch, and before its return */
    for (size_t i = 0; i < at + period; i++) {
        uint64_t next = (uint64_t)t->value[i] + 1;
        low = i < at && next > low ? next : low;
        high = next > high ? next : high;
    }
    while (out->saltus > 0 && high != low + out->saltus) {
        uint64_t next = (uint64_t)t->value[at] + 1, far = next + out->saltus;
        low = next > low ? next : low;
        high = far > high ? far : high;
        at++;
    }
    out->reach = t->reach;
    out->stretch = at;
    out->base = out->saltus > 0 ? low : 0;
}

static bt_status keep(bt_arena *arena, const struct table *t, bti_values *out)
{
    size_t period = t->n - t->anchor;
    uint32_t saltus = t->base - t->anchor_base;
    size_t preperiod = t->anchor - t->reach;
    while (preperiod > 0 &&
           t->value[preperiod - 1 + period] == t->value[preperiod - 1] + saltus)
        preperiod--;
    uint32_t *value = bt_arena_alloc(arena, preperiod + period, sizeof *value);
    if (!value)
        return bt_last_status(arena->ctx);
    *out = (bti_values){.kind = BTI_VALUES_TABLE,
                        .value = value,
                        .preperiod = preperiod,
                        .period = period,
                        .saltus = saltus};
    find_stretch(t, out);
    for (size_t n = 0; n < preperiod + period; n++) {
        out->value[n] = t->value[n];
        if (t->value[n] > out->largest)
            out->largest = t->value[n];
    }
    return BT_OK;
}

static bt_status find_in_table(bt_arena *arena, const bti_amounts *set, bti_values *out)
{
    bti_run last = set->run[set->runs - 1];
    uint64_t reach = set->all_but ? last.low : last.high;
    bool found = false, hopeless = false;
    for (size_t heaps = FIRST_HEAPS; heaps <= MAX_HEAPS && !found && !hopeless;
         heaps *= 4) {
        if (reach >= heaps)
            continue;
        bt_arena scratch;
        struct table t;
        bt_arena_init(&scratch, arena->ctx);
        bt_status status = table_new(&scratch, set, heaps, (size_t)reach, &t);
        if (status == BT_OK)
            status = find_repetition(&t, &found);
        if (status == BT_OK) {
            hopeless = t.steps >= MAX_STEPS;
            if (found)
                status = keep(arena, &t, out);
        }
        bt_arena_free(&scratch);
        if (status == BT_UNABLE)
            return BT_OK; /* no room to look further: search may still answer */
        BT_TRY(status);
    }
    return BT_OK;
}

bt_status bti_values_find(bt_arena *arena, const bti_amounts *set, bti_values *out)
{
    *out = (bti_values){.kind = BTI_VALUES_NONE};
    if (set->kind == BTI_POWERS)
        *out = (bti_values){.kind = BTI_VALUES_MOD_3, .largest = 2};
    if (set->kind != BTI_RUNS)
        return BT_OK;
    if (set->runs > 1)
        return find_in_table(arena, set, out);
    uint64_t a = set->run[0].low, b = set->run[0].high;
    *out =
        (bti_values){.kind = BTI_VALUES_RANGE, .a = a, .cycle = a + b > b ? a + b : 0};
    return BT_OK;
}

static uint64_t wrap(const bti_values *v, uint64_t heap)
{
    return v->cycle ? heap % v->cycle : heap;
}

uint64_t bti_value_of(const bti_values *v, uint64_t heap)
{
    if (v->kind == BTI_VALUES_RANGE)
        return wrap(v, heap) / v->a;
    if (v->kind == BTI_VALUES_MOD_3)
        return heap % 3;
    if (heap < v->preperiod + v->period)
        return v->value[heap];
    uint64_t beyond = heap - v->preperiod;
    return v->value[v->preperiod + beyond % v->period] +
           v->saltus * (beyond / v->period);
}

/* The heaps of this value are those with a remainder from low to high. */
static bool last_in_range(const bti_values *v, uint64_t value, uint64_t most,
                          uint64_t *heap)
{
    uint64_t top = v->cycle ? v->cycle - 1 : UINT64_MAX;
    if (value > top / v->a)
        return false;
    uint64_t low = value * v->a;
    uint64_t high = top - low < v->a ? top : low + v->a - 1;
    uint64_t at = wrap(v, most);
    if (at >= low) {
        *heap = most - (at > high ? at - high : 0);
        return true;
    }
    if (v->cycle == 0 || most < v->cycle)
        return false;
    *heap = most - at - (v->cycle - high);
    return true;
}

/* Every remainder has at most one heap of this value, because of the saltus. */
static bool last_in_table(const bti_values *v, uint64_t value, uint64_t most,
                          uint64_t *heap)
{
    bool found = false;
    for (uint64_t i = 0; i < v->preperiod + v->period; i++) {
        uint64_t rest = value - v->value[i], at = i;
        if (v->value[i] > value || (i < v->preperiod && rest > 0) ||
            rest % v->saltus != 0)
            continue;
        uint64_t rounds = rest / v->saltus;
        if (at > most || rounds > (most - at) / v->period)
            continue;
        at += rounds * v->period;
        if (!found || at > *heap)
            *heap = at;
        found = true;
    }
    return found;
}

bool bti_values_last(const bti_values *values, uint64_t value, uint64_t most,
                     uint64_t *heap)
{
    if (values->kind == BTI_VALUES_RANGE)
        return last_in_range(values, value, most, heap);
    return last_in_table(values, value, most, heap);
}

bool bti_values_repetition(const bti_values *v, bt_repetition *out)
{
    *out = (bt_repetition){0};
    if (v->kind == BTI_VALUES_RANGE) {
        out->period = v->cycle ? v->cycle : v->a;
        out->saltus = v->cycle ? 0 : 1;
    } else if (v->kind == BTI_VALUES_MOD_3) {
        out->period = 3;
    } else if (v->kind == BTI_VALUES_TABLE) {
        *out = (bt_repetition){v->preperiod, v->period, v->saltus};
    }
    return v->kind != BTI_VALUES_NONE;
}

static bool is_label_p(const bti_values *v, uint64_t target, uint64_t heap)
{
    return bti_value_of(v, heap) == target;
}

/* Values that grow by a saltus are each met a last time: then all is N. */
static void find_last_p(const bti_values *v, uint64_t target, bt_repetition *out)
{
    uint64_t last;
    *out = (bt_repetition){.period = 1};
    if (bti_values_last(v, target, UINT64_MAX, &last))
        out->preperiod = last == UINT64_MAX ? last : last + 1;
}

/* Do the labels have this period from `from` on? `whole` is a period of them. */
static bool has_period(const bti_values *v, uint64_t target, uint64_t from,
                       uint64_t whole, uint64_t period)
{
    for (uint64_t i = 0; i < whole; i++)
        if (is_label_p(v, target, from + i) !=
            is_label_p(v, target, from + (i + period) % whole))
            return false;
    return true;
}

/* The least period divides every other. So each prime factor is taken out of a known
 * period as long as what is left is one. */
static uint64_t least_period(const bti_values *v, uint64_t target, uint64_t from,
                             uint64_t period)
{
    uint64_t whole = period, rest = period;
    for (uint64_t prime = 2; rest > 1; prime++) {
        if (prime > rest / prime)
            prime = rest;
        while (rest % prime == 0) {
            rest /= prime;
            if (has_period(v, target, from, whole, period / prime))
                period /= prime;
        }
    }
    return period;
}

bool bti_labels_repetition(const bti_values *v, uint64_t target, bt_repetition *out)
{
    if (!bti_values_repetition(v, out))
        return false;
    if (out->saltus > 0) {
        find_last_p(v, target, out);
        return true;
    }
    if (v->kind == BTI_VALUES_RANGE) { /* one run of P's in a cycle, or none */
        out->period = target <= (v->cycle - 1) / v->a ? v->cycle : 1;
        return true;
    }
    out->period = least_period(v, target, out->preperiod, out->period);
    while (out->preperiod > 0 &&
           is_label_p(v, target, out->preperiod - 1) ==
               is_label_p(v, target, out->preperiod - 1 + out->period))
        out->preperiod--;
    return true;
}
