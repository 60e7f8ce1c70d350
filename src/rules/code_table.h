/* SPDX-License-Identifier: MIT
 * The Grundy values of all heaps of a taking-and-breaking game below some heap. */
#ifndef BOUTON_RULES_CODE_TABLE_H
#define BOUTON_RULES_CODE_TABLE_H

#include "rules/heap_code.h"

/* Fills value[from .. to); the values before are there. */
bt_status bti_code_table(bt_context *ctx, const bti_code *code, uint32_t *value,
                         size_t from, size_t to);

#endif
