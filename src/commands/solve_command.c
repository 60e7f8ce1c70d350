/* SPDX-License-Identifier: MIT
 * bouton solve: outcome, Grundy value and every winning move; bouton moves: every
 * option with its label. */
#include "commands/batch.h"
#include "commands/parts.h"
#include "commands/report.h"
#include "commands/table_file.h"

static bt_status write_text(bti_call *call, bt_solver *solver, bt_sum *sum,
                            bti_move_list which, const bti_report *report, bt_text *out)
{
    bti_report_text(out, sum, report, call->io->colour);
    if (which == BTI_WINNING_MOVES && report->verdict.outcome == BT_D)
        which = BTI_DRAWING_MOVES;
    return bti_moves_text(call, solver, sum, which, out);
}

static bt_status write_json(bti_call *call, bt_solver *solver, bt_sum *sum,
                            bti_move_list which, const bti_report *report, bt_text *out)
{
    bt_json_writer w;
    bt_json_begin(&w, out);
    bt_json_open(&w, '{');
    bti_report_json(&w, sum, report);
    BT_TRY(bti_moves_json(call, solver, sum, which, &w));
    if (which == BTI_WINNING_MOVES && report->verdict.outcome == BT_D)
        BT_TRY(bti_moves_json(call, solver, sum, BTI_DRAWING_MOVES, &w));
    bt_json_close(&w, '}');
    bt_text_put_char(out, '\n');
    return bt_text_status(out);
}

/* A whole answer or none, unless the list of moves is so long that its beginning was
 * written before the end was known. */
static void take_back(bti_call *call, size_t begin, uint64_t flushed)
{
    bt_text *out = &call->out;
    bool begun = call->flushed > flushed;
    out->len = begun ? 0 : begin;
    out->safe = out->safe < out->len ? out->safe : out->len;
    out->status = BT_OK;
    if (begun)
        bt_text_put_char(out, '\n'); /* what is said now has a line of its own */
}

static bt_status answer(bti_call *call, bt_solver *solver, bt_sum *sum,
                        bti_move_list which)
{
    bti_report report;
    size_t begin = call->out.len;
    uint64_t flushed = call->flushed;
    BT_TRY(bti_report_make(solver, sum, &report));
    bt_status status = bti_given(call, BTI_JSON)
                           ? write_json(call, solver, sum, which, &report, &call->out)
                           : write_text(call, solver, sum, which, &report, &call->out);
    if (status != BT_OK)
        take_back(call, begin, flushed);
    return status;
}

/* The table, if there is one, is of the first part; bt_solve looks up parts of the same
 * game wherever they stand. */
static bt_status answer_call(bti_call *call, bti_move_list which)
{
    bti_parts parts;
    bt_solver *solver = NULL;
    bt_solved *read = NULL, *made = NULL;
    BT_TRY(bti_table_usage(call));
    BT_TRY(bti_parts_read(call, &parts));
    bt_status status = bt_solver_new(call->ctx, call->by, &solver);
    if (status == BT_OK)
        status =
            bti_table_read(call, parts.sum.part[0].game, parts.sum.n, solver, &read);
    if (status == BT_OK)
        status = bti_table_make(call, &parts.sum, solver, &made);
    if (status == BT_OK)
        status = answer(call, solver, &parts.sum, which);
    bt_solver_free(solver);
    bt_solved_free(read);
    bt_solved_free(made);
    bti_parts_free(call, &parts);
    return status;
}

static bt_status run_solve(bti_call *call)
{
    return bti_given(call, BTI_BATCH) ? bti_batch(call)
                                      : answer_call(call, BTI_WINNING_MOVES);
}

static bt_status run_moves(bti_call *call)
{
    return answer_call(call, BTI_EVERY_MOVE);
}

static const char *const solve_usage[] = {
    "solve RULES POSITION [+ RULES POSITION]...",
    "solve RULES --batch [FILE]",
    "solve RULES POSITION --table FILE",
    NULL,
};

static const char *const solve_examples[] = {
    "solve nim 3,4,6",
    "solve subtraction:1,3,4/misere 10",
    "solve nim 3,4 + subtraction:powers-of-2 7",
    "solve moore:2 7,7,7,7 --table moore.table",
    "solve moore:2 3,4,6 --from moore.table",
    NULL,
};

const bti_command bti_command_solve = {
    .name = "solve",
    .usage = solve_usage,
    .summary = "outcome, Grundy value and every winning move",
    .help =
        "Says who wins the position, with its Grundy value and every winning move.\n"
        "\n"
        "RULES is the name of a rule set, with its parameter behind a colon and\n"
        "/misere at the end for misère play: nim, subtraction:1,3,4/misere. 'bouton\n"
        "games' lists them, and the games that are known by name, such as wythoff.\n"
        "POSITION is numbers, 3,4,6 or 3 4 6; 'nim(3,4,6)' is understood, too. @FILE\n"
        "reads it from a file and - from standard input. Games separated by a + are\n"
        "played side by side: a move is made in one of them.\n"
        "\n"
        "With --batch there is one position a line and one answer a line, separated\n"
        "by tabs: position, outcome, Grundy value, and where the first winning move\n"
        "leads; - stands where there is none. A bad line is answered by position,\n"
        "'error' and a sentence, and the others go on. A blank line, and a comment\n"
        "(a line that begins with # and names no position), is repeated as it is;\n"
        "with --json it becomes {\"comment\":...}.\n"
        "\n"
        "--table searches, without theorems, everything that can be reached from the\n"
        "position, and writes the values into a file. --from looks positions up in\n"
        "such a file instead of solving them; one that the table does not hold is an\n"
        "error.",
    .options = BTI_BIT(BTI_JSON) | BTI_BIT(BTI_BATCH) | BTI_BIT(BTI_POSITION) |
               BTI_BIT(BTI_BY) | BTI_BIT(BTI_MEMORY) | BTI_BIT(BTI_ALL_MOVES) |
               BTI_BIT(BTI_TABLE) | BTI_BIT(BTI_FROM) | BTI_BIT(BTI_THREADS) |
               BTI_BIT(BTI_PROGRESS),
    .examples = solve_examples,
    .run = run_solve,
};

static const char *const moves_usage[] = {
    "moves RULES POSITION [+ RULES POSITION]...",
    NULL,
};

static const char *const moves_examples[] = {
    "moves nim 1,2",
    "moves subtraction:1,3,4 10",
    NULL,
};

const bti_command bti_command_moves = {
    .name = "moves",
    .usage = moves_usage,
    .summary = "every option with its outcome and Grundy value",
    .help =
        "Lists every move from the position, with the outcome and the Grundy value of\n"
        "where it leads. A move to a P-position wins.\n"
        "\n"
        "With --json every move, here and in 'solve', tells what it changes. "
        "'changes'\n"
        "has the numbers of the position that change: place, before, after. Where the\n"
        "position becomes longer or shorter it is null, and 'was' numbers from 'at' "
        "on\n"
        "become 'now' numbers. Games on a board of cells have 'cells', too: the row "
        "and\n"
        "the column of each cell that changes, what it 'was' and what it is 'now' (1 "
        "is\n"
        "heads, a coin or the queen; on a strip the number of coins). All places are\n"
        "counted from 0.",
    .options = BTI_BIT(BTI_JSON) | BTI_BIT(BTI_POSITION) | BTI_BIT(BTI_BY) |
               BTI_BIT(BTI_MEMORY) | BTI_BIT(BTI_ALL_MOVES) | BTI_BIT(BTI_THREADS) |
               BTI_BIT(BTI_PROGRESS),
    .examples = moves_examples,
    .run = run_moves,
};
