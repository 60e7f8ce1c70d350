/* SPDX-License-Identifier: MIT
 * Theorems about nothing. Every claim is true of a game without positions, and in a
 * game without moves there is nothing to find out: answers say so. */
#ifndef BOUTON_COMMANDS_VACUOUS_H
#define BOUTON_COMMANDS_VACUOUS_H

#include "commands/call.h"

typedef enum { BTI_NOT_VACUOUS, BTI_NO_POSITIONS, BTI_NO_MOVES } bti_vacuous;

/* Says `words` where "PROVED for all positions ..." would stand; false, and nothing is
 * written, if there are positions. */
bool bti_put_vacuous_verdict(bt_text *out, bti_vacuous vacuous, const char *words);
/* For prove and discover. */
extern const char bti_proved_about_nothing[];
/* A line after the verdict if no position has a move, otherwise nothing. */
void bti_put_no_moves(bt_text *out, bti_vacuous vacuous, bool misere, bool values);
/* The member "vacuous": "no positions", "no moves" or null. */
void bti_put_vacuous_json(bt_json_writer *w, bti_vacuous vacuous);

#endif
