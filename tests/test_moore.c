/* SPDX-License-Identifier: MIT
 * Moore's Nim_k against definitions written out here: outcomes and Grundy values by mex
 * over every vector that a move can leave, on all small positions; the constructed move
 * there and on huge piles; the walk over winning moves against the options that are P.
 */
#include "check.h"
#include "failing_host.h"

#include "rules/moore_move.h"

#include <bouton/all.h>

static uint64_t random_state = 1910;

static uint64_t random_u64(void)
{
    uint64_t x = random_state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

typedef unsigned long long ull;

/* The columns of the theorem, counted here for themselves. */
static bool is_p(const uint64_t *x, size_t n, uint64_t k, bt_play play)
{
    uint64_t ones[64] = {0};
    bool large = false;
    for (size_t i = 0; i < n; i++) {
        large = large || x[i] > 1;
        for (int c = 0; c < 64; c++)
            ones[c] += x[i] >> c & 1;
    }
    if (k < UINT64_MAX)
        for (int c = 0; c < 64; c++)
            ones[c] %= k + 1;
    if (play == BT_MISERE && !large)
        return ones[0] == 1;
    for (int c = 0; c < 64; c++)
        if (ones[c] != 0)
            return false;
    return true;
}

static bool is_empty(const uint64_t *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (x[i] > 0)
            return false;
    return true;
}

/* The constructed move of a position: legal, winning, taken back, and its columns say
 * what was done. */
static void check_move(uint64_t *x, size_t n, uint64_t k, bt_play play, uint64_t *after,
                       bti_moore_row *row)
{
    bti_moore_column column[BTI_MOORE_COLUMNS];
    bool lost = is_p(x, n, k, play) || is_empty(x, n), good = true;
    memcpy(after, x, n * sizeof *x);
    size_t rows = bti_moore_move(after, n, k, play, row, column);
    size_t changed = 0;
    for (size_t i = 0; i < n; i++) {
        changed += after[i] != x[i];
        good = good && after[i] <= x[i];
    }
    good = good && changed == rows && rows <= k && (rows == 0) == lost;
    for (size_t i = 0; i < rows; i++) {
        uint64_t above = row[i].column == 63 ? 0 : UINT64_MAX << (row[i].column + 1);
        good = good && row[i].from == x[row[i].pile] &&
               row[i].to == after[row[i].pile] && row[i].from >> row[i].column & 1 &&
               (row[i].from & above) == (row[i].to & above) &&
               (~row[i].to >> row[i].column & 1);
    }
    CHECK(good && (lost || is_p(after, n, k, play)), "k=%llu play %d: a bad move, %zu",
          (ull)k, play, rows);
    good = true;
    for (unsigned c = 0; c < BTI_MOORE_COLUMNS; c++) {
        uint64_t before = 0, chosen = 0, put = 0, ones = 0;
        for (size_t i = 0; i < n; i++)
            ones += x[i] >> c & 1;
        for (size_t i = 0; i < rows; i++) {
            before += row[i].column > c;
            chosen += row[i].column == c;
            put += row[i].column > c && (row[i].to >> c & 1);
            ones -= row[i].column > c && (row[i].from >> c & 1);
        }
        const bti_moore_column *col = &column[c];
        good = good && col->before == before && col->chosen == chosen &&
               col->put == put && col->ones == ones &&
               col->s == bti_moore_rest(ones, col->target, k) && col->target <= 1 &&
               (chosen == 0 || chosen == col->s) &&
               (put == 0 || (chosen == 0 && put == k - col->s + 1));
    }
    CHECK(good || is_empty(x, n), "k=%llu play %d: the columns tell another story",
          (ull)k, play);
    bti_moore_undo(after, row, rows);
    CHECK(memcmp(after, x, n * sizeof *x) == 0, "the move is not taken back");
}

/* Walks, as lists of targets. */
struct list {
    bt_visit visit;
    const uint64_t *origin;
    uint64_t k;
    bt_play play;
    uint64_t *words; /* n for each target */
    size_t n, count, cap;
    bool only_p;      /* keep those that are P */
    size_t stop_at;   /* 0: never */
    bool outside;     /* something changed outside first .. first+count */
    bool out_of_line; /* not P */
};

static bool keep(bt_visit *visit, const bt_move *move)
{
    struct list *l = (struct list *)visit;
    const bt_pos *p = move->to;
    size_t after = move->at + move->now;
    for (size_t i = 0; i < p->n; i++) {
        bool same = p->x[i] == l->origin[i];
        bool end = i == move->at || i == after - 1;
        if (i < move->at || i >= after ? !same : end && same)
            l->outside = true;
    }
    if (memcmp(move->before, l->origin + move->at, move->was * sizeof *p->x) != 0)
        l->outside = true;
    bool p_position = is_p(p->x, p->n, l->k, l->play);
    l->out_of_line = l->out_of_line || !p_position;
    if (l->only_p && !p_position)
        return true;
    if (l->count == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 64;
        l->words = realloc(l->words, l->cap * p->n * sizeof *l->words);
    }
    memcpy(l->words + l->count++ * p->n, p->x, p->n * sizeof *p->x);
    return l->count != l->stop_at;
}

struct question {
    bt_context *ctx;
    bt_game *game;
    uint64_t k;
};

static void question_begin(struct question *q, bt_context *ctx, uint64_t k,
                           bt_play play)
{
    char rules[64];
    snprintf(rules, sizeof rules, "moore:%llu%s", (ull)k,
             play == BT_MISERE ? "/misere" : "");
    *q = (struct question){.ctx = ctx, .k = k};
    bt_status status = bt_game_new(ctx, &bt_builtin, bt_span_of(rules), &q->game);
    CHECK(status == BT_OK, "%s: %s", rules, bt_message(ctx));
}

static bt_status walk_winning(struct question *q, uint64_t *x, size_t n, size_t stop_at,
                              struct list *l)
{
    uint64_t *origin = malloc((n + 1) * sizeof *origin);
    memcpy(origin, x, n * sizeof *x);
    bt_pos p = {.x = x, .n = n, .cap = n, .ctx = q->ctx};
    *l = (struct list){.visit.option = keep,
                       .origin = origin,
                       .k = q->k,
                       .play = q->game->play,
                       .n = n,
                       .stop_at = stop_at};
    bt_status status = bt_winning(q->game, &p, (bt_rest){0}, &l->visit);
    CHECK(!l->outside && !l->out_of_line && memcmp(origin, x, n * sizeof *x) == 0,
          "%s: a bad winning move, or the position is not restored", q->game->name);
    free(origin);
    return status;
}

static void compare_walks(struct question *q, uint64_t *x, size_t n)
{
    struct list mine, all = {.visit.option = keep,
                             .origin = x,
                             .k = q->k,
                             .play = q->game->play,
                             .n = n,
                             .only_p = true};
    uint64_t origin[8];
    bt_pos p = {.x = origin, .n = n, .cap = n, .ctx = q->ctx};
    memcpy(origin, x, n * sizeof *x);
    bt_status status = bt_options(q->game, &p, &all.visit);
    CHECK(status == BT_OK && !all.outside && memcmp(origin, x, n * sizeof *x) == 0,
          "%s: options", q->game->name);
    status = walk_winning(q, x, n, 0, &mine);
    CHECK(status == BT_OK && !mine.visit.more && mine.count == all.count &&
              (mine.count == 0 ||
               memcmp(mine.words, all.words, n * mine.count * sizeof *x) == 0),
          "%s: %zu winning moves, %zu options are P", q->game->name, mine.count,
          all.count);
    free(mine.words);
    free(all.words);
}

/* All positions of `n` piles of at most `most` chips, numbered as in base most+1: a
 * move makes the number smaller. */
enum { MAX_TABLE = 3125 };
struct table {
    size_t n, size;
    uint64_t base;
    unsigned value[MAX_TABLE];
    bool misere_p[MAX_TABLE];
};

static void digits_of(const struct table *t, size_t index, uint64_t *x)
{
    for (size_t i = 0; i < t->n; i++, index /= (size_t)t->base)
        x[i] = index % t->base;
}

static bool is_move(const uint64_t *x, const uint64_t *y, size_t n, uint64_t k)
{
    uint64_t changed = 0;
    for (size_t i = 0; i < n; i++) {
        if (y[i] > x[i])
            return false;
        changed += y[i] < x[i];
    }
    return changed >= 1 && changed <= k;
}

static void fill_table(struct table *t, size_t n, uint64_t most, uint64_t k)
{
    static size_t seen[MAX_TABLE + 1];
    static uint64_t digits[MAX_TABLE][8];
    memset(seen, 0, sizeof seen);
    t->n = n;
    t->base = most + 1;
    t->size = 1;
    for (size_t i = 0; i < n; i++)
        t->size *= (size_t)t->base;
    for (size_t a = 0; a < t->size; a++) {
        bool to_p = a == 0;
        digits_of(t, a, digits[a]);
        for (size_t b = 0; b < a; b++)
            if (is_move(digits[a], digits[b], n, k)) {
                seen[t->value[b]] = a + 1;
                to_p = to_p || t->misere_p[b];
            }
        t->value[a] = 0;
        while (seen[t->value[a]] == a + 1)
            t->value[a]++;
        t->misere_p[a] = !to_p;
    }
}

static void check_theorem(struct question *q, const struct table *t, size_t index,
                          uint64_t *x)
{
    bt_pos p = {.x = x, .n = t->n, .cap = t->n, .ctx = q->ctx};
    bt_answer answer;
    q->game->rules->theorem(q->game, &p, &answer);
    bool lost = q->game->play == BT_MISERE ? t->misere_p[index] : t->value[index] == 0;
    size_t piles = 0;
    for (size_t i = 0; i < t->n; i++)
        piles += x[i] > 0;
    CHECK(answer.outcome == (lost ? BT_P : BT_N) &&
              lost == is_p(x, t->n, q->k, q->game->play),
          "%s %zu: the outcome", q->game->name, index);
    bool known = q->k == 1 || piles <= q->k + 1;
    CHECK(answer.has_grundy == known && (!known || answer.grundy == t->value[index]),
          "%s %zu: the value is %u, not %llu", q->game->name, index, t->value[index],
          (ull)answer.grundy);
}

static void check_small(bt_context *ctx, size_t n, uint64_t most)
{
    static struct table t;
    for (uint64_t k = 1; k <= 4; k++) {
        fill_table(&t, n, most, k);
        for (bt_play play = BT_NORMAL; play <= BT_MISERE; play++) {
            struct question q;
            question_begin(&q, ctx, k, play);
            for (size_t index = 0; index < t.size; index++) {
                uint64_t x[8];
                digits_of(&t, index, x);
                check_theorem(&q, &t, index, x);
                compare_walks(&q, x, n);
            }
            bt_game_free(q.game);
        }
    }
}

/* Every position of five piles of at most six chips, and seven of at most two. */
static void check_small_moves(size_t n, uint64_t most)
{
    struct table t = {.n = n, .base = most + 1, .size = 1};
    for (size_t i = 0; i < n; i++)
        t.size *= (size_t)t.base;
    for (uint64_t k = 1; k <= 5; k++)
        for (size_t index = 0; index < t.size; index++) {
            uint64_t x[8], after[8];
            bti_moore_row row[8];
            digits_of(&t, index, x);
            check_move(x, n, k == 5 ? UINT64_MAX : k, BT_NORMAL, after, row);
            check_move(x, n, k == 5 ? UINT64_MAX : k, BT_MISERE, after, row);
        }
}

/* Some positions that are too large for tables. In the first, pile 5 must go below 4 so
 * that pile 8 can become 6: it matters which pile gets a needed one. */
static void check_random_walks(bt_context *ctx)
{
    struct question q;
    uint64_t x[6] = {5, 8, 1, 6, 6, 4};
    question_begin(&q, ctx, 3, BT_NORMAL);
    compare_walks(&q, x, 6);
    bt_game_free(q.game);
    for (int round = 0; round < 100; round++) {
        uint64_t k = 1 + random_u64() % 4;
        size_t n = 2 + random_u64() % 5;
        uint64_t most = n >= 4 && k >= 3 ? 9 : 24;
        question_begin(&q, ctx, k, round % 2 ? BT_MISERE : BT_NORMAL);
        for (size_t i = 0; i < n; i++)
            x[i] = random_u64() % (most + 1);
        compare_walks(&q, x, n);
        bt_game_free(q.game);
    }
}

/* Piles of up to 64 bits: winning moves come one after the other, in order, however
 * many there are. */
static void check_huge_walks(bt_context *ctx)
{
    for (int round = 0; round < 200; round++) {
        enum { SOME = 50 };
        uint64_t x[8], k = 1 + random_u64() % 6;
        size_t n = 2 + random_u64() % 7;
        struct question q;
        struct list l;
        question_begin(&q, ctx, k, round % 2 ? BT_MISERE : BT_NORMAL);
        for (size_t i = 0; i < n; i++)
            x[i] = random_u64() >> (round % 3 == 0 ? random_u64() % 64 : 0);
        bool won = !is_p(x, n, k, q.game->play) && !is_empty(x, n), good = true;
        bt_status status = walk_winning(&q, x, n, SOME, &l);
        for (size_t i = 0; i < l.count; i++)
            good = good && is_move(x, l.words + i * n, n, k);
        for (size_t i = 1; i < l.count; i++)
            good = good &&
                   memcmp(l.words + i * n, l.words + (i - 1) * n, n * sizeof *x) != 0;
        CHECK(good && (l.count > 0) == won && status == BT_OK &&
                  l.visit.ended == (l.count == SOME),
              "%s: %zu moves", q.game->name, l.count);
        free(l.words);
        bt_game_free(q.game);
    }
}

static void check_huge_moves(void)
{
    enum { PILES = 1000 };
    static uint64_t x[PILES], after[PILES];
    static bti_moore_row row[PILES];
    for (int round = 0; round < 60; round++) {
        static const uint64_t ks[] = {1, 2, 3, 7, 30, 64, 500, 999, 1000, UINT64_MAX};
        uint64_t k = ks[round % 10];
        for (size_t i = 0; i < PILES; i++)
            x[i] = random_u64() >> (round < 30 ? 4 : random_u64() % 64);
        check_move(x, PILES, k, BT_NORMAL, after, row);
        for (size_t i = 0; i < PILES && round >= 50; i++)
            x[i] = i % 250 == 7 ? x[i] : x[i] & 1; /* few large piles */
        check_move(x, PILES, k, BT_MISERE, after, row);
    }
}

static void check_million_piles(void)
{
    enum { PILES = 1000000 };
    size_t bytes = PILES * sizeof(uint64_t);
    uint64_t *x = malloc(bytes), *after = malloc(bytes);
    bti_moore_row *row = malloc(PILES * sizeof *row);
    for (size_t i = 0; i < PILES; i++)
        x[i] = random_u64();
    for (uint64_t k = 2; k <= 2000000; k *= 1000) {
        memcpy(after, x, bytes);
        size_t rows = bti_moore_move(after, PILES, k, BT_NORMAL, row, NULL);
        CHECK(rows > 0 && rows <= k && is_p(after, PILES, k, BT_NORMAL),
              "a million piles, k=%llu", (ull)k);
    }
    free(x);
    free(after);
    free(row);
}

/* Too many sets of piles to try: one move is constructed, and the walk says so. */
static void check_constructed(bt_context *ctx, size_t n, uint64_t k, bt_play play,
                              bool more)
{
    uint64_t *x = malloc(n * sizeof *x);
    struct question q;
    struct list l;
    question_begin(&q, ctx, k, play);
    for (size_t i = 0; i < n; i++)
        x[i] = random_u64();
    bt_status status = walk_winning(&q, x, n, 0, &l);
    CHECK(status == BT_OK && l.visit.more == more && l.count == 1,
          "%s, %zu piles: %zu moves", q.game->name, n, l.count);
    free(l.words);
    status = walk_winning(&q, x, n, 1, &l);
    CHECK(status == BT_OK && l.visit.ended && l.count == 1,
          "%s, %zu piles: the visitor stops", q.game->name, n);
    free(l.words);
    free(x);
    bt_game_free(q.game);
}

static void check_limits(bt_context *ctx)
{
    enum { PILES = 70, SHOWN = 3000 };
    check_constructed(ctx, 3000, 2, BT_NORMAL, true);
    check_constructed(ctx, 3000, 2, BT_MISERE, true);
    check_constructed(ctx, 200, 100, BT_NORMAL, true);
    check_constructed(ctx, 200, 200, BT_NORMAL,
                      false); /* take all: nothing else wins */
    check_constructed(ctx, 200, UINT64_MAX, BT_MISERE, true);

    /* Sets of more than 64 piles are not listed: the walk reaches them, and goes on. */
    uint64_t x[PILES];
    for (size_t i = 0; i < PILES; i++)
        x[i] = 1;
    uint64_t origin[PILES];
    memcpy(origin, x, sizeof x);
    struct question q;
    question_begin(&q, ctx, PILES, BT_NORMAL);
    struct list l = {.visit.option = keep,
                     .origin = origin,
                     .k = PILES,
                     .n = PILES,
                     .stop_at = SHOWN};
    bt_pos p = {.x = x, .n = PILES, .cap = PILES, .ctx = ctx};
    CHECK(bt_options(q.game, &p, &l.visit) == BT_OK && l.visit.ended && !l.outside &&
              memcmp(x, origin, sizeof x) == 0,
          "seventy piles");
    free(l.words);
    bt_game_free(q.game);
}

static void check_say(bt_context *ctx)
{
    static const struct {
        uint64_t from[4], to[4];
        const char *words;
    } said[] = {
        {{3, 1, 4, 2}, {1, 1, 4, 2}, "take 2 from pile 1 (3 to 1)"},
        {{3, 1, 4, 2},
         {1, 1, 3, 2},
         "take 2 from pile 1 (3 to 1) and 1 from pile 3 (4 to 3)"},
        {{3, 1, 4, 2},
         {1, 0, 4, 0},
         "take 2 from pile 1 (3 to 1), 1 from pile 2 (1 to 0) and 2 from pile 4 (2 to "
         "0)"},
    };
    struct question q;
    question_begin(&q, ctx, 3, BT_NORMAL);
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        uint64_t to[4];
        memcpy(to, said[i].to, sizeof to);
        bt_pos p = {.x = to, .n = 4, .cap = 4, .ctx = ctx};
        bt_text text;
        bt_text_init(&text, ctx);
        const bt_move move = {.was = 4, .now = 4, .before = said[i].from, .to = &p};
        q.game->rules->say(q.game, &move, &text);
        CHECK(strcmp(bt_text_chars(&text), said[i].words) == 0, "'%s'",
              bt_text_chars(&text));
        bt_text_free(&text);
    }
    bt_game_free(q.game);
}

int main(void)
{
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    check_small(ctx, 1, 9);
    check_small(ctx, 2, 11);
    check_small(ctx, 3, 10);
    check_small(ctx, 4, 5);
    check_small(ctx, 5, 3);
    check_small_moves(5, 6);
    check_small_moves(7, 2);
    check_random_walks(ctx);
    check_huge_walks(ctx);
    check_huge_moves();
    check_million_piles();
    check_limits(ctx);
    check_say(ctx);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "%llu bytes were not given back", (ull)host.live_bytes);
    return check_close();
}
