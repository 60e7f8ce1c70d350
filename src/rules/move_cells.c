/* SPDX-License-Identifier: MIT
 * Which cells of a board a move changes. A look says how words lie on its board,
 * whether or not the board is small enough to be drawn; where no look fits, the rules
 * say it. */
#include <bouton/rules.h>

/* Coins row by row, after the number of columns. */
static bool coins(const bt_move *m, bt_cell_list *out)
{
    uint64_t columns = m->to->n > 0 ? m->to->x[0] : 0;
    if (columns == 0 || m->at == 0)
        return false;
    for (size_t i = 0; i < m->now; i++)
        bt_cell_changes(out, (bt_cell){.row = (m->at - 1 + i) / columns,
                                       .column = (m->at - 1 + i) % columns,
                                       .was = m->before[i],
                                       .now = bt_move_words(m)[i]});
    return true;
}

/* The number of coins on each square. */
static bool strip(const bt_move *m, bt_cell_list *out)
{
    for (size_t i = 0; i < m->now; i++)
        bt_cell_changes(out, (bt_cell){.column = m->at + i,
                                       .was = m->before[i],
                                       .now = bt_move_words(m)[i]});
    return true;
}

/* The queen leaves one square and comes to another. */
static bool queen(const bt_move *m, bt_cell_list *out)
{
    uint64_t from[2];
    if (m->to->n != 2)
        return false;
    for (size_t i = 0; i < 2; i++)
        from[i] = i >= m->at && i < m->at + m->was ? m->before[i - m->at] : m->to->x[i];
    bt_cell_changes(out, (bt_cell){.row = from[1], .column = from[0], .was = 1});
    bt_cell_changes(out,
                    (bt_cell){.row = m->to->x[1], .column = m->to->x[0], .now = 1});
    return true;
}

bool bt_cells_of(const bt_game *game, const bt_move *move, bt_cell_list *cells)
{
    const bt_rules *rules = game->rules;
    cells->n = 0;
    if (rules->cells) {
        rules->cells(game, move, cells);
        return true;
    }
    if (move->was != move->now)
        return false;
    switch (rules->look) {
    case BT_LOOK_COINS:
        return coins(move, cells);
    case BT_LOOK_STRIP:
        return strip(move, cells);
    case BT_LOOK_GRID:
        return queen(move, cells);
    default:
        return false;
    }
}
