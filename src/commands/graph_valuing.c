/* SPDX-License-Identifier: MIT
 * Grundy values by rounds. Boxes without an arrow out get 0; then boxes all of whose
 * arrows lead to boxes with values get the least number that is missing among these
 * values; and so on. Where play ends that values every box.
 *
 * What is left can reach a cycle. There a box gets the least number m that is missing
 * among the values that its arrows lead to, if every arrow to a box without a value
 * leads to a box with an arrow to a box of value m (Smith 1966): such a box will never
 * get the value m, so m stays the least number that is missing, whatever comes later.
 * For the same reason the order does not matter, and all boxes that can be valued are
 * valued in one round. What is never valued has infinity, with the set of the values
 * that its arrows lead to. */
#include "commands/graph_steps.h"

struct valuing {
    const bt_csr *csr;
    bti_backwards back;
    bti_valuing *v;
    bt_context *ctx;
    uint64_t *waiting; /* of each box: arrows to boxes without a value */
    uint32_t *seen;    /* of each value: the last box that was found to lead to it */
    uint32_t *due;     /* boxes to look at in this round */
    uint32_t *found;   /* boxes that get a value in this round */
    uint32_t *asked;   /* of each box: the round for which it stands in `due` */
    size_t dues, founds, valued;
};

static bool has_value(const struct valuing *s, uint32_t box)
{
    return s->v->by.round[box] > 0;
}

/* The least number that no valued option of the box has. */
static uint32_t missing_value(struct valuing *s, uint32_t box)
{
    const bt_csr *csr = s->csr;
    uint32_t least = 0;
    for (uint64_t k = csr->start[box]; k < csr->start[box + 1]; k++)
        if (has_value(s, csr->target[k]))
            s->seen[s->v->value[csr->target[k]]] = box + 1;
    while (s->seen[least] == box + 1)
        least++;
    return least;
}

static bool leads_to_value(const struct valuing *s, uint32_t box, uint32_t value)
{
    const bt_csr *csr = s->csr;
    for (uint64_t k = csr->start[box]; k < csr->start[box + 1]; k++)
        if (has_value(s, csr->target[k]) && s->v->value[csr->target[k]] == value)
            return true;
    return false;
}

/* Whether the box can be valued now; its value is then in place, but does not count
 * before the round is over. */
static bool find_value(struct valuing *s, uint32_t box)
{
    const bt_csr *csr = s->csr;
    uint32_t value = missing_value(s, box);
    for (uint64_t k = csr->start[box]; k < csr->start[box + 1]; k++)
        if (!has_value(s, csr->target[k]) && !leads_to_value(s, csr->target[k], value))
            return false;
    s->v->value[box] = value;
    return true;
}

static void ask_for(struct valuing *s, uint32_t box)
{
    if (has_value(s, box) || s->asked[box] == s->v->by.rounds + 1)
        return;
    s->asked[box] = s->v->by.rounds + 1;
    s->due[s->dues++] = box;
}

/* The boxes that were found get their round. */
static void end_round(struct valuing *s)
{
    s->v->by.rounds++;
    for (size_t i = 0; i < s->founds; i++)
        s->v->by.round[s->found[i]] = s->v->by.rounds;
    s->valued += s->founds;
}

/* Whom the new values concern: the boxes before them, for which an arrow less waits. */
static void look_back(struct valuing *s)
{
    s->dues = 0;
    for (size_t i = 0; i < s->founds; i++) {
        uint32_t to = s->found[i];
        for (uint64_t k = s->back.start[to]; k < s->back.start[to + 1]; k++)
            if (--s->waiting[s->back.source[k]] == 0)
                ask_for(s, s->back.source[k]);
    }
}

/* In graphs with cycles also the boxes before those that have no value yet. */
static void look_back_twice(struct valuing *s)
{
    s->dues = 0;
    for (size_t i = 0; i < s->founds; i++) {
        uint32_t to = s->found[i];
        for (uint64_t k = s->back.start[to]; k < s->back.start[to + 1]; k++) {
            uint32_t box = s->back.source[k];
            ask_for(s, box);
            for (uint64_t n = s->back.start[box];
                 !has_value(s, box) && n < s->back.start[box + 1]; n++)
                ask_for(s, s->back.source[n]);
        }
    }
}

static bt_status find_values(struct valuing *s)
{
    s->founds = 0;
    for (size_t i = 0; i < s->dues; i++) {
        if (i % 256 == 0 && bt_stopped(s->ctx))
            return BT_STOPPED;
        if (find_value(s, s->due[i]))
            s->found[s->founds++] = s->due[i];
    }
    return BT_OK;
}

/* Rounds, until one finds nothing; `whom_next` asks for the boxes of the next one. */
static bt_status go_round(struct valuing *s, void (*whom_next)(struct valuing *))
{
    for (;;) {
        BT_TRY(find_values(s));
        if (s->founds == 0)
            return BT_OK;
        end_round(s);
        whom_next(s);
    }
}

/* Rounds in which all options of a box have values. */
static bt_status value_plainly(struct valuing *s)
{
    for (uint32_t box = 0; box < s->csr->nodes; box++) {
        s->waiting[box] = s->csr->start[box + 1] - s->csr->start[box];
        if (s->waiting[box] == 0)
            ask_for(s, box);
    }
    BT_TRY(go_round(s, look_back));
    s->v->plain = s->v->by.rounds;
    return BT_OK;
}

/* And what comes after them, where play need not end. */
static bt_status value_rest(struct valuing *s)
{
    s->dues = 0;
    for (uint32_t box = 0; box < s->csr->nodes; box++) {
        s->asked[box] = 0;
        ask_for(s, box);
    }
    BT_TRY(go_round(s, look_back_twice));
    s->v->by.draws = s->valued < s->csr->nodes;
    if (!s->v->by.draws)
        return BT_OK;
    s->v->by.rounds++;
    for (uint32_t box = 0; box < s->csr->nodes; box++)
        if (!has_value(s, box))
            s->v->by.round[box] = s->v->by.rounds;
    return BT_OK;
}

static bool make_room(bt_arena *arena, struct valuing *s)
{
    size_t nodes = (size_t)s->csr->nodes;
    bti_colouring *by = &s->v->by;
    return (by->round = bt_arena_alloc(arena, nodes, sizeof *by->round)) &&
           (by->order = bt_arena_alloc(arena, nodes, sizeof *by->order)) &&
           (s->v->value = bt_arena_alloc(arena, nodes, sizeof *s->v->value)) &&
           (s->waiting = bt_arena_alloc(arena, nodes, sizeof *s->waiting)) &&
           (s->seen = bt_arena_alloc(arena, nodes + 1, sizeof *s->seen)) &&
           (s->due = bt_arena_alloc(arena, nodes, sizeof *s->due)) &&
           (s->found = bt_arena_alloc(arena, nodes, sizeof *s->found)) &&
           (s->asked = bt_arena_alloc(arena, nodes, sizeof *s->asked));
}

bt_status bti_value_graph(bt_arena *arena, const bt_csr *csr, bti_valuing *out)
{
    struct valuing s = {.csr = csr, .v = out, .ctx = arena->ctx};
    *out = (bti_valuing){.plain = 0};
    if (!make_room(arena, &s))
        return bt_last_status(arena->ctx);
    BT_TRY(bti_turn_arrows(arena, csr, &s.back));
    BT_TRY(value_plainly(&s));
    if (s.valued < csr->nodes)
        BT_TRY(value_rest(&s));
    return bti_sort_rounds(arena, csr, &out->by);
}
