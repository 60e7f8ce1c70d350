/* SPDX-License-Identifier: MIT
 * Digits that are not binary, for the checker.
 *
 * Weights are given at first and then by a recurrence with natural factors. A number is
 * written with digits 0 and 1 so that at every 0 the rest, the number that the digits
 * below it make, is less than the weight of its place. Words are read from the top, n
 * places are to come. Everything that is known then is a sequence in n which satisfies
 * the recurrence: the sum so far, or a limit that the rest must stay below. It is kept
 * as its values at the first places n of its phase (n mod period, where the recurrence
 * goes back by multiples of the period only). Since factors are natural, what is not
 * negative at `order` places in a row never is behind them. */
#ifndef BOUTON_CHECK_CHECK_DIGITS_H
#define BOUTON_CHECK_CHECK_DIGITS_H

#include "core/index.h"

enum {
    BTI_CHECK_GIVEN = 16,
    BTI_CHECK_PLACES = 160,
    BTI_CHECK_WORDS = 64,
    BTI_CHECK_NO_WORD = 255
};

typedef struct {
    unsigned given, factors;
    int64_t first[BTI_CHECK_GIVEN], factor[BTI_CHECK_GIVEN];
    /* Found by bti_check_digits_study. */
    unsigned period, order;
    int64_t step[BTI_CHECK_GIVEN]; /* the factors at multiples of the period */
    uint64_t weight[BTI_CHECK_PLACES];
    unsigned weights;
    /* The rest of n digits is less than the weight of place n + reach. */
    unsigned reach;
    /* Words from the top: words begin in the state that is their phase. */
    unsigned words, bits;
    unsigned char next[BTI_CHECK_WORDS][2], phase[BTI_CHECK_WORDS];
    bool ends[BTI_CHECK_WORDS];
    uint64_t
        wider[BTI_CHECK_WORDS]; /* bit b: whatever goes on from b goes on from here */
} bti_check_digits;

/* From given, factors, first, factor. BT_DOMAIN, BT_UNABLE with a sentence. */
BT_MUST_CHECK bt_status bti_check_digits_study(bt_context *ctx, bti_check_digits *d);

/* The states of several words in one number: that of word `at`, and what a digit makes
 * of it; false when no word goes on like this. */
static inline unsigned bti_word_of(const bti_check_digits *d, uint64_t words,
                                   unsigned at)
{
    return (unsigned)(words >> at * d->bits) & ((1u << d->bits) - 1);
}
static inline bool bti_word_wider(const bti_check_digits *d, unsigned a, unsigned b)
{
    return d->wider[a] >> b & 1;
}
static inline bool bti_words_read(const bti_check_digits *d, uint64_t *words,
                                  unsigned at, unsigned digit)
{
    uint64_t before = bti_word_of(d, *words, at), after = d->next[before][digit];
    *words ^= (before ^ after) << at * d->bits;
    return after != BTI_CHECK_NO_WORD;
}

/* What may be kept of a sum: beyond that, numbers could become too large to add. */
bool bti_check_digits_fits(const bti_check_digits *d, const int64_t *value);

/* value[] when a letter worth `digit` is read; one place less is to come. */
void bti_check_digits_read(const bti_check_digits *d, unsigned *phase, int64_t *value,
                           int64_t digit);

/* Is value(n) + more > 0 at all places of its phase? May say no where it is. */
bool bti_check_digits_positive(const bti_check_digits *d, const int64_t *value,
                               int64_t more);

/* Phases and values, numbered. After a failure `status` tells, and numbers are 0. */
typedef struct {
    bt_context *ctx;
    unsigned order;
    int64_t *entry; /* phase, values */
    size_t entries, room;
    bti_index index;
    bt_status status;
} bti_vectors;

uint32_t bti_vector_number(bti_vectors *v, const int64_t *entry);
static inline const int64_t *bti_vector(const bti_vectors *v, uint32_t number)
{
    return v->entry + number * ((size_t)v->order + 1);
}
void bti_vectors_free(bti_vectors *v);

#endif
