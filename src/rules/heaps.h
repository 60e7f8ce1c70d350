/* SPDX-License-Identifier: MIT
 * What rule sets with lists of heaps share: text, tame answers, boxes. */
#ifndef BOUTON_RULES_HEAPS_H
#define BOUTON_RULES_HEAPS_H

#include <bouton/rules.h>

/* Reads 3,4,6 (also 3 4 6, 3;4;6, and either in brackets of any kind). `want` ends the
 * sentence of a failure: "nim wants heaps like 3,4,6". */
bt_status bti_parse_list(bt_context *ctx, const char *want, bt_span text, bt_pos *pos);
void bti_print_list(const bt_game *g, const bt_pos *pos, bt_text *text);

/* The same with more numbers after a colon, the last words: 3,4,6:5 (also [3,4,6]:5 or
 * (3,4,6:5)). */
bt_status bti_parse_list_and_numbers(bt_context *ctx, const char *want, bt_span text,
                                     size_t numbers, bt_pos *pos);
void bti_print_list_and_number(const bt_game *g, const bt_pos *pos, bt_text *text);

/* BT_DOMAIN when the words add up to more than 64 bits; `what` they count: "coins". */
bt_status bti_check_total(bt_context *ctx, const bt_pos *pos, const char *what);

/* "take 5 from pile 1 (14 to 9)" */
void bti_say_take(const bt_game *g, const bt_move *move, bt_text *text);

/* The answer for a tame position with this nim-sum; `firm`: some heap has value >= 2.
 */
static inline void bti_tame_answer(bt_play play, uint64_t nim_sum, bool firm,
                                   bt_answer *out)
{
    uint64_t p_value = play == BT_MISERE && !firm ? 1 : 0;
    *out = (bt_answer){.outcome = nim_sum == p_value ? BT_P : BT_N,
                       .has_grundy = true,
                       .tame = true,
                       .firm = firm,
                       .grundy = nim_sum};
}

/* The value one heap must be left with to win, when everything else has nim-sum
 * `others` and is firm or not. There is exactly one. In misere play with no other heap
 * of value 2 or more, `others` is 0 or 1 and the heap must be left at the other of the
 * two: then all is fickle and the nim-sum is 1. In every other case the nim-sum must
 * become 0, and then all is firm if misere. */
static inline uint64_t bti_tame_wanted(bt_play play, uint64_t others, bool firm)
{
    return play == BT_MISERE && !firm ? others ^ 1 : others;
}

/* The box of all positions with no heap larger than in root, none of which has more
 * than `options` options. */
bool bti_heaps_box(const bt_pos *root, uint64_t options, bt_box *box);

/* All piles of a game that is Nim in disguise together, at most UINT64_MAX. */
uint64_t bti_disguise_total(const bt_game *g, const bt_pos *p);

/* For rule sets without a parameter. */
bt_status bti_bind_nothing(bt_context *ctx, bt_span param, bt_game *g,
                           bt_text *canonical);

/* For bind: what this very game is about, instead of the summary of its rules. */
bt_status bti_summarise(bt_game *g, const char *format, ...) BT_FORMAT(2, 3);

#endif
