/* SPDX-License-Identifier: MIT
 * Refuses what is undefined somewhere, with a sentence that helps. The least position
 * is looked up in the automaton; there the formula is gone down, always into a part
 * that is undefined at this point, to an atom, and in it to the argument that is
 * negative. */
#include "core/piece.h"
#include "formula/formula_compile.h"
#include "formula/formula_defined.h"

/* Numbers of variables that can occur: declared ones, primed ones, g, bound ones. */
enum { MOST_VARS = 2 * BTI_VARS_MAX + 1 + BTI_FORMULA_DEPTH + 1 };

/* The place where a formula is undefined, and what in it is to blame. */
struct blame {
    bti_automata *m;
    const bti_scope *scope;
    uint64_t value[MOST_VARS]; /* of each variable */
    bool free[MOST_VARS];      /* occurs, and is neither declared nor bound */
    const bti_node *quantifier[BTI_FORMULA_DEPTH + 1]; /* around the atom */
    size_t quantifiers;
    const bti_node *atom;      /* NULL: a term is undefined, not a formula */
    const bti_node *operation; /* that gets a negative number */
    const bti_node *argument;  /* which is negative */
};

/* *a with the values of all its variables but one. */
static bt_status fix_others(struct blame *b, uint32_t but, bti_dfa **a)
{
    for (unsigned i = 0; i < (*a)->tracks;) {
        bti_dfa *fixed;
        uint32_t var = (*a)->track[i];
        if (var == but) {
            i++;
            continue;
        }
        bt_status status = bti_dfa_fix(b->m, *a, var, b->value[var], &fixed);
        bti_dfa_free(*a);
        *a = fixed;
        BT_TRY(status);
        i = 0;
    }
    return BT_OK;
}

/* The least position of the set, and of the other variables there the least values. */
static bt_status choose_point(struct blame *b, const bti_dfa *set)
{
    uint32_t declared[BTI_VARS_MAX], other[BTI_DFA_MOST_TRACKS];
    uint64_t value[BTI_VARS_MAX];
    size_t vars = b->scope->vars, others = 0;
    bti_dfa *positions = NULL, *rest = NULL;
    bool found;
    for (uint32_t i = 0; i < vars; i++)
        declared[i] = i;
    for (unsigned i = 0; i < set->tracks; i++)
        if (set->track[i] >= vars)
            other[others++] = set->track[i];
    bt_status status = bti_dfa_exists(b->m, set, other, others, &positions);
    if (status == BT_OK)
        status = bti_dfa_least(b->m, positions, declared, vars, b->value, &found);
    bti_dfa_free(positions);
    if (status != BT_OK || others == 0)
        return status;
    status = bti_dfa_copy(b->m, set, &rest);
    for (uint32_t i = 0; i < vars && status == BT_OK; i++) {
        bti_dfa *fixed;
        status = bti_dfa_fix(b->m, rest, i, b->value[i], &fixed);
        bti_dfa_free(rest);
        rest = fixed;
    }
    if (status == BT_OK)
        status = bti_dfa_least(b->m, rest, other, others, value, &found);
    bti_dfa_free(rest);
    for (size_t i = 0; i < others && status == BT_OK; i++)
        b->value[other[i]] = value[i];
    return status;
}

static bt_status is_undefined_here(struct blame *b, const bti_node *node, bool *here)
{
    bti_dfa *set;
    *here = false;
    if (bti_plainly_defined(node))
        return BT_OK;
    BT_TRY(bti_undefined_compile(b->m, node, NULL, &set));
    *here = bti_dfa_accepts(set, b->value);
    bti_dfa_free(set);
    return BT_OK;
}

static bt_status is_negative_here(struct blame *b, const bti_node *term, bool *here)
{
    static const bti_node zero = {.op = BTI_OP_NUMBER};
    bti_dfa *natural;
    BT_TRY(bti_compare_compile(b->m, term, BTI_GE, &zero, &natural));
    *here = !bti_dfa_accepts(natural, b->value);
    bti_dfa_free(natural);
    return BT_OK;
}

/* Innermost first: what lies inside the argument has a value then. */
static bt_status find_argument(struct blame *b, const bti_node *node)
{
    for (const bti_node *child = node->first; child && !b->argument;
         child = child->next) {
        bool negative = false;
        if (!bti_is_term(child))
            continue;
        BT_TRY(find_argument(b, child));
        if (b->argument || !bti_wants_naturals(node->op) || bti_plainly_natural(child))
            continue;
        BT_TRY(is_negative_here(b, child, &negative));
        if (negative) {
            b->operation = node;
            b->argument = child;
        }
    }
    return BT_OK;
}

/* Some value of a bound variable that makes the body undefined. */
static bt_status choose_bound(struct blame *b, const bti_node *node)
{
    bti_dfa *set;
    bool found = false;
    BT_TRY(bti_undefined_compile(b->m, node->first, NULL, &set));
    bt_status status = fix_others(b, node->var, &set);
    if (status == BT_OK)
        status = bti_dfa_least(b->m, set, &node->var, 1, &b->value[node->var], &found);
    bti_dfa_free(set);
    b->quantifier[b->quantifiers++] = node;
    return status;
}

/* From a formula that is undefined at b->value down to an atom that is. */
static bt_status find_atom(struct blame *b, const bti_node *node)
{
    for (;;) {
        const bti_node *child = node->first;
        bool here = false;
        if (node->op < BTI_OP_NOT)
            break;
        if (node->op == BTI_OP_EX || node->op == BTI_OP_ALL)
            BT_TRY(choose_bound(b, node));
        for (; child->next && !here; child = here ? child : child->next)
            BT_TRY(is_undefined_here(b, child, &here));
        node = child;
    }
    b->atom = bti_is_term(node) ? NULL : node;
    return find_argument(b, node);
}

/* A sum, gathered: how often each term occurs in it that is not a sum itself. */
struct gathered {
    const bti_node *term[2 * BTI_VARS_MAX];
    int64_t factor[2 * BTI_VARS_MAX], constant;
    size_t terms;
};

static void gather(struct gathered *g, const bti_node *term, int64_t factor)
{
    size_t i = 0;
    switch (term->op) {
    case BTI_OP_NUMBER:
        g->constant += factor * (int64_t)term->number;
        return;
    case BTI_OP_SUM:
        for (const bti_node *child = term->first; child; child = child->next)
            gather(g, child, factor);
        return;
    case BTI_OP_NEG:
        gather(g, term->first, -factor);
        return;
    case BTI_OP_TIMES:
        gather(g, term->first, factor * (int64_t)term->number);
        return;
    default:
        break;
    }
    while (i < g->terms && !bti_formula_equal(g->term[i], term))
        i++;
    if (i == sizeof g->term / sizeof g->term[0])
        return; /* no atom has so many */
    if (i == g->terms)
        g->term[g->terms++] = term;
    g->factor[i] += factor;
}

static void put_piece(const struct blame *b, const bti_node *node, bool joined,
                      bt_text *out)
{
    bti_piece_print(node, b->scope, b->quantifier, b->quantifiers, joined, out);
}

/* The terms with a positive factor (sign 1) or a negative one (sign -1), and the
 * constant if it has this sign. Returns how many there are without the constant. */
static size_t put_side(const struct blame *b, const struct gathered *g, int64_t sign,
                       bt_text *out)
{
    size_t some = 0;
    for (size_t i = 0; i < g->terms; i++) {
        int64_t factor = sign * g->factor[i];
        if (factor <= 0)
            continue;
        bt_text_put(out, some++ ? " + " : "");
        if (factor > 1)
            bt_text_format(out, g->term[i]->op == BTI_OP_VAR ? "%llu" : "%llu*",
                           (unsigned long long)factor);
        bt_text_put(out, g->term[i]->op == BTI_OP_XOR ? "(" : "");
        put_piece(b, g->term[i], false, out);
        bt_text_put(out, g->term[i]->op == BTI_OP_XOR ? ")" : "");
    }
    int64_t constant = sign * g->constant;
    if (constant > 0 || (some == 0 && constant <= 0))
        bt_text_format(out, "%s%llu", some ? " + " : "",
                       (unsigned long long)(constant > 0 ? constant : 0));
    return some;
}

/* "n >= 5" for n - 5: the argument is natural, with no minus left. Nothing and false
 * where no variable is in it. */
static bool put_guard(const struct blame *b, bt_text *out)
{
    struct gathered g = {.terms = 0};
    bt_text left, right;
    bt_text_init(&left, out->ctx);
    bt_text_init(&right, out->ctx);
    gather(&g, b->argument, 1);
    size_t more = put_side(b, &g, 1, &left), less = put_side(b, &g, -1, &right);
    if (more > 0)
        bt_text_format(out, "%s >= %s", bt_text_chars(&left), bt_text_chars(&right));
    else if (less > 0)
        bt_text_format(out, "%s <= %s", bt_text_chars(&right), bt_text_chars(&left));
    bti_piece_end(&left, out);
    bti_piece_end(&right, out);
    return more + less > 0;
}

/* The variables that the formula binds, or that are free in it without being numbers of
 * the position. */
static void put_others(const struct blame *b, bt_text *out)
{
    size_t vars = b->scope->vars;
    for (uint32_t var = (uint32_t)vars; var < MOST_VARS; var++) {
        const bti_node node = {.op = BTI_OP_VAR, .var = var};
        bool bound = false;
        for (size_t i = 0; i < b->quantifiers; i++)
            bound = bound || b->quantifier[i]->var == var;
        if (!bound && !(b->free[var] && var <= bti_value_var(vars)))
            continue;
        bt_text_put(out, out->len > 0 ? ", " : "");
        put_piece(b, &node, false, out);
        bt_text_put(out, " = ");
        bt_text_put_u64(out, b->value[var]);
    }
}

/* "n = 0", "x = 0, y = 1", "the position 0,0,0,1,0" */
static void put_place(const struct blame *b, bt_text *out)
{
    enum { NAMED = 4 };
    static const char *const place[2][2] = {
        {BT_TEXT("{numbers}"), BT_TEXT("{numbers} with {others}")},
        {BT_TEXT("the position {numbers}"),
         BT_TEXT("the position {numbers} with {others}")}};
    size_t vars = b->scope->vars;
    bt_text numbers, others;
    bt_text_init(&numbers, out->ctx);
    bt_text_init(&others, out->ctx);
    for (size_t i = 0; i < vars; i++) {
        bt_text_put(&numbers, i == 0 ? "" : vars > NAMED ? "," : ", ");
        if (vars <= NAMED)
            bt_text_format(&numbers, "%s = ", b->scope->var[i]);
        bt_text_put_u64(&numbers, b->value[i]);
    }
    put_others(b, &others);
    bt_say(out, place[vars > NAMED][others.len > 0],
           BT_ARGS(BT_SPAN("numbers", bt_text_span(&numbers)),
                   BT_SPAN("others", bt_text_span(&others))));
    bti_piece_end(&numbers, out);
    bti_piece_end(&others, out);
}

/* The pieces of the sentence. */
enum { OPERATION, PLACE, ARGUMENT, GUARD, ATOM, PIECES };

/* What is wrong and, where it can be said, how to mend it. */
static const char *blame_words(const struct blame *b, const bt_text *piece)
{
    enum { SHORT = 70 };
    if (!b->atom)
        return BT_TEXT("{operation} has no meaning at {place}, because {argument} is "
                       "negative there; a rank must have a value at every position");
    if (piece[GUARD].len == 0)
        return BT_TEXT("{operation} has no meaning at {place}, because {argument} is "
                       "negative there");
    if (piece[ATOM].len <= SHORT)
        return BT_TEXT(
            "{operation} has no meaning at {place}, because {argument} is "
            "negative there; write {guard} & {atom}, which is false there, or "
            "({guard} => {atom}), which is true there");
    return BT_TEXT("{operation} has no meaning at {place}, because {argument} is "
                   "negative there; write {guard} & before it, or {guard} =>");
}

static bt_status say_pieces(const struct blame *b, const bti_formula_text *from,
                            const bt_text *piece)
{
    const char *at = b->operation->at;
    for (int i = 0; i < PIECES; i++)
        BT_TRY(bt_text_status(&piece[i]));
    return bti_fail_at(b->m->ctx, BT_DOMAIN, from, at ? at : from->text.at,
                       blame_words(b, piece),
                       BT_ARGS(BT_SPAN("operation", bt_text_span(&piece[OPERATION])),
                               BT_SPAN("place", bt_text_span(&piece[PLACE])),
                               BT_SPAN("argument", bt_text_span(&piece[ARGUMENT])),
                               BT_SPAN("guard", bt_text_span(&piece[GUARD])),
                               BT_SPAN("atom", bt_text_span(&piece[ATOM]))));
}

static bt_status say_blame(const struct blame *b, const bti_formula_text *from)
{
    bt_text piece[PIECES];
    for (int i = 0; i < PIECES; i++)
        bt_text_init(&piece[i], b->m->ctx);
    put_piece(b, b->operation, false, &piece[OPERATION]);
    put_place(b, &piece[PLACE]);
    put_piece(b, b->argument, false, &piece[ARGUMENT]);
    if (b->atom) {
        put_piece(b, b->atom, true, &piece[ATOM]);
        (void)put_guard(b, &piece[GUARD]);
    }
    bt_status status = say_pieces(b, from, piece);
    for (int i = 0; i < PIECES; i++)
        bt_text_free(&piece[i]);
    return status;
}

bt_status bti_check_defined(bti_automata *m, const bti_node *node,
                            const bti_dfa *within, const bti_scope *scope,
                            const bti_formula_text *from)
{
    struct blame b = {.m = m, .scope = scope};
    bti_dfa *set;
    if (bti_plainly_defined(node))
        return BT_OK;
    BT_TRY(bti_undefined_compile(m, node, within, &set));
    if (bti_dfa_is_empty(set)) {
        bti_dfa_free(set);
        return BT_OK;
    }
    bti_formula_variables(node, b.free, MOST_VARS);
    bt_status status = choose_point(&b, set);
    bti_dfa_free(set);
    if (status == BT_OK)
        status = find_atom(&b, node);
    return status == BT_OK ? say_blame(&b, from) : status;
}
