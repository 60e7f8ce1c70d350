/* SPDX-License-Identifier: MIT
 * Where has a formula a truth value? Asked of certificates from version 5 on.
 *
 * An atom is undefined where an operation on digits, at any depth in it, gets a
 * negative argument. Connectives and quantifiers follow Kleene's strong three-valued
 * logic: false & undefined is false, true | undefined is true, so a guard may stand on
 * either side and in any spelling.
 *
 * A formula F becomes two formulas that are always defined. lo(F) holds where F is
 * true, hi(F) where F is not false; F is undefined where hi(F) & !lo(F). Machines take
 * an undefined atom for false, so lo of an atom is the atom itself, unless a truth [G]
 * stands in it: where G is undefined, they take [G] for 0 and the atom may hold.
 * Kleene's logic is monotone: where F is defined, F as machines read it has the same
 * truth. So for an equivalence, whose sides would be needed twice each, and for an atom
 * with a truth, lo(F) is F without the places where it is undefined, and nested ones do
 * not grow exponentially. */
#include "check/check_defined.h"

#include "core/grow.h"

typedef bti_check_node node;

enum { MOST_NODES = 1 << 16 }; /* machines have fewer atoms */

typedef struct {
    bt_arena *arena;
    size_t nodes;
} maker;

/* Children one after the other. */
typedef struct {
    node *first, *last;
} list;

bool bti_check_on_digits(const node *n)
{
    return n->kind >= BTI_T_XOR && n->kind <= BTI_T_HIGH;
}

bool bti_check_surely_natural(const node *n)
{
    if (n->kind == BTI_T_TIMES)
        return n->number >= 0 && bti_check_surely_natural(n->child);
    if (n->kind != BTI_T_SUM)
        return true;
    for (const node *child = n->child; child; child = child->next)
        if (!bti_check_surely_natural(child))
            return false;
    return true;
}

static bool takes_digits(const node *n)
{
    return bti_check_on_digits(n) || n->kind == BTI_F_COLS;
}

/* Is there a place in it, term or formula, where something could be negative that must
 * not be? */
static bool can_fail(const node *n)
{
    for (const node *child = n->child; child; child = child->next)
        if ((takes_digits(n) && !bti_check_surely_natural(child)) || can_fail(child))
            return true;
    return false;
}

static bt_status put(maker *k, bti_check_kind kind, node *child, node **out)
{
    if (k->nodes++ == MOST_NODES)
        return bt_fail(k->arena->ctx, BT_UNABLE,
                       "a formula is too large to tell whether it is always defined",
                       BT_NO_ARGS);
    BT_TRY(BTI_ARENA_NEW(k->arena, *out, 1));
    **out = (node){.kind = kind, .child = child};
    return BT_OK;
}

/* The same formula or term below another node. */
static bt_status copy(maker *k, const node *n, node **out)
{
    BT_TRY(put(k, n->kind, NULL, out));
    **out = *n;
    (*out)->next = NULL;
    return BT_OK;
}

static void append(list *l, node *n)
{
    if (l->last)
        l->last->next = n;
    else
        l->first = n;
    l->last = n;
}

/* One formula from a list of at least one. */
static bt_status join(maker *k, bti_check_kind kind, const list *l, node **out)
{
    *out = l->first;
    return l->first == l->last ? BT_OK : put(k, kind, l->first, out);
}

static bt_status append_not(maker *k, list *l, node *n)
{
    BT_TRY(put(k, BTI_F_NOT, n, &n));
    append(l, n);
    return BT_OK;
}

static bt_status undefined(maker *k, const node *n, node **out);

/* s < 0 */
static bt_status append_negative(maker *k, const node *s, list *l)
{
    node *term, *order;
    BT_TRY(copy(k, s, &term));
    BT_TRY(put(k, BTI_T_NUMBER, NULL, &term->next));
    BT_TRY(put(k, BTI_F_LT, term, &order));
    append(l, order);
    return BT_OK;
}

/* All the ways in which an atom or a term can be undefined. */
static bt_status append_ways(maker *k, const node *n, list *l)
{
    node *inside;
    if (n->kind == BTI_T_TRUTH) {
        if (!can_fail(n))
            return BT_OK;
        BT_TRY(undefined(k, n->child, &inside));
        append(l, inside);
        return BT_OK;
    }
    for (const node *child = n->child; child; child = child->next) {
        if (takes_digits(n) && !bti_check_surely_natural(child))
            BT_TRY(append_negative(k, child, l));
        BT_TRY(append_ways(k, child, l));
    }
    return BT_OK;
}

/* t in {a, b} is one atom: all of its children are about the same term. */
static bool is_atom(const node *n)
{
    return n->kind < BTI_F_NOT || (n->kind == BTI_F_OR && n->number == BTI_CHECK_IN);
}

static bt_status atom_undefined(maker *k, const node *n, node **out)
{
    list ways = {NULL, NULL};
    BT_TRY(append_ways(k, n->kind == BTI_F_OR ? n->child : n, &ways));
    return join(k, BTI_F_OR, &ways, out);
}

static bool has_truth(const node *n)
{
    for (const node *child = n->child; child; child = child->next)
        if (child->kind == BTI_T_TRUTH || has_truth(child))
            return true;
    return false;
}

/* lo(n), or hi(n) with `high`, of an atom or an equivalence. */
static bt_status bounded(maker *k, const node *n, bool high, node **out)
{
    list both = {NULL, NULL};
    node *where;
    BT_TRY(copy(k, n, out));
    if (!high && is_atom(n) && !has_truth(n))
        return BT_OK;
    append(&both, *out);
    BT_TRY(undefined(k, n, &where));
    if (high)
        append(&both, where);
    else
        BT_TRY(append_not(k, &both, where));
    return join(k, high ? BTI_F_OR : BTI_F_AND, &both, out);
}

/* lo(n), or hi(n) with `high`. */
static bt_status rail(maker *k, const node *n, bool high, node **out)
{
    list children = {NULL, NULL};
    if (!can_fail(n))
        return copy(k, n, out);
    if (is_atom(n) || n->kind == BTI_F_IFF)
        return bounded(k, n, high, out);
    for (const node *child = n->child; child; child = child->next) {
        bool turned = n->kind == BTI_F_NOT || (n->kind == BTI_F_IMPLIES && child->next);
        node *one;
        BT_TRY(rail(k, child, high != turned, &one));
        append(&children, one);
    }
    BT_TRY(copy(k, n, out));
    (*out)->child = children.first;
    return BT_OK;
}

/* a | b is !(!a & !b), and a => b is !(a & !b): is this child negated there? */
static bool is_negated(const node *parent, const node *child)
{
    return parent->kind == BTI_F_OR ||
           (parent->kind == BTI_F_IMPLIES && child->next == NULL);
}

static bt_status append_rail(maker *k, const node *child, bool high, bool negated,
                             list *l)
{
    node *n;
    BT_TRY(rail(k, child, high, &n));
    if (negated)
        return append_not(k, l, n);
    append(l, n);
    return BT_OK;
}

/* A conjunction is undefined where nothing in it is false and something is not true. */
static bt_status list_undefined(maker *k, const node *n, node **out)
{
    list all = {NULL, NULL}, any = {NULL, NULL};
    node *one;
    size_t failing = 0;
    for (const node *child = n->child; child; child = child->next)
        failing += can_fail(child);
    for (const node *child = n->child; child; child = child->next) {
        bool negated = is_negated(n, child), fails = can_fail(child);
        if (fails && failing == 1) {
            BT_TRY(undefined(k, child, &one));
            append(&all, one);
            continue;
        }
        BT_TRY(append_rail(k, child, !negated, negated, &all));
        if (fails)
            BT_TRY(append_rail(k, child, negated, !negated, &any));
    }
    if (any.first) {
        BT_TRY(join(k, BTI_F_OR, &any, &one));
        append(&all, one);
    }
    return join(k, BTI_F_AND, &all, out);
}

static bt_status iff_undefined(maker *k, const node *n, node **out)
{
    list sides = {NULL, NULL};
    node *side;
    for (const node *child = n->child; child; child = child->next) {
        if (!can_fail(child))
            continue;
        BT_TRY(undefined(k, child, &side));
        append(&sides, side);
    }
    return join(k, BTI_F_OR, &sides, out);
}

/* Some instance is undefined, and no instance decides: none is true for `ex`, none is
 * false for `all`. */
static bt_status quantified_undefined(maker *k, const node *n, node **out)
{
    list both = {NULL, NULL};
    node *some, *decides;
    BT_TRY(undefined(k, n->child, &some));
    BT_TRY(put(k, BTI_F_EX, some, &some));
    some->var = n->var;
    append(&both, some);
    BT_TRY(rail(k, n, n->kind == BTI_F_ALL, &decides));
    if (n->kind == BTI_F_ALL)
        append(&both, decides);
    else
        BT_TRY(append_not(k, &both, decides));
    return join(k, BTI_F_AND, &both, out);
}

/* Where a formula that can fail is undefined. */
static bt_status undefined(maker *k, const node *n, node **out)
{
    if (is_atom(n))
        return atom_undefined(k, n, out);
    switch (n->kind) {
    case BTI_F_NOT:
        return undefined(k, n->child, out);
    case BTI_F_IFF:
        return iff_undefined(k, n, out);
    case BTI_F_EX:
    case BTI_F_ALL:
        return quantified_undefined(k, n, out);
    default:
        return list_undefined(k, n, out);
    }
}

bt_status bti_check_undefined(const bti_certificate *c, const node *n, const node **out)
{
    maker k = {.arena = c->arena};
    node *where = NULL;
    if (can_fail(n))
        BT_TRY(undefined(&k, n, &where));
    *out = where;
    return BT_OK;
}
