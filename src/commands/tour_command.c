/* SPDX-License-Identifier: MIT
 * bouton tour: a first look, with real answers and the reasons in words. */
#include "commands/call.h"

enum { MOST_WORDS = 6 };

typedef struct {
    const char *before; /* what is said before the command is run */
    const char *word[MOST_WORDS + 1];
} stop;

static const stop stops[] = {
    {BT_TEXT(
         "Nim: take any number of chips from one pile; whoever cannot move loses.\n"
         "Fourteen is 1110 in binary, nine 1001, seven 0111, five 0101, two 0010. The\n"
         "number of ones in the columns is 2, 3, 3, 3: not all even, so the player to\n"
         "move wins by making them even, in one of the piles with a 1 in the leftmost\n"
         "odd column."),
     {"solve", "nim", "14,9,7,5,2"}},
    {BT_TEXT(
         "Here every column is even. Whatever is moved makes some column odd, and the\n"
         "opponent makes it even again: the player to move loses."),
     {"solve", "nim", "1,2,3"}},
    {BT_TEXT("Every move, with its label: a move to a P-position wins."),
     {"moves", "nim", "1,2"}},
    {BT_TEXT("The reason, as it is written on the board."),
     {"explain", "nim", "2,4,5"}},
    {BT_TEXT("Dynamic Nim: 44 chips, at most 43 may be taken now, and when x chips "
             "were taken\n"
             "the next player may take at most x."),
     {"explain", "dynamic", "44:43"}},
    {BT_TEXT("A table: take 1, 5 or 6 chips from a pile."),
     {"table", "subtraction:1,5,6", "0..44"}},
    {BT_TEXT(
         "Take a power of 2 from a pile. The multiples of 3 are the P-positions: no\n"
         "power of 2 is a multiple of 3, and from any other number taking 1 or 2 "
         "leads\n"
         "to one. So a pile can be as large as you like, up to 2^64 - 1."),
     {"solve", "subtraction:powers-of-2", "1000"}},
    {BT_TEXT(
         "Misère play, where whoever takes the last chip loses, is asked for after\n"
         "the rules. For a list of amounts Bouton finds the repeating pattern and\n"
         "proves it."),
     {"solve", "subtraction:1,3,4/misere", "10"}},
    {BT_TEXT(
         "Two games side by side: a move is made in one of them. Their Grundy values\n"
         "decide who wins, as the pile sizes do in Nim."),
     {"solve", "nim", "3,4", "+", "subtraction:1,2", "8"}},
};

static const struct {
    const char *line, *why;
} next[] = {
    {"solve nim 3,4,6", BT_TEXT("your own position")},
    {"explain nim 3,4,6", BT_TEXT("why")},
    {"demo nim 3,4,6", BT_TEXT("a whole game")},
    {"solve nim 3,4,6 --json", BT_TEXT("for programs")},
    {"games", BT_TEXT("the games there are")},
    {"help", BT_TEXT("the commands")},
};

static bt_status run_tour(bti_call *call)
{
    if (call->words > 0)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "tour takes nothing after its name; write just 'bouton tour'",
                       BT_NO_ARGS);
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++) {
        bt_span words[MOST_WORDS];
        size_t n = 0;
        bti_put_table_page(&call->out, stops[i].before);
        bt_text_put(&call->out, "\n\n$ bouton");
        for (; stops[i].word[n]; n++) {
            words[n] = bt_span_of(stops[i].word[n]);
            bt_text_format(&call->out, " %s", stops[i].word[n]);
        }
        bt_text_put_char(&call->out, '\n');
        BT_TRY(bti_flush(call));
        if (bt_command_run(call->ctx, call->registry, call->io, n, words) != 0)
            return bt_last_status(call->ctx);
        bt_text_put_char(&call->out, '\n');
    }
    bt_say(&call->out, "What to type next:\n", BT_NO_ARGS);
    for (size_t i = 0; i < sizeof next / sizeof next[0]; i++) {
        bt_text_format(&call->out, "  bouton %s", next[i].line);
        for (size_t n = bt_span_of(next[i].line).len; n < 27; n++)
            bt_text_put_char(&call->out, ' ');
        bti_put_table_line(&call->out, next[i].why, 36);
    }
    return BT_OK;
}

static const char *const usage[] = {"tour", NULL};
static const char *const examples[] = {NULL};

const bti_command bti_command_tour = {
    .name = "tour",
    .usage = usage,
    .summary = "a first look, with real answers",
    .help = "Solves a few positions and says why the answers are right.",
    .examples = examples,
    .run = run_tour,
};
