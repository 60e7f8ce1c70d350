/* SPDX-License-Identifier: MIT
 * Playing: a session takes the lines that a person types and answers with text, or with
 * JSON objects that hold the whole state. It does not read or print anything itself, so
 * the terminal and the page share it. docs/play.md says what can be typed, and
 * docs/formats/record.md how a game is written down. */
#ifndef BOUTON_PLAY_H
#define BOUTON_PLAY_H

#include <bouton/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How the computer plays. PERFECT: it makes a winning move if there is one, otherwise a
 * move that keeps a draw, and in a lost position it resists. SLIPS: the same, but one
 * time in four it misses the win. RANDOM: any move. */
typedef enum { BT_LEVEL_PERFECT, BT_LEVEL_SLIPS, BT_LEVEL_RANDOM } bt_level;

/* I is player 1 (you), II is player 2 (the computer or a neighbour). */
typedef enum { BT_PLAYER_I, BT_PLAYER_II, BT_NO_PLAYER } bt_player;

typedef struct {
    bool neighbour; /* two people play; otherwise player 2 is the computer */
    bt_level level;
    bt_player first; /* who moves first */
    uint64_t seed;   /* the same seed and the same lines give the same text */
    bt_by by;
    bool colour; /* chips in colour, for terminals */
    bool quiet;  /* no board and no review in the text, because a page shows them */
} bt_session_how;

typedef struct bt_session bt_session;

/* Begins a session. The position is copied; its games must outlive the session. The
 * registry is used to find the rules of records. */
BT_API BT_MUST_CHECK bt_status bt_session_new(bt_context *ctx,
                                              const bt_registry *registry,
                                              const bt_sum *start, bt_session_how how,
                                              bt_session **out);
/* Begins a session with a record. If Bouton wrote it, it also says who player 2 is. */
BT_API BT_MUST_CHECK bt_status bt_session_open(bt_context *ctx,
                                               const bt_registry *registry,
                                               bt_span record, bt_session_how how,
                                               bt_session **out);
BT_API void bt_session_free(bt_session *session); /* NULL is fine */

/* Writes the opening text, also after a record is loaded: the game, the players and the
 * board. If it is the computer's turn, it moves. */
BT_API BT_MUST_CHECK bt_status bt_session_begin(bt_session *session, bt_text *out);

/* Takes one typed line: a move or a command. If something is wrong with it, `out` says
 * so and the game stays as it was; that is not a failure. A failure means that memory
 * ran out or the host asked to stop. *quit is set when the user ends the session;
 * bt_session_end then gives the closing words. */
BT_API BT_MUST_CHECK bt_status bt_session_line(bt_session *session, bt_span line,
                                               bt_text *out, bool *quit);
/* Whether the last line was refused: it was not a move, or it could not be done. */
BT_API bool bt_session_refused(const bt_session *session);

/* Writes the state as one JSON object, which docs/play.md describes: the position,
 * whose turn it is, the score, and every node of the tree with what its move did. */
BT_API BT_MUST_CHECK bt_status bt_session_json(bt_session *session, bt_text *out);

/* Writes the answer to a line as one JSON object, as `bouton play --json` does: what
 * was said (after the last line also the closing words), whether the line was refused,
 * whether it was the last one, and the state. line == NULL: the opening. After a
 * failure the game is as it was before, with one exception: if memory runs out after a
 * new game began, the new game stays. */
BT_API BT_MUST_CHECK bt_status bt_session_answer(bt_session *session,
                                                 const bt_span *line, bt_text *out,
                                                 bool *quit);

/* Writes the closing words, with the score. */
BT_API BT_MUST_CHECK bt_status bt_session_end(bt_session *session, bt_text *out);

/* The position on the board. Walks over moves edit it and restore it. */
BT_API bt_sum *bt_session_position(bt_session *session);
BT_API bt_player bt_session_turn(bt_session *session); /* BT_NO_PLAYER: game over */
/* How many games a player has won; BT_NO_PLAYER: how many were drawn. */
BT_API uint64_t bt_session_score(const bt_session *session, bt_player player);

/* Writes the game, with its variations, as a record; and replaces the game by a record.
 * If a record cannot be read, nothing changes and the sentence names the line. */
BT_API BT_MUST_CHECK bt_status bt_session_record(bt_session *session, bt_text *out);
BT_API BT_MUST_CHECK bt_status bt_session_load(bt_session *session, bt_span record);
/* Replaces the game by a record and writes its opening as JSON. If either fails, the
 * game stays as it was. */
BT_API BT_MUST_CHECK bt_status bt_session_answer_record(bt_session *session,
                                                        bt_span record, bt_text *out);

#ifdef __cplusplus
}
#endif
#endif
