/* SPDX-License-Identifier: MIT
 * Drawn positions that stand for heaps of another game. On all rows of up to nine
 * places theorem, search and plain search agree in both plays, with the same winning
 * moves in the same order, and so do sums. What a disguise lacks gets a sentence. */
#include "check.h"
#include "failing_host.h"

#include "../examples/rules/skittles.c"

#include <bouton/all.h>

/* Chips in a row with walls: each run of chips (1) is a heap, and a move puts what is
 * left of it there, with walls (0) between. It serves every game of heaps. */
static bt_status bars_parse(bt_context *ctx, const bt_game *g, bt_span text,
                            bt_pos *pos)
{
    return skittles_parse(ctx, g, text, pos);
}

static bool bars_leave(const bt_game *g, bt_pos *p, size_t i, const uint64_t *heap,
                       size_t heaps, bt_visit *visit)
{
    enum { MOST = 32 };
    uint64_t now[MOST], was[MOST];
    size_t begin, length = skittles_run(p, i, &begin), n = 0;
    (void)g;
    for (size_t k = 0; k < length; k++)
        was[k] = 1;
    for (size_t k = 0; k < heaps; k++) {
        if (k > 0)
            now[n++] = 0;
        for (uint64_t c = 0; c < heap[k]; c++)
            now[n++] = 1;
    }
    if (heaps == 0)
        now[n++] = 0; /* a row never becomes empty */
    bt_pos_splice(p, begin, length, now, n);
    bool going = bt_show_splice(visit, p, begin, length, n, was);
    bt_pos_splice(p, begin, n, was, length);
    return going;
}

static void bars_say(const bt_game *g, const bt_move *move, bt_text *text)
{
    (void)g;
    bt_text_format(text, "%zu to %zu", move->was, move->now);
}

#define BARS(id, text)                                                                 \
    static const bt_disguise id##_disguise = {.size = sizeof(bt_disguise),             \
                                              .what = "run",                           \
                                              .whats = "runs",                         \
                                              .piles = skittles_runs,                  \
                                              .pile = skittles_pile,                   \
                                              .as = text,                              \
                                              .leave = bars_leave};                    \
    static const bt_rules id = {.size = sizeof(bt_rules),                              \
                                .name = "bars-" #id,                                   \
                                .usage = "bars",                                       \
                                .summary = "chips in a row with walls",                \
                                .help = "",                                            \
                                .examples = skittles_examples,                         \
                                .grows = 1,                                            \
                                .bind = bt_bind_nothing,                               \
                                .parse = bars_parse,                                   \
                                .print = skittles_print,                               \
                                .options = bt_disguise_options,                        \
                                .say = bars_say,                                       \
                                BT_DISGUISE_RULES(id##_disguise),                      \
                                .rank = bt_disguise_rank}
BARS(lasker, "lasker");
BARS(grundy, "grundy");
BARS(rim, "rim-heaps");
BARS(nim, "nim");
BARS(takeaway, "subtraction:1,2"); /* tame: never breaks */
BARS(mark, "mark");                /* a theorem for one heap in misere play */
BARS(skittles_too, "bars-nim");    /* not a sum of heaps */

/* Rim: a loop through c >= 1 points of a region with n free ones parts the others into
 * a inside and b outside, a + b < n. A heap of n has the value n: a alone may be any
 * number below n, and a xor b <= a + b never is n. */
static bool rim_options(const bt_game *g, uint64_t heap, bt_heap_visit *v)
{
    bool going = true;
    (void)g;
    for (uint64_t a = 0; a < heap && going; a++)
        for (uint64_t b = 0; b <= a && a + b < heap && going; b++) {
            const uint64_t part[] = {a, b};
            going = v->option(v, part, (size_t)(a > 0) + (b > 0));
        }
    return going;
}

static bool rim_rank(const bt_game *g, uint64_t heap, uint64_t *number)
{
    (void)g;
    *number = heap;
    return true;
}

static const bt_heap_kit rim_kit = {.size = sizeof rim_kit,
                                    .options = rim_options,
                                    .rank = rim_rank,
                                    .value = rim_rank};
static const bt_rules rim_heaps = {.size = sizeof(bt_rules),
                                   .name = "rim-heaps",
                                   .usage = "rim-heaps",
                                   .summary = "take any number and part the rest",
                                   .help = "",
                                   .examples = skittles_examples,
                                   .heap_word = "region",
                                   .heap_words = "regions",
                                   .grows = 1,
                                   BT_HEAP_RULES(rim_kit)};

static bt_registry *all_rules(bt_context *ctx)
{
    static const bt_rules *const rules[] = {&skittles, &lasker, &grundy,   &rim_heaps,
                                            &rim,      &nim,    &takeaway, &mark};
    bt_registry *registry = NULL;
    CHECK(bt_registry_new(ctx, &bt_builtin, &registry) == BT_OK, "memory");
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        CHECK(bt_registry_add(registry, rules[i]) == BT_OK, "%s", bt_message(ctx));
    return registry;
}

static const bt_by means[] = {BT_BY_ANY, BT_BY_SEARCH, BT_BY_PLAIN};
enum { MEANS = sizeof means / sizeof *means };

/* What one way says of a position: the verdict, and where the winning moves lead. */
struct said {
    bt_verdict verdict;
    bt_text wins;
};

static void ask(bt_context *ctx, bt_solver *solver, bt_sum *sum, struct said *out)
{
    bt_moves *moves = NULL;
    bt_text_init(&out->wins, ctx);
    CHECK(bt_solve(solver, sum, &out->verdict) == BT_OK &&
              bt_moves_new(ctx, solver, sum, BT_WINNING_MOVES, &moves) == BT_OK,
          "%s", bt_message(ctx));
    for (const bt_move *m; (m = bt_moves_next(moves)) != NULL;) {
        const bt_part *part = &sum->part[m->part];
        bt_text_format(&out->wins, "%zu:", m->part);
        part->game->rules->print(part->game, m->to, &out->wins);
        bt_text_put_char(&out->wins, ' ');
    }
    bt_moves_free(moves);
}

static void compare(bt_context *ctx, bt_solver *const *solver, bt_sum *sum,
                    const char *what, bool theorem)
{
    struct said said[MEANS];
    for (size_t i = 0; i < MEANS; i++)
        ask(ctx, solver[i], sum, &said[i]);
    const bt_verdict *plain = &said[MEANS - 1].verdict, *any = &said[0].verdict;
    for (size_t i = 0; i + 1 < MEANS; i++)
        CHECK(said[i].verdict.outcome == plain->outcome &&
                  (!said[i].verdict.has_grundy || !plain->has_grundy ||
                   said[i].verdict.grundy == plain->grundy) &&
                  strcmp(bt_text_chars(&said[i].wins),
                         bt_text_chars(&said[MEANS - 1].wins)) == 0,
              "%s: %s %d %d instead of %s %d %d", what, bt_text_chars(&said[i].wins),
              (int)said[i].verdict.outcome, (int)said[i].verdict.grundy,
              bt_text_chars(&said[MEANS - 1].wins), (int)plain->outcome,
              (int)plain->grundy);
    CHECK((any->by == BT_BY_THEOREM) == theorem, "%s: by %d", what, (int)any->by);
    for (size_t i = 0; i < MEANS; i++)
        bt_text_free(&said[i].wins);
}

/* The row whose pins are the bits of `pins`. */
static void row_of(unsigned pins, size_t places, uint64_t *words, char *text)
{
    for (size_t i = 0; i < places; i++) {
        words[i] = pins >> i & 1;
        text[i] = words[i] ? '|' : '.';
    }
    text[places] = 0;
}

static size_t runs_of(const char *text)
{
    size_t runs = 0;
    for (size_t i = 0; text[i]; i++)
        runs += text[i] == '|' && (i == 0 || text[i - 1] == '.');
    return runs;
}

/* All rows of so many places, alone and beside a pile of Nim. */
static void check_all(bt_context *ctx, const bt_registry *registry, const char *rules,
                      const char *nim_rules, size_t places, size_t known_runs)
{
    bt_game *game = NULL, *beside = NULL;
    bt_solver *solver[MEANS] = {0};
    CHECK(bt_game_new(ctx, registry, bt_span_of(rules), &game) == BT_OK &&
              bt_game_new(ctx, registry, bt_span_of(nim_rules), &beside) == BT_OK,
          "%s", bt_message(ctx));
    for (size_t i = 0; i < MEANS; i++)
        CHECK(bt_solver_new(ctx, means[i], &solver[i]) == BT_OK, "memory");
    for (unsigned pins = 0; pins < 1u << places; pins++) {
        bt_sum sum = {0};
        uint64_t words[16];
        char text[16], what[64];
        row_of(pins, places, words, text);
        snprintf(what, sizeof what, "%s %s", rules, text);
        CHECK(bt_sum_add(ctx, &sum, game, bt_span_of(text)) == BT_OK, "%s",
              bt_message(ctx));
        compare(ctx, solver, &sum, what, runs_of(text) <= known_runs);
        if (pins % 7 == 0 && (known_runs > 1 || runs_of(text) > 1)) {
            const uint64_t pile[] = {pins / 7 % 4};
            CHECK(bt_sum_add_words(ctx, &sum, beside, pile, 1) == BT_OK, "%s",
                  bt_message(ctx));
            compare(ctx, solver, &sum, what, known_runs > 1);
        }
        bt_sum_free(ctx, &sum);
    }
    for (size_t i = 0; i < MEANS; i++)
        bt_solver_free(solver[i]);
    bt_game_free(game);
    bt_game_free(beside);
}

static void says(bt_context *ctx, const bt_registry *registry, const char *const *words,
                 size_t n, const char *part)
{
    bt_text out;
    bt_text_init(&out, ctx);
    int code = bt_ask(ctx, registry, words, n, &out);
    CHECK(code == 0 && strstr(bt_text_chars(&out), part), "%d: %s %s\n%s", code,
          words[0], words[1], code ? bt_message(ctx) : bt_text_chars(&out));
    bt_text_free(&out);
}

#define SAYS(part, ...)                                                                \
    says(ctx, registry, (const char *const[]){__VA_ARGS__},                            \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), part)

/* What people read: the piles become heaps, and then their game explains itself. */
static void check_words(bt_context *ctx, const bt_registry *registry)
{
    SAYS("The runs are rows of 5, 3 and 2 in the game kayles, in this order.\n"
         "A row of 5 has the value 4.",
         "explain", "skittles", "|||||.|||.||");
    SAYS("Row 1 has value 4 and must get the value 4 xor 5 = 1. A row of 4 has "
         "that\nvalue.",
         "explain", "skittles", "|||||.|||.||");
    SAYS("A winning move: knock down pin 5.", "explain", "skittles", "|||||.|||.||");
    SAYS("The runs are regions of 3 and 2 in the game rim-heaps, in this order.\n"
         "A region of 3 has the value 3.",
         "explain", "bars-rim", "|||.||");
    SAYS("\"heaps\":[5,3,2]", "explain", "skittles", "|||||.|||.||", "--json");
    SAYS("The run is a row of 4 in the game kayles.\n", "explain", "skittles", "||||");
    SAYS("A winning move: take 1 from pile 3", "explain", "cheating", "1,1,2,2,3:1");
    SAYS("A winning move: take 1 from pile 2", "explain", "poker-nim", "1,2:3,3");
    SAYS("A winning move: in row 2 slide", "explain", "northcott", "1-5,2-7");
    SAYS("A winning move: take 3 from pile 7", "explain", "moore:2", "1,1,1,1,1,1,3");
    SAYS("no move is left", "explain", "skittles", "...");
    SAYS("The runs are piles of 3 and 2 in the game subtraction:1,2", "explain",
         "bars-takeaway/misere", "|||.||");
    SAYS("The 17 runs are rows in the game kayles.", "explain", "skittles",
         "|.|.|.|.|.|.|.|.|.|.|.|.|.|.|.|.||");
    SAYS("(by theorem)", "solve", "skittles",
         "|||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||"
         "|");
    SAYS("(by search)", "solve", "skittles/misere", "|||.||");
    SAYS("knock down pins", "demo", "skittles", "||||||");
    SAYS("at most 6 moves are left", "solve", "skittles", "||||||");
}

static void refuse(bt_context *ctx, const bt_disguise *d, const char *sentence)
{
    bt_registry *registry = all_rules(ctx);
    bt_rules rules = skittles;
    rules.name = "other";
    rules.disguise = d;
    CHECK(bt_registry_add(registry, &rules) == BT_DOMAIN &&
              strstr(bt_message(ctx), sentence),
          "'%s' instead of '%s'", bt_message(ctx), sentence);
    bt_registry_free(registry);
}

static void grows_never(const bt_pos *p, bool *now, bool *later)
{
    (void)p;
    *now = *later = false;
}

static void check_registration(bt_context *ctx)
{
    static const struct {
        const char *as, *sentence;
    } row[] = {
        {"kayels", "the game whose heaps the piles of 'other' are: no rules are called "
                   "'kayels'; did you mean 'kayles'?"},
        {"octal:0.8", "the game whose heaps the piles of 'other' are: "},
        {"", "the game whose heaps the piles of 'other' are: "},
        {"wythoff", "the piles of 'other' cannot be heaps of 'wythoff': its positions "
                    "are not sums of heaps"},
        {"skittles", "its positions are not sums of heaps"},
        {"kayles/misere", "it must be named without a play"},
        {"other", "no rules are called 'other'"},
    };
    bt_disguise d = skittles_runs_as_heaps;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        d.as = row[i].as;
        refuse(ctx, &d, row[i].sentence);
    }
    d = skittles_runs_as_heaps;
    d.leave = NULL;
    refuse(ctx, &d, "the rules 'other' need the field 'leave'");
    d = skittles_runs_as_heaps;
    d.growth = grows_never;
    refuse(ctx, &d, "cannot have the field 'growth'");
    d = skittles_runs_as_heaps;
    d.as = NULL;
    refuse(ctx, &d, "the rules 'other' need the field 'make'");
    d.size = offsetof(bt_disguise, as); /* an old program knows Nim only */
    refuse(ctx, &d, "the rules 'other' need the field 'make'");
    refuse(ctx, &skittles_too_disguise, "its positions are not sums of heaps");
    refuse(ctx, NULL, "the rules 'other' need the field 'disguise'");
    (void)skittles_too;
}

/* Everything once, with every allocation failing in turn. */
static bt_status all_once(bt_context *ctx)
{
    static const char *const words[] = {"explain", "skittles", "|||||.||"};
    bt_registry *registry = NULL;
    bt_game *game = NULL;
    bt_sum sum = {0};
    bt_moves *moves = NULL;
    bt_solver *solver = NULL;
    bt_text out;
    bt_text_init(&out, ctx);
    bt_status status = bt_registry_new(ctx, &bt_builtin, &registry);
    if (status == BT_OK)
        status = bt_registry_add(registry, &skittles);
    if (status == BT_OK)
        status = bt_game_new(ctx, registry, bt_span_of("skittles"), &game);
    if (status == BT_OK)
        status = bt_sum_add(ctx, &sum, game, bt_span_of("|||||.||"));
    if (status == BT_OK)
        status = bt_solver_new(ctx, BT_BY_ANY, &solver);
    if (status == BT_OK)
        status = bt_moves_new(ctx, solver, &sum, BT_WINNING_MOVES, &moves);
    if (status == BT_OK)
        CHECK(bt_moves_count(moves) == 2, "%zu moves", bt_moves_count(moves));
    if (status == BT_OK && bt_ask(ctx, registry, words, 3, &out) != 0)
        status = bt_last_status(ctx);
    bt_moves_free(moves);
    bt_solver_free(solver);
    bt_sum_free(ctx, &sum);
    bt_game_free(game);
    bt_registry_free(registry);
    bt_text_free(&out);
    return status;
}

static void check_failing(void)
{
    bt_status status = BT_NOMEM;
    for (uint64_t k = 1; status != BT_OK && k < 3000; k++) {
        struct failing_host f;
        failing_host_init(&f, k);
        bt_context *ctx = bt_context_new(&f.host, 0);
        if (!ctx)
            continue;
        status = all_once(ctx);
        CHECK(status == BT_OK || status == BT_NOMEM, "allocation %d: %s", (int)k,
              bt_status_name(status));
        CHECK(bt_memory_used(ctx) == 0, "allocation %d: a leak", (int)k);
        bt_context_free(ctx);
    }
    CHECK(status == BT_OK, "it never works");
}

int main(void)
{
    enum { ALL = 99 };
    static const struct {
        const char *rules;
        size_t places, normal, misere; /* at most so many runs are known by theorem */
    } row[] = {{"skittles", 9, ALL, 0},  {"bars-lasker", 7, ALL, 0},
               {"bars-grundy", 8, 0, 0}, /* no law is known */
               {"bars-rim", 7, ALL, 0},  {"bars-nim", 8, ALL, ALL},
               {"bars-mark", 8, ALL, 1}, {"bars-takeaway", 9, ALL, ALL}};
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    bt_registry *registry = all_rules(ctx);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char rules[40];
        snprintf(rules, sizeof rules, "%s/misere", row[i].rules);
        check_all(ctx, registry, row[i].rules, "nim", row[i].places, row[i].normal);
        check_all(ctx, registry, rules, "nim/misere", row[i].places, row[i].misere);
    }
    check_words(ctx, registry);
    bt_registry_free(registry);
    check_registration(ctx);
    CHECK(bt_memory_used(ctx) == 0, "a leak");
    bt_context_free(ctx);
    check_failing();
    return check_close();
}
