/* SPDX-License-Identifier: MIT
 * Sessions played by a test: the computer wins every won position against random play,
 * whoever follows the hints wins, it resists as long as can be, moves are understood
 * and refused, records come back as they went, and every allocation may fail. */
#include "check.h"
#include "effort.h"
#include "failing_host.h"
#include "match.h"
#include "reachable.h"
#include "rowfile.h"

#include <bouton/all.h>

enum { MOST_TURNS = 400, OUT_BYTES = 1 << 18 };

/* Random play until the game is over or a draw that goes on. */
static void play_out(struct match *m, bt_solver *judge, bool drawn, const char *where)
{
    for (int i = 0; i < MOST_TURNS && bt_session_turn(m->session) != BT_NO_PLAYER;
         i++) {
        play_random_move(m);
        if (drawn && bt_session_turn(m->session) != BT_NO_PLAYER)
            CHECK(outcome_of(judge, bt_session_position(m->session)) != BT_N,
                  "%s: the computer lets a draw go", where);
        if (drawn && i > 20)
            return;
    }
}

/* Does what the hints say. */
static bool play_hint(struct match *m, const char *where)
{
    char line[2048] = "";
    type(m, "hint");
    CHECK(strstr(bt_text_chars(&m->out), "You can win"), "%s: %s", where,
          bt_text_chars(&m->out));
    type(m, "hint");
    CHECK(strstr(bt_text_chars(&m->out), "win"), "%s: %s", where,
          bt_text_chars(&m->out));
    char say[2048] = "";
    strncat(say, type(m, "hint"), sizeof say - 1);
    for (char *c = say; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    bool good = strncmp(say, "A winning move: ", 16) == 0;
    const char *end = strstr(say, ". It leaves ");
    CHECK(good && end, "%s: %s", where, say);
    if (!good || !end)
        return false;
    strncat(line, say + 16, (size_t)(end - say - 16));
    type(m, "hint"); /* why */
    bt_text_clear(&m->out);
    type(m, line);
    CHECK(strncmp(bt_text_chars(&m->out), "You: ", 5) == 0, "%s: %s gets: %s", where,
          line, bt_text_chars(&m->out));
    return strncmp(bt_text_chars(&m->out), "You: ", 5) == 0;
}

static unsigned computer_games, hint_games;

/* One position, from which the player to move wins or draws. Hints are followed to the
 * end or, where the computer can resist for very long, so many times. */
static void check_position(bt_context *ctx, struct match *m, bt_solver *judge,
                           int hints)
{
    char where[256] = "";
    bt_text text;
    bt_text_init(&text, ctx);
    put_position(&text, &m->start);
    snprintf(where, sizeof where, "%s %.100s", m->start.part[0].game->name,
             bt_text_chars(&text));
    bt_text_free(&text);
    bt_outcome outcome = outcome_of(judge, &m->start);
    bool terminal = false;
    CHECK(bt_terminal(&m->start, &terminal) == BT_OK, "%s", where);
    if (terminal || outcome == BT_P)
        return;
    bt_session_how how = {.first = BT_PLAYER_II, .seed = next_random()};
    if (!match_begin(m, how))
        return;
    play_out(m, judge, outcome == BT_D, where);
    if (outcome == BT_N)
        CHECK(bt_session_score(m->session, BT_PLAYER_II) == 1,
              "%s: the computer has not won", where);
    computer_games++;
    how.first = BT_PLAYER_I;
    if (outcome != BT_N || !match_begin(m, how))
        return;
    for (int i = 0; i < hints && bt_session_turn(m->session) != BT_NO_PLAYER; i++)
        if (!play_hint(m, where))
            return;
    CHECK(hints < MOST_TURNS || bt_session_score(m->session, BT_PLAYER_I) == 1,
          "%s: the hints do not win", where);
    hint_games++;
}

static void check_root_play(bt_context *ctx, const char *rules, const char *position)
{
    size_t most = effort_is_low() ? 2 : effort_rounds(6, 200);
    struct match m = {.ctx = ctx};
    struct reachable all;
    bt_solver *judge = NULL;
    bt_text_init(&m.out, ctx);
    bt_status status = match_add(&m, rules, position);
    if (status == BT_OK)
        status = bt_solver_new(ctx, BT_BY_SEARCH, &judge);
    CHECK(status == BT_OK, "%s %s: %s", rules, position, bt_message(ctx));
    if (status == BT_OK) {
        reachable_find(&all, m.game[0], &m.start.part[0].pos);
        size_t step = all.n > most ? all.n / most : 1;
        for (size_t i = 0; i < all.n; i += step) {
            bt_pos pos = reachable_at(&all, i, ctx);
            CHECK(bt_pos_copy(&m.start.part[0].pos, &pos) == BT_OK, "memory");
            check_position(ctx, &m, judge, MOST_TURNS);
        }
        reachable_free(&all);
    }
    bt_session_free(m.session);
    m.session = NULL;
    bt_solver_free(judge);
    match_close(&m);
}

static void check_root(struct row *row, void *arg)
{
    char rules[256];
    snprintf(rules, sizeof rules, "%s/misere", row->field[0]);
    check_root_play(arg, row->field[0], row->field[1]);
    check_root_play(arg, rules, row->field[1]);
}

/* Larger games, which are not labelled, and sums. */
static void check_large(bt_context *ctx)
{
    static const char *const row[][4] = {
        {"nim", "30000,20000,7", NULL, NULL},
        {"nim", "1000000000000000000,99,7", NULL, NULL},
        {"moore:2", "700,500,300", NULL, NULL},
        {"staircase", "2,1000,20,3", NULL, NULL},
        {"cheating", "900,8:70", NULL, NULL},
        {"nim", "3,4", "subtraction:1,2", "8"},
        {"nim/misere", "2,3", "nimble/misere", "0,1,1"},
        {"graph:rows/circle.txt", "A", "nim", "0"},
        {"graph:rows/circle.txt", "A", "graph:rows/circle.txt", "B"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct match m = {.ctx = ctx};
        bt_solver *judge = NULL;
        bt_text_init(&m.out, ctx);
        bool good = match_add(&m, row[i][0], row[i][1]) == BT_OK &&
                    (!row[i][2] || match_add(&m, row[i][2], row[i][3]) == BT_OK) &&
                    bt_solver_new(ctx, BT_BY_ANY, &judge) == BT_OK;
        CHECK(good && outcome_of(judge, &m.start) == BT_N, "%s %s: %s", row[i][0],
              row[i][1], bt_message(ctx));
        for (int k = 0; k < (effort_is_low() ? 1 : 3) && good; k++)
            check_position(ctx, &m, judge, row[i][2] ? MOST_TURNS : 8);
        bt_session_free(m.session);
        m.session = NULL;
        bt_solver_free(judge);
        match_close(&m);
    }
}

/* Remoteness of Nim with three piles up to 4, by its definition. */
static unsigned remoteness(unsigned a, unsigned b, unsigned c)
{
    static unsigned known[5][5][5];
    if (known[a][b][c])
        return known[a][b][c] - 1;
    unsigned pile[3] = {a, b, c}, win = 1000, lose = 0;
    bool moves = a + b + c > 0, wins = false;
    for (int i = 0; i < 3; i++)
        for (unsigned left = 0; left < pile[i]; left++) {
            unsigned to[3] = {a, b, c};
            to[i] = left;
            unsigned r = remoteness(to[0], to[1], to[2]);
            if (r % 2 == 0) {
                wins = true;
                win = r < win ? r : win;
            } else {
                lose = r > lose ? r : lose;
            }
        }
    unsigned r = !moves ? 0 : wins ? win + 1 : lose + 1;
    known[a][b][c] = r + 1;
    return r;
}

/* From every position the computer's move is one that the definition asks for. */
static void check_resistance(bt_context *ctx)
{
    for (unsigned i = 1; i < 125; i++) {
        unsigned x[3] = {i / 25, i / 5 % 5, i % 5};
        char position[32];
        struct match m;
        snprintf(position, sizeof position, "%u,%u,%u", x[0], x[1], x[2]);
        bt_session_how how = {.first = BT_PLAYER_II, .seed = i};
        if (match_open(&m, ctx, "nim", position, how)) {
            const uint64_t *to = bt_session_position(m.session)->part[0].pos.x;
            unsigned after =
                remoteness((unsigned)to[0], (unsigned)to[1], (unsigned)to[2]);
            CHECK(after + 1 == remoteness(x[0], x[1], x[2]),
                  "nim %s: the computer leaves %u moves", position, after);
        }
        match_close(&m);
    }
}

/* Where no remoteness is known it takes as little as it can. */
/* Play could go on for ever, and the computer has won: it comes to an end. */
static void check_end(bt_context *ctx, const char *rules, const char *position)
{
    struct match m;
    if (match_open(&m, ctx, rules, position, (bt_session_how){.seed = 1})) {
        int lines = 0;
        while (bt_session_turn(m.session) != BT_NO_PLAYER && lines++ < 2000)
            play_random_move(&m);
        CHECK(bt_session_score(m.session, BT_PLAYER_II) == 1, "%s %s, %d lines", rules,
              position, lines);
    }
    match_close(&m);
}

static void check_ends(bt_context *ctx)
{
    check_end(ctx, "northcott", "3-5,4-6,2-3,4-5");
    check_end(ctx, "northcott", "0-5,2-7,3-6,1-4");
    check_end(ctx, "poker-nim", "100,100:50,50");
}

static void check_bite(bt_context *ctx)
{
    struct match m;
    bt_session_how how = {.first = BT_PLAYER_II};
    if (match_open(&m, ctx, "nim", "1000000000,1000000000", how))
        CHECK(stands_at(&m, "999999999,1000000000"), "a large bite");
    match_close(&m);
    if (match_open(&m, ctx, "staircase", "5,30000,5", how))
        CHECK(strstr(bt_text_chars(&m.out), "Computer: move 1 coin from step"), "%s",
              bt_text_chars(&m.out));
    match_close(&m);
    /* nobody knows who wins, and the large bites are walked first */
    if (match_open(&m, ctx, "games/wythoff.game", "2999,5000", how))
        CHECK(strstr(bt_text_chars(&m.out), "Computer: x: 2999 to 2998") ||
                  strstr(bt_text_chars(&m.out), "Computer: y: 5000 to 4999"),
              "%s", bt_text_chars(&m.out));
    match_close(&m);
}

/* rules, position, line, the position it leaves with a neighbour; NULL: it is refused,
 * and the answer holds these words. */
static const char *const typed[][5] = {
    {"nim", "14,9,7,5,2", "14 to 9", "9,9,7,5,2", ""},
    {"nim", "14,9,7,5,2", "take 5 from 1", "9,9,7,5,2", ""},
    {"nim", "14,9,7,5,2", "take 5 chips from pile 1", "9,9,7,5,2", ""},
    {"nim", "14,9,7,5,2", "5 from 1", "9,9,7,5,2", ""},
    {"nim", "14,9,7,5,2", "take 5 from pile 1 (14 to 9)", "9,9,7,5,2", ""},
    {"nim", "14,9,7,5,2", "9,9,7,5,2", "9,9,7,5,2", ""},
    {"nim", "14,9,7,5,2", "  [9, 9, 7, 5, 2] ", "9,9,7,5,2", ""},
    {"nim", "14,9,7,5,2", "to 9,9,7,5,2", "9,9,7,5,2", ""},
    {"nim", "14,9,7,5,2", "5", "9,9,7,5,2", ""},
    {"nim", "3,3", "3 to 1", "1,3", ""},
    {"nim", "14,9,7,5,2", "take 15 from 1", NULL, "has only 14."},
    {"nim", "14,9,7,5,2", "take 1 from 6", NULL, "There is no pile 6"},
    {"nim", "14,9,7,5,2", "take 1 from 0", NULL, "There is no pile 0"},
    {"nim", "14,9,7,5,2", "take 0 from 1", NULL, "Taking nothing"},
    {"nim", "0,9", "take 1 from 1", NULL, "Pile 1 is empty"},
    {"nim", "3", "take 1 from 2", NULL, "there is only pile 1."},
    {"nim", "14,9,7,5,2", "13 to 9", NULL, "There is no pile of 13."},
    {"nim", "14,9,7,5,2", "9 to 14", NULL, "not a move here"},
    {"nim", "14,9,7,5,2", "14,9,7,5,2", NULL, "the same position"},
    {"nim", "14,9,7,5,2", "13,8,7,5,2", NULL, "this would change 2."},
    {"nim", "14,9,7,5,2", "15,9,7,5,2", NULL, "from 14 to 15"},
    {"nim", "14,9,7,5,2", "9,9,7,5", NULL, "5 numbers"},
    {"nim", "14,9,7,5,2", "9,9,7,5,-2", NULL, ""},
    {"nim", "14,9,7,5,2", "38", NULL, "There is no move 38;"},
    {"nim", "14,9,7,5,2", "0", NULL, "There is no move 0;"},
    {"nim", "3,4", "take 1", NULL, "two moves"},
    {"nim", "3", "take 3", "0", ""},
    {"nim", "3", "take 4", NULL, "has only 3."},
    {"dynamic", "20:5", "take 2 from 1", "18:2", ""},
    {"dynamic", "20:5", "take 50", NULL, "at most 5"},
    {"dynamic", "3:5", "take 4", NULL, "has only 3."},
    {"dynamic", "20:5", "take 6", NULL, "at most 5"},
    {"dynamic", "20:5", "take 6 from 1", NULL, "at most 5"},
    {"dynamic", "20:5", "take 2 from 2", NULL, "no pile 2"},
    {"nim", "3,4", "take", NULL, "not a move"},
    {"nim", "3,4", "banana", NULL, "neither a move nor a command"},
    {"nim", "3,4", "resine", NULL, "did you mean 'resign'"},
    {"nim", "3,4", "redo 7", NULL, "no such variation"},
    {"nim", "3,4", "undo", NULL, "no move to take back"},
    {"nim", "9000000000,7", "take 3 from 2", "9000000000,4", ""},
    {"nim", "9000000000,7", "7 to 4", "9000000000,4", ""},
    {"nim", "9000000000,7", "9000000000,4", "9000000000,4", ""},
    {"nim", "9000000000,7", "take 8999999993 from 1", "7,7", ""}, /* it wins */
    {"nim", "9000000000,7", "take 8999999994 from 1", NULL, "too many moves"},
    {"subtraction:1,5,6", "13", "take 5", "8", ""},
    {"subtraction:1,5,6", "13", "13 to 8", "8", ""},
    {"subtraction:1,5,6", "13", "to 8", "8", ""},
    {"subtraction:1,5,6", "13", "take 2 from 1", NULL, "not a move here"},
    {"nimble", "0,1,0,2", "3 to 1", "0,2,0,1", ""},
    {"nimble", "0,1,0,2", "move a coin from square 3 to square 0", "1,1,0,1", ""},
    {"nimble", "0,1,0,2", "1 to 3", NULL, "not a move here"},
    {"staircase", "2,0,5,1", "move 2 from 3", "2,2,3,1", ""},
    {"staircase", "2,0,5,1", "2 coins from step 3 to step 2", "2,2,3,1", ""},
    {"staircase", "2,0,5,1", "move 1 coin from step 1 to the ground", "1,0,5,1", ""},
    {"cheating", "3,4,6:5", "add 2 to 1", "5,4,6:3", ""},
    {"cheating", "3,4,6:5", "3 to 5", "5,4,6:3", ""},
    {"cheating", "3,4,6:5", "take 2 from 1", "1,4,6:5", ""},
    {"cheating", "3,4,6:5", "2 to 1", NULL, "There is no pile of 2."},
    {"dynamic", "44:43", "take 4", "40:4", ""},
    {"dynamic", "44:43", "44 to 40", "40:4", ""},
    {"moore:2", "3,4,6", "take 1 from 1 and 2 from 2", "2,2,6", ""},
    {"moore:2", "3,4,6", "3 to 2, 4 to 2", "2,2,6", ""},
    {"moore:2", "3,4,6", "take 1 from 1", "2,4,6", ""},
    {"euclid", "25,7", "take 14", "11,7", ""},
    {"euclid", "25,7", "take 14 from 25 (2 times 7), leaving 11", "11,7", ""},
    {"euclid", "25,7", "take 10", NULL, "not a move here"},
    {"euclid", "7,7", "take 7 from the second 7", "7,0", ""},
    {"tartan:ruler,twins", "HTT/TTH", "turn column 3 in rows 1 and 2", "HTH/TTT", ""},
    {"games/wythoff.game", "5,4", "5 to 3", "3,4", ""},
    {"games/wythoff.game", "5,4", "x: 5 to 3", "3,4", ""},
    {"games/wythoff.game", "5,4", "x 5 to 3, y 4 to 2", "3,2", ""},
    {"games/wythoff.game", "5,4", "y 4 to 2", "5,2", ""},
    {"games/wythoff.game", "5,4", "3,3", NULL, "No move leads there"},
    /* positions that are too long, too short, or as it is */
    {"kayles", "7", "7,1", NULL, "No move leads there. The rules"},
    {"kayles", "5,1,3", "5,3", "5,0,3", ""},
    {"kayles", "5,1,3", "3,5,0", "5,0,3", ""},
    {"kayles", "5,1,3", "5,1", NULL, "No move leads there. The rules"},
    {"kayles", "5,3,3", "5,3,3,1", NULL, "No move leads there. The rules"},
    {"kayles", "5,3,3", "9,9", NULL, "No move leads there. The rules"},
    {"grundy", "7", "7,0", NULL, "No move leads there. The rules"},
    {"grundy", "7", "4,4", NULL, "No move leads there. The rules"},
    {"grundy", "7,5", "6,5", NULL, "Heap 1 would go from 7 to 6."},
    {"turning-turtles", "HHTTH", "HHTT", NULL,
     "That is not a move: this row has 5 coins, and you typed 4."},
    {"tartan:ruler,twins", "HTT/TTH", "HTTT/TTHT", NULL, "this grid has 6 coins"},
    {"nim", "3,4", "to 3", NULL, "a position here has 2 numbers, and you typed 1"},
    {"wythoff", "6,8", "3,3", NULL,
     "Pile 1 would go from 6 to 3. Pile 2 would go from 8 to 3."},
    {"lim", "3,4,6", "1,1,9", NULL,
     "Pile 1 would go from 3 to 1. Pile 2 would go from 4 to 1. Pile 3 would go from 6 "
     "to 9."},
    /* a number alone */
    {"turning-turtles", "HHTTH", "5", NULL,
     "5 is move 5 in the list: turn coins 4 and 5. Type 'move 5' if you mean that "
     "move; otherwise type 'turn coin 5'."},
    {"turning-turtles", "HHTTH", "move 5", "HHTHT", ""},
    {"turning-turtles", "HHTTH", "1", "THTTH", ""}, /* move 1 turns coin 1 */
    {"turning-turtles", "HHTTH", "8", "THTTT", ""}, /* there is no coin 8 */
    {"twins", "HHTTH", "4", NULL, "turn coins 2 and 5. Type 'move 4' to make it."},
    {"kayles", "5", "3", NULL, "otherwise type 'to 3'."},
    {"kayles", "5", "move 3", "2,2", ""},
    {"kayles", "7", "3", "4,2", ""}, /* move 3 is pin 3 */
    {"kayles", "7", "2", NULL, "otherwise type 'take 2'."},
    {"lasker", "5", "3", NULL, "otherwise type 'take 3' or 'to 3'."},
    {"lasker", "5", "7", "0", ""},
    {"nim", "7", "3", "4", ""},
    {"mark", "7", "4", "3", ""}, /* the list has two moves */
    {"silver-dollar", "8", "3", NULL, "otherwise type 'to 3'."},
    {"silver-dollar", "8", "move 3", "5", ""},
    {"staircase", "2,0,5", "move 2", NULL, "two moves"},
    {"nim", "3,4", "move 9", NULL, "There is no move 9;"},
    {"nim", "3,4", "9", NULL, "If 9 is a position, type 'to 9'."},
    /* heaps that are broken */
    {"grundy", "7", "break heap 1 into 5 and 2", "5,2", ""},
    {"grundy", "7", "break heap 1 into 2 and 5", "5,2", ""},
    {"grundy", "7", "Split 7 into 4 and 3", "4,3", ""},
    {"grundy", "7", "split the heap of 7 into 4 and 3", "4,3", ""},
    {"grundy", "7", "5+2", "5,2", ""},
    {"grundy", "7", "into 5", "5,2", ""},
    {"grundy", "7", "7 into 2 and 5", "5,2", ""},
    {"grundy", "7", "break heap 2 into 5 and 2", NULL, "not a move here"},
    {"grundy", "7", "break heap 1 into 5 and 3", NULL, "not a move here"},
    {"grundy", "7", "break heap 1", NULL,
     "Say which one you mean, for example '7 into 6 and 1'."},
    {"lasker", "5", "split heap 1 into 3 and 2", "3,2", ""},
    {"lasker", "5", "take 3 from heap 1", "2", ""},
    {"lasker", "5,3", "take all of heap 2", "5,0", ""},
    {"lasker", "7", "take 9", NULL, "heap 1 has only 7."},
    /* one pile in many words */
    {"nim", "3,4,6", "take all of pile 2", "3,0,6", ""},
    {"nim", "3", "take all", "0", ""},
    {"nim", "3,4,6", "pile 1 to 2", "2,4,6", ""},
    {"nim", "3,4,6", "pile 1 to 5", NULL, "not a move here"},
    {"nim", "3,4,6", "pile 3: take 2", "3,4,4", ""},
    {"nim", "3,4,6", "from pile 2 take three", "3,1,6", ""},
    {"nim", "3,4,6", "Remove two chips off pile 3", "3,4,4", ""},
    {"nim", "3,4,6", "take pile 2", NULL, "several moves"},
    {"euclid", "25,7", "25 to 11", "11,7", ""},
    {"moore:2", "3,4,6", "take 1 from pile 2 and 2 from pile 1", "1,3,6", ""},
    {"moore:2", "3,4,6", "take 1 from pile 2 and 1 from pile 2", NULL, "not a move"},
    {"staircase", "2,0,5", "move 9 from step 3", NULL, "step 3 has only 5."},
    {"staircase", "2,0,5", "move 1 from step 2", NULL, "Step 2 is empty"},
    {"staircase", "2,0,5", "move 1 from step 4", NULL, "There is no step 4"},
    {"nimble", "0,1,0,2", "slide the coin on 3 to 1", "0,2,0,1", ""},
    {"nimble", "0,1,0,2", "3 -> 1", "0,2,0,1", ""},
    {"graph:examples/teaser.dot", "A", "c", NULL, "did you mean 'C'? "},
    /* pins */
    {"kayles", "7", "knock down pin 4", "3,3", ""},
    {"kayles", "7", "take pin 4", "3,3", ""},
    {"kayles", "7", "take pin 3 of row 1", "4,2", ""},
    {"kayles", "7", "knock down pins 5 and 6", "4,1", ""},
    {"kayles", "7", "pins 6 and 5 of row 1", "4,1", ""},
    {"kayles", "7", "pin 1", "6", ""},
    {"kayles", "7", "pins 6 and 7", "5", ""},
    {"kayles", "2,5", "knock down the whole of row 1", "0,5", ""},
    {"kayles", "5,2", "pin 5", "4,2", ""},
    {"kayles", "5,2", "pin 1", NULL, "two moves"},
    {"kayles", "5,2", "pin 1 of row 2", "5,1", ""},
    {"kayles", "5,2", "row 1, pin 3", "2,2,2", ""},
    {"kayles", "5,2", "row 2: pins 2 and 1", "5,0", ""},
    {"kayles", "7", "knock down pins 4 and 6", NULL, "not a move here"},
    {"kayles", "7", "pin 8", NULL, "not a move here"},
    {"kayles", "7,5", "knock down two pins", NULL, "take 2 pins from row 1 (7 to 5)"},
    {"dawson-kayles", "6", "pin 3", NULL, "not a move here"},
    {"kayles", "7", "take 2 from row 1", NULL, "for example '7 to 5'."},
    {"kayles", "7", "take 2 from heap 1 into 4 and 1", "4,1", ""},
    {"kayles", "7", "take 3 from heap 1", NULL, "at most 2 may be taken from row 1"},
    {"kayles", "7", "take 4", NULL, "at most 2 may be taken from row 1"},
    {"kayles", "1,7", "take 2 from row 1", NULL, "row 1 has only 1."},
    {"dawson-chess", "7", "choose place 4", "2,2", ""},
    {"dawson-chess", "7", "choose place 1", "5", ""},
    {"dawson-chess", "7", "choose place 7 of row 1", "5", ""},
    {"dawson-chess", "7", "choose place 3", "3,1", ""},
    {"dawson-chess", "3,1", "choose place 1 of row 2", "3,0", ""},
    {"dawson-chess", "3", "choose place 2", "0", ""},
    {"dawson-chess", "7", "take places 3, 4 and 5", "2,2", ""},
    {"dawson-chess", "7", "choose place 8", NULL, "not a move here"},
    /* coins */
    {"turning-turtles", "HHTTH", "turn 5 and 3", "HHHTT", ""},
    {"turning-turtles", "HHTTH", "3,5", "HHHTT", ""},
    {"turning-turtles", "HHTTH", "flip coins 3 and 5", "HHHTT", ""},
    {"turning-turtles", "HHTTH", "coins 5, 3", "HHHTT", ""},
    {"turning-turtles", "HHTTH", "flip coin 2", "HTTTH", ""},
    {"turning-turtles", "HHTTH", "turn 3 and 4", NULL, "not a move here"},
    {"turning-turtles", "HHTTH", "turn 6", NULL, "no coin 6: the last one is coin 5."},
    {"turning-turtles", "HHTTH", "turn 1, 2 and 5", NULL,
     "A move here turns 1 or 2 coins; you named 3."},
    {"mock-turtles", "HHTTH", "5, 1 and 3", "THHTT", ""},
    {"ruler", "HHHHH", "2,3,4", "HTTTH", ""},
    {"twins", "HHTTH", "turn coin 2", NULL, "A move here turns 2 coins; you named 1."},
    /* slides */
    {"silver-dollar", "1,4,8", "8 to 6", "1,4,6", ""},
    {"silver-dollar", "1,4,8", "slide 8 to 6", "1,4,6", ""},
    {"silver-dollar", "1,4,8", "move the coin from 8 to 6", "1,4,6", ""},
    {"silver-dollar", "1,4,8", "8 to 4", NULL, "not a move here"},
    {"northcott", "1-6,0-3", "0 to 2", "6-1,3-2", ""},
    {"northcott", "1-6,1-3", "1 to 2", NULL, "two moves"},
    {"northcott", "1-6,1-3", "row 2: 1 to 2", "6-1,3-2", ""},
    /* what a foreign eye typed: nothing is made that was not meant */
    {"northcott", "2-7,1-6", "row 1 to 3", NULL, "not a move here"},
    {"northcott", "2-7,0-5", "move row 2 to 4", NULL, "not a move here"},
    {"northcott", "2-7,0-5", "row 2 square 4", NULL, "not a move here"},
    {"northcott", "2-7,0-5", "In row 1 slide from square 2 to square 1", "7-1,5-0", ""},
    {"ruler", "HTHTHHTH", "turn 2", NULL, ""},
    {"ruler", "HTHTHHTH", "turn 2 and 8", NULL, ""},
    {"ruler", "HTHTHHTH", "turn coins 2 to 8", "HHTHTTHT", ""},
    {"ruler", "HTHTH", "turn 3 coins", NULL, ""},
    {"turning-turtles", "HHHHH", "turn two coins", NULL, ""},
    {"tartan:mock-turtles,ruler", "HHH/HHH/HHH", "columns 1 and 3 row 3", NULL, ""},
    {"nim", "3,4,6", "from 2 take 1", "3,3,6", ""},
    {"nim", "3,4,6", "from 1 take 2", "1,4,6", ""},
    {"lasker", "5,4", "from 2 take 3", "5,1", ""},
    {"guiles", "6,2,1", "from 3 take 1", "6,2,0", ""},
    {"wythoff", "6,8", "take 2 from 6", NULL, ""},
    {"wythoff", "4,4", "take 4 from 4", NULL, ""},
    {"lasker", "5,5", "5,3", "5,3", ""},
    {"lasker", "5,5", "3,5", "3,5", ""},
    {"kayles", "5,5", "to 5,4", "5,4", ""},
    {"grundy", "9,9,4", "9,8,1,4", "9,8,1,4", ""},
    {"silver-dollar", "1,4,8", "slide 2 squares", NULL, ""},
    {"silver-dollar", "1,4,8", "move 2 squares", NULL, ""},
    {"silver-dollar", "1,4,8", "slide 2", NULL, ""},
    {"northcott", "0-5,2-7", "move 5 squares", NULL, ""},
    {"dawson-chess", "6,1", "place 1", NULL, "two moves"},
    {"moore:2", "3,4,5", "take 2 from 3 and 4", NULL, ""},
    {"hex:0.3F", "7", "7 into 3 and 1", NULL, ""},
    {"kayles", "7", "7 into 5", NULL, ""},
    {"nim", "3,4,6", "2 3", NULL, ""},
    {"kayles", "7", "pins 2 to 3", NULL, "There is no row of 2."},
    {"nim", "3,4", "take 1 from 3", NULL, "the last one is pile 2."},
    {"nim", "3,4", "go 5", NULL, "No move has been made yet"},
    {"nim", "3,4", "node 4", NULL, "one node so far"},
    {"kayles", "3,1", "2", NULL, "otherwise type 'take 2'"},
    /* piles that lose and gain */
    {"wythoff", "6,8", "take 3 from each", "3,5", ""},
    {"wythoff", "6,8", "take three from each pile", "3,5", ""},
    {"wythoff", "6,8", "take 2 from pile 1 and 2 from pile 2", "4,6", ""},
    {"wythoff", "6,8", "take 2 from piles 1 and 2", "4,6", ""},
    {"wythoff", "6,8", "take 2 from pile 1 and 3 from pile 2", NULL, "not a move here"},
    {"wythoff", "6,8", "take 2 from pile 1", "4,8", ""},
    {"lim", "3,4,6", "take 2 from piles 1 and 2", "1,2,8", ""},
    {"lim", "3,4,6", "take 2 from piles 3 and 1", "1,6,4", ""},
    {"lim", "3,4,1", "take 2 from piles 1 and 3", NULL, "not a move here"},
    {"lim", "3,4,6", "put 2 on pile 3", "1,2,8", ""},
    {"lim", "3,4,6", "move 2 to pile 3", "1,2,8", ""},
    {"lim", "3,4,6", "move 9 to pile 3", NULL, "not a move here"},
    {"lim", "3,4,6", "take 2 from pile 1", NULL, "two moves"},
    {"poker-nim", "3,4,6:2,2", "put 2 on pile 1", "5,4,6:2,0", ""},
    {"poker-nim", "3,4,6:2,2", "add 3 to pile 2", NULL,
     "at most 2 may be added to pile 2"},
    {"poker-nim", "3,4,6:2,2", "take 1 from pile 4", NULL,
     "There is no pile 4: the last one is pile 3."},
    {"cheating", "3,4,6:5", "put 6 on pile 1", NULL,
     "at most 5 may be added to pile 1"},
    {"euclid", "25,7", "take 14 from 25", "11,7", ""},
    {"euclid", "25,7", "take 14 from number 1", "11,7", ""},
    {"euclid", "25,7", "take 28 from 25", NULL, "number 1 is only 25"},
    {"euclid", "25,7", "take 10 from 25", NULL, "not a move here"},
    {"subtraction:1,5,6", "13,9", "take 7 from 2", NULL,
     "at most 6 may be taken from pile 2"},
    /* rules of one's own: an amount is what is taken, not what was there */
    {"games/nim2-pass.game", "4,4,1", "take 1", NULL, "several moves: x: 4 to 3, or"},
    {"games/nim3.game", "3,4,6", "take 5", "3,4,1", ""},
    {"games/nim3.game", "3,4,6", "take 3", NULL, "x: 3 to 0, or y: 4 to 1, or another"},
    {"games/nim3.game", "3,4,6", "take 2 from y", "3,2,6", ""},
    {"games/nim3.game", "3,4,6", "take 9", NULL, "Type a move such as 'x: 3 to 0'"},
    {"graph:examples/teaser.dot", "A", "C", "C", ""},
    {"graph:examples/teaser.dot", "A", "to C", "C", ""},
    {"graph:examples/teaser.dot", "A", "follow the arrow to C", "C", ""},
    {"graph:examples/teaser.dot", "A", "A", NULL, "the same position"},
    {"graph:examples/teaser.dot", "A", "Q", NULL, "no node 'Q'"},
};

/* Says whether the text holds the words, however it is broken into lines. */
static bool has_words(const char *text, const char *words)
{
    for (; *text; text++) {
        size_t i = 0;
        while (words[i] &&
               (text[i] == words[i] || (text[i] == '\n' && words[i] == ' ')))
            i++;
        if (!words[i])
            return true;
    }
    return false;
}

/* What the hints name is one move. */
static void check_hints_agree(bt_context *ctx)
{
    static const char *const at[][2] = {{"ruler", "HTTHH"},
                                        {"cheating", "1,1,2,2,3:1"},
                                        {"moore:2", "1,1,1,1,1,1,3"},
                                        {"kayles", "7"},
                                        {"dynamic", "44:43"},
                                        {"wythoff", "4,5"},
                                        {"games/wythoff.game", "4,5"},
                                        {"nim", "3,4,6"}};
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        struct match m;
        if (match_open(&m, ctx, at[i][0], at[i][1], (bt_session_how){.quiet = true})) {
            char third[512] = "";
            type(&m, "hint");
            type(&m, "hint");
            strncat(third, type(&m, "hint"), sizeof third - 1);
            char *end = strstr(third, " It leaves");
            CHECK(end, "%s %s: %s", at[i][0], at[i][1], third);
            if (end)
                *end = 0;
            for (char *c = third; *c; c++)
                *c = *c == '\n' ? ' ' : *c;
            CHECK(has_words(type(&m, "hint"), third), "%s %s: %s, but %s", at[i][0],
                  at[i][1], third, bt_text_chars(&m.out));
        }
        match_close(&m);
    }
}

static void check_typed(bt_context *ctx)
{
    for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++) {
        struct match m;
        bt_session_how how = {.neighbour = true};
        if (match_open(&m, ctx, typed[i][0], typed[i][1], how)) {
            type(&m, typed[i][2]);
            CHECK(stands_at(&m, typed[i][3] ? typed[i][3] : typed[i][1]),
                  "%s %s, %s: %s", typed[i][0], typed[i][1], typed[i][2],
                  bt_text_chars(&m.out));
            bt_text flat; /* sentences are broken into lines */
            bt_text_init(&flat, ctx);
            for (size_t k = 0; k < m.out.len; k++)
                bt_text_put_char(&flat, m.out.at[k] == '\n' ? ' ' : m.out.at[k]);
            CHECK(m.out.len > 0 && strstr(bt_text_chars(&flat), typed[i][4]),
                  "%s %s, %s: %s", typed[i][0], typed[i][1], typed[i][2],
                  bt_text_chars(&m.out));
            bt_text_free(&flat);
        }
        match_close(&m);
    }
}

/* Keeps the sentences of moves and where they lead. */
struct sentences {
    bt_visit visit;
    const bt_game *game;
    struct {
        char say[160], to[80];
    } move[200];
    size_t n;
};

static bool keep_sentence(bt_visit *visit, const bt_move *move)
{
    struct sentences *s = (struct sentences *)visit;
    bt_text text;
    bt_text_init(&text, move->to->ctx);
    s->game->rules->say(s->game, move, &text);
    snprintf(s->move[s->n].say, sizeof s->move[0].say, "%s", bt_text_chars(&text));
    bt_text_clear(&text);
    s->game->rules->print(s->game, move->to, &text);
    snprintf(s->move[s->n].to, sizeof s->move[0].to, "%s", bt_text_chars(&text));
    bt_text_free(&text);
    return ++s->n < sizeof s->move / sizeof s->move[0];
}

/* The words of every move, typed as they are printed, make that move. */
static void check_printed(bt_context *ctx)
{
    static const char *const rows[][2] = {
        {"tartan:ruler,twins", "HTH/THT/THH"},
        {"tartan:mock-turtles,triplets", "HTHH/HTHH/TTTT/HTTH"},
        {"tartan:turning-turtles,ruler", "HHTHHTHHTHHT"},
        {"ruler", "THTHTTTTTTTH"},
        {"mock-turtles", "HTHHTHTH"},
        {"euclid", "100,7"},
        {"euclid", "12,12"},
        {"euclid", "9,1"},
        {"wythoff", "6,8"},
        {"lim", "5,6,7"},
    };
    static struct sentences s;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct match m;
        bt_session_how how = {.neighbour = true};
        if (match_open(&m, ctx, rows[i][0], rows[i][1], how)) {
            s = (struct sentences){.visit.option = keep_sentence, .game = m.game[0]};
            CHECK(bt_options(m.game[0], &m.start.part[0].pos, &s.visit) == BT_OK &&
                      s.n > 1,
                  "%s: options", rows[i][0]);
        }
        for (size_t k = 0; k < s.n && m.session; k++) {
            type(&m, s.move[k].say);
            CHECK(stands_at(&m, s.move[k].to), "%s %s, %s: %s", rows[i][0], rows[i][1],
                  s.move[k].say, bt_text_chars(&m.out));
            if (!match_begin(&m, how))
                break;
        }
        match_close(&m);
    }
}

/* Lines, and what the board then has; "" does not look. */
static void check_script(bt_context *ctx, bt_session_how how, const char *rules,
                         const char *position, const char *const (*step)[3])
{
    struct match m;
    if (match_open(&m, ctx, rules, position, how))
        for (; (*step)[0]; step++) {
            type(&m, (*step)[0]);
            CHECK(!(*step)[1][0] || stands_at(&m, (*step)[1]), "after %s: %s",
                  (*step)[0], bt_text_chars(&m.out));
            CHECK(strstr(bt_text_chars(&m.out), (*step)[2]), "%s gets: %s", (*step)[0],
                  bt_text_chars(&m.out));
        }
    match_close(&m);
}

static void check_undo(bt_context *ctx)
{
    static const char *const neighbour[][3] = {
        {"2 to 1", "1,2", "Player 1: take 1"},
        {"2 to 0", "1,0", "Player 2: take 2"},
        {"undo", "1,2", "Player 2 to move"},
        {"undo", "2,2", "Player 1 to move"},
        {"undo", "2,2", "no move to take back"},
        {"redo", "1,2", "Player 1: take 1"},
        {"1 to 0", "0,2", "Player 2: take 1"},
        {"undo", "1,2", ""},
        {"variations", "1,2",
         "  1   take 2 from pile 2 (2 to 0), leaving 1,0\n"
         "  2 * take 1 from pile 1 (1 to 0), leaving 0,2\n"},
        {"redo 1", "1,0", "Player 2: take 2"},
        {"redo", "1,0", "no move to play again"},
        {"1 to 0", "0,0", "Games won: Player 1 has 1, Player 2 has 0."},
        {"1", "0,0", "The game is over"},
        {"hint", "0,0", "The game is over"},
        {"undo", "1,0", "Player 1 to move"},
        {"score", "1,0", "Player 1 has 0, Player 2 has 0."},
        {"resign", "1,0", "Player 2 has won: Player 1 resigned"},
        {"resign", "1,0", "The game is over"},
        {"1", "1,0", "The game is over"},
        {"score", "1,0", "Player 1 has 0, Player 2 has 1."},
        {"undo", "1,0", "The result is taken back"},
        {"score", "1,0", "Player 1 has 0, Player 2 has 0."},
        {"draw", "1,0", "The game is a draw"},
        {"new II", "2,2", "Player 2 moves first"},
        {"new Player 1", "2,2", "Player 1 moves first"},
        {"new Player 2", "2,2", "Player 2 moves first"},
        {"draw", "2,2", "Draws: 2"},
        {"new 5,6,7", "5,6,7", "Player 2 moves first"},
        {"new 5,x", "5,6,7", "nim expects piles"},
        {"new", "5,6,7", "A new game"},
        {"review", "5,6,7", "No move has been made"},
        {"moves", "5,6,7", "  18  take 7 from pile 3 (7 to 0), leaving 5,6,0\n"},
        {"help", "5,6,7", "variations"},
        {"board", "5,6,7", "pile 3  ●●●●●●● 7\n"},
        {NULL, NULL, NULL},
    };
    static const char *const computer[][3] = {
        {"undo", "3,0", "no move to take back"},
        {"3 to 1", "0,0", "The computer has won"},
        {"undo", "3,0", "Your move"},
        {"variations", "3,0", "take 2 from pile 1 (3 to 1), leaving 1,0"},
        {"redo", "0,0", "The computer has won"},
        {"score", "0,0", "you 0, the computer 1."},
        {"undo", "3,0", "Your move"},
        {"3 to 0", "0,0", "You have won: the computer cannot move"},
        {"new me", "3,3", "You move first"},
        {"draw", "3,3", "The computer does not agree to a draw"},
        {"resign", "3,3", "The computer has won: you resigned"},
        {"new computer", "", "The computer moves first"},
        {NULL, NULL, NULL},
    };
    check_script(ctx, (bt_session_how){.neighbour = true}, "nim", "2,2", neighbour);
    /* with this seed the computer, which is lost, begins by taking the second pile */
    bt_session_how how = {.level = BT_LEVEL_RANDOM, .first = BT_PLAYER_II};
    for (how.seed = 0; how.seed < 100; how.seed++) {
        struct match m;
        bool found = match_open(&m, ctx, "nim", "3,3", how) &&
                     bt_session_position(m.session)->part[0].pos.x[1] == 0;
        found = found && strstr(type(&m, "3 to 1"), "The computer has won");
        match_close(&m);
        if (found)
            break;
    }
    CHECK(how.seed < 100, "no seed takes the second pile");
    check_script(ctx, how, "nim", "3,3", computer);
}

/* Where the win was given away. */
static void check_review(bt_context *ctx)
{
    static const char *const lines[][3] = {
        {"1,2,4", "", ""},
        {"1,2,0", "", ""},
        {"review", "",
         "  start: 1,2,5 (N)\n"
         "  1  Player 1: take 1 from pile 3 (5 to 4), leaving 1,2,4 (N): gives the win "
         "away\n"
         "  2  Player 2: take 4 from pile 3 (4 to 0), leaving 1,2,0 (N): gives the win "
         "away\n"
         "At move 1 Player 1 could have won: take 2 from pile 3 (5 to 3).\n"
         "At move 2 Player 2 could have won: take 1 from pile 3 (4 to 3).\n"},
        {"1,1,0", "", ""},
        {"review", "", "(P): a winning move"},
        {"0,1,0", "", ""},
        {"review", "", "leaving 0,1,0 (N): every move loses"},
        {NULL, NULL, NULL},
    };
    static const char *const drawn[][3] = {
        {"K", "", ""},
        {"review", "", "(D): keeps the draw"},
        {NULL, NULL, NULL},
    };
    bt_session_how how = {.neighbour = true};
    check_script(ctx, how, "nim", "1,2,5", lines);
    check_script(ctx, how, "graph:examples/teaser.dot", "H", drawn);
}

static void write_record(struct match *m, bt_text *out)
{
    bt_text_clear(out);
    CHECK(bt_session_record(m->session, out) == BT_OK, "%s", bt_message(m->ctx));
}

/* Random games with moves taken back and notes: the record is read again, by another
 * session, and written again. */
static void check_round_trips(bt_context *ctx)
{
    static const char *const row[][4] = {
        {"nim", "3,4,5", NULL, NULL},
        {"nim/misere", "3,4", NULL, NULL},
        {"nim", "2,2", "subtraction:1,2", "6"},
        {"graph:examples/teaser.dot", "A", NULL, NULL},
        {"graph:examples/roundabout.txt", "x", NULL, NULL},
        {"games/wythoff.game", "4,6", NULL, NULL},
        {"moore:2", "2,2,2", NULL, NULL},
        {"dynamic", "20:5", NULL, NULL},
    };
    bt_text first, second;
    bt_text_init(&first, ctx);
    bt_text_init(&second, ctx);
    for (unsigned i = 0; i < 8 * 24; i++) {
        const char *const *r = row[i % 8];
        struct match m = {.ctx = ctx}, other;
        bt_text_init(&m.out, ctx);
        bt_session_how how = {.neighbour = i % 3 == 0,
                              .level = (bt_level)(i % 5 % 3),
                              .seed = i,
                              .first = i % 2 ? BT_PLAYER_II : BT_PLAYER_I};
        if (match_add(&m, r[0], r[1]) == BT_OK &&
            (!r[2] || match_add(&m, r[2], r[3]) == BT_OK) && match_begin(&m, how)) {
            unsigned lines = (unsigned)(next_random() % 40);
            for (unsigned k = 0; k < lines; k++)
                switch (next_random() % 8) {
                case 0:
                case 1:
                    type(&m, "undo");
                    break;
                case 2:
                    type(&m, "redo");
                    break;
                case 3:
                    type(&m, "note # good [or] not");
                    break;
                default:
                    play_random_move(&m);
                }
            if (next_random() % 8 == 0)
                type(&m, "resign");
        }
        write_record(&m, &first);
        how = (bt_session_how){.neighbour = true};
        if (match_open(&other, ctx, "nim", "1", how)) {
            CHECK(bt_session_load(other.session, bt_text_span(&first)) == BT_OK,
                  "%s in\n%s", bt_message(ctx), bt_text_chars(&first));
            write_record(&other, &second);
            /* A resignation is lost if moves were taken back before it. */
            CHECK(strcmp(bt_text_chars(&first), bt_text_chars(&second)) == 0,
                  "%s\ncomes back as\n%s", bt_text_chars(&first),
                  bt_text_chars(&second));
            type(&other, "new");
            type(&other, "1");
        }
        match_close(&other);
        match_close(&m);
    }
    bt_text_free(&first);
    bt_text_free(&second);
}

#define HEAD "bouton record 1\nrules nim\nposition 3,4\n"

static const char *const bad_records[][2] = {
    {"", "not a record"},
    {"bouton\n", "not a record"},
    {"bouton record 3\n", "version '3'"},
    {"bouton record 1\n", "before the line 'moves'"},
    {"bouton record 1\nmoves\nend\n",
     "line 2 of the record: the rules and the position"},
    {"bouton record 1\nposition 3\nmoves\nend\n", "line 2 of the record: the line"},
    {"bouton record 1\nrules nim\nrules nim\n", "line 3 of the record: the position"},
    {"bouton record 1\nrules nim\nmoves\nend\n", "line 3 of the record: the rules"},
    {"bouton record 1\nrules nm\nposition 3\n", "line 2 of the record: no rules"},
    {"bouton record 1\nrules nim\nposition x\n", "line 3 of the record: "},
    {HEAD "colour blue\n", "line 4 of the record: 'colour blue' is neither a header"},
    {HEAD "play both\n", "line 4 of the record: exactly one line 'play"},
    {HEAD "play misere\nmoves\nend\n", "line 4 of the record: the rules nim"},
    {HEAD "player III x\n", "line 4 of the record: a player is"},
    {HEAD "player I\n", "line 4 of the record: a player is"},
    {HEAD "player I a\nplayer I b\n", "line 5 of the record: this player"},
    {HEAD "first you\n", "line 4 of the record: exactly one line 'first"},
    {HEAD "result win\n", "line 4 of the record: exactly one line 'result"},
    {HEAD "moves\n", "without the line 'end'"},
    {HEAD "moves\nto 3,5\nend\n", "line 5 of the record: No move leads there"},
    {HEAD "moves\nto 3,3\nto 3\nend\n",
     "line 6 of the record: a position here has 2 numbers, and this one"},
    {HEAD "moves\nmove take 9 from 1\nend\n", "line 5 of the record: That is too many"},
    {HEAD "moves\n3,3\nend\n", "line 5 of the record: '3,3' is none of"},
    {HEAD "moves\n[\nto 3,3\n]\nend\n", "line 5 of the record: a variation stands"},
    {HEAD "moves\nto 3,3\n[\n]\nend\n", "line 7 of the record: a variation has"},
    {HEAD "moves\nto 3,3\n]\nend\n",
     "line 6 of the record: ']' closes a variation, but none is open"},
    {HEAD "moves\nto 3,3\n[\nto 3,2\nend\n", "line 8 of the record: a variation is"},
    {HEAD "moves\nend\nto 3,3\n", "line 6 of the record: nothing may follow"},
    {HEAD "result I\nmoves\nto 0,4\nto 0,0\nend\n",
     "line 4 of the record: after these moves the result is 'II'"},
    {HEAD "result open\nmoves\nto 0,4\nto 0,0\nend\n",
     "line 4 of the record: after these moves the result is 'II'"},
};

static void check_records(bt_context *ctx)
{
    static const char good[] = HEAD
        "# hello\n\nplayer II the cat\r\nresult II\nmoves\n# at the start\nto 3,3\n"
        "[\nmove 3 to 0\n# why?\n[\nto 3,2\n]\nto 0,3\n]\nmove take 3 from 2\nend\n";
    struct match m;
    bt_text before, after;
    bt_text_init(&before, ctx);
    bt_text_init(&after, ctx);
    if (match_open(&m, ctx, "nim", "5,6", (bt_session_how){.neighbour = true})) {
        type(&m, "5 to 4");
        write_record(&m, &before);
        for (size_t i = 0; i < sizeof bad_records / sizeof bad_records[0]; i++) {
            bt_span text = bt_span_of(bad_records[i][0]);
            bt_status status = bt_session_load(m.session, text);
            CHECK(status != BT_OK && strstr(bt_message(ctx), bad_records[i][1]),
                  "%s gets: %s", bad_records[i][0], bt_message(ctx));
            write_record(&m, &after);
            CHECK(strcmp(bt_text_chars(&before), bt_text_chars(&after)) == 0,
                  "%s changes the game", bad_records[i][0]);
        }
        CHECK(bt_session_load(m.session, bt_span_of(good)) == BT_OK, "%s",
              bt_message(ctx));
        write_record(&m, &after);
        CHECK(strcmp(bt_text_chars(&after),
                     "bouton record 1\nrules nim\nposition 3,4\nplay normal\n"
                     "player II the cat\nfirst I\nresult II\nmoves\n# at the start\n"
                     "to 3,3\n[\nto 0,4\n# why?\nto 0,3\n]\n[\nto 3,2\n]\nto 3,0\n"
                     "end\n") == 0,
              "%s", bt_text_chars(&after));
        CHECK(bt_session_turn(m.session) == BT_NO_PLAYER, "the game is not over");
        type(&m, "undo");
        CHECK(bt_session_turn(m.session) == BT_PLAYER_I, "the game is over");
    }
    match_close(&m);
    bt_text_free(&before);
    bt_text_free(&after);
}

/* Levels: against good play perfect loses no won game, slips loses some, random many.
 */
static void check_levels(bt_context *ctx)
{
    uint64_t lost[3] = {0, 0, 0};
    for (unsigned level = 0; level < 3; level++)
        for (unsigned seed = 0; seed < 40; seed++) {
            struct match m;
            bt_session_how how = {
                .level = (bt_level)level, .first = BT_PLAYER_II, .seed = seed};
            if (match_open(&m, ctx, "nim", "3,4,6", how)) {
                for (int i = 0; i < 30 && bt_session_turn(m.session) != BT_NO_PLAYER;
                     i++) {
                    char line[256] = "";
                    type(&m, "hint");
                    type(&m, "hint");
                    const char *say = strstr(type(&m, "hint"), ": ");
                    const char *end = say ? strstr(say, ". It leaves") : NULL;
                    if (end)
                        strncat(line, say + 2, (size_t)(end - say - 2));
                    type(&m, line);
                }
                lost[level] += bt_session_score(m.session, BT_PLAYER_I);
            }
            match_close(&m);
        }
    CHECK(lost[0] == 0 && lost[1] > 5 && lost[1] < 40 && lost[2] > 30,
          "lost at the levels: %llu %llu %llu", (unsigned long long)lost[0],
          (unsigned long long)lost[1], (unsigned long long)lost[2]);
}

/* The command, with its input in pieces. */
struct pipes {
    bt_source source;
    const char *input;
    size_t piece;
    char out[OUT_BYTES];
    size_t len;
    char err[1024];
    bool terminal;
};

static bt_status read_piece(bt_source *source, bt_context *ctx, char *buffer,
                            size_t cap, size_t *got)
{
    struct pipes *p = (struct pipes *)source;
    (void)ctx;
    *got = strlen(p->input);
    *got = *got > p->piece ? p->piece : *got;
    *got = *got > cap ? cap : *got;
    memcpy(buffer, p->input, *got);
    p->input += *got;
    return BT_OK;
}

static bt_status keep_bytes(void *self, bt_context *ctx, bt_stream stream,
                            const char *bytes, size_t len)
{
    struct pipes *p = self;
    if (stream == BT_STDERR) {
        snprintf(p->err, sizeof p->err, "%.*s", (int)len, bytes);
        return BT_OK;
    }
    if (len >= sizeof p->out - p->len)
        return bt_fail(ctx, BT_IO, "the test's buffer is full", BT_NO_ARGS);
    memcpy(p->out + p->len, bytes, len);
    p->len += len;
    p->out[p->len] = 0;
    return BT_OK;
}

static int run_line(bt_context *ctx, struct pipes *p, const char *line,
                    const char *input, size_t piece)
{
    bt_span words[16];
    size_t n = 0;
    while (*line && n < 16) {
        size_t len = strcspn(line, " ");
        words[n++] = (bt_span){line, len};
        line += len + (line[len] == ' ');
    }
    bool terminal = p->terminal;
    *p = (struct pipes){.source = {read_piece, NULL}, .input = input, .piece = piece};
    bt_io io = {.size = sizeof(bt_io),
                .self = p,
                .write = keep_bytes,
                .input = input ? &p->source : NULL,
                .terminal = terminal};
    return bt_command_run(ctx, &bt_builtin, &io, n, words);
}

/* A world that rolls dice: every source is opened with other bytes. */
static bt_status read_dice(bt_source *source, bt_context *ctx, char *buffer, size_t cap,
                           size_t *got)
{
    (void)source;
    (void)ctx;
    for (*got = 0; *got < cap; ++*got)
        buffer[*got] = (char)(next_random() & 0xff);
    return BT_OK;
}

static void close_dice(bt_source *source)
{
    (void)source;
}

static bt_status open_dice(void *self, bt_context *ctx, const char *name,
                           bt_source **out)
{
    static bt_source dice = {read_dice, close_dice};
    (void)self;
    (void)ctx;
    CHECK(strcmp(name, "/dev/urandom") == 0, "%s is opened", name);
    *out = &dice;
    return BT_OK;
}

/* On a terminal games differ, and the seed that is told gives a game again; through a
 * pipe nothing is drawn. */
static void check_seeds(void)
{
    static const char line[] = "play nim 5,6,7 --level random --first computer";
    static const char input[] = "1\n1\n1\n";
    static struct pipes first, second;
    struct failing_host host;
    unsigned different = 0;
    failing_host_init(&host, 0);
    host.host.open_source = open_dice;
    bt_context *ctx = bt_context_new(&host.host, 0);
    for (int i = 0; i < 20; i++) {
        first.terminal = second.terminal = true;
        CHECK(run_line(ctx, &first, line, input, 50) == 0, "%s", first.err);
        char again[200] = "";
        const char *told = strstr(first.out, "--seed ");
        CHECK(told, "%s", first.out);
        if (!told)
            break;
        snprintf(again, sizeof again, "%s %.*s", line,
                 (int)(7 + strspn(told + 7, "0123456789")), told);
        CHECK(run_line(ctx, &second, again, input, 50) == 0, "%s", second.err);
        CHECK(strncmp(first.out, second.out, second.len) == 0, "%s\nis not\n%s",
              second.out, first.out);
        first.terminal = second.terminal = true;
        CHECK(run_line(ctx, &second, line, input, 50) == 0, "%s", second.err);
        different += strcmp(first.out, second.out) != 0;
    }
    CHECK(different == 20, "only %u games differ", different);
    first.terminal = second.terminal = false;
    CHECK(run_line(ctx, &first, line, input, 50) == 0 &&
              run_line(ctx, &second, line, input, 50) == 0 &&
              strcmp(first.out, second.out) == 0,
          "a game through a pipe is another one: %s", second.out);
    bt_context_free(ctx);
}

/* A sum, a line that is typed, what the answer holds, and what it does not. */
static const char *const typed_in_sums[][4] = {
    {"nim 3,4 + kayles 5", "take 3 from row 1", "at most 2 may be taken from row 1",
     ""},
    {"nim 3,4 + kayles 5", "take 3 from pile 1", "You: in part 1", ""},
    {"nim 3,4 + kayles 5", "take pin 1 of row 1", "You: in part 2", ""},
    {"nim 3,4 + subtraction:1,2 8", "1,2", "such as 'in part 1", "The rules of"},
    {"nim 3,4 + subtraction:1,2 8", "9,9,9", "such as 'in part 1", "The rules of"},
    {"nim 3,4 + subtraction:1,2 8", "take x from pile 1", "a position such as 2,4 + 8",
     "The rules of"},
    {"nim 3,4 + subtraction:1,2 8", "in part 2: take x", "The rules of subtraction",
     ""},
};

static void check_typed_in_sums(bt_context *ctx)
{
    static struct pipes p;
    for (size_t i = 0; i < sizeof typed_in_sums / sizeof typed_in_sums[0]; i++) {
        const char *const *row = typed_in_sums[i];
        char line[200], input[200];
        snprintf(line, sizeof line, "play %s", row[0]);
        snprintf(input, sizeof input, "%s\n", row[1]);
        (void)run_line(ctx, &p, line, input, 50);
        CHECK(has_words(p.out, row[2]), "%s: %s: %s", row[0], row[1], p.out);
        CHECK(row[3][0] == 0 || !has_words(p.out, row[3]), "%s: %s: %s", row[0], row[1],
              p.out);
    }
}

static void check_command(bt_context *ctx)
{
    static struct pipes first, second;
    const char *lines = "1\nhint\n\n\r\n2\nundo\n3\n1\n1\n1\nnew\n1\nquit\n1\n";
    CHECK(run_line(ctx, &first, "play nim 1,2,2 --seed 5", lines, 1000) == 0, "%s",
          first.err);
    CHECK(run_line(ctx, &second, "play nim 1,2,2 --seed 5", lines, 1) == 0, "%s",
          second.err);
    CHECK(strcmp(first.out, second.out) == 0, "pieces change the game");
    unsigned different = 0;
    for (unsigned seed = 0; seed < 20; seed++) {
        char line[80];
        snprintf(line, sizeof line, "play nim 5,6,7 --first computer --seed %u", seed);
        CHECK(run_line(ctx, &first, line, "1\n1\n1\n", 100) == 0, "%s", first.err);
        different += seed > 0 && strcmp(first.out, second.out) != 0;
        second = first;
    }
    CHECK(different > 5, "seeds change only %u games", different);
    CHECK(run_line(ctx, &first, "play nim", "3 to 1", 100) == 0 &&
              strstr(first.out, "You: take 2") && strstr(first.out, "unfinished"),
          "a last line without its end: %s", first.out);
    CHECK(run_line(ctx, &first, "play nim", NULL, 1) == 3 &&
              strstr(first.err, "no standard input"),
          "%s", first.err);
    CHECK(run_line(ctx, &first, "play nim", "", 1) == 0 &&
              strstr(first.out, "Games won: you 0, the computer 0.\n"),
          "%s", first.out);
}

static void check_failures(const char *line, const char *input)
{
    static struct pipes right, pipes;
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    CHECK(run_line(ctx, &right, line, input, 50) == 0, "%s: %s", line, right.err);
    bt_context_free(ctx);
    for (uint64_t k = 1;; k++) {
        failing_host_init(&host, k);
        ctx = bt_context_new(&host.host, 0);
        if (ctx) {
            int code = run_line(ctx, &pipes, line, input, 50);
            bool same = code == 0 && strcmp(pipes.out, right.out) == 0;
            CHECK(same || (code == 3 && host.calls >= k),
                  "%s: exit code %d when allocation %llu fails: %s", line, code,
                  (unsigned long long)k, pipes.err);
            bt_context_free(ctx);
        }
        CHECK(host.live_bytes == 0, "%s: memory is lost when allocation %llu fails",
              line, (unsigned long long)k);
        if (host.calls < k)
            break;
    }
}

/* Loading a record while every allocation fails once leaves the game as it was. */
static void check_load_failures(void)
{
    static const char text[] = HEAD "player I me\nmoves\nto 3,3\n# so\n[\nto 0,4\n]\n"
                                    "move 3 to 0\nend\n";
    for (uint64_t k = 1;; k++) {
        struct failing_host host;
        bt_game *game = NULL;
        bt_sum start = {0};
        bt_session *session = NULL;
        failing_host_init(&host, 0);
        bt_context *ctx = bt_context_new(&host.host, 0);
        CHECK(bt_game_new(ctx, &bt_builtin, bt_span_of("nim"), &game) == BT_OK &&
                  bt_sum_add(ctx, &start, game, bt_span_of("5,6")) == BT_OK &&
                  bt_session_new(ctx, &bt_builtin, &start, (bt_session_how){0},
                                 &session) == BT_OK,
              "%s", bt_message(ctx));
        host.fail_at = host.calls + k;
        uint64_t calls = host.calls;
        bt_status status = bt_session_load(session, bt_span_of(text));
        bool asked = host.calls - calls >= k;
        const bt_pos *pos = &bt_session_position(session)->part[0].pos;
        CHECK(status == BT_OK ? pos->x[0] == 0 : pos->x[0] == 5 && pos->x[1] == 6,
              "a load that fails at %llu changes the game", (unsigned long long)k);
        CHECK(status == BT_OK || status == BT_NOMEM, "%s", bt_message(ctx));
        bt_session_free(session);
        bt_sum_free(ctx, &start);
        bt_game_free(game);
        CHECK(bt_memory_used(ctx) == 0, "memory is lost");
        bt_context_free(ctx);
        if (!asked)
            break;
    }
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    CHECK(rows_read("roots.t", check_root, ctx) > 0, "roots.t has no rows");
    CHECK(computer_games > 300 && hint_games > 300, "only %u and %u games were played",
          computer_games, hint_games);
    check_large(ctx);
    check_resistance(ctx);
    check_ends(ctx);
    check_bite(ctx);
    check_typed(ctx);
    check_typed_in_sums(ctx);
    check_hints_agree(ctx);
    check_printed(ctx);
    check_undo(ctx);
    check_review(ctx);
    check_round_trips(ctx);
    check_records(ctx);
    check_levels(ctx);
    check_command(ctx);
    check_seeds();
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "memory is lost");
    check_failures("play nim 1,2 --level slips",
                   "hint\nhint\nhint\nhint\n9 to 1\n2 to 0\nundo\nvariations\nmoves\n"
                   "2 to 1\nnote x\nreview\nnew 1,1\n1\nundo\nresign\nsave x\n");
    check_failures("play nim/misere 1,2 + subtraction:1,2/misere 3 --neighbour",
                   "take 1\n1\n1,2 + 2\nhint\nhint\nhint\nredo\nnew II\nload x\n");
    check_failures("play graph:rows/circle.txt A + nim 1", "1\nhint\nundo\n1\n");
    check_failures("play games/wythoff.game", "x 4 to 2\n1\nboard\n1\n");
    check_failures(effort_is_low() ? "play nim 3000,2999" : "play nim 100000,99999",
                   "take 3 from 2\nto 7\n");
    check_failures("play kayles 5 --neighbour",
                   "3\nhelp\ntake 4\npin 1\n7\ntake 1\nrow 1, pin 3\nmove 1\n");
    check_failures("play twins HHTTH --neighbour", "turn 2\n4\n9\nturn 5 and 2\n");
    check_failures("play lim 3,4,6 --neighbour", "1,1,1\nmove 2 to pile 3\n");
    check_load_failures();
    return check_close();
}
