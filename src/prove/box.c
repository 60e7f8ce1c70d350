/* SPDX-License-Identifier: MIT
 * All positions of a box, from the least one up. If no move raises a variable, then the
 * options of a position stand before it, whatever is read first, so when its turn comes
 * it is known whether one of them is P. P-positions are few: when one is met, the
 * positions from which a move leads to it are marked, and nobody looks at other moves.
 *
 * The moves are walked backwards: the automaton of a rule with the numbers after the
 * move given and those before it free, but within the box. */
#include "prove/box.h"
#include "core/grow.h"

#include <string.h>

enum {
    MOST_CELLS = 1 << 18,
    LEAST_BOUND = 4 /* of a box that grows */
};

struct rule {
    uint32_t fixed[BTI_VARS_MAX], from[BTI_VARS_MAX]; /* tracks */
    uint32_t value_of[BTI_VARS_MAX]; /* the variable that gives each fixed one */
    size_t fixeds, froms;
    bti_dfa *within; /* moves from within the box */
    bti_walk *walk;
};

struct bti_proof_box {
    bti_theory *t;
    uint64_t looked, most;
    uint64_t bound[BTI_VARS_MAX], stride[BTI_VARS_MAX];
    unsigned char *cell; /* NOT_P also while nothing is known; ANSWERED: some move leads
                            to a P-position */
    size_t cells;
    struct rule *rule;
};

enum { ANSWERED = BTI_BOX_P + 1 };

uint64_t bti_box_looked(const bti_proof_box *b)
{
    return b->looked;
}

static void empty_box(bti_proof_box *b)
{
    bt_release(b->t->ctx, b->cell, b->cells);
    b->cell = NULL;
    b->cells = 0;
    for (size_t r = 0; r < b->t->rules; r++) {
        bti_walk_free(b->rule[r].walk);
        bti_dfa_free(b->rule[r].within);
        b->rule[r].walk = NULL;
        b->rule[r].within = NULL;
    }
}

void bti_box_free(bti_proof_box *b)
{
    if (!b)
        return;
    bt_context *ctx = b->t->ctx;
    if (b->rule)
        empty_box(b);
    bt_release(ctx, b->rule, b->rule ? b->t->rules * sizeof *b->rule : 0);
    bt_release(ctx, b, sizeof *b);
}

/* No move raises a variable. */
static bt_status check_falls(bti_theory *t, bool *falls)
{
    *falls = true;
    for (size_t r = 0; r < t->rules && *falls; r++)
        for (size_t i = 0; i < t->vars && *falls; i++) {
            bti_linear_term rise[] = {{bti_primed(t->vars, i), 1}, {(uint32_t)i, -1}};
            bti_dfa *raise;
            if (!(t->file->move[r].changes >> i & 1))
                continue;
            BT_TRY(bti_dfa_linear(&t->m, rise, 2, 0, BTI_GT, &raise));
            BT_TRY(bti_dfa_combine(&t->m, &raise, t->move[r], BTI_BOTH));
            *falls = bti_dfa_is_empty(raise);
            bti_dfa_free(raise);
        }
    return BT_OK;
}

static void name_tracks(const bti_theory *t, size_t r, struct rule *rule)
{
    *rule = (struct rule){.walk = NULL};
    for (uint32_t i = 0; i < t->vars; i++) {
        bool changes = t->file->move[r].changes >> i & 1;
        rule->value_of[rule->fixeds] = i;
        rule->fixed[rule->fixeds++] = changes ? bti_primed(t->vars, i) : i;
        if (changes)
            rule->from[rule->froms++] = i;
    }
}

bt_status bti_box_new(bti_theory *t, uint64_t most, bti_proof_box **out)
{
    bool falls;
    *out = NULL;
    if (t->pool)
        return BT_OK; /* the moves are known in parts only */
    BT_TRY(check_falls(t, &falls));
    if (!falls || t->rules == 0)
        return BT_OK;
    bti_proof_box *b;
    BT_TRY(BTI_NEW(t->ctx, b, 1));
    *b = (bti_proof_box){.t = t, .most = most};
    b->rule = bt_resize_array(t->ctx, NULL, 0, t->rules, sizeof *b->rule);
    if (!b->rule) {
        bti_box_free(b);
        return bt_last_status(t->ctx);
    }
    for (size_t r = 0; r < t->rules; r++)
        name_tracks(t, r, &b->rule[r]);
    *out = b;
    return BT_OK;
}

static bt_status make_walk(bti_proof_box *b, size_t r)
{
    bti_theory *t = b->t;
    struct rule *rule = &b->rule[r];
    BT_TRY(bti_dfa_copy(&t->m, t->move[r], &rule->within));
    for (size_t i = 0; i < rule->froms; i++) {
        bti_linear_term one = {rule->from[i], 1};
        bti_dfa *below;
        BT_TRY(bti_dfa_linear(&t->m, &one, 1, -(int64_t)b->bound[rule->from[i]], BTI_LT,
                              &below));
        bt_status status = bti_dfa_combine(&t->m, &rule->within, below, BTI_BOTH);
        bti_dfa_free(below);
        BT_TRY(status);
    }
    return bti_walk_new(t->ctx, rule->within, rule->fixed, rule->fixeds, rule->from,
                        rule->froms, &rule->walk);
}

static size_t index_of(const bti_proof_box *b, const uint64_t *x)
{
    size_t at = 0;
    for (size_t i = 0; i < b->t->vars; i++)
        at += (size_t)(x[i] * b->stride[i]);
    return at;
}

static bt_status too_many(const bti_proof_box *b)
{
    return bt_fail(b->t->ctx, BT_UNABLE,
                   "more than {most} options would have to be looked at by search",
                   BT_ARGS(BT_NUM("most", b->most)));
}

/* From where a move leads to x. */
static bt_status mark(bti_proof_box *b, const uint64_t *x)
{
    uint64_t after[BTI_VARS_MAX], before[BTI_VARS_MAX];
    for (size_t r = 0; r < b->t->rules; r++) {
        struct rule *rule = &b->rule[r];
        size_t base = index_of(b, x);
        bool infinite;
        for (size_t i = 0; i < rule->fixeds; i++)
            after[i] = x[rule->value_of[i]];
        for (size_t i = 0; i < rule->froms; i++)
            base -= (size_t)(x[rule->from[i]] * b->stride[rule->from[i]]);
        BT_TRY(bti_walk_start(rule->walk, after, &infinite));
        while (bti_walk_next(rule->walk, before)) {
            size_t at = base;
            for (size_t i = 0; i < rule->froms; i++)
                at += (size_t)(before[i] * b->stride[rule->from[i]]);
            b->cell[at] = ANSWERED;
            b->looked++;
        }
    }
    if (bt_stopped(b->t->ctx))
        return BT_STOPPED;
    return b->looked > b->most ? too_many(b) : BT_OK;
}

/* The next in the order of the cells: the last variable runs fastest. */
static void step(const bti_proof_box *b, uint64_t *x)
{
    size_t i = b->t->vars;
    while (i-- > 0 && ++x[i] == b->bound[i])
        x[i] = 0;
}

static bt_status solve_all(bti_proof_box *b)
{
    const bti_theory *t = b->t;
    uint64_t x[BTI_VARS_MAX] = {0};
    for (size_t at = 0; at < b->cells; at++, step(b, x)) {
        b->looked++;
        if (b->cell[at] == ANSWERED || !bti_dfa_accepts(t->position, x) ||
            (t->misere && !bti_dfa_accepts(t->movable, x)))
            continue;
        b->cell[at] = BTI_BOX_P;
        BT_TRY(mark(b, x));
    }
    return BT_OK;
}

/* How many cells, or more than there may be. */
static uint64_t size_of(const bti_proof_box *b, const uint64_t *bound)
{
    uint64_t cells = 1;
    for (size_t i = 0; i < b->t->vars; i++) {
        if (bound[i] > MOST_CELLS / cells)
            return MOST_CELLS + 1;
        cells *= bound[i];
    }
    return cells;
}

static bt_status fill_box(bti_proof_box *b, size_t cells)
{
    BT_TRY(BTI_NEW(b->t->ctx, b->cell, cells));
    b->cells = cells;
    memset(b->cell, BTI_BOX_NOT_P, cells);
    for (size_t r = 0; r < b->t->rules; r++)
        BT_TRY(make_walk(b, r));
    return solve_all(b);
}

bt_status bti_box_fit(bti_proof_box *b, const uint64_t *bound)
{
    uint64_t stride = 1, cells = size_of(b, bound);
    empty_box(b);
    if (b->looked > b->most || cells > b->most - b->looked || cells > MOST_CELLS)
        return too_many(b);
    memcpy(b->bound, bound, b->t->vars * sizeof *bound);
    for (size_t i = b->t->vars; i-- > 0;) {
        b->stride[i] = stride;
        stride *= bound[i];
    }
    bt_status status = fill_box(b, (size_t)cells);
    if (status != BT_OK)
        empty_box(b);
    return status;
}

bti_box_label bti_box_look(const bti_proof_box *b, const uint64_t *x)
{
    for (size_t i = 0; i < b->t->vars; i++)
        if (b->cells == 0 || x[i] >= b->bound[i])
            return BTI_BEYOND;
    return b->cell[index_of(b, x)] == BTI_BOX_P ? BTI_BOX_P : BTI_BOX_NOT_P;
}

bt_status bti_box_ask(bti_proof_box *b, const uint64_t *x, bti_box_label *out)
{
    uint64_t bound[BTI_VARS_MAX];
    *out = bti_box_look(b, x);
    if (*out != BTI_BEYOND)
        return BT_OK;
    for (size_t i = 0; i < b->t->vars; i++) {
        bound[i] = b->cells ? b->bound[i] : LEAST_BOUND;
        while (bound[i] <= x[i] && bound[i] <= MOST_CELLS)
            bound[i] *= 2;
    }
    if (size_of(b, bound) > MOST_CELLS)
        return BT_OK;
    BT_TRY(bti_box_fit(b, bound));
    *out = bti_box_look(b, x);
    return BT_OK;
}
