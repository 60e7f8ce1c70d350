/* SPDX-License-Identifier: MIT
 * Periods of taking-and-breaking games (Guy and Smith 1956).
 *
 * Let a move leave at most j heaps and take at most T chips. Suppose that g(n + p) =
 * g(n) for all n >= q with n + p <= N, where q >= 1 and N >= j(q + p) - j + T. Then it
 * is so for all n >= q. For let m = N + 1. An option of the heap m leaves heaps with at
 * least m - T chips together; the largest has at least (m - T) / j, which is more than
 * q + p - 1. Made smaller by p it keeps its value, and what results is an option of m -
 * p. In the same way every option of m - p becomes one of m. So both have the same
 * options' values and the same mex, and the argument goes on with N + 1.
 *
 * A rule that speaks of the sizes of the heaps that are left (unequal ones) or endless
 * codes give no such T or no such exchange; there nothing is proved.
 *
 * A period is looked for among the ends of the values: for every p how far back the
 * last values equal those p places before them. All these lengths come from one pass
 * over the reversed values (the Z-function). */
#include "rules/break_values.h"

#include "core/parallel.h"

enum { FIRST_HEAPS = 64, MOST_VALUE = 1 << 14 };

struct table {
    bt_context *ctx;
    const bti_code *code;
    uint16_t *value;
    size_t n, room; /* values of the heaps below n are known */
    uint32_t *seen; /* by value: the last heap, plus 1, that has such an option */
    uint64_t steps, most_steps;
};

static void mark(struct table *t, unsigned value)
{
    t->seen[value] = (uint32_t)t->n + 1;
}

static void mark_pairs(struct table *t, size_t rest)
{
    size_t end = (rest - t->code->unequal) / 2;
    for (size_t b = 1; b <= end; b++)
        mark(t, t->value[b] ^ t->value[rest - b]);
    t->steps += end;
}

/* The smallest heap is c, the others are not smaller. */
static void mark_triples(struct table *t, size_t rest)
{
    size_t step = t->code->unequal;
    for (size_t c = 1; c <= rest / 3; c++) {
        size_t end = (rest - c - step) / 2;
        for (size_t b = c + step; b <= end; b++)
            mark(t, t->value[c] ^ t->value[b] ^ t->value[rest - c - b]);
        t->steps += end;
    }
}

static void mark_taking(struct table *t, size_t rest, unsigned digit)
{
    t->steps++;
    if (digit & 1 && rest == 0)
        mark(t, 0);
    if (digit & 2 && rest >= 1)
        mark(t, t->value[rest]);
    if (digit & 4 && rest >= 2)
        mark_pairs(t, rest);
    if (digit & 8 && rest >= 3)
        mark_triples(t, rest);
}

/* The value of one more heap; false when values become too large for the table. */
static bool next_value(struct table *t)
{
    size_t n = t->n,
           last = t->code->repeat > 0 || n < t->code->digits ? n : t->code->digits;
    unsigned allowed = n < t->code->least_broken ? 3 : 15, mex = 0;
    for (size_t k = 0; k <= last; k++)
        mark_taking(t, n - k, bti_code_at(t->code, k) & allowed);
    while (t->seen[mex] == n + 1)
        mex++;
    t->value[t->n++] = (uint16_t)mex;
    return mex < MOST_VALUE;
}

static bt_status make_room(struct table *t, size_t room)
{
    uint16_t *value =
        bt_resize_array(t->ctx, t->value, t->room, room, sizeof *t->value);
    if (!value)
        return bt_last_status(t->ctx);
    t->value = value;
    t->room = room;
    return BT_OK;
}

/* Values below `n` heaps. *more: the work may go on. */
static bt_status fill(struct table *t, size_t n, bool *more)
{
    if (n > t->room)
        BT_TRY(make_room(t, n));
    while (t->n < n && *more) {
        *more = next_value(t) && t->steps < t->most_steps;
        if (bti_worked(t->ctx, 1 + t->n))
            return BT_STOPPED;
    }
    return BT_OK;
}

bool bti_break_period_is_proved(const bti_code *code, uint64_t preperiod,
                                uint64_t period, uint64_t last)
{
    uint64_t j = bti_code_parts(code), q = preperiod > 0 ? preperiod : 1;
    j = j > 0 ? j : 1;
    return code->repeat == 0 && !code->unequal &&
           last >= j * (q + period) - j + code->digits &&
           last + 1 >= period + code->least_broken;
}

/* length[p]: how many of the last values equal those p places before them. */
static void find_lengths(const struct table *t, uint32_t *length)
{
    const uint16_t *end = t->value + t->n - 1;
    size_t left = 0, right = 0;
    for (size_t p = 1; p < t->n; p++) {
        size_t len = 0;
        if (p < right) {
            len = length[p - left];
            len = len < right - p ? len : right - p;
        }
        while (p + len < t->n && end[-(ptrdiff_t)len] == end[-(ptrdiff_t)(p + len)])
            len++;
        if (p + len > right) {
            left = p;
            right = p + len;
        }
        length[p] = (uint32_t)len;
    }
}

/* The first period that is proved is the least one: a sequence with a period p has the
 * least one as a divisor of p, and from the same heap on. */
static bool find_period(const struct table *t, const uint32_t *length, bti_values *out)
{
    for (size_t p = 1; 2 * p < t->n; p++) {
        size_t preperiod = t->n - p - length[p];
        if (!bti_break_period_is_proved(t->code, preperiod, p, t->n - 1))
            continue;
        *out =
            (bti_values){.kind = BTI_VALUES_TABLE, .preperiod = preperiod, .period = p};
        return true;
    }
    return false;
}

static bt_status look_for_period(struct table *t, bti_values *out)
{
    uint32_t *length = bt_resize_array(t->ctx, NULL, 0, t->n, sizeof *length);
    if (!length)
        return bt_last_status(t->ctx);
    find_lengths(t, length);
    find_period(t, length, out);
    bt_release(t->ctx, length, t->n * sizeof *length);
    return BT_OK;
}

static bt_status search(struct table *t, bti_values *out)
{
    bool more = t->code->repeat == 0 && !t->code->unequal;
    for (size_t n = FIRST_HEAPS; more && out->kind == BTI_VALUES_NONE; n += n / 2) {
        BT_TRY(fill(t, n, &more));
        if (more)
            BT_TRY(look_for_period(t, out));
    }
    return BT_OK;
}

static bt_status keep(bt_arena *arena, const struct table *t, bti_values *out)
{
    size_t count = (size_t)(out->preperiod + out->period);
    out->value = bt_arena_alloc(arena, count, sizeof *out->value);
    if (!out->value)
        return bt_last_status(arena->ctx);
    for (size_t i = 0; i < count; i++) {
        out->value[i] = t->value[i];
        if (t->value[i] > out->largest)
            out->largest = t->value[i];
    }
    return BT_OK;
}

bt_status bti_break_values_find(bt_arena *arena, const bti_code *code,
                                uint64_t most_steps, bti_values *out, uint64_t *checked)
{
    enum { SEEN = 2 * MOST_VALUE };
    struct table t = {.ctx = arena->ctx, .code = code, .most_steps = most_steps};
    *out = (bti_values){.kind = BTI_VALUES_NONE};
    t.seen = bt_resize_array(t.ctx, NULL, 0, SEEN, sizeof *t.seen);
    if (!t.seen)
        return bt_last_status(t.ctx);
    for (size_t i = 0; i < SEEN; i++)
        t.seen[i] = 0;
    bt_status status = search(&t, out);
    if (status == BT_OK && out->kind == BTI_VALUES_TABLE)
        status = keep(arena, &t, out);
    *checked = t.n > 0 ? t.n - 1 : 0;
    bt_release(t.ctx, t.value, t.room * sizeof *t.value);
    bt_release(t.ctx, t.seen, SEEN * sizeof *t.seen);
    return status;
}
