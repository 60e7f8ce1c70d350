/* SPDX-License-Identifier: MIT
 * Staircase Nim: coins lie on steps 1, 2, 3, ...; a move takes any number of them, at
 * least one, from a step to the next lower one. The ground takes them out of play.
 * Sprague (1937): it is Nim on the odd steps; the Grundy value is the nim-sum of their
 * coins. A move down from an odd step takes coins out of that Nim; coins that come from
 * an even step can be sent on to the next even step at once, and all is as before.
 * Misere: as misere Nim on the odd steps, for the same reason. */
#include <bouton/disguise.h>
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "rules/game_text.h"
#include "rules/registry.h"

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    (void)g;
    BT_TRY(bt_parse_list(ctx,
                         BT_TEXT("staircase expects the number of coins on steps 1, 2, "
                                 "3, … like 2,0,5,1"),
                         text, pos));
    return bt_check_total(ctx, pos, "coins");
}

/* Shows the position with some coins of x[i], which is step i + 1, one step lower. */
static bool show(bt_pos *p, size_t i, uint64_t coins, bt_visit *visit)
{
    size_t first = i > 0 ? i - 1 : 0;
    const uint64_t before[] = {p->x[first], p->x[i]};
    p->x[i] -= coins;
    if (i > 0)
        p->x[first] += coins;
    bool going = bt_show(visit, p, first, i - first + 1, before);
    if (i > 0)
        p->x[first] -= coins;
    p->x[i] += coins;
    return going;
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    (void)g;
    bool going = true;
    for (size_t i = 0; i < p->n && going; i++)
        for (uint64_t coins = 0; coins < p->x[i] && going;)
            going = show(p, i, ++coins, visit);
    return going;
}

static size_t odd_steps(const bt_pos *p)
{
    return (p->n + 1) / 2;
}

static uint64_t coins_of(const bt_pos *p, size_t i)
{
    return p->x[2 * i];
}

/* An odd step sends down what it has too many; the even step above it sends what it
 * lacks. */
static bool make(const bt_game *g, bt_pos *p, size_t i, uint64_t size, bt_visit *visit)
{
    uint64_t coins = coins_of(p, i);
    size_t above = 2 * i + 1;
    (void)g;
    if (size < coins)
        return show(p, 2 * i, coins - size, visit);
    return above >= p->n || size - coins > p->x[above] ||
           show(p, above, size - coins, visit);
}

static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    size_t last = move->now - 1;
    uint64_t coins = move->before[last] - bt_move_words(move)[last];
    (void)g;
    bt_args args = BT_ARGS(BT_NUM("coins", coins), BT_NUM("from", move->at + move->now),
                           BT_NUM("to", move->at + 1));
    if (move->now == 1)
        bt_say(text,
               "move {coins, plural, one {1 coin} other {{coins} coins}} from step "
               "{from} to the ground",
               args);
    else
        bt_say(text,
               "move {coins, plural, one {1 coin} other {{coins} coins}} from step "
               "{from} to step {to}",
               args);
}

static void story(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    (void)g;
    if (p->n == 1)
        bt_step_say(
            steps, "odd-steps",
            "Moving coins from step 1 to the ground is taking them from a Nim pile.",
            BT_NO_ARGS);
    else
        bt_step_say(steps, "odd-steps",
                    "Only the odd-numbered steps count: moving coins down from one "
                    "of them is taking them from a Nim pile. When coins come down from "
                    "an even step to an odd one, the opponent can move the same coins "
                    "one step further down, and the odd steps are as before.",
                    BT_NO_ARGS);
}

/* Coins on even steps can come down now, and any coins above step 1 later. */
static void growth(const bt_pos *p, bool *now, bool *later)
{
    for (size_t i = 1; i < p->n; i++) {
        *later = *later || p->x[i] > 0;
        *now = *now || (i % 2 == 1 && p->x[i] > 0);
    }
}

static const bt_disguise nim = {.size = sizeof nim,
                                .what = "step",
                                .whats = "steps",
                                .odd = true,
                                .piles = odd_steps,
                                .pile = coins_of,
                                .make = make,
                                .story = story,
                                .growth = growth};

/* Every coin goes down one step at a time. */
static bool rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    (void)g;
    *moves = 0;
    for (size_t i = 0; i < p->n; i++) {
        uint64_t steps;
        if (!bti_mul(p->x[i], i + 1, &steps) || !bti_add(*moves, steps, moves))
            return false;
    }
    return true;
}

/* Coins of step j go to step j - 1; those of the first step leave. */
static bt_status game_text(bt_context *ctx, const bt_game *g, size_t heaps,
                           bt_text *out)
{
    BT_TRY(bti_text_heaps(ctx, g, 0, &heaps));
    bti_text_begin(out, g, g->name, heaps, "");
    for (size_t i = 0; i < heaps; i++) {
        bt_text_put(out, "move ");
        bti_text_heap(out, heaps, i);
        bt_text_put(out, "' < ");
        bti_text_heap(out, heaps, i);
        if (i > 0) {
            bt_text_put(out, " & ");
            bti_text_heap(out, heaps, i - 1);
            bt_text_put(out, "' = ");
            bti_text_heap(out, heaps, i - 1);
            bt_text_put(out, " + ");
            bti_text_heap(out, heaps, i);
            bt_text_put(out, " - ");
            bti_text_heap(out, heaps, i);
            bt_text_put(out, "'");
        }
        bt_text_put_char(out, '\n');
    }
    bti_text_nim_claim(out, g, heaps, 0, 2);
    return bt_text_status(out);
}

static const bt_example examples[] = {
    {"2,0,5,1", BT_TEXT("only steps 1 and 3 count: Nim with piles 2 and 5")},
    {"3,4,3,7", BT_TEXT("balanced: whatever is moved can be answered")},
    {"1,0,0,1", BT_TEXT("coins from an even step can win, too")},
    {NULL, NULL},
};

const bt_rules bti_rules_staircase = {
    .size = sizeof(bt_rules),
    .name = "staircase",
    .usage = "staircase",
    .summary = "move coins one step down a staircase",
    .help = "Coins lie on the steps of a staircase, numbered 1, 2, 3, ... from below.\n"
            "A move takes one or more coins from one step and puts them on the next\n"
            "lower step; from step 1 they go to the ground and are out of play. When\n"
            "all coins are on the ground nobody can move.\n"
            "\n"
            "A position is the number of coins on each step, from step 1 on: 2,0,5,1\n"
            "has two coins on step 1, five on step 3 and one on step 4.\n"
            "\n"
            "It is Nim in disguise, with the coins on each odd step as a pile. Coins\n"
            "that leave an odd step are as good as taken: if they are moved on from\n"
            "the even step to the odd one below, the other player moves the same\n"
            "coins on once more, and the odd steps are as before. So nobody needs to\n"
            "move coins from an even step, but sometimes that wins, and then it is\n"
            "among the winning moves.",
    .theorem_note =
        BT_TEXT("Sprague 1937 (Ferguson, Game Theory, part I, exercise 6 of chapter "
                "2): the P-positions are those in which the coins on the odd steps "
                "have nim-sum 0, and the Grundy value is that nim-sum. Misère play is "
                "that of misère Nim on the odd steps."),
    .examples = examples,
    .bind = bt_bind_nothing,
    .parse = parse,
    .print = bt_print_list,
    .options = options,
    .say = say,
    BT_DISGUISE_RULES(nim),
    .rank = rank,
    .game_text = game_text,
    .look = BT_LOOK_STAIRS,
    .heap_word = "step",
    .heap_words = "steps",
    .heaps_from = 1,
};
