/* SPDX-License-Identifier: MIT
 * How atoms read digits: one digit of one track at a time, then a tick.
 *
 * Binary sums: the carry. S <= 0 is kept as S / 2^j rounded up, which is at most 0 if
 * and only if S is; S = 0 fails at the first odd carry.
 *
 * Sums in digits that are not binary, most significant digit first: the sequence so far
 * (check_digits.h), by its number, and the worth of this round's digits. The rest of a
 * number is less than a weight further up, so a state from which the sum stays on one
 * side of 0 is given up; the others are finitely many where the check ends. */
#include "check/check_atoms.h"

#include <string.h>

enum { STATE_BITS = 20 };
/* Times the coefficients of a sum, up to 2^26 each way, it still is a number. */
#define LARGE_WEIGHT (UINT64_C(1) << 36)

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

/* A sum of which nothing was read. */
static int64_t zero_vector(const bti_question *q)
{
    int64_t entry[1 + BTI_CHECK_GIVEN] = {q->phase};
    return pack(0, bti_vector_number(q->vectors, entry));
}

int64_t bti_atom_start(const bti_question *q, const bti_atom *atom)
{
    switch (atom->kind) {
    case BTI_A_EQ:
    case BTI_A_LE:
        return q->c->digits ? zero_vector(q) : q->down ? 0 : atom->constant;
    case BTI_A_MOD:
        return q->c->digits ? zero_vector(q)
               : q->down    ? 0
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
                   ? pack(modulo(high_of(state) + arg, q->c->digits ? m : 2 * m),
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

/* Is the sum times `sign`, and `more`, positive whatever comes, when `against` is the
 * sum of the coefficients that could lower it? */
static bool stays_positive(const bti_question *q, const int64_t *entry, int64_t sign,
                           int64_t against, int64_t more)
{
    const bti_check_digits *d = q->c->digits;
    int64_t least[BTI_CHECK_GIVEN];
    for (unsigned k = 0; k < d->order; k++) {
        uint64_t weight = d->weight[(size_t)entry[0] + k * d->period + d->reach];
        if (weight >= LARGE_WEIGHT)
            return false;
        least[k] = sign * entry[1 + k] - against * (int64_t)weight;
    }
    return bti_check_digits_positive(d, least, against + more);
}

/* The sequence when this round's digits are read. */
static void read_round(const bti_question *q, int64_t state, int64_t *entry)
{
    const bti_check_digits *d = q->c->digits;
    memcpy(entry, bti_vector(q->vectors, (uint32_t)low_of(state)),
           (1 + (size_t)d->order) * sizeof *entry);
    unsigned phase = (unsigned)entry[0];
    bti_check_digits_read(d, &phase, entry + 1, high_of(state));
    entry[0] = phase;
    if (q->vectors->status == BT_OK && !bti_check_digits_fits(d, entry + 1))
        q->vectors->status = bt_fail(
            q->ctx, BT_UNABLE, "the check meets sums that are too large", BT_NO_ARGS);
}

static int64_t sequence_tick(const bti_question *q, const bti_atom *atom, int64_t state)
{
    int64_t entry[1 + BTI_CHECK_GIVEN], c = atom->constant;
    read_round(q, state, entry);
    if (stays_positive(q, entry, 1, atom->below, c))
        return BTI_NO;
    if (atom->kind == BTI_A_LE && stays_positive(q, entry, -1, atom->above, 1 - c))
        return BTI_YES;
    if (atom->kind == BTI_A_EQ && stays_positive(q, entry, -1, atom->above, -c))
        return BTI_NO;
    return pack(0, bti_vector_number(q->vectors, entry));
}

static int64_t residue_tick(const bti_question *q, int64_t m, int64_t state)
{
    int64_t entry[1 + BTI_CHECK_GIVEN];
    read_round(q, state, entry);
    for (unsigned k = 1; k <= q->c->digits->order; k++)
        entry[k] = modulo(entry[k], m);
    return pack(0, bti_vector_number(q->vectors, entry));
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
    return q->c->digits ? sequence_tick(q, atom, state) : binary_tick(atom, state);
}

static int64_t mod_down_tick(const bti_question *q, int64_t m, int64_t state)
{
    return q->c->digits ? residue_tick(q, m, state)
                        : pack(2 * high_of(state) % (2 * m), 0);
}

/* What a sum came to, without its constant. */
static int64_t down_sum(const bti_question *q, int64_t state)
{
    return q->c->digits ? bti_vector(q->vectors, (uint32_t)low_of(state))[1]
                        : high_of(state) / 2;
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
            return mod_down_tick(q, atom->modulus, state);
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
    if (high_of(less) > high_of(more))
        return false;
    if (!q->c->digits)
        return low_of(less) <= low_of(more);
    const int64_t *a = bti_vector(q->vectors, (uint32_t)low_of(less));
    const int64_t *b = bti_vector(q->vectors, (uint32_t)low_of(more));
    for (unsigned k = 1; k <= q->c->digits->order; k++)
        if (a[k] > b[k])
            return false;
    return true;
}
