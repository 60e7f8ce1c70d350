/* SPDX-License-Identifier: MIT
 * Proofs: true claims are proved, and the checker of certificates and plain search
 * agree; false ones are refuted at exactly the least position, which a search by
 * definition finds, too; without a measure nothing is proved. (test_mona.c asks a
 * foreign judge.) */
#include "proof_case.h"

static bt_context *ctx;

static const char *name_of(const bti_proof *p)
{
    return bti_answer_name(p->answer);
}

/* ---- true claims of the rule sets ---- */

struct row {
    const char *rules;
    size_t heaps;
};

static const struct row rows[] = {
    {"nim", 1},
    {"nim", 2},
    {"nim", 3},
    {"nim", 4},
    {"nim", 8},
    {"nim", 12},
    {"nim/misere", 1},
    {"nim/misere", 2},
    {"nim/misere", 3},
    {"nim/misere", 8},
    {"staircase", 3},
    {"staircase", 6},
    {"staircase/misere", 3},
    {"staircase/misere", 6},
    {"nimble", 1},
    {"nimble", 2},
    {"nimble", 3},
    {"nimble", 4},
    {"nimble", 7},
    {"nimble/misere", 1},
    {"nimble/misere", 2},
    {"nimble/misere", 3},
    {"nimble/misere", 4},
    {"nimble/misere", 6},
    {"cheating", 3},
    {"cheating/misere", 2},
    {"cheating/misere", 3},
    {"dynamic", 0},
    {"dynamic/misere", 0},
    {"dynamic:2", 0},
    {"dynamic:2/misere", 0},
    {"subtraction:1,3,6", 1},
    {"subtraction:1,3,6/misere", 0},
    {"subtraction:1,5,6", 1},
    {"subtraction:1,5,6/misere", 1},
    {"subtraction:1,3,5,6", 1},
    {"subtraction:1,3,5,6/misere", 1},
    {"subtraction:1,3,4", 1},
    {"subtraction:1,3,4/misere", 1},
    {"subtraction:1,4,10", 1},
    {"subtraction:1,4,10/misere", 1},
    {"subtraction:2..5", 1},
    {"subtraction:2..5/misere", 1},
    {"subtraction:1..3", 2},
    {"subtraction:1..3/misere", 2},
    {"subtraction:powers-of-2", 1},
    {"subtraction:powers-of-2/misere", 1},
    {"subtraction:powers-of-2", 2},
    {"subtraction:all-but-3", 1},
    {"subtraction:all-but-3/misere", 1},
    {"moore:1", 2},
    {"moore:2", 2},
    {"moore:2", 3},
    {"moore:2/misere", 3},
    {"moore:5", 3},
    {"moore:2", 5},
    {"moore:3", 4},
    {"moore:4", 5},
    {"../games/at-most-half.game", 0},
    {"../games/at-most-the-other.game", 0},
    {"../games/bounded-nim.game", 0},
    {"../games/chomp2.game", 0},
    {"../games/dynamic.game", 0},
    {"../games/dynamic-3.game", 0},
    {"dynamic:3", 1},
    {"dynamic:3/misere", 1},
    {"../games/fibonacci-nim.game", 0},
    {"../games/greedy-nim.game", 0},
    {"../games/misere-nim2.game", 0},
    {"../games/moore2-of-3.game", 0},
    {"../games/nim3.game", 0},
    {"../games/power-diagonals.game", 0},
    {"../games/power-of-two.game", 0},
    {"../games/staircase3.game", 0},
    {"../games/subtraction-1-3-4.game", 0},
    {"../games/wythoff.game", 0},
};

/* A position of the rule set itself; the last number stands behind a colon where the
 * rules want that. */
static bool position_text(const bt_game *asked, const uint64_t *x, size_t vars,
                          char *text, size_t room)
{
    bool colon = strcmp(asked->rules->name, "cheating") == 0 ||
                 strcmp(asked->rules->name, "dynamic") == 0;
    size_t len = 0;
    for (size_t i = 0; i < vars && len < room; i++)
        len += (size_t)snprintf(text + len, room - len, "%s%llu",
                                i == 0                   ? ""
                                : colon && i == vars - 1 ? ":"
                                                         : ",",
                                (unsigned long long)x[i]);
    return len < room;
}

/* The reference: plain search of the rules as they stand in the registry. */
static void compare_with_search(const struct row *row, struct proof_case *c,
                                const bti_dfa *set)
{
    uint64_t x[BTI_VARS_MAX] = {0};
    const bt_game *game = c->asked ? c->asked : c->game;
    bt_solver *solver;
    CHECK(bt_solver_new(ctx, BT_BY_PLAIN, &solver) == BT_OK, "solver");
    uint64_t most = c->theory.vars == 1 ? 40 : c->theory.vars <= 3 ? 8 : 3;
    for (uint64_t total = 0; total <= most; total++) {
        memset(x, 0, sizeof x);
        x[c->theory.vars - 1] = total;
        do {
            char text[200];
            bt_sum sum = {0};
            bt_verdict verdict;
            if (!bti_dfa_accepts(c->theory.position, x))
                continue;
            bool ok = position_text(game, x, c->theory.vars, text, sizeof text) &&
                      bt_sum_add(ctx, &sum, game, bt_span_of(text)) == BT_OK &&
                      bt_solve(solver, &sum, &verdict) == BT_OK;
            CHECK(ok, "%s %s: %s", row->rules, text, bt_message(ctx));
            if (ok)
                CHECK((verdict.outcome == BT_P) == bti_dfa_accepts(set, x),
                      "%s %s: search and proof disagree", row->rules, text);
            bt_sum_free(ctx, &sum);
        } while (bti_next_tuple(x, c->theory.vars));
    }
    bt_solver_free(solver);
}

static void check_row(const struct row *row)
{
    struct proof_case c;
    bt_status status = proof_case_rules(&c, ctx, row->rules, row->heaps);
    CHECK(status == BT_OK, "%s: %s", row->rules, bt_message(ctx));
    if (status == BT_OK) {
        CHECK(c.measure.found, "%s: no measure", row->rules);
        CHECK(c.file->claims > 0, "%s: no claim", row->rules);
        for (size_t i = 0; i < c.file->claims; i++) {
            bti_proof proof;
            bt_checked checked;
            const bti_node *claim = c.file->claim[i].formula;
            CHECK(bti_prove_claim(&c.theory, &c.measure, claim, &proof) == BT_OK,
                  "%s: %s", row->rules, bt_message(ctx));
            CHECK(proof.answer == BTI_PROVED, "%s, %zu heaps: %s", row->rules,
                  row->heaps, name_of(&proof));
            if (proof.answer == BTI_PROVED) {
                status = proof_case_check(&c, &claim, 1, proof.set, &checked);
                CHECK(status == BT_OK && checked.yes, "%s, %zu heaps: the checker: %s",
                      row->rules, row->heaps,
                      status == BT_OK ? checked.why_not : bt_message(ctx));
            }
            if (i == 0 && proof.set)
                compare_with_search(row, &c, proof.set);
            bti_proof_free(&proof);
        }
        if (c.file->grundy.formula && !c.theory.misere) {
            bti_proof proof;
            CHECK(bti_prove_values(&c.theory, &c.measure, c.file->grundy.formula,
                                   &proof) == BT_OK,
                  "%s: %s", row->rules, bt_message(ctx));
            CHECK(proof.answer == BTI_PROVED, "%s, %zu heaps: values: %s", row->rules,
                  row->heaps, name_of(&proof));
            bti_proof_free(&proof);
        }
    }
    proof_case_end(&c);
}

/* ---- false claims, and the least position by definition ---- */

static bool holds(struct proof_case *c, const bti_node *claim, const uint64_t *x)
{
    bool result = false;
    CHECK(bti_formula_holds(ctx, claim, c->file->scope.digits, x, &result) == BT_OK,
          "%s", bt_message(ctx));
    return result;
}

struct count {
    struct proof_case *c;
    const bti_node *claim;
    unsigned options, in_claim;
};

static int count_option(void *arg, const uint64_t *x)
{
    struct count *n = arg;
    n->options++;
    n->in_claim += holds(n->c, n->claim, x);
    return 0;
}

static unsigned step_by_definition(struct proof_case *c, const bti_node *claim,
                                   const uint64_t *x)
{
    struct count n = {.c = c, .claim = claim};
    bti_oracle oracle;
    bool misere = c->theory.misere, in = holds(c, claim, x);
    CHECK(bti_oracle_begin(&oracle, ctx, c->game, c->theory.vars) == BT_OK, "oracle");
    CHECK(bti_oracle_options(&oracle, x, count_option, &n) == 0, "options");
    bti_oracle_end(&oracle);
    if (n.options == 0)
        return in == misere ? 1 : 0;
    if (in)
        return n.in_claim > 0 ? 3 : 0;
    return n.in_claim == 0 ? 2 : 0;
}

/* The least position where a step fails, up to a total; false: none. */
static bool least_by_definition(struct proof_case *c, const bti_node *claim,
                                uint64_t most, uint64_t *x, unsigned *step)
{
    for (uint64_t total = 0; total <= most; total++) {
        memset(x, 0, c->theory.vars * sizeof *x);
        x[c->theory.vars - 1] = total;
        do {
            if (!bti_dfa_accepts(c->theory.position, x))
                continue;
            *step = step_by_definition(c, claim, x);
            if (*step)
                return true;
        } while (bti_next_tuple(x, c->theory.vars));
    }
    return false;
}

struct falsehood {
    const char *rules;
    size_t heaps;
    const char *claim, *least; /* least NULL: only as search finds it */
};

static const struct falsehood falsehoods[] = {
    {"subtraction:powers-of-2", 1, "4 | n", "3"},
    {"subtraction:powers-of-2", 1, "(3 | n) & n != 999", "999"},
    {"moore:2", 3, "x ^ y ^ z = 0", "0,1,1"},
    {"nim", 3, "x = y + z | y = x + z | z = x + y", "1,1,2"},
    {"nim", 3, "x ^ y ^ z = 0 & x + y + z != 6", NULL},
    {"nim", 2, "x = y & x != 5", "5,5"},
    {"nim", 2, "x = y | x = 9 & y = 3", NULL},
    {"nim", 2, "true", NULL},
    {"nim", 2, "false", "0,0"},
    {"nim/misere", 2, "x = y", "0,0"},
    {"nim/misere", 2, "x + y = 1 | x = y & x > 2", NULL},
    {"staircase", 3, "x ^ y = 0", NULL},
    {"cheating", 2, "x ^ y ^ s = 0", NULL},
    {"dynamic", 0, "n = 0 | low(n) >= m", NULL},
    {"subtraction:1,3,4", 1, "n mod 7 in {0,3}", NULL},
    {"subtraction:1,3,4/misere", 1, "n mod 7 in {0,2}", NULL},
    {"dynamic:2", 0, "n = 0 | low(n) >= m", NULL},
    {"../games/chomp2.game", 0, "x = y + 2", NULL},
    {"../games/greedy-nim.game", 0, "x = y | y = z | x = z", NULL},
};

static void check_falsehood(const struct falsehood *f)
{
    struct proof_case c;
    const bti_node *claim;
    bti_proof proof;
    uint64_t x[BTI_VARS_MAX] = {0};
    unsigned step = 0;
    bt_status status = proof_case_rules(&c, ctx, f->rules, f->heaps);
    if (status == BT_OK)
        status = proof_case_formula(&c, f->claim, false, &claim);
    CHECK(status == BT_OK, "%s %s: %s", f->rules, f->claim, bt_message(ctx));
    if (status == BT_OK) {
        CHECK(bti_prove_claim(&c.theory, &c.measure, claim, &proof) == BT_OK, "%s",
              bt_message(ctx));
        CHECK(proof.answer == BTI_REFUTED && proof.check.least, "%s %s: %s", f->rules,
              f->claim, name_of(&proof));
        bool found = least_by_definition(&c, claim, f->least ? 999 : 40, x, &step);
        CHECK(found, "%s %s: search finds nothing", f->rules, f->claim);
        CHECK(memcmp(x, proof.check.position, c.theory.vars * sizeof *x) == 0 &&
                  step == proof.check.step,
              "%s %s: not the least position: %llu,... step %u instead of %llu,... "
              "step %u",
              f->rules, f->claim, (unsigned long long)proof.check.position[0],
              proof.check.step, (unsigned long long)x[0], step);
        if (step == 3)
            CHECK(proof.check.has_option && holds(&c, claim, proof.check.option),
                  "%s %s: no move shows it", f->rules, f->claim);
        char text[100] = "";
        for (size_t i = 0; i < c.theory.vars; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%llu",
                     i ? "," : "", (unsigned long long)proof.check.position[i]);
        CHECK(!f->least || strcmp(text, f->least) == 0, "%s %s: %s", f->rules, f->claim,
              text);
        bti_proof_free(&proof);
    }
    proof_case_end(&c);
}

/* ---- measures ---- */

static void check_measure(const char *text, const char *wanted, bool has_drop)
{
    struct proof_case c;
    bt_text out;
    bt_text_init(&out, ctx);
    bt_status status = proof_case_text(&c, ctx, text);
    CHECK(status == BT_OK, "%s", bt_message(ctx));
    if (status == BT_OK) {
        bti_measure_print(&c.theory, &c.measure, &out);
        CHECK(c.measure.found == (wanted != NULL), "%s: measure", text);
        CHECK(!wanted || strcmp(bt_text_chars(&out), wanted) == 0, "%s: measure %s",
              text, bt_text_chars(&out));
        CHECK(!wanted || c.measure.has_drop == has_drop, "%s: drop", text);
    }
    bt_text_free(&out);
    proof_case_end(&c);
}

static void check_measures(void)
{
    check_measure("vars x y\nmove x' < x\nmove y' < y\n", "x + y", true);
    check_measure("vars x y\nmove x' < x\nmove y' < y\nrank 2x + y\n", "2x + y", true);
    check_measure("vars x y\nmove x' < x\nmove y' < y\nrank x\n", NULL, false);
    check_measure("vars x y\nmove x' < x\nrank x - y\n", NULL, false);
    check_measure("vars x\nmove high(x') < high(x)\nrank high(x)\n", "high(x)", true);
    check_measure("vars x y\nmove x' < x & y' <= 5 | x' = x & y' < y\n", "x, x + y",
                  false);
    check_measure("vars x\nposition x <= 1\nmove x = 0 & x' = 1\nmove x = 1 & x' = 0\n",
                  NULL, false);
    /* a pile is split into two: only the number of empty places drops */
    check_measure("vars x y\nmove x' < x\nmove y' < y\n"
                  "move y = 0 & x' > 0 & y' > 0 & x' + y' = x\n"
                  "move x = 0 & x' > 0 & y' > 0 & x' + y' = y\n",
                  "x + y, [x = 0] + [y = 0]", true);
}

/* Two claims that contradict each other pass the steps where play never ends. */
static void check_loops(void)
{
    static const struct {
        const char *rules, *claim[2];
    } loops[] = {
        {"vars x\nposition x <= 1\nmove x = 0 & x' = 1\nmove x = 1 & x' = 0\n",
         {"x != 0", "x != 1"}},
        /* a chip may always be put from one pile to the other */
        {"vars x y\nposition x + y >= 1\nmove y > 0 & x' = x + 1 & y' = y - 1\n"
         "move x > 0 & y' = y + 1 & x' = x - 1\n",
         {"x mod 2 = 0", "x mod 2 = 1"}},
        {"vars x\nmisere\nposition x <= 3\nmove x' = x + 1 & x < 3\nmove x = 3 & x' = "
         "0\n",
         {"x in {0,2}", "x in {1,3}"}},
    };
    for (size_t k = 0; k < sizeof loops / sizeof loops[0]; k++) {
        struct proof_case c;
        bool begun = proof_case_text(&c, ctx, loops[k].rules) == BT_OK;
        CHECK(begun, "%s", bt_message(ctx));
        for (int i = 0; begun && i < 2; i++) {
            const bti_node *claim;
            bti_proof proof;
            CHECK(proof_case_formula(&c, loops[k].claim[i], false, &claim) == BT_OK,
                  "formula");
            CHECK(bti_prove_claim(&c.theory, &c.measure, claim, &proof) == BT_OK,
                  "prove");
            CHECK(proof.answer == BTI_NOT_PROVED && proof.check.result == BTI_HOLDS,
                  "%s: %s", loops[k].claim[i], name_of(&proof));
            bti_proof_free(&proof);
        }
        proof_case_end(&c);
    }
}

/* ---- Grundy values ---- */

static void check_values(const char *rules, size_t heaps, const char *formula,
                         bti_proof_answer answer, unsigned step)
{
    struct proof_case c;
    const bti_node *node;
    bti_proof proof;
    bt_status status = proof_case_rules(&c, ctx, rules, heaps);
    if (status == BT_OK)
        status = proof_case_formula(&c, formula, true, &node);
    CHECK(status == BT_OK, "%s: %s", rules, bt_message(ctx));
    if (status == BT_OK) {
        CHECK(bti_prove_values(&c.theory, &c.measure, node, &proof) == BT_OK, "%s",
              bt_message(ctx));
        CHECK(proof.answer == answer, "%s %s: %s", rules, formula, name_of(&proof));
        CHECK(answer == BTI_PROVED || proof.check.step == step, "%s %s: step %u", rules,
              formula, proof.check.step);
        bti_proof_free(&proof);
    }
    proof_case_end(&c);
}

static void check_all_values(void)
{
    check_values("nim", 2, "x ^ y = g", BTI_PROVED, 0);
    check_values("nim", 4, "x1 ^ x2 ^ x3 ^ x4 = g", BTI_PROVED, 0);
    check_values("staircase", 3, "x ^ z = g", BTI_PROVED, 0);
    check_values("cheating", 2, "x ^ y = g", BTI_PROVED, 0);
    check_values("subtraction:powers-of-2", 1, "g < 3 & (3 | n - g)", BTI_PROVED, 0);
    check_values("nim", 2, "x + y = g", BTI_REFUTED, 3);
    check_values("nim", 2, "x = g", BTI_REFUTED, 2);
    check_values("nim", 2, "x ^ y = g & x != 7", BTI_REFUTED, 1);
    check_values("nim", 1, "n = g | g = n + 3 & n > 5", BTI_REFUTED, 1);
}

/* ---- wrong formulas for values: the least position where a step fails ---- */

enum { PATCHES = 3, SIDE = 24, VALUES = 40 };

/* A formula that is right, or right but for its period, except at a few positions
 * where it has no value, one or two. */
struct patched {
    bool nim; /* two piles of Nim; otherwise one heap, take 1 .. most */
    unsigned most, period, patches;
    unsigned at[PATCHES][2], value[PATCHES][2], values[PATCHES];
};

static unsigned draw(uint64_t *seed, unsigned below)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*seed >> 33) % below;
}

static void make_patched(struct patched *f, uint64_t *seed)
{
    f->nim = draw(seed, 2);
    f->most = 1 + draw(seed, 4);
    f->period = f->most + 1 + (draw(seed, 4) == 0);
    f->patches = draw(seed, PATCHES + 1);
    for (unsigned i = 0; i < f->patches; i++) {
        f->at[i][0] = draw(seed, f->nim ? 5 : 20);
        f->at[i][1] = f->nim ? draw(seed, 5) : 0;
        f->values[i] = draw(seed, 3);
        for (int k = 0; k < 2; k++)
            f->value[i][k] = draw(seed, 9);
    }
}

static void write_patched(const struct patched *f, bt_text *out)
{
    for (unsigned i = 0; i < f->patches; i++) {
        bt_text_put(out, i ? " | " : "");
        for (unsigned j = 0; j < i; j++) /* the first patch of a position counts */
            bt_text_format(out,
                           f->nim ? "!(x = %u & y = %u) & " : "!(n = %u & 0 = %u) & ",
                           f->at[j][0], f->at[j][1]);
        bt_text_format(out, f->nim ? "x = %u & y = %u & " : "n = %u & 0 = %u & ",
                       f->at[i][0], f->at[i][1]);
        bt_text_put(out, f->values[i] ? "g in {" : "false");
        for (unsigned k = 0; k < f->values[i]; k++)
            bt_text_format(out, k ? ",%u" : "%u", f->value[i][k]);
        bt_text_put(out, f->values[i] ? "}" : "");
    }
    bt_text_put(out, f->patches ? " | " : "");
    for (unsigned i = 0; i < f->patches; i++)
        bt_text_format(out, f->nim ? "!(x = %u & y = %u) & " : "!(n = %u & 0 = %u) & ",
                       f->at[i][0], f->at[i][1]);
    if (f->nim)
        bt_text_put(out, "x ^ y = g");
    else
        bt_text_format(out, "g < %u & (%u | n - g)", f->period, f->period);
}

/* The same without automata: is g a value of the position? */
static bool patched_value(const struct patched *f, unsigned x, unsigned y, unsigned g)
{
    for (unsigned i = 0; i < f->patches; i++)
        if (f->at[i][0] == x && f->at[i][1] == y)
            return (f->values[i] > 0 && f->value[i][0] == g) ||
                   (f->values[i] > 1 && f->value[i][1] == g);
    return f->nim ? (x ^ y) == g : x % f->period == g;
}

static bool patched_option(const struct patched *f, unsigned x, unsigned y, unsigned g)
{
    for (unsigned k = 1; k <= x && (f->nim || k <= f->most); k++)
        if (patched_value(f, x - k, y, g))
            return true;
    for (unsigned k = 1; k <= y; k++)
        if (patched_value(f, x, y - k, g))
            return true;
    return false;
}

static unsigned patched_step(const struct patched *f, unsigned x, unsigned y)
{
    unsigned count = 0;
    bool same = false, missing = false, gap = false;
    for (unsigned g = 0; g < VALUES; g++) {
        bool option = patched_option(f, x, y, g);
        if (patched_value(f, x, y, g)) {
            count++;
            same = same || option;
            gap = gap || missing;
        }
        missing = missing || !option;
    }
    return count != 1 ? 1 : same ? 2 : gap ? 3 : 0;
}

/* The least position by total, ties by the first number; 0 if there is none. */
static unsigned patched_least(const struct patched *f, uint64_t *at)
{
    for (unsigned total = 0; total <= SIDE; total++)
        for (unsigned x = f->nim ? 0 : total; x <= total; x++) {
            unsigned step = patched_step(f, x, total - x);
            at[0] = x;
            at[1] = total - x;
            if (step > 0)
                return step;
        }
    return 0;
}

static void check_patched(struct proof_case *c, const struct patched *f)
{
    const bti_node *node;
    bti_proof proof = {.answer = BTI_UNDECIDED};
    uint64_t at[2];
    bt_text text;
    bt_text_init(&text, ctx);
    write_patched(f, &text);
    const char *words = bt_text_chars(&text);
    CHECK(bt_text_status(&text) == BT_OK, "text");
    CHECK(proof_case_formula(c, words, true, &node) == BT_OK, "%s", bt_message(ctx));
    CHECK(bti_prove_values(&c->theory, &c->measure, node, &proof) == BT_OK, "%s",
          bt_message(ctx));
    unsigned step = patched_least(f, at);
    CHECK(proof.answer == (step ? BTI_REFUTED : BTI_PROVED), "most %u: %s: %s", f->most,
          words, name_of(&proof));
    if (step > 0)
        CHECK(proof.check.least && proof.check.step == step &&
                  proof.check.position[0] == at[0] &&
                  (!f->nim || proof.check.position[1] == at[1]),
              "most %u: %s: step %u fails at %llu,%llu, not %u at %llu,%llu", f->most,
              words, step, (unsigned long long)at[0], (unsigned long long)at[1],
              proof.check.step, (unsigned long long)proof.check.position[0],
              (unsigned long long)proof.check.position[1]);
    bti_proof_free(&proof);
    bt_text_free(&text);
}

static void check_least_wrong_values(void)
{
    struct proof_case c[5];
    uint64_t seed = 12;
    CHECK(proof_case_rules(&c[0], ctx, "nim", 2) == BT_OK, "%s", bt_message(ctx));
    for (unsigned most = 1; most <= 4; most++) {
        char text[] = "vars n\nmove 1 <= n - n' <= 0\n";
        text[sizeof text - 3] = (char)('0' + most);
        CHECK(proof_case_text(&c[most], ctx, text) == BT_OK, "%s", bt_message(ctx));
    }
    /* the formula of the issue: 1 fails, and 9 in an earlier step */
    check_patched(&c[2], &(struct patched){.most = 2,
                                           .period = 3,
                                           .patches = 2,
                                           .at = {{1, 0}, {9, 0}},
                                           .value = {{5}, {2}},
                                           .values = {1, 1}});
    for (int round = 0; round < 600; round++) {
        struct patched f;
        make_patched(&f, &seed);
        check_patched(&c[f.nim ? 0 : f.most], &f);
    }
    for (unsigned i = 0; i <= 4; i++)
        proof_case_end(&c[i]);
}

/* ---- certificates with one mistake ---- */

static bool all_hold(struct proof_case *c, const uint64_t *x, bool wanted)
{
    for (size_t i = 0; i < c->file->claims; i++)
        if (holds(c, c->file->claim[i].formula, x) != wanted)
            return false;
    return true;
}

/* Are the claims of this game what search says, as far as it is quick to look? */
static bool is_true_by_search(const char *text)
{
    struct proof_case c;
    bti_oracle oracle;
    bt_verdict verdict;
    uint64_t x[BTI_VARS_MAX] = {0};
    bool is_true = proof_case_text(&c, ctx, text) == BT_OK && c.file->claims > 0;
    if (is_true && bti_oracle_begin(&oracle, ctx, c.game, c.theory.vars) == BT_OK) {
        uint64_t most = c.theory.vars == 1 ? 60 : 14;
        for (uint64_t total = 0; is_true && total <= most; total++) {
            memset(x, 0, sizeof x);
            x[c.theory.vars - 1] = total;
            do {
                if (bti_dfa_accepts(c.theory.position, x))
                    is_true = bti_oracle_solve(&oracle, x, &verdict) == BT_OK &&
                              all_hold(&c, x, verdict.outcome == BT_P);
            } while (is_true && bti_next_tuple(x, c.theory.vars));
        }
        bti_oracle_end(&oracle);
    }
    proof_case_end(&c);
    return is_true;
}

/* The lines of a certificate that make a .game file, with `claim` if it has none. */
static void game_of_certificate(const char *bytes, const char *claim, bt_text *out)
{
    bool claims = false;
    bt_text_clear(out);
    for (const char *line = bytes, *end; *line; line = end) {
        end = strchr(line, '\n');
        end = end ? end + 1 : line + strlen(line);
        if (strncmp(line, "measure", 7) == 0)
            break;
        claims = claims || strncmp(line, "claim", 5) == 0;
        if (line != bytes)
            bt_text_put_span(out, (bt_span){line, (size_t)(end - line)});
    }
    if (!claims)
        bt_text_format(out, "\nclaim %s\n", claim);
}

struct mutants {
    const char *claim;
    unsigned refused, kept;
};

/* A mutant is refused, or what it says is still true. */
static void check_mutant(struct mutants *m, const bt_text *bytes)
{
    bt_arena arena;
    bt_checked checked = {.yes = false};
    bt_arena_init(&arena, ctx);
    bt_status status = bt_check_certificate(&arena, bt_text_span(bytes), &checked);
    if (status != BT_OK || !checked.yes) {
        m->refused++;
        CHECK(status == BT_OK
                  ? checked.why_not != NULL
                  : status == BT_SYNTAX || status == BT_DOMAIN || status == BT_UNABLE,
              "status %d: %s", (int)status, bt_message(ctx));
    } else {
        bt_text game;
        bt_text_init(&game, ctx);
        game_of_certificate(bt_text_chars(bytes), m->claim, &game);
        CHECK(is_true_by_search(bt_text_chars(&game)), "the checker believes\n%s",
              bt_text_chars(bytes));
        m->kept++;
        bt_text_free(&game);
    }
    bt_arena_free(&arena);
}

/* Every byte replaced by some others, every byte and every line left out, every line
 * twice. */
static void check_mutants_of(struct mutants *m, bt_span good)
{
    static const char others[] = "0123456789<>=&|!+-^()xyn' ";
    uint64_t seed = good.len;
    bt_text bytes;
    bt_text_init(&bytes, ctx);
    for (size_t i = 0; i < good.len; i++) {
        bool line_ends = good.at[i] == '\n';
        size_t line = i;
        while (line > 0 && good.at[line - 1] != '\n')
            line--;
        for (int kind = 0; kind < 5; kind++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            char other = others[(seed >> 33) % (sizeof others - 1)];
            if (kind >= 3 && !line_ends)
                continue;
            size_t keep = kind == 3 ? line : kind == 4 ? i + 1 : i;
            bt_text_clear(&bytes);
            bt_text_put_span(&bytes, (bt_span){good.at, keep});
            if (kind < 2)
                bt_text_put_char(&bytes, other);
            size_t from = kind == 4 ? line : i + 1;
            bt_text_put_span(&bytes, (bt_span){good.at + from, good.len - from});
            check_mutant(m, &bytes);
        }
    }
    bt_text_free(&bytes);
}

static void check_mutants(void)
{
    static const struct {
        const char *text, *claim;
    } games[] = {
        {"game nim\nvars x y\nmove x' < x\nmove y' < y\nclaim x ^ y = 0\n",
         "x ^ y = 0"},
        {"vars n\nmisere\nmove n - n' in {1,2}\nclaim n mod 3 = 1\n", "n mod 3 = 1"},
        {"vars x y\ndigits fib\nmove x' < x & x - x' <= y & y' = 2(x - x')\n"
         "claim x = 0 | low(x) > y\n",
         "x = 0 | low(x) > y"},
        {"vars x y\nposition 1 <= x & y <= x\nmove y' < y\n"
         "move 1 <= x' < x & (y <= x' & y' = y | y > x' & y' = x')\nclaim x = y + 1\n",
         "x = y + 1"},
    };
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct proof_case c;
        bti_proof proof;
        bt_text bytes;
        struct mutants m = {.claim = games[i].claim};
        bt_text_init(&bytes, ctx);
        CHECK(proof_case_text(&c, ctx, games[i].text) == BT_OK, "%s", bt_message(ctx));
        const bti_node *claim = c.file->claim[0].formula;
        CHECK(bti_prove_claim(&c.theory, &c.measure, claim, &proof) == BT_OK, "prove");
        CHECK(bti_certificate_write(&c.theory, &c.measure, &claim, 1, proof.set,
                                    &bytes) == BT_OK,
              "certificate");
        check_mutants_of(&m, bt_text_span(&bytes));
        CHECK(m.refused > 100 && m.kept > 10, "%s: %u refused, %u kept", games[i].text,
              m.refused, m.kept);
        bt_text_free(&bytes);
        bti_proof_free(&proof);
        proof_case_end(&c);
    }
}

/* ---- the checker beside the prover, in many digits ---- */

static void check_in_digits(const char *digits, const char *rules, const char *claim,
                            unsigned *answers)
{
    struct proof_case c;
    bti_proof proof = {.answer = BTI_UNDECIDED};
    bt_checked checked = {.yes = false};
    const bti_node *node;
    bt_text text;
    bt_text_init(&text, ctx);
    bt_text_format(&text, "vars x\ndigits %s\n%s", digits, rules);
    bt_status status = proof_case_text(&c, ctx, bt_text_chars(&text));
    if (status == BT_OK)
        status = proof_case_formula(&c, claim, false, &node);
    if (status == BT_OK)
        status = bti_prove_claim(&c.theory, &c.measure, node, &proof);
    if (status == BT_OK && proof.answer != BTI_UNDECIDED)
        status = proof_case_check(&c, NULL, 0, proof.set, &checked);
    CHECK(status == BT_OK, "digits %s\n%sclaim %s: %s", digits, rules, claim,
          bt_message(ctx));
    CHECK(checked.yes == (proof.answer == BTI_PROVED),
          "digits %s\n%sclaim %s: %s, and the checker says %s", digits, rules, claim,
          name_of(&proof), checked.yes ? "yes" : "no");
    answers[proof.answer]++;
    bti_proof_free(&proof);
    proof_case_end(&c);
    bt_text_free(&text);
}

/* True claims, each with one position too few or too many, and others. */
static void check_digit_systems(void)
{
    static const struct {
        const char *digits;
        bool residues; /* are quick to check */
    } systems[] = {
        {"fib", true},
        {"base 3", true},
        {"base 4", true},
        {"base 5", true},
        {"base 7", true},
        {"1, 2, 3, 4, 6 then w(n) = w(n-1) + w(n-4)", false},
        {"1, 2, 4 then w(n) = w(n-1) + w(n-2) + w(n-3)", false},
        {"1, 2, 2, 5 then w(n) = 2w(n-2) + w(n-4)", true},
        {"1, 2, 4, 4 then w(n) = 2w(n-1)", true},
    };
    static const struct {
        const char *rules, *claim;
    } games[] = {
        {"move 1 <= x - x' <= 2\n", "x mod 3 = 0"},
        {"misere\nmove 1 <= x - x' <= 2\n", "x mod 3 = 1"},
        {"move x' < x\n", "x = 0"},
        {"misere\nmove x' < x & high(x) <= x\n", "x = 1"},
        {"misere\nmove x' < x & x = 2high(x)\nmove x' = 2 & x > 2 & x != 2high(x)\n",
         "x in {2}"},
        {"move x' < high(x)\n", "x < 2"},
    };
    static const unsigned position[] = {0, 1, 2, 4, 8, 11};
    unsigned answers[4] = {0};
    for (size_t i = 0; i < sizeof systems / sizeof systems[0]; i++)
        for (size_t k = systems[i].residues ? 0 : 2; k < sizeof games / sizeof games[0];
             k++) {
            const char *digits = systems[i].digits, *rules = games[k].rules;
            check_in_digits(digits, rules, games[k].claim, answers);
            check_in_digits(digits, rules, "x = 2high(x) & x > 0", answers);
            check_in_digits(digits, rules, "x = high(x)", answers);
            for (size_t p = 0; p < sizeof position / sizeof position[0]; p++) {
                char claim[80];
                snprintf(claim, sizeof claim, "!(%s <=> x = %u)", games[k].claim,
                         position[p]);
                check_in_digits(digits, rules, claim, answers);
            }
        }
    CHECK(answers[BTI_PROVED] > 30 && answers[BTI_REFUTED] > 300, "%u, %u",
          answers[BTI_PROVED], answers[BTI_REFUTED]);
}

/* ---- each allocation fails once ---- */

static bt_status small_proof(bt_context *context, const char *text)
{
    struct proof_case c;
    bt_checked checked;
    bti_proof proof = {.answer = BTI_UNDECIDED};
    bt_status status = proof_case_text(&c, context, text);
    if (status == BT_OK)
        status =
            bti_prove_claim(&c.theory, &c.measure, c.file->claim[0].formula, &proof);
    if (status == BT_OK)
        status =
            proof_case_check(&c, &c.file->claim[0].formula, 1, proof.set, &checked);
    if (status == BT_OK)
        CHECK(proof.answer == BTI_PROVED && checked.yes, "small proof");
    bti_proof_free(&proof);
    proof_case_end(&c);
    return status;
}

static void check_failing(const char *text)
{
    for (uint64_t k = 1;; k++) {
        struct failing_host f;
        failing_host_init(&f, k);
        bt_context *context = bt_context_new(&f.host, 0);
        if (context) {
            bt_status status = small_proof(context, text);
            CHECK(f.calls < k ? status == BT_OK : status == BT_NOMEM, "k=%llu: %d",
                  (unsigned long long)k, (int)status);
            bt_context_free(context);
        }
        CHECK(f.live_bytes == 0, "k=%llu: %llu bytes left", (unsigned long long)k,
              (unsigned long long)f.live_bytes);
        if (f.calls < k)
            break;
    }
}

/* ---- limits: each is the answer GAVE UP, with a sentence that names it ---- */

/* One claim and one formula for values; *gave_up counts the answers at a limit. */
static bt_status prove_both(struct proof_case *c, const char *limit, unsigned *gave_up)
{
    bti_proof proof[2] = {{.answer = BTI_UNDECIDED}, {.answer = BTI_UNDECIDED}};
    const bti_node *values;
    const char *text = c->theory.vars == 3 ? "x ^ y ^ z = g" : "x ^ y = g";
    BT_TRY(proof_case_formula(c, text, true, &values));
    bt_status status =
        bti_prove_claim(&c->theory, &c->measure, c->file->claim[0].formula, &proof[0]);
    if (status == BT_OK)
        status = bti_prove_values(&c->theory, &c->measure, values, &proof[1]);
    for (int i = 0; i < 2 && status == BT_OK; i++) {
        if (proof[i].answer == BTI_UNDECIDED) {
            ++*gave_up;
            CHECK(strstr(proof[i].check.why.words, limit), "%s: %s", limit,
                  proof[i].check.why.words);
        } else {
            CHECK(proof[i].answer == BTI_PROVED, "%s", name_of(&proof[i]));
        }
    }
    bti_proof_free(&proof[0]);
    bti_proof_free(&proof[1]);
    return status;
}

static const char limited_game[] =
    "vars x y\nmove x' < x\nmove y' < y\nclaim x ^ y = 0\n";

/* From nothing to enough. What the rules and the measure need ends with the status,
 * from which commands make the same answer. */
static void check_memory_limits(void)
{
    unsigned gave_up = 0, early = 0, proved = 0;
    for (uint64_t bytes = 1024; proved < 5; bytes += 512 + bytes / 400) {
        struct proof_case c;
        bt_set_memory_limit(ctx, bytes);
        bt_status status = proof_case_text(&c, ctx, limited_game);
        if (status == BT_OK) {
            unsigned before = gave_up;
            status = prove_both(&c, "memory limit", &gave_up);
            CHECK(status == BT_OK || status == BT_UNABLE, "%d", (int)status);
            proved += status == BT_OK && gave_up == before;
        } else {
            CHECK(status == BT_UNABLE && strstr(bt_message(ctx), "memory limit"), "%s",
                  bt_message(ctx));
            early++;
        }
        proof_case_end(&c);
        bt_set_memory_limit(ctx, 0);
        CHECK(bt_memory_used(ctx) == 0, "limit %llu: %llu bytes left",
              (unsigned long long)bytes, (unsigned long long)bt_memory_used(ctx));
    }
    CHECK(early > 10, "%u early ends", early);
}

/* The same with the memory of the rules given and only that of the proof limited. */
static void check_proof_memory(void)
{
    struct proof_case c;
    unsigned gave_up = 0, proved = 0;
    const char *game = "vars x y z\nmove x' < x\nmove y' < y\nmove z' < z\n"
                       "claim x ^ y ^ z = 0\n";
    CHECK(proof_case_text(&c, ctx, game) == BT_OK, "%s", bt_message(ctx));
    for (uint64_t bytes = 0; proved < 5; bytes += 32) {
        unsigned before = gave_up;
        uint64_t used = bt_memory_used(ctx);
        bt_set_memory_limit(ctx, used + bytes);
        bt_status status = prove_both(&c, "memory limit", &gave_up);
        CHECK(status == BT_OK || (bytes < 4096 && status == BT_UNABLE), "%llu: %s",
              (unsigned long long)bytes, bt_message(ctx)); /* the formula's arena */
        proved += status == BT_OK && gave_up == before;
        bt_set_memory_limit(ctx, 0);
    }
    CHECK(gave_up > 20, "%u gave up", gave_up);
    proof_case_end(&c);
}

static void check_automata_limits(void)
{
    static const char *const name[] = {"tracks", "states", "entries", "members"};
    for (int which = 0; which < 4; which++) {
        struct proof_case c;
        unsigned gave_up = 0;
        CHECK(proof_case_text(&c, ctx, limited_game) == BT_OK, "%s", bt_message(ctx));
        for (uint64_t most = 0; most < 64; most++) {
            bti_dfa_limits *limits = &c.theory.m.limits, usual = *limits;
            limits->tracks = which == 0 ? (unsigned)most : limits->tracks;
            limits->states = which == 1 ? most : limits->states;
            limits->entries = which == 2 ? most : limits->entries;
            limits->members = which == 3 ? most : limits->members;
            CHECK(prove_both(&c, name[which], &gave_up) == BT_OK, "%s %llu: %s",
                  name[which], (unsigned long long)most, bt_message(ctx));
            *limits = usual;
        }
        CHECK(gave_up > 0, "%s: %u gave up", name[which], gave_up);
        proof_case_end(&c);
    }
}

int main(void)
{
    ctx = bt_context_new(bt_host_posix(), 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_row(&rows[i]);
    for (size_t i = 0; i < sizeof falsehoods / sizeof falsehoods[0]; i++)
        check_falsehood(&falsehoods[i]);
    check_measures();
    check_loops();
    check_all_values();
    check_least_wrong_values();
    check_digit_systems();
    check_mutants();
    check_failing("vars x\nmove x' < x & x - x' <= 2\nclaim 3 | x\n");
    check_failing("vars x\ndigits base 3\nmove ex t: x = x' + t & 1 <= t <= 2\n"
                  "claim 3 | x\n");
    check_memory_limits();
    check_proof_memory();
    check_automata_limits();
    CHECK(bt_memory_used(ctx) == 0, "%llu bytes left",
          (unsigned long long)bt_memory_used(ctx));
    bt_context_free(ctx);
    return check_close();
}
