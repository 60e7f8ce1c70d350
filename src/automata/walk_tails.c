/* SPDX-License-Identifier: MIT
 * A state is alive when some word is accepted from it, and open when a word that does
 * not end in letter 0 is: when a letter other than 0 leads to a live state, or any
 * letter to an open one. Such words are infinitely many exactly when a cycle of open
 * states can be reached: go round as often as you like, then out. Open states that
 * reach no such cycle are settled from the last to the first, each when all the open
 * states behind it are. */
#include "walk_tails.h"
#include "core/grow.h"

#include "dfa_table.h"

#include <string.h>

typedef struct {
    const uint32_t *to;
    size_t states, choices;
    size_t *begin; /* the edges backwards */
    uint32_t *back, *queue, *left;
    unsigned char *alive, *open;
} tails;

static void free_tails(bt_context *ctx, tails *t)
{
    bt_release(ctx, t->begin, (t->states + 1) * sizeof *t->begin);
    bt_release(ctx, t->back, t->states * t->choices * sizeof *t->back);
    bt_release(ctx, t->queue, t->states * 2 * sizeof *t->queue);
    bt_release(ctx, t->alive, t->states * 2);
}

static bt_status get_memory(bt_context *ctx, tails *t)
{
    BT_TRY(BTI_NEW(ctx, t->begin, t->states + 1));
    t->back = bt_resize_array(ctx, NULL, 0, t->states, t->choices * sizeof *t->back);
    if (!t->back)
        return bt_last_status(ctx);
    t->queue = bt_resize_array(ctx, NULL, 0, t->states, 2 * sizeof *t->queue);
    if (!t->queue)
        return bt_last_status(ctx);
    t->left = t->queue + t->states;
    t->alive = bt_resize_array(ctx, NULL, 0, t->states, 2);
    if (!t->alive)
        return bt_last_status(ctx);
    t->open = t->alive + t->states;
    return BT_OK;
}

/* Marks everything from which a marked state can be reached. */
static void spread(tails *t, unsigned char *mark)
{
    size_t found = 0;
    for (size_t s = 0; s < t->states; s++)
        if (mark[s])
            t->queue[found++] = (uint32_t)s;
    for (size_t i = 0; i < found; i++)
        for (size_t j = t->begin[t->queue[i]]; j < t->begin[t->queue[i] + 1]; j++)
            if (!mark[t->back[j]]) {
                mark[t->back[j]] = 1;
                t->queue[found++] = t->back[j];
            }
}

static void find_open(tails *t)
{
    memset(t->open, 0, t->states);
    for (size_t s = 0; s < t->states; s++)
        for (size_t i = 1; i < t->choices; i++)
            t->open[s] |= t->alive[t->to[s * t->choices + i]];
    spread(t, t->open);
}

static uint32_t longest(const tails *t, uint32_t s, const uint32_t *tail)
{
    uint32_t most = 0;
    for (size_t i = 0; i < t->choices; i++) {
        uint32_t q = t->to[s * t->choices + i];
        if (t->open[q] && tail[q] >= most)
            most = tail[q];
    }
    return most + 1;
}

static void settle(tails *t, uint32_t *tail)
{
    size_t found = 0;
    for (size_t s = 0; s < t->states; s++) {
        t->left[s] = 0;
        for (size_t i = 0; i < t->choices; i++)
            t->left[s] += t->open[t->to[s * t->choices + i]];
        tail[s] = t->open[s] ? BTI_TAIL_ENDLESS : t->alive[s] ? 0 : BTI_TAIL_NONE;
        if (t->open[s] && t->left[s] == 0)
            t->queue[found++] = (uint32_t)s;
    }
    for (size_t i = 0; i < found; i++) {
        uint32_t q = t->queue[i];
        tail[q] = longest(t, q, tail);
        for (size_t j = t->begin[q]; j < t->begin[q + 1]; j++)
            if (--t->left[t->back[j]] == 0)
                t->queue[found++] = t->back[j];
    }
}

bt_status bti_walk_tails(bt_context *ctx, const uint32_t *to, size_t states,
                         size_t choices, const unsigned char *accept, uint32_t *tail)
{
    tails t = {.to = to, .states = states, .choices = choices};
    bt_status status = get_memory(ctx, &t);
    if (status == BT_OK) {
        bti_dfa_reverse(to, states, choices, choices, t.begin, t.back);
        memcpy(t.alive, accept, states);
        spread(&t, t.alive);
        find_open(&t);
        settle(&t, tail);
    }
    free_tails(ctx, &t);
    return status;
}
