/* SPDX-License-Identifier: MIT
 * A rule set outside the library whose positions are drawn: pins in a row of places,
 * some standing (|) and some gone (.), and a ball knocks down one pin or two neighbours.
 *
 * A run of n standing pins is a heap of n in Kayles: what is left of it are the runs on
 * both sides of the ball. So this file says what the runs are and how a run becomes two,
 * and the disguise (bouton/disguise.h) gives options, theorem, winning moves and
 * explanation. A position has one word for each place, 1 for a pin. */
#include <bouton/disguise.h>
#include <bouton/number_kit.h>

static bt_status skittles_parse(bt_context *ctx, const bt_game *g, bt_span text,
                                bt_pos *pos)
{
    (void)g;
    pos->n = 0;
    while (text.len > 0) {
        bool stands = bt_take_char(&text, '|');
        if (!stands && !bt_take_char(&text, '.'))
            return bt_fail(ctx, BT_SYNTAX,
                           "skittles expects | for a pin and . for a gap, like ||.|||",BT_NO_ARGS);
        BT_TRY(bt_pos_push(pos, stands));
    }
    return pos->n > 0 ? BT_OK
                      : bt_fail(ctx, BT_SYNTAX,
                                "the position is empty; skittles expects places like "
                                "||.|||", BT_NO_ARGS);
}

static bt_status skittles_check(bt_context *ctx, const bt_game *g, const bt_pos *pos)
{
    (void)g;
    for (size_t i = 0; i < pos->n; i++)
        if (pos->x[i] > 1)
            return bt_fail(ctx, BT_DOMAIN, "place {place} holds 1 pin or none, not {x}", BT_ARGS(BT_NUM("place", i + 1), BT_NUM("x", pos->x[i])));
    return pos->n > 0 ? BT_OK : bt_fail(ctx, BT_DOMAIN, "a row has at least one place", BT_NO_ARGS);
}

static void skittles_print(const bt_game *g, const bt_pos *pos, bt_text *text)
{
    (void)g;
    for (size_t i = 0; i < pos->n; i++)
        bt_text_put_char(text, pos->x[i] ? '|' : '.');
}

/* Where run number `run` begins and how long it is; without it, the end and 0. */
static size_t skittles_run(const bt_pos *p, size_t run, size_t *begin)
{
    size_t at = 0, length = 0;
    for (;; run--, at += length) {
        while (at < p->n && !p->x[at])
            at++;
        for (length = 0; at + length < p->n && p->x[at + length];)
            length++;
        if (run == 0 || length == 0)
            break;
    }
    *begin = at;
    return length;
}

static size_t skittles_runs(const bt_pos *p)
{
    size_t runs = 0;
    for (size_t i = 0; i < p->n; i++)
        runs += p->x[i] && (i == 0 || !p->x[i - 1]);
    return runs;
}

static uint64_t skittles_pile(const bt_pos *p, size_t i)
{
    size_t begin;
    return skittles_run(p, i, &begin);
}

static bool skittles_show(bt_pos *p, size_t at, size_t pins, bt_visit *visit)
{
    static const uint64_t stood[] = {1, 1};
    for (size_t i = 0; i < pins; i++)
        p->x[at + i] = 0;
    bool going = bt_show(visit, p, at, pins, stood);
    for (size_t i = 0; i < pins; i++)
        p->x[at + i] = 1;
    return going;
}

/* Two runs that are not equally long can stand in either order. */
static bool skittles_leave(const bt_game *g, bt_pos *p, size_t i, const uint64_t *heap,
                           size_t heaps, bt_visit *visit)
{
    size_t begin, length = skittles_run(p, i, &begin);
    size_t left = heaps > 0 ? (size_t)heap[0] : 0;
    size_t right = heaps > 1 ? (size_t)heap[1] : 0;
    size_t pins = length - left - right;
    (void)g;
    return skittles_show(p, begin + left, pins, visit) &&
           (left == right || skittles_show(p, begin + right, pins, visit));
}

static void skittles_say(const bt_game *g, const bt_move *move, bt_text *text)
{
    (void)g;
    if (move->now == 1)
        bt_say(text, "knock down pin {pin}", BT_ARGS(BT_NUM("pin", move->at + 1)));
    else
        bt_say(text, "knock down pins {pin} and {next}",
               BT_ARGS(BT_NUM("pin", move->at + 1), BT_NUM("next", move->at + 2)));
}

static const bt_disguise skittles_runs_as_heaps = {.size = sizeof(bt_disguise),
                                                   .what = "run", .whats = "runs",
                                                   .piles = skittles_runs,
                                                   .pile = skittles_pile,
                                                   .as = "kayles",
                                                   .leave = skittles_leave};

static const bt_example skittles_examples[] = {
    {"|||||", "knock down the pin in the middle"},
    {"||.||", "two equal runs"},
    {NULL, NULL},
};

const bt_rules skittles = {
    .size = sizeof(bt_rules),
    .name = "skittles",
    .usage = "skittles",
    .summary = "knock down one pin or two neighbours",
    .help = "Pins stand in a row of places. A move knocks down one pin, or two that\n"
            "stand next to each other. A position is the row: | is a pin and . a gap.",
    .theorem_note = "A run of n pins is a heap of n in Kayles.",
    .examples = skittles_examples,
    .bind = bt_bind_nothing,
    .parse = skittles_parse,
    .print = skittles_print,
    .options = bt_disguise_options,
    .say = skittles_say,
    BT_DISGUISE_RULES(skittles_runs_as_heaps),
    .rank = bt_disguise_rank,
    .check = skittles_check,
};
