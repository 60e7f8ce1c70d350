/* SPDX-License-Identifier: MIT
 * Sets of tuples of natural numbers as finite automata.
 *
 * A tuple is read digit by digit, least significant first, one track for each variable,
 * all tracks at once; a word may be padded by zeros at its end, and every automaton
 * here gives the same answer with and without padding. So such an automaton is a set of
 * tuples, and the sets are closed under and, or, not, exists (Buchi 1960; for digits
 * that are not binary see linear_down.c). In such digits an automaton accepts only
 * greedy words on its tracks (numeration.h), and complement and quantifiers mean
 * numbers.
 *
 * Every automaton that leaves this layer is complete, minimal, numbered breadth-first
 * from its start and has only the tracks it depends on: equal sets have equal tables.
 *
 * Functions that make an automaton leave their arguments alone; *out is NULL after a
 * failure. Free with bti_dfa_free. */
#ifndef BOUTON_AUTOMATA_AUTOMATA_H
#define BOUTON_AUTOMATA_AUTOMATA_H

#include "automata/numeration.h"

enum { BTI_DFA_MOST_TRACKS = 20 };

/* Beyond any of these the work ends with BT_UNABLE and a sentence that names it. */
typedef struct {
    unsigned tracks;  /* at most BTI_DFA_MOST_TRACKS */
    uint64_t states;  /* of one automaton, before minimisation */
    uint64_t entries; /* of one table: states times letters */
    uint64_t members; /* of all the sets of one subset construction together */
} bti_dfa_limits;

/* What the automata of one theory share: their digits, limits, and what they needed. */
typedef struct {
    bt_context *ctx;
    bti_digits digits;
    bti_dfa_limits limits;
    unsigned squeezed;    /* from so many tracks on letters that behave alike are put
                             together (alike.h); results are the same in any case */
    uint64_t made;        /* automata made so far */
    uint64_t seen;        /* their states before minimisation, and those of searches */
    uint64_t largest_raw; /* most states before minimisation */
    uint64_t largest;     /* most states after it */
    unsigned largest_tracks; /* most tracks of one automaton */
} bti_automata;

typedef struct {
    bt_context *ctx;
    bti_digits digits;
    unsigned tracks;
    uint32_t track[BTI_DFA_MOST_TRACKS]; /* variables, ascending */
    size_t states;                       /* state 0 starts */
    uint32_t *next; /* next[s << tracks | letter], bit i of letter: digit of track[i] */
    unsigned char *accept; /* 0 or 1 */
    uint32_t *kind; /* of each letter, or NULL: letters of one kind behave alike */
    size_t kinds;
} bti_dfa;

/* With the limits that suit a machine of today; change m->limits as you like. */
void bti_automata_init(bti_automata *m, bt_context *ctx, bti_digits digits);

void bti_dfa_free(bti_dfa *a); /* NULL is fine */
BT_MUST_CHECK bt_status bti_dfa_copy(bti_automata *m, const bti_dfa *a, bti_dfa **out);

/* From tables that somebody else made (a learner, a certificate): tracks in any order,
 * next and accept as in bti_dfa, states numbered anyhow but 0 starts. It is checked
 * (BT_DOMAIN: a state that does not exist, a track twice), made closed under padding (a
 * state accepts when some state does on the cycle to which reading zeros leads; this
 * changes nothing in tables that are closed), where digits are not binary cut down to
 * greedy words, and minimised. */
BT_MUST_CHECK bt_status bti_dfa_of_tables(bti_automata *m, const uint32_t *track,
                                          unsigned tracks, size_t states,
                                          const uint32_t *next,
                                          const unsigned char *accept, bti_dfa **out);

/* Atoms. A variable may occur more than once in each of them. */

BT_MUST_CHECK bt_status bti_dfa_bool(bti_automata *m, bool value, bti_dfa **out);

typedef struct {
    uint32_t var; /* not UINT32_MAX */
    int64_t factor;
} bti_linear_term;

typedef enum { BTI_EQ, BTI_NE, BTI_LT, BTI_LE, BTI_GT, BTI_GE } bti_relation;

/* sum of factor * var, plus constant, REL 0. */
BT_MUST_CHECK bt_status bti_dfa_linear(bti_automata *m, const bti_linear_term *sum,
                                       size_t summands, int64_t constant,
                                       bti_relation rel, bti_dfa **out);

/* The sum is natural and, modulo `modulus` > 0, one of the residues (any numbers; those
 * >= modulus are never met). A negative sum is in no residue class. */
BT_MUST_CHECK bt_status bti_dfa_mod(bti_automata *m, const bti_linear_term *sum,
                                    size_t summands, int64_t constant, uint32_t modulus,
                                    const uint32_t *residue, size_t residues,
                                    bti_dfa **out);

/* z = x ^ y, z = and(x, y), z = or(x, y), pow2(x), cols(modulus; var...): binary only,
 * BT_DOMAIN in other digits. z = shl(x): binary and Fibonacci digits. */
BT_MUST_CHECK bt_status bti_dfa_xor(bti_automata *m, uint32_t z, uint32_t x, uint32_t y,
                                    bti_dfa **out);
BT_MUST_CHECK bt_status bti_dfa_and(bti_automata *m, uint32_t z, uint32_t x, uint32_t y,
                                    bti_dfa **out);
BT_MUST_CHECK bt_status bti_dfa_or(bti_automata *m, uint32_t z, uint32_t x, uint32_t y,
                                   bti_dfa **out);
BT_MUST_CHECK bt_status bti_dfa_shl(bti_automata *m, uint32_t z, uint32_t x,
                                    bti_dfa **out);
BT_MUST_CHECK bt_status bti_dfa_pow2(bti_automata *m, uint32_t x, bti_dfa **out);
BT_MUST_CHECK bt_status bti_dfa_cols(bti_automata *m, uint32_t modulus,
                                     const uint32_t *var, size_t vars, bti_dfa **out);

/* z = low(x), z = high(x): the least and the greatest digit's part; of 0 it is 0. low:
 * BT_DOMAIN where a weight occurs twice. */
BT_MUST_CHECK bt_status bti_dfa_low(bti_automata *m, uint32_t z, uint32_t x,
                                    bti_dfa **out);
BT_MUST_CHECK bt_status bti_dfa_high(bti_automata *m, uint32_t z, uint32_t x,
                                     bti_dfa **out);

/* Operations. */

/* Truth tables: bit 2a + b is the value for (a, b). Any number below 16 will do. */
enum {
    BTI_NOR = 1,
    BTI_BUT_NOT = 4,
    BTI_DIFFERENT = 6,
    BTI_BOTH = 8,
    BTI_SAME = 9,
    BTI_IMPLIES = 11,
    BTI_EITHER = 14
};

BT_MUST_CHECK bt_status bti_dfa_product(bti_automata *m, const bti_dfa *a,
                                        const bti_dfa *b, unsigned truth_table,
                                        bti_dfa **out);
/* *a becomes the product of *a and b; *a is NULL after a failure. */
BT_MUST_CHECK bt_status bti_dfa_combine(bti_automata *m, bti_dfa **a, const bti_dfa *b,
                                        unsigned truth_table);
BT_MUST_CHECK bt_status bti_dfa_not(bti_automata *m, const bti_dfa *a, bti_dfa **out);

/* exists var...: a, for all var...: a; variables that a does not have are ignored. */
BT_MUST_CHECK bt_status bti_dfa_exists(bti_automata *m, const bti_dfa *a,
                                       const uint32_t *var, size_t vars, bti_dfa **out);
BT_MUST_CHECK bt_status bti_dfa_forall(bti_automata *m, const bti_dfa *a,
                                       const uint32_t *var, size_t vars, bti_dfa **out);

/* exists to...: move, and a with every from[i] renamed to to[i]: the tuples from which
 * `move` leads into a. No track of a is among to[]. */
BT_MUST_CHECK bt_status bti_dfa_before(bti_automata *m, const bti_dfa *a,
                                       const bti_dfa *move, const uint32_t *from,
                                       const uint32_t *to, size_t pairs, bti_dfa **out);

/* Every from[i] becomes to[i], all at once; two tracks may become one (then a holds of
 * equal values). Others keep their names. */
BT_MUST_CHECK bt_status bti_dfa_rename(bti_automata *m, const bti_dfa *a,
                                       const uint32_t *from, const uint32_t *to,
                                       size_t pairs, bti_dfa **out);

/* a with var = value, without that track. */
BT_MUST_CHECK bt_status bti_dfa_fix(bti_automata *m, const bti_dfa *a, uint32_t var,
                                    uint64_t value, bti_dfa **out);

/* Questions. */

bool bti_dfa_equal(const bti_dfa *a, const bti_dfa *b); /* the same set */
bool bti_dfa_is_empty(const bti_dfa *a);
bool bti_dfa_has_track(const bti_dfa *a, uint32_t var);
bool bti_dfa_accepts(const bti_dfa *a, const uint64_t *value); /* value[var] */

/* The accepted tuple of least total; of several the lexicographically least in the
 * order var[0], var[1]... *found is false when a is empty. value[i] belongs to var[i];
 * it is 0 where a does not depend on var[i]. Every track of a must be among var
 * (BT_DOMAIN). BT_UNABLE when it has more digits than 64-bit sums allow. */
BT_MUST_CHECK bt_status bti_dfa_least(bti_automata *m, const bti_dfa *a,
                                      const uint32_t *var, size_t vars, uint64_t *value,
                                      bool *found);

/* How many accepted tuples have at most `digits` digits in each track; UINT64_MAX when
 * they are that many or more. */
BT_MUST_CHECK bt_status bti_dfa_count(bti_automata *m, const bti_dfa *a,
                                      unsigned digits, uint64_t *count);

/* The options of a position: values of the `free` variables while those of `fixed` are
 * given. Every track of `a` is in exactly one of the lists (BT_DOMAIN otherwise); `a`
 * must outlive the walk and may be shared. A free variable on which a does not depend
 * makes the set infinite (when it is not empty); a fixed one is ignored.
 *
 *     BT_TRY(bti_walk_new(ctx, a, fixed, 2, free, 2, &w));
 *     BT_TRY(bti_walk_start(w, heaps, &infinite));
 *     while (!infinite && bti_walk_next(w, option)) ...
 *
 * Nothing is allocated in bti_walk_next, and in bti_walk_start only while its buffers
 * grow. Options come once each, in no particular order. */
typedef struct bti_walk bti_walk;

BT_MUST_CHECK bt_status bti_walk_new(bt_context *ctx, const bti_dfa *a,
                                     const uint32_t *fixed, size_t fixed_count,
                                     const uint32_t *free, size_t free_count,
                                     bti_walk **out);
void bti_walk_free(bti_walk *w); /* NULL is fine */
BT_MUST_CHECK bt_status bti_walk_start(bti_walk *w, const uint64_t *fixed_value,
                                       bool *infinite);
bool bti_walk_next(bti_walk *w, uint64_t *free_value);

/* How many options there are, walked or not; UINT64_MAX: that many or more. */
uint64_t bti_walk_count(bti_walk *w);

/* A search over one or more automata at once, none of whose products is built: breadth
 * first over tuples of their states, for a tuple of numbers such that
 * wanted(arg, accepts) is true, where accepts[i] is 1 when part[i] accepts it.
 * Short words come first. It gives up when more than `most` tuples are known. */
typedef enum {
    BTI_SEARCH_NONE,
    BTI_SEARCH_FOUND,
    BTI_SEARCH_GAVE_UP
} bti_search_result;

BT_MUST_CHECK bt_status bti_dfa_search(
    bti_automata *m, const bti_dfa *const *part, size_t parts,
    bool (*wanted)(void *arg, const unsigned char *accepts), void *arg, uint64_t most,
    const uint32_t *var, size_t vars, uint64_t *value, bti_search_result *result);

#endif
