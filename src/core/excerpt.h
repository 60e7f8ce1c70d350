/* SPDX-License-Identifier: MIT
 * The line of somebody's text in which a mistake stands, kept beside the sentence about
 * it until the next failure. */
#ifndef BOUTON_CORE_EXCERPT_H
#define BOUTON_CORE_EXCERPT_H

#include <bouton/context.h>

enum { BTI_EXCERPT_BYTES = 160 };

/* After bt_fail. `line` is text without control characters; the caret belongs under the
 * character behind so many columns of it. */
void bti_set_excerpt(bt_context *ctx, const char *line, size_t caret);
/* NULL when the last failure has none. */
const char *bti_excerpt(const bt_context *ctx, size_t *caret);

/* Says which limit the failure that was just told is about; the next failure forgets
 * it. */
void bti_set_limit(bt_context *ctx, bt_limit limit);

#endif
