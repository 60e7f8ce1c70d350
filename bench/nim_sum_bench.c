/* SPDX-License-Identifier: MIT
 * bt_nim_sum beside a plain loop that reads the same words: `nim_sum_bench [MIB]`.
 * Over an array far above the caches both wait for memory, so the nim-sum should cost
 * little more than looking. The two take turns; medians are compared. */
#include "kernels/nim_sum.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 9 };

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Reads every word: eight running sums, so that no addition waits for the one before,
 * in whatever registers the compiler likes. */
static uint64_t read_words(const uint64_t *word, size_t n)
{
    uint64_t sum[8] = {0};
    size_t i = 0;
    for (; n - i >= 8; i += 8)
        for (size_t j = 0; j < 8; j++)
            sum[j] += word[i + j];
    for (; i < n; i++)
        sum[0] += word[i];
    for (size_t j = 1; j < 8; j++)
        sum[0] += sum[j];
    return sum[0];
}

/* Through a volatile pointer the compiler can neither see nor skip the call. */
static double seconds_of(bti_nim_sum_fn *volatile fn, const uint64_t *word, size_t n,
                         size_t times, uint64_t *result)
{
    double start = now_seconds();
    for (size_t i = 0; i < times; i++)
        *result = fn(word, n);
    return now_seconds() - start;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *seconds)
{
    qsort(seconds, ROUNDS, sizeof *seconds, compare);
    return seconds[ROUNDS / 2];
}

/* Speeds in GB/s of a kernel and of reading, measured in turns on n words. */
static void race(bti_nim_sum_fn *nim_sum, const uint64_t *word, size_t n, size_t times,
                 double *ours, double *theirs)
{
    double us[ROUNDS], them[ROUNDS];
    uint64_t x;
    seconds_of(nim_sum, word, n, times, &x); /* warm */
    for (size_t i = 0; i < ROUNDS; i++) {
        them[i] = seconds_of(read_words, word, n, times, &x);
        us[i] = seconds_of(nim_sum, word, n, times, &x);
    }
    double gigabytes = 1e-9 * (double)(n * sizeof *word) * (double)times;
    *ours = gigabytes / median(us);
    *theirs = gigabytes / median(them);
}

static void print_row(const char *name, const char *kernel, const char *size,
                      double ours, double theirs, const char *target)
{
    char what[64];
    snprintf(what, sizeof what, "%s %s %s", name, kernel, size);
    printf("%-34s %9.1f %9.1f %6.2f  %s\n", what, ours, theirs, ours / theirs, target);
    fflush(stdout);
}

static bool all_agree(const uint64_t *word, size_t n)
{
    uint64_t want = bti_nim_sum_c(word, n);
    if (bt_nim_sum(word, n) != want)
        return false;
    bti_nim_sum_kernel k;
    for (size_t i = 0; (k = bti_nim_sum_kernel_at(i)).name; i++)
        if (k.nim_sum(word, n) != want)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    size_t mib = argc > 1 ? strtoul(argv[1], NULL, 10) : 512;
    if (mib == 0 || mib > SIZE_MAX >> 20) {
        fputs("usage: nim_sum_bench [MIB]\n", stderr);
        return 2;
    }
    size_t n = (mib << 20) / sizeof(uint64_t);
    uint64_t *word = malloc(n * sizeof *word);
    if (!word) {
        fprintf(stderr, "nim_sum_bench: no memory for %zu MiB\n", mib);
        return 3;
    }
    for (size_t i = 0; i < n; i++)
        word[i] = (i + 1) * 0x9e3779b97f4a7c15u;
    if (!all_agree(word, n)) {
        fputs("nim_sum_bench: the kernels disagree\n", stderr);
        free(word);
        return 1;
    }

    char size[32];
    double ours, theirs;
    snprintf(size, sizeof size, "%zu MiB", mib);
    race(bt_nim_sum, word, n, 1, &ours, &theirs);
    print_row("bt_nim_sum", "", size, ours, theirs, ">= 0.80");

    static const struct {
        const char *name;
        size_t bytes, times;
    } cache[] = {{"32 KiB", 32u << 10, 20000}, {"1 MiB", 1u << 20, 600}};
    bti_nim_sum_kernel k;
    for (size_t c = 0; c < sizeof cache / sizeof *cache; c++)
        for (size_t i = 0; (k = bti_nim_sum_kernel_at(i)).name; i++)
            if (cache[c].bytes <= n * sizeof *word) {
                race(k.nim_sum, word, cache[c].bytes / sizeof *word, cache[c].times,
                     &ours, &theirs);
                print_row("kernel", k.name, cache[c].name, ours, theirs, "-");
            }
    free(word);
    return 0;
}
