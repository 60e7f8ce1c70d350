/* SPDX-License-Identifier: MIT
 * Theorems about sums. The Grundy values of every part are found and proved alone, and
 * what follows for the whole is the theorem of Sprague (1935) and Grundy (1939): the
 * value of a sum is the nim-sum of its parts' values, and P is where that is 0. So many
 * heaps cost no more than a few, where one automaton for all of them would be huge.
 *
 * In misere play the same values decide if from every position of a part that has value
 * 0 and a move some move leads to value 1: then P is where the nim-sum is 0 if some
 * value is above 1, and where it is 1 if none is. For no move keeps inside this set
 * (values change; one value above 1 makes no nim-sum 0), every other position with a
 * move has one into it (as in misere Nim, and by the condition when all values are 0),
 * and no terminal position is in it. */
#include "core/grow.h"
#include "formula/formula_compile.h"
#include "prove/discover.h"
#include "rules/game_text.h"

#include <string.h>

enum {
    /* of the automaton of the whole sum; beyond it is left out */
    MOST_STATES = 20000,
    MOST_ENTRIES = 1 << 20,
    MOST_MEMBERS = 1 << 18,
    /* the nim-sum so far, a part's value, the new nim-sum */
    SUM = BTI_SPARE_VAR,
    VALUE,
    NEW_SUM
};

struct sum {
    bti_theory *t;
    bti_discover_limits limits;
    bool values;
    bt_arena *arena;
    bti_proof_split split;
    bti_discovery *out;
};

void bti_discovery_free(bti_discovery *found)
{
    bti_found_parts_free(found->part, found->parts);
    bti_dfa_free(found->set);
    found->parts = 0;
    found->set = NULL;
}

static bt_status find_part(struct sum *s, bti_found_part *p, bool *found)
{
    bti_discovery values;
    *found = false;
    if (!p->part.measure.found)
        return BT_OK;
    bt_status status = bti_discover_values(&p->part.theory, &p->part.measure,
                                           p->part.game, s->limits, s->arena, &values);
    s->out->rounds += values.rounds;
    s->out->asked += values.asked;
    if (values.largest > s->out->largest)
        s->out->largest = values.largest;
    s->out->by_table = s->out->by_table && values.by_table;
    *found = status == BT_OK && values.answer == BTI_PROVED && values.set;
    if (*found) {
        p->values = values.set;
        p->words = values.words;
        values.set = NULL;
        if (s->t->misere)
            status = bti_part_is_tame(&p->part.theory, p->values, found);
    }
    bti_discovery_free(&values);
    return status;
}

/* What was found of a part, with the names of another one that is like it. */
static bt_status take_over(struct sum *s, const bti_found_part *from,
                           bti_found_part *to)
{
    bti_scope scope = from->part.theory.file->scope;
    bti_formula_text source = {.name = "a part"};
    const bti_node *formula;
    bt_text text;
    BT_TRY(bti_dfa_copy(&to->part.theory.m, from->values, &to->values));
    if (!from->words)
        return BT_OK;
    source.text = bt_span_of(from->words);
    scope.value = true;
    BT_TRY(bti_formula_parse(s->arena, &scope, &source, source.text, &formula));
    scope.var = to->part.theory.file->scope.var;
    bt_text_init(&text, s->t->ctx);
    bti_formula_print(formula, &scope, &text);
    bt_status status = bt_text_status(&text);
    if (status == BT_OK && !(to->words = bt_arena_copy(s->arena, bt_text_span(&text))))
        status = bt_last_status(s->t->ctx);
    bt_text_free(&text);
    return status;
}

static bt_status find_or_take_over(struct sum *s, bti_found_part *p, bool *found)
{
    for (const bti_found_part *like = s->out->part; like != p; like++)
        if (bti_parts_are_alike(&like->part.theory, &p->part.theory))
            return take_over(s, like, p);
    return find_part(s, p, found);
}

static bt_status find_parts(struct sum *s, bool *found)
{
    BT_TRY(BTI_ARENA_NEW(s->arena, s->out->part, s->split.parts));
    s->out->by_table = true;
    for (size_t i = 0; i < s->split.parts && *found; i++) {
        bti_found_part *p = &s->out->part[s->out->parts++];
        BT_TRY(bti_part_open(s->t->ctx, s->t->file, &s->split, i, &p->part));
        BT_TRY(find_or_take_over(s, p, found));
    }
    return BT_OK;
}

/* The values of a part with the names that its variables have in the whole. */
static bt_status rename_values(struct sum *s, size_t part, uint32_t value,
                               bti_dfa **out)
{
    const bti_found_part *p = &s->out->part[part];
    uint32_t from[BTI_VARS_MAX + 1], to[BTI_VARS_MAX + 1], count = 0;
    for (uint32_t i = 0; i < s->t->vars; i++)
        if (s->split.part[i] == part) {
            from[count] = count;
            to[count++] = i;
        }
    from[count] = bti_value_var(p->part.theory.vars);
    to[count++] = value;
    return bti_dfa_rename(&s->t->m, p->values, from, to, count, out);
}

/* *sum, a relation with SUM, becomes that of one part more. */
static bt_status add_part(struct sum *s, size_t part, bti_dfa **sum)
{
    bti_automata *m = &s->t->m;
    static const uint32_t inner[] = {SUM, VALUE}, was = NEW_SUM, is = SUM;
    bti_dfa *values, *nim_sum = NULL, *some = NULL;
    BT_TRY(rename_values(s, part, VALUE, &values));
    bt_status status = bti_dfa_combine(m, sum, values, BTI_BOTH);
    if (status == BT_OK)
        status = bti_dfa_xor(m, NEW_SUM, SUM, VALUE, &nim_sum);
    if (status == BT_OK)
        status = bti_dfa_combine(m, sum, nim_sum, BTI_BOTH);
    if (status == BT_OK)
        status = bti_dfa_exists(m, *sum, inner, 2, &some);
    bti_dfa_free(*sum);
    *sum = NULL;
    if (status == BT_OK)
        status = bti_dfa_rename(m, some, &was, &is, 1, sum);
    bti_dfa_free(values);
    bti_dfa_free(nim_sum);
    bti_dfa_free(some);
    return status;
}

/* Where no part has a value above 1. */
static bt_status find_small(struct sum *s, bti_dfa **out)
{
    bti_automata *m = &s->t->m;
    static const uint32_t value = VALUE;
    bti_dfa *at_most_one = NULL;
    bti_linear_term one = {VALUE, 1};
    BT_TRY(bti_dfa_bool(m, true, out));
    bt_status status = bti_dfa_linear(m, &one, 1, -1, BTI_LE, &at_most_one);
    for (size_t i = 0; i < s->split.parts && status == BT_OK; i++) {
        bti_dfa *values = NULL, *some = NULL;
        status = rename_values(s, i, VALUE, &values);
        if (status == BT_OK)
            status = bti_dfa_combine(m, &values, at_most_one, BTI_BOTH);
        if (status == BT_OK)
            status = bti_dfa_exists(m, values, &value, 1, &some);
        if (status == BT_OK)
            status = bti_dfa_combine(m, out, some, BTI_BOTH);
        bti_dfa_free(values);
        bti_dfa_free(some);
    }
    bti_dfa_free(at_most_one);
    return status;
}

/* P in misere play: nim-sum 1 where all values are small, otherwise 0. */
static bt_status find_misere(struct sum *s, const bti_dfa *sum, bti_dfa **out)
{
    bti_automata *m = &s->t->m;
    bti_dfa *small = NULL, *one = NULL;
    BT_TRY(bti_dfa_fix(m, sum, SUM, 0, out));
    bt_status status = bti_dfa_fix(m, sum, SUM, 1, &one);
    if (status == BT_OK)
        status = find_small(s, &small);
    if (status == BT_OK)
        status = bti_dfa_combine(m, out, small, BTI_BUT_NOT);
    if (status == BT_OK)
        status = bti_dfa_combine(m, &one, small, BTI_BOTH);
    if (status == BT_OK)
        status = bti_dfa_combine(m, out, one, BTI_EITHER);
    bti_dfa_free(small);
    bti_dfa_free(one);
    return status;
}

static bt_status find_set(struct sum *s, bti_dfa **out)
{
    bti_automata *m = &s->t->m;
    static const uint32_t sum_var = SUM;
    uint32_t g = bti_value_var(s->t->vars);
    bti_dfa *sum;
    BT_TRY(rename_values(s, 0, SUM, &sum));
    bt_status status = BT_OK;
    for (size_t i = 1; i < s->split.parts && status == BT_OK; i++)
        status = add_part(s, i, &sum);
    if (status == BT_OK && s->values)
        status = bti_dfa_rename(m, sum, &sum_var, &g, 1, out);
    else if (status == BT_OK)
        status =
            s->t->misere ? find_misere(s, sum, out) : bti_dfa_fix(m, sum, SUM, 0, out);
    bti_dfa_free(sum);
    return status;
}

/* The automaton of the whole, if it is not large. */
static bt_status try_set(struct sum *s)
{
    bti_dfa_limits usual = s->t->m.limits;
    bti_dfa *set = NULL;
    s->t->m.limits.states = MOST_STATES;
    s->t->m.limits.entries = MOST_ENTRIES;
    s->t->m.limits.members = MOST_MEMBERS;
    bt_status status = find_set(s, &set);
    s->t->m.limits = usual;
    if (status != BT_OK) {
        bti_dfa_free(set);
        set = NULL;
    }
    bti_dfa_free(s->out->set);
    s->out->set = set;
    return status == BT_UNABLE ? BT_OK : status;
}

/* Words. g1, g2 ... are names for the parts' values: variables behind those of the
 * game, unless one of those is called so. */
struct words {
    const struct sum *s;
    bti_scope scope;
    const char *name[2 * BTI_VARS_MAX];
    char value_name[BTI_VARS_MAX][8];
    bool possible;
};

static void begin_words(struct words *w, const struct sum *s)
{
    *w = (struct words){.s = s, .scope = s->t->file->scope, .possible = true};
    size_t vars = s->t->vars;
    memcpy(w->name, w->scope.var, vars * sizeof *w->name);
    for (size_t i = 0; i < s->split.parts; i++) {
        char *name = w->value_name[i];
        size_t number = i + 1, at = 1;
        name[0] = 'g';
        if (number > 9)
            name[at++] = (char)('0' + number / 10);
        name[at] = (char)('0' + number % 10);
        for (size_t v = 0; v < vars; v++)
            if (strcmp(name, w->name[v]) == 0 || strcmp("g", w->name[v]) == 0)
                w->possible = false;
        w->name[vars + i] = name;
        w->possible = w->possible && s->out->part[i].words;
    }
    w->scope.var = w->name;
    w->scope.vars = vars + s->split.parts;
    w->possible = w->possible && w->scope.vars <= BTI_VARS_MAX;
}

/* What was found of a part, with another name for its value. */
static bt_status put_part(const struct words *w, size_t part, const char *value,
                          bt_text *out)
{
    const bti_let g = {.name = "g", .body = bt_span_of(value)};
    bti_scope scope = w->scope;
    const bti_node *formula;
    bti_formula_text from = {.name = "a part",
                             .text = bt_span_of(w->s->out->part[part].words)};
    scope.lets = &g;
    BT_TRY(bti_formula_parse(w->s->arena, &scope, &from, from.text, &formula));
    scope.lets = NULL;
    bt_text_put(out, part ? " & (" : "(");
    bti_formula_print(formula, &scope, out);
    bt_text_put_char(out, ')');
    return BT_OK;
}

static void put_end(const struct words *w, bt_text *out)
{
    size_t parts = w->s->split.parts;
    if (!w->s->values) {
        bti_text_nim_sum(out, parts, w->s->t->misere);
        return;
    }
    bti_text_values(out, parts, " ^ ", "");
    bt_text_put(out, " = g");
}

/* Two parts with nim-sum 0 have the same value. */
static bt_status put_formula(const struct words *w, bt_text *out)
{
    size_t parts = w->s->split.parts;
    bool same = parts == 2 && !w->s->values && !w->s->t->misere;
    bt_text_put(out, "ex ");
    for (size_t i = 0; i < (same ? 1 : parts); i++)
        bt_text_format(out, "%s%s", i ? "," : "", w->value_name[i]);
    bt_text_put(out, ": ");
    for (size_t i = 0; i < parts; i++)
        BT_TRY(put_part(w, i, w->value_name[same ? 0 : i], out));
    if (!same) {
        bt_text_put(out, " & ");
        put_end(w, out);
    }
    return bt_text_status(out);
}

static bt_status find_words(struct sum *s)
{
    struct words w;
    bt_text text;
    const char *copy = NULL;
    begin_words(&w, s);
    if (!w.possible)
        return BT_OK;
    bt_text_init(&text, s->t->ctx);
    bt_status status = put_formula(&w, &text);
    if (status == BT_OK && !(copy = bt_arena_copy(s->arena, bt_text_span(&text))))
        status = bt_last_status(s->t->ctx);
    bt_text_free(&text);
    s->out->words = copy;
    return status;
}

bt_status bti_discover_sum(bti_theory *t, bti_discover_limits limits, bool values,
                           bt_arena *arena, bti_discovery *out, bool *found)
{
    struct sum s = {
        .t = t, .limits = limits, .values = values, .arena = arena, .out = out};
    *found = false;
    if (t->m.digits != BTI_BINARY)
        return BT_OK;
    bti_split_find(t->file, &s.split);
    if (s.split.parts < 2)
        return BT_OK;
    *found = true;
    bt_status status = find_parts(&s, found);
    if (status != BT_OK || !*found) {
        bti_dfa *guess = out->set;
        out->set = NULL;
        bti_discovery_free(out);
        out->set = guess;
        out->by_table = *found = false;
        return status == BT_UNABLE ? BT_OK : status;
    }
    BT_TRY(try_set(&s));
    return find_words(&s);
}
