/* SPDX-License-Identifier: MIT
 * How fast options are shown, by the automata of a `.game` file and by the built-in
 * rules: `options_bench [GAMES]`, GAMES being the folder with the files. */
#include <bouton/all.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct counter {
    bt_visit visit;
    uint64_t options, sum; /* sum: so that the option is looked at */
};

static bool count_option(bt_visit *visit, const bt_move *move)
{
    struct counter *c = (struct counter *)visit;
    c->options++;
    c->sum += bt_move_words(move)[0] + move->now;
    return true;
}

/* All positions of two piles below `size`, again and again for about half a second. */
static void measure(bt_context *ctx, const char *rules, uint64_t size)
{
    bt_game *game;
    uint64_t x[2];
    bt_pos pos = {.x = x, .n = 2, .cap = 2, .ctx = ctx};
    struct counter c = {.visit.option = count_option};
    if (bt_game_new(ctx, &bt_builtin, bt_span_of(rules), &game) != BT_OK) {
        fprintf(stderr, "options_bench: %s\n", bt_message(ctx));
        exit(1);
    }
    double start = now_seconds(), took;
    do {
        for (x[0] = 0; x[0] < size; x[0]++)
            for (x[1] = 0; x[1] < size; x[1]++)
                if (bt_options(game, &pos, &c.visit) != BT_OK)
                    exit(1);
        took = now_seconds() - start;
    } while (took < 0.5);
    printf("%-32s piles below %4llu: %7.1f million options/s (%llu)\n", rules,
           (unsigned long long)size, 1e-6 * (double)c.options / took,
           (unsigned long long)(c.sum % 10));
    bt_game_free(game);
}

int main(int argc, char **argv)
{
    static const char *const files[] = {"wythoff", "bounded-nim", "power-diagonals",
                                        "misere-nim2"};
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    if (!ctx)
        return 1;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        for (uint64_t size = 16; size <= 256; size *= 16) {
            char rules[500];
            snprintf(rules, sizeof rules, "%s/%s.game", argc > 1 ? argv[1] : "games",
                     files[i]);
            measure(ctx, rules, size);
        }
    measure(ctx, "nim", 256);
    bt_context_free(ctx);
    return 0;
}
