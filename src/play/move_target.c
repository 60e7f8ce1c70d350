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
            status = bt_fail(ctx, BT_SYNTAX,
                             "the position has {parts} parts with ' + ' between them",
                             BT_ARGS(BT_NUM("parts", like->n)));
        else if (like->n > 1)
            part = take_part(&text, &more);
        if (status == BT_OK)
            status = bt_sum_add(ctx, target, like->part[i].game, part);
    }
    if (status == BT_OK && like->n > 1 && more)
        status = bt_fail(ctx, BT_SYNTAX, "the position has only {parts} parts",
                         BT_ARGS(BT_NUM("parts", like->n)));
    if (status != BT_OK)
        bt_sum_free(ctx, target);
    return status;
}

/* A move of these rules may change how many numbers there are. */
static bool may_differ(const bt_part *like, size_t numbers)
{
    size_t wanted = like->pos.n, grows = like->game->rules->grows;
    return numbers == wanted || (grows > 0 && numbers <= wanted + grows);
}

static bt_status fail_length(bt_context *ctx, const bt_part *like, const bt_pos *typed,
                             bti_asker asker)
{
    static const char *const words[3][2] = {
        {BT_TEXT("a position here has {expected, plural, one {1 number} other "
                 "{{expected} numbers}}, and you typed {given}"),
         BT_TEXT("a position here has {expected, plural, one {1 number} other "
                 "{{expected} numbers}}, and this one has {given}")},
        {BT_TEXT("this row has {expected, plural, one {1 coin} other {{expected} "
                 "coins}}, and you typed {given}"),
         BT_TEXT("the row has {expected, plural, one {1 coin} other {{expected} "
                 "coins}}, and this line has {given}")},
        {BT_TEXT("this grid has {expected, plural, one {1 coin} other {{expected} "
                 "coins}}, and you typed {given}"),
         BT_TEXT("the grid has {expected, plural, one {1 coin} other {{expected} "
                 "coins}}, and this line has {given}")}};
    bool coins = like->game->rules->look == BT_LOOK_COINS; /* after their columns */
    size_t shape = !coins ? 0 : like->pos.x[0] + 1 == like->pos.n ? 1 : 2;
    return bt_fail(ctx, BT_DOMAIN, words[shape][asker == BTI_IN_RECORD],
                   BT_ARGS(BT_NUM("expected", like->pos.n - coins),
                           BT_NUM("given", typed->n - coins)));
}

bt_status bti_read_position(bt_context *ctx, const bt_sum *like, bt_span text,
                            bti_asker asker, bt_sum *target)
{
    BT_TRY(bti_read_start(ctx, like, text, target));
    for (size_t i = 0; i < like->n; i++) {
        const bt_pos *typed = &target->part[i].pos;
        if (may_differ(&like->part[i], typed->n))
            continue;
        bt_status status = fail_length(ctx, &like->part[i], typed, asker);
        bt_sum_free(ctx, target);
        return status;
    }
    return BT_OK;
}

/* Looks for the option that is the target. Before `low` and in the last `tail` words of
 * its part the target equals the origin. */
struct finder {
    bt_visit visit;
    const bt_sum *target;
    bti_kept *move;
    bt_context *ctx;
    size_t part, low, tail; /* part == target->n: nothing changes */
    size_t looked;
    bool found;
    bool any_order; /* of heaps */
};

static bool equal_words(const uint64_t *a, const uint64_t *b, size_t n)
{
    return n == 0 || memcmp(a, b, n * sizeof *a) == 0;
}

/* The same heaps, in whatever order; those that are gone do not count. */
static bool equal_heaps(const bt_pos *a, const bt_pos *b)
{
    enum { FEW = 64 };
    bool taken[FEW] = {false};
    size_t left = 0; /* heaps of b without a partner */
    if (b->n > FEW)
        return false;
    for (size_t k = 0; k < b->n; k++)
        left += b->x[k] > 0;
    for (size_t i = 0; i < a->n; i++) {
        size_t k = 0;
        if (a->x[i] == 0)
            continue;
        while (k < b->n && (taken[k] || a->x[i] != b->x[k]))
            k++;
        if (k == b->n)
            return false;
        taken[k] = true;
        left--;
    }
    return left == 0;
}

static bool is_target(const struct finder *f, const bt_move *move)
{
    const bt_part *part = &f->target->part[move->part];
    const bt_pos *wanted = &part->pos, *to = move->to;
    const bt_rules *rules = part->game->rules;
    bool same = to->n == wanted->n &&
                equal_words(bt_move_words(move), wanted->x + move->at, move->now);
    if (f->part == f->target->n) /* a move that changes nothing */
        return same;
    if (move->part != f->part)
        return false;
    if (f->any_order)
        return rules->grows > 0 && rules->flags & BT_UNORDERED &&
               equal_heaps(to, wanted);
    return same && move->at <= f->low && to->n - move->at - move->now <= f->tail;
}

static bool look(bt_visit *visit, const bt_move *move)
{
    struct finder *f = (struct finder *)visit;
    f->looked++;
    f->found = is_target(f, move);
    if (f->found)
        visit->status = bti_kept_set(f->move, move);
    else if (f->looked % 4096 == 0 && bt_stopped(f->ctx))
        visit->status = BT_STOPPED;
    return visit->status == BT_OK && !f->found && f->looked < WALKED;
}

static bool differs(const bt_pos *a, const bt_pos *b)
{
    return a->n != b->n || !equal_words(a->x, b->x, a->n);
}

/* False when more than one part changes. */
static bool compare(struct finder *f, const bt_sum *sum)
{
    f->part = sum->n;
    for (size_t p = 0; p < sum->n; p++) {
        const bt_pos *a = &sum->part[p].pos, *b = &f->target->part[p].pos;
        if (!differs(a, b))
            continue;
        if (f->part != sum->n)
            return false;
        f->part = p;
        size_t most = a->n < b->n ? a->n : b->n;
        while (f->low < most && a->x[f->low] == b->x[f->low])
            f->low++;
        while (f->tail < most && a->x[a->n - 1 - f->tail] == b->x[b->n - 1 - f->tail])
            f->tail++;
    }
    return true;
}

/* Whether one heap of a sum of heaps changes: then only its own moves are walked. */
static bool is_one_heap(const struct finder *f, const bt_sum *sum)
{
    if (f->part == sum->n)
        return false;
    const bt_part *part = &sum->part[f->part];
    return part->game->rules->flags & BT_HEAPS && part->game->rules->grows == 0 &&
           f->low + f->tail + 1 == part->pos.n;
}

static bt_status walk_heap(struct finder *f, const bt_sum *sum)
{
    uint64_t x = sum->part[f->part].pos.x[f->low];
    uint64_t y = f->target->part[f->part].pos.x[f->low];
    bt_part from = {sum->part[f->part].game, {&x, 1, 1, f->ctx}}, to = from;
    to.pos.x = &y;
    bt_sum heap = {&from, 1, 1}, wanted = {&to, 1, 1};
    struct finder one = {
        .visit.option = look, .target = &wanted, .move = f->move, .ctx = f->ctx};
    bt_status status = bt_walk_moves(&heap, &one.visit);
    f->move->part = f->part;
    f->move->at = f->low;
    f->found = one.found;
    f->looked = one.looked;
    return status;
}

bt_status bti_find_move(bti_judge *judge, bt_sum *sum, const bt_sum *target,
                        bti_kept *move, bti_found *found)
{
    struct finder f = {
        .visit.option = look, .target = target, .move = move, .ctx = judge->ctx};
    *found = BTI_NO_MOVE;
    if (!compare(&f, sum))
        return BT_OK;
    bt_status status =
        is_one_heap(&f, sum) ? walk_heap(&f, sum) : bt_walk_moves(sum, &f.visit);
    bool cut = !f.found && f.looked == WALKED;
    if (status == BT_OK && !f.found && !cut) { /* what is typed exactly comes first */
        f.any_order = true;
        f.looked = 0;
        status = bt_walk_moves(sum, &f.visit);
    }
    if (cut) {
        f.looked = 0;
        status = bti_walk_good(judge, sum, BT_P, &f.visit);
    }
    *found = f.found ? BTI_A_MOVE : cut ? BTI_TOO_MANY_MOVES : BTI_NO_MOVE;
    return status == BT_UNABLE ? BT_OK : status;
}
