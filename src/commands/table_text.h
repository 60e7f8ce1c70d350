/* SPDX-License-Identifier: MIT
 * A table as people read it. */
#ifndef BOUTON_COMMANDS_TABLE_TEXT_H
#define BOUTON_COMMANDS_TABLE_TEXT_H

#include "commands/table_periods.h"

/* The name of n (axis 0) or m (axis 1): a file of rules has names for its numbers. */
const char *bti_axis_name(const bti_cells *c, size_t axis);

/* A label, or a value, as wide as this at least. */
void bti_put_cell(bt_text *out, const bti_cells *c, size_t cell, size_t width,
                  bool colour);

/* The same for programs: N and P whatever people read. */
void bti_put_plain_cell(bt_text *out, const bti_cells *c, size_t cell);

/* Has this cell a value? */
static inline bool bti_cell_has_value(const bti_cells *c, size_t cell)
{
    return c->value && (c->label[cell] == 'N' || c->label[cell] == 'P');
}

void bti_table_text(bt_text *out, const bti_cells *c, const bti_periods *periods,
                    bool colour);

#endif
