/* SPDX-License-Identifier: MIT */
#include "commands/report.h"

#include "core/arith.h"
#include "core/json_members.h"
#include "core/parallel.h"
#include "core/piece.h"
#include "core/tame.h"
#include "solve/move_json.h"
#include "solve/warnings.h"

#include <string.h>

enum {
    LISTED = 1000,      /* moves that are listed unless --all-moves */
    COUNTED = 10000000, /* moves that are counted at most */
    SHOWN_WORDS = 1000, /* longer positions are not written as a move's target */
    TOLD_WORDS = 64,    /* longer positions are only described to people */
    FLUSH = 1 << 16     /* bytes that gather before they are written */
};

static const char green[] = "\033[1;32m", orange[] = "\033[1;38;5;208m",
                  blue[] = "\033[1;34m", plain[] = "\033[0m";

void bti_put_letter(bt_text *out, bt_outcome outcome, bool colour)
{
    if (colour)
        bti_text_put_own(out, outcome == BT_N   ? green
                              : outcome == BT_P ? orange
                                                : blue);
    bt_text_put(out, bti_outcome_letter(outcome));
    if (colour)
        bti_text_put_own(out, plain);
}

static bool rank_of(const bt_sum *sum, uint64_t *rank)
{
    *rank = 0;
    for (size_t i = 0; i < sum->n; i++) {
        const bt_part *part = &sum->part[i];
        uint64_t moves;
        if (!part->game->rules->rank ||
            !part->game->rules->rank(part->game, &part->pos, &moves) ||
            !bti_add(*rank, moves, rank))
            return false;
    }
    return true;
}

bt_status bti_report_make(bt_solver *solver, bt_sum *sum, bti_report *out)
{
    BT_TRY(bt_solve(solver, sum, &out->verdict));
    BT_TRY(bt_terminal(sum, &out->terminal));
    out->has_rank = rank_of(sum, &out->rank);
    if (out->terminal) /* a bound may be loose */
        out->rank = 0;
    return BT_OK;
}

static const char *by_name(bt_by by)
{
    return by == BT_BY_THEOREM ? "theorem" : by == BT_BY_TABLE ? "table" : "search";
}

static void put_text_value(bt_json_writer *w, const bt_sum *sum,
                           void (*put)(bt_text *, const bt_sum *))
{
    bt_text text;
    bt_text_init(&text, w->text->ctx);
    put(&text, sum);
    bt_json_put_string(w, bt_text_span(&text));
    bti_piece_end(&text, w->text);
}

void bti_put_value(bt_text *out, const bt_verdict *v)
{
    if (v->has_grundy)
        bt_text_put_u64(out, v->grundy);
    if (!v->infinite)
        return;
    bt_text_put(out, "∞{");
    for (size_t i = 0; i < v->infinity_count; i++) {
        bt_text_put(out, i > 0 ? "," : "");
        bt_text_put_u64(out, v->infinity[i]);
    }
    bt_text_put_char(out, '}');
}

void bti_put_value_json(bt_json_writer *w, const bt_verdict *v)
{
    bti_put_known(w, "grundy", v->has_grundy, v->grundy);
    if (!v->infinite)
        return;
    bt_json_key(w, "loopy");
    bt_json_open(w, '{');
    bt_json_key(w, "infinity");
    bt_json_open(w, '[');
    for (size_t i = 0; i < v->infinity_count; i++)
        bt_json_put_u64(w, v->infinity[i]);
    bt_json_close(w, ']');
    bt_json_close(w, '}');
}

/* Only games that are given as graphs tell how long play lasts. */
static void put_remoteness(bt_json_writer *w, const bt_sum *sum, const bt_verdict *v)
{
    if (sum->n != 1 || !sum->part[0].game->rules->graph)
        return;
    bti_put_known(w, "remoteness", v->has_remoteness, v->remoteness);
}

static const char *why_no_value(const bt_sum *sum, const bt_verdict *v)
{
    if (v->infinite)
        return "play can go on for ever: the value is infinity with the set of the "
               "numbers among the values of the options";
    return sum->part[0].game->play == BT_MISERE ? "Grundy values belong to normal play"
                                                : "no formula for it is known";
}

static void put_parts(bt_json_writer *w, const bt_sum *sum)
{
    bt_json_key(w, "parts");
    bt_json_open(w, '[');
    for (size_t i = 0; i < sum->n; i++) {
        const bt_sum one = {.part = &sum->part[i], .n = 1};
        bt_json_open(w, '{');
        bt_json_key(w, "rules");
        put_text_value(w, &one, bti_put_sum_rules);
        bt_json_key(w, "position");
        put_text_value(w, &one, bt_sum_print);
        bt_json_close(w, '}');
    }
    bt_json_close(w, ']');
}

void bti_report_json(bt_json_writer *w, const bt_sum *sum, const bti_report *report)
{
    const bt_verdict *v = &report->verdict;
    bt_json_key(w, "rules");
    put_text_value(w, sum, bti_put_sum_rules);
    bti_put_member(w, "play", bti_play_name(sum->part[0].game->play));
    bt_json_key(w, "position");
    put_text_value(w, sum, bt_sum_print);
    if (sum->n > 1)
        put_parts(w, sum);
    bti_put_member(w, "outcome", bti_outcome_letter(v->outcome));
    bti_put_flag(w, "terminal", report->terminal);
    bti_put_value_json(w, v);
    if (!v->has_grundy)
        bti_put_member(w, "grundy_note", why_no_value(sum, v));
    put_remoteness(w, sum, v);
    bti_put_member(w, "by", by_name(v->by));
    bti_put_known(w, "moves_left_at_most", report->has_rank, report->rank);
    bti_put_warnings(w, sum);
}

static const char *meaning(const bti_report *r, bt_play play)
{
    if (r->terminal)
        return play == BT_NORMAL ? "no move is left, so the player to move has lost"
                                 : "no move is left, so the player to move has won";
    if (r->verdict.outcome == BT_D)
        return "a draw, neither player can force a win";
    return r->verdict.outcome == BT_N ? "the next player wins"
                                      : "the previous player wins, every move loses";
}

void bti_title_text(bt_text *out, const bt_sum *sum)
{
    bti_put_sum_title(out, sum, false);
    bt_text_put_char(out, '\n');
}

void bti_report_text(bt_text *out, const bt_sum *sum, const bti_report *r, bool colour)
{
    bti_title_text(out, sum);
    bti_put_letter(out, r->verdict.outcome, colour);
    bt_say(out, ": {meaning} (by {name})\n",
           BT_ARGS(BT_STR("meaning", meaning(r, sum->part[0].game->play)),
                   BT_STR("name", by_name(r->verdict.by))));
    if (r->verdict.has_grundy || r->verdict.infinite) {
        bt_say(out, "Grundy value ", BT_NO_ARGS);
        bti_put_value(out, &r->verdict);
        bt_text_put_char(out, '\n');
    }
    if (r->verdict.has_remoteness && r->verdict.remoteness > 0)
        bt_say(out,
               "play lasts {remoteness} {remoteness, plural, one {move} other {moves}} "
               "if the winner hurries and the loser does not\n",
               BT_ARGS(BT_NUM("remoteness", r->verdict.remoteness)));
    if (r->has_rank && r->rank > 0)
        bt_say(out,
               "at most {rank} {rank, plural, one {move is} other {moves are}} left\n",
               BT_ARGS(BT_NUM("rank", r->rank)));
}

/* The list that grows while moves are shown. */
struct list {
    bt_visit visit;
    bti_call *call;
    bt_context *ctx;
    bt_sum *sum;
    bt_solver *labels; /* every move: its verdict too; NULL: winning moves only */
    uint64_t most, listed, total;
    bt_json_writer *json; /* or NULL, for people */
    bt_text *out;
    bt_cell_list *cells; /* those of a move, where moves are JSON */
    bt_touches *touched; /* for boards: the handles of a move, or NULL */
    bool loopy;          /* labels may be long: infinity with a set */
    size_t width;        /* of the column of positions, 0: they are not shown */
    bt_pos *gaps;        /* where that column ends in each line and how wide it is
                          * there, to be filled up later; NULL: it is filled up at once */
    bool colour;
    bool streams; /* what was listed need not stay in memory */
};

/* Which words changed, from what to what; where words came or went, which ones became
 * how many. */
static void put_changes(bt_json_writer *w, const bt_move *move)
{
    const uint64_t *before = move->before, *now = bt_move_words(move);
    bt_json_key(w, "changes");
    if (move->was != move->now) {
        bt_json_put_null(w);
        bti_put_count(w, "at", move->at);
        bti_put_count(w, "was", move->was);
        bti_put_count(w, "now", move->now);
        return;
    }
    bt_json_open(w, '[');
    for (size_t i = 0; i < move->now; i++)
        if (before[i] != now[i]) {
            bt_json_open(w, '[');
            bt_json_put_u64(w, move->at + i);
            bt_json_put_u64(w, before[i]);
            bt_json_put_u64(w, now[i]);
            bt_json_close(w, ']');
        }
    bt_json_close(w, ']');
}

/* A list for each way to choose the move. */
static void put_handles(bt_json_writer *w, const bt_touches *t)
{
    bt_json_key(w, "handles");
    bt_json_open(w, '[');
    for (size_t i = 0; i < t->n; i++) {
        if (t->handle[i] == 0)
            continue;
        if (i == 0 || t->handle[i - 1] == 0)
            bt_json_open(w, '[');
        bt_json_put_u64(w, t->handle[i]);
        if (i + 1 == t->n || t->handle[i + 1] == 0)
            bt_json_close(w, ']');
    }
    bt_json_close(w, ']');
}

static void list_json(struct list *l, const bt_move *move, const bt_verdict *label)
{
    bt_json_writer *w = l->json;
    bt_json_open(w, '{');
    bt_json_key(w, "to");
    if (bti_count_words(l->sum) <= SHOWN_WORDS)
        put_text_value(w, l->sum, bt_sum_print);
    else
        bt_json_put_null(w);
    if (label) {
        bti_put_member(w, "outcome", bti_outcome_letter(label->outcome));
        bti_put_value_json(w, label);
    }
    if (l->sum->n > 1)
        bti_put_count(w, "part", move->part);
    put_changes(w, move);
    bti_put_cells(w, l->sum->part[move->part].game, move, false, l->cells);
    bt_text say;
    bt_text_init(&say, l->ctx);
    bt_say_move(&say, l->sum, move);
    bti_put_span_member(w, "text", bt_text_span(&say));
    bti_piece_end(&say, w->text);
    if (l->touched) {
        bt_touches_of(l->sum->part[move->part].game, move, l->touched);
        put_handles(w, l->touched);
        if (w->text->status == BT_OK)
            w->text->status = l->touched->status;
    }
    bt_json_close(w, '}');
}

static void pad(bt_text *out, size_t from, size_t to)
{
    for (; from < to; from++)
        bt_text_put_char(out, ' ');
}

/* The position stands in l->out from `start` on. What is safe is not changed any more,
 * so the places stay. */
static void keep_gap(struct list *l, size_t start)
{
    bti_text_tame(l->out);
    size_t len = l->out->len - start;
    bt_status status = bt_pos_push(l->gaps, l->out->len);
    if (status == BT_OK)
        status = bt_pos_push(l->gaps, len);
    if (status != BT_OK && l->out->status == BT_OK)
        l->out->status = status;
    l->width = len > l->width ? len : l->width;
}

/* The lines, with the column of positions as wide as the longest one. */
static void put_aligned(bt_text *out, const struct list *l, bt_text *lines)
{
    size_t at = 0;
    bti_text_tame(out);
    bti_text_tame(lines);
    for (size_t i = 0; i + 1 < l->gaps->n; i += 2) {
        size_t end = (size_t)l->gaps->x[i];
        bt_text_put_span(out, (bt_span){lines->at + at, end - at});
        pad(out, (size_t)l->gaps->x[i + 1], l->width + 2);
        at = end;
    }
    bt_text_put_span(out, (bt_span){lines->at + at, lines->len - at});
    out->safe = out->len;
}

static void list_text(struct list *l, const bt_move *move, const bt_verdict *label)
{
    bt_text *out = l->out;
    bt_text_put(out, "  ");
    if (label) {
        bti_put_letter(out, label->outcome, l->colour);
        size_t start = out->len, wide = label->infinite ? 2 : 0;
        bt_text_put(out, label->has_grundy || label->infinite ? " " : "");
        bti_put_value(out, label);
        size_t len = out->len - start - wide; /* ∞ has three bytes */
        size_t column = l->loopy ? 10 : 5;
        pad(out, len, len + 2 > column || len == 0 ? len + 2 : column);
    }
    if (l->width > 0) {
        bti_text_tame(out);
        size_t start = out->len;
        bt_sum_print(out, l->sum);
        size_t len = out->len - start;
        if (l->gaps)
            keep_gap(l, start);
        else
            pad(out, len, (len > l->width ? len : l->width) + 2);
    }
    bt_say_move(out, l->sum, move);
    bt_text_put_char(out, '\n');
}

static bt_status list_one(struct list *l, const bt_move *move)
{
    l->total++;
    if (bti_worked(l->ctx, 16))
        return BT_STOPPED;
    if (l->listed == l->most)
        return BT_OK;
    uint64_t effort = 1000 + bti_count_words(l->sum); /* to label and to write it */
    if (bti_worked_at(l->ctx, effort, "moves", l->listed, 0))
        return BT_STOPPED;
    l->listed++;
    bt_verdict label;
    if (l->labels)
        BT_TRY(bt_solve(l->labels, l->sum, &label));
    if (l->json)
        list_json(l, move, l->labels ? &label : NULL);
    else
        list_text(l, move, l->labels ? &label : NULL);
    bt_text *out = l->json ? l->json->text : l->out;
    return l->streams && out->len >= FLUSH ? bti_flush(l->call) : bt_text_status(out);
}

static bool list_move(bt_visit *visit, const bt_move *move)
{
    struct list *l = (struct list *)visit;
    if (l->total == COUNTED && l->listed == l->most) {
        visit->more = true;
        return false;
    }
    visit->status = list_one(l, move);
    return visit->status == BT_OK;
}

static bt_status walk(bt_solver *solver, bt_sum *sum, bti_move_list which,
                      bt_visit *visit)
{
    return which == BTI_EVERY_MOVE || which == BTI_BOARD_MOVES
               ? bt_walk_moves(sum, visit)
           : which == BTI_DRAWING_MOVES ? bt_walk_drawing(solver, sum, visit)
                                        : bt_walk_winning(solver, sum, visit);
}

static bt_status fill_list(bti_call *call, bt_solver *solver, bt_sum *sum,
                           bti_move_list which, struct list *l)
{
    l->visit.option = list_move;
    l->call = call;
    l->ctx = call->ctx;
    l->sum = sum;
    l->labels = which == BTI_EVERY_MOVE ? solver : NULL;
    for (size_t i = 0; i < sum->n; i++)
        l->loopy = l->loopy || sum->part[i].game->rules->graph;
    l->most = bti_given(call, BTI_ALL_MOVES) ? UINT64_MAX : LISTED;
    l->streams =
        (l->json ? l->json->text : l->out) == &call->out && !bti_given(call, BTI_BATCH);
    return walk(solver, sum, which, &l->visit);
}

static bool count_move(bt_visit *visit, const bt_move *move)
{
    struct list *l = (struct list *)visit;
    (void)move;
    if (++l->total > COUNTED)
        visit->status =
            bt_fail(l->ctx, BT_UNABLE,
                    "there are more than {counted} moves, too many to list all",
                    BT_ARGS(BT_NUM("counted", COUNTED)));
    else if (bti_worked(l->ctx, 16 + bti_count_words(l->sum)))
        visit->status = BT_STOPPED;
    return visit->status == BT_OK;
}

/* A long list is written as it comes, so it is known before that it can be finished. */
static bt_status count_all(bti_call *call, bt_solver *solver, bt_sum *sum,
                           bti_move_list which, struct list *counted)
{
    *counted = (struct list){.visit.option = count_move, .ctx = call->ctx, .sum = sum};
    BT_TRY(walk(solver, sum, which, &counted->visit));
    counted->listed = counted->total;
    return BT_OK;
}

bt_status bti_moves_json(bti_call *call, bt_solver *solver, bt_sum *sum,
                         bti_move_list which, bt_json_writer *w)
{
    static const char *const key[] = {"winning_moves", "drawing_moves", "options",
                                      "options"};
    static const char *const total[] = {"winning_moves_total", "drawing_moves_total",
                                        "options_total", "options_total"};
    struct list l = {.json = w}, counted;
    bt_touches touched;
    bt_cell_list cells;
    if (bti_given(call, BTI_ALL_MOVES))
        BT_TRY(count_all(call, solver, sum, which, &counted));
    bt_touches_init(&touched, call->ctx);
    bt_cell_list_init(&cells, call->ctx);
    l.cells = &cells;
    l.touched = which == BTI_BOARD_MOVES ? &touched : NULL;
    bt_json_key(w, key[which]);
    bt_json_open(w, '[');
    bt_status status = fill_list(call, solver, sum, which, &l);
    bt_touches_free(&touched);
    bt_cell_list_free(&cells);
    BT_TRY(status);
    bt_json_close(w, ']');
    bt_json_key(w, total[which]);
    if (l.visit.more)
        bt_json_put_null(w);
    else
        bt_json_put_u64(w, l.total);
    return bt_text_status(w->text);
}

/* The head of the list: how many moves there are, and how many are listed. */
static void put_head(bt_text *out, const struct list *l, bti_move_list which)
{
    static const char *const kinds[] = {"winning ", "drawing ", ""};
    unsigned long long total = l->total, listed = l->listed;
    if (l->visit.more)
        bt_say(out,
               "at least {total} {kinds}{total, plural, one {move} other {moves}}, the "
               "first {listed}:\n",
               BT_ARGS(BT_NUM("total", total), BT_STR("kinds", kinds[which]),
                       BT_NUM("listed", listed)));
    else if (listed < total)
        bt_say(out,
               "{total} {kinds}moves, the first {listed} (--all-moves lists all):\n",
               BT_ARGS(BT_NUM("total", total), BT_STR("kinds", kinds[which]),
                       BT_NUM("listed", listed)));
    else if (total > 0)
        bt_text_format(out, "%llu %s%s:\n", total, kinds[which],
                       total == 1 ? "move" : "moves");
}

static bt_status list_all(bti_call *call, bt_solver *solver, bt_sum *sum,
                          bti_move_list which, struct list *l)
{
    struct list counted;
    BT_TRY(count_all(call, solver, sum, which, &counted));
    put_head(l->out, &counted, which);
    return fill_list(call, solver, sum, which, l);
}

/* The head needs the total, so the list is made first. */
static bt_status list_some(bti_call *call, bt_solver *solver, bt_sum *sum,
                           bti_move_list which, struct list *l)
{
    bt_text moves, *out = l->out;
    bt_pos gaps;
    bt_text_init(&moves, call->ctx);
    bt_pos_init(&gaps, call->ctx);
    l->out = &moves;
    l->gaps = &gaps;
    bt_status status = fill_list(call, solver, sum, which, l);
    if (status == BT_OK) {
        put_head(out, l, which);
        status = bt_text_status(&moves);
        if (status == BT_OK && moves.len > 0)
            put_aligned(out, l, &moves);
    }
    bt_text_free(&moves);
    bt_pos_free(&gaps);
    return status;
}

bt_status bti_moves_text(bti_call *call, bt_solver *solver, bt_sum *sum,
                         bti_move_list which, bt_text *out)
{
    bt_text origin;
    bt_text_init(&origin, call->ctx);
    struct list l = {.out = out, .colour = call->io->colour};
    if (bti_count_words(sum) <= TOLD_WORDS)
        bt_sum_print(&origin, sum);
    l.width = origin.len;
    bt_status status = bt_text_status(&origin);
    bt_text_free(&origin);
    if (status == BT_OK)
        status = bti_given(call, BTI_ALL_MOVES)
                     ? list_all(call, solver, sum, which, &l)
                     : list_some(call, solver, sum, which, &l);
    return status != BT_OK ? status : bt_text_status(out);
}
