/* SPDX-License-Identifier: MIT
 * Linear equations, inequalities and congruences.
 *
 * Binary digits, least first. c + t_0 + 2 t_1 + 4 t_2 + ... = 0, where t_j is the value
 * of the letter at place j, holds when c + t_0 is even and (c + t_0)/2 + t_1 + 2 t_2 +
 * ... = 0: so the state is the carry, which starts as the constant and must end as 0.
 * For <= the carry is rounded up, since a sum of integers is at most -a/2 exactly when
 * it is at most -ceil(a/2); it must end at most 0. The carry soon stays below the sum
 * of the |factors|.
 *
 * A congruence modulo m with one residue r goes the same way: the sum minus r must be 0
 * modulo m; halving it divides m by 2 while m is even, and afterwards 1/2 exists modulo
 * m. With several residues the state is the residue so far and the weight of the next
 * digit modulo m. Residues do not see signs, and a negative sum is in no class: where
 * a sum can be negative the congruence is intersected with sum >= 0.
 *
 * Digits that are not binary: see linear_down.c. There the constant is read as one more
 * number, which is then held at its value. */
#include "core/grow.h"
#include "linear_form.h"

#include "dfa_table.h"

#include <string.h>

/* No formula has this variable. */
static const uint32_t constant_track = UINT32_MAX;

static void free_form(bti_automata *m, bti_linear *f)
{
    bt_release(m->ctx, f->value, ((size_t)1 << f->tracks) * sizeof *f->value);
    f->value = NULL;
}

static bt_status too_large(bti_automata *m)
{
    return bt_fail(
        m->ctx, BT_UNABLE,
        "the numbers in a sum are too large: together they may be at most 2^60",
        BT_NO_ARGS);
}

static uint64_t magnitude(int64_t n)
{
    return n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
}

static bt_status check_size(bti_automata *m, const bti_linear_term *sum,
                            size_t summands, int64_t constant)
{
    uint64_t left = BTI_LINEAR_MOST;
    if (magnitude(constant) > left)
        return too_large(m);
    left -= magnitude(constant);
    for (size_t i = 0; i < summands; i++) {
        if (magnitude(sum[i].factor) > left)
            return too_large(m);
        left -= magnitude(sum[i].factor);
    }
    return BT_OK;
}

/* Each variable once. */
static bt_status collect(bti_automata *m, const bti_linear_term *sum, size_t summands,
                         bti_linear *f)
{
    for (size_t i = 0; i < summands; i++) {
        int64_t factor = 0;
        for (size_t j = 0; j < summands; j++)
            factor += sum[j].var == sum[i].var ? sum[j].factor : 0;
        if (factor != 0)
            BT_TRY(bti_tracks_union(m, f->track, f->tracks, &sum[i].var, 1, f->track,
                                    &f->tracks));
    }
    for (size_t i = 0; i < summands; i++) {
        uint32_t place = bti_track_place(f->track, f->tracks, sum[i].var);
        if (place != BTI_NO_STATE)
            f->factor[place] += sum[i].factor;
    }
    return BT_OK;
}

static bt_status letter_values(bti_automata *m, bti_linear *f)
{
    size_t letters = (size_t)1 << f->tracks;
    BT_TRY(BTI_NEW(m->ctx, f->value, letters));
    f->value[0] = 0;
    for (unsigned i = 0; i < f->tracks; i++)
        for (size_t l = 0; l < (size_t)1 << i; l++)
            f->value[(size_t)1 << i | l] = f->value[l] + f->factor[i];
    return BT_OK;
}

static bt_status new_form(bti_automata *m, const bti_linear_term *sum, size_t summands,
                          int64_t constant, bti_linear *f)
{
    *f = (bti_linear){.constant = constant};
    BT_TRY(check_size(m, sum, summands, constant));
    BT_TRY(collect(m, sum, summands, f));
    return letter_values(m, f);
}

/* Binary = and <=. Keys are carries. */

static uint64_t equal_step(const void *self, uint64_t key, uint32_t letter)
{
    int64_t v = (int64_t)key + ((const bti_linear *)self)->value[letter];
    return v % 2 != 0 ? BTI_DEAD : (uint64_t)(v / 2);
}

static bool equal_accepts(const void *self, uint64_t key)
{
    (void)self;
    return key == 0;
}

static uint64_t most_step(const void *self, uint64_t key, uint32_t letter)
{
    int64_t v = (int64_t)key + ((const bti_linear *)self)->value[letter];
    return (uint64_t)(v / 2 + (v % 2 > 0)); /* v/2, upwards */
}

static bool most_accepts(const void *self, uint64_t key)
{
    (void)self;
    return (int64_t)key <= 0;
}

static bt_status binary(bti_automata *m, const bti_linear *f, bool equal, bti_dfa **out)
{
    const bti_dfa_stepper stepper = {.start = (uint64_t)f->constant,
                                     .step = equal ? equal_step : most_step,
                                     .accepts = equal ? equal_accepts : most_accepts,
                                     .self = f};
    return bti_dfa_explore(m, f->track, f->tracks, &stepper, out);
}

/* Other digits, = and <=: the constant c is a track with factor 1 or -1 held at |c|. */
static bt_status other(bti_automata *m, const bti_linear *f, bool equal, bti_dfa **out)
{
    bti_linear g;
    bti_linear_term sum[BTI_DFA_MOST_TRACKS + 1];
    bti_dfa *held = NULL;
    for (unsigned i = 0; i < f->tracks; i++)
        sum[i] = (bti_linear_term){f->track[i], f->factor[i]};
    sum[f->tracks] =
        (bti_linear_term){constant_track, (f->constant > 0) - (f->constant < 0)};
    BT_TRY(new_form(m, sum, f->tracks + 1, 0, &g));
    bt_status status = bti_dfa_linear_down(m, &g, equal, out);
    free_form(m, &g);
    if (status != BT_OK || f->constant == 0)
        return status;
    status = bti_dfa_fix(m, *out, constant_track, magnitude(f->constant), &held);
    return bti_dfa_replace(out, status, held);
}

static bt_status relation(bti_automata *m, const bti_linear *f, bool equal,
                          bti_dfa **out)
{
    if (f->tracks == 0)
        return bti_dfa_bool(m, equal ? f->constant == 0 : f->constant <= 0, out);
    return m->digits == BTI_BINARY ? binary(m, f, equal, out) : other(m, f, equal, out);
}

/* t < 0 is t + 1 <= 0, t >= 0 is -t <= 0, t > 0 is -t + 1 <= 0. */
static void turn(bti_linear *f, bti_relation rel)
{
    if (rel == BTI_GT || rel == BTI_GE) {
        f->constant = -f->constant;
        for (unsigned i = 0; i < f->tracks; i++)
            f->factor[i] = -f->factor[i];
        for (size_t l = 0; l < (size_t)1 << f->tracks; l++)
            f->value[l] = -f->value[l];
    }
    if (rel == BTI_LT || rel == BTI_GT)
        f->constant++;
}

bt_status bti_dfa_linear(bti_automata *m, const bti_linear_term *sum, size_t summands,
                         int64_t constant, bti_relation rel, bti_dfa **out)
{
    bti_linear f;
    bti_dfa *other = NULL;
    /* in other digits a constant is one more number: t < 0 is better not(t >= 0) */
    bool strict = m->digits != BTI_BINARY && (rel == BTI_LT || rel == BTI_GT);
    bool negated = rel == BTI_NE || strict;
    *out = NULL;
    BT_TRY(new_form(m, sum, summands, constant, &f));
    turn(&f, !strict ? rel : rel == BTI_LT ? BTI_GE : BTI_LE);
    bt_status status = relation(m, &f, rel == BTI_EQ || rel == BTI_NE, out);
    free_form(m, &f);
    if (status != BT_OK || !negated)
        return status;
    status = bti_dfa_not(m, *out, &other);
    return bti_dfa_replace(out, status, other);
}

/* Congruences. value[] is reduced modulo m. */

typedef struct {
    const bti_linear *f;
    uint32_t modulus;
    const unsigned char *wanted; /* by residue */
    bti_keys weight;             /* of each place, modulo m */
    size_t places, again;        /* behind the last place comes place `again` */
} congruence;

/* A key is the modulus that is left (high half) and the carry below it. */
static uint64_t halve_step(const void *self, uint64_t key, uint32_t letter)
{
    const congruence *c = self;
    uint64_t modulus = key >> 32;
    uint64_t v = ((key & UINT32_MAX) + (uint64_t)c->f->value[letter]) % modulus;
    if (modulus % 2 != 0)
        return modulus << 32 | (v % 2 ? (v + modulus) / 2 : v / 2);
    return v % 2 ? BTI_DEAD : modulus / 2 << 32 | v / 2;
}

static bool halve_accepts(const void *self, uint64_t key)
{
    (void)self;
    return (key & UINT32_MAX) == 0;
}

/* A key is the residue so far and the next place, whose weight modulo m is known. */
enum { FIELD = 21, MOST_MODULUS = 1 << 20, MOST_PLACES = 1 << 16 };

static uint64_t weigh_step(const void *self, uint64_t key, uint32_t letter)
{
    const congruence *c = self;
    uint64_t r = key & ((UINT64_C(1) << FIELD) - 1), place = key >> FIELD;
    r = (r + c->weight.key[place] * (uint64_t)c->f->value[letter]) % c->modulus;
    place = place + 1 == c->places ? c->again : place + 1;
    return r | place << FIELD;
}

static bool weigh_accepts(const void *self, uint64_t key)
{
    const congruence *c = self;
    return c->wanted[key & ((UINT64_C(1) << FIELD) - 1)];
}

static uint64_t residue_of(int64_t n, uint32_t modulus)
{
    int64_t r = n % (int64_t)modulus;
    return (uint64_t)(r < 0 ? r + (int64_t)modulus : r);
}

/* The weights modulo m until they come again: until as many as the recurrence has
 * factors are those from place `again` on, which is now and then moved up (Brent). */
static bt_status find_weights(bti_automata *m, congruence *c)
{
    bti_digits d = m->digits;
    const uint64_t *w;
    c->again = d->given - d->factors;
    for (size_t i = 0, power = 1; i < MOST_PLACES; i++) {
        uint64_t sum = i < d->given ? d->first[i] : 0;
        for (unsigned j = 0; i >= d->given && j < d->factors; j++)
            sum += d->factor[j] * c->weight.key[i - j - 1] % c->modulus;
        BT_TRY(bti_keys_push(&c->weight, sum % c->modulus));
        w = c->weight.key;
        c->places = i + 1 - d->factors;
        if (i + 1 < d->factors || c->places <= c->again)
            continue;
        if (memcmp(w + c->places, w + c->again, d->factors * sizeof *w) == 0)
            return BT_OK;
        if (c->places - c->again == power) {
            c->again = c->places;
            power *= 2;
        }
    }
    return bt_fail(
        m->ctx, BT_UNABLE,
        "the weights modulo {modulus} do not repeat within {places} places",
        BT_ARGS(BT_NUM("modulus", c->modulus), BT_NUM("places", MOST_PLACES)));
}

static bt_status congruent(bti_automata *m, congruence *c, size_t wanted, bti_dfa **out)
{
    uint64_t mod = c->modulus, start = residue_of(c->f->constant, c->modulus), only = 0;
    bti_dfa_stepper stepper = {.self = c};
    bt_status status = BT_OK;
    while (wanted == 1 && !c->wanted[only])
        only++;
    bti_keys_init(&c->weight, m->ctx);
    if (m->digits == BTI_BINARY && wanted == 1) {
        stepper.step = halve_step;
        stepper.accepts = halve_accepts;
        stepper.start = mod << 32 | (start + mod - only) % mod;
    } else {
        stepper.step = weigh_step;
        stepper.accepts = weigh_accepts;
        stepper.start = start;
        status = find_weights(m, c);
    }
    if (status == BT_OK)
        status = bti_dfa_explore(m, c->f->track, c->f->tracks, &stepper, out);
    bti_keys_free(&c->weight);
    return status == BT_OK ? bti_dfa_cut(m, out) : status;
}

static bool may_be_negative(const bti_linear *f)
{
    bool negative = f->constant < 0;
    for (unsigned i = 0; i < f->tracks; i++)
        negative = negative || f->factor[i] < 0;
    return negative;
}

static bt_status natural_part(bti_automata *m, bti_linear *f, bti_dfa **a)
{
    bti_dfa *natural, *both = NULL;
    bti_linear_term sum[BTI_DFA_MOST_TRACKS];
    for (unsigned i = 0; i < f->tracks; i++)
        sum[i] = (bti_linear_term){f->track[i], f->factor[i]};
    bt_status status = bti_dfa_linear(m, sum, f->tracks, f->constant, BTI_GE, &natural);
    if (status != BT_OK)
        return bti_dfa_replace(a, status, NULL);
    status = bti_dfa_product(m, *a, natural, BTI_BOTH, &both);
    bti_dfa_free(natural);
    return bti_dfa_replace(a, status, both);
}

static bt_status mod_of_form(bti_automata *m, bti_linear *f, congruence *c,
                             unsigned char *wanted, const uint32_t *residue,
                             size_t residues, bti_dfa **out)
{
    size_t distinct = 0;
    memset(wanted, 0, c->modulus);
    for (size_t i = 0; i < residues; i++)
        if (residue[i] < c->modulus && !wanted[residue[i]]) {
            wanted[residue[i]] = 1;
            distinct++;
        }
    if (distinct == 0)
        return bti_dfa_bool(m, false, out);
    for (size_t l = 0; l < (size_t)1 << f->tracks; l++)
        f->value[l] = (int64_t)residue_of(f->value[l], c->modulus);
    BT_TRY(congruent(m, c, distinct, out));
    return may_be_negative(f) ? natural_part(m, f, out) : BT_OK;
}

bt_status bti_dfa_mod(bti_automata *m, const bti_linear_term *sum, size_t summands,
                      int64_t constant, uint32_t modulus, const uint32_t *residue,
                      size_t residues, bti_dfa **out)
{
    bti_linear f;
    *out = NULL;
    if (modulus == 0)
        return bt_fail(m->ctx, BT_DOMAIN,
                       "mod 0 has no meaning: nothing can be divided by 0", BT_NO_ARGS);
    if (modulus > MOST_MODULUS)
        return bt_fail(
            m->ctx, BT_UNABLE,
            "mod {modulus} is too large: a modulus is at most {most}",
            BT_ARGS(BT_NUM("modulus", modulus), BT_NUM("most", MOST_MODULUS)));
    bt_status status = new_form(m, sum, summands, constant, &f);
    unsigned char *wanted = NULL;
    if (status == BT_OK) {
        wanted = bt_resize(m->ctx, NULL, 0, modulus);
        status = wanted ? BT_OK : bt_last_status(m->ctx);
    }
    if (status == BT_OK) {
        congruence c = {.f = &f, .modulus = modulus, .wanted = wanted};
        status = mod_of_form(m, &f, &c, wanted, residue, residues, out);
        bt_release(m->ctx, wanted, modulus);
    }
    free_form(m, &f);
    return status;
}
