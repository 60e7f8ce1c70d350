/* SPDX-License-Identifier: MIT
 * Nim multiplication (Conway, On Numbers and Games ch. 6): a times b is the least
 * number that is not a'b + ab' + a'b' for any a' < a, b' < b, where + is the nim-sum.
 * With the nim-sum the numbers below 2^64 are a field. It is what the values of tartan
 * games are made of.
 *
 * Let F be one of 2, 4, 16, 256, 65536, 2^32. Then F times F is F + F/2, and F times a
 * smaller number is the ordinary product. So numbers are split into halves, x = x1 F +
 * x0, and multiplied as Karatsuba does, with three products of halves. */
#include <bouton/kernels.h>

/* Both numbers below 2^(2 half); half is 1, 2, 4, 8, 16 or 32. */
static uint64_t product(uint64_t a, uint64_t b, unsigned half)
{
    if (a <= 1 || b <= 1)
        return a * b;
    uint64_t low = (UINT64_C(1) << half) - 1;
    uint64_t a1 = a >> half, a0 = a & low, b1 = b >> half, b0 = b & low;
    if (a1 == 0 && b1 == 0)
        return product(a, b, half / 2);
    if (half == 1) /* F = 2: the halves are 0 or 1, and F/2 is 1 */
        return ((a1 & b1) ^ (a1 & b0) ^ (a0 & b1)) << 1 | ((a0 & b0) ^ (a1 & b1));
    uint64_t c = product(a1, b1, half / 2), d = product(a0, b0, half / 2);
    uint64_t e = product(a1 ^ a0, b1 ^ b0, half / 2);
    return (e ^ d) << half | (d ^ product(c, UINT64_C(1) << (half - 1), half / 2));
}

uint64_t bt_nim_product(uint64_t a, uint64_t b)
{
    return product(a, b, 32);
}
