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

static void say_p(uint64_t k, bt_steps *steps)
{
    bt_step_say(
        steps, "balanced",
        "Every column is 0 modulo %llu. Take any move and look at the leftmost "
        "column in which a digit changes: there ones become zeros, at least one "
        "and at most %llu of them, so that column is not 0 any more. Every move "
        "loses.",
        (unsigned long long)k + 1, (unsigned long long)k);
}

static void say_column(const bti_moore_column *c, unsigned column, uint64_t k,
                       bt_steps *steps)
{
    unsigned long long head = (unsigned long long)1 << column;
    if (c->chosen == 0 && c->before == 0)
        return; /* nothing happens before the first row is chosen */
    if (c->before + c->s <= k)
        bt_step_say(
            steps, "column",
            "Column of %llu: ones too many in the rows not yet chosen: %llu; rows "
            "chosen so far: %llu. Together no more than %llu, so choose %llu of the "
            "rows with a 1 here, and put 0 into all chosen rows.",
            head, (unsigned long long)c->s, (unsigned long long)c->before,
            (unsigned long long)k, (unsigned long long)c->chosen);
    else
        bt_step_say(
            steps, "column",
            "Column of %llu: ones too many in the rows not yet chosen: %llu; to "
            "choose so many more would pass %llu. So fill the column up instead: "
            "ones put into chosen rows: %llu.",
            head, (unsigned long long)c->s, (unsigned long long)k,
            (unsigned long long)c->put);
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
static void say_construction(uint64_t k, bt_play play, const bt_pos *p,
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
                play == BT_NORMAL ? "Some column is not 0" : "That is not so here",
                (unsigned long long)k);
    for (unsigned c = BTI_MOORE_COLUMNS; c-- > 0;)
        say_column(&column[c], c, k, steps);
    say_rows(row, rows, steps);
    say_grid(after, p->n, modulus, "after", "After that move:", steps);
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
    if (p->n > SHOWN_ROWS) {
        bt_step_say(
            steps, "columns",
            "The number of ones in every binary column is counted modulo %llu; they "
            "are %s.",
            (unsigned long long)modulus, balanced ? "all 0" : "not all 0");
        return;
    }
    say_grid(
        p->x, p->n, modulus, "grid",
        "Write the piles in binary, one under the other. The sum of a column is its "
        "number of ones, modulo one more than the number of piles a move may use:",
        steps);
    if (play == BT_MISERE)
        bt_step_say(steps, "misere",
                    any <= 1
                        ? "Misère play with piles of at most one chip: P exactly when "
                          "the sum of the last column is 1."
                        : "Misère play: as normal play while some pile has two chips "
                          "or more; when only ones are left, their number must be 1 "
                          "modulo that number.");
    uint64_t ones = bti_moore_ones(p->x, p->n, 0) % modulus;
    if (play == BT_MISERE && any <= 1 ? ones == 1 : balanced) {
        if (play == BT_NORMAL || any > 1)
            say_p(effective, steps);
        return;
    }
    say_construction(effective, play, p, modulus, steps);
}
