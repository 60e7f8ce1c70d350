/* SPDX-License-Identifier: MIT
 * The least automaton of a language, by Moore's refinement (1956): two states are told
 * apart when one accepts and the other does not, or when some letter leads them to
 * states that are told apart. A round gives every state the row of its successors'
 * classes; states of one class with different rows are parted.
 *
 * Rounds compare rows by 64-bit hashes. Different hashes mean different rows, so no
 * round parts what belongs together; whether one kept together what should be parted is
 * decided at the end, by rounds that compare the rows themselves. A class of one state
 * needs no more looking. Then the classes are numbered breadth-first from the start,
 * which leaves nothing to choose: equal languages get equal tables. */
#include "core/grow.h"
#include "core/parallel.h"
#include "dfa_table.h"

#include <string.h>

enum { CHUNK = 4096 }; /* states hashed in one task */

typedef struct {
    bti_automata *m;
    const bti_dfa *a;
    uint32_t *class_of;
    uint32_t *fresh;   /* the classes of the round being made */
    uint32_t *members; /* of each class */
    uint32_t *touched; /* by class: the round that last gave its number away */
    uint32_t *todo;    /* states in classes of more than one */
    uint64_t *hash;    /* hash[i] belongs to todo[i] */
    uint32_t *slot;    /* index into todo + 1, or 0 */
    size_t slots, todos, classes;
    uint32_t round;
    bool exact;
} refinement;

static void free_refinement(refinement *r)
{
    size_t n = r->a->states;
    uint32_t *block[] = {r->class_of, r->fresh, r->members, r->touched, r->todo};
    for (size_t i = 0; i < sizeof block / sizeof *block; i++)
        bt_release(r->m->ctx, block[i], n * sizeof *block[i]);
    bt_release(r->m->ctx, r->hash, n * sizeof *r->hash);
    bt_release(r->m->ctx, r->slot, r->slots * sizeof *r->slot);
}

static bt_status new_refinement(refinement *r, bti_automata *m, const bti_dfa *a)
{
    size_t n = a->states;
    *r = (refinement){.m = m, .a = a, .slots = 4};
    while (r->slots < 2 * n)
        r->slots *= 2;
    r->slot = bt_resize_array(m->ctx, NULL, 0, r->slots, sizeof *r->slot);
    if (!r->slot) {
        r->slots = 0;
        return bt_last_status(m->ctx);
    }
    uint32_t **block[] = {&r->class_of, &r->fresh, &r->members, &r->touched, &r->todo};
    for (size_t i = 0; i < sizeof block / sizeof *block; i++) {
        BT_TRY(BTI_NEW(m->ctx, *block[i], n));
    }
    return BTI_NEW(m->ctx, r->hash, n);
}

/* Classes by acceptance. */
static void first_classes(refinement *r)
{
    uint32_t number[2] = {BTI_NO_STATE, BTI_NO_STATE};
    memset(r->members, 0, r->a->states * sizeof *r->members);
    memset(r->touched, 0, r->a->states * sizeof *r->touched);
    for (size_t i = 0; i < r->a->states; i++) {
        uint32_t *n = &number[r->a->accept[i]];
        if (*n == BTI_NO_STATE)
            *n = (uint32_t)r->classes++;
        r->class_of[i] = *n;
        r->members[*n]++;
        r->todo[i] = (uint32_t)i;
    }
    r->todos = r->a->states;
}

/* Four sums side by side, for the sake of the processor. */
static uint64_t hash_row(const refinement *r, uint32_t state)
{
    const uint32_t *row = r->a->next + ((size_t)state << r->a->tracks);
    const uint32_t *class_of = r->class_of;
    const uint64_t k = 0x9e3779b97f4a7c15u;
    uint64_t h0 = class_of[state], h1 = 1, h2 = 2, h3 = 3;
    size_t n = (size_t)1 << r->a->tracks, i = 0;
    for (; i + 4 <= n; i += 4) {
        h0 = (h0 ^ h0 >> 29) * k + class_of[row[i]];
        h1 = (h1 ^ h1 >> 29) * k + class_of[row[i + 1]];
        h2 = (h2 ^ h2 >> 29) * k + class_of[row[i + 2]];
        h3 = (h3 ^ h3 >> 29) * k + class_of[row[i + 3]];
    }
    for (; i < n; i++)
        h0 = (h0 ^ h0 >> 29) * k + class_of[row[i]];
    h0 += (h1 ^ h1 >> 31) * k + (h2 ^ h2 >> 30) * (k - 2) + (h3 ^ h3 >> 28) * (k + 2);
    h0 ^= h0 >> 32;
    h0 *= k;
    return h0 ^ h0 >> 29;
}

static void hash_chunk(void *arg, size_t chunk)
{
    refinement *r = arg;
    size_t end = (chunk + 1) * CHUNK < r->todos ? (chunk + 1) * CHUNK : r->todos;
    for (size_t i = chunk * CHUNK; i < end; i++)
        r->hash[i] = hash_row(r, r->todo[i]);
}

static bool same_row(const refinement *r, uint32_t s, uint32_t t)
{
    const uint32_t *a = r->a->next + ((size_t)s << r->a->tracks);
    const uint32_t *b = r->a->next + ((size_t)t << r->a->tracks);
    for (size_t i = 0; i < (size_t)1 << r->a->tracks; i++)
        if (r->class_of[a[i]] != r->class_of[b[i]])
            return false;
    return true;
}

static bool together(const refinement *r, size_t i, size_t j)
{
    uint32_t s = r->todo[i], t = r->todo[j];
    return r->hash[i] == r->hash[j] && r->class_of[s] == r->class_of[t] &&
           (!r->exact || same_row(r, s, t));
}

/* The first row of a class keeps its number, the others get new ones. */
static uint32_t new_class(refinement *r, uint32_t old)
{
    if (r->touched[old] == r->round)
        return (uint32_t)r->classes++;
    r->touched[old] = r->round;
    return old;
}

/* The table is this file's own and not core's index: hashes stand beside it already, it
 * never grows, and each round clears only as much as that round needs. With the index
 * 'discover games/wythoff.game' took 1,812 M instructions instead of 1,687 M. */
static void part(refinement *r)
{
    size_t mask = 3;
    while (mask < 2 * r->todos)
        mask = 2 * mask + 1;
    mask = mask < r->slots ? mask : r->slots - 1;
    memset(r->slot, 0, (mask + 1) * sizeof *r->slot);
    for (size_t i = 0; i < r->todos; i++) {
        size_t at = (size_t)r->hash[i] & mask;
        while (r->slot[at] && !together(r, r->slot[at] - 1, i))
            at = (at + 1) & mask;
        if (r->slot[at] == 0) {
            r->slot[at] = (uint32_t)i + 1;
            r->fresh[r->todo[i]] = new_class(r, r->class_of[r->todo[i]]);
        } else {
            r->fresh[r->todo[i]] = r->fresh[r->todo[r->slot[at] - 1]];
        }
    }
}

static void take_classes(refinement *r)
{
    size_t left = 0;
    for (size_t i = 0; i < r->todos; i++) {
        uint32_t s = r->todo[i];
        r->members[r->class_of[s]]--;
        r->members[r->fresh[s]]++;
        r->class_of[s] = r->fresh[s];
    }
    for (size_t i = 0; i < r->todos; i++)
        if (r->members[r->class_of[r->todo[i]]] > 1)
            r->todo[left++] = r->todo[i];
    r->todos = left;
}

static bt_status refine(refinement *r)
{
    first_classes(r);
    while (r->todos > 0 && r->classes > 1) {
        size_t before = r->classes;
        if (bti_automata_stopped(r->m))
            return BT_STOPPED;
        r->round++;
        bti_parallel_for(r->m->ctx, (r->todos + CHUNK - 1) / CHUNK, hash_chunk, r);
        part(r);
        take_classes(r);
        if (r->classes == before && r->exact)
            break;
        r->exact = r->classes == before || r->exact;
    }
    return BT_OK;
}

/* Numbers the classes breadth-first: fresh[class] is the number, todo[number] a state
 * of it. Returns how many can be reached. */
static size_t number_classes(refinement *r)
{
    size_t found = 1;
    uint32_t *number = r->fresh, *state = r->todo;
    memset(number, 0xff, r->a->states * sizeof *number);
    number[r->class_of[0]] = 0;
    state[0] = 0;
    for (size_t i = 0; i < found; i++) {
        const uint32_t *row = r->a->next + ((size_t)state[i] << r->a->tracks);
        for (size_t l = 0; l < (size_t)1 << r->a->tracks; l++) {
            uint32_t c = r->class_of[row[l]];
            if (number[c] != BTI_NO_STATE)
                continue;
            number[c] = (uint32_t)found;
            state[found++] = row[l];
        }
    }
    return found;
}

static bt_status quotient(refinement *r, bti_dfa *to)
{
    size_t n = number_classes(r), letters = (size_t)1 << r->a->tracks;
    BT_TRY(BTI_NEW(to->ctx, to->next, n * letters));
    to->accept = bt_resize(to->ctx, NULL, 0, n);
    if (!to->accept) {
        bt_release(to->ctx, to->next, n * letters * sizeof *to->next);
        to->next = NULL;
        return bt_last_status(to->ctx);
    }
    to->states = n;
    for (size_t i = 0; i < n; i++) {
        const uint32_t *row = r->a->next + (size_t)r->todo[i] * letters;
        for (size_t l = 0; l < letters; l++)
            to->next[i * letters + l] = r->fresh[r->class_of[row[l]]];
        to->accept[i] = r->a->accept[r->todo[i]];
    }
    return BT_OK;
}

/* Replaces *a by its quotient. */
static bt_status merge(bti_automata *m, bti_dfa **a)
{
    refinement r;
    bti_dfa *small = bt_resize(m->ctx, NULL, 0, sizeof *small);
    bt_status status = BT_OK;
    if (small) {
        *small = **a;
        small->next = NULL;
        small->accept = NULL;
        small->states = 0;
        status = new_refinement(&r, m, *a);
        if (status == BT_OK)
            status = refine(&r);
        if (status == BT_OK)
            status = quotient(&r, small);
        free_refinement(&r);
    } else {
        status = bt_last_status(m->ctx);
    }
    if (status != BT_OK) {
        bti_dfa_free(small);
        small = NULL;
    }
    return bti_dfa_replace(a, status, small);
}

/* Whether both digits of a track lead from s to the same state, always. */
static bool row_ignores(const bti_dfa *a, size_t s, unsigned bit)
{
    const uint32_t *row = a->next + (s << a->tracks);
    size_t half = (size_t)1 << bit;
    for (size_t l = 0; l < (size_t)1 << a->tracks; l += 2 * half)
        if (memcmp(row + l, row + l + half, half * sizeof *row) != 0)
            return false;
    return true;
}

static bool ignores_digit(const bti_dfa *a, unsigned bit)
{
    for (size_t s = 0; s < a->states; s++)
        if (!row_ignores(a, s, bit))
            return false;
    return true;
}

/* Where digits are not binary a track always matters in so far as it must have a greedy
 * word. Apart from that the automaton does not depend on it exactly when its state
 * follows from the state behind the same word with zeros on the track and from the
 * state of the track's word; *a is minimal, so different states are different
 * languages. */
static bool ignores_pairs(const bti_dfa *a, unsigned bit, uint32_t *of, uint32_t *queue)
{
    size_t half = (size_t)1 << bit, found = 1;
    bti_digits d = a->digits;
    memset(of, 0xff, d->up_states * a->states * sizeof *of);
    of[0] = 0;
    queue[0] = 0;
    for (size_t i = 0; i < found; i++) {
        uint32_t zero = queue[i] / d->up_states, word = queue[i] % d->up_states;
        uint32_t s = of[queue[i]];
        if (d->up_ends[word] && a->accept[s] != a->accept[zero])
            return false;
        for (size_t l = 0; l < (size_t)1 << a->tracks; l++) {
            uint32_t then = d->up[word][(l & half) != 0];
            uint32_t to = a->next[(size_t)s << a->tracks | l];
            uint32_t pair =
                d->up_states * a->next[(size_t)zero << a->tracks | (l & ~half)] + then;
            if (then == BTI_NO_WORD)
                continue;
            if (of[pair] == BTI_NO_STATE) {
                of[pair] = to;
                queue[found++] = pair;
            } else if (of[pair] != to) {
                return false;
            }
        }
    }
    return true;
}

static bt_status ignores_number(const bti_dfa *a, unsigned bit, bool *ignores)
{
    size_t each = 2 * a->digits->up_states * sizeof(uint32_t);
    uint32_t *work = bt_resize_array(a->ctx, NULL, 0, a->states, each);
    if (!work)
        return bt_last_status(a->ctx);
    *ignores = ignores_pairs(a, bit, work, work + a->digits->up_states * a->states);
    bt_release(a->ctx, work, a->states * each);
    return BT_OK;
}

/* Keeps the letters with digit 0 on the track. */
static bt_status drop_track(bti_dfa *a, unsigned bit)
{
    size_t half = (size_t)1 << bit, entries = a->states << a->tracks;
    for (size_t i = 0; i < entries / 2; i++) /* never writes behind what it reads */
        a->next[i] = a->next[(i & (half - 1)) | (i & ~(half - 1)) << 1];
    uint32_t *next =
        bt_resize(a->ctx, a->next, entries * sizeof *next, entries / 2 * sizeof *next);
    if (!next)
        return bt_last_status(a->ctx);
    a->next = next;
    a->tracks--;
    memmove(a->track + bit, a->track + bit + 1, (a->tracks - bit) * sizeof *a->track);
    return BT_OK;
}

/* Drops what a minimal automaton does not depend on. In binary digits it stays minimal;
 * in others it need not, so at most one track goes at a time. */
static bt_status drop_tracks(bti_dfa *a, bool *again)
{
    *again = false;
    for (unsigned bit = a->tracks; bit-- > 0 && !*again;) {
        bool ignores = false;
        if (a->digits == BTI_BINARY)
            ignores = ignores_digit(a, bit);
        else
            BT_TRY(ignores_number(a, bit, &ignores));
        if (!ignores)
            continue;
        BT_TRY(drop_track(a, bit));
        *again = a->digits != BTI_BINARY;
    }
    return BT_OK;
}

bt_status bti_dfa_minimise(bti_automata *m, bti_dfa **a)
{
    bool again = true;
    if ((*a)->states > m->largest_raw)
        m->largest_raw = (*a)->states;
    while (again) {
        BT_TRY(merge(m, a));
        bt_status status = drop_tracks(*a, &again);
        if (status != BT_OK)
            return bti_dfa_replace(a, status, NULL);
    }
    if ((*a)->states > m->largest)
        m->largest = (*a)->states;
    m->made++;
    return BT_OK;
}
