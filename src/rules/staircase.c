/* SPDX-License-Identifier: MIT
 * Staircase Nim: coins lie on steps 1, 2, 3, ...; a move takes any number of them, at
 * least one, from a step to the next lower one. The ground takes them out of play.
 * Sprague (1937): it is Nim on the odd steps; the Grundy value is the nim-sum of their
 * coins. A move down from an odd step takes coins out of that Nim; coins that come from
 * an even step can be sent on to the next even step at once, and all is as before.
 * Misere: as misere Nim on the odd steps, for the same reason. */
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "rules/game_text.h"
#include "rules/nim_reason.h"
#include "rules/registry.h"

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    (void)g;
    BT_TRY(bt_parse_list(
        ctx, "staircase wants the number of coins on step 1, 2, 3, ... like 2,0,5,1",
        text, pos));
    return bt_check_total(ctx, pos, "coins");
}

/* x[i] is step i + 1, so a step is odd when i is even. */
static bool is_odd_step(size_t i)
{
    return i % 2 == 0;
}

/* Shows the position with some coins of x[i] one step lower. */
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

struct total {
    uint64_t nim_sum;
    size_t firm; /* odd steps with two coins or more */
};

static struct total add_up(const bt_pos *p)
{
    struct total t = {0};
    for (size_t i = 0; i < p->n; i += 2) {
        t.nim_sum ^= p->x[i];
        t.firm += p->x[i] >= 2;
    }
    return t;
}

static void theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    struct total t = add_up(p);
    bt_tame_answer(g->play, t.nim_sum, t.firm > 0, out);
}

/* An odd step wins by sending down what it has above the wanted number; an even step by
 * sending what the odd step below it lacks. */
static bool winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit)
{
    struct total t = add_up(p);
    bool going = true;
    for (size_t i = 0; i < p->n && going; i++) {
        uint64_t coins = p->x[is_odd_step(i) ? i : i - 1];
        bool others_firm = rest.firm || t.firm > (coins >= 2);
        uint64_t wanted =
            bt_tame_wanted(g->play, t.nim_sum ^ rest.grundy ^ coins, others_firm);
        if (is_odd_step(i) && wanted < coins)
            going = show(p, i, coins - wanted, visit);
        else if (!is_odd_step(i) && wanted > coins && wanted - coins <= p->x[i])
            going = show(p, i, wanted - coins, visit);
    }
    return going;
}

static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    size_t last = move->now - 1;
    uint64_t coins = move->before[last] - bt_move_words(move)[last];
    (void)g;
    bt_text_format(text, "move %llu %s from step %zu to ", (unsigned long long)coins,
                   coins == 1 ? "coin" : "coins", move->at + move->now);
    if (move->now == 1)
        bt_text_put(text, "the ground");
    else
        bt_text_format(text, "step %zu", move->at + 1);
}

/* Every coin goes down one step at a time. */
static void reason(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    size_t odd = (p->n + 1) / 2;
    uint64_t *coins = bt_steps_room(steps, odd), *step = bt_steps_room(steps, odd);
    if (!coins || !step)
        return;
    for (size_t i = 0; i < odd; i++) {
        coins[i] = p->x[2 * i];
        step[i] = 2 * i + 1;
    }
    bool even = false, above = false; /* coins on even steps, and above step 1 */
    for (size_t i = 1; i < p->n; i++) {
        above = above || p->x[i] > 0;
        even = even || (!is_odd_step(i) && p->x[i] > 0);
    }
    if (p->n == 1)
        bt_step_say(steps, "odd-steps",
                    "Moving coins from step 1 to the ground is taking them from a Nim "
                    "pile.");
    else
        bt_step_say(
            steps, "odd-steps",
            "Only the steps with odd numbers count: moving coins down from one of "
            "them is taking them from a Nim pile. When coins come down from an even "
            "step to an odd one, the opponent can move the same coins one step "
            "further down, and the odd steps are as before.");
    bti_nim_piles piles = {.play = g->play,
                           .what = "step",
                           .number = coins,
                           .place = step,
                           .n = odd,
                           .may_grow = even,
                           .more_later = above};
    bti_nim_reason(&piles, steps);
}

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
    {"2,0,5,1", "only steps 1 and 3 count: Nim with piles 2 and 5"},
    {"3,4,3,7", "balanced: whatever is moved can be answered"},
    {"1,0,0,1", "coins from an even step can win, too"},
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
        "Sprague 1937 (Ferguson, Game Theory, part I, exercise 6 of chapter 2): P "
        "exactly when the nim-sum of the coins on the odd steps is 0, and the Grundy "
        "value is that nim-sum. Misère play as misère Nim on the odd steps.",
    .examples = examples,
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
    .heap_word = "step",
    .heaps_from = 1,
};
