/* SPDX-License-Identifier: MIT */
#include "play/game_tree.h"
#include "core/grow.h"

#include <string.h>

void bti_kept_init(bti_kept *move, bt_context *ctx)
{
    *move = (bti_kept){.part = 0};
    bt_pos_init(&move->before, ctx);
    bt_pos_init(&move->after, ctx);
}

void bti_kept_free(bti_kept *move)
{
    bt_pos_free(&move->before);
    bt_pos_free(&move->after);
}

static bt_status copy_words(bt_pos *to, const uint64_t *words, size_t n)
{
    BT_TRY(bt_pos_reserve(to, n));
    to->n = 0;
    bt_pos_splice(to, 0, 0, words, n);
    return BT_OK;
}

bt_status bti_kept_set(bti_kept *kept, const bt_move *move)
{
    BT_TRY(copy_words(&kept->before, move->before, move->was));
    BT_TRY(copy_words(&kept->after, bt_move_words(move), move->now));
    kept->part = move->part;
    kept->at = move->at;
    kept->made = false;
    return BT_OK;
}

/* The room is there: the walk that showed the move had it. */
void bti_kept_swap(bt_sum *sum, bti_kept *move)
{
    const bt_pos *old = move->made ? &move->after : &move->before;
    const bt_pos *new = move->made ? &move->before : &move->after;
    bt_pos_splice(&sum->part[move->part].pos, move->at, old->n, new->x, new->n);
    move->made = !move->made;
}

void bti_tree_init(bti_tree *tree, bt_context *ctx)
{
    *tree = (bti_tree){.ctx = ctx, .winner = BT_NO_PLAYER};
    bt_arena_init(&tree->arena, ctx);
}

void bti_tree_free(bti_tree *tree)
{
    bt_context *ctx = tree->ctx;
    bt_sum_free(ctx, &tree->sum);
    for (size_t i = 0; i < tree->owned; i++)
        bt_game_free(tree->own[i]);
    bt_release(ctx, tree->own, tree->own_cap * sizeof *tree->own);
    bt_release(ctx, tree->node, tree->cap * sizeof *tree->node);
    bt_arena_free(&tree->arena);
    bti_tree_init(tree, ctx);
}

bt_status bti_tree_copy_start(bti_tree *tree, const bt_sum *start)
{
    return bt_sum_copy(tree->ctx, &tree->sum, start);
}

static bt_status grow(bti_tree *tree)
{
    if (tree->nodes + 1 >= BTI_NO_NODE)
        return bt_fail(tree->ctx, BT_UNABLE,
                       "a game with its variations can have at most {most} moves",
                       BT_ARGS(BT_NUM("most", BTI_NO_NODE - 2)));
    return BTI_RESERVE(tree->ctx, tree->node, tree->cap, tree->nodes + 1);
}

bt_status bti_tree_root(bti_tree *tree)
{
    BT_TRY(grow(tree));
    tree->node[0] = (bti_turn){.parent = BTI_NO_NODE,
                               .child = BTI_NO_NODE,
                               .sibling = BTI_NO_NODE,
                               .main = BTI_NO_NODE};
    tree->nodes = 1;
    tree->at = 0;
    return BT_OK;
}

bt_player bti_tree_turn(const bti_tree *tree)
{
    bool swapped = bti_tree_at(tree)->depth % 2 == 1;
    return swapped == (tree->first == BT_PLAYER_I) ? BT_PLAYER_II : BT_PLAYER_I;
}

bt_player bti_tree_winner(const bti_tree *tree)
{
    bt_player turn = bti_tree_turn(tree);
    if (tree->sum.part[0].game->play == BT_MISERE)
        return turn;
    return turn == BT_PLAYER_I ? BT_PLAYER_II : BT_PLAYER_I;
}

void bti_tree_up(bti_tree *tree)
{
    const bti_turn *node = bti_tree_at(tree);
    bt_pos_splice(&tree->sum.part[node->part].pos, node->at, node->now, node->before,
                  node->was);
    tree->at = node->parent;
}

/* The room is there since the child was added: positions keep what they once had. */
void bti_tree_down(bti_tree *tree, uint32_t child)
{
    const bti_turn *node = &tree->node[child];
    bt_pos_splice(&tree->sum.part[node->part].pos, node->at, node->was, node->after,
                  node->now);
    tree->node[tree->at].main = child;
    tree->at = child;
}

/* Up to the node that both have above them, and down again; `main` marks the way. */
void bti_tree_go(bti_tree *tree, uint32_t to)
{
    uint32_t meet = to, from = tree->at;
    while (tree->node[from].depth > tree->node[meet].depth)
        from = tree->node[from].parent;
    while (meet != from) {
        uint32_t above = tree->node[meet].parent;
        tree->node[above].main = meet;
        meet = above;
        if (tree->node[from].depth > tree->node[meet].depth)
            from = tree->node[from].parent;
    }
    while (tree->at != meet)
        bti_tree_up(tree);
    while (tree->at != to)
        bti_tree_down(tree, tree->node[tree->at].main);
}

static bool is_same_move(const bti_turn *node, const bti_kept *move)
{
    size_t now = node->now;
    return node->part == move->part && node->at == move->at &&
           node->was == move->before.n && now == move->after.n &&
           (now == 0 ||
            memcmp(node->after, move->after.x, now * sizeof *node->after) == 0);
}

static bt_status add_child(bti_tree *tree, const bti_kept *move, uint32_t *last)
{
    size_t was = move->before.n, now = move->after.n;
    bt_pos *pos = &tree->sum.part[move->part].pos;
    BT_TRY(grow(tree));
    BT_TRY(bt_pos_reserve(pos, pos->n - was + now));
    uint64_t *words;
    BT_TRY(BTI_ARENA_NEW(&tree->arena, words, was + now + 1));
    uint32_t number = (uint32_t)tree->nodes++;
    tree->node[number] = (bti_turn){.parent = tree->at,
                                    .child = BTI_NO_NODE,
                                    .sibling = BTI_NO_NODE,
                                    .main = BTI_NO_NODE,
                                    .depth = bti_tree_at(tree)->depth + 1,
                                    .part = move->part,
                                    .at = move->at,
                                    .was = was,
                                    .now = now,
                                    .before = words,
                                    .after = words + was};
    if (was > 0)
        memcpy(words, move->before.x, was * sizeof *words);
    if (now > 0)
        memcpy(words + was, move->after.x, now * sizeof *words);
    if (*last == BTI_NO_NODE)
        tree->node[tree->at].child = number;
    else
        tree->node[*last].sibling = number;
    *last = number;
    return BT_OK;
}

bt_status bti_tree_play(bti_tree *tree, const bti_kept *move)
{
    uint32_t last = BTI_NO_NODE, child = bti_tree_at(tree)->child;
    for (; child != BTI_NO_NODE && !is_same_move(&tree->node[child], move);
         child = tree->node[child].sibling)
        last = child;
    if (child == BTI_NO_NODE) {
        BT_TRY(add_child(tree, move, &last));
        child = last;
    }
    bti_tree_down(tree, child);
    return BT_OK;
}

bt_status bti_tree_add_comment(bti_tree *tree, bt_span line)
{
    bti_turn *node = &tree->node[tree->at];
    bt_text text;
    bt_text_init(&text, tree->ctx);
    if (node->comment)
        bt_text_format(&text, "%s\n", node->comment);
    bt_text_put_span(&text, line);
    bt_status status = bt_text_status(&text);
    if (status == BT_OK) {
        const char *copy = bt_arena_copy(&tree->arena, bt_text_span(&text));
        if (copy)
            node->comment = copy;
        else
            status = bt_last_status(tree->ctx);
    }
    bt_text_free(&text);
    return status;
}

void bti_put_last_move(bt_text *out, const bti_tree *tree)
{
    const bti_turn *n = bti_tree_at(tree);
    const bt_pos *to = &tree->sum.part[n->part].pos;
    const bt_move move = {n->part, n->at, n->was, n->now, n->before, to};
    bt_say_move(out, &tree->sum, &move);
}

void bti_put_made_move(bt_text *out, const bt_sum *sum, const bti_kept *kept)
{
    const bt_move move = {.part = kept->part,
                          .at = kept->at,
                          .was = kept->before.n,
                          .now = kept->after.n,
                          .before = kept->before.x,
                          .to = &sum->part[kept->part].pos};
    bt_say_move(out, sum, &move);
}

bt_status bti_put_move(bt_text *out, bt_sum *sum, bti_kept *move)
{
    bti_kept_swap(sum, move);
    bti_put_made_move(out, sum, move);
    bti_kept_swap(sum, move);
    return bt_text_status(out);
}
