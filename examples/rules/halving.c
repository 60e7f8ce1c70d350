/* SPDX-License-Identifier: MIT
 * A rule set outside the library: take at least one chip and at most half of a pile.
 *
 * The Grundy value of a pile of 2k is k, and that of 2k+1 is that of k: what is left of
 * n lies between n/2 and n-1, and in every such stretch each value below its own comes up
 * exactly once, its own never. A pile of value 0 that is not terminal, 2^k - 1, has an
 * option of value 1, so misere play follows misere Nim. */
#include <bouton/number_kit.h>

static bt_status parse(bt_context *ctx, const bt_game *g, bt_span text, bt_pos *pos)
{
    (void)g;
    return bt_parse_list(ctx, BT_TEXT("halving expects piles like 10 or 10,7"), text, pos);
}

static bool show(bt_pos *p, size_t i, uint64_t to, bt_visit *visit)
{
    uint64_t pile = p->x[i];
    p->x[i] = to;
    bool going = bt_show(visit, p, i, 1, &pile);
    p->x[i] = pile;
    return going;
}

static bool options(const bt_game *g, bt_pos *p, bt_visit *visit)
{
    bool going = true;
    (void)g;
    for (size_t i = 0; i < p->n && going; i++)
        for (uint64_t pile = p->x[i], take = 1; take <= pile / 2 && going; take++)
            going = show(p, i, pile - take, visit);
    return going;
}

static uint64_t value_of(uint64_t pile)
{
    while (pile % 2 == 1)
        pile /= 2;
    return pile / 2;
}

static uint64_t nim_sum(const bt_pos *p, size_t *firm)
{
    uint64_t sum = 0;
    *firm = 0;
    for (size_t i = 0; i < p->n; i++) {
        sum ^= value_of(p->x[i]);
        *firm += value_of(p->x[i]) >= 2;
    }
    return sum;
}

static void theorem(const bt_game *g, const bt_pos *p, bt_answer *out)
{
    size_t firm;
    uint64_t sum = nim_sum(p, &firm);
    bt_tame_answer(g->play, sum, firm > 0, out);
}

/* The piles of a value are 2v, 4v+1, 8v+3, ...: one of them at most is an option. */
static bool winning(const bt_game *g, bt_pos *p, bt_rest rest, bt_visit *visit)
{
    size_t firm;
    uint64_t sum = nim_sum(p, &firm) ^ rest.grundy;
    bool going = true;
    for (size_t i = 0; i < p->n && going; i++) {
        uint64_t pile = p->x[i], value = value_of(pile);
        bool others_firm = rest.firm || firm > (value >= 2);
        uint64_t wanted = bt_tame_wanted(g->play, sum ^ value, others_firm);
        if (wanted > pile / 2)
            continue;
        uint64_t to = 2 * wanted;
        while (to < pile - pile / 2)
            to = 2 * to + 1;
        if (to < pile)
            going = show(p, i, to, visit);
    }
    return going;
}

static void reason(const bt_game *g, const bt_pos *p, bt_steps *steps)
{
    size_t firm;
    uint64_t sum = nim_sum(p, &firm);
    (void)g;
    bt_step_say(steps, "values", "The Grundy value of an even pile is half of it. An odd pile has the value of half of it, rounded down.", BT_NO_ARGS);
    bt_step_say(steps, "nim-sum", "The nim-sum of the values is {sum}.", BT_ARGS(BT_NUM("sum", sum)));
    bt_step_number(steps, "nim_sum", sum);
}

static bool rank(const bt_game *g, const bt_pos *p, uint64_t *moves)
{
    (void)g;
    *moves = 0;
    for (size_t i = 0; i < p->n; i++) {
        uint64_t most = p->x[i] > 0 ? p->x[i] - 1 : 0;
        if (most > UINT64_MAX - *moves)
            return false;
        *moves += most;
    }
    return true;
}

static bool box(const bt_game *g, const bt_pos *root, bt_box *out)
{
    uint64_t most = 0;
    return rank(g, root, &most) && bt_heaps_box(root, most, out);
}

static size_t box_options(const bt_game *g, const bt_box *b, const uint64_t *digit,
                          uint64_t index, uint64_t *out)
{
    const uint64_t *stride = bt_box_strides(b);
    size_t n = 0;
    (void)g;
    for (size_t i = 0; i < bt_box_words(b); i++)
        for (uint64_t take = 1; take <= digit[i] / 2; take++)
            out[n++] = index - take * stride[i];
    return n;
}

/* For one pile, so that 'bouton prove halving --heaps 1' proves the theorem. */
static bt_status game_text(bt_context *ctx, const bt_game *g, size_t heaps, bt_text *out)
{
    if (heaps > 1)
        return bt_fail(ctx, BT_UNABLE, "the claim is only about one pile", BT_NO_ARGS);
    bt_text_put(out, "game halving\nvars n\nmove n' < n & 2(n - n') <= n\n");
    bt_text_put(out, g->play == BT_MISERE ? "misere\n" : "claim pow2(n + 1) | n = 0\n");
    return bt_text_status(out);
}

static const bt_example examples[] = {
    {"7", BT_TEXT("one less than a power of 2: whoever moves loses")},
    {"10,7", BT_TEXT("two piles")},
    {NULL, NULL},
};

extern const bt_rules halving;
const bt_rules halving = {
    .size = sizeof(bt_rules),
    .name = "halving",
    .usage = "halving",
    .summary = "take at most half of a pile",
    .help = "A move takes at least one chip and at most half of the chips of one pile.\n",
    .theorem_note = BT_TEXT("A pile of 2k has the Grundy value k, and a pile of 2k+1 has that of k."),
    .example_param = NULL,
    .examples = examples,
    .flags = BT_UNORDERED | BT_HEAPS | BT_TAME,
    .bind = bt_bind_nothing,
    .parse = parse,
    .print = bt_print_list,
    .options = options,
    .say = bt_say_take,
    .theorem = theorem,
    .winning = winning,
    .reason = reason,
    .rank = rank,
    .box = box,
    .box_options = box_options,
    .game_text = game_text,
    .heap_word = "pile",
    .heap_words = "piles",
    .heaps_from = 1,
};
