/* SPDX-License-Identifier: MIT
 * Long work: on several threads where the host has them, stopped and watched through
 * the host. Tasks that run at once may not touch the context, except for
 * bti_wants_stop. */
#ifndef BOUTON_CORE_PARALLEL_H
#define BOUTON_CORE_PARALLEL_H

#include <bouton/context.h>

/* task(arg, i) for every i < tasks, in any order, on up to bt_threads(ctx) threads; one
 * by one in ascending order when that is 1. */
void bti_parallel_for(bt_context *ctx, size_t tasks, void (*task)(void *arg, size_t i),
                      void *arg);

/* Like bt_stopped, but leaves no sentence, so any thread may ask. */
bool bti_wants_stop(const bt_context *ctx);

/* Counts steps of work, of all calls with this context together, and asks the host once
 * many have gathered: true if it wants to stop, and then the status is STOPPED. A step
 * is a few nanoseconds. A loop that may be long counts here, however short one call of
 * it is, because calls add up; a tight one counts some thousand steps at once. */
bool bti_worked(bt_context *ctx, uint64_t steps);

/* The same, and tells the host how far the work is, about as often as it is asked. Only
 * from the thread that owns the context. total 0: not known. */
bool bti_worked_at(bt_context *ctx, uint64_t steps, const char *what, uint64_t done,
                   uint64_t total);

/* memset in pieces, between which the host is asked whether to stop. */
bt_status bti_fill(bt_context *ctx, void *block, int byte, size_t bytes);

/* Only from the thread that owns the context. total 0: not known. */
void bti_progress(const bt_context *ctx, const char *what, uint64_t done,
                  uint64_t total);

#endif
