/* SPDX-License-Identifier: MIT
 * The plug-in: what one rule set tells the engine. Rules are const data; a bt_game is
 * rules with their parameter bound and is never changed afterwards, so threads share
 * it. Rules do no I/O, allocate only in bind, and know neither sums nor search nor
 * files: the engine above does those. CONTRIBUTING.md walks through a whole rule set.
 */
#ifndef BOUTON_RULES_H
#define BOUTON_RULES_H

#include <bouton/cells.h>
#include <bouton/graph.h>
#include <bouton/shapes.h>
#include <bouton/steps.h>
#include <bouton/text.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bt_rules bt_rules;
typedef struct bt_disguise bt_disguise;
typedef struct bt_heap_kit bt_heap_kit; /* bouton/kit.h */

/* Something odd in the rules of a file, which need not be a mistake. */
typedef struct {
    unsigned line;
    const char *position; /* the least one where it is so */
    const char *message;
} bt_warning;

/* A game that needs no file, since its text is here: what a file for `rules`, which
 * have BT_PARAM_FILE, would hold. Its name alone is RULES text; where a rule set has
 * the same name, the rule set is meant, and the game is written game:NAME. */
typedef struct {
    const char *name;
    const bt_rules *rules;
    const char *text;
} bt_named_game;

typedef struct bt_game bt_game;
struct bt_game {
    const bt_rules *rules;
    const void *params; /* made by bind, in the arena */
    bt_play play;
    bool play_given;  /* the text ended in /normal or /misere; a file may say it, too */
    const char *name; /* canonical text that can be pasted: "subtraction:1,3/misere" */
    const char
        *summary; /* one line: that of the rules, or what bind says of this game */
    const bt_warning *warning; /* that bind gave, in the arena */
    size_t warnings;
    const bt_named_game *named; /* whose text this is; NULL: the text came from a file,
                                   or there is none */
    bt_game *as; /* of rules with a disguise: the game whose heaps the piles are, with
                    the same play; NULL: Nim */
    bt_arena arena;
};

/* A position is a vector of words (heaps, then whatever else the rules count). A move
 * edits words in place and puts them back, so a million heaps are 8 MB, once. */
typedef struct {
    uint64_t *x;
    size_t n, cap;
    bt_context *ctx;
} bt_pos;

BT_API void bt_pos_init(bt_pos *pos, bt_context *ctx);
BT_API void bt_pos_free(bt_pos *pos);
BT_API BT_MUST_CHECK bt_status bt_pos_push(bt_pos *pos, uint64_t word);
BT_API BT_MUST_CHECK bt_status bt_pos_copy(bt_pos *to, const bt_pos *from);
/* Room for so many words in all. */
BT_API BT_MUST_CHECK bt_status bt_pos_reserve(bt_pos *pos, size_t words);

/* Puts `now` words in the place of the `was` words from `at` on; room for them must be
 * there. */
BT_API void bt_pos_splice(bt_pos *pos, size_t at, size_t was, const uint64_t *words,
                          size_t now);

/* A move, as a walk shows it: words at .. at+was of the origin became words at ..
 * at+now of `to`. The pointers are valid only during the call. */
typedef struct {
    size_t part;            /* which part of a sum; 0 for a position alone */
    size_t at, was, now;    /* see above */
    const uint64_t *before; /* the `was` words that were there */
    const bt_pos *to;       /* the position of that part after the move */
} bt_move;

/* The words that a move left where before[] was. */
static inline const uint64_t *bt_move_words(const bt_move *move)
{
    return move->to->x + move->at;
}

/* Sees the moves of a walk. Begins as {.option = f}; a visitor that needs
 * more has this as its first member. A failure, once set, ends every walk. */
typedef struct bt_visit bt_visit;
struct bt_visit {
    bool (*option)(bt_visit *v, const bt_move *move); /* false: no more, please */
    bt_status status; /* of a visitor that fails and returns false, or of the rules */
    bool more;        /* a walk showed some moves and did not look for the rest */
    bool ended;       /* `option` returned false, and the walk ended */
    /* What bt_show needs to know: */
    size_t part;
    const uint64_t *origin; /* of rules with BT_WIDE: the position before the move */
};

/* How rules show a move, p edited: `was` words from `at` on have become `now` words. */
static inline bool bt_show_splice(bt_visit *visit, const bt_pos *p, size_t at,
                                  size_t was, size_t now, const uint64_t *before)
{
    const bt_move move = {visit->part, at, was, now, before, p};
    visit->ended = !visit->option(visit, &move);
    return !visit->ended;
}

/* The same where so many words changed, and none came or went. */
static inline bool bt_show(bt_visit *visit, const bt_pos *p, size_t at, size_t words,
                           const uint64_t *before)
{
    return bt_show_splice(visit, p, at, words, words, before);
}

/* A position as a sum of independent positions of the same game, which `split` writes:
 * the words of one summand after the other. Failures stick. */
typedef struct {
    bt_pos words; /* of all summands */
    bt_pos end;   /* where each of them ends there */
    bt_status status;
} bt_summands;

BT_API void bt_summands_init(bt_summands *summands, bt_context *ctx);
BT_API void bt_summands_free(bt_summands *summands);
BT_API void bt_summands_clear(bt_summands *summands);
BT_API void bt_summands_put(bt_summands *summands, uint64_t word);
BT_API void bt_summands_end(bt_summands *summands); /* what was put is a summand */
/* Summand i, of summands->end.n, in their memory: to be read only. */
BT_API bt_pos bt_summand(const bt_summands *summands, size_t i);

/* What a theorem knows of a position. `grundy` is the value in normal play, whatever
 * g->play is. `tame` means that under misere play the position behaves like Nim heaps:
 * a sum of tame positions is P when the nim-sum is 0 if some of them is `firm` (it
 * holds a heap of value 2 or more), and when the nim-sum is 1 if none is. (Conway's
 * tame games; for subtraction games Ferguson 1974.) Both need be right only under
 * misere play. */
typedef struct {
    bt_outcome outcome; /* under g->play; BT_UNKNOWN: the theorem does not reach here */
    bool has_grundy, tame, firm;
    uint64_t grundy;
} bt_answer;

/* The other parts of a sum, as far as a winning move has to know them. Alone: {0,
 * false}. */
typedef struct {
    uint64_t grundy;
    bool firm;
} bt_rest;

/* What is proved about a row of labels or of Grundy values over 0, 1, 2, ...: from
 * `preperiod` on, each is the one `period` before it (plus `saltus`, of values). Both
 * numbers are the least that do. Period 0: nothing is proved. */
typedef struct {
    uint64_t preperiod, period, saltus;
} bt_repetition;

/* A numbering of positions, for searches: bouton/number_kit.h makes one. */
typedef struct bt_box bt_box;

/* Flags. BT_UNORDERED: words may be permuted and zeros dropped, so search sorts its
 * keys. BT_HEAPS: a position is a sum of its words, each a heap, and options walk them
 * in order, which is what `split` would say; search then tabulates single heaps.
 * BT_TAME (with BT_HEAPS, where moves do not break heaps): a heap of value 0 that is
 * not terminal has an option of value 1; hence every position is tame. BT_WINS_ALONE:
 * `winning` is only for a position alone, with an empty rest. BT_WIDE: what a move
 * changes can lie far apart, so walks keep a copy of the position for bt_show,
 * visit->origin. BT_TURNS: positions are written from the side of the player to move,
 * so they cannot be parts of a sum. */
enum {
    BT_UNORDERED = 1,
    BT_HEAPS = 2,
    BT_TAME = 4,
    BT_WINS_ALONE = 8,
    BT_WIDE = 16,
    BT_TURNS = 32
};

typedef enum {
    BT_PARAM_NONE,
    BT_PARAM_OPTIONAL, /* text, or nothing at all */
    BT_PARAM_TEXT,
    BT_PARAM_FILE
} bt_param;

typedef struct {
    const char *position, *note;
} bt_example;

/* The Grundy values of single heaps from .. to, not included; those before are there.
 */
typedef bt_status bt_heap_values(bt_context *, const bt_game *, uint32_t *value,
                                 size_t from, size_t to);

/* How a position looks, on a terminal, in a picture and on the page. Where a position
 * is not as its look expects it, or too large to be drawn, a plainer look is taken. */
typedef enum {
    BT_LOOK_TEXT,   /* as `print` writes it */
    BT_LOOK_PILES,  /* each word is a pile of chips */
    BT_LOOK_STAIRS, /* each word counts the coins on a step, the lowest step first */
    BT_LOOK_STRIP,  /* each word counts the coins on a square */
    BT_LOOK_ROW,    /* each word is a row of pins; a move takes neighbours out of a row,
                       or breaks it */
    BT_LOOK_COINS,  /* the number of columns, then the coins row by row, 1 for heads */
    BT_LOOK_GRID,   /* two words: the column and the row of a queen on a board */
    BT_LOOK_NODES,  /* a node of a graph */
    BT_LOOK_PLANE   /* whatever `shapes` draws */
} bt_look;

/* What the last word of a position is. */
typedef enum {
    BT_LAST_HEAP,  /* a heap as all others */
    BT_LAST_LIMIT, /* how many chips may be taken now */
    BT_LAST_SPARE  /* chips that can be added to a heap */
} bt_last;

struct bt_rules {
    size_t size; /* sizeof(bt_rules): a program may be older than the library */

    /* What people read. All required but theorem_note and example_param. */
    const char *name;    /* "subtraction" */
    const char *usage;   /* "subtraction:S" */
    const char *summary; /* one line */
    const char *help; /* the help page: plain text, paragraphs of lines up to 72 wide */
    const char *theorem_note; /* who proved what, one or two sentences; NULL: nobody */
    const char
        *example_param; /* a parameter for examples and tests; NULL without one */
    const bt_example *examples; /* ends with {NULL, NULL} */

    /* What a word of a position is called, such as "pile" (NULL: they have no names),
     * what several of them are called, such as "piles" (NULL: "heaps"), and what the
     * last one is called if it is not a heap. */
    const char *heap_word, *heap_words, *last_word;

    bt_param param;      /* FILE: the engine reads the file; bind gets its bytes */
    uint64_t file_bytes; /* of FILE: at most so many; 0: BT_FILE_BYTES */
    const char *suffix; /* ".game": such an argument means these rules; NULL for none */
    /* By how many words a move may make the position longer: the engine makes that
     * room before it walks (bt_options), so rules never allocate. */
    size_t grows;
    unsigned flags;

    /* Required. bind gets the text behind the colon (empty without one), keeps what it
     * needs in g->arena, and writes the canonical parameter. print writes what parse
     * reads. options shows every option once per target, by bt_show, and restores p; it
     * ends with false as soon as the visitor does. */
    bt_status (*bind)(bt_context *, bt_span param, bt_game *g, bt_text *canonical);
    bt_status (*parse)(bt_context *, const bt_game *, bt_span text, bt_pos *);
    void (*print)(const bt_game *, const bt_pos *, bt_text *);
    bool (*options)(const bt_game *, bt_pos *, bt_visit *);
    /* A move in words. */
    void (*say)(const bt_game *, const bt_move *, bt_text *);

    /* Optional, NULL where there is none. */
    void (*unbind)(bt_context *, bt_game *g); /* gives back what is not in the arena */
    /* The whole game as a graph: a position is one word, the number of its node. Play
     * may go on for ever in it. */
    const bt_csr *(*graph)(const bt_game *);
    /* The position as a sum of independent positions, each in one standard form: equal
     * summands have equal words. The sum has exactly the options of the position, in
     * either play; nothing is left out but summands without a move. */
    void (*split)(const bt_game *, const bt_pos *, bt_summands *out);
    /* What the functions of bouton/kit.h and bouton/disguise.h work on. */
    const bt_heap_kit *heaps;
    const bt_disguise *disguise;
    void (*theorem)(const bt_game *, const bt_pos *, bt_answer *);
    /* By theorem: exactly the options that win beside `rest`, in the order of options;
     * or some of them and visit->more, where nobody can walk over all. Called only
     * where `theorem` knows the answer. */
    bool (*winning)(const bt_game *, bt_pos *, bt_rest rest, bt_visit *);
    /* Why the theorem gives its answer for this position, as a teacher would put it.
     * Called only where `theorem` knows the answer. */
    void (*reason)(const bt_game *, const bt_pos *, bt_steps *);
    /* At most how many moves are left; false when that does not fit 64 bits. */
    bool (*rank)(const bt_game *, const bt_pos *, uint64_t *moves);
    /* What is proved about p when its word `word` runs through all numbers: about the
     * labels under g->play, and about the Grundy values in normal play. */
    void (*repeats)(const bt_game *, const bt_pos *p, size_t word,
                    bt_repetition *labels, bt_repetition *values);
    /* For rules with BT_HEAPS that know a faster way than walking every option. */
    bt_heap_values *heap_values;
    bool (*box)(const bt_game *, const bt_pos *root, bt_box *);
    /* The indices of all options of the position `digit` (its index is given), each
     * target once; returns how many. The same set as `options`. */
    size_t (*box_options)(const bt_game *, const bt_box *, const uint64_t *digit,
                          uint64_t index, uint64_t *out);
    /* The rules for so many heaps (0: not told) as the text of a `.game` file, with
     * `misere` if that is g's play and what the theorem claims: for proofs. */
    bt_status (*game_text)(bt_context *, const bt_game *, size_t heaps, bt_text *out);
    /* For rules from a file: a hash of what it says, whatever its name, title and
     * comments are. NULL: the game's name says all. */
    bt_status (*content)(bt_context *, const bt_game *, uint64_t *hash);
    /* The board. Heaps are numbered from heaps_from. */
    bt_look look;
    bt_last last;
    bool sides; /* a position is seen by the player to move: BT_TONE_CHIP is theirs */
    unsigned heaps_from;
    /* Draws a position that no look fits. If it draws nothing, the look is taken. */
    void (*shapes)(const bt_game *, const bt_pos *, bt_shapes *);
    /* The handles that a move touches in what `shapes` draws. Belongs to
     * `shapes`. */
    void (*touches)(const bt_game *, const bt_move *, bt_touches *);
    /* Whether words that a program gives are a position; if not, the sentence that says
     * why. NULL: they are what `parse` reads in the list of these numbers. */
    bt_status (*check)(bt_context *, const bt_game *, const bt_pos *);
    /* The cells that a move changes, for boards that no look describes. A board with
     * coins of two players is seen by the one who moves: 1 is their coin, 2 the
     * opponent's. */
    void (*cells)(const bt_game *, const bt_move *, bt_cell_list *);
};

/* The look that a position of this game is drawn with, its shapes, and the handles that
 * a move touches in the drawing of its origin. A move that touches nothing can be made
 * in other ways only: by its words, from a list. */
BT_API const char *bt_look_name(bt_look look); /* "piles" */
BT_API bt_look bt_look_of(const bt_game *game, const bt_pos *pos);
BT_API void bt_shapes_of(const bt_game *game, const bt_pos *pos, bt_shapes *shapes);
BT_API void bt_touches_of(const bt_game *game, const bt_move *move,
                          bt_touches *touches);

/* The cells that a move changes, in *cells, which holds nothing else then. False: the
 * game is not played on a board of cells. Of a look: the coins of BT_LOOK_COINS, 1 for
 * heads; the squares of BT_LOOK_STRIP, with their number of coins; the squares of
 * BT_LOOK_GRID, 1 for the queen. Heaps, stairs and nodes are not cells. */
BT_API bool bt_cells_of(const bt_game *game, const bt_move *move, bt_cell_list *cells);

/* For rules that draw heaps themselves: a heap as a line of chips below what is drawn
 * already, and the handles of its chip number `chip`, from 0, and of the whole heap. */
BT_API void bt_shape_heap(bt_shapes *shapes, size_t word, const char *name,
                          uint64_t chips);
BT_API uint32_t bt_chip_handle(size_t word, uint64_t chip);
BT_API uint32_t bt_heap_handle(size_t word);
/* A heap of `from` chips becomes one of `to`: the chips that leave are touched, or the
 * heap where chips come or are not all drawn. */
BT_API void bt_touch_taken(bt_touches *touches, size_t word, uint64_t from,
                           uint64_t to);

/* What a word of a position is called: "pile 2", or the name of a variable. False: it
 * has no name, and nothing is written. */
BT_API bool bt_put_word_name(const bt_game *game, size_t word, bt_text *out);
/* How many words of a position are heaps. */
BT_API size_t bt_heaps_of(const bt_game *game, const bt_pos *pos);

/* Shows every option of a position; and those that win beside `rest`, where the rules
 * have such a walk. Both see to the room that the rules need. The status is that of
 * `visit`, or that of a failure here. */
BT_API BT_MUST_CHECK bt_status bt_options(const bt_game *game, bt_pos *pos,
                                          bt_visit *visit);
BT_API BT_MUST_CHECK bt_status bt_winning(const bt_game *game, bt_pos *pos,
                                          bt_rest rest, bt_visit *visit);

/* The summands of a position, added to *out: what `split` says, or single heaps where a
 * position is a sum of its words (BT_HEAPS), otherwise the position itself. */
BT_API BT_MUST_CHECK bt_status bt_split(const bt_game *game, const bt_pos *pos,
                                        bt_summands *out);

/* A list of rule sets and of games that have names. */
typedef struct bt_registry bt_registry;

/* Every rule set that this library brings, and the games of the folder games/. */
BT_API extern const bt_registry bt_builtin;

/* A registry of one's own, with all that `base` has (NULL: nothing), which must outlive
 * it, and what is added. Rules and their kits are copied and checked: where a required
 * function is missing, or the name is taken, bt_registry_add says so (BT_DOMAIN). What
 * other fields point to must outlive the registry, and the registry its games. */
BT_API BT_MUST_CHECK bt_status bt_registry_new(bt_context *ctx, const bt_registry *base,
                                               bt_registry **out);
BT_API BT_MUST_CHECK bt_status bt_registry_add(bt_registry *registry,
                                               const bt_rules *rules);
BT_API void bt_registry_free(bt_registry *registry); /* NULL is fine */

/* The rule sets in their order; NULL from the end on. */
BT_API const bt_rules *bt_registry_at(const bt_registry *registry, size_t i);
/* NULL: none is called so. Capital letters do not matter. */
BT_API const bt_rules *bt_registry_find(const bt_registry *registry, bt_span name);
BT_API const bt_named_game *bt_registry_find_game(const bt_registry *registry,
                                                  bt_span name);

/* Binds RULES text, `name[:param][/misere|/normal]`, to a game. Capital letters in the
 * name and the accent of misère do not matter. */
BT_API BT_MUST_CHECK bt_status bt_game_new(bt_context *ctx, const bt_registry *registry,
                                           bt_span rules_text, bt_game **out);
BT_API void bt_game_free(bt_game *game); /* NULL is fine */

#ifdef __cplusplus
}
#endif
#endif
