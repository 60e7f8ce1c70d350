/* SPDX-License-Identifier: MIT
 * A game and what is claimed of it in the language of MONA, a prover for WS1S (N.
 * Klarlund, A. Moller, MONA Version 1.4, 2001): a foreign judge of proofs. Nothing of
 * src/automata is used, only the formulas as they were read.
 *
 * A number is the finite set of the places of its ones, in binary or Fibonacci digits.
 * A binary sum is said by the set of its carries, a Fibonacci sum by the run of a small
 * machine (mona_head); a comparison by the highest place that differs, a multiple by
 * doublings and sums, a residue by the quotient. Terms in which something is subtracted
 * are only compared: what is subtracted goes to the other side. A term whose digits are
 * asked for gets a set of its own; if the term is negative, no set is equal to it, so
 * the atom is false, as it should be. */
#ifndef BOUTON_TESTS_MONA_TEXT_H
#define BOUTON_TESTS_MONA_TEXT_H

#include "formula/game_file.h"
#include "prove/measure.h"

#include <bouton/all.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MONA_NAME = 16, MONA_SET = 200, MONA_PARTS = 64 };

struct mona_writer {
    bt_text *out;
    bti_digits digits;
    size_t vars;
    bool after;         /* variables speak of the position after the move */
    uint64_t changes;   /* the variables that the move changes: v0 becomes w0 */
    const char *value;  /* g */
    unsigned made;      /* sets that got a name */
    bool not_expressed; /* too large for this translation */
};

/* Factors times sets, and a constant. */
struct mona_sum {
    char name[MONA_PARTS][MONA_NAME];
    int64_t factor[MONA_PARTS];
    size_t parts;
    int64_t constant;
};

/* ---- numbers, sums and comparisons ---- */

static const char mona_binary[] =
    "pred number(var2 a) = true;\n"
    "pred plus(var2 a, var2 b, var2 c) = ex2 k: 0 notin k & (all1 p:\n"
    "  (p+1 in k <=> p in a & p in b | p in a & p in k | p in b & p in k) &\n"
    "  (p in c <=> (p in a <=> (p in b <=> p in k))));\n"
    "pred twice(var2 a, var2 b) = 0 notin b & (all1 p: p in a <=> p+1 in b);\n";

static const char mona_common[] =
    "pred less(var2 a, var2 b) = ex1 p: p in b & p notin a &\n"
    "  (all1 q: q > p => (q in a <=> q in b));\n"
    "pred shifted(var2 a, var2 b) = 0 notin b & (all1 p: p in a <=> p+1 in b);\n"
    "pred lowest(var2 a, var2 b) = a = empty & b = empty |\n"
    "  (ex1 p: p in a & b = {p} & (all1 q: q < p => q notin a));\n"
    "pred highest(var2 a, var2 b) = a = empty & b = empty |\n"
    "  (ex1 p: p in a & b = {p} & (all1 q: q > p => q notin a));\n";

/* Fibonacci digits of a + b - c from the highest place down. What was read so far is u
 * times the weight of the next place and v times that of the one below; with the next
 * digit d it is (u + v + d, u + d), and behind the last place u remains, which must be
 * 0. Only 16 pairs can still become 0; as four bits their run is four sets, and (0,0),
 * with which it begins, is coded 0. */
enum { MONA_BOX = 6, MONA_SIDE = 2 * MONA_BOX + 1, MONA_PAIRS = 16 };

struct mona_adder {
    bool good[MONA_SIDE][MONA_SIDE];
    unsigned code[MONA_SIDE][MONA_SIDE], pairs;
};

static inline bool *mona_pair(struct mona_adder *m, int u, int v)
{
    bool inside = abs(u) <= MONA_BOX && abs(v) <= MONA_BOX;
    return inside ? &m->good[u + MONA_BOX][v + MONA_BOX] : NULL;
}

/* One more round: is (u,v) reached from a pair (forwards), or does it reach one? */
static inline bool mona_round(struct mona_adder *m, bool forwards)
{
    bool changed = false;
    for (int u = -MONA_BOX; u <= MONA_BOX; u++)
        for (int v = -MONA_BOX; v <= MONA_BOX; v++)
            for (int d = -1; d <= 2; d++) {
                bool *from = mona_pair(m, u, v), *to = mona_pair(m, u + v + d, u + d);
                bool *known = forwards ? from : to, *other = forwards ? to : from;
                if (from && to && *known && !*other)
                    *other = changed = true;
            }
    return changed;
}

static inline struct mona_adder mona_adder(void)
{
    struct mona_adder reached = {.pairs = 0}, m = {.pairs = 1};
    *mona_pair(&reached, 0, 0) = true;
    while (mona_round(&reached, true))
        ;
    for (int v = -MONA_BOX; v <= MONA_BOX; v++)
        *mona_pair(&m, 0, v) = true;
    while (mona_round(&m, false))
        ;
    for (int u = -MONA_BOX; u <= MONA_BOX; u++)
        for (int v = -MONA_BOX; v <= MONA_BOX; v++) {
            bool *good = mona_pair(&m, u, v);
            *good = *good && *mona_pair(&reached, u, v);
            if (*good && (u != 0 || v != 0))
                m.code[u + MONA_BOX][v + MONA_BOX] = m.pairs++;
        }
    return m;
}

static inline void mona_code(bt_text *out, const struct mona_adder *m, int u, int v,
                             const char *place)
{
    unsigned code = m->code[u + MONA_BOX][v + MONA_BOX];
    for (unsigned bit = 0; bit < 4; bit++)
        bt_text_format(out, "%s%s %s k%u", bit ? " & " : "", place,
                       code >> bit & 1 ? "in" : "notin", bit);
}

static inline void mona_fibonacci(bt_text *out)
{
    static const char *const digit[] = {
        "p notin a & p notin b & p in c",
        "(p notin a & p notin b & p notin c | ~(p in a <=> p in b) & p in c)",
        "((p in a & p in b & p in c) | (~(p in a <=> p in b) & p notin c))",
        "p in a & p in b & p notin c"};
    struct mona_adder m = mona_adder();
    bt_text_put(out, "pred number(var2 a) = all1 p: ~(p in a & p+1 in a);\n"
                     "pred plus(var2 a, var2 b, var2 c) = ex2 k0,k1,k2,k3: (false");
    for (int v = -MONA_BOX; v <= MONA_BOX; v++)
        if (*mona_pair(&m, 0, v)) {
            bt_text_put(out, " | ");
            mona_code(out, &m, 0, v, "0");
        }
    bt_text_put(out, ") & (all1 p: false");
    for (int u = -MONA_BOX; u <= MONA_BOX; u++)
        for (int v = -MONA_BOX; v <= MONA_BOX; v++)
            for (int d = -1; d <= 2; d++) {
                bool *to = mona_pair(&m, u + v + d, u + d);
                if (!*mona_pair(&m, u, v) || !to || !*to)
                    continue;
                bt_text_put(out, "\n  | ");
                mona_code(out, &m, u, v, "p+1");
                bt_text_format(out, " & %s & ", digit[d + 1]);
                mona_code(out, &m, u + v + d, u + d, "p");
            }
    bt_text_put(out, ");\npred twice(var2 a, var2 b) = plus(a,a,b);\n");
}

static inline void mona_head(bt_text *out, bti_digits digits)
{
    bt_text_put(out, "ws1s;\n");
    if (digits == BTI_FIBONACCI)
        mona_fibonacci(out);
    else
        bt_text_put(out, mona_binary);
    bt_text_put(out, mona_common);
}

/* Weights from the highest down: a greedy choice gives the digits in both systems. */
static inline void mona_number(bti_digits digits, uint64_t number, char text[MONA_SET])
{
    uint64_t weight[64] = {1, 2};
    size_t len = 0;
    for (unsigned i = 2; i < 64; i++)
        weight[i] =
            weight[i - 1] + (digits == BTI_FIBONACCI ? weight[i - 2] : weight[i - 1]);
    snprintf(text, MONA_SET, "empty");
    for (unsigned i = 64; i-- > 0;)
        if (weight[i] <= number) {
            number -= weight[i];
            len += (size_t)snprintf(text + len, MONA_SET - len, "%s%u",
                                    len == 0 ? "{" : ",", i);
        }
    if (len > 0)
        snprintf(text + len, MONA_SET - len, "}");
}

/* ---- formulas ---- */

static inline void mona_variable(const struct mona_writer *w, uint32_t id,
                                 char text[MONA_NAME])
{
    uint32_t vars = (uint32_t)w->vars, i = id < vars ? id : id - vars;
    if (id < 2 * vars)
        snprintf(text, MONA_NAME, "%c%u",
                 (id >= vars || w->after) && w->changes >> i & 1 ? 'w' : 'v', i);
    else if (id == 2 * vars)
        snprintf(text, MONA_NAME, "%s", w->value);
    else
        snprintf(text, MONA_NAME, "b%u", id);
}

/* Opens a bracket for a new set: what is said of it comes next, and " & " and the rest.
 */
static inline void mona_new(struct mona_writer *w, char text[MONA_NAME])
{
    snprintf(text, MONA_NAME, "t%u", w->made++);
    bt_text_format(w->out, "(ex2 %s: number(%s) & ", text, text);
}

static inline void mona_close(struct mona_writer *w, unsigned brackets)
{
    while (brackets-- > 0)
        bt_text_put_char(w->out, ')');
}

static inline void mona_add(struct mona_writer *w, struct mona_sum *s,
                            const char name[MONA_NAME], int64_t factor)
{
    size_t i = 0;
    while (i < s->parts && strcmp(s->name[i], name) != 0)
        i++;
    if (i == MONA_PARTS) {
        w->not_expressed = true;
        return;
    }
    if (i == s->parts) {
        memcpy(s->name[i], name, MONA_NAME);
        s->factor[s->parts++] = 0;
    }
    s->factor[i] += factor;
}

/* factor * name as a set. These return how many brackets they opened. */
static inline unsigned mona_multiple(struct mona_writer *w, const char name[MONA_NAME],
                                     uint64_t factor, char text[MONA_NAME])
{
    unsigned open = 0, place = 0;
    char next[MONA_NAME];
    while (factor >> place > 1)
        place++;
    memcpy(text, name, MONA_NAME);
    while (place-- > 0) {
        mona_new(w, next);
        bt_text_format(w->out, "twice(%s,%s) & ", text, next);
        open++;
        memcpy(text, next, MONA_NAME);
        if (factor >> place & 1) {
            mona_new(w, next);
            bt_text_format(w->out, "plus(%s,%s,%s) & ", text, name, next);
            open++;
            memcpy(text, next, MONA_NAME);
        }
    }
    return open;
}

/* What has a positive factor (sign 1) or a negative one, as one set. */
static inline unsigned mona_side(struct mona_writer *w, const struct mona_sum *s,
                                 int64_t sign, char text[MONA_SET])
{
    unsigned open = 0;
    bool begun = s->constant * sign > 0;
    mona_number(w->digits, begun ? (uint64_t)(s->constant * sign) : 0, text);
    for (size_t i = 0; i < s->parts; i++) {
        char part[MONA_NAME], sum[MONA_NAME];
        if (s->factor[i] * sign <= 0)
            continue;
        open += mona_multiple(w, s->name[i], (uint64_t)(s->factor[i] * sign), part);
        if (begun) {
            mona_new(w, sum);
            bt_text_format(w->out, "plus(%s,%s,%s) & ", text, part, sum);
            open++;
        }
        snprintf(text, MONA_SET, "%s", begun ? sum : part);
        begun = true;
    }
    return open;
}

/* The sum stands in this relation to 0. */
static inline void mona_compare(struct mona_writer *w, const struct mona_sum *s,
                                bti_relation relation)
{
    char a[MONA_SET], b[MONA_SET];
    unsigned open = mona_side(w, s, 1, a) + mona_side(w, s, -1, b);
    switch (relation) {
    case BTI_EQ:
        bt_text_format(w->out, "(%s = %s)", a, b);
        break;
    case BTI_NE:
        bt_text_format(w->out, "(%s ~= %s)", a, b);
        break;
    case BTI_LT:
        bt_text_format(w->out, "less(%s,%s)", a, b);
        break;
    case BTI_LE:
        bt_text_format(w->out, "~less(%s,%s)", b, a);
        break;
    case BTI_GT:
        bt_text_format(w->out, "less(%s,%s)", b, a);
        break;
    case BTI_GE:
        bt_text_format(w->out, "~less(%s,%s)", a, b);
        break;
    }
    mona_close(w, open);
}

static inline unsigned mona_collect(struct mona_writer *w, const bti_node *node,
                                    int64_t factor, struct mona_sum *s);

/* A set that is equal to the term. */
static inline unsigned mona_operand(struct mona_writer *w, const bti_node *node,
                                    char text[MONA_NAME])
{
    struct mona_sum s = {.parts = 0};
    if (node->op == BTI_OP_VAR) {
        mona_variable(w, node->var, text);
        return 0;
    }
    unsigned open = mona_collect(w, node, 1, &s);
    mona_new(w, text);
    mona_add(w, &s, text, -1);
    mona_compare(w, &s, BTI_EQ);
    bt_text_put(w->out, " & ");
    return open + 1;
}

/* All children as sets. */
static inline unsigned mona_operands(struct mona_writer *w, const bti_node *node,
                                     char text[][MONA_NAME], size_t *count)
{
    unsigned open = 0;
    *count = 0;
    for (const bti_node *child = node->first; child; child = child->next) {
        if (*count == MONA_PARTS) {
            w->not_expressed = true;
            break;
        }
        open += mona_operand(w, child, text[(*count)++]);
    }
    return open;
}

/* Where place p of the term with these operands has a one. */
static inline void mona_digit(struct mona_writer *w, bti_op op,
                              char operand[][MONA_NAME], size_t count)
{
    const char *between = op == BTI_OP_XOR      ? " <=> "
                          : op == BTI_OP_BIT_OR ? " | "
                                                : " & ";
    /* A chain of <=> is true when the number of false ones is even. */
    bt_text_put(w->out, op == BTI_OP_XOR && count % 2 == 0 ? "~(" : "(");
    for (size_t i = 0; i < count; i++) {
        bool last = i + 1 == count;
        bt_text_format(w->out, "%sp in %s%s", last ? "" : "(", operand[i],
                       last ? "" : between);
    }
    mona_close(w, (unsigned)count);
}

/* The digit term as a new set. */
static inline unsigned mona_digits(struct mona_writer *w, const bti_node *node,
                                   char text[MONA_NAME])
{
    char operand[MONA_PARTS][MONA_NAME];
    size_t count;
    unsigned open = mona_operands(w, node, operand, &count);
    mona_new(w, text);
    if (node->op == BTI_OP_LOW || node->op == BTI_OP_HIGH || node->op == BTI_OP_SHL) {
        bt_text_format(w->out, "%s(%s,%s)",
                       node->op == BTI_OP_LOW    ? "lowest"
                       : node->op == BTI_OP_HIGH ? "highest"
                                                 : "shifted",
                       operand[0], text);
    } else {
        bt_text_format(w->out, "(all1 p: p in %s <=> ", text);
        mona_digit(w, node->op, operand, count);
        bt_text_put_char(w->out, ')');
    }
    bt_text_put(w->out, " & ");
    return open + 1;
}

/* Adds factor times the term to the sum. */
static inline unsigned mona_collect(struct mona_writer *w, const bti_node *node,
                                    int64_t factor, struct mona_sum *s)
{
    char name[MONA_NAME];
    unsigned open = 0;
    if (factor > 1000000000 || factor < -1000000000)
        w->not_expressed = true;
    if (w->not_expressed)
        return 0;
    switch (node->op) {
    case BTI_OP_NUMBER:
        if (node->number > 1000000000)
            w->not_expressed = true;
        else
            s->constant += factor * (int64_t)node->number;
        return 0;
    case BTI_OP_VAR:
        mona_variable(w, node->var, name);
        break;
    case BTI_OP_SUM:
        for (const bti_node *child = node->first; child; child = child->next)
            open += mona_collect(w, child, factor, s);
        return open;
    case BTI_OP_NEG:
        return mona_collect(w, node->first, -factor, s);
    case BTI_OP_TIMES:
        return mona_collect(w, node->first, factor * (int64_t)node->number, s);
    default:
        open = mona_digits(w, node, name);
    }
    mona_add(w, s, name, factor);
    return open;
}

static inline struct mona_sum mona_difference(struct mona_writer *w,
                                              const struct mona_sum *a,
                                              const struct mona_sum *b)
{
    struct mona_sum d = *a;
    for (size_t i = 0; i < b->parts; i++)
        mona_add(w, &d, b->name[i], -b->factor[i]);
    d.constant -= b->constant;
    return d;
}

static inline void mona_chain(struct mona_writer *w, const bti_node *node)
{
    struct mona_sum last = {.parts = 0};
    unsigned open = mona_collect(w, node->first, 1, &last);
    for (const bti_node *child = node->first->next; child; child = child->next) {
        struct mona_sum here = {.parts = 0};
        open += mona_collect(w, child, 1, &here);
        struct mona_sum d = mona_difference(w, &last, &here);
        mona_compare(w, &d, child->relation);
        bt_text_put(w->out, child->next ? " & " : "");
        last = here;
    }
    mona_close(w, open);
}

/* The sum is some multiple of m and `rest`; sign -1: it is minus a multiple. */
static inline void mona_multiple_and(struct mona_writer *w, const struct mona_sum *s,
                                     int64_t m, int64_t sign, int64_t rest)
{
    struct mona_sum d = *s;
    char quotient[MONA_NAME];
    mona_new(w, quotient);
    mona_add(w, &d, quotient, -sign * m);
    d.constant -= rest;
    mona_compare(w, &d, BTI_EQ);
    bt_text_put_char(w->out, ')');
}

/* mod, in, divides */
static inline void mona_residue(struct mona_writer *w, const bti_node *node)
{
    struct mona_sum s = {.parts = 0};
    unsigned open = mona_collect(w, node->first, 1, &s);
    bt_text_put(w->out, "(false");
    for (const bti_node *n = node->first->next; n; n = n->next) {
        struct mona_sum d = s;
        if (node->op == BTI_OP_MOD && n->number >= node->number)
            continue;
        bt_text_put(w->out, " | ");
        d.constant -= (int64_t)n->number;
        if (node->op == BTI_OP_MOD) { /* a residue of either sign */
            mona_multiple_and(w, &s, (int64_t)node->number, 1, (int64_t)n->number);
            bt_text_put(w->out, " | ");
            mona_multiple_and(w, &s, (int64_t)node->number, -1, (int64_t)n->number);
        } else {
            mona_compare(w, &d, BTI_EQ);
        }
    }
    for (int64_t sign = 1; node->op == BTI_OP_DIVIDES && sign >= -1; sign -= 2) {
        bt_text_put(w->out, " | ");
        mona_multiple_and(w, &s, (int64_t)node->number, sign, 0);
    }
    mona_close(w, open + 1);
}

/* In every column a set of operands whose number m divides has the ones. */
static inline void mona_columns(struct mona_writer *w, const bti_node *node)
{
    char operand[MONA_PARTS][MONA_NAME];
    size_t count;
    unsigned open = mona_operands(w, node, operand, &count);
    if (count > 10) {
        w->not_expressed = true;
        return;
    }
    bt_text_put(w->out, "(all1 p: false");
    for (uint32_t set = 0; set < UINT32_C(1) << count; set++) {
        uint64_t ones = 0;
        for (size_t i = 0; i < count; i++)
            ones += set >> i & 1;
        if (ones % node->number != 0)
            continue;
        for (size_t i = 0; i < count; i++)
            bt_text_format(w->out, " %c p %s %s", i == 0 ? '|' : '&',
                           set >> i & 1 ? "in" : "notin", operand[i]);
    }
    mona_close(w, open + 1);
}

static inline void mona_formula(struct mona_writer *w, const bti_node *node)
{
    char name[MONA_NAME];
    unsigned open = 1;
    const char *between = node->op == BTI_OP_OR        ? " | "
                          : node->op == BTI_OP_IMPLIES ? " => "
                          : node->op == BTI_OP_IFF     ? " <=> "
                                                       : " & ";
    bt_text_put_char(w->out, '(');
    switch (node->op) {
    case BTI_OP_TRUE:
    case BTI_OP_FALSE:
        bt_text_put(w->out, node->op == BTI_OP_TRUE ? "true" : "false");
        break;
    case BTI_OP_CHAIN:
        mona_chain(w, node);
        break;
    case BTI_OP_MOD:
    case BTI_OP_IN:
    case BTI_OP_DIVIDES:
        mona_residue(w, node);
        break;
    case BTI_OP_POW2:
        open += mona_operand(w, node->first, name);
        bt_text_format(w->out, "(ex1 p: %s = {p})", name);
        break;
    case BTI_OP_COLS:
        mona_columns(w, node);
        break;
    case BTI_OP_EX:
    case BTI_OP_ALL:
        mona_variable(w, node->var, name);
        bt_text_format(w->out,
                       node->op == BTI_OP_EX ? "ex2 %s: number(%s) & "
                                             : "all2 %s: number(%s) => ",
                       name, name);
        mona_formula(w, node->first);
        break;
    case BTI_OP_NOT:
        bt_text_put_char(w->out, '~');
        /* fall through */
    default:
        for (const bti_node *child = node->first; child; child = child->next) {
            mona_formula(w, child);
            bt_text_put(w->out, child->next ? between : "");
        }
    }
    mona_close(w, open);
}

/* ---- games ---- */

static inline struct mona_writer mona_begin(const bti_game_file *file, bt_text *out)
{
    mona_head(out, file->scope.digits);
    return (struct mona_writer){.out = out,
                                .digits = file->scope.digits,
                                .vars = file->scope.vars,
                                .value = "g"};
}

static inline void mona_variables(struct mona_writer *w, char letter, uint64_t which)
{
    for (size_t i = 0; i < w->vars; i++)
        if (which >> i & 1)
            bt_text_format(w->out, "ex2 %c%zu: number(%c%zu) & ", letter, i, letter, i);
}

/* "~(ex2 v0,v1: position & ", a bracket that is to be closed. */
static inline void mona_nowhere(struct mona_writer *w, const bti_game_file *file)
{
    bt_text_put(w->out, "~(");
    mona_variables(w, 'v', w->vars < 64 ? (UINT64_C(1) << w->vars) - 1 : UINT64_MAX);
    if (file->position.formula) {
        mona_formula(w, file->position.formula);
        bt_text_put(w->out, " & ");
    }
}

/* Begins "(ex2 w0: move & "; the bracket is to be closed. */
static inline void mona_move(struct mona_writer *w, const bti_line *move)
{
    w->changes = move->changes;
    bt_text_put_char(w->out, '(');
    mona_variables(w, 'w', move->changes);
    mona_formula(w, move->formula);
}

/* Some move leads to where `claim` is true, or, without one, anywhere. */
static inline void mona_some_move(struct mona_writer *w, const bti_game_file *file,
                                  const bti_node *claim)
{
    bt_text_put(w->out, "(false");
    for (size_t r = 0; r < file->moves; r++) {
        bt_text_put(w->out, "\n | ");
        mona_move(w, &file->move[r]);
        if (claim) {
            w->after = true;
            bt_text_put(w->out, " & ");
            mona_formula(w, claim);
            w->after = false;
        }
        bt_text_put_char(w->out, ')');
    }
    bt_text_put_char(w->out, ')');
}

/* No move leads out of the positions. */
static inline void mona_closed(struct mona_writer *w, const bti_game_file *file)
{
    for (size_t r = 0; file->position.formula && r < file->moves; r++) {
        mona_nowhere(w, file);
        mona_move(w, &file->move[r]);
        w->after = true;
        bt_text_put(w->out, " & ~");
        mona_formula(w, file->position.formula);
        w->after = false;
        bt_text_put(w->out, "))\n& ");
    }
}

/* The three steps of `claim`. False: it is not expressed. */
static inline bool mona_steps(const bti_game_file *file, bool misere,
                              const bti_node *claim, bt_text *out)
{
    struct mona_writer w = mona_begin(file, out);
    mona_closed(&w, file);
    if (misere) { /* no terminal position is in it */
        mona_nowhere(&w, file);
        mona_formula(&w, claim);
        bt_text_put(out, " & ~");
        mona_some_move(&w, file, NULL);
        bt_text_put(out, ")\n& ");
    }
    mona_nowhere(&w, file); /* outside: a move into it; normal play: always */
    bt_text_put_char(out, '~');
    mona_formula(&w, claim);
    if (misere) {
        bt_text_put(out, " & ");
        mona_some_move(&w, file, NULL);
    }
    bt_text_put(out, " & ~");
    mona_some_move(&w, file, claim);
    bt_text_put(out, ")\n& ");
    mona_nowhere(&w, file); /* inside: none */
    mona_formula(&w, claim);
    bt_text_put(out, " & ");
    mona_some_move(&w, file, claim);
    bt_text_put(out, ");\n");
    return !w.not_expressed;
}

/* The conditions that `formula` gives the Grundy value g of every position. */
static inline bool mona_values(const bti_game_file *file, const bti_node *formula,
                               bt_text *out)
{
    struct mona_writer w = mona_begin(file, out);
    mona_closed(&w, file);
    mona_nowhere(&w, file); /* a value */
    bt_text_put(out, "~(ex2 g: number(g) & ");
    mona_formula(&w, formula);
    bt_text_put(out, "))\n& ");
    mona_nowhere(&w, file); /* only one */
    bt_text_put(out, "(ex2 g: number(g) & ");
    mona_formula(&w, formula);
    w.value = "h";
    bt_text_put(out, " & (ex2 h: number(h) & h ~= g & ");
    mona_formula(&w, formula);
    w.value = "g";
    bt_text_put(out, ")))\n& ");
    mona_nowhere(&w, file); /* that no option has */
    bt_text_put(out, "(ex2 g: number(g) & ");
    mona_formula(&w, formula);
    bt_text_put(out, " & ");
    mona_some_move(&w, file, formula);
    bt_text_put(out, "))\n& ");
    mona_nowhere(&w, file); /* and options have all smaller ones */
    bt_text_put(out, "(ex2 g: number(g) & ");
    mona_formula(&w, formula);
    w.value = "h";
    bt_text_put(out, " & (ex2 h: number(h) & less(h,g) & ~");
    mona_some_move(&w, file, formula);
    bt_text_put(out, ")));\n");
    return !w.not_expressed;
}

/* ---- why play ends ---- */

static inline unsigned mona_component(struct mona_writer *w, const bti_component *c,
                                      struct mona_sum *s)
{
    char name[MONA_NAME];
    if (c->kind == BTI_TERM)
        return mona_collect(w, c->term, 1, s);
    if (c->kind != BTI_SUM_OF)
        w->not_expressed = true;
    for (uint32_t i = 0; i < w->vars; i++)
        if (c->of >> i & 1) {
            mona_variable(w, i, name);
            mona_add(w, s, name, 1);
        }
    return 0;
}

/* The component after the move stands in this relation to the one before. */
static inline void mona_falls(struct mona_writer *w, const bti_component *c,
                              bti_relation relation)
{
    struct mona_sum before = {.parts = 0}, after = {.parts = 0};
    unsigned open = mona_component(w, c, &before);
    w->after = true;
    open += mona_component(w, c, &after);
    w->after = false;
    struct mona_sum d = mona_difference(w, &after, &before);
    mona_compare(w, &d, relation);
    mona_close(w, open);
}

/* Every move lowers the list of components, and none of them is ever negative. */
static inline bool mona_measure(const bti_game_file *file, const bti_measure *measure,
                                bt_text *out)
{
    struct mona_writer w = mona_begin(file, out);
    for (size_t i = 0; i < measure->components; i++) {
        struct mona_sum s = {.parts = 0};
        mona_nowhere(&w, file);
        bt_text_put(out, "~(");
        unsigned open = mona_component(&w, &measure->component[i], &s);
        mona_compare(&w, &s, BTI_GE);
        mona_close(&w, open + 2);
        bt_text_put(out, "\n& ");
    }
    for (size_t r = 0; r < file->moves; r++) {
        mona_nowhere(&w, file);
        mona_move(&w, &file->move[r]);
        bt_text_put(out, " & ~(false");
        for (size_t i = 0; i < measure->components; i++) {
            bt_text_put(out, " | ");
            mona_falls(&w, &measure->component[i], BTI_LT);
            bt_text_put(out, i + 1 < measure->components ? " | (" : "");
            if (i + 1 < measure->components) {
                mona_falls(&w, &measure->component[i], BTI_EQ);
                bt_text_put(out, " & (false");
            }
        }
        mona_close(&w, 2 * (unsigned)(measure->components - 1) + 3);
        bt_text_put(out, r + 1 < file->moves ? "\n& " : ";\n");
    }
    return !w.not_expressed;
}

/* ---- the judge ---- */

typedef enum { MONA_LIMIT, MONA_VALID, MONA_NOT_VALID, MONA_BROKEN } mona_verdict;

static inline bool mona_is_installed(void)
{
    return system("command -v mona >/dev/null 2>&1") == 0;
}

/* Asks MONA whether the closed formula is valid; it gets so many seconds of processor
 * time and half of a 32-bit machine's memory. */
static inline mona_verdict mona_judge(bt_span text, unsigned seconds)
{
    char name[] = "/tmp/bouton_monaXXXXXX", command[160], line[400];
    mona_verdict verdict = MONA_LIMIT;
    int fd = mkstemp(name);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file)
        return MONA_BROKEN;
    fwrite(text.at, 1, text.len, file);
    fclose(file);
    snprintf(command, sizeof command,
             "ulimit -c 0; ulimit -t %u; ulimit -v 2000000; exec mona -q %s 2>&1",
             seconds, name);
    FILE *in = popen(command, "r");
    while (in && fgets(line, sizeof line, in))
        if (strstr(line, "Formula is valid"))
            verdict = MONA_VALID;
        else if (strstr(line, "Formula is unsatisfiable"))
            verdict = MONA_NOT_VALID;
        else if (strstr(line, "rror"))
            verdict = MONA_BROKEN;
    if (!in || pclose(in) < 0)
        verdict = MONA_BROKEN;
    remove(name);
    return verdict;
}

#endif
