/* SPDX-License-Identifier: MIT
 * Nim with cheating (Poker Nim): take any number of chips, at least one, from one pile,
 * or add to one pile, an empty one too, some of the spare chips. Chips that were taken
 * leave the game, so the spare ones run out and play ends.
 * It is Nim on the piles: the Grundy value is their nim-sum, since chips that a player
 * adds can be taken away again at once (Winning Ways ch. 3). Misere: as misere Nim. */
#include <bouton/disguise.h>
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "rules/game_text.h"
#include "rules/registry.h"

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    (void)g;
    BT_TRY(bt_parse_list_and_numbers(ctx,
                                     BT_TEXT("cheating expects piles and, after a "
                                             "colon, the spare chips, like 3,4,6:5"),
                                     text, 1, pos));
    return bt_check_total(ctx, pos, "chips");
}

/* The last word counts the spare chips; the others are piles. */
static size_t piles_of(const bt_pos *p)
{
    return p->n - 1;
}

static uint64_t spare_of(const bt_pos *p)
{
    return p->x[p->n - 1];
}

static bool show_take(bt_pos *p, size_t i, uint64_t chips, bt_visit *visit)
{
    p->x[i] -= chips;
    bool going = bt_show(visit, p, i, 1, visit->origin + i);
    p->x[i] += chips;
    return going;
}

static bool show_add(bt_pos *p, size_t i, uint64_t chips, bt_visit *visit)
{
    size_t last = p->n - 1;
    p->x[i] += chips;
    p->x[last] -= chips;
    bool going = bt_show(visit, p, i, p->n - i, visit->origin + i);
    p->x[last] += chips;
    p->x[i] -= chips;
    return going;
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    (void)g;
    bool going = true;
    for (size_t i = 0; i < piles_of(p) && going; i++) {
        for (uint64_t chips = 0; chips < p->x[i] && going;)
            going = show_take(p, i, ++chips, visit);
        for (uint64_t chips = 0; chips < spare_of(p) && going;)
            going = show_add(p, i, ++chips, visit);
    }
    return going;
}

static bool make(const bt_game *g, bt_pos *p, size_t i, uint64_t size, bt_visit *visit)
{
    uint64_t pile = p->x[i];
    (void)g;
    if (size < pile)
        return show_take(p, i, pile - size, visit);
    return size - pile > spare_of(p) || show_add(p, i, size - pile, visit);
}

static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    uint64_t before = move->before[0], now = bt_move_words(move)[0];
    if (now < before) {
        bt_say_take(g, move, text);
        return;
    }
    bt_say(text,
           "add {added} spare {added, plural, one {chip} other {chips}} to pile {pile} "
           "({before} to {now})",
           BT_ARGS(BT_NUM("added", now - before), BT_NUM("pile", move->at + 1),
                   BT_NUM("before", before), BT_NUM("now", now)));
}

static void story(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    (void)g;
    if (spare_of(p) == 0)
        bt_step_say(steps, "spare",
                    "No spare chips are left, so this is Nim on the piles.",
                    BT_NO_ARGS);
    else
        bt_step_say(steps, "spare",
                    "It is Nim on the piles: when chips are added to a pile, the "
                    "opponent can take them away again at once. They leave the game, "
                    "so this cannot go on for ever.",
                    BT_NO_ARGS);
}

static void growth(const bt_pos *p, bool *now, bool *later)
{
    *now = *later = spare_of(p) > 0;
}

static const bt_disguise nim = {.size = sizeof nim,
                                .what = "pile",
                                .whats = "piles",
                                .piles = piles_of,
                                .make = make,
                                .story = story,
                                .growth = growth};

/* A spare chip is added once and taken once, a chip of a pile is taken once. */
static bool rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    (void)g;
    if (!bti_mul(2, spare_of(p), moves))
        return false;
    for (size_t i = 0; i < piles_of(p); i++)
        if (!bti_add(*moves, p->x[i], moves))
            return false;
    return true;
}

static bt_status game_text(bt_context *ctx, const bt_game *g, size_t heaps,
                           bt_text *out)
{
    BT_TRY(bti_text_heaps(ctx, g, 0, &heaps));
    bti_text_begin(out, g, g->name, heaps, " s");
    for (size_t i = 0; i < heaps; i++) {
        bt_text_put(out, "move ");
        bti_text_heap(out, heaps, i);
        bt_text_put(out, "' < ");
        bti_text_heap(out, heaps, i);
        bt_text_put(out, "\nmove ");
        bti_text_heap(out, heaps, i);
        bt_text_put(out, "' > ");
        bti_text_heap(out, heaps, i);
        bt_text_put(out, " & ");
        bti_text_heap(out, heaps, i);
        bt_text_put(out, "' + s' = ");
        bti_text_heap(out, heaps, i);
        bt_text_put(out, " + s\n");
    }
    bti_text_nim_claim(out, g, heaps, 0, 1);
    return bt_text_status(out);
}

static const bt_example examples[] = {
    {"3,4,6:5", BT_TEXT("three piles and five spare chips")},
    {"14,9,7,5,2:10", BT_TEXT("the winning moves of Nim, and some that add chips")},
    {"0,1:1", BT_TEXT("adding the spare chip to the empty pile wins, too")},
    {NULL, NULL},
};

const bt_rules bti_rules_cheating = {
    .size = sizeof(bt_rules),
    .name = "cheating",
    .usage = "cheating",
    .summary = "Nim in which spare chips may be added to a pile",
    .help = "There are piles of chips on the table and spare chips under it. A move\n"
            "takes one or more chips from a single pile, and these leave the game; or\n"
            "it adds one or more spare chips to a single pile, perhaps an empty one.\n"
            "When neither chips nor spare chips are left nobody can move.\n"
            "\n"
            "A position is a list of piles and, after a colon, the number of spare\n"
            "chips: 3,4,6:5. Empty piles count, since chips may be added to them.\n"
            "\n"
            "The spare chips change nothing: whoever would win Nim on the piles wins.\n"
            "When the loser adds chips, the winner takes them away again, and there\n"
            "are fewer spare chips than before. So nobody needs to add chips, but\n"
            "sometimes that wins, and then it is among the winning moves.",
    .theorem_note = BT_TEXT(
        "Winning Ways, chapter 3, as Poker Nim: the P-positions are those in which the "
        "piles have nim-sum 0, and the Grundy value is that nim-sum, however many "
        "spare chips there are. Misère play is that of misère Nim on the piles."),
    .examples = examples,
    .flags = BT_WIDE,
    .bind = bt_bind_nothing,
    .parse = parse,
    .print = bt_print_list_and_number,
    .options = options,
    .say = say,
    BT_DISGUISE_RULES(nim),
    .rank = rank,
    .game_text = game_text,
    .look = BT_LOOK_PILES,
    .last = BT_LAST_SPARE,
    .heap_word = "pile",
    .heap_words = "piles",
    .last_word = "spare chips",
    .heaps_from = 1,
};
