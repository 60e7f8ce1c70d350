/* SPDX-License-Identifier: MIT
 * Items and sets of items, each kept once, with what they become. Numbers stand for
 * them; equal numbers are equal things, compared exactly. */
#ifndef BOUTON_CHECK_CHECK_ITEMS_H
#define BOUTON_CHECK_CHECK_ITEMS_H

#include "check/check_machine.h"
#include "core/index.h"

/* What is read: a digit of the next outer track, or the end of a round. */
enum { BTI_ZERO, BTI_ONE, BTI_TICK, BTI_READS };

enum { BTI_SIGNATURE = 2 }; /* words */

typedef struct {
    size_t at;    /* in `words` */
    uint64_t key; /* equal for items of which one may be better */
    uint32_t machine;
    uint32_t list[BTI_READS]; /* in `lists`, the length first; UINT32_MAX: not known */
    signed char accepts;      /* -1: not known */
} bti_item;

typedef struct {
    size_t at;                         /* in `members` */
    uint64_t signature[BTI_SIGNATURE]; /* a bit for each key, for quick no's */
    uint32_t count;
    uint32_t after[BTI_READS]; /* UINT32_MAX: not known */
    signed char accepts;
} bti_set;

typedef struct {
    bti_question *q;
    bti_item *item;
    size_t items, item_room;
    int64_t *words;
    size_t word_count, word_room;
    uint32_t *lists;
    size_t list_count, list_room;
    bti_set *set;
    size_t sets, set_room;
    uint32_t *members;
    size_t member_count, member_room;
    bti_index item_index, set_index;
    uint64_t steps;
} bti_item_store;

bt_status bti_store_begin(bti_item_store *s, bti_question *q);
void bti_store_end(bti_item_store *s);

/* The items that `item` may become; the list is good until the next call. */
bt_status bti_item_read(bti_item_store *s, uint32_t item, unsigned read,
                        uint32_t *list);
/* Can it accept when nothing but zeros comes on the outer tracks? */
bt_status bti_item_accepts(bti_item_store *s, uint32_t item, bool *out);

bt_status bti_set_read(bti_item_store *s, uint32_t set, unsigned read, uint32_t *out);
bt_status bti_set_accepts(bti_item_store *s, uint32_t set, bool *out);
/* Is every item of `small` in `large`, or is one there that is better? */
bool bti_set_within(const bti_item_store *s, uint32_t small, uint32_t large);

/* The set in which machines begin. */
bt_status bti_set_start(bti_item_store *s, bti_machine *const *m, size_t count,
                        uint32_t *out);

#endif
