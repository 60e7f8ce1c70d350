/* SPDX-License-Identifier: MIT
 * bt_label_graph beside a loop that only reads: `label_bench [NODES [ROUNDS]]`. A
 * random acyclic graph with ten arrows a node, numbered topologically and numbered at
 * random. The loop reads every arrow and one byte of its target, on as many threads,
 * which is the least that any labelling must do. The two take turns; medians are
 * compared, and the best of the rounds is shown, too. */
#include <bouton/context.h>
#include <bouton/graph.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS_MAX = 99, DEGREE = 10, PIECES = 64 };

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* The j-th option of the v-th node: any of those before it. */
static uint32_t option_of(uint64_t v, uint64_t j)
{
    return (uint32_t)((mix(v * DEGREE + j + 1) >> 32) * v >> 32);
}

static void topological(bt_csr *g, uint64_t *start, uint32_t *target)
{
    uint64_t n = 0;
    start[0] = 0;
    for (uint64_t v = 0; v < g->nodes; v++) {
        for (uint64_t j = 0; v > 0 && j < DEGREE; j++)
            target[n++] = option_of(v, j);
        start[v + 1] = n;
    }
    g->edges = n;
}

/* The same graph under other numbers: node number[v] has the arrows of v. */
static void renumber(const bt_csr *g, uint64_t *start, uint32_t *target,
                     const uint32_t *number)
{
    memset(start, 0, (g->nodes + 1) * sizeof *start);
    for (uint64_t v = 0; v < g->nodes; v++)
        start[number[v] + UINT64_C(1)] = v > 0 ? DEGREE : 0;
    for (uint64_t v = 0; v < g->nodes; v++)
        start[v + 1] += start[v];
    for (uint64_t v = 1; v < g->nodes; v++)
        for (uint64_t j = 0; j < DEGREE; j++)
            target[start[number[v]] + j] = number[option_of(v, j)];
}

static void shuffle(uint32_t *number, uint64_t n)
{
    for (uint64_t v = 0; v < n; v++) {
        uint64_t other = (mix(v + 77) >> 32) * (v + 1) >> 32;
        number[v] = number[other];
        number[other] = (uint32_t)v;
    }
}

/* A host that counts the memory in use. */
struct tally {
    uint64_t now, peak;
};

static void *tally_resize(void *self, void *old, size_t old_bytes, size_t new_bytes)
{
    struct tally *t = self;
    t->now += new_bytes - (uint64_t)old_bytes;
    t->peak = t->now > t->peak ? t->now : t->peak;
    return bt_host_posix()->resize(NULL, old, old_bytes, new_bytes);
}

struct reading {
    const bt_csr *graph;
    const unsigned char *byte;
    atomic_uint_fast64_t sum;
};

static void read_piece(void *arg, size_t i)
{
    struct reading *r = arg;
    uint64_t from = r->graph->edges * i / PIECES, sum = 0;
    uint64_t to = r->graph->edges * (i + 1) / PIECES;
    for (uint64_t e = from; e < to; e++)
        sum += r->graph->target[e] + (uint64_t)r->byte[r->graph->target[e]];
    atomic_fetch_add(&r->sum, sum);
}

static double seconds_to_read(const bt_host *host, unsigned threads, const bt_csr *g,
                              const unsigned char *byte)
{
    struct reading r = {.graph = g, .byte = byte};
    double begin = now_seconds();
    host->parallel_for(host->self, threads, PIECES, read_piece, &r);
    double seconds = now_seconds() - begin;
    volatile uint64_t keep = atomic_load(&r.sum);
    (void)keep;
    return seconds;
}

static bool race(const char *name, const bt_csr *g, bt_label *label,
                 const unsigned char *byte, unsigned threads, size_t rounds,
                 const char *target)
{
    struct tally tally = {0};
    bt_host host = *bt_host_posix();
    host.self = &tally;
    host.resize = tally_resize;
    bt_context *ctx = bt_context_new(&host, 0);
    double us[ROUNDS_MAX], them[ROUNDS_MAX];
    if (!ctx)
        return false;
    bt_set_threads(ctx, threads);
    for (size_t i = 0; i < rounds; i++) {
        them[i] = seconds_to_read(&host, threads, g, byte);
        double begin = now_seconds();
        if (bt_label_graph(ctx, g, BT_NORMAL, label) != BT_OK) {
            fprintf(stderr, "label_bench: %s\n", bt_message(ctx));
            bt_context_free(ctx);
            return false;
        }
        us[i] = now_seconds() - begin;
    }
    bt_context_free(ctx);
    qsort(us, rounds, sizeof *us, compare);
    qsort(them, rounds, sizeof *them, compare);
    double millions = 1e-6 * (double)g->edges;
    double ours = millions / us[rounds / 2], theirs = millions / them[rounds / 2];
    char what[64];
    snprintf(what, sizeof what, "label, %s, %u thread%s, M arrows/s", name, threads,
             threads == 1 ? "" : "s");
    printf("%-48s %9.1f %9.1f %6.2f  %s\n", what, ours, theirs, ours / theirs, target);
    printf("%-48s %9.1f %9.1f %6.2f  -\n", "  the best of the rounds", millions / us[0],
           millions / them[0], them[0] / us[0]);
    double given = 1e-6 * (double)((g->nodes + 1) * 8 + g->edges * 4 + g->nodes * 8);
    double peak = given + 1e-6 * (double)tally.peak;
    printf("%-48s %9.1f %9.1f %6.2f  %s\n", "  memory beside graph and labels, MB",
           peak, given, peak / given, "<= 1.50");
    fflush(stdout);
    return true;
}

/* Labels do not depend on the numbers. */
static bool same_labels(const bt_label *a, const bt_label *b, const uint32_t *number,
                        uint64_t n)
{
    for (uint64_t v = 0; v < n; v++)
        if (a[v].grundy != b[number[v]].grundy ||
            a[v].remoteness != b[number[v]].remoteness)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000000;
    size_t rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : 5;
    if (n == 0 || n > BT_NODES_MAX / DEGREE || rounds == 0 || rounds > ROUNDS_MAX) {
        fputs("usage: label_bench [NODES [ROUNDS]]\n", stderr);
        return 2;
    }
    bt_csr g = {.nodes = n};
    uint64_t *start = malloc((n + 1) * sizeof *start);
    uint32_t *target = malloc(n * DEGREE * sizeof *target);
    uint32_t *number = malloc(n * sizeof *number);
    bt_label *label = malloc(n * sizeof *label), *other = malloc(n * sizeof *label);
    unsigned char *byte = calloc(n, 1);
    int code = 3;
    if (!start || !target || !number || !label || !other || !byte) {
        fputs("label_bench: no memory\n", stderr);
        goto out;
    }
    memset(byte, 1, n);
    g.start = start;
    g.target = target;
    code = 1;
    topological(&g, start, target);
    if (!race("topological", &g, label, byte, 1, rounds, "-") ||
        !race("topological", &g, label, byte, 2, rounds, ">= 100 M/s"))
        goto out;
    shuffle(number, n);
    renumber(&g, start, target, number);
    if (!race("random", &g, other, byte, 1, rounds, "-") ||
        !race("random", &g, other, byte, 2, rounds, ">= 25 M/s"))
        goto out;
    if (!same_labels(label, other, number, n)) {
        fputs("label_bench: the labels differ\n", stderr);
        goto out;
    }
    code = 0;
out:
    free(start);
    free(target);
    free(number);
    free(label);
    free(other);
    free(byte);
    return code;
}
