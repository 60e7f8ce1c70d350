/* SPDX-License-Identifier: MIT */
#include "graph/graph_names.h"

#include "core/grow.h"
#include "core/hash.h"
#include "core/quote.h"
#include "core/utf8.h"

#include <bouton/graph.h>

#include <string.h>

enum { FREE_PAGES = 256, NODES_FOR_A_PAGE = 1024 };

struct bti_page_slab {
    bti_page_slab *next;
    size_t used, pages;
    uint32_t entry[];
};

static size_t slab_bytes(size_t pages)
{
    return sizeof(bti_page_slab) + pages * BTI_PAGE * sizeof(uint32_t);
}

/* A page of zeros, or NULL. A slab is as large as all before it together, up to 32 MB.
 */
static uint32_t *new_page(bti_names *names)
{
    enum { MOST = 512 };
    if (!names->slab || names->slab->used == names->slab->pages) {
        size_t pages = names->pages_open == 0     ? 1
                       : names->pages_open > MOST ? MOST
                                                  : names->pages_open;
        bti_page_slab *slab = bt_resize(names->ctx, NULL, 0, slab_bytes(pages));
        if (!slab)
            return NULL;
        *slab = (bti_page_slab){.next = names->slab, .pages = pages};
        names->slab = slab;
    }
    uint32_t *page = names->slab->entry + BTI_PAGE * names->slab->used++;
    memset(page, 0, BTI_PAGE * sizeof *page);
    return page;
}

void bti_names_init(bti_names *names, bt_context *ctx)
{
    *names = (bti_names){.ctx = ctx};
    bt_text_init(&names->bytes, ctx);
}

void bti_names_free(bti_names *names)
{
    bt_context *ctx = names->ctx;
    while (names->slab) {
        bti_page_slab *slab = names->slab;
        names->slab = slab->next;
        bt_release(ctx, slab, slab_bytes(slab->pages));
    }
    bt_release(ctx, names->page, names->pages * sizeof *names->page);
    bti_index_free(ctx, &names->index);
    bt_release(ctx, names->value, names->cap * sizeof *names->value);
    bt_release(ctx, names->is_text, names->words * sizeof *names->is_text);
    bt_release(ctx, names->text_end, names->texts_cap * sizeof *names->text_end);
    bt_text_free(&names->bytes);
    bti_names_init(names, ctx);
}

static bool is_text(const bti_names *names, uint32_t node)
{
    return names->is_text[node / 64] >> node % 64 & 1;
}

static bt_span text_of(const bti_names *names, uint32_t text)
{
    uint64_t begin = text > 0 ? names->text_end[text - 1] : 0;
    return (bt_span){bt_text_chars(&names->bytes) + begin,
                     (size_t)(names->text_end[text] - begin)};
}

bt_span bti_names_get(const bti_names *names, uint32_t node, char digits[20])
{
    if (!names->plain && is_text(names, node))
        return text_of(names, names->value[node]);
    uint32_t number = names->plain ? node : names->value[node];
    return (bt_span){digits, bt_print_u64(digits, number)};
}

/* A number in its plain form. */
static bool as_number(bt_span name, uint32_t *number)
{
    uint64_t n;
    if (name.len == 0 || name.len > 10 || (name.at[0] == '0' && name.len > 1) ||
        bt_take_u64(&name, &n) != BT_NUMBER_OK || name.len > 0 || n > UINT32_MAX)
        return false;
    *number = (uint32_t)n;
    return true;
}

static uint64_t hash_of_number(uint32_t number)
{
    return bti_mix(number + UINT64_C(0x9e3779b97f4a7c15));
}

/* The node with this name, plus 1; 0: there is none. A number is asked for with text.at
 * NULL. */
static uint32_t find_name(const bti_names *names, uint64_t hash, bt_span text,
                          uint32_t number)
{
    bti_probe p = bti_index_probe(&names->index, hash);
    while (bti_index_next(&names->index, &p)) {
        uint32_t value = names->value[p.item];
        if (is_text(names, p.item) == (text.at != NULL) &&
            (text.at ? bt_span_equal(text_of(names, value), text) : value == number))
            return p.item + 1;
    }
    return 0;
}

static uint32_t find_pageless(const bti_names *names, uint32_t number)
{
    return find_name(names, hash_of_number(number), (bt_span){NULL, 0}, number);
}

/* Room for one more node. */
static bt_status grow_nodes(bti_names *names)
{
    bt_context *ctx = names->ctx;
    if (names->count < names->cap)
        return BT_OK;
    if (names->count >= BT_NODES_MAX)
        return bt_fail(ctx, BT_UNABLE, "the graph has more than {nodes_max} nodes",
                       BT_ARGS(BT_NUM("nodes_max", BT_NODES_MAX)));
    uint32_t cap = names->cap + (names->cap / 2 + 64) / 64 * 64;
    size_t words = cap / 64;
    if (names->words < words) {
        BT_TRY(BTI_RESIZE(ctx, names->is_text, names->words, words));
        memset(names->is_text + names->words, 0, (words - names->words) * 8);
        names->words = words;
    }
    BT_TRY(BTI_RESIZE(ctx, names->value, names->cap, cap));
    names->cap = cap;
    return BT_OK;
}

static bt_status grow_texts(bti_names *names, size_t more_bytes)
{
    if (!bt_text_reserve(&names->bytes, more_bytes))
        return bt_text_status(&names->bytes);
    return BTI_RESERVE(names->ctx, names->text_end, names->texts_cap, names->texts + 1);
}

static bt_status grow_pages(bti_names *names, size_t pages)
{
    if (pages <= names->pages)
        return BT_OK;
    pages = (pages + 63) / 64 * 64;
    BT_TRY(BTI_RESIZE(names->ctx, names->page, names->pages, pages));
    for (size_t i = names->pages; i < pages; i++)
        names->page[i] = NULL;
    names->pages = pages;
    return BT_OK;
}

/* Opens the page of this number if it pays. Numbers that were named while it was closed
 * are in the hash table; from now on the page answers for them. */
static bt_status open_page(bti_names *names, uint32_t number)
{
    size_t p = number >> BTI_PAGE_BITS;
    if (names->pages_open >= FREE_PAGES &&
        names->count / NODES_FOR_A_PAGE < names->pages_open)
        return BT_OK;
    BT_TRY(grow_pages(names, p + 1));
    uint32_t *page = new_page(names);
    if (!page)
        return bt_last_status(names->ctx);
    uint32_t first = (uint32_t)(p << BTI_PAGE_BITS);
    for (uint32_t i = 0; i < BTI_PAGE && names->pageless > 0; i++)
        page[i] = find_pageless(names, first + i);
    names->page[p] = page;
    names->pages_open++;
    return BT_OK;
}

static uint32_t *entry_of(const bti_names *names, uint32_t number)
{
    size_t p = number >> BTI_PAGE_BITS;
    if (p >= names->pages || !names->page[p])
        return NULL;
    return &names->page[p][number & (BTI_PAGE - 1)];
}

void bti_names_known(const bti_names *names, const uint32_t *number, size_t count,
                     uint32_t *node_1)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t *entry = entry_of(names, number[i]);
        node_1[i] = entry ? *entry : 0;
    }
}

static bool find_number(const bti_names *names, uint32_t number, uint32_t *node)
{
    const uint32_t *entry = entry_of(names, number);
    uint32_t node_1 = entry ? *entry : find_pageless(names, number);
    *node = node_1 - 1;
    return node_1 != 0;
}

bt_status bti_names_add_number(bti_names *names, uint32_t number, uint32_t *node)
{
    if (find_number(names, number, node))
        return BT_OK;
    BT_TRY(grow_nodes(names));
    if (!entry_of(names, number))
        BT_TRY(open_page(names, number));
    uint32_t *entry = entry_of(names, number);
    if (!entry)
        BT_TRY(bti_index_reserve(names->ctx, &names->index));
    *node = names->count++;
    names->value[*node] = number;
    if (entry)
        *entry = *node + 1;
    else
        bti_index_add(&names->index, hash_of_number(number), *node);
    names->pageless += !entry;
    return BT_OK;
}

/* Names go into lines and sentences: they are text, and nothing in them controls. */
static bt_status check_text(bt_context *ctx, bt_span name, bti_place place)
{
    bool well_formed;
    for (size_t i = 0, step; i < name.len; i += step) {
        unsigned c = (unsigned char)name.at[i];
        step = bti_utf8_step(name.at + i, name.len - i, &well_formed);
        bool c1 = c == 0xC2 && step == 2 && (unsigned char)name.at[i + 1] < 0xA0;
        if (!well_formed)
            return bt_fail(ctx, BT_SYNTAX,
                           "line {line}, column {column}: the name {name} is not UTF-8",
                           BT_ARGS(BT_NUM("line", place.line),
                                   BT_NUM("column", place.column),
                                   BT_QUOTE("name", name)));
        if (c < ' ' || c == 127 || c1)
            return bt_fail(
                ctx, BT_SYNTAX,
                "line {line}, column {column}: the name {name} holds a control "
                "character; graph files are text or begin with BTNGRAF",
                BT_ARGS(BT_NUM("line", place.line), BT_NUM("column", place.column),
                        BT_QUOTE("name", name)));
    }
    return BT_OK;
}

static bt_status add_text(bti_names *names, bt_span name, uint64_t hash, uint32_t *node)
{
    BT_TRY(grow_nodes(names));
    BT_TRY(bti_index_reserve(names->ctx, &names->index));
    BT_TRY(grow_texts(names, name.len));
    bt_text_put_span(&names->bytes, name);
    names->text_end[names->texts] = names->bytes.len;
    *node = names->count++;
    names->value[*node] = names->texts++;
    names->is_text[*node / 64] |= UINT64_C(1) << *node % 64;
    bti_index_add(&names->index, hash, *node);
    return BT_OK;
}

bt_status bti_names_add(bti_names *names, bt_span name, bti_place place, uint32_t *node)
{
    uint32_t number;
    if (as_number(name, &number))
        return bti_names_add_number(names, number, node);
    if (name.len == 0)
        name = bt_span_of("");
    uint64_t hash = bti_hash_bytes(name.at, name.len);
    uint32_t node_1 = find_name(names, hash, name, 0);
    *node = node_1 - 1;
    if (node_1 > 0)
        return BT_OK; /* what is in the table was checked before */
    BT_TRY(check_text(names->ctx, name, place));
    return add_text(names, name, hash, node);
}

bool bti_names_find(const bti_names *names, bt_span name, uint32_t *node)
{
    uint32_t number;
    if (names->plain) {
        *node = 0;
        return as_number(name, node) && *node < names->count;
    }
    if (as_number(name, &number))
        return find_number(names, number, node);
    if (name.len == 0)
        name = bt_span_of("");
    uint32_t node_1 = find_name(names, bti_hash_bytes(name.at, name.len), name, 0);
    if (node_1 > 0)
        *node = node_1 - 1;
    return node_1 > 0;
}
