/* SPDX-License-Identifier: MIT
 * What can be made of m chips does not depend on the heap that they are left of. So let
 * S1(m) hold the value of the heap m, S2(m) the values of m chips as two heaps, S3(m)
 * as three. The options of the heap n have the values in those Si(n - k) that digit k
 * allows, and each set is made once for all digits. In an endless code the digits k, k
 * + r, k + 2r ... of the tail are equal: of Si(m), Si(m - r), Si(m - 2r) ... the union
 * is kept, too.
 *
 * Sets are rows of bits, of which the latest are kept. Three heaps are one heap beside
 * two: S3(m) is the union of the sets S2(m - c) with every value in them added to the
 * value of c; there all rows are kept. */
#include "rules/code_table.h"

#include "core/arith.h"
#include "core/parallel.h"

#include <string.h>

enum { ONE, TWO, THREE, KINDS };

struct table {
    bt_context *ctx;
    const bti_code *code;
    bt_arena arena;
    uint32_t *value;
    unsigned needs, endless; /* a bit for each kind of which sets and unions are kept */
    size_t words, rows;      /* the values in a set are below 64 * words */
    uint64_t *set[KINDS], *all[KINDS];
    uint64_t *options;   /* one set */
    unsigned char *mark; /* a byte for each value */
};

static uint64_t *row_of(const struct table *t, uint64_t *rows, size_t m)
{
    return rows + m % t->rows * t->words;
}

static void add_row(const struct table *t, uint64_t *to, const uint64_t *from)
{
    for (size_t w = 0; w < t->words; w++)
        to[w] |= from[w];
}

static void set_of_marks(const struct table *t, uint64_t *set)
{
    const unsigned char *mark = t->mark;
    for (size_t w = 0; w < t->words; w++, mark += 64) {
        set[w] = 0;
        for (size_t i = 0; i < 64; i++)
            set[w] |= (uint64_t)mark[i] << i;
    }
}

/* This loop is where the time goes. */
static void make_pairs(struct table *t, size_t m, uint64_t *set)
{
    const uint32_t *value = t->value;
    unsigned char *mark = t->mark;
    size_t end = m < t->code->unequal ? 0 : (m - t->code->unequal) / 2;
    memset(mark, 0, 64 * t->words);
    for (size_t b = 1; b <= end; b++)
        mark[value[b] ^ value[m - b]] = 1;
    set_of_marks(t, set);
}

/* Three heaps of different sizes, c < b < m - c - b: S2 has pairs with another c. */
static void make_unequal_triples(struct table *t, size_t m, uint64_t *set)
{
    const uint32_t *value = t->value;
    memset(t->mark, 0, 64 * t->words);
    for (size_t c = 1; 3 * c + 3 <= m; c++)
        for (size_t b = c + 1; 2 * b + c < m; b++)
            t->mark[value[c] ^ value[b] ^ value[m - c - b]] = 1;
    set_of_marks(t, set);
}

/* Bit i of the result is bit i ^ by of the word. */
static uint64_t exchange(uint64_t word, unsigned by)
{
    static const uint64_t lower[] = {0x5555555555555555, 0x3333333333333333,
                                     0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff,
                                     0x0000ffff0000ffff, 0x00000000ffffffff};
    for (unsigned k = 0; k < 6; k++)
        if (by >> k & 1)
            word = (word & lower[k]) << (1u << k) | (word >> (1u << k) & lower[k]);
    return word;
}

/* The smallest heap is c; that S2 has triples in which it is not does no harm, unless
 * the three must differ. */
static void make_triples(struct table *t, size_t m, uint64_t *set)
{
    if (t->code->unequal) {
        make_unequal_triples(t, m, set);
        return;
    }
    memset(set, 0, t->words * sizeof *set);
    for (size_t c = 1; c <= m / 3; c++) {
        const uint64_t *pairs = row_of(t, t->set[TWO], m - c);
        for (size_t w = 0; w < t->words; w++)
            set[w ^ t->value[c] / 64] |= exchange(pairs[w], t->value[c] % 64);
    }
}

static void make_one(struct table *t, size_t m, uint64_t *set)
{
    memset(set, 0, t->words * sizeof *set);
    if (m > 0)
        set[t->value[m] / 64] = UINT64_C(1) << t->value[m] % 64;
}

/* Si(m), and the union of those that a tail of digits reaches from m. */
static void make_set(struct table *t, int kind, size_t m)
{
    static void (*const make[KINDS])(struct table *, size_t,
                                     uint64_t *) = {make_one, make_pairs, make_triples};
    if (!(t->needs >> kind & 1))
        return;
    uint64_t *set = row_of(t, t->set[kind], m);
    make[kind](t, m, set);
    if (!(t->endless >> kind & 1))
        return;
    uint64_t *all = row_of(t, t->all[kind], m);
    if (m >= t->code->repeat)
        memcpy(all, row_of(t, t->all[kind], m - t->code->repeat),
               t->words * sizeof *all);
    else
        memset(all, 0, t->words * sizeof *all);
    add_row(t, all, set);
}

static void add_options(struct table *t, size_t n, size_t k)
{
    const bti_code *code = t->code;
    bool in_tail = k > code->digits - code->repeat;
    unsigned digit = code->digit[k] & (n < code->least_broken ? 3 : 15);
    for (int kind = 0; kind < KINDS; kind++)
        if (digit >> kind & 2)
            add_row(t, t->options,
                    row_of(t, in_tail ? t->all[kind] : t->set[kind], n - k));
}

static uint32_t mex_of(struct table *t, size_t n)
{
    size_t w = 0;
    memset(t->options, 0, t->words * sizeof *t->options);
    t->options[0] = bti_code_at(t->code, n) & 1;
    for (size_t k = 0; k <= t->code->digits && k <= n; k++)
        add_options(t, n, k);
    while (w < t->words && t->options[w] == UINT64_MAX)
        w++;
    return (uint32_t)(64 * w + (w < t->words ? bti_lowest_bit(~t->options[w]) : 0));
}

/* The same rows with room for more words. */
static bool widen_rows(struct table *t, size_t words, uint64_t **rows)
{
    uint64_t *wide = bt_arena_alloc(&t->arena, t->rows, words * sizeof *wide);
    for (size_t i = 0; wide && *rows && i < t->rows; i++)
        memcpy(wide + i * words, *rows + i * t->words, t->words * sizeof *wide);
    *rows = wide;
    return wide != NULL;
}

static bt_status widen(struct table *t, size_t words)
{
    t->options = bt_arena_alloc(&t->arena, words, sizeof *t->options);
    t->mark = bt_arena_alloc(&t->arena, words, 64);
    bool enough = t->options && t->mark;
    for (int kind = 0; kind < KINDS; kind++) {
        if (t->needs >> kind & 1)
            enough = enough && widen_rows(t, words, &t->set[kind]);
        if (t->endless >> kind & 1)
            enough = enough && widen_rows(t, words, &t->all[kind]);
    }
    t->words = words;
    return enough ? BT_OK : bt_last_status(t->ctx);
}

static void look_at_code(struct table *t, size_t to)
{
    const bti_code *code = t->code;
    for (unsigned k = 0; k <= code->digits; k++) {
        t->needs |= code->digit[k] / 2u;
        if (k > code->digits - code->repeat)
            t->endless |= code->digit[k] / 2u;
    }
    t->rows = code->digits + 1;
    if (t->needs >> THREE & 1) {
        t->needs |= 1u << TWO;
        t->rows = to > t->rows ? to : t->rows;
    }
}

/* The sets of the heaps whose values are there, as far as they are still needed. */
static bt_status begin(struct table *t, size_t from)
{
    size_t words = 1;
    for (size_t n = 0; n < from; n++)
        while (t->value[n] / 64 >= words)
            words *= 2;
    BT_TRY(widen(t, words));
    for (size_t m = 0; m < from; m++) {
        bool latest = m + t->rows >= from;
        if (latest || t->endless >> TWO & 1)
            make_set(t, TWO, m);
        make_set(t, THREE, m);
        make_set(t, ONE, m);
        if (bti_worked(t->ctx, 4 + (latest || t->endless ? m / 4 : 0)))
            return BT_STOPPED;
    }
    return BT_OK;
}

static bt_status fill(struct table *t, size_t from, size_t to)
{
    BT_TRY(begin(t, from));
    for (size_t n = from; n < to; n++) {
        make_set(t, TWO, n);
        make_set(t, THREE, n);
        t->value[n] = mex_of(t, n);
        if (t->value[n] / 64 == t->words)
            BT_TRY(widen(t, 2 * t->words));
        make_set(t, ONE, n);
        if (bti_worked_at(t->ctx, 8 * t->words + n / 4, "heaps", n, to))
            return BT_STOPPED;
    }
    return BT_OK;
}

bt_status bti_code_table(bt_context *ctx, const bti_code *code, uint32_t *value,
                         size_t from, size_t to)
{
    struct table t = {.ctx = ctx, .code = code, .value = value};
    bt_arena_init(&t.arena, ctx);
    look_at_code(&t, to);
    bt_status status = fill(&t, from, to);
    bt_arena_free(&t.arena);
    return status;
}
