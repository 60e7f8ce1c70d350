/* SPDX-License-Identifier: MIT
 * Solved tables: the values of all positions that can be reached from a root. A table
 * is kept in memory or in a file, and is asked for one position at a time. */
#ifndef BOUTON_SOLVED_H
#define BOUTON_SOLVED_H

#include <bouton/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bt_solved bt_solved;

/* Searches every position that can be reached from the root. The work uses up to
 * bt_threads(ctx) threads, and the table does not depend on how many. The game must
 * outlive the table. */
BT_API BT_MUST_CHECK bt_status bt_solved_new(bt_context *ctx, const bt_game *game,
                                             const bt_pos *root, bt_solved **out);
BT_API void bt_solved_free(bt_solved *solved); /* NULL is fine */

BT_API const bt_game *bt_solved_game(const bt_solved *solved);

/* The value of a position: in normal play its Grundy value, in misere play 0 for P and
 * 1 for N. BT_DOMAIN if the position is not in the table. */
BT_API BT_MUST_CHECK bt_status bt_solved_value(bt_solved *solved, const bt_pos *pos,
                                               uint64_t *value);

/* Writes and reads a table file, which docs/table-files.md describes. BT_DOMAIN if the
 * file is truncated, damaged, of another version, or made for other rules. Rules from a
 * `.game` file are compared by what that file says, not by its name. */
BT_API BT_MUST_CHECK bt_status bt_solved_write(const bt_solved *solved,
                                               bt_store *store);
BT_API BT_MUST_CHECK bt_status bt_solved_read(bt_context *ctx, const bt_game *game,
                                              bt_source *source, bt_solved **out);

/* From now on, parts of this very game are looked up instead of searched. The table
 * must outlive the solver. */
BT_API void bt_solver_use(bt_solver *solver, bt_solved *solved);

#ifdef __cplusplus
}
#endif
#endif
