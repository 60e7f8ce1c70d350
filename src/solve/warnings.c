/* SPDX-License-Identifier: MIT */
#include "solve/warnings.h"
#include "core/json_members.h"

#include <string.h>

bool bti_rules_came_before(const bt_sum *sum, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (strcmp(sum->part[j].game->name, sum->part[i].game->name) == 0)
            return true;
    return false;
}

static void put_one(bt_json_writer *w, const bt_game *game, const bt_warning *warning)
{
    bt_json_open(w, '{');
    bti_put_member(w, "rules", game->name);
    bti_put_count(w, "line", warning->line);
    bti_put_member(w, "position", warning->position);
    bti_put_member(w, "message", warning->message);
    bt_json_close(w, '}');
}

void bti_put_warnings(bt_json_writer *w, const bt_sum *sum)
{
    bool open = false;
    for (size_t i = 0; i < sum->n; i++) {
        const bt_game *game = sum->part[i].game;
        for (size_t k = 0; k < game->warnings && !bti_rules_came_before(sum, i); k++) {
            if (!open) {
                bt_json_key(w, "warnings");
                bt_json_open(w, '[');
                open = true;
            }
            put_one(w, game, &game->warning[k]);
        }
    }
    if (open)
        bt_json_close(w, ']');
}

void bti_put_game_warnings(bt_json_writer *w, const bt_game *game)
{
    bt_part part = {.game = game};
    const bt_sum sum = {.part = &part, .n = 1};
    bti_put_warnings(w, &sum);
}
