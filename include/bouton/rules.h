/* SPDX-License-Identifier: MIT
 * A rule set: everything the engine has to know about a game. Rules are const data. A
 * bt_game is a rule set with its parameter; it never changes once it is made, so
 * threads may share it. Rules do no input or output, allocate memory only in bind, and
 * know nothing of sums, search or files: the engine takes care of those.
 * CONTRIBUTING.md shows a whole rule set. */
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

/* Something odd in the rules of a file. It may be a mistake or not. */
typedef struct {
    unsigned line;
    const char *position; /* the least position that shows it */
    const char *message;
} bt_warning;

/* A game whose file is part of the program: `text` is what a file for `rules`, which
 * have BT_PARAM_FILE, would contain. Users write its name alone. If a rule set has the
 * same name, that means the rule set, and the game is written game:NAME. */
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
    bool play_given;  /* by /normal or /misere at the end, or by the file */
    const char *name; /* canonical, and can be typed again: "subtraction:1,3/misere" */
    const char *summary; /* one line: that of the rules, or of this very game if bind
                            gave one */
    const bt_warning *warning; /* given by bind, in the arena */
    size_t warnings;
    const bt_named_game *named; /* whose text this is; NULL if there is none, or
                                   if it came from a file */
    bt_game *as; /* of rules with a disguise: the game whose heaps the piles are, with
                    the same play; NULL: Nim */
    bt_arena arena;
};

/* A position is an array of words: the heaps, then whatever else the rules count. A
 * walk edits the words in place and restores them, so a million heaps take 8 MB only
 * once. */
typedef struct {
    uint64_t *x;
    size_t n, cap;
    bt_context *ctx;
} bt_pos;

BT_API void bt_pos_init(bt_pos *pos, bt_context *ctx);
BT_API void bt_pos_free(bt_pos *pos);
BT_API BT_MUST_CHECK bt_status bt_pos_push(bt_pos *pos, uint64_t word);
BT_API BT_MUST_CHECK bt_status bt_pos_copy(bt_pos *to, const bt_pos *from);
/* Makes room for this many words in all. */
BT_API BT_MUST_CHECK bt_status bt_pos_reserve(bt_pos *pos, size_t words);

/* Replaces the `was` words from `at` on by `now` words. There must be room for them. */
BT_API void bt_pos_splice(bt_pos *pos, size_t at, size_t was, const uint64_t *words,
                          size_t now);

/* A move, as a walk shows it: from the word `at` on, `was` words of the position before
 * the move were replaced by `now` words of `to`. The pointers are valid only during the
 * call. */
typedef struct {
    size_t part; /* which part of a sum; 0 for a position alone */
    size_t at, was, now;
    const uint64_t *before; /* the `was` words that were replaced */
    const bt_pos *to;       /* the position of that part after the move */
} bt_move;

/* The words that a move put in the place of before[]. */
static inline const uint64_t *bt_move_words(const bt_move *move)
{
    return move->to->x + move->at;
}

/* A visitor is shown the moves of a walk. It begins as {.option = f}; one that needs
 * more data has this struct as its first member. A status that is not BT_OK ends every
 * walk. */
typedef struct bt_visit bt_visit;
struct bt_visit {
    bool (*option)(bt_visit *v, const bt_move *move); /* false ends the walk */
    bt_status
        status; /* set by a visitor that fails and returns false, or by the rules */
    bool more;  /* the walk showed some moves and left out the rest */
    bool ended; /* `option` returned false */
    /* For bt_show: */
    size_t part;
    const uint64_t *origin; /* with BT_WIDE: the position before the move */
};

/* Rules call this to show a move, after editing p: from the word `at` on, `was` words
 * have become `now` words. Returns what the visitor returned. */
static inline bool bt_show_splice(bt_visit *visit, const bt_pos *p, size_t at,
                                  size_t was, size_t now, const uint64_t *before)
{
    const bt_move move = {visit->part, at, was, now, before, p};
    visit->ended = !visit->option(visit, &move);
    return !visit->ended;
}

/* The same for a move that changes words and adds or removes none. */
static inline bool bt_show(bt_visit *visit, const bt_pos *p, size_t at, size_t words,
                           const uint64_t *before)
{
    return bt_show_splice(visit, p, at, words, words, before);
}

/* A position as a sum of independent positions of the same game, as `split` writes it:
 * the words of one summand after those of another. After a failure nothing is added. */
typedef struct {
    bt_pos words; /* of all summands */
    bt_pos end;   /* where each summand ends in `words` */
    bt_status status;
} bt_summands;

BT_API void bt_summands_init(bt_summands *summands, bt_context *ctx);
BT_API void bt_summands_free(bt_summands *summands);
BT_API void bt_summands_clear(bt_summands *summands);
BT_API void bt_summands_put(bt_summands *summands, uint64_t word);
BT_API void bt_summands_end(bt_summands *summands); /* ends a summand */
/* Summand i of summands->end.n. It shares their memory and is to be read only. */
BT_API bt_pos bt_summand(const bt_summands *summands, size_t i);

/* What a theorem says about a position. `grundy` is the value in normal play, whatever
 * g->play is. `tame` means that in misere play the position behaves like Nim heaps. It
 * is `firm` if it has a heap of value 2 or more. A sum of tame positions of which at
 * least one is firm is P exactly when the nim-sum is 0; if none is firm, it is P
 * exactly when the nim-sum is 1. (Conway's tame games; for subtraction games Ferguson
 * 1974.) `tame` and `firm` are used in misere play only. */
typedef struct {
    bt_outcome outcome; /* under g->play; BT_UNKNOWN: the theorem says nothing here */
    bool has_grundy, tame, firm;
    uint64_t grundy;
} bt_answer;

/* What a winning move has to know about the other parts of a sum. If there are none:
 * {0, false}. */
typedef struct {
    uint64_t grundy;
    bool firm;
} bt_rest;

/* What is proved about a row of labels or of Grundy values over 0, 1, 2, ...: they
 * repeat with this period from `preperiod` on; values grow by `saltus` in each period.
 * The preperiod and the period are the least possible. Period 0: nothing is proved. */
typedef struct {
    uint64_t preperiod, period, saltus;
} bt_repetition;

/* A numbering of positions for searches; bouton/number_kit.h makes one. */
typedef struct bt_box bt_box;

/* Flags.
 * BT_UNORDERED: the order of the words does not matter, nor do zeros, so a search sorts
 * the words and drops the zeros.
 * BT_HEAPS: each word is a heap, the position is the sum of its heaps, and options
 * walks over them in order. No `split` is needed, and a search makes a table of single
 * heaps. BT_TAME (with BT_HEAPS, if moves do not break heaps): every heap of value 0
 * that has a move has an option of value 1. Then every position is tame. BT_WINS_ALONE:
 * `winning` may be asked only about a position alone, with an empty rest. BT_WIDE: a
 * move may change words that are far apart, so walks keep a copy of the position for
 * bt_show, visit->origin. BT_TURNS: positions are written as the player to move sees
 * them, so they cannot be parts of a sum. */
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
    BT_PARAM_OPTIONAL, /* text or nothing */
    BT_PARAM_TEXT,
    BT_PARAM_FILE
} bt_param;

typedef struct {
    const char *position, *note;
} bt_example;

/* Writes the Grundy values of the single heaps from `from` up to, but not including,
 * `to`. Those of smaller heaps are already there. */
typedef bt_status bt_heap_values(bt_context *, const bt_game *, uint32_t *value,
                                 size_t from, size_t to);

/* How a position looks on a terminal, in a picture and on the page. If a position does
 * not suit its look, or is too large to be drawn, a plainer look is used. */
typedef enum {
    BT_LOOK_TEXT,   /* as `print` writes it */
    BT_LOOK_PILES,  /* each word is a pile of chips */
    BT_LOOK_STAIRS, /* each word is the number of coins on a step, from the lowest up */
    BT_LOOK_STRIP,  /* each word is the number of coins on a square */
    BT_LOOK_ROW,    /* each word is a row of pins; a move takes pins that stand
                       together, or breaks the row */
    BT_LOOK_COINS,  /* the number of columns, then the coins row by row, 1 for heads */
    BT_LOOK_GRID,   /* two words: the column and the row of a queen on a board */
    BT_LOOK_NODES,  /* a node of a graph */
    BT_LOOK_PLANE   /* whatever `shapes` draws */
} bt_look;

/* What the last word of a position is. */
typedef enum {
    BT_LAST_HEAP,  /* a heap like the others */
    BT_LAST_LIMIT, /* how many chips may be taken now */
    BT_LAST_SPARE  /* chips that can be added to a heap */
} bt_last;

struct bt_rules {
    size_t size; /* sizeof(bt_rules), because a program may be older than the library */

    /* For people to read. All required except theorem_note and example_param. */
    const char *name;    /* "subtraction" */
    const char *usage;   /* "subtraction:S" */
    const char *summary; /* one line */
    const char *help;    /* the help page: plain text in lines of at most 72 columns */
    const char *theorem_note;   /* who proved what, in one or two sentences; or NULL */
    const char *example_param;  /* for examples and tests; NULL if there is none */
    const bt_example *examples; /* ends with {NULL, NULL} */

    /* What a word of a position is called, such as "pile" (NULL: it has no name),
     * what several of them are called, such as "piles" (NULL: "heaps"), and what the
     * last word is called if it is not a heap. */
    const char *heap_word, *heap_words, *last_word;

    bt_param param; /* FILE: the engine reads the file and gives its bytes to bind */
    uint64_t file_bytes; /* FILE: the most that is read; 0: BT_FILE_BYTES */
    const char *suffix; /* ".game": files whose names end so use these rules; or NULL */
    /* By how many words a move may lengthen the position. The engine makes that room
     * before a walk (bt_options), so options never allocate memory. */
    size_t grows;
    unsigned flags;

    /* Required. bind gets the text after the colon (empty if there is none), keeps what
     * it needs in g->arena, and writes the parameter in its canonical form. print
     * writes what parse reads. options shows every option by bt_show, each resulting
     * position once, and restores p; when the visitor returns false, it returns false
     * at once. */
    bt_status (*bind)(bt_context *, bt_span param, bt_game *g, bt_text *canonical);
    bt_status (*parse)(bt_context *, const bt_game *, bt_span text, bt_pos *);
    void (*print)(const bt_game *, const bt_pos *, bt_text *);
    bool (*options)(const bt_game *, bt_pos *, bt_visit *);
    /* Writes a move in words. */
    void (*say)(const bt_game *, const bt_move *, bt_text *);

    /* The rest is optional: NULL if there is none. */
    void (*unbind)(bt_context *, bt_game *g); /* frees what is not in the arena */
    /* The whole game as a graph. A position is then one word, the number of its node.
     * Play may go on for ever. */
    const bt_csr *(*graph)(const bt_game *);
    /* Writes the position as a sum of independent positions, each in a standard form,
     * so that equal summands have equal words. In either play the sum has exactly the
     * options of the position. Only summands without a move may be left out. */
    void (*split)(const bt_game *, const bt_pos *, bt_summands *out);
    /* The data for the functions of bouton/kit.h and bouton/disguise.h. */
    const bt_heap_kit *heaps;
    const bt_disguise *disguise;
    void (*theorem)(const bt_game *, const bt_pos *, bt_answer *);
    /* Shows exactly the options that win when the other parts of the sum are `rest`, in
     * the order of options. If there are too many to walk over, it shows some of them
     * and sets visit->more. Called only if `theorem` knows the answer. */
    bool (*winning)(const bt_game *, bt_pos *, bt_rest rest, bt_visit *);
    /* Explains, as a teacher would, why the theorem gives its answer for this position.
     * Called only if `theorem` knows the answer. */
    void (*reason)(const bt_game *, const bt_pos *, bt_steps *);
    /* An upper bound on the number of moves left; false if it does not fit 64 bits. */
    bool (*rank)(const bt_game *, const bt_pos *, uint64_t *moves);
    /* What is proved if the word number `word` of p runs through 0, 1, 2, ...: about
     * the labels under g->play, and about the Grundy values in normal play. */
    void (*repeats)(const bt_game *, const bt_pos *p, size_t word,
                    bt_repetition *labels, bt_repetition *values);
    /* For rules with BT_HEAPS that know a faster way than walking over all options. */
    bt_heap_values *heap_values;
    bool (*box)(const bt_game *, const bt_pos *root, bt_box *);
    /* Writes the indices of all options of the position `digit`, whose own index is
     * given, each of them once, and returns how many there are. They are the same as in
     * `options`. */
    size_t (*box_options)(const bt_game *, const bt_box *, const uint64_t *digit,
                          uint64_t index, uint64_t *out);
    /* For proofs: writes the rules for this many heaps (0: not given) as the text of a
     * `.game` file, with `misere` if that is the play, and the theorem as a claim. */
    bt_status (*game_text)(bt_context *, const bt_game *, size_t heaps, bt_text *out);
    /* For rules from a file: a hash of what the file says, which does not depend on its
     * name, title and comments. NULL: the name of the game is enough. */
    bt_status (*content)(bt_context *, const bt_game *, uint64_t *hash);
    /* The board. Heaps are numbered from heaps_from. */
    bt_look look;
    bt_last last;
    bool sides; /* drawn as the player to move sees it: BT_TONE_CHIP is theirs */
    unsigned heaps_from;
    /* Draws a position that no look suits. If it draws nothing, the look is used. */
    void (*shapes)(const bt_game *, const bt_pos *, bt_shapes *);
    /* The handles that a move touches in what `shapes` draws. Needed with `shapes`. */
    void (*touches)(const bt_game *, const bt_move *, bt_touches *);
    /* Whether words that a program gives are a position; if not, the sentence that says
     * why. NULL: they are what `parse` reads in the list of these numbers. */
    bt_status (*check)(bt_context *, const bt_game *, const bt_pos *);
    /* The cells that a move changes, for boards that no look describes. A board with
     * coins of two players is seen by the one who moves: 1 is their coin, 2 the
     * opponent's. */
    void (*cells)(const bt_game *, const bt_move *, bt_cell_list *);
};

/* The look of a position of this game, its shapes, and the handles that a move touches
 * in the drawing of the position before it. A move that touches nothing cannot be made
 * on the board, only by its words or from a list. */
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

/* For rules that draw heaps themselves: draws a heap as a line of chips below what is
 * already there; the handle of chip number `chip`, from 0; the handle of the heap. */
BT_API void bt_shape_heap(bt_shapes *shapes, size_t word, const char *name,
                          uint64_t chips);
BT_API uint32_t bt_chip_handle(size_t word, uint64_t chip);
BT_API uint32_t bt_heap_handle(size_t word);
/* For a heap of `from` chips that becomes one of `to`: touches the chips that are
 * taken. If chips are added, or not all chips are drawn, it touches the whole heap. */
BT_API void bt_touch_taken(bt_touches *touches, size_t word, uint64_t from,
                           uint64_t to);

/* Writes what a word of a position is called: "pile 2", or the name of a variable.
 * False, and nothing is written, if it has no name. */
BT_API bool bt_put_word_name(const bt_game *game, size_t word, bt_text *out);
/* How many words of a position are heaps. */
BT_API size_t bt_heaps_of(const bt_game *game, const bt_pos *pos);

/* Shows every option of a position; and, if the rules have such a walk, those that win
 * when the other parts of the sum are `rest`. Both make the room that the rules need.
 * The status is that of `visit`, or that of a failure to make room. */
BT_API BT_MUST_CHECK bt_status bt_options(const bt_game *game, bt_pos *pos,
                                          bt_visit *visit);
BT_API BT_MUST_CHECK bt_status bt_winning(const bt_game *game, bt_pos *pos,
                                          bt_rest rest, bt_visit *visit);

/* Adds the summands of a position to *out: what `split` writes, or single heaps if the
 * rules have BT_HEAPS, otherwise the position itself. */
BT_API BT_MUST_CHECK bt_status bt_split(const bt_game *game, const bt_pos *pos,
                                        bt_summands *out);

/* A list of rule sets and of named games. */
typedef struct bt_registry bt_registry;

/* Every rule set of this library, and the games of the folder games/. */
BT_API extern const bt_registry bt_builtin;

/* Makes a registry with everything in `base` (NULL: nothing), to which rule sets can be
 * added. Rules and their kits are copied and checked: BT_DOMAIN if a required function
 * is missing or the name is taken. `base` and what the other fields point to must
 * outlive the registry, and the registry must outlive its games. */
BT_API BT_MUST_CHECK bt_status bt_registry_new(bt_context *ctx, const bt_registry *base,
                                               bt_registry **out);
BT_API BT_MUST_CHECK bt_status bt_registry_add(bt_registry *registry,
                                               const bt_rules *rules);
BT_API void bt_registry_free(bt_registry *registry); /* NULL is fine */

/* Rule set number i, from 0; NULL if there are not that many. */
BT_API const bt_rules *bt_registry_at(const bt_registry *registry, size_t i);
/* Finds by name; NULL if nothing has that name. Capital letters do not matter. */
BT_API const bt_rules *bt_registry_find(const bt_registry *registry, bt_span name);
BT_API const bt_named_game *bt_registry_find_game(const bt_registry *registry,
                                                  bt_span name);

/* Makes a game from RULES text, `name[:param][/misere|/normal]`. Capital letters in the
 * name and the accent of misère do not matter. */
BT_API BT_MUST_CHECK bt_status bt_game_new(bt_context *ctx, const bt_registry *registry,
                                           bt_span rules_text, bt_game **out);
BT_API void bt_game_free(bt_game *game); /* NULL is fine */

#ifdef __cplusplus
}
#endif
#endif
