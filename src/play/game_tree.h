/* SPDX-License-Identifier: MIT
 * A game as it was played: a tree of moves. The line that is played now is one way
 * through it, and what was taken back stays as a variation. A node keeps the words that
 * its move changed, before and after, so walking up and down edits the one position. */
#ifndef BOUTON_PLAY_GAME_TREE_H
#define BOUTON_PLAY_GAME_TREE_H

#include "solve/sum_words.h"

#include <bouton/play.h>

enum { BTI_NO_NODE = UINT32_MAX };

/* What is known about a position. */
typedef struct {
    bt_outcome outcome; /* BT_UNKNOWN: it would take more than a game may use */
    bool has_remoteness;
    bool final; /* asking again would give the same */
    uint64_t remoteness;
} bti_view;

typedef struct {
    uint32_t parent, child, sibling; /* first child; next one of the same parent */
    uint32_t main;                   /* the child that was visited last */
    uint32_t depth;                  /* moves from the start */
    size_t part, at, was, now;
    const uint64_t *before, *after; /* `was` and `now` words */
    const char *comment;            /* lines, or NULL */
    bti_view view; /* of the position behind the move, once it is final */
    bool compared; /* with the best move instead of this one: */
    const char *better, *better_to; /* in words, and what it leaves; or NULL */
} bti_turn;

/* A move that is kept: the words from `at` on, before and after it. */
typedef struct {
    size_t part, at;
    bt_pos before, after;
    bool made;
} bti_kept;

typedef struct {
    bt_context *ctx;
    bt_arena arena;
    bt_sum sum;    /* the position at node `at` */
    bt_game **own; /* games that came with a record, to be freed */
    size_t owned, own_cap;
    const char *changed; /* the rules that are not those of the record, or NULL */
    bti_turn *node;      /* node 0 is the start */
    size_t nodes, cap;
    uint32_t at;
    bt_player first;       /* who moves at the start */
    const char *player[2]; /* who I and II are, as a record has it */
    bool over;             /* ended by a result; a terminal position ends it, too */
    bt_player winner;      /* if over; BT_NO_PLAYER: a draw */
} bti_tree;

/* A tree begins as a start position without moves. Games stay the caller's unless they
 * are put into `own`. */
void bti_tree_init(bti_tree *tree, bt_context *ctx);
bt_status bti_tree_copy_start(bti_tree *tree, const bt_sum *start);
bt_status bti_tree_root(bti_tree *tree);
void bti_tree_free(bti_tree *tree);

static inline const bti_turn *bti_tree_at(const bti_tree *tree)
{
    return &tree->node[tree->at];
}
bt_player bti_tree_turn(const bti_tree *tree);   /* whose move it is, over or not */
bt_player bti_tree_winner(const bti_tree *tree); /* in a terminal position */

/* Makes a legal move: goes to the child that has it, which is added if need be. */
bt_status bti_tree_play(bti_tree *tree, const bti_kept *move);
void bti_tree_up(bti_tree *tree); /* not from the start */
void bti_tree_down(bti_tree *tree, uint32_t child);
void bti_tree_go(bti_tree *tree, uint32_t node); /* anywhere */
bt_status bti_tree_add_comment(bti_tree *tree, bt_span line);

/* The move that led to the node at which the tree is, in words. */
void bti_put_last_move(bt_text *out, const bti_tree *tree);
/* A move that was not made, in words. */
bt_status bti_put_move(bt_text *out, bt_sum *sum, bti_kept *move);

void bti_kept_init(bti_kept *move, bt_context *ctx);
void bti_kept_free(bti_kept *move);
/* As a visitor of moves sees it. */
bt_status bti_kept_set(bti_kept *kept, const bt_move *move);
/* Makes the move, or takes it back if it is made. */
void bti_kept_swap(bt_sum *sum, bti_kept *move);
/* What a move that is made was, in words. */
void bti_put_made_move(bt_text *out, const bt_sum *sum, const bti_kept *move);

#endif
