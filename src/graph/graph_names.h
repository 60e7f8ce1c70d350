/* SPDX-License-Identifier: MIT
 * The names of a graph's nodes, numbered in the order in which they come.
 *
 * A whole number below 2^32 in its plain form (no sign, no leading zero) is kept as a
 * number and found through pages, tables of 16384 entries that are made when numbers
 * nearby are named. Pages must pay: beyond the first few hundred one is opened only
 * when there are a thousand nodes for each, so numbers that lie far apart cannot waste
 * memory. What has no page, and every other name, is found through a hash table. */
#ifndef BOUTON_GRAPH_NAMES_H
#define BOUTON_GRAPH_NAMES_H

#include "core/index.h"

#include <bouton/text.h>

enum { BTI_PAGE_BITS = 14, BTI_PAGE = 1 << BTI_PAGE_BITS };

typedef struct {
    size_t line, column; /* from 1; columns count bytes */
} bti_place;

typedef struct bti_page_slab bti_page_slab;

typedef struct {
    bt_context *ctx;
    uint32_t count, cap;
    uint32_t *value;   /* of a node: its number, or which of the texts */
    uint64_t *is_text; /* a bit for each node */
    size_t words;      /* of is_text */
    uint32_t texts;
    size_t texts_cap;
    uint64_t *text_end; /* in `bytes`; a text begins where the one before it ends */
    bt_text bytes;
    bti_index index;
    uint32_t **page; /* entries are node + 1, or 0; NULL where none is open */
    size_t pages, pages_open;
    /* Pages stand side by side in slabs, for large blocks are found faster by the
     * processor; the slab that is being filled comes first. */
    bti_page_slab *slab;
    size_t pageless; /* numbers that went into the hash table */
    bool plain;      /* every node is called by its own number; nothing else is kept */
} bti_names;

void bti_names_init(bti_names *names, bt_context *ctx);
void bti_names_free(bti_names *names);

/* A name that is there already, or a new one. What is no text, or holds control
 * characters, is refused; `place` is for that sentence. */
bt_status bti_names_add(bti_names *names, bt_span name, bti_place place,
                        uint32_t *node);
bool bti_names_find(const bti_names *names, bt_span name, uint32_t *node);
bt_span bti_names_get(const bti_names *names, uint32_t node, char digits[20]);

/* The same as bti_names_add for the digits of `number`. */
bt_status bti_names_add_number(bti_names *names, uint32_t number, uint32_t *node);
/* For each number its node + 1, or 0 if it has no page or is not named yet. */
void bti_names_known(const bti_names *names, const uint32_t *number, size_t count,
                     uint32_t *node_1);

#endif
