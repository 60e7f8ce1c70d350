// SPDX-License-Identifier: MIT
// Strangers in C++17: a rule set of their own, made with the public headers only, and
// the functions of bouton.h; in C++20 also one of a kit, in a few lines. It prints what a test compares; a wrong answer is exit code 1.
#include <bouton/bouton.h>
#include <bouton/kit.h>
#include <bouton/number_kit.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace
{

// Take a divisor of the pile, but not all of it. The Grundy value is the exponent of 2.
bool options(const bt_game *, bt_pos *p, bt_visit *visit)
{
    for (size_t i = 0; i < p->n; i++) {
        const uint64_t pile = p->x[i];
        bool going = true;
        for (uint64_t d = 1; d < pile && going; d++)
            if (pile % d == 0) {
                p->x[i] = pile - d;
                going = bt_show(visit, p, i, 1, &pile);
            }
        p->x[i] = pile;
        if (!going)
            return false;
    }
    return true;
}

uint64_t value_of(uint64_t pile)
{
    uint64_t value = 0;
    for (; pile > 0 && pile % 2 == 0; pile /= 2)
        value++;
    return value;
}

const bt_example examples[] = {{"12", "three winning moves"}, {nullptr, nullptr}};

bt_rules divisors()
{
    bt_rules r{};
    r.size = sizeof r;
    r.name = r.usage = "divisors";
    r.summary = "take a divisor of a pile, but not all of it";
    r.help = "A move takes a divisor of a pile that is not the pile itself.\n";
    r.examples = examples;
    r.flags = BT_UNORDERED | BT_HEAPS;
    r.bind = bt_bind_nothing;
    r.parse = [](bt_context *ctx, const bt_game *, bt_span text, bt_pos *pos) {
        return bt_parse_list(ctx, "divisors expects piles like 12 or 12,7", text, pos);
    };
    r.print = bt_print_list;
    r.options = options;
    r.say = bt_say_take;
    return r;
}

#if __cplusplus >= 202002L
const bt_heap_kit pins_kit = {
    .size = sizeof(bt_heap_kit), .chip = "pin", .chips = "pins", .code = "0.77"};
const bt_example pins_examples[] = {{"7", "a row"}, {nullptr, nullptr}};
const bt_rules pins = {.size = sizeof(bt_rules),
                       .name = "pins",
                       .usage = "pins",
                       .summary = "knock down one pin or two neighbours",
                       .help = "Kayles.",
                       .examples = pins_examples,
                       .heap_word = "row",
                       .heap_words = "rows",
                       .grows = 1,
                       BT_HEAP_RULES(pins_kit)};

// The same in disguise: the words are the rows, and what Kayles leaves is put there.
const bt_disguise rows_kit = {
    .size = sizeof(bt_disguise),
    .what = "row",
    .whats = "rows",
    .piles = [](const bt_pos *p) { return p->n; },
    .as = "kayles",
    .leave =
        [](const bt_game *, bt_pos *p, size_t i, const uint64_t *heap, size_t heaps,
           bt_visit *visit) {
            const uint64_t was = p->x[i];
            std::vector<uint64_t> now(heap, heap + heaps);
            now.resize(std::max<size_t>(heaps, 1));
            bt_pos_splice(p, i, 1, now.data(), now.size());
            bool going = bt_show_splice(visit, p, i, 1, now.size(), &was);
            bt_pos_splice(p, i, now.size(), &was, 1);
            return going;
        }};
const bt_rules rows = {.size = sizeof(bt_rules),
                       .name = "rows",
                       .usage = "rows",
                       .summary = "knock down one pin or two neighbours",
                       .help = "Kayles in disguise.",
                       .examples = pins_examples,
                       .grows = 1,
                       .bind = bt_bind_nothing,
                       .parse =
                           [](bt_context *ctx, const bt_game *, bt_span text, bt_pos *pos) {
                               return bt_parse_list(ctx, "rows", text, pos);
                           },
                       .print = bt_print_list,
                       .options = bt_disguise_options,
                       .say = bt_say_take,
                       BT_DISGUISE_RULES(rows_kit),
                       .rank = bt_disguise_rank};
#endif

int failures;

void check(bool good, const char *what)
{
    if (!good)
        std::printf("wrong: %s\n", what);
    failures += !good;
}

std::string ask(bt_context *ctx, const bt_registry *registry,
                const std::vector<const char *> &words, int *code)
{
    bt_text out;
    bt_text_init(&out, ctx);
    *code = bt_ask(ctx, registry, words.data(), words.size(), &out);
    std::string said = bt_text_chars(&out);
    bt_text_free(&out);
    return said;
}

#if __cplusplus >= 202002L
// Both say the same of every position, apart from the game's name and the moves' words.
void check_disguise(bt_context *ctx, const bt_registry *registry)
{
    int code = 1;
    auto verdict = [&](const char *rules, const char *position) {
        std::string said = ask(ctx, registry, {"solve", rules, position}, &code);
        size_t begin = said.find('\n'), end = said.find("left\n");
        return code == 0 ? said.substr(begin, end - begin) : rules;
    };
    for (const char *position : {"5,3,2", "0", "4,4", "1000000", "7,1,6"})
        check(verdict("rows", position) == verdict("kayles", position), position);
    check(ask(ctx, registry, {"explain", "rows", "5,3"}, &code)
                  .find("The rows are rows of 5 and 3 in the game kayles") !=
              std::string::npos,
          "a reason");
}
#endif

void check_commands(bt_context *ctx, const bt_registry *registry)
{
    int code = 0;
    check(ask(ctx, registry, {"solve", "divisors", "12,3"}, &code).find("N") !=
                  std::string::npos &&
              code == 0,
          "solve");
    for (const char *command : {"moves", "explain", "graph", "demo"})
        check(!ask(ctx, registry, {command, "divisors", "6,2"}, &code).empty() &&
                  code == 0,
              command);
    check(!ask(ctx, registry, {"table", "divisors", "0..12"}, &code).empty(), "table");
    check(ask(ctx, registry, {"games", "divisors"}, &code).find("not the pile itself") !=
              std::string::npos,
          "games");
    check(ask(ctx, registry, {"solve", "divisors", "x"}, &code).empty() && code == 2 &&
              std::string(bt_message(ctx)).find("divisors expects piles") !=
                  std::string::npos,
          "a sentence");
}

void check_moves(bt_context *ctx, const bt_game *game, bt_solver *solver)
{
    const uint64_t words[] = {12, 5};
    bt_sum sum{};
    bt_moves *moves = nullptr;
    size_t seen = 0;
    check(bt_sum_add_words(ctx, &sum, game, words, 2) == BT_OK, "numbers");
    check(bt_moves_new(ctx, solver, &sum, BT_ALL_MOVES, &moves) == BT_OK, "moves");
    while (const bt_move *move = bt_moves_next(moves)) {
        bt_sum copy{};
        bt_verdict verdict{};
        check(bt_sum_copy(ctx, &copy, &sum) == BT_OK &&
                  bt_sum_play(ctx, &copy, move) == BT_OK &&
                  bt_solve(solver, &copy, &verdict) == BT_OK,
              "a move is made");
        uint64_t value = 0;
        for (size_t i = 0; i < copy.part[0].pos.n; i++)
            value ^= value_of(copy.part[0].pos.x[i]);
        check(verdict.grundy == value, "the value is the exponent of 2");
        check(std::equal(move->to->x, move->to->x + move->to->n, copy.part[0].pos.x),
              "both lead to the same position");
        bt_sum_free(ctx, &copy);
        seen++;
    }
    check(seen == 6 && bt_moves_count(moves) == 6 && !bt_moves_more(moves),
          "12 has five such divisors and 5 one");
    bt_moves_free(moves);
    bt_sum_free(ctx, &sum);
}

} // namespace

int main()
{
    const bt_rules rules = divisors();
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    bt_registry *registry = nullptr;
    bt_game *game = nullptr;
    bt_solver *solver = nullptr;
    check(bt_registry_new(ctx, &bt_builtin, &registry) == BT_OK &&
              bt_registry_add(registry, &rules) == BT_OK &&
              bt_game_new(ctx, registry, bt_span_of("divisors"), &game) == BT_OK &&
              bt_solver_new(ctx, BT_BY_ANY, &solver) == BT_OK,
          bt_message(ctx));
#if __cplusplus >= 202002L
    int code = 1;
    check(bt_registry_add(registry, &pins) == BT_OK, bt_message(ctx));
    check(ask(ctx, registry, {"solve", "pins", "1000000000000"}, &code) ==
                  [&] {
                      std::string s =
                          ask(ctx, registry, {"solve", "kayles", "1000000000000"}, &code);
                      return s.replace(0, 6, "pins");
                  }() &&
              code == 0,
          "a kit");
    check(bt_registry_add(registry, &rows) == BT_OK, bt_message(ctx));
    check_disguise(ctx, registry);
#endif
    check_commands(ctx, registry);
    check_moves(ctx, game, solver);
    bt_solver_free(solver);
    bt_game_free(game);
    bt_registry_free(registry);
    bt_context_free(ctx);
    std::printf("%d failures\n", failures);
    return failures > 0;
}
