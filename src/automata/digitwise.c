/* SPDX-License-Identifier: MIT
 * Relations that look at one digit of each number at a time and remember next to
 * nothing: ^, and, or, shl, pow2, cols, low, high. A state is what is remembered. */
#include "core/grow.h"
#include "dfa_table.h"

typedef struct columns columns;
struct columns {
    uint64_t (*step)(const columns *c, uint64_t key, const unsigned *digit);
    uint32_t accepting; /* bit k: key k accepts */
    unsigned args;
    unsigned place[3]; /* of each argument among the tracks */
};

static uint64_t step(const void *self, uint64_t key, uint32_t letter)
{
    const columns *c = self;
    unsigned digit[3];
    for (unsigned i = 0; i < c->args; i++)
        digit[i] = letter >> c->place[i] & 1;
    return c->step(c, key, digit);
}

static bool accepts(const void *self, uint64_t key)
{
    return ((const columns *)self)->accepting >> key & 1;
}

static bt_status make(bti_automata *m, columns *c, const uint32_t *var, bti_dfa **out)
{
    uint32_t track[BTI_DFA_MOST_TRACKS];
    unsigned tracks = 0;
    const bti_dfa_stepper stepper = {.step = step, .accepts = accepts, .self = c};
    *out = NULL;
    for (unsigned i = 0; i < c->args; i++)
        BT_TRY(bti_tracks_union(m, track, tracks, &var[i], 1, track, &tracks));
    for (unsigned i = 0; i < c->args; i++)
        c->place[i] = bti_track_place(track, tracks, var[i]);
    BT_TRY(bti_dfa_explore(m, track, tracks, &stepper, out));
    return bti_dfa_cut(m, out);
}

static bt_status binary_only(bti_automata *m, const char *what)
{
    if (m->digits == BTI_BINARY)
        return BT_OK;
    return bt_fail(m->ctx, BT_DOMAIN,
                   "{what} is about binary digits and has no meaning in others",
                   BT_ARGS(BT_STR("what", what)));
}

/* z, x, y: nothing to remember. */

static uint64_t xor_step(const columns *c, uint64_t key, const unsigned *d)
{
    (void)c;
    return d[0] == (d[1] ^ d[2]) ? key : BTI_DEAD;
}

static uint64_t and_step(const columns *c, uint64_t key, const unsigned *d)
{
    (void)c;
    return d[0] == (d[1] & d[2]) ? key : BTI_DEAD;
}

static uint64_t or_step(const columns *c, uint64_t key, const unsigned *d)
{
    (void)c;
    return d[0] == (d[1] | d[2]) ? key : BTI_DEAD;
}

bt_status bti_dfa_xor(bti_automata *m, uint32_t z, uint32_t x, uint32_t y,
                      bti_dfa **out)
{
    columns c = {.step = xor_step, .accepting = 1, .args = 3};
    *out = NULL;
    BT_TRY(binary_only(m, "^"));
    return make(m, &c, (uint32_t[]){z, x, y}, out);
}

bt_status bti_dfa_and(bti_automata *m, uint32_t z, uint32_t x, uint32_t y,
                      bti_dfa **out)
{
    columns c = {.step = and_step, .accepting = 1, .args = 3};
    *out = NULL;
    BT_TRY(binary_only(m, "and(,)"));
    return make(m, &c, (uint32_t[]){z, x, y}, out);
}

bt_status bti_dfa_or(bti_automata *m, uint32_t z, uint32_t x, uint32_t y, bti_dfa **out)
{
    columns c = {.step = or_step, .accepting = 1, .args = 3};
    *out = NULL;
    BT_TRY(binary_only(m, "or(,)"));
    return make(m, &c, (uint32_t[]){z, x, y}, out);
}

/* The digit of x that z must show next; the last one must be 0. */
static uint64_t shl_step(const columns *c, uint64_t key, const unsigned *d)
{
    (void)c;
    return d[0] == key ? d[1] : BTI_DEAD;
}

bt_status bti_dfa_shl(bti_automata *m, uint32_t z, uint32_t x, bti_dfa **out)
{
    columns c = {.step = shl_step, .accepting = 1, .args = 2};
    *out = NULL;
    if (m->digits != BTI_BINARY && m->digits != BTI_FIBONACCI)
        return bt_fail(m->ctx, BT_DOMAIN,
                       "shl() has a meaning only in binary and Fibonacci digits",
                       BT_NO_ARGS);
    return make(m, &c, (uint32_t[]){z, x}, out);
}

/* How many ones there were; two are too many. */
static uint64_t pow2_step(const columns *c, uint64_t key, const unsigned *d)
{
    (void)c;
    return key && d[0] ? BTI_DEAD : key | d[0];
}

bt_status bti_dfa_pow2(bti_automata *m, uint32_t x, bti_dfa **out)
{
    columns c = {.step = pow2_step, .accepting = 2, .args = 1};
    *out = NULL;
    BT_TRY(binary_only(m, "pow2()"));
    return make(m, &c, &x, out);
}

/* 1 behind the first one of x, where z must have its only one. */
static uint64_t low_step(const columns *c, uint64_t key, const unsigned *d)
{
    (void)c;
    if (d[0] != (key ? 0 : d[1]))
        return BTI_DEAD;
    return key | d[1];
}

bt_status bti_dfa_low(bti_automata *m, uint32_t z, uint32_t x, bti_dfa **out)
{
    columns c = {.step = low_step, .accepting = 3, .args = 2};
    *out = NULL;
    if (bti_weights_repeat(m->digits))
        return bt_fail(m->ctx, BT_DOMAIN,
                       "low() has no meaning in digits where a weight occurs twice",
                       BT_NO_ARGS);
    return make(m, &c, (uint32_t[]){z, x}, out);
}

/* 0: only zeros; 1: x had a one that was not its last; 2: it had its last, with z. */
static uint64_t high_step(const columns *c, uint64_t key, const unsigned *d)
{
    (void)c;
    if (d[0] > d[1] || (key == 2 && d[1]))
        return BTI_DEAD;
    return d[0] ? 2 : d[1] ? 1 : key;
}

bt_status bti_dfa_high(bti_automata *m, uint32_t z, uint32_t x, bti_dfa **out)
{
    columns c = {.step = high_step, .accepting = 5, .args = 2};
    return make(m, &c, (uint32_t[]){z, x}, out);
}

/* cols: how many ones each letter has, modulo modulus. */
typedef struct {
    uint32_t modulus;
    uint32_t *ones;
} counts;

static uint64_t cols_step(const void *self, uint64_t key, uint32_t letter)
{
    return ((const counts *)self)->ones[letter] == 0 ? key : BTI_DEAD;
}

static bool cols_accepts(const void *self, uint64_t key)
{
    (void)self;
    return key == 0;
}

/* A track that is counted several times adds as many ones. */
static bt_status count_ones(bti_automata *m, const uint32_t *track, unsigned tracks,
                            const uint32_t *var, size_t vars, counts *c)
{
    BT_TRY(BTI_NEW(m->ctx, c->ones, (size_t)1 << tracks));
    c->ones[0] = 0;
    for (unsigned i = 0; i < tracks; i++) {
        uint32_t times = 0;
        for (size_t j = 0; j < vars; j++)
            times += var[j] == track[i];
        times %= c->modulus;
        for (size_t l = 0; l < (size_t)1 << i; l++) {
            uint64_t ones = (uint64_t)c->ones[l] + times;
            c->ones[(size_t)1 << i | l] =
                (uint32_t)(ones < c->modulus ? ones : ones - c->modulus);
        }
    }
    return BT_OK;
}

bt_status bti_dfa_cols(bti_automata *m, uint32_t modulus, const uint32_t *var,
                       size_t vars, bti_dfa **out)
{
    uint32_t track[BTI_DFA_MOST_TRACKS];
    unsigned tracks = 0;
    counts c = {.modulus = modulus};
    const bti_dfa_stepper stepper = {
        .step = cols_step, .accepts = cols_accepts, .self = &c};
    *out = NULL;
    BT_TRY(binary_only(m, "cols()"));
    if (modulus == 0)
        return bt_fail(m->ctx, BT_DOMAIN, "columns cannot be counted modulo 0",
                       BT_NO_ARGS);
    for (size_t i = 0; i < vars; i++)
        BT_TRY(bti_tracks_union(m, track, tracks, &var[i], 1, track, &tracks));
    BT_TRY(count_ones(m, track, tracks, var, vars, &c));
    bt_status status = bti_dfa_explore(m, track, tracks, &stepper, out);
    bt_release(m->ctx, c.ones, ((size_t)1 << tracks) * sizeof *c.ones);
    return status;
}
