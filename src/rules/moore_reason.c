/* SPDX-License-Identifier: MIT */
#include "rules/moore_reason.h"

#include "core/arith.h"
#include "rules/moore_move.h"

enum { SHOWN_ROWS = 24 };

static void say_grid(const uint64_t *pile, size_t n, uint64_t modulus, const char *kind,
                     const char *sentence, bt_steps *steps)
{
    bt_step_say(steps, kind, "{sentence}", BT_ARGS(BT_STR("sentence", sentence)));
    bt_step_numbers(steps, "numbers", pile, n);
    bt_step_grid(steps, pile, NULL, n, modulus);
}

/* "1 row", "2 rows". */
static const char *rows_word(uint64_t count)
{
    return count == 1 ? "row" : "rows";
}

/* k: how many piles a move may use, of these n. */
static void say_p(uint64_t k, bt_play play, bt_steps *steps)
{
    const char *still =
        play == BT_MISERE ? ", and some pile still has two chips or more" : "";
    if (k == 1)
        bt_step_say(steps, "balanced",
                    "Take any move and look at the leftmost column in which a digit "
                    "changes: there a single 1 becomes 0, so that column is not 0 any "
                    "more{still}. Every move loses.",
                    BT_ARGS(BT_STR("still", still)));
    else
        bt_step_say(steps, "balanced",
                    "Take any move and look at the leftmost column in which a digit "
                    "changes: there ones become zeros, at least one and at most {k} of "
                    "them, so that column is not 0 any more{still}. Every move loses.",
                    BT_ARGS(BT_NUM("k", k), BT_STR("still", still)));
}

/* Is this row chosen in this column, or chosen before and given a 1 here? */
static bool is_meant(const bti_moore_row *row, unsigned column, bool chosen)
{
    return chosen ? row->column == column
                  : row->column > column && (row->to >> column & 1);
}

/* "pile 2", "piles 2 and 3", "piles 1, 2 and 3". */
static void put_piles(const bti_moore_row *row, size_t rows, unsigned column,
                      bool chosen, bt_text *out)
{
    size_t count = 0, told = 0;
    for (size_t i = 0; i < rows; i++)
        count += is_meant(&row[i], column, chosen);
    bt_text_put(out, count == 1 ? "pile " : "piles ");
    for (size_t pile = 0; pile < SHOWN_ROWS; pile++)
        for (size_t i = 0; i < rows; i++)
            if (row[i].pile == pile && is_meant(&row[i], column, chosen)) {
                bt_text_put(out, told == 0 ? "" : told + 1 < count ? ", " : " and ");
                bt_text_format(out, "%zu", pile + 1);
                told++;
            }
}

/* A column in which rows are chosen. */
static void put_choice(const bti_moore_column *c, unsigned long long head, uint64_t k,
                       const char *piles, bt_text *out)
{
    unsigned long long s = c->s, before = c->before;
    bt_say(out,
           "Column of {head}: there {s, plural, one {is} other {are}} {s} {s, plural, "
           "one {one} other {ones}} too many{before, select, yes { in the other rows} "
           "other {}}{target, select, yes { (one 1 has to stay, because only ones will "
           "be left)} other {}}. ",
           BT_ARGS(BT_NUM("head", head), BT_NUM("s", s), BT_TRUE("before", before > 0),
                   BT_TRUE("target", c->target)));
    if (before > 0)
        bt_say(out,
               "With the {before} {word} chosen so far that makes no more than {k}. ",
               BT_ARGS(BT_NUM("before", before), BT_STR("word", rows_word(before)),
                       BT_NUM("k", k)));
    bt_say(out,
           "So choose {piles} and put 0 there{before2, select, yes {} other {{before, "
           "plural, one { and into the row chosen before} other { and into the rows "
           "chosen before}}}}.",
           BT_ARGS(BT_STR("piles", piles), BT_NUM("before", before),
                   BT_TRUE("before2", before == 0)));
}

/* A column that is filled up instead. */
static void put_filling(const bti_moore_column *c, unsigned long long head, uint64_t k,
                        const char *piles, bt_text *out)
{
    unsigned long long s = c->s, before = c->before, others = before - c->put;
    if (c->target && c->ones == 0)
        bt_say(out,
               "Column of {head}: no other row has a 1 here, and one 1 has to stay, "
               "because only ones will be left. ",
               BT_ARGS(BT_NUM("head", head)));
    else
        bt_say(out,
               "Column of {head}: there {s, plural, one {is} other {are}} {s} {s, "
               "plural, one {one} other {ones}} too many in the other rows{target, "
               "select, yes { (one 1 has to stay, because only ones will be left)} "
               "other {}}, but {before} {before, plural, one {row is} other {rows "
               "are}} already chosen and only {k} may be. ",
               BT_ARGS(BT_NUM("head", head), BT_NUM("s", s),
                       BT_TRUE("target", c->target), BT_NUM("before", before),
                       BT_NUM("k", k)));
    bt_say(out,
           "So put a 1 into {piles}{others2, select, yes {} other {{others, plural, "
           "one { and 0 into the other chosen row} other { and 0 into the other chosen "
           "rows}}}}.",
           BT_ARGS(BT_STR("piles", piles), BT_NUM("others", others),
                   BT_TRUE("others2", others == 0)));
}

static void say_column(const bti_moore_column *c, unsigned column, uint64_t k,
                       const bti_moore_row *row, size_t rows, bt_steps *steps)
{
    unsigned long long head = (unsigned long long)1 << column;
    if (c->chosen == 0 && c->before == 0)
        return; /* nothing happens before the first row is chosen */
    bool choose = c->before + c->s <= k;
    bt_text piles, words;
    bt_text_init(&piles, steps->arena.ctx);
    bt_text_init(&words, steps->arena.ctx);
    put_piles(row, rows, column, choose, &piles);
    if (choose && c->chosen == 0)
        bt_say(&words,
               "Column of {head}: put 0 into the chosen {word}{target, select, yes {; "
               "one 1 stays in another row} other {{ones, select, yes {; the ones in "
               "the other rows are right as they are} other {}}}}.",
               BT_ARGS(BT_NUM("head", head), BT_STR("word", rows_word(c->before)),
                       BT_TRUE("ones", c->ones), BT_TRUE("target", c->target)));
    else if (choose)
        put_choice(c, head, k, bt_text_chars(&piles), &words);
    else
        put_filling(c, head, k, bt_text_chars(&piles), &words);
    bt_status status = bt_text_status(&piles);
    if (status == BT_OK)
        status = bt_text_status(&words);
    if (status != BT_OK && bt_steps_status(steps) == BT_OK)
        steps->status = status;
    bt_step_say(steps, "column", "{words}",
                BT_ARGS(BT_STR("words", bt_text_chars(&words))));
    bt_text_free(&piles);
    bt_text_free(&words);
    bt_step_number(steps, "column", head);
    bt_step_number(steps, "over", c->s);
    bt_step_number(steps, "before", c->before);
    bt_step_number(steps, "chosen", c->chosen);
    bt_step_number(steps, "put", c->put);
}

static void say_rows(const bti_moore_row *row, size_t rows, bt_steps *steps)
{
    for (size_t i = 0; i < rows; i++) {
        bt_step_say(steps, "row",
                    "Pile {pile} was chosen in the column of {number}, where its 1 "
                    "becomes 0, so it gets smaller{column, select, yes { whatever "
                    "follows on the right} other {}}: {from} becomes {to}.",
                    BT_ARGS(BT_NUM("pile", row[i].pile + 1),
                            BT_NUM("number", 1 << row[i].column),
                            BT_TRUE("column", row[i].column > 0),
                            BT_NUM("from", row[i].from), BT_NUM("to", row[i].to)));
        bt_step_number(steps, "pile", row[i].pile + 1);
        bt_step_number(steps, "from", row[i].from);
        bt_step_number(steps, "to", row[i].to);
    }
}

/* The construction, told column by column on a copy of the piles. */
static void say_construction(uint64_t k, bt_play play, const bt_pos *p,
                             uint64_t modulus, bt_steps *steps)
{
    bti_moore_row row[SHOWN_ROWS];
    bti_moore_column column[BTI_MOORE_COLUMNS];
    uint64_t after[SHOWN_ROWS];
    for (size_t i = 0; i < p->n; i++)
        after[i] = p->x[i];
    size_t rows = bti_moore_move(after, p->n, k, play, row, column);
    if (k == 1)
        bt_step_say(steps, "unbalanced",
                    "Go through the columns from the left and choose one row to be "
                    "made smaller.",
                    BT_NO_ARGS);
    else
        bt_step_say(steps, "unbalanced",
                    "Go through the columns from the left and choose rows to be made "
                    "smaller, at most {k}.",
                    BT_ARGS(BT_NUM("k", k)));
    for (unsigned c = BTI_MOORE_COLUMNS; c-- > 0;)
        say_column(&column[c], c, k, row, rows, steps);
    say_rows(row, rows, steps);
    say_grid(after, p->n, modulus, "after", "After that move:", steps);
}

static void say_rule(uint64_t modulus, bt_play play, bool only_ones, uint64_t ones,
                     bool balanced, bt_steps *steps)
{
    unsigned long long m = modulus;
    if (play == BT_MISERE && only_ones) {
        bt_step_say(
            steps, "misere",
            "Misère play with piles of at most one chip: P exactly when their number "
            "is 1 modulo {m}. A move takes {m2, select, yes {} other {between 1 and "
            "}}{m3} of them; from 1 modulo {m} that cannot lead to 1 modulo {m} again, "
            "and from any other number it can. Here the number is {ones} modulo {m}.",
            BT_ARGS(BT_NUM("m", m), BT_TRUE("m2", m == 2), BT_NUM("m3", m - 1),
                    BT_NUM("ones", ones)));
        bt_step_number(steps, "ones", ones);
    } else if (play == BT_MISERE) {
        bt_step_say(
            steps, "misere",
            "Misère play: as normal play while some pile has two chips or more; a move "
            "that leaves only ones must leave 1 modulo {m} of them.",
            BT_ARGS(BT_NUM("m", m)));
    }
    if (!only_ones || play == BT_NORMAL)
        bt_step_say(steps, "columns",
                    balanced ? "Modulo {modulus}, every column sum is 0."
                             : "Modulo {modulus}, not every column sum is 0.",
                    BT_ARGS(BT_NUM("modulus", m)));
    bt_step_number(steps, "modulus", modulus);
}

/* A move may use k piles; of fewer piles it may use all, so that the modulus is one
 * more than the smaller number. Where k is the larger, no column holds as many ones as
 * either modulus, so with both a sum is 0 only if the column is empty. */
static void say_piles(uint64_t k, const bt_pos *p, uint64_t modulus, bt_steps *steps)
{
    unsigned long long used = bti_min(k, p->n);
    bt_step_say(
        steps, "grid",
        "Write the {n, plural, one {pile} other {piles}} in binary{n, plural, one {} "
        "other {, one under the other}}. The sum of a column is its number of ones "
        "modulo {modulus} (a move {used, plural, one {uses} other {may use}} {used} "
        "{used, plural, one {pile} other {piles}}{k, select, yes {} other {{n, plural, "
        "one {; there is no other} other {; there are no more}}}}):",
        BT_ARGS(BT_NUM("n", p->n), BT_NUM("modulus", modulus), BT_NUM("used", used),
                BT_TRUE("k", k <= p->n)));
    bt_step_number(steps, "modulus", modulus);
    bt_step_numbers(steps, "numbers", p->x, p->n);
    bt_step_grid(steps, p->x, NULL, p->n, modulus);
}

void bti_moore_reason(uint64_t k, bt_play play, const bt_pos *p, bt_steps *steps)
{
    uint64_t effective = bti_min(k, p->n), modulus = effective + 1, any = 0;
    bool balanced = true;
    for (size_t i = 0; i < p->n; i++)
        any |= p->x[i];
    for (unsigned c = 0; c < BTI_MOORE_COLUMNS; c++)
        balanced = balanced && bti_moore_ones(p->x, p->n, c) % modulus == 0;
    bool only_ones = play == BT_MISERE && any <= 1;
    uint64_t ones = bti_moore_ones(p->x, p->n, 0) % modulus;
    bool lost = only_ones ? ones == 1 : balanced;
    if (p->n <= SHOWN_ROWS)
        say_piles(k, p, modulus, steps);
    say_rule(modulus, play, only_ones, ones, balanced, steps);
    if (lost && !only_ones)
        say_p(effective, play, steps);
    if (!lost && p->n <= SHOWN_ROWS)
        say_construction(effective, play, p, modulus, steps);
}
