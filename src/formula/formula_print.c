/* SPDX-License-Identifier: MIT
 * Formulas as text that reads as the same formula. Brackets stand where reading needs
 * them, and around `m | t` inside other formulas, for the eye. */
#include "formula/formula.h"

#include <string.h>

/* How closely things bind; what stands in a place that wants more gets brackets. */
enum {
    LEVEL_ANY, /* a quantifier, which reaches to the end, and <=> */
    LEVEL_IMPLIES,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_ATOM,
    LEVEL_XOR = LEVEL_ANY,
    LEVEL_SUM,
    LEVEL_PRODUCT
};

/* Names of bound variables, outermost first. */
struct names {
    const struct names *outer;
    const bti_node *quantifier;
    unsigned number; /* 0: the name as it is; else this behind it */
};

struct printer {
    const bti_scope *scope;
    bt_text *text;
    bool certificate;
};

/* x ^ 2 could be taken for a square, so a nim-sum with a constant is written xor(x, 2);
 * certificates know ^ only. */
static bool is_call(const struct printer *p, const bti_node *node)
{
    if (node->op != BTI_OP_XOR || p->certificate)
        return false;
    for (const bti_node *child = node->first; child; child = child->next)
        if (bti_is_constant(child))
            return true;
    return false;
}

static void print(struct printer *p, const bti_node *node, int level,
                  const struct names *names);

static unsigned level_of(const struct printer *p, const bti_node *node)
{
    switch (node->op) {
    case BTI_OP_XOR:
        return is_call(p, node) ? LEVEL_ATOM : LEVEL_XOR;
    case BTI_OP_SUM:
    case BTI_OP_NEG:
        return LEVEL_SUM;
    case BTI_OP_EX:
    case BTI_OP_ALL:
    case BTI_OP_IFF:
    case BTI_OP_DIVIDES:
        return LEVEL_ANY;
    case BTI_OP_IMPLIES:
        return LEVEL_IMPLIES;
    case BTI_OP_OR:
        return LEVEL_OR;
    case BTI_OP_AND:
        return LEVEL_AND;
    default:
        return LEVEL_ATOM; /* at least as close as LEVEL_PRODUCT */
    }
}

/* A bound name as it is printed; it fits, for a name is cut at 40 letters. */
struct name_text {
    char at[64];
};

static bt_span bound_name(const struct names *n, struct name_text *out)
{
    size_t len = strlen(n->quantifier->name);
    if (len > 40)
        len = 40;
    memcpy(out->at, n->quantifier->name, len);
    if (n->number > 0) {
        out->at[len++] = '_';
        len += bt_print_u64(out->at + len, n->number);
    }
    return (bt_span){out->at, len};
}

static bool is_taken(const struct printer *p, const struct names *outer, bt_span name)
{
    struct name_text other;
    if (p->scope->value && bt_span_equal(name, bt_span_of("g")))
        return true;
    for (size_t i = 0; i < p->scope->vars; i++)
        if (bt_span_equal(name, bt_span_of(p->scope->var[i])))
            return true;
    for (const bti_let *let = p->scope->lets; let; let = let->before)
        if (bt_span_equal(name, bt_span_of(let->name)))
            return true;
    for (const struct names *n = outer; n; n = n->outer)
        if (bt_span_equal(name, bound_name(n, &other)))
            return true;
    return false;
}

static void print_variable(struct printer *p, uint32_t var, const struct names *names)
{
    struct name_text name;
    size_t vars = p->scope->vars;
    for (const struct names *n = names; n; n = n->outer)
        if (n->quantifier->var == var) {
            bt_text_put_span(p->text, bound_name(n, &name));
            return;
        }
    if (var < 2 * vars)
        bt_text_format(p->text, "%s%s", p->scope->var[var < vars ? var : var - vars],
                       var < vars ? "" : "'");
    else if (var == bti_value_var(vars))
        bt_text_put(p->text, "g");
    else
        bt_text_format(p->text, "t_%u",
                       var); /* a piece of a formula, quantifier above */
}

static void print_list(struct printer *p, const bti_node *first, const char *between,
                       int level, const struct names *names)
{
    for (const bti_node *child = first; child; child = child->next) {
        if (child != first)
            bt_text_put(p->text, between);
        print(p, child, level, names);
    }
}

static void print_sum(struct printer *p, const bti_node *node,
                      const struct names *names)
{
    for (const bti_node *child = node->first; child; child = child->next) {
        bool minus = child->op == BTI_OP_NEG;
        if (child != node->first)
            bt_text_put(p->text, minus ? " - " : " + ");
        else if (minus)
            bt_text_put(p->text, "-");
        print(p, minus ? child->first : child, LEVEL_PRODUCT, names);
    }
}

static void print_times(struct printer *p, const bti_node *node,
                        const struct names *names)
{
    const bti_node *child = node->first;
    bool bare = child->op == BTI_OP_VAR;
    bool call = child->op >= BTI_OP_BIT_AND && child->op <= BTI_OP_SHL;
    bt_text_put_u64(p->text, node->number);
    bt_text_put(p->text, bare ? "" : call ? " " : "(");
    print(p, child, LEVEL_ANY, names);
    bt_text_put(p->text, bare || call ? "" : ")");
}

static void print_call(struct printer *p, const char *name, const bti_node *node,
                       const struct names *names)
{
    bt_text_format(p->text, "%s(", name);
    if (node->op == BTI_OP_COLS)
        bt_text_format(p->text, "%llu; ", (unsigned long long)node->number);
    print_list(p, node->first, ", ", LEVEL_ANY, names);
    bt_text_put_char(p->text, ')');
}

static void print_chain(struct printer *p, const bti_node *node,
                        const struct names *names)
{
    static const char *const signs[] = {
        [BTI_EQ] = " = ",  [BTI_NE] = " != ", [BTI_LT] = " < ",
        [BTI_LE] = " <= ", [BTI_GT] = " > ",  [BTI_GE] = " >= "};
    for (const bti_node *child = node->first; child; child = child->next) {
        if (child != node->first)
            bt_text_put(p->text, signs[child->relation]);
        print(p, child, LEVEL_XOR, names);
    }
}

static void print_set(struct printer *p, const bti_node *node,
                      const struct names *names)
{
    const bti_node *numbers = node->first->next;
    bool mod = node->op == BTI_OP_MOD;
    print(p, node->first, mod ? LEVEL_PRODUCT : LEVEL_XOR, names);
    if (mod)
        bt_text_format(p->text, " mod %llu", (unsigned long long)node->number);
    bool one = mod && !numbers->next;
    bt_text_put(p->text, one ? " = " : " in {");
    print_list(p, numbers, ", ", LEVEL_ANY, names);
    bt_text_put(p->text, one ? "" : "}");
}

/* ex a, b: F for as many of the same kind as stand in each other. */
static void print_quantifier(struct printer *p, const bti_node *node, bool goes_on,
                             const struct names *outer)
{
    struct name_text name;
    struct names here = {outer, node, 0};
    while (is_taken(p, outer, bound_name(&here, &name)))
        here.number++;
    if (!goes_on)
        bt_text_put(p->text, node->op == BTI_OP_EX ? "ex " : "all ");
    bt_text_put_span(p->text, bound_name(&here, &name));
    if (node->first->op == node->op) {
        bt_text_put(p->text, ",");
        print_quantifier(p, node->first, true, &here);
        return;
    }
    bt_text_put(p->text, ": ");
    print(p, node->first, LEVEL_ANY, &here);
}

static void print_bare(struct printer *p, const bti_node *node,
                       const struct names *names)
{
    static const char *const calls[] = {
        [BTI_OP_BIT_AND] = "and", [BTI_OP_BIT_OR] = "or", [BTI_OP_LOW] = "low",
        [BTI_OP_HIGH] = "high",   [BTI_OP_SHL] = "shl",   [BTI_OP_POW2] = "pow2",
        [BTI_OP_COLS] = "cols"};
    switch (node->op) {
    case BTI_OP_NUMBER:
        bt_text_put_u64(p->text, node->number);
        return;
    case BTI_OP_VAR:
        print_variable(p, node->var, names);
        return;
    case BTI_OP_SUM:
        print_sum(p, node, names);
        return;
    case BTI_OP_NEG:
        bt_text_put_char(p->text, '-');
        print(p, node->first, LEVEL_PRODUCT, names);
        return;
    case BTI_OP_TIMES:
        print_times(p, node, names);
        return;
    case BTI_OP_XOR:
        if (is_call(p, node))
            print_call(p, "xor", node, names);
        else
            print_list(p, node->first, " ^ ", LEVEL_PRODUCT, names);
        return;
    case BTI_OP_TRUE:
    case BTI_OP_FALSE:
        bt_text_put(p->text, node->op == BTI_OP_TRUE ? "true" : "false");
        return;
    case BTI_OP_CHAIN:
        print_chain(p, node, names);
        return;
    case BTI_OP_MOD:
    case BTI_OP_IN:
        print_set(p, node, names);
        return;
    case BTI_OP_DIVIDES:
        bt_text_format(p->text, "%llu | ", (unsigned long long)node->number);
        print(p, node->first, LEVEL_XOR, names);
        return;
    case BTI_OP_NOT:
        bt_text_put_char(p->text, '!');
        if (node->first->op == BTI_OP_NOT) {
            print(p, node->first, LEVEL_ATOM, names);
        } else {
            bt_text_put_char(p->text, '(');
            print(p, node->first, LEVEL_ANY, names);
            bt_text_put_char(p->text, ')');
        }
        return;
    case BTI_OP_AND:
        print_list(p, node->first, " & ", LEVEL_ATOM, names);
        return;
    case BTI_OP_OR:
        print_list(p, node->first, " | ", LEVEL_AND, names);
        return;
    case BTI_OP_IMPLIES:
        print(p, node->first, LEVEL_OR, names);
        bt_text_put(p->text, " => ");
        print(p, node->first->next, LEVEL_IMPLIES, names);
        return;
    case BTI_OP_IFF:
        print(p, node->first, node->first->op == BTI_OP_IFF ? LEVEL_ANY : LEVEL_IMPLIES,
              names);
        bt_text_put(p->text, " <=> ");
        print(p, node->first->next, LEVEL_IMPLIES, names);
        return;
    case BTI_OP_EX:
    case BTI_OP_ALL:
        print_quantifier(p, node, false, names);
        return;
    default:
        print_call(p, calls[node->op], node, names);
        return;
    }
}

static void print(struct printer *p, const bti_node *node, int level,
                  const struct names *names)
{
    bool brackets = (int)level_of(p, node) < level;
    if (brackets)
        bt_text_put_char(p->text, '(');
    print_bare(p, node, names);
    if (brackets)
        bt_text_put_char(p->text, ')');
}

void bti_formula_print(const bti_node *node, const bti_scope *scope, bt_text *text)
{
    struct printer p = {.scope = scope, .text = text};
    print(&p, node, LEVEL_ANY, NULL);
}

void bti_certificate_print(const bti_node *node, const bti_scope *scope, bt_text *text)
{
    struct printer p = {.scope = scope, .text = text, .certificate = true};
    print(&p, node, LEVEL_ANY, NULL);
}

/* Names the quantifiers one after the other, as print_quantifier does. */
static void print_under(struct printer *p, const bti_node *node, int level,
                        const bti_node *const *quantifier, size_t quantifiers,
                        const struct names *outer)
{
    struct name_text name;
    if (quantifiers == 0) {
        print(p, node, level, outer);
        return;
    }
    struct names here = {outer, quantifier[0], 0};
    while (is_taken(p, outer, bound_name(&here, &name)))
        here.number++;
    print_under(p, node, level, quantifier + 1, quantifiers - 1, &here);
}

void bti_piece_print(const bti_node *node, const bti_scope *scope,
                     const bti_node *const *quantifier, size_t quantifiers, bool joined,
                     bt_text *text)
{
    struct printer p = {.scope = scope, .text = text};
    print_under(&p, node, joined ? LEVEL_ATOM : LEVEL_ANY, quantifier, quantifiers,
                NULL);
}
