/* SPDX-License-Identifier: MIT
 * Weights, words and sequences. */
#include "check/check_digits.h"

#include "core/arith.h"
#include "core/grow.h"
#include "core/hash.h"

#include <string.h>

#define LARGEST (INT64_C(1) << 45) /* factors together are at most 1600 */

bool bti_check_digits_fits(const bti_check_digits *d, const int64_t *value)
{
    for (unsigned k = 0; k < d->order; k++)
        if (value[k] > LARGEST || value[k] < -LARGEST)
            return false;
    return true;
}

static int64_t next_value(const bti_check_digits *d, const int64_t *value)
{
    int64_t sum = 0;
    for (unsigned j = 1; j <= d->order; j++)
        sum += d->step[j - 1] * value[d->order - j];
    return sum;
}

void bti_check_digits_read(const bti_check_digits *d, unsigned *phase, int64_t *value,
                           int64_t digit)
{
    if (*phase == 0) {
        int64_t last = next_value(d, value);
        for (unsigned k = 1; k < d->order; k++)
            value[k - 1] = value[k];
        value[d->order - 1] = last;
    }
    *phase = (*phase == 0 ? d->period : *phase) - 1;
    for (unsigned k = 0; k < d->order; k++)
        value[k] += digit * (int64_t)d->weight[*phase + k * d->period];
}

bool bti_check_digits_positive(const bti_check_digits *d, const int64_t *value,
                               int64_t more)
{
    int64_t window[BTI_CHECK_GIVEN];
    unsigned in_a_row = 0;
    if (!bti_check_digits_fits(d, value))
        return false;
    memcpy(window, value, d->order * sizeof *window);
    for (unsigned round = 0; round < BTI_CHECK_PLACES; round++) {
        unsigned at = round % d->order;
        int64_t after = 0;
        if (window[at] + more <= 0)
            return false;
        in_a_row = window[at] >= 0 ? in_a_row + 1 : 0;
        if (in_a_row == d->order)
            return true;
        for (unsigned j = 1; j <= d->order; j++)
            after += d->step[j - 1] * window[(at + d->order - j) % d->order];
        if (after > LARGEST || after < -LARGEST)
            return false;
        window[at] = after;
    }
    return false;
}

/* Study. */

static void find_steps(bti_check_digits *d)
{
    unsigned places = d->given > d->factors ? d->given : d->factors;
    for (d->period = places; d->period > 1; d->period--) {
        bool divides = true;
        for (unsigned j = 1; j <= d->factors; j++)
            divides = divides && (d->factor[j - 1] == 0 || j % d->period == 0);
        if (divides)
            break;
    }
    d->order = (places + d->period - 1) / d->period;
    for (unsigned k = 1; k * d->period <= d->factors; k++)
        d->step[k - 1] = d->factor[k * d->period - 1];
}

/* slack(i) = (sum of the weights below i) + 1 - weight(i) follows the recurrence plus a
 * number `more`; when it is at least some natural number at `order` places, and that
 * number leads to no less, it stays so: 0, or with more < 0 the one that leads to
 * itself.
 */
static bool no_gap_comes(const bti_check_digits *d, const uint64_t *below)
{
    int64_t growth = -1, slack[BTI_CHECK_PLACES];
    unsigned places = d->period * d->order;
    for (unsigned k = 0; k < d->order; k++)
        growth += d->step[k];
    for (unsigned i = 0; i < 2 * places + d->period; i++)
        slack[i] = (int64_t)(below[i] + 1 - d->weight[i]);
    for (unsigned i = places; i < 2 * places; i++) {
        int64_t more = slack[i + d->period];
        for (unsigned k = 0; k < d->order; k++)
            more -= d->step[k] * slack[i - k * d->period];
        if (more + (more < 0 ? growth * slack[i] : 0) < 0)
            return false;
    }
    return true;
}

/* Weights do not fall, and each is at most 1 more than those below it together. */
static bt_status find_weights(bt_context *ctx, bti_check_digits *d)
{
    uint64_t below[BTI_CHECK_PLACES + 1] = {0};
    unsigned i;
    for (i = 0; i < BTI_CHECK_PLACES; i++) {
        uint64_t w = i < d->given ? (uint64_t)d->first[i] : 0, part;
        bool fits = true;
        for (unsigned j = 1; i >= d->given && j <= d->factors && fits; j++)
            fits = bti_mul((uint64_t)d->factor[j - 1], d->weight[i - j], &part) &&
                   bti_add(w, part, &w);
        if (!fits || !bti_add(below[i], w, &below[i + 1]))
            break;
        if (i > 0 && w < d->weight[i - 1])
            return bt_fail(ctx, BT_DOMAIN, "these weights fall", BT_NO_ARGS);
        if (w > below[i] + 1)
            return bt_fail(ctx, BT_DOMAIN, "these weights do not write every number",
                           BT_NO_ARGS);
        d->weight[i] = w;
    }
    d->weights = i;
    if (i == BTI_CHECK_PLACES || i < d->period * (2 * d->order + 2))
        return bt_fail(ctx, BT_UNABLE, "these weights grow too slowly", BT_NO_ARGS);
    return no_gap_comes(d, below)
               ? BT_OK
               : bt_fail(ctx, BT_UNABLE,
                         "it is not clear that these weights write every number",
                         BT_NO_ARGS);
}

enum { LIMITS = 8 };

/* The rest is less than every one of some limits. */
typedef struct {
    unsigned phase, limits;
    int64_t limit[LIMITS][BTI_CHECK_GIVEN];
} word;

static bool at_least(const bti_check_digits *d, const int64_t *a, const int64_t *b)
{
    for (unsigned k = 0; k < d->order; k++)
        if (a[k] < b[k])
            return false;
    return true;
}

/* Limits stay sorted, and none is at least another. */
static bool add_limit(const bti_check_digits *d, word *w, const int64_t *limit)
{
    unsigned kept = 0, place = 0;
    for (unsigned i = 0; i < w->limits; i++)
        if (at_least(d, limit, w->limit[i]))
            return true;
    for (unsigned i = 0; i < w->limits; i++)
        if (!at_least(d, w->limit[i], limit)) {
            memmove(w->limit[kept], w->limit[i], sizeof w->limit[i]);
            place += memcmp(w->limit[kept++], limit, sizeof w->limit[0]) < 0;
        }
    if (kept == LIMITS)
        return false;
    memmove(w->limit[place + 1], w->limit[place], (kept - place) * sizeof w->limit[0]);
    memcpy(w->limit[place], limit, sizeof w->limit[0]);
    w->limits = kept + 1;
    for (unsigned i = w->limits; i < LIMITS; i++) /* words are compared whole */
        memset(w->limit[i], 0, sizeof w->limit[i]);
    return true;
}

static bool limit_by_weight(const bti_check_digits *d, word *w)
{
    int64_t limit[BTI_CHECK_GIVEN] = {0};
    for (unsigned k = 0; k < d->order; k++)
        limit[k] = (int64_t)d->weight[w->phase + k * d->period];
    return add_limit(d, w, limit);
}

/* *alive is false when no rest is small enough; false: too complicated. */
static bool read_digit(const bti_check_digits *d, const word *from, unsigned digit,
                       word *to, bool *alive)
{
    *to = (word){.phase = (from->phase == 0 ? d->period : from->phase) - 1};
    *alive = true;
    for (unsigned i = 0; i < from->limits; i++) {
        int64_t limit[BTI_CHECK_GIVEN];
        bool some = false;
        unsigned phase = from->phase;
        memcpy(limit, from->limit[i], sizeof limit);
        bti_check_digits_read(d, &phase, limit, -(int64_t)digit);
        for (unsigned k = 0; k < d->order; k++)
            some = some || limit[k] > 0;
        *alive = *alive && some;
        if (!bti_check_digits_fits(d, limit) || !add_limit(d, to, limit))
            return false;
    }
    return digit == 1 || limit_by_weight(d, to);
}

static bt_status find_words(bt_context *ctx, bti_check_digits *d, word *known)
{
    bool alive;
    for (d->words = 0; d->words < d->period; d->words++) {
        known[d->words] = (word){.phase = d->words};
        (void)limit_by_weight(d, &known[d->words]);
    }
    for (unsigned s = 0; s < d->words; s++) {
        const word *w = &known[s];
        d->phase[s] = (unsigned char)w->phase;
        d->ends[s] = w->phase == 0;
        for (unsigned i = 0; i < w->limits; i++)
            d->ends[s] = d->ends[s] && w->limit[i][0] > 0;
        for (unsigned digit = 0; digit < 2; digit++) {
            word to;
            unsigned at = 0;
            bool can = read_digit(d, w, digit, &to, &alive);
            while (alive && at < d->words && memcmp(&known[at], &to, sizeof to) != 0)
                at++;
            if (!can || at == BTI_CHECK_WORDS)
                return bt_fail(
                    ctx, BT_UNABLE,
                    "numbers in these digits are too complicated to recognise",
                    BT_NO_ARGS);
            d->next[s][digit] = alive ? (unsigned char)at : BTI_CHECK_NO_WORD;
            if (alive && at == d->words)
                known[d->words++] = to;
        }
    }
    while (d->words > 1u << d->bits)
        d->bits++;
    return BT_OK;
}

/* One state of a word is wider than another until some word tells them apart. */
static void find_wider(bti_check_digits *d)
{
    for (unsigned a = 0; a < d->words; a++)
        for (unsigned b = 0; b < d->words; b++)
            if (d->phase[a] == d->phase[b] && (d->ends[a] || !d->ends[b]))
                d->wider[a] |= UINT64_C(1) << b;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned a = 0; a < d->words; a++)
            for (unsigned b = 0; b < d->words; b++)
                for (unsigned digit = 0; digit < 2; digit++) {
                    unsigned to = d->next[a][digit], other = d->next[b][digit];
                    if (!bti_word_wider(d, a, b) || other == BTI_CHECK_NO_WORD ||
                        (to != BTI_CHECK_NO_WORD && bti_word_wider(d, to, other)))
                        continue;
                    d->wider[a] &= ~(UINT64_C(1) << b);
                    changed = true;
                }
    }
}

/* Some weight further up is more than the rest in every state of a word. */
static bt_status find_reach(bt_context *ctx, bti_check_digits *d, const word *known)
{
    for (d->reach = 0; d->reach <= d->period * d->order; d->reach++) {
        bool enough = true;
        for (unsigned s = 0; s < d->words; s++)
            for (unsigned k = 0; k < d->order; k++)
                enough =
                    enough &&
                    known[s].limit[0][k] <=
                        (int64_t)d->weight[known[s].phase + k * d->period + d->reach];
        if (enough)
            return BT_OK;
    }
    return bt_fail(ctx, BT_UNABLE, "sums in these digits are too complicated",
                   BT_NO_ARGS);
}

bt_status bti_check_digits_study(bt_context *ctx, bti_check_digits *d)
{
    find_steps(d);
    BT_TRY(find_weights(ctx, d));
    size_t size = BTI_CHECK_WORDS * sizeof(word);
    word *known = bt_resize(ctx, NULL, 0, size);
    if (!known)
        return bt_last_status(ctx);
    bt_status status = find_words(ctx, d, known);
    if (status == BT_OK)
        find_wider(d);
    if (status == BT_OK)
        status = find_reach(ctx, d, known);
    bt_release(ctx, known, size);
    return status;
}

/* Vectors. */

static bt_status more_room(bti_vectors *v)
{
    size_t width = (size_t)v->order + 1;
    BT_TRY(BTI_RESERVE(v->ctx, v->entry, v->room, (v->entries + 1) * width));
    return bti_index_reserve(v->ctx, &v->index);
}

uint32_t bti_vector_number(bti_vectors *v, const int64_t *entry)
{
    size_t width = (size_t)v->order + 1, bytes = width * sizeof *entry;
    if (v->status == BT_OK)
        v->status = more_room(v);
    if (v->status == BT_OK && v->entries > INT32_MAX / 2)
        v->status =
            bt_fail(v->ctx, BT_UNABLE, "the check needs too many states", BT_NO_ARGS);
    if (v->status != BT_OK)
        return 0;
    bti_probe p = bti_index_probe(&v->index, bti_hash_bytes(entry, bytes));
    while (bti_index_next(&v->index, &p))
        if (memcmp(v->entry + p.item * width, entry, bytes) == 0)
            return p.item;
    memcpy(v->entry + v->entries * width, entry, bytes);
    bti_index_put(&v->index, &p, (uint32_t)v->entries);
    return (uint32_t)v->entries++;
}

void bti_vectors_free(bti_vectors *v)
{
    BTI_RELEASE(v->ctx, v->entry, v->room);
    bti_index_free(v->ctx, &v->index);
}
