/* SPDX-License-Identifier: MIT
 * The search uses a stack of its own, so play may be millions of moves deep. A position
 * is opened once: its unsolved options go on the stack; when it comes up again they are
 * all solved. An option that is open itself is on the current line of play: then play
 * need not end, and the search says so. */
#include "solve/memo.h"

#include "core/grow.h"
#include "solve/growth.h"
#include "solve/loopy.h"

#include "core/parallel.h"
#include "solve/position_set.h"

#include <string.h>

#define NEW UINT32_MAX
#define OPEN (UINT32_MAX - 1)

struct bti_memo {
    bt_context *ctx;
    bt_part *work; /* the games, and room for the position being looked at */
    size_t parts;
    bt_play play;

    bti_position_set set;      /* state: NEW, OPEN or the value */
    uint64_t most, most_looks; /* positions and looked may not pass these */

    uint32_t *stack;
    size_t depth, stack_cap;
    uint64_t *seen; /* by value: the number of the position that has it as an option */
    size_t seen_cap;
    uint64_t position, looked, rounds;
    bti_growth_watch watch;
    bool apart; /* what is remembered are summands of positions of one game */
    bt_summands summands;
};

static void release(bti_memo *m, void *block, size_t count, size_t size)
{
    bt_release(m->ctx, block, count * size);
}

void bti_memo_free(bti_memo *m)
{
    if (!m)
        return;
    for (size_t i = 0; m->work && i < m->parts; i++)
        bt_pos_free(&m->work[i].pos);
    release(m, m->work, m->parts, sizeof *m->work);
    bti_position_set_free(&m->set);
    bt_summands_free(&m->summands);
    release(m, m->stack, m->stack_cap, sizeof *m->stack);
    release(m, m->seen, m->seen_cap, sizeof *m->seen);
    release(m, m, 1, sizeof *m);
}

bt_status bti_memo_new(bt_context *ctx, const bt_part *part, size_t parts,
                       bti_memo **out)
{
    bti_memo *m;
    BT_TRY(BTI_NEW(ctx, m, 1));
    *m = (bti_memo){.ctx = ctx, .parts = parts, .play = part[0].game->play};
    bti_position_set_init(&m->set, ctx, parts, BTI_SORTED, NEW);
    bt_summands_init(&m->summands, ctx);
    m->work = bt_resize_array(ctx, NULL, 0, parts, sizeof *m->work);
    if (!m->work) {
        bt_status status = bt_last_status(ctx);
        m->parts = 0;
        bti_memo_free(m);
        return status;
    }
    for (size_t i = 0; i < parts; i++) {
        m->work[i].game = part[i].game;
        bt_pos_init(&m->work[i].pos, ctx);
    }
    *out = m;
    return BT_OK;
}

void bti_memo_split(bti_memo *m)
{
    m->apart =
        m->parts == 1 && m->play == BT_NORMAL && m->work[0].game->rules->split != NULL;
    m->set.merge = m->apart ? BTI_SORTED : BTI_SPLIT;
}

bool bti_memo_is_for(const bti_memo *m, const bt_part *part, size_t parts)
{
    if (m->parts != parts)
        return false;
    for (size_t i = 0; i < parts; i++)
        if (m->work[i].game != part[i].game)
            return false;
    return true;
}

/* The entry of the position in `part`, made if it is new. */
static bt_status intern(bti_memo *m, const bt_part *part, uint32_t *id)
{
    BT_TRY(bti_position_intern(&m->set, part, m->most, id));
    if (*id == UINT32_MAX)
        return bt_fail(m->ctx, BT_UNABLE,
                       "the search may hold at most {most} positions",
                       BT_ARGS(BT_NUM("most", m->most)));
    return BT_OK;
}

/* What is remembered of a position: its summands, or it alone. */
static bt_status take_apart(bti_memo *m, const bt_pos *pos, size_t *count)
{
    *count = 1;
    if (!m->apart)
        return BT_OK;
    bt_summands_clear(&m->summands);
    BT_TRY(bt_split(m->work[0].game, pos, &m->summands));
    *count = m->summands.end.n;
    return BT_OK;
}

/* The i-th of these, as something to intern. */
static const bt_part *taken(const bti_memo *m, const bt_part *whole, size_t i,
                            bt_part *one)
{
    if (!m->apart)
        return whole;
    *one = (bt_part){m->work[0].game, bt_summand(&m->summands, i)};
    return one;
}

bt_status bti_memo_knows(bti_memo *m, const bt_part *part, uint64_t *value, bool *known)
{
    uint32_t id;
    size_t count;
    bt_part one;
    *value = 0;
    *known = true;
    BT_TRY(take_apart(m, &part->pos, &count));
    for (size_t i = 0; i < count && *known; i++) {
        BT_TRY(bti_position_intern(&m->set, taken(m, part, i, &one), 0, &id));
        *known = id != UINT32_MAX && m->set.entry[id].state < OPEN;
        if (*known)
            *value ^= m->set.entry[id].state;
    }
    return BT_OK;
}

static bt_status push(bti_memo *m, uint32_t id)
{
    BT_TRY(bti_position_reserve(&m->set, &m->stack, &m->stack_cap, m->depth + 1,
                                sizeof *m->stack));
    m->stack[m->depth++] = id;
    return BT_OK;
}

struct look {
    bt_visit visit;
    bti_memo *memo;
    size_t options, waiting;
    bool p_option;
};

static bt_status note_value(bti_memo *m, uint32_t value)
{
    size_t old = m->seen_cap;
    BT_TRY(bti_position_reserve(&m->set, &m->seen, &m->seen_cap, (size_t)value + 1,
                                sizeof *m->seen));
    if (m->seen_cap > old)
        memset(m->seen + old, 0, (m->seen_cap - old) * sizeof *m->seen);
    m->seen[value] = m->position;
    return BT_OK;
}

/* The value of an entry is added to *value; what is new goes on the stack. */
static bt_status look_up(struct look *look, const bt_part *part, const bt_move *move,
                         uint32_t *value)
{
    bti_memo *m = look->memo;
    size_t known = m->set.entries;
    uint32_t id;
    BT_TRY(intern(m, part, &id));
    if (m->set.entries > known)
        BT_TRY(bti_growth_look(&m->watch, move->part, move->to, m->set.entries));
    uint32_t state = m->set.entry[id].state;
    if (state == OPEN)
        return bti_fail_loopy(m->ctx);
    if (state == NEW) {
        look->waiting++;
        return push(m, id);
    }
    *value ^= state;
    return BT_OK;
}

/* The option is edited in place, inside m->work. */
static bt_status look_at(struct look *look, const bt_move *move)
{
    bti_memo *m = look->memo;
    size_t count, waiting = look->waiting;
    uint32_t value = 0;
    bt_part one;
    BT_TRY(take_apart(m, move->to, &count));
    for (size_t i = 0; i < count; i++)
        BT_TRY(look_up(look, taken(m, m->work, i, &one), move, &value));
    look->options++;
    if (++m->looked > m->most_looks)
        return bt_fail(m->ctx, BT_UNABLE, "the search would take too long", BT_NO_ARGS);
    if (look->waiting > waiting)
        return BT_OK;
    look->p_option = look->p_option || value == 0;
    return m->play == BT_NORMAL ? note_value(m, value) : BT_OK;
}

static bool look_at_option(bt_visit *visit, const bt_move *move)
{
    visit->status = look_at((struct look *)visit, move);
    return visit->status == BT_OK;
}

static uint32_t value_of(const struct look *look)
{
    const bti_memo *m = look->memo;
    if (m->play == BT_MISERE)
        return look->p_option || look->options == 0;
    uint32_t mex = 0;
    while (mex < m->seen_cap && m->seen[mex] == m->position)
        mex++;
    return mex;
}

/* Solves the entry on top of the stack, or puts what it waits for above it. */
static bt_status look_at_top(bti_memo *m)
{
    uint32_t id = m->stack[m->depth - 1];
    if (m->set.entry[id].state < OPEN) {
        m->depth--;
        return BT_OK;
    }
    m->set.entry[id].state = OPEN;
    m->position++;
    BT_TRY(bti_position_get(&m->set, id, m->work));
    struct look look = {.visit.option = look_at_option, .memo = m};
    bt_sum sum = {.part = m->work, .n = m->parts};
    BT_TRY(bt_walk_moves(&sum, &look.visit));
    if (look.waiting == 0) {
        m->set.entry[id].state = value_of(&look);
        m->depth--;
    }
    return BT_OK;
}

static bt_status run(bti_memo *m)
{
    while (m->depth > 0) {
        BT_TRY(look_at_top(m));
        if (++m->rounds % 1024 == 0)
            bti_progress(m->ctx, "positions", m->set.entries, 0);
    }
    return BT_OK;
}

/* After a failure nothing half-done may stay: open positions are new again. */
static void abandon(bti_memo *m)
{
    m->depth = 0;
    for (size_t id = 0; id < m->set.entries; id++)
        if (m->set.entry[id].state == OPEN)
            m->set.entry[id].state = NEW;
}

bt_status bti_memo_value(bti_memo *m, const bt_part *part, uint64_t most,
                         uint64_t *value)
{
    size_t count;
    bt_part one;
    m->most = most < BTI_POSITIONS_MAX - m->set.entries ? m->set.entries + most
                                                        : BTI_POSITIONS_MAX;
    m->most_looks = most < UINT64_MAX / 64 ? m->looked + 64 * most : UINT64_MAX;
    bti_growth_begin(&m->watch, m->ctx, part, m->parts, m->set.entries);
    *value = 0;
    bt_status status = take_apart(m, &part->pos, &count);
    for (size_t i = 0; i < count && status == BT_OK; i++) {
        uint32_t id;
        status = intern(m, taken(m, part, i, &one), &id);
        if (status == BT_OK)
            status = push(m, id);
        if (status == BT_OK)
            status = run(m);
        if (status == BT_OK)
            *value ^= m->set.entry[id].state;
        if (status == BT_OK && i + 1 < count) /* the search took others apart */
            status = take_apart(m, &part->pos, &count);
    }
    if (status == BT_OK)
        return BT_OK;
    abandon(m);
    if (m->set.full)
        return bti_fail_full(m->ctx, bti_search_is_full, bti_growing_search_is_full,
                             m->set.entries, m->parts == 1 ? &part->pos : NULL,
                             &m->work->pos);
    return status;
}
