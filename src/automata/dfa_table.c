/* SPDX-License-Identifier: MIT
 * The tables of automata: memory, limits, growing drafts, and the search that turns a
 * rule for stepping into a table. */
#include "dfa_table.h"

#include "core/grow.h"
#include "core/hash.h"
#include "core/parallel.h"

#include <string.h>

void bti_automata_init(bti_automata *m, bt_context *ctx, bti_digits digits)
{
    *m = (bti_automata){.ctx = ctx,
                        .digits = digits,
                        .squeezed = 7,
                        .limits = {.tracks = BTI_DFA_MOST_TRACKS,
                                   .states = 8000000,
                                   .entries = UINT64_C(1) << 30,
                                   .members = UINT64_C(1) << 30}};
}

bool bti_automata_stopped(bti_automata *m)
{
    bti_progress(m->ctx, "states", m->seen, 0);
    return bt_stopped(m->ctx);
}

/* Keys. */

void bti_keys_init(bti_keys *k, bt_context *ctx)
{
    *k = (bti_keys){.ctx = ctx};
}

void bti_keys_free(bti_keys *k)
{
    BTI_RELEASE(k->ctx, k->key, k->cap);
    bti_index_free(k->ctx, &k->index);
    bti_keys_init(k, k->ctx);
}

bt_status bti_keys_push(bti_keys *k, uint64_t key)
{
    BT_TRY(BTI_RESERVE(k->ctx, k->key, k->cap, k->count + 1));
    k->key[k->count++] = key;
    return BT_OK;
}

bt_status bti_keys_number(bti_keys *k, uint64_t key, uint32_t *number)
{
    BT_TRY(bti_index_reserve(k->ctx, &k->index));
    bti_probe p = bti_index_probe(&k->index, bti_mix(key));
    while (bti_index_next(&k->index, &p))
        if (k->key[p.item] == key) {
            *number = p.item;
            return BT_OK;
        }
    *number = (uint32_t)k->count;
    BT_TRY(bti_keys_push(k, key));
    bti_index_put(&k->index, &p, *number);
    return BT_OK;
}

/* Drafts. */

bt_status bti_dfa_draft_begin(bti_dfa_draft *d, bti_automata *m, const uint32_t *track,
                              unsigned tracks)
{
    *d = (bti_dfa_draft){.m = m};
    if (tracks > m->limits.tracks || tracks > BTI_DFA_MOST_TRACKS)
        return bt_fail(
            m->ctx, BT_UNABLE,
            "this needs an automaton with {tracks} tracks, and the limit is {most}",
            BT_ARGS(BT_NUM("tracks", tracks), BT_NUM("most", m->limits.tracks)));
    BT_TRY(BTI_NEW(m->ctx, d->a, 1));
    *d->a = (bti_dfa){.ctx = m->ctx, .digits = m->digits, .tracks = tracks};
    if (tracks)
        memcpy(d->a->track, track, tracks * sizeof *track);
    if (tracks > m->largest_tracks)
        m->largest_tracks = tracks;
    return BT_OK;
}

static void free_tables(bti_dfa *a, size_t cap)
{
    bt_release(a->ctx, a->next, (cap << a->tracks) * sizeof *a->next);
    bt_release(a->ctx, a->accept, cap);
    bt_release(a->ctx, a->kind, a->kind ? sizeof *a->kind << a->tracks : 0);
    bt_release(a->ctx, a, sizeof *a);
}

void bti_dfa_draft_drop(bti_dfa_draft *d)
{
    if (d->a)
        free_tables(d->a, d->cap);
    d->a = NULL;
}

void bti_dfa_free(bti_dfa *a)
{
    if (a)
        free_tables(a, a->states);
}

static bt_status set_cap(bti_dfa_draft *d, size_t cap)
{
    bti_dfa *a = d->a;
    if (cap > SIZE_MAX >> (a->tracks + 2))
        return bt_fail(a->ctx, BT_UNABLE, "an automaton is too large for this machine",
                       BT_NO_ARGS);
    uint32_t *next = bt_resize(a->ctx, a->next, (d->cap << a->tracks) * sizeof *next,
                               (cap << a->tracks) * sizeof *next);
    if (!next)
        return bt_last_status(a->ctx);
    a->next = next;
    unsigned char *accept = bt_resize(a->ctx, a->accept, d->cap, cap);
    if (accept) {
        a->accept = accept;
        d->cap = cap;
        return BT_OK;
    }
    /* Both arrays must have one capacity. Going back is growing or shrinking again; if
     * that fails, too, the array is let go: the draft is lost in any case. */
    bt_status status = bt_last_status(a->ctx);
    next = bt_resize(a->ctx, a->next, (cap << a->tracks) * sizeof *next,
                     (d->cap << a->tracks) * sizeof *next);
    if (!next && d->cap) {
        bt_release(a->ctx, a->next, (cap << a->tracks) * sizeof *next);
        bt_release(a->ctx, a->accept, d->cap);
        a->accept = NULL;
        d->cap = a->states = 0;
    }
    a->next = next;
    return status;
}

static bt_status more_states(bti_dfa_draft *d)
{
    const bti_dfa_limits *most = &d->m->limits;
    size_t want = d->a->states + 1, cap = d->cap ? d->cap + d->cap / 2 + 1 : 8;
    if (want > most->states || want >= BTI_NO_STATE)
        return bt_fail(d->m->ctx, BT_UNABLE,
                       "an automaton grew beyond the limit of {states} states",
                       BT_ARGS(BT_NUM("states", most->states)));
    if ((uint64_t)want > most->entries >> d->a->tracks)
        return bt_fail(
            d->m->ctx, BT_UNABLE,
            "an automaton of {tracks} tracks grew beyond the limit of {entries} table "
            "entries",
            BT_ARGS(BT_NUM("tracks", d->a->tracks), BT_NUM("entries", most->entries)));
    if (cap > most->entries >> d->a->tracks)
        cap = (size_t)(most->entries >> d->a->tracks);
    if (cap > most->states)
        cap = (size_t)most->states;
    return set_cap(d, cap);
}

bt_status bti_dfa_draft_state(bti_dfa_draft *d)
{
    if (d->a->states == d->cap)
        BT_TRY(more_states(d));
    d->a->states++;
    return BT_OK;
}

bt_status bti_dfa_draft_table(bti_dfa_draft *d, bti_dfa **out)
{
    bt_status status = d->cap == d->a->states ? BT_OK : set_cap(d, d->a->states);
    *out = NULL;
    if (status != BT_OK) {
        bti_dfa_draft_drop(d);
        return status;
    }
    *out = d->a;
    d->a = NULL;
    return BT_OK;
}

bt_status bti_dfa_draft_finish(bti_dfa_draft *d, bti_dfa **out)
{
    BT_TRY(bti_dfa_draft_table(d, out));
    return bti_dfa_minimise(d->m, out);
}

/* The search. */
typedef struct {
    bti_dfa_draft draft;
    bti_keys keys; /* the key of each state */
} exploration;

static bt_status number_of(exploration *e, uint64_t key, uint32_t *state)
{
    BT_TRY(bti_keys_number(&e->keys, key, state));
    return *state < e->draft.a->states ? BT_OK : bti_dfa_draft_state(&e->draft);
}

static bt_status explore_row(exploration *e, const bti_dfa_stepper *stepper, uint32_t s)
{
    uint32_t letters = UINT32_C(1) << e->draft.a->tracks;
    uint64_t key = e->keys.key[s], last = key;
    uint32_t to = s;
    bool dead = key == BTI_DEAD;
    e->draft.a->accept[s] = !dead && stepper->accepts(stepper->self, key);
    for (uint32_t letter = 0; letter < letters; letter++) {
        uint64_t k = dead ? key : stepper->step(stepper->self, key, letter);
        if (k != last)
            BT_TRY(number_of(e, k, &to));
        last = k;
        e->draft.a->next[(size_t)s << e->draft.a->tracks | letter] = to;
    }
    return BT_OK;
}

static bt_status explore_all(exploration *e, const bti_dfa_stepper *stepper)
{
    uint32_t start;
    BT_TRY(number_of(e, stepper->start, &start));
    for (uint32_t s = 0; s < e->draft.a->states; s++) {
        if (bti_automata_step(e->draft.m))
            return BT_STOPPED;
        BT_TRY(explore_row(e, stepper, s));
    }
    return BT_OK;
}

bt_status bti_dfa_explore(bti_automata *m, const uint32_t *track, unsigned tracks,
                          const bti_dfa_stepper *stepper, bti_dfa **out)
{
    exploration e;
    *out = NULL;
    BT_TRY(bti_dfa_draft_begin(&e.draft, m, track, tracks));
    bti_keys_init(&e.keys, m->ctx);
    bt_status status = explore_all(&e, stepper);
    bti_keys_free(&e.keys);
    if (status == BT_OK)
        return bti_dfa_draft_finish(&e.draft, out);
    bti_dfa_draft_drop(&e.draft);
    return status;
}

/* Small things. */

bt_status bti_dfa_replace(bti_dfa **a, bt_status status, bti_dfa *by)
{
    bti_dfa_free(*a);
    *a = by;
    return status;
}

int bti_dfa_sink(const bti_dfa *a, uint32_t state)
{
    const uint32_t *row = a->next + ((size_t)state << a->tracks);
    for (size_t i = 0; i < (size_t)1 << a->tracks; i++)
        if (row[i] != state)
            return -1;
    return a->accept[state];
}

uint32_t bti_track_place(const uint32_t *track, unsigned tracks, uint32_t var)
{
    for (unsigned i = 0; i < tracks; i++)
        if (track[i] == var)
            return i;
    return BTI_NO_STATE;
}

bt_status bti_tracks_union(bti_automata *m, const uint32_t *a, unsigned as,
                           const uint32_t *b, unsigned bs, uint32_t *out,
                           unsigned *count)
{
    uint32_t made[BTI_DFA_MOST_TRACKS]; /* out may be a */
    unsigned i = 0, j = 0, n = 0;
    while (i < as || j < bs) {
        uint32_t var = j >= bs || (i < as && a[i] <= b[j]) ? a[i] : b[j];
        i += i < as && a[i] == var;
        j += j < bs && b[j] == var;
        if (n == m->limits.tracks || n == BTI_DFA_MOST_TRACKS)
            return bt_fail(
                m->ctx, BT_UNABLE,
                "this needs an automaton of more than {n} tracks, which is the limit",
                BT_ARGS(BT_NUM("n", n)));
        made[n++] = var;
    }
    memcpy(out, made, n * sizeof *out);
    *count = n;
    return BT_OK;
}

void bti_letter_table(uint32_t *made, unsigned tracks, const uint32_t *bits)
{
    made[0] = 0;
    for (unsigned i = 0; i < tracks; i++)
        for (size_t l = 0; l < (size_t)1 << i; l++)
            made[(size_t)1 << i | l] = made[l] | bits[i];
}

void bti_dfa_reverse(const uint32_t *to, size_t states, size_t stride, size_t choices,
                     size_t *begin, uint32_t *back)
{
    memset(begin, 0, (states + 1) * sizeof *begin);
    for (size_t s = 0; s < states; s++)
        for (size_t i = 0; i < choices; i++)
            begin[to[s * stride + i]]++;
    for (size_t s = 0, sum = 0; s <= states; s++) {
        sum += s < states ? begin[s] : 0;
        begin[s] = sum; /* the end; filled downwards it becomes the beginning */
    }
    for (size_t s = 0; s < states; s++)
        for (size_t i = 0; i < choices; i++)
            back[--begin[to[s * stride + i]]] = (uint32_t)s;
}

static bt_status copy_kinds(const bti_dfa *a, bti_dfa *to)
{
    size_t letters = (size_t)1 << a->tracks;
    if (!a->kind)
        return BT_OK;
    BT_TRY(BTI_NEW(to->ctx, to->kind, letters));
    memcpy(to->kind, a->kind, letters * sizeof *to->kind);
    to->kinds = a->kinds;
    return BT_OK;
}

bt_status bti_dfa_copy(bti_automata *m, const bti_dfa *a, bti_dfa **out)
{
    bti_dfa_draft d;
    *out = NULL;
    BT_TRY(bti_dfa_draft_begin(&d, m, a->track, a->tracks));
    bt_status status = set_cap(&d, a->states);
    if (status == BT_OK)
        status = copy_kinds(a, d.a);
    if (status != BT_OK) {
        bti_dfa_draft_drop(&d);
        return status;
    }
    memcpy(d.a->next, a->next, (a->states << a->tracks) * sizeof *a->next);
    memcpy(d.a->accept, a->accept, a->states);
    d.a->states = a->states;
    *out = d.a;
    return BT_OK;
}
