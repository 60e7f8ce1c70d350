/* SPDX-License-Identifier: MIT
 * Taking-and-breaking games: a move takes chips from one heap and may break what is
 * left into several heaps. What is allowed is a code (heap_code.h), so a game is a line
 * of data: Kayles is 0.77.
 *
 * A position is the sum of its heaps, so in normal play all rests on the Grundy values
 * of one heap. For many codes these repeat from some heap on; break_values.c finds the
 * period and proves it (Guy and Smith 1956). Lasker's Nim has a law of its own (Lasker
 * 1931): 4k+3 and 4k+4 have exchanged values, all others are as in Nim. For Grundy's
 * game and some others no law is known, and heaps are tabulated.
 *
 * Under misere play such games are wild: nothing is known of sums from the values of
 * the heaps, and positions are searched as a whole. */
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "rules/break_values.h"
#include "rules/registry.h"

#include <string.h>

struct params {
    bti_code code;
    bti_values values;
    uint64_t checked;
    bool lasker;
};

static const struct params *params_of(const bt_game *g)
{
    return g->params;
}

/* The games that have names. */
static const struct {
    const char *name;
    bti_code code;
    bool unsolved; /* no period is known, so none is looked for */
} known[] = {
    {"kayles", {.digit = {0, 7, 7}, .digits = 2}, false},
    {"dawson-kayles", {.digit = {0, 0, 7}, .digits = 2}, false},
    {"dawson-chess", {.digit = {0, 1, 3, 7}, .digits = 3}, false},
    {"guiles", {.digit = {0, 1, 5}, .digits = 2}, false},
    {"officers", {.digit = {0, 6}, .digits = 1}, true},
    {"grundy", {.digit = {4}, .unequal = true}, true},
    {"couples", {.digit = {4}, .least_broken = 3}, true},
    {"lasker", {.digit = {4, 3}, .digits = 1, .repeat = 1}, true},
};

/* Looks for a period for so many steps. */
static bt_status bind_code(bt_context *ctx, bt_game *g, const bti_code *code,
                           uint64_t steps)
{
    struct params *p = bt_arena_alloc(&g->arena, 1, sizeof *p);
    if (!p)
        return bt_last_status(ctx);
    p->code = *code;
    p->lasker = code->digit[0] == 4 && code->digits == 1 && code->repeat == 1 &&
                code->digit[1] == 3 && !code->unequal && code->least_broken == 0;
    g->params = p;
    return bti_break_values_find(&g->arena, code, steps, &p->values, &p->checked);
}

static bt_status bind_named(bt_context *ctx, bt_span param, bt_game *g,
                            bt_text *canonical)
{
    size_t i = 0;
    (void)param;
    (void)canonical;
    while (strcmp(known[i].name, g->rules->name) != 0)
        i++;
    return bind_code(ctx, g, &known[i].code, known[i].unsolved ? 0 : BTI_BREAK_STEPS);
}

static bt_status bind_base(bt_context *ctx, bt_span param, unsigned base, bt_game *g,
                           bt_text *canonical)
{
    bti_code code;
    BT_TRY(bti_code_parse(ctx, param, base, &code));
    bti_code_print(&code, canonical);
    return bind_code(ctx, g, &code, base == 8 ? BTI_BREAK_STEPS : BTI_BREAK_STEPS / 16);
}

static bt_status bind_octal(bt_context *ctx, bt_span param, bt_game *g,
                            bt_text *canonical)
{
    return bind_base(ctx, param, 8, g, canonical);
}

static bt_status bind_hex(bt_context *ctx, bt_span param, bt_game *g,
                          bt_text *canonical)
{
    return bind_base(ctx, param, 16, g, canonical);
}

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    (void)g;
    return bt_parse_list(ctx, "this game expects heaps like 7 or 5,3,3", text, pos);
}

/* Heap i of a position becomes several heaps, and what stands after it moves along. A
 * heap of which nothing is left stays as 0, so that the others keep their numbers. */
struct splice {
    bt_pos *p;
    size_t i, now; /* as many heaps stand in its place */
    uint64_t heap;
    bt_visit *visit;
    bool going;
};

static void make_place(struct splice *s, size_t now)
{
    uint64_t *x = s->p->x + s->i;
    if (now != s->now)
        memmove(x + now, x + s->now, (s->p->n - s->i - s->now) * sizeof *x);
    s->p->n = s->p->n - s->now + now;
    s->now = now;
}

static bool show(void *data, const uint64_t *part, size_t parts)
{
    struct splice *s = data;
    make_place(s, parts > 0 ? parts : 1);
    s->p->x[s->i] = 0;
    for (size_t k = 0; k < parts; k++)
        s->p->x[s->i + k] = part[k];
    s->going = bt_show_splice(s->visit, s->p, s->i, 1, s->now, &s->heap);
    return s->going;
}

static struct splice begin(bt_pos *p, size_t i, bt_visit *visit)
{
    return (struct splice){
        .p = p, .i = i, .now = 1, .heap = p->x[i], .visit = visit, .going = true};
}

static bool end(struct splice *s)
{
    make_place(s, 1);
    s->p->x[s->i] = s->heap;
    return s->going;
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    bool going = true;
    for (size_t i = 0; i < p->n && going; i++) {
        struct splice s = begin(p, i, visit);
        bti_code_options(&params_of(g)->code, s.heap, show, &s);
        going = end(&s);
    }
    return going;
}

/* The value of a heap, if a law gives it. */
static bool value_of(const struct params *p, uint64_t heap, uint64_t *value)
{
    if (p->values.kind == BTI_VALUES_TABLE) {
        *value = bti_value_of(&p->values, heap);
        return true;
    }
    if (!p->lasker || heap == UINT64_MAX) /* 4k+3 has the value 4k+4: too large */
        return false;
    *value = heap % 4 == 3 ? heap + 1 : heap % 4 == 0 && heap > 0 ? heap - 1 : heap;
    return true;
}

static bool nim_sum(const struct params *params, const bt_pos *p, uint64_t *sum)
{
    uint64_t value = 0;
    *sum = 0;
    for (size_t i = 0; i < p->n; i++, *sum ^= value)
        if (!value_of(params, p->x[i], &value))
            return false;
    return true;
}

static void theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    uint64_t sum;
    *out = (bt_answer){.outcome = BT_UNKNOWN};
    if (g->play == BT_NORMAL && nim_sum(params_of(g), p, &sum))
        *out = (bt_answer){
            .outcome = sum == 0 ? BT_P : BT_N, .has_grundy = true, .grundy = sum};
}

/* So many ways to break one heap are looked at; what wins among the first of them is
 * shown, and that there may be more is told by `more`. */
enum { LOOKED = 1 << 22 };

/* Looks for the options of one heap that have the wanted value. Let values repeat with
 * period p from `window` on, and let a >= b >= window + p be left, perhaps beside c:
 * then a + p and b - p have the same values. So if p sizes b in a row, from the window
 * on, gave no option, none beyond does; the same holds for c. */
struct hunt {
    const struct params *params;
    struct splice *s;
    uint64_t wanted, window, looked;
    bool hit;
};

static uint64_t table_value(const struct hunt *h, uint64_t heap)
{
    return bti_value_of(&h->params->values, heap);
}

/* Breaks `rest` into a >= b >= least, beside a heap c (0: none). */
static bool hunt_pairs(struct hunt *h, uint64_t rest, uint64_t least, uint64_t c)
{
    uint64_t misses = 0, period = h->params->values.period;
    uint64_t wanted = h->wanted ^ (c > 0 ? table_value(h, c) : 0);
    for (uint64_t b = least; b <= rest / 2 && misses < period; b++) {
        if (h->looked == LOOKED)
            return false;
        h->looked++;
        const uint64_t part[] = {rest - b, b, c};
        bool hit = (table_value(h, rest - b) ^ table_value(h, b)) == wanted;
        if (hit && !show(h->s, part, c > 0 ? 3 : 2))
            return false;
        misses = hit || b < h->window ? 0 : misses + 1;
        h->hit = h->hit || hit;
    }
    return true;
}

static bool hunt_triples(struct hunt *h, uint64_t rest)
{
    uint64_t misses = 0, period = h->params->values.period;
    for (uint64_t c = 1; c <= rest / 3 && misses < period; c++) {
        h->hit = false;
        if (!hunt_pairs(h, rest - c, c, c))
            return false;
        misses = h->hit || c < h->window ? 0 : misses + 1;
    }
    return true;
}

static bool hunt_taking(struct hunt *h, uint64_t rest, unsigned digit)
{
    if (rest == 0)
        return !(digit & 1) || h->wanted != 0 || show(h->s, NULL, 0);
    if (digit & 2 && table_value(h, rest) == h->wanted && !show(h->s, &rest, 1))
        return false;
    if (digit & 4 && !hunt_pairs(h, rest, 1, 0))
        return false;
    return !(digit & 8) || hunt_triples(h, rest);
}

static void hunt_heap(const struct params *params, struct splice *s, uint64_t wanted)
{
    const bti_code *code = &params->code;
    struct hunt h = {.params = params, .s = s, .wanted = wanted};
    uint64_t last = bti_min(s->heap, code->digits);
    unsigned allowed = s->heap < code->least_broken ? 3 : 15;
    h.window = params->values.preperiod > 0 ? params->values.preperiod : 1;
    for (uint64_t k = 0; k <= last; k++)
        if (!hunt_taking(&h, s->heap - k, bti_code_at(code, k) & allowed))
            break;
    s->visit->more = s->visit->more || h.looked == LOOKED;
}

/* Lasker's Nim. A heap that has the value `wanted` alone; and where the value is that
 * of the heap itself, which is 4k+3, breaking 1 off leaves it: 1 xor 4k+2. Other ways
 * to break a heap are looked at only as far as that does not take long. */
static void winning_lasker(const struct params *params, struct splice *s,
                           uint64_t wanted)
{
    uint64_t a = 0, b = 0, last = bti_min(s->heap / 2, LOOKED), heap = 0;
    for (uint64_t part[2] = {0, 1}; part[1] <= last && s->going; part[1]++) {
        part[0] = s->heap - part[1];
        if (value_of(params, part[0], &a) && value_of(params, part[1], &b) &&
            (a ^ b) == wanted)
            show(s, part, 2);
    }
    /* The law is its own inverse. */
    if (s->going && value_of(params, wanted, &heap) && heap < s->heap)
        show(s, &heap, heap > 0);
    s->visit->more = s->visit->more || last == LOOKED;
}

static bool winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit)
{
    const struct params *params = params_of(g);
    uint64_t sum, value = 0;
    bool going = true;
    if (!nim_sum(params, p, &sum))
        return true;
    sum ^= rest.grundy;
    for (size_t i = 0; i < p->n && going; i++) {
        struct splice s = begin(p, i, visit);
        (void)value_of(params, s.heap, &value);
        if (params->values.kind == BTI_VALUES_TABLE)
            hunt_heap(params, &s, sum ^ value);
        else
            winning_lasker(params, &s, sum ^ value);
        going = end(&s);
    }
    return going;
}

static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    const uint64_t *before = move->before, *now = bt_move_words(move);
    uint64_t left = 0;
    (void)g;
    for (size_t i = 0; i < move->now; i++)
        left += now[i];
    unsigned long long taken = before[0] - left;
    if (taken > 0)
        bt_text_format(text, "take %llu from heap %zu", taken, move->at + 1);
    else
        bt_text_format(text, "break heap %zu", move->at + 1);
    bt_text_format(text, " (%llu %s ", (unsigned long long)before[0],
                   move->now > 1 ? "into" : "to");
    for (size_t i = 0; i < move->now; i++)
        bt_text_format(text, "%s%llu",
                       i == 0               ? ""
                       : i + 1 == move->now ? " and "
                                            : ", ",
                       (unsigned long long)now[i]);
    bt_text_put_char(text, ')');
}

static void say_period(const struct params *p, bt_steps *steps)
{
    const bti_values *v = &p->values;
    bt_step_say(
        steps, "repetition",
        "The Grundy values of single heaps repeat with period %llu, from the heap "
        "of %llu on. Bouton has compared them up to %llu, and that is enough (Guy "
        "and Smith): every move from a larger heap leaves a heap that can be made "
        "smaller by the period without changing its value.",
        (unsigned long long)v->period, (unsigned long long)v->preperiod,
        (unsigned long long)p->checked);
    bt_step_number(steps, "period", v->period);
    bt_step_number(steps, "preperiod", v->preperiod);
    bt_step_number(steps, "checked", p->checked);
}

static void say_heap(const struct params *p, uint64_t heap, uint64_t value,
                     bt_steps *steps)
{
    const bti_values *v = &p->values;
    uint64_t same = heap;
    if (v->kind == BTI_VALUES_TABLE && heap >= v->preperiod + v->period)
        same = v->preperiod + (heap - v->preperiod) % v->period;
    if (same != heap)
        bt_step_say(steps, "heap",
                    "A heap of %llu is like one of %llu: its value is %llu.",
                    (unsigned long long)heap, (unsigned long long)same,
                    (unsigned long long)value);
    else
        bt_step_say(steps, "heap", "A heap of %llu has the value %llu.",
                    (unsigned long long)heap, (unsigned long long)value);
    bt_step_number(steps, "heap", heap);
    bt_step_number(steps, "grundy", value);
}

static void reason(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    enum { MOST = 16 };
    const struct params *params = params_of(g);
    uint64_t *value = bt_steps_room(steps, p->n), sum = 0;
    if (!value || !nim_sum(params, p, &sum))
        return;
    if (params->lasker)
        bt_step_say(
            steps, "law",
            "A heap of n has the Grundy value n, but heaps of 3 and 4, of 7 and 8, "
            "of 11 and 12 and so on have exchanged their values (Lasker).");
    else
        say_period(params, steps);
    for (size_t i = 0; i < p->n; i++)
        (void)value_of(params, p->x[i], &value[i]);
    for (size_t i = 0; i < p->n && p->n <= MOST; i++)
        say_heap(params, p->x[i], value[i], steps);
    if (p->n == 1)
        return;
    bt_step_say(steps, "nim-sum", "The nim-sum of the values is %llu%s",
                (unsigned long long)sum, p->n <= MOST ? ":" : ".");
    bt_step_number(steps, "nim_sum", sum);
    if (p->n <= MOST)
        bt_step_grid(steps, value, NULL, p->n, 2);
}

/* Chips that are taken never come back, and heaps that are broken never join. */
static bool rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    const bti_code *code = &params_of(g)->code;
    uint64_t least = 1;
    while (bti_code_at(code, least) == 0 && least <= code->digits)
        least++;
    bool takes = least <= code->digits;
    *moves = 0;
    for (size_t i = 0; i < p->n; i++) {
        uint64_t heap = p->x[i], most = takes ? heap / least : 0;
        if (code->digit[0] != 0 && heap > 0 && !bti_add(most, heap - 1, &most))
            return false;
        if (!bti_add(*moves, most, moves))
            return false;
    }
    return true;
}

static void repeats(const bt_game *g, const bt_pos *p, size_t word,
                    bt_repetition *labels, bt_repetition *values)
{
    const struct params *params = params_of(g);
    uint64_t others = 0;
    if (!bti_values_repetition(&params->values, values))
        return;
    for (size_t i = 0; i < p->n; i++)
        others ^= i == word ? 0 : bti_value_of(&params->values, p->x[i]);
    if (g->play == BT_NORMAL)
        (void)bti_labels_repetition(&params->values, others, labels);
}

static const bt_example one_heap[] = {
    {"7", "one heap"},
    {"5,3,3", "three heaps"},
    {NULL, NULL},
};

static const bt_example large_heap[] = {
    {"7", "one heap"},
    {"5,3,3", "three heaps"},
    {"1000000000000", "the period is proved, so no heap is too large"},
    {NULL, NULL},
};

#define HEAPS_HELP                                                                     \
    "\n\nA position is a heap, such as 7, or a list of heaps, such as 5,3,3. In "      \
    "normal\n"                                                                         \
    "play the Grundy value is the nim-sum of the values of the heaps. Misère play "   \
    "is\n"                                                                             \
    "searched as a whole."

/* clang-format off */
#define BREAKING(rules_examples) .flags = BT_UNORDERED | BT_HEAPS,                        \
    .parse = parse, .print = bt_print_list, .options = options, .say = say,              \
    .theorem = theorem, .winning = winning, .reason = reason, .rank = rank,               \
    .repeats = repeats, .examples = rules_examples, .heap_word = "heap", .heaps_from = 1

const bt_rules bti_rules_octal = {
    .size = sizeof(bt_rules), .name = "octal", .usage = "octal:CODE",
    .summary = "take from a heap and break it, as an octal code says",
    .help =
        "An octal code d0.d1d2d3... says what may be done to a heap (Guy and Smith).\n"
        "Digit dk is about taking k chips and adds up what may be left: 1 nothing at\n"
        "all, 2 one heap, 4 two heaps. Kayles is 0.77: take one chip or two, and leave\n"
        "no heap, one or two. The digit before the point is 0 or 4, for breaking a\n"
        "heap without taking a chip. A part in brackets goes on for ever: 0.[3] is Nim,\n"
        "4.[3] Lasker's Nim. There are at most 64 digits." HEAPS_HELP "\n"
        "\n"
        "Bouton looks for a period of the values and proves it when the rules are read,\n"
        "if it is not too long.",
    .theorem_note = "Guy and Smith 1956: when the values have repeated for long enough, "
                    "they do so for ever.",
    .param = BT_PARAM_TEXT, .example_param = "0.77", .bind = bind_octal, .grows = 1,
    BREAKING(large_heap),
};

const bt_rules bti_rules_hex = {
    .size = sizeof(bt_rules), .name = "hex", .usage = "hex:CODE",
    .summary = "as octal codes, but three heaps may be left, too",
    .help =
        "A hexadecimal code d0.d1d2d3... is like an octal code ('bouton games octal'),\n"
        "and 8 in a digit allows three heaps to be left. Digits are 0 to 9 and A to F;\n"
        "the one before the point is 0, 4, 8 or C." HEAPS_HELP,
    .theorem_note = "The argument of Guy and Smith for octal games, with three heaps: "
                    "when the values have repeated for long enough, they do so for ever. "
                    "Periods with an increase are not proved.",
    .param = BT_PARAM_TEXT, .example_param = "0.B", .bind = bind_hex, .grows = 2,
    BREAKING(one_heap),
};

const bt_rules bti_rules_kayles = {
    .size = sizeof(bt_rules), .name = "kayles", .usage = "kayles",
    .summary = "knock down one pin or two neighbours in a row",
    .help =
        "Pins stand in rows. A move knocks down one pin or two pins next to each other\n"
        "in one row; what stands on both sides of the gap are two rows from then on.\n"
        "It is the octal game 0.77." HEAPS_HELP,
    .theorem_note = "Guy and Smith 1956: the values have period 12 from the row of 71 on.",
    .bind = bind_named, .grows = 1, BREAKING(large_heap),
};

const bt_rules bti_rules_dawson_kayles = {
    .size = sizeof(bt_rules), .name = "dawson-kayles", .usage = "dawson-kayles",
    .summary = "knock down two neighbouring pins in a row",
    .help =
        "Pins stand in rows. A move knocks down two pins next to each other in one row;\n"
        "what stands on both sides of the gap are two rows from then on. It is the\n"
        "octal game 0.07." HEAPS_HELP,
    .theorem_note = "Guy and Smith 1956: the values have period 34 from the row of 53 on.",
    .bind = bind_named, .grows = 1, BREAKING(large_heap),
};

const bt_rules bti_rules_dawson_chess = {
    .size = sizeof(bt_rules), .name = "dawson-chess", .usage = "dawson-chess",
    .summary = "choose a place in a row; it and its neighbours are gone",
    .help =
        "There are rows of places. A move chooses a place that is still there; it goes,\n"
        "and so do its neighbours. This is what is left of Dawson's game with two rows\n"
        "of pawns on a chess board, where every exchange is forced. It is the octal\n"
        "game 0.137: one place may be taken if it is a whole row, two from the end of\n"
        "a row, three anywhere." HEAPS_HELP,
    .theorem_note = "Guy and Smith 1956: the values have period 34.",
    .bind = bind_named, .grows = 1, BREAKING(large_heap),
};

const bt_rules bti_rules_guiles = {
    .size = sizeof(bt_rules), .name = "guiles", .usage = "guiles",
    .summary = "take a heap of 1 or 2, or two chips and leave two heaps",
    .help =
        "There are heaps of chips. A move takes away a whole heap of one or two chips,\n"
        "or takes two chips from a heap and breaks what is left into two heaps. It is\n"
        "the octal game 0.15." HEAPS_HELP,
    .theorem_note = "Guy and Smith 1956: the values have period 10.",
    .bind = bind_named, .grows = 1, BREAKING(large_heap),
};

const bt_rules bti_rules_officers = {
    .size = sizeof(bt_rules), .name = "officers", .usage = "officers",
    .summary = "take one chip from a heap and leave one heap or two",
    .help =
        "There are heaps of chips. A move takes one chip from a heap and leaves the rest\n"
        "as one heap or two; a heap of one chip cannot be used. It is the octal game\n"
        "0.6, and nobody knows whether its values repeat." HEAPS_HELP,
    .theorem_note = "Nobody knows whether the values repeat; they are tabulated heap by "
                    "heap.",
    .bind = bind_named, .grows = 1, BREAKING(one_heap),
};

const bt_rules bti_rules_grundy = {
    .size = sizeof(bt_rules), .name = "grundy", .usage = "grundy",
    .summary = "break a heap into two heaps of different sizes",
    .help =
        "There are heaps of chips. A move breaks one heap into two heaps that are not of\n"
        "the same size. Heaps of one or two chips cannot be broken. It is Grundy's game\n"
        "(1939), and nobody knows whether its values repeat." HEAPS_HELP,
    .theorem_note = "Nobody knows whether the values repeat; they are tabulated heap by "
                    "heap.",
    .bind = bind_named, .grows = 1, BREAKING(one_heap),
};

const bt_rules bti_rules_couples = {
    .size = sizeof(bt_rules), .name = "couples", .usage = "couples",
    .summary = "break a heap of three or more into two heaps",
    .help =
        "There are heaps of chips. A move breaks one heap of at least three chips into\n"
        "two heaps. Couples, heaps of two, are for ever. Nobody knows whether its values\n"
        "repeat." HEAPS_HELP,
    .theorem_note = "Nobody knows whether the values repeat; they are tabulated heap by "
                    "heap.",
    .bind = bind_named, .grows = 1, BREAKING(one_heap),
};

const bt_rules bti_rules_lasker = {
    .size = sizeof(bt_rules), .name = "lasker", .usage = "lasker",
    .summary = "Nim in which a heap may also be broken into two",
    .help =
        "There are heaps of chips. A move takes any number of chips, at least one, from\n"
        "one heap, or breaks one heap into two heaps without taking a chip. It is the\n"
        "octal game 4.[3]." HEAPS_HELP,
    .theorem_note = "Lasker 1931: a heap of n has the value n, but for 3 and 4, 7 and 8, "
                    "11 and 12 and so on, which have exchanged their values.",
    .bind = bind_named, .grows = 1, BREAKING(large_heap),
};
/* clang-format on */
