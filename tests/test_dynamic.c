/* SPDX-License-Identifier: MIT
 * Dynamic subtraction against the definition, written out here: outcomes and the sets
 * of winning moves; the notes' form of the theorem; numbers near 2^64. */
#include "check.h"
#include "failing_host.h"

#include <bouton/all.h>

enum { CHIPS = 300, MOST_WINNING = 64 };

/* is_p[n][m] for m <= n: a limit of more than n is a limit of n. */
static bool is_p[CHIPS + 1][CHIPS + 1];

static void fill_outcomes(unsigned factor, bt_play play)
{
    for (unsigned n = 0; n <= CHIPS; n++)
        for (unsigned m = 0; m <= n; m++) {
            bool terminal = m == 0, wins = false;
            for (unsigned x = 1; x <= m && !wins; x++) {
                unsigned left = n - x, limit = factor * x;
                wins = is_p[left][limit < left ? limit : left];
            }
            is_p[n][m] = terminal ? play == BT_NORMAL : !wins;
        }
}

/* The winning moves that the rules show, each as what it takes. */
struct winners {
    bt_visit visit;
    uint64_t from, factor, take[MOST_WINNING];
    size_t n;
    bool wrong_limit;
};

static bool keep_winner(bt_visit *visit, const bt_move *move)
{
    struct winners *w = (struct winners *)visit;
    const bt_pos *p = move->to;
    uint64_t take = w->from - p->x[0];
    uint64_t limit =
        take <= UINT64_MAX / w->factor ? take * w->factor : (uint64_t)UINT64_MAX;
    if (w->n == MOST_WINNING)
        return false;
    w->take[w->n++] = take;
    w->wrong_limit =
        w->wrong_limit || p->x[1] != limit || move->at != 0 || move->now != 2;
    return true;
}

static bt_outcome outcome_of(const bt_game *game, uint64_t n, uint64_t m)
{
    uint64_t x[2] = {n, m};
    bt_pos pos = {.x = x, .n = 2, .cap = 2};
    bt_answer answer;
    game->rules->theorem(game, &pos, &answer);
    return answer.outcome;
}

static struct winners winners_of(const bt_game *game, uint64_t factor, uint64_t n,
                                 uint64_t m)
{
    uint64_t x[2] = {n, m};
    bt_pos pos = {.x = x, .n = 2, .cap = 2};
    struct winners w = {.visit.option = keep_winner, .from = n, .factor = factor};
    bt_status status = bt_winning(game, &pos, (bt_rest){0}, &w.visit);
    CHECK(status == BT_OK && !w.visit.ended && x[0] == n && x[1] == m && !w.wrong_limit,
          "%s %llu:%llu: the winning walk", game->name, (unsigned long long)n,
          (unsigned long long)m);
    return w;
}

static bt_game *new_game(bt_context *ctx, uint64_t factor, bt_play play)
{
    char text[64];
    bt_game *game = NULL;
    snprintf(text, sizeof text, "dynamic:%llu%s", (unsigned long long)factor,
             play == BT_MISERE ? "/misere" : "");
    bt_status status = bt_game_new(ctx, &bt_builtin, bt_span_of(text), &game);
    CHECK(status == BT_OK, "%s: %s", text, bt_message(ctx));
    return game;
}

static bool same_winners(const struct winners *w, unsigned n, unsigned m)
{
    size_t found = 0;
    for (unsigned x = 1; x <= m; x++) {
        uint64_t left = n - x, limit = w->factor * x;
        if (is_p[left][limit < left ? limit : left]) {
            if (found == w->n || w->take[found] != x)
                return false;
            found++;
        }
    }
    return found == w->n;
}

static void check_definition(bt_context *ctx, unsigned factor, bt_play play)
{
    bt_game *game = new_game(ctx, factor, play);
    fill_outcomes(factor, play);
    for (unsigned n = 0; game && n <= CHIPS; n++)
        for (unsigned m = 0; m <= n; m++) {
            CHECK(outcome_of(game, n, m) == (is_p[n][m] ? BT_P : BT_N),
                  "%s %u:%u: the definition says %c", game->name, n, m,
                  is_p[n][m] ? 'P' : 'N');
            struct winners w = winners_of(game, factor, n, m);
            CHECK(same_winners(&w, n, m), "%s %u:%u: winning moves", game->name, n, m);
        }
    bt_game_free(game);
}

/* Notes 003, question 6 (e): the least power of 2 above m divides n. */
static void check_notes(bt_context *ctx)
{
    bt_game *game = new_game(ctx, 1, BT_NORMAL);
    for (uint64_t n = 0; game && n < 1024; n++)
        for (uint64_t m = 0, power = 1; m < 1024; m++) {
            while (power <= m)
                power *= 2;
            bool notes = n % power == 0;
            bool lowest = n == 0 || (n & (~n + 1)) > m;
            /* With m = 0 the power is 1 and both say P: no move is left. */
            CHECK(notes == lowest && outcome_of(game, n, m) == (notes ? BT_P : BT_N),
                  "%llu:%llu", (unsigned long long)n, (unsigned long long)m);
        }
    bt_game_free(game);
}

static uint64_t random_state = 1970;

static uint64_t random_u64(void)
{
    uint64_t x = 0;
    for (int i = 0; i < 4; i++) {
        random_state = random_state * 6364136223846793005u + 1442695040888963407u;
        x = x << 16 ^ random_state >> 40;
    }
    return x;
}

/* Of any number of digits. */
static uint64_t random_size(void)
{
    unsigned bits = (unsigned)(random_u64() % 64);
    return random_u64() >> bits;
}

/* Beyond any table: winning moves lead to P, and exist exactly in N; from P no move
 * that we try leads to P. */
static void check_large(bt_context *ctx, uint64_t factor, bt_play play)
{
    bt_game *game = new_game(ctx, factor, play);
    for (int round = 0; game && round < 2000; round++) {
        uint64_t n = random_size();
        uint64_t m = random_size();
        bt_outcome outcome = outcome_of(game, n, m);
        if (outcome == BT_UNKNOWN || n < 2 || m == 0)
            continue;
        struct winners w = winners_of(game, factor, n, m);
        CHECK((w.n > 0) == (outcome == BT_N), "%s %llu:%llu: %zu winning moves",
              game->name, (unsigned long long)n, (unsigned long long)m, w.n);
        for (size_t i = 0; i < w.n; i++) {
            uint64_t x = w.take[i];
            uint64_t limit = x <= UINT64_MAX / factor ? x * factor : UINT64_MAX;
            CHECK(x <= m && outcome_of(game, n - x, limit) == BT_P,
                  "%s %llu:%llu: taking %llu", game->name, (unsigned long long)n,
                  (unsigned long long)m, (unsigned long long)x);
        }
        for (int k = 0; k < 20 && outcome == BT_P; k++) {
            uint64_t x = 1 + random_size() % (m < n ? m : n);
            uint64_t limit = x <= UINT64_MAX / factor ? x * factor : UINT64_MAX;
            CHECK(outcome_of(game, n - x, limit) == BT_N, "%s %llu:%llu: taking %llu",
                  game->name, (unsigned long long)n, (unsigned long long)m,
                  (unsigned long long)x);
        }
    }
    bt_game_free(game);
}

static void check_edges(bt_context *ctx)
{
    const uint64_t top = (uint64_t)1 << 63, all = UINT64_MAX;
    bt_game *one = new_game(ctx, 1, BT_NORMAL), *two = new_game(ctx, 2, BT_NORMAL);
    bt_game *any = new_game(ctx, all, BT_NORMAL), *last = new_game(ctx, 1, BT_MISERE);
    CHECK(strcmp(one->name, "dynamic") == 0 && strcmp(two->name, "dynamic:2") == 0,
          "%s, %s: the canonical names", one->name, two->name);
    CHECK(outcome_of(one, top, top - 1) == BT_P && outcome_of(one, top, top) == BT_N,
          "2^63 chips");
    struct winners w = winners_of(one, 1, all, all);
    CHECK(w.n == 64, "2^64 - 1 chips: %zu winning moves", w.n);
    for (size_t i = 0; i < w.n; i++)
        CHECK(w.take[i] == all >> (63 - i), "winning move %zu", i);
    CHECK(outcome_of(last, top + 1, top - 1) == BT_P &&
              outcome_of(last, top + 1, top) == BT_N &&
              outcome_of(last, all, 1) == BT_P,
          "misere play near 2^64");
    uint64_t a = 1, b = 2;
    while (b <= all - a) {
        uint64_t next = a + b;
        CHECK(outcome_of(two, next, next - 1) == BT_P &&
                  outcome_of(two, next, next) == BT_N,
              "the Fibonacci number %llu", (unsigned long long)next);
        a = b;
        b = next;
    }
    CHECK(outcome_of(any, all, all - 1) == BT_P && outcome_of(any, all, all) == BT_N,
          "the next player takes all");
    bt_game_free(one);
    bt_game_free(two);
    bt_game_free(any);
    bt_game_free(last);
}

/* Where the table ends, the theorem says so instead of guessing. */
static void check_reach(bt_context *ctx)
{
    bt_game *wide = new_game(ctx, 1000, BT_NORMAL);
    bt_game *short_of = new_game(ctx, 1000000, BT_NORMAL);
    CHECK(outcome_of(wide, UINT64_MAX, 1) != BT_UNKNOWN, "factor 1000 reaches 2^64");
    CHECK(outcome_of(short_of, 1000001, 1000000) == BT_P &&
              outcome_of(short_of, 1000002, 1) == BT_N &&
              outcome_of(short_of, 1000002, 0) == BT_P &&
              outcome_of(short_of, UINT64_MAX, 0) == BT_P,
          "factor 1000000, small piles");
    CHECK(outcome_of(short_of, UINT64_MAX, 1) == BT_UNKNOWN,
          "factor 1000000 does not reach 2^64");
    CHECK(winners_of(short_of, 1000000, UINT64_MAX, 0).n == 0, "no move is left");
    bt_game_free(wide);
    bt_game_free(short_of);
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    for (bt_play play = BT_NORMAL; play <= BT_MISERE; play++) {
        static const uint64_t factors[] = {1, 2, 3, 7, 100, 1471, 2000, 70000};
        for (unsigned factor = 1; factor <= 6; factor++)
            check_definition(ctx, factor, play);
        check_definition(ctx, 100, play);
        check_definition(ctx, 299, play);
        for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++)
            check_large(ctx, factors[i], play);
    }
    check_notes(ctx);
    check_edges(ctx);
    check_reach(ctx);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "%llu bytes were not given back",
          (unsigned long long)host.live_bytes);
    return check_close();
}
