/* SPDX-License-Identifier: MIT
 * A game that is a sum. If no rule speaks of variables of two parts, then a move is
 * made in one part and leaves the others as they are: the game is the sum of its parts,
 * and each part is a game that can be studied alone. */
#include "prove/split.h"
#include "core/grow.h"
#include "formula/formula_compile.h"
#include "prove/oracle.h"

#include <string.h>

/* Bit i: the formula speaks of variable i, before or after a move. One that speaks of
 * none concerns all of them. */
static uint64_t spoken_of(const bti_game_file *file, const bti_node *formula)
{
    bool seen[2 * BTI_VARS_MAX] = {false};
    size_t vars = file->scope.vars;
    uint64_t set = 0;
    if (!formula)
        return 0;
    bti_formula_variables(formula, seen, (uint32_t)(2 * vars));
    for (size_t i = 0; i < 2 * vars; i++)
        set |= (uint64_t)seen[i] << i % vars;
    return set ? set : (UINT64_C(1) << vars) - 1;
}

/* All variables of the set get the least part among theirs. */
static void join(bti_proof_split *s, size_t vars, uint64_t set)
{
    for (size_t first = 0; first < vars; first++) {
        if (!(set >> first & 1))
            continue;
        for (size_t i = first + 1; i < vars; i++) {
            uint32_t a = s->part[first], b = s->part[i];
            for (size_t j = 0; (set >> i & 1) && j < vars; j++)
                if (s->part[j] == (a > b ? a : b))
                    s->part[j] = a < b ? a : b;
        }
        return;
    }
}

void bti_split_find(const bti_game_file *file, bti_proof_split *out)
{
    size_t vars = file->scope.vars;
    uint64_t idle = (UINT64_C(1) << vars) - 1;
    for (uint32_t i = 0; i < vars; i++)
        out->part[i] = i;
    for (size_t i = 0; i < file->moves; i++) {
        uint64_t set = spoken_of(file, file->move[i].formula);
        join(out, vars, set);
        idle &= ~set;
    }
    join(out, vars, spoken_of(file, file->position.formula));
    /* what no rule speaks of has no moves, so it may belong to any part that has some
     */
    size_t busy = 0;
    while (busy + 1 < vars && (idle >> busy & 1))
        busy++;
    for (size_t i = 0; i < vars; i++)
        if (idle >> i & 1)
            join(out, vars, UINT64_C(1) << busy | UINT64_C(1) << i);
    /* numbered without gaps, in the order of their first variables */
    uint32_t number[BTI_VARS_MAX];
    out->parts = 0;
    for (size_t i = 0; i < vars; i++) {
        if (out->part[i] == i)
            number[i] = (uint32_t)out->parts++;
        out->part[i] = number[out->part[i]];
    }
}

/* The lines of a file that belong to a part, as a file of their own. */
struct cutting {
    const bti_game_file *file;
    bt_arena arena;
    uint32_t to[2 * BTI_VARS_MAX]; /* new numbers of variables and their primed forms */
    uint64_t own;                  /* bit i: variable i is in the part */
    bti_game_file out;
};

static void choose_variables(struct cutting *c, const bti_proof_split *split,
                             size_t part, const char **name)
{
    size_t vars = c->file->scope.vars, count = 0;
    for (size_t i = 0; i < vars; i++)
        if (split->part[i] == part) {
            c->own |= UINT64_C(1) << i;
            name[count] = c->file->scope.var[i];
            c->to[i] = (uint32_t)count++;
        }
    for (size_t i = 0; i < vars; i++)
        c->to[vars + i] = bti_primed(count, c->to[i]);
    c->out = (bti_game_file){.title = "", .scope = c->file->scope};
    c->out.scope.var = name;
    c->out.scope.vars = count;
    c->out.scope.lets = NULL;
}

static bt_status cut_line(struct cutting *c, const bti_line *line, bti_line *out)
{
    uint32_t count = (uint32_t)(2 * c->file->scope.vars);
    return bti_formula_rename(&c->arena, line->formula, c->to, count, &out->formula);
}

static bt_status cut(struct cutting *c)
{
    const bti_game_file *file = c->file;
    if (spoken_of(file, file->position.formula) & c->own)
        BT_TRY(cut_line(c, &file->position, &c->out.position));
    BT_TRY(BTI_ARENA_NEW(&c->arena, c->out.move, file->moves));
    for (size_t i = 0; i < file->moves; i++)
        if (spoken_of(file, file->move[i].formula) & c->own)
            BT_TRY(cut_line(c, &file->move[i], &c->out.move[c->out.moves++]));
    return BT_OK;
}

static bt_status open_text(bt_context *ctx, bt_span text, bti_proof_part *out)
{
    BT_TRY(bti_game_of_text(ctx, "a part", text, &out->game));
    out->begun = true;
    BT_TRY(bti_theory_begin(&out->theory, ctx, out->game));
    return bti_measure_find(&out->theory, &out->measure);
}

bt_status bti_part_open(bt_context *ctx, const bti_game_file *file,
                        const bti_proof_split *split, size_t part, bti_proof_part *out)
{
    struct cutting c = {.file = file};
    const char *name[BTI_VARS_MAX];
    bt_text text;
    *out = (bti_proof_part){.ctx = ctx};
    bt_arena_init(&c.arena, ctx);
    bt_text_init(&text, ctx);
    choose_variables(&c, split, part, name);
    bt_status status = cut(&c);
    if (status == BT_OK) {
        bti_game_file_print(&c.out, &text);
        status = bt_text_status(&text);
    }
    if (status == BT_OK)
        status = open_text(ctx, bt_text_span(&text), out);
    bt_text_free(&text);
    bt_arena_free(&c.arena);
    return status;
}

void bti_proof_part_close(bti_proof_part *part)
{
    if (part->begun) {
        bti_measure_free(&part->theory, &part->measure);
        bti_theory_end(&part->theory);
    }
    bt_game_free(part->game);
}

bool bti_parts_are_alike(const bti_theory *a, const bti_theory *b)
{
    bool alike = a->vars == b->vars && a->rules == b->rules &&
                 bti_dfa_equal(a->position, b->position);
    for (size_t r = 0; r < a->rules && alike; r++)
        alike = a->file->move[r].changes == b->file->move[r].changes &&
                bti_dfa_equal(a->move[r], b->move[r]);
    return alike;
}

void bti_found_parts_free(bti_found_part *part, size_t parts)
{
    for (size_t i = 0; i < parts; i++) {
        bti_dfa_free(part[i].values);
        bti_proof_part_close(&part[i].part);
    }
}

bt_status bti_part_is_tame(bti_theory *t, const bti_dfa *values, bool *tame)
{
    uint32_t g = bti_value_var(t->vars);
    bti_dfa *zero, *one = NULL, **into = NULL;
    BT_TRY(bti_dfa_fix(&t->m, values, g, 0, &zero));
    bt_status status = bti_dfa_fix(&t->m, values, g, 1, &one);
    if (status == BT_OK)
        status = bti_dfa_row_new(t->ctx, t->rules, &into);
    if (status == BT_OK)
        status = bti_theory_into_all(t, one, into);
    if (status == BT_OK)
        status = bti_dfa_combine(&t->m, &zero, t->movable, BTI_BOTH);
    for (size_t r = 0; r < t->rules && status == BT_OK; r++)
        status = bti_dfa_combine(&t->m, &zero, into[r], BTI_BUT_NOT);
    *tame = status == BT_OK && bti_dfa_is_empty(zero);
    bti_dfa_row_free(t->ctx, into, t->rules);
    bti_dfa_free(zero);
    bti_dfa_free(one);
    return status;
}
