/* SPDX-License-Identifier: MIT
 * A claim is proved if the three steps hold of it and a measure says that play ends.
 * Then, by induction on the measure, a position is in the claimed set exactly if it is
 * a P-position.
 *
 * If no measure is known, nothing is proved: in the game 0 <-> 1 both {0} and {1} pass
 * the three steps. A failure of step 1 or 3 refutes a claim all the same, for no set of
 * P-positions fails there; one of step 2 does not, for that position may be a draw.
 *
 * In this folder: theory.c makes the rules into automata, three_steps.c checks a set,
 * measure.c finds out why play ends, discover.c finds the set itself with learn.c, and
 * certificate_write.c writes down what src/check can verify. */
#include "prove/prove.h"
#include "formula/formula_compile.h"

#include <string.h>

const char *bti_answer_name(bti_proof_answer answer)
{
    static const char *const name[] = {"GAVE UP", "PROVED", "REFUTED", "NOT PROVED"};
    return name[answer];
}

void bti_proof_free(bti_proof *proof)
{
    bti_dfa_free(proof->set);
    proof->set = NULL;
    bti_found_parts_free(proof->part, proof->parts);
    proof->parts = 0;
}

static bti_proof_answer judge(const bti_measure *measure, const bti_steps_check *check)
{
    switch (check->result) {
    case BTI_HOLDS:
        return measure->found ? BTI_PROVED : BTI_NOT_PROVED;
    case BTI_FAILS:
        return measure->found || check->step != 2 ? BTI_REFUTED : BTI_NOT_PROVED;
    case BTI_GAVE_UP:
        break;
    }
    return BTI_UNDECIDED;
}

static void begin(bti_theory *t, bti_proof *out)
{
    *out = (bti_proof){.answer = BTI_UNDECIDED, .same_as = SIZE_MAX};
    out->check.result = BTI_GAVE_UP;
    t->m.largest = t->m.largest_raw = t->m.made = 0;
    t->m.largest_tracks = 0;
}

static void finish(bti_theory *t, bti_proof *out)
{
    out->largest = t->m.largest;
    out->largest_raw = t->m.largest_raw;
    out->automata = t->m.made;
    out->tracks = t->m.largest_tracks;
}

bt_status bti_prove_claim(bti_theory *t, const bti_measure *measure,
                          const bti_node *claim, bti_proof *out)
{
    begin(t, out);
    bt_status status = bti_theory_set(t, claim, &out->set);
    if (status == BT_OK) {
        status = bti_check_steps(t, out->set, bti_full_effort, &out->check);
        out->answer = judge(measure, &out->check);
    }
    finish(t, out);
    return bti_as_result(t->ctx, status, &out->check.why);
}

bt_status bti_prove_values(bti_theory *t, const bti_measure *measure,
                           const bti_node *formula, bti_proof *out)
{
    begin(t, out);
    bt_status status = bti_theory_set(t, formula, &out->set);
    if (status == BT_OK) {
        status = bti_check_values(t, out->set, bti_full_effort, out);
        /* nothing but a measure makes values of positions unique */
        out->answer = judge(measure, &out->check);
        if (!measure->found && out->answer == BTI_REFUTED)
            out->answer = BTI_NOT_PROVED;
    }
    finish(t, out);
    return bti_as_result(t->ctx, status, &out->check.why);
}
