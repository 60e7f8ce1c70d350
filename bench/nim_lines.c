/* SPDX-License-Identifier: MIT
 * Writes Nim positions for the benchmarks, one a line: `nim_lines LINES [BELOW]`.
 * Each line has 3 to 8 heaps, each from 0 to BELOW-1 (1000 unless told). The same
 * arguments give the same bytes on every machine. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* splitmix64 (Steele, Lea, Flood 2014): one add, then a mix that hides the counter. */
static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fputs("usage: nim_lines LINES [BELOW]\n", stderr);
        return 2;
    }
    uint64_t lines = strtoull(argv[1], NULL, 10);
    uint64_t below = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000;
    if (below == 0) {
        fputs("nim_lines: heaps below 0 do not exist\n", stderr);
        return 2;
    }
    uint64_t state = 1901;
    for (uint64_t i = 0; i < lines; i++) {
        uint64_t heaps = 3 + next(&state) % 6;
        for (uint64_t j = 0; j < heaps; j++)
            printf("%" PRIu64 "%c", next(&state) % below, j + 1 < heaps ? ',' : '\n');
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("nim_lines: cannot write\n", stderr);
        return 4;
    }
    return 0;
}
