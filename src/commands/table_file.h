/* SPDX-License-Identifier: MIT
 * The files of --table and --from. */
#ifndef BOUTON_COMMANDS_TABLE_FILE_H
#define BOUTON_COMMANDS_TABLE_FILE_H

#include "commands/call.h"

#include <bouton/solved.h>

/* SYNTAX when options were given that do not go together. */
bt_status bti_table_usage(bti_call *call);

/* With --from: reads the table of this game, and the solver uses it. Otherwise *out is
 * NULL. */
bt_status bti_table_read(bti_call *call, const bt_game *game, size_t parts,
                         bt_solver *solver, bt_solved **out);

/* With --table: searches the sum, which must be one part, writes the table and says so;
 * the solver uses it. Otherwise *out is NULL. */
bt_status bti_table_make(bti_call *call, const bt_sum *sum, bt_solver *solver,
                         bt_solved **out);

#endif
