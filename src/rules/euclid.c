/* SPDX-License-Identifier: MIT
 * Euclid: take a multiple of the smaller number away from the larger one, as in
 * Euclid's algorithm but as often at once as one likes. Play ends when a number is 0.
 * (Another version ends when both are equal; it has other values.)
 *
 * Cole and Davie (1969): the next player wins x >= y > 0 exactly when x = y or x > phi
 * y, phi = (1 + sqrt 5) / 2. Here the quotients decide, and give the values as well.
 * Let x = q y + r with r < y, and let h be the value of r,y. The options are r + i y, y
 * for i < q, and those of one of them are all the ones with smaller i. So the values
 * are h, and then, for i = 1, 2, ..., the numbers 0, 1, 2, ... with h left out.
 *
 * Misere: to take all is to lose, so it is done only where nothing else is possible, at
 * y,y. Hence y,y is P and any other multiple of y beside y is N. Otherwise r,y and r +
 * y,y, from which one must go to r,y, have different outcomes: with q >= 2 one of them
 * can be chosen, and with q = 1 one must go to r,y. So x >= y > 0 is N exactly when x >
 * phi y: that holds for multiples of y and for q >= 2, and x = y + r is above phi y
 * exactly when y is below phi r. */
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "rules/registry.h"

enum { MOST_QUOTIENTS = 96 }; /* of two 64-bit numbers: at most 93 */

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    static const char want[] = BT_TEXT("euclid expects two numbers like 7,12");
    (void)g;
    BT_TRY(bt_parse_list(ctx, want, text, pos));
    if (pos->n != 2)
        return bt_fail(
            ctx, BT_DOMAIN,
            "this position has {n} {n, plural, one {number} other {numbers}}; "
            "{expected}",
            BT_ARGS(BT_NUM("n", pos->n), BT_STR("expected", bt_words_for(ctx, want))));
    return BT_OK;
}

/* Which of the two is taken from: the larger one, the first if they are equal. Their
 * options are equal then but for the order, so both are shown. */
struct view {
    size_t larger;
    uint64_t x, y; /* x >= y */
};

static struct view view_of(const bt_pos *p)
{
    size_t larger = p->x[1] > p->x[0];
    return (struct view){larger, p->x[larger], p->x[1 - larger]};
}

static bool show(bt_pos *p, size_t i, uint64_t to, bt_visit *visit)
{
    uint64_t before = p->x[i];
    p->x[i] = to;
    bool going = bt_show(visit, p, i, 1, &before);
    p->x[i] = before;
    return going;
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    struct view v = view_of(p);
    bool going = true;
    (void)g;
    if (v.y == 0)
        return true;
    for (uint64_t to = v.x; to >= v.y && going;)
        going = show(p, v.larger, to -= v.y, visit);
    if (v.x == v.y && going)
        going = show(p, 1, 0, visit);
    return going;
}

/* The quotients of Euclid's algorithm, the first one first. */
static size_t quotients_of(uint64_t x, uint64_t y, uint64_t *quotient)
{
    size_t n = 0;
    while (y > 0) {
        uint64_t rest = x % y;
        quotient[n++] = x / y;
        x = y;
        y = rest;
    }
    return n;
}

/* The value of r + i y, y for i >= 1, where h is that of r,y. */
static uint64_t value_above(uint64_t h, uint64_t i)
{
    return i <= h ? i - 1 : i;
}

static uint64_t value_of(uint64_t x, uint64_t y)
{
    uint64_t quotient[MOST_QUOTIENTS], value = 0;
    for (size_t n = quotients_of(x, y, quotient); n-- > 0;)
        value = value_above(value, quotient[n]);
    return value;
}

/* x >= y. In misere play a position without a move is N. */
static bool is_p(bt_play play, uint64_t x, uint64_t y)
{
    uint64_t quotient[MOST_QUOTIENTS];
    size_t n = quotients_of(x, y, quotient);
    if (play == BT_NORMAL)
        return value_of(x, y) == 0;
    if (n == 0)
        return false;
    bool p = quotient[--n] == 1;
    while (n-- > 0)
        p = quotient[n] == 1 && !p;
    return p;
}

static void theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    struct view v = view_of(p);
    *out = (bt_answer){.outcome = is_p(g->play, v.x, v.y) ? BT_P : BT_N,
                       .has_grundy = true,
                       .grundy = value_of(v.x, v.y)};
}

/* The values of the options differ, so at most one wins: for i = 0, or for the i that
 * has the wanted value. In misere play it is i = 0 or 1. */
static bool winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit)
{
    struct view v = view_of(p);
    if (v.y == 0)
        return true;
    uint64_t r = v.x % v.y, h = value_of(v.y, r), i;
    if (g->play == BT_NORMAL)
        i = rest.grundy == h ? 0 : rest.grundy < h ? rest.grundy + 1 : rest.grundy;
    else
        i = !is_p(BT_MISERE, v.y, r);
    if (i >= v.x / v.y || (g->play == BT_MISERE && is_p(BT_MISERE, v.x, v.y)))
        return true;
    bool going = show(p, v.larger, r + i * v.y, visit);
    if (going && v.x == v.y)
        going = show(p, 1, r + i * v.y, visit);
    return going;
}

static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    uint64_t before = move->before[0], now = bt_move_words(move)[0];
    uint64_t smaller = move->to->x[1 - move->at], taken = before - now;
    bt_args args = BT_ARGS(BT_NUM("taken", taken), BT_NUM("before", before),
                           BT_NUM("times", taken / smaller), BT_NUM("smaller", smaller),
                           BT_NUM("now", now));
    (void)g;
    if (before == smaller && move->at == 0)
        bt_say(text, "take {taken} from the first {before} ({before} to {now})", args);
    else if (before == smaller)
        bt_say(text, "take {taken} from the second {before} ({before} to {now})", args);
    else if (taken == smaller)
        bt_say(text, "take {taken} from {before} ({before} to {now})", args);
    else
        bt_say(text,
               "take {taken} from {before} ({times} times {smaller}), leaving {now}",
               args);
}

static void say_divisions(bt_steps *steps, uint64_t x, uint64_t y)
{
    while (y > 0) {
        bt_step_say(steps, "division",
                    "  {larger} = {quotient} * {smaller} + {remainder}",
                    BT_ARGS(BT_NUM("larger", x), BT_NUM("quotient", x / y),
                            BT_NUM("smaller", y), BT_NUM("remainder", x % y)));
        bt_step_number(steps, "quotient", x / y);
        uint64_t rest = x % y;
        x = y;
        y = rest;
    }
}

/* The first choice, when Euclid's algorithm is at x = q y + r with q > 1 and r > 0, and
 * x stands at place `larger` of the position. */
static void say_choice(const bt_game *g, bt_steps *steps, uint64_t x, uint64_t y,
                       size_t larger, size_t forced)
{
    uint64_t r = x % y, leave[2] = {y, y}, avoid[2] = {y, y};
    bool remainder = is_p(g->play, y, r);
    leave[larger] = remainder ? r : r + y;
    avoid[larger] = remainder ? r + y : r;
    bt_step_say(
        steps, "choice",
        "{forced, select, yes {The next} other {The first}} quotient is {quotient}, so "
        "{mover, select, yes {the player to move} other {the opponent}} can leave "
        "{remainder_left},{remainder_right} or {more_left},{more_right}. The "
        "only move from the second leads to the first, so exactly one of the two is a "
        "P-position. Here that is {left},{right}, and {mover, select, yes {the player "
        "to move} other {the opponent}} wins by leaving it.",
        BT_ARGS(BT_TRUE("forced", forced > 0), BT_NUM("quotient", x / y),
                BT_TRUE("mover", forced % 2 == 0),
                BT_NUM("remainder_left", remainder ? leave[0] : avoid[0]),
                BT_NUM("remainder_right", remainder ? leave[1] : avoid[1]),
                BT_NUM("more_left", remainder ? avoid[0] : leave[0]),
                BT_NUM("more_right", remainder ? avoid[1] : leave[1]),
                BT_NUM("left", leave[0]), BT_NUM("right", leave[1])));
    bt_step_numbers(steps, "leave", leave, 2);
    bt_step_numbers(steps, "avoid", avoid, 2);
}

/* Nobody had a choice before the larger number is a multiple of the smaller one. */
static void say_end(bt_play play, bool equal, size_t forced, bt_steps *steps)
{
    bt_args args =
        BT_ARGS(BT_TRUE("forced", forced > 0), BT_TRUE("mover", forced % 2 == 0));
    if (play == BT_NORMAL && equal)
        bt_step_say(steps, "choice",
                    "{forced, select, yes {Then the numbers} other {The numbers}} are "
                    "equal, and {mover, select, yes {the player to move} other {the "
                    "opponent}} takes one of them away.",
                    args);
    else if (play == BT_NORMAL)
        bt_step_say(
            steps, "choice",
            "{forced, select, yes {Then the larger number} other {The larger "
            "number}} is a multiple of the smaller one, and {mover, select, yes "
            "{the player to move} other {the opponent}} takes all of it.",
            args);
    else if (equal)
        bt_step_say(steps, "choice",
                    "{forced, select, yes {Then the numbers} other {The numbers}} are "
                    "equal. {mover, select, yes {The player to move has to take one of "
                    "them away. Then the opponent cannot move and so wins.} other {The "
                    "opponent has to take one of them away. Then the player to move "
                    "cannot move and so wins.}}",
                    args);
    else
        bt_step_say(
            steps, "choice",
            "{forced, select, yes {Then the larger number} other {The larger "
            "number}} is a multiple of the smaller one. {mover, select, yes "
            "{The player to move makes the two numbers equal, and the opponent has "
            "to take one of them away and loses.} other {The opponent makes the two "
            "numbers equal, and the player to move has to take one of them away and "
            "loses.}}",
            args);
}

/* With quotient 1 there is no choice. The first one who has a choice wins. */
static void reason(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    struct view v = view_of(p);
    uint64_t quotient[MOST_QUOTIENTS];
    size_t n = quotients_of(v.x, v.y, quotient), forced = 0;
    bt_step_say(steps, "algorithm", "Divide, as Euclid's algorithm does:", BT_NO_ARGS);
    say_divisions(steps, v.x, v.y);
    for (; forced + 1 < n && quotient[forced] == 1; forced++) {
        uint64_t rest = v.x - v.y;
        v = (struct view){1 - v.larger, v.y, rest};
    }
    bool last = forced + 1 == n;
    if (forced > 0) {
        if (forced == 1)
            bt_step_say(steps, "forced",
                        "While the quotient is 1, there is only one move, so the first "
                        "move is forced.",
                        BT_NO_ARGS);
        else
            bt_step_say(steps, "forced",
                        "While the quotient is 1, there is only one move, so the first "
                        "{forced} moves are forced.",
                        BT_ARGS(BT_NUM("forced", forced)));
        bt_step_number(steps, "forced", forced);
    }
    if (last)
        say_end(g->play, quotient[forced] == 1, forced, steps);
    else
        say_choice(g, steps, v.x, v.y, v.larger, forced);
}

static bool rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    struct view v = view_of(p);
    uint64_t quotient[MOST_QUOTIENTS];
    (void)g;
    *moves = 0;
    for (size_t n = quotients_of(v.x, v.y, quotient); n-- > 0;)
        if (!bti_add(*moves, quotient[n], moves))
            return false;
    return true;
}

static const bt_example examples[] = {
    {"7,12",
     BT_TEXT("12 is more than 1.618 times 7 (11.3...): the player to move wins")},
    {"7,11", BT_TEXT("11 is less than 1.618 times 7: the player to move loses")},
    {"25,7", BT_TEXT("a choice at once")},
    {"1000000007,1618033999", BT_TEXT("the quotients decide, whatever the size")},
    {NULL, NULL},
};

const bt_rules bti_rules_euclid = {
    .size = sizeof(bt_rules),
    .name = "euclid",
    .usage = "euclid",
    .summary = "take a multiple of the smaller number from the larger one",
    .help =
        "There are two numbers. A move takes a positive multiple of the smaller one\n"
        "away from the larger one; the result may be 0 and is never negative. When\n"
        "one of the numbers is 0 nobody can move. (In another version play ends when\n"
        "both numbers are equal. Its values are not these.)\n"
        "\n"
        "A position is two numbers, such as 7,12.\n"
        "\n"
        "If the larger number is at least twice the smaller one, there is a choice,\n"
        "and whoever has the first choice wins. So the player to move wins exactly\n"
        "when the numbers are equal or the larger one is more than the golden ratio,\n"
        "1.618..., times the smaller one.",
    .theorem_note = BT_TEXT(
        "Cole and Davie 1969: a position is an N-position exactly when the numbers are "
        "equal and not 0, or the smaller one is not 0 and the larger one is more than "
        "the golden ratio times it. In misère play it is an N-position exactly when a "
        "number is 0 or the larger one is more than the golden ratio times the smaller "
        "one. Grundy values follow from the quotients of Euclid's algorithm."),
    .examples = examples,
    .bind = bt_bind_nothing,
    .parse = parse,
    .print = bt_print_list,
    .options = options,
    .say = say,
    .theorem = theorem,
    .winning = winning,
    .reason = reason,
    .rank = rank,
    .look = BT_LOOK_PILES,
    .heap_word = "number",
    .heap_words = "numbers",
    .heaps_from = 1,
};
