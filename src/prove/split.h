/* SPDX-License-Identifier: MIT
 * A game that is a sum: which of its variables belong together. */
#ifndef BOUTON_PROVE_SPLIT_H
#define BOUTON_PROVE_SPLIT_H

#include "prove/measure.h"

typedef struct {
    uint32_t part[BTI_VARS_MAX]; /* of each variable */
    size_t parts;
} bti_proof_split;

/* Variables belong together when a rule, or the line `position`, speaks of both. */
void bti_split_find(const bti_game_file *file, bti_proof_split *out);

/* One part as a game of its own, in normal play, with what proofs need of it. */
typedef struct {
    bt_context *ctx;
    bt_game *game;
    bti_theory theory;
    bti_measure measure;
    bool begun;
} bti_proof_part;

/* Close it whatever happens. */
BT_MUST_CHECK bt_status bti_part_open(bt_context *ctx, const bti_game_file *file,
                                      const bti_proof_split *split, size_t part,
                                      bti_proof_part *out);
void bti_proof_part_close(bti_proof_part *part);

/* What is known of one part of a sum: its Grundy values. */
typedef struct {
    bti_proof_part part;
    bti_dfa *values;   /* a relation between its variables and g */
    const char *words; /* the same as a formula, or NULL */
} bti_found_part;

/* The same rules, but for the names of the variables. */
bool bti_parts_are_alike(const bti_theory *a, const bti_theory *b);

void bti_found_parts_free(bti_found_part *part, size_t parts);

/* Whether the values decide misere play, too: from every position of value 0 that has a
 * move some move leads to value 1. See discover_sum.c. */
BT_MUST_CHECK bt_status bti_part_is_tame(bti_theory *t, const bti_dfa *values,
                                         bool *tame);

#endif
