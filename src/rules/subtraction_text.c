/* SPDX-License-Identifier: MIT
 * A subtraction game as a `.game` text. The claim comes from the values of one heap: by
 * Sprague and Grundy the P-positions are those whose nim-sum of values is 0; in misere
 * play (Ferguson 1974) those whose nim-sum is 0 if some value is 2 or more, and else 1.
 * So the claim lists the combinations of values; where that would be long, or values
 * grow for ever, it is left out. */
#include "rules/subtraction_text.h"
#include "rules/game_text.h"

enum { MOST_COMBINATIONS = 64, MOST_NUMBERS = 1000, MOST_RUNS = 1000, LISTED = 8 };

static bool is_short(bti_run run)
{
    return run.high - run.low < LISTED;
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
static bool find_pattern(const bti_values *values, bool alone, struct pattern *p)
{
    *p = (struct pattern){.period = 3, .values = 3};
    switch (values->kind) {
    case BTI_VALUES_MOD_3:
        return true;
    case BTI_VALUES_RANGE:
        p->period = values->cycle;
        p->values = values->cycle ? (values->cycle + values->a - 1) / values->a : 0;
        return p->period > 0 && p->period <= MOST_NUMBERS;
    case BTI_VALUES_TABLE:
        p->preperiod = values->preperiod;
        p->period = values->period;
        p->values = values->largest + 1;
        if (values->saltus > 0) { /* the values 0 and 1 stay below the second period */
            p->preperiod += 3 * values->period;
            p->period = 0;
            p->values = 2;
        }
        return (alone || p->period > 0) && p->preperiod + p->period <= MOST_NUMBERS;
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

/* "n >= 5 & n mod 7 in {0,2}", behind " | " if there is something before it. */
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

/* "n has this value" */
static void put_value(bt_text *out, const bti_values *values, const struct pattern *p,
                      uint64_t value, const char *n)
{
    bool early = put_early(out, values, p, value, n);
    if (!put_periodic(out, values, p, value, n, early) && !early)
        bt_text_put(out, "false");
}

static bool is_p(bt_play play, const uint64_t *value, size_t heaps)
{
    uint64_t sum = 0, most = 0;
    for (size_t i = 0; i < heaps; i++) {
        sum ^= value[i];
        most |= value[i] >= 2;
    }
    return sum == (play == BT_MISERE && !most ? 1 : 0);
}

static void put_claim(bt_text *out, const bt_game *g, const bti_values *values,
                      const struct pattern *p, size_t heaps)
{
    uint64_t value[BTI_TEXT_HEAPS] = {0}, combinations = 1;
    bool some = false;
    for (size_t i = 0; i < heaps; i++)
        combinations =
            combinations > MOST_COMBINATIONS ? combinations : combinations * p->values;
    if (heaps == 1) {
        bt_text_put(out, "claim ");
        put_value(out, values, p, g->play == BT_MISERE ? 1 : 0, "n");
        bt_text_put_char(out, '\n');
        return;
    }
    if (combinations > MOST_COMBINATIONS)
        return;
    for (uint64_t v = 0; v < p->values; v++) {
        bt_text_format(out, "let is%llu(a) = ", (unsigned long long)v);
        put_value(out, values, p, v, "a");
        bt_text_put_char(out, '\n');
    }
    bt_text_put(out, "claim ");
    for (uint64_t c = 0; c < combinations; c++) {
        for (uint64_t i = 0, rest = c; i < heaps; i++, rest /= p->values)
            value[i] = rest % p->values;
        if (!is_p(g->play, value, heaps))
            continue;
        bt_text_put(out, some ? "\n    | " : "");
        some = true;
        for (size_t i = 0; i < heaps; i++) {
            bt_text_format(out, "%sis%llu(", i ? " & " : "",
                           (unsigned long long)value[i]);
            bti_text_heap(out, heaps, i);
            bt_text_put(out, ")");
        }
    }
    bt_text_put(out, some ? "\n" : "false\n");
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
            "%s are not sums, digits or residues, so no proof by automata is "
            "possible; 'bouton solve' can search",
            set->kind == BTI_SQUARES ? "squares" : "primes");
    if (set->runs > MOST_RUNS)
        return bt_fail(ctx, BT_UNABLE, "too many amounts for a proof: at most %d",
                       (int)MOST_RUNS);
    bti_text_begin(out, g, g->name, heaps, "");
    if (set->kind == BTI_AMOUNTS_FIBONACCI)
        bt_text_put(out, "digits fib\n");
    put_moves(out, set, heaps);
    if (find_pattern(values, heaps == 1, &p))
        put_claim(out, g, values, &p, heaps);
    return bt_text_status(out);
}
