/* SPDX-License-Identifier: MIT
 * The kit for rule sets whose positions are lists of numbers: text, tame answers,
 * boxes, binding. The rules of this library are made with it. */
#ifndef BOUTON_NUMBER_KIT_H
#define BOUTON_NUMBER_KIT_H

#include <bouton/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads 3,4,6 (also 3 4 6, 3;4;6, and either in brackets of any kind). `want` ends the
 * sentence of a failure: "nim wants heaps like 3,4,6". */
BT_API BT_MUST_CHECK bt_status bt_parse_list(bt_context *ctx, const char *want,
                                             bt_span text, bt_pos *pos);
BT_API void bt_print_list(const bt_game *g, const bt_pos *pos, bt_text *text);

/* The same with more numbers after a colon, the last words: 3,4,6:5 (also [3,4,6]:5 or
 * (3,4,6:5)). */
BT_API BT_MUST_CHECK bt_status bt_parse_list_and_numbers(bt_context *ctx,
                                                         const char *want, bt_span text,
                                                         size_t numbers, bt_pos *pos);
BT_API void bt_print_list_and_number(const bt_game *g, const bt_pos *pos,
                                     bt_text *text);

/* BT_DOMAIN when the words add up to more than 64 bits; `what` they count: "coins". */
BT_API BT_MUST_CHECK bt_status bt_check_total(bt_context *ctx, const bt_pos *pos,
                                              const char *what);

/* "take 5 from pile 1 (14 to 9)" */
BT_API void bt_say_take(const bt_game *g, const bt_move *move, bt_text *text);

/* The answer for a tame position with this nim-sum; `firm`: some heap has value >= 2.
 */
static inline void bt_tame_answer(bt_play play, uint64_t nim_sum, bool firm,
                                  bt_answer *out)
{
    uint64_t p_value = play == BT_MISERE && !firm ? 1 : 0;
    out->outcome = nim_sum == p_value ? BT_P : BT_N;
    out->has_grundy = out->tame = true;
    out->firm = firm;
    out->grundy = nim_sum;
}

/* The value one heap must be left with to win, when everything else has nim-sum
 * `others` and is firm or not. There is exactly one. In misere play with no other heap
 * of value 2 or more, `others` is 0 or 1 and the heap must be left at the other of the
 * two: then all is fickle and the nim-sum is 1. In every other case the nim-sum must
 * become 0, and then all is firm if misere. */
static inline uint64_t bt_tame_wanted(bt_play play, uint64_t others, bool firm)
{
    return play == BT_MISERE && !firm ? others ^ 1 : others;
}

/* For `box`: position x, where x[i] < radix[i], has the number sum of x[i] * stride[i].
 * x[0] counts least, or the last one. No position has more than most_options options.
 * False: there are too many words or positions. */
BT_API bool bt_box_make(bt_box *box, const uint64_t *radix, size_t words,
                        bool last_least, size_t most_options);
/* The same for all positions with no number larger than in root. */
BT_API bool bt_heaps_box(const bt_pos *root, uint64_t most_options, bt_box *box);
/* For `box_options`: what number i of a position counts, and how many there are. */
BT_API const uint64_t *bt_box_strides(const bt_box *box);
BT_API size_t bt_box_words(const bt_box *box);

/* For rule sets without a parameter. */
BT_API BT_MUST_CHECK bt_status bt_bind_nothing(bt_context *ctx, bt_span param,
                                               bt_game *g, bt_text *canonical);

/* For bind: what this very game is about, instead of the summary of its rules. */
BT_API BT_MUST_CHECK bt_status bt_summarise(bt_game *g, const char *key, bt_args args);

#ifdef __cplusplus
}
#endif
#endif
