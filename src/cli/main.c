/* SPDX-License-Identifier: MIT
 * The command `bouton`: the engine's commands with a terminal around them. Here are
 * signals, standard streams, colour and the width of lines, and nothing about games:
 * what a command does is decided behind bt_command_run, so that the page answers with
 * the same bytes. */
#include <bouton/bouton.h>

#ifdef BOUTON_PNG
#include "png.h"
#endif
#include "progress.h"
#ifdef BOUTON_SERVE
#include "serve/server.h"
#endif

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Ctrl-C, and a polite wish to end, ask the engine to stop, so that what is known gets
 * written and half-written files go; a second one ends the program at once. The only
 * variable of the program that a signal can reach: the number of the signal. */
static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal_number)
{
    interrupted = signal_number;
}

static bool asked_to_stop(void *self)
{
    (void)self;
    return interrupted != 0;
}

static bt_status write_all(void *self, bt_context *ctx, bt_stream stream,
                           const char *bytes, size_t len)
{
    progress_clear(self);
    while (len > 0) {
        ssize_t put = write((int)stream, bytes, len);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return bt_fail(ctx, BT_IO, "cannot write the answer: {reason}",
                           BT_ARGS(BT_STR("reason", strerror(errno))));
        bytes += put;
        len -= (size_t)put;
    }
    return BT_OK;
}

static void stop_politely_on(int signal_number)
{
    struct sigaction action = {.sa_handler = on_interrupt}, before;
    action.sa_flags = (int)SA_RESETHAND;
    if (sigaction(signal_number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(signal_number, &action, NULL);
}

static const int polite[] = {SIGINT, SIGTERM, SIGHUP};
enum { POLITE = sizeof polite / sizeof *polite };

#ifdef BOUTON_PNG
/* Whoever paints does not ask whether to stop. No file is open meanwhile, so a signal
 * may end the program there and then. */
static bt_status paint(void *self, bt_context *ctx, bt_span svg, bt_text *png)
{
    for (size_t i = 0; i < POLITE; i++) {
        struct sigaction now;
        if (sigaction(polite[i], NULL, &now) == 0 && now.sa_handler == on_interrupt)
            signal(polite[i], SIG_DFL);
    }
    if (bt_stopped(ctx))
        return BT_STOPPED;
    bt_status status = png_from_svg(self, ctx, svg, png);
    for (size_t i = 0; i < POLITE; i++)
        stop_politely_on(polite[i]);
    return status;
}
#endif

static void show_progress(void *self, const char *what, uint64_t done, uint64_t total)
{
    progress_show(self, what, done, total);
}

static void want_progress(void *self)
{
    ((progress *)self)->wanted = true;
}

static bool likes_colour(void)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no_color && no_color[0]) && term &&
           strcmp(term, "dumb") != 0;
}

/* How wide lines are: as COLUMNS says, or the terminal; 80 where neither does. What is
 * not a sensible number in COLUMNS is not looked at. */
static size_t line_width(void)
{
    enum { USUAL = 80, MOST_DIGITS = 4 };
    const char *columns = getenv("COLUMNS");
    size_t digits = columns ? strspn(columns, "0123456789") : 0;
    if (digits > 0 && digits <= MOST_DIGITS && !columns[digits] && atoi(columns) > 0)
        return (size_t)atoi(columns);
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return USUAL;
}

/* A standard stream that is closed would be the next file opened, and that file would
 * be overwritten with the answer. It is opened the wrong way round instead: using it
 * fails. */
static void hold_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* Standard input is a source too, under a descriptor of its own. If it is closed there
 * is none. */
static bt_source *standard_input(bt_context *ctx)
{
    bt_source *source = NULL;
    int fd = dup(STDIN_FILENO);
    if (fd < 0 || bt_source_of_fd(ctx, fd, "standard input", &source) != BT_OK)
        return NULL;
    return source;
}

static int run(size_t words, char **argv)
{
    bt_host host = *bt_host_posix();
    progress shown;
    progress_begin(&shown);
    host.self = &shown;
    host.stop = asked_to_stop;
    host.progress = show_progress;
    bt_context *ctx = bt_context_new(&host, bt_host_memory_bytes() / 2);
    bt_span *word = calloc(words + 1, sizeof *word);
    int code = 3;
    if (ctx && word) {
        for (size_t i = 0; i < words; i++)
            word[i] = bt_span_of(argv[i]);
        bt_set_threads(ctx, bt_host_processors());
        bt_set_line_width(ctx, line_width());
        bt_io io = {.size = sizeof(bt_io),
                    .self = &shown,
                    .write = write_all,
                    .input = standard_input(ctx),
                    .colour = likes_colour(),
                    .terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO),
                    .show_progress = want_progress};
#ifdef BOUTON_PNG
        io.rasterize = paint;
#endif
#ifdef BOUTON_SERVE
        io.serve = serve_page;
#endif
        code = bt_command_run(ctx, &bt_builtin, &io, words, word);
        if (io.input)
            io.input->close(io.input);
    } else {
        fputs("bouton: out of memory\n", stderr);
    }
    progress_clear(&shown);
    bt_context_free(ctx);
    free(word);
    return code;
}

int main(int argc, char **argv)
{
    hold_standard_streams();
    for (size_t i = 0; i < POLITE; i++)
        stop_politely_on(polite[i]);
    signal(SIGXFSZ, SIG_IGN); /* a file that gets too long is an error like others */
    int code = argc > 0 ? run((size_t)argc - 1, argv + 1) : 2;
    if (interrupted) { /* end by the signal, as shells expect */
        signal(interrupted, SIG_DFL);
        raise(interrupted);
    }
    return code;
}
