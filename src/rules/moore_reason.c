/* SPDX-License-Identifier: MIT */
#include "rules/moore_reason.h"

#include "core/arith.h"
#include "rules/moore_move.h"

enum { SHOWN_ROWS = 24 };

static void say_grid(const uint64_t *pile, size_t n, uint64_t modulus, const char *kind,
                     const char *sentence, bt_steps *steps)
{
    bt_step_say(steps, kind, "%s", sentence);
    bt_step_numbers(steps, "numbers", pile, n);
    bt_step_grid(steps, pile, NULL, n, modulus);
}

static void say_p(uint64_t k, bt_play play, bt_steps *steps)
{
    bt_step_say(
        steps, "balanced",
        "Take any move and look at the leftmost column in which a digit changes: "
        "there ones become zeros, at least one and at most %llu of them, so that "
        "column is not 0 any more%s. Every move loses.",
        (unsigned long long)k,
        play == BT_MISERE ? ", and some pile still has two chips or more" : "");
}

/* Pile numbers: those chosen in this column, or those chosen before that get a 1 here.
 */
static void put_piles(const bti_moore_row *row, size_t rows, unsigned column,
                      bool chosen, bt_text *out)
{
    const char *between = "";
    for (size_t i = 0; i < rows; i++)
        if (chosen ? row[i].column == column
                   : row[i].column > column && (row[i].to >> column & 1)) {
            bt_text_format(out, "%s%zu", between, row[i].pile + 1);
            between = ", ";
        }
}

static void say_column(const bti_moore_column *c, unsigned column, uint64_t k,
                       const bti_moore_row *row, size_t rows, bt_steps *steps)
{
    unsigned long long head = (unsigned long long)1 << column;
    if (c->chosen == 0 && c->before == 0)
        return; /* nothing happens before the first row is chosen */
    bool choose = c->before + c->s <= k;
    const char *stay =
        c->target ? " (one 1 must stay, for only ones will be left)" : "";
    bt_text piles;
    bt_text_init(&piles, steps->arena.ctx);
    put_piles(row, rows, column, choose, &piles);
    if (bt_text_status(&piles) != BT_OK && bt_steps_status(steps) == BT_OK)
        steps->status = bt_text_status(&piles);
    if (choose && c->chosen == 0)
        bt_step_say(
            steps, "column",
            "Column of %llu: no ones too many in the rows not yet chosen%s. Put 0 "
            "into all chosen rows.",
            head, stay);
    else if (choose)
        bt_step_say(
            steps, "column",
            "Column of %llu: ones too many in the rows not yet chosen: %llu%s; rows "
            "chosen so far: %llu. Together no more than %llu, so choose as many of "
            "the rows with a 1 here, pile %s, and put 0 into all chosen rows.",
            head, (unsigned long long)c->s, stay, (unsigned long long)c->before,
            (unsigned long long)k, bt_text_chars(&piles));
    else
        bt_step_say(
            steps, "column",
            "Column of %llu: ones too many in the rows not yet chosen: %llu%s; to "
            "choose so many more would pass %llu. So fill the column up instead: put "
            "a 1 into pile %s, and 0 into the other chosen rows.",
            head, (unsigned long long)c->s, stay, (unsigned long long)k,
            bt_text_chars(&piles));
    bt_text_free(&piles);
    bt_step_number(steps, "column", head);
    bt_step_number(steps, "over", c->s);
    bt_step_number(steps, "before", c->before);
    bt_step_number(steps, "chosen", c->chosen);
    bt_step_number(steps, "put", c->put);
}

static void say_rows(const bti_moore_row *row, size_t rows, bt_steps *steps)
{
    for (size_t i = 0; i < rows; i++) {
        bt_step_say(
            steps, "row",
            "Pile %zu was chosen in the column of %llu, where its 1 becomes 0, so "
            "it gets smaller whatever follows on the right: %llu becomes %llu.",
            row[i].pile + 1, (unsigned long long)1 << row[i].column,
            (unsigned long long)row[i].from, (unsigned long long)row[i].to);
        bt_step_number(steps, "pile", row[i].pile + 1);
        bt_step_number(steps, "from", row[i].from);
        bt_step_number(steps, "to", row[i].to);
    }
}

/* The construction, told column by column on a copy of the piles. */
static void say_construction(uint64_t k, bt_play play, bool only_ones, const bt_pos *p,
                             uint64_t modulus, bt_steps *steps)
{
    bti_moore_row row[SHOWN_ROWS];
    bti_moore_column column[BTI_MOORE_COLUMNS];
    uint64_t after[SHOWN_ROWS];
    for (size_t i = 0; i < p->n; i++)
        after[i] = p->x[i];
    size_t rows = bti_moore_move(after, p->n, k, play, row, column);
    bt_step_say(steps, "unbalanced",
                "%s. Go through the columns from the left and choose rows to be made "
                "smaller, at most %llu.",
                only_ones ? "That is not so here" : "Some column is not 0",
                (unsigned long long)k);
    for (unsigned c = BTI_MOORE_COLUMNS; c-- > 0;)
        say_column(&column[c], c, k, row, rows, steps);
    say_rows(row, rows, steps);
    say_grid(after, p->n, modulus, "after", "After that move:", steps);
}

static void say_rule(uint64_t modulus, bt_play play, bool only_ones, uint64_t ones,
                     bool balanced, bt_steps *steps)
{
    unsigned long long m = modulus;
    if (play == BT_MISERE && only_ones)
        bt_step_say(
            steps, "misere",
            "Misère play with piles of at most one chip: P exactly when their number "
            "is 1 modulo %llu. A move takes between one and %llu of them; from 1 "
            "modulo %llu that cannot lead to 1 modulo %llu again, and from any other "
            "number it can. Here it is %llu.",
            m, m - 1, m, m, (unsigned long long)ones);
    else if (play == BT_MISERE)
        bt_step_say(
            steps, "misere",
            "Misère play: as normal play while some pile has two chips or more; a "
            "move that leaves only ones must leave 1 modulo %llu of them.",
            m);
    if (!only_ones || play == BT_NORMAL)
        bt_step_say(steps, "columns", "Modulo %llu the columns are %s.", m,
                    balanced ? "all 0" : "not all 0");
}

/* modulus k+1, or one more than the piles if that is less: sums are the same. */
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
        say_grid(
            p->x, p->n, modulus, "grid",
            "Write the piles in binary, one under the other. The sum of a column is "
            "its number of ones, modulo one more than the number of piles a move may "
            "use:",
            steps);
    say_rule(modulus, play, only_ones, ones, balanced, steps);
    if (lost && !only_ones)
        say_p(effective, play, steps);
    if (!lost && p->n <= SHOWN_ROWS)
        say_construction(effective, play, only_ones, p, modulus, steps);
}
