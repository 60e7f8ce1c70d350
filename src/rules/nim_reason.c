/* SPDX-License-Identifier: MIT */
#include "rules/nim_reason.h"

#include "rules/heaps.h"

#include <bouton/kernels.h>

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

static void say_grid(const story *s, const uint64_t *number, const char *kind,
                     const char *sentence)
{
    const bti_nim_piles *p = s->piles;
    if (p->n > SHOWN_ROWS)
        return; /* too many to be looked at */
    bt_step_say(s->steps, kind, "%s", sentence);
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

/* How often the size of pile i occurs among the piles before i, and among all. */
static size_t count_equal(const bti_nim_piles *p, uint64_t size, size_t below)
{
    size_t count = 0;
    for (size_t i = 0; i < below; i++)
        count += p->number[i] == size;
    return count;
}

/* The copycat strategy, where it is true: all sizes in pairs, or all but one pile. */
static void say_copycat(const story *s)
{
    const bti_nim_piles *p = s->piles;
    size_t single = 0, singles = 0, nonzero = 0;
    if (!p->copycat || p->play != BT_NORMAL || p->n > SHOWN_ROWS)
        return;
    for (size_t i = 0; i < p->n; i++) {
        if (p->number[i] == 0)
            continue;
        nonzero++;
        bool last =
            count_equal(p, p->number[i], p->n) == count_equal(p, p->number[i], i) + 1;
        if (last && count_equal(p, p->number[i], p->n) % 2 == 1) {
            singles++;
            single = i;
        }
    }
    if (nonzero < 2 || singles > 1)
        return;
    if (singles == 0) {
        bt_step_say(
            s->steps, "copycat",
            "It can also be seen without binary digits: the %ss come in equal "
            "pairs. Whatever is done to one of a pair, the opponent can do to the "
            "other.",
            p->what);
        return;
    }
    bt_step_say(
        s->steps, "copycat",
        "It can also be seen without binary digits: without %s %llu the %ss come in "
        "equal pairs. Take all of it; then whatever the opponent does to one of a "
        "pair can be done to the other.",
        p->what, place_of(p, single), p->what);
    bt_step_number(s->steps, p->what, place_of(p, single));
    bt_step_number(s->steps, "from", p->number[single]);
    bt_step_number(s->steps, "to", 0);
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

/* Nim-sum not 0: every pile with a 1 in the leading column can be used. */
static void say_candidates(const story *s)
{
    const bti_nim_piles *p = s->piles;
    uint64_t lead = highest_bit(s->sum);
    size_t first = p->n, told = 0, able = 0;
    bt_step_say(
        s->steps, "leading-column",
        "The leftmost column with an odd number of ones is the column of %llu. To "
        "make every column even, a %s with a 1 there must change that digit to 0; "
        "the digits to the right are then set as the sums ask for.",
        (unsigned long long)lead, p->what);
    bt_step_number(s->steps, "column", lead);
    for (size_t i = 0; i < p->n; i++) {
        if (!(p->number[i] & lead))
            continue;
        able++;
        first = first == p->n ? i : first;
        if (told == TOLD_PILES)
            continue;
        told++;
        uint64_t to = p->number[i] ^ s->sum;
        bt_step_say(
            s->steps, "candidate",
            "%c%s %llu: %llu xor %llu = %llu, which is smaller because the leftmost "
            "digit that changes goes from 1 to 0.",
            (char)(p->what[0] - 'a' + 'A'), p->what + 1, place_of(p, i),
            (unsigned long long)p->number[i], (unsigned long long)s->sum,
            (unsigned long long)to);
        bt_step_number(s->steps, p->what, place_of(p, i));
        bt_step_number(s->steps, "from", p->number[i]);
        bt_step_number(s->steps, "to", to);
    }
    bt_step_say(
        s->steps, "one-each",
        p->may_grow
            ? "So %zu of %zu %ss can be made smaller, each in exactly one way; in "
              "the others that digit would have to go from 0 to 1. A move that makes "
              "one of those larger may win too, but is never needed."
            : "So %zu of %zu %ss can be used, each in exactly one way; in the "
              "others that digit would have to go from 0 to 1, and the number would "
              "grow.",
        able, p->n, p->what);
    bt_step_number(s->steps, "candidates", able);
    if (first < p->n)
        say_after(s, first, p->number[first] ^ s->sum,
                  "After the first of these moves every column is even:");
}

static void say_balanced(const story *s)
{
    const bti_nim_piles *p = s->piles;
    const char *odd = p->place ? "odd " : ""; /* of a staircase only those count */
    if (p->play == BT_MISERE)
        bt_step_say(
            s->steps, "balanced",
            "Every column is even, and at least two of the numbers are 2 or more. A "
            "move changes one %s%s only, so it leaves an odd column and still a "
            "number of 2 or more: the opponent wins, by making all columns even "
            "again or, where that would leave only ones, by leaving an odd number "
            "of them.",
            odd, p->what);
    else
        bt_step_say(
            s->steps, "balanced",
            "Every column is even. A move changes one %s%s only, so in each column "
            "where a digit changes the sum becomes 1: every move leaves an odd "
            "column, and the opponent can make all columns even again.",
            odd, p->what);
}

static void say_normal(const story *s)
{
    if (s->piles->n > 0)
        say_grid(
            s, s->piles->number, "grid",
            "Write the numbers in binary, one under the other. The sum of a column is "
            "1 if it holds an odd number of ones, otherwise 0:");
    bt_step_say(s->steps, "nim-sum", "The nim-sum is %llu, so the position is %s.",
                (unsigned long long)s->sum, s->sum ? "unbalanced" : "balanced");
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
    if (!p->may_grow)
        bt_step_say(
            s->steps, "ones",
            "No %s has more than one; the number of ones is %zu, which is %s. They go "
            "one by one, and whoever takes the last loses, so an odd number is lost "
            "for the player to move and an even number is won.",
            p->what, count, parity);
    else
        bt_step_say(
            s->steps, "ones",
            "No %s has more than one; the number of ones is %zu, which is %s. What "
            "comes in later can be sent away again, so the ones decide: an odd "
            "number is lost for the player to move, an even number is won by making "
            "it odd.",
            p->what, count, parity);
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
    bt_step_say(
        s->steps, "last-large",
        "Only %s %llu has more than one; the number of ones besides it is %zu. Make "
        "it %llu, so that an odd number of ones is left, which is lost for the "
        "opponent.",
        p->what, place_of(p, large), ones, (unsigned long long)to);
    bt_step_number(s->steps, p->what, place_of(p, large));
    bt_step_number(s->steps, "from", p->number[large]);
    bt_step_number(s->steps, "to", to);
}

static void say_misere(const story *s)
{
    bt_step_say(
        s->steps, "misere",
        "Misère play: play as in normal Nim until a move would leave only ones; "
        "then leave an odd number of them.");
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
    say_copycat(&s);
}
