/* SPDX-License-Identifier: MIT
 * Taking-and-breaking games, each a code for the heap kit (rules/kit_code.c says what
 * is known of them). */
#include <bouton/kit.h>

#include "rules/registry.h"

static const bt_example one_heap[] = {
    {"7", BT_TEXT("one heap")},
    {"5,3,3", BT_TEXT("three heaps")},
    {NULL, NULL},
};

static const bt_example large_row[] = {
    {"7", BT_TEXT("one row")},
    {"5,3,3", BT_TEXT("three rows")},
    {"1000000000000", BT_TEXT("the period is proved, so no row is too long")},
    {NULL, NULL},
};

static const bt_example large_heap[] = {
    {"7", BT_TEXT("one heap")},
    {"5,3,3", BT_TEXT("three heaps")},
    {"1000000000000", BT_TEXT("the period is proved, so no heap is too large")},
    {NULL, NULL},
};

/* clang-format off */
#define POSITION_HELP(size, heaps, gone)                                                 \
    "\n\nA position is the " size ": 7, or 5,3,3 for three " heaps ". " gone "In normal\n" \
    "play the Grundy value is the nim-sum of the values of the " heaps ". Misère\n"     \
    "positions are searched."
#define GONE(heap) "A " heap "\nthat is gone is written 0, so the others keep their numbers. "
#define BROKEN_HELP POSITION_HELP("size of each heap", "heaps", "")
#define HEAPS_HELP POSITION_HELP("size of each heap", "heaps", GONE("heap"))
#define ROWS_HELP POSITION_HELP("length of each row", "rows", GONE("row"))

static const bt_heap_kit octal_kit = {
    .size = sizeof(bt_heap_kit), .base = 8};

const bt_rules bti_rules_octal = {
    .size = sizeof(bt_rules), .name = "octal", .usage = "octal:CODE",
    .summary = "take from a heap and break it, as an octal code says",
    .help =
        "An octal code d0.d1d2d3... says what may be done to a heap (Guy and Smith).\n"
        "Digit dk is about taking k chips and adds up what may be left: 1 nothing at\n"
        "all, 2 one heap, 4 two heaps. So the digits mean:\n"
        "\n"
        "    0  no move\n"
        "    1  only if nothing is left\n"
        "    2  one heap must be left\n"
        "    3  nothing or one heap\n"
        "    4  two heaps\n"
        "    5  nothing or two heaps\n"
        "    6  one heap or two\n"
        "    7  nothing, one heap or two\n"
        "\n"
        "Kayles is 0.77: take one chip or two, and leave no heap, one or two. The\n"
        "digit before the point is 0 or 4, for breaking a heap without taking a chip. A\n"
        "part in brackets goes on for ever: 0.[3] is Nim, 4.[3] Lasker's Nim. There are\n"
        "at most 64 digits." HEAPS_HELP "\n"
        "\n"
        "Bouton looks for a period of the values and proves it when the rules are read,\n"
        "if it is not too long.",
    .theorem_note = BT_TEXT("Guy and Smith 1956: when the values have repeated for long enough, "
                    "they repeat for ever."),
    .param = BT_PARAM_TEXT, .example_param = "0.77", .grows = 1,
    .heap_word = "heap", .heap_words = "heaps", .examples = large_heap,
    BT_HEAP_RULES(octal_kit),
};

static const bt_heap_kit hex_kit = {
    .size = sizeof(bt_heap_kit), .base = 16};

const bt_rules bti_rules_hex = {
    .size = sizeof(bt_rules), .name = "hex", .usage = "hex:CODE",
    .summary = "like octal, but a move may leave three heaps",
    .help =
        "A hexadecimal code d0.d1d2d3... is like an octal code (see the game octal), and\n"
        "8 in a digit allows three heaps to be left. Digits are 0 to 9 and A to F;\n"
        "the one before the point is 0, 4, 8 or C. In 0.B a move takes one chip and\n"
        "leaves nothing, one heap or three. This is not the board game Hex." HEAPS_HELP,
    .theorem_note = BT_TEXT("The argument of Guy and Smith for octal games, with three heaps: "
                    "when the values have repeated for long enough, they repeat for ever. "
                    "If the values keep growing, Bouton proves nothing."),
    .param = BT_PARAM_TEXT, .example_param = "0.B", .grows = 2,
    .heap_word = "heap", .heap_words = "heaps", .examples = one_heap,
    BT_HEAP_RULES(hex_kit),
};

static const bt_heap_kit kayles_kit = {
    .size = sizeof(bt_heap_kit), .code = "0.77", .chip = "pin", .chips = "pins"};

const bt_rules bti_rules_kayles = {
    .size = sizeof(bt_rules), .name = "kayles", .usage = "kayles",
    .summary = "knock down one pin, or two next to each other",
    .help =
        "Pins stand in rows. A move knocks down one pin, or two pins that stand next to\n"
        "each other. Pins on the two sides of the gap are then separate rows. It is the\n"
        "octal game 0.77." ROWS_HELP,
    .theorem_note = BT_TEXT("Guy and Smith 1956: the values have period 12 from the row of 71 on."),
    .grows = 1, .heap_word = "row", .heap_words = "rows", .examples = large_row,
    BT_HEAP_RULES(kayles_kit),
};

static const bt_heap_kit dawson_kayles_kit = {
    .size = sizeof(bt_heap_kit), .code = "0.07", .chip = "pin", .chips = "pins"};

const bt_rules bti_rules_dawson_kayles = {
    .size = sizeof(bt_rules), .name = "dawson-kayles", .usage = "dawson-kayles",
    .summary = "knock down two pins next to each other",
    .help =
        "Pins stand in rows. A move knocks down two pins that stand next to each other.\n"
        "Pins on the two sides of the gap are then separate rows. It is the octal game\n"
        "0.07." ROWS_HELP,
    .theorem_note = BT_TEXT("Guy and Smith 1956: the values have period 34 from the row of 53 on."),
    .grows = 1, .heap_word = "row", .heap_words = "rows", .examples = large_row,
    BT_HEAP_RULES(dawson_kayles_kit),
};

static const bt_heap_kit dawson_chess_kit = {
    .size = sizeof(bt_heap_kit), .code = "0.137", .chip = "place", .chips = "places", .beside = 1};

const bt_rules bti_rules_dawson_chess = {
    .size = sizeof(bt_rules), .name = "dawson-chess", .usage = "dawson-chess",
    .summary = "remove a place in a row together with its neighbours",
    .help =
        "There are rows of places. Choose a place; it is removed together with the places\n"
        "next to it. This is what is left of Dawson's game with two rows\n"
        "of pawns on a chess board, where every exchange is forced. It is the octal\n"
        "game 0.137: one place may be taken if it is a whole row, two from the end of\n"
        "a row, three anywhere. Dawson posed it as a misère game: try\n"
        "dawson-chess/misere." ROWS_HELP,
    .theorem_note = BT_TEXT("Guy and Smith 1956: the values have period 34."),
    .grows = 1, .heap_word = "row", .heap_words = "rows", .examples = large_row,
    BT_HEAP_RULES(dawson_chess_kit),
};

static const bt_heap_kit guiles_kit = {
    .size = sizeof(bt_heap_kit), .code = "0.15"};

const bt_rules bti_rules_guiles = {
    .size = sizeof(bt_rules), .name = "guiles", .usage = "guiles",
    .summary = "take a heap of 1 or 2, or take 2 chips and leave two heaps",
    .help =
        "There are heaps of chips. A move takes away a whole heap of one or two chips,\n"
        "or takes two chips from a heap and breaks what is left into two heaps. It is\n"
        "the octal game 0.15." HEAPS_HELP,
    .theorem_note = BT_TEXT("Guy and Smith 1956: the values have period 10."),
    .grows = 1, .heap_word = "heap", .heap_words = "heaps", .examples = large_heap,
    BT_HEAP_RULES(guiles_kit),
};

static const bt_heap_kit officers_kit = {
    .size = sizeof(bt_heap_kit), .code = "0.6", .no_period = true};

const bt_rules bti_rules_officers = {
    .size = sizeof(bt_rules), .name = "officers", .usage = "officers",
    .summary = "take one chip from a heap and leave one heap or two",
    .help =
        "There are heaps of chips. A move takes one chip from a heap and leaves the rest\n"
        "as one heap or two; a heap of one chip cannot be used. It is the octal game\n"
        "0.6." BROKEN_HELP,
    .theorem_note = BT_TEXT("No period is known; Bouton computes the values heap by heap."),
    .grows = 1, .heap_word = "heap", .heap_words = "heaps", .examples = one_heap,
    BT_HEAP_RULES(officers_kit),
};

static const bt_heap_kit grundy_kit = {
    .size = sizeof(bt_heap_kit), .code = "4.", .unequal = true, .no_period = true};

const bt_rules bti_rules_grundy = {
    .size = sizeof(bt_rules), .name = "grundy", .usage = "grundy",
    .summary = "break a heap into two heaps of different sizes",
    .help =
        "There are heaps of chips. A move breaks one heap into two heaps that are not of\n"
        "the same size. Heaps of one or two chips cannot be broken. It is Grundy's game\n"
        "(1939)." BROKEN_HELP,
    .theorem_note = BT_TEXT("No period is known; Bouton computes the values heap by heap."),
    .grows = 1, .heap_word = "heap", .heap_words = "heaps", .examples = one_heap,
    BT_HEAP_RULES(grundy_kit),
};

static const bt_heap_kit couples_kit = {
    .size = sizeof(bt_heap_kit), .code = "4.", .least_broken = 3, .no_period = true};

const bt_rules bti_rules_couples = {
    .size = sizeof(bt_rules), .name = "couples", .usage = "couples",
    .summary = "break a heap of three or more into two heaps",
    .help =
        "There are heaps of chips. A move breaks one heap of at least three chips into\n"
        "two heaps. A heap of two is a couple and is never broken (the game is also\n"
        "called Couples Are Forever)." BROKEN_HELP,
    .theorem_note = BT_TEXT("No period is known; Bouton computes the values heap by heap."),
    .grows = 1, .heap_word = "heap", .heap_words = "heaps", .examples = one_heap,
    BT_HEAP_RULES(couples_kit),
};

static const bt_example lasker_examples[] = {
    {"7", BT_TEXT("one heap")},
    {"5,3,3", BT_TEXT("three heaps")},
    {"1000000000000", BT_TEXT("Lasker's rule gives the value of every heap")},
    {NULL, NULL},
};

static const bt_heap_kit lasker_kit = {
    .size = sizeof(bt_heap_kit), .code = "4.[3]", .no_period = true};

const bt_rules bti_rules_lasker = {
    .size = sizeof(bt_rules), .name = "lasker", .usage = "lasker",
    .summary = "Nim in which a heap may also be broken into two",
    .help =
        "There are heaps of chips. A move takes any number of chips, at least one, from\n"
        "one heap, or breaks one heap into two heaps without taking a chip. It is the\n"
        "octal game 4.[3]." HEAPS_HELP,
    .theorem_note =
        BT_TEXT("Lasker 1931: a heap of n has the value n, except that 3 and 4 have swapped "
                "their values, and so have 7 and 8, 11 and 12, and so on."),
    .grows = 1, .heap_word = "heap", .heap_words = "heaps", .examples = lasker_examples,
    BT_HEAP_RULES(lasker_kit),
};
/* clang-format on */
