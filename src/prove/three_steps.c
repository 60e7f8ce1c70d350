/* SPDX-License-Identifier: MIT
 * The three steps of the notes, for all positions at once. With P the claimed set:
 *
 *     normal play                               misere play
 *     1  terminal positions are in P            1  no terminal position is in P
 *     2  from every position outside P some     2  from every position outside P that
 *        move leads into P                         is not terminal some move leads into
 * P 3  no move leads from P to P              3  the same
 *
 * With O_r the positions that have an option in P by rule r, each is a question whether
 * a set is empty: outside P and in no O_r; in P and in some O_r. (In normal play step 2
 * implies step 1; it is told apart only when it fails.)
 *
 * First a search over tuples of states of P, O_1, O_2..., which builds no product and
 * is quick wherever the answer is near: for false claims, whose products can be huge.
 * If it meets too many tuples, the sets are built one rule after the other, made
 * minimal each time: better for large true claims. */
#include "prove/three_steps.h"

#include <string.h>

const bti_effort bti_full_effort = {
    .tuples = 300000, .letters = 400000, .least = true, .eager = true};

/* Where a tuple has so many successors that fewer than these can be looked at, the
 * search is left out. */
enum { FEWEST_TUPLES = 8 };

uint64_t bti_effort_tuples(const bti_theory *t, bti_effort effort)
{
    uint64_t tuples = effort.letters >> (t->vars < 64 ? t->vars : 63);
    if (tuples < FEWEST_TUPLES)
        return 0;
    return tuples < effort.tuples ? tuples : effort.tuples;
}

enum { LEAST_BY_HAND = 3000000 }; /* so many tests of one automaton */

struct parts {
    bti_theory *t;
    const bti_dfa *set;
    bti_dfa **into;       /* O_r */
    const bti_dfa **part; /* into..., set, position; misere: movable, too */
    size_t parts;
};

/* Which step fails where it is so; 0: none. */
static unsigned failing_step(bool misere, bool in_p, bool answered, bool movable)
{
    if (in_p)
        return misere && !movable ? 1 : answered ? 3 : 0;
    if (answered || (misere && !movable))
        return 0;
    return movable ? 2 : 1;
}

static bool wanted(void *arg, const unsigned char *accepts)
{
    const struct parts *p = arg;
    size_t rules = p->t->rules;
    bool answered = memchr(accepts, 1, rules) != NULL, misere = p->t->misere;
    return accepts[rules + 1] && failing_step(misere, accepts[rules], answered,
                                              !misere || accepts[rules + 2]) != 0;
}

static unsigned step_at(const struct parts *p, const uint64_t *x)
{
    bool answered = false;
    if (!bti_dfa_accepts(p->t->position, x))
        return 0;
    for (size_t r = 0; r < p->t->rules && !answered; r++)
        answered = bti_dfa_accepts(p->into[r], x);
    return failing_step(p->t->misere, bti_dfa_accepts(p->set, x), answered,
                        bti_dfa_accepts(p->t->movable, x));
}

/* How many tuples of `vars` numbers have a total of at most `total`, or UINT64_MAX. */
static uint64_t tuples_up_to(uint64_t total, size_t vars)
{
    uint64_t count = 1;
    for (uint64_t i = 1; i <= vars; i++) {
        if (total > UINT64_C(1) << 40 || count > UINT64_C(1) << 22)
            return UINT64_MAX;
        count = count * (total + i) / i;
    }
    return count;
}

bool bti_next_tuple(uint64_t *x, size_t vars)
{
    size_t i = vars - 1;
    uint64_t last = x[i];
    if (vars == 1)
        return false;
    while (i > 0 && last == 0) {
        last = x[--i];
        if (last > 0) {
            x[i] = 0;
            break;
        }
    }
    if (last == 0 || i == 0)
        return false;
    x[i] = 0;
    x[i - 1]++;
    x[vars - 1] = last - 1;
    return true;
}

static uint64_t total_of(const uint64_t *x, size_t vars)
{
    uint64_t total = 0;
    for (size_t i = 0; i < vars; i++)
        total = total + x[i] < total ? UINT64_MAX : total + x[i];
    return total;
}

bool bti_tuple_less(const uint64_t *x, const uint64_t *y, size_t vars)
{
    uint64_t a = total_of(x, vars), b = total_of(y, vars);
    if (a != b)
        return a < b;
    size_t i = 0;
    while (i < vars && x[i] == y[i])
        i++;
    return i < vars && x[i] < y[i];
}

/* The least position up to the one that was found, by trying all. */
static bt_status least_by_hand(const struct parts *p, bti_steps_check *out)
{
    uint64_t x[BTI_VARS_MAX] = {0}, tried = 0;
    uint64_t most = total_of(out->position, p->t->vars);
    for (uint64_t total = 0; total <= most; total++) {
        memset(x, 0, sizeof x);
        x[p->t->vars - 1] = total;
        do {
            if (++tried % 1024 == 0 && bt_stopped(p->t->ctx))
                return BT_STOPPED;
            out->step = step_at(p, x);
            if (out->step == 0)
                continue;
            memcpy(out->position, x, p->t->vars * sizeof *x);
            out->least = true;
            return BT_OK;
        } while (bti_next_tuple(x, p->t->vars));
    }
    return BT_OK;
}

/* Positions outside P where nothing leads into it. */
static bt_status without_answer(struct parts *p, bti_dfa **out)
{
    bti_theory *t = p->t;
    BT_TRY(bti_dfa_product(&t->m, t->position, p->set, BTI_BUT_NOT, out));
    if (t->misere)
        BT_TRY(bti_dfa_combine(&t->m, out, t->movable, BTI_BOTH));
    for (size_t r = 0; r < t->rules; r++)
        BT_TRY(bti_dfa_combine(&t->m, out, p->into[r], BTI_BUT_NOT));
    return BT_OK;
}

/* Positions in P from which a move leads into P; misere: or that are terminal. */
static bt_status wrongly_in(struct parts *p, bti_dfa **out)
{
    bti_theory *t = p->t;
    bt_status status = BT_OK;
    BT_TRY(t->misere ? bti_dfa_product(&t->m, p->set, t->movable, BTI_BUT_NOT, out)
                     : bti_dfa_bool(&t->m, false, out));
    for (size_t r = 0; r < t->rules && status == BT_OK; r++) {
        bti_dfa *both = NULL;
        status = bti_dfa_product(&t->m, p->set, p->into[r], BTI_BOTH, &both);
        if (status == BT_OK && !bti_dfa_is_empty(both))
            status = bti_dfa_combine(&t->m, out, both, BTI_EITHER);
        bti_dfa_free(both);
    }
    return status;
}

/* The least of a set becomes the position if there is none yet or it is less. */
static bt_status take_least(const struct parts *p, const bti_dfa *bad,
                            bti_steps_check *out)
{
    uint32_t var[BTI_VARS_MAX];
    uint64_t x[BTI_VARS_MAX];
    size_t vars = p->t->vars;
    bool found;
    for (uint32_t i = 0; i < vars; i++)
        var[i] = i;
    BT_TRY(bti_dfa_least(&p->t->m, bad, var, vars, x, &found));
    if (!found)
        return BT_OK;
    if (!out->least || bti_tuple_less(x, out->position, vars))
        memcpy(out->position, x, vars * sizeof *x);
    out->least = true;
    out->result = BTI_FAILS;
    return BT_OK;
}

static bt_status build_products(struct parts *p, bti_steps_check *out)
{
    bti_dfa *outside, *inside = NULL;
    out->least = false;
    bt_status status = wrongly_in(p, &inside);
    outside = NULL;
    if (status == BT_OK)
        status = without_answer(p, &outside);
    if (status == BT_OK) {
        out->result = BTI_HOLDS;
        status = take_least(p, inside, out);
    }
    if (status == BT_OK)
        status = take_least(p, outside, out);
    if (status == BT_OK && out->result == BTI_FAILS)
        out->step = step_at(p, out->position);
    bti_dfa_free(inside);
    bti_dfa_free(outside);
    return status;
}

/* From some position that shows the failure to the least one. */
static bt_status make_least(struct parts *p, bti_steps_check *out)
{
    uint64_t total = total_of(out->position, p->t->vars);
    uint64_t tuples = tuples_up_to(total, p->t->vars);
    if (tuples <= LEAST_BY_HAND / p->parts)
        return least_by_hand(p, out);
    bti_steps_check found = *out;
    bt_status status = build_products(p, out);
    if (status != BT_UNABLE)
        return status;
    *out = found; /* then this one has to do */
    return BT_OK;
}

static bt_status find_option(struct parts *p, bti_steps_check *out)
{
    for (size_t r = 0; r < p->t->rules && out->step == 3 && !out->has_option; r++) {
        if (!bti_dfa_accepts(p->into[r], out->position))
            continue;
        BT_TRY(bti_theory_least_option(p->t, r, p->set, out->position, out->option,
                                       &out->has_option));
        out->rule = r;
    }
    return BT_OK;
}

static bt_status look(struct parts *p, bti_effort effort, bti_steps_check *out)
{
    uint32_t var[BTI_VARS_MAX];
    bti_search_result result = BTI_SEARCH_GAVE_UP;
    uint64_t tuples = bti_effort_tuples(p->t, effort);
    for (uint32_t i = 0; i < p->t->vars; i++)
        var[i] = i;
    if (tuples > 0)
        BT_TRY(bti_dfa_search(&p->t->m, p->part, p->parts, wanted, p, tuples, var,
                              p->t->vars, out->position, &result));
    if (result == BTI_SEARCH_NONE) {
        out->result = BTI_HOLDS;
        return BT_OK;
    }
    if (result == BTI_SEARCH_GAVE_UP && !effort.eager)
        return bt_fail(
            p->t->ctx, BT_UNABLE,
            "more than {most} combinations of states would have to be looked at",
            BT_ARGS(BT_NUM("most", effort.tuples)));
    if (result == BTI_SEARCH_GAVE_UP)
        BT_TRY(build_products(p, out));
    else {
        out->result = BTI_FAILS;
        out->step = step_at(p, out->position);
        if (effort.least)
            BT_TRY(make_least(p, out));
    }
    return out->result == BTI_FAILS ? find_option(p, out) : BT_OK;
}

bt_status bti_as_result(bt_context *ctx, bt_status status, bti_why *why)
{
    if (status != BT_UNABLE)
        return status;
    *why = (bti_why){.limit = bt_last_limit(ctx)};
    strncat(why->words, bt_message(ctx), sizeof why->words - 1);
    return BT_OK;
}

static bt_status gather(struct parts *p)
{
    bti_theory *t = p->t;
    BT_TRY(bti_dfa_row_new(t->ctx, t->rules, &p->into));
    p->part = bt_resize_array(t->ctx, NULL, 0, p->parts, sizeof(bti_dfa *));
    if (!p->part)
        return bt_last_status(t->ctx);
    BT_TRY(bti_theory_into_all(t, p->set, p->into));
    memcpy((void *)p->part, (void *)p->into, t->rules * sizeof *p->into);
    p->part[t->rules] = p->set;
    p->part[t->rules + 1] = t->position;
    if (t->misere)
        p->part[t->rules + 2] = t->movable;
    return BT_OK;
}

bt_status bti_check_steps(bti_theory *t, const bti_dfa *set, bti_effort effort,
                          bti_steps_check *out)
{
    struct parts p = {.t = t, .set = set, .parts = t->rules + 2 + t->misere};
    *out = (bti_steps_check){.result = BTI_GAVE_UP};
    bt_status status = gather(&p);
    if (status == BT_OK)
        status = look(&p, effort, out);
    if (status == BT_UNABLE)
        out->result = BTI_GAVE_UP;
    bti_dfa_row_free(t->ctx, p.into, t->rules);
    bt_release(t->ctx, (void *)p.part, p.part ? p.parts * sizeof(bti_dfa *) : 0);
    return bti_as_result(t->ctx, status, &out->why);
}
