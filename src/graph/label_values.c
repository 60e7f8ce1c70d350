/* SPDX-License-Identifier: MIT
 * Grundy values where play may go on for ever (Smith 1966; Fraenkel and Perl 1975;
 * Fraenkel and Yesha 1986): a node has value m when its options have all the values
 * 0 .. m-1 and every option without one of these has itself an option of value m. Moves
 * to such options are answered by a move back to value m and do not matter, provided
 * that the answers come to an end: so the rule is applied again and again from nothing,
 * and an answer always goes to a node that got its m earlier. (That order is Fraenkel's
 * counter function.) A node that never gets a value has infinity: by moving
 * among such nodes play can be kept from ending.
 *
 * Values are given in stages m = 0, 1, 2, ... A node is eligible at stage m if its
 * options have all smaller values; only eligible nodes can have a finite value still.
 * Within a stage a node's open options are those that are left, have no value and no
 * option of value m. (An option with a finite value above m has one. It was labelled in
 * the acyclic part, by the same rule.) An eligible node without open options and
 * without an option of value m gets m. Then who has it as an option has an option of
 * value m, is no longer open, and the counters of those who have that one as an option
 * go down. No order of these steps matters: a node that gets m has only options that
 * cannot get it any more. Stage 0 is going back from the ends: value 0 is P, and
 * infinity without an option of value 0 a draw. */
#include "core/parallel.h"
#include "graph/label.h"

struct values {
    const bti_unlabelled *rest;
    uint64_t *has;   /* by node: which values base .. base + 63 its options have */
    uint64_t *open;  /* by node, at this stage: arrows to open options */
    uint32_t *nodes; /* the eligible ones */
    uint32_t *ready; /* a stack of those that get the value of this stage */
    size_t eligible, readies;
    uint64_t steps;
};

static bool has_value(const struct values *s, size_t i)
{
    return bti_rest_label(s->rest, i)->grundy != BT_INFINITE;
}

/* Options that are left have no values from base on yet. */
static bt_status move_window(struct values *s, uint32_t base)
{
    const bti_labelling *l = s->rest->l;
    const bt_csr *g = l->graph;
    for (size_t i = 0; i < s->rest->nodes; i++) {
        if (bti_rest_stopped(s->rest, ++s->steps))
            return BT_STOPPED;
        uint64_t v = s->rest->node[i];
        s->has[i] = 0;
        for (uint64_t e = g->start[v]; e < g->start[v + 1]; e++) {
            uint32_t word = bti_word(l, g->target[e]);
            if (word < BTI_LABELLED)
                continue;
            uint32_t above = bti_label_at(l, g->target[e], word).grundy - base;
            if (above < 64)
                s->has[i] |= UINT64_C(1) << above;
        }
    }
    return BT_OK;
}

static uint64_t count_open(const struct values *s, uint32_t i, uint64_t bit)
{
    const bti_labelling *l = s->rest->l;
    const bt_csr *g = l->graph;
    uint64_t v = s->rest->node[i], open = 0;
    for (uint64_t e = g->start[v]; e < g->start[v + 1]; e++) {
        uint32_t word = bti_word(l, g->target[e]);
        open += word < BTI_LABELLED && !(s->has[word] & bit) && !has_value(s, word);
    }
    return open;
}

/* Node i has an option of value m now. */
static void close_node(struct values *s, uint32_t i, uint64_t bit)
{
    const bti_unlabelled *rest = s->rest;
    s->has[i] |= bit;
    for (uint64_t e = rest->start[i]; e < rest->start[i + (size_t)1]; e++) {
        uint32_t from = rest->source[e];
        if (s->open[from] != 0 && --s->open[from] == 0)
            s->ready[s->readies++] = from;
    }
}

static bt_status stage(struct values *s, uint32_t m)
{
    const bti_unlabelled *rest = s->rest;
    const uint64_t bit = UINT64_C(1) << m % 64;
    for (size_t k = 0; k < s->eligible; k++) {
        uint32_t i = s->nodes[k];
        if (bti_rest_stopped(rest, ++s->steps))
            return BT_STOPPED;
        s->open[i] = s->has[i] & bit ? 0 : count_open(s, i, bit);
        if (!(s->has[i] & bit) && s->open[i] == 0)
            s->ready[s->readies++] = i;
    }
    while (s->readies > 0) {
        uint32_t i = s->ready[--s->readies];
        if (bti_rest_stopped(rest, ++s->steps))
            return BT_STOPPED;
        if (s->has[i] & bit)
            continue;
        bti_rest_label(rest, i)->grundy = m;
        for (uint64_t e = rest->start[i]; e < rest->start[i + (size_t)1]; e++) {
            uint32_t from = rest->source[e];
            if (!(s->has[from] & bit) && !has_value(s, from))
                close_node(s, from, bit);
        }
    }
    return BT_OK;
}

/* Who has no option of value m can have no value above m. */
static void keep_eligible(struct values *s, uint32_t m)
{
    size_t kept = 0;
    for (size_t k = 0; k < s->eligible; k++) {
        uint32_t i = s->nodes[k];
        s->open[i] = 0;
        if (s->has[i] >> m % 64 & 1 && !has_value(s, i))
            s->nodes[kept++] = i;
    }
    s->eligible = kept;
}

static bt_status all_stages(struct values *s)
{
    for (uint32_t i = 0; i < s->rest->nodes; i++) {
        s->nodes[i] = i;
        s->open[i] = 0;
    }
    s->eligible = s->rest->nodes;
    for (uint32_t m = 0; s->eligible > 0; m++) {
        if (m % 64 == 0)
            BT_TRY(move_window(s, m));
        BT_TRY(stage(s, m));
        keep_eligible(s, m);
        bti_progress(s->rest->l->ctx, "nodes", s->rest->l->graph->nodes - s->eligible,
                     s->rest->l->graph->nodes);
    }
    return BT_OK;
}

bt_status bti_label_values(const bti_unlabelled *rest)
{
    struct values s = {.rest = rest};
    bt_context *ctx = rest->l->ctx;
    size_t n = rest->nodes;
    bt_status status;
    if ((s.has = bt_resize_array(ctx, NULL, 0, n, sizeof *s.has)) &&
        (s.open = bt_resize_array(ctx, NULL, 0, n, sizeof *s.open)) &&
        (s.nodes = bt_resize_array(ctx, NULL, 0, n, sizeof *s.nodes)) &&
        (s.ready = bt_resize_array(ctx, NULL, 0, n, sizeof *s.ready)))
        status = all_stages(&s);
    else
        status = bt_last_status(ctx);
    bt_release(ctx, s.has, n * sizeof *s.has);
    bt_release(ctx, s.open, n * sizeof *s.open);
    bt_release(ctx, s.nodes, n * sizeof *s.nodes);
    bt_release(ctx, s.ready, n * sizeof *s.ready);
    return status;
}
