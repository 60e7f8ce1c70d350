/* SPDX-License-Identifier: MIT */
#include "rules/subtraction_reason.h"

#include "rules/heaps.h"

enum { TABLE_HEAPS = 40, SHOWN_PILES = 24 };

/* The outcome of a single pile with this value. */
static char label(bt_play play, uint64_t value)
{
    bt_answer answer;
    bti_tame_answer(play, value, value >= 2, &answer);
    return answer.outcome == BT_N ? 'N' : 'P';
}

static void say_powers(bt_steps *steps)
{
    bt_step_say(
        steps, "mod-3",
        "The Grundy value of a pile of n is n mod 3: no power of 2 is a multiple of "
        "3, so no move keeps the remainder, and taking 1 or 2 reaches every remainder "
        "below it.");
    bt_step_number(steps, "modulus", 3);
}

static void say_range(const bti_amounts *set, const bti_values *values, bt_steps *steps)
{
    unsigned long long a = values->a, b = set->run[0].high, cycle = values->cycle;
    if (cycle == 0)
        bt_step_say(
            steps, "range",
            "Every amount from %llu on may be taken, so the Grundy value of a pile "
            "of n is n divided by %llu, rounded down.",
            a, a);
    else if (a == 1)
        bt_step_say(
            steps, "range",
            "S is the range from 1 to %llu. The Grundy value of a pile is its "
            "remainder modulo %llu: whatever is taken, the opponent can fill it up "
            "to %llu, so the pattern repeats with that length.",
            b, cycle, cycle);
    else
        bt_step_say(
            steps, "range",
            "S is the range from %llu to %llu. The Grundy value of a pile is its "
            "remainder modulo %llu, divided by %llu and rounded down: whatever is "
            "taken, the opponent can fill it up to %llu, so the pattern repeats with "
            "that length.",
            a, b, cycle, a, cycle);
    if (cycle > 0)
        bt_step_number(steps, "period", cycle);
    bt_step_number(steps, "divisor", values->a);
}

/* Where the pattern of labels begins again: 0 if there is none to mark. */
static bool begins_again(const bti_values *values, uint64_t heap)
{
    uint64_t from = values->kind == BTI_VALUES_TABLE ? values->preperiod : 0;
    uint64_t period = values->kind == BTI_VALUES_MOD_3   ? 3
                      : values->kind == BTI_VALUES_RANGE ? values->cycle
                                                         : values->period;
    return period > 0 && values->saltus == 0 && heap > from &&
           (heap - from) % period == 0;
}

/* Heaps 0, 1, 2, ... with their labels and values, as far as a line holds. */
static void say_table(const bti_values *values, bt_play play, uint64_t largest,
                      bt_steps *steps)
{
    char labels[TABLE_HEAPS + 1], marked[2 * TABLE_HEAPS + 1];
    uint64_t value[TABLE_HEAPS];
    size_t heaps = 0, len = 0;
    for (; heaps < TABLE_HEAPS && heaps <= largest; heaps++) {
        value[heaps] = bti_value_of(values, heaps);
        labels[heaps] = label(play, value[heaps]);
        if (begins_again(values, heaps))
            marked[len++] = '|';
        marked[len++] = labels[heaps];
    }
    labels[heaps] = marked[len] = 0;
    bt_step_say(steps, "labels", "Piles of 0, 1, 2, ... are %s%s%s", marked,
                heaps <= largest ? " ..." : "",
                len > heaps ? " (| marks where the pattern begins again)" : "");
    bt_step_words(steps, "labels", bt_span_of(labels));
    bt_step_numbers(steps, "values", value, heaps);
}

/* One pile: what each amount leaves, where they are few. */
static void say_options(const bti_amounts *set, const bti_values *values, bt_play play,
                        uint64_t pile, bt_steps *steps)
{
    enum { FEW = 12 };
    if (bti_amounts_bound(set, pile) > FEW)
        return;
    for (bti_amount a = bti_amount_first(set); a.is && a.amount <= pile;
         a = bti_amount_next(set, a)) {
        char outcome[2] = {label(play, bti_value_of(values, pile - a.amount)), 0};
        bt_step_say(steps, "amount", "  taking %llu leaves %llu, which is %s",
                    (unsigned long long)a.amount, (unsigned long long)(pile - a.amount),
                    outcome);
        bt_step_number(steps, "left", pile - a.amount);
        bt_step_words(steps, "outcome", bt_span_of(outcome));
    }
}

/* With a saltus the labels end in N for ever; the values are what repeats. */
static void say_period(const bti_amounts *set, const bti_values *values, bt_play play,
                       bt_steps *steps)
{
    bti_run last = set->run[set->runs - 1];
    unsigned long long period = values->period, preperiod = values->preperiod;
    char pattern[TABLE_HEAPS + 1] = "";
    for (size_t i = 0; period <= TABLE_HEAPS && values->saltus == 0 && i < period; i++)
        pattern[i] = label(play, bti_value_of(values, preperiod + i));
    if (values->saltus == 0)
        bt_step_say(steps, "period",
                    "From pile %llu on the values repeat with period %llu%s%s. A value "
                    "depends only on the %llu values before it, and a stretch of that "
                    "length has come back, so the pattern goes on for ever.",
                    preperiod, period, pattern[0] ? ", and with them the pattern " : "",
                    pattern, (unsigned long long)last.high);
    else
        bt_step_say(
            steps, "period",
            "From pile %llu on the values repeat with period %llu, each time "
            "increased by %llu. Apart from that increase a value depends only on "
            "the %llu values before it, and a stretch of that length has come "
            "back, so the pattern goes on for ever.",
            preperiod, period, (unsigned long long)values->saltus,
            (unsigned long long)last.low);
    bt_step_number(steps, "preperiod", values->preperiod);
    bt_step_number(steps, "period", values->period);
    bt_step_number(steps, "saltus", values->saltus);
    if (pattern[0])
        bt_step_words(steps, "pattern", bt_span_of(pattern));
}

/* A pile beyond the labels that were shown is brought back among the first ones. */
static void say_same_as(const bti_values *values, uint64_t pile, bt_steps *steps)
{
    bool table = values->kind == BTI_VALUES_TABLE && values->saltus == 0;
    if (!table || pile < TABLE_HEAPS || pile < values->preperiod + values->period)
        return;
    uint64_t beyond = pile - values->preperiod;
    uint64_t rounds = beyond / values->period;
    uint64_t same = values->preperiod + beyond % values->period;
    bt_step_say(steps, "same-as",
                "%llu = %llu + %llu periods, so it is as a pile of %llu.",
                (unsigned long long)pile, (unsigned long long)same,
                (unsigned long long)rounds, (unsigned long long)same);
    bt_step_number(steps, "pile", pile);
    bt_step_number(steps, "same", same);
}

/* What the law gives for the piles here. */
static void say_piles(const bti_values *values, bt_play play, const bt_pos *p,
                      bt_steps *steps)
{
    uint64_t *value = bt_steps_room(steps, p->n), sum = 0;
    size_t firm = 0;
    if (!value)
        return;
    for (size_t i = 0; i < p->n; i++) {
        value[i] = bti_value_of(values, p->x[i]);
        sum ^= value[i];
        firm += value[i] >= 2;
    }
    if (p->n == 1) {
        bt_step_say(steps, "value", "A pile of %llu has Grundy value %llu.",
                    (unsigned long long)p->x[0], (unsigned long long)value[0]);
    } else if (p->n <= SHOWN_PILES) {
        bt_step_say(steps, "value",
                    "The piles have these Grundy values; their nim-sum is "
                    "%llu:",
                    (unsigned long long)sum);
        bt_step_grid(steps, value, NULL, p->n, 2);
    } else {
        bt_step_say(steps, "value", "The nim-sum of the piles' Grundy values is %llu.",
                    (unsigned long long)sum);
    }
    bt_step_numbers(steps, "numbers", value, p->n);
    bt_step_number(steps, "nim_sum", sum);
    if (play == BT_NORMAL)
        bt_step_say(steps, "rule", "P exactly when %s is 0.",
                    p->n == 1 ? "that value" : "the nim-sum of the values");
    else
        bt_step_say(
            steps, "rule",
            "Misère play (Ferguson 1974): if some pile has a value of 2 or more, P "
            "exactly when the nim-sum of the values is 0; otherwise exactly when it "
            "is 1. Here %s has.",
            firm ? "some pile" : "none");
    bt_step_number(steps, "firm", firm);
}

void bti_subtraction_reason(const bti_amounts *set, const bti_values *values,
                            bt_play play, const bt_pos *p, bt_steps *steps)
{
    uint64_t largest = 0;
    for (size_t i = 0; i < p->n; i++)
        largest = p->x[i] > largest ? p->x[i] : largest;
    say_table(values, play, largest, steps);
    if (values->kind == BTI_VALUES_MOD_3)
        say_powers(steps);
    else if (values->kind == BTI_VALUES_RANGE)
        say_range(set, values, steps);
    else
        say_period(set, values, play, steps);
    if (p->n == 1)
        say_same_as(values, p->x[0], steps);
    say_piles(values, play, p, steps);
    if (p->n == 1)
        say_options(set, values, play, p->x[0], steps);
}
