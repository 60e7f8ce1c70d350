/* SPDX-License-Identifier: MIT */
#include "commands/vacuous.h"

bool bti_put_vacuous_verdict(bt_text *out, bti_vacuous vacuous, const char *verdict)
{
    if (vacuous != BTI_NO_POSITIONS)
        return false;
    bt_text_format(out,
                   "%s, but about nothing: the line 'position' is never true, so this "
                   "game\nhas no positions.\n",
                   verdict);
    return true;
}

void bti_put_no_moves(bt_text *out, bti_vacuous vacuous, bool misere, bool values)
{
    if (vacuous != BTI_NO_MOVES)
        return;
    bt_text_put(out, "But no position has a move, so ");
    bt_text_put(out, values   ? "every position has the Grundy value 0.\n"
                     : misere ? "every position is an N-position.\n"
                              : "every position is a P-position.\n");
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
