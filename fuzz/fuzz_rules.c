/* SPDX-License-Identifier: MIT
 * Any bytes as RULES: bound or refused; the canonical name binds to itself. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f;
    bt_game *game = NULL, *again = NULL;
    bt_span text = {size > 0 ? (const char *)data : "", size};
    bt_status status;

    fuzz_begin(&f, UINT64_C(64) << 20);
    status = bt_game_new(f.ctx, &bt_builtin, text, &game);
    if (status == BT_OK) {
        status = bt_game_new(f.ctx, &bt_builtin, bt_span_of(game->name), &again);
        insist(status == BT_OK || status == BT_STOPPED); /* patience is for both */
        insist(!again || strcmp(game->name, again->name) == 0);
        insist(!again || (game->play == again->play && game->rules == again->rules));
    } else {
        insist_failed(&f, status);
        insist(!game);
    }
    bt_game_free(game);
    bt_game_free(again);
    fuzz_end(&f);
    return 0;
}
