/* SPDX-License-Identifier: MIT */
#include "play/refusal.h"

#include "core/piece.h"
#include "play/move_ways.h"
#include "solve/sum_words.h"

#include <string.h>

bool bti_amounts_of(const bti_phrase *typed, bti_amounts *out)
{
    uint64_t a = 0, b = 0;
    bool adds = bti_is_word(typed, 0, "add");
    *out = (bti_amounts){.takes = false};
    if (typed->n != 3u + adds || !bti_number_at(typed, adds, &a) ||
        !bti_number_at(typed, adds + 2u, &b))
        return false;
    bool takes = !adds && bti_is_word(typed, 1, "from");
    if (!takes && !bti_is_word(typed, adds + 1u, "to"))
        return false;
    *out =
        (bti_amounts){takes, adds, typed->word[adds + 2u].role == BTI_HEAP, a, b, a, b};
    return true;
}

/* A sentence after those that are there. */
static void say_next(bt_text *why, const char *sentence, bt_args args)
{
    if (why->len > 0)
        bt_text_put_char(why, ' ');
    bt_say(why, sentence, args);
}

static void put_rules(bt_text *why, const bt_sum *sum, size_t part, bti_asker asker)
{
    const bt_game *game = sum->part[part].game;
    if (game->rules->param != BT_PARAM_FILE)
        say_next(why, BT_TEXT("The rules of {game}: {summary}."),
                 BT_ARGS(BT_STR("game", game->name), BT_STR("summary", game->summary)));
    if (asker == BTI_AT_BOARD)
        say_next(why, BT_TEXT("Type 'moves' to list the moves."), BT_NO_ARGS);
}

/* The part that the line speaks of; false if that is not clear. */
static bool part_of(const bt_sum *sum, const bti_phrase *typed, size_t *part)
{
    size_t meant = 0;
    *part = 0;
    for (size_t i = sum->n; i-- > 0;)
        if (bti_may_mean(sum, typed, i)) {
            *part = i;
            meant++;
        }
    return meant == 1;
}

/* Chips leave piles and steps; squares have other moves. */
static bool has_heaps(const bt_part *part)
{
    size_t heaps;
    return part->game->rules->look != BT_LOOK_STRIP && bti_heaps_named(part, &heaps);
}

/* "take 50" says enough where there is one pile. */
static bool amounts_in(const bt_part *part, const bti_phrase *typed, bti_amounts *a)
{
    size_t heaps;
    if (bti_amounts_of(typed, a))
        return true;
    *a = (bti_amounts){.takes = true, .place = 1};
    (void)bti_heaps_named(part, &heaps);
    return typed->verbs & BTI_TAKES && typed->n == 1 && heaps == 1 &&
           typed->word[0].role == BTI_NUMBER && bti_number_at(typed, 0, &a->amount);
}

/* What the moves of a part do: to one heap, and how many words they change. */
struct limits {
    bt_visit visit;
    size_t part, heap;
    uint64_t taken, added; /* the most */
    size_t least, most;    /* words that a move changes */
    size_t looked;
};

enum { LOOKED = 50000 };

static bool see_limits(bt_visit *visit, const bt_move *move)
{
    struct limits *l = (struct limits *)visit;
    if (move->part != l->part)
        return true;
    uint64_t taken = bti_move_takes(move, l->heap),
             added = bti_move_adds(move, l->heap);
    size_t changed = 0;
    l->taken = taken > l->taken ? taken : l->taken;
    l->added = added > l->added ? added : l->added;
    for (size_t i = 0; i < move->was && i < move->now; i++)
        changed += move->before[i] != bt_move_words(move)[i];
    l->least = l->looked == 0 || changed < l->least ? changed : l->least;
    l->most = changed > l->most ? changed : l->most;
    return ++l->looked < LOOKED;
}

/* False if there are too many moves to look at, or none. A failure becomes that of the
 * text. */
static bool find_limits(bt_text *why, bt_sum *sum, struct limits *l)
{
    l->visit.option = see_limits;
    bt_status status = bt_walk_moves(sum, &l->visit);
    if (status != BT_OK)
        why->status = status;
    return status == BT_OK && l->looked > 0 && l->looked < LOOKED;
}

static bool refuse_place(bt_text *why, const char *heap, size_t heaps, uint64_t place)
{
    if (place > 0 && place <= heaps)
        return false;
    if (heaps == 1)
        bt_say(why, "There is no {pile} {place}: there is only {pile} 1.",
               BT_ARGS(BT_STR("pile", heap), BT_NUM("place", place)));
    else if (place == 0)
        bt_say(why, "There is no {pile} 0: the first one is {pile} 1.",
               BT_ARGS(BT_STR("pile", heap)));
    else
        bt_say(why, "There is no {pile} {place}: the last one is {pile} {last}.",
               BT_ARGS(BT_STR("pile", heap), BT_NUM("place", place),
                       BT_NUM("last", heaps)));
    return true;
}

/* "take 10 from 25" where a number is 25. Piles in no order are called by their numbers
 * only. */
static void find_place(const bt_part *part, size_t heaps, bti_amounts *a)
{
    if (part->game->rules->flags & BT_UNORDERED)
        return;
    for (size_t i = 0; i < heaps && !a->named && a->place > heaps; i++)
        if (part->pos.x[i] == a->place)
            a->place = i + 1;
}

/* Too much for what the pile holds, or for what the rules let a move take now. */
static bool refuse_size(bt_text *why, const bt_part *part, const bti_amounts *a)
{
    size_t heaps;
    const char *heap = bti_heaps_named(part, &heaps);
    uint64_t size = part->pos.x[a->place - 1];
    const bt_args args =
        BT_ARGS(BT_STR("pile", heap), BT_NUM("place", a->place), BT_NUM("size", size));
    bool limited = part->game->rules->last == BT_LAST_LIMIT;
    if (size == 0)
        bt_say(why,
               "{pile, select, number {Number {place} is already 0.} other {{Pile} "
               "{place} is empty.}}",
               args);
    else if (limited && part->pos.x[heaps] < size && a->amount > part->pos.x[heaps])
        bt_say(why, "That is too many: at most {most} may be taken now.",
               BT_ARGS(BT_NUM("most", part->pos.x[heaps])));
    else if (a->amount > size)
        bt_say(
            why,
            "That is too many: {pile, select, number {number {place} is only {size}} "
            "other {{pile} {place} has only {size}}}.",
            args);
    else
        return false;
    return true;
}

static bool refuse_amount(bt_text *why, bt_sum *sum, size_t p, const bti_amounts *a)
{
    const bt_part *part = &sum->part[p];
    struct limits l = {.part = p, .heap = (size_t)a->place - 1};
    size_t heaps;
    if (a->amount == 0 && a->adds) {
        bt_say(why, "Adding nothing is not a move.", BT_NO_ARGS);
        return true;
    }
    if (a->amount == 0) {
        bt_say(why, "Taking nothing is not a move.", BT_NO_ARGS);
        return true;
    }
    if (a->takes && refuse_size(why, part, a))
        return true;
    uint64_t most = !find_limits(why, sum, &l) ? 0 : a->adds ? l.added : l.taken;
    if (most == 0 || a->amount <= most)
        return false;
    const bt_args args = BT_ARGS(BT_NUM("most", most), BT_NUM("place", a->place),
                                 BT_STR("pile", bti_heaps_named(part, &heaps)));
    if (a->adds)
        bt_say(why, "That is too many: at most {most} may be added to {pile} {place}.",
               args);
    else
        bt_say(why,
               "That is too many: at most {most} may be taken from {pile} {place}.",
               args);
    return true;
}

static bool refuse_change(bt_text *why, const bt_part *part, const bti_amounts *a)
{
    size_t heaps;
    const char *heap = bti_heaps_named(part, &heaps);
    for (size_t i = 0; i < heaps; i++)
        if (part->pos.x[i] == a->from)
            return false;
    bt_say(why,
           "{pile, select, number {None of the numbers is {size}.} other {There is no "
           "{pile} of {size}.}}",
           BT_ARGS(BT_STR("pile", heap), BT_NUM("size", a->from)));
    return true;
}

static bool refuse_heaps(bt_text *why, bt_sum *sum, size_t p, const bti_phrase *typed)
{
    const bt_part *part = &sum->part[p];
    bti_amounts a;
    size_t heaps;
    if (!has_heaps(part) || !amounts_in(part, typed, &a))
        return false;
    const char *heap = bti_heaps_named(part, &heaps);
    if (a.takes)
        find_place(part, heaps, &a);
    if (a.takes || a.adds)
        return refuse_place(why, heap, heaps, a.place) ||
               refuse_amount(why, sum, p, &a);
    /* "move 2 to pile 3" and "pile 2 to 3" say nothing of a pile that has 2 */
    return !a.named && typed->word[0].role != BTI_HEAP && !(typed->verbs & BTI_MOVES) &&
           part->game->rules->look != BT_LOOK_STAIRS && refuse_change(why, part, &a);
}

/* How many coins are in a row of them; 0 if it is not such a row. */
static size_t coins_in_row(const bt_part *part)
{
    bool row = part->game->rules->look == BT_LOOK_COINS && part->pos.n > 1 &&
               part->pos.x[0] + 1 == part->pos.n;
    return row ? part->pos.n - 1 : 0;
}

static bool refuse_coins(bt_text *why, bt_sum *sum, size_t p, const bti_phrase *typed)
{
    size_t coins = coins_in_row(&sum->part[p]), named = 0;
    struct limits l = {.part = p};
    for (size_t i = 0; i < typed->n && coins > 0; i++) {
        uint64_t coin;
        if (!bti_number_at(typed, i, &coin)) {
            if (!bti_is_word(typed, i, "turn"))
                return false;
            continue;
        }
        if (refuse_place(why, "coin", coins, coin))
            return true;
        named++;
    }
    if (named == 0 || !find_limits(why, sum, &l) ||
        (named >= l.least && named <= l.most))
        return false;
    const bt_args args = BT_ARGS(BT_NUM("least", l.least), BT_NUM("most", l.most),
                                 BT_NUM("named", named));
    if (l.most == l.least)
        bt_say(
            why,
            "A move here turns {most, plural, one {1 coin} other {{most} coins}}; you "
            "named {named}.",
            args);
    else if (l.most == l.least + 1)
        bt_say(why, "A move here turns {least} or {most} coins; you named {named}.",
               args);
    else
        bt_say(why, "A move here turns {least} to {most} coins; you named {named}.",
               args);
    return true;
}

/* A move that could be typed, and where it leads. */
struct example {
    bt_visit visit;
    const bt_sum *sum;
    bt_text move, position;
    size_t part; /* of this one; all of them if there is no such part */
    bool found;
};

static bool keep_example(bt_visit *visit, const bt_move *move)
{
    struct example *e = (struct example *)visit;
    if (e->part < e->sum->n && move->part != e->part)
        return true;
    bt_say_move(&e->move, e->sum, move);
    bti_put_short_position(&e->position, e->sum);
    e->found = true;
    return false;
}

static void put_example(bt_text *why, bt_sum *sum, size_t part, bool clear)
{
    struct example e = {
        .visit.option = keep_example, .sum = sum, .part = clear ? part : sum->n};
    bt_text_init(&e.move, why->ctx);
    bt_text_init(&e.position, why->ctx);
    bt_status status = bt_walk_moves(sum, &e.visit);
    if (status != BT_OK)
        why->status = status;
    else if (e.found)
        say_next(why,
                 BT_TEXT("Type a move such as '{move}', a position such as {position}, "
                         "or 'moves' to list the moves."),
                 BT_ARGS(BT_SPAN("move", bt_text_span(&e.move)),
                         BT_SPAN("position", bt_text_span(&e.position))));
    bti_piece_end(&e.move, why);
    bti_piece_end(&e.position, why);
}

static bool has_digit(bt_span line)
{
    for (size_t i = 0; i < line.len; i++)
        if (line.at[i] >= '0' && line.at[i] <= '9')
            return true;
    return false;
}

bt_status bti_refuse_words(bt_text *why, bt_sum *sum, const bti_phrase *typed,
                           bt_span line, const char *sentence, bool domain,
                           bti_asker asker)
{
    size_t part = 0;
    if (domain) { /* it looks like a position, and its sentence says what is wrong */
        size_t len = strlen(sentence);
        const bt_args reason = BT_ARGS(BT_STR("reason", sentence));
        if (len > 0 && sentence[len - 1] == '?')
            bt_say(why, "That is not a move: {reason}", reason);
        else
            bt_say(why, "That is not a move: {reason}.", reason);
        return bt_text_status(why);
    }
    if (typed->has_part && typed->part >= sum->n) {
        bt_say(why,
               "There is no part {part}: {parts, plural, one {this is not a sum} other "
               "{the sum has {parts} parts}}.",
               BT_ARGS(BT_NUM("part", typed->part + 1), BT_NUM("parts", sum->n)));
        return bt_text_status(why);
    }
    bool clear = part_of(sum, typed, &part);
    if (clear &&
        (refuse_heaps(why, sum, part, typed) || refuse_coins(why, sum, part, typed)))
        return bt_text_status(why);
    if (asker == BTI_AT_BOARD && !has_digit(line) && typed->n > 0 && !typed->has_part) {
        bt_say(
            why,
            "{line} is neither a move nor a command; type 'help' to see what you can "
            "type.",
            BT_ARGS(BT_QUOTE("line", line)));
        return bt_text_status(why);
    }
    bt_say(why, "{line} is not a move here.", BT_ARGS(BT_QUOTE("line", line)));
    if (asker == BTI_AT_BOARD &&
        (!clear || sum->part[part].game->rules->param == BT_PARAM_FILE))
        put_example(why, sum, part, clear);
    else if (clear)
        put_rules(why, sum, part, asker);
    return bt_text_status(why);
}

/* What a position would change, as far as it can be said in a few words. */
static void put_changes(bt_text *why, const bt_part *part, const bt_pos *to)
{
    enum { TOLD = 3 };
    const bt_rules *rules = part->game->rules;
    size_t heaps = bt_heaps_of(part->game, &part->pos), changed = 0;
    if (part->pos.n != to->n)
        return;
    for (size_t i = 0; i < heaps; i++)
        changed += part->pos.x[i] != to->x[i];
    if (changed > 1 && rules->flags & BT_HEAPS) {
        say_next(
            why,
            BT_TEXT("A move changes only one {pile}, and this would change {changed}."),
            BT_ARGS(BT_STR("pile", rules->heap_word), BT_NUM("changed", changed)));
        return;
    }
    for (size_t i = 0; i < heaps && changed <= TOLD; i++)
        if (part->pos.x[i] != to->x[i])
            say_next(why, BT_TEXT("{Pile} {place} would go from {from} to {to}."),
                     BT_ARGS(BT_STR("pile", rules->heap_word),
                             BT_NUM("place", i + rules->heaps_from),
                             BT_NUM("from", part->pos.x[i]), BT_NUM("to", to->x[i])));
}

static bool same_words(const bt_pos *a, const bt_pos *b)
{
    return a->n == b->n && (a->n == 0 || memcmp(a->x, b->x, a->n * sizeof *a->x) == 0);
}

void bti_refuse_position(bt_text *why, const bt_sum *sum, const bt_sum *target,
                         bool too_many, bti_asker asker)
{
    size_t changed = 0, part = 0;
    if (too_many) {
        bt_say(why,
               "There are too many moves here to find out whether that is one of them.",
               BT_NO_ARGS);
        return;
    }
    for (size_t i = 0; i < sum->n; i++)
        if (!same_words(&sum->part[i].pos, &target->part[i].pos)) {
            changed++;
            part = i;
        }
    if (changed == 0)
        bt_say(why, "That is the same position: a move has to change it.", BT_NO_ARGS);
    else if (changed > 1)
        bt_say(why,
               "A move changes only one part of the sum, and this would change "
               "{changed}.",
               BT_ARGS(BT_NUM("changed", changed)));
    else
        bt_say(why, "No move leads there.", BT_NO_ARGS);
    if (changed == 1 && sum->part[part].game->rules->heap_word)
        put_changes(why, &sum->part[part], &target->part[part].pos);
    put_rules(why, sum, part, asker);
}
