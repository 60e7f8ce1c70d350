/* SPDX-License-Identifier: MIT
 * Mark: a move takes one chip from a pile, or makes a pile of n one of floor(n / 2).
 *
 * Fraenkel (2012) calls a number vile if its binary digits end in an even number of
 * zeros and dopey if that number is odd; odious numbers have an odd number of ones,
 * evil ones an even number. The value of a pile is 0 if it is empty or dopey, 1 if it
 * is vile and odious, 2 if it is vile and evil. For from a dopey number both moves lead
 * to vile ones, which are odd or half of it; and exactly one of n and floor(n / 2) for
 * even n, n
 * - 1 and floor(n / 2) for odd n, is dopey, so a vile number has an option of value 0.
 * The other option of a vile number is vile, too, and its number of ones is odd or even
 * where that of n is not.
 *
 * Misere play is as normal play for one pile, except that powers of 2 have exchanged
 * their outcomes: 1, 4, 16, ... are P and 2, 8, 32, ... are N. For sums nothing is
 * known from the values: 6 has value 0, but no option of value 1. */
#include <bouton/kit.h>

#include "rules/game_text.h"
#include "rules/registry.h"
#include "rules/said.h"

static bool is_dopey(uint64_t n)
{
    bool odd = false;
    for (; n > 0 && n % 2 == 0; n /= 2)
        odd = !odd;
    return odd;
}

static bool is_evil(uint64_t n)
{
    bool evil = true;
    for (; n > 0; n &= n - 1)
        evil = !evil;
    return evil;
}

static bool options(const bt_game *g, uint64_t pile, bt_heap_visit *visit)
{
    uint64_t less = pile - 1, half = pile / 2;
    (void)g;
    if (pile == 0)
        return true;
    if (!visit->option(visit, &less, less > 0))
        return false;
    return half == less || visit->option(visit, &half, half > 0);
}

static bool rank(const bt_game *g, uint64_t pile, uint64_t *moves)
{
    (void)g;
    *moves = pile;
    return true;
}

static bool value(const bt_game *g, uint64_t pile, uint64_t *out)
{
    (void)g;
    *out = pile == 0 || is_dopey(pile) ? 0 : is_evil(pile) ? 2 : 1;
    return true;
}

static bool is_power_of_2(uint64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

static bt_outcome misere(const bt_game *g, uint64_t pile)
{
    (void)g;
    return pile > 0 && is_dopey(pile) != is_power_of_2(pile) ? BT_P : BT_N;
}

struct binary {
    char text[65];
    unsigned zeros, ones; /* at the end; in all */
};

static struct binary binary_of(uint64_t n)
{
    struct binary b = {.zeros = 0};
    unsigned digits = 1;
    while (digits < 64 && n >> digits > 0)
        digits++;
    for (unsigned i = 0; i < digits; i++) {
        unsigned bit = n >> (digits - 1 - i) & 1;
        b.text[i] = (char)('0' + bit);
        b.ones += bit;
        b.zeros = bit ? 0 : b.zeros + 1;
    }
    return b;
}

static void say_pile(uint64_t pile, bt_steps *steps)
{
    struct binary b = binary_of(pile);
    bt_step_say(
        steps, "binary",
        "In binary, {pile} is {digits}. {zeros, plural, =0 {It does not end in a "
        "zero} one {It ends in one zero} other {It ends in {zeros} zeros}} and has "
        "{ones, plural, one {one "
        "1} other {{ones} ones}}.",
        BT_ARGS(BT_NUM("pile", pile), BT_STR("digits", b.text),
                BT_NUM("zeros", b.zeros), BT_NUM("ones", b.ones)));
    bt_step_number(steps, "pile", pile);
    bt_step_number(steps, "zeros", b.zeros);
    bt_step_number(steps, "ones", b.ones);
}

/* The only pile that is not empty decides. */
static void say_misere(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    uint64_t pile = 0;
    for (size_t i = 0; i < p->n; i++)
        pile |= p->x[i];
    if (pile > 0)
        bt_step_say(steps, "misere",
                    "{power, select, yes {It is a power of 2} other {It is not a power "
                    "of 2}}, so it is {outcome, select, P {a P-position} other {an "
                    "N-position}}.",
                    BT_ARGS(BT_TRUE("power", is_power_of_2(pile)),
                            BT_STR("outcome", bti_outcome_letter(misere(g, pile)))));
}

static void law(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    enum { MOST = 16 };
    if (g->play == BT_NORMAL)
        bt_step_say(
            steps, "law",
            "Write a pile in binary. If it ends in an odd number of zeros, its Grundy "
            "value is 0, like that of an empty pile. Otherwise the value is 1 if the "
            "number of ones is odd, and 2 if it is even (Fraenkel).",
            BT_NO_ARGS);
    else
        bt_step_say(
            steps, "law",
            "Write the pile in binary. In misère play it is a P-position exactly "
            "when it ends in an odd number of zeros, unless it is a power of "
            "2. For powers of 2 it is the other way round: 1, 4, 16, … are "
            "P-positions, and 2, 8, 32, … are "
            "N-positions (Fraenkel).",
            BT_NO_ARGS);
    for (size_t i = 0; i < p->n && p->n <= MOST; i++)
        if (p->x[i] > 0 && !bti_stands_before(p->x, i))
            say_pile(p->x[i], steps);
    if (g->play == BT_MISERE)
        say_misere(g, p, steps);
}

/* The least power of 2 in n is 2 mod 3 exactly if its exponent is odd. */
static bt_status game_text(bt_context *ctx, const bt_game *g, size_t heaps,
                           bt_text *out)
{
    BT_TRY(bti_text_heaps(ctx, g, 1, &heaps));
    bti_text_begin(out, g, g->name, heaps, "");
    for (size_t i = 0; i < heaps; i++)
        for (unsigned line = 0; line < 2; line++) {
            static const char *const piece[2][3] = {
                {"move ", "' = ", " - 1\n"}, {"move 0 <= ", " - 2", "' <= 1 & "}};
            bt_text_put(out, piece[line][0]);
            bti_text_heap(out, heaps, i);
            bt_text_put(out, piece[line][1]);
            bti_text_heap(out, heaps, i);
            bt_text_put(out, piece[line][2]);
            if (line == 1) {
                bti_text_heap(out, heaps, i);
                bt_text_put(out, " >= 3\n");
            }
        }
    if (heaps == 1)
        bt_text_put(out,
                    g->play == BT_NORMAL
                        ? "claim n = 0 | low(n) mod 3 = 2\n"
                        : "claim pow2(n) & n mod 3 = 1 | !pow2(n) & low(n) mod 3 = "
                          "2\n");
    return bt_text_status(out);
}

static const bt_heap_kit kit = {
    .size = sizeof(bt_heap_kit),
    .expects = BT_TEXT("mark expects piles like 17 or 17,6"),
    .options = options,
    .rank = rank,
    .value = value,
    .law = law,
    .misere = misere,
};

static const bt_example examples[] = {
    {"17", BT_TEXT("one pile")},
    {"12,7,5", BT_TEXT("three piles")},
    {"18446744073709551615", BT_TEXT("no pile is too large")},
    {NULL, NULL},
};

const bt_rules bti_rules_mark = {
    .size = sizeof(bt_rules),
    .name = "mark",
    .usage = "mark",
    .summary = "take one chip from a pile, or halve it and round down",
    .help =
        "There are piles of chips. A move takes one chip from a pile, or takes half\n"
        "of a pile, and of an odd pile one chip more than is left: 7 becomes 6 or 3,\n"
        "and 8 becomes 7 or 4.\n"
        "\n"
        "A position is a pile, such as 17, or a list of piles, such as 12,7,5.\n"
        "\n"
        "Write a pile in binary. If it ends in an odd number of zeros, its Grundy\n"
        "value is 0, like that of an empty pile. Otherwise the value is 1 if the\n"
        "number of ones is odd, and 2 if it is even. In misère play a single pile has\n"
        "the same outcome, except that it is the other way round for powers of 2.\n"
        "Several piles are searched.",
    .theorem_note = BT_TEXT("Fraenkel 2012 (The vile, dopey, evil and odious game "
                            "players): a pile is a P-position exactly when it is 0 or "
                            "its binary digits end in an odd number of zeros."),
    .examples = examples,
    .heap_word = "pile",
    .heap_words = "piles",
    .game_text = game_text,
    BT_HEAP_RULES(kit),
};
