/* SPDX-License-Identifier: MIT
 * A rule set outside the library, examples/rules/halving.c, is as good as one inside:
 * every command knows it, and theorem, search and plain search agree about it. Tables
 * of functions that are shorter, newer or lack something are met with sentences. */
#include "check.h"
#include "failing_host.h"

#include "../examples/rules/halving.c"

#include <bouton/all.h>

static bool says(bt_context *ctx, const bt_registry *registry, const char *line,
                 int expected, const char *part)
{
    char words[200];
    const char *argv[12];
    size_t n = 0;
    bt_text out;
    snprintf(words, sizeof words, "%s", line);
    for (char *w = strtok(words, " "); w && n < 12; w = strtok(NULL, " "))
        argv[n++] = w;
    bt_text_init(&out, ctx);
    int code = bt_ask(ctx, registry, argv, n, &out);
    bool good = code == expected &&
                strstr(code > 1 ? bt_message(ctx) : bt_text_chars(&out), part) != NULL;
    if (!good)
        fprintf(stderr, "%s: exit code %d\n%s\n%s\n", line, code, bt_text_chars(&out),
                code > 1 ? bt_message(ctx) : "");
    bt_text_free(&out);
    return good;
}

static void check_commands(bt_context *ctx, const bt_registry *registry)
{
    static const struct {
        const char *line;
        int code;
        const char *part;
    } row[] = {
        {"solve halving 10,7", 0, "N"},
        {"solve halving 1000000000000000000,5 --json", 0, "\"grundy\":"},
        {"solve halving/misere 3,4", 0, "halving/misere"},
        {"solve halving 7 + nim 3", 0, "in part 2: take 3 from pile 1 (3 to 0)"},
        {"solve halving 3,x", 2, "halving expects piles like 10 or 10,7"},
        {"moves halving 6,3", 0, "take 3 from pile 1 (6 to 3)"},
        {"explain halving 10,7", 0, "The nim-sum of the values is 5."},
        {"table halving 0..9", 0, "4"},
        {"graph halving 6", 0, "6 positions and 9 arrows"},
        {"demo halving 9,4", 0, "take"},
        {"prove halving --heaps 1", 0, "PROVED"},
        {"prove halving --heaps 1 --claim n=0", 1, "REFUTED"},
        {"prove halving --heaps 2", 3, "the claim is only about one pile"},
        {"games halving", 0, "at most half of the chips"},
        {"games", 0, "take at most half of a pile"},
        {"help --man", 0, "halving"},
        {"solve halvin 3", 2, "did you mean 'halving'?"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        CHECK(says(ctx, registry, row[i].line, row[i].code, row[i].part), "%s",
              row[i].line);
}

/* Piles of at most 11, two of them, in both plays. */
static void check_agree(bt_context *ctx, const bt_registry *registry, const char *rules)
{
    static const bt_by means[] = {BT_BY_ANY, BT_BY_SEARCH, BT_BY_PLAIN};
    bt_game *game = NULL;
    bt_solver *solver[3] = {0};
    CHECK(bt_game_new(ctx, registry, bt_span_of(rules), &game) == BT_OK, "%s", rules);
    for (size_t i = 0; i < 3; i++)
        CHECK(bt_solver_new(ctx, means[i], &solver[i]) == BT_OK, "memory");
    for (uint64_t x = 0; x < 144 && game; x++) {
        const uint64_t words[] = {x / 12, x % 12};
        bt_sum sum = {0};
        bt_verdict verdict[3];
        size_t wins[3] = {0};
        CHECK(bt_sum_add_words(ctx, &sum, game, words, 2) == BT_OK, "%s",
              bt_message(ctx));
        for (size_t i = 0; i < 3; i++) {
            bt_moves *moves = NULL;
            CHECK(bt_solve(solver[i], &sum, &verdict[i]) == BT_OK &&
                      bt_moves_new(ctx, solver[i], &sum, BT_WINNING_MOVES, &moves) ==
                          BT_OK,
                  "%s", bt_message(ctx));
            wins[i] = bt_moves_count(moves);
            bt_moves_free(moves);
        }
        CHECK(verdict[0].outcome == verdict[2].outcome &&
                  verdict[1].outcome == verdict[2].outcome && wins[0] == wins[2] &&
                  wins[1] == wins[2] &&
                  verdict[0].has_grundy == verdict[2].has_grundy &&
                  (!verdict[0].has_grundy || verdict[0].grundy == verdict[2].grundy),
              "%s %d,%d", rules, (int)words[0], (int)words[1]);
        bt_sum_free(ctx, &sum);
    }
    for (size_t i = 0; i < 3; i++)
        bt_solver_free(solver[i]);
    bt_game_free(game);
}

static void check_play(bt_context *ctx, const bt_registry *registry)
{
    bt_game *game = NULL;
    bt_sum sum = {0};
    bt_session *session = NULL;
    bt_text out;
    bool quit = false;
    bt_text_init(&out, ctx);
    CHECK(bt_game_new(ctx, registry, bt_span_of("halving"), &game) == BT_OK &&
              bt_sum_add(ctx, &sum, game, bt_span_of("9,6")) == BT_OK &&
              bt_session_new(ctx, registry, &sum, (bt_session_how){.seed = 1},
                             &session) == BT_OK &&
              bt_session_begin(session, &out) == BT_OK &&
              bt_session_line(session, bt_span_of("take 1 from 2"), &out, &quit) ==
                  BT_OK &&
              !bt_session_refused(session),
          "%s", bt_message(ctx));
    CHECK(strstr(bt_text_chars(&out), "take 1 from pile 2 (6 to 5)"), "%s",
          bt_text_chars(&out));
    bt_text_clear(&out);
    CHECK(bt_session_record(session, &out) == BT_OK &&
              bt_session_load(session, bt_text_span(&out)) == BT_OK,
          "a record is read again: %s", bt_message(ctx));
    bt_text json;
    bt_text_init(&json, ctx);
    CHECK(bt_session_answer_record(session, bt_text_span(&out), &json) == BT_OK &&
              strstr(bt_text_chars(&json), "{\"said\":\"halving "),
          "%s", bt_text_chars(&json));
    bt_text_clear(&json);
    const bt_span line = bt_span_of("quit");
    CHECK(bt_session_answer(session, &line, &json, &quit) == BT_OK && quit &&
              strstr(bt_text_chars(&json), "\"quit\":true,\"state\":{"),
          "%s", bt_text_chars(&json));
    bt_text_free(&json);
    bt_session_free(session);
    bt_sum_free(ctx, &sum);
    bt_game_free(game);
    bt_text_free(&out);
}

static void refuse(bt_context *ctx, const bt_rules *rules, const char *part)
{
    bt_registry *registry = NULL;
    CHECK(bt_registry_new(ctx, &bt_builtin, &registry) == BT_OK, "memory");
    CHECK(bt_registry_add(registry, rules) == BT_DOMAIN &&
              strstr(bt_message(ctx), part),
          "'%s' instead of '%s'", bt_message(ctx), part);
    bt_registry_free(registry);
}

/* Each required field missing, and tables of other sizes. */
static void check_registration(bt_context *ctx)
{
#define WITHOUT(field)                                                                 \
    do {                                                                               \
        bt_rules less = halving;                                                       \
        less.field = NULL;                                                             \
        refuse(ctx, &less, "need the field '" #field "'");                             \
    } while (0)
    WITHOUT(usage);
    WITHOUT(summary);
    WITHOUT(help);
    WITHOUT(examples);
    WITHOUT(bind);
    WITHOUT(parse);
    WITHOUT(print);
    WITHOUT(options);
    WITHOUT(say);
    WITHOUT(theorem);
    WITHOUT(box);
    WITHOUT(box_options);
#undef WITHOUT
    bt_rules odd = halving;
    odd.size = 0;
    refuse(ctx, &odd, "sizeof(bt_rules)");
    odd.size = offsetof(bt_rules, say); /* so old that it has no `say` */
    refuse(ctx, &odd, "need the field 'say'");
    odd = halving;
    odd.name = NULL;
    refuse(ctx, &odd, "rules need a name");
    odd.name = "Take Half";
    refuse(ctx, &odd, "rules need a name of small letters");
    odd.name = "nim";
    refuse(ctx, &odd, "already rules called 'nim'");
    struct {
        bt_rules rules;
        void *later;
    } newer = {.rules = halving};
    newer.rules.size = sizeof newer;
    newer.later = &newer;
    refuse(ctx, &newer.rules, "newer version of Bouton");
    bt_registry *registry = NULL;
    newer.later = NULL; /* a newer program that does without what is new */
    CHECK(bt_registry_new(ctx, NULL, &registry) == BT_OK &&
              bt_registry_add(registry, &newer.rules) == BT_OK &&
              bt_registry_at(registry, 0)->size == sizeof(bt_rules) &&
              !bt_registry_at(registry, 1),
          "%s", bt_message(ctx));
    bt_registry_free(registry);
}

/* An old program's table ends before the optional functions: they are not looked at. */
static void check_short(bt_context *ctx)
{
    size_t size = offsetof(bt_rules, unbind);
    bt_rules *old = malloc(size); /* what is behind it is not ours */
    bt_rules whole = halving;
    bt_registry *registry = NULL;
    whole.size = size;
    memcpy(old, &whole, size);
    CHECK(bt_registry_new(ctx, &bt_builtin, &registry) == BT_OK &&
              bt_registry_add(registry, old) == BT_OK,
          "%s", bt_message(ctx));
    free(old);
    CHECK(says(ctx, registry, "solve halving 10,7", 0, "N") &&
              says(ctx, registry, "solve halving 10,7 --by theorem", 3, "no theorem"),
          "a short table");
    bt_registry_free(registry);
}

/* A kit is a table of functions too: the same holds for it. */
static bool one_less(const bt_game *g, uint64_t heap, bt_heap_visit *v)
{
    uint64_t rest[3] = {heap / 3 + heap % 3, heap / 3, heap / 3};
    (void)g;
    return heap < 3 || v->option(v, rest, 3);
}

static bool lasts(const bt_game *g, uint64_t heap, uint64_t *moves)
{
    (void)g;
    *moves = heap;
    return true;
}

static size_t no_piles(const bt_pos *p)
{
    (void)p;
    return 0;
}

static bool make_nothing(const bt_game *g, bt_pos *p, size_t i, uint64_t size,
                         bt_visit *v)
{
    (void)g, (void)p, (void)i, (void)size, (void)v;
    return true;
}

static const bt_heap_kit thirds_kit = {
    .size = sizeof thirds_kit, .options = one_less, .rank = lasts};
static const bt_disguise empty_kit = {
    .size = sizeof empty_kit, .what = "pile", .piles = no_piles, .make = make_nothing};
static const bt_example thirds_examples[] = {{NULL, NULL}};
#define THIRDS                                                                         \
    .size = sizeof(bt_rules), .name = "thirds", .usage = "thirds SIZES",               \
    .summary = "break a heap into three", .help = "", .examples = thirds_examples,     \
    .heap_word = "heap"

static void check_kits(bt_context *ctx)
{
    bt_heap_kit heaps = thirds_kit;
    bt_disguise nim = empty_kit;
    bt_rules rules = {THIRDS, BT_HEAP_RULES(heaps)};
    heaps.rank = NULL;
    refuse(ctx, &rules, "'thirds' need the field 'rank'");
    heaps.size = 0;
    refuse(ctx, &rules, "sizeof(bt_heap_kit)");
    rules.heaps = NULL;
    refuse(ctx, &rules, "'thirds' need the field 'heaps'");
    rules.heaps = &thirds_kit;
    rules.heap_word = NULL;
    refuse(ctx, &rules, "'thirds' need the field 'heap_word'");
    rules.heap_word = "heap";
    rules.disguise = &nim;
    nim.make = NULL;
    refuse(ctx, &rules, "'thirds' need the field 'make'");
    nim.piles = NULL;
    refuse(ctx, &rules, "'thirds' need the field 'piles'");
    nim.what = NULL;
    refuse(ctx, &rules, "'thirds' need the field 'what'");
    nim.size = sizeof nim.size;
    refuse(ctx, &rules, "sizeof(bt_disguise)");
    rules.theorem = bt_disguise_theorem;
    rules.disguise = NULL;
    refuse(ctx, &rules, "'thirds' need the field 'disguise'");
    rules = (bt_rules){THIRDS, BT_HEAP_RULES(thirds_kit)};
    rules.theorem = NULL, rules.reason = NULL;
    rules.winning = bt_disguise_winning;
    refuse(ctx, &rules, "'thirds' need the field 'theorem'");
    rules.theorem = bt_heap_theorem;
    refuse(ctx, &rules, "'thirds' need the field 'disguise'");
    static const bt_heap_kit code_kit = {.size = sizeof code_kit, .code = "0.77"};
    rules = (bt_rules){THIRDS, BT_HEAP_RULES(code_kit)};
    rules.bind = bt_bind_nothing;
    refuse(ctx, &rules, "the heaps of 'thirds' follow a code");
    struct {
        bt_heap_kit heaps;
        void *later;
    } newer = {.heaps = thirds_kit, .later = &newer};
    newer.heaps.size = sizeof newer;
    rules = (bt_rules){THIRDS, BT_HEAP_RULES(newer.heaps)};
    refuse(ctx, &rules, "this bt_heap_kit is made for a newer version of Bouton");

    /* What ends before the optional functions, and goes away after it was added. */
    size_t size = offsetof(bt_heap_kit, value);
    bt_heap_kit *old = malloc(size);
    bt_registry *registry = NULL;
    heaps = thirds_kit;
    heaps.size = size;
    memcpy(old, &heaps, size);
    rules = (bt_rules){THIRDS, BT_HEAP_RULES(*old)};
    CHECK(bt_registry_new(ctx, &bt_builtin, &registry) == BT_OK &&
              bt_registry_add(registry, &rules) == BT_OK,
          "%s", bt_message(ctx));
    free(old);
    CHECK(says(ctx, registry, "solve thirds 9", 2,
               "a move of 'thirds' leaves 3 heaps, so the field 'grows' of its rules "
               "must be at least 2, and it is 0") &&
              says(ctx, registry, "moves thirds 1", 0, ""),
          "rules that grow more than they say");
    bt_registry_free(registry);
    rules.heaps = &thirds_kit;
    rules.grows = 2;
    CHECK(bt_registry_new(ctx, &bt_builtin, &registry) == BT_OK &&
              bt_registry_add(registry, &rules) == BT_OK &&
              says(ctx, registry, "solve thirds 9", 0, "P") &&
              says(ctx, registry, "solve thirds 9,4", 0, "N"),
          "%s", bt_message(ctx));
    bt_registry_free(registry);
}

static void check_host_and_io(bt_context *ctx)
{
    bt_host host = *bt_host_posix();
    bt_io io = {.size = sizeof(bt_io)};
    const bt_span words[] = {bt_span_of("games")};
    CHECK(bt_command_run(ctx, &bt_builtin, &io, 1, words) == 2 &&
              strstr(bt_message(ctx), "'write'"),
          "%s", bt_message(ctx));
    host.size = offsetof(bt_host, open_source); /* memory alone */
    bt_context *small = bt_context_new(&host, 0);
    CHECK(small && says(small, &bt_builtin, "solve graph:none.dot A", 3,
                        "files cannot be read"),
          "host");
    CHECK(small && says(small, &bt_builtin, "solve nim 3,4", 0, "N"), "host");
    bt_context_free(small);
    host.size = 0;
    CHECK(!bt_context_new(&host, 0), "a host without a size");
    host.size = sizeof host;
    host.resize = NULL;
    CHECK(!bt_context_new(&host, 0), "a host without resize");
}

static void check_numbers(bt_context *ctx)
{
    static const struct {
        const char *rules;
        uint64_t words[4];
        size_t n;
        const char *text; /* NULL: refused */
    } row[] = {
        {"nim", {3, 4, 6}, 3, "3,4,6"},
        {"wythoff", {3, 5}, 2, "3,5"},
        {"wythoff", {3, 5, 7}, 3, NULL},
        {"cheating", {3, 4, 2}, 3, "3,4:2"},
        {"dynamic:2", {13, 6}, 2, "13:6"},
        {"nim", {0}, 0, NULL},
        {"silver-dollar", {4, 4}, 2, NULL},
        {"twins", {2, 1, 0}, 3, "HT"},
        {"poker-nim", {3, 4, 2, 0}, 4, "3,4:2,0"},
        {"northcott", {1, 5}, 2, "1-5"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        bt_game *game = NULL;
        bt_sum sum = {0};
        bt_text out;
        bt_text_init(&out, ctx);
        CHECK(bt_game_new(ctx, &bt_builtin, bt_span_of(row[i].rules), &game) == BT_OK,
              "%s", bt_message(ctx));
        bt_status status = bt_sum_add_words(ctx, &sum, game, row[i].words, row[i].n);
        bt_sum_print(&out, &sum);
        CHECK(row[i].text
                  ? status == BT_OK && strcmp(bt_text_chars(&out), row[i].text) == 0
                  : status == BT_SYNTAX || status == BT_DOMAIN,
              "%s: %s", row[i].rules, bt_text_chars(&out));
        bt_text_free(&out);
        bt_sum_free(ctx, &sum);
        bt_game_free(game);
    }
}

/* The list shows what a walk shows, words come and go, and a move is made once. */
static void check_list(bt_context *ctx)
{
    bt_game *game = NULL;
    bt_sum sum = {0};
    bt_moves *moves = NULL;
    bt_text out;
    bt_text_init(&out, ctx);
    CHECK(bt_game_new(ctx, &bt_builtin, bt_span_of("kayles"), &game) == BT_OK &&
              bt_sum_add(ctx, &sum, game, bt_span_of("2,5")) == BT_OK &&
              bt_moves_new(ctx, NULL, &sum, BT_ALL_MOVES, &moves) == BT_OK,
          "%s", bt_message(ctx));
    for (const bt_move *m; (m = bt_moves_next(moves)) != NULL;) {
        bt_sum copy = {0};
        CHECK(bt_sum_copy(ctx, &copy, &sum) == BT_OK &&
                  bt_sum_play(ctx, &copy, m) == BT_OK,
              "%s", bt_message(ctx));
        bt_sum_print(&out, &copy);
        bt_text_put_char(&out, ' ');
        CHECK(bt_sum_play(ctx, &copy, m) == BT_DOMAIN, "a move is made twice");
        bt_sum_free(ctx, &copy);
    }
    CHECK(strcmp(bt_text_chars(&out), "1,5 0,5 2,4 2,3,1 2,2,2 2,3 2,2,1 ") == 0, "%s",
          bt_text_chars(&out));
    CHECK(!bt_moves_next(moves), "the end");
    bt_moves_free(moves);
    bt_sum_free(ctx, &sum);
    bt_game_free(game);
    bt_text_free(&out);
}

/* A move belongs to one position, even if what it changes stands elsewhere, too. */
static void check_origin(bt_context *ctx)
{
    bt_game *game = NULL;
    bt_sum sum = {0}, other = {0}, none = {0};
    bt_moves *moves = NULL;
    CHECK(bt_game_new(ctx, &bt_builtin, bt_span_of("silver-dollar"), &game) == BT_OK &&
              bt_sum_add(ctx, &sum, game, bt_span_of("1,4,8")) == BT_OK &&
              bt_sum_add(ctx, &other, game, bt_span_of("1,6,8")) == BT_OK &&
              bt_moves_new(ctx, NULL, &sum, BT_ALL_MOVES, &moves) == BT_OK,
          "%s", bt_message(ctx));
    size_t n = 0;
    for (const bt_move *m; (m = bt_moves_next(moves)) != NULL; n++)
        CHECK(bt_sum_play(ctx, &other, m) == BT_DOMAIN &&
                  bt_sum_play(ctx, &none, m) == BT_DOMAIN &&
                  strstr(bt_message(ctx), "not a move of this position"),
              "a move of another position is made");
    CHECK(n == 6, "%zu moves", n);
    bt_moves_free(moves);
    bt_sum_free(ctx, &sum);
    bt_sum_free(ctx, &other);
    bt_game_free(game);
}

/* Proofs from a program: what was found out, and what could not be asked. */
static void check_proofs(bt_context *ctx)
{
    static const struct {
        const char *rules;
        size_t heaps;
        bt_status status;
        bt_finding proof;
        const char *part;
    } row[] = {
        {"nim", 3, BT_OK, BT_PROVED, "\"claim\":\"x ^ y ^ z = 0\""},
        {"../games/wythoff.game", 0, BT_OK, BT_PROVED, "\"PROVED\""},
        {"cli/files/may-not-end.game", 0, BT_OK, BT_NOT_PROVED, "\"NOT PROVED\""},
        {"nim", 0, BT_SYNTAX, BT_PROVED, "needs the number of heaps"},
        {"zzz", 0, BT_SYNTAX, BT_PROVED, "no rules are called 'zzz'"},
        {"cli/files/may-not-end.game", 0, BT_OK, BT_NOT_PROVED, "\"NOT PROVED\""},
        {"--help", 0, BT_SYNTAX, BT_PROVED, "no rules are called '--help'"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        bt_text json;
        bt_finding proof = BT_PROVED;
        bt_text_init(&json, ctx);
        bt_status status =
            bt_prove_rules(ctx, &bt_builtin, row[i].rules, row[i].heaps, &json, &proof);
        CHECK(status == row[i].status && proof == row[i].proof &&
                  strstr(status == BT_OK ? bt_text_chars(&json) : bt_message(ctx),
                         row[i].part),
              "%s: %s %d %s %s", row[i].rules, bt_status_name(status), proof,
              bt_text_chars(&json), bt_message(ctx));
        bt_text_free(&json);
    }
    bt_text json;
    bt_finding proof = BT_NOT_PROVED;
    bt_text_init(&json, ctx);
    CHECK(bt_discover_rules(ctx, &bt_builtin, "nim", 2, &json, &proof) == BT_OK &&
              proof == BT_PROVED && strstr(bt_text_chars(&json), "x ^ y = 0"),
          "%s", bt_message(ctx));
    bt_text_free(&json);
}

/* Everything once, with every allocation failing in turn. */
static bt_status all_once(bt_context *ctx)
{
    bt_registry *registry = NULL;
    bt_game *game = NULL;
    bt_sum sum = {0};
    bt_moves *moves = NULL;
    bt_status status = bt_registry_new(ctx, &bt_builtin, &registry);
    if (status == BT_OK)
        status = bt_registry_add(registry, &halving);
    if (status == BT_OK)
        status = bt_game_new(ctx, registry, bt_span_of("halving"), &game);
    if (status == BT_OK)
        status = bt_sum_add_words(ctx, &sum, game, (const uint64_t[]){40, 9}, 2);
    if (status == BT_OK)
        status = bt_moves_new(ctx, NULL, &sum, BT_ALL_MOVES, &moves);
    if (status == BT_OK)
        status = bt_sum_play(ctx, &sum, bt_moves_next(moves));
    bt_moves_free(moves);
    bt_sum_free(ctx, &sum);
    bt_game_free(game);
    bt_registry_free(registry);
    return status;
}

static void check_failing(void)
{
    bt_status status = BT_NOMEM;
    for (uint64_t k = 1; status != BT_OK && k < 1000; k++) {
        struct failing_host f;
        failing_host_init(&f, k);
        bt_context *ctx = bt_context_new(&f.host, 0);
        if (!ctx)
            continue;
        status = all_once(ctx);
        CHECK(status == BT_OK || status == BT_NOMEM, "%s", bt_status_name(status));
        CHECK(bt_memory_used(ctx) == 0, "allocation %d: a leak", (int)k);
        bt_context_free(ctx);
    }
    CHECK(status == BT_OK, "it never works");
}

int main(void)
{
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    bt_registry *registry = NULL;
    CHECK(bt_registry_new(ctx, &bt_builtin, &registry) == BT_OK &&
              bt_registry_add(registry, &halving) == BT_OK,
          "%s", bt_message(ctx));
    check_commands(ctx, registry);
    check_agree(ctx, registry, "halving");
    check_agree(ctx, registry, "halving/misere");
    check_play(ctx, registry);
    bt_registry_free(registry);
    check_registration(ctx);
    check_short(ctx);
    check_kits(ctx);
    check_origin(ctx);
    check_proofs(ctx);
    check_host_and_io(ctx);
    check_numbers(ctx);
    check_list(ctx);
    CHECK(bt_memory_used(ctx) == 0, "%llu bytes are left",
          (unsigned long long)bt_memory_used(ctx));
    bt_context_free(ctx);
    check_failing();
    return check_close();
}
