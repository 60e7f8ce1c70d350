/* SPDX-License-Identifier: MIT
 * Learning an automaton by asking questions about words. */
#ifndef BOUTON_PROVE_LEARN_H
#define BOUTON_PROVE_LEARN_H

#include "automata/automata.h"

enum {
    BTI_LEARN_DIGITS = 40, /* of the numbers that are asked about */
    BTI_LEARN_TRACKS = 10
};

/* Is this tuple in the set? */
typedef struct bti_teacher bti_teacher;
struct bti_teacher {
    bt_status (*ask)(bti_teacher *self, const uint64_t *value, bool *in);
};

typedef struct bti_learner bti_learner;

/* For sets of tuples with these tracks. */
BT_MUST_CHECK bt_status bti_learner_new(bti_automata *m, bti_teacher *teacher,
                                        const uint32_t *track, unsigned tracks,
                                        uint64_t most_states, bti_learner **out);
void bti_learner_free(bti_learner *l);

/* The least automaton that agrees with all that was asked so far. */
BT_MUST_CHECK bt_status bti_learner_guess(bti_learner *l, bti_dfa **out);

/* A tuple about which the last guess was wrong. */
BT_MUST_CHECK bt_status bti_learner_correct(bti_learner *l, const uint64_t *value);

#endif
