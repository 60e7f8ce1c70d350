/* SPDX-License-Identifier: MIT
 * Formula text as tokens, and the place of a mistake in its line. */
#include "formula/formula_lexer.h"

#include "core/excerpt.h"
#include "core/say_into.h"
#include "core/tame.h"
#include "core/utf8.h"

#include <string.h>

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

size_t bti_name_length(bt_span text)
{
    size_t len = 0;
    while (len < text.len &&
           (is_letter(text.at[len]) || (len > 0 && is_digit(text.at[len]))))
        len++;
    return len;
}

bool bti_name_is_reserved(bt_span name)
{
    static const char *const words[] = {"ex",   "all",  "mod",  "in",   "and",
                                        "or",   "xor",  "low",  "high", "shl",
                                        "pow2", "cols", "true", "false"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (bt_span_equal(name, bt_span_of(words[i])))
            return true;
    return false;
}

static void pass_over(bt_span *rest)
{
    while (rest->len > 0) {
        size_t len = 0;
        char c = rest->at[0];
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
            len = 1;
        else if (c == '#')
            while (len < rest->len && rest->at[len] != '\n')
                len++;
        if (len == 0)
            return;
        rest->at += len;
        rest->len -= len;
    }
}

/* A relation has its number, a sign its letter, which stands for all its spellings. */
struct fixed {
    const char *text;
    bti_token_kind kind;
    int which;
};

#define SIGN(text, letter)                                                             \
    {                                                                                  \
        text, BTI_TOKEN_SIGN, letter                                                   \
    }
#define RELATION(text, relation)                                                       \
    {                                                                                  \
        text, BTI_TOKEN_RELATION, relation                                             \
    }

/* Longer ones first where one begins another. Those of other languages and of
 * mathematics are read as ours; nothing prints them. */
static const struct fixed fixed_tokens[] = {
    {"<=>", BTI_TOKEN_IFF, 0},
    {"<->", BTI_TOKEN_IFF, 0},
    {"=>", BTI_TOKEN_IMPLIES, 0},
    {"->", BTI_TOKEN_IMPLIES, 0},
    {"\u2192", BTI_TOKEN_IMPLIES, 0}, /* → */
    {"\u21d2", BTI_TOKEN_IMPLIES, 0}, /* ⇒ */
    {"\u2194", BTI_TOKEN_IFF, 0},     /* ↔ */
    {"\u21d4", BTI_TOKEN_IFF, 0},     /* ⇔ */
    RELATION("<=", BTI_LE),
    RELATION("\u2264", BTI_LE), /* ≤ */
    RELATION(">=", BTI_GE),
    RELATION("\u2265", BTI_GE), /* ≥ */
    RELATION("!=", BTI_NE),
    RELATION("<>", BTI_NE),
    RELATION("\u2260", BTI_NE), /* ≠ */
    RELATION("==", BTI_EQ),
    RELATION("<", BTI_LT),
    RELATION(">", BTI_GT),
    RELATION("=", BTI_EQ),
    RELATION("\u2261", BTI_EQ), /* ≡ */
    RELATION("\u2262", BTI_NE), /* ≢ */
    SIGN("+", '+'),
    SIGN("-", '-'),
    SIGN("\u2212", '-'), /* − */
    SIGN("*", '*'),
    SIGN("\u00b7", '*'), /* · */
    SIGN("\u22c5", '*'), /* ⋅ */
    SIGN("\u00d7", '*'), /* × */
    SIGN("^", '^'),
    SIGN("\u2295", '^'), /* ⊕ */
    SIGN("(", '('),
    SIGN(")", ')'),
    SIGN(",", ','),
    SIGN(";", ';'),
    SIGN(":", ':'),
    SIGN("{", '{'),
    SIGN("}", '}'),
    SIGN("&&", '&'),
    SIGN("&", '&'),
    SIGN("\u2227", '&'), /* ∧ */
    SIGN("||", BTI_SIGN_OR),
    SIGN("|", '|'),
    SIGN("\u2228", BTI_SIGN_OR),      /* ∨ */
    SIGN("\u2223", BTI_SIGN_DIVIDES), /* ∣ */
    SIGN("!", '!'),
    SIGN("\u00ac", '!'),          /* ¬ */
    SIGN("\u2203", BTI_SIGN_EX),  /* ∃ */
    SIGN("\u2200", BTI_SIGN_ALL), /* ∀ */
};

static bool is_congruence(const char *text)
{
    return strcmp(text, "\u2261") == 0 || strcmp(text, "\u2262") == 0;
}

static bti_token fixed_token(bt_span rest)
{
    bool well_formed;
    bti_token token = {.kind = BTI_TOKEN_WRONG, .text = rest};
    token.text.len = bti_utf8_step(rest.at, rest.len, &well_formed);
    for (size_t i = 0; i < sizeof fixed_tokens / sizeof fixed_tokens[0]; i++) {
        const struct fixed *f = &fixed_tokens[i];
        size_t len = strlen(f->text);
        if (rest.len < len || memcmp(rest.at, f->text, len) != 0)
            continue;
        token.kind = f->kind;
        if (f->kind == BTI_TOKEN_RELATION)
            token.relation = (bti_relation)f->which;
        else if (f->kind == BTI_TOKEN_SIGN)
            token.sign = (char)f->which;
        token.congruent = is_congruence(f->text);
        token.text.len = len;
        break;
    }
    return token;
}

static bti_token number_token(bt_span rest)
{
    bti_token token = {.kind = BTI_TOKEN_NUMBER, .text = rest};
    bt_span left = rest;
    if (bt_take_u64(&left, &token.number) != BT_NUMBER_OK ||
        token.number > BTI_CONSTANT_MAX)
        token.kind = BTI_TOKEN_TOO_LARGE;
    token.text.len = 0;
    while (token.text.len < rest.len && is_digit(rest.at[token.text.len]))
        token.text.len++;
    return token;
}

bti_token bti_token_take(bt_span *rest)
{
    pass_over(rest);
    bti_token token = {.kind = BTI_TOKEN_END, .text = {rest->at, 0}};
    if (rest->len == 0)
        return token;
    if (is_digit(rest->at[0])) {
        token = number_token(*rest);
    } else if (is_letter(rest->at[0])) {
        token.kind = BTI_TOKEN_NAME;
        token.text.len = bti_name_length(*rest);
        token.primed = token.text.len < rest->len && rest->at[token.text.len] == '\'';
    } else {
        token = fixed_token(*rest);
    }
    size_t len = token.text.len + token.primed;
    rest->at += len;
    rest->len -= len;
    return token;
}

/* The place of a mistake. `text` is the source line (its middle, when it is long),
 * ready to be printed; the caret belongs behind so many columns of it. */
struct place {
    uint32_t line, column;
    char text[BTI_EXCERPT_BYTES];
    size_t caret;
};

/* The line around `at`, cut to what fits; a tab becomes a blank and every other
 * character that controls one question mark, so that the caret stands right. */
static void show_line(const bti_formula_text *from, const char *at, struct place *place)
{
    const char *begin = at, *end = at, *stop = from->text.at + from->text.len;
    size_t used = 0;
    bool well_formed;
    while (begin > from->text.at && begin[-1] != '\n')
        begin--;
    while (end < stop && *end != '\n' && *end != '\r')
        end++;
    place->column = 1;
    for (const char *c = begin; c < at; place->column++)
        c += bti_utf8_step(c, (size_t)(stop - c), &well_formed);
    while (at - begin > 100) /* keeps the place in the picture */
        begin += bti_utf8_step(begin, (size_t)(stop - begin), &well_formed);
    place->caret = 0;
    while (begin < end) {
        size_t step = bti_utf8_step(begin, (size_t)(stop - begin), &well_formed);
        if (used + step >= sizeof place->text)
            break;
        place->caret += begin < at;
        if (*begin == '\t')
            place->text[used++] = ' ';
        else if (!well_formed || bti_controls(begin, step))
            place->text[used++] = '?';
        else
            for (size_t i = 0; i < step; i++)
                place->text[used++] = begin[i];
        begin += step;
    }
    place->text[used] = 0;
}

bt_status bti_fail_at(bt_context *ctx, bt_status status, const bti_formula_text *from,
                      const char *at, const char *key, bt_args args)
{
    struct place place = {.line = 1};
    char problem[BTI_SENTENCE_BYTES];
    bti_say_line(ctx, problem, key, args);
    for (const char *c = from->text.at; c < at; c++)
        place.line += *c == '\n';
    show_line(from, at, &place);
    if (from->lines)
        bt_fail(ctx, status, "{name} line {line}, column {column}: {problem}",
                BT_ARGS(BT_STR("name", from->name), BT_NUM("line", place.line),
                        BT_NUM("column", place.column), BT_STR("problem", problem)));
    else
        bt_fail(ctx, status, "{name}, column {column}: {problem}",
                BT_ARGS(BT_STR("name", from->name), BT_NUM("column", place.column),
                        BT_STR("problem", problem)));
    bti_set_excerpt(ctx, place.text, place.caret);
    return status;
}
