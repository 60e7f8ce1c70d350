/* SPDX-License-Identifier: MIT
 * Questions to one automaton that need no search. Minimal automata numbered
 * breadth-first are equal as tables when they are equal as sets. */
#include "dfa_table.h"

#include <string.h>

static bool accepts_binary(const bti_dfa *a, const uint64_t *value)
{
    size_t s = 0;
    for (unsigned place = 0; place < 64; place++) {
        size_t letter = 0;
        uint64_t left = 0;
        for (unsigned i = 0; i < a->tracks; i++) {
            uint64_t rest = value[a->track[i]] >> place;
            letter |= (size_t)(rest & 1) << i;
            left |= rest;
        }
        if (left == 0)
            break;
        s = a->next[s << a->tracks | letter];
    }
    return a->accept[s];
}

static bool accepts_greedy(const bti_dfa *a, const uint64_t *value)
{
    unsigned char digit[BTI_DFA_MOST_TRACKS][BTI_MOST_DIGITS];
    unsigned digits[BTI_DFA_MOST_TRACKS], most = 0;
    size_t s = 0;
    for (unsigned i = 0; i < a->tracks; i++) {
        digits[i] = bti_digits_of(a->digits, value[a->track[i]], digit[i]);
        most = digits[i] > most ? digits[i] : most;
    }
    for (unsigned place = 0; place < most; place++) {
        size_t letter = 0;
        for (unsigned i = 0; i < a->tracks; i++)
            if (place < digits[i])
                letter |= (size_t)digit[i][place] << i;
        s = a->next[s << a->tracks | letter];
    }
    return a->accept[s];
}

bool bti_dfa_accepts(const bti_dfa *a, const uint64_t *value)
{
    return a->digits == BTI_BINARY ? accepts_binary(a, value)
                                   : accepts_greedy(a, value);
}

bool bti_dfa_equal(const bti_dfa *a, const bti_dfa *b)
{
    return a->digits == b->digits && a->tracks == b->tracks && a->states == b->states &&
           memcmp(a->track, b->track, a->tracks * sizeof *a->track) == 0 &&
           memcmp(a->accept, b->accept, a->states) == 0 &&
           memcmp(a->next, b->next, (a->states << a->tracks) * sizeof *a->next) == 0;
}

bool bti_dfa_is_empty(const bti_dfa *a)
{
    return a->states == 1 && !a->accept[0];
}

bool bti_dfa_has_track(const bti_dfa *a, uint32_t var)
{
    return bti_track_place(a->track, a->tracks, var) != BTI_NO_STATE;
}

/* words[s] is the number of accepted words of `digits` letters from s. */
static void count_longer(const bti_dfa *a, const uint64_t *words, uint64_t *longer)
{
    for (size_t s = 0; s < a->states; s++) {
        uint64_t sum = 0;
        for (size_t l = 0; l < (size_t)1 << a->tracks; l++) {
            uint64_t more = words[a->next[s << a->tracks | l]];
            sum = sum > UINT64_MAX - more ? UINT64_MAX : sum + more;
        }
        longer[s] = sum;
    }
}

bt_status bti_dfa_count(bti_automata *m, const bti_dfa *a, unsigned digits,
                        uint64_t *count)
{
    size_t n = a->states;
    uint64_t *words = bt_resize_array(m->ctx, NULL, 0, n, 2 * sizeof *words);
    if (!words)
        return bt_last_status(m->ctx);
    for (size_t s = 0; s < n; s++)
        words[s] = a->accept[s];
    for (unsigned i = 0; i < digits; i++)
        count_longer(a, words + i % 2 * n, words + (i + 1) % 2 * n);
    *count = words[digits % 2 * n];
    bt_release(m->ctx, words, 2 * n * sizeof *words);
    return BT_OK;
}
