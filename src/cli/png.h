/* SPDX-License-Identifier: MIT
 * Pictures in PNG, for programs that cannot show SVG. Only where librsvg was found when
 * the command was built; the library never needs it. */
#ifndef BOUTON_CLI_PNG_H
#define BOUTON_CLI_PNG_H

#include <bouton/command.h>

/* What bt_io.rasterize wants: appends the picture to `png`, at twice its size, or at
 * its size where it would get too large. */
bt_status png_from_svg(void *self, bt_context *ctx, bt_span svg, bt_text *png);

#endif
