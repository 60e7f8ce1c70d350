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
    NEAR = 4,              /* and where few of them will be passed */
    BLOCK = 256,           /* nodes that a thread takes in the sweep at once */
    LISTS = 4096,          /* heads of lists of ready nodes that a thread keeps */
    DEEP = LISTS / 2,      /* long ones stay below */
    ROUND_NODES = 1 << 20, /* looks of a thread between two reports */
    SHARE_NODES = 1 << 14, /* or fewer, when another thread has nothing to do */
    ALONE_BLOCKS = 256,    /* one thread begins an orderly sweep */
    AHEAD_PART = 16,       /* then a round goes on by this part */
    ASK_BATCHES = 32       /* batches between two questions whether to stop */
};

struct sweep {
    bti_labelling *l;
    struct worker *worker;
    uint64_t blocks, last_block; /* all, and before which this round ends */
    unsigned workers;            /* of this round */
    atomic_uint_fast64_t next_block;
    atomic_uint idle; /* threads without work in this round */
    atomic_bool stopped;
    bool in_each_others_way;
};

struct worker {
    uint32_t list[LISTS];
    size_t lists;
    uint64_t looks, labelled;
    uint64_t waits; /* of nodes looked at for the first time */
    bti_labelling *l;
};

/* What is known of the options of a node that has been looked at so far. */
struct options {
    uint64_t values;      /* bit g: some option has Grundy value g, for g < 64 */
    uint32_t least, most; /* remoteness of P-options, of all */
};

static const struct options no_options = {0, UINT32_MAX, 0};

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
        size_t take = (size_t)bti_min(BATCH - n, w->lists);
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

/* Reads the words of the first targets in [from, to), `most` at most, and nothing else:
 * so many reads are under way at once as the processor can bear, which prefetching does
 * not reach. */
static size_t fetch(const bti_labelling *l, uint64_t from, uint64_t to, size_t most,
                    uint32_t *word)
{
    const uint32_t *target = l->graph->target + from;
    size_t n = (size_t)bti_min(to - from, most);
    for (size_t i = 0; i < n; i++)
        word[i] = bti_word(l, target[i]);
    return n;
}

/* Goes along targets [from, to) as far as they are labelled; returns where it ended.
 * The words of the first ones have been read; who had no label then may have one now.
 */
static uint64_t gather(const bti_labelling *l, uint64_t from, uint64_t to,
                       const uint32_t *fetched, size_t count, struct options *out)
{
    const uint32_t *target = l->graph->target + from;
    const uint32_t flip = l->play == BT_NORMAL ? 0 : 1;
    struct options o = *out;
    uint64_t i = 0, n = to - from;
    for (; i < n; i++) {
        uint32_t word = i < count ? fetched[i] : 0;
        if (word < BTI_LABELLED && (word = bti_word(l, target[i])) < BTI_LABELLED)
            break;
        bt_label label = bti_label_at(l, target[i], word);
        uint32_t g = label.grundy, r = label.remoteness;
        uint32_t as_p = r | (0 - ((r ^ flip) & 1)); /* UINT32_MAX for N-options */
        o.values |= (uint64_t)(g < 64) << (g & 63);
        o.least = as_p < o.least ? as_p : o.least;
        o.most = r > o.most ? r : o.most;
    }
    *out = o;
    return from + i;
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
            uint32_t to = l->graph->target[e];
            uint32_t g = bti_label_at(l, to, bti_word(l, to)).grundy - base;
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
    bt_label label = {BT_INFINITE, 0};
    if (l->play == BT_NORMAL)
        label.grundy = ~o->values != 0 ? bti_lowest_bit(~o->values)
                                       : wide_mex(l, k->begin, k->end);
    if (k->begin < k->end)
        label.remoteness = 1 + (o->least != UINT32_MAX ? o->least : o->most);
    l->label[k->node] = label;
    uint32_t word = bti_word_of(l->play, label), head;
    if (l->workers == 1) {
        head = atomic_load_explicit(&l->word[k->node], memory_order_relaxed);
        atomic_store_explicit(&l->word[k->node], word, memory_order_relaxed);
    } else {
        head = atomic_exchange_explicit(&l->word[k->node], word, memory_order_acq_rel);
    }
    w->labelled++;
    if (head != 0)
        add_list(w, head);
}

/* Leaves the node in the list of the target it has come to; false if that has been
 * labelled meanwhile. */
static bool wait_there(const bti_labelling *l, const struct look *k)
{
    bt_label *note = note_of(l, k->node);
    _Atomic uint32_t *word = &l->word[l->graph->target[k->at]];
    uint32_t old = atomic_load_explicit(word, memory_order_acquire);
    note->grundy = (uint32_t)bti_min(k->at - k->begin, UINT32_MAX);
    do {
        if (old >= BTI_LABELLED)
            return false;
        note->remoteness = old;
    } while (!atomic_compare_exchange_weak_explicit(
        word, &old, k->node + UINT64_C(1), memory_order_release, memory_order_acquire));
    return true;
}

/* To the end of the targets, or to one to wait for: then false. */
static bool advance(const bti_labelling *l, struct look *k, const uint32_t *fetched,
                    size_t count)
{
    for (;;) {
        k->at = gather(l, k->at, k->end, fetched, count, &k->options);
        if (k->at == k->end)
            return true;
        if (wait_there(l, k))
            return false;
        count = 0;
    }
}

/* Nodes that are looked at again begin where they stopped. */
static void find_rows(const bti_labelling *l, struct look *look, size_t n)
{
    const bt_csr *g = l->graph;
    for (size_t i = 0; i < n; i++) {
        struct look *k = &look[i];
        k->begin = g->start[k->node];
        k->end = g->start[k->node + UINT64_C(1)];
        k->at = k->begin + note_of(l, k->node)->grundy;
        k->options = no_options;
    }
    for (size_t i = 0; i < n; i++) {
        BTI_PREFETCH(&g->target[look[i].at]);
        BTI_PREFETCH(&g->target[bti_min(look[i].at + NEAR, look[i].end) - 1]);
    }
}

/* What a node passed before is gathered only when there is nothing left to wait for. */
static void look_again(struct worker *w, struct look *look, size_t n)
{
    const bti_labelling *l = w->l;
    uint32_t word[BATCH][REACH];
    size_t count[BATCH], done = 0;
    find_rows(l, look, n);
    for (size_t i = 0; i < n; i++)
        count[i] = fetch(l, look[i].at, look[i].end, NEAR, word[i]);
    for (size_t i = 0; i < n; i++) {
        struct look k = look[i];
        uint64_t passed = k.at;
        if (!advance(l, &k, word[i], count[i]))
            continue;
        k.at = passed;
        BTI_PREFETCH(&l->word[k.node]);
        look[done++] = k;
    }
    for (size_t i = 0; i < done; i++)
        count[i] = fetch(l, look[i].begin, look[i].at, REACH, word[i]);
    for (size_t i = 0; i < done; i++) {
        struct look *k = &look[i];
        gather(l, k->begin, k->at, word[i], count[i], &k->options);
        publish(w, k);
    }
}

/* Nodes first .. first + n - 1 for the first time, in the order of the sweep. Their
 * rows are one run of targets. In a graph that is in no order nearly all nodes wait for
 * their first target, so only these are fetched. */
static void look_first(struct worker *w, uint64_t first, size_t n)
{
    const bti_labelling *l = w->l;
    const uint64_t *start = l->graph->start + first;
    uint32_t word[BATCH * REACH];
    size_t count = 0;
    if (l->orderly)
        count = fetch(l, start[0], start[n], BATCH * REACH, word);
    for (size_t i = 0; i < n && !l->orderly; i++)
        fetch(l, start[i], start[i + 1], 1, word);
    for (size_t i = 0; i < n; i++) {
        size_t v = l->descending ? n - 1 - i : i;
        struct look k = {(uint32_t)(first + v), start[v], start[v], start[v + 1],
                         no_options};
        size_t skip = (size_t)bti_min(start[v] - start[0], count);
        if (advance(l, &k, word + skip, count - skip))
            publish(w, &k);
        else
            w->waits++;
    }
}

static void work_on_block(struct sweep *s, struct worker *w, uint64_t block)
{
    const bti_labelling *l = s->l;
    if (l->descending)
        block = s->blocks - 1 - block;
    uint64_t begin = block * BLOCK, end = bti_min(begin + BLOCK, l->graph->nodes);
    for (uint64_t i = 0; i < end - begin; i += BATCH) {
        size_t n = (size_t)bti_min(BATCH, end - begin - i);
        look_first(w, l->descending ? end - i - n : begin + i, n);
    }
    w->looks += end - begin;
}

static void work_on_ready(struct worker *w)
{
    struct look look[BATCH];
    size_t n = take_ready(w, look);
    look_again(w, look, n);
    w->looks += n;
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
            work_on_ready(w);
            continue;
        }
        uint64_t block = atomic_fetch_add(&s->next_block, 1);
        if (block >= s->last_block) {
            atomic_fetch_add(&s->idle, 1);
            return;
        }
        work_on_block(s, w, block);
    }
}

/* Who has no ready nodes gets every other list of who has most lists. */
static void share_out(struct sweep *s)
{
    unsigned workers = s->l->workers;
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

/* In a graph in topological order one thread alone never waits. Several wait where a
 * node depends on those that another is just looking at, and who depends on them waits,
 * too: so a round must be short beside what is done, and begins behind a stretch that
 * one thread goes alone. Where arrows are so short that threads wait all the same, one
 * goes on alone. */
static void plan_round(struct sweep *s, uint64_t done)
{
    s->workers = s->l->workers;
    s->last_block = s->blocks;
    if (!s->l->orderly || s->workers == 1)
        return;
    uint64_t ahead = done / AHEAD_PART;
    if (done < ALONE_BLOCKS)
        ahead = ALONE_BLOCKS;
    if (done < ALONE_BLOCKS || s->in_each_others_way)
        s->workers = 1;
    for (unsigned i = 1; i < s->l->workers; i++)
        if (s->worker[i].lists > 0) /* only their owner takes nodes from them */
            s->workers = s->l->workers;
    s->last_block = bti_min(done + ahead, s->blocks);
}

static bool work_is_left(const struct sweep *s)
{
    for (unsigned i = 0; i < s->l->workers; i++)
        if (s->worker[i].lists > 0)
            return true;
    return s->last_block < s->blocks;
}

/* What the workers have counted, and what follows from it. */
static void take_stock(struct sweep *s, uint64_t *done)
{
    uint64_t waits = 0, looks = (s->last_block - *done) * BLOCK;
    s->l->labelled = 0;
    for (unsigned i = 0; i < s->l->workers; i++) {
        waits += s->worker[i].waits;
        s->worker[i].waits = 0;
        s->l->labelled += s->worker[i].labelled;
    }
    if (waits > looks / 8)
        s->in_each_others_way = true;
    *done = bti_min(atomic_load(&s->next_block), s->last_block);
}

static bt_status run_rounds(struct sweep *s)
{
    bti_labelling *l = s->l;
    uint64_t done = 0;
    do {
        plan_round(s, done);
        atomic_store(&s->next_block, done);
        atomic_store(&s->idle, 0);
        bti_parallel_for(l->ctx, s->workers, work, s);
        if (atomic_load(&s->stopped))
            return bt_fail(l->ctx, BT_STOPPED, "stopped");
        take_stock(s, &done);
        s->last_block = done;
        share_out(s);
        bti_progress(l->ctx, "nodes", l->labelled, l->graph->nodes);
    } while (work_is_left(s));
    return BT_OK;
}

bt_status bti_label_acyclic(bti_labelling *l)
{
    struct sweep s = {.l = l, .blocks = (l->graph->nodes + BLOCK - 1) / BLOCK};
    s.worker = bt_resize_array(l->ctx, NULL, 0, l->workers, sizeof *s.worker);
    if (!s.worker)
        return bt_last_status(l->ctx);
    for (unsigned i = 0; i < l->workers; i++) {
        struct worker *w = &s.worker[i];
        w->l = l;
        w->lists = 0;
        w->looks = w->labelled = w->waits = 0;
    }
    bt_status status = run_rounds(&s);
    bt_release(l->ctx, s.worker, l->workers * sizeof *s.worker);
    return status;
}
