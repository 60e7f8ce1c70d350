/* SPDX-License-Identifier: MIT
 * Tokens, nodes and sentences for those who read formulas. */
#include "core/grow.h"
#include "formula/formula_parser.h"

/* The token as people see it. */
const char *bti_token_text(const bti_parser *p, bti_quote *quote)
{
    bt_span text = p->token.text;
    text.len += p->token.primed;
    return p->token.kind == BTI_TOKEN_END
               ? bt_words_for(p->arena->ctx, BT_TEXT("the end"))
               : bti_quoted(quote, text);
}

/* Words and signs of other languages, and how they are written here. */
static const struct {
    const char *word, *here;
} elsewhere[] = {
    {"not", BT_TEXT("'not' is written !, such as !(x = 0)")},
    {"forall", BT_TEXT("'forall' is written all, such as all t: t <= x")},
    {"exists", BT_TEXT("'exists' is written ex, such as ex t: x = 2t")},
    {"implies", BT_TEXT("'implies' is written =>")},
    {"iff", BT_TEXT("'iff' is written <=>")},
    {"divides", BT_TEXT("that 3 divides x is written 3 | x")},
    {"%", BT_TEXT("remainders are written x mod 3 = 1")},
    {"/", BT_TEXT("there is no division; that 3 divides x is written 3 | x")},
    {"~", BT_TEXT("'~' is written !, such as !(x = 0)")},
    {"\u2208", BT_TEXT("'\u2208' is written in, such as x in '{'1,3'}'")},
    {"\u2209", BT_TEXT("'\u2209' is written !(x in '{'1,3'}')")},
    {"\u2224", BT_TEXT("'\u2224' is written !(3 | x)")},
    {"\u00b2", BT_TEXT("there are no powers, and two variables cannot be multiplied")},
    {"\u00b3", BT_TEXT("there are no powers, and two variables cannot be multiplied")},
    {"\u2032", BT_TEXT("a prime is written as ', such as x' < x")},
    {"\u2019", BT_TEXT("a prime is written as ', such as x' < x")},
};

const char *bti_find_elsewhere(const bti_parser *p)
{
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        if (bt_span_equal(p->token.text, bt_span_of(elsewhere[i].word)))
            return elsewhere[i].here;
    return NULL;
}

/* x'' */
static bool at_second_prime(const bti_parser *p)
{
    const char *at = p->token.text.at;
    return p->token.kind == BTI_TOKEN_WRONG && *at == '\'' && at > p->from->text.at &&
           at[-1] == '\'';
}

bt_status bti_expected(bti_parser *p, const char *what)
{
    bti_quote quote;
    const char *seen = bti_token_text(p, &quote);
    what = bt_words_for(p->arena->ctx, what);
    const char *at = p->token.text.at;
    const char *here = p->token.kind == BTI_TOKEN_WRONG ? bti_find_elsewhere(p) : NULL;
    if (here)
        return BTI_FAIL_AT(p, BT_SYNTAX, at, here, BT_NO_ARGS);
    if (at_second_prime(p))
        return BTI_FAIL_AT(p, BT_SYNTAX, at,
                           "one prime is enough: x' is the number after the move",
                           BT_NO_ARGS);
    if (p->token.kind == BTI_TOKEN_WRONG)
        return BTI_FAIL_AT(p, BT_SYNTAX, at,
                           "{seen} has no place in a formula; a prime is written as ' "
                           "and the signs are + - * ^ = != < <= > >= & | ! => <=>",
                           BT_ARGS(BT_STR("seen", seen)));
    if (p->token.kind == BTI_TOKEN_TOO_LARGE)
        return BTI_FAIL_AT(
            p, BT_DOMAIN, at, "{seen} is too large: a number is at most {most}",
            BT_ARGS(BT_STR("seen", seen), BT_NUM("most", BTI_CONSTANT_MAX)));
    if (p->token.kind == BTI_TOKEN_END)
        return BTI_FAIL_AT(p, BT_SYNTAX, at, "{what} is missing at the end",
                           BT_ARGS(BT_STR("what", what)));
    return BTI_FAIL_AT(p, BT_SYNTAX, at, "{what} is expected before {seen}",
                       BT_ARGS(BT_STR("what", what), BT_STR("seen", seen)));
}

bt_status bti_want_sign(bti_parser *p, char sign)
{
    char what[4] = {'\'', sign, '\'', 0};
    return bti_take_sign(p, sign) ? BT_OK : bti_expected(p, what);
}

bt_status bti_new_node(bti_parser *p, bti_op op, bti_node **out)
{
    if (++p->nodes > BTI_FORMULA_NODES)
        return BTI_FAIL_AT(
            p, BT_UNABLE, p->token.text.at,
            "the formula is too long: with all abbreviations written out "
            "it has more than {most} parts",
            BT_ARGS(BT_NUM("most", BTI_FORMULA_NODES)));
    BT_TRY(BTI_ARENA_NEW(p->arena, *out, 1));
    (*out)->op = op;
    return BT_OK;
}

static bt_status too_deep(bti_parser *p)
{
    return BTI_FAIL_AT(p, BT_UNABLE, p->token.text.at,
                       "the formula is too deep: with all abbreviations written out at "
                       "most {most} brackets and quantifiers may be nested",
                       BT_ARGS(BT_NUM("most", BTI_FORMULA_DEPTH)));
}

bt_status bti_enter(bti_parser *p)
{
    return ++p->depth > BTI_FORMULA_DEPTH ? too_deep(p) : BT_OK;
}

bt_status bti_add_child(bti_parser *p, bti_children *c, bti_node *child)
{
    *c->last = child;
    c->last = &child->next;
    if (c->parent->height <= child->height)
        c->parent->height = child->height + 1;
    return c->parent->height > BTI_FORMULA_DEPTH ? too_deep(p) : BT_OK;
}

bt_status bti_only_child(bti_parser *p, bti_node *parent, bti_node *child)
{
    bti_children list = bti_children_of(parent);
    child->next = NULL;
    return bti_add_child(p, &list, child);
}

bt_span bti_text_since(const bti_parser *p, const char *begin)
{
    bt_span text = {begin, (size_t)(p->token.text.at - begin)};
    while (text.len > 0 && (unsigned char)text.at[text.len - 1] <= ' ')
        text.len--;
    return text;
}

static bt_status lone_residue(bti_parser *p, const char *begin)
{
    return BTI_FAIL_AT(p, BT_SYNTAX, begin,
                       "{text} must be compared with a number: x mod 4 = 1, x mod 4 < "
                       "2 or x mod 4 in '{'1,3'}'",
                       BT_ARGS(BT_QUOTE("text", bti_text_since(p, begin))));
}

bt_status bti_want_term(bti_parser *p, const bti_node *node, const char *begin)
{
    if (bti_is_term(node))
        return BT_OK;
    if (bti_is_residue(node))
        return lone_residue(p, begin);
    return BTI_FAIL_AT(p, BT_SYNTAX, begin,
                       "{text} is a statement, and a number is expected here",
                       BT_ARGS(BT_QUOTE("text", bti_text_since(p, begin))));
}

bt_status bti_want_formula(bti_parser *p, const bti_node *node, const char *begin)
{
    if (bti_is_residue(node))
        return lone_residue(p, begin);
    if (!bti_is_term(node))
        return BT_OK;
    return BTI_FAIL_AT(
        p, BT_SYNTAX, begin,
        "{text} is a number, and a statement is expected here, such as x = 0",
        BT_ARGS(BT_QUOTE("text", bti_text_since(p, begin))));
}

bt_status bti_want_number(bti_parser *p, const char *what, uint64_t *number)
{
    if (p->token.kind != BTI_TOKEN_NUMBER)
        return bti_expected(p, what);
    *number = p->token.number;
    bti_advance(p);
    return BT_OK;
}

bt_status bti_want_modulus(bti_parser *p, uint64_t *number)
{
    const char *at = p->token.text.at;
    BT_TRY(bti_want_number(p, BT_TEXT("a number, the modulus,"), number));
    if (*number == 0)
        return BTI_FAIL_AT(p, BT_DOMAIN, at, "the modulus is 0; it must be at least 1",
                           BT_NO_ARGS);
    if (*number > BTI_FACTOR_MAX)
        return BTI_FAIL_AT(
            p, BT_DOMAIN, at,
            "the modulus {modulus} is too large: a modulus is at most {most}",
            BT_ARGS(BT_NUM("modulus", *number), BT_NUM("most", BTI_FACTOR_MAX)));
    return BT_OK;
}

/* A node has one place among its parent's children, so each use of a bound name gets a
 * copy of its own. Not deeper than the formula, which is limited. */
bt_status bti_copy_tree(bti_parser *p, const bti_node *from, bti_node **out)
{
    BT_TRY(bti_new_node(p, from->op, out));
    **out = *from;
    (*out)->first = (*out)->next = NULL;
    bti_children list = bti_children_of(*out);
    for (const bti_node *child = from->first; child; child = child->next) {
        bti_node *copy;
        BT_TRY(bti_copy_tree(p, child, &copy));
        copy->relation = child->relation;
        BT_TRY(bti_add_child(p, &list, copy));
    }
    return BT_OK;
}

/* The "(mod" of x = y (mod 4), which multiplies nothing. */
bool bti_at_modulus(const bti_parser *p)
{
    bt_span rest = p->rest;
    bti_token next = bti_token_take(&rest);
    return bti_at_sign(p, '(') && next.kind == BTI_TOKEN_NAME && !next.primed &&
           bt_span_equal(next.text, bt_span_of("mod"));
}
