/* SPDX-License-Identifier: MIT
 * What is drawn and what moves touch: on every position near the roots and the
 * examples, each handle that a move touches is in the drawing, and moves are told apart
 * by their handles; pins that are taken are compared with rows written out here;
 * sentences change nothing but themselves; pictures hold all shapes; every allocation
 * may fail. */
#include "check.h"
#include "failing_host.h"
#include "reachable.h"
#include "rowfile.h"
#include "rules/registry.h"

#include <bouton/all.h>

#include <stdlib.h>

/* A way to choose a move, its handles in ascending order. */
struct way {
    uint32_t *handle;
    size_t n, option;
};

struct seen {
    bt_visit visit;
    const bt_game *game;
    const bt_shapes *shapes;
    const char *name;
    bt_touches touches;
    struct way *way;
    size_t ways, options;
};

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int by_handles(const void *a, const void *b)
{
    const struct way *x = a, *y = b;
    size_t n = x->n < y->n ? x->n : y->n;
    int order = n > 0 ? memcmp(x->handle, y->handle, n * sizeof *x->handle) : 0;
    return order != 0 ? order : (x->n > y->n) - (x->n < y->n);
}

static bool is_drawn(const bt_shapes *shapes, uint32_t handle)
{
    for (const bt_shape *s = shapes->first; s; s = s->next)
        if (s->handle == handle)
            return true;
    return false;
}

static void add_way(struct seen *s, const uint32_t *handle, size_t n)
{
    s->way = realloc(s->way, (s->ways + 1) * sizeof *s->way);
    struct way *way = &s->way[s->ways++];
    *way = (struct way){malloc(n * sizeof *handle), n, s->options};
    memcpy(way->handle, handle, n * sizeof *handle);
    qsort(way->handle, n, sizeof *handle, ascending);
}

static bool see_option(bt_visit *visit, const bt_move *move)
{
    enum { MOST = 3000 };
    struct seen *s = (struct seen *)visit;
    bt_touches_of(s->game, move, &s->touches);
    CHECK(s->touches.status == BT_OK, "%s: %d", s->name, (int)s->touches.status);
    for (size_t i = 0, begin = 0; i <= s->touches.n; i++) {
        bool end = i == s->touches.n || s->touches.handle[i] == 0;
        if (!end)
            CHECK(is_drawn(s->shapes, s->touches.handle[i]),
                  "%s: handle %u of move %zu", s->name, (unsigned)s->touches.handle[i],
                  s->options);
        if (end && i > begin)
            add_way(s, s->touches.handle + begin, i - begin);
        if (end)
            begin = i + 1;
    }
    return ++s->options < MOST;
}

/* No two moves may be chosen in the same way, and each in some way. */
static void check_ways(struct seen *s, bool drawn)
{
    bool *chosen = calloc(s->options + 1, sizeof *chosen);
    if (s->ways > 0)
        qsort(s->way, s->ways, sizeof *s->way, by_handles);
    for (size_t i = 0; i < s->ways; i++) {
        chosen[s->way[i].option] = true;
        if (i > 0 && s->way[i].option != s->way[i - 1].option)
            CHECK(by_handles(&s->way[i], &s->way[i - 1]) != 0,
                  "%s: moves %zu and %zu touch the same", s->name, s->way[i].option,
                  s->way[i - 1].option);
    }
    for (size_t i = 0; i < s->options && drawn; i++)
        CHECK(chosen[i], "%s: move %zu touches nothing", s->name, i);
    free(chosen);
}

/* Whether there is anything to choose: what is too large is written as text. */
static bool has_handles(const bt_shapes *shapes)
{
    for (const bt_shape *s = shapes->first; s; s = s->next)
        if (s->handle != 0)
            return true;
    return false;
}

static bool stands(bt_look look)
{
    return look == BT_LOOK_PILES || look == BT_LOOK_STAIRS || look == BT_LOOK_STRIP ||
           look == BT_LOOK_TEXT;
}

/* Heaps that are drawn in full. */
static bool tells_apart(const bt_game *game, const bt_pos *pos)
{
    bt_look look = bt_look_of(game, pos);
    if (look == BT_LOOK_TEXT || look == BT_LOOK_NODES)
        return false;
    if (look == BT_LOOK_COINS || look == BT_LOOK_GRID)
        return true;
    for (size_t i = 0; i < pos->n; i++)
        if (pos->x[i] > (stands(look) ? 60 : 32) || (!stands(look) && pos->n > 20))
            return false;
    return true;
}

static unsigned count_chips(const bt_shapes *shapes, size_t word, bt_tone tone,
                            uint64_t value)
{
    unsigned n = 0;
    for (const bt_shape *s = shapes->first; s; s = s->next)
        n += s->kind == BT_DISC && s->tone == tone && s->word == word + 1 &&
             s->value == value;
    return n;
}

/* What a move makes of a number is what one chip says, or one empty place. */
struct values {
    bt_visit visit;
    const bt_shapes *shapes;
    const char *name;
    size_t n, seen;
};

static bool see_values(bt_visit *visit, const bt_move *move)
{
    struct values *v = (struct values *)visit;
    for (size_t i = 0; i < move->now && move->was == move->now; i++) {
        uint64_t from = move->before[i], to = bt_move_words(move)[i];
        size_t word = move->at + i;
        if (word >= v->n || from == to || from > 60 || to > 60)
            continue;
        CHECK(count_chips(v->shapes, word, to < from ? BT_TONE_CHIP : BT_TONE_PLACE,
                          to) == 1,
              "%s: word %zu to %llu", v->name, word, (unsigned long long)to);
    }
    return ++v->seen < 1000;
}

/* Every number has a floor that says what it is, its chips, and its places. */
static void check_standing(const bt_game *game, bt_pos *pos, const bt_shapes *shapes,
                           const char *name)
{
    size_t n = pos->n - (game->rules->last == BT_LAST_LIMIT);
    for (size_t i = 0; i < n; i++) {
        unsigned floors = 0, stacks = 0, chips = 0;
        for (const bt_shape *s = shapes->first; s; s = s->next) {
            bool own = s->word == i + 1, chip = s->tone == BT_TONE_CHIP;
            floors += own && s->kind == BT_SQUARE && !chip && s->value == pos->x[i];
            stacks += own && s->kind == BT_SQUARE && chip && s->value == pos->x[i];
            chips += own && s->kind == BT_DISC && chip;
        }
        CHECK(floors == 1, "%s: word %zu has %u floors", name, i, floors);
        CHECK(stacks == (pos->x[i] > 60), "%s: word %zu, %u stacks", name, i, stacks);
        CHECK(stacks == 1 || chips == pos->x[i], "%s: word %zu, %u chips", name, i,
              chips);
    }
    struct values v = {
        .visit.option = see_values, .shapes = shapes, .name = name, .n = n};
    CHECK(bt_options(game, pos, &v.visit) == BT_OK, "%s", name);
}

/* A picture that is only looked at. */
static void check_brief(bt_context *ctx, const bt_game *game, const bt_pos *pos,
                        const char *name)
{
    bt_shapes shapes;
    bt_shapes_init(&shapes, ctx);
    shapes.brief = true;
    bt_shapes_of(game, pos, &shapes);
    CHECK(bt_shapes_status(&shapes) == BT_OK, "%s: %s", name, bt_message(ctx));
    for (const bt_shape *s = shapes.first; s; s = s->next) {
        CHECK(s->kind != BT_DISC || s->tone != BT_TONE_PLACE, "%s: a place", name);
        CHECK(s->word <= 24 || s->word == pos->n, "%s: heap %u", name,
              (unsigned)s->word);
    }
    bt_shapes_free(&shapes);
}

static void check_position(bt_context *ctx, const bt_game *game, bt_pos *pos)
{
    char name[512];
    bt_shapes shapes;
    bt_text text;
    bt_text_init(&text, ctx);
    game->rules->print(game, pos, &text);
    snprintf(name, sizeof name, "%s %s", game->name, bt_text_chars(&text));
    bt_shapes_init(&shapes, ctx);
    bt_shapes_of(game, pos, &shapes);
    CHECK(bt_shapes_status(&shapes) == BT_OK, "%s: %s", name, bt_message(ctx));
    CHECK(shapes.first && shapes.count > 0, "%s: nothing is drawn", name);
    struct seen s = {
        .visit.option = see_option, .game = game, .shapes = &shapes, .name = name};
    bt_touches_init(&s.touches, ctx);
    CHECK(bt_options(game, pos, &s.visit) == BT_OK, "%s: %s", name, bt_message(ctx));
    if (stands(bt_look_of(game, pos)) && pos->n <= 1000)
        check_standing(game, pos, &shapes, name);
    check_brief(ctx, game, pos, name);
    if (tells_apart(game, pos))
        check_ways(&s, has_handles(&shapes));
    for (size_t i = 0; i < s.ways; i++)
        free(s.way[i].handle);
    free(s.way);
    bt_touches_free(&s.touches);
    bt_shapes_free(&shapes);
    bt_text_free(&text);
}

enum { NEAR = 40 };

static bool gather(bt_visit *visit, const bt_move *move)
{
    return reachable_option(visit, move) && ((struct reachable *)visit)->n < NEAR;
}

/* The position, and what one move leads to. */
static void check_near(bt_context *ctx, const char *rules, const char *position)
{
    bt_game *game = NULL;
    bt_pos pos, near;
    bt_pos_init(&pos, ctx);
    bt_pos_init(&near, ctx);
    bt_status status = bt_game_new(ctx, &bt_builtin, bt_span_of(rules), &game);
    if (status == BT_OK)
        status = game->rules->parse(ctx, game, bt_span_of(position), &pos);
    if (status != BT_OK) { /* a file that the test host does not open */
        CHECK(status == BT_UNABLE || status == BT_IO, "%s: %s", rules, bt_message(ctx));
    } else {
        struct reachable r = {.visit.option = gather,
                              .words = pos.n + 8 + game->rules->grows};
        r.work = calloc(r.words, sizeof *r.work);
        check_position(ctx, game, &pos);
        if (pos.n < 64)
            CHECK(bt_options(game, &pos, &r.visit) == BT_OK, "%s", bt_message(ctx));
        for (size_t i = 0; i < r.n; i++) {
            const uint64_t *x = r.x + i * r.words;
            near.n = 0;
            for (size_t k = 0; k < x[0]; k++)
                CHECK(bt_pos_push(&near, x[1 + k]) == BT_OK, "room");
            check_position(ctx, game, &near);
        }
        free(r.work);
        free(r.x);
        free(r.slot);
    }
    bt_pos_free(&pos);
    bt_pos_free(&near);
    bt_game_free(game);
}

static void check_root(struct row *row, void *ctx)
{
    check_near(ctx, row->field[0], row->field[1]);
}

static void check_examples(bt_context *ctx)
{
    const bt_rules *rules;
    for (size_t i = 0; (rules = bt_registry_at(&bt_builtin, i)) != NULL; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s%s%s", rules->name,
                 rules->example_param ? ":" : "",
                 rules->example_param ? rules->example_param : "");
        for (const bt_example *e = rules->examples;
             e->position && rules->param != BT_PARAM_FILE; e++)
            check_near(ctx, text, e->position);
    }
    check_near(ctx, "nim", "18446744073709551615,1");
    check_near(ctx, "nim", "60,61,33");
    check_near(ctx, "nim", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2");
    check_near(ctx, "cheating", "3,40:61");
    check_near(ctx, "cheating", "0,40:12");
    check_near(ctx, "staircase", "58,5,0,70");
    check_near(ctx, "nimble", "0,13,0,60");
    check_near(ctx, "kayles", "1000000000000,3");
    check_near(ctx, "wythoff", "15,15");
    check_near(ctx, "wythoff", "16,3");
    check_near(ctx, "northcott:1000000", "0-999999");
    check_near(ctx, "silver-dollar", "1,9223372036854775807");
    check_near(ctx, "poker-nim", "1,2,3,4,5,6,7,8,9,10:2,0");
    check_near(ctx, "hex:8.8", "5,4");
}

/* Every run of pins that may be knocked down, and what stays, against the ways of the
 * one option that leads there. */
struct run {
    bt_visit visit;
    const bt_game *game;
    bt_touches touches;
    size_t first, pins;
    uint64_t left, right;
    unsigned found, wrong;
};

static bool sees_run(bt_visit *visit, const bt_move *move)
{
    struct run *r = (struct run *)visit;
    const uint64_t *now = bt_move_words(move);
    uint64_t a = move->now > 0 ? now[0] : 0, b = move->now > 1 ? now[1] : 0;
    bool same = (a == r->left && b == r->right) || (a == r->right && b == r->left);
    bt_touches_of(r->game, move, &r->touches);
    const bt_touches *t = &r->touches;
    bool has = false;
    for (size_t i = 0; i < t->n; i++) {
        bool begins = i == 0 || t->handle[i - 1] == 0;
        bool fits = begins && i + r->pins <= t->n &&
                    (i + r->pins == t->n || t->handle[i + r->pins] == 0);
        for (size_t k = 0; fits && k < r->pins; k++)
            fits = t->handle[i + k] == bt_chip_handle(0, r->first + k);
        has = has || fits;
    }
    r->found += has && same;
    r->wrong += has && !same;
    return true;
}

static void check_pins(bt_context *ctx)
{
    bt_game *game = NULL;
    bt_pos pos;
    bt_pos_init(&pos, ctx);
    CHECK(bt_game_new(ctx, &bt_builtin, bt_span_of("kayles"), &game) == BT_OK,
          "kayles");
    for (uint64_t n = 1; n <= 12; n++)
        for (size_t pins = 1; pins <= 2; pins++)
            for (size_t first = 0; first + pins <= n; first++) {
                struct run r = {.visit.option = sees_run,
                                .game = game,
                                .first = first,
                                .pins = pins,
                                .left = first,
                                .right = n - first - pins};
                bt_touches_init(&r.touches, ctx);
                pos.n = 0;
                CHECK(bt_pos_push(&pos, n) == BT_OK, "room");
                CHECK(bt_options(game, &pos, &r.visit) == BT_OK, "options");
                CHECK(r.found == 1 && r.wrong == 0,
                      "row %llu, pin %zu, %zu pins: %u %u", (unsigned long long)n,
                      first, pins, r.found, r.wrong);
                bt_touches_free(&r.touches);
            }
    bt_pos_free(&pos);
    bt_game_free(game);
}

/* The member "light" of a session after three hints, and the hints themselves. */
static void three_hints(bt_context *ctx, const bt_rules *rules, const char *position,
                        bt_text *light, bt_text *said)
{
    bt_registry *one = NULL;
    bt_session_how how = {0};
    bt_session *session = NULL;
    bt_game *game = NULL;
    bt_sum sum = {0};
    bt_text json;
    bt_text_init(&json, ctx);
    bt_status status = bt_registry_new(ctx, NULL, &one);
    if (status == BT_OK)
        status = bt_registry_add(one, rules);
    if (status == BT_OK)
        status = bt_game_new(ctx, one, bt_span_of(rules->name), &game);
    if (status == BT_OK)
        status = bt_sum_add(ctx, &sum, game, bt_span_of(position));
    if (status == BT_OK)
        status = bt_session_new(ctx, one, &sum, how, &session);
    for (int i = 0; i < 3 && status == BT_OK; i++)
        status = bt_session_line(session, bt_span_of("hint"), said, &(bool){false});
    if (status == BT_OK)
        status = bt_session_json(session, &json);
    CHECK(status == BT_OK, "%s", bt_message(ctx));
    const char *at = strstr(bt_text_chars(&json), "\"light\":");
    CHECK(at, "no light for %s", rules->name);
    const char *end = at ? strchr(at, '}') : NULL;
    if (at && end)
        bt_text_put_span(light, (bt_span){at, (size_t)(end - at)});
    bt_session_free(session);
    bt_sum_free(ctx, &sum);
    bt_game_free(game);
    bt_registry_free(one);
    bt_text_free(&json);
}

static void say_nonsense(const bt_game *g, const bt_move *move, bt_text *text)
{
    (void)g;
    bt_text_format(text, "from pile 7 to heap 9, x: %zu", move->at);
}

/* Whatever the rules say, the facts of a hint are the same. */
static void check_sentences(bt_context *ctx)
{
    static const char *const game[][2] = {{"nim", "3,4,6"},
                                          {"kayles", "5,3"},
                                          {"staircase", "2,0,3"},
                                          {"wythoff", "3,4"}};
    for (size_t i = 0; i < sizeof game / sizeof game[0]; i++) {
        const bt_rules *rules = bt_registry_find(&bt_builtin, bt_span_of(game[i][0]));
        bt_rules other = *rules;
        bt_text light[2], said[2];
        other.say = say_nonsense;
        other.heap_word = "thing 3";
        for (int k = 0; k < 2; k++) {
            bt_text_init(&light[k], ctx);
            bt_text_init(&said[k], ctx);
            three_hints(ctx, k ? &other : rules, game[i][1], &light[k], &said[k]);
        }
        CHECK(strcmp(bt_text_chars(&light[0]), bt_text_chars(&light[1])) == 0,
              "%s: %s, %s", game[i][0], bt_text_chars(&light[0]),
              bt_text_chars(&light[1]));
        CHECK(strcmp(bt_text_chars(&said[0]), bt_text_chars(&said[1])) != 0,
              "%s: the sentences are the same", game[i][0]);
        CHECK(strstr(bt_text_chars(&said[1]), "thing 3"), "%s says %s", game[i][0],
              bt_text_chars(&said[1]));
        for (int k = 0; k < 2; k++) {
            bt_text_free(&light[k]);
            bt_text_free(&said[k]);
        }
    }
}

static unsigned count_of(const char *text, const char *word)
{
    unsigned n = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        n++;
    return n;
}

static bt_status draw(bt_context *ctx, const char *rules, const char *position,
                      bt_picture kind, bt_text *out, unsigned *discs)
{
    bt_game *game = NULL;
    bt_pos pos;
    bt_shapes shapes;
    bt_pos_init(&pos, ctx);
    bt_shapes_init(&shapes, ctx);
    bt_status status = bt_game_new(ctx, &bt_builtin, bt_span_of(rules), &game);
    if (status == BT_OK)
        status = game->rules->parse(ctx, game, bt_span_of(position), &pos);
    if (status == BT_OK) {
        bt_shapes_of(game, &pos, &shapes);
        status = bt_shapes_status(&shapes);
    }
    const bt_board_part part = {"<a & b>", &shapes};
    if (status == BT_OK) {
        bt_draw_board(&part, 1, kind, out);
        status = bt_text_status(out);
    }
    *discs = 0;
    for (const bt_shape *s = shapes.first; s; s = s->next)
        *discs += s->kind == BT_DISC && s->tone != BT_TONE_PLACE;
    bt_shapes_free(&shapes);
    bt_pos_free(&pos);
    bt_game_free(game);
    return status;
}

static const char *const drawn[][2] = {
    {"nim", "3,0,40"},      {"staircase", "2,0,12"},  {"nimble", "0,40,1"},
    {"kayles", "5,3"},      {"grundy", "6"},          {"tartan:ruler,twins", "HT/TH"},
    {"wythoff", "3,5"},     {"northcott", "0-5,2-7"}, {"silver-dollar", "1,4"},
    {"poker-nim", "3:1,2"}, {"dynamic", "9:3"},       {"cheating", "3,4:2"},
};

static void check_pictures(bt_context *ctx)
{
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        bt_text svg, tex;
        unsigned discs;
        bt_text_init(&svg, ctx);
        bt_text_init(&tex, ctx);
        CHECK(draw(ctx, drawn[i][0], drawn[i][1], BT_SVG, &svg, &discs) == BT_OK, "%s",
              bt_message(ctx));
        CHECK(draw(ctx, drawn[i][0], drawn[i][1], BT_TEX, &tex, &discs) == BT_OK, "%s",
              bt_message(ctx));
        CHECK(count_of(bt_text_chars(&svg), "<circle") == discs, "%s: circles",
              drawn[i][0]);
        CHECK(count_of(bt_text_chars(&tex), "circle[") == discs, "%s: circles in TeX",
              drawn[i][0]);
        CHECK(strstr(bt_text_chars(&svg), "&lt;a &amp; b&gt;"), "%s: the title",
              drawn[i][0]);
        bt_text_free(&svg);
        bt_text_free(&tex);
    }
}

static void check_failing(const char *rules, const char *position)
{
    for (uint64_t k = 1;; k++) {
        struct failing_host f;
        bt_text out;
        unsigned discs;
        failing_host_init(&f, k);
        bt_context *ctx = bt_context_new(&f.host, 0);
        if (ctx) {
            bt_text_init(&out, ctx);
            bt_status status = draw(ctx, rules, position, BT_SVG, &out, &discs);
            CHECK(status == BT_OK || status == BT_NOMEM, "%s: %d", rules, (int)status);
            CHECK(f.calls < k || status == BT_NOMEM,
                  "%s: allocation %llu was forgotten", rules, (unsigned long long)k);
            bt_text_free(&out);
        }
        bt_context_free(ctx);
        CHECK(f.live_bytes == 0, "%s: %llu bytes at %llu", rules,
              (unsigned long long)f.live_bytes, (unsigned long long)k);
        if (f.calls < k)
            break;
    }
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    CHECK(rows_read("roots.t", check_root, ctx) > 0, "roots.t has no rows");
    check_examples(ctx);
    check_pins(ctx);
    check_sentences(ctx);
    check_pictures(ctx);
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++)
        check_failing(drawn[i][0], drawn[i][1]);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "%llu bytes were not given back",
          (unsigned long long)host.live_bytes);
    return check_close();
}
