/* SPDX-License-Identifier: MIT
 * How far long work is, told on standard error: a line that is drawn over itself on a
 * terminal, a line now and then elsewhere, if that was asked for. */
#ifndef BOUTON_CLI_PROGRESS_H
#define BOUTON_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    bool terminal; /* standard error is one */
    bool wanted;   /* --progress */
    bool drawn;    /* a line stands there and has to go before anything else is said */
    const char *what;
    double began, told, last; /* seconds; last: the last call */
    uint64_t first;           /* done when it began */
} progress;

void progress_begin(progress *p);
void progress_show(progress *p, const char *what, uint64_t done, uint64_t total);
void progress_clear(progress *p);

#endif
