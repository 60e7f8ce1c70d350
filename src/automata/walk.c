/* SPDX-License-Identifier: MIT
 * All accepted tuples in which some variables have given values.
 *
 * Once the given values are known, the automaton unrolls into layers, one for each
 * digit: a node is a state at a place, its edges are the digits of the free variables
 * there. Nodes that cannot come to acceptance are cut off, so that walking the layers
 * depth first never goes in vain: every path to the last layer is one tuple, and every
 * tuple is one path, since the automaton is deterministic. */
#include "core/grow.h"
#include "walk_tails.h"

#include "dfa_table.h"

#include <string.h>

typedef struct {
    uint32_t child, digits; /* of the free tracks: bit i for free track i */
} edge;

typedef struct {
    uint32_t state;
    uint32_t edges; /* that lead on: the first of node << free_tracks ... */
    uint64_t paths; /* from here to the end, once they are counted */
} node;

typedef struct {
    const edge *at, *end;
} frame;

struct bti_walk {
    bt_context *ctx;
    const bti_dfa *a;
    size_t fixed, free;                      /* variables */
    uint32_t fixed_bit[BTI_DFA_MOST_TRACKS]; /* in a's letters; see fixed_index */
    size_t
        fixed_index[BTI_DFA_MOST_TRACKS]; /* of the fixed variables that are tracks */
    unsigned fixed_tracks, free_tracks;
    size_t free_index[BTI_DFA_MOST_TRACKS];
    uint32_t dead;    /* the state behind which nothing is accepted, or BTI_NO_STATE */
    bool loose;       /* a free variable is no track: it may have any value */
    uint32_t *letter; /* of a, for the digits of the free tracks */
    uint32_t *tail;   /* by state, see walk_tails.h */
    uint64_t *seen;   /* by state: the layer that last had it, counted for ever */
    uint32_t *node_of;
    uint64_t layer;
    uint64_t weight[BTI_MOST_DIGITS];

    node *node;
    edge *edge;
    size_t nodes, node_room, edge_room;
    size_t begin[BTI_MOST_DIGITS + 2]; /* of each layer among the nodes */
    unsigned digits;                   /* layers of edges */

    bool started, ended;
    frame frame[BTI_MOST_DIGITS + 1];
    uint64_t value[BTI_MOST_DIGITS + 1][BTI_DFA_MOST_TRACKS];
};

void bti_walk_free(bti_walk *w)
{
    if (!w)
        return;
    bt_context *ctx = w->ctx;
    size_t n = w->a->states, choices = (size_t)1 << w->free_tracks;
    bt_release(ctx, w->letter, choices * sizeof *w->letter);
    bt_release(ctx, w->tail, n * sizeof *w->tail);
    bt_release(ctx, w->seen, n * sizeof *w->seen);
    bt_release(ctx, w->node_of, n * sizeof *w->node_of);
    BTI_RELEASE(ctx, w->node, w->node_room);
    BTI_RELEASE(ctx, w->edge, w->edge_room);
    bt_release(ctx, w, sizeof *w);
}

/* Which variables are which tracks. */
static bt_status sort_out(bti_walk *w, const uint32_t *fixed, const uint32_t *free,
                          uint32_t *free_bit)
{
    uint32_t taken = 0;
    for (size_t i = 0; i < w->fixed + w->free; i++) {
        bool is_free = i >= w->fixed;
        uint32_t var = is_free ? free[i - w->fixed] : fixed[i];
        uint32_t place = bti_track_place(w->a->track, w->a->tracks, var);
        w->loose = w->loose || (is_free && place == BTI_NO_STATE);
        if (place == BTI_NO_STATE)
            continue;
        if (taken >> place & 1)
            return bt_fail(w->ctx, BT_DOMAIN, "a variable is given twice to a walk",
                           BT_NO_ARGS);
        taken |= UINT32_C(1) << place;
        if (is_free) {
            free_bit[w->free_tracks] = UINT32_C(1) << place;
            w->free_index[w->free_tracks++] = i - w->fixed;
        } else {
            w->fixed_bit[w->fixed_tracks] = UINT32_C(1) << place;
            w->fixed_index[w->fixed_tracks++] = i;
        }
    }
    if (w->fixed_tracks + w->free_tracks == w->a->tracks)
        return BT_OK;
    return bt_fail(w->ctx, BT_DOMAIN,
                   "a walk does not know what to do with one of the variables",
                   BT_NO_ARGS);
}

static bt_status get_memory(bti_walk *w)
{
    size_t n = w->a->states;
    BT_TRY(BTI_NEW(w->ctx, w->letter, (size_t)1 << w->free_tracks));
    BT_TRY(BTI_NEW(w->ctx, w->tail, n));
    BT_TRY(BTI_NEW(w->ctx, w->seen, n));
    memset(w->seen, 0, n * sizeof *w->seen);
    return BTI_NEW(w->ctx, w->node_of, n);
}

/* The tails of the automaton in which the fixed tracks are 0. */
static bt_status find_tails(bti_walk *w)
{
    size_t n = w->a->states, choices = (size_t)1 << w->free_tracks;
    uint32_t *to = bt_resize_array(w->ctx, NULL, 0, n, choices * sizeof *to);
    if (!to)
        return bt_last_status(w->ctx);
    for (size_t s = 0; s < n; s++)
        for (size_t i = 0; i < choices; i++)
            to[s * choices + i] = w->a->next[s << w->a->tracks | w->letter[i]];
    bt_status status = bti_walk_tails(w->ctx, to, n, choices, w->a->accept, w->tail);
    bt_release(w->ctx, to, n * choices * sizeof *to);
    return status;
}

static bt_status prepare(bti_walk *w, const uint32_t *fixed, const uint32_t *free)
{
    uint32_t free_bit[BTI_DFA_MOST_TRACKS];
    BT_TRY(sort_out(w, fixed, free, free_bit));
    BT_TRY(get_memory(w));
    bti_letter_table(w->letter, w->free_tracks, free_bit);
    w->dead = BTI_NO_STATE; /* a minimal automaton has at most one such state */
    for (uint32_t s = 0; s < w->a->states && w->dead == BTI_NO_STATE; s++)
        if (bti_dfa_sink(w->a, s) == 0)
            w->dead = s;
    return find_tails(w);
}

bt_status bti_walk_new(bt_context *ctx, const bti_dfa *a, const uint32_t *fixed,
                       size_t fixed_count, const uint32_t *free, size_t free_count,
                       bti_walk **out)
{
    bti_walk *w;
    *out = NULL;
    BT_TRY(BTI_NEW(ctx, w, 1));
    memset(w, 0, sizeof *w);
    w->ctx = ctx;
    w->a = a;
    w->fixed = fixed_count;
    w->free = free_count;
    bti_digit_weights(a->digits, w->weight);
    bt_status status = prepare(w, fixed, free);
    if (status != BT_OK) {
        bti_walk_free(w);
        return status;
    }
    *out = w;
    return BT_OK;
}

/* The node of a state in the layer being made. */
static bt_status node_for(bti_walk *w, uint32_t state, uint32_t *index)
{
    if (w->seen[state] == w->layer) {
        *index = w->node_of[state];
        return BT_OK;
    }
    size_t edges = (w->nodes + 1) << w->free_tracks;
    BT_TRY(BTI_RESERVE(w->ctx, w->node, w->node_room, w->nodes + 1));
    BT_TRY(BTI_RESERVE(w->ctx, w->edge, w->edge_room, edges));
    *index = (uint32_t)w->nodes;
    w->seen[state] = w->layer;
    w->node_of[state] = *index;
    w->node[w->nodes++] = (node){.state = state};
    return BT_OK;
}

/* Layer `place` + 1, by letters with these digits on the fixed tracks. */
static bt_status next_layer(bti_walk *w, unsigned place, uint32_t fixed_digits)
{
    size_t choices = (size_t)1 << w->free_tracks, end = w->nodes;
    w->layer++;
    w->begin[place + 1] = end;
    for (size_t i = w->begin[place]; i < end; i++) {
        const uint32_t *row = w->a->next + ((size_t)w->node[i].state << w->a->tracks);
        uint32_t edges = 0;
        for (size_t l = 0; l < choices; l++) {
            uint32_t child, to = row[fixed_digits | w->letter[l]];
            if (to == w->dead)
                continue;
            BT_TRY(node_for(w, to, &child));
            w->edge[i * choices + edges++] = (edge){child, (uint32_t)l};
        }
        w->node[i].edges = edges;
    }
    w->begin[place + 2] = w->nodes;
    return BT_OK;
}

/* Reads the fixed values; the layers behind them follow. */
static bt_status fixed_layers(bti_walk *w, const uint64_t *value)
{
    unsigned char digit[BTI_DFA_MOST_TRACKS][BTI_MOST_DIGITS];
    unsigned digits[BTI_DFA_MOST_TRACKS];
    w->digits = 0;
    for (unsigned i = 0; i < w->fixed_tracks; i++) {
        digits[i] = bti_digits_of(w->a->digits, value[w->fixed_index[i]], digit[i]);
        w->digits = digits[i] > w->digits ? digits[i] : w->digits;
    }
    for (unsigned place = 0; place < w->digits; place++) {
        uint32_t fixed_digits = 0;
        for (unsigned i = 0; i < w->fixed_tracks; i++)
            if (place < digits[i] && digit[i][place])
                fixed_digits |= w->fixed_bit[i];
        BT_TRY(next_layer(w, place, fixed_digits));
    }
    return BT_OK;
}

/* The longest tail in the last layer so far. */
static uint32_t last_tail(const bti_walk *w)
{
    uint32_t longest = 0;
    for (size_t i = w->begin[w->digits]; i < w->nodes; i++) {
        uint32_t tail = w->tail[w->node[i].state];
        if (tail != BTI_TAIL_NONE && tail > longest)
            longest = tail;
    }
    return longest;
}

static bt_status tail_layers(bti_walk *w, uint32_t tail)
{
    unsigned most = bti_digits_most(w->a->digits);
    if (w->digits > most || tail > most - w->digits)
        return bt_fail(w->ctx, BT_UNABLE,
                       "an option may have numbers of more than 64 bits", BT_NO_ARGS);
    for (; tail > 0; tail--)
        BT_TRY(next_layer(w, w->digits++, 0));
    return BT_OK;
}

/* Keeps the edges that lead to acceptance; from the last node to the first, so that
 * children come before. A node is alive when it has an edge, or accepts at the end. */
static void prune(bti_walk *w)
{
    size_t choices = (size_t)1 << w->free_tracks;
    for (size_t i = w->nodes; i-- > w->begin[w->digits];)
        w->node[i].edges = w->a->accept[w->node[i].state];
    for (size_t i = w->begin[w->digits]; i-- > 0;) {
        edge *e = w->edge + i * choices;
        uint32_t kept = 0;
        for (uint32_t k = 0; k < w->node[i].edges; k++)
            if (w->node[e[k].child].edges)
                e[kept++] = e[k];
        w->node[i].edges = kept;
    }
}

static bt_status unroll(bti_walk *w, const uint64_t *fixed_value, bool *infinite)
{
    uint32_t root, tail;
    w->nodes = 0;
    w->digits = 0;
    w->layer++;
    BT_TRY(node_for(w, 0, &root));
    w->begin[0] = 0;
    w->begin[1] = 1;
    BT_TRY(fixed_layers(w, fixed_value));
    tail = last_tail(w);
    *infinite = tail == BTI_TAIL_ENDLESS;
    if (*infinite)
        return BT_OK;
    BT_TRY(tail_layers(w, tail));
    prune(w);
    *infinite = w->loose && w->node[0].edges;
    return BT_OK;
}

bt_status bti_walk_start(bti_walk *w, const uint64_t *fixed_value, bool *infinite)
{
    *infinite = false;
    w->started = false;
    w->ended = true; /* nothing comes of a walk that fails to start */
    BT_TRY(unroll(w, fixed_value, infinite));
    w->ended = *infinite || w->node[0].edges == 0;
    return BT_OK;
}

static frame edges_of(const bti_walk *w, uint32_t i)
{
    const edge *first = w->edge + ((size_t)i << w->free_tracks);
    return (frame){first, first + w->node[i].edges};
}

/* By the first edges from the one at `place` down to the last digit. */
static void descend(bti_walk *w, unsigned place)
{
    for (;;) {
        const edge *e = w->frame[place].at;
        const uint64_t *sum = w->value[place];
        uint64_t weight = w->weight[place], *more = w->value[++place];
        for (unsigned i = 0; i < w->free_tracks; i++)
            more[i] = sum[i] + (weight & (0 - (uint64_t)(e->digits >> i & 1)));
        if (place == w->digits)
            return;
        w->frame[place] = edges_of(w, e->child);
    }
}

static bool give(const bti_walk *w, uint64_t *free_value)
{
    for (unsigned i = 0; i < w->free_tracks; i++)
        free_value[w->free_index[i]] = w->value[w->digits][i];
    return true;
}

bool bti_walk_next(bti_walk *w, uint64_t *free_value)
{
    unsigned place = w->digits;
    if (w->ended)
        return false;
    if (!w->started) {
        w->started = true;
        memset(w->value[0], 0, sizeof w->value[0]);
        if (place > 0) {
            w->frame[0] = edges_of(w, 0);
            descend(w, 0);
        }
        return give(w, free_value);
    }
    do {
        if (place == 0) {
            w->ended = true;
            return false;
        }
        place--;
    } while (++w->frame[place].at == w->frame[place].end);
    descend(w, place);
    return give(w, free_value);
}

uint64_t bti_walk_count(bti_walk *w)
{
    if (w->ended && !w->started)
        return 0;
    for (size_t i = w->nodes; i-- > 0;) {
        const edge *e = w->edge + (i << w->free_tracks);
        uint64_t sum = i < w->begin[w->digits] ? 0 : w->node[i].edges;
        for (uint32_t k = 0; i < w->begin[w->digits] && k < w->node[i].edges; k++) {
            uint64_t more = w->node[e[k].child].paths;
            sum = sum > UINT64_MAX - more ? UINT64_MAX : sum + more;
        }
        w->node[i].paths = sum;
    }
    return w->node[0].paths;
}
