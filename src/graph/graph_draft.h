/* SPDX-License-Identifier: MIT
 * A graph while it is read: names, and arrows in the order in which they come. At the
 * end the arrows are sorted by their source, by counting, which keeps their order
 * within a row. They are gathered apart for every 131072 sources, in chunks that need
 * not move, so that counting stays within what a processor keeps at hand; each chunk is
 * given back as soon as it is sorted, so an arrow never takes more than 12 bytes. */
#ifndef BOUTON_GRAPH_DRAFT_H
#define BOUTON_GRAPH_DRAFT_H

#include "graph/graph_names.h"

#include <bouton/graph.h>

typedef struct bti_arrow_chunk bti_arrow_chunk;
struct bti_arrow_chunk {
    bti_arrow_chunk *next;
    uint32_t count, cap;
    struct {
        uint32_t from, to;
    } arrow[];
};

enum { BTI_PART_BITS = 17 };

typedef struct {
    bti_arrow_chunk *first, *last;
} bti_arrow_list;

typedef struct {
    bt_context *ctx;
    bti_names names;
    bti_arrow_list *part; /* by the upper bits of the source */
    size_t parts;
    uint64_t arrows; /* in chunks that are full */
} bti_draft;

struct bt_graph {
    bt_context *ctx;
    bt_csr csr;
    bti_names names;
    uint64_t *start;
    uint32_t *target;
    size_t starts, targets; /* how many there is room for */
};

void bti_draft_init(bti_draft *draft, bt_context *ctx);
void bti_draft_free(bti_draft *draft);

bt_status bti_draft_grow(bti_draft *draft, size_t part);
static inline bt_status bti_draft_arrow(bti_draft *draft, uint32_t from, uint32_t to)
{
    size_t p = from >> BTI_PART_BITS;
    if (p >= draft->parts || !draft->part[p].last ||
        draft->part[p].last->count == draft->part[p].last->cap)
        BT_TRY(bti_draft_grow(draft, p));
    bti_arrow_chunk *last = draft->part[p].last;
    last->arrow[last->count].from = from;
    last->arrow[last->count++].to = to;
    return BT_OK;
}

/* Moves all into *graph, which is empty; the draft is empty then, or what is left of
 * it is still to be freed. */
bt_status bti_draft_finish(bti_draft *draft, bt_graph *graph);

#endif
