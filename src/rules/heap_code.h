/* SPDX-License-Identifier: MIT
 * Codes of taking-and-breaking games (Guy and Smith 1956): d0.d1d2d3... Digit dk says
 * what may be left of a heap from which k chips are taken: bit i of it allows i heaps,
 * none of them empty. So 1 is "the whole heap of k chips", 2 "and leave one heap", 4
 * "and leave two heaps"; these add up to octal digits. With 8, "leave three heaps",
 * they are hexadecimal. Kayles is 0.77. */
#ifndef BOUTON_RULES_HEAP_CODE_H
#define BOUTON_RULES_HEAP_CODE_H

#include <bouton/kit.h>

enum { BTI_CODE_DIGITS = 64, BTI_CODE_PARTS = 3 };

typedef struct {
    unsigned char digit[BTI_CODE_DIGITS + 1]; /* d0, d1, ... */
    unsigned digits;                          /* places after the point */
    unsigned repeat;       /* the last so many of them go on for ever; 0: zeros do */
    unsigned least_broken; /* smaller heaps are not broken; 0: no such rule */
    bool unequal;          /* heaps that one heap is broken into differ in size */
} bti_code;

/* Reads 0.77, 4.[3], 0.1[07]; `base` is 8 or 16. What is read is in least form: no
 * zeros at the end, the shortest repeating tail. */
bt_status bti_code_parse(bt_context *ctx, bt_span text, unsigned base, bti_code *code);
void bti_code_print(const bti_code *code, bt_text *text);

/* dk for any k. */
static inline unsigned bti_code_at(const bti_code *code, uint64_t k)
{
    if (k <= code->digits)
        return code->digit[k];
    if (code->repeat == 0)
        return 0;
    return code->digit[code->digits - code->repeat + 1 +
                       (k - code->digits - 1) % code->repeat];
}

/* Into how many heaps a move may turn one heap, at most. */
unsigned bti_code_parts(const bti_code *code);

/* Every option of a heap once, by the number of chips taken, then by the number of
 * heaps left, then by the smaller ones. False if the visitor wanted no more. */
bool bti_code_options(const bti_code *code, uint64_t heap, bt_heap_visit *visit);

#endif
