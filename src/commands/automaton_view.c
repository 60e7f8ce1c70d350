/* SPDX-License-Identifier: MIT
 * Pictures of automata. All letters that lead from one state to another share an arrow,
 * whose label covers them by patterns such as 0*1. A pattern is grown from a letter,
 * one digit after the other becoming free as long as everything it stands for leads to
 * the same state.
 *
 * The state from which nothing is accepted any more is left out with all its arrows:
 * nearly every state has one to it, and the picture would be of them. */
#include "commands/automaton_view.h"

#include "core/piece.h"
#include "formula/digits_line.h"

#include <string.h>

enum {
    MOST_PATTERNS = 5, /* on an arrow, then dots */
    LABEL_ROOM = MOST_PATTERNS * (BTI_DFA_MOST_TRACKS + 1) + 4
};

typedef struct {
    bt_arena *arena;
    const bti_dfa *a;
    size_t dead;     /* the state that is left out, or a->states */
    uint32_t *node;  /* of each state */
    uint32_t *arrow; /* from the current state to each other one, counted from 1 */
    unsigned char *covered; /* letters of the current state */
    bt_graph_arrow *arrows;
    char (*label)[LABEL_ROOM]; /* of each arrow */
    unsigned *patterns;
    size_t arrow_count;
    bool some_free; /* a pattern has a * */
} drawing;

static size_t letters_of(const bti_dfa *a)
{
    return (size_t)1 << a->tracks;
}

/* The start is never left out. */
static size_t find_dead(const bti_dfa *a)
{
    for (size_t s = 1; s < a->states; s++) {
        size_t l = 0;
        while (l < letters_of(a) && a->next[s << a->tracks | l] == s)
            l++;
        if (l == letters_of(a) && !a->accept[s])
            return s;
    }
    return a->states;
}

/* Whether all letters that agree with this one but for the free digits lead to where it
 * leads. All subsets of the free digits are gone through. */
static bool leads_together(const bti_dfa *a, size_t s, size_t letter, size_t free)
{
    const uint32_t *next = a->next + (s << a->tracks);
    for (size_t some = free;; some = (some - 1) & free) {
        if (next[letter ^ some] != next[letter])
            return false;
        if (some == 0)
            return true;
    }
}

static size_t grow(drawing *d, size_t s, size_t letter)
{
    size_t free = 0;
    for (unsigned i = d->a->tracks; i-- > 0;)
        if (leads_together(d->a, s, letter, free | (size_t)1 << i))
            free |= (size_t)1 << i;
    for (size_t some = free;; some = (some - 1) & free) {
        d->covered[letter ^ some] = 1;
        if (some == 0)
            break;
    }
    d->some_free = d->some_free || free;
    return free;
}

static void add_pattern(drawing *d, size_t arrow, size_t letter, size_t free)
{
    char *label = d->label[arrow];
    unsigned count = d->patterns[arrow]++;
    size_t len = strlen(label);
    if (count > MOST_PATTERNS)
        return;
    if (count > 0)
        label[len++] = ' ';
    if (count == MOST_PATTERNS) {
        memcpy(label + len, "\xE2\x80\xA6", 4);
        return;
    }
    for (unsigned i = 0; i < d->a->tracks; i++)
        label[len++] = free >> i & 1 ? '*' : letter >> i & 1 ? '1' : '0';
    label[len] = 0;
}

/* Letters in the order in which they are written: 00, 01, 10, 11. */
static size_t nth_letter(const bti_dfa *a, size_t n)
{
    size_t letter = 0;
    for (unsigned i = 0; i < a->tracks; i++)
        letter |= (n >> (a->tracks - 1 - i) & 1) << i;
    return letter;
}

static void add_arrows(drawing *d, size_t s)
{
    const bti_dfa *a = d->a;
    memset(d->covered, 0, letters_of(a));
    memset(d->arrow, 0, a->states * sizeof *d->arrow);
    for (size_t n = 0; n < letters_of(a); n++) {
        size_t letter = nth_letter(a, n), to = a->next[s << a->tracks | letter];
        if (d->covered[letter] || to == d->dead)
            continue;
        if (d->arrow[to] == 0) {
            d->arrow[to] = (uint32_t)d->arrow_count + 1;
            d->arrows[d->arrow_count] = (bt_graph_arrow){d->node[s], d->node[to], false,
                                                         d->label[d->arrow_count]};
            d->arrow_count++;
        }
        add_pattern(d, d->arrow[to] - 1, letter, grow(d, s, letter));
    }
}

/* At most one arrow for each letter, and for each pair of states. */
static bool take_room(drawing *d)
{
    const bti_dfa *a = d->a;
    size_t each = a->states < letters_of(a) ? a->states : letters_of(a);
    size_t most = a->states * each;
    d->node = bt_arena_alloc(d->arena, a->states, sizeof *d->node);
    d->arrow = bt_arena_alloc(d->arena, a->states, sizeof *d->arrow);
    d->covered = bt_arena_alloc(d->arena, letters_of(a), sizeof *d->covered);
    d->arrows = bt_arena_alloc(d->arena, most, sizeof *d->arrows);
    d->label = bt_arena_alloc(d->arena, most, sizeof *d->label);
    d->patterns = bt_arena_alloc(d->arena, most, sizeof *d->patterns);
    return d->node && d->arrow && d->covered && d->arrows && d->label && d->patterns;
}

static bt_status name_states(drawing *d, bool values, bt_graph_view *out)
{
    enum { NAME_ROOM = 32 };
    const bti_dfa *a = d->a;
    bt_graph_node *node = bt_arena_alloc(d->arena, a->states, sizeof *node);
    char(*name)[NAME_ROOM] = bt_arena_alloc(d->arena, a->states, sizeof *name);
    size_t count = 0;
    if (!node || !name)
        return bt_last_status(d->arena->ctx);
    for (size_t s = 0; s < a->states; s++) {
        if (s == d->dead)
            continue;
        if (s == 0)
            memcpy(name[s], "start ", 6);
        size_t len = strlen(name[s]);
        name[s][len + bt_print_u64(name[s] + len, s)] = 0;
        node[count] = (bt_graph_node){.name = name[s],
                                      .outcome = a->accept[s] && !values ? 'P' : ' ',
                                      .value = a->accept[s] && values ? "yes" : NULL,
                                      .fresh = a->accept[s] && values};
        d->node[s] = (uint32_t)count++;
    }
    out->node = node;
    out->nodes = count;
    return BT_OK;
}

/* Which digits are read: "Binary digits of x, y, least first." */
static void put_digits(bt_text *out, const drawing *d, const bti_automaton_about *about)
{
    const bti_dfa *a = d->a;
    bt_text tracks, digits;
    bt_text_init(&tracks, out->ctx);
    bt_text_init(&digits, out->ctx);
    for (unsigned i = 0; i < a->tracks; i++)
        bt_text_format(&tracks, "%s%s", i ? ", " : "", about->track[i]);
    bti_digits_print(a->digits, &digits);
    bt_say(out,
           a->digits == BTI_BINARY ? BT_TEXT("Binary digits of {tracks}, least first.")
           : a->digits == BTI_FIBONACCI
               ? BT_TEXT("Fibonacci digits of {tracks}, least first.")
               : BT_TEXT("Digits ({digits}) of {tracks}, least first."),
           BT_ARGS(BT_STR("tracks", bt_text_chars(&tracks)),
                   BT_STR("digits", bt_text_chars(&digits))));
    bti_piece_end(&tracks, out);
    bti_piece_end(&digits, out);
}

/* Another sentence of the paragraph. */
static void next_sentence(bt_text *out, const char *key)
{
    bt_text_put_char(out, ' ');
    bt_say(out, key, BT_NO_ARGS);
}

static void put_caption(bt_text *out, const drawing *d,
                        const bti_automaton_about *about)
{
    put_digits(out, d, about);
    if (d->some_free)
        next_sentence(out, BT_TEXT("A * stands for any digit."));
    next_sentence(out,
                  about->values
                      ? BT_TEXT("If the digits end at 'yes', g is the Grundy value.")
                      : BT_TEXT("Numbers whose digits end in P are a P-position."));
    if (d->dead == d->a->states)
        return;
    next_sentence(
        out, about->values
                 ? BT_TEXT("All other digits lead to a state that is not shown: no.")
                 : BT_TEXT("All other digits lead to a state that is not shown: not "
                           "P."));
}

static bt_status make_caption(drawing *d, const bti_automaton_about *about,
                              const char **out)
{
    bt_text text;
    *out = NULL;
    if (d->a->tracks == 0)
        return BT_OK;
    bt_text_init(&text, d->arena->ctx);
    put_caption(&text, d, about);
    bt_status status = bt_text_status(&text);
    if (status == BT_OK && !(*out = bt_arena_copy(d->arena, bt_text_span(&text))))
        status = bt_last_status(d->arena->ctx);
    bt_text_free(&text);
    return status;
}

bt_status bti_automaton_view(bt_arena *arena, const bti_dfa *a,
                             const bti_automaton_about *about, bt_graph_view *out)
{
    drawing d = {.arena = arena, .a = a};
    if (a->states > BTI_STATES_DRAWN)
        return bt_fail(
            arena->ctx, BT_UNABLE,
            "the automaton has {states} states, and a picture with more "
            "than {most} would show nothing, so none is drawn",
            BT_ARGS(BT_NUM("states", a->states), BT_NUM("most", BTI_STATES_DRAWN)));
    *out = (bt_graph_view){.title = about->title};
    if (!take_room(&d))
        return bt_last_status(arena->ctx);
    d.dead = find_dead(a);
    BT_TRY(name_states(&d, about->values, out));
    for (size_t s = 0; s < a->states && a->tracks > 0; s++)
        if (s != d.dead)
            add_arrows(&d, s);
    out->arrow = d.arrows;
    out->arrows = d.arrow_count;
    return make_caption(&d, about, &out->caption);
}
