/* SPDX-License-Identifier: MIT
 * The kit for rule sets whose positions are lists of numbers: reading and printing
 * them, answers for tame games, numberings of positions, binding. The rules of this
 * library are made with it. */
#ifndef BOUTON_NUMBER_KIT_H
#define BOUTON_NUMBER_KIT_H

#include <bouton/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads 3,4,6; also 3 4 6 and 3;4;6, and all of these in brackets of any kind. `want`
 * ends the sentence of a failure: "nim expects piles like 3,4,6". */
BT_API BT_MUST_CHECK bt_status bt_parse_list(bt_context *ctx, const char *want,
                                             bt_span text, bt_pos *pos);
BT_API void bt_print_list(const bt_game *g, const bt_pos *pos, bt_text *text);

/* The same with more numbers after a colon, which become the last words of the
 * position: 3,4,6:5, also written [3,4,6]:5 or (3,4,6:5). */
BT_API BT_MUST_CHECK bt_status bt_parse_list_and_numbers(bt_context *ctx,
                                                         const char *want, bt_span text,
                                                         size_t numbers, bt_pos *pos);
BT_API void bt_print_list_and_number(const bt_game *g, const bt_pos *pos,
                                     bt_text *text);

/* BT_DOMAIN if the sum of the words does not fit 64 bits. `what` says what the words
 * count: "coins". */
BT_API BT_MUST_CHECK bt_status bt_check_total(bt_context *ctx, const bt_pos *pos,
                                              const char *what);

/* Writes a move: "take 5 from pile 1 (14 to 9)". */
BT_API void bt_say_take(const bt_game *g, const bt_move *move, bt_text *text);

/* The answer for a tame position with this nim-sum. firm: some heap has a value of 2 or
 * more. */
static inline void bt_tame_answer(bt_play play, uint64_t nim_sum, bool firm,
                                  bt_answer *out)
{
    uint64_t p_value = play == BT_MISERE && !firm ? 1 : 0;
    out->outcome = nim_sum == p_value ? BT_P : BT_N;
    out->has_grundy = out->tame = true;
    out->firm = firm;
    out->grundy = nim_sum;
}

/* To win by a move in one heap, a player must leave it with exactly this value, if the
 * other heaps have the nim-sum `others`, and firm says whether one of them has a value
 * of 2 or more. In misere play without such a heap, `others` is 0 or 1, and the heap
 * must be left with the other of the two: then no heap is firm and the nim-sum is 1. In
 * every other case the nim-sum must become 0; in misere play a firm heap is left. */
static inline uint64_t bt_tame_wanted(bt_play play, uint64_t others, bool firm)
{
    return play == BT_MISERE && !firm ? others ^ 1 : others;
}

/* For `box`: numbers all positions x with x[i] < radix[i]. The number of x is the sum
 * of x[i] * stride[i]; the stride is 1 for x[0], or for the last word if last_least. No
 * position may have more than most_options options. False if there are too many words
 * or positions. */
BT_API bool bt_box_make(bt_box *box, const uint64_t *radix, size_t words,
                        bool last_least, size_t most_options);
/* The same for all positions in which no number is larger than in root. */
BT_API bool bt_heaps_box(const bt_pos *root, uint64_t most_options, bt_box *box);
/* For `box_options`: the strides, and how many there are. */
BT_API const uint64_t *bt_box_strides(const bt_box *box);
BT_API size_t bt_box_words(const bt_box *box);

/* For rule sets without a parameter. */
BT_API BT_MUST_CHECK bt_status bt_bind_nothing(bt_context *ctx, bt_span param,
                                               bt_game *g, bt_text *canonical);

/* For bind: a summary of this very game, which replaces the summary of its rules. */
BT_API BT_MUST_CHECK bt_status bt_summarise(bt_game *g, const char *key, bt_args args);

#ifdef __cplusplus
}
#endif
#endif
