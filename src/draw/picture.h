/* SPDX-License-Identifier: MIT
 * What all pictures share: text made safe for XML and TeX, the frame of an SVG file and
 * of a TeX document, and the few shapes that are used.
 *
 * The size of letters is not known here, for it depends on the reader's fonts. Widths
 * are counted in characters, each taken wider than it is in any usual font, so that
 * nothing touches.
 *
 * Every kind of picture has a file of its own (board_picture.c, table_picture.c, ...)
 * and is text that a function of bouton/draw.h writes. Where the boxes and arrows of a
 * graph go is found out once, for SVG, TeX and the page alike (graph_layout.h). */
#ifndef BOUTON_DRAW_PICTURE_H
#define BOUTON_DRAW_PICTURE_H

#include <bouton/draw.h>

enum {
    BTI_ADVANCE = 12, /* room for a character of 16 units */
    BTI_MARGIN = 16,
    BTI_ROW = 30,
    BTI_BASELINE = 21, /* of a text in the middle of a row */
};

static inline uint64_t bti_most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

uint64_t bti_digits(uint64_t number);
uint64_t bti_letters(bt_span text); /* room it takes, in characters */

/* Takes from the text a line of at most `most` (>= 2) characters, broken behind a comma
 * or a blank where there is one. False at the end. */
bool bti_take_line(bt_span *text, uint64_t most, bt_span *line);

/* What is no text, or may not stand in the file, becomes a replacement character (XML)
 * or a question mark (TeX, where only Latin letters are sure to be there). */
void bti_put_xml(bt_text *out, bt_span text);
void bti_put_tex(bt_text *out, bt_span text);

/* begin, the words of the title, titled, the shapes, end. */
void bti_svg_begin(bt_text *out, uint64_t width, uint64_t height);
void bti_svg_titled(bt_text *out, uint64_t width, uint64_t height);
void bti_svg_end(bt_text *out);

/* Classes are those of the style in picture.c, or NULL. */
void bti_svg_group(bt_text *out, const char *kind, const char *anchor);
void bti_svg_group_end(bt_text *out);
void bti_svg_words(bt_text *out, const char *kind, uint64_t x, uint64_t y,
                   bt_span text);
void bti_svg_number(bt_text *out, const char *kind, uint64_t x, uint64_t y,
                    uint64_t number);
void bti_svg_box(bt_text *out, const char *kind, uint64_t x, uint64_t y, uint64_t width,
                 uint64_t height);
void bti_svg_line(bt_text *out, uint64_t x1, uint64_t y1, uint64_t x2, uint64_t y2);

/* begin, boxes one below the other, end: a page as large as they are, by nothing but
 * plain LaTeX. A box is begun and ended by a line each. */
void bti_tex_begin(bt_text *out);
void bti_tikz_begin(bt_text *out); /* the same for a picture by TikZ */
void bti_tex_box(bt_text *out);
void bti_tex_box_end(bt_text *out);
void bti_tex_end(bt_text *out);

#endif
