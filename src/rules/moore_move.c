/* SPDX-License-Identifier: MIT */
#include "rules/moore_move.h"

/* Chosen rows stand at 0 in `pile` until the end, so they have no ones to count and are
 * not chosen twice; their new bits gather in row[].to. */
struct move {
    uint64_t *pile;
    size_t n, rows;
    bti_moore_row *row;
};

static uint64_t any_bit(const struct move *m)
{
    uint64_t any = 0;
    for (size_t i = 0; i < m->n; i++)
        any |= m->pile[i];
    return any;
}

static void choose(struct move *m, unsigned column, uint64_t wanted)
{
    uint64_t above = UINT64_MAX << column << 1; /* 0 for column 63 */
    for (size_t i = 0; i < m->n && wanted > 0; i++) {
        uint64_t pile = m->pile[i];
        if ((pile >> column & 1) == 0)
            continue;
        m->row[m->rows++] = (bti_moore_row){i, column, pile, pile & above};
        m->pile[i] = 0;
        wanted--;
    }
}

static void put_ones(struct move *m, unsigned column, uint64_t wanted)
{
    for (size_t i = 0; i < wanted; i++)
        m->row[i].to |= (uint64_t)1 << column;
}

static bti_moore_column do_column(struct move *m, unsigned c, uint64_t k, bool misere)
{
    bool leaves_ones = misere && c == 0 && any_bit(m) <= 1;
    bti_moore_column col = {.ones = bti_moore_ones(m->pile, m->n, c),
                            .target = leaves_ones ? 1 : 0,
                            .before = m->rows};
    col.s = bti_moore_rest(col.ones, col.target, k);
    if (col.s <= k - col.before) {
        col.chosen = col.s;
        choose(m, c, col.chosen);
    } else {
        col.put = k - col.s + 1;
        put_ones(m, c, col.put);
    }
    return col;
}

size_t bti_moore_move(uint64_t *pile, size_t n, uint64_t k, bt_play play,
                      bti_moore_row *row, bti_moore_column *column)
{
    struct move m = {.pile = pile, .n = n, .row = row};
    uint64_t any = any_bit(&m);
    for (unsigned c = BTI_MOORE_COLUMNS; c-- > 0;) {
        bti_moore_column col = {.before = m.rows};
        if (any >> c != 0)
            col = do_column(&m, c, k, play == BT_MISERE);
        if (column)
            column[c] = col;
    }
    for (size_t i = 0; i < m.rows; i++)
        pile[row[i].pile] = row[i].to;
    return m.rows;
}

void bti_moore_undo(uint64_t *pile, const bti_moore_row *row, size_t rows)
{
    for (size_t i = 0; i < rows; i++)
        pile[row[i].pile] = row[i].from;
}
