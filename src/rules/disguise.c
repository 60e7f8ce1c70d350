/* SPDX-License-Identifier: MIT */
#include <bouton/disguise.h>
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "rules/disguise_as.h"
#include "rules/nim_reason.h"

#include <bouton/kernels.h>

static uint64_t nim_sum(const bt_disguise *d, const bt_pos *p, size_t piles)
{
    uint64_t sum = 0;
    if (!d->pile)
        return bt_nim_sum(p->x, piles);
    for (size_t i = 0; i < piles; i++)
        sum ^= d->pile(p, i);
    return sum;
}

/* Piles of two or more; they matter in misere play only. */
static size_t count_firm(const bt_game *g, const bt_pos *p, size_t piles)
{
    size_t firm = 0;
    for (size_t i = 0; i < piles && g->play == BT_MISERE; i++)
        firm += bti_pile_of(g->rules->disguise, p, i) >= 2;
    return firm;
}

void bt_disguise_theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    const bt_disguise *d = g->rules->disguise;
    size_t piles = d->piles(p);
    *out = (bt_answer){.outcome = BT_UNKNOWN};
    if (g->play == BT_MISERE && d->normal_only)
        return;
    if (g->as)
        bti_as_theorem(g, p, out);
    else
        bt_tame_answer(g->play, nim_sum(d, p, piles), count_firm(g, p, piles) > 0, out);
}

bool bt_disguise_winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit)
{
    const bt_disguise *d = g->rules->disguise;
    size_t piles = d->piles(p), firm = count_firm(g, p, piles);
    uint64_t sum = nim_sum(d, p, piles) ^ rest.grundy;
    bool going = true;
    if (g->as)
        return bti_as_winning(g, p, rest, visit);
    for (size_t i = 0; i < piles && going; i++) {
        uint64_t pile = bti_pile_of(d, p, i);
        bool others_firm = rest.firm || firm > (pile >= 2);
        uint64_t wanted = bt_tame_wanted(g->play, sum ^ pile, others_firm);
        if (wanted != pile)
            going = d->make(g, p, i, wanted, visit);
    }
    return going;
}

bool bt_disguise_options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    const bt_disguise *d = g->rules->disguise;
    bool going = true;
    if (g->as)
        return bti_as_options(g, p, visit);
    for (size_t i = 0; i < d->piles(p) && going; i++)
        for (uint64_t size = bti_pile_of(d, p, i); size > 0 && going;)
            going = d->make(g, p, i, --size, visit);
    return going;
}

bool bt_disguise_rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    if (g->as)
        return bti_as_rank(g, p, moves);
    *moves = bt_disguise_total(g, p);
    return *moves < UINT64_MAX;
}

uint64_t bt_disguise_total(const bt_game *g, const bt_pos *p)
{
    const bt_disguise *d = g->rules->disguise;
    uint64_t total = 0;
    for (size_t i = 0; i < d->piles(p); i++)
        if (!bti_add(total, bti_pile_of(d, p, i), &total))
            return UINT64_MAX;
    return total;
}

static const uint64_t *gather(const bt_disguise *d, const bt_pos *p, size_t piles,
                              bt_steps *steps)
{
    uint64_t *size = bt_steps_room(steps, piles);
    for (size_t i = 0; i < piles && size; i++)
        size[i] = d->pile(p, i);
    return size;
}

static const uint64_t *odd_numbers(size_t count, bt_steps *steps)
{
    uint64_t *number = bt_steps_room(steps, count);
    for (size_t i = 0; i < count && number; i++)
        number[i] = 2 * i + 1;
    return number;
}

void bt_disguise_reason(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    const bt_disguise *d = g->rules->disguise;
    if (g->as) {
        bti_as_reason(g, p, steps);
        return;
    }
    bti_nim_piles piles = {.play = g->play,
                           .what = d->what,
                           .whats = d->whats ? d->whats : "piles",
                           .n = d->piles(p)};
    piles.number = d->pile ? gather(d, p, piles.n, steps) : p->x;
    piles.place = d->odd ? odd_numbers(piles.n, steps) : NULL;
    if (!piles.number || (d->odd && !piles.place))
        return;
    if (d->growth)
        d->growth(p, &piles.may_grow, &piles.more_later);
    if (d->story)
        d->story(g, p, steps);
    bti_nim_reason(&piles, steps);
}
