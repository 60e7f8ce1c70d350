/* SPDX-License-Identifier: MIT
 * The games that come with the library as texts, in what `bouton games` says. */
#ifndef BOUTON_COMMANDS_NAMED_GAMES_H
#define BOUTON_COMMANDS_NAMED_GAMES_H

#include "commands/call.h"

/* Their names, in a few lines; nothing where there are none. */
void bti_named_games_list(bt_text *out, const bt_registry *registry);

/* How one of them is played: its title, what a position is, and the text itself. */
bt_status bti_named_game_page(bti_call *call, const bt_named_game *game);
bt_status bti_named_game_markdown(bti_call *call, const bt_named_game *game);

/* The members that every game has in JSON, and "vars" and "text" besides. */
bt_status bti_named_game_json(bti_call *call, const bt_named_game *game,
                              bt_json_writer *w);

#endif
