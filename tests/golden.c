/* SPDX-License-Identifier: MIT
 * Runs the command lines that stand in Markdown pages and compares what they do with
 * what the page says, byte for byte: `golden [--update] [--inside | --pseudo]
 * [--files DIR] PAGE...`.
 *
 * In a block that begins with ```console, a line `$ COMMAND` begins a case (a backslash
 * at its end goes on at the next line after `> `). The lines below it are its standard
 * output, except
 *     stderr: TEXT             a line of standard error
 *     exit: N                  the exit code, when it is not 0
 *     (no newline at the end)  the output's last line has no line end
 * Each page runs in a folder of its own with a copy of DIR; $BOUTON is the command
 * under test, and its folder comes first in PATH. --update writes what came into the
 * pages. --inside runs in this process what needs no shell; --pseudo does, too, but
 * in a language of tests, and looks for words that no catalogue can change. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "inside.h"
#include "pseudo.h"

enum { TIMEOUT_SECONDS = 120, SHOWN_LINES = 12 };

#define NO_NEWLINE "(no newline at the end)\n"

typedef struct {
    char *at;
    size_t len, cap;
} buffer;

/* What a case did, or should do. */
typedef struct {
    buffer out, err;
    int exit_code;
} result;

static void die(const char *what)
{
    fprintf(stderr, "golden: %s: %s\n", what, strerror(errno));
    exit(2);
}

static void append(buffer *b, const char *bytes, size_t len)
{
    if (b->len + len + 1 > b->cap) {
        b->cap = 2 * (b->len + len + 1);
        b->at = realloc(b->at, b->cap);
        if (b->at == NULL)
            die("memory");
    }
    if (len > 0)
        memcpy(b->at + b->len, bytes, len);
    b->len += len;
    b->at[b->len] = '\0';
}

static void append_text(buffer *b, const char *text)
{
    append(b, text, strlen(text));
}

static bool same(const buffer *a, const buffer *b)
{
    return a->len == b->len && (a->len == 0 || memcmp(a->at, b->at, a->len) == 0);
}

static bool ends_line(const buffer *b)
{
    return b->len == 0 || b->at[b->len - 1] == '\n';
}

static void clear(result *r)
{
    free(r->out.at);
    free(r->err.at);
    *r = (result){0};
}

static void read_whole(const char *path, buffer *b)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        die(path);
    char chunk[65536];
    size_t got;
    while ((got = fread(chunk, 1, sizeof chunk, f)) > 0)
        append(b, chunk, got);
    if (ferror(f))
        die(path);
    fclose(f);
    append(b, "", 0);
}

/* Runs a helper such as cp to its end; true when it is content. */
static bool run_tool(char *const argv[])
{
    pid_t pid = fork();
    if (pid < 0)
        die("fork");
    if (pid == 0) {
        execvp(argv[0], argv);
        _exit(127);
    }
    int status;
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

static void start_shell(const char *command, const char *dir, const int out[2],
                        const int err[2])
{
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    int null = open("/dev/null", O_RDONLY);
    if (null < 0 || chdir(dir) != 0 || dup2(null, 0) < 0 || dup2(out[1], 1) < 0 ||
        dup2(err[1], 2) < 0)
        _exit(126);
    close(null);
    for (int i = 0; i < 2; i++) {
        close(out[i]);
        close(err[i]);
    }
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static long seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long)t.tv_sec;
}

/* False when the time was up. */
static bool run_case(const char *command, const char *dir, result *r)
{
    int out[2], err[2];
    if (pipe(out) != 0 || pipe(err) != 0)
        die("pipe");
    pid_t pid = fork();
    if (pid < 0)
        die("fork");
    if (pid == 0)
        start_shell(command, dir, out, err);
    close(out[1]);
    close(err[1]);

    long deadline = seconds_now() + TIMEOUT_SECONDS;
    struct pollfd fds[2] = {{.fd = out[0], .events = POLLIN},
                            {.fd = err[0], .events = POLLIN}};
    buffer *into[2] = {&r->out, &r->err};
    bool in_time = true;
    while (in_time && (fds[0].fd >= 0 || fds[1].fd >= 0)) {
        if (poll(fds, 2, 1000) < 0 && errno != EINTR)
            die("poll");
        in_time = seconds_now() < deadline;
        for (int i = 0; i < 2; i++) {
            if (fds[i].fd < 0 || fds[i].revents == 0)
                continue;
            char chunk[65536];
            ssize_t got = read(fds[i].fd, chunk, sizeof chunk);
            if (got > 0)
                append(into[i], chunk, (size_t)got);
            else
                fds[i].fd = -1;
        }
    }
    if (!in_time)
        kill(-pid, SIGKILL);
    close(out[0]);
    close(err[0]);
    int status;
    if (waitpid(pid, &status, 0) != pid)
        die("waitpid");
    r->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return in_time;
}

static bt_status keep_bytes(void *self, bt_context *ctx, bt_stream stream,
                            const char *bytes, size_t len)
{
    result *r = self;
    (void)ctx;
    append(stream == BT_STDOUT ? &r->out : &r->err, bytes, len);
    return BT_OK;
}

/* False: this needs a shell, or the program itself. */
static bool run_inside(const char *command, const char *dir, const bt_catalogue *said,
                       result *r)
{
    bt_span word[INSIDE_WORDS];
    size_t words;
    char *line = strdup(command);
    int home = open(".", O_RDONLY);
    if (line == NULL || home < 0)
        die("memory");
    bool can = inside_split(line, word, &words) && inside_knows(word, words);
    if (can) {
        if (chdir(dir) != 0)
            die(dir);
        r->exit_code =
            inside_run((bt_io){.size = sizeof(bt_io), .self = r, .write = keep_bytes},
                       said, words, word);
        if (fchdir(home) != 0)
            die("the folder before");
    }
    close(home);
    free(line);
    return can;
}

/* The result as a page writes it. */
static void render(const result *r, buffer *page)
{
    append(page, r->out.at, r->out.len);
    if (!ends_line(&r->out))
        append_text(page, "\n" NO_NEWLINE);
    size_t from = 0;
    for (size_t i = 0; i < r->err.len; i++)
        if (r->err.at[i] == '\n' || i + 1 == r->err.len) {
            append_text(page, r->err.at[from] == '\n' ? "stderr:" : "stderr: ");
            append(page, r->err.at + from, i + 1 - from);
            from = i + 1;
        }
    if (!ends_line(&r->err))
        append_text(page, "\n");
    if (r->exit_code != 0) {
        char line[32];
        snprintf(line, sizeof line, "exit: %d\n", r->exit_code);
        append_text(page, line);
    }
}

static void show_lines(const char *mark, const buffer *b, size_t from, size_t to)
{
    size_t lines = 0;
    while (from < to && lines++ < SHOWN_LINES) {
        size_t end = from;
        while (end < to && b->at[end] != '\n')
            end++;
        fprintf(stderr, "    %s %.*s\n", mark, (int)(end - from), b->at + from);
        from = end + 1;
    }
    if (from < to)
        fprintf(stderr, "    %s ... and %zu bytes more\n", mark, to - from);
}

/* Shows where two texts differ: the lines between their common head and tail. */
static void show_difference(const char *what, const buffer *expected, const buffer *got)
{
    if (same(expected, got))
        return;
    size_t head = 0, least = expected->len < got->len ? expected->len : got->len;
    size_t i = 0, line = 1;
    while (i < least && expected->at[i] == got->at[i])
        if (expected->at[i++] == '\n') {
            head = i;
            line++;
        }
    size_t tail = 0, t = 0;
    while (t < least - head &&
           expected->at[expected->len - 1 - t] == got->at[got->len - 1 - t]) {
        if (expected->at[expected->len - 1 - t] == '\n')
            tail = t;
        t++;
    }
    fprintf(stderr, "  %s differs from line %zu (- the page, + what came):\n", what,
            line);
    show_lines("-", expected, head, expected->len - tail);
    show_lines("+", got, head, got->len - tail);
    if (ends_line(expected) != ends_line(got))
        fprintf(stderr, "    %s\n",
                ends_line(got) ? "what came ends in a newline, the page's does not"
                               : "what came does not end in a newline");
}

/* The next line of the page with its line end; false at the end. */
static bool next_line(const char **at, const char **line, size_t *len)
{
    if (**at == '\0')
        return false;
    *line = *at;
    const char *end = strchr(*at, '\n');
    *len = end ? (size_t)(end + 1 - *at) : strlen(*at);
    *at += *len;
    return true;
}

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* Reads one line of what a case should do. */
static void expect_line(result *r, const char *line, size_t len)
{
    if (begins(line, "stderr: ")) {
        append(&r->err, line + 8, len - 8);
    } else if (len == 8 && begins(line, "stderr:\n")) {
        append_text(&r->err, "\n");
    } else if (begins(line, "exit: ")) {
        r->exit_code = atoi(line + 6);
    } else if (begins(line, NO_NEWLINE) && r->out.len > 0) {
        r->out.len--;
    } else {
        append(&r->out, line, len);
    }
}

static void compare(const char *page, size_t number, const char *command,
                    const result *expected, const result *got, bool in_time)
{
    bool equal = in_time && same(&expected->out, &got->out) &&
                 same(&expected->err, &got->err) &&
                 expected->exit_code == got->exit_code;
    if (equal) {
        check_passed++;
        return;
    }
    check_failed++;
    fprintf(stderr, "%s:%zu: $ %s\n", page, number, command);
    if (!in_time)
        fprintf(stderr, "  still running after %d seconds\n", TIMEOUT_SECONDS);
    show_difference("stdout", &expected->out, &got->out);
    show_difference("stderr", &expected->err, &got->err);
    if (expected->exit_code != got->exit_code)
        fprintf(stderr, "  exit code: the page says %d, it was %d\n",
                expected->exit_code, got->exit_code);
}

/* How pages are run. */
typedef struct {
    bool update, inside;
    const bt_catalogue *said; /* not NULL: speak so, and look at the words only */
} mode;

/* What answers a program and not a person. */
static bool is_for_programs(const char *command, const result *r)
{
    static const char *const flag[] = {"--json",    "--tsv",  "--words", "--markdown",
                                       "--man",     "--bash", "--zsh",   "--show",
                                       "--version", " -o"};
    for (size_t i = 0; i < sizeof flag / sizeof flag[0]; i++)
        if (strstr(command, flag[i]))
            return true;
    return r->out.len > 0 && strchr("{[<", r->out.at[0]);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* How long the English word is that stands here: one that kept a vowel. */
static size_t plain_word(const char *at)
{
    size_t len = 0;
    bool vowel = false;
    for (; is_letter(at[len]); len++)
        vowel = vowel || (at[len] >= 'a' && pseudo_accented(at[len]) != NULL);
    return vowel && len >= 3 && (unsigned char)at[len] < 0x80 ? len : 0;
}

/* What is data: command lines, names that rules and files give, what the host says. */
static bool is_data(const char *at, const char *line)
{
    static const char *const known[] = {"bouton ",     "digits ",  "claim ",
                                        "spare chips", "digraph ", "such file or"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (begins(at, known[i]))
            return true;
    const char *end = strchr(line, '\n'), *command = strstr(line, "bouton ");
    return begins(line, "game ") || (command && command < at && (!end || at < end));
}

/* Two English words side by side, which no catalogue could have changed. */
static const char *english(const char *at)
{
    const char *line = at;
    for (bool inside = false; *at; at++) {
        line = at[0] == '\n' ? at + 1 : line;
        size_t first = inside || is_data(at, line) ? 0 : plain_word(at);
        if (first > 0 && at[first] == ' ' && plain_word(at + first + 1) > 0)
            return at;
        inside = is_letter(*at) || (unsigned char)*at >= 0x80;
    }
    return NULL;
}

/* A message that goes on in another one: "...⟧ ⟦..." without the end of a sentence.
 * Single letters are labels. */
static const char *glued(const char *at)
{
    for (const char *from = at; (at = strstr(at, PSEUDO_CLOSE)); at++) {
        const char *next = at + strlen(PSEUDO_CLOSE);
        next += *next == ' ';
        bool letter = at - from > 4 && strncmp(at - 4, PSEUDO_OPEN, 3) == 0;
        if (at > from && !letter && !strchr(".:!?)", at[-1]) &&
            strncmp(next, PSEUDO_OPEN, strlen(PSEUDO_OPEN)) == 0 &&
            strncmp(next + 4, PSEUDO_CLOSE, 3) != 0)
            return at;
    }
    return NULL;
}

static void check_words(const char *path, size_t line, const char *command,
                        const result *got)
{
    if (is_for_programs(command, got))
        return;
    const char *text[] = {got->out.at, got->err.at};
    for (size_t i = 0; i < 2; i++) {
        const char *at = text[i] ? english(text[i]) : NULL;
        CHECK(at == NULL, "%s:%zu: $ %s\n  no catalogue can change: %.60s", path, line,
              command, at ? at : "");
        const char *seam = text[i] ? glued(text[i]) : NULL;
        CHECK(seam == NULL, "%s:%zu: $ %s\n  is glued: %.60s", path, line, command,
              seam ? seam - 30 < text[i] ? text[i] : seam - 30 : "");
    }
}

static void check_page(const char *path, const char *dir, mode how)
{
    buffer text = {0}, new_text = {0};
    read_whole(path, &text);

    const char *at = text.at, *line;
    size_t len, number = 0;
    bool in_block = false;
    while (next_line(&at, &line, &len)) {
        number++;
        append(&new_text, line, len);
        if (begins(line, "```")) {
            in_block = !in_block && begins(line, "```console");
            continue;
        }
        if (!in_block)
            continue;
        if (!begins(line, "$ ")) {
            CHECK(false, "%s:%zu: output without a command", path, number);
            continue;
        }

        size_t first = number;
        buffer command = {0};
        append(&command, line + 2, len - 2);
        while (command.len >= 2 && strcmp(command.at + command.len - 2, "\\\n") == 0 &&
               begins(at, "> ") && next_line(&at, &line, &len)) {
            number++;
            append(&new_text, line, len);
            append(&command, line + 2, len - 2);
        }
        if (command.len > 0 && command.at[command.len - 1] == '\n')
            command.at[--command.len] = '\0';

        result expected = {0}, got = {0};
        while (*at != '\0' && !begins(at, "$ ") && !begins(at, "```") &&
               next_line(&at, &line, &len)) {
            number++;
            expect_line(&expected, line, len);
        }
        bool here = how.inside && run_inside(command.at, dir, how.said, &got);
        bool in_time = here || run_case(command.at, dir, &got);
        if (here && how.said)
            check_words(path, first, command.at, &got);
        else if (!how.update && !how.said)
            compare(path, first, command.at, &expected, &got, in_time);
        render(&got, &new_text);
        clear(&expected);
        clear(&got);
        free(command.at);
    }
    if (in_block)
        CHECK(false, "%s: the last block does not end", path);

    if (how.update && !same(&text, &new_text)) {
        FILE *f = fopen(path, "wb");
        if (f == NULL || fwrite(new_text.at, 1, new_text.len, f) != new_text.len ||
            fclose(f) != 0)
            die(path);
        printf("%s: updated\n", path);
    }
    free(text.at);
    free(new_text.at);
}

static void check_page_in_own_folder(const char *path, const char *files, mode how)
{
    const char *tmp = getenv("TMPDIR");
    char dir[4096];
    snprintf(dir, sizeof dir, "%s/golden-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (mkdtemp(dir) == NULL)
        die(dir);
    if (files != NULL) {
        char from[4096];
        snprintf(from, sizeof from, "%s/.", files);
        if (!run_tool((char *[]){"cp", "-RL", from, dir, NULL}))
            die(files);
    }
    check_page(path, dir, how);
    if (!run_tool((char *[]){"rm", "-rf", dir, NULL}))
        die(dir);
}

/* The command under test comes first, and the surroundings are the same everywhere. */
static void set_surroundings(void)
{
    const char *command = getenv("BOUTON"), *path = getenv("PATH");
    char *full = command ? realpath(command, NULL) : NULL;
    if (full == NULL) {
        fputs("golden: BOUTON must name the command\n", stderr);
        exit(2);
    }
    *strrchr(full, '/') = '\0';
    buffer value = {0};
    append_text(&value, full);
    append_text(&value, ":");
    append_text(&value, path ? path : "/usr/bin:/bin");
    setenv("PATH", value.at, 1);
    setenv("LC_ALL", "C", 1);
    unsetenv("NO_COLOR");
    unsetenv("COLUMNS");
    free(value.at);
    free(full);
}

int main(int argc, char **argv)
{
    mode how = {0};
    const char *files = NULL;
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--update") == 0)
            how.update = true;
        else if (strcmp(argv[i], "--inside") == 0)
            how.inside = true;
        else if (strcmp(argv[i], "--pseudo") == 0)
            how = (mode){.inside = true, .said = &pseudo};
        else if (strcmp(argv[i], "--files") == 0 && i + 1 < argc)
            files = argv[++i];
        else
            break;
    }
    if (i == argc || argv[i][0] == '-') {
        fputs("usage: golden [--update] [--inside | --pseudo] [--files DIR] PAGE...\n",
              stderr);
        return 2;
    }
    set_surroundings();
    for (; i < argc; i++)
        check_page_in_own_folder(argv[i], files, how);
    return how.update ? check_failed != 0 : check_close();
}
