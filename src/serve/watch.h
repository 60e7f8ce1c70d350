/* SPDX-License-Identifier: MIT
 * Watches over connections, so that none takes for ever. libmicrohttpd ends those that
 * are silent; but one byte now and then would keep a connection, and a few thousand
 * such would keep the server from everybody else. */
#ifndef BOUTON_SERVE_WATCH_H
#define BOUTON_SERVE_WATCH_H

#include <pthread.h>
#include <stdbool.h>

typedef struct watched watched;

typedef struct {
    pthread_mutex_t lock; /* the server's thread adds and removes, ours looks */
    watched *first;
    double patience; /* seconds */
} watch;

void watch_begin(watch *w, unsigned patience_seconds);
void watch_end(watch *w);

/* A new connection; NULL, which is fine below, if there is no memory to watch it. */
watched *watch_add(watch *w, int fd);
/* Before its descriptor is closed. */
void watch_remove(watch *w, watched *c);
/* From now on it is being answered, or waits for the next request. */
void watch_set_answering(watch *w, watched *c, bool answering);

/* Shuts down all that took too long. */
void watch_shut_late(watch *w);

#endif
