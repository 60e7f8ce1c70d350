/* SPDX-License-Identifier: MIT
 * A game that is played line by line and answered in JSON. */
#ifndef BOUTON_COMMANDS_PLAYED_H
#define BOUTON_COMMANDS_PLAYED_H

#include "commands/parts.h"

#include <bouton/play.h>

/* One answer, a JSON object and a line end: what was said, whether the line was
 * refused, whether it was the last one, and the state of the game. */
bt_status bti_put_answer(bt_session *session, bt_span said, bool quit, bt_text *out);
/* The line's answer. */
bt_status bti_answer_line(bt_session *session, bt_span line, bt_text *out, bool *quit);
/* The answer to no line yet. */
bt_status bti_answer_begin(bt_session *session, bt_text *out);

/* Takes over the parts, the session with them. On failure nothing is taken over. */
bt_status bti_played_new(bt_context *ctx, const bti_parts *parts, bt_session *session,
                         bt_played **out);

#endif
