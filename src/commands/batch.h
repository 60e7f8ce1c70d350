/* SPDX-License-Identifier: MIT
 * bouton solve RULES --batch [FILE]. */
#ifndef BOUTON_COMMANDS_BATCH_H
#define BOUTON_COMMANDS_BATCH_H

#include "commands/call.h"

bt_status bti_batch(bti_call *call);

#endif
