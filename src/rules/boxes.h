/* SPDX-License-Identifier: MIT
 * A box: all vectors 0 <= x[i] < radix[i], numbered by index = sum of x[i] * stride[i].
 * The rules choose radix and significance so that every option has a smaller index than
 * its origin: one ascending sweep then solves everything. Rule sets outside this
 * library see it through the functions of bouton/number_kit.h. */
#ifndef BOUTON_RULES_BOXES_H
#define BOUTON_RULES_BOXES_H

#include <bouton/number_kit.h>

enum { BTI_BOX_WORDS = 32 };

struct bt_box {
    size_t n, options_max; /* options_max: the most that box_options writes */
    uint64_t size, radix[BTI_BOX_WORDS], stride[BTI_BOX_WORDS];
    bool sparse; /* perhaps few of these vectors can be reached from one: look first */
};

#endif
