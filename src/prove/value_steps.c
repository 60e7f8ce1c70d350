/* SPDX-License-Identifier: MIT
 * Grundy values for all positions at once. H(x, g) gives the values in normal play if
 *
 *     1  every position x has exactly one g,
 *     2  no option of x has the same g,
 *     3  every u < g is the value of some option of x,
 *
 * for then g is the mex of the options' values; and play ends, so that only one H does
 * that. With O_r(x, u): rule r has an option of value u. */
#include "formula/formula_compile.h"
#include "prove/prove.h"

#include <string.h>

struct values {
    bti_theory *t;
    const bti_dfa *h;
    bti_proof *out;
    uint32_t g, other; /* tracks */
    bti_dfa *renamed;  /* h with `other` in the place of g */
    bti_dfa *less;     /* g < other */
    bti_dfa **into;
    const bti_dfa **part; /* into..., h, renamed, less */
    unsigned found_step;  /* that fails where the search ended */
};

/* A failure becomes the one that is told. */
static bt_status tell(struct values *v, unsigned step, const uint64_t *value)
{
    bti_steps_check *check = &v->out->check;
    check->result = BTI_FAILS;
    check->step = step;
    memcpy(check->position, value, v->t->vars * sizeof *value);
    v->out->value = value[v->t->vars];
    v->out->other_value = value[v->t->vars + 1];
    return BT_OK;
}

/* The least values that show a failure at this position. */
static bt_status least_values(struct values *v, const bti_dfa *bad, uint64_t *value)
{
    bti_automata *m = &v->t->m;
    const uint32_t value_var[] = {v->g, v->other};
    size_t vars = v->t->vars;
    bool found;
    bti_dfa *at;
    BT_TRY(bti_dfa_copy(m, bad, &at));
    bt_status status = BT_OK;
    for (uint32_t i = 0; i < vars && status == BT_OK; i++) {
        bti_dfa *fixed = NULL;
        status = bti_dfa_fix(m, at, i, value[i], &fixed);
        bti_dfa_free(at);
        at = fixed;
    }
    if (status == BT_OK)
        status = bti_dfa_least(m, at, value_var, 2, value + vars, &found);
    bti_dfa_free(at);
    return status;
}

/* The least position of a set of (position, g, other) where a step fails; it is told
 * unless one that is as little was found by an earlier step. */
static bt_status tell_least(struct values *v, unsigned step, const bti_dfa *bad)
{
    const bti_steps_check *check = &v->out->check;
    const uint32_t value_var[] = {v->g, v->other};
    uint32_t var[BTI_VARS_MAX];
    uint64_t value[BTI_VARS_MAX + 2];
    size_t vars = v->t->vars;
    bool found = false;
    bti_dfa *at;
    for (uint32_t i = 0; i < vars; i++)
        var[i] = i;
    BT_TRY(bti_dfa_exists(&v->t->m, bad, value_var, 2, &at));
    bt_status status = bti_dfa_least(&v->t->m, at, var, vars, value, &found);
    bti_dfa_free(at);
    if (status != BT_OK || !found ||
        (check->result == BTI_FAILS && !bti_tuple_less(value, check->position, vars)))
        return status;
    BT_TRY(least_values(v, bad, value));
    return tell(v, step, value);
}

/* Step 1: no value, or two. */
static bt_status check_unique(struct values *v)
{
    bti_theory *t = v->t;
    bti_dfa *none = NULL, *two = NULL;
    bti_dfa *some = NULL;
    bt_status status = bti_dfa_exists(&t->m, v->h, &v->g, 1, &some);
    if (status == BT_OK)
        status = bti_dfa_product(&t->m, t->position, some, BTI_BUT_NOT, &none);
    if (status == BT_OK)
        status = bti_dfa_product(&t->m, v->h, v->renamed, BTI_BOTH, &two);
    if (status == BT_OK)
        status = bti_dfa_combine(&t->m, &two, v->less, BTI_BOTH);
    if (status == BT_OK)
        status = bti_dfa_combine(&t->m, &two, none, BTI_EITHER);
    if (status == BT_OK)
        status = tell_least(v, 1, two);
    bti_dfa_free(some);
    bti_dfa_free(none);
    bti_dfa_free(two);
    return status;
}

static bool wanted(void *arg, const unsigned char *accepts)
{
    struct values *v = arg;
    size_t rules = v->t->rules;
    bool hit = memchr(accepts, 1, rules) != NULL;
    v->found_step = hit ? 2 : 3;
    return hit ? accepts[rules] : accepts[rules + 1] && accepts[rules + 2];
}

/* Steps 2 and 3 with products, all of them: the least position may be in the last. */
static bt_status build_products(struct values *v)
{
    bti_theory *t = v->t;
    bti_dfa *bad = NULL;
    bt_status status = BT_OK;
    for (size_t r = 0; r < t->rules && status == BT_OK; r++) {
        status = bti_dfa_product(&t->m, v->h, v->into[r], BTI_BOTH, &bad);
        if (status == BT_OK)
            status = tell_least(v, 2, bad);
        bti_dfa_free(bad);
        bad = NULL;
    }
    BT_TRY(status);
    BT_TRY(bti_dfa_product(&t->m, v->renamed, v->less, BTI_BOTH, &bad));
    for (size_t r = 0; r < t->rules && status == BT_OK; r++)
        status = bti_dfa_combine(&t->m, &bad, v->into[r], BTI_BUT_NOT);
    if (status == BT_OK)
        status = tell_least(v, 3, bad);
    bti_dfa_free(bad);
    return status;
}

/* From some failure of step 2 or 3 to the least one; this one has to do if that is
 * beyond the limits. */
static bt_status make_least(struct values *v, const uint64_t *value)
{
    bt_status status = build_products(v);
    if (status == BT_UNABLE && v->out->check.result == BTI_HOLDS)
        BT_TRY(tell(v, v->found_step, value));
    return status;
}

static bt_status check_options(struct values *v, bti_effort effort)
{
    uint32_t var[BTI_VARS_MAX + 2];
    uint64_t value[BTI_VARS_MAX + 2];
    bti_search_result result = BTI_SEARCH_GAVE_UP;
    size_t vars = v->t->vars, rules = v->t->rules;
    uint64_t tuples = bti_effort_tuples(v->t, effort) / 4;
    for (uint32_t i = 0; i < vars; i++)
        var[i] = i;
    var[vars] = v->g;
    var[vars + 1] = v->other;
    if (tuples > 0)
        BT_TRY(bti_dfa_search(&v->t->m, v->part, rules + 3, wanted, v, tuples, var,
                              vars + 2, value, &result));
    if (result == BTI_SEARCH_NONE)
        return BT_OK;
    if (result == BTI_SEARCH_FOUND)
        return effort.least ? make_least(v, value) : tell(v, v->found_step, value);
    if (result == BTI_SEARCH_GAVE_UP && !effort.eager)
        return bt_fail(
            v->t->ctx, BT_UNABLE,
            "more than {most} combinations of states would have to be looked at",
            BT_ARGS(BT_NUM("most", effort.tuples)));
    return build_products(v);
}

static bt_status gather(struct values *v)
{
    bti_theory *t = v->t;
    bti_linear_term difference[] = {{v->g, 1}, {v->other, -1}};
    BT_TRY(bti_dfa_row_new(t->ctx, t->rules, &v->into));
    v->part = bt_resize_array(t->ctx, NULL, 0, t->rules + 3, sizeof(bti_dfa *));
    if (!v->part)
        return bt_last_status(t->ctx);
    BT_TRY(bti_dfa_rename(&t->m, v->h, &v->g, &v->other, 1, &v->renamed));
    return bti_dfa_linear(&t->m, difference, 2, 0, BTI_LT, &v->less);
}

/* The options' values, for steps 2 and 3. */
static bt_status gather_options(struct values *v)
{
    bti_theory *t = v->t;
    BT_TRY(bti_theory_into_all(t, v->h, v->into));
    memcpy((void *)v->part, (void *)v->into, t->rules * sizeof *v->into);
    v->part[t->rules] = v->h;
    v->part[t->rules + 1] = v->renamed;
    v->part[t->rules + 2] = v->less;
    return BT_OK;
}

/* A failure of step 1 is enough, unless the least position is wanted. That may take
 * more than the limits allow; then the one that was found has to do. */
static bt_status check_all(struct values *v, bti_effort effort)
{
    BT_TRY(gather(v));
    v->out->check.result = BTI_HOLDS;
    BT_TRY(check_unique(v));
    bool unique = v->out->check.result == BTI_HOLDS;
    bt_status status = BT_OK;
    if (unique || effort.least)
        status = gather_options(v);
    if (status == BT_OK && unique)
        status = check_options(v, effort);
    else if (status == BT_OK && effort.least)
        status = build_products(v);
    bool fails = v->out->check.result == BTI_FAILS;
    v->out->check.least = fails && effort.least && status == BT_OK;
    return fails && status == BT_UNABLE ? BT_OK : status;
}

bt_status bti_check_values(bti_theory *t, const bti_dfa *values, bti_effort effort,
                           bti_proof *out)
{
    struct values v = {.t = t,
                       .h = values,
                       .out = out,
                       .g = bti_value_var(t->vars),
                       .other = BTI_SPARE_VAR};
    out->check = (bti_steps_check){.result = BTI_GAVE_UP};
    bt_status status = check_all(&v, effort);
    if (status != BT_OK)
        out->check.result = BTI_GAVE_UP;
    bti_dfa_free(v.renamed);
    bti_dfa_free(v.less);
    bti_dfa_row_free(t->ctx, v.into, t->rules);
    bt_release(t->ctx, (void *)v.part, v.part ? (t->rules + 3) * sizeof(bti_dfa *) : 0);
    return bti_as_result(t->ctx, status, &out->check.why);
}
