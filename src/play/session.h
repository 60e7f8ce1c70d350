/* SPDX-License-Identifier: MIT
 * The inside of a session: a game in progress, to which a line goes in and text or JSON
 * comes out (bouton/play.h).
 *
 * Read session_lines.c next: there a line becomes a move or a command. The game is a
 * tree (game_tree.h), so nothing that was played is lost, and the judge (judge.h) says
 * who wins and chooses moves. A session neither reads nor prints by itself: terminal
 * and page share it. */
#ifndef BOUTON_PLAY_SESSION_H
#define BOUTON_PLAY_SESSION_H

#include "play/judge.h"

struct bt_session {
    bt_context *ctx;
    const bt_registry *registry;
    bt_session_how how;
    bti_tree tree;
    bti_judge judge;
    uint64_t random;
    uint64_t score[3]; /* of I, of II, draws */
    bool counted;      /* this game is in the score */
    bool score_shown;  /* by the last line */
    bool refused;      /* the last line was neither a move nor done */
    unsigned hints;    /* given at hint_node */
    uint32_t hint_node;
    uint64_t games; /* begun or loaded */
};

enum { BTI_HINTS = 4 };

static inline bt_player bti_other(bt_player player)
{
    return player == BT_PLAYER_I ? BT_PLAYER_II : BT_PLAYER_I;
}

static inline bool bti_is_computer(const bt_session *s, bt_player player)
{
    return player == BT_PLAYER_II && !s->how.neighbour;
}

/* What a player is called: "you", "the computer", "Player 1" or "Player 2"; before a
 * colon "You", "Computer" or the same. */
const char *bti_name(const bt_session *s, bt_player player);
const char *bti_player_label(const bt_session *s, bt_player player);
/* For the choices of a message: "you", "computer", "one" or "two". */
const char *bti_player_case(const bt_session *s, bt_player player);

/* Whether the game has ended at this node, and who has won. */
bt_status bti_result(bt_session *s, bool *over, bt_player *winner);

/* What is known about the position on the board; kept in its node. */
bt_status bti_view_here(bt_session *s, bti_view *view);

/* hint.c: the next hint for the player to move; how many were given here, of how many,
 * and what the next one is about (NULL: there is none). */
bt_status bti_put_hint(bt_session *s, bt_text *out);
unsigned bti_hints_given(const bt_session *s);
bt_status bti_hints_most(bt_session *s, unsigned *most);
const char *bti_next_hint(unsigned given, unsigned most);
/* The move that the hints given so far point at, if there is one; and from *word on the
 * next word of its part where it is to be looked for. */
bt_status bti_hint_move(bt_session *s, bti_kept *move, bool *found);
bool bti_hint_word(const bt_sum *sum, const bti_kept *move, size_t *word);
/* review.c: every move of this line with what it did to the outcome. */
bt_status bti_put_review(bt_session *s, bt_text *out);
/* What a move did, in words and as one word (docs/play.md); NULL where it is not known.
 */
const char *bti_remark(bt_outcome before, bt_outcome after, const char **mark);
/* The node on the board with `better` filled in, if its move gave something away. Its
 * own view and that of its parent, `before`, were asked for. */
bt_status bti_better_here(bt_session *s, bt_outcome before, const bti_turn **here);
/* variations.c: what was played from here, and all of the game. */
bt_status bti_put_variations(bt_session *s, bt_text *out);
/* record_read.c, into a fresh tree and judge. */
bt_status bti_record_read(bt_context *ctx, const bt_registry *registry, bt_by by,
                          bt_span text, bti_tree *tree, bti_judge *judge);
/* record_write.c; the result is that of the end of the main line */
void bti_record_write(bti_tree *tree, bool over, bt_player winner, bt_text *out);
/* session.c: the game again from its start, or from another. */
bt_status bti_new_game(bt_session *s, const bt_sum *start, bt_player first);
/* From now on the session frees these games; on failure none of them. */
bt_status bti_session_own(bt_session *s, bt_game *const *game, size_t games);
/* better_start.c: before it begins, from a start that nobody chose: one from which
 * whoever begins can win, if there is one nearby. */
bt_status bti_better_start(bt_session *s);
/* Where a game stands, to go back there when a line fails; a new game that was begun
 * since then stays. */
typedef struct {
    uint32_t at, hint_node;
    unsigned hints;
    bool over, counted;
    bt_player winner;
    uint64_t score[3];
    uint64_t games;
} bti_place;
bti_place bti_session_place(const bt_session *s);
void bti_session_back(bt_session *s, const bti_place *place);
/* A record instead of the game, which goes to `before` until one of them is freed: the
 * record's, if it was wrong to take it, or the other. */
bt_status bti_session_exchange(bt_session *s, bt_span record, bt_session *before);
void bti_session_exchanged(bt_session *s, bt_session *before, bool wrong);
/* session_flow.c: a turn is over; the computer answers, the game ends, or the board is
 * shown. */
bt_status bti_settle(bt_session *s, bt_text *out);
/* Its answer, if it is the computer's turn. */
bt_status bti_let_computer(bt_session *s, bt_text *out, bool *over, bt_player *winner);
bt_status bti_end_game(bt_session *s, bt_player winner, bt_text *out);
/* The board and the result of a game that is over. */
void bti_put_over(bt_session *s, bt_player winner, bt_text *out);
/* Whether a game that is over here was so before any move; and what can be typed where
 * one is over. */
bool bti_was_over(const bt_session *s);
const char *bti_over_words(const bt_session *s);
void bti_announce(bt_session *s, bt_text *out); /* the last move */
void bti_put_turn(bt_session *s, bt_text *out); /* the board, and whose turn it is */
void bti_put_game(bt_session *s, bt_text *out); /* the rules and the position */
void bti_put_ending(const bt_session *s, bt_text *out);
/* The lines `move` of rules from a file; false for other rules. */
bool bti_put_own_rules(const bt_game *game, const char *before_line, bt_text *out);
void bti_put_winner(bt_session *s, bt_player winner, bt_text *out);
void bti_put_score(const bt_session *s, bt_text *out);
/* Takes a result that was counted out of the score. */
void bti_uncount(bt_session *s);
/* session_walk.c: where `undo` goes, or BTI_NO_NODE; and the lines that walk. */
uint32_t bti_undo_target(const bt_session *s);
bt_status bti_run_undo(bt_session *s, bt_span rest, bt_text *out);
bt_status bti_run_redo(bt_session *s, bt_span rest, bt_text *out);
bt_status bti_run_go(bt_session *s, bt_span rest, bt_text *out);
bt_status bti_run_node(bt_session *s, bt_span rest, bt_text *out);
/* Says why a line is not done, by the key of a message. */
bt_status bti_refuse(bt_session *s, bt_text *out, const char *sentence);
/* "take 2 from pile 1 (3 to 1), leaving 1,4,6": what a move is and where it leads. */
void bti_put_move_and_target(bt_text *out, const bt_text *move, const bt_sum *after);

#endif
