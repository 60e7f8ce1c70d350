/* SPDX-License-Identifier: MIT
 * Writes messages with their arguments into any sink, without allocation. */
#ifndef BOUTON_CORE_SAY_INTO_H
#define BOUTON_CORE_SAY_INTO_H

#include <bouton/message.h>

#include "core/format.h"

/* What the catalogue (or NULL) has for this key. */
const char *bti_catalogue_text(const bt_catalogue *words, const char *key);

/* A message that cannot be read, or asks for an argument that is not there, is written
 * as it stands. */
void bti_say_into(bti_sink *sink, const bt_catalogue *words, const char *key,
                  bt_args args);

/* The catalogue that this context speaks by, or NULL. */
const bt_catalogue *bti_context_catalogue(const bt_context *ctx);

#endif
