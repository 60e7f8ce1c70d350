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

enum { BTI_SENTENCE_BYTES = 1000 };

/* The message as one line in a fixed place, so that even a lack of memory can be said;
 * one that is too long ends in dots. */
void bti_say_line(const bt_context *ctx, char line[BTI_SENTENCE_BYTES], const char *key,
                  bt_args args);

/* Mistakes in a text: where, and a whole message about it; or what was expected there,
 * such as "a digit", instead of something else or of the end. */
bt_status bti_fail_in_line(bt_context *ctx, bt_status status, uint64_t line,
                           uint64_t column, const char *sentence);
bt_status bti_fail_expected(bt_context *ctx, uint64_t line, uint64_t column,
                            const char *what, bool at_end);

/* The catalogue that this context speaks by, or NULL. */
const bt_catalogue *bti_context_catalogue(const bt_context *ctx);

#endif
