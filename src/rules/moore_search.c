/* SPDX-License-Identifier: MIT
 * All winning moves of Moore's Nim_k. For a set of chosen piles, t of them and t <= k,
 * the others give each column c a number of ones, and the chosen piles must add exactly
 * need[c] to make it 0 modulo k+1: between 0 and k only one number does. A chosen pile
 * x may become 0 .. x-1.
 *
 * Misere: if some other pile has two chips or more, the target is P as in normal play.
 * If none has, a target with a pile of two or more would have 1 to t ones in its
 * leftmost column, all from chosen piles, and that is not 0 modulo k+1. So only ones
 * may be left, 1 modulo k+1 of them: need[c] is 0 for c >= 1, as in normal play, and
 * column 0 is to become 1 instead of 0.
 *
 * Values are found pile by pile, from the largest down, and none is tried that the
 * piles behind it cannot complete, so the time between two moves is bounded however
 * large the piles are. For the last two piles: the columns that need two ones are in
 * both, those that need one are shared out, and as one value falls the other grows. */
#include "rules/moore_search.h"

#include "core/parallel.h"
#include "rules/moore_move.h"

enum { COLUMNS = BTI_MOORE_COLUMNS, FEW_SUBSETS = 4000000 };

static bool extend(bti_moore_subsets *s, size_t from)
{
    const bt_pos *p = s->pos;
    bool going = true;
    for (size_t i = from; i < p->n && going; i++) {
        if (p->x[i] == 0)
            continue;
        if (s->n == BTI_MOORE_CHOSEN) {
            s->cut = true;
            break;
        }
        s->chosen[s->n++] = i;
        going = s->show(s);
        if (going && s->n < s->k)
            going = extend(s, i + 1);
        s->n--;
    }
    return going;
}

bool bti_moore_walk_subsets(bti_moore_subsets *s)
{
    return extend(s, 0);
}

bool bti_moore_few_subsets(uint64_t piles, uint64_t k)
{
    uint64_t all = 0, of_size = 1;
    for (uint64_t size = 1; size <= k && size <= piles; size++) {
        if (piles > FEW_SUBSETS)
            return false;
        of_size = of_size * (piles - size + 1) / size;
        all += of_size;
        if (all > FEW_SUBSETS)
            return false;
    }
    return true;
}

typedef struct {
    bti_moore_subsets subsets; /* first: the walk hands out a pointer to it */
    bt_play play;
    unsigned columns;
    uint64_t ones[COLUMNS]; /* of all piles */
    size_t large;           /* piles of two chips or more */
    uint64_t most[BTI_MOORE_CHOSEN];
    uint64_t need[COLUMNS]; /* from the chosen piles that have no value yet */
} search;

/* Can the piles from i on be given values with exactly the needed ones, pile i at most
 * `bound`? From the left: a pile that was given less than its bound is loose, it can
 * take any bit from then on. Ones go to loose piles first, since that costs nothing;
 * then to those with the largest bound further right, and the others come loose. */
static bool can_complete(const search *s, size_t i, uint64_t bound)
{
    uint64_t tight[BTI_MOORE_CHOSEN], loose = 0;
    size_t n = 0;
    tight[n++] = bound;
    for (i++; i < s->subsets.n; i++)
        tight[n++] = s->most[i];
    for (unsigned c = s->columns; c-- > 0;) {
        uint64_t bit = (uint64_t)1 << c, able = 0;
        for (size_t j = 0; j < n; j++)
            able += tight[j] >> c & 1;
        if (s->need[c] > loose + able)
            return false;
        uint64_t stay = s->need[c] > loose ? s->need[c] - loose : 0;
        for (; able > stay; able--, loose++) {
            size_t least = n;
            for (size_t j = 0; j < n; j++)
                if (tight[j] >= bit && (least == n || tight[j] < tight[least]))
                    least = j;
            tight[least] = tight[--n];
        }
        for (size_t j = 0; j < n; j++)
            tight[j] &= bit - 1;
    }
    return true;
}

/* A pile that has come loose is largest with every needed one in the columns below c:
 * what can be completed without such a one can be completed with it, since the piles
 * behind it have one less to give. */
static uint64_t take_needed(search *s, unsigned c)
{
    uint64_t value = 0;
    while (c-- > 0)
        if (s->need[c] > 0) {
            s->need[c]--;
            value |= (uint64_t)1 << c;
        }
    return value;
}

/* The largest value of pile i; the caller knows that there is one. It follows its bound
 * while that can be completed. */
static uint64_t first_value(search *s, size_t i)
{
    uint64_t value = 0, bound = s->most[i];
    for (unsigned c = s->columns; c-- > 0;) {
        uint64_t bit = (uint64_t)1 << c;
        if ((bound & bit) == 0)
            continue;
        bound -= bit;
        if (s->need[c] == 0)
            return value | take_needed(s, c);
        s->need[c]--;
        if (!can_complete(s, i, bound)) {
            s->need[c]++;
            return value | take_needed(s, c);
        }
        value |= bit;
    }
    return value;
}

/* The next smaller value of pile i; false, and need as before the first, if there is
 * none. */
static bool next_value(search *s, size_t i, uint64_t *value)
{
    for (unsigned c = 0; c < s->columns; c++) {
        uint64_t bit = (uint64_t)1 << c;
        if ((*value & bit) == 0)
            continue;
        *value -= bit;
        s->need[c]++;
        if (can_complete(s, i, bit - 1)) {
            *value |= take_needed(s, c);
            return true;
        }
    }
    return false;
}

static bool show_option(const search *s)
{
    const bti_moore_subsets *set = &s->subsets;
    size_t first = set->chosen[0], words = set->chosen[set->n - 1] - first + 1;
    return bt_show(set->visit, set->pos, first, words, set->visit->origin + first);
}

/* The columns that need exactly `ones`. */
static uint64_t columns_needing(const search *s, uint64_t ones)
{
    uint64_t columns = 0;
    for (unsigned c = 0; c < s->columns; c++)
        columns |= (uint64_t)(s->need[c] == ones) << c;
    return columns;
}

/* The largest `forced` with some of the bits in `spare`, up to `bound`: it is the bound
 * or differs from it, going left, first where the bound has a 1. */
static bool largest_upto(uint64_t forced, uint64_t spare, uint64_t bound, uint64_t *out)
{
    uint64_t all = forced | spare;
    *out = bound;
    if ((bound & ~all) == 0 && (forced & ~bound) == 0)
        return true;
    for (unsigned c = 0; c < COLUMNS; c++) {
        uint64_t bit = (uint64_t)1 << c, left = ~(bit - 1) - bit;
        if ((bound & ~forced & bit) == 0 || (bound & left & ~all) != 0 ||
            (forced & left & ~bound) != 0)
            continue;
        *out = (bound & left) | (all & (bit - 1));
        return true;
    }
    return false;
}

/* need[c] <= 2 in all columns, or no values do. */
static bool show_last_two(search *s, size_t i)
{
    uint64_t *x = s->subsets.pos->x, value;
    uint64_t *one = &x[s->subsets.chosen[i]], *other = &x[s->subsets.chosen[i + 1]];
    uint64_t both = columns_needing(s, 2), either = columns_needing(s, 1);
    bool going = true;
    for (bool more = largest_upto(both, either, s->most[i], &value); more && going;) {
        *one = value;
        *other = both | (either & ~value);
        if (*other > s->most[i + 1])
            break;
        going = show_option(s);
        uint64_t shared = value & either;
        more = shared > 0;
        value = both | ((shared - 1) & either);
    }
    return going;
}

static bool show_values(search *s, size_t i)
{
    uint64_t *x = &s->subsets.pos->x[s->subsets.chosen[i]];
    size_t left = s->subsets.n - i;
    if (left == 1) {
        *x = columns_needing(s, 1);
        return *x > s->most[i] || show_option(s);
    }
    if (left == 2)
        return show_last_two(s, i);
    if (!can_complete(s, i, s->most[i]))
        return true;
    uint64_t value = first_value(s, i);
    bool going;
    do {
        *x = value;
        going = show_values(s, i + 1);
    } while (going && next_value(s, i, &value));
    return going;
}

/* What the chosen piles must add in each column; false if that is more than they can
 * in some column, whatever they do in the others. */
static bool find_needs(search *s)
{
    const bti_moore_subsets *set = &s->subsets;
    size_t large = 0;
    for (size_t i = 0; i < set->n; i++) {
        uint64_t pile = set->pos->x[set->chosen[i]];
        s->most[i] = pile - 1;
        large += pile >= 2;
    }
    bool leaves_ones = s->play == BT_MISERE && large == s->large;
    for (unsigned c = s->columns; c-- > 0;) {
        uint64_t others = s->ones[c], able = 0;
        for (size_t i = 0; i < set->n; i++) {
            others -= set->pos->x[set->chosen[i]] >> c & 1;
            able += s->most[i] >> c != 0;
        }
        uint64_t over = bti_moore_rest(others, leaves_ones && c == 0 ? 1 : 0, set->k);
        s->need[c] = over == 0 ? 0 : set->k - over + 1;
        if (s->need[c] > able)
            return false;
    }
    return true;
}

static bool show_winning(bti_moore_subsets *set)
{
    search *s = (search *)set;
    if (!find_needs(s))
        return true;
    bool going = show_values(s, 0);
    for (size_t i = 0; i < set->n; i++)
        set->pos->x[set->chosen[i]] = s->most[i] + 1;
    return going;
}

bool bti_moore_search(bt_pos *p, uint64_t k, bt_play play, bt_visit *visit)
{
    search s = {.subsets = {.show = show_winning, .pos = p, .visit = visit, .k = k},
                .play = play};
    uint64_t any = 0;
    for (size_t i = 0; i < p->n; i++) {
        any |= p->x[i];
        s.large += p->x[i] >= 2;
    }
    while (s.columns < COLUMNS && any >> s.columns != 0)
        s.columns++;
    for (unsigned c = 0; c < s.columns; c++) {
        s.ones[c] = bti_moore_ones(p->x, p->n, c);
        if (bti_worked(p->ctx, p->n / 4)) {
            visit->status = BT_STOPPED;
            return false;
        }
    }
    return bti_moore_walk_subsets(&s.subsets);
}
