/* SPDX-License-Identifier: MIT
 * Text from outside on its way to a terminal or a pipe. A file or an argument may hold
 * bytes that move the cursor, change colours, hide what stands before them or turn the
 * order of letters round, and so make an answer look like another one. Each such
 * character, and each piece that is not UTF-8, is shown as one question mark.
 *
 * The engine's own colours must pass. So a text knows how much of it is `safe`: the
 * engine's own, or looked at already. Whatever comes after that is looked at when the
 * text leaves (bti_flush), or when a colour is put after it. */
#ifndef BOUTON_CORE_TAME_H
#define BOUTON_CORE_TAME_H

#include <bouton/text.h>

/* Whether the character of `step` bytes, well formed, controls instead of being read: a
 * control character (C0, DEL, C1), a mark for the direction of writing, or a separator
 * of lines or paragraphs. */
bool bti_controls(const char *at, size_t step);
/* The number of such a character. */
unsigned bti_control_code(const char *at, size_t step);

/* Works in place and returns the new length, which is not larger. Line ends and tabs
 * stay in the first form. */
size_t bti_tame(char *text, size_t len);
size_t bti_tame_line(char *text, size_t len);

/* All of it is safe afterwards. */
void bti_text_tame(bt_text *text);
/* Appends the engine's own control sequence, such as a colour. */
void bti_text_put_own(bt_text *text, const char *sequence);
/* Appends another text, with the colours in it. */
void bti_text_put_text(bt_text *text, bt_text *more);

#endif
