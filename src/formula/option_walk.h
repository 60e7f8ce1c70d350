/* SPDX-License-Identifier: MIT
 * The options that one rule gives, walked by its automaton. */
#ifndef BOUTON_FORMULA_OPTION_WALK_H
#define BOUTON_FORMULA_OPTION_WALK_H

#include "automata/automata.h"

enum { BTI_WALK_DIGITS = BTI_MOST_DIGITS + 1 };

/* A rule made ready; it never changes, so threads share it. */
typedef struct {
    bti_digits digits;
    unsigned fixed, free;                    /* how many variables */
    uint32_t fixed_var[BTI_DFA_MOST_TRACKS]; /* indices into the position */
    uint32_t free_var[BTI_DFA_MOST_TRACKS];
    uint32_t least, most; /* the free variables lie between these, both included */
    uint64_t part[BTI_WALK_DIGITS]; /* what a digit is worth */
    unsigned places;                /* digits that surely fit 64 bits */
    unsigned extra; /* so many digits may an option have more than its origin */
    uint32_t up_count, down_count;
    const uint32_t *up;        /* [u << tracks | letter] */
    const uint32_t *down;      /* [d << fixed | letter] */
    const unsigned char *meet; /* [d * up_count + u] */
    const uint32_t *letter;    /* free letters in the order of the walk */
} bti_option_rule;

/* Whether some values of the fixed variables leave infinitely many values of the free
 * ones. Tracks of `rule` below `vars` are fixed, from vars to 2 vars - 1 free;
 * `changes`: which are free, whether or not the rule depends on them. */
BT_MUST_CHECK bt_status bti_options_infinite(bti_automata *m, const bti_dfa *rule,
                                             size_t vars, uint64_t changes,
                                             bool *infinite);

/* For a rule that is not infinite. The tables go into the arena. BT_UNABLE when they
 * would become too large. */
BT_MUST_CHECK bt_status bti_option_rule_make(bt_arena *arena, const bti_dfa *rule,
                                             size_t vars, uint64_t changes,
                                             bti_option_rule *out);

/* Calls show(arg) for every option, x[] edited in place; the greatest digits decide the
 * order, the first variable before the second where both change: so one changing number
 * goes upwards. Ends early when show returns false; x is restored. BT_UNABLE when
 * options may not fit 64 bits. */
BT_MUST_CHECK bt_status bti_option_rule_walk(const bti_option_rule *rule,
                                             bt_context *ctx, uint64_t *x,
                                             bool (*show)(void *arg), void *arg);

/* The same options as indices in a box: out[] gets the sum of x[i] * stride[i] of each,
 * x[] being the origin, whose sum is `index`; returns how many. Only where options fit
 * 64 bits. */
size_t bti_option_rule_indices(const bti_option_rule *rule, const uint64_t *x,
                               const uint64_t *stride, uint64_t index, uint64_t *out);

#endif
