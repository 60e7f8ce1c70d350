/* SPDX-License-Identifier: MIT
 * The game graph: every position that can be reached from a sum, as a node. */
#ifndef BOUTON_EXPLORE_H
#define BOUTON_EXPLORE_H

#include <bouton/graph.h>
#include <bouton/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    bool merge; /* positions that the rules call equal (BT_UNORDERED) are one node */
    uint64_t depth; /* at most so many moves from the root; UINT64_MAX: any number */
    uint64_t limit; /* at most so many nodes; 0: as many as fit the memory */
} bt_explore_how;

typedef struct bt_explored bt_explored;

/* Breadth first: node 0 is the sum itself, then its options in the order of `options`,
 * and so on. Arrows keep that order, one for each target. A node from which something
 * was left out keeps its arrows to nodes that are there; only among very many options
 * (tens of millions) some of these may be left out, too. Games must outlive it. */
BT_API BT_MUST_CHECK bt_status bt_explore(bt_context *ctx, bt_sum *sum,
                                          bt_explore_how how, bt_explored **out);
BT_API void bt_explored_free(bt_explored *explored); /* NULL is fine */

BT_API const bt_csr *bt_explored_csr(const bt_explored *explored);
/* Whether depth or limit left something out: at all, and arrows out of this node. */
BT_API bool bt_explored_is_cut(const bt_explored *explored);
BT_API bool bt_explored_has_more(const bt_explored *explored, uint32_t node);

/* The position of a node, written into the parts of `into`, a sum of the same games. */
BT_API BT_MUST_CHECK bt_status bt_explored_position(const bt_explored *explored,
                                                    uint32_t node, bt_sum *into);
/* *node is UINT32_MAX when the position is not there. */
BT_API BT_MUST_CHECK bt_status bt_explored_find(bt_explored *explored,
                                                const bt_sum *sum, uint32_t *node);

#ifdef __cplusplus
}
#endif
#endif
