/* SPDX-License-Identifier: MIT
 * The silver dollar game (without its dollar): coins on a strip of squares 0, 1, 2,
 * ..., at most one on a square; a move slides one coin to the left, not past another.
 *
 * It is staircase Nim (Sprague 1937; Winning Ways ch. 15). The empty squares before a
 * coin are the coins of a step: sliding moves some of them to the step of the next
 * coin to the right, and those before the last coin leave. So the gaps before the last
 * coin, the third last, the fifth last, ... are Nim piles, and the Grundy value is
 * their nim-sum. Misere: as misere Nim on these gaps. */
#include <bouton/disguise.h>
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "rules/boxes.h"
#include "rules/game_text.h"
#include "rules/registry.h"
#include "rules/squares.h"

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    static const char want[] = BT_TEXT("silver-dollar expects the squares of the coins "
                                       "from left to right, like 1,4,8");
    (void)g;
    BT_TRY(bt_parse_list(ctx, want, text, pos));
    for (size_t i = 1; i < pos->n; i++)
        if (pos->x[i] <= pos->x[i - 1])
            return bt_fail(ctx, BT_DOMAIN,
                           pos->x[i] == pos->x[i - 1]
                               ? "two coins are on square {square}, but a square holds "
                                 "only one; {expected}"
                               : "square {square} is out of order; {expected}",
                           BT_ARGS(BT_NUM("square", pos->x[i]),
                                   BT_STR("expected", bt_words_for(ctx, want))));
    return BT_OK;
}

/* Empty squares between coin i and the coin before it, or the end of the strip. */
static uint64_t gap(const bt_pos *p, size_t i)
{
    return i == 0 ? p->x[0] : p->x[i] - p->x[i - 1] - 1;
}

static bool show(bt_pos *p, size_t i, uint64_t squares, bt_visit *visit)
{
    uint64_t before = p->x[i];
    p->x[i] -= squares;
    bool going = bt_show(visit, p, i, 1, &before);
    p->x[i] = before;
    return going;
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    bool going = true;
    (void)g;
    for (size_t i = 0; i < p->n && going; i++)
        for (uint64_t s = 0, most = gap(p, i); s < most && going;)
            going = show(p, i, ++s, visit);
    return going;
}

static size_t pairs(const bt_pos *p)
{
    return (p->n + 1) / 2;
}

/* The second coin of a pair; of the first pair perhaps its only coin. */
static size_t second(const bt_pos *p, size_t pair)
{
    return (p->n + 1) % 2 + 2 * pair;
}

static uint64_t pile(const bt_pos *p, size_t pair)
{
    return gap(p, second(p, pair));
}

/* The second coin makes the gap smaller, the first one makes it larger. */
static bool make(const bt_game *g, bt_pos *p, size_t pair, uint64_t size,
                 bt_visit *visit)
{
    size_t i = second(p, pair);
    uint64_t now = gap(p, i);
    (void)g;
    if (size < now)
        return show(p, i, now - size, visit);
    return i == 0 || size - now > gap(p, i - 1) || show(p, i - 1, size - now, visit);
}

static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    (void)g;
    bt_say(
        text, "slide the coin on square {from} to square {to}",
        BT_ARGS(BT_NUM("from", move->before[0]), BT_NUM("to", bt_move_words(move)[0])));
}

static void say_gaps(const bt_pos *p, bt_steps *steps)
{
    enum { MOST = 8 };
    for (size_t k = 0; k < pairs(p) && pairs(p) <= MOST; k++) {
        size_t i = second(p, k);
        if (i == 0)
            bt_step_say(steps, "gap",
                        "Gap {gap} is to the left of the coin on square {square}.",
                        BT_ARGS(BT_NUM("gap", k + 1), BT_NUM("square", p->x[0])));
        else
            bt_step_say(steps, "gap",
                        "Gap {gap} is between the coins on squares {left} and {right}.",
                        BT_ARGS(BT_NUM("gap", k + 1), BT_NUM("left", p->x[i - 1]),
                                BT_NUM("right", p->x[i])));
        bt_step_number(steps, "gap", k + 1);
        bt_step_number(steps, "size", gap(p, i));
    }
}

static void story(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    (void)g;
    bt_step_say(
        steps, "gaps",
        p->n == 1
            ? "The empty squares to the left of the coin are a Nim pile."
            : "Pair the coins from the right. The empty squares between the two coins "
              "of a pair are a Nim pile, and so are those to the left of a coin "
              "without "
              "a partner. If the left coin of a pair moves, the opponent can move the "
              "right one just as far, and the piles are as before.",
        BT_NO_ARGS);
    if (p->n > 1)
        say_gaps(p, steps);
}

static void growth(const bt_pos *p, bool *now, bool *later)
{
    *now = *later = p->n > 1;
}

static const bt_disguise nim = {.size = sizeof nim,
                                .what = "gap",
                                .whats = "gaps",
                                .piles = pairs,
                                .pile = pile,
                                .make = make,
                                .story = story,
                                .growth = growth};

static bool rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    (void)g;
    *moves = 0;
    for (size_t i = 0; i < p->n; i++)
        if (!bti_add(*moves, p->x[i] - i, moves))
            return false;
    return true;
}

/* Squares make a box in which positions are those that ascend; no option leads to any
 * other, and these have none. */
static bool box(const bt_game *g, const bt_pos *root, bt_box *b)
{
    uint64_t most;
    return root->n <= 8 && rank(g, root, &most) && bt_heaps_box(root, most, b);
}

static size_t box_options(const bt_game *g, const bt_box *b, const uint64_t *digit,
                          uint64_t index, uint64_t *out)
{
    size_t n = 0;
    (void)g;
    for (size_t i = 1; i < b->n; i++)
        if (digit[i] <= digit[i - 1])
            return 0;
    for (size_t i = 0; i < b->n; i++) {
        uint64_t to = index, least = i == 0 ? 0 : digit[i - 1] + 1;
        for (uint64_t square = digit[i]; square > least; square--)
            out[n++] = to -= b->stride[i];
    }
    return n;
}

/* Where the coins are, below the strip. */
static void put_squares(const bt_game *g, const bt_pos *p, bt_shapes *out)
{
    bt_text list, text;
    bt_text_init(&list, out->arena.ctx);
    bt_text_init(&text, out->arena.ctx);
    bt_print_list(g, p, &list);
    bt_say(&text, p->n == 1 ? "coin on square {squares}" : "coins on squares {squares}",
           BT_ARGS(BT_STR("squares", bt_text_chars(&list))));
    bt_shape_label(out,
                   (bt_shape){.tone = BT_TONE_NAME,
                              .x = BT_SHAPE_UNIT / 2,
                              .y = 2 * BT_SHAPE_UNIT,
                              .x2 = 1},
                   "%s", bt_text_chars(&text));
    if (out->status == BT_OK)
        out->status = bt_text_status(&list);
    if (out->status == BT_OK)
        out->status = bt_text_status(&text);
    bt_text_free(&list);
    bt_text_free(&text);
}

enum { LONGEST = 48 };

/* One row of squares; long strips are written, not drawn. */
static void shapes(const bt_game *g, const bt_pos *p, bt_shapes *out)
{
    size_t coin = 0;
    if (p->n == 0 || p->x[p->n - 1] >= LONGEST)
        return;
    bt_shape_add(out, (bt_shape){.kind = BT_LABEL, .tone = BT_TONE_NAME, .text = ""});
    for (uint64_t square = 0; square <= p->x[p->n - 1]; square++) {
        bool has = p->x[coin] == square;
        bti_shape_square(out, (size_t)square, 0, (uint32_t)square + 1, !has);
        bti_shape_tick(out, (size_t)square, 1, square);
        if (has)
            bti_shape_coin(out, (size_t)square, 0, BT_TONE_CHIP, NULL);
        coin += has;
    }
    put_squares(g, p, out);
}

static void touches(const bt_game *g, const bt_move *move, bt_touches *out)
{
    (void)g;
    if (move->before[0] >= LONGEST || move->to->x[move->to->n - 1] >= LONGEST)
        return;
    bt_touch(out, (uint32_t)move->before[0] + 1);
    bt_touch(out, (uint32_t)bt_move_words(move)[0] + 1);
}

static void cells(const bt_game *g, const bt_move *move, bt_cell_list *out)
{
    (void)g;
    bt_cell_changes(out, (bt_cell){.column = move->before[0], .was = 1});
    bt_cell_changes(out, (bt_cell){.column = bt_move_words(move)[0], .now = 1});
}

static const bt_example examples[] = {
    {"1,4,8", BT_TEXT("the coin on square 8 has three empty squares before it")},
    {"0,1,2", BT_TEXT("no coin can move")},
    {"3,5,10,14,20", BT_TEXT("five coins")},
    {NULL, NULL},
};

const bt_rules bti_rules_silver_dollar = {
    .size = sizeof(bt_rules),
    .name = "silver-dollar",
    .usage = "silver-dollar",
    .summary = "slide a coin to the left, but not past another coin",
    .help =
        "A strip of squares is numbered 0, 1, 2, ... from the left, with coins on\n"
        "some squares, at most one on each. A move slides one coin any number of\n"
        "squares to the left, over empty squares only. When the coins fill the first\n"
        "squares nobody can move.\n"
        "\n"
        "A position is the list of the coins' squares, from left to right: 1,4,8.\n"
        "\n"
        "It is Nim in disguise. Pair the coins from the right; the number of empty\n"
        "squares between the two coins of a pair is a Nim pile. A coin without a\n"
        "partner counts the empty squares to its left. (The dollar itself, a coin\n"
        "that wins the game for whoever takes it, is left out.)",
    .theorem_note =
        BT_TEXT("It is staircase Nim (Sprague 1937): the P-positions are those in "
                "which the gaps in the pairs of coins have nim-sum 0. Misère play is "
                "that of misère Nim on the gaps."),
    .examples = examples,
    .bind = bt_bind_nothing,
    .parse = parse,
    .print = bt_print_list,
    .options = options,
    .say = say,
    BT_DISGUISE_RULES(nim),
    .rank = rank,
    .box = box,
    .box_options = box_options,
    .look = BT_LOOK_PLANE,
    .shapes = shapes,
    .touches = touches,
    .cells = cells,
};
