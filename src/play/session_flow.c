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
    bt_say(out, "How many times did {name} win? {score}   {name2}? {score2}",
           BT_ARGS(BT_STR("name", bti_name(s, BT_PLAYER_I, false)),
                   BT_NUM("score", s->score[BT_PLAYER_I]),
                   BT_STR("name2", bti_name(s, BT_PLAYER_II, false)),
                   BT_NUM("score2", s->score[BT_PLAYER_II])));
    if (s->score[BT_NO_PLAYER] > 0)
        bt_text_format(out, "   Draws: %llu",
                       (unsigned long long)s->score[BT_NO_PLAYER]);
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
    if (s->how.neighbour)
        bt_say(out, "{name} to move.\n",
               BT_ARGS(BT_STR("name", bti_name(s, turn, true))));
    else
        bt_text_put(out,
                    turn == BT_PLAYER_I ? "Your move.\n" : "The computer moves.\n");
}

bool bti_was_over(const bt_session *s)
{
    return !s->tree.over && bti_tree_at(&s->tree)->depth == 0;
}

void bti_put_winner(bt_session *s, bt_player winner, bt_text *out)
{
    bool misere = s->tree.sum.part[0].game->play == BT_MISERE;
    if (bti_was_over(s))
        bt_say(out,
               "No move is left here: whoever is to move {misere, select, yes {has "
               "won} other {has lost}}.",
               BT_ARGS(BT_TRUE("misere", misere)));
    else if (winner == BT_NO_PLAYER)
        bt_say(out, "The game is a draw.", BT_NO_ARGS);
    else if (s->tree.over)
        bt_say(out, "{name} {has} won: {name2} resigned.",
               BT_ARGS(BT_STR("name", bti_name(s, winner, true)),
                       BT_STR("has", bti_has(s, winner)),
                       BT_STR("name2", bti_name(s, bti_other(winner), false))));
    else if (misere)
        bt_say(out,
               "{name} {has} won: no move is left, and whoever cannot move wins here.",
               BT_ARGS(BT_STR("name", bti_name(s, winner, true)),
                       BT_STR("has", bti_has(s, winner))));
    else
        bt_say(out, "{name} {has} won: {name2} cannot move.",
               BT_ARGS(BT_STR("name", bti_name(s, winner, true)),
                       BT_STR("has", bti_has(s, winner)),
                       BT_STR("name2", bti_name(s, bti_other(winner), false))));
}

const char *bti_over_words(const bt_session *s)
{
    return bti_was_over(s) ? "There is nothing to play: 'new POSITION' begins "
                             "elsewhere, 'quit' ends.\n"
                           : "The game is over: 'new' plays again, 'undo' takes "
                             "back.\n";
}

void bti_put_over(bt_session *s, bt_player winner, bt_text *out)
{
    put_board(s, out);
    bti_put_winner(s, winner, out);
    bt_text_put_char(out, '\n');
    bt_text_put(out, bti_over_words(s));
}

bt_status bti_end_game(bt_session *s, bt_player winner, bt_text *out)
{
    bti_put_winner(s, winner, out);
    bt_text_put_char(out, '\n');
    if (bti_was_over(s)) { /* a game without a move is not counted */
        bt_text_put(out, s->how.quiet ? "" : bti_over_words(s));
        return bt_text_status(out);
    }
    s->tree.winner = winner;
    s->score[winner]++;
    s->counted = true;
    if (s->how.quiet)
        return bt_text_status(out);
    uint32_t moves = bti_tree_at(&s->tree)->depth;
    if (moves > 0 && moves <= REVIEWED_MOVES) {
        bt_text_put(out, "\nReview\n");
        BT_TRY(bti_put_review(s, out));
    }
    bt_text_put_char(out, '\n');
    bti_put_score(s, out);
    s->score_shown = true;
    bt_say(out, "\n'new' plays again, 'undo' takes back, 'quit' ends.\n", BT_NO_ARGS);
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

void bti_announce(bt_session *s, bt_text *out)
{
    bt_text_format(out, "%s: ", bti_name(s, bti_other(bti_tree_turn(&s->tree)), true));
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
    bt_play play = s->tree.sum.part[0].game->play;
    bt_say(out,
           "Whoever cannot move {player}{play, select, yes { (misère play)} other {}}.",
           BT_ARGS(BT_STR("player", bti_stuck_player(play)),
                   BT_TRUE("play", play == BT_MISERE)));
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
        bt_say(out, "A move is a move in one of the parts.\n", BT_NO_ARGS);
    bti_put_ending(s, out);
    bt_text_put_char(out, '\n');
}

static void put_opponent(bt_session *s, bt_text *out)
{
    static const char *const level[] = {"plays as well as can be", "slips sometimes",
                                        "plays at random"};
    bt_say(out, "The computer {level}.", BT_ARGS(BT_STR("level", level[s->how.level])));
}

static void put_players(bt_session *s, bt_text *out)
{
    if (s->how.neighbour) {
        bt_say(out, "{name} moves first.",
               BT_ARGS(BT_STR("name", bti_name(s, s->tree.first, true))));
    } else {
        put_opponent(s, out);
        bt_say(out, " {first, select, yes {You move} other {It moves}} first.",
               BT_ARGS(BT_TRUE("first", s->tree.first == BT_PLAYER_I)));
    }
    bt_text_put(out, s->how.quiet ? "\n" : "\n'help' tells what can be typed.\n");
}

/* A game that was loaded goes on; its result, if it has one, is told and not counted.
 */
static bt_status go_on(bt_session *s, uint32_t moves, bt_text *out)
{
    bool over = false;
    bt_player winner = BT_NO_PLAYER;
    bt_say(out, "{moves} {moves, plural, one {move was} other {moves were}} played. ",
           BT_ARGS(BT_NUM("moves", moves)));
    if (s->how.neighbour)
        bt_say(out, "Two people play, I and II.", BT_NO_ARGS);
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
    bt_say(&sentence,
           "The rules in {changed} have changed since this record was written.{nodes, "
           "plural, =0 {} one {} other { All its moves are still legal.}}",
           BT_ARGS(BT_STR("changed", s->tree.changed), BT_NUM("nodes", s->tree.nodes)));
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
