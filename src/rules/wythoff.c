/* SPDX-License-Identifier: MIT
 * Wythoff's game: take any number from one of two piles, or the same number from both.
 * Also known as the queen that is moved to the corner.
 *
 * Wythoff (1907): the P-positions are the pairs (a, a + k) where a = floor(k phi), phi
 * = (1 + sqrt 5) / 2; every number above 0 is in exactly one pair. No square root is
 * needed. Write numbers as sums of Fibonacci numbers 1, 2, 3, 5, ... no two of them
 * neighbours (Zeckendorf), and let up(n) be n with every part replaced by the next one.
 * Then floor(k phi) = up(k - 1) + 1. A number n is the smaller one of its pair exactly
 * when n - 1 has no part 1, and then up(n) is the larger one.
 *
 * Misere play has the same P-positions but for the first two pairs: (0,1) and (2,2)
 * take the place of (0,0) and (1,2). Then (0,0) is N; (0,1), (1,0), (2,2) have no move
 * to one another; and a position outside that used to answer into (0,0) or (1,2) has
 * now a move into one of these. No formula for Grundy values is known. */
#include <bouton/number_kit.h>

#include "automata/numeration.h"
#include "core/arith.h"
#include "rules/boxes.h"
#include "rules/game_text.h"
#include "rules/registry.h"

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    static const char want[] = BT_TEXT("wythoff expects two piles like 3,5");
    (void)g;
    BT_TRY(bt_parse_list(ctx, want, text, pos));
    if (pos->n != 2)
        return bt_fail(
            ctx, BT_DOMAIN,
            "this position has {n} {n, plural, one {pile} other {piles}}; {expected}",
            BT_ARGS(BT_NUM("n", pos->n), BT_STR("expected", bt_words_for(ctx, want))));
    return BT_OK;
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    (void)g;
    bool going = true;
    for (size_t i = 0; i < 2 && going; i++) {
        uint64_t pile = p->x[i];
        while (p->x[i] > 0 && going) {
            p->x[i]--;
            going = bt_show(visit, p, i, 1, &pile);
        }
        p->x[i] = pile;
    }
    const uint64_t both[] = {p->x[0], p->x[1]};
    while (p->x[0] > 0 && p->x[1] > 0 && going) {
        p->x[0]--;
        p->x[1]--;
        going = bt_show(visit, p, 0, 2, both);
    }
    p->x[0] = both[0];
    p->x[1] = both[1];
    return going;
}

/* Every part of n replaced by the next one, or by the one before; false when that does
 * not fit into 64 bits, or when the part 1 has none before it. */
static bool shift(uint64_t n, bool up, uint64_t *out)
{
    uint64_t weight[BTI_MOST_DIGITS];
    unsigned char digit[BTI_MOST_DIGITS];
    unsigned weights = bti_digit_weights(BTI_FIBONACCI, weight);
    unsigned count = bti_digits_of(BTI_FIBONACCI, n, digit);
    *out = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!digit[i])
            continue;
        if (up ? i + 1 == weights : i == 0)
            return false;
        if (!bti_add(*out, weight[up ? i + 1 : i - 1], out))
            return false;
    }
    return true;
}

/* The pair with difference k; false: the smaller one does not fit into 64 bits. */
static bool pair_of_difference(uint64_t k, uint64_t *smaller)
{
    if (k == 0) {
        *smaller = 0;
        return true;
    }
    return shift(k - 1, true, smaller) && bti_add(*smaller, 1, smaller);
}

/* The other number of the pair that n is in. False where that is too large, and so
 * larger than any pile. */
static bool partner(uint64_t n, uint64_t *other)
{
    uint64_t below;
    if (n == 0) {
        *other = 0;
        return true;
    }
    if (shift(n - 1, false, &below)) /* n = up(k - 1) + 1, and k = below + 1 */
        return bti_add(n, below + 1, other);
    return shift(n, false, other);
}

/* As partner, in the play of the game: n,*other is P. Of 0 and 1, and of 2, misere play
 * has other ones. */
static bool partner_in(const bt_game *g, uint64_t n, uint64_t *other)
{
    if (g->play == BT_NORMAL || n > 2)
        return partner(n, other);
    *other = n == 2 ? 2 : 1 - n;
    return true;
}

static bool is_p(const bt_game *g, uint64_t x, uint64_t y)
{
    uint64_t other;
    return partner_in(g, x, &other) && other == y;
}

static void theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    *out = (bt_answer){.outcome = is_p(g, p->x[0], p->x[1]) ? BT_P : BT_N};
}

static bool show(bt_pos *p, uint64_t x, uint64_t y, bt_visit *visit)
{
    const uint64_t old[] = {p->x[0], p->x[1]};
    size_t first = x == old[0], count = x != old[0] && y != old[1] ? 2 : 1;
    p->x[0] = x;
    p->x[1] = y;
    bool going = bt_show(visit, p, first, count, old + first);
    p->x[0] = old[0];
    p->x[1] = old[1];
    return going;
}

/* The smaller number of the P-position with this difference. */
static bool smaller_in(const bt_game *g, uint64_t difference, uint64_t *smaller)
{
    bool fits = pair_of_difference(difference, smaller);
    if (g->play == BT_MISERE && difference <= 1)
        *smaller = difference == 0 ? 2 : 0;
    return fits;
}

static bool winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit)
{
    uint64_t x = p->x[0], y = p->x[1], to, low = bti_min(x, y);
    bool going = true;
    (void)rest;
    if (partner_in(g, y, &to) && to < x)
        going = show(p, to, y, visit);
    if (going && partner_in(g, x, &to) && to < y)
        going = show(p, x, to, visit);
    if (going && smaller_in(g, x > y ? x - y : y - x, &to) && to < low)
        going = show(p, x - (low - to), y - (low - to), visit);
    return going;
}

static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    const uint64_t *before = move->before, *now = bt_move_words(move);
    if (move->now == 1) {
        bt_say_take(g, move, text);
        return;
    }
    bt_say(
        text,
        "take {taken} from both piles ({first},{second} to {first_now},{second_now})",
        BT_ARGS(BT_NUM("taken", before[0] - now[0]), BT_NUM("first", before[0]),
                BT_NUM("second", before[1]), BT_NUM("first_now", now[0]),
                BT_NUM("second_now", now[1])));
}

static void say_pairs(const bt_game *g, bt_steps *steps)
{
    if (g->play == BT_NORMAL)
        bt_step_say(
            steps, "pairs",
            "The P-positions are 0,0 and 1,2 and 3,5 and 4,7 and 6,10 and so on, in "
            "either order. The next pair begins with the least number that is in no "
            "pair yet, and its difference is larger by 1 (Wythoff).",
            BT_NO_ARGS);
    else
        bt_step_say(steps, "pairs",
                    "In misère play the P-positions are 0,1 and 2,2, then 3,5 and 4,7 "
                    "and 6,10 and so on as in normal play, in either order.",
                    BT_NO_ARGS);
}

/* Says that a move takes from the pile of `from` beside `stays`, if it wins. */
static bool say_partner(const bt_game *g, uint64_t stays, uint64_t from,
                        bt_steps *steps)
{
    uint64_t other;
    if (!partner_in(g, stays, &other) || other >= from)
        return false;
    if (stays == from)
        bt_step_say(steps, "pair",
                    "The partner of {stays} is {other}: take {from} from either pile.",
                    BT_ARGS(BT_NUM("stays", stays), BT_NUM("other", other),
                            BT_NUM("from", from - other)));
    else
        bt_step_say(
            steps, "pair",
            "The partner of {stays} is {other}: take {taken} from the pile of {from}.",
            BT_ARGS(BT_NUM("stays", stays), BT_NUM("other", other),
                    BT_NUM("taken", from - other), BT_NUM("from", from)));
    bt_step_number(steps, "number", stays);
    bt_step_number(steps, "partner", other);
    return true;
}

/* Neither pile can be left as large as the partner of the other one is. */
static void say_no_partner(const bt_game *g, uint64_t low, uint64_t high,
                           bt_steps *steps)
{
    uint64_t of_low, of_high;
    bool fits = partner_in(g, low, &of_low) && partner_in(g, high, &of_high);
    if (!fits)
        bt_step_say(steps, "no-pair",
                    "The partners of {low} and {high} are larger than the piles, so "
                    "taking from one pile does not help.",
                    BT_ARGS(BT_NUM("low", low), BT_NUM("high", high)));
    else if (low == high)
        bt_step_say(steps, "no-pair",
                    "The partner of {low} is {of_low}, which is larger, so taking from "
                    "one pile does not help.",
                    BT_ARGS(BT_NUM("low", low), BT_NUM("of_low", of_low)));
    else
        bt_step_say(steps, "no-pair",
                    "The partner of {low} is {of_low}, more than {high}, and the "
                    "partner of {high} is {of_high}, more than {low}, so taking from "
                    "one pile does not help.",
                    BT_ARGS(BT_NUM("low", low), BT_NUM("of_low", of_low),
                            BT_NUM("high", high), BT_NUM("of_high", of_high)));
    if (!fits)
        return;
    bt_step_number(steps, "low", of_low);
    bt_step_number(steps, "high", of_high);
}

static void reason(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    uint64_t x = p->x[0], y = p->x[1], low = bti_min(x, y), high = x + y - low, smaller;
    uint64_t difference = high - low;
    say_pairs(g, steps);
    if (is_p(g, x, y)) {
        bt_step_say(
            steps, "pair",
            "{first},{second} is one of them. Two pairs never share a number or "
            "a difference, so no move leads from one of them to another.",
            BT_ARGS(BT_NUM("first", x), BT_NUM("second", y)));
        bt_step_number(steps, "difference", difference);
        return;
    }
    bool one = say_partner(g, low, high, steps);
    if (low != high && say_partner(g, high, low, steps))
        one = true;
    if (!one)
        say_no_partner(g, low, high, steps);
    if (smaller_in(g, difference, &smaller) && smaller < low) {
        bt_step_say(
            steps, "difference",
            "The difference is {difference}, and the pair with that difference is "
            "{smaller},{larger}: taking the same number from both piles leads to it.",
            BT_ARGS(BT_NUM("difference", difference), BT_NUM("smaller", smaller),
                    BT_NUM("larger", smaller + difference)));
        bt_step_number(steps, "difference", difference);
        bt_step_number(steps, "smaller", smaller);
    }
}

static bool rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    (void)g;
    return bti_add(p->x[0], p->x[1], moves);
}

static bool box(const bt_game *g, const bt_pos *root, bt_box *b)
{
    uint64_t most;
    return rank(g, root, &most) &&
           bti_add(most, bti_min(root->x[0], root->x[1]), &most) &&
           bt_heaps_box(root, most, b);
}

static size_t box_options(const bt_game *g, const bt_box *b, const uint64_t *digit,
                          uint64_t index, uint64_t *out)
{
    (void)g;
    size_t n = 0;
    const uint64_t stride[] = {b->stride[0], b->stride[1], b->stride[0] + b->stride[1]};
    const uint64_t most[] = {digit[0], digit[1], bti_min(digit[0], digit[1])};
    for (size_t i = 0; i < 3; i++) {
        uint64_t to = index;
        for (uint64_t left = most[i]; left > 0; left--)
            out[n++] = to -= stride[i];
    }
    return n;
}

static bt_status game_text(bt_context *ctx, const bt_game *g, size_t heaps,
                           bt_text *out)
{
    if (heaps != 0 && heaps != 2)
        return bt_fail(ctx, BT_DOMAIN, "{name} always has two piles",
                       BT_ARGS(BT_STR("name", g->name)));
    bti_text_begin(out, g, g->name, 2, "");
    bt_text_put(out, "digits fib\n"
                     "move x' < x\n"
                     "move y' < y\n"
                     "move x' < x & x - x' = y - y'\n"
                     "let pair(a,b) = a >= 1 & low(a - 1) != 1 & b = shl(a)\n");
    bt_text_put(out, g->play == BT_NORMAL
                         ? "claim x = y = 0 | pair(x,y) | pair(y,x)\n"
                         : "claim x + y = 1 | x = y = 2"
                           " | x > 2 & y > 2 & (pair(x,y) | pair(y,x))\n");
    return bt_text_status(out);
}

static const bt_example examples[] = {
    {"3,5", BT_TEXT("a P-position")},
    {"6,8", BT_TEXT("take 3 from both piles")},
    {"1618033988749894848,2618033988749894848",
     BT_TEXT("the pair with difference 10^18")},
    {NULL, NULL},
};

const bt_rules bti_rules_wythoff = {
    .size = sizeof(bt_rules),
    .name = "wythoff",
    .usage = "wythoff",
    .summary = "take from one of two piles, or the same number from both",
    .help =
        "There are two piles of chips. A move takes any number of chips, at least\n"
        "one, from one pile, or the same number from both. It is also the game of a\n"
        "queen on a chess board that is moved towards one corner.\n"
        "\n"
        "A position is two piles, such as 3,5.\n"
        "\n"
        "The P-positions are 0,0 and 1,2 and 3,5 and 4,7 and so on. The k-th pair\n"
        "begins with k times the golden ratio, rounded down, and has difference k.\n"
        "Every number but 0 is in exactly one pair.",
    .theorem_note = BT_TEXT(
        "Wythoff 1907: the P-positions are those with piles a and a + k where a = "
        "floor(k phi), and phi is the golden ratio. In misère play 0,1 and 2,2 take "
        "the place of 0,0 and 1,2. No formula is known for Grundy values."),
    .examples = examples,
    .flags = BT_WINS_ALONE,
    .bind = bt_bind_nothing,
    .parse = parse,
    .print = bt_print_list,
    .options = options,
    .say = say,
    .theorem = theorem,
    .winning = winning,
    .reason = reason,
    .rank = rank,
    .box = box,
    .box_options = box_options,
    .game_text = game_text,
    .look = BT_LOOK_GRID,
    .heap_word = "pile",
    .heap_words = "piles",
    .heaps_from = 1,
};
