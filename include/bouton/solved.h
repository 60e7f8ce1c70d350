/* SPDX-License-Identifier: MIT
 * Solved tables: the values of all positions that can be reached from a root, in memory
 * or in a file, to be asked for one by one. */
#ifndef BOUTON_SOLVED_H
#define BOUTON_SOLVED_H

#include <bouton/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bt_solved bt_solved;

/* Searches everything below the root; uses up to bt_threads(ctx) threads and gives the
 * same table with any number of them. The game must outlive the table. */
BT_API BT_MUST_CHECK bt_status bt_solved_new(bt_context *ctx, const bt_game *game,
                                             const bt_pos *root, bt_solved **out);
BT_API void bt_solved_free(bt_solved *solved); /* NULL is fine */

BT_API const bt_game *bt_solved_game(const bt_solved *solved);

/* The value of a position: normal play, its Grundy value; misere, 0 for P and 1 for N.
 * BT_DOMAIN, with a sentence, when the table does not hold the position. */
BT_API BT_MUST_CHECK bt_status bt_solved_value(bt_solved *solved, const bt_pos *pos,
                                               uint64_t *value);

/* docs/table-files.md describes the file. Reading refuses, with BT_DOMAIN, what is
 * truncated, damaged, of another version, or made for other rules: if they stand in a
 * file, it is what the file says that counts, not its name. */
BT_API BT_MUST_CHECK bt_status bt_solved_write(const bt_solved *solved,
                                               bt_store *store);
BT_API BT_MUST_CHECK bt_status bt_solved_read(bt_context *ctx, const bt_game *game,
                                              bt_source *source, bt_solved **out);

/* From now on parts of this very game are looked up and not searched; the table must
 * outlive the solver. */
BT_API void bt_solver_use(bt_solver *solver, bt_solved *solved);

#ifdef __cplusplus
}
#endif
#endif
