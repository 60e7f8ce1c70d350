/* SPDX-License-Identifier: MIT
 * Written by tools/texts.mjs from texts/; do not edit. */
#include "core/catalogues.h"

/* clang-format off */
static const bt_entry winning[] = {
    {"{some} and {last}",
     "{some} and {last}"},
};

const bt_catalogue bti_catalogues[] = {
    {"winning", winning, sizeof winning / sizeof winning[0], NULL, NULL},
};
const size_t bti_catalogue_count = sizeof bti_catalogues / sizeof bti_catalogues[0];
