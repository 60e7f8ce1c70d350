/* SPDX-License-Identifier: MIT
 * The catalogues of texts/, as tables. */
#ifndef BOUTON_CORE_CATALOGUES_H
#define BOUTON_CORE_CATALOGUES_H

#include <bouton/message.h>

extern const bt_catalogue bti_catalogues[];
extern const size_t bti_catalogue_count;

#endif
