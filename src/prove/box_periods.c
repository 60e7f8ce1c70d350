/* SPDX-License-Identifier: MIT
 * Heaps of a subtraction game become periodic, and so does every set of positions that
 * depends only on their values: two numbers are alike if a variable may be the one or
 * the other and the outcome is the same whatever the other variables are. In a box that
 * is long in one direction the slices across it are compared, and their row is searched
 * for a period. With preperiod s and period p, addition is that of the numbers below
 * s + p, in which s + p is s again; so a state of the automaton is the number so far of
 * each variable and the weight of the next digit, all of them below s + p. */
#include "prove/box_periods.h"
#include "core/grow.h"
#include "core/hash.h"
#include "prove/periods.h"

#include <string.h>

enum {
    MOST_ENTRIES = 1 << 23, /* of the table before it is made minimal */
    MOST_WORDS = 1200       /* letters of a formula */
};

static bool is_p(const bti_proof_box *b, const uint64_t *x)
{
    return bti_box_look(b, x) == BTI_BOX_P;
}

/* Goes through all x with x[i] as it is and the others below bound[]; false at the
 * end. */
static bool next_across(uint64_t *x, const uint64_t *bound, size_t vars, size_t i)
{
    for (size_t j = 0; j < vars; j++) {
        if (j == i)
            continue;
        if (++x[j] < bound[j])
            return true;
        x[j] = 0;
    }
    return false;
}

/* A number for the slice x[i] = n, the same for equal slices. */
static uint64_t slice(const bti_proof_box *b, size_t vars, const uint64_t *bound,
                      size_t i, uint64_t n)
{
    uint64_t x[BTI_VARS_MAX] = {0}, hash = 0;
    x[i] = n;
    do
        hash = bti_mix(hash ^ is_p(b, x)) + 1;
    while (next_across(x, bound, vars, i));
    return hash;
}

/* One sign for each slice of a row; false if they are too many different ones. */
static bool slice_row(const bti_proof_box *b, size_t vars, const uint64_t *bound,
                      size_t i, char *sign)
{
    uint64_t known[BTI_BOX_LENGTH];
    int kinds = 0;
    for (uint64_t n = 0; n < bound[i]; n++) {
        uint64_t hash = slice(b, vars, bound, i, n);
        int k = 0;
        while (k < kinds && known[k] != hash)
            k++;
        if (k == kinds)
            known[kinds++] = hash;
        sign[n] = (char)(1 + k);
    }
    return 2 * kinds < (int)bound[i];
}

static size_t least_common_multiple(size_t a, size_t b)
{
    size_t x = a, y = b;
    while (y) {
        size_t rest = x % y;
        x = y;
        y = rest;
    }
    return a / x * b;
}

bt_status bti_box_period_find(const bti_theory *t, bti_proof_box *b, uint64_t across,
                              bti_box_period *out)
{
    char sign[BTI_BOX_LENGTH];
    *out = (bti_box_period){0, 1};
    for (size_t i = 0; i < t->vars && out->period > 0; i++) {
        uint64_t bound[BTI_VARS_MAX];
        size_t preperiod = 0, period = 0;
        for (size_t j = 0; j < t->vars; j++)
            bound[j] = j == i ? BTI_BOX_LENGTH : across;
        BT_TRY(bti_box_fit(b, bound));
        if (slice_row(b, t->vars, bound, i, sign))
            period = bti_find_period(sign, BTI_BOX_LENGTH, &preperiod);
        out->period = period ? least_common_multiple(out->period, period) : 0;
        out->preperiod = preperiod > out->preperiod ? preperiod : out->preperiod;
        if (out->period + out->preperiod > BTI_BOX_LENGTH)
            out->period = 0;
    }
    return BT_OK;
}

/* A table in the making. */
struct table {
    bti_theory *t;
    const bti_proof_box *box;
    size_t numbers, preperiod; /* numbers: preperiod + period */
    size_t tuples;             /* numbers to the power of the variables */
    uint32_t
        weight[BTI_BOX_LENGTH]; /* 1, 2, 4... below `numbers`, until they come again */
    size_t phases, back;        /* behind the last comes number `back` */
    uint32_t *next;
    unsigned char *accept;
};

static size_t reduce(const struct table *w, size_t n)
{
    size_t period = w->numbers - w->preperiod;
    return n < w->numbers ? n : w->preperiod + (n - w->preperiod) % period;
}

static void find_weights(struct table *w)
{
    size_t n = reduce(w, 1);
    for (;; n = reduce(w, 2 * n)) {
        for (size_t i = 0; i < w->phases; i++)
            if (w->weight[i] == n) {
                w->back = i;
                return;
            }
        w->weight[w->phases++] = (uint32_t)n;
    }
}

/* The tuple behind a letter: a number, least variable first. */
static uint32_t after(const struct table *w, const uint64_t *x, size_t phase, size_t l)
{
    size_t made = 0, scale = 1;
    for (size_t i = 0; i < w->t->vars; i++, scale *= w->numbers)
        made += scale * reduce(w, (size_t)x[i] + (l >> i & 1 ? w->weight[phase] : 0));
    size_t to = phase + 1 < w->phases ? phase + 1 : w->back;
    return (uint32_t)(to * w->tuples + made);
}

static void fill_table(struct table *w)
{
    size_t vars = w->t->vars;
    for (size_t phase = 0; phase < w->phases; phase++) {
        uint64_t x[BTI_VARS_MAX] = {0};
        for (size_t k = 0; k < w->tuples; k++) {
            size_t s = phase * w->tuples + k;
            w->accept[s] = is_p(w->box, x);
            for (size_t l = 0; l < (size_t)1 << vars; l++)
                w->next[s << vars | l] = after(w, x, phase, l);
            for (size_t i = 0; i < vars && ++x[i] == w->numbers; i++)
                x[i] = 0;
        }
    }
}

static bt_status make_table(struct table *w, bti_dfa **out)
{
    bt_context *ctx = w->t->ctx;
    uint32_t track[BTI_VARS_MAX];
    size_t states = w->phases * w->tuples;
    bt_status status = BT_OK;
    for (uint32_t i = 0; i < w->t->vars; i++)
        track[i] = i;
    BT_TRY(BTI_NEW(ctx, w->next, states << w->t->vars));
    w->accept = bt_resize(ctx, NULL, 0, states);
    if (w->accept) {
        fill_table(w);
        status = bti_dfa_of_tables(&w->t->m, track, (unsigned)w->t->vars, states,
                                   w->next, w->accept, out);
        bt_release(ctx, w->accept, states);
    } else {
        status = bt_last_status(ctx);
    }
    bt_release(ctx, w->next, (states << w->t->vars) * sizeof *w->next);
    return status;
}

/* The formula: for every combination of kinds of numbers that is P, what the numbers
 * are. sign[i * BTI_BOX_LENGTH + n] is the kind of the number n of variable i. */
struct say {
    const bti_theory *t;
    const bti_proof_box *box;
    bti_box_period p;
    char *sign;
    size_t kinds[BTI_VARS_MAX], first[BTI_VARS_MAX][BTI_BOX_LENGTH];
};

static void find_kinds(struct say *s)
{
    uint64_t bound[BTI_VARS_MAX];
    size_t numbers = s->p.preperiod + s->p.period;
    for (size_t i = 0; i < s->t->vars; i++)
        bound[i] = numbers;
    for (size_t i = 0; i < s->t->vars; i++) {
        char *sign = s->sign + i * BTI_BOX_LENGTH;
        slice_row(s->box, s->t->vars, bound, i, sign);
        for (size_t n = 0; n < numbers; n++)
            if (sign[n] == (char)(1 + (int)s->kinds[i]))
                s->first[i][s->kinds[i]++] = n;
    }
}

static void put_combination(const struct say *s, const size_t *kind, bt_text *out)
{
    bt_text_put(out, out->len ? " | " : "");
    size_t said = 0;
    for (size_t i = 0; i < s->t->vars; i++) {
        if (s->kinds[i] == 1)
            continue;
        bt_text_put(out, said++ ? " & " : "");
        bt_text_put(out, s->p.preperiod ? "(" : "");
        bti_put_periodic(out, s->t->file->scope.var[i], s->sign + i * BTI_BOX_LENGTH,
                         (char)(1 + (int)kind[i]), s->p.preperiod, s->p.period);
        bt_text_put(out, s->p.preperiod ? ")" : "");
    }
    bt_text_put(out, said ? "" : "true");
}

static void put_combinations(const struct say *s, bt_text *out)
{
    size_t kind[BTI_VARS_MAX] = {0}, vars = s->t->vars;
    for (bool more = true; more && out->len <= MOST_WORDS;) {
        uint64_t x[BTI_VARS_MAX];
        for (size_t i = 0; i < vars; i++)
            x[i] = s->first[i][kind[i]];
        if (is_p(s->box, x))
            put_combination(s, kind, out);
        more = false;
        for (size_t i = 0; i < vars && !more; i++) {
            more = ++kind[i] < s->kinds[i];
            kind[i] = more ? kind[i] : 0;
        }
    }
    if (out->len > MOST_WORDS && bt_text_status(out) == BT_OK)
        bt_text_clear(out);
}

bt_status bti_box_period_set(bti_theory *t, bti_proof_box *b, bti_box_period p,
                             bt_text *words, bti_dfa **out)
{
    struct table w = {.t = t,
                      .box = b,
                      .numbers = p.preperiod + p.period,
                      .preperiod = p.preperiod,
                      .tuples = 1};
    struct say s = {.t = t, .box = b, .p = p};
    uint64_t bound[BTI_VARS_MAX];
    *out = NULL;
    find_weights(&w);
    for (size_t i = 0; i < t->vars; i++) {
        bound[i] = w.numbers;
        if (w.tuples > (MOST_ENTRIES >> t->vars) / w.phases / w.numbers)
            return BT_OK;
        w.tuples *= w.numbers;
    }
    BT_TRY(bti_box_fit(b, bound));
    BT_TRY(make_table(&w, out));
    s.sign = bt_resize_array(t->ctx, NULL, 0, t->vars, BTI_BOX_LENGTH);
    if (!s.sign) {
        bti_dfa_free(*out);
        *out = NULL;
        return bt_last_status(t->ctx);
    }
    find_kinds(&s);
    put_combinations(&s, words);
    bt_release(t->ctx, s.sign, t->vars * BTI_BOX_LENGTH);
    return bt_text_status(words);
}
