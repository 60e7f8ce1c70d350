/* SPDX-License-Identifier: MIT */
#include "play/move_ways.h"

#include "rules/game_rules.h"

#include <string.h>

typedef unsigned long long number;

const char *bti_heaps_named(const bt_part *part, size_t *heaps)
{
    const bt_rules *rules = part->game->rules;
    const bt_disguise *nim = rules->disguise;
    *heaps = bt_heaps_of(part->game, &part->pos);
    if (rules->heap_word || !nim || nim->pile)
        return rules->heap_word;
    *heaps = nim->piles(&part->pos);
    return nim->what;
}

static bool has_heaps_named(const bt_part *part, bt_span word)
{
    size_t heaps;
    const char *name = bti_heaps_named(part, &heaps);
    return name && bt_span_equal(word, bt_span_of(name));
}

bool bti_may_mean(const bt_sum *sum, const bti_phrase *typed, size_t part)
{
    if (typed->has_part)
        return typed->part == part;
    if (typed->heap.len == 0 || has_heaps_named(&sum->part[part], typed->heap))
        return true;
    for (size_t i = 0; i < sum->n; i++)
        if (has_heaps_named(&sum->part[i], typed->heap))
            return false;
    return true;
}

/* What a heap became, all parts of it together; false: it is not in what changed. */
static bool change_of(const bt_move *move, size_t heap, uint64_t *from, uint64_t *to)
{
    const uint64_t *now = bt_move_words(move);
    bool splice = move->was == 1 && move->now != 1;
    if (heap < move->at || heap >= move->at + move->was ||
        (!splice && move->was != move->now))
        return false;
    *from = move->before[heap - move->at];
    *to = splice ? 0 : now[heap - move->at];
    for (size_t i = 0; splice && i < move->now; i++)
        *to += now[i];
    return true;
}

uint64_t bti_move_takes(const bt_move *move, size_t heap)
{
    uint64_t from, to;
    return change_of(move, heap, &from, &to) && to < from ? from - to : 0;
}

uint64_t bti_move_adds(const bt_move *move, size_t heap)
{
    uint64_t from, to;
    return change_of(move, heap, &from, &to) && to > from ? to - from : 0;
}

/* The heaps that a move changes. */
struct changes {
    const bt_move *move;
    const char *word;
    size_t end;                    /* heaps move->at .. end, not included, may change */
    size_t changed, losers, first; /* how many do, how many lose, and the first */
    bool equal;                    /* all that lose lose the same, `taken` */
    uint64_t taken;
};

static struct changes changes_of(const bt_part *after, const bt_move *move)
{
    size_t heaps;
    struct changes c = {move, bti_heaps_named(after, &heaps), .equal = true};
    c.end = move->at + move->was < heaps ? move->at + move->was : heaps;
    for (size_t i = move->at; i < c.end; i++) {
        uint64_t taken = bti_move_takes(move, i);
        if (taken == 0 && bti_move_adds(move, i) == 0)
            continue;
        if (c.changed++ == 0)
            c.first = i;
        if (taken == 0)
            continue;
        c.equal = c.equal && (c.losers == 0 || taken == c.taken);
        c.losers++;
        c.taken = taken;
    }
    return c;
}

/* "take 2 from pile 1 and 2 from pile 2 and add 2 to pile 3" */
static void put_each(const struct changes *c, bool backwards, bt_text *out)
{
    size_t at = c->move->at, put = 0;
    bt_text_put(out, "take ");
    for (size_t k = at; k < c->end; k++) {
        size_t i = backwards ? at + c->end - 1 - k : k;
        if (bti_move_takes(c->move, i) > 0)
            bt_text_format(out, "%s%llu from %s %zu", put++ > 0 ? " and " : "",
                           (number)bti_move_takes(c->move, i), c->word, i + 1);
    }
    for (size_t i = at; i < c->end; i++)
        if (bti_move_adds(c->move, i) > 0)
            bt_text_format(out, " add %llu to %s %zu",
                           (number)bti_move_adds(c->move, i), c->word, i + 1);
    bt_text_put_char(out, '\n');
}

/* Where only one heap changes. */
static void put_one(const struct changes *c, bt_text *out)
{
    size_t i = c->first, name = i + 1;
    number from = c->move->before[i - c->move->at];
    number to = bt_move_words(c->move)[i - c->move->at];
    bt_text_format(out, "%s %zu to %llu\n", c->word, name, to);
    bt_text_format(out, "%s %zu (%llu to %llu)\n", c->word, name, from, to);
    if (to < from)
        bt_text_format(out, "%s %zu take %llu\n", c->word, name, from - to);
    if (to == 0)
        bt_text_format(out, "take all from %s %zu\n", c->word, name);
}

static void put_heaps(const bt_part *after, const bt_move *move, bt_text *out)
{
    struct changes c = changes_of(after, move);
    if (!c.word || move->was != move->now || c.changed == 0)
        return;
    put_each(&c, false, out);
    if (c.changed == 1)
        put_one(&c, out);
    if (c.losers > 1)
        put_each(&c, true, out);
    if (c.losers < 2 || !c.equal)
        return;
    for (int both = 0; both < 2; both++) {
        bt_text_format(out, "take %llu from %s%ss", (number)c.taken,
                       both ? "both " : "", c.word);
        for (size_t i = move->at; i < c.end; i++)
            if (bti_move_takes(move, i) > 0)
                bt_text_format(out, " %zu", i + 1);
        bt_text_put_char(out, '\n');
    }
}

static void put_parts(const bt_move *move, bt_text *out)
{
    bt_text_put(out, " into");
    for (size_t i = 0; i < move->now; i++)
        bt_text_format(out, " %llu", (number)bt_move_words(move)[i]);
    bt_text_put_char(out, '\n');
}

/* Chips first .. first + taken - 1 of the row, and the one that a player chooses where
 * its neighbours go, too. */
static void put_chips(const bt_heap_kit *kit, const bt_move *move, uint64_t first,
                      uint64_t taken, bt_text *out)
{
    enum { LISTED = 8 };
    uint64_t row = move->before[0], last = first + taken - 1;
    for (int after = 0; after < 2 && taken <= LISTED; after++) {
        bt_text_put(out, "take ");
        if (!after)
            bt_text_format(out, "row %zu ", move->at + 1);
        bt_text_format(out, "%s%s", kit->chip, taken > 1 ? "s" : "");
        for (uint64_t i = first; i <= last; i++)
            bt_text_format(out, " %llu", (number)i);
        if (after)
            bt_text_format(out, " from row %zu", move->at + 1);
        bt_text_put_char(out, '\n');
    }
    for (uint64_t i = first; i <= last && kit->beside > 0; i++) {
        bool left = i > kit->beside ? first == i - kit->beside : first == 1;
        bool right = row - i > kit->beside ? last == i + kit->beside : last == row;
        for (int says = 0; says < 2 && left && right; says++)
            bt_text_format(out, "%s%s %llu from row %zu\n", says ? "choose " : "",
                           kit->chip, (number)i, move->at + 1);
    }
}

static void put_row(const bt_game *game, const bt_move *move, bt_text *out)
{
    const bt_heap_kit *kit = game->rules->heaps;
    const uint64_t *now = bt_move_words(move);
    size_t row = move->at + 1;
    uint64_t taken = bti_move_takes(move, move->at), left = move->before[0] - taken;
    if (move->now > 1 && taken > 0) {
        bt_text_format(out, "take %llu from row %zu", (number)taken, row);
        put_parts(move, out);
    } else if (move->now > 1) {
        bt_text_format(out, "break row %zu", row);
        put_parts(move, out);
    }
    if (move->now > 1 && taken == 0) {
        bt_text_format(out, "break row of %llu", (number)move->before[0]);
        put_parts(move, out);
    }
    if (taken > 0)
        bt_text_format(out, "row %zu take %llu\n", row, (number)taken);
    if (left == 0)
        bt_text_format(out, "take all from row %zu\n", row);
    if (!kit->chip || taken == 0 || move->now > 2)
        return;
    /* What goes was between the parts, in either order, or at an end. */
    uint64_t before = move->now == 2 ? now[0] : 0, other = left - before;
    put_chips(kit, move, before + 1, taken, out);
    if (other != before)
        put_chips(kit, move, other + 1, taken, out);
}

/* "take 2 from x" where rules of one's own lower one number. */
static void put_variable(const bti_game_file *file, const bt_move *move, bt_text *out)
{
    size_t changed = 0, at = 0;
    for (size_t i = move->at; i < move->at + move->was && i < file->scope.vars; i++)
        if (bti_move_takes(move, i) > 0 || bti_move_adds(move, i) > 0) {
            changed++;
            at = i;
        }
    if (changed == 1 && bti_move_takes(move, at) > 0)
        bt_text_format(out, "take %llu from %s\n", (number)bti_move_takes(move, at),
                       file->scope.var[at]);
}

void bti_put_ways(const bt_game *game, const bt_move *move, bt_text *out)
{
    bt_look look = game->rules->look;
    const bt_part after = {game, *move->to};
    const bti_game_file *file = bti_game_file_of(game);
    if (file)
        put_variable(file, move, out);
    else if (game->rules->heaps && move->was == 1)
        put_row(game, move, out);
    else if (look == BT_LOOK_PILES || look == BT_LOOK_GRID || look == BT_LOOK_PLANE)
        put_heaps(&after, move, out);
}
