/* SPDX-License-Identifier: MIT
 * The ground: memory that is counted, failures that leave a sentence, text and numbers.
 */
#include <bouton/text.h>

#include "check.h"
#include "core/apart.h"
#include "core/arith.h"
#include "core/hash.h"
#include "core/nearest.h"
#include "failing_host.h"

#include <stdalign.h>
#include <sys/wait.h>
#include <unistd.h>

static const uint64_t BIG = UINT64_MAX;

static bt_context *new_context(struct failing_host *host, uint64_t limit)
{
    failing_host_init(host, 0);
    return bt_context_new(&host->host, limit);
}

static void free_context(struct failing_host *host, bt_context *ctx)
{
    CHECK(bt_memory_used(ctx) == 0, "%llu bytes in use",
          (unsigned long long)bt_memory_used(ctx));
    bt_context_free(ctx);
    CHECK(host->live_bytes == 0, "%llu bytes left",
          (unsigned long long)host->live_bytes);
}

/* Spans and names. */

static void spans(void)
{
    CHECK(bt_span_of("abc").len == 3 && bt_span_of("").len == 0, "lengths");
    CHECK(bt_span_equal(bt_span_of("abc"), (bt_span){"abcd", 3}), "abc");
    CHECK(!bt_span_equal(bt_span_of("abc"), bt_span_of("abd")), "abd");
    CHECK(!bt_span_equal(bt_span_of("abc"), bt_span_of("ab")), "ab");
    CHECK(!bt_span_equal((bt_span){"a\0b", 3}, (bt_span){"a\0c", 3}),
          "zero bytes count");
    CHECK(bt_span_equal((bt_span){NULL, 0}, bt_span_of("")), "nothing is empty");
}

static void status_names(void)
{
    static const struct {
        bt_status status;
        const char *name;
    } row[] = {
        {BT_SYNTAX, "syntax"}, {BT_DOMAIN, "domain"}, {BT_UNABLE, "unable"},
        {BT_NOMEM, "nomem"},   {BT_IO, "io"},         {BT_STOPPED, "stopped"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        CHECK(strcmp(bt_status_name(row[i].status), row[i].name) == 0, "%s",
              row[i].name);
    CHECK(BT_OK == 0, "success is 0");
    CHECK(bt_version()[0] >= '0' && bt_version()[0] <= '9', "%s", bt_version());
}

/* Sentences. */

#define CHECK_FORMATS(wanted, ...)                                                     \
    do {                                                                               \
        bt_text_clear(&text);                                                          \
        bt_text_format(&text, __VA_ARGS__);                                            \
        CHECK(bt_span_equal(bt_text_span(&text), bt_span_of(wanted)), "%s, not %s",    \
              bt_text_chars(&text), wanted);                                           \
    } while (0)

static void formats(void)
{
    struct failing_host host;
    bt_context *ctx = new_context(&host, 0);
    bt_text text;

    bt_text_init(&text, ctx);
    CHECK(strcmp(bt_message(ctx), "") == 0, "at first: %s", bt_message(ctx));
    CHECK(bt_last_status(ctx) == BT_OK, "at first: %d", (int)bt_last_status(ctx));
    CHECK_FORMATS("plain words", "plain words");
    CHECK_FORMATS("100% of nim", "100%% of %s", "nim");
    CHECK_FORMATS("%", "%%");
    CHECK_FORMATS("[]", "[%s]", "");
    CHECK_FORMATS("[abc]", "[%s]", "abc");
    CHECK_FORMATS("[ab][]", "[%.*s][%.*s]", 2, "abc", 0, "abc");
    CHECK_FORMATS("xyz", "%c%c%s", 'x', 'y', "z");
    CHECK_FORMATS("0 7 -7", "%d %d %d", 0, 7, -7);
    CHECK_FORMATS("2147483647 -2147483648", "%d %d", INT32_MAX, INT32_MIN);
    CHECK_FORMATS("0 4294967295", "%u %u", 0u, UINT32_MAX);
    CHECK_FORMATS("0 12", "%zu %zu", (size_t)0, (size_t)12);
    CHECK_FORMATS("0 4294967295", "%lu %lu", 0ul, (unsigned long)UINT32_MAX);
    CHECK_FORMATS("0 18446744073709551615", "%llu %llu", 0ull, 18446744073709551615ull);
    CHECK_FORMATS(
        "line 3, column 7: heap 18446744073709551615 of 'nim' is 5% too - large",
        "line %zu, column %u: heap %llu of '%.*s' is %d%% too %c %s", (size_t)3, 7u,
        18446744073709551615ull, 3, "nimble", 5, '-', "large");
    bt_text_free(&text);
    free_context(&host, ctx);
}

/* Which limit a failure met; the next failure forgets it. */
static void limits(void)
{
    static const struct {
        bt_limit limit;
        const char *name;
    } row[] = {{BT_LIMIT_MEMORY, "memory"},
               {BT_LIMIT_GROWTH, "growth"},
               {BT_LIMIT_THEOREMS, "theorems"},
               {BT_LIMIT_PICTURE, "picture"},
               {BT_LIMIT_NAMES, "names"}};
    struct failing_host host;
    bt_context *ctx = new_context(&host, 100000);
    CHECK(bt_last_limit(ctx) == BT_LIMIT_NONE, "at first");
    CHECK(bt_limit_name(BT_LIMIT_NONE) == NULL, "none has no name");
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        CHECK(bt_fail_at_limit(ctx, row[i].limit, "full", BT_NO_ARGS) == BT_UNABLE,
              "%s", row[i].name);
        CHECK(bt_last_limit(ctx) == row[i].limit, "%s", row[i].name);
        CHECK(strcmp(bt_limit_name(row[i].limit), row[i].name) == 0, "%s", row[i].name);
    }
    bt_fail(ctx, BT_UNABLE, "another", BT_NO_ARGS);
    CHECK(bt_last_limit(ctx) == BT_LIMIT_NONE, "forgotten");
    CHECK(bt_resize(ctx, NULL, 0, 200000) == NULL && bt_last_status(ctx) == BT_UNABLE &&
              bt_last_limit(ctx) == BT_LIMIT_MEMORY,
          "the memory limit");
    free_context(&host, ctx);
}

/* The sentence has a fixed place: it needs no memory and keeps to its size. */
static void long_sentences(void)
{
    struct failing_host host;
    bt_context *ctx = new_context(&host, 0);
    enum { LONG = 100000 };
    char *words = malloc(LONG + 1);
    size_t kept;

    memset(words, 'x', LONG);
    words[LONG] = 0;
    host.fail_at = host.calls + 1;
    CHECK(bt_fail(ctx, BT_IO, "begin {words} end", BT_ARGS(BT_STR("words", words))) ==
              BT_IO,
          "status");
    kept = strlen(bt_message(ctx));
    CHECK(strncmp(bt_message(ctx), "begin xxx", 9) == 0 && kept > 200 && kept < LONG,
          "%zu bytes kept", kept);
    CHECK(strcmp(bt_message(ctx) + kept - 3, "...") == 0, "it ends in dots");
    for (size_t i = 0; i + 1 < LONG; i += 2)
        memcpy(words + i, "\xC3\xA9", 2);
    for (int shift = 0; shift < 2; shift++) {
        CHECK(bt_fail(ctx, BT_IO, "{shift, select, yes {x} other {}}{words}",
                      BT_ARGS(BT_TRUE("shift", shift), BT_STR("words", words))) ==
                  BT_IO,
              "status");
        kept = strlen(bt_message(ctx));
        CHECK((kept - 3) % 2 == (size_t)shift, "half a character is left");
    }
    free(words);
    free_context(&host, ctx);
}

/* An old sentence may be a part of the new one. */
static void nested_sentences(void)
{
    struct failing_host host;
    bt_context *ctx = new_context(&host, 0);

    CHECK(bt_fail(ctx, BT_SYNTAX, "no number", BT_NO_ARGS) == BT_SYNTAX, "status");
    CHECK(bt_fail(ctx, BT_DOMAIN, "line {number}: {message}!",
                  BT_ARGS(BT_NUM("number", 4), BT_STR("message", bt_message(ctx)))) ==
              BT_DOMAIN,
          "status");
    CHECK(strcmp(bt_message(ctx), "line 4: no number!") == 0, "%s", bt_message(ctx));
    free_context(&host, ctx);
}

/* Memory. */

static void counted_memory(void)
{
    struct failing_host host;
    bt_context *ctx = new_context(&host, 0);
    uint64_t before = host.live_bytes;
    char *block = bt_resize(ctx, NULL, 0, 100);

    CHECK(block && bt_memory_used(ctx) == 100, "100 bytes");
    CHECK(host.live_bytes == before + 100, "the sizes are exact");
    memset(block, 'a', 100);
    block = bt_resize(ctx, block, 100, 1000);
    CHECK(block && block[0] == 'a' && block[99] == 'a', "the bytes move along");
    CHECK(bt_memory_used(ctx) == 1000, "1000 bytes");
    block = bt_resize(ctx, block, 1000, 10);
    CHECK(block && block[9] == 'a' && bt_memory_used(ctx) == 10, "10 bytes");
    bt_release(ctx, block, 10);
    bt_release(ctx, NULL, 0);
    CHECK(bt_memory_used(ctx) == 0, "0 bytes");
    free_context(&host, ctx);
    bt_context_free(NULL);
}

static void limit(void)
{
    struct failing_host host;
    bt_context *ctx = new_context(&host, 1000);
    char *block = bt_resize(ctx, NULL, 0, 600), *other;

    CHECK(bt_memory_limit(ctx) == 1000, "the limit");
    CHECK(block != NULL, "600 of 1000");
    CHECK(!bt_resize(ctx, NULL, 0, 401), "1001 of 1000");
    CHECK(bt_last_status(ctx) == BT_UNABLE && bt_message(ctx)[0], "%s",
          bt_message(ctx));
    CHECK(!bt_resize(ctx, NULL, 0, SIZE_MAX), "far too much");
    CHECK(bt_last_status(ctx) == BT_UNABLE, "%s", bt_message(ctx));
    CHECK(!bt_resize(ctx, block, 600, 1001), "growing over the limit");
    CHECK(bt_memory_used(ctx) == 600, "a failure changes nothing");
    other = bt_resize(ctx, NULL, 0, 400);
    CHECK(other != NULL, "1000 of 1000");
    bt_release(ctx, other, 400);
    block = bt_resize(ctx, block, 600, 1000);
    CHECK(block != NULL, "growing up to the limit");
    bt_set_memory_limit(ctx, 500);
    CHECK(!bt_resize(ctx, NULL, 0, 1), "a new limit below what is in use");
    block = bt_resize(ctx, block, 1000, 800);
    CHECK(block && bt_memory_used(ctx) == 800, "shrinking is always allowed");
    bt_set_memory_limit(ctx, 0);
    block = bt_resize(ctx, block, 800, 5000);
    CHECK(block != NULL, "0 is no limit");
    bt_release(ctx, block, 5000);
    free_context(&host, ctx);
}

static void failing_allocator(void)
{
    struct failing_host host;
    bt_context *ctx;
    char *block;

    failing_host_init(&host, 1);
    CHECK(!bt_context_new(&host.host, 0), "no memory for a context");
    CHECK(host.live_bytes == 0, "and nothing is left");

    ctx = new_context(&host, 0);
    block = bt_resize(ctx, NULL, 0, 10);
    memcpy(block, "012345678", 10);
    host.fail_at = host.calls + 1;
    CHECK(!bt_resize(ctx, block, 10, 20), "the host says no");
    CHECK(bt_last_status(ctx) == BT_NOMEM && bt_message(ctx)[0], "%s", bt_message(ctx));
    CHECK(strcmp(block, "012345678") == 0 && bt_memory_used(ctx) == 10,
          "the old stays");
    bt_release(ctx, block, 10);
    free_context(&host, ctx);
}

static void arrays(void)
{
    struct failing_host host;
    bt_context *ctx = new_context(&host, 0);
    uint64_t *word = bt_resize_array(ctx, NULL, 0, 5, sizeof *word);
    uint64_t calls;

    CHECK(word && bt_memory_used(ctx) == 40, "five words");
    word = bt_resize_array(ctx, word, 5, 7, sizeof *word);
    CHECK(word && bt_memory_used(ctx) == 56, "seven words");
    calls = host.calls;
    CHECK(!bt_resize_array(ctx, word, 7, SIZE_MAX / 8 + 1, sizeof *word),
          "the product");
    CHECK(bt_last_status(ctx) != BT_OK, "status");
    CHECK(!bt_resize_array(ctx, word, 7, SIZE_MAX, sizeof *word), "the product");
    CHECK(host.calls == calls && bt_memory_used(ctx) == 56, "the host was not asked");
    CHECK(!bt_resize_array(ctx, word, 7, 0, sizeof *word), "0 words");
    free_context(&host, ctx);
}

static bool stop_now(void *self)
{
    struct failing_host *host = self;
    return host->fail_at == 77;
}

static void stopping(void)
{
    struct failing_host host;
    bt_context *ctx = new_context(&host, 0);

    CHECK(!bt_stopped(ctx), "a host that cannot stop");
    CHECK(bt_context_host(ctx)->self == &host, "the host's table");
    free_context(&host, ctx);
    failing_host_init(&host, 0);
    host.host.stop = stop_now;
    ctx = bt_context_new(&host.host, 0);
    CHECK(!bt_stopped(ctx) && bt_last_status(ctx) == BT_OK, "go on");
    host.fail_at = 77;
    CHECK(bt_stopped(ctx) && bt_last_status(ctx) == BT_STOPPED, "stop");
    CHECK(bt_message(ctx)[0], "with a sentence");
    free_context(&host, ctx);
}

/* Arenas. */

static void arenas(void)
{
    struct failing_host host;
    bt_context *ctx = new_context(&host, 0);
    bt_arena arena;
    unsigned char *block[1000];
    bool zeroed = true, aligned = true, intact = true;

    bt_arena_init(&arena, ctx);
    CHECK(bt_memory_used(ctx) == 0, "an empty arena takes nothing");
    for (size_t i = 0; i < 1000; i++) {
        block[i] = bt_arena_alloc(&arena, i, 1);
        aligned = aligned && (uintptr_t)block[i] % alignof(max_align_t) == 0;
        for (size_t j = 0; j < i; j++)
            zeroed = zeroed && block[i][j] == 0;
        if (i > 0)
            memset(block[i], (int)(i % 255 + 1), i);
    }
    for (size_t i = 0; i < 1000; i++)
        for (size_t j = 0; j < i; j++)
            intact = intact && block[i][j] == i % 255 + 1;
    CHECK(zeroed && aligned && intact, "%d %d %d", zeroed, aligned, intact);
    block[0] = bt_arena_alloc(&arena, 1000, 1000);
    CHECK(block[0] && block[0][999999] == 0, "a large block");
    CHECK(strcmp(bt_arena_copy(&arena, (bt_span){"nimble", 3}), "nim") == 0, "a copy");
    CHECK(strcmp(bt_arena_copy(&arena, (bt_span){NULL, 0}), "") == 0, "of nothing");
    bt_arena_free(&arena);
    CHECK(bt_memory_used(ctx) == 0, "all of it is given back");
    bt_arena_free(&arena);
    CHECK(bt_arena_alloc(&arena, 1, 1) != NULL, "it can be used again");
    bt_arena_free(&arena);
    free_context(&host, ctx);
}

static void arena_failures(void)
{
    struct failing_host host;
    bt_context *ctx = new_context(&host, 100000);
    bt_arena arena;
    size_t blocks = 0;

    bt_arena_init(&arena, ctx);
    CHECK(!bt_arena_alloc(&arena, SIZE_MAX / 2, 3), "the product");
    CHECK(!bt_arena_alloc(&arena, SIZE_MAX, 1), "everything");
    CHECK(!bt_arena_alloc(&arena, SIZE_MAX - 8, 1), "nearly everything");
    CHECK(bt_last_status(ctx) != BT_OK, "status");
    while (blocks < 1000 && bt_arena_alloc(&arena, 1, 1000))
        blocks++;
    CHECK(blocks > 50 && blocks < 100, "%zu blocks below the limit", blocks);
    CHECK(bt_last_status(ctx) == BT_UNABLE, "%s", bt_message(ctx));
    bt_set_memory_limit(ctx, 0);
    host.fail_at = host.calls + 1;
    CHECK(!bt_arena_alloc(&arena, 1, 100000), "the host says no");
    CHECK(bt_last_status(ctx) == BT_NOMEM, "%s", bt_message(ctx));
    CHECK(bt_arena_alloc(&arena, 1, 100000) != NULL, "and then yes");
    bt_arena_free(&arena);
    free_context(&host, ctx);
}

/* Text. */

static void growing_text(void)
{
    struct failing_host host;
    bt_context *ctx = new_context(&host, 0);
    bt_text text;
    char *room;

    bt_text_init(&text, ctx);
    CHECK(bt_text_span(&text).len == 0 && bt_text_chars(&text)[0] == 0,
          "empty at first");
    bt_text_put(&text, "nim ");
    bt_text_put_span(&text, (bt_span){"3,4,5", 3});
    bt_text_put_span(&text, (bt_span){NULL, 0});
    bt_text_put_char(&text, ',');
    bt_text_put_u64(&text, BIG);
    bt_text_format(&text, " %s", "N");
    CHECK(strcmp(bt_text_chars(&text), "nim 3,4,18446744073709551615 N") == 0, "%s",
          bt_text_chars(&text));
    CHECK(text.len == 30 && bt_text_status(&text) == BT_OK, "%zu", text.len);
    bt_text_clear(&text);
    CHECK(text.len == 0 && bt_text_chars(&text)[0] == 0, "cleared");
    room = bt_text_reserve(&text, 3000);
    memset(room, 'z', 3000);
    text.len += 3000;
    bt_text_put_char(&text, '!');
    CHECK(text.len == 3001 && bt_text_chars(&text)[2999] == 'z', "filled in place");
    CHECK(strlen(bt_text_chars(&text)) == 3001, "it ends in a zero byte");
    bt_text_free(&text);
    CHECK(bt_memory_used(ctx) == 0 && bt_text_chars(&text)[0] == 0, "freed");
    bt_text_put(&text, "again");
    CHECK(strcmp(bt_text_chars(&text), "again") == 0, "and used again");
    bt_text_free(&text);
    free_context(&host, ctx);
}

static void sticky_failure(void)
{
    struct failing_host host;
    bt_context *ctx = new_context(&host, 0);
    bt_text text;
    size_t before;

    bt_text_init(&text, ctx);
    bt_text_put(&text, "abc");
    host.fail_at = host.calls + 1;
    while (bt_text_status(&text) == BT_OK && text.len < 1000)
        bt_text_put_char(&text, 'x');
    before = text.len;
    CHECK(bt_text_status(&text) == BT_NOMEM, "%d", (int)bt_text_status(&text));
    bt_text_put(&text, "y");
    bt_text_put_char(&text, 'y');
    bt_text_put_u64(&text, 7);
    bt_text_format(&text, "%d", 7);
    bt_text_put_span(&text, bt_span_of("y"));
    CHECK(!bt_text_reserve(&text, 1), "no room after a failure");
    CHECK(text.len == before && !strchr(bt_text_chars(&text), 'y'),
          "nothing came later");
    CHECK(bt_text_status(&text) == BT_NOMEM, "it sticks");
    bt_text_clear(&text);
    bt_text_put(&text, "fine again");
    CHECK(bt_text_status(&text) == BT_OK, "until it is cleared");
    CHECK(strcmp(bt_text_chars(&text), "fine again") == 0, "%s", bt_text_chars(&text));
    CHECK(!bt_text_reserve(&text, SIZE_MAX), "too much room");
    CHECK(bt_text_status(&text) != BT_OK, "status");
    bt_text_clear(&text);
    CHECK(!bt_text_reserve(&text, SIZE_MAX - 20), "too much room");
    bt_text_free(&text);

    bt_set_memory_limit(ctx, 10);
    bt_text_put(&text, "a text over the limit of ten bytes");
    CHECK(bt_text_status(&text) == BT_UNABLE, "%d", (int)bt_text_status(&text));
    bt_text_free(&text);
    free_context(&host, ctx);
}

/* Numbers. */

static void check_number(const char *digits, bt_number wanted, uint64_t number,
                         size_t taken)
{
    size_t len = strlen(digits);
    char *exact = malloc(len + 1); /* nothing behind it may be read */
    bt_span rest = {exact, len};
    uint64_t got = 99;
    bt_number result;

    memcpy(exact, digits, len);
    exact = realloc(exact, len > 0 ? len : 1);
    rest.at = exact;
    result = bt_take_u64(&rest, &got);
    CHECK(result == wanted, "'%s': %d", digits, (int)result);
    CHECK(got == (wanted == BT_NUMBER_OK ? number : 99), "'%s': %llu", digits,
          (unsigned long long)got);
    CHECK(rest.at == exact + taken && rest.len == len - taken, "'%s': %zu left", digits,
          rest.len);
    free(exact);
}

static void read_numbers(void)
{
    check_number("0", BT_NUMBER_OK, 0, 1);
    check_number("7", BT_NUMBER_OK, 7, 1);
    check_number("007", BT_NUMBER_OK, 7, 3);
    check_number("12,5", BT_NUMBER_OK, 12, 2);
    check_number("12 ", BT_NUMBER_OK, 12, 2);
    check_number("3.5", BT_NUMBER_OK, 3, 1);
    check_number("1e5", BT_NUMBER_OK, 1, 1);
    check_number("0x10", BT_NUMBER_OK, 0, 1);
    check_number("999999999999999999", BT_NUMBER_OK, UINT64_C(999999999999999999), 18);
    check_number("1000000000000000000", BT_NUMBER_OK, UINT64_C(1000000000000000000),
                 19);
    check_number("9999999999999999999", BT_NUMBER_OK, UINT64_C(9999999999999999999),
                 19);
    check_number("10000000000000000000", BT_NUMBER_OK, UINT64_C(10000000000000000000),
                 20);
    check_number("18446744073709551609", BT_NUMBER_OK, BIG - 6, 20);
    check_number("18446744073709551614", BT_NUMBER_OK, BIG - 1, 20);
    check_number("18446744073709551615", BT_NUMBER_OK, BIG, 20);
    check_number("18446744073709551615,1", BT_NUMBER_OK, BIG, 20);
    check_number("0000000000000000000000018446744073709551615", BT_NUMBER_OK, BIG, 43);
    check_number("00000000000000000000000", BT_NUMBER_OK, 0, 23);
    check_number("18446744073709551616", BT_NUMBER_TOO_LARGE, 0, 0);
    check_number("18446744073709551619", BT_NUMBER_TOO_LARGE, 0, 0);
    check_number("18446744073709551620", BT_NUMBER_TOO_LARGE, 0, 0);
    check_number("99999999999999999999", BT_NUMBER_TOO_LARGE, 0, 0);
    check_number("184467440737095516150", BT_NUMBER_TOO_LARGE, 0, 0);
    check_number("100000000000000000000000000000000000", BT_NUMBER_TOO_LARGE, 0, 0);
    check_number("0036893488147419103232", BT_NUMBER_TOO_LARGE, 0, 0);
    check_number("", BT_NUMBER_NONE, 0, 0);
    check_number("-1", BT_NUMBER_NONE, 0, 0);
    check_number("+1", BT_NUMBER_NONE, 0, 0);
    check_number(" 1", BT_NUMBER_NONE, 0, 0);
    check_number(",1", BT_NUMBER_NONE, 0, 0);
    check_number("x", BT_NUMBER_NONE, 0, 0);
    check_number("/", BT_NUMBER_NONE, 0, 0);
    check_number(":", BT_NUMBER_NONE, 0, 0);
    check_number("\xB1", BT_NUMBER_NONE, 0, 0);
    check_number("\xEF\xBC\x91", BT_NUMBER_NONE, 0, 0);
}

static void check_printed(uint64_t number)
{
    char out[21], wanted[32];
    size_t len, wanted_len;

    memset(out, '#', sizeof out);
    wanted_len =
        (size_t)snprintf(wanted, sizeof wanted, "%llu", (unsigned long long)number);
    len = bt_print_u64(out, number);
    CHECK(len == wanted_len && memcmp(out, wanted, len) == 0 && out[len] == '#',
          "%s was printed as %.*s", wanted, (int)len, out);
    check_number(wanted, BT_NUMBER_OK, number, wanted_len);
}

static void printed_numbers(void)
{
    for (uint64_t n = 0; n <= 10100; n++)
        check_printed(n);
    for (uint64_t power = 1;; power *= 10) {
        for (uint64_t near = power - 2; near != power + 3; near++)
            check_printed(near);
        if (power > BIG / 10)
            break;
    }
    for (unsigned bit = 0; bit < 64; bit++)
        for (uint64_t near = 0; near < 4; near++)
            check_printed((UINT64_C(1) << bit) + near - 2);
    for (uint64_t i = 0; i < 10000; i++)
        check_printed(bti_mix(i) >> i % 64);
}

static void taking(void)
{
    bt_span text = bt_span_of(" \t\r\n [3");
    uint64_t number;

    bt_take_blanks(&text);
    CHECK(text.len == 2 && text.at[0] == '[', "blanks");
    bt_take_blanks(&text);
    CHECK(text.len == 2, "no blanks");
    CHECK(!bt_take_char(&text, '(') && text.len == 2, "another character");
    CHECK(bt_take_char(&text, '[') && text.len == 1, "the bracket");
    CHECK(bt_take_char(&text, '3') && text.len == 0, "the last one");
    CHECK(!bt_take_char(&text, 0), "nothing is left");
    bt_take_blanks(&text);
    CHECK(text.len == 0, "nothing is left");
    text = (bt_span){NULL, 0};
    bt_take_blanks(&text);
    CHECK(!bt_take_char(&text, 'x') && text.len == 0, "nothing at all");
    CHECK(bt_take_u64(&text, &number) == BT_NUMBER_NONE, "no number in nothing");
    text = bt_span_of("\v\f");
    bt_take_blanks(&text);
    CHECK(text.len == 2, "only blanks, tabs and line ends");
}

/* Arithmetic and hashing, which rules and search rest on. */

static void arithmetic(void)
{
    static const uint64_t edge[] = {0,
                                    1,
                                    2,
                                    3,
                                    UINT32_MAX,
                                    UINT64_C(1) << 32,
                                    (UINT64_C(1) << 32) + 1,
                                    UINT64_C(1) << 63,
                                    UINT64_MAX / 3,
                                    UINT64_MAX / 3 + 1,
                                    UINT64_MAX - 1,
                                    UINT64_MAX};
    enum { EDGES = sizeof edge / sizeof edge[0] };

    for (size_t i = 0; i < EDGES * EDGES; i++) {
        uint64_t a = edge[i / EDGES], b = edge[i % EDGES], sum = 0, product = 0;
        bool fits = bti_add(a, b, &sum);
        CHECK(fits == (b <= UINT64_MAX - a) && (!fits || sum == a + b), "%llu + %llu",
              (unsigned long long)a, (unsigned long long)b);
        fits = bti_mul(a, b, &product);
        CHECK(fits == (b == 0 || a <= UINT64_MAX / b), "%llu * %llu",
              (unsigned long long)a, (unsigned long long)b);
        CHECK(!fits || product == a * b, "%llu * %llu", (unsigned long long)a,
              (unsigned long long)b);
        CHECK(bti_min(a, b) == (a <= b ? a : b), "min");
    }
}

/* Not a proof of quality, only that no byte is forgotten: one changed bit in any place,
 * and one byte more, gives another value; the place of the bytes in memory does not. */
static void hashing(void)
{
    unsigned char bytes[40] = {0}, shifted[41] = {0};

    for (size_t len = 0; len <= 32; len++) {
        uint64_t plain = bti_hash_bytes(bytes, len);
        CHECK(plain != bti_hash_bytes(bytes, len + 1), "length %zu", len);
        CHECK(plain == bti_hash_bytes(shifted + 1, len), "moved, length %zu", len);
        for (size_t bit = 0; bit < 8 * len; bit++) {
            bytes[bit / 8] = (unsigned char)(1u << bit % 8);
            CHECK(plain != bti_hash_bytes(bytes, len), "length %zu, bit %zu", len, bit);
            bytes[bit / 8] = 0;
        }
    }
    CHECK(bti_mix(1) != bti_mix(2) && bti_mix(0) == 0, "a bijection that keeps 0");
}

static const char *nearest(const char *word)
{
    static const char *const known[] = {"lim", "nim", "nimble", "subtraction", "solve"};
    bti_nearest near;

    bti_nearest_begin(&near, bt_span_of(word));
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        bti_nearest_try(&near, known[i]);
    return near.best ? near.best : "";
}

static void did_you_mean(void)
{
    static const struct {
        const char *word, *meant;
    } row[] = {
        {"nim", "nim"},
        {"nin", "nim"},
        {"mim", "nim"}, /* m and n are neighbours on the keyboard, l and m are not */
        {"kim", "lim"},
        {"nmi", "nim"},
        {"nimm", "nim"},
        {"nimbel", "nimble"},
        {"nible", "nimble"},
        {"substraction", "subtraction"},
        {"subtracton", "subtraction"},
        {"sovle", "solve"},
        {"xyzzy", ""},
        {"", ""},
        {"chess", ""},
        {"a word that is much longer than any name of a game or command", ""},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        CHECK(strcmp(nearest(row[i].word), row[i].meant) == 0, "%s: %s, not %s",
              row[i].word, nearest(row[i].word), row[i].meant);
}

/* A child process writes `beyond` bytes past the first of two blocks; how it ended. */
static int write_beyond(size_t beyond)
{
    int ended = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        struct failing_host host;
        bt_context *ctx = new_context(&host, 0);
        bt_arena arena;
        bt_arena_init(&arena, ctx);
        volatile char *first = bt_arena_alloc(&arena, 10, 1);
        volatile char *second = bt_arena_alloc(&arena, 10, 1);
        if (!freopen("/dev/null", "w", stderr) || !first || !second)
            _exit(0);
        first[9 + beyond] = 1;
        _exit(0);
    }
    return child > 0 && waitpid(child, &ended, 0) == child ? ended : -1;
}

/* In builds that watch addresses, a step beyond a block ends the program. */
static void overruns(void)
{
    CHECK(write_beyond(0) == 0, "the last byte of a block");
    for (size_t beyond = 1; beyond <= 16 && BTI_BLOCKS_APART; beyond++)
        CHECK(write_beyond(beyond) > 0, "%zu bytes beyond a block", beyond);
}

int main(void)
{
    spans();
    status_names();
    formats();
    limits();
    long_sentences();
    nested_sentences();
    counted_memory();
    limit();
    failing_allocator();
    arrays();
    stopping();
    arenas();
    arena_failures();
    overruns();
    growing_text();
    sticky_failure();
    read_numbers();
    printed_numbers();
    taking();
    arithmetic();
    hashing();
    did_you_mean();
    return check_close();
}
