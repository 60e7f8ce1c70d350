/* SPDX-License-Identifier: MIT
 * The review of a game: what each move did to the outcome. A move from N that leaves N
 * has given the win away, and the review says which one would have won. */
#include "core/grow.h"
#include "core/piece.h"
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

const char *bti_remark(bt_outcome before, bt_outcome after, const char **mark)
{
    static const char *const say[] = {
        BT_TEXT("a winning move"),      BT_TEXT("gives the win away for a draw"),
        BT_TEXT("gives the win away"),  BT_TEXT("keeps the draw"),
        BT_TEXT("gives the draw away"), BT_TEXT("every move loses")};
    static const char *const word[] = {
        "wins",       "gives-away-for-draw", "gives-away",
        "keeps-draw", "gives-draw-away",     "lost"};
    bool unknown = before == BT_UNKNOWN || after == BT_UNKNOWN;
    size_t i = before == BT_N   ? (after == BT_P   ? 0
                                   : after == BT_D ? 1
                                                   : 2)
               : before == BT_D ? (after == BT_D ? 3 : 4)
                                : 5;
    *mark = unknown ? NULL : word[i];
    return unknown ? NULL : say[i];
}

/* The tree stands before the move. */
static bt_status find_better(bt_session *s, bti_turn *node, bt_text *text)
{
    bti_tree *tree = &s->tree;
    bti_kept move;
    bti_view view;
    bool found = false;
    BT_TRY(bti_view_here(s, &view));
    bti_kept_init(&move, s->ctx);
    bt_status status = bti_best_move(&s->judge, &tree->sum, &view, NULL, &move, &found);
    if (status == BT_OK && found) {
        status = bti_put_move(text, &tree->sum, &move);
        const char *words = bt_arena_copy(&tree->arena, bt_text_span(text));
        bt_text_clear(text);
        bti_kept_swap(&tree->sum, &move);
        bt_sum_print(text, &tree->sum);
        bti_kept_swap(&tree->sum, &move);
        if (status == BT_OK)
            status = bt_text_status(text);
        const char *to = bt_arena_copy(&tree->arena, bt_text_span(text));
        if (status == BT_OK && (!words || !to))
            status = bt_last_status(s->ctx);
        node->better = status == BT_OK ? words : NULL;
        node->better_to = status == BT_OK ? to : NULL;
    }
    node->compared = status == BT_OK;
    bti_kept_free(&move);
    return status;
}

bt_status bti_better_here(bt_session *s, bt_outcome before, const bti_turn **here)
{
    bti_tree *tree = &s->tree;
    uint32_t at = tree->at;
    bti_turn *node = &tree->node[at];
    bt_outcome after = node->view.outcome;
    bool slip = (before == BT_N && (after == BT_N || after == BT_D)) ||
                (before == BT_D && after == BT_N);
    bt_status status = BT_OK;
    *here = node;
    if (!slip || node->compared)
        return BT_OK;
    bt_text text;
    bt_text_init(&text, s->ctx);
    uint32_t main = tree->node[node->parent].main;
    bti_tree_up(tree);
    status = find_better(s, node, &text);
    bti_tree_down(tree, at);
    tree->node[node->parent].main = main;
    bt_text_free(&text);
    return status;
}

static const char *letter_of(const bt_session *s, bt_outcome outcome)
{
    static const char *const letter[] = {"?", BT_TEXT("N"), BT_TEXT("P"), BT_TEXT("D")};
    return bt_words_for(s->ctx, letter[outcome]);
}

/* The sentence about a slip. */
static bt_status tell_slip(struct review *r, const bti_turn *node, bool draw)
{
    bt_session *s = r->s;
    if (r->slips++ >= TOLD_SLIPS)
        return BT_OK;
    const bt_args args = BT_ARGS(
        BT_NUM("number", node->depth), BT_STR("better", node->better),
        BT_STR("player", bti_player_case(s, bti_other(bti_tree_turn(&s->tree)))));
    if (draw)
        bt_say(
            &r->told,
            "At move {number} {player, select, you {you} computer {the computer} one "
            "{Player 1} other {Player 2}} could have kept the draw: {better}.\n",
            args);
    else
        bt_say(
            &r->told,
            "At move {number} {player, select, you {you} computer {the computer} one "
            "{Player 1} other {Player 2}} could have won: {better}.\n",
            args);
    return bt_text_status(&r->told);
}

/* "  3  You: take 4 from pile 3 (5 to 1), leaving 1,4,1 (N): every move loses" */
static void put_row(struct review *r, bt_player player, bt_outcome before,
                    bt_outcome after)
{
    bt_session *s = r->s;
    const char *mark, *remark = bti_remark(before, after, &mark);
    bt_text move;
    bt_text_init(&move, s->ctx);
    bti_put_last_move(&move, &s->tree);
    bt_text_format(r->out, "  %u  %s: ", (unsigned)bti_tree_at(&s->tree)->depth,
                   bti_player_label(s, player));
    bti_put_move_and_target(r->out, &move, &s->tree.sum);
    bt_text_format(r->out, " (%s)%s%s\n", letter_of(s, after), remark ? ": " : "",
                   remark ? bt_words_for(s->ctx, remark) : "");
    bti_piece_end(&move, r->out);
}

static bt_status review_move(struct review *r, uint32_t node, bt_outcome *outcome)
{
    bt_session *s = r->s;
    bti_tree *tree = &s->tree;
    bt_player player = bti_tree_turn(tree);
    bt_outcome before = *outcome;
    bti_view view;
    bti_tree_down(tree, node);
    BT_TRY(bti_view_here(s, &view));
    *outcome = view.outcome;
    put_row(r, player, before, view.outcome);
    BT_TRY(bt_text_status(r->out));
    const bti_turn *here;
    BT_TRY(bti_better_here(s, before, &here));
    return here->better ? tell_slip(r, here, before == BT_D) : BT_OK;
}

static void put_start(struct review *r, bt_outcome outcome)
{
    bt_text position;
    bt_text_init(&position, r->s->ctx);
    bti_put_short_position(&position, &r->s->tree.sum);
    bt_say(r->out, "  start: {position} ({outcome})\n",
           BT_ARGS(BT_SPAN("position", bt_text_span(&position)),
                   BT_STR("outcome", letter_of(r->s, outcome))));
    bti_piece_end(&position, r->out);
}

static bt_status review_path(struct review *r)
{
    bt_session *s = r->s;
    bti_view view;
    bti_tree_go(&s->tree, 0);
    BT_TRY(bti_view_here(s, &view));
    put_start(r, view.outcome);
    bt_outcome outcome = view.outcome;
    for (size_t i = 0; i < r->moves; i++) {
        if (bt_stopped(s->ctx))
            return BT_STOPPED;
        BT_TRY(review_move(r, r->path[i], &outcome));
    }
    bt_text_put_span(r->out, bt_text_span(&r->told));
    if (r->slips > TOLD_SLIPS)
        bt_say(r->out,
               "There {more, plural, one {is 1 more such move} other {are {more} more "
               "such moves}}.\n",
               BT_ARGS(BT_NUM("more", r->slips - TOLD_SLIPS)));
    bool resigned = s->tree.over && s->tree.winner != BT_NO_PLAYER && outcome == BT_N;
    if (resigned)
        bt_say(
            r->out,
            "{player, select, you {You resigned, but you could have won.} computer "
            "{The computer resigned, but it could have won.} one {Player 1 resigned, "
            "but could have won.} other {Player 2 resigned, but could have won.}}\n",
            BT_ARGS(BT_STR("player", bti_player_case(s, bti_tree_turn(&s->tree)))));
    if (r->slips == 0 && !resigned && view.outcome != BT_UNKNOWN)
        bt_say(r->out, "Nobody gave anything away.\n", BT_NO_ARGS);
    BT_TRY(bt_text_status(&r->told));
    return bt_text_status(r->out);
}

bt_status bti_put_review(bt_session *s, bt_text *out)
{
    uint32_t at = s->tree.at;
    struct review r = {.s = s, .out = out, .moves = s->tree.node[at].depth};
    if (r.moves == 0) {
        bt_say(out, "No move has been made yet.\n", BT_NO_ARGS);
        return bt_text_status(out);
    }
    BT_TRY(BTI_NEW(s->ctx, r.path, r.moves));
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
