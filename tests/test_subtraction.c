/* SPDX-License-Identifier: MIT
 * Subtraction games against a definition written out here: Grundy values of random and
 * of awkward sets, the inverse walk, periods known from the literature. */
#include "check.h"
#include "failing_host.h"

#include "rules/subtraction_table.h"
#include "rules/subtraction_values.h"

#include <bouton/all.h>

enum { HEAPS = 3000 };

static uint64_t random_state = 20;

static uint64_t random_below(uint64_t n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (random_state >> 33) % n;
}

/* The definition: mex over every amount up to the heap. */
static void fill_values(const bool *in_set, uint32_t *value)
{
    static uint32_t seen[HEAPS + 1];
    memset(seen, 0, sizeof seen);
    for (uint32_t n = 0; n < HEAPS; n++) {
        for (uint32_t s = 1; s <= n; s++)
            if (in_set[s])
                seen[value[n - s]] = n + 1;
        uint32_t mex = 0;
        while (seen[mex] == n + 1)
            mex++;
        value[n] = mex;
    }
}

/* Both ways to fill a table, up to every heap around a border of words and blocks, and
 * from a table that is there already. */
static void check_tables(bt_context *ctx, const char *text, const bti_amounts *set,
                         const uint32_t *value)
{
    static const size_t border[] = {1,    2,    63,   64,   65,   127,
                                    1023, 1024, 1025, 2048, HEAPS};
    static uint32_t got[HEAPS + 1];
    for (size_t i = 0; i < sizeof border / sizeof border[0]; i++) {
        size_t to = border[i], from = to / 2;
        size_t bytes = to * sizeof *got;
        memset(got, 0xff, sizeof got);
        bt_status status = bti_subtraction_by_values(ctx, set, got, to);
        CHECK(status == BT_OK && memcmp(got, value, bytes) == 0 &&
                  got[to] == UINT32_MAX,
              "%s: value by value to %zu", text, to);
        memset(got, 0xff, sizeof got);
        status = bti_subtraction_by_heaps(ctx, set, got, 0, from);
        if (status == BT_OK)
            status = bti_subtraction_by_heaps(ctx, set, got, from, to);
        CHECK(status == BT_OK && memcmp(got, value, bytes) == 0 &&
                  got[to] == UINT32_MAX,
              "%s: heap by heap to %zu", text, to);
        memset(got + from, 0xff, (HEAPS + 1 - from) * sizeof *got);
        status = bti_subtraction_table(ctx, set, got, from, to);
        CHECK(status == BT_OK && memcmp(got, value, bytes) == 0 &&
                  got[to] == UINT32_MAX,
              "%s: on from %zu to %zu", text, from, to);
    }
}

static void check_last(const bti_values *v, const uint32_t *value)
{
    for (int round = 0; round < 300; round++) {
        uint64_t most = random_below(HEAPS), wanted = random_below(value[most] + 3u);
        uint64_t heap = 0, right = most + 1;
        while (right > 0 && value[right - 1] != wanted)
            right--;
        bool found = bti_values_last(v, wanted, most, &heap);
        CHECK(found == (right > 0) && (!found || heap == right - 1),
              "value %llu up to %llu: %llu", (unsigned long long)wanted,
              (unsigned long long)most, (unsigned long long)heap);
    }
}

/* From `from` on, is every label the one `period` before it? */
static bool labels_repeat(const uint32_t *value, uint32_t target, uint64_t from,
                          uint64_t period)
{
    for (uint64_t n = from; n + period < HEAPS; n++)
        if ((value[n] == target) != (value[n + period] == target))
            return false;
    return true;
}

/* Labels where a heap of value `target` is P: the least period from the least heap on.
 */
static void check_labels(const char *text, const bti_values *v, const uint32_t *value,
                         uint32_t target)
{
    bt_repetition r = {0};
    CHECK(bti_labels_repetition(v, target, &r) && r.period > 0 && r.saltus == 0,
          "%s: no labels", text);
    if (r.preperiod + 2 * r.period + 2 > HEAPS || r.period == 0)
        return;
    CHECK(labels_repeat(value, target, r.preperiod, r.period) &&
              (r.preperiod == 0 ||
               !labels_repeat(value, target, r.preperiod - 1, r.period)),
          "%s: labels of %u do not repeat from %llu on", text, target,
          (unsigned long long)r.preperiod);
    for (uint64_t less = 1; less < r.period; less++)
        CHECK(r.period % less != 0 || !labels_repeat(value, target, r.preperiod, less),
              "%s: labels of %u have period %llu, not %llu", text, target,
              (unsigned long long)less, (unsigned long long)r.period);
}

static void check_set(bt_context *ctx, const char *text, const bool *in_set,
                      bool must_be_known)
{
    static uint32_t value[HEAPS];
    bt_arena arena;
    bti_amounts set;
    bti_values v;
    bt_arena_init(&arena, ctx);
    bt_status status = bti_amounts_parse(&arena, bt_span_of(text), &set);
    if (status == BT_OK)
        status = bti_values_find(&arena, &set, &v);
    CHECK(status == BT_OK, "%s: %s", text, bt_message(ctx));
    CHECK(!must_be_known || v.kind != BTI_VALUES_NONE, "%s: no period found", text);
    bti_amount a = bti_amount_first(&set);
    for (uint64_t s = 1; s < HEAPS; s++) {
        CHECK((a.is && a.amount == s) == in_set[s], "%s: amount %llu", text,
              (unsigned long long)s);
        if (a.is && a.amount == s)
            a = bti_amount_next(&set, a);
        if (set.kind == BTI_RUNS)
            CHECK(bti_amounts_contain(&set, s) == in_set[s], "%s contains %llu", text,
                  (unsigned long long)s);
    }
    fill_values(in_set, value);
    if (status == BT_OK)
        check_tables(ctx, text, &set, value);
    if (status == BT_OK && v.kind != BTI_VALUES_NONE) {
        uint64_t wrong = 0;
        for (uint64_t n = 0; n < HEAPS; n++)
            wrong += bti_value_of(&v, n) != value[n];
        CHECK(wrong == 0, "%s: %llu of %d values are wrong", text,
              (unsigned long long)wrong, HEAPS);
        for (uint32_t target = 0; target < 4; target++)
            check_labels(text, &v, value, target);
        if (v.kind == BTI_VALUES_RANGE || v.saltus > 0)
            check_last(&v, value);
        if (v.kind == BTI_VALUES_TABLE && v.preperiod > 0)
            CHECK(v.value[v.preperiod - 1] + v.saltus !=
                      v.value[v.preperiod - 1 + v.period],
                  "%s: the preperiod is not the least", text);
    }
    bt_arena_free(&arena);
}

static void check_random_sets(bt_context *ctx)
{
    static bool in_set[HEAPS];
    for (int round = 0; round < 120; round++) {
        char text[512] = "";
        size_t len = 0;
        bool all_but = round % 2;
        uint64_t largest = 2 + random_below(round % 3 ? 12 : 40);
        if (all_but)
            len = (size_t)snprintf(text, sizeof text, "all-but-");
        for (uint64_t s = 1; s < HEAPS; s++)
            in_set[s] = all_but;
        bool any = false;
        for (uint64_t s = 1; s <= largest; s++) {
            if (random_below(3) > 0 && s < largest)
                continue;
            len += (size_t)snprintf(text + len, sizeof text - len, "%s%llu",
                                    any ? "," : "", (unsigned long long)s);
            in_set[s] = !all_but;
            any = true;
        }
        check_set(ctx, text, in_set, all_but || largest <= 14);
    }
}

static void check_named_sets(bt_context *ctx)
{
    static bool in_set[HEAPS];
    memset(in_set, 0, sizeof in_set);
    for (uint64_t s = 1; s < HEAPS; s *= 2)
        in_set[s] = true;
    check_set(ctx, "powers-of-2", in_set, true);
    memset(in_set, 0, sizeof in_set);
    for (uint64_t s = 1; s * s < HEAPS; s++)
        in_set[s * s] = true;
    check_set(ctx, "squares", in_set, false);
    memset(in_set, 0, sizeof in_set);
    for (uint64_t a = 1, b = 2; a < HEAPS; b += a, a = b - a)
        in_set[a] = true;
    check_set(ctx, "fibonacci", in_set, false);
    for (uint64_t s = 0; s < HEAPS; s++) {
        in_set[s] = s >= 2;
        for (uint64_t d = 2; d * d <= s; d++)
            in_set[s] = in_set[s] && s % d != 0;
    }
    check_set(ctx, "primes", in_set, false);
}

/* How many amounts lie below 2^20: the primes as in OEIS A007053. */
static void check_counts(bt_context *ctx)
{
    static const struct {
        const char *text;
        size_t count;
        uint32_t last;
    } rows[] = {
        {"primes", 82025, 1048573},
        {"squares", 1023, 1023 * 1023},
        {"powers-of-2", 20, 1 << 19},
        {"fibonacci", 29, 832040}, /* F(30), and F(2) is the first */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bt_arena arena;
        bti_amounts set;
        size_t count = 0;
        uint64_t last = 0;
        bt_arena_init(&arena, ctx);
        bt_status status = bti_amounts_parse(&arena, bt_span_of(rows[i].text), &set);
        CHECK(status == BT_OK, "%s", bt_message(ctx));
        for (bti_amount a = bti_amount_first(&set); a.is && a.amount < 1 << 20;
             a = bti_amount_next(&set, a)) {
            count++;
            last = a.amount;
        }
        CHECK(count == rows[i].count && last == rows[i].last,
              "%s: %zu amounts, the last is %llu", rows[i].text, count,
              (unsigned long long)last);
        CHECK(set.smalls == count, "%s: %zu are kept", rows[i].text, set.smalls);
        bt_arena_free(&arena);
    }
}

/* The last amounts below 2^64, and primes beyond the sieve. */
static void check_large_amounts(bt_context *ctx)
{
    static const struct {
        const char *text;
        uint64_t after, next; /* next 0: none */
    } rows[] = {
        {"powers-of-2", (uint64_t)1 << 63, 0},
        {"fibonacci", 12200160415121876738u, 0}, /* F(93), the last below 2^64 */
        {"primes", 1048573, 1048583},            /* around the end of the sieve, 2^20 */
        {"primes", 4294967291u, 4294967311u},    /* around 2^32 */
        {"primes", 999999999999999989u, 1000000000000000003u},
        {"primes", 18446744073709551533u, 18446744073709551557u}, /* the last one */
        {"primes", 18446744073709551557u, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bt_arena arena;
        bti_amounts set;
        bt_arena_init(&arena, ctx);
        bt_status status = bti_amounts_parse(&arena, bt_span_of(rows[i].text), &set);
        CHECK(status == BT_OK, "%s", bt_message(ctx));
        bti_amount a = {true, rows[i].after, 7540113804746346429u}; /* F(92) */
        a = bti_amount_next(&set, a);
        CHECK(a.is == (rows[i].next > 0) && (!a.is || a.amount == rows[i].next),
              "%s behind %llu: %llu", rows[i].text, (unsigned long long)rows[i].after,
              (unsigned long long)a.amount);
        bt_arena_free(&arena);
    }
}

/* Periods: Ferguson, Game Theory I.3 ({1,3,4}: 7); Althoefer and Bueltermann 1995, the
 * sets {s, 4s, 12s+1, 16s+1} have period 56s^3 + 52s^2 + 9s + 1. */
static void check_periods(bt_context *ctx)
{
    static const struct {
        const char *text;
        uint64_t period;
    } rows[] = {
        {"1,3,4", 7},           {"1,5,6", 11},         {"1,3,6", 9},
        {"1,4,13,17", 118},     {"2,8,25,33", 675},    {"3,12,37,49", 2008},
        {"4,16,49,65", 4453},   {"5,20,61,81", 8346},  {"6,24,73,97", 14023},
        {"7,28,85,113", 21820}, {"3,28,39,42", 12015},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bt_arena arena;
        bti_amounts set;
        bti_values v = {0};
        bt_arena_init(&arena, ctx);
        bt_status status = bti_amounts_parse(&arena, bt_span_of(rows[i].text), &set);
        if (status == BT_OK)
            status = bti_values_find(&arena, &set, &v);
        CHECK(status == BT_OK && v.kind == BTI_VALUES_TABLE && v.saltus == 0,
              "%s: no period", rows[i].text);
        /* The literature counts labels; values repeat with a multiple of that. */
        CHECK(v.period > 0 && v.period % rows[i].period == 0, "%s: period %llu",
              rows[i].text, (unsigned long long)v.period);
        uint64_t p = rows[i].period, from = v.preperiod;
        uint64_t wrong = 0;
        for (uint64_t n = from; n < from + v.period; n++)
            wrong += (bti_value_of(&v, n) == 0) != (bti_value_of(&v, n + p) == 0);
        CHECK(wrong == 0, "%s: labels do not repeat after %llu", rows[i].text,
              (unsigned long long)p);
        bt_arena_free(&arena);
    }
}

/* A table when the k-th allocation fails, for every k. */
static void check_failing(void)
{
    enum { FEW = 2100 };
    static uint32_t value[FEW];
    for (uint64_t k = 1;; k++) {
        struct failing_host host;
        bt_arena arena;
        bti_amounts set;
        failing_host_init(&host, 0);
        bt_context *ctx = bt_context_new(&host.host, 0);
        bt_arena_init(&arena, ctx);
        bt_status parsed = bti_amounts_parse(&arena, bt_span_of("primes"), &set);
        host.calls = 0;
        host.fail_at = k;
        bt_status by_values = bti_subtraction_by_values(ctx, &set, value, FEW);
        bt_status by_heaps = bti_subtraction_by_heaps(ctx, &set, value, 0, FEW);
        bool failed = host.calls >= k;
        CHECK(parsed == BT_OK &&
                  failed == (by_values == BT_NOMEM || by_heaps == BT_NOMEM),
              "allocation %llu", (unsigned long long)k);
        bt_arena_free(&arena);
        bt_context_free(ctx);
        CHECK(host.live_bytes == 0, "memory is lost");
        if (!failed)
            break;
    }
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    check_random_sets(ctx);
    check_named_sets(ctx);
    check_counts(ctx);
    check_large_amounts(ctx);
    check_periods(ctx);
    check_failing();
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "memory is lost");
    return check_close();
}
