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
static const char *odd(const bti_nim_piles *p)
{
    return p->place ? "odd " : "";
}

static void say_grid(const story *s, const uint64_t *number, const char *kind,
                     const char *sentence)
{
    const bti_nim_piles *p = s->piles;
    if (p->n > SHOWN_ROWS)
        return; /* too many to be looked at */
    bt_step_say(s->steps, kind, "{sentence}", BT_ARGS(BT_STR("sentence", sentence)));
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
static void say_after(const story *s, size_t i, uint64_t to, const char *sentence)
{
    const bti_nim_piles *p = s->piles;
    uint64_t *after = bt_steps_room(s->steps, p->n);
    if (!after || p->n > SHOWN_ROWS)
        return;
    for (size_t k = 0; k < p->n; k++)
        after[k] = k == i ? to : p->number[k];
    say_grid(s, after, "after", sentence);
}

/* "Pile" from "pile". */
static char capital(const char *what)
{
    return (char)(what[0] - 'a' + 'A');
}

static void say_candidate(const story *s, size_t i)
{
    const bti_nim_piles *p = s->piles;
    uint64_t to = p->number[i] ^ s->sum;
    bt_step_say(s->steps, "candidate",
                "{capital}{what} {place}: {number} xor {sum} = {to}, which is smaller "
                "because the leftmost digit that changes goes from 1 to 0.",
                BT_ARGS(BT_SPAN("capital", ((bt_span){&(char){capital(p->what)}, 1})),
                        BT_STR("what", p->what + 1), BT_NUM("place", place_of(p, i)),
                        BT_NUM("number", p->number[i]), BT_NUM("sum", s->sum),
                        BT_NUM("to", to)));
    bt_step_number(s->steps, p->what, place_of(p, i));
    bt_step_number(s->steps, "from", p->number[i]);
    bt_step_number(s->steps, "to", to);
}

/* "So only pile 2 can be used", "So both piles", "So 3 piles". */
static void put_able(const bti_nim_piles *p, size_t able, size_t first, bt_text *out)
{
    const char *done = p->may_grow ? "made smaller for that" : "used";
    bt_text_put(out, p->place ? "So of the odd steps " : "So ");
    if (able == 1)
        bt_say(out, "only {what} {place} can be {done}, and in one way",
               BT_ARGS(BT_STR("what", p->what), BT_NUM("place", place_of(p, first)),
                       BT_STR("done", done)));
    else if (able == 2 && p->n == 2)
        bt_say(out, "both {what}s can be {done}, each in exactly one way",
               BT_ARGS(BT_STR("what", p->what), BT_STR("done", done)));
    else
        bt_say(out,
               "{able, select, yes {} other {all }}{able2} {what}s can be {done}, each "
               "in exactly one way",
               BT_ARGS(BT_TRUE("able", able < p->n), BT_NUM("able2", able),
                       BT_STR("what", p->what), BT_STR("done", done)));
}

/* Which piles have a 1 in the leading column, and why the others do not help. */
static void say_one_each(const story *s, size_t able, size_t first)
{
    const bti_nim_piles *p = s->piles;
    bt_text words;
    bt_text_init(&words, s->steps->arena.ctx);
    if (p->n == 1)
        bt_say(&words,
               "There is no other {odd}{what}, so this is the only way{may_grow, "
               "select, yes { to do it by making the } other {}}{may_grow, select, yes "
               "{{what}} other {}}{may_grow, select, yes { smaller} other {}}.",
               BT_ARGS(BT_STR("odd", odd(p)), BT_STR("what", p->what),
                       BT_TRUE("may_grow", p->may_grow)));
    else
        put_able(p, able, first, &words);
    if (able < p->n)
        bt_say(&words,
               "; in the other{n, plural, one {} other {s}} that digit would go from 0 "
               "to 1{may_grow, select, yes {} other {, and the number would grow}}",
               BT_ARGS(BT_NUM("n", p->n - able), BT_TRUE("may_grow", p->may_grow)));
    bt_text_put(&words, p->n == 1 ? "" : ".");
    if (able < p->n && p->may_grow)
        bt_say(&words,
               " A move that makes a {what} larger may win too, but is never needed.",
               BT_ARGS(BT_STR("what", p->what)));
    if (bt_text_status(&words) != BT_OK && bt_steps_status(s->steps) == BT_OK)
        s->steps->status = bt_text_status(&words);
    bt_step_say(s->steps, "one-each", "{words}",
                BT_ARGS(BT_STR("words", bt_text_chars(&words))));
    bt_text_free(&words);
    bt_step_number(s->steps, "candidates", able);
    bt_step_number(s->steps, "piles", p->n);
}

/* Nim-sum not 0: every pile with a 1 in the leading column can be used. */
static void say_candidates(const story *s)
{
    const bti_nim_piles *p = s->piles;
    uint64_t lead = highest_bit(s->sum);
    size_t first = p->n, able = 0;
    bt_step_say(s->steps, "leading-column",
                "The leftmost column with an odd number of ones is the column of "
                "{lead}. To make every column even, {place, select, yes {an} other "
                "{a}} {odd}{what} with a 1 there {may_grow, select, yes {can} other "
                "{must}} change that digit to 0{lead, plural, one {.} other { and flip "
                "every digit to its right that stands in an odd column.}}",
                BT_ARGS(BT_NUM("lead", lead), BT_TRUE("place", p->place),
                        BT_STR("odd", odd(p)), BT_STR("what", p->what),
                        BT_TRUE("may_grow", p->may_grow)));
    bt_step_number(s->steps, "column", lead);
    for (size_t i = 0; i < p->n; i++) {
        if (!(p->number[i] & lead))
            continue;
        if (able++ < TOLD_PILES)
            say_candidate(s, i);
        first = first == p->n ? i : first;
    }
    say_one_each(s, able, first);
    if (first < p->n)
        say_after(s, first, p->number[first] ^ s->sum,
                  able == 1 ? "After that move every column is even:"
                            : "After the first of these moves every column is even:");
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
            "move changes one {odd}{what} only, so it leaves an odd column and still a "
            "number of 2 or more: the opponent wins, by making all columns even again "
            "or, where that would leave only ones, by leaving an odd number of them.",
            BT_ARGS(BT_STR("odd", odd(p)), BT_STR("what", p->what)));
    else if (all_zero(p))
        bt_step_say(s->steps, "balanced",
                    "All of them are 0, so every move that matters makes one "
                    "{odd}{what} larger. That leaves an odd column, and the opponent "
                    "can make all columns even again.",
                    BT_ARGS(BT_STR("odd", odd(p)), BT_STR("what", p->what)));
    else
        bt_step_say(
            s->steps, "balanced",
            "Every column is even. A move changes one {odd}{what} only, so in each "
            "column where a digit changes the sum becomes 1: every move leaves an odd "
            "column, and the opponent can make all columns even again.",
            BT_ARGS(BT_STR("odd", odd(p)), BT_STR("what", p->what)));
}

static void say_normal(const story *s)
{
    if (s->piles->n > 0)
        say_grid(
            s, s->piles->number, "grid",
            s->piles->n == 1
                ? "Write the number in binary. The sum of a column is just its digit:"
                : "Write the numbers in binary, one under the other. The sum of a "
                  "column is 1 if it holds an odd number of ones, otherwise 0:");
    bt_step_say(s->steps, "nim-sum",
                "The nim-sum is {sum}, so the position is {sum2, select, yes "
                "{unbalanced} other {balanced}}.",
                BT_ARGS(BT_NUM("sum", s->sum), BT_TRUE("sum2", s->sum)));
    bt_step_number(s->steps, "nim_sum", s->sum);
    if (s->sum)
        say_candidates(s);
    else
        say_balanced(s);
}

static void say_ones(const story *s)
{
    const bti_nim_piles *p = s->piles;
    const char *parity = s->sum ? "odd" : "even";
    size_t count = 0;
    for (size_t i = 0; i < p->n; i++)
        count += p->number[i] == 1;
    if (!p->more_later && count == 1)
        bt_step_say(s->steps, "ones",
                    "A single one is left, and whoever takes it loses.", BT_NO_ARGS);
    else if (!p->more_later)
        bt_step_say(
            s->steps, "ones",
            "No {odd}{what} has more than one; the number of ones is {count}, which is "
            "{parity}. They go one by one, and whoever takes the last loses, so an odd "
            "number is lost for the player to move and an even number is won.",
            BT_ARGS(BT_STR("odd", odd(p)), BT_STR("what", p->what),
                    BT_NUM("count", count), BT_STR("parity", parity)));
    else
        bt_step_say(s->steps, "ones",
                    "No {odd}{what} has more than one; the number of ones is {count}, "
                    "which is {parity}. What comes in later can be sent away again, so "
                    "the ones decide: an odd number is lost for the player to move, an "
                    "even number is won by making it odd.",
                    BT_ARGS(BT_STR("odd", odd(p)), BT_STR("what", p->what),
                            BT_NUM("count", count), BT_STR("parity", parity)));
    bt_step_number(s->steps, "ones", count);
}

/* Exactly one pile of two or more: it decides how many ones are left. */
static void say_last_large(const story *s)
{
    const bti_nim_piles *p = s->piles;
    size_t large = 0, ones = 0;
    for (size_t i = 0; i < p->n; i++) {
        ones += p->number[i] == 1;
        large = p->number[i] >= 2 ? i : large;
    }
    uint64_t to = ones % 2 == 0;
    if (ones == 0)
        bt_step_say(
            s->steps, "last-large",
            "Leave a single one: make {what} {place} a 1. That is lost for the "
            "opponent.",
            BT_ARGS(BT_STR("what", p->what), BT_NUM("place", place_of(p, large))));
    else
        bt_step_say(s->steps, "last-large",
                    "{place, select, yes {Of the odd steps only} other {Only}} {what} "
                    "{place2} has more than one; besides it there {ones, plural, one "
                    "{is} other {are}} {ones} {what}{ones, plural, one {} other {s}} "
                    "with one. Make {what} {place2} a {to}, so that an odd number of "
                    "ones is left, which is lost for the opponent.",
                    BT_ARGS(BT_TRUE("place", p->place), BT_STR("what", p->what),
                            BT_NUM("place2", place_of(p, large)), BT_NUM("ones", ones),
                            BT_NUM("to", to)));
    bt_step_number(s->steps, p->what, place_of(p, large));
    bt_step_number(s->steps, "from", p->number[large]);
    bt_step_number(s->steps, "to", to);
}

static void say_misere(const story *s)
{
    bt_step_say(s->steps, "misere",
                "Misère play: play as in normal Nim until a move would leave only "
                "ones; then leave an odd number of them.",
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
