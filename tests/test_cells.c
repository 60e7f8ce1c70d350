/* SPDX-License-Identifier: MIT
 * The cells that moves change. Here a board is drawn from the text of a position, and
 * the boards before and after every move, from every position that can be reached from
 * the roots in roots.t, differ in exactly the cells that the engine tells. */
#include "check.h"
#include "failing_host.h"
#include "reachable.h"
#include "rowfile.h"

#include <bouton/all.h>

enum { SIDE = 64 };

/* What stands where, by the text that people read. */
typedef struct {
    uint64_t at[SIDE][SIDE];
} board;

static const char *const on_boards[] = {
    "turning-turtles", "mock-turtles", "twins",   "triplets",  "ruler",
    "tartan",          "nimble",       "wythoff", "northcott", "silver-dollar"};
enum { BOARDS = sizeof on_boards / sizeof *on_boards };
static unsigned seen[BOARDS];

static size_t board_of(const bt_rules *rules)
{
    size_t i = 0;
    while (i < BOARDS && strcmp(on_boards[i], rules->name) != 0)
        i++;
    return i;
}

/* `mine` is what the coin of the player to move counts for in Northcott's game. */
static void draw(const bt_game *game, const char *text, uint64_t mine, board *b)
{
    const char *name = game->rules->name;
    size_t row = 0, column = 0;
    char *end = NULL;
    memset(b, 0, sizeof *b);
    if (strchr("HT", text[0])) {
        for (; *text; text++)
            if (*text == '/')
                row++, column = 0;
            else
                b->at[row][column++] = *text == 'H';
        return;
    }
    for (; *text; text = *end ? end + 1 : end) {
        uint64_t number = strtoull(text, &end, 10);
        if (strcmp(name, "nimble") == 0) {
            b->at[0][column++] = number;
        } else if (strcmp(name, "silver-dollar") == 0) {
            b->at[0][number] = 1;
        } else if (strcmp(name, "wythoff") == 0) {
            b->at[strtoull(end + 1, &end, 10)][number] = 1;
        } else {
            b->at[row][number] = mine;
            b->at[row++][strtoull(end + 1, &end, 10)] = 3 - mine;
        }
    }
}

struct checking {
    bt_visit visit;
    const bt_game *game;
    const char *from;
    bt_cell_list cells;
};

static bool check_move(bt_visit *visit, const bt_move *move)
{
    struct checking *c = (struct checking *)visit;
    board before, after;
    bt_text to;
    size_t kind = board_of(c->game->rules);
    bool has = bt_cells_of(c->game, move, &c->cells);
    CHECK(has == (kind < BOARDS), "%s", c->game->name);
    if (!has)
        return true;
    bt_text_init(&to, c->cells.ctx);
    c->game->rules->print(c->game, move->to, &to);
    draw(c->game, c->from, 1, &before);
    draw(c->game, bt_text_chars(&to), 2, &after);
    CHECK(c->cells.status == BT_OK && c->cells.n > 0, "no cell changes");
    for (size_t i = 0; i < c->cells.n; i++) {
        const bt_cell *cell = &c->cells.cell[i];
        bool inside = cell->row < SIDE && cell->column < SIDE;
        CHECK(inside && before.at[cell->row][cell->column] == cell->was &&
                  cell->was != cell->now,
              "%s %s to %s: row %d, column %d was %d", c->game->name, c->from,
              bt_text_chars(&to), (int)cell->row, (int)cell->column, (int)cell->was);
        if (inside)
            before.at[cell->row][cell->column] = cell->now;
    }
    CHECK(memcmp(&before, &after, sizeof before) == 0, "%s %s to %s", c->game->name,
          c->from, bt_text_chars(&to));
    bt_text_free(&to);
    seen[kind]++;
    return true;
}

static void check_position(bt_context *ctx, const bt_game *game, const bt_pos *at)
{
    struct checking c = {.visit.option = check_move, .game = game};
    bt_text from;
    bt_pos pos;
    bt_text_init(&from, ctx);
    bt_pos_init(&pos, ctx);
    bt_cell_list_init(&c.cells, ctx);
    game->rules->print(game, at, &from);
    c.from = bt_text_chars(&from);
    CHECK(bt_pos_copy(&pos, at) == BT_OK && bt_options(game, &pos, &c.visit) == BT_OK,
          "%s", bt_message(ctx));
    bt_cell_list_free(&c.cells);
    bt_pos_free(&pos);
    bt_text_free(&from);
}

static void check_root(struct row *row, void *arg)
{
    bt_context *ctx = arg;
    bt_game *game = NULL;
    bt_sum sum = {0};
    CHECK(bt_game_new(ctx, &bt_builtin, bt_span_of(row->field[0]), &game) == BT_OK &&
              bt_sum_add(ctx, &sum, game, bt_span_of(row->field[1])) == BT_OK,
          "%s", bt_message(ctx));
    if (sum.n == 1 && board_of(game->rules) == BOARDS) {
        check_position(ctx, game, &sum.part[0].pos);
    } else if (sum.n == 1) {
        struct reachable r;
        reachable_find(&r, game, &sum.part[0].pos);
        for (size_t i = 0; i < r.n; i += 1 + r.n / 2000) {
            const bt_pos pos = reachable_at(&r, i, ctx);
            check_position(ctx, game, &pos);
        }
        reachable_free(&r);
    }
    bt_sum_free(ctx, &sum);
    bt_game_free(game);
}

/* Large boards are not drawn, but their cells are told. */
static void check_large(bt_context *ctx)
{
    static const char *const row[][3] = {
        {"wythoff", "1000000000000,5",
         "\"cells\":[{\"row\":5,\"column\":1000000000000,\"was\":1,\"now\":0},"
         "{\"row\":5,\"column\":3,\"was\":0,\"now\":1}]"},
        {"silver-dollar", "4000000000",
         "\"cells\":[{\"row\":0,\"column\":4000000000,\"was\":1,\"now\":0},"
         "{\"row\":0,\"column\":0,\"was\":0,\"now\":1}]"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const char *const words[] = {"solve", row[i][0], row[i][1], "--json"};
        bt_text out;
        bt_text_init(&out, ctx);
        CHECK(bt_ask(ctx, &bt_builtin, words, 4, &out) == 0 &&
                  strstr(bt_text_chars(&out), row[i][2]),
              "%s", bt_text_chars(&out));
        bt_text_free(&out);
    }
}

/* A rule set that says of itself what it is not: cells are not told, and nothing is
 * read that is not there. */
static void check_odd(bt_context *ctx)
{
    static const bt_look looks[] = {BT_LOOK_COINS, BT_LOOK_STRIP, BT_LOOK_GRID};
    uint64_t words[] = {0, 7, 7}, before[] = {1, 1};
    bt_cell_list cells;
    bt_cell_list_init(&cells, ctx);
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        for (size_t n = 0; n <= 3; n++) {
            const bt_pos to = {words, n, n, ctx};
            const bt_rules rules = {.size = sizeof rules, .look = looks[i]};
            const bt_game game = {.rules = &rules};
            const bt_move none = {.to = &to, .before = before};
            const bt_move first = {
                .to = &to, .was = n > 0, .now = n > 0, .before = before};
            const bt_move longer = {.to = &to, .was = 1, .now = 2, .before = before};
            bool strip = looks[i] == BT_LOOK_STRIP, queen = looks[i] == BT_LOOK_GRID;
            CHECK(bt_cells_of(&game, &none, &cells) == (strip || (queen && n == 2)) &&
                      bt_cells_of(&game, &first, &cells) ==
                          (strip || (queen && n == 2)) &&
                      !bt_cells_of(&game, &longer, &cells) && cells.n == 0,
                  "look %zu with %zu words", i, n);
        }
    bt_cell_list_free(&cells);
}

/* A played game, with the moves of both players. */
static void check_session(bt_context *ctx)
{
    static const char *const row[][4] = {
        {"tartan:ruler,twins", "TTT/TTH", "turn column 3 in rows 1 and 2",
         "\"cells\":[{\"part\":0,\"row\":0,\"column\":2,\"was\":0,\"now\":1},"
         "{\"part\":0,\"row\":1,\"column\":2,\"was\":1,\"now\":0}]"},
        {"northcott", "0-5,2-7", "in row 2 slide from square 2 to square 4",
         "\"cells\":[{\"part\":0,\"row\":1,\"column\":2,\"was\":1,\"now\":0},"
         "{\"part\":0,\"row\":1,\"column\":4,\"was\":0,\"now\":1}]"},
        {"nim", "3,4", "take 1 from pile 1", "\"changes\":[[0,0,3,2]]}"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        bt_game *game = NULL;
        bt_sum sum = {0};
        bt_session *session = NULL;
        bt_text out;
        bool quit = false;
        bt_text_init(&out, ctx);
        CHECK(bt_game_new(ctx, &bt_builtin, bt_span_of(row[i][0]), &game) == BT_OK &&
                  bt_sum_add(ctx, &sum, game, bt_span_of(row[i][1])) == BT_OK &&
                  bt_session_new(ctx, &bt_builtin, &sum,
                                 (bt_session_how){.seed = 1, .neighbour = true},
                                 &session) == BT_OK &&
                  bt_session_begin(session, &out) == BT_OK &&
                  bt_session_line(session, bt_span_of(row[i][2]), &out, &quit) ==
                      BT_OK &&
                  !bt_session_refused(session),
              "%s: %s", bt_message(ctx), bt_text_chars(&out));
        bt_text_clear(&out);
        CHECK(bt_session_json(session, &out) == BT_OK &&
                  strstr(bt_text_chars(&out), row[i][3]),
              "%s", bt_text_chars(&out));
        bt_session_free(session);
        bt_sum_free(ctx, &sum);
        bt_game_free(game);
        bt_text_free(&out);
    }
}

static void check_failing(void)
{
    static const char *const words[] = {"board", "ruler", "HTTHHTHT", "--json"};
    int code = 1;
    for (uint64_t k = 1; code != 0 && k < 3000; k++) {
        struct failing_host f;
        failing_host_init(&f, k);
        bt_context *ctx = bt_context_new(&f.host, 0);
        if (!ctx)
            continue;
        bt_text out;
        bt_text_init(&out, ctx);
        code = bt_ask(ctx, &bt_builtin, words, 4, &out);
        CHECK(code == 0 || bt_last_status(ctx) == BT_NOMEM, "allocation %d: %s", (int)k,
              bt_message(ctx));
        bt_text_free(&out);
        CHECK(bt_memory_used(ctx) == 0, "allocation %d: a leak", (int)k);
        bt_context_free(ctx);
    }
    CHECK(code == 0, "it never works");
}

int main(void)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    CHECK(rows_read("roots.t", check_root, ctx) > 60, "roots.t");
    for (size_t i = 0; i < BOARDS; i++)
        CHECK(seen[i] > 10, "%s: %u moves", on_boards[i], seen[i]);
    check_large(ctx);
    check_odd(ctx);
    check_session(ctx);
    CHECK(bt_memory_used(ctx) == 0, "a leak");
    bt_context_free(ctx);
    check_failing();
    return check_close();
}
