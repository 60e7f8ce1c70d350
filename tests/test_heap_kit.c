/* SPDX-License-Identifier: MIT
 * The heap kit: rule sets that are not in the registry, made with the public header
 * alone, and what the kit derives for them, against plain search; Mark against its
 * definition; winning moves of large heaps; growing positions with every allocation
 * failing. */
#include "check.h"
#include "effort.h"
#include "failing_host.h"
#include "rules/registry.h"

#include <bouton/all.h>

static bt_context *ctx;

/* Rows of stones: take one from the end of a row, or two neighbours anywhere: 0.37. */
static const bt_heap_kit stones_kit = {
    .size = sizeof stones_kit, .code = "0.37", .chip = "stone", .chips = "stones"};

static const bt_example examples[] = {{"7", "one row"}, {NULL, NULL}};

static const bt_rules stones = {
    .size = sizeof(bt_rules),
    .name = "stones",
    .usage = "stones",
    .summary = "take one stone from an end, or two neighbours",
    .help = "A rule set of a test.",
    .theorem_note = "none",
    .examples = examples,
    .heap_word = "row",
    .heap_words = "rows",
    .grows = 1,
    BT_HEAP_RULES(stones_kit),
};

/* No code: a heap of n becomes two heaps of which the larger is at most twice the
 * smaller, or loses one chip if it is odd. */
static bool near_halves(const bt_game *g, uint64_t heap, bt_heap_visit *v)
{
    uint64_t part[2];
    (void)g;
    for (part[1] = 1; 2 * part[1] <= heap; part[1]++) {
        part[0] = heap - part[1];
        if (part[0] <= 2 * part[1] && !v->option(v, part, 2))
            return false;
    }
    part[0] = heap - 1;
    return heap % 2 == 0 || v->option(v, part, heap > 1);
}

static bool near_halves_rank(const bt_game *g, uint64_t heap, uint64_t *moves)
{
    (void)g;
    *moves = 2 * heap;
    return heap <= UINT64_MAX / 2;
}

static const bt_heap_kit halves_kit = {
    .size = sizeof halves_kit, .options = near_halves, .rank = near_halves_rank};

static const bt_rules halves = {
    .size = sizeof(bt_rules),
    .name = "halves",
    .usage = "halves",
    .summary = "break a heap into nearly equal heaps",
    .help = "A rule set of a test.",
    .theorem_note = "none",
    .examples = examples,
    .heap_word = "heap",
    .grows = 1,
    BT_HEAP_RULES(halves_kit),
};

static const bt_rules *const own[] = {&stones, &halves};
static const bt_registry registry = {.rules = own, .count = 2};

static bt_game *bound(const bt_registry *from, const char *rules)
{
    bt_game *game = NULL;
    bt_status status = bt_game_new(ctx, from, bt_span_of(rules), &game);
    CHECK(status == BT_OK, "%s: %s", rules, bt_message(ctx));
    return game;
}

static bt_verdict solved(bt_context *c, const bt_game *game, const char *position,
                         bt_by by, bt_status *status)
{
    bt_solver *solver = NULL;
    bt_sum sum = {0};
    bt_verdict verdict = {.outcome = BT_UNKNOWN};
    *status = bt_solver_new(c, by, &solver);
    if (*status == BT_OK)
        *status = bt_sum_add(c, &sum, game, bt_span_of(position));
    if (*status == BT_OK)
        *status = bt_solve(solver, &sum, &verdict);
    bt_solver_free(solver);
    bt_sum_free(c, &sum);
    return verdict;
}

static bt_verdict solved_well(const bt_game *game, const char *position, bt_by by)
{
    bt_status status;
    bt_verdict v = solved(ctx, game, position, by, &status);
    CHECK(status == BT_OK, "%s %s: %s", game->name, position, bt_message(ctx));
    return v;
}

/* All positions of at most three heaps with a few chips, in both plays. */
static void check_rules(const char *name)
{
    for (unsigned play = 0; play < 2; play++) {
        char text[32];
        snprintf(text, sizeof text, "%s%s", name, play ? "/misere" : "");
        bt_game *game = bound(&registry, text);
        for (unsigned i = 0; i < 9 * 9 * 9; i++) {
            unsigned a = i / 81, b = i / 9 % 9, c = i % 9;
            if (b > a || c > b)
                continue;
            snprintf(text, sizeof text, "%u,%u,%u", a, b, c);
            bt_verdict plain = solved_well(game, text, BT_BY_PLAIN);
            for (bt_by by = BT_BY_ANY; by <= BT_BY_SEARCH; by++) {
                if (by == BT_BY_THEOREM)
                    continue;
                bt_verdict v = solved_well(game, text, by);
                CHECK(v.outcome == plain.outcome && (play || v.grundy == plain.grundy),
                      "%s %s: %d %d by %d, plainly %d %d", game->name, text,
                      (int)v.outcome, (int)v.grundy, (int)by, (int)plain.outcome,
                      (int)plain.grundy);
            }
        }
        bt_game_free(game);
    }
}

static void check_words(void)
{
    bt_game *game = bound(&registry, "stones");
    bt_text text;
    bt_text_init(&text, ctx);
    uint64_t x[] = {4, 2, 1}, before = 5;
    bt_pos p = {x, 3, 3, ctx};
    const bt_move move = {0, 1, 1, 2, &before, &p};
    game->rules->say(game, &move, &text);
    CHECK(strcmp(bt_text_chars(&text), "take 2 stones from row 2 (5 into 2 and 1)") ==
              0,
          "%s", bt_text_chars(&text));
    const uint64_t one[] = {4, 2, 2};
    memcpy(x, one, sizeof one);
    bt_text_clear(&text);
    game->rules->say(game, &move, &text);
    CHECK(strcmp(bt_text_chars(&text), "take 1 stone from row 2 (5 into 2 and 2)") == 0,
          "%s", bt_text_chars(&text));
    bt_pos read;
    bt_pos_init(&read, ctx);
    CHECK(game->rules->parse(ctx, game, bt_span_of("x"), &read) == BT_SYNTAX &&
              strstr(bt_message(ctx), "; stones expects rows like 7 or 5,3,3"),
          "%s", bt_message(ctx));
    bt_pos_free(&read);
    bt_text_free(&text);
    bt_game_free(game);
}

/* Mark: values and misere outcomes of single piles by the definition; first values by
 * another program (0 to 16). */
static void check_mark(void)
{
    enum { PILES = 5000 };
    static const unsigned known[] = {0, 1, 0, 2, 1, 2, 0, 1, 0, 2, 0, 1, 2, 1, 0, 2, 1};
    static unsigned value[PILES];
    static bool misere_n[PILES];
    bt_game *normal = bound(&bt_builtin, "mark");
    bt_game *misere = bound(&bt_builtin, "mark/misere");
    misere_n[0] = true;
    for (uint64_t n = 0; n < PILES; n++) {
        for (; n > 0 && (value[n] == value[n - 1] || value[n] == value[n / 2]);)
            value[n]++;
        if (n > 0)
            misere_n[n] = !misere_n[n - 1] || !misere_n[n / 2];
        CHECK(n > 16 || value[n] == known[n], "mark %d", (int)n);
        bt_answer answer;
        bt_pos p = {&n, 1, 1, ctx};
        normal->rules->theorem(normal, &p, &answer);
        CHECK(answer.has_grundy && answer.grundy == value[n] &&
                  answer.outcome == (value[n] ? BT_N : BT_P) && !answer.tame,
              "mark %d: %d, not %d", (int)n, (int)answer.grundy, (int)value[n]);
        misere->rules->theorem(misere, &p, &answer);
        CHECK(!answer.has_grundy && answer.outcome == (misere_n[n] ? BT_N : BT_P),
              "mark/misere %d", (int)n);
    }
    /* Large powers of 2: even and odd exponents have exchanged their outcomes. */
    CHECK(solved_well(misere, "4611686018427387904", BT_BY_ANY).outcome == BT_P &&
              solved_well(misere, "9223372036854775808", BT_BY_ANY).outcome == BT_N &&
              solved_well(misere, "13835058055282163712", BT_BY_ANY).outcome == BT_N &&
              solved_well(misere, "6917529027641081856", BT_BY_ANY).outcome == BT_P,
          "2^62 is P, 2^63 is N, 3 2^62 is N, 3 2^61 is P");
    bt_game_free(normal);
    bt_game_free(misere);
}

/* Winning moves of one heap, by the walk of the kit and by all options. */
struct walk {
    bt_visit visit;
    const bt_game *game;
    size_t count, winning;
};

static bool note(bt_visit *visit, const bt_move *move)
{
    struct walk *w = (struct walk *)visit;
    bt_answer answer;
    w->game->rules->theorem(w->game, move->to, &answer);
    w->count++;
    w->winning += answer.grundy == 0;
    return true;
}

static void check_winning(const char *rules, uint64_t heap)
{
    bt_game *game = bound(&bt_builtin, rules);
    struct walk all = {.visit.option = note, .game = game}, some = all;
    bt_pos p;
    bt_pos_init(&p, ctx);
    CHECK(bt_pos_push(&p, heap) == BT_OK && bt_pos_reserve(&p, 4) == BT_OK, "memory");
    CHECK(bt_options(game, &p, &all.visit) == BT_OK &&
              bt_winning(game, &p, (bt_rest){0}, &some.visit) == BT_OK,
          "%s", bt_message(ctx));
    CHECK(p.n == 1 && p.x[0] == heap, "%s: the position is restored", rules);
    CHECK(some.count == some.winning && some.winning <= all.winning &&
              (some.winning > 0) == (all.winning > 0) &&
              (some.winning == all.winning || some.visit.more),
          "%s %d: %d of %d winning moves are shown, more %d", rules, (int)heap,
          (int)some.winning, (int)all.winning, some.visit.more);
    bt_pos_free(&p);
    bt_game_free(game);
}

static void check_large_heaps(void)
{
    static const char *const games[] = {"kayles",     "dawson-kayles", "guiles",
                                        "octal:0.4",  "octal:0.22",    "octal:4.7",
                                        "octal:0.01", "lasker",        "octal:4.12"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        for (uint64_t heap = 500; heap < 700; heap += 7)
            check_winning(games[i], heap);
    for (uint64_t heap = 760; heap < 800; heap += 13)
        check_winning("hex:0.F3", heap);
    for (uint64_t heap = 0; heap < 80; heap++)
        check_winning("hex:0.F2", heap);
}

/* Sums of heaps of several games by their definitions, with nothing of the library: a
 * state is a sorted list of heaps, each a letter and a size. */
enum { LIST = 16, STATES = 1 << 16 };

struct heaps {
    unsigned char kind[LIST], size[LIST];
    unsigned n;
};

static struct {
    struct heaps heaps;
    signed char wins[2]; /* by play; -1: not known */
} state[STATES];

static void add_heap(struct heaps *to, unsigned char kind, unsigned size)
{
    unsigned at = to->n++;
    if (size == 0) {
        to->n--;
        return;
    }
    for (; at > 0 && (to->kind[at - 1] > kind ||
                      (to->kind[at - 1] == kind && to->size[at - 1] > size));
         at--) {
        to->kind[at] = to->kind[at - 1];
        to->size[at] = to->size[at - 1];
    }
    to->kind[at] = kind;
    to->size[at] = (unsigned char)size;
}

static size_t state_of(const struct heaps *h)
{
    size_t at = h->n;
    for (unsigned i = 0; i < h->n; i++)
        at = at * 131 + h->kind[i] * 31u + h->size[i];
    for (at %= STATES; state[at].heaps.n > 0; at = (at + 1) % STATES)
        if (memcmp(&state[at].heaps, h, sizeof *h) == 0)
            return at;
    state[at].heaps = *h;
    state[at].wins[0] = state[at].wins[1] = -1;
    return at;
}

static bool naive_wins(struct heaps h, bool misere);

/* Heap i becomes heaps of a and b. */
static bool wins_by(const struct heaps *h, unsigned i, unsigned a, unsigned b,
                    bool misere)
{
    struct heaps to = {.n = 0};
    for (unsigned k = 0; k < h->n; k++)
        if (k != i)
            add_heap(&to, h->kind[k], h->size[k]);
    add_heap(&to, h->kind[i], a);
    add_heap(&to, h->kind[i], b);
    return !naive_wins(to, misere);
}

static bool wins_in_heap(const struct heaps *h, unsigned i, bool misere, bool *moved)
{
    unsigned n = h->size[i];
    for (unsigned a = 0; a <= n; a++)
        for (unsigned b = 0; b <= a && a + b <= n; b++) {
            unsigned taken = n - a - b;
            bool allowed = h->kind[i] == 'k'   ? taken == 1 || taken == 2
                           : h->kind[i] == 'n' ? taken > 0 && b == 0
                                               : taken == 0 && b > 0 && a != b;
            *moved = *moved || allowed;
            if (allowed && wins_by(h, i, a, b, misere))
                return true;
        }
    return false;
}

static bool naive_wins(struct heaps h, bool misere)
{
    if (h.n == 0)
        return misere;
    size_t at = state_of(&h);
    bool wins = false, moved = false;
    if (state[at].wins[misere] >= 0)
        return state[at].wins[misere];
    for (unsigned i = 0; i < h.n && !wins; i++)
        wins = wins_in_heap(&h, i, misere, &moved);
    state[at].wins[misere] = wins || (!moved && misere);
    return state[at].wins[misere];
}

/* Kayles with two rows, beside Nim or Grundy's game. */
static void check_sums(bool misere)
{
    static const char *const names[2][3] = {
        {"kayles", "nim", "grundy"}, {"kayles/misere", "nim/misere", "grundy/misere"}};
    bt_game *game[3];
    bt_solver *solver = NULL;
    for (int i = 0; i < 3; i++)
        game[i] = bound(&bt_builtin, names[misere][i]);
    CHECK(bt_solver_new(ctx, BT_BY_ANY, &solver) == BT_OK, "memory");
    for (unsigned i = 0; i < 7 * 5 * 3 * 6; i++) {
        unsigned a = i / 90, b = i / 18 % 5, c = i / 6 % 3, d = i % 6;
        char rows[16], one[2][8];
        struct heaps h = {.n = 0};
        bt_sum sum = {0};
        bt_verdict v = {.outcome = BT_UNKNOWN};
        add_heap(&h, 'k', a);
        add_heap(&h, 'k', b);
        add_heap(&h, 'n', c);
        add_heap(&h, 'g', d);
        snprintf(rows, sizeof rows, "%u,%u", a, b);
        snprintf(one[0], sizeof one[0], "%u", c);
        snprintf(one[1], sizeof one[1], "%u", d);
        CHECK(bt_sum_add(ctx, &sum, game[0], bt_span_of(rows)) == BT_OK &&
                  bt_sum_add(ctx, &sum, game[1], bt_span_of(one[0])) == BT_OK &&
                  bt_sum_add(ctx, &sum, game[2], bt_span_of(one[1])) == BT_OK &&
                  bt_solve(solver, &sum, &v) == BT_OK,
              "%s", bt_message(ctx));
        CHECK((v.outcome == BT_N) == naive_wins(h, misere),
              "%s %s + nim %u + grundy %u: %d", names[misere][0], rows, c, d,
              (int)v.outcome);
        bt_sum_free(ctx, &sum);
    }
    bt_solver_free(solver);
    for (int i = 0; i < 3; i++)
        bt_game_free(game[i]);
}

/* Rules and positions that grow, with each allocation failing. */
static void every_allocation_fails(const bt_registry *from, const char *rules,
                                   const char *position, bt_by by)
{
    for (uint64_t k = 1;; k++) {
        struct failing_host f;
        failing_host_init(&f, k);
        bt_context *c = bt_context_new(&f.host, 0);
        bt_game *game = NULL;
        bt_status status =
            c ? bt_game_new(c, from, bt_span_of(rules), &game) : BT_NOMEM;
        if (status == BT_OK)
            (void)solved(c, game, position, by, &status);
        CHECK(status == BT_NOMEM || (status == BT_OK && f.calls < k),
              "%s %s: %d after a failure", rules, position, (int)status);
        bt_game_free(game);
        bt_context_free(c);
        CHECK(f.live_bytes == 0, "%s %s: allocation %d", rules, position, (int)k);
        if (f.calls < k)
            break;
    }
}

int main(void)
{
    struct failing_host f;
    failing_host_init(&f, 0);
    ctx = bt_context_new(&f.host, 0);
    check_rules("stones");
    check_rules("halves");
    check_words();
    check_mark();
    check_large_heaps();
    check_sums(false);
    check_sums(true);
    bt_context_free(ctx);
    CHECK(f.live_bytes == 0, "all memory is given back");
    for (bt_by by = BT_BY_ANY; by <= BT_BY_PLAIN; by++)
        if (by == BT_BY_ANY || (by != BT_BY_THEOREM && !effort_is_low())) {
            every_allocation_fails(&registry, "stones/misere", "4,3,2", by);
            every_allocation_fails(&registry, "halves", "6,5", by);
            every_allocation_fails(&bt_builtin, "hex:0.F/misere", "6,2", by);
        }
    return check_close();
}
