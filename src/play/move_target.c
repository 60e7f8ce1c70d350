/* SPDX-License-Identifier: MIT
 * Options can only be walked. Where there are too many to walk all of them, a move may
 * still be one of those that a theorem constructs. */
#include "play/move_target.h"

#include <string.h>

enum { WALKED = 1 << 22 };

/* Cuts the text at the next plus sign that stands between blanks. */
static bt_span take_part(bt_span *rest, bool *more)
{
    for (size_t i = 0; i + 2 < rest->len; i++)
        if (rest->at[i] == ' ' && rest->at[i + 1] == '+' && rest->at[i + 2] == ' ') {
            bt_span part = {rest->at, i};
            *rest = (bt_span){rest->at + i + 3, rest->len - i - 3};
            *more = true;
            return part;
        }
    bt_span part = *rest;
    *rest = (bt_span){rest->at + rest->len, 0};
    *more = false;
    return part;
}

bt_status bti_read_start(bt_context *ctx, const bt_sum *like, bt_span text,
                         bt_sum *target)
{
    bool more = true;
    *target = (bt_sum){0};
    bt_status status = BT_OK;
    for (size_t i = 0; i < like->n && status == BT_OK; i++) {
        bt_span part = text;
        if (like->n > 1 && !more)
            status =
                bt_fail(ctx, BT_SYNTAX,
                        "the position has %zu parts with ' + ' between them", like->n);
        else if (like->n > 1)
            part = take_part(&text, &more);
        if (status == BT_OK)
            status = bt_sum_add(ctx, target, like->part[i].game, part);
    }
    if (status == BT_OK && like->n > 1 && more)
        status = bt_fail(ctx, BT_SYNTAX, "the position has only %zu parts", like->n);
    if (status != BT_OK)
        bt_sum_free(ctx, target);
    return status;
}

bt_status bti_read_position(bt_context *ctx, const bt_sum *like, bt_span text,
                            bt_sum *target)
{
    BT_TRY(bti_read_start(ctx, like, text, target));
    for (size_t i = 0; i < like->n; i++) {
        size_t numbers = target->part[i].pos.n, wanted = like->part[i].pos.n;
        if (numbers == wanted)
            continue;
        bt_sum_free(ctx, target);
        return bt_fail(ctx, BT_DOMAIN, "the position has %zu %s, and here %s %zu",
                       wanted, wanted == 1 ? "number" : "numbers",
                       numbers == 1 ? "is" : "are", numbers);
    }
    return BT_OK;
}

/* Looks for the option that has the words of the target where it differs from the
 * origin; low .. high are the words of its part that the target changes. */
struct finder {
    bt_move_visit visit;
    const bt_sum *target;
    bti_move *move;
    bt_context *ctx;
    size_t part, low, high; /* part == target->n: nothing changes */
    size_t looked;
    bool found;
};

static int look(bt_move_visit *visit, size_t part, const bt_pos *to, size_t first,
                size_t count)
{
    struct finder *f = (struct finder *)visit;
    bool covers = f->part == f->target->n ||
                  (part == f->part && first <= f->low && f->high <= first + count);
    f->looked++;
    if (f->looked % 4096 == 0 && bt_stopped(f->ctx))
        return BT_STOPPED;
    const uint64_t *wanted = f->target->part[part].pos.x + first;
    if (covers &&
        (count == 0 || memcmp(to->x + first, wanted, count * sizeof *wanted) == 0)) {
        f->found = true;
        BT_TRY(bti_move_set(f->move, part, to, first, count));
        return 1;
    }
    return f->looked == WALKED;
}

/* False when more than one part changes. */
static bool compare(struct finder *f, const bt_sum *sum)
{
    f->part = sum->n;
    for (size_t p = 0; p < sum->n; p++) {
        const uint64_t *x = sum->part[p].pos.x, *y = f->target->part[p].pos.x;
        for (size_t i = 0; i < sum->part[p].pos.n; i++) {
            if (x[i] == y[i])
                continue;
            if (f->part != sum->n && f->part != p)
                return false;
            f->low = f->part == sum->n ? i : f->low;
            f->part = p;
            f->high = i + 1;
        }
    }
    return true;
}

/* A heap of a sum of heaps stands for itself: only its own moves are walked. */
static int walk_heap(struct finder *f, const bt_sum *sum)
{
    uint64_t x = sum->part[f->part].pos.x[f->low];
    uint64_t y = f->target->part[f->part].pos.x[f->low];
    bt_part from = {sum->part[f->part].game, {&x, 1, 1, f->ctx}}, to = from;
    to.pos.x = &y;
    bt_sum heap = {&from, 1, 1}, wanted = {&to, 1, 1};
    struct finder one = {
        .visit = {look}, .target = &wanted, .move = f->move, .ctx = f->ctx, .high = 1};
    int stop = bt_walk_moves(&heap, &one.visit);
    f->move->part = f->part;
    f->move->first = f->low;
    f->found = one.found;
    f->looked = one.looked;
    return stop;
}

bt_status bti_find_move(bti_judge *judge, bt_sum *sum, const bt_sum *target,
                        bti_move *move, bti_found *found)
{
    struct finder f = {
        .visit = {look}, .target = target, .move = move, .ctx = judge->ctx};
    *found = BTI_NO_MOVE;
    if (!compare(&f, sum))
        return BT_OK;
    bool heap = f.part < sum->n && f.high == f.low + 1 &&
                sum->part[f.part].game->rules->flags & BT_HEAPS;
    int stop = heap ? walk_heap(&f, sum) : bt_walk_moves(sum, &f.visit);
    bool cut = !f.found && f.looked == WALKED;
    if (cut) {
        f.looked = 0;
        stop = bti_walk_good(judge, sum, BT_P, &f.visit);
    }
    *found = f.found ? BTI_A_MOVE : cut ? BTI_TOO_MANY_MOVES : BTI_NO_MOVE;
    return stop < 0 && stop != BT_UNABLE ? (bt_status)stop : BT_OK;
}
