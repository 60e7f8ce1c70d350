/* SPDX-License-Identifier: MIT
 * The line `digits`: binary, fib, base 3, or 1, 2 then w(n) = w(n-1) + w(n-2). */
#include "check/check_syntax.h"
#include "core/grow.h"

#include <string.h>

typedef bti_check_reader reader;

#define FAIL(r, sentence) bti_check_fail(r, (r)->at, BT_SYNTAX, sentence)

static bool take(reader *r, const char *text)
{
    size_t len = strlen(text);
    bti_check_blanks(r);
    if ((size_t)(r->end - r->at) < len || memcmp(r->at, text, len) != 0)
        return false;
    r->at += len;
    return true;
}

static bool take_number(reader *r, uint64_t most, int64_t *number)
{
    uint64_t found;
    bti_check_blanks(r);
    bt_span text = {r->at, (size_t)(r->end - r->at)};
    if (bt_take_u64(&text, &found) != BT_NUMBER_OK || found < 1 || found > most)
        return false;
    r->at = text.at;
    *number = (int64_t)found;
    return true;
}

static bt_status read_first(reader *r, bti_check_digits *d)
{
    do {
        if (d->given == BTI_CHECK_GIVEN)
            return FAIL(r, BT_TEXT("at most 16 weights can be given"));
        if (!take_number(r, 1000000, &d->first[d->given++]))
            return FAIL(r, BT_TEXT("a weight from 1 to 1000000 is expected here"));
    } while (take(r, ","));
    return BT_OK;
}

static bt_status read_recurrence(reader *r, bti_check_digits *d)
{
    BT_TRY(read_first(r, d));
    if (!take(r, "then") || !take(r, "w(n)") || !take(r, "="))
        return FAIL(r, BT_TEXT("'then w(n) =' is expected here"));
    do {
        int64_t factor = 1, back;
        (void)take_number(r, UINT32_MAX, &factor);
        if (!take(r, "w(n-") || !take_number(r, d->given, &back) || !take(r, ")"))
            return FAIL(r,
                        BT_TEXT("an earlier weight is expected here, such as w(n-1)"));
        d->factor[back - 1] += factor;
        if (d->factor[back - 1] > 100)
            return FAIL(r, BT_TEXT("the factor of a weight is at most 100"));
        d->factors = back > d->factors ? (unsigned)back : d->factors;
    } while (take(r, "+"));
    return BT_OK;
}

static bt_status read_base(reader *r, bti_check_digits *d)
{
    int64_t base;
    if (!take_number(r, 8, &base) || base == 1)
        return FAIL(r, BT_TEXT("a base from 2 to 8 is expected here"));
    d->given = d->factors = (unsigned)base - 1;
    for (unsigned i = 0; i < d->given; i++)
        d->first[i] = 1;
    d->factor[base - 2] = base;
    return BT_OK;
}

bt_status bti_check_read_digits(reader *r)
{
    bti_check_digits *d;
    BT_TRY(BTI_ARENA_NEW(r->c->arena, d, 1));
    bti_check_blanks(r);
    const char *at = r->at;
    if (take(r, "binary"))
        return BT_OK;
    if (take(r, "fib")) {
        d->given = d->factors = 2;
        d->first[0] = d->factor[0] = d->factor[1] = 1;
        d->first[1] = 2;
    } else if (r->c->version < 4) {
        return FAIL(
            r, BT_TEXT("only the digits binary and fib are allowed before version 4"));
    } else {
        BT_TRY(take(r, "base") ? read_base(r, d) : read_recurrence(r, d));
    }
    r->c->digits = d;
    bt_status status = bti_check_digits_study(r->ctx, d);
    bool of_the_line = status == BT_DOMAIN || status == BT_UNABLE;
    if (!of_the_line || bt_last_limit(r->ctx) != BT_LIMIT_NONE)
        return status;
    char why[120] = "";
    strncat(why, bt_message(r->ctx), sizeof why - 1);
    return bti_check_fail(r, at, status, why);
}
