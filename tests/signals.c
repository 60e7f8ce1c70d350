/* SPDX-License-Identifier: MIT
 * signals BOUTON: SIGTERM and SIGINT end every long command soon. Each command below
 * would run for many seconds. It gets a signal when it has used some time of the
 * processor, and may use one second more until it has ended, by that very signal. Time
 * of the processor is counted, not time on the clock: other work on the machine changes
 * nothing.
 *
 * A file that was being written stays as it was, and nothing stays beside it. */
#define _DEFAULT_SOURCE /* wait4 */

#include "check.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const double patience = 8; /* seconds; such programs are slow */
#else
static const double patience = 1;
#endif

enum { MOST_WORDS = 20, AT_ONCE = 30, SHORT = 200, LONG = 1000 };

typedef struct {
    int after_ms; /* of the processor's time */
    const char *words;
    const char *input; /* standard input, or NULL */
} command;

/* ROOT is the source tree; the other capitals are files made below. */
static const command commands[] = {
    {SHORT, "solve moore:2 30,30,30,30,30 --by search --threads 1", NULL},
    {LONG, "solve moore:2 30,30,30,30,30 --by search --threads 1", NULL},
    {LONG, "solve moore:2 60,60,60,60 --by search --threads 2", NULL},
    {SHORT, "solve moore:3 40,40,40,40 --by search --threads 1", NULL},
    {SHORT, "moves moore:2 60,60,60,60 --by search", NULL},
    {SHORT, "explain moore:2 60,60,60,60 --by search", NULL},
    {SHORT, "demo moore:2 60,60,60,60 --by search", NULL},
    {SHORT, "play moore:2 60,60,60,60 --by search --first computer", "quit\n"},
    {SHORT, "play moore:2 60,60,60,60 --by search", "hint\nquit\n"},
    {SHORT, "solve nim 1000,1000 --by plain", NULL},
    {LONG, "solve nim 40000000 --by plain", NULL},
    {SHORT, "solve nim 3000000 --by search", NULL},
    {SHORT, "solve nim/misere @HEAPS --by search", NULL},
    {SHORT, "solve nim @HEAPS --by plain", NULL},
    {SHORT, "solve staircase @HEAPS --by search", NULL},
    {SHORT, "moves nim 9000000 --all-moves --memory 300M", NULL},
    {SHORT, "moves nim @HEAPS --all-moves --json --memory 300M", NULL},
    {SHORT, "solve subtraction:all-but-999983,2000003 5000000", NULL},
    {SHORT,
     "solve subtraction:1..1000000,2000000..3000000 50000000,40000000 --by search",
     NULL},
    {SHORT, "solve subtraction:squares 100000000", NULL},
    {SHORT, "table game:ROOT/games/wythoff.game 0..300,0..300", NULL},
    {SHORT, "table game:ROOT/games/wythoff.game 0..300,0..300 --grundy", NULL},
    {SHORT, "graph nim 9,9,9,9,9,9,9 --limit 10000000 -o OUT.json", NULL},
    {SHORT, "graph nim 9,9,9,9,9,9 --limit 1000000 -o OUT.dot", NULL},
    {LONG, "graph nim 40,40,40 --limit 60000 -o OUT.svg", NULL},
    {LONG, "graph nim 9,9,9,9 --limit 10000 --steps -o OUT.svg", NULL},
    {LONG, "graph graph:STAR 0 --limit 2000000 -o OUT.svg", NULL},
    {SHORT, "graph nim @HEAPS", NULL},
    {AT_ONCE, "label PATHS -o OUT.tsv", NULL},
    {AT_ONCE, "label - --json", NULL},
    {SHORT, "solve moore:2 60,60,60,60 --table OUT.table", NULL},
    {SHORT, "solve nimble 4,4,4,4,4,4,4,4 --table OUT.table", NULL},
    {SHORT, "solve moore:2 --batch - --by search", NULL},
    {SHORT, "solve game:ROOT/games/wythoff.game 1000,900", NULL},
    {SHORT, "solve game:ROOT/games/power-of-two.game 100000000", NULL},
    {SHORT, "prove moore:3 --heaps 8", NULL},
    {LONG, "prove moore:2 --heaps 12 --certificate OUT.cert", NULL},
    {SHORT, "prove moore:5 --heaps 9", NULL},
    {SHORT, "discover ROOT/games/chomp3.game --certificate OUT.cert", NULL},
    {SHORT, "discover dynamic:7", NULL},
    {SHORT, "check CERTIFICATE", NULL},
    {LONG, "check CERTIFICATE", NULL},
    {SHORT, "demo subtraction:squares 100000000", NULL},
};

static char folder[] = "/tmp/bouton-signals-XXXXXX";
static const char *program;

static void path_of(char *out, size_t size, const char *name)
{
    snprintf(out, size, "%s/%s", folder, name);
}

static FILE *create(const char *name)
{
    char path[300];
    path_of(path, sizeof path, name);
    return fopen(path, "w");
}

/* Positions of many heaps, a graph that one node leads through, one of long paths that
 * come together. */
static bool make_inputs(void)
{
    enum { HEAPS = 100000, ARROWS = 600000 };
    FILE *heaps = create("heaps"), *star = create("star"), *paths = create("paths");
    FILE *lines = create("lines");
    if (!heaps || !star || !paths || !lines)
        return false;
    fputs("5", heaps);
    for (int i = 1; i < HEAPS; i++)
        fprintf(heaps, ",%d", 1 + i % 7);
    for (int i = 1; i < ARROWS; i++)
        fprintf(star, "0 %d\n", i);
    for (int i = 1; i < 2 * ARROWS; i++)
        fprintf(paths, "%d %d\n%d %d\n", i, i - 1, i, i / 3);
    for (int i = 0; i < 50000; i++)
        fprintf(lines, "%d,%d,%d\n", 100 + i % 150, 90 + i % 161, 80 + i % 171);
    return (fclose(heaps) | fclose(star) | fclose(paths) | fclose(lines)) == 0;
}

/* A word of the table, with the names of files in place of capitals. */
static void expand(char *out, size_t size, const char *word)
{
    static const char *const names[][2] = {{"@HEAPS", "heaps"},
                                           {"graph:STAR", "star"},
                                           {"PATHS", "paths"},
                                           {"CERTIFICATE", "certificate"},
                                           {"OUT", "out"}};
    snprintf(out, size, "%s", word);
    const char *root = strstr(word, "ROOT/");
    if (root)
        snprintf(out, size, "%.*s../%s", (int)(root - word), word, root + 5);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t len = strlen(names[i][0]);
        if (strncmp(word, names[i][0], len) != 0)
            continue;
        const char *before = names[i][0][0] == '@'   ? "@"
                             : names[i][0][0] == 'g' ? "graph:"
                                                     : "";
        snprintf(out, size, "%s%s/%s%s", before, folder, names[i][1], word + len);
    }
}

static int input_of(const command *c)
{
    char path[300];
    path_of(path, sizeof path, strncmp(c->words, "label", 5) == 0 ? "paths" : "lines");
    if (!c->input)
        return open(path, O_RDONLY);
    int ends[2];
    if (pipe(ends) != 0 || write(ends[1], c->input, strlen(c->input)) < 0)
        return -1;
    close(ends[1]);
    return ends[0];
}

static void become(const command *c)
{
    static char copy[400], word[MOST_WORDS][400];
    char *argv[MOST_WORDS + 1] = {(char *)program};
    size_t words = 1;
    snprintf(copy, sizeof copy, "%s", c->words);
    for (char *at = strtok(copy, " "); at && words < MOST_WORDS;
         at = strtok(NULL, " ")) {
        expand(word[words], sizeof word[words], at);
        argv[words] = word[words];
        words++;
    }
    int in = input_of(c), nowhere = open("/dev/null", O_WRONLY);
    if (in < 0 || nowhere < 0 || dup2(in, 0) < 0 || dup2(nowhere, 1) < 0 ||
        dup2(nowhere, 2) < 0)
        _exit(99);
    execv(program, argv);
    _exit(99);
}

/* Seconds of the processor's time that a running child has used; below 0 if it has
 * ended. */
static double used_by(pid_t child)
{
    char path[64], line[1000];
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)child);
    FILE *file = fopen(path, "r");
    if (!file)
        return -1;
    size_t got = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[got] = 0;
    char *behind = strrchr(line, ')'), state = 0;
    unsigned long user = 0, system = 0;
    if (!behind ||
        sscanf(behind + 1, " %c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lu %lu",
               &state, &user, &system) != 3)
        return -1;
    return state == 'Z' ? -1 : (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static double seconds_of(const struct rusage *r)
{
    return (double)(r->ru_utime.tv_sec + r->ru_stime.tv_sec) +
           (double)(r->ru_utime.tv_usec + r->ru_stime.tv_usec) / 1e6;
}

static const char old_bytes[] = "what was there before\n";
static const char *const outputs[] = {"out.svg", "out.json", "out.dot",
                                      "out.tsv", "out.cert", "out.table"};

static bool is_output(const char *name)
{
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        if (strcmp(name, outputs[i]) == 0)
            return true;
    return false;
}

static void put_old_files(void)
{
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        FILE *file = create(outputs[i]);
        if (file) {
            fputs(old_bytes, file);
            fclose(file);
        }
    }
}

static bool holds_old_bytes(const char *name)
{
    char path[300], bytes[100] = "";
    path_of(path, sizeof path, name);
    FILE *file = fopen(path, "r");
    size_t got = file ? fread(bytes, 1, sizeof bytes - 1, file) : 0;
    if (file)
        fclose(file);
    return got == strlen(old_bytes) && strcmp(bytes, old_bytes) == 0;
}

/* Old files are as they were, and no half of a new one stands beside them. */
static void check_files(const command *c)
{
    DIR *all = opendir(folder);
    for (const struct dirent *entry; all && (entry = readdir(all));) {
        const char *name = entry->d_name;
        if (strncmp(name, "out", 3) != 0)
            continue;
        CHECK(is_output(name), "%s: left %s behind", c->words, name);
        CHECK(!is_output(name) || holds_old_bytes(name), "%s: changed %s", c->words,
              name);
    }
    if (all)
        closedir(all);
}

static void check_command(const command *c, int signal_number)
{
    const struct timespec moment = {.tv_nsec = 5000000};
    struct rusage spent;
    int status = 0;
    put_old_files();
    pid_t child = fork();
    if (child == 0)
        become(c);
    double used = 0;
    while ((used = used_by(child)) >= 0 && used * 1000 < c->after_ms)
        nanosleep(&moment, NULL);
    kill(child, signal_number);
    bool ended = wait4(child, &status, 0, &spent) == child;
    CHECK(
        ended && WIFSIGNALED(status) && WTERMSIG(status) == signal_number,
        "%s: did not end by signal %d (status %d, %.2f s): perhaps it was done before",
        c->words, signal_number, status, seconds_of(&spent));
    CHECK(used >= 0 && seconds_of(&spent) - used <= patience,
          "%s: used %.2f s before signal %d and %.2f s after it", c->words, used,
          signal_number, seconds_of(&spent) - used);
    check_files(c);
}

static bool make_certificate(void)
{
    char line[1000];
    snprintf(line, sizeof line,
             "'%s' discover ../games/wythoff-2.game --certificate '%s/certificate' "
             ">/dev/null",
             program, folder);
    return system(line) == 0;
}

static void remove_folder(void)
{
    char line[300];
    snprintf(line, sizeof line, "rm -rf '%s'", folder);
    if (system(line) != 0)
        perror(folder);
}

int main(int argc, char **argv)
{
    static const int signals[] = {SIGTERM, SIGINT};
    program = argc > 1 ? argv[1] : getenv("BOUTON");
    if (!program || !mkdtemp(folder))
        return 2;
    bool ready = make_inputs() && make_certificate();
    CHECK(ready, "no input in %s", folder);
    for (size_t i = 0; ready && i < sizeof commands / sizeof *commands; i++)
        if (argc < 3 || strstr(commands[i].words, argv[2]))
            check_command(&commands[i], signals[i % 2]);
    remove_folder();
    return check_close();
}
