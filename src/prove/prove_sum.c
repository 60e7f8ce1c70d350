/* SPDX-License-Identifier: MIT
 * Claims about sums, in the shape in which discover_sum.c says them:
 *
 *     ex g1,g2: (value of x is g1) & (value of y is g2) & g1 ^ g2 = 0
 *
 * Each part of the game has a bound variable of its own. What is said of it and of the
 * part alone must be the part's Grundy value, which is proved of the part as a game of
 * its own; what is said of these variables alone must be that their nim-sum is 0 (or
 * what misere play wants, see discover_sum.c). Then Sprague and Grundy tell that the
 * claim is true, and no automaton has to read all variables at once. Two parts may
 * share the variable instead: their values are equal where the nim-sum is 0. */
#include "core/grow.h"
#include "formula/formula_compile.h"
#include "formula/formula_defined.h"
#include "prove/prove.h"
#include "rules/game_text.h"

#include <string.h>

enum { NOBODY = BTI_VARS_MAX, MOST_CONJUNCTS = 4 * BTI_VARS_MAX };

struct shape {
    bti_theory *t;
    bt_arena *arena;
    bool values;
    bti_proof_split split;
    uint32_t first; /* the bound variables: first, first + 1 ... */
    size_t bound;
    uint32_t owner[BTI_VARS_MAX];    /* of each bound variable: its part */
    uint32_t value_of[BTI_VARS_MAX]; /* of each part: which bound variable */
    const bti_node *conjunct[MOST_CONJUNCTS];
    uint32_t about[MOST_CONJUNCTS]; /* which part, or NOBODY: values only */
    size_t conjuncts;
    bool shared; /* two parts with the same value: ex g: (value of x) & (value of y) */
    bool fits;
};

static void flatten(struct shape *s, const bti_node *node)
{
    if (node->op == BTI_OP_AND) {
        for (const bti_node *child = node->first; child; child = child->next)
            flatten(s, child);
    } else if (s->conjuncts < MOST_CONJUNCTS) {
        s->conjunct[s->conjuncts++] = node;
    } else {
        s->fits = false;
    }
}

static void claim_value(struct shape *s, uint32_t part, uint32_t bound)
{
    if (s->shared) {
        s->value_of[part] = bound;
        return;
    }
    if (s->owner[bound] == NOBODY && s->value_of[part] == NOBODY) {
        s->owner[bound] = part;
        s->value_of[part] = bound;
    }
    s->fits = s->fits && s->owner[bound] == part && s->value_of[part] == bound;
}

/* What a conjunct speaks of. */
struct subject {
    uint32_t part;  /* NOBODY: no declared variable */
    uint32_t value; /* the only bound variable, or NOBODY */
    bool bound, several_parts;
};

static struct subject subject_of(const struct shape *s, const bti_node *conjunct)
{
    struct subject is = {.part = NOBODY, .value = NOBODY};
    bool seen[3 * BTI_VARS_MAX + 1] = {false};
    bti_formula_variables(conjunct, seen, s->first + (uint32_t)s->bound);
    for (size_t v = 0; v < s->t->vars; v++) {
        if (!seen[v])
            continue;
        is.several_parts =
            is.several_parts || (is.part != NOBODY && is.part != s->split.part[v]);
        is.part = s->split.part[v];
    }
    for (uint32_t b = 0; b < s->bound; b++)
        if (seen[s->first + b]) {
            is.value = is.bound ? NOBODY : b;
            is.bound = true;
        }
    if (seen[bti_value_var(s->t->vars)])
        is.value = NOBODY;
    return is;
}

/* With a part goes one bound variable, its value. */
static void place_parts(struct shape *s)
{
    for (size_t i = 0; i < s->conjuncts && s->fits; i++) {
        struct subject is = subject_of(s, s->conjunct[i]);
        s->about[i] = is.part;
        if (is.part == NOBODY)
            continue;
        s->fits = !is.several_parts && is.value != NOBODY;
        if (s->fits)
            claim_value(s, is.part, is.value);
    }
}

/* What is said of one value alone belongs to its part, too: 'g1 < 3'; if that is
 * shared, to both. */
static void place_values(struct shape *s)
{
    for (size_t i = 0; i < s->conjuncts && s->fits && !s->shared; i++) {
        struct subject is = subject_of(s, s->conjunct[i]);
        if (is.part == NOBODY && is.value != NOBODY)
            s->about[i] = s->owner[is.value];
    }
}

static void find_shape(struct shape *s, const bti_node *formula)
{
    s->fits = true;
    s->first = bti_first_bound(s->t->vars);
    for (; formula->op == BTI_OP_EX && s->bound < s->split.parts;
         formula = formula->first)
        if (formula->var != s->first + s->bound++)
            s->fits = false;
    flatten(s, formula);
    s->shared = s->bound == 1 && s->split.parts == 2 && !s->values && !s->t->misere;
    for (size_t i = 0; i < BTI_VARS_MAX; i++)
        s->owner[i] = s->value_of[i] = NOBODY;
    place_parts(s);
    place_values(s);
    s->fits = s->fits && (s->shared || s->bound == s->split.parts);
    for (size_t i = 0; i < s->split.parts; i++)
        s->fits = s->fits && s->value_of[i] != NOBODY;
}

/* What is said of a part, with the names of the part and g for its value. */
static bt_status write_part(const struct shape *s, uint32_t part, const bti_scope *own,
                            bt_text *out)
{
    uint32_t to[3 * BTI_VARS_MAX + 1] = {0}, count = 0;
    const char *before = "";
    for (size_t v = 0; v < s->t->vars; v++)
        if (s->split.part[v] == part)
            to[v] = count++;
    to[s->first + s->value_of[part]] = bti_value_var(own->vars);
    for (size_t i = 0; i < s->conjuncts; i++) {
        const bti_node *renamed;
        if (s->about[i] != part && !(s->shared && s->about[i] == NOBODY))
            continue;
        BT_TRY(bti_formula_rename(s->arena, s->conjunct[i], to,
                                  s->first + (uint32_t)s->bound, &renamed));
        bt_text_format(out, "%s(", before);
        bti_formula_print(renamed, own, out);
        bt_text_put_char(out, ')');
        before = " & ";
    }
    return bt_text_status(out);
}

/* Keeps it as words, too. */
static bt_status read_part(const struct shape *s, uint32_t part, bti_found_part *p,
                           const bti_node **formula)
{
    bti_scope own = p->part.theory.file->scope;
    bti_formula_text from = {.name = "a part"};
    bt_text text;
    own.value = true;
    bt_text_init(&text, s->t->ctx);
    bt_status status = write_part(s, part, &own, &text);
    from.text = bt_text_span(&text);
    if (status == BT_OK)
        status = bti_formula_parse(s->arena, &own, &from, from.text, formula);
    if (status == BT_OK) {
        bt_text_clear(&text);
        bti_formula_print(*formula, &own, &text);
        status = bt_text_status(&text);
    }
    if (status == BT_OK && !(p->words = bt_arena_copy(s->arena, bt_text_span(&text))))
        status = bt_last_status(s->t->ctx);
    bt_text_free(&text);
    return status;
}

static void count(bti_proof *all, const bti_proof *part)
{
    all->automata += part->automata;
    if (part->largest > all->largest)
        all->largest = part->largest;
    if (part->largest_raw > all->largest_raw)
        all->largest_raw = part->largest_raw;
    if (part->tracks > all->tracks)
        all->tracks = part->tracks;
}

/* Whether what is said of the part has a meaning at all its positions and values. The
 * whole may have one even so: `ex` needs one value only. */
static bt_status is_defined(bti_found_part *p, const bti_node *formula, bool *defined)
{
    bti_theory *t = &p->part.theory;
    bti_dfa *undefined;
    BT_TRY(bti_undefined_compile(&t->m, formula, t->position, &undefined));
    *defined = bti_dfa_is_empty(undefined);
    bti_dfa_free(undefined);
    return BT_OK;
}

/* Is what is said of the part its Grundy value? */
static bt_status prove_part(const struct shape *s, bti_found_part *p,
                            const bti_node *formula, bti_proof *out, bool *found)
{
    bti_proof proof;
    bt_status status =
        bti_prove_values(&p->part.theory, &p->part.measure, formula, &proof);
    count(out, &proof);
    *found = status == BT_OK && proof.answer == BTI_PROVED;
    if (*found) {
        p->values = proof.set;
        proof.set = NULL;
    }
    bti_proof_free(&proof);
    if (status == BT_OK && *found && s->t->misere)
        status = bti_part_is_tame(&p->part.theory, p->values, found);
    return status;
}

/* What was proved of a part is true of one that is like it. */
static bt_status prove_or_take_over(const struct shape *s, uint32_t part,
                                    const bti_node **formula, bti_proof *out,
                                    bool *found)
{
    bti_found_part *p = &out->part[out->parts++];
    BT_TRY(bti_part_open(s->t->ctx, s->t->file, &s->split, part, &p->part));
    BT_TRY(read_part(s, part, p, &formula[part]));
    BT_TRY(is_defined(p, formula[part], found));
    if (!*found)
        return BT_OK;
    for (uint32_t i = 0; i < part; i++)
        if (bti_formula_equal(formula[i], formula[part]) &&
            bti_parts_are_alike(&out->part[i].part.theory, &p->part.theory))
            return bti_dfa_copy(&p->part.theory.m, out->part[i].values, &p->values);
    return prove_part(s, p, formula[part], out, found);
}

static bt_status prove_parts(const struct shape *s, bti_proof *out, bool *found)
{
    const bti_node *formula[BTI_VARS_MAX];
    BT_TRY(BTI_ARENA_NEW(s->arena, out->part, s->split.parts));
    for (uint32_t i = 0; i < s->split.parts && *found; i++)
        BT_TRY(prove_or_take_over(s, i, formula, out, found));
    return BT_OK;
}

/* What the values must fulfil, as a formula whose variables are they. */
static bt_status read_wanted(const struct shape *s, const bti_node **out)
{
    static const char *const g[] = {
        "g1",  "g2",  "g3",  "g4",  "g5",  "g6",  "g7",  "g8",  "g9",  "g10", "g11",
        "g12", "g13", "g14", "g15", "g16", "g17", "g18", "g19", "g20", "g21", "g22",
        "g23", "g24", "g25", "g26", "g27", "g28", "g29", "g30", "g31", "g32"};
    size_t parts = s->split.parts;
    bti_scope scope = {.var = g, .vars = parts, .value = true, .digits = BTI_BINARY};
    bti_formula_text from = {.name = "the sum"};
    bt_text text;
    bt_text_init(&text, s->t->ctx);
    if (s->values) {
        bti_text_values(&text, parts, " ^ ", "");
        bt_text_put(&text, " = g");
    } else {
        bti_text_nim_sum(&text, parts, s->t->misere);
    }
    from.text = bt_text_span(&text);
    bt_status status = bt_text_status(&text);
    if (status == BT_OK)
        status = bti_formula_parse(s->arena, &scope, &from, from.text, out);
    bt_text_free(&text);
    return status;
}

/* The conjuncts about values, part i's value being variable i. */
static bt_status read_said(const struct shape *s, const bti_node **said, size_t *count)
{
    size_t parts = s->split.parts;
    uint32_t to[3 * BTI_VARS_MAX + 1] = {0};
    to[bti_value_var(s->t->vars)] = bti_value_var(parts);
    for (uint32_t i = 0; i < parts; i++)
        to[s->first + s->value_of[i]] = i;
    *count = 0;
    for (size_t i = 0; i < s->conjuncts; i++)
        if (s->about[i] == NOBODY)
            BT_TRY(bti_formula_rename(s->arena, s->conjunct[i], to,
                                      s->first + (uint32_t)s->bound,
                                      &said[(*count)++]));
    return BT_OK;
}

static bt_status mean_the_same(bti_automata *m, const bti_node *const *said,
                               size_t count, const bti_node *wanted, bool *same)
{
    bti_dfa *all = NULL, *other = NULL;
    bt_status status = bti_dfa_bool(m, true, &all);
    for (size_t i = 0; i < count && status == BT_OK; i++) {
        bti_dfa *one = NULL;
        status = bti_formula_compile(m, said[i], &one);
        if (status == BT_OK)
            status = bti_dfa_combine(m, &all, one, BTI_BOTH);
        bti_dfa_free(one);
    }
    if (status == BT_OK)
        status = bti_formula_compile(m, wanted, &other);
    *same = status == BT_OK && bti_dfa_equal(all, other);
    bti_dfa_free(all);
    bti_dfa_free(other);
    return status;
}

static bt_status check_end(const struct shape *s, bool *found)
{
    const bti_node *wanted, *said[MOST_CONJUNCTS];
    size_t count;
    *found = s->shared; /* the values are equal */
    if (*found)
        return BT_OK;
    BT_TRY(read_wanted(s, &wanted));
    BT_TRY(read_said(s, said, &count));
    *found = count == 1 && bti_formula_equal(said[0], wanted);
    return *found ? BT_OK : mean_the_same(&s->t->m, said, count, wanted, found);
}

static bool is_called_g(const bti_scope *scope)
{
    for (size_t i = 0; i < scope->vars; i++)
        if (strcmp(scope->var[i], "g") == 0)
            return true;
    return false;
}

static bt_status try_shape(struct shape *s, const bti_node *formula, bti_proof *out,
                           bool *found)
{
    find_shape(s, formula);
    if (!s->fits)
        return BT_OK;
    BT_TRY(check_end(s, found));
    return *found ? prove_parts(s, out, found) : BT_OK;
}

bt_status bti_prove_sum(bti_theory *t, const bti_node *formula, bool values,
                        bt_arena *arena, bti_proof *out, bool *found)
{
    struct shape s = {.t = t, .arena = arena, .values = values};
    *found = false;
    *out = (bti_proof){.answer = BTI_UNDECIDED, .same_as = SIZE_MAX};
    out->check.result = BTI_GAVE_UP;
    bti_split_find(t->file, &s.split);
    if (t->m.digits != BTI_BINARY || s.split.parts < 2 || is_called_g(&t->file->scope))
        return BT_OK;
    bt_status status = try_shape(&s, formula, out, found);
    if (status == BT_OK && *found) {
        out->answer = BTI_PROVED;
        out->check.result = BTI_HOLDS;
        return BT_OK;
    }
    bti_proof_free(out);
    *found = false;
    return status == BT_UNABLE ? BT_OK : status;
}
