/* SPDX-License-Identifier: MIT
 * The game graph: every position that can be reached from a sum is a node. */
#ifndef BOUTON_EXPLORE_H
#define BOUTON_EXPLORE_H

#include <bouton/graph.h>
#include <bouton/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    bool merge;     /* orderings of the same heaps (BT_UNORDERED) are one node */
    uint64_t depth; /* most moves from the root; UINT64_MAX: any number */
    uint64_t limit; /* most nodes; 0: as many as memory allows */
} bt_explore_how;

typedef struct bt_explored bt_explored;

/* Makes the graph, breadth first: node 0 is the sum itself, then come its options in
 * the order of `options`, and so on. Arrows are in the same order, one for each target.
 * If a node has options beyond the limits, it keeps its arrows to nodes in the graph,
 * except that some of these may be missing among tens of millions of options. The games
 * must outlive the graph. */
BT_API BT_MUST_CHECK bt_status bt_explore(bt_context *ctx, bt_sum *sum,
                                          bt_explore_how how, bt_explored **out);
BT_API void bt_explored_free(bt_explored *explored); /* NULL is fine */

BT_API const bt_csr *bt_explored_csr(const bt_explored *explored);
/* Whether depth or limit left out anything at all, and whether arrows of this node. */
BT_API bool bt_explored_is_cut(const bt_explored *explored);
BT_API bool bt_explored_has_more(const bt_explored *explored, uint32_t node);

/* Writes the position of a node into the parts of `into`, a sum of the same games. */
BT_API BT_MUST_CHECK bt_status bt_explored_position(const bt_explored *explored,
                                                    uint32_t node, bt_sum *into);
/* Finds the node of a position; *node is UINT32_MAX if there is none. */
BT_API BT_MUST_CHECK bt_status bt_explored_find(bt_explored *explored,
                                                const bt_sum *sum, uint32_t *node);

#ifdef __cplusplus
}
#endif
#endif
