/* SPDX-License-Identifier: MIT
 * What a solver has searched, kept for its next question. Parts with the same rules
 * share it. */
#ifndef BOUTON_SOLVE_KEPT_SEARCHES_H
#define BOUTON_SOLVE_KEPT_SEARCHES_H

#include "solve/heap_table.h"
#include "solve/labelled.h"

typedef struct bti_search_node bti_search_node;

typedef struct {
    bt_context *ctx;
    bti_search_node *first;
    uint64_t gone; /* how many were forgotten: pointers from before may be stale */
} bti_searches;

void bti_searches_free(bti_searches *kept);
/* Graphs that were explored for other questions would fill the memory. */
bt_status bti_searches_forget_others(bti_searches *kept, const bt_sum *sum);

/* As bti_memo_value, of a sum as one position; `plain`: with nothing but that. Where
 * memory or `most_positions` does not suffice, everything is forgotten, so that the
 * next question has room; so it is by the two below. */
bt_status bti_searches_value(bti_searches *kept, const bt_part *part, size_t parts,
                             bool plain, uint64_t most_positions, uint64_t *value);
bt_status bti_searches_table(bti_searches *kept, const bt_game *game,
                             bti_heap_table **out);
/* The labels of rules that are a graph. */
bt_status bti_searches_labels(bti_searches *kept, const bt_game *game,
                              bti_labelled **out);
/* What was explored before and holds this position, or NULL. */
bt_status bti_searches_explored(bti_searches *kept, const bt_sum *sum,
                                bti_labelled **out);
/* Everything that can be reached from the sum, labelled. The sum is not changed, but
 * its positions are edited while they are walked. */
bt_status bti_searches_explore(bti_searches *kept, bt_sum *sum, uint64_t most_positions,
                               bti_labelled **out);

#endif
