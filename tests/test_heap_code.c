/* SPDX-License-Identifier: MIT
 * Codes of taking-and-breaking games: text, options and values against loops written
 * out here, and periods of the literature. */
#include "check.h"
#include "failing_host.h"

#include "rules/break_values.h"

#include <bouton/all.h>

enum { HEAPS = 300, STEPS = 1 << 19 };

/* Preperiod, period, largest value and the first heap that has it: Winning Ways; Guy
 * and Smith 1956; Kenyon 1967 (.156); all recomputed. */
static const struct {
    const char *code;
    unsigned preperiod, period, most, most_at;
} octal[] = {
    {"4.0", 1, 2, 1, 2},
    {"0.1", 2, 1, 1, 1},
    {"0.4", 54, 34, 9, 87},
    {"0.02", 1, 4, 1, 3},
    {"0.12", 1, 4, 1, 1},
    {"0.15", 1, 10, 2, 6},
    {"0.17", 33, 34, 7, 51},
    {"0.22", 1, 3, 2, 3},
    {"0.26", 1, 4, 3, 4},
    {"0.31", 3, 2, 2, 2},
    {"0.32", 1, 3, 2, 3},
    {"0.34", 7, 8, 3, 8},
    {"0.51", 1, 1, 1, 1},
    {"0.52", 4, 4, 3, 7},
    {"0.54", 3, 7, 4, 7},
    {"0.57", 1, 4, 2, 3},
    {"0.71", 3, 2, 2, 2},
    {"0.72", 1, 4, 3, 4},
    {"0.75", 1, 2, 2, 2},
    {"0.77", 71, 12, 8, 27},
    {"4.3", 2, 2, 2, 2},
    {"0.002", 1, 6, 1, 4},
    {"0.017", 15, 60, 8, 53},
    {"0.022", 1, 5, 2, 5},
    {"0.045", 189, 32, 8, 59},
    {"0.051", 48, 48, 5, 23},
    {"0.055", 259, 148, 8, 51},
    {"0.101", 4, 1, 1, 1},
    {"0.102", 1, 6, 1, 1},
    {"0.112", 1, 6, 1, 1},
    {"0.115", 1, 14, 2, 8},
    {"0.121", 4, 4, 2, 3},
    {"0.122", 1, 5, 2, 4},
    {"0.123", 5, 5, 2, 3},
    {"0.131", 4, 4, 2, 3},
    {"0.134", 60, 62, 7, 60},
    {"0.141", 14, 11, 4, 11},
    {"0.145", 3, 9, 4, 9},
    {"0.147", 3, 8, 4, 7},
    {"0.152", 2, 48, 4, 10},
    {"0.153", 16, 14, 4, 13},
    {"0.154", 4, 11, 4, 11},
    {"0.171", 12, 11, 4, 10},
    {"0.173", 21, 40, 7, 28},
    {"0.226", 21, 5, 5, 11},
    {"0.312", 5, 2, 2, 2},
    {"0.316", 4, 12, 3, 7},
    {"0.331", 4, 3, 3, 3},
    {"0.332", 1, 4, 3, 4},
    {"0.351", 1, 8, 2, 2},
    {"0.353", 4, 2, 2, 2},
    {"0.375", 37, 18, 8, 15},
    {"0.512", 3, 6, 2, 4},
    {"0.536", 1, 5, 4, 5},
    {"0.772", 8, 4, 6, 6},
    {"4.12", 6, 7, 4, 6},
    {"4.72", 1, 3, 4, 3},
    {"4.102", 8, 10, 4, 8},
    {"4.122", 6, 7, 4, 6},
    {"4.444", 143, 24, 17, 56},
    {"4.722", 4, 4, 6, 4},
    {"4.726", 5, 16, 11, 16},
    {"0.07", 53, 34, 9, 86},
    {"0.45", 498, 20, 8, 37},
    {"0.156", 3479, 349, 23, 1032},
};

/* First values, and a period without saltus that is seen up to heap 500 (0: none):
 * brute force, made apart from this program. */
static const struct {
    const char *code;
    unsigned period, saltus, preperiod, value[21];
} hexadecimal[] = {
    {"0.8", 3, 1, 1, {0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6}},
    {"0.9", 0, 0, 0, {0, 1, 0, 0, 0, 1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 6, 6, 7, 8, 3, 8}},
    {"0.A", 2, 0, 1, {0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}},
    {"0.B", 2, 0, 0, {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0}},
    {"0.C", 2, 1, 1, {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9}},
    {"0.D", 2, 0, 0, {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0}},
    {"0.E", 0, 0, 0, {0, 0, 1, 2, 3, 4, 1, 5, 3, 2, 1, 5, 8, 2, 6, 5, 1, 4, 3, 11, 1}},
    {"0.F", 2, 0, 0, {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0}},
    {"0.08", 4, 1, 1, {0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4}},
    {"0.09", 0, 0, 0, {0, 0, 1, 0, 0, 1, 0, 1, 2, 2, 2, 2, 3, 4, 4, 4, 4, 5, 6, 6, 6}},
    {"0.0A", 2, 1, 1, {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9}},
    {"0.0B", 2, 1, 5, {0, 0, 1, 1, 0, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9}},
    {"0.0C", 3, 1, 1, {0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6}},
    {"0.0D", 0, 0, 0, {0, 0, 1, 0, 1, 2, 2, 2, 3, 4, 4, 1, 5, 1, 6, 6, 7, 3, 8, 8, 8}},
    {"0.0E", 2, 1, 1, {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9}},
    {"0.0F", 2, 1, 0, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10}},
    {"0.18", 0, 0, 0, {0, 1, 0, 0, 0, 0, 1, 2, 2, 2, 2, 3, 4, 4, 4, 4, 5, 6, 6, 6, 6}},
    {"0.19", 0, 0, 0, {0, 1, 1, 0, 0, 0, 0, 2, 2, 2, 2, 3, 3, 4, 4, 4, 4, 5, 5, 6, 6}},
    {"0.1A", 2, 1, 4, {0, 1, 0, 0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9}},
    {"0.1B", 2, 1, 5, {0, 1, 1, 0, 0, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9}},
    {"0.1C", 0, 0, 0, {0, 1, 0, 0, 1, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6, 8, 8, 8}},
    {"0.1D", 0, 0, 0, {0, 1, 1, 0, 1, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 8, 8, 3, 3, 3}},
    {"0.1E", 0, 0, 0, {0, 1, 0, 0, 1, 2, 2,  3,  4,  4, 5,
                       6, 6, 7, 8, 8, 3, 10, 10, 11, 12}},
    {"0.1F", 0, 0, 0, {0, 1, 1, 0, 2, 2, 3,  4,  4,  5, 6,
                       6, 7, 3, 8, 8, 5, 10, 10, 11, 12}},
    {"0.28", 53, 16, 1, {0, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2,
                         3, 2, 3, 4, 5, 3, 4, 3, 4, 5}},
    {"0.29", 53, 16, 1, {0, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2,
                         3, 2, 3, 4, 5, 3, 4, 3, 4, 5}},
    {"0.2A", 0, 0, 0, {0, 0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 9, 7, 6, 9, 8}},
    {"0.2B", 0, 0, 0, {0, 0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 9, 7, 6, 9, 8}},
    {"0.2C", 0, 0, 0, {0, 0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 1, 5, 6, 7, 3, 2, 3, 2, 5, 8}},
    {"0.2D", 0, 0, 0, {0, 0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 1, 5, 6, 7, 3, 2, 3, 2, 5, 8}},
    {"0.2E", 0, 0, 0, {0, 0, 1, 2, 3, 4,  5,  1,  6, 3, 2,
                       5, 4, 8, 9, 6, 10, 11, 12, 9, 8}},
    {"0.2F", 0, 0, 0, {0, 0, 1, 2, 3, 4,  5,  1,  6, 3, 2,
                       5, 4, 8, 9, 6, 10, 11, 12, 9, 8}},
    {"0.38", 0, 0, 0, {0, 1, 0, 1, 0, 2, 1, 0, 1, 0, 2, 3, 2, 3, 4, 5, 3, 4, 3, 4, 5}},
    {"0.39", 0, 0, 0, {0, 1, 2, 0, 1, 0, 1, 2, 0, 3, 4, 5, 3, 4, 3, 4, 7, 8, 6, 7, 8}},
    {"0.3A", 0, 0, 0, {0, 1, 0, 2, 1, 0, 2, 3, 4,  5, 3,
                       4, 5, 6, 8, 7, 6, 8, 9, 10, 12}},
    {"0.3B", 0, 0, 0, {0, 1, 2, 0, 1, 2, 0, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6, 7, 8, 9, 10}},
    {"0.3C", 0, 0, 0, {0, 1, 0, 1, 2, 0, 1, 0, 3, 2, 3, 4, 5, 3, 4, 5, 4, 7, 6, 7, 8}},
    {"0.3D", 0, 0, 0, {0, 1, 2, 0, 1, 0, 3, 4, 5, 3, 4, 2, 6, 2, 7, 6, 7, 8, 9, 8, 10}},
    {"0.3E", 0, 0, 0, {0, 1, 0, 2, 1, 0, 2, 3, 4, 5, 3, 4, 5, 7, 6, 8, 9, 6, 7, 9, 8}},
    {"0.3F", 6, 3, 0, {0, 1, 2, 0, 1, 2, 3, 4, 5,  3, 4,
                       5, 6, 7, 8, 6, 7, 8, 9, 10, 11}},
    {"0.D6", 0, 0, 0, {0, 1, 0, 2, 2, 4, 4,  1,  6,  3, 3,
                       5, 5, 7, 6, 8, 8, 10, 10, 12, 12}},
    {"0.D7", 0, 0, 0, {0, 1, 1, 2, 2,  4,  4,  6, 6, 3, 3,
                       5, 8, 8, 7, 10, 11, 12, 9, 9, 15}},
    {"0.D8", 0, 0, 0, {0, 1, 0, 1, 0, 2, 2, 2, 4, 4, 4, 6, 6, 6, 8, 8, 8, 3, 3, 3, 11}},
    {"0.D9", 0, 0, 0, {0, 1, 1, 1, 2, 2, 2, 4, 0,  4, 6,
                       3, 3, 3, 5, 5, 8, 8, 8, 10, 10}},
    {"0.DA", 0, 0, 0, {0, 1, 0,  2, 2, 4, 4, 6,  6,  8, 3,
                       3, 9, 11, 7, 7, 5, 5, 16, 16, 10}},
    {"0.DB", 0, 0, 0, {0, 1, 1, 2,  2,  4,  0, 6, 3,  3, 5,
                       5, 8, 8, 10, 10, 12, 9, 7, 14, 15}},
    {"0.DC", 0, 0, 0, {0, 1, 0, 1, 2, 2, 2,  4,  4,  4, 6,
                       6, 8, 8, 3, 3, 3, 11, 12, 12, 14}},
    {"0.DD", 0, 0, 0, {0, 1, 1, 1, 2, 2, 2, 4, 4,  4, 6,
                       6, 3, 3, 3, 5, 8, 8, 8, 10, 10}},
    {"0.DE", 0, 0, 0, {0, 1,  0,  2, 2, 4, 4, 6,  6,  8, 3,
                       3, 10, 11, 7, 7, 5, 5, 16, 13, 13}},
    {"0.DF", 0, 0, 0, {0, 1, 1, 2,  2,  4,  4,  6, 6, 3, 3,
                       5, 8, 8, 10, 10, 12, 12, 9, 7, 15}},
    {"0.E1", 0, 0, 0, {0, 0, 1, 2, 3, 4, 1, 5, 3, 2, 1, 5, 8, 2, 6, 5, 1, 4, 3, 11, 1}},
    {"0.E2", 0, 0, 0, {0, 0, 1, 2, 3, 4, 1, 5, 3, 2, 1, 5, 8, 2, 6, 5, 1, 4, 3, 11, 1}},
    {"0.E3", 0, 0, 0, {0, 0, 1, 2, 3, 4, 1, 5, 3, 2, 1, 5, 8, 2, 6, 5, 1, 4, 3, 11, 1}},
    {"0.E4", 0, 0, 0, {0, 0, 1, 2, 3, 4, 1, 5, 3, 2, 1, 5, 8, 2, 6, 5, 1, 4, 3, 11, 1}},
    {"0.E5", 0, 0, 0, {0, 0, 1, 2, 3, 4, 1, 5, 3, 2, 1, 5, 8, 2, 6, 5, 1, 4, 3, 11, 1}},
    {"0.E6", 0, 0, 0, {0, 0, 1, 2, 3, 4, 1, 5, 3, 2, 1, 5, 8, 2, 6, 5, 1, 4, 3, 11, 1}},
    {"0.E7", 0, 0, 0, {0, 0, 1, 2, 3, 4, 1, 5, 3, 2, 1, 5, 8, 2, 6, 5, 1, 4, 3, 11, 1}},
    {"0.E8", 1, 1, 1, {0,  0,  1,  2,  3,  4,  5,  6,  7,  8, 9,
                       10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
    {"0.E9", 1, 1, 1, {0,  0,  1,  2,  3,  4,  5,  6,  7,  8, 9,
                       10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
    {"0.EA", 1, 1, 1, {0,  0,  1,  2,  3,  4,  5,  6,  7,  8, 9,
                       10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
    {"0.EB", 1, 1, 1, {0,  0,  1,  2,  3,  4,  5,  6,  7,  8, 9,
                       10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
    {"0.EC", 1, 1, 1, {0,  0,  1,  2,  3,  4,  5,  6,  7,  8, 9,
                       10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
    {"0.ED", 1, 1, 1, {0,  0,  1,  2,  3,  4,  5,  6,  7,  8, 9,
                       10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
    {"0.EE", 1, 1, 1, {0,  0,  1,  2,  3,  4,  5,  6,  7,  8, 9,
                       10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
    {"0.EF", 1, 1, 1, {0,  0,  1,  2,  3,  4,  5,  6,  7,  8, 9,
                       10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
    {"0.F1", 2, 0, 3, {0, 1, 2, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0}},
    {"0.F2", 4, 0, 1, {0, 1, 0, 2, 3, 1, 0, 2, 3, 1, 0, 2, 3, 1, 0, 2, 3, 1, 0, 2, 3}},
    {"0.F3", 4, 0, 0, {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0}},
    {"0.F4", 0, 0, 0, {0, 1, 0, 1, 2, 3, 2, 4, 5, 1, 6, 7, 2, 3, 2, 1, 8, 9, 8, 7, 10}},
    {"0.F5", 2, 0, 1, {0, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2}},
    {"0.F6", 0, 0, 0, {0, 1, 0, 2, 3, 4, 5, 1, 6, 2, 3, 4, 5, 7, 6, 8, 9, 1, 10, 7, 6}},
    {"0.F7", 0, 0, 0, {0, 1, 2, 3, 4, 1, 6, 3, 2, 1, 6, 7, 4, 5, 8, 1, 10, 5, 4, 7, 6}},
    {"0.F8", 6, 4, 7, {0, 1, 0, 1, 0, 2, 3, 2, 3,  4, 5,
                       4, 5, 6, 7, 8, 9, 8, 9, 10, 11}},
    {"0.F9", 0, 0, 0, {0, 1, 2, 1, 0, 3, 0,  3,  4,  5, 4,
                       5, 6, 8, 9, 8, 9, 10, 12, 13, 12}},
    {"0.FA", 1, 1, 3, {0,  1,  0,  2,  3,  4,  5,  6,  7,  8, 9,
                       10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
    {"0.FB", 1, 1, 5, {0,  1,  2,  3,  0,  4,  5,  6,  7,  8, 9,
                       10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
    {"0.FC", 5, 4, 7, {0, 1, 0, 1, 2,  3,  2,  4,  5,  4, 6,
                       7, 8, 9, 8, 10, 11, 12, 13, 12, 14}},
    {"0.FD", 0, 0, 0, {0, 1, 2,  1,  2,  4, 5, 4,  7, 8, 3,
                       8, 3, 12, 13, 14, 6, 9, 10, 9, 10}},
    {"0.FE", 1, 1, 3, {0,  1,  0,  2,  3,  4,  5,  6,  7,  8, 9,
                       10, 11, 12, 13, 14, 15, 16, 17, 18, 19}},
    {"0.FF", 1, 1, 0, {0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10,
                       11, 12, 13, 14, 15, 16, 17, 18, 19, 20}},
};

static bt_context *ctx;

/* The definition, digit by digit: a heap becomes all heaps that sum up to what is left.
 */
static void naive_values(const unsigned *digit, unsigned digits, unsigned *value,
                         unsigned heaps)
{
    static bool seen[4096];
    for (unsigned n = 0; n < heaps; n++) {
        memset(seen, 0, sizeof seen);
        for (unsigned k = 0; k < digits && k <= n; k++) {
            unsigned rest = n - k, d = digit[k];
            if (d & 1 && rest == 0 && k > 0)
                seen[0] = true;
            if (d & 2 && rest > 0 && k > 0)
                seen[value[rest]] = true;
            for (unsigned a = 1; d & 4 && a < rest; a++)
                seen[value[a] ^ value[rest - a]] = true;
            for (unsigned a = 1; d & 8 && a < rest; a++)
                for (unsigned b = 1; a + b < rest; b++)
                    seen[value[a] ^ value[b] ^ value[rest - a - b]] = true;
        }
        for (value[n] = 0; seen[value[n]]; value[n]++)
            continue;
    }
}

static bti_code parsed(const char *text, unsigned base)
{
    bti_code code = {.digits = 0};
    bt_status status = bti_code_parse(ctx, bt_span_of(text), base, &code);
    CHECK(status == BT_OK, "%s: %s", text, bt_message(ctx));
    return code;
}

struct options {
    bt_heap_visit visit;
    const unsigned *value;
    bool seen[4096];
    uint64_t last[3], heap;
    size_t count;
};

static bool note_option(bt_heap_visit *visit, const uint64_t *part, size_t parts)
{
    struct options *o = (struct options *)visit;
    unsigned sum = 0;
    uint64_t total = 0;
    for (size_t i = 0; i < parts; i++) {
        sum ^= o->value[part[i]];
        total += part[i];
        CHECK(part[i] > 0 && part[i] < o->heap && (i == 0 || part[i - 1] >= part[i]),
              "parts of %u are nonempty, smaller and sorted", (unsigned)o->heap);
    }
    CHECK(total <= o->heap, "nothing is added to %u", (unsigned)o->heap);
    o->seen[sum] = true;
    o->count++;
    return true;
}

/* The walk over options against the definition, and no option twice. */
static void check_options(const char *text, unsigned base, const unsigned *value,
                          unsigned heaps)
{
    static struct options o;
    bti_code code = parsed(text, base);
    for (unsigned n = 0; n < heaps; n++) {
        unsigned mex = 0;
        o = (struct options){.visit.option = note_option, .value = value, .heap = n};
        bti_code_options(&code, n, &o.visit);
        while (o.seen[mex])
            mex++;
        CHECK(mex == value[n], "%s, heap %u: options say %u, the definition %u", text,
              n, mex, value[n]);
    }
}

static void check_values(const char *text, unsigned base, const unsigned *value,
                         unsigned heaps)
{
    bti_code code = parsed(text, base);
    bti_values values;
    uint64_t checked;
    bt_arena arena;
    bt_arena_init(&arena, ctx);
    CHECK(bti_break_values_find(&arena, &code, STEPS, &values, &checked) == BT_OK, "%s",
          text);
    for (unsigned n = 0; n < heaps && values.kind == BTI_VALUES_TABLE; n++)
        CHECK(bti_value_of(&values, n) == value[n],
              "%s, heap %u: the period says %u, the definition %u", text, n,
              (unsigned)bti_value_of(&values, n), value[n]);
    bt_arena_free(&arena);
}

/* All codes 0.ddd and 4.ddd. */
static void all_short_codes(void)
{
    static unsigned value[HEAPS];
    char text[8];
    for (unsigned i = 0; i < 1024; i++) {
        unsigned digit[] = {i >= 512 ? 4 : 0, i / 64 % 8, i / 8 % 8, i % 8};
        snprintf(text, sizeof text, "%u.%u%u%u", digit[0], digit[1], digit[2],
                 digit[3]);
        if (i == 0)
            continue;
        naive_values(digit, 4, value, HEAPS);
        check_values(text, 8, value, HEAPS);
        check_options(text, 8, value, 40);
    }
}

static void known_periods(void)
{
    for (size_t i = 0; i < sizeof octal / sizeof octal[0]; i++) {
        bti_code code = parsed(octal[i].code, 8);
        bti_values v;
        uint64_t checked;
        bt_arena arena;
        unsigned most = 0, most_at = 0;
        bt_arena_init(&arena, ctx);
        CHECK(bti_break_values_find(&arena, &code, BTI_BREAK_STEPS, &v, &checked) ==
                  BT_OK,
              "%s", octal[i].code);
        CHECK((v.kind == BTI_VALUES_TABLE) && v.preperiod == octal[i].preperiod &&
                  v.period == octal[i].period,
              "%s: period %u from %u", octal[i].code, (unsigned)v.period,
              (unsigned)v.preperiod);
        for (unsigned n = 0; (v.kind == BTI_VALUES_TABLE) && n < v.preperiod + v.period;
             n++)
            if (v.value[n] > most)
                most = v.value[n], most_at = n;
        CHECK(most == octal[i].most && most_at == octal[i].most_at,
              "%s: largest value %u at %u", octal[i].code, most, most_at);
        bt_arena_free(&arena);
    }
}

static void hexadecimal_codes(void)
{
    static unsigned value[120];
    for (size_t i = 0; i < sizeof hexadecimal / sizeof hexadecimal[0]; i++) {
        bti_code code = parsed(hexadecimal[i].code, 16);
        unsigned digit[BTI_CODE_DIGITS + 1];
        for (unsigned k = 0; k <= code.digits; k++)
            digit[k] = code.digit[k];
        naive_values(digit, code.digits + 1, value, 120);
        for (unsigned n = 0; n < 21; n++)
            CHECK(value[n] == hexadecimal[i].value[n], "hex %s at %u",
                  hexadecimal[i].code, n);
        check_values(hexadecimal[i].code, 16, value, 120);
        check_options(hexadecimal[i].code, 16, value, 30);
        bti_values v;
        uint64_t checked;
        bt_arena arena;
        bt_arena_init(&arena, ctx);
        CHECK(bti_break_values_find(&arena, &code, STEPS, &v, &checked) == BT_OK,
              "it ends");
        CHECK((v.kind == BTI_VALUES_TABLE) ==
                  (hexadecimal[i].period > 0 && hexadecimal[i].saltus == 0),
              "hex %s: proved %d", hexadecimal[i].code, v.kind == BTI_VALUES_TABLE);
        if (v.kind == BTI_VALUES_TABLE)
            CHECK(v.period == hexadecimal[i].period &&
                      v.preperiod == hexadecimal[i].preperiod,
                  "hex %s: period %u from %u", hexadecimal[i].code, (unsigned)v.period,
                  (unsigned)v.preperiod);
        bt_arena_free(&arena);
    }
}

/* The bound itself: for every short code, no other pair of numbers that meets it is
 * wrong further on. A bound that is too small would let some through. */
static void bound_is_sound(void)
{
    enum { FAR = 400 };
    static unsigned value[FAR];
    char text[8];
    for (unsigned i = 1; i < 1024; i++) {
        unsigned digit[] = {i >= 512 ? 4 : 0, i / 64 % 8, i / 8 % 8, i % 8};
        snprintf(text, sizeof text, "%u.%u%u%u", digit[0], digit[1], digit[2],
                 digit[3]);
        bti_code code = parsed(text, 8);
        naive_values(digit, 4, value, FAR);
        for (unsigned p = 1; p < 40; p++)
            for (unsigned last = p; last < 160; last++) {
                unsigned q = last - p + 1;
                while (q > 0 && value[q - 1] == value[q - 1 + p])
                    q--;
                if (q > last - p || !bti_break_period_is_proved(&code, q, p, last))
                    continue;
                unsigned n = q;
                while (n + p < FAR && value[n] == value[n + p])
                    n++;
                CHECK(n + p == FAR, "%s: period %u from %u breaks at %u", text, p, q,
                      n);
            }
    }
}

static void check_text(const char *in, unsigned base, const char *out)
{
    bt_text text;
    bt_text_init(&text, ctx);
    bti_code code = parsed(in, base);
    bti_code_print(&code, &text);
    CHECK(strcmp(bt_text_chars(&text), out) == 0, "%s is printed as %s", in,
          bt_text_chars(&text));
    bt_text_free(&text);
}

static void check_refused(const char *in, unsigned base, bt_status wanted)
{
    bti_code code;
    bt_status status = bti_code_parse(ctx, bt_span_of(in), base, &code);
    CHECK(status == wanted && bt_message(ctx)[0], "%s: %s", in, bt_message(ctx));
}

static void texts(void)
{
    check_text("0.77", 8, "0.77");
    check_text(".77", 8, "0.77");
    check_text("0.770", 8, "0.77");
    check_text("4", 8, "4.0");
    check_text("4.", 8, "4.0");
    check_text("4.00", 8, "4.0");
    check_text("0.[3]", 8, "0.[3]");
    check_text("0.3[3]", 8, "0.[3]");
    check_text("0.[33]", 8, "0.[3]");
    check_text("0.[3737]", 8, "0.[37]");
    check_text("0.7[37]", 8, "0.[73]");
    check_text("0.5[0]", 8, "0.5");
    check_text("4.[3]", 8, "4.[3]");
    check_text("0.3f", 16, "0.3F");
    check_text("C.8", 16, "C.8");
    check_refused("0.8", 8, BT_DOMAIN);
    check_refused("3.1", 8, BT_DOMAIN);
    check_refused("8.1", 8, BT_DOMAIN);
    check_refused("0.G", 16, BT_SYNTAX);
    check_refused("0.", 8, BT_DOMAIN);
    check_refused("0.000", 8, BT_DOMAIN);
    check_refused("0.[0]", 8, BT_DOMAIN);
    check_refused("", 8, BT_SYNTAX);
    check_refused("0.7[", 8, BT_SYNTAX);
    check_refused("0.7[]", 8, BT_SYNTAX);
    check_refused("0.7[3", 8, BT_SYNTAX);
    check_refused("0.7[3]7", 8, BT_SYNTAX);
    check_refused("0.78", 8, BT_DOMAIN);
    check_refused("0.7.7", 8, BT_SYNTAX);
    check_refused("77", 8, BT_DOMAIN);
    char many[70] = "0.";
    memset(many + 2, '1', 64);
    check_text(many, 8, many);
    many[66] = '1';
    check_refused(many, 8, BT_UNABLE);
}

/* Repeating digits: what is read means digit by digit what was written. */
static void tails(void)
{
    char text[32];
    for (unsigned i = 0; i < 4096; i++) {
        unsigned before = i % 4, tail = 1 + i / 4 % 4, seed = i;
        unsigned digit[40] = {0};
        size_t len = (size_t)snprintf(text, sizeof text, "0.");
        for (unsigned k = 1; k < 40; k++) {
            seed = seed * 1103515245u + 12345u;
            digit[k] = k <= before + tail ? seed / 65536 % 3 : digit[k - tail];
        }
        for (unsigned k = 1; k <= before + tail; k++) {
            if (k == before + 1)
                text[len++] = '[';
            text[len++] = (char)('0' + digit[k]);
        }
        memcpy(text + len, "]", 2);
        bti_code code;
        bt_status status = bti_code_parse(ctx, bt_span_of(text), 8, &code);
        unsigned any = 0;
        for (unsigned k = 1; k < 40; k++)
            any |= digit[k];
        CHECK((status == BT_OK) == (any > 0), "%s", text);
        for (unsigned k = 1; k < 40 && status == BT_OK; k++)
            CHECK(bti_code_at(&code, k) == digit[k], "%s at %u", text, k);
    }
}

/* Nim and Lasker's Nim as codes, and the rules that are not digits. */
static void special_codes(void)
{
    static unsigned value[60];
    unsigned nim[60], lasker[60] = {4};
    for (unsigned k = 0; k < 60; k++) {
        nim[k] = k > 0 ? 3 : 0;
        lasker[k] = k > 0 ? 3 : 4;
    }
    naive_values(nim, 60, value, 60);
    check_options("0.[3]", 8, value, 60);
    CHECK(value[59] == 59, "0.[3] is Nim");
    naive_values(lasker, 60, value, 60);
    check_options("4.[3]", 8, value, 60);
    CHECK(value[3] == 4 && value[4] == 3 && value[57] == 57,
          "Lasker's Nim exchanges 3 and 4 mod 4 (Lasker 1931)");
    static struct options o;
    bti_code grundy = {.digit = {4}, .unequal = true};
    static unsigned grundy_value[30];
    /* A002188 of the OEIS */
    static const unsigned known[] = {0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2,
                                     1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2};
    for (unsigned n = 0; n < 30; n++) {
        o = (struct options){
            .visit.option = note_option, .value = grundy_value, .heap = n};
        bti_code_options(&grundy, n, &o.visit);
        while (o.seen[grundy_value[n]])
            grundy_value[n]++;
        CHECK(grundy_value[n] == known[n], "Grundy's game at %u", n);
    }
    bti_code couples = {.digit = {4}, .least_broken = 3};
    o = (struct options){.visit.option = note_option, .value = grundy_value, .heap = 2};
    bti_code_options(&couples, 2, &o.visit);
    CHECK(o.count == 0, "couples are not broken");
    bti_values v;
    uint64_t checked;
    bt_arena arena;
    bt_arena_init(&arena, ctx);
    CHECK(bti_break_values_find(&arena, &grundy, STEPS, &v, &checked) == BT_OK &&
              v.kind == BTI_VALUES_NONE,
          "nothing is proved of Grundy's game");
    bt_arena_free(&arena);
}

static void every_allocation_fails(void)
{
    for (uint64_t k = 1;; k++) {
        struct failing_host f;
        failing_host_init(&f, k);
        bt_context *own = bt_context_new(&f.host, 0);
        if (own) {
            bti_code code;
            bti_values v;
            uint64_t checked;
            bt_arena arena;
            bt_arena_init(&arena, own);
            bt_status status = bti_code_parse(own, bt_span_of("0.4"), 8, &code);
            if (status == BT_OK)
                status = bti_break_values_find(&arena, &code, STEPS, &v, &checked);
            CHECK(status == BT_OK || status == BT_NOMEM, "status %d", (int)status);
            bt_arena_free(&arena);
            bt_context_free(own);
        }
        CHECK(f.live_bytes == 0, "allocation %u fails", (unsigned)k);
        if (f.calls < k)
            break;
    }
}

int main(void)
{
    struct failing_host f;
    failing_host_init(&f, 0);
    ctx = bt_context_new(&f.host, 0);
    texts();
    tails();
    all_short_codes();
    bound_is_sound();
    known_periods();
    hexadecimal_codes();
    special_codes();
    bt_context_free(ctx);
    CHECK(f.live_bytes == 0, "all memory is given back");
    every_allocation_fails();
    return check_close();
}
