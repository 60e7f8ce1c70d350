/* SPDX-License-Identifier: MIT
 * The file of -o. */
#ifndef BOUTON_COMMANDS_PICTURE_FILE_H
#define BOUTON_COMMANDS_PICTURE_FILE_H

#include "commands/call.h"

#include <bouton/draw.h>

/* The kind of picture that the name behind -o asks for by its ending. */
bt_status bti_picture_kind(bti_call *call, bt_picture *out);

/* What a game graph can be written as. */
typedef enum {
    BTI_GRAPH_SVG,
    BTI_GRAPH_TEX,
    BTI_GRAPH_PNG,
    BTI_GRAPH_DOT,
    BTI_GRAPH_JSON
} bti_graph_file;

/* The same for a game graph; BT_UNABLE for a PNG where none can be made. */
bt_status bti_graph_file_kind(bti_call *call, bti_graph_file *out);

/* The same for a board: .svg, .tex or .png; and draws it there. */
bt_status bti_board_file_kind(bti_call *call, bti_graph_file *out);
bt_status bti_draw_board_file(bti_call *call, bti_graph_file kind,
                              const bt_board_part *part, size_t parts);

bt_status bti_draw_graph_bytes(bti_call *call, bti_graph_file kind,
                               const bt_graph_view *view, bt_text *out);
/* Draws into a file: .svg, .tex, .png or .dot. */
bt_status bti_draw_graph_file(bti_call *call, bt_span name, bti_graph_file kind,
                              const bt_graph_view *view);

#endif
