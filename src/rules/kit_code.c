/* SPDX-License-Identifier: MIT
 * Taking-and-breaking games: a move takes chips from one heap and may break what is
 * left into several heaps. What is allowed is a code (heap_code.h), so a game is a line
 * of data: Kayles is 0.77.
 *
 * For many codes the Grundy values of single heaps repeat from some heap on;
 * break_values.c finds the period and proves it (Guy and Smith 1956). Lasker's Nim has
 * a law of its own (Lasker 1931): 4k+3 and 4k+4 have exchanged values, all others are
 * as in Nim. For Grundy's game and some others no law is known, and heaps are
 * tabulated.
 *
 * Under misere play such games are wild: nothing is known of sums from the values of
 * the heaps, and positions are searched as a whole. */
#include "rules/kit_code.h"

#include "core/arith.h"
#include "rules/code_table.h"
#include "rules/said.h"
#include <bouton/number_kit.h>

/* Three heaps are so many more options that a search for a period gets less. */
enum { HEX_STEPS = BTI_BREAK_STEPS / 16 };

static bool is_lasker(const bti_code *code)
{
    return code->digit[0] == 4 && code->digits == 1 && code->repeat == 1 &&
           code->digit[1] == 3 && !code->unequal && code->least_broken == 0;
}

/* What may be left, by the digit of a code: 1 nothing, 2, 4 and 8 one to three heaps.
 * One digit has one sentence, so that every language can say it in its own way. */
static const char *const taking[16] = {
    [1] = BT_TEXT("take {amount} from a heap and leave nothing"),
    [2] = BT_TEXT("take {amount} from a heap and leave one heap"),
    [3] = BT_TEXT("take {amount} from a heap and leave no heap or one"),
    [4] = BT_TEXT("take {amount} from a heap and leave two heaps"),
    [5] = BT_TEXT("take {amount} from a heap and leave no heap or two"),
    [6] = BT_TEXT("take {amount} from a heap and leave one heap or two"),
    [7] = BT_TEXT("take {amount} from a heap and leave no heap, one or two"),
    [8] = BT_TEXT("take {amount} from a heap and leave three heaps"),
    [9] = BT_TEXT("take {amount} from a heap and leave no heap or three"),
    [10] = BT_TEXT("take {amount} from a heap and leave one heap or three"),
    [11] = BT_TEXT("take {amount} from a heap and leave no heap, one or three"),
    [12] = BT_TEXT("take {amount} from a heap and leave two heaps or three"),
    [13] = BT_TEXT("take {amount} from a heap and leave no heap, two or three"),
    [14] = BT_TEXT("take {amount} from a heap and leave one heap, two or three"),
    [15] = BT_TEXT("take {amount} from a heap and leave no heap, one, two or three"),
};
static const char *const breaking[16] = {
    [4] = BT_TEXT("break a heap into two heaps"),
    [8] = BT_TEXT("break a heap into three heaps"),
    [12] = BT_TEXT("break a heap into two heaps or three"),
};

/* "1, 2 or 4": how many chips may be taken where the digit is that of k, the first. */
static void put_amount(const bti_code *code, unsigned k, bt_text *out)
{
    unsigned last = k, told = 0;
    if (code->repeat > 0) {
        bt_say(out, "any number", BT_NO_ARGS);
        return;
    }
    for (unsigned i = k; i <= code->digits; i++)
        last = code->digit[i] == code->digit[k] ? i : last;
    for (unsigned i = k; i <= last; i++)
        if (code->digit[i] == code->digit[k])
            bt_text_format(out, "%s%u",
                           told++ == 0 ? ""
                           : i == last ? " or "
                                       : ", ",
                           i);
}

static void put_taking(const bti_code *code, unsigned k, bt_text *out)
{
    bt_text amount;
    bt_text_init(&amount, out->ctx);
    put_amount(code, k, &amount);
    bt_text_put(out, out->len > 0 ? "; " : "");
    bt_say(out, taking[code->digit[k]],
           BT_ARGS(BT_STR("amount", bt_text_chars(&amount))));
    if (bt_text_status(&amount) != BT_OK)
        out->status = bt_text_status(&amount);
    bt_text_free(&amount);
}

/* What a code allows, in words, where few do. */
static bt_status summarise(bt_game *g, const bti_code *code)
{
    enum { FEW_DIGITS = 6 };
    bt_text words;
    bool any = code->repeat == 1 && code->digits == 1;
    if ((code->repeat > 0 && !any) || code->digits > FEW_DIGITS)
        return BT_OK;
    bt_text_init(&words, g->arena.ctx);
    if (code->digit[0])
        bt_say(&words, breaking[code->digit[0]], BT_NO_ARGS);
    for (unsigned k = 1; k <= code->digits; k++) {
        bool first = code->digit[k] != 0;
        for (unsigned i = 1; i < k; i++)
            first = first && code->digit[i] != code->digit[k];
        if (first)
            put_taking(code, k, &words);
    }
    bt_status status = bt_text_status(&words);
    if (status == BT_OK)
        status =
            bt_summarise(g, "{words}", BT_ARGS(BT_STR("words", bt_text_chars(&words))));
    bt_text_free(&words);
    return status;
}

static bt_status bind_code(bt_context *ctx, bt_span text, bt_game *g,
                           bt_text *canonical)
{
    const bt_heap_kit *kit = g->rules->heaps;
    bti_coded *c = bt_arena_alloc(&g->arena, 1, sizeof *c);
    if (!c)
        return bt_last_status(ctx);
    BT_TRY(bti_code_parse(ctx, text, kit->base == 16 ? 16 : 8, &c->code));
    if (!kit->code)
        bti_code_print(&c->code, canonical);
    c->code.least_broken = kit->least_broken;
    c->code.unequal = kit->unequal;
    c->lasker = is_lasker(&c->code);
    g->params = c;
    if (!kit->code)
        BT_TRY(summarise(g, &c->code));
    return bti_break_values_find(&g->arena, &c->code,
                                 kit->no_period    ? 0
                                 : kit->base == 16 ? HEX_STEPS
                                                   : BTI_BREAK_STEPS,
                                 &c->values, &c->checked);
}

bt_status bt_heap_bind(bt_context *ctx, bt_span param, bt_game *g, bt_text *canonical)
{
    const bt_heap_kit *kit = g->rules->heaps;
    if (kit->options)
        return BT_OK;
    return bind_code(ctx, kit->code ? bt_span_of(kit->code) : param, g, canonical);
}

bool bti_kit_code_value(const bt_game *g, uint64_t heap, uint64_t *value)
{
    const bti_coded *c = bti_kit_code(g);
    if (c->values.kind == BTI_VALUES_TABLE) {
        *value = bti_value_of(&c->values, heap);
        return true;
    }
    if (!c->lasker || heap == UINT64_MAX) /* 4k+3 has the value 4k+4: too large */
        return false;
    *value = heap % 4 == 3 ? heap + 1 : heap % 4 == 0 && heap > 0 ? heap - 1 : heap;
    return true;
}

/* Every way to break a heap off is looked at, up to this size of the smaller heap and
 * at least so far that all of them repeat. */
enum { FEW = 256 };

/* Looks for the options of one heap that have the wanted value. Let values repeat with
 * period p from `window` on, and let a >= b >= window + p be left, perhaps beside c:
 * then a + p and b - p have the same values. So what is found among the sizes b of one
 * period, from the window on, goes on in the same way; the same holds for c. That there
 * is more is told, and not shown. */
struct hunt {
    const bti_values *values;
    bt_heap_visit *visit;
    uint64_t wanted, far;
    bool hit;
};

static bool show(struct hunt *h, const uint64_t *part, size_t parts)
{
    return h->visit->option(h->visit, part, parts);
}

/* Breaks `rest` into a >= b >= least, beside a heap c (0: none). */
static bool hunt_pairs(struct hunt *h, uint64_t rest, uint64_t least, uint64_t c)
{
    uint64_t last = bti_min(rest / 2, least + h->far), hit_at = 0;
    uint64_t wanted = h->wanted ^ (c > 0 ? bti_value_of(h->values, c) : 0);
    for (uint64_t b = least; b <= last; b++) {
        const uint64_t part[] = {rest - b, b, c};
        if ((bti_value_of(h->values, rest - b) ^ bti_value_of(h->values, b)) != wanted)
            continue;
        h->hit = true;
        hit_at = b;
        if (!show(h, part, c > 0 ? 3 : 2))
            return false;
    }
    h->visit->more |= last < rest / 2 && hit_at + h->values->period > last;
    return true;
}

static bool hunt_triples(struct hunt *h, uint64_t rest)
{
    uint64_t last = bti_min(rest / 3, h->far), hit_at = 0;
    for (uint64_t c = 1; c <= last; c++) {
        h->hit = false;
        if (!hunt_pairs(h, rest - c, c, c))
            return false;
        hit_at = h->hit ? c : hit_at;
    }
    h->visit->more |= last < rest / 3 && hit_at + h->values->period > last;
    return true;
}

static bool hunt_taking(struct hunt *h, uint64_t rest, unsigned digit)
{
    if (rest == 0)
        return !(digit & 1) || h->wanted != 0 || show(h, NULL, 0);
    if (digit & 2 && bti_value_of(h->values, rest) == h->wanted && !show(h, &rest, 1))
        return false;
    if (digit & 4 && !hunt_pairs(h, rest, 1, 0))
        return false;
    return !(digit & 8) || hunt_triples(h, rest);
}

static bool hunt_heap(const bti_coded *c, uint64_t heap, uint64_t wanted,
                      bt_heap_visit *visit)
{
    struct hunt h = {.values = &c->values, .visit = visit, .wanted = wanted};
    unsigned allowed = heap < c->code.least_broken ? 3 : 15;
    h.far = c->values.preperiod + 2 * c->values.period;
    h.far = h.far > FEW ? h.far : FEW;
    for (uint64_t k = 0; k <= bti_min(heap, c->code.digits); k++)
        if (!hunt_taking(&h, heap - k, bti_code_at(&c->code, k) & allowed))
            return false;
    return true;
}

/* Lasker's Nim. A heap that has the value `wanted` alone; and where the value is that
 * of the heap itself, which is 4k+3, breaking 1 off leaves it: 1 xor 4k+2. Other ways
 * to break a heap are looked at only as far as that does not take long. */
static bool lasker_wins(const bt_game *g, uint64_t heap, uint64_t wanted,
                        bt_heap_visit *visit)
{
    uint64_t a = 0, b = 0, last = bti_min(heap / 2, FEW), left = 0;
    for (uint64_t part[2] = {0, 1}; part[1] <= last; part[1]++) {
        part[0] = heap - part[1];
        if (bti_kit_code_value(g, part[0], &a) && bti_kit_code_value(g, part[1], &b) &&
            (a ^ b) == wanted && !visit->option(visit, part, 2))
            return false;
    }
    visit->more |= last < heap / 2;
    /* The law is its own inverse. */
    if (bti_kit_code_value(g, wanted, &left) && left < heap)
        return visit->option(visit, &left, left > 0);
    return true;
}

bool bti_kit_code_wins(const bt_game *g, uint64_t heap, uint64_t wanted,
                       bt_heap_visit *visit)
{
    const bti_coded *c = bti_kit_code(g);
    return c->values.kind == BTI_VALUES_TABLE ? hunt_heap(c, heap, wanted, visit)
                                              : lasker_wins(g, heap, wanted, visit);
}

/* Chips that are taken never come back, and heaps that are broken never join. */
bool bti_kit_code_rank(const bt_game *g, uint64_t heap, uint64_t *moves)
{
    const bti_code *code = &bti_kit_code(g)->code;
    uint64_t least = 1;
    while (bti_code_at(code, least) == 0 && least <= code->digits)
        least++;
    *moves = least <= code->digits ? heap / least : 0;
    return code->digit[0] == 0 || heap == 0 || bti_add(*moves, heap - 1, moves);
}

void bti_kit_code_law(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    const bti_coded *c = bti_kit_code(g);
    if (c->lasker) {
        bt_step_say(
            steps, "law",
            "A heap of n has the Grundy value n, except that heaps of 3 and 4 have "
            "swapped their values, and so have 7 and 8, 11 and 12, and so on (Lasker).",
            BT_NO_ARGS);
        return;
    }
    bool needed = false;
    for (size_t i = 0; i < p->n; i++)
        needed = needed || bti_kit_code_like(g, p->x[i]) != p->x[i];
    if (!needed)
        return;
    bt_step_say(
        steps, "repetition",
        "{preperiod, plural, =0 {The Grundy values of single {heaps}} other {From "
        "{preperiod} on, the Grundy values of single {heaps}}} repeat with period "
        "{period}. Bouton compared them up to {checked}, which is enough to prove it: "
        "each "
        "value depends only on smaller {heaps}, and those repeat too (Guy and Smith).",
        BT_ARGS(BT_STR("heaps", bti_heap_words(g->rules)),
                BT_NUM("preperiod", c->values.preperiod),
                BT_NUM("period", c->values.period), BT_NUM("checked", c->checked)));
    bt_step_number(steps, "period", c->values.period);
    bt_step_number(steps, "preperiod", c->values.preperiod);
    bt_step_number(steps, "checked", c->checked);
}

uint64_t bti_kit_code_like(const bt_game *g, uint64_t heap)
{
    const bti_values *v = &bti_kit_code(g)->values;
    return v->kind == BTI_VALUES_TABLE && heap >= v->preperiod + v->period
               ? v->preperiod + (heap - v->preperiod) % v->period
               : heap;
}

bt_status bti_kit_code_values(bt_context *ctx, const bt_game *g, uint32_t *value,
                              size_t from, size_t to)
{
    return bti_code_table(ctx, &bti_kit_code(g)->code, value, from, to);
}
