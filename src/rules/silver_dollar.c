/* SPDX-License-Identifier: MIT
 * The silver dollar game (without its dollar): coins on a strip of squares 0, 1, 2,
 * ..., at most one on a square; a move slides one coin to the left, not past another.
 *
 * It is staircase Nim (Sprague 1937; Winning Ways ch. 15). The empty squares before a
 * coin are the coins of a step: sliding moves some of them to the step of the next
 * coin to the right, and those before the last coin leave. So the gaps before the last
 * coin, the third last, the fifth last, ... are Nim piles, and the Grundy value is
 * their nim-sum. Misere: as misere Nim on these gaps. */
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "rules/boxes.h"
#include "rules/game_text.h"
#include "rules/nim_reason.h"
#include "rules/registry.h"

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    static const char want[] =
        "silver-dollar expects the squares of the coins from left to right, like 1,4,8";
    (void)g;
    BT_TRY(bt_parse_list(ctx, want, text, pos));
    for (size_t i = 1; i < pos->n; i++)
        if (pos->x[i] <= pos->x[i - 1])
            return bt_fail(
                ctx, BT_DOMAIN,
                pos->x[i] == pos->x[i - 1]
                    ? "two coins are on square %llu, and a square holds one; %s"
                    : "square %llu is out of order; %s",
                (unsigned long long)pos->x[i], want);
    return BT_OK;
}

/* Empty squares between coin i and the coin before it, or the end of the strip. */
static uint64_t gap(const bt_pos *p, size_t i)
{
    return i == 0 ? p->x[0] : p->x[i] - p->x[i - 1] - 1;
}

/* Whether the gap before coin i is a Nim pile. */
static bool counts(const bt_pos *p, size_t i)
{
    return (p->n - i) % 2 == 1;
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

struct total {
    uint64_t nim_sum;
    size_t firm;
};

static struct total add_up(const bt_pos *p)
{
    struct total t = {0};
    for (size_t i = (p->n + 1) % 2; i < p->n; i += 2) {
        t.nim_sum ^= gap(p, i);
        t.firm += gap(p, i) >= 2;
    }
    return t;
}

static void theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    struct total t = add_up(p);
    bt_tame_answer(g->play, t.nim_sum, t.firm > 0, out);
}

/* A coin makes its own gap smaller, and that before the next coin larger: one of the
 * two counts. */
static bool winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit)
{
    struct total t = add_up(p);
    bool going = true;
    for (size_t i = 0; i < p->n && going; i++) {
        bool own = counts(p, i);
        uint64_t now = gap(p, own ? i : i + 1);
        bool others_firm = rest.firm || t.firm > (now >= 2);
        uint64_t wanted =
            bt_tame_wanted(g->play, t.nim_sum ^ rest.grundy ^ now, others_firm);
        if (own && wanted < now)
            going = show(p, i, now - wanted, visit);
        else if (!own && wanted > now && wanted - now <= gap(p, i))
            going = show(p, i, wanted - now, visit);
    }
    return going;
}

static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    (void)g;
    bt_text_format(text, "slide the coin on square %llu to square %llu",
                   (unsigned long long)move->before[0],
                   (unsigned long long)bt_move_words(move)[0]);
}

static void reason(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    size_t piles = (p->n + 1) / 2, first = (p->n + 1) % 2;
    uint64_t *size = bt_steps_room(steps, piles);
    if (!size)
        return;
    for (size_t i = 0; i < piles; i++)
        size[i] = gap(p, first + 2 * i);
    bt_step_say(
        steps, "gaps",
        p->n == 1
            ? "The empty squares to the left of the coin are a Nim pile."
            : "Pair the coins from the right. The empty squares to the left of the "
              "second coin of each pair are a Nim pile; a coin without a partner is a "
              "second coin, too. If the first coin of a pair moves, the opponent can "
              "move the second one as far, and the piles are as before.");
    bti_nim_piles nim = {.play = g->play,
                         .what = "gap",
                         .number = size,
                         .n = piles,
                         .may_grow = p->n > 1};
    bti_nim_reason(&nim, steps);
}

static bool rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    (void)g;
    *moves = 0;
    for (size_t i = 0; i < p->n; i++)
        if (!bti_add(*moves, p->x[i] - i, moves))
            return false;
    return true;
}

/* Squares make a box in which positions are those that ascend. */
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
    for (size_t i = 0; i < b->n; i++) {
        uint64_t to = index, least = i == 0 ? 0 : digit[i - 1] + 1;
        for (uint64_t square = digit[i]; square > least; square--)
            out[n++] = to -= b->stride[i];
    }
    return n;
}

static const bt_example examples[] = {
    {"1,4,8", "the coin on square 8 has three empty squares before it"},
    {"0,1,2", "no coin can move"},
    {"3,5,10,14,20", "five coins"},
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
        "partner counts the empty squares up to the end of the strip.",
    .theorem_note =
        "P exactly when the nim-sum of the gaps in the pairs of coins is 0 (Sprague "
        "1937 "
        "for staircase Nim, which it is); misère play as misère Nim on the gaps.",
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
    .box = box,
    .box_options = box_options,
    .heap_word = NULL,
};
