/* SPDX-License-Identifier: MIT
 * Northcott's game: rows of squares, on each row one coin of either player. A move
 * slides one's own coin along its row, forwards or backwards, not past the other coin.
 * A position is seen by the player to move: for each row the square of their coin and
 * that of the opponent's, so that the game is impartial.
 *
 * The numbers of squares between the coins are Nim piles (Winning Ways ch. 3). To move
 * back makes a pile larger, and the opponent follows as far: so P exactly when the
 * nim-sum of the gaps is 0. Play could go on for ever, but a player who only follows
 * and never goes back drives the other against the edge. */
#include <bouton/disguise.h>
#include <bouton/number_kit.h>

#include "core/quote.h"
#include "rules/registry.h"
#include "rules/squares.h"

enum { SQUARES = 8 };

static uint64_t squares_of(const bt_game *g)
{
    return *(const uint64_t *)g->params;
}

static bt_status bind(bt_context *ctx, bt_span param, bt_game *g, bt_text *canonical)
{
    bt_span rest = param;
    uint64_t *squares = bt_arena_alloc(&g->arena, 1, sizeof *squares);
    if (!squares)
        return bt_last_status(ctx);
    *squares = SQUARES;
    bool given = param.len > 0;
    bt_number kind = given ? bt_take_u64(&rest, squares) : BT_NUMBER_OK;
    if (kind == BT_NUMBER_NONE || rest.len > 0)
        return bt_fail(
            ctx, BT_SYNTAX,
            "{param} is not a number of squares; northcott expects one like 8",
            BT_ARGS(BT_QUOTE("param", param)));
    if (kind == BT_NUMBER_TOO_LARGE || *squares < 2 || *squares > UINT64_MAX / 2)
        return bt_fail(ctx, BT_DOMAIN,
                       "a row cannot have {param} squares; it has at least 2 and at "
                       "most 9223372036854775807",
                       BT_ARGS(BT_QUOTE("param", param)));
    if (given)
        bt_text_format(canonical, "%llu", (unsigned long long)*squares);
    g->params = squares;
    return BT_OK;
}

static bt_status check_square(bt_context *ctx, const bt_game *g, uint64_t square)
{
    if (square >= squares_of(g))
        return bt_fail(
            ctx, BT_DOMAIN,
            "there is no square {square}: a row has squares 0 to {squares_of}",
            BT_ARGS(BT_NUM("square", square), BT_NUM("squares_of", squares_of(g) - 1)));
    return BT_OK;
}

/* Row number `row`, from 1, whose coins stand at the end of *pos or inside it. */
static bt_status check_apart(bt_context *ctx, const bt_pos *pos, size_t row)
{
    if (pos->x[2 * row - 1] == pos->x[2 * row - 2])
        return bt_fail(
            ctx, BT_DOMAIN,
            "both coins of row {n} are on square {x}, but a square holds only one coin",
            BT_ARGS(BT_NUM("n", row), BT_NUM("x", pos->x[2 * row - 1])));
    return BT_OK;
}

static bt_status check(bt_context *ctx, const bt_game *g, const bt_pos *pos)
{
    if (pos->n == 0 || pos->n % 2 == 1)
        return bt_fail(
            ctx, BT_DOMAIN,
            "this position has {n, plural, one {one number} other {{n} numbers}}; "
            "northcott expects two for each row: the square of your coin, then that "
            "of the other one",
            BT_ARGS(BT_NUM("n", pos->n)));
    for (size_t i = 0; i < pos->n; i++)
        BT_TRY(check_square(ctx, g, pos->x[i]));
    for (size_t row = 1; row <= pos->n / 2; row++)
        BT_TRY(check_apart(ctx, pos, row));
    return BT_OK;
}

static bt_status take_square(bt_context *ctx, const bt_game *g, bt_span *text,
                             bt_pos *pos)
{
    uint64_t square = 0;
    bt_take_blanks(text);
    bt_span at = *text;
    if (bt_take_u64(text, &square) != BT_NUMBER_OK)
        return bt_fail(ctx, BT_SYNTAX,
                       "{at} is not a square; northcott expects rows like 0-5,2-7: "
                       "your coin, then the other one",
                       BT_ARGS(BT_QUOTE("at", at)));
    BT_TRY(check_square(ctx, g, square));
    bt_take_blanks(text);
    return bt_pos_push(pos, square);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Rows are separated by commas or blanks. */
static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    pos->n = 0;
    do {
        BT_TRY(take_square(ctx, g, &text, pos));
        if (!bt_take_char(&text, '-'))
            return bt_fail(
                ctx, BT_SYNTAX,
                "row {n} has one coin; northcott expects two in each row, like 0-5,2-7",
                BT_ARGS(BT_NUM("n", pos->n / 2 + 1)));
        BT_TRY(take_square(ctx, g, &text, pos));
        BT_TRY(check_apart(ctx, pos, pos->n / 2));
    } while (bt_take_char(&text, ',') || (text.len > 0 && is_digit(text.at[0])));
    if (text.len > 0)
        return bt_fail(ctx, BT_SYNTAX,
                       "{text} is not expected; northcott expects rows like 0-5,2-7",
                       BT_ARGS(BT_QUOTE("text", text)));
    return BT_OK;
}

static void print(const bt_game *g, const bt_pos *pos, bt_text *text)
{
    (void)g;
    for (size_t i = 0; i < pos->n; i += 2)
        bt_text_format(text, "%s%llu-%llu", i > 0 ? "," : "",
                       (unsigned long long)pos->x[i],
                       (unsigned long long)pos->x[i + 1]);
}

static uint64_t gap(const bt_pos *p, size_t row)
{
    uint64_t mine = p->x[2 * row], other = p->x[2 * row + 1];
    return (mine < other ? other - mine : mine - other) - 1;
}

static void swap_coins(bt_pos *p)
{
    for (size_t i = 0; i < p->n; i += 2) {
        uint64_t mine = p->x[i];
        p->x[i] = p->x[i + 1];
        p->x[i + 1] = mine;
    }
}

/* Shows the position after the coin of a row has gone to a square. */
static bool show(bt_pos *p, size_t row, uint64_t to, bt_visit *visit)
{
    uint64_t from = p->x[2 * row];
    p->x[2 * row] = to;
    swap_coins(p);
    bool going = bt_show(visit, p, 0, p->n, visit->origin);
    swap_coins(p);
    p->x[2 * row] = from;
    return going;
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    bool going = true;
    for (size_t row = 0; row < p->n / 2 && going; row++) {
        uint64_t mine = p->x[2 * row], other = p->x[2 * row + 1];
        uint64_t low = mine < other ? 0 : other + 1;
        uint64_t high = mine < other ? other : squares_of(g); /* not included */
        for (uint64_t to = low; to < high && going; to++)
            if (to != mine)
                going = show(p, row, to, visit);
    }
    return going;
}

static size_t rows_of(const bt_pos *p)
{
    return p->n / 2;
}

/* Forwards where the gap is to be smaller, backwards where it is to be larger and the
 * row is long enough. */
static bool make(const bt_game *g, bt_pos *p, size_t row, uint64_t size,
                 bt_visit *visit)
{
    uint64_t mine = p->x[2 * row], other = p->x[2 * row + 1];
    uint64_t room = mine < other ? other : squares_of(g) - 1 - other;
    return size >= room ||
           show(p, row, mine < other ? other - 1 - size : other + 1 + size, visit);
}

/* After the move the coins have changed places. */
static size_t moved_row(const bt_move *move)
{
    const uint64_t *before = move->before, *now = bt_move_words(move);
    size_t row = 0;
    while (2 * row + 2 < move->now && before[2 * row] == now[2 * row + 1])
        row++;
    return row;
}

static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    const uint64_t *before = move->before, *now = bt_move_words(move);
    size_t row = moved_row(move);
    (void)g;
    bt_say(text, "in row {row} slide from square {before} to square {now}",
           BT_ARGS(BT_NUM("row", row + 1), BT_NUM("before", before[2 * row]),
                   BT_NUM("now", now[2 * row + 1])));
}

static void story(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    (void)g;
    bt_step_say(steps, "gaps",
                "{rows, plural, one {The squares between the two coins are a Nim "
                "pile.} =2 {The squares between the two coins of a row are a Nim pile: "
                "gap 1 is in row 1, and gap 2 is in row 2.} other {The squares between "
                "the two coins of a row are a Nim pile: gap 1 is in row 1, gap 2 is in "
                "row 2, and so on.}} If a player moves a coin back, the opponent can "
                "follow just as far, and the piles are as before. Nobody can move back "
                "for ever.",
                BT_ARGS(BT_NUM("rows", rows_of(p))));
}

static void growth(const bt_pos *p, bool *now, bool *later)
{
    (void)p;
    *now = *later = true;
}

static const bt_disguise nim = {.size = sizeof nim,
                                .what = "gap",
                                .whats = "gaps",
                                .normal_only = true,
                                .piles = rows_of,
                                .pile = gap,
                                .make = make,
                                .story = story,
                                .growth = growth};

enum { DRAWN = 32 }; /* rows of so many squares, and so many rows */

static uint32_t square_handle(size_t row, uint64_t square)
{
    return 1 + (uint32_t)(row * DRAWN + square);
}

static void shapes(const bt_game *g, const bt_pos *p, bt_shapes *out)
{
    size_t rows = p->n / 2;
    if (rows > DRAWN || squares_of(g) > DRAWN)
        return;
    for (size_t row = 0; row < rows; row++) {
        bti_shape_row_name(out, row, "row ", row + 1, rows);
        for (size_t i = 0; i < squares_of(g); i++) {
            bool mine = p->x[2 * row] == i, other = p->x[2 * row + 1] == i;
            bti_shape_square(out, i, row, square_handle(row, i), !mine && !other);
            if (mine || other)
                bti_shape_coin(out, i, row, mine ? BT_TONE_CHIP : BT_TONE_OTHER, NULL);
        }
    }
    for (size_t i = 0; i < squares_of(g); i++)
        bti_shape_tick(out, i, rows, i);
}

static void touches(const bt_game *g, const bt_move *move, bt_touches *out)
{
    size_t row = moved_row(move);
    if (row >= DRAWN || squares_of(g) > DRAWN)
        return;
    bt_touch(out, square_handle(row, move->before[2 * row]));
    bt_touch(out, square_handle(row, bt_move_words(move)[2 * row + 1]));
}

static void cells(const bt_game *g, const bt_move *move, bt_cell_list *out)
{
    size_t row = moved_row(move);
    (void)g;
    bt_cell_changes(out,
                    (bt_cell){.row = row, .column = move->before[2 * row], .was = 1});
    bt_cell_changes(
        out,
        (bt_cell){.row = row, .column = bt_move_words(move)[2 * row + 1], .now = 1});
}

static const bt_example examples[] = {
    {"0-5,2-7", BT_TEXT("gaps of 4 and 4")},
    {"1-6,0-3,7-2", BT_TEXT("gaps of 4, 2 and 4")},
    {"0-1", BT_TEXT("the coins touch, and there is no room to move back")},
    {NULL, NULL},
};

const bt_rules bti_rules_northcott = {
    .size = sizeof(bt_rules),
    .name = "northcott",
    .usage = "northcott[:N]",
    .summary = "slide your coin along a row, but not past the other coin",
    .help =
        "There are rows of N squares, 0 to N-1 (N is 8 unless given). Each row has\n"
        "one coin of each player. A move slides one of your own coins along its row\n"
        "any number of squares, forwards or backwards, but not onto or past the other\n"
        "coin.\n"
        "\n"
        "A position lists the rows, such as 0-5,2-7: in each row first the square of\n"
        "the coin of the player to move, then that of the opponent's coin. After a\n"
        "move the two change places, because it is the other player's turn.\n"
        "\n"
        "It is Nim in disguise: the numbers of squares between the coins are the\n"
        "piles. Moving back only makes a pile larger, and the opponent follows. In\n"
        "misère play many positions are draws, because play can go on for ever.",
    .theorem_note = BT_TEXT("Winning Ways, chapter 3: the P-positions are those in "
                            "which the gaps have nim-sum 0. Misère play is searched."),
    .examples = examples,
    .flags = BT_WIDE | BT_TURNS,
    .param = BT_PARAM_OPTIONAL,
    .bind = bind,
    .parse = parse,
    .print = print,
    .options = options,
    .say = say,
    BT_DISGUISE_RULES(nim),
    .look = BT_LOOK_PLANE,
    .sides = true,
    .shapes = shapes,
    .touches = touches,
    .check = check,
    .cells = cells,
};
