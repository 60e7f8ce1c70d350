/* SPDX-License-Identifier: MIT */
#include "commands/vacuous.h"

const char bti_proved_about_nothing[] = BT_TEXT(
    "PROVED, but about nothing: the line 'position' is never true, so this game "
    "has no positions.");

bool bti_put_vacuous_verdict(bt_text *out, bti_vacuous vacuous, const char *words)
{
    if (vacuous == BTI_NO_POSITIONS)
        bti_say_paragraph(out, 0, words, BT_NO_ARGS);
    return vacuous == BTI_NO_POSITIONS;
}

void bti_put_no_moves(bt_text *out, bti_vacuous vacuous, bool misere, bool values)
{
    if (vacuous != BTI_NO_MOVES)
        return;
    const char *words =
        values   ? BT_TEXT("But no position has a move, so every position has the "
                             "Grundy value 0.")
        : misere ? BT_TEXT("But no position has a move, so every position is an "
                           "N-position.")
                 : BT_TEXT("But no position has a move, so every position is a "
                           "P-position.");
    bti_say_paragraph(out, 0, words, BT_NO_ARGS);
}

void bti_put_vacuous_json(bt_json_writer *w, bti_vacuous vacuous)
{
    bt_json_key(w, "vacuous");
    if (vacuous == BTI_NOT_VACUOUS)
        bt_json_put_null(w);
    else
        bt_json_put_string(
            w, bt_span_of(vacuous == BTI_NO_POSITIONS ? "no positions" : "no moves"));
}
