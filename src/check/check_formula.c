/* SPDX-License-Identifier: MIT
 * Reading formulas. One ladder of precedences for terms and formulas together, so a
 * bracket needs no guess about what it holds; each rung asks for the sort it needs.
 * Every node knows its depth and none is deeper than BTI_CHECK_DEPTH, so all walks over
 * formulas may recurse. */
#include "check/check_syntax.h"

#include <string.h>

struct bti_check_binding {
    bt_span name;
    uint32_t var;
    struct bti_check_binding *before;
};

typedef bti_check_node node;
typedef bti_check_reader reader;

#define FAIL(r, at, sentence) bti_check_fail(r, at, BT_SYNTAX, sentence)

static bt_status parse_any(reader *r, node **out);
static bt_status parse_sum(reader *r, node **out);

bool bti_check_reserved(bt_span name)
{
    static const char *const words[] = {"and",  "or",   "mod",  "in",   "low",
                                        "high", "shl",  "pow2", "cols", "ex",
                                        "all",  "true", "false"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (bt_span_equal(name, bt_span_of(words[i])))
            return true;
    return false;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

void bti_check_blanks(reader *r)
{
    while (r->at < r->end) {
        if (*r->at == '#')
            while (r->at < r->end && *r->at != '\n')
                r->at++;
        else if (*r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n')
            r->at++;
        else
            return;
    }
}

bt_span bti_check_word(reader *r)
{
    const char *begin = r->at;
    if (r->at < r->end && is_letter(*r->at))
        while (r->at < r->end &&
               (is_letter(*r->at) || is_digit(*r->at) || *r->at == '_'))
            r->at++;
    return (bt_span){begin, (size_t)(r->at - begin)};
}

/* Takes the sign if it comes next. */
static bool take(reader *r, const char *sign)
{
    size_t len = strlen(sign);
    bti_check_blanks(r);
    if ((size_t)(r->end - r->at) < len || memcmp(r->at, sign, len) != 0)
        return false;
    r->at += len;
    return true;
}

static bool take_word(reader *r, const char *word)
{
    bti_check_blanks(r);
    const char *before = r->at;
    if (bt_span_equal(bti_check_word(r), bt_span_of(word)))
        return true;
    r->at = before;
    return false;
}

static bt_status want(reader *r, const char *sign)
{
    const char first[] = {sign[0], 0};
    if (take(r, sign))
        return BT_OK;
    return bti_check_fail_word(r, r->at, BT_SYNTAX,
                               BT_TEXT("'{word}' is expected here"), first);
}

static bt_status want_term(reader *r, const node *n, const char *at)
{
    if (bti_check_is_term(n))
        return BT_OK;
    return FAIL(r, at,
                BT_TEXT("a number or a variable is expected here, not a formula"));
}

static bt_status want_formula(reader *r, const node *n, const char *at)
{
    if (!bti_check_is_term(n))
        return BT_OK;
    return FAIL(r, at,
                BT_TEXT("a formula is expected here, such as x < y, not a term"));
}

static bt_status enter(reader *r)
{
    if (r->depth == BTI_CHECK_DEPTH)
        return bti_check_fail(r, r->at, BT_UNABLE,
                              BT_TEXT("formulas may be nested at most 100 deep"));
    r->depth++;
    return BT_OK;
}

node *bti_check_new(reader *r, bti_check_kind kind, node *child)
{
    node *n = bt_arena_alloc(r->c->arena, 1, sizeof *n);
    if (!n)
        return NULL;
    n->kind = kind;
    n->child = child;
    n->line = r->line;
    for (const node *c = child; c; c = c->next)
        n->depth = c->depth >= n->depth ? c->depth + 1 : n->depth;
    return n;
}

static bt_status make(reader *r, bti_check_kind kind, node *child, node **out)
{
    *out = bti_check_new(r, kind, child);
    if (!*out)
        return bt_last_status(r->ctx);
    if ((*out)->depth <= BTI_CHECK_DEPTH)
        return BT_OK;
    return bti_check_fail(r, r->at, BT_UNABLE,
                          BT_TEXT("formulas may be nested at most 100 deep"));
}

static bt_status make_pair(reader *r, bti_check_kind kind, node *a, node *b, node **out)
{
    a->next = b;
    return make(r, kind, a, out);
}

/* Comparisons share their terms, children do not: a copy of the top will do. */
static bt_status copy(reader *r, const node *n, node **out)
{
    BT_TRY(make(r, n->kind, NULL, out));
    **out = *n;
    (*out)->next = NULL;
    return BT_OK;
}

static bt_status read_number(reader *r, int64_t most, const char *what, int64_t *out)
{
    uint64_t number;
    bti_check_blanks(r);
    const char *begin = r->at;
    bt_span text = {r->at, (size_t)(r->end - r->at)};
    bt_number how = bt_take_u64(&text, &number);
    if (how == BT_NUMBER_NONE)
        return FAIL(r, begin, BT_TEXT("a number is expected here"));
    if (how == BT_NUMBER_TOO_LARGE || number > (uint64_t)most)
        return bti_check_fail(r, begin, BT_UNABLE, what);
    r->at = text.at;
    *out = (int64_t)number;
    return BT_OK;
}

static bt_status read_modulus(reader *r, int64_t *out)
{
    bti_check_blanks(r);
    const char *begin = r->at;
    BT_TRY(
        read_number(r, BTI_CHECK_FACTOR, BT_TEXT("a modulus is at most 1000000"), out));
    if (*out == 0)
        return bti_check_fail(r, begin, BT_DOMAIN, BT_TEXT("a modulus is at least 1"));
    return BT_OK;
}

static bt_status binary_only(reader *r, const char *at)
{
    if (!r->c->digits)
        return BT_OK;
    return bti_check_fail(
        r, at, BT_DOMAIN,
        BT_TEXT("^, and, or, pow2 and cols have a meaning only in binary digits"));
}

/* low needs weights that differ, shl the binary or Fibonacci weights. */
static bt_status places_only(reader *r, const char *at, bti_check_kind kind)
{
    const bti_check_digits *d = r->c->digits;
    for (unsigned i = 1; d && kind == BTI_T_LOW && i < d->weights; i++)
        if (d->weight[i] == d->weight[i - 1])
            return bti_check_fail(
                r, at, BT_DOMAIN,
                BT_TEXT("low has no meaning where a weight occurs twice"));
    if (d && kind == BTI_T_SHL && strcmp(r->c->digits_text, "fib") != 0)
        return bti_check_fail(r, at, BT_DOMAIN,
                              BT_TEXT("shl has no meaning in these digits"));
    return BT_OK;
}

/* Behind the name of an operation: ( terms ) */
static bt_status read_terms(reader *r, size_t least, size_t most, node **out)
{
    node **last = out;
    size_t count = 0;
    *out = NULL;
    do {
        bti_check_blanks(r);
        const char *at = r->at;
        BT_TRY(parse_sum(r, last));
        BT_TRY(want_term(r, *last, at));
        last = &(*last)->next;
        count++;
    } while (take(r, ","));
    if (count < least || count > most)
        return FAIL(r, r->at,
                    BT_TEXT("this operation takes a different number of terms"));
    return want(r, ")");
}

static bt_status read_operation(reader *r, bt_span name, bool *found, node **out)
{
    static const struct {
        const char *name;
        bti_check_kind kind;
        size_t least, most;
        bool binary;
    } op[] = {{"and", BTI_T_AND, 2, 64, true},  {"or", BTI_T_OR, 2, 64, true},
              {"low", BTI_T_LOW, 1, 1, false},  {"high", BTI_T_HIGH, 1, 1, false},
              {"shl", BTI_T_SHL, 1, 1, false},  {"pow2", BTI_F_POW2, 1, 1, true},
              {"cols", BTI_F_COLS, 1, 64, true}};
    for (size_t i = 0; i < sizeof op / sizeof op[0]; i++) {
        node *terms;
        int64_t number = 0;
        if (!bt_span_equal(name, bt_span_of(op[i].name)))
            continue;
        *found = true;
        if (op[i].binary)
            BT_TRY(binary_only(r, name.at));
        BT_TRY(places_only(r, name.at, op[i].kind));
        BT_TRY(want(r, "("));
        if (op[i].kind == BTI_F_COLS) {
            BT_TRY(read_modulus(r, &number));
            BT_TRY(want(r, ";"));
        }
        BT_TRY(read_terms(r, op[i].least, op[i].most, &terms));
        BT_TRY(make(r, op[i].kind, terms, out));
        (*out)->number = number;
        return BT_OK;
    }
    return BT_OK;
}

static bool find_var(const reader *r, bt_span name, uint32_t *out)
{
    for (uint32_t i = 0; i < (r->value ? r->c->names : r->c->vars); i++) {
        *out = i;
        if (bt_span_equal(name, bt_span_of(r->c->var[i])))
            return true;
    }
    return false;
}

static bt_status read_name(reader *r, node **out)
{
    bool found = false;
    uint32_t var;
    bti_check_blanks(r);
    bt_span name = bti_check_word(r);
    BT_TRY(read_operation(r, name, &found, out));
    if (found)
        return BT_OK;
    if (bt_span_equal(name, bt_span_of("true")))
        return make(r, BTI_F_TRUE, NULL, out);
    if (bt_span_equal(name, bt_span_of("false")))
        return make(r, BTI_F_FALSE, NULL, out);
    BT_TRY(make(r, BTI_T_VAR, NULL, out));
    for (const struct bti_check_binding *b = r->bound; b; b = b->before)
        if (bt_span_equal(b->name, name)) {
            (*out)->var = b->var;
            return BT_OK;
        }
    if (!find_var(r, name, &var))
        return FAIL(r, name.at, BT_TEXT("this is not the name of a variable"));
    (*out)->var = var;
    if (r->at == r->end || *r->at != '\'')
        return BT_OK;
    if (!r->primes)
        return FAIL(r, name.at, BT_TEXT("primed names are allowed only in moves"));
    r->at++;
    r->changed |= 1u << var;
    (*out)->var = (uint32_t)(r->c->names + var);
    return BT_OK;
}

static bt_status parse_primary(reader *r, node **out)
{
    int64_t number;
    bti_check_blanks(r);
    const char *at = r->at;
    if (take(r, "(")) {
        BT_TRY(enter(r));
        BT_TRY(parse_any(r, out));
        r->depth--;
        return want(r, ")");
    }
    if (r->truths && take(r, "[")) {
        BT_TRY(enter(r));
        BT_TRY(parse_any(r, out));
        r->depth--;
        BT_TRY(want_formula(r, *out, at));
        BT_TRY(want(r, "]"));
        return make(r, BTI_T_TRUTH, *out, out);
    }
    if (r->at < r->end && is_letter(*r->at))
        return read_name(r, out);
    if (r->at == r->end || !is_digit(*r->at))
        return FAIL(r, at,
                    BT_TEXT("a number, a variable or a formula is expected here"));
    BT_TRY(read_number(r, BTI_CHECK_CONSTANT, BT_TEXT("a number is at most 10^15"),
                       &number));
    BT_TRY(make(r, BTI_T_NUMBER, NULL, out));
    (*out)->number = number;
    return BT_OK;
}

static bool at_term(reader *r)
{
    bti_check_blanks(r);
    const char *before = r->at;
    bt_span word = bti_check_word(r);
    r->at = before;
    if (word.len > 0)
        return !bt_span_equal(word, bt_span_of("mod")) &&
               !bt_span_equal(word, bt_span_of("in"));
    return r->at < r->end && (*r->at == '(' || (r->truths && *r->at == '['));
}

/* 3x, 3*x, 3(x + y), x*3 */
static bt_status parse_product(reader *r, node **out)
{
    bti_check_blanks(r);
    const char *at = r->at;
    BT_TRY(parse_primary(r, out));
    for (;;) {
        node *left = *out, *right;
        bool joined = left->kind == BTI_T_NUMBER && at_term(r);
        if (!joined && !take(r, "*"))
            return BT_OK;
        BT_TRY(parse_primary(r, &right));
        BT_TRY(want_term(r, left, at));
        BT_TRY(want_term(r, right, at));
        if (left->kind != BTI_T_NUMBER) {
            node *swapped = left;
            left = right;
            right = swapped;
        }
        if (left->kind != BTI_T_NUMBER)
            return FAIL(r, at,
                        BT_TEXT("two terms cannot be multiplied; a number times a term "
                                "can, such as 3x or 2(x + y)"));
        if (left->number > BTI_CHECK_FACTOR)
            return bti_check_fail(r, at, BT_UNABLE,
                                  BT_TEXT("a factor is at most 1000000"));
        BT_TRY(make(r, BTI_T_TIMES, right, out));
        (*out)->number = left->number;
    }
}

static bt_status negative(reader *r, node **out)
{
    BT_TRY(make(r, BTI_T_TIMES, *out, out));
    (*out)->number = -1;
    return BT_OK;
}

/* + and -, and ^, which do not stand beside each other without brackets. */
static bt_status parse_sum(reader *r, node **out)
{
    bti_check_blanks(r);
    const char *at = r->at;
    bool minus = take(r, "-");
    char used = minus ? '+' : 0;
    BT_TRY(parse_product(r, out));
    if (minus) {
        BT_TRY(want_term(r, *out, at));
        BT_TRY(negative(r, out));
    }
    node *first = *out, *last = first;
    for (;;) {
        node *more;
        bti_check_blanks(r);
        at = r->at;
        char sign = take(r, "+") ? '+' : take(r, "-") ? '-' : take(r, "^") ? '^' : 0;
        if (sign == 0)
            break;
        if (used && (used == '^') != (sign == '^'))
            return FAIL(
                r, at, BT_TEXT("^ next to + or - needs brackets, such as (x + y) ^ z"));
        used = sign == '^' ? '^' : '+';
        if (sign == '^')
            BT_TRY(binary_only(r, at));
        BT_TRY(want_term(r, first, at));
        minus = (sign == '-') != (sign != '^' && take(r, "-"));
        BT_TRY(parse_product(r, &more));
        BT_TRY(want_term(r, more, at));
        if (minus)
            BT_TRY(negative(r, &more));
        last->next = more;
        last = more;
    }
    if (first == last)
        return BT_OK;
    return make(r, used == '^' ? BTI_T_XOR : BTI_T_SUM, first, out);
}

typedef enum { NONE, EQ, NE, LE, LT, GE, GT } relation;

static relation take_relation(reader *r)
{
    bti_check_blanks(r);
    if (r->end - r->at >= 3 && memcmp(r->at, "<=>", 3) == 0)
        return NONE;
    if (r->end - r->at >= 2 && memcmp(r->at, "=>", 2) == 0)
        return NONE;
    return take(r, "!=")   ? NE
           : take(r, "<=") ? LE
           : take(r, ">=") ? GE
           : take(r, "<")  ? LT
           : take(r, ">")  ? GT
           : take(r, "=")  ? EQ
                           : NONE;
}

static bt_status compare(reader *r, relation how, node *a, node *b, node **out)
{
    bool swap = how == GE || how == GT;
    bti_check_kind kind = how == EQ                ? BTI_F_EQ
                          : how == NE              ? BTI_F_NE
                          : how == LE || how == GE ? BTI_F_LE
                                                   : BTI_F_LT;
    return make_pair(r, kind, swap ? b : a, swap ? a : b, out);
}

/* a <= b < c: b stands in two comparisons. */
static bt_status parse_chain(reader *r, relation how, node *left, node **out)
{
    node *first = NULL, *last = NULL;
    while (how != NONE) {
        node *a, *b, *both;
        bti_check_blanks(r);
        const char *at = r->at;
        BT_TRY(parse_sum(r, &b));
        BT_TRY(want_term(r, b, at));
        BT_TRY(copy(r, left, &a));
        left = b;
        BT_TRY(copy(r, b, &b));
        BT_TRY(compare(r, how, a, b, &both));
        if (first)
            last->next = both;
        else
            first = both;
        last = both;
        how = take_relation(r);
    }
    *out = first;
    return first == last ? BT_OK : make(r, BTI_F_AND, first, out);
}

/* Behind `in`: {a, b}, each as a child of its own. */
static bt_status read_set(reader *r, node **out)
{
    node **last = out;
    int64_t number;
    *out = NULL;
    BT_TRY(want(r, "{"));
    do {
        BT_TRY(read_number(r, BTI_CHECK_CONSTANT, BT_TEXT("a number is at most 10^15"),
                           &number));
        BT_TRY(make(r, BTI_T_NUMBER, NULL, last));
        (*last)->number = number;
        last = &(*last)->next;
    } while (take(r, ","));
    return want(r, "}");
}

static bt_status parse_in(reader *r, node *term, node **out)
{
    node *number, *first = NULL, **last = &first;
    BT_TRY(read_set(r, &number));
    while (number) {
        node *next = number->next, *a;
        number->next = NULL;
        BT_TRY(copy(r, term, &a));
        BT_TRY(make_pair(r, BTI_F_EQ, a, number, last));
        last = &(*last)->next;
        number = next;
    }
    BT_TRY(make(r, BTI_F_OR, first, out));
    (*out)->number = BTI_CHECK_IN;
    return BT_OK;
}

static bt_status parse_mod(reader *r, node *term, node **out)
{
    int64_t modulus, residue;
    BT_TRY(read_modulus(r, &modulus));
    if (take_word(r, "in")) {
        BT_TRY(read_set(r, &term->next));
    } else {
        bti_check_blanks(r);
        const char *at = r->at;
        if (take_relation(r) != EQ)
            return FAIL(
                r, at,
                BT_TEXT(
                    "after mod and its number, '= r' or 'in '{'a, b'}'' is expected"));
        BT_TRY(read_number(r, BTI_CHECK_FACTOR, BT_TEXT("a residue is at most 1000000"),
                           &residue));
        BT_TRY(make(r, BTI_T_NUMBER, NULL, &term->next));
        term->next->number = residue;
    }
    BT_TRY(make(r, r->c->version < 5 ? BTI_F_MOD : BTI_F_RESIDUE, term, out));
    (*out)->number = modulus;
    return BT_OK;
}

static bool at_divides(reader *r, const node *left)
{
    bti_check_blanks(r);
    return left->kind == BTI_T_NUMBER && take(r, "|");
}

static bt_status parse_divides(reader *r, const node *left, const char *at, node **out)
{
    node *term;
    if (left->number == 0 || left->number > BTI_CHECK_FACTOR)
        return bti_check_fail(r, at, BT_DOMAIN, "in m | t, m goes from 1 to 1000000");
    bti_check_blanks(r);
    const char *begin = r->at;
    BT_TRY(parse_sum(r, &term));
    BT_TRY(want_term(r, term, begin));
    BT_TRY(make(r, BTI_F_DIVIDES, term, out));
    (*out)->number = left->number;
    return BT_OK;
}

static bt_status parse_atom(reader *r, node **out)
{
    bti_check_blanks(r);
    const char *at = r->at;
    BT_TRY(parse_sum(r, out));
    node *left = *out;
    if (at_divides(r, left))
        return parse_divides(r, left, at, out);
    relation how = take_relation(r);
    bool mod = how == NONE && take_word(r, "mod");
    bool in = how == NONE && !mod && take_word(r, "in");
    if (how == NONE && !mod && !in)
        return BT_OK;
    BT_TRY(want_term(r, left, at));
    return mod  ? parse_mod(r, left, out)
           : in ? parse_in(r, left, out)
                : parse_chain(r, how, left, out);
}

/* Behind ex or all: a, b: F */
static bt_status parse_quantified(reader *r, bti_check_kind kind, node **out)
{
    uint32_t var;
    bti_check_blanks(r);
    struct bti_check_binding binding = {bti_check_word(r), r->c->all_vars, r->bound};
    if (binding.name.len == 0 || bti_check_reserved(binding.name) ||
        find_var(r, binding.name, &var))
        return FAIL(r, binding.name.at,
                    BT_TEXT("a new name for a variable is expected here"));
    BT_TRY(enter(r));
    r->c->all_vars++;
    r->bound = &binding;
    bti_check_blanks(r);
    const char *at = r->at;
    bt_status status;
    if (take(r, ",")) {
        status = parse_quantified(r, kind, out);
    } else {
        status = want(r, ":");
        if (status == BT_OK)
            status = parse_any(r, out);
        if (status == BT_OK)
            status = want_formula(r, *out, at);
    }
    r->bound = binding.before;
    BT_TRY(status);
    r->depth--;
    BT_TRY(make(r, kind, *out, out));
    (*out)->var = binding.var;
    return BT_OK;
}

static bt_status parse_unary(reader *r, node **out)
{
    bti_check_blanks(r);
    if (take_word(r, "ex"))
        return parse_quantified(r, BTI_F_EX, out);
    if (take_word(r, "all"))
        return parse_quantified(r, BTI_F_ALL, out);
    const char *at = r->at;
    if (!take(r, "!"))
        return parse_atom(r, out);
    BT_TRY(enter(r));
    BT_TRY(parse_unary(r, out));
    r->depth--;
    BT_TRY(want_formula(r, *out, at));
    return make(r, BTI_F_NOT, *out, out);
}

/* F & F & ..., or with | : all operands become children of one node. */
static bt_status parse_list(reader *r, const char *sign, bti_check_kind kind,
                            bt_status (*operand)(reader *, node **), node **out)
{
    bti_check_blanks(r);
    const char *at = r->at;
    BT_TRY(operand(r, out));
    node *first = *out, *last = first;
    while (take(r, sign)) {
        node *more;
        BT_TRY(want_formula(r, first, at));
        bti_check_blanks(r);
        at = r->at;
        BT_TRY(operand(r, &more));
        BT_TRY(want_formula(r, more, at));
        last->next = more;
        last = more;
    }
    return first == last ? BT_OK : make(r, kind, first, out);
}

static bt_status parse_and(reader *r, node **out)
{
    return parse_list(r, "&", BTI_F_AND, parse_unary, out);
}

static bt_status parse_or(reader *r, node **out)
{
    return parse_list(r, "|", BTI_F_OR, parse_and, out);
}

static bt_status parse_implies(reader *r, node **out)
{
    bti_check_blanks(r);
    const char *at = r->at;
    BT_TRY(parse_or(r, out));
    if (!take(r, "=>"))
        return BT_OK;
    node *left = *out, *right;
    BT_TRY(want_formula(r, left, at));
    BT_TRY(enter(r));
    at = r->at;
    BT_TRY(parse_implies(r, &right));
    r->depth--;
    BT_TRY(want_formula(r, right, at));
    return make_pair(r, BTI_F_IMPLIES, left, right, out);
}

static bt_status parse_any(reader *r, node **out)
{
    bti_check_blanks(r);
    const char *at = r->at;
    BT_TRY(parse_implies(r, out));
    while (take(r, "<=>")) {
        node *left = *out, *right;
        BT_TRY(want_formula(r, left, at));
        BT_TRY(parse_implies(r, &right));
        BT_TRY(want_formula(r, right, at));
        BT_TRY(make_pair(r, BTI_F_IFF, left, right, out));
    }
    return BT_OK;
}

static bt_status at_end(reader *r)
{
    bti_check_blanks(r);
    return r->at == r->end ? BT_OK : FAIL(r, r->at, BT_TEXT("this cannot stand here"));
}

bt_status bti_check_read_formula(reader *r, const node **out)
{
    node *n;
    bti_check_blanks(r);
    const char *at = r->at;
    BT_TRY(parse_any(r, &n));
    BT_TRY(want_formula(r, n, at));
    *out = n;
    return at_end(r);
}

bt_status bti_check_read_term(reader *r, const node **out)
{
    node *n;
    bti_check_blanks(r);
    const char *at = r->at;
    BT_TRY(parse_sum(r, &n));
    BT_TRY(want_term(r, n, at));
    *out = n;
    return at_end(r);
}
