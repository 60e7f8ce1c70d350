/* SPDX-License-Identifier: MIT
 * Is a position P? A search that stops at the first option that is P. The engine's
 * solver finds Grundy values and therefore looks at all options; a learner asks about
 * many positions of which most are N and have a P-option near at hand.
 *
 * Positions on the way from the one that was asked about are kept on a stack, each with
 * those of its options that were not known when it was reached. */
#include "prove/outcomes.h"
#include "core/grow.h"
#include "core/hash.h"
#include "core/index.h"

#include <string.h>

struct frame {
    size_t first; /* of its options on the stack of words; its own words are before */
};

struct bti_outcomes {
    bt_context *ctx;
    const bt_game *game;
    size_t vars;
    uint64_t looked, most;
    bt_pos pos;
    uint64_t *key; /* vars words each */
    unsigned char *is_p;
    size_t known, key_room, is_p_room;
    bti_index index;
    uint64_t *words; /* of the stack */
    size_t used, words_room;
    struct frame *frame;
    size_t frames, frame_room;
};

void bti_outcomes_free(bti_outcomes *o)
{
    if (!o)
        return;
    bt_pos_free(&o->pos);
    BTI_RELEASE(o->ctx, o->key, o->key_room);
    BTI_RELEASE(o->ctx, o->is_p, o->is_p_room);
    BTI_RELEASE(o->ctx, o->words, o->words_room);
    BTI_RELEASE(o->ctx, o->frame, o->frame_room);
    bti_index_free(o->ctx, &o->index);
    bt_release(o->ctx, o, sizeof *o);
}

uint64_t bti_outcomes_looked(const bti_outcomes *o)
{
    return o->looked;
}

/* Whether x is known; p stands there, or where it belongs. */
static bool find(const bti_outcomes *o, const uint64_t *x, bti_probe *p)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < o->vars; i++)
        hash = bti_mix(hash ^ x[i]) + i;
    *p = bti_index_probe(&o->index, hash);
    while (bti_index_next(&o->index, p))
        if (memcmp(o->key + p->item * o->vars, x, o->vars * sizeof *x) == 0)
            return true;
    return false;
}

/* -1: not known. */
static int look_up(const bti_outcomes *o, const uint64_t *x)
{
    bti_probe p;
    return find(o, x, &p) ? o->is_p[p.item] : -1;
}

static bt_status learn(bti_outcomes *o, const uint64_t *x, bool is_p)
{
    bti_probe p;
    BT_TRY(bti_index_reserve(o->ctx, &o->index));
    BT_TRY(BTI_RESERVE(o->ctx, o->key, o->key_room, (o->known + 1) * o->vars));
    BT_TRY(BTI_RESERVE(o->ctx, o->is_p, o->is_p_room, o->known + 1));
    if (find(o, x, &p))
        return BT_OK;
    memcpy(o->key + o->known * o->vars, x, o->vars * sizeof *x);
    o->is_p[o->known] = is_p;
    bti_index_put(&o->index, &p, (uint32_t)o->known++);
    return BT_OK;
}

static bt_status push_words(bti_outcomes *o, const uint64_t *x)
{
    BT_TRY(BTI_RESERVE(o->ctx, o->words, o->words_room, o->used + o->vars));
    memcpy(o->words + o->used, x, o->vars * sizeof *x);
    o->used += o->vars;
    return BT_OK;
}

struct collector {
    bt_visit visit;
    bti_outcomes *o;
    bool some;    /* there was an option */
    bool found_p; /* and one that is P */
};

static bt_status look_at(struct collector *c, const uint64_t *x)
{
    bti_outcomes *o = c->o;
    c->some = true;
    if (++o->looked % 4096 == 0 && bt_stopped(o->ctx))
        return BT_STOPPED;
    if (o->looked > o->most)
        return bt_fail(o->ctx, BT_UNABLE,
                       "more than {most} options would have to be looked at by search",
                       BT_ARGS(BT_NUM("most", o->most)));
    int known = look_up(o, x);
    c->found_p = known == 1;
    return known < 0 ? push_words(o, x) : BT_OK;
}

static bool collect(bt_visit *v, const bt_move *move)
{
    struct collector *c = (struct collector *)v;
    v->status = look_at(c, move->to->x);
    return v->status == BT_OK && !c->found_p;
}

/* A position becomes a frame with its unknown options, or is known at once. */
static bt_status enter(bti_outcomes *o, const uint64_t *x)
{
    struct collector c = {{.option = collect}, o, false, false};
    size_t base = o->used;
    BT_TRY(BTI_RESERVE(o->ctx, o->frame, o->frame_room, o->frames + 1));
    memcpy(o->pos.x, x, o->vars * sizeof *x);
    BT_TRY(push_words(o, o->pos.x));
    BT_TRY(bt_options(o->game, &o->pos, &c.visit));
    if (!c.found_p && o->used > base + o->vars) {
        o->frame[o->frames++] = (struct frame){base + o->vars};
        return BT_OK;
    }
    bool terminal_n = !c.some && o->game->play == BT_MISERE;
    o->used = base;
    return learn(o, o->words + base, !c.found_p && !terminal_n);
}

/* The top frame: its last option that is not known is next; if none is left, or one is
 * P, the position is known. */
static bt_status go_on(bti_outcomes *o)
{
    size_t first = o->frame[o->frames - 1].first;
    bool answered = false;
    while (o->used > first && !answered) {
        int known = look_up(o, o->words + o->used - o->vars);
        if (known < 0)
            return enter(o, o->words + o->used - o->vars);
        answered = known == 1;
        o->used -= o->vars;
    }
    o->used = first - o->vars;
    o->frames--;
    return learn(o, o->words + o->used, !answered);
}

bt_status bti_outcomes_ask(bti_outcomes *o, const uint64_t *x, bool *is_p)
{
    bt_status status = BT_OK;
    int known = look_up(o, x);
    if (known < 0)
        status = enter(o, x);
    while (status == BT_OK && o->frames > 0)
        status = go_on(o);
    o->frames = 0;
    o->used = 0;
    BT_TRY(status);
    *is_p = look_up(o, x) == 1;
    return BT_OK;
}

bt_status bti_outcomes_new(bt_context *ctx, const bt_game *game, size_t vars,
                           uint64_t most, bti_outcomes **out)
{
    bti_outcomes *o = bt_resize(ctx, NULL, 0, sizeof *o);
    bt_status status = BT_OK;
    *out = NULL;
    if (!o)
        return bt_last_status(ctx);
    *o = (bti_outcomes){.ctx = ctx, .game = game, .vars = vars, .most = most};
    bt_pos_init(&o->pos, ctx);
    for (size_t i = 0; i < vars && status == BT_OK; i++)
        status = bt_pos_push(&o->pos, 0);
    if (status == BT_OK)
        *out = o;
    else
        bti_outcomes_free(o);
    return status;
}
