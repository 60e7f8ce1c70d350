/* SPDX-License-Identifier: MIT
 * Formulas about natural numbers: how they are kept, read, printed and evaluated.
 *
 * Terms are whole numbers built by + - and a number times a term, and by operations on
 * digits: ^ (also written xor(,)) and(,) or(,) low() high() shl(). Atoms are chains of
 * comparisons, residues (`t mod m = r`, `t mod m in {a,b}`, `m | t`), membership,
 * pow2() and cols(m; ...).
 * shl(t) moves every digit one place up: 2t in binary digits; in Fibonacci digits each
 * part of Zeckendorf's sum becomes the next one, 1 -> 2 -> 3 -> 5 -> 8.
 * Then ! & | => <=> and `ex a,b: F`, `all a: F`, which reach as far right as possible.
 *
 * What it means: variables are natural numbers, sums may be negative. `t mod m` is the
 * residue in 0 .. m-1 of any whole number t, and pow2 of a negative number is false.
 * The digits that ^ and or low high shl cols ask for are those of natural numbers: an
 * atom in which one of them gets a negative number is undefined there, and so is, by
 * the three-valued logic of Kleene, what depends on it: false & undefined is false,
 * true | undefined is true, ! undefined is undefined. A line that is undefined at some
 * position is refused (formula_defined.h). Wherever a formula is defined, it does not
 * matter what an undefined atom in it counts as; the evaluator and the automata take it
 * as false. */
#ifndef BOUTON_FORMULA_FORMULA_H
#define BOUTON_FORMULA_FORMULA_H

#include "automata/automata.h" /* bti_digits, bti_relation */

#include <bouton/text.h>

/* Limits of what can be read, so that every walk over a formula is short and shallow.
 */
enum {
    BTI_VARS_MAX = 32,       /* declared variables */
    BTI_FORMULA_DEPTH = 100, /* brackets, quantifiers and abbreviations in each other */
    BTI_FORMULA_NODES = 100000,
    BTI_FACTOR_MAX = 1000000 /* factors and moduli */
};
#define BTI_CONSTANT_MAX UINT64_C(1000000000000000)

typedef enum {
    /* terms */
    BTI_OP_NUMBER, /* number */
    BTI_OP_VAR,    /* var */
    BTI_OP_SUM,    /* children, at least two */
    BTI_OP_NEG,    /* minus its child */
    BTI_OP_TIMES,  /* number times its child */
    BTI_OP_XOR,    /* children, at least two; so the next two */
    BTI_OP_BIT_AND,
    BTI_OP_BIT_OR,
    BTI_OP_LOW,
    BTI_OP_HIGH,
    BTI_OP_SHL,
    /* formulas */
    BTI_OP_TRUE,
    BTI_OP_FALSE,
    BTI_OP_CHAIN,   /* terms; `relation` of each stands between it and the one before */
    BTI_OP_MOD,     /* first child mod number is one of the others, which are numbers */
    BTI_OP_IN,      /* first child is one of the others, which are numbers */
    BTI_OP_DIVIDES, /* number divides its child */
    BTI_OP_POW2,
    BTI_OP_COLS, /* in every binary column of the children: ones are 0 mod number */
    BTI_OP_NOT,
    BTI_OP_AND, /* children, at least two; so the next */
    BTI_OP_OR,
    BTI_OP_IMPLIES, /* two children; so the next */
    BTI_OP_IFF,
    BTI_OP_EX, /* some value of var makes the child true; name is var's */
    BTI_OP_ALL
} bti_op;

/* Nodes live in an arena and never change once they are read. */
typedef struct bti_node bti_node;
struct bti_node {
    bti_op op;
    bti_relation relation;
    uint32_t var;
    uint32_t height; /* at most BTI_FORMULA_DEPTH: walks may call themselves */
    uint64_t number;
    const char *name;
    const char *at; /* of an operation on digits: where it stands in the source */
    const bti_node *first, *next; /* first child; next child of the same parent */
};

static inline bool bti_is_term(const bti_node *node)
{
    return node->op < BTI_OP_TRUE;
}

/* Whether a term has no variable. */
static inline bool bti_is_constant(const bti_node *term)
{
    bool constant = term->op != BTI_OP_VAR;
    for (const bti_node *child = term->first; child && constant; child = child->next)
        constant = bti_is_constant(child);
    return constant;
}

/* Variables are numbered: declared ones 0 .. vars-1, their primed forms from vars on,
 * then g (the Grundy value), then bound ones by how deep their quantifier stands. */
static inline uint32_t bti_primed(size_t vars, size_t i)
{
    return (uint32_t)(vars + i);
}
static inline uint32_t bti_value_var(size_t vars)
{
    return (uint32_t)(2 * vars);
}
static inline uint32_t bti_first_bound(size_t vars)
{
    return (uint32_t)(2 * vars + 1);
}

/* An abbreviation: its body is read again wherever it is used. */
typedef struct bti_let bti_let;
struct bti_let {
    const char *name;
    const char *const *param;
    size_t params;
    bool has_params;
    bt_span body;
    const bti_let *before; /* those it may use */
};

/* What a formula may speak of. */
typedef struct {
    const char *const *var;
    size_t vars;
    bool primes, value; /* primed variables; g */
    bti_digits digits;
    const bti_let *lets; /* the latest; NULL: none */
    const char *what;    /* "a claim", for sentences about what it may not hold */
} bti_scope;

/* Text that a formula is read from. `text` is the whole of it, for line numbers. */
typedef struct {
    const char *name; /* "wythoff.game"; "the claim" */
    bool lines;       /* sentences tell the line, too */
    bt_span text;
} bti_formula_text;

/* Reads all of `text`, which lies within from->text, as a formula. Sentences begin with
 * the place, and the context keeps its line (core/excerpt.h). */
BT_MUST_CHECK bt_status bti_formula_parse(bt_arena *arena, const bti_scope *scope,
                                          const bti_formula_text *from, bt_span text,
                                          const bti_node **out);
/* The same for a term. */
BT_MUST_CHECK bt_status bti_term_parse(bt_arena *arena, const bti_scope *scope,
                                       const bti_formula_text *from, bt_span text,
                                       const bti_node **out);
/* The same for the body of an abbreviation, a formula or a term. scope->lets has all
 * abbreviations, this one and later ones, too, for the sentence about recursion. */
BT_MUST_CHECK bt_status bti_let_check(bt_arena *arena, const bti_scope *scope,
                                      const bti_formula_text *from, const bti_let *let);

/* BT_SYNTAX or whatever `status` says, with the place of `at` before the sentence, and
 * its line beside it. */
bt_status bti_fail_at(bt_context *ctx, bt_status status, const bti_formula_text *from,
                      const char *at, const char *key, bt_args args);

/* A name: a letter, then letters, digits and _. */
size_t bti_name_length(bt_span text);
bool bti_name_is_reserved(bt_span name); /* ex, all, mod, low, ... */

/* Text that reads as the same formula (or term) in a scope with these variables; bound
 * names that would hide another get a number. */
void bti_formula_print(const bti_node *node, const bti_scope *scope, bt_text *text);
/* The same in the language of certificates, where the nim-sum is always a ^ b. */
void bti_certificate_print(const bti_node *node, const bti_scope *scope, bt_text *text);
/* A piece of a formula that stands under these quantifiers, outermost first; with
 * brackets around it if it is to be joined by & or =>. */
void bti_piece_print(const bti_node *node, const bti_scope *scope,
                     const bti_node *const *quantifier, size_t quantifiers, bool joined,
                     bt_text *text);

bool bti_formula_equal(const bti_node *a, const bti_node *b);

/* Marks every free variable that occurs: seen[id] = true for id < count. */
void bti_formula_variables(const bti_node *node, bool *seen, uint32_t count);

bool bti_related(bti_relation relation, int64_t a, int64_t b);

/* Whether a formula without quantifiers is true of value[id]: the meaning, one point at
 * a time; an undefined atom counts as false. BT_UNABLE where numbers leave 61 bits, or
 * at a quantifier. */
BT_MUST_CHECK bt_status bti_formula_holds(bt_context *ctx, const bti_node *node,
                                          bti_digits digits, const uint64_t *value,
                                          bool *holds);

#endif
