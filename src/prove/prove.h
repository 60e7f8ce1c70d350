/* SPDX-License-Identifier: MIT
 * Theorems about a game: which positions are P, for all positions at once. */
#ifndef BOUTON_PROVE_PROVE_H
#define BOUTON_PROVE_PROVE_H

#include "prove/split.h"
#include "prove/three_steps.h"

typedef enum {
    BTI_UNDECIDED, /* gave up at a limit */
    BTI_PROVED,
    BTI_REFUTED,
    BTI_NOT_PROVED /* nothing says that play ends */
} bti_proof_answer;

/* What became of one claim, or of a formula for Grundy values. */
typedef struct {
    bti_proof_answer answer;
    bti_dfa *set;          /* what is claimed, as automaton; NULL if that failed */
    bti_steps_check check; /* of a formula for values: step 1 (exactly one value), 2 (no
                              option has the same), 3 (an option has each smaller) */
    size_t same_as;        /* an earlier claim that says the same, or SIZE_MAX */
    /* What the proof needed. */
    uint64_t largest, largest_raw, automata;
    unsigned tracks;
    /* A formula for values that fails: its value there, and the one that is missing or
     * hit. */
    uint64_t value, other_value;
    /* A claim about a sum, proved by the values of its parts: then there is no set. */
    bti_found_part *part;
    size_t parts;
} bti_proof;

void bti_proof_free(bti_proof *proof);

/* Is `claim` the set of P-positions? */
BT_MUST_CHECK bt_status bti_prove_claim(bti_theory *t, const bti_measure *measure,
                                        const bti_node *claim, bti_proof *out);

/* Is g the Grundy value in every position in which `formula` says so of g? */
BT_MUST_CHECK bt_status bti_prove_values(bti_theory *t, const bti_measure *measure,
                                         const bti_node *formula, bti_proof *out);

/* The same for an automaton over the variables and g. */
BT_MUST_CHECK bt_status bti_check_values(bti_theory *t, const bti_dfa *values,
                                         bti_effort effort, bti_proof *out);

/* A formula that tells the values of the parts of a sum and joins them by their
 * nim-sum: *found if it is so and everything about the parts is true; then it is
 * proved, without an automaton for all variables. Otherwise nothing is said. `values`:
 * a formula for values. Free the proof before the arena. */
BT_MUST_CHECK bt_status bti_prove_sum(bti_theory *t, const bti_node *formula,
                                      bool values, bt_arena *arena, bti_proof *out,
                                      bool *found);

/* The file that bt_check_certificate reads. claim[] may be empty. */
BT_MUST_CHECK bt_status bti_certificate_write(const bti_theory *t,
                                              const bti_measure *measure,
                                              const bti_node *const *claim,
                                              size_t claims, const bti_dfa *set,
                                              bt_text *out);

/* The same about Grundy values: the set has the variables and g as its tracks. The
 * claims, about P, are optional, and so are the formulas values[]. */
BT_MUST_CHECK bt_status bti_certificate_write_values(
    const bti_theory *t, const bti_measure *measure, const bti_node *const *claim,
    size_t claims, const bti_node *const *values, size_t formulas, const bti_dfa *set,
    bt_text *out);

/* The certificate of a sum, about the values of its parts. */
BT_MUST_CHECK bt_status bti_certificate_write_sum(const bti_theory *t,
                                                  const bti_found_part *part,
                                                  size_t parts, bt_text *out);

const char *bti_answer_name(bti_proof_answer answer); /* "PROVED" ... */

#endif
