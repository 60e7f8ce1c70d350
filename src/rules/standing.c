/* SPDX-License-Identifier: MIT
 * Heaps that stand side by side: piles on a table, the steps of a staircase, the
 * squares of a strip. Chips lie on each other in towers of ten, so a
 * chip keeps its place while others go, and a glance counts them. A heap that is too
 * large for that is a stack. Each chip says which word it belongs to and what the word
 * becomes if it and those above it go. */
#include "rules/standing.h"

#include "core/arith.h"

enum {
    U = BT_SHAPE_UNIT,
    LETTER = 6, /* room for a letter below a heap */
    TOWER = 10,
    STACK = 4,       /* towers that a stack is wide */
    SHELF = 12,      /* piles beside each other; the next ones stand below */
    EDGE = 3,        /* of the table */
    STAIRCASE = 112, /* how high all steps are, unless they are few or very many */
    RISE_LEAST = 3,
    RISE_MOST = 14,
    BRIEF_HEAPS = 24,
    WRITTEN = 32, /* chips of a stack in a line of text */
};

/* The sizes that all heaps of a drawing share. */
struct room {
    bt_look look;
    size_t heaps, shown;
    uint64_t *most;     /* what each word can become by a move; NULL: not asked */
    int32_t columns;    /* towers of the largest heap */
    int32_t wide, high; /* of a heap without its labels */
};

void bti_look_at_moves(const bt_game *game, const bt_pos *pos, bt_visit *visit,
                       bt_shapes *shapes)
{
    bt_pos copy;
    bt_pos_init(&copy, shapes->arena.ctx);
    bt_status status = bt_pos_copy(&copy, pos);
    if (status == BT_OK)
        status = bt_options(game, &copy, visit);
    bt_pos_free(&copy);
    if (shapes->status == BT_OK)
        shapes->status = status;
}

/* Where chips can come. */
struct growth {
    bt_visit visit;
    uint64_t *most;
    size_t n;
    unsigned seen;
};

static bool see_growth(bt_visit *visit, const bt_move *move)
{
    enum { SEEN = 4096 };
    struct growth *g = (struct growth *)visit;
    for (size_t i = move->at; i < move->at + move->now && i < g->n; i++)
        if (move->was == move->now && move->to->x[i] > g->most[i])
            g->most[i] = move->to->x[i];
    return ++g->seen < SEEN;
}

static uint64_t *see_growths(const bt_game *game, const bt_pos *pos, bt_shapes *shapes)
{
    struct growth g = {.visit.option = see_growth, .n = pos->n};
    if (shapes->brief || shapes->status != BT_OK)
        return NULL;
    g.most = bt_arena_alloc(&shapes->arena, pos->n + 1, sizeof *g.most);
    if (!g.most) {
        shapes->status = bt_last_status(shapes->arena.ctx);
        return NULL;
    }
    for (size_t i = 0; i < pos->n; i++)
        g.most[i] = pos->x[i];
    bti_look_at_moves(game, pos, &g.visit, shapes);
    return g.most;
}

/* Names of one length, so that chips begin in one column: "pile  1", "pile 10". Numbers
 * that have no name are counted. */
static void put_name(const bt_game *game, size_t at, size_t heaps, bt_text *out)
{
    const bt_rules *rules = game->rules;
    size_t number = at + rules->heaps_from;
    if (rules->heap_word && number < 10 && heaps + rules->heaps_from > 10)
        bt_text_format(out, "%s  %zu", rules->heap_word, number);
    else if (!bt_put_word_name(game, at, out))
        bt_text_format(out, "%zu", at + 1);
}

static void put_label(bt_shapes *shapes, bt_shape place, bt_text *text)
{
    if (shapes->status == BT_OK)
        shapes->status = bt_text_status(text);
    if (shapes->status == BT_OK)
        bt_shape_label(shapes, place, "%s", bt_text_chars(text));
}

void bti_shape_heap_name(bt_shapes *shapes, const bt_game *game, bt_shape place,
                         size_t at, size_t heaps)
{
    bt_text name;
    bt_text_init(&name, shapes->arena.ctx);
    put_name(game, at, heaps, &name);
    place.tone = BT_TONE_NAME;
    place.handle = bt_heap_handle(at);
    put_label(shapes, place, &name);
    bt_text_free(&name);
}

void bti_shape_rest(const bt_game *game, const bt_pos *pos, size_t shown,
                    bt_shapes *shapes)
{
    size_t heaps = bt_heaps_of(game, pos);
    bt_shape below = {.tone = BT_TONE_NAME, .x2 = 1};
    if (heaps > shown) {
        below.y = bti_next_line(shapes);
        bt_text more;
        bt_text_init(&more, shapes->arena.ctx);
        bt_say(&more, "and {count} more", BT_ARGS(BT_NUM("count", heaps - shown)));
        if (shapes->status == BT_OK)
            shapes->status = bt_text_status(&more);
        bt_shape_label(shapes, below, "%s", bt_text_chars(&more));
        bt_text_free(&more);
    }
    if (heaps < pos->n && game->rules->last_word) {
        below.y = bti_next_line(shapes);
        below.handle = bt_heap_handle(heaps);
        below.word = (uint32_t)heaps + 1;
        below.value = pos->x[heaps];
        bt_shape_label(shapes, below, "%s: %llu", game->rules->last_word,
                       (unsigned long long)pos->x[heaps]);
    }
}

static int32_t digits(uint64_t number)
{
    int32_t n = 1;
    for (; number > 9; number /= 10)
        n++;
    return n;
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* The widest label below a heap, in letters. */
static int32_t letters(const bt_game *game, const bt_pos *pos, const struct room *room,
                       bt_shapes *shapes)
{
    int32_t most = 1;
    bt_text name;
    bt_text_init(&name, shapes->arena.ctx);
    for (size_t i = 0; i < room->shown; i++) {
        name.len = 0;
        put_name(game, i, room->heaps, &name);
        most = larger(most, larger((int32_t)bti_min(name.len, 40), digits(pos->x[i])));
    }
    if (shapes->status == BT_OK)
        shapes->status = bt_text_status(&name);
    bt_text_free(&name);
    return most;
}

static struct room measure(const bt_game *game, const bt_pos *pos, bt_look look,
                           bt_shapes *shapes)
{
    struct room room = {
        .look = look, .heaps = bt_heaps_of(game, pos), .columns = 1, .high = 2 * U};
    room.shown = (size_t)bti_min(room.heaps, shapes->brief ? BRIEF_HEAPS : BTI_HEAPS);
    for (size_t i = 0; i < room.shown; i++) {
        bool stack = pos->x[i] > BTI_CHIPS;
        int32_t chips = stack ? STACK * TOWER : (int32_t)pos->x[i];
        room.columns = larger(room.columns, (chips + TOWER - 1) / TOWER);
        room.high = larger(room.high, U * (chips < TOWER ? chips : TOWER));
    }
    int32_t words = LETTER * (letters(game, pos, &room, shapes) + 1);
    room.wide = larger(U * room.columns, words) + U / 4;
    room.most = see_growths(game, pos, shapes);
    return room;
}

/* A heap as it is drawn: its word, where its first chip lies, and how the next ones go
 * on. */
struct heap {
    size_t word;
    uint64_t chips;
    int32_t left, floor;
    bool lying; /* in rows from left to right, not in towers */
};

static void put_disc(bt_shapes *shapes, const struct heap *heap, uint64_t i,
                     bt_tone tone)
{
    int32_t at = (int32_t)i;
    int32_t along = heap->lying ? at % TOWER : at / TOWER;
    int32_t up = heap->lying ? at / TOWER : at % TOWER;
    bool place = tone == BT_TONE_PLACE;
    bt_shape_add(shapes, (bt_shape){.kind = BT_DISC,
                                    .tone = tone,
                                    .x = heap->left + U / 2 + U * along,
                                    .y = heap->floor - U / 2 - U * up,
                                    .x2 = U / 2 - 1,
                                    .handle = place ? 0 : bt_chip_handle(heap->word, i),
                                    .word = (uint32_t)heap->word + 1,
                                    .value = place ? i + 1 : i,
                                    .text = place || heap->lying ? "" : NULL});
}

/* Too many chips. A line of text shows some of them. */
static void put_stack(bt_shapes *shapes, const struct heap *heap)
{
    bt_text text;
    bt_text_init(&text, shapes->arena.ctx);
    for (int i = 0; i < WRITTEN && !heap->lying; i++)
        bt_text_put(&text, "●");
    bt_text_put(&text, heap->lying ? "" : "…");
    if (shapes->status == BT_OK)
        shapes->status = bt_text_status(&text);
    if (shapes->status == BT_OK)
        bt_shape_add(shapes, (bt_shape){.kind = BT_SQUARE,
                                        .tone = BT_TONE_CHIP,
                                        .x = heap->left,
                                        .y = heap->floor - U * TOWER,
                                        .x2 = heap->left + U * STACK,
                                        .y2 = heap->floor,
                                        .word = (uint32_t)heap->word + 1,
                                        .value = heap->chips,
                                        .text = bt_text_chars(&text)});
    bt_text_free(&text);
}

static void put_heap(bt_shapes *shapes, const struct room *room, struct heap heap)
{
    uint64_t most = room->most ? bti_min(room->most[heap.word], BTI_CHIPS) : 0;
    if (heap.chips > BTI_CHIPS) {
        put_stack(shapes, &heap);
        return;
    }
    for (uint64_t i = 0; i < heap.chips; i++)
        put_disc(shapes, &heap, i, BT_TONE_CHIP);
    for (uint64_t i = heap.chips; i < most; i++)
        put_disc(shapes, &heap, i, BT_TONE_PLACE);
}

/* What the chips of a word stand on or in. */
static void put_floor(bt_shapes *shapes, const struct heap *heap, bt_shape box)
{
    box.kind = BT_SQUARE;
    box.word = (uint32_t)heap->word + 1;
    box.value = heap->chips;
    bt_shape_add(shapes, box);
}

static int32_t rise(const struct room *room)
{
    int32_t each = STAIRCASE / (int32_t)(room->shown + (room->shown == 0));
    return each < RISE_LEAST ? RISE_LEAST : each > RISE_MOST ? RISE_MOST : each;
}

/* The square of a strip, the step, or the edge of the table. */
static bt_shape floor_of(const struct room *room, const struct heap *heap, int32_t x)
{
    bt_shape box = {.tone = BT_TONE_TABLE,
                    .x = x,
                    .y = heap->floor,
                    .x2 = x + room->wide,
                    .handle = bt_heap_handle(heap->word)};
    if (room->look == BT_LOOK_STRIP) {
        box.tone = BT_TONE_PLACE;
        box.y -= room->high;
    } else if (room->look != BT_LOOK_STAIRS) {
        box.y2 = heap->floor + EDGE;
    }
    return box;
}

static void put_standing(const bt_game *game, const bt_pos *pos, size_t i,
                         const struct room *room, bt_shapes *shapes)
{
    bool level = room->look != BT_LOOK_STAIRS;
    bool shelves = level && room->look != BT_LOOK_STRIP;
    int32_t shelf = shelves ? (int32_t)(i / SHELF) : 0;
    int32_t x = room->wide * (int32_t)(shelves ? i % SHELF : i);
    int32_t table = shelf * (room->high + 4 * U);
    int32_t names = table + U / 2 + EDGE + 1;
    int32_t towers = pos->x[i] > BTI_CHIPS ? STACK : room->columns;
    struct heap heap = {.word = i,
                        .chips = pos->x[i],
                        .left = x + (room->wide - U * towers) / 2,
                        .floor = level ? table : -rise(room) * (int32_t)(i + 1)};
    bt_shape middle = {.x = x + room->wide / 2, .y = names};
    middle.word = (uint32_t)i + 1;
    middle.value = pos->x[i];
    bti_shape_heap_name(shapes, game, middle, i, room->heaps);
    put_floor(shapes, &heap, floor_of(room, &heap, x));
    put_heap(shapes, room, heap);
    middle.tone = BT_TONE_COUNT;
    middle.y += U;
    bt_shape_label(shapes, middle, "%llu", (unsigned long long)pos->x[i]);
}

/* Chips under the table, which can be added to a heap. A line of text only counts
 * them. */
static void put_spare(const bt_pos *pos, const struct room *room, bt_shapes *shapes)
{
    uint64_t chips = pos->x[room->heaps];
    bool stack = chips > BTI_CHIPS;
    int32_t rows = stack ? TOWER : (int32_t)((chips + TOWER - 1) / TOWER);
    struct heap heap = {.word = room->heaps,
                        .chips = chips,
                        .lying = true,
                        .floor = bti_next_line(shapes) - U / 2 + U * rows};
    put_floor(shapes, &heap,
              (bt_shape){.tone = BT_TONE_TABLE,
                         .y = heap.floor,
                         .x2 = U * TOWER,
                         .y2 = heap.floor + EDGE,
                         .handle = bt_heap_handle(heap.word)});
    put_heap(shapes, room, heap);
}

void bti_shape_standing(const bt_game *game, const bt_pos *pos, bt_look look,
                        bt_shapes *shapes)
{
    struct room room = measure(game, pos, look, shapes);
    if (look == BT_LOOK_STAIRS)
        bt_shape_label(
            shapes,
            (bt_shape){.tone = BT_TONE_TICK, .x = -U / 4, .y = -U / 2, .x2 = -1}, "%s",
            bt_words_for(shapes->arena.ctx, BT_TEXT("ground")));
    for (size_t i = 0; i < room.shown; i++)
        put_standing(game, pos, i, &room, shapes);
    bti_shape_rest(game, pos, room.shown, shapes);
    if (game->rules->last == BT_LAST_SPARE && shapes->status == BT_OK)
        put_spare(pos, &room, shapes);
}
