/* SPDX-License-Identifier: MIT */
#include "rules/nim_reason.h"

#include <bouton/kernels.h>
#include <bouton/number_kit.h>

enum { SHOWN_ROWS = 24, TOLD_PILES = 8 };

typedef struct {
    const bti_nim_piles *piles;
    bt_steps *steps;
    uint64_t sum;
    size_t firm; /* piles of two or more */
} story;

static unsigned long long place_of(const bti_nim_piles *p, size_t i)
{
    return p->place ? p->place[i] : i + 1;
}

/* Of a staircase only the odd steps count, and the sentences say so. */
static bool odd(const bti_nim_piles *p)
{
    return p->place != NULL;
}

static void say_grid(const story *s, const uint64_t *number, const char *kind,
                     const char *key)
{
    const bti_nim_piles *p = s->piles;
    if (p->n > SHOWN_ROWS)
        return; /* too many to be looked at */
    bt_step_say(s->steps, kind, key, BT_NO_ARGS);
    bt_step_numbers(s->steps, "numbers", number, p->n);
    bt_step_number(s->steps, "nim_sum", bt_nim_sum(number, p->n));
    bt_step_grid(s->steps, number, p->place, p->n, 2);
}

static uint64_t highest_bit(uint64_t x)
{
    while (x & (x - 1))
        x &= x - 1;
    return x;
}

/* The pile whose change the sentence is about, and what everything looks like then. */
static void say_after(const story *s, size_t i, uint64_t to, const char *key)
{
    const bti_nim_piles *p = s->piles;
    uint64_t *after = bt_steps_room(s->steps, p->n);
    if (!after || p->n > SHOWN_ROWS)
        return;
    for (size_t k = 0; k < p->n; k++)
        after[k] = k == i ? to : p->number[k];
    say_grid(s, after, "after", key);
}

static void say_candidate(const story *s, size_t i)
{
    const bti_nim_piles *p = s->piles;
    uint64_t to = p->number[i] ^ s->sum;
    bt_step_say(s->steps, "candidate",
                "{What} {place} goes from {number} to {number} xor {sum} = {to}.",
                BT_ARGS(BT_STR("what", p->what), BT_NUM("place", place_of(p, i)),
                        BT_NUM("number", p->number[i]), BT_NUM("sum", s->sum),
                        BT_NUM("to", to)));
    bt_step_number(s->steps, p->what, place_of(p, i));
    bt_step_number(s->steps, "from", p->number[i]);
    bt_step_number(s->steps, "to", to);
}

/* The piles that have a 1 in the leading column: all of them can be used. */
typedef struct {
    size_t count, first;
    uint64_t place[TOLD_PILES]; /* of as many as are listed */
} able_piles;

static able_piles find_able(const bti_nim_piles *p, uint64_t lead)
{
    able_piles able = {.first = p->n};
    for (size_t i = 0; i < p->n; i++) {
        if (!(p->number[i] & lead))
            continue;
        if (able.count == 0)
            able.first = i;
        if (able.count < TOLD_PILES)
            able.place[able.count] = place_of(p, i);
        able.count++;
    }
    return able;
}

/* One pile alone has a 1 there. */
static void say_only_one(const story *s, const able_piles *able)
{
    const bti_nim_piles *p = s->piles;
    if (p->n == 1)
        bt_step_say(s->steps, "one-each",
                    "There is no other {odd, select, yes {odd {what}} other {{what}}}, "
                    "so this is the only winning move.",
                    BT_ARGS(BT_TRUE("odd", odd(p)), BT_STR("what", p->what)));
    else if (p->may_grow)
        bt_step_say(
            s->steps, "one-each",
            "Only {what} {place} has a 1 in that column, so the only winning move that "
            "makes {odd, select, yes {an odd {what}} other {a {what}}} smaller is "
            "there. A move that makes one larger may win too, but it is never needed.",
            BT_ARGS(BT_STR("what", p->what), BT_TRUE("odd", odd(p)),
                    BT_NUM("place", able->place[0])));
    else
        bt_step_say(
            s->steps, "one-each",
            "Only {what} {place} has a 1 in that column, so this is the only winning "
            "move. {coin, select, yes {With {others, plural, one {the other coin} "
            "other "
            "{any other coin}}} other {In {others, plural, one {the other {what}} "
            "other {any other {what}}}}} that digit would go from 0 to 1, which makes "
            "the number larger.",
            BT_ARGS(BT_STR("what", p->what), BT_NUM("place", able->place[0]),
                    BT_TRUE("coin", p->on_squares), BT_NUM("others", p->n - 1)));
}

/* Where chips can come in, a larger pile is possible and may be right. */
static void say_some_may_grow(const story *s, const able_piles *able)
{
    const bti_nim_piles *p = s->piles;
    if (able->count == p->n)
        bt_step_say(s->steps, "one-each",
                    "{odd, select, yes {Every odd {what}} other {Every {what}}} has a "
                    "1 in that column, so each of them has exactly one winning move "
                    "that makes it smaller.",
                    BT_ARGS(BT_TRUE("odd", odd(p)), BT_STR("what", p->what)));
    else if (able->count <= TOLD_PILES)
        bt_step_say(s->steps, "one-each",
                    "{Whats} {places} have a 1 in that column, so each of them has "
                    "exactly one winning move that makes it smaller. A move that makes "
                    "a {what} larger may win too, but it is never needed.",
                    BT_ARGS(BT_STR("what", p->what), BT_STR("whats", p->whats),
                            BT_LIST("places", able->place, able->count)));
    else
        bt_step_say(s->steps, "one-each",
                    "In all, {count} of the {n} {odd, select, yes {odd {whats}} other "
                    "{{whats}}} have a 1 in that column, so each of these has exactly "
                    "one winning move that makes it smaller. A move that makes a "
                    "{what} larger may win too, but it is never needed.",
                    BT_ARGS(BT_NUM("count", able->count), BT_NUM("n", p->n),
                            BT_TRUE("odd", odd(p)), BT_STR("what", p->what),
                            BT_STR("whats", p->whats)));
}

static void say_some(const story *s, const able_piles *able)
{
    const bti_nim_piles *p = s->piles;
    if (able->count == p->n)
        bt_step_say(
            s->steps, "one-each",
            "{odd, select, yes {Every odd {what}} other {Every {what}}} has a 1 in "
            "that column, so there is exactly one winning move {coin, select, yes "
            "{with} other {in}} each of them.",
            BT_ARGS(BT_TRUE("coin", p->on_squares), BT_TRUE("odd", odd(p)),
                    BT_STR("what", p->what)));
    else if (able->count <= TOLD_PILES)
        bt_step_say(
            s->steps, "one-each",
            "{Whats} {places} have a 1 in that column, so there is exactly one winning "
            "move {coin, select, yes {with} other {in}} each of them. {coin, select, "
            "yes {With {others, plural, one {the other coin} other {any other coin}}} "
            "other {In {others, plural, one {the other {what}} other {any other "
            "{what}}}}} that digit would go from 0 to 1, which makes the number "
            "larger.",
            BT_ARGS(BT_TRUE("coin", p->on_squares), BT_STR("what", p->what),
                    BT_STR("whats", p->whats),
                    BT_LIST("places", able->place, able->count),
                    BT_NUM("others", p->n - able->count)));
    else
        bt_step_say(
            s->steps, "one-each",
            "In all, {count} of the {n} {odd, select, yes {odd {whats}} other "
            "{{whats}}} have a 1 in that column, so there is exactly one winning move "
            "{coin, select, yes {with} other {in}} each of these.",
            BT_ARGS(BT_TRUE("coin", p->on_squares), BT_NUM("count", able->count),
                    BT_NUM("n", p->n), BT_TRUE("odd", odd(p)),
                    BT_STR("whats", p->whats)));
}

/* Which piles have a 1 in the leading column, and why the others do not help. */
static void say_one_each(const story *s, const able_piles *able)
{
    if (able->count == 1)
        say_only_one(s, able);
    else if (s->piles->may_grow)
        say_some_may_grow(s, able);
    else
        say_some(s, able);
    bt_step_number(s->steps, "candidates", able->count);
    bt_step_number(s->steps, "piles", s->piles->n);
}

static void say_leading_column(const story *s, uint64_t lead)
{
    const bti_nim_piles *p = s->piles;
    bt_args args = BT_ARGS(BT_NUM("lead", lead), BT_TRUE("odd", odd(p)),
                           BT_STR("what", p->what), BT_TRUE("may_grow", p->may_grow));
    if (s->sum == lead)
        bt_step_say(
            s->steps, "leading-column",
            "The only column with an odd number of ones is the column of {lead}. To "
            "make it even, {odd, select, yes {an odd {what}} other {a {what}}} with a "
            "1 there {may_grow, select, yes {can} other {must}} change that 1 to 0. "
            "This makes the number smaller.",
            args);
    else
        bt_step_say(
            s->steps, "leading-column",
            "The leftmost column with an odd number of ones is the column of {lead}. "
            "To make every column even, {odd, select, yes {an odd {what}} other {a "
            "{what}}} with a 1 there {may_grow, select, yes {can} other {must}} change "
            "that 1 to 0 and flip its digits in the other odd columns. This makes the "
            "number smaller, because the leftmost digit that changes goes from 1 to 0.",
            args);
    bt_step_number(s->steps, "column", lead);
    bt_step_number(s->steps, "nim_sum", s->sum);
}

/* Nim-sum not 0: every pile with a 1 in the leading column can be used. */
static void say_candidates(const story *s)
{
    const bti_nim_piles *p = s->piles;
    uint64_t lead = highest_bit(s->sum);
    able_piles able = find_able(p, lead);
    size_t told = 0;
    say_leading_column(s, lead);
    for (size_t i = 0; i < p->n && told < TOLD_PILES; i++)
        if (p->number[i] & lead) {
            say_candidate(s, i);
            told++;
        }
    say_one_each(s, &able);
    if (able.first < p->n)
        say_after(s, able.first, p->number[able.first] ^ s->sum,
                  able.count == 1
                      ? BT_TEXT("After that move every column is even:")
                      : BT_TEXT("After the first of these moves every column is "
                                "even:"));
}

static bool all_zero(const bti_nim_piles *p)
{
    uint64_t any = 0;
    for (size_t i = 0; i < p->n; i++)
        any |= p->number[i];
    return any == 0;
}

static void say_balanced(const story *s)
{
    const bti_nim_piles *p = s->piles;
    if (p->play == BT_MISERE)
        bt_step_say(
            s->steps, "balanced",
            "Every column is even, and at least two of the numbers are 2 or more. A "
            "move changes only one {odd, select, yes {odd {what}} other {{what}}}, so "
            "it leaves an odd column, and at least one number is still 2 or more. The "
            "opponent "
            "then wins by making all columns even again or, if that would leave only "
            "ones, by leaving an odd number of them.",
            BT_ARGS(BT_TRUE("odd", odd(p)), BT_STR("what", p->what)));
    else if (all_zero(p))
        bt_step_say(s->steps, "balanced",
                    "{n, plural, one {The number is 0} other {All the numbers are 0}}, "
                    "so a move can only make {odd, select, yes {an odd {what}} other "
                    "{a {what}}} larger. That leaves an odd column, and the opponent "
                    "can make all columns even again.",
                    BT_ARGS(BT_NUM("n", p->n), BT_TRUE("odd", odd(p)),
                            BT_STR("what", p->what)));
    else
        bt_step_say(
            s->steps, "balanced",
            "Every column is even. A move changes only one {odd, select, yes {odd "
            "{what}} other {{what}}}, so every column in which one of its digits "
            "changes becomes odd. The opponent can then make all columns even again.",
            BT_ARGS(BT_TRUE("odd", odd(p)), BT_STR("what", p->what)));
}

static void say_normal(const story *s)
{
    if (s->piles->n > 0)
        say_grid(s, s->piles->number, "grid",
                 s->piles->n == 1
                     ? BT_TEXT("Write the number in binary. It is the only one, so the "
                               "sum of a column is just its digit:")
                     : BT_TEXT("Write the numbers in binary, one below the other. The "
                               "sum of a column is 1 if it has an odd number of ones, "
                               "and 0 otherwise:"));
    if (s->sum)
        bt_step_say(s->steps, "nim-sum",
                    "The nim-sum is {sum}, so the position is unbalanced.",
                    BT_ARGS(BT_NUM("sum", s->sum)));
    else
        bt_step_say(s->steps, "nim-sum",
                    "The nim-sum is 0, so the position is balanced.", BT_NO_ARGS);
    bt_step_number(s->steps, "nim_sum", s->sum);
    if (s->sum)
        say_candidates(s);
    else
        say_balanced(s);
}

/* Nothing but ones: who wins depends on their number. */
static void say_ones(const story *s)
{
    const bti_nim_piles *p = s->piles;
    uint64_t count = 0;
    for (size_t i = 0; i < p->n; i++)
        count += p->number[i] == 1;
    bt_args args = BT_ARGS(BT_TRUE("odd", odd(p)), BT_STR("what", p->what),
                           BT_NUM("count", count), BT_TRUE("even", s->sum == 0));
    if (p->on_squares && count == 1)
        bt_step_say(s->steps, "ones",
                    "Only one coin can still move, from square 1 to square 0, and "
                    "whoever moves it loses.",
                    BT_NO_ARGS);
    else if (!p->more_later && count == 1)
        bt_step_say(s->steps, "ones",
                    "Only a single 1 is left, and whoever takes it loses.", BT_NO_ARGS);
    else if (p->on_squares)
        bt_step_say(
            s->steps, "ones",
            "No coin is beyond square 1. There are {count} coins on square 1, and "
            "every move takes one of them to square 0. {even, select, yes {That is an "
            "even number, so the opponent has to move the last one and loses.} other "
            "{That is an odd number, so the player to move has to move the last one "
            "and loses.}}",
            args);
    else if (!p->more_later)
        bt_step_say(
            s->steps, "ones",
            "No {odd, select, yes {odd {what}} other {{what}}} has more than 1. There "
            "are {count} ones, and every move takes one of them. {even, select, yes "
            "{That is an even number, so the opponent has to take the last one and "
            "loses.} other {That is an odd number, so the player to move has to take "
            "the last one and loses.}}",
            args);
    else
        bt_step_say(
            s->steps, "ones",
            "No {odd, select, yes {odd {what}} other {{what}}} has more than 1, and "
            "the number of ones is {count}, which is {even, select, yes {even} other "
            "{odd}}. If a move adds something later, the opponent can undo it, so only "
            "this number matters: if it is odd, the player to move loses; if it is "
            "even, the player to move can make it odd and wins.",
            args);
    bt_step_number(s->steps, "ones", count);
}

/* Exactly one pile of two or more: it decides how many ones are left. */
static void say_last_large(const story *s)
{
    const bti_nim_piles *p = s->piles;
    uint64_t ones = 0;
    size_t large = 0;
    for (size_t i = 0; i < p->n; i++) {
        ones += p->number[i] == 1;
        large = p->number[i] >= 2 ? i : large;
    }
    uint64_t to = ones % 2 == 0;
    bt_args args = BT_ARGS(BT_TRUE("odd", odd(p)), BT_STR("what", p->what),
                           BT_NUM("place", place_of(p, large)), BT_NUM("ones", ones),
                           BT_NUM("to", to));
    if (p->on_squares && ones == 0)
        bt_step_say(s->steps, "last-large",
                    "Slide coin {place} to square 1. Then only one coin can still "
                    "move, and the opponent has to move it and loses.",
                    args);
    else if (p->on_squares)
        bt_step_say(
            s->steps, "last-large",
            "Only coin {place} is beyond square 1, and {ones, plural, one {one other "
            "coin is} other {{ones} others are}} on square 1. Slide coin {place} to "
            "square {to}. Then an odd number of coins is left on square 1, and the "
            "opponent loses.",
            args);
    else if (ones == 0)
        bt_step_say(s->steps, "last-large",
                    "Leave 1 in {what} {place}. Then a single 1 is left, and the "
                    "opponent loses.",
                    args);
    else
        bt_step_say(
            s->steps, "last-large",
            "Only {what} {place} has more than 1, and {ones, plural, one {one other "
            "{odd, select, yes {odd {what}} other {{what}}} has 1} other {{ones} "
            "others have 1}}. {to, plural, =0 {Take all of {what} {place}} other "
            "{Leave "
            "1 in {what} {place}}}. Then an odd number of ones is left, and the "
            "opponent loses.",
            args);
    bt_step_number(s->steps, p->what, place_of(p, large));
    bt_step_number(s->steps, "from", p->number[large]);
    bt_step_number(s->steps, "to", to);
}

static void say_misere(const story *s)
{
    bt_step_say(s->steps, "misere",
                "In misère play, play as in normal Nim until a move would leave only "
                "ones. Then leave an odd number of them.",
                BT_NO_ARGS);
    if (s->firm == 0)
        say_ones(s);
    else if (s->firm == 1)
        say_last_large(s);
    else
        say_normal(s);
}

void bti_nim_reason(const bti_nim_piles *piles, bt_steps *steps)
{
    story s = {
        .piles = piles, .steps = steps, .sum = bt_nim_sum(piles->number, piles->n)};
    for (size_t i = 0; i < piles->n; i++)
        s.firm += piles->number[i] >= 2;
    if (piles->play == BT_MISERE)
        say_misere(&s);
    else
        say_normal(&s);
}
