/* SPDX-License-Identifier: MIT
 * Machines: formulas that read numbers digit by digit.
 *
 * A machine is a truth table over atoms (a comparison, a residue, the automaton of the
 * certificate, ...), each of which has a small state: a carry, a count, a place in a
 * node table. It reads rounds of digits, one digit of each of its tracks in turn, then
 * a tick. Outer tracks are given by whoever feeds the machine; local tracks are those
 * of variables that exist (`ex`, the position after a move, the value of low(t)): there
 * the machine goes on with both digits. So it is nondeterministic: an item is one state
 * of all its atoms, a set of items is what can be true at once, and the formula holds
 * if an item of the last set accepts. A quantifier in a place where that will not do
 * (below a negation) becomes a machine of its own, whose sets are the states of an
 * atom.
 *
 * Binary digits are read least significant first: carries (Buechi, Presburger). In
 * other digits carries run both ways, so there the most significant digit comes first,
 * a sum so far is a sequence (check_digits.h), and the certificate's automaton is
 * followed backwards, from any state in which it may have ended. That way round binary
 * digits are read too where it helps (check_strategy.c); a sum so far is p 2^j. */
#ifndef BOUTON_CHECK_CHECK_MACHINE_H
#define BOUTON_CHECK_CHECK_MACHINE_H

#include "check/check_syntax.h"

enum {
    BTI_TRACKS = 256,      /* of all machines of a question */
    BTI_CHECK_ATOMS = 2000 /* of a machine */
};

/* States of atoms that will never change: the formula's value without them is known. */
#define BTI_NO INT64_MIN
#define BTI_YES INT64_MAX

typedef enum {
    BTI_A_EQ,  /* sum + constant = 0 */
    BTI_A_LE,  /* sum + constant <= 0 */
    BTI_A_MOD, /* sum + constant is a wanted residue */
    BTI_A_COLS,
    BTI_A_FIRST, /* track 2 has the first one of track 1, and no other */
    BTI_A_LAST,
    BTI_A_SHIFTED, /* track 2 has the digits of track 1, one place higher */
    BTI_A_POW2,
    BTI_A_AND, /* track 4 is the conjunction of the others */
    BTI_A_OR,
    BTI_A_SAME, /* track 2 is track 1, which is read before it */
    BTI_A_PSET,
    BTI_A_MACHINE
} bti_atom_kind;

typedef struct bti_machine bti_machine;

typedef struct {
    bti_atom_kind kind;
    int polarity; /* 1: more true is more true, -1: less, 0: neither */
    int64_t constant, modulus;
    int64_t above, below; /* sums of the positive and of the negative coefficients */
    const bool *residue;
    bool wanted; /* PSET: accepting or not */
    bool early;  /* its tick comes with the last of its digits in a round */
    bti_machine *machine;
} bti_atom;

typedef struct {
    uint32_t track, atom;
    int64_t arg; /* coefficient, or which part the track plays */
    bool last;   /* of the atom, in a round */
} bti_use;

/* A term that has a track in a question with `every_term`, and a gate that says where
 * it is natural; UINT32_MAX: everywhere. */
typedef struct {
    const bti_check_node *term;
    uint32_t track, natural;
    bool primed;
} bti_known;

typedef enum {
    BTI_G_ATOM,
    BTI_G_TRUE,
    BTI_G_FALSE,
    BTI_G_NOT,
    BTI_G_AND,
    BTI_G_OR
} bti_gate_op;

typedef struct {
    bti_gate_op op;
    uint32_t a, b; /* earlier gates, or the atom */
} bti_gate;

typedef struct {
    uint32_t track;
    uint32_t first_use, uses;
    bool local;
    uint32_t bit; /* of a local track, for the mask of last digits */
} bti_machine_step;

struct bti_machine {
    uint32_t id;
    bti_atom *atom;
    bti_gate *gate; /* the last one is the whole */
    bti_use *use;
    bti_machine_step *step;
    size_t atoms, gates, uses, steps;
    bool has[BTI_TRACKS], local[BTI_TRACKS];
    uint32_t *always; /* gates that must hold: what fresh tracks mean */
    size_t always_count;
    bti_known *known;
    size_t known_count;
    bool ordered;   /* some atom has a better and a worse */
    uint32_t start; /* set of first items; UINT32_MAX: not made yet */
    /* Room to work in; machines below have their own. */
    int64_t *work;
    size_t work_room, work_count;
    signed char *value; /* of each gate */
};

/* Everything that one question needs; freed with its arena and bti_store_free. */
typedef struct {
    bt_context *ctx;
    bt_arena arena;
    const bti_certificate *c;
    bti_machine **machine;
    size_t machines;
    uint32_t tracks;
    size_t outer;         /* how many digits come in a round */
    uint32_t *track_of;   /* of each variable */
    bool primed;          /* unprimed names mean the position after the move */
    bool every_term;      /* each term has one track, and a value everywhere */
    bool down;            /* the most significant digit first */
    unsigned phase;       /* so many places come, modulo the period, at the beginning */
    bti_vectors *vectors; /* states of sums in digits that are not binary */
} bti_question;

bt_status bti_question_begin(bti_question *q, bt_context *ctx,
                             const bti_certificate *c);
void bti_question_end(bti_question *q);

/* A machine whose outer tracks are the variables. With a move (else SIZE_MAX),
 * the changed variables are local. */
bt_status bti_machine_new(bti_question *q, size_t move, bti_machine **out);
/* The same, but the changed variables are outer ones, each after its old value, and so
 * many digits come in a round. */
bt_status bti_machine_new_any(bti_question *q, size_t move, bti_machine **out);
/* For certificates about values, g of the position, and perhaps u of an option. Outer
 * ones are read behind the variables. */
typedef enum {
    BTI_VALUE_SOME,   /* g exists, and an option's value is the same */
    BTI_VALUE_ZERO,   /* g = 0 */
    BTI_VALUE_ONE,    /* an option's value is 1 */
    BTI_VALUE_GIVEN,  /* g is outer */
    BTI_VALUE_LARGER, /* u is outer, a larger g exists */
    BTI_VALUE_OTHER   /* u is outer, the value of an option */
} bti_value;
bt_status bti_machine_add_value(bti_question *q, bti_machine *m, bti_value value);
/* A machine for pairs of positions, a move between them: all names before the move,
 * then all after it, are outer tracks. The value stays. */
bt_status bti_machine_new_pair(bti_question *q, size_t move, bti_machine **out);
/* A formula with the wanted truth; gates are joined by and. */
bt_status bti_machine_and(bti_question *q, bti_machine *m,
                          const bti_check_node *formula, bool wanted, bool primed);
bt_status bti_machine_and_pset(bti_question *q, bti_machine *m, bool wanted,
                               bool primed);
/* Not: the move lowers component `which` and raises none before it; or, with which =
 * SIZE_MAX, not: it lowers one of them and raises none before that one. */
bt_status bti_machine_and_rises(bti_question *q, bti_machine *m, size_t which);
/* No position can make the term negative, or leave it without a value. */
bool bti_component_is_natural(const bti_check_node *term);
bt_status bti_machine_and_negative(bti_question *q, bti_machine *m,
                                   const bti_check_node *term);
bt_status bti_machine_finish(bti_question *q, bti_machine *m);

static inline size_t bti_machine_width(const bti_machine *m)
{
    return 2 + m->atoms; /* step, mask of last digits, atoms */
}

#endif
