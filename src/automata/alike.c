/* SPDX-License-Identifier: MIT
 * Letters that behave alike. The automaton of x1 ^ ... ^ x16 = 0 has 65536 letters, but
 * only two kinds of them: those with an even and those with an odd number of ones. If
 * two letters lead every state of some automata to the same state, then no product of
 * them tells the letters apart, nor does `exists` on other tracks. So letters are put
 * into classes, and the classes are numbered and written in binary on a few new tracks,
 * the codes. Work is done with codes, and in the end every letter gets the column of
 * its class. Letter 0, the padding, has code 0, so `exists` closes under padding as
 * ever; a code that no class has behaves like code 0, so that it tells no states apart.
 *
 * In other digits a track of codes would have to be a greedy word, too; there
 * this is not done. */
#include "alike.h"
#include "core/grow.h"

#include <string.h>

/* Codes are variables that no formula has; UINT32_MAX itself is used in linear.c. */
static const uint32_t first_code = UINT32_MAX - 1 - BTI_DFA_MOST_TRACKS;

enum {
    WORTH = 4, /* so many letters must there be for each class */
    MOST_CLASSES = 1024
};

/* Classes that become finer: i and j stay together if they have the same value. They
 * are numbered in the order of their least letters. */
typedef struct {
    bt_context *ctx;
    uint32_t *class_of;
    size_t letters, classes, most; /* classes: most + 1 when there are too many */
    uint32_t *number;              /* by old class and value; all BTI_NO_STATE */
    size_t numbers;
    uint32_t *used;
} refinement;

static void free_refinement(refinement *r)
{
    bt_release(r->ctx, r->class_of, r->class_of ? r->letters * sizeof *r->class_of : 0);
    bt_release(r->ctx, r->number, r->numbers * sizeof *r->number);
    bt_release(r->ctx, r->used, r->most * sizeof *r->used);
}

/* All letters in one class. */
static bt_status new_refinement(refinement *r, bt_context *ctx, unsigned tracks,
                                size_t most, size_t values)
{
    *r = (refinement){.ctx = ctx, .letters = (size_t)1 << tracks, .classes = 1};
    BT_TRY(BTI_NEW(ctx, r->class_of, r->letters));
    memset(r->class_of, 0, r->letters * sizeof *r->class_of);
    BT_TRY(BTI_NEW(ctx, r->used, most));
    r->most = most;
    r->number = bt_resize_array(ctx, NULL, 0, most, values * sizeof *r->number);
    if (!r->number)
        return bt_last_status(ctx);
    r->numbers = most * values;
    memset(r->number, 0xff, r->numbers * sizeof *r->number);
    return BT_OK;
}

/* By value[place[i]], or without place[] by value[i]. */
static void refine(refinement *r, const uint32_t *value, const uint32_t *place,
                   uint32_t values)
{
    uint32_t *number = r->number, found = 0;
    for (size_t i = 0; i < r->letters; i++) {
        uint32_t at = r->class_of[i] * values + value[place ? place[i] : i];
        if (number[at] == BTI_NO_STATE) {
            if (found == r->most) {
                r->classes = r->most + 1;
                return;
            }
            r->used[found] = at;
            number[at] = found++;
        }
        r->class_of[i] = number[at];
    }
    for (size_t i = 0; i < found; i++)
        number[r->used[i]] = BTI_NO_STATE;
    r->classes = found;
}

/* An automaton's letters in two parts: the tracks that are squeezed and the others. */
typedef struct {
    const bti_dfa *a;
    unsigned own, kept;
    uint32_t own_bit[BTI_DFA_MOST_TRACKS], kept_bit[BTI_DFA_MOST_TRACKS];
    uint32_t own_name[BTI_DFA_MOST_TRACKS];
    uint32_t kept_name[2 * BTI_DFA_MOST_TRACKS]; /* codes may come behind */
} parting;

static parting part(const bti_dfa *a, const uint32_t *track, unsigned tracks)
{
    parting p = {.a = a};
    for (unsigned i = 0; i < a->tracks; i++)
        if (bti_track_place(track, tracks, a->track[i]) != BTI_NO_STATE) {
            p.own_name[p.own] = a->track[i];
            p.own_bit[p.own++] = UINT32_C(1) << i;
        } else {
            p.kept_name[p.kept] = a->track[i];
            p.kept_bit[p.kept++] = UINT32_C(1) << i;
        }
    return p;
}

static uint32_t spread(uint32_t letter, const uint32_t *bit)
{
    uint32_t made = 0;
    for (; letter; letter >>= 1, bit++)
        made |= letter & 1 ? *bit : 0;
    return made;
}

/* The same for all letters of so many tracks, or NULL. */
static uint32_t *spread_all(bt_context *ctx, unsigned tracks, const uint32_t *bit)
{
    uint32_t *made = bt_resize_array(ctx, NULL, 0, (size_t)1 << tracks, sizeof *made);
    if (made)
        bti_letter_table(made, tracks, bit);
    return made;
}

/* row[] has something for each letter of the automaton. */
static void refine_by_row(refinement *r, const parting *p, const uint32_t *place,
                          const uint32_t *row, size_t values)
{
    for (uint32_t l = 0; l < UINT32_C(1) << p->kept && r->classes <= r->most; l++)
        refine(r, row + spread(l, p->kept_bit), place, (uint32_t)values);
}

/* A row that leads to one state parts nothing. */
static void refine_by_rows(refinement *r, const parting *p, const uint32_t *place)
{
    const bti_dfa *a = p->a;
    if (a->kind)
        refine_by_row(r, p, place, a->kind, a->kinds);
    for (size_t s = 0; !a->kind && s < a->states && r->classes <= r->most; s++) {
        const uint32_t *row = a->next + (s << a->tracks);
        size_t others = ((size_t)1 << a->tracks) - 1;
        if (memcmp(row, row + 1, others * sizeof *row) != 0)
            refine_by_row(r, p, place, row, a->states);
    }
}

/* The classes of one automaton's own letters. */
static bt_status own_classes(bt_context *ctx, const parting *p, size_t most,
                             refinement *r)
{
    uint32_t *place = NULL;
    BT_TRY(
        new_refinement(r, ctx, p->own, most, p->a->kind ? p->a->kinds : p->a->states));
    if (p->kept > 0 && !(place = spread_all(ctx, p->own, p->own_bit)))
        return bt_last_status(ctx);
    refine_by_rows(r, p, place);
    bt_release(ctx, place, place ? r->letters * sizeof *place : 0);
    return BT_OK;
}

/* The classes so far become finer by values of the letters of one automaton, which are
 * part of k's letters. */
static bt_status join_classes(const bti_alike *k, const parting *p,
                              const uint32_t *value, size_t values, refinement *all)
{
    uint32_t bit[BTI_DFA_MOST_TRACKS], *place = NULL;
    if (values > all->most / all->classes) {
        all->classes = all->most + 1;
        return BT_OK;
    }
    if (p->own == k->tracks && all->classes == 1) {
        memcpy(all->class_of, value, all->letters * sizeof *value);
        all->classes = values;
        return BT_OK;
    }
    for (unsigned i = 0; i < k->tracks; i++) {
        uint32_t at = bti_track_place(p->own_name, p->own, k->track[i]);
        bit[i] = at == BTI_NO_STATE ? 0 : UINT32_C(1) << at;
    }
    if (p->own < k->tracks && !(place = spread_all(k->m->ctx, k->tracks, bit)))
        return bt_last_status(k->m->ctx);
    refine(all, value, place, (uint32_t)values);
    bt_release(k->m->ctx, place, place ? all->letters * sizeof *place : 0);
    return BT_OK;
}

static bt_status add_automaton(const bti_alike *k, const bti_dfa *a, refinement *all)
{
    const parting p = part(a, k->track, k->tracks);
    refinement own;
    size_t letters = (size_t)1 << p.own;
    if (p.own == 0 || all->classes > all->most)
        return BT_OK;
    if (a->kind && p.kept == 0)
        return join_classes(k, &p, a->kind, a->kinds, all);
    if (a->states > UINT32_MAX / MOST_CLASSES) {
        all->classes = all->most + 1;
        return BT_OK;
    }
    bt_status status =
        own_classes(k->m->ctx, &p, letters < all->most ? letters : all->most, &own);
    if (status == BT_OK)
        status = join_classes(k, &p, own.class_of, own.classes, all);
    free_refinement(&own);
    return status;
}

static bt_status take_classes(bti_alike *k, refinement *all)
{
    BT_TRY(BTI_NEW(k->m->ctx, k->first, all->classes));
    k->classes = all->classes;
    size_t found = 0;
    for (size_t i = 0; found < k->classes; i++)
        if (all->class_of[i] == found)
            k->first[found++] = (uint32_t)i;
    while ((size_t)1 << k->codes < k->classes)
        k->codes++;
    k->class_of = all->class_of;
    all->class_of = NULL;
    return BT_OK;
}

static bt_status find_classes(bti_alike *k, const bti_dfa *const *a, size_t n)
{
    refinement all;
    size_t most = ((size_t)1 << k->tracks) / WORTH;
    most = most < MOST_CLASSES ? most : MOST_CLASSES;
    bt_status status = new_refinement(&all, k->m->ctx, k->tracks, most, 1);
    for (size_t i = 0; i < n && status == BT_OK; i++)
        status = add_automaton(k, a[i], &all);
    if (status == BT_OK && all.classes <= most)
        status = take_classes(k, &all);
    free_refinement(&all);
    return status;
}

bt_status bti_alike_find(bti_automata *m, const bti_dfa *const *a, size_t n,
                         const uint32_t *keep, size_t keeps, bti_alike *out)
{
    *out = (bti_alike){.m = m};
    if (m->digits != BTI_BINARY)
        return BT_OK;
    for (size_t i = 0; i < n; i++)
        for (unsigned j = 0; j < a[i]->tracks; j++) {
            bool kept = false;
            for (size_t v = 0; v < keeps && !kept; v++)
                kept = keep[v] == a[i]->track[j];
            if (!kept)
                BT_TRY(bti_tracks_union(m, out->track, out->tracks, &a[i]->track[j], 1,
                                        out->track, &out->tracks));
        }
    return out->tracks < m->squeezed || out->tracks < 2 ? BT_OK
                                                        : find_classes(out, a, n);
}

void bti_alike_free(bti_alike *k)
{
    bt_release(k->m->ctx, k->class_of,
               k->class_of ? ((size_t)1 << k->tracks) * sizeof *k->class_of : 0);
    bt_release(k->m->ctx, k->first, k->classes * sizeof *k->first);
}

/* A draft with all its states. */
static bt_status begin_table(bti_automata *m, const uint32_t *track, unsigned tracks,
                             size_t states, bti_dfa_draft *d)
{
    BT_TRY(bti_dfa_draft_begin(d, m, track, tracks));
    bt_status status = BT_OK;
    for (size_t s = 0; s < states && status == BT_OK; s++)
        status = bti_dfa_draft_state(d);
    if (status != BT_OK)
        bti_dfa_draft_drop(d);
    return status;
}

/* The automaton's letter for a code; codes that no class has are taken for 0. */
static uint32_t letter_of(const bti_alike *k, const parting *p, size_t code)
{
    uint32_t all = k->first[code < k->classes ? code : 0], letter = 0;
    for (unsigned i = 0; i < p->own; i++) {
        uint32_t at = bti_track_place(k->track, k->tracks, p->own_name[i]);
        letter |= all >> at & 1 ? p->own_bit[i] : 0;
    }
    return letter;
}

bt_status bti_alike_squeeze(const bti_alike *k, const bti_dfa *a, bti_dfa **out)
{
    parting p = part(a, k->track, k->tracks);
    bti_dfa_draft d;
    *out = NULL;
    for (unsigned i = 0; i < k->codes; i++)
        p.kept_name[p.kept + i] = first_code + i;
    BT_TRY(begin_table(k->m, p.kept_name, p.kept + k->codes, a->states, &d));
    for (size_t code = 0; code < (size_t)1 << k->codes; code++) {
        uint32_t own = letter_of(k, &p, code);
        for (uint32_t l = 0; l < UINT32_C(1) << p.kept; l++) {
            uint32_t from = own | spread(l, p.kept_bit);
            size_t to = code << p.kept | l;
            for (size_t s = 0; s < a->states; s++)
                d.a->next[s << d.a->tracks | to] = a->next[s << a->tracks | from];
        }
    }
    memcpy(d.a->accept, a->accept, a->states);
    return bti_dfa_draft_table(&d, out);
}

/* A squeezed automaton on its way back. */
typedef struct {
    const bti_alike *k;
    const bti_dfa *a;
    unsigned tracks; /* the new ones */
    uint32_t track[BTI_DFA_MOST_TRACKS];
    uint32_t *kind;   /* by new letter */
    uint32_t *column; /* of each kind, a letter of a; 1 << a->tracks of them, then as
                         many for the row in the making */
    size_t kinds;
    uint32_t *number; /* of a's states in the new order, then the states by number */
} expansion;

static size_t letters_of(const expansion *e)
{
    return (size_t)1 << e->tracks;
}

static void free_expansion(expansion *e)
{
    bt_context *ctx = e->k->m->ctx;
    size_t letters = (size_t)1 << e->a->tracks;
    bt_release(ctx, e->kind, e->kind ? letters_of(e) * sizeof *e->kind : 0);
    bt_release(ctx, e->column, e->column ? letters * 2 * sizeof *e->column : 0);
    bt_release(ctx, e->number, e->number ? e->a->states * 2 * sizeof *e->number : 0);
}

static bt_status get_memory(expansion *e)
{
    bt_context *ctx = e->k->m->ctx;
    size_t letters = (size_t)1 << e->a->tracks;
    e->column = bt_resize_array(ctx, NULL, 0, letters, 2 * sizeof *e->column);
    if (!e->column)
        return bt_last_status(ctx);
    e->number = bt_resize_array(ctx, NULL, 0, e->a->states, 2 * sizeof *e->number);
    return e->number ? BT_OK : bt_last_status(ctx);
}

/* The letter of a for each class; other tracks are 0. */
static void find_codes(const expansion *e, uint32_t *code)
{
    uint32_t bit[BTI_DFA_MOST_TRACKS];
    for (unsigned i = 0; i < e->k->codes; i++) {
        uint32_t at = bti_track_place(e->a->track, e->a->tracks, first_code + i);
        bit[i] = at == BTI_NO_STATE ? 0 : UINT32_C(1) << at;
    }
    for (uint32_t c = 0; c < e->k->classes; c++)
        code[c] = spread(c, bit);
}

/* New letters as bits of k's letters and, above them, bits of a's other tracks. */
static bt_status find_letters(expansion *e)
{
    const bti_alike *k = e->k;
    uint32_t bit[BTI_DFA_MOST_TRACKS];
    for (unsigned i = 0; i < e->tracks; i++) {
        uint32_t at = bti_track_place(k->track, k->tracks, e->track[i]);
        if (at == BTI_NO_STATE)
            at = k->tracks + bti_track_place(e->a->track, e->a->tracks, e->track[i]);
        bit[i] = UINT32_C(1) << at;
    }
    e->kind = spread_all(k->m->ctx, e->tracks, bit);
    return e->kind ? BT_OK : bt_last_status(k->m->ctx);
}

/* The new letters' kinds: by their columns in a, numbered in their own order. */
static bt_status find_kinds(expansion *e)
{
    const bti_alike *k = e->k;
    const parting whole = part(e->a, e->a->track, e->a->tracks);
    uint32_t code[MOST_CLASSES], low = (UINT32_C(1) << k->tracks) - 1;
    uint32_t *number = e->column + ((size_t)1 << e->a->tracks);
    refinement r;
    bt_status status = own_classes(k->m->ctx, &whole, (size_t)1 << e->a->tracks, &r);
    if (status == BT_OK)
        status = find_letters(e);
    if (status == BT_OK) {
        find_codes(e, code);
        memset(number, 0xff, r.classes * sizeof *number);
        for (size_t l = 0; l < letters_of(e); l++) {
            uint32_t at = e->kind[l] >> k->tracks | code[k->class_of[e->kind[l] & low]];
            uint32_t *n = &number[r.class_of[at]];
            if (*n == BTI_NO_STATE) {
                e->column[e->kinds] = at;
                *n = (uint32_t)e->kinds++;
            }
            e->kind[l] = *n;
        }
    }
    free_refinement(&r);
    return status;
}

static bool ignores(const expansion *e, unsigned bit)
{
    size_t half = (size_t)1 << bit;
    for (size_t l = 0; l < letters_of(e); l += 2 * half)
        if (memcmp(e->kind + l, e->kind + l + half, half * sizeof *e->kind) != 0)
            return false;
    return true;
}

/* Tracks that are ignored go; the order of the kinds stays what it was, for the least
 * letter of each has a 0 there. */
static bt_status drop_tracks(expansion *e)
{
    size_t before = letters_of(e);
    for (unsigned bit = e->tracks; bit-- > 0;) {
        size_t half = (size_t)1 << bit;
        if (!ignores(e, bit))
            continue;
        for (size_t l = 0; l < letters_of(e) / 2; l++) /* never behind what it reads */
            e->kind[l] = e->kind[(l & (half - 1)) | (l & ~(half - 1)) << 1];
        e->tracks--;
        memmove(e->track + bit, e->track + bit + 1,
                (e->tracks - bit) * sizeof *e->track);
    }
    uint32_t *kind = bt_resize(e->k->m->ctx, e->kind, before * sizeof *kind,
                               letters_of(e) * sizeof *kind);
    if (kind) {
        e->kind = kind;
        return BT_OK;
    }
    bt_release(e->k->m->ctx, e->kind, before * sizeof *kind);
    e->kind = NULL;
    return bt_last_status(e->k->m->ctx);
}

/* Breadth-first in the order of the new letters. */
static void number_states(expansion *e)
{
    const bti_dfa *a = e->a;
    uint32_t *number = e->number, *state = number + a->states;
    size_t found = 1;
    memset(number, 0xff, a->states * sizeof *number);
    number[0] = state[0] = 0;
    for (size_t i = 0; i < found; i++)
        for (size_t c = 0; c < e->kinds; c++) {
            uint32_t to = a->next[(size_t)state[i] << a->tracks | e->column[c]];
            if (number[to] != BTI_NO_STATE)
                continue;
            number[to] = (uint32_t)found;
            state[found++] = to;
        }
}

static void fill_table(const expansion *e, bti_dfa *to)
{
    const bti_dfa *a = e->a;
    const uint32_t *state = e->number + a->states;
    uint32_t *row = e->column + ((size_t)1 << a->tracks);
    for (size_t s = 0; s < a->states; s++) {
        uint32_t *filled = to->next + (s << to->tracks);
        for (size_t c = 0; c < e->kinds; c++)
            row[c] = e->number[a->next[(size_t)state[s] << a->tracks | e->column[c]]];
        for (size_t l = 0; l < letters_of(e); l++)
            filled[l] = row[e->kind[l]];
        to->accept[s] = a->accept[state[s]];
    }
}

static bt_status expand(expansion *e, bti_dfa **out)
{
    bti_dfa_draft d;
    BT_TRY(get_memory(e));
    BT_TRY(find_kinds(e));
    BT_TRY(drop_tracks(e));
    number_states(e);
    BT_TRY(begin_table(e->k->m, e->track, e->tracks, e->a->states, &d));
    fill_table(e, d.a);
    d.a->kind = e->kind;
    d.a->kinds = e->kinds;
    e->kind = NULL;
    return bti_dfa_draft_table(&d, out);
}

bt_status bti_alike_expand(const bti_alike *k, bti_dfa **a)
{
    expansion e = {.k = k, .a = *a};
    bti_dfa *out = NULL;
    unsigned others = 0;
    while (others < (*a)->tracks && (*a)->track[others] < first_code)
        others++;
    if (others == (*a)->tracks)
        return BT_OK;
    bt_status status = bti_tracks_union(k->m, k->track, k->tracks, (*a)->track, others,
                                        e.track, &e.tracks);
    if (status == BT_OK)
        status = expand(&e, &out);
    free_expansion(&e);
    return bti_dfa_replace(a, status, out);
}
