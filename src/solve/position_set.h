/* SPDX-License-Identifier: MIT
 * Positions of a sum, each kept once and found again: what search and the game graph
 * stand on. */
#ifndef BOUTON_SOLVE_POSITION_SET_H
#define BOUTON_SOLVE_POSITION_SET_H

#include "solve/standard_parts.h"

#define BTI_POSITIONS_MAX (UINT32_MAX - 2)

typedef struct {
    uint64_t key;
    uint32_t state; /* whatever the owner wants to remember */
    uint32_t hash;
} bti_position;

/* Which positions are one. */
typedef enum {
    BTI_KEPT,   /* those with the same words */
    BTI_SORTED, /* BT_UNORDERED words are sorted, and zeros left out */
    BTI_SPLIT   /* and sums with the same standard parts, where rules have `split` */
} bti_merge;

typedef struct {
    bt_context *ctx;
    size_t parts;
    bti_merge merge;
    uint32_t state; /* of new positions */
    bool full;      /* the memory limit was met */
    bti_position *entry;
    size_t entries, entries_cap;

    unsigned char *keys;
    size_t keys_len, keys_cap;
    uint32_t *slot;   /* entry + 1, or 0 */
    size_t slots;     /* a power of two */
    uint64_t *sorted; /* scratch for one part's words */
    size_t sorted_cap;
    bti_standard_parts standard;
} bti_position_set;

void bti_position_set_init(bti_position_set *set, bt_context *ctx, size_t parts,
                           bti_merge merge, uint32_t state);
void bti_position_set_free(bti_position_set *set);

/* The number of the position in `part`: made, if it is new and there are fewer than
 * `most`; UINT32_MAX if it is not there and may not be made. Numbers ascend from 0. */
bt_status bti_position_intern(bti_position_set *set, const bt_part *part, uint64_t most,
                              uint32_t *id);
/* Writes a position into parts of the same games: the first one that was met of those
 * that are one. */
bt_status bti_position_get(const bti_position_set *set, uint32_t id, bt_part *part);

/* bti_reserve for an array of the owner; sets `full` when the memory limit refuses. */
bt_status bti_position_reserve(bti_position_set *set, void *array, size_t *cap,
                               size_t count, size_t size);

#endif
