/* SPDX-License-Identifier: MIT
 * The set S of a subtraction game: which amounts may be taken. */
#ifndef BOUTON_RULES_AMOUNTS_H
#define BOUTON_RULES_AMOUNTS_H

#include <bouton/text.h>

typedef enum {
    BTI_RUNS,             /* listed amounts and ranges; all-but sets too */
    BTI_POWERS,           /* 1 2 4 8 ... */
    BTI_SQUARES,          /* 1 4 9 16 ... */
    BTI_PRIMES,           /* 2 3 5 7 ... */
    BTI_AMOUNTS_FIBONACCI /* 1 2 3 5 8 ... */
} bti_amounts_kind;

typedef struct {
    uint64_t low, high; /* UINT64_MAX: without end */
} bti_run;

typedef struct {
    bti_amounts_kind kind;
    size_t runs; /* of BTI_RUNS: sorted, none touches the next */
    bti_run *run;
    bool all_but;          /* the last run has no end */
    const uint32_t *small; /* of the named sets: the amounts below 2^20 */
    size_t smalls;
} bti_amounts;

bt_status bti_amounts_parse(bt_arena *arena, bt_span text, bti_amounts *set);
void bti_amounts_print(const bti_amounts *set, bt_text *text);
uint64_t bti_amounts_min(const bti_amounts *set);
/* At least the number of amounts that a pile of n chips allows. */
uint64_t bti_amounts_bound(const bti_amounts *set, uint64_t n);
/* For BTI_RUNS. */
bool bti_amounts_contain(const bti_amounts *set, uint64_t amount);

/* Walks the amounts in ascending order:
 *     for (bti_amount a = bti_amount_first(set); a.is; a = bti_amount_next(set, a)) */
typedef struct {
    bool is;
    uint64_t amount;
    uint64_t at; /* run, root, place among the small primes, Fibonacci number before */
} bti_amount;

bti_amount bti_amount_first(const bti_amounts *set);
bti_amount bti_amount_next(const bti_amounts *set, bti_amount a);

#endif
