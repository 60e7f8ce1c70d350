/* SPDX-License-Identifier: MIT
 * Single positions of a game, by search. */
#include "prove/oracle.h"
#include "core/arith.h"
#include "core/grow.h"
#include "rules/registry.h"

#include <string.h>

static bt_status bind_text(bt_game *g, const char *name, bt_span bytes, bt_text *full)
{
    bt_context *ctx = g->arena.ctx;
    bt_text_format(full, "game:%s", name);
    BT_TRY(bt_text_status(full));
    BT_TRY(bti_rules_game.bind(ctx, bytes, g, full));
    if (g->play == BT_MISERE)
        bt_text_put(full, "/misere");
    BT_TRY(bt_text_status(full));
    g->name = bt_arena_copy(&g->arena, bt_text_span(full));
    return g->name ? BT_OK : bt_last_status(ctx);
}

bt_status bti_game_of_text(bt_context *ctx, const char *name, bt_span bytes,
                           bt_game **out)
{
    bt_text full;
    bt_game *g;
    BT_TRY(BTI_NEW(ctx, g, 1));
    *g = (bt_game){.rules = &bti_rules_game, .summary = bti_rules_game.summary};
    bt_arena_init(&g->arena, ctx);
    bt_text_init(&full, ctx);
    bt_status status = bind_text(g, name, bytes, &full);
    bt_text_free(&full);
    if (status == BT_OK)
        *out = g;
    else
        bt_game_free(g);
    return status;
}

struct counter {
    bt_visit visit;
    bt_visit *inner;
    bti_oracle *o;
};

static bool count_option(bt_visit *v, const bt_move *move)
{
    struct counter *c = (struct counter *)v;
    bti_oracle *o = c->o;
    if (++o->looked % 4096 == 0 && bt_stopped(o->ctx))
        v->status = BT_STOPPED;
    else if (o->looked > o->most)
        v->status =
            bt_fail(o->ctx, BT_UNABLE,
                    "more than {most} options would have to be looked at by search",
                    BT_ARGS(BT_NUM("most", o->most)));
    return v->status == BT_OK && c->inner->option(c->inner, move);
}

/* The options of the game, counted: a solver has no limit of its own. */
static bool counted_options(const bt_game *g, bt_pos *pos, bt_visit *visit)
{
    bti_oracle *o =
        (bti_oracle *)(uintptr_t)((const char *)g - offsetof(bti_oracle, counted));
    struct counter c = {{.option = count_option}, visit, o};
    bt_status status = bt_options(o->game, pos, &c.visit);
    if (status != BT_OK)
        visit->status = status;
    return !c.visit.ended;
}

bt_status bti_oracle_begin(bti_oracle *o, bt_context *ctx, const bt_game *game,
                           size_t vars)
{
    *o = (bti_oracle){.ctx = ctx,
                      .game = game,
                      .vars = vars,
                      .most = UINT64_MAX,
                      .counted = *game,
                      .rules = *game->rules};
    o->rules.options = counted_options;
    o->counted.rules = &o->rules;
    o->part.game = &o->counted;
    bt_pos_init(&o->part.pos, ctx);
    o->sum = (bt_sum){.part = &o->part, .n = 1, .cap = 1};
    for (size_t i = 0; i < vars; i++)
        BT_TRY(bt_pos_push(&o->part.pos, 0));
    return bt_solver_new(ctx, BT_BY_SEARCH, &o->solver);
}

void bti_oracle_end(bti_oracle *o)
{
    bt_solver_free(o->solver);
    bt_pos_free(&o->part.pos);
}

bt_status bti_oracle_solve(bti_oracle *o, const uint64_t *x, bt_verdict *out)
{
    memcpy(o->part.pos.x, x, o->vars * sizeof *x);
    o->asked++;
    return bt_solve(o->solver, &o->sum, out);
}

struct shower {
    bt_visit visit;
    bt_status (*show)(void *arg, const uint64_t *option);
    void *arg;
};

static bool show_option(bt_visit *v, const bt_move *move)
{
    struct shower *s = (struct shower *)v;
    v->status = s->show(s->arg, move->to->x);
    return v->status == BT_OK;
}

bt_status bti_oracle_options(bti_oracle *o, const uint64_t *x,
                             bt_status (*show)(void *arg, const uint64_t *option),
                             void *arg)
{
    struct shower s = {{.option = show_option}, show, arg};
    memcpy(o->part.pos.x, x, o->vars * sizeof *x);
    return bt_options(o->game, &o->part.pos, &s.visit);
}

bool bti_oracle_is_near(const uint64_t *x, size_t vars, uint64_t most)
{
    uint64_t box = 1;
    for (size_t i = 0; i < vars; i++)
        if (x[i] == UINT64_MAX || !bti_mul(box, x[i] + 1, &box) || box > most)
            return false;
    return true;
}
