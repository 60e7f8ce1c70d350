/* SPDX-License-Identifier: MIT
 * Every option of a position in a box has a smaller index, so one ascending sweep finds
 * all values: each is the mex of values that stand there already. A value is at most
 * the number of options, so it needs 1, 2 or 4 bytes; all ones mean "not yet".
 *
 * Threads take blocks of indices, in ascending order, from one counter. A thread that
 * needs a value which is not there yet waits a moment for its owner and then, the owner
 * may be asleep, finds the value itself and some more behind it. So nobody ever has to
 * wait, and what two threads find at the same time is the same value. A value is all
 * that threads tell each other: relaxed loads and stores of it are enough.
 *
 * Where words may be permuted, a position with many options is solved once: its value
 * goes to all of its orders in the box. The first of them that the sweep meets is the
 * one with the least index, and the orders of its options that come first are smaller
 * still, so their values were spread before.
 *
 * A block is all combinations of the fast digits. Its positions mostly need those at
 * the same place in the block before it, so a second thread follows the first at a
 * distance. Too close it would fetch the very lines of memory that the first one is
 * writing; after a wait the distance is some lines, and it stays. */
#include "solve/sweep.h"
#include "rules/boxes.h"

#include "core/arith.h"
#include "core/grow.h"
#include "core/parallel.h"

#include <stdatomic.h>
#include <string.h>

enum {
    LEAST_BLOCK = 4096,   /* positions */
    ROUND = 1 << 20,      /* positions between two reports of progress, at most */
    PATIENCE = 512,       /* positions between two questions whether to stop, at most */
    LONG_ROUND = 1 << 26, /* options in a round, and */
    LONG_WAIT = 1 << 20,  /* between two questions, where positions have many */
    WAIT = 5000,          /* looks before a thread helps itself: some microseconds */
    HELP = 1024,          /* positions that it then solves for another thread */
    SMALL_VALUES = 64,    /* these are gathered in one word */
    MANY_OPTIONS = 256,   /* solving a position costs more than spreading its value */
    MOST_THREADS = 256
};

#define NONE UINT64_MAX

typedef _Atomic uint8_t value_8;
typedef _Atomic uint16_t value_16;
typedef _Atomic uint32_t value_32;

struct bti_sweep {
    bt_context *ctx;
    const bt_game *game;
    bt_box box;
    size_t order[BTI_BOX_WORDS]; /* the words, the fastest first */
    void *value;
    unsigned width;              /* bytes */
    uint64_t bit[UINT8_MAX + 1]; /* for each small value its bit */
};

typedef struct {
    const bti_sweep *sweep;
    _Atomic uint64_t next; /* the first index that no thread has taken */
    uint64_t end, block;
    _Atomic bool quit, broken;
    uint64_t *scratch; /* for each thread: options, then a bit for each value */
    size_t options, bits, threads;
    uint64_t patience;
    bool spreads;
} crew;

typedef struct {
    crew *crew;
    const bti_sweep *sweep;
    uint64_t *option, *bit;
    uint64_t index, digit[BTI_BOX_WORDS];
    uint64_t left;    /* positions until the next question whether to stop */
    uint64_t missing; /* an option whose value is not known, or NONE */
    bool quit;
} worker;

unsigned bti_sweep_width(const bt_box *box)
{
    return box->options_max < UINT8_MAX    ? 1
           : box->options_max < UINT16_MAX ? 2
           : box->options_max < UINT32_MAX ? 4
                                           : 0;
}

bool bti_sweep_spreads(const bt_game *game, const bt_box *box)
{
    return (game->rules->flags & BT_UNORDERED) && box->options_max >= MANY_OPTIONS;
}

const bt_box *bti_sweep_box(const bti_sweep *s)
{
    return &s->box;
}

bool bti_box_index(const bt_box *box, const bt_pos *pos, uint64_t *index)
{
    *index = 0;
    if (pos->n != box->n)
        return false;
    for (size_t i = 0; i < pos->n; i++) {
        if (pos->x[i] >= box->radix[i])
            return false;
        *index += pos->x[i] * box->stride[i];
    }
    return true;
}

uint32_t bti_sweep_at(const bti_sweep *s, uint64_t index)
{
    if (s->width == 1)
        return atomic_load_explicit((value_8 *)s->value + index, memory_order_relaxed);
    if (s->width == 2)
        return atomic_load_explicit((value_16 *)s->value + index, memory_order_relaxed);
    return atomic_load_explicit((value_32 *)s->value + index, memory_order_relaxed);
}

static void set(const bti_sweep *s, uint64_t index, uint32_t value)
{
    if (s->width == 1)
        atomic_store_explicit((value_8 *)s->value + index, (uint8_t)value,
                              memory_order_relaxed);
    else if (s->width == 2)
        atomic_store_explicit((value_16 *)s->value + index, (uint16_t)value,
                              memory_order_relaxed);
    else
        atomic_store_explicit((value_32 *)s->value + index, value,
                              memory_order_relaxed);
}

static uint32_t unknown(const bti_sweep *s)
{
    return UINT32_MAX >> (32 - 8 * s->width);
}

static uint64_t small_and_large(worker *w, size_t n)
{
    uint64_t small = 0;
    uint32_t none = unknown(w->sweep);
    for (size_t i = 0; i < n; i++) {
        uint32_t v = bti_sweep_at(w->sweep, w->option[i]);
        if (v == none) {
            w->missing = w->option[i];
            return 0;
        }
        if (v < SMALL_VALUES)
            small |= UINT64_C(1) << v;
    }
    return small;
}

/* Which of the values 0 to 63 the options have, one bit each. The loop of all loops: a
 * large value, or one that is not there yet, shows in the or of all, and only then they
 * are looked at one by one. Looking up the bit is quicker than shifting it there. */
static uint64_t small_values_8(worker *w, size_t n)
{
    const uint64_t *bit = w->sweep->bit, *option = w->option, *end = option + n;
    value_8 *value = w->sweep->value;
    uint64_t small = 0, all = 0;
    for (; option < end; option++) {
        uint64_t v = atomic_load_explicit(value + *option, memory_order_relaxed);
        all |= v;
        small |= bit[v];
    }
    return all < SMALL_VALUES ? small : small_and_large(w, n);
}

/* Multiplied by a power of two, a de Bruijn sequence shows another six bits at its top
 * for each of the 64. */
static uint32_t lowest_zero(uint64_t word)
{
    static const uint8_t place[64] = {
        0,  1,  48, 2,  57, 49, 28, 3,  61, 58, 50, 42, 38, 29, 17, 4,
        62, 55, 59, 36, 53, 51, 43, 22, 45, 39, 33, 30, 24, 18, 12, 5,
        63, 47, 56, 27, 60, 41, 37, 16, 54, 35, 52, 21, 44, 32, 23, 11,
        46, 26, 40, 15, 34, 20, 31, 10, 25, 14, 19, 9,  13, 8,  7,  6};
    uint64_t lowest = ~word & (word + 1);
    return place[lowest * UINT64_C(0x03f79d71b4cb0a89) >> 58];
}

/* All small values occur: a bit for every value. The options are all there by now. */
static uint32_t large_mex(worker *w, size_t n)
{
    size_t words = n / 64 + 1, at = 0;
    memset(w->bit, 0, words * sizeof *w->bit);
    for (size_t i = 0; i < n; i++) {
        uint32_t v = bti_sweep_at(w->sweep, w->option[i]);
        if (v < 64 * words)
            w->bit[v / 64] |= UINT64_C(1) << v % 64;
    }
    while (w->bit[at] == UINT64_MAX) /* n options do not fill n/64 + 1 words */
        at++;
    return (uint32_t)(64 * at) + lowest_zero(w->bit[at]);
}

/* Misere: the player who cannot move wins, and so does who can move to a 0. Means
 * nothing when w->missing is set. */
static uint32_t value_here(worker *w)
{
    const bti_sweep *s = w->sweep;
    w->missing = NONE;
    size_t n =
        s->game->rules->box_options(s->game, &s->box, w->digit, w->index, w->option);
    uint64_t small = s->width == 1 ? small_values_8(w, n) : small_and_large(w, n);
    if (s->game->play == BT_MISERE)
        return n == 0 || (small & 1);
    if (small == UINT64_MAX)
        return large_mex(w, n);
    return lowest_zero(small);
}

static void set_digits(worker *w, uint64_t index)
{
    const bt_box *box = &w->sweep->box;
    for (size_t i = 0; i < box->n; i++)
        w->digit[i] = index / box->stride[i] % box->radix[i];
    w->index = index;
}

static void step(worker *w)
{
    const bti_sweep *s = w->sweep;
    w->index++;
    for (size_t i = 0; i < s->box.n; i++) {
        size_t word = s->order[i];
        if (++w->digit[word] < s->box.radix[word])
            return;
        w->digit[word] = 0;
    }
}

static bool is_known(const worker *w, uint64_t index)
{
    return bti_sweep_at(w->sweep, index) != unknown(w->sweep);
}

static bool asked_to_quit(worker *w)
{
    crew *c = w->crew;
    if (w->left-- > 0)
        return w->quit;
    w->left = c->patience;
    if (bti_wants_stop(w->sweep->ctx))
        atomic_store(&c->quit, true);
    return w->quit = atomic_load(&c->quit);
}

/* Solves the position where the worker stands, unless another one has or a value is
 * missing for it; then false. */
static bool solve_here(worker *w)
{
    if (is_known(w, w->index)) /* or it was taken over from a smaller box */
        return true;
    uint32_t value = value_here(w);
    if (w->missing == NONE)
        set(w->sweep, w->index, value);
    return w->missing == NONE;
}

static bool comes_soon(const worker *w, uint64_t index)
{
    for (unsigned i = 0; i < WAIT; i++)
        if (is_known(w, index))
            return true;
    return false;
}

/* From the first gap before `wanted` in its block to some way behind it. False when a
 * value was missing for the very first. */
static bool fill_gap(worker *w, uint64_t wanted)
{
    uint64_t block = w->crew->block, first = wanted;
    while (first % block > 0 && !is_known(w, first - 1))
        first--;
    set_digits(w, first);
    uint64_t end = bti_min(wanted - wanted % block + block, wanted + HELP);
    while (w->index < bti_min(end, w->crew->end) && !asked_to_quit(w)) {
        if (!solve_here(w))
            return w->index > first;
        step(w);
    }
    return true;
}

/* Gets the missing value, or the one that is missing for it, and so on down. */
static void help(worker *w)
{
    crew *c = w->crew;
    for (bool done = false; !done && !w->quit;) {
        if (w->missing >= w->index) { /* such rules would have us wait for ourselves */
            atomic_store(&c->broken, true);
            atomic_store(&c->quit, true);
            w->quit = true;
            return;
        }
        done = comes_soon(w, w->missing) || fill_gap(w, w->missing);
    }
}

static void solve_block(worker *w, uint64_t end)
{
    while (w->index < end && !asked_to_quit(w)) {
        if (solve_here(w)) {
            step(w);
            continue;
        }
        uint64_t here = w->index;
        help(w);
        set_digits(w, here);
    }
}

/* The numbers of a position, each with how often it stands there and is not placed. */
typedef struct {
    const bti_sweep *sweep;
    size_t kinds;
    uint64_t number[BTI_BOX_WORDS];
    size_t left[BTI_BOX_WORDS];
    uint32_t value;
} orders;

static void sort_kinds(orders *o, const worker *w)
{
    for (size_t i = 0; i < w->sweep->box.n; i++) {
        size_t k = 0;
        while (k < o->kinds && o->number[k] != w->digit[i])
            k++;
        if (k == o->kinds) {
            o->number[o->kinds] = w->digit[i];
            o->left[o->kinds++] = 0;
        }
        o->left[k]++;
    }
}

/* Every way to place the numbers that are left into the words from `word` on. */
static void spread_from(orders *o, size_t word, uint64_t index)
{
    const bt_box *box = &o->sweep->box;
    if (word == box->n) {
        set(o->sweep, index, o->value);
        return;
    }
    for (size_t k = 0; k < o->kinds; k++) {
        if (o->left[k] == 0 || o->number[k] >= box->radix[word])
            continue;
        o->left[k]--;
        spread_from(o, word + 1, index + o->number[k] * box->stride[word]);
        o->left[k]++;
    }
}

/* Gives the value of the position where the worker stands to all its orders. */
static void spread(const worker *w)
{
    orders o = {.sweep = w->sweep, .value = bti_sweep_at(w->sweep, w->index)};
    sort_kinds(&o, w);
    spread_from(&o, 0, 0);
}

/* The same as solve_block, and what is found is spread. Apart from it, because for most
 * games this loop is all the time there is. */
static void spread_block(worker *w, uint64_t end)
{
    while (w->index < end && !asked_to_quit(w)) {
        uint64_t here = w->index;
        if (is_known(w, here)) {
            step(w);
        } else if (solve_here(w)) {
            spread(w);
            step(w);
        } else {
            help(w);
            set_digits(w, here);
        }
    }
}

static void work(void *arg, size_t i)
{
    crew *c = arg;
    worker w = {.crew = c, .sweep = c->sweep}; /* asks at once: boxes may be many */
    w.option = c->scratch + i * (c->options + c->bits);
    w.bit = w.option + c->options;
    while (!w.quit && !atomic_load(&c->quit)) {
        uint64_t first = atomic_fetch_add(&c->next, c->block);
        if (first >= c->end)
            break;
        set_digits(&w, first);
        uint64_t end = bti_min(first + c->block, c->end);
        if (c->spreads)
            spread_block(&w, end);
        else
            solve_block(&w, end);
    }
}

static bt_status how_it_ended(bt_context *ctx, crew *c)
{
    if (!atomic_load(&c->quit))
        return BT_OK;
    if (atomic_load(&c->broken))
        return bt_fail(ctx, BT_UNABLE,
                       "the rules do not keep their promise that an option has a "
                       "smaller number than its origin",
                       BT_NO_ARGS);
    return bt_stopped(ctx) ? BT_STOPPED
                           : bt_fail(ctx, BT_STOPPED, "stopped", BT_NO_ARGS);
}

static bt_status run(bti_sweep *s, crew *c)
{
    uint64_t size = s->box.size, round = LONG_ROUND / c->options;
    round = bti_min(round > LEAST_BLOCK ? round : LEAST_BLOCK, ROUND);
    while (c->threads > 1 && round < 16 * c->threads * c->block)
        round *= 2;
    round = round < c->block ? c->block : round - round % c->block;
    for (uint64_t done = 0; done < size; done = c->end) {
        c->end = round < size - done ? done + round : size;
        atomic_store(&c->next, done);
        bti_parallel_for(s->ctx, c->threads, work, c);
        BT_TRY(how_it_ended(s->ctx, c));
        bti_progress(s->ctx, "positions", c->end, size);
    }
    return BT_OK;
}

/* The product of the fast digits, large enough that taking a block costs nothing. With
 * less than two blocks a thread one thread is as good. */
static void plan(const bti_sweep *s, crew *c)
{
    c->block = 1;
    for (size_t i = 0; i < s->box.n && c->block < LEAST_BLOCK; i++)
        c->block *= s->box.radix[s->order[i]];
    c->threads = bt_threads(s->ctx) < MOST_THREADS ? bt_threads(s->ctx) : MOST_THREADS;
    if (c->threads == 0 || s->box.size / c->block < 2 * c->threads) {
        c->threads = 1;
        c->block = LEAST_BLOCK;
    }
    c->spreads = bti_sweep_spreads(s->game, &s->box);
    c->options = s->box.options_max + 1;
    c->bits = c->options / 64 + 1;
    c->patience = bti_min(PATIENCE, LONG_WAIT / c->options);
}

static bt_status solve_all(bti_sweep *s)
{
    crew c = {.sweep = s};
    plan(s, &c);
    size_t words = c.options + c.bits;
    BT_TRY(BTI_NEW(s->ctx, c.scratch, c.threads * words));
    bt_status status = run(s, &c);
    bt_release(s->ctx, c.scratch, c.threads * words * sizeof *c.scratch);
    return status;
}

static void order_words(bti_sweep *s)
{
    for (size_t i = 0; i < s->box.n; i++) {
        size_t at = i;
        for (; at > 0 && s->box.stride[s->order[at - 1]] > s->box.stride[i]; at--)
            s->order[at] = s->order[at - 1];
        s->order[at] = i;
    }
}

static bt_status take_over(bti_sweep *s, const bti_sweep *known)
{
    worker w = {.sweep = known};
    for (; w.index < known->box.size; step(&w)) {
        if (w.index % LEAST_BLOCK == 0 && bti_worked(s->ctx, LEAST_BLOCK))
            return BT_STOPPED;
        uint64_t index = 0;
        for (size_t i = 0; i < known->box.n; i++)
            index += w.digit[i] * s->box.stride[i];
        set(s, index, bti_sweep_at(known, w.index));
    }
    return BT_OK;
}

void bti_sweep_free(bti_sweep *s)
{
    if (!s)
        return;
    bt_release(s->ctx, s->value, (size_t)s->box.size * s->width);
    bt_release(s->ctx, s, sizeof *s);
}

bt_status bti_sweep_new(bt_context *ctx, const bt_game *game, const bt_box *box,
                        const bti_sweep *known, bti_sweep **out)
{
    unsigned width = bti_sweep_width(box);
    if (width == 0 || box->size > SIZE_MAX / 8)
        return bt_fail(ctx, BT_UNABLE, "there are too many positions for one table",
                       BT_NO_ARGS);
    bti_sweep *s;
    BT_TRY(BTI_NEW(ctx, s, 1));
    *s = (bti_sweep){.ctx = ctx, .game = game, .box = *box, .width = width};
    order_words(s);
    for (unsigned i = 0; i < SMALL_VALUES; i++)
        s->bit[i] = UINT64_C(1) << i;
    s->value = bt_resize_array(ctx, NULL, 0, (size_t)box->size, width);
    bt_status status = s->value ? BT_OK : bt_last_status(ctx);
    if (status == BT_OK)
        status = bti_fill(ctx, s->value, 0xFF, (size_t)box->size * width);
    if (status == BT_OK && known)
        status = take_over(s, known);
    if (status == BT_OK)
        status = solve_all(s);
    if (status == BT_OK) {
        *out = s;
        return BT_OK;
    }
    if (!s->value)
        s->box.size = 0;
    bti_sweep_free(s);
    return status;
}
