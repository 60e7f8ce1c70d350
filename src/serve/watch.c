/* SPDX-License-Identifier: MIT
 * A list of connections with the time of their last step. A request has to be there,
 * all of it, within the patience; an answer gets much longer, for a slow line that
 * moves is no attack, and silent ones are ended elsewhere. */
#include "watch.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

enum { ANSWER_FACTOR = 30 };

struct watched {
    watched *next, *before;
    int fd;
    bool answering;
    double since;
};

static double now(void)
{
    struct timespec t;
    if (clock_gettime(CLOCK_MONOTONIC, &t) != 0)
        return 0;
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void watch_begin(watch *w, unsigned patience_seconds)
{
    *w = (watch){.patience = patience_seconds};
    pthread_mutex_init(&w->lock, NULL);
}

void watch_end(watch *w)
{
    pthread_mutex_destroy(&w->lock);
}

watched *watch_add(watch *w, int fd)
{
    watched *c = malloc(sizeof *c);
    if (!c)
        return NULL;
    pthread_mutex_lock(&w->lock);
    *c = (watched){.next = w->first, .fd = fd, .since = now()};
    if (w->first)
        w->first->before = c;
    w->first = c;
    pthread_mutex_unlock(&w->lock);
    return c;
}

void watch_remove(watch *w, watched *c)
{
    if (!c)
        return;
    pthread_mutex_lock(&w->lock);
    if (c->next)
        c->next->before = c->before;
    if (c->before)
        c->before->next = c->next;
    else
        w->first = c->next;
    pthread_mutex_unlock(&w->lock);
    free(c);
}

void watch_set_answering(watch *w, watched *c, bool answering)
{
    if (!c)
        return;
    pthread_mutex_lock(&w->lock);
    c->answering = answering;
    c->since = now();
    pthread_mutex_unlock(&w->lock);
}

/* The server's thread sees the end of the connection, closes it and removes it here:
 * under the lock the descriptor cannot have become somebody else's. */
void watch_shut_late(watch *w)
{
    double time = now();
    pthread_mutex_lock(&w->lock);
    for (watched *c = w->first; c; c = c->next)
        if (time - c->since > w->patience * (c->answering ? ANSWER_FACTOR : 1))
            shutdown(c->fd, SHUT_RDWR);
    pthread_mutex_unlock(&w->lock);
}
