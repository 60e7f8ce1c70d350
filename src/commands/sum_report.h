/* SPDX-License-Identifier: MIT
 * What prove and discover say about a sum: its parts, their values, and why these
 * decide.
 */
#ifndef BOUTON_COMMANDS_SUM_REPORT_H
#define BOUTON_COMMANDS_SUM_REPORT_H

#include "prove/split.h"

#include <bouton/json.h>

/* Parts with the same values come once, with the names of the first. */
void bti_sum_text(bt_text *out, const bti_found_part *part, size_t parts);
void bti_sum_why(bt_text *out, bool misere);
/* The member "parts": null, or the parts with their values. */
void bti_sum_json(bt_json_writer *w, const bti_found_part *part, size_t parts);

#endif
