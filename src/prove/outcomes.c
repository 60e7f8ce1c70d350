/* SPDX-License-Identifier: MIT
 * Is a position P? A search that stops at the first option that is P. The engine's
 * solver finds Grundy values and therefore looks at all options; a learner asks about
 * many positions of which most are N and have a P-option near at hand.
 *
 * Positions on the way from the one that was asked about are kept on a stack, each with
 * those of its options that were not known when it was reached. */
#include "prove/outcomes.h"
#include "core/hash.h"

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
    size_t known, room;
    uint32_t *slot; /* position + 1, or 0 */
    size_t slots;
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
    bt_release(o->ctx, o->key, o->room * o->vars * sizeof *o->key);
    bt_release(o->ctx, o->is_p, o->room);
    bt_release(o->ctx, o->slot, o->slots * sizeof *o->slot);
    bt_release(o->ctx, o->words, o->words_room * sizeof *o->words);
    bt_release(o->ctx, o->frame, o->frame_room * sizeof *o->frame);
    bt_release(o->ctx, o, sizeof *o);
}

uint64_t bti_outcomes_looked(const bti_outcomes *o)
{
    return o->looked;
}

static size_t slot_of(const bti_outcomes *o, const uint64_t *x)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < o->vars; i++)
        hash = bti_mix(hash ^ x[i]) + i;
    size_t at = (size_t)hash & (o->slots - 1);
    while (o->slot[at] &&
           memcmp(o->key + (o->slot[at] - 1) * o->vars, x, o->vars * sizeof *x) != 0)
        at = (at + 1) & (o->slots - 1);
    return at;
}

/* -1: not known. */
static int look_up(const bti_outcomes *o, const uint64_t *x)
{
    uint32_t found = o->slots ? o->slot[slot_of(o, x)] : 0;
    return found ? o->is_p[found - 1] : -1;
}

/* Keys and labels of one capacity: both grow or none. */
static bt_status more_room(bti_outcomes *o)
{
    size_t room = o->room ? 2 * o->room : 1024, slots = 4 * room;
    uint64_t *key = bt_resize_array(o->ctx, NULL, 0, room * o->vars, sizeof *key);
    unsigned char *is_p = key ? bt_resize(o->ctx, NULL, 0, room) : NULL;
    uint32_t *slot =
        is_p ? bt_resize_array(o->ctx, NULL, 0, slots, sizeof *slot) : NULL;
    if (!slot) {
        bt_status status = bt_last_status(o->ctx);
        bt_release(o->ctx, key, key ? room * o->vars * sizeof *key : 0);
        bt_release(o->ctx, is_p, is_p ? room : 0);
        return status;
    }
    if (o->known > 0) {
        memcpy(key, o->key, o->known * o->vars * sizeof *key);
        memcpy(is_p, o->is_p, o->known);
    }
    memset(slot, 0, slots * sizeof *slot);
    bt_release(o->ctx, o->key, o->room * o->vars * sizeof *key);
    bt_release(o->ctx, o->is_p, o->room);
    bt_release(o->ctx, o->slot, o->slots * sizeof *slot);
    o->key = key;
    o->is_p = is_p;
    o->slot = slot;
    o->slots = slots;
    o->room = room;
    for (size_t i = 0; i < o->known; i++)
        slot[slot_of(o, key + i * o->vars)] = (uint32_t)i + 1;
    return BT_OK;
}

static bt_status learn(bti_outcomes *o, const uint64_t *x, bool is_p)
{
    if (o->known == o->room)
        BT_TRY(more_room(o));
    size_t at = slot_of(o, x);
    if (o->slot[at])
        return BT_OK;
    memcpy(o->key + o->known * o->vars, x, o->vars * sizeof *x);
    o->is_p[o->known] = is_p;
    o->slot[at] = (uint32_t)++o->known;
    return BT_OK;
}

static bt_status push_words(bti_outcomes *o, const uint64_t *x)
{
    if (o->used + o->vars > o->words_room) {
        size_t room = o->words_room ? 2 * o->words_room : 1024;
        uint64_t *words =
            bt_resize_array(o->ctx, o->words, o->words_room, room, sizeof *words);
        if (!words)
            return bt_last_status(o->ctx);
        o->words = words;
        o->words_room = room;
    }
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
                       "more than %llu options would have to be looked at by search",
                       (unsigned long long)o->most);
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

static bt_status more_frames(bti_outcomes *o)
{
    size_t room = o->frame_room ? 2 * o->frame_room : 64;
    struct frame *frame =
        bt_resize_array(o->ctx, o->frame, o->frame_room, room, sizeof *frame);
    if (!frame)
        return bt_last_status(o->ctx);
    o->frame = frame;
    o->frame_room = room;
    return BT_OK;
}

/* A position becomes a frame with its unknown options, or is known at once. */
static bt_status enter(bti_outcomes *o, const uint64_t *x)
{
    struct collector c = {{.option = collect}, o, false, false};
    size_t base = o->used;
    if (o->frames == o->frame_room)
        BT_TRY(more_frames(o));
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
