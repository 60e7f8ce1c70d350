/* SPDX-License-Identifier: MIT
 * Systems of digits: binary, Fibonacci, and any other given by weights.
 *
 * Place i has the weight w(i), digits are 0 and 1, and a number is written greedily:
 * from the top, every weight that still fits is taken. The first weights are given, the
 * others follow by a recurrence w(i) = f_1 w(i-1) + f_2 w(i-2) + ... with natural
 * factors: 1, 1 from 1, 2 are Fibonacci's digits; 0, 3 from 1, 1 are digits 0, 1, 2 in
 * base 3, for a weight that occurs twice may be taken twice. When the factors other
 * than 0 stand at multiples of p, the places i, i + p, i + 2p ... form a recurrence of
 * their own; p is the period, and the phase of a place is i mod p.
 *
 * A word is greedy exactly when at every place i with digit 0 the digits below are
 * worth less than w(i). Read from the top, such a condition is a debt: D + what comes
 * must stay below 0, where D begins as -w(i) and each digit 1 adds its weight. While n
 * digits are to come D is a function of n that satisfies the recurrence, so it is kept
 * as its values at the first `order` places of its phase, and since the factors are
 * natural: a debt with no value below 0 there can never be paid, and one that is never
 * less than another makes that one superfluous. What remains are few debts, and they
 * are the states of an automaton for greedy words (Hollander 1998 on when there is
 * one). */
#ifndef BOUTON_AUTOMATA_NUMERATION_H
#define BOUTON_AUTOMATA_NUMERATION_H

#include <bouton/context.h>

enum {
    BTI_MOST_DIGITS = 160, /* of any 64-bit number; Zeckendorf: 92, binary: 64 */
    BTI_MOST_GIVEN = 16,   /* weights that are given; factors of the recurrence */
    BTI_MOST_WORD_STATES = 64,
    BTI_NO_WORD = 255 /* no greedy word goes on like this */
};

typedef struct {
    unsigned factors, given;
    uint32_t factor[BTI_MOST_GIVEN]; /* of w(i-1), w(i-2), ... */
    uint32_t first[BTI_MOST_GIVEN];  /* w(0), w(1), ... */
    unsigned period, order; /* with step[]: w(i) = sum of step[j] w(i - (j+1) period) */
    uint32_t step[BTI_MOST_GIVEN];
    /* Greedy words from the top; states below `period` begin, of their phase. */
    unsigned down_states;
    unsigned char down[BTI_MOST_WORD_STATES][2], phase[BTI_MOST_WORD_STATES];
    bool down_ends[BTI_MOST_WORD_STATES];
    int64_t debt[BTI_MOST_WORD_STATES][BTI_MOST_GIVEN]; /* one of each state */
    /* And from the least digit. */
    unsigned up_states;
    unsigned char up[BTI_MOST_WORD_STATES][2];
    bool up_ends[BTI_MOST_WORD_STATES];
} bti_numeration;

typedef const bti_numeration *bti_digits;

extern const bti_numeration bti_binary_digits, bti_fibonacci_digits;
#define BTI_BINARY (&bti_binary_digits)
#define BTI_FIBONACCI (&bti_fibonacci_digits)

/* A system of which factors, given, factor[] and first[] are set. BT_DOMAIN with a
 * sentence when it does not write every number, BT_UNABLE when it is too complicated.
 * After a failure *n is worth nothing. */
BT_MUST_CHECK bt_status bti_numeration_make(bt_context *ctx, bti_numeration *n);

bool bti_numeration_equal(bti_digits a, bti_digits b);

/* Whether a weight occurs more than once. */
bool bti_weights_repeat(bti_digits digits);

/* The weights, as many as fit into 64 bits and weight[BTI_MOST_DIGITS]. Numbers with
 * one digit less than that fit as well, in binary with all. */
unsigned bti_digit_weights(bti_digits digits, uint64_t *weight);
unsigned bti_digits_most(bti_digits digits);

/* The digits of value, least first, into digit[BTI_MOST_DIGITS]; how many. */
unsigned bti_digits_of(bti_digits digits, uint64_t value, unsigned char *digit);

/* A sum of which digits are to come, at the first places of its phase: what it becomes
 * when a letter worth `digit` is read; *phase goes down by one. */
void bti_numeration_read(bti_digits digits, const uint64_t *weight, unsigned *phase,
                         int64_t *value, int64_t digit);

#endif
