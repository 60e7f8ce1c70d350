/* SPDX-License-Identifier: MIT */
#include "rules/rules_hash.h"

#include "core/checksum.h"

bt_status bti_rules_hash(bt_context *ctx, const bt_game *game, uint64_t *hash)
{
    uint64_t content = 0;
    if (game->rules->content)
        BT_TRY(game->rules->content(ctx, game, &content));
    else
        content = bti_checksum64_of(bt_span_of(game->name));
    uint64_t kind = bti_checksum64_of(bt_span_of(game->rules->name));
    *hash = bti_mix(bti_mix(content ^ kind) + (game->play == BT_MISERE));
    return BT_OK;
}
