/* SPDX-License-Identifier: MIT
 * What every look draws, and what a move touches there. A row is a line: its name, its
 * pins, its number. Only so much is drawn as can be taken in at a glance: of a row the
 * first 32 pins and then dots, of a position the first 24 rows and then how many more
 * there are. The number beside a row is always exact. Piles, steps and squares stand
 * side by side (standing.c). */
#include <bouton/rules.h>

#include "core/arith.h"
#include "rules/game_rules.h"
#include "rules/said.h"
#include "rules/squares.h"
#include "rules/standing.h"

enum {
    U = BT_SHAPE_UNIT,
    LINE = U + U / 2, /* from one line of chips to the next */
    SHOWN_CHIPS = 32,
    SHOWN_HEAPS = 24,
    LETTER = 6, /* room for a letter */
    BOARD = 8,  /* squares of a board, at least and at most */
    BOARD_MOST = 16,
    COINS_WIDE = 40,
    COINS_MOST = 400,
    OF_HEAP = 256, /* handles of a heap: itself, its chips, */
    CUTS = 128,    /* and the cuts between them */
};

size_t bt_heaps_of(const bt_game *game, const bt_pos *pos)
{
    return pos->n - (game->rules->last != BT_LAST_HEAP);
}

bool bt_put_word_name(const bt_game *game, size_t word, bt_text *out)
{
    const bt_rules *rules = game->rules;
    const bti_game_file *file = bti_game_file_of(game);
    if (rules->heap_word)
        bt_text_format(out, "%s %zu", rules->heap_word, word + rules->heaps_from);
    else if (file && word < file->scope.vars)
        bt_text_put(out, file->scope.var[word]);
    else
        return false;
    return true;
}

uint32_t bt_heap_handle(size_t word)
{
    return word <= BTI_HEAPS ? (uint32_t)word * OF_HEAP + 1 : 0;
}

uint32_t bt_chip_handle(size_t word, uint64_t chip)
{
    return word <= BTI_HEAPS && chip < BTI_CHIPS
               ? bt_heap_handle(word) + 1 + (uint32_t)chip
               : 0;
}

static uint32_t cut_handle(size_t word, uint64_t left)
{
    return bt_heap_handle(word) + CUTS + (uint32_t)left;
}

/* The words of the origin of a move, which is nowhere as a whole. */
static size_t count(const bt_move *m)
{
    return m->to->n - m->now + m->was;
}

static uint64_t word(const bt_move *m, size_t i)
{
    if (i < m->at)
        return m->to->x[i];
    i -= m->at;
    return i < m->was ? m->before[i] : m->to->x[m->at + m->now + i - m->was];
}

static bt_look plainer(const bt_rules *rules)
{
    return rules->heap_word ? BT_LOOK_PILES : BT_LOOK_TEXT;
}

static bt_look look_of(const bt_game *game, const bt_move *m)
{
    const bt_rules *rules = game->rules;
    size_t n = count(m);
    switch (rules->look) {
    case BT_LOOK_GRID:
        return n == 2 && word(m, 0) < BOARD_MOST && word(m, 1) < BOARD_MOST
                   ? BT_LOOK_GRID
                   : plainer(rules);
    case BT_LOOK_COINS:
        return n > 1 && n <= COINS_MOST && word(m, 0) > 0 && word(m, 0) <= COINS_WIDE
                   ? BT_LOOK_COINS
                   : plainer(rules);
    case BT_LOOK_PILES:
    case BT_LOOK_STAIRS:
    case BT_LOOK_STRIP:
    case BT_LOOK_ROW:
        return rules->heap_word ? rules->look : BT_LOOK_TEXT;
    case BT_LOOK_PLANE:
        return rules->shapes ? BT_LOOK_PLANE : plainer(rules);
    default:
        return rules->look;
    }
}

bt_look bt_look_of(const bt_game *game, const bt_pos *pos)
{
    const bt_move none = {.to = pos};
    return look_of(game, &none);
}

const char *bt_look_name(bt_look look)
{
    static const char *const name[] = {
        [BT_LOOK_TEXT] = "text",     [BT_LOOK_PILES] = "piles",
        [BT_LOOK_STAIRS] = "stairs", [BT_LOOK_STRIP] = "strip",
        [BT_LOOK_ROW] = "row",       [BT_LOOK_COINS] = "coins",
        [BT_LOOK_GRID] = "grid",     [BT_LOOK_NODES] = "nodes",
        [BT_LOOK_PLANE] = "plane",
    };
    return name[look];
}

int32_t bti_next_line(const bt_shapes *shapes)
{
    int32_t box[4];
    bt_shapes_box(shapes, 0, box);
    return shapes->count == 0 ? 0 : box[3] + LINE - U / 2;
}

static void put_name(bt_shapes *shapes, int32_t y, const char *name, uint32_t handle)
{
    bt_shape_add(shapes, (bt_shape){.kind = BT_LABEL,
                                    .tone = BT_TONE_NAME,
                                    .y = y,
                                    .x2 = -1,
                                    .handle = handle,
                                    .text = name});
}

static void put_chip(bt_shapes *shapes, int32_t x, int32_t y, uint32_t handle)
{
    bt_shape_add(shapes, (bt_shape){.kind = BT_DISC,
                                    .tone = BT_TONE_CHIP,
                                    .x = x,
                                    .y = y,
                                    .x2 = U / 2 - 1,
                                    .handle = handle});
}

/* Chips from left to right, dots for the others, the number. */
static void put_chips(bt_shapes *shapes, size_t at, uint64_t chips, int32_t y)
{
    uint64_t shown = bti_min(chips, SHOWN_CHIPS);
    int32_t x = U;
    for (uint64_t i = 0; i < shown; i++, x += U)
        put_chip(shapes, x, y, bt_chip_handle(at, i));
    if (shown < chips) {
        bt_shape_label(shapes, (bt_shape){.tone = BT_TONE_NOTE, .x = x, .y = y}, "…");
        x += U;
    }
    bt_shape_label(shapes, (bt_shape){.tone = BT_TONE_COUNT, .x = x, .y = y, .x2 = 1},
                   "%llu", (unsigned long long)chips);
}

void bt_shape_heap(bt_shapes *shapes, size_t at, const char *name, uint64_t chips)
{
    int32_t y = bti_next_line(shapes);
    put_name(shapes, y, name, bt_heap_handle(at));
    put_chips(shapes, at, chips, y);
}

/* Whether some move breaks a heap without saying by the chips that it takes where. */
struct cuts {
    bt_visit visit;
    unsigned seen;
    bool found;
};

static bool see_cut(bt_visit *visit, const bt_move *move)
{
    enum { SEEN = 4096 };
    struct cuts *c = (struct cuts *)visit;
    uint64_t left = 0;
    for (size_t i = 0; i < move->now; i++)
        left += bt_move_words(move)[i];
    c->found = move->now > 2 || (move->now == 2 && left == move->before[0]);
    return !c->found && ++c->seen < SEEN;
}

static bool has_cuts(const bt_game *game, const bt_pos *pos, bt_shapes *shapes)
{
    struct cuts c = {.visit.option = see_cut};
    if (game->rules->grows > 0)
        bti_look_at_moves(game, pos, &c.visit, shapes);
    return c.found;
}

static void put_cuts(bt_shapes *shapes, size_t at, uint64_t chips, int32_t y)
{
    for (uint64_t left = 1; chips <= SHOWN_CHIPS && left < chips; left++) {
        int32_t x = U / 2 + U * (int32_t)left;
        bt_shape_add(shapes, (bt_shape){.kind = BT_LINE,
                                        .tone = BT_TONE_PLACE,
                                        .x = x,
                                        .y = y - U / 2,
                                        .x2 = x,
                                        .y2 = y + U / 2,
                                        .handle = cut_handle(at, left)});
    }
}

static void put_rows(const bt_game *game, const bt_pos *pos, bt_shapes *shapes)
{
    size_t heaps = bt_heaps_of(game, pos);
    bool cuts = has_cuts(game, pos, shapes);
    for (size_t i = 0; i < heaps && i < SHOWN_HEAPS; i++) {
        int32_t y = (int32_t)i * LINE;
        bti_shape_heap_name(shapes, game, (bt_shape){.y = y, .x2 = -1}, i, heaps);
        if (cuts)
            put_cuts(shapes, i, pos->x[i], y);
        put_chips(shapes, i, pos->x[i], y);
    }
    bti_shape_rest(game, pos, SHOWN_HEAPS, shapes);
}

static void put_coins(const bt_pos *pos, bt_shapes *shapes)
{
    size_t columns = (size_t)pos->x[0];
    bool grid = pos->n - 1 > columns;
    for (size_t i = 1; i < pos->n; i++) {
        size_t column = (i - 1) % columns, row = (i - 1) / columns;
        int32_t x = U + U * (int32_t)column, y = U * (int32_t)row;
        if (column == 0 && grid)
            bti_shape_row_name(shapes, row, "row ", row + 1, (pos->n - 1) / columns);
        else if (column == 0)
            put_name(shapes, y, "", 0);
        bt_shape_add(shapes,
                     (bt_shape){.kind = BT_DISC,
                                .tone = pos->x[i] ? BT_TONE_CHIP : BT_TONE_OTHER,
                                .x = x,
                                .y = y,
                                .x2 = U / 2 - 1,
                                .handle = (uint32_t)i,
                                .text = pos->x[i] ? "H" : "T"});
    }
    for (size_t i = 0; i < columns; i++)
        bt_shape_label(shapes,
                       (bt_shape){.tone = BT_TONE_TICK,
                                  .x = U + U * (int32_t)i,
                                  .y = U * (int32_t)((pos->n - 2) / columns) + U},
                       "%zu", i + 1);
}

static uint32_t square_handle(uint64_t column, uint64_t row)
{
    return 1 + (uint32_t)(row * BOARD_MOST + column);
}

/* The corner 0,0 is at the bottom on the left. */
static void put_board(const bt_game *game, const bt_pos *pos, bt_shapes *shapes)
{
    size_t columns = (size_t)pos->x[0] + 1, rows = (size_t)pos->x[1] + 1;
    columns = columns < BOARD ? BOARD : columns;
    rows = rows < BOARD ? BOARD : rows;
    for (size_t row = rows; row-- > 0;) {
        bti_shape_row_name(shapes, rows - 1 - row, "", row, rows - 1);
        for (size_t column = 0; column < columns; column++) {
            bool queen = pos->x[0] == column && pos->x[1] == row;
            bti_shape_square(shapes, column, rows - 1 - row, square_handle(column, row),
                             !queen);
            if (queen)
                bti_shape_coin(shapes, column, rows - 1 - row, BT_TONE_CHIP, "Q");
        }
    }
    for (size_t column = 0; column < columns; column++)
        bti_shape_tick(shapes, column, rows, column);
    for (size_t i = 0; i < 2 && game->rules->heap_word; i++)
        bt_shape_label(shapes,
                       (bt_shape){.tone = BT_TONE_NAME,
                                  .y = U * (int32_t)(rows + 1 + i),
                                  .x = U / 2,
                                  .x2 = 1},
                       "%s %zu: %llu", game->rules->heap_word,
                       i + game->rules->heaps_from, (unsigned long long)pos->x[i]);
}

/* The position in words; a node has an oval around them. */
static void put_text(const bt_game *game, const bt_pos *pos, bool node,
                     bt_shapes *shapes)
{
    bt_text text;
    bt_text_init(&text, shapes->arena.ctx);
    bti_put_short_pos(&text, game, pos);
    if (shapes->status == BT_OK)
        shapes->status = bt_text_status(&text);
    int32_t half = LETTER * (int32_t)bti_min(text.len, 1000) / 2 + U;
    if (node)
        bt_shape_add(shapes, (bt_shape){.kind = BT_LOOP,
                                        .tone = BT_TONE_PLACE,
                                        .x = -half,
                                        .y = -U,
                                        .x2 = half,
                                        .y2 = U});
    if (shapes->status == BT_OK)
        bt_shape_label(shapes, (bt_shape){.tone = BT_TONE_NAME}, "%s",
                       bt_text_chars(&text));
    bt_text_free(&text);
}

static bool stands(bt_look look)
{
    return look == BT_LOOK_PILES || look == BT_LOOK_STAIRS || look == BT_LOOK_STRIP;
}

void bt_shapes_of(const bt_game *game, const bt_pos *pos, bt_shapes *shapes)
{
    bt_look look = bt_look_of(game, pos);
    size_t before = shapes->count;
    if (game->rules->shapes) {
        game->rules->shapes(game, pos, shapes);
        if (shapes->count > before || shapes->status != BT_OK)
            return;
    }
    if (look == BT_LOOK_ROW)
        put_rows(game, pos, shapes);
    else if (stands(look) || (look == BT_LOOK_TEXT && !shapes->brief))
        bti_shape_standing(game, pos, look, shapes);
    else if (look == BT_LOOK_COINS)
        put_coins(pos, shapes);
    else if (look == BT_LOOK_GRID)
        put_board(game, pos, shapes);
    else
        put_text(game, pos, look == BT_LOOK_NODES, shapes);
}

/* The chips that leave, or the heap itself where they are not drawn or where some
 * come. */
static void touch_taken(bt_touches *touches, size_t at, uint64_t from, uint64_t to,
                        uint64_t drawn)
{
    if (to >= from || from > drawn)
        bt_touch(touches, bt_heap_handle(at));
    for (uint64_t i = to; i < from && from <= drawn; i++)
        bt_touch(touches, bt_chip_handle(at, i));
}

void bt_touch_taken(bt_touches *touches, size_t at, uint64_t from, uint64_t to)
{
    touch_taken(touches, at, from, to, SHOWN_CHIPS);
}

static void touch_heaps(const bt_game *game, const bt_move *m, bt_touches *touches)
{
    size_t n = count(m) - (game->rules->last == BT_LAST_LIMIT);
    for (size_t i = m->at; i < m->at + m->now && i < n && m->was == m->now; i++)
        if (word(m, i) != m->to->x[i])
            touch_taken(touches, i, word(m, i), m->to->x[i], BTI_CHIPS);
}

/* A row of `heap` pins in which `part` stay, in this order; the pins that go are those
 * after so many parts. Between other parts there are cuts. */
static void touch_row(size_t at, uint64_t heap, const uint64_t *part, size_t parts,
                      size_t gap, bt_touches *touches)
{
    uint64_t left = 0, place = 0;
    for (size_t i = 0; i < parts; i++)
        left += part[i];
    bt_touch_or(touches);
    for (size_t i = 0; i <= parts; i++) {
        if (i > 0)
            place += part[i - 1];
        if (i == gap)
            for (uint64_t k = left; k < heap; k++)
                bt_touch(touches, bt_chip_handle(at, place++));
        if ((i != gap || left == heap) && i > 0 && i < parts)
            bt_touch(touches, cut_handle(at, place));
    }
}

/* Every order of the parts, and every gap in which the pins that go can have been. What
 * is taken from a row may be at its end only if one row is left. */
static void touch_pins(const bt_move *m, bt_touches *touches)
{
    enum { ORDERS = 6, PARTS = 3 };
    static const uint8_t order[ORDERS][PARTS] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                                 {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};
    size_t at = m->at, parts = m->now;
    uint64_t heap = m->before[0];
    const uint64_t *now = m->to->x + at;
    if (at >= SHOWN_HEAPS)
        return;
    if (m->was != 1 || heap > SHOWN_CHIPS || parts > PARTS) {
        bt_touch(touches, bt_heap_handle(at));
        return;
    }
    if (parts == 1 && now[0] == 0)
        parts = 0;
    size_t orders = parts == 3 ? 6 : parts == 2 && now[0] != now[1] ? 2 : 1;
    size_t first = parts < 2 ? 0 : 1, last = parts < 2 ? parts : parts - 1;
    for (size_t o = 0; o < orders; o++) {
        uint64_t part[PARTS];
        for (size_t i = 0; i < parts; i++)
            part[i] = now[order[o][i]];
        for (size_t gap = first; gap <= last; gap++)
            touch_row(at, heap, part, parts, gap, touches);
    }
}

static void touch_coins(const bt_move *m, bt_touches *touches)
{
    for (size_t i = m->at; i < m->at + m->now; i++)
        if (i > 0 && word(m, i) != m->to->x[i])
            bt_touch(touches, (uint32_t)i);
}

void bt_touches_of(const bt_game *game, const bt_move *move, bt_touches *touches)
{
    touches->n = 0;
    if (game->rules->touches) {
        game->rules->touches(game, move, touches);
        return;
    }
    switch (look_of(game, move)) {
    case BT_LOOK_TEXT:
    case BT_LOOK_PILES:
    case BT_LOOK_STAIRS:
    case BT_LOOK_STRIP:
        touch_heaps(game, move, touches);
        break;
    case BT_LOOK_ROW:
        touch_pins(move, touches);
        break;
    case BT_LOOK_COINS:
        touch_coins(move, touches);
        break;
    case BT_LOOK_GRID:
        bt_touch(touches, square_handle(move->to->x[0], move->to->x[1]));
        break;
    default:
        break;
    }
}
