/* SPDX-License-Identifier: MIT
 * Nim: take any number of chips, at least one, from one pile.
 * Bouton (1901): P exactly when the nim-sum is 0; the Grundy value is the nim-sum.
 * Misere: the same while some pile has two chips or more; with piles of at most one
 * chip it is P exactly when the number of ones is odd. */
#include <bouton/disguise.h>
#include <bouton/kernels.h>
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "rules/boxes.h"
#include "rules/game_text.h"
#include "rules/registry.h"

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    (void)g;
    return bt_parse_list(ctx, BT_TEXT("nim expects piles like 3,4,6"), text, pos);
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    (void)g;
    bool going = true;
    for (size_t i = 0; i < p->n && going; i++) {
        uint64_t pile = p->x[i];
        while (p->x[i] > 0 && going) {
            p->x[i]--;
            going = bt_show(visit, p, i, 1, &pile);
        }
        p->x[i] = pile;
    }
    return going;
}

static size_t piles(const bt_pos *p)
{
    return p->n;
}

static bool make(const bt_game *g, bt_pos *p, size_t i, uint64_t size, bt_visit *visit)
{
    uint64_t pile = p->x[i];
    (void)g;
    if (size > pile)
        return true;
    p->x[i] = size;
    bool going = bt_show(visit, p, i, 1, &pile);
    p->x[i] = pile;
    return going;
}

static const bt_disguise itself = {.size = sizeof itself,
                                   .what = "pile",
                                   .whats = "piles",
                                   .piles = piles,
                                   .make = make};

static bool rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    (void)g;
    *moves = 0;
    for (size_t i = 0; i < p->n; i++)
        if (!bti_add(*moves, p->x[i], moves))
            return false;
    return true;
}

/* One number alone is P. Among the values n xor c, blocks of a power of 2 above c grow
 * by their length. */
static void repeats(const bt_game *g, const bt_pos *p, size_t word,
                    bt_repetition *labels, bt_repetition *values)
{
    uint64_t others = bt_nim_sum(p->x, p->n) ^ p->x[word], block = 1;
    bool firm = false;
    for (size_t i = 0; i < p->n; i++)
        firm = firm || (i != word && p->x[i] >= 2);
    uint64_t wanted = bt_tame_wanted(g->play, others, firm);
    *labels = (bt_repetition){.preperiod = wanted < UINT64_MAX ? wanted + 1 : wanted,
                              .period = 1};
    while (block <= others && block > 0)
        block *= 2;
    if (block > 0)
        *values = (bt_repetition){.period = block, .saltus = block};
}

static bool box(const bt_game *g, const bt_pos *root, bt_box *b)
{
    uint64_t most;
    return rank(g, root, &most) && bt_heaps_box(root, most, b);
}

static size_t box_options(const bt_game *g, const bt_box *b, const uint64_t *digit,
                          uint64_t index, uint64_t *out)
{
    (void)g;
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++) {
        uint64_t to = index, stride = b->stride[i];
        for (uint64_t left = digit[i]; left > 0; left--)
            out[n++] = to -= stride;
    }
    return n;
}

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
        bt_text_put_char(out, '\n');
    }
    bti_text_nim_claim(out, g, heaps, 0, 1);
    return bt_text_status(out);
}

static const bt_example examples[] = {
    {"3,4,6", BT_TEXT("the first game of many courses")},
    {"14,9,7,5,2", BT_TEXT("three winning moves, one in each of three piles")},
    {"1,2,3", BT_TEXT("balanced: whoever moves loses")},
    {NULL, NULL},
};

const bt_rules bti_rules_nim = {
    .size = sizeof(bt_rules),
    .name = "nim",
    .usage = "nim",
    .summary = "take any number of chips from one pile",
    .help =
        "There are piles of chips. A move takes one or more chips from a single\n"
        "pile. In normal play the player who cannot move loses, so whoever takes\n"
        "the last chip wins; in misère play whoever takes the last chip loses.\n"
        "\n"
        "A position is a list of piles, such as 3,4,6. Empty piles change nothing.\n"
        "\n"
        "Write the piles in binary, one under the other, and count the ones in\n"
        "each column. If every count is even the position is balanced: its nim-sum\n"
        "is 0 and the player to move loses. Otherwise the player to move wins by\n"
        "balancing it: choose a pile with a 1 in the leftmost odd column and\n"
        "replace it by its nim-sum with the nim-sum of all piles.",
    .theorem_note = BT_TEXT(
        "Bouton 1901: the P-positions are those with nim-sum 0, and the Grundy value "
        "is the nim-sum. In misère play the same holds while some pile has two chips "
        "or more; otherwise the P-positions are those with an odd number of ones."),
    .examples = examples,
    .flags = BT_UNORDERED | BT_HEAPS | BT_TAME,
    .bind = bt_bind_nothing,
    .parse = parse,
    .print = bt_print_list,
    .options = options,
    .say = bt_say_take,
    BT_DISGUISE_RULES(itself),
    .rank = rank,
    .repeats = repeats,
    .box = box,
    .box_options = box_options,
    .game_text = game_text,
    .look = BT_LOOK_PILES,
    .heap_word = "pile",
    .heap_words = "piles",
    .heaps_from = 1,
};
