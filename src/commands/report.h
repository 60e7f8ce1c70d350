/* SPDX-License-Identifier: MIT
 * How positions, verdicts and moves are written, for people and as JSON. */
#ifndef BOUTON_COMMANDS_REPORT_H
#define BOUTON_COMMANDS_REPORT_H

#include "commands/call.h"
#include "solve/sum_words.h"

/* Everything about a position but its moves. */
typedef struct {
    bt_verdict verdict;
    bool terminal;
    bool has_rank;
    uint64_t rank; /* at most so many moves are left */
} bti_report;

bt_status bti_report_make(bt_solver *solver, bt_sum *sum, bti_report *out);

/* The letter, in its colour on a terminal. */
void bti_put_letter(bt_text *out, bt_outcome outcome, bool colour);

/* The value behind a label: a number, infinity with its set, or nothing. */
void bti_put_value(bt_text *out, const bt_verdict *verdict);
/* The members grundy and, for infinity, loopy. */
void bti_put_value_json(bt_json_writer *w, const bt_verdict *verdict);

/* The members that the answers of solve and moves begin with. */
void bti_report_json(bt_json_writer *w, const bt_sum *sum, const bti_report *report);
/* The line with rules and position. */
void bti_title_text(bt_text *out, const bt_sum *sum);
void bti_report_text(bt_text *out, const bt_sum *sum, const bti_report *report,
                     bool colour);

/* BTI_BOARD_MOVES: every move, not judged, with the handles that it touches. */
typedef enum {
    BTI_WINNING_MOVES,
    BTI_DRAWING_MOVES,
    BTI_EVERY_MOVE,
    BTI_BOARD_MOVES
} bti_move_list;

/* The moves, each written as it is found, up to the listing limit; the rest is counted.
 * JSON: members winning_moves and winning_moves_total, drawing_moves and its total, or
 * options and options_total. What gathers in call->out is written now and then, so that
 * all moves of a large heap need no memory. */
bt_status bti_moves_json(bti_call *call, bt_solver *solver, bt_sum *sum,
                         bti_move_list which, bt_json_writer *w);
bt_status bti_moves_text(bti_call *call, bt_solver *solver, bt_sum *sum,
                         bti_move_list which, bt_text *out);

#endif
