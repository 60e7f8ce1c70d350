/* SPDX-License-Identifier: MIT
 * The ending of a file's name tells what is drawn into it. */
#include "commands/picture_file.h"

#include "core/quote.h"

static bool ends_in(bt_span name, const char *ending)
{
    bt_span end = bt_span_of(ending);
    return name.len >= end.len &&
           bt_span_equal((bt_span){name.at + name.len - end.len, end.len}, end);
}

bt_status bti_picture_kind(bti_call *call, bt_picture *out)
{
    bti_quote quote;
    if (ends_in(call->output, ".svg"))
        *out = BT_SVG;
    else if (ends_in(call->output, ".tex"))
        *out = BT_TEX;
    else
        return bt_fail(call->ctx, BT_SYNTAX,
                       "-o takes the name of a file that ends in .svg or .tex, such as "
                       "picture.svg, not %s",
                       bti_quoted(&quote, call->output));
    return BT_OK;
}
