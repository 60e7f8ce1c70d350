/* SPDX-License-Identifier: MIT */
#include "commands/vacuous.h"

bool bti_put_vacuous_verdict(bt_text *out, bti_vacuous vacuous, const char *verdict)
{
    if (vacuous != BTI_NO_POSITIONS)
        return false;
    size_t begin = out->len;
    bt_say(out,
           "{verdict}, but about nothing: the line 'position' is never true, so this "
           "game has no positions.",
           BT_ARGS(BT_STR("verdict", verdict)));
    bti_end_sentence(out, begin, 0);
    return true;
}

void bti_put_no_moves(bt_text *out, bti_vacuous vacuous, bool misere, bool values)
{
    if (vacuous != BTI_NO_MOVES)
        return;
    const char *words =
        values ? "But no position has a move, so every position has the Grundy value 0."
        : misere ? "But no position has a move, so every position is an N-position."
                 : "But no position has a move, so every position is a P-position.";
    bti_put_line(out, words, 0);
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
