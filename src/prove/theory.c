/* SPDX-License-Identifier: MIT
 * The rules of a game as automata. A rule has tracks only for the variables that it
 * changes: those whose primed names do not occur stay, and a set of positions is read
 * on their unprimed tracks before and after the move alike. So Nim with k piles costs
 * k + 1 tracks, not 2k. */
#include "prove/theory.h"
#include "formula/formula_compile.h"

#include <string.h>

bt_status bti_dfa_row_new(bt_context *ctx, size_t count, bti_dfa ***out)
{
    *out = bt_resize_array(ctx, NULL, 0, count, sizeof **out);
    if (!*out)
        return bt_last_status(ctx);
    memset((void *)*out, 0, count * sizeof **out);
    return BT_OK;
}

void bti_dfa_row_free(bt_context *ctx, bti_dfa **row, size_t count)
{
    for (size_t i = 0; row && i < count; i++)
        bti_dfa_free(row[i]);
    bt_release(ctx, (void *)row, row ? count * sizeof *row : 0);
}

bt_status bti_dfa_combine(bti_automata *m, bti_dfa **a, const bti_dfa *b,
                          unsigned truth_table)
{
    bti_dfa *old = *a;
    *a = NULL;
    bt_status status = bti_dfa_product(m, old, b, truth_table, a);
    bti_dfa_free(old);
    return status;
}

bt_status bti_theory_set(bti_theory *t, const bti_node *formula, bti_dfa **out)
{
    BT_TRY(bti_formula_compile(&t->m, formula, out));
    return bti_dfa_combine(&t->m, out, t->position, BTI_BOTH);
}

/* Pairs x, x' for the variables that a rule changes. */
static size_t changed(const bti_theory *t, size_t rule, uint32_t *plain,
                      uint32_t *primed)
{
    size_t count = 0;
    for (size_t i = 0; i < t->vars; i++)
        if (t->file->move[rule].changes >> i & 1) {
            plain[count] = (uint32_t)i;
            primed[count++] = bti_primed(t->vars, i);
        }
    return count;
}

/* Moves of a rule that lead into the set. */
static bt_status moves_into(bti_theory *t, size_t rule, const bti_dfa *set,
                            bti_dfa **out)
{
    uint32_t plain[BTI_VARS_MAX], primed[BTI_VARS_MAX];
    size_t count = changed(t, rule, plain, primed);
    BT_TRY(bti_dfa_rename(&t->m, set, plain, primed, count, out));
    return bti_dfa_combine(&t->m, out, t->move[rule], BTI_BOTH);
}

bt_status bti_theory_into(bti_theory *t, size_t rule, const bti_dfa *set, bti_dfa **out)
{
    uint32_t plain[BTI_VARS_MAX], primed[BTI_VARS_MAX];
    size_t count = changed(t, rule, plain, primed);
    return bti_dfa_before(&t->m, set, t->move[rule], plain, primed, count, out);
}

bt_status bti_theory_into_all(bti_theory *t, const bti_dfa *set, bti_dfa **into)
{
    bt_status status = BT_OK;
    memset((void *)into, 0, t->rules * sizeof *into);
    for (size_t i = 0; i < t->rules && status == BT_OK; i++)
        status = bti_theory_into(t, i, set, &into[i]);
    if (status != BT_OK)
        bti_theory_free_all(t, into);
    return status;
}

void bti_theory_free_all(bti_theory *t, bti_dfa **into)
{
    for (size_t i = 0; i < t->rules; i++) {
        bti_dfa_free(into[i]);
        into[i] = NULL;
    }
}

bt_status bti_theory_least_option(bti_theory *t, size_t rule, const bti_dfa *set,
                                  const uint64_t *position, uint64_t *option,
                                  bool *found)
{
    uint32_t plain[BTI_VARS_MAX], primed[BTI_VARS_MAX];
    uint64_t value[BTI_VARS_MAX];
    size_t count = changed(t, rule, plain, primed);
    bti_dfa *moves;
    BT_TRY(moves_into(t, rule, set, &moves));
    bt_status status = BT_OK;
    for (uint32_t i = 0; i < t->vars && status == BT_OK; i++) {
        bti_dfa *fixed;
        status = bti_dfa_fix(&t->m, moves, i, position[i], &fixed);
        bti_dfa_free(moves);
        moves = fixed;
    }
    if (status == BT_OK)
        status = bti_dfa_least(&t->m, moves, primed, count, value, found);
    bti_dfa_free(moves);
    BT_TRY(status);
    memcpy(option, position, t->vars * sizeof *option);
    for (size_t i = 0; i < count && *found; i++)
        option[plain[i]] = value[i];
    return BT_OK;
}

static bt_status compile_rule(bti_theory *t, size_t rule)
{
    uint32_t plain[BTI_VARS_MAX], primed[BTI_VARS_MAX];
    size_t count = changed(t, rule, plain, primed);
    BT_TRY(bti_formula_compile(&t->m, t->file->move[rule].formula, &t->move[rule]));
    BT_TRY(bti_dfa_combine(&t->m, &t->move[rule], t->position, BTI_BOTH));
    bti_dfa *can;
    BT_TRY(bti_dfa_exists(&t->m, t->move[rule], primed, count, &can));
    bt_status status = bti_dfa_combine(&t->m, &t->movable, can, BTI_EITHER);
    bti_dfa_free(can);
    return status;
}

bt_status bti_theory_begin(bti_theory *t, bt_context *ctx, const bti_game_file *file,
                           bool misere)
{
    *t = (bti_theory){.ctx = ctx,
                      .file = file,
                      .misere = misere,
                      .vars = file->scope.vars,
                      .rules = file->moves};
    bti_automata_init(&t->m, ctx, file->scope.digits);
    BT_TRY(bti_dfa_row_new(ctx, t->rules, &t->move));
    BT_TRY(bti_dfa_bool(&t->m, false, &t->movable));
    BT_TRY(file->position.formula
               ? bti_formula_compile(&t->m, file->position.formula, &t->position)
               : bti_dfa_bool(&t->m, true, &t->position));
    for (size_t i = 0; i < t->rules; i++)
        BT_TRY(compile_rule(t, i));
    return BT_OK;
}

void bti_theory_end(bti_theory *t)
{
    bti_dfa_free(t->position);
    bti_dfa_row_free(t->ctx, t->move, t->rules);
    bti_dfa_free(t->movable);
}
