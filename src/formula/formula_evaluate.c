/* SPDX-License-Identifier: MIT
 * What a formula without quantifiers says of given numbers: the definition, which the
 * automata must agree with. */
#include "formula/formula.h"

#include <string.h>

struct evaluation {
    bti_digits digits;
    const uint64_t *value;
    bool too_large, quantified;
};

/* Numbers stay within this, so that sums and products of two are checked easily. */
#define LARGEST (INT64_C(1) << 61)

static int64_t checked(struct evaluation *e, int64_t a)
{
    if (a > LARGEST || a < -LARGEST) {
        e->too_large = true;
        return 0;
    }
    return a;
}

static int64_t times(struct evaluation *e, uint64_t factor, int64_t a)
{
    uint64_t size = a < 0 ? (uint64_t)-a : (uint64_t)a;
    if (size > 0 && factor > (uint64_t)LARGEST / size) {
        e->too_large = true;
        return 0;
    }
    return (int64_t)factor * a;
}

/* The least or the greatest part of n > 0. */
static uint64_t part_of(bti_digits digits, uint64_t n, bool greatest)
{
    uint64_t weight[BTI_MOST_DIGITS];
    unsigned char digit[BTI_MOST_DIGITS];
    unsigned count = bti_digits_of(digits, n, digit), least = 0;
    bti_digit_weights(digits, weight);
    while (!digit[least])
        least++;
    return weight[greatest ? count - 1 : least];
}

/* Every digit of n moves one place up. */
static uint64_t shifted(bti_digits digits, uint64_t n)
{
    uint64_t weight[BTI_MOST_DIGITS], sum = 0;
    unsigned char digit[BTI_MOST_DIGITS];
    unsigned count = bti_digits_of(digits, n, digit);
    bti_digit_weights(digits, weight);
    for (unsigned i = 0; i < count; i++)
        sum += digit[i] ? weight[i + 1] : 0;
    return sum;
}

static int64_t join(bti_op op, int64_t a, int64_t b)
{
    return op == BTI_OP_XOR ? a ^ b : op == BTI_OP_BIT_AND ? a & b : a | b;
}

/* False when some term whose digits are asked for is negative. */
static bool evaluate(struct evaluation *e, const bti_node *node, int64_t *out)
{
    int64_t a = 0;
    switch (node->op) {
    case BTI_OP_NUMBER:
        *out = (int64_t)node->number;
        return true;
    case BTI_OP_VAR:
        if (e->value[node->var] > (uint64_t)LARGEST)
            e->too_large = true;
        *out = e->too_large ? 0 : (int64_t)e->value[node->var];
        return true;
    case BTI_OP_SUM:
        *out = 0;
        for (const bti_node *child = node->first; child; child = child->next) {
            if (!evaluate(e, child, &a))
                return false;
            *out = checked(e, *out + a);
        }
        return true;
    default:
        break;
    }
    if (!evaluate(e, node->first, &a))
        return false;
    *out = node->op == BTI_OP_NEG ? -a : times(e, node->number, a);
    if (node->op == BTI_OP_NEG || node->op == BTI_OP_TIMES)
        return true;
    if (a < 0)
        return false;
    *out = a;
    if (node->op == BTI_OP_SHL)
        *out = checked(e, (int64_t)shifted(e->digits, (uint64_t)a));
    else if (node->op == BTI_OP_LOW || node->op == BTI_OP_HIGH)
        *out = a == 0
                   ? 0
                   : (int64_t)part_of(e->digits, (uint64_t)a, node->op == BTI_OP_HIGH);
    for (const bti_node *child = node->first->next; child; child = child->next) {
        if (!evaluate(e, child, &a) || a < 0)
            return false;
        *out = join(node->op, *out, a);
    }
    return true;
}

bool bti_related(bti_relation relation, int64_t a, int64_t b)
{
    switch (relation) {
    case BTI_EQ:
        return a == b;
    case BTI_NE:
        return a != b;
    case BTI_LT:
        return a < b;
    case BTI_LE:
        return a <= b;
    case BTI_GT:
        return a > b;
    case BTI_GE:
        break;
    }
    return a >= b;
}

static bool chain_holds(struct evaluation *e, const bti_node *node)
{
    int64_t a, b;
    if (!evaluate(e, node->first, &a))
        return false;
    for (const bti_node *child = node->first->next; child; child = child->next, a = b)
        if (!evaluate(e, child, &b) || !bti_related(child->relation, a, b))
            return false;
    return true;
}

static bool set_holds(const bti_node *numbers, int64_t a)
{
    for (const bti_node *n = numbers; n; n = n->next)
        if (a == (int64_t)n->number)
            return true;
    return false;
}

static int64_t residue(int64_t a, int64_t modulus)
{
    return (a % modulus + modulus) % modulus;
}

static bool columns_hold(struct evaluation *e, const bti_node *node)
{
    uint64_t ones[64] = {0};
    int64_t a;
    for (const bti_node *child = node->first; child; child = child->next) {
        if (!evaluate(e, child, &a) || a < 0)
            return false;
        for (unsigned i = 0; i < 64; i++)
            ones[i] += (uint64_t)a >> i & 1;
    }
    for (unsigned i = 0; i < 64; i++)
        if (ones[i] % node->number != 0)
            return false;
    return true;
}

static bool atom_holds(struct evaluation *e, const bti_node *node)
{
    int64_t a;
    if (node->op == BTI_OP_CHAIN)
        return chain_holds(e, node);
    if (node->op == BTI_OP_COLS)
        return columns_hold(e, node);
    if (!evaluate(e, node->first, &a))
        return false;
    switch (node->op) {
    case BTI_OP_MOD:
        return set_holds(node->first->next, residue(a, (int64_t)node->number));
    case BTI_OP_IN:
        return set_holds(node->first->next, a);
    case BTI_OP_DIVIDES:
        return a % (int64_t)node->number == 0;
    default: /* BTI_OP_POW2 */
        return a > 0 && (a & (a - 1)) == 0;
    }
}

static bool holds_at(struct evaluation *e, const bti_node *node)
{
    switch (node->op) {
    case BTI_OP_TRUE:
    case BTI_OP_FALSE:
        return node->op == BTI_OP_TRUE;
    case BTI_OP_NOT:
        return !holds_at(e, node->first);
    case BTI_OP_AND:
    case BTI_OP_OR:
        for (const bti_node *child = node->first; child; child = child->next)
            if (holds_at(e, child) == (node->op == BTI_OP_OR))
                return node->op == BTI_OP_OR;
        return node->op == BTI_OP_AND;
    case BTI_OP_IMPLIES:
        return !holds_at(e, node->first) || holds_at(e, node->first->next);
    case BTI_OP_IFF:
        return holds_at(e, node->first) == holds_at(e, node->first->next);
    case BTI_OP_EX:
    case BTI_OP_ALL:
        e->quantified = true;
        return false;
    default:
        return atom_holds(e, node);
    }
}

bt_status bti_formula_holds(bt_context *ctx, const bti_node *node, bti_digits digits,
                            const uint64_t *value, bool *holds)
{
    struct evaluation e = {.digits = digits, .value = value};
    *holds = holds_at(&e, node);
    if (e.quantified)
        return bt_fail(ctx, BT_UNABLE,
                       "a formula with 'ex' or 'all' is evaluated by its automaton",
                       BT_NO_ARGS);
    if (e.too_large)
        return bt_fail(ctx, BT_UNABLE, "the numbers in the formula become too large",
                       BT_NO_ARGS);
    return BT_OK;
}

void bti_formula_variables(const bti_node *node, bool *seen, uint32_t count)
{
    if (node->op == BTI_OP_VAR && node->var < count)
        seen[node->var] = true;
    for (const bti_node *child = node->first; child; child = child->next)
        bti_formula_variables(child, seen, count);
}

bool bti_formula_equal(const bti_node *a, const bti_node *b)
{
    if (a->op != b->op || a->number != b->number || a->var != b->var)
        return false;
    const bti_node *x = a->first, *y = b->first;
    for (; x && y; x = x->next, y = y->next)
        if (!bti_formula_equal(x, y) ||
            (a->op == BTI_OP_CHAIN && x != a->first && x->relation != y->relation))
            return false;
    return !x && !y;
}
