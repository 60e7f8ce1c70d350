/* SPDX-License-Identifier: MIT
 * Grundy values of single heaps, for rules that are sums of their heaps. */
#ifndef BOUTON_SOLVE_HEAP_TABLE_H
#define BOUTON_SOLVE_HEAP_TABLE_H

#include <bouton/solve.h>

typedef struct bti_heap_table bti_heap_table;

/* For rules with BT_HEAPS. */
bt_status bti_heap_table_new(bt_context *ctx, const bt_game *game,
                             bti_heap_table **out);
void bti_heap_table_free(bti_heap_table *table);
const bt_game *bti_heap_table_game(const bti_heap_table *table);

bt_status bti_heap_table_value(bti_heap_table *table, uint64_t heap, uint32_t *value);

#endif
