/* SPDX-License-Identifier: MIT
 * Kits make a rule set a few lines of data. The rule sets of this library are made with
 * the same kits as those of other programs.
 *
 * The heap kit is for games in which a position is a sum of heaps and a move turns one
 * heap into smaller heaps: none, one or several. Kayles is
 *
 *     static const bt_heap_kit kit = {
 *         .size = sizeof kit, .code = "0.77", .chip = "pin", .chips = "pins"};
 *     const bt_rules kayles = {
 *         .name = "kayles", ... .heap_word = "row", .heap_words = "rows",
 *         .grows = 1, BT_HEAP_RULES(kit)};
 *
 * Nim and other games in disguise have a kit of their own (bouton/disguise.h); one for
 * the cells of a board will follow. */
#ifndef BOUTON_KIT_H
#define BOUTON_KIT_H

#include <bouton/disguise.h>
#include <bouton/number_kit.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Called with an option of one heap: the heaps that are left of it, the largest first,
 * none of them empty. Returns true to go on and false to end the walk. */
typedef struct bt_heap_visit bt_heap_visit;
struct bt_heap_visit {
    bool (*option)(bt_heap_visit *v, const uint64_t *part, size_t parts);
    bool more; /* set by a walk that showed some options and left out the rest */
};

/* The options of a heap are given by a code, or `options` shows them. In a code
 * d0.d1d2d3... digit dk says what may be left of a heap from which k chips are taken: 1
 * for nothing, 2 for one heap, 4 for two heaps, 8 for three heaps, added up. Digits in
 * brackets repeat for ever: 4.[3] is Lasker's Nim. Only `size` is required. */
struct bt_heap_kit {
    size_t size;         /* sizeof(bt_heap_kit) */
    const char *chip;    /* what heaps consist of, such as "pin"; NULL: not named */
    const char *chips;   /* several of them: "pins"; NULL: "chips" */
    const char *expects; /* ends the sentence about a position that cannot be read */

    /* NULL, if `options` is NULL too: the parameter of the rules is the code. */
    const char *code;
    unsigned base;         /* of its digits: 8 or 16 */
    unsigned least_broken; /* smaller heaps may not be broken */
    bool unequal;          /* a heap is broken into heaps of different sizes */
    bool no_period;        /* no period is known, so none is looked for */

    /* Instead of a code. options: shows every option of a heap once, and returns false
     * if the visitor did. rank: an upper bound on the number of moves in a heap; false
     * if it does not fit 64 bits. Only with these may rules have their own bind. */
    bool (*options)(const bt_game *, uint64_t heap, bt_heap_visit *);
    bool (*rank)(const bt_game *, uint64_t heap, uint64_t *moves);

    /* value: a law for the Grundy value of a heap; false if it does not cover this
     * heap. wins: the options with a given value, for heaps with too many options to
     * walk over. law: the law in words, for explanations. */
    bool (*value)(const bt_game *, uint64_t heap, uint64_t *value);
    bool (*wins)(const bt_game *, uint64_t heap, uint64_t value, bt_heap_visit *);
    void (*law)(const bt_game *, const bt_pos *, bt_steps *);
    /* If moves never break heaps: the outcome of one heap alone in misere play. */
    bt_outcome (*misere)(const bt_game *, uint64_t heap);

    /* If not 0: a player chooses one chip of a row, and this many on each side of it
     * are removed too. */
    unsigned beside;
};

/* The functions of bt_rules for games whose `heaps` is a kit. bt_heap_theorem gives the
 * nim-sum of the values in normal play. In misere play it gives the tame answer if the
 * flags have BT_TAME, and otherwise, for one heap, what `misere` says. */
BT_API BT_MUST_CHECK bt_status bt_heap_bind(bt_context *, bt_span param, bt_game *g,
                                            bt_text *canonical);
BT_API BT_MUST_CHECK bt_status bt_heap_parse(bt_context *, const bt_game *,
                                             bt_span text, bt_pos *);
BT_API void bt_heap_print(const bt_game *, const bt_pos *, bt_text *);
BT_API bool bt_heap_options(const bt_game *, bt_pos *, bt_visit *);
BT_API void bt_heap_say(const bt_game *, const bt_move *, bt_text *);
BT_API void bt_heap_theorem(const bt_game *, const bt_pos *, bt_answer *);
BT_API bool bt_heap_winning(const bt_game *, bt_pos *, bt_rest rest, bt_visit *);
BT_API void bt_heap_reason(const bt_game *, const bt_pos *, bt_steps *);
BT_API bool bt_heap_rank(const bt_game *, const bt_pos *, uint64_t *moves);
BT_API void bt_heap_repeats(const bt_game *, const bt_pos *p, size_t word,
                            bt_repetition *labels, bt_repetition *values);

/* All the fields that a kit fills in. The rules fill in what comes before `flags` in
 * bt_rules, including `heap_word` and `grows` (one less than the number of heaps that a
 * move may leave). The fields are in the order of bt_rules, as C++ requires. */
#define BT_HEAP_RULES(kit)                                                             \
    .flags = BT_UNORDERED | BT_HEAPS, .bind = bt_heap_bind, .parse = bt_heap_parse,    \
    .print = bt_heap_print, .options = bt_heap_options, .say = bt_heap_say,            \
    .heaps = &(kit), .theorem = bt_heap_theorem, .winning = bt_heap_winning,           \
    .reason = bt_heap_reason, .rank = bt_heap_rank, .repeats = bt_heap_repeats,        \
    .look = BT_LOOK_ROW, .heaps_from = 1

/* Only the fields for play: for rules with their own flags, bind, reason, repeats. */
#define BT_HEAP_PLAY(kit)                                                              \
    .parse = bt_heap_parse, .print = bt_heap_print, .options = bt_heap_options,        \
    .say = bt_heap_say, .heaps = &(kit), .theorem = bt_heap_theorem,                   \
    .winning = bt_heap_winning, .rank = bt_heap_rank, .look = BT_LOOK_ROW,             \
    .heaps_from = 1

#ifdef __cplusplus
}
#endif
#endif
