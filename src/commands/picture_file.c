/* SPDX-License-Identifier: MIT
 * The ending of a file's name tells what is drawn into it. */
#include "commands/picture_file.h"

#include "commands/graph_formats.h"
#include "core/quote.h"

bt_status bti_picture_kind(bti_call *call, bt_picture *out)
{
    if (bti_ends_in(call->output, ".svg"))
        *out = BT_SVG;
    else if (bti_ends_in(call->output, ".tex"))
        *out = BT_TEX;
    else
        return bt_fail(call->ctx, BT_SYNTAX,
                       "-o takes the name of a file that ends in .svg or .tex, such as "
                       "picture.svg, not {output}",
                       BT_ARGS(BT_QUOTE("output", call->output)));
    return BT_OK;
}

static bt_status check_png(bti_call *call, bool png)
{
    if (png && !call->io->rasterize)
        return bt_fail(call->ctx, BT_UNABLE,
                       "PNG pictures cannot be made by this build of bouton; a file "
                       "that ends in .svg works everywhere",
                       BT_NO_ARGS);
    return BT_OK;
}

bt_status bti_graph_file_kind(bti_call *call, bti_graph_file *out)
{
    static const char *const ending[] = {
        [BTI_GRAPH_SVG] = ".svg", [BTI_GRAPH_TEX] = ".tex",   [BTI_GRAPH_PNG] = ".png",
        [BTI_GRAPH_DOT] = ".dot", [BTI_GRAPH_JSON] = ".json",
    };
    unsigned kind = 0, kinds = sizeof ending / sizeof ending[0];
    while (kind < kinds && !bti_ends_in(call->output, ending[kind]))
        kind++;
    if (kind == kinds)
        return bt_fail(call->ctx, BT_SYNTAX,
                       "-o takes the name of a file that ends in .svg, .tex, .png, "
                       ".dot or .json, such as graph.svg, not {output}",
                       BT_ARGS(BT_QUOTE("output", call->output)));
    *out = (bti_graph_file)kind;
    return check_png(call, *out == BTI_GRAPH_PNG);
}

bt_status bti_board_file_kind(bti_call *call, bti_graph_file *out)
{
    bool png = bti_ends_in(call->output, ".png");
    if (!png && !bti_ends_in(call->output, ".svg") &&
        !bti_ends_in(call->output, ".tex"))
        return bt_fail(call->ctx, BT_SYNTAX,
                       "-o takes the name of a file that ends in .svg, .tex or .png, "
                       "such as board.svg, not {output}",
                       BT_ARGS(BT_QUOTE("output", call->output)));
    *out = png                                 ? BTI_GRAPH_PNG
           : bti_ends_in(call->output, ".tex") ? BTI_GRAPH_TEX
                                               : BTI_GRAPH_SVG;
    return check_png(call, png);
}

/* A picture that was drawn as SVG, as PNG if that is wanted. */
static bt_status finish(bti_call *call, bti_graph_file kind, const bt_text *drawn,
                        bt_text *out)
{
    BT_TRY(bt_text_status(drawn));
    if (kind == BTI_GRAPH_PNG)
        BT_TRY(
            call->io->rasterize(call->io->self, call->ctx, bt_text_span(drawn), out));
    else
        bt_text_put_span(out, bt_text_span(drawn));
    return bt_text_status(out);
}

bt_status bti_draw_graph_bytes(bti_call *call, bti_graph_file kind,
                               const bt_graph_view *view, bt_text *out)
{
    bt_text drawn;
    if (kind == BTI_GRAPH_DOT)
        return bti_graph_dot(out, view);
    bt_text_init(&drawn, call->ctx);
    bt_status status =
        bt_draw_graph(call->ctx, view, kind == BTI_GRAPH_TEX ? BT_TEX : BT_SVG, &drawn);
    if (status == BT_OK)
        status = finish(call, kind, &drawn, out);
    bt_text_free(&drawn);
    return status;
}

bt_status bti_draw_board_file(bti_call *call, bti_graph_file kind,
                              const bt_board_part *part, size_t parts)
{
    bt_text drawn, picture;
    bt_text_init(&drawn, call->ctx);
    bt_text_init(&picture, call->ctx);
    bt_draw_board(part, parts, kind == BTI_GRAPH_TEX ? BT_TEX : BT_SVG, &drawn);
    bt_status status = finish(call, kind, &drawn, &picture);
    if (status == BT_OK)
        status = bti_call_write(call, call->output, bt_text_span(&picture));
    bt_text_free(&drawn);
    bt_text_free(&picture);
    return status;
}

bt_status bti_draw_graph_file(bti_call *call, bt_span name, bti_graph_file kind,
                              const bt_graph_view *view)
{
    bt_text picture;
    bt_text_init(&picture, call->ctx);
    bt_status status = bti_draw_graph_bytes(call, kind, view, &picture);
    if (status == BT_OK)
        status = bti_call_write(call, name, bt_text_span(&picture));
    bt_text_free(&picture);
    return status;
}
