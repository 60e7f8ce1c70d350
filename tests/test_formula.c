/* SPDX-License-Identifier: MIT
 * Formulas and `.game` files: automata against the definition, point by point; printed
 * text reads as the same formula; every mistake gets its sentence and its place; games
 * from files against brute force, against their claims and against the built-in rules.
 */
#include "check.h"
#include "effort.h"
#include "failing_host.h"

#include <bouton/all.h>

#include "core/excerpt.h"
#include "formula/formula_compile.h"
#include "prove/oracle.h"
#include "rules/game_rules.h"

#include <glob.h>

static bt_context *ctx;

/* Random formulas, as text. */

static uint64_t seed = 1;

static unsigned roll(unsigned sides)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % sides;
}

struct text {
    char at[4000];
    size_t len;
};

static void put(struct text *t, const char *words)
{
    size_t len = strlen(words);
    if (t->len + len < sizeof t->at) {
        memcpy(t->at + t->len, words, len + 1);
        t->len += len;
    }
}

static void put_number(struct text *t, unsigned number)
{
    char digits[20];
    snprintf(digits, sizeof digits, "%u", number);
    put(t, digits);
}

struct maker {
    struct text text;
    bool fib, inner; /* inner: t is a variable, too */
};

static void make_term(struct maker *m, unsigned depth)
{
    static const char *const binary[] = {"and(", "or(", "shl(", "low(", "high("};
    unsigned kind = roll(depth == 0 ? 4 : 12);
    struct text *t = &m->text;
    if (kind < 3) {
        put(t, m->inner && roll(2) ? "t" : roll(2) ? "x" : "y");
    } else if (kind == 3) {
        put_number(t, roll(8) ? roll(6) : roll(40));
    } else if (kind < 8) {
        put(t, "(");
        make_term(m, depth - 1);
        put(t, kind < 6 ? " + " : " - ");
        make_term(m, depth - 1);
        put(t, ")");
    } else if (kind == 8) {
        put_number(t, roll(4));
        put(t, "(");
        make_term(m, depth - 1);
        put(t, ")");
    } else if (kind == 9 && !m->fib) {
        put(t, "xor(");
        make_term(m, depth - 1);
        put(t, ", ");
        make_term(m, depth - 1);
        put(t, ")");
    } else {
        unsigned which = m->fib ? 2 + roll(3) : roll(5);
        put(t, binary[which]);
        make_term(m, depth - 1);
        if (which < 2) {
            put(t, ", ");
            make_term(m, depth - 1);
        }
        put(t, ")");
    }
}

static void make_atom(struct maker *m)
{
    static const char *const relations[] = {" = ",  " != ", " < ",
                                            " <= ", " > ",  " >= "};
    struct text *t = &m->text;
    unsigned kind = roll(m->fib ? 9 : 11), modulus = 1 + roll(6);
    if (kind < 5) {
        make_term(m, 2);
        put(t, relations[roll(6)]);
        make_term(m, 2);
        if (roll(4) == 0) {
            put(t, relations[roll(6)]);
            make_term(m, 1);
        }
    } else if (kind == 5) {
        make_term(m, 1);
        put(t, " mod ");
        put_number(t, modulus);
        put(t, " in {");
        put_number(t, roll(modulus));
        put(t, ", ");
        put_number(t, roll(modulus));
        put(t, "}");
    } else if (kind == 6) {
        make_term(m, 1);
        put(t, " mod ");
        put_number(t, modulus);
        put(t, relations[roll(2)]);
        put_number(t, roll(modulus));
    } else if (kind == 7) {
        put_number(t, modulus);
        put(t, " | ");
        make_term(m, 1);
    } else if (kind == 8) {
        make_term(m, 1);
        put(t, roll(2) ? " in {0, 3, 5}" : " in {-4, 1, -1}");
    } else if (kind == 9) {
        put(t, "pow2(");
        make_term(m, 1);
        put(t, ")");
    } else {
        put(t, roll(2) ? "cols(2; " : "cols(3; ");
        make_term(m, 1);
        put(t, ", x, y)");
    }
}

static void make_formula(struct maker *m, unsigned depth)
{
    static const char *const joints[] = {" & ", " | ", " => ", " <=> "};
    struct text *t = &m->text;
    if (depth == 0 || roll(4) == 0) {
        make_atom(m);
        return;
    }
    put(t, roll(4) ? "(" : "!(");
    make_formula(m, depth - 1);
    put(t, ")");
    put(t, joints[roll(4)]);
    put(t, "(");
    make_formula(m, depth - 1);
    put(t, ")");
}

static const char *const xy[] = {"x", "y"};

static bti_scope scope_xy(bool fib)
{
    return (bti_scope){.var = xy,
                       .vars = 2,
                       .digits = fib ? BTI_FIBONACCI : BTI_BINARY,
                       .what = "a claim"};
}

static const bti_node *read_formula(bt_arena *arena, const bti_scope *scope,
                                    const char *text)
{
    bti_formula_text from = {"the test", false, bt_span_of(text)};
    const bti_node *node = NULL;
    bt_status status = bti_formula_parse(arena, scope, &from, from.text, &node);
    CHECK(status == BT_OK, "%s: %s", text, bt_message(ctx));
    return status == BT_OK ? node : NULL;
}

static void check_print(bt_arena *arena, const bti_scope *scope, const bti_node *node,
                        const char *source)
{
    bt_text text;
    bt_text_init(&text, ctx);
    bti_formula_print(node, scope, &text);
    const bti_node *again = read_formula(arena, scope, bt_text_chars(&text));
    CHECK(again && bti_formula_equal(node, again), "%s is printed as %s", source,
          bt_text_chars(&text));
    bt_text_free(&text);
}

enum { BOUND = 40, LEAST_T = 0, MOST_T = 25 };

/* kind 0: no quantifier; 1: ex t; 2: all t, with t up to MOST_T. */
static bool holds_slowly(const bti_node *node, const bti_scope *scope, unsigned kind,
                         uint64_t x, uint64_t y)
{
    uint64_t value[8] = {x, y};
    bool holds = false;
    if (kind == 0) {
        CHECK(bti_formula_holds(ctx, node, scope->digits, value, &holds) == BT_OK, "%s",
              bt_message(ctx));
        return holds;
    }
    /* ex t: t <= MOST_T & F, or all t: t <= MOST_T => F: F is the second child */
    const bti_node *body = node->first->first->next;
    for (uint64_t t = LEAST_T; t <= MOST_T; t++) {
        value[bti_first_bound(2)] = t;
        if (bti_formula_holds(ctx, body, scope->digits, value, &holds) != BT_OK)
            CHECK(false, "%s", bt_message(ctx));
        if (holds == (kind == 1))
            return kind == 1;
    }
    return kind == 2;
}

static void check_random(bool fib, unsigned kind)
{
    static const char *const heads[] = {"", "ex t: t <= 25 & (", "all t: t <= 25 => ("};
    struct maker m = {.fib = fib, .inner = kind > 0};
    bti_scope scope = scope_xy(fib);
    bt_arena arena;
    bti_automata automata;
    bti_dfa *dfa = NULL;
    put(&m.text, heads[kind]);
    make_formula(&m, kind > 0 ? 1 : 2);
    put(&m.text, kind > 0 ? ")" : "");
    bt_arena_init(&arena, ctx);
    bti_automata_init(&automata, ctx, scope.digits);
    const bti_node *node = read_formula(&arena, &scope, m.text.at);
    if (node) {
        check_print(&arena, &scope, node, m.text.at);
        bt_status status = bti_formula_compile(&automata, node, &dfa);
        CHECK(status == BT_OK, "%s: %s", m.text.at, bt_message(ctx));
    }
    for (uint64_t x = 0; dfa && x < BOUND; x++)
        for (uint64_t y = 0; y < BOUND; y++) {
            uint64_t value[] = {x, y};
            bool slow = holds_slowly(node, &scope, kind, x, y);
            if (slow != bti_dfa_accepts(dfa, value)) {
                CHECK(false, "%s%s at %d,%d: the automaton says %d", fib ? "fib: " : "",
                      m.text.at, (int)x, (int)y, !slow);
                x = BOUND;
                break;
            }
        }
    CHECK(!dfa || dfa->tracks <= 2, "%s: a track too many", m.text.at);
    bti_dfa_free(dfa);
    bt_arena_free(&arena);
}

/* Formulas whose meaning is told apart. */
static const struct {
    const char *formula;
    bool fib;
    uint64_t x, y;
    bool holds;
} meanings[] = {
    {"x - y < 0", false, 3, 5, true},
    {"(x - y) mod 2 = 0", false, 3, 5, true}, /* the residue of any whole number */
    {"(x - y) mod 5 = 3", false, 3, 5, true},
    {"(x - y) mod 5 = 3", true, 3, 5, true},
    {"(x - y) mod 5 != 3", false, 3, 5, false},
    {"(x - y) mod 5 in {0,2,4}", false, 3, 5, false},
    {"2 | x - y", false, 3, 5, true},
    {"3 | x - y", false, 3, 5, false},
    {"low(0) = 0 & high(0) = 0", false, 0, 0, true},
    {"low(x) = 4", false, 12, 0, true},
    {"high(x) = 8", false, 12, 0, true},
    {"low(x) = 1", true, 12, 0, true}, /* 12 = 8 + 3 + 1 */
    {"low(x) = 3", true, 11, 0, true}, /* 11 = 8 + 3 */
    {"high(x) = 8", true, 12, 0, true},
    {"shl(x) = 2y", false, 9, 9, true},
    {"shl(x) = y", true, 11, 18, true}, /* 8 + 3 becomes 13 + 5 */
    {"shl(x) = 2y", true, 9, 9, false},
    {"x >= y & shl(x - y) >= 0", true, 3, 5, false},
    {"shl(0) = 0", true, 0, 0, true},
    {"cols(3; x, x, y)", false, 5, 5, true},
    {"x = 1 | x = 2 & y = 1", false, 1, 0, true},   /* & before | */
    {"x = 1 => y = 1 => x = 2", false, 1, 0, true}, /* to the right */
    {"!x = 1 & y = 0", false, 2, 0, true},          /* ! before & */
    {"x = 0 | 3 | y", false, 1, 6, true},           /* | and divides */
    {"3 | y | x = 0", false, 0, 5, true},
    {"ex t: x = 2t | y = 5", false, 3, 5, true}, /* reaches to the end */
    {"x = 1 & ex t: t > 5 & x = 1", false, 1, 0, true},
    {"all t: t >= x <=> x = 0", false, 0, 0, true},
    {"0 <= x < y <= 9 != x", false, 3, 5, true},
    {"2*x + y*3 = 3(x + 1)", false, 3, 2, true},
    {"x = y = 0", false, 0, 0, true},
    {"-x + 5 = y", false, 2, 3, true},
    {"xor(x, y, 1) = 0", false, 6, 7, true},
    {"x ^ y ^ x = xor(y, 0)", false, 6, 7, true},
    {"xor(x, y) = x ^ y", false, 6, 7, true},
    {"xor(x ^ y, 2 + 1) = 2", false, 6, 7, true},
    {"3 xor(x, 1) + 1 = 22", false, 6, 0, true},
    {"x mod 4 != 2", false, 6, 0, false}, /* residues, compared */
    {"(x mod 4) = 2", false, 6, 0, true},
    {"((x + y) mod 4) != 1 & x mod 4 <> 3", false, 6, 7, false},
    {"x mod 4 < 2", false, 5, 0, true},
    {"x mod 4 < 2", false, 6, 0, false},
    {"x mod 4 >= 1", false, 8, 0, false},
    {"(x mod 4) > 1", false, 6, 0, true},
    {"0 = x mod 4", false, 8, 0, true},
    {"0 != x mod 4", false, 8, 0, false},
    {"3 > x - y mod 4 >= 1", false, 3, 5, true},
    {"1 <= x mod 4 <= 2", false, 7, 0, false},
    {"x mod 4 <= 3", false, 7, 0, true},
    {"(x mod 4) in {1,3}", false, 7, 0, true},
    {"x = y (mod 4)", false, 3, 7, true}, /* congruences */
    {"x + 1 \u2261 2y (mod 3)", false, 3, 5, true},
    {"x \u2261 0 (mod 4)", false, 6, 0, false},
    {"x \u2262 y(mod 4)", false, 3, 7, false},
    {"x != y (mod 4)", false, 3, 8, true},
    {"1 = x = y + 2 (mod 3)", false, 4, 5, true},
    {"1 = x = y + 2 (mod 3)", false, 4, 6, false},
    {"x == 3 && y <> 4 || x = 9", false, 3, 5, true}, /* of other languages */
    {"x = 0 -> y = 1 -> x = 2", false, 1, 0, true},
    {"x = 0 <-> y = 1", false, 1, 0, true},
    {"x<-1 | y = 1", false, 1, 0, false},
    {"3 | x || 5 | y", false, 1, 10, true}, /* || is or, | may be divides */
    {"x = 0 \u2228 3 \u2223 y \u2227 y \u2265 6", false, 1, 6, true},
    {"\u00ac(x \u2264 3) \u2227 x \u2260 5", false, 4, 0, true},
    {"x \u2295 y \u2295 x = y", false, 6, 7, true},
    {"\u2203t: x = 2\u00b7t \u2212 1", false, 5, 0, true},
    {"\u2200t: t \u2265 x \u2192 t + 1 > x", false, 5, 0, true},
    {"x = 1 \u2194 y = 1", false, 1, 0, false},
    {"x = 1 \u21d2 y = 1 \u21d4 y = 1", false, 1, 0, true},
    {"true & !false", false, 0, 0, true},
    {"1 | x - y", true, 0, 3, true},
};

static void check_meanings(void)
{
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
        bti_scope scope = scope_xy(meanings[i].fib);
        uint64_t value[] = {meanings[i].x, meanings[i].y};
        bt_arena arena;
        bti_automata m;
        bti_dfa *dfa = NULL;
        bt_arena_init(&arena, ctx);
        bti_automata_init(&m, ctx, scope.digits);
        const bti_node *node = read_formula(&arena, &scope, meanings[i].formula);
        if (node) {
            check_print(&arena, &scope, node, meanings[i].formula);
            CHECK(bti_formula_compile(&m, node, &dfa) == BT_OK, "%s: %s",
                  meanings[i].formula, bt_message(ctx));
        }
        CHECK(dfa && bti_dfa_accepts(dfa, value) == meanings[i].holds, "%s",
              meanings[i].formula);
        bti_dfa_free(dfa);
        bt_arena_free(&arena);
    }
}

/* y = shl(x) in Fibonacci digits: the evaluator, the automaton, and Zeckendorf's words
 * 0, 1, 10, 100, 101, ... in their order, each with a zero put behind it. */
static void check_shifts(void)
{
    bti_scope scope = scope_xy(true);
    bt_arena arena;
    bti_automata m;
    bti_dfa *dfa = NULL;
    bt_arena_init(&arena, ctx);
    bti_automata_init(&m, ctx, scope.digits);
    uint64_t weight[BTI_MOST_DIGITS];
    bti_digit_weights(BTI_FIBONACCI, weight);
    const bti_node *node = read_formula(&arena, &scope, "y = shl(x)");
    CHECK(node && bti_formula_compile(&m, node, &dfa) == BT_OK, "%s", bt_message(ctx));
    for (uint64_t x = 0, word = 0; dfa && x < 200; x++, word++) {
        uint64_t y = 0;
        while (word & (word >> 1))
            word++;
        for (unsigned j = 0; word >> j; j++)
            y += word >> j & 1 ? weight[j + 1] : 0;
        for (uint64_t z = 0; z < 400; z++) {
            uint64_t value[] = {x, z};
            bool holds = false;
            CHECK(bti_formula_holds(ctx, node, scope.digits, value, &holds) == BT_OK &&
                      holds == (z == y) && bti_dfa_accepts(dfa, value) == (z == y),
                  "shl(%d) is %d, not %d", (int)x, (int)y, (int)z);
        }
    }
    const bti_node *large = read_formula(&arena, &scope, "shl(x) = y");
    uint64_t value[] = {UINT64_C(1) << 61, 0};
    bool holds;
    CHECK(large &&
              bti_formula_holds(ctx, large, scope.digits, value, &holds) == BT_UNABLE,
          "2^61 was shifted");
    bti_dfa_free(dfa);
    bt_arena_free(&arena);
}

/* Mistakes: the file, the status, the whole sentence, and the column of the caret. */
static const struct {
    const char *text;
    bt_status status;
    const char *sentence;
} mistakes[] = {
    {"vars x y\nmove x' < z\n", BT_SYNTAX,
     "f.game line 2, column 11: 'z' is not declared; the variables are x and y"},
    {"vars n\nmove n' < m\n", BT_SYNTAX,
     "f.game line 2, column 11: 'm' is not declared; the only variable is n"},
    {"vars x y\nmove x' < x & x*y = 3", BT_SYNTAX,
     "f.game line 2, column 15: two variables cannot be multiplied; a number times a "
     "term can, such as 3x or 2(x + y)"},
    {"vars x y\nmove x' < x(y)", BT_SYNTAX,
     "f.game line 2, column 11: two terms cannot be multiplied; a number times a term "
     "can, such as 3x or 2(x + y)"},
    {"vars   # none\nmove x' < x", BT_SYNTAX,
     "f.game line 1, column 1: the line 'vars' names no variable; write for example: "
     "vars x y"},
    {"move x' < x", BT_SYNTAX,
     "f.game line 1, column 1: the line 'vars' is missing; it names the numbers of a "
     "position: vars x y"},
    {"", BT_SYNTAX,
     "f.game line 1, column 1: the line 'vars' is missing; it names the numbers of a "
     "position: vars x y"},
    {"vars x\nclaim x = 0", BT_SYNTAX,
     "f.game line 1, column 1: there is no line 'move', so nobody could ever move; "
     "write for example: move x' < x"},
    {"vars x\nmove x' < x\nclaim x' = 0", BT_DOMAIN,
     "f.game line 3, column 7: a claim speaks of one position only: 'x'' with a prime, "
     "after a move, belongs in a move"},
    {"vars x\nlet small = x' < 2\nmove x' < x\nclaim small", BT_DOMAIN,
     "f.game line 4, column 7: a claim speaks of one position only: 'x'' with a prime, "
     "after a move, belongs in a move"},
    {"vars x y\ndigits fib\nmove x' < x\nclaim x ^ y = 0", BT_DOMAIN,
     "f.game line 4, column 9: ^ works on binary digits and has no meaning in 'digits "
     "fib'"},
    {"vars x y\nmove x' < x\nclaim pow2(x)\ndigits fib", BT_DOMAIN,
     "f.game line 3, column 7: pow2 works on binary digits and has no meaning in "
     "'digits fib'"},
    {"vars x y\nmove x' < x\nclaim shl(x) = or(x, y)\ndigits fib", BT_DOMAIN,
     "f.game line 3, column 16: or works on binary digits and has no meaning in "
     "'digits fib'"},
    {"vars x\nmvoe x' < x", BT_SYNTAX,
     "f.game line 2, column 1: no line begins with 'mvoe'; did you mean 'move'?"},
    {"vars x\nmove x' < x\n7", BT_SYNTAX,
     "f.game line 3, column 1: no line begins with '7'; there are game, vars, move, "
     "claim, let, position, misere, digits, rank and grundy"},
    {"vars x\nmove x' < x\nlet f(a) = f(a)", BT_DOMAIN,
     "f.game line 3, column 12: 'f' cannot be used here: an abbreviation may use only "
     "those above it, and never itself"},
    {"vars x\nmove x' < x\nlet f = h + 1\nlet h = 3", BT_DOMAIN,
     "f.game line 3, column 9: 'h' cannot be used here: an abbreviation may use only "
     "those above it, and never itself"},
    {"vars x\nmove x' < x\nclaim x mod 0 = 0", BT_DOMAIN,
     "f.game line 3, column 13: the modulus is 0; it must be at least 1"},
    {"vars x\nmove x' < x\nclaim x mod 3 in {0,3}", BT_DOMAIN,
     "f.game line 3, column 9: a number mod 3 is at most 2 and never 3"},
    {"vars x\nmove x' < x\nclaim x mod 3", BT_SYNTAX,
     "f.game line 3, column 7: 'x mod 3' must be compared with a number: x mod 4 = 1, "
     "x "
     "mod 4 < 2 or x mod 4 in {1,3}"},
    {"vars x\nmove x' < x\nclaim (x mod 3) + 1 = 2", BT_SYNTAX,
     "f.game line 3, column 7: '(x mod 3)' must be compared with a number: x mod 4 = "
     "1, x "
     "mod 4 < 2 or x mod 4 in {1,3}"},
    {"vars x\nmove x' < x\nclaim !(x mod 3)", BT_SYNTAX,
     "f.game line 3, column 8: '(x mod 3)' must be compared with a number: x mod 4 = "
     "1, x "
     "mod 4 < 2 or x mod 4 in {1,3}"},
    {"vars x\nmove x' < x\nlet r = x mod 3\nclaim low(r) = 1", BT_SYNTAX,
     "f.game line 4, column 11: 'r' must be compared with a number: x mod 4 = 1, x mod "
     "4 < "
     "2 or x mod 4 in {1,3}"},
    {"vars x\nmove x' < x\nclaim x mod 3 < 0", BT_DOMAIN,
     "f.game line 3, column 9: a number mod 3 is from 0 to 2, so this is never true"},
    {"vars x\nmove x' < x\nclaim x mod 3 != 3", BT_DOMAIN,
     "f.game line 3, column 9: a number mod 3 is at most 2 and never 3"},
    {"vars x\nmove x' < x\nclaim 2 = x mod 3 = 2 = x", BT_SYNTAX,
     "f.game line 3, column 23: a residue is compared once, such as x mod 4 = 1, or "
     "from "
     "both sides, such as 1 <= x mod 4 <= 2"},
    {"vars x\nmove x' < x\nclaim x < x mod 3", BT_SYNTAX,
     "f.game line 3, column 11: x mod 3 can be compared only with a number; to say "
     "that x and y leave the same remainder write 3 | x - y"},
    {"vars x\nmove x' < x\nclaim x < 3 (mod 4)", BT_SYNTAX,
     "f.game line 3, column 13: (mod 4) belongs to an equation, such as x = y (mod 4)"},
    {"vars x\nmove x' < x\nclaim x \u2261 3", BT_SYNTAX,
     "f.game line 3, column 9: '\u2261' needs its modulus: x \u2261 y (mod 4), or 4 | "
     "x - "
     "y"},
    {"vars x\nmove x' < x\nclaim x \u2261 3 mod 4", BT_SYNTAX,
     "f.game line 3, column 11: the modulus of '\u2261' stands in brackets: x \u2261 y "
     "(mod 4)"},
    {"vars x\nmove x' < x\nclaim 4 divides x", BT_SYNTAX,
     "f.game line 3, column 9: that 3 divides x is written 3 | x"},
    {"vars k\nmove k' < k\nclaim k^2 = 4", BT_SYNTAX,
     "f.game line 3, column 9: ^ is the nim-sum, and there are no powers; the nim-sum "
     "with "
     "a constant is written xor(k,2)"},
    {"vars k\nmove k' < k\nclaim k < 2^3", BT_SYNTAX,
     "f.game line 3, column 13: ^ is the nim-sum, and there are no powers; the nim-sum "
     "with a constant is written xor(2,3)"},
    {"vars k\nmove k' < k\nclaim ex t: (k + 1) ^ t ^ 2(3 + 1) ^ low(t ^ k) = 0",
     BT_SYNTAX,
     "f.game line 3, column 27: ^ is the nim-sum, and there are no powers; the nim-sum "
     "with a constant is written xor((k+1),t,2(3+1),low(t^k))"},
    {"vars k\nmove k' < k\nlet two = 2\nclaim k ^ two = 4", BT_SYNTAX,
     "f.game line 4, column 11: ^ is the nim-sum, and there are no powers; the nim-sum "
     "with a constant is written xor(k,two)"},
    {"vars k\nmove k' < k\nclaim k**2 = 4", BT_SYNTAX,
     "f.game line 3, column 9: '**' has no meaning: there are no powers"},
    {"vars k\nmove k' < k\nclaim k\u00b2 = 4", BT_SYNTAX,
     "f.game line 3, column 8: there are no powers, and two variables cannot be "
     "multiplied"},
    {"vars k\nmove k' < k\nclaim k \u2208 {1,2}", BT_SYNTAX,
     "f.game line 3, column 9: '\u2208' is written in, such as x in {1,3}"},
    {"vars k\nmove k' < k\nclaim k =< 3", BT_SYNTAX,
     "f.game line 3, column 10: '=<' is written <="},
    {"vars k\nmove k' < k\nclaim k \u2223 3", BT_SYNTAX,
     "f.game line 3, column 9: before '\u2223' a number is expected, such as 3 | x"},
    {"vars k\nmove k' < k\nclaim 3 || k = 0", BT_SYNTAX,
     "f.game line 3, column 7: '3' is a number, and a statement is expected here, such "
     "as x "
     "= 0"},
    {"vars k\nmove k' < k\nclaim k xor 3 = 0", BT_SYNTAX,
     "f.game line 3, column 9: the nim-sum is written x ^ y or xor(x,y)"},
    {"vars k\ndigits fib\nmove k' < k\nclaim xor(k, 3) = 0", BT_DOMAIN,
     "f.game line 4, column 7: xor works on binary digits and has no meaning in "
     "'digits "
     "fib'"},
    {"vars xor\nmove xor' < xor", BT_SYNTAX,
     "f.game line 1, column 6: 'xor' is a word of the language; choose another name"},
    {"vars x\nmove x' < x\nclaim 0 | x", BT_DOMAIN,
     "f.game line 3, column 7: in 'm | t' the number m is from 1 to 1000000"},
    {"vars x\nmove x' < x\nclaim x = 99999999999999999999999", BT_DOMAIN,
     "f.game line 3, column 11: '99999999999999999999999' is too large: a number is at "
     "most 1000000000000000"},
    {"vars x\nmove x' < x\nclaim 1000001x = 3", BT_DOMAIN,
     "f.game line 3, column 7: the factor 1000001 is too large: a factor is at most "
     "1000000"},
    {"vars x\nmove x' < x\nclaim x", BT_SYNTAX,
     "f.game line 3, column 7: 'x' is a number, and a statement is expected here, such "
     "as "
     "x = 0"},
    {"vars x\nmove x' < x\nclaim x & x = 0", BT_SYNTAX,
     "f.game line 3, column 7: 'x' is a number, and a statement is expected here, such "
     "as "
     "x = 0"},
    {"vars x\nmove x' < x\nclaim (x = 1) + 2 = 0", BT_SYNTAX,
     "f.game line 3, column 7: '(x = 1)' is a statement, and a number is expected "
     "here"},
    {"vars x\nmove x' < x\nclaim x = x and x = 2", BT_SYNTAX,
     "f.game line 3, column 13: statements are joined by & and |, not by 'and'"},
    {"vars x y\nmove x' < x\nclaim x ^ y + 1 = 0", BT_SYNTAX,
     "f.game line 3, column 11: ^ next to + or - needs brackets, such as (x + y) ^ z "
     "or "
     "x + (y ^ z)"},
    {"vars x y\nmove x' < x\nclaim (x) + y ^ y = 0", BT_SYNTAX,
     "f.game line 3, column 7: ^ next to + or - needs brackets, such as (x + y) ^ z or "
     "x + (y ^ z)"},
    {"vars x y\nmove x' < x\nclaim (x = 1", BT_SYNTAX,
     "f.game line 3, column 13: ')' is missing at the end"},
    {"vars x y\nmove x' < x\nclaim x = ", BT_SYNTAX,
     "f.game line 3, column 11: a number or a variable is missing at the end"},
    {"vars x y\nmove x' < x\nclaim x = y)", BT_SYNTAX,
     "f.game line 3, column 12: ')' is not expected here"},
    {"vars x y\nmove x' < x\nclaim x = y % 2", BT_SYNTAX,
     "f.game line 3, column 13: remainders are written x mod 3 = 1"},
    {"vars x y\nmove x' < x\nclaim x = y $ 2", BT_SYNTAX,
     "f.game line 3, column 13: '$' has no place in a formula; a prime is written as ' "
     "and the signs are + - * ^ = != < <= > >= & | ! => <=>"},
    {"vars x y\nmove x'' < x", BT_SYNTAX,
     "f.game line 2, column 8: one prime is enough: x' is the number after the move"},
    {"vars x y\n move x' < x", BT_SYNTAX,
     "f.game line 2, column 2: a line that begins with a blank continues the one "
     "above; "
     "take the blank away for a line 'move' of its own"},
    {"vars x y\nmove x' < x\nclaim ex x: x = 1", BT_DOMAIN,
     "f.game line 3, column 10: 'x' already has a meaning here; choose another name"},
    {"vars x y\nmove x' < x\nclaim ex : x = 1", BT_SYNTAX,
     "f.game line 3, column 10: a name for a bound variable is expected before ':'"},
    {"vars x y\nmove x' < x\nclaim low x = 1", BT_SYNTAX,
     "f.game line 3, column 7: 'low' is written with brackets: low(x)"},
    {"vars x y\nmove x' < x\nclaim low(x, y) = 1", BT_SYNTAX,
     "f.game line 3, column 7: 'low' takes 1 number, not 2"},
    {"vars x y\nmove x' < x\nlet f(a,b) = a < b\nclaim f(x)", BT_SYNTAX,
     "f.game line 4, column 7: 'f' takes 2 numbers, not 1"},
    {"vars x y\nmove x' < x\nclaim lwo(x) = 1", BT_SYNTAX,
     "f.game line 3, column 7: 'lwo' is not declared; did you mean 'low'?"},
    {"vars x x\nmove x' < x", BT_DOMAIN,
     "f.game line 1, column 8: the name 'x' is declared twice"},
    {"vars x mod\nmove x' < x", BT_SYNTAX,
     "f.game line 1, column 8: 'mod' is a word of the language; choose another name"},
    {"vars x\nvars y\nmove x' < x", BT_SYNTAX,
     "f.game line 2, column 1: there is already a line 'vars', and only one is "
     "possible"},
    {"vars x\nmove", BT_SYNTAX,
     "f.game line 2, column 1: the line 'move' is empty; write for example: move x' < "
     "x"},
    {"vars x\nmove x > 3", BT_DOMAIN,
     "f.game line 2, column 1: no variable has a prime here, so this move would change "
     "nothing; write for example: move x' < x"},
    {"vars x\nmove x' < x\ndigits ternary", BT_SYNTAX,
     "f.game line 3, column 8: no digits are called 'ternary'; there are "
     "'binary', 'fib', 'base 3', and weights like 1, 2 then w(n) = w(n-1) + w(n-2)"},
    {"vars x\nmove x' < x\ndigits base 1", BT_DOMAIN,
     "f.game line 3, column 13: a base is a number from 2 to 8"},
    {"vars x\nmove x' < x\ndigits base 9", BT_DOMAIN,
     "f.game line 3, column 13: a base is a number from 2 to 8"},
    {"vars x\nmove x' < x\ndigits 1, 2 then w(n) = 60w(n-1) + 41w(n-1)", BT_DOMAIN,
     "f.game line 3, column 38: the factors of w(n-1) together are more than 100"},
    {"vars x\nmove x' < x\ndigits base 3 4", BT_SYNTAX,
     "f.game line 3, column 15: '4' is not expected here"},
    {"vars x\nmove x' < x\ndigits 1, 2", BT_SYNTAX,
     "f.game line 3, column 12: after the first weights, say how they go on, like: "
     "then w(n) = w(n-1) + w(n-2)"},
    {"vars x\nmove x' < x\ndigits 1, 0 then w(n) = w(n-1)", BT_SYNTAX,
     "f.game line 3, column 11: a weight is expected, a number from 1 to 1000000"},
    {"vars x\nmove x' < x\ndigits 1, 2 then w(n) = w(n-3)", BT_DOMAIN,
     "f.game line 3, column 25: w(n-3) needs at least 3 weights before 'then', and "
     "there "
     "are 2"},
    {"vars x\nmove x' < x\ndigits 1, 2 then w(n) = w(n-1) + w(n)", BT_SYNTAX,
     "f.game line 3, column 34: a recurrence for the weights is expected, like w(n) = "
     "w(n-1) + 2w(n-3)"},
    {"vars x\nmove x' < x\ndigits 1, 2 then w(n) = w(n-1) - w(n-2)", BT_SYNTAX,
     "f.game line 3, column 32: '-' is not expected here"},
    {"vars x\nmove x' < x\ndigits 1, 2 then w(n) = 101w(n-1)", BT_DOMAIN,
     "f.game line 3, column 25: a factor in a recurrence is from 1 to 100"},
    {"vars x\nmove x' < x\ndigits 1, 2 then w(n) = w(n-17)", BT_DOMAIN,
     "f.game line 3, column 29: a weight follows from weights that are 1 to 16 places "
     "before it, not 17"},
    {"vars x\nmove x' < x\ndigits 1, 2 then w(n) = 3w(n-1)", BT_DOMAIN,
     "f.game line 3, column 1: 4 cannot be written in these digits: it is less than "
     "the "
     "weight 6, and the smaller weights add up to only 3"},
    {"vars x\nmove x' < x\ndigits 1, 2 then w(n) = w(n-1)", BT_UNABLE,
     "f.game line 3, column 1: the weights grow too slowly: 160 of them must pass "
     "2^64"},
    {"vars x y\nmove x' < x\nclaim x ^ y = 0\ndigits base 3", BT_DOMAIN,
     "f.game line 3, column 9: ^ works on binary digits and has no meaning in these "
     "digits"},
    {"vars x y\nmove x' < x\nclaim x = low(y)\ndigits base 3", BT_DOMAIN,
     "f.game line 3, column 11: low has no meaning in digits where a weight occurs "
     "twice"},
    {"vars x y\nmove x' < x\nclaim x = shl(y)\ndigits base 3", BT_DOMAIN,
     "f.game line 3, column 11: shl has a meaning only in binary and in Fibonacci "
     "digits"},
    {"vars x g\nmove x' < x\ngrundy g = x", BT_DOMAIN,
     "f.game line 3, column 1: in a line 'grundy' g is the Grundy value; the variable "
     "g "
     "needs another name"},
    {"  vars x\nmove x' < x", BT_SYNTAX,
     "f.game line 1, column 3: a line that begins with a blank continues the one "
     "above, "
     "and there is none"},
    {"vars x y\nmove x' < x\n  & x' <\n  z\n", BT_SYNTAX,
     "f.game line 4, column 3: 'z' is not declared; the variables are x and y"},
    {"vars x\nmove x' < x\nrank x, , 3", BT_SYNTAX,
     "f.game line 3, column 9: a number or a variable is missing at the end"},
    {"vars x\nmove x' > x", BT_DOMAIN,
     "f.game line 2, column 1: this move has infinitely many options from 0"},
    {"vars x y\nmove x' < x & y' > 2", BT_DOMAIN,
     "f.game line 2, column 1: this move has infinitely many options from 1,0"},
    {"vars x y\nmove x' < x\nmove y' = y' & x = 3", BT_DOMAIN,
     "f.game line 3, column 1: this move has infinitely many options from 3,0"},
    {"vars x y\nposition y <= x\nmove x' < x", BT_DOMAIN,
     "f.game line 3, column 1: this move leads from 1,1 to 0,1, "
     "which is not a position of the game"},
    {"vars a b c d e f g h i j k l m n o p q r s t u v w x y z A B C D E F G\n"
     "move a' < a",
     BT_UNABLE,
     "f.game line 1, column 70: too many variables: at most 32 are possible"},
    {"vars \xC3\xA4\nmove x' < x", BT_SYNTAX,
     "f.game line 1, column 6: '\xC3\xA4' is not a name for a variable; a name is "
     "letters, then digits"},
};

/* Reads a file as binding does. */
static bt_status read_file(bt_context *c, const char *text)
{
    bt_game *game = NULL;
    bt_status status = bti_game_of_text(c, "f.game", bt_span_of(text), &game);
    if (status == BT_OK)
        bt_game_free(game);
    return status;
}

/* The excerpt is this line, counted from 1. */
static bool shows_line(const char *text, unsigned line, const char *excerpt)
{
    while (line-- > 1)
        text = strchr(text, '\n') + 1;
    size_t len = strcspn(text, "\r\n");
    return excerpt && strlen(excerpt) == len && memcmp(excerpt, text, len) == 0;
}

static void check_mistakes(void)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        unsigned line = 0, column = 0;
        size_t caret = 0;
        bt_status status = read_file(ctx, mistakes[i].text);
        CHECK(status == mistakes[i].status &&
                  strcmp(bt_message(ctx), mistakes[i].sentence) == 0,
              "%s\n  says: %s\n  wanted: %s", mistakes[i].text, bt_message(ctx),
              mistakes[i].sentence);
        CHECK(sscanf(mistakes[i].sentence, "f.game line %u, column %u: ", &line,
                     &column) == 2,
              "%s", mistakes[i].sentence);
        CHECK(shows_line(mistakes[i].text, line, bti_excerpt(ctx, &caret)) &&
                  caret + 1 == column,
              "%s: the caret is at %zu", mistakes[i].text, caret);
    }
}

static void check_deep(void)
{
    static struct text t;
    size_t caret;
    for (unsigned kind = 0; kind < 6; kind++) {
        static const char *const pieces[] = {
            "(", "!", "ex u: ", "x = 0 => ", "x = 0 <=> ", "2*2*"};
        t.len = 0;
        put(&t, "vars x\nmove x' < x\nclaim ");
        for (unsigned i = 0; i < 300; i++)
            put(&t, pieces[kind]);
        put(&t, "x = 0");
        bt_status status = read_file(ctx, t.at);
        CHECK(status != BT_OK && bti_excerpt(ctx, &caret), "300 times %s was read",
              pieces[kind]);
    }
    /* abbreviations that double: 2^k of them, or 2^k deep */
    for (unsigned kind = 0; kind < 2; kind++) {
        t.len = 0;
        put(&t, "vars x\nmove x' < x\nlet a0(b) = low(b)\n");
        for (unsigned i = 1; i < 40; i++) {
            char line[100];
            snprintf(line, sizeof line,
                     kind ? "let a%u(b) = a%u(a%u(b))\n"
                          : "let a%u(b) = a%u(b) + a%u(b)\n",
                     i, i - 1, i - 1);
            put(&t, line);
        }
        put(&t, "claim a39(x) = 0\n");
        bt_status status = read_file(ctx, t.at);
        CHECK(status == BT_UNABLE && bti_excerpt(ctx, &caret), "2^39 abbreviations: %s",
              bt_message(ctx));
    }
}

/* Games from files. */

static bt_game *open_game(const char *rules)
{
    bt_game *game = NULL;
    bt_status status = bt_game_new(ctx, &bt_builtin, bt_span_of(rules), &game);
    CHECK(status == BT_OK, "%s: %s", rules, bt_message(ctx));
    return game;
}

enum { MOST_OPTIONS = 5000 };

struct seen {
    bt_visit visit;
    uint64_t target[MOST_OPTIONS][4];
    size_t n;
};

static bool see(bt_visit *visit, const bt_move *move)
{
    struct seen *s = (struct seen *)visit;
    const bt_pos *p = move->to;
    if (s->n == MOST_OPTIONS)
        return false;
    memset(s->target[s->n], 0, sizeof s->target[0]);
    memcpy(s->target[s->n++], p->x, p->n * sizeof *p->x);
    return true;
}

static bool is_seen(const struct seen *s, const uint64_t *target, size_t n)
{
    for (size_t i = 0; i < s->n; i++)
        if (memcmp(s->target[i], target, n * sizeof *target) == 0)
            return true;
    return false;
}

/* Goes to the next vector with numbers up to `most`, of those in `mask`. */
static bool next_vector(uint64_t *x, size_t n, uint64_t mask, uint64_t most)
{
    for (size_t i = 0; i < n; i++) {
        if (!(mask >> i & 1))
            continue;
        if (x[i]++ < most)
            return true;
        x[i] = 0;
    }
    return false;
}

/* All targets of one line, by trying all numbers up to `most`. */
static size_t try_targets(const bti_game_file *file, const bti_line *line,
                          const bti_dfa *dfa, const uint64_t *x, uint64_t most,
                          struct seen *all)
{
    size_t n = file->scope.vars;
    uint64_t value[16] = {0};
    memcpy(value, x, n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        value[n + i] = line->changes >> i & 1 ? 0 : x[i];
    do {
        bool holds = false;
        if (bti_formula_holds(ctx, line->formula, file->scope.digits, value, &holds) !=
            BT_OK)
            holds = bti_dfa_accepts(dfa, value);
        if (holds && !is_seen(all, value + n, n) && all->n < MOST_OPTIONS) {
            memset(all->target[all->n], 0, sizeof all->target[0]);
            memcpy(all->target[all->n++], value + n, n * sizeof *x);
        }
    } while (next_vector(value + n, n, line->changes, most));
    return all->n;
}

static void check_options(const bt_game *game, uint64_t most)
{
    static struct seen shown, tried;
    const bti_game_file *file = bti_game_file_of(game);
    bti_dfa *dfa[8] = {NULL}, *position = NULL;
    bti_automata m;
    /* rules in other digits do not speak of digits here, and binary ones cost least */
    bti_digits digits = file->scope.digits;
    bti_automata_init(&m, ctx, digits == BTI_FIBONACCI ? digits : BTI_BINARY);
    for (size_t i = 0; i < file->moves; i++)
        CHECK(bti_formula_compile(&m, file->move[i].formula, &dfa[i]) == BT_OK, "%s",
              bt_message(ctx));
    if (file->position.formula)
        CHECK(bti_formula_compile(&m, file->position.formula, &position) == BT_OK, "%s",
              bt_message(ctx));
    size_t n = file->scope.vars;
    uint64_t x[4] = {0}, before[4];
    bt_pos pos = {.x = x, .n = n, .cap = n, .ctx = ctx};
    do {
        if (position && !bti_dfa_accepts(position, x))
            continue;
        shown.visit.option = see;
        shown.n = tried.n = 0;
        memcpy(before, x, sizeof x);
        bt_status status = bt_options(game, &pos, &shown.visit);
        CHECK(status == BT_OK && !shown.visit.ended && memcmp(before, x, sizeof x) == 0,
              "%s: a walk ends with %s", game->name, bt_status_name(status));
        for (size_t i = 0; i < file->moves; i++)
            try_targets(file, &file->move[i], dfa[i], x, 3 * most + 2, &tried);
        bool same = shown.n == tried.n;
        for (size_t i = 0; same && i < tried.n; i++)
            same = is_seen(&shown, tried.target[i], n);
        if (!same) {
            CHECK(false, "%s at %d,%d,%d: %zu options, %zu by trying", game->name,
                  (int)x[0], (int)x[1], (int)x[2], shown.n, tried.n);
            break;
        }
        check_passed++;
    } while (next_vector(x, n, 15, most));
    for (size_t i = 0; i < file->moves; i++)
        bti_dfa_free(dfa[i]);
    bti_dfa_free(position);
}

static bt_verdict solve(bt_solver *solver, const bt_game *game, const uint64_t *x,
                        size_t n)
{
    bt_verdict verdict = {.outcome = BT_UNKNOWN};
    bt_text text;
    bt_sum sum = {0};
    bt_text_init(&text, ctx);
    for (size_t i = 0; i < n; i++)
        bt_text_format(&text, "%s%u", i ? "," : "", (unsigned)x[i]);
    if (bt_sum_add(ctx, &sum, game, bt_text_span(&text)) != BT_OK ||
        bt_solve(solver, &sum, &verdict) != BT_OK)
        verdict.outcome = BT_UNKNOWN;
    bt_sum_free(ctx, &sum);
    bt_text_free(&text);
    return verdict;
}

/* P exactly where the claims hold; a Grundy line is right, too. */
static void check_claims(const bt_game *game, uint64_t most)
{
    const bti_game_file *file = bti_game_file_of(game);
    size_t n = file->scope.vars;
    bti_automata m;
    bt_solver *solver = NULL;
    bti_dfa *set[3] = {NULL};
    bti_automata_init(&m, ctx, file->scope.digits);
    CHECK(bt_solver_new(ctx, BT_BY_SEARCH, &solver) == BT_OK, "no solver");
    for (size_t i = 0; i < file->claims && i < 2; i++)
        CHECK(bti_formula_compile(&m, file->claim[i].formula, &set[i]) == BT_OK, "%s",
              bt_message(ctx));
    if (file->grundy.formula)
        CHECK(bti_formula_compile(&m, file->grundy.formula, &set[2]) == BT_OK, "%s",
              bt_message(ctx));
    uint64_t value[16] = {0};
    do {
        bt_verdict v = solve(solver, game, value, n);
        if (v.outcome == BT_UNKNOWN) {
            CHECK(file->position.formula, "%s: %s", game->name, bt_message(ctx));
            continue; /* no position */
        }
        for (size_t i = 0; i < 2; i++)
            CHECK(!set[i] || bti_dfa_accepts(set[i], value) == (v.outcome == BT_P),
                  "%s claim %zu is wrong at %d,%d", game->name, i + 1, (int)value[0],
                  (int)value[1]);
        for (uint64_t g = 0; set[2] && g < 20; g++) {
            value[bti_value_var(n)] = g;
            CHECK(bti_dfa_accepts(set[2], value) == (v.grundy == g),
                  "%s: the Grundy line is wrong at %d for %d", game->name,
                  (int)value[0], (int)g);
        }
    } while (next_vector(value, n, 15, most));
    for (size_t i = 0; i < 3; i++)
        bti_dfa_free(set[i]);
    bt_solver_free(solver);
}

/* Printed and read again it is the same file. */
static void check_file_text(const bt_game *game)
{
    bt_text first, second;
    bt_arena arena;
    bti_game_file again;
    bt_text_init(&first, ctx);
    bt_text_init(&second, ctx);
    bt_arena_init(&arena, ctx);
    bti_game_file_print(bti_game_file_of(game), &first);
    bti_formula_text from = {"again", true, bt_text_span(&first)};
    CHECK(bti_game_file_parse(&arena, &from, &again) == BT_OK, "%s: %s\n%s", game->name,
          bt_message(ctx), bt_text_chars(&first));
    bti_game_file_print(&again, &second);
    CHECK(strcmp(bt_text_chars(&first), bt_text_chars(&second)) == 0, "%s\nbecame\n%s",
          bt_text_chars(&first), bt_text_chars(&second));
    bt_text_free(&first);
    bt_text_free(&second);
    bt_arena_free(&arena);
}

static void check_files(void)
{
    static const uint64_t options_to[] = {0, 40, 12, 4, 2},
                          claims_to[] = {0, 150, 25, 9, 5};
    glob_t files;
    size_t count = 0;
    if (glob("../games/*.game", 0, NULL, &files) == 0)
        for (; count < files.gl_pathc; count++) {
            bt_game *game = open_game(files.gl_pathv[count]);
            if (!game)
                continue;
            size_t n = bti_game_file_of(game)->scope.vars;
            check_options(game, options_to[n]);
            check_claims(game, claims_to[n]);
            check_file_text(game);
            bt_game_free(game);
        }
    CHECK(count >= 15, "only %zu games", count);
    globfree(&files);
}

/* The same game twice: from a file and built in. */
static void check_same(const char *file, const char *rules, size_t n, uint64_t most,
                       const char *between)
{
    bt_game *a = open_game(file), *b = open_game(rules);
    bt_solver *solver = NULL;
    uint64_t x[4] = {0};
    CHECK(bt_solver_new(ctx, BT_BY_SEARCH, &solver) == BT_OK, "no solver");
    do {
        char text[100];
        size_t used = 0;
        bt_sum sum = {0};
        bt_verdict built_in = {.outcome = BT_UNKNOWN};
        bt_verdict read = solve(solver, a, x, n);
        for (size_t i = 0; i < n; i++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%u",
                                     i ? between : "", (unsigned)x[i]);
        CHECK(bt_sum_add(ctx, &sum, b, bt_span_of(text)) == BT_OK &&
                  bt_solve(solver, &sum, &built_in) == BT_OK,
              "%s %s: %s", rules, text, bt_message(ctx));
        CHECK(read.outcome == built_in.outcome &&
                  read.has_grundy == built_in.has_grundy &&
                  (!read.has_grundy || read.grundy == built_in.grundy),
              "%s and %s differ at %s", file, rules, text);
        bt_sum_free(ctx, &sum);
    } while (next_vector(x, n, 15, most));
    bt_solver_free(solver);
    bt_game_free(a);
    bt_game_free(b);
}

static void check_play(void)
{
    bt_game *game = NULL;
    bt_pos pos;
    CHECK(bt_game_new(ctx, &bt_builtin, bt_span_of("../games/misere-nim2.game/normal"),
                      &game) == BT_DOMAIN,
          "/normal beside a line 'misere'");
    CHECK(strcmp(bt_message(ctx),
                 "../games/misere-nim2.game has a line 'misere', so it "
                 "cannot be played as /normal") == 0,
          "%s", bt_message(ctx));
    game = open_game("../games/misere-nim2.game/misere");
    CHECK(game && strcmp(game->name, "game:../games/misere-nim2.game/misere") == 0,
          "the name is %s", game ? game->name : "");
    bt_pos_init(&pos, ctx);
    if (game) {
        CHECK(game->rules->parse(ctx, game, bt_span_of("3"), &pos) == BT_SYNTAX, "3");
        CHECK(strcmp(bt_message(ctx),
                     "'3' has one number; a position is x,y such as 3,4") == 0,
              "%s", bt_message(ctx));
    }
    bt_game_free(game);
    game = open_game("../games/chomp2.game");
    if (game) {
        CHECK(game->rules->parse(ctx, game, bt_span_of("3,4"), &pos) == BT_DOMAIN,
              "3,4");
        CHECK(strcmp(bt_message(ctx),
                     "'3,4' is not a position of this game: it does not satisfy the "
                     "'position' line (line 6 of the file)") == 0,
              "%s", bt_message(ctx));
    }
    bt_game_free(game);
    bt_pos_free(&pos);
}

/* What a prover does: a claim from elsewhere that uses the file's abbreviations, a term
 * before and after a move. */
static void check_for_provers(void)
{
    bt_game *game = open_game("../games/misere-nim2.game");
    const bti_game_file *file = game ? bti_game_file_of(game) : NULL;
    const uint32_t primes[] = {bti_primed(2, 0), bti_primed(2, 1)};
    const bti_node *claim, *total = NULL, *after = NULL;
    size_t caret = 0;
    bti_automata m;
    bti_dfa *falls = NULL;
    bt_arena arena;
    if (!file)
        return;
    bti_scope scope = file->scope;
    bt_arena_init(&arena, ctx);
    bti_automata_init(&m, ctx, scope.digits);
    bti_formula_text from = {"the claim", false, bt_span_of("!small & x ^ y = 0")};
    CHECK(bti_formula_parse(&arena, &scope, &from, from.text, &claim) == BT_OK, "%s",
          bt_message(ctx));
    from.text = bt_span_of("small & x = k");
    CHECK(bti_formula_parse(&arena, &scope, &from, from.text, &claim) == BT_SYNTAX,
          "k was read");
    CHECK(strcmp(
              bt_message(ctx),
              "the claim, column 13: 'k' is not declared; the variables are x and y") ==
              0,
          "%s", bt_message(ctx));
    const char *line = bti_excerpt(ctx, &caret);
    CHECK(line && strcmp(line, "small & x = k") == 0 && caret == 12,
          "the picture is %s", line ? line : "missing");
    from.text = bt_span_of("x + low(y)");
    CHECK(bti_term_parse(&arena, &scope, &from, from.text, &total) == BT_OK &&
              bti_formula_rename(&arena, total, primes, 2, &after) == BT_OK &&
              bti_compare_compile(&m, after, BTI_LT, total, &falls) == BT_OK,
          "%s", bt_message(ctx));
    for (uint64_t i = 0; falls && i < 4096; i++) {
        uint64_t v[] = {i & 7, i >> 3 & 7, i >> 6 & 7, i >> 9};
        CHECK(bti_dfa_accepts(falls, v) ==
                  (v[2] + (v[3] & (0 - v[3])) < v[0] + (v[1] & (0 - v[1]))),
              "x + low(y) after %d", (int)i);
    }
    bti_dfa_free(falls);
    bt_arena_free(&arena);
    bt_game_free(game);
}

/* Large numbers, and the order: rule by rule, the smaller first. */
static bool upwards(bt_visit *visit, const bt_move *move)
{
    struct seen *s = (struct seen *)visit;
    uint64_t y = move->to->x[1];
    CHECK(move->at == 1 && move->now == 1 && y == s->target[0][0]++, "order at %d",
          (int)y);
    return y != 99;
}

static void check_large(void)
{
    bt_game *game = open_game("../games/nim3.game");
    uint64_t x[] = {0, UINT64_MAX, UINT64_MAX};
    bt_pos pos = {.x = x, .n = 3, .cap = 3, .ctx = ctx};
    static struct seen s;
    s.visit.option = upwards;
    CHECK(game && bt_options(game, &pos, &s.visit) == BT_OK && s.visit.ended &&
              s.target[0][0] == 100,
          "a walk goes on");
    CHECK(x[1] == UINT64_MAX && x[2] == UINT64_MAX, "not restored");
    bt_game_free(game);
    game = open_game("../games/fibonacci-nim.game");
    x[0] = x[1] = UINT64_MAX;
    pos.n = 2;
    CHECK(game && bt_options(game, &pos, &s.visit) == BT_UNABLE,
          "twice as much fits 64 bits");
    bt_game_free(game);
}

static const char every_line[] = "game every line\nvars x y p\nposition p <= 1\n"
                                 "let even(a) = 2 | a\nlet two = 2\n"
                                 "move x' < x & even(x - x')\nmove y' < y\n"
                                 "move x' < x & x - x' = y - y'\n"
                                 "move ex t: p = p' + t & pow2(t) & x + y > two\n"
                                 "claim low(x ^ y) = 0 & cols(3; x, y) & p mod 2 = 1\n"
                                 "rank x + y, p\ngrundy g = x ^ y | all t: t > g\n";

/* Reading, compiling, walking tables: each allocation fails once. */
static void check_allocations(void)
{
    static const char *const texts[] = {
        every_line, "vars x\nmove x' > x & 3 | x'\n",
        "vars x y\nposition y <= x\nmove x' < x\n",
        "vars x\ndigits 1, 2, 2, 5 then w(n) = 2w(n-2) + w(n-4)\nmove x' > high(x)\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (uint64_t k = 1;; k++) {
            struct failing_host f;
            failing_host_init(&f, k);
            bt_context *failing = bt_context_new(&f.host, 0);
            if (failing) {
                bt_status status = read_file(failing, texts[i]);
                CHECK(status == BT_NOMEM || f.calls < k, "allocation %d: status %d",
                      (int)k, (int)status);
                CHECK(f.calls >= k || status == (i == 0 ? BT_OK : BT_DOMAIN), "%s: %s",
                      texts[i], bt_message(failing));
                CHECK(bt_memory_used(failing) == 0, "allocation %d leaks", (int)k);
            }
            bt_context_free(failing);
            CHECK(f.live_bytes == 0, "allocation %d leaves bytes", (int)k);
            if (f.calls < k)
                break;
        }
}

int main(void)
{
    unsigned rounds = effort_rounds(60, 1000);
    ctx = bt_context_new(bt_host_posix(), 0);
    if (!ctx)
        return 1;
    check_meanings();
    check_shifts();
    check_mistakes();
    check_deep();
    for (unsigned i = 0; i < rounds; i++)
        for (unsigned kind = 0; kind < 3; kind++) {
            check_random(false, kind);
            check_random(true, kind);
        }
    check_files();
    check_same("../games/nim3.game", "nim", 3, 6, ",");
    check_same("../games/misere-nim2.game", "nim/misere", 2, 9, ",");
    check_same("../games/moore2-of-3.game", "moore:2", 3, 6, ",");
    check_same("../games/staircase3.game", "staircase", 3, 5, ",");
    check_same("../games/staircase3.game/misere", "staircase/misere", 3, 5, ",");
    check_same("../games/subtraction-1-3-4.game", "subtraction:1,3,4", 1, 60, ",");
    check_same("../games/power-of-two.game", "subtraction:powers-of-2", 1, 60, ",");
    check_same("../games/bounded-nim.game", "subtraction:1..3", 2, 12, ",");
    check_same("../games/dynamic.game", "dynamic", 2, 24, ":");
    check_same("../games/dynamic.game/misere", "dynamic/misere", 2, 24, ":");
    check_same("../games/fibonacci-nim.game", "dynamic:2", 2, 24, ":");
    check_play();
    check_for_provers();
    check_large();
    check_allocations();
    CHECK(bt_memory_used(ctx) == 0, "memory is left");
    bt_context_free(ctx);
    return check_close();
}
