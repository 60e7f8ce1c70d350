/* SPDX-License-Identifier: MIT
 * Is a certificate right? The notes' three steps for the set P that its automaton
 * accepts, and a measure that every move lowers. If play ends, induction along it shows
 * that only one set has these properties, so P is the set of P-positions. Every step is
 * a question of the kind "is there a position such that", answered for all positions at
 * once by check_search.c, and where that grows too large by check_union.c or
 * check_strategy.c.
 *
 * Grundy values likewise: the automaton accepts a position with its value, and where
 * values are 0 is P.
 *
 * A sum is right if the values of its parts are: a move is made in one part, so the
 * value of the whole is the nim-sum of theirs (Sprague 1935, Grundy 1939). In misere
 * play one more thing must hold of each part, see check_tame. */
#include "check/check_automaton.h"
#include "check/check_can_move.h"
#include "check/check_defined.h"
#include "check/check_effort.h"
#include "check/check_search.h"
#include "check/check_strategy.h"
#include "check/check_union.h"
#include "core/grow.h"

#include <string.h>

typedef struct {
    bt_context *ctx;
    bt_arena *arena;
    bti_certificate *c;
    bool tame; /* a part of a sum in misere play */
    bti_check_effort *effort;
    bt_checked *out;
    bool *needless; /* rules, see find_needless */
} job;

typedef struct {
    bti_question q;
    bti_machine **left, **right;
    size_t lefts, rights;
    size_t move; /* the numbers that it changes are part of an answer; else SIZE_MAX */
} question;

static bt_status begin(job *j, question *k)
{
    memset(k, 0, sizeof *k);
    k->move = SIZE_MAX;
    bt_status status = bti_question_begin(&k->q, j->ctx, j->c);
    size_t most = j->c->moves + 1;
    if (status == BT_OK) {
        k->left = bt_arena_alloc(&k->q.arena, 2 * most, sizeof(bti_machine *));
        status = k->left ? BT_OK : bt_last_status(j->ctx);
        k->right = k->left ? k->left + most : NULL;
    }
    return status;
}

/* A left machine: a position. With a move (else SIZE_MAX), the numbers that it changes
 * are local. */
static bt_status new_position(question *k, size_t move, bti_machine **m)
{
    const bti_certificate *c = k->q.c;
    BT_TRY(bti_machine_new(&k->q, move, m));
    k->left[k->lefts++] = *m;
    return c->position ? bti_machine_and(&k->q, *m, c->position, true, false) : BT_OK;
}

static bt_status new_left(question *k, size_t move, bti_machine **m)
{
    BT_TRY(new_position(k, move, m));
    return move == SIZE_MAX
               ? BT_OK
               : bti_machine_and(&k->q, *m, k->q.c->move[move], true, false);
}

/* There is a move; where it leads does not matter. */
static bt_status add_can_move(question *k, bti_machine *m, size_t move)
{
    const bti_check_node *can;
    BT_TRY(bti_check_can_move(k->q.c, move, &can));
    return bti_machine_and(&k->q, m, can, true, false);
}

static bt_status new_movable(question *k, size_t move, bti_machine **m)
{
    BT_TRY(new_position(k, move, m));
    return add_can_move(k, *m, move);
}

static bool about_values(const job *j)
{
    return j->c->names > j->c->vars;
}

/* Right machines: there is a move (into P, or to the value in question). */
static bt_status add_moves(question *k, bool into_p)
{
    const bti_certificate *c = k->q.c;
    for (size_t i = 0; i < c->moves; i++) {
        bti_machine *m;
        BT_TRY(bti_machine_new(&k->q, i, &m));
        BT_TRY(into_p ? bti_machine_and(&k->q, m, c->move[i], true, false)
                      : add_can_move(k, m, i));
        if (into_p && c->names > c->vars)
            BT_TRY(bti_machine_add_value(&k->q, m, BTI_VALUE_OTHER));
        if (into_p)
            BT_TRY(bti_machine_and_pset(&k->q, m, true, true));
        BT_TRY(bti_machine_finish(&k->q, m));
        k->right[k->rights++] = m;
    }
    return BT_OK;
}

/* Where the number of a variable stands in the answer, or of the same one after the
 * move; SIZE_MAX: it is not a part of it. */
static size_t place_of(const question *k, size_t var, bool after)
{
    uint32_t changed = k->move == SIZE_MAX ? 0 : k->q.c->changed[k->move];
    size_t place = var;
    for (size_t i = 0; i < var; i++)
        place += changed >> i & 1;
    if (after && !(changed >> var & 1))
        return SIZE_MAX;
    return place + after;
}

static const char *say_position(job *j, const question *k, const bti_witness *w)
{
    bt_text text;
    const char *copy, *comma = "";
    if (!w->fits)
        return bt_words_for(j->ctx, BT_TEXT("a position with numbers above 2^64"));
    bt_text_init(&text, j->ctx);
    for (size_t i = 0; i < 2 * j->c->vars; i++) {
        bool after = i >= j->c->vars;
        size_t var = i % j->c->vars, place = place_of(k, var, after);
        if (place == SIZE_MAX)
            continue;
        bt_text_format(&text, "%s%s%s = %llu", comma, j->c->var[var], after ? "'" : "",
                       (unsigned long long)w->number[place]);
        comma = ", ";
    }
    if (k->move == SIZE_MAX && k->q.outer > j->c->vars)
        bt_text_format(&text, ", value %llu",
                       (unsigned long long)w->number[j->c->vars]);
    copy = bt_text_status(&text) == BT_OK ? bt_arena_copy(j->arena, bt_text_span(&text))
                                          : NULL;
    bt_text_free(&text);
    return copy;
}

/* Why a certificate is wrong: a message, and the {number} and the {line} in it. */
typedef struct {
    const char *sentence;
    size_t number, line;
} reason;

static const char *say_why(job *j, const reason *why)
{
    bt_text text;
    bt_text_init(&text, j->ctx);
    bt_say(&text, why->sentence,
           BT_ARGS(BT_NUM("number", why->number), BT_NUM("line", why->line)));
    const char *copy = bt_text_status(&text) == BT_OK
                           ? bt_arena_copy(j->arena, bt_text_span(&text))
                           : NULL;
    bt_text_free(&text);
    return copy;
}

/* If there is a witness, the certificate is wrong for the reason given. */
static bt_status answer(job *j, const question *k, const bti_witness *w,
                        const reason *why)
{
    if (!w->found)
        return BT_OK;
    j->out->yes = false;
    j->out->why_not = say_why(j, why);
    if (!j->out->why_not)
        return bt_last_status(j->ctx);
    j->out->position = say_position(j, k, w);
    return j->out->position ? BT_OK : bt_last_status(j->ctx);
}

static bt_status search(job *j, question *k, size_t most, bti_witness *w)
{
    for (size_t i = 0; i < k->lefts; i++)
        BT_TRY(bti_machine_finish(&k->q, k->left[i]));
    BT_TRY(bti_check_search(&k->q, k->left, k->lefts, k->right, k->rights, most, w));
    j->out->searched += w->looked_at;
    return BT_OK;
}

static bt_status ask_why(job *j, question *k, const reason *why)
{
    bti_witness w;
    BT_TRY(search(j, k, SIZE_MAX, &w));
    return answer(j, k, &w, why);
}

static bt_status ask(job *j, question *k, const char *sentence)
{
    return ask_why(j, k, &(reason){.sentence = sentence});
}

/* Step 0: a state and where it goes by zeros give the same answer. */
static bt_status check_zeros(job *j, question *k, size_t unused)
{
    const bti_certificate *c = j->c;
    (void)k;
    (void)unused;
    for (size_t q = 0; q < c->states; q++) {
        size_t to = c->first[q];
        for (size_t v = 0; v < c->names; v++)
            to = c->level[v].pair[2 * to];
        if (c->accept[to] == c->accept[q])
            continue;
        j->out->yes = false;
        j->out->why_not = say_why(
            j,
            &(reason){BT_TEXT("more zeros change the answer of state {number} of the "
                              "automaton"),
                      q, 0});
        return j->out->why_not ? BT_OK : bt_last_status(j->ctx);
    }
    return BT_OK;
}

/* A line of the file, and where it must be defined. */
typedef enum { POSITION, MOVE, CLAIM, GRUNDY, MEASURE, LINE_KINDS } line_kind;

typedef struct {
    const bti_check_node *node;
    line_kind kind;
    size_t number; /* among those of its kind, from 0 */
} file_line;

static size_t lines_of(const bti_certificate *c, line_kind kind)
{
    const size_t count[LINE_KINDS] = {[POSITION] = c->position != NULL,
                                      [MOVE] = c->moves,
                                      [CLAIM] = c->claims,
                                      [GRUNDY] = c->grundys,
                                      [MEASURE] = c->measures};
    return count[kind];
}

/* Positions first: the other lines are used at positions only. */
static file_line line_at(const bti_certificate *c, size_t i)
{
    const bti_check_node *const *const nodes[LINE_KINDS] = {[POSITION] = &c->position,
                                                            [MOVE] = c->move,
                                                            [CLAIM] = c->claim,
                                                            [GRUNDY] = c->grundy,
                                                            [MEASURE] = c->measure};
    line_kind kind = POSITION;
    for (; i >= lines_of(c, kind); kind++)
        i -= lines_of(c, kind);
    return (file_line){nodes[kind][i], kind, i};
}

static reason why_undefined(const file_line *l)
{
    static const char *const sentence[LINE_KINDS] = {
        BT_TEXT("line {line} (position) is undefined, because a negative number has no "
                "digits"),
        BT_TEXT("line {line} (move {number}) is undefined, because a negative number "
                "has no digits"),
        BT_TEXT("line {line} (claim {number}) is undefined, because a negative number "
                "has no digits"),
        BT_TEXT("line {line} (grundy {number}) is undefined, because a negative number "
                "has no digits"),
        BT_TEXT(
            "line {line} (measure {number}) is undefined, because a negative number "
            "has no digits")};
    return (reason){sentence[l->kind], l->number + 1, l->node->line};
}

/* Step 0, from version 5 on: is there a place where the line is undefined? The line
 * `position` must be defined everywhere, a move at positions with any numbers after
 * them, a formula for values at positions with any value. */
static bt_status check_defined(job *j, question *k, size_t which)
{
    const file_line l = line_at(j->c, which);
    const bti_check_node *undefined;
    bti_machine *m;
    BT_TRY(bti_check_undefined(j->c, l.node, &undefined));
    if (!undefined)
        return BT_OK;
    k->move = l.kind == MOVE ? l.number : SIZE_MAX;
    BT_TRY(bti_machine_new_any(&k->q, k->move, &m));
    k->left[k->lefts++] = m;
    if (l.kind == GRUNDY) {
        k->q.outer = j->c->names;
        BT_TRY(bti_machine_add_value(&k->q, m, BTI_VALUE_GIVEN));
    }
    if (j->c->position && l.kind != POSITION)
        BT_TRY(bti_machine_and(&k->q, m, j->c->position, true, false));
    BT_TRY(bti_machine_and(&k->q, m, undefined, true, false));
    const reason undefined_there = why_undefined(&l);
    return ask_why(j, k, &undefined_there);
}

/* Step 1, in both directions: the formula is what the automaton accepts. */
static bt_status compare(job *j, question *k, const bti_check_node *formula,
                         bti_value value, const reason *why)
{
    for (int in_p = 0; in_p < 2; in_p++) {
        bti_machine *m;
        BT_TRY(new_left(k, SIZE_MAX, &m));
        if (about_values(j))
            BT_TRY(bti_machine_add_value(&k->q, m, value));
        BT_TRY(bti_machine_and(&k->q, m, formula, in_p == 0, false));
        BT_TRY(bti_machine_and_pset(&k->q, m, in_p == 1, false));
    }
    return ask_why(j, k, why);
}

static bt_status check_claim(job *j, question *k, size_t which)
{
    return compare(j, k, j->c->claim[which], BTI_VALUE_ZERO,
                   &(reason){about_values(j)
                                 ? BT_TEXT("claim {number} is not where the automaton "
                                           "accepts 0 (step 1)")
                                 : BT_TEXT("claim {number} is not what the automaton "
                                           "accepts (step 1)"),
                             which + 1, 0});
}

static bt_status check_grundy(job *j, question *k, size_t which)
{
    k->q.outer = j->c->names;
    return compare(j, k, j->c->grundy[which], BTI_VALUE_GIVEN,
                   &(reason){BT_TEXT("formula {number} for values is not what the "
                                     "automaton accepts (step 1)"),
                             which + 1, 0});
}

static bt_status check_terminal(job *j, question *k, size_t unused)
{
    bti_machine *m;
    (void)unused;
    BT_TRY(new_left(k, SIZE_MAX, &m));
    BT_TRY(bti_machine_and_pset(&k->q, m, j->c->misere, false));
    BT_TRY(add_moves(k, false));
    return ask(j, k,
               j->c->misere
                   ? BT_TEXT("a terminal position is in P, in misère play (step 2 i)")
                   : BT_TEXT("a terminal position is not in P (step 2 i)"));
}

/* Is there a position that has a move by a rule, but none by the earlier ones that are
 * not needless? */
static bt_status ask_needless(job *j, question *k, size_t rule)
{
    bti_machine *m;
    bti_witness w;
    BT_TRY(new_movable(k, rule, &m));
    for (size_t i = 0; i < rule; i++) {
        if (j->needless[i])
            continue;
        BT_TRY(bti_machine_new(&k->q, i, &m));
        BT_TRY(add_can_move(k, m, i));
        BT_TRY(bti_machine_finish(&k->q, m));
        k->right[k->rights++] = m;
    }
    BT_TRY(search(j, k, j->effort->pairs, &w));
    j->needless[rule] = !w.found && !w.gave_up;
    return BT_OK;
}

/* In misere play a position is asked about if it has a move. A few rules may be enough
 * to say which have. */
static bt_status find_needless(job *j)
{
    j->needless = bt_arena_alloc(j->arena, j->c->moves, sizeof *j->needless);
    bt_status status = j->needless ? BT_OK : bt_last_status(j->ctx);
    for (size_t i = 1; i < j->c->moves && status == BT_OK; i++) {
        question k;
        status = begin(j, &k);
        if (status == BT_OK)
            status = ask_needless(j, &k, i);
        bti_question_end(&k.q);
    }
    return status;
}

/* Left machines: positions outside P that need a move, or positions with a number below
 * their value. */
static bt_status add_needy(job *j, question *k)
{
    bti_machine *m;
    bool values = about_values(j);
    k->q.outer = j->c->names;
    for (size_t i = 0; i < (j->c->misere ? j->c->moves : 1); i++) {
        if (j->needless && j->needless[i])
            continue;
        BT_TRY(j->c->misere ? new_movable(k, i, &m) : new_left(k, SIZE_MAX, &m));
        if (values)
            BT_TRY(bti_machine_add_value(&k->q, m, BTI_VALUE_LARGER));
        BT_TRY(bti_machine_and_pset(&k->q, m, values, false));
    }
    return BT_OK;
}

static bt_status ask_strategy(job *j, question *k, size_t most, bti_strategy *s)
{
    BT_TRY(add_needy(j, k));
    for (size_t i = 0; i < k->lefts; i++)
        BT_TRY(bti_machine_finish(&k->q, k->left[i]));
    for (size_t i = 0; i < j->c->moves; i++) {
        bti_machine *m;
        BT_TRY(bti_machine_new_pair(&k->q, i, &m));
        BT_TRY(bti_machine_and(&k->q, m, j->c->move[i], true, false));
        BT_TRY(bti_machine_and_pset(&k->q, m, true, true));
        BT_TRY(bti_machine_finish(&k->q, m));
        k->right[k->rights++] = m;
    }
    return bti_check_strategy(&k->q, k->left, k->lefts, k->right, k->rights, most, s);
}

/* The same by a strategy from the most significant digit on; limits are no failure
 * here, there is another way. */
static bt_status play(job *j, size_t most, bti_strategy *s)
{
    question k;
    bt_status status = bti_check_study_backwards(j->c);
    if (status == BT_OK) {
        status = begin(j, &k);
        k.q.down = true;
        k.q.every_term = false;
        if (status == BT_OK)
            status = ask_strategy(j, &k, most, s);
        bti_question_end(&k.q);
    }
    j->effort->won = s->won;
    j->out->searched += s->looked_at;
    return status == BT_UNABLE ? BT_OK : status;
}

/* The same by a union that should be everything: what the left machines do not accept,
 * and what the right ones do; for binary digits. */
static bt_status unite(job *j, question *k, size_t budget, bti_witness *w)
{
    bti_union u;
    bt_status status = bti_union_begin(&u, j->ctx, k->q.outer, budget);
    for (size_t i = 0; i < k->lefts && status == BT_OK && !u.gave_up; i++)
        status = bti_union_add(&u, &k->q, k->left[i]);
    bti_union_complement(&u);
    for (size_t i = 0; i < k->rights && status == BT_OK && !u.gave_up; i++)
        status = bti_union_add(&u, &k->q, k->right[i]);
    j->out->searched += budget - u.budget;
    if (status == BT_OK && !u.gave_up)
        status = bti_union_missing(&u, w);
    w->gave_up = u.gave_up;
    bti_union_end(&u);
    return status;
}

/* Union and strategy in turn, with more patience the second time, then the union for as
 * long as it takes. */
static bt_status try_both(job *j, question *k, bti_witness *w)
{
    enum { MORE_STATES = 50, MORE_NODES = 20 };
    size_t states = j->effort->states, nodes = j->effort->nodes;
    bti_strategy s = {.gave_up = true};
    for (int round = 0; round < 2 && w->gave_up && !s.won; round++) {
        BT_TRY(unite(j, k, states, w));
        if (w->gave_up && s.gave_up)
            BT_TRY(play(j, nodes, &s));
        states = states < SIZE_MAX / MORE_STATES ? MORE_STATES * states : SIZE_MAX;
        nodes *= MORE_NODES;
    }
    return w->gave_up && !s.won ? unite(j, k, SIZE_MAX, w) : BT_OK;
}

/* Has everything that the left machines accept an option of the wanted kind? By search,
 * or, where that grows too large, in another way. */
static bt_status ask_for_move(job *j, question *k, const char *sentence)
{
    bti_witness w;
    if (j->c->misere)
        BT_TRY(find_needless(j));
    BT_TRY(add_needy(j, k));
    BT_TRY(add_moves(k, true));
    BT_TRY(search(j, k, j->c->digits ? SIZE_MAX : j->effort->pairs, &w));
    if (w.gave_up)
        BT_TRY(try_both(j, k, &w));
    return j->effort->won ? BT_OK : answer(j, k, &w, &(reason){.sentence = sentence});
}

static bt_status check_way_in(job *j, question *k, size_t unused)
{
    (void)unused;
    return ask_for_move(
        j, k,
        BT_TEXT("from a position outside P no move leads into P (step 2 "
                "ii)"));
}

static bt_status check_way_out(job *j, question *k, size_t unused)
{
    bti_machine *m;
    (void)unused;
    for (size_t i = 0; i < j->c->moves; i++) {
        BT_TRY(new_left(k, i, &m));
        BT_TRY(bti_machine_and_pset(&k->q, m, true, false));
        BT_TRY(bti_machine_and_pset(&k->q, m, true, true));
    }
    return ask(j, k, BT_TEXT("a move leads from P to P (step 2 iii)"));
}

/* Values: some for every position. Not two: of two, the larger one would need an option
 * with the smaller one. */
static bt_status check_valued(job *j, question *k, size_t unused)
{
    bti_machine *m;
    (void)unused;
    BT_TRY(new_left(k, SIZE_MAX, &m));
    BT_TRY(bti_machine_new(&k->q, SIZE_MAX, &m));
    BT_TRY(bti_machine_add_value(&k->q, m, BTI_VALUE_SOME));
    BT_TRY(bti_machine_and_pset(&k->q, m, true, false));
    BT_TRY(bti_machine_finish(&k->q, m));
    k->right[k->rights++] = m;
    return ask(j, k, BT_TEXT("a position has no value (step 2 i)"));
}

static bt_status check_different(job *j, question *k, size_t unused)
{
    bti_machine *m;
    (void)unused;
    for (size_t i = 0; i < j->c->moves; i++) {
        BT_TRY(new_left(k, i, &m));
        BT_TRY(bti_machine_add_value(&k->q, m, BTI_VALUE_SOME));
        BT_TRY(bti_machine_and_pset(&k->q, m, true, false));
        BT_TRY(bti_machine_and_pset(&k->q, m, true, true));
    }
    return ask(j, k, BT_TEXT("an option has the same value (step 2 ii)"));
}

static bt_status check_smaller(job *j, question *k, size_t unused)
{
    (void)unused;
    return ask_for_move(
        j, k,
        BT_TEXT("a number below the value of a position is not the value of any option "
                "(step 2 iii)"));
}

/* From a position of value 0 that has a move some move leads to value 1. Then P in a
 * sum is, as in misere Nim, where the nim-sum of the values is 0 if some value is above
 * 1, and 1 if none is: when all values are 0, there is a way to nim-sum 1. */
static bt_status check_tame(job *j, question *k, size_t unused)
{
    bti_machine *m;
    (void)unused;
    for (size_t i = 0; i < j->c->moves; i++) {
        BT_TRY(new_movable(k, i, &m));
        BT_TRY(bti_machine_add_value(&k->q, m, BTI_VALUE_ZERO));
        BT_TRY(bti_machine_and_pset(&k->q, m, true, false));
        BT_TRY(bti_machine_new(&k->q, i, &m));
        BT_TRY(bti_machine_and(&k->q, m, j->c->move[i], true, false));
        BT_TRY(bti_machine_add_value(&k->q, m, BTI_VALUE_ONE));
        BT_TRY(bti_machine_and_pset(&k->q, m, true, true));
        BT_TRY(bti_machine_finish(&k->q, m));
        k->right[k->rights++] = m;
    }
    return ask(j, k,
               BT_TEXT("a position has value 0 and a move, but no option of value 1 "
                       "(step 4)"));
}

static bt_status check_staying(job *j, question *k, size_t unused)
{
    bti_machine *m;
    (void)unused;
    for (size_t i = 0; i < j->c->moves && j->c->position; i++) {
        BT_TRY(new_left(k, i, &m));
        BT_TRY(bti_machine_and(&k->q, m, j->c->position, false, true));
    }
    return ask(j, k,
               BT_TEXT("a move leads to something that is not a position (step 2)"));
}

static bt_status check_component(job *j, question *k, size_t which)
{
    bti_machine *m;
    if (bti_component_is_natural(j->c->measure[which]))
        return BT_OK;
    BT_TRY(new_left(k, SIZE_MAX, &m));
    BT_TRY(bti_machine_and_negative(&k->q, m, j->c->measure[which]));
    return ask_why(
        j, k,
        &(reason){BT_TEXT("component {number} of the measure is not a natural "
                          "number (step 3)"),
                  which + 1, 0});
}

static bt_status check_measure(job *j, question *k, size_t move)
{
    bti_machine *m;
    BT_TRY(new_left(k, move, &m));
    BT_TRY(bti_machine_and_rises(&k->q, m, j->c->drop ? j->c->drop[move] : SIZE_MAX));
    return ask_why(
        j, k,
        &(reason){BT_TEXT("move {number} does not lower the measure (step 3)"),
                  move + 1, 0});
}

/* All questions of one kind, until one says no. */
static bt_status check_each(job *j, size_t count,
                            bt_status (*check)(job *, question *, size_t))
{
    for (size_t i = 0; i < count && j->out->yes; i++) {
        question k;
        bt_status status = begin(j, &k);
        if (status == BT_OK)
            status = check(j, &k, i);
        bti_question_end(&k.q);
        BT_TRY(status);
    }
    return BT_OK;
}

/* Is there something that a left machine accepts? Beyond this much effort it is taken
 * for granted: a theorem does not hang on it. */
static bt_status ask_exists(question *k, bool *exists)
{
    enum { PAIRS = 100000 };
    bti_witness w;
    BT_TRY(bti_machine_finish(&k->q, k->left[0]));
    BT_TRY(bti_check_search(&k->q, k->left, 1, k->right, 0, PAIRS, &w));
    *exists = w.found || w.gave_up;
    return BT_OK;
}

/* Is there a position, with a move by this rule unless that is SIZE_MAX? */
static bt_status exists(job *j, size_t rule, bool *yes)
{
    question k;
    bti_machine *m;
    bt_status status = begin(j, &k);
    if (status == BT_OK)
        status = rule == SIZE_MAX ? new_left(&k, rule, &m) : new_movable(&k, rule, &m);
    if (status == BT_OK)
        status = ask_exists(&k, yes);
    bti_question_end(&k.q);
    *yes = *yes || status == BT_UNABLE;
    return status == BT_UNABLE ? BT_OK : status;
}

/* Whether the theorem is about nothing. */
static bt_status look_for_play(job *j)
{
    bool some = false;
    if (!j->out->yes)
        return BT_OK;
    BT_TRY(exists(j, SIZE_MAX, &some));
    j->out->no_positions = !some;
    some = false;
    for (size_t i = 0; i < j->c->moves && !some; i++)
        BT_TRY(exists(j, i, &some));
    j->out->no_moves = !some;
    return BT_OK;
}

static bt_status check_lines(job *j)
{
    size_t lines = 0;
    for (line_kind kind = POSITION; kind < LINE_KINDS; kind++)
        lines += lines_of(j->c, kind);
    return check_each(j, j->c->version < 5 ? 0 : lines, check_defined);
}

static bt_status check_all(job *j)
{
    BT_TRY(check_each(j, 1, check_zeros));
    BT_TRY(check_lines(j));
    BT_TRY(check_each(j, j->c->claims, check_claim));
    BT_TRY(check_each(j, j->c->grundys, check_grundy));
    BT_TRY(check_each(j, j->c->position ? 1 : 0, check_staying));
    BT_TRY(check_each(j, 1, about_values(j) ? check_valued : check_terminal));
    BT_TRY(check_each(j, 1, about_values(j) ? check_different : check_way_out));
    BT_TRY(check_each(j, 1, about_values(j) ? check_smaller : check_way_in));
    BT_TRY(check_each(j, j->c->measures, check_component));
    BT_TRY(check_each(j, j->c->moves, check_measure));
    BT_TRY(check_each(j, j->tame, check_tame));
    return look_for_play(j);
}

static bt_status check_part(bt_arena *arena, bti_certificate *c, bool tame,
                            bti_check_effort *effort, bt_checked *out)
{
    job j = {arena->ctx, arena, c, tame, effort, out, NULL};
    *out = (bt_checked){.yes = true};
    effort->won = false;
    out->version = c->version;
    out->game = c->game;
    out->var = c->var;
    out->vars = c->vars;
    out->digits = c->digits_text;
    out->misere = c->misere;
    out->rest = c->position_text;
    out->claim = c->claim_text;
    out->claims = c->claims;
    out->value = c->names > c->vars ? c->var[c->vars] : NULL;
    out->grundy = c->grundy_text;
    out->grundys = c->grundys;
    out->measure = c->measure_text;
    out->measures = c->measures;
    out->moves = c->moves;
    out->states = c->states;
    for (size_t v = 0; v < c->names; v++)
        out->nodes += c->level[v].nodes;
    BT_TRY(bti_check_study(c));
    return check_all(&j);
}

/* The variables of all parts. */
static bt_status gather_variables(bt_arena *arena, const bti_certificates *all,
                                  bt_checked *out)
{
    const char **var;
    BT_TRY(BTI_ARENA_NEW(arena, var, all->parts * BTI_CHECK_VARS));
    for (size_t i = 0; i < all->parts; i++)
        for (size_t v = 0; v < all->part[i].vars; v++)
            var[out->vars++] = all->part[i].var[v];
    out->var = var;
    return BT_OK;
}

static bt_status check_sum(bt_arena *arena, const bti_certificates *all,
                           bti_check_effort *effort, bt_checked *out)
{
    bt_checked *part;
    BT_TRY(BTI_ARENA_NEW(arena, part, all->parts));
    *out = (bt_checked){.yes = true,
                        .version = all->part[0].version,
                        .game = all->part[0].game,
                        .misere = all->misere,
                        .no_moves = true,
                        .part = part,
                        .parts = all->parts};
    BT_TRY(gather_variables(arena, all, out));
    for (size_t i = 0; i < all->parts && out->yes; i++) {
        BT_TRY(check_part(arena, &all->part[i], all->misere, effort, &part[i]));
        out->yes = part[i].yes;
        out->no_positions = out->no_positions || part[i].no_positions;
        out->no_moves = out->no_moves && part[i].no_moves;
        out->why_not = part[i].why_not;
        out->position = part[i].position;
        out->moves += part[i].moves;
        out->states += part[i].states;
        out->nodes += part[i].nodes;
        out->searched += part[i].searched;
    }
    return BT_OK;
}

bt_status bti_check_with_effort(bt_arena *arena, bt_span bytes,
                                bti_check_effort *effort, bt_checked *out)
{
    bti_certificates all;
    bt_checked found;
    memset(out, 0, sizeof *out);
    BT_TRY(bti_check_read(arena, bytes, &all));
    BT_TRY(all.part->of_sum ? check_sum(arena, &all, effort, &found)
                            : check_part(arena, all.part, false, effort, &found));
    *out = found;
    return BT_OK;
}

bt_status bt_check_certificate(bt_arena *arena, bt_span bytes, bt_checked *out)
{
    bti_check_effort usual = {.pairs = 1000, .states = 8000, .nodes = 300000};
    return bti_check_with_effort(arena, bytes, &usual, out);
}
