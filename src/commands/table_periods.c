/* SPDX-License-Identifier: MIT */
#include "commands/table_periods.h"

#include "core/arith.h"
#include "core/grow.h"

#include <string.h>

/* Are the cells i and j from the end the same, in their values or their labels? */
static bool same(const bti_cells *c, bool values, size_t i, size_t j)
{
    size_t a = c->columns - 1 - i, b = c->columns - 1 - j;
    return values ? c->value[a] == c->value[b] : c->label[a] == c->label[b];
}

/* same_for[p]: how far from the end back every cell equals the one p before it. These
 * are the lengths of the Z-algorithm (Main and Lorentz 1984; Gusfield 1997) for the row
 * read backwards: what is known of the stretch [left, right) that repeats the beginning
 * is not compared again, so all of it takes linear time. The last same_for[p] + p cells
 * have period p. */
static void find_stretches(const bti_cells *c, bool values, uint32_t *same_for,
                           size_t most)
{
    size_t left = 0, right = 0;
    for (size_t p = 1; p <= most; p++) {
        size_t len = 0;
        if (p < right)
            len = same_for[p - left] < right - p ? same_for[p - left] : right - p;
        while (p + len < c->columns && same(c, values, len, p + len))
            len++;
        if (p + len > right) {
            left = p;
            right = p + len;
        }
        same_for[p] = (uint32_t)len;
    }
}

/* Of the periods that stand three times in full, from the middle on at least, the one
 * that reaches back furthest, and the least of these. */
static void choose_period(const bti_cells *c, const uint32_t *same_for, size_t most,
                          bti_period *out)
{
    size_t longest = 0;
    for (size_t p = 1; p <= most; p++) {
        size_t len = same_for[p] + p;
        if (len <= longest || len < 3 * p || 2 * len < c->columns)
            continue;
        longest = len;
        *out = (bti_period){.known = BTI_SEEN,
                            .preperiod = c->range[0].from + (c->columns - len),
                            .period = p};
    }
}

static bt_status see_period(const bti_cells *c, bool values, bti_period *out)
{
    size_t most = c->columns / 3;
    if (most == 0 || memchr(c->label, ' ', c->columns) ||
        memchr(c->label, '?', c->columns) ||
        (values && memchr(c->label, 'D', c->columns)))
        return BT_OK;
    uint32_t *same_for;
    BT_TRY(BTI_NEW(c->ctx, same_for, most + 1));
    find_stretches(c, values, same_for, most);
    choose_period(c, same_for, most, out);
    bt_release(c->ctx, same_for, (most + 1) * sizeof *same_for);
    return BT_OK;
}

static void keep_proved(bt_repetition r, bti_period *out)
{
    if (r.period > 0)
        *out = (bti_period){BTI_PROVED, r.preperiod, r.period, r.saltus};
}

/* The rules are asked about the first cell, in which n may be any number. */
static bt_status ask_rules(const bti_cells *c, bti_periods *out)
{
    bt_repetition labels = {0}, values = {0};
    bt_pos pos;
    if (!c->game->rules->repeats)
        return BT_OK;
    bt_pos_init(&pos, c->ctx);
    bt_status status = bti_cells_parse(c, 0, &pos);
    if (status == BT_OK && c->place[0] < pos.n)
        c->game->rules->repeats(c->game, &pos, c->place[0], &labels, &values);
    bt_pos_free(&pos);
    keep_proved(labels, &out->labels);
    if (c->game->play == BT_NORMAL)
        keep_proved(values, &out->values);
    return status == BT_SYNTAX || status == BT_DOMAIN ? BT_OK : status;
}

bt_status bti_cells_periods(const bti_cells *c, bti_periods *out)
{
    *out = (bti_periods){0};
    if (c->rows > 1)
        return BT_OK;
    BT_TRY(ask_rules(c, out));
    if (out->labels.known == BTI_NOT_KNOWN)
        BT_TRY(see_period(c, false, &out->labels));
    if (out->values.known == BTI_NOT_KNOWN && c->value)
        BT_TRY(see_period(c, true, &out->values));
    return BT_OK;
}

bool bti_pattern_begins(const bti_cells *c, const bti_period *p, uint64_t *n)
{
    uint64_t from = c->range[0].from;
    *n = p->preperiod;
    if (p->known == BTI_NOT_KNOWN || from <= p->preperiod)
        return p->known != BTI_NOT_KNOWN;
    uint64_t phase = (from - p->preperiod) % p->period;
    return bti_add(from, phase > 0 ? p->period - phase : 0, n);
}

bool bti_pattern_column(const bti_cells *c, const bti_period *p, size_t *column)
{
    uint64_t n;
    if (p->saltus > 0 || !bti_pattern_begins(c, p, &n) || n > c->range[0].to ||
        c->range[0].to - n < p->period - 1)
        return false;
    *column = (size_t)(n - c->range[0].from);
    return true;
}
