/* SPDX-License-Identifier: MIT
 * Where formulas have a meaning: an evaluator with three truth values, written here
 * from the definition, against the automata on random formulas, point by point; then
 * the lines that are refused, with their sentences, and those that are guarded; then
 * that everything this program writes itself is defined. */
#include "effort.h"
#include "proof_case.h"

#include "core/excerpt.h"
#include "formula/formula_compile.h"
#include "formula/formula_defined.h"

static bt_context *ctx;

/* ---- random formulas ---- */

static uint64_t seed = 12;

static unsigned roll(unsigned sides)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % sides;
}

struct maker {
    char at[3000];
    size_t len;
    bool fib;
    unsigned bound; /* so many of s, t are variables, too */
};

static void put(struct maker *m, const char *words)
{
    size_t len = strlen(words);
    if (m->len + len < sizeof m->at) {
        memcpy(m->at + m->len, words, len + 1);
        m->len += len;
    }
}

static void put_number(struct maker *m, unsigned number)
{
    char digits[20];
    snprintf(digits, sizeof digits, "%u", number);
    put(m, digits);
}

static void make_variable(struct maker *m)
{
    static const char *const name[] = {"x", "y", "s", "t"};
    put(m, name[roll(2 + m->bound)]);
}

/* A small sum, negative now and then. */
static void make_sum(struct maker *m)
{
    make_variable(m);
    if (roll(3) > 0) {
        put(m, roll(4) ? " - " : " + ");
        if (roll(2))
            make_variable(m);
        else
            put_number(m, roll(5));
    }
}

static void make_term(struct maker *m, unsigned depth)
{
    static const char *const one[] = {"low(", "high(", "shl("}, *const two[] = {"xor(",
                                                                                "and(",
                                                                                "or("};
    if (depth == 0 || roll(3) == 0) {
        make_sum(m);
    } else if (m->fib || roll(2)) {
        put(m, one[roll(3)]);
        make_term(m, depth - 1);
        put(m, ")");
    } else {
        put(m, two[roll(3)]);
        make_term(m, depth - 1);
        put(m, ", ");
        make_term(m, depth - 1);
        put(m, ")");
    }
    if (roll(5) == 0) {
        put(m, " - ");
        put_number(m, roll(4));
    }
}

static void make_atom(struct maker *m)
{
    static const char *const relation[] = {" = ", " != ", " < ", " <= ", " > ", " >= "};
    unsigned kind = roll(m->fib ? 9 : 11), modulus = 2 + roll(4);
    if (kind < 5) {
        make_term(m, 2);
        put(m, relation[roll(6)]);
        make_term(m, 1);
        if (roll(5) == 0) {
            put(m, relation[roll(6)]);
            make_term(m, 1);
        }
    } else if (kind == 5) {
        make_term(m, 1);
        put(m, " in {0, 1, 4}");
    } else if (kind == 6) {
        put_number(m, modulus);
        put(m, " | ");
        make_term(m, 1);
    } else if (kind < 9) {
        put(m, "(");
        make_term(m, 1);
        put(m, ") mod ");
        put_number(m, modulus);
        put(m, relation[roll(2)]);
        put_number(m, roll(modulus));
    } else if (kind == 9) {
        put(m, "pow2(");
        make_term(m, 1);
        put(m, ")");
    } else {
        put(m, "cols(2; ");
        make_term(m, 1);
        put(m, ", y)");
    }
}

/* Bound variables go up to a number, in a way that makes no difference beyond it. */
static void make_formula(struct maker *m, unsigned depth)
{
    static const char *const joint[] = {" & ", " | ", " => ", " <=> "};
    static const char *const quantifier[] = {"(ex s: s <= 9 & (", "(all s: s <= 9 => (",
                                             "(ex t: t < x & (", "(all t: t <= 4 => ("};
    if (depth == 0 || roll(5) == 0) {
        make_atom(m);
    } else if (m->bound < 2 && roll(4) == 0) {
        put(m, quantifier[2 * m->bound + roll(2)]);
        m->bound++;
        make_formula(m, depth - 1);
        m->bound--;
        put(m, "))");
    } else {
        put(m, roll(4) ? "(" : "!(");
        make_formula(m, depth - 1);
        put(m, ")");
        put(m, joint[roll(4)]);
        put(m, "(");
        make_formula(m, depth - 1);
        put(m, ")");
    }
}

/* ---- the definition ---- */

typedef enum { IS_FALSE, IS_UNDEFINED, IS_TRUE } truth;

enum { MOST_BOUND = 14 }; /* no quantified variable above it matters */

static int64_t parts(bti_digits digits, int64_t n, bti_op op)
{
    int64_t weight[80] = {1, 2}, left = n, low = 0, high = 0, shifted = 0;
    int count = 2;
    for (; weight[count - 1] <= n || count < 3; count++)
        weight[count] = digits == BTI_BINARY ? 2 * weight[count - 1]
                                             : weight[count - 1] + weight[count - 2];
    weight[count] = digits == BTI_BINARY ? 2 * weight[count - 1]
                                         : weight[count - 1] + weight[count - 2];
    for (int i = count - 1; i >= 0; i--)
        if (weight[i] <= left) {
            left -= weight[i];
            high = high ? high : weight[i];
            low = weight[i];
            shifted += weight[i + 1];
        }
    return op == BTI_OP_LOW ? low : op == BTI_OP_HIGH ? high : shifted;
}

/* False: a negative argument somewhere. */
static bool value_of(const bti_node *node, bti_digits digits, const uint64_t *at,
                     int64_t *out)
{
    int64_t a[8] = {0};
    size_t n = 0;
    for (const bti_node *child = node->first; child; child = child->next)
        if (!value_of(child, digits, at, &a[n++]))
            return false;
    for (size_t i = 0; i < n && node->op >= BTI_OP_XOR; i++)
        if (a[i] < 0)
            return false;
    *out = a[0];
    switch (node->op) {
    case BTI_OP_NUMBER:
        *out = (int64_t)node->number;
        break;
    case BTI_OP_VAR:
        *out = (int64_t)at[node->var];
        break;
    case BTI_OP_NEG:
        *out = -a[0];
        break;
    case BTI_OP_TIMES:
        *out = (int64_t)node->number * a[0];
        break;
    case BTI_OP_LOW:
    case BTI_OP_HIGH:
    case BTI_OP_SHL:
        *out = parts(digits, a[0], node->op);
        break;
    default:
        for (size_t i = 1; i < n; i++)
            *out = node->op == BTI_OP_SUM       ? *out + a[i]
                   : node->op == BTI_OP_XOR     ? *out ^ a[i]
                   : node->op == BTI_OP_BIT_AND ? (*out & a[i])
                                                : (*out | a[i]);
    }
    return true;
}

static truth truth_of(bool holds)
{
    return holds ? IS_TRUE : IS_FALSE;
}

static truth least_of(truth a, truth b)
{
    return a < b ? a : b;
}

static truth most_of(truth a, truth b)
{
    return a > b ? a : b;
}

static truth not_of(truth a)
{
    return (truth)(IS_TRUE - a);
}

static truth chain_truth(const bti_node *node, bti_digits digits, const uint64_t *at)
{
    truth all = IS_TRUE;
    for (const bti_node *a = node->first, *b; (b = a->next); a = b) {
        int64_t x, y;
        if (!value_of(a, digits, at, &x) || !value_of(b, digits, at, &y)) {
            all = least_of(all, IS_UNDEFINED);
            continue;
        }
        bool holds = b->relation == BTI_EQ   ? x == y
                     : b->relation == BTI_NE ? x != y
                     : b->relation == BTI_LT ? x < y
                     : b->relation == BTI_LE ? x <= y
                     : b->relation == BTI_GT ? x > y
                                             : x >= y;
        all = least_of(all, truth_of(holds));
    }
    return all;
}

static truth atom_truth(const bti_node *node, bti_digits digits, const uint64_t *at)
{
    int64_t a[8] = {0}, m = (int64_t)node->number;
    size_t n = 0;
    if (node->op == BTI_OP_CHAIN)
        return chain_truth(node, digits, at);
    for (const bti_node *child = node->first; child; child = child->next)
        if (!value_of(child, digits, at, &a[n++]))
            return IS_UNDEFINED;
    if (node->op == BTI_OP_DIVIDES)
        return truth_of(a[0] % m == 0);
    if (node->op == BTI_OP_POW2)
        return truth_of(a[0] > 0 && (a[0] & (a[0] - 1)) == 0);
    if (node->op == BTI_OP_COLS) {
        int64_t odd = 0;
        for (size_t i = 0; i < n; i++) {
            if (a[i] < 0)
                return IS_UNDEFINED;
            odd ^= a[i];
        }
        return truth_of(odd == 0); /* modulus 2 */
    }
    for (size_t i = 1; i < n; i++)
        if (node->op == BTI_OP_MOD ? ((a[0] - a[i]) % m == 0) : a[0] == a[i])
            return IS_TRUE;
    return IS_FALSE;
}

static truth formula_truth(const bti_node *node, bti_digits digits, uint64_t *at)
{
    const bti_node *child = node->first;
    truth all;
    switch (node->op) {
    case BTI_OP_NOT:
        return not_of(formula_truth(child, digits, at));
    case BTI_OP_AND:
    case BTI_OP_OR:
        all = formula_truth(child, digits, at);
        while ((child = child->next))
            all = (node->op == BTI_OP_AND ? least_of : most_of)(
                all, formula_truth(child, digits, at));
        return all;
    case BTI_OP_IMPLIES:
        return most_of(not_of(formula_truth(child, digits, at)),
                       formula_truth(child->next, digits, at));
    case BTI_OP_IFF: {
        truth a = formula_truth(child, digits, at),
              b = formula_truth(child->next, digits, at);
        if (a == IS_UNDEFINED || b == IS_UNDEFINED)
            return IS_UNDEFINED;
        return truth_of(a == b);
    }
    case BTI_OP_EX:
    case BTI_OP_ALL:
        all = node->op == BTI_OP_EX ? IS_FALSE : IS_TRUE;
        for (uint64_t v = 0; v <= MOST_BOUND; v++) {
            at[node->var] = v;
            all = (node->op == BTI_OP_EX ? most_of : least_of)(
                all, formula_truth(child, digits, at));
        }
        return all;
    default:
        return atom_truth(node, digits, at);
    }
}

/* ---- automata against the definition ---- */

enum { BOX = 14 };

static const char *const xy[] = {"x", "y"};
static unsigned undefined_somewhere, undefined_nowhere, guarded;

/* The least point of the box where it is undefined; false: none. */
static bool compare_points(const bti_node *node, bti_digits digits, const bti_dfa *set,
                           const bti_dfa *undefined, const char *what, uint64_t *least)
{
    bool some = false;
    for (uint64_t total = 0; total <= 2 * (BOX - 1); total++)
        for (uint64_t x = 0; x <= total; x++) {
            uint64_t at[16] = {x, total - x};
            if (x >= BOX || total - x >= BOX)
                continue;
            truth is = formula_truth(node, digits, at);
            if (bti_dfa_accepts(undefined, at) != (is == IS_UNDEFINED) ||
                (is != IS_UNDEFINED && bti_dfa_accepts(set, at) != (is == IS_TRUE))) {
                CHECK(false, "%s at %d,%d: is %d", what, (int)x, (int)(total - x),
                      (int)is);
                return false;
            }
            check_passed++;

            if (is == IS_UNDEFINED && !some) {
                some = true;
                least[0] = x;
                least[1] = total - x;
            }
        }
    return some;
}

static void check_random(bool fib)
{
    struct maker m = {.fib = fib};
    bti_digits digits = fib ? BTI_FIBONACCI : BTI_BINARY;
    bti_scope scope = {.var = xy, .vars = 2, .digits = digits, .what = "a claim"};
    bti_automata automata;
    bti_dfa *set = NULL, *undefined = NULL;
    const bti_node *node = NULL;
    uint64_t least[2] = {0};
    bt_arena arena;
    char wanted[60];
    make_formula(&m, 3);
    bti_formula_text from = {"the test", false, bt_span_of(m.at)};
    bt_arena_init(&arena, ctx);
    bti_automata_init(&automata, ctx, digits);
    bt_status status = bti_formula_parse(&arena, &scope, &from, from.text, &node);
    if (status == BT_OK)
        status = bti_formula_compile(&automata, node, &set);
    if (status == BT_OK)
        status = bti_undefined_compile(&automata, node, NULL, &undefined);
    CHECK(status == BT_OK, "%s: %s", m.at, bt_message(ctx));
    if (status == BT_OK) {
        bool some = compare_points(node, digits, set, undefined, m.at, least);
        bool empty = bti_dfa_is_empty(undefined);
        status = bti_check_defined(&automata, node, NULL, &scope, &from);
        CHECK(status == (empty ? BT_OK : BT_DOMAIN), "%s: %s", m.at, bt_message(ctx));
        snprintf(wanted, sizeof wanted, " has no meaning at x = %u, y = %u",
                 (unsigned)least[0], (unsigned)least[1]);
        if (some && least[0] + least[1] < BOX)
            CHECK(strstr(bt_message(ctx), wanted), "%s: %s, not%s", m.at,
                  bt_message(ctx), wanted);
        undefined_somewhere += !empty;
        undefined_nowhere += empty;
        guarded += empty && !bti_plainly_defined(node);
    }
    bti_dfa_free(set);
    bti_dfa_free(undefined);
    bt_arena_free(&arena);
}

/* ---- lines ---- */

#define GAME "vars n\nmove n' < n\n"

/* NULL: it is read. The caret stands in the column of the sentence. */
static const struct {
    const char *text, *sentence;
} lines[] = {
    {GAME "claim low(n - 5) = 1\n", "f line 3, column 7: low(n - 5) has no meaning at "
                                    "n = 0, because n - 5 is negative "
                                    "there; write n >= 5 & low(n - 5) = 1, which is "
                                    "false there, or (n >= 5 => low(n - "
                                    "5) = 1), which is true there"},
    {GAME "claim low(n - 5) = 1 | low(n - 5) != 1\n",
     "f line 3, column 7: low(n - 5) has no meaning at n = 0, because n - 5 is "
     "negative "
     "there; write n >= 5 & low(n - 5) = 1, which is false there, or (n >= 5 => low(n "
     "- "
     "5) = 1), which is true there"},
    {GAME "claim n >= 5 & low(n - 5) = 1\n", NULL},
    {GAME "claim low(n - 5) = 1 & n >= 5\n", NULL},
    {GAME "claim n < 5 | low(n - 5) = 1\n", NULL},
    {GAME "claim low(n - 5) = 1 | n < 5\n", NULL},
    {GAME "claim n >= 5 => low(n - 5) = 1\n", NULL},
    {GAME "claim !(n < 5) & !(low(n - 5) = 1)\n", NULL},
    {GAME "claim !(n >= 5 & low(n - 5) = 1)\n", NULL},
    {GAME "claim ex t: n = t + 5 & low(t) = 1\n", NULL},
    {GAME "claim ex t: n = t + 5 & low(n - 5) = 1\n", NULL},
    {GAME "claim all t: t <= n => low(n - t) != 4\n", NULL},
    {GAME "claim ex t: low(n - t) = 1\n", /* none at 0, and t = 1 has no meaning */
     "f line 3, column 13: low(n - t) has no meaning at n = 0 with t = 1, because n - "
     "t "
     "is negative there; write n >= t & low(n - t) = 1, which is false there, or (n >= "
     "t "
     "=> low(n - t) = 1), which is true there"},
    {GAME "claim ex t: low(t - n) = 1\n", NULL}, /* t = n + 1 makes it true */
    {GAME "claim n = 3 | (low(n - 1) = 1 <=> n = 2)\n",
     "f line 3, column 16: low(n - 1) has no meaning at n = 0, because n - 1 is "
     "negative "
     "there; write n >= 1 & low(n - 1) = 1, which is false there, or (n >= 1 => low(n "
     "- "
     "1) = 1), which is true there"},
    {GAME "claim 2 <= n < 4 < low(n - 1)\n",
     NULL}, /* 2 <= n is a comparison of its own */
    {GAME "claim 4 | low(2n - 7)\n",
     "f line 3, column 11: low(2n - 7) has no meaning at n = 0, because 2n - 7 is "
     "negative there; write 2n >= 7 & (4 | low(2n - 7)), which is false there, or (2n "
     ">= "
     "7 => (4 | low(2n - 7))), which is true there"},
    {GAME "claim low(low(n) - 3) = 0\n",
     "f line 3, column 7: low(low(n) - 3) has no meaning at n = 0, because low(n) - 3 "
     "is "
     "negative there; write low(n) >= 3 & low(low(n) - 3) = 0, which is false there, "
     "or "
     "(low(n) >= 3 => low(low(n) - 3) = 0), which is true there"},
    {GAME "claim low(2 - 3) = 0\n", "f line 3, column 7: low(2 - 3) has no meaning at "
                                    "n = 0, because 2 - 3 is negative "
                                    "there"},
    {GAME "claim pow2(n - 5) | (n - 5) mod 3 = 1 | (3 | n - 5) | n - 5 in {1,2}\n",
     NULL},
    {GAME "claim pow2(shl(n - 5))\n",
     "f line 3, column 12: shl(n - 5) has no meaning at n = 0, because n - 5 is "
     "negative "
     "there; write n >= 5 & pow2(shl(n - 5)), which is false there, or (n >= 5 => "
     "pow2(shl(n - 5))), which is true there"},
    {GAME "let odd(a) = low(a) = 1\nclaim n = 0 |\n  odd(n - 2)\n",
     "f line 5, column 3: low(n - 2) has no meaning at n = 1, because n - 2 is "
     "negative "
     "there; write n >= 2 & low(n - 2) = 1, which is false there, or (n >= 2 => low(n "
     "- "
     "2) = 1), which is true there"},
    {GAME "let unused = low(n - 5) = 1\nclaim n = 0\n", NULL},
    {GAME "position low(n - 1) >= 0 | n = 0\n", NULL},
    {GAME "position low(n - 2) = 1 | n = 0\n",
     "f line 3, column 10: low(n - 2) has no meaning at n = 1, because n - 2 is "
     "negative "
     "there; write n >= 2 & low(n - 2) = 1, which is false there, or (n >= 2 => low(n "
     "- "
     "2) = 1), which is true there"},
    {"vars n\nmove n' < n & low(n - n') = 1\n", NULL},
    {"vars n\nmove low(n - n') = 1\n",
     "f line 2, column 6: low(n - n') has no meaning at n = 0 with n' = 1, because n - "
     "n' is negative there; write n >= n' & low(n - n') = 1, which is false there, or "
     "(n >= n' => low(n - n') = 1), which is true there"},
    {"vars n m\nposition n >= m\nmove n' < n & m' <= n' & low(n - m) = 1\n", NULL},
    {"vars n m\nmove n' < n & low(n - m) = 1\n",
     "f line 2, column 15: low(n - m) has no meaning at n = 1, m = 2 with n' = 0, "
     "because n - m is negative there; write n >= m & low(n - m) = 1, which is false "
     "there, or (n >= m => low(n - m) = 1), which is true there"},
    {GAME "rank high(n - 1)\n", "f line 3, column 6: high(n - 1) has no meaning at n = "
                                "0, because n - 1 is negative "
                                "there; a rank must have a value at every position"},
    {"vars n\nposition n >= 1\nmove 1 <= n' < n\nrank high(n - 1) + n\n", NULL},
    {GAME "grundy g = n & low(n - g) = 0\n", NULL},
    {GAME "grundy low(n - g) = 0 & n <= g\n",
     "f line 3, column 8: low(n - g) has no meaning at n = 0 with g = 1, because n - g "
     "is negative there; write n >= g & low(n - g) = 0, which is false there, or (n >= "
     "g "
     "=> low(n - g) = 0), which is true there"},
    {"vars n\nmove n' < n\ndigits fib\nclaim low(n - 1) != 1\n",
     "f line 4, column 7: low(n - 1) has no meaning at n = 0, because n - 1 is "
     "negative "
     "there; write n >= 1 & low(n - 1) != 1, which is false there, or (n >= 1 => low(n "
     "- "
     "1) != 1), which is true there"},
    {"vars a b c d e\nmove a' < a\nclaim (a - b) ^ c = 0\n",
     "f line 3, column 7: (a - b) ^ c has no meaning at the position 0,1,0,0,0, "
     "because "
     "a - b is negative there; write a >= b & (a - b) ^ c = 0, which is false there, "
     "or "
     "(a >= b => (a - b) ^ c = 0), which is true there"},
};

static void check_lines(void)
{
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        bt_game *game = NULL;
        size_t caret = 0;
        unsigned column = 0;
        const char *wanted = lines[i].sentence;
        bt_status status = bti_game_of_text(ctx, "f", bt_span_of(lines[i].text), &game);
        CHECK(status == (wanted ? BT_DOMAIN : BT_OK), "%s: %s", lines[i].text,
              bt_message(ctx));
        if (wanted && status == BT_DOMAIN) {
            CHECK(strcmp(bt_message(ctx), wanted) == 0, "%s\nnot\n%s", bt_message(ctx),
                  wanted);
            CHECK(bti_excerpt(ctx, &caret) &&
                      sscanf(strstr(wanted, "column"), "column %u", &column) == 1 &&
                      caret + 1 == column,
                  "%s: the caret is at %zu", wanted, caret);
        }
        bt_game_free(game);
    }
}

/* ---- what the program writes itself ---- */

static void check_formula(struct proof_case *c, const bti_node *formula,
                          const char *what)
{
    bti_dfa *undefined = NULL;
    bt_status status =
        bti_undefined_compile(&c->theory.m, formula, c->theory.position, &undefined);
    CHECK(status == BT_OK && bti_dfa_is_empty(undefined), "%s is undefined somewhere",
          what);
    bti_dfa_free(undefined);
}

/* The text of a rule set, and what is discovered of it. */
static void check_rules(const char *rules, size_t heaps, bool discover)
{
    struct proof_case c;
    bt_status status = proof_case_rules(&c, ctx, rules, heaps);
    CHECK(status == BT_OK, "%s, %zu heaps: %s", rules, heaps, bt_message(ctx));
    for (size_t i = 0; status == BT_OK && i < c.file->claims; i++)
        check_formula(&c, c.file->claim[i].formula, rules);
    if (status == BT_OK && c.file->grundy.formula)
        check_formula(&c, c.file->grundy.formula, rules);
    for (int values = 0; values < 2 && discover && status == BT_OK; values++) {
        bti_discovery found;
        const bti_node *formula;
        if (values && c.theory.misere)
            continue;
        status = (values ? bti_discover_values : bti_discover_set)(
            &c.theory, &c.measure, c.game, (bti_discover_limits){.states = 300},
            &c.arena, &found);
        CHECK(status == BT_OK, "%s: %s", rules, bt_message(ctx));
        if (status == BT_OK && found.words) {
            CHECK(proof_case_formula(&c, found.words, values, &formula) == BT_OK,
                  "%s: %s", found.words, bt_message(ctx));
            check_formula(&c, formula, found.words);
        }
        if (status == BT_OK)
            bti_discovery_free(&found);
    }
    proof_case_end(&c);
}

static const struct {
    const char *rules;
    size_t from, to;
} sets[] = {
    {"nim", 1, 4},
    {"nim/misere", 1, 4},
    {"moore:2", 2, 4},
    {"moore:2/misere", 2, 4},
    {"staircase", 2, 4},
    {"staircase/misere", 2, 4},
    {"cheating", 2, 4},
    {"cheating/misere", 2, 4},
    {"nimble", 1, 4},
    {"nimble/misere", 1, 4},
    {"dynamic", 0, 0},
    {"dynamic/misere", 0, 0},
    {"dynamic:2", 0, 0},
    {"dynamic:2/misere", 0, 0},
    {"subtraction:1,3,4", 1, 3},
    {"subtraction:1,3,4/misere", 1, 2},
    {"subtraction:2..5", 1, 2},
    {"subtraction:all-but-3", 1, 2},
    {"subtraction:powers-of-2", 1, 2},
    {"subtraction:fibonacci", 1, 1},
};

static void check_own(void)
{
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        for (size_t heaps = sets[i].from; heaps <= sets[i].to; heaps++)
            check_rules(sets[i].rules, heaps, heaps <= 2);
}

/* ---- failing allocations ---- */

static void check_allocations(void)
{
    static const char *const texts[] = {
        "vars x y\nposition x = 0 | low(x - 1) >= 0\n"
        "move x' < x & low(x - x') = 1\nclaim ex t: t <= x & (low(x - t) = 1 <=> y = "
        "t)\n"
        "rank x\n",
        "vars x y\nmove x' < x\nclaim y = 0 | all t: (t > 1 => x = 0) | !(low(x - t) = "
        "1)\n",
    };
    for (size_t i = 0; i < 2; i++)
        for (uint64_t k = 1;; k++) {
            struct failing_host f;
            bt_game *game = NULL;
            failing_host_init(&f, k);
            bt_context *failing = bt_context_new(&f.host, 0);
            if (failing) {
                bt_status status =
                    bti_game_of_text(failing, "f", bt_span_of(texts[i]), &game);
                CHECK(status == BT_NOMEM || f.calls < k, "allocation %d: status %d",
                      (int)k, (int)status);
                CHECK(f.calls >= k || status == (i == 0 ? BT_OK : BT_DOMAIN), "%s",
                      bt_message(failing));
                bt_game_free(game);
                CHECK(bt_memory_used(failing) == 0, "allocation %d leaks", (int)k);
            }
            bt_context_free(failing);
            if (f.calls < k)
                break;
        }
}

int main(void)
{
    unsigned rounds = effort_rounds(1000, 20000);
    ctx = bt_context_new(bt_host_posix(), 0);
    if (!ctx)
        return 1;
    for (unsigned i = 0; i < rounds; i++) {
        check_random(false);
        check_random(true);
    }
    printf("%u formulas are undefined somewhere, %u nowhere, %u of them by guards\n",
           undefined_somewhere, undefined_nowhere, guarded);
    CHECK(undefined_somewhere > rounds / 4 && guarded > rounds / 20,
          "the formulas are too much alike");
    check_lines();
    check_own();
    check_allocations();
    CHECK(bt_memory_used(ctx) == 0, "memory is left");
    bt_context_free(ctx);
    return check_close();
}
