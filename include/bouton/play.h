/* SPDX-License-Identifier: MIT
 * Playing: a session takes the lines that a person types and answers with text. It does
 * not read or print by itself, so the terminal and the page share it: as text, or as
 * JSON objects with the whole state. docs/play.md tells what can be typed,
 * docs/formats/record.md how a game is written down. */
#ifndef BOUTON_PLAY_H
#define BOUTON_PLAY_H

#include <bouton/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How the computer plays. PERFECT: wins what is won, keeps a draw, and resists where it
 * is lost. SLIPS: the same, but one time in four it lets the win go. RANDOM: any move.
 */
typedef enum { BT_LEVEL_PERFECT, BT_LEVEL_SLIPS, BT_LEVEL_RANDOM } bt_level;

/* The players are I (you) and II (the computer, or a neighbour). */
typedef enum { BT_PLAYER_I, BT_PLAYER_II, BT_NO_PLAYER } bt_player;

typedef struct {
    bool neighbour; /* two people; otherwise II is the computer */
    bt_level level;
    bt_player first; /* who moves first: I or II */
    uint64_t seed;   /* the same seed and the same lines give the same text */
    bt_by by;
    bool colour; /* chips in colour, for terminals */
    bool quiet;  /* no board and no review in the text: a page shows them itself */
} bt_session_how;

typedef struct bt_session bt_session;

/* The position is copied; its games must outlive the session. The registry is for the
 * rules of records. */
BT_API BT_MUST_CHECK bt_status bt_session_new(bt_context *ctx,
                                              const bt_registry *registry,
                                              const bt_sum *start, bt_session_how how,
                                              bt_session **out);
/* A session from a record, which also says who II is if Bouton wrote it. */
BT_API BT_MUST_CHECK bt_status bt_session_open(bt_context *ctx,
                                               const bt_registry *registry,
                                               bt_span record, bt_session_how how,
                                               bt_session **out);
BT_API void bt_session_free(bt_session *session); /* NULL is fine */

/* The opening text, also after a record was loaded: the game, the players, the board.
 * If it is the computer's turn, it moves here. */
BT_API BT_MUST_CHECK bt_status bt_session_begin(bt_session *session, bt_text *out);

/* One line that was typed: a move or a command. What is wrong with it is said in `out`,
 * and the game stays as it was; a failure means lack of memory or a wish to stop. *quit
 * is set when the person wants to end; the closing words are then still to come. */
BT_API BT_MUST_CHECK bt_status bt_session_line(bt_session *session, bt_span line,
                                               bt_text *out, bool *quit);
/* Whether that line was refused: it was not a move, or could not be done. */
BT_API bool bt_session_refused(const bt_session *session);

/* All about the game as one JSON object, which docs/play.md describes: the position,
 * whose turn it is, the score, and every node of the tree with what its move did. */
BT_API BT_MUST_CHECK bt_status bt_session_json(bt_session *session, bt_text *out);

/* The answer to a line as one JSON object, as `bouton play --json` writes it: what was
 * said (after the last line with the closing words), whether the line was refused,
 * whether it was the last one, and the state. line == NULL: the opening. If it fails,
 * the game stays as it was; only if memory runs out after a new game began, the new
 * game stays. */
BT_API BT_MUST_CHECK bt_status bt_session_answer(bt_session *session,
                                                 const bt_span *line, bt_text *out,
                                                 bool *quit);

/* The closing words, with the score. */
BT_API BT_MUST_CHECK bt_status bt_session_end(bt_session *session, bt_text *out);

/* The position on the board. It is edited and restored while moves are walked. */
BT_API bt_sum *bt_session_position(bt_session *session);
BT_API bt_player bt_session_turn(bt_session *session); /* BT_NO_PLAYER: over */
/* How many games a player has won; BT_NO_PLAYER: how many were drawn. */
BT_API uint64_t bt_session_score(const bt_session *session, bt_player player);

/* The game as a record, with its variations; and a record instead of the game. A record
 * that cannot be read leaves everything as it was; the sentence names the line. */
BT_API BT_MUST_CHECK bt_status bt_session_record(bt_session *session, bt_text *out);
BT_API BT_MUST_CHECK bt_status bt_session_load(bt_session *session, bt_span record);
/* A record instead of the game, and its opening as JSON; if either fails, the game
 * stays as it was. */
BT_API BT_MUST_CHECK bt_status bt_session_answer_record(bt_session *session,
                                                        bt_span record, bt_text *out);

#ifdef __cplusplus
}
#endif
#endif
