/* SPDX-License-Identifier: MIT
 * Do two games have the same rules? Tables and records are kept in files, and the file
 * with the rules may change meanwhile, or be called by another path. So they carry a
 * hash of what the rules say. */
#ifndef BOUTON_RULES_RULES_HASH_H
#define BOUTON_RULES_RULES_HASH_H

#include <bouton/rules.h>

/* Of the rules and the play. docs/table-files.md says of what exactly. */
BT_MUST_CHECK bt_status bti_rules_hash(bt_context *ctx, const bt_game *game,
                                       uint64_t *hash);

/* Whether the rules stand in a file, so that their name does not say them. */
static inline bool bti_rules_from_file(const bt_game *game)
{
    return game->rules->param == BT_PARAM_FILE;
}

#endif
