/* SPDX-License-Identifier: MIT
 * Games that `bouton demo` plays, followed move by move: each is legal, each label is
 * what plain search says, whoever can win does, and the game goes to its end. From all
 * roots in roots.t and from some sums, normal and misere, with several seeds. */
#include "check.h"
#include "failing_host.h"
#include "rowfile.h"
#include "run_line.h"

#include <bouton/all.h>

enum { MOST_PARTS = 3, SEEDS = 6 };

/* A position of the game that is followed. */
struct place {
    bt_context *ctx;
    const char *line; /* the command, for sentences */
    bt_game *game[MOST_PARTS];
    bt_sum sum;
    bt_solver *plain;
};

static bt_status place_add(struct place *at, const char *rules, const char *position)
{
    size_t i = at->sum.n;
    BT_TRY(bt_game_new(at->ctx, &bt_builtin, bt_span_of(rules), &at->game[i]));
    return bt_sum_add(at->ctx, &at->sum, at->game[i], bt_span_of(position));
}

static void place_free(struct place *at)
{
    bt_solver_free(at->plain);
    bt_sum_free(at->ctx, &at->sum);
    for (size_t i = 0; i < MOST_PARTS; i++)
        bt_game_free(at->game[i]);
}

/* Looks for the move to a position and keeps what it leaves. */
struct follow {
    bt_visit visit;
    struct place *at;
    bt_span to;
    bool only_first, found;
    size_t part;
    bt_text say;
    bt_pos after;
};

static bool look(bt_visit *visit, const bt_move *move)
{
    struct follow *f = (struct follow *)visit;
    bt_text text;
    bt_text_init(&text, f->at->ctx);
    bt_sum_print(&text, &f->at->sum);
    f->found = bt_span_equal(bt_text_span(&text), f->to);
    bt_text_free(&text);
    if (!f->found)
        return !f->only_first;
    f->part = move->part;
    bt_say_move(&f->say, &f->at->sum, move);
    visit->status = bt_pos_copy(&f->after, move->to);
    return false;
}

/* The place moves on; false when no move leads there. */
static bool follow_move(struct place *at, const bt_json *move)
{
    struct follow f = {
        .visit.option = look, .at = at, .to = bt_json_get(move, "to")->text};
    bt_pos_init(&f.after, at->ctx);
    bt_text_init(&f.say, at->ctx);
    f.found = bt_walk_moves(&at->sum, &f.visit) == BT_OK && f.found;
    CHECK(f.found, "%s: no move leads to %.*s", at->line, (int)f.to.len, f.to.at);
    if (f.found) {
        bt_part *part = &at->sum.part[f.part];
        CHECK(bt_span_equal(bt_text_span(&f.say), bt_json_get(move, "move")->text),
              "%s: the move to %.*s is not '%s'", at->line, (int)f.to.len, f.to.at,
              bt_text_chars(&f.say));
        CHECK(bt_pos_copy(&part->pos, &f.after) == BT_OK, "out of memory");
    }
    bt_text_free(&f.say);
    bt_pos_free(&f.after);
    return f.found;
}

static bt_outcome outcome_here(struct place *at)
{
    bt_verdict verdict = {.outcome = BT_UNKNOWN};
    CHECK(bt_solve(at->plain, &at->sum, &verdict) == BT_OK, "%s: %s", at->line,
          bt_message(at->ctx));
    return verdict.outcome;
}

static bool is_first_winning_move(struct place *at, bt_span to)
{
    struct follow f = {.visit.option = look, .at = at, .to = to, .only_first = true};
    bt_pos_init(&f.after, at->ctx);
    bt_text_init(&f.say, at->ctx);
    bt_status status = bt_walk_winning(at->plain, &at->sum, &f.visit);
    bt_text_free(&f.say);
    bt_pos_free(&f.after);
    return status == BT_OK && f.found;
}

static bool says(const bt_json *object, const char *key, const char *word)
{
    const bt_json *value = bt_json_get(object, key);
    return value && value->kind == BT_JSON_STRING &&
           bt_span_equal(value->text, bt_span_of(word));
}

static const char *letter_of(bt_outcome outcome)
{
    return outcome == BT_N ? "N" : outcome == BT_P ? "P" : "D";
}

static void check_game(struct place *at, const bt_json *answer, bool seeded)
{
    const bt_json *moves = bt_json_get(answer, "moves");
    bt_outcome outcome = outcome_here(at), start = outcome;
    size_t n = 0;
    bool terminal = false;
    bool may_last = at->sum.n == 1 && !at->sum.part[0].game->rules->rank;
    CHECK(says(answer, "outcome", letter_of(outcome)), "%s: outcome", at->line);
    for (const bt_json *move = moves->child; move; move = move->next, n++) {
        CHECK(says(move, "player", n % 2 == 0 ? "I" : "II"), "%s: turn %zu", at->line,
              n);
        /* Where play may last the winner takes the way that comes to an end. */
        CHECK(seeded || may_last || outcome != BT_N ||
                  is_first_winning_move(at, bt_json_get(move, "to")->text),
              "%s: move %zu is not the first that wins", at->line, n + 1);
        if (!follow_move(at, move))
            return;
        bt_outcome next = outcome_here(at);
        CHECK(outcome == BT_D ? next == BT_D : next != outcome,
              "%s: move %zu from %s to %s", at->line, n + 1, letter_of(outcome),
              letter_of(next));
        CHECK(says(move, "outcome", letter_of(next)), "%s: label of move %zu", at->line,
              n + 1);
        outcome = next;
    }
    if (start == BT_D) {
        CHECK(n > 0 && bt_json_get(answer, "winner")->kind == BT_JSON_NULL,
              "%s: a draw with a winner", at->line);
        return;
    }
    CHECK(bt_terminal(&at->sum, &terminal) == BT_OK && terminal,
          "%s: the game does not end", at->line);
    CHECK(says(answer, "winner", start == BT_N ? "I" : "II"), "%s: the winner",
          at->line);
}

/* Plays from a sum of up to three parts, given as rules, position, rules, ... */
static void check_demo(bt_context *ctx, const char *const *part, size_t parts,
                       bt_play play, int seed, struct sink *sink)
{
    char line[512] = "demo";
    size_t len = strlen(line);
    struct place at = {.ctx = ctx, .line = line};
    bt_status status = bt_solver_new(ctx, BT_BY_PLAIN, &at.plain);
    for (size_t i = 0; i < parts && status == BT_OK; i++) {
        char rules[128];
        snprintf(rules, sizeof rules, "%s%s", part[2 * i],
                 play == BT_MISERE ? "/misere" : "");
        len += (size_t)snprintf(line + len, sizeof line - len, "%s %s %s",
                                i > 0 ? " +" : "", rules, part[2 * i + 1]);
        status = place_add(&at, rules, part[2 * i + 1]);
    }
    CHECK(status == BT_OK, "%s: %s", line, bt_message(ctx));
    if (seed >= 0)
        len += (size_t)snprintf(line + len, sizeof line - len, " --seed %d", seed);
    snprintf(line + len, sizeof line - len, " --json");
    int code = run_line(ctx, sink, line);
    CHECK(code == 0, "%s: exit code %d: %s", line, code, bt_message(ctx));
    bt_arena arena;
    const bt_json *answer = NULL;
    bt_arena_init(&arena, ctx);
    if (status == BT_OK && code == 0 &&
        bt_json_read(&arena, (bt_span){sink->out, sink->len}, &answer) == BT_OK)
        check_game(&at, answer, seed >= 0);
    else
        CHECK(false, "%s: %s", line, bt_message(ctx));
    bt_arena_free(&arena);
    place_free(&at);
}

static unsigned different; /* games that another seed changed */

static void check_seeds(bt_context *ctx, const char *const *part, size_t parts)
{
    static struct sink first, again;
    for (bt_play play = BT_NORMAL; play <= BT_MISERE; play++)
        for (int seed = -1; seed < SEEDS; seed++) {
            check_demo(ctx, part, parts, play, seed, seed <= 0 ? &first : &again);
            different += seed > 0 && strcmp(first.out, again.out) != 0;
        }
    check_demo(ctx, part, parts, BT_MISERE, SEEDS - 1, &first);
    CHECK(strcmp(first.out, again.out) == 0, "%s %s: one seed, two games", part[0],
          part[1]);
}

static void check_root(struct row *row, void *arg)
{
    const char *part[] = {row->field[0], row->field[1]};
    check_seeds(arg, part, 1);
}

/* Every winning move is chosen by some seed, and so is every losing one. */
static void check_choices(bt_context *ctx)
{
    static struct sink sink;
    static const char *const wanted[][2] = {
        {"demo nim 1,1,1", "\"to\":\"0,1,1\""}, {"demo nim 1,1,1", "\"to\":\"1,0,1\""},
        {"demo nim 1,1,1", "\"to\":\"1,1,0\""}, {"demo nim 2,2", "\"to\":\"1,2\""},
        {"demo nim 2,2", "\"to\":\"0,2\""},     {"demo nim 2,2", "\"to\":\"2,1\""},
        {"demo nim 2,2", "\"to\":\"2,0\""},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        unsigned found = 0;
        for (unsigned seed = 0; seed < 100; seed++) {
            char line[80];
            snprintf(line, sizeof line, "%s --json --seed %u", wanted[i][0], seed);
            CHECK(run_line(ctx, &sink, line) == 0, "%s", line);
            const char *to = strstr(sink.out, "\"to\""); /* the first move */
            found += to && strncmp(to, wanted[i][1], strlen(wanted[i][1])) == 0;
        }
        CHECK(found >= 10 && found <= 60, "%s: %u of 100 games begin with %s",
              wanted[i][0], found, wanted[i][1]);
    }
}

/* A game of exactly 1000 moves ends, a longer one is cut. */
static void check_length(bt_context *ctx)
{
    static struct sink sink;
    static const char *const line[][2] = {
        {"demo subtraction:1 1000 --json", "\"winner\":\"II\"}\n"},
        {"demo subtraction:1 1001 --json", "\"winner\":null}\n"},
        {"demo subtraction:1/misere 999 --json", "\"winner\":\"II\"}\n"},
    };
    for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
        size_t len = strlen(line[i][1]);
        CHECK(run_line(ctx, &sink, line[i][0]) == 0 && sink.len > len &&
                  strcmp(sink.out + sink.len - len, line[i][1]) == 0,
              "%s does not end in %s", line[i][0], line[i][1]);
    }
}

/* Every game that can be written down ends soon, or is a draw and is cut soon. */
static void check_example(bt_context *ctx, const bt_rules *rules, const char *position,
                          const char *play, const char *seed)
{
    enum { MANY = 200 };
    static struct sink sink;
    char line[256];
    size_t moves = 0;
    snprintf(line, sizeof line, "demo %s%s%s%s %s --json%s", rules->name,
             rules->example_param ? ":" : "",
             rules->example_param ? rules->example_param : "", play, position, seed);
    CHECK(run_line(ctx, &sink, line) == 0, "%s: %s", line, bt_message(ctx));
    for (const char *at = sink.out; (at = strstr(at, "\"player\":")); at++)
        moves++;
    bool draw = strstr(sink.out, "\"outcome\":\"D\",\"terminal\"");
    CHECK(moves < MANY && (draw || !strstr(sink.out, "\"winner\":null")),
          "%s: %zu moves and no end", line, moves);
}

/* Numbers of a thousand and more make long games. */
static bool has_large_number(const char *position)
{
    size_t digits = 0;
    for (; *position && digits < 4; position++)
        digits = *position >= '0' && *position <= '9' ? digits + 1 : 0;
    return digits == 4;
}

static void check_examples(bt_context *ctx)
{
    static const char *const lines[][2] = {{"northcott", "1-6,0-3"},
                                           {"northcott", "0-7"},
                                           {"poker-nim", "3,4,6:0,0"},
                                           {"poker-nim", "2,3:5,5"},
                                           {"poker-nim", "1:0,0"}};
    for (size_t k = 0; bt_registry_at(&bt_builtin, k); k++) {
        const bt_rules *rules = bt_registry_at(&bt_builtin, k);
        for (const bt_example *e = rules->examples; e && e->position; e++)
            if (!has_large_number(e->position))
                check_example(ctx, rules, e->position, "", "");
    }
    for (unsigned i = 0; i < 20; i++)
        for (size_t n = 0; n < sizeof lines / sizeof lines[0]; n++) {
            const bt_rules *rules =
                bt_registry_find(&bt_builtin, bt_span_of(lines[n][0]));
            char seed[32] = "";
            if (i > 0)
                snprintf(seed, sizeof seed, " --seed %u", i);
            check_example(ctx, rules, lines[n][1], "", seed);
            check_example(ctx, rules, lines[n][1], "/misere", seed);
        }
}

/* The winner of a sum with a cycle in it gets to the end. */
static void check_circles(bt_context *ctx)
{
    static struct sink sink;
    static const char *const line[][2] = {
        {"demo graph:rows/circle.txt A + nim 0 --json", "\"winner\":\"I\"}\n"},
        {"demo graph:rows/circle.txt A + nim 1 --json", "\"winner\":\"II\"}\n"},
        {"demo nim 1 + graph:rows/circle.txt A --json --seed 5",
         "\"winner\":\"II\"}\n"},
        {"demo graph:rows/circle.txt/misere A + nim/misere 2 --json", /* a draw */
         "\"winner\":null}\n"},
        {"demo graph:rows/circle.txt A + graph:rows/circle.txt B --json",
         "\"winner\":\"I\"}\n"},
    };
    for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
        size_t len = strlen(line[i][1]);
        CHECK(run_line(ctx, &sink, line[i][0]) == 0 && sink.len > len &&
                  strcmp(sink.out + sink.len - len, line[i][1]) == 0,
              "%s does not end in %s", line[i][0], line[i][1]);
    }
}

/* Every allocation fails once: exit code 3 and everything given back, or the answer. */
static void check_failures(const char *line)
{
    static struct sink right, sink;
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    CHECK(run_line(ctx, &right, line) == 0, "%s", line);
    bt_context_free(ctx);
    for (uint64_t k = 1;; k++) {
        failing_host_init(&host, k);
        ctx = bt_context_new(&host.host, 0);
        if (ctx) {
            int code = run_line(ctx, &sink, line);
            bool same = code == 0 && strcmp(sink.out, right.out) == 0;
            CHECK(same || (code == 3 && host.calls >= k),
                  "%s: exit code %d when allocation %llu fails", line, code,
                  (unsigned long long)k);
            bt_context_free(ctx);
        }
        CHECK(host.live_bytes == 0, "%s: memory is lost when allocation %llu fails",
              line, (unsigned long long)k);
        if (host.calls < k)
            break;
    }
}

int main(void)
{
    static const char *const sums[][2 * MOST_PARTS] = {
        {"nim", "3,4", "subtraction:1,2", "8"},
        {"nim", "1,2", "nimble", "0,1,1", "subtraction:1,3,4", "5"},
        {"subtraction:2,3", "1", "nim", "0"},
        {"subtraction:squares", "6,5", "nim", "3"},
    };
    static const size_t parts[] = {2, 3, 2, 2};
    struct failing_host host;
    failing_host_init(&host, 0);
    bt_context *ctx = bt_context_new(&host.host, 0);
    CHECK(rows_read("roots.t", check_root, ctx) > 0, "roots.t has no rows");
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++)
        check_seeds(ctx, sums[i], parts[i]);
    CHECK(different > 100, "seeds change only %u games", different);
    check_choices(ctx);
    check_length(ctx);
    check_circles(ctx);
    check_examples(ctx);
    bt_context_free(ctx);
    CHECK(host.live_bytes == 0, "memory is lost");
    check_failures("demo nim 1,2,3 --seed 4");
    check_failures("demo nim/misere 1,2 + subtraction:1,2/misere 3 --json");
    check_failures("demo graph:rows/circle.txt A + nim 1");
    check_failures("demo subtraction:squares 9 --by search --seed 2");
    return check_close();
}
