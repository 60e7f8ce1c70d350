/* SPDX-License-Identifier: MIT */
#include <bouton/number_kit.h>

#include "rules/said.h"
#include "rules/subtraction_reason.h"

#include <string.h>

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
    bt_step_say(steps, "mod-3",
                "The Grundy value of a pile of n is n mod 3: no power of 2 is a "
                "multiple of 3, so no move keeps the remainder, and taking 1 or 2 "
                "reaches every remainder below it.",
                BT_NO_ARGS);
    bt_step_number(steps, "modulus", 3);
}

/* Why g(n) is the remainder modulo a+b, divided by a: taking s with s <= r makes the
 * remainder r at least a smaller; taking more than r makes it r + (a+b-s), at least a
 * larger. A smaller value v is reached by leaving the remainder v a, or, if that would
 * be to take more than b, r - b, which is less than a: then v is 0. */
static void say_range(const bti_amounts *set, const bti_values *values, bt_steps *steps)
{
    unsigned long long a = values->a, b = set->run[0].high, cycle = values->cycle;
    if (cycle == 0)
        bt_step_say(steps, "range",
                    "Every amount from {a} on{b, select, yes {} other {, up to nearly "
                    "the largest pile there is,}} may be taken, so the Grundy value of "
                    "a pile of n is n divided by {a}, rounded down: taking {a} or more "
                    "always lowers it, and every smaller value can be reached.",
                    BT_ARGS(BT_NUM("a", a), BT_TRUE("b", b == UINT64_MAX)));
    else if (b == 1)
        bt_step_say(
            steps, "range",
            "Only 1 can be taken at a time, so a pile of n lasts n moves, whatever the "
            "players do. Its Grundy value is 1 if n is odd, otherwise 0.",
            BT_NO_ARGS);
    else if (a == b)
        bt_step_say(steps, "range",
                    "Only {a} can be taken at a time, so a pile of n lasts n divided "
                    "by {a}, rounded down, moves, whatever the players do. Its Grundy "
                    "value is 1 if that number is odd, otherwise 0.",
                    BT_ARGS(BT_NUM("a", a)));
    else if (a == 1)
        bt_step_say(steps, "range",
                    "S is the range from 1 to {b}. The Grundy value of a pile is its "
                    "remainder modulo {cycle}: taking 1 to {b} always changes that "
                    "remainder, and every smaller remainder can be reached.",
                    BT_ARGS(BT_NUM("b", b), BT_NUM("cycle", cycle)));
    else
        bt_step_say(
            steps, "range",
            "S is the range from {a} to {b}. The Grundy value of a pile is its "
            "remainder modulo {cycle}, divided by {a} and rounded down: taking {a} to "
            "{b} lowers that remainder by at least {a} or raises it by at least {a}, "
            "so no option has the same value, and every smaller value can be reached.",
            BT_ARGS(BT_NUM("a", a), BT_NUM("b", b), BT_NUM("cycle", cycle)));
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

/* Piles 0, 1, 2, ... with their labels and values, as far as a line holds. */
static void say_table(const bti_values *values, bt_play play, uint64_t largest,
                      bt_steps *steps)
{
    char labels[TABLE_HEAPS + 1], marked[2 * TABLE_HEAPS + 1];
    uint64_t value[TABLE_HEAPS];
    size_t heaps = 0, len = 0;
    bt_repetition rep;
    bool known = bti_labels_repetition(values, value_of_p(play), &rep);
    for (; heaps < TABLE_HEAPS && heaps <= largest; heaps++) {
        value[heaps] = bti_value_of(values, heaps);
        labels[heaps] = label(play, value[heaps]);
        if (known && begins_again(&rep, heaps))
            marked[len++] = '|';
        marked[len++] = labels[heaps];
    }
    labels[heaps] = marked[len] = 0;
    bt_step_say(steps, "labels",
                "Single piles of 0 {heaps, select, yes {and} other {to}} {heaps2} are "
                "{marked}{len, select, yes { (| marks where the pattern of labels "
                "begins again)} other {}}",
                BT_ARGS(BT_TRUE("heaps", heaps == 2), BT_NUM("heaps2", heaps - 1),
                        BT_STR("marked", marked), BT_TRUE("len", len > heaps)));
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
        bt_step_say(steps, "amount",
                    "  taking {amount} leaves {pile}, which is {outcome}",
                    BT_ARGS(BT_NUM("amount", a.amount), BT_NUM("pile", pile - a.amount),
                            BT_STR("outcome", outcome)));
        bt_step_number(steps, "left", pile - a.amount);
        bt_step_words(steps, "outcome", bt_span_of(outcome));
    }
}

/* Why the values repeat: a stretch of them has come back, and nothing else matters. */
static void put_argument(const bti_values *v, bt_text *out)
{
    unsigned long long reach = v->reach, from = v->stretch, back = from + v->period;
    if (v->saltus == 0) {
        bt_say(out,
               "From pile {reach} on a value depends only on the {reach} values before "
               "it, because at most {reach} can be taken. Piles {back} to {back2} have "
               "the same values as piles {from} to {from2}, so what follows is the "
               "same, too, and that goes on for ever.",
               BT_ARGS(BT_NUM("reach", reach), BT_NUM("back", back),
                       BT_NUM("back2", back + reach - 1), BT_NUM("from", from),
                       BT_NUM("from2", from + reach - 1)));
        return;
    }
    bt_say(out,
           "Every amount from {reach} on may be taken, so a pile cannot have the value "
           "of any pile that is smaller by {reach} or more. The values of the piles "
           "below a pile k are exactly the numbers below some B, because a pile has "
           "options of every value below its own. So B and the values of the {reach} "
           "piles from k on determine the next value, and if they all are larger by "
           "the same number, so is the next. ",
           BT_ARGS(BT_NUM("reach", reach)));
    bt_say(
        out,
        "For k = {from}, B is {base}; for k = {back} it is {base2}, and piles {back} "
        "to {back2} have the values of piles {from} to {from2} increased by {saltus}, "
        "too. So the same holds for pile {back3} and pile {from3}, and so on for ever.",
        BT_ARGS(BT_NUM("from", from), BT_NUM("base", v->base), BT_NUM("back", back),
                BT_NUM("base2", v->base + v->saltus), BT_NUM("back2", back + reach - 1),
                BT_NUM("from2", from + reach - 1), BT_NUM("saltus", v->saltus),
                BT_NUM("back3", back + reach), BT_NUM("from3", from + reach)));
}

/* What the labels do, where that is not just what the values do. */
static void say_label_period(const bti_values *values, bt_play play, bt_steps *steps)
{
    bt_repetition labels;
    if (!bti_labels_repetition(values, value_of_p(play), &labels))
        return;
    unsigned long long from = labels.preperiod, period = labels.period;
    char pattern[TABLE_HEAPS + 1] = "";
    for (size_t i = 0; period <= TABLE_HEAPS && i < period; i++)
        pattern[i] = label(play, bti_value_of(values, from + i));
    if (period == 1 && from == 0)
        bt_step_say(steps, "label-period", "Every single pile is {pattern}.",
                    BT_ARGS(BT_STR("pattern", pattern)));
    else if (period == 1)
        bt_step_say(steps, "label-period",
                    "Every single pile from {from} on is {pattern}.",
                    BT_ARGS(BT_NUM("from", from), BT_STR("pattern", pattern)));
    else
        bt_step_say(steps, "label-period",
                    "The labels of single piles repeat from {from} on with period "
                    "{period}{pattern, select, yes {: } other {}}{pattern2}.",
                    BT_ARGS(BT_NUM("from", from), BT_NUM("period", period),
                            BT_TRUE("pattern", pattern[0]),
                            BT_STR("pattern2", pattern)));
    bt_step_number(steps, "preperiod", from);
    bt_step_number(steps, "period", period);
    if (pattern[0])
        bt_step_words(steps, "pattern", bt_span_of(pattern));
}

static void say_period(const bti_values *values, bt_play play, bt_steps *steps)
{
    bt_text argument;
    unsigned long long period = values->period, preperiod = values->preperiod;
    char grows[48] = "";
    if (values->saltus > 0) {
        strcpy(grows, ", each time increased by ");
        grows[strlen(grows) + bt_print_u64(grows + strlen(grows), values->saltus)] = 0;
    }
    bt_text_init(&argument, steps->arena.ctx);
    put_argument(values, &argument);
    if (bt_text_status(&argument) != BT_OK && bt_steps_status(steps) == BT_OK)
        steps->status = bt_text_status(&argument);
    bt_step_say(steps, "period",
                "The Grundy values repeat from pile {preperiod} on with period "
                "{period}{grows}. {argument}",
                BT_ARGS(BT_NUM("preperiod", preperiod), BT_NUM("period", period),
                        BT_STR("grows", grows),
                        BT_STR("argument", bt_text_chars(&argument))));
    bt_text_free(&argument);
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
                "value of a pile of {same}.",
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
        bt_step_say(steps, "value", "A pile of {x} has Grundy value {value}.",
                    BT_ARGS(BT_NUM("x", p->x[0]), BT_NUM("value", value[0])));
    } else if (p->n <= SHOWN_PILES) {
        bt_step_say(steps, "value",
                    "The piles have these Grundy values; their nim-sum is {sum}:",
                    BT_ARGS(BT_NUM("sum", sum)));
        bt_step_grid(steps, value, NULL, p->n, 2);
    } else {
        bt_step_say(steps, "value", "The nim-sum of the piles' Grundy values is {sum}.",
                    BT_ARGS(BT_NUM("sum", sum)));
    }
    bt_step_numbers(steps, "numbers", value, p->n);
    bt_step_number(steps, "nim_sum", sum);
    if (p->n == 1)
        bt_step_say(steps, "rule",
                    "A single pile is P exactly when that value is {play}{play2, "
                    "select, yes { (misère play)} other {}}.",
                    BT_ARGS(BT_NUM("play", (uint64_t)(play == BT_MISERE)),
                            BT_TRUE("play2", play == BT_MISERE)));
    else if (play == BT_NORMAL)
        bt_step_say(steps, "rule", "P exactly when the nim-sum of the values is 0.",
                    BT_NO_ARGS);
    else
        bt_step_say(
            steps, "rule",
            "Misère play (Ferguson 1974): if some pile has a value of 2 or more, P "
            "exactly when the nim-sum of the values is 0; otherwise exactly when it is "
            "1. Here {firm2, plural, =0 {{firm, select, yes {one pile has} other {no "
            "pile has}}} one {{firm, select, yes {one pile has} other {no pile has}}} "
            "other {some piles have}} a value of 2 or more.",
            BT_ARGS(BT_TRUE("firm", firm), BT_NUM("firm2", firm)));
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
