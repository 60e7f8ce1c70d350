/* SPDX-License-Identifier: MIT
 * When is there a move at all? If a number after the move occurs in one condition only,
 * and this one is a sum that gives its value, then all that matters is that the value
 * is natural: `ex t: n = n' + t & t <= m & m' = 3t` can be satisfied where `ex t: t <=
 * n & t <= m & 0 <= 3t` can. In digits in which sums are large machines that makes a
 * difference. */
#include "check/check_can_move.h"

static size_t occurrences(const bti_check_node *n, uint32_t var)
{
    size_t count = n->kind == BTI_T_VAR && n->var == var;
    for (const bti_check_node *child = n->child; child; child = child->next)
        count += occurrences(child, var);
    return count;
}

/* A number after the move that occurs nowhere else. */
static bool is_free(const bti_certificate *c, const bti_check_node *move,
                    const bti_check_node *n)
{
    return n->kind == BTI_T_VAR && n->var >= c->names && n->var < 2 * c->names &&
           occurrences(move, n->var) == 1;
}

/* The side of an equation that is such a number, or a sum with it; NULL: none is. */
static const bti_check_node *free_side(const bti_certificate *c,
                                       const bti_check_node *move,
                                       const bti_check_node *equation)
{
    for (const bti_check_node *side = equation->child; side; side = side->next) {
        if (is_free(c, move, side))
            return side;
        for (const bti_check_node *part = side->child; side->kind == BTI_T_SUM && part;
             part = part->next)
            if (is_free(c, move, part))
                return side;
    }
    return NULL;
}

static bti_check_node *copy_of(const bti_certificate *c, const bti_check_node *n)
{
    bti_check_node *copy = bt_arena_alloc(c->arena, 1, sizeof *copy);
    if (copy) {
        *copy = *n;
        copy->next = NULL;
    }
    return copy;
}

/* A side with 0 in the place of the free number. */
static bti_check_node *without_free(const bti_certificate *c,
                                    const bti_check_node *move,
                                    const bti_check_node *side)
{
    bti_check_node *copy = copy_of(c, side);
    if (!copy)
        return NULL;
    if (is_free(c, move, side)) {
        copy->kind = BTI_T_NUMBER;
        copy->number = 0;
        return copy;
    }
    bti_check_node **last = &copy->child;
    for (const bti_check_node *part = side->child; part; part = part->next) {
        *last = is_free(c, move, part) ? without_free(c, move, part) : copy_of(c, part);
        if (!*last)
            return NULL;
        last = &(*last)->next;
    }
    return copy;
}

/* side + x' = other, for some x': side <= other. */
static bti_check_node *order_of(const bti_certificate *c, const bti_check_node *move,
                                const bti_check_node *equation,
                                const bti_check_node *side)
{
    const bti_check_node *first = equation->child;
    bti_check_node *order = copy_of(c, equation), *less = without_free(c, move, side);
    bti_check_node *more = copy_of(c, side == first ? first->next : first);
    if (!order || !less || !more)
        return NULL;
    order->kind = BTI_F_LE;
    order->child = less;
    less->next = more;
    return order;
}

/* Conditions that are joined by `&`, within `ex`. */
static bti_check_node *simpler(const bti_certificate *c, const bti_check_node *move,
                               const bti_check_node *n)
{
    const bti_check_node *side = n->kind == BTI_F_EQ ? free_side(c, move, n) : NULL;
    if (side)
        return order_of(c, move, n, side);
    bti_check_node *copy = copy_of(c, n), **last = copy ? &copy->child : NULL;
    if (!copy || (n->kind != BTI_F_AND && n->kind != BTI_F_EX))
        return copy;
    for (const bti_check_node *child = n->child; child; child = child->next) {
        *last = simpler(c, move, child);
        if (!*last)
            return NULL;
        last = &(*last)->next;
    }
    return copy;
}

bt_status bti_check_can_move(const bti_certificate *c, size_t move,
                             const bti_check_node **out)
{
    *out = simpler(c, c->move[move], c->move[move]);
    return *out ? BT_OK : bt_last_status(c->arena->ctx);
}
