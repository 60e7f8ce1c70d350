/* SPDX-License-Identifier: MIT
 * Writes an edge list for the benchmarks: `graph_lines NODES ARROWS [back]`. Nodes are
 * the numbers below NODES; the arrows begin and end anywhere, and lead to smaller
 * numbers unless a third word says that they may lead back. The same arguments give the
 * same bytes on every machine. */
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

/* Digits and a separator; printf would be slower than what is measured. */
static char *put(char *to, uint64_t number, char separator)
{
    char digits[20];
    int len = 0;
    do
        digits[len++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (len > 0)
        *to++ = digits[--len];
    *to++ = separator;
    return to;
}

int main(int argc, char **argv)
{
    static char piece[1 << 16];
    uint64_t nodes = argc > 2 ? strtoull(argv[1], NULL, 10) : 0;
    uint64_t arrows = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    if (argc < 3 || argc > 4 || nodes < 2 || nodes > UINT32_MAX) {
        fputs("usage: graph_lines NODES ARROWS [back]\n", stderr);
        return 2;
    }
    uint64_t state = 1901;
    char *at = piece;
    for (uint64_t i = 0; i < arrows; i++) {
        uint64_t draw = next(&state), from = 1 + (draw >> 32) % (nodes - 1);
        uint64_t to = (draw & UINT32_MAX) % (argc > 3 ? nodes : from);
        at = put(put(at, from, ' '), to, '\n');
        if (at > piece + sizeof piece - 64) {
            fwrite(piece, 1, (size_t)(at - piece), stdout);
            at = piece;
        }
    }
    fwrite(piece, 1, (size_t)(at - piece), stdout);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("graph_lines: cannot write\n", stderr);
        return 4;
    }
    return 0;
}
