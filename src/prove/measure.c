/* SPDX-License-Identifier: MIT
 * Why play ends: a list of natural numbers that every move makes lexicographically
 * smaller. Natural numbers are well ordered, and so are such lists.
 *
 * It is sought greedily. A component will do if no move that is left raises it and it
 * lowers some; then only the moves that keep it are left. Taking such a component
 * never spoils a later choice, for it only makes the moves that are left fewer. When no
 * move is left, the list is complete. Candidates are sums of some of the variables, and
 * how many of some variables are 0 or are not 0 (for games in which piles are split).
 *
 * Moves like these can run a counter machine, so whether play ends is undecidable in
 * general, and to find nothing proves nothing. */
#include "prove/measure.h"
#include "core/grow.h"
#include "formula/formula_compile.h"

#include <string.h>

enum { ALL_SUBSETS = 10 }; /* so many variables: every subset is a candidate */

/* b = [x = 0] (or [x > 0]) as automaton. */
static bt_status indicator(bti_theory *t, uint32_t x, bool empty, uint32_t b,
                           bti_dfa **out)
{
    bti_dfa *one = NULL, *small = NULL;
    bti_linear_term is_one[] = {{b, 1}}, has[] = {{x, 1}};
    *out = NULL;
    bt_status status = bti_dfa_linear(&t->m, is_one, 1, -1, BTI_EQ, &one);
    if (status == BT_OK)
        status = bti_dfa_linear(&t->m, is_one, 1, -1, BTI_LE, &small);
    if (status == BT_OK)
        status = bti_dfa_linear(&t->m, has, 1, 0, empty ? BTI_EQ : BTI_GT, out);
    if (status == BT_OK)
        status = bti_dfa_combine(&t->m, out, one, BTI_SAME);
    if (status == BT_OK)
        status = bti_dfa_combine(&t->m, out, small, BTI_BOTH);
    bti_dfa_free(one);
    bti_dfa_free(small);
    if (status != BT_OK) {
        bti_dfa_free(*out);
        *out = NULL;
    }
    return status;
}

/* *a becomes: some values of b make *a and "b = [x ...]" true. */
static bt_status substitute(bti_theory *t, bti_dfa **a, uint32_t x, bool empty,
                            uint32_t b)
{
    bti_dfa *meaning, *out = NULL;
    BT_TRY(indicator(t, x, empty, b, &meaning));
    bt_status status = bti_dfa_combine(&t->m, a, meaning, BTI_BOTH);
    if (status == BT_OK)
        status = bti_dfa_exists(&t->m, *a, &b, 1, &out);
    bti_dfa_free(meaning);
    bti_dfa_free(*a);
    *a = out;
    return status;
}

/* After the move REL before it, for a sum of variables or of indicators. */
static bt_status compare_sum(bti_theory *t, const bti_component *c, uint64_t changes,
                             bti_relation rel, bti_dfa **out)
{
    bti_linear_term sum[2 * BTI_VARS_MAX];
    size_t count = 0;
    bool plain = c->kind == BTI_SUM_OF;
    for (uint32_t i = 0; i < t->vars; i++) {
        if (!((c->of & changes) >> i & 1))
            continue;
        uint32_t primed = bti_primed(t->vars, i);
        sum[count++] = (bti_linear_term){plain ? primed : BTI_SPARE_VAR + primed, 1};
        sum[count++] = (bti_linear_term){plain ? i : BTI_SPARE_VAR + i, -1};
    }
    BT_TRY(bti_dfa_linear(&t->m, sum, count, 0, rel, out));
    bt_status status = BT_OK;
    for (size_t i = 0; i < count && !plain && status == BT_OK; i++)
        status = substitute(t, out, sum[i].var - BTI_SPARE_VAR, c->kind == BTI_EMPTY_OF,
                            sum[i].var);
    return status;
}

static bt_status compare_term(bti_theory *t, const bti_component *c, uint64_t changes,
                              bti_relation rel, bti_dfa **out)
{
    uint32_t to[BTI_VARS_MAX];
    const bti_node *after;
    bt_arena arena;
    for (uint32_t i = 0; i < t->vars; i++)
        to[i] = changes >> i & 1 ? bti_primed(t->vars, i) : i;
    bt_arena_init(&arena, t->ctx);
    *out = NULL;
    bt_status status =
        bti_formula_rename(&arena, c->term, to, (uint32_t)t->vars, &after);
    if (status == BT_OK)
        status = bti_compare_compile(&t->m, after, rel, c->term, out);
    bt_arena_free(&arena);
    return status;
}

/* The moves of `left` after which the component REL what it was before. */
static bt_status moves_that(bti_theory *t, size_t rule, const bti_dfa *left,
                            const bti_component *c, bti_relation rel, bti_dfa **out)
{
    uint64_t changes = t->file->move[rule].changes;
    BT_TRY((c->kind == BTI_TERM ? compare_term : compare_sum)(t, c, changes, rel, out));
    return bti_dfa_combine(&t->m, out, left, BTI_BOTH);
}

struct search {
    bti_theory *t;
    bti_measure *measure;
    bti_dfa **left; /* of each rule, the moves that keep all components so far */
    bti_dfa **keep; /* and those that keep the candidate, too */
};

static bool is_done(const struct search *s)
{
    for (size_t i = 0; i < s->t->rules; i++)
        if (!bti_dfa_is_empty(s->left[i]))
            return false;
    return true;
}

static void forget(struct search *s)
{
    bti_theory_free_all(s->t, s->keep);
}

/* Of the moves of a rule that are left, those that keep the candidate; *fits is false
 * when one raises it. Most often all lower it, which one question shows. */
static bt_status moves_that_keep(struct search *s, size_t rule, const bti_component *c,
                                 bool *fits)
{
    bti_dfa *others, *raise = NULL;
    BT_TRY(moves_that(s->t, rule, s->left[rule], c, BTI_GE, &others));
    if (bti_dfa_is_empty(others)) {
        s->keep[rule] = others;
        return BT_OK;
    }
    bt_status status = moves_that(s->t, rule, others, c, BTI_GT, &raise);
    *fits = status == BT_OK && bti_dfa_is_empty(raise);
    if (*fits)
        s->keep[rule] = others;
    else
        bti_dfa_free(others);
    bti_dfa_free(raise);
    return status;
}

/* Whether no move that is left raises the candidate; and the moves that keep it. */
static bt_status try_candidate(struct search *s, const bti_component *c, bool *fits,
                               bool *helps)
{
    *fits = true;
    *helps = false;
    for (size_t i = 0; i < s->t->rules && *fits; i++) {
        if (bti_dfa_is_empty(s->left[i]))
            continue;
        BT_TRY(moves_that_keep(s, i, c, fits));
        *helps = *helps || (*fits && !bti_dfa_equal(s->keep[i], s->left[i]));
    }
    return BT_OK;
}

/* Rules of which nothing is left now were lowered by this component all at once, or by
 * several of them. */
static void take_candidate(struct search *s, const bti_component *c)
{
    bti_measure *measure = s->measure;
    uint32_t number = (uint32_t)measure->components;
    measure->component[measure->components++] = *c;
    for (size_t i = 0; i < s->t->rules; i++) {
        if (!s->keep[i])
            continue;
        if (bti_dfa_is_empty(s->keep[i])) {
            measure->drop[i] = number;
            if (!bti_dfa_equal(s->left[i], s->t->move[i]))
                measure->has_drop = false;
        }
        bti_dfa_free(s->left[i]);
        s->left[i] = s->keep[i];
        s->keep[i] = NULL;
    }
}

static bt_status offer(struct search *s, const bti_component *c, bool *taken)
{
    bool fits, helps;
    *taken = false;
    if (s->measure->components == BTI_MEASURES)
        return BT_OK;
    bt_status status = try_candidate(s, c, &fits, &helps);
    if (status == BT_OK && fits && helps) {
        take_candidate(s, c);
        *taken = true;
    }
    forget(s);
    return status;
}

static unsigned size_of(uint64_t set)
{
    unsigned size = 0;
    for (; set; set &= set - 1)
        size++;
    return size;
}

/* Sets of `size` variables in turn; only whole ends of the list when there are many
 * variables. */
static bool next_set(const bti_theory *t, unsigned size, uint64_t *set)
{
    uint64_t all = (UINT64_C(1) << t->vars) - 1;
    if (t->vars <= ALL_SUBSETS) {
        while (++*set <= all)
            if (size_of(*set) == size)
                return true;
        return false;
    }
    uint64_t low = (UINT64_C(1) << size) - 1, high = low << (t->vars - size);
    uint64_t before = *set;
    *set = before == 0 ? low : high;
    return before == 0 || (before == low && low != high);
}

/* The first candidate that helps: large sets before small ones, but where sums are dear
 * the other way round. */
static bt_status find_one(struct search *s, bti_component_kind kind, bool *taken)
{
    *taken = false;
    unsigned vars = (unsigned)s->t->vars;
    for (unsigned i = 1; i <= vars && !*taken; i++)
        for (uint64_t set = 0;
             !*taken && next_set(s->t, s->t->pool ? i : vars + 1 - i, &set);) {
            bti_component c = {.kind = kind, .of = set};
            if (bt_stopped(s->t->ctx))
                return BT_STOPPED;
            BT_TRY(offer(s, &c, taken));
        }
    return BT_OK;
}

static bt_status search_all(struct search *s)
{
    for (bool taken = true; taken && !is_done(s);) {
        BT_TRY(find_one(s, BTI_SUM_OF, &taken));
        if (!taken)
            BT_TRY(find_one(s, BTI_EMPTY_OF, &taken));
        if (!taken)
            BT_TRY(find_one(s, BTI_PRESENT_OF, &taken));
    }
    return BT_OK;
}

/* Whether a term of `rank` is natural for all positions. Not "nowhere negative": where
 * a term such as low(x - 5) has no value every comparison is false, and it would seem
 * neither negative nor raised nor kept. */
static bt_status check_natural(bti_theory *t, const bti_node *term, bool *natural)
{
    static const bti_node zero = {.op = BTI_OP_NUMBER};
    bti_dfa *fine, *bad = NULL;
    BT_TRY(bti_compare_compile(&t->m, term, BTI_GE, &zero, &fine));
    bt_status status = bti_dfa_product(&t->m, t->position, fine, BTI_BUT_NOT, &bad);
    bti_dfa_free(fine);
    *natural = status == BT_OK && bti_dfa_is_empty(bad);
    bti_dfa_free(bad);
    return status;
}

static bt_status follow_rank(struct search *s)
{
    const bti_game_file *file = s->t->file;
    for (size_t i = 0; i < file->ranks; i++) {
        bti_component c = {.kind = BTI_TERM, .term = file->rank[i]};
        bool natural, fits, helps;
        BT_TRY(check_natural(s->t, c.term, &natural));
        if (!natural) {
            s->measure->why_bad =
                BT_TEXT("A term of the line 'rank' is not a natural number everywhere");
            return BT_OK;
        }
        BT_TRY(try_candidate(s, &c, &fits, &helps));
        if (fits)
            take_candidate(s, &c);
        forget(s);
        if (!fits) {
            s->measure->why_bad =
                s->t->pool
                    ? BT_TEXT("In these digits Bouton could not show that no move "
                              "raises a term of the line 'rank'")
                    : BT_TEXT("A move raises a term of the line 'rank'");
            return BT_OK;
        }
    }
    if (!is_done(s))
        s->measure->why_bad =
            s->t->pool
                ? BT_TEXT("In these digits Bouton could not show that every move "
                          "lowers a term of the line 'rank'")
                : BT_TEXT("Some move lowers no term of the line 'rank'");
    return BT_OK;
}

static bt_status begin(struct search *s)
{
    bti_theory *t = s->t;
    s->measure->rules = t->rules;
    s->measure->has_drop = true;
    BT_TRY(BTI_NEW(t->ctx, s->measure->drop, t->rules));
    memset(s->measure->drop, 0, t->rules * sizeof *s->measure->drop);
    BT_TRY(bti_dfa_row_new(t->ctx, t->rules, &s->left));
    BT_TRY(bti_dfa_row_new(t->ctx, t->rules, &s->keep));
    for (size_t i = 0; i < t->rules; i++)
        BT_TRY(bti_dfa_copy(&t->m, t->move[i], &s->left[i]));
    return BT_OK;
}

bt_status bti_measure_find(bti_theory *t, bti_measure *out)
{
    struct search s = {.t = t, .measure = out};
    *out = (bti_measure){.found = false};
    bt_status status = begin(&s);
    if (status == BT_OK)
        status = t->file->ranks > 0 ? follow_rank(&s) : search_all(&s);
    out->bad_rank = out->why_bad != NULL;
    out->found = status == BT_OK && !out->bad_rank && is_done(&s);
    if (out->found && out->components == 0) /* there is no move: anything will do */
        out->component[out->components++] =
            (bti_component){.kind = BTI_SUM_OF, .of = (UINT64_C(1) << t->vars) - 1};
    bti_dfa_row_free(t->ctx, s.left, t->rules);
    bti_dfa_row_free(t->ctx, s.keep, t->rules);
    return status;
}

void bti_measure_free(bti_theory *t, bti_measure *measure)
{
    bt_release(t->ctx, measure->drop,
               measure->drop ? measure->rules * sizeof *measure->drop : 0);
    measure->drop = NULL;
}

void bti_component_print(const bti_theory *t, const bti_component *c, bt_text *text)
{
    bool some = false;
    bti_scope scope = t->file->scope;
    scope.lets = NULL;
    if (c->kind == BTI_TERM) {
        bti_formula_print(c->term, &scope, text);
        return;
    }
    for (size_t i = 0; i < t->vars; i++) {
        if (!(c->of >> i & 1))
            continue;
        bt_text_put(text, some ? " + " : "");
        some = true;
        bt_text_format(text, c->kind == BTI_SUM_OF ? "%s" : "[%s", scope.var[i]);
        if (c->kind != BTI_SUM_OF)
            bt_text_put(text, c->kind == BTI_EMPTY_OF ? " = 0]" : " > 0]");
    }
}

void bti_measure_print(const bti_theory *t, const bti_measure *measure, bt_text *text)
{
    for (size_t i = 0; i < measure->components; i++) {
        bt_text_put(text, i ? ", " : "");
        bti_component_print(t, &measure->component[i], text);
    }
}
