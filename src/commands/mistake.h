/* SPDX-License-Identifier: MIT
 * The place of a mistake in a formula, with a caret, on standard error. */
#ifndef BOUTON_COMMANDS_MISTAKE_H
#define BOUTON_COMMANDS_MISTAKE_H

#include "commands/call.h"
#include "formula/formula.h"

/* The line and the caret; the sentence is left for the end of the call. */
void bti_talk_mistake(bti_call *call, const bti_mistake *mistake);

/* After bt_game_new failed with `failure`: if `rules` names a .game file, shows where
 * in it. Returns `failure`, and the sentence is as before. */
bt_status bti_talk_game_mistake(bti_call *call, bt_span rules, bt_status failure);

#endif
