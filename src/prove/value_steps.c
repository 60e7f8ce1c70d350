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
};

static void fail(struct values *v, unsigned step, const uint64_t *value)
{
    bti_steps_check *check = &v->out->check;
    check->result = BTI_FAILS;
    check->step = step;
    memcpy(check->position, value, v->t->vars * sizeof *value);
    v->out->value = value[v->t->vars];
    v->out->other_value = value[v->t->vars + 1];
}

/* The least position of a set of (position, g, other) as a failure of a step, and then
 * the least values there. */
static bt_status fail_at_least(struct values *v, unsigned step, const bti_dfa *bad)
{
    bti_automata *m = &v->t->m;
    uint32_t var[BTI_VARS_MAX], value_var[2] = {v->g, v->other};
    uint64_t value[BTI_VARS_MAX + 2];
    size_t vars = v->t->vars;
    bool found;
    bti_dfa *at;
    for (uint32_t i = 0; i < vars; i++)
        var[i] = i;
    BT_TRY(bti_dfa_exists(m, bad, value_var, 2, &at));
    bt_status status = bti_dfa_least(m, at, var, vars, value, &found);
    bti_dfa_free(at);
    if (status != BT_OK || !found)
        return status;
    BT_TRY(bti_dfa_copy(m, bad, &at));
    for (uint32_t i = 0; i < vars && status == BT_OK; i++) {
        bti_dfa *fixed;
        status = bti_dfa_fix(m, at, i, value[i], &fixed);
        bti_dfa_free(at);
        at = fixed;
    }
    if (status == BT_OK)
        status = bti_dfa_least(m, at, value_var, 2, value + vars, &found);
    bti_dfa_free(at);
    v->out->check.least = true;
    fail(v, step, value);
    return status;
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
        status = fail_at_least(v, 1, two);
    bti_dfa_free(some);
    bti_dfa_free(none);
    bti_dfa_free(two);
    return status;
}

static bool wanted(void *arg, const unsigned char *accepts)
{
    const struct values *v = arg;
    size_t rules = v->t->rules;
    bool hit = memchr(accepts, 1, rules) != NULL;
    return hit ? accepts[rules] : accepts[rules + 1] && accepts[rules + 2];
}

/* Steps 2 and 3 with products. */
static bt_status build_products(struct values *v)
{
    bti_theory *t = v->t;
    bti_dfa *bad = NULL;
    bt_status status = BT_OK;
    v->out->check.result = BTI_HOLDS;
    for (size_t r = 0; r < t->rules && status == BT_OK; r++) {
        status = bti_dfa_product(&t->m, v->h, v->into[r], BTI_BOTH, &bad);
        if (status == BT_OK)
            status = fail_at_least(v, 2, bad);
        bti_dfa_free(bad);
        if (v->out->check.result == BTI_FAILS)
            return status;
    }
    BT_TRY(status);
    BT_TRY(bti_dfa_product(&t->m, v->renamed, v->less, BTI_BOTH, &bad));
    for (size_t r = 0; r < t->rules && status == BT_OK; r++)
        status = bti_dfa_combine(&t->m, &bad, v->into[r], BTI_BUT_NOT);
    if (status == BT_OK)
        status = fail_at_least(v, 3, bad);
    bti_dfa_free(bad);
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
    if (result == BTI_SEARCH_NONE) {
        v->out->check.result = BTI_HOLDS;
        return BT_OK;
    }
    if (result == BTI_SEARCH_FOUND && !effort.least) {
        fail(v, 2, value);
        return BT_OK;
    }
    if (result == BTI_SEARCH_GAVE_UP && !effort.eager)
        return bt_fail(v->t->ctx, BT_UNABLE,
                       "more than %llu combinations of states had to be looked at",
                       (unsigned long long)effort.tuples);
    return build_products(v);
}

static bt_status gather(struct values *v)
{
    bti_theory *t = v->t;
    bti_summand difference[] = {{v->g, 1}, {v->other, -1}};
    BT_TRY(bti_dfa_row_new(t->ctx, t->rules, &v->into));
    v->part = bt_resize_array(t->ctx, NULL, 0, t->rules + 3, sizeof(bti_dfa *));
    if (!v->part)
        return bt_last_status(t->ctx);
    BT_TRY(bti_dfa_rename(&t->m, v->h, &v->g, &v->other, 1, &v->renamed));
    return bti_dfa_linear(&t->m, difference, 2, 0, BTI_LT, &v->less);
}

static bt_status check_all(struct values *v, bti_effort effort)
{
    bti_theory *t = v->t;
    BT_TRY(gather(v));
    BT_TRY(check_unique(v));
    if (v->out->check.result == BTI_FAILS)
        return BT_OK;
    BT_TRY(bti_theory_into_all(t, v->h, v->into));
    memcpy((void *)v->part, (void *)v->into, t->rules * sizeof *v->into);
    v->part[t->rules] = v->h;
    v->part[t->rules + 1] = v->renamed;
    v->part[t->rules + 2] = v->less;
    return check_options(v, effort);
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
    return bti_as_result(t->ctx, status, out->check.why);
}
