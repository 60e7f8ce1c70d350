/* SPDX-License-Identifier: MIT
 * bouton demo: a whole game played out with comments, as on the first slides of a
 * course. Players I and II take turns, I first. Whoever stands in an N-position moves
 * to a P-position; whoever stands in a P-position makes some move, for all of them
 * lose. So the lines alternate, and the player for whom they began well wins. In a draw
 * both keep it, and the game is cut. */
#include "commands/parts.h"
#include "commands/report.h"

#include <bouton/explore.h>

#include "core/grow.h"
#include "core/hash.h"
#include "play/game_tree.h"

enum {
    MOST_MOVES = 1000,   /* longer games are cut */
    DRAWN_MOVES = 12,    /* so much is seen of a draw */
    MOST_CHOICES = 1000, /* among the first so many moves one is chosen */
    SHOWN_WORDS = 1000,  /* longer positions are null in JSON */
    TOLD_WORDS = 64,     /* longer positions are only described to people */
    WIDEST_COLUMN = 60,  /* longer entries push the rest of their line */
    LABELLED_SUM = 5000  /* positions; larger sums are not labelled as a whole */
};

typedef struct {
    const char *move, *to; /* to: NULL where it is too long */
    bt_outcome outcome;    /* of `to` */
} turn;

typedef struct {
    bti_call *call;
    bt_solver *solver;
    bt_sum *sum;
    bt_arena arena;
    uint64_t random; /* state of splitmix64 */
    turn *turn;      /* room for MOST_MOVES */
    size_t turns;
    bool ended; /* in a terminal position; otherwise it was cut */
    /* All that can be reached from a sum with a graph in it, labelled, or NULL. */
    bt_explored *explored;
    bt_label *label;
} game;

static const char *player_of(size_t turn_number)
{
    return turn_number % 2 == 0 ? "I" : "II";
}

/* splitmix64 (Steele, Lea, Flood 2014): the same numbers on every machine. */
static uint64_t draw(game *g)
{
    g->random += 0x9e3779b97f4a7c15u;
    return bti_mix(g->random);
}

/* Keeps one of the first `most` moves that are shown, each with the same chance: the
 * i-th one takes the place of the one kept before with probability 1/i. */
struct choice {
    bt_visit visit;
    game *game;
    size_t most, seen;
    bti_kept move;
    bt_outcome wanted;   /* of the position that the move leaves; BT_UNKNOWN: any */
    uint64_t remoteness; /* the least so far: the winner does not go round in circles */
};

static bool consider(bt_visit *visit, const bt_move *move)
{
    struct choice *c = (struct choice *)visit;
    c->seen++;
    if (c->seen == 1 || draw(c->game) % c->seen == 0)
        visit->status = bti_kept_set(&c->move, move);
    return visit->status == BT_OK && c->seen < c->most;
}

static bool has_graph(const game *g)
{
    for (size_t i = 0; i < g->sum->n; i++)
        if (g->sum->part[i].game->rules->graph)
            return true;
    return false;
}

/* The solver adds up a sum by values, which do not tell how long play lasts. */
static bt_status label_sum(game *g)
{
    bt_explore_how how = {.depth = UINT64_MAX, .limit = LABELLED_SUM};
    if (g->sum->n == 1 || !has_graph(g))
        return BT_OK;
    BT_TRY(bt_explore(g->call->ctx, g->sum, how, &g->explored));
    if (bt_explored_is_cut(g->explored))
        return BT_OK;
    const bt_csr *csr = bt_explored_csr(g->explored);
    BT_TRY(BTI_ARENA_NEW(&g->arena, g->label, (size_t)csr->nodes));
    return bt_label_graph(g->call->ctx, csr, g->sum->part[0].game->play, g->label);
}

static bt_status judge(game *g, bt_outcome *outcome, uint64_t *remoteness)
{
    uint32_t node = 0;
    bt_verdict verdict;
    if (g->label) {
        BT_TRY(bt_explored_find(g->explored, g->sum, &node));
        *outcome = bt_label_outcome(g->sum->part[0].game->play, g->label[node]);
        *remoteness = g->label[node].remoteness;
        return BT_OK;
    }
    BT_TRY(bt_solve(g->solver, g->sum, &verdict));
    *outcome = verdict.outcome;
    *remoteness = verdict.has_remoteness ? verdict.remoteness : BT_NEVER;
    return BT_OK;
}

/* In a graph a winning move may lead round in a circle: the winner takes one that ends
 * play soonest. */
static bool consider_on_graph(bt_visit *visit, const bt_move *move)
{
    struct choice *c = (struct choice *)visit;
    bt_outcome outcome = BT_UNKNOWN;
    uint64_t remoteness = 0;
    visit->status = judge(c->game, &outcome, &remoteness);
    if (visit->status != BT_OK)
        return false;
    if (outcome != c->wanted || remoteness > c->remoteness)
        return true;
    if (remoteness < c->remoteness) {
        c->remoteness = remoteness;
        c->seen = 0;
    }
    if (c->seen > 0 && !bti_given(c->game->call, BTI_SEED))
        return true;
    return consider(visit, move);
}

static bt_status walk_choices(game *g, struct choice *c, bt_outcome outcome)
{
    bool graph = g->label || (g->sum->n == 1 && has_graph(g));
    if (outcome == BT_P)
        return bt_walk_moves(g->sum, &c->visit);
    if (!graph)
        return outcome == BT_D ? bt_walk_drawing(g->solver, g->sum, &c->visit)
                               : bt_walk_winning(g->solver, g->sum, &c->visit);
    c->visit.option = consider_on_graph;
    c->wanted = outcome == BT_N ? BT_P : BT_D;
    c->remoteness = UINT64_MAX;
    c->most = SIZE_MAX; /* all are looked at */
    return bt_walk_moves(g->sum, &c->visit);
}

/* The position as JSON (false: it is too long) or for people. */
static bool put_position(bt_text *out, const game *g)
{
    bool json = bti_given(g->call, BTI_JSON);
    size_t words = 0;
    for (size_t i = 0; i < g->sum->n; i++)
        words += g->sum->part[i].pos.n;
    if (json && words > SHOWN_WORDS)
        return false;
    for (size_t i = 0; i < g->sum->n; i++) {
        const bt_part *part = &g->sum->part[i];
        bt_text_put(out, i > 0 ? " + " : "");
        if (json || part->pos.n <= TOLD_WORDS)
            part->game->rules->print(part->game, &part->pos, out);
        else
            bt_text_format(out, "(%zu numbers)", part->pos.n);
    }
    return true;
}

/* Notes the move that was just made, in words that live as long as the game. */
static bt_status note_turn(game *g, const struct choice *c)
{
    bt_text move, to;
    turn *t = &g->turn[g->turns];
    bt_text_init(&move, g->call->ctx);
    bt_text_init(&to, g->call->ctx);
    bti_put_made_move(&move, g->sum, &c->move);
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

/* One move: a winning one from an N-position, any from a P-position. Without --seed the
 * winner takes the first one. */
static bt_status take_turn(game *g, bt_outcome outcome)
{
    struct choice c = {.visit.option = consider, .game = g, .most = MOST_CHOICES};
    if (outcome == BT_N && !bti_given(g->call, BTI_SEED))
        c.most = 1;
    bti_kept_init(&c.move, g->call->ctx);
    bt_status status = walk_choices(g, &c, outcome);
    if (status == BT_OK && c.seen == 0)
        status = bt_fail(g->call->ctx, BT_UNABLE, "no winning move was found");
    if (status == BT_OK) {
        bti_kept_swap(g->sum, &c.move);
        status = note_turn(g, &c);
    }
    bti_kept_free(&c.move);
    return status;
}

/* Every turn looks at every word, so a game with very many is cut sooner. */
static size_t most_moves(const game *g)
{
    enum { WORK = 1 << 23, FEWEST = 8 };
    size_t words = 1;
    for (size_t i = 0; i < g->sum->n; i++)
        words += g->sum->part[i].pos.n;
    size_t most = WORK / words;
    return most > MOST_MOVES ? MOST_MOVES : most < FEWEST ? FEWEST : most;
}

static bt_status play_out(game *g)
{
    BT_TRY(BTI_ARENA_NEW(&g->arena, g->turn, MOST_MOVES));
    for (;; g->turns++) {
        bt_verdict verdict;
        if (bt_stopped(g->call->ctx))
            return BT_STOPPED;
        BT_TRY(bt_solve(g->solver, g->sum, &verdict));
        BT_TRY(bt_terminal(g->sum, &g->ended));
        if (g->turns > 0)
            g->turn[g->turns - 1].outcome = verdict.outcome;
        if (g->ended || g->turns == most_moves(g) ||
            (verdict.outcome == BT_D && g->turns >= DRAWN_MOVES))
            return BT_OK;
        BT_TRY(take_turn(g, verdict.outcome));
    }
}

static bool is_misere(const game *g)
{
    return g->sum->part[0].game->play == BT_MISERE;
}

/* The player to move at the end cannot: that loses, in misere play it wins. */
static const char *winner_of(const game *g)
{
    return player_of(is_misere(g) ? g->turns : g->turns + 1);
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
        put_column(out, player_of(i), 2);
        put_column(out, g->turn[i].move, move_width);
        put_column(out, g->turn[i].to, to_width);
        bt_outcome outcome = g->turn[i].outcome;
        bt_text_put(out, outcome == BT_P   ? "a winning move: it leaves a P-position\n"
                         : outcome == BT_D ? "keeps the draw\n"
                                           : "every move was a losing one\n");
    }
}

static void write_text(const game *g, const bti_report *start, bt_text *out)
{
    if (!start->terminal)
        bt_text_put(out, start->verdict.outcome == BT_N
                             ? "N-position: I moves first and can win.\n"
                         : start->verdict.outcome == BT_D
                             ? "A draw: neither player can force a win.\n"
                             : "P-position: I moves first, so II can win.\n");
    write_turns(g, out);
    if (g->ended)
        bt_text_format(out, "%s has won: %s cannot move and %s.\n", winner_of(g),
                       player_of(g->turns),
                       is_misere(g) ? "wins, for this is misère play" : "loses");
    else if (start->verdict.outcome == BT_D)
        bt_text_format(out, "And so on: after %zu moves the game is called a draw.\n",
                       g->turns);
    else
        bt_text_format(out,
                       "The game goes on, but after %zu moves it is cut here; it is "
                       "the turn of %s.\n",
                       g->turns, player_of(g->turns));
}

static void write_json(const game *g, bt_json_writer *w)
{
    bt_json_key(w, "moves");
    bt_json_open(w, '[');
    for (size_t i = 0; i < g->turns; i++) {
        const turn *t = &g->turn[i];
        bt_json_open(w, '{');
        bt_json_key(w, "player");
        bt_json_put_string(w, bt_span_of(player_of(i)));
        bt_json_key(w, "move");
        bt_json_put_string(w, bt_span_of(t->move));
        bt_json_key(w, "to");
        if (t->to)
            bt_json_put_string(w, bt_span_of(t->to));
        else
            bt_json_put_null(w);
        bt_json_key(w, "outcome");
        bt_json_put_string(w, bt_span_of(bti_outcome_letter(t->outcome)));
        bt_json_close(w, '}');
    }
    bt_json_close(w, ']');
    bt_json_key(w, "winner");
    if (g->ended)
        bt_json_put_string(w, bt_span_of(winner_of(g)));
    else
        bt_json_put_null(w);
}

/* The head is written before the first move, since moves change the position. */
static bt_status write_game(game *g, bt_text *out)
{
    bti_report start;
    BT_TRY(bti_report_make(g->solver, g->sum, &start));
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
    bt_status status = bt_solver_new(call->ctx, call->by, &g.solver);
    if (status == BT_OK)
        status = label_sum(&g);
    if (status == BT_OK)
        status = write_game(&g, &whole);
    if (status == BT_OK)
        bt_text_put_span(&call->out, bt_text_span(&whole));
    bt_explored_free(g.explored);
    bt_solver_free(g.solver);
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
        "Plays a game to its end. Players I and II take turns, I moves first. Each "
        "line\n"
        "has the number of the move, the player, the move, the position it leaves, "
        "and\n"
        "a comment. Who can win makes the first winning move, in a graph the first of\n"
        "those that end play soonest; who cannot makes one of the moves at random,\n"
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
