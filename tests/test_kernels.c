/* SPDX-License-Identifier: MIT
 * Every kernel that this CPU can run, bit for bit beside the reference. */
#include "check.h"
#include "kernels/nim_sum.h"
#include "kernels/or_moved.h"
#include "random.h"

#include <stdlib.h>
#include <string.h>

enum { LENGTHS = 301, OFFSETS = 9, LARGE = 1000003 };

static uint64_t next(uint64_t *state) /* xorshift64 (Marsaglia 2003) */
{
    return random_next(state);
}

static void fill(uint64_t *heap, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++)
        heap[i] = next(&seed);
}

static void check_reference(void)
{
    const uint64_t notes[] = {14, 9, 7, 5, 2}; /* nim-sum 7 */
    CHECK(bti_nim_sum_c(NULL, 0) == 0, "no heaps");
    CHECK(bti_nim_sum_c(notes, 5) == 7, "14,9,7,5,2");
    CHECK(bti_nim_sum_c(notes, 1) == 14, "one heap");
}

/* Twice: counted from a cache line's start, so that `off` is the alignment; and in a
 * block that ends with the heaps, so that a sanitizer sees a read behind them. */
static void check_every_length(const char *name, bti_nim_sum_fn *nim_sum)
{
    CHECK(nim_sum(NULL, 0) == 0, "%s: no heaps", name);
    for (size_t off = 0; off < OFFSETS; off++) {
        for (size_t n = 0; n < LENGTHS; n++) {
            uint64_t *lines = aligned_alloc(64, (off + n + 8) / 8 * 64);
            uint64_t *exact = malloc((off + n) * sizeof *exact + 1);
            if (lines == NULL || exact == NULL) {
                CHECK(false, "no memory for the test");
            } else {
                fill(lines, off + n, 1 + off * LENGTHS + n);
                fill(exact, off + n, 1 + off * LENGTHS + n);
                uint64_t want = bti_nim_sum_c(lines + off, n);
                CHECK(nim_sum(lines + off, n) == want, "%s: n=%zu off=%zu", name, n,
                      off);
                CHECK(nim_sum(exact + off, n) == want, "%s: n=%zu off=%zu", name, n,
                      off);
            }
            free(lines);
            free(exact);
        }
    }
}

/* One heap that is not zero, at every place: none is missed, none is counted twice. */
static void check_every_place(const char *name, bti_nim_sum_fn *nim_sum)
{
    uint64_t heap[LENGTHS] = {0};
    for (size_t i = 0; i < LENGTHS; i++) {
        heap[i] = UINT64_MAX - i;
        CHECK(nim_sum(heap, LENGTHS) == UINT64_MAX - i, "%s: place %zu", name, i);
        heap[i] = 0;
    }
}

static void check_large(const char *name, bti_nim_sum_fn *nim_sum)
{
    uint64_t *heap = malloc(LARGE * sizeof *heap);
    if (heap == NULL) {
        CHECK(false, "no memory for the test");
        return;
    }
    fill(heap, LARGE, 1901);
    for (size_t off = 0; off < OFFSETS; off++) {
        for (size_t less = 0; less < OFFSETS; less++) {
            size_t n = LARGE - off - less;
            CHECK(nim_sum(heap + off, n) == bti_nim_sum_c(heap + off, n),
                  "%s: n=%zu off=%zu", name, n, off);
        }
    }
    free(heap);
}

static void check_kernel(const char *name, bti_nim_sum_fn *nim_sum)
{
    check_every_length(name, nim_sum);
    check_every_place(name, nim_sum);
    check_large(name, nim_sum);
}

/* Bit by bit: is number n of the block reached from the set by an amount of the list?
 */
static bool is_reached(const unsigned char *set, size_t bytes, size_t n,
                       const uint32_t *list, size_t amounts)
{
    for (size_t i = 0; i < amounts; i++) {
        size_t from = n - list[i]; /* wraps around below 0 */
        if (from < 8 * bytes && set[from / 8] >> from % 8 & 1)
            return true;
    }
    return false;
}

/* Rows of exactly the length that may be read, so that a sanitizer sees a byte more. */
static void check_or_moved(const char *name, bti_or_moved_fn *or_moved, size_t amounts,
                           size_t block)
{
    enum { BYTES = 3 * BTI_BLOCK_BYTES, ROW = BTI_BLOCK_BYTES + BYTES + 1 };
    static uint64_t random = 77;
    unsigned char set[BYTES], got[BTI_BLOCK_BYTES], *row[8];
    const unsigned char *begin[8];
    uint32_t list[40];
    size_t first = block * BTI_BLOCK_BITS, wrong = 0;
    for (size_t i = 0; i < BYTES; i++)
        set[i] = (unsigned char)(next(&random) & next(&random) & next(&random));
    for (size_t i = 0; i < amounts; i++)
        list[i] = (uint32_t)(next(&random) % (first + BTI_BLOCK_BITS));
    for (size_t r = 0; r < 8; r++) {
        row[r] = calloc(ROW, 1);
        for (size_t n = 0; n < 8 * (size_t)BYTES; n++)
            if (set[n / 8] >> n % 8 & 1)
                row[r][BTI_BLOCK_BYTES + (n + r) / 8] |=
                    (unsigned char)(1u << (n + r) % 8);
        begin[r] = row[r] + BTI_BLOCK_BYTES;
    }
    memset(got, 0, sizeof got);
    got[5] = 0x40; /* what is there stays */
    or_moved(begin, block * BTI_BLOCK_BYTES, list, amounts, got);
    for (size_t n = 0; n < BTI_BLOCK_BITS; n++)
        wrong += (got[n / 8] >> n % 8 & 1) !=
                 (n == 46 || is_reached(set, BYTES, first + n, list, amounts));
    CHECK(wrong == 0, "%s: %zu amounts, block %zu: %zu bits are wrong", name, amounts,
          block, wrong);
    for (size_t r = 0; r < 8; r++)
        free(row[r]);
}

int main(void)
{
    check_reference();
    bti_or_moved_kernel m;
    for (size_t i = 0; (m = bti_or_moved_kernel_at(i)).name; i++)
        for (size_t amounts = 0; amounts < 40; amounts++)
            for (size_t block = 0; block < 3; block++)
                check_or_moved(m.name, m.or_moved, amounts, block);
    CHECK(bti_or_moved_best() != NULL, "the reference runs everywhere");
    size_t kernels = 0;
    for (bti_nim_sum_kernel k; (k = bti_nim_sum_kernel_at(kernels)).name; kernels++)
        check_kernel(k.name, k.nim_sum);
    CHECK(kernels > 0, "the reference runs everywhere");
    check_kernel("bt_nim_sum", bt_nim_sum);
    return check_close();
}
