/* SPDX-License-Identifier: MIT
 * MONA judges our proofs (mona_text.h): of every claim in games/ and of the rule sets
 * with several numbers of heaps, true ones and ones made false by a small change, it is
 * asked whether the three steps are valid, and must agree with PROVED and REFUTED. It
 * also judges formulas for Grundy values, measures, and what formulas say of single
 * points. What MONA cannot finish within its limits is counted and told.
 *
 * Without MONA the translation is only checked for form. BOUTON_LONG=1 tries all small
 * changes and gives MONA more time. */
#include "mona_text.h"
#include "proof_case.h"

#include "formula/formula_compile.h"

#include <dirent.h>

static bt_context *ctx;
static bool installed, is_long;
static unsigned judged_valid, judged_not, at_limit, gave_up, not_expressed, measures;

static unsigned seconds(void)
{
    return is_long ? 10 : 2;
}

static bool balanced(bt_span text)
{
    long open = 0;
    for (size_t i = 0; i < text.len && open >= 0; i++)
        open += text.at[i] == '(' ? 1 : text.at[i] == ')' ? -1 : 0;
    return open == 0;
}

/* MONA's verdict on a translation; true if there is one. */
static bool judge(const bt_text *text, const char *what, bool *valid)
{
    CHECK(bt_text_status(text) == BT_OK && balanced(bt_text_span(text)), "%s: brackets",
          what);
    if (!installed)
        return false;
    mona_verdict verdict = mona_judge(bt_text_span(text), seconds());
    CHECK(verdict != MONA_BROKEN, "%s: MONA cannot read this:\n%s", what,
          bt_text_chars(text));
    at_limit += verdict == MONA_LIMIT;
    if (verdict == MONA_LIMIT)
        printf("MONA does not finish: %s\n", what);
    *valid = verdict == MONA_VALID;
    return verdict == MONA_VALID || verdict == MONA_NOT_VALID;
}

/* ---- what formulas say of single points ---- */

static const char *const formulas[] = {
    "x = y",
    "x < y",
    "x <= y",
    "x > y",
    "x >= y",
    "x != y",
    "2 <= x < y != 5",
    "x + y = 7",
    "3x - 2y <= 1",
    "5*x = 3y + 2",
    "x - y > 3 - x",
    "-x + 5 = y",
    "x ^ y = 0",
    "xor(x, y, 3) > 4",
    "xor(x, y, x, 1) = y",
    "and(x, y) = x",
    "or(x, y) < 6",
    "and(x, y, 6) = or(x, 2)",
    "x >= y & xor(x - y, 1) != 7",
    "!(x >= y & xor(x - y, 1) = 7)",
    "low(x) = 2",
    "low(x) < high(y)",
    "x < y | low(x - y) >= 2",
    "high(x + y) = 8",
    "shl(x) = 2y",
    "shl(x) = y",
    "x >= y => shl(x - y) > 5",
    "shl(x ^ y) > 5",
    "low(shl(and(x, y))) = 4",
    "pow2(x)",
    "pow2(x + y + 1)",
    "pow2(x - y)",
    "x mod 3 = 1",
    "(x + 2y) mod 5 in {0,3}",
    "(x - y) mod 2 = 0",
    "(x - 2y) mod 5 in {1,3}",
    "(3 - x) mod 4 != 1",
    "x - y mod 4 < 2",
    "x = 2y (mod 3)",
    "x in {0,3,6}",
    "x - y in {0,1,4}",
    "3 | x - y",
    "4 | x + y",
    "1 | x - y",
    "cols(2; x, y)",
    "cols(3; x, x, y)",
    "cols(3; x, y, x + y, 3)",
    "x = 1 | x = 2 & y = 1",
    "x = 1 => y = 1 => x = 2",
    "x > 3 <=> y > 3",
    "!(x = y) & true | false",
    "ex t: x = 2t | y = 5",
    "ex t: pow2(t) & x = y + t",
    "all t: t >= x <=> x = 0",
    "ex t: t < x & all u: u <= t => u < y",
    "all t: pow2(t) & t > x => t > y",
};

static const char *const xy[] = {"x", "y"};

static void put_points(struct mona_writer *w, const bti_node *node, const bti_dfa *dfa,
                       const char *what)
{
    char at[2][MONA_SET];
    bt_text_put(w->out, "pred f(var2 v0, var2 v1) = ");
    mona_formula(w, node);
    bt_text_put(w->out, ";\ntrue");
    for (uint64_t x = 0; x < 9; x++)
        for (uint64_t y = 0; y < 9; y++) {
            uint64_t value[8] = {x, y};
            bool holds, accepted = bti_dfa_accepts(dfa, value);
            if (bti_formula_holds(ctx, node, w->digits, value, &holds) == BT_OK)
                CHECK(holds == accepted, "%s: the automaton is wrong", what);
            mona_number(w->digits, x, at[0]);
            mona_number(w->digits, y, at[1]);
            bt_text_format(w->out, " & %sf(%s,%s)", accepted ? "" : "~", at[0], at[1]);
        }
    bt_text_put(w->out, ";\n");
}

/* In Fibonacci digits some formulas are refused; these return false. */
static bool check_points(const char *what, bti_digits digits)
{
    bti_scope scope = {.var = xy, .vars = 2, .what = "a formula", .digits = digits};
    bti_formula_text from = {.name = "formula", .text = bt_span_of(what)};
    bti_automata m;
    bti_dfa *dfa = NULL;
    bt_arena arena;
    bt_text text;
    const bti_node *node;
    bool valid;
    bt_text_init(&text, ctx);
    bt_arena_init(&arena, ctx);
    bti_automata_init(&m, ctx, digits);
    bt_status status = bti_formula_parse(&arena, &scope, &from, from.text, &node);
    if (status == BT_OK)
        status = bti_formula_compile(&m, node, &dfa);
    CHECK(status == BT_OK || digits == BTI_FIBONACCI, "%s: %s", what, bt_message(ctx));
    if (status == BT_OK) {
        struct mona_writer w = {.out = &text, .digits = digits, .vars = 2};
        mona_head(&text, digits);
        put_points(&w, node, dfa, what);
        CHECK(!w.not_expressed, "%s: not expressed", what);
        if (judge(&text, what, &valid))
            CHECK(valid, "%s: MONA thinks otherwise of some point below 9", what);
    }
    bti_dfa_free(dfa);
    bt_arena_free(&arena);
    bt_text_free(&text);
    return status == BT_OK;
}

static void check_all_points(void)
{
    unsigned count = sizeof formulas / sizeof formulas[0], fibonacci = 0;
    for (unsigned i = 0; i < count; i++) {
        check_points(formulas[i], BTI_BINARY);
        fibonacci += check_points(formulas[i], BTI_FIBONACCI);
    }
    CHECK(fibonacci >= 25, "only %u formulas in Fibonacci digits", fibonacci);
}

static void check_numbers(void)
{
    char text[MONA_SET];
    mona_number(BTI_BINARY, 0, text);
    CHECK(strcmp(text, "empty") == 0, "0 is %s", text);
    mona_number(BTI_BINARY, 1, text);
    CHECK(strcmp(text, "{0}") == 0, "1 is %s", text);
    mona_number(BTI_BINARY, 44, text);
    CHECK(strcmp(text, "{5,3,2}") == 0, "44 is %s", text);
    mona_number(BTI_BINARY, UINT64_MAX, text);
    CHECK(strlen(text) < MONA_SET - 1 && strstr(text, ",1,0}"), "all ones: %s", text);
    mona_number(BTI_FIBONACCI, 12, text); /* 8 + 3 + 1 */
    CHECK(strcmp(text, "{4,2,0}") == 0, "12 is %s", text);
    CHECK(mona_adder().pairs == MONA_PAIRS, "the adder of Fibonacci digits");
}

/* ---- small changes of a claim ---- */

struct change {
    bt_arena *arena;
    unsigned seen,
        wanted; /* places where something can be changed; the one to change */
};

static bool here(struct change *c)
{
    return c->seen++ == c->wanted;
}

static bti_relation other_relation(bti_relation relation)
{
    switch (relation) {
    case BTI_LT:
    case BTI_EQ:
        return BTI_LE;
    case BTI_LE:
    case BTI_NE:
        return BTI_LT;
    case BTI_GT:
        return BTI_GE;
    case BTI_GE:
        break;
    }
    return BTI_GT;
}

static bti_op other_op(bti_op op)
{
    switch (op) {
    case BTI_OP_AND:
        return BTI_OP_OR;
    case BTI_OP_OR:
    case BTI_OP_IFF:
        return BTI_OP_AND;
    case BTI_OP_XOR:
        return BTI_OP_BIT_OR;
    case BTI_OP_LOW:
        return BTI_OP_HIGH;
    case BTI_OP_EX:
        return BTI_OP_ALL;
    case BTI_OP_ALL:
        return BTI_OP_EX;
    default:
        return op;
    }
}

static const bti_node *changed(struct change *c, const bti_node *node);

/* The children, one of them perhaps left out, another perhaps related otherwise. */
static void change_children(struct change *c, const bti_node *node, bti_node *copy)
{
    const bti_node **end = &copy->first;
    bool many = node->first && node->first->next && node->first->next->next;
    for (const bti_node *child = node->first; child; child = child->next) {
        bool clause = node->op == BTI_OP_AND || node->op == BTI_OP_OR;
        if (clause && many && here(c))
            continue;
        bti_node *next = bt_arena_alloc(c->arena, 1, sizeof *next);
        *next = *changed(c, child);
        if (node->op == BTI_OP_CHAIN && child != node->first) {
            next->relation = child->relation;
            if (here(c))
                next->relation = other_relation(child->relation);
        }
        next->next = NULL;
        *end = next;
        end = &next->next;
    }
}

/* A copy with one change. */
static const bti_node *changed(struct change *c, const bti_node *node)
{
    bool two = node->first && node->first->next && !node->first->next->next;
    if ((node->op == BTI_OP_AND || node->op == BTI_OP_OR) && two) {
        if (here(c))
            return node->first;
        if (here(c))
            return node->first->next;
    }
    if (node->op == BTI_OP_NOT && here(c))
        return node->first;
    bti_node *copy = bt_arena_alloc(c->arena, 1, sizeof *copy);
    *copy = *node;
    copy->first = NULL;
    if ((node->op == BTI_OP_NUMBER || node->op == BTI_OP_MOD ||
         node->op == BTI_OP_DIVIDES || node->op == BTI_OP_COLS) &&
        here(c))
        copy->number++;
    if (other_op(node->op) != node->op && here(c))
        copy->op = other_op(node->op);
    change_children(c, node, copy);
    return copy;
}

/* ---- claims ---- */

static void say(struct proof_case *c, const char *rules, const bti_node *claim,
                char *what, size_t room)
{
    bt_text text;
    bti_scope scope = c->file->scope;
    scope.lets = NULL;
    scope.value = true;
    bt_text_init(&text, ctx);
    bti_formula_print(claim, &scope, &text);
    snprintf(what, room, "%s, %zu variables: %s", rules, c->theory.vars,
             bt_text_chars(&text));
    bt_text_free(&text);
}

static void compare(struct proof_case *c, const char *rules, const bti_node *claim,
                    bool values)
{
    char what[600];
    bti_proof proof;
    bt_text text;
    bool valid;
    bt_text_init(&text, ctx);
    say(c, rules, claim, what, sizeof what);
    bool expressed = values ? mona_values(c->file, claim, &text)
                            : mona_steps(c->file, c->theory.misere, claim, &text);
    not_expressed += !expressed;
    if (!expressed) {
        bt_text_free(&text);
        return;
    }
    bt_status status = values ? bti_prove_values(&c->theory, &c->measure, claim, &proof)
                              : bti_prove_claim(&c->theory, &c->measure, claim, &proof);
    CHECK(status == BT_OK, "%s: %s", what, bt_message(ctx));
    if (status == BT_OK && proof.answer != BTI_PROVED && proof.answer != BTI_REFUTED) {
        gave_up++;
        printf("%s: %s\n", bti_answer_name(proof.answer), what);
    } else if (status == BT_OK && judge(&text, what, &valid)) {
        judged_valid += valid;
        judged_not += !valid;
        CHECK(valid == (proof.answer == BTI_PROVED), "%s\nwe: %s, MONA: %svalid", what,
              bti_answer_name(proof.answer), valid ? "" : "not ");
    }
    if (status == BT_OK)
        bti_proof_free(&proof);
    bt_text_free(&text);
}

/* Some of the changes, or all; quick mode takes a few that lie apart. */
static void compare_changes(struct proof_case *c, const char *rules,
                            const bti_node *claim, bool values)
{
    struct change all = {.arena = &c->arena, .wanted = UINT32_MAX};
    (void)changed(&all, claim);
    unsigned step = is_long ? 1 : all.seen / 4 + 1;
    for (unsigned k = 0; k < all.seen; k += step) {
        struct change one = {.arena = &c->arena, .wanted = k};
        const bti_node *other = changed(&one, claim);
        CHECK(!bti_formula_equal(claim, other), "%s: change %u changes nothing", rules,
              k);
        compare(c, rules, other, values);
    }
}

static void compare_measure(struct proof_case *c, const char *rules)
{
    bt_text text;
    bool valid;
    bt_text_init(&text, ctx);
    CHECK(c->measure.found, "%s: no measure", rules);
    if (!mona_measure(c->file, &c->measure, &text)) {
        not_expressed++;
    } else if (judge(&text, rules, &valid)) {
        measures++;
        CHECK(valid, "%s: MONA does not accept the measure", rules);
    }
    bt_text_free(&text);
}

/* All that the rules claim. */
static void check_rules(const char *rules, size_t heaps)
{
    struct proof_case c;
    bt_status status = proof_case_rules(&c, ctx, rules, heaps);
    CHECK(status == BT_OK, "%s, %zu heaps: %s", rules, heaps, bt_message(ctx));
    if (status == BT_OK) {
        bool known =
            c.file->scope.digits == BTI_BINARY || c.file->scope.digits == BTI_FIBONACCI;
        compare_measure(&c, rules);
        not_expressed += known ? 0 : (unsigned)c.file->claims; /* MONA adds in these */
        for (size_t i = 0; known && i < c.file->claims; i++) {
            compare(&c, rules, c.file->claim[i].formula, false);
            compare_changes(&c, rules, c.file->claim[i].formula, false);
        }
        if (c.file->grundy.formula) {
            compare(&c, rules, c.file->grundy.formula, true);
            compare_changes(&c, rules, c.file->grundy.formula, true);
        }
    }
    proof_case_end(&c);
}

static void check_files(void)
{
    DIR *folder = opendir("../games");
    unsigned files = 0;
    CHECK(folder, "no ../games");
    for (struct dirent *e; folder && (e = readdir(folder));) {
        char path[300];
        size_t len = strlen(e->d_name);
        if (len < 5 || strcmp(e->d_name + len - 5, ".game") != 0)
            continue;
        snprintf(path, sizeof path, "../games/%s", e->d_name);
        check_rules(path, 0);
        files++;
    }
    CHECK(files >= 15, "only %u files", files);
    if (folder)
        closedir(folder);
}

static const struct {
    const char *rules;
    size_t from, to; /* heaps */
} sets[] = {
    {"nim", 1, 4},
    {"nim/misere", 1, 4},
    {"moore:2", 2, 4},
    {"moore:2/misere", 2, 4},
    {"moore:3", 3, 4},
    {"staircase", 2, 4},
    {"staircase/misere", 2, 4},
    {"cheating", 2, 4},
    {"cheating/misere", 2, 4},
    {"dynamic", 0, 0},
    {"dynamic/misere", 0, 0},
    {"dynamic:2", 0, 0},
    {"dynamic:2/misere", 0, 0},
    {"subtraction:1,3,4", 1, 1},
    {"subtraction:1,3,4/misere", 1, 1},
    {"subtraction:1,3,6", 1, 1},
    {"subtraction:1,3,6/misere", 1, 1},
    {"subtraction:1,5,6", 1, 1},
    {"subtraction:1,5,6/misere", 1, 1},
    {"subtraction:1,3,5,6", 1, 1},
    {"subtraction:1,3,5,6/misere", 1, 1},
    {"subtraction:1,4,10", 1, 1},
    {"subtraction:1,4,10/misere", 1, 1},
    {"subtraction:2..5", 1, 1},
    {"subtraction:2..5/misere", 1, 1},
    {"subtraction:all-but-3", 1, 1},
    {"subtraction:all-but-3/misere", 1, 1},
    {"subtraction:1..3", 2, 4},
    {"subtraction:1..3/misere", 2, 3},
    {"subtraction:powers-of-2", 1, 3},
    {"subtraction:powers-of-2/misere", 1, 2},
};

/* Theorems that were discovered, and famous mistakes. */
static const struct {
    const char *rules;
    size_t heaps;
    bool values;
    const char *formula;
} others[] = {
    {"subtraction:powers-of-2", 1, false, "4 | n"},
    {"subtraction:powers-of-2", 1, false, "(3 | n) & n != 999"},
    {"moore:2", 3, false, "x ^ y ^ z = 0"},
    {"nim", 3, false, "x = y + z | y = x + z | z = x + y"},
    {"nim", 2, false, "false"},
    {"nim", 2, false, "true"},
    {"dynamic/misere", 0, false, "n >= 1 & m >= 1 & (n = 1 | low(n - 1) > m)"},
    {"../games/end-nim3.game", 0, false,
     "(x = 0 | z = 0) & x ^ y ^ z = 0 | x > 0 & x = z & x != y"},
    {"../games/nim2-pass.game", 0, false,
     "x = 0 & y = 0 | x > 0 & (p = 0 & x = y | p = 1 & (x + y) mod 4 = 3 & x <= y + 1 "
     "& y <= x + 1)"},
    {"nim", 2, true, "x ^ y = g"},
    {"nim", 2, true, "x + y = g"},
    {"nim", 3, true, "x ^ y ^ z = g"},
    {"staircase", 3, true, "x ^ z = g"},
    {"cheating", 2, true, "x ^ y = g"},
    {"subtraction:powers-of-2", 1, true, "g < 3 & (3 | n - g)"},
    {"subtraction:1,3,4", 1, true,
     "n mod 7 in {0,2} & g = 0 | n mod 7 in {1,3} & g = 1 | n mod 7 in {4,6} & g = 2 | "
     "n mod 7 = 5 & g = 3"},
};

static void check_other(size_t i)
{
    struct proof_case c;
    const bti_node *formula = NULL;
    bt_status status = proof_case_rules(&c, ctx, others[i].rules, others[i].heaps);
    if (status == BT_OK)
        status = proof_case_formula(&c, others[i].formula, others[i].values, &formula);
    CHECK(status == BT_OK, "%s: %s", others[i].rules, bt_message(ctx));
    if (status == BT_OK) {
        compare(&c, others[i].rules, formula, others[i].values);
        compare_changes(&c, others[i].rules, formula, others[i].values);
    }
    proof_case_end(&c);
}

int main(void)
{
    installed = mona_is_installed();
    is_long = getenv("BOUTON_LONG") != NULL;
    ctx = bt_context_new(bt_host_posix(), 0);
    if (!ctx)
        return 1;
    if (!installed)
        printf("mona is not installed: only the form of the questions is checked\n");
    check_numbers();
    check_all_points();
    check_files();
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        for (size_t heaps = sets[i].from; heaps <= sets[i].to; heaps++)
            check_rules(sets[i].rules, heaps);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        check_other(i);
    if (installed)
        printf("MONA judged %u theorems, %u falsehoods and %u measures; %u at its "
               "limits, %u at ours, %u not expressed\n",
               judged_valid, judged_not, measures, at_limit, gave_up, not_expressed);
    CHECK(!installed || (judged_valid >= 60 && judged_not >= 100),
          "too few judgements");
    CHECK(bt_memory_used(ctx) == 0, "memory is left");
    bt_context_free(ctx);
    return check_close();
}
