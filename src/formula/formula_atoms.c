/* SPDX-License-Identifier: MIT
 * Reads what is said of terms: chains of comparisons, t in {a, b}, m | t, residues and
 * congruences.
 *
 * `n mod 4` alone is a residue: neither a term nor a formula, it can be compared with
 * numbers. Until that is read it is a node BTI_OP_MOD without numbers, and no such node
 * leaves the parser. */
#include "formula/formula_parser.h"

/* {a, b, c} becomes further children. Where `minus` is given, numbers may be negative,
 * and it tells whether some are. */
static bt_status parse_set(bti_parser *p, bti_children *list, bool *minus)
{
    BT_TRY(bti_want_sign(p, '{'));
    do {
        bti_node *child, *negative;
        uint64_t number = 0;
        bool below = minus && bti_take_sign(p, '-');
        BT_TRY(bti_want_number(p, "a number", &number));
        BT_TRY(bti_new_node(p, BTI_OP_NUMBER, &child));
        child->number = number;
        if (below) {
            BT_TRY(bti_new_node(p, BTI_OP_NEG, &negative));
            BT_TRY(bti_only_child(p, negative, child));
            child = negative;
            *minus = true;
        }
        BT_TRY(bti_add_child(p, list, child));
    } while (bti_take_sign(p, ','));
    return bti_want_sign(p, '}');
}

static bt_status check_residues(bti_parser *p, const bti_node *mod, const char *at)
{
    for (const bti_node *r = mod->first->next; r; r = r->next)
        if (r->number >= mod->number)
            return BTI_FAIL_AT(
                p, BT_DOMAIN, at,
                "a number mod {modulus} is at most {most} and never {residue}",
                BT_ARGS(BT_NUM("modulus", mod->number), BT_NUM("most", mod->number - 1),
                        BT_NUM("residue", r->number)));
    return BT_OK;
}

static bt_status not_a_number(bti_parser *p, const bti_node *mod, const char *at)
{
    return BTI_FAIL_AT(p, BT_SYNTAX, at,
                       "x mod {modulus} can be compared only with a number; to say "
                       "that x and y leave the same remainder write {modulus} | x - y",
                       BT_ARGS(BT_NUM("modulus", mod->number)));
}

static bt_status expected_residue(bti_parser *p, const bti_node *mod)
{
    if (p->token.kind == BTI_TOKEN_NAME || bti_at_sign(p, '('))
        return not_a_number(p, mod, p->token.text.at);
    return bti_expected(p, "a number");
}

/* What a residue is compared with: RELATION number, on either side of it or on both. */
struct bounds {
    bti_relation relation[2];
    uint64_t number[2];
    size_t count;
};

static void add_bound(struct bounds *b, bti_relation relation, uint64_t number)
{
    b->relation[b->count] = relation;
    b->number[b->count++] = number;
}

static bool is_within(const struct bounds *b, uint64_t residue)
{
    for (size_t i = 0; i < b->count; i++)
        if (!bti_related(b->relation[i], (int64_t)residue, (int64_t)b->number[i]))
            return false;
    return true;
}

static bt_status add_number(bti_parser *p, bti_children *list, uint64_t number)
{
    bti_node *child;
    BT_TRY(bti_new_node(p, BTI_OP_NUMBER, &child));
    child->number = number;
    return bti_add_child(p, list, child);
}

/* After the term of a residue, which is its only child so far. */
static bti_children further_children(bti_node *mod)
{
    return (bti_children){mod, &((bti_node *)mod->first)->next};
}

/* The residues that the bounds leave become the numbers of the node. */
static bt_status list_residues(bti_parser *p, bti_node *mod, const struct bounds *b,
                               const char *at)
{
    bti_children list = further_children(mod);
    bool some = false;
    for (uint64_t r = 0; r < mod->number; r++) {
        if (!is_within(b, r))
            continue;
        BT_TRY(add_number(p, &list, r));
        some = true;
    }
    if (some)
        return BT_OK;
    return BTI_FAIL_AT(
        p, BT_DOMAIN, at,
        "a number mod {modulus} is from 0 to {most}, so this is never true",
        BT_ARGS(BT_NUM("modulus", mod->number), BT_NUM("most", mod->number - 1)));
}

static bt_status negate(bti_parser *p, bti_node *formula, bti_node **out)
{
    BT_TRY(bti_new_node(p, BTI_OP_NOT, out));
    return bti_only_child(p, *out, formula);
}

/* = r, != r; the latter is the negation */
static bt_status end_equal(bti_parser *p, bti_node *mod, const struct bounds *b,
                           const char *at, bti_node **out)
{
    bti_children list = further_children(mod);
    BT_TRY(add_number(p, &list, b->number[0]));
    BT_TRY(check_residues(p, mod, at));
    *out = mod;
    return b->relation[0] == BTI_EQ ? BT_OK : negate(p, mod, out);
}

/* n mod 4 = 1, n mod 4 < 2, 1 <= n mod 4 <= 2, n mod 4 in {0,3}: `mod` was read, and
 * what stands before it is in *b. */
static bt_status parse_bounds(bti_parser *p, bti_node *mod, struct bounds *b,
                              const char *at, bti_node **out)
{
    uint64_t number = 0;
    bti_children list = further_children(mod);
    *out = mod;
    if (b->count == 0 && bti_at_word(p, "in")) {
        bti_advance(p);
        BT_TRY(parse_set(p, &list, NULL));
        return check_residues(p, mod, at);
    }
    if (p->token.kind == BTI_TOKEN_RELATION && !p->token.congruent) {
        bti_relation relation = p->token.relation;
        bti_advance(p);
        if (p->token.kind != BTI_TOKEN_NUMBER)
            return expected_residue(p, mod);
        BT_TRY(bti_want_number(p, "a number", &number));
        add_bound(b, relation, number);
    }
    if (p->token.kind == BTI_TOKEN_RELATION)
        return BTI_FAIL_AT(p, BT_SYNTAX, p->token.text.at,
                           "a residue is compared once, such as x mod 4 = 1, or from "
                           "both sides, such as 1 <= x mod 4 <= 2",
                           BT_NO_ARGS);
    if (b->count == 1 && (b->relation[0] == BTI_EQ || b->relation[0] == BTI_NE))
        return end_equal(p, mod, b, at, out);
    return list_residues(p, mod, b, at);
}

/* t mod m, where t was read */
static bt_status parse_mod(bti_parser *p, bti_node *term, bti_node **out)
{
    bti_advance(p);
    BT_TRY(bti_new_node(p, BTI_OP_MOD, out));
    BT_TRY(bti_only_child(p, *out, term));
    return bti_want_modulus(p, &(*out)->number);
}

/* 1 <= n mod 4: the relation as the residue sees it */
static bti_relation turned(bti_relation relation)
{
    switch (relation) {
    case BTI_LT:
        return BTI_GT;
    case BTI_LE:
        return BTI_GE;
    case BTI_GT:
        return BTI_LT;
    case BTI_GE:
        return BTI_LE;
    default:
        return relation;
    }
}

/* 1 = n mod 4, where the residue was read after a relation; `left` is the number. */
static bt_status parse_turned(bti_parser *p, const bti_node *left,
                              bti_relation relation, bti_node *mod, const char *at,
                              bti_node **out)
{
    struct bounds b = {.count = 0};
    if (left->op != BTI_OP_NUMBER)
        return not_a_number(p, mod, at);
    add_bound(&b, turned(relation), left->number);
    return parse_bounds(p, mod, &b, at, out);
}

/* A term, or a residue with what follows "mod". */
static bt_status parse_side(bti_parser *p, bti_node **out)
{
    const char *begin = p->token.text.at;
    bti_node *term;
    BT_TRY(bti_parse_xor(p, out));
    if (!bti_at_word(p, "mod"))
        return bti_is_residue(*out) ? BT_OK : bti_want_term(p, *out, begin);
    term = *out;
    BT_TRY(bti_want_term(p, term, begin));
    return parse_mod(p, term, out);
}

/* After the terms of a chain: (mod m). All of them leave the same remainder, or two of
 * them do not; m divides the differences. */
static bt_status divide_difference(bti_parser *p, uint64_t modulus, const bti_node *a,
                                   const bti_node *b, bti_node **out)
{
    bti_node *left, *right, *minus, *sum;
    BT_TRY(bti_copy_tree(p, a, &left));
    BT_TRY(bti_new_node(p, BTI_OP_DIVIDES, out));
    (*out)->number = modulus;
    if (b->op == BTI_OP_NUMBER && b->number == 0)
        return bti_only_child(p, *out, left);
    BT_TRY(bti_copy_tree(p, b, &right));
    BT_TRY(bti_new_node(p, BTI_OP_NEG, &minus));
    BT_TRY(bti_only_child(p, minus, right));
    BT_TRY(bti_new_node(p, BTI_OP_SUM, &sum));
    bti_children list = bti_children_of(sum);
    BT_TRY(bti_add_child(p, &list, left));
    BT_TRY(bti_add_child(p, &list, minus));
    return bti_only_child(p, *out, sum);
}

static bt_status parse_congruence(bti_parser *p, bti_node *chain, bti_node **out)
{
    const bti_node *a = chain->first, *b = a->next;
    const char *at = p->token.text.at;
    bti_node *divides, *all;
    uint64_t modulus = 0;
    bti_advance(p);
    bti_advance(p);
    BT_TRY(bti_want_modulus(p, &modulus));
    BT_TRY(bti_want_sign(p, ')'));
    for (const bti_node *c = b; c; c = c->next)
        if (c->relation != BTI_EQ && (c->relation != BTI_NE || b->next))
            return BTI_FAIL_AT(
                p, BT_SYNTAX, at,
                "(mod {modulus}) belongs to an equation, such as x = y (mod 4)",
                BT_ARGS(BT_NUM("modulus", modulus)));
    BT_TRY(divide_difference(p, modulus, a, b, out));
    if (b->relation == BTI_NE)
        BT_TRY(negate(p, *out, out));
    if (!b->next)
        return BT_OK;
    BT_TRY(bti_new_node(p, BTI_OP_AND, &all));
    bti_children list = bti_children_of(all);
    BT_TRY(bti_add_child(p, &list, *out));
    while (a = b, (b = b->next)) {
        BT_TRY(divide_difference(p, modulus, a, b, &divides));
        BT_TRY(bti_add_child(p, &list, divides));
    }
    *out = all;
    return BT_OK;
}

/* Two relations in a row. */
static bt_status wrong_relation(bti_parser *p, bti_relation first)
{
    if (first == BTI_EQ && p->token.relation == BTI_LT)
        return BTI_FAIL_AT(p, BT_SYNTAX, p->token.text.at,
                           "'=<' is written <=", BT_NO_ARGS);
    return bti_expected(p, BT_TEXT("a number or a variable"));
}

/* The terms of a chain, from the first relation on. A residue ends it. */
static bt_status parse_chain(bti_parser *p, bti_node *term, bti_node **out)
{
    const char *congruent = NULL;
    BT_TRY(bti_new_node(p, BTI_OP_CHAIN, out));
    bti_children list = bti_children_of(*out);
    BT_TRY(bti_add_child(p, &list, term));
    while (p->token.kind == BTI_TOKEN_RELATION) {
        bti_relation relation = p->token.relation;
        bti_node *child;
        if (p->token.congruent)
            congruent = p->token.text.at;
        bti_advance(p);
        if (p->token.kind == BTI_TOKEN_RELATION)
            return wrong_relation(p, relation);
        const char *begin = p->token.text.at;
        BT_TRY(parse_side(p, &child));
        if (bti_is_residue(child) && !term->next && !congruent)
            return parse_turned(p, term, relation, child, begin, out);
        if (bti_is_residue(child) && congruent)
            return BTI_FAIL_AT(p, BT_SYNTAX, begin,
                               "the modulus of '\u2261' stands in brackets: x \u2261 y "
                               "(mod {modulus})",
                               BT_ARGS(BT_NUM("modulus", child->number)));
        BT_TRY(bti_want_term(p, child, begin));
        child->relation = relation;
        BT_TRY(bti_add_child(p, &list, child));
    }
    if (bti_at_modulus(p))
        return parse_congruence(p, *out, out);
    if (congruent)
        return BTI_FAIL_AT(
            p, BT_SYNTAX, congruent,
            "'\u2261' needs its modulus: x \u2261 y (mod 4), or 4 | x - y", BT_NO_ARGS);
    return BT_OK;
}

static bt_status make_equation(bti_parser *p, const bti_node *term,
                               const bti_node *number, bti_node **out)
{
    bti_node *left, *right;
    BT_TRY(bti_copy_tree(p, term, &left));
    BT_TRY(bti_copy_tree(p, number, &right));
    BT_TRY(bti_new_node(p, BTI_OP_CHAIN, out));
    bti_children list = bti_children_of(*out);
    BT_TRY(bti_add_child(p, &list, left));
    right->relation = BTI_EQ;
    return bti_add_child(p, &list, right);
}

/* t in {a, b}; with a negative number there, t = a | t = b. */
static bt_status parse_in(bti_parser *p, bti_node *term, bti_node **out)
{
    bool minus = false;
    bti_advance(p);
    BT_TRY(bti_new_node(p, BTI_OP_IN, out));
    bti_children list = bti_children_of(*out);
    BT_TRY(bti_add_child(p, &list, term));
    BT_TRY(parse_set(p, &list, &minus));
    if (!minus)
        return BT_OK;
    const bti_node *number = term->next;
    if (!number->next)
        return make_equation(p, term, number, out);
    BT_TRY(bti_new_node(p, BTI_OP_OR, out));
    list = bti_children_of(*out);
    for (; number; number = number->next) {
        bti_node *equation;
        BT_TRY(make_equation(p, term, number, &equation));
        BT_TRY(bti_add_child(p, &list, equation));
    }
    return BT_OK;
}

/* m | t, where m was read */
static bt_status parse_divides(bti_parser *p, const bti_node *number, const char *begin,
                               bti_node **out)
{
    if (number->number == 0 || number->number > BTI_FACTOR_MAX)
        return BTI_FAIL_AT(p, BT_DOMAIN, begin,
                           "in 'm | t' the number m is from 1 to {most}",
                           BT_ARGS(BT_NUM("most", BTI_FACTOR_MAX)));
    bti_advance(p);
    const char *at = p->token.text.at;
    bti_node *term;
    BT_TRY(bti_parse_xor(p, &term));
    BT_TRY(bti_want_term(p, term, at));
    BT_TRY(bti_new_node(p, BTI_OP_DIVIDES, out));
    (*out)->number = number->number;
    return bti_only_child(p, *out, term);
}

bt_status bti_parse_atom(bti_parser *p, bti_node **out)
{
    const char *begin = p->token.text.at, *at = begin;
    bti_node *left;
    BT_TRY(bti_parse_xor(p, &left));
    *out = left;
    if (left->op == BTI_OP_NUMBER &&
        (bti_at_sign(p, '|') || bti_at_sign(p, BTI_SIGN_DIVIDES)))
        return parse_divides(p, left, begin, out);
    if (bti_at_word(p, "mod")) {
        at = p->token.text.at;
        BT_TRY(bti_want_term(p, left, begin));
        BT_TRY(parse_mod(p, left, &left));
        *out = left;
    }
    bool relation = p->token.kind == BTI_TOKEN_RELATION, in = bti_at_word(p, "in");
    if (!relation && !in)
        return BT_OK;
    if (bti_is_residue(left)) {
        struct bounds none = {.count = 0};
        return parse_bounds(p, left, &none, at, out);
    }
    BT_TRY(bti_want_term(p, left, begin));
    return relation ? parse_chain(p, left, out) : parse_in(p, left, out);
}
