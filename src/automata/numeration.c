/* SPDX-License-Identifier: MIT
 * Weights, greedy words, and the automata that know them. */
#include "numeration.h"

#include "core/arith.h"

#include <string.h>

const bti_numeration bti_binary_digits = {.factors = 1,
                                          .given = 1,
                                          .factor = {2},
                                          .first = {1},
                                          .period = 1,
                                          .order = 1,
                                          .step = {2}};

/* No two ones are neighbours, from either end. */
const bti_numeration bti_fibonacci_digits = {.factors = 2,
                                             .given = 2,
                                             .factor = {1, 1},
                                             .first = {1, 2},
                                             .period = 1,
                                             .order = 2,
                                             .step = {1, 1},
                                             .down_states = 2,
                                             .down = {{0, 1}, {0, BTI_NO_WORD}},
                                             .down_ends = {true, true},
                                             .debt = {{-1, -2}, {-1, -1}},
                                             .up_states = 2,
                                             .up = {{0, 1}, {0, BTI_NO_WORD}},
                                             .up_ends = {true, true}};

/* Those that are at most `most`. */
static unsigned weights_to(bti_digits digits, uint64_t most, uint64_t *weight)
{
    for (unsigned i = 0; i < BTI_MOST_DIGITS; i++) {
        weight[i] = i < digits->given ? digits->first[i] : 0;
        for (unsigned j = 0; i >= digits->given && j < digits->factors; j++) {
            uint64_t part;
            if (!bti_mul(digits->factor[j], weight[i - j - 1], &part) ||
                !bti_add(weight[i], part, &weight[i]))
                return i;
        }
        if (weight[i] > most)
            return i;
    }
    return BTI_MOST_DIGITS;
}

unsigned bti_digit_weights(bti_digits digits, uint64_t *weight)
{
    return weights_to(digits, UINT64_MAX, weight);
}

unsigned bti_digits_most(bti_digits digits)
{
    uint64_t weight[BTI_MOST_DIGITS];
    return bti_digit_weights(digits, weight) - (digits != BTI_BINARY);
}

unsigned bti_digits_of(bti_digits digits, uint64_t value, unsigned char *digit)
{
    uint64_t weight[BTI_MOST_DIGITS];
    unsigned n = 0;
    if (digits == BTI_BINARY) {
        for (; value; value >>= 1)
            digit[n++] = value & 1;
        return n;
    }
    for (unsigned i = weights_to(digits, value, weight); i-- > 0;) {
        digit[i] = value >= weight[i];
        value -= digit[i] ? weight[i] : 0;
        n = digit[i] && n == 0 ? i + 1 : n;
    }
    return n;
}

bool bti_numeration_equal(bti_digits a, bti_digits b)
{
    return a->factors == b->factors && a->given == b->given &&
           memcmp(a->factor, b->factor, a->factors * sizeof *a->factor) == 0 &&
           memcmp(a->first, b->first, a->given * sizeof *a->first) == 0;
}

bool bti_weights_repeat(bti_digits digits)
{
    uint64_t weight[BTI_MOST_DIGITS];
    unsigned n = bti_digit_weights(digits, weight);
    for (unsigned i = 1; i < n; i++)
        if (weight[i] == weight[i - 1])
            return true;
    return false;
}

void bti_numeration_read(bti_digits d, const uint64_t *weight, unsigned *phase,
                         int64_t *value, int64_t digit)
{
    if (*phase > 0) {
        --*phase;
    } else {
        int64_t next = 0;
        for (unsigned j = 0; j < d->order; j++)
            next += (int64_t)d->step[j] * value[d->order - 1 - j];
        memmove(value, value + 1, (d->order - 1) * sizeof *value);
        value[d->order - 1] = next;
        *phase = d->period - 1;
    }
    for (unsigned k = 0; k < d->order; k++)
        value[k] += digit * (int64_t)weight[*phase + k * d->period];
}

/* Making. */

/* The places of the factors other than 0 give the period. */
static void find_period(bti_numeration *n)
{
    unsigned longest = n->given > n->factors ? n->given : n->factors;
    n->period = 0;
    for (unsigned j = 1; j <= n->factors; j++)
        for (unsigned a = j, b = n->period; n->factor[j - 1] != 0;) {
            if (b == 0) {
                n->period = a;
                break;
            }
            unsigned rest = a % b;
            a = b;
            b = rest;
        }
    n->period = n->period ? n->period : 1;
    n->order = (longest + n->period - 1) / n->period;
    memset(n->step, 0, sizeof n->step);
    for (unsigned j = n->period; j <= n->factors; j += n->period)
        n->step[j / n->period - 1] = n->factor[j - 1];
}

/* E(i), by how much the weights below place i and 1 exceed w(i), in steps of the
 * period: it satisfies the recurrence but for a constant c, E(i) = step E + c. With s
 * the sum of the step's factors, E stays at least e once it was so at `order` places,
 * if s e + c >= e; e = 0 will do when c >= 0, otherwise e = -c / (s - 1). */
static bool never_gaps(const bti_numeration *n, const uint64_t *weight,
                       const uint64_t *below)
{
    const unsigned window = n->period * n->order;
    int64_t sum = 0;
    for (unsigned j = 0; j < n->order; j++)
        sum += n->step[j];
    for (unsigned i = window; i < 2 * window; i++) {
        int64_t excess = (int64_t)(below[i] + 1 - weight[i]);
        int64_t c = (int64_t)(below[i + n->period] + 1 - weight[i + n->period]);
        for (unsigned j = 0; j < n->order; j++) {
            unsigned at = i - j * n->period;
            c -= n->step[j] * (int64_t)(below[at] + 1 - weight[at]);
        }
        if (c < 0 && (sum - 1) * excess < -c)
            return false;
    }
    return true;
}

/* The weights do not fall, and below every one of them the others leave no gap. */
static bt_status check_weights(bt_context *ctx, const bti_numeration *n)
{
    uint64_t weight[BTI_MOST_DIGITS], below[BTI_MOST_DIGITS + 1] = {0};
    unsigned count = bti_digit_weights(n, weight), window = n->period * n->order;
    for (unsigned i = 0; i < count; i++) {
        if (weight[i] > below[i] && weight[i] - below[i] > 1)
            return bt_fail(ctx, BT_DOMAIN,
                           "{number} cannot be written in these digits: it is less "
                           "than the weight "
                           "{weight}, and the smaller weights add up to only {sum}",
                           BT_ARGS(BT_NUM("number", below[i] + 1),
                                   BT_NUM("weight", weight[i]),
                                   BT_NUM("sum", below[i])));
        if (i > 0 && weight[i] < weight[i - 1])
            return bt_fail(
                ctx, BT_DOMAIN,
                "the weights must not fall, and after {weight} comes {next}",
                BT_ARGS(BT_NUM("weight", weight[i - 1]), BT_NUM("next", weight[i])));
        if (!bti_add(below[i], weight[i], &below[i + 1]))
            count = i + 1;
    }
    if (count >= BTI_MOST_DIGITS || 2 * window + n->period > count)
        return bt_fail(ctx, BT_UNABLE,
                       "the weights grow too slowly: {digits} of them must pass 2^64",
                       BT_ARGS(BT_NUM("digits", BTI_MOST_DIGITS)));
    return never_gaps(n, weight, below)
               ? BT_OK
               : bt_fail(
                     ctx, BT_UNABLE,
                     "it is not clear that every number can be written in these digits",
                     BT_NO_ARGS);
}

enum { MOST_DEBTS = 8 };

typedef struct {
    unsigned phase, debts;
    int64_t debt[MOST_DEBTS][BTI_MOST_GIVEN];
} word_state;

static bool never_less(const bti_numeration *n, const int64_t *a, const int64_t *b)
{
    for (unsigned k = 0; k < n->order; k++)
        if (a[k] < (b ? b[k] : 0))
            return false;
    return true;
}

/* One more debt, unless it is superfluous; false: it cannot be paid. */
static bool owe(const bti_numeration *n, word_state *s, const int64_t *debt,
                bool *too_many)
{
    unsigned kept = 0;
    if (never_less(n, debt, NULL))
        return false;
    for (unsigned i = 0; i < s->debts; i++)
        if (never_less(n, s->debt[i], debt))
            return true;
    for (unsigned i = 0; i < s->debts; i++)
        if (!never_less(n, debt, s->debt[i]))
            memmove(s->debt[kept++], s->debt[i], sizeof s->debt[i]);
    *too_many = *too_many || kept == MOST_DEBTS;
    if (kept == MOST_DEBTS)
        return true;
    memcpy(s->debt[kept], debt, sizeof s->debt[kept]);
    s->debts = kept + 1;
    /* in a fixed order */
    for (unsigned i = kept;
         i > 0 && memcmp(s->debt[i], s->debt[i - 1], sizeof s->debt[i]) < 0; i--) {
        int64_t swap[BTI_MOST_GIVEN];
        memcpy(swap, s->debt[i], sizeof swap);
        memcpy(s->debt[i], s->debt[i - 1], sizeof swap);
        memcpy(s->debt[i - 1], swap, sizeof swap);
    }
    return true;
}

/* A digit 0: what comes must be less than its weight. */
static bool owe_weight(const bti_numeration *n, word_state *s, bool *too_many)
{
    int64_t debt[BTI_MOST_GIVEN] = {0};
    uint64_t weight[BTI_MOST_DIGITS];
    bti_digit_weights(n, weight);
    for (unsigned k = 0; k < n->order; k++)
        debt[k] = -(int64_t)weight[s->phase + k * n->period];
    return owe(n, s, debt, too_many);
}

static bool read_digit(const bti_numeration *n, const word_state *from, unsigned digit,
                       word_state *to, bool *too_many)
{
    uint64_t weight[BTI_MOST_DIGITS];
    bti_digit_weights(n, weight);
    *to = (word_state){.phase = from->phase};
    for (unsigned i = 0; i < from->debts; i++) {
        int64_t debt[BTI_MOST_GIVEN];
        unsigned phase = from->phase;
        memcpy(debt, from->debt[i], sizeof debt);
        bti_numeration_read(n, weight, &phase, debt, digit);
        to->phase = phase;
        if (!owe(n, to, debt, too_many))
            return false;
    }
    return digit == 1 || owe_weight(n, to, too_many);
}

static bt_status too_many_words(bt_context *ctx)
{
    return bt_fail(ctx, BT_UNABLE,
                   "an automaton that knows how numbers are written in these digits "
                   "would have more than {most} states",
                   BT_ARGS(BT_NUM("most", BTI_MOST_WORD_STATES)));
}

static unsigned find_state(const word_state *known, unsigned count, const word_state *s)
{
    unsigned i = 0;
    while (i < count &&
           (known[i].phase != s->phase || known[i].debts != s->debts ||
            memcmp(known[i].debt, s->debt, s->debts * sizeof s->debt[0]) != 0))
        i++;
    return i;
}

static bt_status words_down(bt_context *ctx, bti_numeration *n, word_state *known)
{
    bool too_many = false;
    for (unsigned phase = 0; phase < n->period; phase++) {
        known[phase] = (word_state){.phase = phase};
        (void)owe_weight(n, &known[phase], &too_many);
    }
    n->down_states = n->period;
    for (unsigned s = 0; s < n->down_states; s++) {
        n->down_ends[s] = known[s].phase == 0;
        for (unsigned i = 0; i < known[s].debts; i++)
            n->down_ends[s] = n->down_ends[s] && known[s].debt[i][0] < 0;
        n->phase[s] = (unsigned char)known[s].phase;
        memcpy(n->debt[s], known[s].debt[0], sizeof n->debt[s]);
        for (unsigned digit = 0; digit < 2; digit++) {
            word_state to;
            n->down[s][digit] = BTI_NO_WORD;
            if (!read_digit(n, &known[s], digit, &to, &too_many))
                continue;
            unsigned at = find_state(known, n->down_states, &to);
            if (too_many || at == BTI_MOST_WORD_STATES)
                return too_many_words(ctx);
            n->down[s][digit] = (unsigned char)at;
            if (at == n->down_states)
                known[n->down_states++] = to;
        }
    }
    return BT_OK;
}

/* The same backwards, with sets of states. */
static bt_status words_up(bt_context *ctx, bti_numeration *n)
{
    uint64_t set[BTI_MOST_WORD_STATES + 1] = {0};
    for (unsigned s = 0; s < n->down_states; s++)
        set[0] |= (uint64_t)n->down_ends[s] << s;
    n->up_states = 1;
    for (unsigned u = 0; u < n->up_states; u++) {
        n->up_ends[u] = (set[u] & ((UINT64_C(1) << n->period) - 1)) != 0;
        for (unsigned digit = 0; digit < 2; digit++) {
            uint64_t before = 0;
            unsigned at = 0;
            for (unsigned s = 0; s < n->down_states; s++)
                if (n->down[s][digit] != BTI_NO_WORD)
                    before |= (set[u] >> n->down[s][digit] & 1) << s;
            n->up[u][digit] = BTI_NO_WORD;
            if (before == 0)
                continue;
            while (at < n->up_states && set[at] != before)
                at++;
            if (at == BTI_MOST_WORD_STATES)
                return too_many_words(ctx);
            n->up[u][digit] = (unsigned char)at;
            set[at] = before;
            n->up_states += at == n->up_states;
        }
    }
    return BT_OK;
}

bt_status bti_numeration_make(bt_context *ctx, bti_numeration *n)
{
    find_period(n);
    BT_TRY(check_weights(ctx, n));
    size_t size = BTI_MOST_WORD_STATES * sizeof(word_state);
    word_state *known = bt_resize(ctx, NULL, 0, size);
    if (!known)
        return bt_last_status(ctx);
    bt_status status = words_down(ctx, n, known);
    bt_release(ctx, known, size);
    return status == BT_OK ? words_up(ctx, n) : status;
}
