/* SPDX-License-Identifier: MIT
 * The rules of a game as automata. A rule has tracks only for the variables that it
 * changes: those whose primed names do not occur stay, and a set of positions is read
 * on their unprimed tracks before and after the move alike. So Nim with k piles costs
 * k + 1 tracks, not 2k. */
#include "prove/theory.h"
#include "core/grow.h"
#include "formula/formula_compile.h"
#include "formula/formula_defined.h"

#include <string.h>

/* States, and members of subsets, until a change of one number is left open. */
enum { MOST_EFFORT = 1 << 23 };

bt_status bti_dfa_row_new(bt_context *ctx, size_t count, bti_dfa ***out)
{
    BT_TRY(BTI_NEW(ctx, *out, count));
    memset((void *)*out, 0, count * sizeof **out);
    return BT_OK;
}

void bti_dfa_row_free(bt_context *ctx, bti_dfa **row, size_t count)
{
    for (size_t i = 0; row && i < count; i++)
        bti_dfa_free(row[i]);
    bt_release(ctx, (void *)row, row ? count * sizeof *row : 0);
}

bt_status bti_theory_set(bti_theory *t, const bti_node *formula, bti_dfa **out)
{
    BT_TRY(bti_formula_compile(&t->m, formula, out));
    return bti_dfa_combine(&t->m, out, t->position, BTI_BOTH);
}

bt_status bti_theory_check(bti_theory *t, const bti_node *formula,
                           const bti_formula_text *from)
{
    bti_scope scope = t->file->scope;
    scope.value = true;
    return bti_check_defined(&t->m, formula, t->position, &scope, from);
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

/* The parts of a rule and a set in which it ends; without a set, just the parts. */
static bt_status pool_into(bti_theory *t, size_t rule, const bti_dfa *set,
                           bti_pool *out)
{
    uint32_t plain[BTI_VARS_MAX], primed[BTI_VARS_MAX];
    size_t count = changed(t, rule, plain, primed);
    bti_dfa *after;
    BT_TRY(bti_pool_copy(&t->pool[rule], out));
    if (!set)
        return BT_OK;
    bt_status status = bti_dfa_rename(&t->m, set, plain, primed, count, &after);
    if (status == BT_OK)
        status = bti_pool_add(out, after);
    if (status != BT_OK)
        bti_pool_free(out);
    return status;
}

/* Moves of a rule that lead into the set; of a rule in parts, from this position. */
static bt_status moves_into(bti_theory *t, size_t rule, const bti_dfa *set,
                            const uint64_t *position, bti_dfa **out)
{
    uint32_t plain[BTI_VARS_MAX], primed[BTI_VARS_MAX];
    size_t count = changed(t, rule, plain, primed);
    bti_pool pool;
    if (t->pool) {
        BT_TRY(pool_into(t, rule, set, &pool));
        bt_status status = BT_OK;
        for (uint32_t i = 0; i < t->vars && status == BT_OK; i++)
            status = bti_pool_fix(&pool, i, position[i]);
        if (status == BT_OK)
            return bti_pool_project(&pool, NULL, 0, out);
        bti_pool_free(&pool);
        return status;
    }
    BT_TRY(bti_dfa_rename(&t->m, set, plain, primed, count, out));
    return bti_dfa_combine(&t->m, out, t->move[rule], BTI_BOTH);
}

bt_status bti_theory_into(bti_theory *t, size_t rule, const bti_dfa *set, bti_dfa **out)
{
    uint32_t plain[BTI_VARS_MAX], primed[BTI_VARS_MAX];
    size_t count = changed(t, rule, plain, primed);
    if (!t->pool)
        return bti_dfa_before(&t->m, set, t->move[rule], plain, primed, count, out);
    bti_pool pool;
    *out = NULL;
    BT_TRY(pool_into(t, rule, set, &pool));
    return bti_pool_project(&pool, primed, count, out);
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
    BT_TRY(moves_into(t, rule, set, position, &moves));
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

/* How one changed number may change, whatever the others do. Where that takes many
 * states it is left open. */
static bt_status change_of(bti_theory *t, size_t rule, size_t var, bti_dfa **out)
{
    uint32_t others[2 * BTI_VARS_MAX];
    size_t count = 0;
    bti_pool pool;
    *out = NULL;
    for (uint32_t i = 0; i < 2 * t->vars; i++)
        if (i != var && i != bti_primed(t->vars, var))
            others[count++] = i;
    BT_TRY(pool_into(t, rule, NULL, &pool));
    const bti_dfa_limits limits = t->m.limits;
    t->m.limits.states = t->m.limits.members = MOST_EFFORT;
    bt_status status = bti_pool_project(&pool, others, count, out);
    t->m.limits = limits;
    return status == BT_UNABLE ? bti_dfa_bool(&t->m, true, out) : status;
}

static bt_status compile_parts(bti_theory *t, size_t rule)
{
    bti_dfa *part;
    BT_TRY(bti_pool_of_formula(&t->m, t->file->move[rule].formula, &t->pool[rule]));
    BT_TRY(bti_dfa_copy(&t->m, t->position, &part));
    BT_TRY(bti_pool_add(&t->pool[rule], part));
    BT_TRY(bti_dfa_bool(&t->m, true, &t->move[rule]));
    for (size_t i = 0; i < t->vars; i++) {
        if (!(t->file->move[rule].changes >> i & 1))
            continue;
        BT_TRY(change_of(t, rule, i, &part));
        bt_status status = bti_dfa_combine(&t->m, &t->move[rule], part, BTI_BOTH);
        bti_dfa_free(part);
        BT_TRY(status);
    }
    BT_TRY(bti_theory_into(t, rule, t->position, &part));
    bt_status status = bti_dfa_combine(&t->m, &t->movable, part, BTI_EITHER);
    bti_dfa_free(part);
    return status;
}

static bt_status add_rule(bti_theory *t, size_t rule, const bti_dfa *move)
{
    if (t->pool)
        return compile_parts(t, rule);
    uint32_t plain[BTI_VARS_MAX], primed[BTI_VARS_MAX];
    size_t count = changed(t, rule, plain, primed);
    bti_dfa *can;
    BT_TRY(bti_dfa_copy(&t->m, move, &t->move[rule]));
    BT_TRY(bti_dfa_exists(&t->m, move, primed, count, &can));
    bt_status status = bti_dfa_combine(&t->m, &t->movable, can, BTI_EITHER);
    bti_dfa_free(can);
    return status;
}

bt_status bti_theory_begin(bti_theory *t, bt_context *ctx, const bt_game *game)
{
    const bti_game_file *file = bti_game_file_of(game);
    const bti_dfa *position = bti_game_position_of(game);
    *t = (bti_theory){.ctx = ctx,
                      .file = file,
                      .misere = game->play == BT_MISERE,
                      .vars = file->scope.vars,
                      .rules = file->moves};
    bti_automata_init(&t->m, ctx, file->scope.digits);
    BT_TRY(bti_dfa_row_new(ctx, t->rules, &t->move));
    if (t->m.digits != BTI_BINARY && t->m.digits != BTI_FIBONACCI) {
        BT_TRY(BTI_NEW(ctx, t->pool, t->rules));
        memset(t->pool, 0, t->rules * sizeof *t->pool);
    }
    BT_TRY(bti_dfa_bool(&t->m, false, &t->movable));
    BT_TRY(!position ? bti_dfa_bool(&t->m, true, &t->position)
           : t->pool /* the game's own may be in binary digits */
               ? bti_formula_compile(&t->m, file->position.formula, &t->position)
               : bti_dfa_copy(&t->m, position, &t->position));
    for (size_t i = 0; i < t->rules; i++)
        BT_TRY(add_rule(t, i, bti_game_move_of(game, i)));
    return BT_OK;
}

void bti_theory_end(bti_theory *t)
{
    bti_dfa_free(t->position);
    bti_dfa_row_free(t->ctx, t->move, t->rules);
    for (size_t i = 0; t->pool && i < t->rules; i++)
        bti_pool_free(&t->pool[i]);
    bt_release(t->ctx, t->pool, t->pool ? t->rules * sizeof *t->pool : 0);
    bti_dfa_free(t->movable);
}
