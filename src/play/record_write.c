/* SPDX-License-Identifier: MIT
 * A game as a record: docs/formats/record.md. */
#include "play/session.h"

#include "rules/rules_hash.h"

static const char *const player_word[] = {"I", "II"};

static void put_comment(bt_text *out, const char *comment)
{
    if (!comment)
        return;
    bt_text_put(out, "# ");
    for (; *comment; comment++) {
        bt_text_put_char(out, *comment);
        if (*comment == '\n')
            bt_text_put(out, "# ");
    }
    bt_text_put_char(out, '\n');
}

static void put_node(bti_tree *tree, uint32_t end, bt_text *out)
{
    if (tree->at != 0) {
        bt_text_put(out, "to ");
        bt_sum_print(out, &tree->sum);
        bt_text_put_char(out, '\n');
    }
    put_comment(out, bti_tree_at(tree)->comment);
    if (tree->at == end)
        bt_text_put(out, "over\n");
}

/* The variations beside a node: the other moves of its parent, in order. */
static uint32_t next_variation(const bti_tree *tree, uint32_t main, uint32_t from)
{
    while (from == main)
        from = tree->node[from].sibling;
    return from;
}

static void open_variation(bti_tree *tree, uint32_t main, uint32_t variation,
                           bt_text *out)
{
    uint32_t parent = tree->at;
    bt_text_put(out, "[\n");
    bti_tree_down(tree, variation);
    tree->node[parent].main = main; /* walking down has changed it */
    put_node(tree, BTI_NO_NODE, out);
}

/* At the end of a line: up to the variation that the line belongs to, which is closed,
 * and on with the next one or with the move that they all replace. False: it was the
 * game itself. */
static bool close_line(bti_tree *tree, bt_text *out)
{
    while (tree->at != 0) {
        uint32_t here = tree->at;
        bti_tree_up(tree);
        uint32_t main = bti_tree_at(tree)->main;
        if (here == main)
            continue;
        bt_text_put(out, "]\n");
        uint32_t next = next_variation(tree, main, tree->node[here].sibling);
        if (next == BTI_NO_NODE)
            bti_tree_down(tree, main);
        else
            open_variation(tree, main, next, out);
        return true;
    }
    return false;
}

/* The tree in the order of the record: a move, then each variation of it in brackets,
 * then what follows the move. The way back is found in the tree itself, without a
 * stack, since a variation is a move that is not its parent's main one. */
static void put_moves(bti_tree *tree, uint32_t end, bt_text *out)
{
    put_node(tree, end, out);
    do {
        uint32_t main = bti_tree_at(tree)->main;
        while (main != BTI_NO_NODE) {
            uint32_t variation = next_variation(tree, main, bti_tree_at(tree)->child);
            bti_tree_down(tree, main);
            put_node(tree, end, out);
            if (variation != BTI_NO_NODE) {
                bti_tree_up(tree);
                open_variation(tree, main, variation, out);
            }
            main = bti_tree_at(tree)->main;
        }
    } while (close_line(tree, out));
}

/* Records whose rules stand in no file are as they were in version 1. */
static unsigned version_of(const bti_tree *tree)
{
    for (size_t i = 0; i < tree->sum.n; i++)
        if (bti_rules_from_file(tree->sum.part[i].game))
            return 2;
    return 1;
}

static void put_hash(const bt_game *game, bt_text *out)
{
    static const char hex[] = "0123456789abcdef";
    uint64_t hash = 0;
    bt_status status = bti_rules_hash(out->ctx, game, &hash);
    if (status != BT_OK && out->status == BT_OK)
        out->status = status;
    bt_text_put(out, "hash ");
    for (int shift = 60; shift >= 0; shift -= 4)
        bt_text_put_char(out, hex[hash >> shift & 15]);
    bt_text_put_char(out, '\n');
}

static void put_start(const bti_tree *tree, bt_text *out)
{
    for (size_t i = 0; i < tree->sum.n; i++) {
        const bt_sum one = {.part = &tree->sum.part[i], .n = 1};
        bt_text_format(out, "rules %s\n", one.part->game->name);
        if (bti_rules_from_file(one.part->game))
            put_hash(one.part->game, out);
        bt_text_put(out, "position ");
        bt_sum_print(out, &one);
        bt_text_put_char(out, '\n');
    }
    bt_text_format(out, "play %s\n", bti_play_name(tree->sum.part[0].game->play));
}

static void put_result(bti_tree *tree, bool over, bt_player winner, bt_text *out)
{
    for (int i = 0; i < 2; i++)
        if (tree->player[i])
            bt_text_format(out, "player %s %s\n", player_word[i], tree->player[i]);
    bt_text_format(out, "first %s\n", player_word[tree->first]);
    bt_text_format(out, "result %s\n",
                   !over                    ? "open"
                   : winner == BT_NO_PLAYER ? "draw"
                                            : player_word[winner]);
}

void bti_record_write(bti_tree *tree, bool over, bt_player winner, bt_text *out)
{
    uint32_t at = tree->at; /* where a resignation ends the game, others follow */
    bool before_end = tree->over && bti_tree_at(tree)->main != BTI_NO_NODE;
    bti_tree_go(tree, 0);
    bt_text_format(out, "bouton record %u\n", version_of(tree));
    put_start(tree, out);
    put_result(tree, over, winner, out);
    bt_text_put(out, "moves\n");
    put_moves(tree, before_end ? at : BTI_NO_NODE, out);
    bt_text_put(out, "end\n");
    bti_tree_go(tree, at);
}
