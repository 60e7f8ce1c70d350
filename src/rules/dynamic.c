/* SPDX-License-Identifier: MIT
 * Dynamic subtraction: one pile of n chips, of which at most m may be taken now.
 * Whoever takes x chips limits the next move to f times x. A position is the pair n, m.
 *
 * Schwenk (Take-away games, Fibonacci Quarterly 8, 1970), for every f >= 1: let H(1) =
 * 1 and H(k+1) = H(k) + H(j), where j is the least index with f H(j) >= H(k). Then
 * every n >= 1 is in exactly one way a sum of these parts in which f times a part is
 * less than the next larger one, and taking the largest part again and again finds it.
 * (n, m) is P exactly when n = 0 or the least part of n is more than m. For f = 1 the
 * parts are the powers of 2 and the least one is the lowest set bit; for f = 2 they are
 * the Fibonacci numbers (Whinihan 1963, Fibonacci Nim).
 *
 * All winning moves: x wins when n - x = 0 or its least part is more than f x. Then the
 * parts of x and of n - x together satisfy the condition, so they are the parts of n:
 * x is the sum of some of the lowest ones.
 *
 * Misere: whoever takes the last chip loses, so it is normal play for the other n - 1
 * chips; only a position without a move is N. */
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "core/quote.h"
#include "rules/boxes.h"
#include "rules/game_text.h"
#include "rules/registry.h"

#include <string.h>

/* A part is more than f times the one before it, so 64 bits hold no more than these. */
enum { MOST_PARTS = 64, TABLE_MOST = 65536 };

/* Every number up to f + 1 is a part: H(k) = k as long as f H(1) >= H(k - 1). The table
 * holds the parts from f + 1 on. */
struct params {
    uint64_t factor;
    uint64_t *part;
    size_t count;
    uint64_t reach; /* numbers up to this one can be written as a sum of parts */
};

static bt_status parse_factor(bt_context *ctx, bt_span param, uint64_t *factor)
{
    bt_span text = param;
    *factor = 1;
    if (param.len == 0)
        return BT_OK;
    bt_number number = bt_take_u64(&text, factor);
    if (number == BT_NUMBER_TOO_LARGE)
        return bt_fail(
            ctx, BT_DOMAIN,
            "the factor {param} is too large: numbers go up to 18446744073709551615",
            BT_ARGS(BT_QUOTE("param", param)));
    if (number == BT_NUMBER_NONE || text.len > 0)
        return bt_fail(ctx, BT_SYNTAX,
                       "{param} is not a number; dynamic expects a factor like "
                       "dynamic:2, or nothing",
                       BT_ARGS(BT_QUOTE("param", param)));
    if (*factor == 0)
        return bt_fail(ctx, BT_DOMAIN,
                       "with a factor of 0 nobody could move again; factors begin at 1",
                       BT_NO_ARGS);
    return BT_OK;
}

/* H(k+1) = H(k) + H(j) until it does not fit or the table is full. Each part is at
 * least 1 + 1/f times the last, so 45 f + 24 of them pass 2^64. */
static bt_status fill_table(bt_arena *arena, struct params *p)
{
    uint64_t cap = p->factor < TABLE_MOST ? 45 * p->factor + 24 : TABLE_MOST, next;
    cap = bti_min(cap, TABLE_MOST);
    p->reach = UINT64_MAX;
    if (!bti_add(p->factor, 1, &next))
        return BT_OK;
    p->part = bt_arena_alloc(arena, (size_t)cap, sizeof *p->part);
    if (!p->part)
        return bt_last_status(arena->ctx);
    for (size_t j = 0; p->count < cap;) {
        uint64_t last = p->part[p->count++] = next;
        uint64_t least = last / p->factor + (last % p->factor > 0);
        while (least > p->factor && p->part[j] < least)
            j++;
        if (!bti_add(last, least > p->factor ? p->part[j] : least, &next))
            return BT_OK;
    }
    p->reach = next - 1;
    return BT_OK;
}

static bt_status bind(bt_context *ctx, bt_span param, bt_game *g, bt_text *canonical)
{
    struct params *p = bt_arena_alloc(&g->arena, 1, sizeof *p);
    if (!p)
        return bt_last_status(ctx);
    BT_TRY(parse_factor(ctx, param, &p->factor));
    BT_TRY(fill_table(&g->arena, p));
    g->params = p;
    if (p->factor == 1)
        return bt_summarise(g, "take at most as many chips as were just taken",
                            BT_NO_ARGS);
    bt_text_put_u64(canonical, p->factor);
    return bt_summarise(g,
                        "take at most {factor} times as many chips as were just taken",
                        BT_ARGS(BT_NUM("factor", p->factor)));
}

/* 44:43, or a pair as other lists are written: 44,43 or (44,43). */
static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    static const char want[] =
        BT_TEXT("dynamic expects the chips and how many may be taken now, like 44:43");
    if (text.len > 0 && memchr(text.at, ':', text.len))
        BT_TRY(bt_parse_list_and_numbers(ctx, want, text, 1, pos));
    else
        BT_TRY(bt_parse_list(ctx, want, text, pos));
    if (pos->n == 1)
        return bt_fail(ctx, BT_SYNTAX, "the limit is missing; {expected}",
                       BT_ARGS(BT_STR("expected", bt_words_for(ctx, want))));
    if (pos->n != 2)
        return bt_fail(ctx, BT_SYNTAX,
                       "that is not one pile with one limit; {expected}",
                       BT_ARGS(BT_STR("expected", bt_words_for(ctx, want))));
    const struct params *params = g->params;
    if (pos->x[0] > params->reach)
        return bt_fail(
            ctx, BT_UNABLE,
            "with a factor as large as this, only piles up to {reach} can be solved",
            BT_ARGS(BT_NUM("reach", params->reach)));
    return BT_OK;
}

/* What the next player may take when x chips were taken. Where f x does not fit 64
 * bits, neither does any pile that it could limit. */
static uint64_t next_limit(const struct params *params, uint64_t x)
{
    uint64_t limit;
    return bti_mul(params->factor, x, &limit) ? limit : UINT64_MAX;
}

static bool show(const struct params *params, bt_pos *p, uint64_t x, bt_visit *visit)
{
    const uint64_t before[] = {p->x[0], p->x[1]};
    p->x[0] -= x;
    p->x[1] = next_limit(params, x);
    bool going = bt_show(visit, p, 0, 2, before);
    p->x[0] = before[0];
    p->x[1] = before[1];
    return going;
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    uint64_t most = bti_min(p->x[0], p->x[1]);
    bool going = true;
    for (uint64_t x = 0; x < most && going;)
        going = show(g->params, p, ++x, visit);
    return going;
}

static uint64_t largest_part(const struct params *params, uint64_t n)
{
    if (n - 1 <= params->factor)
        return n;
    size_t low = 0, high = params->count; /* part[low] <= n < part[high] */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (params->part[middle] <= n)
            low = middle;
        else
            high = middle;
    }
    return params->part[low];
}

/* The parts of n, the largest first; returns how many. */
static size_t parts_of(const struct params *params, uint64_t n, uint64_t *part)
{
    size_t count = 0;
    for (; n > 0; n -= part[count++])
        part[count] = largest_part(params, n);
    return count;
}

/* The chips that matter: in misere play all but the last. */
static uint64_t chips_of(const bt_game *g, const bt_pos *p)
{
    return p->x[0] - (g->play == BT_MISERE && p->x[0] > 0);
}

static void theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    const struct params *params = g->params;
    uint64_t part[MOST_PARTS], n = chips_of(g, p);
    *out = (bt_answer){.outcome = BT_UNKNOWN};
    if (p->x[0] == 0 || p->x[1] == 0) {
        out->outcome = g->play == BT_NORMAL ? BT_P : BT_N;
    } else if (n <= params->reach) {
        size_t count = parts_of(params, n, part);
        out->outcome = count == 0 || part[count - 1] > p->x[1] ? BT_P : BT_N;
    }
}

static bool winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit)
{
    const struct params *params = g->params;
    uint64_t part[MOST_PARTS], n = chips_of(g, p), limit = p->x[1], x = 0;
    (void)rest;
    if (n > params->reach)
        return true; /* only where no move is possible */
    bool going = true;
    for (size_t i = parts_of(params, n, part); i-- > 0 && going;) {
        x += part[i];
        if (x > limit)
            break;
        if (i == 0 || part[i - 1] > next_limit(params, x))
            going = show(params, p, x, visit);
    }
    return going;
}

static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    const uint64_t *before = move->before, *now = bt_move_words(move);
    (void)g;
    bt_say(text, "take {taken} ({before} to {now}, then at most {limit})",
           BT_ARGS(BT_NUM("taken", before[0] - now[0]), BT_NUM("before", before[0]),
                   BT_NUM("now", now[0]), BT_NUM("limit", now[1])));
}

/* The first of the numbers that belong to a factor of 3 or more. */
static void say_numbers(const struct params *params, bt_steps *steps)
{
    enum { FIRST = 10 };
    bt_text numbers;
    bt_text_init(&numbers, steps->arena.ctx);
    for (uint64_t i = 0; i < FIRST; i++) {
        uint64_t f = params->factor, number = i <= f ? i + 1 : params->part[i - f];
        bt_text_format(&numbers, "%s%llu", i > 0 ? ", " : "",
                       (unsigned long long)number);
    }
    if (bt_text_status(&numbers) != BT_OK)
        steps->status = bt_text_status(&numbers);
    bt_step_say(steps, "numbers",
                "For the factor {factor}, use the numbers {numbers}, …: each new one "
                "is the last one, h, plus the least earlier k with {factor}·k >= h.",
                BT_ARGS(BT_NUM("factor", params->factor),
                        BT_STR("numbers", bt_text_chars(&numbers))));
    bt_text_free(&numbers);
}

/* 12 = 8 + 4, in the numbers that belong to the factor. */
static void say_parts(uint64_t factor, uint64_t n, const uint64_t *part, size_t count,
                      bt_steps *steps)
{
    bt_text sum;
    bt_text_init(&sum, steps->arena.ctx);
    for (size_t i = 0; i < count; i++)
        bt_text_format(&sum, "%s%llu", i > 0 ? " + " : "", (unsigned long long)part[i]);
    if (bt_text_status(&sum) != BT_OK)
        steps->status = bt_text_status(&sum);
    if (count == 1)
        bt_step_say(steps, "parts",
                    "{factor, plural, =1 {{n} is a power of 2.} =2 {{n} is a Fibonacci "
                    "number.} other {{n} is one of them.}}",
                    BT_ARGS(BT_NUM("n", n), BT_NUM("factor", factor)));
    else
        bt_step_say(
            steps, "parts",
            "{factor, plural, =1 {As a sum of different powers of 2, {n} = {sum}.} =2 "
            "{As a sum of Fibonacci numbers, no two of them neighbours, {n} = {sum}.} "
            "other {As a sum of these numbers, {n} = {sum}.}}",
            BT_ARGS(BT_NUM("factor", factor), BT_NUM("n", n),
                    BT_STR("sum", bt_text_chars(&sum))));
    bt_text_free(&sum);
    bt_step_numbers(steps, "parts", part, count);
}

/* The least part is more than the limit. */
static void say_too_large(const struct params *params, uint64_t least, uint64_t limit,
                          size_t count, bt_steps *steps)
{
    bt_step_say(
        steps, "least",
        "{count, plural, one {The only part} other {The least part}} is {least}, more "
        "than the limit of {limit}. So a move of x chips takes only a piece of it, and "
        "the least part of what is left is at most {factor, plural, one {x} other "
        "{{factor}·x}}: the opponent may take that part.",
        BT_ARGS(BT_NUM("count", count), BT_NUM("least", least), BT_NUM("limit", limit),
                BT_NUM("factor", params->factor)));
}

/* The parts of the chips, the least first, and what taking the lowest ones leaves. */
static void reason(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    const struct params *params = g->params;
    uint64_t part[MOST_PARTS], n = chips_of(g, p);
    bool misere = g->play == BT_MISERE;
    if (n > params->reach)
        return;
    size_t count = parts_of(params, n, part);
    unsigned long long least = count > 0 ? part[count - 1] : 0, limit = p->x[1];
    if (misere && count == 0) {
        bt_step_say(steps, "misere",
                    "Only one chip is left, and in misère play whoever takes it loses.",
                    BT_NO_ARGS);
        return;
    }
    if (misere)
        bt_step_say(steps, "misere",
                    "In misère play whoever takes the last chip loses. So set one "
                    "chip aside and play with the {n, plural, one {other one} other "
                    "{other {n}}} as in normal play.",
                    BT_ARGS(BT_NUM("n", n)));
    if (count == 0)
        return;
    if (params->factor > 2)
        say_numbers(params, steps);
    say_parts(params->factor, n, part, count, steps);
    if (least > limit)
        say_too_large(params, least, limit, count, steps);
    else if (count == 1)
        bt_step_say(steps, "least",
                    misere ? "The limit of {limit} allows taking all of it, so that "
                             "only the last chip is left."
                           : "The limit of {limit} allows taking all of it.",
                    BT_ARGS(BT_NUM("limit", limit)));
    else
        bt_step_say(steps, "least",
                    "The least part is {least}, and the limit of {limit} allows taking "
                    "it. Then the opponent may take at most {next}, which is less than "
                    "the least part that is left.",
                    BT_ARGS(BT_NUM("least", least), BT_NUM("limit", limit),
                            BT_NUM("next", next_limit(params, least))));
    bt_step_number(steps, "least", least);
    bt_step_number(steps, "limit", limit);
}

static bool rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    (void)g;
    *moves = p->x[1] > 0 ? p->x[0] : 0;
    return true;
}

/* With F = 1 no limit grows, and chips come before the limit: a move makes them fewer.
 * Other factors, and a limit far above the chips, reach few positions of their box. */
static bool box(const bt_game *g, const bt_pos *root, bt_box *b)
{
    const struct params *params = g->params;
    uint64_t chips = root->x[0], limit = root->x[1];
    uint64_t most = bti_min(chips, limit);
    const uint64_t radix[] = {chips + 1, limit + 1};
    return params->factor == 1 && limit / 2 <= chips && most <= SIZE_MAX &&
           bt_box_make(b, radix, 2, true, (size_t)most);
}

static size_t box_options(const bt_game *g, const bt_box *b, const uint64_t *digit,
                          uint64_t index, uint64_t *out)
{
    uint64_t most = bti_min(digit[0], digit[1]);
    uint64_t to = index - digit[1];
    (void)g;
    for (uint64_t x = 1; x <= most; x++)
        out[x - 1] = (to -= b->stride[0]) + x;
    return (size_t)most;
}

/* The claims for f = 1 (also in the form of the notes), f = 2 and f = 3; misere play is
 * normal play with one chip less. For larger f the parts grow by less than 1.29 at each
 * step, which is less than the least Pisot number (Siegel 1944), and so no finite
 * automaton can add in these digits. */
static void put_claims(bt_text *out, const bt_game *g, uint64_t factor)
{
    bool misere = g->play == BT_MISERE;
    const char *n = misere ? "n - 1" : "n", *zero = misere ? "n = 1" : "n = 0";
    const char *bar = misere ? "n >= 1 & m >= 1 & " : "";
    if (factor > 3)
        return;
    bt_text_format(
        out, misere ? "claim %s(%s | low(%s) > m)\n" : "claim %s%s | low(%s) > m\n",
        bar, zero, n);
    if (factor == 1)
        bt_text_format(out,
                       "claim %sex p: pow2(p) & p > m"
                       " & (all q: pow2(q) & q > m => p <= q)"
                       " & (%s | low(%s) >= p)\n",
                       bar, zero, n);
}

static bt_status game_text(bt_context *ctx, const bt_game *g, size_t heaps,
                           bt_text *out)
{
    const struct params *p = g->params;
    if (heaps > 1)
        return bt_fail(ctx, BT_DOMAIN, "{name} has only one heap",
                       BT_ARGS(BT_STR("name", g->name)));
    bti_text_begin(out, g, g->name, 1, " m");
    if (p->factor == 2)
        bt_text_put(out, "digits fib\n");
    if (p->factor == 3)
        bt_text_put(out, "digits 1, 2, 3, 4, 6 then w(n) = w(n-1) + w(n-4)\n");
    if (p->factor == 3) /* with a name for what is taken sums stay small */
        bt_text_put(out, "move ex t: n = n' + t & 0 < t <= m & m' = 3t\n");
    else if (p->factor == 1)
        bt_text_put(out, "move n' < n & n = n' + m' & m' <= m\n");
    else
        bt_text_format(out, "move n' < n & n - n' <= m & m' = %llu(n - n')\n",
                       (unsigned long long)p->factor);
    put_claims(out, g, p->factor);
    return bt_text_status(out);
}

static const bt_example examples[] = {
    {"44:43", BT_TEXT("44 chips, of which at most 43 may be taken now")},
    {"40:4", BT_TEXT("the lowest set bit of 40 is 8, which is more than 4")},
    {"9223372036854775808:4611686018427387904", BT_TEXT("a pile of 2^63 chips")},
    {NULL, NULL},
};

const bt_rules bti_rules_dynamic = {
    .size = sizeof(bt_rules),
    .name = "dynamic",
    .usage = "dynamic[:F]",
    .summary = "take at most F times as many chips as were just taken",
    .help =
        "There is one pile of chips and a limit: how many may be taken now. A move\n"
        "takes at least one chip and no more than the limit; if it takes x chips,\n"
        "the limit for the next move is F times as much. F is 1 unless another number\n"
        "is given: dynamic:2 is Fibonacci Nim. When no chip is left or the limit\n"
        "is 0 nobody can move.\n"
        "\n"
        "A position is the number of chips and the limit: 44:43, or 44,43.\n"
        "\n"
        "For F = 1, write the number of chips in binary. The player to move wins\n"
        "by taking the lowest set bit, if the limit allows it: the next player\n"
        "may then take less than the lowest set bit that is left. For F = 2 the\n"
        "same holds with the least part when the number is written as a sum of\n"
        "Fibonacci numbers, no two of them neighbours. Every other F has numbers\n"
        "of its own, which begin with 1: each new number is the last one, h, plus\n"
        "the least earlier k with F·k >= h.\n"
        "\n"
        "In misère play set one chip aside and play with the others as in normal\n"
        "play. Grundy values follow no known law: they are searched in small\n"
        "positions.",
    .theorem_note =
        BT_TEXT("Schwenk, Take-away games, 1970, for every F: the P-positions are "
                "those in which no chip is left or the least part of the number of "
                "chips is more than the limit. For F = 1 that is the lowest set bit, "
                "for F = 2 the least Zeckendorf part (Whinihan 1963)."),
    .examples = examples,
    .flags = BT_WINS_ALONE,
    .param = BT_PARAM_OPTIONAL,
    .bind = bind,
    .parse = parse,
    .print = bt_print_list_and_number,
    .options = options,
    .say = say,
    .theorem = theorem,
    .winning = winning,
    .reason = reason,
    .rank = rank,
    .box = box,
    .box_options = box_options,
    .game_text = game_text,
    .look = BT_LOOK_PILES,
    .last = BT_LAST_LIMIT,
    .heap_word = "pile",
    .heap_words = "piles",
    .last_word = "limit",
    .heaps_from = 1,
};
