/* SPDX-License-Identifier: MIT
 * In certificates of the versions 1 to 4 `t mod m = r` is false where t is negative; in
 * version 5 it speaks of the residue of any whole number. A line means the same in both
 * if its two readings are the same automaton: `n >= 8 & (n - 8) mod 4 = 0` does, and
 * `(x - y) mod 4 = 0` does not. The older reading is the newer one of a formula in
 * which `t >= 0 & t mod m = r` stands for `t mod m = r`.
 *
 * In other comparisons a negative argument of an operation on digits made the older
 * versions say false. Lines are defined everywhere (formula/formula_defined.h), and
 * there it makes no difference. */
#include "prove/certificate_version.h"
#include "core/grow.h"
#include "formula/formula_compile.h"
#include "formula/formula_defined.h"

/* Whether some residue is that of a term that may be negative. */
static bool has_signed_residue(const bti_node *node)
{
    if (node->op == BTI_OP_MOD)
        return !bti_plainly_natural(node->first);
    bool some = false;
    for (const bti_node *child = node->first; child && !some; child = child->next)
        some = has_signed_residue(child);
    return some;
}

static bt_status copy_node(bt_arena *arena, const bti_node *node, bti_node **out)
{
    BT_TRY(BTI_ARENA_NEW(arena, *out, 1));
    **out = *node;
    (*out)->next = NULL;
    return BT_OK;
}

/* t >= 0 & t mod m = r */
static bt_status guard(bt_arena *arena, const bti_node *mod, bti_node **out)
{
    static const bti_node both = {.op = BTI_OP_AND}, compare = {.op = BTI_OP_CHAIN},
                          zero = {.op = BTI_OP_NUMBER, .relation = BTI_GE};
    bti_node *chain, *term, *bound, *residue;
    BT_TRY(copy_node(arena, &both, out));
    BT_TRY(copy_node(arena, &compare, &chain));
    BT_TRY(copy_node(arena, mod->first, &term));
    BT_TRY(copy_node(arena, &zero, &bound));
    BT_TRY(copy_node(arena, mod, &residue));
    (*out)->first = chain;
    chain->first = term;
    term->next = bound;
    chain->next = residue;
    return BT_OK;
}

/* A copy that says in our language what the versions before 5 understand. */
static bt_status older_reading(bt_arena *arena, const bti_node *node, bti_node **out)
{
    if (node->op == BTI_OP_MOD)
        return guard(arena, node, out);
    BT_TRY(copy_node(arena, node, out));
    const bti_node **last = &(*out)->first;
    for (const bti_node *child = node->first; child; child = child->next) {
        bti_node *copy;
        BT_TRY(older_reading(arena, child, &copy));
        *last = copy;
        last = &copy->next;
    }
    return BT_OK;
}

static bt_status compare(bti_automata *m, const bti_node *older, const bti_node *newer,
                         const bti_dfa *within, bool *alike)
{
    bti_dfa *a, *b = NULL;
    BT_TRY(bti_formula_compile(m, older, &a));
    bt_status status = bti_formula_compile(m, newer, &b);
    if (status == BT_OK)
        status = bti_dfa_combine(m, &a, b, BTI_DIFFERENT);
    if (status == BT_OK && within)
        status = bti_dfa_combine(m, &a, within, BTI_BOTH);
    *alike = status == BT_OK && bti_dfa_is_empty(a);
    bti_dfa_free(a);
    bti_dfa_free(b);
    return status;
}

bt_status bti_reads_alike(const bti_theory *t, const bti_node *formula,
                          const bti_dfa *within, bool *alike)
{
    bti_automata m = t->m; /* what it needs is not counted */
    bti_node *older;
    bt_arena arena;
    *alike = !has_signed_residue(formula);
    if (*alike)
        return BT_OK;
    bt_arena_init(&arena, t->ctx);
    bt_status status = older_reading(&arena, formula, &older);
    if (status == BT_OK)
        status = compare(&m, older, formula, within, alike);
    bt_arena_free(&arena);
    return status == BT_UNABLE ? BT_OK : status;
}

bt_status bti_rules_read_alike(const bti_theory *t, bool *alike)
{
    const bti_game_file *file = t->file;
    *alike = true;
    if (file->position.formula)
        BT_TRY(bti_reads_alike(t, file->position.formula, NULL, alike));
    for (size_t i = 0; i < file->moves && *alike; i++)
        BT_TRY(bti_reads_alike(t, file->move[i].formula, t->position, alike));
    return BT_OK;
}
