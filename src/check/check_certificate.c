/* SPDX-License-Identifier: MIT
 * Is a certificate right? The notes' three steps for the set P that its automaton
 * accepts, and a measure that every move lowers. If play ends, induction along it shows
 * that only one set has these properties, so P is the set of P-positions. Every step is
 * a question of the kind "is there a position such that", answered for all positions at
 * once by check_search.c. */
#include <bouton/certificate.h>

#include "check/check_automaton.h"
#include "check/check_search.h"
#include "check/check_strategy.h"
#include "check/check_union.h"

#include <string.h>

/* How much is done before something else is tried: pairs of the search, states of the
 * union, nodes of the strategy. */
#ifndef BTI_CHECK_PAIRS
#define BTI_CHECK_PAIRS 1000
#endif
enum { MOST_PAIRS = BTI_CHECK_PAIRS, MOST_STATES = 30000, MOST_NODES = 300000 };

typedef struct {
    bt_context *ctx;
    bt_arena *arena;
    bti_certificate *c;
    bt_checked *out;
} job;

typedef struct {
    bti_question q;
    bti_machine **left, **right;
    size_t lefts, rights;
} question;

static bt_status begin(job *j, question *k)
{
    memset(k, 0, sizeof *k);
    bt_status status = bti_question_begin(&k->q, j->ctx, j->c);
    size_t most = j->c->moves + 1;
    if (status == BT_OK) {
        k->left = bt_arena_alloc(&k->q.arena, 2 * most, sizeof(bti_machine *));
        status = k->left ? BT_OK : bt_last_status(j->ctx);
        k->right = k->left ? k->left + most : NULL;
    }
    return status;
}

/* A left machine: a position, perhaps with a move. */
static bt_status new_left(question *k, size_t move, bti_machine **m)
{
    const bti_certificate *c = k->q.c;
    BT_TRY(bti_machine_new(&k->q, move, m));
    k->left[k->lefts++] = *m;
    if (c->position)
        BT_TRY(bti_machine_and(&k->q, *m, c->position, true, false));
    return move == SIZE_MAX ? BT_OK
                            : bti_machine_and(&k->q, *m, c->move[move], true, false);
}

/* Right machines: there is a move (into P). */
static bt_status add_moves(question *k, bool into_p)
{
    const bti_certificate *c = k->q.c;
    for (size_t i = 0; i < c->moves; i++) {
        bti_machine *m;
        BT_TRY(bti_machine_new(&k->q, i, &m));
        BT_TRY(bti_machine_and(&k->q, m, c->move[i], true, false));
        if (into_p)
            BT_TRY(bti_machine_and_pset(&k->q, m, true, true));
        BT_TRY(bti_machine_finish(&k->q, m));
        k->right[k->rights++] = m;
    }
    return BT_OK;
}

static const char *say_position(job *j, const bti_witness *w)
{
    bt_text text;
    const char *copy;
    if (!w->fits)
        return "a position with numbers above 2^64";
    bt_text_init(&text, j->ctx);
    for (size_t i = 0; i < j->c->vars; i++)
        bt_text_format(&text, "%s%s = %llu", i > 0 ? ", " : "", j->c->var[i],
                       (unsigned long long)w->number[i]);
    copy = bt_text_status(&text) == BT_OK ? bt_arena_copy(j->arena, bt_text_span(&text))
                                          : NULL;
    bt_text_free(&text);
    return copy;
}

/* If there is a witness, the certificate is wrong for the reason given. */
static bt_status answer(job *j, const bti_witness *w, const char *why_not)
{
    if (!w->found)
        return BT_OK;
    j->out->yes = false;
    j->out->why_not = why_not;
    j->out->position = say_position(j, w);
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

static bt_status ask(job *j, question *k, const char *why_not)
{
    bti_witness w;
    BT_TRY(search(j, k, SIZE_MAX, &w));
    return answer(j, &w, why_not);
}

static const char *numbered(job *j, const char *before, size_t number,
                            const char *behind)
{
    bt_text text;
    bt_text_init(&text, j->ctx);
    bt_text_format(&text, "%s%zu%s", before, number, behind);
    const char *copy = bt_text_status(&text) == BT_OK
                           ? bt_arena_copy(j->arena, bt_text_span(&text))
                           : NULL;
    bt_text_free(&text);
    return copy;
}

/* Step 0: a state and where it goes by zeros give the same answer. */
static bt_status check_zeros(job *j, question *k, size_t unused)
{
    const bti_certificate *c = j->c;
    (void)k;
    (void)unused;
    for (size_t q = 0; q < c->states; q++) {
        size_t to = c->first[q];
        for (size_t v = 0; v < c->vars; v++)
            to = c->level[v].pair[2 * to];
        if (c->accept[to] == c->accept[q])
            continue;
        j->out->yes = false;
        j->out->why_not = numbered(j, "more zeros change the answer of state ", q,
                                   " of the automaton");
        return j->out->why_not ? BT_OK : bt_last_status(j->ctx);
    }
    return BT_OK;
}

/* Step 1, in both directions. */
static bt_status check_claim(job *j, question *k, size_t which)
{
    const char *why;
    for (int in_p = 0; in_p < 2; in_p++) {
        bti_machine *m;
        BT_TRY(new_left(k, SIZE_MAX, &m));
        BT_TRY(bti_machine_and(&k->q, m, j->c->claim[which], in_p == 0, false));
        BT_TRY(bti_machine_and_pset(&k->q, m, in_p == 1, false));
    }
    why =
        numbered(j, "claim ", which + 1, " is not what the automaton accepts (step 1)");
    return why ? ask(j, k, why) : bt_last_status(j->ctx);
}

static bt_status check_terminal(job *j, question *k, size_t unused)
{
    bti_machine *m;
    (void)unused;
    BT_TRY(new_left(k, SIZE_MAX, &m));
    BT_TRY(bti_machine_and_pset(&k->q, m, j->c->misere, false));
    BT_TRY(add_moves(k, false));
    return ask(j, k,
               j->c->misere ? "a terminal position is in P, in misere play (step 2 i)"
                            : "a terminal position is not in P (step 2 i)");
}

/* Left machines: positions outside P that need a move. */
static bt_status add_needy(job *j, question *k)
{
    bti_machine *m;
    for (size_t i = 0; i < (j->c->misere ? j->c->moves : 1); i++) {
        BT_TRY(new_left(k, j->c->misere ? i : SIZE_MAX, &m));
        BT_TRY(bti_machine_and_pset(&k->q, m, false, false));
    }
    return BT_OK;
}

static bt_status search_way_in(job *j, question *k, size_t most, bti_witness *w)
{
    BT_TRY(add_needy(j, k));
    BT_TRY(add_moves(k, true));
    return search(j, k, most, w);
}

static bt_status ask_strategy(job *j, question *k, bti_strategy *s)
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
    return bti_check_strategy(&k->q, k->left, k->lefts, k->right, k->rights, MOST_NODES,
                              s);
}

/* The same by a strategy from the most significant digit on; limits are no failure
 * here, there is another way. */
static bt_status play_way_in(job *j, bool *won)
{
    question k;
    bti_strategy s = {.won = false};
    bt_status status = bti_check_study_backwards(j->c);
    if (status == BT_OK) {
        status = begin(j, &k);
        k.q.down = true;
        if (status == BT_OK)
            status = ask_strategy(j, &k, &s);
        bti_question_end(&k.q);
    }
    *won = s.won;
    j->out->searched += s.looked_at;
    return status == BT_UNABLE ? BT_OK : status;
}

/* What a union is made of: a move, a move into P, P, and what is no position. */
typedef enum { MOVE, MOVE_INTO_P, P, NO_POSITION } part;

static bt_status add_part(job *j, bti_union *u, part what, size_t move)
{
    bti_question q;
    bti_machine *m;
    bool moves = what == MOVE || what == MOVE_INTO_P;
    bt_status status = bti_question_begin(&q, j->ctx, j->c);
    if (status == BT_OK)
        status = bti_machine_new(&q, moves ? move : SIZE_MAX, &m);
    if (status == BT_OK && moves)
        status = bti_machine_and(&q, m, j->c->move[move], true, false);
    if (status == BT_OK && what == NO_POSITION)
        status = bti_machine_and(&q, m, j->c->position, false, false);
    if (status == BT_OK && (what == P || what == MOVE_INTO_P))
        status = bti_machine_and_pset(&q, m, true, what == MOVE_INTO_P);
    if (status == BT_OK)
        status = bti_machine_finish(&q, m);
    if (status == BT_OK && !u->gave_up)
        status = bti_union_add(u, &q, m);
    bti_question_end(&q);
    return status;
}

static bt_status add_parts(job *j, bti_union *u)
{
    for (size_t i = 0; i < j->c->moves && j->c->misere; i++)
        BT_TRY(add_part(j, u, MOVE, i));
    if (j->c->misere)
        bti_union_complement(u); /* terminal positions need no move */
    if (j->c->position)
        BT_TRY(add_part(j, u, NO_POSITION, 0));
    BT_TRY(add_part(j, u, P, 0));
    for (size_t i = 0; i < j->c->moves; i++)
        BT_TRY(add_part(j, u, MOVE_INTO_P, i));
    return BT_OK;
}

/* The same by a union that should be everything; for binary digits. */
static bt_status unite_way_in(job *j, size_t budget, bti_witness *w)
{
    bti_union u;
    bt_status status = bti_union_begin(&u, j->ctx, j->c->vars, budget);
    if (status == BT_OK)
        status = add_parts(j, &u);
    j->out->searched += budget - u.budget;
    if (status == BT_OK && !u.gave_up)
        status = bti_union_missing(&u, w);
    w->gave_up = u.gave_up;
    bti_union_end(&u);
    return status;
}

static bt_status check_way_in(job *j, question *k, size_t unused)
{
    bti_witness w;
    bool won = false;
    (void)unused;
    BT_TRY(search_way_in(j, k, j->c->fib ? SIZE_MAX : MOST_PAIRS, &w));
    if (w.gave_up)
        BT_TRY(unite_way_in(j, MOST_STATES, &w));
    if (w.gave_up)
        BT_TRY(play_way_in(j, &won));
    if (won)
        return BT_OK;
    if (w.gave_up)
        BT_TRY(unite_way_in(j, SIZE_MAX, &w));
    return answer(j, &w, "no move leads from a position outside P into P (step 2 ii)");
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
    return ask(j, k, "a move leads from P to P (step 2 iii)");
}

static bt_status check_staying(job *j, question *k, size_t unused)
{
    bti_machine *m;
    (void)unused;
    for (size_t i = 0; i < j->c->moves && j->c->position; i++) {
        BT_TRY(new_left(k, i, &m));
        BT_TRY(bti_machine_and(&k->q, m, j->c->position, false, true));
    }
    return ask(j, k, "a move leads to what is not a position (step 2)");
}

static bt_status check_component(job *j, question *k, size_t which)
{
    bti_machine *m;
    if (bti_component_is_natural(j->c->measure[which]))
        return BT_OK;
    BT_TRY(new_left(k, SIZE_MAX, &m));
    BT_TRY(bti_machine_and_negative(&k->q, m, j->c->measure[which]));
    const char *why =
        numbered(j, "component ", which + 1, " of the measure is not natural (step 3)");
    return why ? ask(j, k, why) : bt_last_status(j->ctx);
}

static bt_status check_measure(job *j, question *k, size_t move)
{
    bti_machine *m;
    BT_TRY(new_left(k, move, &m));
    BT_TRY(bti_machine_and_rises(&k->q, m, j->c->drop ? j->c->drop[move] : SIZE_MAX));
    const char *why =
        numbered(j, "move ", move + 1, " does not lower the measure (step 3)");
    return why ? ask(j, k, why) : bt_last_status(j->ctx);
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

static bt_status check_all(job *j)
{
    BT_TRY(check_each(j, 1, check_zeros));
    BT_TRY(check_each(j, j->c->claims, check_claim));
    BT_TRY(check_each(j, j->c->position ? 1 : 0, check_staying));
    BT_TRY(check_each(j, 1, check_terminal));
    BT_TRY(check_each(j, 1, check_way_out));
    BT_TRY(check_each(j, 1, check_way_in));
    BT_TRY(check_each(j, j->c->measures, check_component));
    return check_each(j, j->c->moves, check_measure);
}

bt_status bt_check_certificate(bt_arena *arena, bt_span bytes, bt_checked *out)
{
    bti_certificate c;
    bt_checked found = {.yes = true};
    job j = {arena->ctx, arena, &c, &found};
    memset(out, 0, sizeof *out);
    BT_TRY(bti_check_read(arena, bytes, &c));
    found.game = c.game;
    found.var = c.var;
    found.vars = c.vars;
    found.fib = c.fib;
    found.misere = c.misere;
    found.rest = c.position_text;
    found.claim = c.claim_text;
    found.claims = c.claims;
    found.measure = c.measure_text;
    found.measures = c.measures;
    found.moves = c.moves;
    found.states = c.states;
    for (size_t v = 0; v < c.vars; v++)
        found.nodes += c.level[v].nodes;
    BT_TRY(bti_check_study(&c));
    BT_TRY(check_all(&j));
    *out = found;
    return BT_OK;
}
