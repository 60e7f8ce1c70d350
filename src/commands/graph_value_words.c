/* SPDX-License-Identifier: MIT
 * The rounds of Grundy values in words, with a reason for every box. */
#include "commands/graph_steps.h"
#include "core/grow.h"
#include "core/piece.h"

#include <string.h>

enum { NAMED = 4, LISTED = 12 }; /* arrows and values that a reason names */

const char *bti_value_round_words(const bti_valuing *v, uint32_t round)
{
    if (v->by.draws && round == v->by.rounds)
        return BT_TEXT(
            "what is left gets infinity, with the set of the values that its "
            "arrows lead to. In each of these boxes some arrow leads to one "
            "of them and cannot be answered, so no number fits.");
    if (round == 1 && v->plain > 0)
        return BT_TEXT("boxes without an arrow out get the Grundy value 0.");
    if (round <= v->plain)
        return BT_TEXT("boxes all of whose arrows lead to boxes with values get the "
                       "least number that is missing among these values (mex).");
    return BT_TEXT("boxes get the least number m that is missing among the values that "
                   "their arrows lead to, if every arrow to a box without a value can "
                   "be answered: from that box an arrow leads to a box of value m.");
}

/* A reason on its way out. */
struct reason {
    bt_text *out;
    const bti_game_graph *g;
    const bti_valuing *v;
    uint32_t box;
    uint64_t *value; /* of the options that have one, ascending, without repeats */
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

static void put_names(const struct reason *r, bool answered, uint64_t total,
                      bt_text *out)
{
    const bt_csr *csr = r->g->csr;
    uint64_t named = 0, most = total <= NAMED ? total : NAMED - 1;
    bti_box_list names;
    bti_box_list_begin(&names, r->g);
    for (uint64_t k = csr->start[r->box]; named < most; k++) {
        uint32_t to = csr->target[k];
        if (!is_listed(r, to, answered))
            continue;
        bti_box_list_add(&names, r->g->box[to].name);
        named++;
    }
    bti_box_list_end(&names, total - named, out);
}

/* How many arrows lead to boxes that have a number. */
static uint64_t count_known(const struct reason *r)
{
    const bt_csr *csr = r->g->csr;
    uint64_t known = 0;
    for (uint64_t k = csr->start[r->box]; k < csr->start[r->box + 1]; k++)
        known += is_known(r, csr->target[k]);
    return known;
}

/* "its arrows lead to the values 0 and 2; the least number that is missing is 1" */
static const char *mex_words(const struct reason *r, uint64_t known)
{
    const bt_csr *csr = r->g->csr;
    bool all = known == csr->start[r->box + 1] - csr->start[r->box];
    if (known == 0)
        return BT_TEXT("no arrow leads to a box with a value, so 0 is missing");
    if (all)
        return known == 1 ? BT_TEXT("its arrow leads to the value {values}; the least "
                                    "number that is missing is {least}")
                          : BT_TEXT("its arrows lead to {values, plural, one {the "
                                    "value} other {the values}} {values}{more, plural, "
                                    "=0 {} other { and {more} more}}; the least number "
                                    "that is missing is {least}");
    return known == 1 ? BT_TEXT("one of its arrows leads to the value {values}; the "
                                "least number that is missing is {least}")
                      : BT_TEXT("some of its arrows lead to {values, plural, one {the "
                                "value} other {the values}} {values}{more, plural, =0 "
                                "{} other { and {more} more}}; the least number that "
                                "is missing is {least}");
}

/* What is said of the options without a number: those that can be answered, if the box
 * has a number itself, and otherwise those that cannot. */
static const char *others_words(bool answered)
{
    return answered
               ? BT_TEXT("{reason}; {count, plural, one {its arrow to {boxes}, which "
                         "has no value yet, can be answered by an arrow to a box of "
                         "value {least}} other {its arrows to {boxes}, which have no "
                         "values yet, can each be answered by an arrow to a box of "
                         "value {least}}}")
               : BT_TEXT("{reason}, but {count, plural, one {its arrow to {boxes} "
                         "cannot be answered by an arrow to a box of value {least}} "
                         "other {its arrows to {boxes} cannot be answered by an arrow "
                         "to a box of value {least}}}");
}

static void put_mex(const struct reason *r, bt_text *out)
{
    size_t shown = r->values <= LISTED ? r->values : LISTED;
    bt_say(out, mex_words(r, count_known(r)),
           BT_ARGS(BT_LIST("values", r->value, shown),
                   BT_NUM("more", r->values - shown), BT_NUM("least", r->least)));
}

static void put_reason(struct reason *r)
{
    if (r->g->csr->start[r->box] == r->g->csr->start[r->box + 1]) {
        bt_say(r->out, "no move is left, and 0 is the least number", BT_NO_ARGS);
        return;
    }
    gather_values(r);
    bool answered = bti_has_number(r->v, r->box);
    uint64_t others = count_listed(r, answered);
    if (others == 0) {
        put_mex(r, r->out);
        return;
    }
    bt_text mex, boxes;
    bt_text_init(&mex, r->out->ctx);
    bt_text_init(&boxes, r->out->ctx);
    put_mex(r, &mex);
    put_names(r, answered, others, &boxes);
    bt_say(r->out, others_words(answered),
           BT_ARGS(BT_STR("reason", bt_text_chars(&mex)), BT_NUM("count", others),
                   BT_STR("boxes", bt_text_chars(&boxes)), BT_NUM("least", r->least)));
    bti_piece_end(&mex, r->out);
    bti_piece_end(&boxes, r->out);
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
