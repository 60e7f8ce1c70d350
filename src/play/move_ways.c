/* SPDX-License-Identifier: MIT */
#include "play/move_ways.h"

typedef unsigned long long number;

const char *bti_heaps_named(const bt_part *part, size_t *heaps)
{
    const bt_rules *rules = part->game->rules;
    const bt_disguise *nim = rules->disguise;
    *heaps = bt_heaps_of(part->game, &part->pos);
    if (rules->heap_word || !nim || nim->pile)
        return rules->heap_word;
    *heaps = nim->piles ? nim->piles(&part->pos) : part->pos.n;
    return nim->what;
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

/* "take 2 from pile 1 and 2 from pile 2 and add 2 to pile 3"; and "take 2 from both
 * piles 1 and 2" where several lose the same. */
static void put_heaps(const bt_part *after, const bt_move *move, bt_text *out)
{
    size_t heaps, losers = 0;
    const char *word = bti_heaps_named(after, &heaps);
    uint64_t same = 0;
    bool equal = true;
    if (!word || move->was != move->now)
        return;
    size_t end = move->at + move->was < heaps ? move->at + move->was : heaps;
    bt_text_put(out, "take ");
    for (size_t i = move->at; i < end; i++) {
        uint64_t taken = bti_move_takes(move, i);
        if (taken == 0)
            continue;
        equal = equal && (losers == 0 || taken == same);
        same = taken;
        bt_text_format(out, "%s%llu from %s %zu", losers++ > 0 ? " and " : "",
                       (number)taken, word, i + 1);
    }
    for (size_t i = move->at; i < end; i++)
        if (bti_move_adds(move, i) > 0)
            bt_text_format(out, " add %llu to %s %zu", (number)bti_move_adds(move, i),
                           word, i + 1);
    bt_text_put_char(out, '\n');
    if (losers < 2 || !equal)
        return;
    bt_text_format(out, "take %llu from both %ss", (number)same, word);
    for (size_t i = move->at; i < end; i++)
        if (bti_move_takes(move, i) > 0)
            bt_text_format(out, " %zu", i + 1);
    bt_text_put_char(out, '\n');
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
    for (int behind = 0; behind < 2 && taken <= LISTED; behind++) {
        bt_text_put(out, "take ");
        if (!behind)
            bt_text_format(out, "row %zu ", move->at + 1);
        bt_text_format(out, "%s%s", kit->chip, taken > 1 ? "s" : "");
        for (uint64_t i = first; i <= last; i++)
            bt_text_format(out, " %llu", (number)i);
        if (behind)
            bt_text_format(out, " from row %zu", move->at + 1);
        bt_text_put_char(out, '\n');
    }
    for (uint64_t i = first; i <= last && kit->beside > 0; i++) {
        bool left = i > kit->beside ? first == i - kit->beside : first == 1;
        bool right = row - i > kit->beside ? last == i + kit->beside : last == row;
        if (left && right)
            bt_text_format(out, "choose %s %llu from row %zu\n", kit->chip, (number)i,
                           move->at + 1);
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
    if (move->now > 1) {
        bt_text_format(out, "break row of %llu", (number)move->before[0]);
        put_parts(move, out);
    }
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

void bti_put_ways(const bt_game *game, const bt_move *move, bt_text *out)
{
    bt_look look = game->rules->look;
    const bt_part after = {game, *move->to};
    if (game->rules->heaps && move->was == 1)
        put_row(game, move, out);
    else if (look == BT_LOOK_PILES || look == BT_LOOK_GRID || look == BT_LOOK_PLANE)
        put_heaps(&after, move, out);
}
