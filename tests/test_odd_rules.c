/* SPDX-License-Identifier: MIT
 * Rules that are allowed but odd. A move that can change nothing gets a warning with
 * the least position, compared with the formula itself at all small positions. Numbers
 * that grow stop a search, in every way to search, unless the rules say that play ends
 * or the limit is lifted. */
#include "check.h"
#include "failing_host.h"

#include "prove/oracle.h"
#include "prove/three_steps.h"
#include "rules/game_rules.h"

#include <bouton/all.h>
#include <bouton/explore.h>

static bt_context *ctx;

static unsigned draw(uint64_t *seed, unsigned below)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*seed >> 33) % below;
}

/* ---- moves that change nothing ---- */

enum { TOTAL = 14 };

static void put_atom(bt_text *out, uint64_t *seed)
{
    static const char *const relation[] = {"<", "<=", "=", ">=", ">", "!="};
    static const char *const before[] = {"x", "y", "x + y", "2x", "x + 3", "3y", "7"};
    static const char *const after[] = {"x'", "y'", "x' + y'", "2x'", "x' + 2", "2y'"};
    bt_text_format(out, "%s %s %s", after[draw(seed, 6)], relation[draw(seed, 6)],
                   before[draw(seed, 7)]);
}

/* Finitely many options: the total does not rise above that and 5. */
static void put_file(bt_text *out, uint64_t *seed)
{
    bt_text_put(out, "vars x y\n");
    if (draw(seed, 3) == 0)
        bt_text_format(out, "position x + y >= %u\n", draw(seed, 2));
    for (unsigned line = 1 + draw(seed, 3); line > 0; line--) {
        bt_text_put(out, "move x' + y' <= x + y + 5 & (");
        put_atom(out, seed);
        bt_text_put(out, draw(seed, 2) ? " & " : " | ");
        put_atom(out, seed);
        bt_text_put(out, ") & ");
        put_atom(out, seed);
        bt_text_put_char(out, '\n');
    }
}

/* Is there a move of this line from x,y to itself? */
static bool is_still(const bti_game_file *file, size_t line, const uint64_t *at)
{
    const uint64_t value[] = {at[0], at[1], at[0], at[1]};
    bool holds = true;
    if (file->position.formula)
        CHECK(bti_formula_holds(ctx, file->position.formula, file->scope.digits, value,
                                &holds) == BT_OK,
              "%s", bt_message(ctx));
    if (!holds)
        return false;
    CHECK(bti_formula_holds(ctx, file->move[line].formula, file->scope.digits, value,
                            &holds) == BT_OK,
          "%s", bt_message(ctx));
    return holds;
}

static bool least_still(const bti_game_file *file, size_t line, uint64_t *at)
{
    for (uint64_t total = 0; total <= TOTAL; total++) {
        at[0] = 0;
        at[1] = total;
        do {
            if (is_still(file, line, at))
                return true;
        } while (bti_next_tuple(at, 2));
    }
    return false;
}

static void check_warnings_of(const bt_game *game, const char *text)
{
    const bti_game_file *file = bti_game_file_of(game);
    size_t next = 0;
    for (size_t line = 0; line < file->moves; line++) {
        const bt_warning *w =
            next < game->warnings && game->warning[next].line == file->move[line].line
                ? &game->warning[next++]
                : NULL;
        uint64_t at[2];
        char said[50];
        bool still = least_still(file, line, at);
        snprintf(said, sizeof said, "%llu,%llu", (unsigned long long)at[0],
                 (unsigned long long)at[1]);
        CHECK(!still || (w && strcmp(w->position, said) == 0), "%s: line %u at %s: %s",
              text, file->move[line].line, said, w ? w->position : "no warning");
        if (still || !w)
            continue;
        /* then the numbers are large, and the move is one all the same */
        unsigned long long x, y;
        CHECK(sscanf(w->position, "%llu,%llu", &x, &y) == 2 && x + y > TOTAL, "%s: %s",
              text, w->position);
        CHECK(is_still(file, line, (const uint64_t[]){x, y}), "%s: %s", text,
              w->position);
    }
    CHECK(next == game->warnings, "%s: a warning too many", text);
}

static void check_warnings(void)
{
    uint64_t seed = 5;
    unsigned warned = 0, quiet = 0;
    for (int round = 0; round < 400; round++) {
        bt_game *game = NULL;
        bt_text text;
        bt_text_init(&text, ctx);
        put_file(&text, &seed);
        bt_status status = bti_game_of_text(ctx, "odd", bt_text_span(&text), &game);
        CHECK(status == BT_OK || status == BT_DOMAIN || status == BT_SYNTAX, "%s: %s",
              bt_text_chars(&text), bt_message(ctx));
        if (status == BT_OK) {
            check_warnings_of(game, bt_text_chars(&text));
            warned += game->warnings > 0;
            quiet += game->warnings == 0;
        }
        bt_game_free(game);
        bt_text_free(&text);
    }
    CHECK(warned > 50 && quiet > 20, "%u files with warnings, %u without", warned,
          quiet);
}

/* In other digits, with a line `position`, and where only large numbers show it. */
static void check_single_warnings(void)
{
    static const struct {
        const char *text, *position;
    } rows[] = {
        {"vars n\nmove 2n' <= n\n", "0"},
        {"vars n\nmove n' < n\n", NULL},
        {"vars n\nposition n >= 7\nmove n' <= n & n' >= 7\n", "7"},
        {"vars n\nmove n' <= n & n' >= 1000000007\n", "1000000007"},
        {"vars x y\nmove x' <= x\n", "0,0"},
        {"vars x y\nmove x' = y & y' = x\n", "0,0"},
        {"vars x y\nmove x' = y & y' = x & x != y\n", NULL},
        {"vars n\ndigits fib\nmove n' <= n & low(n') = 5\n", "5"},
        {"vars n\ndigits base 3\nmove n' <= n & high(n') = 9\n", "9"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bt_game *game = NULL;
        CHECK(bti_game_of_text(ctx, "odd", bt_span_of(rows[i].text), &game) == BT_OK,
              "%s: %s", rows[i].text, bt_message(ctx));
        if (game && rows[i].position)
            CHECK(game->warnings == 1 &&
                      strcmp(game->warning[0].position, rows[i].position) == 0,
                  "%s: %s", rows[i].text,
                  game->warnings ? game->warning[0].position : "no warning");
        else if (game)
            CHECK(game->warnings == 0, "%s: %s", rows[i].text,
                  game->warning[0].message);
        bt_game_free(game);
    }
}

static void check_warnings_failing(void)
{
    static const char text[] = "vars x y\nmove x' <= x & y' <= y\nmove y' <= 2x\n";
    for (uint64_t k = 1; k < 20000; k++) {
        struct failing_host f;
        failing_host_init(&f, k);
        bt_context *context = bt_context_new(&f.host, 0);
        bt_game *game = NULL;
        if (context) {
            bt_status status =
                bti_game_of_text(context, "odd", bt_span_of(text), &game);
            CHECK(f.calls < k ? status == BT_OK && game->warnings == 2
                              : status == BT_NOMEM,
                  "k=%llu: %d", (unsigned long long)k, (int)status);
            bt_game_free(game);
            bt_context_free(context);
        }
        CHECK(f.live_bytes == 0, "k=%llu: bytes left", (unsigned long long)k);
        if (f.calls < k)
            break;
    }
}

/* ---- numbers that grow ---- */

static bt_status solve_by(bt_by by, const char *text, const char *position,
                          const char *other)
{
    bt_solver *solver = NULL;
    bt_game *game = NULL, *beside = NULL;
    bt_sum sum = {0};
    bt_verdict verdict;
    bt_status status = bti_game_of_text(ctx, "grow", bt_span_of(text), &game);
    if (status == BT_OK)
        status = bt_sum_add(ctx, &sum, game, bt_span_of(position));
    if (status == BT_OK && other) {
        status = bt_game_new(ctx, &bt_builtin, bt_span_of("nim"), &beside);
        if (status == BT_OK)
            status = bt_sum_add(ctx, &sum, beside, bt_span_of(other));
    }
    if (status == BT_OK)
        status = bt_solver_new(ctx, by, &solver);
    if (status == BT_OK)
        status = bt_solve(solver, &sum, &verdict);
    bt_solver_free(solver);
    bt_sum_free(ctx, &sum);
    bt_game_free(game);
    bt_game_free(beside);
    return status;
}

static bt_status explore(const char *text, const char *position, uint64_t limit)
{
    bt_game *game = NULL;
    bt_explored *e = NULL;
    bt_sum sum = {0};
    bt_status status = bti_game_of_text(ctx, "grow", bt_span_of(text), &game);
    if (status == BT_OK)
        status = bt_sum_add(ctx, &sum, game, bt_span_of(position));
    if (status == BT_OK)
        status = bt_explore(ctx, &sum,
                            (bt_explore_how){.depth = UINT64_MAX, .limit = limit}, &e);
    bt_explored_free(e);
    bt_sum_free(ctx, &sum);
    bt_game_free(game);
    return status;
}

/* `word`: what the sentence must say; NULL: the answer comes. */
static void expect(bt_status status, const char *word, const char *what)
{
    if (!word)
        CHECK(status == BT_OK, "%s: %s", what, bt_message(ctx));
    else
        CHECK(status == BT_UNABLE && strstr(bt_message(ctx), word), "%s: %d, %s", what,
              (int)status, bt_message(ctx));
}

static void check_growth(void)
{
    static const struct {
        const char *text, *position, *word;
    } rows[] = {
        {"vars x\nmove x' = x + 1\n", "3",
         "1000 positions: x keeps growing (from 3 to "},
        {"vars x y\nmove x' < x\nmove y' = y + 1\n", "2,5", "y keeps growing (from 5"},
        /* play ends, but long after the limit, and nothing says so */
        {"vars x\nmove x' = x + 1 & x < 3000\n", "0", "rank"},
        {"vars x\nmove x' = x + 1 & x < 3000\nrank 3000 - x\n", "0", NULL},
        /* more positions than the limit, and numbers do not rise in the end */
        {"vars x y\nmove x' < x & y' = y + x - x'\nmove y' < y\n", "60,0", NULL},
        {"vars x\nmove x' = x - 1\n", "5000", NULL},
    };
    bt_set_growth_limit(ctx, 1000);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = rows[i].text, *at = rows[i].position;
        expect(solve_by(BT_BY_SEARCH, text, at, NULL), rows[i].word, text);
        expect(solve_by(BT_BY_PLAIN, text, at, NULL), rows[i].word, text);
        expect(solve_by(BT_BY_PLAIN, text, at, "1"), rows[i].word, text);
        expect(explore(text, at, 0), rows[i].word, text);
        expect(explore(text, at, 2000), NULL, text); /* who limits it may have it so */
    }
    /* a part that ends does not excuse one that grows, and is not blamed for it */
    expect(solve_by(BT_BY_PLAIN, rows[0].text, "3", "9"), "x keeps growing", "sum");
    bt_set_growth_limit(ctx, 0);
    expect(solve_by(BT_BY_SEARCH, rows[2].text, "0", NULL), NULL, "lifted");
    expect(solve_by(BT_BY_PLAIN, rows[2].text, "0", NULL), NULL, "lifted");
    expect(explore(rows[2].text, "0", 0), NULL, "lifted");
    bt_set_memory_limit(ctx, bt_memory_used(ctx) + (1 << 18));
    expect(solve_by(BT_BY_SEARCH, rows[0].text, "3", NULL), "memory limit", "lifted");
    bt_set_memory_limit(ctx, 0);
}

/* A solver that is asked again and again is not stopped for what it knows. */
static void check_growth_again(void)
{
    bt_solver *solver = NULL;
    bt_game *game = NULL;
    bt_set_growth_limit(ctx, 100);
    CHECK(bti_game_of_text(ctx, "down", bt_span_of("vars x\nmove x' = x - 1\n"),
                           &game) == BT_OK &&
              bt_solver_new(ctx, BT_BY_SEARCH, &solver) == BT_OK,
          "%s", bt_message(ctx));
    for (unsigned n = 0; n < 400; n += 50) {
        bt_sum sum = {0};
        bt_verdict verdict;
        char text[20];
        snprintf(text, sizeof text, "%u", n);
        bt_status status = bt_sum_add(ctx, &sum, game, bt_span_of(text));
        if (status == BT_OK)
            status = bt_solve(solver, &sum, &verdict);
        CHECK(status == BT_OK && verdict.outcome == (n % 2 ? BT_N : BT_P), "%u: %s", n,
              bt_message(ctx));
        bt_sum_free(ctx, &sum);
    }
    bt_solver_free(solver);
    bt_game_free(game);
    bt_set_growth_limit(ctx, 0);
}

int main(void)
{
    ctx = bt_context_new(bt_host_posix(), 0);
    CHECK(bt_growth_limit(ctx) == 1 << 20, "2^20 positions unless set");
    check_warnings();
    check_single_warnings();
    check_warnings_failing();
    check_growth();
    check_growth_again();
    CHECK(bt_memory_used(ctx) == 0, "%llu bytes left",
          (unsigned long long)bt_memory_used(ctx));
    bt_context_free(ctx);
    return check_close();
}
