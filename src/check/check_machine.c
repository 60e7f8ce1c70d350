/* SPDX-License-Identifier: MIT
 * Making machines from formulas. A term that is not linear becomes a fresh local track
 * with an atom that says what it is: in `low(n) > m`, a track v with v = low(n) and the
 * comparison v > m. If a term may be negative where it must not be, no such v exists,
 * and the atom is false, as it should be. */
#include "check/check_machine.h"

#include "check/check_defined.h"
#include "core/grow.h"

#include <string.h>

typedef bti_check_node node;

/* Room for one more; arrays of 1, 2, 4, ... elements move in the arena. */
static void *grow(bti_question *q, void *old, size_t count, size_t size)
{
    if ((count & (count - 1)) != 0)
        return old;
    void *room = bt_arena_alloc(&q->arena, count > 0 ? 2 * count : 1, size);
    if (room && count > 0)
        memcpy(room, old, count * size);
    return room;
}

static bt_status add_gate(bti_question *q, bti_machine *m, bti_gate_op op, uint32_t a,
                          uint32_t b, uint32_t *out)
{
    bti_gate *gate = grow(q, m->gate, m->gates, sizeof *gate);
    if (!gate)
        return bt_last_status(q->ctx);
    m->gate = gate;
    m->gate[m->gates] = (bti_gate){op, a, b};
    *out = (uint32_t)m->gates++;
    return BT_OK;
}

static bt_status add_always(bti_question *q, bti_machine *m, uint32_t gate)
{
    uint32_t *always = grow(q, m->always, m->always_count, sizeof *always);
    if (!always)
        return bt_last_status(q->ctx);
    m->always = always;
    m->always[m->always_count++] = gate;
    return BT_OK;
}

static bt_status add_atom(bti_question *q, bti_machine *m, const bti_atom *atom,
                          uint32_t *index, uint32_t *gate)
{
    if (m->atoms == BTI_CHECK_ATOMS)
        return bt_fail(q->ctx, BT_UNABLE, "a formula has at most {most} atoms here",
                       BT_ARGS(BT_NUM("most", BTI_CHECK_ATOMS)));
    bti_atom *room = grow(q, m->atom, m->atoms, sizeof *room);
    if (!room)
        return bt_last_status(q->ctx);
    m->atom = room;
    m->atom[m->atoms] = *atom;
    *index = (uint32_t)m->atoms++;
    return add_gate(q, m, BTI_G_ATOM, *index, 0, gate);
}

static bt_status add_use(bti_question *q, bti_machine *m, uint32_t track, uint32_t atom,
                         int64_t arg)
{
    bti_use *use = grow(q, m->use, m->uses, sizeof *use);
    if (!use)
        return bt_last_status(q->ctx);
    m->use = use;
    m->use[m->uses++] = (bti_use){track, atom, arg, false};
    m->has[track] = true;
    return BT_OK;
}

static bt_status add_track(bti_question *q, bti_machine *m, uint32_t *out)
{
    if (q->tracks == BTI_TRACKS)
        return bt_fail(
            q->ctx, BT_UNABLE, "formulas have at most {most} variables here",
            BT_ARGS(BT_NUM("most", (uint64_t)(BTI_TRACKS - 2 * BTI_CHECK_VARS))));
    *out = q->tracks++;
    m->has[*out] = m->local[*out] = true;
    return BT_OK;
}

static bt_status new_machine(bti_question *q, bti_machine **out)
{
    bti_machine **list = grow(q, q->machine, q->machines, sizeof *list);
    bti_machine *m = list ? bt_arena_alloc(&q->arena, 1, sizeof *m) : NULL;
    if (!m)
        return bt_last_status(q->ctx);
    q->machine = list;
    m->id = (uint32_t)q->machines;
    m->start = UINT32_MAX;
    q->machine[q->machines++] = m;
    *out = m;
    return BT_OK;
}

/* A sum of tracks with coefficients. */
typedef struct {
    int64_t coefficient[BTI_TRACKS];
    int64_t constant;
} linear;

/* A gate that counts for `factor` when it is true. */
typedef struct {
    uint32_t gate;
    int64_t factor;
} weight;

typedef struct {
    weight *weight;
    size_t count;
} weights;

/* Where the meaning of fresh tracks goes: into the machine for good, or into one gate.
 */
typedef struct {
    bool for_good;
    bool any;
    uint32_t gate;
    weights *truths; /* of a measure: [F] goes here, and gets no track */
    bool moving; /* it is compared before and after a move: what stays is left out */
} meanings;

/* The gate is part of the condition under which the atom may hold. */
static bt_status provided(bti_question *q, bti_machine *m, uint32_t gate, meanings *w)
{
    if (w->any)
        BT_TRY(add_gate(q, m, BTI_G_AND, w->gate, gate, &gate));
    w->any = true;
    w->gate = gate;
    return BT_OK;
}

static bt_status mean(bti_question *q, bti_machine *m, uint32_t gate, meanings *w)
{
    return w->for_good || q->every_term ? add_always(q, m, gate)
                                        : provided(q, m, gate, w);
}

static bt_status build(bti_question *q, bti_machine *m, const node *n, int polarity,
                       uint32_t *out);
static bt_status natural(bti_question *q, bti_machine *m, const node *n, meanings *w,
                         uint32_t *track);

static uint32_t track_of_var(const bti_question *q, uint32_t var)
{
    bool after = q->primed && var < q->c->names;
    return q->track_of[after ? var + q->c->names : var];
}

static bt_status add_to(bti_question *q, int64_t *sum, int64_t a, int64_t b)
{
    int64_t most = BTI_CHECK_CONSTANT;
    bool fits = a == 0 || b == 0 ||
                (a >= -most && a <= most && b >= -most && b <= most &&
                 (a < 0 ? -a : a) <= most / (b < 0 ? -b : b));
    if (fits) {
        *sum += a * b;
        fits = *sum >= -most && *sum <= most;
    }
    return fits ? BT_OK
                : bt_fail(q->ctx, BT_UNABLE, "numbers in a term go up to 10^15 here",
                          BT_NO_ARGS);
}

/* Does the move change a variable of it? */
static bool changes(const bti_question *q, const node *n)
{
    if (n->kind == BTI_T_VAR)
        return n->var < q->c->vars &&
               q->track_of[n->var] != q->track_of[n->var + q->c->names];
    for (const node *child = n->child; child; child = child->next)
        if (changes(q, child))
            return true;
    return false;
}

/* [F] of a measure. */
static bt_status add_truth(bti_question *q, bti_machine *m, const node *formula,
                           int64_t times, weights *out)
{
    weight *room = grow(q, out->weight, out->count, sizeof *room);
    if (!room)
        return bt_last_status(q->ctx);
    out->weight = room;
    out->weight[out->count].factor = times;
    return build(q, m, formula, 0, &out->weight[out->count++].gate);
}

/* Adds `times` n to the sum. */
static bt_status add_linear(bti_question *q, bti_machine *m, const node *n,
                            int64_t times, meanings *w, linear *sum)
{
    uint32_t track;
    int64_t product = 0;
    switch (n->kind) {
    case BTI_T_NUMBER:
        return add_to(q, &sum->constant, times, n->number);
    case BTI_T_SUM:
        for (const node *child = n->child; child; child = child->next)
            BT_TRY(add_linear(q, m, child, times, w, sum));
        return BT_OK;
    case BTI_T_TIMES:
        BT_TRY(add_to(q, &product, times, n->number));
        return add_linear(q, m, n->child, product, w, sum);
    case BTI_T_TRUTH:
        if (w->truths)
            return w->moving && !changes(q, n)
                       ? BT_OK
                       : add_truth(q, m, n->child, times, w->truths);
        /* fall through */
    default:
        BT_TRY(natural(q, m, n, w, &track));
        return add_to(q, &sum->coefficient[track], times, 1);
    }
}

/* An atom about a sum. */
static bt_status sum_atom(bti_question *q, bti_machine *m, bti_atom atom,
                          const linear *sum, uint32_t *gate)
{
    uint32_t index;
    atom.constant = sum->constant;
    for (uint32_t t = 0; t < q->tracks; t++)
        *(sum->coefficient[t] > 0 ? &atom.above : &atom.below) += sum->coefficient[t];
    atom.below = -atom.below;
    int64_t most = INT64_C(1) << 26;
    int64_t size = sum->constant < 0 ? -sum->constant : sum->constant;
    if (atom.above > most || atom.below > most || (q->down && size > most))
        return bt_fail(q->ctx, BT_UNABLE, "a term has numbers that are too large",
                       BT_NO_ARGS);
    BT_TRY(add_atom(q, m, &atom, &index, gate));
    for (uint32_t t = 0; t < q->tracks; t++)
        if (sum->coefficient[t] != 0)
            BT_TRY(add_use(q, m, t, index, sum->coefficient[t]));
    return BT_OK;
}

/* The track is 1 or 0 as the formula holds or not. */
static bt_status mean_truth(bti_question *q, bti_machine *m, const node *formula,
                            meanings *w, uint32_t track)
{
    uint32_t holds, is[2], not, yes, no, gate;
    for (int64_t digit = 0; digit < 2; digit++) {
        linear sum = {.constant = -digit};
        sum.coefficient[track] = 1;
        BT_TRY(sum_atom(q, m, (bti_atom){.kind = BTI_A_EQ}, &sum, &is[digit]));
    }
    BT_TRY(build(q, m, formula, 0, &holds));
    BT_TRY(add_gate(q, m, BTI_G_AND, holds, is[1], &yes));
    BT_TRY(add_gate(q, m, BTI_G_NOT, holds, 0, &not ));
    BT_TRY(add_gate(q, m, BTI_G_AND, not, is[0], &no));
    BT_TRY(add_gate(q, m, BTI_G_OR, yes, no, &gate));
    return mean(q, m, gate, w);
}

/* The track is the value of an operation on digits: the gate says so. */
static bt_status digits_atom(bti_question *q, bti_machine *m, const node *n,
                             meanings *w, uint32_t track, uint32_t *gate)
{
    uint32_t arg, index;
    bool first = (n->kind == BTI_T_LOW) != q->down;
    bti_atom atom = {.kind = n->kind == BTI_T_XOR   ? BTI_A_COLS
                             : n->kind == BTI_T_AND ? BTI_A_AND
                             : n->kind == BTI_T_OR  ? BTI_A_OR
                             : n->kind == BTI_T_SHL ? BTI_A_SHIFTED
                             : first                ? BTI_A_FIRST
                                                    : BTI_A_LAST,
                     .modulus = 2};
    bool joins = atom.kind == BTI_A_AND || atom.kind == BTI_A_OR;
    int64_t part = atom.kind == BTI_A_COLS ? 1 : joins ? 4 : 2;
    BT_TRY(add_atom(q, m, &atom, &index, gate));
    for (const node *child = n->child; child; child = child->next) {
        BT_TRY(natural(q, m, child, w, &arg));
        BT_TRY(add_use(q, m, arg, index, 1));
    }
    return add_use(q, m, track, index, part);
}

static bool same_term(const node *a, const node *b)
{
    if (a->kind != b->kind || a->var != b->var || a->number != b->number)
        return false;
    const node *x = a->child, *y = b->child;
    for (; x != y && x && y; x = x->next, y = y->next)
        if (!same_term(x, y))
            return false;
    return x == y;
}

/* A track for what the sum is, or 0 where it is negative; `natural` says where not. */
static bt_status clamp(bti_question *q, bti_machine *m, const linear *sum,
                       uint32_t *track, uint32_t *is_natural)
{
    linear equal = *sum, below = *sum, zero = {.constant = 0};
    uint32_t is, negative, none;
    BT_TRY(add_track(q, m, track));
    equal.coefficient[*track] = -1;
    zero.coefficient[*track] = 1;
    BT_TRY(add_to(q, &below.constant, 1, 1));
    BT_TRY(sum_atom(q, m, (bti_atom){.kind = BTI_A_EQ}, &equal, &is));
    BT_TRY(sum_atom(q, m, (bti_atom){.kind = BTI_A_LE}, &below, &negative));
    BT_TRY(sum_atom(q, m, (bti_atom){.kind = BTI_A_EQ}, &zero, &none));
    BT_TRY(add_gate(q, m, BTI_G_AND, negative, none, &none));
    BT_TRY(add_gate(q, m, BTI_G_OR, is, none, &is));
    BT_TRY(add_always(q, m, is));
    return add_gate(q, m, BTI_G_NOT, negative, 0, is_natural);
}

/* The track of a term that has none yet, in a question with `every_term`: after those
 * of its arguments, so that its digits are known when they come. */
static bt_status new_term(bti_question *q, bti_machine *m, const node *n, meanings *w,
                          bti_known *out)
{
    uint32_t gate;
    if (n->kind == BTI_T_NUMBER || n->kind == BTI_T_SUM || n->kind == BTI_T_TIMES) {
        linear sum = {.constant = 0};
        BT_TRY(add_linear(q, m, n, 1, w, &sum));
        if (!bti_check_surely_natural(n))
            return clamp(q, m, &sum, &out->track, &out->natural);
        BT_TRY(add_track(q, m, &out->track));
        sum.coefficient[out->track] = -1;
        BT_TRY(sum_atom(q, m, (bti_atom){.kind = BTI_A_EQ}, &sum, &gate));
        return add_always(q, m, gate);
    }
    for (const node *child = n->child; child && n->kind != BTI_T_TRUTH;
         child = child->next)
        BT_TRY(natural(q, m, child, w, &gate));
    BT_TRY(add_track(q, m, &out->track));
    if (n->kind == BTI_T_TRUTH)
        return mean_truth(q, m, n->child, w, out->track);
    BT_TRY(digits_atom(q, m, n, w, out->track, &gate));
    return add_always(q, m, gate);
}

/* Terms of a question with `every_term`: one track for each. */
static bt_status known_term(bti_question *q, bti_machine *m, const node *n, meanings *w,
                            uint32_t *track)
{
    bti_known found = {n, 0, UINT32_MAX, q->primed};
    size_t i = 0;
    while (i < m->known_count &&
           (m->known[i].primed != q->primed || !same_term(m->known[i].term, n)))
        i++;
    if (i < m->known_count) {
        found = m->known[i];
    } else {
        meanings inside = {.truths = w->truths};
        BT_TRY(new_term(q, m, n, &inside, &found));
        if (inside.any && found.natural != UINT32_MAX)
            BT_TRY(provided(q, m, found.natural, &inside));
        if (inside.any)
            found.natural = inside.gate;
        bti_known *room = grow(q, m->known, m->known_count, sizeof *room);
        node *kept = room ? bt_arena_alloc(&q->arena, 1, sizeof *kept) : NULL;
        if (!kept)
            return bt_last_status(q->ctx);
        *kept = *n; /* the caller's may be gone when the next term comes */
        found.term = kept;
        m->known = room;
        m->known[m->known_count++] = found;
    }
    *track = found.track;
    return found.natural == UINT32_MAX ? BT_OK : provided(q, m, found.natural, w);
}

/* A track whose digits are those of the term. */
static bt_status natural(bti_question *q, bti_machine *m, const node *n, meanings *w,
                         uint32_t *track)
{
    uint32_t gate;
    if (n->kind == BTI_T_VAR) {
        *track = track_of_var(q, n->var);
        return BT_OK;
    }
    if (q->every_term)
        return known_term(q, m, n, w, track);
    if (n->kind == BTI_T_NUMBER || n->kind == BTI_T_SUM || n->kind == BTI_T_TIMES) {
        linear sum = {.constant = 0};
        BT_TRY(add_linear(q, m, n, 1, w, &sum));
        BT_TRY(add_track(q, m, track));
        sum.coefficient[*track] = -1;
        BT_TRY(sum_atom(q, m, (bti_atom){.kind = BTI_A_EQ}, &sum, &gate));
        return mean(q, m, gate, w);
    }
    BT_TRY(add_track(q, m, track));
    if (n->kind == BTI_T_TRUTH)
        return mean_truth(q, m, n->child, w, *track);
    BT_TRY(digits_atom(q, m, n, w, *track, &gate));
    return mean(q, m, gate, w);
}

static bt_status cols_atom(bti_question *q, bti_machine *m, const node *terms,
                           int64_t modulus, meanings *w, uint32_t *index,
                           uint32_t *gate)
{
    uint32_t track;
    if (*index == UINT32_MAX)
        BT_TRY(add_atom(q, m, &(bti_atom){.kind = BTI_A_COLS, .modulus = modulus},
                        index, gate));
    for (const node *t = terms; t; t = t->next) {
        BT_TRY(natural(q, m, t, w, &track));
        BT_TRY(add_use(q, m, track, *index, 1));
    }
    return BT_OK;
}

static bool is_zero(const node *n)
{
    return n->kind == BTI_T_NUMBER && n->number == 0;
}

/* x ^ y = z ^ u without a fresh track: in every column the ones are even. */
static bt_status xor_atom(bti_question *q, bti_machine *m, const node *n, meanings *w,
                          bool *done, uint32_t *gate)
{
    const node *a = n->child, *b = a->next;
    uint32_t index = UINT32_MAX;
    *done = (a->kind == BTI_T_XOR || b->kind == BTI_T_XOR) &&
            (a->kind == BTI_T_XOR || a->kind == BTI_T_VAR || is_zero(a)) &&
            (b->kind == BTI_T_XOR || b->kind == BTI_T_VAR || is_zero(b));
    for (; *done && a; a = a->next)
        if (a->kind == BTI_T_XOR) {
            BT_TRY(cols_atom(q, m, a->child, 2, w, &index, gate));
        } else if (a->kind == BTI_T_VAR) {
            node alone = {.kind = BTI_T_VAR, .var = a->var};
            BT_TRY(cols_atom(q, m, &alone, 2, w, &index, gate));
        }
    return BT_OK;
}

/* y = low(t), y = shl(t) without a fresh track for their value. */
static bt_status equal_digits(bti_question *q, bti_machine *m, const node *n,
                              meanings *w, bool *done, uint32_t *gate)
{
    const node *a = n->child, *b = a->next;
    if (b->kind == BTI_T_VAR) {
        b = a;
        a = a->next;
    }
    *done = a->kind == BTI_T_VAR && bti_check_on_digits(b);
    return *done ? digits_atom(q, m, b, w, track_of_var(q, a->var), gate) : BT_OK;
}

static bt_status mod_atom(bti_question *q, bti_machine *m, const node *n, meanings *w,
                          uint32_t *gate)
{
    bool *residue = bt_arena_alloc(&q->arena, (size_t)n->number, sizeof *residue);
    linear sum = {.constant = 0};
    uint32_t track;
    if (!residue)
        return bt_last_status(q->ctx);
    if (n->kind == BTI_F_DIVIDES)
        residue[0] = true;
    else
        for (const node *r = n->child->next; r; r = r->next)
            if (r->number < n->number)
                residue[r->number] = true;
    if (n->kind == BTI_F_MOD) {
        BT_TRY(natural(q, m, n->child, w, &track));
        sum.coefficient[track] = 1;
    } else {
        BT_TRY(add_linear(q, m, n->child, 1, w, &sum));
    }
    return sum_atom(
        q, m, (bti_atom){.kind = BTI_A_MOD, .modulus = n->number, .residue = residue},
        &sum, gate);
}

/* The numbers of t in {a, b, ...}, in order. */
static bt_status sorted_numbers(bti_question *q, const node *n, int64_t **out,
                                size_t *count)
{
    *count = 0;
    for (const node *child = n->child; child; child = child->next)
        ++*count;
    if (*count > BTI_CHECK_ATOMS)
        return bt_fail(q->ctx, BT_UNABLE, "a formula has at most {most} atoms here",
                       BT_ARGS(BT_NUM("most", BTI_CHECK_ATOMS)));
    int64_t *list = *out = bt_arena_alloc(&q->arena, *count, sizeof *list);
    if (!list)
        return bt_last_status(q->ctx);
    size_t i = 0;
    for (const node *child = n->child; child; child = child->next, i++) {
        size_t at = i;
        for (; at > 0 && list[at - 1] > child->child->next->number; at--)
            list[at] = list[at - 1];
        list[at] = child->child->next->number;
    }
    return BT_OK;
}

/* least <= sum <= most */
static bt_status between(bti_question *q, bti_machine *m, const linear *sum,
                         int64_t least, int64_t most, int polarity, uint32_t *gate)
{
    linear up = *sum, down = {.constant = 0};
    bti_atom order = {.kind = BTI_A_LE, .polarity = polarity};
    uint32_t low;
    BT_TRY(add_to(q, &up.constant, -most, 1));
    if (least == most)
        return sum_atom(q, m, (bti_atom){.kind = BTI_A_EQ}, &up, gate);
    for (size_t t = 0; t < BTI_TRACKS; t++)
        down.coefficient[t] = -sum->coefficient[t];
    BT_TRY(add_to(q, &down.constant, sum->constant, -1));
    BT_TRY(add_to(q, &down.constant, least, 1));
    BT_TRY(sum_atom(q, m, order, &up, gate));
    BT_TRY(sum_atom(q, m, order, &down, &low));
    return add_gate(q, m, BTI_G_AND, low, *gate, gate);
}

/* t in {a, b, ...}: numbers that follow each other are one stretch, with two atoms. */
static bt_status in_atom(bti_question *q, bti_machine *m, const node *n, int polarity,
                         meanings *w, uint32_t *out)
{
    linear sum = {.constant = 0};
    int64_t *number;
    size_t count;
    uint32_t gate;
    BT_TRY(sorted_numbers(q, n, &number, &count));
    BT_TRY(add_linear(q, m, n->child->child, 1, w, &sum));
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && number[end] <= number[end - 1] + 1;)
            end++;
        BT_TRY(between(q, m, &sum, number[first], number[end - 1], polarity, &gate));
        if (first > 0)
            BT_TRY(add_gate(q, m, BTI_G_OR, *out, gate, out));
        else
            *out = gate;
    }
    return BT_OK;
}

static bt_status plain_atom(bti_question *q, bti_machine *m, const node *n,
                            int polarity, meanings *w, uint32_t *gate)
{
    uint32_t index = UINT32_MAX, track;
    linear sum = {.constant = n->kind == BTI_F_LT};
    bool order = n->kind == BTI_F_LT || n->kind == BTI_F_LE, done;
    switch (n->kind) {
    case BTI_F_EQ:
    case BTI_F_NE:
    case BTI_F_LT:
    case BTI_F_LE:
        if (!order) {
            BT_TRY(xor_atom(q, m, n, w, &done, gate));
            if (!done)
                BT_TRY(equal_digits(q, m, n, w, &done, gate));
            if (done)
                return BT_OK;
        }
        BT_TRY(add_linear(q, m, n->child, 1, w, &sum));
        BT_TRY(add_linear(q, m, n->child->next, -1, w, &sum));
        return sum_atom(q, m,
                        (bti_atom){.kind = order ? BTI_A_LE : BTI_A_EQ,
                                   .polarity = order ? polarity : 0},
                        &sum, gate);
    case BTI_F_MOD:
    case BTI_F_RESIDUE:
    case BTI_F_DIVIDES:
        return mod_atom(q, m, n, w, gate);
    case BTI_F_COLS:
        return cols_atom(q, m, n->child, n->number, w, &index, gate);
    case BTI_F_OR:
        return in_atom(q, m, n, polarity, w, gate);
    default: /* POW2 */
        BT_TRY(natural(q, m, n->child, w, &track));
        BT_TRY(add_atom(q, m, &(bti_atom){.kind = BTI_A_POW2}, &index, gate));
        return add_use(q, m, track, index, 1);
    }
}

/* Have all terms in it that need digits some, whatever the variables are? */
static bool total(const node *n)
{
    bool digits = bti_check_on_digits(n) || n->kind == BTI_F_MOD ||
                  n->kind == BTI_F_POW2 || n->kind == BTI_F_COLS;
    if (n->kind == BTI_T_TRUTH)
        return true;
    for (const node *child = n->child; child; child = child->next)
        if ((digits && !bti_check_surely_natural(child)) || !total(child))
            return false;
    return true;
}

static bt_status atom_here(bti_question *q, bti_machine *m, const node *n, int polarity,
                           uint32_t *out)
{
    meanings w = {.for_good = polarity <= 0};
    int inside = n->kind == BTI_F_NE ? -polarity : polarity;
    BT_TRY(plain_atom(q, m, n, inside, &w, out));
    if (n->kind == BTI_F_NE)
        BT_TRY(add_gate(q, m, BTI_G_NOT, *out, 0, out));
    if (w.any)
        BT_TRY(add_gate(q, m, BTI_G_AND, *out, w.gate, out));
    return BT_OK;
}

/* A machine of its own: what it uses and does not own is fed to it. */
static bt_status add_machine(bti_question *q, bti_machine *m, bti_machine *inner,
                             uint32_t *out)
{
    uint32_t index;
    BT_TRY(bti_machine_finish(q, inner));
    bti_atom atom = {.kind = BTI_A_MACHINE, .machine = inner};
    BT_TRY(add_atom(q, m, &atom, &index, out));
    for (uint32_t t = 0; t < q->tracks; t++)
        if (inner->has[t] && !inner->local[t])
            BT_TRY(add_use(q, m, t, index, 0));
    return BT_OK;
}

static bt_status build_atom(bti_question *q, bti_machine *m, const node *n,
                            int polarity, uint32_t *out)
{
    bti_machine *inner;
    uint32_t whole;
    if (polarity > 0 || total(n) || q->every_term)
        return atom_here(q, m, n, polarity, out);
    BT_TRY(new_machine(q, &inner));
    BT_TRY(atom_here(q, inner, n, 1, &whole));
    BT_TRY(add_always(q, inner, whole));
    return add_machine(q, m, inner, out);
}

/* ex a: F. Where more truth is more truth, a is a local track of this machine; below an
 * odd number of negations so is the a of all a: F. Elsewhere it takes a machine. */
static bt_status build_quantified(bti_question *q, bti_machine *m, const node *n,
                                  int polarity, uint32_t *out)
{
    bool all = n->kind == BTI_F_ALL;
    bti_machine *inner = m;
    uint32_t track = 0, body = 0;
    bool here = polarity == (all ? -1 : 1);
    size_t known = m->known_count; /* terms with this variable end with it */
    if (!here)
        BT_TRY(new_machine(q, &inner));
    BT_TRY(add_track(q, inner, &track));
    q->track_of[n->var] = track;
    if (here) {
        BT_TRY(build(q, m, n->child, polarity, out));
        m->known_count = known;
        return BT_OK;
    }
    BT_TRY(build(q, inner, n->child, all ? -1 : 1, &body));
    if (all)
        BT_TRY(add_gate(q, inner, BTI_G_NOT, body, 0, &body));
    BT_TRY(add_always(q, inner, body));
    BT_TRY(add_machine(q, m, inner, out));
    return all ? add_gate(q, m, BTI_G_NOT, *out, 0, out) : BT_OK;
}

static bt_status build_list(bti_question *q, bti_machine *m, const node *n,
                            int polarity, uint32_t *out)
{
    bti_gate_op op = n->kind == BTI_F_AND ? BTI_G_AND : BTI_G_OR;
    uint32_t gate;
    BT_TRY(build(q, m, n->child, polarity, out));
    for (const node *child = n->child->next; child; child = child->next) {
        BT_TRY(build(q, m, child, polarity, &gate));
        BT_TRY(add_gate(q, m, op, *out, gate, out));
    }
    return BT_OK;
}

static bt_status build_iff(bti_question *q, bti_machine *m, const node *n,
                           uint32_t *out)
{
    uint32_t a, b, both, not_a, not_b, none;
    BT_TRY(build(q, m, n->child, 0, &a));
    BT_TRY(build(q, m, n->child->next, 0, &b));
    BT_TRY(add_gate(q, m, BTI_G_AND, a, b, &both));
    BT_TRY(add_gate(q, m, BTI_G_NOT, a, 0, &not_a));
    BT_TRY(add_gate(q, m, BTI_G_NOT, b, 0, &not_b));
    BT_TRY(add_gate(q, m, BTI_G_AND, not_a, not_b, &none));
    return add_gate(q, m, BTI_G_OR, both, none, out);
}

static bt_status build(bti_question *q, bti_machine *m, const node *n, int polarity,
                       uint32_t *out)
{
    uint32_t a, b;
    switch (n->kind) {
    case BTI_F_TRUE:
    case BTI_F_FALSE:
        return add_gate(q, m, n->kind == BTI_F_TRUE ? BTI_G_TRUE : BTI_G_FALSE, 0, 0,
                        out);
    case BTI_F_NOT:
        BT_TRY(build(q, m, n->child, -polarity, &a));
        return add_gate(q, m, BTI_G_NOT, a, 0, out);
    case BTI_F_AND:
    case BTI_F_OR:
        return n->kind == BTI_F_OR && n->number == BTI_CHECK_IN && n->child->next
                   ? build_atom(q, m, n, polarity, out)
                   : build_list(q, m, n, polarity, out);
    case BTI_F_IMPLIES:
        BT_TRY(build(q, m, n->child, -polarity, &a));
        BT_TRY(build(q, m, n->child->next, polarity, &b));
        BT_TRY(add_gate(q, m, BTI_G_NOT, a, 0, &a));
        return add_gate(q, m, BTI_G_OR, a, b, out);
    case BTI_F_IFF:
        return build_iff(q, m, n, out);
    case BTI_F_EX:
    case BTI_F_ALL:
        return build_quantified(q, m, n, polarity, out);
    default:
        return build_atom(q, m, n, polarity, out);
    }
}

bt_status bti_question_begin(bti_question *q, bt_context *ctx, const bti_certificate *c)
{
    memset(q, 0, sizeof *q);
    q->ctx = ctx;
    q->c = c;
    q->down = c->digits != NULL;
    q->every_term = true;
    q->outer = c->vars;
    q->tracks = 2 * BTI_CHECK_VARS;
    bt_arena_init(&q->arena, ctx);
    q->track_of = bt_arena_alloc(&q->arena, c->all_vars, sizeof *q->track_of);
    q->vectors = q->track_of ? bt_arena_alloc(&q->arena, 1, sizeof *q->vectors) : NULL;
    if (!q->vectors)
        return bt_last_status(ctx);
    *q->vectors = (bti_vectors){.ctx = ctx, .order = c->digits ? c->digits->order : 0};
    return BT_OK;
}

void bti_question_end(bti_question *q)
{
    for (size_t i = 0; i < q->machines; i++)
        bt_release(q->ctx, q->machine[i]->work,
                   q->machine[i]->work_room * sizeof *q->machine[i]->work);
    if (q->vectors)
        bti_vectors_free(q->vectors);
    bt_arena_free(&q->arena);
}

/* x_i has the track 2i, and x_i' beside it has 2i + 1. */
bt_status bti_machine_new(bti_question *q, size_t move, bti_machine **out)
{
    size_t names = q->c->names;
    BT_TRY(new_machine(q, out));
    q->tracks = 2 * BTI_CHECK_VARS; /* fresh ones are this machine's own */
    for (uint32_t i = 0; i < q->c->vars; i++) {
        bool changed = move != SIZE_MAX && (q->c->changed[move] >> i & 1);
        q->track_of[i] = 2 * i;
        q->track_of[names + i] = 2 * i + changed;
        (*out)->has[2 * i] = true;
        if (changed)
            (*out)->has[2 * i + 1] = (*out)->local[2 * i + 1] = true;
    }
    return BT_OK;
}

bt_status bti_machine_new_any(bti_question *q, size_t move, bti_machine **out)
{
    BT_TRY(bti_machine_new(q, move, out));
    q->outer = q->c->vars;
    for (uint32_t i = 0; i < q->c->vars; i++) {
        q->outer += (*out)->local[2 * i + 1];
        (*out)->local[2 * i + 1] = false;
    }
    return BT_OK;
}

/* With the value behind the last variable there is room for 31 of them. */
bt_status bti_machine_add_value(bti_question *q, bti_machine *m, bti_value value)
{
    uint32_t own = 2 * (uint32_t)q->c->vars, other = own + 1, gate;
    linear sum = {.constant =
                      value == BTI_VALUE_LARGER ? 1 : -(value == BTI_VALUE_ONE)};
    q->track_of[q->c->vars] = own;
    q->track_of[q->c->names + q->c->vars] = value == BTI_VALUE_OTHER ? other : own;
    m->has[own] = value != BTI_VALUE_OTHER;
    m->has[other] = value == BTI_VALUE_OTHER || value == BTI_VALUE_LARGER;
    m->local[own] = m->has[own] && value != BTI_VALUE_GIVEN;
    if (value == BTI_VALUE_SOME || value == BTI_VALUE_GIVEN || value == BTI_VALUE_OTHER)
        return BT_OK;
    sum.coefficient[own] = value == BTI_VALUE_LARGER ? -1 : 1;
    sum.coefficient[other] = value == BTI_VALUE_LARGER;
    bti_atom_kind kind = value == BTI_VALUE_ONE ? BTI_A_EQ : BTI_A_LE;
    BT_TRY(sum_atom(q, m, (bti_atom){.kind = kind}, &sum, &gate));
    return add_always(q, m, gate);
}

bt_status bti_machine_new_pair(bti_question *q, size_t move, bti_machine **out)
{
    size_t names = q->c->names;
    BT_TRY(new_machine(q, out));
    q->tracks = 2 * BTI_CHECK_VARS;
    for (uint32_t i = 0; i < names; i++) {
        uint32_t before = i, after = BTI_CHECK_VARS + i, index, gate;
        q->track_of[i] = before;
        q->track_of[names + i] = after;
        (*out)->has[before] = (*out)->has[after] = true;
        if (i < q->c->vars && (q->c->changed[move] >> i & 1))
            continue;
        BT_TRY(add_atom(q, *out, &(bti_atom){.kind = BTI_A_SAME}, &index, &gate));
        BT_TRY(add_use(q, *out, before, index, 1));
        BT_TRY(add_use(q, *out, after, index, 2));
        BT_TRY(add_always(q, *out, gate));
    }
    return BT_OK;
}

bt_status bti_machine_and(bti_question *q, bti_machine *m, const node *formula,
                          bool wanted, bool primed)
{
    uint32_t gate;
    q->primed = primed;
    BT_TRY(build(q, m, formula, wanted ? 1 : -1, &gate));
    if (!wanted)
        BT_TRY(add_gate(q, m, BTI_G_NOT, gate, 0, &gate));
    return add_always(q, m, gate);
}

bt_status bti_machine_and_pset(bti_question *q, bti_machine *m, bool wanted,
                               bool primed)
{
    uint32_t index, gate;
    BT_TRY(add_atom(q, m, &(bti_atom){.kind = BTI_A_PSET, .wanted = wanted}, &index,
                    &gate));
    q->primed = primed;
    for (uint32_t i = 0; i < q->c->names; i++)
        BT_TRY(add_use(q, m, track_of_var(q, i), index, i));
    return add_always(q, m, gate);
}

/* What some truths may count for together, and when they do. */
typedef struct {
    int64_t sum;
    uint32_t gate;
} total_weight;

enum { MOST_TOTALS = 100 };

typedef struct {
    total_weight of[MOST_TOTALS];
    size_t count;
} totals;

static bt_status add_total(bti_question *q, bti_machine *m, totals *t, int64_t sum,
                           uint32_t gate)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->of[i].sum == sum)
            return add_gate(q, m, BTI_G_OR, t->of[i].gate, gate, &t->of[i].gate);
    if (t->count == MOST_TOTALS)
        return bt_fail(q->ctx, BT_UNABLE,
                       "the truths [F] of a measure have more than {most} sums",
                       BT_ARGS(BT_NUM("most", MOST_TOTALS)));
    t->of[t->count++] = (total_weight){sum, gate};
    return BT_OK;
}

/* All sums, one truth after the other: few, where the factors are alike. */
static bt_status add_up(bti_question *q, bti_machine *m, const weights *w, totals *out)
{
    uint32_t gate, without, with;
    BT_TRY(add_gate(q, m, BTI_G_TRUE, 0, 0, &gate));
    out->count = 0;
    BT_TRY(add_total(q, m, out, 0, gate));
    for (size_t i = 0; i < w->count; i++) {
        totals before = *out;
        BT_TRY(add_gate(q, m, BTI_G_NOT, w->weight[i].gate, 0, &gate));
        out->count = 0;
        for (size_t k = 0; k < before.count; k++) {
            const total_weight *t = &before.of[k];
            BT_TRY(add_gate(q, m, BTI_G_AND, t->gate, gate, &without));
            BT_TRY(add_gate(q, m, BTI_G_AND, t->gate, w->weight[i].gate, &with));
            BT_TRY(add_total(q, m, out, t->sum, without));
            BT_TRY(add_total(q, m, out, t->sum + w->weight[i].factor, with));
        }
    }
    return BT_OK;
}

/* The sum with its truths, plus `more`, is at most 0. */
static bt_status at_most_zero(bti_question *q, bti_machine *m, const linear *sum,
                              const totals *t, int64_t more, uint32_t *out)
{
    BT_TRY(add_gate(q, m, BTI_G_FALSE, 0, 0, out));
    for (size_t i = 0; i < t->count; i++) {
        linear all = *sum;
        uint32_t gate;
        BT_TRY(add_to(q, &all.constant, t->of[i].sum + more, 1));
        BT_TRY(sum_atom(q, m, (bti_atom){.kind = BTI_A_LE}, &all, &gate));
        BT_TRY(add_gate(q, m, BTI_G_AND, t->of[i].gate, gate, &gate));
        BT_TRY(add_gate(q, m, BTI_G_OR, *out, gate, out));
    }
    return BT_OK;
}

/* Whether the move lowers the component, and whether it does not raise it. Components
 * are natural for every position (that is a question of its own), so the meaning of
 * their tracks can be taken for granted. */
static bt_status falls(bti_question *q, bti_machine *m, size_t which, uint32_t *less,
                       uint32_t *not_more)
{
    linear sum = {.constant = 0};
    weights truths = {.count = 0};
    meanings w = {.for_good = true, .truths = &truths, .moving = true};
    totals t;
    q->primed = true;
    BT_TRY(add_linear(q, m, q->c->measure[which], 1, &w, &sum));
    q->primed = false;
    BT_TRY(add_linear(q, m, q->c->measure[which], -1, &w, &sum));
    BT_TRY(add_up(q, m, &truths, &t));
    BT_TRY(at_most_zero(q, m, &sum, &t, 1, less));
    return at_most_zero(q, m, &sum, &t, 0, not_more);
}

bt_status bti_machine_and_rises(bti_question *q, bti_machine *m, size_t which)
{
    size_t last = which == SIZE_MAX ? q->c->measures - 1 : which;
    uint32_t any, before = 0;
    BT_TRY(add_gate(q, m, BTI_G_FALSE, 0, 0, &any));
    BT_TRY(add_gate(q, m, BTI_G_TRUE, 0, 0, &before));
    for (size_t i = 0; i <= last; i++) {
        uint32_t less, not_more;
        BT_TRY(falls(q, m, i, &less, &not_more));
        if (which == SIZE_MAX || i == last) {
            BT_TRY(add_gate(q, m, BTI_G_AND, before, less, &less));
            BT_TRY(add_gate(q, m, BTI_G_OR, any, less, &any));
        }
        BT_TRY(add_gate(q, m, BTI_G_AND, before, not_more, &before));
    }
    BT_TRY(add_gate(q, m, BTI_G_NOT, any, 0, &any));
    return add_always(q, m, any);
}

bool bti_component_is_natural(const node *term)
{
    return bti_check_surely_natural(term) && total(term);
}

static bool has_digits(const node *n)
{
    if (bti_check_on_digits(n))
        return true;
    for (const node *child = n->kind == BTI_T_TRUTH ? NULL : n->child; child;
         child = child->next)
        if (has_digits(child))
            return true;
    return false;
}

/* Negative, or without a value: !(0 <= term). */
bt_status bti_machine_and_negative(bti_question *q, bti_machine *m, const node *term)
{
    linear sum = {.constant = 0};
    weights truths = {.count = 0};
    meanings w = {.for_good = true, .truths = &truths};
    totals t;
    uint32_t gate;
    if (has_digits(term)) {
        node top = *term, zero = {.kind = BTI_T_NUMBER, .next = &top};
        node order = {.kind = BTI_F_LE, .child = &zero};
        return bti_machine_and(q, m, &order, false, false);
    }
    q->primed = false;
    BT_TRY(add_linear(q, m, term, 1, &w, &sum));
    BT_TRY(add_up(q, m, &truths, &t));
    BT_TRY(at_most_zero(q, m, &sum, &t, 1, &gate));
    return add_always(q, m, gate);
}

/* An atom that has read all its digits of a round needs not wait for the end of it:
 * what is impossible is seen before other tracks double it. */
static void mark_last(const bti_question *q, bti_machine *m)
{
    for (size_t i = m->uses; q->every_term && i-- > 0;) {
        bti_atom *atom = &m->atom[m->use[i].atom];
        if (atom->early || atom->kind == BTI_A_PSET || atom->kind == BTI_A_MACHINE)
            continue;
        atom->early = m->use[i].last = true;
    }
}

/* The steps of a round, in the order of tracks, with the uses of each. */
static bt_status order_steps(bti_question *q, bti_machine *m)
{
    uint32_t bits = 0;
    size_t used = 0;
    bti_use *sorted = bt_arena_alloc(&q->arena, m->uses + 1, sizeof *sorted);
    m->step = sorted ? bt_arena_alloc(&q->arena, BTI_TRACKS, sizeof *m->step) : NULL;
    if (!m->step)
        return bt_last_status(q->ctx);
    for (uint32_t t = 0; t < BTI_TRACKS; t++) {
        if (!m->has[t])
            continue;
        bti_machine_step *s = &m->step[m->steps++];
        *s = (bti_machine_step){
            .track = t, .local = m->local[t], .first_use = (uint32_t)used};
        if (s->local)
            s->bit = bits++;
        for (size_t i = 0; i < m->uses; i++)
            if (m->use[i].track == t)
                sorted[used++] = m->use[i];
        s->uses = (uint32_t)used - s->first_use;
    }
    m->use = sorted;
    mark_last(q, m);
    if (bits * (q->c->digits ? q->c->digits->bits : 1) > 63)
        return bt_fail(q->ctx, BT_UNABLE, "a formula has too many variables here",
                       BT_NO_ARGS);
    return BT_OK;
}

bt_status bti_machine_finish(bti_question *q, bti_machine *m)
{
    uint32_t whole;
    BT_TRY(add_gate(q, m, BTI_G_TRUE, 0, 0, &whole));
    for (size_t i = 0; i < m->always_count; i++)
        BT_TRY(add_gate(q, m, BTI_G_AND, whole, m->always[i], &whole));
    for (size_t i = 0; i < m->atoms; i++)
        m->ordered |= m->atom[i].kind == BTI_A_LE && m->atom[i].polarity != 0;
    BT_TRY(BTI_ARENA_NEW(&q->arena, m->value, m->gates));
    return order_steps(q, m);
}
