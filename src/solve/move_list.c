/* SPDX-License-Identifier: MIT
 * Moves as a list. A walk calls a visitor, and the visitor keeps the words before and
 * after each move; going through the list splices them into one copy of the sum. */
#include <bouton/solve.h>

#include "core/grow.h"

#include <string.h>

struct kept {
    size_t part, at, was, now;
    const uint64_t *before, *after;
};

struct bt_moves {
    bt_visit visit;
    bt_context *ctx;
    bt_sum sum;
    bt_arena arena;
    struct kept *kept;
    size_t count, cap, next;
    bool made; /* the move before `next`, in `sum` */
    bt_move shown;
};

static bt_status keep(bt_moves *m, const bt_move *move)
{
    size_t was = move->was, now = move->now;
    uint64_t *words;
    BT_TRY(BTI_RESERVE(m->ctx, m->kept, m->cap, m->count + 1));
    BT_TRY(BTI_ARENA_NEW(&m->arena, words, was + now + 1));
    if (was > 0)
        memcpy(words, move->before, was * sizeof *words);
    if (now > 0)
        memcpy(words + was, bt_move_words(move), now * sizeof *words);
    m->kept[m->count++] =
        (struct kept){move->part, move->at, was, now, words, words + was};
    return BT_OK;
}

static bool keep_move(bt_visit *visit, const bt_move *move)
{
    visit->status = keep((bt_moves *)visit, move);
    return visit->status == BT_OK;
}

bt_status bt_moves_new(bt_context *ctx, bt_solver *solver, const bt_sum *sum,
                       bt_which_moves which, bt_moves **out)
{
    bt_moves *m = bt_resize(ctx, NULL, 0, sizeof *m);
    if (!m)
        return bt_last_status(ctx);
    *m = (bt_moves){.visit.option = keep_move, .ctx = ctx};
    bt_arena_init(&m->arena, ctx);
    bt_status status = bt_sum_copy(ctx, &m->sum, sum);
    if (status == BT_OK)
        status = which == BT_ALL_MOVES ? bt_walk_moves(&m->sum, &m->visit)
                 : which == BT_WINNING_MOVES
                     ? bt_walk_winning(solver, &m->sum, &m->visit)
                     : bt_walk_drawing(solver, &m->sum, &m->visit);
    if (status == BT_OK)
        *out = m;
    else
        bt_moves_free(m);
    return status;
}

void bt_moves_free(bt_moves *m)
{
    if (!m)
        return;
    bt_release(m->ctx, m->kept, m->cap * sizeof *m->kept);
    bt_arena_free(&m->arena);
    bt_sum_free(m->ctx, &m->sum);
    bt_release(m->ctx, m, sizeof *m);
}

/* The room is there since the walk. */
const bt_move *bt_moves_next(bt_moves *m)
{
    if (m->made) {
        const struct kept *k = &m->kept[m->next - 1];
        bt_pos_splice(&m->sum.part[k->part].pos, k->at, k->now, k->before, k->was);
    }
    m->made = m->next < m->count;
    if (!m->made)
        return NULL;
    const struct kept *k = &m->kept[m->next++];
    bt_pos *pos = &m->sum.part[k->part].pos;
    bt_pos_splice(pos, k->at, k->was, k->after, k->now);
    m->shown = (bt_move){k->part, k->at, k->was, k->now, k->before, pos};
    return &m->shown;
}

size_t bt_moves_count(const bt_moves *m)
{
    return m->count;
}

bool bt_moves_more(const bt_moves *m)
{
    return m->visit.more;
}
