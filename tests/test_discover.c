/* SPDX-License-Identifier: MIT
 * Discoveries: from rules alone, what is found agrees with search on all positions
 * below a bound, its words say the same, and its certificate passes the checker. */
#include "effort.h"
#include "proof_case.h"

#include <stdlib.h>

static bt_context *ctx;

struct row {
    const char *rules;
    size_t heaps;
    uint64_t states;   /* of the automaton, the smallest there is */
    const char *words; /* NULL: none are known */
};

static const struct row rows[] = {
    {"nim", 2, 2, "x ^ y = 0"},
    {"nim", 3, 2, "x ^ y ^ z = 0"},
    {"nim", 4, 2, "x1 ^ x2 ^ x3 ^ x4 = 0"},
    {"nim/misere", 2, 5,
     "(x <= 1 & y <= 1) & (x + y) mod 2 = 1 | (x > 1 | y > 1) & x ^ y = 0"},
    {"nim/misere", 3, 5,
     "(x <= 1 & y <= 1 & z <= 1) & (x + y + z) mod 2 = 1 | (x > 1 | y > 1 | z > 1) & x "
     "^ y ^ z = 0"},
    {"nim/misere", 4, 5,
     "(x1 <= 1 & x2 <= 1 & x3 <= 1 & x4 <= 1) & (x1 + x2 + x3 + x4) mod 2 = 1 | (x1 > "
     "1 | x2 > 1 | x3 > 1 | x4 > 1) & x1 ^ x2 ^ x3 ^ x4 = 0"},
    {"moore:2", 3, 2, "cols(3; x,y,z)"},
    {"moore:2", 4, 2, "cols(3; x1,x2,x3,x4)"},
    {"moore:3", 4, 2, "cols(4; x1,x2,x3,x4)"},
    {"moore:2/misere", 3, 5,
     "(x <= 1 & y <= 1 & z <= 1) & (x + y + z) mod 3 = 1 | (x > 1 | y > 1 | z > 1) & "
     "cols(3; x,y,z)"},
    {"moore:2/misere", 4, 5,
     "(x1 <= 1 & x2 <= 1 & x3 <= 1 & x4 <= 1) & (x1 + x2 + x3 + x4) mod 3 = 1 | (x1 > "
     "1 | x2 > 1 | x3 > 1 | x4 > 1) & cols(3; x1,x2,x3,x4)"},
    {"moore:3/misere", 4, 5,
     "(x1 <= 1 & x2 <= 1 & x3 <= 1 & x4 <= 1) & (x1 + x2 + x3 + x4) mod 4 = 1 | (x1 > "
     "1 | x2 > 1 | x3 > 1 | x4 > 1) & cols(4; x1,x2,x3,x4)"},
    {"subtraction:1,3,4", 2, 147,
     "x mod 7 in {0,2} & y mod 7 in {0,2} | x mod 7 in {1,3} & y mod 7 in {1,3} | x "
     "mod "
     "7 in {4,6} & y mod 7 in {4,6} | x mod 7 = 5 & y mod 7 = 5"},
    {"subtraction:1,3,4/misere", 2, 147,
     "x mod 7 in {1,3} & y mod 7 in {0,2} | x mod 7 in {0,2} & y mod 7 in {1,3} | x "
     "mod "
     "7 in {4,6} & y mod 7 in {4,6} | x mod 7 = 5 & y mod 7 = 5"},
    {"staircase", 3, 2, "x ^ z = 0"},
    {"staircase", 4, 2, "x1 ^ x3 = 0"},
    {"staircase/misere", 3, 5,
     "(x <= 1 & z <= 1) & (x + z) mod 2 = 1 | (x > 1 | z > 1) & x ^ z = 0"},
    {"staircase/misere", 4, 5,
     "(x1 <= 1 & x3 <= 1) & (x1 + x3) mod 2 = 1 | (x1 > 1 | x3 > 1) & x1 ^ x3 = 0"},
    {"cheating", 2, 2, "x ^ y = 0"},
    {"cheating", 3, 2, "x ^ y ^ z = 0"},
    {"cheating/misere", 2, 5,
     "(x <= 1 & y <= 1) & (x + y) mod 2 = 1 | (x > 1 | y > 1) & x ^ y = 0"},
    {"cheating/misere", 3, 5,
     "(x <= 1 & y <= 1 & z <= 1) & (x + y + z) mod 2 = 1 | (x > 1 | y > 1 | z > 1) & x "
     "^ y ^ z = 0"},
    {"dynamic", 0, 3, "n = 0 | low(n) > m"},
    {"dynamic/misere", 0, 5, "n >= 1 & m >= 1 & (n = 1 | low(n - 1) > m)"},
    {"dynamic:2", 0, 5, "n = 0 | low(n) > m"},
    {"dynamic:3", 0, 10, "n = 0 | low(n) > m"},
    {"dynamic:2/misere", 0, 10, "n >= 1 & m >= 1 & (n = 1 | low(n - 1) > m)"},
    {"subtraction:1,3,4", 1, 21, "n mod 7 in {0,2}"},
    {"subtraction:1,3,4/misere", 1, 21, "n mod 7 in {1,3}"},
    {"subtraction:1,3,6", 1, 27, "n mod 9 in {0,2,4}"},
    {"subtraction:1,3,6/misere", 1, 27, "n mod 9 in {1,3,5}"},
    {"subtraction:1,5,6", 1, 55, "n mod 11 in {0,2,4}"},
    {"subtraction:1,5,6/misere", 1, 55, "n mod 11 in {1,3,5}"},
    {"subtraction:1,3,5,6", 1, 55, "n mod 11 in {0,2,4}"},
    {"subtraction:1,3,5,6/misere", 1, 55, "n mod 11 in {1,3,5}"},
    {"subtraction:1,4,10", 1, 79, "n in {0,2,5,7} | n >= 11 & n mod 11 in {2,5,7,10}"},
    {"subtraction:1,4,10/misere", 1, 79,
     "n in {1,3,6,8} | n >= 12 & n mod 11 in {0,3,6,8}"},
    {"subtraction:2..5", 1, 21, "n mod 7 in {0,1}"},
    {"subtraction:2..5/misere", 1, 21, "n mod 7 in {2,3}"},
    {"subtraction:powers-of-2", 1, 3, "n mod 3 = 0"},
    {"subtraction:powers-of-2/misere", 1, 3, "n mod 3 = 1"},
    {"subtraction:powers-of-2", 2, 3, "3 | x - y"},
    {"subtraction:1..3", 2, 4, "4 | x - y"},
    {"subtraction:all-but-3", 1, 4, "n in {0,3}"},
    {"../games/at-most-half.game", 0, 3, "pow2(n + 1)"},
    {"../games/at-most-the-other.game", 0, 4, "x = 0 | y = 0"},
    {"../games/at-most-one-more.game", 0, 65, NULL},
    {"cli/files/by-fours.game", 0, 4, "(x in {0,1,2,3})"},
    {"../games/bounded-nim.game", 0, 4, "4 | x - y"},
    {"../games/chomp2.game", 0, 3, "x = y + 1"},
    {"../games/end-nim3.game", 0, 7,
     "x = 0 & (x ^ y ^ z = 0) | x > 0 & (z = 0 & (x ^ y ^ z = 0) | z > 0 & (x = z & x "
     "!= y))"},
    {"../games/greedy-nim.game", 0, 9, NULL},
    {"../games/nim2-pass.game", 0, 6,
     "x = 0 & (y = 0) | x > 0 & (p = 0 & (x ^ y ^ p = 0) | p > 0 & ((x + y) mod 4 = 3 "
     "& x <= y + 1 & y <= x + 1))"},
    {"../games/power-diagonals.game", 0, 11, "(3 | x + y) & x <= y + 1 & y <= x + 1"},
    {"../games/wythoff.game", 0, 7, NULL},
    {"../games/wythoff-2.game", 0, 34, NULL},
    {"../games/dynamic-3.game", 0, 10, "n = 0 | low(n) > m"},
};

static void compare_with_search(const char *rules, struct proof_case *c,
                                const bti_dfa *set, bool values)
{
    uint64_t x[2 * BTI_VARS_MAX + 1] = {0};
    bti_oracle oracle;
    bt_verdict verdict;
    size_t vars = c->theory.vars;
    uint64_t most = vars == 1 ? 120 : vars == 2 ? 40 : vars == 3 ? 14 : 8;
    CHECK(bti_oracle_begin(&oracle, ctx, c->game, vars) == BT_OK, "oracle");
    for (uint64_t total = 0; total <= most; total++) {
        memset(x, 0, sizeof x);
        x[vars - 1] = total;
        do {
            if (!bti_dfa_accepts(c->theory.position, x))
                continue;
            CHECK(bti_oracle_solve(&oracle, x, &verdict) == BT_OK, "%s",
                  bt_message(ctx));
            for (uint64_t g = 0; values && g < 12; g++) {
                x[2 * vars] = g;
                CHECK((verdict.grundy == g) == bti_dfa_accepts(set, x),
                      "%s %llu,...: value", rules, (unsigned long long)x[0]);
            }
            if (!values)
                CHECK((verdict.outcome == BT_P) == bti_dfa_accepts(set, x),
                      "%s %llu,...: search and discovery disagree", rules,
                      (unsigned long long)x[0]);
        } while (bti_next_tuple(x, vars));
    }
    bti_oracle_end(&oracle);
}

static bool same_words(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static void check_words(const struct row *row, struct proof_case *c,
                        const bti_discovery *found)
{
    const bti_node *formula;
    bti_proof proof;
    CHECK(same_words(found->words, row->words), "%s: %s", row->rules,
          found->words ? found->words : "no words");
    if (!found->words)
        return;
    CHECK(proof_case_formula(c, found->words, false, &formula) == BT_OK, "%s: %s",
          found->words, bt_message(ctx));
    CHECK(bti_prove_claim(&c->theory, &c->measure, formula, &proof) == BT_OK, "prove");
    CHECK(proof.answer == BTI_PROVED && bti_dfa_equal(proof.set, found->set),
          "%s: %s is not what was found", row->rules, found->words);
    bti_proof_free(&proof);
}

static void check_positions_only(const char *rules, struct proof_case *c,
                                 const bti_dfa *set)
{
    bti_dfa *outside;
    CHECK(bti_dfa_product(&c->theory.m, set, c->theory.position, BTI_BUT_NOT,
                          &outside) == BT_OK,
          "%s", bt_message(ctx));
    CHECK(bti_dfa_is_empty(outside), "%s: more than positions", rules);
    bti_dfa_free(outside);
}

/* Large ones that walk the same code as smaller ones do. */
static bool is_left_out(const char *rules, size_t heaps, uint64_t states)
{
    static const char *const large[] = {"../games/wythoff-2.game", "dynamic:3",
                                        "../games/dynamic-3.game", "subtraction:1,5,6",
                                        "subtraction:1,3,5,6/misere"};
    if (!effort_is_low())
        return false;
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++)
        if (strcmp(rules, large[i]) == 0)
            return true;
    return heaps > 4 || states >= 100;
}

static void check_row(const struct row *row)
{
    struct proof_case c;
    bti_discovery found = {.set = NULL};
    bt_checked checked;
    bt_status status = proof_case_rules(&c, ctx, row->rules, row->heaps);
    if (status == BT_OK)
        status = bti_discover_set(&c.theory, &c.measure, c.game, bti_discover_usual,
                                  &c.arena, &found);
    CHECK(status == BT_OK && found.answer == BTI_PROVED, "%s: %s", row->rules,
          status == BT_OK ? found.why.words : bt_message(ctx));
    if (status == BT_OK && found.answer == BTI_PROVED) {
        compare_with_search(row->rules, &c, found.set, false);
        check_words(row, &c, &found);
        check_positions_only(row->rules, &c, found.set);
        CHECK(found.set->states == row->states, "%s, %zu heaps: %llu states",
              row->rules, row->heaps, (unsigned long long)found.set->states);
        status = proof_case_check(&c, NULL, 0, found.set, &checked);
        CHECK(status == BT_OK && checked.yes, "%s: the checker: %s", row->rules,
              status == BT_OK ? checked.why_not : bt_message(ctx));
    }
    bti_discovery_free(&found);
    proof_case_end(&c);
}

static void check_values(const char *rules, size_t heaps, const char *words)
{
    struct proof_case c;
    bti_discovery found = {.set = NULL};
    bt_status status = proof_case_rules(&c, ctx, rules, heaps);
    if (status == BT_OK)
        status = bti_discover_values(&c.theory, &c.measure, c.game, bti_discover_usual,
                                     &c.arena, &found);
    CHECK(status == BT_OK && found.answer == BTI_PROVED, "%s: %s", rules,
          status == BT_OK ? found.why.words : bt_message(ctx));
    if (found.set)
        compare_with_search(rules, &c, found.set, true);
    CHECK(same_words(found.words, words), "%s: %s", rules,
          found.words ? found.words : "no words");
    bti_discovery_free(&found);
    proof_case_end(&c);
}

/* ---- sums ---- */

struct sum_row {
    const char *rules;
    size_t heaps;
    uint64_t states; /* of the automaton for all heaps; 0: it is large */
};

static const struct sum_row sums[] = {
    {"subtraction:1,3,4", 3, 1029},
    {"subtraction:1,3,4", 4, 0},
    {"subtraction:1,3,4/misere", 3, 1029},
    {"subtraction:1,2/misere", 4, 81},
    {"subtraction:1,3,6", 3, 0},
    {"subtraction:1,5,6", 4, 0},
    {"subtraction:1,3,5,6/misere", 4, 0},
    {"subtraction:1,4,10", 4, 0},
    {"subtraction:1,4,10/misere", 8, 0},
    {"subtraction:all-but-2/misere", 4, 7},
    {"subtraction:1,2", 12, 0},
};

/* The value that was found for a part; x has all variables of the whole. */
static uint64_t value_of(const struct proof_case *c, const bti_found_part *p,
                         const uint64_t *x)
{
    const bti_scope *scope = &p->part.theory.file->scope;
    uint64_t own[2 * BTI_VARS_MAX + 1] = {0};
    for (size_t v = 0; v < scope->vars; v++)
        for (size_t i = 0; i < c->theory.vars; i++)
            if (strcmp(scope->var[v], c->file->scope.var[i]) == 0)
                own[v] = x[i];
    uint64_t *g = &own[bti_value_var(scope->vars)];
    while (*g < 100 && !bti_dfa_accepts(p->values, own))
        ++*g;
    return *g;
}

/* What the theorem says, with the values put in by hand, beside plain search. */
static void compare_sum_with_search(const char *rules, const struct proof_case *c,
                                    const bti_discovery *found)
{
    uint64_t x[BTI_VARS_MAX] = {0};
    bti_oracle oracle;
    bt_verdict verdict;
    size_t vars = c->theory.vars;
    CHECK(bti_oracle_begin(&oracle, ctx, c->game, vars) == BT_OK, "oracle");
    for (uint64_t total = 0; total <= (vars < 5 ? 14 : 7); total++) {
        memset(x, 0, sizeof x);
        x[vars - 1] = total;
        do {
            uint64_t nim_sum = 0, most = 0;
            for (size_t i = 0; i < found->parts; i++) {
                uint64_t g = value_of(c, &found->part[i], x);
                nim_sum ^= g;
                most = g > most ? g : most;
            }
            bool small = c->theory.misere && most <= 1;
            CHECK(bti_oracle_solve(&oracle, x, &verdict) == BT_OK, "%s",
                  bt_message(ctx));
            CHECK((verdict.outcome == BT_P) == (nim_sum == small),
                  "%s %llu,%llu,...: search says otherwise", rules,
                  (unsigned long long)x[0], (unsigned long long)x[1]);
            if (!c->theory.misere)
                CHECK(verdict.grundy == nim_sum, "%s: value", rules);
        } while (bti_next_tuple(x, vars));
    }
    bti_oracle_end(&oracle);
}

/* The words can be pasted as a claim, and are proved by the values of the parts again.
 */
static void check_sum_words(const char *rules, struct proof_case *c,
                            const bti_discovery *found, bool values,
                            const bti_node **formula)
{
    bti_proof proof = {.set = NULL};
    bool again = false;
    bt_status status = proof_case_formula(c, found->words, values, formula);
    if (status == BT_OK)
        status = bti_prove_sum(&c->theory, *formula, values, &c->arena, &proof, &again);
    CHECK(status == BT_OK && again, "%s: %s: %s", rules, found->words,
          status == BT_OK ? "not proved again" : bt_message(ctx));
    bti_proof_free(&proof);
}

/* Everything that a sum which was found must satisfy. */
static void check_found_sum(const char *rules, struct proof_case *c,
                            const bti_discovery *found, bool values)
{
    bt_checked checked;
    const bti_node *formula;
    compare_sum_with_search(rules, c, found);
    bt_status status = proof_case_check_sum(c, found->part, found->parts, &checked);
    CHECK(status == BT_OK && checked.yes && checked.parts == found->parts &&
              checked.vars == c->theory.vars && checked.misere == c->theory.misere,
          "%s: the checker: %s", rules,
          status == BT_OK ? checked.why_not : bt_message(ctx));
    if (found->words)
        check_sum_words(rules, c, found, values, &formula);
    if (!found->set)
        return;
    compare_with_search(rules, c, found->set, values);
    if (found->words && found->set->states < 2000) {
        bti_dfa *said;
        CHECK(bti_theory_set(&c->theory, formula, &said) == BT_OK, "%s",
              bt_message(ctx));
        CHECK(bti_dfa_equal(said, found->set), "%s: other words: %s", rules,
              found->words);
        bti_dfa_free(said);
    }
}

static void check_sum(const struct sum_row *row)
{
    struct proof_case c;
    bti_discovery found = {.set = NULL};
    bt_status status = proof_case_rules(&c, ctx, row->rules, row->heaps);
    if (status == BT_OK)
        status = bti_discover_set(&c.theory, &c.measure, c.game, bti_discover_usual,
                                  &c.arena, &found);
    CHECK(status == BT_OK && found.answer == BTI_PROVED && found.parts == row->heaps,
          "%s: %s", row->rules, status == BT_OK ? found.why.words : bt_message(ctx));
    CHECK((found.set ? found.set->states : 0) == row->states, "%s: %zu states",
          row->rules, found.set ? found.set->states : 0);
    if (status == BT_OK && found.parts > 0)
        check_found_sum(row->rules, &c, &found, false);
    bti_discovery_free(&found);
    proof_case_end(&c);
}

/* A part whose misere play is not that of its values: 3 has value 0, and its only
 * option has value 2. What is found of such a sum must not rest on them. */
#define WILD                                                                           \
    "vars x y z\nmove x' < x <= 2 | x = 3 & x' = 2\nmove y' < y <= 2\n"                \
    "move z - z' in {1,2}\n"

static void check_wild(void)
{
    struct proof_case c;
    bti_discovery found = {.set = NULL};
    for (int misere = 0; misere < 2; misere++) {
        bt_status status = proof_case_text(&c, ctx, misere ? WILD "misere\n" : WILD);
        if (status == BT_OK)
            status = bti_discover_set(&c.theory, &c.measure, c.game, bti_discover_usual,
                                      &c.arena, &found);
        CHECK(status == BT_OK && found.parts == (misere ? 0 : 3), "%s",
              bt_message(ctx));
        if (found.parts > 0)
            check_found_sum("wild", &c, &found, false);
        if (found.answer == BTI_PROVED && found.set)
            compare_with_search("wild", &c, found.set, false);
        if (!misere) { /* the same parts as a certificate for misere play are refused */
            bt_checked checked;
            c.theory.misere = true;
            status = proof_case_check_sum(&c, found.part, found.parts, &checked);
            CHECK(status == BT_OK && !checked.yes &&
                      strstr(checked.why_not, "step 4") &&
                      strcmp(checked.position, "x = 3") == 0,
                  "a wild sum was accepted");
        }
        bti_discovery_free(&found);
        proof_case_end(&c);
    }
}

/* Variables that no rule speaks of, the first one among them, are nobody's part. */
static void check_idle(const char *text, size_t parts)
{
    struct proof_case c;
    bti_discovery found = {.set = NULL};
    bt_status status = proof_case_text(&c, ctx, text);
    if (status == BT_OK)
        status = bti_discover_set(&c.theory, &c.measure, c.game, bti_discover_usual,
                                  &c.arena, &found);
    CHECK(status == BT_OK && found.answer == BTI_PROVED && found.parts == parts,
          "%s: %s", text, status == BT_OK ? found.why.words : bt_message(ctx));
    if (status == BT_OK && found.set)
        compare_with_search(text, &c, found.set, false);
    bti_discovery_free(&found);
    proof_case_end(&c);
}

#define BUSY "move x' < x\nmove y - y' in {1,2}\nmove z' < z & z' mod 2 = 0\n"

static void check_sums(void)
{
    check_idle("vars i x y z\n" BUSY, 3);
    check_idle("vars i j x y z\nposition i <= 3\n" BUSY, 3);
    check_idle("vars x i y z\nposition i <= x + 3 & i <= 2\n" BUSY, 3);
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++)
        if (!is_left_out(sums[i].rules, sums[i].heaps, sums[i].states))
            check_sum(&sums[i]);
    check_wild();
}

/* What is not found ends at a limit with a sentence: games that may have no theorem of
 * this kind, with less patience than usual. */
static void check_gives_up(const char *rules)
{
    struct proof_case c;
    bti_discovery found = {.set = NULL};
    bti_discover_limits few = {.options = 200000, .states = 60};
    bt_status status = proof_case_rules(&c, ctx, rules, 0);
    c.theory.m.limits.members = 20000;
    if (status == BT_OK)
        status = bti_discover_set(&c.theory, &c.measure, c.game, few, &c.arena, &found);
    CHECK(status == BT_OK && found.answer == BTI_UNDECIDED && found.why.words[0],
          "%s: %s", rules,
          status == BT_OK ? bti_answer_name(found.answer) : bt_message(ctx));
    bti_discovery_free(&found);
    proof_case_end(&c);
}

/* Boxes are a short cut: where they take more than there is, learning goes on. */
static void check_little_room(const char *rules, size_t heaps, uint64_t options)
{
    struct proof_case c;
    bti_discovery found = {.set = NULL};
    bti_discover_limits few = {.options = options, .states = 60};
    bt_status status = proof_case_rules(&c, ctx, rules, heaps);
    if (status == BT_OK)
        status = bti_discover_set(&c.theory, &c.measure, c.game, few, &c.arena, &found);
    CHECK(status == BT_OK && found.answer == BTI_PROVED, "%s, %llu options: %s", rules,
          (unsigned long long)options,
          status == BT_OK ? found.why.words : bt_message(ctx));
    bti_discovery_free(&found);
    proof_case_end(&c);
}

static void check_limits(void)
{
    struct proof_case c;
    bti_discovery found = {.set = NULL};
    check_little_room("nim/misere", 3, 60000);
    check_little_room("nim/misere", 4, 150000);
    check_gives_up("../games/euclid-like.game");
    check_gives_up("../games/even-diagonals.game");
    check_gives_up("../games/chomp3.game");
    check_gives_up("../games/nim3-pass.game");
    check_gives_up("../games/sub-mask.game");
    check_gives_up("../games/at-most-half2.game");
    check_gives_up("dynamic:3");
    /* a loop is not even looked at */
    CHECK(proof_case_text(&c, ctx,
                          "vars x\nposition x <= 1\nmove x = 0 & x' = 1\n"
                          "move x = 1 & x' = 0\n") == BT_OK,
          "%s", bt_message(ctx));
    CHECK(bti_discover_set(&c.theory, &c.measure, c.game, bti_discover_usual, &c.arena,
                           &found) == BT_OK &&
              found.answer == BTI_NOT_PROVED,
          "loop");
    proof_case_end(&c);
}

/* ---- random rules ---- */

static uint64_t seed = 1;

static unsigned random_below(unsigned bound)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % bound;
}

/* A rule that takes something from one pile, or from both: play ends. */
static void put_rule(bt_text *out, const char *v, bool two, bool fib)
{
    const char *u = *v == 'y' ? "x" : "y";
    unsigned a = random_below(4) + 1, b = a + random_below(3) + 1;
    bt_text_format(out, "move ");
    switch (random_below(two ? 10 : 6)) {
    case 0:
        bt_text_format(out, "%s - %s' in {%u,%u}\n", v, v, a, b);
        break;
    case 1:
        bt_text_format(out, "%s' < %s & %s - %s' <= %u\n", v, v, v, v, a);
        break;
    case 2:
        bt_text_format(out, "%s' < %s & (%u | %s - %s')\n", v, v, a, v, v);
        break;
    case 3:
        bt_text_format(out, "%s' < %s & 2(%s - %s') <= %s\n", v, v, v, v, v);
        break;
    case 4:
        if (fib)
            bt_text_format(out, "%s' < %s & high(%s') = %s'\n", v, v, v, v);
        else
            bt_text_format(out, "ex t: pow2(t) & %s = %s' + t\n", v, v);
        break;
    case 5:
        bt_text_format(out, "%s' < %s & %s' mod %u = %u\n", v, v, v, b, a - 1);
        break;
    case 6:
        bt_text_format(out, "%s' < %s & %s - %s' <= %s\n", v, v, v, v, u);
        break;
    case 7:
        bt_text_format(out, "%s' < %s & %s >= %u\n", v, v, u, a);
        break;
    case 8:
        bt_text_format(out, "x' < x & x - x' = y - y' & x - x' <= %u\n", b);
        break;
    default:
        bt_text_format(out, "%s = %s' + %u & %s' <= %s\n", v, v, a, u, u);
    }
}

/* Three piles that have nothing to do with each other. */
static void put_sum_game(bt_text *out, unsigned round)
{
    bt_text_format(out, "vars x y z\n%s", round % 3 == 1 ? "misere\n" : "");
    static const char *const pile[] = {"x", "y", "z"};
    for (size_t p = 0; p < 3; p++)
        for (unsigned i = random_below(2); i < 2; i++)
            put_rule(out, pile[p], false, false);
}

static void put_game(bt_text *out, unsigned round)
{
    bool two = round % 3 != 0, fib = round % 7 == 3;
    bt_text_format(out, "vars %s\n%s%s", two ? "x y" : "x", fib ? "digits fib\n" : "",
                   round % 4 == 1 ? "misere\n" : "");
    put_rule(out, "x", two, fib);
    if (two)
        put_rule(out, "y", two, fib);
    if (random_below(2))
        put_rule(out, "x", two, fib);
}

/* Whether it was found; what is found agrees with search, and the checker with it. */
static bool check_random_game(const char *text)
{
    struct proof_case c;
    bt_checked checked;
    bti_discovery found = {.set = NULL};
    bti_discover_limits few = {.options = 200000, .states = 60};
    bt_status status = proof_case_text(&c, ctx, text);
    c.theory.m.limits.members = 20000; /* short tries are enough here */
    if (status == BT_OK)
        status = bti_discover_set(&c.theory, &c.measure, c.game, few, &c.arena, &found);
    CHECK(status == BT_OK && c.measure.found, "%s: %s", text, bt_message(ctx));
    if (found.answer == BTI_PROVED && found.parts > 0) {
        check_found_sum(text, &c, &found, false);
    } else if (found.answer == BTI_PROVED) {
        compare_with_search(text, &c, found.set, false);
        status = proof_case_check(&c, NULL, 0, found.set, &checked);
        CHECK(status == BT_OK && checked.yes, "%s: the checker: %s", text,
              status == BT_OK ? checked.why_not : bt_message(ctx));
    }
    bti_discovery_free(&found);
    proof_case_end(&c);
    return found.answer == BTI_PROVED;
}

static void check_random(void)
{
    unsigned found = 0, rounds = effort_rounds(80, 300);
    bt_text text;
    bt_text_init(&text, ctx);
    for (unsigned round = 0; round < rounds; round++) {
        bt_text_clear(&text);
        put_game(&text, round);
        found += check_random_game(bt_text_chars(&text));
        if (round % 2 == 0)
            continue;
        bt_text_clear(&text);
        put_sum_game(&text, round);
        found += check_random_game(bt_text_chars(&text));
    }
    rounds += rounds / 2;
    bt_text_free(&text);
    CHECK(found >= rounds / 3, "only %u discoveries in %u", found, rounds);
}

static bt_status discover_any(struct proof_case *c, bti_discovery *found)
{
    return bti_discover_set(&c->theory, &c->measure, c->game, bti_discover_usual,
                            &c->arena, found);
}

/* Without the guess that comes first, which takes far more. */
static bt_status discover_sum(struct proof_case *c, bti_discovery *found)
{
    bool is_sum;
    BT_TRY(bti_discover_sum(&c->theory, bti_discover_usual, false, &c->arena, found,
                            &is_sum));
    found->answer = is_sum ? BTI_PROVED : BTI_UNDECIDED;
    return BT_OK;
}

/* Each allocation of a discovery fails once: by a table of one heap, by learning, and
 * as a sum. */
static void check_failing(const char *text,
                          bt_status (*discover)(struct proof_case *, bti_discovery *))
{
    for (uint64_t k = 1;; k++) {
        struct failing_host f;
        failing_host_init(&f, k);
        bt_context *context = bt_context_new(&f.host, 0);
        if (context) {
            struct proof_case c;
            bti_discovery found = {.set = NULL};
            bt_status status = proof_case_text(&c, context, text);
            if (status == BT_OK)
                status = discover(&c, &found);
            CHECK(f.calls < k ? status == BT_OK && found.answer == BTI_PROVED
                              : status == BT_NOMEM,
                  "k=%llu: %d", (unsigned long long)k, (int)status);
            bti_discovery_free(&found);
            proof_case_end(&c);
            bt_context_free(context);
        }
        CHECK(f.live_bytes == 0, "k=%llu: %llu bytes left", (unsigned long long)k,
              (unsigned long long)f.live_bytes);
        if (f.calls < k)
            break;
    }
}

/* A memory limit met while something is looked for is the answer GAVE UP. */
static void check_memory(const char *text)
{
    struct proof_case c;
    unsigned gave_up = 0, proved = 0;
    CHECK(proof_case_text(&c, ctx, text) == BT_OK, "%s", bt_message(ctx));
    for (uint64_t bytes = 0; proved < 10; bytes += 64 + bytes / 16) {
        bti_discovery found = {.set = NULL};
        bt_arena arena;
        bt_arena_init(&arena, ctx);
        bt_set_memory_limit(ctx, bt_memory_used(ctx) + bytes);
        CHECK(bti_discover_set(&c.theory, &c.measure, c.game, bti_discover_usual,
                               &arena, &found) == BT_OK,
              "%s", bt_message(ctx));
        bt_set_memory_limit(ctx, 0);
        CHECK(found.answer == BTI_PROVED || (found.answer == BTI_UNDECIDED &&
                                             strstr(found.why.words, "memory limit")),
              "%s: %s", bti_answer_name(found.answer), found.why.words);
        gave_up += found.answer == BTI_UNDECIDED;
        proved += found.answer == BTI_PROVED;
        bti_discovery_free(&found);
        bt_arena_free(&arena);
    }
    CHECK(gave_up > 20, "%u gave up", gave_up);
    proof_case_end(&c);
}

int main(void)
{
    ctx = bt_context_new(bt_host_posix(), 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!is_left_out(rows[i].rules, rows[i].heaps, rows[i].states))
            check_row(&rows[i]);
    check_values("nim", 2, "x ^ y = g");
    check_values("nim", 3, "x ^ y ^ z = g");
    check_values("staircase", 3, "x ^ z = g");
    check_values("subtraction:powers-of-2", 1, "g < 3 & (3 | n - g)");
    check_values("subtraction:1,3,4", 1,
                 "(n mod 7 in {0,2}) & g = 0 | (n mod 7 in {1,3}) & g = 1 | "
                 "(n mod 7 in {4,6}) & g = 2 | (n mod 7 = 5) & g = 3");
    check_values(
        "subtraction:1,2", 2,
        "ex g1,g2: (g1 < 3 & (3 | x - g1)) & (g2 < 3 & (3 | y - g2)) & g1 ^ g2 = g");
    check_sums();
    check_limits();
    check_random();
    check_failing("vars x\nmove x - x' in {1,2}\n", discover_any);
    check_failing("vars x y\nmove x' < x\nmove y' < y\n", discover_any);
    check_failing("vars x y\nmove x' < x & x - x' <= y\nmove y' < y & y - y' <= x\n",
                  discover_any);
    check_failing("vars x y\nmove x - x' in {1,2}\nmove y' = y - 1\n", discover_sum);
    check_failing("vars x y\nmove x - x' in {1,2}\nmove y - y' in {1,2}\n",
                  discover_sum);
    check_failing("vars x y\nmisere\nmove x' = x - 1\nmove y - y' in {1,2}\n",
                  discover_sum);
    check_memory("vars x\nmove x - x' in {1,2}\n");
    check_memory("vars x y\nmove x' < x & x - x' <= y\nmove y' < y & y - y' <= x\n");
    CHECK(bt_memory_used(ctx) == 0, "%llu bytes left",
          (unsigned long long)bt_memory_used(ctx));
    bt_context_free(ctx);
    return check_close();
}
