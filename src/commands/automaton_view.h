/* SPDX-License-Identifier: MIT
 * An automaton as a graph to be drawn. */
#ifndef BOUTON_COMMANDS_AUTOMATON_VIEW_H
#define BOUTON_COMMANDS_AUTOMATON_VIEW_H

#include "automata/automata.h"

#include <bouton/draw.h>

enum { BTI_STATES_DRAWN = 120 }; /* larger automata are not drawn */

typedef struct {
    const char *title;
    const char *const *track; /* names, in the order of the automaton's tracks */
    bool values; /* it accepts positions with their Grundy value, not P-positions */
} bti_automaton_about;

/* BT_UNABLE for one with too many states to look at. The view lives in the arena. */
BT_MUST_CHECK bt_status bti_automaton_view(bt_arena *arena, const bti_dfa *a,
                                           const bti_automaton_about *about,
                                           bt_graph_view *out);

#endif
