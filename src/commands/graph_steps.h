/* SPDX-License-Identifier: MIT
 * The colouring of a game graph, round by round, as it is done by hand. */
#ifndef BOUTON_COMMANDS_GRAPH_STEPS_H
#define BOUTON_COMMANDS_GRAPH_STEPS_H

#include "commands/graph_formats.h"
#include "commands/picture_file.h"

typedef struct {
    uint32_t *round; /* of each box, from 1 on */
    uint32_t *order; /* the boxes by rounds, ascending in each */
    uint32_t rounds;
    bool draws; /* the last round is of boxes that no round could colour */
} bti_colouring;

/* Kept in the arena. */
bt_status bti_colour_graph(bt_arena *arena, const bt_csr *csr, bt_play play,
                           bti_colouring *out);
bt_outcome bti_round_outcome(const bti_colouring *colouring, bt_play play,
                             uint32_t round);

/* Colours a whole graph and writes the rounds, for people or as JSON; before that, if
 * a kind of picture is given, one picture for each: FILE-1.svg, FILE-2.svg, ... */
bt_status bti_graph_steps(bti_call *call, bti_game_graph *graph,
                          const bti_graph_file *kind);

#endif
