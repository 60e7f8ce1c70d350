/* SPDX-License-Identifier: MIT
 * The game graph of a sum with what is known about every position in it. */
#ifndef BOUTON_COMMANDS_GRAPH_LABELS_H
#define BOUTON_COMMANDS_GRAPH_LABELS_H

#include "commands/call.h"

#include <bouton/explore.h>

typedef struct {
    const char *name;   /* the position as text */
    bt_outcome outcome; /* BT_UNKNOWN: nobody could tell */
    bool has_grundy, infinite, has_remoteness;
    uint64_t grundy, remoteness;
    const uint64_t *infinity; /* the finite values of its options, ascending */
    size_t infinity_count;
    const char *value; /* what is written for the Grundy value, or NULL */
} bti_graph_box;

typedef struct {
    bt_context *ctx;
    bt_sum *sum; /* room for one position after the other, no longer the root */
    bt_play play;
    bt_explored *explored; /* NULL: all nodes of a graph file, from no position */
    const bt_csr *csr;
    bti_graph_box *box;   /* one for each node */
    const char *rules;    /* "nim" or "nim + nim" */
    const char *position; /* of the root, as it was given; NULL: of no position */
    const char *title;    /* "nim 1,2" */
    bt_arena arena;
} bti_game_graph;

/* Explores and names; the labels come with the second call. */
bt_status bti_game_graph_make(bt_context *ctx, bt_sum *sum, bt_explore_how how,
                              bti_game_graph *out);
/* The same for every node of rules that are a graph, reached or not; sum has one part,
 * whose position does not matter. BT_UNABLE where there are more nodes than `limit`. */
bt_status bti_file_graph_make(bt_context *ctx, bt_sum *sum, uint64_t limit,
                              bti_game_graph *out);
bt_status bti_game_graph_label(bti_game_graph *graph);
void bti_game_graph_free(bti_game_graph *graph); /* one that was {0} is fine */

/* Whether something was left out: at all, and arrows out of this node. */
bool bti_graph_is_cut(const bti_game_graph *graph);
bool bti_graph_has_more(const bti_game_graph *graph, uint32_t node);

/* Puts the position of a node into graph->sum, and finds the node of what is there. */
bt_status bti_graph_position(bti_game_graph *graph, uint32_t node);
bt_status bti_graph_look_up(bti_game_graph *graph, uint32_t *node);

/* Whether the arrow leads from an N-position to a P-position. */
static inline bool bti_arrow_wins(const bti_game_graph *g, uint32_t from, uint32_t to)
{
    return g->box[from].outcome == BT_N && g->box[to].outcome == BT_P;
}

#endif
