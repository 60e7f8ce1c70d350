/* SPDX-License-Identifier: MIT
 * What the heap kit knows of a game whose heaps follow a code. */
#ifndef BOUTON_RULES_KIT_CODE_H
#define BOUTON_RULES_KIT_CODE_H

#include "rules/break_values.h"

/* The params of a game that bt_heap_bind has bound to a code. */
typedef struct {
    bti_code code;
    bti_values values;
    uint64_t checked; /* values of all heaps up to here were compared */
    bool lasker;      /* the code is 4.[3] */
} bti_coded;

static inline const bti_coded *bti_kit_code(const bt_game *g)
{
    return g->params;
}

/* As `value`, `wins` and `rank` of a kit. */
bool bti_kit_code_value(const bt_game *g, uint64_t heap, uint64_t *value);
bool bti_kit_code_wins(const bt_game *g, uint64_t heap, uint64_t wanted,
                       bt_heap_visit *visit);
bool bti_kit_code_rank(const bt_game *g, uint64_t heap, uint64_t *moves);

bt_heap_values bti_kit_code_values;

/* The law in words, as far as p needs it; and the heap before the first repetition that
 * has the same value by it, or the heap itself. */
void bti_kit_code_law(const bt_game *g, const bt_pos *p, bt_steps *steps);
uint64_t bti_kit_code_like(const bt_game *g, uint64_t heap);

#endif
