/* SPDX-License-Identifier: MIT
 * Edit distance with swaps of neighbours (optimal string alignment), up to a third of
 * the word's letters and at least one. A letter beside the right one on the keyboard is
 * a little nearer than another, so that mim is nim rather than lim. */
#include "core/nearest.h"

#include <string.h>

enum { LONGEST = 40, EDIT = 64, SLIP = EDIT - 1 }; /* fewer than EDIT letters */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* What it costs to read one letter as another. */
static size_t change_of(char a, char b)
{
    static const char keys[] = "qwertyuiop asdfghjkl zxcvbnm";
    const char *at = a ? strchr(keys, a) : NULL;
    if (a == b)
        return 0;
    bool beside =
        at && a != ' ' && b != ' ' && (at[1] == b || (at > keys && at[-1] == b));
    return beside ? SLIP : EDIT;
}

static size_t distance(const char *a, size_t n, const char *b, size_t m)
{
    size_t row[3][LONGEST + 1]; /* the last two rows and the one being filled */
    for (size_t j = 0; j <= m; j++)
        row[0][j] = j * EDIT;
    for (size_t i = 1; i <= n; i++) {
        size_t *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = i * EDIT;
        for (size_t j = 1; j <= m; j++) {
            size_t change = last[j - 1] + change_of(small(a[i - 1]), small(b[j - 1]));
            now[j] = least(change, least(last[j], now[j - 1]) + EDIT);
            if (i > 1 && j > 1 && small(a[i - 1]) == small(b[j - 2]) &&
                small(a[i - 2]) == small(b[j - 1]))
                now[j] = least(now[j], before[j - 2] + EDIT);
        }
    }
    return row[n % 3][m];
}

void bti_nearest_begin(bti_nearest *near, bt_span word)
{
    *near = (bti_nearest){.word = word,
                          .distance = (word.len / 3 + (word.len < 3)) * EDIT + 1};
}

void bti_nearest_try(bti_nearest *near, const char *known)
{
    size_t m = strlen(known);
    if (near->word.len > LONGEST || m > LONGEST)
        return;
    size_t d = distance(near->word.at, near->word.len, known, m);
    if (d < near->distance && d < m * SLIP) {
        near->distance = d;
        near->best = known;
    }
}

static bt_span take_part(bt_span *rest)
{
    const char *hyphen = rest->len > 0 ? memchr(rest->at, '-', rest->len) : NULL;
    bt_span part = {rest->at, hyphen ? (size_t)(hyphen - rest->at) : rest->len};
    size_t past = part.len + (hyphen != NULL);
    *rest = (bt_span){rest->at + past, rest->len - past};
    return part;
}

/* "turtle" and "turtles". */
static bool same_part(bt_span a, bt_span b)
{
    enum { SHORTEST = 5 };
    bt_span most = a.len > b.len ? a : b;
    size_t n = least(a.len, b.len);
    if (n < SHORTEST || most.len > n + 1 || (most.len > n && small(most.at[n]) != 's'))
        return false;
    for (size_t i = 0; i < n; i++)
        if (small(a.at[i]) != small(b.at[i]))
            return false;
    return true;
}

bool bti_shares_part(bt_span word, const char *known, bool *whole)
{
    bool shared = false;
    *whole = false;
    while (word.len > 0) {
        bt_span part = take_part(&word), rest = bt_span_of(known);
        *whole = *whole || same_part(part, rest);
        while (rest.len > 0)
            shared = same_part(part, take_part(&rest)) || shared;
    }
    return shared;
}
