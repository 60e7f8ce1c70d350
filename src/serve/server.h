/* SPDX-License-Identifier: MIT
 * The web page for browsers on this machine. */
#ifndef BOUTON_SERVE_SERVER_H
#define BOUTON_SERVE_SERVER_H

#include <bouton/bouton.h>

/* What bt_io.serve wants. The signals that ask the host to stop must interrupt; they
 * are SIGINT, SIGTERM and SIGHUP. */
bt_status serve_page(void *self, bt_context *ctx, const bt_serve_how *how);

#endif
