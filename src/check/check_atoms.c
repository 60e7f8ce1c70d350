/* SPDX-License-Identifier: MIT
 * How atoms read digits: one digit of one track at a time, then a tick.
 *
 * Binary sums: the carry. S <= 0 is kept as S / 2^j rounded up, which is at most 0 if
 * and only if S is; S = 0 fails at the first odd carry.
 *
 * Fibonacci sums, most significant digit first: S = p F(j+2) + q F(j+1) when j digits
 * are to come, and p, q become p + q + s, p by the next digits' sum s. The remaining
 * digits of a number stand for at most F(j+2) - 1, so a state from which S stays on one
 * side of 0 for every j is given up; the others are finitely many, since q - p/phi
 * shrinks by 1/phi in every round. Between rounds (p + q, p) is kept, so the value at
 * the end, where F(2) = F(1) = 1, is the first of the two. */
#include "check/check_atoms.h"

enum { STATE_BITS = 20 };

static int64_t pack(int64_t high, int64_t low)
{
    return (int64_t)((uint64_t)high << 32 | (uint32_t)low);
}

static int64_t high_of(int64_t packed)
{
    return packed >> 32;
}

static int64_t low_of(int64_t packed)
{
    return (int32_t)(uint32_t)((uint64_t)packed & UINT32_MAX);
}

static int64_t modulo(int64_t a, int64_t m)
{
    return (a % m + m) % m;
}

int64_t bti_backwards(uint64_t from, uint64_t to, uint64_t at)
{
    return (int64_t)(from | to << STATE_BITS | at << 2 * STATE_BITS);
}

int64_t bti_atom_start(const bti_question *q, const bti_atom *atom)
{
    switch (atom->kind) {
    case BTI_A_EQ:
    case BTI_A_LE:
        return q->down ? 0 : atom->constant;
    case BTI_A_MOD:
        return q->down ? 0
                       : pack(modulo(1, atom->modulus),
                              modulo(atom->constant, atom->modulus));
    default:
        return 0;
    }
}

/* A binary sum without negative terms that is positive stays so, and the like. */
static int64_t settle_sum(const bti_atom *atom, int64_t sum)
{
    if (atom->below == 0 && sum > 0)
        return BTI_NO;
    if (atom->kind == BTI_A_LE && atom->above == 0 && sum <= 0)
        return BTI_YES;
    if (atom->kind == BTI_A_EQ && atom->above == 0 && sum < 0)
        return BTI_NO;
    return sum;
}

static int64_t pset_digit(const bti_question *q, int64_t state, size_t var,
                          unsigned digit)
{
    const bti_certificate *c = q->c;
    uint64_t s = (uint64_t)state, mask = (UINT64_C(1) << 2 * STATE_BITS) - 1;
    if (q->down)
        return (int64_t)((s & mask) |
                         (uint64_t)c->level[var].pair[2 * (s >> 2 * STATE_BITS) + digit]
                             << 2 * STATE_BITS);
    uint64_t at = var == 0 ? c->first[s] : s;
    return c->level[var].pair[2 * at + digit];
}

int64_t bti_atom_digit(const bti_question *q, const bti_atom *atom, int64_t state,
                       int64_t arg, unsigned digit)
{
    int64_t m = atom->modulus;
    switch (atom->kind) {
    case BTI_A_PSET:
        return pset_digit(q, state, (size_t)arg, digit);
    case BTI_A_AND:
    case BTI_A_OR: /* bits: a zero was there, a one was there, the result's digit */
        return state | (arg == 1 ? 1 << digit : digit ? arg : 0);
    case BTI_A_SAME: /* the first track's digit, until the second one's comes */
        return arg == 1 ? digit : state == digit ? 0 : BTI_NO;
    default:
        break;
    }
    if (digit == 0)
        return state;
    switch (atom->kind) {
    case BTI_A_EQ:
    case BTI_A_LE:
        return q->down ? pack(high_of(state) + arg, low_of(state))
                       : settle_sum(atom, state + arg);
    case BTI_A_MOD:
        return q->down
                   ? pack(modulo(high_of(state) + arg, q->c->fib ? m : 2 * m),
                          low_of(state))
                   : pack(high_of(state),
                          modulo(low_of(state) + modulo(arg, m) * high_of(state), m));
    case BTI_A_COLS:
        return (state + arg) % m;
    case BTI_A_FIRST:
    case BTI_A_LAST:
    case BTI_A_SHIFTED:
        return state | arg;
    default: /* POW2 */
        return state == 0 ? 1 : BTI_NO;
    }
}

/* Is a F(j+2) + b F(j+1) + e > 0 for every j >= 0? */
static bool always_positive(int64_t a, int64_t b, int64_t e)
{
    int64_t now = a + b, next = 2 * a + b;
    for (int rounds = 0; rounds < 60; rounds++) {
        int64_t after = now + next;
        if (now + e <= 0)
            return false;
        if (now >= 0 && next >= 0)
            return next + e > 0;
        if (now <= 0 && next <= 0)
            return false; /* falls without end */
        now = next;
        next = after;
    }
    return false;
}

static int64_t fib_tick(const bti_atom *atom, int64_t state)
{
    int64_t p = high_of(state), q = low_of(state), c = atom->constant;
    if (always_positive(p - atom->below, q, c + atom->below))
        return BTI_NO;
    if (atom->kind == BTI_A_LE &&
        always_positive(-p - atom->above, -q, atom->above - c + 1))
        return BTI_YES;
    if (atom->kind == BTI_A_EQ &&
        always_positive(-p - atom->above, -q, atom->above - c))
        return BTI_NO;
    return pack(p + q, p);
}

/* S = p 2^j + what j more digits bring; 2p is kept. */
static int64_t binary_tick(const bti_atom *atom, int64_t state)
{
    int64_t p = high_of(state), c = atom->constant;
    if (p >= atom->below && p + c > 0)
        return BTI_NO;
    if (atom->kind == BTI_A_LE && p + atom->above <= 0 && p + c <= 0)
        return BTI_YES;
    if (atom->kind == BTI_A_EQ && p + atom->above <= 0 && p + c < 0)
        return BTI_NO;
    return pack(2 * p, 0);
}

/* A sum from the most significant digit down. */
static int64_t down_tick(const bti_question *q, const bti_atom *atom, int64_t state)
{
    return q->c->fib ? fib_tick(atom, state) : binary_tick(atom, state);
}

static int64_t mod_down_tick(bool fib, int64_t m, int64_t state)
{
    return fib ? pack((high_of(state) + low_of(state)) % m, high_of(state))
               : pack(2 * high_of(state) % (2 * m), 0);
}

/* What a sum came to, without its constant. */
static int64_t down_sum(const bti_question *q, int64_t state)
{
    return q->c->fib ? high_of(state) : high_of(state) / 2;
}

static int64_t mark_tick(const bti_atom *atom, int64_t state)
{
    int64_t before = state >> 2, digits = state & 3; /* 1: the number, 2: the mark */
    if (atom->kind == BTI_A_FIRST) {
        if (before == 0)
            return digits == 0 ? 0 : digits == 3 ? 1 << 2 : BTI_NO;
        return digits < 2 ? 1 << 2 : BTI_NO;
    }
    if (digits == 3) /* this must be the last one */
        return before < 2 ? 2 << 2 : BTI_NO;
    if (digits == 2 || (before == 2 && digits == 1))
        return BTI_NO;
    return before == 0 && digits == 1 ? 1 << 2 : before << 2;
}

/* A digit is kept for the next round: of the number, which the higher place must show,
 * or, from the most significant end, of the higher place, which the number must show.
 */
static int64_t shifted_tick(bool down, int64_t state)
{
    int64_t kept = state >> 2, number = state & 1, higher = state >> 1 & 1;
    if (kept != (down ? number : higher))
        return BTI_NO;
    return (down ? higher : number) << 2;
}

int64_t bti_atom_tick(const bti_question *q, const bti_atom *atom, int64_t state)
{
    uint64_t s = (uint64_t)state, mask = (UINT64_C(1) << STATE_BITS) - 1;
    bool down = q->down, result;
    switch (atom->kind) {
    case BTI_A_EQ:
        return down             ? down_tick(q, atom, state)
               : state % 2 != 0 ? BTI_NO
                                : settle_sum(atom, state / 2);
    case BTI_A_LE: /* half of it, rounded up */
        return down ? down_tick(q, atom, state)
                    : settle_sum(atom, state > 0 ? state / 2 + state % 2 : state / 2);
    case BTI_A_MOD:
        if (down)
            return mod_down_tick(q->c->fib, atom->modulus, state);
        return pack(high_of(state) * 2 % atom->modulus, low_of(state));
    case BTI_A_COLS:
        return state == 0 ? 0 : BTI_NO;
    case BTI_A_FIRST:
    case BTI_A_LAST:
        return mark_tick(atom, state);
    case BTI_A_SHIFTED:
        return shifted_tick(down, state);
    case BTI_A_AND:
    case BTI_A_OR:
        result = atom->kind == BTI_A_AND ? (state & 1) == 0 : (state & 2) != 0;
        return result == ((state & 4) != 0) ? 0 : BTI_NO;
    case BTI_A_PSET:
        if (down) /* did it arrive? then it was where it came from */
            return s >> 2 * STATE_BITS == (s >> STATE_BITS & mask) ? (int64_t)(s & mask)
                                                                   : BTI_NO;
        if (q->c->fate[state] == 3)
            return state;
        return (q->c->fate[state] == 2) == atom->wanted ? BTI_YES : BTI_NO;
    default:
        return state;
    }
}

bool bti_atom_accepts(const bti_question *q, const bti_atom *atom, int64_t state)
{
    bool down = q->down;
    if (state == BTI_NO || state == BTI_YES)
        return state == BTI_YES;
    switch (atom->kind) {
    case BTI_A_EQ:
        return down ? down_sum(q, state) + atom->constant == 0 : state == 0;
    case BTI_A_LE:
        return down ? down_sum(q, state) + atom->constant <= 0 : state <= 0;
    case BTI_A_MOD:
        return atom
            ->residue[down ? modulo(down_sum(q, state) + atom->constant, atom->modulus)
                           : low_of(state)];
    case BTI_A_LAST:
        return state >> 2 != 1;
    case BTI_A_SHIFTED:
        return state == 0;
    case BTI_A_POW2:
        return state == 1;
    case BTI_A_PSET:
        return down ? state == 0 : q->c->accept[state] == atom->wanted;
    default:
        return true;
    }
}

bool bti_atom_better(const bti_question *q, const bti_atom *atom, int64_t better,
                     int64_t worse)
{
    if (better == worse)
        return true;
    if (atom->polarity == 0 || atom->kind != BTI_A_LE)
        return false;
    int64_t less = atom->polarity > 0 ? better : worse;
    int64_t more = atom->polarity > 0 ? worse : better;
    if (less == BTI_YES || more == BTI_NO)
        return true;
    if (less == BTI_NO || more == BTI_YES)
        return false;
    if (!q->down)
        return less <= more;
    return high_of(less) <= high_of(more) && low_of(less) <= low_of(more);
}
