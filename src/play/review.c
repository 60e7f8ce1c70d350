/* SPDX-License-Identifier: MIT
 * The review of a game: what each move did to the outcome. A move from N that leaves N
 * has given the win away, and the review says which one would have won. */
#include "play/session.h"

enum { TOLD_SLIPS = 8 };

struct review {
    bt_session *s;
    bt_text *out;
    uint32_t *path; /* nodes from the first move to here */
    size_t moves;
    size_t slips;
    bt_text told; /* the sentences about slips */
};

static const char *remark(bt_outcome before, bt_outcome after)
{
    if (before == BT_UNKNOWN || after == BT_UNKNOWN)
        return "";
    if (before == BT_N)
        return after == BT_P   ? "a winning move"
               : after == BT_D ? "gives the win away for a draw"
                               : "gives the win away";
    if (before == BT_D)
        return after == BT_D ? "keeps the draw" : "gives the draw away";
    return "every move loses";
}

static const char *letter(bt_outcome outcome)
{
    static const char *const letters[] = {"?", "N", "P", "D"};
    return letters[outcome];
}

/* The tree stands before the bad move. */
static bt_status tell_slip(struct review *r, uint32_t node, bool draw)
{
    bt_session *s = r->s;
    bti_move move;
    bool found = false;
    if (r->slips++ >= TOLD_SLIPS)
        return BT_OK;
    bti_move_init(&move, s->ctx);
    bt_status status = bti_best_move(&s->judge, &s->tree.sum, NULL, &move, &found);
    if (status == BT_OK && found) {
        bt_text_format(&r->told, "Move %u: %s could have %s with: ",
                       (unsigned)s->tree.node[node].depth,
                       bti_name(s, bti_tree_turn(&s->tree), false),
                       draw ? "kept the draw" : "won");
        status = bti_put_move(&r->told, &s->tree.sum, &move);
        bt_text_put(&r->told, ".\n");
    }
    bti_move_free(&move);
    return status;
}

static bt_status review_move(struct review *r, uint32_t node, bt_outcome *outcome)
{
    bt_session *s = r->s;
    bti_tree *tree = &s->tree;
    bt_player player = bti_tree_turn(tree);
    bt_outcome before = *outcome;
    bti_view view;
    bti_tree_down(tree, node);
    BT_TRY(bti_judge_view(&s->judge, &tree->sum, &view));
    *outcome = view.outcome;
    bt_text_format(r->out, "  %u  %s: ", (unsigned)tree->node[node].depth,
                   bti_name(s, player, false));
    bti_put_last_move(r->out, tree);
    bt_text_put(r->out, ", leaves ");
    bti_put_short_position(r->out, &tree->sum);
    bt_text_format(r->out, " (%s", letter(view.outcome));
    const char *words = remark(before, view.outcome);
    bt_text_format(r->out, "%s%s)\n", words[0] ? ", " : "", words);
    bool slip = (before == BT_N && (view.outcome == BT_N || view.outcome == BT_D)) ||
                (before == BT_D && view.outcome == BT_N);
    if (!slip)
        return bt_text_status(r->out);
    bti_tree_up(tree);
    bt_status status = tell_slip(r, node, before == BT_D);
    bti_tree_down(tree, node);
    return status;
}

static bt_status review_path(struct review *r)
{
    bt_session *s = r->s;
    bti_view view;
    bti_tree_go(&s->tree, 0);
    BT_TRY(bti_judge_view(&s->judge, &s->tree.sum, &view));
    bt_text_put(r->out, "  start: ");
    bti_put_short_position(r->out, &s->tree.sum);
    bt_text_format(r->out, " (%s)\n", letter(view.outcome));
    bt_outcome outcome = view.outcome;
    for (size_t i = 0; i < r->moves; i++) {
        if (bt_stopped(s->ctx))
            return BT_STOPPED;
        BT_TRY(review_move(r, r->path[i], &outcome));
    }
    bt_text_put_span(r->out, bt_text_span(&r->told));
    if (r->slips > TOLD_SLIPS)
        bt_text_format(r->out, "And %zu more.\n", r->slips - TOLD_SLIPS);
    bool resigned = s->tree.over && s->tree.winner != BT_NO_PLAYER && outcome == BT_N;
    if (resigned)
        bt_text_format(r->out, "At the end %s could have won and resigned.\n",
                       bti_name(s, bti_tree_turn(&s->tree), false));
    if (r->slips == 0 && !resigned && view.outcome != BT_UNKNOWN)
        bt_text_put(r->out, "Nobody gave anything away.\n");
    BT_TRY(bt_text_status(&r->told));
    return bt_text_status(r->out);
}

bt_status bti_put_review(bt_session *s, bt_text *out)
{
    uint32_t at = s->tree.at;
    struct review r = {.s = s, .out = out, .moves = s->tree.node[at].depth};
    if (r.moves == 0) {
        bt_text_put(out, "No move was made yet.\n");
        return bt_text_status(out);
    }
    r.path = bt_resize_array(s->ctx, NULL, 0, r.moves, sizeof *r.path);
    if (!r.path)
        return bt_last_status(s->ctx);
    bt_text_init(&r.told, s->ctx);
    for (uint32_t node = at, i = (uint32_t)r.moves; i > 0;
         node = s->tree.node[node].parent)
        r.path[--i] = node;
    bt_status status = review_path(&r);
    bti_tree_go(&s->tree, at);
    bt_text_free(&r.told);
    bt_release(s->ctx, r.path, r.moves * sizeof *r.path);
    return status;
}
