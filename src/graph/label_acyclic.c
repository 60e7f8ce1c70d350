/* SPDX-License-Identifier: MIT
 * Labels the nodes from which play must end, on several threads, without turning arrows
 * round. A thread that looks at a node goes along its targets. At the first one without
 * a label it leaves the node there, in the list of those who wait for that target, and
 * goes on to another node; past the last one it labels the node and takes over the list
 * of those who wait for it: they are ready to be looked at further.
 *
 * Why it is right: a node is in exactly one place: not yet looked at, in the hands of
 * one thread, ready, waiting for one target, or labelled. Work goes by rounds: who is
 * woken in one is looked at in the next. When nobody is woken any more every node is
 * labelled or waits for one that waits: by finiteness those who wait can reach a cycle,
 * and those who can reach a cycle wait. Labels depend on the graph alone, so the order
 * of the work cannot be seen in them.
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
#include "core/grow.h"
#include "core/parallel.h"
#include "graph/label.h"

#include <string.h>

enum {
    BATCH = 32,         /* nodes looked at together */
    REACH = 16,         /* targets asked for in advance */
    NEAR = 4,           /* and where few of them will be passed */
    PIECE = 256,        /* nodes that a thread takes at once */
    CHUNK = 64,         /* places for ready nodes that a thread takes at once */
    FEW = 4096,         /* ready nodes that are not worth a second thread */
    ALONE_PIECES = 256, /* one thread begins an orderly sweep */
    AHEAD_PART = 16,    /* then a round goes on by this part */
    ASK_PIECES = 4,     /* pieces between two questions whether to stop */
    TELL_ROUNDS = 256   /* short rounds between two reports */
};

struct sweep {
    bti_labelling *l;
    struct worker *worker;
    /* Heads of lists of ready nodes: those of this round, and those that it wakes. A
     * place may be empty: 0. */
    uint32_t *ready, *woken;
    size_t places; /* of each */
    uint64_t ready_count;
    atomic_uint_fast64_t woken_count;
    /* A round goes over pieces of the nodes (for the first time) or of what is ready.
     */
    bool first_looks;
    uint64_t first_piece, pieces;
    atomic_uint_fast64_t next_piece;
    atomic_bool stopped;
    bool in_each_others_way;
};

struct worker {
    struct sweep *s;
    bti_labelling *l;
    uint64_t place, places_end; /* free places in `woken` that are its own */
    uint64_t labelled;
    uint64_t waits; /* of nodes looked at for the first time */
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

static void wake(struct worker *w, uint32_t head)
{
    struct sweep *s = w->s;
    if (w->place == w->places_end) {
        w->place = atomic_fetch_add(&s->woken_count, CHUNK);
        w->places_end = w->place + CHUNK;
        memset(s->woken + w->place, 0, CHUNK * sizeof *s->woken);
    }
    s->woken[w->place++] = head;
}

/* Reads the words of the first targets in [from, to), `most` at most, and nothing else:
 * so many reads are under way at once as the processor can bear. (Prefetching instead
 * was slower when it was tried.) */
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
        wake(w, head);
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

static void work_on_nodes(struct worker *w, uint64_t piece)
{
    const bti_labelling *l = w->l;
    uint64_t nodes = l->graph->nodes, pieces = (nodes + PIECE - 1) / PIECE;
    if (l->descending)
        piece = pieces - 1 - piece;
    uint64_t begin = piece * PIECE, end = bti_min(begin + PIECE, nodes);
    for (uint64_t i = 0; i < end - begin; i += BATCH) {
        size_t n = (size_t)bti_min(BATCH, end - begin - i);
        look_first(w, l->descending ? end - i - n : begin + i, n);
    }
}

static void ask_for(const bti_labelling *l, const uint32_t *head, uint64_t n)
{
    for (uint64_t i = 0; i < n && i < BATCH; i++)
        if (head[i] != 0) {
            BTI_PREFETCH(note_of(l, head[i] - 1));
            BTI_PREFETCH(&l->graph->start[head[i] - 1]);
        }
}

/* Of every list one node is looked at in a batch, and the next one in the next batch,
 * so that reading the `next` of one need not wait for that of another. */
static void work_on_ready(struct worker *w, uint64_t piece)
{
    const uint32_t *head = w->s->ready + piece * PIECE;
    uint64_t n = bti_min(PIECE, w->s->ready_count - piece * PIECE), i = 0;
    struct look look[BATCH];
    uint32_t rest[BATCH]; /* of the lists that the last batch began with */
    size_t rests = 0;
    ask_for(w->l, head, n);
    while (i < n || rests > 0) {
        size_t taken = 0;
        for (; taken < rests; taken++)
            look[taken].node = rest[taken] - 1;
        for (; taken < BATCH && i < n; i++)
            if (head[i] != 0)
                look[taken++].node = head[i] - 1;
        ask_for(w->l, head + i, n - i);
        rests = 0;
        for (size_t k = 0; k < taken; k++) {
            uint32_t next = note_of(w->l, look[k].node)->remoteness;
            if (next == 0)
                continue;
            BTI_PREFETCH(note_of(w->l, next - 1));
            BTI_PREFETCH(&w->l->graph->start[next - 1]);
            rest[rests++] = next;
        }
        look_again(w, look, taken);
    }
}

static void work(void *arg, size_t i)
{
    struct sweep *s = arg;
    struct worker *w = &s->worker[i];
    for (;;) {
        uint64_t piece = atomic_fetch_add(&s->next_piece, 1);
        if (piece >= s->pieces ||
            atomic_load_explicit(&s->stopped, memory_order_relaxed))
            return;
        if (piece % ASK_PIECES == 0 && bti_wants_stop(s->l->ctx))
            atomic_store(&s->stopped, true);
        if (s->first_looks)
            work_on_nodes(w, s->first_piece + piece);
        else
            work_on_ready(w, piece);
    }
}

static bt_status run_round(struct sweep *s, unsigned workers)
{
    atomic_store(&s->next_piece, 0);
    if (workers == 1)
        work(s, 0);
    else
        bti_parallel_for(s->l->ctx, workers, work, s);
    s->l->labelled = 0;
    for (unsigned i = 0; i < s->l->workers; i++)
        s->l->labelled += s->worker[i].labelled;
    if (atomic_load(&s->stopped))
        return bt_fail(s->l->ctx, BT_STOPPED, "stopped", BT_NO_ARGS);
    return BT_OK;
}

/* What was woken is ready now, until nothing is woken any more. Threads that share a
 * round have enough to do in it; a round of few nodes is for one. */
static bt_status work_off_ready(struct sweep *s)
{
    for (uint64_t round = 0; atomic_load(&s->woken_count) > 0; round++) {
        uint32_t *ready = s->woken;
        s->woken = s->ready;
        s->ready = ready;
        s->ready_count = atomic_load(&s->woken_count);
        atomic_store(&s->woken_count, 0);
        for (unsigned i = 0; i < s->l->workers; i++)
            s->worker[i].place = s->worker[i].places_end = 0;
        s->first_looks = false;
        s->pieces = (s->ready_count + PIECE - 1) / PIECE;
        BT_TRY(run_round(s, s->ready_count < FEW ? 1 : s->l->workers));
        if (s->ready_count >= FEW || round % TELL_ROUNDS == 0)
            bti_progress(s->l->ctx, "nodes", s->l->labelled, s->l->graph->nodes);
    }
    return BT_OK;
}

/* In a graph in topological order one thread alone never waits. Several wait where a
 * node depends on those that another is just looking at, and who depends on them waits,
 * too: so a round must be short beside what is done, and begins behind a stretch that
 * one thread goes alone. Where arrows are so short that threads wait all the same, one
 * goes on alone. In a graph in no order one round goes over all nodes. */
static bt_status look_at_some(struct sweep *s, uint64_t all, uint64_t *done)
{
    unsigned workers = s->l->workers;
    uint64_t more = all - *done, waits = 0;
    if (s->l->orderly && workers > 1) {
        bool alone = *done < ALONE_PIECES || s->in_each_others_way;
        more = bti_min(more, *done < ALONE_PIECES ? ALONE_PIECES : *done / AHEAD_PART);
        workers = alone ? 1 : workers;
    }
    s->first_looks = true;
    s->first_piece = *done;
    s->pieces = more;
    BT_TRY(run_round(s, workers));
    for (unsigned i = 0; i < s->l->workers; i++) {
        waits += s->worker[i].waits;
        s->worker[i].waits = 0;
    }
    s->in_each_others_way = s->in_each_others_way || waits > more * PIECE / 8;
    *done += more;
    bti_progress(s->l->ctx, "nodes", s->l->labelled, s->l->graph->nodes);
    return work_off_ready(s);
}

static bt_status make_room(struct sweep *s)
{
    bti_labelling *l = s->l;
    BT_TRY(BTI_NEW(l->ctx, s->worker, l->workers));
    for (unsigned i = 0; i < l->workers; i++)
        s->worker[i] = (struct worker){.s = s, .l = l};
    s->places = (size_t)l->graph->nodes + (size_t)l->workers * CHUNK;
    BT_TRY(BTI_NEW(l->ctx, s->ready, s->places));
    return BTI_NEW(l->ctx, s->woken, s->places);
}

bt_status bti_label_acyclic(bti_labelling *l)
{
    struct sweep s = {.l = l};
    uint64_t done = 0, all = (l->graph->nodes + PIECE - 1) / PIECE;
    bt_status status = make_room(&s);
    while (status == BT_OK && done < all)
        status = look_at_some(&s, all, &done);
    bt_release(l->ctx, s.woken, s.places * sizeof *s.woken);
    bt_release(l->ctx, s.ready, s.places * sizeof *s.ready);
    bt_release(l->ctx, s.worker, l->workers * sizeof *s.worker);
    return status;
}
