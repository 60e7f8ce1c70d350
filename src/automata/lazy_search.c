/* SPDX-License-Identifier: MIT
 * Several automata at once, without building their product: breadth-first over tuples
 * of states, each found once, until one is wanted. The product of many automata may be
 * huge where the first example is near the start.
 *
 * Where digits are not binary the states of the tracks' words (numeration.h) belong to
 * the tuple, so that only greedy words are looked at, also by an automaton that
 * rejects.
 */
#include "core/grow.h"
#include "core/hash.h"
#include "dfa_table.h"

#include <string.h>

typedef struct {
    uint32_t parent, letter; /* the tuple before, and what was read there */
} step;

typedef struct {
    bti_automata *m;
    const bti_dfa *const *part;
    size_t parts, width; /* of a tuple: the states, then those of words */
    unsigned tracks;
    uint32_t track[BTI_DFA_MOST_TRACKS];
    uint32_t *letter; /* of part i: letter[i << tracks | l] */
    uint32_t *tuple;  /* width words each */
    step *step;       /* to each tuple */
    size_t tuples, tuple_room, step_room;
    bti_index index;
    unsigned char *accepts;
} search;

static void free_search(search *q)
{
    bt_context *ctx = q->m->ctx;
    BTI_RELEASE(ctx, q->letter, q->parts << q->tracks);
    BTI_RELEASE(ctx, q->tuple, q->tuple_room);
    BTI_RELEASE(ctx, q->step, q->step_room);
    BTI_RELEASE(ctx, q->accepts, q->parts);
    bti_index_free(ctx, &q->index);
}

static bt_status get_memory(search *q)
{
    bt_context *ctx = q->m->ctx;
    BT_TRY(BTI_NEW(ctx, q->letter, q->parts << q->tracks));
    BT_TRY(BTI_NEW(ctx, q->accepts, q->parts));
    for (size_t i = 0; i < q->parts; i++) {
        uint32_t bits[BTI_DFA_MOST_TRACKS];
        for (unsigned j = 0; j < q->tracks; j++) {
            uint32_t place =
                bti_track_place(q->part[i]->track, q->part[i]->tracks, q->track[j]);
            bits[j] = place == BTI_NO_STATE ? 0 : UINT32_C(1) << place;
        }
        bti_letter_table(q->letter + (i << q->tracks), q->tracks, bits);
    }
    return BT_OK;
}

static uint64_t hash_of(const search *q, const uint32_t *tuple)
{
    uint64_t h = 0;
    for (size_t i = 0; i < q->width; i++)
        h = (h ^ h >> 29) * 0x9e3779b97f4a7c15u + tuple[i] + 1;
    return bti_mix(h);
}

/* The new tuple stands behind the others already; it stays when it is new. */
static void settle(search *q, uint32_t parent, uint32_t letter)
{
    const uint32_t *tuple = q->tuple + q->tuples * q->width;
    bti_probe p = bti_index_probe(&q->index, hash_of(q, tuple));
    while (bti_index_next(&q->index, &p))
        if (memcmp(q->tuple + p.item * q->width, tuple, q->width * sizeof *tuple) == 0)
            return;
    bti_index_put(&q->index, &p, (uint32_t)q->tuples);
    q->step[q->tuples++] = (step){parent, letter};
}

static bt_status room(search *q)
{
    bt_context *ctx = q->m->ctx;
    BT_TRY(BTI_RESERVE(ctx, q->tuple, q->tuple_room, (q->tuples + 1) * q->width));
    BT_TRY(BTI_RESERVE(ctx, q->step, q->step_room, q->tuples + 1));
    return bti_index_reserve(ctx, &q->index);
}

/* The states of words behind a letter; false when one is not greedy. */
static bool follow(const search *q, const uint32_t *word, size_t letter, uint32_t *to)
{
    for (size_t i = 0; i < q->width - q->parts; i++) {
        to[i] = q->m->digits->up[word[i]][letter >> i & 1];
        if (to[i] == BTI_NO_WORD)
            return false;
    }
    return true;
}

static bt_status expand(search *q, size_t i)
{
    for (size_t l = 0; l < (size_t)1 << q->tracks; l++) {
        BT_TRY(room(q));
        const uint32_t *from = q->tuple + i * q->width;
        uint32_t *to = q->tuple + q->tuples * q->width;
        if (!follow(q, from + q->parts, l, to + q->parts))
            continue;
        for (size_t j = 0; j < q->parts; j++) {
            const bti_dfa *a = q->part[j];
            to[j] =
                a->next[(size_t)from[j] << a->tracks | q->letter[j << q->tracks | l]];
        }
        settle(q, (uint32_t)i, (uint32_t)l);
    }
    return BT_OK;
}

/* The values of the word that leads to tuple i. */
static bt_status read_word(const search *q, size_t i, const uint32_t *var, size_t vars,
                           uint64_t *value)
{
    uint64_t weight[BTI_MOST_DIGITS];
    unsigned place = 0;
    bti_digit_weights(q->m->digits, weight);
    for (size_t j = i; j != 0; j = q->step[j].parent)
        place++;
    if (place > bti_digits_most(q->m->digits))
        return bt_fail(q->m->ctx, BT_UNABLE,
                       "an example was found, but its numbers have {place} digits",
                       BT_ARGS(BT_NUM("place", place)));
    for (size_t v = 0; v < vars; v++)
        value[v] = 0;
    for (size_t j = i; j != 0; j = q->step[j].parent) {
        place--;
        for (size_t v = 0; v < vars; v++) {
            uint32_t bit = bti_track_place(q->track, q->tracks, var[v]);
            if (bit != BTI_NO_STATE && q->step[j].letter >> bit & 1)
                value[v] += weight[place];
        }
    }
    return BT_OK;
}

static bool is_wanted(search *q, size_t i,
                      bool (*wanted)(void *arg, const unsigned char *accepts),
                      void *arg)
{
    for (size_t j = q->parts; j < q->width; j++)
        if (!q->m->digits->up_ends[q->tuple[i * q->width + j]])
            return false;
    for (size_t j = 0; j < q->parts; j++)
        q->accepts[j] = q->part[j]->accept[q->tuple[i * q->width + j]];
    return wanted(arg, q->accepts);
}

static bt_status run_search(search *q,
                            bool (*wanted)(void *arg, const unsigned char *accepts),
                            void *arg, uint64_t most, size_t *at,
                            bti_search_result *result)
{
    BT_TRY(get_memory(q));
    BT_TRY(room(q));
    memset(q->tuple, 0, q->width * sizeof *q->tuple);
    settle(q, 0, 0);
    for (size_t i = 0; i < q->tuples; i++) {
        if (bti_automata_step(q->m))
            return BT_STOPPED;
        *at = i;
        if (is_wanted(q, i, wanted, arg)) {
            *result = BTI_SEARCH_FOUND;
            return BT_OK;
        }
        BT_TRY(expand(q, i));
        if (q->tuples > most || q->tuples > BTI_NO_STATE / 2)
            return BT_OK; /* gave up */
    }
    *result = BTI_SEARCH_NONE;
    return BT_OK;
}

bt_status bti_dfa_search(bti_automata *m, const bti_dfa *const *part, size_t parts,
                         bool (*wanted)(void *arg, const unsigned char *accepts),
                         void *arg, uint64_t most, const uint32_t *var, size_t vars,
                         uint64_t *value, bti_search_result *result)
{
    search q = {.m = m, .part = part, .parts = parts};
    size_t at = 0;
    *result = BTI_SEARCH_GAVE_UP;
    for (size_t i = 0; i < parts; i++)
        BT_TRY(bti_tracks_union(m, q.track, q.tracks, part[i]->track, part[i]->tracks,
                                q.track, &q.tracks));
    q.width = parts + (m->digits == BTI_BINARY ? 0 : q.tracks);
    bt_status status = run_search(&q, wanted, arg, most, &at, result);
    if (status == BT_OK && *result == BTI_SEARCH_FOUND)
        status = read_word(&q, at, var, vars, value);
    free_search(&q);
    return status;
}
