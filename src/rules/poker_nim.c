/* SPDX-License-Identifier: MIT
 * Poker Nim: Nim in which chips are not lost. Whoever takes chips keeps them and may,
 * instead of taking, add some of them to a pile again. A position is seen by the player
 * to move: the piles, the chips in hand, and those in the opponent's hand.
 *
 * Adding changes nothing (Winning Ways ch. 3): the opponent takes the same chips away
 * again. So P exactly when the nim-sum of the piles is 0, and whoever plays so wins in
 * the end although play could go round in circles: the winner never adds, so either the
 * piles become fewer or the loser's hand does. */
#include <bouton/disguise.h>
#include <bouton/number_kit.h>

#include "rules/registry.h"

#include <string.h>

static const char want[] = BT_TEXT(
    "poker-nim expects piles, then the chips in the hand of the player to move and in "
    "the opponent's hand, like 3,4:2,0");

static bt_status check(bt_context *ctx, const bt_game *g, const bt_pos *pos)
{
    (void)g;
    if (pos->n < 3)
        return bt_fail(ctx, BT_DOMAIN, "this position has no pile; {expected}",
                       BT_ARGS(BT_STR("expected", bt_words_for(ctx, want))));
    return bt_check_total(ctx, pos, "chips");
}

/* Without a colon both hands are empty. */
static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    if (text.len > 0 && memchr(text.at, ':', text.len)) {
        BT_TRY(bt_parse_list_and_numbers(ctx, want, text, 2, pos));
    } else {
        BT_TRY(bt_parse_list(ctx, want, text, pos));
        BT_TRY(bt_pos_push(pos, 0));
        BT_TRY(bt_pos_push(pos, 0));
    }
    return check(ctx, g, pos);
}

static void print(const bt_game *g, const bt_pos *pos, bt_text *text)
{
    bt_pos piles = *pos, hands = *pos;
    piles.n -= 2;
    hands.x += piles.n;
    hands.n = 2;
    bt_print_list(g, &piles, text);
    bt_text_put_char(text, ':');
    bt_print_list(g, &hands, text);
}

/* Shows the position in which pile i has become `to`; the hands change places. */
static bool show(bt_pos *p, size_t i, uint64_t to, bt_visit *visit)
{
    size_t mine = p->n - 2, theirs = p->n - 1;
    uint64_t pile = p->x[i], hand = p->x[mine], other = p->x[theirs];
    p->x[i] = to;
    p->x[mine] = other;
    p->x[theirs] = hand + pile - to;
    bool going = bt_show(visit, p, i, p->n - i, visit->origin + i);
    p->x[i] = pile;
    p->x[mine] = hand;
    p->x[theirs] = other;
    return going;
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    size_t piles = p->n - 2;
    bool going = true;
    (void)g;
    for (size_t i = 0; i < piles && going; i++) {
        uint64_t pile = p->x[i], hand = p->x[piles];
        for (uint64_t to = pile; to > 0 && going;)
            going = show(p, i, --to, visit);
        for (uint64_t more = 0; more < hand && going;)
            going = show(p, i, pile + ++more, visit);
    }
    return going;
}

static size_t piles_of(const bt_pos *p)
{
    return p->n - 2;
}

static bool make(const bt_game *g, bt_pos *p, size_t i, uint64_t size, bt_visit *visit)
{
    uint64_t pile = p->x[i];
    (void)g;
    return (size > pile && size - pile > p->x[piles_of(p)]) || show(p, i, size, visit);
}

static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    uint64_t from = move->before[0], to = bt_move_words(move)[0];
    (void)g;
    bt_say(text,
           to < from ? "take {chips} from pile {pile} ({from} to {to})"
                     : "add {chips} to pile {pile} ({from} to {to})",
           BT_ARGS(BT_NUM("chips", to < from ? from - to : to - from),
                   BT_NUM("pile", move->at + 1), BT_NUM("from", from),
                   BT_NUM("to", to)));
}

static void story(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    (void)g;
    (void)p;
    bt_step_say(
        steps, "hands",
        "The chips in the hands do not count. If a player adds chips to a pile, the "
        "opponent can take them away at once, and the piles are as before. That "
        "empties the player's hand little by little, so it cannot go on for ever.",
        BT_NO_ARGS);
}

static void growth(const bt_pos *p, bool *now, bool *later)
{
    (void)p;
    *now = *later = true;
}

/* In misere play a hand full of chips can be in the way. */
static const bt_disguise nim = {.size = sizeof nim,
                                .what = "pile",
                                .whats = "piles",
                                .normal_only = true,
                                .piles = piles_of,
                                .make = make,
                                .story = story,
                                .growth = growth};

enum { PILES_DRAWN = 9 };

/* The piles, then both hands; chips are added from the hand of the player to move. */
static void shapes(const bt_game *g, const bt_pos *p, bt_shapes *out)
{
    char name[] = "  pile 1";
    size_t piles = p->n - 2;
    (void)g;
    if (piles > PILES_DRAWN)
        return;
    for (size_t i = 0; i < piles; i++) {
        name[7] = (char)('1' + i);
        bt_shape_heap(out, i, name, p->x[i]);
    }
    bt_shape_heap(out, piles, " in hand", p->x[piles]);
    bt_shape_heap(out, piles + 1, "opponent", p->x[piles + 1]);
}

static void touches(const bt_game *g, const bt_move *move, bt_touches *out)
{
    size_t hand = move->to->n - 2;
    uint64_t from = move->before[0], to = bt_move_words(move)[0];
    uint64_t had = move->before[hand - move->at];
    (void)g;
    if (hand > PILES_DRAWN)
        return;
    if (to < from)
        bt_touch_taken(out, move->at, from, to);
    if (to > from) {
        bt_touch(out, bt_heap_handle(move->at));
        bt_touch_taken(out, hand, had, had - (to - from));
    }
}

static const bt_example examples[] = {
    {"3,4,6:0,0", BT_TEXT("nobody has taken a chip yet")},
    {"1,2,3:5,0", BT_TEXT("the chips in hand do not help")},
    {"0,0:1,0", BT_TEXT("the last chip must be added, and the opponent takes it")},
    {NULL, NULL},
};

const bt_rules bti_rules_poker_nim = {
    .size = sizeof(bt_rules),
    .name = "poker-nim",
    .usage = "poker-nim",
    .summary = "Nim in which chips that were taken may be added again",
    .help =
        "There are piles of chips, and both players have chips in hand. A move takes\n"
        "chips, at least one, from one pile into the player's hand, or adds chips, at\n"
        "least one, from the hand to one pile. When all piles and the hand of the\n"
        "player to move are empty, there is no move.\n"
        "\n"
        "A position is the piles, then after a colon the chips in the hand of the\n"
        "player to move and in the opponent's: 3,4,6:2,0. After a move the hands\n"
        "change places, because it is the other player's turn.\n"
        "\n"
        "Without a colon both hands are empty: 3,4,6.\n"
        "\n"
        "It is Nim all the same. If the player who is losing adds chips, the other "
        "one\n"
        "takes them away again, so the loser's hand is empty in the end. In misère\n"
        "play many positions are draws, because play can go on for ever.",
    .theorem_note = BT_TEXT("Winning Ways, chapter 3: the P-positions are those in "
                            "which the piles have nim-sum 0. Misère play is searched."),
    .examples = examples,
    .flags = BT_WIDE | BT_TURNS,
    .bind = bt_bind_nothing,
    .parse = parse,
    .print = print,
    .options = options,
    .say = say,
    BT_DISGUISE_RULES(nim),
    .look = BT_LOOK_PLANE,
    .shapes = shapes,
    .touches = touches,
    .check = check,
};
