/* SPDX-License-Identifier: MIT
 * A theorem as a certificate (docs/formats/certificate.md).
 *
 * The table of the automaton becomes a diagram: from the last variable to the first,
 * two places of the table that differ only in this variable's digit become one node,
 * and equal nodes are one. A variable without a track has nodes whose ways are the
 * same. */
#include "core/grow.h"
#include "core/hash.h"
#include "core/index.h"
#include "formula/digits_line.h"
#include "prove/certificate_version.h"
#include "prove/prove.h"

#include <string.h>

/* The nodes of one variable, each pair once. */
struct level {
    bt_context *ctx;
    uint32_t *pair;
    size_t nodes, room; /* of pair */
    bti_index index;
};

static void free_level(struct level *l)
{
    BTI_RELEASE(l->ctx, l->pair, l->room);
    bti_index_free(l->ctx, &l->index);
}

static bt_status node_of(struct level *l, uint32_t a, uint32_t b, uint32_t *node)
{
    BT_TRY(bti_index_reserve(l->ctx, &l->index));
    BT_TRY(BTI_RESERVE(l->ctx, l->pair, l->room, 2 * (l->nodes + 1)));
    bti_probe p = bti_index_probe(&l->index, bti_mix((uint64_t)a << 32 | b));
    while (bti_index_next(&l->index, &p))
        if (l->pair[2 * p.item] == a && l->pair[2 * p.item + 1] == b) {
            *node = p.item;
            return BT_OK;
        }
    *node = (uint32_t)l->nodes++;
    l->pair[2 * *node] = a;
    l->pair[2 * *node + 1] = b;
    bti_index_put(&l->index, &p, *node);
    return BT_OK;
}

/* Numbers behind `word`, broken into lines. */
static void put_numbers(bt_text *out, const char *word, const uint32_t *number,
                        size_t count)
{
    size_t line = out->len;
    bt_text_put(out, word);
    for (size_t i = 0; i < count; i++) {
        bt_text_put_char(out, ' ');
        if (out->len - line > 80) {
            bt_text_put(out, "\n ");
            line = out->len;
        }
        bt_text_put_u64(out, number[i]);
    }
    bt_text_put_char(out, '\n');
}

/* What a certificate states. */
struct theorem {
    const bti_theory *t;
    const bti_measure *measure;
    const bti_node *const *claim, *const *values;
    size_t claims, formulas;
    bool about_values; /* the set has a track for the value */
    const char *words; /* how values[0] was found to be said, or NULL */
    const bti_dfa *set;
};

/* One variable: places of the table in at[] (their number is returned in *places)
 * become nodes. */
static bt_status put_track(bt_context *ctx, const char *name, bool has_track,
                           uint32_t *at, size_t states, unsigned *bits, bt_text *out)
{
    struct level level = {.ctx = ctx};
    bt_status status = BT_OK;
    unsigned before = *bits, after = has_track ? before - 1 : before;
    for (size_t i = 0; i < states << after && status == BT_OK; i++) {
        size_t low = i & (((size_t)1 << after) - 1), state = i >> after;
        size_t zero = state << before | low;
        size_t one = has_track ? zero | (size_t)1 << after : zero;
        status = node_of(&level, at[zero], at[one], &at[i]);
    }
    *bits = after;
    if (status == BT_OK) {
        bt_text_format(out, "track %s", name);
        put_numbers(out, "", level.pair, 2 * level.nodes);
    }
    free_level(&level);
    return status;
}

/* The value comes behind the variables, so its track stands first. */
static bt_status put_tracks(const struct theorem *m, uint32_t *at, bt_text *out)
{
    const bti_dfa *set = m->set;
    unsigned bits = set->tracks;
    uint32_t g = bti_value_var(m->t->vars);
    bt_status status = BT_OK;
    if (m->about_values)
        status = put_track(m->t->ctx, "g", bti_dfa_has_track(set, g), at, set->states,
                           &bits, out);
    for (uint32_t var = (uint32_t)m->t->vars; var-- > 0 && status == BT_OK;)
        status = put_track(m->t->ctx, m->t->file->scope.var[var],
                           bti_dfa_has_track(set, var), at, set->states, &bits, out);
    return status;
}

static bt_status put_automaton(const struct theorem *m, bt_text *out)
{
    const bti_theory *t = m->t;
    const bti_dfa *set = m->set;
    size_t size = set->states << set->tracks;
    uint32_t *at;
    BT_TRY(BTI_NEW(t->ctx, at, size));
    size_t accepting = 0;
    for (size_t i = 0; i < set->states; i++)
        if (set->accept[i])
            at[accepting++] = (uint32_t)i;
    bt_text_format(out, "automaton %zu\n", set->states);
    put_numbers(out, "accept", at, accepting);
    memcpy(at, set->next, size * sizeof *at);
    bt_status status = put_tracks(m, at, out);
    if (status == BT_OK)
        put_numbers(out, "states", at, set->states);
    bt_release(t->ctx, at, size * sizeof *at);
    return status;
}

static void put_formula(const bti_theory *t, const char *word, const bti_node *formula,
                        bt_text *out)
{
    bti_scope scope = t->file->scope;
    scope.lets = NULL;
    scope.value = strcmp(word, "grundy") == 0;
    bt_text_format(out, "%s ", word);
    bti_certificate_print(formula, &scope, out);
    bt_text_put_char(out, '\n');
}

static void put_title(const char *title, bt_text *out)
{
    if (!title[0])
        return;
    bt_text_put(out, "game ");
    for (; *title; title++)
        bt_text_put_char(out, *title < ' ' || *title > '~' ? '?' : *title);
    bt_text_put_char(out, '\n');
}

static void put_measure(const bti_theory *t, const bti_measure *measure, bt_text *out)
{
    for (size_t i = 0; i < measure->components; i++) {
        const bti_component *c = &measure->component[i];
        if (c->kind == BTI_TERM) {
            put_formula(t, "measure", c->term, out);
            continue;
        }
        bt_text_put(out, "measure ");
        bti_component_print(t, c, out);
        bt_text_put_char(out, '\n');
    }
    if (!measure->has_drop)
        return;
    bt_text_put(out, "drop");
    for (size_t i = 0; i < measure->rules; i++)
        bt_text_format(out, " %u", (unsigned)measure->drop[i] + 1);
    bt_text_put_char(out, '\n');
}

static bool is_sum(const bti_node *term)
{
    if (term->op > BTI_OP_TIMES)
        return false;
    for (const bti_node *child = term->first; child; child = child->next)
        if (!is_sum(child))
            return false;
    return true;
}

/* Whether every line means the same in the versions before 5. */
static bt_status reads_alike(const struct theorem *m, bool *alike)
{
    BT_TRY(bti_rules_read_alike(m->t, alike));
    for (size_t i = 0; i < m->claims && *alike; i++)
        BT_TRY(bti_reads_alike(m->t, m->claim[i], m->t->position, alike));
    for (size_t i = 0; i < m->formulas && *alike; i++)
        BT_TRY(bti_reads_alike(m->t, m->values[i], m->t->position, alike));
    return BT_OK;
}

/* The least version of the format that can say it, and means it. */
static bt_status version_of(const struct theorem *m, int *version)
{
    bool alike;
    BT_TRY(reads_alike(m, &alike));
    *version = m->about_values ? 2 : 1;
    for (size_t i = 0; i < m->measure->components; i++) {
        const bti_component *c = &m->measure->component[i];
        if (c->kind == BTI_TERM && !is_sum(c->term))
            *version = 2;
    }
    if (m->t->m.digits != BTI_BINARY && m->t->m.digits != BTI_FIBONACCI)
        *version = 4;
    if (!alike)
        *version = BTI_RESIDUE_VERSION;
    return BT_OK;
}

static void put_rules(const struct theorem *m, bt_text *out)
{
    const bti_theory *t = m->t;
    const bti_game_file *file = t->file;
    bt_text_put(out, "vars");
    for (size_t i = 0; i < t->vars; i++)
        bt_text_format(out, " %s", file->scope.var[i]);
    bt_text_put(out, m->about_values ? "\nvalue g" : "");
    bt_text_put(out, "\ndigits ");
    bti_digits_print(t->m.digits, out);
    bt_text_put_char(out, '\n');
    bt_text_put(out, t->misere ? "misere\n" : "");
    if (file->position.formula)
        put_formula(t, "position", file->position.formula, out);
    for (size_t i = 0; i < file->moves; i++)
        put_formula(t, "move", file->move[i].formula, out);
}

/* Some xor(x, 2), which is x ^ 2 in a certificate. */
static bool has_constant_sum(const bti_node *node)
{
    for (const bti_node *child = node->first; child; child = child->next)
        if ((node->op == BTI_OP_XOR && bti_is_constant(child)) ||
            has_constant_sum(child))
            return true;
    return false;
}

/* From the line `vars` on. */
static bt_status put_proof(const struct theorem *m, bt_text *out)
{
    put_rules(m, out);
    for (size_t i = 0; i < m->claims; i++)
        put_formula(m->t, "claim", m->claim[i], out);
    if (m->words && !has_constant_sum(m->values[0]))
        bt_text_format(out, "grundy %s\n", m->words);
    else
        for (size_t i = 0; i < m->formulas; i++)
            put_formula(m->t, "grundy", m->values[i], out);
    put_measure(m->t, m->measure, out);
    BT_TRY(put_automaton(m, out));
    bt_text_put(out, "end\n");
    return bt_text_status(out);
}

static bt_status put_theorem(const struct theorem *m, bt_text *out)
{
    int version;
    BT_TRY(version_of(m, &version));
    bt_text_format(out, "bouton certificate %d\n", version);
    put_title(m->t->file->title, out);
    return put_proof(m, out);
}

bt_status bti_certificate_write(const bti_theory *t, const bti_measure *measure,
                                const bti_node *const *claim, size_t claims,
                                const bti_dfa *set, bt_text *out)
{
    struct theorem m = {
        .t = t, .measure = measure, .claim = claim, .claims = claims, .set = set};
    return put_theorem(&m, out);
}

static bt_status check_names(const bti_theory *t)
{
    for (size_t i = 0; i < t->vars; i++)
        if (strcmp(t->file->scope.var[i], "g") == 0)
            return bt_fail(t->ctx, BT_DOMAIN,
                           "in a certificate about values g is the Grundy value; the "
                           "variable g needs another name",
                           BT_NO_ARGS);
    return BT_OK;
}

bt_status bti_certificate_write_values(const bti_theory *t, const bti_measure *measure,
                                       const bti_node *const *claim, size_t claims,
                                       const bti_node *const *values, size_t formulas,
                                       const bti_dfa *set, bt_text *out)
{
    BT_TRY(check_names(t));
    struct theorem m = {.t = t,
                        .measure = measure,
                        .claim = claim,
                        .claims = claims,
                        .values = values,
                        .formulas = formulas,
                        .about_values = true,
                        .set = set};
    return put_theorem(&m, out);
}

/* What was found of a part; *words has room for its formula. */
static bt_status theorem_of_part(const bti_found_part *part, bt_arena *arena,
                                 const bti_node **words, struct theorem *out)
{
    bti_scope scope = part->part.theory.file->scope;
    bti_formula_text from = {.name = "a part"};
    *out = (struct theorem){.t = &part->part.theory,
                            .measure = &part->part.measure,
                            .values = words,
                            .about_values = true,
                            .words = part->words,
                            .set = part->values};
    if (!part->words)
        return BT_OK;
    scope.lets = NULL;
    scope.value = true;
    from.text = bt_span_of(part->words);
    out->formulas = 1;
    return bti_formula_parse(arena, &scope, &from, from.text, words);
}

static bt_status put_parts(const bti_found_part *part, size_t parts, bt_arena *arena,
                           bool *alike, bt_text *out)
{
    *alike = true;
    for (size_t i = 0; i < parts; i++) {
        struct theorem m;
        const bti_node *words;
        bool this_alike = true;
        BT_TRY(theorem_of_part(&part[i], arena, &words, &m));
        if (*alike)
            BT_TRY(reads_alike(&m, &this_alike));
        *alike = *alike && this_alike;
        BT_TRY(put_proof(&m, out));
    }
    return BT_OK;
}

bt_status bti_certificate_write_sum(const bti_theory *t, const bti_found_part *part,
                                    size_t parts, bt_text *out)
{
    bt_arena arena;
    bt_text proofs;
    bool alike;
    BT_TRY(check_names(t));
    bt_arena_init(&arena, t->ctx);
    bt_text_init(&proofs, t->ctx);
    bt_status status = put_parts(part, parts, &arena, &alike, &proofs);
    if (status == BT_OK) {
        bt_text_format(out, "bouton certificate %d\n", alike ? 3 : BTI_RESIDUE_VERSION);
        put_title(t->file->title, out);
        bt_text_format(out, "sum %zu%s\n", parts, t->misere ? " misere" : "");
        bt_text_put_span(out, bt_text_span(&proofs));
        status = bt_text_status(out);
    }
    bt_text_free(&proofs);
    bt_arena_free(&arena);
    return status;
}
