/* SPDX-License-Identifier: MIT
 * The subset construction (Rabin and Scott 1959): an automaton that may be in several
 * states at once becomes one whose states are the sets. `exists` is such an automaton:
 * the track is no longer read, so both its digits are tried.
 *
 * Sets stand one behind the other in one array, unsorted. A new one has its members
 * marked with the number of the try; a known set is the same when it is as long and all
 * its members are marked, so a hash (a sum over the members) only says where to look.
 */
#include "core/grow.h"
#include "core/hash.h"
#include "dfa_table.h"

#include <string.h>

typedef struct {
    bti_automata *m;
    const bti_nfa *n;
    bti_dfa_draft draft;
    uint32_t *member; /* of all sets */
    size_t members, members_cap;
    size_t *begin; /* of set i: begin[i] .. begin[i + 1] - 1; a set is a draft state */
    size_t sets, begin_cap;
    bti_index index;
    uint32_t *mark; /* by state of n */
    uint32_t try;
} subsets;

static void free_subsets(subsets *b)
{
    bt_context *ctx = b->m->ctx;
    BTI_RELEASE(ctx, b->member, b->members_cap);
    BTI_RELEASE(ctx, b->begin, b->begin_cap);
    BTI_RELEASE(ctx, b->mark, b->n->states);
    bti_index_free(ctx, &b->index);
}

/* Room for one more set with as many members as n has states, so that the set in the
 * making can stand behind the others. */
static bt_status room(subsets *b)
{
    bt_context *ctx = b->m->ctx;
    size_t want = b->members + b->n->states;
    BT_TRY(BTI_RESERVE(ctx, b->begin, b->begin_cap, b->sets + 2));
    BT_TRY(bti_index_reserve(ctx, &b->index));
    if (want <= b->members_cap)
        return BT_OK;
    if (b->members > b->m->limits.members)
        return bt_fail(
            ctx, BT_UNABLE,
            "a subset construction went beyond the limit of {members} members",
            BT_ARGS(BT_NUM("members", b->m->limits.members)));
    size_t cap =
        want + b->members_cap / 2; /* by half: sets are what proofs need most */
    BT_TRY(BTI_RESIZE(ctx, b->member, b->members_cap, cap));
    b->members_cap = cap;
    return BT_OK;
}

static void new_try(subsets *b)
{
    if (b->try++ < UINT32_MAX - 1)
        return;
    memset(b->mark, 0, b->n->states * sizeof *b->mark);
    b->try = 1;
}

/* Adds states to the set in the making, which has len members behind those of the known
 * sets. A state from which everything is accepted makes the others superfluous. */
static size_t add(subsets *b, size_t len, const uint32_t *state, size_t count,
                  bool *full)
{
    uint32_t *set = b->member + b->members;
    for (size_t i = 0; i < count; i++) {
        uint32_t q = state[i];
        if (b->mark[q] == b->try || (b->n->dead && b->n->dead[q]))
            continue;
        b->mark[q] = b->try;
        set[len++] = q;
        if (b->n->full && b->n->full[q]) {
            set[0] = q;
            *full = true;
            return 1;
        }
    }
    return len;
}

static bool is_set(const subsets *b, size_t i, size_t len)
{
    if (b->begin[i + 1] - b->begin[i] != len)
        return false;
    for (size_t j = b->begin[i]; j < b->begin[i + 1]; j++)
        if (b->mark[b->member[j]] != b->try)
            return false;
    return true;
}

/* The number of the set in the making, known or new. */
static bt_status settle(subsets *b, size_t len, uint32_t *number)
{
    uint64_t hash = len;
    const uint32_t *set = b->member + b->members;
    for (size_t i = 0; i < len; i++)
        hash += bti_mix(set[i] + UINT64_C(1));
    bti_probe p = bti_index_probe(&b->index, hash);
    while (bti_index_next(&b->index, &p))
        if (is_set(b, p.item, len)) {
            *number = p.item;
            return BT_OK;
        }
    BT_TRY(bti_dfa_draft_state(&b->draft));
    *number = (uint32_t)b->sets++;
    bti_index_put(&b->index, &p, *number);
    b->members += len;
    b->begin[b->sets] = b->members;
    for (size_t i = 0; i < len; i++)
        if (b->n->accept[set[i]]) {
            b->draft.a->accept[*number] = 1;
            return BT_OK;
        }
    b->draft.a->accept[*number] = 0;
    return BT_OK;
}

static size_t successors(subsets *b, uint32_t set, size_t letter)
{
    const bti_nfa *n = b->n;
    size_t len = 0;
    bool full = false;
    for (size_t j = b->begin[set]; j < b->begin[set + 1] && !full; j++) {
        size_t i = (size_t)b->member[j] << n->tracks | letter;
        const uint32_t *to = n->to + (n->offset ? n->offset[i] : i << n->shift);
        size_t count =
            n->offset ? n->offset[i + 1] - n->offset[i] : (size_t)1 << n->shift;
        len = add(b, len, to, count, &full);
    }
    return len;
}

static bt_status set_row(subsets *b, uint32_t s)
{
    size_t letters = (size_t)1 << b->n->tracks;
    for (size_t l = 0; l < letters; l++) {
        uint32_t to;
        BT_TRY(room(b));
        new_try(b);
        BT_TRY(settle(b, successors(b, s, l), &to));
        b->draft.a->next[s * letters + l] = to;
    }
    return BT_OK;
}

static bt_status all_sets(subsets *b, const uint32_t *start, size_t starts)
{
    uint32_t first;
    bool full = false;
    BT_TRY(BTI_NEW(b->m->ctx, b->mark, b->n->states));
    memset(b->mark, 0, b->n->states * sizeof *b->mark);
    BT_TRY(room(b));
    b->begin[0] = 0;
    new_try(b);
    BT_TRY(settle(b, add(b, 0, start, starts, &full), &first));
    for (uint32_t s = 0; s < b->sets; s++) {
        if (bti_automata_step(b->m))
            return BT_STOPPED;
        BT_TRY(set_row(b, s));
    }
    return BT_OK;
}

bt_status bti_dfa_of_nfa(bti_automata *m, const bti_nfa *n, const uint32_t *start,
                         size_t starts, bti_dfa **out)
{
    subsets b = {.m = m, .n = n};
    *out = NULL;
    BT_TRY(bti_dfa_draft_begin(&b.draft, m, n->track, n->tracks));
    bt_status status = all_sets(&b, start, starts);
    free_subsets(&b);
    if (status == BT_OK)
        return bti_dfa_draft_finish(&b.draft, out);
    bti_dfa_draft_drop(&b.draft);
    return status;
}
