/* SPDX-License-Identifier: MIT
 * What can be typed: moves, and the commands of this table. */
#include "play/session.h"

#include "core/nearest.h"
#include "core/piece.h"
#include "core/quote.h"
#include "play/move_target.h"
#include "play/move_words.h"

#include <string.h>

enum { LISTED_MOVES = 100 };

/* A sentence, broken into lines. */
static void put_sentence(bt_text *out, const char *words)
{
    bt_text_put_wrapped(out, words, 0);
}

/* The commands. `rest` is what was typed after the word. */
typedef struct {
    const char *name, *argument, *help;
    bt_status (*run)(bt_session *, bt_span rest, bt_text *);
} command;

struct listing {
    bt_visit visit;
    bt_session *s;
    bt_text *out;
    size_t listed;
};

static bool list_move(bt_visit *visit, const bt_move *move)
{
    struct listing *l = (struct listing *)visit;
    const bt_sum *sum = &l->s->tree.sum;
    if (l->listed++ == LISTED_MOVES) {
        bt_say(l->out, "  and more\n", BT_NO_ARGS);
        return false;
    }
    bt_text words;
    bt_text_init(&words, l->out->ctx);
    bt_say_move(&words, sum, move);
    bt_text_format(l->out, "%s%zu  ", l->listed < 10 ? "   " : "  ", l->listed);
    bti_put_move_and_target(l->out, &words, sum);
    bt_text_put_char(l->out, '\n');
    bti_piece_end(&words, l->out);
    visit->status = bt_text_status(l->out);
    return visit->status == BT_OK;
}

static bt_status run_moves(bt_session *s, bt_span rest, bt_text *out)
{
    (void)rest;
    struct listing l = {.visit.option = list_move, .s = s, .out = out};
    BT_TRY(bt_walk_moves(&s->tree.sum, &l.visit));
    if (l.listed == 0)
        bt_say(out, "No move is left.\n", BT_NO_ARGS);
    return bt_text_status(out);
}

static bt_status is_over(bt_session *s, bool *over)
{
    bt_player winner;
    return bti_result(s, over, &winner);
}

static bt_status say_over(bt_session *s, bt_text *out)
{
    return bti_refuse(s, out, bti_over_words(s));
}

static bt_status run_hint(bt_session *s, bt_span rest, bt_text *out)
{
    bool over = false;
    (void)rest;
    BT_TRY(is_over(s, &over));
    return over ? say_over(s, out) : bti_put_hint(s, out);
}

static bt_status run_board(bt_session *s, bt_span rest, bt_text *out)
{
    bool over = false;
    bt_player winner;
    (void)rest;
    BT_TRY(bti_result(s, &over, &winner));
    bti_put_game(s, out);
    if (over)
        bti_put_over(s, winner, out);
    else
        bti_put_turn(s, out);
    return bt_text_status(out);
}

static bt_status run_variations(bt_session *s, bt_span rest, bt_text *out)
{
    (void)rest;
    return bti_put_variations(s, out);
}

static bt_status run_review(bt_session *s, bt_span rest, bt_text *out)
{
    (void)rest;
    return bti_put_review(s, out);
}

static bt_status run_score(bt_session *s, bt_span rest, bt_text *out)
{
    (void)rest;
    bti_put_score(s, out);
    s->score_shown = true;
    bt_text_put_char(out, '\n');
    return bt_text_status(out);
}

static bt_status run_note(bt_session *s, bt_span rest, bt_text *out)
{
    if (rest.len == 0 || memchr(rest.at, 0, rest.len))
        return bti_refuse(s, out,
                          BT_TEXT("Type the words of the note after 'note'.\n"));
    BT_TRY(bti_tree_add_comment(&s->tree, rest));
    bt_say(out, "The note is now in the record.\n", BT_NO_ARGS);
    return bt_text_status(out);
}

/* Failures about files are said, and the game goes on. */
static bt_status tell_failure(bt_session *s, bt_status status, bt_text *out)
{
    if (status == BT_OK || status == BT_NOMEM || status == BT_STOPPED)
        return status;
    s->refused = true;
    put_sentence(out, bt_message(s->ctx));
    return bt_text_status(out);
}

static bt_status run_save(bt_session *s, bt_span rest, bt_text *out)
{
    bt_text record;
    if (rest.len == 0)
        return bti_refuse(s, out, BT_TEXT("Type the name of a file: save FILE\n"));
    bt_text_init(&record, s->ctx);
    bt_status status = bt_session_record(s, &record);
    if (status == BT_OK)
        status = bt_write_file(s->ctx, rest, bt_text_span(&record));
    if (status == BT_OK)
        bt_say(out, "Saved as {file}.\n", BT_ARGS(BT_SPAN("file", rest)));
    bt_text_free(&record);
    return tell_failure(s, status, out);
}

static bt_status run_load(bt_session *s, bt_span rest, bt_text *out)
{
    bt_text record;
    if (rest.len == 0)
        return bti_refuse(s, out, BT_TEXT("Type the name of a file: load FILE\n"));
    bt_text_init(&record, s->ctx);
    bt_status status = bt_read_file(&record, rest);
    if (status == BT_OK)
        status = bt_session_load(s, bt_text_span(&record));
    bt_text_free(&record);
    return status == BT_OK ? bt_session_begin(s, out) : tell_failure(s, status, out);
}

static bool player_of(const bt_session *s, bt_span word, bt_player *player)
{
    static const char *const names[3][2] = {
        {"I", "II"}, {"Player 1", "Player 2"}, {"me", "computer"}};
    for (int i = 0; i < (s->how.neighbour ? 2 : 3); i++)
        for (int k = 0; k < 2; k++)
            if (bt_span_equal(word, bt_span_of(names[i][k]))) {
                *player = k == 0 ? BT_PLAYER_I : BT_PLAYER_II;
                return true;
            }
    return false;
}

static bool has_digit(bt_span text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] >= '0' && text.at[i] <= '9')
            return true;
    return false;
}

/* Neither a player nor a position. */
static bt_status refuse_new(bt_session *s, bt_text *out)
{
    bt_text position, sentence;
    uint32_t at = s->tree.at;
    bt_text_init(&position, s->ctx);
    bt_text_init(&sentence, s->ctx);
    bti_tree_go(&s->tree, 0);
    bti_put_short_position(&position, &s->tree.sum);
    bti_tree_go(&s->tree, at);
    s->refused = true;
    bt_say(&sentence,
           s->how.neighbour
               ? BT_TEXT("Type 'new', 'new Player 1', 'new Player 2', or 'new' and a "
                         "position such as {position}.")
               : BT_TEXT("Type 'new', 'new me', 'new computer', or 'new' and a "
                         "position such as {position}."),
           BT_ARGS(BT_SPAN("position", bt_text_span(&position))));
    put_sentence(out, bt_text_chars(&sentence));
    bti_piece_end(&position, out);
    bti_piece_end(&sentence, out);
    return bt_text_status(out);
}

static bt_status run_new(bt_session *s, bt_span rest, bt_text *out)
{
    bt_player first = s->tree.first;
    bt_status status = BT_OK;
    uint32_t at = s->tree.at;
    bti_tree_go(&s->tree, 0);
    if (rest.len == 0 || player_of(s, rest, &first)) {
        status = bti_new_game(s, &s->tree.sum, first);
    } else {
        bt_sum start;
        status = bti_read_start(s->ctx, &s->tree.sum, rest, &start);
        if (status == BT_OK) {
            status = bti_new_game(s, &start, first);
            bt_sum_free(s->ctx, &start);
        }
    }
    if (status != BT_OK) {
        bti_tree_go(&s->tree, at);
        if (status == BT_SYNTAX && !has_digit(rest))
            return refuse_new(s, out);
        return tell_failure(s, status, out);
    }
    bt_say(out, "A new game.\n", BT_NO_ARGS);
    return bt_session_begin(s, out);
}

static bt_status run_resign(bt_session *s, bt_span rest, bt_text *out)
{
    bool over = false;
    (void)rest;
    BT_TRY(is_over(s, &over));
    if (over)
        return say_over(s, out);
    s->tree.over = true;
    return bti_end_game(s, bti_other(bti_tree_turn(&s->tree)), out);
}

/* The computer agrees unless it can win. */
static bt_status run_draw(bt_session *s, bt_span rest, bt_text *out)
{
    bool over = false;
    bti_view view;
    (void)rest;
    BT_TRY(is_over(s, &over));
    if (over)
        return say_over(s, out);
    if (!s->how.neighbour) {
        BT_TRY(bti_view_here(s, &view));
        if (view.outcome == BT_P) {
            bt_say(out, "The computer does not agree to a draw: it can win.\n",
                   BT_NO_ARGS);
            return bt_text_status(out);
        }
    }
    s->tree.over = true;
    return bti_end_game(s, BT_NO_PLAYER, out);
}

/* Moves are read as words; these are in the table for its help, and alone. */
static bt_status run_move(bt_session *s, bt_span rest, bt_text *out)
{
    (void)rest;
    return bti_refuse(s, out,
                      BT_TEXT("Type 'move' and the number of a move in the list,\nor "
                              "'to' and the position that a move leaves.\n"));
}

static bt_status run_help(bt_session *s, bt_span rest, bt_text *out);

static const command commands[] = {
    {"moves", NULL, BT_TEXT("list every move with its number"), run_moves},
    {"list", NULL, BT_TEXT("the same"), run_moves},
    {"move", "NUMBER", BT_TEXT("make that move of the list"), run_move},
    {"to", "POSITION", BT_TEXT("make the move that leaves it"), run_move},
    {"hint", NULL, BT_TEXT("who can win; again: where to look, which move, why"),
     run_hint},
    {"board", NULL, BT_TEXT("show the board and the rules"), run_board},
    {"undo", NULL, BT_TEXT("take a move back"), bti_run_undo},
    {"redo", "[NUMBER]", BT_TEXT("play it again, or go into a variation"),
     bti_run_redo},
    {"go", "NUMBER", BT_TEXT("go to the position after that move; 0 is the start"),
     bti_run_go},
    {"node", "NUMBER", BT_TEXT("go to any node of the game, by its number in the JSON"),
     bti_run_node},
    {"variations", NULL, BT_TEXT("show what was tried"), run_variations},
    {"review", NULL, BT_TEXT("show every move and what it did"), run_review},
    {"score", NULL, BT_TEXT("show who won how often"), run_score},
    {"note", "WORDS", BT_TEXT("add a comment to the record"), run_note},
    {"save", "FILE", BT_TEXT("write the record of the game"), run_save},
    {"load", "FILE", BT_TEXT("go on with a game that was saved"), run_load},
    {"new", "[WHO|POSITION]", BT_TEXT("start a new game: who begins, or from where"),
     run_new},
    {"resign", NULL, BT_TEXT("give up"), run_resign},
    {"draw", NULL, BT_TEXT("offer a draw"), run_draw},
    {"help", NULL, BT_TEXT("show this list"), run_help},
    {"quit", NULL, BT_TEXT("leave, with the score"), NULL},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* The first moves of this position, as examples. */
struct examples {
    bt_visit visit;
    const bt_sum *sum;
    bt_text say, position;
    size_t n;
};

static bool take_example(bt_visit *visit, const bt_move *move)
{
    struct examples *e = (struct examples *)visit;
    bt_text_put(&e->say, e->n > 0 ? ", '" : "'");
    bt_say_move(&e->say, e->sum, move);
    bt_text_put_char(&e->say, '\'');
    if (e->n == 0)
        bti_put_short_position(&e->position, e->sum);
    return ++e->n < 2;
}

static bt_status put_ways_to_move(bt_session *s, bt_text *out)
{
    struct examples e = {.visit.option = take_example, .sum = &s->tree.sum};
    bt_text all;
    bt_text_init(&e.say, s->ctx);
    bt_text_init(&e.position, s->ctx);
    bt_text_init(&all, s->ctx);
    bt_status status = bt_walk_moves(&s->tree.sum, &e.visit);
    if (e.n > 0)
        bt_say(&all,
               "You can type a move in words ({examples}), as the position it leaves "
               "('{position}'), or as its number in the list of moves.",
               BT_ARGS(BT_SPAN("examples", bt_text_span(&e.say)),
                       BT_SPAN("position", bt_text_span(&e.position))));
    else
        bt_say(&all,
               "You can type a move in words, as the position it leaves, or as its "
               "number in the list of moves.",
               BT_NO_ARGS);
    for (bt_text *part[] = {&e.say, &e.position, &all}, **p = part; p < part + 3; p++)
        status = status == BT_OK ? bt_text_status(*p) : status;
    if (status == BT_OK)
        put_sentence(out, bt_text_chars(&all));
    bt_text_free(&e.say);
    bt_text_free(&e.position);
    bt_text_free(&all);
    return status == BT_OK ? bt_text_status(out) : status;
}

static bt_status run_help(bt_session *s, bt_span rest, bt_text *out)
{
    (void)rest;
    BT_TRY(put_ways_to_move(s, out));
    for (size_t i = 0; i < COMMANDS; i++) {
        const command *c = &commands[i];
        size_t len = strlen(c->name) + (c->argument ? strlen(c->argument) + 1 : 0);
        bt_text_format(out, "  %s%s%s", c->name, c->argument ? " " : "",
                       c->argument ? c->argument : "");
        for (; len < 20; len++)
            bt_text_put_char(out, ' ');
        bool agree = c->run == run_draw && s->how.neighbour;
        bt_text_format(
            out, "%s\n",
            bt_words_for(s->ctx, agree ? BT_TEXT("agree on a draw") : c->help));
    }
    return bt_text_status(out);
}

static const command *find_command(bt_span line, bt_span *rest)
{
    const char *blank = line.len ? memchr(line.at, ' ', line.len) : NULL;
    bt_span word = {line.at, blank ? (size_t)(blank - line.at) : line.len};
    *rest = bti_trim((bt_span){line.at + word.len, line.len - word.len});
    for (size_t i = 0; i < COMMANDS; i++)
        if (bt_span_equal(word, bt_span_of(commands[i].name)) &&
            (rest->len == 0 || (commands[i].argument && commands[i].run != run_move)))
            return &commands[i];
    return NULL;
}

/* A word that is nearly a command. */
static bool put_nearest(bt_span line, bt_text *out)
{
    bti_nearest near;
    if (line.len < 3 || memchr(line.at, ' ', line.len))
        return false;
    bti_nearest_begin(&near, line);
    for (size_t i = 0; i < COMMANDS; i++)
        bti_nearest_try(&near, commands[i].name);
    if (near.best)
        bt_say(out, "{line} is not a command; did you mean '{best}'?\n",
               BT_ARGS(BT_QUOTE("line", line), BT_STR("best", near.best)));
    return near.best != NULL;
}

static bt_status play_line(bt_session *s, bt_span line, bti_kept *move, bt_text *why,
                           bt_text *out)
{
    bool found = false, over = false;
    BT_TRY(
        bti_understand(&s->judge, &s->tree.sum, line, BTI_AT_BOARD, move, &found, why));
    if (!found) {
        BT_TRY(is_over(s, &over));
        s->refused = true;
        if (put_nearest(line, out))
            return bt_text_status(out);
        if (over)
            return say_over(s, out);
        put_sentence(out, bt_text_chars(why));
        return bt_text_status(out);
    }
    if (s->tree.over)
        return say_over(s, out);
    BT_TRY(bti_tree_play(&s->tree, move));
    bti_announce(s, out);
    return bti_settle(s, out);
}

/* The computer has not answered yet only if the line before failed, for lack of memory,
 * after a new game began. */
static bt_status catch_up(bt_session *s, bt_text *out)
{
    bool over = false;
    bt_player winner;
    return bti_let_computer(s, out, &over, &winner);
}

static bt_status play_words(bt_session *s, bt_span line, bt_text *out)
{
    bti_kept move;
    bt_text why;
    bti_kept_init(&move, s->ctx);
    bt_text_init(&why, s->ctx);
    bt_status status = play_line(s, line, &move, &why, out);
    bt_text_free(&why);
    bti_kept_free(&move);
    return status;
}

/* A line that fails, for lack of memory or because it was stopped, leaves the board as
 * it was; moves that it made stay as variations. */
bt_status bt_session_line(bt_session *s, bt_span line, bt_text *out, bool *quit)
{
    bt_span rest;
    *quit = s->refused = false;
    bti_judge_refill(&s->judge);
    line = bti_trim(line);
    if (line.len == 0)
        return BT_OK;
    const command *c = find_command(line, &rest);
    *quit = c && !c->run;
    if (*quit)
        return BT_OK;
    BT_TRY(catch_up(s, out));
    const bti_place before = bti_session_place(s);
    s->score_shown = false;
    bt_status status = c ? c->run(s, rest, out) : play_words(s, line, out);
    if (status != BT_OK)
        bti_session_back(s, &before);
    return status;
}
