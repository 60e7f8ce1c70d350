/* SPDX-License-Identifier: MIT */
#include "solve/kept_searches.h"

#include "solve/memo.h"
#include "solve/search.h"
#include "solve/standard_parts.h"

struct bti_search_node { /* one of these */
    bti_search_node *next;
    bti_memo *memo;
    bti_search *search;
    bti_heap_table *table;
    bti_labelled *labelled;
};

static void forget(bti_searches *k, bti_search_node **at)
{
    bti_search_node *n = *at;
    *at = n->next;
    k->gone++;
    bti_memo_free(n->memo);
    bti_search_free(n->search);
    bti_heap_table_free(n->table);
    bti_labelled_free(n->labelled);
    bt_release(k->ctx, n, sizeof *n);
}

void bti_searches_free(bti_searches *k)
{
    while (k->first)
        forget(k, &k->first);
}

/* Where memory did not suffice the next question starts afresh. */
static bt_status forget_if_full(bti_searches *k, bt_status status)
{
    if (status == BT_UNABLE || status == BT_NOMEM)
        bti_searches_free(k);
    return status;
}

static bt_status is_of_question(const bt_sum *sum, bti_labelled *labelled, bool *yes)
{
    BT_TRY(bti_labelled_holds(labelled, sum, yes));
    for (size_t i = 0; i < sum->n && !*yes; i++) {
        const bt_sum one = {.part = &sum->part[i], .n = 1};
        BT_TRY(bti_labelled_holds(labelled, &one, yes));
    }
    return BT_OK;
}

/* Those of this question hold its parts, or all of it, and every option. */
bt_status bti_searches_forget_others(bti_searches *k, const bt_sum *sum)
{
    for (bti_search_node **at = &k->first; *at;) {
        bti_labelled *labelled = (*at)->labelled;
        bool keep = !labelled || !bti_labelled_is_explored(labelled);
        if (!keep)
            BT_TRY(is_of_question(sum, labelled, &keep));
        if (keep)
            at = &(*at)->next;
        else
            forget(k, at);
    }
    return BT_OK;
}

static bt_status add(bti_searches *k, bti_search_node **out)
{
    bti_search_node *n = bt_resize(k->ctx, NULL, 0, sizeof *n);
    if (!n)
        return bt_last_status(k->ctx);
    *n = (bti_search_node){.next = k->first};
    *out = k->first = n;
    return BT_OK;
}

/* The fast search for one part. */
static bt_status search_value(bti_searches *k, const bt_part *part, uint64_t most,
                              uint64_t *value)
{
    bti_search_node *n = k->first;
    while (n && !(n->search && bti_same_game(bti_search_game(n->search), part->game)))
        n = n->next;
    if (!n) {
        BT_TRY(add(k, &n));
        BT_TRY(bti_search_new(k->ctx, part->game, &n->search));
    }
    return bti_search_value(n->search, &part->pos, most, value);
}

static bt_status whole_value(bti_searches *k, const bt_part *part, size_t parts,
                             bool plain, uint64_t most, uint64_t *value)
{
    bti_search_node *n = k->first;
    while (n && !(n->memo && bti_memo_is_for(n->memo, part, parts)))
        n = n->next;
    if (!n) {
        BT_TRY(add(k, &n));
        BT_TRY(bti_memo_new(k->ctx, part, parts, &n->memo));
        if (!plain)
            bti_memo_split(n->memo);
    }
    return bti_memo_value(n->memo, part, most, value);
}

bt_status bti_searches_value(bti_searches *k, const bt_part *part, size_t parts,
                             bool plain, uint64_t most, uint64_t *value)
{
    return forget_if_full(k, parts == 1 && !plain
                                 ? search_value(k, part, most, value)
                                 : whole_value(k, part, parts, plain, most, value));
}

bt_status bti_searches_table(bti_searches *k, const bt_game *game, bti_heap_table **out)
{
    bti_search_node *n = k->first;
    while (n && !(n->table && bti_same_game(bti_heap_table_game(n->table), game)))
        n = n->next;
    if (!n) {
        BT_TRY(add(k, &n));
        BT_TRY(bti_heap_table_new(k->ctx, game, &n->table));
    }
    *out = n->table;
    return BT_OK;
}

bt_status bti_searches_labels(bti_searches *k, const bt_game *game, bti_labelled **out)
{
    bti_search_node *n = k->first;
    while (n && !(n->labelled && bti_labelled_is_of(n->labelled, game)))
        n = n->next;
    if (!n) {
        BT_TRY(add(k, &n));
        BT_TRY(forget_if_full(k, bti_labelled_game(k->ctx, game, &n->labelled)));
    }
    *out = n->labelled;
    return BT_OK;
}

bt_status bti_searches_explored(bti_searches *k, const bt_sum *sum, bti_labelled **out)
{
    *out = NULL;
    for (bti_search_node *n = k->first; n && !*out; n = n->next) {
        bool holds = false;
        if (n->labelled)
            BT_TRY(bti_labelled_holds(n->labelled, sum, &holds));
        if (holds)
            *out = n->labelled;
    }
    return BT_OK;
}

bt_status bti_searches_explore(bti_searches *k, bt_sum *sum, uint64_t most,
                               bti_labelled **out)
{
    bti_search_node *n = NULL;
    BT_TRY(bti_searches_explored(k, sum, out));
    if (*out)
        return BT_OK;
    BT_TRY(add(k, &n));
    BT_TRY(forget_if_full(k, bti_labelled_sum(k->ctx, sum, most, &n->labelled)));
    *out = n->labelled;
    return BT_OK;
}
