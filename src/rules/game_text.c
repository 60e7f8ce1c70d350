/* SPDX-License-Identifier: MIT
 * Pieces of the `.game` texts that rule sets write of themselves. */
#include "rules/game_text.h"

bt_status bti_text_heaps(bt_context *ctx, const bt_game *g, size_t usual, size_t *heaps)
{
    if (*heaps == 0)
        *heaps = usual;
    if (*heaps == 0)
        return bt_fail(ctx, BT_SYNTAX, "a proof about {name} needs the number of heaps",
                       BT_ARGS(BT_STR("name", g->name)));
    if (*heaps > BTI_TEXT_HEAPS)
        return bt_fail(ctx, BT_UNABLE, "at most {most} heaps are possible here",
                       BT_ARGS(BT_NUM("most", BTI_TEXT_HEAPS)));
    return BT_OK;
}

void bti_text_heap(bt_text *out, size_t heaps, size_t i)
{
    static const char *const name[] = {"x", "y", "z"};
    if (heaps == 1)
        bt_text_put(out, "n");
    else if (heaps <= 3)
        bt_text_put(out, name[i]);
    else
        bt_text_format(out, "x%zu", i + 1);
}

void bti_text_list(bt_text *out, size_t heaps, size_t first, size_t step,
                   const char *between, const char *behind)
{
    for (size_t i = first; i < heaps; i += step) {
        bt_text_put(out, i == first ? "" : between);
        bti_text_heap(out, heaps, i);
        bt_text_put(out, behind);
    }
}

void bti_text_begin(bt_text *out, const bt_game *g, const char *title, size_t heaps,
                    const char *extra)
{
    bt_text_format(out, "game %s\nvars ", title);
    bti_text_list(out, heaps, 0, 1, " ", "");
    bt_text_format(out, "%s\n", extra);
    if (g->play == BT_MISERE)
        bt_text_put(out, "misere\n");
}

void bti_text_nim_claim(bt_text *out, const bt_game *g, size_t heaps, size_t first,
                        size_t step)
{
    if (g->play == BT_MISERE) {
        bt_text_put(out, "let small = ");
        bti_text_list(out, heaps, first, step, " & ", " <= 1");
        bt_text_put(out, "\nclaim small & (");
        bti_text_list(out, heaps, first, step, " + ", "");
        bt_text_put(out, ") mod 2 = 1 | !small & ");
    } else {
        bt_text_put(out, "claim ");
    }
    bti_text_list(out, heaps, first, step, " ^ ", "");
    bt_text_put(out, " = 0\n");
}

void bti_text_values(bt_text *out, size_t parts, const char *between,
                     const char *behind)
{
    for (size_t i = 0; i < parts; i++)
        bt_text_format(out, "%sg%zu%s", i ? between : "", i + 1, behind);
}

void bti_text_nim_sum(bt_text *out, size_t parts, bool misere)
{
    if (misere) {
        bt_text_put(out, "((");
        bti_text_values(out, parts, " | ", " > 1");
        bt_text_put(out, ") & ");
    }
    bti_text_values(out, parts, " ^ ", "");
    bt_text_put(out, " = 0");
    if (misere) {
        bt_text_put(out, " | ");
        bti_text_values(out, parts, " & ", " <= 1");
        bt_text_put(out, " & ");
        bti_text_values(out, parts, " ^ ", "");
        bt_text_put(out, " = 1)");
    }
}
