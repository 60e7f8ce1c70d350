/* SPDX-License-Identifier: MIT
 * Labels the nodes from which play must end, on several threads, without turning arrows
 * round. A thread that looks at a node goes along its targets. At the first one without
 * a label it leaves the node there, in the list of those who wait for that target, and
 * goes on to another node; past the last one it labels the node and takes over the list
 * of those who wait for it: they are ready to be looked at further.
 *
 * Why it is right: a node is in exactly one place: not yet looked at, in the hands of
 * one thread, ready, waiting for one target, or labelled. When all threads have run out
 * of nodes every one is labelled or waits for one that waits: by finiteness those who
 * wait can reach a cycle, and those who can reach a cycle wait. Labels depend on
 * the graph alone, so the order of the work cannot be seen in them.
 *
 * Who has the node writes, unlocked, in the caller's label of it: how far along its
 * targets it got (grundy) and who is next in the list it is in (remoteness). The word
 * of a node without a label is the head of its list. A head and a `next` are a node
 * plus one; 0 ends a list. A list is joined by compare-and-swap with release, and taken
 * over by the exchange, with acquire, that publishes the label: that hands the notes
 * on.
 *
 * Time goes into waiting for memory, so nodes are looked at in batches: what the whole
 * batch will read is asked for before the first of it is read. In a graph whose numbers
 * are in topological order no node ever waits, if nodes are taken in the right order.
 */
#include "core/arith.h"
#include "core/parallel.h"
#include "graph/label.h"

#include <string.h>

enum {
    BATCH = 32,            /* nodes looked at together */
    REACH = 16,            /* targets asked for in advance */
    BLOCK = 1024,          /* nodes that a thread takes in the sweep at once */
    LISTS = 4096,          /* heads of lists of ready nodes that a thread keeps */
    DEEP = LISTS / 2,      /* long ones stay below */
    ROUND_NODES = 1 << 20, /* looks of a thread between two reports */
    SHARE_NODES = 1 << 14, /* or fewer, when another thread has nothing to do */
    ASK_BATCHES = 32       /* batches between two questions whether to stop */
};

struct sweep {
    bti_labelling *l;
    struct worker *worker;
    uint64_t blocks;
    atomic_uint_fast64_t next_block;
    atomic_uint idle; /* threads without work in this round */
    atomic_bool stopped;
};

struct worker {
    uint32_t list[LISTS];
    size_t lists;
    uint64_t looks, labelled;
    bti_labelling *l;
};

/* What is known of the options of a node that has been looked at so far. */
struct options {
    uint64_t values;      /* bit g: some option has Grundy value g, for g < 64 */
    uint32_t least, most; /* remoteness of P-options, of all */
};

struct look {
    uint32_t node;
    uint64_t begin, at, end; /* its targets, and how far along them we are */
    struct options options;
};

static bt_label *note_of(const bti_labelling *l, uint32_t node)
{
    return &l->label[node];
}

/* Folds the upper lists into the lower ones, which may get long; the upper ones have
 * never been folded, so a node is walked over once at most. */
static void fold_lists(struct worker *w)
{
    for (size_t i = DEEP; i < LISTS; i++) {
        uint32_t last = w->list[i] - 1;
        while (note_of(w->l, last)->remoteness != 0)
            last = note_of(w->l, last)->remoteness - 1;
        note_of(w->l, last)->remoteness = w->list[i - DEEP];
        w->list[i - DEEP] = w->list[i];
    }
    w->lists = DEEP;
}

static void add_list(struct worker *w, uint32_t head)
{
    BTI_PREFETCH(note_of(w->l, head - 1));
    if (w->lists == LISTS)
        fold_lists(w);
    w->list[w->lists++] = head;
}

/* Takes ready nodes, one from each of the last lists, so that reading the `next` of one
 * need not wait for that of another. */
static size_t take_ready(struct worker *w, struct look *look)
{
    size_t n = 0;
    while (n < BATCH && w->lists > 0) {
        size_t take = bti_min(BATCH - n, w->lists);
        size_t first = w->lists - take, kept = first;
        for (size_t i = first; i < first + take; i++) {
            uint32_t node = w->list[i] - 1, next = note_of(w->l, node)->remoteness;
            look[n++].node = node;
            if (next == 0)
                continue;
            BTI_PREFETCH(note_of(w->l, next - 1));
            w->list[kept++] = next;
        }
        w->lists = kept;
    }
    return n;
}

/* Goes along targets [from, to) as far as they are labelled; returns where it ended. */
static uint64_t gather(const bti_labelling *l, uint64_t from, uint64_t to,
                       struct options *out)
{
    const uint32_t *target = l->graph->target;
    const uint32_t flip = l->play == BT_NORMAL ? 0 : 1;
    struct options o = *out;
    for (; from < to; from++) {
        uint64_t word = bti_word(l, target[from]);
        if (word < BTI_LABELLED)
            break;
        uint32_t g = bti_word_grundy(word), r = bti_word_remoteness(word);
        uint32_t as_p = r | (0 - ((r ^ flip) & 1)); /* UINT32_MAX for N-options */
        o.values |= (uint64_t)(g < 64) << (g & 63);
        o.least = as_p < o.least ? as_p : o.least;
        o.most = r > o.most ? r : o.most;
    }
    *out = o;
    return from;
}

/* When the values below 64 are all there. A window over the values moves up; there are
 * few windows, because in an acyclic graph with E arrows no value exceeds sqrt(2 E). */
static uint32_t wide_mex(const bti_labelling *l, uint64_t begin, uint64_t end)
{
    enum { WORDS = 64 };
    uint64_t seen[WORDS];
    size_t words = (size_t)bti_min(WORDS, (end - begin) / 64 + 1);
    for (uint32_t base = 0;; base += 64 * (uint32_t)words) {
        memset(seen, 0, words * sizeof *seen);
        for (uint64_t e = begin; e < end; e++) {
            uint32_t g = bti_word_grundy(bti_word(l, l->graph->target[e])) - base;
            if (g < 64 * words)
                seen[g / 64] |= UINT64_C(1) << g % 64;
        }
        for (size_t i = 0; i < words; i++)
            if (~seen[i] != 0)
                return base + 64 * (uint32_t)i + bti_lowest_bit(~seen[i]);
    }
}

static void publish(struct worker *w, const struct look *k)
{
    bti_labelling *l = w->l;
    const struct options *o = &k->options;
    uint64_t grundy = 0, remoteness = 0, old;
    if (l->play == BT_NORMAL)
        grundy = ~o->values != 0 ? bti_lowest_bit(~o->values)
                                 : wide_mex(l, k->begin, k->end);
    if (k->begin < k->end)
        remoteness = 1 + (o->least != UINT32_MAX ? o->least : o->most);
    uint64_t word = BTI_LABELLED | grundy << 32 | remoteness;
    if (l->workers == 1) {
        old = atomic_load_explicit(&l->word[k->node], memory_order_relaxed);
        atomic_store_explicit(&l->word[k->node], word, memory_order_relaxed);
    } else {
        old = atomic_exchange_explicit(&l->word[k->node], word, memory_order_acq_rel);
    }
    w->labelled++;
    if (old != 0)
        add_list(w, (uint32_t)old);
}

/* Leaves the node in the list of the target it has come to; false if that has been
 * labelled meanwhile. */
static bool wait_there(const bti_labelling *l, const struct look *k)
{
    bt_label *note = note_of(l, k->node);
    _Atomic uint64_t *word = &l->word[l->graph->target[k->at]];
    uint64_t old = atomic_load_explicit(word, memory_order_acquire);
    note->grundy = (uint32_t)bti_min(k->at - k->begin, UINT32_MAX);
    do {
        if (old >= BTI_LABELLED)
            return false;
        note->remoteness = (uint32_t)old;
    } while (!atomic_compare_exchange_weak_explicit(
        word, &old, k->node + UINT64_C(1), memory_order_release, memory_order_acquire));
    return true;
}

/* To the end of the targets, or to one to wait for: then false. */
static bool advance(const bti_labelling *l, struct look *k)
{
    for (;;) {
        k->at = gather(l, k->at, k->end, &k->options);
        if (k->at == k->end)
            return true;
        if (wait_there(l, k))
            return false;
    }
}

static void ask_for_words(const bti_labelling *l, uint64_t from, uint64_t to)
{
    for (uint64_t e = from; e < to; e++)
        BTI_PREFETCH(&l->word[l->graph->target[e]]);
}

/* Nodes that are looked at again begin where they stopped; what they passed before is
 * gathered only when there is nothing left to wait for. */
static void look_again(struct worker *w, struct look *look, size_t n)
{
    const bti_labelling *l = w->l;
    const bt_csr *g = l->graph;
    size_t done = 0;
    for (size_t i = 0; i < n; i++)
        BTI_PREFETCH(&g->start[look[i].node]);
    for (size_t i = 0; i < n; i++) {
        struct look *k = &look[i];
        k->begin = g->start[k->node];
        k->end = g->start[k->node + UINT64_C(1)];
        k->at = k->begin + note_of(l, k->node)->grundy;
        BTI_PREFETCH(&g->target[k->at]);
        BTI_PREFETCH(&g->target[bti_min(k->at + REACH, k->end) - 1]);
        BTI_PREFETCH(&l->word[k->node]);
    }
    for (size_t i = 0; i < n; i++)
        ask_for_words(l, look[i].at, bti_min(look[i].at + REACH, look[i].end));
    for (size_t i = 0; i < n; i++) {
        uint64_t passed = look[i].at;
        look[i].options = (struct options){0, UINT32_MAX, 0};
        if (!advance(l, &look[i]))
            continue;
        look[i].at = passed;
        ask_for_words(l, look[i].begin, bti_min(look[i].begin + REACH, passed));
        look[done++] = look[i];
    }
    for (size_t i = 0; i < done; i++) {
        gather(l, look[i].begin, look[i].at, &look[i].options);
        publish(w, &look[i]);
    }
}

/* Nodes in the order of their numbers, or in the opposite order, for the first time. In
 * a graph that is in no order nearly all wait for their first target. */
static void look_first(struct worker *w, uint64_t first, size_t n)
{
    const bti_labelling *l = w->l;
    const bt_csr *g = l->graph;
    const uint64_t reach = l->orderly ? REACH : 1;
    for (size_t i = 0; i < n; i++) {
        uint64_t v = first + i;
        ask_for_words(l, g->start[v], bti_min(g->start[v] + reach, g->start[v + 1]));
    }
    for (size_t i = 0; i < n; i++) {
        uint64_t v = l->descending ? first + n - 1 - i : first + i;
        struct look k = {
            (uint32_t)v, g->start[v], g->start[v], g->start[v + 1], {0, UINT32_MAX, 0}};
        if (advance(l, &k))
            publish(w, &k);
    }
}

static void work_on_ready(struct sweep *s, struct worker *w)
{
    struct look look[BATCH];
    size_t n = take_ready(w, look);
    (void)s;
    look_again(w, look, n);
    w->looks += n;
}

/* One block of the sweep; what becomes ready is looked at between its batches. */
static void work_on_block(struct sweep *s, struct worker *w, uint64_t block)
{
    const bti_labelling *l = s->l;
    uint64_t nodes = l->graph->nodes;
    if (l->descending)
        block = s->blocks - 1 - block;
    uint64_t begin = block * BLOCK, end = bti_min(begin + BLOCK, nodes);
    for (uint64_t i = 0; i < end - begin; i += BATCH) {
        size_t n = (size_t)bti_min(BATCH, end - begin - i);
        look_first(w, l->descending ? end - i - n : begin + i, n);
    }
    w->looks += end - begin;
}

static bool round_is_over(struct sweep *s, const struct worker *w, uint64_t looks)
{
    if (looks >= ROUND_NODES || atomic_load_explicit(&s->stopped, memory_order_relaxed))
        return true;
    return looks >= SHARE_NODES && w->lists > 1 &&
           atomic_load_explicit(&s->idle, memory_order_relaxed) > 0;
}

/* A thread's part of a round: ready nodes first, then further blocks. */
static void work(void *arg, size_t i)
{
    struct sweep *s = arg;
    struct worker *w = &s->worker[i];
    uint64_t before = w->looks;
    for (uint64_t batch = 0; !round_is_over(s, w, w->looks - before); batch++) {
        if (batch % ASK_BATCHES == 0 && bti_wants_stop(s->l->ctx))
            atomic_store(&s->stopped, true);
        if (w->lists > 0) {
            work_on_ready(s, w);
            continue;
        }
        uint64_t block = atomic_fetch_add(&s->next_block, 1);
        if (block >= s->blocks) {
            atomic_fetch_add(&s->idle, 1);
            return;
        }
        work_on_block(s, w, block);
    }
}

/* Who has no ready nodes gets every other list of who has most lists. */
static void share_out(struct sweep *s, unsigned workers)
{
    for (unsigned i = 0; i < workers; i++) {
        struct worker *poor = &s->worker[i], *rich = poor;
        for (unsigned j = 0; j < workers; j++)
            if (s->worker[j].lists > rich->lists)
                rich = &s->worker[j];
        if (poor->lists > 0 || rich->lists < 2)
            continue;
        size_t all = rich->lists, kept = 0;
        for (size_t j = 0; j < all; j++)
            if (j % 2 == 0)
                rich->list[kept++] = rich->list[j];
            else
                poor->list[poor->lists++] = rich->list[j];
        rich->lists = kept;
    }
}

static bool work_is_left(struct sweep *s, unsigned workers)
{
    size_t lists = 0;
    s->l->labelled = 0;
    for (unsigned i = 0; i < workers; i++) {
        lists += s->worker[i].lists;
        s->l->labelled += s->worker[i].labelled;
    }
    return lists > 0 || atomic_load(&s->next_block) < s->blocks;
}

bt_status bti_label_acyclic(bti_labelling *l)
{
    struct sweep s = {.l = l, .blocks = (l->graph->nodes + BLOCK - 1) / BLOCK};
    s.worker = bt_resize_array(l->ctx, NULL, 0, l->workers, sizeof *s.worker);
    if (!s.worker)
        return bt_last_status(l->ctx);
    for (unsigned i = 0; i < l->workers; i++)
        s.worker[i].lists = 0, s.worker[i].looks = s.worker[i].labelled = 0,
        s.worker[i].l = l;
    bt_status status = BT_OK;
    do {
        atomic_store(&s.idle, 0);
        bti_parallel_for(l->ctx, l->workers, work, &s);
        if (atomic_load(&s.stopped))
            status = bt_fail(l->ctx, BT_STOPPED, "stopped");
        share_out(&s, l->workers);
        bool left = work_is_left(&s, l->workers);
        bti_progress(l->ctx, "nodes", l->labelled, l->graph->nodes);
        if (!left)
            break;
    } while (status == BT_OK);
    bt_release(l->ctx, s.worker, l->workers * sizeof *s.worker);
    return status;
}
