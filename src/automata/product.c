/* SPDX-License-Identifier: MIT
 * Boolean operations: the product of two automata walks both at once. When one of them
 * has come to a sink that decides the result, what the other does no longer matters,
 * and the pair becomes a sink of the product.
 *
 * Where digits are not binary both accept only greedy words on their own tracks. The
 * result must do so on all tracks, so where neither side sees to it the product follows
 * the track's word (numeration.h) and refuses what is none. */
#include "alike.h"
#include "core/grow.h"

#include <string.h>

/* Pairs of states below this many are numbered by a plain table. */
enum { MOST_DIRECT = 1 << 22 };

/* The keys of pairs that became sinks; pairs are below 2^63. */
#define SINK (UINT64_C(1) << 63)

typedef struct {
    const bti_dfa *a;
    uint32_t *letter;     /* of this automaton, by the product's letter */
    signed char *decides; /* by state: -1, or the value that this sink gives the pair */
} side;

typedef struct {
    bti_automata *m;
    side side[2];
    unsigned truth_table, tracks;
    uint32_t watched; /* tracks whose words are followed */
    unsigned bits;    /* of the state of one such word; a key ends in those of all */
    bti_dfa_draft draft;
    bti_keys keys;
    uint32_t *direct; /* number by pair, or NULL */
    size_t pairs;
    uint32_t sink[2];
} product;

static void free_product(product *p)
{
    bt_context *ctx = p->m->ctx;
    for (int i = 0; i < 2; i++) {
        bt_release(ctx, p->side[i].letter,
                   ((size_t)1 << p->tracks) * sizeof *p->side[i].letter);
        bt_release(ctx, p->side[i].decides, p->side[i].a->states);
    }
    bt_release(ctx, p->direct, p->pairs * sizeof *p->direct);
    bti_keys_free(&p->keys);
}

/* Which value the pair has for ever when this side's answer is fixed; -1: it depends on
 * the other side, or on the digits watched. */
static signed char decided(const product *p, int which, int answer)
{
    unsigned truth_table = p->truth_table;
    unsigned other0 = which == 0 ? 2u * (unsigned)answer : (unsigned)answer;
    unsigned other1 = which == 0 ? other0 + 1 : other0 + 2;
    unsigned v = truth_table >> other0 & 1;
    if (v != (truth_table >> other1 & 1) || (v == 1 && p->watched))
        return -1;
    return (signed char)v;
}

static bt_status prepare_side(product *p, int which, const uint32_t *track)
{
    side *s = &p->side[which];
    uint32_t bits[BTI_DFA_MOST_TRACKS];
    size_t letters = (size_t)1 << p->tracks;
    s->decides = bt_resize(p->m->ctx, NULL, 0, s->a->states);
    if (!s->decides)
        return bt_last_status(p->m->ctx);
    BT_TRY(BTI_NEW(p->m->ctx, s->letter, letters));
    for (unsigned i = 0; i < p->tracks; i++) {
        uint32_t place = bti_track_place(s->a->track, s->a->tracks, track[i]);
        bits[i] = place == BTI_NO_STATE ? 0 : UINT32_C(1) << place;
    }
    bti_letter_table(s->letter, p->tracks, bits);
    for (uint32_t i = 0; i < s->a->states; i++) {
        int sink = bti_dfa_sink(s->a, i);
        s->decides[i] = sink < 0 ? -1 : decided(p, which, sink);
    }
    return BT_OK;
}

/* The words' states behind a letter; false where one of them is not greedy. */
static bool follow(const product *p, uint64_t words, size_t letter, uint64_t *to)
{
    const uint64_t mask = (UINT64_C(1) << p->bits) - 1;
    *to = 0;
    for (unsigned i = 0; p->watched >> i; i++) {
        if (!(p->watched >> i & 1))
            continue;
        uint64_t word = p->m->digits->up[words >> i * p->bits & mask][letter >> i & 1];
        if (word == BTI_NO_WORD)
            return false;
        *to |= word << i * p->bits;
    }
    return true;
}

static bool words_end(const product *p, uint64_t words)
{
    const uint64_t mask = (UINT64_C(1) << p->bits) - 1;
    for (unsigned i = 0; p->watched >> i; i++)
        if (p->watched >> i & 1 && !p->m->digits->up_ends[words >> i * p->bits & mask])
            return false;
    return true;
}

static unsigned words_bits(const product *p)
{
    return p->watched ? p->tracks * p->bits : 0;
}

static uint64_t key_of(const product *p, uint32_t x, uint32_t y, uint64_t words)
{
    if (p->side[0].decides[x] >= 0)
        return SINK + (uint64_t)p->side[0].decides[x];
    if (p->side[1].decides[y] >= 0)
        return SINK + (uint64_t)p->side[1].decides[y];
    uint64_t pair = (uint64_t)x * p->side[1].a->states + y;
    return pair << words_bits(p) | words;
}

static bt_status number_of(product *p, uint64_t key, uint32_t *number)
{
    uint32_t *known = key >= SINK ? &p->sink[key - SINK]
                      : p->direct ? &p->direct[key]
                                  : NULL;
    if (known && *known != BTI_NO_STATE) {
        *number = *known;
        return BT_OK;
    }
    if (known) { /* such keys are never looked for */
        *number = *known = (uint32_t)p->keys.count;
        BT_TRY(bti_keys_push(&p->keys, key));
    } else {
        BT_TRY(bti_keys_number(&p->keys, key, number));
    }
    return *number < p->draft.a->states ? BT_OK : bti_dfa_draft_state(&p->draft);
}

static bt_status pair_row(product *p, uint32_t s)
{
    const bti_dfa *a = p->side[0].a, *b = p->side[1].a;
    uint64_t key = p->keys.key[s], last = UINT64_MAX;
    uint64_t pair = key >> words_bits(p), words = key ^ pair << words_bits(p), then;
    size_t x = (size_t)(pair / b->states), y = (size_t)(pair % b->states);
    const uint32_t *of_a = a->next + (x << a->tracks), *in_a = p->side[0].letter;
    const uint32_t *of_b = b->next + (y << b->tracks), *in_b = p->side[1].letter;
    uint32_t to = 0;
    p->draft.a->accept[s] = (p->truth_table >> (2 * a->accept[x] + b->accept[y]) & 1) &&
                            words_end(p, words);
    for (size_t l = 0; l < (size_t)1 << p->tracks; l++) {
        uint64_t k = follow(p, words, l, &then)
                         ? key_of(p, of_a[in_a[l]], of_b[in_b[l]], then)
                         : SINK;
        if (k != last)
            BT_TRY(number_of(p, k, &to));
        last = k;
        p->draft.a->next[(size_t)s << p->tracks | l] = to;
    }
    return BT_OK;
}

static void sink_row(product *p, uint32_t s)
{
    p->draft.a->accept[s] = p->keys.key[s] - SINK == 1;
    for (size_t l = 0; l < (size_t)1 << p->tracks; l++)
        p->draft.a->next[(size_t)s << p->tracks | l] = s;
}

static bt_status all_rows(product *p)
{
    uint32_t start;
    BT_TRY(number_of(p, key_of(p, 0, 0, 0), &start));
    for (uint32_t s = 0; s < p->draft.a->states; s++) {
        if (bti_automata_step(p->m))
            return BT_STOPPED;
        if (p->keys.key[s] >= SINK)
            sink_row(p, s);
        else
            BT_TRY(pair_row(p, s));
    }
    return BT_OK;
}

static bt_status prepare(product *p, const uint32_t *track)
{
    size_t n = p->side[0].a->states, k = p->side[1].a->states;
    BT_TRY(prepare_side(p, 0, track));
    BT_TRY(prepare_side(p, 1, track));
    if (words_bits(p) > 62 || n > (SINK >> words_bits(p)) / k)
        return bt_fail(p->m->ctx, BT_UNABLE,
                       "a product of automata with {n} and {k} states is too large",
                       BT_ARGS(BT_NUM("n", n), BT_NUM("k", k)));
    if (p->watched || n > MOST_DIRECT / k)
        return BT_OK;
    BT_TRY(BTI_NEW(p->m->ctx, p->direct, n * k));
    p->pairs = n * k;
    memset(p->direct, 0xff, p->pairs * sizeof *p->direct);
    return BT_OK;
}

/* Bits of the product's letter whose track is one of this automaton's. */
static uint32_t tracks_of(const bti_dfa *a, const uint32_t *track, unsigned tracks)
{
    uint32_t own = 0;
    for (unsigned i = 0; i < tracks; i++)
        if (bti_track_place(a->track, a->tracks, track[i]) != BTI_NO_STATE)
            own |= UINT32_C(1) << i;
    return own;
}

/* What neither side sees to. A side sees to its own tracks when the operation is false
 * wherever that side is. */
static uint32_t to_watch(const product *p, const uint32_t *track)
{
    uint32_t watched = (UINT32_C(1) << p->tracks) - 1;
    if ((p->truth_table & 3) == 0) /* false, anything */
        watched &= ~tracks_of(p->side[0].a, track, p->tracks);
    if ((p->truth_table & 5) == 0) /* anything, false */
        watched &= ~tracks_of(p->side[1].a, track, p->tracks);
    return watched;
}

static void watch(product *p, uint32_t tracks)
{
    p->watched = tracks;
    while (p->m->digits->up_states > 1u << p->bits)
        p->bits++;
}

static bt_status run_product(product *p, const uint32_t *track, bti_dfa **out)
{
    BT_TRY(bti_dfa_draft_begin(&p->draft, p->m, track, p->tracks));
    bti_keys_init(&p->keys, p->m->ctx);
    bt_status status = prepare(p, track);
    if (status == BT_OK)
        status = all_rows(p);
    free_product(p);
    if (status == BT_OK)
        return bti_dfa_draft_finish(&p->draft, out);
    bti_dfa_draft_drop(&p->draft);
    return status;
}

static bt_status plain_product(bti_automata *m, const bti_dfa *a, const bti_dfa *b,
                               unsigned truth_table, bti_dfa **out)
{
    uint32_t track[BTI_DFA_MOST_TRACKS];
    product p = {.m = m,
                 .side = {{.a = a}, {.a = b}},
                 .truth_table = truth_table,
                 .sink = {BTI_NO_STATE, BTI_NO_STATE}};
    *out = NULL;
    BT_TRY(bti_tracks_union(m, a->track, a->tracks, b->track, b->tracks, track,
                            &p.tracks));
    if (m->digits != BTI_BINARY)
        watch(&p, to_watch(&p, track));
    return run_product(&p, track, out);
}

/* The product of what is left when letters that behave alike are put together. */
static bt_status squeezed_product(const bti_alike *k, const bti_dfa *a,
                                  const bti_dfa *b, unsigned truth_table, bti_dfa **out)
{
    bti_dfa *small_a, *small_b;
    BT_TRY(bti_alike_squeeze(k, a, &small_a));
    bt_status status = bti_alike_squeeze(k, b, &small_b);
    if (status == BT_OK)
        status = plain_product(k->m, small_a, small_b, truth_table, out);
    bti_dfa_free(small_a);
    bti_dfa_free(small_b);
    return status == BT_OK ? bti_alike_expand(k, out) : status;
}

bt_status bti_dfa_product(bti_automata *m, const bti_dfa *a, const bti_dfa *b,
                          unsigned truth_table, bti_dfa **out)
{
    const bti_dfa *part[] = {a, b};
    bti_alike k;
    *out = NULL;
    bt_status status = bti_alike_find(m, part, 2, NULL, 0, &k);
    if (status == BT_OK)
        status = k.classes ? squeezed_product(&k, a, b, truth_table, out)
                           : plain_product(m, a, b, truth_table, out);
    bti_alike_free(&k);
    return status;
}

bt_status bti_dfa_combine(bti_automata *m, bti_dfa **a, const bti_dfa *b,
                          unsigned truth_table)
{
    bti_dfa *old = *a;
    *a = NULL;
    bt_status status = bti_dfa_product(m, old, b, truth_table, a);
    bti_dfa_free(old);
    return status;
}

bt_status bti_dfa_bool(bti_automata *m, bool value, bti_dfa **out)
{
    bti_dfa_draft d;
    *out = NULL;
    BT_TRY(bti_dfa_draft_begin(&d, m, NULL, 0));
    bt_status status = bti_dfa_draft_state(&d);
    if (status != BT_OK) {
        bti_dfa_draft_drop(&d);
        return status;
    }
    d.a->next[0] = 0;
    d.a->accept[0] = value;
    return bti_dfa_draft_finish(&d, out);
}

/* A function of the first side alone, with every track watched. */
static bt_status one_sided(bti_automata *m, const bti_dfa *a, unsigned truth_table,
                           bti_dfa **out)
{
    bti_dfa *all;
    product p = {.m = m,
                 .truth_table = truth_table,
                 .tracks = a->tracks,
                 .sink = {BTI_NO_STATE, BTI_NO_STATE}};
    *out = NULL;
    BT_TRY(bti_dfa_bool(m, true, &all));
    watch(&p, (UINT32_C(1) << a->tracks) - 1);
    p.side[0].a = a;
    p.side[1].a = all;
    bt_status status = run_product(&p, a->track, out);
    bti_dfa_free(all);
    return status;
}

bt_status bti_dfa_cut(bti_automata *m, bti_dfa **a)
{
    bti_dfa *cut = NULL;
    if (m->digits == BTI_BINARY)
        return BT_OK;
    bt_status status = one_sided(m, *a, 12, &cut);
    return bti_dfa_replace(a, status, cut);
}

/* In binary digits the answers are exchanged, and the automaton is as minimal as it
 * was. */
bt_status bti_dfa_not(bti_automata *m, const bti_dfa *a, bti_dfa **out)
{
    if (m->digits != BTI_BINARY)
        return one_sided(m, a, 3, out);
    BT_TRY(bti_dfa_copy(m, a, out));
    for (size_t i = 0; i < a->states; i++)
        (*out)->accept[i] ^= 1;
    return BT_OK;
}
