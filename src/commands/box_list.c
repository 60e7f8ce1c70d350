/* SPDX-License-Identifier: MIT
 * Names of boxes in a sentence. Those that are positions with commas are separated by
 * semicolons. */
#include "commands/graph_steps.h"

#include "core/piece.h"

#include <string.h>

void bti_box_list_begin(bti_box_list *names, const bti_game_graph *g)
{
    *names = (bti_box_list){.comma = strchr(g->box[0].name, ',') ? "; " : ", "};
    bt_text_init(&names->some, g->ctx);
}

void bti_box_list_add(bti_box_list *names, const char *name)
{
    if (names->last) {
        bt_text_put(&names->some, names->some.len > 0 ? names->comma : "");
        bt_text_put(&names->some, names->last);
    }
    names->last = name;
}

void bti_box_list_end(bti_box_list *names, uint64_t more, bt_text *out)
{
    if (more > 0)
        bti_box_list_add(names, NULL);
    const char *some = bt_text_chars(&names->some);
    if (more > 0)
        bt_say(out, "{some} and {count} more",
               BT_ARGS(BT_STR("some", some), BT_NUM("count", more)));
    else if (names->some.len > 0)
        bt_say(out, "{some} and {last}",
               BT_ARGS(BT_STR("some", some), BT_STR("last", names->last)));
    else
        bt_text_put(out, names->last ? names->last : "");
    bti_piece_end(&names->some, out);
}
