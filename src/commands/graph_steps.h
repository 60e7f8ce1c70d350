/* SPDX-License-Identifier: MIT
 * The labelling of a game graph, round by round, as it is done by hand: with letters
 * (graph_colouring.c) or with Grundy values (graph_valuing.c). */
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

typedef struct {
    bti_colouring by; /* `draws`: the last round is of boxes without a number */
    uint32_t plain;   /* in so many rounds all options of a box had their values */
    uint32_t *value;  /* of each box that has a number */
} bti_valuing;

/* The Grundy values of normal play, kept in the arena. */
bt_status bti_value_graph(bt_arena *arena, const bt_csr *csr, bti_valuing *out);

static inline bool bti_has_number(const bti_valuing *v, uint32_t box)
{
    return !v->by.draws || v->by.round[box] < v->by.rounds;
}

/* graph_value_words.c: what a round of values does, and why a box has its value. */
const char *bti_value_round_words(const bti_valuing *v, uint32_t round);
bt_status bti_put_value_reason(bt_text *out, const bti_game_graph *g,
                               const bti_valuing *v, uint32_t box);

/* What both share. The arrows backwards: who leads to v stands in
 * source[start[v] .. start[v + 1]). */
typedef struct {
    uint64_t *start;
    uint32_t *source;
} bti_backwards;

bt_status bti_turn_arrows(bt_arena *arena, const bt_csr *csr, bti_backwards *out);
/* Fills in `order` from `round` and `rounds`. */
bt_status bti_sort_rounds(bt_arena *arena, const bt_csr *csr, bti_colouring *c);

/* "1,1; 2,0 and 3,0", "a, b, c and 5 more": names that come one by one. */
typedef struct {
    bt_text some; /* all but the last one */
    const char *last, *comma;
} bti_box_list;

void bti_box_list_begin(bti_box_list *names, const bti_game_graph *g);
void bti_box_list_add(bti_box_list *names, const char *name);
/* Puts them, and how many more there are; and frees the text. */
void bti_box_list_end(bti_box_list *names, uint64_t more, bt_text *out);

/* Labels a whole graph with letters or `values` and writes the rounds, for people or as
 * JSON; before that, if a kind of picture is given, one picture for each: FILE-1.svg,
 * FILE-2.svg, ... */
bt_status bti_graph_steps(bti_call *call, bti_game_graph *graph, bool values,
                          const bti_graph_file *kind);

#endif
