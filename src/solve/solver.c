/* SPDX-License-Identifier: MIT
 * How a sum is answered. There are five ways, tried in this order:
 *
 * - looked up: one part, for which a solved table was given;
 * - alone: one part, whose theorem tells its outcome but no value that would do;
 * - labels: one part whose rules are a graph, labelled as a whole; or a sum that has
 *   such a part and no value for every part: then everything that can be reached is
 *   explored and labelled. Play may go on for ever;
 * - values: the Grundy value of every part, by theorem, by a table of single heaps,
 * from the labels of a graph, or by memo search. Normal play: P exactly when their
 * nim-sum is 0 (Sprague 1935, Grundy 1939). If one value is infinity with the set K,
 * the sum is N when the nim-sum of the others is in K, otherwise a draw; with two such
 * values it is a draw (Smith 1966). Misere, if every part is tame: P exactly when the
 * nim-sum is 0 if some part is firm, 1 if none is;
 * - whole: memo search over the sum as one position. */
#include <bouton/solved.h>

#include "core/arith.h"
#include "core/parallel.h"
#include "rules/heaps.h"
#include "solve/heap_table.h"
#include "solve/labelled.h"
#include "solve/loopy.h"
#include "solve/memo.h"
#include "solve/search.h"
#include "solve/solved_table.h"

#include <string.h>

typedef struct node node;
struct node { /* a list of searches, kept for the next call */
    node *next;
    bti_memo *memo;
    bti_search *search;
    bti_heap_table *table;
    bti_labelled *labelled;
};

typedef struct {
    bool known; /* the Grundy value is, and for misere play that the part is tame */
    bool searched, looked_up, firm;
    bool infinite; /* the value is infinity with the set of node `at` */
    uint64_t grundy;
    const bti_labelled *labelled; /* where the value came from labels */
    uint32_t at;
    bti_heap_table *table; /* where the value came from heap by heap */
    size_t firm_heaps;     /* then: how many have a value of 2 or more */
} part_value;

typedef enum { LOOKED_UP, ALONE, LABELS, VALUES, WHOLE } way;

/* How the last question is answered. What is asked about it next, such as its winning
 * moves, goes the same way, and no theorem is asked twice. */
typedef struct {
    bool made;
    way chosen;
    bt_answer answer;  /* of the theorem, for the way ALONE */
    part_value *value; /* of the parts, for the way VALUES */
    size_t value_cap;
    bt_pos question; /* game, number of words and words of every part */
} plan;

struct bt_solver {
    bt_context *ctx;
    bt_by by;
    node *searches;
    plan plan;
    bt_pos infinity;   /* the set of the last verdict */
    bt_solved *solved; /* or NULL */
    uint64_t most;     /* new positions a question, or UINT64_MAX */
};

void bt_solver_use(bt_solver *s, bt_solved *solved)
{
    s->solved = solved;
    s->plan.made = false;
}

bt_by bt_solver_by(const bt_solver *s)
{
    return s->by;
}

void bt_solver_limit(bt_solver *s, uint64_t most_positions)
{
    s->most = most_positions > 0 ? most_positions : UINT64_MAX;
    s->plan.made = false;
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
    *s = (bt_solver){.ctx = ctx, .by = by, .most = UINT64_MAX};
    bt_pos_init(&s->infinity, ctx);
    bt_pos_init(&s->plan.question, ctx);
    *out = s;
    return BT_OK;
}

/* Plans point into what was searched. */
static void free_node(bt_solver *s, node *n)
{
    s->plan.made = false;
    bti_memo_free(n->memo);
    bti_search_free(n->search);
    bti_heap_table_free(n->table);
    bti_labelled_free(n->labelled);
    bt_release(s->ctx, n, sizeof *n);
}

static void forget_searches(bt_solver *s)
{
    while (s->searches) {
        node *n = s->searches;
        s->searches = n->next;
        free_node(s, n);
    }
}

/* Where memory did not suffice the next question starts afresh. */
static bt_status forget_if_full(bt_solver *s, bt_status status)
{
    if (status == BT_UNABLE || status == BT_NOMEM)
        forget_searches(s);
    return status;
}

void bt_solver_free(bt_solver *s)
{
    if (!s)
        return;
    forget_searches(s);
    bt_pos_free(&s->infinity);
    bt_pos_free(&s->plan.question);
    bt_release(s->ctx, s->plan.value, s->plan.value_cap * sizeof *s->plan.value);
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

/* Parts with the same rules share what was searched. Rules from files may differ under
 * one name. */
static bool is_same_game(const bt_game *a, const bt_game *b)
{
    return a == b ||
           (a->rules == b->rules && a->play == b->play &&
            a->rules->param != BT_PARAM_FILE && strcmp(a->name, b->name) == 0);
}

/* The fast search for one part. */
static bt_status search_value(bt_solver *s, const bt_part *part,
                              uint64_t most_positions, uint64_t *value)
{
    node *n = s->searches;
    while (n && !(n->search && is_same_game(bti_search_game(n->search), part->game)))
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
        if (s->by != BT_BY_PLAIN)
            bti_memo_split(n->memo);
    }
    return bti_memo_value(n->memo, part, most_positions, value);
}

static bt_status searched_value(bt_solver *s, const bt_part *part, size_t parts,
                                uint64_t most_positions, uint64_t *value)
{
    bt_status status = parts == 1 && s->by != BT_BY_PLAIN
                           ? search_value(s, part, most_positions, value)
                           : whole_value(s, part, parts, most_positions, value);
    return forget_if_full(s, status);
}

static bt_status find_table(bt_solver *s, const bt_game *game, bti_heap_table **out)
{
    for (node *n = s->searches; n; n = n->next)
        if (n->table && is_same_game(bti_heap_table_game(n->table), game)) {
            *out = n->table;
            return BT_OK;
        }
    node *n = NULL;
    BT_TRY(new_node(s, &n));
    BT_TRY(bti_heap_table_new(s->ctx, game, &n->table));
    *out = n->table;
    return BT_OK;
}

static bt_status find_labels(bt_solver *s, const bt_game *game, bti_labelled **out)
{
    for (node *n = s->searches; n; n = n->next)
        if (n->labelled && bti_labelled_is_of(n->labelled, game)) {
            *out = n->labelled;
            return BT_OK;
        }
    node *n = NULL;
    BT_TRY(new_node(s, &n));
    BT_TRY(forget_if_full(s, bti_labelled_game(s->ctx, game, &n->labelled)));
    *out = n->labelled;
    return BT_OK;
}

/* What was explored before and holds this position, or NULL. */
static bt_status known_explored(bt_solver *s, const bt_sum *sum, bti_labelled **out)
{
    *out = NULL;
    for (node *n = s->searches; n && !*out; n = n->next) {
        bool holds = false;
        if (n->labelled)
            BT_TRY(bti_labelled_holds(n->labelled, sum, &holds));
        if (holds)
            *out = n->labelled;
    }
    return BT_OK;
}

/* Everything that can be reached from the sum, labelled. The sum is not changed, but
 * its positions are edited while they are walked. */
static bt_status find_explored(bt_solver *s, bt_sum *sum, bti_labelled **out)
{
    BT_TRY(known_explored(s, sum, out));
    if (*out)
        return BT_OK;
    node *n = NULL;
    BT_TRY(new_node(s, &n));
    BT_TRY(forget_if_full(s, bti_labelled_sum(s->ctx, sum, s->most, &n->labelled)));
    *out = n->labelled;
    return BT_OK;
}

static bool uses_theorems(const bt_solver *s)
{
    return s->by == BT_BY_ANY || s->by == BT_BY_THEOREM;
}

static bool uses_only_theorems(const bt_solver *s)
{
    return s->by == BT_BY_THEOREM;
}

static bt_answer ask_theorem(const bt_solver *s, const bt_part *part)
{
    bt_answer answer = {.outcome = BT_UNKNOWN};
    if (uses_theorems(s) && part->game->rules->theorem)
        part->game->rules->theorem(part->game, &part->pos, &answer);
    return answer;
}

/* A table of single heaps up to this one has as many entries, each with its options. */
static bt_status check_heap(const bt_solver *s, const bt_game *game, uint64_t heap)
{
    enum { LOOKS = 64 }; /* options a position, as in the other searches */
    bt_box box = {.options_max = 1};
    bt_pos root = {.x = &heap, .n = 1, .cap = 1, .ctx = s->ctx};
    uint64_t looks;
    bool has_box = game->rules->box && game->rules->box(game, &root, &box);
    if (s->most >= UINT64_MAX / LOOKS ||
        (heap < s->most && bti_mul(heap, has_box ? box.options_max : heap, &looks) &&
         looks <= LOOKS * s->most))
        return BT_OK;
    return bt_fail(s->ctx, BT_UNABLE, "the search would take too long");
}

static bt_status sum_of_heaps(const bt_solver *s, bti_heap_table *table,
                              const bt_part *part, part_value *out)
{
    const bt_pos *pos = &part->pos;
    *out = (part_value){.known = true, .searched = true, .table = table};
    for (size_t i = 0; i < pos->n; i++) {
        uint32_t value;
        BT_TRY(check_heap(s, part->game, pos->x[i]));
        BT_TRY(bti_heap_table_value(table, pos->x[i], &value));
        out->grundy ^= value;
        out->firm_heaps += value >= 2;
    }
    out->firm = out->firm_heaps > 0;
    return BT_OK;
}

/* By the labels of a graph: the game's own, or what can be reached from this position.
 */
static bt_status value_by_labels(bt_solver *s, bt_part *part, part_value *out)
{
    bti_labelled *labelled = NULL;
    bt_sum one = {.part = part, .n = 1};
    uint32_t at = 0;
    if (part->game->rules->graph)
        BT_TRY(find_labels(s, part->game, &labelled));
    else
        BT_TRY(find_explored(s, &one, &labelled));
    BT_TRY(bti_labelled_find(labelled, &one, &at));
    bt_label label = bti_labelled_label(labelled, at);
    bool infinite = label.grundy == BT_INFINITE;
    *out = (part_value){.known = true,
                        .searched = true,
                        .infinite = infinite,
                        .grundy = infinite ? 0 : label.grundy,
                        .labelled = labelled,
                        .at = at};
    return BT_OK;
}

/* Ferguson's pairing is about heaps that stay one heap. */
static bool is_tame_by_flag(const bt_solver *s, const bt_rules *rules)
{
    return uses_theorems(s) && rules->flags & BT_TAME && rules->grows == 0;
}

/* The value of one part, of which the theorem says `answer`; not known when misere play
 * needs a tame part and this is none. The heaps of a misere tame game have the same
 * Grundy values as in normal play, since these come from the options alone. */
static bt_status value_of_part(bt_solver *s, bt_part *part, bt_answer answer,
                               part_value *out)
{
    const bt_rules *rules = part->game->rules;
    bool misere = part->game->play == BT_MISERE;
    *out = (part_value){.known = false};
    if (!misere && in_table(s, part)) {
        *out = (part_value){.known = true,
                            .searched = s->solved->searched,
                            .looked_up = !s->solved->searched};
        return bt_solved_value(s->solved, &part->pos, &out->grundy);
    }
    if (answer.has_grundy && (!misere || answer.tame)) {
        *out =
            (part_value){.known = true, .firm = answer.firm, .grundy = answer.grundy};
        return BT_OK;
    }
    if (uses_only_theorems(s) || (misere && !is_tame_by_flag(s, rules)))
        return BT_OK;
    if (rules->flags & BT_HEAPS) {
        bti_heap_table *table;
        BT_TRY(find_table(s, part->game, &table));
        return sum_of_heaps(s, table, part, out);
    }
    if (misere)
        return BT_OK;
    const bt_sum one = {.part = part, .n = 1};
    bti_labelled *labelled = NULL;
    BT_TRY(known_explored(s, &one, &labelled));
    if (rules->graph || labelled)
        return value_by_labels(s, part, out);
    *out = (part_value){.known = true, .searched = true};
    bt_status status = searched_value(s, part, 1, s->most, &out->grundy);
    return status == BTI_LOOPY ? value_by_labels(s, part, out) : status;
}

/* `first`: what the theorem says of part 0. */
static bt_status values_of_parts(bt_solver *s, const bt_sum *sum, bt_answer first,
                                 bool *all)
{
    plan *p = &s->plan;
    if (p->value_cap < sum->n) {
        part_value *value =
            bt_resize_array(s->ctx, p->value, p->value_cap, sum->n, sizeof *value);
        if (!value)
            return bt_last_status(s->ctx);
        p->value = value;
        p->value_cap = sum->n;
    }
    *all = true;
    for (size_t i = 0; i < sum->n && *all; i++) {
        bt_part *part = &sum->part[i];
        BT_TRY(value_of_part(s, part, i == 0 ? first : ask_theorem(s, part),
                             &p->value[i]));
        *all = p->value[i].known;
    }
    return BT_OK;
}

static bt_play play_of(const bt_sum *sum)
{
    return sum->part[0].game->play;
}

static bt_status is_of_question(const bt_sum *sum, bti_labelled *labelled, bool *yes)
{
    BT_TRY(bti_labelled_holds(labelled, sum, yes));
    for (size_t i = 0; i < sum->n && !*yes; i++) {
        const bt_sum one = {.part = &sum->part[i], .n = 1};
        BT_TRY(bti_labelled_holds(labelled, &one, yes));
    }
    return BT_OK;
}

/* Graphs that were explored for other questions would fill the memory. Those of this
 * one hold its parts, or all of it, and every option. */
static bt_status forget_other_questions(bt_solver *s, const bt_sum *sum)
{
    node **at = &s->searches;
    while (*at) {
        node *n = *at;
        bool keep = !n->labelled || !bti_labelled_is_explored(n->labelled);
        if (!keep)
            BT_TRY(is_of_question(sum, n->labelled, &keep));
        if (keep) {
            at = &n->next;
            continue;
        }
        *at = n->next;
        free_node(s, n);
    }
    return BT_OK;
}

static bool has_graph(const bt_sum *sum)
{
    for (size_t i = 0; i < sum->n; i++)
        if (sum->part[i].game->rules->graph)
            return true;
    return false;
}

static uint64_t words_of(const bt_sum *sum)
{
    uint64_t words = 0;
    for (size_t i = 0; i < sum->n; i++)
        words += sum->part[i].pos.n;
    return words;
}

static bt_status choose_way(bt_solver *s, const bt_sum *sum)
{
    plan *p = &s->plan;
    p->chosen = sum->n == 1 && in_table(s, &sum->part[0]) ? LOOKED_UP
                : has_graph(sum)                          ? LABELS
                                                          : WHOLE;
    if (s->by == BT_BY_PLAIN || p->chosen == LOOKED_UP ||
        (p->chosen == LABELS && sum->n == 1 && !uses_only_theorems(s)))
        return BT_OK;
    p->answer = ask_theorem(s, &sum->part[0]);
    bool useful = p->answer.has_grundy && (p->answer.tame || play_of(sum) == BT_NORMAL);
    if (sum->n == 1 && p->answer.outcome != BT_UNKNOWN && !useful) {
        p->chosen = ALONE;
        return BT_OK;
    }
    bool all = false;
    BT_TRY(values_of_parts(s, sum, p->answer, &all));
    if (all)
        p->chosen = VALUES;
    else if (uses_only_theorems(s))
        return bt_fail(s->ctx, BT_UNABLE,
                       "no theorem that Bouton knows answers this position; leave out "
                       "--by theorem to search");
    return BT_OK;
}

static bool is_planned(const bt_solver *s, const bt_sum *sum)
{
    const uint64_t *x = s->plan.question.x;
    if (!s->plan.made || s->plan.question.n != 2 * sum->n + words_of(sum))
        return false;
    for (size_t i = 0; i < sum->n; i++) {
        const bt_pos *pos = &sum->part[i].pos;
        if (x[0] != (uintptr_t)sum->part[i].game || x[1] != pos->n ||
            (pos->n > 0 && memcmp(x + 2, pos->x, pos->n * sizeof *x) != 0))
            return false;
        x += 2 + pos->n;
    }
    return true;
}

static bt_status remember_question(plan *p, const bt_sum *sum)
{
    p->question.n = 0;
    for (size_t i = 0; i < sum->n; i++) {
        const bt_pos *pos = &sum->part[i].pos;
        BT_TRY(bt_pos_reserve(&p->question, p->question.n + 2 + pos->n));
        uint64_t *x = p->question.x + p->question.n;
        x[0] = (uintptr_t)sum->part[i].game;
        x[1] = pos->n;
        if (pos->n > 0)
            memcpy(x + 2, pos->x, pos->n * sizeof *x);
        p->question.n += 2 + pos->n;
    }
    return BT_OK;
}

static bt_status make_plan(bt_solver *s, const bt_sum *sum)
{
    if (sum->n == 0)
        return bt_fail(s->ctx, BT_DOMAIN, "a sum needs at least one game");
    if (is_planned(s, sum))
        return BT_OK;
    s->plan.made = false;
    if (bti_worked(s->ctx, words_of(sum))) /* theorems look at all of them */
        return BT_STOPPED;
    BT_TRY(forget_other_questions(s, sum));
    BT_TRY(remember_question(&s->plan, sum));
    BT_TRY(choose_way(s, sum));
    s->plan.made = true;
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
            rest.grundy ^= s->plan.value[i].grundy;
            rest.firm = rest.firm || s->plan.value[i].firm;
        }
    return rest;
}

/* The sum of a value that is not a number and of numbers with this nim-sum. */
static bt_outcome outcome_of_infinite(const part_value *value, uint64_t nim_sum)
{
    return bti_labelled_set_has(value->labelled, value->at, nim_sum) ? BT_N : BT_D;
}

/* Infinity with a set K is a verdict of its own: a number a beside it makes every
 * member of K one xor a, and a second infinity leaves no member. */
static bt_status infinite_verdict(bt_solver *s, const bti_labelled *labelled,
                                  uint32_t at, uint64_t nim_sum, bt_verdict *out)
{
    s->infinity.n = 0;
    if (labelled)
        BT_TRY(bti_labelled_set(labelled, at, nim_sum, &s->infinity));
    out->has_grundy = false;
    out->grundy = 0;
    out->infinite = true;
    out->infinity = s->infinity.x;
    out->infinity_count = s->infinity.n;
    out->outcome = s->infinity.n > 0 && s->infinity.x[0] == 0 ? BT_N : BT_D;
    return BT_OK;
}

static bt_status verdict_of_values(bt_solver *s, const bt_sum *sum, bt_verdict *out)
{
    bt_play play = sum->part[0].game->play;
    bt_rest all = rest_of(s, sum, sum->n);
    const part_value *infinite = NULL;
    size_t infinities = 0;
    *out = (bt_verdict){.outcome = outcome_of(play, all.grundy, all.firm),
                        .has_grundy = play == BT_NORMAL,
                        .grundy = all.grundy,
                        .by = BT_BY_THEOREM};
    for (size_t i = 0; i < sum->n; i++) {
        if (s->plan.value[i].searched)
            out->by = BT_BY_SEARCH;
        else if (s->plan.value[i].looked_up && out->by == BT_BY_THEOREM)
            out->by = BT_BY_TABLE;
        if (s->plan.value[i].infinite) {
            infinite = &s->plan.value[i];
            infinities++;
        }
    }
    if (infinities == 1)
        return infinite_verdict(s, infinite->labelled, infinite->at, all.grundy, out);
    return infinities > 1 ? infinite_verdict(s, NULL, 0, 0, out) : BT_OK;
}

static bt_status labels_of(bt_solver *s, bt_sum *sum, bti_labelled **labelled,
                           uint32_t *at)
{
    if (s->by == BT_BY_PLAIN || sum->n > 1 || !sum->part[0].game->rules->graph)
        BT_TRY(find_explored(s, sum, labelled));
    else
        BT_TRY(find_labels(s, sum->part[0].game, labelled));
    return bti_labelled_find(*labelled, sum, at);
}

static bt_status verdict_of_labels(bt_solver *s, bt_sum *sum, bt_verdict *out)
{
    bti_labelled *labelled = NULL;
    uint32_t at = 0;
    BT_TRY(labels_of(s, sum, &labelled, &at));
    bt_label label = bti_labelled_label(labelled, at);
    bool normal = play_of(sum) == BT_NORMAL;
    *out = (bt_verdict){.outcome = bti_labelled_outcome(labelled, at),
                        .has_grundy = normal && label.grundy != BT_INFINITE,
                        .by = BT_BY_SEARCH,
                        .has_remoteness = label.remoteness != BT_NEVER,
                        .remoteness = label.remoteness};
    if (out->has_grundy)
        out->grundy = label.grundy;
    return normal && !out->has_grundy ? infinite_verdict(s, labelled, at, 0, out)
                                      : BT_OK;
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
    bt_status status =
        searched_value(s, part, 1, bti_min(s->most, SMALL_SEARCH), &out->grundy);
    out->has_grundy = status == BT_OK;
    return status == BT_UNABLE || status == BTI_LOOPY ? BT_OK : status;
}

static bt_status solve_by_plan(bt_solver *s, bt_sum *sum, bt_verdict *out)
{
    way chosen = s->plan.chosen;
    if (chosen == ALONE) {
        *out = (bt_verdict){.outcome = s->plan.answer.outcome, .by = BT_BY_THEOREM};
        return small_value(s, &sum->part[0], out);
    }
    if (chosen == VALUES)
        return verdict_of_values(s, sum, out);
    if (chosen == LABELS)
        return verdict_of_labels(s, sum, out);
    uint64_t value;
    bool read = chosen == LOOKED_UP && !s->solved->searched;
    bt_status status = chosen == LOOKED_UP
                           ? bt_solved_value(s->solved, &sum->part[0].pos, &value)
                           : searched_value(s, sum->part, sum->n, s->most, &value);
    if (status == BTI_LOOPY)
        return verdict_of_labels(s, sum, out);
    BT_TRY(status);
    *out = (bt_verdict){.outcome = value == 0 ? BT_P : BT_N,
                        .has_grundy = sum->part[0].game->play == BT_NORMAL,
                        .grundy = value,
                        .by = read ? BT_BY_TABLE : BT_BY_SEARCH};
    return BT_OK;
}

/* Walks the options of one part after the other and shows those that are wanted. */
struct walk {
    bt_visit visit; /* its `part` is that of the walk */
    bt_visit *show;
    bt_solver *solver;
    bt_sum *sum;
    way chosen;
    bt_rest rest;
    size_t infinite_rest; /* parts of the rest whose value is infinity */
    bt_outcome wanted;    /* of the options shown: P, or D */
};

static bool show_move(struct walk *w, const bt_move *move)
{
    return w->show->option(w->show, move);
}

static bt_status labelled_outcome(struct walk *w, bt_outcome *outcome)
{
    bti_labelled *labelled = NULL;
    uint32_t at = 0;
    BT_TRY(labels_of(w->solver, w->sum, &labelled, &at));
    *outcome = bti_labelled_outcome(labelled, at);
    return BT_OK;
}

static bt_status whole_outcome(struct walk *w, bt_outcome *outcome)
{
    uint64_t value;
    if (uses_only_theorems(w->solver))
        return bt_fail(w->solver->ctx, BT_UNABLE,
                       "no theorem that Bouton knows answers every option of this "
                       "position; leave out --by theorem to search");
    bti_labelled *labelled = NULL;
    BT_TRY(known_explored(w->solver, w->sum, &labelled));
    bt_status status = labelled ? BTI_LOOPY
                                : searched_value(w->solver, w->sum->part, w->sum->n,
                                                 w->solver->most, &value);
    if (status == BTI_LOOPY)
        return labelled_outcome(w, outcome);
    BT_TRY(status);
    *outcome = value == 0 ? BT_P : BT_N;
    return BT_OK;
}

/* An option in this part, beside the other parts. */
static bt_status outcome_beside(struct walk *w, const part_value *value,
                                bt_outcome *outcome)
{
    uint64_t nim_sum = value->grundy ^ w->rest.grundy;
    if (w->infinite_rest + value->infinite > 1)
        *outcome = BT_D;
    else if (value->infinite)
        *outcome = outcome_of_infinite(value, nim_sum);
    else if (w->infinite_rest == 1)
        for (size_t i = 0; i < w->sum->n; i++) {
            const part_value *other = &w->solver->plan.value[i];
            if (i != w->visit.part && other->infinite)
                *outcome = outcome_of_infinite(other, nim_sum);
        }
    else
        *outcome = outcome_of(play_of(w->sum), nim_sum, value->firm || w->rest.firm);
    return BT_OK;
}

static bt_status outcome_of_option(struct walk *w, bt_outcome *outcome)
{
    bt_part *part = &w->sum->part[w->visit.part];
    if (w->chosen == LOOKED_UP) {
        uint64_t value = 0;
        BT_TRY(bt_solved_value(w->solver->solved, &part->pos, &value));
        *outcome = value == 0 ? BT_P : BT_N;
        return BT_OK;
    }
    if (w->chosen == ALONE) {
        *outcome = ask_theorem(w->solver, part).outcome;
        return *outcome == BT_UNKNOWN ? whole_outcome(w, outcome) : BT_OK;
    }
    if (w->chosen == VALUES) {
        part_value value;
        BT_TRY(value_of_part(w->solver, part, ask_theorem(w->solver, part), &value));
        return value.known ? outcome_beside(w, &value, outcome)
                           : whole_outcome(w, outcome);
    }
    return w->chosen == LABELS ? labelled_outcome(w, outcome)
                               : whole_outcome(w, outcome);
}

/* A theorem reads every word of an option. */
static bt_status go_on(const struct walk *w, const bt_pos *option)
{
    return bti_worked(w->solver->ctx, 16 + option->n) ? BT_STOPPED : BT_OK;
}

static bool show_if_wanted(bt_visit *visit, const bt_move *move)
{
    struct walk *w = (struct walk *)visit;
    bt_outcome outcome = BT_UNKNOWN;
    visit->status = go_on(w, move->to);
    if (visit->status == BT_OK)
        visit->status = outcome_of_option(w, &outcome);
    return visit->status == BT_OK && (outcome != w->wanted || show_move(w, move));
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

static bool show_if_value(bt_visit *visit, const bt_move *move)
{
    struct heap_walk *h = (struct heap_walk *)visit;
    uint32_t value = 0;
    visit->status = go_on(h->walk, move->to);
    if (visit->status == BT_OK)
        visit->status = bti_heap_table_value(h->table, move->to->x[0], &value);
    if (visit->status != BT_OK || value != h->wanted)
        return visit->status == BT_OK;
    return bt_show(h->walk->show, h->whole, h->heap, 1, move->before);
}

static bt_status walk_heaps(struct walk *w)
{
    bt_part *part = &w->sum->part[w->visit.part];
    part_value all = w->solver->plan.value[w->visit.part];
    struct heap_walk h = {{.option = show_if_value}, w, all.table, &part->pos, 0, 0};
    for (; h.heap < part->pos.n && !h.visit.ended; h.heap++) {
        bt_pos one = {
            .x = part->pos.x + h.heap, .n = 1, .cap = 1, .ctx = part->pos.ctx};
        uint32_t value = 0;
        BT_TRY(bti_heap_table_value(all.table, one.x[0], &value));
        bool firm = w->rest.firm || all.firm_heaps > (value >= 2);
        h.wanted = bti_tame_wanted(part->game->play,
                                   all.grundy ^ value ^ w->rest.grundy, firm);
        BT_TRY(bt_options(part->game, &one, &h.visit));
    }
    w->visit.ended = h.visit.ended;
    return BT_OK;
}

/* Where moves break heaps the whole option is looked at; only normal play comes here.
 */
static bt_status nim_sum_of_heaps(const struct walk *w, const bt_pos *p, uint64_t *sum)
{
    BT_TRY(go_on(w, p));
    for (size_t i = 0; i < p->n; i++) {
        uint32_t value = 0;
        BT_TRY(bti_heap_table_value(w->solver->plan.value[w->visit.part].table, p->x[i],
                                    &value));
        *sum ^= value;
    }
    return BT_OK;
}

static bool show_if_heaps(bt_visit *visit, const bt_move *move)
{
    struct walk *w = (struct walk *)visit;
    uint64_t sum = w->rest.grundy;
    visit->status = nim_sum_of_heaps(w, move->to, &sum);
    return visit->status == BT_OK && (sum != 0 || show_move(w, move));
}

bt_status bt_walk_moves(bt_sum *sum, bt_visit *visit)
{
    visit->ended = false;
    for (size_t i = 0; i < sum->n && !visit->ended; i++) {
        bt_part *part = &sum->part[i];
        visit->part = i;
        BT_TRY(bt_options(part->game, &part->pos, visit));
    }
    return BT_OK;
}

/* Whether there is such a walk, and a theorem stands behind it. */
static bool has_winning_walk(const struct walk *w)
{
    const bt_rules *rules = w->sum->part[w->visit.part].game->rules;
    bool beside = w->rest.grundy != 0 || w->rest.firm;
    if (!rules->winning || w->chosen == WHOLE || w->chosen == LABELS ||
        w->chosen == LOOKED_UP || w->infinite_rest > 0 || w->wanted != BT_P ||
        (beside && (rules->flags & BT_WINS_ALONE)))
        return false;
    if (w->chosen == ALONE)
        return true;
    const part_value *value = &w->solver->plan.value[w->visit.part];
    return uses_theorems(w->solver) && !value->searched && !value->looked_up;
}

static size_t infinite_parts(const bt_solver *s, const bt_sum *sum, size_t except)
{
    size_t count = 0;
    for (size_t i = 0; i < sum->n; i++)
        count += i != except && s->plan.value[i].infinite;
    return count;
}

static bt_status walk_part(struct walk *w)
{
    bt_part *part = &w->sum->part[w->visit.part];
    bool values = w->chosen == VALUES && w->wanted == BT_P && w->infinite_rest == 0;
    if (has_winning_walk(w)) {
        BT_TRY(bt_winning(part->game, &part->pos, w->rest, w->show));
        w->visit.ended = w->show->ended;
        return BT_OK;
    }
    w->visit.option = show_if_wanted;
    if (values && w->solver->plan.value[w->visit.part].table) {
        if (part->game->rules->grows == 0)
            return walk_heaps(w);
        w->visit.option = show_if_heaps;
    }
    return bt_options(part->game, &part->pos, &w->visit);
}

static bt_status walk_by_plan(bt_solver *s, bt_sum *sum, bt_outcome wanted,
                              bt_visit *show)
{
    way chosen = s->plan.chosen;
    struct walk w = {
        .show = show, .solver = s, .sum = sum, .chosen = chosen, .wanted = wanted};
    bt_status status = BT_OK;
    if (chosen == LABELS) { /* from here, so that every option is found */
        bti_labelled *labelled = NULL;
        uint32_t at;
        BT_TRY(labels_of(s, sum, &labelled, &at));
    }
    for (size_t i = 0; i < sum->n && status == BT_OK && !w.visit.ended; i++) {
        w.visit.part = show->part = i;
        if (chosen == VALUES) {
            w.rest = rest_of(s, sum, i);
            w.infinite_rest = infinite_parts(s, sum, i);
        }
        status = walk_part(&w);
    }
    show->ended = w.visit.ended;
    return status != BT_OK ? status : show->status;
}

static bool stop_at_once(bt_visit *visit, const bt_move *move)
{
    (void)visit;
    (void)move;
    return false;
}

bt_status bt_terminal(bt_sum *sum, bool *terminal)
{
    bt_visit visit = {.option = stop_at_once};
    bt_status status = bt_walk_moves(sum, &visit);
    *terminal = !visit.ended;
    return status;
}

/* A table from a file may be wrong in spite of its checksum. Whoever wins has a move
 * that wins, unless none is left in misere play: otherwise an N is not an answer. */
static bool is_looked_up(const bt_solver *s, const bt_sum *sum)
{
    bool looked_up = s->plan.chosen == LOOKED_UP;
    for (size_t i = 0; i < sum->n && s->plan.chosen == VALUES; i++)
        looked_up = looked_up || s->plan.value[i].looked_up;
    return looked_up && !s->solved->searched;
}

static bt_status check_looked_up(bt_solver *s, bt_sum *sum)
{
    bool terminal = false;
    bt_visit visit = {.option = stop_at_once};
    BT_TRY(walk_by_plan(s, sum, BT_P, &visit));
    if (!visit.ended && play_of(sum) == BT_MISERE)
        BT_TRY(bt_terminal(sum, &terminal));
    if (visit.ended || terminal)
        return BT_OK;
    return bt_fail(s->ctx, BT_DOMAIN,
                   "the table is wrong: it says that the next player wins here, but no "
                   "move leads to a P-position; write the table again");
}

bt_status bt_solve(bt_solver *s, bt_sum *sum, bt_verdict *out)
{
    BT_TRY(make_plan(s, sum));
    BT_TRY(solve_by_plan(s, sum, out));
    return out->outcome == BT_N && is_looked_up(s, sum) ? check_looked_up(s, sum)
                                                        : BT_OK;
}

bt_status bt_walk_winning(bt_solver *s, bt_sum *sum, bt_visit *show)
{
    BT_TRY(make_plan(s, sum));
    return walk_by_plan(s, sum, BT_P, show);
}

bt_status bt_walk_drawing(bt_solver *s, bt_sum *sum, bt_visit *show)
{
    BT_TRY(make_plan(s, sum));
    return walk_by_plan(s, sum, BT_D, show);
}

bt_status bt_solve_and_walk(bt_solver *s, bt_sum *sum, bt_verdict *out, bt_visit *show)
{
    show->ended = false;
    BT_TRY(bt_solve(s, sum, out));
    return out->outcome == BT_N ? walk_by_plan(s, sum, BT_P, show) : BT_OK;
}
