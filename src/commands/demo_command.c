/* SPDX-License-Identifier: MIT
 * bouton demo: a whole game played out with comments, as on the first slides of a
 * course. Two players take turns. Whoever stands in an N-position moves to a
 * P-position; whoever stands in a P-position makes some move, because all of them
 * lose. So the lines alternate, and the player for whom they began well wins. In a draw
 * both keep it, and the game is cut. The judge of `play` chooses the moves. */
#include "commands/parts.h"
#include "commands/report.h"

#include "core/grow.h"
#include "core/json_members.h"
#include "play/judge.h"

enum {
    MOST_MOVES = 1000,  /* longer games are cut */
    DRAWN_MOVES = 12,   /* that are seen of a draw */
    SHOWN_WORDS = 1000, /* longer positions are null in JSON */
    WIDEST_COLUMN = 60  /* longer entries push the rest of their line */
};

typedef struct {
    const char *move, *to; /* to: NULL where it is too long */
    bt_outcome outcome;    /* of `to` */
} turn;

typedef struct {
    bti_call *call;
    bti_judge judge;
    bt_sum *sum;
    bt_arena arena;
    uint64_t random;
    turn *turn; /* room for MOST_MOVES */
    size_t turns;
    bool ended; /* in a terminal position; otherwise it was cut */
} game;

/* For programs and for people. */
static const char *player_of(size_t turn_number)
{
    return turn_number % 2 == 0 ? "I" : "II";
}

static const char *name_of(size_t turn_number)
{
    return turn_number % 2 == 0 ? "Player 1" : "Player 2";
}

/* The position as JSON (false: it is too long) or for people. */
static bool put_position(bt_text *out, const game *g)
{
    bool json = bti_given(g->call, BTI_JSON);
    if (json && bti_count_words(g->sum) > SHOWN_WORDS)
        return false;
    (json ? bt_sum_print : bti_put_short_position)(out, g->sum);
    return true;
}

/* Notes the move that was just made, in words that live as long as the game. */
static bt_status note_turn(game *g, const bti_kept *made)
{
    bt_text move, to;
    turn *t = &g->turn[g->turns];
    bt_text_init(&move, g->call->ctx);
    bt_text_init(&to, g->call->ctx);
    bti_put_made_move(&move, g->sum, made);
    bool shown = put_position(&to, g);
    bt_status status = bt_text_status(&move);
    if (status == BT_OK)
        status = bt_text_status(&to);
    if (status == BT_OK) {
        t->move = bt_arena_copy(&g->arena, bt_text_span(&move));
        t->to = shown ? bt_arena_copy(&g->arena, bt_text_span(&to)) : NULL;
        if (!t->move || (shown && !t->to))
            status = bt_last_status(g->call->ctx);
    }
    bt_text_free(&move);
    bt_text_free(&to);
    return status;
}

/* One move: a good one or, where all lose, any. Without --seed the winner takes the
 * first good one. */
static bt_status choose(game *g, const bti_view *view, bti_kept *move)
{
    bool found = false;
    uint64_t *random = bti_given(g->call, BTI_SEED) ? &g->random : NULL;
    BT_TRY(view->outcome == BT_P
               ? bti_random_move(&g->judge, g->sum, &g->random, move, &found)
               : bti_best_move(&g->judge, g->sum, view, random, move, &found));
    return found ? BT_OK
                 : bt_fail(g->call->ctx, BT_UNABLE, "no winning move was found",
                           BT_NO_ARGS);
}

static bt_status take_turn(game *g, const bti_view *view)
{
    bti_kept move;
    bti_kept_init(&move, g->call->ctx);
    bt_status status = choose(g, view, &move);
    if (status == BT_OK) {
        bti_kept_swap(g->sum, &move);
        status = note_turn(g, &move);
    }
    bti_kept_free(&move);
    return status;
}

/* Every turn looks at every word, so a game with very many is cut sooner. */
static size_t most_moves(const game *g)
{
    enum { WORK = 1 << 23, FEWEST = 8 };
    size_t most = WORK / (bti_count_words(g->sum) + 1);
    return most > MOST_MOVES ? MOST_MOVES : most < FEWEST ? FEWEST : most;
}

static bt_status play_out(game *g)
{
    BT_TRY(BTI_ARENA_NEW(&g->arena, g->turn, MOST_MOVES));
    for (;; g->turns++) {
        bti_view view;
        if (bt_stopped(g->call->ctx))
            return BT_STOPPED;
        BT_TRY(bti_judge_view(&g->judge, g->sum, &view));
        BT_TRY(bt_terminal(g->sum, &g->ended));
        if (g->turns > 0)
            g->turn[g->turns - 1].outcome = view.outcome;
        if (g->ended || g->turns == most_moves(g) ||
            (view.outcome == BT_D && g->turns >= DRAWN_MOVES))
            return BT_OK;
        BT_TRY(take_turn(g, &view));
    }
}

static bool is_misere(const game *g)
{
    return g->sum->part[0].game->play == BT_MISERE;
}

/* The player to move at the end cannot: that loses, in misere play it wins. */
static size_t winner_of(const game *g)
{
    return is_misere(g) ? g->turns : g->turns + 1;
}

static size_t length(const char *text)
{
    return bt_span_of(text).len;
}

static void put_column(bt_text *out, const char *words, size_t width)
{
    size_t n = length(words);
    bt_text_put(out, words);
    for (width = n > width ? n + 2 : width + 2; n < width; n++)
        bt_text_put_char(out, ' ');
}

static size_t wider(size_t width, const char *words)
{
    size_t n = length(words);
    return n > width && n <= WIDEST_COLUMN ? n : width;
}

static void write_turns(const game *g, bt_text *out)
{
    size_t number_width = g->turns < 10     ? 1
                          : g->turns < 100  ? 2
                          : g->turns < 1000 ? 3
                                            : 4;
    size_t move_width = 0, to_width = 0;
    for (size_t i = 0; i < g->turns; i++) {
        move_width = wider(move_width, g->turn[i].move);
        to_width = wider(to_width, g->turn[i].to);
    }
    for (size_t i = 0; i < g->turns; i++) {
        char number[21] = "";
        size_t digits = bt_print_u64(number, i + 1);
        for (size_t n = digits; n < number_width + 2; n++)
            bt_text_put_char(out, ' ');
        put_column(out, number, digits);
        put_column(out, name_of(i), 0);
        put_column(out, g->turn[i].move, move_width);
        put_column(out, g->turn[i].to, to_width);
        bt_outcome outcome = g->turn[i].outcome;
        bt_say(out,
               outcome == BT_P   ? BT_TEXT("a winning move: it leaves a P-position\n")
               : outcome == BT_D ? BT_TEXT("keeps the draw\n")
                                 : BT_TEXT("every move loses\n"),
               BT_NO_ARGS);
    }
}

static void write_end(const game *g, bool draw, bt_text *out)
{
    if (g->ended && is_misere(g))
        bt_say(out,
               "{winner} has won: in misère play the player who cannot move wins.\n",
               BT_ARGS(BT_STR("winner", name_of(winner_of(g)))));
    else if (g->ended)
        bt_say(out, "{winner} has won: {loser} cannot move.\n",
               BT_ARGS(BT_STR("winner", name_of(winner_of(g))),
                       BT_STR("loser", name_of(g->turns))));
    else if (draw)
        bt_say(out, "And so on: after {moves} moves the game is called a draw.\n",
               BT_ARGS(BT_NUM("moves", g->turns)));
    else
        bt_say(out, "The game goes on, but the demo stops after {moves} moves.\n",
               BT_ARGS(BT_NUM("moves", g->turns)));
}

static void write_text(const game *g, const bti_report *start, bt_text *out)
{
    bt_outcome outcome = start->verdict.outcome;
    if (!start->terminal)
        bt_say(
            out,
            outcome == BT_N ? BT_TEXT("N-position: Player 1 moves first and can win.\n")
            : outcome == BT_D
                ? BT_TEXT("A draw: neither player can force a win.\n")
                : BT_TEXT("P-position: Player 1 moves first, so Player 2 can win.\n"),
            BT_NO_ARGS);
    write_turns(g, out);
    write_end(g, outcome == BT_D, out);
}

static void write_json(const game *g, bt_json_writer *w)
{
    bt_json_key(w, "moves");
    bt_json_open(w, '[');
    for (size_t i = 0; i < g->turns; i++) {
        const turn *t = &g->turn[i];
        bt_json_open(w, '{');
        bti_put_member(w, "player", player_of(i));
        bti_put_member(w, "move", t->move);
        bti_put_member(w, "to", t->to);
        bti_put_member(w, "outcome", bti_outcome_letter(t->outcome));
        bt_json_close(w, '}');
    }
    bt_json_close(w, ']');
    bti_put_member(w, "winner", g->ended ? player_of(winner_of(g)) : NULL);
}

/* The head is written before the first move, since moves change the position. */
static bt_status write_game(game *g, bt_text *out)
{
    bti_report start;
    BT_TRY(bti_report_make(g->judge.solver, g->sum, &start));
    if (!bti_given(g->call, BTI_JSON)) {
        bti_title_text(out, g->sum);
        BT_TRY(play_out(g));
        write_text(g, &start, out);
        return bt_text_status(out);
    }
    bt_json_writer w;
    bt_json_begin(&w, out);
    bt_json_open(&w, '{');
    bti_report_json(&w, g->sum, &start);
    BT_TRY(play_out(g));
    write_json(g, &w);
    bt_json_close(&w, '}');
    bt_text_put_char(out, '\n');
    return bt_text_status(out);
}

static bt_status run_demo(bti_call *call)
{
    bti_parts parts;
    bt_text whole;
    BT_TRY(bti_parts_read(call, &parts));
    game g = {.call = call, .sum = &parts.sum, .random = call->seed};
    bt_arena_init(&g.arena, call->ctx);
    bt_text_init(&whole, call->ctx);
    bt_status status = bti_judge_init(&g.judge, call->ctx, call->by, true, g.sum);
    if (status == BT_OK)
        status = write_game(&g, &whole);
    if (status == BT_OK)
        bt_text_put_span(&call->out, bt_text_span(&whole));
    bti_judge_free(&g.judge);
    bt_text_free(&whole);
    bt_arena_free(&g.arena);
    bti_parts_free(call, &parts);
    return status;
}

static const char *const usage[] = {
    "demo RULES POSITION [+ RULES POSITION]...",
    NULL,
};

static const char *const examples[] = {
    "demo nim 3,4,6",
    "demo nim 3,4,6 --seed 7",
    "demo nim/misere 1,2 + subtraction:1,2/misere 5",
    NULL,
};

const bti_command bti_command_demo = {
    .name = "demo",
    .usage = usage,
    .summary = "a whole game played out with comments",
    .help =
        "Plays a game to its end. Two players take turns. Each line has the number of "
        "the\n"
        "move, the player, the move, the position it leaves, and a comment. Whoever "
        "can\n"
        "win makes the first winning move, or, where play could go round in circles, "
        "one\n"
        "that comes nearer to the end; whoever cannot makes one of the moves at "
        "random,\n"
        "since all of them lose. In a draw both keep it, and after some moves the "
        "game\n"
        "is cut.\n"
        "\n"
        "--seed plays other games: with another number other moves are chosen, among\n"
        "the winning moves too; with the same number the same game is played, on "
        "every\n"
        "machine. Moves are chosen among the first 1000, and a game that is longer "
        "than\n"
        "1000 moves is cut; in JSON its winner is null.",
    .options = BTI_BIT(BTI_JSON) | BTI_BIT(BTI_SEED) | BTI_BIT(BTI_POSITION) |
               BTI_BIT(BTI_BY) | BTI_BIT(BTI_MEMORY),
    .examples = examples,
    .run = run_demo,
};
