/* SPDX-License-Identifier: MIT
 * Plain memo search: the definition of outcome and Grundy value, with every position
 * remembered. It knows no theorem and splits nothing: it is what the rest is tested
 * against. */
#ifndef BOUTON_SOLVE_MEMO_H
#define BOUTON_SOLVE_MEMO_H

#include <bouton/solve.h>

typedef struct bti_memo bti_memo;

/* For sums of these games, in this order; they must outlive the memo. */
bt_status bti_memo_new(bt_context *ctx, const bt_part *part, size_t parts,
                       bti_memo **out);
/* Before the first question: positions that fall apart are split. In normal play the
 * value of one is then the nim-sum of its summands' values, and these are what is
 * remembered; otherwise positions with the same standard parts are one. */
void bti_memo_split(bti_memo *memo);
void bti_memo_free(bti_memo *memo);
bool bti_memo_is_for(const bti_memo *memo, const bt_part *part, size_t parts);

/* Normal play: the Grundy value. Misere: 0 for P, 1 for N. Either way P means 0.
 * BT_UNABLE when this question needs more than `most` new positions, or looks at 64
 * times as many options. */
bt_status bti_memo_value(bti_memo *memo, const bt_part *part, uint64_t most,
                         uint64_t *value);

/* The value, if it is known already. */
bt_status bti_memo_knows(bti_memo *memo, const bt_part *part, uint64_t *value,
                         bool *known);

#endif
