/* SPDX-License-Identifier: MIT
 * How a sum is answered. There are four ways, tried in this order:
 *
 * - looked up: one part, for which a solved table was given;
 * - alone: one part, whose theorem tells its outcome but no value that would do;
 * - values: the Grundy value of every part, by theorem, by a table of single heaps, or
 * by memo search. Normal play: P exactly when their nim-sum is 0 (Sprague 1935, Grundy
 *   1939). Misere, if every part is tame: P exactly when the nim-sum is 0 if some part
 * is firm, 1 if none is;
 * - whole: memo search over the sum as one position. */
#include <bouton/solved.h>

#include "rules/heaps.h"
#include "solve/heap_table.h"
#include "solve/memo.h"
#include "solve/search.h"
#include "solve/solved_table.h"

typedef struct node node;
struct node { /* a list of searches, kept for the next call */
    node *next;
    bti_memo *memo;
    bti_search *search;
    bti_heap_table *table;
};

typedef struct {
    bool known; /* the Grundy value is, and for misere play that the part is tame */
    bool searched, looked_up, firm;
    uint64_t grundy;
    bti_heap_table *table; /* where the value came from heap by heap */
    size_t firm_heaps;     /* then: how many have a value of 2 or more */
} part_value;

typedef enum { LOOKED_UP, ALONE, VALUES, WHOLE } way;

struct bt_solver {
    bt_context *ctx;
    bt_by by;
    node *searches;
    part_value *value; /* of the parts, for the way VALUES */
    size_t value_cap;
    bt_solved *solved; /* or NULL */
};

void bt_solver_use(bt_solver *s, bt_solved *solved)
{
    s->solved = solved;
}

static bool in_table(const bt_solver *s, const bt_part *part)
{
    return s->solved && bti_solved_is_for(s->solved, part->game);
}

bt_status bt_solver_new(bt_context *ctx, bt_by by, bt_solver **out)
{
    bt_solver *s = bt_resize(ctx, NULL, 0, sizeof *s);
    if (!s)
        return bt_last_status(ctx);
    *s = (bt_solver){.ctx = ctx, .by = by};
    *out = s;
    return BT_OK;
}

static void forget_searches(bt_solver *s)
{
    while (s->searches) {
        node *n = s->searches;
        s->searches = n->next;
        bti_memo_free(n->memo);
        bti_search_free(n->search);
        bti_heap_table_free(n->table);
        bt_release(s->ctx, n, sizeof *n);
    }
}

void bt_solver_free(bt_solver *s)
{
    if (!s)
        return;
    forget_searches(s);
    bt_release(s->ctx, s->value, s->value_cap * sizeof *s->value);
    bt_release(s->ctx, s, sizeof *s);
}

static bt_status new_node(bt_solver *s, node **out)
{
    node *n = bt_resize(s->ctx, NULL, 0, sizeof *n);
    if (!n)
        return bt_last_status(s->ctx);
    *n = (node){.next = s->searches};
    s->searches = n;
    *out = n;
    return BT_OK;
}

/* The fast search for one part. */
static bt_status search_value(bt_solver *s, const bt_part *part,
                              uint64_t most_positions, uint64_t *value)
{
    node *n = s->searches;
    while (n && !(n->search && bti_search_game(n->search) == part->game))
        n = n->next;
    if (!n) {
        BT_TRY(new_node(s, &n));
        BT_TRY(bti_search_new(s->ctx, part->game, &n->search));
    }
    return bti_search_value(n->search, &part->pos, most_positions, value);
}

static bt_status whole_value(bt_solver *s, const bt_part *part, size_t parts,
                             uint64_t most_positions, uint64_t *value)
{
    node *n = s->searches;
    while (n && !(n->memo && bti_memo_is_for(n->memo, part, parts)))
        n = n->next;
    if (!n) {
        BT_TRY(new_node(s, &n));
        BT_TRY(bti_memo_new(s->ctx, part, parts, &n->memo));
    }
    return bti_memo_value(n->memo, part, most_positions, value);
}

static bt_status searched_value(bt_solver *s, const bt_part *part, size_t parts,
                                uint64_t most_positions, uint64_t *value)
{
    bt_status status = parts == 1 && s->by != BT_BY_PLAIN
                           ? search_value(s, part, most_positions, value)
                           : whole_value(s, part, parts, most_positions, value);
    if (status == BT_UNABLE || status == BT_NOMEM)
        forget_searches(s); /* it is full: the next question starts afresh */
    return status;
}

static bt_status find_table(bt_solver *s, const bt_game *game, bti_heap_table **out)
{
    for (node *n = s->searches; n; n = n->next)
        if (n->table && bti_heap_table_game(n->table) == game) {
            *out = n->table;
            return BT_OK;
        }
    node *n = NULL;
    BT_TRY(new_node(s, &n));
    BT_TRY(bti_heap_table_new(s->ctx, game, &n->table));
    *out = n->table;
    return BT_OK;
}

static bool uses_theorems(const bt_solver *s)
{
    return s->by == BT_BY_ANY || s->by == BT_BY_THEOREM;
}

static bt_answer ask_theorem(const bt_solver *s, const bt_part *part)
{
    bt_answer answer = {.outcome = BT_UNKNOWN};
    if (uses_theorems(s) && part->game->rules->theorem)
        part->game->rules->theorem(part->game, &part->pos, &answer);
    return answer;
}

static bt_status sum_of_heaps(bti_heap_table *table, const bt_pos *pos, part_value *out)
{
    *out = (part_value){.known = true, .searched = true, .table = table};
    for (size_t i = 0; i < pos->n; i++) {
        uint32_t value;
        BT_TRY(bti_heap_table_value(table, pos->x[i], &value));
        out->grundy ^= value;
        out->firm_heaps += value >= 2;
    }
    out->firm = out->firm_heaps > 0;
    return BT_OK;
}

/* The value of one part; not known when misere play needs a tame part and this is none.
 * The heaps of a misere tame game have the same Grundy values as in normal play, since
 * these come from the options alone. */
static bt_status value_of_part(bt_solver *s, const bt_part *part, part_value *out)
{
    *out = (part_value){.known = false};
    if (part->game->play == BT_NORMAL && in_table(s, part)) {
        *out = (part_value){.known = true,
                            .searched = s->solved->searched,
                            .looked_up = !s->solved->searched};
        return bt_solved_value(s->solved, &part->pos, &out->grundy);
    }
    bt_answer answer = ask_theorem(s, part);
    bool misere = part->game->play == BT_MISERE;
    if (answer.has_grundy && (!misere || answer.tame)) {
        *out =
            (part_value){.known = true, .firm = answer.firm, .grundy = answer.grundy};
        return BT_OK;
    }
    unsigned flags = part->game->rules->flags;
    if (s->by == BT_BY_THEOREM || (misere && !(uses_theorems(s) && (flags & BT_TAME))))
        return BT_OK;
    if (flags & BT_HEAPS) {
        bti_heap_table *table;
        BT_TRY(find_table(s, part->game, &table));
        return sum_of_heaps(table, &part->pos, out);
    }
    if (misere)
        return BT_OK;
    *out = (part_value){.known = true, .searched = true};
    return searched_value(s, part, 1, UINT64_MAX, &out->grundy);
}

static bt_status values_of_parts(bt_solver *s, const bt_sum *sum, bool *all)
{
    if (s->value_cap < sum->n) {
        part_value *value =
            bt_resize_array(s->ctx, s->value, s->value_cap, sum->n, sizeof *value);
        if (!value)
            return bt_last_status(s->ctx);
        s->value = value;
        s->value_cap = sum->n;
    }
    *all = true;
    for (size_t i = 0; i < sum->n && *all; i++) {
        BT_TRY(value_of_part(s, &sum->part[i], &s->value[i]));
        *all = s->value[i].known;
    }
    return BT_OK;
}

static bt_play play_of(const bt_sum *sum)
{
    return sum->part[0].game->play;
}

static bt_status choose_way(bt_solver *s, const bt_sum *sum, way *chosen)
{
    if (sum->n == 0)
        return bt_fail(s->ctx, BT_DOMAIN, "a sum needs at least one game");
    *chosen = sum->n == 1 && in_table(s, &sum->part[0]) ? LOOKED_UP : WHOLE;
    if (s->by == BT_BY_PLAIN || *chosen == LOOKED_UP)
        return BT_OK;
    if (sum->n == 1) {
        bt_answer answer = ask_theorem(s, &sum->part[0]);
        bool useful = answer.has_grundy && (answer.tame || play_of(sum) == BT_NORMAL);
        if (answer.outcome != BT_UNKNOWN && !useful) {
            *chosen = ALONE;
            return BT_OK;
        }
    }
    bool all = false;
    BT_TRY(values_of_parts(s, sum, &all));
    if (all)
        *chosen = VALUES;
    else if (s->by == BT_BY_THEOREM)
        return bt_fail(s->ctx, BT_UNABLE,
                       "no theorem that Bouton knows answers this position; leave out "
                       "--by theorem to search");
    return BT_OK;
}

static bt_outcome outcome_of(bt_play play, uint64_t nim_sum, bool firm)
{
    bt_answer answer;
    bti_tame_answer(play, nim_sum, firm, &answer);
    return answer.outcome;
}

/* Everything but part `except`. */
static bt_rest rest_of(const bt_solver *s, const bt_sum *sum, size_t except)
{
    bt_rest rest = {0};
    for (size_t i = 0; i < sum->n; i++)
        if (i != except) {
            rest.grundy ^= s->value[i].grundy;
            rest.firm = rest.firm || s->value[i].firm;
        }
    return rest;
}

static bt_verdict verdict_of_values(const bt_solver *s, const bt_sum *sum)
{
    bt_play play = sum->part[0].game->play;
    bt_rest all = rest_of(s, sum, sum->n);
    bt_verdict v = {.outcome = outcome_of(play, all.grundy, all.firm),
                    .has_grundy = play == BT_NORMAL,
                    .grundy = all.grundy,
                    .by = BT_BY_THEOREM};
    for (size_t i = 0; i < sum->n; i++)
        if (s->value[i].searched)
            v.by = BT_BY_SEARCH;
        else if (s->value[i].looked_up && v.by == BT_BY_THEOREM)
            v.by = BT_BY_TABLE;
    return v;
}

/* A theorem that tells the outcome but no value: a small search may still find one. It
 * counts positions and not time, so that every machine gives the same answer. */
static bt_status small_value(bt_solver *s, const bt_part *part, bt_verdict *out)
{
    enum { SMALL_RANK = 200, SMALL_SEARCH = 20000 };
    const bt_rules *rules = part->game->rules;
    uint64_t rank;
    if (s->by != BT_BY_ANY || part->game->play != BT_NORMAL || !rules->rank ||
        !rules->rank(part->game, &part->pos, &rank) || rank > SMALL_RANK)
        return BT_OK;
    bt_status status = searched_value(s, part, 1, SMALL_SEARCH, &out->grundy);
    out->has_grundy = status == BT_OK;
    return status == BT_UNABLE ? BT_OK : status;
}

static bt_status solve_by(bt_solver *s, bt_sum *sum, way chosen, bt_verdict *out)
{
    if (chosen == ALONE) {
        bt_answer answer = ask_theorem(s, &sum->part[0]);
        *out = (bt_verdict){.outcome = answer.outcome, .by = BT_BY_THEOREM};
        return small_value(s, &sum->part[0], out);
    }
    if (chosen == VALUES) {
        *out = verdict_of_values(s, sum);
        return BT_OK;
    }
    uint64_t value;
    bool read = chosen == LOOKED_UP && !s->solved->searched;
    BT_TRY(chosen == LOOKED_UP
               ? bt_solved_value(s->solved, &sum->part[0].pos, &value)
               : searched_value(s, sum->part, sum->n, UINT64_MAX, &value));
    *out = (bt_verdict){.outcome = value == 0 ? BT_P : BT_N,
                        .has_grundy = sum->part[0].game->play == BT_NORMAL,
                        .grundy = value,
                        .by = read ? BT_BY_TABLE : BT_BY_SEARCH};
    return BT_OK;
}

bt_status bt_solve(bt_solver *s, bt_sum *sum, bt_verdict *out)
{
    way chosen;
    BT_TRY(choose_way(s, sum, &chosen));
    return solve_by(s, sum, chosen, out);
}

/* Walks the options of one part after the other and shows them as moves of the sum. */
struct walk {
    bt_visit visit;
    bt_move_visit *show;
    size_t part;
    bt_solver *solver; /* NULL: show every move */
    bt_sum *sum;
    way chosen;
    bt_rest rest;
    uint64_t looked;
};

static int show_move(struct walk *w, const bt_pos *p, size_t first, size_t count)
{
    return w->show->move(w->show, w->part, p, first, count);
}

static int show_every(bt_visit *visit, const bt_pos *p, size_t first, size_t count)
{
    return show_move((struct walk *)visit, p, first, count);
}

static bt_status whole_is_p(struct walk *w, bool *yes)
{
    uint64_t value;
    if (w->solver->by == BT_BY_THEOREM)
        return bt_fail(w->solver->ctx, BT_UNABLE,
                       "no theorem that Bouton knows answers every option of this "
                       "position; leave out --by theorem to search");
    BT_TRY(searched_value(w->solver, w->sum->part, w->sum->n, UINT64_MAX, &value));
    *yes = value == 0;
    return BT_OK;
}

static bt_status leads_to_p(struct walk *w, bool *yes)
{
    bt_part *part = &w->sum->part[w->part];
    if (w->chosen == LOOKED_UP) {
        uint64_t value = 0;
        BT_TRY(bt_solved_value(w->solver->solved, &part->pos, &value));
        *yes = value == 0;
        return BT_OK;
    }
    if (w->chosen == ALONE) {
        bt_outcome outcome = ask_theorem(w->solver, part).outcome;
        *yes = outcome == BT_P;
        return outcome == BT_UNKNOWN ? whole_is_p(w, yes) : BT_OK;
    }
    if (w->chosen == VALUES) {
        part_value value;
        BT_TRY(value_of_part(w->solver, part, &value));
        bool firm = value.firm || w->rest.firm;
        *yes =
            outcome_of(part->game->play, value.grundy ^ w->rest.grundy, firm) == BT_P;
        return value.known ? BT_OK : whole_is_p(w, yes);
    }
    return whole_is_p(w, yes);
}

static bool asked_to_stop(struct walk *w)
{
    return ++w->looked % 1024 == 0 && bt_stopped(w->solver->ctx);
}

static int show_if_p(bt_visit *visit, const bt_pos *p, size_t first, size_t count)
{
    struct walk *w = (struct walk *)visit;
    bool yes = false;
    if (asked_to_stop(w))
        return BT_STOPPED;
    BT_TRY(leads_to_p(w, &yes));
    return yes ? show_move(w, p, first, count) : 0;
}

/* One heap after the other: its options are those of a position with that heap alone,
 * in the same memory, and exactly one value wins. */
struct heap_walk {
    bt_visit visit;
    struct walk *walk;
    bti_heap_table *table;
    const bt_pos *whole;
    size_t heap;
    uint64_t wanted;
};

static int show_if_wanted(bt_visit *visit, const bt_pos *p, size_t first, size_t count)
{
    struct heap_walk *h = (struct heap_walk *)visit;
    uint32_t value = 0;
    (void)first;
    if (asked_to_stop(h->walk))
        return BT_STOPPED;
    BT_TRY(bti_heap_table_value(h->table, p->x[0], &value));
    return value == h->wanted ? show_move(h->walk, h->whole, h->heap, count) : 0;
}

static int walk_heaps(struct walk *w)
{
    bt_part *part = &w->sum->part[w->part];
    part_value all = w->solver->value[w->part];
    struct heap_walk h = {{show_if_wanted}, w, all.table, &part->pos, 0, 0};
    int stop = 0;
    for (; h.heap < part->pos.n && stop == 0; h.heap++) {
        bt_pos one = {
            .x = part->pos.x + h.heap, .n = 1, .cap = 1, .ctx = part->pos.ctx};
        uint32_t value = 0;
        BT_TRY(bti_heap_table_value(all.table, one.x[0], &value));
        bool firm = w->rest.firm || all.firm_heaps > (value >= 2);
        h.wanted = bti_tame_wanted(part->game->play,
                                   all.grundy ^ value ^ w->rest.grundy, firm);
        stop = part->game->rules->options(part->game, &one, &h.visit);
    }
    return stop;
}

int bt_walk_moves(bt_sum *sum, bt_move_visit *show)
{
    struct walk w = {.visit.option = show_every, .show = show};
    int stop = 0;
    for (; w.part < sum->n && stop == 0; w.part++) {
        bt_part *part = &sum->part[w.part];
        stop = part->game->rules->options(part->game, &part->pos, &w.visit);
    }
    return stop;
}

/* The rules' own walk over winning moves, where a theorem stands behind it. */
static bool has_winning_walk(const struct walk *w)
{
    const bt_part *part = &w->sum->part[w->part];
    const bt_rules *rules = part->game->rules;
    bool beside = w->rest.grundy != 0 || w->rest.firm;
    if (!rules->winning || w->chosen == WHOLE || w->chosen == LOOKED_UP ||
        (beside && (rules->flags & BT_WINS_ALONE)))
        return false;
    return w->chosen == ALONE ||
           (uses_theorems(w->solver) && !w->solver->value[w->part].searched &&
            !w->solver->value[w->part].looked_up);
}

static int walk_by(bt_solver *s, bt_sum *sum, way chosen, bt_move_visit *show)
{
    struct walk w = {.show = show, .solver = s, .sum = sum, .chosen = chosen};
    int stop = 0;
    for (; w.part < sum->n && stop == 0; w.part++) {
        bt_part *part = &sum->part[w.part];
        if (w.chosen == VALUES)
            w.rest = rest_of(s, sum, w.part);
        if (has_winning_walk(&w)) {
            w.visit.option = show_every;
            stop = part->game->rules->winning(part->game, &part->pos, w.rest, &w.visit);
        } else if (w.chosen == VALUES && s->value[w.part].table) {
            stop = walk_heaps(&w);
        } else {
            w.visit.option = show_if_p;
            stop = part->game->rules->options(part->game, &part->pos, &w.visit);
        }
    }
    return stop;
}

int bt_walk_winning(bt_solver *s, bt_sum *sum, bt_move_visit *show)
{
    way chosen;
    BT_TRY(choose_way(s, sum, &chosen));
    return walk_by(s, sum, chosen, show);
}

/* The short way of most questions: one part, whose theorem tells both outcome and
 * moves. */
static bool theorem_tells(const bt_solver *s, const bt_part *part, bt_verdict *out)
{
    const bt_rules *rules = part->game->rules;
    if (!uses_theorems(s) || !rules->theorem || !rules->winning)
        return false;
    bt_answer answer = {.outcome = BT_UNKNOWN};
    rules->theorem(part->game, &part->pos, &answer);
    out->outcome = answer.outcome;
    out->has_grundy = answer.has_grundy && part->game->play == BT_NORMAL;
    out->grundy = out->has_grundy ? answer.grundy : 0;
    out->by = BT_BY_THEOREM;
    return answer.outcome != BT_UNKNOWN &&
           (answer.has_grundy || part->game->play == BT_MISERE);
}

int bt_solve_and_walk(bt_solver *s, bt_sum *sum, bt_verdict *out, bt_move_visit *show)
{
    bt_part *part = &sum->part[0];
    if (sum->n == 1 && !in_table(s, part) && theorem_tells(s, part, out)) {
        struct walk w;
        w.visit.option = show_every;
        w.show = show;
        w.part = 0;
        return out->outcome == BT_N ? part->game->rules->winning(part->game, &part->pos,
                                                                 (bt_rest){0}, &w.visit)
                                    : 0;
    }
    way chosen;
    BT_TRY(choose_way(s, sum, &chosen));
    BT_TRY(solve_by(s, sum, chosen, out));
    return out->outcome == BT_N ? walk_by(s, sum, chosen, show) : 0;
}

static int show_nothing(bt_move_visit *v, size_t part, const bt_pos *to, size_t first,
                        size_t count)
{
    (void)v;
    (void)part;
    (void)to;
    (void)first;
    (void)count;
    return 1;
}

bt_status bt_terminal(bt_sum *sum, bool *terminal)
{
    bt_move_visit stop_at_once = {show_nothing};
    int stop = bt_walk_moves(sum, &stop_at_once);
    *terminal = stop == 0;
    return stop < 0 ? (bt_status)stop : BT_OK;
}
