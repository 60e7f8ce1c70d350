/* SPDX-License-Identifier: MIT
 * Coin turning games (Lenstra; Winning Ways ch. 14). Coins lie in a row, heads or
 * tails. A move turns some coins, and the rightmost coin that is turned must go from
 * heads to tails. The games differ in which coins may be turned together:
 *
 *     turning turtles   one or two coins
 *     mock turtles      one, two or three
 *     twins, triplets   exactly two, exactly three
 *     ruler             any number, next to each other
 *
 * In normal play a row is the sum of its heads: turning a coin from tails to heads adds
 * a coin whose opposite, if it was heads already, is the same as taking one away,
 * because x + x = 0. So the Grundy value is the nim-sum of the values of single heads.
 * Misere play has no such law: heads that meet vanish there, too, but x + x is not 0.
 * So rows have no `split`, and misere play is searched row by row.
 *
 * tartan:A,B is played on a grid: choose coins of a row as in A and coins of a column
 * as in B, and turn all coins where the chosen columns and rows cross. The value of a
 * single head is the nim-product of its values in A and B (the tartan theorem, Winning
 * Ways ch. 14). A row is a grid of one row, in which the other game turns single coins.
 *
 * Words of a position: the number of columns, then the coins row by row, 1 for heads.
 */
#include <bouton/kernels.h>
#include <bouton/number_kit.h>

#include "core/quote.h"
#include "rules/registry.h"

#include <string.h>

enum { MOST_COINS = 1 << 16, MOST_CHOSEN = 3 };

/* How the coins of one line may be chosen; coins are numbered from 0. */
typedef struct {
    const char *name;
    size_t least, most; /* how many coins; most 0: any number, next to each other */
    uint64_t (*value)(size_t place);
} line_rules;

static uint64_t turtles_value(size_t place)
{
    return place + 1;
}

/* The numbers with an odd number of ones in binary: 1, 2, 4, 7, 8, 11, ... */
static uint64_t odious(size_t place)
{
    uint64_t even = 2 * (uint64_t)place, ones = 0;
    for (uint64_t rest = even; rest > 0; rest &= rest - 1)
        ones++;
    return ones % 2 == 1 ? even : even + 1;
}

static uint64_t twins_value(size_t place)
{
    return place;
}

static uint64_t triplets_value(size_t place)
{
    return place < 2 ? 0 : odious(place - 2);
}

/* The largest power of 2 that divides the place, counted from 1. */
static uint64_t ruler_value(size_t place)
{
    uint64_t n = (uint64_t)place + 1;
    return n & (0 - n);
}

static uint64_t one_value(size_t place)
{
    (void)place;
    return 1;
}

static const line_rules turtles = {"turning-turtles", 1, 2, turtles_value},
                        mock = {"mock-turtles", 1, 3, odious},
                        twins = {"twins", 2, 2, twins_value},
                        triplets = {"triplets", 3, 3, triplets_value},
                        ruler = {"ruler", 1, 0, ruler_value},
                        single = {"", 1, 1, one_value};

/* What a game is played by: rows as `across`, columns as `down`. */
struct params {
    const line_rules *across, *down;
};

static const struct params *params_of(const bt_game *g)
{
    return g->params;
}

static bool is_grid(const bt_game *g)
{
    return params_of(g)->down != &single;
}

/* A choice of coins in a line, the rightmost (or lowest) first; a run of them is kept
 * as its two ends. */
typedef struct {
    const line_rules *rules;
    size_t n, at[MOST_CHOSEN];
} chosen;

static chosen first_choice(const line_rules *rules, size_t last)
{
    return (chosen){.rules = rules, .n = 1, .at = {last}};
}

/* The next choice with the same last coin: one coin, then two, then three; runs by
 * their length. False: there is no other. */
static bool next_choice(chosen *c)
{
    if (c->rules->most == 0) {
        size_t begin = c->n == 1 ? c->at[0] : c->at[1];
        if (begin == 0)
            return false;
        c->n = 2;
        c->at[1] = begin - 1;
        return true;
    }
    for (size_t i = c->n; i-- > 1;) /* the last one that can go further left */
        if (c->at[i] + i + 1 > c->n) {
            c->at[i]--;
            for (size_t k = i + 1; k < c->n; k++)
                c->at[k] = c->at[k - 1] - 1;
            return true;
        }
    if (c->n == c->rules->most || c->at[0] < c->n)
        return false;
    c->n++;
    for (size_t k = 1; k < c->n; k++)
        c->at[k] = c->at[k - 1] - 1;
    return true;
}

static bool is_allowed(const chosen *c)
{
    return c->rules->most == 0 || c->n >= c->rules->least;
}

/* The coins of a choice, one by one. */
static size_t coins_in(const chosen *c)
{
    return c->rules->most == 0 && c->n == 2 ? c->at[0] - c->at[1] + 1 : c->n;
}

static size_t coin(const chosen *c, size_t i)
{
    return c->rules->most == 0 ? c->at[0] - i : c->at[i];
}

static uint64_t value_of_choice(const chosen *c)
{
    uint64_t value = 0;
    for (size_t i = 0; i < coins_in(c); i++)
        value ^= c->rules->value(coin(c, i));
    return value;
}

static size_t columns_of(const bt_pos *p)
{
    return (size_t)p->x[0];
}

static void turn(bt_pos *p, const chosen *row, const chosen *column)
{
    for (size_t i = 0; i < coins_in(row); i++)
        for (size_t k = 0; k < coins_in(column); k++)
            p->x[1 + coin(row, i) * columns_of(p) + coin(column, k)] ^= 1;
}

static bool show(bt_pos *p, const chosen *row, const chosen *column, bt_visit *visit)
{
    size_t columns = columns_of(p);
    size_t first =
        1 + coin(row, coins_in(row) - 1) * columns + coin(column, coins_in(column) - 1);
    size_t last = 1 + coin(row, 0) * columns + coin(column, 0);
    turn(p, row, column);
    bool going = bt_show(visit, p, first, last - first + 1, visit->origin + first);
    turn(p, row, column);
    return going;
}

/* All moves; with `filter`, those that change the value by `wanted`. */
struct walk {
    const struct params *params;
    bt_pos *p;
    bt_visit *visit;
    bool filter;
    uint64_t wanted;
};

static bool walk_columns(const struct walk *w, const chosen *row, size_t last)
{
    uint64_t row_value = w->filter ? value_of_choice(row) : 0;
    bool going = true;
    chosen column = first_choice(w->params->across, last);
    do {
        if (!is_allowed(&column) ||
            (w->filter &&
             bt_nim_product(row_value, value_of_choice(&column)) != w->wanted))
            continue;
        going = show(w->p, row, &column, w->visit);
    } while (going && next_choice(&column));
    return going;
}

static bool walk_head(const struct walk *w, size_t row, size_t column)
{
    bool going = true;
    chosen rows = first_choice(w->params->down, row);
    do
        if (is_allowed(&rows))
            going = walk_columns(w, &rows, column);
    while (going && next_choice(&rows));
    return going;
}

static bool walk_heads(const struct walk *w)
{
    size_t columns = columns_of(w->p);
    bool going = true;
    for (size_t i = 0; i + 1 < w->p->n && going; i++)
        if (w->p->x[1 + i])
            going = walk_head(w, i / columns, i % columns);
    return going;
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    struct walk w = {.params = params_of(g), .p = p, .visit = visit};
    return walk_heads(&w);
}

static uint64_t value_of(const struct params *params, size_t row, size_t column)
{
    return bt_nim_product(params->down->value(row), params->across->value(column));
}

static uint64_t nim_sum(const struct params *params, const bt_pos *p)
{
    uint64_t sum = 0;
    for (size_t i = 0; i + 1 < p->n; i++)
        if (p->x[1 + i])
            sum ^= value_of(params, i / columns_of(p), i % columns_of(p));
    return sum;
}

static void theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    uint64_t sum = nim_sum(params_of(g), p);
    *out = (bt_answer){.outcome = BT_UNKNOWN};
    if (g->play == BT_NORMAL)
        *out = (bt_answer){
            .outcome = sum == 0 ? BT_P : BT_N, .has_grundy = true, .grundy = sum};
}

static bool winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit)
{
    struct walk w = {.params = params_of(g), .p = p, .visit = visit, .filter = true};
    w.wanted = nim_sum(w.params, p) ^ rest.grundy;
    return walk_heads(&w);
}

static bt_status bad_coin(bt_context *ctx, const bt_game *g, bt_span at)
{
    bti_quote quote;
    size_t len = 1;
    while (len < at.len && ((unsigned char)at.at[len] & 0xC0) == 0x80)
        len++;
    return bt_fail(ctx, BT_SYNTAX,
                   "%s is not a coin: write H for heads and T for tails, such as %s",
                   bti_quoted(&quote, (bt_span){at.at, len}),
                   is_grid(g) ? "HTT/THH" : "HTTHH");
}

static bt_status add_coin(bt_context *ctx, bt_pos *pos, bool heads)
{
    if (pos->n > MOST_COINS)
        return bt_fail(ctx, BT_UNABLE, "there are more than %u coins",
                       (unsigned)MOST_COINS);
    return bt_pos_push(pos, heads);
}

/* A row has ended; the first one tells how long all are. */
static bt_status end_row(bt_context *ctx, size_t row, size_t begin, bt_pos *pos)
{
    size_t length = pos->n - begin;
    if (length == 0)
        return bt_fail(ctx, BT_SYNTAX,
                       "row %zu has no coins: write H for heads and T for tails", row);
    if (row == 1)
        pos->x[0] = length;
    if (length != pos->x[0])
        return bt_fail(ctx, BT_DOMAIN, "row %zu has %zu coins, and row 1 has %zu", row,
                       length, (size_t)pos->x[0]);
    return BT_OK;
}

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    size_t row = 1, begin = 1;
    pos->n = 0;
    BT_TRY(bt_pos_push(pos, 0));
    bt_take_blanks(&text);
    for (; text.len > 0; bt_take_blanks(&text)) {
        bool heads = bt_take_char(&text, 'H') || bt_take_char(&text, 'h');
        if (heads || bt_take_char(&text, 'T') || bt_take_char(&text, 't')) {
            BT_TRY(add_coin(ctx, pos, heads));
        } else if (is_grid(g) && bt_take_char(&text, '/')) {
            BT_TRY(end_row(ctx, row++, begin, pos));
            begin = pos->n;
        } else {
            return bad_coin(ctx, g, text);
        }
    }
    return end_row(ctx, row, begin, pos);
}

static void print(const bt_game *g, const bt_pos *pos, bt_text *text)
{
    (void)g;
    for (size_t i = 1; i < pos->n; i++) {
        if (i > 1 && (i - 1) % columns_of(pos) == 0)
            bt_text_put_char(text, '/');
        bt_text_put_char(text, pos->x[i] ? 'H' : 'T');
    }
}

static void put_place(const bt_game *g, const bt_pos *p, size_t i, bt_text *text)
{
    if (is_grid(g))
        bt_text_format(text, "%zu,%zu", i / columns_of(p) + 1, i % columns_of(p) + 1);
    else
        bt_text_format(text, "%zu", i + 1);
}

/* "turn coins 2, 3 and 5"; of many only the ends. */
static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    enum { FEW = 6 };
    const bt_pos *p = move->to;
    size_t place[FEW], turned = 0, last = 0;
    for (size_t i = 0; i < move->now; i++)
        if (move->before[i] != p->x[move->at + i]) {
            last = move->at + i - 1;
            if (turned < FEW)
                place[turned] = last;
            turned++;
        }
    bt_text_put(text, turned == 1 ? "turn coin " : "turn coins ");
    if (turned > FEW) {
        put_place(g, p, place[0], text);
        bt_text_put(text, " to ");
        put_place(g, p, last, text);
        if (turned != last - place[0] + 1)
            bt_text_format(text, ", %zu in all", turned);
        return;
    }
    for (size_t i = 0; i < turned; i++) {
        bt_text_put(text, i == 0 ? "" : i + 1 < turned ? ", " : " and ");
        put_place(g, p, place[i], text);
    }
}

/* The values of the heads, as many as can be read, and their nim-sum. */
static void reason(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    enum { MOST = 16 };
    const struct params *params = params_of(g);
    uint64_t *value = bt_steps_room(steps, MOST);
    uint64_t sum = nim_sum(params, p);
    size_t heads = 0;
    if (!value)
        return;
    bt_step_say(
        steps, "heads",
        "Tails do not count, and a row is the sum of its heads: a coin that is "
        "turned from tails to heads is added, and one that is turned from heads "
        "to tails is taken away.");
    for (size_t i = 0; i + 1 < p->n; i++)
        if (p->x[1 + i] && heads++ < MOST)
            value[heads - 1] = value_of(params, i / columns_of(p), i % columns_of(p));
    if (heads > 0 && heads <= MOST) {
        bt_text list;
        bt_text_init(&list, steps->arena.ctx);
        for (size_t i = 0, k = 0; i + 1 < p->n; i++)
            if (p->x[1 + i]) {
                bt_text_put(&list, k == 0 ? "" : ", ");
                put_place(g, p, i, &list);
                bt_text_format(&list, " has %llu", (unsigned long long)value[k++]);
            }
        if (bt_text_status(&list) == BT_OK)
            bt_step_say(steps, "values", "Grundy values of the heads: %s.",
                        bt_text_chars(&list));
        else
            steps->status = bt_text_status(&list);
        bt_step_numbers(steps, "values", value, heads);
        bt_text_free(&list);
        bt_step_say(steps, "nim-sum",
                    "Their nim-sum is %llu:", (unsigned long long)sum);
        bt_step_grid(steps, value, NULL, heads, 2);
    } else {
        bt_step_say(steps, "nim-sum", "The nim-sum of the values of all heads is %llu.",
                    (unsigned long long)sum);
    }
    bt_step_number(steps, "nim_sum", sum);
}

/* A row read as a binary number, the last coin first, becomes smaller in every move. */
static bool rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    (void)g;
    *moves = 0;
    for (size_t i = 1; i < p->n; i++) {
        if (p->x[i] && i > 64)
            return false;
        *moves |= p->x[i] << (i - 1) % 64;
    }
    return true;
}

static bt_status bind_line(bt_context *ctx, bt_game *g, const line_rules *across,
                           const line_rules *down)
{
    struct params *params = bt_arena_alloc(&g->arena, 1, sizeof *params);
    if (!params)
        return bt_last_status(ctx);
    *params = (struct params){across, down};
    g->params = params;
    return BT_OK;
}

static bt_status bind_row(bt_context *ctx, bt_span param, bt_game *g,
                          bt_text *canonical)
{
    static const line_rules *const all[] = {&turtles, &mock, &twins, &triplets, &ruler};
    (void)param;
    (void)canonical;
    for (size_t i = 0;; i++)
        if (strcmp(all[i]->name, g->rules->name) == 0)
            return bind_line(ctx, g, all[i], &single);
}

static bt_status take_line(bt_context *ctx, bt_span *text, const line_rules **out)
{
    static const line_rules *const all[] = {&turtles, &mock, &twins, &triplets, &ruler};
    bti_quote quote;
    bt_span name = *text;
    const char *comma = name.len > 0 ? memchr(name.at, ',', name.len) : NULL;
    if (comma)
        name.len = (size_t)(comma - name.at);
    text->at += name.len;
    text->len -= name.len;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (bt_span_equal(name, bt_span_of(all[i]->name))) {
            *out = all[i];
            return BT_OK;
        }
    return bt_fail(ctx, BT_SYNTAX,
                   "%s is not a coin turning game; tartan expects two of "
                   "turning-turtles, mock-turtles, twins, triplets and ruler, such as "
                   "tartan:ruler,twins",
                   bti_quoted(&quote, name));
}

static bt_status bind_tartan(bt_context *ctx, bt_span param, bt_game *g,
                             bt_text *canonical)
{
    const line_rules *across, *down;
    BT_TRY(take_line(ctx, &param, &across));
    if (!bt_take_char(&param, ','))
        return bt_fail(ctx, BT_SYNTAX,
                       "tartan expects two games, for rows and for columns, such as "
                       "tartan:ruler,twins");
    BT_TRY(take_line(ctx, &param, &down));
    if (param.len > 0)
        return bt_fail(ctx, BT_SYNTAX,
                       "tartan expects two games and no more, such as "
                       "tartan:ruler,twins");
    bt_text_format(canonical, "%s,%s", across->name, down->name);
    BT_TRY(bind_line(ctx, g, across, down));
    return bt_summarise(g, "turn coins in rows as in %s, in columns as in %s",
                        across->name, down->name);
}

static const bt_example row_examples[] = {
    {"HTTHH", "coins 1, 4 and 5 show heads"},
    {"TTTTTTTH", "one head"},
    {"HHHH", "four heads"},
    {NULL, NULL},
};

static const bt_example grid_examples[] = {
    {"TTT/TTH", "one head, in row 2 and column 3"},
    {"HTH/THT/HTH", "a cross"},
    {NULL, NULL},
};

#define ROW_HELP                                                                       \
    "\nA position is the row from left to right, H for heads and T for tails: "        \
    "HTTHH.\n"                                                                         \
    "\nIn normal play the Grundy value of a row is the nim-sum of the values of its\n" \
    "heads. Misère play is searched."

/* clang-format off */
#define COINS .examples = row_examples, .flags = BT_WIDE, .bind = bind_row,               \
    .parse = parse, .print = print,                                                       \
    .options = options, .say = say, .theorem = theorem, .winning = winning,               \
    .reason = reason, .rank = rank, .look = BT_LOOK_COINS

const bt_rules bti_rules_turning_turtles = {
    .size = sizeof(bt_rules), .name = "turning-turtles", .usage = "turning-turtles",
    .summary = "turn one coin or two, the right one from heads to tails",
    .help =
        "Coins lie in a row. A move turns a coin from heads to tails and, if the\n"
        "player likes, one more coin to the left of it, either way.\n" ROW_HELP,
    .theorem_note = "A head in place n, counted from 1, has the value n: it is Nim in "
                    "disguise (Winning Ways, chapter 14).",
    COINS,
};

const bt_rules bti_rules_mock_turtles = {
    .size = sizeof(bt_rules), .name = "mock-turtles", .usage = "mock-turtles",
    .summary = "turn up to three coins, the rightmost from heads to tails",
    .help =
        "Coins lie in a row. A move turns a coin from heads to tails and, if the\n"
        "player likes, one or two more coins to the left of it, either way.\n" ROW_HELP,
    .theorem_note = "A head in place n, counted from 0, has the value 2n or 2n + 1, the "
                    "one with an odd number of ones in binary (Winning Ways, chapter 14).",
    COINS,
};

const bt_rules bti_rules_twins = {
    .size = sizeof(bt_rules), .name = "twins", .usage = "twins",
    .summary = "turn two coins, the right one from heads to tails",
    .help =
        "Coins lie in a row. A move turns a coin from heads to tails and one more coin\n"
        "to the left of it, either way.\n" ROW_HELP,
    .theorem_note = "A head in place n, counted from 0, has the value n (Winning Ways, "
                    "chapter 14).",
    COINS,
};

const bt_rules bti_rules_triplets = {
    .size = sizeof(bt_rules), .name = "triplets", .usage = "triplets",
    .summary = "turn three coins, the rightmost from heads to tails",
    .help =
        "Coins lie in a row. A move turns a coin from heads to tails and two more coins\n"
        "to the left of it, either way.\n" ROW_HELP,
    .theorem_note = "Heads in the first two places have the value 0; the others have the "
                    "values of mock turtles, two places further left (Winning Ways, "
                    "chapter 14).",
    COINS,
};

const bt_rules bti_rules_ruler = {
    .size = sizeof(bt_rules), .name = "ruler", .usage = "ruler",
    .summary = "turn coins next to each other, the rightmost from heads to tails",
    .help =
        "Coins lie in a row. A move turns any number of coins next to each other, and\n"
        "the rightmost of them must go from heads to tails.\n" ROW_HELP,
    .theorem_note = "A head in place n, counted from 1, has as its value the largest "
                    "power of 2 that divides n (Winning Ways, chapter 14).",
    COINS,
};

const bt_rules bti_rules_tartan = {
    .size = sizeof(bt_rules), .name = "tartan", .usage = "tartan:A,B",
    .summary = "turn coins on a grid: rows as in A, columns as in B",
    .help =
        "Coins lie on a grid. A and B are coin turning games: turning-turtles,\n"
        "mock-turtles, twins, triplets or ruler. A move chooses places of a row as in A\n"
        "and places of a column as in B and turns every coin where a chosen column\n"
        "and a chosen row cross. The one furthest right in the lowest row must go\n"
        "from heads to tails.\n"
        "\n"
        "A position is the rows, separated by slashes, H for heads and T for tails:\n"
        "HTH/THT.\n"
        "\n"
        "In normal play the Grundy value is the nim-sum of the values of the heads, and\n"
        "each of these is a nim-product ('bouton nim-product'). Misère play is searched.",
    .theorem_note = "The tartan theorem (Winning Ways, chapter 14): a single head has the "
                    "nim-product of its value in A and its value in B.",
    .example_param = "ruler,twins", .param = BT_PARAM_TEXT,
    .examples = grid_examples, .flags = BT_WIDE, .bind = bind_tartan, .parse = parse, .print = print,
    .options = options, .say = say, .theorem = theorem, .winning = winning,
    .reason = reason, .rank = rank, .look = BT_LOOK_COINS,
};
/* clang-format on */
