/* SPDX-License-Identifier: MIT
 * What was tried from each position of the line that is on the board. */
#include "play/session.h"

#include "core/piece.h"

static size_t count_children(const bti_tree *tree, uint32_t node)
{
    size_t count = 0;
    for (uint32_t c = tree->node[node].child; c != BTI_NO_NODE;
         c = tree->node[c].sibling)
        count++;
    return count;
}

static void put_children(bt_session *s, bt_text *out)
{
    bti_tree *tree = &s->tree;
    uint32_t here = tree->at, main = tree->node[here].main, number = 0;
    for (uint32_t c = tree->node[here].child; c != BTI_NO_NODE;
         c = tree->node[c].sibling) {
        bti_tree_down(tree, c);
        bt_text move;
        bt_text_init(&move, s->ctx);
        bti_put_last_move(&move, tree);
        bt_text_format(out, "  %u%s ", (unsigned)++number, c == main ? " *" : "  ");
        bti_put_move_and_target(out, &move, &tree->sum);
        bt_text_put_char(out, '\n');
        bti_piece_end(&move, out);
        bti_tree_up(tree);
    }
    tree->node[here].main = main;
}

bt_status bti_put_variations(bt_session *s, bt_text *out)
{
    bti_tree *tree = &s->tree;
    uint32_t here = tree->at;
    bool any = false;
    for (uint32_t n = here; n != BTI_NO_NODE; n = tree->node[n].parent) {
        if (count_children(tree, n) < (n == here ? 1 : 2))
            continue;
        any = true;
        if (n == here)
            bt_say(out, "Played from here ('redo NUMBER' goes there):\n", BT_NO_ARGS);
        else if (n == 0)
            bt_say(out, "Played at the start:\n", BT_NO_ARGS);
        else
            bt_say(out, "Played after move {moves}:\n",
                   BT_ARGS(BT_NUM("moves", tree->node[n].depth)));
        while (tree->at != n)
            bti_tree_up(tree);
        put_children(s, out);
    }
    bti_tree_go(tree, here);
    if (!any)
        bt_say(out, "There are no variations: no move has been taken back.\n",
               BT_NO_ARGS);
    return bt_text_status(out);
}
