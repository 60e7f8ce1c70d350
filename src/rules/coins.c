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

#include "core/arith.h"
#include "core/parallel.h"
#include "core/quote.h"
#include "rules/registry.h"

#include <string.h>

enum { MOST_COINS = 1 << 16, MOST_CHOSEN = 3 };

/* How the coins of one line may be chosen; coins are numbered from 0. */
typedef struct {
    const char *name;
    size_t least, most; /* how many coins; most 0: any number, next to each other */
    uint64_t (*value)(size_t place);
    const char *law; /* the same in words, with coins numbered from 1 */
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

static const line_rules
    turtles = {"turning-turtles", 1, 2, turtles_value,
               BT_TEXT("Coin n has the value n.")},
    mock = {"mock-turtles", 1, 3, odious,
            BT_TEXT(
                "Coin n has the value 2n - 2 or 2n - 1, whichever has an odd number "
                "of ones in binary.")},
    twins = {"twins", 2, 2, twins_value, BT_TEXT("Coin n has the value n - 1.")},
    triplets = {"triplets", 3, 3, triplets_value,
                BT_TEXT(
                    "Coins 1 and 2 have the value 0. From coin 3 on, coin n has the "
                    "value 2n - 6 or 2n - 5, whichever has an odd number of ones in "
                    "binary.")},
    ruler = {"ruler", 1, 0, ruler_value,
             BT_TEXT("The value of coin n is the largest power of 2 that divides n.")},
    single = {"", 1, 1, one_value, ""};

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

/* The largest place at or before `last` with this value; false if there is none. Along
 * a line values never fall, except for the ruler. */
static bool place_of(const line_rules *rules, uint64_t value, size_t last, size_t *at)
{
    size_t low = 0, high = last + 1; /* the first place that is larger is in here */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rules->value(middle) > value)
            high = middle;
        else
            low = middle + 1;
    }
    *at = low > 0 ? low - 1 : 0;
    return low > 0 && rules->value(*at) == value;
}

/* A choice goes on to the next one, itself or a later one, that has this value. Only
 * the last coin is looked for; where no place fits, the others go on. False: there is
 * no such choice, or *stopped. */
static bool seek(bt_context *ctx, chosen *c, uint64_t value, bool *stopped)
{
    uint64_t run = c->rules->most == 0 ? value_of_choice(c) : 0;
    do {
        size_t *last = &c->at[c->n - 1];
        if ((*stopped = bti_worked(ctx, 1)))
            return false;
        if (c->rules->most == 0) {
            if (run == value)
                return true;
            run ^= *last > 0 ? c->rules->value(*last - 1) : 0;
        } else if (c->n == 1) {
            if (c->rules->value(*last) == value)
                return true;
        } else {
            uint64_t others = value_of_choice(c) ^ c->rules->value(*last);
            if (place_of(c->rules, value ^ others, *last, last))
                return true;
            *last = 0;
        }
    } while (next_choice(c));
    return false;
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

/* All moves; with `filter`, those that change the value by `wanted`. With `kept`, the
 * rows and columns of the first move are put there and nothing is shown. */
struct walk {
    const struct params *params;
    bt_pos *p;
    bt_visit *visit;
    bool filter;
    uint64_t wanted;
    chosen *kept;
};

/* The next choice of columns that the walk is about, `column` itself or a later one. */
static bool find_columns(const struct walk *w, uint64_t row_value, chosen *column)
{
    bool stopped = false, found = false;
    if (w->filter && row_value == 1)
        found = seek(w->p->ctx, column, w->wanted, &stopped);
    else
        do {
            stopped = bti_worked(w->p->ctx, 1);
            found = !w->filter ||
                    bt_nim_product(row_value, value_of_choice(column)) == w->wanted;
        } while (!stopped && !found && next_choice(column));
    if (stopped && w->visit)
        w->visit->status = BT_STOPPED;
    return found && !stopped;
}

static bool walk_columns(const struct walk *w, const chosen *row, size_t last)
{
    uint64_t row_value = w->filter ? value_of_choice(row) : 0;
    chosen column = first_choice(w->params->across, last);
    while (find_columns(w, row_value, &column)) {
        if (is_allowed(&column)) {
            if (w->kept) {
                w->kept[0] = *row;
                w->kept[1] = column;
                return false;
            }
            if (!show(w->p, row, &column, w->visit))
                return false;
        }
        if (!next_choice(&column))
            return true;
    }
    return !w->visit || w->visit->status == BT_OK;
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
    size_t len = 1;
    while (len < at.len && ((unsigned char)at.at[len] & 0xC0) == 0x80)
        len++;
    return bt_fail(ctx, BT_SYNTAX,
                   "{letter} is not a coin: write H for heads and T for tails, such as "
                   "{grid, select, yes {HTT/THH} other {HTTHH}}",
                   BT_ARGS(BT_QUOTE("letter", ((bt_span){at.at, len})),
                           BT_TRUE("grid", is_grid(g))));
}

static bt_status add_coin(bt_context *ctx, bt_pos *pos, bool heads)
{
    if (pos->n > MOST_COINS)
        return bt_fail(ctx, BT_UNABLE, "there are more than {most_coins} coins",
                       BT_ARGS(BT_NUM("most_coins", MOST_COINS)));
    return bt_pos_push(pos, heads);
}

/* A row has ended; the first one tells how long all are. */
static bt_status end_row(bt_context *ctx, size_t row, size_t begin, bt_pos *pos)
{
    size_t length = pos->n - begin;
    if (length == 0)
        return bt_fail(ctx, BT_SYNTAX,
                       "row {row} has no coins: write H for heads and T for tails",
                       BT_ARGS(BT_NUM("row", row)));
    if (row == 1)
        pos->x[0] = length;
    if (length != pos->x[0])
        return bt_fail(ctx, BT_DOMAIN,
                       "row {row} has {length} {length, plural, one {coin} other "
                       "{coins}}, but row 1 has {first}: all rows must be equally long",
                       BT_ARGS(BT_NUM("row", row), BT_NUM("length", length),
                               BT_NUM("first", pos->x[0])));
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

/* The words that a program gives: how long a row is, then the coins. */
static bt_status check(bt_context *ctx, const bt_game *g, const bt_pos *pos)
{
    size_t coins = pos->n > 0 ? pos->n - 1 : 0;
    if (coins == 0)
        return bt_fail(ctx, BT_DOMAIN,
                       "{name} expects the number of columns and then the coins, 1 for "
                       "heads and 0 for tails",
                       BT_ARGS(BT_STR("name", g->rules->name)));
    if (coins > MOST_COINS)
        return bt_fail(ctx, BT_UNABLE, "there are more than {most} coins",
                       BT_ARGS(BT_NUM("most", MOST_COINS)));
    if (pos->x[0] == 0 || coins % pos->x[0] != 0)
        return bt_fail(ctx, BT_DOMAIN,
                       "{n, plural, one {one coin} other {{n} coins}} cannot lie in "
                       "rows of {columns}",
                       BT_ARGS(BT_NUM("n", coins), BT_NUM("columns", pos->x[0])));
    if (!is_grid(g) && pos->x[0] != coins)
        return bt_fail(
            ctx, BT_DOMAIN, "{name} is played in one row, not in {rows}",
            BT_ARGS(BT_STR("name", g->rules->name), BT_NUM("rows", coins / pos->x[0])));
    for (size_t i = 1; i < pos->n; i++)
        if (pos->x[i] > 1)
            return bt_fail(ctx, BT_DOMAIN,
                           "{x} is not a coin: 1 stands for heads and 0 for tails",
                           BT_ARGS(BT_NUM("x", pos->x[i])));
    return BT_OK;
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

/* The rows, or the columns, of the coins that a move turned. */
typedef struct {
    size_t first, last, count;
    uint64_t place[MOST_CHOSEN + 3];
} places;

enum { LISTED = sizeof((places *)0)->place / sizeof(uint64_t) };

/* How many of them are in the list. */
static size_t listed_in(const places *p)
{
    return p->count < LISTED ? p->count : LISTED;
}

static void add_place(places *p, size_t place)
{
    if (p->count == 0)
        p->first = place;
    if (p->count < LISTED)
        p->place[p->count] = place + 1;
    p->last = place;
    p->count++;
}

/* More than `listed` next to each other are not listed: "2 to 9". */
static bool is_range(const places *p, size_t listed)
{
    return p->count > LISTED ||
           (p->count > listed && p->last - p->first + 1 == p->count);
}

/* The coins that are turned: "coins 2, 3 and 5", "columns 1 to 3 in rows 1 and 2". */
static void put_turned(const bt_game *g, const places *rows, const places *columns,
                       bt_text *out)
{
    bool grid = is_grid(g), range = is_range(columns, grid ? 2 : LISTED);
    bt_args args = BT_ARGS(
        BT_TRUE("range", range), BT_LIST("columns", columns->place, listed_in(columns)),
        BT_NUM("left", columns->first + 1), BT_NUM("right", columns->last + 1),
        BT_TRUE("tall", is_range(rows, 2)),
        BT_LIST("rows", rows->place, listed_in(rows)), BT_NUM("top", rows->first + 1),
        BT_NUM("bottom", rows->last + 1));
    if (!grid)
        bt_say(out,
               "{range, select, yes {coins {left} to {right}} other {{columns, plural, "
               "one {coin {columns}} other {coins {columns}}}}}",
               args);
    else if (rows->count == 1 && columns->count == 1)
        bt_say(out, "the coin in row {top}, column {left}", args);
    else
        bt_say(out,
               "{range, select, yes {columns {left} to {right}} other {{columns, "
               "plural, one {column {columns}} other {columns {columns}}}}} in {tall, "
               "select, yes {rows {top} to {bottom}} other {{rows, plural, one {row "
               "{rows}} other {rows {rows}}}}}",
               args);
}

/* Every chosen row has turned coins in the same columns, so those of the first row that
 * has any tell the columns. */
static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    const bt_pos *p = move->to;
    size_t width = columns_of(p);
    places rows = {0}, columns = {0};
    for (size_t i = 0; i < move->now; i++) {
        size_t place = move->at + i - 1;
        if (move->before[i] == p->x[move->at + i])
            continue;
        if (rows.count == 0 || rows.last != place / width)
            add_place(&rows, place / width);
        if (rows.count == 1)
            add_place(&columns, place % width);
    }
    bt_text coins;
    bt_text_init(&coins, text->ctx);
    put_turned(g, &rows, &columns, &coins);
    bt_say(text, "turn {coins}", BT_ARGS(BT_STR("coins", bt_text_chars(&coins))));
    if (bt_text_status(&coins) != BT_OK)
        text->status = bt_text_status(&coins);
    bt_text_free(&coins);
}

/* An explanation names the heads of a position if they are few. */
enum { TOLD_HEADS = 16 };

struct story {
    const bt_game *g;
    const bt_pos *p;
    bt_steps *steps;
    uint64_t sum;
    size_t heads, place[TOLD_HEADS];
    uint64_t value[TOLD_HEADS];
};

static void find_heads(struct story *s)
{
    for (size_t i = 0; i + 1 < s->p->n; i++) {
        if (!s->p->x[1 + i])
            continue;
        size_t k = s->heads++;
        if (k >= TOLD_HEADS)
            continue;
        s->place[k] = i;
        s->value[k] =
            value_of(params_of(s->g), i / columns_of(s->p), i % columns_of(s->p));
    }
}

static void say_law(const struct story *s)
{
    const struct params *params = params_of(s->g);
    const line_rules *across = params->across, *down = params->down;
    if (!is_grid(s->g)) {
        bt_step_say(s->steps, "law", across->law, BT_NO_ARGS);
    } else if (across == down) {
        bt_step_say(s->steps, "law",
                    "In rows and in columns, the values are those of {game}.",
                    BT_ARGS(BT_STR("game", across->name)));
        bt_step_say(s->steps, "law", across->law, BT_NO_ARGS);
    } else {
        bt_step_say(s->steps, "law", "In a row, the values are those of {game}.",
                    BT_ARGS(BT_STR("game", across->name)));
        bt_step_say(s->steps, "law", across->law, BT_NO_ARGS);
        bt_step_say(s->steps, "law", "In a column, they are those of {game}.",
                    BT_ARGS(BT_STR("game", down->name)));
        bt_step_say(s->steps, "law", down->law, BT_NO_ARGS);
    }
    if (is_grid(s->g))
        bt_step_say(
            s->steps, "law",
            "The value of a head is the nim-product of its value in the column and "
            "its value in the row (the tartan theorem).",
            BT_NO_ARGS);
    bt_step_say(
        s->steps, "heads",
        "Only heads count. Each head is a game of its own, and the {grid, select, yes "
        "{grid} other {row}} is their sum. Two heads in the same place would cancel, "
        "so turning a head to tails counts as adding a second head there.",
        BT_ARGS(BT_TRUE("grid", is_grid(s->g))));
}

/* "row 2, column 3: 1 times 2 = 2 (nim-product)" */
static void say_products(const struct story *s)
{
    const struct params *params = params_of(s->g);
    for (size_t k = 0; k < s->heads; k++) {
        size_t row = s->place[k] / columns_of(s->p);
        size_t column = s->place[k] % columns_of(s->p);
        uint64_t down = params->down->value(row),
                 across = params->across->value(column);
        bt_step_say(s->steps, "product",
                    "  row {row}, column {column}: {down} times {across} = {value} "
                    "(nim-product)",
                    BT_ARGS(BT_NUM("row", row + 1), BT_NUM("column", column + 1),
                            BT_NUM("down", down), BT_NUM("across", across),
                            BT_NUM("value", s->value[k])));
        bt_step_number(s->steps, "row", row + 1);
        bt_step_number(s->steps, "column", column + 1);
        bt_step_number(s->steps, "value", s->value[k]);
    }
}

static void say_values(const struct story *s)
{
    uint64_t coin[TOLD_HEADS];
    if (is_grid(s->g)) {
        say_products(s);
        return;
    }
    for (size_t k = 0; k < s->heads; k++)
        coin[k] = s->place[k] + 1;
    if (s->heads == 1)
        bt_step_say(s->steps, "values",
                    "The only head is coin {coin}, with value {value}.",
                    BT_ARGS(BT_NUM("coin", coin[0]), BT_NUM("value", s->value[0])));
    else
        bt_step_say(s->steps, "values",
                    "Coins {coins} show heads. Their values are {values}.",
                    BT_ARGS(BT_LIST("coins", coin, s->heads),
                            BT_LIST("values", s->value, s->heads)));
    bt_step_numbers(s->steps, "values", s->value, s->heads);
}

static void say_nim_sum(const struct story *s)
{
    if (s->heads > TOLD_HEADS) {
        bt_step_say(s->steps, "nim-sum",
                    "The nim-sum of the values of all heads is {sum}.",
                    BT_ARGS(BT_NUM("sum", s->sum)));
    } else if (s->heads > 1) {
        bt_step_say(s->steps, "nim-sum", "The nim-sum of these values is {sum}:",
                    BT_ARGS(BT_NUM("sum", s->sum)));
        bt_step_grid(s->steps, s->value, NULL, s->heads, 2);
    } else {
        return; /* one value is its own nim-sum */
    }
    bt_step_number(s->steps, "nim_sum", s->sum);
}

/* "1 xor 2 xor 3" of the values that stay and the one that comes. */
static void put_balance(const struct story *s, size_t gone, bool comes, bt_text *out)
{
    size_t told = 0;
    for (size_t k = 0; k < s->heads + comes; k++) {
        if (k == gone)
            continue;
        bt_text_put(out, told++ > 0 ? " xor " : "");
        bt_text_put_u64(out, k < s->heads ? s->value[k] : s->value[gone] ^ s->sum);
    }
}

/* What turning coins does to the values, by how many are turned. */
static void say_replaced(const struct story *s, const places *columns, size_t turned,
                         bt_args args)
{
    if (turned == 1)
        bt_step_say(
            s->steps, "turning",
            "Turning {coins} takes away the value {from}{left, select, none {.} "
            "alone {, and {balance} is left.} other {, and {balance} = 0.}}",
            args);
    else if (turned == 2)
        bt_step_say(s->steps, "turning",
                    "Turning {coins} replaces the value {from} by {to}{left, select, "
                    "none {.} other {, and {balance} = 0.}}",
                    args);
    else if (turned == 3 && !is_grid(s->g) && columns->count == 3)
        bt_step_say(s->steps, "turning",
                    "Turning {coins} replaces the value {from} by {first} xor {second} "
                    "= {to}{left, select, none {.} other {, and {balance} = 0.}}",
                    args);
    else
        bt_step_say(
            s->steps, "turning",
            "{left, select, none {Turning {coins} replaces the value {from} by "
            "{to}, the nim-sum of the values of the other coins that are "
            "turned.} other {Turning {coins} replaces the value {from} by {to}, "
            "the nim-sum of the values of the other coins that are turned, and "
            "{balance} = 0.}}",
            args);
}

static places places_in(const chosen *c)
{
    places p = {0};
    for (size_t i = coins_in(c); i-- > 0;)
        add_place(&p, coin(c, i));
    return p;
}

/* The value of one of the coins of a row that a move turns; 0 where there is none. */
static uint64_t value_at(const struct story *s, const places *columns, size_t i)
{
    return i < columns->count
               ? value_of(params_of(s->g), 0, (size_t)(columns->place[i] - 1))
               : 0;
}

/* The first winning move turns the head `gone` and others; their nim-sum takes the
 * place of its value. */
static void say_turning(const struct story *s, const chosen *move)
{
    places rows = places_in(&move[0]), columns = places_in(&move[1]);
    size_t corner = rows.last * columns_of(s->p) + columns.last, gone = 0;
    size_t turned = rows.count * columns.count;
    while (s->place[gone] != corner)
        gone++;
    uint64_t from = s->value[gone], to = s->value[gone] ^ s->sum;
    const char *left = s->heads == 1                  ? "none"
                       : s->heads == 2 && turned == 1 ? "alone"
                                                      : "several";
    bt_text coins, balance;
    bt_text_init(&coins, s->steps->arena.ctx);
    bt_text_init(&balance, s->steps->arena.ctx);
    put_turned(s->g, &rows, &columns, &coins);
    put_balance(s, gone, turned > 1, &balance);
    say_replaced(s, &columns, turned,
                 BT_ARGS(BT_STR("coins", bt_text_chars(&coins)), BT_NUM("from", from),
                         BT_NUM("to", to), BT_NUM("first", value_at(s, &columns, 0)),
                         BT_NUM("second", value_at(s, &columns, 1)),
                         BT_STR("left", left),
                         BT_STR("balance", bt_text_chars(&balance))));
    if (s->steps->status == BT_OK)
        s->steps->status = bt_text_status(&coins);
    if (s->steps->status == BT_OK)
        s->steps->status = bt_text_status(&balance);
    bt_text_free(&coins);
    bt_text_free(&balance);
    bt_step_number(s->steps, "row", rows.last + 1);
    bt_step_number(s->steps, "column", columns.last + 1);
    bt_step_number(s->steps, "removed", from);
    bt_step_number(s->steps, "put", to);
}

static void say_move(const struct story *s)
{
    chosen move[2] = {{0}};
    bt_pos p = *s->p; /* the walk only looks at it */
    struct walk w = {.params = params_of(s->g),
                     .p = &p,
                     .filter = true,
                     .wanted = s->sum,
                     .kept = move};
    if (!walk_heads(&w)) /* one was kept */
        say_turning(s, move);
}

static void reason(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    struct story s = {.g = g, .p = p, .steps = steps, .sum = nim_sum(params_of(g), p)};
    find_heads(&s);
    say_law(&s);
    if (s.heads <= TOLD_HEADS)
        say_values(&s);
    say_nim_sum(&s);
    if (s.sum == 0)
        bt_step_say(steps, "balanced",
                    "Any move replaces the value of one head by another number, so the "
                    "nim-sum is no longer 0, and the opponent can make it 0 again.",
                    BT_NO_ARGS);
    else if (s.heads <= TOLD_HEADS)
        say_move(&s);
}

/* The longest game takes the heads from the left and turns as many coins to heads as it
 * may, the nearest ones: a head lasts one move and what those last. */
static bool row_rank(const line_rules *rules, const bt_pos *p, uint64_t *moves)
{
    uint64_t near[2] = {0, 0}, all = 0, lasts = 0; /* of coins to the left; this one */
    bool fits = true;
    *moves = 0;
    for (size_t i = 1; i < p->n; i++) {
        if (i >= rules->least)
            fits = fits && bti_add(rules->most == 0 ? all : near[0], 1, &lasts) &&
                   (rules->most < 3 || bti_add(lasts, near[1], &lasts));
        if (p->x[i] && !(fits && bti_add(*moves, lasts, moves)))
            return false;
        near[1] = near[0];
        near[0] = lasts;
        fits = fits && bti_add(all, lasts, &all);
    }
    return true;
}

/* A grid read as a binary number, the last coin first, becomes smaller in every move.
 */
static bool rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    if (!is_grid(g))
        return row_rank(params_of(g)->across, p, moves);
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
    bt_take_blanks(text);
    bt_span name = *text;
    const char *comma = name.len > 0 ? memchr(name.at, ',', name.len) : NULL;
    if (comma)
        name.len = (size_t)(comma - name.at);
    text->at += name.len;
    text->len -= name.len;
    while (name.len > 0 && name.at[name.len - 1] == ' ')
        name.len--;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (bt_span_equal(name, bt_span_of(all[i]->name))) {
            *out = all[i];
            return BT_OK;
        }
    return bt_fail(
        ctx, BT_SYNTAX,
        "{name} is not a coin turning game; tartan expects two of turning-turtles, "
        "mock-turtles, twins, triplets and ruler, such as tartan:ruler,twins",
        BT_ARGS(BT_QUOTE("name", name)));
}

static bt_status bind_tartan(bt_context *ctx, bt_span param, bt_game *g,
                             bt_text *canonical)
{
    const line_rules *across, *down;
    BT_TRY(take_line(ctx, &param, &across));
    if (!bt_take_char(&param, ','))
        return bt_fail(ctx, BT_SYNTAX,
                       "tartan expects two games, for rows and for columns, such as "
                       "tartan:ruler,twins",
                       BT_NO_ARGS);
    BT_TRY(take_line(ctx, &param, &down));
    if (param.len > 0)
        return bt_fail(
            ctx, BT_SYNTAX,
            "tartan expects two games and no more, such as tartan:ruler,twins",
            BT_NO_ARGS);
    bt_text_format(canonical, "%s,%s", across->name, down->name);
    BT_TRY(bind_line(ctx, g, across, down));
    return bt_summarise(
        g, "turn coins in rows as in {name}, in columns as in {name2}",
        BT_ARGS(BT_STR("name", across->name), BT_STR("name2", down->name)));
}

static const bt_example row_examples[] = {
    {"HTTHH", BT_TEXT("coins 1, 4 and 5 show heads")},
    {"TTTTTTTH", BT_TEXT("one head")},
    {"HHHH", BT_TEXT("four heads")},
    {NULL, NULL},
};

static const bt_example grid_examples[] = {
    {"TTT/TTH", BT_TEXT("one head, in row 2 and column 3")},
    {"HTH/THT/HTH", BT_TEXT("heads in the corners and in the middle")},
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
    .reason = reason, .rank = rank, .look = BT_LOOK_COINS,         \
    .check = check

const bt_rules bti_rules_turning_turtles = {
    .size = sizeof(bt_rules), .name = "turning-turtles", .usage = "turning-turtles",
    .summary = "turn one coin or two, the right one from heads to tails",
    .help =
        "Coins lie in a row. A move turns a coin from heads to tails and, if the\n"
        "player likes, one more coin to the left of it, whichever side it shows.\n" ROW_HELP,
    .theorem_note = BT_TEXT("Coin n has the value n: it is Nim in disguise (Winning "
                            "Ways, chapter 14)."),
    COINS,
};

const bt_rules bti_rules_mock_turtles = {
    .size = sizeof(bt_rules), .name = "mock-turtles", .usage = "mock-turtles",
    .summary = "turn up to three coins, the rightmost from heads to tails",
    .help =
        "Coins lie in a row. A move turns a coin from heads to tails and, if the\n"
        "player likes, one or two more coins to the left of it, whichever side they\n"
        "show.\n" ROW_HELP,
    .theorem_note = BT_TEXT("Coin n has the value 2n - 2 or 2n - 1, whichever has an odd "
                            "number of ones in binary (Winning Ways, chapter 14)."),
    COINS,
};

const bt_rules bti_rules_twins = {
    .size = sizeof(bt_rules), .name = "twins", .usage = "twins",
    .summary = "turn two coins, the right one from heads to tails",
    .help =
        "Coins lie in a row. A move turns a coin from heads to tails and one more coin\n"
        "to the left of it, whichever side it shows.\n" ROW_HELP,
    .theorem_note = BT_TEXT("Coin n has the value n - 1 (Winning Ways, chapter 14)."),
    COINS,
};

const bt_rules bti_rules_triplets = {
    .size = sizeof(bt_rules), .name = "triplets", .usage = "triplets",
    .summary = "turn three coins, the rightmost from heads to tails",
    .help =
        "Coins lie in a row. A move turns a coin from heads to tails and two more coins\n"
        "to the left of it, whichever side they show.\n" ROW_HELP,
    .theorem_note = BT_TEXT("Coins 1 and 2 have the value 0. From coin 3 on, coin n has "
                            "the value 2n - 6 or 2n - 5, whichever has an odd number of "
                            "ones in binary (Winning Ways, chapter 14)."),
    COINS,
};

const bt_rules bti_rules_ruler = {
    .size = sizeof(bt_rules), .name = "ruler", .usage = "ruler",
    .summary = "turn coins next to each other, the rightmost from heads to tails",
    .help =
        "Coins lie in a row. A move turns any number of coins next to each other, and\n"
        "the rightmost of them must go from heads to tails.\n" ROW_HELP,
    .theorem_note = BT_TEXT("The value of coin n is the largest power of 2 that divides "
                            "n (Winning Ways, chapter 14)."),
    COINS,
};

const bt_rules bti_rules_tartan = {
    .size = sizeof(bt_rules), .name = "tartan", .usage = "tartan:A,B",
    .summary = "turn coins on a grid: rows as in A, columns as in B",
    .help =
        "Coins lie on a grid. A and B are coin turning games: turning-turtles,\n"
        "mock-turtles, twins, triplets or ruler. A move chooses some columns as in A and\n"
        "some rows as in B, and turns every coin where they cross. The lowest, rightmost\n"
        "of these coins must go from heads to tails.\n"
        "\n"
        "A position is the rows, separated by slashes, H for heads and T for tails:\n"
        "HTH/THT.\n"
        "\n"
        "In normal play the Grundy value is the nim-sum of the values of the heads, and\n"
        "each of these is a nim-product. Misère play is searched.",
    .theorem_note = BT_TEXT("The tartan theorem (Winning Ways, chapter 14): a single head has the "
                    "nim-product of its value in A and its value in B."),
    .example_param = "ruler,twins", .param = BT_PARAM_TEXT,
    .examples = grid_examples, .flags = BT_WIDE, .bind = bind_tartan, .parse = parse, .print = print,
    .options = options, .say = say, .theorem = theorem, .winning = winning,
    .reason = reason, .rank = rank, .look = BT_LOOK_COINS,
    .check = check,
};
/* clang-format on */
