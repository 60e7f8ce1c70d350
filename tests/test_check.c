/* SPDX-License-Identifier: MIT
 * Certificates: true ones are verified, false ones refused at the right step, mutated
 * ones refused exactly when they are false, and texts that are no certificates get a
 * sentence with line and column.
 *
 * The automata are learnt here from the known theorems: a state is what a prefix does
 * with all short suffixes. If that is too coarse the checker refuses the result, and
 * the test fails. */
#include "check.h"
#include "failing_host.h"

#include "check/check_automaton.h"
#include "check/check_effort.h"
#include "check/check_items.h"

#include <bouton/certificate.h>
#include <bouton/context.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 128, MOST_LETTERS = 16, MOST_WORD = 40, SUFFIXES = 1024 };

typedef struct {
    const char *name;
    size_t vars; /* with the value, if there is one */
    bool fib, misere;
    const char *rules; /* lines `vars` to `move` */
    const char *claim, *measure;
    bool (*in_p)(const uint64_t *x);
    size_t depth;  /* of the suffixes that tell states apart */
    size_t states; /* of the minimal automaton, where it is known; else 0 */
} game;

typedef struct {
    size_t vars, states;
    bool accept[MOST_STATES];
    size_t next[MOST_STATES][MOST_LETTERS];
} automaton;

static bool nim_2(const uint64_t *x)
{
    return x[0] == x[1];
}

static bool nim_3(const uint64_t *x)
{
    return (x[0] ^ x[1] ^ x[2]) == 0;
}

static bool misere_nim_2(const uint64_t *x)
{
    return x[0] < 2 && x[1] < 2 ? x[0] + x[1] == 1 : x[0] == x[1];
}

static bool powers(const uint64_t *x)
{
    return x[0] % 3 == 0;
}

static bool misere_powers(const uint64_t *x)
{
    return x[0] % 3 == 1;
}

static bool take_136(const uint64_t *x)
{
    return x[0] % 9 == 0 || x[0] % 9 == 2 || x[0] % 9 == 4;
}

static bool dynamic(const uint64_t *x)
{
    return x[0] == 0 || (x[0] & (~x[0] + 1)) > x[1];
}

static bool staircase_3(const uint64_t *x)
{
    return x[0] == x[2];
}

static bool moore_2_3(const uint64_t *x)
{
    return x[0] == x[1] && x[1] == x[2];
}

static bool moore_2_4(const uint64_t *x)
{
    for (uint64_t bit = 1; bit != 0 && bit <= (x[0] | x[1] | x[2] | x[3]); bit *= 2) {
        unsigned ones = 0;
        for (size_t i = 0; i < 4; i++)
            ones += (x[i] & bit) != 0;
        if (ones % 3 != 0)
            return false;
    }
    return true;
}

static bool misere_nim_4(const uint64_t *x)
{
    bool small = x[0] < 2 && x[1] < 2 && x[2] < 2 && x[3] < 2;
    return (x[0] ^ x[1] ^ x[2] ^ x[3]) == small;
}

/* The pairs (a, a + d), a the least number not in a pair yet, for d = 0, 1, 2, ... */
static bool wythoff(const uint64_t *x)
{
    static unsigned char used[4096];
    static uint64_t low[1500];
    if (low[1] == 0) {
        uint64_t a = 1;
        for (uint64_t d = 1; d < 1500; d++) {
            while (used[a])
                a++;
            low[d] = a;
            used[a] = 1;
            if (a + d < sizeof used)
                used[a + d] = 1;
        }
    }
    uint64_t less = x[0] < x[1] ? x[0] : x[1], more = x[0] + x[1] - less;
    return more - less < 1500 && low[more - less] == less;
}

static bool fibonacci(const uint64_t *x)
{
    uint64_t a = 1, b = 2, n = x[0], part = 0;
    while (b <= n) {
        b += a;
        a = b - a;
    }
    for (; n > 0; b = a, a = part) {
        part = b - a;
        if (a > n)
            continue;
        n -= a;
        if (n == 0)
            return a > x[1];
    }
    return true;
}

static bool half(const uint64_t *x) /* n + 1 is a power of 2 */
{
    return (x[0] & (x[0] + 1)) == 0;
}

static bool chomp_2(const uint64_t *x) /* in rows x >= y: P iff x = y + 1 */
{
    return x[0] == x[1] + 1;
}

static bool takes_12(const uint64_t *x) /* Nim of piles modulo 3 */
{
    return ((x[0] % 3) ^ (x[1] % 3) ^ (x[2] % 3)) == 0;
}

/* Values: the last number is that of the position. */
static bool pile_value(const uint64_t *x)
{
    return x[1] == x[0];
}

static bool nim_2_value(const uint64_t *x)
{
    return x[2] == (x[0] ^ x[1]);
}

static bool nim_3_value(const uint64_t *x)
{
    return x[3] == (x[0] ^ x[1] ^ x[2]);
}

static bool take_12_value(const uint64_t *x)
{
    return x[1] == x[0] % 3;
}

static bool take_134_value(const uint64_t *x)
{
    static const uint64_t value[] = {0, 1, 0, 1, 2, 3, 2};
    return x[1] == value[x[0] % 7];
}

static const game games[] = {
    {"Nim, 2 piles", 2, false, false, "vars x y\nmove x' < x\nmove y' < y\n",
     "claim x ^ y = 0\nclaim x = y\n", "measure x + y\n", nim_2, 1, 2},
    {"Nim, 3 piles", 3, false, false,
     "vars x y z\nmove x' < x\nmove y' < y\nmove z' < z\n", "claim x ^ y ^ z = 0\n",
     "measure x + y + z\n", nim_3, 1, 2},
    {"misere Nim", 2, false, true, "vars x y\nmisere\nmove x' < x\nmove y' < y\n",
     "claim x <= 1 & y <= 1 & x + y = 1 | (x > 1 | y > 1) & x ^ y = 0\n",
     "measure x + y\n", misere_nim_2, 2, 5},
    {"powers of 2", 1, false, false, "vars n\nmove ex t: pow2(t) & n = n' + t\n",
     "claim 3 | n\nclaim n mod 3 = 0\nclaim ex k: n = 3k\n", "measure n\n", powers, 3,
     3},
    {"misere powers of 2", 1, false, true,
     "vars n\nmisere\nmove ex t: pow2(t) & n = n' + t\n", "claim n mod 3 = 1\n",
     "measure n\n", misere_powers, 3, 3},
    {"take 1, 3, 6", 1, false, false, "vars n\nmove n - n' in {1, 3, 6}\n",
     "claim n mod 9 in {0, 2, 4}\n", "measure n\n", take_136, 7, 27},
    {"dynamic Nim", 2, false, false, "vars n m\nmove n' < n & n = n' + m' & m' <= m\n",
     "claim n = 0 | low(n) > m\n"
     "claim n = 0 | (ex k: k = low(n) & k > m)\n"
     "claim n = 0 | all k: k = low(n) => m < k\n",
     "measure n\ndrop 1\n", dynamic, 3, 3},
    {"staircase 3", 3, false, false,
     "vars x y z\nmove x' < x\nmove y' < y & x' + y' = x + y\n"
     "move z' < z & y' + z' = y + z\n",
     "claim x ^ z = 0\n", "measure x + 2y + 3z\n", staircase_3, 1, 2},
    {"Moore nim_2, 3 piles", 3, false, false,
     "vars x y z\nmove x' <= x & y' <= y & x' + y' < x + y\n"
     "move x' <= x & z' <= z & x' + z' < x + z\n"
     "move y' <= y & z' <= z & y' + z' < y + z\n",
     "claim cols(3; x, y, z)\n", "measure x + y + z\n", moore_2_3, 1, 2},
    {"at most half", 1, false, false, "vars n\nmove n' < n & n <= 2n'\n",
     "claim n = 0 | pow2(n + 1)\nclaim low(n + 1) = n + 1\n"
     "claim n = 0 | 2high(n) = n + 1\n",
     "measure n\n", half, 3, 3},
    {"Wythoff", 2, true, false,
     "vars x y\ndigits fib\nmove x' < x\nmove y' < y\n"
     "move x' < x & x - x' = y - y'\n",
     "claim x = y = 0 | x > 0 & low(x - 1) != 1 & y = shl(x)\n"
     "  | y > 0 & low(y - 1) != 1 & shl(y) = x\n"
     "claim x = y = 0 | (ex a: low(a) != 1 & (x = a + 1 & y = shl(a + 1)\n"
     "  | y = a + 1 & shl(a + 1) - x = 0))\n"
     "claim !((x > 0 | y > 0) & (y <= x | low(x - 1) = 1 | y != shl(x))\n"
     "  & (x <= y | low(y - 1) = 1 | !(shl(y) = x)))\n",
     "measure x + y\n", wythoff, 4, 0},
    {"Fibonacci Nim", 2, true, false,
     "vars n m\ndigits fib\n"
     "move ex t: t >= 1 & t <= m & n = n' + t & m' = 2t\n",
     "claim n = 0 | low(n) > m\nclaim !(n > 0 & low(n) <= m)\n"
     "claim all k: n > 0 & k = low(n) => m < k\n",
     "measure n\n", fibonacci, 4, 0},
};

static const game values[] = {
    {"a pile", 2, false, false, "vars n\nvalue g\nmove n' < n\n",
     "claim n = 0\ngrundy n = g\ngrundy n <= g & g <= n\n", "measure n\n", pile_value,
     1, 2},
    {"a pile in Fibonacci digits", 2, true, false,
     "vars n\nvalue g\ndigits fib\nmove n' < n\n", "claim n = 0\ngrundy n = g\n",
     "measure n\n", pile_value, 2, 0},
    {"Nim, 2 piles", 3, false, false, "vars x y\nvalue g\nmove x' < x\nmove y' < y\n",
     "claim x = y\ngrundy x ^ y = g\ngrundy ex u: x ^ u = y & u = g\n",
     "measure x + y\n", nim_2_value, 1, 2},
    {"take 1, 2", 2, false, false, "vars n\nvalue g\nmove n - n' in {1, 2}\n",
     "claim 3 | n\ngrundy g < 3 & 3 | n - g\n", "measure n\n", take_12_value, 3, 7},
    {"take 1, 3, 4", 2, false, false, "vars n\nvalue g\nmove n - n' in {1, 3, 4}\n",
     "claim n mod 7 in {0, 2}\n"
     "grundy g = 0 & n mod 7 in {0, 2} | g = 1 & n mod 7 in {1, 3}\n"
     "  | g = 2 & n mod 7 in {4, 6} | g = 3 & n mod 7 = 5\n",
     "measure n\n", take_134_value, 4, 0},
};

/* These grow so large that something else takes over from the search. */
static const game large[] = {
    {"three piles, take 1 or 2", 3, false, false,
     "vars x y z\nmove x - x' in {1, 2}\nmove y - y' in {1, 2}\nmove z - z' in {1, "
     "2}\n",
     "", "measure x + y + z\n", takes_12, 3, 27},
    {"Moore nim_2, 4 piles", 4, false, false,
     "vars x y z u\nmove x' <= x & y' <= y & x' + y' < x + y\n"
     "move x' <= x & z' <= z & x' + z' < x + z\n"
     "move x' <= x & u' <= u & x' + u' < x + u\n"
     "move y' <= y & z' <= z & y' + z' < y + z\n"
     "move y' <= y & u' <= u & y' + u' < y + u\n"
     "move z' <= z & u' <= u & z' + u' < z + u\n",
     "claim cols(3; x, y, z, u)\n", "measure x + y + z + u\n", moore_2_4, 1, 2},
    {"misere Nim, 4 piles", 4, false, true,
     "vars x y z u\nmisere\nmove x' < x\nmove y' < y\nmove z' < z\nmove u' < u\n",
     "claim (x <= 1 & y <= 1 & z <= 1 & u <= 1 => x ^ y ^ z ^ u = 1) &\n"
     "  (x <= 1 & y <= 1 & z <= 1 & u <= 1 | x ^ y ^ z ^ u = 0)\n",
     "measure x + y + z + u\n", misere_nim_4, 2, 5},
    {"values of Nim, 3 piles", 4, false, false,
     "vars x y z\nvalue g\nmove x' < x\nmove y' < y\nmove z' < z\n",
     "claim x ^ y = z\ngrundy g ^ x ^ y ^ z = 0\n", "measure x + y + z\n", nim_3_value,
     1, 2},
};
enum { LARGE = sizeof large / sizeof large[0] };

static const game chomp = {"Chomp in 2 rows",
                           2,
                           false,
                           true,
                           "vars x y\nmisere\nposition x >= y\nmove x' < x & x' >= y\n"
                           "move x' < x & y' = x' & x' < y\nmove y' < y\n",
                           "claim x = y + 1\n",
                           "measure x + y\n",
                           chomp_2,
                           3,
                           0};

/* The value of a word, least significant digit first; false for what is no number. */
static bool value(const game *g, const size_t *word, size_t len, uint64_t *x)
{
    for (size_t v = 0; v < g->vars; v++) {
        uint64_t weight = 1, after = 2, last = 0;
        x[v] = 0;
        for (size_t i = 0; i < len; i++) {
            uint64_t digit = word[i] >> v & 1;
            if (g->fib && digit && last)
                return false;
            x[v] += digit * weight;
            last = digit;
            uint64_t sum = weight + after;
            weight = g->fib ? after : 2 * weight;
            after = sum;
        }
    }
    return true;
}

static bool member(const game *g, const size_t *word, size_t len)
{
    uint64_t x[4];
    return value(g, word, len, x) && g->in_p(x);
}

typedef struct {
    size_t word[MOST_WORD], len;
    unsigned char does[SUFFIXES];
} prefix;

static void find_behaviour(const game *g, prefix *p)
{
    size_t letters = (size_t)1 << g->vars, at = 0, count = 1;
    size_t word[MOST_WORD];
    memset(p->does, 0, sizeof p->does);
    for (size_t len = 0; len <= g->depth; len++, count *= letters)
        for (size_t suffix = 0; suffix < count; suffix++) {
            size_t rest = suffix;
            memcpy(word, p->word, sizeof word);
            for (size_t i = 0; i < len; i++, rest /= letters)
                word[p->len + i] = rest % letters;
            p->does[at++] = member(g, word, p->len + len);
        }
}

static void learn(const game *g, automaton *a)
{
    static prefix state[MOST_STATES];
    size_t letters = (size_t)1 << g->vars;
    memset(a, 0, sizeof *a);
    a->vars = g->vars;
    a->states = 1;
    state[0].len = 0;
    find_behaviour(g, &state[0]);
    for (size_t q = 0; q < a->states; q++) {
        a->accept[q] = member(g, state[q].word, state[q].len);
        for (size_t letter = 0; letter < letters; letter++) {
            prefix p = state[q];
            size_t to = 0;
            p.word[p.len++] = letter;
            find_behaviour(g, &p);
            while (to < a->states && memcmp(state[to].does, p.does, SUFFIXES) != 0)
                to++;
            if (to == a->states && a->states < MOST_STATES)
                state[a->states++] = p;
            a->next[q][letter] = to;
        }
    }
}

/* Levels without sharing, except for equal pairs; the last variable first. */
static void write_automaton(bt_text *out, const automaton *a, const char *const *names)
{
    static size_t row[MOST_STATES][MOST_LETTERS];
    size_t width = (size_t)1 << a->vars;
    bt_text_format(out, "automaton %zu\naccept", a->states);
    for (size_t q = 0; q < a->states; q++)
        if (a->accept[q])
            bt_text_format(out, " %zu", q);
    for (size_t q = 0; q < a->states; q++)
        memcpy(row[q], a->next[q], sizeof row[q]);
    for (size_t v = a->vars; v-- > 0; width /= 2) {
        static size_t pair[MOST_STATES * MOST_LETTERS][2];
        size_t pairs = 0;
        for (size_t q = 0; q < a->states; q++)
            for (size_t i = 0; i < width / 2; i++) {
                size_t low = row[q][i], high = row[q][i + width / 2], n = 0;
                while (n < pairs && (pair[n][0] != low || pair[n][1] != high))
                    n++;
                if (n == pairs) {
                    pair[pairs][0] = low;
                    pair[pairs++][1] = high;
                }
                row[q][i] = n;
            }
        bt_text_format(out, "\ntrack %s", names[v]);
        for (size_t n = 0; n < pairs; n++)
            bt_text_format(out, " %zu %zu", pair[n][0], pair[n][1]);
    }
    bt_text_put(out, "\nstates");
    for (size_t q = 0; q < a->states; q++)
        bt_text_format(out, " %zu", row[q][0]);
    bt_text_put(out, "\nend\n");
}

/* From the line `vars` on. */
static void write_body(bt_text *out, const game *g, const char *claim,
                       const char *measure, const automaton *a)
{
    static const char *const named[][4] = {{"x", "y", "z", "u"}, {"n", "m"},
                                           {"n", "g"},           {"x", "y", "g"},
                                           {"x", "y", "z", "g"}, {"x", "g"}};
    bool value = strstr(g->rules, "value g"), n = strstr(g->rules, "vars n");
    bt_text_format(out, "%s%s%s", g->rules, claim, measure);
    write_automaton(out, a, named[!value ? n : g->vars == 2 && !n ? 5 : g->vars]);
}

static void write_certificate(bt_text *out, const game *g, const char *claim,
                              const char *measure, const automaton *a)
{
    bt_text_clear(out);
    bt_text_format(out, "bouton certificate %d\ngame %s\n",
                   strstr(g->rules, "value g") ? 2 : 1, g->name);
    write_body(out, g, claim, measure, a);
}

/* The sum of two games with their values. */
static void write_sum(bt_text *out, bool misere, const game *g, const automaton *a,
                      const game *h, const automaton *b)
{
    bt_text_clear(out);
    bt_text_format(out, "bouton certificate 3\ngame a sum\nsum 2%s\n",
                   misere ? " misere" : "");
    write_body(out, g, g->claim, g->measure, a);
    write_body(out, h, h->claim, h->measure, b);
}

static bt_context *new_context(struct failing_host *f)
{
    failing_host_init(f, 0);
    return bt_context_new(&f->host, 0);
}

/* Checks it; `wrong` NULL: it must be verified, else the reason must contain that. */
static void expect(bt_context *ctx, const char *name, bt_span bytes, const char *wrong)
{
    bt_arena arena;
    bt_checked c;
    bt_arena_init(&arena, ctx);
    bt_status status = bt_check_certificate(&arena, bytes, &c);
    CHECK(status == BT_OK, "%s: %s", name, bt_message(ctx));
    if (status == BT_OK && !wrong)
        CHECK(c.yes, "%s: %s at %s", name, c.why_not, c.position ? c.position : "-");
    if (status == BT_OK && wrong)
        CHECK(!c.yes && strstr(c.why_not, wrong), "%s: %s instead of %s", name,
              c.yes ? "verified" : c.why_not, wrong);
    bt_arena_free(&arena);
}

static void test_true(bt_context *ctx, const game *g)
{
    automaton a;
    bt_text text;
    bt_text_init(&text, ctx);
    learn(g, &a);
    CHECK(g->states == 0 || a.states == g->states, "%s: %zu states", g->name, a.states);
    write_certificate(&text, g, g->claim, g->measure, &a);
    expect(ctx, g->name, bt_text_span(&text), NULL);
    /* without a claim the automaton is the theorem */
    write_certificate(&text, g, "", g->measure, &a);
    expect(ctx, g->name, bt_text_span(&text), NULL);
    write_certificate(&text, g, "claim false\n", g->measure, &a);
    expect(ctx, g->name, bt_text_span(&text), "claim 1 is not");
    write_certificate(&text, g, "", "measure 0\n", &a);
    expect(ctx, g->name, bt_text_span(&text), "does not lower");
    write_certificate(&text, g, "", "measure 1 - 1 + 2 - 3\n", &a);
    expect(ctx, g->name, bt_text_span(&text), "is not a natural number");
    bt_text_free(&text);
}

/* Does the automaton give the right answer, with up to three more zeros, for all words
 * of some length? Long enough for every game it is used for. */
static bool is_right(const game *g, const automaton *a, size_t longest)
{
    size_t letters = (size_t)1 << g->vars, count = 1;
    for (size_t len = 0; len <= longest; len++, count *= letters)
        for (size_t w = 0; w < count; w++) {
            size_t word[MOST_WORD], q = 0, rest = w;
            uint64_t x[4];
            for (size_t i = 0; i < len; i++, rest /= letters) {
                word[i] = rest % letters;
                q = a->next[q][word[i]];
            }
            if (!value(g, word, len, x))
                continue;
            for (size_t zeros = 0; zeros < 4; zeros++, q = a->next[q][0])
                if (a->accept[q] != g->in_p(x))
                    return false;
        }
    return true;
}

/* Every accept bit and every transition, changed one at a time: verified if and only if
 * the automaton is still right. A zero that matters is wrong even where no number shows
 * it, so there only one direction holds. */
static void test_mutants(bt_context *ctx, const game *g, bti_check_effort effort,
                         size_t longest)
{
    automaton good, a;
    bt_text text;
    size_t letters = (size_t)1 << g->vars, kept = 0, refused = 0;
    bt_text_init(&text, ctx);
    learn(g, &good);
    for (size_t q = 0; q < good.states; q++)
        for (size_t letter = 0; letter <= letters; letter++) {
            bt_arena arena;
            bt_checked c = {.yes = false};
            a = good;
            if (letter == letters)
                a.accept[q] = !a.accept[q];
            else
                a.next[q][letter] = (a.next[q][letter] + 1 + q) % a.states;
            write_certificate(&text, g, "", g->measure, &a);
            bt_arena_init(&arena, ctx);
            CHECK(bti_check_with_effort(&arena, bt_text_span(&text), &effort, &c) ==
                      BT_OK,
                  "%s: %s", g->name, bt_message(ctx));
            bool zeros = !c.yes && strstr(c.why_not, "more zeros");
            CHECK(c.yes == is_right(g, &a, longest) || zeros,
                  "%s, state %zu, letter %zu: %s", g->name, q, letter,
                  c.yes ? "verified" : c.why_not);
            kept += c.yes;
            refused += !c.yes;
            bt_arena_free(&arena);
        }
    CHECK(refused > 0, "%s: no mutant was refused", g->name);
    (void)kept;
    bt_text_free(&text);
}

/* The union alone, and the strategy with nothing before it: both verify what is true. A
 * strategy need not exist where low digits decide. */
static void test_ways(bt_context *ctx, const game *g, bool strategy)
{
    automaton a;
    bt_text text;
    bti_check_effort way[] = {{.pairs = 1, .states = SIZE_MAX},
                              {.pairs = 1, .states = 1, .nodes = 300000}};
    bt_text_init(&text, ctx);
    learn(g, &a);
    write_certificate(&text, g, g->claim, g->measure, &a);
    for (size_t i = 0; i < 2; i++) {
        bt_arena arena;
        bt_checked c;
        bt_arena_init(&arena, ctx);
        bt_status status =
            bti_check_with_effort(&arena, bt_text_span(&text), &way[i], &c);
        CHECK(status == BT_OK && c.yes, "%s, way %zu: %s", g->name, i,
              status == BT_OK ? c.why_not : bt_message(ctx));
        CHECK(i == 0 || way[i].won == strategy, "%s: %s strategy", g->name,
              strategy ? "no" : "a");
        bt_arena_free(&arena);
    }
    bt_text_free(&text);
}

/* The k-th allocation fails, for every k. */
static void test_no_memory(bt_span bytes)
{
    for (uint64_t k = 1;; k++) {
        struct failing_host f;
        bt_arena arena;
        bt_checked c;
        failing_host_init(&f, k);
        bt_context *ctx = bt_context_new(&f.host, 0);
        if (!ctx)
            continue;
        bt_arena_init(&arena, ctx);
        bt_status status = bt_check_certificate(&arena, bytes, &c);
        CHECK(f.calls < k ? status == BT_OK && c.yes : status == BT_NOMEM,
              "allocation %lu: %s", (unsigned long)k, bt_message(ctx));
        bt_arena_free(&arena);
        CHECK(bt_memory_used(ctx) == 0, "allocation %lu leaks", (unsigned long)k);
        bt_context_free(ctx);
        CHECK(f.live_bytes == 0, "allocation %lu leaks", (unsigned long)k);
        if (f.calls < k)
            break;
    }
}

static const game pile = {"a pile",
                          2,
                          false,
                          false,
                          "vars x\nvalue g\nmove x' < x\n",
                          "grundy x = g\n",
                          "measure x\n",
                          pile_value,
                          1,
                          2};

/* 3 has value 0 and only an option of value 2. */
static bool wild_value(const uint64_t *x)
{
    return x[1] == (x[0] < 3 ? x[0] : 0);
}

static const game wild = {
    "a wild pile",
    2,
    false,
    false,
    "vars n\nvalue g\nposition n <= 3\nmove n' < n <= 2\nmove n = 3 & n' = 2\n",
    "grundy n <= 2 & g = n | n = 3 & g = 0\n",
    "measure n\n",
    wild_value,
    3,
    0};

/* Values modulo 3 where only one chip may be taken: 2 has no option of value 0. */
static const game too_few = {"take 1",
                             2,
                             false,
                             false,
                             "vars n\nvalue g\nmove n - n' = 1\n",
                             "",
                             "measure n\n",
                             take_12_value,
                             3,
                             7};

/* A part that is wrong behind one for which a strategy was found. */
static void test_wrong_part(bt_context *ctx)
{
    const game *nim = &large[LARGE - 1];
    automaton a, b;
    bt_text text;
    bt_text_init(&text, ctx);
    learn(nim, &a);
    learn(&too_few, &b);
    write_sum(&text, false, nim, &a, &too_few, &b);
    for (size_t pairs = 1; pairs <= 1000; pairs *= 10) {
        bti_check_effort effort = {.pairs = pairs, .states = 1, .nodes = 300000};
        bt_arena arena;
        bt_checked c = {.yes = true};
        bt_arena_init(&arena, ctx);
        bt_status status =
            bti_check_with_effort(&arena, bt_text_span(&text), &effort, &c);
        CHECK(status == BT_OK && !c.yes && strstr(c.why_not, "(step 2 iii)") &&
                  strcmp(c.position, "n = 2, value 0") == 0,
              "%zu pairs: %s", pairs, c.yes ? "verified" : c.why_not);
        bt_arena_free(&arena);
    }
    bt_text_free(&text);
}

static void test_sums(bt_context *ctx)
{
    const game *nim = &values[2], *take = &values[3];
    automaton a, b, c;
    bt_text text;
    bt_text_init(&text, ctx);
    learn(&pile, &a);
    learn(take, &b);
    for (int misere = 0; misere < 2; misere++) {
        write_sum(&text, misere, &pile, &a, take, &b);
        expect(ctx, "a sum", bt_text_span(&text), NULL);
        test_no_memory(bt_text_span(&text));
    }
    test_wrong_part(ctx);
    learn(&wild, &c);
    write_sum(&text, false, &pile, &a, &wild, &c);
    expect(ctx, "a wild sum", bt_text_span(&text), NULL);
    write_sum(&text, true, &pile, &a, &wild, &c);
    expect(ctx, "a wild sum in misere play", bt_text_span(&text), "(step 4)");
    /* two piles are no part for misere play: 2,2 has value 0, but no option of value 1
     */
    learn(nim, &c);
    write_sum(&text, false, nim, &c, take, &b);
    expect(ctx, "Nim and more", bt_text_span(&text), NULL);
    write_sum(&text, true, nim, &c, take, &b);
    expect(ctx, "Nim and more in misere play", bt_text_span(&text), "(step 4)");
    bt_text_free(&text);
}

#define HEAD "bouton certificate 1\nvars x\n"
#define HEAD2 "bouton certificate 2\nvars x\n"
#define HEAD4 "bouton certificate 4\nvars x\n"
#define PARITY "automaton 2\naccept 0\ntrack x 0 1 1 1\nstates 0 1\nend\n"

static void test_steps(bt_context *ctx)
{
    static const struct {
        const char *text, *wrong;
    } rows[] = {
        /* the whole pile must be taken, or nothing is left: P is 0 alone */
        {HEAD "move x' < x\nmeasure x\n" PARITY, NULL},
        {HEAD "move x' < x\nclaim x = 0\nmeasure 3x\n" PARITY, NULL},
        {HEAD "move x' < x\nclaim x <= 1\nmeasure x\n" PARITY, "(step 1)"},
        {HEAD "misere\nmove x' < x\nmeasure x\n" PARITY, "(step 2 i)"},
        {HEAD "move x' < x & x' >= 1\nmeasure x\n" PARITY, "(step 2 i)"},
        {HEAD "move x' < x & x' = x - 1\nmeasure x\n" PARITY, "(step 2 ii)"},
        {HEAD "move x' < x\nmove x = 0 & x' = 0\nmeasure x\n" PARITY, "(step 2 iii)"},
        {HEAD "position x < 5\nmove x' < x\nmove x = 4 & x' = 5\nmeasure x\n" PARITY,
         "not a position"},
        {HEAD "move x' < x\nmove x = 1 & x' = 2\nmeasure x\n" PARITY, "(step 3)"},
        {HEAD "move x' < x\nmove x = 1 & x' = 2\nmeasure [x = 1]\nmeasure x\n" PARITY,
         "(step 3)"},
        /* 1 may become 2: one measure says so, two do it together */
        {HEAD "move x' = 0 & x > 0\nmove x = 1 & x' = 2\nmeasure 3[x > 0] - [x = "
              "2]\n" PARITY,
         NULL},
        {HEAD "move x' = 0 & x > 0\nmove x = 1 & x' = 2\nmeasure [x > 0]\n"
              "measure 1 - [x = 2]\n" PARITY,
         NULL},
        {HEAD "move x' = 0 & x > 0\nmove x = 1 & x' = 2\nmeasure [x > 0]\n"
              "measure 1 - [x = 2]\ndrop 1 2\n" PARITY,
         NULL},
        {HEAD "move x' = 0 & x > 0\nmove x = 1 & x' = 2\nmeasure [x > 0]\n"
              "measure 1 - [x = 2]\ndrop 1 1\n" PARITY,
         "(step 3)"},
        /* measures that are no sums, in version 2 */
        {HEAD2 "move x' < x\nmeasure high(x)\nmeasure x\n" PARITY, NULL},
        {HEAD2 "move x' < x\nmeasure high(x)\n" PARITY, "(step 3)"},
        {HEAD2 "move x' < x\nmeasure low(x)\nmeasure x\n" PARITY, "(step 3)"},
        {HEAD2 "move x' < x\nmeasure x ^ x ^ x\n" PARITY, NULL},
        {HEAD2 "move x' < x\nmeasure (x ^ 3) + 3\n" PARITY, "(step 3)"},
        {HEAD2 "move x' < x\nmeasure high(2x) - x + x\nmeasure x\n" PARITY, NULL},
        {HEAD2 "move x' < x\nmeasure x - low(x)\nmeasure x\n" PARITY, "(step 3)"},
        {HEAD2 "move x' < x\nmeasure low(x) - 1\n" PARITY, "1 of the measure is not"},
        {HEAD2 "move x' < x\nmeasure x + low(x - 1)\n" PARITY,
         "1 of the measure is not"},
        {HEAD2 "position x != 1\nmove x' < x & x' != 1\nmeasure low(x + x - 1) + x + "
               "[x = 0]\n" PARITY,
         "1 of the measure is not"},
        {HEAD2 "digits fib\nmove x' < x\nmeasure shl(x) - x\nmeasure x\n" PARITY, NULL},
        /* many truths */
        {HEAD "move x' < x\nmeasure x + [x = 1] + [x = 2] + [x = 3] + [x = 4] + [x = "
              "5] + [x = 6] + [x = 7] + [x = 8] + [x = 9] + [x = 10] + [x = 11] + [x = "
              "12] - [x = 13] + [x = 14] + [x > 14]\n" PARITY,
         "does not lower"},
        {HEAD "move x' < x\nmeasure x + [x >= 1] + [x >= 2] + [x >= 3] + [x >= 4] + [x "
              ">= 5] + [x >= 6] + [x >= 7] + [x >= 8] + [x >= 9] + [x >= 10] + [x >= "
              "11] + [x >= 12] - [x >= 13] + [x >= 13]\n" PARITY,
         NULL},
        /* 0 and 1 lead to each other: both {0} and {1} pass the three steps */
        {HEAD "position x <= 1\nmove x + x' = 1\nclaim x = 0\nmeasure x\n" PARITY,
         "move 1 does not lower the measure (step 3)"},
        {HEAD
         "position x <= 1\nmove x + x' = 1\nclaim x = 1\nmeasure 1 - x\nautomaton 3\n"
         "accept 1\ntrack x 2 1 1 1 2 2\nstates 0 1 2\nend\n",
         "move 1 does not lower the measure (step 3)"},
        {HEAD "move x' < x\nmeasure x\nautomaton 2\naccept 0\ntrack x 1 1 0 0\n"
              "states 0 1\nend\n",
         "more zeros change the answer"},
        /* terms that have no digits make an atom false */
        {HEAD "move x' < x\nclaim !(low(x - 1) >= 0)\nmeasure x\n" PARITY, NULL},
        {HEAD
         "move x' < x\nclaim !(low(x - 1) != 7 | low(x - 1) = 7)\nmeasure x\n" PARITY,
         NULL},
        {HEAD "move x' < x\nclaim !((x - 1) mod 2 in {0, 1})\nmeasure x\n" PARITY,
         NULL},
        {HEAD
         "move x' < x\nclaim x = 0 | !(2 | x - 1 <=> !(2 | x))\nmeasure x\n" PARITY,
         NULL},
        {HEAD "move x' < x\nclaim all y: x <= y\nmeasure x\n" PARITY, NULL},
        {HEAD "move x' < x\nclaim !ex y: y < x\nmeasure x\n" PARITY, NULL},
        {HEAD "move x' < x\nclaim ex y: (all z: z >= y) & x = y\nmeasure x\n" PARITY,
         NULL},
        {HEAD "move x' < x\nclaim and(x, 3x) = 0 & or(x, 5) = 5 & shl(x) = 0\n"
              "measure x\n" PARITY,
         NULL},
        {HEAD
         "digits fib\nmove x' < x\nclaim low(x) = 2x & high(x) <= 0\n"
         "claim all y: x <= y\nclaim !ex y: y + 3 < x + 3\nclaim !(low(x - 1) >= 0)\n"
         "claim x mod 5 = 0 & x < 5\nmeasure x\n" PARITY,
         NULL},
        {HEAD "digits fib\nmove x' < x\nclaim shl(x) = 0\nclaim shl(x) <= x\n"
              "claim !(shl(x - 1) >= 0)\nclaim !(shl(x - 1) != 7 | shl(x - 1) = 7)\n"
              "claim x = 0 & all y: shl(shl(y)) = shl(y) + y\n"
              "claim x = shl(x)\nmeasure x\n" PARITY,
         NULL},
        {HEAD "digits fib\nmove x' < x\nclaim x = 0 & all y: shl(y) != 8\n"
              "measure x\n" PARITY,
         "(step 1)"},
        {HEAD "digits fib\nmove x' < x\nclaim x = 0 & all y: shl(y) != 7\n"
              "measure x\n" PARITY,
         "(step 1)"},
        {HEAD "digits fib\nmove x' < x\nclaim x = 0 & all y: shl(y) != 6\n"
              "measure x\n" PARITY,
         NULL},
        {HEAD "digits fib\nmove x' < x\nclaim x mod 5 = 0 & x <= 5\nmeasure x\n" PARITY,
         "(step 1)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect(ctx, rows[i].text, bt_span_of(rows[i].text), rows[i].wrong);
}

/* Zeckendorf's words in their order, each with a zero put behind it. */
static void test_shifts(bt_context *ctx)
{
    uint64_t word = 0;
    for (unsigned n = 0; n < 60; n++, word++) {
        unsigned sum = 0, f = 2, g = 3;
        while (word & (word >> 1))
            word++;
        for (uint64_t rest = word; rest; rest >>= 1, g += f, f = g - f)
            sum += rest & 1 ? f : 0;
        for (unsigned wrong = 0; wrong < 2; wrong++) {
            bt_text text;
            bt_text_init(&text, ctx);
            bt_text_format(&text,
                           HEAD "digits fib\nmove x' < x\n"
                                "claim x = 0 & shl(x + %u) = %u\nmeasure x\n" PARITY,
                           n, sum + wrong);
            expect(ctx, bt_text_chars(&text), bt_text_span(&text),
                   wrong ? "(step 1)" : NULL);
            bt_text_free(&text);
        }
    }
}

/* Is the position in what the machine accepts? */
static bt_status accepts(bti_item_store *s, bti_machine *m, const uint64_t *x,
                         bool *out)
{
    enum { DIGITS = 12 };
    uint32_t set;
    BT_TRY(bti_set_start(s, &m, 1, &set));
    for (unsigned i = 0; i < DIGITS; i++) {
        unsigned place = s->q->down ? DIGITS - 1 - i : i;
        for (size_t v = 0; v < s->q->outer; v++)
            BT_TRY(bti_set_read(s, set, (unsigned)(x[v] >> place & 1), &set));
        BT_TRY(bti_set_read(s, set, BTI_TICK, &set));
    }
    return bti_set_accepts(s, set, out);
}

/* The claim, or the automaton, as a machine that is read from one of the ends. */
static bt_status in_direction(bt_context *ctx, bti_certificate *c, bool down, bool pset,
                              bool *in)
{
    enum { SIDE = 40 };
    bti_question q;
    bti_item_store s;
    bti_machine *m;
    BT_TRY(bti_question_begin(&q, ctx, c));
    q.down = down;
    bt_status status = bti_store_begin(&s, &q);
    if (status == BT_OK)
        status = bti_machine_new(&q, SIZE_MAX, &m);
    if (status == BT_OK)
        status = pset ? bti_machine_and_pset(&q, m, true, false)
                      : bti_machine_and(&q, m, c->claim[0], true, false);
    if (status == BT_OK)
        status = bti_machine_finish(&q, m);
    for (uint64_t i = 0; i < SIDE * SIDE && status == BT_OK; i++) {
        const uint64_t x[] = {i / SIDE, i % SIDE};
        status = accepts(&s, m, x, &in[i]);
    }
    bti_store_end(&s);
    bti_question_end(&q);
    return status;
}

/* Binary digits are read from both ends: the answers must be the same. */
static void test_directions(bt_context *ctx)
{
    static const char *const claim[] = {
        "x < y",
        "2x + 1 >= 3y",
        "x + y = 21",
        "3x - 2y <= 0 - 7",
        "x - 5y = 3",
        "x mod 6 in {1, 4}",
        "(x + 2y) mod 10 in {0, 3, 7}",
        "5 | x - y + 2",
        "(x - y) mod 4 = 1",
        "x ^ y <= 9",
        "cols(3; x, y, x)",
        "and(x, y) = 4 | or(x, y) = 13",
        "low(x) > y",
        "high(x) = low(y)",
        "high(x + y) < x ^ y",
        "shl(x) = y | shl(x ^ y) > 3x",
        "pow2(x + y)",
        "low(x - 3) != 2",
        "!(low(x - 3) != 2 | y > x)",
        "ex t: pow2(t) & x = y + t",
        "all t: t < x => 2t != y",
        "ex a: x = 3a & !ex b: a = b + y",
        "ex a: a > x & a < y & 3 | a",
        "x + y < 30 <=> (ex t: low(t) = 1 & x + t = 20)",
    };
    static bool up[1600], down[1600];
    automaton a;
    learn(&games[0], &a);
    for (size_t i = 0; i <= sizeof claim / sizeof claim[0]; i++) {
        bool pset = i == sizeof claim / sizeof claim[0];
        bt_text text;
        bt_arena arena;
        bti_certificates file;
        bt_text_init(&text, ctx);
        bt_arena_init(&arena, ctx);
        bt_text_format(&text,
                       "bouton certificate 1\nvars x y\nmove x' < x\nclaim %s\n"
                       "measure x\n",
                       pset ? "x = y" : claim[i]);
        static const char *const names[] = {"x", "y"};
        write_automaton(&text, &a, names);
        bt_status status = bti_check_read(&arena, bt_text_span(&text), &file);
        if (status == BT_OK)
            status = bti_check_study(file.part);
        if (status == BT_OK)
            status = bti_check_study_backwards(file.part);
        if (status == BT_OK)
            status = in_direction(ctx, file.part, false, pset, up);
        if (status == BT_OK)
            status = in_direction(ctx, file.part, true, pset, down);
        CHECK(status == BT_OK, "%s", bt_message(ctx));
        size_t different = 0, in = 0;
        for (size_t k = 0; k < 1600; k++) {
            different += up[k] != down[k];
            in += up[k];
        }
        CHECK(different == 0 && in > 0 && in < 1600, "%s: %zu of %zu are different",
              pset ? "the automaton" : claim[i], different, in);
        bt_arena_free(&arena);
        bt_text_free(&text);
    }
}

#define RULES HEAD "move x' < x\n"
#define SUM "bouton certificate 3\nsum 2\nvars x\n"
#define PILE "measure x\nautomaton 1\naccept 0\ntrack x 0 0\nstates 0\nend\n"

static void test_bad_text(bt_context *ctx)
{
    static const struct {
        const char *text, *sentence;
        bt_status status;
    } rows[] = {
        {"", "empty", BT_SYNTAX},
        {"bouton certificate 6\n", "line 1, column 8: this certificate has a newer",
         BT_SYNTAX},
        {"bouton certificate 0\n", "line 1, column 8: the first line of a", BT_SYNTAX},
        {"bouton certificate 5x\n", "line 1, column 8: the first line of a", BT_SYNTAX},
        {"bouton\n", "line 1, column 7: the first line of a", BT_SYNTAX},
        {"\nvars n\n", "line 2, column 1: this is not a certificate: its first line",
         BT_SYNTAX},
        {"bouton certificate 3\n", "without the line 'end'", BT_SYNTAX},
        {"bouton certificate 2\nsum 2\n",
         "line 2, column 5: only certificates of version 3", BT_SYNTAX},
        {"bouton certificate 3\nsum 1\n", "2 to 32 parts", BT_DOMAIN},
        {"bouton certificate 3\nsum 33\n", "2 to 32 parts", BT_DOMAIN},
        {"bouton certificate 3\nsum x\n", "2 to 32 parts", BT_DOMAIN},
        {"bouton certificate 3\nsum 2misere\n", "line 2, column 6: a blank", BT_SYNTAX},
        {"bouton certificate 3\nsum 2 normal\n", "line 2, column 7: only 'misere'",
         BT_SYNTAX},
        {"bouton certificate 3\nsum 2 misere play\n", "cannot stand here", BT_SYNTAX},
        {SUM "move x' < x\n", "without the line 'end'", BT_SYNTAX},
        {SUM "value g\nmisere\n", "normal play", BT_SYNTAX},
        {SUM "move x' < x\n" PILE, "must have a line 'value'", BT_SYNTAX},
        {SUM "value g\nmove x' < x\nmeasure x\nautomaton 1\naccept\ntrack g 0 0\n"
             "track x 0 0\nstates 0\nend\n",
         "without the line 'end'", BT_SYNTAX},
        {SUM "value g\nmove x' < x\nmeasure x\nautomaton 1\naccept\ntrack g 0 0\n"
             "track x 0 0\nstates 0\nend\nvars y x\n",
         "line 13, column 8: this variable belongs to another part", BT_SYNTAX},
        {SUM "value g\nmove x' < x\nmeasure x\nautomaton 1\naccept\ntrack g 0 0\n"
             "track x 0 0\nstates 0\nend\ngame y\n",
         "'vars' is expected", BT_SYNTAX},
        {"certificate\n", "line 1, column 1: this is not a certificate", BT_SYNTAX},
        {"bouton certificate 1\nmove x' < x\n", "line 2, column 1", BT_SYNTAX},
        {"bouton certificate 1\nvars\n", "at least one variable is expected",
         BT_SYNTAX},
        {"bouton certificate 1\nvars x x\n", "line 2, column 8", BT_SYNTAX},
        {"bouton certificate 1\nvars mod\n", "line 2, column 6", BT_SYNTAX},
        {HEAD "digits decimal\n", "line 3, column 8", BT_SYNTAX},
        {HEAD "move y' < x\n", "line 3, column 6: this is not the name of a variable",
         BT_SYNTAX},
        {HEAD "move x' < \n  x +\n", "line 4, column 6: a number", BT_SYNTAX},
        {HEAD "move x' <\n  x & y\n", "line 4, column 7", BT_SYNTAX},
        {HEAD "move x*x' < x\n", "two terms cannot be multiplied", BT_SYNTAX},
        {HEAD "move x' ^ x + 1 < x\n", "needs brackets", BT_SYNTAX},
        {HEAD "move (x' < x\n", "')' is expected", BT_SYNTAX},
        {HEAD "move x' + x\n", "a formula is expected", BT_SYNTAX},
        {HEAD "move x' < x mod 3\n", "line 3", BT_SYNTAX},
        /* blanks before what is wrong are not wrong */
        {HEAD "move and(  (x = 1), x) = 0\n", "line 3, column 12: ", BT_SYNTAX},
        {HEAD "move x' ^ x   + 1 < x\n", "line 3, column 15: ", BT_SYNTAX},
        {HEAD "move x' <=   (x = 1)\n", "line 3, column 14: ", BT_SYNTAX},
        {HEAD "move x' mod 3   < 2\n", "line 3, column 17: ", BT_SYNTAX},
        {HEAD "move x' < x &   x\n", "line 3, column 17: ", BT_SYNTAX},
        {HEAD "move x' <   -(x = 1)\n", "line 3, column 13: ", BT_SYNTAX},
        {HEAD "move x' mod 0 = 0\n", "a modulus is at least 1", BT_DOMAIN},
        {HEAD "move ex x: x' < x\n", "a new name", BT_SYNTAX},
        {HEAD "digits fib\nmove x' ^ x = 0\n", "only in binary digits", BT_DOMAIN},
        {HEAD "digits fib\nmove pow2(x')\n", "only in binary digits", BT_DOMAIN},
        {HEAD "digits base 3\n", "allowed before version 4", BT_SYNTAX},
        {HEAD4 "digits base 1\n", "line 3, column 14: a base from 2 to 8", BT_SYNTAX},
        {HEAD4 "digits 1, 2\n", "'then w(n) =' is expected", BT_SYNTAX},
        {HEAD4 "digits 1, 2 then w(n) = w(n-3)\n", "an earlier weight", BT_SYNTAX},
        {HEAD4 "digits 1, 2 then w(n) = 60w(n-1) + 41w(n-1)\n", "at most 100",
         BT_SYNTAX},
        {HEAD4 "digits 1, 2 then w(n) = 101w(n-1)\n", "at most 100", BT_SYNTAX},
        {HEAD4 "digits 1, 0 then w(n) = w(n-1)\n", "from 1 to 1000000", BT_SYNTAX},
        {HEAD4 "digits 1 then w(n) = 2w(n-1) - 1\n", "cannot stand here", BT_SYNTAX},
        {HEAD4 "digits 1, 2 then w(n) = 3w(n-1)\n",
         "line 3, column 8: these weights do not write every number", BT_DOMAIN},
        {HEAD4 "digits 1, 2, 1 then w(n) = w(n-1) + w(n-2)\n", "these weights fall",
         BT_DOMAIN},
        {HEAD4 "digits 1 then w(n) = w(n-1)\n", "grow too slowly", BT_UNABLE},
        {HEAD4 "digits 1, 2, 3 then w(n) = w(n-1) + 2w(n-3)\n", "too complicated",
         BT_UNABLE},
        {HEAD4 "digits base 3\nmove x' < low(x)\n", "a weight occurs twice", BT_DOMAIN},
        {HEAD4 "digits base 3\nmove shl(x') < x\n", "shl has no meaning", BT_DOMAIN},
        {RULES "claim x' = 0\n", "only in moves", BT_SYNTAX},
        {RULES "claim x = 9999999999999999\n", "10^15", BT_UNABLE},
        {RULES "claim x = 0\nautomaton 2\n", "'measure' is expected", BT_SYNTAX},
        {RULES "measure low(x)\n", "a measure is a sum", BT_DOMAIN},
        {HEAD "value g\n", "line 3, column 7: only certificates from version 2 on",
         BT_SYNTAX},
        {HEAD2 "value x\n", "a variable already has this name", BT_SYNTAX},
        {HEAD2 "value mod\n", "a name for the value", BT_SYNTAX},
        {HEAD2 "value g h\n", "cannot stand here", BT_SYNTAX},
        {HEAD2 "value g\nmisere\n", "normal play", BT_SYNTAX},
        {HEAD2 "value g\nmove x' < g\n", "this is not the name of a variable",
         BT_SYNTAX},
        {HEAD2 "value g\nmove x' < x\nclaim x = g\n",
         "this is not the name of a variable", BT_SYNTAX},
        {HEAD2 "move x' < x\ngrundy x = x\n", "the line 'value' is missing", BT_SYNTAX},
        {HEAD2 "value g\nmove x' < x\nmeasure x\nautomaton 1\naccept 0\n"
               "track x 0 0\n",
         "the last one first", BT_SYNTAX},
        {RULES "measure x\ndrop 2\n", "not that many components", BT_DOMAIN},
        {RULES "measure x\ndrop 0\n", "numbered from 1", BT_DOMAIN},
        {RULES "measure x\ndrop 1 1\n", "for each move", BT_DOMAIN},
        {RULES "measure x\nautomaton 0\n", "at least 1", BT_DOMAIN},
        {RULES "measure x\nautomaton 2000000\n", "fewer than", BT_DOMAIN},
        {RULES "measure x\nautomaton 2\naccept 2\n", "not that many states", BT_DOMAIN},
        {RULES "measure x\nautomaton 2\naccept 1 0\n", "ascending", BT_DOMAIN},
        {RULES "measure x\nautomaton 2\naccept 0\ntrack y 0 1\n", "last one first",
         BT_SYNTAX},
        {RULES "measure x\nautomaton 2\naccept 0\ntrack x 0 2\n",
         "not that many states", BT_DOMAIN},
        {RULES "measure x\nautomaton 2\naccept 0\ntrack x 0\n", "pair", BT_DOMAIN},
        {RULES "measure x\nautomaton 2\naccept 0\ntrack x 0 1a\n",
         "line 7, column 12: a blank", BT_SYNTAX},
        {RULES "measure x\nautomaton 2\naccept 0\ntrack x 0 1\ntrack x 0 1\n",
         "already has its track", BT_DOMAIN},
        {RULES "measure x\nautomaton 2\naccept 0\ntrack x 0 1\nstates 0\nend\n",
         "for each state", BT_DOMAIN},
        {RULES "measure x\nautomaton 2\naccept 0\ntrack x 0 1\nstates 0 1\nend\n",
         "that many nodes", BT_DOMAIN},
        {RULES "measure x\nautomaton 2\naccept 0\ntrack x 0 1\nstates 0 0\n",
         "without the line 'end'", BT_SYNTAX},
        {RULES "measure x\nautomaton 1\naccept 0\ntrack x 0 0\nstates 0\nend\nend\n",
         "follow the line 'end'", BT_SYNTAX},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bt_arena arena;
        bt_checked c;
        bt_arena_init(&arena, ctx);
        bt_status status = bt_check_certificate(&arena, bt_span_of(rows[i].text), &c);
        CHECK(status == rows[i].status && strstr(bt_message(ctx), rows[i].sentence),
              "%s gives %s", rows[i].text, status ? bt_message(ctx) : "no failure");
        bt_arena_free(&arena);
    }
}

/* Deep nesting is refused, whatever it is made of. */
static void test_depth(bt_context *ctx)
{
    static const char *const deep[] = {"(",        "!",      "ex a: ",    "low(",
                                       "true => ", "all b:", "x = 1 <=> "};
    for (size_t i = 0; i < sizeof deep / sizeof deep[0]; i++) {
        bt_text text;
        bt_arena arena;
        bt_checked c;
        bt_text_init(&text, ctx);
        bt_arena_init(&arena, ctx);
        bt_text_put(&text, HEAD "move ");
        for (size_t k = 0; k < 5000; k++)
            bt_text_put(&text, deep[i]);
        bt_status status = bt_check_certificate(&arena, bt_text_span(&text), &c);
        CHECK(status == BT_UNABLE || status == BT_SYNTAX, "%s: %s", deep[i],
              bt_message(ctx));
        bt_arena_free(&arena);
        bt_text_free(&text);
    }
}

/* Digits that are not Fibonacci's: true certificates, and what is wrong with others. */
#define BASE_3 HEAD4 "digits base 3\nmove 1 <= x - x' <= 2\n"
#define THREES                                                                         \
    "measure x\nautomaton 6\naccept 0 1 3 4\ntrack x 1 2 3 2 2 2 4 5 3 3 2 3\n"        \
    "states 0 1 2 3 4 5\nend\n"
#define SCHWENK                                                                        \
    "bouton certificate 4\nvars n m\n"                                                 \
    "digits 1, 2, 3, 4, 6 then w(n) = w(n-1) + w(n-4)\n"
#define SCHWENK_MOVE "move ex t: n = n' + t & 0 < t <= m & m' = 3t\n"
#define SCHWENK_SET                                                                    \
    "measure n\nautomaton 10\naccept 0 1 2 3 5 6 7 8 9\n"                              \
    "track m 1 3 2 4 1 6 5 4 7 4 4 4 8 4 3 4 9 4 1 4\n"                                \
    "track n 0 1 2 3 4 5 6 3 5 5 1 5 7 3 8 5 9 3 8 3\n"                                \
    "states 0 1 2 3 4 5 6 7 8 9\nend\n"

static void test_other_digits(bt_context *ctx)
{
    static const struct {
        const char *text, *why_not, *position;
    } rows[] = {
        {BASE_3 "claim 3 | x\n" THREES, NULL, NULL},
        {BASE_3 "claim x mod 3 = 0\nclaim all y: x = 3y => high(y) <= x\n" THREES,
         "claim 2", "x = 1"},
        {BASE_3 "claim 3 | x | x = 7\n" THREES, "claim 1", "x = 7"},
        {HEAD4 "digits 1, 1 then w(n) = w(n-2) + 2w(n-2)\nmove 1 <= x - x' <= 2\n"
               "claim 3 | x\n" THREES,
         NULL, NULL},
        {BASE_3 "claim ex y: x = 3y\nclaim !(ex y: x = 3y + 1 | x = 3y + 2)\n" THREES,
         NULL, NULL},
        {HEAD4 "digits base 3\nmove 1 <= x - x' <= 3\n" THREES, "step 2", "x = 3"},
        {HEAD4 "digits base 3\nmove x' = x + 1\n" THREES, NULL, ""},
        /* One of two items is better only if its numbers can go on in more ways. */
        {HEAD4 "digits base 4\nmisere\nmove x' < x & x = 2high(x)\n"
               "move x' = 2 & x > 2 & x != 2high(x)\nmeasure x\ndrop 1 1\n"
               "automaton 6\naccept 3 4\ntrack x 1 5 2 3 0 5 4 4 4 5 5 5\n"
               "states 0 1 2 3 4 5\nend\n",
         "step 2", "x = 8"},
        {SCHWENK SCHWENK_MOVE "claim n = 0 | low(n) > m\n" SCHWENK_SET, NULL, NULL},
        {SCHWENK SCHWENK_MOVE "claim n = 0 | low(n) >= m\n" SCHWENK_SET, "claim 1",
         "n = 1, m = 1"},
        {SCHWENK "move ex t: n = n' + t & 0 < t <= m & m' = 2t\n" SCHWENK_SET, "step 2",
         ""},
        {SCHWENK SCHWENK_MOVE
         "measure m\nautomaton 1\naccept 0\ntrack m 0 0\ntrack n 0 0\n"
         "states 0\nend\n",
         "", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bt_arena arena;
        bt_checked c;
        bt_arena_init(&arena, ctx);
        bool ok = bt_check_certificate(&arena, bt_span_of(rows[i].text), &c) == BT_OK;
        bool right = rows[i].why_not || rows[i].position;
        CHECK(ok && c.yes == !right, "row %zu: %s", i,
              ok ? c.why_not : bt_message(ctx));
        if (ok && !c.yes && rows[i].why_not)
            CHECK(strstr(c.why_not, rows[i].why_not) &&
                      (!rows[i].position[0] ||
                       (c.position && strcmp(c.position, rows[i].position) == 0)),
                  "row %zu: %s at %s", i, c.why_not, c.position ? c.position : "-");
        bt_arena_free(&arena);
    }
}

/* One number of the automaton changed: refused, or a certificate of the same set. */
static void test_changed_digits(bt_context *ctx)
{
    static const char text[] = BASE_3 THREES;
    char changed[sizeof text];
    unsigned refused = 0, total = 0;
    for (size_t i = (size_t)(strstr(text, "accept") - text); i + 1 < sizeof text; i++) {
        if (text[i] < '0' || text[i] > '5')
            continue;
        for (char digit = '0'; digit <= '5'; digit++) {
            bt_arena arena;
            bt_checked c = {.yes = false};
            memcpy(changed, text, sizeof text);
            changed[i] = digit;
            bt_arena_init(&arena, ctx);
            bt_status status = bt_check_certificate(&arena, bt_span_of(changed), &c);
            bool yes = status == BT_OK && c.yes;
            CHECK(digit != text[i] || yes, "%s", changed);
            refused += !yes;
            total++;
            bt_arena_free(&arena);
        }
    }
    CHECK(refused >= total * 6 / 10, "only %u of %u are refused", refused, total);
}

static void test_limits(bt_span bytes)
{
    struct failing_host f;
    bt_arena arena;
    bt_checked c;
    failing_host_init(&f, 0);
    bt_context *ctx = bt_context_new(&f.host, 20000);
    bt_arena_init(&arena, ctx);
    bt_status status = bt_check_certificate(&arena, bytes, &c);
    CHECK(status == BT_UNABLE && bt_message(ctx)[0], "a limit of 20000 bytes gives %s",
          bt_message(ctx));
    bt_arena_free(&arena);
    CHECK(bt_memory_used(ctx) == 0, "the limit leaks");
    bt_context_free(ctx);
}

int main(void)
{
    struct failing_host f;
    bt_context *ctx = new_context(&f);
    test_other_digits(ctx);
    test_changed_digits(ctx);
    test_no_memory(bt_span_of(BASE_3 "claim 3 | x\n" THREES));
    const bti_check_effort usual = {.pairs = 1000, .states = 8000, .nodes = 300000};
    const bti_check_effort played = {.pairs = 1, .states = 1, .nodes = 300000};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        test_true(ctx, &games[i]);
    test_true(ctx, &chomp);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        test_true(ctx, &values[i]);
        if (i < 4)
            test_mutants(ctx, &values[i], usual, 7);
    }
    for (size_t i = 0; i < LARGE; i++)
        test_true(ctx, &large[i]);
    for (size_t i = 1; i < LARGE; i++)
        test_mutants(ctx, &large[i], usual, 4);
    for (size_t i = 0; i < 10; i++)
        test_ways(ctx, &games[i], i < 3 || i == 6 || i >= 8);
    for (size_t i = 0; i < LARGE; i++)
        test_ways(ctx, &large[i], i > 0);
    test_mutants(ctx, &games[0], played, 6);
    test_mutants(ctx, &games[2], played, 6);
    test_mutants(ctx, &values[2], played, 6);
    test_directions(ctx);
    test_mutants(ctx, &games[0], usual, 6);
    test_mutants(ctx, &games[2], usual, 6);
    test_mutants(ctx, &games[3], usual, 10);
    test_mutants(ctx, &games[6], usual, 6);
    test_mutants(ctx, &games[10], usual, 9);
    test_mutants(ctx, &games[11], usual, 8);
    test_steps(ctx);
    test_shifts(ctx);
    test_sums(ctx);
    test_bad_text(ctx);
    test_depth(ctx);
    const game *const unlucky[] = {&games[6], &games[11], &large[1], &values[2]};
    for (size_t i = 0; i < sizeof unlucky / sizeof unlucky[0]; i++) {
        const game *g = unlucky[i];
        automaton a;
        bt_text text;
        bt_text_init(&text, ctx);
        learn(g, &a);
        write_certificate(&text, g, g->claim, g->measure, &a);
        test_no_memory(bt_text_span(&text));
        test_limits(bt_text_span(&text));
        bt_text_free(&text);
    }
    bt_context_free(ctx);
    CHECK(f.live_bytes == 0, "%lu bytes were left", (unsigned long)f.live_bytes);
    return check_close();
}
