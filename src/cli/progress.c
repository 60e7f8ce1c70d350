/* SPDX-License-Identifier: MIT
 * The clock is asked at every call; something is said at most a few times a second, and
 * only about work that takes longer than a moment. */
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static const double patience = 0.7; /* seconds of silence at the beginning */
static const double idle = 0.5;     /* seconds without a call, and new work begins */

static double now(void)
{
    struct timespec t;
    if (clock_gettime(CLOCK_MONOTONIC, &t) != 0)
        return 0;
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void progress_begin(progress *p)
{
    const char *term = getenv("TERM");
    *p = (progress){.terminal =
                        isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0};
}

/* Nothing can be done if standard error does not take it. */
static void put(const char *line)
{
    (void)!write(STDERR_FILENO, line, strlen(line));
}

void progress_clear(progress *p)
{
    if (p->drawn)
        put("\r\033[K");
    p->drawn = false;
}

static size_t columns(void)
{
    enum { USUAL = 80, LEAST = 20 };
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < LEAST)
        return USUAL;
    return size.ws_col;
}

/* 1234567 as 1.2 million. */
static void in_words(char *out, size_t size, double number)
{
    if (number >= 1e9)
        snprintf(out, size, "%.1f billion", number / 1e9);
    else if (number >= 1e6)
        snprintf(out, size, "%.1f million", number / 1e6);
    else
        snprintf(out, size, "%.0f", number);
}

/* A bar of 10 cells, like [===>      ]. */
static void draw_bar(char *out, double share)
{
    enum { CELLS = 10 };
    int full = (int)(share * CELLS);
    *out++ = '[';
    for (int i = 0; i < CELLS; i++)
        *out++ = i < full ? '=' : i == full ? '>' : ' ';
    *out++ = ']';
    *out++ = ' ';
    *out = 0;
}

static void say(progress *p, double time, uint64_t done, uint64_t total)
{
    char line[300], bar[32] = "", amount[32], rate[32], rest[64] = "";
    double seconds = time - p->began, speed = 0;
    if (seconds > 0 && done >= p->first)
        speed = (double)(done - p->first) / seconds;
    in_words(amount, sizeof amount, (double)done);
    in_words(rate, sizeof rate, speed);
    if (total > 0 && done <= total) {
        double share = (double)done / (double)total;
        if (p->terminal)
            draw_bar(bar, share);
        if (speed > 0)
            snprintf(rest, sizeof rest, ", %.0f%%, %.0f s left", 100 * share,
                     (double)(total - done) / speed);
    }
    int len = snprintf(line, sizeof line, "bouton: %s%s %s, %s a second%s", bar, amount,
                       p->what, rate, rest);
    if (p->terminal && len >= 0 && (size_t)len >= columns()) /* without the bar */
        snprintf(line, sizeof line, "bouton: %s %s, %s/s%s", amount, p->what, rate,
                 rest);
    if (p->terminal && strlen(line) >= columns())
        line[columns() - 1] = 0; /* a line that wraps could not be drawn over */
    put(p->terminal ? "\r\033[K" : "");
    put(line);
    put(p->terminal ? "" : "\n");
    p->drawn = p->terminal;
    p->told = time;
}

void progress_show(progress *p, const char *what, uint64_t done, uint64_t total)
{
    if (!p->terminal && !p->wanted)
        return;
    double time = now();
    if (!p->what || strcmp(p->what, what) != 0 || done < p->first) {
        p->what = what;
        p->first = done;
        p->began = time;
        if (time - p->last >= idle) /* otherwise the same work goes on in another way */
            p->told = time + patience - (p->terminal ? 0.2 : 1);
    }
    p->last = time;
    if (time - p->told >= (p->terminal ? 0.2 : 1))
        say(p, time, done, total);
}
