/* SPDX-License-Identifier: MIT
 * Kits: with them a rule set is a few lines of data. A rule set outside this library is
 * made of the same functions as one inside.
 *
 * The heap kit is for games in which a position is a sum of heaps and a move turns one
 * heap into smaller heaps: one, several or none. Kayles is
 *
 *     static const bt_heap_kit kit = {
 *         .size = sizeof kit, .code = "0.77", .chip = "pin", .chips = "pins"};
 *     const bt_rules kayles = {
 *         .name = "kayles", ... .heap_word = "row", .heap_words = "rows", .grows = 1,
 * BT_HEAP_RULES(kit)};
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

/* An option of one heap: the heaps that are left of it, the largest first, none of them
 * empty. True: go on. False: no more, please. */
typedef struct bt_heap_visit bt_heap_visit;
struct bt_heap_visit {
    bool (*option)(bt_heap_visit *v, const uint64_t *part, size_t parts);
    bool more; /* set by a walk that showed some and did not look for the rest */
};

/* The options of a heap follow a code, or `options` shows them. In a code d0.d1d2d3...
 * digit dk says what may be left of a heap from which k chips are taken: 1 nothing, 2
 * one heap, 4 two heaps, 8 three heaps, added up. A part in brackets goes on for ever:
 * 4.[3] is Lasker's Nim. Everything but `size` is optional. */
struct bt_heap_kit {
    size_t size;         /* sizeof(bt_heap_kit) */
    const char *chip;    /* what heaps are made of, such as "pin"; NULL: not named */
    const char *chips;   /* several of them: "pins"; NULL: "chips" */
    const char *expects; /* ends the sentence when a position cannot be read */

    /* NULL without `options`: the parameter of the rules is the code. */
    const char *code;
    unsigned base;         /* of its digits: 8, or 16 */
    unsigned least_broken; /* smaller heaps are not broken */
    bool unequal;          /* heaps that one heap is broken into differ in size */
    bool no_period;        /* none is known, so none is looked for */

    /* Instead of a code: every option of a heap, once; false if the visitor wanted no
     * more. And at most how many moves a heap lasts; false if that does not fit 64
     * bits. Only where these are given may bind be the rules' own. */
    bool (*options)(const bt_game *, uint64_t heap, bt_heap_visit *);
    bool (*rank)(const bt_game *, uint64_t heap, uint64_t *moves);

    /* A law for the Grundy value of a heap (false: it does not reach so far); the
     * options that have this value, where a walk over all options would take too long;
     * and the law in words, for explanations. */
    bool (*value)(const bt_game *, uint64_t heap, uint64_t *value);
    bool (*wins)(const bt_game *, uint64_t heap, uint64_t value, bt_heap_visit *);
    void (*law)(const bt_game *, const bt_pos *, bt_steps *);
    /* Where moves never break heaps: the outcome of one heap alone in misere play. */
    bt_outcome (*misere)(const bt_game *, uint64_t heap);

    /* A player chooses one chip of a row, and so many on each side of it go, too; 0:
     * not so. */
    unsigned beside;
};

/* The functions of bt_rules for games whose `heaps` is a kit. bt_heap_theorem: the
 * nim-sum of the values in normal play; in misere play the tame answer if the flags
 * have BT_TAME, and otherwise what `misere` says of one heap. */
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

/* All that a kit gives; what stands before `flags` in bt_rules stays with the rules,
 * among it `heap_word` and `grows` (one less than the heaps that a move may leave).
 * The fields stand in the order of bt_rules, because C++ requires that. */
#define BT_HEAP_RULES(kit)                                                             \
    .flags = BT_UNORDERED | BT_HEAPS, .bind = bt_heap_bind, .parse = bt_heap_parse,    \
    .print = bt_heap_print, .options = bt_heap_options, .say = bt_heap_say,            \
    .heaps = &(kit), .theorem = bt_heap_theorem, .winning = bt_heap_winning,           \
    .reason = bt_heap_reason, .rank = bt_heap_rank, .repeats = bt_heap_repeats,        \
    .look = BT_LOOK_ROW, .heaps_from = 1

/* Play with a kit, for rules with flags, bind, reason and repeats of their own. */
#define BT_HEAP_PLAY(kit)                                                              \
    .parse = bt_heap_parse, .print = bt_heap_print, .options = bt_heap_options,        \
    .say = bt_heap_say, .heaps = &(kit), .theorem = bt_heap_theorem,                   \
    .winning = bt_heap_winning, .rank = bt_heap_rank, .look = BT_LOOK_ROW,             \
    .heaps_from = 1

#ifdef __cplusplus
}
#endif
#endif
