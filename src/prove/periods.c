/* SPDX-License-Identifier: MIT
 * Periods in a row of signs, and how such a row is said as a formula. */
#include "prove/periods.h"

#include <string.h>

size_t bti_find_period(const char *sign, size_t n, size_t *preperiod)
{
    for (size_t period = 1; 3 * period <= n; period++) {
        size_t from = n - period;
        while (from > 0 && sign[from - 1] == sign[from - 1 + period])
            from--;
        if (from + 3 * period <= n && from <= n / 2) {
            *preperiod = from;
            return period;
        }
    }
    return 0;
}

static void put_list(bt_text *out, const char *sign, char letter, size_t from,
                     size_t to, size_t period)
{
    bool some = false;
    for (size_t k = 0; k < to - from; k++) { /* residues from 0 on */
        size_t skip = period ? (k + period - from % period) % period : k;
        if (sign[from + skip] != letter)
            continue;
        bt_text_format(out, "%s%zu", some ? "," : "", period ? k : from + k);
        some = true;
    }
}

void bti_put_periodic(bt_text *out, const char *n, const char *sign, char letter,
                      size_t preperiod, size_t period)
{
    bool early = memchr(sign, letter, preperiod) != NULL;
    bool later = memchr(sign + preperiod, letter, period) != NULL;
    if (early) {
        const char *first = memchr(sign, letter, preperiod);
        size_t behind = (size_t)(first - sign) + 1;
        bool one = !memchr(first + 1, letter, preperiod - behind);
        bt_text_format(out, "%s %s", n, one ? "= " : "in {");
        put_list(out, sign, letter, 0, preperiod, 0);
        bt_text_put(out, one ? "" : "}");
        bt_text_put(out, later ? " | " : "");
    }
    if (later && preperiod > 0)
        bt_text_format(out, period > 1 ? "%s >= %zu & " : "%s >= %zu", n, preperiod);
    if (later && period > 1) {
        const char *first = memchr(sign + preperiod, letter, period);
        size_t behind = (size_t)(first - sign) + 1;
        bool one = !memchr(sign + behind, letter, preperiod + period - behind);
        bt_text_format(out, "%s mod %zu %s", n, period, one ? "= " : "in {");
        put_list(out, sign, letter, preperiod, preperiod + period, period);
        bt_text_put(out, one ? "" : "}");
    }
    if (later && period == 1 && preperiod == 0)
        bt_text_put(out, "true");
    if (!early && !later)
        bt_text_put(out, "false");
}

void bti_put_values(bt_text *out, const char *n, const char *sign, size_t preperiod,
                    size_t period)
{
    bool some = false;
    for (int value = 0; value < BTI_NO_VALUE; value++)
        if (memchr(sign, value, preperiod + period)) {
            bt_text_put(out, some ? " | (" : "(");
            bti_put_periodic(out, n, sign, (char)value, preperiod, period);
            bt_text_format(out, ") & g = %d", value);
            some = true;
        }
    if (!some) /* no position of these has a value: there is none */
        bt_text_put(out, "false");
}
