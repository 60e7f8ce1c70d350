/* SPDX-License-Identifier: MIT */
#include "solve/growth.h"

#include "core/arith.h"

#include <string.h>

static uint64_t total_of(const bt_pos *p)
{
    uint64_t total = 0;
    for (size_t i = 0; i < p->n; i++)
        if (!bti_add(total, p->x[i], &total))
            return UINT64_MAX;
    return total;
}

static void put(bti_growth *g, size_t *len, const char *words)
{
    for (; *words && *len + 1 < sizeof g->text; words++)
        g->text[(*len)++] = *words;
    g->text[*len] = 0;
}

/* The first few numbers. */
static void put_numbers(bti_growth *g, size_t *len, const bt_pos *p)
{
    enum { SHOWN = 4 };
    for (size_t i = 0; i < p->n && i < SHOWN; i++) {
        char digits[21] = "";
        bt_print_u64(digits, p->x[i]);
        put(g, len, i > 0 ? "," : "");
        put(g, len, digits);
    }
    put(g, len, p->n > SHOWN ? ",..." : "");
}

const char *bti_say_growth(bti_growth *g, const bt_pos *from, const bt_pos *now)
{
    size_t len = 0;
    put(g, &len, "");
    if (total_of(now) <= total_of(from))
        return g->text;
    put(g, &len, "; the numbers grow: from ");
    put_numbers(g, &len, from);
    put(g, &len, " play came to ");
    put_numbers(g, &len, now);
    return g->text;
}
