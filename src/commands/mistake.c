/* SPDX-License-Identifier: MIT
 * The place of a mistake in a formula, with a caret, on standard error. */
#include "commands/mistake.h"

#include "rules/game_rules.h"

#include <string.h>

void bti_talk_mistake(bti_call *call, const bti_mistake *mistake)
{
    char line[2 * sizeof mistake->text + 16] = "  ";
    size_t len = 2, text = strlen(mistake->text);
    if (!mistake->is)
        return;
    memcpy(line + len, mistake->text, text);
    memcpy(line + len + text, "\n  ", 3);
    len += text + 3;
    for (size_t i = 0; i < mistake->caret_at && len + 3 < sizeof line; i++)
        line[len++] = ' ';
    line[len++] = '^';
    line[len++] = '\n';
    if (call->io->write(call->io->self, call->ctx, BT_STDERR, line, len) != BT_OK)
        return; /* the sentence has to do */
}

/* The file that the rules name, without the play behind it. */
static bool file_of(bt_span rules, bt_span *file)
{
    static const char *const plays[] = {"/misere", "/normal"};
    *file = rules;
    for (int i = 0; i < 2; i++)
        if (file->len > 7 && memcmp(file->at + file->len - 7, plays[i], 7) == 0)
            file->len -= 7;
    if (file->len > 5 && memcmp(file->at, "game:", 5) == 0) {
        *file = (bt_span){file->at + 5, file->len - 5};
        return true;
    }
    return file->len > 5 && memcmp(file->at + file->len - 5, ".game", 5) == 0;
}

bt_status bti_talk_game_mistake(bti_call *call, bt_span rules, bt_status failure)
{
    bt_span file;
    bt_text bytes;
    bti_mistake mistake;
    if ((failure != BT_SYNTAX && failure != BT_DOMAIN) || !file_of(rules, &file))
        return failure;
    char sentence[1001] = "";
    strncat(sentence, bt_message(call->ctx), sizeof sentence - 1);
    bt_text_init(&bytes, call->ctx);
    if (bt_read_file(&bytes, file) == BT_OK &&
        bti_game_mistake(call->ctx, file, bt_text_span(&bytes), &mistake) == failure)
        bti_talk_mistake(call, &mistake);
    bt_text_free(&bytes);
    return bt_fail(call->ctx, failure, "%s", sentence);
}
