/* SPDX-License-Identifier: MIT
 * Proofs: true claims are proved, and the checker of certificates and plain search
 * agree; false ones are refuted at exactly the least position, which a search by
 * definition finds, too; without a measure nothing is proved. MONA, where it is
 * installed, judges the three steps of some games, too. */
#include "proof_case.h"

#include <stdlib.h>

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
static void check_loop(void)
{
    static const char *const claims[] = {"x != 0", "x != 1"};
    struct proof_case c;
    CHECK(proof_case_text(&c, ctx,
                          "vars x\nposition x <= 1\nmove x = 0 & x' = 1\n"
                          "move x = 1 & x' = 0\n") == BT_OK,
          "%s", bt_message(ctx));
    for (int i = 0; i < 2; i++) {
        const bti_node *claim;
        bti_proof proof;
        CHECK(proof_case_formula(&c, claims[i], false, &claim) == BT_OK, "formula");
        CHECK(bti_prove_claim(&c.theory, &c.measure, claim, &proof) == BT_OK, "prove");
        CHECK(proof.answer == BTI_NOT_PROVED && proof.check.result == BTI_HOLDS,
              "%s: %s", claims[i], name_of(&proof));
        bti_proof_free(&proof);
    }
    proof_case_end(&c);
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

/* ---- each allocation fails once ---- */

static bt_status small_proof(bt_context *context)
{
    struct proof_case c;
    bt_checked checked;
    bti_proof proof = {.answer = BTI_UNDECIDED};
    bt_status status = proof_case_text(
        &c, context, "vars x\nmove x' < x & x - x' <= 2\nclaim 3 | x\n");
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

static void check_failing(void)
{
    for (uint64_t k = 1;; k++) {
        struct failing_host f;
        failing_host_init(&f, k);
        bt_context *context = bt_context_new(&f.host, 0);
        if (context) {
            bt_status status = small_proof(context);
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

/* ---- MONA judges Nim and Moore's Nim ---- */

/* The three steps for piles x0 ... with the claim in mona's language. */
static void put_mona(FILE *out, unsigned piles, unsigned most, const char *claim)
{
    fprintf(out,
            "ws1s;\npred lt(var2 A, B) = ex1 p: p in B & p notin A & all1 q: q > p "
            "=> (q in A <=> q in B);\n"
            "pred P(var2 X0, X1, X2) = %s;\n",
            claim);
    fprintf(out, "pred M(var2 X0, X1, X2, Y0, Y1, Y2) = false");
    for (unsigned set = 1; set < 1u << piles; set++) {
        if ((unsigned)__builtin_popcount(set) > most)
            continue;
        fprintf(out, " | (true");
        for (unsigned i = 0; i < 3; i++)
            if (set >> i & 1)
                fprintf(out, " & lt(Y%u, X%u)", i, i);
            else
                fprintf(out, " & Y%u = X%u", i, i);
        fprintf(out, ")");
    }
    fprintf(out, ";\nall2 X0, X1, X2: (P(X0,X1,X2) => ~ex2 Y0, Y1, Y2: "
                 "M(X0,X1,X2,Y0,Y1,Y2) & P(Y0,Y1,Y2)) & (~P(X0,X1,X2) => ex2 Y0, Y1, "
                 "Y2: M(X0,X1,X2,Y0,Y1,Y2) & P(Y0,Y1,Y2));\n");
}

static bool mona_says_valid(unsigned piles, unsigned most, const char *claim)
{
    char name[] = "/tmp/bouton_monaXXXXXX", command[100], line[200];
    int fd = mkstemp(name);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    bool valid = false;
    if (!out)
        return false;
    put_mona(out, piles, most, claim);
    fclose(out);
    snprintf(command, sizeof command, "mona -q %s 2>&1", name);
    FILE *in = popen(command, "r");
    while (in && fgets(line, sizeof line, in))
        valid = valid || strstr(line, "Formula is valid");
    if (in)
        pclose(in);
    remove(name);
    return valid;
}

static void check_mona(void)
{
    static const struct {
        const char *rules, *claim, *mona;
        unsigned most;
    } cases[] = {
        {"nim", "x ^ y ^ z = 0", "all1 p: ~(p in X0 <=> p in X1) <=> p in X2", 1},
        {"nim", "x ^ y = z & x != 1",
         "(all1 p: ~(p in X0 <=> p in X1) <=> p in X2) & "
         "~(X0 = {0})",
         1},
        {"moore:2", "cols(3; x,y,z)",
         "all1 p: (p in X0 & p in X1 & p in X2) | (p notin X0 & p notin X1 & p notin "
         "X2)",
         2},
        {"moore:2", "x ^ y ^ z = 0", "all1 p: ~(p in X0 <=> p in X1) <=> p in X2", 2},
        {"moore:3", "x = y = z = 0", "X0 = empty & X1 = empty & X2 = empty", 3},
    };
    if (system("mona --help >/dev/null 2>&1 || command -v mona >/dev/null 2>&1") != 0) {
        printf("mona is not installed: its judgement is left out\n");
        return;
    }
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct proof_case c;
        const bti_node *claim;
        bti_proof proof;
        CHECK(proof_case_rules(&c, ctx, cases[i].rules, 3) == BT_OK, "%s",
              bt_message(ctx));
        CHECK(proof_case_formula(&c, cases[i].claim, false, &claim) == BT_OK, "%s",
              bt_message(ctx));
        CHECK(bti_prove_claim(&c.theory, &c.measure, claim, &proof) == BT_OK, "prove");
        CHECK((proof.answer == BTI_PROVED) ==
                  mona_says_valid(3, cases[i].most, cases[i].mona),
              "%s %s: mona disagrees with %s", cases[i].rules, cases[i].claim,
              name_of(&proof));
        bti_proof_free(&proof);
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
    check_loop();
    check_all_values();
    check_failing();
    check_mona();
    CHECK(bt_memory_used(ctx) == 0, "%llu bytes left",
          (unsigned long long)bt_memory_used(ctx));
    bt_context_free(ctx);
    return check_close();
}
