/* SPDX-License-Identifier: MIT
 * Moore's Nim_k: take chips from at least one and at most k piles, at least one from
 * each. E. H. Moore (1910): P exactly when every binary column has a number of ones
 * that is 0 modulo k+1. Misere: the same while some pile has two chips or more,
 * otherwise P exactly when the number of ones is 1 modulo k+1.
 *
 * Grundy values are known for k = 1 (Nim: the nim-sum), for k at least the number of
 * piles (the total: any smaller total can be reached) and for k one less than the
 * number of piles (Jenkyns and Mayberry 1980); here empty piles do not count. */
#include <bouton/number_kit.h>

#include "core/arith.h"
#include "core/parallel.h"
#include "core/quote.h"
#include "rules/boxes.h"
#include "rules/game_text.h"
#include "rules/moore_move.h"
#include "rules/moore_reason.h"
#include "rules/moore_search.h"
#include "rules/registry.h"

enum { MAX_CHOSEN = BTI_MOORE_CHOSEN, STACK_ROWS = 64, SAID_PILES = 20 };

struct params {
    uint64_t k;
};

static uint64_t k_of(const bt_game *g)
{
    const struct params *params = g->params;
    return params->k;
}

static bt_status bind(bt_context *ctx, bt_span param, bt_game *g, bt_text *canonical)
{
    bt_span text = param;
    uint64_t k = 0;
    bt_number number = bt_take_u64(&text, &k);
    if (number == BT_NUMBER_TOO_LARGE)
        return bt_fail(
            ctx, BT_DOMAIN,
            "the number of piles is too large: it goes up to 18446744073709551615",
            BT_NO_ARGS);
    if (number == BT_NUMBER_NONE || text.len > 0)
        return bt_fail(
            ctx, BT_SYNTAX,
            "moore expects the number of piles that a move may touch, such as "
            "moore:2, not {param}",
            BT_ARGS(BT_QUOTE("param", param)));
    if (k == 0)
        return bt_fail(
            ctx, BT_DOMAIN,
            "in moore:0 nobody could ever move; a move touches at least one pile",
            BT_NO_ARGS);
    struct params *params = bt_arena_alloc(&g->arena, 1, sizeof *params);
    if (!params)
        return bt_last_status(ctx);
    params->k = k;
    g->params = params;
    bt_text_put_u64(canonical, k);
    return k == 1 ? bt_summarise(g, "take chips from one pile", BT_NO_ARGS)
                  : bt_summarise(g, "take chips from at most {k} piles",
                                 BT_ARGS(BT_NUM("k", k)));
}

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    (void)g;
    return bt_parse_list(ctx, BT_TEXT("moore expects piles like 3,4,6"), text, pos);
}

/* All amounts from the chosen piles, the last one fastest. */
static bool show_amounts(bti_moore_subsets *s)
{
    bt_pos *p = s->pos;
    uint64_t pile[MAX_CHOSEN];
    bool going = true;
    for (size_t i = 0; i < s->n; i++)
        pile[i] = p->x[s->chosen[i]]--;
    size_t first = s->chosen[0], count = s->chosen[s->n - 1] - first + 1, at;
    do {
        going = bt_show(s->visit, p, first, count, s->visit->origin + first);
        for (at = s->n; at > 0 && p->x[s->chosen[at - 1]] == 0; at--)
            p->x[s->chosen[at - 1]] = pile[at - 1] - 1;
        if (at > 0)
            p->x[s->chosen[at - 1]]--;
    } while (at > 0 && going);
    for (size_t i = 0; i < s->n; i++)
        p->x[s->chosen[i]] = pile[i];
    return going;
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    bti_moore_subsets s = {
        .show = show_amounts, .pos = p, .visit = visit, .k = k_of(g)};
    bool going = bti_moore_walk_subsets(&s);
    if (!going || !s.cut)
        return going;
    visit->status = bt_fail(p->ctx, BT_UNABLE,
                            "moves that touch more than {most} piles are not listed",
                            BT_ARGS(BT_NUM("most", MAX_CHOSEN)));
    return false;
}

static void say(const bt_game *g, const bt_move *move, bt_text *text)
{
    const uint64_t *before = move->before, *now = bt_move_words(move);
    size_t piles = 0, said = 0;
    (void)g;
    for (size_t i = 0; i < move->now; i++)
        piles += before[i] != now[i];
    bt_text amounts;
    bt_text_init(&amounts, text->ctx);
    for (size_t i = 0; i < move->now && said < SAID_PILES; i++) {
        if (before[i] == now[i])
            continue;
        if (said > 0)
            bt_text_put(&amounts, said + 1 == piles ? " and " : ", ");
        bt_say(&amounts, "{taken} from pile {pile} ({before} to {now})",
               BT_ARGS(BT_NUM("taken", before[i] - now[i]),
                       BT_NUM("pile", move->at + i + 1), BT_NUM("before", before[i]),
                       BT_NUM("now", now[i])));
        said++;
    }
    bt_say(text,
           said < piles ? "take {amounts} and some from {more} more" : "take {amounts}",
           BT_ARGS(BT_STR("amounts", bt_text_chars(&amounts)),
                   BT_NUM("more", piles - said)));
    if (bt_text_status(&amounts) != BT_OK)
        text->status = bt_text_status(&amounts);
    bt_text_free(&amounts);
}

static bool all_columns_fit(const bt_pos *p, uint64_t any, uint64_t k)
{
    for (unsigned c = BTI_MOORE_COLUMNS; c-- > 0;)
        if (any >> c & 1 && bti_moore_rest(bti_moore_ones(p->x, p->n, c), 0, k) != 0)
            return false;
    return true;
}

struct total {
    uint64_t any, nim_sum, chips, least; /* any: the bits that some pile has */
    size_t piles;                        /* that are not empty; least is of these */
    bool chips_fit;
};

static struct total add_up(const bt_pos *p)
{
    struct total t = {.chips_fit = true, .least = UINT64_MAX};
    for (size_t i = 0; i < p->n; i++) {
        uint64_t pile = p->x[i];
        t.any |= pile;
        t.nim_sum ^= pile;
        t.chips_fit = bti_add(t.chips, pile, &t.chips) && t.chips_fit;
        t.piles += pile > 0;
        t.least = pile > 0 ? bti_min(t.least, pile) : t.least;
    }
    return t;
}

static bool is_p(const bt_game *g, const bt_pos *p, uint64_t any)
{
    if (g->play == BT_MISERE && any <= 1)
        return bti_moore_rest(bti_moore_ones(p->x, p->n, 0), 0, k_of(g)) == 1;
    return all_columns_fit(p, any, k_of(g));
}

/* Jenkyns and Mayberry: all piles but one may be touched. With m the least pile, y the
 * chips above m in all piles and z = y(y+1)/2, the value is the total if m <= z, and
 * otherwise z + ((m-z-1) mod (y+1)). */
static bool value_of_all_but_one(const bt_pos *p, const struct total *t, uint64_t *out)
{
    uint64_t y = 0, z, m = t->least;
    bool fits = true;
    for (size_t i = 0; i < p->n && fits; i++)
        fits = p->x[i] == 0 || bti_add(y, p->x[i] - m, &y);
    fits = fits && y < UINT64_MAX &&
           bti_mul(y % 2 == 0 ? y / 2 : y, y % 2 == 0 ? y + 1 : (y + 1) / 2, &z);
    if (!fits || m <= z) { /* what does not fit is larger than m */
        *out = t->chips;
        return t->chips_fit;
    }
    *out = z + (m - z - 1) % (y + 1);
    return true;
}

static void theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    struct total t = add_up(p);
    uint64_t k = k_of(g);
    if (k == 1) {
        bt_tame_answer(g->play, t.nim_sum, t.any > 1, out);
        return;
    }
    *out = (bt_answer){.outcome = is_p(g, p, t.any) ? BT_P : BT_N};
    if (k >= t.piles) {
        out->has_grundy = t.chips_fit;
        out->grundy = t.chips;
    } else if (k == t.piles - 1) {
        out->has_grundy = value_of_all_but_one(p, &t, &out->grundy);
    }
}

static bool show_move(bt_pos *p, const bti_moore_row *row, size_t rows, bt_visit *visit)
{
    size_t first = SIZE_MAX, last = 0;
    for (size_t i = 0; i < rows; i++) {
        first = row[i].pile < first ? row[i].pile : first;
        last = row[i].pile > last ? row[i].pile : last;
    }
    return rows == 0 ||
           bt_show(visit, p, first, last - first + 1, visit->origin + first);
}

static bool show_one(const bt_game *g, bt_pos *p, bti_moore_row *row, bt_visit *visit)
{
    size_t rows = bti_moore_move(p->x, p->n, k_of(g), g->play, row, NULL);
    bool going = show_move(p, row, rows, visit);
    bti_moore_undo(p->x, row, rows);
    return going;
}

/* One move, by construction. If all piles may be touched it is the only one in normal
 * play. Its rows must be remembered, and they can be many: here alone a rule set asks
 * for memory outside bind. */
static bool show_constructed(const bt_game *g, bt_pos *p, const struct total *t,
                             bt_visit *visit)
{
    bti_moore_row few[STACK_ROWS], *row = few;
    if (bti_worked(p->ctx, 8 * p->n)) {
        visit->status = BT_STOPPED;
        return false;
    }
    size_t most = (size_t)bti_min(k_of(g), t->piles);
    if (most > STACK_ROWS)
        row = bt_resize_array(p->ctx, NULL, 0, most, sizeof *row);
    if (!row) {
        visit->status = bt_last_status(p->ctx);
        return false;
    }
    bool going = show_one(g, p, row, visit);
    if (row != few)
        bt_release(p->ctx, row, most * sizeof *row);
    bool only = g->play == BT_NORMAL && k_of(g) >= t->piles;
    visit->more = visit->more || !only;
    return going;
}

static bool winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit)
{
    struct total t = add_up(p);
    (void)rest; /* nothing: BT_WINS_ALONE */
    if (t.any == 0 || is_p(g, p, t.any))
        return true;
    if (!bti_moore_few_subsets(t.piles, k_of(g)))
        return show_constructed(g, p, &t, visit);
    return bti_moore_search(p, k_of(g), g->play, visit);
}

static void reason(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    bti_moore_reason(k_of(g), g->play, p, steps);
}

static bool rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    struct total t = add_up(p);
    (void)g;
    *moves = t.chips;
    return t.chips_fit;
}

/* How many options: for every set of at most k piles the product of its piles. most[j]
 * counts those that touch j of the piles looked at so far. */
static bool count_options(const bt_pos *root, uint64_t k, uint64_t *all)
{
    uint64_t most[BTI_BOX_WORDS + 1] = {1}, more;
    for (size_t i = 0; i < root->n; i++)
        for (size_t j = i + 1; j > 0; j--)
            if (j <= k && (!bti_mul(most[j - 1], root->x[i], &more) ||
                           !bti_add(most[j], more, &most[j])))
                return false;
    *all = 0;
    for (size_t j = 1; j <= root->n; j++)
        if (!bti_add(*all, most[j], all))
            return false;
    return true;
}

static bool box(const bt_game *g, const bt_pos *root, bt_box *b)
{
    uint64_t all;
    return root->n <= BTI_BOX_WORDS && count_options(root, k_of(g), &all) &&
           bt_heaps_box(root, all, b);
}

struct listing {
    const bt_box *box;
    const uint64_t *digit;
    uint64_t *out;
    size_t n;
};

/* From `index`: up to k more piles may be touched, all behind those that were. No
 * deeper than a box has words. */
static void list_from(struct listing *l, size_t first, uint64_t index, uint64_t k)
{
    for (size_t i = first; i < l->box->n; i++)
        for (uint64_t to = index, left = l->digit[i]; left > 0; left--) {
            l->out[l->n++] = to -= l->box->stride[i];
            if (k > 1)
                list_from(l, i + 1, to, k - 1);
        }
}

static size_t box_options(const bt_game *g, const bt_box *b, const uint64_t *digit,
                          uint64_t index, uint64_t *out)
{
    struct listing l = {.box = b, .digit = digit, .out = out};
    list_from(&l, 0, index, k_of(g));
    return l.n;
}

/* One rule for each set of k piles: some of them become smaller, none larger. */
static void put_rule(bt_text *out, uint32_t set, size_t heaps)
{
    bool some = false;
    bt_text_put(out, "move ");
    for (size_t i = 0; i < heaps; i++)
        if (set >> i & 1) {
            bti_text_heap(out, heaps, i);
            bt_text_put(out, "' <= ");
            bti_text_heap(out, heaps, i);
            bt_text_put(out, " & ");
        }
    for (int after = 1; after >= 0; after--, some = false) {
        for (size_t i = 0; i < heaps; i++)
            if (set >> i & 1) {
                bt_text_put(out, some ? " + " : "");
                some = true;
                bti_text_heap(out, heaps, i);
                bt_text_put(out, after ? "'" : "");
            }
        bt_text_put(out, after ? " < " : "\n");
    }
}

/* With k at least the number of piles, the number of piles will do in its place. */
static void put_claim(bt_text *out, const bt_game *g, size_t heaps, unsigned modulus)
{
    if (g->play == BT_MISERE) {
        bt_text_put(out, "let small = ");
        bti_text_list(out, heaps, 0, 1, " & ", " <= 1");
        bt_text_put(out, "\nclaim small & (");
        bti_text_list(out, heaps, 0, 1, " + ", "");
        bt_text_format(out, ") mod %u = 1 | !small & ", modulus);
    } else {
        bt_text_put(out, "claim ");
    }
    bt_text_format(out, "cols(%u; ", modulus);
    bti_text_list(out, heaps, 0, 1, ",", "");
    bt_text_put(out, ")\n");
}

static bt_status game_text(bt_context *ctx, const bt_game *g, size_t heaps,
                           bt_text *out)
{
    enum { MOST_TEXT_HEAPS = 16, MOST_RULES = 500 };
    size_t rules = 0, k;
    BT_TRY(bti_text_heaps(ctx, g, 0, &heaps));
    if (heaps > MOST_TEXT_HEAPS)
        return bt_fail(ctx, BT_UNABLE, "at most {most} heaps are possible here",
                       BT_ARGS(BT_NUM("most", MOST_TEXT_HEAPS)));
    k = (size_t)bti_min(k_of(g), heaps);
    bti_text_begin(out, g, g->name, heaps, "");
    for (uint32_t set = 0; set < UINT32_C(1) << heaps; set++) {
        size_t size = 0;
        for (size_t i = 0; i < heaps; i++)
            size += set >> i & 1;
        if (size != k)
            continue;
        if (++rules > MOST_RULES)
            return bt_fail(
                ctx, BT_UNABLE,
                "there are more than {most} ways to choose the piles, too many "
                "for a proof",
                BT_ARGS(BT_NUM("most", MOST_RULES)));
        put_rule(out, set, heaps);
    }
    put_claim(out, g, heaps, (unsigned)k + 1);
    return bt_text_status(out);
}

static const bt_example examples[] = {
    {"3,4,6", BT_TEXT("three piles, of which two may be touched")},
    {"1,2,2,4", BT_TEXT("where a selection rule found in lecture notes fails")},
    {"5,5,5", BT_TEXT("every column has three ones or none: whoever moves loses")},
    {NULL, NULL},
};

const bt_rules bti_rules_moore = {
    .size = sizeof(bt_rules),
    .name = "moore",
    .usage = "moore:K",
    .summary = "take chips from at most K piles",
    .help =
        "There are piles of chips. A move takes chips from at least one and at most\n"
        "K piles, one or more from each of them, and not necessarily the same number.\n"
        "Whoever cannot move loses (normal play) or wins (misère play). moore:1 is\n"
        "Nim.\n"
        "\n"
        "A position is a list of piles, such as 3,4,6. Empty piles change nothing.\n"
        "\n"
        "Write the piles in binary, one under the other, and count the ones in each\n"
        "column. If every count is a multiple of K+1 the player to move loses: in\n"
        "the leftmost column that a move changes at least one and at most K ones\n"
        "vanish. Otherwise the player to move wins. Go through the columns from the\n"
        "left, with r rows chosen so far, and let s be the number of ones in the\n"
        "other rows modulo K+1. If r+s is at most K, choose s more rows with a one\n"
        "here and put zeros into all chosen rows; if it is more, put K+1-s ones into\n"
        "chosen rows.\n"
        "\n"
        "All winning moves are listed, unless there are more than four million ways\n"
        "to choose the piles: then only this one is shown.",
    .theorem_note = BT_TEXT(
        "E. H. Moore 1910: the P-positions are those in which the number of ones in "
        "every binary column is a multiple of K+1. In misère play the same holds while "
        "some pile has two chips or more; otherwise the P-positions are those in which "
        "the number of ones is 1 modulo K+1. Grundy values are known for K = 1, for at "
        "most K piles, and for K+1 piles (Jenkyns and Mayberry 1980); others are "
        "searched while that is quick."),
    .example_param = "2",
    .examples = examples,
    .flags = BT_UNORDERED | BT_WINS_ALONE | BT_WIDE,
    .param = BT_PARAM_TEXT,
    .bind = bind,
    .parse = parse,
    .print = bt_print_list,
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
    .heap_word = "pile",
    .heap_words = "piles",
    .heaps_from = 1,
};
