/* SPDX-License-Identifier: MIT
 * Labelling a graph, the parts of bt_label_graph: the check, the nodes from which play
 * must end (label_acyclic.c), and the rest, from which it may go on for ever.
 *
 * Every node has a word of 32 bits, because labelling is mostly waiting for these
 * words. That of a labelled node has the highest bit, the Grundy value in the next 12
 * and the remoteness below; or it is BTI_LARGE, when they do not fit and are found in
 * the caller's label, which is written before the word. What a smaller word means is
 * each part's own affair. */
#ifndef BOUTON_GRAPH_LABEL_H
#define BOUTON_GRAPH_LABEL_H

#include <bouton/context.h>
#include <bouton/graph.h>

#include <stdatomic.h>

#define BTI_LABELLED UINT32_C(0x80000000)
#define BTI_LARGE UINT32_MAX
enum { BTI_REMOTENESS_BITS = 19, BTI_GRUNDY_BITS = 12 };

#if defined(__GNUC__)
#define BTI_PREFETCH(address) __builtin_prefetch(address)
#else
#define BTI_PREFETCH(address) ((void)(address))
#endif

typedef struct {
    bt_context *ctx;
    const bt_csr *graph;
    bt_play play;
    bt_label *label; /* the caller's; notes about a node until it is labelled */
    _Atomic uint32_t *word;
    uint64_t labelled; /* how many nodes are */
    unsigned workers;  /* how many tasks share the work */
    /* How nodes are numbered, as far as a sample of them tells. */
    bool descending; /* most arrows lead to larger numbers */
    bool orderly;    /* nearly all lead the same way */
} bti_labelling;

static inline uint32_t bti_word(const bti_labelling *l, uint32_t node)
{
    return atomic_load_explicit(&l->word[node], memory_order_acquire);
}

/* The word that says the same as a label. */
static inline uint32_t bti_word_of(bt_play play, bt_label label)
{
    uint32_t grundy = play == BT_NORMAL ? label.grundy : 0;
    if (grundy >= (1u << BTI_GRUNDY_BITS) - 1 ||
        label.remoteness >> BTI_REMOTENESS_BITS != 0)
        return BTI_LARGE;
    return BTI_LABELLED | grundy << BTI_REMOTENESS_BITS | label.remoteness;
}

/* The label of a node whose word is at least BTI_LABELLED. Under misere play its Grundy
 * value has no meaning. */
static inline bt_label bti_label_at(const bti_labelling *l, uint32_t node,
                                    uint32_t word)
{
    if (word == BTI_LARGE)
        return l->label[node];
    return (bt_label){
        word >> BTI_REMOTENESS_BITS & ((1u << BTI_GRUNDY_BITS) - 1),
        word & ((1u << BTI_REMOTENESS_BITS) - 1),
    };
}

/* N or P, of a node whose play ends: who is to move after an odd number of moves? */
static inline bool bti_is_p(bt_play play, uint32_t remoteness)
{
    return (remoteness % 2 == 0) == (play == BT_NORMAL);
}

/* BT_DOMAIN unless the rows are well formed; sets the words to 0 and finds out how the
 * nodes are numbered. */
bt_status bti_label_check(bti_labelling *l);

/* Labels the nodes from which no cycle can be reached; the others' words are below
 * BTI_LABELLED. */
bt_status bti_label_acyclic(bti_labelling *l);

/* The nodes that are left, numbered anew, with the arrows among them turned round. The
 * word of a node that is left is its new number. */
typedef struct {
    bti_labelling *l;
    uint32_t *node; /* its number in the graph */
    size_t nodes;
    uint64_t *start; /* source[start[i] .. start[i + 1]) have arrows to i */
    uint32_t *source;
    size_t edges;
} bti_unlabelled;

bt_status bti_rest_init(bti_unlabelled *rest, bti_labelling *l);
void bti_rest_free(bti_unlabelled *rest);

/* Both write the caller's labels of the nodes that are left. */
bt_status bti_label_outcomes(const bti_unlabelled *rest);
bt_status bti_label_values(const bti_unlabelled *rest);

static inline bt_label *bti_rest_label(const bti_unlabelled *rest, size_t i)
{
    return &rest->l->label[rest->node[i]];
}

/* For loops over the rest: asks now and then. */
static inline bool bti_rest_stopped(const bti_unlabelled *rest, uint64_t step)
{
    return step % 4096 == 0 && bt_stopped(rest->l->ctx);
}

#endif
