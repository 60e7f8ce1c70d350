/* SPDX-License-Identifier: MIT
 * Walking in the tree of a game: back, forth, into a variation, anywhere. What the
 * computer answered before it answers again, so looking at a game does not change it.
 */
#include "play/session.h"

uint32_t bti_undo_target(const bt_session *s)
{
    const bti_tree *tree = &s->tree;
    uint32_t to = tree->over ? tree->at : bti_tree_at(tree)->parent;
    while (!s->how.neighbour && !tree->over && to != BTI_NO_NODE &&
           (tree->node[to].depth % 2 == 0) != (tree->first == BT_PLAYER_I))
        to = tree->node[to].parent;
    return to;
}

/* Back to where a person is to move. A resignation or an agreed draw is taken back
 * first, and the position stays. */
bt_status bti_run_undo(bt_session *s, bt_span rest, bt_text *out)
{
    uint32_t to = bti_undo_target(s);
    (void)rest;
    if (to == BTI_NO_NODE)
        return bti_refuse(s, out, BT_TEXT("There is no move to take back.\n"));
    bool ended = s->tree.over;
    bti_uncount(s);
    while (s->tree.at != to)
        bti_tree_up(&s->tree);
    if (ended)
        bt_say(out, "The result is taken back, and the game goes on.\n", BT_NO_ARGS);
    else
        bt_say(out, "Taken back; what was played is kept as a variation.\n",
               BT_NO_ARGS);
    bti_put_turn(s, out);
    return bt_text_status(out);
}

/* Lets the computer answer as it did before. */
static void follow(bt_session *s, bt_text *out)
{
    bti_tree *tree = &s->tree;
    while (bti_tree_at(tree)->main != BTI_NO_NODE &&
           bti_is_computer(s, bti_tree_turn(tree))) {
        bti_tree_down(tree, bti_tree_at(tree)->main);
        bti_announce(s, out);
    }
}

static uint32_t nth_child(const bti_tree *tree, uint64_t number)
{
    uint32_t child = bti_tree_at(tree)->child;
    for (; child != BTI_NO_NODE && number > 1; number--)
        child = tree->node[child].sibling;
    return number == 0 ? BTI_NO_NODE : child;
}

static bool read_number(bt_span rest, uint64_t *number)
{
    return bt_take_u64(&rest, number) == BT_NUMBER_OK && rest.len == 0;
}

bt_status bti_run_redo(bt_session *s, bt_span rest, bt_text *out)
{
    bti_tree *tree = &s->tree;
    uint64_t number = 0;
    bool given = rest.len > 0;
    if (given && !read_number(rest, &number))
        number = 0;
    uint32_t child = given ? nth_child(tree, number) : bti_tree_at(tree)->main;
    if (child == BTI_NO_NODE || tree->over)
        return bti_refuse(s, out,
                          given ? BT_TEXT("There is no such variation here; type "
                                          "'variations' to list them.\n")
                                : BT_TEXT("There is no move to play again.\n"));
    bti_tree_down(tree, child);
    bti_announce(s, out);
    follow(s, out);
    return bti_settle(s, out);
}

static bt_status go(bt_session *s, uint32_t to, bt_text *out)
{
    bti_uncount(s);
    bti_tree_go(&s->tree, to);
    uint32_t moves = bti_tree_at(&s->tree)->depth;
    if (moves == 0)
        bt_say(out, "At the start.\n", BT_NO_ARGS);
    else
        bt_say(out, "After move {moves}.\n", BT_ARGS(BT_NUM("moves", moves)));
    follow(s, out);
    return bti_settle(s, out);
}

/* The node after `moves` moves of the line on the board, or how many it has. */
static uint32_t on_line(const bti_tree *tree, uint64_t moves, uint32_t *most)
{
    uint32_t node = tree->at;
    while (tree->node[node].main != BTI_NO_NODE)
        node = tree->node[node].main;
    *most = tree->node[node].depth;
    while (tree->node[node].depth > moves)
        node = tree->node[node].parent;
    return tree->node[node].depth == moves ? node : BTI_NO_NODE;
}

bt_status bti_run_go(bt_session *s, bt_span rest, bt_text *out)
{
    uint64_t number = 0;
    uint32_t most = 0;
    bool good = read_number(rest, &number);
    uint32_t to = on_line(&s->tree, number, &most);
    if (good && to != BTI_NO_NODE)
        return go(s, to, out);
    s->refused = true;
    if (most == 0) {
        bt_say(out, "No move has been made yet, so there is nowhere to go.\n",
               BT_NO_ARGS);
        return bt_text_status(out);
    }
    bt_say(out,
           "This line has {moves, plural, one {1 move} other {{moves} moves}}: 'go 0' "
           "goes to the start, 'go {moves}' to its end.\n",
           BT_ARGS(BT_NUM("moves", most)));
    return bt_text_status(out);
}

bt_status bti_run_node(bt_session *s, bt_span rest, bt_text *out)
{
    uint64_t number = 0;
    if (read_number(rest, &number) && number < s->tree.nodes)
        return go(s, (uint32_t)number, out);
    s->refused = true;
    if (s->tree.nodes == 1) {
        bt_say(out, "The game has one node so far, number 0.\n", BT_NO_ARGS);
        return bt_text_status(out);
    }
    bt_say(out, "The nodes of this game are numbered from 0 to {last}.\n",
           BT_ARGS(BT_NUM("last", s->tree.nodes - 1)));
    return bt_text_status(out);
}
