/* SPDX-License-Identifier: MIT */
#include "rules/heap_code.h"

#include "core/quote.h"

#include <string.h>

enum { NOT_A_DIGIT = 99 };

struct reader {
    bt_context *ctx;
    bt_span whole, rest;
    unsigned base;
    const char *such; /* a code that would be right */
};

static unsigned value_of(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'A' && c <= 'F')
        return (unsigned)(c - 'A' + 10);
    return c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10) : NOT_A_DIGIT;
}

static bool at_digit(const struct reader *r)
{
    return r->rest.len > 0 && value_of(r->rest.at[0]) < r->base;
}

static bt_status wrong(const struct reader *r)
{
    if (r->rest.len == 0)
        return bt_fail(r->ctx, BT_SYNTAX,
                       "the code ends too early; a code looks like {such}",
                       BT_ARGS(BT_STR("such", r->such)));
    bt_span one = {r->rest.at, 1};
    bool letter = (one.at[0] >= 'A' && one.at[0] <= 'Z') ||
                  (one.at[0] >= 'a' && one.at[0] <= 'z');
    if (letter || (value_of(one.at[0]) >= r->base && value_of(one.at[0]) < 10))
        return bt_fail(r->ctx,
                       value_of(one.at[0]) == NOT_A_DIGIT ? BT_SYNTAX : BT_DOMAIN,
                       "{one} is not a digit of this code: digits go from 0 to {base, "
                       "select, yes {7} other {F}}",
                       BT_ARGS(BT_QUOTE("one", one), BT_TRUE("base", r->base == 8)));
    return bt_fail(r->ctx, BT_SYNTAX,
                   "{rest} is not expected here; a code looks like {such}",
                   BT_ARGS(BT_QUOTE("rest", r->rest), BT_STR("such", r->such)));
}

static unsigned take_digit(struct reader *r)
{
    unsigned digit = value_of(r->rest.at[0]);
    r->rest.at++;
    r->rest.len--;
    return digit;
}

/* Before the point nothing is taken, so the heap must be broken or nothing happens. */
static bt_status read_first(struct reader *r, bti_code *code)
{
    if (bt_take_char(&r->rest, '.'))
        return BT_OK; /* .77 is 0.77 */
    if (!at_digit(r))
        return wrong(r);
    unsigned digit = take_digit(r);
    if (digit % 4 != 0)
        return bt_fail(
            r->ctx, BT_DOMAIN,
            "the digit before the point is about moves that take nothing; it can only "
            "be {base, select, yes {0 or 4} other {0, 4, 8 or C}}, and not {digit}",
            BT_ARGS(BT_TRUE("base", r->base == 8), BT_NUM("digit", digit)));
    code->digit[0] = (unsigned char)digit;
    if (bt_take_char(&r->rest, '.') || r->rest.len == 0)
        return BT_OK;
    if (!at_digit(r))
        return wrong(r);
    return bt_fail(
        r->ctx, BT_SYNTAX, "the point is missing: write {whole}.{rest}",
        BT_ARGS(BT_SPAN("whole", ((bt_span){&(char){r->whole.at[0]}, 1})),
                BT_SPAN("rest",
                        ((bt_span){r->rest.at,
                                   (size_t)(r->rest.len < 64 ? r->rest.len : 64)}))));
}

static bt_status read_digits(struct reader *r, bti_code *code)
{
    while (at_digit(r)) {
        if (code->digits == BTI_CODE_DIGITS)
            return bt_fail(r->ctx, BT_UNABLE,
                           "a code has at most {code_digits} digits after its point",
                           BT_ARGS(BT_NUM("code_digits", BTI_CODE_DIGITS)));
        code->digit[++code->digits] = (unsigned char)take_digit(r);
    }
    return BT_OK;
}

static bt_status read_tail(struct reader *r, bti_code *code)
{
    unsigned before = code->digits;
    if (!bt_take_char(&r->rest, '['))
        return BT_OK;
    BT_TRY(read_digits(r, code));
    code->repeat = code->digits - before;
    if (code->repeat == 0 || !bt_take_char(&r->rest, ']'))
        return wrong(r);
    return BT_OK;
}

/* A tail that is a shorter one several times over becomes that one; digits before it
 * that fit join it; a tail of zeros is none, and zeros at the end go. */
static void make_least(bti_code *code)
{
    unsigned char *d = code->digit;
    for (unsigned r = 1; r < code->repeat; r++)
        if (code->repeat % r == 0 &&
            memcmp(d + code->digits - code->repeat + 1,
                   d + code->digits - code->repeat + 1 + r, code->repeat - r) == 0) {
            code->digits -= code->repeat - r;
            code->repeat = r;
        }
    if (code->repeat == 1 && d[code->digits] == 0)
        code->repeat = 0;
    while (code->repeat > 0 && code->digits > code->repeat &&
           d[code->digits - code->repeat] == d[code->digits])
        code->digits--;
    while (code->repeat == 0 && code->digits > 0 && d[code->digits] == 0)
        code->digits--;
    memset(d + code->digits + 1, 0, BTI_CODE_DIGITS - code->digits);
}

static bool is_empty(const bti_code *code)
{
    return code->digits == 0 && code->digit[0] == 0;
}

bt_status bti_code_parse(bt_context *ctx, bt_span text, unsigned base, bti_code *code)
{
    struct reader r = {ctx, text, text, base, base == 8 ? "0.77 or 4.[3]" : "0.3F"};
    *code = (bti_code){.digits = 0};
    BT_TRY(read_first(&r, code));
    BT_TRY(read_digits(&r, code));
    BT_TRY(read_tail(&r, code));
    if (r.rest.len > 0)
        return wrong(&r);
    make_least(code);
    if (is_empty(code))
        return bt_fail(ctx, BT_DOMAIN,
                       "all digits of this code are 0, so nobody could ever move; a "
                       "code looks like {such}",
                       BT_ARGS(BT_STR("such", r.such)));
    return BT_OK;
}

void bti_code_print(const bti_code *code, bt_text *text)
{
    static const char digits[] = "0123456789ABCDEF";
    bt_text_put_char(text, digits[code->digit[0]]);
    bt_text_put_char(text, '.');
    for (unsigned k = 1; k <= code->digits; k++) {
        if (code->repeat > 0 && k == code->digits - code->repeat + 1)
            bt_text_put_char(text, '[');
        bt_text_put_char(text, digits[code->digit[k]]);
    }
    bt_text_put(text, code->repeat > 0 ? "]" : code->digits == 0 ? "0" : "");
}

unsigned bti_code_parts(const bti_code *code)
{
    unsigned all = 0, parts = 0;
    for (unsigned k = 0; k <= code->digits; k++)
        all |= code->digit[k];
    while (all >>= 1)
        parts++;
    return parts;
}

struct walk {
    const bti_code *code;
    bt_heap_visit *visit;
};

static bool show(const struct walk *w, const uint64_t *part, size_t parts)
{
    return w->visit->option(w->visit, part, parts);
}

/* Two heaps, 1 <= b <= a, or b < a. */
static bool show_pairs(const struct walk *w, uint64_t rest)
{
    uint64_t part[2], end = (rest - w->code->unequal) / 2;
    for (part[1] = 1; part[1] <= end; part[1]++) {
        part[0] = rest - part[1];
        if (!show(w, part, 2))
            return false;
    }
    return true;
}

static bool show_triples(const struct walk *w, uint64_t rest)
{
    uint64_t part[3], step = w->code->unequal;
    for (part[2] = 1; part[2] <= rest / 3; part[2]++)
        for (part[1] = part[2] + step; part[1] <= (rest - part[2] - step) / 2;
             part[1]++) {
            part[0] = rest - part[1] - part[2];
            if (!show(w, part, 3))
                return false;
        }
    return true;
}

/* k chips are taken, `rest` are left. */
static bool show_taking(const struct walk *w, uint64_t rest, unsigned digit)
{
    if (digit & 1 && rest == 0)
        return show(w, &rest, 0);
    if (digit & 2 && rest >= 1 && !show(w, &rest, 1))
        return false;
    if (digit & 4 && rest >= 2 && !show_pairs(w, rest))
        return false;
    return !(digit & 8) || rest < 3 || show_triples(w, rest);
}

bool bti_code_options(const bti_code *code, uint64_t heap, bt_heap_visit *visit)
{
    struct walk w = {code, visit};
    unsigned allowed = heap < code->least_broken ? 3 : 15;
    uint64_t last = code->repeat > 0 || heap < code->digits ? heap : code->digits;
    for (uint64_t k = 0; k <= last; k++)
        if (!show_taking(&w, heap - k, bti_code_at(code, k) & allowed))
            return false;
    return true;
}
