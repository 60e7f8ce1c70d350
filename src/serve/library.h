/* SPDX-License-Identifier: MIT
 * The functions of libmicrohttpd that are used here. It brings libraries for encryption
 * with it, which would more than double the time that every command takes to start: so
 * it is loaded by `bouton serve`, and not linked. Its header tells the types. */
#ifndef BOUTON_SERVE_LIBRARY_H
#define BOUTON_SERVE_LIBRARY_H

#include <bouton/bouton.h>

#include <microhttpd.h>

#define LIBRARY_FUNCTIONS(X)                                                           \
    X(MHD_add_response_header)                                                         \
    X(MHD_create_response_from_buffer)                                                 \
    X(MHD_destroy_response)                                                            \
    X(MHD_get_connection_info)                                                         \
    X(MHD_get_connection_values)                                                       \
    X(MHD_queue_response)                                                              \
    X(MHD_start_daemon)                                                                \
    X(MHD_stop_daemon)

typedef struct {
#define LIBRARY_MEMBER(name) __typeof__(name) *name;
    LIBRARY_FUNCTIONS(LIBRARY_MEMBER)
#undef LIBRARY_MEMBER
} library;

bt_status library_load(bt_context *ctx, library *l);

#endif
