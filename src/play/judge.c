/* SPDX-License-Identifier: MIT
 * How the computer chooses. In an N-position a move to a P-position wins; where play
 * can go round in circles it must also come nearer to the end, so among positions whose
 * remoteness is known the winner takes the least. The loser takes the greatest and so
 * resists longest; where it is not known, the smallest bite leaves most of the game.
 *
 * A game may be too large to be searched. Every search has a bound, counted in
 * positions and not in time so that every machine plays alike; beyond it nothing is
 * known, and the computer looks for an option that a small search shows to be lost for
 * the opponent. */
#include <bouton/disguise.h>

#include "play/judge.h"

#include "core/arith.h"
#include "core/grow.h"
#include "core/hash.h"

enum {
    LABELLED = 5000,  /* positions; where more can be reached, none is labelled */
    WIDEST = 500,     /* moves from the start; the same */
    CHOICES = 1000,   /* a move is chosen among the first so many */
    HOPES = 200,      /* the same where a small search is made for each */
    BITES = 1 << 20,  /* the same where moves are only measured */
    JUDGED = 1 << 17, /* positions that a search may look at */
    GLANCED = 500,    /* the same, for a small one */
    TRIES = 2         /* searches of a line that come to nothing */
};
/* What a search may add to the memory in use. */
#define JUDGE_BYTES (UINT64_C(1) << 28)

static bool has_graph(const bt_sum *sum)
{
    for (size_t i = 0; i < sum->n; i++)
        if (sum->part[i].game->rules->graph)
            return true;
    return false;
}

/* At most how many moves are left: more of them than positions would be too many. */
static bool is_short(const bt_sum *sum)
{
    uint64_t total = 0;
    for (size_t i = 0; i < sum->n; i++) {
        const bt_part *part = &sum->part[i];
        uint64_t moves = 0;
        if (part->game->rules->rank &&
            (!part->game->rules->rank(part->game, &part->pos, &moves) ||
             !bti_add(total, moves, &total) || total >= LABELLED))
            return false;
    }
    return true;
}

struct count {
    bt_visit visit;
    size_t count, most;
};

static bool count_one(bt_visit *visit, const bt_move *move)
{
    struct count *c = (struct count *)visit;
    (void)move;
    return ++c->count < c->most;
}

bt_status bti_count_moves(bt_sum *sum, size_t most, size_t *count)
{
    struct count c = {{.option = count_one}, 0, most};
    bt_status status = bt_walk_moves(sum, &c.visit);
    *count = c.count;
    return status;
}

static bt_status label(bti_judge *j, bt_sum *start)
{
    bt_explore_how how = {.merge = true, .depth = UINT64_MAX, .limit = LABELLED};
    bool graph = has_graph(start);
    if (graph ? start->n == 1 : j->thorough)
        return BT_OK; /* the solver labels a graph itself */
    if (!is_short(start))
        return BT_OK;
    size_t moves = 0;
    BT_TRY(bti_count_moves(start, WIDEST, &moves));
    if (moves == WIDEST)
        return BT_OK; /* walking them from every position would take long */
    BT_TRY(bt_explore(j->ctx, start, how, &j->explored));
    if (bt_explored_is_cut(j->explored))
        return BT_OK;
    const bt_csr *csr = bt_explored_csr(j->explored);
    BT_TRY(BTI_NEW(j->ctx, j->label, (size_t)csr->nodes));
    j->labels = (size_t)csr->nodes;
    return bt_label_graph(j->ctx, csr, start->part[0].game->play, j->label);
}

static void drop_labels(bti_judge *j)
{
    bt_explored_free(j->explored);
    bt_release(j->ctx, j->label, j->labels * sizeof *j->label);
    j->explored = NULL;
    j->label = NULL;
    j->labels = 0;
}

/* Labels are only for better resistance: a limit that they meet does no harm. */
bt_status bti_judge_init(bti_judge *j, bt_context *ctx, bt_by by, bool thorough,
                         bt_sum *start)
{
    *j = (bti_judge){.ctx = ctx, .tries = TRIES, .thorough = thorough};
    bt_status status = bt_solver_new(ctx, by, &j->solver);
    if (status == BT_OK) {
        status = label(j, start);
        if (status == BT_UNABLE)
            status = BT_OK;
        if (status != BT_OK || !j->label || bt_explored_is_cut(j->explored))
            drop_labels(j);
    }
    if (status != BT_OK)
        bti_judge_free(j);
    return status;
}

void bti_judge_free(bti_judge *j)
{
    if (j->ctx)
        drop_labels(j);
    bt_solver_free(j->solver);
    *j = (bti_judge){.ctx = j->ctx};
}

void bti_judge_refill(bti_judge *j)
{
    j->tries = TRIES;
}

/* Sets the bounds of a search; returns the memory limit to be put back. */
static uint64_t bind(bti_judge *j, uint64_t positions)
{
    uint64_t limit = bt_memory_limit(j->ctx), some;
    if (j->thorough)
        return limit;
    bt_solver_limit(j->solver, positions);
    if (bti_add(bt_memory_used(j->ctx), JUDGE_BYTES, &some) &&
        (limit == 0 || some < limit))
        bt_set_memory_limit(j->ctx, some);
    return limit;
}

static bt_status search(bti_judge *j, bt_sum *sum, bti_view *view)
{
    bt_verdict verdict;
    bool tried = j->tries > 0;
    uint64_t limit = bind(j, tried ? JUDGED : GLANCED);
    bt_status status = bt_solve(j->solver, sum, &verdict);
    bt_set_memory_limit(j->ctx, limit);
    if (!j->thorough && (status == BT_UNABLE || status == BT_DOMAIN)) {
        view->final = tried;
        j->tries -= tried;
        return BT_OK;
    }
    BT_TRY(status);
    *view = (bti_view){.outcome = verdict.outcome,
                       .has_remoteness = verdict.has_remoteness,
                       .final = true,
                       .remoteness = verdict.remoteness};
    return BT_OK;
}

bt_status bti_judge_view(bti_judge *j, bt_sum *sum, bti_view *view)
{
    uint32_t node = UINT32_MAX;
    *view = (bti_view){.outcome = BT_UNKNOWN};
    if (j->label)
        BT_TRY(bt_explored_find(j->explored, sum, &node));
    if (node == UINT32_MAX)
        return search(j, sum, view);
    view->outcome = bt_label_outcome(sum->part[0].game->play, j->label[node]);
    view->has_remoteness = view->outcome != BT_D;
    view->final = true;
    view->remoteness = j->label[node].remoteness;
    return BT_OK;
}

bt_status bti_walk_good(bti_judge *j, bt_sum *sum, bt_outcome wanted, bt_visit *visit)
{
    uint64_t limit = bind(j, JUDGED);
    bt_status status = wanted == BT_D ? bt_walk_drawing(j->solver, sum, visit)
                                      : bt_walk_winning(j->solver, sum, visit);
    bt_set_memory_limit(j->ctx, limit);
    return status;
}

bt_status bti_judge_explain(bti_judge *j, bt_sum *sum, bt_steps *steps)
{
    uint64_t limit = bind(j, JUDGED);
    bt_status status = bt_explain(j->solver, sum, steps);
    bt_set_memory_limit(j->ctx, limit);
    return status;
}

uint64_t bti_random(uint64_t *random)
{
    *random += 0x9e3779b97f4a7c15u;
    return bti_mix(*random);
}

/* Keeps one of the moves with the least cost, each with the same chance: the i-th one
 * takes the place of the one kept before with probability 1/i. */
struct pick {
    bt_visit visit;
    bti_judge *judge;
    bt_sum *sum;
    uint64_t *random; /* NULL: the first */
    bti_kept *move;
    bt_outcome wanted; /* of the position that the move leaves */
    bool longest;      /* the greatest remoteness instead of the least */
    bt_outcome spared; /* no move to such a position */
    size_t looked, seen;
    uint64_t cost;
};

static bt_status keep(struct pick *p, uint64_t cost, const bt_move *move)
{
    if (p->seen > 0 && cost > p->cost)
        return BT_OK;
    if (cost < p->cost)
        p->seen = 0;
    p->cost = cost;
    p->seen++;
    if (p->seen > 1 && (!p->random || bti_random(p->random) % p->seen != 0))
        return BT_OK;
    return bti_kept_set(p->move, move);
}

static bool pick_any(bt_visit *visit, const bt_move *move)
{
    struct pick *p = (struct pick *)visit;
    visit->status = keep(p, 0, move);
    return visit->status == BT_OK && ++p->looked < CHOICES;
}

/* The piles of all parts that are Nim in disguise and could go on for ever. */
static bool may_last(const bt_sum *sum, uint64_t *piles)
{
    bool may = false;
    *piles = 0;
    for (size_t i = 0; i < sum->n; i++) {
        const bt_game *game = sum->part[i].game;
        if (!game->rules->disguise || game->rules->rank)
            continue;
        may = true;
        if (!bti_add(*piles, bt_disguise_total(game, &sum->part[i].pos), piles))
            *piles = UINT64_MAX;
    }
    return may;
}

/* Whoever wins makes such piles smaller: that cannot go on for ever. */
static bool pick_good_move(bt_visit *visit, const bt_move *move)
{
    struct pick *p = (struct pick *)visit;
    uint64_t piles;
    bool all = may_last(p->sum, &piles);
    visit->status = keep(p, piles, move);
    return visit->status == BT_OK && (all || (p->random && ++p->looked < CHOICES));
}

static bt_status keep_by_remoteness(struct pick *p, const bt_move *move)
{
    bti_view view;
    if (++p->looked % 1024 == 0 && bt_stopped(p->judge->ctx))
        return BT_STOPPED;
    BT_TRY(bti_judge_view(p->judge, p->sum, &view));
    if (view.outcome != p->wanted)
        return BT_OK;
    uint64_t cost = !view.has_remoteness ? 0
                    : p->longest         ? UINT64_MAX - view.remoteness
                                         : view.remoteness;
    return keep(p, cost, move);
}

static bool pick_by_remoteness(bt_visit *visit, const bt_move *move)
{
    visit->status = keep_by_remoteness((struct pick *)visit, move);
    return visit->status == BT_OK;
}

/* How much the words before and after a move differ in all. */
static uint64_t bite_of(const bt_move *move)
{
    const uint64_t *before = move->before, *after = bt_move_words(move);
    size_t words = move->was > move->now ? move->was : move->now;
    uint64_t bite = 0, less = 0, more = 0;
    for (size_t i = 0; i < words; i++) {
        uint64_t x = i < move->was ? before[i] : 0, y = i < move->now ? after[i] : 0;
        if (!bti_add(bite, x > y ? x - y : y - x, &bite))
            bite = UINT64_MAX;
        less += x;
        more += y;
    }
    return move->was == move->now ? bite : less - more; /* of heaps that are broken */
}

static bool pick_small_bite(bt_visit *visit, const bt_move *move)
{
    struct pick *p = (struct pick *)visit;
    visit->status = keep(p, bite_of(move), move);
    if (++p->looked % 1024 == 0 && bt_stopped(p->judge->ctx))
        visit->status = BT_STOPPED;
    return visit->status == BT_OK && p->looked < BITES;
}

static bt_status finish(struct pick *p, bt_status status, bool *found)
{
    *found = p->seen > 0;
    return status;
}

bt_status bti_random_move(bti_judge *j, bt_sum *sum, uint64_t *random, bti_kept *move,
                          bool *found)
{
    struct pick p = {.visit.option = pick_any,
                     .judge = j,
                     .sum = sum,
                     .random = random,
                     .move = move,
                     .cost = UINT64_MAX};
    return finish(&p, bt_walk_moves(sum, &p.visit), found);
}

static bool pick_slip(bt_visit *visit, const bt_move *move)
{
    struct pick *p = (struct pick *)visit;
    bti_view view;
    visit->status = bti_judge_view(p->judge, p->sum, &view);
    if (visit->status == BT_OK && view.outcome != p->spared &&
        view.outcome != BT_UNKNOWN)
        visit->status = keep(p, 0, move);
    return visit->status == BT_OK && ++p->looked < CHOICES;
}

/* What a good move leaves: from N a P-position, from D a draw, from P anything, which
 * is N or D only if the labels are wrong. */
static bt_outcome good_after(bt_outcome outcome)
{
    return outcome == BT_N ? BT_P : outcome == BT_P ? BT_N : outcome;
}

bt_status bti_slip_move(bti_judge *j, bt_sum *sum, const bti_view *view,
                        uint64_t *random, bti_kept *move, bool *found)
{
    *found = false;
    if (view->outcome == BT_P || view->outcome == BT_UNKNOWN)
        return BT_OK;
    struct pick p = {.visit.option = pick_slip,
                     .judge = j,
                     .sum = sum,
                     .random = random,
                     .move = move,
                     .spared = good_after(view->outcome),
                     .cost = UINT64_MAX};
    return finish(&p, bt_walk_moves(sum, &p.visit), found);
}

/* Where remoteness is known all moves are judged; otherwise the theorem's or the
 * search's own walk shows the good ones. */
static bt_status pick_good(bti_judge *j, const bti_view *view, struct pick *p,
                           bool *found)
{
    bool judged =
        j->label || (p->sum->n == 1 && (view->has_remoteness || has_graph(p->sum)));
    p->wanted = good_after(view->outcome);
    p->longest = view->outcome == BT_P;
    if (judged) {
        p->visit.option = pick_by_remoteness;
        return finish(p, bt_walk_moves(p->sum, &p->visit), found);
    }
    p->visit.option = pick_good_move;
    return finish(p, bti_walk_good(j, p->sum, p->wanted, &p->visit), found);
}

/* Where nobody knows who wins: a move after which the opponent has lost, or else one
 * after which that is not seen to be false, and of these a small bite. */
static bt_status keep_hopeful(struct pick *p, const bt_move *move, bool *lost)
{
    bti_view view = {.outcome = BT_UNKNOWN};
    if ((p->looked < HOPES || p->looked % 1024 == 0) && bt_stopped(p->judge->ctx))
        return BT_STOPPED;
    if (p->looked < HOPES)
        BT_TRY(bti_judge_view(p->judge, p->sum, &view));
    *lost = view.outcome == BT_P;
    if (*lost)
        return keep(p, 0, move);
    uint64_t bite = bite_of(move);
    bool bad = view.outcome == BT_N || bite == UINT64_MAX;
    return keep(p, bad ? UINT64_MAX : 1 + bite, move);
}

static bool pick_hopeful(bt_visit *visit, const bt_move *move)
{
    struct pick *p = (struct pick *)visit;
    bool lost = false; /* for the opponent */
    visit->status = keep_hopeful(p, move, &lost);
    return visit->status == BT_OK && !lost && ++p->looked < BITES;
}

bt_status bti_best_move(bti_judge *j, bt_sum *sum, const bti_view *view,
                        uint64_t *random, bti_kept *move, bool *found)
{
    struct pick p = {
        .judge = j, .sum = sum, .random = random, .move = move, .cost = UINT64_MAX};
    *found = false;
    bool resist = view->outcome == BT_P && !view->has_remoteness;
    if (view->outcome != BT_UNKNOWN && !resist) {
        bt_status status = pick_good(j, view, &p, found);
        if (j->thorough || (status != BT_UNABLE && (*found || status != BT_OK)))
            return status;
        if (*found)
            return BT_OK;
        p.seen = p.looked = 0;
        p.cost = UINT64_MAX;
    }
    bool unknown = view->outcome == BT_UNKNOWN;
    unsigned tries = j->tries;
    p.visit = (bt_visit){.option = unknown ? pick_hopeful : pick_small_bite};
    j->tries = 0; /* the options are only glanced at */
    bt_status status = bt_walk_moves(sum, &p.visit);
    j->tries = tries;
    return finish(&p, status, found);
}

bt_status bti_count_good(bti_judge *j, bt_sum *sum, const bti_view *view, size_t most,
                         size_t *count, bool *more)
{
    struct count c = {{.option = count_one}, 0, most};
    *count = 0;
    *more = false;
    if (view->outcome != BT_N && view->outcome != BT_D)
        return BT_OK;
    bt_status status = bti_walk_good(j, sum, good_after(view->outcome), &c.visit);
    *count = c.count;
    *more = c.visit.more || status != BT_OK;
    return status;
}
