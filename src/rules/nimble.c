/* SPDX-License-Identifier: MIT
 * Nimble: coins on a strip of squares 0, 1, 2, ...; a move slides one coin to any
 * square on its left. A coin on square i is a Nim pile of i chips, so coins on the same
 * square cancel in pairs: the Grundy value is the nim-sum of the squares with an odd
 * number of coins (Conway, Winning Ways ch. 2). Misere: as misere Nim on the coins. */
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "rules/game_text.h"
#include "rules/nim_reason.h"
#include "rules/registry.h"

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    (void)g;
    BT_TRY(bt_parse_list(ctx,
                         BT_TEXT("nimble expects the number of coins on squares 0, 1, "
                                 "2, … like 0,1,0,2"),
                         text, pos));
    return bt_check_total(ctx, pos, "coins");
}

/* Shows the position with one coin moved from square i to square to. */
static bool show(bt_pos *p, size_t i, size_t to, bt_visit *visit)
{
    p->x[i]--;
    p->x[to]++;
    bool going = bt_show(visit, p, to, i - to + 1, visit->origin + to);
    p->x[to]--;
    p->x[i]++;
    return going;
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    (void)g;
    bool going = true;
    for (size_t i = 1; i < p->n && going; i++)
        for (size_t to = i; p->x[i] > 0 && to > 0 && going;)
            going = show(p, i, --to, visit);
    return going;
}

struct total {
    uint64_t nim_sum, firm; /* firm: coins on square 2 or beyond */
};

static struct total add_up(const bt_pos *p)
{
    struct total t = {0};
    for (size_t i = 1; i < p->n; i++) {
        t.nim_sum ^= p->x[i] % 2 == 1 ? i : 0;
        t.firm += i >= 2 ? p->x[i] : 0;
    }
    return t;
}

static void theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    struct total t = add_up(p);
    bt_tame_answer(g->play, t.nim_sum, t.firm > 0, out);
}

static bool winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit)
{
    struct total t = add_up(p);
    bool going = true;
    for (size_t i = 1; i < p->n && going; i++) {
        if (p->x[i] == 0)
            continue;
        bool others_firm = rest.firm || t.firm > (i >= 2);
        uint64_t wanted =
            bt_tame_wanted(g->play, t.nim_sum ^ rest.grundy ^ i, others_firm);
        if (wanted < i)
            going = show(p, i, (size_t)wanted, visit);
    }
    return going;
}

static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    (void)g;
    bt_say(text, "move a coin from square {from} to square {to}",
           BT_ARGS(BT_NUM("from", move->at + move->now - 1), BT_NUM("to", move->at)));
}

/* Every coin is a pile, up to as many as can be read. */
static void reason(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    enum { MOST = 24 };
    uint64_t *square = bt_steps_room(steps, MOST);
    size_t n = 0;
    bool all = square != NULL;
    for (size_t i = 1; i < p->n && all; i++) {
        all = p->x[i] <= MOST - n;
        for (uint64_t k = 0; k < p->x[i] && all; k++)
            square[n++] = i;
    }
    bt_step_say(steps, "disguise",
                p->n > 0 && p->x[0] > 0
                    ? "A coin on square i is a Nim pile of i chips: sliding it to the "
                      "left takes chips from the pile. Coins on square 0 are out of "
                      "play."
                    : "A coin on square i is a Nim pile of i chips: sliding it to the "
                      "left takes chips from the pile.",
                BT_NO_ARGS);
    if (all) {
        bti_nim_piles piles = {.play = g->play,
                               .what = "coin",
                               .whats = "coins",
                               .number = square,
                               .n = n,
                               .on_squares = true};
        bti_nim_reason(&piles, steps);
        return;
    }
    struct total t = add_up(p);
    bt_step_say(
        steps, "nim-sum",
        "Two coins on the same square cancel each other, and the nim-sum of the "
        "squares with an odd number of coins is {nim_sum}.",
        BT_ARGS(BT_NUM("nim_sum", t.nim_sum)));
    bt_step_number(steps, "nim_sum", t.nim_sum);
    if (g->play == BT_NORMAL)
        bt_step_say(steps, "rule", "It is a P-position exactly when the nim-sum is 0.",
                    BT_NO_ARGS);
    else if (t.firm > 0)
        bt_step_say(steps, "rule",
                    "Some coin is on square 2 or beyond, so in misère play it is a "
                    "P-position exactly when the nim-sum is 0.",
                    BT_NO_ARGS);
    else
        bt_step_say(steps, "rule",
                    "No coin is beyond square 1, so in misère play it is a P-position "
                    "exactly when the nim-sum is 1.",
                    BT_NO_ARGS);
}

static bool rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    (void)g;
    *moves = 0;
    for (size_t i = 0; i < p->n; i++) {
        uint64_t steps;
        if (!bti_mul(p->x[i], i, &steps) || !bti_add(*moves, steps, moves))
            return false;
    }
    return true;
}

/* A proof text: xI is the number of coins on square I, like the numbers of a position.
 */
static void put_moves(bt_text *out, size_t squares)
{
    for (size_t from = 1; from < squares; from++)
        for (size_t to = 0; to < from; to++)
            bt_text_format(out, "move x%zu' = x%zu - 1 & x%zu' = x%zu + 1\n", from,
                           from, to, to);
    if (squares == 1) /* a coin on square 0 never moves, but a file needs a move */
        bt_text_put(out, "move x0' < x0 & false\n");
}

/* "x1 + x3": the coins whose square has this binary digit. */
static void put_column(bt_text *out, size_t squares, size_t digit)
{
    bool some = false;
    for (size_t i = 0; i < squares; i++)
        if (i & digit) {
            bt_text_format(out, "%sx%zu", some ? " + " : "", i);
            some = true;
        }
}

/* The nim-sum is 0: every column is even. */
static void put_even(bt_text *out, size_t squares)
{
    for (size_t digit = 1; digit < squares; digit *= 2) {
        bt_text_put(out, digit > 1 ? " & (2 | " : "(2 | ");
        put_column(out, squares, digit);
        bt_text_put_char(out, ')');
    }
}

/* Misere: where no coin is beyond square 1, an odd number of them is on it. */
static void put_claim(bt_text *out, const bt_game *g, size_t squares)
{
    bool misere = g->play == BT_MISERE;
    if (squares == 1)
        bt_text_put(out, misere ? "claim false" : "claim true");
    else if (misere && squares == 2)
        bt_text_put(out, "claim !(2 | x1)");
    else if (misere) {
        bt_text_put(out, "let small = ");
        for (size_t i = 2; i < squares; i++)
            bt_text_format(out, "%sx%zu = 0", i > 2 ? " & " : "", i);
        bt_text_put(out, "\nclaim small & !(2 | x1) | !small & ");
        put_even(out, squares);
    } else {
        bt_text_put(out, "claim ");
        put_even(out, squares);
    }
    bt_text_put_char(out, '\n');
}

/* The value has the digit a, b ... in each column. */
static void put_values(bt_text *out, size_t squares)
{
    char name = 'a';
    bt_text_put(out, squares > 1 ? "grundy ex " : "grundy g = 0\n");
    if (squares == 1)
        return;
    for (size_t digit = 1; digit < squares; digit *= 2, name++)
        bt_text_format(out, digit > 1 ? ",%c" : "%c", name);
    bt_text_put_char(out, ':');
    name = 'a';
    for (size_t digit = 1; digit < squares; digit *= 2, name++) {
        bt_text_format(out, "%s %c < 2 & (2 | %c + ", digit > 1 ? " &" : "", name,
                       name);
        put_column(out, squares, digit);
        bt_text_put_char(out, ')');
    }
    bt_text_put(out, " & g = ");
    name = 'a';
    for (size_t digit = 1; digit < squares; digit *= 2, name++) {
        if (digit == 1)
            bt_text_put_char(out, name);
        else
            bt_text_format(out, " + %zu%c", digit, name);
    }
    bt_text_put_char(out, '\n');
}

/* Every move takes a coin to a lower square, so the sum of the squares falls. */
static void put_rank(bt_text *out, size_t squares)
{
    bt_text_put(out, squares == 1 ? "rank x0" : "rank ");
    for (size_t i = 1; i < squares; i++)
        bt_text_format(out, i == 1 ? "x1" : " + %zux%zu", i, i);
    bt_text_put_char(out, '\n');
}

static bt_status game_text(bt_context *ctx, const bt_game *g, size_t heaps,
                           bt_text *out)
{
    /* With the value as one more track automata grow large. */
    enum { MOST_VALUED = 12 };
    BT_TRY(bti_text_heaps(ctx, g, 0, &heaps));
    bt_text_format(out, "game %s\nvars", g->name);
    for (size_t i = 0; i < heaps; i++)
        bt_text_format(out, " x%zu", i);
    bt_text_put_char(out, '\n');
    if (g->play == BT_MISERE)
        bt_text_put(out, "misere\n");
    put_moves(out, heaps);
    put_rank(out, heaps);
    put_claim(out, g, heaps);
    if (g->play == BT_NORMAL && heaps <= MOST_VALUED)
        put_values(out, heaps);
    return bt_text_status(out);
}

static const bt_example examples[] = {
    {"0,1,0,2", BT_TEXT("one coin on square 1, two on square 3")},
    {"0,0,0,1,1,0,1", BT_TEXT("Nim with piles 3, 4 and 6 in disguise")},
    {NULL, NULL},
};

const bt_rules bti_rules_nimble = {
    .size = sizeof(bt_rules),
    .name = "nimble",
    .usage = "nimble",
    .summary = "slide a coin to the left along a strip of squares",
    .help =
        "A strip of squares is numbered 0, 1, 2, ... from the left, with any number\n"
        "of coins on each square. A move slides one coin to any square further left;\n"
        "coins may share a square and jump over each other. When all coins are on\n"
        "square 0 nobody can move.\n"
        "\n"
        "A position is the number of coins on each square, from square 0 on: 0,1,0,2\n"
        "has one coin on square 1 and two on square 3.\n"
        "\n"
        "It is Nim in disguise: a coin on square i is a pile of i chips. Two coins on\n"
        "the same square cancel each other.",
    .theorem_note = BT_TEXT("By Bouton's theorem the P-positions are those in which "
                            "the squares with an odd number of coins have nim-sum 0. "
                            "Misère play is that of misère Nim on the coins."),
    .examples = examples,
    .flags = BT_WIDE,
    .bind = bt_bind_nothing,
    .parse = parse,
    .print = bt_print_list,
    .options = options,
    .say = say,
    .theorem = theorem,
    .winning = winning,
    .reason = reason,
    .rank = rank,
    .game_text = game_text,
    .look = BT_LOOK_STRIP,
    .heap_word = "square",
    .heap_words = "squares",
};
