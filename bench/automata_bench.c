/* SPDX-License-Identifier: MIT
 * What the automata engine does in a second: options walked, and the three conditions
 * of a P-set for Moore's nim_k with n piles, `automata_bench [PILES CHANGED]`. */
#include "automata/automata.h"

#include <bouton/host.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check(bt_context *ctx, bt_status status)
{
    if (status == BT_OK)
        return;
    fprintf(stderr, "automata_bench: %s\n", bt_message(ctx));
    exit(1);
}

/* a OP b, both of which it frees. */
static bti_dfa *join(bti_automata *m, bti_dfa *a, bti_dfa *b, unsigned op)
{
    bti_dfa *c;
    check(m->ctx, bti_dfa_product(m, a, b, op, &c));
    bti_dfa_free(a);
    bti_dfa_free(b);
    return c;
}

static bti_dfa *linear(bti_automata *m, const bti_linear_term *sum, size_t n,
                       bti_relation rel)
{
    bti_dfa *a;
    check(m->ctx, bti_dfa_linear(m, sum, n, 0, rel, &a));
    return a;
}

/* Walks from (size, size) until a second is over. */
static void walk(bti_automata *m, const char *name, bti_dfa *a, uint64_t size)
{
    static const uint32_t fixed[] = {0, 1}, free[] = {2, 3};
    const uint64_t heap[] = {size, size};
    uint64_t option[2], options = 0, sum = 0;
    size_t frees = bti_dfa_has_track(a, 3) ? 2 : 1;
    bti_walk *w;
    bool infinite;
    check(m->ctx, bti_walk_new(m->ctx, a, fixed, 2, free, frees, &w));
    double start = now_seconds(), end;
    do {
        for (int i = 0; i < 100; i++) {
            check(m->ctx, bti_walk_start(w, heap, &infinite));
            for (; bti_walk_next(w, option); options++)
                sum += option[0];
        }
        end = now_seconds();
    } while (end - start < 0.5);
    printf("%-44s %9.1f  >= 5.0\n", name,
           1e-6 * (double)options / (end - start) + (sum == 1 ? 1e-9 : 0));
    bti_walk_free(w);
    bti_dfa_free(a);
}

static bti_dfa *diagonal(bti_automata *m)
{
    const bti_linear_term same[] = {{0, 1}, {2, -1}, {1, -1}, {3, 1}};
    const bti_linear_term less[] = {{2, 1}, {0, -1}};
    return join(m, linear(m, same, 4, BTI_EQ), linear(m, less, 2, BTI_LT), BTI_BOTH);
}

static void walks(bti_automata *m, const char *digits)
{
    const bti_linear_term less[] = {{2, 1}, {0, -1}};
    static const uint64_t size[] = {10, 100, 1000};
    char name[64];
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        snprintf(name, sizeof name, "x' < x = %llu, %s, million/s",
                 (unsigned long long)size[i], digits);
        walk(m, name, linear(m, less, 2, BTI_LT), size[i]);
        snprintf(name, sizeof name, "x - x' = y - y', x = y = %llu, %s",
                 (unsigned long long)size[i], digits);
        walk(m, name, diagonal(m), size[i]);
    }
}

/* Variables 0 .. piles - 1, and their values behind the move from piles on. */
static bti_dfa *claim(bti_automata *m, unsigned piles, unsigned changed)
{
    uint32_t var[16];
    bti_dfa *a;
    for (uint32_t i = 0; i < piles; i++)
        var[i] = i;
    check(m->ctx, bti_dfa_cols(m, changed + 1, var, piles, &a));
    return a;
}

/* From which positions some move in the piles of `mask` leads into p: at least one of
 * them gets smaller, none larger. */
static bti_dfa *reach(bti_automata *m, const bti_dfa *p, unsigned piles, unsigned mask)
{
    uint32_t from[16], to[16];
    size_t n = 0;
    bti_dfa *a, *all = NULL;
    for (uint32_t i = 0; i < piles; i++)
        if (mask >> i & 1) {
            from[n] = i;
            to[n++] = piles + i;
        }
    check(m->ctx, bti_dfa_rename(m, p, from, to, n, &all));
    for (size_t i = 0; i < n; i++) {
        const bti_linear_term sum[] = {{to[i], 1}, {from[i], -1}};
        all = join(m, all, linear(m, sum, 2, BTI_LT), BTI_BOTH);
    }
    for (size_t i = 0; i < n; i++) {
        check(m->ctx, bti_dfa_exists(m, all, &to[i], 1, &a));
        bti_dfa_free(all);
        all = a;
    }
    return all;
}

static unsigned ones(unsigned mask)
{
    unsigned n = 0;
    for (; mask; mask &= mask - 1)
        n++;
    return n;
}

static void moore(bti_automata *m, unsigned piles, unsigned changed)
{
    double start = now_seconds();
    bti_dfa *p = claim(m, piles, changed), *into, *one;
    m->largest = m->largest_raw = 0;
    check(m->ctx, bti_dfa_bool(m, false, &into));
    for (unsigned mask = 1; mask < 1u << piles; mask++)
        if (ones(mask) <= changed)
            into = join(m, into, reach(m, p, piles, mask), BTI_EITHER);
    check(m->ctx, bti_dfa_not(m, p, &one));
    bool proved = bti_dfa_equal(one, into);
    printf("nim_%u, %u piles: %s, s %*s %9.3f  largest %llu / %llu states\n", changed,
           piles, proved ? "proved" : "REFUTED", 14, "", now_seconds() - start,
           (unsigned long long)m->largest_raw, (unsigned long long)m->largest);
    bti_dfa_free(p);
    bti_dfa_free(into);
    bti_dfa_free(one);
}

int main(int argc, char **argv)
{
    bti_automata m;
    bt_context *ctx = bt_context_new(bt_host_posix(), 0);
    bti_automata_init(&m, ctx, BTI_FIBONACCI);
    if (argc == 1)
        walks(&m, "Fibonacci");
    bti_automata_init(&m, ctx, BTI_BINARY);
    if (argc == 1)
        walks(&m, "binary");
    if (argc == 3) {
        moore(&m, (unsigned)atoi(argv[1]), (unsigned)atoi(argv[2]));
    } else {
        moore(&m, 3, 1);
        moore(&m, 4, 2);
        moore(&m, 8, 1);
        moore(&m, 5, 3);
        moore(&m, 8, 2);
    }
    bt_context_free(ctx);
    return 0;
}
