/* SPDX-License-Identifier: MIT */
#ifndef BOUTON_HOST_POSIX_STORE_H
#define BOUTON_HOST_POSIX_STORE_H

#include <bouton/host.h>

/* For a bt_host. */
bt_status bti_posix_open_store(void *self, bt_context *ctx, const char *name,
                               bt_store **out);

#endif
