/* SPDX-License-Identifier: MIT
 * The moves of a sum, and those among them that win or keep a draw: by the theorem's
 * own walk, heap by heap, or by asking for the outcome of every option. */
#include <bouton/number_kit.h>

#include "solve/solver_plan.h"

#include "core/parallel.h"
#include "solve/loopy.h"
#include "solve/solved_table.h"

/* Walks the options of one part after the other and shows those that are wanted. */
struct walk {
    bt_visit visit; /* its `part` is that of the walk */
    bt_visit *show;
    bt_solver *solver;
    bt_sum *sum;
    bti_way chosen;
    bt_rest rest;
    size_t infinite_rest; /* parts of the rest whose value is infinity */
    bt_outcome wanted;    /* of the options shown: P, or D */
};

static bool show_move(struct walk *w, const bt_move *move)
{
    return w->show->option(w->show, move);
}

static bt_status labelled_outcome(struct walk *w, bt_outcome *outcome)
{
    bti_labelled *labelled = NULL;
    uint32_t at = 0;
    BT_TRY(bti_labels_of(w->solver, w->sum, &labelled, &at));
    *outcome = bti_labelled_outcome(labelled, at);
    return BT_OK;
}

static bt_status whole_outcome(struct walk *w, bt_outcome *outcome)
{
    uint64_t value;
    if (bti_uses_only_theorems(w->solver))
        return bt_fail_at_limit(
            w->solver->ctx, BT_LIMIT_THEOREMS,
            "no theorem that Bouton knows answers every option of this position",
            BT_NO_ARGS);
    bti_labelled *labelled = NULL;
    BT_TRY(bti_searches_explored(&w->solver->kept, w->sum, &labelled));
    bt_status status = labelled ? BTI_LOOPY
                                : bti_searched_value(w->solver, w->sum->part, w->sum->n,
                                                     w->solver->most, &value);
    if (status == BTI_LOOPY)
        return labelled_outcome(w, outcome);
    BT_TRY(status);
    *outcome = value == 0 ? BT_P : BT_N;
    return BT_OK;
}

/* An option in this part, beside the other parts. */
static bt_status outcome_beside(struct walk *w, const bti_part_value *value,
                                bt_outcome *outcome)
{
    uint64_t nim_sum = value->grundy ^ w->rest.grundy;
    if (w->infinite_rest + value->infinite > 1)
        *outcome = BT_D;
    else if (value->infinite)
        *outcome = bti_outcome_beside_infinite(value, nim_sum);
    else if (w->infinite_rest == 1)
        for (size_t i = 0; i < w->sum->n; i++) {
            const bti_part_value *other = &w->solver->plan.value[i];
            if (i != w->visit.part && other->infinite)
                *outcome = bti_outcome_beside_infinite(other, nim_sum);
        }
    else
        *outcome =
            bti_outcome_of(bti_play_of(w->sum), nim_sum, value->firm || w->rest.firm);
    return BT_OK;
}

static bt_status outcome_of_option(struct walk *w, bt_outcome *outcome)
{
    bt_part *part = &w->sum->part[w->visit.part];
    if (w->chosen == LOOKED_UP) {
        uint64_t value = 0;
        BT_TRY(bt_solved_value(w->solver->solved, &part->pos, &value));
        *outcome = value == 0 ? BT_P : BT_N;
        return BT_OK;
    }
    if (w->chosen == ALONE) {
        *outcome = bti_ask_theorem(w->solver, part).outcome;
        return *outcome == BT_UNKNOWN ? whole_outcome(w, outcome) : BT_OK;
    }
    if (w->chosen == VALUES) {
        bti_part_value value;
        BT_TRY(bti_value_of_part(w->solver, part, bti_ask_theorem(w->solver, part),
                                 &value));
        return value.known ? outcome_beside(w, &value, outcome)
                           : whole_outcome(w, outcome);
    }
    return w->chosen == LABELS ? labelled_outcome(w, outcome)
                               : whole_outcome(w, outcome);
}

/* A theorem reads every word of an option. */
static bt_status go_on(const struct walk *w, const bt_pos *option)
{
    return bti_worked(w->solver->ctx, 16 + option->n) ? BT_STOPPED : BT_OK;
}

static bool show_if_wanted(bt_visit *visit, const bt_move *move)
{
    struct walk *w = (struct walk *)visit;
    bt_outcome outcome = BT_UNKNOWN;
    visit->status = go_on(w, move->to);
    if (visit->status == BT_OK)
        visit->status = outcome_of_option(w, &outcome);
    return visit->status == BT_OK && (outcome != w->wanted || show_move(w, move));
}

/* One heap after the other: its options are those of a position with that heap alone,
 * in the same memory, and exactly one value wins. */
struct heap_walk {
    bt_visit visit;
    struct walk *walk;
    bti_heap_table *table;
    const bt_pos *whole;
    size_t heap;
    uint64_t wanted;
};

static bool show_if_value(bt_visit *visit, const bt_move *move)
{
    struct heap_walk *h = (struct heap_walk *)visit;
    uint32_t value = 0;
    visit->status = go_on(h->walk, move->to);
    if (visit->status == BT_OK)
        visit->status = bti_heap_table_value(h->table, move->to->x[0], &value);
    if (visit->status != BT_OK || value != h->wanted)
        return visit->status == BT_OK;
    return bt_show(h->walk->show, h->whole, h->heap, 1, move->before);
}

static bt_status walk_heaps(struct walk *w)
{
    bt_part *part = &w->sum->part[w->visit.part];
    bti_part_value all = w->solver->plan.value[w->visit.part];
    struct heap_walk h = {{.option = show_if_value}, w, all.table, &part->pos, 0, 0};
    for (; h.heap < part->pos.n && !h.visit.ended; h.heap++) {
        bt_pos one = {
            .x = part->pos.x + h.heap, .n = 1, .cap = 1, .ctx = part->pos.ctx};
        uint32_t value = 0;
        BT_TRY(bti_heap_table_value(all.table, one.x[0], &value));
        bool firm = w->rest.firm || all.firm_heaps > (value >= 2);
        h.wanted =
            bt_tame_wanted(part->game->play, all.grundy ^ value ^ w->rest.grundy, firm);
        BT_TRY(bt_options(part->game, &one, &h.visit));
    }
    w->visit.ended = h.visit.ended;
    return BT_OK;
}

/* Where moves break heaps the whole option is looked at; only normal play comes here.
 */
static bt_status nim_sum_of_heaps(const struct walk *w, const bt_pos *p, uint64_t *sum)
{
    BT_TRY(go_on(w, p));
    for (size_t i = 0; i < p->n; i++) {
        uint32_t value = 0;
        BT_TRY(bti_heap_table_value(w->solver->plan.value[w->visit.part].table, p->x[i],
                                    &value));
        *sum ^= value;
    }
    return BT_OK;
}

static bool show_if_heaps(bt_visit *visit, const bt_move *move)
{
    struct walk *w = (struct walk *)visit;
    uint64_t sum = w->rest.grundy;
    visit->status = nim_sum_of_heaps(w, move->to, &sum);
    return visit->status == BT_OK && (sum != 0 || show_move(w, move));
}

bt_status bt_walk_moves(bt_sum *sum, bt_visit *visit)
{
    visit->ended = false;
    for (size_t i = 0; i < sum->n && !visit->ended; i++) {
        bt_part *part = &sum->part[i];
        visit->part = i;
        BT_TRY(bt_options(part->game, &part->pos, visit));
    }
    return BT_OK;
}

/* Whether there is such a walk, and a theorem stands behind it. */
static bool has_winning_walk(const struct walk *w)
{
    const bt_rules *rules = w->sum->part[w->visit.part].game->rules;
    bool beside = w->rest.grundy != 0 || w->rest.firm;
    if (!rules->winning || w->chosen == WHOLE || w->chosen == LABELS ||
        w->chosen == LOOKED_UP || w->infinite_rest > 0 || w->wanted != BT_P ||
        (beside && (rules->flags & BT_WINS_ALONE)))
        return false;
    if (w->chosen == ALONE)
        return true;
    const bti_part_value *value = &w->solver->plan.value[w->visit.part];
    return bti_uses_theorems(w->solver) && !value->searched && !value->looked_up;
}

static size_t infinite_parts(const bt_solver *s, const bt_sum *sum, size_t except)
{
    size_t count = 0;
    for (size_t i = 0; i < sum->n; i++)
        count += i != except && s->plan.value[i].infinite;
    return count;
}

static bt_status walk_part(struct walk *w)
{
    bt_part *part = &w->sum->part[w->visit.part];
    bool values = w->chosen == VALUES && w->wanted == BT_P && w->infinite_rest == 0;
    if (has_winning_walk(w)) {
        BT_TRY(bt_winning(part->game, &part->pos, w->rest, w->show));
        w->visit.ended = w->show->ended;
        return BT_OK;
    }
    w->visit.option = show_if_wanted;
    if (values && w->solver->plan.value[w->visit.part].table) {
        if (part->game->rules->grows == 0)
            return walk_heaps(w);
        w->visit.option = show_if_heaps;
    }
    return bt_options(part->game, &part->pos, &w->visit);
}

bt_status bti_walk_by_plan(bt_solver *s, bt_sum *sum, bt_outcome wanted, bt_visit *show)
{
    bti_way chosen = s->plan.chosen;
    struct walk w = {
        .show = show, .solver = s, .sum = sum, .chosen = chosen, .wanted = wanted};
    bt_status status = BT_OK;
    if (chosen == LABELS) { /* from here, so that every option is found */
        bti_labelled *labelled = NULL;
        uint32_t at;
        BT_TRY(bti_labels_of(s, sum, &labelled, &at));
    }
    for (size_t i = 0; i < sum->n && status == BT_OK && !w.visit.ended; i++) {
        w.visit.part = show->part = i;
        if (chosen == VALUES) {
            w.rest = bti_rest_of(s, sum, i);
            w.infinite_rest = infinite_parts(s, sum, i);
        }
        status = walk_part(&w);
    }
    show->ended = w.visit.ended;
    return status != BT_OK ? status : show->status;
}

static bool stop_at_once(bt_visit *visit, const bt_move *move)
{
    (void)visit;
    (void)move;
    return false;
}

bt_status bt_terminal(bt_sum *sum, bool *terminal)
{
    bt_visit visit = {.option = stop_at_once};
    BT_TRY(bt_walk_moves(sum, &visit));
    *terminal = !visit.ended;
    return BT_OK;
}
