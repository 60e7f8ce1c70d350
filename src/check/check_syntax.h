/* SPDX-License-Identifier: MIT
 * A certificate as it was read: formulas as trees, the automaton as levels of nodes.
 * The checker has its own reader so that a slip in the prover's cannot hide here. */
#ifndef BOUTON_CHECK_CHECK_SYNTAX_H
#define BOUTON_CHECK_CHECK_SYNTAX_H

#include "check/check_digits.h"

#include <bouton/text.h>

enum {
    BTI_CHECK_VARS = 32,
    BTI_CHECK_DEPTH = 100,      /* of a formula */
    BTI_CHECK_STATES = 1 << 20, /* of the automaton */
    BTI_CHECK_NODES = 1 << 22,  /* of one of its tracks */
    BTI_CHECK_FACTOR = 1000000, /* coefficients and moduli */
    BTI_CHECK_BYTES = 16 << 20,
    BTI_CHECK_IN = 1
};
#define BTI_CHECK_CONSTANT INT64_C(1000000000000000)

typedef enum {
    /* terms */
    BTI_T_NUMBER, /* number */
    BTI_T_VAR,    /* var */
    BTI_T_SUM,    /* number times each child: the children's `number` is for that */
    BTI_T_TIMES,  /* number times its child */
    BTI_T_XOR,
    BTI_T_AND,
    BTI_T_OR,
    BTI_T_SHL,
    BTI_T_LOW,
    BTI_T_HIGH,
    BTI_T_TRUTH, /* 1 if its child, a formula, holds, else 0 */
    /* formulas */
    BTI_F_TRUE,
    BTI_F_FALSE,
    BTI_F_EQ, /* two children; so the next three */
    BTI_F_NE,
    BTI_F_LE,
    BTI_F_LT,
    BTI_F_MOD,     /* the first child mod number is one of the others; natural */
    BTI_F_RESIDUE, /* the same from version 5 on: the first child may be negative */
    BTI_F_DIVIDES, /* number divides the child, which may be negative */
    BTI_F_POW2,
    BTI_F_COLS, /* number, children */
    BTI_F_NOT,
    BTI_F_AND,     /* children; so the next */
    BTI_F_OR,      /* number BTI_CHECK_IN: t in {a, b}, written out */
    BTI_F_IMPLIES, /* two children; so the next */
    BTI_F_IFF,
    BTI_F_EX, /* var, one child */
    BTI_F_ALL,
    BTI_F_PSET /* the automaton accepts the position; number 1: after the move */
} bti_check_kind;

typedef struct bti_check_node bti_check_node;
struct bti_check_node {
    bti_check_kind kind;
    uint32_t var; /* 0.. declared, `names`.. primed, 2 names.. bound, each by its own */
    int64_t number;
    unsigned depth;
    uint32_t line; /* of the file, where the line it stands in begins */
    bti_check_node *child, *next;
};

static inline bool bti_check_is_term(const bti_check_node *node)
{
    return node->kind < BTI_F_TRUE;
}

/* One variable of the automaton: node n leads to pair[2n] or pair[2n + 1]. */
typedef struct {
    uint32_t *pair;
    size_t nodes;
} bti_check_level;

typedef struct {
    bt_arena *arena;
    unsigned version;
    const char *game;
    bool of_sum; /* it is one of several parts of a sum */
    const char **var;
    size_t vars;
    size_t names;      /* vars, and one more for the value, if it is about values */
    uint32_t all_vars; /* declared, primed and bound */
    bti_check_digits *digits; /* NULL: binary */
    const char *digits_text;
    bool misere;
    const bti_check_node *position; /* NULL: all */
    const char *position_text;
    const bti_check_node **move, **claim, **grundy, **measure;
    const char **claim_text, **grundy_text, **measure_text;
    size_t moves, claims, grundys, measures;
    uint32_t *drop;    /* from 0, one for each move; NULL: not told */
    uint32_t *changed; /* of each move: bits of the variables with primed names */
    size_t states;
    bool *accept;
    uint32_t *first;        /* of each state, its node of the first variable */
    bti_check_level *level; /* one for each name */
    /* Found by bti_check_study. */
    bool *reached;       /* from the first state */
    unsigned char *fate; /* 1: rejects whatever comes, 2: accepts, 3: it depends */
    uint32_t *pred, *pred_first; /* states that lead to a state */
} bti_certificate;

/* What a whole file says: one theorem, or those of the parts of a sum. */
typedef struct {
    bti_certificate *part;
    size_t parts;
    bool misere; /* the sum is played in misere play */
} bti_certificates;

/* A piece of text on its way through the reader; `all` is for line and column. */
typedef struct {
    bt_context *ctx;
    bti_certificates *file;
    bti_certificate *c; /* the part of it that is being read */
    bt_span all;
    const char *at, *end;
    struct bti_check_binding *bound;
    bool primes, truths, value; /* primed names; [F]; the value's name */
    uint32_t changed;           /* primed names that were seen */
    unsigned depth;
    uint32_t line; /* that is being read; from 1 */
} bti_check_reader;

/* Fails with "line 3, column 7: " and the sentence, and keeps the line for people. */
bt_status bti_check_fail(bti_check_reader *r, const char *at, bt_status status,
                         const char *sentence);
/* The same for a message with {word}. */
bt_status bti_check_fail_word(bti_check_reader *r, const char *at, bt_status status,
                              const char *sentence, const char *word);

/* Blanks, line ends and comments. */
void bti_check_blanks(bti_check_reader *r);
bt_span bti_check_word(bti_check_reader *r); /* a name, perhaps empty */

/* A node of the arena, or NULL. */
bti_check_node *bti_check_new(bti_check_reader *r, bti_check_kind kind,
                              bti_check_node *child);

/* All that is left of the reader is a formula or a term. */
bt_status bti_check_read_formula(bti_check_reader *r, const bti_check_node **out);
bt_status bti_check_read_term(bti_check_reader *r, const bti_check_node **out);
bool bti_check_reserved(bt_span name);

/* Behind the word `digits`. */
bt_status bti_check_read_digits(bti_check_reader *r);

bt_status bti_check_read(bt_arena *arena, bt_span bytes, bti_certificates *out);

#endif
