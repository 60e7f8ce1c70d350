/* SPDX-License-Identifier: MIT
 * Claims about sums that are proved by the values of the parts: beside search, beside
 * the proof with one automaton for all variables, and beside the checker. */
#include "effort.h"
#include "proof_case.h"

#include <stdlib.h>
#include <string.h>

static bt_context *ctx;

/* ---- the claims of the rule sets ---- */

/* Sets with and without a preperiod, ranges, all-but sets, whose values grow, with and
 * without a preperiod, and infinite sets. */
static const char *const rules[] = {
    "subtraction:1,3,4",
    "subtraction:1,2",
    "subtraction:2,3",
    "subtraction:1,4,10",
    "subtraction:1,5,6",
    "subtraction:1..9",
    "subtraction:3..7",
    "subtraction:all-but-1",
    "subtraction:all-but-2",
    "subtraction:all-but-1,4",
    "subtraction:all-but-1..3,7",
    "subtraction:all-but-3,4",
    "subtraction:all-but-1..4",
    "subtraction:powers-of-2",
};

/* The claim, whose quantified variables are the values, beside plain search. */
static void compare_with_search(const char *name, struct proof_case *c,
                                const bti_proof *proof)
{
    uint64_t x[BTI_VARS_MAX] = {0};
    bti_oracle oracle;
    bt_verdict verdict;
    size_t vars = c->theory.vars;
    CHECK(bti_oracle_begin(&oracle, ctx, c->game, vars) == BT_OK, "oracle");
    for (uint64_t total = 0; total <= 22; total++) {
        memset(x, 0, sizeof x);
        x[vars - 1] = total;
        do {
            uint64_t nim_sum = 0, most = 0;
            for (size_t i = 0; i < proof->parts; i++) {
                uint64_t own[3] = {x[i], 0, 0};
                while (own[2] < 100 && !bti_dfa_accepts(proof->part[i].values, own))
                    own[2]++;
                nim_sum ^= own[2];
                most = own[2] > most ? own[2] : most;
            }
            bool small = c->theory.misere && most <= 1;
            CHECK(bti_oracle_solve(&oracle, x, &verdict) == BT_OK, "%s",
                  bt_message(ctx));
            CHECK((verdict.outcome == BT_P) == (nim_sum == small),
                  "%s %llu,%llu: search says otherwise", name, (unsigned long long)x[0],
                  (unsigned long long)x[1]);
        } while (bti_next_tuple(x, vars));
    }
    bti_oracle_end(&oracle);
}

static void check_rules(const char *name, size_t heaps)
{
    struct proof_case c;
    bti_proof proof;
    bt_checked checked;
    bool found = false;
    bt_status status = proof_case_rules(&c, ctx, name, heaps);
    CHECK(status == BT_OK && c.file->claims == 1, "%s: %s", name, bt_message(ctx));
    if (status == BT_OK && c.file->claims == 1)
        status = bti_prove_sum(&c.theory, c.file->claim[0].formula, false, &c.arena,
                               &proof, &found);
    CHECK(status == BT_OK && found, "%s with %zu heaps: %s", name, heaps,
          bt_message(ctx));
    if (found) {
        CHECK(proof.answer == BTI_PROVED && proof.parts == heaps && !proof.set, "%s",
              name);
        status = proof_case_check_sum(&c, proof.part, proof.parts, &checked);
        CHECK(status == BT_OK && checked.yes && checked.parts == heaps,
              "%s: the checker: %s", name,
              status == BT_OK ? checked.why_not : bt_message(ctx));
        if (heaps == 2)
            compare_with_search(name, &c, &proof);
        bti_proof_free(&proof);
    }
    proof_case_end(&c);
}

static void check_all_rules(void)
{
    static const size_t heaps[] = {2, 3, 4, 7};
    char name[60];
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        for (size_t h = 0; h < (effort_is_low() ? 2 : sizeof heaps / sizeof heaps[0]);
             h++) {
            check_rules(rules[i], heaps[h]);
            snprintf(name, sizeof name, "%s/misere", rules[i]);
            check_rules(name, heaps[h]);
        }
}

/* ---- what has the shape and what has not ---- */

#define GAME "vars x y\nmove x - x' in {1,2}\nmove y - y' in {1,2}\n"
#define GAME3                                                                          \
    "vars x y z\nmove x - x' in {1,2}\nmove y - y' in {1,2}\nmove z - z' in {1,2}\n"
#define X "g1 < 3 & (3 | x - g1)"
#define Y "g2 < 3 & (3 | y - g2)"

struct claim_row {
    const char *text, *claim;
    bool by_parts;           /* proved by the values of the parts */
    bti_proof_answer answer; /* with one automaton for all */
};

static const struct claim_row claims[] = {
    {GAME, "ex g1,g2: " X " & " Y " & g1 ^ g2 = 0", true, BTI_PROVED},
    {GAME, "ex g1,g2: g1 ^ g2 = 0 & " Y " & " X, true, BTI_PROVED},
    {GAME, "ex g2,g1: " X " & " Y " & g1 = g2", true, BTI_PROVED},
    {GAME, "ex g1,g2: " X " & (" Y " & g1 <= g2) & g1 >= g2", true, BTI_PROVED},
    {GAME, "ex u,v: u < 3 & (3 | y - u) & v < 3 & (3 | x - v) & u = v", true,
     BTI_PROVED},
    {GAME, "ex g1,g2: (ex t: x = 3t + g1 & g1 < 3) & " Y " & g1 ^ g2 = 0", true,
     BTI_PROVED},
    {GAME, "ex g1,g2: " X " & " Y " & g1 ^ g2 = 0 & g1 < 4 & 0 = 0", true, BTI_PROVED},
    /* the same value */
    {GAME, "ex g: g < 3 & (3 | x - g) & (3 | y - g)", true, BTI_PROVED},
    {GAME, "ex g1: " X " & (ex g2: " Y " & g1 = g2)", true, BTI_PROVED},
    {GAME, "ex g: g < 3 & (3 | x - g) & (3 | y - g - 1)", false, BTI_REFUTED},
    {GAME, "ex g: g < 1 & (3 | x - g) & (3 | y - g)", false, BTI_REFUTED},
    {GAME "misere\n", "ex g: g < 3 & (3 | x - g) & (3 | y - g)", false, BTI_REFUTED},
    /* true, but in another shape */
    {GAME, "3 | x - y", false, BTI_PROVED},
    {GAME, "ex g1,g2: " X " & " Y " & 3 | x - y", false, BTI_PROVED},
    {GAME, "ex g1,g2: " X " & " Y " & g1 = g2 & x >= 0", false, BTI_PROVED},
    {GAME, "ex g1,g2,g3: " X " & " Y " & g1 = g2 & g3 = g1", false, BTI_PROVED},
    {GAME, "ex g1,g2: g1 = x & g2 = y & (3 | g1 - g2)", false, BTI_PROVED},
    /* false */
    {GAME, "ex g1,g2: " X " & " Y " & g1 ^ g2 = 1", false, BTI_REFUTED},
    {GAME, "ex g1,g2: " X " & " Y " & g1 + g2 = 0", false, BTI_REFUTED},
    {GAME, "ex g1,g2: " X " & g2 < 3 & (3 | y - g2 - 1) & g1 ^ g2 = 0", false,
     BTI_REFUTED},
    {GAME, "ex g1,g2: g1 < 2 & (2 | x - g1) & " Y " & g1 ^ g2 = 0", false, BTI_REFUTED},
    {GAME, "ex g1,g2: (3 | x - g1) & " Y " & g1 ^ g2 = 0", false, BTI_PROVED},
    {GAME, "ex g1,g2: " X " & " Y, false, BTI_REFUTED},
    {GAME, "all g1,g2: " X " & " Y " => g1 ^ g2 = 0", false, BTI_PROVED},
    {GAME, "ex g1,g2: " X " & g1 ^ g2 = 0", false, BTI_REFUTED},
    /* one value for two parts, and two for one */
    {GAME3,
     "ex g1,g2,g3: " X " & (3 | y - g1) & g3 < 3 & (3 | z - g3) & g1 ^ g2 ^ g3 = 0",
     false, BTI_REFUTED},
    {GAME, "ex g1,g2: " X " & g2 < 3 & (3 | x - g2) & " Y " & g1 ^ g2 = 0", false,
     BTI_PROVED},
    /* misere play wants other words, and normal play not those */
    {GAME "misere\n", "ex g1,g2: " X " & " Y " & g1 ^ g2 = 0", false, BTI_REFUTED},
    {GAME "misere\n",
     "ex g1,g2: " X " & " Y " & ((g1 > 1 | g2 > 1) & g1 ^ g2 = 0 "
     "| g1 <= 1 & g2 <= 1 & g1 ^ g2 = 1)",
     true, BTI_PROVED},
    {GAME "misere\n",
     "ex g1,g2: " X " & " Y " & (g1 = 1 & g2 = 0 | g1 = 0 & g2 = 1 "
     "| g1 = g2 & g1 >= 2)",
     true, BTI_PROVED},
    {GAME,
     "ex g1,g2: " X " & " Y " & ((g1 > 1 | g2 > 1) & g1 ^ g2 = 0 "
     "| g1 <= 1 & g2 <= 1 & g1 ^ g2 = 1)",
     false, BTI_REFUTED},
    /* values that do not decide misere play: 3 has value 0, and only 2 as an option */
    {"vars x y\nmisere\nmove x' < x <= 2 | x = 3 & x' = 2\nmove y' < y <= 2\n"
     "position x <= 3 & y <= 2\n",
     "ex g1,g2: (x <= 2 & g1 = x | x = 3 & g1 = 0) & g2 = y & "
     "((g1 > 1 | g2 > 1) & g1 ^ g2 = 0 | g1 <= 1 & g2 <= 1 & g1 ^ g2 = 1)",
     false, BTI_REFUTED},
    /* no sum */
    {"vars x y\nmove x' < x\nmove y' < y\nmove x' < x & x - x' = y - y'\n",
     "ex g1,g2: g1 = x & g2 = y & g1 ^ g2 = 0", false, BTI_REFUTED},
    {"vars x y\nposition x <= y + 3\nmove x' < x\nmove y' < y & x <= y' + 3\n",
     "ex g1,g2: g1 = x & g2 = y & g1 ^ g2 = 0", false, BTI_PROVED},
};

static bool prove_both(struct proof_case *c, const char *text, bool *by_parts,
                       bti_proof_answer *answer)
{
    const bti_node *formula;
    bti_proof fast, slow;
    if (proof_case_formula(c, text, false, &formula) != BT_OK)
        return false;
    CHECK(bti_prove_sum(&c->theory, formula, false, &c->arena, &fast, by_parts) ==
              BT_OK,
          "%s: %s", text, bt_message(ctx));
    CHECK((fast.answer == BTI_PROVED) == *by_parts && (fast.parts > 0) == *by_parts,
          "%s", text);
    CHECK(bti_prove_claim(&c->theory, &c->measure, formula, &slow) == BT_OK, "%s: %s",
          text, bt_message(ctx));
    *answer = slow.answer;
    bti_proof_free(&fast);
    bti_proof_free(&slow);
    return true;
}

static void check_claims(void)
{
    for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++) {
        const struct claim_row *row = &claims[i];
        struct proof_case c;
        bool by_parts = false;
        bti_proof_answer answer = BTI_UNDECIDED;
        CHECK(proof_case_text(&c, ctx, row->text) == BT_OK, "%s", bt_message(ctx));
        CHECK(prove_both(&c, row->claim, &by_parts, &answer), "%s: %s", row->claim,
              bt_message(ctx));
        CHECK(by_parts == row->by_parts, "%s: %s by its parts", row->claim,
              by_parts ? "proved" : "not proved");
        CHECK(answer == row->answer, "%s: %s", row->claim, bti_answer_name(answer));
        proof_case_end(&c);
    }
}

/* ---- changed claims: what the parts prove, the whole proves, too ---- */

static uint64_t seed = 7;

static unsigned random_below(unsigned bound)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % bound;
}

static void change(char *text)
{
    static const char other[] = "0123456789&|<>=^+-xyg12()";
    size_t length = strlen(text), at = random_below((unsigned)length);
    if (random_below(3) == 0)
        memmove(&text[at], &text[at + 1], length - at);
    else
        text[at] = other[random_below(sizeof other - 1)];
}

static void check_changed(void)
{
    static const char *const from[] = {
        "ex g1,g2: " X " & " Y " & g1 ^ g2 = 0",
        "ex g1,g2: (x mod 3 = 0 & g1 = 0 | x mod 3 = 1 & g1 = 1 | x mod 3 = 2 & g1 = "
        "2) "
        "& " Y " & g1 = g2",
        "ex g: g < 3 & (3 | x - g) & g < 3 & (3 | y - g)",
    };
    unsigned rounds = effort_rounds(6000, 60000), read = 0, proved = 0;
    for (unsigned round = 0; round < rounds; round++) {
        struct proof_case c;
        char text[200];
        bool by_parts = false;
        bti_proof_answer answer = BTI_UNDECIDED;
        snprintf(text, sizeof text, "%s", from[round % 3]);
        for (unsigned k = random_below(2) + 1; k > 0; k--)
            change(text);
        CHECK(proof_case_text(&c, ctx, GAME) == BT_OK, "%s", bt_message(ctx));
        if (prove_both(&c, text, &by_parts, &answer)) {
            read++;
            proved += by_parts;
            CHECK(!by_parts || answer == BTI_PROVED, "%s: PROVED, but it is %s", text,
                  bti_answer_name(answer));
        }
        proof_case_end(&c);
    }
    CHECK(read > rounds / 10 && proved > 0, "%u were formulas, %u proved", read,
          proved);
}

/* ---- formulas for values ---- */

static void check_values(void)
{
    struct proof_case c;
    const bti_node *formula;
    bti_proof proof;
    bool found = false;
    CHECK(proof_case_text(&c, ctx, GAME) == BT_OK, "%s", bt_message(ctx));
    CHECK(proof_case_formula(&c, "ex g1,g2: " X " & " Y " & g1 ^ g2 = g", true,
                             &formula) == BT_OK,
          "%s", bt_message(ctx));
    CHECK(bti_prove_sum(&c.theory, formula, true, &c.arena, &proof, &found) == BT_OK &&
              found && proof.parts == 2,
          "values of a sum");
    bti_proof_free(&proof);
    CHECK(proof_case_formula(&c, "ex g1,g2: " X " & " Y " & g1 + g2 = g", true,
                             &formula) == BT_OK,
          "%s", bt_message(ctx));
    CHECK(bti_prove_sum(&c.theory, formula, true, &c.arena, &proof, &found) == BT_OK &&
              !found,
          "a sum that is no nim-sum");
    proof_case_end(&c);
}

/* Each allocation fails once. */
static void check_failing(void)
{
    static const char *const claim = "ex g1,g2: " X " & " Y " & g2 ^ g1 = 0";
    for (uint64_t k = 1;; k++) {
        struct failing_host f;
        failing_host_init(&f, k);
        bt_context *context = bt_context_new(&f.host, 0);
        if (context) {
            struct proof_case c;
            bti_proof proof = {.set = NULL};
            const bti_node *formula;
            bool found = false;
            bt_status status = proof_case_text(&c, context, GAME);
            if (status == BT_OK)
                status = proof_case_formula(&c, claim, false, &formula);
            if (status == BT_OK)
                status =
                    bti_prove_sum(&c.theory, formula, false, &c.arena, &proof, &found);
            CHECK(f.calls < k ? status == BT_OK && found : status == BT_NOMEM,
                  "k=%llu: %d", (unsigned long long)k, (int)status);
            bti_proof_free(&proof);
            proof_case_end(&c);
            bt_context_free(context);
        }
        CHECK(f.live_bytes == 0, "k=%llu: %llu bytes left", (unsigned long long)k,
              (unsigned long long)f.live_bytes);
        if (f.calls < k)
            break;
    }
}

int main(void)
{
    ctx = bt_context_new(bt_host_posix(), 0);
    check_all_rules();
    check_claims();
    check_changed();
    check_values();
    check_failing();
    CHECK(bt_memory_used(ctx) == 0, "%llu bytes left",
          (unsigned long long)bt_memory_used(ctx));
    bt_context_free(ctx);
    return check_close();
}
