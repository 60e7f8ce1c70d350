/* SPDX-License-Identifier: MIT
 * Directed graphs: kept as compressed rows, read from files, labelled as games. */
#ifndef BOUTON_GRAPH_H
#define BOUTON_GRAPH_H

#include <bouton/text.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The arrows of node v lead to target[start[v] .. start[v + 1]), in any order, the same
 * target as often as it likes. Nodes are 0 .. nodes-1. */
typedef struct {
    uint64_t nodes, edges;
    const uint64_t *start; /* nodes + 1 of them; start[0] is 0, start[nodes] is edges */
    const uint32_t *target;
} bt_csr;

enum { BT_NODES_MAX = 0x7FFFFFFE };

/* What labelling finds out about a node. remoteness: how many moves play lasts if the
 * winner wants it to end soon and the loser late; BT_NEVER in a draw. grundy (normal
 * play only): the Grundy value; BT_INFINITE where it is infinity (Smith 1966, Fraenkel
 * and Perl 1975), and always under misere play. */
#define BT_NEVER UINT32_MAX
#define BT_INFINITE UINT32_MAX
typedef struct {
    uint32_t grundy, remoteness;
} bt_label;

/* The parity of the remoteness tells who makes the last move. */
static inline bt_outcome bt_label_outcome(bt_play play, bt_label label)
{
    if (label.remoteness == BT_NEVER)
        return BT_D;
    return (label.remoteness % 2 == 1) == (play == BT_NORMAL) ? BT_N : BT_P;
}

/* Labels every node; `label` has room for all. Uses up to bt_threads(ctx) threads and
 * gives the same labels with any number of them. Play may go on for ever. BT_DOMAIN
 * when the graph is malformed (it is checked). After a failure the labels mean nothing.
 */
BT_API BT_MUST_CHECK bt_status bt_label_graph(bt_context *ctx, const bt_csr *graph,
                                              bt_play play, bt_label *label);

/* A graph with names, as files hold it. */
typedef struct bt_graph bt_graph;

/* What a file holds is seen from its beginning: binary rows, JSON, DOT, or else an edge
 * list. docs/graph-files.md describes all four. Edge lists and binary rows are read in
 * pieces. Sentences about bad text tell line and column. A graph without nodes is
 * refused with BT_DOMAIN. */
BT_API BT_MUST_CHECK bt_status bt_graph_read(bt_context *ctx, bt_source *source,
                                             bt_graph **out);
BT_API BT_MUST_CHECK bt_status bt_graph_read_bytes(bt_context *ctx, bt_span bytes,
                                                   bt_graph **out);
BT_API void bt_graph_free(bt_graph *graph); /* NULL is fine */

BT_API const bt_csr *bt_graph_csr(const bt_graph *graph);
/* Several arrows between the same two nodes become one, where the first one stood. */
BT_API BT_MUST_CHECK bt_status bt_graph_drop_repeats(bt_graph *graph);
/* Nodes are numbered in the order in which the file names them. */
BT_API bt_span bt_graph_name(const bt_graph *graph, uint32_t node, char digits[20]);
BT_API bool bt_graph_find(const bt_graph *graph, bt_span name, uint32_t *node);

/* Writes a graph file of binary rows; commit and abandon are the caller's. */
BT_API BT_MUST_CHECK bt_status bt_csr_write(bt_context *ctx, const bt_csr *graph,
                                            bt_store *store);

#ifdef __cplusplus
}
#endif
#endif
