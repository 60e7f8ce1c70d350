/* SPDX-License-Identifier: MIT
 * Tables of taking-and-breaking games against a walk over every option (which
 * test_heap_code.c compares with the definition). */
#include "check.h"
#include "failing_host.h"

#include "rules/code_table.h"

#include <bouton/all.h>

enum { HEAPS = 5000 };

static bt_context *ctx;

struct slow {
    bt_heap_visit visit;
    const uint32_t *value;
    uint32_t seen[4 * HEAPS], heap;
};

static bool mark_option(bt_heap_visit *visit, const uint64_t *part, size_t parts)
{
    struct slow *s = (struct slow *)visit;
    uint32_t sum = 0;
    for (size_t i = 0; i < parts; i++)
        sum ^= s->value[part[i]];
    s->seen[sum] = s->heap + 1;
    return true;
}

static void slow_values(const bti_code *code, uint32_t *value, size_t heaps)
{
    static struct slow s;
    s = (struct slow){.visit.option = mark_option, .value = value};
    for (; s.heap < heaps; s.heap++) {
        uint32_t mex = 0;
        bti_code_options(code, s.heap, &s.visit);
        while (s.seen[mex] == s.heap + 1)
            mex++;
        value[s.heap] = mex;
    }
}

/* All at once, and in two steps that meet at every one of some heaps. */
static void check_code(const char *name, const bti_code *code, size_t heaps,
                       size_t step)
{
    static uint32_t right[HEAPS], value[HEAPS + 1];
    slow_values(code, right, heaps);
    for (size_t from = 0; from <= heaps; from += step) {
        memset(value, 0xff, sizeof value);
        bt_status status = bti_code_table(ctx, code, value, 0, from);
        if (status == BT_OK)
            status = bti_code_table(ctx, code, value, from, heaps);
        CHECK(status == BT_OK && memcmp(value, right, heaps * sizeof *value) == 0 &&
                  value[heaps] == UINT32_MAX,
              "%s below %zu, in two steps at %zu", name, heaps, from);
    }
}

static void check_text(const char *text, unsigned base, size_t heaps, size_t step)
{
    bti_code code;
    bt_status status = bti_code_parse(ctx, bt_span_of(text), base, &code);
    CHECK(status == BT_OK, "%s: %s", text, bt_message(ctx));
    if (status == BT_OK)
        check_code(text, &code, heaps, step);
}

static void check_all_short_codes(void)
{
    char text[8];
    for (unsigned i = 1; i < 1024; i++) {
        snprintf(text, sizeof text, "%c.%03o", i >= 512 ? '4' : '0', i % 512);
        check_text(text, 8, 150, 75);
    }
}

static void check_hexadecimal_codes(void)
{
    char text[8];
    for (unsigned i = 1; i < 256; i++) {
        snprintf(text, sizeof text, "%X.%02X", i % 4 * 4, i);
        check_text(text, 16, 70, 35);
    }
}

/* Codes with an end and without one, beyond 64 values and to heaps that matter. */
static void check_longer(void)
{
    static const struct {
        const char *text;
        unsigned base;
        size_t heaps;
    } rows[] = {
        {"0.77", 8, HEAPS},
        {"0.137", 8, HEAPS},
        {"0.6", 8, HEAPS},
        {"0.07", 8, HEAPS},
        {"4.044", 8, HEAPS},
        {"0.104", 8, HEAPS},
        {"4.[3]", 8, 1000},
        {"0.[7]", 8, 260},
        {"0.1[07]", 8, 260},
        {"4.0124[536]", 8, 200},
        {"0.3F", 16, 300},
        {"0.E", 16, 300},
        {"C.[F]", 16, 90},
        {"0.2[0C]", 16, 120},
        {"8.", 16, 300},
        {"0.0000000000000000000000000000000000000000000000000000000000000007", 8, 700},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_text(rows[i].text, rows[i].base, rows[i].heaps, rows[i].heaps / 3 + 1);
    bti_code grundy = {.digit = {4}, .unequal = true};
    check_code("grundy", &grundy, HEAPS, 64);
    for (unsigned char digit = 8; digit < 16; digit++) {
        bti_code three = {.digit = {digit & 12, digit}, .digits = 1, .unequal = true};
        check_code("three unequal heaps", &three, 120, 40);
    }
    bti_code couples = {.digit = {4}, .least_broken = 3};
    check_code("couples", &couples, HEAPS / 5, 63);
}

static void check_failing(const char *text)
{
    static uint32_t value[400];
    for (uint64_t k = 1;; k++) {
        struct failing_host host;
        bti_code code;
        failing_host_init(&host, k);
        bt_context *poor = bt_context_new(&host.host, 0);
        if (!poor)
            continue;
        uint64_t calls = host.calls;
        bt_status status = bti_code_parse(poor, bt_span_of(text), 8, &code);
        if (status == BT_OK)
            status = bti_code_table(poor, &code, value, 0, 400);
        bool failed = host.calls >= k;
        CHECK(failed == (status == BT_NOMEM) && calls < k, "allocation %llu",
              (unsigned long long)k);
        bt_context_free(poor);
        CHECK(host.live_bytes == 0, "memory is lost");
        if (!failed)
            break;
    }
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    ctx = bt_context_new(&host.host, 0);
    check_all_short_codes();
    check_hexadecimal_codes();
    check_longer();
    check_failing("4.[3]");
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "memory is lost");
    return check_close();
}
