/* SPDX-License-Identifier: MIT
 * Directed graphs: stored as compressed rows, read from files, labelled as games. */
#ifndef BOUTON_GRAPH_H
#define BOUTON_GRAPH_H

#include <bouton/text.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A graph as compressed rows. The arrows of node v lead to target[start[v]] up to, but
 * not including, target[start[v + 1]]. They may be in any order, and a target may occur
 * more than once. Nodes are numbered from 0 to nodes-1. */
typedef struct {
    uint64_t nodes, edges;
    const uint64_t *start; /* nodes + 1 numbers; start[0] is 0, start[nodes] is edges */
    const uint32_t *target;
} bt_csr;

enum { BT_NODES_MAX = 0x7FFFFFFE };

/* What labelling finds out about a node. remoteness: after how many moves play ends if
 * the winner ends it as soon as possible and the loser as late as possible; BT_NEVER in
 * a draw. grundy: the Grundy value in normal play; BT_INFINITE if that is infinity
 * (Smith 1966, Fraenkel and Perl 1975), and always in misere play. */
#define BT_NEVER UINT32_MAX
#define BT_INFINITE UINT32_MAX
typedef struct {
    uint32_t grundy, remoteness;
} bt_label;

/* The parity of the remoteness says who makes the last move. */
static inline bt_outcome bt_label_outcome(bt_play play, bt_label label)
{
    if (label.remoteness == BT_NEVER)
        return BT_D;
    return (label.remoteness % 2 == 1) == (play == BT_NORMAL) ? BT_N : BT_P;
}

/* Labels every node; `label` must have room for all of them. Play may go on for ever.
 * The work uses up to bt_threads(ctx) threads, and the labels do not depend on how
 * many. The graph is checked: BT_DOMAIN if it is malformed. After a failure the labels
 * mean nothing. */
BT_API BT_MUST_CHECK bt_status bt_label_graph(bt_context *ctx, const bt_csr *graph,
                                              bt_play play, bt_label *label);

/* A graph with names, as files hold it. */
typedef struct bt_graph bt_graph;

/* Reads a graph. The beginning of a file shows its format: binary rows, JSON, DOT or,
 * otherwise, an edge list. docs/graph-files.md describes all four. Edge lists and
 * binary rows are read in pieces. Sentences about bad text name the line and the
 * column. A graph without nodes is refused with BT_DOMAIN. */
BT_API BT_MUST_CHECK bt_status bt_graph_read(bt_context *ctx, bt_source *source,
                                             bt_graph **out);
BT_API BT_MUST_CHECK bt_status bt_graph_read_bytes(bt_context *ctx, bt_span bytes,
                                                   bt_graph **out);
BT_API void bt_graph_free(bt_graph *graph); /* NULL is fine */

BT_API const bt_csr *bt_graph_csr(const bt_graph *graph);
/* Keeps only the first of several arrows from one node to the same target. */
BT_API BT_MUST_CHECK bt_status bt_graph_drop_repeats(bt_graph *graph);
/* The name of a node, and the node with a name. Nodes are numbered in the order in
 * which the file names them. */
BT_API bt_span bt_graph_name(const bt_graph *graph, uint32_t node, char digits[20]);
BT_API bool bt_graph_find(const bt_graph *graph, bt_span name, uint32_t *node);

/* Writes a graph file of binary rows. The caller commits or abandons the store. */
BT_API BT_MUST_CHECK bt_status bt_csr_write(bt_context *ctx, const bt_csr *graph,
                                            bt_store *store);

#ifdef __cplusplus
}
#endif
#endif
