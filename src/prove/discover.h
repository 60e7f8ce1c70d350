/* SPDX-License-Identifier: MIT
 * Finding the theorem: which positions are P, or what the Grundy values are. */
#ifndef BOUTON_PROVE_DISCOVER_H
#define BOUTON_PROVE_DISCOVER_H

#include "prove/oracle.h"
#include "prove/prove.h"

typedef struct {
    bti_proof_answer answer; /* never BTI_REFUTED */
    bti_dfa *set;            /* what was found, or the last guess; perhaps NULL */
    bti_found_part *part; /* a sum: everything is in these; without `set` when that */
    size_t parts;         /*        would be large */
    bool by_table;        /* a period, read off a table */
    uint64_t rounds;      /* guesses */
    uint64_t asked;       /* positions that were solved, some of them again */
    uint64_t largest;     /* number in them */
    const char *words;    /* the set as a formula, in the arena, or NULL */
    bti_why why;          /* gave up: at which limit */
} bti_discovery;

/* How long it is tried. */
typedef struct {
    uint64_t options; /* that searches look at */
    uint64_t states;  /* of a guess */
} bti_discover_limits;

extern const bti_discover_limits bti_discover_usual;

/* The P-positions of the game, whose theory and measure these are. Limits are a result.
 * Free it whatever happens, before the arena. */
BT_MUST_CHECK bt_status bti_discover_set(bti_theory *t, const bti_measure *measure,
                                         const bt_game *game,
                                         bti_discover_limits limits, bt_arena *arena,
                                         bti_discovery *out);
/* The Grundy values, as a relation between the variables and g. */
BT_MUST_CHECK bt_status bti_discover_values(bti_theory *t, const bti_measure *measure,
                                            const bt_game *game,
                                            bti_discover_limits limits, bt_arena *arena,
                                            bti_discovery *out);

void bti_discovery_free(bti_discovery *found);

/* The same for a sum of several parts, from the values of each; *found is false if the
 * game is none, or if they were not found. See discover_sum.c. */
BT_MUST_CHECK bt_status bti_discover_sum(bti_theory *t, bti_discover_limits limits,
                                         bool values, bt_arena *arena,
                                         bti_discovery *out, bool *found);

/* Looks for a formula for the set, proved equal to it; *words is NULL if none of the
 * shapes fits. `values`: the set is a relation with g. */
BT_MUST_CHECK bt_status bti_say_in_words(bti_theory *t, const bti_dfa *set, bool values,
                                         bt_arena *arena, const char **words);

#endif
