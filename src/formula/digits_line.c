/* SPDX-License-Identifier: MIT
 * Reads and prints systems of digits. */
#include "formula/digits_line.h"

#include "core/quote.h"
#include "formula/formula_lexer.h"

#include <string.h>

enum {
    MOST_FACTOR = 100,
    MOST_WEIGHT = 1000000,
    MOST_BASE = 8 /* beyond, 64 bits take more than BTI_MOST_DIGITS places */
};

struct reader {
    bt_arena *arena;
    const bti_formula_text *from;
    bt_span rest;
    bti_token token;
};

#define FAIL_AT(r, status, ...)                                                        \
    bti_fail_at((r)->arena->ctx, (status), (r)->from, (r)->token.text.at, __VA_ARGS__)

static void next(struct reader *r)
{
    r->token = bti_token_take(&r->rest);
}

static bool at_word(const struct reader *r, const char *word)
{
    return r->token.kind == BTI_TOKEN_NAME && !r->token.primed &&
           bt_span_equal(r->token.text, bt_span_of(word));
}

static bool take_sign(struct reader *r, char sign)
{
    bool is = sign == '='
                  ? r->token.kind == BTI_TOKEN_RELATION && r->token.relation == BTI_EQ
                  : r->token.kind == BTI_TOKEN_SIGN && r->token.sign == sign;
    if (is)
        next(r);
    return is;
}

static bt_status no_recurrence(const struct reader *r)
{
    return FAIL_AT(
        r, BT_SYNTAX,
        "a recurrence for the weights is expected, like w(n) = w(n-1) + 2w(n-3)",
        BT_NO_ARGS);
}

/* w(n), or w(n-3) with *back = 3. */
static bt_status read_weight(struct reader *r, uint64_t *back)
{
    *back = 0;
    if (!at_word(r, "w"))
        return no_recurrence(r);
    next(r);
    if (!take_sign(r, '(') || !at_word(r, "n"))
        return no_recurrence(r);
    next(r);
    if (take_sign(r, '-')) {
        if (r->token.kind != BTI_TOKEN_NUMBER)
            return no_recurrence(r);
        *back = r->token.number;
        if (*back < 1 || *back > BTI_MOST_GIVEN)
            return FAIL_AT(
                r, BT_DOMAIN,
                "a weight follows from weights that are 1 to {most} places before it, "
                "not {back}",
                BT_ARGS(BT_NUM("most", BTI_MOST_GIVEN), BT_NUM("back", *back)));
        next(r);
    }
    return take_sign(r, ')') ? BT_OK : no_recurrence(r);
}

static bt_status read_summand(struct reader *r, bti_numeration *d)
{
    uint64_t factor = 1, back;
    if (r->token.kind == BTI_TOKEN_NUMBER) {
        factor = r->token.number;
        if (factor < 1 || factor > MOST_FACTOR)
            return FAIL_AT(r, BT_DOMAIN, "a factor in a recurrence is from 1 to {most}",
                           BT_ARGS(BT_NUM("most", MOST_FACTOR)));
        next(r);
        (void)take_sign(r, '*');
    }
    const bti_token weight = r->token;
    BT_TRY(read_weight(r, &back));
    if (back == 0)
        return no_recurrence(&(struct reader){r->arena, r->from, r->rest, weight});
    if (back > d->given)
        return bti_fail_at(r->arena->ctx, BT_DOMAIN, r->from, weight.text.at,
                           "w(n-{back}) needs at least {back} weights before 'then', "
                           "and there are {given}",
                           BT_ARGS(BT_NUM("back", back), BT_NUM("given", d->given)));
    if (factor > MOST_FACTOR - d->factor[back - 1])
        return bti_fail_at(r->arena->ctx, BT_DOMAIN, r->from, weight.text.at,
                           "the factors of w(n-{back}) together are more than {most}",
                           BT_ARGS(BT_NUM("back", back), BT_NUM("most", MOST_FACTOR)));
    d->factor[back - 1] += (uint32_t)factor;
    d->factors = back > d->factors ? (unsigned)back : d->factors;
    return BT_OK;
}

static bt_status read_first(struct reader *r, bti_numeration *d)
{
    do {
        if (r->token.kind != BTI_TOKEN_NUMBER || r->token.number < 1 ||
            r->token.number > MOST_WEIGHT)
            return FAIL_AT(r, BT_SYNTAX,
                           "a weight is expected, a number from 1 to {most}",
                           BT_ARGS(BT_NUM("most", MOST_WEIGHT)));
        if (d->given == BTI_MOST_GIVEN)
            return FAIL_AT(r, BT_UNABLE, "at most {most} weights can be given",
                           BT_ARGS(BT_NUM("most", BTI_MOST_GIVEN)));
        d->first[d->given++] = (uint32_t)r->token.number;
        next(r);
    } while (take_sign(r, ','));
    return BT_OK;
}

static bt_status read_recurrence(struct reader *r, bti_numeration *d)
{
    uint64_t back;
    BT_TRY(read_first(r, d));
    if (!at_word(r, "then"))
        return FAIL_AT(r, BT_SYNTAX,
                       "after the first weights, say how they go on, like: then w(n) = "
                       "w(n-1) + w(n-2)",
                       BT_NO_ARGS);
    next(r);
    BT_TRY(read_weight(r, &back));
    if (back != 0 || !take_sign(r, '='))
        return no_recurrence(r);
    do
        BT_TRY(read_summand(r, d));
    while (take_sign(r, '+'));
    return BT_OK;
}

/* b - 1 ones, and b times as much for each further round. */
static bt_status read_base(struct reader *r, bti_numeration *d)
{
    next(r);
    uint64_t base = r->token.kind == BTI_TOKEN_NUMBER ? r->token.number : 0;
    if (base < 2 || base > MOST_BASE)
        return FAIL_AT(r, BT_DOMAIN, "a base is a number from 2 to {most}",
                       BT_ARGS(BT_NUM("most", MOST_BASE)));
    next(r);
    d->given = d->factors = (unsigned)base - 1;
    for (unsigned i = 0; i < d->given; i++)
        d->first[i] = 1;
    d->factor[d->given - 1] = (uint32_t)base;
    return BT_OK;
}

static bt_status make(struct reader *r, const char *at, bti_numeration *d,
                      bti_digits *out)
{
    bt_context *ctx = r->arena->ctx;
    *out = bti_numeration_equal(d, BTI_BINARY)      ? BTI_BINARY
           : bti_numeration_equal(d, BTI_FIBONACCI) ? BTI_FIBONACCI
                                                    : d;
    if (*out != d)
        return BT_OK;
    bt_status status = bti_numeration_make(ctx, d);
    bool of_the_line = status == BT_DOMAIN || status == BT_UNABLE;
    if (!of_the_line || bt_last_limit(ctx) != BT_LIMIT_NONE)
        return status;
    return bti_fail_at(ctx, status, r->from, at, "{message}",
                       BT_ARGS(BT_STR("message", bt_message(ctx))));
}

bt_status bti_digits_read(bt_arena *arena, const bti_formula_text *from, bt_span text,
                          const char *at, bti_digits *out)
{
    struct reader r = {.arena = arena, .from = from, .rest = text};
    bti_numeration *d = bt_arena_alloc(arena, 1, sizeof *d);
    if (!d)
        return bt_last_status(arena->ctx);
    next(&r);
    *out = at_word(&r, "binary")                            ? BTI_BINARY
           : at_word(&r, "fib") || at_word(&r, "fibonacci") ? BTI_FIBONACCI
                                                            : d;
    if (*out != d)
        next(&r);
    else if (at_word(&r, "base"))
        BT_TRY(read_base(&r, d));
    else if (r.token.kind == BTI_TOKEN_NUMBER)
        BT_TRY(read_recurrence(&r, d));
    else if (r.token.kind == BTI_TOKEN_END)
        return bti_fail_at(
            arena->ctx, BT_SYNTAX, from, at,
            "which digits? 'digits binary', 'digits fib', 'digits base 3', or weights",
            BT_NO_ARGS);
    else
        return FAIL_AT(&r, BT_SYNTAX,
                       "no digits are called {token}; there are 'binary', 'fib', 'base "
                       "3', and weights like 1, 2 then w(n) = w(n-1) + w(n-2)",
                       BT_ARGS(BT_QUOTE("token", r.token.text)));
    if (r.token.kind != BTI_TOKEN_END)
        return FAIL_AT(&r, BT_SYNTAX, "{token} is not expected here",
                       BT_ARGS(BT_QUOTE("token", r.token.text)));
    return *out == d ? make(&r, at, d, out) : BT_OK;
}

static bool is_base(bti_digits d)
{
    for (unsigned i = 0; i < d->given; i++)
        if (d->first[i] != 1 || (i + 1 < d->given && d->factor[i] != 0))
            return false;
    return d->factors == d->given && d->factor[d->given - 1] == d->given + 1;
}

void bti_digits_print(bti_digits d, bt_text *out)
{
    const char *between = " then w(n) = ";
    if (d == BTI_BINARY || d == BTI_FIBONACCI) {
        bt_text_put(out, d == BTI_BINARY ? "binary" : "fib");
        return;
    }
    if (is_base(d)) {
        bt_text_format(out, "base %u", d->given + 1);
        return;
    }
    for (unsigned i = 0; i < d->given; i++)
        bt_text_format(out, "%s%lu", i ? ", " : "", (unsigned long)d->first[i]);
    for (unsigned j = 0; j < d->factors; j++) {
        if (d->factor[j] == 0)
            continue;
        bt_text_put(out, between);
        if (d->factor[j] > 1)
            bt_text_put_u64(out, d->factor[j]);
        bt_text_format(out, "w(n-%u)", j + 1);
        between = " + ";
    }
}
