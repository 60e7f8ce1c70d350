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
#include <bouton/number_kit.h>

#include "rules/boxes.h"
#include "solve/solver_plan.h"

#include "core/arith.h"
#include "core/parallel.h"
#include "solve/loopy.h"
#include "solve/solved_table.h"

#include <string.h>

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
    *s = (bt_solver){.ctx = ctx, .by = by, .kept.ctx = ctx, .most = UINT64_MAX};
    bt_pos_init(&s->infinity, ctx);
    bt_pos_init(&s->plan.question, ctx);
    *out = s;
    return BT_OK;
}

void bt_solver_free(bt_solver *s)
{
    if (!s)
        return;
    bti_searches_free(&s->kept);
    bt_pos_free(&s->infinity);
    bt_pos_free(&s->plan.question);
    bt_release(s->ctx, s->plan.value, s->plan.value_cap * sizeof *s->plan.value);
    bt_release(s->ctx, s, sizeof *s);
}

bt_status bti_searched_value(bt_solver *s, const bt_part *part, size_t parts,
                             uint64_t most_positions, uint64_t *value)
{
    return bti_searches_value(&s->kept, part, parts, s->by == BT_BY_PLAIN,
                              most_positions, value);
}

bool bti_uses_theorems(const bt_solver *s)
{
    return s->by == BT_BY_ANY || s->by == BT_BY_THEOREM;
}

bool bti_uses_only_theorems(const bt_solver *s)
{
    return s->by == BT_BY_THEOREM;
}

bt_answer bti_ask_theorem(const bt_solver *s, const bt_part *part)
{
    bt_answer answer = {.outcome = BT_UNKNOWN};
    if (bti_uses_theorems(s) && part->game->rules->theorem)
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
    return bt_fail(s->ctx, BT_UNABLE, "the search would take too long", BT_NO_ARGS);
}

static bt_status sum_of_heaps(const bt_solver *s, bti_heap_table *table,
                              const bt_part *part, bti_part_value *out)
{
    const bt_pos *pos = &part->pos;
    *out = (bti_part_value){.known = true, .searched = true, .table = table};
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
static bt_status value_by_labels(bt_solver *s, bt_part *part, bti_part_value *out)
{
    bti_labelled *labelled = NULL;
    bt_sum one = {.part = part, .n = 1};
    uint32_t at = 0;
    if (part->game->rules->graph)
        BT_TRY(bti_searches_labels(&s->kept, part->game, &labelled));
    else
        BT_TRY(bti_searches_explore(&s->kept, &one, s->most, &labelled));
    BT_TRY(bti_labelled_find(labelled, &one, &at));
    bt_label label = bti_labelled_label(labelled, at);
    bool infinite = label.grundy == BT_INFINITE;
    *out = (bti_part_value){.known = true,
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
    return bti_uses_theorems(s) && rules->flags & BT_TAME && rules->grows == 0;
}

/* The value of one part, of which the theorem says `answer`; not known when misere play
 * needs a tame part and this is none. The heaps of a misere tame game have the same
 * Grundy values as in normal play, since these come from the options alone. */
bt_status bti_value_of_part(bt_solver *s, bt_part *part, bt_answer answer,
                            bti_part_value *out)
{
    const bt_rules *rules = part->game->rules;
    bool misere = part->game->play == BT_MISERE;
    *out = (bti_part_value){.known = false};
    if (!misere && in_table(s, part)) {
        *out = (bti_part_value){.known = true,
                                .searched = s->solved->searched,
                                .looked_up = !s->solved->searched};
        return bt_solved_value(s->solved, &part->pos, &out->grundy);
    }
    if (answer.has_grundy && (!misere || answer.tame)) {
        *out = (bti_part_value){
            .known = true, .firm = answer.firm, .grundy = answer.grundy};
        return BT_OK;
    }
    if (bti_uses_only_theorems(s) || (misere && !is_tame_by_flag(s, rules)))
        return BT_OK;
    if (rules->flags & BT_HEAPS) {
        bti_heap_table *table;
        BT_TRY(bti_searches_table(&s->kept, part->game, &table));
        return sum_of_heaps(s, table, part, out);
    }
    if (misere)
        return BT_OK;
    const bt_sum one = {.part = part, .n = 1};
    bti_labelled *labelled = NULL;
    BT_TRY(bti_searches_explored(&s->kept, &one, &labelled));
    if (rules->graph || labelled)
        return value_by_labels(s, part, out);
    *out = (bti_part_value){.known = true, .searched = true};
    bt_status status = bti_searched_value(s, part, 1, s->most, &out->grundy);
    return status == BTI_LOOPY ? value_by_labels(s, part, out) : status;
}

/* `first`: what the theorem says of part 0. */
static bt_status values_of_parts(bt_solver *s, const bt_sum *sum, bt_answer first,
                                 bool *all)
{
    bti_plan *p = &s->plan;
    if (p->value_cap < sum->n) {
        bti_part_value *value =
            bt_resize_array(s->ctx, p->value, p->value_cap, sum->n, sizeof *value);
        if (!value)
            return bt_last_status(s->ctx);
        p->value = value;
        p->value_cap = sum->n;
    }
    *all = true;
    for (size_t i = 0; i < sum->n && *all; i++) {
        bt_part *part = &sum->part[i];
        BT_TRY(bti_value_of_part(s, part, i == 0 ? first : bti_ask_theorem(s, part),
                                 &p->value[i]));
        *all = p->value[i].known;
    }
    return BT_OK;
}

bt_play bti_play_of(const bt_sum *sum)
{
    return sum->part[0].game->play;
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
    bti_plan *p = &s->plan;
    p->chosen = sum->n == 1 && in_table(s, &sum->part[0]) ? LOOKED_UP
                : has_graph(sum)                          ? LABELS
                                                          : WHOLE;
    if (s->by == BT_BY_PLAIN || p->chosen == LOOKED_UP ||
        (p->chosen == LABELS && sum->n == 1 && !bti_uses_only_theorems(s)))
        return BT_OK;
    p->answer = bti_ask_theorem(s, &sum->part[0]);
    bool useful =
        p->answer.has_grundy && (p->answer.tame || bti_play_of(sum) == BT_NORMAL);
    if (sum->n == 1 && p->answer.outcome != BT_UNKNOWN && !useful) {
        p->chosen = ALONE;
        return BT_OK;
    }
    bool all = false;
    BT_TRY(values_of_parts(s, sum, p->answer, &all));
    if (all)
        p->chosen = VALUES;
    else if (bti_uses_only_theorems(s))
        return bt_fail_at_limit(s->ctx, BT_LIMIT_THEOREMS,
                                "no theorem that Bouton knows answers this position",
                                BT_NO_ARGS);
    return BT_OK;
}

/* A command asks for the verdict and then for the moves; the plan serves both. Games
 * never change, so a game's address tells which one it is. */
static bool is_planned(const bt_solver *s, const bt_sum *sum)
{
    const uint64_t *x = s->plan.question.x;
    if (!s->plan.made || s->plan.gone != s->kept.gone ||
        s->plan.question.n != 2 * sum->n + words_of(sum))
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

static bt_status remember_question(bti_plan *p, const bt_sum *sum)
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
        return bt_fail(s->ctx, BT_DOMAIN, "a sum needs at least one game", BT_NO_ARGS);
    if (is_planned(s, sum))
        return BT_OK;
    s->plan.made = false;
    if (bti_worked(s->ctx, words_of(sum))) /* theorems look at all of them */
        return BT_STOPPED;
    BT_TRY(bti_searches_forget_others(&s->kept, sum));
    BT_TRY(remember_question(&s->plan, sum));
    BT_TRY(choose_way(s, sum));
    s->plan.gone = s->kept.gone;
    s->plan.made = true;
    return BT_OK;
}

bt_outcome bti_outcome_of(bt_play play, uint64_t nim_sum, bool firm)
{
    bt_answer answer;
    bt_tame_answer(play, nim_sum, firm, &answer);
    return answer.outcome;
}

/* Everything but part `except`. */
bt_rest bti_rest_of(const bt_solver *s, const bt_sum *sum, size_t except)
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
bt_outcome bti_outcome_beside_infinite(const bti_part_value *value, uint64_t nim_sum)
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
    bt_rest all = bti_rest_of(s, sum, sum->n);
    const bti_part_value *infinite = NULL;
    size_t infinities = 0;
    *out = (bt_verdict){.outcome = bti_outcome_of(play, all.grundy, all.firm),
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

bt_status bti_labels_of(bt_solver *s, bt_sum *sum, bti_labelled **labelled,
                        uint32_t *at)
{
    if (s->by == BT_BY_PLAIN || sum->n > 1 || !sum->part[0].game->rules->graph)
        BT_TRY(bti_searches_explore(&s->kept, sum, s->most, labelled));
    else
        BT_TRY(bti_searches_labels(&s->kept, sum->part[0].game, labelled));
    return bti_labelled_find(*labelled, sum, at);
}

static bt_status verdict_of_labels(bt_solver *s, bt_sum *sum, bt_verdict *out)
{
    bti_labelled *labelled = NULL;
    uint32_t at = 0;
    BT_TRY(bti_labels_of(s, sum, &labelled, &at));
    bt_label label = bti_labelled_label(labelled, at);
    bool normal = bti_play_of(sum) == BT_NORMAL;
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
        bti_searched_value(s, part, 1, bti_min(s->most, SMALL_SEARCH), &out->grundy);
    out->has_grundy = status == BT_OK;
    return status == BT_UNABLE || status == BTI_LOOPY ? BT_OK : status;
}

static bt_status solve_by_plan(bt_solver *s, bt_sum *sum, bt_verdict *out)
{
    bti_way chosen = s->plan.chosen;
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
                           : bti_searched_value(s, sum->part, sum->n, s->most, &value);
    if (status == BTI_LOOPY)
        return verdict_of_labels(s, sum, out);
    BT_TRY(status);
    *out = (bt_verdict){.outcome = value == 0 ? BT_P : BT_N,
                        .has_grundy = sum->part[0].game->play == BT_NORMAL,
                        .grundy = value,
                        .by = read ? BT_BY_TABLE : BT_BY_SEARCH};
    return BT_OK;
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

static bool stop_at_once(bt_visit *visit, const bt_move *move)
{
    (void)visit;
    (void)move;
    return false;
}

static bt_status check_looked_up(bt_solver *s, bt_sum *sum)
{
    bool terminal = false;
    bt_visit visit = {.option = stop_at_once};
    BT_TRY(bti_walk_by_plan(s, sum, BT_P, &visit));
    if (!visit.ended && bti_play_of(sum) == BT_MISERE)
        BT_TRY(bt_terminal(sum, &terminal));
    if (visit.ended || terminal)
        return BT_OK;
    return bt_fail(s->ctx, BT_DOMAIN,
                   "the table is wrong: it says that the next player wins here, but no "
                   "move leads to a P-position; write the table again",
                   BT_NO_ARGS);
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
    return bti_walk_by_plan(s, sum, BT_P, show);
}

bt_status bt_walk_drawing(bt_solver *s, bt_sum *sum, bt_visit *show)
{
    BT_TRY(make_plan(s, sum));
    return bti_walk_by_plan(s, sum, BT_D, show);
}

bt_status bt_solve_and_walk(bt_solver *s, bt_sum *sum, bt_verdict *out, bt_visit *show)
{
    show->ended = false;
    BT_TRY(bt_solve(s, sum, out));
    return out->outcome == BT_N ? bti_walk_by_plan(s, sum, BT_P, show) : BT_OK;
}
