/* SPDX-License-Identifier: MIT
 * Reads formulas. Brackets may hold a term or a formula, and only what follows tells
 * which, so one set of rules reads both and every use checks what it got. Loosest
 * first:
 *     <=>   =>   |   &   ! ex all   comparisons mod in   ^   + -   times
 * `n mod 4` alone is a residue: neither a term nor a formula, it can be compared with
 * numbers. Until that is read it is a node BTI_OP_MOD without numbers, and no such node
 * leaves this file.
 * An abbreviation is read again from its own text wherever it is used, in a scope that
 * knows its parameters and not the variables bound around the use: nothing is captured.
 * How deep the functions call each other is counted and limited. */
#include "core/nearest.h"
#include "core/quote.h"
#include "formula/formula_lexer.h"

#include <string.h>

/* A name that a term stands for: a bound variable, or a parameter. */
struct binding {
    bt_span name;
    const bti_node *term;
    const struct binding *before;
};

struct parser {
    bt_context *ctx;
    bt_arena *arena;
    const bti_scope *scope;
    const bti_source *from;
    bt_span rest;
    bti_token token;            /* the next one, not taken yet */
    const char *blame;          /* in an abbreviation: where it is used */
    const struct binding *near; /* innermost first */
    const bti_let *lets;
    uint32_t bound; /* number of the next bound variable */
    unsigned depth;
    uint32_t nodes;
    const char *open_sum; /* where the last sum without brackets around it began */
    const char *constant_operand; /* of the ^ that is read: where one begins */
};

typedef bt_status parse_fn(struct parser *p, bti_node **out);

static const char *place_of(const struct parser *p, const char *at)
{
    return p->blame ? p->blame : at;
}

#define FAIL_AT(p, status, at, ...)                                                    \
    bti_fail_at((p)->ctx, (status), (p)->from, place_of((p), (at)), __VA_ARGS__)

static void advance(struct parser *p)
{
    p->token = bti_token_take(&p->rest);
}

static bool at_sign(const struct parser *p, char sign)
{
    return p->token.kind == BTI_TOKEN_SIGN && p->token.sign == sign;
}

static bool at_word(const struct parser *p, const char *word)
{
    return p->token.kind == BTI_TOKEN_NAME &&
           bt_span_equal(p->token.text, bt_span_of(word));
}

static bool take_sign(struct parser *p, char sign)
{
    if (!at_sign(p, sign))
        return false;
    advance(p);
    return true;
}

/* The token as people see it. */
static const char *token_text(const struct parser *p, bti_quote *quote)
{
    bt_span text = p->token.text;
    text.len += p->token.primed;
    return p->token.kind == BTI_TOKEN_END ? "the end" : bti_quoted(quote, text);
}

/* Words and signs of other languages, and how they are written here. */
static const struct {
    const char *word, *here;
} elsewhere[] = {
    {"not", "'not' is written !, such as !(x = 0)"},
    {"forall", "'forall' is written all, such as all t: t <= x"},
    {"exists", "'exists' is written ex, such as ex t: x = 2t"},
    {"implies", "'implies' is written =>"},
    {"iff", "'iff' is written <=>"},
    {"%", "remainders are written x mod 3 = 1"},
    {"/", "there is no division; that 3 divides x is written 3 | x"},
    {"~", "'~' is written !, such as !(x = 0)"},
    {"\u2208", "'\u2208' is written in, such as x in {1,3}"},
    {"\u2209", "'\u2209' is written !(x in {1,3})"},
    {"\u2224", "'\u2224' is written !(3 | x)"},
    {"\u00b2", "there are no powers, and two variables cannot be multiplied"},
    {"\u00b3", "there are no powers, and two variables cannot be multiplied"},
    {"\u2032", "a prime is written as ', such as x' < x"},
    {"\u2019", "a prime is written as ', such as x' < x"},
};

static const char *find_elsewhere(const struct parser *p)
{
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        if (bt_span_equal(p->token.text, bt_span_of(elsewhere[i].word)))
            return elsewhere[i].here;
    return NULL;
}

/* x'' */
static bool at_second_prime(const struct parser *p)
{
    const char *at = p->token.text.at;
    return p->token.kind == BTI_TOKEN_WRONG && *at == '\'' && at > p->from->text.at &&
           at[-1] == '\'';
}

static bt_status expected(struct parser *p, const char *what)
{
    bti_quote quote;
    const char *seen = token_text(p, &quote);
    const char *at = p->token.text.at;
    const char *here = p->token.kind == BTI_TOKEN_WRONG ? find_elsewhere(p) : NULL;
    if (here)
        return FAIL_AT(p, BT_SYNTAX, at, "%s", here);
    if (at_second_prime(p))
        return FAIL_AT(p, BT_SYNTAX, at,
                       "one prime is enough: x' is the number after the move");
    if (p->token.kind == BTI_TOKEN_WRONG)
        return FAIL_AT(p, BT_SYNTAX, at,
                       "%s has no place in a formula; a prime is written as ' and "
                       "the signs are + - * ^ = != < <= > >= & | ! => <=>",
                       seen);
    if (p->token.kind == BTI_TOKEN_TOO_LARGE)
        return FAIL_AT(p, BT_DOMAIN, at, "%s is too large: numbers go up to %llu", seen,
                       (unsigned long long)BTI_CONSTANT_MAX);
    if (p->token.kind == BTI_TOKEN_END)
        return FAIL_AT(p, BT_SYNTAX, at, "%s is missing at the end", what);
    return FAIL_AT(p, BT_SYNTAX, at, "%s is expected before %s", what, seen);
}

static bt_status want_sign(struct parser *p, char sign)
{
    char what[4] = {'\'', sign, '\'', 0};
    return take_sign(p, sign) ? BT_OK : expected(p, what);
}

static bt_status new_node(struct parser *p, bti_op op, bti_node **out)
{
    if (++p->nodes > BTI_FORMULA_NODES)
        return FAIL_AT(p, BT_UNABLE, p->token.text.at,
                       "the formula is too long: more than %u parts, abbreviations "
                       "written out",
                       (unsigned)BTI_FORMULA_NODES);
    *out = bt_arena_alloc(p->arena, 1, sizeof **out);
    if (!*out)
        return bt_last_status(p->ctx);
    (*out)->op = op;
    return BT_OK;
}

static bt_status too_deep(struct parser *p)
{
    return FAIL_AT(p, BT_UNABLE, p->token.text.at,
                   "the formula is too deep: at most %u brackets and quantifiers in "
                   "each other, abbreviations written out",
                   (unsigned)BTI_FORMULA_DEPTH);
}

static bt_status enter(struct parser *p)
{
    return ++p->depth > BTI_FORMULA_DEPTH ? too_deep(p) : BT_OK;
}

/* Children are added at the end; `last` is where the next one goes. */
struct children {
    bti_node *parent;
    const bti_node **last;
};

static struct children children_of(bti_node *parent)
{
    return (struct children){parent, &parent->first};
}

static bt_status add_child(struct parser *p, struct children *c, bti_node *child)
{
    *c->last = child;
    c->last = &child->next;
    if (c->parent->height <= child->height)
        c->parent->height = child->height + 1;
    return c->parent->height > BTI_FORMULA_DEPTH ? too_deep(p) : BT_OK;
}

static bt_status only_child(struct parser *p, bti_node *parent, bti_node *child)
{
    struct children list = children_of(parent);
    child->next = NULL;
    return add_child(p, &list, child);
}

static bt_span text_since(const struct parser *p, const char *begin)
{
    bt_span text = {begin, (size_t)(p->token.text.at - begin)};
    while (text.len > 0 && (unsigned char)text.at[text.len - 1] <= ' ')
        text.len--;
    return text;
}

/* n mod 4, not compared with anything yet */
static bool is_residue(const bti_node *node)
{
    return node->op == BTI_OP_MOD && !node->first->next;
}

static bt_status lone_residue(struct parser *p, const char *begin)
{
    bti_quote quote;
    const char *text = bti_quoted(&quote, text_since(p, begin));
    return FAIL_AT(p, BT_SYNTAX, begin,
                   "%s must be compared with a number: x mod 4 = 1, x mod 4 < 2 or "
                   "x mod 4 in {1,3}",
                   text);
}

static bt_status want_term(struct parser *p, const bti_node *node, const char *begin)
{
    bti_quote quote;
    if (bti_is_term(node))
        return BT_OK;
    if (is_residue(node))
        return lone_residue(p, begin);
    return FAIL_AT(p, BT_SYNTAX, begin,
                   "%s is a statement, and a number is wanted here",
                   bti_quoted(&quote, text_since(p, begin)));
}

static bt_status want_formula(struct parser *p, const bti_node *node, const char *begin)
{
    bti_quote quote;
    if (is_residue(node))
        return lone_residue(p, begin);
    if (!bti_is_term(node))
        return BT_OK;
    return FAIL_AT(p, BT_SYNTAX, begin,
                   "%s is a number, and a statement is wanted here, such as x = 0",
                   bti_quoted(&quote, text_since(p, begin)));
}

static parse_fn parse_any; /* a term or a formula, as long as it goes */

static bt_status parse_term(struct parser *p, bti_node **out)
{
    const char *begin = p->token.text.at;
    BT_TRY(parse_any(p, out));
    return want_term(p, *out, begin);
}

static bt_status binary_digits_only(struct parser *p, const char *at, const char *what)
{
    if (p->scope->digits == BTI_BINARY)
        return BT_OK;
    return FAIL_AT(p, BT_DOMAIN, at,
                   p->scope->digits == BTI_FIBONACCI
                       ? "%s works on binary digits and has no meaning in 'digits fib'"
                       : "%s works on binary digits and has no meaning in these",
                   what);
}

/* low needs weights that occur once, shl a next place for each. */
static bt_status has_places(struct parser *p, const char *at, bti_op op)
{
    bti_digits digits = p->scope->digits;
    if (op == BTI_OP_LOW && bti_weights_repeat(digits))
        return FAIL_AT(p, BT_DOMAIN, at,
                       "low has no meaning in digits where a weight occurs twice");
    if (op == BTI_OP_SHL && digits != BTI_BINARY && digits != BTI_FIBONACCI)
        return FAIL_AT(p, BT_DOMAIN, at,
                       "shl has a meaning in binary and in Fibonacci digits only");
    return BT_OK;
}

struct function {
    const char *name;
    bti_op op;
    unsigned least, most; /* arguments */
    bool binary;
};

static const struct function functions[] = {
    {"xor", BTI_OP_XOR, 2, BTI_VARS_MAX, true},
    {"and", BTI_OP_BIT_AND, 2, BTI_VARS_MAX, true},
    {"or", BTI_OP_BIT_OR, 2, BTI_VARS_MAX, true},
    {"low", BTI_OP_LOW, 1, 1, false},
    {"high", BTI_OP_HIGH, 1, 1, false},
    {"shl", BTI_OP_SHL, 1, 1, false},
    {"pow2", BTI_OP_POW2, 1, 1, true},
    {"cols", BTI_OP_COLS, 1, BTI_VARS_MAX, true},
};

static bt_status want_number(struct parser *p, const char *what, uint64_t *number)
{
    if (p->token.kind != BTI_TOKEN_NUMBER)
        return expected(p, what);
    *number = p->token.number;
    advance(p);
    return BT_OK;
}

static bt_status want_modulus(struct parser *p, uint64_t *number)
{
    const char *at = p->token.text.at;
    BT_TRY(want_number(p, "a number, the modulus,", number));
    if (*number == 0)
        return FAIL_AT(p, BT_DOMAIN, at, "the modulus is 0; it must be at least 1");
    if (*number > BTI_FACTOR_MAX)
        return FAIL_AT(p, BT_DOMAIN, at,
                       "the modulus %llu is too large: moduli go up to %u",
                       (unsigned long long)*number, (unsigned)BTI_FACTOR_MAX);
    return BT_OK;
}

static bt_status parse_function(struct parser *p, const struct function *f,
                                bti_node **out)
{
    const char *at = p->token.text.at;
    unsigned count = 0;
    if (f->binary)
        BT_TRY(binary_digits_only(p, at, f->name));
    BT_TRY(has_places(p, at, f->op));
    advance(p);
    if (!at_sign(p, '('))
        return FAIL_AT(p, BT_SYNTAX, at,
                       f->least == 2 ? "'%s' joins the digits of numbers and is "
                                       "written %s(x, y); statements are joined by "
                                       "& and |"
                                     : "'%s' is written with brackets: %s(x)",
                       f->name, f->name);
    advance(p);
    BT_TRY(new_node(p, f->op, out));
    (*out)->at = place_of(p, at);
    struct children list = children_of(*out);
    if (f->op == BTI_OP_COLS) {
        BT_TRY(want_modulus(p, &(*out)->number));
        BT_TRY(want_sign(p, ';'));
    }
    do {
        bti_node *child;
        BT_TRY(parse_term(p, &child));
        BT_TRY(add_child(p, &list, child));
        count++;
    } while (take_sign(p, ','));
    BT_TRY(want_sign(p, ')'));
    if (count < f->least || count > f->most)
        return FAIL_AT(p, BT_SYNTAX, at, "'%s' takes %s, not %u", f->name,
                       f->most == 1    ? "one number"
                       : f->least == 1 ? "up to 32 numbers"
                                       : "two or more numbers",
                       count);
    return BT_OK;
}

/* "vars are x, y and z" */
static void list_variables(const bti_scope *scope, char *out, size_t cap)
{
    size_t used = 0;
    for (size_t i = 0; i < scope->vars; i++) {
        const char *between = i == 0 ? "" : i + 1 == scope->vars ? " and " : ", ";
        size_t len = strlen(between), name = strlen(scope->var[i]);
        if (used + len + name + 4 >= cap) {
            memcpy(out + used, " ...", 4);
            used += 4;
            break;
        }
        memcpy(out + used, between, len);
        memcpy(out + used + len, scope->var[i], name);
        used += len + name;
    }
    out[used] = 0;
}

static bt_status unknown_name(struct parser *p)
{
    bti_quote quote;
    char names[100];
    bti_nearest near;
    const char *seen = bti_quoted(&quote, p->token.text);
    const char *at = p->token.text.at, *here = find_elsewhere(p);
    if (here)
        return FAIL_AT(p, BT_SYNTAX, at, "%s", here);
    for (const bti_let *let = p->scope->lets; let; let = let->before)
        if (bt_span_equal(p->token.text, bt_span_of(let->name)))
            return FAIL_AT(p, BT_DOMAIN, at,
                           "%s cannot be used here: an abbreviation may use only those "
                           "above it, and never itself",
                           seen);
    bti_nearest_begin(&near, p->token.text);
    if (p->token.text.len > 2) {
        for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
            bti_nearest_try(&near, functions[i].name);
        for (const bti_let *let = p->lets; let; let = let->before)
            bti_nearest_try(&near, let->name);
    }
    if (near.best)
        return FAIL_AT(p, BT_SYNTAX, at, "%s is not declared; did you mean '%s'?", seen,
                       near.best);
    list_variables(p->scope, names, sizeof names);
    return FAIL_AT(p, BT_SYNTAX, at, "%s is not declared; %s %s", seen,
                   p->scope->vars == 1 ? "the only variable is" : "vars are", names);
}

static const struct binding *find_binding(const struct parser *p, bt_span name)
{
    for (const struct binding *b = p->near; b; b = b->before)
        if (bt_span_equal(b->name, name))
            return b;
    return NULL;
}

static bool find_variable(const struct parser *p, bt_span name, size_t *index)
{
    for (*index = 0; *index < p->scope->vars; ++*index)
        if (bt_span_equal(name, bt_span_of(p->scope->var[*index])))
            return true;
    return false;
}

static bool is_value(const struct parser *p, bt_span name)
{
    return p->scope->value && bt_span_equal(name, bt_span_of("g"));
}

static bt_status parse_variable(struct parser *p, size_t index, bti_node **out)
{
    bool primed = p->token.primed;
    if (primed && !p->scope->primes)
        return FAIL_AT(p, BT_DOMAIN, p->token.text.at,
                       "%s speaks of one position only: '%s'' with a prime, after a "
                       "move, belongs in a move",
                       p->scope->what, p->scope->var[index]);
    BT_TRY(new_node(p, BTI_OP_VAR, out));
    (*out)->var = primed ? bti_primed(p->scope->vars, index) : (uint32_t)index;
    advance(p);
    return BT_OK;
}

/* A node has one place among its parent's children, so each use of a bound name gets a
 * copy of its own. Not deeper than the formula, which is limited. */
static bt_status copy_tree(struct parser *p, const bti_node *from, bti_node **out)
{
    BT_TRY(new_node(p, from->op, out));
    **out = *from;
    (*out)->first = (*out)->next = NULL;
    struct children list = children_of(*out);
    for (const bti_node *child = from->first; child; child = child->next) {
        bti_node *copy;
        BT_TRY(copy_tree(p, child, &copy));
        copy->relation = child->relation;
        BT_TRY(add_child(p, &list, copy));
    }
    return BT_OK;
}

static bt_status parse_bound(struct parser *p, const struct binding *b, bti_node **out)
{
    BT_TRY(copy_tree(p, b->term, out));
    advance(p);
    return BT_OK;
}

static const bti_let *find_let(const struct parser *p, bt_span name)
{
    const bti_let *let = p->lets;
    while (let && !bt_span_equal(name, bt_span_of(let->name)))
        let = let->before;
    return let;
}

static bt_status wrong_count(struct parser *p, const bti_let *let, const char *at,
                             size_t count)
{
    return FAIL_AT(p, BT_SYNTAX, at, "'%s' takes %zu number%s, not %zu", let->name,
                   let->params, let->params == 1 ? "" : "s", count);
}

/* The arguments become bindings in the arena, first parameter first. */
static bt_status parse_arguments(struct parser *p, const bti_let *let, const char *at,
                                 const struct binding **out)
{
    size_t count = 0;
    *out = NULL;
    if (!let->has_params)
        return BT_OK;
    if (!at_sign(p, '('))
        return wrong_count(p, let, at, 0);
    advance(p);
    do {
        bti_node *term;
        if (count == let->params)
            return wrong_count(p, let, at, count + 1);
        BT_TRY(parse_term(p, &term));
        struct binding *b = bt_arena_alloc(p->arena, 1, sizeof *b);
        if (!b)
            return bt_last_status(p->ctx);
        *b = (struct binding){bt_span_of(let->param[count++]), term, *out};
        *out = b;
    } while (take_sign(p, ','));
    BT_TRY(want_sign(p, ')'));
    return count == let->params ? BT_OK : wrong_count(p, let, at, count);
}

static bt_status parse_let(struct parser *p, const bti_let *let, bti_node **out)
{
    const char *at = p->token.text.at;
    const struct binding *arguments;
    advance(p);
    BT_TRY(parse_arguments(p, let, at, &arguments));
    BT_TRY(enter(p));
    struct parser inner = *p;
    inner.blame = place_of(p, at);
    inner.near = arguments;
    inner.lets = let->before;
    inner.rest = let->body;
    advance(&inner);
    BT_TRY(parse_any(&inner, out));
    p->nodes = inner.nodes;
    p->depth--;
    return BT_OK;
}

static bt_status parse_name(struct parser *p, bti_node **out)
{
    bt_span name = p->token.text;
    const char *at = name.at;
    size_t index;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (at_word(p, functions[i].name))
            return parse_function(p, &functions[i], out);
    if (at_word(p, "true") || at_word(p, "false")) {
        BT_TRY(new_node(p, at_word(p, "true") ? BTI_OP_TRUE : BTI_OP_FALSE, out));
        advance(p);
        return BT_OK;
    }
    if (bti_name_is_reserved(name))
        return expected(p, "a number or a variable");
    const struct binding *b = find_binding(p, name);
    const bti_let *let = find_let(p, name);
    if (!b && find_variable(p, name, &index))
        return parse_variable(p, index, out);
    if (p->token.primed && (b || let || is_value(p, name)))
        return FAIL_AT(p, BT_SYNTAX, at,
                       "only the variables of the line 'vars' have "
                       "a primed form");
    if (b)
        return parse_bound(p, b, out);
    if (is_value(p, name)) {
        BT_TRY(new_node(p, BTI_OP_VAR, out));
        (*out)->var = bti_value_var(p->scope->vars);
        advance(p);
        return BT_OK;
    }
    return let ? parse_let(p, let, out) : unknown_name(p);
}

static bt_status parse_primary(struct parser *p, bti_node **out)
{
    if (p->token.kind == BTI_TOKEN_NUMBER) {
        BT_TRY(new_node(p, BTI_OP_NUMBER, out));
        (*out)->number = p->token.number;
        advance(p);
        return BT_OK;
    }
    if (p->token.kind == BTI_TOKEN_NAME)
        return parse_name(p, out);
    if (!take_sign(p, '('))
        return expected(p, "a number or a variable");
    BT_TRY(parse_any(p, out));
    return want_sign(p, ')');
}

static bt_status multiply(struct parser *p, const char *begin, bti_node *a, bti_node *b,
                          bti_node **out)
{
    if (a->op != BTI_OP_NUMBER && b->op == BTI_OP_NUMBER) {
        bti_node *number = b;
        b = a;
        a = number;
    }
    if (a->op != BTI_OP_NUMBER)
        return FAIL_AT(p, BT_SYNTAX, begin,
                       "two variables cannot be multiplied; a number times a term can, "
                       "such as 3x or 2(x + y)");
    if (a->number > BTI_FACTOR_MAX)
        return FAIL_AT(p, BT_DOMAIN, begin,
                       "the factor %llu is too large: factors go up to %u",
                       (unsigned long long)a->number, (unsigned)BTI_FACTOR_MAX);
    BT_TRY(new_node(p, BTI_OP_TIMES, out));
    (*out)->number = a->number;
    return only_child(p, *out, b);
}

/* The "(mod" of x = y (mod 4), which multiplies nothing. */
static bool at_modulus(const struct parser *p)
{
    bt_span rest = p->rest;
    bti_token next = bti_token_take(&rest);
    return at_sign(p, '(') && next.kind == BTI_TOKEN_NAME && !next.primed &&
           bt_span_equal(next.text, bt_span_of("mod"));
}

/* 3x, 3(x + y), 3*x, x*3 */
static bt_status parse_product(struct parser *p, bti_node **out)
{
    const char *begin = p->token.text.at;
    BT_TRY(parse_primary(p, out));
    for (;;) {
        bool bracket = at_sign(p, '(') && !at_modulus(p);
        bool joined = (*out)->op == BTI_OP_NUMBER &&
                      (bracket || (p->token.kind == BTI_TOKEN_NAME &&
                                   !at_word(p, "mod") && !at_word(p, "in")));
        if (!at_sign(p, '*') && !joined) {
            if (bti_is_term(*out) && (*out)->op != BTI_OP_NUMBER && bracket)
                return FAIL_AT(p, BT_SYNTAX, begin,
                               "two terms cannot be multiplied; a number times a term "
                               "can, such as 3x or 2(x + y)");
            return BT_OK;
        }
        take_sign(p, '*');
        if (at_sign(p, '*'))
            return FAIL_AT(p, BT_SYNTAX, p->token.text.at,
                           "'**' has no meaning: there are no powers");
        const char *second = p->token.text.at;
        bti_node *left = *out, *right;
        BT_TRY(want_term(p, left, begin));
        BT_TRY(parse_primary(p, &right));
        BT_TRY(want_term(p, right, second));
        BT_TRY(multiply(p, begin, left, right, out));
    }
}

static bt_status parse_signed(struct parser *p, bti_node **out)
{
    const char *begin = p->token.text.at;
    bti_node *child;
    if (!take_sign(p, '-'))
        return parse_product(p, out);
    BT_TRY(parse_product(p, &child));
    BT_TRY(want_term(p, child, begin));
    BT_TRY(new_node(p, BTI_OP_NEG, out));
    return only_child(p, *out, child);
}

/* From the second operand on; `out` is the first and becomes the whole. */
static bt_status parse_more(struct parser *p, bti_op op, const char *signs,
                            parse_fn *operand, const char *begin, bti_node **out)
{
    BT_TRY(want_term(p, *out, begin));
    bti_node *first = *out, *child;
    BT_TRY(new_node(p, op, out));
    struct children list = children_of(*out);
    BT_TRY(add_child(p, &list, first));
    while (p->token.kind == BTI_TOKEN_SIGN && strchr(signs, p->token.sign)) {
        bool plus = take_sign(p, '+') || take_sign(p, '^');
        const char *at = p->token.text.at;
        BT_TRY(plus ? operand(p, &child) : parse_signed(p, &child));
        BT_TRY(want_term(p, child, at));
        BT_TRY(add_child(p, &list, child));
    }
    return BT_OK;
}

static bt_status parse_sum(struct parser *p, bti_node **out)
{
    const char *begin = p->token.text.at;
    bool open = at_sign(p, '-');
    BT_TRY(parse_signed(p, out));
    if (at_sign(p, '+') || at_sign(p, '-')) {
        open = true;
        BT_TRY(parse_more(p, BTI_OP_SUM, "+-", parse_product, begin, out));
    }
    if (open)
        p->open_sum = begin;
    return BT_OK;
}

/* Nobody remembers which of + and ^ binds closer, so both together need brackets. */
static bt_status check_mixed(struct parser *p, const char *begin)
{
    if (p->open_sum != begin)
        return BT_OK;
    return FAIL_AT(
        p, BT_SYNTAX, begin,
        "^ beside + or - needs brackets, such as (x + y) ^ z or x + (y ^ z)");
}

/* x ^ 2 looks like a square, so the nim-sum with a constant has another spelling. What
 * a parameter of an abbreviation stands for is not seen where ^ stands. */
static bool is_parameter(const struct parser *p)
{
    return p->token.kind == BTI_TOKEN_NAME && find_binding(p, p->token.text);
}

static bt_status parse_xor_part(struct parser *p, bti_node **out)
{
    const char *begin = p->token.text.at;
    bool parameter = is_parameter(p);
    BT_TRY(parse_sum(p, out));
    BT_TRY(check_mixed(p, begin));
    if (!parameter && bti_is_term(*out) && bti_is_constant(*out))
        p->constant_operand = begin;
    return BT_OK;
}

/* The nim-sum from `begin` on as it is to be written: xor(k,2). */
static void put_call(const struct parser *p, const char *begin, bt_text *out)
{
    bt_span rest = text_since(p, begin);
    int depth = 0;
    bt_text_put(out, "xor(");
    for (bti_token t; (t = bti_token_take(&rest)).kind != BTI_TOKEN_END;) {
        bool sign = t.kind == BTI_TOKEN_SIGN;
        depth += sign * ((t.sign == '(') - (t.sign == ')'));
        t.text.len += t.primed;
        if (sign && t.sign == '^' && depth == 0)
            bt_text_put(out, ",");
        else
            bt_text_put_span(out, t.text);
    }
    bt_text_put(out, ")");
}

static bt_status no_power(struct parser *p, const char *begin, const char *at)
{
    bt_text text;
    bt_text_init(&text, p->ctx);
    put_call(p, begin, &text);
    bt_status status = bt_text_status(&text);
    if (status == BT_OK)
        status =
            FAIL_AT(p, BT_SYNTAX, at,
                    "^ is the nim-sum, and there are no powers; the nim-sum with a "
                    "constant is written %s",
                    bt_text_chars(&text));
    bt_text_free(&text);
    return status;
}

static bt_status parse_xor(struct parser *p, bti_node **out)
{
    const char *begin = p->token.text.at;
    bool parameter = is_parameter(p);
    BT_TRY(parse_sum(p, out));
    if (!at_sign(p, '^'))
        return BT_OK;
    BT_TRY(binary_digits_only(p, p->token.text.at, "^"));
    BT_TRY(check_mixed(p, begin));
    bool constant = !parameter && bti_is_term(*out) && bti_is_constant(*out);
    const char *outer = p->constant_operand;
    p->constant_operand = constant ? begin : NULL;
    BT_TRY(parse_more(p, BTI_OP_XOR, "^", parse_xor_part, begin, out));
    (*out)->at = place_of(p, begin);
    const char *at = p->constant_operand;
    p->constant_operand = outer;
    return at ? no_power(p, begin, at) : BT_OK;
}

/* {a, b, c} becomes further children. Where `minus` is given, numbers may be negative,
 * and it tells whether some are. */
static bt_status parse_set(struct parser *p, struct children *list, bool *minus)
{
    BT_TRY(want_sign(p, '{'));
    do {
        bti_node *child, *negative;
        uint64_t number = 0;
        bool below = minus && take_sign(p, '-');
        BT_TRY(want_number(p, "a number", &number));
        BT_TRY(new_node(p, BTI_OP_NUMBER, &child));
        child->number = number;
        if (below) {
            BT_TRY(new_node(p, BTI_OP_NEG, &negative));
            BT_TRY(only_child(p, negative, child));
            child = negative;
            *minus = true;
        }
        BT_TRY(add_child(p, list, child));
    } while (take_sign(p, ','));
    return want_sign(p, '}');
}

static bt_status check_residues(struct parser *p, const bti_node *mod, const char *at)
{
    for (const bti_node *r = mod->first->next; r; r = r->next)
        if (r->number >= mod->number)
            return FAIL_AT(
                p, BT_DOMAIN, at, "a number mod %llu is at most %llu and never %llu",
                (unsigned long long)mod->number, (unsigned long long)(mod->number - 1),
                (unsigned long long)r->number);
    return BT_OK;
}

static bt_status expected_residue(struct parser *p, const bti_node *mod)
{
    if (p->token.kind == BTI_TOKEN_NAME || at_sign(p, '('))
        return FAIL_AT(p, BT_SYNTAX, p->token.text.at,
                       "a residue is compared with a number; that two terms leave the "
                       "same remainder is written %llu | x - y",
                       (unsigned long long)mod->number);
    return expected(p, "a number");
}

static bool is_related(uint64_t a, bti_relation relation, uint64_t b)
{
    switch (relation) {
    case BTI_EQ:
        return a == b;
    case BTI_NE:
        return a != b;
    case BTI_LT:
        return a < b;
    case BTI_LE:
        return a <= b;
    case BTI_GT:
        return a > b;
    case BTI_GE:
        break;
    }
    return a >= b;
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
        if (!is_related(residue, b->relation[i], b->number[i]))
            return false;
    return true;
}

static bt_status add_number(struct parser *p, struct children *list, uint64_t number)
{
    bti_node *child;
    BT_TRY(new_node(p, BTI_OP_NUMBER, &child));
    child->number = number;
    return add_child(p, list, child);
}

/* Behind the term of a residue, which is its only child so far. */
static struct children further_children(bti_node *mod)
{
    return (struct children){mod, &((bti_node *)mod->first)->next};
}

/* The residues that the bounds leave become the numbers of the node. */
static bt_status list_residues(struct parser *p, bti_node *mod, const struct bounds *b,
                               const char *at)
{
    struct children list = further_children(mod);
    bool some = false;
    for (uint64_t r = 0; r < mod->number; r++) {
        if (!is_within(b, r))
            continue;
        BT_TRY(add_number(p, &list, r));
        some = true;
    }
    if (some)
        return BT_OK;
    return FAIL_AT(p, BT_DOMAIN, at,
                   "a number mod %llu goes from 0 to %llu, so this is never true",
                   (unsigned long long)mod->number,
                   (unsigned long long)(mod->number - 1));
}

/* = r, != r; the latter is the negation */
static bt_status end_equal(struct parser *p, bti_node *mod, const struct bounds *b,
                           const char *at, bti_node **out)
{
    struct children list = further_children(mod);
    bti_node * not ;
    BT_TRY(add_number(p, &list, b->number[0]));
    BT_TRY(check_residues(p, mod, at));
    *out = mod;
    if (b->relation[0] == BTI_EQ)
        return BT_OK;
    BT_TRY(new_node(p, BTI_OP_NOT, &not ));
    *out = not ;
    return only_child(p, not, mod);
}

/* n mod 4 = 1, n mod 4 < 2, 1 <= n mod 4 <= 2, n mod 4 in {0,3}: `mod` was read, and
 * what stands before it is in *b. */
static bt_status parse_bounds(struct parser *p, bti_node *mod, struct bounds *b,
                              const char *at, bti_node **out)
{
    uint64_t number = 0;
    struct children list = further_children(mod);
    *out = mod;
    if (b->count == 0 && at_word(p, "in")) {
        advance(p);
        BT_TRY(parse_set(p, &list, NULL));
        return check_residues(p, mod, at);
    }
    if (p->token.kind == BTI_TOKEN_RELATION && !p->token.congruent) {
        bti_relation relation = p->token.relation;
        advance(p);
        if (p->token.kind != BTI_TOKEN_NUMBER)
            return expected_residue(p, mod);
        BT_TRY(want_number(p, "a number", &number));
        add_bound(b, relation, number);
    }
    if (p->token.kind == BTI_TOKEN_RELATION)
        return FAIL_AT(p, BT_SYNTAX, p->token.text.at,
                       "a residue is compared once, such as x mod 4 = 1, or from both "
                       "sides, such as 1 <= x mod 4 <= 2");
    if (b->count == 1 && (b->relation[0] == BTI_EQ || b->relation[0] == BTI_NE))
        return end_equal(p, mod, b, at, out);
    return list_residues(p, mod, b, at);
}

/* t mod m, where t was read */
static bt_status parse_mod(struct parser *p, bti_node *term, bti_node **out)
{
    advance(p);
    BT_TRY(new_node(p, BTI_OP_MOD, out));
    BT_TRY(only_child(p, *out, term));
    return want_modulus(p, &(*out)->number);
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

/* 1 = n mod 4, where the residue was read behind a relation; `left` is the number. */
static bt_status parse_turned(struct parser *p, const bti_node *left,
                              bti_relation relation, bti_node *mod, const char *at,
                              bti_node **out)
{
    struct bounds b = {.count = 0};
    if (left->op != BTI_OP_NUMBER)
        return FAIL_AT(p, BT_SYNTAX, at,
                       "a residue is compared with a number; that two terms leave the "
                       "same remainder is written %llu | x - y",
                       (unsigned long long)mod->number);
    add_bound(&b, turned(relation), left->number);
    return parse_bounds(p, mod, &b, at, out);
}

/* A term, or a residue with what follows "mod". */
static bt_status parse_side(struct parser *p, bti_node **out)
{
    const char *begin = p->token.text.at;
    bti_node *term;
    BT_TRY(parse_xor(p, out));
    if (!at_word(p, "mod"))
        return is_residue(*out) ? BT_OK : want_term(p, *out, begin);
    term = *out;
    BT_TRY(want_term(p, term, begin));
    return parse_mod(p, term, out);
}

/* Behind the terms of a chain: (mod m). All of them leave the same remainder, or two of
 * them do not; m divides the differences. */
static bt_status divide_difference(struct parser *p, uint64_t modulus,
                                   const bti_node *a, const bti_node *b, bti_node **out)
{
    bti_node *left, *right, *minus, *sum;
    BT_TRY(copy_tree(p, a, &left));
    BT_TRY(new_node(p, BTI_OP_DIVIDES, out));
    (*out)->number = modulus;
    if (b->op == BTI_OP_NUMBER && b->number == 0)
        return only_child(p, *out, left);
    BT_TRY(copy_tree(p, b, &right));
    BT_TRY(new_node(p, BTI_OP_NEG, &minus));
    BT_TRY(only_child(p, minus, right));
    BT_TRY(new_node(p, BTI_OP_SUM, &sum));
    struct children list = children_of(sum);
    BT_TRY(add_child(p, &list, left));
    BT_TRY(add_child(p, &list, minus));
    return only_child(p, *out, sum);
}

static bt_status parse_congruence(struct parser *p, bti_node *chain, bti_node **out)
{
    const bti_node *a = chain->first, *b = a->next;
    const char *at = p->token.text.at;
    bti_node *divides, *not, *all;
    uint64_t modulus = 0;
    advance(p);
    advance(p);
    BT_TRY(want_modulus(p, &modulus));
    BT_TRY(want_sign(p, ')'));
    for (const bti_node *c = b; c; c = c->next)
        if (c->relation != BTI_EQ && (c->relation != BTI_NE || b->next))
            return FAIL_AT(p, BT_SYNTAX, at,
                           "(mod %llu) belongs to an equation, such as x = y (mod 4)",
                           (unsigned long long)modulus);
    BT_TRY(divide_difference(p, modulus, a, b, out));
    if (b->relation == BTI_NE) {
        BT_TRY(new_node(p, BTI_OP_NOT, &not ));
        BT_TRY(only_child(p, not, *out));
        *out = not ;
    }
    if (!b->next)
        return BT_OK;
    BT_TRY(new_node(p, BTI_OP_AND, &all));
    struct children list = children_of(all);
    BT_TRY(add_child(p, &list, *out));
    while (a = b, (b = b->next)) {
        BT_TRY(divide_difference(p, modulus, a, b, &divides));
        BT_TRY(add_child(p, &list, divides));
    }
    *out = all;
    return BT_OK;
}

/* Two relations in a row. */
static bt_status wrong_relation(struct parser *p, bti_relation first)
{
    if (first == BTI_EQ && p->token.relation == BTI_LT)
        return FAIL_AT(p, BT_SYNTAX, p->token.text.at, "'=<' is written <=");
    return expected(p, "a number or a variable");
}

/* The terms of a chain, from the first relation on. A residue ends it. */
static bt_status parse_chain(struct parser *p, bti_node *term, bti_node **out)
{
    const char *congruent = NULL;
    BT_TRY(new_node(p, BTI_OP_CHAIN, out));
    struct children list = children_of(*out);
    BT_TRY(add_child(p, &list, term));
    while (p->token.kind == BTI_TOKEN_RELATION) {
        bti_relation relation = p->token.relation;
        bti_node *child;
        if (p->token.congruent)
            congruent = p->token.text.at;
        advance(p);
        if (p->token.kind == BTI_TOKEN_RELATION)
            return wrong_relation(p, relation);
        const char *begin = p->token.text.at;
        BT_TRY(parse_side(p, &child));
        if (is_residue(child) && !term->next && !congruent)
            return parse_turned(p, term, relation, child, begin, out);
        BT_TRY(want_term(p, child, begin));
        child->relation = relation;
        BT_TRY(add_child(p, &list, child));
    }
    if (at_modulus(p))
        return parse_congruence(p, *out, out);
    if (congruent)
        return FAIL_AT(p, BT_SYNTAX, congruent,
                       "'\u2261' needs its modulus: x \u2261 y (mod 4), or 4 | x - y");
    return BT_OK;
}

static bt_status make_equation(struct parser *p, const bti_node *term,
                               const bti_node *number, bti_node **out)
{
    bti_node *left, *right;
    BT_TRY(copy_tree(p, term, &left));
    BT_TRY(copy_tree(p, number, &right));
    BT_TRY(new_node(p, BTI_OP_CHAIN, out));
    struct children list = children_of(*out);
    BT_TRY(add_child(p, &list, left));
    right->relation = BTI_EQ;
    return add_child(p, &list, right);
}

/* t in {a, b}; with a negative number there, t = a | t = b. */
static bt_status parse_in(struct parser *p, bti_node *term, bti_node **out)
{
    bool minus = false;
    advance(p);
    BT_TRY(new_node(p, BTI_OP_IN, out));
    struct children list = children_of(*out);
    BT_TRY(add_child(p, &list, term));
    BT_TRY(parse_set(p, &list, &minus));
    if (!minus)
        return BT_OK;
    const bti_node *number = term->next;
    if (!number->next)
        return make_equation(p, term, number, out);
    BT_TRY(new_node(p, BTI_OP_OR, out));
    list = children_of(*out);
    for (; number; number = number->next) {
        bti_node *equation;
        BT_TRY(make_equation(p, term, number, &equation));
        BT_TRY(add_child(p, &list, equation));
    }
    return BT_OK;
}

/* m | t, where m was read */
static bt_status parse_divides(struct parser *p, const bti_node *number,
                               const char *begin, bti_node **out)
{
    if (number->number == 0 || number->number > BTI_FACTOR_MAX)
        return FAIL_AT(p, BT_DOMAIN, begin, "in 'm | t' the number m goes from 1 to %u",
                       (unsigned)BTI_FACTOR_MAX);
    advance(p);
    const char *at = p->token.text.at;
    bti_node *term;
    BT_TRY(parse_xor(p, &term));
    BT_TRY(want_term(p, term, at));
    BT_TRY(new_node(p, BTI_OP_DIVIDES, out));
    (*out)->number = number->number;
    return only_child(p, *out, term);
}

static bt_status parse_atom(struct parser *p, bti_node **out)
{
    const char *begin = p->token.text.at, *at = begin;
    bti_node *left;
    BT_TRY(parse_xor(p, &left));
    *out = left;
    if (left->op == BTI_OP_NUMBER && (at_sign(p, '|') || at_sign(p, BTI_SIGN_DIVIDES)))
        return parse_divides(p, left, begin, out);
    if (at_word(p, "mod")) {
        at = p->token.text.at;
        BT_TRY(want_term(p, left, begin));
        BT_TRY(parse_mod(p, left, &left));
        *out = left;
    }
    bool relation = p->token.kind == BTI_TOKEN_RELATION, in = at_word(p, "in");
    if (!relation && !in)
        return BT_OK;
    if (is_residue(left)) {
        struct bounds none = {.count = 0};
        return parse_bounds(p, left, &none, at, out);
    }
    BT_TRY(want_term(p, left, begin));
    return relation ? parse_chain(p, left, out) : parse_in(p, left, out);
}

static bt_status check_new_name(struct parser *p)
{
    bti_quote quote;
    bt_span name = p->token.text;
    size_t index;
    if (p->token.kind != BTI_TOKEN_NAME || p->token.primed)
        return expected(p, "a name for a bound variable");
    if (bti_name_is_reserved(name))
        return FAIL_AT(p, BT_SYNTAX, name.at,
                       "%s is a word of the language; choose "
                       "another name",
                       bti_quoted(&quote, name));
    if (find_variable(p, name, &index) || is_value(p, name) || find_binding(p, name) ||
        find_let(p, name))
        return FAIL_AT(p, BT_DOMAIN, name.at,
                       "%s has a meaning here already; choose another name",
                       bti_quoted(&quote, name));
    return BT_OK;
}

/* Behind ex or all: a,b: F. One node for each variable. */
static bt_status parse_quantifier(struct parser *p, bti_op op, bti_node **out)
{
    BT_TRY(enter(p));
    BT_TRY(check_new_name(p));
    bti_node variable = {.op = BTI_OP_VAR, .var = p->bound++};
    struct binding binding = {p->token.text, &variable, p->near};
    BT_TRY(new_node(p, op, out));
    (*out)->var = variable.var;
    (*out)->name = bt_arena_copy(p->arena, p->token.text);
    if (!(*out)->name)
        return bt_last_status(p->ctx);
    p->near = &binding;
    advance(p);
    bti_node *body;
    if (take_sign(p, ',')) {
        BT_TRY(parse_quantifier(p, op, &body));
    } else {
        BT_TRY(want_sign(p, ':'));
        const char *begin = p->token.text.at;
        BT_TRY(parse_any(p, &body));
        BT_TRY(want_formula(p, body, begin));
    }
    BT_TRY(only_child(p, *out, body));
    p->near = binding.before;
    p->bound--;
    p->depth--;
    return BT_OK;
}

static bt_status parse_unary(struct parser *p, bti_node **out)
{
    bool ex = at_word(p, "ex") || at_sign(p, BTI_SIGN_EX);
    if (ex || at_word(p, "all") || at_sign(p, BTI_SIGN_ALL)) {
        bti_op op = ex ? BTI_OP_EX : BTI_OP_ALL;
        advance(p);
        return parse_quantifier(p, op, out);
    }
    if (!take_sign(p, '!'))
        return parse_atom(p, out);
    const char *begin = p->token.text.at;
    bti_node *child;
    BT_TRY(enter(p));
    BT_TRY(parse_unary(p, &child));
    BT_TRY(want_formula(p, child, begin));
    p->depth--;
    BT_TRY(new_node(p, BTI_OP_NOT, out));
    return only_child(p, *out, child);
}

static bool at_either(const struct parser *p, const char *signs)
{
    return p->token.kind == BTI_TOKEN_SIGN && strchr(signs, p->token.sign);
}

static bt_status parse_list(struct parser *p, bti_op op, const char *signs,
                            parse_fn *operand, bti_node **out)
{
    const char *begin = p->token.text.at;
    bti_node *child;
    BT_TRY(operand(p, &child));
    *out = child;
    if (!at_either(p, signs))
        return BT_OK;
    BT_TRY(want_formula(p, child, begin));
    BT_TRY(new_node(p, op, out));
    struct children list = children_of(*out);
    BT_TRY(add_child(p, &list, child));
    while (at_either(p, signs)) {
        advance(p);
        begin = p->token.text.at;
        BT_TRY(operand(p, &child));
        BT_TRY(want_formula(p, child, begin));
        BT_TRY(add_child(p, &list, child));
    }
    return BT_OK;
}

static bt_status parse_and(struct parser *p, bti_node **out)
{
    return parse_list(p, BTI_OP_AND, "&", parse_unary, out);
}

static bt_status parse_or(struct parser *p, bti_node **out)
{
    static const char signs[] = {'|', BTI_SIGN_OR, 0};
    return parse_list(p, BTI_OP_OR, signs, parse_and, out);
}

/* Two formulas under one node; `left` was read from `begin` on. */
static bt_status parse_pair(struct parser *p, bti_op op, parse_fn *right_side,
                            const char *begin, bti_node *left, bti_node **out)
{
    bti_node *right;
    BT_TRY(want_formula(p, left, begin));
    advance(p);
    BT_TRY(enter(p));
    begin = p->token.text.at;
    BT_TRY(right_side(p, &right));
    BT_TRY(want_formula(p, right, begin));
    BT_TRY(new_node(p, op, out));
    struct children list = children_of(*out);
    BT_TRY(add_child(p, &list, left));
    BT_TRY(add_child(p, &list, right));
    return BT_OK;
}

static bt_status parse_implies(struct parser *p, bti_node **out)
{
    const char *begin = p->token.text.at;
    unsigned depth = p->depth;
    bti_node *left;
    BT_TRY(parse_or(p, &left));
    *out = left;
    if (p->token.kind == BTI_TOKEN_IMPLIES)
        BT_TRY(parse_pair(p, BTI_OP_IMPLIES, parse_implies, begin, left, out));
    p->depth = depth;
    return BT_OK;
}

static bt_status parse_any(struct parser *p, bti_node **out)
{
    const char *begin = p->token.text.at;
    unsigned depth = p->depth;
    BT_TRY(enter(p));
    BT_TRY(parse_implies(p, out));
    while (p->token.kind == BTI_TOKEN_IFF)
        BT_TRY(parse_pair(p, BTI_OP_IFF, parse_implies, begin, *out, out));
    p->depth = depth;
    return BT_OK;
}

static bt_status unexpected(struct parser *p)
{
    bti_quote quote;
    const char *seen = token_text(p, &quote);
    const char *at = p->token.text.at;
    const char *here = find_elsewhere(p);
    if (p->token.kind == BTI_TOKEN_WRONG || p->token.kind == BTI_TOKEN_TOO_LARGE)
        return expected(p, "the end");
    if (here)
        return FAIL_AT(p, BT_SYNTAX, at, "%s", here);
    if (at_sign(p, BTI_SIGN_DIVIDES))
        return FAIL_AT(p, BT_SYNTAX, at,
                       "before %s a number is expected, such as 3 | x", seen);
    if (at_word(p, "xor"))
        return FAIL_AT(p, BT_SYNTAX, at, "the nim-sum is written x ^ y or xor(x,y)");
    if (at_word(p, "and") || at_word(p, "or"))
        return FAIL_AT(p, BT_SYNTAX, at, "statements are joined by & and |, not by %s",
                       seen);
    return FAIL_AT(p, BT_SYNTAX, at, "%s is not expected here", seen);
}

static bt_status parse_whole(bt_arena *arena, const bti_scope *scope,
                             const bti_source *from, bt_span text, const bti_let *lets,
                             const struct binding *near, bti_node **out)
{
    struct parser p = {.ctx = arena->ctx,
                       .arena = arena,
                       .scope = scope,
                       .from = from,
                       .rest = text,
                       .near = near,
                       .lets = lets,
                       .bound = bti_first_bound(scope->vars)};
    advance(&p);
    BT_TRY(parse_any(&p, out));
    return p.token.kind == BTI_TOKEN_END ? BT_OK : unexpected(&p);
}

static bt_status parse_as(bt_arena *arena, const bti_scope *scope,
                          const bti_source *from, bt_span text, bool term,
                          const bti_node **out)
{
    bti_node *node;
    bti_quote quote;
    BT_TRY(parse_whole(arena, scope, from, text, scope->lets, NULL, &node));
    *out = node;
    bool residue = is_residue(node);
    if (bti_is_term(node) == term && !residue)
        return BT_OK;
    bt_take_blanks(&text);
    if (residue)
        return bti_fail_at(arena->ctx, BT_SYNTAX, from, text.at,
                           "%s must be compared with a number: x mod 4 = 1, x mod 4 < "
                           "2 or x mod 4 in {1,3}",
                           bti_quoted(&quote, text));
    return bti_fail_at(arena->ctx, BT_SYNTAX, from, text.at,
                       term ? "%s is a statement, and a number is wanted here"
                            : "%s is a number, and a statement is wanted here, such "
                              "as x = 0",
                       bti_quoted(&quote, text));
}

bt_status bti_formula_parse(bt_arena *arena, const bti_scope *scope,
                            const bti_source *from, bt_span text, const bti_node **out)
{
    return parse_as(arena, scope, from, text, false, out);
}

bt_status bti_term_parse(bt_arena *arena, const bti_scope *scope,
                         const bti_source *from, bt_span text, const bti_node **out)
{
    return parse_as(arena, scope, from, text, true, out);
}

bt_status bti_let_check(bt_arena *arena, const bti_scope *scope, const bti_source *from,
                        const bti_let *let)
{
    static const bti_node any = {.op = BTI_OP_VAR};
    const struct binding *near = NULL;
    bti_node *node;
    for (size_t i = 0; i < let->params; i++) {
        struct binding *b = bt_arena_alloc(arena, 1, sizeof *b);
        if (!b)
            return bt_last_status(arena->ctx);
        *b = (struct binding){bt_span_of(let->param[i]), &any, near};
        near = b;
    }
    return parse_whole(arena, scope, from, let->body, let->before, near, &node);
}
