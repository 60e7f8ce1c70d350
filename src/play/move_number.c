/* SPDX-License-Identifier: MIT */
#include "play/move_number.h"

#include "core/piece.h"
#include "play/move_ways.h"

#include <string.h>

enum { LISTED = 50000 };

struct nth {
    bt_visit visit;
    bti_kept *move;
    uint64_t left;
};

static bool count_down(bt_visit *visit, const bt_move *move)
{
    struct nth *n = (struct nth *)visit;
    if (--n->left > 0)
        return true;
    visit->status = bti_kept_set(n->move, move);
    return false;
}

bt_status bti_listed_move(bt_sum *sum, uint64_t number, bti_asker asker, bti_kept *move,
                          bool *found, bt_text *why)
{
    struct nth n = {{.option = count_down}, move, number};
    if (number > 0 && number <= LISTED)
        BT_TRY(bt_walk_moves(sum, &n.visit));
    *found = number > 0 && n.left == 0;
    const bt_args args = BT_ARGS(BT_NUM("number", number));
    if (!*found && asker == BTI_AT_BOARD)
        bt_say(why,
               "There is no move {number}; type 'moves' to list the moves. If {number} "
               "is a position, type 'to {number}'.",
               args);
    else if (!*found)
        bt_say(why,
               "There is no move {number} in the list of moves. If {number} is a "
               "position, write 'to {number}'.",
               args);
    return bt_text_status(why);
}

/* What else a number could mean, as a line that says so. */
struct reading {
    char line[64];
    bti_meant meant;
    bti_kept move;
    bt_text why;
};
enum { READINGS = 4 };

struct lone {
    bti_judge *judge;
    bt_sum *sum;
    uint64_t number;
    bool has_listed;
    bool idle_coin; /* the number of a coin that cannot be turned alone */
    bti_kept *listed;
    struct reading reading[READINGS];
    size_t n;
};

static bool same_move(const bti_kept *a, const bti_kept *b)
{
    const bt_pos *x = &a->after, *y = &b->after;
    return a->part == b->part && a->at == b->at && a->before.n == b->before.n &&
           x->n == y->n && (x->n == 0 || memcmp(x->x, y->x, x->n * sizeof *x->x) == 0);
}

static bt_status try_line(struct lone *l, const char *words)
{
    struct reading *r = &l->reading[l->n];
    size_t len = strlen(words);
    bti_kept_init(&r->move, l->judge->ctx);
    bt_text_init(&r->why, l->judge->ctx);
    l->n++; /* to be freed */
    memcpy(r->line, words, len);
    r->line[len + bt_print_u64(r->line + len, l->number)] = 0;
    return bti_understand_words(l->judge, l->sum, bt_span_of(r->line), BTI_AT_BOARD,
                                &r->move, &r->meant, &r->why);
}

/* "take 3" is the third move in Nim with one pile, and that is how it is meant. */
static bool is_amount(const struct lone *l)
{
    const struct reading *r = &l->reading[0];
    return l->has_listed && r->meant == BTI_MEANT_ONE && same_move(&r->move, l->listed);
}

static bt_status try_all(struct lone *l, bool *amount)
{
    const bt_part *part = &l->sum->part[0];
    const bt_heap_kit *kit = part->game->rules->heaps;
    size_t heaps;
    const char *word = bti_heaps_named(part, &heaps);
    *amount = false;
    if (l->sum->n > 1)
        return BT_OK;
    if (word && heaps == 1) {
        BT_TRY(try_line(l, "take "));
        *amount = is_amount(l);
        if (*amount)
            return BT_OK;
    }
    if (kit && word && heaps > 1)
        BT_TRY(try_line(l, "take "));
    if (part->game->rules->look == BT_LOOK_PLANE && !word)
        BT_TRY(try_line(l, "slide "));
    if (part->game->rules->look == BT_LOOK_COINS) {
        BT_TRY(try_line(l, "turn coin "));
        l->idle_coin = l->reading[l->n - 1].meant == BTI_MEANT_NONE && l->number > 0 &&
                       l->number < part->pos.n;
    }
    size_t len = kit && kit->chip ? strlen(kit->chip) : 0;
    if (len > 0 && len < 32) {
        char words[48] = "take ";
        memcpy(words + 5, kit->chip, len);
        words[5 + len] = ' '; /* and zeros */
        BT_TRY(try_line(l, words));
    }
    return try_line(l, "to ");
}

/* A reading that is another move than the one in the list. */
static bool differs(const struct lone *l, const struct reading *r)
{
    return r->meant == BTI_MEANT_SEVERAL ||
           (r->meant == BTI_MEANT_ONE &&
            !(l->has_listed && same_move(&r->move, l->listed)));
}

/* "'take 3'", "'take 3' or 'to 3'", "'take 3', 'take pin 3' or 'to 3'" */
static void put_others(const struct lone *l, const struct reading *last, bt_text *out)
{
    bt_text some;
    bt_text_init(&some, out->ctx);
    for (const struct reading *r = l->reading; last && r < last; r++)
        if (differs(l, r))
            bt_text_format(&some, "%s'%s'", some.len > 0 ? ", " : "", r->line);
    if (some.len > 0)
        bt_say(
            out, "{some} or '{last}'",
            BT_ARGS(BT_SPAN("some", bt_text_span(&some)), BT_STR("last", last->line)));
    else if (last)
        bt_text_format(out, "'%s'", last->line);
    bti_piece_end(&some, out);
}

static bt_status ask(struct lone *l, const bt_text *others, bt_text *why)
{
    bt_text move;
    bt_text_init(&move, why->ctx);
    bt_status status = bti_put_move(&move, l->sum, l->listed);
    const bt_args args =
        BT_ARGS(BT_NUM("number", l->number), BT_SPAN("move", bt_text_span(&move)),
                BT_SPAN("others", bt_text_span(others)));
    if (others->len == 0)
        bt_say(why,
               "{number} is move {number} in the list: {move}. Type 'move {number}' to "
               "make it.",
               args);
    else
        bt_say(why,
               "{number} is move {number} in the list: {move}. Type 'move {number}' if "
               "you mean that move; otherwise type {others}.",
               args);
    bti_piece_end(&move, why);
    return status == BT_OK ? bt_text_status(why) : status;
}

static bt_status decide(struct lone *l, bt_text *others, bool *found, bt_text *why)
{
    struct reading *only = NULL;
    size_t different = 0;
    for (size_t i = 0; i < l->n; i++)
        if (differs(l, &l->reading[i])) {
            only = &l->reading[i];
            different++;
        }
    if (l->has_listed) {
        *found = different == 0 && !l->idle_coin;
        put_others(l, only, others);
        BT_TRY(bt_text_status(others));
        return *found ? BT_OK : ask(l, others, why);
    }
    *found = different == 1 && only->meant == BTI_MEANT_ONE;
    if (*found) {
        bti_kept move = *l->listed;
        *l->listed = only->move;
        only->move = move;
    } else if (different == 1) {
        bt_text_clear(why);
        bt_text_put_span(why, bt_text_span(&only->why));
    }
    return bt_text_status(why);
}

bt_status bti_understand_number(bti_judge *judge, bt_sum *sum, uint64_t number,
                                bti_kept *move, bool *found, bt_text *why)
{
    struct lone l = {.judge = judge, .sum = sum, .number = number, .listed = move};
    bool amount = false;
    bt_text others;
    BT_TRY(bti_listed_move(sum, number, BTI_AT_BOARD, move, &l.has_listed, why));
    bt_text_init(&others, judge->ctx);
    bt_status status = try_all(&l, &amount);
    *found = amount;
    if (status == BT_OK && !amount)
        status = decide(&l, &others, found, why);
    for (size_t i = 0; i < l.n; i++) {
        bti_kept_free(&l.reading[i].move);
        bt_text_free(&l.reading[i].why);
    }
    bt_text_free(&others);
    return status;
}
