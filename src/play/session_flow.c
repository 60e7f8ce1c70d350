/* SPDX-License-Identifier: MIT
 * The course of a game: the board, the computer's answers, the end and the score. */
#include "play/session.h"

#include "core/piece.h"
#include "play/board.h"
#include "rules/game_rules.h"

#include <string.h>

enum { REVIEWED_MOVES = 40, SLIP_ONE_IN = 4 };

void bti_put_score(const bt_session *s, bt_text *out)
{
    const bt_args score = BT_ARGS(BT_NUM("first", s->score[BT_PLAYER_I]),
                                  BT_NUM("second", s->score[BT_PLAYER_II]),
                                  BT_NUM("draws", s->score[BT_NO_PLAYER]));
    if (s->how.neighbour)
        bt_say(out,
               "Games won: Player 1 has {first}, Player 2 has {second}.{draws, plural, "
               "=0 {} other { Draws: {draws}.}}",
               score);
    else
        bt_say(out,
               "Games won: you {first}, the computer {second}.{draws, plural, =0 {} "
               "other { Draws: {draws}.}}",
               score);
}

static void put_board(bt_session *s, bt_text *out)
{
    if (s->how.quiet)
        return;
    bt_text_put_char(out, '\n');
    bti_put_board(out, &s->tree.sum, s->how.colour);
}

void bti_put_turn(bt_session *s, bt_text *out)
{
    bt_player turn = bti_tree_turn(&s->tree);
    put_board(s, out);
    bt_say(
        out,
        "{turn, select, you {Your move.} computer {The computer moves.} one {Player 1 "
        "to move.} other {Player 2 to move.}}\n",
        BT_ARGS(BT_STR("turn", bti_player_case(s, turn))));
}

bool bti_was_over(const bt_session *s)
{
    return !s->tree.over && bti_tree_at(&s->tree)->depth == 0;
}

void bti_put_winner(bt_session *s, bt_player winner, bt_text *out)
{
    bool misere = s->tree.sum.part[0].game->play == BT_MISERE;
    if (bti_was_over(s) && misere) {
        bt_say(out, "No move is left here, so the player to move has won.", BT_NO_ARGS);
    } else if (bti_was_over(s)) {
        bt_say(out, "No move is left here, so the player to move has lost.",
               BT_NO_ARGS);
    } else if (winner == BT_NO_PLAYER) {
        bt_say(out, "The game is a draw.", BT_NO_ARGS);
    } else {
        static const char *const won[] = {
            BT_TEXT("{winner, select, you {You have won: the computer cannot move.} "
                    "computer {The computer has won: you cannot move.} one {Player 1 "
                    "has won: Player 2 cannot move.} other {Player 2 has won: Player 1 "
                    "cannot move.}}"),
            BT_TEXT(
                "{winner, select, you {You have won: you cannot move, and in misère "
                "play that wins.} computer {The computer has won: it cannot move, "
                "and in misère play that wins.} one {Player 1 has won: Player 1 "
                "cannot move, and in misère play that wins.} other {Player 2 has "
                "won: Player 2 cannot move, and in misère play that wins.}}"),
            BT_TEXT("{winner, select, you {You have won: the computer resigned.} "
                    "computer {The computer has won: you resigned.} one {Player 1 has "
                    "won: Player 2 resigned.} other {Player 2 has won: Player 1 "
                    "resigned.}}")};
        bt_say(out, won[s->tree.over ? 2 : misere],
               BT_ARGS(BT_STR("winner", bti_player_case(s, winner))));
    }
}

const char *bti_over_words(const bt_session *s)
{
    return bti_was_over(s)
               ? BT_TEXT("Type 'new POSITION' to start somewhere else, or 'quit' to "
                         "leave.\n")
               : BT_TEXT(
                     "The game is over. Type 'new' to play again, or 'undo' to take "
                     "a move back.\n");
}

void bti_put_over(bt_session *s, bt_player winner, bt_text *out)
{
    put_board(s, out);
    bti_put_winner(s, winner, out);
    bt_text_put_char(out, '\n');
    bt_say(out, bti_over_words(s), BT_NO_ARGS);
}

bt_status bti_end_game(bt_session *s, bt_player winner, bt_text *out)
{
    bti_put_winner(s, winner, out);
    bt_text_put_char(out, '\n');
    if (bti_was_over(s)) { /* a game without a move is not counted */
        if (!s->how.quiet)
            bt_say(out, bti_over_words(s), BT_NO_ARGS);
        return bt_text_status(out);
    }
    s->tree.winner = winner;
    s->score[winner]++;
    s->counted = true;
    if (s->how.quiet)
        return bt_text_status(out);
    uint32_t moves = bti_tree_at(&s->tree)->depth;
    if (moves > 0 && moves <= REVIEWED_MOVES) {
        bt_text_put_char(out, '\n');
        bt_say(out, "Review\n", BT_NO_ARGS);
        BT_TRY(bti_put_review(s, out));
    }
    bt_text_put_char(out, '\n');
    bti_put_score(s, out);
    s->score_shown = true;
    bt_text_put_char(out, '\n');
    bt_say(
        out,
        "Type 'new' to play again, 'undo' to take a move back, or 'quit' to leave.\n",
        BT_NO_ARGS);
    return bt_text_status(out);
}

static bt_status choose(bt_session *s, bti_kept *move, bool *found)
{
    bt_sum *sum = &s->tree.sum;
    bti_view view;
    *found = false;
    if (s->how.level == BT_LEVEL_RANDOM)
        return bti_random_move(&s->judge, sum, &s->random, move, found);
    BT_TRY(bti_view_here(s, &view));
    if (s->how.level == BT_LEVEL_SLIPS && bti_random(&s->random) % SLIP_ONE_IN == 0)
        BT_TRY(bti_slip_move(&s->judge, sum, &view, &s->random, move, found));
    return *found ? BT_OK
                  : bti_best_move(&s->judge, sum, &view, &s->random, move, found);
}

void bti_put_move_and_target(bt_text *out, const bt_text *move, const bt_sum *after)
{
    bt_text position;
    bt_text_init(&position, out->ctx);
    bti_put_short_position(&position, after);
    bt_say(out, "{move}, leaving {position}",
           BT_ARGS(BT_SPAN("move", bt_text_span(move)),
                   BT_SPAN("position", bt_text_span(&position))));
    bti_piece_end(&position, out);
}

void bti_announce(bt_session *s, bt_text *out)
{
    bt_text_format(out,
                   "%s: ", bti_player_label(s, bti_other(bti_tree_turn(&s->tree))));
    bti_put_last_move(out, &s->tree);
    bt_text_put_char(out, '\n');
}

static bt_status computer_moves(bt_session *s, bt_text *out)
{
    bti_kept move;
    bool found = false;
    bti_kept_init(&move, s->ctx);
    bt_status status = choose(s, &move, &found);
    if (status == BT_OK && found)
        status = bti_tree_play(&s->tree, &move);
    if (status == BT_OK && found)
        bti_announce(s, out);
    bti_kept_free(&move);
    return status;
}

bt_status bti_let_computer(bt_session *s, bt_text *out, bool *over, bt_player *winner)
{
    BT_TRY(bti_result(s, over, winner));
    if (*over || !bti_is_computer(s, bti_tree_turn(&s->tree)))
        return BT_OK;
    BT_TRY(computer_moves(s, out));
    return bti_result(s, over, winner);
}

bt_status bti_settle(bt_session *s, bt_text *out)
{
    bool over = false;
    bt_player winner = BT_NO_PLAYER;
    BT_TRY(bti_let_computer(s, out, &over, &winner));
    if (over)
        return bti_end_game(s, winner, out);
    bti_put_turn(s, out);
    return bt_text_status(out);
}

/* The rules of a file are its title and its lines `move`. */
bool bti_put_own_rules(const bt_game *game, const char *before_line, bt_text *out)
{
    const bti_game_file *file = bti_game_file_of(game);
    bt_text text;
    if (!file)
        return false;
    bt_text_init(&text, out->ctx);
    bti_game_file_print(file, &text);
    bt_span rest = bt_text_span(&text);
    while (rest.len > 0) {
        const char *end = memchr(rest.at, '\n', rest.len);
        size_t len = end ? (size_t)(end - rest.at) + 1 : rest.len;
        if (len > 5 && memcmp(rest.at, "move ", 5) == 0) {
            bt_text_put(out, before_line);
            bt_text_put_span(out, (bt_span){rest.at, len});
        }
        rest = (bt_span){rest.at + len, rest.len - len};
    }
    bti_piece_end(&text, out);
    return true;
}

void bti_put_ending(const bt_session *s, bt_text *out)
{
    if (s->tree.sum.part[0].game->play == BT_MISERE)
        bt_say(out, "Whoever cannot move wins (misère play).", BT_NO_ARGS);
    else
        bt_say(out, "Whoever cannot move loses.", BT_NO_ARGS);
}

void bti_put_game(bt_session *s, bt_text *out)
{
    const bt_sum *sum = &s->tree.sum;
    for (size_t i = 0; i < sum->n; i++) {
        const bt_sum one = {.part = &sum->part[i], .n = 1};
        const bti_game_file *file = bti_game_file_of(one.part->game);
        const char *title = file ? file->title : one.part->game->summary;
        bt_text_put(out, i > 0 ? "+ " : "");
        bti_put_sum_title(out, &one, false);
        bt_text_format(out, "%s%s\n", title[0] ? ": " : "", title);
        bti_put_own_rules(one.part->game, "  ", out);
    }
    if (sum->n > 1)
        bt_say(out, "Each move is made in one of the parts.\n", BT_NO_ARGS);
    bti_put_ending(s, out);
    bt_text_put_char(out, '\n');
}

static void put_opponent(bt_session *s, bt_text *out)
{
    static const char *const level[] = {
        BT_TEXT("The computer plays as well as it can."),
        BT_TEXT("The computer makes a mistake now and then."),
        BT_TEXT("The computer plays at random.")};
    bt_say(out, level[s->how.level], BT_NO_ARGS);
}

static void put_players(bt_session *s, bt_text *out)
{
    if (!s->how.neighbour) {
        put_opponent(s, out);
        bt_text_put_char(out, ' ');
    }
    bt_say(out,
           "{first, select, you {You move first.} computer {The computer moves first.} "
           "one {Player 1 moves first.} other {Player 2 moves first.}}\n",
           BT_ARGS(BT_STR("first", bti_player_case(s, s->tree.first))));
    if (!s->how.quiet)
        bt_say(out, "Type 'help' to see what you can type.\n", BT_NO_ARGS);
}

/* A game that was loaded goes on; its result, if it has one, is said and not counted.
 */
static bt_status go_on(bt_session *s, uint32_t moves, bt_text *out)
{
    bool over = false;
    bt_player winner = BT_NO_PLAYER;
    bt_say(
        out,
        "{moves, plural, =0 {No move has been played.} one {One move has been played.} "
        "other {{moves} moves have been played.}}",
        BT_ARGS(BT_NUM("moves", moves)));
    bt_text_put_char(out, ' ');
    if (s->how.neighbour)
        bt_say(out, "Two people play: Player 1 and Player 2.", BT_NO_ARGS);
    else
        put_opponent(s, out);
    bt_text_put_char(out, '\n');
    BT_TRY(bti_result(s, &over, &winner));
    if (!over)
        return bti_settle(s, out);
    bti_put_over(s, winner, out);
    return bt_text_status(out);
}

static void put_changed(const bt_session *s, bt_text *out)
{
    bt_text sentence;
    bt_text_init(&sentence, s->ctx);
    bt_say(&sentence, "The rules in {file} have changed since this record was written.",
           BT_ARGS(BT_STR("file", s->tree.changed)));
    if (s->tree.nodes > 1) {
        bt_text_put_char(&sentence, ' ');
        bt_say(&sentence, "All its moves are still legal.", BT_NO_ARGS);
    }
    bt_text_put_wrapped(out, bt_text_chars(&sentence), 0);
    bti_piece_end(&sentence, out);
}

bt_status bt_session_begin(bt_session *s, bt_text *out)
{
    uint32_t moves = bti_tree_at(&s->tree)->depth;
    s->refused = false;
    bti_put_game(s, out);
    if (s->tree.changed)
        put_changed(s, out);
    if (moves > 0 || s->tree.over)
        return go_on(s, moves, out);
    put_players(s, out);
    return bti_settle(s, out);
}

bt_status bt_session_end(bt_session *s, bt_text *out)
{
    bool over = false;
    bt_player winner;
    BT_TRY(bti_result(s, &over, &winner));
    if (!over && bti_tree_at(&s->tree)->depth > 0)
        bt_say(out, "The game is left unfinished.\n", BT_NO_ARGS);
    if (!s->score_shown) {
        bti_put_score(s, out);
        bt_text_put_char(out, '\n');
    }
    return bt_text_status(out);
}
