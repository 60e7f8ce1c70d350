/* SPDX-License-Identifier: MIT
 * A subtraction game as a `.game` text. The claim comes from the values of one heap: by
 * Sprague and Grundy the P-positions are those whose nim-sum of values is 0; in misere
 * play (Ferguson 1974) those whose nim-sum is 0 if some value is 2 or more, and
 * otherwise 1. So the claim for several heaps speaks of the values of each. */
#include "rules/subtraction_text.h"
#include "rules/game_text.h"

enum {
    MOST_NUMBERS = 1000,
    MOST_RUNS = 1000,
    /* Beyond these the proof of a value would take long. */
    MOST_CASES = 300,
    MOST_DIVISOR = 300,
    MOST_REMAINDERS = 128,
    MOST_GROWTH = 1000,
    LISTED = 8
};

/* One that ends at UINT64_MAX has no end. */
static bool is_short(bti_run run)
{
    return run.high - run.low < LISTED && run.high != UINT64_MAX;
}

/* "n - n'" */
static void put_taken(bt_text *out, size_t heaps, size_t i)
{
    bti_text_heap(out, heaps, i);
    bt_text_put(out, " - ");
    bti_text_heap(out, heaps, i);
    bt_text_put(out, "'");
}

/* Short runs as a list, long ones as bounds. */
static void put_amounts(bt_text *out, const bti_amounts *set, size_t heaps, size_t i)
{
    bool some = false;
    for (size_t r = 0; r < set->runs; r++)
        for (uint64_t a = set->run[r].low;
             is_short(set->run[r]) && a <= set->run[r].high; a++) {
            if (!some) {
                put_taken(out, heaps, i);
                bt_text_put(out, " in {");
            }
            bt_text_format(out, "%s%llu", some ? "," : "", (unsigned long long)a);
            some = true;
        }
    bt_text_put(out, some ? "}" : "");
    for (size_t r = 0; r < set->runs; r++) {
        if (is_short(set->run[r]))
            continue;
        bt_text_format(out, "%s%llu <= ", some ? " | " : "",
                       (unsigned long long)set->run[r].low);
        put_taken(out, heaps, i);
        if (set->run[r].high != UINT64_MAX)
            bt_text_format(out, " <= %llu", (unsigned long long)set->run[r].high);
        some = true;
    }
}

static void put_moves(bt_text *out, const bti_amounts *set, size_t heaps)
{
    for (size_t i = 0; i < heaps; i++) {
        bt_text_put(out, "move ");
        if (set->kind == BTI_RUNS) {
            put_amounts(out, set, heaps, i);
        } else {
            bt_text_put(out, set->kind == BTI_POWERS ? "ex t: pow2(t) & "
                                                     : "ex t: t > 0 & high(t) = t & ");
            bti_text_heap(out, heaps, i);
            bt_text_put(out, " = ");
            bti_text_heap(out, heaps, i);
            bt_text_put(out, "' + t");
        }
        bt_text_put_char(out, '\n');
    }
}

/* How the values repeat. */
struct pattern {
    uint64_t preperiod, period; /* period 0: none, all that counts is before */
    uint64_t values;            /* 0 ... values - 1 */
};

/* False when there is no claim to be made of it. */
static bool find_pattern(const bti_values *values, struct pattern *p)
{
    *p = (struct pattern){.period = 3, .values = 3};
    switch (values->kind) {
    case BTI_VALUES_MOD_3:
        return true;
    case BTI_VALUES_RANGE:
        if (values->cycle == 0)
            return true;
        p->period = values->cycle;
        p->values = (values->cycle + values->a - 1) / values->a;
        return p->period <= MOST_NUMBERS;
    case BTI_VALUES_TABLE:
        p->preperiod = values->preperiod;
        p->period = values->period;
        p->values = values->largest + 1;
        if (values->saltus > 0) { /* the values 0 and 1 stay below the second period */
            p->preperiod += 3 * values->period;
            p->period = 0;
            p->values = 2;
        }
        return p->preperiod + p->period <= MOST_NUMBERS;
    case BTI_VALUES_NONE:
        break;
    }
    return false;
}

/* The heap from the preperiod on that leaves this residue. */
static uint64_t heap_of_residue(const struct pattern *p, uint64_t residue)
{
    while (residue < p->preperiod)
        residue += p->period;
    return residue;
}

/* "n in {0,4}", or nothing and false. */
static bool put_early(bt_text *out, const bti_values *values, const struct pattern *p,
                      uint64_t value, const char *n)
{
    bool some = false;
    for (uint64_t heap = 0; heap < p->preperiod; heap++) {
        if (bti_value_of(values, heap) != value)
            continue;
        if (!some)
            bt_text_format(out, "%s in {", n);
        bt_text_format(out, "%s%llu", some ? "," : "", (unsigned long long)heap);
        some = true;
    }
    bt_text_put(out, some ? "}" : "");
    return some;
}

/* "n >= 5 & n mod 7 in {0,2}", after " | " if there is something before it. */
static bool put_periodic(bt_text *out, const bti_values *values,
                         const struct pattern *p, uint64_t value, const char *n,
                         bool or_so)
{
    bool some = false;
    uint64_t count = 0;
    for (uint64_t residue = 0; residue < p->period; residue++)
        count += bti_value_of(values, heap_of_residue(p, residue)) == value;
    for (uint64_t residue = 0; residue < p->period; residue++) {
        if (bti_value_of(values, heap_of_residue(p, residue)) != value)
            continue;
        if (!some && or_so)
            bt_text_put(out, " | ");
        if (!some && p->preperiod > 0)
            bt_text_format(out, "%s >= %llu & ", n, (unsigned long long)p->preperiod);
        if (!some)
            bt_text_format(out, "%s mod %llu %s", n, (unsigned long long)p->period,
                           count == 1 ? "= " : "in {");
        bt_text_format(out, "%s%llu", some ? "," : "", (unsigned long long)residue);
        some = true;
    }
    bt_text_put(out, count > 1 ? "}" : "");
    return some;
}

/* S = {a, a+1, ...}: a heap of n has the value n/a, rounded down. */
static bool is_quotient(const bti_values *values)
{
    return values->kind == BTI_VALUES_RANGE && values->cycle == 0;
}

/* "n has this value" */
static void put_value(bt_text *out, const bti_values *values, const struct pattern *p,
                      uint64_t value, const char *n)
{
    if (is_quotient(values)) {
        uint64_t low = values->a * value;
        bt_text_format(out, "%llu <= %s <= %llu", (unsigned long long)low, n,
                       (unsigned long long)(low + values->a - 1));
        return;
    }
    bool early = put_early(out, values, p, value, n);
    if (!put_periodic(out, values, p, value, n, early) && !early)
        bt_text_put(out, "false");
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    return b == 0 ? a : common_divisor(b, a % b);
}

/* "3*a", "a" */
static void put_multiple(bt_text *out, uint64_t factor, const char *a)
{
    if (factor != 1)
        bt_text_format(out, "%llu*", (unsigned long long)factor);
    bt_text_put(out, a);
}

/* From the preperiod on, heap `low` and those that leave the same remainder have values
 * that grow by the saltus s in every period p: p v = s a + constant. */
static void put_growing(bt_text *out, const bti_values *values, uint64_t low)
{
    uint64_t p = values->period, s = values->saltus;
    uint64_t left = p * bti_value_of(values, low), right = s * low;
    uint64_t more = left > right ? left - right : right - left;
    uint64_t d = common_divisor(common_divisor(p, s), more);
    bt_text_put(out, "a");
    if (values->preperiod > 0)
        bt_text_format(out, " >= %llu & a", (unsigned long long)values->preperiod);
    bt_text_format(out, " mod %llu = %llu & ", (unsigned long long)p,
                   (unsigned long long)(low % p));
    put_multiple(out, p / d, "v");
    if (right > left)
        bt_text_format(out, " + %llu", (unsigned long long)(more / d));
    bt_text_put(out, " = ");
    put_multiple(out, s / d, "a");
    if (left > right)
        bt_text_format(out, " + %llu", (unsigned long long)(more / d));
}

/* "2*v <= a <= 2*v + 1" */
static void put_quotient(bt_text *out, uint64_t divisor, const char *a)
{
    put_multiple(out, divisor, "v <= ");
    bt_text_format(out, "%s <= ", a);
    put_multiple(out, divisor, "v");
    bt_text_format(out, " + %llu", (unsigned long long)(divisor - 1));
}

/* S = {low..high}: v is the remainder modulo low + high, divided by low. */
static void put_remainder(bt_text *out, uint64_t low, uint64_t cycle)
{
    const char *r = low == 1 ? "v" : "r";
    bt_text_format(out, "%s%s < %llu & (%llu | a - %s)", low == 1 ? "" : "ex r: ", r,
                   (unsigned long long)cycle, (unsigned long long)cycle, r);
    if (low == 1)
        return;
    bt_text_put(out, " & ");
    put_quotient(out, low, "r");
}

/* The value of a heap, as cases. */
static void put_cases(bt_text *out, const bti_values *values, const struct pattern *p)
{
    const char *between = "";
    for (uint64_t v = 0; v < p->values; v++, between = "\n    | ") {
        bt_text_format(out, "%s%s", between, p->preperiod > 0 ? "(" : "");
        put_value(out, values, p, v, "a");
        bt_text_format(out, "%s & v = %llu", p->preperiod > 0 ? ")" : "",
                       (unsigned long long)v);
    }
}

static void put_growing_cases(bt_text *out, const bti_values *values)
{
    const char *between = "";
    for (uint64_t a = 0; a < values->preperiod; a++, between = "\n    | ")
        bt_text_format(out, "%sa = %llu & v = %llu", between, (unsigned long long)a,
                       (unsigned long long)bti_value_of(values, a));
    for (uint64_t i = 0; i < values->period; i++, between = "\n    | ") {
        bt_text_put(out, between);
        put_growing(out, values, values->preperiod + i);
    }
}

/* What an automaton for growing values has to count. */
static uint64_t growth(const bti_values *values)
{
    uint64_t p = values->period;
    return p * (p / common_divisor(p, values->saltus));
}

static bool grows(const bti_values *values)
{
    return values->kind == BTI_VALUES_TABLE && values->saltus > 0;
}

static bool is_long(const bti_values *values, const struct pattern *p)
{
    if (is_quotient(values))
        return values->a > MOST_DIVISOR;
    if (values->kind == BTI_VALUES_RANGE)
        return values->cycle > MOST_REMAINDERS;
    if (grows(values))
        return growth(values) > MOST_GROWTH ||
               values->preperiod + values->period > MOST_CASES;
    return p->values > MOST_CASES;
}

/* "let value(a,v) = ...": a heap of a has the value v. */
static void put_value_of_heap(bt_text *out, const bti_values *values,
                              const struct pattern *p)
{
    bt_text_put(out, "let value(a,v) = ");
    if (is_quotient(values))
        put_quotient(out, values->a, "a");
    else if (values->kind == BTI_VALUES_RANGE)
        put_remainder(out, values->a, values->cycle);
    else if (values->kind == BTI_VALUES_MOD_3)
        put_remainder(out, 1, 3);
    else if (grows(values))
        put_growing_cases(out, values);
    else
        put_cases(out, values, p);
    bt_text_put_char(out, '\n');
}

/* "claim ex g1,g2: value(x,g1) & value(y,g2) & g1 ^ g2 = 0" */
static void put_sum_claim(bt_text *out, const bt_game *g, const bti_values *values,
                          const struct pattern *p, size_t heaps)
{
    if (is_long(values, p))
        return;
    put_value_of_heap(out, values, p);
    bt_text_put(out, "claim ex ");
    bti_text_values(out, heaps, ",", "");
    bt_text_put(out, ":");
    for (size_t i = 0; i < heaps; i++) {
        bt_text_put(out, " value(");
        bti_text_heap(out, heaps, i);
        bt_text_format(out, ",g%zu) &", i + 1);
    }
    bt_text_put_char(out, ' ');
    bti_text_nim_sum(out, heaps, g->play == BT_MISERE);
    bt_text_put_char(out, '\n');
}

static void put_claim(bt_text *out, const bt_game *g, const bti_values *values,
                      const struct pattern *p, size_t heaps)
{
    if (heaps > 1) {
        put_sum_claim(out, g, values, p, heaps);
        return;
    }
    bt_text_put(out, "claim ");
    put_value(out, values, p, g->play == BT_MISERE ? 1 : 0, "n");
    bt_text_put_char(out, '\n');
}

bt_status bti_subtraction_text(bt_context *ctx, const bt_game *g,
                               const bti_amounts *set, const bti_values *values,
                               size_t heaps, bt_text *out)
{
    struct pattern p;
    BT_TRY(bti_text_heaps(ctx, g, 1, &heaps));
    if (set->kind == BTI_SQUARES || set->kind == BTI_PRIMES)
        return bt_fail(
            ctx, BT_UNABLE,
            "{squares, select, yes {squares} other {primes}} cannot be described by "
            "sums, digits and remainders, so no proof by automata is possible",
            BT_ARGS(BT_TRUE("squares", set->kind == BTI_SQUARES)));
    if (set->runs > MOST_RUNS)
        return bt_fail(
            ctx, BT_UNABLE,
            "there are too many amounts for a proof: at most {most} are possible",
            BT_ARGS(BT_NUM("most", MOST_RUNS)));
    bti_text_begin(out, g, g->name, heaps, "");
    if (set->kind == BTI_AMOUNTS_FIBONACCI)
        bt_text_put(out, "digits fib\n");
    put_moves(out, set, heaps);
    if (find_pattern(values, &p))
        put_claim(out, g, values, &p, heaps);
    return bt_text_status(out);
}
