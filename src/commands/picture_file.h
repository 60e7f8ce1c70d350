/* SPDX-License-Identifier: MIT
 * The file of -o. */
#ifndef BOUTON_COMMANDS_PICTURE_FILE_H
#define BOUTON_COMMANDS_PICTURE_FILE_H

#include "commands/call.h"

#include <bouton/draw.h>

/* The kind of picture that the name behind -o asks for by its ending. */
bt_status bti_picture_kind(bti_call *call, bt_picture *out);

#endif
