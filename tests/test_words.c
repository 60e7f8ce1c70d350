/* SPDX-License-Identifier: MIT
 * Positions from numbers. What a program reads in a position it can give back, in every
 * game and from every position that can be reached from the roots in roots.t; numbers
 * that are not a position are refused with a sentence, whatever they are. */
#include "check.h"
#include "failing_host.h"
#include "random.h"
#include "rowfile.h"

#include <bouton/all.h>

enum { MAX_RULES = 64, VISITED = 300, TRIES = 400, MOST_WORDS = 9 };
static unsigned taken[MAX_RULES], refused[MAX_RULES];

static size_t number_of(const bt_rules *rules)
{
    size_t i = 0;
    while (bt_registry_at(&bt_builtin, i) != rules)
        i++;
    return i;
}

/* A sum of one part, which is the position with these words; or none. */
struct made {
    bt_sum sum;
    bt_text text;
    bt_status status;
};

static struct made make(bt_context *ctx, const bt_game *game, const uint64_t *words,
                        size_t n)
{
    struct made m = {0};
    bt_text_init(&m.text, ctx);
    m.status = bt_sum_add_words(ctx, &m.sum, game, words, n);
    bt_sum_print(&m.text, &m.sum);
    return m;
}

static void unmake(bt_context *ctx, struct made *m)
{
    bt_text_free(&m->text);
    bt_sum_free(ctx, &m->sum);
}

static bool same(const bt_pos *a, const uint64_t *words, size_t n)
{
    return a->n == n && (n == 0 || memcmp(a->x, words, n * sizeof *words) == 0);
}

/* Words, text, words: nothing changes on the way. */
static void check_back(bt_context *ctx, const bt_game *game, const uint64_t *words,
                       size_t n)
{
    struct made m = make(ctx, game, words, n);
    bt_pos read;
    bt_pos_init(&read, ctx);
    CHECK(m.status == BT_OK && m.sum.n == 1 && same(&m.sum.part[0].pos, words, n),
          "%s: %s", game->name, bt_message(ctx));
    CHECK(game->rules->parse(ctx, game, bt_text_span(&m.text), &read) == BT_OK &&
              same(&read, words, n),
          "%s %s is read back otherwise", game->name, bt_text_chars(&m.text));
    bt_pos_free(&read);
    unmake(ctx, &m);
}

/* Positions that are still to be looked at, one after the other, some of them twice. */
struct queue {
    bt_visit visit;
    bt_summands found;
};

static bool enqueue(bt_visit *visit, const bt_move *move)
{
    struct queue *q = (struct queue *)visit;
    for (size_t i = 0; i < move->to->n; i++)
        bt_summands_put(&q->found, move->to->x[i]);
    bt_summands_end(&q->found);
    return q->found.end.n < VISITED;
}

static void check_reached(bt_context *ctx, const bt_game *game, const char *position)
{
    struct queue q = {.visit.option = enqueue};
    bt_sum sum = {0};
    bt_pos pos;
    bt_pos_init(&pos, ctx);
    bt_summands_init(&q.found, ctx);
    CHECK(bt_sum_add(ctx, &sum, game, bt_span_of(position)) == BT_OK, "%s %s: %s",
          game->name, position, bt_message(ctx));
    const bt_move root = {.to = &sum.part[0].pos};
    (void)enqueue(&q.visit, &root);
    for (size_t i = 0; i < q.found.end.n && q.found.status == BT_OK; i++) {
        const bt_pos next = bt_summand(&q.found, i);
        CHECK(bt_pos_copy(&pos, &next) == BT_OK, "memory");
        check_back(ctx, game, pos.x, pos.n);
        if (q.found.end.n < VISITED)
            CHECK(bt_options(game, &pos, &q.visit) == BT_OK, "%s", bt_message(ctx));
    }
    bt_summands_free(&q.found);
    bt_pos_free(&pos);
    bt_sum_free(ctx, &sum);
}

static bool few(bt_visit *visit, const bt_move *move)
{
    (void)move;
    return ++visit->part < 50;
}

/* Numbers that come to somebody's mind; small ones most often. */
static uint64_t some_number(uint64_t *random)
{
    static const uint64_t odd[] = {
        UINT64_MAX, UINT64_MAX - 1, 1ull << 63, (1ull << 63) - 1,
        1ull << 32, 65536,          65537,      1000};
    uint64_t x = random_next(random);
    return x % 8 == 0 ? odd[x / 8 % (sizeof odd / sizeof *odd)] : x / 8 % 9;
}

/* Whatever the numbers are, they are a position or get a sentence. */
static void check_random(bt_context *ctx, const bt_game *game, uint64_t seed)
{
    uint64_t random = seed * 2 + 1, words[MOST_WORDS];
    size_t rules = number_of(game->rules);
    for (int i = 0; i < TRIES; i++) {
        size_t n = random_next(&random) % (MOST_WORDS + 1);
        for (size_t k = 0; k < n; k++)
            words[k] = some_number(&random);
        if (n > 1 && i % 2 == 0) /* a row of coins must be as long as it says */
            words[0] = i % 4 ? n - 1 : 1;
        struct made m = make(ctx, game, i % 16 ? words : NULL, i % 16 ? n : 0);
        if (m.status == BT_OK) {
            bt_visit visit = {.option = few};
            check_back(ctx, game, words, n);
            bt_status status = bt_options(game, &m.sum.part[0].pos, &visit);
            CHECK(status == BT_OK || status == BT_UNABLE, "%s", bt_message(ctx));
            taken[rules]++;
        } else {
            CHECK((m.status == BT_DOMAIN || m.status == BT_SYNTAX ||
                   m.status == BT_UNABLE) &&
                      bt_message(ctx)[0] && m.sum.n == 0,
                  "%s: %s", game->name, bt_status_name(m.status));
            refused[rules]++;
        }
        unmake(ctx, &m);
    }
}

static void check_root(struct row *row, void *arg)
{
    bt_context *ctx = arg;
    bt_game *game = NULL;
    const char *rules = row->field[0];
    CHECK(bt_game_new(ctx, &bt_builtin, bt_span_of(rules), &game) == BT_OK, "%s: %s",
          rules, bt_message(ctx));
    if (!game)
        return;
    check_reached(ctx, game, row->field[1]);
    check_random(ctx, game, (uint64_t)row->line);
    bt_game_free(game);
}

/* The sentences say what is wrong with the numbers. */
static void check_sentences(bt_context *ctx)
{
    static const struct {
        const char *rules;
        uint64_t words[5];
        size_t n;
        const char *sentence;
    } row[] = {
        {"northcott",
         {1, 2, 3},
         3,
         "this position has 3 numbers; northcott expects two"},
        {"northcott", {1, 8}, 2, "there is no square 8: a row has squares 0 to 7"},
        {"northcott", {1, 2, 5, 5}, 4, "both coins of row 2 are on square 5"},
        {"northcott", {0}, 0, "this position has 0 numbers"},
        {"poker-nim", {3, 4}, 2, "this position has no pile; poker-nim expects piles"},
        {"poker-nim", {UINT64_MAX, 4, 0}, 3, "chips"},
        {"twins", {0}, 0, "twins expects the number of columns and then the coins"},
        {"twins", {0, 1}, 2, "one coin cannot lie in rows of 0"},
        {"twins", {2, 1, 0, 1, 1}, 5, "twins is played in one row, not in 2"},
        {"twins", {2, 1, 2}, 3, "2 is not a coin: 1 stands for heads"},
        {"tartan:ruler,twins", {3, 1, 0, 1, 1}, 5, "4 coins cannot lie in rows of 3"},
        {"graph:examples/teaser.dot", {99}, 1, "has no node number 99"},
        {"graph:examples/teaser.dot", {1, 2}, 2, "one number, that of a node"},
        {"wythoff", {3, 5, 7}, 3, "this position has 3 piles"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        bt_game *game = NULL;
        CHECK(bt_game_new(ctx, &bt_builtin, bt_span_of(row[i].rules), &game) == BT_OK,
              "%s", bt_message(ctx));
        struct made m = make(ctx, game, row[i].words, row[i].n);
        CHECK(m.status == BT_DOMAIN && strstr(bt_message(ctx), row[i].sentence),
              "%s: '%s'", row[i].rules, bt_message(ctx));
        unmake(ctx, &m);
        bt_game_free(game);
    }
}

/* A part that is refused leaves the other parts as they were. */
static void check_sum(bt_context *ctx)
{
    bt_game *nim = NULL, *coins = NULL, *turns = NULL;
    bt_sum sum = {0};
    CHECK(bt_game_new(ctx, &bt_builtin, bt_span_of("nim"), &nim) == BT_OK &&
              bt_game_new(ctx, &bt_builtin, bt_span_of("ruler"), &coins) == BT_OK &&
              bt_game_new(ctx, &bt_builtin, bt_span_of("northcott"), &turns) == BT_OK,
          "%s", bt_message(ctx));
    CHECK(bt_sum_add_words(ctx, &sum, nim, (const uint64_t[]){3, 4}, 2) == BT_OK &&
              bt_sum_add_words(ctx, &sum, coins, (const uint64_t[]){1, 5}, 2) ==
                  BT_DOMAIN &&
              sum.n == 1 &&
              bt_sum_add_words(ctx, &sum, turns, (const uint64_t[]){1, 5}, 2) ==
                  BT_DOMAIN &&
              strstr(bt_message(ctx), "cannot be a part of a sum") && sum.n == 1 &&
              bt_sum_add_words(ctx, &sum, coins, (const uint64_t[]){2, 0, 1}, 3) ==
                  BT_OK &&
              sum.n == 2,
          "%s", bt_message(ctx));
    bt_sum_free(ctx, &sum);
    bt_game_free(nim);
    bt_game_free(coins);
    bt_game_free(turns);
}

static void check_failing(void)
{
    bt_status status = BT_NOMEM;
    for (uint64_t k = 1; status != BT_OK && k < 100; k++) {
        struct failing_host f;
        bt_game *game = NULL;
        failing_host_init(&f, k);
        bt_context *ctx = bt_context_new(&f.host, 0);
        if (!ctx)
            continue;
        status = bt_game_new(ctx, &bt_builtin, bt_span_of("ruler"), &game);
        if (status == BT_OK) {
            bt_sum sum = {0};
            status = bt_sum_add_words(ctx, &sum, game, (const uint64_t[]){1, 1}, 2);
            CHECK((status == BT_OK) == (sum.n == 1), "half a part");
            bt_sum_free(ctx, &sum);
        }
        bt_game_free(game);
        CHECK(status == BT_OK || status == BT_NOMEM, "%s", bt_status_name(status));
        CHECK(bt_memory_used(ctx) == 0, "allocation %d: a leak", (int)k);
        bt_context_free(ctx);
    }
    CHECK(status == BT_OK, "it never works");
}

int main(void)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    CHECK(rows_read("roots.t", check_root, ctx) > 60, "roots.t");
    for (size_t i = 0; bt_registry_at(&bt_builtin, i); i++)
        CHECK(taken[i] > 0 && refused[i] > 0, "%s: %u times taken, %u times refused",
              bt_registry_at(&bt_builtin, i)->name, taken[i], refused[i]);
    check_sentences(ctx);
    check_sum(ctx);
    CHECK(bt_memory_used(ctx) == 0, "a leak");
    bt_context_free(ctx);
    check_failing();
    return check_close();
}
