/* SPDX-License-Identifier: MIT */
#include "rules/said.h"

const char *bti_outcome_letter(bt_outcome outcome)
{
    static const char *const letter[] = {"?", "N", "P", "D"};
    return letter[outcome];
}

const char *bti_shown_letter(const bt_context *ctx, char letter)
{
    switch (letter) {
    case 'N':
        return bt_words_for(ctx, BT_TEXT("N"));
    case 'P':
        return bt_words_for(ctx, BT_TEXT("P"));
    case 'D':
        return bt_words_for(ctx, BT_TEXT("D"));
    case '?':
        return "?";
    default:
        return "";
    }
}

const char *bti_known_letter(bt_outcome outcome)
{
    return outcome == BT_UNKNOWN ? NULL : bti_outcome_letter(outcome);
}

const char *bti_play_name(bt_play play)
{
    return play == BT_MISERE ? "misere" : "normal";
}

bool bti_stands_before(const uint64_t *number, size_t i)
{
    size_t k = 0;
    while (k < i && number[k] != number[i])
        k++;
    return k < i;
}

const char *bti_heap_words(const bt_rules *rules)
{
    return rules->heap_words ? rules->heap_words : "heaps";
}

void bti_put_short_pos(bt_text *out, const bt_game *game, const bt_pos *pos)
{
    enum { TOLD_WORDS = 64 };
    if (pos->n <= TOLD_WORDS)
        game->rules->print(game, pos, out);
    else
        bt_say(out, "({count} numbers)", BT_ARGS(BT_NUM("count", pos->n)));
}
