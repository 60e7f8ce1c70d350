/* SPDX-License-Identifier: MIT
 * Sets of amounts: 1,3,4 and 1..4 are kept as sorted runs, all-but-2,3 as the runs
 * between; the named infinite sets are computed step by step. */
#include "rules/amounts.h"

#include "core/arith.h"
#include "core/nearest.h"
#include "core/quote.h"
#include "rules/between.h"

#include <string.h>

enum { MAX_RUNS = 1000, SMALL = 1 << 20 };

static const struct {
    const char *name;
    bti_amounts_kind kind;
} named[] = {
    {"powers-of-2", BTI_POWERS},
    {"squares", BTI_SQUARES},
    {"primes", BTI_PRIMES},
    {"fibonacci", BTI_AMOUNTS_FIBONACCI},
};
enum { NAMED = sizeof named / sizeof named[0] };

static const char all_but[] = "all-but-";

/* Sieve of Eratosthenes: the primes below SMALL, a bit for each number. */
static bt_status list_primes(bt_arena *arena, bti_amounts *set)
{
    bt_arena scratch;
    bt_arena_init(&scratch, arena->ctx);
    uint64_t *composite = bt_arena_alloc(&scratch, SMALL / 64, sizeof *composite);
    size_t primes = 0;
    for (size_t p = 2; composite && p < SMALL; p++) {
        if (composite[p / 64] >> (p % 64) & 1)
            continue;
        primes++;
        for (size_t m = p * p; p < 1024 && m < SMALL; m += p)
            composite[m / 64] |= (uint64_t)1 << (m % 64);
    }
    uint32_t *small = composite ? bt_arena_alloc(arena, primes, sizeof *small) : NULL;
    for (size_t p = 2; small && p < SMALL; p++)
        if (!(composite[p / 64] >> (p % 64) & 1))
            small[set->smalls++] = (uint32_t)p;
    set->small = small;
    bt_arena_free(&scratch);
    return small ? BT_OK : bt_last_status(arena->ctx);
}

static bt_status list_others(bt_arena *arena, bti_amounts *set)
{
    uint32_t *small = bt_arena_alloc(arena, 1024, sizeof *small); /* squares: 1023 */
    if (!small)
        return bt_last_status(arena->ctx);
    for (bti_amount a = bti_amount_first(set); a.amount < SMALL;
         a = bti_amount_next(set, a))
        small[set->smalls++] = (uint32_t)a.amount;
    set->small = small;
    return BT_OK;
}

static uint64_t multiply_mod(uint64_t a, uint64_t b, uint64_t m) /* a, b < m */
{
    if (m <= UINT32_MAX)
        return a * b % m;
    uint64_t product = 0;
    for (; b > 0; b >>= 1) {
        if (b & 1)
            product = product >= m - a ? product - (m - a) : product + a;
        a = a >= m - a ? a - (m - a) : a + a;
    }
    return product;
}

static uint64_t power_mod(uint64_t base, uint64_t exponent, uint64_t m)
{
    uint64_t power = 1;
    for (; exponent > 0; exponent >>= 1) {
        if (exponent & 1)
            power = multiply_mod(power, base, m);
        base = multiply_mod(base, base, m);
    }
    return power;
}

/* Miller and Rabin with the first twelve primes as bases: exact below 3.3 * 10^24
 * (Sorenson, Webster 2015). n is odd and larger than the bases. */
static bool is_large_prime(uint64_t n)
{
    static const uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    uint64_t odd = n - 1;
    unsigned twos = 0;
    for (; odd % 2 == 0; odd /= 2)
        twos++;
    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++) {
        uint64_t x = power_mod(bases[i], odd, n);
        bool passes = x == 1;
        for (unsigned k = 0; k < twos && !passes; k++) {
            passes = x == n - 1;
            x = multiply_mod(x, x, n);
        }
        if (!passes)
            return false;
    }
    return true;
}

/* Inserts a run and melts it with those it meets; runs stay sorted. */
static bt_status add_run(bt_context *ctx, bti_amounts *set, uint64_t low, uint64_t high)
{
    size_t i = 0, j;
    while (i < set->runs && set->run[i].high < low - 1)
        i++;
    for (j = i; j < set->runs && (high == UINT64_MAX || set->run[j].low <= high + 1);
         j++) {
        low = bti_min(low, set->run[j].low);
        if (set->run[j].high > high)
            high = set->run[j].high;
    }
    if (i == j && set->runs == MAX_RUNS)
        return bt_fail(ctx, BT_UNABLE,
                       "at most {most} separate amounts or ranges can be given",
                       BT_ARGS(BT_NUM("most", MAX_RUNS)));
    memmove(set->run + i + 1, set->run + j, (set->runs - j) * sizeof *set->run);
    set->run[i] = (bti_run){low, high};
    set->runs = set->runs - (j - i) + 1;
    return BT_OK;
}

static bt_status take_amount(bt_context *ctx, bt_span *text, uint64_t *amount)
{
    bt_span at = *text;
    switch (bt_take_u64(text, amount)) {
    case BT_NUMBER_OK:
        break;
    case BT_NUMBER_TOO_LARGE:
        return bt_fail(ctx, BT_DOMAIN,
                       "an amount is too large: amounts go up to 18446744073709551615",
                       BT_NO_ARGS);
    case BT_NUMBER_NONE:
        if (at.len == 0)
            return bt_fail(
                ctx, BT_SYNTAX,
                "an amount is missing at the end; subtraction expects amounts "
                "like 1,3,4 or 1..4",
                BT_NO_ARGS);
        if (at.at[0] == ',')
            return bt_fail(ctx, BT_SYNTAX, "an amount is missing before a comma",
                           BT_NO_ARGS);
        return bt_fail(
            ctx, BT_SYNTAX,
            "{at} is not an amount; subtraction expects amounts like 1,3,4 or "
            "1..4, or powers-of-2, squares, primes, fibonacci, all-but-2,3",
            BT_ARGS(BT_QUOTE("at", at)));
    }
    if (*amount == 0)
        return bt_fail(ctx, BT_DOMAIN,
                       "taking 0 chips is not a move; amounts begin at 1", BT_NO_ARGS);
    return BT_OK;
}

/* A range, or one amount, with what may stand before it. */
static bt_status take_run(bt_context *ctx, bt_span *text, bti_amounts *set)
{
    uint64_t low, high;
    BT_TRY(take_amount(ctx, text, &low));
    high = low;
    if (text->len >= 2 && text->at[0] == '.' && text->at[1] == '.') {
        *text = (bt_span){text->at + 2, text->len - 2};
        BT_TRY(take_amount(ctx, text, &high));
    }
    if (high < low)
        return bt_fail(ctx, BT_DOMAIN,
                       "the range {low}..{high} is empty: write {high}..{low}",
                       BT_ARGS(BT_NUM("low", low), BT_NUM("high", high)));
    return add_run(ctx, set, low, high);
}

/* A set in braces, {1,3,4}, is the list in them. */
static bt_status take_braces(bt_context *ctx, bt_span *text)
{
    bt_take_blanks(text);
    while (text->len > 0 && text->at[text->len - 1] == ' ')
        text->len--;
    if (!bt_take_char(text, '{'))
        return BT_OK;
    if (text->len == 0 || text->at[text->len - 1] != '}')
        return bt_fail(ctx, BT_SYNTAX,
                       "the brace is not closed; subtraction expects amounts like "
                       "1,3,4 or '{'1,3,4'}'",
                       BT_NO_ARGS);
    text->len--;
    bt_take_blanks(text);
    while (text->len > 0 && text->at[text->len - 1] == ' ')
        text->len--;
    return BT_OK;
}

static bt_status parse_runs(bt_context *ctx, bt_span text, bti_amounts *set)
{
    char sign = 0;
    BT_TRY(take_braces(ctx, &text));
    for (;;) {
        BT_TRY(take_run(ctx, &text, set));
        switch (bti_take_between(&text, &sign)) {
        case BTI_LIST_GOES_ON:
            break;
        case BTI_LIST_ENDS:
            if (text.len == 0)
                return BT_OK;
            return bt_fail(ctx, BT_SYNTAX,
                           "a comma was expected before {text}; subtraction expects "
                           "amounts like 1,3,4 or 1..4",
                           BT_ARGS(BT_QUOTE("text", text)));
        case BTI_SIGNS_MIXED:
        case BTI_DIGITS_APART:
            return bt_fail(ctx, BT_SYNTAX,
                           "amounts are separated in different ways at {text}; write "
                           "commas only, like 1,3,4",
                           BT_ARGS(BT_QUOTE("text", text)));
        }
    }
}

/* Turns the runs into the runs between them. */
static bt_status complement(bt_context *ctx, bti_amounts *set)
{
    uint64_t next = 1; /* the least amount not yet dealt with */
    size_t kept = 0;
    for (size_t i = 0; i < set->runs; i++) {
        bti_run out = set->run[i];
        if (out.low > next)
            set->run[kept++] = (bti_run){next, out.low - 1};
        if (out.high == UINT64_MAX && kept == 0)
            return bt_fail(
                ctx, BT_DOMAIN,
                "no amount is left that may be taken, so nobody could ever move",
                BT_NO_ARGS);
        if (out.high == UINT64_MAX) {
            set->runs = kept;
            return BT_OK;
        }
        next = out.high + 1;
    }
    set->run[kept++] = (bti_run){next, UINT64_MAX};
    set->runs = kept;
    return BT_OK;
}

static bt_status bad_name(bt_context *ctx, bt_span text)
{
    bti_nearest near;
    bti_nearest_begin(&near, text);
    for (size_t i = 0; i < NAMED; i++)
        bti_nearest_try(&near, named[i].name);
    if (near.best)
        return bt_fail(ctx, BT_SYNTAX,
                       "no set of amounts is called {text}; did you mean '{best}'?",
                       BT_ARGS(BT_QUOTE("text", text), BT_STR("best", near.best)));
    return bt_fail(
        ctx, BT_SYNTAX,
        "no set of amounts is called {text}; there are powers-of-2, squares, primes, "
        "fibonacci, all-but-2,3 and lists like 1,3,4 or 1..4",
        BT_ARGS(BT_QUOTE("text", text)));
}

/* No pile tells 5..2^64-1 from all amounts from 5 on. */
static void note_all_but(bti_amounts *set)
{
    bti_run last = set->run[set->runs - 1];
    set->all_but = last.high == UINT64_MAX && last.low > 1 && last.low < last.high;
}

bt_status bti_amounts_parse(bt_arena *arena, bt_span text, bti_amounts *set)
{
    bt_context *ctx = arena->ctx;
    *set = (bti_amounts){.kind = BTI_RUNS};
    for (size_t i = 0; i < NAMED; i++)
        if (bt_span_equal(text, bt_span_of(named[i].name))) {
            set->kind = named[i].kind;
            return set->kind == BTI_PRIMES ? list_primes(arena, set)
                                           : list_others(arena, set);
        }
    set->run = bt_arena_alloc(arena, MAX_RUNS + 1, sizeof *set->run);
    if (!set->run)
        return bt_last_status(ctx);
    size_t skip = sizeof all_but - 1;
    if (text.len >= skip && memcmp(text.at, all_but, skip) == 0) {
        BT_TRY(parse_runs(ctx, (bt_span){text.at + skip, text.len - skip}, set));
        BT_TRY(complement(ctx, set));
        note_all_but(set);
        return BT_OK;
    }
    if (text.len > 0 && ((text.at[0] >= 'a' && text.at[0] <= 'z') ||
                         (text.at[0] >= 'A' && text.at[0] <= 'Z')))
        return bad_name(ctx, text);
    BT_TRY(parse_runs(ctx, text, set));
    note_all_but(set);
    return BT_OK;
}

static void print_run(bt_text *text, uint64_t low, uint64_t high, bool *first)
{
    if (!*first)
        bt_text_put_char(text, ',');
    *first = false;
    bt_text_put_u64(text, low);
    if (high > low) { /* 1,2 but 1..3 */
        bt_text_put(text, high > low + 1 ? ".." : ",");
        bt_text_put_u64(text, high);
    }
}

void bti_amounts_print(const bti_amounts *set, bt_text *text)
{
    bool first = true;
    if (set->kind != BTI_RUNS) {
        for (size_t i = 0; i < NAMED; i++)
            if (named[i].kind == set->kind)
                bt_text_put(text, named[i].name);
        return;
    }
    if (!set->all_but) {
        for (size_t i = 0; i < set->runs; i++)
            print_run(text, set->run[i].low, set->run[i].high, &first);
        return;
    }
    bt_text_put(text, all_but);
    uint64_t next = 1;
    for (size_t i = 0; i < set->runs; i++) {
        if (set->run[i].low > next)
            print_run(text, next, set->run[i].low - 1, &first);
        next = set->run[i].high + 1;
    }
}

uint64_t bti_amounts_min(const bti_amounts *set)
{
    return bti_amount_first(set).amount;
}

static uint64_t square_root(uint64_t n) /* rounded down */
{
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 31; bit > 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= n)
            root += bit;
    return root;
}

uint64_t bti_amounts_bound(const bti_amounts *set, uint64_t n)
{
    uint64_t bound = 0;
    switch (set->kind) {
    case BTI_RUNS:
        for (size_t i = 0; i < set->runs && set->run[i].low <= n; i++)
            bound += bti_min(set->run[i].high, n) - set->run[i].low + 1;
        return bound;
    case BTI_PRIMES:
        return n / 2 + 1;
    case BTI_SQUARES:
        return square_root(n);
    case BTI_POWERS:
    case BTI_AMOUNTS_FIBONACCI:
        break;
    }
    return 100; /* there are fewer below 2^64 */
}

bool bti_amounts_contain(const bti_amounts *set, uint64_t amount)
{
    for (size_t i = 0; i < set->runs; i++)
        if (amount <= set->run[i].high)
            return amount >= set->run[i].low;
    return false;
}

bti_amount bti_amount_first(const bti_amounts *set)
{
    switch (set->kind) {
    case BTI_RUNS:
        return (bti_amount){true, set->run[0].low, 0};
    case BTI_PRIMES:
        return (bti_amount){true, 2, 0};
    case BTI_POWERS:
    case BTI_SQUARES:
    case BTI_AMOUNTS_FIBONACCI:
        break;
    }
    return (bti_amount){true, 1, 1};
}

static bti_amount next_in_runs(const bti_amounts *set, bti_amount a)
{
    if (a.amount < set->run[a.at].high)
        return (bti_amount){true, a.amount + 1, a.at};
    if (a.at + 1 < set->runs)
        return (bti_amount){true, set->run[a.at + 1].low, a.at + 1};
    return (bti_amount){0};
}

static bti_amount next_prime(const bti_amounts *set, bti_amount a)
{
    if (a.at + 1 < set->smalls)
        return (bti_amount){true, set->small[a.at + 1], a.at + 1};
    for (uint64_t n = (a.amount + 1) | 1; n > a.amount; n += 2)
        if (is_large_prime(n))
            return (bti_amount){true, n, a.at};
    return (bti_amount){0};
}

bti_amount bti_amount_next(const bti_amounts *set, bti_amount a)
{
    switch (set->kind) {
    case BTI_RUNS:
        return next_in_runs(set, a);
    case BTI_PRIMES:
        return next_prime(set, a);
    case BTI_POWERS:
        return (bti_amount){a.amount << 1 != 0, a.amount << 1, 0};
    case BTI_SQUARES:
        a.at++;
        return (bti_amount){a.at <= UINT32_MAX, a.at * a.at, a.at};
    case BTI_AMOUNTS_FIBONACCI:
        return (bti_amount){a.amount + a.at > a.amount, a.amount + a.at, a.amount};
    }
    return (bti_amount){0};
}
