/* SPDX-License-Identifier: MIT
 * Where the labels and the values of a table of one row repeat, and how that is known.
 */
#ifndef BOUTON_COMMANDS_TABLE_PERIODS_H
#define BOUTON_COMMANDS_TABLE_PERIODS_H

#include "commands/table_cells.h"

typedef enum {
    BTI_NOT_KNOWN,
    BTI_SEEN,  /* in this table: three times or more, from its middle on at least */
    BTI_PROVED /* by the rules, for all numbers */
} bti_how_known;

/* From n = preperiod on: each is the one `period` before it, plus `saltus`. The least
 * such numbers; of what is only seen, the least in this table. */
typedef struct {
    bti_how_known known;
    uint64_t preperiod, period, saltus;
} bti_period;

typedef struct {
    bti_period labels, values;
} bti_periods;

/* Values may be known where the table shows labels only. */
bt_status bti_cells_periods(const bti_cells *cells, bti_periods *out);

/* The period of what the table shows. */
static inline const bti_period *bti_shown_period(const bti_cells *c,
                                                 const bti_periods *p)
{
    return c->value ? &p->values : &p->labels;
}

/* The first n of the table's range at which the pattern begins, or where it first
 * begins if that is later; false if there is none below 2^64. */
bool bti_pattern_begins(const bti_cells *c, const bti_period *p, uint64_t *n);

/* The column where a whole pattern stands in the table; false: nowhere. */
bool bti_pattern_column(const bti_cells *c, const bti_period *p, size_t *column);

#endif
