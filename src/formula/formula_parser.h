/* SPDX-License-Identifier: MIT
 * What the files that read formulas share: parser_tools.c has the tokens, the nodes and
 * the sentences, formula_atoms.c comparisons and residues, formula_parser.c the rest.
 */
#ifndef BOUTON_FORMULA_FORMULA_PARSER_H
#define BOUTON_FORMULA_FORMULA_PARSER_H

#include "core/quote.h"
#include "formula/formula_lexer.h"

/* A name that a term stands for: a bound variable, or a parameter. */
typedef struct bti_binding bti_binding;
struct bti_binding {
    bt_span name;
    const bti_node *term;
    const bti_binding *before;
};

typedef struct {
    bt_context *ctx;
    bt_arena *arena;
    const bti_scope *scope;
    const bti_formula_text *from;
    bt_span rest;
    bti_token token;         /* the next one, not taken yet */
    const char *blame;       /* in an abbreviation: where it is used */
    const bti_binding *near; /* innermost first */
    const bti_let *lets;
    uint32_t bound; /* number of the next bound variable */
    unsigned depth;
    uint32_t nodes;
    const char *open_sum; /* where the last sum without brackets around it began */
    const char *constant_operand; /* of the ^ that is read: where one begins */
} bti_parser;

typedef bt_status bti_parse_fn(bti_parser *p, bti_node **out);

static inline const char *bti_place_of(const bti_parser *p, const char *at)
{
    return p->blame ? p->blame : at;
}

#define BTI_FAIL_AT(p, status, at, ...)                                                \
    bti_fail_at((p)->ctx, (status), (p)->from, bti_place_of((p), (at)), __VA_ARGS__)

static inline void bti_advance(bti_parser *p)
{
    p->token = bti_token_take(&p->rest);
}

static inline bool bti_at_sign(const bti_parser *p, char sign)
{
    return p->token.kind == BTI_TOKEN_SIGN && p->token.sign == sign;
}

static inline bool bti_at_word(const bti_parser *p, const char *word)
{
    return p->token.kind == BTI_TOKEN_NAME &&
           bt_span_equal(p->token.text, bt_span_of(word));
}

static inline bool bti_take_sign(bti_parser *p, char sign)
{
    if (!bti_at_sign(p, sign))
        return false;
    bti_advance(p);
    return true;
}

/* Children are added at the end; `last` is where the next one goes. */
typedef struct {
    bti_node *parent;
    const bti_node **last;
} bti_children;

static inline bti_children bti_children_of(bti_node *parent)
{
    return (bti_children){parent, &parent->first};
}

/* n mod 4, not compared with anything yet */
static inline bool bti_is_residue(const bti_node *node)
{
    return node->op == BTI_OP_MOD && !node->first->next;
}

/* The token as people see it. */
const char *bti_token_text(const bti_parser *p, bti_quote *quote);
/* How the token is written here, if it is of another language; or NULL. */
const char *bti_find_elsewhere(const bti_parser *p);
/* The token is the "(" of x = y (mod 4), which multiplies nothing. */
bool bti_at_modulus(const bti_parser *p);
/* What was read from `begin` on. */
bt_span bti_text_since(const bti_parser *p, const char *begin);

/* BT_SYNTAX: `what` should stand where the token is. */
bt_status bti_expected(bti_parser *p, const char *what);
BT_MUST_CHECK bt_status bti_want_sign(bti_parser *p, char sign);
BT_MUST_CHECK bt_status bti_want_number(bti_parser *p, const char *what,
                                        uint64_t *number);
BT_MUST_CHECK bt_status bti_want_modulus(bti_parser *p, uint64_t *number);
/* Whether what was read from `begin` on is a term, or a formula. */
BT_MUST_CHECK bt_status bti_want_term(bti_parser *p, const bti_node *node,
                                      const char *begin);
BT_MUST_CHECK bt_status bti_want_formula(bti_parser *p, const bti_node *node,
                                         const char *begin);

/* One level deeper. */
BT_MUST_CHECK bt_status bti_enter(bti_parser *p);
BT_MUST_CHECK bt_status bti_new_node(bti_parser *p, bti_op op, bti_node **out);
BT_MUST_CHECK bt_status bti_add_child(bti_parser *p, bti_children *c, bti_node *child);
BT_MUST_CHECK bt_status bti_only_child(bti_parser *p, bti_node *parent,
                                       bti_node *child);
BT_MUST_CHECK bt_status bti_copy_tree(bti_parser *p, const bti_node *from,
                                      bti_node **out);

/* Terms joined by ^, and what is made of terms by comparing. */
BT_MUST_CHECK bt_status bti_parse_xor(bti_parser *p, bti_node **out);
BT_MUST_CHECK bt_status bti_parse_atom(bti_parser *p, bti_node **out);

#endif
