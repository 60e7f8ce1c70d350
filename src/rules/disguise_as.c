/* SPDX-License-Identifier: MIT
 * A drawn position is the same game as the heaps that its piles stand for: a move here
 * is a move there, and the other way round. So every question goes to the game of the
 * heaps, and every move that comes back is drawn by `leave`. The theorem asks for one
 * heap at a time, which needs no memory. */
#include "rules/disguise_as.h"
#include "rules/said.h"

#include <bouton/number_kit.h>

#include "core/arith.h"

static size_t count_piles(const bt_game *g, const bt_pos *p)
{
    return g->rules->disguise->piles(p);
}

/* What is known of all heaps together. */
struct known {
    uint64_t nim_sum;
    bool values, tame, firm; /* of every heap; of every heap; of one */
    size_t busy;             /* heaps that are not empty */
    bt_outcome last;         /* of the last of these, alone */
};

static void add_heap(const bt_game *as, const bt_pos *p, uint64_t heap, struct known *k)
{
    bt_pos alone = {&heap, 1, 1, p->ctx};
    bt_answer answer;
    as->rules->theorem(as, &alone, &answer);
    k->values = k->values && answer.has_grundy;
    k->tame = k->tame && answer.tame;
    k->firm = k->firm || answer.firm;
    k->nim_sum ^= answer.grundy;
    if (heap > 0) {
        k->busy++;
        k->last = answer.outcome;
    }
}

/* Misere play of several heaps follows misere Nim only where the game of the heaps says
 * so of each of them; a heap alone is what that game says. */
void bti_as_theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    struct known k = {.values = true, .tame = true, .last = BT_N};
    *out = (bt_answer){.outcome = BT_UNKNOWN};
    for (size_t i = 0; i < count_piles(g, p); i++)
        add_heap(g->as, p, bti_pile_of(g->rules->disguise, p, i), &k);
    if (k.values && (g->play == BT_NORMAL || k.tame)) {
        bt_tame_answer(g->play, k.nim_sum, k.firm, out);
        out->tame = k.tame;
    } else if (g->play == BT_MISERE && k.busy <= 1) {
        out->outcome = k.last;
    }
}

static bt_status heaps_of(const bt_game *g, const bt_pos *p, bt_pos *heaps)
{
    size_t piles = count_piles(g, p);
    BT_TRY(bt_pos_reserve(heaps, piles));
    for (size_t i = 0; i < piles; i++)
        BT_TRY(bt_pos_push(heaps, bti_pile_of(g->rules->disguise, p, i)));
    return BT_OK;
}

/* Draws the moves that a walk over the heaps shows. */
struct drawing {
    bt_visit visit;
    const bt_game *game;
    bt_pos *p;
    bt_pos left; /* the heaps that a move leaves */
    bt_visit *show;
};

static bool draw(bt_visit *visit, const bt_move *move)
{
    struct drawing *d = (struct drawing *)visit;
    const uint64_t *now = bt_move_words(move);
    d->left.n = 0;
    for (size_t i = 0; i < move->now && visit->status == BT_OK; i++)
        if (now[i] > 0)
            visit->status = bt_pos_push(&d->left, now[i]);
    return visit->status == BT_OK &&
           d->game->rules->disguise->leave(d->game, d->p, move->at, d->left.x,
                                           d->left.n, d->show);
}

/* All moves of the heaps, or those that win beside *rest. */
static bool walk(const bt_game *g, bt_pos *p, const bt_rest *rest, bt_visit *visit)
{
    struct drawing d = {.visit.option = draw, .game = g, .p = p, .show = visit};
    bt_pos heaps;
    bt_pos_init(&heaps, p->ctx);
    bt_pos_init(&d.left, p->ctx);
    bt_status status = heaps_of(g, p, &heaps);
    if (status == BT_OK)
        status = rest ? bt_winning(g->as, &heaps, *rest, &d.visit)
                      : bt_options(g->as, &heaps, &d.visit);
    bt_pos_free(&d.left);
    bt_pos_free(&heaps);
    if (visit->status == BT_OK)
        visit->status = status;
    visit->more = visit->more || d.visit.more;
    return status == BT_OK && !d.visit.ended;
}

bool bti_as_options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    return walk(g, p, NULL, visit);
}

bool bti_as_winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit)
{
    return walk(g, p, &rest, visit);
}

bool bti_as_rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    uint64_t heap, most = 0;
    bt_pos alone = {&heap, 1, 1, p->ctx};
    *moves = 0;
    for (size_t i = 0; i < count_piles(g, p); i++) {
        heap = bti_pile_of(g->rules->disguise, p, i);
        if (!g->as->rules->rank || !g->as->rules->rank(g->as, &alone, &most) ||
            !bti_add(*moves, most, moves))
            return false;
    }
    return true;
}

/* "The runs are rows of 5, 3 and 2 in the game kayles, in this order." */
static void say_heaps(const bt_game *g, const bt_pos *heaps, bt_steps *steps)
{
    enum { TOLD = 16 };
    const bt_disguise *d = g->rules->disguise;
    const char *word = g->as->rules->heap_word ? g->as->rules->heap_word : "heap";
    const char *words = bti_heap_words(g->as->rules);
    const char *piles = d->whats ? d->whats : "piles";
    if (heaps->n > TOLD)
        bt_step_say(steps, "disguise", "The {n} {piles} are {words} in the game {as}.",
                    BT_ARGS(BT_NUM("n", heaps->n), BT_STR("piles", piles),
                            BT_STR("words", words), BT_STR("as", d->as)));
    else
        bt_step_say(
            steps, "disguise",
            "{heaps, plural, one {The {what} is a {word} of {heaps} in the game "
            "{as}.} other {The {piles} are {words} of {heaps} in the game {as}, "
            "in this order.}}",
            BT_ARGS(BT_LIST("heaps", heaps->x, heaps->n), BT_STR("what", d->what),
                    BT_STR("word", word), BT_STR("piles", piles),
                    BT_STR("words", words), BT_STR("as", d->as)));
    bt_step_numbers(steps, "heaps", heaps->x, heaps->n);
}

/* First what the heaps are, then what their own game says about them. */
void bti_as_reason(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    const bt_disguise *d = g->rules->disguise;
    bt_pos heaps;
    bt_pos_init(&heaps, p->ctx);
    bt_status status = heaps_of(g, p, &heaps);
    if (steps->status == BT_OK)
        steps->status = status;
    if (d->story && status == BT_OK)
        d->story(g, p, steps);
    if (heaps.n > 0 && status == BT_OK) {
        say_heaps(g, &heaps, steps);
        g->as->rules->reason(g->as, &heaps, steps);
    }
    bt_pos_free(&heaps);
}
