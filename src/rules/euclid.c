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
    static const char want[] = "euclid expects two numbers like 7,12";
    (void)g;
    BT_TRY(bt_parse_list(ctx, want, text, pos));
    if (pos->n != 2)
        return bt_fail(
            ctx, BT_DOMAIN,
            "this position has {n} {n, plural, one {number} other {numbers}}; {want}",
            BT_ARGS(BT_NUM("n", pos->n), BT_STR("want", want)));
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
    unsigned long long before = move->before[0], now = bt_move_words(move)[0];
    unsigned long long y = move->to->x[1 - move->at], taken = before - now;
    (void)g;
    bt_say(text, "take {taken} from ", BT_ARGS(BT_NUM("taken", taken)));
    if (before == y) /* of two equal numbers */
        bt_text_put(text, move->at == 0 ? "the first " : "the second ");
    bt_text_format(text, "%llu", before);
    if (taken != y)
        bt_say(text, " ({taken} times {y})",
               BT_ARGS(BT_NUM("taken", taken / y), BT_NUM("y", y)));
    bt_say(text, ", leaving {now}", BT_ARGS(BT_NUM("now", now)));
}

static void say_divisions(bt_steps *steps, uint64_t x, uint64_t y)
{
    while (y > 0) {
        bt_step_say(steps, "division", "  {x} = {x2} * {y} + {x3}",
                    BT_ARGS(BT_NUM("x", x), BT_NUM("x2", x / y), BT_NUM("y", y),
                            BT_NUM("x3", x % y)));
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
    const char *player[] = {"the player to move", "the opponent"};
    const char *who = player[forced % 2], *other = player[1 - forced % 2];
    uint64_t r = x % y, leave[2] = {y, y}, avoid[2] = {y, y};
    bool remainder = is_p(g->play, y, r);
    leave[larger] = remainder ? r : r + y;
    avoid[larger] = remainder ? r + y : r;
    bt_step_say(steps, "choice",
                "{forced, select, yes {The next} other {The first}} quotient is {x}, "
                "so {who} has a choice: to leave the remainder, or the remainder plus "
                "the smaller number. From the second only the first can be reached, so "
                "one of the two is P, and {who} leaves that one. Here that is "
                "{leave},{leave2}; from {avoid},{avoid2} {other} would win.",
                BT_ARGS(BT_TRUE("forced", forced > 0), BT_NUM("x", x / y),
                        BT_STR("who", who), BT_NUM("leave", leave[0]),
                        BT_NUM("leave2", leave[1]), BT_NUM("avoid", avoid[0]),
                        BT_NUM("avoid2", avoid[1]), BT_STR("other", other)));
    bt_step_numbers(steps, "leave", leave, 2);
    bt_step_numbers(steps, "avoid", avoid, 2);
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
                        "While the quotient is 1 there is only one move, so the first "
                        "move is forced.",
                        BT_NO_ARGS);
        else
            bt_step_say(steps, "forced",
                        "While the quotient is 1 there is only one move, so the first "
                        "{forced} moves are forced.",
                        BT_ARGS(BT_NUM("forced", forced)));
        bt_step_number(steps, "forced", forced);
    }
    const char *who = forced % 2 == 0 ? "the player to move" : "the opponent";
    const char *then = forced > 0 ? "Then the" : "The";
    const char *other = forced % 2 == 0 ? "the opponent" : "the player to move";
    if (!last)
        say_choice(g, steps, v.x, v.y, v.larger, forced);
    else if (g->play == BT_NORMAL && quotient[forced] == 1)
        bt_step_say(steps, "choice", "The numbers are equal, and {who} takes one away.",
                    BT_ARGS(BT_STR("who", who)));
    else if (g->play == BT_NORMAL)
        bt_step_say(steps, "choice",
                    "{then} larger number is a multiple of the smaller one, and {who} "
                    "takes all of it.",
                    BT_ARGS(BT_STR("then", then), BT_STR("who", who)));
    else if (quotient[forced] == 1)
        bt_step_say(
            steps, "choice",
            "{then} numbers are equal, and {who} has to take one away, so that {other} "
            "cannot move and wins.",
            BT_ARGS(BT_STR("then", then), BT_STR("who", who), BT_STR("other", other)));
    else
        bt_step_say(
            steps, "choice",
            "{then} larger number is a multiple of the smaller one, and {who} makes "
            "both equal, so that {other} has to take one away.",
            BT_ARGS(BT_STR("then", then), BT_STR("who", who), BT_STR("other", other)));
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
    {"7,12", "12 is more than 1.618 times 7 (11.3...): the player to move wins"},
    {"7,11", "11 is less than 1.618 times 7: the player to move loses"},
    {"25,7", "a choice at once"},
    {"1000000007,1618033999", "the quotients decide, whatever the size"},
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
    .theorem_note =
        "Cole and Davie 1969: N exactly when the numbers are equal and not 0, or the "
        "larger one is more than the golden ratio times the smaller one, which is not "
        "0. Misère: N exactly when a number is 0 or the larger one is more than the "
        "golden ratio times the smaller one. Grundy values follow from the quotients "
        "of "
        "Euclid's algorithm.",
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
