/* SPDX-License-Identifier: MIT
 * Where a formula is undefined, by two automata for each part of it: one for where the
 * part is true (`lo`), one for where it is not false (`hi`). In Kleene's logic
 *     lo(!A) = not hi(A)             hi(!A) = not lo(A)
 *     lo(A & B) = lo(A) and lo(B)    hi(A & B) = hi(A) and hi(B)
 *     lo(ex t: A) = ex t: lo(A)      hi(ex t: A) = ex t: hi(A)
 * and the same for | and all; A => B is !A | B, and A <=> B is (A => B) & (B => A). An
 * atom is true where its automaton says so, and not false there and where some term in
 * it has no value. Undefined is what lies in hi and not in lo. */
#include "formula/formula_defined.h"
#include "formula/formula_compile.h"

bool bti_wants_naturals(bti_op op)
{
    return (op >= BTI_OP_XOR && op <= BTI_OP_SHL) || op == BTI_OP_COLS;
}

bool bti_plainly_natural(const bti_node *term)
{
    if (bti_wants_naturals(term->op))
        return true;
    if (term->op == BTI_OP_NEG)
        return false;
    for (const bti_node *child = term->first; child; child = child->next)
        if (!bti_plainly_natural(child))
            return false;
    return true;
}

bool bti_plainly_defined(const bti_node *node)
{
    for (const bti_node *child = node->first; child; child = child->next)
        if (!bti_plainly_defined(child) ||
            (bti_wants_naturals(node->op) && !bti_plainly_natural(child)))
            return false;
    return true;
}

/* hi is NULL where it is the same as lo: nothing is undefined. */
struct rails {
    bti_dfa *lo, *hi;
};

static void free_rails(struct rails *r)
{
    bti_dfa_free(r->lo);
    bti_dfa_free(r->hi);
    *r = (struct rails){NULL, NULL};
}

static const bti_dfa *hi_of(const struct rails *r)
{
    return r->hi ? r->hi : r->lo;
}

static bt_status negate(bti_automata *m, struct rails *r)
{
    struct rails negated = {NULL, NULL};
    bt_status status = bti_dfa_not(m, hi_of(r), &negated.lo);
    if (status == BT_OK && r->hi)
        status = bti_dfa_not(m, r->lo, &negated.hi);
    free_rails(r);
    *r = negated;
    return status;
}

/* *a becomes "a and b" or "a or b". */
static bt_status join(bti_automata *m, struct rails *a, const struct rails *b,
                      unsigned truth_table)
{
    if (b->hi && !a->hi)
        BT_TRY(bti_dfa_copy(m, a->lo, &a->hi));
    if (a->hi)
        BT_TRY(bti_dfa_combine(m, &a->hi, hi_of(b), truth_table));
    return bti_dfa_combine(m, &a->lo, b->lo, truth_table);
}

/* *a, true where an atom is, becomes its rails; `values` is where its terms have some.
 */
static bt_status end_atom(bti_automata *m, struct rails *a, bt_status status,
                          const bti_dfa *values)
{
    if (status == BT_OK) /* true, or without a value: implied by "has values" */
        status = bti_dfa_product(m, values, a->lo, BTI_IMPLIES, &a->hi);
    if (status == BT_OK && bti_dfa_equal(a->lo, a->hi)) {
        bti_dfa_free(a->hi);
        a->hi = NULL;
    }
    return status;
}

/* A comparison of two neighbours in a chain. */
static bt_status comparison_rails(bti_automata *m, const bti_node *a, struct rails *out)
{
    bti_dfa *values = NULL;
    bt_status status = bti_compare_compile(m, a, a->next->relation, a->next, &out->lo);
    if (status == BT_OK)
        status = bti_values_compile(m, a, 2, false, &values);
    status = end_atom(m, out, status, values);
    bti_dfa_free(values);
    return status;
}

static bt_status chain_rails(bti_automata *m, const bti_node *node, struct rails *out)
{
    bt_status status = comparison_rails(m, node->first, out);
    for (const bti_node *a = node->first->next; a->next && status == BT_OK;
         a = a->next) {
        struct rails next = {NULL, NULL};
        status = comparison_rails(m, a, &next);
        if (status == BT_OK)
            status = join(m, out, &next, BTI_BOTH);
        free_rails(&next);
    }
    return status;
}

/* pow2, mod, | and in take any whole number; cols takes natural ones. */
static bt_status atom_rails(bti_automata *m, const bti_node *node, struct rails *out)
{
    bool natural = node->op == BTI_OP_COLS;
    size_t terms = 0;
    bti_dfa *values = NULL;
    for (const bti_node *child = node->first; child; child = child->next)
        terms++;
    bt_status status = bti_formula_compile(m, node, &out->lo);
    if (status == BT_OK)
        status =
            bti_values_compile(m, node->first, natural ? terms : 1, natural, &values);
    status = end_atom(m, out, status, values);
    bti_dfa_free(values);
    return status;
}

static bt_status rails_of(bti_automata *m, const bti_node *node, struct rails *out);

static bt_status list_rails(bti_automata *m, const bti_node *node, struct rails *out)
{
    bt_status status = rails_of(m, node->first, out);
    for (const bti_node *child = node->first->next; child && status == BT_OK;
         child = child->next) {
        struct rails next;
        status = rails_of(m, child, &next);
        if (status == BT_OK)
            status =
                join(m, out, &next, node->op == BTI_OP_AND ? BTI_BOTH : BTI_EITHER);
        free_rails(&next);
    }
    return status;
}

/* a => b */
static bt_status implication(bti_automata *m, const bti_node *a, const bti_node *b,
                             struct rails *out)
{
    struct rails right = {NULL, NULL};
    bt_status status = rails_of(m, a, out);
    if (status == BT_OK)
        status = negate(m, out);
    if (status == BT_OK)
        status = rails_of(m, b, &right);
    if (status == BT_OK)
        status = join(m, out, &right, BTI_EITHER);
    free_rails(&right);
    return status;
}

static bt_status pair_rails(bti_automata *m, const bti_node *node, struct rails *out)
{
    const bti_node *a = node->first, *b = a->next;
    struct rails back = {NULL, NULL};
    bt_status status = implication(m, a, b, out);
    if (status != BT_OK || node->op == BTI_OP_IMPLIES)
        return status;
    status = implication(m, b, a, &back);
    if (status == BT_OK)
        status = join(m, out, &back, BTI_BOTH);
    free_rails(&back);
    return status;
}

static bt_status quantify(bti_automata *m, const bti_node *node, bti_dfa **a)
{
    bti_dfa *less = NULL;
    bt_status status = node->op == BTI_OP_ALL
                           ? bti_dfa_forall(m, *a, &node->var, 1, &less)
                           : bti_dfa_exists(m, *a, &node->var, 1, &less);
    bti_dfa_free(*a);
    *a = less;
    return status;
}

static bt_status quantifier_rails(bti_automata *m, const bti_node *node,
                                  struct rails *out)
{
    BT_TRY(rails_of(m, node->first, out));
    BT_TRY(quantify(m, node, &out->lo));
    return out->hi ? quantify(m, node, &out->hi) : BT_OK;
}

/* On failure *out may hold something. */
static bt_status make_rails(bti_automata *m, const bti_node *node, struct rails *out)
{
    if (bti_plainly_defined(node))
        return bti_formula_compile(m, node, &out->lo);
    switch (node->op) {
    case BTI_OP_CHAIN:
        return chain_rails(m, node, out);
    case BTI_OP_NOT:
        BT_TRY(rails_of(m, node->first, out));
        return negate(m, out);
    case BTI_OP_AND:
    case BTI_OP_OR:
        return list_rails(m, node, out);
    case BTI_OP_IMPLIES:
    case BTI_OP_IFF:
        return pair_rails(m, node, out);
    case BTI_OP_EX:
    case BTI_OP_ALL:
        return quantifier_rails(m, node, out);
    default:
        return atom_rails(m, node, out);
    }
}

static bt_status rails_of(bti_automata *m, const bti_node *node, struct rails *out)
{
    *out = (struct rails){NULL, NULL};
    bt_status status = make_rails(m, node, out);
    if (status == BT_OK && out->hi && bti_dfa_equal(out->lo, out->hi)) {
        bti_dfa_free(out->hi);
        out->hi = NULL;
    }
    if (status != BT_OK)
        free_rails(out);
    return status;
}

static bt_status undefined_formula(bti_automata *m, const bti_node *node, bti_dfa **out)
{
    struct rails r;
    BT_TRY(rails_of(m, node, &r));
    bt_status status = r.hi ? bti_dfa_product(m, r.hi, r.lo, BTI_BUT_NOT, out)
                            : bti_dfa_bool(m, false, out);
    free_rails(&r);
    return status;
}

static bt_status undefined_term(bti_automata *m, const bti_node *term, bti_dfa **out)
{
    bti_dfa *values;
    BT_TRY(bti_values_compile(m, term, 1, false, &values));
    bt_status status = bti_dfa_not(m, values, out);
    bti_dfa_free(values);
    return status;
}

bt_status bti_undefined_compile(bti_automata *m, const bti_node *node,
                                const bti_dfa *within, bti_dfa **out)
{
    *out = NULL;
    if (bti_plainly_defined(node))
        return bti_dfa_bool(m, false, out);
    BT_TRY((bti_is_term(node) ? undefined_term : undefined_formula)(m, node, out));
    return within ? bti_dfa_combine(m, out, within, BTI_BOTH) : BT_OK;
}
