/* SPDX-License-Identifier: MIT
 * Sentences of the engine say what happened, and name no option of the command line:
 * programs that have none speak with them, too. What a user of the command can do is
 * added here, by the limit that was met. */
#include "commands/advice.h"

static bool has_option(const bti_call *call, bti_option_id id)
{
    return call->command && call->command->options >> id & 1;
}

const char *bti_advised(const bti_call *call, bt_limit limit)
{
    switch (limit) {
    case BT_LIMIT_MEMORY:
        if (has_option(call, BTI_MEMORY))
            return BT_TEXT("{sentence}; use --memory to raise the limit");
        break;
    case BT_LIMIT_GROWTH:
        if (has_option(call, BTI_MEMORY))
            return BT_TEXT("{sentence}, or use --memory to let the search go on");
        break;
    case BT_LIMIT_THEOREMS:
        if (bti_given(call, BTI_BY))
            return BT_TEXT("{sentence}; leave out --by theorem to search");
        break;
    case BT_LIMIT_PICTURE:
        if (has_option(call, BTI_MERGE))
            return BT_TEXT("{sentence}; --merge, --depth or a smaller --limit make a "
                           "smaller picture");
        break;
    case BT_LIMIT_NAMES:
        return BT_TEXT("{sentence}; 'bouton games' lists them");
    case BT_LIMIT_NONE:
        break;
    }
    return "{sentence}";
}

void bti_put_advised(bt_text *out, const bti_call *call, bt_limit limit,
                     const char *sentence)
{
    bt_say(out, bti_advised(call, limit), BT_ARGS(BT_STR("sentence", sentence)));
}
