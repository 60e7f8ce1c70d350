/* SPDX-License-Identifier: MIT
 * The memory of the module, for bt_host.resize. */
#ifndef BOUTON_WASM_HEAP_H
#define BOUTON_WASM_HEAP_H

#include <stddef.h>

/* As bt_host.resize. */
void *bti_heap_resize(void *old, size_t old_bytes, size_t new_bytes);

#endif
