/* SPDX-License-Identifier: MIT
 * Subtraction game: take s chips from one pile, where s is one of the amounts in S.
 * A position is a sum of piles, so all rests on the Grundy values of one pile: see
 * subtraction_values.c for what is proved about them. For S of powers of 2, g(n) is n
 * mod 3: a power of 2 is never a multiple of 3, and taking 1 or 2 reaches the others.
 * Misere (Ferguson 1974): if some pile has value >= 2, P exactly when the nim-sum of
 * the values is 0, otherwise P exactly when it is 1. That rests on his pairing: g(n) =
 * 1 exactly when g(n - min S) = 0, so a pile of value 0 with a move has one to value 1.
 */
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "rules/amounts.h"
#include "rules/boxes.h"
#include "rules/registry.h"
#include "rules/subtraction_reason.h"
#include "rules/subtraction_table.h"
#include "rules/subtraction_text.h"
#include "rules/subtraction_values.h"

struct params {
    bti_amounts set;
    bti_values values;
};

/* "1, 3 or 4" where these are all amounts, and otherwise false. */
static bool put_few_amounts(const bti_amounts *set, bt_text *text)
{
    enum { FEW = 8 };
    uint64_t amount[FEW];
    size_t n = 0;
    bti_amount a = bti_amount_first(set);
    for (; a.is && n < FEW; a = bti_amount_next(set, a))
        amount[n++] = a.amount;
    for (size_t i = 0; i < n && !a.is; i++) {
        bt_text_put(text, i == 0 ? "" : i + 1 < n ? ", " : " or ");
        bt_text_put_u64(text, amount[i]);
    }
    return !a.is;
}

static bt_status summarise(bt_game *g, const bti_amounts *set)
{
    bt_text text;
    bt_text_init(&text, g->arena.ctx);
    bool few = put_few_amounts(set, &text);
    if (!few)
        bti_amounts_print(set, &text);
    bt_args args = BT_ARGS(BT_STR("amounts", bt_text_chars(&text)));
    bt_status status = bt_text_status(&text);
    if (status == BT_OK)
        status = bt_summarise(
            g,
            !few
                ? "take one of the amounts in {amounts} from one pile"
                : "take {amounts, select, 1 {1 chip} other {{amounts} chips}} from one "
                  "pile",
            args);
    bt_text_free(&text);
    return status;
}

static bt_status bind(bt_context *ctx, bt_span param, bt_game *g, bt_text *canonical)
{
    struct params *p = bt_arena_alloc(&g->arena, 1, sizeof *p);
    if (!p)
        return bt_last_status(ctx);
    BT_TRY(bti_amounts_parse(&g->arena, param, &p->set));
    BT_TRY(bti_values_find(&g->arena, &p->set, &p->values));
    bti_amounts_print(&p->set, canonical);
    g->params = p;
    return summarise(g, &p->set);
}

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    (void)g;
    return bt_parse_list(ctx, BT_TEXT("subtraction expects piles like 10 or 10,7,4"),
                         text, pos);
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    const struct params *params = g->params;
    const bti_amounts *set = &params->set;
    bool going = true;
    for (size_t i = 0; i < p->n && going; i++) {
        uint64_t pile = p->x[i];
        for (bti_amount a = bti_amount_first(set); a.is && a.amount <= pile && going;
             a = bti_amount_next(set, a)) {
            p->x[i] = pile - a.amount;
            going = bt_show(visit, p, i, 1, &pile);
        }
        p->x[i] = pile;
    }
    return going;
}

struct total {
    uint64_t nim_sum;
    size_t firm;
};

static struct total add_up(const bti_values *values, const bt_pos *p)
{
    struct total t = {0};
    for (size_t i = 0; i < p->n; i++) {
        uint64_t value = bti_value_of(values, p->x[i]);
        t.nim_sum ^= value;
        t.firm += value >= 2;
    }
    return t;
}

static void theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    const struct params *params = g->params;
    *out = (bt_answer){.outcome = BT_UNKNOWN};
    if (params->values.kind == BTI_VALUES_NONE)
        return;
    struct total t = add_up(&params->values, p);
    bt_tame_answer(g->play, t.nim_sum, t.firm > 0, out);
}

/* The options of pile i that have the wanted value, by a walk over all amounts. */
static bool walk_amounts(const struct params *params, bt_pos *p, size_t i,
                         uint64_t wanted, bt_visit *visit)
{
    uint64_t pile = p->x[i];
    bool going = true;
    for (bti_amount a = bti_amount_first(&params->set);
         a.is && a.amount <= pile && going; a = bti_amount_next(&params->set, a))
        if (bti_value_of(&params->values, pile - a.amount) == wanted) {
            p->x[i] = pile - a.amount;
            going = bt_show(visit, p, i, 1, &pile);
        }
    p->x[i] = pile;
    return going;
}

/* The same by a walk over the heaps that have the value, where amounts are too many. */
static bool walk_heaps(const struct params *params, bt_pos *p, size_t i,
                       uint64_t wanted, bt_visit *visit)
{
    uint64_t pile = p->x[i], heap, least = bti_amounts_min(&params->set);
    uint64_t most_taken = params->set.run[params->set.runs - 1].high;
    bool more =
        least <= pile && bti_values_last(&params->values, wanted, pile - least, &heap);
    bool going = true;
    while (more && going && pile - heap <= most_taken) {
        if (bti_amounts_contain(&params->set, pile - heap)) {
            p->x[i] = heap;
            going = bt_show(visit, p, i, 1, &pile);
        }
        more = heap > 0 && bti_values_last(&params->values, wanted, heap - 1, &heap);
    }
    p->x[i] = pile;
    return going;
}

static bool winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit)
{
    const struct params *params = g->params;
    const bti_values *values = &params->values;
    struct total t = add_up(values, p);
    bool many = values->kind == BTI_VALUES_RANGE || values->saltus > 0;
    bool going = true;
    for (size_t i = 0; i < p->n && going; i++) {
        uint64_t value = bti_value_of(values, p->x[i]);
        bool others_firm = rest.firm || t.firm > (value >= 2);
        uint64_t wanted =
            bt_tame_wanted(g->play, t.nim_sum ^ rest.grundy ^ value, others_firm);
        if (!many && wanted > values->largest)
            continue;
        going = many ? walk_heaps(params, p, i, wanted, visit)
                     : walk_amounts(params, p, i, wanted, visit);
    }
    return going;
}

static void reason(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    const struct params *params = g->params;
    bti_subtraction_reason(&params->set, &params->values, g->play, p, steps);
}

static void repeats(const bt_game *g, const bt_pos *p, size_t word,
                    bt_repetition *labels, bt_repetition *values)
{
    const struct params *params = g->params;
    uint64_t others = 0;
    bool firm = false;
    if (!bti_values_repetition(&params->values, values))
        return;
    for (size_t i = 0; i < p->n; i++) {
        uint64_t value = i == word ? 0 : bti_value_of(&params->values, p->x[i]);
        others ^= value;
        firm = firm || value >= 2;
    }
    if (!bti_labels_repetition(&params->values, bt_tame_wanted(g->play, others, firm),
                               labels) ||
        (others > 0 && values->saltus > 0)) /* the nim-sum spoils the increase */
        *values = (bt_repetition){0};
}

static bool rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    const struct params *params = g->params;
    uint64_t least = bti_amounts_min(&params->set);
    *moves = 0;
    for (size_t i = 0; i < p->n; i++)
        if (!bti_add(*moves, p->x[i] / least, moves))
            return false;
    return true;
}

static bt_status heap_values(bt_context *ctx, const bt_game *g, uint32_t *value,
                             size_t from, size_t to)
{
    const struct params *params = g->params;
    return bti_subtraction_table(ctx, &params->set, value, from, to);
}

static bool box(const bt_game *g, const bt_pos *root, bt_box *b)
{
    const struct params *params = g->params;
    uint64_t most = 0;
    for (size_t i = 0; i < root->n; i++)
        if (!bti_add(most, bti_amounts_bound(&params->set, root->x[i]), &most))
            return false;
    return bt_heaps_box(root, most, b);
}

static size_t box_options(const bt_game *g, const bt_box *b, const uint64_t *digit,
                          uint64_t index, uint64_t *out)
{
    const struct params *params = g->params;
    const bti_amounts *set = &params->set;
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++) {
        size_t k = 0;
        for (; k < set->smalls && set->small[k] <= digit[i]; k++)
            out[n++] = index - set->small[k] * b->stride[i];
        if (k < set->smalls)
            continue; /* the others are larger */
        for (bti_amount a = bti_amount_first(set); a.is && a.amount <= digit[i];
             a = bti_amount_next(set, a))
            if (k == 0 || a.amount > set->small[k - 1])
                out[n++] = index - a.amount * b->stride[i];
    }
    return n;
}

static bt_status game_text(bt_context *ctx, const bt_game *g, size_t heaps,
                           bt_text *out)
{
    const struct params *p = g->params;
    return bti_subtraction_text(ctx, g, &p->set, &p->values, heaps, out);
}

static const bt_example examples[] = {
    {"10", BT_TEXT("one pile")},
    {"10,7,4", BT_TEXT("a sum of three piles")},
    {"18446744073709551615", BT_TEXT("the period is proved, so no pile is too large")},
    {NULL, NULL},
};

const bt_rules bti_rules_subtraction = {
    .size = sizeof(bt_rules),
    .name = "subtraction",
    .usage = "subtraction:S",
    .summary = "take one of the amounts in S from one pile",
    .help =
        "There are piles of chips. A move takes s chips from one pile, where s must\n"
        "be one of the amounts in S. Whoever cannot move loses (normal play) or wins\n"
        "(misère play).\n"
        "\n"
        "S is a list such as 1,3,4, with ranges such as 1..4 or 1..4,7; or one of\n"
        "powers-of-2 (1 2 4 8 ...), squares (1 4 9 ...), primes (2 3 5 7 ...),\n"
        "fibonacci (1 2 3 5 8 ...); or everything except some amounts: all-but-2,3.\n"
        "\n"
        "A position is a pile, such as 10, or a list of piles, such as 10,7,4.\n"
        "\n"
        "For a finite S the Grundy values of one pile repeat from some point on, and\n"
        "for all-but sets they repeat with a constant added each time. Bouton looks\n"
        "for the period and proves it, so that piles of any size are answered at\n"
        "once; only where the amounts are huge (about a million) may it give up and\n"
        "search. For squares, primes and fibonacci no such law is known: values are\n"
        "searched.",
    .theorem_note = BT_TEXT(
        "If S is finite, each value depends only on the max(S) values before it, so "
        "the "
        "period is proved as soon as max(S) values in a row have come back. For powers "
        "of 2 the Grundy value is n mod 3. Misère play: Ferguson 1974."),
    .example_param = "1,3,4",
    .examples = examples,
    .flags = BT_UNORDERED | BT_HEAPS | BT_TAME,
    .param = BT_PARAM_TEXT,
    .bind = bind,
    .parse = parse,
    .print = bt_print_list,
    .options = options,
    .say = bt_say_take,
    .theorem = theorem,
    .winning = winning,
    .reason = reason,
    .rank = rank,
    .repeats = repeats,
    .heap_values = heap_values,
    .box = box,
    .box_options = box_options,
    .game_text = game_text,
    .look = BT_LOOK_PILES,
    .heap_word = "pile",
    .heap_words = "piles",
    .heaps_from = 1,
};
