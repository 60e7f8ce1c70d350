/* SPDX-License-Identifier: MIT
 * Automata against what they mean: every atom against its own formula on all small
 * numbers, random formulas against an evaluator that tries everything, minimisation
 * against the quadratic method, walks, counts and least tuples against loops, letters
 * put together against letters one by one. */
#include "automata/automata.h"

#include "check.h"
#include "effort.h"
#include "failing_host.h"

#include <stdlib.h>

enum { X, Y, Z, U, VARS };

typedef struct {
    struct failing_host host;
    bt_context *ctx;
    bti_automata m;
} theory;

/* Systems of digits. */
enum { BINARY, FIBONACCI, BASE_3, PELL, TRIBONACCI, SCHWENK, SYSTEMS };
static bti_numeration made[SYSTEMS] = {
    [BASE_3] = {.factors = 2, .given = 2, .factor = {0, 3}, .first = {1, 1}},
    [PELL] = {.factors = 4, .given = 4, .factor = {0, 2, 0, 1}, .first = {1, 2, 2, 5}},
    [TRIBONACCI] = {.factors = 3, .given = 3, .factor = {1, 1, 1}, .first = {1, 2, 4}},
    [SCHWENK] = {.factors = 4,
                 .given = 5,
                 .factor = {1, 0, 0, 1},
                 .first = {1, 2, 3, 4, 6}},
};
static bti_digits systems[SYSTEMS] = {BTI_BINARY, BTI_FIBONACCI};
static const char *const system_name[SYSTEMS] = {
    "binary", "Fibonacci", "base 3", "Pell", "Tribonacci", "Schwenk",
};
static bti_digits opened; /* of the theory that was opened last */

static const char *name_of(bti_digits digits)
{
    for (int i = 0; i < SYSTEMS; i++)
        if (systems[i] == digits)
            return system_name[i];
    return "?";
}

static void open_theory(theory *t, bti_digits digits, uint64_t fail_at)
{
    opened = digits;
    failing_host_init(&t->host, 0);
    t->ctx = bt_context_new(&t->host.host, 0);
    t->host.fail_at = fail_at ? t->host.calls + fail_at : 0;
    bti_automata_init(&t->m, t->ctx, digits);
}

static void close_theory(theory *t)
{
    CHECK(bt_memory_used(t->ctx) == 0, "%llu bytes in use",
          (unsigned long long)bt_memory_used(t->ctx));
    bt_context_free(t->ctx);
    CHECK(t->host.live_bytes == 0, "bytes left");
}

static uint64_t seed = 1;
static uint32_t roll(uint32_t n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % n;
}

/* All tuples below `bound` on the first `vars` variables, against a predicate. */
typedef bool predicate(const void *arg, const uint64_t *v);

static void agree(const bti_dfa *a, unsigned vars, uint64_t bound, predicate *p,
                  const void *arg, const char *what)
{
    uint64_t v[VARS + 1] = {0};
    unsigned long wrong = 0;
    for (;;) {
        if (bti_dfa_accepts(a, v) != p(arg, v) && wrong++ == 0)
            fprintf(stderr, "%s: differs at %llu %llu %llu %llu\n", what,
                    (unsigned long long)v[0], (unsigned long long)v[1],
                    (unsigned long long)v[2], (unsigned long long)v[3]);
        unsigned i = 0;
        while (i < vars && ++v[i] == bound)
            v[i++] = 0;
        if (i == vars)
            break;
    }
    CHECK(wrong == 0, "%s: %lu tuples differ", what, wrong);
}

/* Linear atoms. */

typedef struct {
    int64_t f[3], c;
    bti_relation rel;
    uint32_t modulus, residue[3];
    size_t residues;
} form;

static int64_t value_of(const form *f, const uint64_t *v)
{
    int64_t sum = f->c;
    for (int i = 0; i < 3; i++)
        sum += f->f[i] * (int64_t)v[i];
    return sum;
}

static bool relation_holds(const void *arg, const uint64_t *v)
{
    const form *f = arg;
    int64_t n = value_of(f, v);
    switch (f->rel) {
    case BTI_EQ:
        return n == 0;
    case BTI_NE:
        return n != 0;
    case BTI_LT:
        return n < 0;
    case BTI_LE:
        return n <= 0;
    case BTI_GT:
        return n > 0;
    default:
        return n >= 0;
    }
}

static bool congruence_holds(const void *arg, const uint64_t *v)
{
    const form *f = arg;
    int64_t n = value_of(f, v);
    for (size_t i = 0; n >= 0 && i < f->residues; i++)
        if (n % f->modulus == f->residue[i])
            return true;
    return false;
}

static void linear_row(bti_digits digits, form f, uint64_t bound)
{
    theory t;
    bti_dfa *a;
    char what[120];
    /* Each factor in two parts: a variable may occur twice. */
    bti_linear_term sum[6];
    for (uint32_t i = 0; i < 3; i++) {
        sum[2 * i] = (bti_linear_term){i, f.f[i] - 7};
        sum[2 * i + 1] = (bti_linear_term){i, 7};
    }
    open_theory(&t, digits, 0);
    for (int rel = BTI_EQ; rel <= BTI_GE; rel++) {
        f.rel = (bti_relation)rel;
        snprintf(what, sizeof what, "%s: %lldx + %lldy + %lldz + %lld rel %d",
                 name_of(digits), (long long)f.f[0], (long long)f.f[1],
                 (long long)f.f[2], (long long)f.c, rel);
        CHECK(bti_dfa_linear(&t.m, sum, 6, f.c, f.rel, &a) == BT_OK, "%s: %s", what,
              bt_message(t.ctx));
        if (a)
            agree(a, 3, bound, relation_holds, &f, what);
        bti_dfa_free(a);
    }
    close_theory(&t);
}

static void linear_atoms(void)
{
    static const form row[] = {
        {.f = {1, 0, 0}},           {.f = {1, 0, 0}, .c = -5},
        {.f = {1, -1, 0}},          {.f = {1, -1, 0}, .c = 1},
        {.f = {1, 1, -1}},          {.f = {2, -1, 0}, .c = -3},
        {.f = {3, -2, 1}, .c = 4},  {.f = {-1, -1, -1}, .c = 20},
        {.f = {0, 0, 0}, .c = 2},   {.f = {0, 0, 0}, .c = 0},
        {.f = {2, 2, -4}, .c = 1},  {.f = {1, 1, 1}, .c = -29},
        {.f = {5, 0, -7}, .c = -1}, {.f = {1, -3, 0}, .c = -11},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        linear_row(BTI_BINARY, row[i], 32);
        for (int d = FIBONACCI; d <= PELL; d++)
            linear_row(systems[d], row[i], 22);
        if (i < 5)
            linear_row(systems[TRIBONACCI], row[i], 22);
    }
}

static void congruences(void)
{
    static const form row[] = {
        {.f = {1}, .modulus = 3, .residue = {0}, .residues = 1},
        {.f = {1}, .modulus = 11, .residue = {0, 2, 4}, .residues = 3},
        {.f = {1}, .modulus = 12, .residue = {5}, .residues = 1},
        {.f = {1}, .modulus = 12, .residue = {5, 1}, .residues = 2},
        {.f = {1, -1}, .c = 3, .modulus = 4, .residue = {1}, .residues = 1},
        {.f = {1, -2, 1}, .c = -7, .modulus = 6, .residue = {1, 4}, .residues = 2},
        {.f = {1, 1}, .modulus = 1, .residue = {0}, .residues = 1},
        {.f = {1, -1}, .modulus = 1, .residue = {0}, .residues = 1},
        {.f = {2, 4}, .modulus = 2, .residue = {1}, .residues = 1},
        {.f = {1}, .modulus = 5, .residue = {5, 7}, .residues = 2},
        {.f = {1}, .modulus = 5, .residue = {3, 3, 7}, .residues = 3},
        {.c = 7, .modulus = 5, .residue = {2}, .residues = 1},
        {.c = -3, .modulus = 5, .residue = {2}, .residues = 1},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        for (int d = BINARY; d < SYSTEMS; d++) {
            if (d == SCHWENK && i >= 4 && i < 8)
                continue; /* sums in these digits are dear */
            const form *f = &row[i];
            const bti_linear_term sum[] = {{X, f->f[0]}, {Y, f->f[1]}, {Z, f->f[2]}};
            theory t;
            bti_dfa *a;
            char what[40];
            open_theory(&t, systems[d], 0);
            snprintf(what, sizeof what, "%s, congruence %zu", system_name[d], i);
            CHECK(bti_dfa_mod(&t.m, sum, 3, f->c, f->modulus, f->residue, f->residues,
                              &a) == BT_OK,
                  "%s", bt_message(t.ctx));
            agree(a, 3, 32, congruence_holds, f, what);
            bti_dfa_free(a);
            close_theory(&t);
        }
}

static bool sum_holds(const void *arg, const uint64_t *v)
{
    (void)arg;
    return v[X] + v[Y] == v[Z];
}

static void adder(bti_digits digits)
{
    theory t;
    bti_dfa *a;
    const bti_linear_term sum[] = {{X, 1}, {Y, 1}, {Z, -1}};
    unsigned long wrong = 0;
    open_theory(&t, digits, 0);
    CHECK(bti_dfa_linear(&t.m, sum, 3, 0, BTI_EQ, &a) == BT_OK, "%s",
          bt_message(t.ctx));
    for (uint64_t x = 0; x < 200; x++)
        for (uint64_t y = 0; y < 200; y++)
            for (uint64_t z = x + y > 2 ? x + y - 3 : 0; z < x + y + 4; z++) {
                uint64_t v[VARS] = {x, y, z, 0};
                wrong += bti_dfa_accepts(a, v) != sum_holds(NULL, v);
            }
    CHECK(wrong == 0, "%s: %lu sums differ", name_of(digits), wrong);
    uint64_t large[VARS] = {UINT64_C(1) << 61, (UINT64_C(1) << 61) + 12345,
                            (UINT64_C(1) << 62) + 12345, 0};
    CHECK(bti_dfa_accepts(a, large), "%s: large numbers", name_of(digits));
    large[Z]++;
    CHECK(!bti_dfa_accepts(a, large), "%s: large numbers", name_of(digits));
    bti_dfa_free(a);
    close_theory(&t);
}

/* Digitwise atoms; `which` is a letter of its own. */

/* The greatest weight that fits, again and again. */
static uint64_t greedy_part(uint64_t n, bool high)
{
    uint64_t weight[100], part = 0;
    int count = 0;
    for (; count < 100 && (count == 0 || weight[count - 1] <= n); count++) {
        weight[count] = count < (int)opened->given ? opened->first[count] : 0;
        for (int j = 0; count >= (int)opened->given && j < (int)opened->factors; j++)
            weight[count] += opened->factor[j] * weight[count - 1 - j];
    }
    while (count-- > 0)
        if (weight[count] <= n) {
            n -= weight[count];
            part = weight[count];
            if (high)
                break;
        }
    return part;
}

static uint64_t zeckendorf_part(uint64_t n, bool high)
{
    uint64_t part = 0;
    while (n) {
        uint64_t f = 1, g = 2, h;
        while (g <= n) {
            h = f + g;
            f = g;
            g = h;
        }
        n -= f;
        part = f;
        if (high)
            return part;
    }
    return part;
}

/* Zeckendorf's words in their order are 0, 1, 2, ...: each with a zero put behind it.
 */
static uint64_t zeckendorf_shifted(uint64_t n)
{
    uint64_t word = 0, sum = 0, f = 1, g = 2;
    while (n > 0) {
        word++;
        n -= (word & (word >> 1)) == 0;
    }
    for (word <<= 1; word; word >>= 1, g += f, f = g - f)
        sum += word & 1 ? f : 0;
    return sum;
}

static uint64_t binary_part(uint64_t n, bool high)
{
    uint64_t part = n & (0 - n);
    while (high && part && 2 * part <= n)
        part *= 2;
    return part;
}

static bool digitwise_holds(const void *arg, const uint64_t *v)
{
    uint64_t z = v[Z], x = v[X], y = v[Y], ones;
    switch (*(const char *)arg) {
    case '^':
        return z == (x ^ y);
    case '&':
        return z == (x & y);
    case '|':
        return z == (x | y);
    case 's':
        return z == 2 * x;
    case 'S':
        return z == zeckendorf_shifted(x);
    case 'p':
        return x != 0 && (x & (x - 1)) == 0;
    case 'l':
        return z == binary_part(x, false);
    case 'h':
        return z == binary_part(x, true);
    case 'L':
        return z == (opened == BTI_FIBONACCI ? zeckendorf_part : greedy_part)(x, false);
    case 'H':
        return z == (opened == BTI_FIBONACCI ? zeckendorf_part : greedy_part)(x, true);
    case '0':
        return x == (x ^ x); /* x = x ^ x */
    case 'd':
        return x == greedy_part(x, true);
    default: /* columns of x, y, z, z modulo 3 */
        for (int i = 0; i < 8; i++) {
            ones = (x >> i & 1) + (y >> i & 1) + 2 * (z >> i & 1);
            if (ones % 3)
                return false;
        }
        return true;
    }
}

static bt_status digitwise(bti_automata *m, char which, bti_dfa **out)
{
    switch (which) {
    case '^':
        return bti_dfa_xor(m, Z, X, Y, out);
    case '&':
        return bti_dfa_and(m, Z, X, Y, out);
    case '|':
        return bti_dfa_or(m, Z, X, Y, out);
    case 's':
    case 'S':
        return bti_dfa_shl(m, Z, X, out);
    case 'p':
        return bti_dfa_pow2(m, X, out);
    case 'l':
    case 'L':
        return bti_dfa_low(m, Z, X, out);
    case 'h':
    case 'H':
        return bti_dfa_high(m, Z, X, out);
    case '0':
        return bti_dfa_xor(m, X, X, X, out);
    case 'd':
        return bti_dfa_high(m, X, X, out);
    default:
        return bti_dfa_cols(m, 3, (const uint32_t[]){Z, X, Z, Y}, 4, out);
    }
}

static void digitwise_atoms(void)
{
    static const char in_binary[] = "^&|splh0c", in_fibonacci[] = "LHdS";
    for (const char *p = in_binary; *p; p++) {
        theory t;
        bti_dfa *a;
        open_theory(&t, BTI_BINARY, 0);
        CHECK(digitwise(&t.m, *p, &a) == BT_OK, "%s", bt_message(t.ctx));
        agree(a, 3, 64, digitwise_holds, p, p);
        bti_dfa_free(a);
        close_theory(&t);
        open_theory(&t, BTI_FIBONACCI, 0);
        if (!strchr("lhs", *p))
            CHECK(digitwise(&t.m, *p, &a) == BT_DOMAIN && !a, "%c in fib", *p);
        close_theory(&t);
    }
    for (const char *p = in_fibonacci; *p; p++) {
        theory t;
        bti_dfa *a;
        open_theory(&t, BTI_FIBONACCI, 0);
        CHECK(digitwise(&t.m, *p, &a) == BT_OK, "%s", bt_message(t.ctx));
        agree(a, 3, 64, digitwise_holds, p, p);
        bti_dfa_free(a);
        close_theory(&t);
    }
    for (int d = BASE_3; d < SYSTEMS; d++)
        for (const char *p = in_fibonacci; *p; p++) {
            theory t;
            bti_dfa *a;
            open_theory(&t, systems[d], 0);
            bt_status status = digitwise(&t.m, *p, &a);
            bool none = *p == 'S' || (*p == 'L' && d <= PELL);
            CHECK(status == (none ? BT_DOMAIN : BT_OK), "%s %c", system_name[d], *p);
            if (a)
                agree(a, 3, 64, digitwise_holds, p, p);
            bti_dfa_free(a);
            close_theory(&t);
        }
}

/* Numbers and words of digits: a word is greedy exactly when it is that of its number,
 * and the automata for greedy words say so, from either end. */
static void words(bti_digits d)
{
    enum { PLACES = 12 };
    uint64_t weight[BTI_MOST_DIGITS], sum;
    unsigned wrong = 0;
    bti_digit_weights(d, weight);
    for (unsigned word = 0; word < 1u << PLACES; word++) {
        unsigned char digit[BTI_MOST_DIGITS];
        unsigned up = 0, down = PLACES % d->period, written = 0;
        sum = 0;
        for (unsigned i = 0; i < PLACES; i++) {
            sum += word >> i & 1 ? weight[i] : 0;
            up = up == BTI_NO_WORD ? up : d->up[up][word >> i & 1];
            unsigned at = PLACES - 1 - i;
            down = down == BTI_NO_WORD ? down : d->down[down][word >> at & 1];
        }
        for (unsigned i = bti_digits_of(d, sum, digit); i-- > 0;)
            written = 2 * written + digit[i];
        bool greedy = written == word;
        wrong += greedy != (up != BTI_NO_WORD && d->up_ends[up]);
        wrong += greedy != (down != BTI_NO_WORD && d->down_ends[down]);
    }
    CHECK(wrong == 0, "%s: %u words differ", name_of(d), wrong);
    for (uint64_t n = 1; n; n = n * 3 + n / 5 > n ? n * 3 + n / 5 : 0) {
        unsigned char digit[BTI_MOST_DIGITS];
        unsigned count = bti_digits_of(d, n, digit);
        sum = 0;
        for (unsigned i = 0; i < count; i++)
            sum += digit[i] ? weight[i] : 0;
        CHECK(sum == n && digit[count - 1] == 1, "%s: digits of %llu", name_of(d),
              (unsigned long long)n);
    }
}

/* Weights that are no system of digits, and why. */
static void bad_weights(void)
{
    static const struct {
        bti_numeration n;
        bt_status status;
        const char *why;
    } row[] = {
        {{.factors = 1, .given = 1, .factor = {3}, .first = {1}},
         BT_DOMAIN,
         "2 cannot be written in these digits: it is less than the weight 3, and the "
         "smaller weights add up to only 1"},
        {{.factors = 1, .given = 2, .factor = {2}, .first = {2, 3}},
         BT_DOMAIN,
         "1 cannot be written in these digits: it is less than the weight 2, and the "
         "smaller weights add up to only 0"},
        {{.factors = 2, .given = 3, .factor = {0, 1}, .first = {1, 2, 1}},
         BT_DOMAIN,
         "the weights must not fall, and after 2 comes 1"},
        {{.factors = 1, .given = 1, .factor = {1}, .first = {1}},
         BT_UNABLE,
         "the weights grow too slowly: 160 of them must pass 2^64"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        theory t;
        bti_numeration n = row[i].n;
        open_theory(&t, BTI_BINARY, 0);
        CHECK(bti_numeration_make(t.ctx, &n) == row[i].status &&
                  strcmp(bt_message(t.ctx), row[i].why) == 0,
              "row %zu: %s", i, bt_message(t.ctx));
        close_theory(&t);
    }
}

/* The greatest root of x^4 = 3x^3 + 2x^2 + 3 has conjugates beyond 1: numbers can be
 * written, but sums need ever more states, and that is told. */
static void no_pisot_number(void)
{
    static bti_numeration n = {
        .factors = 12,
        .given = 12,
        .factor = {0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 3},
        .first = {1, 1, 1, 4, 4, 4, 15, 15, 15, 54, 54, 54},
    };
    const bti_linear_term sum[] = {{X, 1}, {Y, 1}, {Z, -1}};
    theory t;
    bti_dfa *a;
    open_theory(&t, BTI_BINARY, 0);
    CHECK(bti_numeration_make(t.ctx, &n) == BT_OK, "%s", bt_message(t.ctx));
    bti_automata_init(&t.m, t.ctx, &n);
    t.m.limits.states = 20000;
    CHECK(bti_dfa_linear(&t.m, sum, 3, 0, BTI_EQ, &a) == BT_UNABLE && !a &&
              strstr(bt_message(t.ctx), "Pisot"),
          "%s", bt_message(t.ctx));
    close_theory(&t);
}

/* Random formulas. Quantified variables run below BOUND, in the automaton by an atom.
 */

enum { BOUND = 12, DEEP = 4 };

typedef struct formula formula;
struct formula {
    char kind; /* L linear, M congruence, D digitwise, B boolean, E exists, A for all */
    form form;
    char which;
    unsigned truth_table;
    uint32_t var;
    const formula *left, *right;
};

static formula pool[64];
static size_t pooled;

static const formula *random_formula(bti_digits digits, int depth)
{
    formula *f = &pool[pooled++];
    *f = (formula){.kind = depth == 0 ? "LLMD"[roll(4)] : "BBBEA"[roll(5)],
                   .which = digits == BTI_BINARY         ? "^&|splhc"[roll(8)]
                            : bti_weights_repeat(digits) ? 'H'
                                                         : "LH"[roll(2)],
                   .truth_table = roll(16),
                   .var = roll(3)};
    f->form =
        (form){.f = {(int64_t)roll(5) - 2, (int64_t)roll(5) - 2, (int64_t)roll(3) - 1},
               .c = (int64_t)roll(11) - 5,
               .rel = (bti_relation)roll(6),
               .modulus = 1 + roll(5),
               .residue = {roll(5), roll(5)},
               .residues = 1 + roll(2)};
    if (depth > 0)
        f->left = random_formula(digits, (int)roll((uint32_t)depth));
    if (f->kind == 'B')
        f->right = random_formula(digits, (int)roll((uint32_t)depth));
    return f;
}

static bool holds(const void *arg, const uint64_t *v)
{
    const formula *f = arg;
    uint64_t w[VARS] = {v[0], v[1], v[2], v[3]};
    bool found = f->kind == 'A';
    switch (f->kind) {
    case 'L':
        return relation_holds(&f->form, v);
    case 'M':
        return congruence_holds(&f->form, v);
    case 'D':
        return digitwise_holds(&f->which, v);
    case 'B':
        return f->truth_table >> (2 * holds(f->left, v) + holds(f->right, v)) & 1;
    default:
        for (w[f->var] = 0; w[f->var] < BOUND; w[f->var]++)
            if (holds(f->left, w) != found)
                return !found;
        return found;
    }
}

static bt_status compile(bti_automata *m, const formula *f, bti_dfa **out);

static bt_status compile_pair(bti_automata *m, const formula *f, bti_dfa **out)
{
    bti_dfa *a, *b = NULL;
    BT_TRY(compile(m, f->left, &a));
    bt_status status = compile(m, f->right, &b);
    if (status == BT_OK)
        status = bti_dfa_product(m, a, b, f->truth_table, out);
    bti_dfa_free(a);
    bti_dfa_free(b);
    return status;
}

static bt_status compile_quantifier(bti_automata *m, const formula *f, bti_dfa **out)
{
    bti_dfa *a, *b = NULL, *c = NULL;
    const bti_linear_term sum = {f->var, 1};
    BT_TRY(compile(m, f->left, &a));
    bt_status status = bti_dfa_linear(m, &sum, 1, -BOUND, BTI_LT, &b);
    if (status == BT_OK)
        status = bti_dfa_product(m, b, a, f->kind == 'E' ? BTI_BOTH : BTI_IMPLIES, &c);
    if (status == BT_OK)
        status = f->kind == 'E' ? bti_dfa_exists(m, c, &f->var, 1, out)
                                : bti_dfa_forall(m, c, &f->var, 1, out);
    bti_dfa_free(a);
    bti_dfa_free(b);
    bti_dfa_free(c);
    return status;
}

static bt_status compile(bti_automata *m, const formula *f, bti_dfa **out)
{
    const bti_linear_term sum[] = {
        {X, f->form.f[0]}, {Y, f->form.f[1]}, {Z, f->form.f[2]}};
    *out = NULL;
    switch (f->kind) {
    case 'L':
        return bti_dfa_linear(m, sum, 3, f->form.c, f->form.rel, out);
    case 'M':
        return bti_dfa_mod(m, sum, 3, f->form.c, f->form.modulus, f->form.residue,
                           f->form.residues, out);
    case 'D':
        return digitwise(m, f->which, out);
    case 'B':
        return compile_pair(m, f, out);
    default:
        return compile_quantifier(m, f, out);
    }
}

static bool one_track_fewer(const bti_dfa *a)
{
    for (unsigned i = 1; i < a->tracks; i++)
        if (a->track[i - 1] >= a->track[i])
            return false;
    return true;
}

/* The least tuple in the box, by trying; total in *total. */
static void least_in_box(const formula *f, uint64_t bound, uint64_t *best,
                         uint64_t *total)
{
    uint64_t v[VARS] = {0};
    *total = UINT64_MAX;
    for (v[X] = 0; v[X] < bound; v[X]++)
        for (v[Y] = 0; v[Y] < bound; v[Y]++)
            for (v[Z] = 0; v[Z] < bound; v[Z]++) {
                uint64_t sum = v[X] + v[Y] + v[Z];
                if (sum >= *total || !holds(f, v))
                    continue;
                *total = sum;
                memcpy(best, v, VARS * sizeof *v);
            }
}

static void least_of(theory *t, const formula *f, const bti_dfa *a, const char *what)
{
    static const uint32_t order[] = {X, Y, Z, U};
    uint64_t value[4] = {0}, best[VARS] = {0}, total;
    bool found;
    CHECK(bti_dfa_least(&t->m, a, order, 4, value, &found) == BT_OK, "%s: %s", what,
          bt_message(t->ctx));
    least_in_box(f, BOUND, best, &total);
    if (total < BOUND) /* then nothing outside the box is less */
        CHECK(found && memcmp(value, best, 3 * sizeof *value) == 0,
              "%s: least %llu %llu %llu, not %llu %llu %llu", what,
              (unsigned long long)best[0], (unsigned long long)best[1],
              (unsigned long long)best[2], (unsigned long long)value[0],
              (unsigned long long)value[1], (unsigned long long)value[2]);
    else if (found)
        CHECK(value[0] + value[1] + value[2] >= BOUND &&
                  (value[0] + value[1] + value[2] > 500 || holds(f, value)),
              "%s: least", what);
    CHECK(found == !bti_dfa_is_empty(a), "%s: emptiness", what);
}

static void random_formulas(bti_digits digits, int rounds)
{
    for (int i = 0; i < rounds; i++) {
        theory t;
        bti_dfa *a, *b = NULL, *c = NULL;
        char what[60];
        snprintf(what, sizeof what, "%s, formula %d", name_of(digits), i);
        open_theory(&t, digits, 0);
        pooled = 0;
        const formula *f = random_formula(digits, 1 + (int)roll(DEEP));
        CHECK(compile(&t.m, f, &a) == BT_OK, "%s: %s", what, bt_message(t.ctx));
        if (a) {
            agree(a, 3, BOUND, holds, f, what);
            least_of(&t, f, a, what);
            CHECK(one_track_fewer(a), "%s: tracks ascend", what);
            CHECK(bti_dfa_not(&t.m, a, &b) == BT_OK &&
                      bti_dfa_not(&t.m, b, &c) == BT_OK,
                  "%s", bt_message(t.ctx));
            CHECK(bti_dfa_equal(a, c), "%s: not not", what);
            CHECK(!bti_dfa_equal(a, b), "%s: not", what);
            bti_dfa_free(b);
            bti_dfa_free(c);
        }
        bti_dfa_free(a);
        close_theory(&t);
    }
}

/* Tables from elsewhere, minimised, against the quadratic method: mark all pairs that
 * are told apart until nothing changes. */

enum { STATES = 24, LETTERS = 4 };

typedef struct {
    size_t states;
    uint32_t next[STATES * LETTERS];
    unsigned char accept[STATES];
} random_table;

static random_table random_dfa(void)
{
    random_table r = {.states = 1 + roll(STATES)};
    uint32_t few = 1 + roll((uint32_t)r.states); /* makes equal states likely */
    for (size_t i = 0; i < r.states * LETTERS; i++)
        r.next[i] = roll(4) ? roll(few) : roll((uint32_t)r.states);
    for (size_t i = 0; i < r.states; i++)
        r.accept[i] = (unsigned char)(roll(3) == 0);
    return r;
}

/* Reading zeros for ever: some state of the cycle accepts. */
static void close_slowly(random_table *r)
{
    unsigned char closed[STATES] = {0};
    for (size_t s = 0; s < r->states; s++) {
        uint32_t q = (uint32_t)s;
        for (size_t i = 0; i < 3 * STATES; i++) {
            q = r->next[q * LETTERS];
            closed[s] |= i >= STATES ? r->accept[q] : 0;
        }
    }
    memcpy(r->accept, closed, sizeof closed);
}

static size_t classes_slowly(const random_table *r)
{
    bool apart[STATES][STATES] = {{false}}, reached[STATES] = {true}, changed = true;
    size_t classes = 0;
    while (changed) {
        changed = false;
        for (size_t s = 0; s < r->states; s++)
            for (size_t l = 0; l < LETTERS; l++)
                if (reached[s] && !reached[r->next[s * LETTERS + l]])
                    reached[r->next[s * LETTERS + l]] = changed = true;
        for (size_t s = 0; s < r->states; s++)
            for (size_t q = 0; q < r->states; q++) {
                bool now = r->accept[s] != r->accept[q];
                for (size_t l = 0; l < LETTERS; l++)
                    now = now ||
                          apart[r->next[s * LETTERS + l]][r->next[q * LETTERS + l]];
                changed = changed || now != apart[s][q];
                apart[s][q] = now;
            }
    }
    for (size_t s = 0; s < r->states; s++) {
        bool first = reached[s];
        for (size_t q = 0; q < s; q++)
            first = first && !(reached[q] && !apart[s][q]);
        classes += first;
    }
    return classes;
}

static bool table_accepts(const random_table *r, uint64_t x, uint64_t y)
{
    uint32_t s = 0;
    for (; x | y; x >>= 1, y >>= 1)
        s = r->next[s * LETTERS + (x & 1) + 2 * (y & 1)];
    return r->accept[s];
}

static bool as_table(const void *arg, const uint64_t *v)
{
    return table_accepts(arg, v[Y], v[X]); /* its tracks are Y, X */
}

static void minimisation(void)
{
    theory t;
    bti_dfa *a;
    open_theory(&t, BTI_BINARY, 0);
    for (int i = 0; i < 400; i++) {
        random_table r = random_dfa();
        CHECK(bti_dfa_of_tables(&t.m, (const uint32_t[]){Y, X}, 2, r.states, r.next,
                                r.accept, &a) == BT_OK,
              "%s", bt_message(t.ctx));
        close_slowly(&r);
        CHECK(a->states == classes_slowly(&r), "table %d: %zu states, not %zu", i,
              a->states, classes_slowly(&r));
        agree(a, 2, 40, as_table, &r, "a random table");
        bti_dfa_free(a);
    }
    random_table r = {.states = 2, .next = {0, 1, 2, 0}};
    CHECK(bti_dfa_of_tables(&t.m, (const uint32_t[]){X}, 1, 2, r.next, r.accept, &a) ==
              BT_DOMAIN,
          "no state 2");
    CHECK(bti_dfa_of_tables(&t.m, (const uint32_t[]){X, X}, 2, 1, r.next, r.accept,
                            &a) == BT_DOMAIN,
          "a track twice");
    CHECK(bti_dfa_of_tables(&t.m, NULL, 0, 0, r.next, r.accept, &a) == BT_DOMAIN,
          "no state");
    close_theory(&t);
}

/* Renaming, holding, several quantifiers at once. */

typedef struct {
    const formula *f;
    uint32_t to[3];
    uint64_t held; /* value of X, or UINT64_MAX */
} changed;

static bool changed_holds(const void *arg, const uint64_t *v)
{
    const changed *c = arg;
    uint64_t w[VARS] = {v[c->to[0]], v[c->to[1]], v[c->to[2]], 0};
    if (c->held != UINT64_MAX)
        w[X] = c->held;
    return holds(c->f, w);
}

static void track_changes(bti_digits digits)
{
    static const uint32_t from[] = {X, Y, Z};
    static const uint32_t to[][3] = {{Y, Z, U}, {Z, X, Y}, {Y, X, Z},
                                     {X, X, Z}, {U, Y, U}, {Z, Z, Z}};
    for (int i = 0; i < 60; i++) {
        theory t;
        bti_dfa *a, *b;
        open_theory(&t, digits, 0);
        pooled = 0;
        changed c = {.f = random_formula(digits, 2), .held = UINT64_MAX};
        memcpy(c.to, to[i % 6], sizeof c.to);
        CHECK(compile(&t.m, c.f, &a) == BT_OK, "%s", bt_message(t.ctx));
        CHECK(bti_dfa_rename(&t.m, a, from, c.to, 3, &b) == BT_OK, "%s",
              bt_message(t.ctx));
        agree(b, 4, 7, changed_holds, &c, "renamed");
        bti_dfa_free(b);
        memcpy(c.to, from, sizeof c.to);
        c.held = roll(20);
        CHECK(bti_dfa_fix(&t.m, a, X, c.held, &b) == BT_OK, "%s", bt_message(t.ctx));
        CHECK(!bti_dfa_has_track(b, X), "held tracks go");
        agree(b, 3, 12, changed_holds, &c, "held");
        bti_dfa_free(b);
        bti_dfa_free(a);
        close_theory(&t);
    }
}

static void several_quantifiers(bti_digits digits)
{
    for (int i = 0; i < 60; i++) {
        theory t;
        bti_dfa *a, *b = NULL, *c = NULL, *d = NULL;
        const uint32_t both[] = {Y, X, U};
        open_theory(&t, digits, 0);
        pooled = 0;
        CHECK(compile(&t.m, random_formula(digits, 3), &a) == BT_OK, "%s",
              bt_message(t.ctx));
        CHECK(bti_dfa_exists(&t.m, a, both, 3, &b) == BT_OK &&
                  bti_dfa_exists(&t.m, a, both, 1, &c) == BT_OK &&
                  bti_dfa_exists(&t.m, c, both + 1, 1, &d) == BT_OK,
              "%s", bt_message(t.ctx));
        CHECK(bti_dfa_equal(b, d), "at once and one by one");
        CHECK(!bti_dfa_has_track(b, X) && !bti_dfa_has_track(b, Y), "tracks go");
        bti_dfa_free(a);
        bti_dfa_free(b);
        bti_dfa_free(c);
        bti_dfa_free(d);
        close_theory(&t);
    }
}

/* Walks: all options, each once, and no other. */

enum { BOX = 40 };

static void walk_agrees(const bti_dfa *a, bti_walk *w, const uint64_t *fixed,
                        const char *what)
{
    static unsigned char seen[BOX][BOX];
    uint64_t v[VARS] = {fixed[0], fixed[1], 0, 0}, option[2], walked = 0, want = 0;
    unsigned long wrong = 0;
    bool infinite;
    memset(seen, 0, sizeof seen);
    CHECK(bti_walk_start(w, fixed, &infinite) == BT_OK && !infinite, "%s", what);
    while (bti_walk_next(w, option)) {
        walked++;
        if (option[0] < BOX && option[1] < BOX)
            wrong += seen[option[0]][option[1]]++ != 0;
        v[Z] = option[0];
        v[U] = option[1];
        wrong += !bti_dfa_accepts(a, v);
    }
    CHECK(!bti_walk_next(w, option), "%s: the end stays", what);
    for (v[Z] = 0; v[Z] < BOX; v[Z]++)
        for (v[U] = 0; v[U] < BOX; v[U]++) {
            want += bti_dfa_accepts(a, v);
            wrong += bti_dfa_accepts(a, v) != (seen[v[Z]][v[U]] != 0);
        }
    CHECK(wrong == 0 && walked >= want && bti_walk_count(w) == walked,
          "%s from %llu %llu: %llu options, %llu in the box, %lu wrong", what,
          (unsigned long long)fixed[0], (unsigned long long)fixed[1],
          (unsigned long long)walked, (unsigned long long)want, wrong);
}

/* x, y fixed, z and u free: F(x, y, z) & z < 2 x + y + 3 & u <= y, say. */
static bt_status bounded(bti_automata *m, const formula *f, bti_dfa **out)
{
    const bti_linear_term first[] = {{Z, 1}, {X, -2}, {Y, -1}},
                          second[] = {{U, 1}, {Y, -1}};
    bti_dfa *a = NULL, *b = NULL, *c = NULL, *d = NULL;
    bt_status status = compile(m, f, &a);
    if (status == BT_OK)
        status = bti_dfa_linear(m, first, 3, -3, BTI_LT, &b);
    if (status == BT_OK)
        status = bti_dfa_product(m, a, b, BTI_BOTH, &c);
    if (status == BT_OK)
        status = bti_dfa_linear(m, second, 2, 0, BTI_LE, &d);
    if (status == BT_OK)
        status = bti_dfa_product(m, c, d, BTI_BOTH, out);
    bti_dfa_free(a);
    bti_dfa_free(b);
    bti_dfa_free(c);
    bti_dfa_free(d);
    return status;
}

static void walks(bti_digits digits)
{
    static const uint32_t fixed[] = {X, Y}, free[] = {Z, U};
    for (int i = 0; i < 40; i++) {
        theory t;
        bti_dfa *a;
        bti_walk *w;
        open_theory(&t, digits, 0);
        pooled = 0;
        CHECK(bounded(&t.m, random_formula(digits, (int)roll(3)), &a) == BT_OK, "%s",
              bt_message(t.ctx));
        CHECK(bti_walk_new(t.ctx, a, fixed, 2, free, 2, &w) == BT_OK, "%s",
              bt_message(t.ctx));
        for (int j = 0; j < 12 && !bti_dfa_is_empty(a); j++)
            walk_agrees(a, w, (const uint64_t[]){roll(12), roll(12)}, "a walk");
        bti_walk_free(w);
        bti_dfa_free(a);
        close_theory(&t);
    }
}

/* Infinite sets, long tails, wrong lists. */
static void odd_walks(bti_digits digits)
{
    static const uint32_t x[] = {X}, y[] = {Y}, xy[] = {X, Y}, yz[] = {Y, Z};
    const bti_linear_term more[] = {{X, 1}, {Y, -1}}, times[] = {{X, 100}, {Y, -1}};
    theory t;
    bti_dfa *a;
    bti_walk *w;
    uint64_t option[2];
    bool infinite;
    open_theory(&t, digits, 0);
    CHECK(bti_dfa_linear(&t.m, more, 2, 0, BTI_LT, &a) == BT_OK, "x < y");
    CHECK(bti_walk_new(t.ctx, a, x, 1, y, 1, &w) == BT_OK, "new");
    CHECK(bti_walk_start(w, (uint64_t[]){5}, &infinite) == BT_OK && infinite, "y > 5");
    CHECK(!bti_walk_next(w, option), "nothing to walk");
    bti_walk_free(w);
    CHECK(bti_walk_new(t.ctx, a, y, 1, x, 1, &w) == BT_OK, "new");
    CHECK(bti_walk_start(w, (uint64_t[]){0}, &infinite) == BT_OK && !infinite, "0");
    CHECK(!bti_walk_next(w, option) && bti_walk_count(w) == 0, "none below 0");
    uint64_t weight[BTI_MOST_DIGITS];
    unsigned weights = bti_digit_weights(digits, weight);
    uint64_t most = digits == BTI_BINARY ? UINT64_MAX : weight[weights - 1] - 1;
    CHECK(digits != BTI_FIBONACCI || most == 12200160415121876737u, "92 digits");
    CHECK(bti_walk_start(w, &most, &infinite) == BT_OK, "%s", bt_message(t.ctx));
    CHECK(bti_walk_count(w) == most, "so many");
    most++;
    CHECK(bti_walk_start(w, &most, &infinite) ==
              (digits == BTI_BINARY ? BT_OK : BT_UNABLE),
          "that many digits may be too many");
    bti_walk_free(w);
    CHECK(bti_walk_new(t.ctx, a, x, 1, x, 1, &w) == BT_DOMAIN && !w, "twice");
    CHECK(bti_walk_new(t.ctx, a, x, 1, x, 0, &w) == BT_DOMAIN && !w, "y is missing");
    CHECK(bti_walk_new(t.ctx, a, x, 1, yz, 2, &w) == BT_OK, "new");
    CHECK(bti_walk_start(w, (uint64_t[]){5}, &infinite) == BT_OK && infinite, "any z");
    bti_walk_free(w);
    CHECK(bti_walk_new(t.ctx, a, xy, 2, xy, 0, &w) == BT_OK, "nothing free");
    CHECK(bti_walk_start(w, (uint64_t[]){3, 4}, &infinite) == BT_OK && !infinite,
          "3, 4");
    CHECK(bti_walk_next(w, option) && !bti_walk_next(w, option), "3 < 4");
    CHECK(bti_walk_start(w, (uint64_t[]){4, 4}, &infinite) == BT_OK && !infinite,
          "4, 4");
    CHECK(!bti_walk_next(w, option), "4 < 4");
    bti_walk_free(w);
    bti_dfa_free(a);
    CHECK(bti_dfa_linear(&t.m, times, 2, 0, BTI_EQ, &a) == BT_OK, "y = 100 x");
    CHECK(bti_walk_new(t.ctx, a, x, 1, y, 1, &w) == BT_OK, "new");
    CHECK(bti_walk_start(w, (uint64_t[]){7}, &infinite) == BT_OK && !infinite, "7");
    CHECK(bti_walk_next(w, option) && option[0] == 700 && !bti_walk_next(w, option),
          "700");
    CHECK(bti_walk_start(w, (uint64_t[]){UINT64_MAX / 5}, &infinite) == BT_UNABLE,
          "beyond 64 bits");
    CHECK(!bti_walk_next(w, option), "and nothing comes of it");
    bti_walk_free(w);
    bti_dfa_free(a);
    close_theory(&t);
}

static void counts(void)
{
    theory t;
    bti_dfa *a;
    uint64_t n;
    const bti_linear_term sum[] = {{X, 1}, {Y, -1}};
    open_theory(&t, BTI_BINARY, 0);
    CHECK(bti_dfa_linear(&t.m, sum, 2, 0, BTI_LT, &a) == BT_OK, "x < y");
    CHECK(bti_dfa_count(&t.m, a, 5, &n) == BT_OK && n == 31 * 32 / 2, "pairs");
    CHECK(bti_dfa_count(&t.m, a, 0, &n) == BT_OK && n == 0, "no digits");
    CHECK(bti_dfa_count(&t.m, a, 60, &n) == BT_OK && n == UINT64_MAX, "too many");
    bti_dfa_free(a);
    close_theory(&t);
    open_theory(&t, BTI_FIBONACCI, 0);
    CHECK(bti_dfa_linear(&t.m, sum, 2, 0, BTI_LT, &a) == BT_OK, "x < y");
    CHECK(bti_dfa_count(&t.m, a, 5, &n) == BT_OK && n == 12 * 13 / 2, "below 13");
    bti_dfa_free(a);
    close_theory(&t);
}

/* The lazy search finds something exactly when the product is not empty. */

static bool any_but(void *arg, const unsigned char *accepts)
{
    (void)arg;
    return accepts[0] && accepts[1] && !accepts[2];
}

static void lazy_searches(bti_digits digits)
{
    static const uint32_t order[] = {X, Y, Z, U};
    for (int i = 0; i < 100; i++) {
        theory t;
        bti_dfa *a[3] = {0}, *b = NULL, *c = NULL;
        uint64_t v[VARS] = {0};
        bti_search_result result;
        open_theory(&t, digits, 0);
        for (int j = 0; j < 3; j++) {
            pooled = 0;
            CHECK(compile(&t.m, random_formula(digits, (int)roll(2)), &a[j]) == BT_OK,
                  "%s", bt_message(t.ctx));
        }
        CHECK(bti_dfa_product(&t.m, a[0], a[1], BTI_BOTH, &b) == BT_OK &&
                  bti_dfa_product(&t.m, b, a[2], BTI_BUT_NOT, &c) == BT_OK,
              "%s", bt_message(t.ctx));
        CHECK(bti_dfa_search(&t.m, (const bti_dfa *const *)a, 3, any_but, NULL, 1000000,
                             order, 4, v, &result) == BT_OK,
              "%s", bt_message(t.ctx));
        CHECK((result == BTI_SEARCH_FOUND) == !bti_dfa_is_empty(c), "search %d", i);
        CHECK(result != BTI_SEARCH_FOUND || bti_dfa_accepts(c, v), "example %d", i);
        CHECK(result != BTI_SEARCH_GAVE_UP, "search %d", i);
        if (result == BTI_SEARCH_NONE && a[0]->states > 3) {
            CHECK(bti_dfa_search(&t.m, (const bti_dfa *const *)a, 3, any_but, NULL, 1,
                                 order, 4, v, &result) == BT_OK &&
                      result == BTI_SEARCH_GAVE_UP,
                  "a cap of 1");
        }
        for (int j = 0; j < 3; j++)
            bti_dfa_free(a[j]);
        bti_dfa_free(b);
        bti_dfa_free(c);
        close_theory(&t);
    }
}

/* A large automaton is hashed in several tasks; threads change nothing. */
static bti_dfa *large_automaton(unsigned threads, bt_context **ctx)
{
    bti_automata m;
    bti_dfa *a = NULL;
    const bti_linear_term sum[] = {{X, 9001}, {Y, -4001}};
    *ctx = bt_context_new(bt_host_posix(), 0);
    bt_set_threads(*ctx, threads);
    bti_automata_init(&m, *ctx, BTI_BINARY);
    CHECK(bti_dfa_linear(&m, sum, 2, 7, BTI_LE, &a) == BT_OK, "%s", bt_message(*ctx));
    CHECK(m.largest_raw > 10000, "large enough: %llu",
          (unsigned long long)m.largest_raw);
    return a;
}

static void threads(void)
{
    bt_context *one, *four;
    bti_dfa *a = large_automaton(1, &one), *b = large_automaton(4, &four);
    CHECK(bti_dfa_equal(a, b), "threads");
    bti_dfa_free(a);
    bti_dfa_free(b);
    bt_context_free(one);
    bt_context_free(four);
}

/* Limits are sentences. */

static void names(const theory *t, bt_status status, const char *limit)
{
    CHECK(status == BT_UNABLE && strstr(bt_message(t->ctx), limit), "%d: %s", status,
          bt_message(t->ctx));
}

static void limits(void)
{
    theory t;
    bti_dfa *a, *b;
    bti_linear_term sum[21];
    const uint32_t x = X;
    uint64_t v[1];
    bool found;
    for (uint32_t i = 0; i < 21; i++)
        sum[i] = (bti_linear_term){i, 1};
    open_theory(&t, BTI_BINARY, 0);
    t.m.limits.states = 100;
    names(&t, bti_dfa_linear(&t.m, &(bti_linear_term){X, 1000}, 1, 0, BTI_LE, &a),
          "100");
    t.m.limits.states = 1000000;
    names(&t, bti_dfa_linear(&t.m, sum, 21, 0, BTI_LE, &a), "tracks");
    t.m.limits.tracks = 2;
    names(&t, bti_dfa_linear(&t.m, sum, 3, 0, BTI_LE, &a), "tracks");
    t.m.limits.tracks = 20;
    t.m.limits.entries = 50;
    names(&t, bti_dfa_linear(&t.m, sum, 5, 0, BTI_LE, &a), "entries");
    t.m.limits.entries = 1 << 20;
    sum[0].factor = INT64_MAX;
    names(&t, bti_dfa_linear(&t.m, sum, 2, 0, BTI_LE, &a), "2^60");
    names(&t, bti_dfa_linear(&t.m, sum, 0, INT64_MIN, BTI_LE, &a), "2^60");
    CHECK(bti_dfa_mod(&t.m, sum, 0, 0, 0, NULL, 0, &a) == BT_DOMAIN, "mod 0");
    names(&t, bti_dfa_mod(&t.m, sum + 1, 1, 0, UINT32_MAX, NULL, 0, &a), "too large");
    CHECK(bti_dfa_cols(&t.m, 0, &x, 1, &a) == BT_DOMAIN, "cols(0; x)");
    CHECK(bti_dfa_linear(&t.m, &(bti_linear_term){X, 1}, 1, -(INT64_C(1) << 59), BTI_GE,
                         &a) == BT_OK,
          "x >= 2^59");
    CHECK(bti_dfa_least(&t.m, a, &x, 1, v, &found) == BT_OK && found &&
              v[0] == UINT64_C(1) << 59,
          "2^59");
    CHECK(bti_dfa_least(&t.m, a, &x, 0, v, &found) == BT_DOMAIN, "x is not asked for");
    bti_dfa_free(a);
    CHECK(bti_dfa_mod(&t.m, &(bti_linear_term){X, 1}, 1, 0, 101, (uint32_t[]){7}, 1,
                      &a) == BT_OK,
          "mod 101");
    CHECK(bti_dfa_linear(&t.m, (bti_linear_term[]){{X, 1}, {Y, -3}}, 2, 0, BTI_GT,
                         &b) == BT_OK,
          "x > 3 y");
    t.m.limits.members = 2;
    bti_dfa *c, *d;
    CHECK(bti_dfa_product(&t.m, a, b, BTI_BOTH, &c) == BT_OK, "both");
    names(&t, bti_dfa_exists(&t.m, c, &x, 1, &d), "members");
    bti_dfa_free(a);
    bti_dfa_free(b);
    bti_dfa_free(c);
    close_theory(&t);
    open_theory(&t, BTI_FIBONACCI, 0);
    names(&t, bti_dfa_linear(&t.m, &(bti_linear_term){X, 1 << 25}, 1, 0, BTI_LE, &a),
          "in these digits");
    t.m.limits.states = 100;
    names(
        &t,
        bti_dfa_linear(&t.m, (bti_linear_term[]){{X, 40}, {Y, -41}}, 2, 0, BTI_LE, &a),
        "100");
    close_theory(&t);
}

/* Letters that behave alike. The same steps with and without putting them together give
 * the same tables. */

enum { WIDE = 8, POOL = 6, NEVER = 99 };

typedef struct {
    int kind;
    uint32_t var[WIDE], truth_table, number, from, other;
    size_t vars;
} step;

static step random_step(void)
{
    step s = {.kind = (int)roll(8),
              .truth_table = roll(16),
              .number = 2 + roll(3),
              .from = roll(POOL),
              .other = roll(POOL)};
    for (uint32_t v = 0; v < WIDE; v++)
        if (roll(3))
            s.var[s.vars++] = v;
    return s;
}

/* A move changes variable 0; its primed name is WIDE. */
static bt_status make_move(bti_automata *m, const step *s, bti_dfa **out)
{
    const bti_linear_term less[] = {{WIDE, 1}, {0, -1}, {1 + s->number, s->number > 2}};
    return bti_dfa_linear(m, less, 3, 0, s->number % 2 ? BTI_LT : BTI_NE, out);
}

static bt_status take_step(bti_automata *m, const step *s, bti_dfa **kept,
                           bti_dfa **out)
{
    static const uint32_t names[] = {2, 5}, swapped[] = {5, 2}, primed = WIDE;
    const bti_dfa *a = kept[s->from], *b = kept[s->other];
    bti_linear_term sum[WIDE];
    bti_dfa *move;
    for (size_t i = 0; i < s->vars; i++)
        sum[i] = (bti_linear_term){s->var[i], i % 3 == 2 ? -1 : 1};
    *out = NULL;
    switch (s->kind) {
    case 0:
        return bti_dfa_cols(m, s->number, s->var, s->vars, out);
    case 1:
        return bti_dfa_linear(m, sum, s->vars, -(int64_t)s->number,
                              (bti_relation)(s->truth_table % 6), out);
    case 2:
        return bti_dfa_exists(m, a, s->var, s->vars / 3, out);
    case 3:
        return bti_dfa_rename(m, a, names, swapped, 2, out);
    case 4:
        BT_TRY(make_move(m, s, &move));
        bt_status status = bti_dfa_before(m, a, move, &names[0], &primed, 1, out);
        if (status == BT_OK) {
            bti_dfa_free(*out);
            status = bti_dfa_before(m, a, move, (const uint32_t[]){0}, &primed, 1, out);
        }
        bti_dfa_free(move);
        return status;
    case 5:
        return bti_dfa_not(m, a, out);
    default:
        return bti_dfa_product(m, a, b, s->truth_table, out);
    }
}

static void begin_pool(bti_automata *m, bti_dfa **kept)
{
    for (uint32_t i = 0; i < POOL; i++)
        CHECK(bti_dfa_cols(m, 2, &i, 1, &kept[i]) == BT_OK, "cols");
}

static void end_pool(bti_dfa **kept)
{
    for (size_t i = 0; i < POOL; i++)
        bti_dfa_free(kept[i]);
}

static void alike(void)
{
    bti_dfa *kept[2][POOL];
    theory t[2];
    unsigned wide = 0, known = 0;
    for (int k = 0; k < 2; k++) {
        open_theory(&t[k], BTI_BINARY, 0);
        t[k].m.squeezed = k ? NEVER : 2;
        begin_pool(&t[k].m, kept[k]);
    }
    for (int i = 0; i < 3000; i++) {
        step s = random_step();
        uint32_t to = roll(POOL);
        bti_dfa *out[2] = {NULL, NULL};
        for (int k = 0; k < 2; k++)
            CHECK(take_step(&t[k].m, &s, kept[k], &out[k]) == BT_OK, "step %d: %s", i,
                  bt_message(t[k].ctx));
        CHECK(bti_dfa_equal(out[0], out[1]), "step %d of kind %d: %zu and %zu states",
              i, s.kind, out[0]->states, out[1]->states);
        wide += out[0]->tracks > 5;
        known += out[0]->kind != NULL;
        CHECK(!out[1]->kind, "step %d", i);
        for (int k = 0; k < 2; k++) { /* large ones are forgotten */
            bti_dfa **old = &kept[k][to];
            bool fits = out[k]->states < 60;
            bti_dfa_free(fits ? *old : out[k]);
            *old = fits ? out[k] : *old;
        }
    }
    CHECK(wide > 500 && known > 500, "%u wide, %u with kinds", wide, known);
    for (int k = 0; k < 2; k++) {
        end_pool(kept[k]);
        close_theory(&t[k]);
    }
}

/* What is only done for letters that behave alike. */
static bt_status everything_alike(bti_automata *m)
{
    static const uint32_t var[] = {0, 1, 2, 3, 4, 5, 6, 7}, primed = WIDE;
    const step s = {.number = 3};
    bti_dfa *a[6] = {NULL};
    bt_status status = BT_OK;
    if (m->digits != BTI_BINARY)
        return BT_OK;
    status = bti_dfa_cols(m, 2, var, WIDE, &a[0]);
    if (status == BT_OK)
        status = bti_dfa_cols(m, 3, var + 1, WIDE - 2, &a[1]);
    if (status == BT_OK)
        status = bti_dfa_product(m, a[0], a[1], BTI_EITHER, &a[2]);
    if (status == BT_OK)
        status = bti_dfa_exists(m, a[2], var + 3, 1, &a[3]);
    if (status == BT_OK)
        status = make_move(m, &s, &a[4]);
    if (status == BT_OK)
        status = bti_dfa_before(m, a[2], a[4], var, &primed, 1, &a[5]);
    for (size_t i = 0; i < 6; i++)
        bti_dfa_free(a[i]);
    return status;
}

/* Everything once, for failing allocations and for stopping. */
static bt_status everything(theory *t)
{
    bti_automata *m = &t->m;
    static const uint32_t order[] = {X, Y, Z, U}, swapped[] = {Y, X};
    bti_dfa *a = NULL, *b = NULL, *c = NULL, *d = NULL;
    bti_walk *w = NULL;
    uint64_t v[VARS];
    bool yes;
    bti_search_result result;
    const bti_linear_term sum[] = {{X, 1}, {Y, 2}, {Z, -1}}, wide[] = {{X, 3}, {Y, -5}};
    random_table r = {.states = 3, .next = {0, 1, 2, 0, 1, 1, 2, 0, 2, 1, 0, 2}};
    bt_status status = bti_dfa_linear(m, sum, 3, -9, BTI_NE, &a);
    if (status == BT_OK)
        status = bti_dfa_mod(m, sum, 3, 1, 5, (const uint32_t[]){1, 3}, 2, &b);
    if (status == BT_OK)
        status = bti_dfa_product(m, a, b, BTI_EITHER, &c);
    if (status == BT_OK)
        status = bti_dfa_forall(m, c, swapped, 1, &d);
    bti_dfa_free(d);
    d = NULL;
    if (status == BT_OK)
        status = bti_dfa_rename(m, c, order, swapped, 2, &d);
    if (status == BT_OK)
        status = bti_dfa_least(m, d, order, 4, v, &yes);
    if (status == BT_OK)
        status = bti_dfa_count(m, d, 4, v);
    if (status == BT_OK)
        status = bti_dfa_search(m, (const bti_dfa *const[]){a, b, d}, 3, any_but, NULL,
                                100000, order, 4, v, &result);
    if (status == BT_OK)
        status = bti_walk_new(t->ctx, c, order, 2, order + 2, 1, &w);
    if (status == BT_OK)
        status = bti_walk_start(w, (const uint64_t[]){1000, 1000}, &yes);
    bti_dfa *all[] = {d, a, b};
    for (size_t i = 0; i < 3; i++)
        bti_dfa_free(all[i]);
    a = b = d = NULL;
    if (status == BT_OK)
        status = bti_dfa_linear(m, wide, 2, 4, BTI_LE, &a);
    if (status == BT_OK)
        status = bti_dfa_high(m, Z, X, &b);
    if (status == BT_OK)
        status = bti_dfa_fix(m, c, Y, 6, &d);
    bti_dfa_free(d);
    d = NULL;
    if (status == BT_OK)
        status = bti_dfa_of_tables(m, order, 2, r.states, r.next, r.accept, &d);
    if (status == BT_OK)
        status = everything_alike(m);
    bti_walk_free(w);
    bti_dfa_free(a);
    bti_dfa_free(b);
    bti_dfa_free(c);
    bti_dfa_free(d);
    return status;
}

static void failing_allocations(bti_digits digits)
{
    for (uint64_t k = 1;; k++) {
        theory t;
        open_theory(&t, digits, k);
        uint64_t before = t.host.calls;
        bt_status status = everything(&t);
        bool asked = t.host.calls - before >= k;
        if (status != (asked ? BT_NOMEM : BT_OK) || bt_memory_used(t.ctx) != 0)
            CHECK(false, "allocation %llu: %d", (unsigned long long)k, status);
        close_theory(&t);
        if (!asked)
            break;
    }
}

static unsigned long asked_to_stop;
static unsigned long stop_at;

static bool stop(void *self)
{
    (void)self;
    return ++asked_to_stop >= stop_at;
}

static void stopping(bti_digits digits)
{
    for (stop_at = 1;; stop_at++) {
        theory t;
        failing_host_init(&t.host, 0);
        t.host.host.stop = stop;
        t.ctx = bt_context_new(&t.host.host, 0);
        bti_automata_init(&t.m, t.ctx, digits);
        asked_to_stop = 0;
        bt_status status = everything(&t);
        bool asked = asked_to_stop >= stop_at;
        CHECK(status == (asked ? BT_STOPPED : BT_OK), "stop %lu: %d", stop_at, status);
        close_theory(&t);
        if (!asked)
            break;
    }
}

static void make_systems(void)
{
    theory t;
    open_theory(&t, BTI_BINARY, 0);
    for (int i = BASE_3; i < SYSTEMS; i++) {
        CHECK(bti_numeration_make(t.ctx, &made[i]) == BT_OK, "%s", bt_message(t.ctx));
        systems[i] = &made[i];
    }
    close_theory(&t);
}

int main(void)
{
    make_systems();
    linear_atoms();
    congruences();
    for (int i = FIBONACCI; i < SYSTEMS; i++) {
        words(systems[i]);
        adder(systems[i]);
    }
    bad_weights();
    no_pisot_number();
    digitwise_atoms();
    minimisation();
    counts();
    limits();
    threads();
    alike();
    for (int i = BINARY; i <= PELL; i++) {
        bti_digits digits = systems[i];
        random_formulas(digits, (int)effort_rounds(i <= FIBONACCI ? 200 : 60, 2000));
        track_changes(digits);
        if (i <= FIBONACCI)
            several_quantifiers(digits);
        walks(digits);
        odd_walks(digits);
        lazy_searches(digits);
        if (i <= FIBONACCI || !effort_is_low()) { /* the others share this code */
            failing_allocations(digits);
            stopping(digits);
        }
    }
    return check_close();
}
