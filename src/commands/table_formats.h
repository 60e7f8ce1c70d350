/* SPDX-License-Identifier: MIT
 * A table as programs read it. */
#ifndef BOUTON_COMMANDS_TABLE_FORMATS_H
#define BOUTON_COMMANDS_TABLE_FORMATS_H

#include "commands/table_periods.h"

/* TSV or CSV: the mark stands between the fields of a line. Nothing in them needs
 * quotes. */
void bti_table_lines(bt_text *out, const bti_cells *c, char mark);

void bti_table_json(bt_text *out, const bti_cells *c, const bti_periods *periods);

#endif
