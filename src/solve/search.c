/* SPDX-License-Identifier: MIT
 * Which search is the quicker one. A sweep spends a few nanoseconds on an option, a
 * hash table some ten times as much; but a box holds every order of the same heaps, and
 * a table of sorted positions only one. So the box is swept unless it holds far more
 * positions than there are sorted ones: of n numbers below r there are r^n vectors and
 * binomial(r - 1 + n, n) sorted ones. A sweep that solves only one order of each pays
 * for the others with a few nanoseconds, so there options count instead.
 *
 * Not everything in a box need be reachable: with subtraction:1000 a thousandth is.
 * Where a move cannot make any word as small as it likes, a large box is swept only
 * after the table of packed positions has found more than one in 64.
 *
 * A question with a cap goes to the sweep only if the memo search could answer it under
 * the same cap, so that the cap means the same whatever way is taken. */
#include "solve/search.h"
#include "rules/boxes.h"

#include "core/arith.h"
#include "core/grow.h"
#include "solve/memo.h"

enum {
    DENSER = 16, /* a box may hold so many times as many positions */
    LOOKS = 32,  /* options a position: half of what the memo search allows */
    MOST_OPTIONS = 1 << 24,
    CHEAP_OPTIONS = 64, /* looking at so many costs more than spreading a value */
    LARGE_BOX = 1 << 20,
    SPARSE = 64
};
#define NO_LIMIT (UINT64_C(1) << 31) /* bytes, where the context has none */

struct bti_search {
    bt_context *ctx;
    const bt_game *game;
    bt_pos pos;  /* the question, ordered */
    bt_pos root; /* of the box */
    bt_pos wider;
    bti_sweep *sweep;
    bti_packed *packed;
    bti_memo *memo;
    bool reached; /* no box that may be sparse */
};

bt_status bti_search_new(bt_context *ctx, const bt_game *game, bti_search **out)
{
    bti_search *s;
    BT_TRY(BTI_NEW(ctx, s, 1));
    *s = (bti_search){.ctx = ctx, .game = game};
    bt_pos_init(&s->pos, ctx);
    bt_pos_init(&s->root, ctx);
    bt_pos_init(&s->wider, ctx);
    *out = s;
    return BT_OK;
}

void bti_search_free(bti_search *s)
{
    if (!s)
        return;
    bti_sweep_free(s->sweep);
    bti_packed_free(s->packed);
    bti_memo_free(s->memo);
    bt_pos_free(&s->pos);
    bt_pos_free(&s->root);
    bt_pos_free(&s->wider);
    bt_release(s->ctx, s, sizeof *s);
}

void bti_search_reached(bti_search *s)
{
    s->reached = true;
}

const bt_game *bti_search_game(const bti_search *s)
{
    return s->game;
}

const bti_sweep *bti_search_sweep(const bti_search *s)
{
    return s->packed || s->memo ? NULL : s->sweep;
}

bti_packed *bti_search_packed(const bti_search *s)
{
    return s->sweep || s->memo ? NULL : s->packed;
}

/* Many words are left as they are: no box and no packed key could take them. */
bt_status bti_search_order(const bt_game *game, const bt_pos *pos, bt_pos *out)
{
    BT_TRY(bt_pos_copy(out, pos));
    if (!(game->rules->flags & BT_UNORDERED))
        return BT_OK;
    out->n = 0;
    for (size_t i = 0; i < pos->n; i++)
        if (pos->x[i] > 0)
            out->x[out->n++] = pos->x[i];
    for (size_t i = 1; i < out->n && out->n <= BTI_PACKED_SLOTS; i++) {
        uint64_t word = out->x[i];
        size_t at = i;
        for (; at > 0 && out->x[at - 1] < word; at--)
            out->x[at] = out->x[at - 1];
        out->x[at] = word;
    }
    return BT_OK;
}

/* binomial(most + n, n), or UINT64_MAX. */
static uint64_t sorted_positions(uint64_t most, size_t n)
{
    uint64_t count = 1;
    for (size_t i = 1; i <= n; i++) {
        if (!bti_mul(count, most + i, &count))
            return UINT64_MAX;
        count /= i;
    }
    return count;
}

static bool is_dense(const bti_search *s, const bt_box *box)
{
    uint64_t radix = 1;
    if (!(s->game->rules->flags & BT_UNORDERED))
        return true;
    for (size_t i = 0; i < box->n; i++)
        radix = box->radix[i] > radix ? box->radix[i] : radix;
    uint64_t size = box->size / DENSER;
    if (bti_sweep_spreads(s->game, box))
        size /= box->options_max / CHEAP_OPTIONS;
    return size <= sorted_positions(radix - 1, box->n);
}

static bool fits_memory(const bti_search *s, const bt_box *box)
{
    uint64_t limit = bt_memory_limit(s->ctx), used = bt_memory_used(s->ctx);
    uint64_t room = limit == 0 ? NO_LIMIT : limit > used ? limit - used : 0;
    uint64_t scratch = 16 * (uint64_t)box->options_max * bt_threads(s->ctx);
    unsigned width = bti_sweep_width(box);
    return width > 0 && box->options_max <= MOST_OPTIONS && scratch <= room / 4 &&
           box->size <= room / 2 / width;
}

static bool under_cap(const bti_search *s, const bt_box *box, uint64_t most)
{
    uint64_t known = s->sweep ? bti_sweep_box(s->sweep)->size : 0, looks;
    uint64_t new_ones = box->size > known ? box->size - known : 0;
    if (most >= UINT64_MAX / 64)
        return true;
    return new_ones <= most && bti_mul(new_ones, box->options_max, &looks) &&
           looks <= LOOKS * most;
}

/* The root of a box for this question and all that were swept before. */
static bt_status widest_root(bti_search *s)
{
    bool unordered = s->game->rules->flags & BT_UNORDERED;
    const bt_pos *old = &s->root;
    BT_TRY(bt_pos_copy(&s->wider, &s->pos));
    if (!s->sweep || (!unordered && old->n != s->pos.n))
        return BT_OK;
    while (s->wider.n < old->n)
        BT_TRY(bt_pos_push(&s->wider, 0));
    for (size_t i = 0; i < old->n; i++)
        s->wider.x[i] = old->x[i] > s->wider.x[i] ? old->x[i] : s->wider.x[i];
    return BT_OK;
}

static bool contains(const bt_box *large, const bt_box *small)
{
    bool all = large->n >= small->n;
    for (size_t i = 0; i < small->n && all; i++)
        all = large->radix[i] >= small->radix[i];
    return all;
}

static bool may_be_sparse(const bt_box *box)
{
    uint64_t all = 0;
    for (size_t i = 0; i < box->n; i++)
        if (!bti_add(all, box->radix[i] - 1, &all))
            return true;
    return box->sparse || (box->size > LARGE_BOX && box->options_max < all);
}

static bt_status packed_value(bti_search *s, uint64_t most, uint64_t *value, bool *done)
{
    if (!s->packed)
        BT_TRY(bti_packed_new(s->ctx, s->game, &s->packed));
    return bti_packed_value(s->packed, &s->pos, most, value, done);
}

/* The same, but too many positions only mean that it is not done. */
static bt_status few_positions(bti_search *s, uint64_t most, uint64_t *value,
                               bool *done)
{
    bt_status status = packed_value(s, most, value, done);
    if (status == BT_OK && *done)
        return BT_OK;
    bti_packed_free(s->packed);
    s->packed = NULL;
    return status == BT_UNABLE ? BT_OK : status;
}

/* The position with the zeros that the box has room for. */
static bt_status pad(bti_search *s)
{
    if (s->game->rules->flags & BT_UNORDERED)
        while (s->pos.n < bti_sweep_box(s->sweep)->n)
            BT_TRY(bt_pos_push(&s->pos, 0));
    return BT_OK;
}

static bt_status look_up_box(bti_search *s, uint64_t *value, bool *done)
{
    uint64_t index;
    *done = false;
    if (!s->sweep)
        return BT_OK;
    size_t n = s->pos.n;
    BT_TRY(pad(s));
    *done = bti_box_index(bti_sweep_box(s->sweep), &s->pos, &index);
    if (*done)
        *value = bti_sweep_at(s->sweep, index);
    s->pos.n = n;
    return BT_OK;
}

/* Whatever search has answered a question knows all that can be reached from it. So the
 * options of a position cost nothing, even where another search would suit them. */
static bt_status look_up(bti_search *s, const bt_pos *pos, uint64_t *value, bool *done)
{
    BT_TRY(look_up_box(s, value, done));
    if (!*done && s->packed)
        *done = bti_packed_knows(s->packed, &s->pos, value);
    if (!*done && s->memo) {
        const bt_part part = {.game = s->game, .pos = *pos};
        BT_TRY(bti_memo_knows(s->memo, &part, value, done));
    }
    return BT_OK;
}

/* Sweeps a box with the question in it if that is sensible; otherwise *done is false.
 */
static bt_status try_box(bti_search *s, uint64_t most, uint64_t *value, bool *done)
{
    const bt_rules *rules = s->game->rules;
    bt_box box = {.sparse = false};
    *done = false;
    if (!rules->box || !rules->box_options || s->pos.n > BTI_BOX_WORDS)
        return BT_OK;
    BT_TRY(widest_root(s));
    if (!rules->box(s->game, &s->wider, &box) || !is_dense(s, &box) ||
        !fits_memory(s, &box) || !under_cap(s, &box, most) ||
        (box.sparse && s->reached))
        return BT_OK;
    if (may_be_sparse(&box)) {
        BT_TRY(few_positions(s, bti_min(most, box.size / SPARSE), value, done));
        if (*done)
            return BT_OK;
    }
    bti_sweep *old = s->sweep, *sweep = NULL;
    bool known = old && contains(&box, bti_sweep_box(old));
    BT_TRY(bti_sweep_new(s->ctx, s->game, &box, known ? old : NULL, &sweep));
    s->sweep = sweep;
    bti_sweep_free(old);
    bt_pos root = s->root;
    s->root = s->wider;
    s->wider = root;
    return look_up_box(s, value, done);
}

static bt_status memo_value(bti_search *s, const bt_pos *pos, uint64_t most,
                            uint64_t *value)
{
    bt_part part = {.game = s->game, .pos = *pos};
    if (!s->memo) {
        BT_TRY(bti_memo_new(s->ctx, &part, 1, &s->memo));
        bti_memo_split(s->memo);
    }
    return bti_memo_value(s->memo, &part, most, value);
}

bt_status bti_search_value(bti_search *s, const bt_pos *pos, uint64_t most,
                           uint64_t *value)
{
    bool done = false;
    BT_TRY(bti_search_order(s->game, pos, &s->pos));
    BT_TRY(look_up(s, pos, value, &done));
    if (done)
        return BT_OK;
    if (s->game->rules->split) /* summands are far fewer than positions */
        return memo_value(s, pos, most, value);
    BT_TRY(try_box(s, most, value, &done));
    if (done)
        return BT_OK;
    if (s->game->rules->grows ==
        0) /* packed positions have as many words as the root */
        BT_TRY(packed_value(s, most, value, &done));
    return done ? BT_OK : memo_value(s, pos, most, value);
}
