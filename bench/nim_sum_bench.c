/* SPDX-License-Identifier: MIT
 * bt_nim_sum beside a plain loop that reads the same words: `nim_sum_bench [MIB]`.
 * Over an array far above the caches both wait for memory, so the nim-sum should cost
 * little more than looking. The two take turns; medians are compared. */
#include "kernels/nim_sum.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__x86_64__)
#define BENCH_X86 1
#else
#define BENCH_X86 0
#endif

enum { ROUNDS = 9 };

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct {
    const char *name;
    size_t bytes, times; /* times: to read it in one measurement */
} extent;

/* Reads every word: a sum in whatever registers the compiler has for 64 bytes. The
 * wider they are, the more of memory's answers are awaited at once, so the loop is
 * compiled for each kind and the fastest is what we compare with. */
typedef uint64_t wide __attribute__((vector_size(64)));

static inline __attribute__((always_inline)) uint64_t sum_words(const uint64_t *word,
                                                                size_t n)
{
    wide a = {0}, b = {0};
    size_t i = 0;
    for (; n - i >= 16; i += 16) {
        wide x, y;
        memcpy(&x, word + i, sizeof x);
        memcpy(&y, word + i + 8, sizeof y);
        a += x;
        b += y;
    }
    a += b;
    uint64_t sum = 0;
    for (size_t lane = 0; lane < 8; lane++)
        sum += a[lane];
    for (; i < n; i++)
        sum += word[i];
    return sum;
}

static uint64_t read_plain(const uint64_t *word, size_t n)
{
    return sum_words(word, n);
}

#if BENCH_X86
static __attribute__((target("avx2"))) uint64_t read_avx2(const uint64_t *word,
                                                          size_t n)
{
    return sum_words(word, n);
}

static __attribute__((target("avx512f"))) uint64_t read_avx512(const uint64_t *word,
                                                               size_t n)
{
    return sum_words(word, n);
}
#endif

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

static double median_seconds(bti_nim_sum_fn *fn, const uint64_t *word, size_t n,
                             size_t times)
{
    double seconds[ROUNDS];
    uint64_t x;
    for (size_t i = 0; i < ROUNDS; i++)
        seconds[i] = seconds_of(fn, word, n, times, &x);
    return median(seconds);
}

/* The fastest way to read that this CPU has, on these words. */
static bti_nim_sum_fn *fastest_read(const uint64_t *word, size_t n, size_t times)
{
    bti_nim_sum_fn *read[3] = {read_plain};
    size_t reads = 1;
#if BENCH_X86
    if (__builtin_cpu_supports("avx2"))
        read[reads++] = read_avx2;
    if (__builtin_cpu_supports("avx512f"))
        read[reads++] = read_avx512;
#endif
    bti_nim_sum_fn *best = read[0];
    double least = median_seconds(best, word, n, times);
    for (size_t i = 1; i < reads; i++) {
        double seconds = median_seconds(read[i], word, n, times);
        if (seconds < least) {
            least = seconds;
            best = read[i];
        }
    }
    return best;
}

/* One line: a kernel and reading, in turns, as speeds. */
static void race(const char *name, bti_nim_sum_fn *nim_sum, bti_nim_sum_fn *read,
                 const uint64_t *word, const extent *e, const char *target)
{
    double us[ROUNDS], them[ROUNDS];
    uint64_t x;
    size_t n = e->bytes / sizeof *word;
    for (size_t i = 0; i < ROUNDS; i++) {
        them[i] = seconds_of(read, word, n, e->times, &x);
        us[i] = seconds_of(nim_sum, word, n, e->times, &x);
    }
    double gigabytes = 1e-9 * (double)e->bytes * (double)e->times;
    double ours = gigabytes / median(us), theirs = gigabytes / median(them);
    char what[64];
    snprintf(what, sizeof what, "%s, %s, GB/s", name, e->name);
    printf("%-36s %9.1f %9.1f %6.2f  %s\n", what, ours, theirs, ours / theirs, target);
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
    snprintf(size, sizeof size, "%zu MiB", mib);
    const extent extents[] = {
        {size, mib << 20, 1}, {"32 KiB", 32u << 10, 10000}, {"1 MiB", 1u << 20, 300}};
    for (size_t i = 0; i < sizeof extents / sizeof *extents; i++) {
        const extent *e = &extents[i];
        bti_nim_sum_fn *read = fastest_read(word, e->bytes / sizeof *word, e->times);
        if (i == 0)
            race("bt_nim_sum", bt_nim_sum, read, word, e, ">= 0.80");
        bti_nim_sum_kernel k;
        for (size_t j = 0; (k = bti_nim_sum_kernel_at(j)).name; j++)
            race(k.name, k.nim_sum, read, word, e, "-");
    }
    free(word);
    return 0;
}
