/* SPDX-License-Identifier: MIT
 * The nim-product against its definition, against a table, and as the product of a
 * field. */
#include "check.h"

#include <bouton/kernels.h>

enum { SMALL = 64 };

/* Conway, On Numbers and Games ch. 6: the table to 15, recomputed by brute force. */
static const unsigned table[15][15] = {
    {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {2, 3, 1, 8, 10, 11, 9, 12, 14, 15, 13, 4, 6, 7, 5},
    {3, 1, 2, 12, 15, 13, 14, 4, 7, 5, 6, 8, 11, 9, 10},
    {4, 8, 12, 6, 2, 14, 10, 11, 15, 3, 7, 13, 9, 5, 1},
    {5, 10, 15, 2, 7, 8, 13, 3, 6, 9, 12, 1, 4, 11, 14},
    {6, 11, 13, 14, 8, 5, 3, 7, 1, 12, 10, 9, 15, 2, 4},
    {7, 9, 14, 10, 13, 3, 4, 15, 8, 6, 1, 5, 2, 12, 11},
    {8, 12, 4, 11, 3, 7, 15, 13, 5, 1, 9, 6, 14, 10, 2},
    {9, 14, 7, 15, 6, 1, 8, 5, 12, 11, 2, 10, 3, 4, 13},
    {10, 15, 5, 3, 9, 12, 6, 1, 11, 14, 4, 2, 8, 13, 7},
    {11, 13, 6, 7, 12, 10, 1, 9, 2, 4, 15, 14, 5, 3, 8},
    {12, 4, 8, 13, 1, 9, 5, 6, 10, 2, 14, 11, 7, 15, 3},
    {13, 6, 11, 9, 4, 15, 2, 14, 3, 8, 5, 7, 10, 1, 12},
    {14, 7, 9, 5, 11, 2, 12, 10, 4, 13, 3, 15, 1, 8, 6},
    {15, 5, 10, 1, 14, 4, 11, 2, 13, 7, 8, 3, 12, 6, 9},
};

static void definition(void)
{
    static unsigned product[SMALL][SMALL];
    static bool seen[1 << 8];
    for (unsigned a = 0; a < SMALL; a++)
        for (unsigned b = 0; b < SMALL; b++) {
            for (unsigned i = 0; i < 1 << 8; i++)
                seen[i] = false;
            for (unsigned x = 0; x < a; x++)
                for (unsigned y = 0; y < b; y++)
                    seen[product[x][b] ^ product[a][y] ^ product[x][y]] = true;
            while (seen[product[a][b]])
                product[a][b]++;
            CHECK(bt_nim_product(a, b) == product[a][b], "%u times %u", a, b);
            if (a >= 1 && a <= 15 && b >= 1 && b <= 15)
                CHECK(product[a][b] == table[a - 1][b - 1], "%u times %u", a, b);
        }
}

static uint64_t random_state = 1901;

/* Numbers of every length. */
static uint64_t random_number(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    uint64_t high = random_state;
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    uint64_t number = high ^ random_state >> 32;
    return number >> (high >> 58);
}

static void field(void)
{
    for (unsigned i = 0; i < 1000; i++) {
        uint64_t a = random_number(), b = random_number(), c = random_number();
        uint64_t ab = bt_nim_product(a, b), inverse = a;
        CHECK(ab == bt_nim_product(b, a), "it commutes");
        CHECK(bt_nim_product(ab, c) == bt_nim_product(a, bt_nim_product(b, c)),
              "it is associative");
        CHECK(bt_nim_product(a, b ^ c) == (ab ^ bt_nim_product(a, c)),
              "it is distributive");
        CHECK(bt_nim_product(a, 1) == a && bt_nim_product(0, a) == 0, "1 and 0");
        /* a^(2^64 - 2) is the inverse */
        for (unsigned k = 0; k < 62; k++)
            inverse = bt_nim_product(bt_nim_product(inverse, inverse), a);
        inverse = bt_nim_product(inverse, inverse);
        CHECK(a == 0 || bt_nim_product(a, inverse) == 1, "an inverse");
    }
}

/* F times F is F + F/2; F times less is the ordinary product. */
static void powers(void)
{
    for (unsigned half = 1; half <= 32; half *= 2) {
        uint64_t f = UINT64_C(1) << half;
        CHECK(bt_nim_product(f, f) == (f ^ f / 2), "2^%u squared", half);
        for (unsigned i = 0; i < 1000; i++) {
            uint64_t a = random_number() % f;
            CHECK(bt_nim_product(f, a) == f * a, "2^%u times less", half);
        }
    }
}

int main(void)
{
    definition();
    field();
    powers();
    return check_close();
}
