/* SPDX-License-Identifier: MIT
 * What a user of the command can do about a limit. */
#ifndef BOUTON_COMMANDS_ADVICE_H
#define BOUTON_COMMANDS_ADVICE_H

#include "commands/call.h"

/* A message with {sentence}, what the engine said, and the advice, if there is one. */
const char *bti_advised(const bti_call *call, bt_limit limit);
void bti_put_advised(bt_text *out, const bti_call *call, bt_limit limit,
                     const char *sentence);

#endif
