/* SPDX-License-Identifier: MIT
 * Formulas as automata. Sums go into one linear atom. Any other term inside gets a
 * variable of its own, tied to it by an atom and then quantified away:
 *     low(x ^ y) > m    is    ex u,v: u = x ^ y & v = low(u) & v > m
 * A negative term has no such variable. Then the atom comes out false: pow2 of a
 * negative number is, and elsewhere the atom is undefined there, where a formula that
 * has a meaning does not depend on it (formula_defined.h). Sums of digits (^) of any
 * number of terms are one atom: with the result they have an even number of ones in
 * every column. */
#include "formula/formula_compile.h"
#include "core/grow.h"

enum { MOST_TERMS = 2 * BTI_VARS_MAX }; /* variables of one atom */

/* Variables made for terms, each with the automaton that ties it; a later one depends
 * on earlier ones only. */
struct inner {
    bti_automata *m;
    bti_dfa *tie[MOST_TERMS];
    uint32_t count;
};

struct linear {
    bti_linear_term sum[MOST_TERMS];
    size_t n;
    int64_t constant;
};

#define FACTOR_LIMIT (INT64_C(1) << 50)

static bt_status too_many(bt_context *ctx)
{
    return bt_fail(ctx, BT_UNABLE, "more than {most} different terms in one comparison",
                   BT_ARGS(BT_NUM("most", MOST_TERMS)));
}

static bt_status too_large(bt_context *ctx)
{
    return bt_fail(ctx, BT_UNABLE,
                   "the numbers of one comparison multiply to more than 2^50",
                   BT_NO_ARGS);
}

static bt_status multiply(bt_context *ctx, int64_t factor, uint64_t by, int64_t *out)
{
    int64_t size = factor < 0 ? -factor : factor;
    if (size > 0 && by > (uint64_t)(FACTOR_LIMIT / size))
        return too_large(ctx);
    *out = factor * (int64_t)by;
    return BT_OK;
}

static bt_status add_summand(bt_context *ctx, struct linear *sum, uint32_t var,
                             int64_t factor)
{
    size_t i = 0;
    while (i < sum->n && sum->sum[i].var != var)
        i++;
    if (i == MOST_TERMS)
        return too_many(ctx);
    if (i == sum->n)
        sum->sum[sum->n++] = (bti_linear_term){var, 0};
    sum->sum[i].factor += factor;
    int64_t size = sum->sum[i].factor;
    return size > FACTOR_LIMIT || size < -FACTOR_LIMIT ? too_large(ctx) : BT_OK;
}

static bt_status variable_of(struct inner *in, const bti_node *term, uint32_t *var);

static bt_status add_term(struct inner *in, const bti_node *term, int64_t factor,
                          struct linear *sum)
{
    bt_context *ctx = in->m->ctx;
    int64_t product = 0;
    uint32_t var;
    switch (term->op) {
    case BTI_OP_NUMBER:
        BT_TRY(multiply(ctx, factor, term->number, &product));
        sum->constant += product;
        return sum->constant > FACTOR_LIMIT || sum->constant < -FACTOR_LIMIT
                   ? too_large(ctx)
                   : BT_OK;
    case BTI_OP_SUM:
        for (const bti_node *child = term->first; child; child = child->next)
            BT_TRY(add_term(in, child, factor, sum));
        return BT_OK;
    case BTI_OP_NEG:
        return add_term(in, term->first, -factor, sum);
    case BTI_OP_TIMES:
        BT_TRY(multiply(ctx, factor, term->number, &product));
        return add_term(in, term->first, product, sum);
    default:
        BT_TRY(variable_of(in, term, &var));
        return add_summand(ctx, sum, var, factor);
    }
}

static bt_status new_inner(struct inner *in, bti_dfa *tie, uint32_t *var)
{
    if (in->count == MOST_TERMS) {
        bti_dfa_free(tie);
        return too_many(in->m->ctx);
    }
    *var = BTI_INNER_VAR + in->count;
    in->tie[in->count++] = tie;
    return BT_OK;
}

/* The variables of all children into var[], behind those that are there. */
static bt_status variables_of(struct inner *in, const bti_node *term, uint32_t *var,
                              size_t *count)
{
    for (const bti_node *child = term->first; child; child = child->next) {
        if (*count == MOST_TERMS)
            return too_many(in->m->ctx);
        BT_TRY(variable_of(in, child, &var[(*count)++]));
    }
    return BT_OK;
}

/* z = and(x, y, ...) two at a time. */
static bt_status tie_pairs(struct inner *in, const bti_node *term, uint32_t *var)
{
    uint32_t next;
    BT_TRY(variable_of(in, term->first, var));
    for (const bti_node *child = term->first->next; child; child = child->next) {
        bti_dfa *tie;
        BT_TRY(variable_of(in, child, &next));
        uint32_t z = BTI_INNER_VAR + in->count;
        BT_TRY(term->op == BTI_OP_BIT_AND ? bti_dfa_and(in->m, z, *var, next, &tie)
                                          : bti_dfa_or(in->m, z, *var, next, &tie));
        BT_TRY(new_inner(in, tie, var));
    }
    return BT_OK;
}

static bt_status tie_xor(struct inner *in, const bti_node *term, uint32_t *var)
{
    uint32_t part[MOST_TERMS + 1];
    size_t count = 0;
    bti_dfa *tie;
    BT_TRY(variables_of(in, term, part, &count));
    part[count++] = BTI_INNER_VAR + in->count;
    BT_TRY(bti_dfa_cols(in->m, 2, part, count, &tie));
    return new_inner(in, tie, var);
}

static bt_status tie_linear(struct inner *in, const bti_node *term, uint32_t *var)
{
    struct linear sum = {.n = 0};
    bti_dfa *tie;
    BT_TRY(add_term(in, term, 1, &sum));
    BT_TRY(add_summand(in->m->ctx, &sum, BTI_INNER_VAR + in->count, -1));
    BT_TRY(bti_dfa_linear(in->m, sum.sum, sum.n, sum.constant, BTI_EQ, &tie));
    return new_inner(in, tie, var);
}

/* A variable that equals the term. */
static bt_status variable_of(struct inner *in, const bti_node *term, uint32_t *var)
{
    uint32_t of;
    bti_dfa *tie;
    switch (term->op) {
    case BTI_OP_VAR:
        *var = term->var;
        return BT_OK;
    case BTI_OP_XOR:
        return tie_xor(in, term, var);
    case BTI_OP_BIT_AND:
    case BTI_OP_BIT_OR:
        return tie_pairs(in, term, var);
    case BTI_OP_LOW:
    case BTI_OP_HIGH:
    case BTI_OP_SHL:
        break;
    default:
        return tie_linear(in, term, var);
    }
    BT_TRY(variable_of(in, term->first, &of));
    uint32_t z = BTI_INNER_VAR + in->count;
    if (term->op == BTI_OP_SHL)
        BT_TRY(bti_dfa_shl(in->m, z, of, &tie));
    else
        BT_TRY(term->op == BTI_OP_LOW ? bti_dfa_low(in->m, z, of, &tie)
                                      : bti_dfa_high(in->m, z, of, &tie));
    return new_inner(in, tie, var);
}

/* Replaces *a by the product with b. */
static bt_status join(bti_automata *m, bti_dfa **a, const bti_dfa *b,
                      unsigned truth_table)
{
    bti_dfa *both = NULL;
    bt_status status = bti_dfa_product(m, *a, b, truth_table, &both);
    bti_dfa_free(*a);
    *a = both;
    return status;
}

static bt_status project(bti_automata *m, bti_dfa **a, const uint32_t *var, size_t vars,
                         bool all)
{
    bti_dfa *less = NULL;
    bt_status status = all ? bti_dfa_forall(m, *a, var, vars, &less)
                           : bti_dfa_exists(m, *a, var, vars, &less);
    bti_dfa_free(*a);
    *a = less;
    return status;
}

/* Ends an atom: the inner variables are tied and quantified away, the latest first. The
 * automaton *a was made with `status`. */
static bt_status finish(struct inner *in, bt_status status, bti_dfa **a)
{
    while (in->count > 0) {
        uint32_t var = BTI_INNER_VAR + --in->count;
        if (status == BT_OK)
            status = join(in->m, a, in->tie[in->count], BTI_BOTH);
        if (status == BT_OK)
            status = project(in->m, a, &var, 1, false);
        bti_dfa_free(in->tie[in->count]);
    }
    return status;
}

static bool is_digit_sum(const bti_node *term)
{
    return term->op == BTI_OP_XOR || term->op == BTI_OP_VAR ||
           (term->op == BTI_OP_NUMBER && term->number == 0);
}

/* x ^ y ^ z = 0, x ^ y = z ^ w: one atom, no inner variable for ^. */
static bt_status make_digit_sums(struct inner *in, const bti_node *a, const bti_node *b,
                                 bti_dfa **out)
{
    uint32_t var[MOST_TERMS];
    size_t count = 0;
    const bti_node *side[] = {a, b};
    for (int i = 0; i < 2; i++) {
        if (side[i]->op == BTI_OP_XOR)
            BT_TRY(variables_of(in, side[i], var, &count));
        else if (side[i]->op == BTI_OP_VAR && count == MOST_TERMS)
            return too_many(in->m->ctx);
        else if (side[i]->op == BTI_OP_VAR)
            var[count++] = side[i]->var;
    }
    return bti_dfa_cols(in->m, 2, var, count, out);
}

static bt_status make_comparison(struct inner *in, const bti_node *a,
                                 bti_relation relation, const bti_node *b,
                                 bti_dfa **out)
{
    struct linear sum = {.n = 0};
    if (relation == BTI_EQ && (a->op == BTI_OP_XOR || b->op == BTI_OP_XOR) &&
        is_digit_sum(a) && is_digit_sum(b))
        return make_digit_sums(in, a, b, out);
    BT_TRY(add_term(in, a, 1, &sum));
    BT_TRY(add_term(in, b, -1, &sum));
    return bti_dfa_linear(in->m, sum.sum, sum.n, sum.constant, relation, out);
}

bt_status bti_compare_compile(bti_automata *m, const bti_node *a, bti_relation relation,
                              const bti_node *b, bti_dfa **out)
{
    struct inner in = {.m = m};
    *out = NULL;
    return finish(&in, make_comparison(&in, a, relation, b, out), out);
}

static bt_status compile_chain(bti_automata *m, const bti_node *node, bti_dfa **out)
{
    const bti_node *a = node->first, *b = a->next;
    BT_TRY(bti_compare_compile(m, a, b->relation, b, out));
    while (a = b, (b = b->next)) {
        bti_dfa *pair;
        bt_status status = bti_compare_compile(m, a, b->relation, b, &pair);
        if (status == BT_OK)
            status = join(m, out, pair, BTI_BOTH);
        bti_dfa_free(pair);
        if (status != BT_OK) {
            bti_dfa_free(*out);
            *out = NULL;
            return status;
        }
    }
    return BT_OK;
}

/* The sum becomes minus itself; false: it is natural whatever the variables are. */
static bool negate(struct linear *sum)
{
    bool natural = sum->constant >= 0;
    for (size_t i = 0; i < sum->n; i++) {
        natural = natural && sum->sum[i].factor >= 0;
        sum->sum[i].factor = -sum->sum[i].factor;
    }
    sum->constant = -sum->constant;
    return !natural;
}

/* The sum s, of either sign, leaves one of the residues: s is natural and leaves r, or
 * -s is natural and leaves m - r. The residues are changed. */
static bt_status make_residues(bti_automata *m, struct linear *sum, uint32_t modulus,
                               uint32_t *residue, size_t count, bti_dfa **out)
{
    bti_dfa *minus = NULL;
    BT_TRY(
        bti_dfa_mod(m, sum->sum, sum->n, sum->constant, modulus, residue, count, out));
    if (!negate(sum))
        return BT_OK;
    for (size_t i = 0; i < count; i++)
        residue[i] = residue[i] == 0 ? 0 : modulus - residue[i];
    bt_status status = bti_dfa_mod(m, sum->sum, sum->n, sum->constant, modulus, residue,
                                   count, &minus);
    if (status == BT_OK)
        status = join(m, out, minus, BTI_EITHER);
    bti_dfa_free(minus);
    return status;
}

static bt_status make_mod(struct inner *in, const bti_node *node, bti_dfa **out)
{
    bti_automata *m = in->m;
    struct linear sum = {.n = 0};
    uint32_t *residue;
    size_t count = 0, i = 0;
    BT_TRY(add_term(in, node->first, 1, &sum));
    for (const bti_node *r = node->first->next; r; r = r->next)
        count += r->number < node->number;
    BT_TRY(BTI_NEW(m->ctx, residue, count + 1));
    for (const bti_node *r = node->first->next; r; r = r->next)
        if (r->number < node->number)
            residue[i++] = (uint32_t)r->number;
    bt_status status =
        make_residues(m, &sum, (uint32_t)node->number, residue, count, out);
    bt_release(m->ctx, residue, (count + 1) * sizeof *residue);
    return status;
}

static bt_status make_divides(struct inner *in, const bti_node *node, bti_dfa **out)
{
    uint32_t zero = 0;
    struct linear sum = {.n = 0};
    BT_TRY(add_term(in, node->first, 1, &sum));
    return make_residues(in->m, &sum, (uint32_t)node->number, &zero, 1, out);
}

static bt_status make_in(struct inner *in, const bti_node *node, bti_dfa **out)
{
    struct linear sum = {.n = 0};
    bt_status status = BT_OK;
    BT_TRY(add_term(in, node->first, 1, &sum));
    BT_TRY(bti_dfa_bool(in->m, false, out));
    for (const bti_node *n = node->first->next; n && status == BT_OK; n = n->next) {
        bti_dfa *equal;
        status = bti_dfa_linear(in->m, sum.sum, sum.n,
                                sum.constant - (int64_t)n->number, BTI_EQ, &equal);
        if (status == BT_OK)
            status = join(in->m, out, equal, BTI_EITHER);
        bti_dfa_free(equal);
    }
    return status;
}

static bt_status make_pow2(struct inner *in, const bti_node *node, bti_dfa **out)
{
    uint32_t var;
    BT_TRY(variable_of(in, node->first, &var));
    return bti_dfa_pow2(in->m, var, out);
}

static bt_status make_cols(struct inner *in, const bti_node *node, bti_dfa **out)
{
    uint32_t var[MOST_TERMS];
    size_t count = 0;
    BT_TRY(variables_of(in, node, var, &count));
    return bti_dfa_cols(in->m, (uint32_t)node->number, var, count, out);
}

static bt_status compile_atom(bti_automata *m, const bti_node *node, bti_dfa **out)
{
    struct inner in = {.m = m};
    bt_status status;
    switch (node->op) {
    case BTI_OP_MOD:
        status = make_mod(&in, node, out);
        break;
    case BTI_OP_IN:
        status = make_in(&in, node, out);
        break;
    case BTI_OP_DIVIDES:
        status = make_divides(&in, node, out);
        break;
    case BTI_OP_POW2:
        status = make_pow2(&in, node, out);
        break;
    default:
        status = make_cols(&in, node, out);
        break;
    }
    return finish(&in, status, out);
}

/* Ties the terms and drops what they are tied to. */
static bt_status tie_all(struct inner *in, const bti_node *first, size_t terms,
                         bool natural)
{
    for (const bti_node *term = first; terms-- > 0; term = term->next) {
        struct linear sum = {.n = 0};
        uint32_t var;
        if (natural)
            BT_TRY(variable_of(in, term, &var));
        else
            BT_TRY(add_term(in, term, 1, &sum));
    }
    return BT_OK;
}

bt_status bti_values_compile(bti_automata *m, const bti_node *first, size_t terms,
                             bool natural, bti_dfa **out)
{
    struct inner in = {.m = m};
    *out = NULL;
    bt_status status = tie_all(&in, first, terms, natural);
    if (status == BT_OK)
        status = bti_dfa_bool(m, true, out);
    status = finish(&in, status, out);
    if (status != BT_OK) {
        bti_dfa_free(*out);
        *out = NULL;
    }
    return status;
}

static bt_status compile_list(bti_automata *m, const bti_node *node,
                              unsigned truth_table, bti_dfa **out)
{
    BT_TRY(bti_formula_compile(m, node->first, out));
    for (const bti_node *child = node->first->next; child; child = child->next) {
        bti_dfa *next;
        BT_TRY(bti_formula_compile(m, child, &next));
        bt_status status = join(m, out, next, truth_table);
        bti_dfa_free(next);
        BT_TRY(status);
    }
    return BT_OK;
}

static bt_status compile_quantifier(bti_automata *m, const bti_node *node,
                                    bti_dfa **out)
{
    uint32_t var[BTI_FORMULA_DEPTH + 1];
    size_t vars = 0;
    const bti_node *body = node;
    for (; body->op == node->op; body = body->first)
        var[vars++] = body->var;
    BT_TRY(bti_formula_compile(m, body, out));
    return project(m, out, var, vars, node->op == BTI_OP_ALL);
}

/* On failure *out may hold something or NULL; the caller frees it. */
static bt_status compile_any(bti_automata *m, const bti_node *node, bti_dfa **out)
{
    bti_dfa *child = NULL;
    bt_status status;
    *out = NULL;
    switch (node->op) {
    case BTI_OP_TRUE:
    case BTI_OP_FALSE:
        return bti_dfa_bool(m, node->op == BTI_OP_TRUE, out);
    case BTI_OP_CHAIN:
        return compile_chain(m, node, out);
    case BTI_OP_NOT:
        status = bti_formula_compile(m, node->first, &child);
        if (status == BT_OK)
            status = bti_dfa_not(m, child, out);
        bti_dfa_free(child);
        return status;
    case BTI_OP_AND:
        return compile_list(m, node, BTI_BOTH, out);
    case BTI_OP_OR:
        return compile_list(m, node, BTI_EITHER, out);
    case BTI_OP_IMPLIES:
        return compile_list(m, node, BTI_IMPLIES, out);
    case BTI_OP_IFF:
        return compile_list(m, node, BTI_SAME, out);
    case BTI_OP_EX:
    case BTI_OP_ALL:
        return compile_quantifier(m, node, out);
    default:
        return compile_atom(m, node, out);
    }
}

bt_status bti_formula_compile(bti_automata *m, const bti_node *formula, bti_dfa **out)
{
    bt_status status = compile_any(m, formula, out);
    if (status != BT_OK) {
        bti_dfa_free(*out);
        *out = NULL;
    }
    return status;
}

bt_status bti_formula_rename(bt_arena *arena, const bti_node *node, const uint32_t *to,
                             uint32_t count, const bti_node **out)
{
    bti_node *copy;
    BT_TRY(BTI_ARENA_NEW(arena, copy, 1));
    *copy = *node;
    copy->next = NULL;
    if (node->op == BTI_OP_VAR && node->var < count)
        copy->var = to[node->var];
    const bti_node **last = &copy->first;
    for (const bti_node *child = node->first; child; child = child->next) {
        BT_TRY(bti_formula_rename(arena, child, to, count, last));
        last = (const bti_node **)&((bti_node *)*last)->next;
    }
    *out = copy;
    return BT_OK;
}
