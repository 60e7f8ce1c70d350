/* SPDX-License-Identifier: MIT
 * A table of everything below a root: either a box, whose values stand at their index,
 * or the packed positions in ascending order with their values beside them. Values take
 * as few bits as the largest one needs. */
#include "core/grow.h"
#include "solve/solved_table.h"

#include "rules/rules_hash.h"
#include "solve/loopy.h"
#include "solve/search.h"

#include <string.h>

enum { LEAST_BITS = 1, MOST_BITS = 32, TOLD_WORDS = 40 };

void bt_solved_free(bt_solved *t)
{
    if (!t)
        return;
    bt_pos_free(&t->root);
    bt_pos_free(&t->probe);
    bt_release(t->ctx, t->key, t->key_cap * sizeof *t->key);
    bt_release(t->ctx, t->value, t->value_words * sizeof *t->value);
    bt_release(t->ctx, t, sizeof *t);
}

const bt_game *bt_solved_game(const bt_solved *t)
{
    return t->game;
}

bool bti_solved_is_for(const bt_solved *t, const bt_game *game)
{
    return t->game == game || strcmp(t->game->name, game->name) == 0;
}

bt_status bti_solved_begin(bt_context *ctx, const bt_game *game, bt_solved **out)
{
    if (game->rules->graph)
        return bt_fail(ctx, BT_DOMAIN,
                       "what 'bouton label' writes is the table of a graph; there is "
                       "no other for {name}",
                       BT_ARGS(BT_STR("name", game->name)));
    bt_solved *t;
    BT_TRY(BTI_NEW(ctx, t, 1));
    *t = (bt_solved){.ctx = ctx, .game = game};
    bt_pos_init(&t->root, ctx);
    bt_pos_init(&t->probe, ctx);
    bt_status status = bti_rules_hash(ctx, game, &t->rules_hash);
    if (status == BT_OK)
        *out = t;
    else
        bt_solved_free(t);
    return status;
}

uint64_t bti_solved_words(uint64_t count, unsigned bits)
{
    uint64_t in_word = 64 / bits;
    return count / in_word + (count % in_word > 0);
}

static uint64_t value_at(const bt_solved *t, uint64_t index)
{
    uint64_t in_word = 64 / t->value_bits, mask = UINT64_MAX >> (64 - t->value_bits);
    return t->value[index / in_word] >> index % in_word * t->value_bits & mask;
}

static bool key_is_at_least(const bt_solved *t, uint64_t index, const bti_key *key)
{
    const uint64_t *k = t->key + index * t->shape.words;
    if (t->shape.words == 1)
        return k[0] >= key->w[0];
    return k[0] > key->w[1] || (k[0] == key->w[1] && k[1] >= key->w[0]);
}

static bool find_key(const bt_solved *t, const bti_key *key, uint64_t *index)
{
    uint64_t low = 0, high = t->count; /* the first that is at least the key */
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (key_is_at_least(t, middle, key))
            high = middle;
        else
            low = middle + 1;
    }
    *index = low;
    const uint64_t *k = t->key + low * t->shape.words;
    return low < t->count &&
           (t->shape.words == 1 ? k[0] == key->w[0]
                                : k[0] == key->w[1] && k[1] == key->w[0]);
}

/* pos is ordered and may be given zeros at its end. */
static bool find(const bt_solved *t, bt_pos *pos, uint64_t *index)
{
    bti_key key;
    if (t->kind == BTI_SOLVED_BOX)
        return bti_box_index(&t->box, pos, index);
    return bti_pack(&t->shape, t->game, pos, &key) && find_key(t, &key, index);
}

static bool same_words(const bt_pos *a, const bt_pos *b)
{
    return a->n == b->n && (a->n == 0 || memcmp(a->x, b->x, a->n * sizeof *a->x) == 0);
}

/* Printed and read again it is the same. */
static bt_status is_written(bt_solved *t, bool *good)
{
    bt_text text;
    bt_pos again;
    bt_text_init(&text, t->ctx);
    bt_pos_init(&again, t->ctx);
    t->game->rules->print(t->game, &t->root, &text);
    bt_status status = bt_text_status(&text);
    if (status == BT_OK)
        status = t->game->rules->parse(t->ctx, t->game, bt_text_span(&text), &again);
    *good = status == BT_OK && same_words(&t->root, &again);
    bt_pos_free(&again);
    bt_text_free(&text);
    return status == BT_SYNTAX || status == BT_DOMAIN ? BT_OK : status;
}

bt_status bti_solved_check_root(bt_solved *t, bool *good)
{
    uint64_t index;
    bool all_zero = t->root.n == 0 && (t->game->rules->flags & BT_UNORDERED);
    *good = false;
    if (t->root.n == 0 && !all_zero)
        return BT_OK;
    BT_TRY(bti_search_order(t->game, &t->root, &t->probe));
    if (!same_words(&t->root, &t->probe) || !find(t, &t->probe, &index))
        return BT_OK;
    *good = all_zero;
    return all_zero ? BT_OK : is_written(t, good);
}

static bt_status not_there(bt_solved *t)
{
    bt_text root;
    bt_text_init(&root, t->ctx);
    if (t->root.n <= TOLD_WORDS)
        t->game->rules->print(t->game, &t->root, &root);
    bt_status status = bt_text_status(&root);
    if (status == BT_OK)
        status = bt_fail(t->ctx, BT_DOMAIN,
                         "the table holds only positions that can be reached from "
                         "{known, select, yes {{root}} other {its root}}, and this is "
                         "not one of them",
                         BT_ARGS(BT_STR("root", bt_text_chars(&root)),
                                 BT_TRUE("known", root.len > 0)));
    bt_text_free(&root);
    return status;
}

bt_status bt_solved_value(bt_solved *t, const bt_pos *pos, uint64_t *value)
{
    uint64_t index;
    BT_TRY(bti_search_order(t->game, pos, &t->probe));
    if (t->kind == BTI_SOLVED_BOX && (t->game->rules->flags & BT_UNORDERED))
        while (t->probe.n < t->box.n)
            BT_TRY(bt_pos_push(&t->probe, 0));
    if (!find(t, &t->probe, &index))
        return not_there(t);
    *value = value_at(t, index);
    return BT_OK;
}

/* Where values come from while the table is made. */
struct origin {
    const bti_sweep *sweep; /* or NULL */
    const uint32_t *value;
};

static uint32_t origin_at(const struct origin *from, uint64_t i)
{
    return from->sweep ? bti_sweep_at(from->sweep, i) : from->value[i];
}

static bt_status take_values(bt_solved *t, const struct origin *from)
{
    uint32_t all = 0;
    for (uint64_t i = 0; i < t->count; i++)
        all |= origin_at(from, i);
    for (t->value_bits = LEAST_BITS;
         t->value_bits < MOST_BITS && all >> t->value_bits != 0;)
        t->value_bits *= 2;
    uint64_t words = bti_solved_words(t->count, t->value_bits);
    t->value = words <= SIZE_MAX
                   ? bt_resize_array(t->ctx, NULL, 0, (size_t)words, sizeof *t->value)
                   : NULL;
    if (!t->value)
        return bt_last_status(t->ctx);
    t->value_words = (size_t)words;
    memset(t->value, 0, t->value_words * sizeof *t->value);
    uint64_t in_word = 64 / t->value_bits;
    for (uint64_t i = 0; i < t->count; i++)
        t->value[i / in_word] |= (uint64_t)origin_at(from, i)
                                 << i % in_word * t->value_bits;
    return BT_OK;
}

static bt_status take_box(bt_solved *t, const bti_sweep *sweep)
{
    struct origin from = {.sweep = sweep};
    t->kind = BTI_SOLVED_BOX;
    t->box = *bti_sweep_box(sweep);
    t->count = t->box.size;
    return take_values(t, &from);
}

static bt_status take_keys(bt_solved *t, bti_packed *packed)
{
    struct origin from = {0};
    const uint64_t *key = NULL;
    t->kind = BTI_SOLVED_KEYS;
    t->shape = *bti_packed_shape(packed);
    size_t count = bti_packed_list(packed, &key, &from.value);
    size_t words = count * t->shape.words;
    BT_TRY(BTI_NEW(t->ctx, t->key, words));
    memcpy(t->key, key, words * sizeof *key);
    t->key_cap = words;
    t->count = count;
    return take_values(t, &from);
}

static bt_status fill(bt_solved *t, bti_search *search, const bt_pos *root)
{
    uint64_t value;
    BT_TRY(bti_search_order(t->game, root, &t->root));
    bti_search_reached(search);
    bt_status found = bti_search_value(search, root, UINT64_MAX, &value);
    if (found != BT_OK)
        return found == BTI_LOOPY ? BT_UNABLE : found;
    if (bti_search_sweep(search))
        return take_box(t, bti_search_sweep(search));
    if (bti_search_packed(search))
        return take_keys(t, bti_search_packed(search));
    return bt_fail(t->ctx, BT_UNABLE,
                   "a table holds positions that fit 128 bits; these do not",
                   BT_NO_ARGS);
}

bt_status bt_solved_new(bt_context *ctx, const bt_game *game, const bt_pos *root,
                        bt_solved **out)
{
    bt_solved *t = NULL;
    bti_search *search = NULL;
    if (game->rules->grows > 0)
        return bt_fail(ctx, BT_UNABLE,
                       "a table holds positions of one length, and the moves of {name} "
                       "make positions longer",
                       BT_ARGS(BT_STR("name", game->name)));
    BT_TRY(bti_solved_begin(ctx, game, &t));
    t->searched = true;
    bt_status status = bti_search_new(ctx, game, &search);
    if (status == BT_OK)
        status = fill(t, search, root);
    bti_search_free(search);
    if (status == BT_OK)
        *out = t;
    else
        bt_solved_free(t);
    return status;
}
