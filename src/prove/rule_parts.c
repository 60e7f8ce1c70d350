/* SPDX-License-Identifier: MIT
 * In digits that are not binary an automaton for x + y = z alone may have thousands of
 * states, and the product of all that a rule demands far too many. But no proof needs
 * that product. A variable that has to exist occurs in some parts only, and `ex a:
 * F(a,x) & G(x,y)` is `(ex a: F(a,x)) & G(x,y)`: so variables go one after the other,
 * the one first whose parts are smallest together, and what is left stays small. */
#include "prove/rule_parts.h"
#include "core/arith.h"
#include "formula/formula_compile.h"

#include <string.h>

void bti_pool_free(bti_pool *p)
{
    for (size_t i = 0; i < p->parts; i++)
        bti_dfa_free(p->part[i]);
    p->parts = 0;
}

bt_status bti_pool_add(bti_pool *p, bti_dfa *part)
{
    if (p->parts < BTI_RULE_PARTS) {
        p->part[p->parts++] = part;
        return BT_OK;
    }
    bti_dfa_free(part);
    return bt_fail(p->m->ctx, BT_UNABLE, "a move has more than {most} conditions",
                   BT_ARGS(BT_NUM("most", (uint64_t)(BTI_RULE_PARTS - 2))));
}

static bt_status add_formula(bti_pool *p, const bti_node *formula)
{
    bti_dfa *part;
    if (formula->op != BTI_OP_AND) {
        BT_TRY(bti_formula_compile(p->m, formula, &part));
        return bti_pool_add(p, part);
    }
    for (const bti_node *child = formula->first; child; child = child->next)
        BT_TRY(add_formula(p, child));
    return BT_OK;
}

bt_status bti_pool_of_formula(bti_automata *m, const bti_node *formula, bti_pool *p)
{
    *p = (bti_pool){.m = m};
    for (; formula->op == BTI_OP_EX; formula = formula->first)
        p->hidden[p->hiddens++] = formula->var;
    bt_status status = add_formula(p, formula);
    if (status != BT_OK)
        bti_pool_free(p);
    return status;
}

bt_status bti_pool_copy(const bti_pool *from, bti_pool *to)
{
    bt_status status = BT_OK;
    *to = *from;
    to->parts = 0;
    while (to->parts < from->parts && status == BT_OK) {
        status = bti_dfa_copy(from->m, from->part[to->parts], &to->part[to->parts]);
        to->parts += status == BT_OK;
    }
    if (status != BT_OK)
        bti_pool_free(to);
    return status;
}

/* How many states the product of the parts with this variable may have. */
static uint64_t cost(const bti_pool *p, uint32_t var)
{
    uint64_t states = 1;
    for (size_t i = 0; i < p->parts; i++)
        if (bti_dfa_has_track(p->part[i], var) &&
            !bti_mul(states, p->part[i]->states, &states))
            return UINT64_MAX;
    return states;
}

/* Takes out the smallest part; with a variable, the smallest of those that have it. */
static bti_dfa *take_smallest(bti_pool *p, const uint32_t *var)
{
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < p->parts; i++)
        if ((!var || bti_dfa_has_track(p->part[i], *var)) &&
            (best == SIZE_MAX || p->part[i]->states < p->part[best]->states))
            best = i;
    if (best == SIZE_MAX)
        return NULL;
    bti_dfa *taken = p->part[best];
    p->part[best] = p->part[--p->parts];
    return taken;
}

/* The conjunction of all parts (with a variable: that have it), which are taken out. */
static bt_status join(bti_pool *p, const uint32_t *var, bti_dfa **out)
{
    BT_TRY(bti_dfa_bool(p->m, true, out));
    for (bti_dfa *part; (part = take_smallest(p, var)) != NULL;) {
        bti_dfa *both = NULL;
        bt_status status = bti_dfa_product(p->m, *out, part, BTI_BOTH, &both);
        bti_dfa_free(part);
        bti_dfa_free(*out);
        *out = both;
        BT_TRY(status);
    }
    return BT_OK;
}

static bt_status remove_variable(bti_pool *p, uint32_t var)
{
    bti_dfa *all, *some = NULL;
    bool used = false;
    for (size_t i = 0; i < p->parts; i++)
        used = used || bti_dfa_has_track(p->part[i], var);
    if (!used)
        return BT_OK;
    BT_TRY(join(p, &var, &all));
    bt_status status = bti_dfa_exists(p->m, all, &var, 1, &some);
    bti_dfa_free(all);
    return status == BT_OK ? bti_pool_add(p, some) : status;
}

static bt_status project(bti_pool *p, const uint32_t *var, size_t vars, bti_dfa **out)
{
    uint32_t gone[BTI_FORMULA_DEPTH + 2 * BTI_VARS_MAX];
    size_t count = vars + p->hiddens;
    memcpy(gone, p->hidden, p->hiddens * sizeof *gone);
    if (vars > 0)
        memcpy(gone + p->hiddens, var, vars * sizeof *gone);
    while (count > 0) {
        size_t best = 0;
        for (size_t i = 1; i < count; i++)
            if (cost(p, gone[i]) < cost(p, gone[best]))
                best = i;
        BT_TRY(remove_variable(p, gone[best]));
        gone[best] = gone[--count];
    }
    return join(p, NULL, out);
}

bt_status bti_pool_project(bti_pool *p, const uint32_t *var, size_t vars, bti_dfa **out)
{
    *out = NULL;
    bt_status status = project(p, var, vars, out);
    bti_pool_free(p);
    return status;
}

bt_status bti_pool_fix(bti_pool *p, uint32_t var, uint64_t value)
{
    for (size_t i = 0; i < p->parts; i++) {
        bti_dfa *fixed;
        if (!bti_dfa_has_track(p->part[i], var))
            continue;
        BT_TRY(bti_dfa_fix(p->m, p->part[i], var, value, &fixed));
        bti_dfa_free(p->part[i]);
        p->part[i] = fixed;
    }
    return BT_OK;
}
