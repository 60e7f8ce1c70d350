/* SPDX-License-Identifier: MIT
 * Reads formulas. Brackets may hold a term or a formula, and only what follows tells
 * which, so one set of rules reads both and every use checks what it got. Loosest
 * first:
 *     <=>   =>   |   &   ! ex all   comparisons mod in   ^   + -   times
 * An abbreviation is read again from its own text wherever it is used, in a scope that
 * knows its parameters and not the variables bound around the use: nothing is captured.
 * How deep the functions call each other is counted and limited. */
#include "formula/formula_parser.h"

#include "core/grow.h"
#include "core/nearest.h"

#include <string.h>

static bti_parse_fn parse_any; /* a term or a formula, as long as it goes */

static bt_status parse_term(bti_parser *p, bti_node **out)
{
    const char *begin = p->token.text.at;
    BT_TRY(parse_any(p, out));
    return bti_want_term(p, *out, begin);
}

static bt_status binary_digits_only(bti_parser *p, const char *at, const char *what)
{
    if (p->scope->digits == BTI_BINARY)
        return BT_OK;
    return BTI_FAIL_AT(
        p, BT_DOMAIN, at,
        p->scope->digits == BTI_FIBONACCI
            ? "{what} works on binary digits and has no meaning in 'digits fib'"
            : "{what} works on binary digits and has no meaning in these digits",
        BT_ARGS(BT_STR("what", what)));
}

/* low needs weights that occur once, shl a next place for each. */
static bt_status has_places(bti_parser *p, const char *at, bti_op op)
{
    bti_digits digits = p->scope->digits;
    if (op == BTI_OP_LOW && bti_weights_repeat(digits))
        return BTI_FAIL_AT(p, BT_DOMAIN, at,
                           "low has no meaning in digits where a weight occurs twice",
                           BT_NO_ARGS);
    if (op == BTI_OP_SHL && digits != BTI_BINARY && digits != BTI_FIBONACCI)
        return BTI_FAIL_AT(p, BT_DOMAIN, at,
                           "shl has a meaning only in binary and in Fibonacci digits",
                           BT_NO_ARGS);
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

static bt_status parse_function(bti_parser *p, const struct function *f, bti_node **out)
{
    const char *at = p->token.text.at;
    unsigned count = 0;
    if (f->binary)
        BT_TRY(binary_digits_only(p, at, f->name));
    BT_TRY(has_places(p, at, f->op));
    bti_advance(p);
    if (!bti_at_sign(p, '('))
        return BTI_FAIL_AT(p, BT_SYNTAX, at,
                           f->least == 2
                               ? "'{name}' joins the digits of numbers and is "
                                 "written {name}(x, y); statements are joined by "
                                 "& and |"
                               : "'{name}' is written with brackets: {name}(x)",
                           BT_ARGS(BT_STR("name", f->name)));
    bti_advance(p);
    BT_TRY(bti_new_node(p, f->op, out));
    (*out)->at = bti_place_of(p, at);
    bti_children list = bti_children_of(*out);
    if (f->op == BTI_OP_COLS) {
        BT_TRY(bti_want_modulus(p, &(*out)->number));
        BT_TRY(bti_want_sign(p, ';'));
    }
    do {
        bti_node *child;
        BT_TRY(parse_term(p, &child));
        BT_TRY(bti_add_child(p, &list, child));
        count++;
    } while (bti_take_sign(p, ','));
    BT_TRY(bti_want_sign(p, ')'));
    if (count < f->least || count > f->most)
        return BTI_FAIL_AT(p, BT_SYNTAX, at,
                           f->most == 1 ? "'{name}' takes 1 number, not {count}"
                           : f->least == 1
                               ? "'{name}' takes at most 32 numbers, not {count}"
                               : "'{name}' takes 2 or more numbers, not {count}",
                           BT_ARGS(BT_STR("name", f->name), BT_NUM("count", count)));
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

static bt_status unknown_name(bti_parser *p)
{
    bti_quote quote;
    char names[100];
    bti_nearest near;
    const char *seen = bti_quoted(&quote, p->token.text);
    const char *at = p->token.text.at, *here = bti_find_elsewhere(p);
    if (here)
        return BTI_FAIL_AT(p, BT_SYNTAX, at, here, BT_NO_ARGS);
    for (const bti_let *let = p->scope->lets; let; let = let->before)
        if (bt_span_equal(p->token.text, bt_span_of(let->name)))
            return BTI_FAIL_AT(p, BT_DOMAIN, at,
                               "{seen} cannot be used here: an abbreviation may use "
                               "only those above it, and never itself",
                               BT_ARGS(BT_STR("seen", seen)));
    bti_nearest_begin(&near, p->token.text);
    if (p->token.text.len > 2) {
        for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
            bti_nearest_try(&near, functions[i].name);
        for (const bti_let *let = p->lets; let; let = let->before)
            bti_nearest_try(&near, let->name);
    }
    if (near.best)
        return BTI_FAIL_AT(p, BT_SYNTAX, at,
                           "{seen} is not declared; did you mean '{best}'?",
                           BT_ARGS(BT_STR("seen", seen), BT_STR("best", near.best)));
    list_variables(p->scope, names, sizeof names);
    return BTI_FAIL_AT(p, BT_SYNTAX, at,
                       "{seen} is not declared; {vars, plural, one {the only variable "
                       "is {names}} other {the variables are {names}}}",
                       BT_ARGS(BT_STR("seen", seen), BT_NUM("vars", p->scope->vars),
                               BT_STR("names", names)));
}

static const bti_binding *find_binding(const bti_parser *p, bt_span name)
{
    for (const bti_binding *b = p->near; b; b = b->before)
        if (bt_span_equal(b->name, name))
            return b;
    return NULL;
}

static bool find_variable(const bti_parser *p, bt_span name, size_t *index)
{
    for (*index = 0; *index < p->scope->vars; ++*index)
        if (bt_span_equal(name, bt_span_of(p->scope->var[*index])))
            return true;
    return false;
}

static bool is_value(const bti_parser *p, bt_span name)
{
    return p->scope->value && bt_span_equal(name, bt_span_of("g"));
}

static bt_status parse_variable(bti_parser *p, size_t index, bti_node **out)
{
    bool primed = p->token.primed;
    if (primed && !p->scope->primes)
        return BTI_FAIL_AT(p, BT_DOMAIN, p->token.text.at,
                           "{what} speaks of one position only: '{var}'' with a prime, "
                           "after a move, belongs in a move",
                           BT_ARGS(BT_STR("what", p->scope->what),
                                   BT_STR("var", p->scope->var[index])));
    BT_TRY(bti_new_node(p, BTI_OP_VAR, out));
    (*out)->var = primed ? bti_primed(p->scope->vars, index) : (uint32_t)index;
    bti_advance(p);
    return BT_OK;
}

static bt_status parse_bound(bti_parser *p, const bti_binding *b, bti_node **out)
{
    BT_TRY(bti_copy_tree(p, b->term, out));
    bti_advance(p);
    return BT_OK;
}

static const bti_let *find_let(const bti_parser *p, bt_span name)
{
    const bti_let *let = p->lets;
    while (let && !bt_span_equal(name, bt_span_of(let->name)))
        let = let->before;
    return let;
}

static bt_status wrong_count(bti_parser *p, const bti_let *let, const char *at,
                             size_t count)
{
    return BTI_FAIL_AT(
        p, BT_SYNTAX, at,
        "'{name}' takes {params, plural, one {1 number} other {{params} numbers}}, not "
        "{count}",
        BT_ARGS(BT_STR("name", let->name), BT_NUM("params", let->params),
                BT_NUM("count", count)));
}

/* The arguments become bindings in the arena, first parameter first. */
static bt_status parse_arguments(bti_parser *p, const bti_let *let, const char *at,
                                 const bti_binding **out)
{
    size_t count = 0;
    *out = NULL;
    if (!let->has_params)
        return BT_OK;
    if (!bti_at_sign(p, '('))
        return wrong_count(p, let, at, 0);
    bti_advance(p);
    do {
        bti_node *term;
        if (count == let->params)
            return wrong_count(p, let, at, count + 1);
        BT_TRY(parse_term(p, &term));
        bti_binding *b;
        BT_TRY(BTI_ARENA_NEW(p->arena, b, 1));
        *b = (bti_binding){bt_span_of(let->param[count++]), term, *out};
        *out = b;
    } while (bti_take_sign(p, ','));
    BT_TRY(bti_want_sign(p, ')'));
    return count == let->params ? BT_OK : wrong_count(p, let, at, count);
}

static bt_status parse_let(bti_parser *p, const bti_let *let, bti_node **out)
{
    const char *at = p->token.text.at;
    const bti_binding *arguments;
    bti_advance(p);
    BT_TRY(parse_arguments(p, let, at, &arguments));
    BT_TRY(bti_enter(p));
    bti_parser inner = *p;
    inner.blame = bti_place_of(p, at);
    inner.near = arguments;
    inner.lets = let->before;
    inner.rest = let->body;
    bti_advance(&inner);
    BT_TRY(parse_any(&inner, out));
    p->nodes = inner.nodes;
    p->depth--;
    return BT_OK;
}

static bt_status parse_name(bti_parser *p, bti_node **out)
{
    bt_span name = p->token.text;
    const char *at = name.at;
    size_t index;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (bti_at_word(p, functions[i].name))
            return parse_function(p, &functions[i], out);
    if (bti_at_word(p, "true") || bti_at_word(p, "false")) {
        BT_TRY(
            bti_new_node(p, bti_at_word(p, "true") ? BTI_OP_TRUE : BTI_OP_FALSE, out));
        bti_advance(p);
        return BT_OK;
    }
    if (bti_name_is_reserved(name))
        return bti_expected(p, BT_TEXT("a number or a variable"));
    const bti_binding *b = find_binding(p, name);
    const bti_let *let = find_let(p, name);
    if (!b && find_variable(p, name, &index))
        return parse_variable(p, index, out);
    if (p->token.primed && (b || let || is_value(p, name)))
        return BTI_FAIL_AT(p, BT_SYNTAX, at,
                           "only the variables of the line 'vars' have a primed form",
                           BT_NO_ARGS);
    if (b)
        return parse_bound(p, b, out);
    if (is_value(p, name)) {
        BT_TRY(bti_new_node(p, BTI_OP_VAR, out));
        (*out)->var = bti_value_var(p->scope->vars);
        bti_advance(p);
        return BT_OK;
    }
    return let ? parse_let(p, let, out) : unknown_name(p);
}

static bt_status parse_primary(bti_parser *p, bti_node **out)
{
    if (p->token.kind == BTI_TOKEN_NUMBER) {
        BT_TRY(bti_new_node(p, BTI_OP_NUMBER, out));
        (*out)->number = p->token.number;
        bti_advance(p);
        return BT_OK;
    }
    if (p->token.kind == BTI_TOKEN_NAME)
        return parse_name(p, out);
    if (!bti_take_sign(p, '('))
        return bti_expected(p, BT_TEXT("a number or a variable"));
    BT_TRY(parse_any(p, out));
    return bti_want_sign(p, ')');
}

static bt_status multiply(bti_parser *p, const char *begin, bti_node *a, bti_node *b,
                          bti_node **out)
{
    if (a->op != BTI_OP_NUMBER && b->op == BTI_OP_NUMBER) {
        bti_node *number = b;
        b = a;
        a = number;
    }
    if (a->op != BTI_OP_NUMBER)
        return BTI_FAIL_AT(p, BT_SYNTAX, begin,
                           "two variables cannot be multiplied; a number times a term "
                           "can, such as 3x or 2(x + y)",
                           BT_NO_ARGS);
    if (a->number > BTI_FACTOR_MAX)
        return BTI_FAIL_AT(
            p, BT_DOMAIN, begin,
            "the factor {factor} is too large: a factor is at most {most}",
            BT_ARGS(BT_NUM("factor", a->number), BT_NUM("most", BTI_FACTOR_MAX)));
    BT_TRY(bti_new_node(p, BTI_OP_TIMES, out));
    (*out)->number = a->number;
    return bti_only_child(p, *out, b);
}

/* 3x, 3(x + y), 3*x, x*3 */
static bt_status parse_product(bti_parser *p, bti_node **out)
{
    const char *begin = p->token.text.at;
    BT_TRY(parse_primary(p, out));
    for (;;) {
        bool bracket = bti_at_sign(p, '(') && !bti_at_modulus(p);
        bool joined = (*out)->op == BTI_OP_NUMBER &&
                      (bracket || (p->token.kind == BTI_TOKEN_NAME &&
                                   !bti_at_word(p, "mod") && !bti_at_word(p, "in")));
        if (!bti_at_sign(p, '*') && !joined) {
            if (bti_is_term(*out) && (*out)->op != BTI_OP_NUMBER && bracket)
                return BTI_FAIL_AT(p, BT_SYNTAX, begin,
                                   "two terms cannot be multiplied; a number times a "
                                   "term can, such as 3x or 2(x + y)",
                                   BT_NO_ARGS);
            return BT_OK;
        }
        bti_take_sign(p, '*');
        if (bti_at_sign(p, '*'))
            return BTI_FAIL_AT(p, BT_SYNTAX, p->token.text.at,
                               "'**' has no meaning: there are no powers", BT_NO_ARGS);
        const char *second = p->token.text.at;
        bti_node *left = *out, *right;
        BT_TRY(bti_want_term(p, left, begin));
        BT_TRY(parse_primary(p, &right));
        BT_TRY(bti_want_term(p, right, second));
        BT_TRY(multiply(p, begin, left, right, out));
    }
}

static bt_status parse_signed(bti_parser *p, bti_node **out)
{
    const char *begin = p->token.text.at;
    bti_node *child;
    if (!bti_take_sign(p, '-'))
        return parse_product(p, out);
    BT_TRY(parse_product(p, &child));
    BT_TRY(bti_want_term(p, child, begin));
    BT_TRY(bti_new_node(p, BTI_OP_NEG, out));
    return bti_only_child(p, *out, child);
}

/* From the second operand on; `out` is the first and becomes the whole. */
static bt_status parse_more(bti_parser *p, bti_op op, const char *signs,
                            bti_parse_fn *operand, const char *begin, bti_node **out)
{
    BT_TRY(bti_want_term(p, *out, begin));
    bti_node *first = *out, *child;
    BT_TRY(bti_new_node(p, op, out));
    bti_children list = bti_children_of(*out);
    BT_TRY(bti_add_child(p, &list, first));
    while (p->token.kind == BTI_TOKEN_SIGN && strchr(signs, p->token.sign)) {
        bool plus = bti_take_sign(p, '+') || bti_take_sign(p, '^');
        const char *at = p->token.text.at;
        BT_TRY(plus ? operand(p, &child) : parse_signed(p, &child));
        BT_TRY(bti_want_term(p, child, at));
        BT_TRY(bti_add_child(p, &list, child));
    }
    return BT_OK;
}

static bt_status parse_sum(bti_parser *p, bti_node **out)
{
    const char *begin = p->token.text.at;
    bool open = bti_at_sign(p, '-');
    BT_TRY(parse_signed(p, out));
    if (bti_at_sign(p, '+') || bti_at_sign(p, '-')) {
        open = true;
        BT_TRY(parse_more(p, BTI_OP_SUM, "+-", parse_product, begin, out));
    }
    if (open)
        p->open_sum = begin;
    return BT_OK;
}

/* Nobody remembers which of + and ^ binds closer, so both together need brackets. */
static bt_status check_mixed(bti_parser *p, const char *begin)
{
    if (p->open_sum != begin)
        return BT_OK;
    return BTI_FAIL_AT(
        p, BT_SYNTAX, begin,
        "^ next to + or - needs brackets, such as (x + y) ^ z or x + (y ^ z)",
        BT_NO_ARGS);
}

/* x ^ 2 looks like a square, so the nim-sum with a constant has another spelling. What
 * a parameter of an abbreviation stands for is not seen where ^ stands. */
static bool is_parameter(const bti_parser *p)
{
    return p->token.kind == BTI_TOKEN_NAME && find_binding(p, p->token.text);
}

static bt_status parse_xor_part(bti_parser *p, bti_node **out)
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
static void put_call(const bti_parser *p, const char *begin, bt_text *out)
{
    bt_span rest = bti_text_since(p, begin);
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

static bt_status no_power(bti_parser *p, const char *begin, const char *at)
{
    bt_text text;
    bt_text_init(&text, p->ctx);
    put_call(p, begin, &text);
    bt_status status = bt_text_status(&text);
    if (status == BT_OK)
        status = BTI_FAIL_AT(p, BT_SYNTAX, at,
                             "^ is the nim-sum, and there are no powers; the nim-sum "
                             "with a constant is written {text}",
                             BT_ARGS(BT_STR("text", bt_text_chars(&text))));
    bt_text_free(&text);
    return status;
}

bt_status bti_parse_xor(bti_parser *p, bti_node **out)
{
    const char *begin = p->token.text.at;
    bool parameter = is_parameter(p);
    BT_TRY(parse_sum(p, out));
    if (!bti_at_sign(p, '^'))
        return BT_OK;
    BT_TRY(binary_digits_only(p, p->token.text.at, "^"));
    BT_TRY(check_mixed(p, begin));
    bool constant = !parameter && bti_is_term(*out) && bti_is_constant(*out);
    const char *outer = p->constant_operand;
    p->constant_operand = constant ? begin : NULL;
    BT_TRY(parse_more(p, BTI_OP_XOR, "^", parse_xor_part, begin, out));
    (*out)->at = bti_place_of(p, begin);
    const char *at = p->constant_operand;
    p->constant_operand = outer;
    return at ? no_power(p, begin, at) : BT_OK;
}

static bt_status check_new_name(bti_parser *p)
{
    bt_span name = p->token.text;
    size_t index;
    if (p->token.kind != BTI_TOKEN_NAME || p->token.primed)
        return bti_expected(p, BT_TEXT("a name for a bound variable"));
    if (bti_name_is_reserved(name))
        return BTI_FAIL_AT(p, BT_SYNTAX, name.at,
                           "{name} is a word of the language; choose another name",
                           BT_ARGS(BT_QUOTE("name", name)));
    if (find_variable(p, name, &index) || is_value(p, name) || find_binding(p, name) ||
        find_let(p, name))
        return BTI_FAIL_AT(p, BT_DOMAIN, name.at,
                           "{name} already has a meaning here; choose another name",
                           BT_ARGS(BT_QUOTE("name", name)));
    return BT_OK;
}

/* Behind ex or all: a,b: F. One node for each variable. */
static bt_status parse_quantifier(bti_parser *p, bti_op op, bti_node **out)
{
    BT_TRY(bti_enter(p));
    BT_TRY(check_new_name(p));
    bti_node variable = {.op = BTI_OP_VAR, .var = p->bound++};
    bti_binding binding = {p->token.text, &variable, p->near};
    BT_TRY(bti_new_node(p, op, out));
    (*out)->var = variable.var;
    (*out)->name = bt_arena_copy(p->arena, p->token.text);
    if (!(*out)->name)
        return bt_last_status(p->ctx);
    p->near = &binding;
    bti_advance(p);
    bti_node *body;
    if (bti_take_sign(p, ',')) {
        BT_TRY(parse_quantifier(p, op, &body));
    } else {
        BT_TRY(bti_want_sign(p, ':'));
        const char *begin = p->token.text.at;
        BT_TRY(parse_any(p, &body));
        BT_TRY(bti_want_formula(p, body, begin));
    }
    BT_TRY(bti_only_child(p, *out, body));
    p->near = binding.before;
    p->bound--;
    p->depth--;
    return BT_OK;
}

static bt_status parse_unary(bti_parser *p, bti_node **out)
{
    bool ex = bti_at_word(p, "ex") || bti_at_sign(p, BTI_SIGN_EX);
    if (ex || bti_at_word(p, "all") || bti_at_sign(p, BTI_SIGN_ALL)) {
        bti_op op = ex ? BTI_OP_EX : BTI_OP_ALL;
        bti_advance(p);
        return parse_quantifier(p, op, out);
    }
    if (!bti_take_sign(p, '!'))
        return bti_parse_atom(p, out);
    const char *begin = p->token.text.at;
    bti_node *child;
    BT_TRY(bti_enter(p));
    BT_TRY(parse_unary(p, &child));
    BT_TRY(bti_want_formula(p, child, begin));
    p->depth--;
    BT_TRY(bti_new_node(p, BTI_OP_NOT, out));
    return bti_only_child(p, *out, child);
}

static bool at_either(const bti_parser *p, const char *signs)
{
    return p->token.kind == BTI_TOKEN_SIGN && strchr(signs, p->token.sign);
}

static bt_status parse_list(bti_parser *p, bti_op op, const char *signs,
                            bti_parse_fn *operand, bti_node **out)
{
    const char *begin = p->token.text.at;
    bti_node *child;
    BT_TRY(operand(p, &child));
    *out = child;
    if (!at_either(p, signs))
        return BT_OK;
    BT_TRY(bti_want_formula(p, child, begin));
    BT_TRY(bti_new_node(p, op, out));
    bti_children list = bti_children_of(*out);
    BT_TRY(bti_add_child(p, &list, child));
    while (at_either(p, signs)) {
        bti_advance(p);
        begin = p->token.text.at;
        BT_TRY(operand(p, &child));
        BT_TRY(bti_want_formula(p, child, begin));
        BT_TRY(bti_add_child(p, &list, child));
    }
    return BT_OK;
}

static bt_status parse_and(bti_parser *p, bti_node **out)
{
    return parse_list(p, BTI_OP_AND, "&", parse_unary, out);
}

static bt_status parse_or(bti_parser *p, bti_node **out)
{
    static const char signs[] = {'|', BTI_SIGN_OR, 0};
    return parse_list(p, BTI_OP_OR, signs, parse_and, out);
}

/* Two formulas under one node; `left` was read from `begin` on. */
static bt_status parse_pair(bti_parser *p, bti_op op, bti_parse_fn *right_side,
                            const char *begin, bti_node *left, bti_node **out)
{
    bti_node *right;
    BT_TRY(bti_want_formula(p, left, begin));
    bti_advance(p);
    BT_TRY(bti_enter(p));
    begin = p->token.text.at;
    BT_TRY(right_side(p, &right));
    BT_TRY(bti_want_formula(p, right, begin));
    BT_TRY(bti_new_node(p, op, out));
    bti_children list = bti_children_of(*out);
    BT_TRY(bti_add_child(p, &list, left));
    BT_TRY(bti_add_child(p, &list, right));
    return BT_OK;
}

static bt_status parse_implies(bti_parser *p, bti_node **out)
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

static bt_status parse_any(bti_parser *p, bti_node **out)
{
    const char *begin = p->token.text.at;
    unsigned depth = p->depth;
    BT_TRY(bti_enter(p));
    BT_TRY(parse_implies(p, out));
    while (p->token.kind == BTI_TOKEN_IFF)
        BT_TRY(parse_pair(p, BTI_OP_IFF, parse_implies, begin, *out, out));
    p->depth = depth;
    return BT_OK;
}

static bt_status unexpected(bti_parser *p)
{
    bti_quote quote;
    const char *seen = bti_token_text(p, &quote);
    const char *at = p->token.text.at;
    const char *here = bti_find_elsewhere(p);
    if (p->token.kind == BTI_TOKEN_WRONG || p->token.kind == BTI_TOKEN_TOO_LARGE)
        return bti_expected(p, BT_TEXT("the end"));
    if (here)
        return BTI_FAIL_AT(p, BT_SYNTAX, at, here, BT_NO_ARGS);
    if (bti_at_sign(p, BTI_SIGN_DIVIDES))
        return BTI_FAIL_AT(p, BT_SYNTAX, at,
                           "before {seen} a number is expected, such as 3 | x",
                           BT_ARGS(BT_STR("seen", seen)));
    if (bti_at_word(p, "xor"))
        return BTI_FAIL_AT(p, BT_SYNTAX, at, "the nim-sum is written x ^ y or xor(x,y)",
                           BT_NO_ARGS);
    if (bti_at_word(p, "and") || bti_at_word(p, "or"))
        return BTI_FAIL_AT(p, BT_SYNTAX, at,
                           "statements are joined by & and |, not by {seen}",
                           BT_ARGS(BT_STR("seen", seen)));
    return BTI_FAIL_AT(p, BT_SYNTAX, at, "{seen} is not expected here",
                       BT_ARGS(BT_STR("seen", seen)));
}

static bt_status parse_whole(bt_arena *arena, const bti_scope *scope,
                             const bti_formula_text *from, bt_span text,
                             const bti_let *lets, const bti_binding *near,
                             bti_node **out)
{
    bti_parser p = {.ctx = arena->ctx,
                    .arena = arena,
                    .scope = scope,
                    .from = from,
                    .rest = text,
                    .near = near,
                    .lets = lets,
                    .bound = bti_first_bound(scope->vars)};
    bti_advance(&p);
    BT_TRY(parse_any(&p, out));
    return p.token.kind == BTI_TOKEN_END ? BT_OK : unexpected(&p);
}

static bt_status parse_as(bt_arena *arena, const bti_scope *scope,
                          const bti_formula_text *from, bt_span text, bool term,
                          const bti_node **out)
{
    bti_node *node;
    BT_TRY(parse_whole(arena, scope, from, text, scope->lets, NULL, &node));
    *out = node;
    bool residue = bti_is_residue(node);
    if (bti_is_term(node) == term && !residue)
        return BT_OK;
    bt_take_blanks(&text);
    if (residue)
        return bti_fail_at(arena->ctx, BT_SYNTAX, from, text.at,
                           "{text} must be compared with a number: x mod 4 = 1, x mod "
                           "4 < 2 or x mod 4 in '{'1,3'}'",
                           BT_ARGS(BT_QUOTE("text", text)));
    return bti_fail_at(
        arena->ctx, BT_SYNTAX, from, text.at,
        term ? "{text} is a statement, and a number is expected here"
             : "{text} is a number, and a statement is expected here, such "
               "as x = 0",
        BT_ARGS(BT_QUOTE("text", text)));
}

bt_status bti_formula_parse(bt_arena *arena, const bti_scope *scope,
                            const bti_formula_text *from, bt_span text,
                            const bti_node **out)
{
    return parse_as(arena, scope, from, text, false, out);
}

bt_status bti_term_parse(bt_arena *arena, const bti_scope *scope,
                         const bti_formula_text *from, bt_span text,
                         const bti_node **out)
{
    return parse_as(arena, scope, from, text, true, out);
}

bt_status bti_let_check(bt_arena *arena, const bti_scope *scope,
                        const bti_formula_text *from, const bti_let *let)
{
    static const bti_node any = {.op = BTI_OP_VAR};
    const bti_binding *near = NULL;
    bti_node *node;
    for (size_t i = 0; i < let->params; i++) {
        bti_binding *b;
        BT_TRY(BTI_ARENA_NEW(arena, b, 1));
        *b = (bti_binding){bt_span_of(let->param[i]), &any, near};
        near = b;
    }
    return parse_whole(arena, scope, from, let->body, let->before, near, &node);
}
