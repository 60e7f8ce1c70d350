/* SPDX-License-Identifier: MIT
 * Certificates of version 5, written by hand: `mod` of negative numbers, and lines that
 * are undefined somewhere. Each is also read as an older certificate, where a
 * comparison with a negative argument is false. tests/test_check_random.c does the same
 * with random formulas. */
#include "check.h"
#include "failing_host.h"

#include "core/excerpt.h"

#include <bouton/certificate.h>
#include <bouton/context.h>

#include <stdbool.h>
#include <string.h>

/* P is {0} in any digits: from any other pile all of it may be taken. */
#define ZERO "automaton 2\naccept 0\ntrack x 0 1 1 1\nstates 0 1\nend\n"
#define VALUES                                                                         \
    "automaton 2\naccept 0\ntrack g 0 1 1 0 1 1\ntrack x 0 1 2 2\nstates 0 1\nend\n"
#define NIM "vars x\nmove x' < x\n"
#define CLAIM(f) NIM "claim " f "\nmeasure x\n" ZERO
#define FIB(f) "vars x\ndigits fib\nmove x' < x\nclaim " f "\nmeasure x\n" ZERO
#define BASE(f) "vars x\ndigits base 3\nmove x' < x\nclaim " f "\nmeasure x\n" ZERO

/* What the checker says of a body behind the line with the version: "" for verified. */
typedef struct {
    const char *body;
    unsigned least;          /* version in which it can be read */
    const char *old;         /* a part of what is wrong with it in versions up to 4 */
    const char *now, *where; /* and in version 5, with a position */
} row;

static const row rows[] = {
    /* guards, in every order and spelling */
    {CLAIM("x = 0 & (x < 3 | low(x - 3) >= 0)"), 1, "", "", ""},
    {CLAIM("(low(x - 3) >= 0 | x < 3) & x = 0"), 1, "", "", ""},
    {CLAIM("x = 0 & (x >= 3 => low(x - 3) != 7)"), 1, "", "", ""},
    {CLAIM("x = 0 & !(3 <= x & low(x - 3) = 8)"), 1, "", "", ""},
    {CLAIM("!(low(x - 1) >= 0 & x >= 1)"), 1, "", "", ""},
    {CLAIM("!(x >= 1 & low(x - 1) >= 0)"), 1, "", "", ""},
    {CLAIM("x = 0 & (low(x - 3) != 7 => x = 0)"), 1, "", "", ""},
    {CLAIM("x <= 2 & (x >= 3 & shl(x - 3) > 0 <=> x >= 1)"), 1, "", "", ""},
    {CLAIM("x = 0 | x < 3 & low(x - 3) = 1 & x > 5"), 1, "", "", ""},
    {CLAIM("x = 0 & (low(x - 3) = 1 | true)"), 1, "", "", ""},
    {CLAIM("x = 0 & !(low(x - 3) = 1 & false)"), 1, "", "", ""},
    {CLAIM("x = 0 & (false => low(x - 3) = 1)"), 1, "", "", ""},
    {CLAIM("x = 0 & (x + x < 5 <= 5 < low(x - 9) | x = 0)"), 1, "", "", ""},
    /* a line that is undefined somewhere; what it was before */
    {CLAIM("!(low(x - 1) >= 0)"), 1, "", "line 4 (claim 1) is undefined", "x = 0"},
    {CLAIM("!(low(x - 1) != 7 | low(x - 1) = 7)"), 1, "", "undefined", "x = 0"},
    {CLAIM("x = 0 & !(low(x - 3) = 1)"), 1, "", "undefined", "x = 0"},
    {CLAIM("x = 0 & low(x - 3) != 1"), 1, "(step 1)", "undefined", "x = 0"},
    {CLAIM("x = 0 & (low(x - 3) >= 0 <=> x >= 3)"), 1, "", "undefined", "x = 0"},
    {CLAIM("x = 0 & (low(x - 3) = 1 => x = 1)"), 1, "", "undefined", "x = 0"},
    {CLAIM("x = 0 & (x = 1 | !(high(x - 3) = 1))"), 1, "", "undefined", "x = 0"},
    {CLAIM("x = 0 & !(x ^ (x - 1) = 4)"), 1, "", "undefined", "x = 0"},
    {CLAIM("x = 0 & !(and(x, x - 1) = 4)"), 1, "", "undefined", "x = 0"},
    {CLAIM("x = 0 & !(or(x - 1, x) = 4)"), 1, "", "undefined", "x = 0"},
    {CLAIM("x = 0 & !(shl(x - 1) = 4)"), 1, "", "undefined", "x = 0"},
    {CLAIM("x = 0 & !cols(2; x, x - 1)"), 1, "", "undefined", "x = 0"},
    {CLAIM("x = 0 & !(low(x - 1) in {1, 2})"), 1, "", "undefined", "x = 0"},
    {CLAIM("x = 0 & !(low(x - 1) mod 2 = 0)"), 1, "", "undefined", "x = 0"},
    {CLAIM("x = 0 & !(2 | low(x - 1))"), 1, "", "undefined", "x = 0"},
    {CLAIM("x = 0 & !pow2(low(x - 1))"), 1, "", "undefined", "x = 0"},
    {CLAIM("x = 0 & !(1 < 2 < low(x - 1))"), 1, "", "undefined", "x = 0"},
    {CLAIM("x = 0 & !(2 < 1 < low(x - 1))"), 1, "", "", ""},
    {CLAIM("x = 0 | x = 6 & low(x - 7) = 1"), 1, "", "undefined", "x = 6"},
    /* operations inside operations */
    {CLAIM("x = 0 | x > 4 & low(low(x - 5) - 7) = 9"), 1, "", "undefined", "x = 6"},
    {CLAIM("x = 0 | x >= 5 & low(x - 5) >= 7 & low(low(x - 5) - 7) = 9"), 1, "", "",
     ""},
    {CLAIM("x = 0 | x >= 5 & low(low(x - 5) - 7) = 9 & low(x - 5) >= 7"), 1, "", "",
     ""},
    {CLAIM("x = 0 | low(low(x - 5) - 7) = 9 & low(x - 5) >= 7"), 1, "", "undefined",
     "x = 1"},
    /* pow2 of a negative number is false, and defined */
    {CLAIM("x = 0 & !pow2(x - 3)"), 1, "", "", ""},
    {CLAIM("!(pow2(x - 3) | x >= 1)"), 1, "", "", ""},
    {CLAIM("x < 3 & !(pow2(x) | pow2(0 - x - 1))"), 1, "", "", ""},
    /* residues of negative numbers */
    {CLAIM("!((x - 1) mod 2 in {0, 1})"), 1, "", "(step 1)", "x = 0"},
    {CLAIM("(x - 3) mod 5 = 2 & x < 5"), 1, "(step 1)", "", ""},
    {CLAIM("x < 4 & (0 - 3x - 8) mod 4 in {0, 9}"), 1, "(step 1)", "", ""},
    {CLAIM("x < 4 & !((x - 9) mod 4 in {0, 1, 2})"), 1, "(step 1)", "", ""},
    {CLAIM("x < 4 & 4 | x - 8"), 1, "", "", ""},
    /* quantifiers */
    {CLAIM("x = 0 & all a: a <= 2 | low(a - 3) >= 0"), 1, "", "", ""},
    {CLAIM("x = 0 & all a: low(a - 3) >= 0 | a <= 1"), 1, "(step 1)", "undefined",
     "x = 0"},
    {CLAIM("x = 0 & ex a: low(x - a) = 0"), 1, "", "", ""},
    {CLAIM("x = 0 & !ex a: low(x - a) >= 1"), 1, "", "undefined", "x = 0"},
    {CLAIM("!(x > 0 & ex a: low(x - a) >= 1)"), 1, "", "", ""},
    {CLAIM("x = 0 & !all a: low(x - a) >= 1"), 1, "", "", ""},
    {CLAIM("x = 0 & ex a: all b: a > b | low(b - a) >= 0"), 1, "", "", ""},
    {CLAIM("x = 0 & all a: ex b: low(a - b) = 7 | b = a"), 1, "", "", ""},
    {CLAIM("x = 0 & !all a: ex b: low(a - b) = 7"), 1, "", "undefined", "x = 0"},
    /* Fibonacci and ternary digits */
    {FIB("x = 0 & (low(x - 3) != 7 | x < 3)"), 1, "", "", ""},
    {FIB("x = 0 & !(low(x - 3) = 7)"), 1, "", "line 5 (claim 1)", "x = 0"},
    {FIB("x = 0 | x > 4 & shl(low(x - 5) - 1) = 9"), 1, "", "undefined", "x = 5"},
    {FIB("(x - 3) mod 5 = 2 & x < 5"), 1, "(step 1)", "", ""},
    {FIB("x = 0 & !ex a: low(x - a) >= 1"), 1, "", "undefined", "x = 0"},
    {BASE("x = 0 & (high(x - 3) != 7 | x < 3)"), 4, "", "", ""},
    {BASE("x = 0 & !(high(x - 3) = 7)"), 4, "", "undefined", "x = 0"},
    {BASE("(x - 3) mod 5 = 2 & x < 5"), 4, "(step 1)", "", ""},
    /* every kind of line */
    {"vars x\nposition low(x - 2) >= 0 | x < 3\nmove x' < x\nmeasure x\n" ZERO, 1, "",
     "", ""},
    {"vars x\nposition low(x - 2) >= 0 | x < 2\nmove x' < x\nmeasure x\n" ZERO, 1, "",
     "", ""},
    {"vars x\nposition low(x - 2) >= 0 | x < 1\nmove x' < x\nmeasure x\n" ZERO, 1,
     "not a position", "line 3 (position) is undefined", "x = 1"},
    {"vars x\nmove x' < x & (x < 4 | shl(x - 4) >= 0)\nmeasure x\n" ZERO, 1, "", "",
     ""},
    {"vars x\nmove x' < x & !(shl(x - 4) = 1)\nmeasure x\n" ZERO, 1, "",
     "line 3 (move 1) is undefined", "x = 1, x' = 0"},
    {"vars x\nmove x' < x\nmove x = 2 & x' = 1 & !(low(x' - x) = 1)\nmeasure x\n" ZERO,
     1, "", "line 4 (move 2) is undefined", "x = 2, x' = 1"},
    {"vars x\nmove x' < x\nmove low(x - x') = 1 & x' < x\nmeasure x\n" ZERO, 1, "", "",
     ""},
    {"vars x\nmove x' < x\nmove low(x - x') = 1\nmeasure x\n" ZERO, 1, "",
     "line 4 (move 2) is undefined", "x = 0, x' = 1"},
    {"vars x\nposition x >= 3 | x = 0\nmove x' = 0 & x > 0 & (x = 0 | low(x - 3) >= "
     "0)\nmeasure x\n" ZERO,
     1, "", "", ""},
    {"vars x\nposition x != 3\nmove x' = 0 & x > 0\nclaim x = 0 | x = 3 & low(x - 4) = "
     "1\nmeasure x\n" ZERO,
     1, "", "", ""},
    {NIM "# one, two\nclaim x = 0 # three\nclaim x = 0\n  & !(low(x - 1) = 1)\n"
         "measure x\n" ZERO,
     1, "", "line 6 (claim 2) is undefined", "x = 0"},
    {"vars x\nvalue g\nmove x' < x\ngrundy g = x & (g = 0 | low(g - 1) >= 0)\n"
     "measure x\n" VALUES,
     2, "", "", ""},
    {"vars x\nvalue g\nmove x' < x\ngrundy g = x & !(low(g - x) = 1)\n"
     "measure x\n" VALUES,
     2, "", "", ""},
    {"vars x\nvalue g\nmove x' < x\ngrundy g <= x & !(low(g - x) != 0)& g >= x\n"
     "measure x\n" VALUES,
     2, "", "", ""},
    {"vars x\nvalue g\nmove x' < x\ngrundy g = x | low(x - g) = x + 1\n"
     "measure x\n" VALUES,
     2, "", "line 5 (grundy 1) is undefined", "x = 0, value 1"},
    {"vars x\nvalue g\nmove x' < x\nclaim x = 0 & !(low(x - 1) = 1)\n"
     "measure x\n" VALUES,
     2, "", "line 5 (claim 1) is undefined", "x = 0"},
    {NIM "measure x + [low(x - 2) = 7]\n" ZERO, 1, "",
     "line 4 (measure 1) is undefined", "x = 0"},
    {NIM "measure x + [x >= 2 & low(x - 2) = x - 1]\n" ZERO, 1, "", "", ""},
    {NIM "measure 2x\nmeasure [low(x - 2) = x - 1]\n" ZERO, 1, "",
     "line 5 (measure 2) is undefined", "x = 0"},
    {NIM "measure x + low(x - 1)\n" ZERO, 2, "is not a natural number",
     "line 4 (measure 1) is undefined", "x = 0"},
    {NIM "measure x\nmeasure low(x + 4 - [low(x - 2) = 7])\n" ZERO, 2, "",
     "line 5 (measure 2) is undefined", "x = 0"},
    {NIM "measure x\nmeasure [x < 3 + [low(x - 2) = 7]]\n" ZERO, 2, "",
     "line 5 (measure 2) is undefined", "x = 0"},
    {NIM "measure x\nmeasure [[low(x - 5) = 1] = 0 & low(x - 2) >= 1 | x < 2]\n" ZERO,
     2, "", "line 5 (measure 2) is undefined", "x = 3"},
    {NIM "measure x\nmeasure [[low(x - 5) = 1] = 0 & low(x - 2) >= 1 | x < 5]\n" ZERO,
     2, "", "", ""},
    {NIM "measure x\nmeasure low(x) - 1\n" ZERO, 2, "is not a natural number",
     "is not a natural number", "x = 0"},
    {NIM "measure x\nmeasure low(3 - [x > 2])\n" ZERO, 2, "", "", ""},
    /* parts of sums */
    {"sum 2\nvars x\nvalue g\nmove x' < x\ngrundy g = x & (x - 9) mod 1 = 0\n"
     "measure x\n" VALUES "vars y\nvalue g\nmove y' < y\nmeasure y\nautomaton 2\n"
     "accept 0\ntrack g 0 1 1 0 1 1\ntrack y 0 1 2 2\nstates 0 1\nend\n",
     3, "(step 1)", "", ""},
    {"sum 2 misere\nvars x\nvalue g\nmove x' < x\nmeasure x\n" VALUES
     "vars y\nvalue g\ndigits base 2\nmove y' < y & !(high(y' - 1) = 7)\nmeasure "
     "y\nautomaton 2\naccept 0\ntrack g 0 1 1 0 1 1\ntrack y 0 1 2 2\nstates 0 "
     "1\nend\n",
     4, "", "line 16 (move 1) is undefined", "y = 1, y' = 0"},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static void check_body(bt_context *ctx, unsigned version, const char *body,
                       const char *wrong, const char *where)
{
    bt_text text;
    bt_arena arena;
    bt_checked c;
    bt_text_init(&text, ctx);
    bt_arena_init(&arena, ctx);
    bt_text_format(&text, "bouton certificate %u\n%s", version, body);
    bt_status status = bt_check_certificate(&arena, bt_text_span(&text), &c);
    CHECK(status == BT_OK, "%s: %s", bt_text_chars(&text), bt_message(ctx));
    if (status == BT_OK && !wrong[0])
        CHECK(c.yes && c.version == version, "%s: %s at %s", bt_text_chars(&text),
              c.why_not, c.position ? c.position : "-");
    if (status == BT_OK && wrong[0])
        CHECK(!c.yes && strstr(c.why_not, wrong) &&
                  (!where || strcmp(c.position, where) == 0),
              "%s: %s at %s", bt_text_chars(&text), c.yes ? "verified" : c.why_not,
              c.position ? c.position : "-");
    bt_arena_free(&arena);
    bt_text_free(&text);
}

static void test_rows(bt_context *ctx)
{
    for (size_t i = 0; i < ROWS; i++) {
        for (unsigned version = rows[i].least; version <= 4; version++)
            check_body(ctx, version, rows[i].body, rows[i].old, NULL);
        check_body(ctx, 5, rows[i].body, rows[i].now, rows[i].where);
    }
}

/* (x - c) mod m = r among 0 <= x < m is one number: 0 if and only if m divides r + c.
 * In older certificates x - c must be natural, too. */
static void test_residues(bt_context *ctx)
{
    static const char *const digits[] = {"", "digits fib\n", "digits base 3\n"};
    for (size_t d = 0; d < 3; d++)
        for (unsigned m = 1; m <= (d == 0 ? 7 : 4); m++)
            for (unsigned c = 0; c <= 2 * m; c += d > 0 ? 2 : 1)
                for (unsigned r = 0; r < m; r++) {
                    bt_text text;
                    bool zero = (r + c) % m == 0;
                    bt_text_init(&text, ctx);
                    bt_text_format(&text,
                                   "vars x\n%smove x' < x\nclaim x < %u & (x - %u) mod "
                                   "%u = %u\nclaim x < %u & (0 - x + %u) mod %u = %u\n"
                                   "measure x\n" ZERO,
                                   digits[d], m, c, m, r, m, r, m, r);
                    check_body(ctx, 5, bt_text_chars(&text), zero ? "" : "claim 1",
                               NULL);
                    check_body(ctx, 4, bt_text_chars(&text),
                               zero && c == 0 ? "" : "claim 1", NULL);
                    bt_text_free(&text);
                }
}

/* Nested equivalences do not grow; where a formula does grow too large, nobody can tell
 * and that is said. */
static void test_large(bt_context *ctx)
{
    for (unsigned kind = 0; kind < 2; kind++) {
        bt_text text;
        bt_arena arena;
        bt_checked c;
        bt_text_init(&text, ctx);
        bt_arena_init(&arena, ctx);
        bt_text_put(&text, "bouton certificate 5\n" NIM "claim x = 0 & ");
        for (unsigned i = 0; i < 40; i++)
            bt_text_put(&text, kind == 0 ? "(low(x - 3) = 1 <=> "
                                         : "(low(x - 3) = 1 <=> x > 2 & ");
        bt_text_put(&text, kind == 0 ? "x = 0" : "low(x - 4) = 1");
        for (unsigned i = 0; i < 40; i++)
            bt_text_put_char(&text, ')');
        bt_text_put(&text, "\nmeasure x\n" ZERO);
        bt_status status = bt_check_certificate(&arena, bt_text_span(&text), &c);
        CHECK(status == BT_OK && !c.yes && strstr(c.why_not, "undefined") &&
                  strcmp(c.position, "x = 0") == 0,
              "kind %u: %s", kind, status == BT_OK ? c.why_not : bt_message(ctx));
        bt_arena_free(&arena);
        bt_text_free(&text);
    }
    bt_text text;
    bt_arena arena;
    bt_checked c;
    bt_text_init(&text, ctx);
    bt_arena_init(&arena, ctx);
    bt_text_put(&text, "bouton certificate 5\n" NIM "claim x = 0 & ");
    for (unsigned i = 0; i < 45; i++)
        bt_text_put(&text, "(low(x - 3) = 1 <=> shl(x - 2) = 1 & ");
    bt_text_put(&text, "low(x - 4) = 1");
    for (unsigned i = 0; i < 45; i++)
        bt_text_put_char(&text, ')');
    bt_text_put(&text, "\nmeasure x\n" ZERO);
    CHECK(bt_check_certificate(&arena, bt_text_span(&text), &c) == BT_UNABLE &&
              strstr(bt_message(ctx), "too large to tell"),
          "%s", bt_message(ctx));
    bt_arena_free(&arena);
    bt_text_free(&text);
}

/* The k-th allocation fails, for every k: no answer, or the answer. */
static void test_no_memory(const row *r)
{
    for (uint64_t k = 1;; k++) {
        struct failing_host f;
        bt_arena arena;
        bt_text text;
        bt_checked c;
        failing_host_init(&f, 0);
        bt_context *ctx = bt_context_new(&f.host, 0);
        bt_text_init(&text, ctx);
        bt_text_format(&text, "bouton certificate 5\n%s", r->body);
        f.fail_at = f.calls + k;
        bt_arena_init(&arena, ctx);
        bt_status status = bt_check_certificate(&arena, bt_text_span(&text), &c);
        bool spared = f.calls < f.fail_at;
        CHECK(spared ? status == BT_OK && c.yes == !r->now[0] : status == BT_NOMEM,
              "allocation %lu: %s", (unsigned long)k, bt_message(ctx));
        bt_arena_free(&arena);
        bt_text_free(&text);
        CHECK(bt_memory_used(ctx) == 0, "allocation %lu leaks", (unsigned long)k);
        bt_context_free(ctx);
        CHECK(f.live_bytes == 0, "allocation %lu leaks", (unsigned long)k);
        if (spared)
            break;
    }
}

/* The line with the mistake, and where in it the caret stands. */
static void test_excerpts(bt_context *ctx)
{
    static const struct {
        const char *text, *line;
        size_t caret;
    } bad[] = {
        {"vars n\nmove n' < n\n", "vars n", 0},
        {"\x1b[2Jno\tcertificate\r\n", "?[2Jno certificate", 0},
        {"bouton certificate 6\n", "bouton certificate 6", 7},
        {"bouton certificate 5\n" NIM "claim x = y\n", "claim x = y", 10},
        {"bouton certificate 5\n" NIM "claim x =\n  # so\n\nmeasure x\n",
         "claim x =", 9},
        {"bouton certificate 5\n" NIM "claim x\t= \x01y\n", "claim x = ?y", 10},
        {"bouton certificate 5\n" NIM "claim x = 0\n\n", "claim x = 0", 11},
        {"bouton certificate 5\nvars x\nmove x' < x & x' < x & x' < x & x' < x & x' < "
         "x "
         "& x' < x & x' < x & x' < x & x' < x & x' < x & x' < x & y = 1 & x' < x & x' "
         "< x & x' < x & x' < x & x' < x & x' < x & x' < x & x' < x & x' < x\n",
         "y = 1 & x' < x", 100},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        bt_arena arena;
        bt_checked c;
        size_t caret;
        bt_arena_init(&arena, ctx);
        bt_status status = bt_check_certificate(&arena, bt_span_of(bad[i].text), &c);
        const char *line = bti_excerpt(ctx, &caret);
        CHECK(status == BT_SYNTAX && line && caret == bad[i].caret &&
                  (caret == 100 ? strncmp(line + caret, bad[i].line, 14)
                                : strcmp(line, bad[i].line)) == 0,
              "%s: caret %zu in %s", bad[i].text, caret, line ? line : "nothing");
        bt_arena_free(&arena);
    }
}

int main(void)
{
    struct failing_host f;
    failing_host_init(&f, 0);
    bt_context *ctx = bt_context_new(&f.host, 0);
    test_rows(ctx);
    test_residues(ctx);
    test_large(ctx);
    test_excerpts(ctx);
    for (size_t i = 0; i < ROWS; i++)
        if (i % 6 == 0 || rows[i].least > 1)
            test_no_memory(&rows[i]);
    bt_context_free(ctx);
    CHECK(f.live_bytes == 0, "%lu bytes were left", (unsigned long)f.live_bytes);
    return check_close();
}
