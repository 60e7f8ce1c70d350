/* SPDX-License-Identifier: MIT
 * The state of a session as JSON, for a page: docs/play.md describes every member. What
 * takes time, the label of a position and the move that would have been better, is kept
 * in the nodes, so that the next state is quick. */
#include "core/json_members.h"
#include "play/session.h"

#include "rules/game_rules.h"
#include "solve/move_json.h"
#include "solve/warnings.h"

#include <bouton/json.h>

#include <string.h>

enum { TOLD_WORDS = 1000, TOLD_MOVES = 100000 };

static const char *const player_word[] = {"I", "II"};

struct state {
    bt_session *s;
    bt_json_writer w;
    bt_text text;       /* a string that is being made */
    bt_cell_list cells; /* of a move */
    uint32_t *main;     /* of every node: walking over the tree changes them */
};

/* The string in j->text, which is then empty again. */
static void put_text(struct state *j, const char *key)
{
    bti_put_span_member(&j->w, key, bt_text_span(&j->text));
    if (j->w.text->status == BT_OK)
        j->w.text->status = bt_text_status(&j->text);
    bt_text_clear(&j->text);
}

static void put_player(struct state *j, const char *key, bt_player player)
{
    bti_put_member(&j->w, key, player == BT_NO_PLAYER ? NULL : player_word[player]);
}

/* N, P or D; null where it is not known. */
static void put_outcome(struct state *j, bt_outcome outcome)
{
    bti_put_member(&j->w, "outcome", bti_known_letter(outcome));
}

/* The position of some parts; null where it is very long. */
static void put_position(struct state *j, const char *key, const bt_sum *sum)
{
    for (size_t i = 0; i < sum->n; i++)
        if (sum->part[i].pos.n > TOLD_WORDS) {
            bti_put_member(&j->w, key, NULL);
            return;
        }
    bt_sum_print(&j->text, sum);
    put_text(j, key);
}

static void put_words(struct state *j, const bt_pos *pos)
{
    bt_json_key(&j->w, "words");
    if (pos->n > TOLD_WORDS) {
        bt_json_put_null(&j->w);
        return;
    }
    bt_json_open(&j->w, '[');
    for (size_t i = 0; i < pos->n; i++)
        bt_json_put_u64(&j->w, pos->x[i]);
    bt_json_close(&j->w, ']');
}

/* What the numbers of rules from a file are called; null where heaps are numbered. */
static void put_vars(struct state *j, const bt_game *game)
{
    const bti_game_file *file = bti_game_file_of(game);
    bt_json_key(&j->w, "vars");
    if (!file) {
        bt_json_put_null(&j->w);
        return;
    }
    bt_json_open(&j->w, '[');
    for (size_t i = 0; i < file->scope.vars; i++)
        bt_json_put_string(&j->w, bt_span_of(file->scope.var[i]));
    bt_json_close(&j->w, ']');
}

static void put_part(struct state *j, const bt_part *part)
{
    static const char *const last[] = {"heap", "limit", "spare"};
    const bt_sum one = {.part = (bt_part *)part, .n = 1};
    const bt_rules *rules = part->game->rules;
    bt_json_open(&j->w, '{');
    bti_put_member(&j->w, "rules", part->game->name);
    bti_put_member(&j->w, "summary", part->game->summary);
    if (bti_put_own_rules(part->game, "", &j->text))
        put_text(j, "own_rules");
    else
        bti_put_member(&j->w, "own_rules", NULL);
    put_position(j, "position", &one);
    put_words(j, &part->pos);
    bti_put_member(&j->w, "heap_word", rules->heap_word);
    bti_put_member(&j->w, "last_word", rules->last_word);
    bti_put_count(&j->w, "heaps_from", rules->heaps_from);
    bti_put_member(&j->w, "look", bt_look_name(bt_look_of(part->game, &part->pos)));
    bti_put_member(&j->w, "last", last[rules->last]);
    bti_put_flag(&j->w, "sides", rules->sides);
    put_vars(j, part->game);
    bt_json_close(&j->w, '}');
}

static void put_game(struct state *j)
{
    const bt_sum *sum = &j->s->tree.sum;
    bti_put_sum_rules(&j->text, sum);
    put_text(j, "rules");
    bti_put_member(&j->w, "play", bti_play_name(sum->part[0].game->play));
    bti_put_member(&j->w, "summary",
                   sum->n > 1 ? "a move is a move in one of the parts"
                              : sum->part[0].game->summary);
    bti_put_ending(j->s, &j->text);
    put_text(j, "ending");
}

static bt_status put_board(struct state *j)
{
    bt_session *s = j->s;
    bt_sum *sum = &s->tree.sum;
    bti_view view;
    size_t moves = 0;
    BT_TRY(bti_view_here(s, &view));
    BT_TRY(bti_count_moves(sum, TOLD_MOVES + 1, &moves));
    put_position(j, "position", sum);
    put_outcome(j, view.outcome);
    bti_put_flag(&j->w, "terminal", moves == 0);
    if (moves > TOLD_MOVES)
        bti_put_member(&j->w, "moves_total", NULL);
    else
        bti_put_count(&j->w, "moves_total", moves);
    bt_json_key(&j->w, "parts");
    bt_json_open(&j->w, '[');
    for (size_t i = 0; i < sum->n; i++)
        put_part(j, &sum->part[i]);
    bt_json_close(&j->w, ']');
    return BT_OK;
}

static bt_status put_players(struct state *j)
{
    static const char *const level[] = {"perfect", "slips", "random"};
    bt_session *s = j->s;
    bool over = false;
    bt_player winner = BT_NO_PLAYER;
    BT_TRY(bti_result(s, &over, &winner));
    bti_put_flag(&j->w, "neighbour", s->how.neighbour);
    bti_put_member(&j->w, "level", s->how.neighbour ? NULL : level[s->how.level]);
    put_player(j, "first", s->tree.first);
    put_player(j, "turn", over ? BT_NO_PLAYER : bti_tree_turn(&s->tree));
    bti_put_flag(&j->w, "over", over);
    if (over && winner == BT_NO_PLAYER)
        bti_put_member(&j->w, "winner", "draw");
    else
        put_player(j, "winner", over ? winner : BT_NO_PLAYER);
    bt_json_key(&j->w, "names");
    bt_json_open(&j->w, '[');
    for (int i = 0; i < 2; i++)
        bt_json_put_string(&j->w, bt_span_of(bti_name(s, (bt_player)i, false)));
    bt_json_close(&j->w, ']');
    if (over) {
        bti_put_winner(s, winner, &j->text);
        put_text(j, "result");
    } else {
        bti_put_member(&j->w, "result", NULL);
    }
    return BT_OK;
}

static void put_score(struct state *j)
{
    const uint64_t *score = j->s->score;
    bt_json_key(&j->w, "score");
    bt_json_open(&j->w, '{');
    bti_put_count(&j->w, "I", score[BT_PLAYER_I]);
    bti_put_count(&j->w, "II", score[BT_PLAYER_II]);
    bti_put_count(&j->w, "draws", score[BT_NO_PLAYER]);
    bt_json_close(&j->w, '}');
    bti_put_score(j->s, &j->text);
    put_text(j, "score_text");
}

/* What the hints light: the part, its words and handles, and from the third hint on
 * where the move leads. */
static void put_light(struct state *j, bti_kept *move, unsigned given)
{
    bt_sum *sum = &j->s->tree.sum;
    const bt_part *part = &sum->part[move->part];
    bt_json_key(&j->w, "light");
    bt_json_open(&j->w, '{');
    bti_put_count(&j->w, "part", move->part);
    bt_json_key(&j->w, "words");
    bt_json_open(&j->w, '[');
    for (size_t word = 0; bti_hint_word(sum, move, &word); word++)
        bt_json_put_u64(&j->w, word);
    bt_json_close(&j->w, ']');
    bt_json_key(&j->w, "handles");
    bt_json_open(&j->w, '[');
    bt_look look = bt_look_of(part->game, &part->pos);
    for (size_t word = 0; look == BT_LOOK_ROW && bti_hint_word(sum, move, &word);
         word++)
        bt_json_put_u64(&j->w, bt_heap_handle(word));
    bt_json_close(&j->w, ']');
    if (given < 3) {
        bti_put_member(&j->w, "to", NULL);
    } else {
        bti_kept_swap(sum, move);
        put_position(j, "to", sum);
        bti_kept_swap(sum, move);
    }
    bt_json_close(&j->w, '}');
}

static bt_status put_hint_light(struct state *j, unsigned given)
{
    bti_kept move;
    bool found = false;
    bti_kept_init(&move, j->s->ctx);
    bt_status status = bti_hint_move(j->s, &move, &found);
    if (status == BT_OK && found)
        put_light(j, &move, given);
    bti_kept_free(&move);
    return status;
}

static bt_status put_hints(struct state *j)
{
    unsigned given = bti_hints_given(j->s), most = 0;
    bool over = false;
    bt_player winner;
    BT_TRY(bti_result(j->s, &over, &winner));
    if (!over)
        BT_TRY(bti_hints_most(j->s, &most));
    bt_json_key(&j->w, "hints");
    bt_json_open(&j->w, '{');
    bti_put_count(&j->w, "given", given);
    bti_put_count(&j->w, "most", most);
    bti_put_member(&j->w, "next", bti_next_hint(given, most));
    if (!over)
        BT_TRY(put_hint_light(j, given));
    bt_json_close(&j->w, '}');
    return BT_OK;
}

/* From the start over the board to the end of what was visited last. */
static void put_line(struct state *j)
{
    const bti_tree *tree = &j->s->tree;
    bt_json_key(&j->w, "line");
    bt_json_open(&j->w, '[');
    for (uint32_t node = 0; node != BTI_NO_NODE; node = tree->node[node].main)
        bt_json_put_u64(&j->w, node);
    bt_json_close(&j->w, ']');
}

static void put_place(struct state *j)
{
    const bti_tree *tree = &j->s->tree;
    bti_put_count(&j->w, "node", tree->at);
    bti_put_flag(&j->w, "can_undo", bti_undo_target(j->s) != BTI_NO_NODE);
    bti_put_flag(&j->w, "can_redo",
                 !tree->over && bti_tree_at(tree)->main != BTI_NO_NODE);
    put_line(j);
}

static void put_children(struct state *j, const bti_turn *node)
{
    const bti_tree *tree = &j->s->tree;
    bt_json_key(&j->w, "children");
    bt_json_open(&j->w, '[');
    for (uint32_t c = node->child; c != BTI_NO_NODE; c = tree->node[c].sibling)
        bt_json_put_u64(&j->w, c);
    bt_json_close(&j->w, ']');
}

static void put_list(struct state *j, const uint64_t *words, size_t n)
{
    bt_json_open(&j->w, '[');
    for (size_t i = 0; i < n; i++)
        bt_json_put_u64(&j->w, words[i]);
    bt_json_close(&j->w, ']');
}

/* Part, first word, the words before, the words after. */
static void put_splice(struct state *j, const bti_turn *node)
{
    bt_json_key(&j->w, "splice");
    bt_json_open(&j->w, '[');
    bt_json_put_u64(&j->w, node->part);
    bt_json_put_u64(&j->w, node->at);
    put_list(j, node->before, node->was);
    put_list(j, node->after, node->now);
    bt_json_close(&j->w, ']');
}

/* Part, word, before, after; null where words came or went. */
static void put_changes(struct state *j, const bti_turn *node)
{
    bt_json_key(&j->w, "changes");
    if (node->was != node->now) {
        bt_json_put_null(&j->w);
        put_splice(j, node);
        return;
    }
    bt_json_open(&j->w, '[');
    for (size_t i = 0; i < node->now; i++) {
        if (node->before[i] == node->after[i])
            continue;
        bt_json_open(&j->w, '[');
        bt_json_put_u64(&j->w, node->part);
        bt_json_put_u64(&j->w, node->at + i);
        bt_json_put_u64(&j->w, node->before[i]);
        bt_json_put_u64(&j->w, node->after[i]);
        bt_json_close(&j->w, ']');
    }
    bt_json_close(&j->w, ']');
}

/* The node's move, where the tree stands. */
static void put_cells(struct state *j, const bti_turn *node)
{
    const bt_part *part = &j->s->tree.sum.part[node->part];
    const bt_move move = {.part = node->part,
                          .at = node->at,
                          .was = node->was,
                          .now = node->now,
                          .before = node->before,
                          .to = &part->pos};
    bti_put_cells(&j->w, part->game, &move, true, &j->cells);
}

static void put_better(struct state *j, const bti_turn *node)
{
    bt_json_key(&j->w, "better");
    if (!node->better) {
        bt_json_put_null(&j->w);
        return;
    }
    bt_json_open(&j->w, '{');
    bti_put_member(&j->w, "text", node->better);
    bti_put_member(&j->w, "to", node->better_to);
    bt_json_close(&j->w, '}');
}

/* What the move did: the node's parent was told before, since it has a lower number. */
static bt_status put_verdict(struct state *j, const bti_turn *node)
{
    const bti_tree *tree = &j->s->tree;
    const char *mark = NULL, *say = NULL;
    if (node->parent != BTI_NO_NODE) {
        bt_outcome before = tree->node[node->parent].view.outcome;
        say = bti_remark(before, node->view.outcome, &mark);
        BT_TRY(bti_better_here(j->s, before, &node));
    }
    bti_put_member(&j->w, "verdict", say);
    bti_put_member(&j->w, "mark", mark);
    put_better(j, node);
    return BT_OK;
}

/* The node where the tree stands. */
static bt_status put_node(struct state *j)
{
    const bti_tree *tree = &j->s->tree;
    const bti_turn *node = bti_tree_at(tree);
    bool start = node->parent == BTI_NO_NODE;
    bti_view view;
    BT_TRY(bti_view_here(j->s, &view));
    bt_json_open(&j->w, '{');
    bti_put_count(&j->w, "node", tree->at);
    bt_json_key(&j->w, "parent");
    if (start)
        bt_json_put_null(&j->w);
    else
        bt_json_put_u64(&j->w, node->parent);
    put_children(j, node);
    put_player(j, "by", start ? BT_NO_PLAYER : bti_other(bti_tree_turn(tree)));
    if (start) {
        bti_put_member(&j->w, "text", NULL);
    } else {
        bti_put_last_move(&j->text, tree);
        put_text(j, "text");
    }
    put_position(j, "position", &tree->sum);
    put_outcome(j, view.outcome);
    BT_TRY(put_verdict(j, node));
    bti_put_member(&j->w, "comment", node->comment);
    put_changes(j, node);
    if (!start)
        put_cells(j, node);
    bt_json_close(&j->w, '}');
    return j->w.text->status;
}

static bt_status put_nodes(struct state *j)
{
    bti_tree *tree = &j->s->tree;
    bt_json_key(&j->w, "nodes");
    bt_json_open(&j->w, '[');
    for (uint32_t node = 0; node < tree->nodes; node++) {
        if (node % 1024 == 1023 && bt_stopped(j->s->ctx))
            return BT_STOPPED;
        bti_tree_go(tree, node);
        BT_TRY(put_node(j));
    }
    bt_json_close(&j->w, ']');
    return BT_OK;
}

static bt_status put_state(struct state *j)
{
    bti_tree *tree = &j->s->tree;
    uint32_t at = tree->at;
    bt_json_open(&j->w, '{');
    put_game(j);
    bti_tree_go(tree, 0);
    put_position(j, "start", &tree->sum);
    bti_put_warnings(&j->w, &tree->sum);
    bti_tree_go(tree, at);
    BT_TRY(put_board(j));
    BT_TRY(put_players(j));
    put_score(j);
    BT_TRY(put_hints(j));
    put_place(j);
    BT_TRY(put_nodes(j));
    bt_json_close(&j->w, '}');
    return bt_text_status(j->w.text);
}

bt_status bt_session_json(bt_session *s, bt_text *out)
{
    struct state j = {.s = s};
    bti_tree *tree = &s->tree;
    uint32_t at = tree->at;
    size_t nodes = tree->nodes;
    j.main = bt_resize_array(s->ctx, NULL, 0, nodes, sizeof *j.main);
    if (!j.main)
        return bt_last_status(s->ctx);
    for (size_t i = 0; i < nodes; i++)
        j.main[i] = tree->node[i].main;
    bt_json_begin(&j.w, out);
    bt_text_init(&j.text, s->ctx);
    bt_cell_list_init(&j.cells, s->ctx);
    bt_status status = put_state(&j);
    bti_tree_go(tree, at);
    for (size_t i = 0; i < nodes; i++)
        tree->node[i].main = j.main[i];
    bt_text_free(&j.text);
    bt_cell_list_free(&j.cells);
    bt_release(s->ctx, j.main, nodes * sizeof *j.main);
    return status;
}
