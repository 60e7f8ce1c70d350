/* SPDX-License-Identifier: MIT
 * bouton label: a whole graph file is read and every node gets its outcome, its Grundy
 * value and how long play lasts. Answers go out in pieces, because there may be many.
 */
#include "commands/call.h"
#include "commands/report.h"

#include "core/grow.h"
#include "core/json_members.h"
#include "core/quote.h"
#include "graph/graph_checksum.h"

#include <bouton/graph.h>

#include <string.h>

enum { FLUSH = 1 << 17 };

typedef enum { TSV, BINARY } format;

/* What is told about all nodes together. */
typedef struct {
    uint64_t count[4]; /* by bt_outcome */
    uint64_t infinite;
    uint32_t largest, longest; /* Grundy value, remoteness */
    bool any_finite, any_end;
} summary;

typedef struct {
    bti_call *call;
    bt_graph *graph;
    const bt_csr *csr;
    bt_label *label;
    summary sum;
    uint64_t *in_set; /* bits for values up to the largest, all 0 between nodes */
    size_t words;
    bt_store *store; /* NULL: standard output */
    bt_text *out;
} labelling;

static void summarize(labelling *l)
{
    summary s = {0};
    for (uint64_t v = 0; v < l->csr->nodes; v++) {
        bt_label label = l->label[v];
        s.count[bt_label_outcome(l->call->play, label)]++;
        if (label.grundy == BT_INFINITE)
            s.infinite++;
        else if (!s.any_finite || label.grundy > s.largest)
            s.largest = label.grundy;
        s.any_finite |= label.grundy != BT_INFINITE;
        if (label.remoteness == BT_NEVER)
            continue;
        s.any_end = true;
        if (label.remoteness > s.longest)
            s.longest = label.remoteness;
    }
    l->sum = s;
}

/* One more entry of the list. */
static void put_clause(bt_text *out, const char *key, uint64_t count)
{
    bt_text_put(out, "; ");
    bt_say(out, key, BT_ARGS(BT_NUM("count", count)));
}

static void put_summary_text(const labelling *l, bt_text *out)
{
    const summary *s = &l->sum;
    bt_say(out,
           "{nodes, plural, one {1 node} other {{nodes} nodes}}, {arrows, plural, one "
           "{1 arrow} other {{arrows} arrows}}: {n} N, {p} P, {d} D",
           BT_ARGS(BT_NUM("nodes", l->csr->nodes), BT_NUM("arrows", l->csr->edges),
                   BT_NUM("n", s->count[BT_N]), BT_NUM("p", s->count[BT_P]),
                   BT_NUM("d", s->count[BT_D])));
    if (s->any_end)
        put_clause(out,
                   BT_TEXT("play that ends lasts up to {count, plural, one {1 move} "
                           "other {{count} moves}}"),
                   s->longest);
    if (s->any_finite)
        put_clause(out, BT_TEXT("Grundy values up to {count}"), s->largest);
    if (l->call->play == BT_NORMAL && s->infinite > 0)
        put_clause(out,
                   BT_TEXT("{count, plural, one {1 infinite Grundy value} other "
                           "{{count} infinite Grundy values}}"),
                   s->infinite);
    bt_text_put_char(out, '\n');
}

static void put_summary_json(const labelling *l, bt_text *out)
{
    const summary *s = &l->sum;
    bool normal = l->call->play == BT_NORMAL;
    bt_json_writer w;
    bt_json_begin(&w, out);
    bt_json_open(&w, '{');
    bti_put_count(&w, "nodes", l->csr->nodes);
    bti_put_count(&w, "edges", l->csr->edges);
    bti_put_member(&w, "play", bti_play_name(l->call->play));
    bti_put_count(&w, "n", s->count[BT_N]);
    bti_put_count(&w, "p", s->count[BT_P]);
    bti_put_count(&w, "d", s->count[BT_D]);
    bti_put_known(&w, "largest_grundy", s->any_finite, s->largest);
    bti_put_known(&w, "longest", s->any_end, s->longest);
    bti_put_known(&w, "infinite", normal, s->infinite);
    bt_json_close(&w, '}');
    bt_text_put_char(out, '\n');
}

static bt_status flush(labelling *l)
{
    if (!l->store)
        return bti_flush(l->call);
    BT_TRY(bt_text_status(l->out));
    bt_span bytes = bt_text_span(l->out);
    bt_status status = BT_OK;
    if (bytes.len > 0)
        status = l->store->write(l->store, l->call->ctx, bytes.at, bytes.len);
    bt_text_clear(l->out);
    return status;
}

/* inf{0,2}: infinity with the finite values of the options. */
static void put_infinite(labelling *l, uint32_t node)
{
    const bt_csr *csr = l->csr;
    size_t end = 0; /* words in use */
    bt_text_put(l->out, "inf{");
    for (uint64_t i = csr->start[node]; i < csr->start[node + 1]; i++) {
        uint32_t value = l->label[csr->target[i]].grundy;
        if (value == BT_INFINITE)
            continue;
        l->in_set[value / 64] |= UINT64_C(1) << value % 64;
        end = value / 64 >= end ? value / 64 + 1 : end;
    }
    const char *comma = "";
    for (size_t word = 0; word < end; word++) {
        for (unsigned bit = 0; bit < 64 && l->in_set[word] >> bit; bit++)
            if (l->in_set[word] >> bit & 1) {
                bt_text_put(l->out, comma);
                bt_text_put_u64(l->out, 64 * word + bit);
                comma = ",";
            }
        l->in_set[word] = 0;
    }
    bt_text_put_char(l->out, '}');
}

static void put_line(labelling *l, uint32_t node)
{
    char digits[20];
    bt_text *out = l->out;
    bt_label label = l->label[node];
    bt_span name = bt_graph_name(l->graph, node, digits);
    char *at = bt_text_reserve(out, name.len + 32), *begin = at;
    if (!at)
        return;
    if (name.len > 0)
        memcpy(at, name.at, name.len);
    at += name.len;
    *at++ = '\t';
    *at++ = bti_outcome_letter(bt_label_outcome(l->call->play, label))[0];
    *at++ = '\t';
    if (label.grundy != BT_INFINITE) {
        at += bt_print_u64(at, label.grundy);
    } else if (l->call->play == BT_MISERE) {
        *at++ = '-';
    } else {
        out->len += (size_t)(at - begin);
        put_infinite(l, node);
        at = begin = bt_text_reserve(out, 32);
        if (!at)
            return;
    }
    *at++ = '\t';
    if (label.remoteness == BT_NEVER)
        *at++ = '-';
    else
        at += bt_print_u64(at, label.remoteness);
    *at++ = '\n';
    out->len += (size_t)(at - begin);
}

static bt_status write_tsv(labelling *l)
{
    bt_context *ctx = l->call->ctx;
    if (l->sum.infinite > 0 && l->sum.any_finite) {
        size_t words = l->sum.largest / 64 + 1;
        BT_TRY(BTI_NEW(ctx, l->in_set, words));
        l->words = words;
        memset(l->in_set, 0, words * sizeof *l->in_set);
    }
    bt_text_put(l->out, "node\toutcome\tgrundy\tremoteness\n");
    for (uint32_t v = 0; v < l->csr->nodes; v++) {
        put_line(l, v);
        if (l->out->len < FLUSH)
            continue;
        BT_TRY(flush(l));
        if (bt_stopped(ctx))
            return BT_STOPPED;
    }
    return l->store ? flush(l) : bt_text_status(l->out);
}

static bt_status put_word(labelling *l, uint64_t *checksum, uint64_t word)
{
    char *at = bt_text_reserve(l->out, 8);
    if (!at)
        return bt_text_status(l->out);
    bti_put_u64(at, word);
    *checksum = bti_checksum(*checksum, at, 8);
    l->out->len += 8;
    return l->out->len >= FLUSH ? flush(l) : BT_OK;
}

/* Words of 64 bits, little end first: the magic, play, the number of nodes, a word for
 * each node (Grundy value below, remoteness above), the checksum. */
static bt_status write_binary(labelling *l)
{
    uint64_t checksum = BTI_CHECKSUM_START;
    BT_TRY(put_word(l, &checksum, bti_get_u64("BTNLABL\1")));
    BT_TRY(put_word(l, &checksum, l->call->play == BT_MISERE));
    BT_TRY(put_word(l, &checksum, l->csr->nodes));
    for (uint64_t v = 0; v < l->csr->nodes; v++)
        BT_TRY(put_word(l, &checksum,
                        l->label[v].grundy | (uint64_t)l->label[v].remoteness << 32));
    BT_TRY(put_word(l, &checksum, checksum));
    return flush(l);
}

static bt_status find_format(bti_call *call, format *out)
{
    *out = bti_ends_in(call->output, ".bin") ? BINARY : TSV;
    if (*out == TSV && !bti_ends_in(call->output, ".tsv"))
        return bt_fail(call->ctx, BT_SYNTAX,
                       "-o takes the name of a file that ends in .tsv (text, separated "
                       "by tabs) or .bin (binary), such as labels.tsv, not {output}",
                       BT_ARGS(BT_QUOTE("output", call->output)));
    return BT_OK;
}

/* The file appears whole or not at all. */
static bt_status write_file(labelling *l, format f)
{
    bt_text bytes;
    BT_TRY(bt_open_store(l->call->ctx, l->call->output, &l->store));
    bt_text_init(&bytes, l->call->ctx);
    l->out = &bytes;
    bt_status status = f == BINARY ? write_binary(l) : write_tsv(l);
    bt_text_free(&bytes);
    if (status == BT_OK)
        return l->store->commit(l->store, l->call->ctx);
    l->store->abandon(l->store);
    return status;
}

static bt_status write_labels(labelling *l, format f)
{
    bti_call *call = l->call;
    bool json = bti_given(call, BTI_JSON);
    if (bti_given(call, BTI_OUTPUT))
        BT_TRY(write_file(l, f));
    l->store = NULL;
    l->out = &call->out;
    if (json)
        put_summary_json(l, &call->out);
    else if (bti_given(call, BTI_OUTPUT))
        put_summary_text(l, &call->out);
    else
        return write_tsv(l);
    return bt_text_status(&call->out);
}

static bt_status label_and_write(bti_call *call, bt_graph *graph, format f)
{
    labelling l = {.call = call, .graph = graph, .csr = bt_graph_csr(graph)};
    size_t nodes = (size_t)l.csr->nodes;
    BT_TRY(BTI_NEW(call->ctx, l.label, nodes));
    bt_status status = bt_label_graph(call->ctx, l.csr, call->play, l.label);
    if (status == BT_OK) {
        summarize(&l);
        status = write_labels(&l, f);
    }
    bt_release(call->ctx, l.in_set, l.words * sizeof *l.in_set);
    bt_release(call->ctx, l.label, nodes * sizeof *l.label);
    return status;
}

/* Standard input is the caller's to close. */
static bt_status read_graph(bti_call *call, bt_graph **graph)
{
    bt_span name = call->word[0].text;
    if (bt_span_equal(name, bt_span_of("-"))) {
        if (!call->io->input)
            return bt_fail(call->ctx, BT_UNABLE, "there is no standard input here",
                           BT_NO_ARGS);
        return bt_graph_read(call->ctx, call->io->input, graph);
    }
    bt_source *source = NULL;
    BT_TRY(bt_open_source(call->ctx, name, &source));
    bt_status status = bt_graph_read(call->ctx, source, graph);
    source->close(source);
    return status;
}

static bt_status run_label(bti_call *call)
{
    format f = TSV;
    bt_graph *graph = NULL;
    if (call->words != 1)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "label takes one graph file, or - for standard input, such as: "
                       "bouton label graph.txt",
                       BT_NO_ARGS);
    if (bti_given(call, BTI_OUTPUT))
        BT_TRY(find_format(call, &f));
    BT_TRY(read_graph(call, &graph));
    bt_status status = label_and_write(call, graph, f);
    bt_graph_free(graph);
    return status;
}

static const char *const usage[] = {
    "label FILE [-o OUT]",
    NULL,
};

static const char *const examples[] = {
    "label graph.txt",
    "label game.dot -o labels.tsv",
    "label graph.txt --play misere --json",
    NULL,
};

const bti_command bti_command_label = {
    .name = "label",
    .usage = usage,
    .summary = "label every node of a graph file",
    .help =
        "Reads a directed graph: an edge list (a line 'a b' is an arrow from a to b), "
        "a\n"
        "digraph in DOT, JSON or binary rows; - is standard input. A move follows an\n"
        "arrow. For every node, in the order of the file, a line has the outcome "
        "(N,\n"
        "P, or D where play goes on for ever), the Grundy value and how many moves "
        "play\n"
        "lasts if the winner hurries; inf{0,2} is an infinite value whose options "
        "have\n"
        "the finite values 0 and 2; - is none. With -o the lines go into a .tsv file, "
        "or\n"
        "as numbers into a .bin file, and the answer is a summary.",
    .options = BTI_BIT(BTI_JSON) | BTI_BIT(BTI_PLAY) | BTI_BIT(BTI_OUTPUT) |
               BTI_BIT(BTI_THREADS) | BTI_BIT(BTI_MEMORY) | BTI_BIT(BTI_PROGRESS),
    .examples = examples,
    .run = run_label,
};
