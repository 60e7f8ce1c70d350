/* SPDX-License-Identifier: MIT
 * Lim: three piles; take the same number from two of them and put that number on the
 * third. Every move takes chips out of the game, so play ends.
 *
 * Fink, Fraenkel and Santos (LIM is not slim, 2014): the Grundy value of a,b,c is (a +
 * b
 * + c - (a xor b xor c)) / 2. By the rule for adding with carries that is the number
 * whose binary digits are the majority of the digits of a, b and c. So a position is P
 * exactly when no two piles have a 1 in the same column: when the piles are added
 * without carrying. */
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "rules/registry.h"

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    static const char want[] = BT_TEXT("lim expects three piles like 3,4,6");
    (void)g;
    BT_TRY(bt_parse_list(ctx, want, text, pos));
    if (pos->n != 3)
        return bt_fail(
            ctx, BT_DOMAIN,
            "this position has {n} {n, plural, one {pile} other {piles}}; {expected}",
            BT_ARGS(BT_NUM("n", pos->n), BT_STR("expected", bt_words_for(ctx, want))));
    return bt_check_total(ctx, pos, "chips");
}

/* Takes t from the other piles and puts it on pile `on`; the chips fit, for all of them
 * together do. */
static bool show(bt_pos *p, size_t on, uint64_t t, bt_visit *visit)
{
    const uint64_t before[] = {p->x[0], p->x[1], p->x[2]};
    for (size_t i = 0; i < 3; i++)
        p->x[i] += i == on ? t : 0 - t;
    bool going = bt_show(visit, p, 0, 3, before);
    for (size_t i = 0; i < 3; i++)
        p->x[i] = before[i];
    return going;
}

static uint64_t most_of(const bt_pos *p, size_t on)
{
    return bti_min(p->x[(on + 1) % 3], p->x[(on + 2) % 3]);
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    bool going = true;
    (void)g;
    for (size_t on = 3; on-- > 0;)
        for (uint64_t t = 1, most = most_of(p, on); t <= most && going; t++)
            going = show(p, on, t, visit);
    return going;
}

static uint64_t majority(uint64_t a, uint64_t b, uint64_t c)
{
    return (a & b) | (a & c) | (b & c);
}

static void theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    uint64_t value = majority(p->x[0], p->x[1], p->x[2]);
    *out = (bt_answer){.outcome = BT_UNKNOWN, .has_grundy = true, .grundy = value};
    if (g->play == BT_NORMAL)
        out->outcome = value == 0 ? BT_P : BT_N;
}

/* All t for which a - t, b - t, c + t have the wanted majority. t is chosen digit by
 * digit; what the lower digits do to a column are two borrows and a carry, 8 states in
 * all. From the lowest column up it is found which states can come about, and then
 * digits are chosen from the highest down, so that every choice can be completed. */
struct solver {
    uint64_t a, b, c, wanted;
    unsigned char possible[65]; /* sets of states below column i */
    bt_pos *p;
    size_t on;
    bt_visit *visit;
};

/* The state above a column, or 8 if the majority there is not the wanted one. */
static unsigned next_state(const struct solver *s, unsigned column, unsigned state,
                           unsigned t)
{
    unsigned a = (unsigned)(s->a >> column & 1), b = (unsigned)(s->b >> column & 1);
    unsigned c = (unsigned)(s->c >> column & 1);
    unsigned take_a = t + (state & 1), take_b = t + (state >> 1 & 1);
    unsigned sum = c + t + (state >> 2);
    unsigned left = ((a ^ take_a) & 1) + ((b ^ take_b) & 1) + (sum & 1);
    if ((left >= 2) != (s->wanted >> column & 1))
        return 8;
    return (unsigned)(take_a > a) | (unsigned)(take_b > b) << 1 |
           (unsigned)(sum >= 2) << 2;
}

static void find_possible(struct solver *s)
{
    s->possible[0] = 1; /* no borrow, no carry */
    for (unsigned column = 0; column < 64; column++) {
        s->possible[column + 1] = 0;
        for (unsigned i = 0; i < 16; i++) {
            unsigned state = i / 2, to = next_state(s, column, state, i % 2);
            if (s->possible[column] >> state & 1 && to < 8)
                s->possible[column + 1] |= (unsigned char)(1u << to);
        }
    }
}

/* The digits of t from `column` on are chosen; they allow these states there. */
static bool choose(struct solver *s, unsigned column, unsigned states, uint64_t t)
{
    bool going = true;
    if (column == 0)
        return t == 0 || show(s->p, s->on, t, s->visit);
    column--;
    for (unsigned digit = 0; digit < 2 && going; digit++) {
        unsigned below = 0;
        for (unsigned state = 0; state < 8; state++) {
            unsigned to = next_state(s, column, state, digit);
            if (s->possible[column] >> state & 1 && to < 8 && states >> to & 1)
                below |= 1u << state;
        }
        if (below)
            going = choose(s, column, below, t | (uint64_t)digit << column);
    }
    return going;
}

static bool winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit)
{
    bool going = true;
    (void)g;
    for (size_t on = 3; on-- > 0 && going;) {
        struct solver s = {.a = p->x[(on + 1) % 3],
                           .b = p->x[(on + 2) % 3],
                           .c = p->x[on],
                           .wanted = rest.grundy,
                           .p = p,
                           .on = on,
                           .visit = visit};
        find_possible(&s);
        going = choose(&s, 64, 1, 0);
    }
    return going;
}

static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    const uint64_t *before = move->before, *now = bt_move_words(move);
    size_t on = now[0] > before[0] ? 0 : now[1] > before[1] ? 1 : 2;
    unsigned long long t = now[on] - before[on];
    (void)g;
    bt_say(text,
           "take {chips} each from piles {first} and {second} and put {chips} on pile "
           "{third}",
           BT_ARGS(BT_NUM("chips", t), BT_NUM("first", (uint64_t)(on == 0 ? 2 : 1)),
                   BT_NUM("second", (uint64_t)(on == 2 ? 2 : 3)),
                   BT_NUM("third", on + 1)));
}

/* Many columns are counted and not listed. */
static void say_value(uint64_t value, bt_steps *steps)
{
    enum { LISTED = 6 };
    uint64_t column[64];
    size_t count = 0;
    for (unsigned i = 64; i-- > 0;)
        if (value >> i & 1)
            column[count++] = (uint64_t)1 << i;
    bt_args args = BT_ARGS(BT_LIST("columns", column, count), BT_NUM("count", count),
                           BT_NUM("value", value));
    if (count <= LISTED)
        bt_step_say(
            steps, "value",
            "In the {columns, plural, one {column of {columns}} other {columns "
            "of {columns}}} at least two piles have a 1, so the Grundy value is "
            "{value}. After a winning move no column has more than one 1.",
            args);
    else
        bt_step_say(
            steps, "value",
            "In {count} columns at least two piles have a 1, and the Grundy "
            "value is {value}. After a winning move no column has more than one "
            "1.",
            args);
}

static void reason(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    uint64_t value = majority(p->x[0], p->x[1], p->x[2]);
    (void)g;
    bt_step_say(
        steps, "columns",
        "Write the piles in binary, one below the other. The Grundy value has "
        "a 1 exactly in the columns in which at least two piles have a 1 (Fink, "
        "Fraenkel and Santos):",
        BT_NO_ARGS);
    bt_step_numbers(steps, "numbers", p->x, 3);
    bt_step_columns(steps, p->x, 3, 2);
    if (value == 0)
        bt_step_say(steps, "value",
                    "No column has more than one 1, so the Grundy value is 0. Every "
                    "move leaves some column with two ones or more, and after the "
                    "opponent's best answer no column has more than one again.",
                    BT_NO_ARGS);
    else
        say_value(value, steps);
    bt_step_number(steps, "grundy", value);
}

/* Every move lowers the number of chips. */
static bool rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    unsigned piles = 0;
    (void)g;
    for (size_t i = 0; i < 3; i++)
        piles += p->x[i] > 0;
    *moves = piles < 2 ? 0 : p->x[0] + p->x[1] + p->x[2];
    return true;
}

static const bt_example examples[] = {
    {"3,4,6", BT_TEXT("two piles have a 1 in the column of 4, and two in that of 2")},
    {"1,2,4", BT_TEXT("no column has two ones: the player to move loses")},
    {"1000000007,998244353,123456789", BT_TEXT("large piles")},
    {NULL, NULL},
};

const bt_rules bti_rules_lim = {
    .size = sizeof(bt_rules),
    .name = "lim",
    .usage = "lim",
    .summary = "take the same number from two piles and put it on the third",
    .help =
        "There are three piles of chips. A move takes k chips, at least one, from "
        "each\n"
        "of two piles and puts k on the third; the other k leave the game. When two\n"
        "piles are empty nobody can move.\n"
        "\n"
        "A position is three piles, such as 3,4,6.\n"
        "\n"
        "Write the piles in binary, one under the other. The Grundy value has a 1 in\n"
        "each column in which at least two piles have a 1. So the player to move\n"
        "loses exactly when no column holds more than one 1.",
    .theorem_note = BT_TEXT(
        "Fink, Fraenkel and Santos 2014: the Grundy value is (sum - nim-sum) / 2. "
        "Misère play is searched."),
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
    .heap_word = "pile",
    .heap_words = "piles",
    .heaps_from = 1,
};
