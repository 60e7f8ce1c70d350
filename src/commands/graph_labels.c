/* SPDX-License-Identifier: MIT
 * Where the whole graph is there, its labels come from the graph itself. Where a part
 * was cut off, the arrows that are shown do not tell who wins, and each position is
 * asked about on its own: the last ones, which tend to be the easiest, first; after the
 * first question that is too hard only theorems are asked. */
#include "commands/graph_labels.h"

#include "commands/report.h"
#include "core/grow.h"

bool bti_graph_is_cut(const bti_game_graph *g)
{
    return g->explored && bt_explored_is_cut(g->explored);
}

bool bti_graph_has_more(const bti_game_graph *g, uint32_t v)
{
    return g->explored && bt_explored_has_more(g->explored, v);
}

/* A position of a graph is one word, the number of its node. */
bt_status bti_graph_position(bti_game_graph *g, uint32_t v)
{
    if (g->explored)
        return bt_explored_position(g->explored, v, g->sum);
    g->sum->part[0].pos.x[0] = v;
    return BT_OK;
}

bt_status bti_graph_look_up(bti_game_graph *g, uint32_t *node)
{
    if (g->explored)
        return bt_explored_find(g->explored, g->sum, node);
    *node = (uint32_t)g->sum->part[0].pos.x[0];
    return BT_OK;
}

void bti_game_graph_free(bti_game_graph *g)
{
    if (!g->ctx)
        return;
    bt_explored_free(g->explored); /* NULL is fine */
    bt_arena_free(&g->arena);
    *g = (bti_game_graph){.ctx = NULL};
}

/* Moves what was gathered in `text` into the arena. */
static bt_status keep(bti_game_graph *g, bt_text *text, const char **out)
{
    BT_TRY(bt_text_status(text));
    *out = bt_arena_copy(&g->arena, bt_text_span(text));
    bt_text_clear(text);
    return *out ? BT_OK : bt_last_status(g->ctx);
}

static bt_status keep_heads(bti_game_graph *g, bt_text *text)
{
    const bt_sum *sum = g->sum;
    bti_put_sum_rules(text, sum);
    BT_TRY(keep(g, text, &g->rules));
    bt_sum_print(text, sum);
    BT_TRY(keep(g, text, &g->position));
    bti_put_sum_title(text, sum, true);
    return keep(g, text, &g->title);
}

static bt_status keep_file_heads(bti_game_graph *g, bt_text *text)
{
    bti_put_sum_rules(text, g->sum);
    BT_TRY(keep(g, text, &g->rules));
    g->title = g->rules;
    return BT_OK;
}

static bt_status keep_names(bti_game_graph *g, bt_text *text)
{
    BT_TRY(BTI_ARENA_NEW(&g->arena, g->box, (size_t)g->csr->nodes));
    for (uint32_t v = 0; v < g->csr->nodes; v++) {
        if (v % 1024 == 0 && bt_stopped(g->ctx))
            return BT_STOPPED;
        BT_TRY(bti_graph_position(g, v));
        bt_sum_print(text, g->sum);
        BT_TRY(keep(g, text, &g->box[v].name));
    }
    return BT_OK;
}

bt_status bti_game_graph_make(bt_context *ctx, bt_sum *sum, bt_explore_how how,
                              bti_game_graph *g)
{
    bt_text text;
    *g = (bti_game_graph){.ctx = ctx, .sum = sum, .play = sum->part[0].game->play};
    bt_arena_init(&g->arena, ctx);
    bt_text_init(&text, ctx);
    bt_status status = keep_heads(g, &text);
    if (status == BT_OK)
        status = bt_explore(ctx, sum, how, &g->explored);
    if (status == BT_OK) {
        g->csr = bt_explored_csr(g->explored);
        status = keep_names(g, &text);
    }
    bt_text_free(&text);
    if (status != BT_OK)
        bti_game_graph_free(g);
    return status;
}

static bt_status check_nodes(const bti_game_graph *g, uint64_t limit)
{
    if (g->csr->nodes <= limit)
        return BT_OK;
    return bt_fail(g->ctx, BT_UNABLE,
                   "{name} has {nodes} nodes, more than {limit}; give a larger "
                   "--limit, or a node to begin at",
                   BT_ARGS(BT_STR("name", g->sum->part[0].game->name),
                           BT_NUM("nodes", g->csr->nodes), BT_NUM("limit", limit)));
}

bt_status bti_file_graph_make(bt_context *ctx, bt_sum *sum, uint64_t limit,
                              bti_game_graph *g)
{
    bt_text text;
    const bt_game *game = sum->part[0].game;
    *g = (bti_game_graph){.ctx = ctx, .sum = sum, .play = game->play};
    g->csr = game->rules->graph(game);
    bt_arena_init(&g->arena, ctx);
    bt_text_init(&text, ctx);
    bt_status status = check_nodes(g, limit);
    if (status == BT_OK)
        status = keep_file_heads(g, &text);
    if (status == BT_OK)
        status = keep_names(g, &text);
    bt_text_free(&text);
    if (status != BT_OK)
        bti_game_graph_free(g);
    return status;
}

/* Puts a value into an ascending list without repeats. */
static size_t insert(uint64_t *list, size_t n, uint64_t value)
{
    size_t at = n;
    while (at > 0 && list[at - 1] > value)
        at--;
    if (at > 0 && list[at - 1] == value)
        return n;
    for (size_t i = n; i > at; i--)
        list[i] = list[i - 1];
    list[at] = value;
    return n + 1;
}

static size_t count_finite(const bt_csr *csr, const bt_label *label, uint32_t v)
{
    size_t count = 0;
    for (uint64_t k = csr->start[v]; k < csr->start[v + 1]; k++)
        count += label[csr->target[k]].grundy != BT_INFINITE;
    return count;
}

static bt_status keep_infinity(bti_game_graph *g, const bt_label *label, uint32_t v)
{
    const bt_csr *csr = g->csr;
    size_t most = count_finite(csr, label, v), n = 0;
    uint64_t *list;
    BT_TRY(BTI_ARENA_NEW(&g->arena, list, most + 1));
    for (uint64_t k = csr->start[v]; k < csr->start[v + 1]; k++)
        if (label[csr->target[k]].grundy != BT_INFINITE)
            n = insert(list, n, label[csr->target[k]].grundy);
    g->box[v].infinite = true;
    g->box[v].infinity = list;
    g->box[v].infinity_count = n;
    return BT_OK;
}

static bt_status take_labels(bti_game_graph *g, const bt_label *label)
{
    for (uint32_t v = 0; v < g->csr->nodes; v++) {
        bti_graph_box *box = &g->box[v];
        box->outcome = bt_label_outcome(g->play, label[v]);
        box->has_remoteness = label[v].remoteness != BT_NEVER;
        box->remoteness = label[v].remoteness;
        box->has_grundy = g->play == BT_NORMAL && label[v].grundy != BT_INFINITE;
        box->grundy = label[v].grundy;
        if (g->play == BT_NORMAL && !box->has_grundy)
            BT_TRY(keep_infinity(g, label, v));
    }
    return BT_OK;
}

static bt_status label_whole(bti_game_graph *g)
{
    size_t nodes = (size_t)g->csr->nodes;
    bt_label *label;
    BT_TRY(BTI_NEW(g->ctx, label, nodes));
    bt_status status = bt_label_graph(g->ctx, g->csr, g->play, label);
    if (status == BT_OK)
        status = take_labels(g, label);
    bt_release(g->ctx, label, nodes * sizeof *label);
    return status;
}

static bt_status take_verdict(bti_game_graph *g, const bt_verdict *v,
                              bti_graph_box *box)
{
    box->outcome = v->outcome;
    box->has_grundy = v->has_grundy;
    box->grundy = v->grundy;
    box->has_remoteness = v->has_remoteness;
    box->remoteness = v->remoteness;
    if (!v->infinite)
        return BT_OK;
    uint64_t *list;
    BT_TRY(BTI_ARENA_NEW(&g->arena, list, v->infinity_count + 1));
    for (size_t i = 0; i < v->infinity_count; i++)
        list[i] = v->infinity[i];
    box->infinite = true;
    box->infinity = list;
    box->infinity_count = v->infinity_count;
    return BT_OK;
}

/* The solver explores a misere sum with a graph in it as a whole. From the root it does
 * so once, and has all others then. */
static bt_status ask_root(bti_game_graph *g, bt_solver *any, bt_solver *theorems,
                          bt_solver **solver)
{
    bt_verdict verdict;
    bool whole = false;
    *solver = any;
    for (size_t i = 0; i < g->sum->n && g->play == BT_MISERE; i++)
        whole |= g->sum->part[i].game->rules->graph != NULL;
    if (!whole)
        return BT_OK;
    BT_TRY(bt_explored_position(g->explored, 0, g->sum));
    bt_status status = bt_solve(any, g->sum, &verdict);
    if (status != BT_UNABLE)
        return status;
    *solver = theorems;
    return BT_OK;
}

static bt_status ask_each(bti_game_graph *g, bt_solver *any, bt_solver *theorems)
{
    bt_verdict verdict;
    bt_solver *solver = any;
    BT_TRY(ask_root(g, any, theorems, &solver));
    for (uint32_t v = (uint32_t)g->csr->nodes; v-- > 0;) {
        BT_TRY(bt_explored_position(g->explored, v, g->sum));
        bt_status status = bt_solve(solver, g->sum, &verdict);
        if (status == BT_UNABLE && solver == any) {
            solver = theorems;
            status = bt_solve(solver, g->sum, &verdict);
        }
        if (status == BT_OK)
            status = take_verdict(g, &verdict, &g->box[v]);
        if (status != BT_OK && status != BT_UNABLE)
            return status;
        if (bt_stopped(g->ctx))
            return BT_STOPPED;
    }
    return BT_OK;
}

/* A graph that was cut may belong to a game without end: its labels are worth some
 * memory, not all there is. */
static void limit_memory(bt_context *ctx, uint64_t limit)
{
    const uint64_t some = bt_memory_used(ctx) + (UINT64_C(256) << 20);
    bt_set_memory_limit(ctx, limit == 0 || some < limit ? some : limit);
}

static bt_status label_each(bti_game_graph *g)
{
    bt_solver *any = NULL, *theorems = NULL;
    uint64_t limit = bt_memory_limit(g->ctx);
    limit_memory(g->ctx, limit);
    bt_status status = bt_solver_new(g->ctx, BT_BY_ANY, &any);
    if (status == BT_OK)
        status = bt_solver_new(g->ctx, BT_BY_THEOREM, &theorems);
    if (status == BT_OK)
        status = ask_each(g, any, theorems);
    bt_solver_free(any);
    bt_solver_free(theorems);
    bt_set_memory_limit(g->ctx, limit);
    return status;
}

static void put_value(bt_text *text, const bti_graph_box *box)
{
    if (!box->infinite) {
        bt_text_put_u64(text, box->grundy);
        return;
    }
    bt_text_put(text, "\u221e{");
    for (size_t i = 0; i < box->infinity_count; i++)
        bt_text_format(text, "%s%llu", i > 0 ? "," : "",
                       (unsigned long long)box->infinity[i]);
    bt_text_put(text, "}");
}

static bt_status keep_values(bti_game_graph *g)
{
    bt_text text;
    bt_text_init(&text, g->ctx);
    bt_status status = BT_OK;
    for (uint64_t v = 0; v < g->csr->nodes && status == BT_OK; v++)
        if (g->box[v].has_grundy || g->box[v].infinite) {
            put_value(&text, &g->box[v]);
            status = keep(g, &text, &g->box[v].value);
        }
    bt_text_free(&text);
    return status;
}

bt_status bti_game_graph_label(bti_game_graph *g)
{
    BT_TRY(bti_graph_is_cut(g) ? label_each(g) : label_whole(g));
    return keep_values(g);
}
