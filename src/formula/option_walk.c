/* SPDX-License-Identifier: MIT
 * Options by automaton. The rule's automaton reads the digits of origin (fixed) and
 * option (free) together, least first. Two tables are made of it once:
 *
 * down: the set of states that can be reached while the fixed digits are read from the
 *       least on, whatever the free ones are;
 * up:   the set of states from which the digits above, fixed and free, are accepted.
 *
 * A walk notes for each place the down-set of the origin's digits below, then chooses
 * free digits from the greatest on, keeping only an up-set that meets the down-set at
 * its place: so every choice can be completed, every option comes exactly once, and the
 * work is a few steps for each. Both tables come by the subset construction (Rabin and
 * Scott 1959), the second one of the reversed automaton; the rules of games keep them
 * small. Nothing is allocated in a walk. */
#include "formula/option_walk.h"

#include "core/grow.h"
#include "core/hash.h"
#include "core/index.h"
#include "formula/formula.h"

#include <string.h>

enum { NONE = UINT32_MAX >> 1, MOST_SETS = 1 << 14, MOST_ENTRIES = 1 << 22 };

/* What comes after the origin's digits: the automaton with fixed digits 0. */
struct tail {
    const bti_dfa *rule;
    unsigned fixed;
    size_t letters;      /* free ones */
    unsigned char *live; /* 1: something is accepted from here; 2: by a word with a
                            digit other than 0 */
    uint32_t *incoming, *order, *length;
};

static uint32_t tail_next(const struct tail *t, size_t state, size_t letter)
{
    return t->rule->next[state << t->rule->tracks | letter << t->fixed];
}

static void find_live(struct tail *t)
{
    for (size_t s = 0; s < t->rule->states; s++)
        t->live[s] = t->rule->accept[s];
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t s = t->rule->states; s-- > 0;)
            for (size_t a = 0; a < t->letters && t->live[s] < 2; a++) {
                unsigned char to = t->live[tail_next(t, s, a)];
                unsigned char live = to > 0 && a > 0 ? 2 : to;
                if (live > t->live[s]) {
                    t->live[s] = live;
                    changed = true;
                }
            }
    }
}

/* How long words other than zeros can be from a state, at most; false: there is no
 * bound. States are taken off when nothing leads to them any more (Kahn 1962); what
 * remains lies on cycles or behind them. */
static bool find_lengths(struct tail *t, uint32_t *longest)
{
    size_t n = t->rule->states, left = 0, queued = 0;
    memset(t->incoming, 0, n * sizeof *t->incoming);
    for (size_t s = 0; s < n; s++)
        for (size_t a = 0; a < t->letters && t->live[s] == 2; a++)
            if (t->live[tail_next(t, s, a)] == 2)
                t->incoming[tail_next(t, s, a)]++;
    for (size_t s = 0; s < n; s++) {
        left += t->live[s] == 2;
        if (t->live[s] == 2 && t->incoming[s] == 0)
            t->order[queued++] = (uint32_t)s;
    }
    for (size_t i = 0; i < queued; i++)
        for (size_t a = 0; a < t->letters; a++) {
            uint32_t to = tail_next(t, t->order[i], a);
            if (t->live[to] == 2 && --t->incoming[to] == 0)
                t->order[queued++] = to;
        }
    *longest = 0;
    if (queued < left)
        return false;
    while (queued-- > 0) {
        uint32_t s = t->order[queued], most = 1;
        for (size_t a = 0; a < t->letters; a++) {
            uint32_t to = tail_next(t, s, a);
            if (t->live[to] == 2 && t->length[to] + 1 > most)
                most = t->length[to] + 1;
        }
        t->length[s] = most;
        if (most > *longest)
            *longest = most;
    }
    return true;
}

static void split_tracks(const bti_dfa *rule, size_t vars, uint64_t changes,
                         bti_option_rule *out)
{
    *out = (bti_option_rule){.digits = rule->digits, .least = UINT32_MAX};
    for (unsigned i = 0; i < rule->tracks; i++) {
        uint32_t var = rule->track[i];
        if (var < vars)
            out->fixed_var[out->fixed++] = var;
        else
            out->free_var[out->free++] = (uint32_t)(var - vars);
    }
    for (uint32_t i = 0; i < vars; i++)
        if (changes >> i & 1) {
            out->least = out->least < i ? out->least : i;
            out->most = i;
        }
}

static unsigned count_bits(uint64_t set)
{
    unsigned count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

static bt_status look_at_tail(bt_context *ctx, const bti_dfa *rule, unsigned fixed,
                              bool *infinite, uint32_t *longest)
{
    bt_arena scratch;
    struct tail t = {
        .rule = rule, .fixed = fixed, .letters = (size_t)1 << (rule->tracks - fixed)};
    bt_arena_init(&scratch, ctx);
    t.live = bt_arena_alloc(&scratch, rule->states, sizeof *t.live);
    t.incoming = bt_arena_alloc(&scratch, rule->states, sizeof *t.incoming);
    t.order = bt_arena_alloc(&scratch, rule->states, sizeof *t.order);
    t.length = bt_arena_alloc(&scratch, rule->states, sizeof *t.length);
    bool enough = t.live && t.incoming && t.order && t.length;
    if (enough) {
        find_live(&t);
        *infinite = !find_lengths(&t, longest);
    }
    bt_arena_free(&scratch);
    return enough ? BT_OK : bt_last_status(ctx);
}

bt_status bti_options_infinite(bti_automata *m, const bti_dfa *rule, size_t vars,
                               uint64_t changes, bool *infinite)
{
    bti_option_rule split;
    uint32_t longest;
    split_tracks(rule, vars, changes, &split);
    *infinite = split.free < count_bits(changes);
    if (bti_dfa_is_empty(rule) || *infinite) {
        *infinite = *infinite && !bti_dfa_is_empty(rule);
        return BT_OK;
    }
    return look_at_tail(m->ctx, rule, split.fixed, infinite, &longest);
}

/* Sets of states, each once, numbered as they come. */
struct sets {
    bt_context *ctx;
    size_t words; /* 64-bit words of a set */
    uint64_t *bits;
    size_t room; /* of bits */
    uint32_t count;
    bti_index index;
};

static void sets_free(struct sets *s)
{
    BTI_RELEASE(s->ctx, s->bits, s->room);
    bti_index_free(s->ctx, &s->index);
}

static uint64_t *set_at(const struct sets *s, size_t i)
{
    return s->bits + i * s->words;
}

/* The number of a set, which is new or not. */
static bt_status sets_number(struct sets *s, const uint64_t *set, uint32_t *number)
{
    size_t bytes = s->words * sizeof *set;
    BT_TRY(bti_index_reserve(s->ctx, &s->index));
    bti_probe p = bti_index_probe(&s->index, bti_hash_bytes(set, bytes));
    while (bti_index_next(&s->index, &p))
        if (memcmp(set_at(s, *number = p.item), set, bytes) == 0)
            return BT_OK;
    if (s->count + 1 >= MOST_SETS || (s->count + 2) * s->words > MOST_ENTRIES)
        return bt_fail(s->ctx, BT_UNABLE,
                       "the rule is too complicated to be played: it needs more than "
                       "{count} sets of states",
                       BT_ARGS(BT_NUM("count", s->count)));
    BT_TRY(BTI_RESERVE(s->ctx, s->bits, s->room, (s->count + 1) * s->words));
    *number = s->count++;
    bti_index_put(&s->index, &p, *number);
    memcpy(set_at(s, *number), set, bytes);
    return BT_OK;
}

static bool has_state(const uint64_t *set, size_t state)
{
    return set[state / 64] >> state % 64 & 1;
}

static void add_state(uint64_t *set, size_t state)
{
    set[state / 64] |= UINT64_C(1) << state % 64;
}

/* The sets after one more letter, for all letters at once: to[letter * words]. Down:
 * forwards, for every free letter; up: backwards. */
static void step_down(const bti_dfa *rule, unsigned fixed, const uint64_t *from,
                      size_t words, uint64_t *to)
{
    size_t mask = ((size_t)1 << fixed) - 1;
    for (size_t s = 0; s < rule->states; s++)
        for (size_t l = 0; has_state(from, s) && l >> rule->tracks == 0; l++)
            add_state(to + (l & mask) * words, rule->next[s << rule->tracks | l]);
}

static void step_up(const bti_dfa *rule, const uint64_t *from, size_t words,
                    uint64_t *to)
{
    const uint32_t *next = rule->next;
    for (size_t s = 0; s < rule->states; s++)
        for (size_t l = 0; l >> rule->tracks == 0; l++, next++)
            to[l * words + s / 64] |= (from[*next / 64] >> *next % 64 & 1) << s % 64;
}

/* A table that grows by rows; rows of one letter for each `1 << width`. */
struct table {
    bt_context *ctx;
    uint32_t *at;
    size_t rows;
    unsigned width;
};

static bt_status table_resize(struct table *t, size_t rows)
{
    if (rows > (size_t)MOST_ENTRIES >> t->width)
        return bt_fail(t->ctx, BT_UNABLE,
                       "the rule is too complicated to be played: its tables need more "
                       "than {most} entries",
                       BT_ARGS(BT_NUM("most", MOST_ENTRIES)));
    BT_TRY(BTI_RESIZE(t->ctx, t->at, t->rows << t->width, rows << t->width));
    t->rows = rows;
    return BT_OK;
}

static void table_free(struct table *t)
{
    bt_release(t->ctx, t->at, (t->rows << t->width) * sizeof *t->at);
}

/* One row; to[] has room for a set for each letter. */
static bt_status number_row(struct sets *sets, const uint64_t *to, uint32_t *row,
                            size_t letters)
{
    const size_t bytes = sets->words * sizeof *to;
    BT_TRY(sets_number(sets, to, &row[0]));
    for (size_t l = 1; l < letters; l++) {
        to += sets->words;
        if (memcmp(to, to - sets->words, bytes) == 0)
            row[l] = row[l - 1];
        else
            BT_TRY(sets_number(sets, to, &row[l]));
    }
    return BT_OK;
}

/* Fills at[set << width | letter] for all sets that come up; sets has the first. */
static bt_status fill_rows(const bti_dfa *rule, unsigned fixed, bool up,
                           struct sets *sets, struct table *t, uint64_t *to)
{
    size_t letters = (size_t)1 << t->width;
    for (uint32_t i = 0; i < sets->count; i++) {
        if (bt_stopped(t->ctx))
            return BT_STOPPED;
        if (i >= t->rows)
            BT_TRY(table_resize(t, t->rows + t->rows / 2 + 4));
        memset(to, 0, letters * sets->words * sizeof *to);
        if (up)
            step_up(rule, set_at(sets, i), sets->words, to);
        else
            step_down(rule, fixed, set_at(sets, i), sets->words, to);
        BT_TRY(number_row(sets, to, t->at + ((size_t)i << t->width), letters));
    }
    return BT_OK;
}

static bt_status construct(const bti_dfa *rule, unsigned fixed, bool up,
                           struct sets *sets, struct table *t)
{
    *t = (struct table){.ctx = sets->ctx, .width = up ? rule->tracks : fixed};
    size_t words = sets->words << t->width;
    uint64_t *to;
    BT_TRY(BTI_NEW(t->ctx, to, words));
    bt_status status = fill_rows(rule, fixed, up, sets, t, to);
    bt_release(t->ctx, to, words * sizeof *to);
    return status;
}

/* Free letters in the order of the walk: the first variable's digit weighs most. */
static void order_letters(unsigned free, unsigned fixed, uint32_t *letter)
{
    for (uint32_t i = 0; i >> free == 0; i++) {
        letter[i] = 0;
        for (unsigned k = 0; k < free; k++)
            letter[i] |= (i >> (free - 1 - k) & 1) << k;
        letter[i] <<= fixed;
    }
}

static bt_status keep_table(bt_arena *arena, const uint32_t *table, size_t count,
                            const uint32_t **out)
{
    uint32_t *copy;
    BT_TRY(BTI_ARENA_NEW(arena, copy, count));
    memcpy(copy, table, count * sizeof *copy);
    *out = copy;
    return BT_OK;
}

/* meet[i]: whether set i has a state of this one. */
static void find_common(const struct sets *sets, const uint64_t *set,
                        unsigned char *meet)
{
    const uint64_t *with = sets->bits;
    size_t count = sets->count, words = sets->words;
    for (size_t i = 0; i < count; i++, with += words) {
        uint64_t both = 0;
        for (size_t w = 0; w < words; w++)
            both |= with[w] & set[w];
        meet[i] = both != 0;
    }
}

static bt_status keep(bt_arena *arena, const struct sets *up,
                      const struct table *up_table, const struct sets *down,
                      const struct table *down_table, bti_option_rule *out)
{
    unsigned tracks = out->fixed + out->free;
    uint32_t *letter;
    BT_TRY(BTI_ARENA_NEW(arena, letter, (size_t)1 << out->free));
    order_letters(out->free, out->fixed, letter);
    out->letter = letter;
    out->up_count = up->count;
    out->down_count = down->count;
    BT_TRY(keep_table(arena, up_table->at, (size_t)up->count << tracks, &out->up));
    BT_TRY(keep_table(arena, down_table->at, (size_t)down->count << out->fixed,
                      &out->down));
    unsigned char *meet = bt_arena_alloc(arena, (size_t)up->count * down->count, 1);
    if (!meet)
        return bt_last_status(arena->ctx);
    for (size_t d = 0; d < down->count; d++)
        find_common(up, set_at(down, d), meet + d * up->count);
    out->meet = meet;
    return BT_OK;
}

/* The sets with which the tables begin: accepting states above, the start below. */
static bt_status first_sets(const bti_dfa *rule, struct sets *up, struct sets *down)
{
    uint32_t number;
    size_t words = rule->states / 64 + 1;
    uint64_t *set;
    BT_TRY(BTI_NEW(up->ctx, set, words));
    up->words = down->words = words;
    memset(set, 0, words * sizeof *set);
    add_state(set, 0);
    bt_status status = sets_number(down, set, &number);
    set[0] = 0;
    for (size_t s = 0; s < rule->states; s++)
        if (rule->accept[s])
            add_state(set, s);
    if (status == BT_OK)
        status = sets_number(up, set, &number);
    bt_release(up->ctx, set, words * sizeof *set);
    return status;
}

static bt_status make_tables(bt_arena *arena, const bti_dfa *rule, struct sets *up,
                             struct sets *down, bti_option_rule *out)
{
    struct table up_table = {.ctx = arena->ctx}, down_table = up_table;
    BT_TRY(first_sets(rule, up, down));
    bt_status status = construct(rule, out->fixed, true, up, &up_table);
    if (status == BT_OK)
        status = construct(rule, out->fixed, false, down, &down_table);
    if (status == BT_OK)
        status = keep(arena, up, &up_table, down, &down_table, out);
    table_free(&up_table);
    table_free(&down_table);
    return status;
}

bt_status bti_option_rule_make(bt_arena *arena, const bti_dfa *rule, size_t vars,
                               uint64_t changes, bti_option_rule *out)
{
    struct sets up = {.ctx = arena->ctx}, down = up;
    bool infinite;
    split_tracks(rule, vars, changes, out);
    out->places = bti_digits_most(rule->digits);
    bti_digit_weights(rule->digits, out->part);
    BT_TRY(look_at_tail(arena->ctx, rule, out->fixed, &infinite, &out->extra));
    bt_status status = make_tables(arena, rule, &up, &down, out);
    sets_free(&up);
    sets_free(&down);
    return status;
}

/* A walk under way. Place i is digit i; above the last one, i = places. */
struct walk {
    const bti_option_rule *rule;
    uint64_t *x;
    unsigned places;
    uint32_t letter[BTI_WALK_DIGITS];   /* of the fixed variables */
    uint32_t down[BTI_WALK_DIGITS + 1]; /* times up_count */
};

/* The digits of one number of the origin; how many. */
static unsigned read_number(struct walk *w, unsigned k, uint64_t value)
{
    const uint64_t *part = w->rule->part;
    unsigned len = 0;
    if (w->rule->digits == BTI_BINARY) {
        for (; value; value >>= 1)
            w->letter[len++] |= (uint32_t)(value & 1) << k;
        return len;
    }
    if (part[w->rule->places] <= value)
        return BTI_WALK_DIGITS; /* too large for these places */
    while (len < w->rule->places && part[len] <= value)
        len++;
    for (unsigned i = len; i-- > 0;) /* greedy */
        if (part[i] <= value) {
            w->letter[i] |= UINT32_C(1) << k;
            value -= part[i];
        }
    return len;
}

/* The origin's digits; false when an option might not fit 64 bits. */
static bool read_origin(struct walk *w, const uint64_t *x)
{
    const bti_option_rule *rule = w->rule;
    unsigned longest = 0;
    memset(w->letter, 0, sizeof w->letter);
    for (unsigned k = 0; k < rule->fixed; k++) {
        unsigned len = read_number(w, k, x[rule->fixed_var[k]]);
        if (len > longest)
            longest = len;
    }
    w->places = longest + rule->extra;
    return w->places <= rule->places;
}

/* The walk from the greatest place down: u is the up-set of what was chosen above. */
static void choose(struct walk *w, bool (*show)(void *arg), void *arg)
{
    const bti_option_rule *rule = w->rule;
    const unsigned tracks = rule->fixed + rule->free;
    const uint32_t letters = UINT32_C(1) << rule->free;
    uint32_t up[BTI_WALK_DIGITS + 1], at[BTI_WALK_DIGITS];
    unsigned i = w->places; /* digits below i are not chosen yet */
    up[i] = 0;
    if (i > 0)
        at[i - 1] = 0;
    for (;;) {
        if (i == 0) {
            if (!show(arg))
                return;
        } else {
            const uint32_t *row =
                rule->up + ((size_t)up[i] << tracks | w->letter[i - 1]);
            const unsigned char *meet = rule->meet + w->down[i - 1];
            uint32_t k = at[i - 1], u = 0;
            while (k < letters && !meet[u = row[rule->letter[k]]])
                k++;
            if (k < letters) {
                uint32_t free = rule->letter[k] >> rule->fixed;
                for (unsigned f = 0; f < rule->free; f++)
                    if (free >> f & 1)
                        w->x[rule->free_var[f]] += rule->part[i - 1];
                at[--i] = k + 1;
                up[i] = u;
                if (i > 0)
                    at[i - 1] = 0;
                continue;
            }
        }
        if (i == w->places)
            return;
        uint32_t free = rule->letter[at[i] - 1] >> rule->fixed;
        for (unsigned f = 0; f < rule->free; f++)
            if (free >> f & 1)
                w->x[rule->free_var[f]] -= rule->part[i];
        i++;
    }
}

static bt_status too_large(bt_context *ctx, const bti_option_rule *rule,
                           const uint64_t *x)
{
    uint64_t largest = 0;
    for (unsigned k = 0; k < rule->fixed; k++)
        if (x[rule->fixed_var[k]] > largest)
            largest = x[rule->fixed_var[k]];
    return bt_fail(
        ctx, BT_UNABLE,
        "the numbers become too large: from {largest} a move could lead beyond 64 bits",
        BT_ARGS(BT_NUM("largest", largest)));
}

/* The down-sets of the origin; false when it has no option by this rule. */
static bool read_down(struct walk *w)
{
    const bti_option_rule *rule = w->rule;
    uint32_t d = 0;
    for (unsigned i = 0; i < w->places; i++) {
        w->down[i] = d * rule->up_count;
        d = rule->down[(size_t)d << rule->fixed | w->letter[i]];
    }
    return rule->meet[d * rule->up_count];
}

bt_status bti_option_rule_walk(const bti_option_rule *rule, bt_context *ctx,
                               uint64_t *x, bool (*show)(void *arg), void *arg)
{
    struct walk w = {.rule = rule, .x = x};
    uint64_t before[BTI_DFA_MOST_TRACKS];
    if (!read_origin(&w, x))
        return too_large(ctx, rule, x);
    if (!read_down(&w))
        return BT_OK;
    for (unsigned f = 0; f < rule->free; f++) {
        before[f] = x[rule->free_var[f]];
        x[rule->free_var[f]] = 0;
    }
    choose(&w, show, arg);
    for (unsigned f = 0; f < rule->free; f++)
        x[rule->free_var[f]] = before[f];
    return BT_OK;
}

/* How much the index grows where the free letter k stands at the least place. */
static uint64_t weight_of(const bti_option_rule *rule, uint32_t k,
                          const uint64_t *stride)
{
    uint64_t weight = 0;
    uint32_t free = rule->letter[k] >> rule->fixed;
    for (unsigned f = 0; free != 0; f++, free >>= 1)
        if (free & 1)
            weight += stride[rule->free_var[f]];
    return weight;
}

/* The same walk as `choose`, but the least place is a loop, and indices add up. */
static size_t choose_indices(const struct walk *w, const uint64_t *stride,
                             uint64_t rest, uint64_t *out)
{
    const bti_option_rule *rule = w->rule;
    const unsigned tracks = rule->fixed + rule->free;
    const uint32_t letters = UINT32_C(1) << rule->free;
    uint32_t up[BTI_WALK_DIGITS + 1], at[BTI_WALK_DIGITS + 1];
    uint64_t index[BTI_WALK_DIGITS + 1];
    unsigned i = w->places;
    size_t n = 0;
    up[i] = at[i] = 0;
    index[i] = rest;
    while (i <= w->places) {
        const uint32_t *row = rule->up + ((size_t)up[i] << tracks | w->letter[i - 1]);
        const unsigned char *meet = rule->meet + w->down[i - 1];
        uint32_t k = at[i], u = 0;
        for (; i == 1 && k < letters; k++)
            if (meet[row[rule->letter[k]]])
                out[n++] = index[1] + rule->part[0] * weight_of(rule, k, stride);
        while (k < letters && !meet[u = row[rule->letter[k]]])
            k++;
        at[i] = k + 1;
        if (k >= letters) {
            i++;
            continue;
        }
        up[i - 1] = u;
        at[i - 1] = 0;
        index[i - 1] = index[i] + rule->part[i - 1] * weight_of(rule, k, stride);
        i--;
    }
    return n;
}

size_t bti_option_rule_indices(const bti_option_rule *rule, const uint64_t *x,
                               const uint64_t *stride, uint64_t index, uint64_t *out)
{
    struct walk w = {.rule = rule};
    if (!read_origin(&w, x) || !read_down(&w))
        return 0;
    for (unsigned f = 0; f < rule->free; f++)
        index -= x[rule->free_var[f]] * stride[rule->free_var[f]];
    if (w.places > 0)
        return choose_indices(&w, stride, index, out);
    *out = index;
    return 1;
}
