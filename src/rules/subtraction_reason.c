/* SPDX-License-Identifier: MIT */
#include <bouton/number_kit.h>

#include "rules/said.h"
#include "rules/subtraction_reason.h"

enum { TABLE_HEAPS = 40, SHOWN_PILES = 24 };

/* The outcome of a single pile with this value. */
static char label(bt_play play, uint64_t value)
{
    bt_answer answer;
    bt_tame_answer(play, value, value >= 2, &answer);
    return bti_outcome_letter(answer.outcome)[0];
}

static void say_powers(bt_steps *steps)
{
    bt_step_say(
        steps, "mod-3",
        "The Grundy value of a pile is its remainder modulo 3. No power of 2 is "
        "a multiple of 3, so every move changes the remainder, and taking 1 or "
        "2 leads to every smaller one.",
        BT_NO_ARGS);
    bt_step_number(steps, "modulus", 3);
}

/* Why g(n) is the remainder modulo a+b, divided by a: taking s with s <= r makes the
 * remainder r at least a smaller; taking more than r makes it r + (a+b-s), at least a
 * larger. A smaller value v is reached by leaving the remainder v a, or, if that would
 * be to take more than b, r - b, which is less than a: then v is 0. */
static void say_range(const bti_amounts *set, const bti_values *values, bt_steps *steps)
{
    uint64_t a = values->a, b = set->run[0].high, cycle = values->cycle;
    if (cycle == 0 && a == 1 && b == UINT64_MAX)
        bt_step_say(steps, "range",
                    "Any number of chips may be taken, as in Nim, so the Grundy value "
                    "of a pile is its size.",
                    BT_NO_ARGS);
    else if (cycle == 0)
        bt_step_say(
            steps, "range",
            "{whole, select, yes {Any amount from {a} on may be taken.} other {Any "
            "amount from {a} to {b} may be taken, and that is nearly the largest pile "
            "there is.}} So the Grundy value of a pile is its size divided by {a}, "
            "rounded down: taking {a} or more always makes that smaller, and every "
            "smaller value can be reached.",
            BT_ARGS(BT_NUM("a", a), BT_NUM("b", b), BT_TRUE("whole", b == UINT64_MAX)));
    else if (b == 1)
        bt_step_say(
            steps, "range",
            "Only 1 can be taken at a time, so a pile of n lasts exactly n moves, "
            "whatever the players do. Its Grundy value is 1 if n is odd, and 0 if n is "
            "even.",
            BT_NO_ARGS);
    else if (a == b)
        bt_step_say(
            steps, "range",
            "Only {a} can be taken at a time, so divide a pile by {a} and round down: "
            "that is how many moves it lasts, whatever the players do. Its Grundy "
            "value "
            "is 1 if that number is odd, and 0 if it is even.",
            BT_ARGS(BT_NUM("a", a)));
    else if (a == 1)
        bt_step_say(
            steps, "range",
            "{b, plural, =2 {A move takes 1 or 2.} other {Any amount from 1 to {b} may "
            "be taken.}} The Grundy value of a pile is its "
            "remainder modulo {cycle}: every move changes that remainder, and every "
            "smaller remainder can be reached.",
            BT_ARGS(BT_NUM("b", b), BT_NUM("cycle", cycle)));
    else
        bt_step_say(
            steps, "range",
            "{two, select, yes {A move takes {a} or {b}.} other {Any amount from {a} "
            "to {b} may be taken.}} To find the Grundy value of a "
            "pile, divide its remainder modulo {cycle} by {a} and round down. Every "
            "move makes the remainder smaller or larger by at least {a}, so no option "
            "has the same value, and every smaller value can be reached.",
            BT_ARGS(BT_TRUE("two", b - a == 1), BT_NUM("a", a), BT_NUM("b", b),
                    BT_NUM("cycle", cycle)));
    if (cycle > 0)
        bt_step_number(steps, "period", cycle);
    bt_step_number(steps, "divisor", values->a);
}

/* The value of a P-pile: a single pile is P exactly if it has it. */
static uint64_t value_of_p(bt_play play)
{
    return play == BT_MISERE;
}

/* Whether the pattern of labels begins again at this pile. */
static bool begins_again(const bt_repetition *labels, uint64_t heap)
{
    return labels->period > 1 && heap > labels->preperiod &&
           (heap - labels->preperiod) % labels->period == 0;
}

/* What could not be written is missing in the steps, too. */
static void keep_status(bt_steps *steps, const bt_text *text)
{
    bt_status status = bt_text_status(text);
    if (steps->status == BT_OK)
        steps->status = status;
}

/* Piles 0, 1, 2, ... with their labels and values, as far as a line holds. */
static void say_table(const bti_values *values, bt_play play, uint64_t largest,
                      bt_steps *steps)
{
    char labels[TABLE_HEAPS + 1];
    bt_text marked;
    uint64_t value[TABLE_HEAPS];
    size_t heaps = 0;
    bool bars = false;
    bt_repetition rep;
    bool known = bti_labels_repetition(values, value_of_p(play), &rep);
    bt_text_init(&marked, steps->arena.ctx);
    for (; heaps < TABLE_HEAPS && heaps <= largest; heaps++) {
        value[heaps] = bti_value_of(values, heaps);
        labels[heaps] = label(play, value[heaps]);
        bool again = known && begins_again(&rep, heaps);
        if (again)
            bt_text_put(&marked, "|");
        bt_text_put(&marked, bti_shown_letter(steps->arena.ctx, labels[heaps]));
        bars = bars || again;
    }
    labels[heaps] = 0;
    keep_status(steps, &marked);
    bt_step_say(
        steps, "labels",
        bars ? "The labels of single piles from 0 to {last} are {labels}. A bar "
               "shows where the pattern begins again."
             : "The labels of single piles from 0 to {last} are {labels}.",
        BT_ARGS(BT_NUM("last", heaps - 1), BT_STR("labels", bt_text_chars(&marked))));
    bt_text_free(&marked);
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
        bt_step_say(
            steps, "amount",
            "  taking {amount} leaves {pile}, {outcome, select, P {a P-position} "
            "other {an N-position}}",
            BT_ARGS(BT_NUM("amount", a.amount), BT_NUM("pile", pile - a.amount),
                    BT_STR("outcome", outcome)));
        bt_step_number(steps, "left", pile - a.amount);
        bt_step_words(steps, "outcome", bt_span_of(outcome));
    }
}

/* What the labels do, where that is not just what the values do. */
static void say_label_period(const bti_values *values, bt_play play, bt_steps *steps)
{
    bt_repetition labels;
    if (!bti_labels_repetition(values, value_of_p(play), &labels))
        return;
    uint64_t from = labels.preperiod, period = labels.period;
    char pattern[TABLE_HEAPS + 1] = "";
    for (size_t i = 0; period <= TABLE_HEAPS && i < period; i++)
        pattern[i] = label(play, bti_value_of(values, from + i));
    if (period == 1)
        bt_step_say(steps, "label-period",
                    "{label, select, P {{from, plural, =0 {Every single pile is a "
                    "P-position.} other {Every single pile from {from} on is a "
                    "P-position.}}} other {{from, plural, =0 {Every single pile is an "
                    "N-position.} other {Every single pile from {from} on is an "
                    "N-position.}}}}",
                    BT_ARGS(BT_NUM("from", from), BT_STR("label", pattern)));
    else if (pattern[0]) {
        bt_text shown;
        bt_text_init(&shown, steps->arena.ctx);
        for (size_t i = 0; pattern[i]; i++)
            bt_text_put(&shown, bti_shown_letter(steps->arena.ctx, pattern[i]));
        keep_status(steps, &shown);
        bt_step_say(steps, "label-period",
                    "{from, plural, =0 {The labels of single piles} other {From pile "
                    "{from} on, the labels of single piles}} repeat with period "
                    "{period}: {pattern}.",
                    BT_ARGS(BT_NUM("from", from), BT_NUM("period", period),
                            BT_STR("pattern", bt_text_chars(&shown))));
        bt_text_free(&shown);
    } else
        bt_step_say(steps, "label-period",
                    "{from, plural, =0 {The labels of single piles} other {From pile "
                    "{from} on, the labels of single piles}} repeat with period "
                    "{period}.",
                    BT_ARGS(BT_NUM("from", from), BT_NUM("period", period)));
    bt_step_number(steps, "preperiod", from);
    bt_step_number(steps, "period", period);
    if (pattern[0])
        bt_step_words(steps, "pattern", bt_span_of(pattern));
}

/* The values repeat: a stretch of them has come back, and nothing else matters. */
static void say_repetition(const bti_values *v, bt_steps *steps)
{
    uint64_t reach = v->reach, from = v->stretch, back = from + v->period;
    bt_step_say(
        steps, "period",
        "{preperiod, plural, =0 {The Grundy values of single piles} other {From pile "
        "{preperiod} on, the Grundy values of single piles}} repeat with period "
        "{period}. At most {reach} can be taken, so from pile {reach} on each value "
        "depends only on the {reach} values before it. Piles {back} to {back_end} have "
        "the same values as piles {from} to {from_end}, so the values after them are "
        "the same, too, and that goes on for ever.",
        BT_ARGS(BT_NUM("preperiod", v->preperiod), BT_NUM("period", v->period),
                BT_NUM("reach", reach), BT_NUM("back", back),
                BT_NUM("back_end", back + reach - 1), BT_NUM("from", from),
                BT_NUM("from_end", from + reach - 1)));
}

/* The values grow by the saltus in every period. */
static void say_growth(const bti_values *v, bt_steps *steps)
{
    uint64_t reach = v->reach, from = v->stretch, back = from + v->period;
    bt_step_say(
        steps, "period",
        "{preperiod, plural, =0 {A pile} other {From pile {preperiod} on, a pile}} "
        "that "
        "is larger by {period} has a Grundy value that is larger by {saltus}. This is "
        "why: every amount from {reach} on may be taken, so a pile never has the value "
        "of a pile that is smaller by {reach} or more. A pile has options of every "
        "value below its own, so the values of the piles below a pile k are exactly "
        "the "
        "numbers below some number B. So B and the values of the {reach} piles from k "
        "on determine the next value, and if all of these are larger by the same "
        "number, so is the next. For k = {from}, B is {base}. For k = {back}, B is "
        "{next_base}, and piles {back} to {back_end} have the values of piles {from} "
        "to "
        "{from_end} plus {saltus}. So pile {next} has the value of pile {like} plus "
        "{saltus}, and so on for ever.",
        BT_ARGS(BT_NUM("preperiod", v->preperiod), BT_NUM("period", v->period),
                BT_NUM("saltus", v->saltus), BT_NUM("reach", reach),
                BT_NUM("from", from), BT_NUM("base", v->base), BT_NUM("back", back),
                BT_NUM("next_base", v->base + v->saltus),
                BT_NUM("back_end", back + reach - 1),
                BT_NUM("from_end", from + reach - 1), BT_NUM("next", back + reach),
                BT_NUM("like", from + reach)));
}

static void say_period(const bti_values *values, bt_play play, bt_steps *steps)
{
    if (values->saltus > 0)
        say_growth(values, steps);
    else
        say_repetition(values, steps);
    bt_step_number(steps, "preperiod", values->preperiod);
    bt_step_number(steps, "period", values->period);
    bt_step_number(steps, "saltus", values->saltus);
    bt_step_number(steps, "reach", values->reach);
    bt_step_number(steps, "stretch", values->stretch);
    bt_step_number(steps, "base", values->base);
    say_label_period(values, play, steps);
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
                "{pile} = {same} + {rounds} * {period}, so a pile of {pile} has the "
                "same value as a pile of {same}.",
                BT_ARGS(BT_NUM("pile", pile), BT_NUM("same", same),
                        BT_NUM("rounds", rounds), BT_NUM("period", values->period)));
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
        bt_step_say(steps, "value", "A pile of {pile} has Grundy value {value}.",
                    BT_ARGS(BT_NUM("pile", p->x[0]), BT_NUM("value", value[0])));
    } else if (p->n <= SHOWN_PILES) {
        bt_step_say(steps, "value",
                    "The piles have these Grundy values, and their nim-sum is {sum}:",
                    BT_ARGS(BT_NUM("sum", sum)));
        bt_step_grid(steps, value, NULL, p->n, 2);
    } else {
        bt_step_say(steps, "value",
                    "The nim-sum of the Grundy values of all piles is {sum}.",
                    BT_ARGS(BT_NUM("sum", sum)));
    }
    bt_step_numbers(steps, "numbers", value, p->n);
    bt_step_number(steps, "nim_sum", sum);
    if (p->n == 1 && play == BT_NORMAL)
        bt_step_say(steps, "rule",
                    "A single pile is a P-position exactly when its value is 0.",
                    BT_NO_ARGS);
    else if (p->n == 1)
        bt_step_say(steps, "rule",
                    "In misère play, a single pile is a P-position exactly when its "
                    "value is 1.",
                    BT_NO_ARGS);
    else if (play == BT_NORMAL)
        bt_step_say(steps, "rule",
                    "A position is a P-position exactly when the nim-sum of the values "
                    "of its piles is 0.",
                    BT_NO_ARGS);
    else
        bt_step_say(
            steps, "rule",
            "{firm, plural, =0 {In misère play, a position in which no pile has a "
            "value "
            "of 2 or more is a P-position exactly when the nim-sum of the values is 1 "
            "(Ferguson 1974). Here no pile has such a value.} one {In misère play, a "
            "position in which some pile has a value of 2 or more is a P-position "
            "exactly when the nim-sum of the values is 0 (Ferguson 1974). Here one "
            "pile "
            "has such a value.} other {In misère play, a position in which some pile "
            "has a value of 2 or more is a P-position exactly when the nim-sum of the "
            "values is 0 (Ferguson 1974). Here {firm} piles have such a value.}}",
            BT_ARGS(BT_NUM("firm", firm)));
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
        say_period(values, play, steps);
    if (p->n == 1)
        say_same_as(values, p->x[0], steps);
    say_piles(values, play, p, steps);
    if (p->n == 1)
        say_options(set, values, play, p->x[0], steps);
}
