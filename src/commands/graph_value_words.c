/* SPDX-License-Identifier: MIT
 * The rounds of Grundy values in words, with a reason for every box. */
#include "commands/graph_steps.h"
#include "core/grow.h"

#include <string.h>

enum { NAMED = 4, LISTED = 12 }; /* arrows and values that a reason names */

const char *bti_value_round_words(const bti_valuing *v, uint32_t round)
{
    if (v->by.draws && round == v->by.rounds)
        return "what is left gets infinity, with the set of the values that its arrows "
               "lead to. In each of these boxes some arrow leads to one of them "
               "and cannot be answered, so no number fits.";
    if (round == 1 && v->plain > 0)
        return "boxes without an arrow out get the Grundy value 0.";
    if (round <= v->plain)
        return "boxes all of whose arrows lead to boxes with values get the least "
               "number that is missing among these values (mex).";
    return "boxes get the least number m that is missing among the values that their "
           "arrows lead to, if every arrow to a box without a value can be answered: "
           "from that box an arrow leads to a box of value m.";
}

/* A reason on its way out. */
struct reason {
    bt_text *out;
    const bti_game_graph *g;
    const bti_valuing *v;
    uint32_t box;
    uint32_t *value; /* of the options that have one, ascending, without repeats */
    size_t values;
    uint32_t least; /* the number that is missing among them */
};

/* Whether the option has a number before the box gets its own. */
static bool is_known(const struct reason *r, uint32_t option)
{
    const bti_valuing *v = r->v;
    return bti_has_number(v, option) && v->by.round[option] < v->by.round[r->box];
}

static void add_value(struct reason *r, uint32_t value)
{
    size_t at = r->values;
    while (at > 0 && r->value[at - 1] > value)
        at--;
    if (at > 0 && r->value[at - 1] == value)
        return;
    memmove(r->value + at + 1, r->value + at, (r->values - at) * sizeof *r->value);
    r->value[at] = value;
    r->values++;
}

static void gather_values(struct reason *r)
{
    const bt_csr *csr = r->g->csr;
    for (uint64_t k = csr->start[r->box]; k < csr->start[r->box + 1]; k++)
        if (is_known(r, csr->target[k]))
            add_value(r, r->v->value[csr->target[k]]);
    while (r->least < r->values && r->value[r->least] == r->least)
        r->least++;
}

static void put_values(struct reason *r)
{
    size_t shown = r->values <= LISTED ? r->values : LISTED;
    for (size_t i = 0; i < shown; i++)
        bt_text_format(r->out, "%s%lu",
                       i == 0                                 ? ""
                       : i + 1 == shown && shown == r->values ? " and "
                                                              : ", ",
                       (unsigned long)r->value[i]);
    if (shown < r->values)
        bt_say(r->out, " and {values} more",
               BT_ARGS(BT_NUM("values", r->values - shown)));
}

static bool can_be_answered(const struct reason *r, uint32_t option)
{
    const bt_csr *csr = r->g->csr;
    for (uint64_t k = csr->start[option]; k < csr->start[option + 1]; k++)
        if (is_known(r, csr->target[k]) && r->v->value[csr->target[k]] == r->least)
            return true;
    return false;
}

/* The options without a number that can be answered, or that cannot. */
static bool is_listed(const struct reason *r, uint32_t option, bool answered)
{
    return !is_known(r, option) && can_be_answered(r, option) == answered;
}

static uint64_t count_listed(const struct reason *r, bool answered)
{
    const bt_csr *csr = r->g->csr;
    uint64_t count = 0;
    for (uint64_t k = csr->start[r->box]; k < csr->start[r->box + 1]; k++)
        count += is_listed(r, csr->target[k], answered);
    return count;
}

static void put_names(struct reason *r, bool answered, uint64_t total)
{
    const bt_csr *csr = r->g->csr;
    uint64_t named = 0, most = total <= NAMED ? total : NAMED - 1;
    const char *comma = strchr(r->g->box[0].name, ',') ? "; " : ", ";
    for (uint64_t k = csr->start[r->box]; named < most; k++) {
        uint32_t to = csr->target[k];
        if (!is_listed(r, to, answered))
            continue;
        bt_text_put(r->out, named == 0 ? "" : named + 1 == total ? " and " : comma);
        bt_text_put(r->out, r->g->box[to].name);
        named++;
    }
    if (named < total)
        bt_say(r->out, " and {total} more", BT_ARGS(BT_NUM("total", total - named)));
}

/* "its arrows lead", or only some of them: to boxes that have a number. */
static const char *which_arrows(const struct reason *r)
{
    const bt_csr *csr = r->g->csr;
    uint64_t arrows = csr->start[r->box + 1] - csr->start[r->box], known = 0;
    for (uint64_t k = csr->start[r->box]; k < csr->start[r->box + 1]; k++)
        known += is_known(r, csr->target[k]);
    if (known < arrows)
        return known == 1 ? "one of its arrows leads" : "some of its arrows lead";
    return known == 1 ? "its arrow leads" : "its arrows lead";
}

/* "its arrows lead to the values 0 and 2; the least number that is missing is 1" */
static void put_mex(struct reason *r)
{
    if (r->values == 0) {
        bt_say(r->out, "no arrow leads to a box with a value, so 0 is missing",
               BT_NO_ARGS);
        return;
    }
    bt_say(r->out, "{arrows} to the value{values, plural, one {} other {s}} ",
           BT_ARGS(BT_STR("arrows", which_arrows(r)), BT_NUM("values", r->values)));
    put_values(r);
    bt_say(r->out, "; the least number that is missing is {least}",
           BT_ARGS(BT_NUM("least", r->least)));
}

static void put_answered(struct reason *r, uint64_t count)
{
    if (count == 0)
        return;
    bt_text_put(r->out, count == 1 ? "; its arrow to " : "; its arrows to ");
    put_names(r, true, count);
    bt_text_format(r->out,
                   count == 1
                       ? ", which has no value yet, can be answered by an arrow "
                         "to a box of value %lu"
                       : ", which have no values yet, can each be answered by an "
                         "arrow to a box of value %lu",
                   (unsigned long)r->least);
}

static void put_infinite(struct reason *r)
{
    uint64_t count = count_listed(r, false);
    bt_text_put(r->out, count == 1 ? ", but its arrow to " : ", but its arrows to ");
    put_names(r, false, count);
    bt_say(r->out, " cannot be answered by an arrow to a box of value {least}",
           BT_ARGS(BT_NUM("least", r->least)));
}

static void put_reason(struct reason *r)
{
    if (r->g->csr->start[r->box] == r->g->csr->start[r->box + 1]) {
        bt_say(r->out, "no move is left, and 0 is the least number", BT_NO_ARGS);
        return;
    }
    gather_values(r);
    put_mex(r);
    if (bti_has_number(r->v, r->box))
        put_answered(r, count_listed(r, true));
    else
        put_infinite(r);
}

bt_status bti_put_value_reason(bt_text *out, const bti_game_graph *g,
                               const bti_valuing *v, uint32_t box)
{
    size_t arrows = (size_t)(g->csr->start[box + 1] - g->csr->start[box]);
    struct reason r = {.out = out, .g = g, .v = v, .box = box};
    BT_TRY(BTI_NEW(g->ctx, r.value, arrows + 1));
    put_reason(&r);
    bt_release(g->ctx, r.value, (arrows + 1) * sizeof *r.value);
    return bt_text_status(out);
}
