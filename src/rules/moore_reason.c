/* SPDX-License-Identifier: MIT */
#include "rules/moore_reason.h"

#include "core/arith.h"
#include "rules/moore_move.h"

enum { SHOWN_ROWS = 24 };

static void say_grid(const uint64_t *pile, size_t n, uint64_t modulus, bt_steps *steps)
{
    bt_step_numbers(steps, "numbers", pile, n);
    bt_step_grid(steps, pile, NULL, n, modulus);
}

/* k: how many piles a move may use, of those that are there. */
static void say_p(uint64_t k, bt_play play, bt_steps *steps)
{
    bt_args args = BT_ARGS(BT_NUM("k", k));
    if (play == BT_NORMAL)
        bt_step_say(
            steps, "balanced",
            "Take any move and look at the leftmost column in which a digit "
            "changes. {k, plural, one {There a single 1 becomes 0} other {There "
            "at least one and at most {k} ones become 0}}, so the sum of that "
            "column is no longer 0. The opponent can then make every column sum 0 "
            "again, so every move loses.",
            args);
    else
        bt_step_say(
            steps, "balanced",
            "Take any move and look at the leftmost column in which a digit "
            "changes. {k, plural, one {There a single 1 becomes 0} other {There "
            "at least one and at most {k} ones become 0}}, so the sum of that "
            "column is no longer 0. After the move some pile still has two chips or "
            "more, so the opponent can answer by the rule above, and every move loses.",
            args);
}

/* The move that is constructed, and the column that is told. */
typedef struct {
    uint64_t k, modulus;
    size_t n, rows;
    bti_moore_row row[SHOWN_ROWS];
    bti_moore_column column[BTI_MOORE_COLUMNS];
    bt_steps *steps;
} story;

/* Is this row chosen in this column, or chosen before and given a 1 here? */
static bool is_meant(const bti_moore_row *row, unsigned column, bool chosen)
{
    return chosen ? row->column == column
                  : row->column > column && (row->to >> column & 1);
}

/* The piles that are meant, by their numbers and in their order. */
static size_t list_piles(const story *s, unsigned column, bool chosen, uint64_t *list)
{
    size_t count = 0;
    for (size_t pile = 0; pile < s->n; pile++)
        for (size_t i = 0; i < s->rows; i++)
            if (s->row[i].pile == pile && is_meant(&s->row[i], column, chosen))
                list[count++] = pile + 1;
    return count;
}

/* Rows are chosen here, the first ones or more. */
static void say_choice(const story *s, unsigned column, bt_args args)
{
    const bti_moore_column *c = &s->column[column];
    if (c->before == 0 && c->target == 0)
        bt_step_say(
            s->steps, "column",
            "Column of {head}: {over, plural, one {there is one 1 too many} "
            "other {there are {over} ones too many}}. So choose {piles, plural, "
            "one {pile {piles} and change its 1 to 0} other {piles {piles} and "
            "change their ones to 0}}.",
            args);
    else if (c->before == 0)
        bt_step_say(
            s->steps, "column",
            "Column of {head}: only piles of 1 will be left, so the sum must become 1 "
            "here. {over, plural, one {There is one 1 too many} other {There are "
            "{over} "
            "ones too many}} for that. So choose {piles, plural, one {pile {piles} and "
            "change its 1 to 0} other {piles {piles} and change their ones to 0}}.",
            args);
    else if (c->target == 0)
        bt_step_say(
            s->steps, "column",
            "Column of {head}: {others, plural, one {the other row has a 1 too many} "
            "other {the other rows have {over, plural, one {one 1} other {{over} "
            "ones}} "
            "too many}}. {before, plural, one {Only one row is chosen so far} other "
            "{Only {before} rows are chosen so far}}, so choose {piles, plural, one "
            "{pile {piles}} other {piles {piles}}} as well, and put 0 into every "
            "chosen "
            "row.",
            args);
    else
        bt_step_say(
            s->steps, "column",
            "Column of {head}: only piles of 1 will be left, so the sum must become 1 "
            "here. The other rows have {over, plural, one {one 1} other {{over} ones}} "
            "too many for that. {before, plural, one {Only one row is chosen so far} "
            "other {Only {before} rows are chosen so far}}, so choose {piles, plural, "
            "one {pile {piles}} other {piles {piles}}} as well, and put 0 into every "
            "chosen row.",
            args);
}

/* Nothing is chosen here, and the rows that were chosen before get 0. */
static void say_zeros(const story *s, unsigned column, bt_args args)
{
    const bti_moore_column *c = &s->column[column];
    if (c->target)
        bt_step_say(
            s->steps, "column",
            "Column of {head}: only piles of 1 will be left, so the sum must become 1 "
            "here. {others, plural, one {The other row already gives} other {The other "
            "rows already give}} that, so put 0 into {before, plural, one {the chosen "
            "row} other {every chosen row}}.",
            args);
    else if (c->ones > 0)
        bt_step_say(
            s->steps, "column",
            "Column of {head}: the sum of the other rows is already 0, so put 0 "
            "into {before, plural, one {the chosen row} other {every chosen "
            "row}}.",
            args);
    else if (c->before < s->n)
        bt_step_say(s->steps, "column",
                    "Column of {head}: no other row has a 1 here, so put 0 into "
                    "{before, plural, one {the chosen row} other {every chosen row}}.",
                    args);
    else
        bt_step_say(
            s->steps, "column",
            "Column of {head}: put 0 into {before, plural, one {the chosen row} "
            "other {every chosen row}}.",
            args);
}

/* Too many rows would be chosen, so ones are put into the chosen ones instead. */
static void say_filling(const story *s, unsigned column, bt_args args)
{
    const bti_moore_column *c = &s->column[column];
    if (c->target && s->n == 1)
        bt_step_say(s->steps, "column",
                    "Column of {head}: one chip must be left, so put a 1 into pile 1.",
                    args);
    else if (c->target && c->ones == 0)
        bt_step_say(
            s->steps, "column",
            "Column of {head}: only piles of 1 will be left, so the sum must become 1 "
            "here. So put a 1 into pile {piles}{zeros, plural, =0 {.} one {, and 0 "
            "into "
            "the other chosen row.} other {, and 0 into the other chosen rows.}}",
            args);
    else if (c->target)
        bt_step_say(
            s->steps, "column",
            "Column of {head}: only piles of 1 will be left, so the sum must become 1 "
            "here. The other rows have {over, plural, one {one 1} other {{over} ones}} "
            "too many for that. {over, plural, one {One more row} other {{over} more "
            "rows}} would have to be chosen, but {before, plural, one {one is} other "
            "{{before} are}} already chosen and at most {k} may be. Instead put a 1 "
            "into "
            "{piles, plural, one {pile {piles}} other {piles {piles}}}{zeros, plural, "
            "=0 {} one {, and 0 into the other chosen row} other {, and 0 into the "
            "other "
            "chosen rows}}: that makes {sum} ones.",
            args);
    else
        bt_step_say(
            s->steps, "column",
            "Column of {head}: {others, plural, one {the other row has a 1 too many} "
            "other {the other rows have {over, plural, one {one 1} other {{over} "
            "ones}} "
            "too many}}. {over, plural, one {One more row} other {{over} more rows}} "
            "would have to be chosen, but {before, plural, one {one is} other "
            "{{before} are}} already chosen and at most {k} may be. Instead put a 1 "
            "into {piles, plural, one {pile {piles}} other {piles {piles}}}{zeros, "
            "plural, =0 {} "
            "one "
            "{, and 0 into the other chosen row} other {, and 0 into the other chosen "
            "rows}}: that makes {sum} ones.",
            args);
}

static void say_column(const story *s, unsigned column)
{
    const bti_moore_column *c = &s->column[column];
    uint64_t head = (uint64_t)1 << column, piles[SHOWN_ROWS];
    if (c->chosen == 0 && c->before == 0)
        return; /* nothing happens before the first row is chosen */
    size_t count = list_piles(s, column, c->put == 0, piles);
    bt_args args =
        BT_ARGS(BT_NUM("head", head), BT_NUM("over", c->s), BT_NUM("before", c->before),
                BT_NUM("others", s->n - c->before), BT_NUM("k", s->k),
                BT_LIST("piles", piles, count), BT_NUM("zeros", c->before - c->put),
                BT_NUM("sum", c->ones + c->put));
    if (c->put > 0)
        say_filling(s, column, args);
    else if (c->chosen > 0)
        say_choice(s, column, args);
    else
        say_zeros(s, column, args);
    bt_step_number(s->steps, "column", head);
    bt_step_number(s->steps, "over", c->s);
    bt_step_number(s->steps, "before", c->before);
    bt_step_number(s->steps, "chosen", c->chosen);
    bt_step_number(s->steps, "put", c->put);
}

static void say_rows(const story *s)
{
    for (size_t i = 0; i < s->rows; i++) {
        const bti_moore_row *row = &s->row[i];
        bt_step_say(s->steps, "row",
                    "Pile {pile} goes from {from} to {to}. It becomes smaller, because "
                    "the leftmost digit that changes is its 1 in the column of {head}.",
                    BT_ARGS(BT_NUM("pile", row->pile + 1), BT_NUM("from", row->from),
                            BT_NUM("to", row->to),
                            BT_NUM("head", (uint64_t)1 << row->column)));
        bt_step_number(s->steps, "pile", row->pile + 1);
        bt_step_number(s->steps, "from", row->from);
        bt_step_number(s->steps, "to", row->to);
    }
}

static void say_after(const story *s, bt_play play, const uint64_t *after)
{
    uint64_t any = 0;
    for (size_t i = 0; i < s->n; i++)
        any |= after[i];
    if (play == BT_MISERE && s->n == 1)
        bt_step_say(s->steps, "after", "After that move one chip is left:", BT_NO_ARGS);
    else if (play == BT_MISERE && any <= 1)
        bt_step_say(s->steps, "after",
                    "After that move only piles of 1 are left, and the sum of their "
                    "column is 1:",
                    BT_NO_ARGS);
    else
        bt_step_say(s->steps, "after",
                    "After that move every column sum is 0:", BT_NO_ARGS);
    say_grid(after, s->n, s->modulus, s->steps);
}

/* The construction, told column by column on a copy of the piles. */
static void say_construction(uint64_t k, bt_play play, const bt_pos *p,
                             uint64_t modulus, bt_steps *steps)
{
    story s = {.k = k, .modulus = modulus, .n = p->n, .steps = steps};
    uint64_t after[SHOWN_ROWS];
    for (size_t i = 0; i < p->n; i++)
        after[i] = p->x[i];
    s.rows = bti_moore_move(after, p->n, k, play, s.row, s.column);
    bt_step_say(steps, "unbalanced",
                k == 1 ? "Go through the columns from the left and choose the row to "
                         "make smaller."
                       : "Go through the columns from the left and choose the rows to "
                         "make smaller, at most {k} of them.",
                BT_ARGS(BT_NUM("k", k)));
    for (unsigned c = BTI_MOORE_COLUMNS; c-- > 0;)
        say_column(&s, c);
    say_rows(&s);
    say_after(&s, play, after);
}

/* Misere play, and no pile has more than one chip. */
static void say_only_ones(uint64_t modulus, uint64_t ones, bt_steps *steps)
{
    if (ones == 1)
        bt_step_say(steps, "misere",
                    "Only one chip is left, and whoever takes it loses.", BT_NO_ARGS);
    else
        bt_step_say(
            steps, "misere",
            "No pile has more than one chip, and {ones} chips are left, which is "
            "{rest} modulo {modulus}. In misère play such a position is a P-position "
            "exactly when the number of chips is 1 modulo {modulus}. {most, plural, "
            "one {A move takes one chip} =2 {A move takes 1 or 2 chips} other {A move "
            "takes 1 to {most} chips}}, so no move leads from 1 modulo {modulus} to 1 "
            "modulo {modulus}; from any other number, except 0, some move does.",
            BT_ARGS(BT_NUM("ones", ones), BT_NUM("rest", ones % modulus),
                    BT_NUM("modulus", modulus), BT_NUM("most", modulus - 1)));
    bt_step_number(steps, "ones", ones % modulus);
    bt_step_number(steps, "modulus", modulus);
}

static void say_rule(uint64_t modulus, bt_play play, bool one_pile, uint64_t uneven,
                     bt_steps *steps)
{
    if (play == BT_MISERE && one_pile)
        bt_step_say(steps, "misere",
                    "In misère play, leave a single chip: whoever takes it loses.",
                    BT_NO_ARGS);
    else if (play == BT_MISERE)
        bt_step_say(
            steps, "misere",
            "In misère play, play as in normal play until a move would leave "
            "only piles of 1. Then leave {first}, {second}, {third}, … of them.",
            BT_ARGS(BT_NUM("first", 1), BT_NUM("second", modulus + 1),
                    BT_NUM("third", 2 * modulus + 1)));
    bt_step_say(steps, "columns",
                "{uneven, plural, =0 {Modulo {modulus}, every column sum is 0.} one "
                "{Modulo {modulus}, one column sum is not 0.} other {Modulo {modulus}, "
                "some column sums are not 0.}}",
                BT_ARGS(BT_NUM("uneven", uneven), BT_NUM("modulus", modulus)));
    bt_step_number(steps, "modulus", modulus);
}

/* A move may use k piles; of fewer piles it may use all, so that the modulus is one
 * more than the smaller number. Where k is the larger, no column holds as many ones as
 * either modulus, so with both a sum is 0 only if the column is empty. */
static void say_piles(uint64_t k, const bt_pos *p, uint64_t modulus, bt_steps *steps)
{
    bt_args args =
        BT_ARGS(BT_NUM("k", k), BT_NUM("n", p->n), BT_NUM("modulus", modulus));
    if (p->n == 1)
        bt_step_say(steps, "grid",
                    "Write the pile in binary. It is the only one, so the sum of a "
                    "column is just its digit:",
                    BT_NO_ARGS);
    else if (k >= p->n)
        bt_step_say(steps, "grid",
                    "Write the piles in binary, one below the other. A move may use "
                    "{n, plural, =2 {both piles} other {all {n} piles}}, so the sum of "
                    "a column is its number of ones modulo {modulus}:",
                    args);
    else
        bt_step_say(
            steps, "grid",
            "Write the piles in binary, one below the other. {k, plural, one {A "
            "move uses one pile} other {A move may use at most {k} piles}}, so "
            "the sum of a column is its number of ones modulo {modulus}:",
            args);
    bt_step_number(steps, "modulus", modulus);
    say_grid(p->x, p->n, modulus, steps);
}

void bti_moore_reason(uint64_t k, bt_play play, const bt_pos *p, bt_steps *steps)
{
    uint64_t effective = bti_min(k, p->n), modulus = effective + 1, any = 0, uneven = 0;
    for (size_t i = 0; i < p->n; i++)
        any |= p->x[i];
    for (unsigned c = 0; c < BTI_MOORE_COLUMNS; c++)
        uneven += bti_moore_ones(p->x, p->n, c) % modulus != 0;
    bool only_ones = play == BT_MISERE && any <= 1;
    uint64_t ones = bti_moore_ones(p->x, p->n, 0);
    bool lost = only_ones ? ones % modulus == 1 : uneven == 0;
    if (p->n <= SHOWN_ROWS)
        say_piles(k, p, modulus, steps);
    if (only_ones)
        say_only_ones(modulus, ones, steps);
    else
        say_rule(modulus, play, p->n == 1, uneven, steps);
    if (lost && !only_ones)
        say_p(effective, play, steps);
    if (!lost && p->n <= SHOWN_ROWS)
        say_construction(effective, play, p, modulus, steps);
}
